//! The final check: the edits are those of the patch, and they fit the text.

use crate::change::{ChangeSet, ChangeSetError};
use crate::patch::LineKind;
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::resolve::Tier;
use crate::snapshot::Snapshot;
use crate::text::LineNumber;

use crate::resolve::place::choose::fit::{Drifted, Fit, Side};
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::line;
use crate::resolve::place::hunk::pattern::Pattern;

/// Checks that `changes` fit `now` (so that undoing them restores it), and that they remove and add what the hunks
/// say: to the byte where they are exact, else without regard to whitespace and, where the mode allows it, to lines
/// that are only similar.
pub fn agrees(
    changes: &ChangeSet,
    fits: &[Fit],
    patterns: &[Pattern],
    now: &Snapshot,
) -> Result<(), Reason> {
    changes.check(now.bytes()).map_err(|error| broken(&error))?;
    let mut expected = Balance::default();
    for fit in fits.iter().filter(|fit| fit.side == Side::Old) {
        match &fit.drifted {
            None => expected.count_hunk(&patterns[fit.hunk]),
            Some(drifted) => {
                if !carries_out(drifted, &patterns[fit.hunk]) {
                    return Err(defect("the edits are not those of a hunk that has drifted"));
                }
                for edit in &drifted.edits {
                    expected.removed.count(&edit.old);
                    expected.added.count(&edit.new);
                }
            }
        }
    }
    let mut real = Balance::default();
    for edit in changes.edits() {
        real.removed.count(&edit.old);
        real.added.count(&edit.new);
    }
    if real == expected {
        Ok(())
    } else {
        Err(defect("the edits are not those of the hunks"))
    }
}

/// True if the edits of `drifted` remove and add the lines that they carry out, whitespace aside. If removed lines may
/// be only similar, their number must agree.
fn carries_out(drifted: &Drifted, pattern: &Pattern) -> bool {
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
    let mut real = Balance::default();
    let mut really_removed = 0;
    for edit in &drifted.edits {
        real.removed.count_loosely(&edit.old);
        real.added.count_loosely(&edit.new);
        really_removed += exact::lines(&edit.old).count();
    }
    match drifted.tier {
        // Their tokens were compared when they were made.
        Tier::Layout => true,
        Tier::Fuzzy(_) => real.added == expected.added && really_removed == removed,
        _ => real == expected,
    }
}

/// The refusal for edits that do not fit together: a defect here, never the caller's fault.
pub fn broken(error: &ChangeSetError) -> Reason {
    defect(&error.to_string())
}

fn defect(what: &str) -> Reason {
    let failure = HunkFailure {
        hunk: 1,
        patch_line: LineNumber::FIRST,
        why: HunkWhy::Unverified(what.to_owned()),
        would_place: None,
    };
    Reason::HunkFailed {
        failures: vec![failure],
        total: 1,
    }
}

/// Removed and added text, in any order.
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
