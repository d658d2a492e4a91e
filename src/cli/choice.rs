//! Flags whose value is one of a few words.

use crate::refusal::Reason;
use crate::request::rule;

/// The value of `flag`, one of `choices`.
pub(super) fn choice<T: Copy>(
    flag: &str,
    word: Option<&str>,
    choices: &[(&'static str, T)],
) -> Result<Option<T>, Reason> {
    let Some(word) = word else {
        return Ok(None);
    };
    rule::chosen(word, choices).map(Some).map_err(|near| {
        let hint = match (near, choices) {
            (Some(near), _) => format!("did you mean {flag} {near}?"),
            (None, [(only, _)]) => format!("{flag} takes {only}"),
            (None, _) => format!("{flag} takes one of {}", rule::listed(choices)),
        };
        Reason::usage(format!("`{word}` is no value of `{flag}`"), hint)
    })
}
