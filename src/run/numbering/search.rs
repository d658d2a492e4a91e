//! Finds the lines that a tag or short anchors refer to, and their current place.
//!
//! A number and two characters are weak evidence. This evidence only counts if the task was shown these lines,
//! in a text that the hash or tag matches. The lines must still exist, in the same place or in exactly one other. If
//! several shown texts match, all of them must lead to the same lines.

use super::known_hash::{HashedLines, is_tag_of};
use crate::refusal::{Reason, Unshown};
use crate::request::{Action, InsertAt, LinesAt, ShortAnchor, ShownLines};
use crate::resolve::{MovedLines, anchors_of, lines_now};
use crate::run::history::shown_texts::ShownText;
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange};

/// Replaces the lines `asked` in `action` by line numbers of the text `now`. `shown` lists the contents that the task
/// was shown, newest first. Returns the lines of the action; `None` if it refers to the complete file.
///
/// # Errors
/// `Unshown`; `LinesChanged` with the current lines.
pub(super) fn renumber(
    action: &mut Action,
    asked: &ShownLines,
    shown: &[ShownText],
    now: &Snapshot,
) -> Result<Option<MovedLines>, Reason> {
    let Some((first, last)) = &asked.ends else {
        match action {
            Action::Remove => refuse_unshown_whole(asked, shown, now)?,
            _ => {
                texts_with_tag(asked, shown)?;
            }
        }
        return Ok(None);
    };
    let moved = find_lines(first, last, asked, shown, now)?;
    match action {
        Action::Lines(lines) => {
            lines.at = LinesAt::Numbers(moved.to.into(), anchors_of(moved.to, now));
        }
        Action::Insert(insert) if insert.at == InsertAt::After(moved.from.last()) => {
            insert.at = InsertAt::After(moved.to.last());
        }
        Action::Insert(insert) => insert.at = InsertAt::before_line(moved.to.first()),
        _ => {}
    }
    Ok(Some(moved))
}

/// The texts with the tag of `asked`; all texts if there is no tag.
///
/// # Errors
/// `Unshown` if no text has the tag.
fn texts_with_tag<'s>(
    asked: &ShownLines,
    shown: &'s [ShownText],
) -> Result<Vec<&'s ShownText>, Reason> {
    let mut found: Vec<&ShownText> = shown.iter().collect();
    if let Some(tag) = &asked.tag {
        found.retain(|one| is_tag_of(tag, &one.text));
        if found.is_empty() {
            let mut lines = None;
            if let Some((first, last)) = &asked.ends {
                lines = numbered_lines(first, last);
            }
            let tag = tag.clone();
            return Err(Unshown::Tag { tag, lines }.into());
        }
    }
    Ok(found)
}

/// Refuses to remove the file if the task was not shown all of `now`.
fn refuse_unshown_whole(
    asked: &ShownLines,
    shown: &[ShownText],
    now: &Snapshot,
) -> Result<(), Reason> {
    let texts = texts_with_tag(asked, shown)?;
    match texts.iter().find(|one| one.text.bytes() == now.bytes()) {
        Some(text) if text.shows_all() => Ok(()),
        Some(_) => {
            let all = LineRange::new(
                LineNumber::FIRST,
                LineNumber::after_lines(now.line_count().saturating_sub(1)),
            );
            let lines = all.unwrap_or(LineRange::single(LineNumber::FIRST));
            Err(Unshown::Lines(lines).into())
        }
        None => Err(Reason::Stale {
            expected: asked.tag.clone().unwrap_or_default(),
            found: Some(now.fingerprint()),
        }),
    }
}

/// The lines from `first` to `last`, as the task was shown them, and their current place.
fn find_lines(
    first: &ShortAnchor,
    last: &ShortAnchor,
    asked: &ShownLines,
    shown: &[ShownText],
    now: &Snapshot,
) -> Result<MovedLines, Reason> {
    let mut why = None;
    let mut found: Option<Result<MovedLines, Reason>> = None;
    for one in texts_with_tag(asked, shown)? {
        let lines = match lines_of_anchors(one, first, last) {
            Ok(lines) => lines,
            Err(unshown) => {
                why.get_or_insert(unshown);
                continue;
            }
        };
        let moved = lines_now(lines, &one.text, now).map(|to| MovedLines { from: lines, to });
        let is_same = match (&found, &moved) {
            (None, _) => true,
            (Some(Ok(found)), Ok(moved)) => found.to == moved.to,
            _ => false,
        };
        if !is_same {
            let anchor = first.to_string();
            return Err(Unshown::Several(anchor).into());
        }
        found.get_or_insert(moved);
    }
    if let Some(found) = found {
        return found;
    }
    Err(why
        .unwrap_or_else(|| unknown_anchor(first, first, last))
        .into())
}

/// The refusal of `anchor`, which is `first` or `last`.
fn unknown_anchor(anchor: &ShortAnchor, first: &ShortAnchor, last: &ShortAnchor) -> Unshown {
    Unshown::Hash {
        anchor: anchor.to_string(),
        lines: numbered_lines(first, last),
    }
}

/// The lines of `one` from `first` to `last`. Every line must have been shown.
fn lines_of_anchors(
    one: &ShownText,
    first: &ShortAnchor,
    last: &ShortAnchor,
) -> Result<LineRange, Unshown> {
    let hashed = HashedLines::new(&one.text);
    // A refusal must not reveal whether the anchors match lines that were not shown.
    if let Some(lines) = numbered_lines(first, last)
        && !one.shows(lines)
    {
        return Err(Unshown::Lines(lines));
    }
    let from = line_of_anchor(first, &hashed).ok_or_else(|| unknown_anchor(first, first, last))?;
    let to = line_of_anchor(last, &hashed).ok_or_else(|| unknown_anchor(last, first, last))?;
    let lines = LineRange::new(from, to).ok_or_else(|| Unshown::Hash {
        anchor: last.to_string(),
        lines: None,
    })?;
    if !one.shows(lines) {
        return Err(Unshown::Lines(lines));
    }
    Ok(lines)
}

fn line_of_anchor(anchor: &ShortAnchor, hashed: &HashedLines) -> Option<LineNumber> {
    let hash = anchor.hash.as_deref();
    let line = match anchor.line {
        Some(line) => line,
        None => hashed.named(hash?)?,
    };
    if line.number() > hashed.count() || !hashed.starts_with(line, &anchor.beginning) {
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

/// The lines with the numbers of the anchors; `None` if an anchor has no number.
fn numbered_lines(first: &ShortAnchor, last: &ShortAnchor) -> Option<LineRange> {
    LineRange::new(first.line?, last.line?)
}
