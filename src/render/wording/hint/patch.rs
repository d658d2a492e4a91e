//! The way out of a diff that has no place, or no file.

use super::super::{Caller, CommandKind};
use super::joined;
use super::next::{look, rehearsal};
use super::subject::Subject;
use crate::patch::Cure;
use crate::refusal::{HunkFailure, HunkWhy, TargetFault};
use crate::render::escape::visible;
use crate::request::Means;
use crate::text::{LineNumber, LineRange};

// One flat table, as long as there are causes.
pub(super) fn hunk_failed(
    subject: Subject<'_>,
    failures: &[HunkFailure],
    caller: Caller,
) -> String {
    if caller.leaves_conflicts {
        return "decide what stays between the markers, and delete them".to_owned();
    }
    let more_tolerant = placing_mode(failures).and_then(|mode| caller.worded("mode", mode));
    if let Some(mode) = more_tolerant {
        let what = match failures {
            [_] => "it",
            _ => "them all",
        };
        return joined(
            &format!("{mode} would place {what}"),
            "; ",
            checked(caller),
            "",
        );
    }
    let why = failures.first().map(|failure| &failure.why);
    match why {
        Some(HunkWhy::NoMatch { .. } | HunkWhy::Doubtful(_) | HunkWhy::Conflict { .. }) => {
            let differs = why.and_then(HunkWhy::difference);
            again(
                subject,
                differs.map(|differs| LineRange::single(differs.line)),
                caller,
            )
        }
        Some(
            HunkWhy::Ambiguous { .. }
            | HunkWhy::NoAnchor
            | HunkWhy::OnlyNumber { .. },
        ) => "make the patch with more lines of context, such as `git diff -U10`".to_owned(),
        Some(HunkWhy::Undecided { .. }) => {
            "drop the hunk if it is applied; else make the patch with more lines of context, such as `git diff -U10`"
                .to_owned()
        }
        Some(HunkWhy::LostSign { line, .. }) => {
            format!(
                "if the hunk adds `{}`, put the `+` back before it",
                visible(line)
            )
        }
        Some(HunkWhy::Indentation { .. }) => {
            "give all lines of the hunk indented as in the file".to_owned()
        }
        Some(HunkWhy::OffEdge { .. }) => "make the patch again from the file as it is".to_owned(),
        Some(HunkWhy::Overlap { .. }) => "join the two hunks into one".to_owned(),
        Some(HunkWhy::AlreadyApplied { .. }) => joined(
            "drop the hunk that is applied",
            ", or ",
            caller.switch("idempotent"),
            "",
        ),
        Some(HunkWhy::Truncated) => joined(
            "get the whole patch: its end is missing",
            "; if it is whole, ",
            caller.switch("recount"),
            " reads it as it stands",
        ),
        Some(HunkWhy::UnnamedSource) => {
            "`git diff --binary` gives the full names of both files on the `index` line".to_owned()
        }
        Some(HunkWhy::LeavesText { .. }) => match operation("remove", subject, caller) {
            Some(remove) => format!("{remove} deletes the file whatever is in it"),
            None => again(subject, None, caller),
        },
        Some(HunkWhy::Unverified { .. }) => joined(
            "please report it",
            "; meanwhile ",
            operation("replace", subject, caller),
            " makes the change",
        ),
        _ => again(subject, None, caller),
    }
}

fn again(subject: Subject<'_>, lines: Option<LineRange>, caller: Caller) -> String {
    let seen = look(subject, lines, caller);
    joined(
        "make the patch again from the file as it is",
        "; see ",
        seen,
        "",
    )
}

/// How to see what a more tolerant mode would do.
fn checked(caller: Caller) -> Option<String> {
    match caller.words.means {
        Means::Shell if caller.is_typed() => {
            Some("check it first with `incise check patch`".to_owned())
        }
        Means::Shell => {
            rehearsal(caller).map(|rehearsal| format!("check it first with {rehearsal}"))
        }
        Means::Tools(_) => rehearsal(caller).map(|rehearsal| format!("{rehearsal} shows it")),
    }
}

/// The operation that does it instead, as a command or as the value of `op`.
fn operation(word: &str, subject: Subject<'_>, caller: Caller) -> Option<String> {
    match (caller.is_typed(), caller.is_native()) {
        (true, _) => Some(format!("`incise {word} {}`", subject.word())),
        (_, true) => Some(format!("\"op\": \"{word}\"")),
        _ => None,
    }
}

/// The mildest mode that would place every hunk that failed.
pub(super) fn placing_mode(failures: &[HunkFailure]) -> Option<&'static str> {
    const BOLDNESS: [&str; 3] = ["tolerant", "merge", "fuzzy"];
    let boldness = |failure: &HunkFailure| {
        let mode = failure.would_place.as_ref()?.mode;
        BOLDNESS.iter().position(|bold| *bold == mode)
    };
    let modes: Option<Vec<usize>> = failures.iter().map(boldness).collect();
    Some(BOLDNESS[modes?.into_iter().max()?])
}

/// The way out of a diff that cannot be read at this line.
pub(super) fn bad_patch(line: LineNumber, cure: Cure, caller: Caller) -> String {
    match cure {
        Cure::LookAtLine => {
            format!("see line {line} of the diff; `git diff` and `diff -u` print what is read")
        }
        Cure::Instead(words) => words.to_owned(),
        Cure::Diff => joined(
            "unified and git diffs, `*** Begin Patch` and SEARCH/REPLACE blocks are read",
            "; ",
            caller
                .named("target")
                .filter(|_| caller.command == CommandKind::Patch),
            " names the file to change",
        ),
        Cure::CountComponents => match caller.named("strip") {
            Some(strip) => format!("leave out {strip}: how many there are is found out"),
            None => "give the names their directories".to_owned(),
        },
        Cure::Repair => joined(
            "correct it",
            ", or leave out ",
            caller.named("strict_format"),
            "",
        ),
    }
}

/// The way out where a diff and the one file it is for do not go together.
pub(super) fn bad_target(subject: Subject<'_>, why: &TargetFault, caller: Caller) -> String {
    let instead = match why {
        TargetFault::Unmentioned { .. } => "name one of these files".to_owned(),
        TargetFault::Ambiguous { .. } => "cut the diff down to one file".to_owned(),
        TargetFault::OnlyMoves => match operation("move", subject, caller) {
            Some(_) if caller.is_typed() => {
                format!("move it with `incise move {} NEW`", subject.word())
            }
            Some(operation) => format!("move it with {operation}"),
            None => "give the file its name in another way".to_owned(),
        },
        TargetFault::Nameless | TargetFault::OtherIsBefore { .. } => {
            return match caller.worded("target", "PATH") {
                Some(target) => format!("name it with {target}"),
                None => "name it in the diff".to_owned(),
            };
        }
    };
    match caller.named("target") {
        Some(target) => format!("leave out {target}, or {instead}"),
        None => instead,
    }
}
