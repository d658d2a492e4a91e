//! `log`: what the journal knows, as a list or one entry's diff.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::World;
use super::ledger::{Ledger, absent};
use crate::change::{Recorded, Redacted, Transaction, Transition};
use crate::disk::Disk;
use crate::journal::{Bounds, Entry, Event, FileNote, Kept, Kind, Omitted, Outcome, Unavailable};
use crate::refusal::{NotKept, Nothing, Reason, Refusal};
use crate::report::{
    Deed, Ending, FileReport, LogEntry, LogFile, LogReport, Notice, Report, Warning,
};
use crate::snapshot::Snapshot;

/// What of the journal is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogAsked {
    /// A list of entries.
    List(LogFilter),
    /// The same as transactions to be replayed.
    Export(LogFilter),
    /// One entry's diff.
    Show(u64),
    /// To drop what is too old or too much.
    Prune,
}

/// Which entries are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFilter {
    /// Those about this file, as it was typed.
    pub path: Option<PathBuf>,
    /// Those of this task.
    pub task: Option<String>,
    /// At most so many.
    pub max: usize,
}

/// What the journal answered.
#[derive(Debug)]
pub enum Logged {
    /// A list.
    List(LogReport),
    /// Transactions, the oldest first.
    Export(Vec<Transaction>),
    /// One entry's changes.
    Entry(Box<Report>),
}

/// Answers `asked`. A workspace without a journal has an empty list.
///
/// # Errors
/// `io` when the journal cannot be used, `nothing_to_undo` for an entry it does not have, and what the
/// disk refuses about a path.
pub fn log(asked: &LogAsked, world: &World) -> Result<Logged, Refusal> {
    let unusable = |error: Unavailable| Refusal::new(absent(Some(error)));
    let ledger = Ledger::find(&world.chronicle).map_err(unusable)?;
    match (asked, ledger) {
        (LogAsked::List(filter), Some(ledger)) => {
            let name = match &filter.path {
                Some(path) => Some(name_of(path, &ledger, world)?),
                None => None,
            };
            let entries = list(filter, name.as_deref(), &ledger).map_err(unusable)?;
            Ok(Logged::List(LogReport {
                entries,
                pruned: None,
            }))
        }
        (LogAsked::Export(filter), Some(ledger)) => {
            let name = match &filter.path {
                Some(path) => Some(name_of(path, &ledger, world)?),
                None => None,
            };
            let exported = export(filter, name.as_deref(), &ledger).map_err(unusable)?;
            Ok(Logged::Export(exported))
        }
        (LogAsked::Export(_), None) => Ok(Logged::Export(Vec::new())),
        (LogAsked::Prune, Some(ledger)) => {
            let pruned = ledger
                .journal
                .prune(Bounds::default(), world.chronicle.time);
            let pruned = pruned.map_err(unusable)?;
            Ok(Logged::List(LogReport {
                entries: Vec::new(),
                pruned: Some((pruned.entries, pruned.bytes)),
            }))
        }
        (LogAsked::List(_) | LogAsked::Prune, None) => Ok(Logged::List(LogReport::default())),
        (LogAsked::Show(_), None) => Err(Refusal::new(absent(None))),
        (LogAsked::Show(id), Some(ledger)) => show(*id, &ledger).map_err(unusable)?,
    }
}

/// The journal's name for the file at `path`.
fn name_of(path: &Path, ledger: &Ledger, world: &World) -> Result<PathBuf, Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let place = disk.locate(path)?;
    Ok(ledger.names.name(&disk, &place))
}

fn list(
    filter: &LogFilter,
    name: Option<&Path>,
    ledger: &Ledger,
) -> Result<Vec<LogEntry>, Unavailable> {
    let events = match name {
        Some(name) => ledger.journal.events_of(name)?,
        None => ledger.journal.events()?,
    };
    let mut taken_back = HashMap::new();
    let mut entries = Vec::new();
    for event in events {
        let Event::Entry(entry) = event? else {
            continue;
        };
        let by = taken_back.get(&entry.id).copied();
        if by.is_none() {
            taken_back.extend(entry.kind.takes_back().iter().map(|&id| (id, entry.id)));
        }
        if filter.task.is_none() || filter.task == entry.task {
            entries.push(listed(&entry, by));
        }
        if entries.len() == filter.max {
            break;
        }
    }
    Ok(entries)
}

/// The entries that are listed and happened, oldest first, without files outside the workspace.
fn export(
    filter: &LogFilter,
    name: Option<&Path>,
    ledger: &Ledger,
) -> Result<Vec<Transaction>, Unavailable> {
    let events = match name {
        Some(name) => ledger.journal.events_of(name)?,
        None => ledger.journal.events()?,
    };
    let mut transactions = Vec::new();
    for event in events {
        let Event::Entry(mut entry) = event? else {
            continue;
        };
        let is_asked = filter.task.is_none() || filter.task == entry.task;
        if entry.outcome != Outcome::Done || !is_asked {
            continue;
        }
        ledger.journal.load(&mut entry);
        let files: Vec<Recorded> = entry.files.iter().filter_map(exported).collect();
        if !files.is_empty() {
            transactions.push(Transaction::new(Some(entry.id), entry.task, files));
        }
        if transactions.len() == filter.max {
            break;
        }
    }
    transactions.reverse();
    Ok(transactions)
}

fn exported(note: &FileNote) -> Option<Recorded> {
    let names = [Some(&note.path), note.from.as_ref()];
    if names.into_iter().flatten().any(|name| name.is_absolute()) {
        return None;
    }
    Some(match note.record() {
        Some(record) => Recorded::Whole(record),
        None => Recorded::Redacted(Redacted::new(
            note.path.clone(),
            note.from.clone(),
            note.transition,
            (note.before, note.after),
        )),
    })
}

fn listed(entry: &Entry, taken_back_by: Option<u64>) -> LogEntry {
    LogEntry {
        id: entry.id,
        time: entry.time,
        task: entry.task.clone(),
        deed: match &entry.kind {
            Kind::Edit => Deed::Edit,
            Kind::Undo(ids) => Deed::Undo(ids.clone()),
            Kind::Redo(ids) => Deed::Redo(ids.clone()),
        },
        command: entry.command.clone(),
        files: entry.files.iter().map(listed_file).collect(),
        ending: match entry.outcome {
            Outcome::Done => Ending::Noted,
            Outcome::Unknown => Ending::Unknown,
        },
        taken_back_by,
    }
}

fn listed_file(note: &FileNote) -> LogFile {
    LogFile {
        path: note.path.clone(),
        from: note.from.clone(),
        transition: note.transition,
        before: note.before,
        after: note.after,
        not_kept: not_kept(note),
    }
}

fn not_kept(note: &FileNote) -> Option<NotKept> {
    match note.changes {
        Kept::Here(_) | Kept::Stored(_) => None,
        Kept::Omitted(Omitted::Private) => Some(NotKept::Private),
        Kept::Omitted(Omitted::TooLarge) => Some(NotKept::TooLarge),
        Kept::Lost => Some(NotKept::Lost),
    }
}

/// Entry `id` as the report of a run that makes its changes.
fn show(id: u64, ledger: &Ledger) -> Result<Result<Logged, Refusal>, Unavailable> {
    for event in ledger.journal.events()? {
        match event? {
            Event::Entry(mut entry) if entry.id == id => {
                ledger.journal.load(&mut entry);
                return Ok(Ok(Logged::Entry(Box::new(shown(&entry, ledger)))));
            }
            _ => {}
        }
    }
    let why = Nothing::Entry(id);
    Ok(Err(Refusal::new(Reason::NothingToUndo { why })))
}

fn shown(entry: &Entry, ledger: &Ledger) -> Report {
    let mut report = Report::new("log show", 1);
    for note in &entry.files {
        match file(note, ledger) {
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
fn file(note: &FileNote, ledger: &Ledger) -> Result<FileReport, NotKept> {
    let changes = match note.changes() {
        Some(changes) => changes.clone(),
        None => return Err(not_kept(note).unwrap_or(NotKept::Lost)),
    };
    let after = match note.after {
        None => Some(bytes::Bytes::new()),
        Some(text) => ledger
            .journal
            .text(&text)
            .or_else(|| crate::journal::whole_text(&changes)),
    };
    let before = match after {
        Some(after) => changes.invert().apply(&after).ok(),
        None => note
            .before
            .and_then(|text| ledger.journal.text(&text))
            .map(Vec::from),
    };
    let before = before.ok_or(NotKept::Lost)?;
    Ok(FileReport {
        path: note.path.clone(),
        from: note.from.clone(),
        operation: "log show".to_owned(),
        transition: note.transition,
        before: (note.transition != Transition::Created).then(|| Snapshot::of_text(before)),
        changes,
        modes: note.modes,
        sites: Vec::new(),
        hunks: Vec::new(),
        backup: None,
    })
}
