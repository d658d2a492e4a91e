//! Sentences and hints about what the journal knows: conflicts between tasks, and what cannot be undone.

use std::ops::RangeInclusive;

use super::plural::{count, in_words};
use crate::change::{LineChange, TaskConflict};
use crate::refusal::{NotKept, Nothing, UndoBlock};
use crate::render::escape::{beginning, visible};
use crate::text;

/// Lines that another task wrote.
pub(super) fn conflict(conflicts: &[TaskConflict]) -> String {
    let Some(first) = conflicts.first() else {
        return "conflict with another task".to_owned();
    };
    let task = visible(first.task.as_bytes());
    let more = match conflicts.len() - 1 {
        0 => String::new(),
        more => format!(", and {} more", count(more, "place")),
    };
    format!(
        "conflict: task `{task}` wrote {} in entry {}{more}",
        in_words(first.lines),
        first.entry
    )
}

/// Most bytes shown of each of these lines.
const WIDE: usize = 500;

/// Most lines shown of each side of a change.
const SHOWN: usize = 20;

/// A change of lines as a diff shows it, without positions: `-` and `+` before each line. Long sides are
/// cut.
pub fn line_change(change: &LineChange) -> Vec<u8> {
    let mut shown = Vec::new();
    for (mark, text) in [(b'-', &change.old), (b'+', &change.new)] {
        let mut lines = text::lines(text);
        for line in lines.by_ref().take(SHOWN) {
            shown.push(mark);
            shown.extend_from_slice(&beginning(line.strip_suffix(b"\n").unwrap_or(line), WIDE));
            shown.push(b'\n');
        }
        let more = lines.count();
        if more > 0 {
            let more = count(more, "more line");
            shown.extend_from_slice(format!("{}({more})\n", char::from(mark)).as_bytes());
        }
    }
    shown
}

/// The sentence about entries that are lost, by their numbers, newest first.
pub(super) fn unreadable(entries: &[RangeInclusive<u64>]) -> String {
    let ranges: Vec<String> = entries
        .iter()
        .rev()
        .map(|lost| {
            let (first, last) = (lost.start(), lost.end());
            if first == last {
                first.to_string()
            } else {
                format!("{first}-{last}")
            }
        })
        .collect();
    let is_one = entries.len() == 1 && entries[0].start() == entries[0].end();
    let (noun, what) = if is_one {
        ("entry", "it")
    } else {
        ("entries", "they")
    };
    let ranges = ranges.join(", ");
    format!("{noun} {ranges} cannot be read, so what {what} changed is not known")
}

/// The sentence about an undo that finds nothing.
pub(super) fn nothing_to_undo(why: &Nothing) -> String {
    match why {
        Nothing::Edit => "there is no edit left to undo".to_owned(),
        Nothing::Undo => "there is no undo left to redo".to_owned(),
        Nothing::Followed(id) => {
            format!(
                "undo {id} was followed by an edit of the same file, so it is not the next to redo"
            )
        }
        Nothing::Entry(id) => format!("the journal has no entry {id}"),
        Nothing::UndoOf(id) => format!("entry {id} is no undo, so it cannot be redone"),
        Nothing::OfTask(task) => {
            let task = visible(task.as_bytes());
            format!("there is no edit of task `{task}` left to undo")
        }
        Nothing::Effect(id) => format!("entry {id} is undone already"),
        Nothing::Files(id) => {
            format!(
                "what entry {id} changed is unavailable, it is gone from the journal or damaged"
            )
        }
        Nothing::Lost(entries) => format!("the journal is damaged: {}", unreadable(entries)),
        Nothing::Journal(_) => "this workspace has no journal: no edit of it was noted".to_owned(),
    }
}

/// Why an entry cannot be undone.
pub(super) fn undo_conflict(entry: u64, why: &UndoBlock) -> String {
    let why = match why {
        UndoBlock::Changed { lines, .. } => format!("{} changed since", in_words(*lines)),
        UndoBlock::Unknown { made, found } => {
            let name = |text: &Option<crate::snapshot::Fingerprint>| {
                text.map_or("no file".to_owned(), |text| text.to_string())
            };
            format!("it made {}, there is {}", name(made), name(found))
        }
        UndoBlock::Occupied => "there is a file where one would come back".to_owned(),
        UndoBlock::Gone => "the file is gone".to_owned(),
        UndoBlock::NotKept(why) => not_kept(*why).to_owned(),
    };
    format!("entry {entry} cannot be undone: {why}")
}

/// Why a text is not there.
pub(super) fn not_kept(why: NotKept) -> &'static str {
    match why {
        NotKept::Private => "its text is not kept, files of this name usually hold secrets",
        NotKept::TooLarge => "its text is not kept, it is too large",
        NotKept::Lost => "its text is unavailable, it is gone from the journal or damaged",
    }
}
