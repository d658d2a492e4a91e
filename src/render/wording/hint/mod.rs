//! The way out of a refusal: a flag, a field or the next command. A flag that forces never comes first.
//!
//! The table is here, with what hunks and new texts need; what a search that failed and a path that leads nowhere
//! need is next door, as are the arguments that make the same call succeed.

mod file;
mod retry;
mod search;
mod shell;

use super::history::undo_conflict_hint;
use super::{Command, Setting};
use crate::refusal::{FormChange, HunkFailure, HunkWhy, Nothing, Reason, Refusal, Unaccepted};
use crate::render::escape::{path, shortened};
use file::{exists, missing, missing_parent, missing_target, not_a_file, out_of_range};
use search::{ambiguous, count_mismatch, not_found};
use shell::{range, shell_word, word_of};

pub use retry::retry;

/// The way out, without `hint:`; never empty.
pub fn hint(refusal: &Refusal, setting: Setting) -> String {
    shortened(way_out(refusal, setting))
}

// One flat table, as long as there are reasons.
fn way_out(refusal: &Refusal, setting: Setting) -> String {
    let file = shell_word(refusal);
    match &refusal.reason {
        Reason::NotFound { why, .. } => not_found(&file, why.as_deref(), setting),
        Reason::Ambiguous { candidates, .. } => ambiguous(candidates, setting),
        Reason::CountMismatch {
            expected, found, ..
        } => count_mismatch(&file, *expected, *found, setting),
        Reason::AlreadyApplied { .. } => match setting.command {
            Command::Apply => "drop this edit, or set \"idempotent\": true to accept it".to_owned(),
            Command::Patch | Command::Payload(_) => "nothing is left to do for this file".to_owned(),
            _ => "nothing is left to do; --idempotent makes this a success".to_owned(),
        },
        Reason::Exists { .. } => exists(&file, setting),
        Reason::OutOfRange { lowest, lines, .. } => out_of_range(&file, *lowest, *lines, setting),
        Reason::Overlap { lines } => {
            let range = range(*lines);
            format!("join the two edits into one; `incise view {file} {range}` shows the lines")
        }
        Reason::HunkFailed { failures, .. } => hunk_failed(&file, failures),
        Reason::PartlyApplied { .. } => {
            "drop the hunks that are applied, or make the patch again from the file as it is; \
             --skip-applied leaves them out"
                .to_owned()
        }
        Reason::Shrink { .. } => {
            "check that the new text is whole; if it is meant to be that short, --force-shrink"
                .to_owned()
        }
        Reason::Residue { .. } => {
            "write out what the placeholder stands for; if the text is meant, --allow-residue"
                .to_owned()
        }
        Reason::Form(change) => form(*change, &file),
        Reason::Syntax { .. } => {
            "mend the new text; if the grammar is wrong about it, --syntax warn".to_owned()
        }
        Reason::ValidationFailed { why, .. } => validation_failed(why).to_owned(),
        Reason::Usage { hint, .. } => given(
            hint,
            "`incise --help` lists the commands, `incise COMMAND --help` their flags",
        ),
        Reason::BadRequest { hint, .. } | Reason::MixedModes { hint, .. } => {
            given(hint, "`incise apply --help` shows a request of each kind")
        }
        Reason::BadPatch { line, .. } => {
            format!("see line {line} of the diff; `git diff` and `diff -u` print what is read")
        }
        Reason::LeftoverLines { .. } => {
            "give every line of a hunk its ` `, `-` or `+`, and correct the counts in its `@@` line"
                .to_owned()
        }
        Reason::Stale { found: Some(_), .. } => {
            format!("read it again with `incise view {file}` and use the hash it prints")
        }
        Reason::Stale { found: None, .. } => {
            format!("the file is gone: find its new name, or make it with `incise create {file}`")
        }
        Reason::LineChanged { line, .. } => {
            format!("read it again with `incise view {file} {line}`")
        }
        Reason::SiteGone { .. } => {
            "run `incise check replace` again: it prints the ids of the places as they are"
                .to_owned()
        }
        Reason::Restless => "run the same command again when the others have finished".to_owned(),
        Reason::Conflict { conflicts } => {
            let view = match conflicts.first() {
                Some(first) => format!("incise view {file} {}", range(first.lines)),
                None => format!("incise view {file}"),
            };
            format!(
                "read the lines again with `{view}` and your --task, then edit what stands there; \
                 --on-conflict force overrules the other task"
            )
        }
        Reason::NothingToUndo {
            why: Nothing::UndoOf(_),
        } => "`incise log` tells which entry took it back, if one did: redo that".to_owned(),
        Reason::NothingToUndo { .. } => "`incise log` lists what there is".to_owned(),
        Reason::UndoConflict { entry, why } => undo_conflict_hint(&file, *entry, why),
        Reason::Locked {
            file: Some(lock), ..
        } if lock.machine.is_some() => {
            let lock = path(&lock.path);
            format!("try again; if that process has ended, remove `{lock}`")
        }
        Reason::Locked { .. } => "try again; --lock-timeout SECONDS waits longer".to_owned(),
        Reason::RecoveryPending { why: None, .. } => {
            "let that user run `incise recover` here; if there is no such log any more, look at the \
             files, then remove `.incise-pending` and `.incise-*` beside them"
                .to_owned()
        }
        Reason::RecoveryPending { why: Some(_), .. } => {
            "mend the cause and run `incise recover`, or look at the files, then remove the log and \
             `.incise-pending` beside them"
                .to_owned()
        }
        Reason::Missing => missing(&file, setting),
        Reason::MissingTarget { alike } => missing_target(alike, setting),
        Reason::MissingParent { directory } => missing_parent(&word_of(directory), setting),
        Reason::Permission { .. } => {
            format!("see who may write the file and its directory with `ls -ld {file}`")
        }
        Reason::NoSpace { .. } => {
            "free some space (`df -h`, `quota`) and run the same command again".to_owned()
        }
        Reason::NotAFile { kind } => not_a_file(*kind, &file),
        Reason::Io { .. } => "run the same command again once the cause is mended".to_owned(),
        Reason::SyncFailed { .. } => {
            format!(
                "the new text is in place: `sync` makes it durable, `incise view {file}` shows it"
            )
        }
        Reason::OutsideRoot { .. } => {
            "use a path inside the root, or name the directory with --root DIR".to_owned()
        }
        Reason::Protected { .. } => {
            "change version-control data with its own commands, such as `git config`".to_owned()
        }
        Reason::Binary => {
            "if these bytes are meant, --binary; a patch changes binary files without it".to_owned()
        }
        Reason::TooLarge { len, .. } => format!("--max-size {len} lets it through"),
        Reason::ReadOnly { .. } => {
            format!("`chmod u+w {file}` makes it writable; --allow-read-only replaces it as it is")
        }
    }
}

fn given(hint: &Option<String>, otherwise: &str) -> String {
    hint.clone().unwrap_or_else(|| otherwise.to_owned())
}

fn hunk_failed(file: &str, failures: &[HunkFailure]) -> String {
    if let Some(mode) = placing_mode(failures) {
        return format!(
            "--mode {mode} would place what is left; check it first with `incise check patch`"
        );
    }
    let why = failures.first().map(|failure| &failure.why);
    match why {
        Some(HunkWhy::NoMatch { .. } | HunkWhy::Doubtful(_) | HunkWhy::Conflict { .. }) => {
            let differs = why.and_then(HunkWhy::difference);
            let line = differs.map_or(String::new(), |differs| format!(" {}", differs.line));
            format!("make the patch again from the file as it is; see `incise view {file}{line}`")
        }
        Some(HunkWhy::Ambiguous { .. } | HunkWhy::NoAnchor | HunkWhy::Undecided { .. }) => {
            "make the patch with more lines of context, such as `git diff -U10`".to_owned()
        }
        Some(HunkWhy::Overlap { .. }) => "join the two hunks into one".to_owned(),
        Some(HunkWhy::AlreadyApplied { .. }) => {
            "drop the hunk that is applied, or --skip-applied".to_owned()
        }
        Some(HunkWhy::Truncated) => "get the whole patch: its end is missing".to_owned(),
        Some(HunkWhy::LeavesText { .. }) => {
            format!("`incise remove {file}` deletes the file whatever is in it")
        }
        Some(HunkWhy::Unverified { .. }) => {
            format!("please report it; meanwhile `incise replace {file}` makes the change")
        }
        _ => format!("make the patch again from the file as it is; see `incise view {file}`"),
    }
}

/// The mildest mode that would place every hunk that failed.
fn placing_mode(failures: &[HunkFailure]) -> Option<&'static str> {
    const BOLDNESS: [&str; 3] = ["tolerant", "merge", "fuzzy"];
    let boldness = |failure: &HunkFailure| {
        let mode = failure.would_place.as_ref()?.mode;
        BOLDNESS.iter().position(|bold| *bold == mode)
    };
    let modes: Option<Vec<usize>> = failures.iter().map(boldness).collect();
    Some(BOLDNESS[modes?.into_iter().max()?])
}

fn form(change: FormChange, file: &str) -> String {
    match change {
        FormChange::Encoding => "give the new text in the file's encoding, as UTF-8".to_owned(),
        FormChange::ByteOrderMark => {
            "begin the new text as the file begins: with its byte-order mark, or without".to_owned()
        }
        FormChange::LineEndings => {
            format!(
                "`incise check files {file}` tells how its lines end; end those of the new text so"
            )
        }
        FormChange::FinalNewline => {
            "end the new text as the file ends: with a newline, or without".to_owned()
        }
    }
}

fn validation_failed(why: &Unaccepted) -> &'static str {
    match why {
        Unaccepted::Exit(_) | Unaccepted::Signal(_) => {
            "mend the new text as the command says; if the old text fails as well, mend that first"
        }
        Unaccepted::TimedOut(_) => {
            "validate with a faster command: one that looks at one file only"
        }
        Unaccepted::NotStarted(_) => {
            "no shell is used: name a program on the PATH, or --validate 'sh -c \"...\" sh {}'"
        }
        Unaccepted::Touched => {
            "use the command's mode that only checks; let it change the file after the edit"
        }
    }
}
