//! The lines that import what both sides together want.

use super::{Entry, ImportChange, Imported, ImportedLines};
use crate::import::ImportLine;

/// What names are ordered by: a rank, then bytes.
type NameKey = fn(&[u8]) -> (u8, Vec<u8>);

/// The orders of names that are looked for.
const ORDERS: [NameKey; 3] = [by_kind, by_bytes, by_letters];

/// The lines of one side, as what the other side did is done to them.
pub struct ImportBlock<'s, 't> {
    entries: Vec<Entry<'t>>,
    /// The lines of the other side.
    others: &'s ImportedLines<'t>,
}

impl<'s, 't> ImportBlock<'s, 't> {
    /// The lines `side` without what `change` removed and with what it added, which made the lines `others`.
    pub fn of(
        side: &ImportedLines<'t>,
        others: &'s ImportedLines<'t>,
        change: &ImportChange<'t>,
    ) -> Self {
        let mut block = Self {
            entries: Vec::new(),
            others,
        };
        for entry in &side.entries {
            block.keep(entry, &change.removed);
        }
        for (number, entry) in others.entries.iter().enumerate() {
            block.add(entry, number, &change.added);
        }
        block
    }

    /// Whether a list is left without a name, for the other side has nowhere what stands beside it alone.
    pub fn has_empty_list(&self) -> bool {
        let mut imports = self.entries.iter().flat_map(|entry| &entry.import);
        imports.any(|import| import.is_list && import.names.is_empty())
    }

    /// Its lines, each with its ending.
    pub fn lines(&self) -> Vec<&[u8]> {
        self.entries.iter().map(|entry| &entry.text[..]).collect()
    }

    /// Puts `entry` at the end, without what was `removed`.
    fn keep(&mut self, entry: &Entry<'t>, removed: &[Imported<'t>]) {
        let Some(import) = &entry.import else {
            // Of two blank lines, between which nothing is left, one is enough.
            if !self.entries.last().is_some_and(Entry::is_blank) {
                self.entries.push(entry.clone());
            }
            return;
        };
        let all = entry.imported();
        let kept = all.iter().filter(|one| !removed.contains(one));
        let kept: Vec<&Imported> = kept.collect();
        if kept.len() == all.len() {
            self.entries.push(entry.clone());
        } else if !kept.is_empty() {
            let names: Vec<&[u8]> = kept.iter().filter_map(|one| one.name).collect();
            self.entries.push(self.with_names(import, &names));
        }
    }

    /// Puts in what `entry`, line `number` of the other side, has of what was `added`.
    fn add(&mut self, entry: &Entry<'t>, number: usize, added: &[Imported<'t>]) {
        let Some(import) = &entry.import else {
            return;
        };
        let mut new = entry.imported();
        let is_whole = new.iter().all(|one| added.contains(one));
        new.retain(|one| added.contains(one) && self.place(one).is_none());
        if new.is_empty() {
            return;
        }
        let names: Vec<&[u8]> = new.iter().filter_map(|one| one.name).collect();
        let source = import.source();
        let takes = |own: &ImportLine| {
            let is_list = own.is_list || import.is_list;
            let is_named = !own.names.is_empty() || import.has_default();
            is_list && is_named && own.source() == source
        };
        let mut own = self.entries.iter().enumerate();
        let list = own.find_map(|(at, entry)| Some((at, entry.import.clone().filter(takes)?)));
        if let Some((at, own)) = list {
            let mut all = own.names.clone();
            for name in names {
                all.insert(place_of(name, &all, &import.names), name);
            }
            let frame = if own.is_list { &own } else { import };
            self.entries[at] = self.with_names(frame, &all);
        } else if is_whole && new.len() == entry.imported().len() {
            self.insert(entry.clone(), number);
        } else {
            self.insert(self.with_names(import, &names), number);
        }
    }

    /// Puts `entry`, line `number` of the other side, where it belongs, with the blank line that parts it from what is
    /// behind it there.
    fn insert(&mut self, entry: Entry<'t>, number: usize) {
        let at = self.place_for(&entry, number);
        let behind = self.others.entries.get(number + 1);
        let behind = behind.filter(|behind| behind.is_blank());
        let is_parted = self.entries.get(at).is_some_and(Entry::is_blank);
        if let Some(blank) = behind.filter(|_| !is_parted) {
            self.entries.insert(at, blank.clone());
        }
        self.entries.insert(at, entry);
    }

    /// The number that `entry`, line `number` of the other side, gets: in order where the lines are sorted, else behind the
    /// line that it stands behind there.
    fn place_for(&self, entry: &Entry<'t>, number: usize) -> usize {
        let (above, below) = self.others.entries.split_at(number);
        let here = |other: &Entry<'t>| self.place(other.imported().first()?);
        let above = above.iter().rev().find_map(here);
        let below = || below[1..].iter().find_map(here);
        let last = self.entries.iter().rposition(|entry| !entry.is_blank());
        let at = above.map(|above| above + 1).or_else(below);
        let at = at.unwrap_or(last.map_or(0, |last| last + 1));
        let before = self.entries[..at].iter().rev();
        let first = at - before.take_while(|entry| !entry.is_blank()).count();
        let behind = self.entries[at..].iter();
        let end = at + behind.take_while(|entry| !entry.is_blank()).count();
        let block = &self.entries[first..end];
        if block.is_sorted_by_key(|entry| &entry.text) {
            first + block.partition_point(|other| other.text < entry.text)
        } else {
            at
        }
    }

    /// The number of the line that imports `one`.
    fn place(&self, one: &Imported<'t>) -> Option<usize> {
        let mut entries = self.entries.iter();
        entries.position(|entry| entry.imported().contains(one))
    }

    /// `import` with `names`: as the other side has it, where that has these names too.
    fn with_names(&self, import: &ImportLine<'t>, names: &[&'t [u8]]) -> Entry<'t> {
        let source = import.source();
        let is_same = |other: &ImportLine| other.names == names && other.source() == source;
        let mut others = self.others.entries.iter();
        let same = others.find(|entry| entry.import.as_ref().is_some_and(is_same));
        same.cloned().unwrap_or_else(|| {
            let import = import.with(names);
            Entry {
                text: import.text(),
                import: Some(import),
            }
        })
    }
}

/// Where `name` goes among `names`: in order where they are sorted as those of the other side are, which has it; else behind
/// the name that it stands behind there. `self` is the first of all.
fn place_of(name: &[u8], names: &[&[u8]], others: &[&[u8]]) -> usize {
    if name == b"self" {
        return 0;
    }
    let own = usize::from(names.first() == Some(&&b"self"[..]));
    let rest = &names[own..];
    let sorted = others.strip_prefix(&[&b"self"[..]]).unwrap_or(others);
    for key in ORDERS {
        let is_sorted = |names: &[&[u8]]| names.is_sorted_by_key(|name| key(name));
        if is_sorted(rest) && is_sorted(sorted) {
            return own + rest.partition_point(|other| key(other) < key(name));
        }
    }
    let above = others.iter().take_while(|other| **other != name);
    let above = above.filter_map(|above| names.iter().position(|name| name == above));
    above.last().map_or(names.len(), |above| above + 1)
}

/// Modules, types, constants: the order of `rustfmt`.
fn by_kind(name: &[u8]) -> (u8, Vec<u8>) {
    let kind = match name {
        [first, ..] if !first.is_ascii_uppercase() => 0,
        _ if name.iter().any(u8::is_ascii_lowercase) => 1,
        _ => 2,
    };
    (kind, name.to_vec())
}

fn by_bytes(name: &[u8]) -> (u8, Vec<u8>) {
    (0, name.to_vec())
}

fn by_letters(name: &[u8]) -> (u8, Vec<u8>) {
    (0, name.to_ascii_lowercase())
}
