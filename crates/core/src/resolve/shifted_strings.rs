//! Checks multi-line strings in new lines that were shifted to the indentation of their location.
//!
//! The indentation inside a string is part of its value. It may change only if the old lines were in a string too,
//! because the old lines show how much indentation the new lines lack.

use std::collections::HashSet;

use bytes::Bytes;

use super::FileText;
use super::indentation::spans_lines;
use super::locate::{lines_of, trim};
use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::syntax;
use crate::text::Span;

/// The largest text, in bytes, that is parsed to choose a reading.
pub(super) const LARGEST: usize = 1 << 20;

/// Refuses `changes` of `file` if they shift a line inside a string. `given` contains the new
/// lines of the request, and `places` the spans of the old lines.
///
/// # Errors
/// `IndentedString` with the line.
pub(super) fn refuse_shifted_strings(
    changes: &ChangeSet,
    file: FileText<'_>,
    given: &[&[u8]],
    places: impl Iterator<Item = Span>,
) -> Result<(), Reason> {
    let (path, text) = (file.path, file.bytes());
    let has_grammar = syntax::has_language(path, text);
    let may_have_strings = has_grammar || syntax::is_unparsed(path, text) && spans_lines(given);
    if text.len() > LARGEST || !may_have_strings || has_grammar && are_in_strings(places, file) {
        return Ok(());
    }
    let after = changes.apply(text).unwrap_or_default();
    // Without a grammar, any line may be inside the string.
    let strings = if has_grammar {
        syntax::lines_in_strings(path, &after)
    } else {
        (0..lines_of(&after).count()).collect()
    };
    let mut unshifted: HashSet<&[u8]> = HashSet::new();
    unshifted.extend(lines_of(text).map(|line| line.content));
    unshifted.extend(given);
    // The first new line may follow other text in its line.
    let later: HashSet<&[u8]> = given.iter().skip(1).map(|line| trim(line)).collect();
    for (number, line) in lines_of(&after).enumerate() {
        let content = trim(line.content);
        if strings.contains(&number)
            && !content.is_empty()
            && later.contains(content)
            && !unshifted.contains(line.content)
        {
            return Err(Reason::IndentedString(Bytes::copy_from_slice(content)));
        }
    }
    Ok(())
}

/// True if a line at one of `places` begins inside a string.
fn are_in_strings(places: impl Iterator<Item = Span>, file: FileText<'_>) -> bool {
    let strings = syntax::lines_in_strings(file.path, file.bytes());
    if strings.is_empty() {
        return false;
    }
    for place in places {
        let lines = file.now.lines_of(place);
        let mut numbers = lines.first().lines_before()..lines.last().number();
        if numbers.any(|line| strings.contains(&line)) {
            return true;
        }
    }
    false
}
