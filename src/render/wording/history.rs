//! Messages about edits that cannot be undone.

use std::path::Path;

use super::Caller;
use super::next::{edits_call, entry_call, log_call, redo_call};
use super::subject::{Subject, shell_word};
use super::template::optional;
use crate::refusal::{Nothing, UndoBlock};

/// The hint if there is nothing to undo.
pub(super) fn nothing_to_undo_hint(why: &Nothing, caller: Caller) -> String {
    if let Nothing::Journal(above) = why {
        return other_workspace_hint(above.as_deref(), caller);
    }
    if let Nothing::Followed(id) = why {
        let redo = redo_call(*id, caller);
        return format!("{redo} redoes it if that edit does not conflict");
    }
    let Some(log) = log_call(caller) else {
        return "check the file: it may already be correct".to_owned();
    };
    match why {
        Nothing::UndoOf(_) => format!("{log} shows which entry undid it, if any: redo that"),
        Nothing::Lost(_) => format!(
            "check the files; {log} lists the readable entries, which can be undone by number"
        ),
        _ => format!("{log} lists the entries"),
    }
}

/// The hint if nothing was edited from here. `above` is a workspace around this one that has edits.
fn other_workspace_hint(above: Option<&Path>, caller: Caller) -> String {
    match above {
        _ if !caller.is_typed() => "only edits made from here can be undone".to_owned(),
        Some(above) => format!(
            "`incise log -C {}` lists the edits made from there",
            shell_word(above)
        ),
        None => "`incise log -C DIR` lists the edits of another workspace".to_owned(),
    }
}

/// The hint if later edits changed the file. `later` lists them, and `shown` is the call that shows the entry.
fn later_edits_hint(later: &str, by_hand: &str, shown: Option<String>) -> String {
    let hint = format!("undo the later edits first{later}, or {by_hand}");
    hint + &optional("[; {} shows its changes]", shown)
}

/// The hint if an entry cannot be undone.
pub(super) fn undo_conflict_hint(subject: Subject<'_>, number: u64, why: &UndoBlock) -> String {
    let file = subject.word();
    let later = optional("[ ({})]", edits_call(subject));
    let shown = entry_call(number, subject.caller);
    match why {
        UndoBlock::Changed { .. } => later_edits_hint(&later, "edit the lines manually", shown),
        UndoBlock::Unknown { .. } => later_edits_hint(&later, "restore the file manually", shown),
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
