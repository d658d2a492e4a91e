//! From a transaction to what is written of it: what goes into the line, what into objects, what nowhere.
//! An undo stores no change sets of its own where it only turns one round of those that it takes back.

use std::collections::HashMap;
use std::path::PathBuf;

use bytes::Bytes;
use rustix::io::Errno;

use super::Unavailable;
use super::entry::{FileNote, KeptChanges, ObjectId, StoredChange};
use super::line::{EntryLine, FileList, HistoryLine, Upkeep};
use super::line_file::{self, HISTORY};
use super::object::{self, ChangeReader, Packed, buffer, files, json};
use super::secret::{self, Secrets};
use super::state_directory::PrivateDir;
use crate::change::{ChangeSet, Deed, Record};
use crate::error::NotKept;
use crate::snapshot::{Attributes, Fingerprint};

/// A text, or a packed change set, larger than this is not stored, bytes.
pub(super) const SIZE_LIMIT: usize = 8 << 20;
/// A change set that would take more than this unpacked is not even packed, bytes.
const UNPACKED_LIMIT: usize = 32 << 20;
/// A change set that takes more than this is not stored again where it can be named, bytes.
const NAMED_FROM: usize = 256;
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
    /// The words of the command line, the program's name left out.
    pub command: &'a [String],
    /// An edit, or the undoing or redoing of one.
    pub kind: Deed,
    /// The directories made for the files, named like them.
    pub made: Vec<PathBuf>,
    /// True if the task has seen every line that other tasks wrote in the files.
    pub is_undisputed: bool,
    /// The files.
    pub files: &'a [NewFile],
}

/// One file of a [`NewEntry`].
#[derive(Clone, Debug)]
pub struct NewFile {
    /// The record of the file.
    pub record: Record,
    /// The text that the record's change set applies to.
    pub base: Bytes,
    /// Whether all of the text after it was given at once.
    pub is_given_whole: bool,
    /// Whether the file has another name that says that its text may not be stored.
    pub is_private: bool,
}

/// A transaction ready to be written.
#[derive(Debug)]
pub struct Prepared<'a> {
    pub(super) line: EntryLine,
    pub(super) objects: Vec<Packed>,
    pub(super) texts: Vec<TextAfter<'a>>,
    pub(super) omitted: Vec<(PathBuf, NotKept)>,
    /// The list's new lines about private files.
    pub(super) secrets: String,
}

/// The text of a file after the transaction, which is made only if it is not stored yet.
#[derive(Debug)]
pub(super) struct TextAfter<'a> {
    pub(super) id: ObjectId,
    len: usize,
    file: &'a NewFile,
    packed: Option<Packed>,
}

impl TextAfter<'_> {
    /// Keeps the object that [`Self::pack`] has made.
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

/// How many bytes of change sets may still stand where they are described.
struct InlineBudget {
    each: usize,
    all: usize,
}

impl InlineBudget {
    /// A few files go into the line, many into a list that is one object.
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

    fn takes(&mut self, size: usize) -> bool {
        let fits = size <= self.each && size <= self.all;
        if fits {
            self.all -= size;
        }
        fits
    }
}

/// Prepares `entry`; the line still has number 0.
///
/// # Errors
/// Those of the serializer.
pub(super) fn prepare<'a>(
    entry: &NewEntry<'a>,
    secrets: &Secrets,
    taken_back: &mut TakenBack<'_>,
) -> serde_json::Result<Prepared<'a>> {
    let is_private = |file: &NewFile| file.is_private || secrets.hold(&file.record);
    let files: Vec<(&NewFile, bool)> = entry
        .files
        .iter()
        .map(|file| (file, is_private(file)))
        .collect();
    let mut inline = InlineBudget::for_files(entry.files.len());
    let mut objects = Vec::new();
    let mut notes = Vec::with_capacity(entry.files.len());
    for &(file, is_private) in &files {
        let record = &file.record;
        let changes = if is_private {
            KeptChanges::Missing(NotKept::Private)
        } else {
            kept(record, taken_back, &mut inline, &mut objects)?
        };
        notes.push(note(record, changes));
    }
    let is_told = |note: &FileNote, file: &NewFile| {
        !matches!(note.changes, KeptChanges::Missing(_))
            && taken_back.tells_text_after(&file.record)
    };
    let texts = notes
        .iter()
        .zip(&files)
        .filter(|(note, (file, is_private))| !is_private && !is_told(note, file))
        .filter_map(|(_, (file, _))| text_after(file))
        .collect();
    let omitted = notes
        .iter()
        .filter_map(|note| match note.changes {
            KeptChanges::Missing(why) => Some((note.path.clone(), why)),
            _ => None,
        })
        .collect();
    let told = secret::private_lines(&notes);
    let notes = FileList::Files(notes);
    let list = json(&notes)?;
    let mut line = EntryLine {
        id: 0,
        time: entry.time,
        task: entry.task.map(str::to_owned),
        command: command_words(entry, files.iter().any(|(_, is_private)| *is_private)),
        kind: entry.kind.clone(),
        upkeep: Upkeep::default(),
        made: entry.made.clone(),
        is_undisputed: entry.is_undisputed,
        files: notes,
    };
    if list.len() > LINE_LIMIT || json(&line)?.len() > LINE_LIMIT {
        let id = ObjectId::of(&list);
        objects.push(packed(id, &list)?);
        line.files = FileList::List(id);
    }
    Ok(Prepared {
        line,
        objects,
        texts,
        omitted,
        secrets: told,
    })
}

impl Prepared<'_> {
    /// Bytes it adds to the store, about.
    pub(super) fn size(&self) -> u64 {
        let texts = self.texts.iter().filter_map(|text| text.packed.as_ref());
        let added = self.objects.iter().chain(texts);
        added.map(Packed::len).sum::<usize>() as u64
    }
}

fn note(record: &Record, changes: KeptChanges) -> FileNote {
    let is_private = matches!(changes, KeptChanges::Missing(NotKept::Private));
    let mut note = record.with_changes(changes);
    if is_private {
        note.attributes = Attributes::default();
    }
    note
}

/// The place that the change set of `record` gets.
fn kept(
    record: &Record,
    taken_back: &mut TakenBack<'_>,
    inline: &mut InlineBudget,
    objects: &mut Vec<Packed>,
) -> serde_json::Result<KeptChanges> {
    let size = size_in_json(&record.changes);
    if size > NAMED_FROM
        && let Some(stored) = taken_back.place_of(record)
    {
        return Ok(KeptChanges::Stored(stored));
    }
    if inline.takes(size) {
        return Ok(KeptChanges::Here(record.changes.clone()));
    }
    if size > UNPACKED_LIMIT {
        return Ok(KeptChanges::Missing(NotKept::TooLarge));
    }
    let changes = json(&record.changes)?;
    let packed = packed(ObjectId::of(&changes), &changes)?;
    if packed.len() > SIZE_LIMIT {
        return Ok(KeptChanges::Missing(NotKept::TooLarge));
    }
    let id = packed.id;
    objects.push(packed);
    Ok(KeptChanges::Stored(StoredChange::whole(id)))
}

/// As [`Packed::new`]: a text for which there is no memory is one that cannot be encoded.
fn packed(id: ObjectId, content: &[u8]) -> serde_json::Result<Packed> {
    Packed::new(id, content).map_err(|error| serde_json::Error::io(error.into()))
}

/// About how many bytes `changes` take in JSON when little has to be escaped.
fn size_in_json(changes: &ChangeSet) -> usize {
    const FRAME: usize = 32;
    let edits = changes.edits().iter();
    edits.fold(FRAME, |size, edit| {
        size + FRAME + edit.old.len() + edit.new.len()
    })
}

/// The text of `file` afterwards, unless the change set holds it already or it is too long to be stored.
fn text_after(file: &NewFile) -> Option<TextAfter<'_>> {
    let record = &file.record;
    let after = record.after?;
    let len = usize::try_from(after.len).ok()?;
    let is_stored = len <= SIZE_LIMIT && whole_text(&record.changes).is_none();
    is_stored.then_some(TextAfter {
        id: ObjectId(after.hash),
        len,
        file,
        packed: None,
    })
}

/// The result of `changes` when they replace the whole of their text.
pub fn whole_text(changes: &ChangeSet) -> Option<Bytes> {
    match changes.edits() {
        [] if changes.base_len() == 0 => Some(Bytes::new()),
        [edit] if edit.old.len() == changes.base_len() => Some(edit.new.clone()),
        _ => None,
    }
}

/// The words of the command line, each cut and not too many; where a file is private only the first,
/// since the others may hold its text.
fn command_words(entry: &NewEntry<'_>, has_secrets: bool) -> Vec<String> {
    let count = if has_secrets { 1 } else { WORDS_LIMIT };
    let cut = |word: &String| match word.char_indices().nth(WORD_LIMIT) {
        Some((at, _)) => format!("{}\u{2026}", &word[..at]),
        None => word.clone(),
    };
    entry.command.iter().take(count).map(cut).collect()
}

/// Changes between the same two texts that are told apart.
const ALIKE: usize = 4;

/// A file's text before and after a change.
type Ends = (Option<Fingerprint>, Option<Fingerprint>);

/// The stored parts of the entries that a transaction takes back.
pub(super) struct TakenBack<'a> {
    directory: &'a PrivateDir,
    reader: ChangeReader<'a>,
    /// By the texts of whoever takes it back.
    stored: HashMap<Ends, Vec<Invertible>>,
    is_empty: bool,
}

/// A change set of an entry that is taken back, and where its inverse is.
struct Invertible {
    note: FileNote,
    inverse: StoredChange,
}

impl<'a> TakenBack<'a> {
    /// The stored parts in `directory` of the entries with the numbers `ids`.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub(super) fn read(directory: &'a PrivateDir, ids: &[u64]) -> Result<Self, Unavailable> {
        let mut taken_back = Self {
            directory,
            reader: ChangeReader::below(directory),
            stored: HashMap::new(),
            is_empty: ids.is_empty(),
        };
        let (Some(oldest), Some(mut lines)) = (ids.iter().min(), line_file::read(directory)?)
        else {
            return Ok(taken_back);
        };
        loop {
            let line = lines.next_line();
            let Some(text) = line.map_err(|error| directory.fault(HISTORY, error))? else {
                return Ok(taken_back);
            };
            let Some(HistoryLine::Entry(entry)) = HistoryLine::decode(&text) else {
                continue;
            };
            if ids.contains(&entry.id) {
                taken_back.take(entry.files);
            }
            if entry.id <= *oldest {
                return Ok(taken_back);
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
                if same.len() < ALIKE {
                    same.push(Invertible { note, inverse });
                }
            }
        }
    }

    /// The place that has the change set of `record` already.
    pub(super) fn place_of(&mut self, record: &Record) -> Option<StoredChange> {
        let alike = self.stored.get(&(record.before, record.after))?;
        let made = record.changes.invert();
        let is_same = |stored: &&Invertible| match &stored.note.changes {
            KeptChanges::Here(changes) => *changes == made,
            KeptChanges::Stored(place) => {
                self.reader.read(&stored.note, *place).as_ref() == Some(&made)
            }
            KeptChanges::Missing(_) => false,
        };
        alike.iter().find(is_same).map(|stored| stored.inverse)
    }

    /// Whether the text after `record` need not be stored: it is made of the one before, which is.
    pub(super) fn tells_text_after(&self, record: &Record) -> bool {
        let before = record.before.map(|text| ObjectId(text.hash));
        !self.is_empty && before.is_some_and(|text| object::is_stored(self.directory, text))
    }
}
