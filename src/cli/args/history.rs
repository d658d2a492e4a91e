//! `incise log`, `incise undo` and `incise redo`

use std::path::PathBuf;

use clap::Args;

use super::shared;
use super::shared::set_choice;
use crate::cli::foreign::{ALL, LOG, UNDO};
use crate::cli::page::CommandPage;
use crate::refusal::Reason;
use crate::request::{Run, Terms, UndoTarget, rule};
use crate::run::LogFilter;

/// The conditions of an undo or a redo.
#[derive(Debug, Args)]
pub(crate) struct UndoConditionArgs {
    /// Preview the edit and write nothing
    #[arg(short = 'n', long)]
    dry_run: bool,
    /// Edit a read-only file
    #[arg(long)]
    allow_read_only: bool,
    /// Write into the existing file; not crash-safe
    #[arg(long)]
    in_place: bool,
    /// If the file is open for writing: warn (default), refuse
    #[arg(long, value_name = "MODE")]
    on_open: Option<String>,
    /// Safety in a power cut: none, file (default), full
    #[arg(long, value_name = "MODE")]
    sync: Option<String>,
    /// How long to wait for a lock: 200ms, 10s (default)
    #[arg(long, value_name = "TIME")]
    lock_timeout: Option<String>,
    /// On conflict: refuse (default), warn, force, merge
    #[arg(long, value_name = "MODE")]
    on_conflict: Option<String>,
}

impl UndoConditionArgs {
    /// Overrides `terms` with the flags.
    pub(crate) fn apply_to(&self, terms: &mut Terms) -> Result<(), Reason> {
        set_choice(
            &mut terms.on_conflict,
            "--on-conflict",
            &self.on_conflict,
            rule::ON_CONFLICT_OF_UNDO,
        )?;
        if self.dry_run {
            terms.run = Run::DryRun;
        }
        terms.lift.read_only |= self.allow_read_only;
        terms.lift.in_place |= self.in_place;
        set_choice(
            &mut terms.on_open,
            "--on-open",
            &self.on_open,
            rule::ON_OPEN_WORDS,
        )?;
        set_choice(&mut terms.sync, "--sync", &self.sync, rule::SYNC_WORDS)?;
        shared::set_lock_timeout(&mut terms.limits, self.lock_timeout.as_deref())
    }
}

/// The arguments of `incise undo`.
#[derive(Debug, Args)]
pub(crate) struct UndoArgs {
    /// Entry to undo, as listed by `incise log`; default: the latest edit
    #[arg(value_name = "ID")]
    id: Option<u64>,
    /// Undo every edit of this task; with an entry: run as this task
    #[arg(long, value_name = "ID")]
    task: Option<String>,
}

impl UndoArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "undo",
        about: "Undo the latest edit, an entry of `incise log`, or a task's edits",
        examples: ["undo 41", "undo --task t1"],
        usage: "undo [ID] [FLAGS]",
        foreign_flags: &[UNDO, ALL],
    };

    /// The target of the undo, and the task that runs it, if one is named.
    pub(crate) fn target_and_task(self) -> Result<(UndoTarget, Option<String>), Reason> {
        Ok(UndoTarget::for_undo(self.id, shared::task_name(self.task)?))
    }
}

/// The arguments of `incise redo`.
#[derive(Debug, Args)]
pub(crate) struct RedoArgs {
    /// Undo to redo, as listed by `incise log`; default: the latest undo
    #[arg(value_name = "ID")]
    id: Option<u64>,
    /// Run as this task
    #[arg(long, value_name = "ID")]
    task: Option<String>,
}

impl RedoArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "redo",
        about: "Redo the latest undo, or an entry of `incise log`",
        examples: ["redo 42", "redo --dry-run"],
        usage: "redo [ID] [FLAGS]",
        foreign_flags: &[ALL],
    };

    /// The target of the redo, and the task that runs it, if one is named.
    pub(crate) fn target_and_task(self) -> Result<(UndoTarget, Option<String>), Reason> {
        Ok((UndoTarget::for_redo(self.id), shared::task_name(self.task)?))
    }
}

/// The arguments of `incise log`.
#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    /// `show` and the number of an entry: print its diff
    #[arg(value_name = "show ID")]
    show: Vec<String>,
    /// List only entries of this file
    #[arg(long, value_name = "PATH")]
    path: Option<PathBuf>,
    /// List only entries of this task
    #[arg(long = "task", id = "of_task", value_name = "ID")]
    of_task: Option<String>,
    /// List at most N entries, newest first
    #[arg(long, value_name = "N")]
    pub(crate) max: Option<usize>,
    /// Print JSON lines for `incise replay`, oldest first
    #[arg(long, conflicts_with_all = ["show", "prune"])]
    export: bool,
    /// Delete entries beyond the age and size limits
    #[arg(long, conflicts_with_all = ["path", "of_task", "max", "show"])]
    prune: bool,
}

/// The work of `incise log`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LogAction {
    /// A list of entries.
    List(LogFilter),
    /// A list of entries, as transactions for `replay`.
    Export(LogFilter),
    /// The diff of an entry.
    Show(u64),
    /// Delete entries beyond the age and size limits.
    Prune,
}

impl LogArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "log",
        about: "List the edits in this workspace, newest first; show an entry's diff",
        examples: ["log --path src/main.rs", "log show 41"],
        usage: "log [show ID] [FLAGS]",
        foreign_flags: &[LOG, ALL],
    };

    pub(crate) fn action(self) -> Result<LogAction, Reason> {
        if self.prune {
            return Ok(LogAction::Prune);
        }
        let filter = LogFilter {
            path: self.path,
            task: self.of_task,
            max: self.max.unwrap_or(usize::MAX),
        };
        let words: Vec<&str> = self.show.iter().map(String::as_str).collect();
        match words[..] {
            [] if self.export => Ok(LogAction::Export(filter)),
            [] => Ok(LogAction::List(filter)),
            ["show", id] => id.parse().map(LogAction::Show).map_err(|_| {
                Reason::usage(
                    format!("`{id}` is not an entry number"),
                    "`incise log` lists them",
                )
            }),
            [id] if id.parse::<u64>().is_ok() => Err(Reason::usage(
                format!("`incise log {id}` is not a command"),
                format!("`incise log show {id}` prints the diff of entry {id}"),
            )),
            [word] => Err(Reason::usage(
                format!("`incise log {word}` is not a command"),
                format!(
                    "`incise log --path {word}` lists the edits of a file, `incise log show ID` prints the diff of an entry"
                ),
            )),
            ["show", first, _, ..] => Err(Reason::usage(
                "`incise log show` takes one entry number",
                format!("`incise log show {first}` prints the diff of entry {first}"),
            )),
            _ => Err(Reason::usage(
                format!("`incise log {}` is not a command", words.join(" ")),
                "`incise log` lists the entries, `incise log show ID` prints the diff of one",
            )),
        }
    }
}
