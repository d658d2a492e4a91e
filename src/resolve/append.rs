//! `append`: text goes to the end, as whole lines.

use super::ending::whole_lines_known;
use super::insert::insert_lines;
use super::replace::{sites, unchanged};
use super::standing::{self, Adjacency};
use super::{Resolution, Tier};
use crate::refusal::Reason;
use crate::request::{Append, Repeat};
use crate::snapshot::Snapshot;

/// Appends `action.text` to `now` (the empty text for a file that is to be made), which ends in a line
/// ending afterwards. Where a repetition is accepted, a text that stands at the end already, as whole lines, is left alone.
///
/// # Errors
/// None of its own.
pub fn append(action: &Append, repeat: Repeat, now: &Snapshot) -> Result<Resolution, Reason> {
    let end = now.bytes().len();
    if repeat == Repeat::Accept
        && let Some(span) = standing::whole_lines(&action.text, end, Adjacency::Before, now)
    {
        return Ok(unchanged(
            now,
            sites(now, Tier::Exact, std::iter::once(span)),
        ));
    }
    whole_lines_known(now)?;
    insert_lines(&action.text, end, Tier::Exact, now)
}
