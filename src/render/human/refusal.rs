//! Refusals for people: message, evidence, hint, and the fate of the other edits.

use crate::refusal::{Reason, Refusal};
use crate::render::escape::path;
use crate::render::fill::{WIDTH, filled};
use crate::render::style::{Role, Style};
use crate::render::wording::{self, Caller};
use crate::report::{FileReport, Report, SideFileContent, SideFileReport};

/// The maximum number of refusals to print.
const REFUSALS: usize = 20;
/// The maximum number of candidates of a refusal, unless there is no limit.
const CANDIDATES: usize = 10;

/// Writes the refusals of `report`.
pub fn write(out: &mut Vec<u8>, report: &Report, style: &Style) {
    let caller = Caller::from_report(report);
    for refusal in report.refusals.iter().take(REFUSALS) {
        write_one(out, refusal, caller, style);
    }
    if report.refusals.len() > REFUSALS {
        let more = report.refusals.len() - REFUSALS;
        out.extend_from_slice(format!("... and {more} more refused\n").as_bytes());
    }
    let mut others = None;
    if !report.is_written() {
        others = would_have_applied(report);
    }
    if let Some(others) = &others {
        out.extend_from_slice(format!("{others} would have applied\n").as_bytes());
    }
    if others.is_some() || has_several_parts(report) {
        out.extend_from_slice(ending(report).as_bytes());
    }
}

pub fn write_one(out: &mut Vec<u8>, refusal: &Refusal, caller: Caller, style: &Style) {
    style.paint.write(out, Role::Refused, "incise:");
    let message = wording::message(refusal, caller);
    out.extend_from_slice(format!(" {message}\n").as_bytes());
    let limit = style.limits.entries_at_most(CANDIDATES);
    for line in wording::details(&refusal.reason, caller, limit) {
        out.extend_from_slice(format!("  {line}\n").as_bytes());
    }
    style.paint.write(out, Role::Hint, "hint:");
    let hint = wording::hint(refusal, caller);
    if style.is_terminal {
        out.extend_from_slice(wrapped(&hint).as_bytes());
    } else {
        out.extend_from_slice(format!(" {hint}").as_bytes());
    }
    out.push(b'\n');
}

/// `hint` after `hint:`, filled to the width of a terminal. Text in backticks is not broken, so that a command stays
/// on one line.
fn wrapped(hint: &str) -> String {
    const MARGIN: usize = "hint:".len();
    let mut is_quoted = false;
    let pieces = hint.split(|letter| {
        is_quoted ^= letter == '`';
        letter == ' ' && !is_quoted
    });
    filled(WIDTH, MARGIN, pieces, MARGIN + 1)
}

/// The other edits of a batch, or the other hunks and files of an edit, that would have applied.
fn would_have_applied(report: &Report) -> Option<String> {
    if report.steps > 1 {
        return other_edits(report);
    }
    let is_single_file = report.refusals.len() == 1 && report.would_apply_files.is_empty();
    let mut others = Vec::new();
    for refusal in report.refusals.iter().take(REFUSALS) {
        match (other_hunks(refusal), &refusal.path) {
            (Some(hunks), Some(file)) if !is_single_file => {
                others.push(format!("{hunks} of {}", path(file)));
            }
            (hunks, _) => others.extend(hunks),
        }
    }
    others.extend(other_files(report));
    if others.is_empty() {
        return None;
    }
    Some(wording::joined(&others))
}

fn other_edits(report: &Report) -> Option<String> {
    if report.would_apply_files.is_empty() {
        return None;
    }
    if report.files.len() == 1 {
        return Some(wording::numbers("edit", &report.would_apply));
    }
    let mut edits = Vec::new();
    for file in &report.would_apply_files {
        let numbers = wording::numbers("edit", &file.edits);
        edits.push(format!("{numbers} of {}", path(&file.path)));
    }
    Some(wording::joined(&edits))
}

fn other_files(report: &Report) -> Option<String> {
    if report.would_apply_files.is_empty() {
        return None;
    }
    let files = report.would_apply_files.iter();
    let names: Vec<String> = files.map(|file| path(&file.path)).collect();
    Some(format!("the edit of {}", wording::joined(&names)))
}

fn other_hunks(refusal: &Refusal) -> Option<String> {
    let Reason::HunkFailed { failures, total } = &refusal.reason else {
        return None;
    };
    let mut others: Vec<usize> = (1..=*total).collect();
    others.retain(|hunk| failures.iter().all(|failure| failure.hunk != *hunk));
    if others.is_empty() {
        return None;
    }
    Some(wording::numbers("hunk", &others))
}

/// True if the request had several parts or wrote a side file, so that the report must mention the others.
fn has_several_parts(report: &Report) -> bool {
    report.steps > 1
        || report.refusals.len() > 1
        || report.operation.ends_with("patch")
        || !report.side_files.is_empty()
}

/// The last line, which says what was written.
fn ending(report: &Report) -> String {
    if report.leaves_conflicts() {
        let files: Vec<_> = report.files.iter().filter_map(conflict_lines).collect();
        return format!("written with conflicts: {}\n", files.join(", "));
    }
    if report.is_written() {
        return String::new();
    }
    let side_files: Vec<_> = report.side_files.iter().map(side_file).collect();
    if side_files.is_empty() {
        return "nothing was written\n".to_owned();
    }
    format!("nothing was written except {}\n", side_files.join(" and "))
}

/// A file with conflicts, and the lines where the conflicts begin.
fn conflict_lines(file: &FileReport) -> Option<String> {
    if file.conflict_lines.is_empty() {
        return None;
    }
    let lines = wording::numbers("line", &file.conflict_lines);
    Some(format!("`{}` at {lines}", path(&file.path)))
}

/// A side file and its content.
pub fn side_file(side_file: &SideFileReport) -> String {
    let (name, hunks) = (path(&side_file.path), side_file.hunks);
    match (side_file.content, hunks) {
        (SideFileContent::Output, 0) => format!("`{name}`, the result"),
        (SideFileContent::Output, _) => {
            format!(
                "`{name}`, the result with {}",
                wording::count(hunks, "conflict")
            )
        }
        (SideFileContent::Rejects, 0) => format!("`{name}`, what failed"),
        (SideFileContent::Rejects, _) => {
            format!("`{name}`, {} that failed", wording::count(hunks, "hunk"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn hints_are_broken_between_words_and_never_inside_a_command() {
        assert_eq!(wrapped("a short one"), " a short one");
        let hint = "read the lines again with `incise view some/longer/path.rs 120:180` and your --task, then edit";
        let lines = wrapped(hint);
        let lines: Vec<&str> = lines.split('\n').collect();
        assert_eq!(
            lines,
            [
                " read the lines again with `incise view some/longer/path.rs 120:180` and",
                "      your --task, then edit"
            ]
        );
        let command = format!("`incise view {}`", "x y ".repeat(40));
        assert_eq!(wrapped(&command), format!(" {command}"));
        let rejoined = lines
            .join(" ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(rejoined, hint);
    }
}
