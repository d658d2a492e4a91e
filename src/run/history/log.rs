//! `log`: lists the entries of the journal.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::super::world::World;
use super::events_with_ends::SettledEvents;
use super::workspace_journal::{self, WorkspaceJournal};
use crate::disk::Disk;
use crate::journal::{Entry, FileNote, KeptChanges, Unavailable};
use crate::refusal::{NotKept, Refusal};
use crate::report::{LogEntry, LogFile, LogReport};
use crate::request::Limits;
use crate::run::steps::files::native_path;

/// The entries to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFilter {
    /// Only entries of this file, as the user typed it.
    pub path: Option<PathBuf>,
    /// Only entries of this task.
    pub task: Option<String>,
    /// The maximum number of entries.
    pub max: usize,
}

/// The entries that `filter` selects. Empty if the workspace has no journal.
///
/// # Errors
/// `io` if the journal cannot be read, and the errors of the disk for the path.
pub fn log(filter: &LogFilter, world: &World) -> Result<LogReport, Refusal> {
    let Some(journal) = WorkspaceJournal::find_in_state_directory(&world.journal)? else {
        return Ok(LogReport::default());
    };
    let mut events = events(filter, &journal, world)?;
    Ok(LogReport {
        entries: list(filter, &mut events, |entry, by| {
            listed(&entry, by, &journal)
        })?,
        pruned: None,
        warnings: workspace_journal::entries_lost(events.lost())
            .into_iter()
            .collect(),
    })
}

/// The events of the file in `filter`, or all events, newest first.
pub(super) fn events<'l>(
    filter: &LogFilter,
    journal: &'l WorkspaceJournal,
    world: &World,
) -> Result<SettledEvents<'l>, Refusal> {
    let events = match &filter.path {
        Some(path) => journal.settled_of(&journal_name(path, journal, world)?),
        None => journal.settled(),
    };
    Ok(events?)
}

/// The name in the journal of the file at `path`.
fn journal_name(
    path: &Path,
    journal: &WorkspaceJournal,
    world: &World,
) -> Result<PathBuf, Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let target = native_path(path, &mut disk, &Limits::default())?;
    let place = disk.locate(&target)?;
    Ok(journal.names.name(&disk, &place))
}

/// Calls `convert` with each selected entry and the number of the entry that undid it.
pub(super) fn list<T>(
    filter: &LogFilter,
    events: &mut SettledEvents<'_>,
    convert: impl Fn(Entry, Option<u64>) -> T,
) -> Result<Vec<T>, Unavailable> {
    let mut taken_back = HashMap::new();
    let mut entries = Vec::new();
    for result in events.entries() {
        if entries.len() == filter.max {
            break;
        }
        let entry = result?;
        let taken_back_by = taken_back.get(&entry.id).copied();
        if taken_back_by.is_none() {
            taken_back.extend(entry.kind.takes_back().iter().map(|&id| (id, entry.id)));
        }
        if filter.task.is_none() || filter.task == entry.task {
            entries.push(convert(entry, taken_back_by));
        }
    }
    Ok(entries)
}

pub(super) fn listed(
    entry: &Entry,
    taken_back_by: Option<u64>,
    journal: &WorkspaceJournal,
) -> LogEntry {
    LogEntry {
        id: entry.id,
        time: entry.time,
        task: entry.task.clone(),
        deed: entry.kind.clone(),
        command: entry.command.clone(),
        files: entry
            .files
            .iter()
            .map(|note| listed_file(note, journal))
            .collect(),
        is_whole: entry.is_whole,
        is_committed: entry.is_committed,
        taken_back_by,
    }
}

fn listed_file(note: &FileNote, journal: &WorkspaceJournal) -> LogFile {
    note.with_changes(match note.changes {
        KeptChanges::Stored(stored) if !journal.store.holds(stored.object) => Some(NotKept::Lost),
        _ => not_kept(note),
    })
}

pub(super) fn not_kept(note: &FileNote) -> Option<NotKept> {
    match note.changes {
        KeptChanges::Loaded(_) | KeptChanges::Stored(_) => None,
        KeptChanges::Missing(why) => Some(why),
    }
}
