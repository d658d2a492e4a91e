//! `lines`: a range of lines becomes another text, or nothing.

use super::edits::Edits;
use super::locate::BOM;
use super::whole::{Whole, around_line};
use super::{Resolution, Site, Tier};
use crate::refusal::Reason;
use crate::request::Lines;
use crate::snapshot::Snapshot;
use crate::text::Span;

/// Replaces the lines `action.range` of `now` (numbered as in `now`) by `action.text`; an empty text
/// deletes them. The byte-order mark is no part of line 1.
///
/// # Errors
/// `OutOfRange` when the last line is beyond the end.
pub fn lines(action: &Lines, now: &Snapshot) -> Result<Resolution, Reason> {
    let Some(span) = now.span_of(action.range) else {
        return Err(Reason::OutOfRange {
            asked: action.range.last().number(),
            lines: now.line_count(),
            lowest: 1,
        });
    };
    let span = past_mark(now, span);
    let new = match action.text.is_empty() {
        true => action.text.clone(),
        false => Whole::at(now.bytes(), span.start()).with(&action.text, around_line(now, span)),
    };
    let mut edits = Edits::of(now);
    edits.replace(span, new);
    Ok(Resolution {
        changes: edits.finish()?,
        sites: vec![Site {
            span,
            lines: action.range,
            tier: Tier::Exact,
        }],
        hunks: Vec::new(),
    })
}

/// `span` without the byte-order mark at its start.
fn past_mark(now: &Snapshot, span: Span) -> Span {
    match span.start() == 0 && now.bytes().starts_with(BOM) {
        true => Span::of_len(BOM.len(), span.len() - BOM.len()),
        false => span,
    }
}
