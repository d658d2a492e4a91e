//! Messages about edits that cannot be undone, and changes of lines in the form of a diff.

use super::Caller;
use super::next::{edits_call, entry_call, log_call, redo_call};
use super::plural::count;
use super::subject::{Subject, shell_word};
use super::template::optional;
use crate::change::LineChange;
use crate::refusal::{Nothing, UndoBlock};
use crate::render::escape::beginning;
use crate::text;

/// The maximum number of bytes of a line.
const LINE_BYTES: usize = 500;

/// The maximum number of lines of each side of a change.
const SIDE_LINES: usize = 20;

/// A change of lines in the form of a diff without positions: `-` or `+` before each line. Long sides are cut.
pub fn line_change(change: &LineChange) -> Vec<u8> {
    let mut shown = Vec::new();
    for (mark, text) in [(b'-', &change.old), (b'+', &change.new)] {
        let mut lines = text::lines(text);
        for line in lines.by_ref().take(SIDE_LINES) {
            shown.push(mark);
            shown.extend_from_slice(&beginning(
                line.strip_suffix(b"\n").unwrap_or(line),
                LINE_BYTES,
            ));
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

/// The hint if there is nothing to undo.
pub(super) fn nothing_to_undo_hint(why: &Nothing, caller: Caller) -> String {
    match (why, log_call(caller)) {
        (Nothing::Journal(Some(above)), _) if caller.is_typed() => {
            format!(
                "`incise log -C {}` lists the edits made from there",
                shell_word(above)
            )
        }
        (Nothing::Journal(None), _) if caller.is_typed() => {
            "`incise log -C DIR` lists the edits of another workspace".to_owned()
        }
        (Nothing::Journal(_), _) => "only edits made from here can be undone".to_owned(),
        (Nothing::Followed(id), _) => format!(
            "{} redoes it if that edit does not conflict",
            redo_call(*id, caller)
        ),
        (Nothing::UndoOf(_), Some(log)) => {
            format!("{log} shows which entry undid it, if any: redo that")
        }
        (Nothing::Lost(_), Some(log)) => format!(
            "check the files; {log} lists the readable entries, which can be undone by number"
        ),
        (_, Some(log)) => format!("{log} lists the entries"),
        (_, None) => "check the file: it may already be correct".to_owned(),
    }
}

/// The hint if an entry cannot be undone.
pub(super) fn undo_conflict_hint(subject: Subject<'_>, number: u64, why: &UndoBlock) -> String {
    let file = subject.word();
    let later = optional("[ ({})]", edits_call(subject));
    let shown = entry_call(number, subject.caller);
    match why {
        UndoBlock::Changed { .. } | UndoBlock::Unknown { .. } => {
            let by_hand = match why {
                UndoBlock::Changed { .. } => "edit the lines manually",
                _ => "restore the file manually",
            };
            let hint = format!("undo the later edits first{later}, or {by_hand}");
            hint + &optional("[; {} shows its changes]", shown)
        }
        UndoBlock::NotKept(_) => {
            optional("[{} shows what is known; ]restore the file manually", shown)
        }
        UndoBlock::Occupied if subject.caller.is_typed() => {
            format!("move `{file}` away first: `incise move {file} ...`")
        }
        UndoBlock::Occupied => format!("move `{file}` away first"),
        UndoBlock::Gone => {
            format!("undo its removal first{later}, or restore the file")
        }
    }
}
