//! Finds names that one side removed from the text, and names that both sides define.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use crate::changes::{BothEdits, LineEdit, SideEdits};
use crate::conflict::Conflict;
use crate::lexicon;
use crate::names;
use crate::versions::NumberedLines;
use crate::words::{is_name, is_word, tokens};

type WordSet<'t> = HashSet<&'t [u8], FixedState>;
type WordCounts<'t> = HashMap<&'t [u8], usize, FixedState>;

/// The words of the base, and the names that each side removed from the text. A name is a word that the base defines,
/// or contains at least twice.
pub struct NameCensus<'t> {
    counts: WordCounts<'t>,
    removed_by_ours: WordSet<'t>,
    removed_by_theirs: WordSet<'t>,
}

impl<'t> NameCensus<'t> {
    /// Counts the words of the base, and of the changes in `edits`.
    pub fn new(edits: &BothEdits<'_, 't>) -> Self {
        let (counts, names) = count(edits.ours.base);
        Self {
            removed_by_ours: removed(&names, &counts, &edits.ours),
            removed_by_theirs: removed(&names, &counts, &edits.theirs),
            counts,
        }
    }

    /// True if a side of `conflict` adds a name that the other side removed from the text.
    pub fn uses_removed_name(&self, conflict: &Conflict<'_, 't>) -> bool {
        adds_any(&self.removed_by_theirs, &conflict.ours)
            || adds_any(&self.removed_by_ours, &conflict.theirs)
    }

    /// True if both sides of `conflict` define the same new name at the outermost level of their lines.
    pub fn defines_name_twice(&self, conflict: &Conflict<'_, 't>) -> bool {
        let ours = NewNames::read(&conflict.ours, &self.counts);
        let theirs = NewNames::read(&conflict.theirs, &self.counts);
        ours.overlap(&theirs)
    }
}

/// Counts the words of `base`. Returns the counts, and the names: words that `base` defines, or contains at least twice.
fn count<'t>(base: &NumberedLines<'t>) -> (WordCounts<'t>, WordSet<'t>) {
    let mut counts = WordCounts::default();
    let mut names = WordSet::default();
    let mut previous: &[u8] = b"";
    for token in base.each(0..base.len()).flat_map(tokens) {
        if is_word(token) {
            let count = counts.entry(token).or_default();
            *count += 1;
            if *count == 2 && is_name(token) {
                names.insert(token);
            }
        }
        if lexicon::is_defined(previous, token) {
            names.insert(previous);
        }
        previous = token;
    }
    (counts, names)
}

/// The `names` that `changes` removed from the text: they removed every occurrence and added none.
fn removed<'t>(
    names: &WordSet<'t>,
    counts: &WordCounts<'t>,
    changes: &SideEdits<'_, 't>,
) -> WordSet<'t> {
    let mut removed_counts = WordCounts::default();
    let mut added = WordSet::default();
    for edit in changes.edits {
        for token in changes.old(edit).flat_map(tokens) {
            if names.contains(token) {
                *removed_counts.entry(token).or_default() += 1;
            }
        }
        added.extend(changes.new(edit).flat_map(tokens));
    }
    removed_counts.retain(|name, count| counts.get(name) == Some(count) && !added.contains(name));
    removed_counts.into_keys().collect()
}

/// True if one of `changes` adds more occurrences of one of `names` than it removes.
fn adds_any(names: &WordSet<'_>, changes: &SideEdits<'_, '_>) -> bool {
    for edit in changes.edits {
        let mut balance: HashMap<&[u8], isize, FixedState> = HashMap::default();
        for token in changes.new(edit).flat_map(tokens) {
            if names.contains(token) {
                *balance.entry(token).or_default() += 1;
            }
        }
        for token in changes.old(edit).flat_map(tokens) {
            if let Some(count) = balance.get_mut(token) {
                *count -= 1;
            }
        }
        if balance.values().any(|count| *count > 0) {
            return true;
        }
    }
    false
}

/// The names that one side of a conflict introduces.
#[derive(Default)]
struct NewNames<'t> {
    /// Names with a value or parameters that the base does not contain.
    coined: WordSet<'t>,
    /// Names that a keyword declares.
    declared: WordSet<'t>,
    /// Imported names, with the tokens of their lines.
    imported: HashMap<&'t [u8], Vec<&'t [u8]>, FixedState>,
}

impl<'t> NewNames<'t> {
    /// The names that `changes` introduce. `counts` contains the words of the base.
    fn read(changes: &SideEdits<'_, 't>, counts: &WordCounts<'t>) -> Self {
        let mut names = Self::default();
        for edit in changes.edits {
            names.add(edit, changes, counts);
        }
        names
    }

    /// Adds the names in `edit`, one of `changes`.
    fn add(&mut self, edit: &LineEdit, changes: &SideEdits<'_, 't>, counts: &WordCounts<'t>) {
        let old: WordSet = changes.old(edit).flat_map(tokens).collect();
        let mut old_imports = WordSet::default();
        for line in changes.old(edit) {
            let tokens: Vec<&[u8]> = tokens(line).collect();
            old_imports.extend(imported_names(&tokens));
        }
        let new: Vec<&[u8]> = changes.new(edit).collect();
        for line in names::outermost(&new, &[]) {
            let tokens: Vec<&[u8]> = tokens(line).collect();
            for (name, next) in tokens.iter().zip(tokens.iter().skip(1)) {
                if lexicon::is_defined(name, next) && !counts.contains_key(name) {
                    self.coined.insert(name);
                }
            }
            let imported = imported_names(&tokens);
            if imported.is_empty()
                && let Some(name) = lexicon::declared_name(&tokens)
                && !old.contains(name)
            {
                self.declared.insert(name);
            }
            for name in imported {
                if !old_imports.contains(name) {
                    self.imported.insert(name, tokens.clone());
                }
            }
        }
    }

    /// True if both sides introduce the same name. Equal import lines do not count.
    fn overlap(&self, other: &Self) -> bool {
        if !self.coined.is_disjoint(&other.coined) || !self.declared.is_disjoint(&other.declared) {
            return true;
        }
        for (name, line) in &self.imported {
            if other.declared.contains(name) {
                return true;
            }
            if other
                .imported
                .get(name)
                .is_some_and(|other_line| other_line != line)
            {
                return true;
            }
        }
        other
            .imported
            .keys()
            .any(|name| self.declared.contains(name))
    }
}

/// The names that an import introduces, in the syntax of common languages.
fn imported_names<'t>(tokens: &[&'t [u8]]) -> Vec<&'t [u8]> {
    let tokens = without_comment(tokens);
    let mut end = tokens.len();
    let list = match tokens.first() {
        Some(&b"from") => position(tokens, b"import"),
        Some(&b"import") => {
            if let Some(from) = position(tokens, b"from") {
                // `import a, { b as c } from 'd'` lists its names before the module.
                end = from;
                Some(0)
            } else if tokens.contains(&&b"as"[..]) {
                Some(0)
            } else {
                position(tokens, b"{")
            }
        }
        Some(&b"use") => position(tokens, b"{"),
        Some(&b"export") => match tokens[1..] {
            [b"{", ..] => Some(1),
            [b"type", b"{", ..] => Some(2),
            _ => None,
        },
        _ => None,
    };
    let Some(list) = list else {
        return imported_name(tokens).into_iter().collect();
    };
    let mut names = Vec::new();
    for at in list + 1..end {
        // In `a as b`, only `b` is imported.
        let next = tokens[..end].get(at + 1).copied().unwrap_or(b",");
        if !is_word(tokens[at]) || !matches!(next, b"," | b"}" | b")" | b";") {
            continue;
        }
        match tokens[at] {
            // `self` imports the module itself.
            b"self" => names.extend(tokens[..list].iter().rfind(|token| is_word(token))),
            name => names.push(name),
        }
    }
    names
}

/// `tokens` up to a comment.
fn without_comment<'l, 't>(tokens: &'l [&'t [u8]]) -> &'l [&'t [u8]] {
    for (at, pair) in tokens.windows(2).enumerate() {
        if pair[0] == b"#" || pair[0] == b"/" && pair[1] == b"/" {
            return &tokens[..at];
        }
    }
    tokens
}

fn position(tokens: &[&[u8]], word: &[u8]) -> Option<usize> {
    tokens.iter().position(|token| *token == word)
}

/// The name that a line without a list imports: `import b.A`, `use c::A;`.
fn imported_name<'t>(tokens: &[&'t [u8]]) -> Option<&'t [u8]> {
    match tokens {
        [b"import", .., b".", name] | [b"import", .., b".", name, b";"]
            if name[0].is_ascii_uppercase() =>
        {
            Some(name)
        }
        [b"use", .., name, b";"] if is_word(name) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::imported_names;
    use crate::words::tokens;

    #[test]
    fn an_import_names_what_the_program_calls_it() {
        let cases: [(&str, &[&str]); 13] = [
            ("export { run };", &["run"]),
            (
                "import { load, save as store } from './l'",
                &["load", "store"],
            ),
            ("from a import b, c as d", &["b", "d"]),
            ("use a::{b, c};", &["b", "c"]),
            ("import os", &[]),
            ("import path from 'a'", &["path"]),
            ("import * as path from './a'", &["path"]),
            ("import path, { b } from './a'; // c as d", &["path", "b"]),
            ("import a.b as c  # old", &["c"]),
            ("import a as b, c as d", &["b", "d"]),
            ("use a::*;", &[]),
            ("import a.b.List;", &["List"]),
            ("use a::List;", &["List"]),
        ];
        for (line, names) in cases {
            let tokens: Vec<&[u8]> = tokens(line.as_bytes()).collect();
            let expected: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
            assert_eq!(imported_names(&tokens), expected, "{line}");
        }
    }
}
