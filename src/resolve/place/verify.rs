//! The last look before anybody sees the edits: are they those of the patch, and do they fit the text?

use crate::change::{ChangeSet, ChangeSetError};
use crate::patch::LineKind;
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::snapshot::Snapshot;
use crate::text::LineNumber;

use super::fit::{Fit, Layout, Side};
use super::pattern::Pattern;

/// Checks that `changes` fit `now` (so that taking them back restores it) and remove and add as many bytes
/// as the hunks that stand exactly say.
pub(super) fn agrees(
    changes: &ChangeSet,
    fits: &[Fit],
    patterns: &[Pattern],
    now: &Snapshot,
) -> Result<(), Reason> {
    changes.check(now.bytes()).map_err(|error| broken(&error))?;
    let mut meant = Balance::default();
    for fit in fits.iter().filter(|fit| fit.side == Side::Old) {
        match &fit.layout {
            Layout::Exact => meant.count_hunk(&patterns[fit.hunk]),
            Layout::Drifted(drifted) => {
                for edit in &drifted.edits {
                    meant.removed.count(&edit.old);
                    meant.added.count(&edit.new);
                }
            }
        }
    }
    let mut real = Balance::default();
    for edit in changes.edits() {
        real.removed.count(&edit.old);
        real.added.count(&edit.new);
    }
    if real == meant {
        Ok(())
    } else {
        Err(defect("the edits are not those of the hunks"))
    }
}

/// The refusal for edits that do not fit together: a defect here, never the caller's fault.
pub(super) fn broken(error: &ChangeSetError) -> Reason {
    defect(&error.to_string())
}

fn defect(what: &str) -> Reason {
    let failure = HunkFailure {
        hunk: 1,
        patch_line: LineNumber::FIRST,
        why: HunkWhy::Unverified {
            problem: what.to_owned(),
        },
        would_place: None,
    };
    Reason::HunkFailed {
        failures: vec![failure],
        total: 1,
    }
}

/// Removed and added text, whatever its order.
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

/// An order-free sum over lines: equal multisets of lines have equal sums.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    bytes: usize,
    lines: u64,
}

impl Sum {
    fn count(&mut self, text: &[u8]) {
        use std::hash::{Hash, Hasher};
        self.bytes += text.len();
        for line in super::exact::lines(text) {
            let mut hasher = std::hash::DefaultHasher::new();
            line.hash(&mut hasher);
            self.lines = self.lines.wrapping_add(hasher.finish());
        }
    }
}
