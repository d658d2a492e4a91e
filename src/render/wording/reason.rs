//! The message and the hint of a refusal. This module has the table of reasons; each subject (a file, a key, a diff,
//! ...) has a module with its messages.
//!
//! A message is lower-case and has no full stop. A hint names an option or the next step in the caller's vocabulary.
//! A hint never begins with an option that disables a check. [`Caller`] names options, and `next` the next step.

use super::key::key_fault;
use super::next::undo_call;
use super::search::taken_by;
use super::store::store_fault_hint;
use super::subject::Subject;
use super::suggestion::suggestion_fault;
use super::template::{Wording, wording};
use super::{Caller, CommandKind};
use super::{file, new_text, patch, region, search, stale};
use crate::refusal::{Reason, Refusal};
use crate::render::escape::{path, shortened, visible};
use crate::text::LineRange;

/// The complete message: path and line, number of the edit, sentence.
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
    if let Some(taken) = &refusal.deleted_by {
        sentence += &format!("; {}", taken_by(taken, "its lines"));
    }
    match (refusal.request_line, refusal.edit) {
        (Some(line), _) => message += &format!("line {line} of the request: "),
        // A parser may have named the edit in its message: "edit 3 has no `new`".
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

/// The lines of the refusal, if it is about a single location.
fn lines(reason: &Reason) -> Option<LineRange> {
    match reason {
        Reason::Overlap { lines } | Reason::Indentation { lines, .. } => Some(*lines),
        Reason::AlreadyApplied { lines, .. } => lines.first().copied(),
        _ => None,
    }
}

/// The hint, without `hint:`. Never empty.
pub fn hint(refusal: &Refusal, caller: Caller) -> String {
    let caller = caller.for_refusal(refusal);
    let mut hint = reason(refusal, caller).hint;
    if let Some(merge) = merging(refusal, caller) {
        hint += &format!("; {merge} merges both changes, which do not touch");
    }
    if let Some(entry) = refusal.undoable {
        let undo = undo_call(entry, caller);
        hint = format!("{undo} undoes the newest entry that can be undone; {hint}");
    }
    shortened(hint)
}

/// Arguments that make the same call do its intended edit with all guards enabled; empty if there are none. A
/// possible match is a candidate, never a retry.
pub fn retry(refusal: &Refusal, caller: Caller) -> Vec<String> {
    if caller.has_steps || !caller.is_typed() || caller.command != CommandKind::Replace {
        return Vec::new();
    }
    let arguments: &[&str] = match &refusal.reason {
        Reason::NotFound { why: Some(why), .. } if why.repair_is_certain => &["--fix", "escapes"],
        Reason::AlreadyApplied { .. } => &["--idempotent"],
        _ => &[],
    };
    arguments.iter().map(|word| (*word).to_owned()).collect()
}

/// The option that merges the conflicting changes with the edit, if that would succeed.
fn merging(refusal: &Refusal, caller: Caller) -> Option<String> {
    if !refusal.would_merge {
        return None;
    }
    match refusal.reason {
        Reason::Conflict(_) => caller.text_option("on_conflict", "merge"),
        _ => caller.text_option("on_stale", "rebase"),
    }
}

// A flat table with an entry per reason.
fn reason(refusal: &Refusal, caller: Caller) -> Wording {
    let subject = Subject::new(refusal, caller);
    match &refusal.reason {
        Reason::NotFound { wanted, why } => search::not_found(wanted, why.as_deref(), subject),
        Reason::Ambiguous {
            wanted,
            count,
            candidates,
        } => search::ambiguous(wanted, *count, candidates, caller),
        Reason::CountMismatch {
            wanted,
            expected,
            found,
            ..
        } => {
            let in_all_files = refusal.path.is_none();
            search::count_mismatch(wanted, *expected, *found, in_all_files, subject)
        }
        Reason::AlreadyApplied {
            lines,
            entry,
            is_repeatable,
        } => search::already_applied(lines, *entry, *is_repeatable, caller),
        Reason::SiteGone { site, found } => search::site_gone(*site, *found, caller),
        Reason::BadPattern { problem } => search::bad_pattern(problem.as_deref(), caller),
        Reason::NothingSelected => search::nothing_selected(caller),
        Reason::NoRegion { region, nearest } => region::no_region(region, nearest, subject),
        Reason::SeveralRegions { region, candidates } => {
            region::several_regions(region, candidates, caller)
        }
        Reason::HalfBlock {
            present,
            missing,
            lines,
        } => region::half_block(present, missing, *lines),
        Reason::NotThatSymbol { symbol, defined } => {
            region::not_that_symbol(symbol, defined, caller)
        }
        Reason::BrokenSymbol { symbol, line } => region::broken_symbol(symbol, *line, subject),
        Reason::Key { key, why } => key_fault(key, why, subject),
        Reason::Suggestion { rule, why } => suggestion_fault(rule, why, caller),
        Reason::Exists { len, lines } => file::exists(*len, *lines, subject),
        Reason::EmptySearch { len, lines } => file::empty_search(*len, *lines, subject),
        Reason::OutOfRange {
            asked,
            lines,
            lowest,
        } => file::out_of_range(*asked, *lowest, *lines, subject),
        Reason::MissingNotCreated => file::missing_for_ensure(subject),
        Reason::MissingTarget { alike, removes } => file::missing_target(alike, *removes, caller),
        Reason::Link(fault) => file::link_fault(*fault, subject),
        Reason::Binary(encoding) => file::binary(*encoding, caller),
        Reason::ReadOnly { mode } => file::read_only(*mode, subject),
        Reason::InputTooLarge { limit } => file::endless_input(*limit, caller),
        Reason::Store(fault) => wording(
            visible(fault.to_string().as_bytes()),
            store_fault_hint(subject, fault),
        ),
        Reason::Shrink { before, after } => new_text::shrink(*before, *after, subject),
        Reason::Residue(findings) => new_text::residue(findings, caller),
        Reason::Indentation { lines, .. } => new_text::indentation(*lines, caller),
        Reason::IndentedString(text) => new_text::indented_string(text),
        Reason::Misfit(errors) => new_text::misfit(errors, caller),
        Reason::Form(change) => new_text::form(*change, subject),
        Reason::Encoding { encoding, fault } => new_text::encoding_fault(encoding, *fault),
        Reason::Syntax(errors) => new_text::syntax_errors(errors, caller),
        Reason::UnparsedSymbol(errors) => new_text::unparsed_symbol(errors),
        Reason::NotParsed => new_text::not_parsed(caller),
        Reason::ValidationFailed { command, why, .. } => new_text::validation_failed(command, why),
        Reason::BadTarget(why) => patch::bad_target(why, subject),
        Reason::HunkFailed { failures, total } => patch::hunk_failed(failures, *total, subject),
        Reason::PartlyApplied { applied, total } => patch::partly_applied(applied, *total, caller),
        Reason::BadPatch {
            line,
            problem,
            cure,
        } => patch::bad_patch(*line, problem, *cure, caller),
        Reason::LeftoverLines(lines) => patch::leftover_lines(lines),
        Reason::TooMuchData { line, len, limit } => {
            patch::too_much_data(*line, *len, *limit, caller)
        }
        Reason::MergeConflict(conflicts) => stale::merge_conflict(conflicts, caller),
        Reason::Overlap { lines } => stale::overlap(*lines, subject),
        Reason::Stale { expected, found } => stale::stale(expected, *found, subject),
        Reason::NotRebased { conflicts, .. } => stale::not_rebased(conflicts, subject),
        Reason::LinesChanged {
            lines, hashes, now, ..
        } => stale::lines_changed(*lines, *hashes, now, subject),
        Reason::Unshown(anchor) => stale::unshown(anchor, subject),
        Reason::Conflict(conflicts) => stale::conflict(conflicts, subject),
        Reason::Worded { message, hint, .. } => wording(visible(message.as_bytes()), hint.as_str()),
    }
}
