//! Applies edits of an earlier text to the file's present text. Changes that touch each other are refused.

use super::SettledRegion;
use super::ending::whole_lines_known;
use super::three_way::{MergeWay, conflict, settled_regions};
use crate::change::{Bias, ChangeSet, Edit};
use crate::merge::Versions;
use crate::refusal::{Fault, MergeConflict, Reason};
use crate::request::AskedLines;
use crate::snapshot::{Fingerprint, Snapshot};
use crate::text::{self, LineRange, Span};

/// The text that edits were made against, and the text that they were applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebased {
    /// The earlier text.
    pub from: Fingerprint,
    /// The present text.
    pub onto: Fingerprint,
}

/// The changes from `base` to `made` as changes of `onto`, merged as `how` says, with the regions that rules settled.
///
/// # Errors
/// `stale` with the lines that both sides changed; `form` if lines are not known.
pub(super) fn rebase(
    base: &Snapshot,
    made: &Snapshot,
    onto: &Snapshot,
    how: MergeWay<'_>,
) -> Result<(ChangeSet, Vec<SettledRegion>), Reason> {
    for text in [base, made, onto] {
        whole_lines_known(text)?;
    }
    // A byte-order mark that all texts have is skipped: an insertion above the first line must not change that line.
    let marks = [base, made, onto].map(|text| text::bom_len(text.bytes()));
    let mark = marks.into_iter().min().unwrap_or_default();
    let versions = Versions {
        base: base.bytes().slice(mark..),
        ours: onto.bytes().slice(mark..),
        theirs: made.bytes().slice(mark..),
    };
    let merged = how.merged(&versions);
    let shown = Snapshot::of_text(versions.ours.clone());
    let conflicts: Vec<MergeConflict> = merged
        .conflicts()
        .map(|(region, cause)| conflict(merged.texts(region), cause, &shown))
        .collect();
    if !conflicts.is_empty() {
        return Err(Reason::NotRebased {
            texts: Box::new([base, onto].map(Snapshot::fingerprint)),
            conflicts,
        });
    }
    let mut edits = Vec::new();
    for edit in merged.edits() {
        let lines = ChangeSet::by_line(&edit.old, &edit.new);
        edits.extend(lines.edits().iter().map(|line| Edit {
            at: mark + edit.at + line.at,
            ..line.clone()
        }));
    }
    let changes = ChangeSet::new(onto.bytes().len(), edits)
        .map_err(|error| Fault::io("merge the changes of", error))?;
    Ok((changes, settled_regions(&merged, &shown)))
}

/// True if the numbers of `asked` name other lines in `now` than in `then`, because lines were added or removed before
/// these or among them. Numbers beyond the end of `then` cannot be judged.
pub fn is_renumbered(asked: AskedLines, then: &Snapshot, now: &Snapshot) -> bool {
    let count = text::lines(then.bytes()).count();
    let Ok(named) = asked.in_text(count) else {
        return false;
    };
    let (first, end) = (named.first().lines_before(), named.last().number());
    if end > count {
        return false;
    }
    let changes = ChangeSet::by_line(then.bytes(), now.bytes());
    let (mut added, mut removed) = (0, 0);
    for block in changes.line_blocks(then.bytes()) {
        let old = text::lines(&then.bytes()[block.old.range()]).count();
        let new = text::lines(&block.new).count();
        let start = block.old_line.lines_before();
        if start + old <= first {
            added += new;
            removed += old;
        } else if start < end && old != new {
            return true;
        }
    }
    match asked.in_text(text::lines(now.bytes()).count()) {
        Ok(now_named) => {
            now_named.first().lines_before() + removed != first + added
                || now_named.count() != named.count()
        }
        Err(_) => true,
    }
}

/// Maps places of a text to a later text.
pub(super) struct Followed<'t> {
    from: &'t Snapshot,
    to: &'t Snapshot,
    changes: ChangeSet,
}

impl<'t> Followed<'t> {
    pub(super) fn new(from: &'t Snapshot, to: &'t Snapshot) -> Self {
        Self {
            changes: ChangeSet::by_line(from.bytes(), to.bytes()),
            from,
            to,
        }
    }

    pub(super) fn span(&self, span: Span) -> Span {
        self.changes.map_span(span, (Bias::After, Bias::Before))
    }

    /// The number of unchanged lines among `lines`, and of all.
    pub(super) fn kept(&self, lines: LineRange) -> (usize, usize) {
        let Some(span) = self.from.span_of(lines) else {
            return (0, 0);
        };
        let text = self.from.bytes();
        let changed = self.changes.line_blocks(text).map(|block| block.old);
        let changed_lines: Vec<Span> = changed.collect();
        let (mut start, mut kept, mut all) = (span.start(), 0, 0);
        for line in text::lines(&text[span.range()]) {
            let end = start + line.len();
            let is_changed = changed_lines
                .iter()
                .any(|changed| changed.start() < end && start < changed.end());
            all += 1;
            kept += usize::from(!is_changed);
            start = end;
        }
        (kept, all)
    }

    pub(super) fn lines(&self, lines: LineRange) -> LineRange {
        match self.from.span_of(lines) {
            Some(span) => self.to.lines_of(self.span(span)),
            None => lines,
        }
    }
}
