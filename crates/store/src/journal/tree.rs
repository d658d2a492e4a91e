//! The files during the planning of an undo: their current and their planned state. No I/O.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::text_cursor::apply_in_place;
use crate::change::{ChangeSet, NewText, Provenance, Transition};
use crate::encoding::TextEncoding;
use crate::merge::MergeRule;
use crate::snapshot::{Attributes, FileMode, Fingerprint, Snapshot};
use crate::text::Span;

/// The current files by their names in the journal; `None` if there is no file.
pub type Present = HashMap<PathBuf, Option<Snapshot>>;

/// The transition of one name by an undo.
pub type FileUndo = Transition<PathBuf>;

/// A planned undo.
#[derive(Clone, Debug)]
pub struct Undone {
    /// The files that change.
    pub files: Vec<FileUndo>,
    /// Indexed by current file name: the places where merge rules resolved conflicts with later changes.
    pub settled: HashMap<PathBuf, Vec<(Span, MergeRule)>>,
    /// The names of files that were UTF-8 before an undone entry and have changed since.
    pub were_utf8: HashSet<PathBuf>,
}

/// A file during the planning of an undo.
#[derive(Clone, Debug)]
pub(super) struct WorkingFile<'a> {
    /// The current name of the file; `None` for a new file.
    from: Option<PathBuf>,
    /// The changes from the current text of that file to the planned text, in order.
    changes: Vec<ChangeSet>,
    /// The text after the first `applied` of `changes`.
    text: Cow<'a, [u8]>,
    applied: usize,
    pub(super) fingerprint: Fingerprint,
    /// The permission bits, if known.
    pub(super) mode: Option<u32>,
    /// The extended attributes of a new file.
    attributes: Attributes,
    /// The encoding in the undone entries.
    pub(super) encoding: Option<TextEncoding>,
    /// True if the file was UTF-8 before an undone entry and has changed since.
    pub(super) was_utf8: bool,
    /// The places in the current file where merge rules resolved conflicts with later changes.
    settled: Vec<(Span, MergeRule)>,
}

/// All files during the planning of an undo.
#[derive(Debug)]
pub(super) struct WorkingTree<'a> {
    present: &'a Present,
    files: HashMap<PathBuf, Option<WorkingFile<'a>>>,
}

impl<'a> WorkingFile<'a> {
    pub(super) fn new(text: Bytes, mode: Option<u32>, attributes: Attributes) -> Self {
        Self {
            from: None,
            changes: vec![ChangeSet::by_line(&Bytes::new(), &text)],
            fingerprint: Fingerprint::hash(&text),
            text: Vec::from(text).into(),
            applied: 1,
            mode,
            attributes,
            encoding: None,
            was_utf8: false,
            settled: Vec::new(),
        }
    }

    fn from_snapshot(path: &Path, present: &'a Snapshot) -> Self {
        Self {
            from: Some(path.to_owned()),
            changes: Vec::new(),
            text: present.bytes()[..].into(),
            applied: 0,
            fingerprint: present.fingerprint(),
            mode: present.facts().map(|facts| facts.mode),
            attributes: Attributes::default(),
            encoding: None,
            was_utf8: false,
            settled: Vec::new(),
        }
    }

    /// Adds places in `text` where merge rules resolved conflicts.
    pub(super) fn add_settled(&mut self, settled: Vec<(Span, MergeRule)>) {
        for (mut span, rule) in settled {
            for changes in self.changes.iter().rev() {
                span = changes.origin_span(span);
            }
            self.settled.push((span, rule));
        }
    }

    /// The planned text. Building it is left to the caller that needs it, because most files are changed only once.
    pub(super) fn text(&mut self) -> &[u8] {
        for changes in &self.changes[self.applied..] {
            match &mut self.text {
                Cow::Borrowed(text) => self.text = changes.apply(text).unwrap_or_default().into(),
                Cow::Owned(text) => {
                    let _ = apply_in_place(text, changes);
                }
            }
        }
        self.applied = self.changes.len();
        &self.text
    }

    pub(super) fn into_text(mut self) -> Bytes {
        self.text();
        self.text.into_owned().into()
    }

    /// Applies `changes`. Ignores changes that do not fit, which a damaged journal may contain. `fingerprint` is the
    /// fingerprint of the result, if it is known.
    pub(super) fn apply(&mut self, changes: &ChangeSet, fingerprint: Option<Fingerprint>) {
        if changes.is_empty() || changes.check(self.text()).is_err() {
            return;
        }
        let pieces = changes.pieces(&self.text);
        self.fingerprint = fingerprint.unwrap_or_else(|| Fingerprint::of_pieces(pieces));
        self.changes.push(changes.clone());
    }

    /// The new text of the file at `path`.
    fn into_new_text(mut self, path: &Path, present: &Present) -> NewText<PathBuf> {
        let mut base = Snapshot::of_text(Bytes::new());
        let mut base_mode = None;
        if let Some(from) = &self.from
            && let Some(Some(snapshot)) = present.get(from)
        {
            base = snapshot.clone();
            base_mode = snapshot.facts().map(|facts| facts.mode);
        }
        let changes = match ChangeSet::in_turn(base.bytes().len(), &self.changes) {
            Ok(changes) => changes,
            Err(_) => {
                let text = Bytes::copy_from_slice(self.text());
                ChangeSet::by_line(base.bytes(), &text)
            }
        };
        let mode = if self.mode == base_mode {
            None
        } else {
            self.mode
        };
        let (attributes, provenance) = match self.from {
            None => (Some(self.attributes), Provenance::New),
            Some(from) if from == path => (None, Provenance::Own),
            Some(from) => (None, Provenance::Moved(from)),
        };
        NewText {
            attributes,
            provenance,
            base,
            changes,
            mode: mode.map(FileMode::Exact),
        }
    }
}

impl<'a> WorkingTree<'a> {
    pub(super) fn new(present: &'a Present) -> Self {
        Self {
            present,
            files: HashMap::with_capacity(present.len()),
        }
    }

    pub(super) fn get(&mut self, path: &Path) -> Option<&WorkingFile<'a>> {
        self.file(path).as_ref()
    }

    pub(super) fn take(&mut self, path: &Path) -> Option<WorkingFile<'a>> {
        self.file(path).take()
    }

    pub(super) fn put(&mut self, path: &Path, file: WorkingFile<'a>) {
        match self.files.get_mut(path) {
            Some(slot) => *slot = Some(file),
            None => {
                self.files.insert(path.to_owned(), Some(file));
            }
        }
    }

    fn file(&mut self, path: &Path) -> &mut Option<WorkingFile<'a>> {
        let present = self.present.get(path).and_then(Option::as_ref);
        let file = self.files.entry(path.to_owned());
        file.or_insert_with(|| present.map(|present| WorkingFile::from_snapshot(path, present)))
    }

    /// The transitions from the current files to the planned files.
    pub(super) fn differences(self) -> Undone {
        let mut moved_away = HashSet::new();
        let mut settled = HashMap::new();
        let mut were_utf8 = HashSet::new();
        for (path, file) in &self.files {
            let Some(file) = file else { continue };
            if file.was_utf8 {
                were_utf8.insert(path.clone());
            }
            let Some(from) = &file.from else { continue };
            if from != path {
                moved_away.insert(from.clone());
            }
            if !file.settled.is_empty() {
                settled.insert(from.clone(), file.settled.clone());
            }
        }
        let mut files = Vec::new();
        for (place, file) in self.files {
            let transition = Transition {
                before: self.present.get(&place).cloned().flatten(),
                encoding: file.as_ref().and_then(|file| file.encoding),
                after: file.map(|file| file.into_new_text(&place, self.present)),
                is_moved_away: moved_away.contains(&place),
                place,
            };
            if transition.is_changed() {
                files.push(transition);
            }
        }
        files.sort_by(|left, right| left.place.cmp(&right.place));
        Undone {
            files,
            settled,
            were_utf8,
        }
    }
}
