//! `lines`: a range of lines becomes another text, or nothing.

use super::edits::Edits;
use super::ending::whole_lines_known;
use super::locate::BOM;
use super::whole::{Whole, around_line};
use super::{Resolution, Site, Tier};
use crate::refusal::Reason;
use crate::request::Lines;
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, LineHash, LineNumber, Span};

/// Replaces the lines `action.range` of `now` (numbered as in `now`) by `action.text`; an empty text
/// deletes them. The byte-order mark is no part of line 1.
///
/// # Errors
/// `OutOfRange` when the last line is beyond the end, `LineChanged` when an anchor does not hold.
pub fn lines(action: &Lines, now: &Snapshot) -> Result<Resolution, Reason> {
    whole_lines_known(now)?;
    let Some(span) = now.span_of(action.range) else {
        return Err(Reason::OutOfRange {
            asked: action.range.last().number(),
            lines: now.line_count(),
            lowest: 1,
        });
    };
    check_anchors(action, now, span)?;
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

/// Whether the first and the last of the lines in `span` hold what their anchors say.
fn check_anchors(action: &Lines, now: &Snapshot, span: Span) -> Result<(), Reason> {
    let text = &now.bytes()[span.range()];
    let body = LineEnding::strip(text);
    let first = &text[..memchr::memchr(b'\n', text).map_or(text.len(), |newline| newline + 1)];
    let last = &body[memchr::memrchr(b'\n', body).map_or(0, |newline| newline + 1)..];
    check_anchor(action.anchors.first, action.range.first(), first)?;
    check_anchor(action.anchors.last, action.range.last(), last)
}

/// Whether `content` of `line` hashes to `expected`.
fn check_anchor(
    expected: Option<LineHash>,
    line: LineNumber,
    content: &[u8],
) -> Result<(), Reason> {
    let found = LineHash::of(content);
    match expected {
        Some(expected) if expected != found => Err(Reason::LineChanged {
            line,
            expected,
            found,
        }),
        _ => Ok(()),
    }
}

/// `span` without the byte-order mark at its start.
fn past_mark(now: &Snapshot, span: Span) -> Span {
    match span.start() == 0 && now.bytes().starts_with(BOM) {
        true => Span::of_len(BOM.len(), span.len() - BOM.len()),
        false => span,
    }
}
