//! The message of each reason beside its hint. A subject (a file, a key, a diff, the history, ...) has a module of its
//! own; this is the table.
//!
//! A sentence is lower-case and has no full stop. A hint names an option or the next step in the caller's words;
//! an option that forces never comes first. [`Caller`] names options, and `next` the next step.

use super::file::{
    empty_search_hint, exists_hint, extent, link_fault, missing_hint, missing_target_hint,
    out_of_range_hint, valid_range,
};
use super::history::{as_task, conflict, conflict_hint};
use super::key::key_fault;
use super::new_text::{encoding_fault, example_of, form, residue, syntax, validation_failed};
use super::next::{look, operation, rehearsal, undo};
use super::patch::{bad_patch_hint, bad_target, hunk_failed, hunk_failed_hint};
use super::plural::{count, in_words, numbers};
use super::search::{
    ambiguous_hint, count_mismatch, count_mismatch_hint, no_region_hint, not_found, not_found_hint,
    several_regions_hint, stands_at, taken_by,
};
use super::store::{raised_limit, store_fault_hint};
use super::subject::Subject;
use super::suggestion::suggestion_fault;
use super::{Caller, CommandKind};
use crate::refusal::{AnchoredLine, Fault, MergeConflict, Reason, Refusal, Unshown};
use crate::render::escape::{excerpt, path, shortened, visible};
use crate::request::{Means, Options};
use crate::text::LineRange;

/// The sentence about a fault and the way out of it.
pub(super) struct Wording {
    pub(super) sentence: String,
    pub(super) hint: String,
}

pub(super) fn wording(sentence: impl Into<String>, hint: impl Into<String>) -> Wording {
    Wording {
        sentence: sentence.into(),
        hint: hint.into(),
    }
}

/// `template` with `more` in place of `{}`; without its part in brackets if there is no more.
pub(super) fn optional(template: &'static str, more: Option<String>) -> String {
    let (before, rest) = template.split_once('[').unwrap_or((template, ""));
    let (part, after) = rest.split_once(']').unwrap_or((rest, ""));
    match more {
        Some(more) => format!("{before}{}{after}", part.replacen("{}", &more, 1)),
        None => format!("{before}{after}"),
    }
}

/// The whole message: path and line, number of the edit, sentence.
pub fn message(refusal: &Refusal, caller: Caller) -> String {
    let mut message = String::new();
    if let Some(shown) = &refusal.path {
        message += &path(shown);
        if let Some(lines) = lines(&refusal.reason) {
            message += &format!(":{}", lines.first());
        }
        message += ": ";
    }
    let mut sentence = reason(refusal, caller).sentence;
    if let Some(taken) = &refusal.taken {
        sentence += &format!("; {}", taken_by(taken, "its lines"));
    }
    match (refusal.request_line, refusal.edit) {
        (Some(line), _) => message += &format!("line {line} of the request: "),
        // Who reads a document may have named the edit: "edit 3 has no `new`".
        (None, Some(edit)) if caller.has_steps && !names_edit(&sentence, edit) => {
            message += &format!("edit {edit}: ");
        }
        _ => {}
    }
    shortened(message + &sentence)
}

fn names_edit(sentence: &str, edit: usize) -> bool {
    let name = format!("edit {edit}");
    for (at, _) in sentence.match_indices(&name) {
        if !sentence[at + name.len()..].starts_with(|next: char| next.is_ascii_digit()) {
            return true;
        }
    }
    false
}

/// The lines that the refusal is about, when it is about one place.
fn lines(reason: &Reason) -> Option<LineRange> {
    match reason {
        Reason::Overlap { lines } | Reason::Indentation { lines, .. } => Some(*lines),
        Reason::AlreadyApplied { lines, .. } => lines.first().copied(),
        _ => None,
    }
}

/// The way out, without `hint:`; never empty.
pub fn hint(refusal: &Refusal, caller: Caller) -> String {
    let caller = caller.about(refusal);
    let mut hint = reason(refusal, caller).hint;
    if let Some(merge) = merging(refusal, caller) {
        hint += &format!("; {merge} merges both changes, which do not touch");
    }
    if let Some(entry) = refusal.undoable {
        let undo = undo(entry, caller);
        hint = format!("{undo} undoes the newest entry that can be undone; {hint}");
    }
    shortened(hint)
}

/// The option that merges what is in the way with what was asked, where that would do.
fn merging(refusal: &Refusal, caller: Caller) -> Option<String> {
    if !refusal.would_merge {
        return None;
    }
    match refusal.reason {
        Reason::Conflict { .. } => caller.worded("on_conflict", "merge"),
        _ => caller.worded("on_stale", "rebase"),
    }
}

// One flat table, as long as there are reasons.
fn reason(refusal: &Refusal, caller: Caller) -> Wording {
    let subject = Subject::new(refusal);
    let seen = |lines| look(subject, lines, caller);
    match &refusal.reason {
        Reason::NotFound { wanted, why } => wording(
            not_found(wanted, why.as_deref()),
            not_found_hint(subject, why.as_deref(), caller),
        ),
        Reason::Ambiguous {
            wanted,
            count: found,
            candidates,
        } => {
            let (wanted, places) = (excerpt(wanted), count(*found, "place"));
            wording(
                format!("{wanted} matches {places}; exactly 1 is needed"),
                ambiguous_hint(candidates, caller),
            )
        }
        Reason::Key { key, why } => key_fault(key, why, subject, caller),
        Reason::Suggestion { rule, why } => suggestion_fault(rule, why, caller),
        Reason::HalfBlock {
            present,
            missing,
            lines,
        } => {
            let (present, missing) = (excerpt(present), excerpt(missing));
            wording(
                format!("{present} is at {} without its {missing}", in_words(*lines)),
                "insert the missing marker line, or delete the other one",
            )
        }
        Reason::NotThatSymbol { symbol, defined } => {
            let symbol = visible(symbol.as_bytes());
            let sentence = if defined.is_empty() {
                format!("the new text of `{symbol}` defines nothing")
            } else {
                let names = listed(defined);
                format!("the new text of `{symbol}` defines {names} instead")
            };
            let template = "give the complete definition[; for another name, {}]";
            wording(sentence, optional(template, caller.switch("rename")))
        }
        Reason::BrokenSymbol { symbol, line } => {
            let symbol = visible(symbol.as_bytes());
            let lines = LineRange::single(*line);
            wording(
                format!("`{symbol}` has a syntax error at line {line}, so its end is unclear"),
                optional("fix the error first[; {} shows it]", seen(Some(lines))),
            )
        }
        Reason::NoRegion { region, nearest } => wording(
            format!("there is no {}", visible(region.to_string().as_bytes())),
            no_region_hint(region, nearest, subject, caller),
        ),
        Reason::SeveralRegions { region, candidates } => {
            let name = visible(region.to_string().as_bytes());
            let places = count(candidates.len(), "place");
            wording(
                format!("{name} matches {places}; exactly 1 is needed"),
                several_regions_hint(region, candidates, caller),
            )
        }
        Reason::CountMismatch {
            wanted,
            expected,
            found,
            ..
        } => {
            let in_all_files = refusal.path.is_none();
            wording(
                count_mismatch(wanted, *expected, *found),
                count_mismatch_hint(subject, in_all_files, *expected, *found, caller),
            )
        }
        Reason::AlreadyApplied { lines, entry: None } => wording(
            format!("already applied: {}", stands_at(lines)),
            already_applied_hint(caller),
        ),
        Reason::AlreadyApplied {
            lines,
            entry: Some(entry),
        } => wording(
            format!(
                "already applied: entry {entry} made this edit, and {}",
                stands_at(lines)
            ),
            already_applied_hint(caller)
                + &optional("[; {} makes the edit once more]", picked_again(caller)),
        ),
        Reason::Exists { len, lines } => wording(
            format!("the file already exists ({})", extent(*len, *lines)),
            exists_hint(subject, caller),
        ),
        Reason::EmptySearch { len, lines } => {
            let extent = extent(*len, *lines);
            wording(
                format!("an empty SEARCH creates a file, but the file already exists ({extent})"),
                empty_search_hint(subject, caller),
            )
        }
        Reason::OutOfRange {
            asked,
            lines,
            lowest,
        } => {
            let facts = match lines {
                0 => "is empty".to_owned(),
                _ => {
                    let valid = valid_range(*lowest, *lines);
                    format!("has {}; valid: {valid}", count(*lines, "line"))
                }
            };
            wording(
                format!("line {asked} is out of range: the file {facts}"),
                out_of_range_hint(subject, *lowest, *lines, caller),
            )
        }
        Reason::Overlap { lines } => wording(
            format!("two edits change the same text in {}", in_words(*lines)),
            optional(
                "combine the two edits into one[; {} shows the lines]",
                seen(Some(*lines)),
            ),
        ),
        Reason::HunkFailed { failures, total } => wording(
            hunk_failed(failures, *total),
            hunk_failed_hint(subject, failures, caller),
        ),
        Reason::PartlyApplied { applied, total } => {
            let are = if applied.len() == 1 { "is" } else { "are" };
            let applied = numbers("hunk", applied);
            wording(
                format!("partly applied: {applied} of {total} {are} already in the file"),
                optional(
                    "remove the applied hunks, or create the patch again from the current file[; {} skips them]",
                    caller.switch("idempotent"),
                ),
            )
        }
        Reason::MergeConflict { conflicts } => wording(
            format!("both sides changed {}", both(conflicts)),
            match caller.words.options {
                Options::Flags => {
                    "`incise explain merge_conflict` shows how to write both sides to a file; --union keeps both, --ours or --theirs one of them"
                }
                Options::Fields => {
                    "edit the lines manually; \"favour\": \"union\" keeps both sides"
                }
                _ => "edit the lines manually",
            },
        ),
        Reason::Shrink { before, after: 0 } => {
            let before = count(*before, "line");
            wording(
                format!("would empty the file, which has {before}"),
                emptied_hint(subject, caller),
            )
        }
        Reason::Shrink { before, after } => {
            let before = count(*before, "line");
            wording(
                format!("would shrink the file from {before} to {after}, less than a third"),
                optional(
                    "check that the new text is complete[; if it is meant to be that short, {}]",
                    caller.switch("force_shrink"),
                ),
            )
        }
        Reason::Residue { findings } => residue(findings, caller),
        Reason::Indentation { lines, .. } => {
            let place = in_words(*lines);
            wording(
                format!("the new lines are not indented like the old text at {place}"),
                optional(
                    "give both texts as whole lines, indented as in the file[; if you mean the new text as it is, {}]",
                    caller.switch("keep_indent"),
                ),
            )
        }
        Reason::IndentedString { text } => {
            let text = excerpt(text);
            wording(
                format!(
                    "the new lines need to be indented, but a line inside a string may be meant as it is: {text}"
                ),
                "indent the text as in the file",
            )
        }
        Reason::Misfit { errors } => {
            let errors = syntax(errors);
            wording(
                format!("with the new lines indented like the old ones, there would be {errors}"),
                optional(
                    "give both texts as whole lines, indented as in the file[; if you mean them as they are, {}]",
                    caller.worded("syntax", "off"),
                ),
            )
        }
        Reason::Form(change) => form(*change, subject, caller),
        Reason::Encoding { encoding, fault } => encoding_fault(encoding, *fault),
        Reason::Syntax { errors } => wording(
            format!("there would be {}", syntax(errors)),
            optional(
                "fix the new text[; if the grammar is wrong, {}]",
                caller.worded("syntax", "warn"),
            ),
        ),
        Reason::UnparsedSymbol { errors } => wording(
            format!("there would be {}", syntax(errors)),
            "fix the new text; if the grammar is wrong, use the text or line numbers instead",
        ),
        Reason::ValidationFailed { command, why, .. } => validation_failed(command, why),
        Reason::Worded { message, hint, .. } => wording(visible(message.as_bytes()), hint.as_str()),
        Reason::NotParsed => wording(
            "the file is too large or nests too deeply to check its syntax",
            match caller.worded("syntax", "warn") {
                Some(warn) => format!("{warn} writes it anyway"),
                None => "split the file".to_owned(),
            },
        ),
        Reason::NothingSelected => wording("no file is selected", nothing_selected_hint(caller)),
        Reason::BadPattern { problem } => {
            let sentence = match problem {
                None => "the regular expression is too big".to_owned(),
                Some(problem) => {
                    let problem = visible(problem.as_bytes());
                    format!("the regular expression is malformed: {problem}")
                }
            };
            wording(sentence, bad_pattern_hint(caller))
        }
        Reason::BadTarget { why } => bad_target(why, subject, caller),
        Reason::BadPatch {
            line,
            problem,
            cure,
        } => {
            let problem = visible(problem.as_bytes());
            wording(
                format!("malformed diff: line {line}: {problem}"),
                bad_patch_hint(*line, *cure, caller),
            )
        }
        Reason::LeftoverLines { lines } => {
            let belong = if lines.len() == 1 {
                "belongs"
            } else {
                "belong"
            };
            let lines = numbers("line", lines);
            wording(
                format!("malformed diff: {lines} {belong} to no hunk"),
                "start every line of a hunk with ` `, `-` or `+`, and correct the counts in its `@@` line",
            )
        }
        Reason::Stale { expected, found } => {
            let expected = visible(expected.as_bytes());
            match found {
                Some(found) => wording(
                    format!("stale: expected {expected}, found {found}"),
                    stale_hint(subject, caller),
                ),
                None => wording(
                    format!("stale: expected {expected}, found no file"),
                    gone_hint(subject, caller),
                ),
            }
        }
        Reason::NotRebased { conflicts, .. } => {
            let lines = both(conflicts);
            let first = conflicts.first().map(|first| first.lines);
            wording(
                format!("stale: this edit and later edits both change {lines}"),
                optional(
                    "read it again[ with {}, then edit the current text]",
                    seen(first),
                ),
            )
        }
        Reason::LinesChanged { lines, now, .. } => {
            let (first, last) = (lines.first(), lines.last());
            let sentence = if first == last {
                format!("stale: line {first} has changed")
            } else {
                format!("stale: something between lines {first} and {last} has changed")
            };
            wording(sentence, changed_hint(*lines, now, subject, caller))
        }
        Reason::LineChanged {
            line,
            expected,
            found,
            now,
            ..
        } => wording(
            format!("stale: line {line} has the hash {found}, not {expected}"),
            changed_hint(LineRange::single(*line), now, subject, caller),
        ),
        Reason::Unshown(anchor) => unshown(anchor, subject, caller),
        Reason::SiteGone { site, found } => {
            let places = count(*found, "place");
            wording(
                format!("stale: none of {places} in the current file has the ID {site}"),
                site_gone_hint(caller),
            )
        }
        Reason::Conflict { conflicts } => {
            let first = conflicts.first().map(|first| first.lines);
            wording(conflict(conflicts), conflict_hint(subject, first, caller))
        }
        Reason::MissingUnmade => wording(
            Fault::Missing.to_string(),
            match caller.switch("create") {
                Some(create) => {
                    format!("check the path; {create} creates the file if its directory exists")
                }
                None => missing_hint(subject, caller),
            },
        ),
        Reason::MissingTarget { alike } => wording(
            Fault::Missing.to_string(),
            missing_target_hint(alike, caller),
        ),
        Reason::Link(fault) => link_fault(*fault, subject, caller),
        Reason::Binary { encoding } => wording(
            "the file is binary: its first 8 KiB contain a NUL byte",
            binary_hint(*encoding, caller),
        ),
        Reason::TooMuchData {
            line: Some(line),
            len,
            limit,
        } => wording(
            format!(
                "line {line} of the diff: its binary data has {len} bytes or more; the limit is {limit}"
            ),
            "split the diff, and apply the parts one after the other",
        ),
        Reason::TooMuchData {
            line: None,
            len,
            limit,
        } => wording(
            format!("its binary data has {len} bytes or more; the limit is {limit}"),
            raised_limit(*len, caller),
        ),
        Reason::EndlessInput { limit } => wording(
            format!("the input exceeds the limit of {limit} bytes"),
            optional(
                "check that the input ends[; {} sets another limit]",
                caller.worded("max_size", "SIZE"),
            ),
        ),
        Reason::Store(fault) => wording(
            visible(fault.to_string().as_bytes()),
            store_fault_hint(subject, fault, caller),
        ),
        Reason::ReadOnly { mode } => wording(
            format!("the file is read-only (mode {mode:04o})"),
            read_only_hint(subject, caller),
        ),
    }
}

/// Why a short anchor of another tool names no line.
fn unshown(unshown: &Unshown, subject: Subject<'_>, caller: Caller) -> Wording {
    let reread = |then| reread_hint(unshown, then, subject, caller);
    match unshown {
        Unshown::NoTask { anchor } => {
            let anchor = visible(anchor.as_bytes());
            wording(
                format!(
                    "`{anchor}` needs a task that was shown the line, and this request has no task"
                ),
                optional(
                    "read the file and edit it as one task[: {}]",
                    caller.worded("task", "ID"),
                ),
            )
        }
        Unshown::NoJournal { anchor } => {
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
                reread(", then name the current lines"),
            )
        }
        Unshown::Lines { lines } => {
            let (first, last) = (lines.first(), lines.last());
            let sentence = if first == last {
                format!("stale: this task was not shown line {first}")
            } else {
                format!("stale: this task was not shown all of lines {first} to {last}")
            };
            wording(sentence, reread(", then name the current lines"))
        }
        Unshown::Hash { anchor, .. } => {
            let anchor = visible(anchor.as_bytes());
            wording(
                format!("stale: `{anchor}` matches no line that this task was shown"),
                reread(", then name the current lines"),
            )
        }
        Unshown::Several { anchor } => {
            let anchor = visible(anchor.as_bytes());
            wording(
                format!(
                    "stale: `{anchor}` matches lines of several versions, which are now in different places"
                ),
                reread(", and give longer hashes, or the tag of the file"),
            )
        }
    }
}

fn reread_hint(unshown: &Unshown, then: &str, subject: Subject<'_>, caller: Caller) -> String {
    match look(subject, unshown.lines(), caller) {
        Some(look) => {
            let task = as_task(caller);
            format!("read the lines again with {look}{task}{then}")
        }
        None => format!("read the lines again{then}"),
    }
}

fn emptied_hint(subject: Subject<'_>, caller: Caller) -> String {
    let delete = match (caller.words.options, caller.words.means) {
        (Options::Fields, _) => "\"op\": \"remove\" deletes the file".to_owned(),
        (_, Means::Shell) => format!("`incise remove {}` deletes the file", subject.word()),
        (_, Means::Tools(_)) => "check if only a part of the file was meant".to_owned(),
    };
    let force = caller.switch("force_shrink");
    delete + &optional("[; if it is meant to be empty, {}]", force)
}

fn bad_pattern_hint(caller: Caller) -> String {
    match caller.named("regex") {
        _ if caller.command == CommandKind::Ensure => {
            "a backslash makes the next character literal".to_owned()
        }
        Some(regex) => format!("without {regex} the text is literal"),
        None => "otherwise the text is literal".to_owned(),
    }
}

fn read_only_hint(subject: Subject<'_>, caller: Caller) -> String {
    let writable = match caller.words.means {
        Means::Shell => format!("`chmod u+w {}` makes it writable", subject.word()),
        Means::Tools(_) => "ask somebody to make it writable".to_owned(),
    };
    let allow = caller.switch("allow_read_only");
    writable + &optional("[; {} edits it anyway]", allow)
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

fn nothing_selected_hint(caller: Caller) -> String {
    let mut hint = "skipped: ".to_owned();
    for (files, option) in [("ignored files", "no_ignore"), ("hidden files", "hidden")] {
        hint += files;
        hint += &optional("[ ({} includes them)]", caller.switch(option));
        hint += ", ";
    }
    hint + "and files that the globs and types exclude; globs are relative to the working directory"
}

fn stale_hint(subject: Subject<'_>, caller: Caller) -> String {
    if caller.command == CommandKind::Replay {
        return "it was made for other content: create the plan again, or edit the file".to_owned();
    }
    if subject.is_stdin() {
        return "standard input has other content: give its hash, or no hash".to_owned();
    }
    optional(
        "read it again[ with {} and use the hash it prints]",
        look(subject, None, caller),
    )
}

fn changed_hint(
    lines: LineRange,
    now: &[AnchoredLine],
    subject: Subject<'_>,
    caller: Caller,
) -> String {
    if now.is_empty() {
        optional(
            "read it again[ with {}]",
            look(subject, Some(lines), caller),
        )
    } else {
        "these are the anchors of the current lines: use them if you mean these lines".to_owned()
    }
}

fn gone_hint(subject: Subject<'_>, caller: Caller) -> String {
    let gone = "the file is gone: find its new name, or create it";
    match operation("create", subject, caller) {
        Some(create) => format!("{gone} with {create}"),
        None => format!("{gone} again"),
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

fn binary_hint(encoding: Option<&str>, caller: Caller) -> String {
    if let Some(encoding) = encoding
        && let Some(encoding) = caller.worded("encoding", example_of(encoding))
    {
        return format!("it looks like text; {encoding} reads it");
    }
    match caller.switch("binary") {
        Some(binary) => {
            format!("to edit the bytes, {binary}; a patch changes binary files without it")
        }
        None => "use a patch to change binary files".to_owned(),
    }
}

/// Names, the first few of them, in back-ticks.
fn listed(names: &[String]) -> String {
    let mut shown = Vec::new();
    for name in names.iter().take(3) {
        shown.push(format!("`{}`", visible(name.as_bytes())));
    }
    shown.join(", ")
}

/// The lines that both sides of a merge changed.
fn both(conflicts: &[MergeConflict]) -> String {
    let mut lines = Vec::new();
    for conflict in conflicts {
        lines.push(in_words(conflict.lines));
    }
    lines.join(", ")
}
