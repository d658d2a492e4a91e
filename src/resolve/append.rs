//! `append`: text goes to the end, as whole lines.

use super::ending::whole_lines_known;
use super::insert::insert_lines;
use super::replace::{sites, unchanged};
use super::whole::Whole;
use super::{Resolution, Tier};
use crate::refusal::Reason;
use crate::request::{Append, Repeat};
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, Span};

/// Appends `action.text` to `now` (the empty text for a file that is to be made), which ends in a line
/// ending afterwards. With `--idempotent` a text that stands at the end already, as whole lines, is left alone.
///
/// # Errors
/// None of its own.
pub fn append(action: &Append, now: &Snapshot) -> Result<Resolution, Reason> {
    if action.once == Repeat::Accept
        && let Some(span) = standing_at_end(action, now)
    {
        return Ok(unchanged(
            now,
            sites(now, Tier::Exact, std::iter::once(span)),
        ));
    }
    whole_lines_known(now)?;
    insert_lines(&action.text, now.bytes().len(), Tier::Exact, now)
}

/// The text at the end of `now`, if it is the one to append: whole lines, whether or not the last has its
/// ending.
fn standing_at_end(action: &Append, now: &Snapshot) -> Option<Span> {
    let text = now.bytes();
    let ending = LineEnding::around(text, text.len());
    let lines = Whole::AtLineStart.with(&action.text, ending);
    let body = LineEnding::strip(&lines);
    let kept = LineEnding::strip(text);
    let start = kept.len().checked_sub(body.len())?;
    let stands = kept.ends_with(body) && Whole::at(text, start) == Whole::AtLineStart;
    stands
        .then(|| Span::new(start, text.len()))
        .flatten()
        .filter(|span| !span.is_empty())
}
