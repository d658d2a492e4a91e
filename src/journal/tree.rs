//! The files an undo is about while it is worked out: as they are, and as they will be. Pure.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::change::{ChangeSet, NewText, Provenance, Transition};
use crate::snapshot::{Attributes, FileMode, Fingerprint, Snapshot};

/// The files as they are, by the names that the journal has for them; `None` where there is none.
pub type Present = BTreeMap<PathBuf, Option<Snapshot>>;

/// The transition of one name by an undo.
pub type FileUndo = Transition<PathBuf>;

/// A file while an undo is worked out.
#[derive(Clone, Debug)]
pub(super) struct WorkingFile {
    /// The present file it is made of.
    from: Option<PathBuf>,
    /// From that file's text to `text`.
    changes: ChangeSet,
    pub(super) text: Bytes,
    pub(super) fingerprint: Fingerprint,
    /// The permission bits of the file, where known.
    pub(super) mode: Option<u32>,
    /// Extended attributes, where it is a new file.
    attributes: Attributes,
}

/// All files while an undo is worked out.
#[derive(Debug)]
pub(super) struct WorkingTree<'a> {
    present: &'a Present,
    files: BTreeMap<PathBuf, Option<WorkingFile>>,
}

impl WorkingFile {
    /// A new file.
    pub(super) fn new(text: Bytes, mode: Option<u32>, attributes: Attributes) -> Self {
        let empty = Bytes::new();
        Self {
            from: None,
            changes: ChangeSet::by_line(&empty, &text),
            fingerprint: Fingerprint::of(&text),
            text,
            mode,
            attributes,
        }
    }

    fn of(path: &Path, present: &Snapshot) -> Self {
        Self {
            from: Some(path.to_owned()),
            changes: ChangeSet::identity(present.bytes().len()),
            text: present.bytes().clone(),
            fingerprint: present.fingerprint(),
            mode: present.facts().map(|facts| facts.mode),
            attributes: Attributes::default(),
        }
    }

    /// This file with `changes` made; as it is when they do not fit.
    pub(super) fn changed(&self, changes: &ChangeSet) -> Self {
        match (changes.apply(&self.text), self.changes.then(changes)) {
            (Ok(text), Ok(whole)) => Self {
                changes: whole,
                fingerprint: Fingerprint::of(&text),
                text: text.into(),
                ..self.clone()
            },
            _ => self.clone(),
        }
    }
}

impl<'a> WorkingTree<'a> {
    pub(super) fn new(present: &'a Present) -> Self {
        Self {
            present,
            files: BTreeMap::new(),
        }
    }

    /// The file at `path` as it is so far.
    pub(super) fn at(&self, path: &Path) -> Option<WorkingFile> {
        match self.files.get(path) {
            Some(file) => file.clone(),
            None => {
                let present = self.present.get(path)?.as_ref()?;
                Some(WorkingFile::of(path, present))
            }
        }
    }

    /// Puts a file at `path`, or takes away the one there.
    pub(super) fn set(&mut self, path: &Path, file: Option<WorkingFile>) {
        self.files.insert(path.to_owned(), file);
    }

    /// The transitions that lead here from the present, by name.
    pub(super) fn differences(self) -> Vec<FileUndo> {
        let files = self.files.iter().filter_map(|(path, file)| {
            let from = file.as_ref()?.from.as_ref()?;
            (from != path).then(|| from.clone())
        });
        let moved: BTreeSet<PathBuf> = files.collect();
        let present = self.present;
        let differences = self.files.into_iter().filter_map(|(place, file)| {
            let before = present.get(&place).cloned().flatten();
            let after = file.map(|file| file.becomes(&place, present));
            let transition = Transition {
                is_moved_away: moved.contains(&place),
                place,
                before,
                after,
            };
            transition.is_changed().then_some(transition)
        });
        differences.collect()
    }
}

impl WorkingFile {
    /// The new text that it is at `path`.
    fn becomes(self, path: &Path, present: &Present) -> NewText<PathBuf> {
        let base = self
            .from
            .as_ref()
            .and_then(|from| present.get(from)?.clone());
        let base_mode = base
            .as_ref()
            .and_then(Snapshot::facts)
            .map(|facts| facts.mode);
        let mode = self.mode.filter(|_| self.mode != base_mode);
        NewText {
            attributes: self.from.is_none().then_some(self.attributes),
            provenance: match self.from {
                None => Provenance::New,
                Some(from) if from == path => Provenance::Own,
                Some(from) => Provenance::Moved(from),
            },
            base: base.unwrap_or_else(|| Snapshot::of_text(Bytes::new())),
            changes: self.changes,
            mode: mode.map(FileMode::Exact),
        }
    }
}
