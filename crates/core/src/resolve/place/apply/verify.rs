//! The final check: the edits match the patch and the text.

use crate::change::{ChangeSet, ChangeSetError};
use crate::patch::LineKind;
use crate::refusal::{HunkWhy, Reason};
use crate::resolve::Tier;
use crate::snapshot::Snapshot;
use crate::text::LineNumber;

use crate::resolve::place::choose::fit::{Drifted, Fit, Side};
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::line;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::report::failure;

/// Checks that `changes` match `now` (so that they can be undone), and that they remove and add the lines of the
/// hunks. The lines of exact hunks must be equal. In drifted hunks, whitespace may differ, and in the `fuzzy` tier
/// the removed lines may differ.
pub fn check(
    changes: &ChangeSet,
    fits: &[Fit],
    patterns: &[Pattern],
    now: &Snapshot,
) -> Result<(), Reason> {
    changes
        .check(now.bytes())
        .map_err(|error| invalid_changes(&error))?;
    let mut expected = Balance::default();
    for fit in fits.iter().filter(|fit| fit.side == Side::Old) {
        match &fit.drifted {
            None => expected.count_hunk(&patterns[fit.pattern_index]),
            Some(drifted) => {
                if !matches_hunk(drifted, &patterns[fit.pattern_index]) {
                    return Err(defect("the edits are not those of a hunk that has drifted"));
                }
                for edit in &drifted.edits {
                    expected.removed.count(&edit.old);
                    expected.added.count(&edit.new);
                }
            }
        }
    }
    let mut actual = Balance::default();
    for edit in changes.edits() {
        actual.removed.count(&edit.old);
        actual.added.count(&edit.new);
    }
    if actual == expected {
        Ok(())
    } else {
        Err(defect("the edits are not those of the hunks"))
    }
}

/// True if the edits of `drifted` remove and add the lines that they apply, ignoring whitespace. If removed lines may
/// be similar only, compares their number.
fn matches_hunk(drifted: &Drifted, pattern: &Pattern) -> bool {
    let mut expected = Balance::default();
    let mut removed = 0;
    for &number in &drifted.lines {
        let line = &pattern.hunk().lines[number];
        match line.kind {
            LineKind::Removed => {
                expected.removed.count_loosely(&line.text);
                removed += 1;
            }
            LineKind::Added => expected.added.count_loosely(&line.text),
            LineKind::Context => {}
        }
    }
    let mut actual = Balance::default();
    let mut actual_removed = 0;
    for edit in &drifted.edits {
        actual.removed.count_loosely(&edit.old);
        actual.added.count_loosely(&edit.new);
        actual_removed += exact::lines(&edit.old).count();
    }
    match drifted.tier {
        // The tokens were compared when the edits were made.
        Tier::Layout => true,
        Tier::Fuzzy(_) => actual.added == expected.added && actual_removed == removed,
        _ => actual == expected,
    }
}

/// The refusal for edits that do not fit together, which is a bug and not an error of the caller.
pub fn invalid_changes(error: &ChangeSetError) -> Reason {
    defect(&error.to_string())
}

fn defect(what: &str) -> Reason {
    failure::whole_patch(LineNumber::FIRST, HunkWhy::Unverified(what.to_owned()))
}

/// The removed and the added text, in any order of lines.
#[derive(Debug, Default, PartialEq, Eq)]
struct Balance {
    removed: Sum,
    added: Sum,
}

impl Balance {
    fn count_hunk(&mut self, pattern: &Pattern) {
        for line in &pattern.hunk().lines {
            match line.kind {
                LineKind::Removed => self.removed.count(&line.text),
                LineKind::Added => self.added.count(&line.text),
                LineKind::Context => {}
            }
        }
    }
}

/// A sum over lines that does not depend on their order. Equal multisets of lines have equal sums.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    bytes: usize,
    lines: u64,
}

impl Sum {
    fn count(&mut self, text: &[u8]) {
        self.bytes += text.len();
        for line in exact::lines(text) {
            self.lines = self.lines.wrapping_add(exact::hash(line));
        }
    }

    /// Counts the lines of `text` that are not blank, in their loose form.
    fn count_loosely(&mut self, text: &[u8]) {
        for line in exact::lines(text) {
            let key = line::loose(line);
            if !key.is_empty() {
                self.bytes += key.len();
                self.lines = self.lines.wrapping_add(exact::hash(&key));
            }
        }
    }
}
