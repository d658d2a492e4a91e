//! `log`: what the journal knows, as a list or one entry's diff.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::super::world::World;
use super::events_with_ends::SettledEvents;
use super::workspace_journal::{self, WorkspaceJournal};
use crate::change::{ChangeSet, Record, Transaction, TransitionKind};
use crate::disk::Disk;
use crate::journal::{Bounds, Entry, Event, FileNote, KeptChanges, Unavailable};
use crate::refusal::{NotKept, Nothing, Reason, Refusal};
use crate::report::{FileReport, LogEntry, LogFile, LogReport, Notice, Report, Warning};
use crate::request::Limits;
use crate::resolve::draft::FileSites;
use crate::run::steps::files::meant;
use crate::snapshot::Snapshot;

/// Which entries are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFilter {
    /// Only entries about this file, as it was typed.
    pub path: Option<PathBuf>,
    /// Only entries of this task.
    pub task: Option<String>,
    /// At most so many.
    pub max: usize,
}

/// The entries that `filter` asks for. A workspace without a journal has none.
///
/// # Errors
/// `io` when the journal cannot be used, and what the disk refuses about a path.
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

/// The entries that `filter` asks for, each with its changes as the report of a run that makes them.
///
/// # Errors
/// As [`log`].
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
        (listed(&entry, by, &journal), shown(&entry, &journal))
    })?)
}

/// The entries as transactions to be replayed, the oldest first.
///
/// # Errors
/// As [`log`].
pub fn export(filter: &LogFilter, world: &World) -> Result<Vec<Transaction>, Refusal> {
    let Some(journal) = WorkspaceJournal::find_in_state_directory(&world.journal)? else {
        return Ok(Vec::new());
    };
    let events = events(filter, &journal, world)?;
    Ok(exportable(filter, events, &journal)?)
}

/// Drops what is too old or too much; a list without entries says how much that was.
///
/// # Errors
/// `io` when the journal cannot be used.
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

/// Entry `id` as the report of a run that makes its changes.
///
/// # Errors
/// `io` when the journal cannot be used, `nothing_to_undo` for an entry it does not have.
pub fn entry(id: u64, world: &World) -> Result<Report, Refusal> {
    let journal = WorkspaceJournal::find_in_state_directory(&world.journal)?
        .ok_or_else(workspace_journal::missing)?;
    let entry = with_number(id, &journal)?;
    let why = Nothing::Entry(id);
    let entry = entry.ok_or(Reason::NothingToUndo { why })?;
    Ok(shown(&entry, &journal))
}

/// The events of the file that `filter` names, else all events, the newest first.
fn events<'l>(
    filter: &LogFilter,
    journal: &'l WorkspaceJournal,
    world: &World,
) -> Result<SettledEvents<'l>, Refusal> {
    let events = match &filter.path {
        Some(path) => journal.settled_of(&name_of(path, journal, world)?),
        None => journal.settled(),
    };
    Ok(events?)
}

/// The journal's name for the file at `path`.
fn name_of(path: &Path, journal: &WorkspaceJournal, world: &World) -> Result<PathBuf, Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let path = meant(path, &mut disk, &Limits::default())?;
    let place = disk.locate(&path)?;
    Ok(journal.names.name(&disk, &place))
}

/// What `of` makes of each entry and the number of the one that took it back.
fn list<T>(
    filter: &LogFilter,
    events: &mut SettledEvents<'_>,
    of: impl Fn(Entry, Option<u64>) -> T,
) -> Result<Vec<T>, Unavailable> {
    let mut taken_back = HashMap::new();
    let mut entries = Vec::new();
    for entry in events.entries() {
        if entries.len() == filter.max {
            break;
        }
        let entry = entry?;
        let by = taken_back.get(&entry.id).copied();
        if by.is_none() {
            taken_back.extend(entry.kind.takes_back().iter().map(|&id| (id, entry.id)));
        }
        if filter.task.is_none() || filter.task == entry.task {
            entries.push(of(entry, by));
        }
    }
    Ok(entries)
}

/// The entries that are listed, oldest first, without files outside the workspace.
fn exportable(
    filter: &LogFilter,
    mut events: SettledEvents<'_>,
    journal: &WorkspaceJournal,
) -> Result<Vec<Transaction>, Unavailable> {
    let entries = events.entries();
    let asked: Box<dyn Iterator<Item = Result<Entry, Unavailable>>> = match &filter.task {
        Some(task) => Box::new(of_task(task, entries.collect::<Result<_, _>>()?).map(Ok)),
        None => Box::new(entries),
    };
    let mut transactions = Vec::new();
    for entry in asked {
        if transactions.len() == filter.max {
            break;
        }
        let mut entry = entry?;
        journal.store.load(&mut entry);
        let files: Vec<_> = entry.files.iter().filter_map(exported).collect();
        if !files.is_empty() {
            transactions.push(Transaction::new(Some(entry.id), entry.task, files));
        }
    }
    transactions.reverse();
    Ok(transactions)
}

/// The entries of `task`, and every entry that undid or redid one of them: without those, a replay would apply again
/// what was undone. `entries` are newest first.
fn of_task(task: &str, entries: Vec<Entry>) -> impl Iterator<Item = Entry> {
    let mut ids = HashSet::new();
    for entry in entries.iter().rev() {
        let is_about_it = |id: &u64| ids.contains(id);
        if entry.task.as_deref() == Some(task) || entry.kind.takes_back().iter().any(is_about_it) {
            ids.insert(entry.id);
        }
    }
    entries
        .into_iter()
        .filter(move |entry| ids.contains(&entry.id))
}

fn exported(note: &FileNote) -> Option<Record<Option<ChangeSet>>> {
    let is_inside = !note.names().any(Path::is_absolute);
    is_inside.then(|| note.with_changes(note.changes.here().cloned()))
}

fn listed(entry: &Entry, taken_back_by: Option<u64>, journal: &WorkspaceJournal) -> LogEntry {
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

fn not_kept(note: &FileNote) -> Option<NotKept> {
    match note.changes {
        KeptChanges::Here(_) | KeptChanges::Stored(_) => None,
        KeptChanges::Missing(why) => Some(why),
    }
}

/// Entry `id` with its changes.
fn with_number(id: u64, journal: &WorkspaceJournal) -> Result<Option<Entry>, Unavailable> {
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

fn shown(entry: &Entry, journal: &WorkspaceJournal) -> Report {
    let mut report = Report::new("log show", 1);
    for note in &entry.files {
        match file(note, journal) {
            Ok(file) => report.files.push(file),
            Err(why) => report.warnings.push(Warning {
                path: Some(note.path.clone()),
                notice: Notice::NotKept { why },
            }),
        }
    }
    report
}

/// The change of one file, drawn against the stored text after it.
fn file(note: &FileNote, journal: &WorkspaceJournal) -> Result<FileReport, NotKept> {
    let changes = match note.changes.here() {
        Some(changes) => changes.clone(),
        None => return Err(not_kept(note).unwrap_or(NotKept::Lost)),
    };
    let after = match note.after {
        None => Some(bytes::Bytes::new()),
        Some(text) => journal
            .store
            .text(&text)
            .or_else(|| crate::journal::whole_text(&changes)),
    };
    let before = match after {
        Some(after) => changes.invert().apply(&after).ok(),
        None => note
            .before
            .and_then(|text| journal.store.text(&text))
            .map(Vec::from),
    };
    let base = Snapshot::of_text(before.ok_or(NotKept::Lost)?);
    let text = changes.decoded(base.clone(), note.encoding);
    let encoded = text.as_ref().and_then(|(base, _)| base.encoding());
    let encoded = encoded.map(|_| changes.clone());
    let (base, changes) = text.unwrap_or((base, changes));
    Ok(FileReport {
        path: note.path.clone(),
        from: note.from.clone(),
        operation: "log show".to_owned(),
        transition: note.transition,
        before: Some(base).filter(|_| note.transition != TransitionKind::Created),
        changes,
        encoded,
        modes: note.modes,
        sites: FileSites::default(),
        hunks: Vec::new(),
        settled: Vec::new(),
        rebased: None,
        moved: Vec::new(),
        styles: Default::default(),
        conflict_lines: Vec::new(),
        backup: None,
        is_hidden: false,
    })
}
