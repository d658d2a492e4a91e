//! The output of `log`: one line per entry, newest first.

use serde::Serialize;

use super::escape::{path, visible};
use super::human::{self, Printed};
use super::json::wire::{JsonText, JsonWarning};
use super::json::{line, listed, warnings};
use super::style::{ShownLimits, Style};
use super::time::rfc3339;
use super::wording::{self, Caller, count};
use crate::change::{Deed, Transaction, TransitionKind};
use crate::report::{LogEntry, LogFile, LogReport};

/// The value of the `schema` field.
pub const LOG_SCHEMA: &str = "incise.log/1";

/// The maximum number of files of an entry, unless there is no limit.
const MAX_FILES: usize = 10;

/// The maximum number of file names in a line.
const MAX_NAMES: usize = 3;

/// `incise.log/1`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Log"))]
pub struct JsonLog {
    /// `incise.log/1`.
    pub schema: &'static str,
    /// Always true. A refusal is printed as an `incise.report/1` object.
    pub ok: bool,
    /// The entries, newest first.
    pub entries: Vec<JsonLogEntry>,
    /// The total, if `entries` has only the newest ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries_total: Option<usize>,
    /// The amount that `--prune` deleted; absent without `--prune`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pruned: Option<JsonPruned>,
    /// Warnings; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<JsonWarning>,
}

/// The amount that `--prune` deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Pruned"))]
pub struct JsonPruned {
    /// The number of entries.
    pub entries: usize,
    /// The size of their stored contents, in bytes.
    pub bytes: u64,
}

/// An entry of the journal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Entry"))]
pub struct JsonLogEntry {
    /// The number for `incise undo` and `incise log show`.
    pub id: String,
    /// The start time, RFC 3339 in UTC.
    pub time: String,
    /// The task that made the edit; absent if it had no task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// `edit`, `undo` or `redo`.
    pub kind: &'static str,
    /// The entries that an undo or a redo reverted; absent for an edit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes_back: Vec<String>,
    /// The entry that undid this one; absent if none did, or if that entry was undone too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_back_by: Option<String>,
    /// The words of the command line, shortened.
    pub command: Vec<String>,
    /// False if the process ended before the journal recorded the end of the edit.
    pub finished: bool,
    /// The files that the entry changed, at most 10 unless `--full` is set.
    pub files: Vec<JsonLogFile>,
    /// The total, if `files` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_total: Option<usize>,
}

/// A file that an entry changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "File"))]
pub struct JsonLogFile {
    /// The path: relative to the workspace, or absolute if the file is outside.
    pub path: JsonText,
    /// The source of a move or copy; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<JsonText>,
    /// `edited`, `created`, `removed`, `moved` or `copied`.
    pub transition: &'static str,
    /// The hash before the edit, `blake3:` and 64 digits; null if there was no file.
    pub before: Option<String>,
    /// The hash after the edit; null if the file was deleted.
    pub after: Option<String>,
    /// True if the journal stores the change, so that it can be undone.
    pub kept: bool,
}

/// The log as an `incise.log/1` object.
pub fn log_json(log: &LogReport, limits: &ShownLimits) -> JsonLog {
    let (entries, entries_total) = listed(&log.entries, limits, |entry| json_entry(entry, limits));
    JsonLog {
        schema: LOG_SCHEMA,
        ok: true,
        entries,
        entries_total,
        pruned: log
            .pruned
            .map(|(entries, bytes)| JsonPruned { entries, bytes }),
        warnings: warnings(&log.warnings),
    }
}

fn json_entry(entry: &LogEntry, limits: &ShownLimits) -> JsonLogEntry {
    let (kind, ids) = kind_and_undone(&entry.deed);
    let file_limits = ShownLimits {
        entries: limits.entries_at_most(MAX_FILES),
        ..*limits
    };
    let (files, files_total) = listed(&entry.files, &file_limits, json_file);
    JsonLogEntry {
        id: entry.id.to_string(),
        time: rfc3339(entry.time),
        task: entry.task.clone(),
        kind,
        takes_back: ids.iter().map(u64::to_string).collect(),
        taken_back_by: entry.taken_back_by.map(|id| id.to_string()),
        command: entry.command.clone(),
        finished: entry.is_committed,
        files,
        files_total,
    }
}

/// The kind of an entry, and the entries that it undid.
fn kind_and_undone(deed: &Deed) -> (&'static str, &[u64]) {
    match deed {
        Deed::Edit => ("edit", &[]),
        Deed::Undo(ids) => ("undo", ids),
        Deed::Redo(ids) => ("redo", ids),
    }
}

fn json_file(file: &LogFile) -> JsonLogFile {
    JsonLogFile {
        path: JsonText::from_path(&file.path),
        from: file.from.as_deref().map(JsonText::from_path),
        transition: transition_name(file.transition),
        before: file.before.map(|text| text.to_string()),
        after: file.after.map(|text| text.to_string()),
        kept: file.changes.is_none(),
    }
}

fn transition_name(transition: TransitionKind) -> &'static str {
    match transition {
        TransitionKind::Edited => "edited",
        TransitionKind::Created => "created",
        TransitionKind::Removed => "removed",
        TransitionKind::Moved => "moved",
        TransitionKind::Copied => "copied",
    }
}

/// Transactions as `incise.edit/1`, one per line.
pub fn transactions(transactions: &[Transaction]) -> String {
    let mut bytes = Vec::new();
    for transaction in transactions {
        bytes.extend(line(transaction));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The log as text, one line per entry.
pub fn log(log: &LogReport, style: &Style) -> Printed {
    let limit = style.limits.entries;
    let mut text: String = log.entries.iter().take(limit).map(listed_line).collect();
    if log.entries.len() > limit {
        let more = count(log.entries.len() - limit, "older entry");
        let hint = style
            .rest
            .words(";", "shows them, --path PATH and --task ID some");
        text += &format!("... {more}{hint}\n");
    }
    if log.entries.is_empty() && log.pruned.is_none() && !style.is_quiet {
        text += "no entry\n";
    }
    if let Some((entries, bytes)) = log.pruned {
        let entries = count(entries, "entry");
        text += &format!("deleted {entries}, {bytes} bytes of stored content\n");
    }
    Printed {
        stdout: text.into(),
        stderr: human::warnings(&log.warnings, Caller::OTHER, style),
    }
}

/// The line of an entry in the list.
pub(super) fn listed_line(entry: &LogEntry) -> String {
    let mut text = format!("{} {}", entry.id, rfc3339(entry.time));
    if let Some(task) = &entry.task {
        text += &format!(" [{}]", visible(task.as_bytes()));
    }
    let (kind, undone) = kind_and_undone(&entry.deed);
    text += &match (undone, &entry.command[..]) {
        ([], []) => format!(" {kind}"),
        // An entry of a server names the tool that was called.
        ([], [server, tool, ..]) if server == "mcp" => format!(" {server} {tool}"),
        ([], [word, ..]) => format!(" {word}"),
        (undone, _) => {
            let ids: Vec<String> = undone.iter().map(u64::to_string).collect();
            format!(" {kind} of {}", ids.join(", "))
        }
    };
    text += &names(&entry.files);
    if let Some(undo) = entry.taken_back_by {
        text += &format!(" (undone by {undo})");
    }
    if !entry.is_committed {
        text += " (may not have finished)";
    }
    let mut edited = entry
        .files
        .iter()
        .filter(|file| !file.transition.makes_file());
    if !entry.is_whole || edited.any(|file| file.changes.is_some()) {
        text += " (cannot be undone)";
    }
    text + "\n"
}

fn names(files: &[LogFile]) -> String {
    if files.is_empty() {
        return " (no change)".to_owned();
    }
    let names = wording::first_items(files, MAX_NAMES, |file| match &file.from {
        Some(from) => format!("{} -> {}", path(from), path(&file.path)),
        None => path(&file.path),
    });
    format!(" {names}")
}
