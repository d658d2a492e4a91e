//! `sorted`: both sides inserted lines into a sorted list, or replaced lines in it.

use std::ops::Range;

use bytes::Bytes;

use super::joined;
use crate::conflict::Conflict;
use crate::names;
use crate::pieces::Piece;
use crate::versions::NumberedLines;
use incise_text::text::{self, LineEnding};

/// The minimum number of lines above or below a place that show that it is in a sorted list.
const MIN_NEIGHBORS: usize = 2;

/// The lines that both sides inserted at `piece`, in the order of the surrounding list.
pub fn settle_insertions(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    if !piece.is_ours || !piece.base.is_empty() {
        return None;
    }
    let sides = conflict.lines();
    let ours: Vec<&[u8]> = sides.ours.each(piece.ours.clone()).collect();
    let theirs: Vec<&[u8]> = sides.theirs.each(piece.theirs.clone()).collect();
    let list = SortedList::around(&piece.base, &sides.base, ours.first()?)?;
    let all = sorted(&[&ours, &theirs]);
    for part in [&ours, &theirs, &all] {
        if !list.stays_sorted_with(part) {
            return None;
        }
    }
    if names::collide(&ours, &without(&theirs, &ours), &list.lines())
        || conflict.is_among_arguments(piece.base.start)
    {
        return None;
    }
    Some(joined(&all))
}

/// The merged lines of `piece`, if all three versions are lines of one sorted list. Contains no line that a side
/// removed, and all lines that a side inserted. `None` if both sides replaced a line.
pub fn settle_replacements(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    let sides = conflict.lines();
    let base: Vec<&[u8]> = sides.base.each(piece.base.clone()).collect();
    let ours: Vec<&[u8]> = sides.ours.each(piece.ours.clone()).collect();
    let theirs: Vec<&[u8]> = sides.theirs.each(piece.theirs.clone()).collect();
    let list = SortedList::around(&piece.base, &sides.base, base.first()?)?;
    let mut kept = Vec::new();
    for line in &base {
        match (ours.contains(line), theirs.contains(line)) {
            (true, true) => kept.push(*line),
            (false, false) => return None,
            _ => {}
        }
    }
    let our_new = without(&ours, &base);
    let their_new = without(&theirs, &base);
    let all = sorted(&[&kept, &our_new, &their_new]);
    for part in [&base, &ours, &theirs, &all] {
        if !list.stays_sorted_with(part) {
            return None;
        }
    }
    if names::collide(&our_new, &without(&their_new, &our_new), &list.lines())
        || conflict.is_among_arguments(piece.base.start)
    {
        return None;
    }
    Some(joined(&all))
}

fn without<'l>(lines: &[&'l [u8]], others: &[&[u8]]) -> Vec<&'l [u8]> {
    let mut rest = Vec::new();
    for line in lines {
        if !others.contains(line) {
            rest.push(*line);
        }
    }
    rest
}

/// The lines of `parts`, sorted and without duplicates.
fn sorted<'l>(parts: &[&[&'l [u8]]]) -> Vec<&'l [u8]> {
    let mut all = parts.concat();
    all.sort_by_key(|line| line.trim_ascii());
    all.dedup();
    all
}

/// The lines around a place that may be in a sorted list.
struct SortedList<'l> {
    above: Vec<&'l [u8]>,
    below: Vec<&'l [u8]>,
    indent: &'l [u8],
}

impl<'l> SortedList<'l> {
    /// The lines around `place` with the indentation of `entry`. `None` if they are too few to show an order.
    fn around(place: &Range<usize>, base: &NumberedLines<'l>, entry: &'l [u8]) -> Option<Self> {
        let mut list = Self {
            above: Vec::new(),
            below: Vec::new(),
            indent: text::indent_of(entry),
        };
        for line in (place.start.saturating_sub(MIN_NEIGHBORS)..place.start).rev() {
            if !list.may_contain(base.line(line)) {
                break;
            }
            list.above.insert(0, base.line(line));
        }
        for line in place.end..(place.end + MIN_NEIGHBORS).min(base.len()) {
            if !list.may_contain(base.line(line)) {
                break;
            }
            list.below.push(base.line(line));
        }
        if list.above.len().max(list.below.len()) < MIN_NEIGHBORS {
            return None;
        }
        Some(list)
    }

    fn may_contain(&self, line: &[u8]) -> bool {
        text::is_telling(line) && text::indent_of(line) == self.indent
    }

    fn lines(&self) -> Vec<&'l [u8]> {
        [&self.above[..], &self.below].concat()
    }

    /// True if the list stays sorted when `part` is inserted.
    fn stays_sorted_with(&self, part: &[&[u8]]) -> bool {
        for line in part {
            // The order of pipeline steps is significant.
            if !self.may_contain(line)
                || line.trim_ascii_start().starts_with(b"|>")
                || LineEnding::of_line(line).is_none()
            {
                return false;
            }
        }
        let whole = [&self.above[..], part, &self.below].concat();
        whole.is_sorted_by(|line, next| line.trim_ascii() < next.trim_ascii())
    }
}
