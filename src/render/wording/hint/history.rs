//! The way out where others wrote meanwhile, or an edit cannot be taken back.

use super::super::{Caller, CommandKind};
use super::joined;
use super::next::{edits, entry, log, look, redo};
use super::subject::{Subject, word_of};
use crate::refusal::{Nothing, UndoBlock};
use crate::request::{Means, Options};
use crate::text::LineRange;

/// The way out of a conflict with another task.
pub(super) fn conflict(subject: Subject<'_>, lines: Option<LineRange>, caller: Caller) -> String {
    let seen = look(subject, lines, caller);
    let mut hint = joined("read the lines again", " with ", seen, "");
    hint += as_task(caller);
    hint += match caller.command {
        CommandKind::TakeBack => ", then try again",
        _ => ", then edit what stands there",
    };
    match caller.worded("on_conflict", "force") {
        Some(force) => format!("{hint}; {force} overrules the other task"),
        None => hint,
    }
}

/// What a call that shows lines has to say beside them.
pub(super) fn as_task(caller: Caller) -> &'static str {
    match (caller.words.options, caller.words.means) {
        (Options::Flags | Options::CommonFlags, _) => " and your --task",
        // `view` has no fields; its task can be said beside the call.
        (_, Means::Shell) => " and your task in INCISE_TASK",
        (_, Means::Tools(tools)) if tools.names_task => " and your \"task\"",
        (_, Means::Tools(_)) => "",
    }
}

/// The way out where there is nothing to take back.
pub(super) fn nothing_to_undo(why: &Nothing, caller: Caller) -> String {
    match (why, log(caller)) {
        (Nothing::Journal(Some(above)), _) if caller.is_typed() => {
            format!(
                "`incise log -C {}` lists the edits made from there",
                word_of(above)
            )
        }
        (Nothing::Journal(None), _) if caller.is_typed() => {
            "`incise log -C DIR` lists what was done in another one".to_owned()
        }
        (Nothing::Journal(_), _) => "only what was edited from here can be taken back".to_owned(),
        (Nothing::Followed(id), _) => format!(
            "{} redoes it where that edit is not in the way",
            redo(*id, caller)
        ),
        (Nothing::UndoOf(_), Some(log)) => {
            format!("{log} tells which entry took it back, if one did: redo that")
        }
        (Nothing::Lost(_), Some(log)) => format!(
            "look at the files; {log} lists the entries that can be read, each of which can be taken back by its number"
        ),
        (_, Some(log)) => format!("{log} lists what there is"),
        (_, None) => "look at the file: it may be as it should be".to_owned(),
    }
}

/// The way out where an entry cannot be taken back.
pub(super) fn undo_conflict(
    subject: Subject<'_>,
    number: u64,
    why: &UndoBlock,
    caller: Caller,
) -> String {
    let file = subject.word();
    let later = edits(subject, caller).map_or_else(String::new, |edits| format!(" ({edits})"));
    let shown = entry(number, caller);
    match why {
        UndoBlock::Changed { .. } | UndoBlock::Unknown { .. } => {
            let by_hand = match why {
                UndoBlock::Changed { .. } => "edit the lines by hand",
                _ => "restore the file by hand",
            };
            let hint = format!("undo what came later first{later}, or {by_hand}");
            joined(&hint, "; ", shown, " shows what was done")
        }
        UndoBlock::NotKept(_) => {
            let restore = "restore the file by hand";
            shown.map_or(restore.to_owned(), |entry| {
                format!("{entry} shows what is known; {restore}")
            })
        }
        UndoBlock::Occupied if caller.is_typed() => {
            format!("move `{file}` away first: `incise move {file} ...`")
        }
        UndoBlock::Occupied => format!("move `{file}` away first"),
        UndoBlock::Gone => {
            format!("undo its removal first{later}, or put the file back")
        }
    }
}
