//! Short notations for the program's output.

pub use crate::table::rows;

/// The output of a successful edit of `path`: a diff with these lines after its header, and the summary.
pub fn edited(path: &str, diff: &[&str], summary: &str) -> String {
    format!("{}edited {path}: {summary}\n", changed(path, diff))
}

/// Like [`edited`], with another first word in the summary.
pub fn done(word: &str, path: &str, diff: &[&str], summary: &str) -> String {
    format!("{}{word} {path}: {summary}\n", changed(path, diff))
}

/// The output of a dry run of an edit of `path`.
pub fn would_edit(path: &str, diff: &[&str], summary: &str) -> String {
    let diff = changed(path, diff);
    format!("dry run, nothing written:\n{diff}would edit {path}: {summary}\n")
}

/// The diff of a file that exists before and after.
pub fn changed(path: &str, lines: &[&str]) -> String {
    let lines = joined(lines);
    format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n{lines}")
}

/// The lines of a refusal.
pub fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// `count` numbered lines.
pub fn numbered(count: usize) -> String {
    (1..=count).map(|line| format!("line {line}\n")).collect()
}
