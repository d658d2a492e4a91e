//! Edits that another tool makes itself. Its hooks call before and after: the texts before are kept, and what became
//! of the files is noted in the journal like an edit of ours.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::earlier_texts::known_to;
use super::note::Noting;
use super::workspace_journal::WorkspaceJournal;
use crate::change::{ChangeSet, Deed, NewText, Provenance, Record, Transition, TransitionKind};
use crate::disk::Disk;
use crate::journal::{NewFile, PrivateNames, Unavailable};
use crate::refusal::Refusal;
use crate::report::Warning;
use crate::request::{ExpectedHash, Request, Terms};
use crate::run::world::World;
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};

/// Texts that are longer are not kept, and the edit is not noted, bytes.
const LONGEST: u64 = 8 << 20;

/// A file before the edit.
#[derive(Serialize, Deserialize)]
struct FileBefore {
    /// As in the journal.
    name: PathBuf,
    text: TextBefore,
}

/// The text of a file before the edit.
#[derive(Serialize, Deserialize)]
enum TextBefore {
    /// There is no file.
    Absent,
    /// In base64.
    Text(String),
    /// A private text is kept by its fingerprint alone.
    Private(Fingerprint),
}

/// The hash of the text at `path` that `task` read or wrote last; `None` if it did neither.
pub fn known_hash(task: &str, path: &Path, world: &World) -> Option<ExpectedHash> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone()).ok()?;
    let place = disk.locate(path).ok()?;
    let known = known_to(task, &place, &disk, world)?;
    Some(ExpectedHash::Blake3(known.text.hex()))
}

/// Keeps the texts of the files at `paths` until [`note_edit`] asks for them by the same `key`.
///
/// # Errors
/// When a file cannot be read, or the journal not be written.
pub fn keep_before(key: &str, paths: &[PathBuf], world: &World) -> Result<(), Refusal> {
    let Some(journal) = WorkspaceJournal::open(&world.journal)? else {
        return Ok(());
    };
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let mut files = Vec::new();
    for path in paths {
        let place = disk.locate(path)?;
        let name = journal.names.name(&disk, &place);
        let private_names = &world.journal.private_names;
        let text = match disk.read(&place, LONGEST)? {
            None => TextBefore::Absent,
            Some(text) if is_secret(&journal, &name, &disk, &text, private_names)? => {
                TextBefore::Private(text.fingerprint())
            }
            Some(text) => TextBefore::Text(BASE64.encode(text.bytes())),
        };
        files.push(FileBefore { name, text });
    }
    let content = serde_json::to_vec(&files).unwrap_or_default();
    Ok(journal
        .store
        .keep_pending(key, &content, world.journal.time)?)
}

fn is_secret(
    journal: &WorkspaceJournal,
    name: &Path,
    disk: &Disk,
    text: &Snapshot,
    private_names: &PrivateNames,
) -> Result<bool, Unavailable> {
    if journal.names.is_private(disk, name, text, private_names) {
        return Ok(true);
    }
    journal.store.knows_private(name, &text.fingerprint())
}

/// Notes what became of the files that were kept by `key`, as an edit under `terms`. Returns what there is to warn of.
///
/// # Errors
/// When a file cannot be read, or the journal not be used.
pub fn note_edit(
    key: &str,
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
    let files: Vec<FileBefore> = serde_json::from_slice(&content).unwrap_or_default();
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let mut records = Vec::new();
    for file in files {
        let place = disk.locate(&journal.names.root().join(&file.name))?;
        let after = disk.read(&place, LONGEST)?;
        let before = match file.text {
            TextBefore::Absent => None,
            TextBefore::Text(text) => BASE64.decode(text).map(Snapshot::of_text).ok(),
            TextBefore::Private(before) => {
                records.extend(private_file(file.name, before, after));
                continue;
            }
        };
        if let Some(transition) = transition(place, before, after) {
            let private_names = &world.journal.private_names;
            let names = &journal.names;
            records.extend(names.records_of(&transition, is_given_whole, &disk, private_names));
        }
    }
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let request = Request::from(Vec::new()).under(terms);
    let intent = Noting::of_records(journal, records);
    let worded = intent.worded(&request, &Deed::Edit, world);
    Ok(worded.note().committed(world).warnings)
}

/// The change of the file at `place` from the text `before` to the text `after`; `None` if they are the same.
fn transition(
    place: RootedPath,
    before: Option<Snapshot>,
    after: Option<Snapshot>,
) -> Option<Transition> {
    let (old, new) = (text_of(before.as_ref()), text_of(after.as_ref()));
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

fn text_of(file: Option<&Snapshot>) -> Bytes {
    file.map(|file| file.bytes().clone()).unwrap_or_default()
}

/// The record of the private file `name`, whose change nobody may store.
fn private_file(name: PathBuf, before: Fingerprint, after: Option<Snapshot>) -> Option<NewFile> {
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
