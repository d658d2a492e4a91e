//! What speaks against taking the imports of both sides.

use super::{ImportChange, Imported, ImportedLines};
use crate::import::local_name;
use crate::versions::{is_word, words};

/// Whether the sides, which have the lines `ours` and `theirs`, want different things of one name, or of where names come
/// from.
pub fn is_any(
    own: &ImportChange<'_>,
    ours: &ImportedLines<'_>,
    other: &ImportChange<'_>,
    theirs: &ImportedLines<'_>,
) -> bool {
    let brings = |one: &Imported| {
        other
            .added
            .iter()
            .any(|two| one != two && one.is_same_name(two))
    };
    let are_all_own = own.added.iter().all(|one| !other.added.contains(one));
    // Each put another name in place of one.
    let is_replaced = !own.added.is_empty()
        && !other.added.is_empty()
        && are_all_own
        && own.removed.iter().any(|one| other.removed.contains(one));
    // What a module says of its own language stands above all others.
    let is_first = |one: &Imported| one.source.contains(&&b"__future__"[..]);
    let is_above = own.added.iter().chain(&other.added).any(is_first);
    own.added.iter().any(brings)
        || is_above && !own.added.is_empty() && !other.added.is_empty()
        || other.halves(ours)
        || own.halves(theirs)
        || is_replaced
        || own.stands_against(other, ours)
        || other.stands_against(own, theirs)
}

impl ImportChange<'_> {
    /// Whether this removed what stands for all of a module from a line to which `side` put names beside it.
    fn halves(&self, side: &ImportedLines) -> bool {
        let mut whole = self.removed.iter().filter(|one| one.name.is_none());
        whole.any(|one| {
            let mut all = side.all.iter();
            side.all.contains(one) && all.any(|other| other.source == one.source && other != one)
        })
    }

    /// Whether this, which made `side`, gave names another source that `other` removed, or to the source of which it adds.
    fn stands_against(&self, other: &Self, side: &ImportedLines) -> bool {
        let is_below = |one: &Imported, path: &[&[u8]]| one.source.starts_with(path);
        // What the other brings is reached through what this brings in place of its neighbours.
        let is_reached = self.added.iter().map(Imported::path).any(|path| {
            self.removed.iter().any(|old| is_below(old, &path))
                && other.added.iter().any(|new| is_below(new, &path))
        });
        let mut moved = self.removed.iter().filter(|old| {
            let mut added = self.added.iter();
            added.any(|new| old.is_same_name(new) && !other.added.contains(new))
        });
        is_reached
            || moved.any(|old| {
                let is_from_there = |one: &Imported| one.origin() == old.origin();
                let is_left = side.all.iter().any(is_from_there);
                other.removed.contains(old) || !is_left && other.added.iter().any(is_from_there)
            })
    }
}

impl<'t> Imported<'t> {
    /// Whether this and `other` are called alike in the program, or are one thing that is called otherwise: a name of one
    /// place, or what one file exports.
    fn is_same_name(&self, other: &Self) -> bool {
        let is_same_thing = match (self.name, other.name) {
            (Some(one), Some(two)) => {
                self.source == other.source && words(one).next() == words(two).next()
            }
            (None, None) => {
                let file = quoted(&self.source);
                !file.is_empty() && file == quoted(&other.source)
            }
            _ => false,
        };
        is_same_thing
            || self
                .local()
                .is_some_and(|local| other.local() == Some(local))
    }

    /// What the program calls it, if that can be told.
    fn local(&self) -> Option<&'t [u8]> {
        match self.name {
            Some(b"self") => self.source.iter().rfind(|word| is_word(word)).copied(),
            Some(name) => local_name(name),
            None => {
                let after = |word: &[u8]| self.source.iter().position(|other| *other == word);
                let named = after(b"as").map(|at| at + 1);
                let defined = after(b"from").or(after(b"=")).map(|_| 1);
                let at = named.or(defined);
                let plain = quoted(&self.source).is_empty() && self.source[0] == b"import";
                let last = || {
                    self.source
                        .iter()
                        .rfind(|word| is_word(word))
                        .filter(|_| plain)
                };
                let told = at.and_then(|at| self.source.get(at)).or_else(last);
                told.filter(|word| is_word(word)).copied()
            }
        }
    }

    /// The words of its whole path.
    fn path(&self) -> Vec<&'t [u8]> {
        let source = self.source.strip_suffix(&[&b";"[..]]);
        let source = source.unwrap_or(&self.source).iter().copied();
        source
            .chain(self.name.into_iter().flat_map(words))
            .collect()
    }

    /// The words that say where it comes from; those that say how, where that is one thing with its name.
    fn origin(&self) -> &[&'t [u8]] {
        let file = match self.name {
            Some(_) => 0,
            None => quoted(&self.source).len(),
        };
        &self.source[..self.source.len() - file]
    }
}

/// The words of `source` from its first quote on.
fn quoted<'s, 't>(source: &'s [&'t [u8]]) -> &'s [&'t [u8]] {
    let is_quote = |word: &&[u8]| matches!(**word, [b'"' | b'\'']);
    let first = source.iter().position(is_quote);
    &source[first.unwrap_or(source.len())..]
}
