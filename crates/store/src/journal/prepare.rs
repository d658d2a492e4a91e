//! Prepares a transaction for the journal: decides which parts go into the line or into objects, and which are not
//! kept.
//!
//! If a change set is the inverse of a stored one, as in an undo, only a reference is stored.

use std::collections::HashMap;
use std::path::PathBuf;

use bytes::Bytes;
use rustix::io::Errno;

use super::bundle::Bundle;
use super::entry::{FileNote, KeptChanges, ObjectId, StoredChange};
use super::line::{EntryLine, FileList, HistoryLine, Upkeep};
use super::line_file;
use super::object::{ChangeReader, Packed, buffer, read_files, to_json};
use super::secret::{self, Secrets};
use super::state_directory::PrivateDir;
use super::store::JournalStore;
use crate::change::{ChangeSet, Deed, Record};
use crate::error::NotKept;
use crate::snapshot::{Attributes, Fingerprint};

/// The maximum size of a stored text or a packed change set, in bytes.
pub(super) const SIZE_LIMIT: usize = 8 << 20;

/// The maximum size of a change set before packing, in bytes.
const UNPACKED_LIMIT: usize = 32 << 20;

/// The minimum size of a change set that refers to a stored one, in bytes.
const MIN_REFERENCE: usize = 256;

/// The maximum length of a line with its files, in bytes. Files of longer lines go into an object. A write up to the
/// page size becomes visible as a whole.
const LINE_LIMIT: usize = 4_000;

/// The maximum length of a word of the command line, in characters.
const MAX_WORD_LEN: usize = 100;

/// The maximum number of words of the command line.
const MAX_WORDS: usize = 20;

/// The maximum number of change sets between the same two texts to compare with a new one.
const MAX_CANDIDATES: usize = 4;

/// A transaction that is about to be committed.
#[derive(Clone, Debug)]
pub struct NewEntry<'a> {
    /// The current time, in milliseconds since 1970 (UTC).
    pub time: u64,
    /// The author of the entry.
    pub task: Option<&'a str>,
    /// The arguments of the command line, without the name of the program.
    pub command: &'a [String],
    /// The kind of the entry: an edit, an undo or a redo.
    pub kind: Deed,
    /// The directories that are created for the files, with paths in the same form.
    pub made: Vec<PathBuf>,
    /// True if the task has seen every line of other tasks in the files.
    pub saw_all_lines: bool,
    /// The files.
    pub files: &'a [NewFile],
}

/// A file of a [`NewEntry`].
#[derive(Clone, Debug)]
pub struct NewFile {
    /// The record of the file.
    pub record: Record,
    /// The text that the record's change set applies to.
    pub base: Bytes,
    /// True if the request contained the whole new text.
    pub is_given_whole: bool,
    /// True if a name of the file is private. Its texts must not be stored.
    pub is_private: bool,
}

/// A transaction ready to be written.
#[derive(Debug)]
pub struct Prepared<'a> {
    pub(super) line: EntryLine,
    pub(super) objects: Vec<Packed>,
    pub(super) texts: Vec<TextAfter<'a>>,
    /// The texts after a transaction of many files, instead of `texts`.
    pub(super) bundle: Option<Bundle>,
    pub(super) omitted: Vec<(PathBuf, NotKept)>,
    /// New lines for the list of private files.
    pub(super) secrets: String,
}

/// The text of a file after the transaction, which is built only if it is not stored.
#[derive(Debug)]
pub(super) struct TextAfter<'a> {
    pub(super) id: ObjectId,
    pub(super) len: usize,
    file: &'a NewFile,
    pub(super) packed: Option<Packed>,
}

impl TextAfter<'_> {
    /// Packs the object.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn pack(&self) -> Result<Packed, Errno> {
        let mut text = buffer(self.len)?;
        self.append_to(&mut text);
        Packed::new(self.id, &text)
    }

    /// Appends the text to `content`.
    pub(super) fn append_to(&self, content: &mut Vec<u8>) {
        for piece in self.file.record.changes.pieces(&self.file.base) {
            content.extend_from_slice(piece);
        }
    }
}

/// The maximum number of files of a transaction that is stored without a list of notes and a bundle of texts.
pub(super) const FEW_FILES: usize = 8;

/// The bytes of change sets that still fit next to their notes.
struct InlineBudget {
    each: usize,
    all: usize,
}

impl InlineBudget {
    /// The notes of a few files go into the line. The notes of many files go into a list, which is one object.
    fn for_files(count: usize) -> Self {
        match count {
            0..=FEW_FILES => Self {
                each: 1 << 10,
                all: 3 << 10,
            },
            _ => Self {
                each: 64 << 10,
                all: 16 << 20,
            },
        }
    }

    /// Uses `size` bytes. Returns false if they do not fit.
    fn spend(&mut self, size: usize) -> bool {
        if size > self.each || size > self.all {
            return false;
        }
        self.all -= size;
        true
    }
}

/// The files of a transaction that were prepared so far.
struct PreparedFiles<'a> {
    inline: InlineBudget,
    notes: Vec<FileNote>,
    objects: Vec<Packed>,
    texts: Vec<TextAfter<'a>>,
    omitted: Vec<(PathBuf, NotKept)>,
}

impl<'a> PreparedFiles<'a> {
    fn new(count: usize) -> Self {
        Self {
            inline: InlineBudget::for_files(count),
            notes: Vec::with_capacity(count),
            objects: Vec::new(),
            texts: Vec::new(),
            omitted: Vec::new(),
        }
    }

    /// Adds a private file, of which only the fingerprints are kept.
    fn add_private(&mut self, record: &Record) {
        let mut note = record.with_changes(KeptChanges::Missing(NotKept::Private));
        note.attributes = Attributes::default();
        self.notes.push(note);
        self.omit(record, NotKept::Private);
    }

    /// Reports that an edit cannot be undone, unless it created the file.
    fn omit(&mut self, record: &Record, why: NotKept) {
        if !record.transition.makes_file() {
            self.omitted.push((record.path.clone(), why));
        }
    }

    fn add(
        &mut self,
        file: &'a NewFile,
        reverted: &mut RevertedChanges<'_>,
    ) -> serde_json::Result<()> {
        let record = &file.record;
        let changes = self.keep_changes(record, reverted)?;
        if let KeptChanges::Missing(why) = changes {
            self.omit(record, why);
            self.texts.extend(text_after(file));
        } else if !reverted.has_text_before(record) {
            self.texts.extend(text_after(file));
        }
        self.notes.push(record.with_changes(changes));
        Ok(())
    }

    /// Keeps the change set of `record` in its note, in an object, or as a reference to a stored one.
    fn keep_changes(
        &mut self,
        record: &Record,
        reverted: &mut RevertedChanges<'_>,
    ) -> serde_json::Result<KeptChanges> {
        let size = size_in_json(&record.changes);
        if size > MIN_REFERENCE
            && let Some(stored) = reverted.stored_location(record)
        {
            return Ok(KeptChanges::Stored(stored));
        }
        if self.inline.spend(size) {
            return Ok(KeptChanges::Loaded(record.changes.clone()));
        }
        if size > UNPACKED_LIMIT {
            return Ok(KeptChanges::Missing(NotKept::TooLarge));
        }
        let changes = to_json(&record.changes)?;
        let id = ObjectId::from_content(&changes);
        let packed = pack(id, &changes)?;
        if packed.len() > SIZE_LIMIT {
            return Ok(KeptChanges::Missing(NotKept::TooLarge));
        }
        self.objects.push(packed);
        Ok(KeptChanges::Stored(StoredChange::in_object(id)))
    }
}

/// Prepares `entry`. The number in its line is still 0.
///
/// # Errors
/// If the entry cannot be serialized.
pub(super) fn prepare<'a>(
    entry: &NewEntry<'a>,
    secrets: &Secrets,
    reverted: &mut RevertedChanges<'_>,
) -> serde_json::Result<Prepared<'a>> {
    let mut prepared = PreparedFiles::new(entry.files.len());
    let mut has_private = false;
    for file in entry.files {
        if file.is_private || secrets.contains_file(&file.record) {
            has_private = true;
            prepared.add_private(&file.record);
        } else {
            prepared.add(file, reverted)?;
        }
    }
    let PreparedFiles {
        notes,
        mut objects,
        texts,
        omitted,
        ..
    } = prepared;
    let private_lines = secret::lines_of_private_files(&notes);
    let files = FileList::Files(notes);
    let list = to_json(&files)?;
    let mut line = EntryLine {
        id: 0,
        time: entry.time,
        task: entry.task.map(str::to_owned),
        command: command_words(entry, has_private),
        kind: entry.kind.clone(),
        upkeep: Upkeep::default(),
        made: entry.made.clone(),
        saw_all_lines: entry.saw_all_lines,
        files,
    };
    if list.len() > LINE_LIMIT || to_json(&line)?.len() > LINE_LIMIT {
        let id = ObjectId::from_content(&list);
        objects.push(pack(id, &list)?);
        line.files = FileList::List(id);
    }
    Ok(Prepared {
        line,
        objects,
        texts,
        bundle: None,
        omitted,
        secrets: private_lines,
    })
}

impl Prepared<'_> {
    /// The approximate number of bytes that the transaction adds to the store.
    pub(super) fn size(&self) -> u64 {
        let texts = self.texts.iter().filter_map(|text| text.packed.as_ref());
        let added = self.objects.iter().chain(texts);
        let bundle = self.bundle.as_ref().map_or(0, Bundle::len);
        (added.map(Packed::len).sum::<usize>() + bundle) as u64
    }
}

/// Packs `content`. A lack of memory becomes an error of the serializer.
fn pack(id: ObjectId, content: &[u8]) -> serde_json::Result<Packed> {
    Packed::new(id, content).map_err(|error| serde_json::Error::io(error.into()))
}

/// The approximate size of `changes` in JSON, in bytes, assuming few escapes.
fn size_in_json(changes: &ChangeSet) -> usize {
    const FRAME: usize = 32;
    let mut size = FRAME;
    for (edit, count) in changes.counted_edits() {
        size += count * (FRAME + edit.old.len() + edit.new.len());
    }
    size
}

/// The text of `file` after the transaction. `None` if the change set contains it or it is too large to store.
fn text_after(file: &NewFile) -> Option<TextAfter<'_>> {
    let record = &file.record;
    let after = record.after?;
    let len = usize::try_from(after.len).ok()?;
    if len > SIZE_LIMIT || whole_text(&record.changes).is_some() {
        return None;
    }
    Some(TextAfter {
        id: ObjectId(after.hash),
        len,
        file,
        packed: None,
    })
}

/// The result of `changes` if they replace the whole text.
pub fn whole_text(changes: &ChangeSet) -> Option<Bytes> {
    match changes.edits() {
        [] if changes.base_len() == 0 => Some(Bytes::new()),
        [edit] if edit.old.len() == changes.base_len() => Some(edit.new.clone()),
        _ => None,
    }
}

/// The first words of the command line, shortened. If a file is private, only the first word, because other words may
/// contain text of the file.
fn command_words(entry: &NewEntry<'_>, has_private: bool) -> Vec<String> {
    let count = if has_private { 1 } else { MAX_WORDS };
    let words = entry.command.iter().take(count);
    words.map(|word| shorten(word)).collect()
}

fn shorten(word: &str) -> String {
    match word.char_indices().nth(MAX_WORD_LEN) {
        Some((at, _)) => format!("{}\u{2026}", &word[..at]),
        None => word.to_owned(),
    }
}

/// The text of a file before and after a change.
type TextsAround = (Option<Fingerprint>, Option<Fingerprint>);

/// The stored change sets of the entries that a transaction reverts.
pub(super) struct RevertedChanges<'a> {
    store: &'a JournalStore,
    /// The numbers of the entries.
    ids: &'a [u64],
    reader: ChangeReader<'a>,
    /// Read at the first use, because most change sets are too small for a reference.
    stored: Option<StoredInverses>,
}

/// Change sets, indexed by the texts before and after their inverses.
type StoredInverses = HashMap<TextsAround, Vec<Invertible>>;

/// A reverted change set, and the location of its inverse.
struct Invertible {
    note: FileNote,
    inverse: StoredChange,
}

impl<'a> RevertedChanges<'a> {
    /// The stored change sets of the entries `ids` in `store`.
    pub(super) fn new(store: &'a JournalStore, ids: &'a [u64]) -> Self {
        Self {
            store,
            ids,
            reader: ChangeReader::new(&store.directory),
            stored: None,
        }
    }

    /// The location of a stored change set that equals the one of `record`.
    pub(super) fn stored_location(&mut self, record: &Record) -> Option<StoredChange> {
        let stored = self
            .stored
            .get_or_insert_with(|| read_inverses(&self.store.directory, self.ids));
        let candidates = stored.get(&(record.before, record.after))?;
        let inverse = record.changes.invert();
        for candidate in candidates {
            let is_same = match &candidate.note.changes {
                KeptChanges::Loaded(changes) => *changes == inverse,
                KeptChanges::Stored(stored) => {
                    self.reader.read(&candidate.note, *stored).as_ref() == Some(&inverse)
                }
                KeptChanges::Missing(_) => false,
            };
            if is_same {
                return Some(candidate.inverse);
            }
        }
        None
    }

    /// True if the text before `record` is stored and entries are reverted, so that the text after it can be derived.
    pub(super) fn has_text_before(&self, record: &Record) -> bool {
        match record.before {
            Some(text) if !self.ids.is_empty() => self.store.holds_text(ObjectId(text.hash)),
            _ => false,
        }
    }
}

/// The stored change sets of the entries `ids` in `directory`. A reference to one only saves space, so an error of the
/// history is ignored.
fn read_inverses(directory: &PrivateDir, ids: &[u64]) -> StoredInverses {
    let mut stored = StoredInverses::new();
    let Some(oldest) = ids.iter().min() else {
        return stored;
    };
    let Ok(Some(mut lines)) = line_file::read(directory) else {
        return stored;
    };
    while let Ok(Some(line)) = lines.next_line() {
        let Some(HistoryLine::Entry(entry)) = HistoryLine::decode(&line) else {
            continue;
        };
        if ids.contains(&entry.id) {
            add_inverses(&mut stored, directory, entry.files);
        }
        if entry.id <= *oldest {
            break;
        }
    }
    stored
}

/// Adds the change sets of `files` to `stored`.
fn add_inverses(stored: &mut StoredInverses, directory: &PrivateDir, files: FileList) {
    let list = match files {
        FileList::Files(_) => None,
        FileList::List(id) => Some(id),
    };
    let notes = read_files(directory, files).unwrap_or_default();
    for (number, note) in notes.into_iter().enumerate() {
        let location = match note.changes {
            KeptChanges::Stored(location) => Some(location),
            KeptChanges::Loaded(_) => list.map(|list| StoredChange::in_list(list, number)),
            KeptChanges::Missing(_) => None,
        };
        if let Some(location) = location {
            let inverse = location.inverse();
            let candidates = stored.entry((note.after, note.before)).or_default();
            if candidates.len() < MAX_CANDIDATES {
                candidates.push(Invertible { note, inverse });
            }
        }
    }
}
