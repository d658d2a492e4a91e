//! The files an undo is about while it is worked out: as they are, and as they will be. Pure.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::change::ChangeSet;
use crate::snapshot::{Attributes, Fingerprint, Snapshot};

/// The files as they are, by the names that the journal has for them; `None` where there is none.
pub type Present = BTreeMap<PathBuf, Option<Snapshot>>;

/// What an undo makes of one name.
#[derive(Clone, Debug, PartialEq)]
pub struct FileUndo {
    /// The name.
    pub path: PathBuf,
    /// What will be there.
    pub becomes: Becomes,
}

/// What will be at a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Becomes {
    /// Nothing.
    Absent,
    /// A file.
    Text {
        /// The present file it is made of, by name; `None` when it is a new one.
        from: Option<PathBuf>,
        /// The change of that file's text, or of the empty one.
        changes: ChangeSet,
        /// Permission bits to set, when they change.
        mode: Option<u32>,
        /// Extended attributes of a new file.
        attributes: Attributes,
    },
}

/// A file while an undo is worked out.
#[derive(Clone, Debug)]
pub(super) struct WorkingFile {
    /// The present file it is made of.
    from: Option<PathBuf>,
    /// From that file's text to `text`.
    changes: ChangeSet,
    pub(super) text: Bytes,
    pub(super) fingerprint: Fingerprint,
    /// Its permission bits, where known.
    pub(super) mode: Option<u32>,
    /// Extended attributes, where it is a new file.
    attributes: Attributes,
}

/// All files while an undo is worked out.
#[derive(Debug)]
pub(super) struct WorkingTree<'a> {
    present: &'a Present,
    nodes: BTreeMap<PathBuf, Option<WorkingFile>>,
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
            nodes: BTreeMap::new(),
        }
    }

    /// The file at `path` as it is so far.
    pub(super) fn at(&self, path: &Path) -> Option<WorkingFile> {
        match self.nodes.get(path) {
            Some(node) => node.clone(),
            None => {
                let present = self.present.get(path)?.as_ref()?;
                Some(WorkingFile::of(path, present))
            }
        }
    }

    /// Puts a file at `path`, or takes away the one there.
    pub(super) fn set(&mut self, path: &Path, node: Option<WorkingFile>) {
        self.nodes.insert(path.to_owned(), node);
    }

    /// What differs from the present, by name.
    pub(super) fn differences(self) -> Vec<FileUndo> {
        let present = self.present;
        let was = |path: &Path| present.get(path).and_then(Option::as_ref);
        self.nodes
            .into_iter()
            .filter_map(|(path, node)| {
                let becomes = match (was(&path), node) {
                    (None, None) => return None,
                    (Some(_), None) => Becomes::Absent,
                    (_, Some(node)) => node.becomes(&path, present)?,
                };
                Some(FileUndo { path, becomes })
            })
            .collect()
    }
}

impl WorkingFile {
    /// What it is at `path`; `None` when that is what is there.
    fn becomes(self, path: &Path, present: &Present) -> Option<Becomes> {
        let origin = self
            .from
            .as_deref()
            .and_then(|from| present.get(from)?.as_ref());
        let origin_mode = origin
            .and_then(|origin| origin.facts())
            .map(|facts| facts.mode);
        let mode = self.mode.filter(|_| self.mode != origin_mode);
        let is_same = self.from.as_deref() == Some(path) && !self.changes.changes_text();
        (!is_same || mode.is_some()).then_some(Becomes::Text {
            from: self.from,
            changes: self.changes,
            mode,
            attributes: self.attributes,
        })
    }
}
