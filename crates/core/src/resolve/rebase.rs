//! What was made of an earlier text, put onto the text that the file has now: changes apart stand both, changes that
//! touch are a refusal.

use super::SettledRegion;
use super::ending::whole_lines_known;
use super::merge::{MergeWay, conflict, settled_regions};
use crate::change::{Bias, ChangeSet, Edit};
use crate::merge::Versions;
use crate::refusal::{Fault, MergeConflict, Reason};
use crate::request::AskedLines;
use crate::snapshot::{Fingerprint, Snapshot};
use crate::text::{self, LineRange, Span};

/// The text that edits were made against, and the one that they were put onto.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebased {
    /// The earlier text.
    pub from: Fingerprint,
    /// The text that was there.
    pub onto: Fingerprint,
}

/// The changes of `onto` that `made` is of `base`, merged as `how` says, and what rules settled.
///
/// # Errors
/// `stale` with what was changed on both sides, line by line; `form` where lines cannot be told.
pub(super) fn rebase(
    base: &Snapshot,
    made: &Snapshot,
    onto: &Snapshot,
    how: MergeWay<'_>,
) -> Result<(ChangeSet, Vec<SettledRegion>), Reason> {
    for text in [base, made, onto] {
        whole_lines_known(text)?;
    }
    // A byte-order mark that all have is no part of the first line: what is put in above that is no change of it.
    let marks = [base, made, onto].map(|text| text::bom_len(text.bytes()));
    let mark = marks.into_iter().min().unwrap_or_default();
    let bare = |text: &Snapshot| text.bytes().slice(mark..);
    let versions = Versions {
        base: bare(base),
        ours: bare(onto),
        theirs: bare(made),
    };
    let merged = how.merged(&versions);
    let shown = Snapshot::of_text(bare(onto));
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
    let edits = merged.edits();
    let edits = edits.iter().flat_map(differing).map(|edit| Edit {
        at: edit.at + mark,
        ..edit
    });
    let edits = edits.collect();
    let changes = ChangeSet::new(onto.bytes().len(), edits).map_err(|error| {
        Reason::Store(Fault::Io {
            during: "merge the changes of",
            error: error.to_string(),
        })
    })?;
    Ok((changes, settled_regions(&merged, &shown)))
}

/// The lines of `edit` that differ.
fn differing(edit: &Edit) -> impl Iterator<Item = Edit> + use<> {
    let at = edit.at;
    let lines = ChangeSet::by_line(&edit.old, &edit.new);
    let edits = lines.edits().to_vec().into_iter();
    edits.map(move |edit| Edit {
        at: at + edit.at,
        ..edit
    })
}

/// Whether the numbers of `asked` name other lines in `now` than in `then`, for lines came or went before these or among
/// them. What is beyond the end of `then` was not counted in it.
pub fn is_renumbered(asked: AskedLines, then: &Snapshot, now: &Snapshot) -> bool {
    let count = |text: &Snapshot| text::lines(text.bytes()).count();
    let Ok(named) = asked.in_text(count(then)) else {
        return false;
    };
    let (first, end) = (named.first().lines_before(), named.last().number());
    if end > count(then) {
        return false;
    }
    let changes = ChangeSet::by_line(then.bytes(), now.bytes());
    let (mut came, mut went) = (0, 0);
    for block in changes.line_blocks(then.bytes()) {
        let old = text::lines(&then.bytes()[block.old.range()]).count();
        let new = text::lines(&block.new).count();
        let start = block.old_line.lines_before();
        if start + old <= first {
            (came, went) = (came + new, went + old);
        } else if start < end && old != new {
            return true;
        }
    }
    let now_named = asked.in_text(count(now)).ok();
    now_named.is_none_or(|now| {
        now.first().lines_before() + went != first + came || now.count() != named.count()
    })
}

/// Places of one text, in another that it became.
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

    /// How many of `lines` are as they were, and how many there are.
    pub(super) fn kept(&self, lines: LineRange) -> (usize, usize) {
        let Some(span) = self.from.span_of(lines) else {
            return (0, 0);
        };
        let text = self.from.bytes();
        let changed = self.changes.line_blocks(text).map(|block| block.old);
        let changed: Vec<Span> = changed.collect();
        let (mut at, mut kept, mut all) = (span.start(), 0, 0);
        for line in text::lines(&text[span.range()]) {
            let line = Span::of_len(at, line.len());
            at = line.end();
            all += 1;
            let is_in =
                |changed: &Span| changed.start() < line.end() && line.start() < changed.end();
            kept += usize::from(!changed.iter().any(is_in));
        }
        (kept, all)
    }

    pub(super) fn lines(&self, lines: LineRange) -> LineRange {
        let span = self.from.span_of(lines);
        span.map_or(lines, |span| self.to.lines_of(self.span(span)))
    }
}
