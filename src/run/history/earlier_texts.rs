//! The texts that a file had before. An edit may have been made against one of them.

use std::path::Path;

use bytes::Bytes;

use super::workspace_journal::WorkspaceJournal;
use crate::change::ChangeSet;
use crate::disk::Disk;
use crate::journal::{Event, FileNote, Unavailable, whole_text};
use crate::run::process::committed;
use crate::run::world::World;
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};

/// Entries about a file that are looked at, and bytes of their texts.
const ENTRIES: usize = 256;
const BYTES: usize = 64 << 20;

/// The texts that the file at `place` had before it had `now`: the texts of the journal, newest first, then the texts of
/// git, which is asked only if the journal's are not enough.
pub fn earlier_texts(
    place: &RootedPath,
    now: &Snapshot,
    disk: &Disk,
    world: &World,
) -> impl Iterator<Item = Snapshot> {
    let mut noted = Vec::new();
    if let Ok(Some(journal)) = WorkspaceJournal::find(&world.journal) {
        let name = journal.names.name(disk, place);
        noted = noted_texts(&journal, &name, now).unwrap_or_default();
    }
    let file = disk
        .real_path(place)
        .unwrap_or_else(|| disk.cwd().join(place.shown()));
    let committed = std::iter::once_with(move || committed::texts(&file, world)).flatten();
    let differs = now.clone();
    noted
        .into_iter()
        .chain(committed.map(Snapshot::of_text))
        .filter(move |text| text.bytes() != differs.bytes())
}

/// A text of a file that a task knew.
#[derive(Clone, Copy, Debug)]
pub struct KnownText {
    /// The fingerprint.
    pub text: Fingerprint,
    /// True if the journal has entries of others about the file since.
    pub is_written_since: bool,
}

/// The text that `task` knew last of the file at `place`, by what it read and wrote; `None` where it did neither.
pub fn known_to(task: &str, place: &RootedPath, disk: &Disk, world: &World) -> Option<KnownText> {
    let journal = WorkspaceJournal::find(&world.journal).ok()??;
    let mut name = journal.names.name(disk, place);
    let mut is_written_since = false;
    for event in journal.settled_of(&name).ok()? {
        let text = match event.ok()? {
            Event::Read(mark) if mark.task == task && mark.path == name => mark.text,
            Event::Read(_) => continue,
            Event::Entry(entry) => {
                let note = note_of(&entry.files, &name)?;
                if entry.task.as_deref() != Some(task) {
                    is_written_since = true;
                    note.path_before()?.clone_into(&mut name);
                    continue;
                }
                note.after?
            }
        };
        return Some(KnownText {
            text,
            is_written_since,
        });
    }
    None
}

/// The text of the file at `place` that entry number `number` found; `None` where that is not known.
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

fn note_of<'n>(notes: &'n [FileNote], name: &Path) -> Option<&'n FileNote> {
    notes.iter().find(|note| note.path_after() == Some(name))
}

/// The texts before and after each entry about the file that is now at `name` and has the text `now`, as far as they
/// are stored or can be made of those that are.
fn noted_texts(
    journal: &WorkspaceJournal,
    name: &Path,
    now: &Snapshot,
) -> Result<Vec<Snapshot>, Unavailable> {
    let mut found: Vec<Snapshot> = Vec::new();
    let mut bytes = 0;
    let mut name = name.to_owned();
    // The text that an entry must have made for its changes to tell the one before.
    let mut current = Some(now.clone());
    let mut events = journal.settled_of(&name)?;
    for result in events.entries().take(ENTRIES) {
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
            Some(earlier) if bytes < BYTES => earlier.clone_into(&mut name),
            _ => break,
        }
    }
    Ok(found)
}

/// The text that the transaction of `note` made: `current`, or a stored text, or the text that the changes hold whole.
fn text_after(
    note: &FileNote,
    current: Option<Snapshot>,
    journal: &WorkspaceJournal,
) -> Option<Snapshot> {
    let wanted = note.after?;
    if let Some(text) = current
        && text.fingerprint() == wanted
    {
        return Some(text);
    }
    if let Some(text) = journal.store.text(&wanted) {
        return Some(Snapshot::of_text(text));
    }
    let made = Snapshot::of_text(whole_text(note.changes.here()?)?);
    if made.fingerprint() == wanted {
        Some(made)
    } else {
        None
    }
}

/// The text that the transaction of `note` found: `after` without its changes, or a stored text.
fn text_before_note(
    note: &FileNote,
    after: Option<&Snapshot>,
    journal: &WorkspaceJournal,
) -> Option<Snapshot> {
    let wanted = note.before?;
    if let (Some(after), Some(changes)) = (after, note.changes.here())
        && let Some(text) = taken_back(changes, after)
        && text.fingerprint() == wanted
    {
        return Some(text);
    }
    journal.store.text(&wanted).map(Snapshot::of_text)
}

/// The text before `changes`, which made `after`.
fn taken_back(changes: &ChangeSet, after: &Snapshot) -> Option<Snapshot> {
    let before = changes.invert().apply(after.bytes()).ok()?;
    Some(Snapshot::of_text(Bytes::from(before)))
}
