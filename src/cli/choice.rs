//! Flags whose value is one of a few words.

use crate::refusal::Reason;
use crate::request::nearest;

/// The value of `flag`, one of `words`, which `value_of` knows.
pub(super) fn choice<T>(
    flag: &str,
    word: Option<&str>,
    words: &[&str],
    value_of: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, Reason> {
    let Some(word) = word else {
        return Ok(None);
    };
    value_of(word).map(Some).ok_or_else(|| {
        let hint = match nearest(word, words.iter().copied()) {
            Some(near) => format!("did you mean {flag} {near}?"),
            None => match words {
                [only] => format!("{flag} takes {only}"),
                _ => format!("{flag} takes one of {}", words.join(", ")),
            },
        };
        Reason::usage(format!("`{word}` is no value of `{flag}`"), hint)
    })
}
