//! The contents of a file that a task was shown because it read or wrote them.
//!
//! A line that was shown in an earlier content counts as shown in a later one if it is unchanged.

use std::path::Path;

use super::earlier_texts::{earlier_texts, note_of};
use super::workspace_journal::WorkspaceJournal;
use crate::change::ChangeSet;
use crate::disk::Disk;
use crate::journal::{Event, Unavailable};
use crate::run::world::World;
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::text::{LineRange, Span};

/// The maximum number of events to read for one file.
const MAX_EVENTS: usize = 512;
/// The maximum number of contents.
const MAX_TEXTS: usize = 16;

/// An event at which a task was shown lines of a file.
struct Sighting {
    /// The content of the file at that time.
    text: Fingerprint,
    seen: Seen,
}

/// The shown lines.
enum Seen {
    Whole,
    Parts(Vec<Span>),
    /// The lines that the task wrote into the content with this fingerprint.
    WrittenOver(Fingerprint),
}

/// The content of a file, with the lines that a task was shown.
#[derive(Clone, Debug)]
pub struct ShownText {
    pub text: Snapshot,
    /// For each line, true if it was shown.
    pub shown: Vec<bool>,
}

impl ShownText {
    /// True if all of `lines` were shown.
    pub fn shows(&self, lines: LineRange) -> bool {
        let range = lines.first().lines_before()..lines.last().number();
        match self.shown.get(range) {
            Some(shown) => shown.iter().all(|is_shown| *is_shown),
            None => false,
        }
    }

    /// True if all lines were shown.
    pub fn shows_all(&self) -> bool {
        self.shown.iter().all(|is_shown| *is_shown)
    }
}

/// The contents of the file at `place` that `task` was shown, newest first. `now` is its current content. Contents
/// that are not stored are omitted.
///
/// # Errors
/// If the journal cannot be read.
pub fn shown_texts(
    task: &str,
    place: &RootedPath,
    now: &Snapshot,
    disk: &Disk,
    world: &World,
) -> Result<Vec<ShownText>, Unavailable> {
    let Some(journal) = WorkspaceJournal::find(&world.journal)? else {
        return Ok(Vec::new());
    };
    let name = journal.names.name(disk, place);
    let sightings = find_sightings(task, &name, &journal)?;
    let texts = find_texts(&sightings, place, now, disk, world);
    let mut shown: Vec<ShownText> = Vec::new();
    // Starts with the oldest, so that each content inherits the shown lines of the one before.
    for sighting in sightings.iter().rev() {
        let Some(text) = text_with(&sighting.text, &texts) else {
            continue;
        };
        let mut lines = shown_before(&shown, text);
        match &sighting.seen {
            Seen::Whole => lines.fill(true),
            Seen::Parts(parts) => {
                for part in parts {
                    mark(&mut lines, text.lines_of(text.text_span(*part)));
                }
            }
            Seen::WrittenOver(before) => {
                if let Some(before) = text_with(before, &texts) {
                    mark_written(&mut lines, before, text);
                }
            }
        }
        shown.retain(|known| known.text.bytes() != text.bytes());
        shown.push(ShownText {
            text: text.clone(),
            shown: lines,
        });
    }
    shown.reverse();
    Ok(shown)
}

fn text_with<'t>(fingerprint: &Fingerprint, texts: &'t [Snapshot]) -> Option<&'t Snapshot> {
    texts.iter().find(|text| text.fingerprint() == *fingerprint)
}

/// The events at which `task` was shown lines of the file that is now at `name`, newest first.
fn find_sightings(
    task: &str,
    name: &Path,
    journal: &WorkspaceJournal,
) -> Result<Vec<Sighting>, Unavailable> {
    let mut name = name.to_owned();
    let mut found = Vec::new();
    for event in journal.settled_of(&name.clone())?.take(MAX_EVENTS) {
        match event? {
            Event::Read(mark) if mark.task == task && mark.path == name => {
                let seen = mark.parts.map_or(Seen::Whole, Seen::Parts);
                let text = mark.text;
                found.push(Sighting { text, seen });
            }
            Event::Read(_) => {}
            Event::Entry(entry) => {
                let Some(note) = note_of(&entry.files, &name) else {
                    break;
                };
                if let Some(text) = note.after
                    && entry.task.as_deref() == Some(task)
                {
                    let seen = note.before.map_or(Seen::Whole, Seen::WrittenOver);
                    found.push(Sighting { text, seen });
                }
                match note.path_before() {
                    Some(earlier) => earlier.clone_into(&mut name),
                    None => break,
                }
            }
        }
        if found.len() == MAX_TEXTS {
            break;
        }
    }
    Ok(found)
}

/// The contents that `sightings` refer to, decoded like `now`.
fn find_texts(
    sightings: &[Sighting],
    place: &RootedPath,
    now: &Snapshot,
    disk: &Disk,
    world: &World,
) -> Vec<Snapshot> {
    let mut wanted = Vec::new();
    for sighting in sightings {
        wanted.push(sighting.text);
        if let Seen::WrittenOver(before) = sighting.seen {
            wanted.push(before);
        }
    }
    let mut found = Vec::new();
    let present = std::iter::once(now.original().clone());
    let mut texts = present.chain(earlier_texts(place, now.original(), disk, world));
    while !wanted.is_empty() {
        let Some(text) = texts.next() else {
            break;
        };
        let count = wanted.len();
        wanted.retain(|one| *one != text.fingerprint());
        if wanted.len() < count {
            found.push(text.decoded(now.encoding()));
        }
    }
    found
}

/// For each line of `text`, true if it is unchanged from the newest of `shown` and was shown there.
fn shown_before(shown: &[ShownText], text: &Snapshot) -> Vec<bool> {
    let mut lines = vec![false; text.line_count()];
    let Some(last) = shown.last() else {
        return lines;
    };
    let changes = ChangeSet::by_line(last.text.bytes(), text.bytes());
    let (mut old, mut new) = (0, 0);
    for block in changes.line_blocks(last.text.bytes()) {
        let unchanged = block.old_line.lines_before().saturating_sub(old);
        copy_lines(&last.shown, old, &mut lines, new, unchanged);
        let removed = &last.text.bytes()[block.old.range()];
        old += unchanged + crate::text::lines(removed).count();
        new += unchanged + crate::text::lines(&block.new).count();
    }
    let rest = last.shown.len().saturating_sub(old);
    copy_lines(&last.shown, old, &mut lines, new, rest);
    lines
}

/// Copies `count` flags of `shown`, starting at line `old`, to `lines`, starting at line `new`. Both count from 0.
fn copy_lines(shown: &[bool], old: usize, lines: &mut [bool], new: usize, count: usize) {
    let flags = shown.iter().skip(old).take(count);
    for (line, flag) in lines.iter_mut().skip(new).zip(flags) {
        *line = *flag;
    }
}

/// Marks the lines of `text` that are not in `before`.
fn mark_written(lines: &mut [bool], before: &Snapshot, text: &Snapshot) {
    let changes = ChangeSet::by_line(before.bytes(), text.bytes());
    for block in changes.line_blocks(before.bytes()) {
        let first = block.new_line.lines_before();
        let count = crate::text::lines(&block.new).count();
        for line in lines.iter_mut().skip(first).take(count) {
            *line = true;
        }
    }
}

fn mark(lines: &mut [bool], shown: LineRange) {
    let first = shown.first().lines_before();
    for line in lines.iter_mut().skip(first).take(shown.count()) {
        *line = true;
    }
}
