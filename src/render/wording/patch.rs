//! Messages about a diff: its target, and hunks that cannot be placed.

use std::path::{Path, PathBuf};

use super::next::{dry_run_call, operation, view_call};
use super::plural::{count, in_words, numbers, percent, verb};
use super::store::raised_limit;
use super::subject::{Subject, shell_word};
use super::template::{Wording, optional, wording};
use super::{Caller, CommandKind};
use crate::patch::Cure;
use crate::refusal::{FileEdge, HunkFailure, HunkWhy, LooserMode, MissingEvidence, TargetFault};
use crate::render::escape::{path, visible};
use crate::request::Means;
use crate::text::{LineNumber, LineRange};

/// A diff that does not fit the single named file.
pub(super) fn bad_target(why: &TargetFault, subject: Subject<'_>) -> Wording {
    let omit_target = optional("[omit {}, or ]", subject.caller.option_name("target"));
    match why {
        TargetFault::Unmentioned { target, named } => {
            let (target, named) = (path(target), quoted(named));
            wording(
                format!("no part of the diff is for `{target}`; it is for {named}"),
                omit_target + "name one of these files",
            )
        }
        TargetFault::Ambiguous(named) => wording(
            format!("the diff has several files of that name: {}", quoted(named)),
            omit_target + "cut the diff down to one file",
        ),
        TargetFault::OtherIsUnpatched(other) => wording(
            format!(
                "already applied, but not in `{}`, which the diff also names",
                path(other)
            ),
            other_target_hint(subject.caller, other),
        ),
        TargetFault::AlsoAtTop(other) => wording(
            format!(
                "the diff can mean this file, or `{}` at the top of the repository",
                path(other)
            ),
            match subject.caller.text_option("root", ".") {
                Some(root) => format!(
                    "for the files in this directory, give {root} and no other root; for the files at the top, run `incise` there"
                ),
                None => other_target_hint(subject.caller, other),
            },
        ),
        TargetFault::OnlyRenames => wording(
            "the diff only renames the file",
            omit_target + &rename_hint(subject),
        ),
        TargetFault::Unnamed => wording("the diff names no file", name_target_hint(subject.caller)),
    }
}

fn name_target_hint(caller: Caller) -> String {
    match caller.text_option("target", "PATH") {
        Some(target) => format!("name it with {target}"),
        None => "name it in the diff".to_owned(),
    }
}

fn other_target_hint(caller: Caller, other: &Path) -> String {
    match caller.text_option("target", shell_word(other)) {
        Some(target) => format!("to change that file, add {target}"),
        None => "name it in the diff".to_owned(),
    }
}

fn rename_hint(subject: Subject<'_>) -> String {
    match operation("move", subject) {
        Some(_) if subject.caller.is_typed() => {
            format!("move it with `incise move {} NEW`", subject.word())
        }
        Some(operation) => format!("move it with {operation}"),
        None => "rename the file in another way".to_owned(),
    }
}

fn quoted(files: &[PathBuf]) -> String {
    let names: Vec<_> = files
        .iter()
        .map(|file| format!("`{}`", path(file)))
        .collect();
    names.join(", ")
}

pub(super) fn hunk_failed(failures: &[HunkFailure], total: usize, subject: Subject<'_>) -> Wording {
    let sentence = match failures {
        [one] if total == 1 => format!("the hunk {}", hunk_failure(&one.why)),
        [one] => format!("hunk {} of {total} {}", one.hunk, hunk_failure(&one.why)),
        _ => {
            let failed: Vec<usize> = failures.iter().map(|failure| failure.hunk).collect();
            format!("{} of {total} cannot be placed", numbers("hunk", &failed))
        }
    };
    wording(sentence, hunk_failed_hint(subject, failures))
}

/// The reason why a hunk failed, as the end of a sentence whose subject is the hunk.
pub fn hunk_failure(why: &HunkWhy) -> String {
    match why {
        HunkWhy::NoMatch(difference) => match difference {
            Some(difference) => format!("does not match: line {} differs", difference.line),
            None => "does not match anywhere".to_owned(),
        },
        HunkWhy::Ambiguous { count: found, .. } => {
            format!("matches {}; exactly 1 is needed", count(*found, "place"))
        }
        HunkWhy::Doubtful(doubt) => {
            let at = in_words(doubt.candidate.lines);
            match (&doubt.runner_up, doubt.missing) {
                (Some(other), MissingEvidence::Margin) => {
                    let other = in_words(other.lines);
                    format!("fits best at {at}, and almost as well at {other}")
                }
                _ => format!("fits best at {at}, but not well enough to be sure"),
            }
        }
        HunkWhy::Conflict {
            difference,
            likeness,
        } => {
            let line = difference.line;
            match likeness {
                Some(likeness) => {
                    let (found, least) = (percent(likeness.found), percent(likeness.least));
                    format!(
                        "conflicts: line {line}, which it removes, is {found} % similar; {least} % is needed"
                    )
                }
                None => format!("conflicts: line {line}, which it removes, has changed"),
            }
        }
        HunkWhy::NoAnchor => "has neither old lines nor a line number".to_owned(),
        HunkWhy::LostAnchor { anchor, lines } => {
            let anchor = visible(anchor);
            match lines {
                Some(lines) => {
                    format!("is not below its anchor `{anchor}` at {}", in_words(*lines))
                }
                None => format!("names the anchor `{anchor}`, which is not in the file"),
            }
        }
        HunkWhy::OnlyNumber(line) => {
            format!("has no context; only its line number, {line}, places it")
        }
        HunkWhy::OffEdge { edge, lines } => {
            let edge = match edge {
                FileEdge::Beginning => "beginning",
                FileEdge::End => "end",
            };
            format!(
                "belongs to the {edge} of the file, but matches {}",
                in_words(*lines)
            )
        }
        HunkWhy::LostSign { patch_line, .. } => {
            format!("seems to have lost the `+` of line {patch_line} of the diff")
        }
        HunkWhy::Indentation(lines) => format!(
            "is not indented like {}, and its lines do not show how to indent the new ones",
            in_words(*lines)
        ),
        HunkWhy::Truncated => "is truncated: its header counts more lines than it has".to_owned(),
        HunkWhy::NotAtEnd(line) => {
            format!("ends the file without a newline, but line {line} follows")
        }
        HunkWhy::LeavesText { lines } => {
            format!(
                "deletes the file, but would leave {}",
                count(*lines, "line")
            )
        }
        HunkWhy::Unverified(problem) => {
            let problem = visible(problem.as_bytes());
            format!("was placed wrongly because of a bug in incise: {problem}")
        }
        HunkWhy::Overlap { other } => format!("overlaps hunk {other}"),
        HunkWhy::AlreadyApplied(lines) => format!("is already applied at {}", in_words(*lines)),
        HunkWhy::Undecided(lines) => format!(
            "adds text that is already at {}, so it may be applied already",
            in_words(*lines)
        ),
        HunkWhy::OtherSource => "was made for another file".to_owned(),
        HunkWhy::UnnamedSource => "is binary and lacks the full name of its source".to_owned(),
        HunkWhy::OtherResult => {
            "is binary, and its result is not the file that it names".to_owned()
        }
    }
}

// A flat table with an entry per cause.
fn hunk_failed_hint(subject: Subject<'_>, failures: &[HunkFailure]) -> String {
    if subject.caller.leaves_conflicts {
        return "resolve the conflicts, and delete the markers".to_owned();
    }
    let more_tolerant =
        placing_mode(failures).and_then(|mode| subject.caller.text_option("mode", mode.name()));
    if let Some(mode) = more_tolerant {
        let object = match failures {
            [_] => "it",
            _ => "them all",
        };
        return format!("{mode} would place {object}")
            + &optional("[; {}]", check_call(subject.caller));
    }
    let why = failures.first().map(|failure| &failure.why);
    match why {
        Some(HunkWhy::NoMatch(_) | HunkWhy::Doubtful(_) | HunkWhy::Conflict { .. }) => {
            let differs = why.and_then(HunkWhy::difference);
            recreate(
                subject,
                differs.map(|differs| LineRange::single(differs.line)))
        }
        Some(HunkWhy::Ambiguous { is_numbered: false, .. } | HunkWhy::NoAnchor) => {
            "add lines of context; below `*** Update File`, `@@ LINE` names the line that begins the block".to_owned()
        }
        Some(HunkWhy::Ambiguous { .. } | HunkWhy::OnlyNumber(_)) => {
            "create the patch with more lines of context, such as `git diff -U10`".to_owned()
        }
        Some(HunkWhy::Undecided(_)) => {
            "remove the hunk if it is applied; otherwise create the patch with more lines of context, such as `git diff -U10`"
                .to_owned()
        }
        Some(HunkWhy::LostSign { line, .. }) => {
            format!(
                "if the hunk adds `{}`, put the `+` in front of it again",
                visible(line)
            )
        }
        Some(HunkWhy::Indentation(_)) => {
            "indent all lines of the hunk as in the file".to_owned()
        }
        Some(HunkWhy::OffEdge { .. }) => "create the patch again from the current file".to_owned(),
        Some(HunkWhy::Overlap { .. }) => "combine the two hunks into one".to_owned(),
        Some(HunkWhy::AlreadyApplied(_)) => optional(
            "remove the applied hunk[, or {}]",
            subject.caller.switch("idempotent"),
        ),
        Some(HunkWhy::Truncated) => optional(
            "get the complete patch: its end is missing[; if it is complete, {} accepts it]",
            subject.caller.switch("recount"),
        ),
        Some(HunkWhy::UnnamedSource) => {
            "`git diff --binary` writes the full names of both files on the `index` line".to_owned()
        }
        Some(HunkWhy::LeavesText { .. }) => match operation("remove", subject) {
            Some(remove) => format!("{remove} deletes the file, whatever its content"),
            None => recreate(subject, None),
        },
        Some(HunkWhy::Unverified(_)) => optional(
            "please report it[; meanwhile {} makes the change]",
            operation("replace", subject),
        ),
        _ => recreate(subject, None),
    }
}

fn recreate(subject: Subject<'_>, lines: Option<LineRange>) -> String {
    optional(
        "create the patch again from the current file[; see {}]",
        view_call(subject, lines),
    )
}

/// The command that shows the effect of a more tolerant mode.
fn check_call(caller: Caller) -> Option<String> {
    match caller.words.means {
        Means::Shell if caller.is_typed() => {
            Some("check it first with `incise check patch`".to_owned())
        }
        Means::Shell => dry_run_call(caller).map(|call| format!("check it first with {call}")),
        Means::Tools(_) => dry_run_call(caller).map(|call| format!("{call} shows it")),
    }
}

/// The least tolerant mode that would place every failed hunk.
pub(super) fn placing_mode(failures: &[HunkFailure]) -> Option<LooserMode> {
    let mut most_tolerant = None;
    for failure in failures {
        most_tolerant = most_tolerant.max(Some(failure.would_place.as_ref()?.mode));
    }
    most_tolerant
}

pub(super) fn partly_applied(applied: &[usize], total: usize, caller: Caller) -> Wording {
    let are = verb(applied.len(), "is", "are");
    let applied = numbers("hunk", applied);
    wording(
        format!("partly applied: {applied} of {total} {are} already in the file"),
        optional(
            "remove the applied hunks, or create the patch again from the current file[; {} skips them]",
            caller.switch("idempotent"),
        ),
    )
}

pub(super) fn leftover_lines(lines: &[LineNumber]) -> Wording {
    let belong = verb(lines.len(), "belongs", "belong");
    let lines = numbers("line", lines);
    wording(
        format!("malformed diff: {lines} {belong} to no hunk"),
        "start every line of a hunk with ` `, `-` or `+`, and correct the counts in its `@@` line",
    )
}

pub(super) fn too_much_data(
    line: Option<LineNumber>,
    len: u64,
    limit: u64,
    caller: Caller,
) -> Wording {
    match line {
        Some(line) => wording(
            format!(
                "line {line} of the diff: its binary data has {len} bytes or more; the limit is {limit}"
            ),
            "split the diff, and apply the parts one after the other",
        ),
        None => wording(
            format!("the binary data of the diff has {len} bytes or more; the limit is {limit}"),
            raised_limit(len, caller),
        ),
    }
}

pub(super) fn bad_patch(line: LineNumber, problem: &str, cure: Cure, caller: Caller) -> Wording {
    let problem = visible(problem.as_bytes());
    let hint = match cure {
        Cure::LookAtLine => {
            format!("see line {line} of the diff; `git diff` and `diff -u` print valid diffs")
        }
        Cure::Instead(words) => words.to_owned(),
        Cure::Diff => optional(
            "supported are unified and git diffs, `*** Begin Patch` and SEARCH/REPLACE blocks[; {} names the file to change]",
            if caller.command == CommandKind::Patch {
                caller.option_name("target")
            } else {
                None
            },
        ),
        Cure::CountComponents => match caller.option_name("strip") {
            Some(strip) => format!("omit {strip}: the number is detected"),
            None => "add the directories to the names".to_owned(),
        },
        Cure::Repair => optional(
            "correct it[, or omit {}]",
            caller.option_name("strict_format"),
        ),
    };
    wording(format!("malformed diff: line {line}: {problem}"), hint)
}
