//! The earlier contents of a file. An edit may have been made for one of them.

use std::path::Path;

use bytes::Bytes;

use super::workspace_journal::WorkspaceJournal;
use crate::change::ChangeSet;
use crate::disk::Disk;
use crate::journal::{Event, FileNote, Unavailable, whole_text};
use crate::run::process::committed;
use crate::run::world::World;
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::text::Span;

/// The maximum number of entries to read for one file.
const MAX_ENTRIES: usize = 256;
/// The maximum number of bytes of the texts of these entries.
const MAX_BYTES: usize = 64 << 20;

/// The contents of the file at `place` before `now`: first those in the journal, newest first, then those in git. Git
/// is only asked if the caller needs more.
pub fn earlier_texts(
    place: &RootedPath,
    now: &Snapshot,
    disk: &Disk,
    world: &World,
) -> impl Iterator<Item = Snapshot> {
    let mut recorded = Vec::new();
    if let Ok(Some(journal)) = WorkspaceJournal::find(&world.journal) {
        let name = journal.names.name(disk, place);
        recorded = journal_texts(&journal, &name, now).unwrap_or_default();
    }
    let file = disk
        .real_path(place)
        .unwrap_or_else(|| disk.cwd().join(place.shown()));
    let committed = std::iter::once_with(move || committed::texts(&file, world)).flatten();
    let now = now.clone();
    recorded
        .into_iter()
        .chain(committed.map(Snapshot::of_text))
        .filter(move |text| text.bytes() != now.bytes())
}

/// The content of the file at `place` that `task` last read or wrote; `None` if it did neither.
pub fn last_known_text(
    task: &str,
    place: &RootedPath,
    disk: &Disk,
    world: &World,
) -> Option<Fingerprint> {
    let journal = WorkspaceJournal::find(&world.journal).ok()??;
    let mut name = journal.names.name(disk, place);
    for event in journal.settled_of(&name).ok()? {
        match event.ok()? {
            Event::Read(mark) if mark.task == task && mark.path == name => return Some(mark.text),
            Event::Read(_) => {}
            Event::Entry(entry) => {
                let note = note_of(&entry.files, &name)?;
                if entry.task.as_deref() == Some(task) {
                    return note.after;
                }
                note.path_before()?.clone_into(&mut name);
            }
        }
    }
    None
}

/// A content of a file, and the lines that a task saw in it.
pub struct SeenText {
    pub text: Fingerprint,
    /// The byte spans of the lines; `None` for all lines.
    pub parts: Option<Vec<Span>>,
}

/// The contents of the file at `place` that `task` read or wrote, newest first, up to one that it saw as a whole.
pub fn seen_texts(
    task: &str,
    place: &RootedPath,
    disk: &Disk,
    world: &World,
) -> Result<Vec<SeenText>, Unavailable> {
    let Some(journal) = WorkspaceJournal::find(&world.journal)? else {
        return Ok(Vec::new());
    };
    let mut name = journal.names.name(disk, place);
    let mut seen: Vec<SeenText> = Vec::new();
    for event in journal.settled_of(&name)? {
        match event? {
            Event::Read(mark) if mark.task == task && mark.path == name => {
                let (text, parts) = (mark.text, mark.parts);
                seen.push(SeenText { text, parts });
            }
            Event::Read(_) => {}
            Event::Entry(entry) => {
                let Some(note) = note_of(&entry.files, &name) else {
                    break;
                };
                if entry.task.as_deref() == Some(task)
                    && let Some(text) = note.after
                {
                    // The task wrote the text, but may not know the lines of others.
                    let parts = if entry.saw_all_lines {
                        None
                    } else {
                        Some(Vec::new())
                    };
                    seen.push(SeenText { text, parts });
                }
                let Some(earlier) = note.path_before() else {
                    break;
                };
                earlier.clone_into(&mut name);
            }
        }
        if seen.last().is_some_and(|seen| seen.parts.is_none()) {
            break;
        }
    }
    Ok(seen)
}

/// The content of the file at `place` before entry `number`; `None` if unknown.
pub fn text_before(
    number: u64,
    place: &RootedPath,
    disk: &Disk,
    world: &World,
) -> Option<Fingerprint> {
    let journal = WorkspaceJournal::find(&world.journal).ok()??;
    let mut name = journal.names.name(disk, place);
    for result in journal.settled_of(&name).ok()?.entries() {
        let entry = result.ok()?;
        let note = note_of(&entry.files, &name)?;
        if entry.id == number {
            return note.before;
        }
        note.path_before()?.clone_into(&mut name);
    }
    None
}

/// The note of the file that is at `name` afterwards.
pub(super) fn note_of<'n>(notes: &'n [FileNote], name: &Path) -> Option<&'n FileNote> {
    notes.iter().find(|note| note.path_after() == Some(name))
}

/// The contents before and after each entry of the file that is now at `name` with the content `now`. Only contents
/// that are stored, or that follow from a stored content, are known.
fn journal_texts(
    journal: &WorkspaceJournal,
    name: &Path,
    now: &Snapshot,
) -> Result<Vec<Snapshot>, Unavailable> {
    let mut found: Vec<Snapshot> = Vec::new();
    let mut bytes = 0;
    let mut name = name.to_owned();
    // The content that the next entry must have written, so that its changes can be undone.
    let mut current = Some(now.clone());
    let mut events = journal.settled_of(&name)?;
    for result in events.entries().take(MAX_ENTRIES) {
        let mut entry = result?;
        journal.store.load(&mut entry);
        let Some(note) = note_of(&entry.files, &name) else {
            break;
        };
        let after = text_after(note, current.take(), journal);
        let before = text_before_note(note, after.as_ref(), journal);
        for text in after.into_iter().chain(before.clone()) {
            bytes += text.bytes().len();
            let is_known = found.iter().any(|known| known.bytes() == text.bytes());
            if !is_known {
                found.push(text);
            }
        }
        current = before;
        match note.path_before() {
            Some(earlier) if bytes < MAX_BYTES => earlier.clone_into(&mut name),
            _ => break,
        }
    }
    Ok(found)
}

/// The content after `note`: `current`, or a stored text, or the text that the changes contain completely.
fn text_after(
    note: &FileNote,
    current: Option<Snapshot>,
    journal: &WorkspaceJournal,
) -> Option<Snapshot> {
    let fingerprint = note.after?;
    if let Some(text) = current
        && text.fingerprint() == fingerprint
    {
        return Some(text);
    }
    if let Some(text) = journal.store.text(&fingerprint) {
        return Some(Snapshot::of_text(text));
    }
    let text = Snapshot::of_text(whole_text(note.changes.loaded()?)?);
    if text.fingerprint() != fingerprint {
        return None;
    }
    Some(text)
}

/// The content before `note`: `after` without its changes, or a stored text.
fn text_before_note(
    note: &FileNote,
    after: Option<&Snapshot>,
    journal: &WorkspaceJournal,
) -> Option<Snapshot> {
    let fingerprint = note.before?;
    if let (Some(after), Some(changes)) = (after, note.changes.loaded())
        && let Some(text) = undo(changes, after)
        && text.fingerprint() == fingerprint
    {
        return Some(text);
    }
    journal.store.text(&fingerprint).map(Snapshot::of_text)
}

/// Undoes `changes`, which gave `after`.
fn undo(changes: &ChangeSet, after: &Snapshot) -> Option<Snapshot> {
    let before = changes.invert().apply(after.bytes()).ok()?;
    Some(Snapshot::of_text(Bytes::from(before)))
}
