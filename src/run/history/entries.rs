//! Journal entries with their changes: shown as diffs, exported for a replay, or pruned.

use std::collections::HashSet;
use std::path::Path;

use bytes::Bytes;

use super::super::world::World;
use super::events_with_ends::SettledEvents;
use super::log::{LogFilter, events, list, listed, not_kept};
use super::workspace_journal::{self, WorkspaceJournal};
use crate::change::{ChangeSet, Record, Transaction, TransitionKind};
use crate::journal::{Bounds, Entry, Event, FileNote, Unavailable, whole_text};
use crate::refusal::{Fault, NotKept, Nothing, Refusal};
use crate::report::{FileReport, LogEntry, LogReport, Notice, Report, Warning};
use crate::snapshot::Snapshot;

/// The entries that `filter` selects. The report of each entry shows its changes.
///
/// # Errors
/// See [`log`].
pub fn log_with_changes(
    filter: &LogFilter,
    world: &World,
) -> Result<Vec<(LogEntry, Report)>, Refusal> {
    let Some(journal) = WorkspaceJournal::find_in_state_directory(&world.journal)? else {
        return Ok(Vec::new());
    };
    let mut events = events(filter, &journal, world)?;
    Ok(list(filter, &mut events, |mut entry, by| {
        journal.store.load(&mut entry);
        (listed(&entry, by, &journal), entry_report(&entry, &journal))
    })?)
}

/// The selected entries as transactions for a replay, oldest first.
///
/// # Errors
/// See [`log`].
pub fn export(filter: &LogFilter, world: &World) -> Result<Vec<Transaction>, Refusal> {
    let Some(journal) = WorkspaceJournal::find_in_state_directory(&world.journal)? else {
        return Ok(Vec::new());
    };
    let filtered = events(filter, &journal, world)?;
    Ok(transactions(filter, filtered, &journal)?)
}

/// Deletes old entries, and entries over the size limit. Returns a report without entries that has the number of
/// deleted entries and bytes.
///
/// # Errors
/// `io` if the journal cannot be used.
pub fn prune(world: &World) -> Result<LogReport, Refusal> {
    let Some(journal) = WorkspaceJournal::find_in_state_directory(&world.journal)? else {
        return Ok(LogReport {
            pruned: Some((0, 0)),
            ..LogReport::default()
        });
    };
    let now = world.journal.time;
    let pruned = journal.store.prune(Bounds::default(), now)?;
    Ok(LogReport {
        pruned: Some((pruned.entries, pruned.bytes)),
        ..LogReport::default()
    })
}

/// A report that shows the changes of entry `id`.
///
/// # Errors
/// `io` if the journal cannot be read, `nothing_to_undo` if the entry does not exist.
pub fn entry(id: u64, world: &World) -> Result<Report, Refusal> {
    let journal = WorkspaceJournal::find_in_state_directory(&world.journal)?
        .ok_or_else(|| workspace_journal::missing(Some(&world.journal)))?;
    match find_entry(id, &journal)? {
        Some(entry) => Ok(entry_report(&entry, &journal)),
        None => Err(Refusal::from(Fault::NothingToUndo(Nothing::Entry(id)))),
    }
}

/// The selected entries that changed files, oldest first.
fn transactions(
    filter: &LogFilter,
    mut events: SettledEvents<'_>,
    journal: &WorkspaceJournal,
) -> Result<Vec<Transaction>, Unavailable> {
    let entries = events.entries();
    let selected: Box<dyn Iterator<Item = Result<Entry, Unavailable>>> = match &filter.task {
        Some(task) => Box::new(with_reversals(task, entries.collect::<Result<_, _>>()?).map(Ok)),
        None => Box::new(entries),
    };
    let mut exported = Vec::new();
    for result in selected {
        if exported.len() == filter.max {
            break;
        }
        let mut entry = result?;
        journal.store.load(&mut entry);
        let files: Vec<_> = entry.files.iter().map(exported_record).collect();
        if !files.is_empty() {
            exported.push(Transaction::new(Some(entry.id), entry.task, files));
        }
    }
    exported.reverse();
    Ok(exported)
}

/// The entries of `task`, and every entry that undid or redid one of them. Without these, a replay would apply again
/// what was undone. `entries` are sorted newest first.
fn with_reversals(task: &str, entries: Vec<Entry>) -> impl Iterator<Item = Entry> {
    let mut ids = HashSet::new();
    for entry in entries.iter().rev() {
        let mut reversed = entry.kind.takes_back().iter();
        if entry.task.as_deref() == Some(task) || reversed.any(|id| ids.contains(id)) {
            ids.insert(entry.id);
        }
    }
    entries
        .into_iter()
        .filter(move |entry| ids.contains(&entry.id))
}

/// The record of a file. Without the changes if the journal lacks them, or if the file is outside the workspace: such
/// a record is not replayed.
fn exported_record(note: &FileNote) -> Record<Option<ChangeSet>> {
    if note.names().any(Path::is_absolute) {
        return note.with_changes(None);
    }
    note.with_changes(note.changes.loaded().cloned())
}

/// Entry `id` with its changes; `None` if it does not exist.
fn find_entry(id: u64, journal: &WorkspaceJournal) -> Result<Option<Entry>, Unavailable> {
    for event in journal.store.events()? {
        match event? {
            Event::Entry(mut entry) if entry.id == id => {
                journal.store.load(&mut entry);
                return Ok(Some(entry));
            }
            _ => {}
        }
    }
    Ok(None)
}

fn entry_report(entry: &Entry, journal: &WorkspaceJournal) -> Report {
    let mut report = Report::new("log show", 1);
    for note in &entry.files {
        match file_report(note, journal) {
            Ok(file) => report.files.push(file),
            Err(why) => report
                .warnings
                .push(Warning::about(&note.path, Notice::NotKept(why))),
        }
    }
    report
}

/// The change of one file, relative to the content before it.
fn file_report(note: &FileNote, journal: &WorkspaceJournal) -> Result<FileReport, NotKept> {
    let Some(changes) = note.changes.loaded() else {
        return Err(not_kept(note).unwrap_or(NotKept::Lost));
    };
    let mut changes = changes.clone();
    let mut base = text_before(note, &changes, journal).ok_or(NotKept::Lost)?;
    let mut encoded = None;
    if let Some((text, text_changes)) = changes.decoded(base.clone(), note.encoding) {
        let byte_changes = std::mem::replace(&mut changes, text_changes);
        if text.encoding().is_some() {
            encoded = Some(byte_changes);
        }
        base = text;
    }
    let kind = note.transition;
    let before = match kind {
        TransitionKind::Created => None,
        _ => Some(base),
    };
    Ok(FileReport {
        from: note.from.clone(),
        encoded,
        modes: note.modes,
        ..FileReport::new(note.path.clone(), "log show", kind, before, changes)
    })
}

/// The content before the `changes` of `note`; `None` if it is not stored.
fn text_before(
    note: &FileNote,
    changes: &ChangeSet,
    journal: &WorkspaceJournal,
) -> Option<Snapshot> {
    let after = match note.after {
        None => Some(Bytes::new()),
        Some(text) => journal.store.text(&text).or_else(|| whole_text(changes)),
    };
    match after {
        Some(after) => Some(Snapshot::of_text(changes.invert().apply(&after).ok()?)),
        None => Some(Snapshot::of_text(journal.store.text(&note.before?)?)),
    }
}
