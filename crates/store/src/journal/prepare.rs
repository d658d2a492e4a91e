//! Prepares a transaction for the journal: decides what goes into the line, what into objects, and what is not kept.
//!
//! An undo does not store a change set that is the inverse of a stored one.

use std::collections::HashMap;
use std::path::PathBuf;

use bytes::Bytes;
use rustix::io::Errno;

use super::Unavailable;
use super::entry::{FileNote, KeptChanges, ObjectId, StoredChange};
use super::line::{EntryLine, FileList, HistoryLine, Upkeep};
use super::line_file::{self, HISTORY};
use super::object::{self, ChangeReader, Packed, buffer, files, json};
use super::private_name::PrivateNames;
use super::secret::{self, Secrets};
use super::state_directory::PrivateDir;
use crate::change::{ChangeSet, Deed, Record};
use crate::error::NotKept;
use crate::snapshot::{Attributes, Fingerprint};

/// A text, or a packed change set, larger than this is not stored, bytes.
pub(super) const SIZE_LIMIT: usize = 8 << 20;
/// A change set that would take more than this unpacked is not even packed, bytes.
const UNPACKED_LIMIT: usize = 32 << 20;
/// A change set larger than this refers to a stored one if it can, bytes.
const REFER_FROM: usize = 256;
/// A line longer than this has its files in an object, bytes. Up to the page size a line appears at once.
const LINE_LIMIT: usize = 4_000;
/// A word of the command line is cut here, characters, and their number here.
const WORD_LIMIT: usize = 100;
const WORDS_LIMIT: usize = 20;

/// A transaction that is about to be committed.
#[derive(Clone, Debug)]
pub struct NewEntry<'a> {
    /// Now, milliseconds since 1970 (UTC).
    pub time: u64,
    /// The author of the entry.
    pub task: Option<&'a str>,
    /// The arguments of the command line, without the name of the program.
    pub command: &'a [String],
    /// An edit, or the undoing or redoing of one.
    pub kind: Deed,
    /// The directories created for the files; paths like theirs.
    pub made: Vec<PathBuf>,
    /// True if the task has seen every line that other tasks wrote in the files.
    pub saw_all_lines: bool,
    /// The files.
    pub files: &'a [NewFile],
    /// The names of files whose texts may not be stored.
    pub private_names: PrivateNames,
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
    /// True if the file is private under another name.
    pub is_private: bool,
}

/// A transaction ready to be written.
#[derive(Debug)]
pub struct Prepared<'a> {
    pub(super) line: EntryLine,
    pub(super) objects: Vec<Packed>,
    pub(super) texts: Vec<TextAfter<'a>>,
    pub(super) omitted: Vec<(PathBuf, NotKept)>,
    /// New lines for the list of private files.
    pub(super) secrets: String,
}

/// The text of a file after the transaction. It is built only if it is not stored yet.
#[derive(Debug)]
pub(super) struct TextAfter<'a> {
    pub(super) id: ObjectId,
    len: usize,
    file: &'a NewFile,
    packed: Option<Packed>,
}

impl TextAfter<'_> {
    /// Keeps the result of [`Self::pack`].
    pub(super) fn keep(&mut self, packed: Option<Packed>) {
        self.packed = packed;
    }

    /// The object, if it was packed.
    pub(super) fn packed(&self) -> Option<&Packed> {
        self.packed.as_ref()
    }

    /// Packs the object.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn pack(&self) -> Result<Packed, Errno> {
        let mut text = buffer(self.len)?;
        let pieces = self.file.record.changes.pieces(&self.file.base);
        pieces.for_each(|piece| text.extend_from_slice(piece));
        Packed::new(self.id, &text)
    }
}

/// The bytes of change sets that still fit next to their notes, in the line or in the list.
struct InlineBudget {
    each: usize,
    all: usize,
}

impl InlineBudget {
    /// The notes of a few files go into the line, those of many into a list, which is one object.
    fn for_files(count: usize) -> Self {
        match count {
            0..=8 => Self {
                each: 1 << 10,
                all: 3 << 10,
            },
            _ => Self {
                each: 64 << 10,
                all: 16 << 20,
            },
        }
    }

    /// Uses `size` bytes; false if they do not fit.
    fn spend(&mut self, size: usize) -> bool {
        if size > self.each || size > self.all {
            return false;
        }
        self.all -= size;
        true
    }
}

/// Prepares `entry`. Its line has the number 0 so far.
///
/// # Errors
/// If it cannot be serialized.
pub(super) fn prepare<'a>(
    entry: &NewEntry<'a>,
    secrets: &Secrets,
    reverted: &mut RevertedChanges<'_>,
) -> serde_json::Result<Prepared<'a>> {
    let mut inline = InlineBudget::for_files(entry.files.len());
    let mut objects = Vec::new();
    let mut texts = Vec::new();
    let mut omitted = Vec::new();
    let mut has_private = false;
    let mut notes = Vec::with_capacity(entry.files.len());
    for file in entry.files {
        let record = &file.record;
        if file.is_private || secrets.hold(record, &entry.private_names) {
            has_private = true;
            omitted.push((record.path.clone(), NotKept::Private));
            let mut note = record.with_changes(KeptChanges::Missing(NotKept::Private));
            note.attributes = Attributes::default();
            notes.push(note);
            continue;
        }
        let changes = kept(record, reverted, &mut inline, &mut objects)?;
        let is_kept = match changes {
            KeptChanges::Missing(why) => {
                omitted.push((record.path.clone(), why));
                false
            }
            KeptChanges::Here(_) | KeptChanges::Stored(_) => true,
        };
        if !(is_kept && reverted.has_text_before(record)) {
            texts.extend(text_after(file));
        }
        notes.push(record.with_changes(changes));
    }
    let new_secrets = secret::private_lines(&notes);
    let files = FileList::Files(notes);
    let list = json(&files)?;
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
    if list.len() > LINE_LIMIT || json(&line)?.len() > LINE_LIMIT {
        let id = ObjectId::from_content(&list);
        objects.push(pack(id, &list)?);
        line.files = FileList::List(id);
    }
    Ok(Prepared {
        line,
        objects,
        texts,
        omitted,
        secrets: new_secrets,
    })
}

impl Prepared<'_> {
    /// The bytes it adds to the store, approximately.
    pub(super) fn size(&self) -> u64 {
        let texts = self.texts.iter().filter_map(|text| text.packed.as_ref());
        let added = self.objects.iter().chain(texts);
        added.map(Packed::len).sum::<usize>() as u64
    }
}

/// The place that the change set of `record` gets.
fn kept(
    record: &Record,
    reverted: &mut RevertedChanges<'_>,
    inline: &mut InlineBudget,
    objects: &mut Vec<Packed>,
) -> serde_json::Result<KeptChanges> {
    let size = size_in_json(&record.changes);
    if size > REFER_FROM
        && let Some(stored) = reverted.place_of(record)
    {
        return Ok(KeptChanges::Stored(stored));
    }
    if inline.spend(size) {
        return Ok(KeptChanges::Here(record.changes.clone()));
    }
    if size > UNPACKED_LIMIT {
        return Ok(KeptChanges::Missing(NotKept::TooLarge));
    }
    let changes = json(&record.changes)?;
    let id = ObjectId::from_content(&changes);
    let packed = pack(id, &changes)?;
    if packed.len() > SIZE_LIMIT {
        return Ok(KeptChanges::Missing(NotKept::TooLarge));
    }
    objects.push(packed);
    Ok(KeptChanges::Stored(StoredChange::whole(id)))
}

/// Packs `content`. Too little memory for it is an error of the serializer.
fn pack(id: ObjectId, content: &[u8]) -> serde_json::Result<Packed> {
    Packed::new(id, content).map_err(|error| serde_json::Error::io(error.into()))
}

/// The approximate size of `changes` in JSON, bytes, if little has to be escaped.
fn size_in_json(changes: &ChangeSet) -> usize {
    const FRAME: usize = 32;
    let mut size = FRAME;
    for (edit, count) in changes.kinds() {
        size += count * (FRAME + edit.old.len() + edit.new.len());
    }
    size
}

/// The text of `file` after the transaction, unless the change set contains it or it is too large to be stored.
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

/// The result of `changes` if they replace their whole text.
pub fn whole_text(changes: &ChangeSet) -> Option<Bytes> {
    match changes.edits() {
        [] if changes.base_len() == 0 => Some(Bytes::new()),
        [edit] if edit.old.len() == changes.base_len() => Some(edit.new.clone()),
        _ => None,
    }
}

/// The first words of the command line, shortened. With a private file only the first, since the others may contain
/// its text.
fn command_words(entry: &NewEntry<'_>, has_private: bool) -> Vec<String> {
    let count = if has_private { 1 } else { WORDS_LIMIT };
    let words = entry.command.iter().take(count);
    words.map(|word| shortened(word)).collect()
}

fn shortened(word: &str) -> String {
    match word.char_indices().nth(WORD_LIMIT) {
        Some((at, _)) => format!("{}\u{2026}", &word[..at]),
        None => word.to_owned(),
    }
}

/// Most change sets between the same two texts that are compared with a new one.
const MAX_ALIKE: usize = 4;

/// A file's text before and after a change.
type Ends = (Option<Fingerprint>, Option<Fingerprint>);

/// The stored change sets of the entries that a transaction reverts.
pub(super) struct RevertedChanges<'a> {
    directory: &'a PrivateDir,
    reader: ChangeReader<'a>,
    /// By the texts before and after reverting.
    stored: HashMap<Ends, Vec<Invertible>>,
    is_empty: bool,
}

/// A change set that is reverted, and the place of its inverse.
struct Invertible {
    note: FileNote,
    inverse: StoredChange,
}

impl<'a> RevertedChanges<'a> {
    /// The stored change sets in `directory` of the entries `ids`.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub(super) fn read(directory: &'a PrivateDir, ids: &[u64]) -> Result<Self, Unavailable> {
        let mut reverted = Self {
            directory,
            reader: ChangeReader::below(directory),
            stored: HashMap::new(),
            is_empty: ids.is_empty(),
        };
        let (Some(oldest), Some(mut lines)) = (ids.iter().min(), line_file::read(directory)?)
        else {
            return Ok(reverted);
        };
        loop {
            let line = lines.next_line();
            let Some(text) = line.map_err(|error| directory.fault(HISTORY, error))? else {
                return Ok(reverted);
            };
            let Some(HistoryLine::Entry(entry)) = HistoryLine::decode(&text) else {
                continue;
            };
            if ids.contains(&entry.id) {
                reverted.take(entry.files);
            }
            if entry.id <= *oldest {
                return Ok(reverted);
            }
        }
    }

    fn take(&mut self, listed: FileList) {
        let list = match listed {
            FileList::Files(_) => None,
            FileList::List(id) => Some(id),
        };
        let notes = files(self.directory, listed).unwrap_or_default();
        for (number, note) in notes.into_iter().enumerate() {
            let stored = match note.changes {
                KeptChanges::Stored(stored) => Some(stored),
                KeptChanges::Here(_) => list.map(|list| StoredChange::in_list(list, number)),
                KeptChanges::Missing(_) => None,
            };
            if let Some(stored) = stored {
                let inverse = stored.inverse();
                let same = self.stored.entry((note.after, note.before)).or_default();
                if same.len() < MAX_ALIKE {
                    same.push(Invertible { note, inverse });
                }
            }
        }
    }

    /// The place that has the change set of `record` already.
    pub(super) fn place_of(&mut self, record: &Record) -> Option<StoredChange> {
        let alike = self.stored.get(&(record.before, record.after))?;
        let inverse = record.changes.invert();
        for stored in alike {
            let is_same = match &stored.note.changes {
                KeptChanges::Here(changes) => *changes == inverse,
                KeptChanges::Stored(place) => {
                    self.reader.read(&stored.note, *place).as_ref() == Some(&inverse)
                }
                KeptChanges::Missing(_) => false,
            };
            if is_same {
                return Some(stored.inverse);
            }
        }
        None
    }

    /// True if something is reverted and the text before `record` is stored: the text after it can be derived.
    pub(super) fn has_text_before(&self, record: &Record) -> bool {
        if self.is_empty {
            return false;
        }
        match record.before {
            Some(text) => object::is_stored(self.directory, ObjectId(text.hash)),
            None => false,
        }
    }
}
