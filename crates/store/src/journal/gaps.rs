//! Entries that are lost: their numbers are missing, or lines behind the last entry cannot be read. Pure.
//!
//! Numbers rise by one, so a line that is damaged or gone between two entries is missed. Behind the last one only
//! what is left of it tells: a history that ends earlier, at the end of a line, looks as if it had never been longer.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::line::Numbered;

/// The numbers of lost entries, found while lines are read from the newest to the oldest.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    /// Newest first.
    found: Vec<RangeInclusive<u64>>,
    /// The number of the newest entry.
    newest: Option<u64>,
    /// The number that the next older entry is one below.
    newer: u64,
    /// Numbers that may be missing.
    void: HashSet<u64>,
    /// The last number of the old entries that were dropped.
    pruned: Option<u64>,
    /// Damaged lines behind the newest entry.
    damaged: u64,
}

impl Gaps {
    /// The gaps found so far, newest first.
    pub(super) fn found(&self) -> &[RangeInclusive<u64>] {
        &self.found
    }

    /// The numbers of the entries that are lost or were dropped, as far as the lines are read.
    pub(super) fn gone(&self) -> Vec<RangeInclusive<u64>> {
        let dropped = self.pruned.map(|last| 0..=last);
        self.found.iter().cloned().chain(dropped).collect()
    }

    /// Takes the next older line, or what is behind the last line ending.
    pub(super) fn read(&mut self, text: &[u8]) {
        match Numbered::of(text) {
            Numbered::Not => {}
            // The number of an older one is missing.
            Numbered::Lost => self.damaged += u64::from(self.newest.is_none()),
            Numbered::Void(id) => drop(self.void.insert(id)),
            Numbered::Entry(id) => {
                self.meet(id);
                self.newer = id;
            }
            Numbered::Last(id) => {
                self.meet(id);
                self.newer = id + 1;
                self.pruned = Some(id);
            }
        }
    }

    /// There is no older line.
    pub(super) fn end(&mut self) {
        if self.pruned.is_none() {
            self.meet(0);
        }
    }

    /// The number of the newest entry, if nothing is lost as far as the lines are read.
    pub(super) fn newest_of_all(&self) -> Option<u64> {
        let is_whole = self.found.is_empty() && self.damaged == 0;
        self.newest.filter(|_| is_whole)
    }

    /// The highest number that an entry has, or had.
    pub(super) fn last(&self) -> u64 {
        self.newest.unwrap_or(0) + self.damaged
    }

    /// Everything between the entry `id`, or the beginning, and what was read last is missing.
    fn meet(&mut self, id: u64) {
        if self.newest.is_none() {
            self.newest = Some(id);
            self.newer = id + 1 + self.damaged;
        }
        let (mut first, mut behind) = (id + 1, self.newer);
        while self.void.contains(&first) {
            first += 1;
        }
        while behind > first && self.void.contains(&(behind - 1)) {
            behind -= 1;
        }
        if first < behind {
            self.found.push(first..=behind - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Gaps;
    use crate::journal::line::{HistoryLine, Upkeep};

    fn line(line: &HistoryLine) -> Vec<u8> {
        let mut text = line.encode().unwrap();
        text.pop();
        text
    }

    fn entry(id: u64) -> Vec<u8> {
        // Of the lines with a number, this has the shortest.
        let text = line(&HistoryLine::Last {
            last: id,
            upkeep: Upkeep::default(),
        });
        crate::journal::line::resealed(&text, b"last", b"id")
    }

    fn last(id: u64) -> Vec<u8> {
        line(&HistoryLine::Last {
            last: id,
            upkeep: Upkeep::default(),
        })
    }

    /// The numbers lost from `lines`, oldest first, and the number that counting goes on from.
    fn lost(lines: &[Vec<u8>]) -> (Vec<(u64, u64)>, u64) {
        let mut gaps = Gaps::default();
        lines.iter().rev().for_each(|text| gaps.read(text));
        gaps.end();
        let found = gaps.found().iter();
        (
            found.map(|lost| (*lost.start(), *lost.end())).collect(),
            gaps.last(),
        )
    }

    #[test]
    fn a_number_that_is_missing_is_lost() {
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
    fn what_is_left_of_another_line_is_no_entry() {
        for text in ["{\"done\":1", "{\"re", "{\"void\":7,\"sum\":\"0\"}"] {
            assert_eq!(lost(&[entry(1), text.into()]), (vec![], 1), "{text}");
        }
        for text in ["{\"", "{\"i", "\0\0\0", "{\"done\":1,\"su{\"id\":2,"] {
            assert_eq!(lost(&[entry(1), text.into()]), (vec![(2, 2)], 2), "{text}");
        }
    }
}
