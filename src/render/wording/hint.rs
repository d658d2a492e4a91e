//! The hint of a refusal: an option or the next step, in the caller's words. An option that forces never comes first.
//!
//! This is the table. Each subject (a file, a key, a diff, the history, ...) has a module with its sentences and hints.
//! [`Caller`] names options, and `next` the next step.

use super::file::{
    empty_search_hint, exists_hint, missing_hint, missing_target_hint, not_a_file_hint,
    out_of_range_hint,
};
use super::history::{as_task, conflict_hint};
use super::key::key_fault_hint;
use super::new_text::{
    encoding_hint, example_of, form_hint, validation_failed_hint, without_residue_hint,
};
use super::next::{look, rehearsal};
use super::patch::{bad_patch_hint, bad_target_hint, hunk_failed_hint};
use super::search::{
    ambiguous_hint, count_mismatch_hint, no_region_hint, not_found_hint, several_regions_hint,
};
use super::store::{raised_limit, store_fault_hint};
use super::subject::Subject;
use super::suggestion::suggestion_fault_hint;
use super::{Caller, CommandKind, impossible, next};
use crate::refusal::{Escape, MarkerFault, Reason, Refusal, Unshown};
use crate::render::escape::shortened;
use crate::request::{Means, Options};
use crate::text::LineRange;

/// The way out, without `hint:`; never empty.
pub fn hint(refusal: &Refusal, caller: Caller) -> String {
    let caller = caller.about(refusal);
    let hint = joined(
        &whole_hint(refusal, caller),
        "; ",
        merging(refusal, caller),
        " merges both changes, which do not touch",
    );
    shortened(match refusal.undoable {
        Some(entry) => {
            let undo = next::undo(entry, caller);
            format!("{undo} undoes the newest entry that can be undone; {hint}")
        }
        None => hint,
    })
}

/// The option that merges what is in the way with what was asked, where that would do.
fn merging(refusal: &Refusal, caller: Caller) -> Option<String> {
    let (name, word) = match refusal.reason {
        _ if !refusal.would_merge => return None,
        Reason::Conflict { .. } => ("on_conflict", "merge"),
        _ => ("on_stale", "rebase"),
    };
    caller.worded(name, word)
}

// One flat table, as long as there are reasons.
fn whole_hint(refusal: &Refusal, caller: Caller) -> String {
    let subject = Subject::new(refusal);
    let seen = |lines| look(subject, lines, caller);
    match &refusal.reason {
        Reason::NotFound { why, .. } => not_found_hint(subject, why.as_deref(), caller),
        Reason::Ambiguous { candidates, .. } => ambiguous_hint(candidates, caller),
        Reason::Key { why, .. } => key_fault_hint(subject, why, caller),
        Reason::Suggestion { rule, why } => suggestion_fault_hint(rule, why, caller),
        Reason::HalfBlock { .. } => {
            "insert the missing marker line, or delete the other one".to_owned()
        }
        Reason::NotThatSymbol { .. } => joined(
            "give the complete definition",
            "; for another name, ",
            caller.switch("rename"),
            "",
        ),
        Reason::OtherSymbol { .. } => {
            "give complete definitions, with the brackets and indentation of the code around them".to_owned()
        }
        Reason::BrokenSymbol { line, .. } => joined(
            "fix the error first",
            "; ",
            seen(Some(LineRange::single(*line))),
            " shows it",
        ),
        Reason::NoRegion { region, nearest } => no_region_hint(region, nearest, subject, caller),
        Reason::SeveralRegions { region, candidates } => {
            several_regions_hint(region, candidates, caller)
        }
        Reason::CountMismatch {
            expected, found, ..
        } => {
            let in_all_files = refusal.path.is_none();
            count_mismatch_hint(subject, in_all_files, *expected, *found, caller)
        }
        Reason::AlreadyApplied { entry: None, .. } => already_applied_hint(caller),
        Reason::AlreadyApplied { entry: Some(_), .. } => joined(
            &already_applied_hint(caller),
            "; ",
            picked_again(caller),
            " makes the edit once more",
        ),
        Reason::Exists { .. } => exists_hint(subject, caller),
        Reason::EmptySearch { .. } => empty_search_hint(subject, caller),
        Reason::OutOfRange { lowest, lines, .. } => out_of_range_hint(subject, *lowest, *lines, caller),
        Reason::Overlap { lines } => joined(
            "combine the two edits into one",
            "; ",
            seen(Some(*lines)),
            " shows the lines",
        ),
        Reason::HunkFailed { failures, .. } => hunk_failed_hint(subject, failures, caller),
        Reason::PartlyApplied { .. } => joined(
            "remove the applied hunks, or create the patch again from the current file",
            "; ",
            caller.switch("idempotent"),
            " skips them",
        ),
        Reason::MergeConflict { .. } => match caller.words.options {
            Options::Flags => {
                "`incise explain merge_conflict` shows how to write both sides to a file; --union keeps both, --ours or --theirs one of them"
            }
            Options::Fields => "edit the lines manually; \"favour\": \"union\" keeps both sides",
            Options::CommonFlags | Options::Payload(_) | Options::Unavailable => {
                "edit the lines manually"
            }
        }
        .to_owned(),
        Reason::BadMarkers {
            why: MarkerFault::NoBase,
            ..
        } => "`git checkout --conflict=diff3 FILE` writes the conflicts with their base".to_owned(),
        Reason::BadMarkers { .. } => "edit the lines manually".to_owned(),
        Reason::Shrink { after: 0, .. } => joined(
            &match (caller.words.options, caller.words.means) {
                (Options::Fields, _) => "\"op\": \"remove\" deletes the file".to_owned(),
                (_, Means::Shell) => {
                    format!("`incise remove {}` deletes the file", subject.word())
                }
                (_, Means::Tools(_)) => "check if only a part of the file was meant".to_owned(),
            },
            "; if it is meant to be empty, ",
            caller.switch("force_shrink"),
            "",
        ),
        Reason::Shrink { .. } => joined(
            "check that the new text is complete",
            "; if it is meant to be that short, ",
            caller.switch("force_shrink"),
            "",
        ),
        Reason::Residue { findings } => joined(
            without_residue_hint(findings.first().map(|first| first.kind)),
            "; if you mean the text as it is, ",
            caller.switch("allow_residue"),
            "",
        ),
        Reason::Indentation { .. } => joined(
            "give both texts as whole lines, indented as in the file",
            "; if you mean the new text as it is, ",
            caller.switch("keep_indent"),
            "",
        ),
        Reason::IndentedString { .. } => {
            "indent the text as in the file".to_owned()
        }
        Reason::Misfit { .. } => joined(
            "give both texts as whole lines, indented as in the file",
            "; if you mean them as they are, ",
            caller.worded("syntax", "off"),
            "",
        ),
        Reason::Form(change) => form_hint(*change, subject, caller),
        Reason::Encoding { fault, .. } => encoding_hint(*fault).to_owned(),
        Reason::Syntax { .. } => joined(
            "fix the new text",
            "; if the grammar is wrong, ",
            caller.worded("syntax", "warn"),
            "",
        ),
        Reason::UnparsedSymbol { .. } => {
            "fix the new text; if the grammar is wrong, use the text or line numbers instead".to_owned()
        }
        Reason::ValidationFailed { why, .. } => validation_failed_hint(why).to_owned(),
        Reason::Impossible(why) => impossible::hint(why, caller),
        Reason::Usage { hint, .. } => given(
            hint,
            "`incise --help` lists the commands, `incise COMMAND --help` their flags",
        ),
        Reason::BadRequest { hint, .. } | Reason::MixedModes { hint, .. } => {
            given(hint, "`incise schema request` prints the format of a request")
        }
        Reason::BadPattern { .. } if caller.command == CommandKind::Ensure => {
            "a backslash makes the next character literal".to_owned()
        }
        Reason::BadPattern { .. } => without("regex", "the text is literal", caller),
        Reason::BadTarget { why, .. } => bad_target_hint(subject, why, caller),
        Reason::BadPatch { line, cure, .. } => bad_patch_hint(*line, *cure, caller),
        Reason::LeftoverLines { .. } => {
            "start every line of a hunk with ` `, `-` or `+`, and correct the counts in its `@@` line"
                .to_owned()
        }
        Reason::Stale { found: Some(_), .. } if caller.command == CommandKind::Replay => {
            "it was made for other content: create the plan again, or edit the file".to_owned()
        }
        Reason::Stale { found: Some(_), .. } if subject.is_stdin() => {
            "standard input has other content: give its hash, or no hash".to_owned()
        }
        Reason::Stale { found: Some(_), .. } => {
            joined("read it again", " with ", seen(None), " and use the hash it prints")
        }
        Reason::Stale { found: None, .. } => {
            let gone = "the file is gone: find its new name, or create it";
            match caller.words.options {
                Options::Flags => format!("{gone} with `incise create {}`", subject.word()),
                Options::Fields => format!("{gone} with \"op\": \"create\""),
                _ => format!("{gone} again"),
            }
        }
        Reason::NotRebased { conflicts, .. } => {
            let first = conflicts.first().map(|first| first.lines);
            joined("read it again", " with ", seen(first), ", then edit the current text")
        }
        Reason::LineChanged { now, .. } | Reason::LinesChanged { now, .. } if !now.is_empty() => {
            "these are the anchors of the current lines: use them if you mean these lines".to_owned()
        }
        Reason::LinesChanged { lines, .. } => joined("read it again", " with ", seen(Some(*lines)), ""),
        Reason::LineChanged { line, .. } => {
            let line = LineRange::single(*line);
            joined("read it again", " with ", seen(Some(line)), "")
        }
        Reason::Unshown(Unshown::NoTask { .. }) => joined(
            "read the file and edit it as one task",
            ": ",
            caller.worded("task", "ID"),
            "",
        ),
        Reason::Unshown(Unshown::NoJournal { .. }) => {
            "use the anchors of a view with anchors, which need no journal".to_owned()
        }
        Reason::Unshown(unshown) => {
            let then = match unshown {
                Unshown::Several { .. } => ", and give longer hashes, or the tag of the file",
                _ => ", then name the current lines",
            };
            let hint = joined("read the lines again", " with ", seen(unshown.lines()), as_task(caller));
            hint + then
        }
        Reason::SiteGone { .. } => site_gone_hint(caller),
        Reason::Conflict { conflicts } => {
            conflict_hint(subject, conflicts.first().map(|first| first.lines), caller)
        }
        Reason::Missing => missing_hint(subject, caller),
        Reason::MissingUnmade => match caller.switch("create") {
            Some(create) => format!("check the path; {create} creates the file if its directory exists"),
            None => missing_hint(subject, caller),
        },
        Reason::MissingTarget { alike } => missing_target_hint(alike, caller),
        Reason::NotAFile { kind } => not_a_file_hint(*kind, subject, caller),
        Reason::OutsideRoot {
            escape: Escape::Elsewhere,
        } => "use a path of this system; if a file really has this name, put `./` in front".to_owned(),
        Reason::OutsideRoot { .. } => outside_root_hint(caller),
        Reason::Binary { encoding: Some(encoding) } if caller.named("encoding").is_some() => {
            let encoding = caller.worded("encoding", example_of(encoding));
            joined("it looks like text", "; ", encoding, " reads it")
        }
        Reason::Binary { .. } => match caller.switch("binary") {
            Some(binary) => {
                format!("to edit the bytes, {binary}; a patch changes binary files without it")
            }
            None => "use a patch to change binary files".to_owned(),
        },
        Reason::TooMuchData { line: Some(_), .. } => {
            "split the diff, and apply the parts one after the other".to_owned()
        }
        Reason::TooMuchData { len, .. } => raised_limit(*len, caller),
        Reason::EndlessInput { .. } => joined(
            "check that the input ends",
            "; ",
            caller.worded("max_size", "SIZE"),
            " sets another limit",
        ),
        Reason::Store(fault) => store_fault_hint(subject, fault, caller),
        Reason::ReadOnly { .. } => {
            let writable = match caller.words.means {
                Means::Shell => format!("`chmod u+w {}` makes it writable", subject.word()),
                Means::Tools(_) => "ask somebody to make it writable".to_owned(),
            };
            let lifted = caller.switch("allow_read_only");
            joined(&writable, "; ", lifted, " edits it anyway")
        }
    }
}

fn given(hint: &Option<String>, otherwise: &str) -> String {
    hint.clone().unwrap_or_else(|| otherwise.to_owned())
}

/// `sentence`, and what the caller may have besides behind it: `between` the two, `after` both.
pub(super) fn joined(sentence: &str, between: &str, more: Option<String>, after: &str) -> String {
    match more {
        Some(more) => format!("{sentence}{between}{more}{after}"),
        None => sentence.to_owned(),
    }
}

fn already_applied_hint(caller: Caller) -> String {
    match (caller.switch("idempotent"), caller.words.options) {
        (Some(_), Options::Flags) if caller.command == CommandKind::Patch => {
            "nothing is left to do for this file".to_owned()
        }
        (Some(idempotent), Options::Fields) => {
            format!("remove this edit, or set {idempotent} to accept it")
        }
        (Some(idempotent), _) => {
            format!("nothing is left to do; {idempotent} makes this a success")
        }
        (None, _) => "nothing is left to do for this file".to_owned(),
    }
}

/// The option that says which place is meant: with it an edit that was made before is made again.
fn picked_again(caller: Caller) -> Option<String> {
    match caller.words.options {
        Options::Flags if caller.has_files => caller.numbered("expect", "N"),
        Options::Flags => Some("--nth 1".to_owned()),
        Options::Payload(names) => names.one.map(str::to_owned),
        _ => caller.numbered("pick", 1),
    }
}

/// The consequence of leaving out the option `name`, which the caller gave.
fn without(name: &str, follows: &str, caller: Caller) -> String {
    match caller.named(name) {
        Some(option) => format!("without {option} {follows}"),
        None => format!("otherwise {follows}"),
    }
}

fn site_gone_hint(caller: Caller) -> String {
    if caller.is_typed() {
        return "`incise check replace` without --site prints the current IDs".to_owned();
    }
    match (caller.named("site"), rehearsal(caller)) {
        (Some(site), Some(rehearsal)) => {
            format!("{rehearsal} without {site} lists the current IDs")
        }
        _ => "list the places again".to_owned(),
    }
}

fn outside_root_hint(caller: Caller) -> String {
    let inside = "use a path inside the root";
    match (caller.words.means, caller.words.options) {
        (Means::Tools(_), _) => inside.to_owned(),
        (Means::Shell, Options::Flags | Options::CommonFlags) => {
            format!("{inside}, or name the directory with --root DIR")
        }
        (Means::Shell, _) => format!("{inside}, or name the directory in INCISE_ROOT"),
    }
}
