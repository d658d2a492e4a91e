//! The fault, in a sentence: lower-case, path first, no full stop. The sentences of a subject are in its module.

use super::Caller;
use super::file::{extent, not_a_file, valid_range};
use super::history::conflict;
use super::impossible::impossible;
use super::key::key_fault;
use super::new_text::{encoding_fault, form, residue, syntax, validation_failed};
use super::patch::{bad_target, hunk_failed};
use super::plural::{count, in_words, numbers};
use super::search::{count_mismatch, not_found, stands_at, taken_by};
use super::suggestion::suggestion_fault;
use crate::refusal::{Escape, MarkerFault, MergeConflict, Reason, Refusal, Unshown};
use crate::render::escape::{excerpt, path, shortened, visible};
use crate::text::LineRange;

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
    let mut sentence = sentence(&refusal.reason);
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
    let is_whole =
        |at: usize| !sentence[at + name.len()..].starts_with(|next: char| next.is_ascii_digit());
    sentence.match_indices(&name).any(|(at, _)| is_whole(at))
}

/// The lines that the refusal is about, when it is about one place.
fn lines(reason: &Reason) -> Option<LineRange> {
    match reason {
        Reason::Overlap { lines } | Reason::Indentation { lines, .. } => Some(*lines),
        Reason::AlreadyApplied { lines, .. } => lines.first().copied(),
        _ => None,
    }
}

/// Why a short anchor of another tool names no line.
fn unshown_anchor(unshown: &Unshown) -> String {
    match unshown {
        Unshown::NoTask { anchor } => format!(
            "`{}` needs a task that was shown the line, and this request has no task",
            visible(anchor.as_bytes())
        ),
        Unshown::NoJournal { anchor } => format!(
            "`{}` needs a journal of the lines that the task was shown, and there is none",
            visible(anchor.as_bytes())
        ),
        Unshown::Tag { tag, .. } => format!(
            "stale: no version that this task was shown has the tag `{}`",
            visible(tag.as_bytes())
        ),
        Unshown::Lines { lines } if lines.count() == 1 => {
            format!("stale: this task was not shown line {}", lines.first())
        }
        Unshown::Lines { lines } => format!(
            "stale: this task was not shown all of lines {} to {}",
            lines.first(),
            lines.last()
        ),
        Unshown::Hash { anchor, .. } => format!(
            "stale: `{}` matches no line that this task was shown",
            visible(anchor.as_bytes())
        ),
        Unshown::Several { anchor } => format!(
            "stale: `{}` matches lines of several versions, which are now in different places",
            visible(anchor.as_bytes())
        ),
    }
}

// One flat table, as long as there are reasons: a sentence for each.
fn sentence(reason: &Reason) -> String {
    match reason {
        Reason::NotFound { wanted, why } => not_found(wanted, why.as_deref()),
        Reason::Ambiguous {
            wanted,
            count: found,
            ..
        } => {
            let places = count(*found, "place");
            format!("{} matches {places}; exactly 1 is needed", excerpt(wanted))
        }
        Reason::Key { key, why } => key_fault(key, why),
        Reason::Suggestion { rule, why } => suggestion_fault(rule, why),
        Reason::HalfBlock {
            present,
            missing,
            lines,
        } => format!(
            "{} is at {} without its {}",
            excerpt(present),
            in_words(*lines),
            excerpt(missing),
        ),
        Reason::NotThatSymbol { symbol, defined } => {
            let symbol = visible(symbol.as_bytes());
            match &defined[..] {
                [] => format!("the new text of `{symbol}` defines nothing"),
                names => format!(
                    "the new text of `{symbol}` defines {} instead",
                    listed(names)
                ),
            }
        }
        Reason::OtherSymbol { symbol } => format!(
            "the edit would change `{}`, next to it",
            visible(symbol.as_bytes())
        ),
        Reason::BrokenSymbol { symbol, line } => format!(
            "`{}` has a syntax error at line {line}, so its end is unclear",
            visible(symbol.as_bytes())
        ),
        Reason::NoRegion { region, .. } => {
            format!("there is no {}", visible(region.to_string().as_bytes()))
        }
        Reason::SeveralRegions { region, candidates } => {
            let region = visible(region.to_string().as_bytes());
            let places = count(candidates.len(), "place");
            format!("{region} matches {places}; exactly 1 is needed")
        }
        Reason::CountMismatch {
            wanted,
            expected,
            found,
            ..
        } => count_mismatch(wanted, *expected, *found),
        Reason::AlreadyApplied { lines, entry: None } => {
            format!("already applied: {}", stands_at(lines))
        }
        Reason::AlreadyApplied {
            lines,
            entry: Some(entry),
        } => format!(
            "already applied: entry {entry} made this edit, and {}",
            stands_at(lines)
        ),
        Reason::Exists { len, lines } => {
            format!("the file already exists ({})", extent(*len, *lines))
        }
        Reason::EmptySearch { len, lines } => format!(
            "an empty SEARCH creates a file, but the file already exists ({})",
            extent(*len, *lines)
        ),
        Reason::OutOfRange {
            asked, lines: 0, ..
        } => format!("line {asked} is out of range: the file is empty"),
        Reason::OutOfRange {
            asked,
            lines,
            lowest,
        } => {
            let valid = valid_range(*lowest, *lines);
            let has = count(*lines, "line");
            format!("line {asked} is out of range: the file has {has}; valid: {valid}")
        }
        Reason::Overlap { lines } => {
            format!("two edits change the same text in {}", in_words(*lines))
        }
        Reason::HunkFailed { failures, total } => hunk_failed(failures, *total),
        Reason::PartlyApplied { applied, total } => {
            let are = if applied.len() == 1 { "is" } else { "are" };
            let applied = numbers("hunk", applied);
            format!("partly applied: {applied} of {total} {are} already in the file")
        }
        Reason::MergeConflict { conflicts } => {
            format!("both sides changed {}", both(conflicts))
        }
        Reason::BadMarkers { line, why } => {
            let what = match why {
                MarkerFault::NoBase => "the conflict does not include its base",
                MarkerFault::Nested => "a conflict starts inside another conflict",
                MarkerFault::Unbalanced => "unexpected conflict marker",
                MarkerFault::Open => "the conflict has no end marker",
            };
            format!("line {line}: {what}")
        }
        Reason::Shrink { before, after: 0 } => {
            let before = count(*before, "line");
            format!("would empty the file, which has {before}")
        }
        Reason::Shrink { before, after } => {
            let before = count(*before, "line");
            format!("would shrink the file from {before} to {after}, less than a third")
        }
        Reason::Residue { findings } => residue(findings),
        Reason::Indentation { lines, .. } => {
            let place = in_words(*lines);
            format!("the new lines are not indented like the old text at {place}")
        }
        Reason::IndentedString { text } => format!(
            "the new lines need to be indented, but a line inside a string may be meant as it is: {}",
            excerpt(text)
        ),
        Reason::Misfit { errors } => {
            let errors = syntax(errors);
            format!("with the new lines indented like the old ones, there would be {errors}")
        }
        Reason::Form(change) => form(*change),
        Reason::Encoding { encoding, fault } => encoding_fault(encoding, *fault),
        Reason::Syntax { errors } | Reason::UnparsedSymbol { errors } => {
            format!("there would be {}", syntax(errors))
        }
        Reason::ValidationFailed { command, why, .. } => validation_failed(command, why),
        Reason::Impossible(why) => visible(impossible(why).as_bytes()),
        Reason::Usage { message, .. }
        | Reason::BadRequest { message, .. }
        | Reason::MixedModes { message, .. } => visible(message.as_bytes()),
        Reason::BadPattern { problem: None } => "the regular expression is too big".to_owned(),
        Reason::BadPattern {
            problem: Some(problem),
        } => {
            let problem = visible(problem.as_bytes());
            format!("the regular expression is malformed: {problem}")
        }
        Reason::BadTarget { why } => bad_target(why),
        Reason::BadPatch { line, problem, .. } => {
            format!(
                "malformed diff: line {line}: {}",
                visible(problem.as_bytes())
            )
        }
        Reason::LeftoverLines { lines } => {
            let lines: Vec<usize> = lines.iter().map(|line| line.number()).collect();
            let belong = if lines.len() == 1 {
                "belongs"
            } else {
                "belong"
            };
            format!(
                "malformed diff: {} {belong} to no hunk",
                numbers("line", &lines)
            )
        }
        Reason::Stale { expected, found } => {
            let found = found.map_or("no file".to_owned(), |found| found.to_string());
            format!(
                "stale: expected {}, found {found}",
                visible(expected.as_bytes())
            )
        }
        Reason::NotRebased { conflicts, .. } => {
            format!(
                "stale: this edit and later edits both change {}",
                both(conflicts)
            )
        }
        Reason::LinesChanged { lines, .. } if lines.count() == 1 => {
            format!("stale: line {} has changed", lines.first())
        }
        Reason::LinesChanged { lines, .. } => format!(
            "stale: something between lines {} and {} has changed",
            lines.first(),
            lines.last()
        ),
        Reason::LineChanged {
            line,
            expected,
            found,
            ..
        } => format!("stale: line {line} has the hash {found}, not {expected}"),
        Reason::Unshown(unshown) => unshown_anchor(unshown),
        Reason::SiteGone { site, found } => {
            let places = count(*found, "place");
            format!("stale: none of {places} in the current file has the ID {site}")
        }
        Reason::Conflict { conflicts } => conflict(conflicts),
        Reason::Missing | Reason::MissingUnmade | Reason::MissingTarget { .. } => {
            "there is no such file".to_owned()
        }
        Reason::NotAFile { kind } => not_a_file(*kind).to_owned(),
        Reason::OutsideRoot { escape } => match escape {
            Escape::Name => "the path leads outside the root".to_owned(),
            Escape::Link => "a symbolic link on the path leads outside the root".to_owned(),
            Escape::Elsewhere => "the path is absolute on another system".to_owned(),
        },
        Reason::Binary { .. } => {
            "the file is binary: its first 8 KiB contain a NUL byte".to_owned()
        }
        Reason::TooMuchData { line, len, limit } => {
            let place = line.map_or(String::new(), |line| format!("line {line} of the diff: "));
            format!("{place}its binary data has {len} bytes or more; the limit is {limit}")
        }
        Reason::EndlessInput { limit } => {
            format!("the input exceeds the limit of {limit} bytes")
        }
        Reason::Store(fault) => visible(fault.to_string().as_bytes()),
        Reason::ReadOnly { mode } => format!("the file is read-only (mode {mode:04o})"),
    }
}

/// Names, the first few of them, in back-ticks.
fn listed(names: &[String]) -> String {
    let shown = names
        .iter()
        .take(3)
        .map(|name| format!("`{}`", visible(name.as_bytes())));
    shown.collect::<Vec<_>>().join(", ")
}

/// The lines that both sides of a merge changed.
fn both(conflicts: &[MergeConflict]) -> String {
    let lines = conflicts.iter().map(|conflict| in_words(conflict.lines));
    lines.collect::<Vec<_>>().join(", ")
}
