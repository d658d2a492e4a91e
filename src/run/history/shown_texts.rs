//! The texts of a file that a task was shown: those it read, and those it made.
//!
//! What it was shown of an earlier text counts as shown of a later one, line by line, where the lines are the same.

use std::path::Path;

use super::earlier_texts::earlier_texts;
use super::workspace_journal::WorkspaceJournal;
use crate::change::ChangeSet;
use crate::disk::Disk;
use crate::journal::{Event, FileNote, Unavailable};
use crate::resolve::ShownText;
use crate::run::world::World;
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::text::{LineRange, Span};

/// Events about a file that are looked at, and texts that a task was shown.
const EVENTS: usize = 512;
const TEXTS: usize = 16;

/// One time that a task was shown something of a file.
struct Sighting {
    /// The text that it was then.
    text: Fingerprint,
    seen: Seen,
}

/// The part of the text that was shown.
enum Seen {
    Whole,
    Parts(Vec<Span>),
    /// The lines that were made of the text with this fingerprint.
    MadeOf(Fingerprint),
}

/// The texts of the file at `place`, which is `now`, that `task` was shown, the newest first: as far as they are kept.
///
/// # Errors
/// A journal that cannot be read.
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
    let sightings = sightings(task, &journal.names.name(disk, place), &journal)?;
    let mut wanted: Vec<Fingerprint> = Vec::new();
    for sighting in &sightings {
        let made_of = match sighting.seen {
            Seen::MadeOf(before) => Some(before),
            Seen::Whole | Seen::Parts(_) => None,
        };
        for text in std::iter::once(sighting.text).chain(made_of) {
            if !wanted.contains(&text) {
                wanted.push(text);
            }
        }
    }
    let texts = found(wanted, place, now, disk, world);
    let mut shown: Vec<ShownText> = Vec::new();
    // From the oldest on, so that each has what is left of those before it.
    for sighting in sightings.iter().rev() {
        let text = |of: &Fingerprint| texts.iter().find(|text| text.fingerprint() == *of);
        let Some(here) = text(&sighting.text) else {
            continue;
        };
        let mut lines = shown_before(&shown, here);
        match &sighting.seen {
            Seen::Whole => lines.fill(true),
            Seen::Parts(parts) => parts.iter().for_each(|part| {
                mark(&mut lines, here.lines_of(here.text_span(*part)));
            }),
            Seen::MadeOf(before) => {
                if let Some(before) = text(before) {
                    mark_made(&mut lines, before, here);
                }
            }
        }
        shown.retain(|known| known.text.bytes() != here.bytes());
        let text = here.clone();
        shown.push(ShownText { text, shown: lines });
    }
    shown.reverse();
    Ok(shown)
}

/// The times that `task` was shown something of the file that is now at `name`, the newest first.
fn sightings(
    task: &str,
    name: &Path,
    journal: &WorkspaceJournal,
) -> Result<Vec<Sighting>, Unavailable> {
    let mut name = name.to_owned();
    let mut found = Vec::new();
    for event in journal.settled_of(&name.clone())?.take(EVENTS) {
        match event? {
            Event::Read(mark) if mark.task == task && mark.path == name => {
                let seen = mark.parts.map_or(Seen::Whole, Seen::Parts);
                let text = mark.text;
                found.push(Sighting { text, seen });
            }
            Event::Read(_) => {}
            Event::Entry(entry) => {
                let is_here = |note: &&FileNote| note.path_after() == Some(&name);
                let Some(note) = entry.files.iter().find(is_here) else {
                    break;
                };
                if let (Some(text), true) = (note.after, entry.task.as_deref() == Some(task)) {
                    let seen = note.before.map_or(Seen::Whole, Seen::MadeOf);
                    found.push(Sighting { text, seen });
                }
                match note.path_before() {
                    Some(earlier) => earlier.clone_into(&mut name),
                    None => break,
                }
            }
        }
        if found.len() == TEXTS {
            break;
        }
    }
    Ok(found)
}

/// The texts with these fingerprints, decoded as `now` is.
fn found(
    mut wanted: Vec<Fingerprint>,
    place: &RootedPath,
    now: &Snapshot,
    disk: &Disk,
    world: &World,
) -> Vec<Snapshot> {
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

/// Which lines of `text` are lines of the newest of `shown` that were shown there.
fn shown_before(shown: &[ShownText], text: &Snapshot) -> Vec<bool> {
    let mut lines = vec![false; text.line_count()];
    let Some(last) = shown.last() else {
        return lines;
    };
    let changes = ChangeSet::by_line(last.text.bytes(), text.bytes());
    let (mut old, mut new) = (0, 0);
    let mut carry = |old: &mut usize, new: &mut usize, until: usize| {
        while *old < until {
            if let (Some(line), Some(was)) = (lines.get_mut(*new), last.shown.get(*old)) {
                *line = *was;
            }
            (*old, *new) = (*old + 1, *new + 1);
        }
    };
    for block in changes.line_blocks(last.text.bytes()) {
        carry(&mut old, &mut new, block.old_line.lines_before());
        let removed = &last.text.bytes()[block.old.range()];
        old += crate::text::lines(removed).count();
        new += crate::text::lines(&block.new).count();
    }
    carry(&mut old, &mut new, last.shown.len());
    lines
}

/// Marks the lines of `text` that `before` has not.
fn mark_made(lines: &mut [bool], before: &Snapshot, text: &Snapshot) {
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
