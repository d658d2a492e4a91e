//! Records edits that another tool makes. Its hooks call this module before and after the edit. The old contents are
//! kept, and the changes are recorded in the journal like an edit of `incise`.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::earlier_texts::{last_known_text, note_of};
use super::history_entry::drafts_after;
use super::note::NoteStage;
use super::workspace_journal::WorkspaceJournal;
use crate::change::{ChangeSet, Deed, NewText, Provenance, Record, Transition, TransitionKind};
use crate::disk::Disk;
use crate::journal::{FileNote, NewFile, Unavailable};
use crate::refusal::Refusal;
use crate::report::Warning;
use crate::request::{ExpectedHash, Request, Terms};
use crate::run::world::World;
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};

/// The maximum file size in bytes. Edits of larger files are not recorded.
const MAX_FILE_SIZE: u64 = 8 << 20;

/// The state before the edit.
#[derive(Default, Serialize, Deserialize)]
struct Before {
    /// The newest entry of the journal.
    newest: u64,
    files: Vec<FileBefore>,
}

/// A file before the edit.
#[derive(Serialize, Deserialize)]
struct FileBefore {
    /// The name in the journal.
    name: PathBuf,
    text: TextBefore,
}

/// The content of a file before the edit.
#[derive(Serialize, Deserialize)]
enum TextBefore {
    /// The file does not exist.
    Absent,
    /// The content in base64.
    Text(String),
    /// The fingerprint of a private file.
    Private(Fingerprint),
}

/// The hash of the content at `path` that `task` last read or wrote; `None` if it did neither.
pub fn known_hash(task: &str, path: &Path, world: &World) -> Option<ExpectedHash> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone()).ok()?;
    let place = disk.locate(path).ok()?;
    let known = last_known_text(task, &place, &disk, world)?;
    Some(ExpectedHash::Blake3(known.hex()))
}

/// Keeps the contents of the files at `paths` for [`note_edit`] with the same `key`.
///
/// # Errors
/// If a file cannot be read or the journal cannot be written.
pub fn keep_before(key: &str, paths: &[PathBuf], world: &World) -> Result<(), Refusal> {
    let Some(journal) = WorkspaceJournal::open(&world.journal)? else {
        return Ok(());
    };
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let newest = journal.store.newest()?.unwrap_or_default();
    let mut files = Vec::new();
    for path in paths {
        let place = disk.locate(path)?;
        let name = journal.names.name(&disk, &place);
        let text = match disk.read(&place, MAX_FILE_SIZE)? {
            None => TextBefore::Absent,
            Some(text) if is_private_file(&journal, &name, &disk, &text)? => {
                TextBefore::Private(text.fingerprint())
            }
            Some(text) => TextBefore::Text(BASE64.encode(text.bytes())),
        };
        files.push(FileBefore { name, text });
    }
    let content = serde_json::to_vec(&Before { newest, files }).unwrap_or_default();
    Ok(journal
        .store
        .keep_pending(key, &content, world.journal.time)?)
}

fn is_private_file(
    journal: &WorkspaceJournal,
    name: &Path,
    disk: &Disk,
    text: &Snapshot,
) -> Result<bool, Unavailable> {
    if journal.names.is_private(disk, name, text) {
        return Ok(true);
    }
    journal.store.knows_private(name, &text.fingerprint())
}

/// Records the changes to the files of [`keep_before`] with the same `key`, as an edit under `terms`. Leaves out changes
/// that the journal has recorded in the meantime, and changes of other programs if `edit` is the edit of the tool.
/// Returns warnings. `is_given_whole` is true if the other tool writes complete texts.
///
/// # Errors
/// If a file cannot be read or the journal cannot be used.
pub fn note_edit(
    key: &str,
    edit: Option<&Request>,
    is_given_whole: bool,
    terms: Terms,
    world: &World,
) -> Result<Vec<Warning>, Refusal> {
    let Some(journal) = WorkspaceJournal::find(&world.journal)? else {
        return Ok(Vec::new());
    };
    let Some(content) = journal.store.take_pending(key)? else {
        return Ok(Vec::new());
    };
    let kept: Before = serde_json::from_slice(&content).unwrap_or_default();
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let mut records = Vec::new();
    for file in kept.files {
        let place = disk.locate(&journal.names.root().join(&file.name))?;
        let mut after = disk.read(&place, MAX_FILE_SIZE)?;
        let before = match file.text {
            TextBefore::Absent => None,
            TextBefore::Text(text) => BASE64.decode(text).map(Snapshot::of_text).ok(),
            TextBefore::Private(before) => {
                records.extend(private_record(file.name, before, after));
                continue;
            }
        };
        let before = with_recorded_changes(before, &file.name, kept.newest, &journal)?;
        if let Some(edit) = edit
            && let Some(edited) = text_after_edit(edit, &place, before.as_ref(), after.as_ref())
        {
            after = Some(edited);
        }
        if let Some(transition) = transition(place, before, after) {
            let names = &journal.names;
            records.extend(names.records_of(&transition, is_given_whole, &disk));
        }
    }
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let request = Request::from(Vec::new()).under(terms);
    let note = NoteStage::from_records(journal, records);
    let prepared = note.prepare(&request, &Deed::Edit, world);
    Ok(prepared.write().record_commit(world).warnings)
}

/// The content `before` of the file `name`, with the changes that were recorded after entry `newest`.
fn with_recorded_changes(
    before: Option<Snapshot>,
    name: &Path,
    newest: u64,
    journal: &WorkspaceJournal,
) -> Result<Option<Snapshot>, Unavailable> {
    let mut entries = Vec::new();
    for result in journal.settled_of(name)?.entries() {
        let mut entry = result?;
        if entry.id <= newest {
            break;
        }
        journal.store.load(&mut entry);
        entries.push(entry);
    }
    let mut text = before;
    for entry in entries.iter().rev() {
        match note_of(&entry.files, name).map(|note| text_after_note(note, text.as_ref())) {
            Some(Some(after)) => text = after,
            _ => break,
        }
    }
    Ok(text)
}

/// The content of the file at `place` after only `edit`. `None` if the current content `after` does not contain the
/// changed lines of `edit`.
fn text_after_edit(
    edit: &Request,
    place: &RootedPath,
    before: Option<&Snapshot>,
    after: Option<&Snapshot>,
) -> Option<Snapshot> {
    let steps = (1..).zip(&edit.steps);
    let steps = steps.map(|(number, step)| (number, &step.action, step.repeat));
    let mut drafts = drafts_after(steps, place, before.cloned())?;
    let edited = drafts.at(place).ok()?.text().ok()?;
    let own_inverse = ChangeSet::by_line(edited.bytes(), &bytes_of(before));
    let others = ChangeSet::by_line(edited.bytes(), &bytes_of(after));
    let conflicts = own_inverse.line_conflicts(&others, edited.bytes());
    conflicts.is_empty().then_some(edited)
}

/// The content after `note`, which changed `before`. `None` if `note` changed another content, or if its changes are
/// not kept.
fn text_after_note(note: &FileNote, before: Option<&Snapshot>) -> Option<Option<Snapshot>> {
    if note.before != before.map(Snapshot::fingerprint) {
        return None;
    }
    if note.after.is_none() {
        return Some(None);
    }
    let after = note.changes.loaded()?.apply(&bytes_of(before)).ok()?;
    Some(Some(Snapshot::of_text(Bytes::from(after))))
}

/// The change of the file at `place` from `before` to `after`; `None` if nothing changed.
fn transition(
    place: RootedPath,
    before: Option<Snapshot>,
    after: Option<Snapshot>,
) -> Option<Transition> {
    let (old, new) = (bytes_of(before.as_ref()), bytes_of(after.as_ref()));
    if before.is_some() == after.is_some() && old == new {
        return None;
    }
    let provenance = match before {
        Some(_) => Provenance::Own,
        None => Provenance::New,
    };
    let after = after.map(|_| NewText {
        provenance,
        changes: ChangeSet::by_line(&old, &new),
        base: Snapshot::of_text(old),
        mode: None,
        attributes: None,
    });
    Some(Transition {
        place,
        before,
        is_moved_away: false,
        after,
        encoding: None,
    })
}

fn bytes_of(file: Option<&Snapshot>) -> Bytes {
    file.map(|file| file.bytes().clone()).unwrap_or_default()
}

/// The record of the private file `name`, without its changes.
fn private_record(name: PathBuf, before: Fingerprint, after: Option<Snapshot>) -> Option<NewFile> {
    let after = after.map(|after| after.fingerprint());
    if after == Some(before) {
        return None;
    }
    let transition = match after {
        Some(_) => TransitionKind::Edited,
        None => TransitionKind::Removed,
    };
    Some(NewFile {
        record: Record {
            path: name,
            from: None,
            transition,
            before: Some(before),
            after,
            modes: None,
            attributes: Default::default(),
            encoding: None,
            changes: ChangeSet::identity(0),
        },
        base: Bytes::new(),
        is_given_whole: false,
        is_private: true,
    })
}
