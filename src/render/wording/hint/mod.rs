//! The hint of a refusal: an option or the next step, in the words of the caller. An option that forces never comes
//! first.
//!
//! The table is here, with the hints about new texts. Hints about the search for a text, a diff, the path of a file and
//! the history have modules of their own, and so have the arguments that make the same call succeed. [`Caller`] says what an option is called,
//! [`next`] what the next step looks like.

mod file;
mod history;
mod key;
mod next;
mod patch;
mod retry;
mod search;
mod subject;

use super::{Caller, CommandKind, impossible};
use crate::refusal::{
    EncodingFault, Escape, FormChange, MarkerFault, Reason, Refusal, ResidueKind, SuggestionFault,
    Unaccepted, Unshown,
};
use crate::render::escape::{path, shortened};
use crate::request::{Means, Options};
use crate::snapshot::RESERVED;
use crate::text::LineRange;
use file::{
    empty_search, exists, missing, missing_parent, missing_target, not_a_file, out_of_range,
};
use history::{as_task, conflict, nothing_to_undo, undo_conflict};
use key::key_fault;
use next::{look, rehearsal};
use patch::{bad_patch, bad_target, hunk_failed};
use search::{ambiguous, count_mismatch, no_region, not_found, several_regions};
use subject::Subject;
use subject::word_of;

pub use retry::retry;
pub use search::evidence_of_damage;

/// The way out, without `hint:`; never empty.
pub fn hint(refusal: &Refusal, caller: Caller) -> String {
    let caller = caller.about(refusal);
    let hint = joined(
        &whole_hint(refusal, caller),
        "; ",
        merging(refusal, caller),
        " merges the two, which do not touch",
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
    let subject = Subject::of(refusal);
    let seen = |lines| look(subject, lines, caller);
    match &refusal.reason {
        Reason::NotFound { why, .. } => not_found(subject, why.as_deref(), caller),
        Reason::Ambiguous { candidates, .. } => ambiguous(candidates, caller),
        Reason::Key { why, .. } => key_fault(subject, why, caller),
        Reason::Suggestion { rule, why } => suggestion_fault(rule, why, caller),
        Reason::HalfBlock { .. } => {
            "put the marker line that is missing in its place, or take the other one out".to_owned()
        }
        Reason::NotThatSymbol { .. } => joined(
            "give the whole definition",
            "; if it is to be called otherwise, ",
            caller.switch("rename"),
            "",
        ),
        Reason::OtherSymbol { .. } => {
            "give whole definitions, with brackets and indentation as the place has them".to_owned()
        }
        Reason::BrokenSymbol { line, .. } => joined(
            "mend the error first",
            "; ",
            seen(Some(LineRange::single(*line))),
            " shows it",
        ),
        Reason::NoRegion { region, nearest } => no_region(region, nearest, subject, caller),
        Reason::SeveralRegions { region, candidates } => {
            several_regions(region, candidates, caller)
        }
        Reason::CountMismatch {
            expected, found, ..
        } => {
            let in_all_files = refusal.path.is_none();
            count_mismatch(subject, in_all_files, *expected, *found, caller)
        }
        Reason::AlreadyApplied { entry: None, .. } => already_applied(caller),
        Reason::AlreadyApplied { entry: Some(_), .. } => joined(
            &already_applied(caller),
            "; ",
            picked_again(caller),
            " makes the edit once more",
        ),
        Reason::Exists { .. } => exists(subject, caller),
        Reason::EmptySearch { .. } => empty_search(subject, caller),
        Reason::OutOfRange { lowest, lines, .. } => out_of_range(subject, *lowest, *lines, caller),
        Reason::Overlap { lines } => joined(
            "join the two edits into one",
            "; ",
            seen(Some(*lines)),
            " shows the lines",
        ),
        Reason::HunkFailed { failures, .. } => hunk_failed(subject, failures, caller),
        Reason::PartlyApplied { .. } => joined(
            "drop the hunks that are applied, or make the patch again from the file as it is",
            "; ",
            caller.switch("idempotent"),
            " leaves them out",
        ),
        Reason::MergeConflict { .. } => match caller.words.options {
            Options::Flags => {
                "`incise explain merge_conflict` tells how to see both sides in a file; --union takes both, --ours or --theirs one of them"
            }
            Options::Fields => "edit the lines by hand; \"favour\": \"union\" takes both sides",
            Options::CommonFlags | Options::Payload(_) | Options::Unavailable => {
                "edit the lines by hand"
            }
        }
        .to_owned(),
        Reason::BadMarkers {
            why: MarkerFault::NoBase,
            ..
        } => "`git checkout --conflict=diff3 FILE` writes the conflicts with their base".to_owned(),
        Reason::BadMarkers { .. } => "edit the lines by hand".to_owned(),
        Reason::Shrink { after: 0, .. } => joined(
            &match (caller.words.options, caller.words.means) {
                (Options::Fields, _) => "\"op\": \"remove\" takes the file away".to_owned(),
                (_, Means::Shell) => {
                    format!("`incise remove {}` takes the file away", subject.word())
                }
                (_, Means::Tools(_)) => "check that not a part of the file was meant".to_owned(),
            },
            "; if it is meant to be empty, ",
            caller.switch("force_shrink"),
            "",
        ),
        Reason::Shrink { .. } => joined(
            "check that the new text is whole",
            "; if it is meant to be that short, ",
            caller.switch("force_shrink"),
            "",
        ),
        Reason::Residue { findings } => joined(
            without_residue(findings.first().map(|first| first.kind)),
            "; if the text is meant, ",
            caller.switch("allow_residue"),
            "",
        ),
        Reason::Indentation { .. } => joined(
            "give both texts as whole lines, indented as in the file",
            "; if the new text is meant as it is, ",
            caller.switch("keep_indent"),
            "",
        ),
        Reason::IndentedString { .. } => {
            "give the text indented as the file has it".to_owned()
        }
        Reason::Misfit { .. } => joined(
            "give both texts as whole lines, indented as in the file",
            "; if they are meant as they are, ",
            caller.worded("syntax", "off"),
            "",
        ),
        Reason::Form(change) => form(*change, subject, caller),
        Reason::Encoding { fault, .. } => encoding(*fault).to_owned(),
        Reason::Syntax { .. } => joined(
            "mend the new text",
            "; if the grammar is wrong about it, ",
            caller.worded("syntax", "warn"),
            "",
        ),
        Reason::UnparsedSymbol { .. } => {
            "mend the new text; if the grammar is wrong about it, name the place by its text or its lines".to_owned()
        }
        Reason::ValidationFailed { why, .. } => validation_failed(why).to_owned(),
        Reason::Impossible(why) => impossible::hint(why, caller),
        Reason::Usage { hint, .. } => given(
            hint,
            "`incise --help` lists the commands, `incise COMMAND --help` their flags",
        ),
        Reason::BadRequest { hint, .. } | Reason::MixedModes { hint, .. } => {
            given(hint, "`incise schema request` says what a request looks like")
        }
        Reason::BadPattern { .. } if caller.command == CommandKind::Ensure => {
            "a backslash before a sign takes it literally".to_owned()
        }
        Reason::BadPattern { .. } => without("regex", "the text is taken literally", caller),
        Reason::BadTarget { why, .. } => bad_target(subject, why, caller),
        Reason::BackupIsTarget => match caller.stuck("backup", ".orig") {
            Some(backup) => format!("choose another suffix: {backup}"),
            None => "leave out one of the two files".to_owned(),
        },
        Reason::BadPatch { line, cure, .. } => bad_patch(*line, *cure, caller),
        Reason::LeftoverLines { .. } => {
            "give every line of a hunk its ` `, `-` or `+`, and correct the counts in its `@@` line"
                .to_owned()
        }
        Reason::Stale { found: Some(_), .. } if caller.command == CommandKind::Replay => {
            "it was made for another text: make the plan again, or the edit by hand".to_owned()
        }
        Reason::Stale { found: Some(_), .. } if subject.is_stdin() => {
            "standard input holds another text: give the hash of that, or no hash".to_owned()
        }
        Reason::Stale { found: Some(_), .. } => {
            joined("read it again", " with ", seen(None), " and use the hash it prints")
        }
        Reason::Stale { found: None, .. } => {
            let gone = "the file is gone: find its new name, or make it";
            match caller.words.options {
                Options::Flags => format!("{gone} with `incise create {}`", subject.word()),
                Options::Fields => format!("{gone} with \"op\": \"create\""),
                _ => format!("{gone} again"),
            }
        }
        Reason::NotRebased { conflicts, .. } => {
            let first = conflicts.first().map(|first| first.lines);
            joined("read it again", " with ", seen(first), ", then edit what stands there")
        }
        Reason::LineChanged { now, .. } | Reason::LinesChanged { now, .. } if !now.is_empty() => {
            "these anchors name what stands there now: use them if that is what is meant".to_owned()
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
            "name the lines by the anchors of a view with anchors: they prove themselves".to_owned()
        }
        Reason::Unshown(unshown) => {
            let then = match unshown {
                Unshown::Several { .. } => ", and give longer hashes, or the tag of the text",
                _ => ", then name what stands there",
            };
            let hint = joined("read the lines again", " with ", seen(unshown.lines()), as_task(caller));
            hint + then
        }
        Reason::SiteGone { .. } => site_gone(caller),
        Reason::KeepsChanging => "run the same command again when the others have finished".to_owned(),
        Reason::Conflict { conflicts } => {
            conflict(subject, conflicts.first().map(|first| first.lines), caller)
        }
        Reason::NothingToUndo { why } => nothing_to_undo(why, caller),
        Reason::UndoConflict { entry, why } => undo_conflict(subject, *entry, why, caller),
        Reason::Locked {
            file: Some(lock), ..
        } if lock.machine.is_some() => {
            let lock = path(&lock.path);
            format!("try again; if that process has ended, remove `{lock}`")
        }
        Reason::Locked { .. } => joined(
            "try again",
            "; ",
            caller.numbered("lock_timeout", "SECONDS"),
            " waits longer",
        ),
        Reason::RecoveryPending { why: None, .. } => {
            "let that user run `incise recover` here; if there is no such log any more, your own \
             `incise recover` lifts the marker"
                .to_owned()
        }
        Reason::RecoveryPending { why: Some(_), .. } => {
            "mend the cause and run `incise recover`, or look at the files, then remove the log and \
             `.incise-pending` beside them"
                .to_owned()
        }
        Reason::Missing => missing(subject, caller),
        Reason::MissingUnmade => match caller.switch("create") {
            Some(create) => format!("check the path; {create} makes the file if its directory is there"),
            None => missing(subject, caller),
        },
        Reason::MissingTarget { alike } => missing_target(alike, caller),
        Reason::MissingParent { directory } => missing_parent(directory, caller),
        Reason::OpenElsewhere { .. } => joined(
            "let it close the file",
            ", or ",
            caller.switch("in_place"),
            " writes into the file itself",
        ),
        Reason::ClosedDirectory { directory, .. } => match caller.words.means {
            Means::Shell => {
                format!("`ls -ld {}` tells who may read and write it", word_of(directory))
            }
            Means::Tools(_) => CLOSED.to_owned(),
        },
        Reason::NotTakenBack { .. } => match caller.words.means {
            Means::Shell => "`incise recover` takes it back once the cause is mended".to_owned(),
            Means::Tools(_) => {
                "the next edit here takes it back once the cause is mended".to_owned()
            }
        },
        Reason::MountPoint { .. } => match caller.switch("in_place") {
            Some(in_place) => format!("{in_place} writes into the file itself, which keeps its name"),
            None => "take the mount away, or change the file where it comes from".to_owned(),
        },
        Reason::Permission { .. } => match caller.words.means {
            Means::Shell => {
                let (directory, file) = (subject.directory(), subject.word());
                format!(
                    "`ls -ld {directory} {file}` and `lsattr -d {directory} {file}` tell who may write the directory and the file"
                )
            }
            Means::Tools(_) => CLOSED.to_owned(),
        },
        Reason::NoSpace { .. } => match caller.words.means {
            Means::Shell => {
                "free some space (`df -h`, `quota`) and run the same command again".to_owned()
            }
            Means::Tools(_) => "free some space and make the same call again".to_owned(),
        },
        Reason::Attributes { .. } => match caller.switch("in_place") {
            Some(in_place) => format!("{in_place} writes into the file itself, which keeps them"),
            None => "edit it where the file system keeps them, or take them off first".to_owned(),
        },
        Reason::NotAFile { kind } => not_a_file(*kind, subject, caller),
        Reason::OpenFiles { .. } => {
            "raise the limit of open files (`ulimit -n`), or change the files of fewer directories at once"
                .to_owned()
        }
        Reason::Io { .. } => "run the same command again once the cause is mended".to_owned(),
        Reason::SyncFailed { .. } => joined(
            "the new text is in place: `sync` makes it durable",
            ", ",
            seen(None),
            " shows it",
        ),
        Reason::OutsideRoot {
            escape: Escape::Elsewhere,
        } => "name the file as this system does; where this is the very name of a file, begin it with `./`".to_owned(),
        Reason::OutsideRoot { .. } => outside_root(caller),
        Reason::Protected { component } if component.to_ascii_lowercase().starts_with(RESERVED) => {
            format!("names that begin with `{RESERVED}` are the program's own; take another")
        }
        Reason::Protected { .. } => {
            "change version-control data with its own commands, such as `git config`".to_owned()
        }
        Reason::Binary { encoding: Some(encoding) } if caller.named("encoding").is_some() => {
            let encoding = caller.worded("encoding", example_of(encoding));
            joined("it looks like text", "; ", encoding, " reads it")
        }
        Reason::Binary { .. } => match caller.switch("binary") {
            Some(binary) => {
                format!("if these bytes are meant, {binary}; a patch changes binary files without it")
            }
            None => "a patch changes binary files".to_owned(),
        },
        Reason::TooMuchData { line: Some(_), .. } => {
            "split the diff, and apply one part of its files after the other".to_owned()
        }
        Reason::TooLarge { len, .. } | Reason::TooMuchData { len, .. } => match caller.numbered("max_size", len) {
            Some(size) => format!("{size} lets it through"),
            None => "the limit cannot be changed here".to_owned(),
        },
        Reason::EndlessInput { .. } => joined(
            "check that the input ends",
            "; ",
            caller.worded("max_size", "SIZE"),
            " sets another limit",
        ),
        Reason::ReadOnly { .. } => {
            let writable = match caller.words.means {
                Means::Shell => format!("`chmod u+w {}` makes it writable", subject.word()),
                Means::Tools(_) => "somebody has to make it writable".to_owned(),
            };
            let lifted = caller.switch("allow_read_only");
            joined(&writable, "; ", lifted, " replaces it as it is")
        }
    }
}

/// The way out for the client of a server that lacks a right.
const CLOSED: &str = "the server has no right to: somebody who has must give it";

fn given(hint: &Option<String>, otherwise: &str) -> String {
    hint.clone().unwrap_or_else(|| otherwise.to_owned())
}

/// `sentence`, and what the caller may have besides behind it: `between` the two, `after` both.
fn joined(sentence: &str, between: &str, more: Option<String>, after: &str) -> String {
    match more {
        Some(more) => format!("{sentence}{between}{more}{after}"),
        None => sentence.to_owned(),
    }
}

/// The way out for a text that holds this.
fn without_residue(kind: Option<ResidueKind>) -> &'static str {
    match kind {
        Some(ResidueKind::Placeholder) => "write out what the placeholder stands for",
        Some(ResidueKind::LineNumbers) => "give the lines without their numbers",
        Some(ResidueKind::ConflictMarker) => "decide between the two sides and drop the markers",
        Some(ResidueKind::PatchEnvelope) => "give the text alone, or the whole as a patch",
        Some(ResidueKind::Truncation) => "give the text that was cut, too",
        Some(ResidueKind::MarkdownFence) => "give the text without the fence",
        None => "give the text without it",
    }
}

fn already_applied(caller: Caller) -> String {
    match (caller.switch("idempotent"), caller.words.options) {
        (Some(_), Options::Flags) if caller.command == CommandKind::Patch => {
            "nothing is left to do for this file".to_owned()
        }
        (Some(idempotent), Options::Fields) => {
            format!("drop this edit, or set {idempotent} to accept it")
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

fn site_gone(caller: Caller) -> String {
    if caller.is_typed() {
        return "`incise check replace` without --site prints the ids of the places as they are"
            .to_owned();
    }
    match (caller.named("site"), rehearsal(caller)) {
        (Some(site), Some(rehearsal)) => {
            format!("ask with {rehearsal} and without {site}: that lists the places with their ids")
        }
        _ => "look at the places again".to_owned(),
    }
}

fn outside_root(caller: Caller) -> String {
    let inside = "use a path inside the root";
    match (caller.words.means, caller.words.options) {
        (Means::Tools(_), _) => inside.to_owned(),
        (Means::Shell, Options::Flags | Options::CommonFlags) => {
            format!("{inside}, or name the directory with --root DIR")
        }
        (Means::Shell, _) => format!("{inside}, or name the directory in INCISE_ROOT"),
    }
}

/// A name that can be given where a file looks as if it were in `encoding`.
fn example_of(encoding: &str) -> String {
    match encoding {
        utf16 if utf16.starts_with("UTF-16") => utf16.to_ascii_lowercase(),
        several if several.starts_with("Shift-JIS") => "shift_jis".to_owned(),
        _ => "latin1".to_owned(),
    }
}

fn encoding(fault: EncodingFault) -> &'static str {
    match fault {
        EncodingFault::Unmappable(_) => "write it with characters that the encoding has",
        EncodingFault::NotUtf8 => {
            "give the new text in UTF-8: it is written in the encoding of the file"
        }
        EncodingFault::InsideCharacter => "replace whole characters",
        EncodingFault::Misread => "change more of the text around it",
    }
}

fn form(change: FormChange, subject: Subject<'_>, caller: Caller) -> String {
    match change {
        FormChange::Encoding => "give the new text in the file's encoding, as UTF-8".to_owned(),
        FormChange::NotIn(_) => match caller.named("encoding") {
            Some(encoding) => format!("leave out {encoding}"),
            None => "name no encoding".to_owned(),
        },
        FormChange::Foreign(encoding) => match caller.worded("encoding", example_of(encoding)) {
            Some(encoding) => format!("name the encoding, for example {encoding}"),
            None => "give the new text in bytes of the file's encoding, as base64".to_owned(),
        },
        FormChange::LoneReturns => {
            "replace text by text, or give its lines other endings first".to_owned()
        }
        FormChange::ByteOrderMark => {
            "begin the new text as the file begins: with its byte-order mark, or without".to_owned()
        }
        FormChange::LineEndings => match caller.words.means {
            Means::Shell => format!(
                "`incise check files {}` tells how its lines end; end those of the new text so",
                subject.word()
            ),
            Means::Tools(_) => "end the lines of the new text as those of the file end".to_owned(),
        },
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
            "no shell is used: name a program on the PATH, or a shell as in 'sh -c \"...\" sh {}'"
        }
        Unaccepted::Touched => {
            "use the command's mode that only checks; let it change the file after the edit"
        }
    }
}

fn suggestion_fault(rule: &str, why: &SuggestionFault, caller: Caller) -> String {
    match why {
        SuggestionFault::OtherText | SuggestionFault::OtherLines(_) | SuggestionFault::NoPlace => {
            "the file has changed since: run the tool again".to_owned()
        }
        SuggestionFault::TwoPlaces => {
            "the tool does not say what its columns count, or the file has lone carriage returns: make this edit by itself".to_owned()
        }
        SuggestionFault::Overlap(_, other) if other == rule => {
            "apply one of them by itself, and run the tool again".to_owned()
        }
        SuggestionFault::Overlap(_, other) => match caller.words.options {
            Options::Flags => {
                format!("`--rule {other}` applies only those; run the tool again for the rest")
            }
            _ => "apply those of one rule, and run the tool again".to_owned(),
        },
    }
}
