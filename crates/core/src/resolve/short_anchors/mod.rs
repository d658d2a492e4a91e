//! Edits by the short anchors of other tools: which lines they mean, and where those are now.
//!
//! A number and two signs prove little. So they count only where the task was shown the very lines, in a text in which
//! hash or tag hold, and these lines still stand: where they were, or in one other place. Where several texts that it
//! was shown would do, all of them have to lead to the same lines.

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
    /// Whether each of its lines was shown.
    pub shown: Vec<bool>,
}

/// What an edit by short anchors is in the text that there is.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedHashline {
    /// The edit, by the numbers of that text.
    pub action: Action,
    /// The lines that it names, which may have moved.
    pub moved: Option<MovedLines>,
}

impl ShownText {
    /// Whether all of `lines` were shown.
    fn shows(&self, lines: LineRange) -> bool {
        let shown = self
            .shown
            .get(lines.first().lines_before()..lines.last().number());
        shown.is_some_and(|shown| shown.iter().all(|is_shown| *is_shown))
    }

    fn shows_all(&self) -> bool {
        self.shown.iter().all(|is_shown| *is_shown)
    }
}

/// The edit `asked` in the text `now`, by what the task was shown, newest first.
///
/// # Errors
/// `Unshown`; `LinesChanged` with what stands where the lines were.
pub fn hashline(
    asked: &Hashline,
    shown: &[ShownText],
    now: &Snapshot,
) -> Result<PlacedHashline, Reason> {
    let insert = |at: InsertAt| Action::Insert(Insert::lines(at, asked.text.clone()));
    if let Some(action) = of_whole_text(asked, insert) {
        match asked.place {
            HashlinePlace::Remove => shown_whole(asked, shown, now)?,
            _ => tagged(asked, shown).map(drop)?,
        }
        let moved = None;
        return Ok(PlacedHashline { action, moved });
    }
    let Some((first, last)) = asked.place.ends() else {
        return Err(Reason::Store(Fault::KeepsChanging));
    };
    let moved = lines_meant(first, last, asked, shown, now)?;
    let action = match asked.place {
        HashlinePlace::Before(_) => {
            let before = LineNumber::new(moved.to.first().lines_before());
            insert(before.map_or(InsertAt::Beginning, InsertAt::After))
        }
        HashlinePlace::After(_) => insert(InsertAt::After(moved.to.last())),
        _ => Action::Lines(Lines {
            at: LinesAt::Numbers(moved.to.into(), anchors_of(moved.to, now)),
            text: asked.text.clone(),
            may_rename: false,
        }),
    };
    let moved = Some(moved);
    Ok(PlacedHashline { action, moved })
}

/// What `asked` is if it names no line.
fn of_whole_text(asked: &Hashline, insert: impl Fn(InsertAt) -> Action) -> Option<Action> {
    Some(match &asked.place {
        HashlinePlace::Start => insert(InsertAt::Beginning),
        HashlinePlace::End => insert(InsertAt::End),
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

/// The texts that have the tag of `asked`; all, where there is none.
///
/// # Errors
/// `Unshown` where it has one that none has.
fn tagged<'s>(asked: &Hashline, shown: &'s [ShownText]) -> Result<Vec<&'s ShownText>, Reason> {
    let Some(tag) = &asked.tag else {
        return Ok(shown.iter().collect());
    };
    let has_tag = |one: &&ShownText| is_tag_of(tag, &one.text);
    let found: Vec<&ShownText> = shown.iter().filter(has_tag).collect();
    if found.is_empty() {
        let ends = asked.place.ends();
        let lines = ends.and_then(|(first, last)| numbers(first, last));
        let tag = tag.clone();
        return Err(Unshown::Tag { tag, lines }.into());
    }
    Ok(found)
}

/// Whether the task was shown all of `now`, which is to go.
fn shown_whole(asked: &Hashline, shown: &[ShownText], now: &Snapshot) -> Result<(), Reason> {
    let texts = tagged(asked, shown)?;
    let is_now = |one: &&&ShownText| one.text.bytes() == now.bytes();
    match texts.iter().find(is_now) {
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

/// The lines from `first` to `last`, as the task was shown them, and where they are now.
fn lines_meant(
    first: &ShortAnchor,
    last: &ShortAnchor,
    asked: &Hashline,
    shown: &[ShownText],
    now: &Snapshot,
) -> Result<MovedLines, Reason> {
    let mut why = None;
    let mut found: Option<Result<MovedLines, Reason>> = None;
    for one in tagged(asked, shown)? {
        let lines = match meant_in(one, first, last) {
            Ok(lines) => lines,
            Err(unshown) => {
                why.get_or_insert(unshown);
                continue;
            }
        };
        let here = where_now(lines, &one.text, now).map(|to| MovedLines { from: lines, to });
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
    let unknown = || Unshown::Hash {
        anchor: first.to_string(),
        lines: numbers(first, last),
    };
    found.unwrap_or_else(|| Err(why.unwrap_or_else(unknown).into()))
}

/// The lines of `one` from `first` to `last`, all of them shown.
fn meant_in(
    one: &ShownText,
    first: &ShortAnchor,
    last: &ShortAnchor,
) -> Result<LineRange, Unshown> {
    let hashed = HashedLines::of(&one.text);
    let line_of = |anchor: &ShortAnchor| {
        let line = match (anchor.line, &anchor.hash) {
            (Some(line), _) => Some(line),
            (None, Some(name)) => hashed.named(name),
            (None, None) => None,
        };
        let line = line.filter(|line| line.number() <= hashed.count());
        let holds = |line: &LineNumber| {
            let hash = anchor.hash.as_deref().filter(|_| anchor.line.is_some());
            hash.is_none_or(|hash| hashed.is_hash_of(hash, *line))
                && hashed.begins(*line, &anchor.beginning)
        };
        line.filter(holds).ok_or_else(|| Unshown::Hash {
            anchor: anchor.to_string(),
            lines: numbers(first, last),
        })
    };
    // What was not shown tells no more than that.
    if let Some(lines) = numbers(first, last)
        && !one.shows(lines)
    {
        return Err(Unshown::Lines { lines });
    }
    let (from, to) = (line_of(first)?, line_of(last)?);
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

/// The lines that have these numbers.
fn numbers(first: &ShortAnchor, last: &ShortAnchor) -> Option<LineRange> {
    LineRange::new(first.line?, last.line?)
}

/// Where the lines `lines` of `then` are in `now`: in the place where they were, or in the only other one.
///
/// # Errors
/// `LinesChanged` with the lines that stand there, and what became of those.
fn where_now(lines: LineRange, then: &Snapshot, now: &Snapshot) -> Result<LineRange, Reason> {
    let anchors = anchors_of(lines, then);
    let hashes = LineHashes::of(now.bytes());
    let stands =
        lines.last().number() <= now.line_count() && check_anchors(lines, anchors, &hashes).is_ok();
    if stands {
        return Ok(lines);
    }
    let to = carried(lines, then, now);
    if let Some(to) = to.or_else(|| follow_from(lines, then.bytes(), now.bytes())) {
        return Ok(to);
    }
    let reason = Reason::LinesChanged {
        lines,
        now: Vec::new(),
        since: changed_since(lines, anchors, then, now).unwrap_or_default(),
    };
    Err(with_fresh(reason, lines, now, &hashes))
}

/// Where the lines `lines` of `then` are in `now`, with the lines beside them: no change touches these.
fn carried(lines: LineRange, then: &Snapshot, now: &Snapshot) -> Option<LineRange> {
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
    let moved = |line: LineNumber| LineNumber::new(line.number() + added - removed);
    LineRange::new(moved(lines.first())?, moved(lines.last())?)
}

fn anchors_of(lines: LineRange, text: &Snapshot) -> RangeAnchors {
    let hashes = LineHashes::of(text.bytes());
    RangeAnchors {
        first: hashes.at(lines.first()),
        last: hashes.at(lines.last()),
    }
}
