//! Turns exact matches into edits. Context lines keep the bytes of the file.

use bytes::Bytes;

use crate::change::Edit;
use crate::patch::{Hunk, HunkLine, LineKind, joined};
use crate::snapshot::Snapshot;
use crate::text::Span;

use crate::resolve::place::choose::fit::{Fit, Side};
use crate::resolve::place::hunk::pattern::Pattern;

/// The edits that apply `fit` to `now`, in order. Empty if the hunk is already applied.
pub fn edits(fit: &Fit, pattern: &Pattern, now: &Snapshot) -> Vec<Edit> {
    match (&fit.drifted, fit.side) {
        (_, Side::New) => Vec::new(),
        (None, Side::Old) => exact(pattern.hunk(), fit.span.start(), now),
        (Some(drifted), Side::Old) => drifted.edits.clone(),
    }
}

/// One edit for each run of changed lines of `hunk`, whose old side is at byte `at`.
fn exact(hunk: &Hunk, mut at: usize, now: &Snapshot) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut lines = &hunk.lines[..];
    while let Some(first) = lines.first() {
        if !first.is_change() {
            at += first.text.len();
            lines = &lines[1..];
            continue;
        }
        let run = lines.iter().take_while(|line| line.is_change()).count();
        let (changed, after) = lines.split_at(run);
        let removed: usize = texts(changed, LineKind::Removed).map(Bytes::len).sum();
        edits.push(Edit {
            at,
            old: now.slice(Span::of_len(at, removed)),
            new: joined(texts(changed, LineKind::Added)),
        });
        at += removed;
        lines = after;
    }
    edits
}

/// The texts of the `lines` of one kind.
fn texts(lines: &[HunkLine], kind: LineKind) -> impl Iterator<Item = &Bytes> + Clone {
    let lines = lines.iter().filter(move |line| line.kind == kind);
    lines.map(|line| &line.text)
}
