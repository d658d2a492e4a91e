//! Tests of anchored lines in a changed text, compared with a simple model: each line of the old text has a number,
//! which the new text keeps for lines that it keeps.

use std::path::Path;

use bytes::Bytes;

use super::{result, snapshot};
use crate::request::{OnStale, RangeAnchors};
use crate::resolve::follow::{anchors_of, follow_from, lines_now};
use crate::resolve::lines;
use crate::resolve::rebase::rebase;
use crate::resolve::three_way::MergeWay;
use crate::text::{LineHashes, LineNumber, LineRange};

/// A pseudorandom number generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }
}

/// A line, and its number in the old text if it comes from there unchanged.
type Line = (Option<usize>, String);

fn text(lines: &[Line]) -> String {
    lines.iter().map(|(_, line)| format!("{line}\n")).collect()
}

/// A typical line of code. Some of these lines occur often.
fn some_line(dice: &mut Dice) -> String {
    match dice.below(10) {
        0 => "}".to_owned(),
        1 => String::new(),
        2 => "    return x".to_owned(),
        _ => format!("    let a{} = {};", dice.below(400), dice.below(4)),
    }
}

/// Moves, changes, repeats, deletes or inserts some lines.
fn edit(lines: &mut Vec<Line>, dice: &mut Dice) {
    let count = lines.len();
    let at = dice.below(count);
    let some = (1 + dice.below(4)).min(count - at);
    match dice.below(6) {
        0 => {
            let added = (0..some)
                .map(|_| (None, some_line(dice)))
                .collect::<Vec<_>>();
            lines.splice(at..at, added);
        }
        1 if count > some => drop(lines.drain(at..at + some)),
        2 => lines[at] = (None, some_line(dice)),
        3 => {
            let copies: Vec<Line> = lines[at..at + some].to_vec();
            let copies = copies.into_iter().map(|(_, line)| (None, line));
            let to = dice.below(count);
            lines.splice(to..to, copies.collect::<Vec<_>>());
        }
        4 => {
            let moved: Vec<Line> = lines.drain(at..at + some).collect();
            let to = dice.below(lines.len() + 1);
            lines.splice(to..to, moved);
        }
        _ => {
            let added = (0..=some)
                .map(|_| (None, some_line(dice)))
                .collect::<Vec<_>>();
            lines.splice(0..0, added);
        }
    }
}

fn replaced(now: &[Line], at: usize, count: usize) -> String {
    let mut now = now.to_vec();
    now.splice(at..at + count, [(None, "NEW".to_owned())]);
    text(&now)
}

/// Replaces the lines in `range` of `old` in the text `now`, and returns three results: found by anchors alone, with
/// the old text known, and by line numbers of the old text.
fn outcome(old: &str, now: &str, range: LineRange) -> [Option<String>; 3] {
    let hashes = LineHashes::new(old.as_bytes());
    let anchors = RangeAnchors {
        first: hashes.at(range.first()),
        last: hashes.at(range.last()),
    };
    let new = Bytes::from_static(b"NEW");
    let on = |text: &str| {
        let placed = lines(range.into(), anchors, &new, &snapshot(text)).ok()?;
        Some(result(&placed.resolution, text))
    };
    let alone = on(now);
    let with_old = alone.clone().or_else(|| {
        let made = on(old)?;
        let [old, made, now] = [old, &made, now].map(snapshot);
        let changes = rebase(
            &old,
            &made,
            &now,
            MergeWay::of_rebase(Path::new("f"), OnStale::Rebase, &now),
        )
        .ok()
        .map(|(changes, _)| changes)
        .or_else(|| {
            let to = follow_from(range, old.bytes(), now.bytes())?;
            let placed = lines(to.into(), RangeAnchors::default(), &new, &now).ok()?;
            Some(placed.resolution.changes)
        })?;
        Some(String::from_utf8(changes.apply(now.bytes()).unwrap()).unwrap())
    });
    [alone, with_old, numbered(old, now, range)]
}

/// Like [`outcome`], with line numbers and the old text.
fn numbered(old: &str, now: &str, range: LineRange) -> Option<String> {
    let now_text = snapshot(now);
    let to = lines_now(range, &snapshot(old), &now_text).ok()?;
    let anchors = anchors_of(to, &now_text);
    let placed = lines(to.into(), anchors, &Bytes::from_static(b"NEW"), &now_text).ok()?;
    Some(result(&placed.resolution, now))
}

#[test]
fn lines_are_followed_where_they_moved_and_never_taken_for_others() {
    let (mut moved, mut followed, mut refused) = (0, [0; 3], 0);
    for seed in 0..2_000 {
        let mut dice = Dice(seed);
        let old: Vec<Line> = (0..10 + dice.below(60))
            .map(|number| (Some(number), some_line(&mut dice)))
            .collect();
        let count = 1 + dice.below(6);
        let first = dice.below(old.len() - count + 1);
        let mut now = old.clone();
        for _ in 0..=dice.below(4) {
            edit(&mut now, &mut dice);
        }
        let range = LineRange::new(
            LineNumber::after_lines(first),
            LineNumber::after_lines(first + count - 1),
        );
        let found = outcome(&text(&old), &text(&now), range.unwrap());
        let wanted: Vec<&str> = old[first..first + count]
            .iter()
            .map(|(_, line)| line.as_str())
            .collect();
        let is_text = |at: &usize| {
            let there = now[*at..*at + count].iter().map(|(_, line)| line.as_str());
            there.eq(wanted.iter().copied())
        };
        let is_same = |at: &usize| {
            let there = now[*at..*at + count].iter().map(|(number, _)| *number);
            there.eq((first..first + count).map(Some))
        };
        let last = now.len().saturating_sub(count);
        let places: Vec<usize> = (0..=last)
            .filter(|at| at + count <= now.len())
            .filter(is_text)
            .collect();
        let same = places.iter().copied().find(|at| is_same(at));
        for found in found.iter().flatten() {
            // Lines that occur once are accepted as the anchored lines, regardless of their origin.
            let only = places.first().filter(|_| places.len() == 1).copied();
            let allowed = same.into_iter().chain(only);
            let mut allowed = allowed.map(|at| replaced(&now, at, count));
            assert!(allowed.any(|text| text == *found), "seed {seed}");
        }
        refused += usize::from(found[1].is_none());
        if places.len() == 1 && same.is_some_and(|at| at != first) {
            moved += 1;
            for (count, found) in followed.iter_mut().zip(&found) {
                *count += usize::from(found.is_some());
            }
        }
    }
    assert!(moved > 500 && refused > 300, "{moved} {refused}");
    println!(
        "of {moved} that moved, followed {} by anchors alone, {} with the old text, {} by number",
        followed[0], followed[1], followed[2]
    );
    for followed in &followed[1..] {
        assert!(followed * 100 >= moved * 95, "{followed} of {moved}");
    }
}
