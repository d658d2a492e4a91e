//! What other tasks wrote in a file since one task last knew it. Pure.
//!
//! A task knows a file when it has read or written it. Every later transaction of another task claims the
//! lines it wrote, followed through what came after it to where they stand now. Where the way is not known
//! (a text that is not kept, a foreign change without the text before it), it claims all of the file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::chain::{Chain, StoredText};
use super::choose::never_happened;
use super::entry::{Entry, FileNote};
use super::store::Event;
use crate::change::{ChangeSet, Claim, KnownBy, LineChange, Region, Transition};
use crate::snapshot::{Fingerprint, Snapshot};
use crate::text::{LineIndex, Span};

/// What happened to one file since a task last knew it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Since {
    /// The text it knows; `None` when it never read or wrote the file.
    known: Option<Fingerprint>,
    /// How it came to know it.
    known_by: KnownBy,
    /// Newest first.
    entries: Vec<Entry>,
}

/// How another task made a file leave its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Who did it.
    pub task: String,
    /// The journal's number of the transaction.
    pub entry: u64,
    /// The new name; `None` when the file was removed.
    pub to: Option<PathBuf>,
}

/// Entries that are looked at for having been made between the reading of a text and the mark that says
/// so.
const RACING: usize = 16;

impl Since {
    /// Reads `events` of the file now at `path`, newest first, as far as needed to find what `task` knows. What it
    /// wrote `blind_after` that entry was asked for before: it shows nothing.
    ///
    /// # Errors
    /// The first error of `events`.
    pub fn known_to<E>(
        task: &str,
        path: &Path,
        blind_after: Option<u64>,
        events: impl IntoIterator<Item = Result<Event, E>>,
    ) -> Result<Self, E> {
        let is_blind = |id: u64| blind_after.is_some_and(|start| id > start);
        let mut since = Self::default();
        let mut name = path.to_owned();
        let mut events = events.into_iter();
        for event in events.by_ref() {
            match event? {
                Event::Read(mark) if mark.task == task => {
                    since.known = Some(mark.text);
                    since.known_by = KnownBy::Read;
                    break;
                }
                Event::Read(_) => {}
                Event::Entry(entry) if never_happened(&entry, &since.entries) => {}
                Event::Entry(entry) => {
                    let note = note_of(&entry, &mut name);
                    if entry.task.as_deref() == Some(task) && !is_blind(entry.id) {
                        since.known = note.and_then(|note| note.after);
                        since.known_by = KnownBy::Wrote(entry.id);
                        return Ok(since);
                    }
                    since.entries.push(entry);
                }
            }
        }
        since.add_racing(&mut name, events)?;
        Ok(since)
    }

    /// Adds entries noted before the mark but made after the reading: those since the one that made the
    /// text which was read.
    fn add_racing<E>(
        &mut self,
        name: &mut PathBuf,
        events: impl Iterator<Item = Result<Event, E>>,
    ) -> Result<(), E> {
        let Some(known) = self.known else {
            return Ok(());
        };
        let mut racing = Vec::new();
        for event in events {
            let Event::Entry(entry) = event? else {
                continue;
            };
            let Some(note) = note_of(&entry, name) else {
                continue;
            };
            let (made, found) = (note.after == Some(known), note.before == Some(known));
            if !made {
                racing.push(entry);
            }
            if made || found {
                self.entries.append(&mut racing);
                return Ok(());
            }
            if racing.len() == RACING {
                break;
            }
        }
        Ok(())
    }

    /// How the task came to know the file.
    pub fn known_by(&self) -> KnownBy {
        self.known_by
    }

    /// The newest transaction of a task other than `task` by which the file left its name `path`.
    pub fn departure(&self, task: &str, path: &Path) -> Option<Departure> {
        let entry = self.entries.first()?;
        let other = entry.task.as_ref().filter(|other| *other != task)?;
        let left = |note: &&FileNote| note.path_before() == Some(path);
        let note = entry.files.iter().find(left)?;
        Some(Departure {
            task: other.clone(),
            entry: entry.id,
            to: note.path_after().map(Path::to_owned),
        })
    }

    /// The entries, for their change sets to be loaded.
    pub fn entries_mut(&mut self) -> &mut [Entry] {
        &mut self.entries
    }

    /// What tasks other than `task` claim of `current`, the text now at `path`; newest first.
    pub fn claims(
        &self,
        task: &str,
        path: &Path,
        current: &Snapshot,
        stored: StoredText<'_>,
    ) -> Vec<Claim> {
        if self.known == Some(current.fingerprint()) {
            return Vec::new();
        }
        let unknown = self.unknown(path);
        let claiming = self.claiming();
        let mut claims = Vec::new();
        for (at, (entry, note)) in unknown.iter().enumerate() {
            let other = entry.task.as_ref().filter(|other| *other != task);
            let (Some(other), true) = (other, claiming.contains(&entry.id)) else {
                continue;
            };
            let later = unknown[..at].iter().rev();
            let later = later.map(|(_, note)| std::slice::from_ref(*note));
            let regions = regions(note, &Chain::new(note, later), current, stored);
            claims.push(Claim {
                task: other.clone(),
                entry: entry.id,
                regions,
            });
        }
        claims
    }

    /// The notes of the file that made it other than the task knows it, newest first.
    fn unknown(&self, path: &Path) -> Vec<(&Entry, &FileNote)> {
        let mut name = path.to_owned();
        let mut notes = Vec::new();
        for entry in &self.entries {
            if let Some(note) = note_of(entry, &mut name) {
                if self.known.is_some() && note.after == self.known {
                    break;
                }
                notes.push((entry, note));
            }
        }
        notes
    }

    /// The entries that claim what they wrote: those that stand, and that do not merely take back others
    /// the task does not know either.
    fn claiming(&self) -> HashSet<u64> {
        let unknown: HashSet<u64> = self.entries.iter().map(|entry| entry.id).collect();
        let mut taken_back: HashSet<u64> = HashSet::new();
        let mut claiming = HashSet::new();
        for entry in &self.entries {
            if taken_back.contains(&entry.id) {
                continue;
            }
            let targets = entry.kind.takes_back();
            taken_back.extend(targets);
            if targets.is_empty() || targets.iter().any(|id| !unknown.contains(id)) {
                claiming.insert(entry.id);
            }
        }
        claiming
    }
}

/// What `entry` did to the file that is called `name` after it; `name` becomes that from before it.
fn note_of<'a>(entry: &'a Entry, name: &mut PathBuf) -> Option<&'a FileNote> {
    let mut notes = entry.files.iter().filter(|note| note.path == *name);
    // What came there in place of a file that was removed is what is there.
    let note = notes.clone().find(|note| note.path_after().is_some());
    let note = note.or_else(|| notes.next())?;
    if let (Transition::Moved, Some(from)) = (note.transition, &note.from) {
        name.clone_from(from);
    }
    Some(note)
}

/// Where what `note` wrote stands in `current`.
fn regions(
    note: &FileNote,
    chain: &Chain<'_>,
    current: &Snapshot,
    stored: StoredText<'_>,
) -> Vec<Region> {
    let present = Some((current.bytes(), current.fingerprint()));
    match (note.changes(), chain.to_present(present, stored)) {
        (Some(changes), Ok(way)) => regions_of(changes, &way, current.bytes()),
        _ => vec![Region {
            span: Span::of_len(0, current.bytes().len()),
            change: LineChange::default(),
        }],
    }
}

fn regions_of(changes: &ChangeSet, way: &ChangeSet, current: &[u8]) -> Vec<Region> {
    let back = way.invert();
    let made = back.apply(current).unwrap_or_default();
    let before = changes.invert().apply(&made).unwrap_or_default();
    let shown = Shown::new(changes, &before, &made);
    (0..changes.edits().len())
        .map(|edit| {
            let span = changes.result_span(edit);
            Region {
                span: back.origin_span(span),
                change: shown.around(span),
            }
        })
        .collect()
}

/// The lines of a change, to be shown.
struct Shown<'a> {
    made: &'a [u8],
    lines: LineIndex,
    /// First line of each block in the text that was made, and the block.
    blocks: Vec<(usize, LineChange)>,
}

impl<'a> Shown<'a> {
    fn new(changes: &'a ChangeSet, before: &'a [u8], made: &'a [u8]) -> Self {
        let blocks = changes.line_blocks(before).map(|block| {
            let change = LineChange {
                old: Bytes::copy_from_slice(&before[block.old.range()]),
                new: block.new,
            };
            (block.new_line.number(), change)
        });
        Self {
            made,
            lines: LineIndex::new(made),
            blocks: blocks.collect(),
        }
    }

    /// The block that `span`, a part of the text that was made, lies in.
    fn around(&self, span: Span) -> LineChange {
        let line = self.lines.line_at(self.made, span.start()).number();
        let after = self.blocks.partition_point(|(first, _)| *first <= line);
        let block = after.saturating_sub(1);
        self.blocks
            .get(block)
            .map(|(_, change)| change.clone())
            .unwrap_or_default()
    }
}
