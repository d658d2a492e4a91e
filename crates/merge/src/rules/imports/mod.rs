//! Lines that import, which both sides changed: what is imported is a set, to which each side adds names and from which
//! it takes some.

mod block;
mod contradiction;

use std::ops::Range;

use bytes::Bytes;

use super::attachment::is_decorator;
use super::insertions::{joined, parted};
use crate::import::ImportLine;
use crate::region::MergeRegion;
use crate::versions::{NumberedLines, VersionLines};
use block::ImportBlock;
use incise_text::text;

/// The imports of one conflict.
pub struct ImportMerge<'m, 't> {
    conflict: &'m MergeRegion,
    lines: &'m VersionLines<'t>,
    base: ImportSide<'t>,
    ours: ImportSide<'t>,
    theirs: ImportSide<'t>,
    /// What each side did, ours first.
    changes: [ImportChange<'t>; 2],
}

impl<'m, 't> ImportMerge<'m, 't> {
    /// That of `conflict`, where all three versions have nothing there but lines that import, and blank ones.
    pub fn of(conflict: &'m MergeRegion, lines: &'m VersionLines<'t>) -> Option<Self> {
        let read = |version: &NumberedLines<'t>, range: &Range<usize>| {
            let all: Vec<&[u8]> = version.each(range.clone()).collect();
            ImportSide::read(&all)
        };
        let base = read(&lines.base, &conflict.base)?;
        let ours = read(&lines.ours, &conflict.ours)?;
        let theirs = read(&lines.theirs, &conflict.theirs)?;
        let changes = [&ours, &theirs].map(|side| side.lines.since(&base.lines));
        let is_any = !ours.lines.all.is_empty() || !theirs.lines.all.is_empty();
        is_any.then_some(Self {
            conflict,
            lines,
            base,
            ours,
            theirs,
            changes,
        })
    }

    /// Whether the sides want different things of one name, or of where names come from.
    pub fn is_contradictory(&self) -> bool {
        let [own, other] = &self.changes;
        contradiction::is_any(own, &self.ours.lines, other, &self.theirs.lines)
    }

    /// What both sides together want. `None` where one moved lines away that the other removed, or where both laid the lines
    /// out anew.
    pub fn text(&self) -> Option<Bytes> {
        let Self {
            base,
            ours,
            theirs,
            changes: [own, other],
            ..
        } = self;
        let above = self.conflict.ours.start.checked_sub(1);
        let above = above.map(|line| self.lines.ours.line(line));
        // What stands below an attribute is what that is about.
        if has_moved_away(self.conflict, self.lines) || above.is_some_and(is_decorator) {
            return None;
        }
        // Who laid the lines out anew would have done so with the names of the other side as well.
        let block = match [ours, theirs].map(|side| side.lines.is_laid_out_as(&base.lines)) {
            [_, true] => ImportBlock::of(&ours.lines, &theirs.lines, other),
            [true, false] => ImportBlock::of(&theirs.lines, &ours.lines, own),
            [false, false] => return None,
        };
        if block.has_empty_list() {
            return None;
        }
        let merged = block.lines();
        let merged = parted(&merged);
        let blanks = |of: for<'s> fn(&'s ImportSide<'t>) -> &'s Bytes| {
            let (base, ours, theirs) = (of(base), of(ours), of(theirs));
            if ours == base { theirs } else { ours }
        };
        let place = &self.conflict.ours;
        let below = (place.end < self.lines.ours.len()).then_some(place.end);
        let head = self.edge(
            blanks(|side| &side.head),
            merged.head,
            place.start.checked_sub(1),
        );
        let tail = self.edge(blanks(|side| &side.tail), merged.tail, below);
        let merged = merged.lines.iter().copied();
        Some(joined(
            [&head[..]].into_iter().chain(merged).chain([&tail[..]]),
        ))
    }

    /// Whether `text` imports what both sides together want, and nothing twice.
    pub fn is_as_wanted(&self, text: &[u8]) -> bool {
        let lines: Vec<&[u8]> = text::lines(text).collect();
        let Some(made) = ImportedLines::read(&lines) else {
            return false;
        };
        let [_, other] = &self.changes;
        let kept = self.ours.lines.all.iter();
        let kept = kept.filter(|one| !other.removed.contains(one));
        let wanted: Vec<&Imported> = kept.chain(&other.added).collect();
        let sides = [&self.base, &self.ours, &self.theirs];
        let was_twice = sides.iter().any(|side| has_twice(&side.lines.all));
        let is_once = was_twice || !has_twice(&made.all);
        is_once
            && made.all.iter().all(|one| wanted.contains(&one))
            && wanted.iter().all(|one| made.all.contains(one))
    }

    /// The blank lines at an edge: `blanks`; where there are none, and line `beside` of ours is not blank, those that parted
    /// what is gone from what is `left`.
    fn edge(&self, blanks: &Bytes, left: &[&[u8]], beside: Option<usize>) -> Bytes {
        let is_blank = |line| self.lines.ours.line(line).trim_ascii().is_empty();
        let is_parted = blanks.is_empty() && beside.is_some_and(|line| !is_blank(line));
        if is_parted {
            left.concat().into()
        } else {
            blanks.clone()
        }
    }
}

/// What one version has there.
struct ImportSide<'t> {
    /// The blank lines above the first line that imports.
    head: Bytes,
    lines: ImportedLines<'t>,
    /// The blank lines below the last one.
    tail: Bytes,
}

impl<'t> ImportSide<'t> {
    fn read(lines: &[&'t [u8]]) -> Option<Self> {
        let parts = parted(lines);
        Some(Self {
            head: parts.head.concat().into(),
            lines: ImportedLines::read(parts.lines)?,
            tail: parts.tail.concat().into(),
        })
    }
}

/// Whether a side has a line elsewhere that neither has in `conflict` any more: it moved what the other took away.
fn has_moved_away(conflict: &MergeRegion, lines: &VersionLines) -> bool {
    let sides = [
        (&lines.ours, conflict.ours.clone()),
        (&lines.theirs, conflict.theirs.clone()),
    ];
    let mut base = conflict.base.clone();
    base.any(|line| {
        let number = lines.base.numbers[line];
        let is_gone = sides
            .iter()
            .all(|(side, range)| !side.numbers[range.clone()].contains(&number));
        let is_elsewhere = sides.iter().any(|(side, _)| side.numbers.contains(&number));
        is_gone && is_elsewhere && text::is_telling(lines.base.line(line))
    })
}

/// Whether one of `all` is there twice.
fn has_twice(all: &[Imported<'_>]) -> bool {
    (1..all.len()).any(|number| all[..number].contains(&all[number]))
}

/// A name, and the words that say where it comes from; without a name for what is imported as one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Imported<'t> {
    source: Vec<&'t [u8]>,
    name: Option<&'t [u8]>,
}

/// A line that imports, or is blank.
#[derive(Clone, Debug)]
struct Entry<'t> {
    text: Vec<u8>,
    /// What it imports; `None` for a blank line.
    import: Option<ImportLine<'t>>,
}

impl<'t> Entry<'t> {
    fn is_blank(&self) -> bool {
        self.import.is_none()
    }

    /// Whether this is a line that imports what `old` does, written otherwise, or from where `old` does, indented otherwise.
    fn is_other_form_of(&self, old: &Self) -> bool {
        let (Some(own), Some(before)) = (&self.import, &old.import) else {
            return false;
        };
        if own.source() != before.source() {
            return false;
        }
        let is_written_alike = self.text.trim_ascii() == old.text.trim_ascii();
        let is_indented_alike = text::indent_of(&self.text) == text::indent_of(&old.text);
        !is_indented_alike || own.names == before.names && !is_written_alike
    }

    /// What it imports, name by name.
    fn imported(&self) -> Vec<Imported<'t>> {
        let Some(import) = &self.import else {
            return Vec::new();
        };
        let from_there = |name| Imported {
            source: import.source(),
            name,
        };
        let is_one = import.names.is_empty() || import.has_default();
        let one = is_one.then(|| from_there(None));
        let names = import.names.iter().map(|name| from_there(Some(*name)));
        one.into_iter().chain(names).collect()
    }
}

/// The lines of one version.
struct ImportedLines<'t> {
    entries: Vec<Entry<'t>>,
    /// All that they import.
    all: Vec<Imported<'t>>,
}

/// What a side did to the imports of the base.
struct ImportChange<'t> {
    added: Vec<Imported<'t>>,
    removed: Vec<Imported<'t>>,
}

impl<'t> ImportedLines<'t> {
    /// `lines`, if each imports or is blank.
    fn read(lines: &[&'t [u8]]) -> Option<Self> {
        let entry = |line: &&'t [u8]| {
            let is_blank = line.trim_ascii().is_empty();
            let import = ImportLine::read(line);
            (is_blank || import.is_some()).then(|| Entry {
                text: line.to_vec(),
                import,
            })
        };
        let entries: Option<Vec<Entry>> = lines.iter().map(entry).collect();
        let entries = entries?;
        let all = entries.iter().flat_map(Entry::imported).collect();
        Some(Self { entries, all })
    }

    /// What made these lines of those of `base`.
    fn since(&self, base: &Self) -> ImportChange<'t> {
        let lacking = |some: &Self, others: &Self| {
            let lacking = some.all.iter().filter(|one| !others.all.contains(one));
            lacking.cloned().collect()
        };
        ImportChange {
            added: lacking(self, base),
            removed: lacking(base, self),
        }
    }

    /// Whether what these lines and those of `base` both import stands in the same order in both, parted alike into lines
    /// that are written and indented alike.
    fn is_laid_out_as(&self, base: &Self) -> bool {
        let shared = |some: &Self, others: &Self| -> Vec<Vec<Imported<'t>>> {
            let of_line = |entry: &Entry<'t>| {
                let mut all = entry.imported();
                all.retain(|one| others.all.contains(one));
                all
            };
            let lines = some.entries.iter().map(of_line);
            lines.filter(|line| !line.is_empty()).collect()
        };
        let is_other_form = |own: &Entry<'t>| {
            let mut old = base.entries.iter();
            old.any(|old| own.is_other_form_of(old))
        };
        !self.entries.iter().any(is_other_form) && shared(self, base) == shared(base, self)
    }
}
