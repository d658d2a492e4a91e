//! Detects lost entries by missing numbers, and by unreadable lines after the last entry. No I/O.
//!
//! Numbers increase by one, so a damaged or deleted line between two entries leaves a gap. After the last entry, only
//! the remains of a line show the loss. A history that was truncated at the end of a line looks complete.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::line::EntryNumber;

/// The numbers of lost entries, collected while lines are read from the newest to the oldest.
#[derive(Clone, Debug, Default)]
pub(super) struct LostEntries {
    /// Newest first.
    ranges: Vec<RangeInclusive<u64>>,
    /// The number of the newest entry.
    newest: Option<u64>,
    /// The next older entry should have this number minus one.
    expected_below: u64,
    /// Numbers of transactions that were rolled back. Their entries may be missing.
    void: HashSet<u64>,
    /// The highest number before which entries were pruned.
    pruned: Option<u64>,
    /// Damaged lines after the newest entry.
    damaged: u64,
}

impl LostEntries {
    /// The lost numbers found so far, newest first.
    pub(super) fn ranges(&self) -> &[RangeInclusive<u64>] {
        &self.ranges
    }

    /// The lost and the pruned numbers found so far.
    pub(super) fn with_pruned(&self) -> Vec<RangeInclusive<u64>> {
        let mut ranges = self.ranges.clone();
        if let Some(last) = self.pruned {
            ranges.push(0..=last);
        }
        ranges
    }

    /// Adds the next older line, or the bytes after the last line ending.
    pub(super) fn add_line(&mut self, text: &[u8]) {
        match EntryNumber::parse(text) {
            EntryNumber::None => {}
            EntryNumber::Unreadable => {
                // Between two entries, the missing number shows the loss.
                if self.newest.is_none() {
                    self.damaged += 1;
                }
            }
            EntryNumber::Void(id) => {
                self.void.insert(id);
            }
            EntryNumber::Entry(id) => {
                self.note_missing_after(id);
                self.expected_below = id;
            }
            EntryNumber::Last(id) => {
                self.note_missing_after(id);
                self.expected_below = id + 1;
                self.pruned = Some(id);
            }
        }
    }

    /// Adds the numbers that are missing before the oldest line.
    pub(super) fn finish(&mut self) {
        if self.pruned.is_none() {
            self.note_missing_after(0);
        }
    }

    /// The number of the newest entry, unless something was lost in the lines read so far.
    pub(super) fn newest_if_complete(&self) -> Option<u64> {
        if self.ranges.is_empty() && self.damaged == 0 {
            self.newest
        } else {
            None
        }
    }

    /// The highest number of an entry, including lost entries.
    pub(super) fn last(&self) -> u64 {
        self.newest.unwrap_or(0) + self.damaged
    }

    /// Records that all numbers between `id` and the entry that was read last are missing.
    fn note_missing_after(&mut self, id: u64) {
        if self.newest.is_none() {
            self.newest = Some(id);
            self.expected_below = id + 1 + self.damaged;
        }
        let (mut first, mut end) = (id + 1, self.expected_below);
        while self.void.contains(&first) {
            first += 1;
        }
        while end > first && self.void.contains(&(end - 1)) {
            end -= 1;
        }
        if first < end {
            self.ranges.push(first..=end - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LostEntries;
    use crate::journal::line::{HistoryLine, Upkeep};

    fn line(line: &HistoryLine) -> Vec<u8> {
        let mut text = line.encode().unwrap();
        text.pop();
        text
    }

    fn entry(id: u64) -> Vec<u8> {
        // `Last` is the shortest numbered line.
        let text = line(&HistoryLine::Last {
            last: id,
            upkeep: Upkeep::default(),
        });
        crate::journal::line::reseal(&text, b"last", b"id")
    }

    fn last(id: u64) -> Vec<u8> {
        line(&HistoryLine::Last {
            last: id,
            upkeep: Upkeep::default(),
        })
    }

    /// The numbers lost from `lines`, which are oldest first, and the highest number.
    fn lost(lines: &[Vec<u8>]) -> (Vec<(u64, u64)>, u64) {
        let mut lost = LostEntries::default();
        lines.iter().rev().for_each(|text| lost.add_line(text));
        lost.finish();
        let found = lost.ranges().iter();
        (
            found.map(|lost| (*lost.start(), *lost.end())).collect(),
            lost.last(),
        )
    }

    #[test]
    fn missing_numbers_are_lost() {
        let done = |id| line(&HistoryLine::Done(id));
        let void = |id| line(&HistoryLine::Void(id));
        let damaged = || b"{\"id\":2,\"time\"".to_vec();
        assert_eq!(lost(&[]), (vec![], 0));
        assert_eq!(lost(&[entry(1), done(1), entry(2)]), (vec![], 2));
        assert_eq!(lost(&[entry(1), done(1), entry(3)]), (vec![(2, 2)], 3));
        assert_eq!(lost(&[entry(1), damaged(), entry(3)]), (vec![(2, 2)], 3));
        assert_eq!(lost(&[entry(1), damaged(), entry(2)]), (vec![], 2));
        assert_eq!(lost(&[entry(1), damaged()]), (vec![(2, 2)], 2));
        assert_eq!(lost(&[damaged(), damaged()]), (vec![(1, 2)], 2));
        assert_eq!(lost(&[entry(3)]), (vec![(1, 2)], 3));
        assert_eq!(lost(&[entry(3), last(3)]), (vec![], 3));
        assert_eq!(
            lost(&[entry(3), last(5), entry(7)]),
            (vec![(6, 6), (4, 5)], 7)
        );
        assert_eq!(
            lost(&[entry(3), void(4), void(5), last(5), entry(6)]),
            (vec![], 6)
        );
        assert_eq!(
            lost(&[entry(3), void(4), void(6), last(6)]),
            (vec![(5, 5)], 6)
        );
    }

    #[test]
    fn remains_of_unnumbered_lines_are_not_entries() {
        for text in ["{\"done\":1", "{\"re", "{\"void\":7,\"sum\":\"0\"}"] {
            assert_eq!(lost(&[entry(1), text.into()]), (vec![], 1), "{text}");
        }
        for text in ["{\"", "{\"i", "\0\0\0", "{\"done\":1,\"su{\"id\":2,"] {
            assert_eq!(lost(&[entry(1), text.into()]), (vec![(2, 2)], 2), "{text}");
        }
    }
}
