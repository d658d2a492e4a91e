//! The files an undo is about while it is worked out: as they are, and as they will be. Pure.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::text_cursor::pass;
use crate::change::{ChangeSet, NewText, Provenance, Transition};
use crate::encoding::TextEncoding;
use crate::merge::MergeRule;
use crate::snapshot::{Attributes, FileMode, Fingerprint, Snapshot};
use crate::text::Span;

/// The files as they are, by the names that the journal has for them; `None` where there is none.
pub type Present = HashMap<PathBuf, Option<Snapshot>>;

/// The transition of one name by an undo.
pub type FileUndo = Transition<PathBuf>;

/// What takes back entries.
#[derive(Clone, Debug)]
pub struct Undone {
    /// The files that change.
    pub files: Vec<FileUndo>,
    /// By the name of a file as it is: the places in it where rules settled what was changed later.
    pub settled: HashMap<PathBuf, Vec<(Span, MergeRule)>>,
}

/// A file while an undo is worked out.
#[derive(Clone, Debug)]
pub(super) struct WorkingFile<'a> {
    /// The present file it is made of.
    from: Option<PathBuf>,
    /// From that file's text to `text`, one after the other.
    changes: Vec<ChangeSet>,
    pub(super) text: Cow<'a, [u8]>,
    pub(super) fingerprint: Fingerprint,
    /// The permission bits of the file, where known.
    pub(super) mode: Option<u32>,
    /// Extended attributes, where it is a new file.
    attributes: Attributes,
    /// As in the records of what is taken back.
    pub(super) encoding: Option<TextEncoding>,
    /// The places of the present file where rules settled what was changed later.
    settled: Vec<(Span, MergeRule)>,
}

/// All files while an undo is worked out.
#[derive(Debug)]
pub(super) struct WorkingTree<'a> {
    present: &'a Present,
    files: BTreeMap<PathBuf, Option<WorkingFile<'a>>>,
}

impl<'a> WorkingFile<'a> {
    /// A new file.
    pub(super) fn new(text: Bytes, mode: Option<u32>, attributes: Attributes) -> Self {
        Self {
            from: None,
            changes: vec![ChangeSet::by_line(&Bytes::new(), &text)],
            fingerprint: Fingerprint::hash(&text),
            text: Vec::from(text).into(),
            mode,
            attributes,
            encoding: None,
            settled: Vec::new(),
        }
    }

    fn of(path: &Path, present: &'a Snapshot) -> Self {
        Self {
            from: Some(path.to_owned()),
            changes: Vec::new(),
            text: present.bytes()[..].into(),
            fingerprint: present.fingerprint(),
            mode: present.facts().map(|facts| facts.mode),
            attributes: Attributes::default(),
            encoding: None,
            settled: Vec::new(),
        }
    }

    /// Takes note of what rules settled at places of the text so far.
    pub(super) fn note_settled(&mut self, settled: Vec<(Span, MergeRule)>) {
        for (span, rule) in settled {
            let made = self.changes.iter().rev();
            let there = made.fold(span, |span, changes| changes.origin_span(span));
            self.settled.push((there, rule));
        }
    }

    /// Makes `changes`, which lead to the text `known`, if that is known; nothing when they do not fit.
    pub(super) fn change(&mut self, changes: &ChangeSet, known: Option<Fingerprint>) {
        match &mut self.text {
            _ if changes.is_empty() => return,
            Cow::Borrowed(text) => match changes.apply(text) {
                Ok(changed) => self.text = changed.into(),
                Err(_) => return,
            },
            Cow::Owned(text) => match pass(text, changes) {
                Some(()) => {}
                None => return,
            },
        }
        self.changes.push(changes.clone());
        self.fingerprint = known.unwrap_or_else(|| Fingerprint::hash(&self.text));
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
    pub(super) fn at(&mut self, path: &Path) -> Option<&WorkingFile<'a>> {
        self.file(path).as_ref()
    }

    /// Takes it away.
    pub(super) fn take(&mut self, path: &Path) -> Option<WorkingFile<'a>> {
        self.file(path).take()
    }

    /// Puts a file at `path`.
    pub(super) fn put(&mut self, path: &Path, file: WorkingFile<'a>) {
        self.files.insert(path.to_owned(), Some(file));
    }

    fn file(&mut self, path: &Path) -> &mut Option<WorkingFile<'a>> {
        let present = self.present.get(path).and_then(Option::as_ref);
        let file = self.files.entry(path.to_owned());
        file.or_insert_with(|| present.map(|present| WorkingFile::of(path, present)))
    }

    /// The transitions that lead here from the present, by name.
    pub(super) fn differences(self) -> Undone {
        let files = self.files.iter().filter_map(|(path, file)| {
            let from = file.as_ref()?.from.as_ref()?;
            (from != path).then(|| from.clone())
        });
        let moved: BTreeSet<PathBuf> = files.collect();
        let settled = self.files.values().flatten().filter_map(|file| {
            let from = file.from.clone().filter(|_| !file.settled.is_empty())?;
            Some((from, file.settled.clone()))
        });
        let settled = settled.collect();
        let present = self.present;
        let differences = self.files.into_iter().filter_map(|(place, file)| {
            let before = present.get(&place).cloned().flatten();
            let encoding = file.as_ref().and_then(|file| file.encoding);
            let after = file.map(|file| file.becomes(&place, present));
            let transition = Transition {
                is_moved_away: moved.contains(&place),
                place,
                before,
                after,
                encoding,
            };
            transition.is_changed().then_some(transition)
        });
        Undone {
            files: differences.collect(),
            settled,
        }
    }
}

impl WorkingFile<'_> {
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
        let base = base.unwrap_or_else(|| Snapshot::of_text(Bytes::new()));
        let changes = ChangeSet::in_turn(base.bytes().len(), &self.changes);
        let changes = changes.unwrap_or_else(|_| {
            let text = Bytes::from(self.text.into_owned());
            ChangeSet::by_line(base.bytes(), &text)
        });
        NewText {
            attributes: self.from.is_none().then_some(self.attributes),
            provenance: match self.from {
                None => Provenance::New,
                Some(from) if from == path => Provenance::Own,
                Some(from) => Provenance::Moved(from),
            },
            base,
            changes,
            mode: mode.map(FileMode::Exact),
        }
    }
}
