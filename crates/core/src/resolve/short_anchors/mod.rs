//! Edits by the short anchors of other tools: finds the lines that they name, and their place now.
//!
//! A number and two signs prove little. So they count only if the task was shown the very lines, in a text that the
//! hash or tag fits, and these lines still exist: at the same place, or at one other. If several texts that it was
//! shown fit, all of them must lead to the same lines.

mod known_hash;
#[cfg(test)]
mod tests;
mod xxh32;

use known_hash::{HashedLines, is_tag_of};

use super::MovedLines;
use super::follow::follow_from;
use super::lines::{changed_since, check_anchors, with_fresh};
use crate::change::ChangeSet;
use crate::refusal::{Fault, Reason, Unshown};
use crate::request::{
    Action, Hashline, HashlinePlace, Insert, InsertAt, Lines, LinesAt, Move, RangeAnchors,
    ShortAnchor,
};
use crate::snapshot::Snapshot;
use crate::text::{self, LineHashes, LineNumber, LineRange};

/// A text that a task was shown.
#[derive(Clone, Debug)]
pub struct ShownText {
    /// The text.
    pub text: Snapshot,
    /// For each of its lines, true if it was shown.
    pub shown: Vec<bool>,
}

/// An edit by short anchors, in terms of the present text.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedHashline {
    /// The edit, by the numbers of that text.
    pub action: Action,
    /// The lines that it names, which may have moved.
    pub moved: Option<MovedLines>,
}

impl ShownText {
    /// True if all of `lines` were shown.
    fn shows(&self, lines: LineRange) -> bool {
        let range = lines.first().lines_before()..lines.last().number();
        match self.shown.get(range) {
            Some(shown) => shown.iter().all(|is_shown| *is_shown),
            None => false,
        }
    }

    fn shows_all(&self) -> bool {
        self.shown.iter().all(|is_shown| *is_shown)
    }
}

/// The edit `asked` in the text `now`, by the texts that the task was shown, newest first.
///
/// # Errors
/// `Unshown`; `LinesChanged` with the present lines.
pub fn hashline(
    asked: &Hashline,
    shown: &[ShownText],
    now: &Snapshot,
) -> Result<PlacedHashline, Reason> {
    if let Some(action) = whole_text_action(asked) {
        match asked.place {
            HashlinePlace::Remove => refuse_unshown_whole(asked, shown, now)?,
            _ => tagged(asked, shown).map(drop)?,
        }
        let moved = None;
        return Ok(PlacedHashline { action, moved });
    }
    let Some((first, last)) = asked.place.ends() else {
        return Err(Reason::Store(Fault::KeepsChanging));
    };
    let moved = find_lines(first, last, asked, shown, now)?;
    let action = match asked.place {
        HashlinePlace::Before(_) => {
            let before = LineNumber::new(moved.to.first().lines_before());
            insert(asked, before.map_or(InsertAt::Beginning, InsertAt::After))
        }
        HashlinePlace::After(_) => insert(asked, InsertAt::After(moved.to.last())),
        _ => Action::Lines(Lines {
            at: LinesAt::Numbers(moved.to.into(), anchors_of(moved.to, now)),
            text: asked.text.clone(),
            may_rename: false,
        }),
    };
    let moved = Some(moved);
    Ok(PlacedHashline { action, moved })
}

fn insert(asked: &Hashline, at: InsertAt) -> Action {
    Action::Insert(Insert::lines(at, asked.text.clone()))
}

/// The action of `asked` if it names no line.
fn whole_text_action(asked: &Hashline) -> Option<Action> {
    Some(match &asked.place {
        HashlinePlace::Start => insert(asked, InsertAt::Beginning),
        HashlinePlace::End => insert(asked, InsertAt::End),
        HashlinePlace::Remove => Action::Remove,
        HashlinePlace::Move(to) => Action::Move(Move {
            to: to.clone(),
            makes_parents: false,
        }),
        HashlinePlace::Lines(..) | HashlinePlace::Before(_) | HashlinePlace::After(_) => {
            return None;
        }
    })
}

/// The texts that have the tag of `asked`; all if there is no tag.
///
/// # Errors
/// `Unshown` if no text has its tag.
fn tagged<'s>(asked: &Hashline, shown: &'s [ShownText]) -> Result<Vec<&'s ShownText>, Reason> {
    let mut found: Vec<&ShownText> = shown.iter().collect();
    if let Some(tag) = &asked.tag {
        found.retain(|one| is_tag_of(tag, &one.text));
        if found.is_empty() {
            let ends = asked.place.ends();
            return Err(Reason::from(Unshown::Tag {
                tag: tag.clone(),
                lines: ends.and_then(|(first, last)| numbers(first, last)),
            }));
        }
    }
    Ok(found)
}

/// Refuses to remove `now` if the task was not shown all of it.
fn refuse_unshown_whole(
    asked: &Hashline,
    shown: &[ShownText],
    now: &Snapshot,
) -> Result<(), Reason> {
    let texts = tagged(asked, shown)?;
    match texts.iter().find(|one| one.text.bytes() == now.bytes()) {
        Some(text) if text.shows_all() => Ok(()),
        Some(_) => {
            let all = LineRange::new(
                LineNumber::FIRST,
                LineNumber::after_lines(now.line_count().saturating_sub(1)),
            );
            let lines = all.unwrap_or(LineRange::single(LineNumber::FIRST));
            Err(Unshown::Lines { lines }.into())
        }
        None => Err(Reason::Stale {
            expected: asked.tag.clone().unwrap_or_default(),
            found: Some(now.fingerprint()),
        }),
    }
}

/// The lines from `first` to `last`, as the task was shown them, and their place now.
fn find_lines(
    first: &ShortAnchor,
    last: &ShortAnchor,
    asked: &Hashline,
    shown: &[ShownText],
    now: &Snapshot,
) -> Result<MovedLines, Reason> {
    let mut why = None;
    let mut found: Option<Result<MovedLines, Reason>> = None;
    for one in tagged(asked, shown)? {
        let lines = match lines_of_anchors(one, first, last) {
            Ok(lines) => lines,
            Err(unshown) => {
                why.get_or_insert(unshown);
                continue;
            }
        };
        let here = place_now(lines, &one.text, now).map(|to| MovedLines { from: lines, to });
        let is_same = match (&found, &here) {
            (None, _) => true,
            (Some(Ok(found)), Ok(here)) => found.to == here.to,
            _ => false,
        };
        if !is_same {
            let anchor = first.to_string();
            return Err(Unshown::Several { anchor }.into());
        }
        found.get_or_insert(here);
    }
    if let Some(found) = found {
        return found;
    }
    Err(why.unwrap_or_else(|| unknown(first, first, last)).into())
}

/// The refusal of `anchor`, one of the anchors `first` and `last` of an edit.
fn unknown(anchor: &ShortAnchor, first: &ShortAnchor, last: &ShortAnchor) -> Unshown {
    Unshown::Hash {
        anchor: anchor.to_string(),
        lines: numbers(first, last),
    }
}

/// The lines of `one` from `first` to `last`, all of them shown.
fn lines_of_anchors(
    one: &ShownText,
    first: &ShortAnchor,
    last: &ShortAnchor,
) -> Result<LineRange, Unshown> {
    let hashed = HashedLines::new(&one.text);
    // The lines that were not shown tell no more than that.
    if let Some(lines) = numbers(first, last)
        && !one.shows(lines)
    {
        return Err(Unshown::Lines { lines });
    }
    let from = line_of_anchor(first, &hashed).ok_or_else(|| unknown(first, first, last))?;
    let to = line_of_anchor(last, &hashed).ok_or_else(|| unknown(last, first, last))?;
    let lines = LineRange::new(from, to).ok_or_else(|| Unshown::Hash {
        anchor: last.to_string(),
        lines: None,
    })?;
    if one.shows(lines) {
        Ok(lines)
    } else {
        Err(Unshown::Lines { lines })
    }
}

fn line_of_anchor(anchor: &ShortAnchor, hashed: &HashedLines) -> Option<LineNumber> {
    let hash = anchor.hash.as_deref();
    let line = match anchor.line {
        Some(line) => line,
        None => hashed.named(hash?)?,
    };
    if line.number() > hashed.count() || !hashed.begins(line, &anchor.beginning) {
        return None;
    }
    if anchor.line.is_some()
        && let Some(hash) = hash
        && !hashed.is_hash_of(hash, line)
    {
        return None;
    }
    Some(line)
}

/// The lines with the numbers of the anchors.
fn numbers(first: &ShortAnchor, last: &ShortAnchor) -> Option<LineRange> {
    LineRange::new(first.line?, last.line?)
}

/// The place in `now` of the lines `lines` of `then`: unchanged, or the only other one.
///
/// # Errors
/// `LinesChanged` with the lines that are there, and the changes since.
fn place_now(lines: LineRange, then: &Snapshot, now: &Snapshot) -> Result<LineRange, Reason> {
    let anchors = anchors_of(lines, then);
    let hashes = LineHashes::new(now.bytes());
    if lines.last().number() <= now.line_count() && check_anchors(lines, anchors, &hashes).is_ok() {
        return Ok(lines);
    }
    if let Some(to) = moved_by_changes(lines, then, now) {
        return Ok(to);
    }
    if let Some(to) = follow_from(lines, then.bytes(), now.bytes()) {
        return Ok(to);
    }
    let reason = Reason::LinesChanged {
        lines,
        now: Vec::new(),
        since: changed_since(lines, anchors, then, now).unwrap_or_default(),
    };
    Err(with_fresh(reason, lines, now, &hashes))
}

/// The place in `now` of the lines `lines` of `then`, if no change touches them or the lines next to them.
fn moved_by_changes(lines: LineRange, then: &Snapshot, now: &Snapshot) -> Option<LineRange> {
    let changes = ChangeSet::by_line(then.bytes(), now.bytes());
    let (mut added, mut removed) = (0, 0);
    for block in changes.line_blocks(then.bytes()) {
        let first = block.old_line.lines_before();
        let count = text::lines(&then.bytes()[block.old.range()]).count();
        if first > lines.last().number() {
            break;
        }
        if first + count >= lines.first().lines_before() {
            return None;
        }
        added += text::lines(&block.new).count();
        removed += count;
    }
    let first = LineNumber::new(lines.first().number() + added - removed)?;
    let last = LineNumber::new(lines.last().number() + added - removed)?;
    LineRange::new(first, last)
}

fn anchors_of(lines: LineRange, text: &Snapshot) -> RangeAnchors {
    let hashes = LineHashes::new(text.bytes());
    RangeAnchors {
        first: hashes.at(lines.first()),
        last: hashes.at(lines.last()),
    }
}
