//! Finds names that one side removed from the text, and names that both sides define.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::FixedState;

use crate::changes::{BothEdits, LineEdit, SideEdits};
use crate::conflict::Conflict;
use crate::lexicon;
use crate::names;
use crate::versions::NumberedLines;
use crate::words::{is_name, is_word, tokens};
use incise_text::text;

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
        for token in changes.removed(edit).flat_map(tokens) {
            if names.contains(token) {
                *removed_counts.entry(token).or_default() += 1;
            }
        }
        added.extend(changes.inserted(edit).flat_map(tokens));
    }
    removed_counts.retain(|name, count| counts.get(name) == Some(count) && !added.contains(name));
    removed_counts.into_keys().collect()
}

/// True if one of `changes` adds more occurrences of one of `names` than it removes.
fn adds_any(names: &WordSet<'_>, changes: &SideEdits<'_, '_>) -> bool {
    for edit in changes.edits {
        let mut balance: HashMap<&[u8], isize, FixedState> = HashMap::default();
        for token in changes.inserted(edit).flat_map(tokens) {
            if names.contains(token) {
                *balance.entry(token).or_default() += 1;
            }
        }
        for token in changes.removed(edit).flat_map(tokens) {
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
    /// Imported names, with the tokens of their statements.
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
        let old: WordSet = changes.removed(edit).flat_map(tokens).collect();
        let mut old_imports = WordSet::default();
        for statement in statements(changes.base, edit.base.clone()) {
            old_imports.extend(imported_names(&without_comments(statement)));
        }
        let new = statements(changes.side, edit.other.clone());
        for statement in names::outermost(&new, &[]) {
            let tokens = without_comments(statement);
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

    /// True if both sides introduce the same name. Equal imports do not count.
    fn overlap(&self, other: &Self) -> bool {
        if !self.coined.is_disjoint(&other.coined) || !self.declared.is_disjoint(&other.declared) {
            return true;
        }
        for (name, statement) in &self.imported {
            if other.declared.contains(name) {
                return true;
            }
            if other
                .imported
                .get(name)
                .is_some_and(|other_statement| other_statement != statement)
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

/// The `lines` of `text`. An import with brackets that close on a later line is one statement.
fn statements<'t>(text: &NumberedLines<'t>, lines: Range<usize>) -> Vec<&'t [u8]> {
    let mut statements = Vec::new();
    let (mut start, mut open_brackets) = (lines.start, 0_isize);
    for line in lines.clone() {
        let tokens = without_comments(text.line(line));
        if start < line || begins_import(&tokens) {
            for token in tokens {
                match token {
                    b"{" | b"(" => open_brackets += 1,
                    b"}" | b")" => open_brackets -= 1,
                    _ => {}
                }
            }
        }
        if open_brackets <= 0 || line + 1 == lines.end {
            statements.push(&text.text()[text.start(start)..text.start(line + 1)]);
            (start, open_brackets) = (line + 1, 0);
        }
    }
    statements
}

fn begins_import(tokens: &[&[u8]]) -> bool {
    matches!(
        without_visibility(tokens).first(),
        Some(&(b"from" | b"import" | b"use" | b"export"))
    )
}

/// The names that an import introduces, in the syntax of common languages.
fn imported_names<'t>(tokens: &[&'t [u8]]) -> Vec<&'t [u8]> {
    let tokens = without_visibility(tokens);
    let mut end = tokens.len();
    let list = match tokens.first() {
        Some(&b"from") => position(tokens, b"import"),
        Some(&b"import") => {
            let has_only_names = tokens.iter().all(|token| is_word(token) || *token == b",");
            if let Some(from) = position(tokens, b"from") {
                // `import a, { b as c } from 'd'` lists its names before the module.
                end = from;
                Some(0)
            } else if has_only_names || tokens.contains(&&b"as"[..]) {
                Some(0)
            } else {
                position(tokens, b"{")
            }
        }
        Some(&b"use") => position(tokens, b"{"),
        Some(&b"export") => match tokens[1..] {
            [b"{", ..] => Some(1),
            [b"type", b"{", ..] => Some(2),
            [b"*", b"as", _, ..] => {
                end = 4;
                Some(2)
            }
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

/// The tokens of `statement` without comments at the ends of lines.
fn without_comments(statement: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    for line in text::lines(statement) {
        let start = all.len();
        all.extend(tokens(line));
        let line_tokens = &all[start..];
        let comment = line_tokens.iter().enumerate().position(|(at, token)| {
            *token == b"#" || *token == b"/" && line_tokens.get(at + 1) == Some(&&b"/"[..])
        });
        all.truncate(comment.map_or(all.len(), |at| start + at));
    }
    all
}

/// `tokens` without `pub` or `pub(crate)` at the beginning.
fn without_visibility<'l, 't>(tokens: &'l [&'t [u8]]) -> &'l [&'t [u8]] {
    match tokens {
        [b"pub", b"(", _, b")", rest @ ..] | [b"pub", rest @ ..] => rest,
        _ => tokens,
    }
}

fn position(tokens: &[&[u8]], word: &[u8]) -> Option<usize> {
    tokens.iter().position(|token| *token == word)
}

/// The name that an import without a list introduces: `import b.A`, `use c::A;`, `import q "a/b"`, `import "a/q"`. In an
/// import block of Go, only the path `"a/q"`.
fn imported_name<'t>(tokens: &[&'t [u8]]) -> Option<&'t [u8]> {
    match tokens {
        [b"import", .., b".", name] | [b"import", .., b".", name, b";"]
            if name[0].is_ascii_uppercase() =>
        {
            Some(name)
        }
        [b"use", .., name, b";"]
        | [b"import", name, b"\"", ..]
        | [b"import", b"\"", .., name, b"\""]
        | [b"\"", .., b"/", name, b"\""]
            if is_word(name) =>
        {
            Some(name)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{imported_names, without_comments};

    #[test]
    fn an_import_names_what_the_program_calls_it() {
        let cases: [(&str, &[&str]); 20] = [
            ("export { run };", &["run"]),
            (
                "import { load, save as store } from './l'",
                &["load", "store"],
            ),
            ("from a import b, c as d", &["b", "d"]),
            ("use a::{b, c};", &["b", "c"]),
            ("import os", &["os"]),
            ("pub(crate) use a::{b, C};", &["b", "C"]),
            ("from a import (  # d\n    b,\n    c,\n)", &["b", "c"]),
            ("import {\n  b,\n} from 'a'", &["b"]),
            ("export * as b from 'a'", &["b"]),
            ("import q \"a/b\"", &["q"]),
            ("import \"a/q\"", &["q"]),
            ("\t\"a/q\"", &["q"]),
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
            let tokens = without_comments(line.as_bytes());
            let expected: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
            assert_eq!(imported_names(&tokens), expected, "{line}");
        }
    }
}
