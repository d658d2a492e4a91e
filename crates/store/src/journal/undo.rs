//! Plans the undo of entries in the current files. No I/O.
//!
//! The inverse of each change is rebased over later changes ([`super::rebase_inverse`]). A conflict is refused with
//! both sides.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::entry::{Entry, FileNote, KeptChanges};
use super::later_changes::{CachedChanges, HistoryWalk, LaterChanges, Occupant, StoredText};
use super::rebase_inverse::{RebasedInverse, SettleTexts, rebase_inverse};
use super::tree::{Present, Undone, WorkingFile, WorkingTree};
use crate::change::{ChangeSet, TransitionKind};
use crate::error::{Error, Fault, NotKept, UndoBlock};
use crate::merge::Versions;
use crate::snapshot::{Attributes, Fingerprint, LINK};

/// The files that [`plan`] needs, sorted: each name that a file of the entries `targets` had, has or would get back.
/// `entries` are newest first and reach back to the targets.
pub fn paths(entries: &[Entry], targets: &[u64]) -> Vec<PathBuf> {
    let mut walk = history_walk(entries);
    let mut paths = Vec::new();
    let mut targets = target_entries(entries, targets).into_iter();
    while let Some((next, entry)) = targets.next() {
        let has_older = targets.len() > 0;
        for note in &entry.files {
            let later = walk.follow(note, next);
            paths.push(later.path().to_owned());
            for name in note.names() {
                if name != later.path() {
                    paths.push(name.to_owned());
                }
            }
            if has_older {
                walk.keep(later);
            }
        }
    }
    // The files of an entry are sorted, so this takes fewer comparisons than a `BTreeSet`.
    paths.sort();
    paths.dedup();
    paths
}

/// The transitions that undo the entries `targets` in `present`, the files with the names from [`paths`]. `entries`
/// are newest first, have their change sets loaded, and reach back to the targets. `settle` may resolve conflicts
/// with later changes.
///
/// # Errors
/// [`Fault::UndoConflict`] with the path of the file and the number of the entry.
pub fn plan(
    entries: &[Entry],
    targets: &[u64],
    present: &Present,
    stored: StoredText<'_>,
    settle: Option<SettleTexts<'_>>,
) -> Result<Undone, Error> {
    let mut planner = UndoPlanner {
        tree: WorkingTree::new(present),
        cached: HashMap::new(),
        has_older: true,
        stored,
        settle,
    };
    // The walk gets a transaction for each undone entry, and borrows its notes.
    let undone: Vec<OnceCell<Vec<FileNote>>> = vec![OnceCell::new(); targets.len()];
    let mut walk = history_walk(entries);
    let mut targets = target_entries(entries, targets).into_iter().zip(&undone);
    while let Some(((next, entry), undone_notes)) = targets.next() {
        let mut notes = Vec::with_capacity(entry.files.len());
        for note in &entry.files {
            notes.push((note, walk.follow(note, next)));
        }
        planner.has_older = targets.len() > 0;
        let done = planner.undo_entry(entry.id, &notes)?;
        if planner.has_older {
            for (_, later) in notes {
                walk.keep(later);
            }
            walk.push(undone_notes.get_or_init(|| done));
        }
    }
    Ok(planner.tree.differences())
}

/// The walk through `entries`, which are newest first.
fn history_walk(entries: &[Entry]) -> HistoryWalk<'_> {
    let mut walk = HistoryWalk::default();
    for entry in entries.iter().rev() {
        walk.push(&entry.files);
    }
    walk
}

/// The entries to undo, newest first, each with the index in [`history_walk`] of the transaction after it.
fn target_entries<'a>(entries: &'a [Entry], targets: &[u64]) -> Vec<(usize, &'a Entry)> {
    let targets: HashSet<u64> = targets.iter().copied().collect();
    let mut found = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if targets.contains(&entry.id) {
            found.push((entries.len() - index, entry));
        }
    }
    found
}

struct UndoPlanner<'a> {
    tree: WorkingTree<'a>,
    /// Indexed by file name: the changes from before the most recently undone edit to the current state of the file.
    /// An older change is rebased only over these, and not over all edits and undos since.
    cached: HashMap<PathBuf, CachedChanges<'a>>,
    /// True if older entries remain to be undone.
    has_older: bool,
    stored: StoredText<'a>,
    settle: Option<SettleTexts<'a>>,
}

impl<'a> UndoPlanner<'a> {
    /// Undoes entry `id` in all of its files, and returns the notes of the undo. All files leave their names before
    /// other files get these names back.
    fn undo_entry(
        &mut self,
        id: u64,
        notes: &[(&'a FileNote, LaterChanges<'_>)],
    ) -> Result<Vec<FileNote>, Error> {
        let mut done = Vec::new();
        let mut moving = Vec::new();
        for (note, later) in notes {
            let path = later.path();
            if note.transition.makes_file() {
                let removed = self.remove_created(note, later, path);
                done.extend(removed.map_err(|why| undo_conflict(id, path, why))?);
            } else if moves_back(note, later) {
                let Some(file) = self.tree.take(path) else {
                    return Err(undo_conflict(id, path, UndoBlock::Gone));
                };
                moving.push((*note, later, file));
            }
        }
        for (note, later) in notes {
            let path = later.path();
            let step = match note.transition {
                TransitionKind::Removed => self.restore_removed(note, path),
                TransitionKind::Edited => self.undo_edit(note, later, path),
                TransitionKind::Moved if !moves_back(note, later) => {
                    self.undo_edit(note, later, path)
                }
                TransitionKind::Moved | TransitionKind::Created | TransitionKind::Copied => {
                    continue;
                }
            };
            done.extend(step.map_err(|why| undo_conflict(id, path, why))?);
        }
        for (note, later, file) in moving {
            let former_name = note.from.as_deref().unwrap_or(&note.path);
            if self.tree.get(former_name).is_some() {
                return Err(undo_conflict(id, former_name, UndoBlock::Occupied));
            }
            let step = self.put_undone(note, later, file, former_name, Some(later.path()));
            done.push(step.map_err(|why| undo_conflict(id, later.path(), why))?);
        }
        Ok(done)
    }

    fn remove_created(
        &mut self,
        note: &FileNote,
        later: &LaterChanges<'_>,
        path: &Path,
    ) -> Result<Option<FileNote>, UndoBlock> {
        if later.occupant() == Some(Occupant::Other) {
            return Ok(None);
        }
        let Some(file) = self.tree.take(path) else {
            return Ok(None);
        };
        if !is_unchanged(&file, note.after, note.modes.map(|(_, after)| after)) {
            return Err(UndoBlock::Unknown {
                made: note.after,
                found: Some(file.fingerprint),
            });
        }
        let text = file.into_text();
        let changes = ChangeSet::by_line(&text, &Bytes::new());
        Ok(Some(FileNote {
            encoding: note.encoding,
            ..undo_note(path, TransitionKind::Removed, note.after, None, changes)
        }))
    }

    fn restore_removed(
        &mut self,
        note: &FileNote,
        path: &Path,
    ) -> Result<Option<FileNote>, UndoBlock> {
        match self.tree.get(path) {
            Some(file) if is_unchanged(file, note.before, note.modes.map(|(before, _)| before)) => {
                return Ok(None);
            }
            Some(_) => return Err(UndoBlock::Occupied),
            None => {}
        }
        let inverse = loaded_changes(note)?.invert();
        let Ok(text) = inverse.apply(&[]) else {
            return Err(UndoBlock::NotKept(NotKept::Lost));
        };
        let mode = note.modes.map(|(before, _)| before);
        let mut file = WorkingFile::new(text.into(), mode, note.attributes.clone());
        file.encoding = note.encoding;
        self.tree.put(path, file);
        Ok(Some(FileNote {
            encoding: note.encoding,
            ..undo_note(path, TransitionKind::Created, None, note.before, inverse)
        }))
    }

    /// Undoes the change of the text and mode of a file.
    fn undo_edit(
        &mut self,
        note: &'a FileNote,
        later: &LaterChanges<'_>,
        path: &Path,
    ) -> Result<Option<FileNote>, UndoBlock> {
        let file = self.tree.take(path).ok_or(UndoBlock::Gone)?;
        self.put_undone(note, later, file, path, None).map(Some)
    }

    /// Undoes the change of the text and mode of `file`, and puts it at `path`. `from` is its current name, if that
    /// differs.
    fn put_undone(
        &mut self,
        note: &'a FileNote,
        later: &LaterChanges<'_>,
        mut file: WorkingFile<'a>,
        path: &Path,
        from: Option<&Path>,
    ) -> Result<FileNote, UndoBlock> {
        let before = file.fingerprint;
        let since = self.changes_since(note, later, &mut file)?;
        let RebasedInverse { changes, settled } = self.inverse(note, later, &mut file, &since)?;
        file.add_settled(settled);
        let fingerprint = if Some(before) == note.after && since.is_empty() {
            note.before
        } else {
            None
        };
        file.apply(&changes, fingerprint);
        file.encoding = note.encoding;
        restore_mode(&mut file, note);
        if self.has_older {
            self.cache_changes(path, note, &since, &changes, file.fingerprint);
        }
        let transition = match from {
            Some(_) => TransitionKind::Moved,
            None => TransitionKind::Edited,
        };
        let after = Some(file.fingerprint);
        self.tree.put(path, file);
        Ok(FileNote {
            from: from.map(Path::to_owned),
            ..undo_note(path, transition, Some(before), after, changes)
        })
    }

    /// Caches the changes from before `note` to the text `to` of the file `name`: the changes of `note`, then
    /// `since`, then `changes`.
    fn cache_changes(
        &mut self,
        name: &Path,
        note: &'a FileNote,
        since: &ChangeSet,
        changes: &ChangeSet,
        to: Fingerprint,
    ) {
        let composed = note
            .changes
            .loaded()
            .and_then(|undone| undone.then(since).ok()?.then(changes).ok());
        match composed {
            Some(composed) => self.cached.insert(
                name.to_owned(),
                CachedChanges {
                    from: note,
                    changes: composed.differing(),
                    to,
                },
            ),
            None => self.cached.remove(name),
        };
    }

    /// The changes from the text after `note` to the text of `file`.
    fn changes_since(
        &self,
        note: &FileNote,
        later: &LaterChanges<'_>,
        file: &mut WorkingFile<'_>,
    ) -> Result<ChangeSet, UndoBlock> {
        let found = file.fingerprint;
        // The target of a link has no lines in which a change could be located.
        let is_other_link = file.mode == Some(LINK) && Some(found) != note.after;
        if !is_other_link {
            loaded_changes(note)?;
            let current = Some((file.text(), found));
            let cached = self.cached.get(later.path());
            if let Some(since) = later.to_present(current, cached, self.stored) {
                return Ok(since);
            }
        }
        Err(UndoBlock::Unknown {
            made: note.after,
            found: Some(found),
        })
    }

    /// The inverse of `note`, rebased over `since`, the changes from the text after `note` to the text of `file`.
    fn inverse(
        &self,
        note: &FileNote,
        later: &LaterChanges<'_>,
        file: &mut WorkingFile<'_>,
        since: &ChangeSet,
    ) -> Result<RebasedInverse, UndoBlock> {
        let settle = |versions: &Versions| self.settle?(later.path(), versions);
        let inverse = loaded_changes(note)?.invert();
        if !since.is_empty()
            && let Ok(text_after_note) = since.invert().apply(file.text())
        {
            let restored = inverse.apply(&text_after_note);
            file.was_utf8 |= restored.is_ok_and(|text| std::str::from_utf8(&text).is_ok());
            // A line that an edit only quotes cannot conflict.
            let inverse = inverse.without_quoted_lines(&text_after_note);
            let since = since.without_quoted_lines(&text_after_note);
            return rebase_inverse(&inverse, &since, file.text(), settle);
        }
        rebase_inverse(&inverse, since, file.text(), settle)
    }
}

/// True if `file` has the fingerprint `text`, and if either both `file` and `mode` are of a link or neither is.
fn is_unchanged(file: &WorkingFile<'_>, text: Option<Fingerprint>, mode: Option<u32>) -> bool {
    Some(file.fingerprint) == text && (file.mode == Some(LINK)) == (mode == Some(LINK))
}

/// True if the undo of `note` has to move the file, which does not have its former name again.
fn moves_back(note: &FileNote, later: &LaterChanges<'_>) -> bool {
    note.transition == TransitionKind::Moved
        && note
            .from
            .as_deref()
            .is_some_and(|name| name != later.path())
}

/// The error that entry `id` cannot be undone because of `why`, in the file at `path`.
fn undo_conflict(id: u64, path: &Path, why: UndoBlock) -> Error {
    let why = Box::new(why);
    Fault::UndoConflict { entry: id, why }.at(path)
}

/// The stored change set of `note`.
fn loaded_changes(note: &FileNote) -> Result<&ChangeSet, UndoBlock> {
    match &note.changes {
        KeptChanges::Loaded(changes) => Ok(changes),
        KeptChanges::Missing(why) => Err(UndoBlock::NotKept(*why)),
        KeptChanges::Stored(_) => Err(UndoBlock::NotKept(NotKept::Lost)),
    }
}

/// Restores the mode from before `note`, if it has not changed since.
fn restore_mode(file: &mut WorkingFile<'_>, note: &FileNote) {
    if let Some((before, after)) = note.modes
        && file.mode == Some(after)
    {
        file.mode = Some(before);
    }
}

/// The note of an undo that turned the text `before` at `path` into `after`.
fn undo_note(
    path: &Path,
    transition: TransitionKind,
    before: Option<Fingerprint>,
    after: Option<Fingerprint>,
    changes: ChangeSet,
) -> FileNote {
    FileNote {
        path: path.to_owned(),
        from: None,
        transition,
        before,
        after,
        modes: None,
        attributes: Attributes::default(),
        encoding: None,
        changes: KeptChanges::Loaded(changes),
    }
}
