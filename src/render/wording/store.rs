//! Hints for faults of the store: the system, other processes, the journal. The store has their messages.

use super::Caller;
use super::file::{missing_hint, missing_parent_hint, not_a_file_hint, outside_root_hint};
use super::history::{nothing_to_undo_hint, undo_conflict_hint};
use super::next::view_call;
use super::subject::{Subject, shell_word};
use super::template::optional;
use crate::refusal::Fault;
use crate::render::escape::path;
use crate::request::Means;
use crate::snapshot::RESERVED;

/// The hint for the client of a server that lacks a permission.
const CLOSED: &str = "the server lacks the permission: ask someone who can grant it";

// A flat table with an entry per fault.
pub(super) fn store_fault_hint(subject: Subject<'_>, fault: &Fault) -> String {
    match fault {
        Fault::BackupIsTarget => match subject.caller.attached_option("backup", ".orig") {
            Some(backup) => format!("choose another suffix: {backup}"),
            None => "omit one of the two files".to_owned(),
        },
        Fault::KeepsChanging => "run the same command again when the other processes have finished".to_owned(),
        Fault::NothingToUndo(why) => nothing_to_undo_hint(why, subject.caller),
        Fault::UndoConflict { entry, why } => undo_conflict_hint(subject, *entry, why),
        Fault::Locked {
            file: Some(lock), ..
        } if lock.machine.is_some() => {
            let lock = path(&lock.path);
            format!("try again; if that process has ended, delete `{lock}`")
        }
        Fault::Locked { .. } => optional(
            "try again[; {} waits longer]",
            subject.caller.number_option("lock_timeout", "SECONDS"),
        ),
        Fault::RecoveryPending { why: None, .. } => {
            "let that user run `incise recover` here; if the log no longer exists, your own `incise recover` deletes the marker"
                .to_owned()
        }
        Fault::RecoveryPending { why: Some(_), .. } => {
            "fix the cause and run `incise recover`; or check the files, then delete the log and `.incise-pending` next to them"
                .to_owned()
        }
        Fault::MissingParent(directory) => missing_parent_hint(directory, subject.caller),
        Fault::OpenElsewhere(_) => optional(
            "let the process close the file[, or {} writes into the existing file]",
            subject.caller.switch("in_place"),
        ),
        Fault::ClosedDirectory { directory, .. } => match subject.caller.words.means {
            Means::Shell => {
                format!("`ls -ld {}` shows who may read and write it", shell_word(directory))
            }
            Means::Tools(_) => CLOSED.to_owned(),
        },
        Fault::NotTakenBack { .. } => match subject.caller.words.means {
            Means::Shell => "fix the cause; `incise recover` then undoes the change".to_owned(),
            Means::Tools(_) => {
                "fix the cause; the next edit here then undoes the change".to_owned()
            }
        },
        Fault::MountPoint(_) => match subject.caller.switch("in_place") {
            Some(in_place) => format!("{in_place} writes into the existing file, which keeps its name"),
            None => "unmount it, or edit the file at its source".to_owned(),
        },
        Fault::StickyDirectory(_) => optional(
            "let the owner do it[; if you may write to the file, {} writes into it]",
            subject.caller.switch("in_place"),
        ),
        Fault::Permission(_) => match subject.caller.words.means {
            Means::Shell => {
                let (directory, file) = (subject.directory(), subject.word());
                format!(
                    "`ls -ld {directory} {file}` and `lsattr -d {directory} {file}` show who may write the directory and the file"
                )
            }
            Means::Tools(_) => CLOSED.to_owned(),
        },
        Fault::NoSpace { .. } => match subject.caller.words.means {
            Means::Shell => {
                "free some space (`df -h`, `quota`) and run the same command again".to_owned()
            }
            Means::Tools(_) => "free some space and make the same call again".to_owned(),
        },
        Fault::Attributes { .. } => match subject.caller.switch("in_place") {
            Some(in_place) => format!("{in_place} writes into the existing file, which keeps them"),
            None => "edit it on a file system that keeps them, or remove them first".to_owned(),
        },
        Fault::OpenFiles { .. } => {
            "raise the limit of open files (`ulimit -n`), or change the files of fewer directories at once"
                .to_owned()
        }
        Fault::Io { .. } => "fix the cause, then run the same command again".to_owned(),
        Fault::SyncFailed(_) => optional(
            "the new text is in place: `sync` makes it durable[, {} shows it]",
            view_call(subject, None),
        ),
        Fault::Protected(component) if component.to_ascii_lowercase().starts_with(RESERVED) => {
            format!("names that start with `{RESERVED}` are reserved for incise; use another")
        }
        Fault::Protected(_) => {
            "change version-control data with its own commands, such as `git config`".to_owned()
        }
        Fault::TooLarge { len, .. } => raised_limit(*len, subject.caller),
        Fault::NulInPath => "file names cannot contain one".to_owned(),
        Fault::BackupSuffix => "--backup=.bak".to_owned(),
        Fault::TwoNames(_) => "omit one of the names: an in-place edit changes both".to_owned(),
        Fault::OtherKind => "use another name, or delete it first".to_owned(),
        Fault::OutsideRoot(_) => outside_root_hint(subject.caller).to_owned(),
        Fault::NotAFile(kind) => not_a_file_hint(*kind, subject),
        Fault::Missing => missing_hint(subject),
        Fault::BadGlob { .. } | Fault::UnknownType { .. } => "check the path".to_owned(),
    }
}

/// The option that raises the size limit to `len` bytes.
pub(super) fn raised_limit(len: u64, caller: Caller) -> String {
    match caller.number_option("max_size", len) {
        Some(size) => format!("{size} allows it"),
        None => "the limit cannot be changed here".to_owned(),
    }
}
