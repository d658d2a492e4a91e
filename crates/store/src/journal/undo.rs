//! The files as they are now, with entries taken back. Pure.
//!
//! The inverse of each change is carried over what came later ([`super::carry`]). What is in conflict then is
//! refused with both sides.

use std::borrow::Borrow;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::carry::{Carried, SettleTexts, carried};
use super::entry::{Entry, FileNote, KeptChanges};
use super::later_changes::{CachedChanges, HistoryWalk, LaterChanges, Occupant, StoredText};
use super::tree::{Present, Undone, WorkingFile, WorkingTree};
use crate::change::{ChangeSet, TransitionKind};
use crate::error::{Error, Fault, NotKept, UndoBlock};
use crate::merge::Versions;
use crate::snapshot::{Attributes, Fingerprint, LINK};

/// The names that must be read before [`plan`] can be asked: those that the files of the entries with the
/// ids `targets` had, have, or would get back. `entries` are newest first and reach back to the targets.
pub fn paths<T: Borrow<Entry>>(entries: &[T], targets: &[u64]) -> BTreeSet<PathBuf> {
    let mut walk = history_walk(entries);
    let mut paths: BTreeSet<&Path> = BTreeSet::new();
    let mut present = BTreeSet::new();
    for (least, entry) in targeted(entries, targets) {
        for note in &entry.files {
            let later = walk.follow(note, least);
            if !present.contains(later.path()) {
                present.insert(later.path().to_owned());
            }
            paths.extend(note.names());
            walk.keep(later);
        }
    }
    present.extend(paths.into_iter().map(Path::to_owned));
    present
}

/// The transitions that take back the entries with the ids `targets` in the files of `present`, which holds all
/// [`paths`]. `entries` are newest first, their change sets loaded, and reach back to the targets. Where later changes
/// are in the way, `settle` may know what becomes of both.
///
/// # Errors
/// `undo_conflict`, with the file's name and the entry.
pub fn plan<T: Borrow<Entry>>(
    entries: &[T],
    targets: &[u64],
    present: &Present,
    stored: StoredText<'_>,
    settle: Option<SettleTexts<'_>>,
) -> Result<Undone, Error> {
    let mut undoing = Undoing {
        tree: WorkingTree::new(present),
        cached: HashMap::new(),
        stored,
        settle,
    };
    let taken_back: Vec<OnceCell<Vec<FileNote>>> = vec![OnceCell::new(); targets.len()];
    let mut walk = history_walk(entries);
    for ((least, entry), taken_back) in targeted(entries, targets).zip(&taken_back) {
        let notes = entry.files.iter();
        let notes: Vec<_> = notes.map(|note| (note, walk.follow(note, least))).collect();
        let done = undoing.take_back(entry.id, &notes)?;
        notes.into_iter().for_each(|(_, later)| walk.keep(later));
        walk.push(taken_back.get_or_init(|| done));
    }
    Ok(undoing.tree.differences())
}

/// The walk through `entries`, which are given newest first.
fn history_walk<T: Borrow<Entry>>(entries: &[T]) -> HistoryWalk<'_> {
    let mut walk = HistoryWalk::default();
    let oldest_first = entries.iter().rev().map(T::borrow);
    oldest_first.for_each(|entry| walk.push(&entry.files));
    walk
}

/// The entries to take back, newest first, with the number that the transaction after each has in [`history_walk`].
fn targeted<'a, T: Borrow<Entry>>(
    entries: &'a [T],
    targets: &[u64],
) -> impl Iterator<Item = (usize, &'a Entry)> + use<'a, T> {
    let targets: HashSet<u64> = targets.iter().copied().collect();
    let numbered = entries
        .iter()
        .map(T::borrow)
        .enumerate()
        .map(|(at, entry)| (entries.len() - at, entry));
    numbered.filter(move |(_, entry)| targets.contains(&entry.id))
}

struct Undoing<'a> {
    tree: WorkingTree<'a>,
    /// By the name of a file: the way from before what was taken back of it last to what it is now. An older change is
    /// carried over it, and not over all that was made and taken back since.
    cached: HashMap<PathBuf, CachedChanges<'a>>,
    stored: StoredText<'a>,
    settle: Option<SettleTexts<'a>>,
}

impl<'a> Undoing<'a> {
    /// Takes back what entry `id` did to its files, all at once, and says so as if it had been noted: what
    /// leaves a name goes before what comes back there.
    fn take_back(
        &mut self,
        id: u64,
        notes: &[(&'a FileNote, LaterChanges<'_>)],
    ) -> Result<Vec<FileNote>, Error> {
        let mut done = Vec::new();
        let mut moving = Vec::new();
        for (note, later) in notes {
            let step = match note.transition {
                TransitionKind::Created | TransitionKind::Copied => {
                    self.unmake(note, later, later.path())
                }
                TransitionKind::Moved => self.lift(note, later).map(|lifted| {
                    moving.extend(lifted.map(|file| (*note, later, file)));
                    None
                }),
                TransitionKind::Edited | TransitionKind::Removed => Ok(None),
            };
            done.extend(step.map_err(|why| blocked(id, later, why))?);
        }
        for (note, later) in notes {
            let step = match note.transition {
                TransitionKind::Edited => self.revert(note, later, later.path()),
                TransitionKind::Moved if stays(note, later) => {
                    self.revert(note, later, later.path())
                }
                TransitionKind::Removed => self.put_back(note, later.path()),
                TransitionKind::Moved | TransitionKind::Created | TransitionKind::Copied => {
                    Ok(None)
                }
            };
            done.extend(step.map_err(|why| blocked(id, later, why))?);
        }
        for (note, later, file) in moving {
            let step = self.move_back(note, later, file);
            done.push(step.map_err(|why| blocked(id, later, why))?);
        }
        Ok(done)
    }

    /// Removes a file that was made.
    fn unmake(
        &mut self,
        note: &FileNote,
        later: &LaterChanges<'_>,
        path: &Path,
    ) -> Result<Option<FileNote>, UndoBlock> {
        let is_ours = later.occupant() != Some(Occupant::Other);
        let Some(file) = is_ours.then(|| self.tree.take(path)).flatten() else {
            return Ok(None);
        };
        if !is_same(&file, note.after, note.modes.map(|(_, after)| after)) {
            return Err(UndoBlock::Unknown {
                made: note.after,
                found: Some(file.fingerprint),
            });
        }
        let text = Bytes::from(file.text.into_owned());
        Ok(Some(FileNote {
            path: path.to_owned(),
            from: None,
            transition: TransitionKind::Removed,
            before: note.after,
            after: None,
            modes: None,
            attributes: Attributes::default(),
            encoding: note.encoding,
            changes: KeptChanges::Here(ChangeSet::by_line(&text, &Bytes::new())),
        }))
    }

    /// Makes a file that was removed.
    fn put_back(&mut self, note: &FileNote, path: &Path) -> Result<Option<FileNote>, UndoBlock> {
        match self.tree.at(path) {
            Some(file) if is_same(file, note.before, note.modes.map(|(before, _)| before)) => {
                return Ok(None);
            }
            Some(_) => return Err(UndoBlock::Occupied),
            None => {}
        }
        let inverse = kept(note)?.invert();
        let lost = |_| UndoBlock::NotKept(NotKept::Lost);
        let text = Bytes::from(inverse.apply(&[]).map_err(lost)?);
        let mode = note.modes.map(|(before, _)| before);
        let mut file = WorkingFile::new(text, mode, note.attributes.clone());
        file.encoding = note.encoding;
        self.tree.put(path, file);
        Ok(Some(FileNote {
            path: path.to_owned(),
            from: None,
            transition: TransitionKind::Created,
            before: None,
            after: note.before,
            modes: None,
            attributes: Attributes::default(),
            encoding: note.encoding,
            changes: KeptChanges::Here(inverse),
        }))
    }

    /// Takes back the change of a file's text and mode.
    fn revert(
        &mut self,
        note: &'a FileNote,
        later: &LaterChanges<'_>,
        path: &Path,
    ) -> Result<Option<FileNote>, UndoBlock> {
        let file = self.tree.take(path).ok_or(UndoBlock::Gone)?;
        self.reverted(note, later, file, (path, None)).map(Some)
    }

    /// Takes a file that was moved away from where it is now; `None` when it is back home already.
    fn lift(
        &mut self,
        note: &FileNote,
        later: &LaterChanges<'_>,
    ) -> Result<Option<WorkingFile<'a>>, UndoBlock> {
        if stays(note, later) {
            return Ok(None);
        }
        let file = self.tree.take(later.path());
        file.map(Some).ok_or(UndoBlock::Gone)
    }

    /// Takes back the move of a file that was lifted, and the change of its text.
    fn move_back(
        &mut self,
        note: &'a FileNote,
        later: &LaterChanges<'_>,
        file: WorkingFile<'a>,
    ) -> Result<FileNote, UndoBlock> {
        let home = note.from.as_deref().unwrap_or(&note.path);
        if self.tree.at(home).is_some() {
            return Err(UndoBlock::Occupied);
        }
        self.reverted(note, later, file, (home, Some(later.path())))
    }

    /// Takes back the change of the text and mode of `file`, which is put at the first of `names` and comes from the
    /// second.
    fn reverted(
        &mut self,
        note: &'a FileNote,
        later: &LaterChanges<'_>,
        mut file: WorkingFile<'a>,
        (path, from): (&Path, Option<&Path>),
    ) -> Result<FileNote, UndoBlock> {
        let (since, (changes, settled)) = self.inverse(note, later, &file)?;
        let before = file.fingerprint;
        let is_as_made = Some(before) == note.after && since.is_empty();
        file.note_settled(settled);
        file.change(&changes, note.before.filter(|_| is_as_made));
        file.encoding = note.encoding;
        give_mode_back(&mut file, note);
        self.learn(path, note, &since, &changes, file.fingerprint);
        let undone = undone((path, from), before, file.fingerprint, changes);
        self.tree.put(path, file);
        Ok(undone)
    }

    /// Keeps the way from before `note`, whose change led `since` to a text that `changes` made the text `to` of the
    /// file now called `name`.
    fn learn(
        &mut self,
        name: &Path,
        note: &'a FileNote,
        since: &ChangeSet,
        changes: &ChangeSet,
        to: Fingerprint,
    ) {
        let way = note
            .changes
            .here()
            .map(|made| made.then(since))
            .and_then(|way| way.ok()?.then(changes).ok());
        match way {
            Some(way) => self.cached.insert(
                name.to_owned(),
                CachedChanges {
                    from: note,
                    changes: way.differing(),
                    to,
                },
            ),
            None => self.cached.remove(name),
        };
    }

    /// The way from the text after `note` to that of `file`, and what takes back the change of `note` there.
    fn inverse(
        &self,
        note: &FileNote,
        later: &LaterChanges<'_>,
        file: &WorkingFile<'_>,
    ) -> Result<(ChangeSet, Carried), UndoBlock> {
        let current = Some((&file.text[..], file.fingerprint));
        let unknown = || UndoBlock::Unknown {
            made: note.after,
            found: Some(file.fingerprint),
        };
        if file.mode == Some(LINK) && Some(file.fingerprint) != note.after {
            // A link has no lines, among which a change could be found again.
            return Err(unknown());
        }
        let mut inverse = kept(note)?.invert();
        let known = self.cached.get(later.path());
        let since = later
            .to_present(current, known, self.stored)
            .ok_or_else(unknown)?;
        let settle = |versions: &Versions| self.settle?(later.path(), versions);
        // Lines that an edit only quoted are nobody's.
        let mut way = since.clone();
        if !since.is_empty()
            && let Ok(made) = since.invert().apply(&file.text)
        {
            inverse = inverse.without_quoted_lines(&made);
            way = since.without_quoted_lines(&made);
        }
        let carried = carried(&inverse, &way, &file.text, settle)?;
        Ok((since, carried))
    }
}

/// Whether `file` has the `text`, in a file or in a link as its `mode` says.
fn is_same(file: &WorkingFile<'_>, text: Option<Fingerprint>, mode: Option<u32>) -> bool {
    Some(file.fingerprint) == text && (file.mode == Some(LINK)) == (mode == Some(LINK))
}

/// Whether the file of `note`, which was moved, is where it came from.
fn stays(note: &FileNote, later: &LaterChanges<'_>) -> bool {
    note.from.as_deref().is_none_or(|home| home == later.path())
}

/// Why entry `id` cannot be taken back.
fn blocked(id: u64, later: &LaterChanges<'_>, why: UndoBlock) -> Error {
    let why = Box::new(why);
    Error::new(Fault::UndoConflict { entry: id, why }).at(later.path())
}

/// The change set of `note`.
fn kept(note: &FileNote) -> Result<&ChangeSet, UndoBlock> {
    match &note.changes {
        KeptChanges::Here(changes) => Ok(changes),
        KeptChanges::Missing(why) => Err(UndoBlock::NotKept(*why)),
        KeptChanges::Stored(_) => Err(UndoBlock::NotKept(NotKept::Lost)),
    }
}

/// Gives the mode from before `note` back, if it is still the one that `note` made.
fn give_mode_back(file: &mut WorkingFile<'_>, note: &FileNote) {
    if let Some((before, after)) = note.modes
        && file.mode == Some(after)
    {
        file.mode = Some(before);
    }
}

/// The note of a file's way from the text `before` to `after`, with its name and the one that it comes from.
fn undone(
    (path, from): (&Path, Option<&Path>),
    before: Fingerprint,
    after: Fingerprint,
    changes: ChangeSet,
) -> FileNote {
    FileNote {
        path: path.to_owned(),
        from: from.map(Path::to_owned),
        transition: match from {
            Some(_) => TransitionKind::Moved,
            None => TransitionKind::Edited,
        },
        before: Some(before),
        after: Some(after),
        modes: None,
        attributes: Attributes::default(),
        encoding: None,
        changes: KeptChanges::Here(changes),
    }
}
