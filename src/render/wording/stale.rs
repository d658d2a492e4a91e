//! Messages about a file or lines that have changed since they were read, also by another task or by the other side
//! of a merge.

use super::next::{operation, view_call};
use super::plural::{count, in_words};
use super::subject::Subject;
use super::template::{Wording, optional, wording};
use super::{Caller, CommandKind};
use crate::change::TaskConflict;
use crate::refusal::{AnchoredLine, MergeConflict, Unshown};
use crate::render::escape::visible;
use crate::request::{Means, Options};
use crate::snapshot::Fingerprint;
use crate::text::{LineHash, LineRange};

pub(super) fn stale(expected: &str, found: Option<Fingerprint>, subject: Subject<'_>) -> Wording {
    let expected = visible(expected.as_bytes());
    match found {
        Some(found) => wording(
            format!("stale: expected {expected}, found {found}"),
            stale_hint(subject),
        ),
        None => wording(
            format!("stale: expected {expected}, found no file"),
            gone_hint(subject),
        ),
    }
}

fn stale_hint(subject: Subject<'_>) -> String {
    if subject.caller.command == CommandKind::Replay {
        return "the edit was made for other content: create the plan again, or edit the file"
            .to_owned();
    }
    if subject.is_stdin() {
        return "standard input has other content: give its hash, or no hash".to_owned();
    }
    optional(
        "read it again[ with {} and use the hash it prints]",
        view_call(subject, None),
    )
}

fn gone_hint(subject: Subject<'_>) -> String {
    let gone = "the file is gone: find its new name, or create it";
    match operation("create", subject) {
        Some(create) => format!("{gone} with {create}"),
        None => format!("{gone} again"),
    }
}

/// Lines whose anchor is outdated: a hash differs, or a line between the ends changed.
pub(super) fn lines_changed(
    lines: LineRange,
    hashes: Option<(LineHash, LineHash)>,
    now: &[AnchoredLine],
    subject: Subject<'_>,
) -> Wording {
    let (first, last) = (lines.first(), lines.last());
    let problem = match hashes {
        Some((expected, found)) => format!("line {first} has the hash {found}, not {expected}"),
        None if first == last => format!("line {first} has changed"),
        None => format!("something between lines {first} and {last} has changed"),
    };
    let hint = match now {
        [] => optional("read it again[ with {}]", view_call(subject, Some(lines))),
        _ => "these are the anchors of the current lines: use them if you mean these lines"
            .to_owned(),
    };
    wording(format!("stale: {problem}"), hint)
}

/// The reason why a short anchor of another tool is not accepted.
pub(super) fn unshown(unshown: &Unshown, subject: Subject<'_>) -> Wording {
    let seen = view_call(subject, unshown.lines()).map(|call| call + as_task(subject.caller));
    let reread = optional("read the lines again[ with {}]", seen);
    let hint = format!("{reread}, then name the current lines");
    match unshown {
        Unshown::NoTask(anchor) => {
            let anchor = visible(anchor.as_bytes());
            wording(
                format!(
                    "`{anchor}` needs a task that was shown the line, and this request has no task"
                ),
                optional(
                    "read the file and edit it as one task[: {}]",
                    subject.caller.text_option("task", "ID"),
                ),
            )
        }
        Unshown::NoJournal(anchor) => {
            let anchor = visible(anchor.as_bytes());
            wording(
                format!(
                    "`{anchor}` needs a journal of the lines that the task was shown, and there is none"
                ),
                "use the anchors of a view with anchors, which need no journal",
            )
        }
        Unshown::Tag { tag, .. } => {
            let tag = visible(tag.as_bytes());
            wording(
                format!("stale: no version that this task was shown has the tag `{tag}`"),
                hint,
            )
        }
        Unshown::Lines(lines) => {
            let (first, last) = (lines.first(), lines.last());
            let sentence = if first == last {
                format!("stale: this task was not shown line {first}")
            } else {
                format!("stale: this task was not shown all of lines {first} to {last}")
            };
            wording(sentence, hint)
        }
        Unshown::Hash { anchor, .. } => {
            let anchor = visible(anchor.as_bytes());
            wording(
                format!("stale: `{anchor}` matches no line that this task was shown"),
                hint,
            )
        }
        Unshown::Several(anchor) => {
            let anchor = visible(anchor.as_bytes());
            wording(
                format!(
                    "stale: `{anchor}` matches lines of several versions, which are now in different places"
                ),
                reread + ", and give longer hashes, or the tag of the file",
            )
        }
    }
}

/// A conflict with another task.
pub(super) fn conflict(conflicts: &[TaskConflict], subject: Subject<'_>) -> Wording {
    let Some(first) = conflicts.first() else {
        return wording("conflict with another task", conflict_hint(subject, None));
    };
    let task = visible(first.task.as_bytes());
    let more = match conflicts.len() - 1 {
        0 => String::new(),
        more => format!(", and {} more", count(more, "place")),
    };
    let (lines, entry) = (in_words(first.lines), first.entry);
    wording(
        format!("conflict: task `{task}` wrote {lines} in entry {entry}{more}"),
        conflict_hint(subject, Some(first.lines)),
    )
}

fn conflict_hint(subject: Subject<'_>, lines: Option<LineRange>) -> String {
    let seen = view_call(subject, lines);
    let mut hint = optional("read the lines again[ with {}]", seen);
    hint += as_task(subject.caller);
    hint += match subject.caller.command {
        CommandKind::Undo => ", then try again",
        _ => ", then edit the current text",
    };
    let force = subject.caller.text_option("on_conflict", "force");
    hint + &optional("[; {} overrules the other task]", force)
}

/// The addition to a hint about a call that shows lines.
fn as_task(caller: Caller) -> &'static str {
    match (caller.words.options, caller.words.means) {
        (Options::Flags | Options::CommonFlags, _) => " and your --task",
        // `view` has no fields, but the environment can name the task.
        (_, Means::Shell) => " and your task in INCISE_TASK",
        (_, Means::Tools(tools)) if tools.names_task => " and your \"task\"",
        (_, Means::Tools(_)) => "",
    }
}

/// An edit that cannot be rebased because later edits changed its lines.
pub(super) fn not_rebased(conflicts: &[MergeConflict], subject: Subject<'_>) -> Wording {
    let first = conflicts.first().map(|first| first.lines);
    wording(
        format!(
            "stale: this edit and later edits both change {}",
            all_lines(conflicts)
        ),
        optional(
            "read it again[ with {}, then edit the current text]",
            view_call(subject, first),
        ),
    )
}

pub(super) fn merge_conflict(conflicts: &[MergeConflict], caller: Caller) -> Wording {
    wording(
        format!("both sides changed {}", all_lines(conflicts)),
        match caller.words.options {
            Options::Flags => {
                "`incise explain merge_conflict` shows how to write both sides to a file; --union keeps both, --ours or --theirs one of them"
            }
            Options::Fields => "edit the lines manually; \"favour\": \"union\" keeps both sides",
            _ => "edit the lines manually",
        },
    )
}

fn all_lines(conflicts: &[MergeConflict]) -> String {
    let lines = conflicts.iter().map(|conflict| in_words(conflict.lines));
    lines.collect::<Vec<_>>().join(", ")
}

pub(super) fn overlap(lines: LineRange, subject: Subject<'_>) -> Wording {
    wording(
        format!("two edits change the same text in {}", in_words(lines)),
        optional(
            "combine the two edits into one[; {} shows the lines]",
            view_call(subject, Some(lines)),
        ),
    )
}
