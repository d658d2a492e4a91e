//! The names that lines declare: a text has one declaration of each on one level.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::{ChangedWords, WordSet};
use crate::versions::{is_blank, is_word};

/// What stands before a name that is declared.
const DECLARING: [&[u8]; 19] = [
    b"define",
    b"class",
    b"const",
    b"def",
    b"enum",
    b"fn",
    b"func",
    b"function",
    b"interface",
    b"let",
    b"mod",
    b"module",
    b"namespace",
    b"package",
    b"static",
    b"struct",
    b"trait",
    b"type",
    b"union",
];

/// What brings a name into a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Declared,
    Imported,
}

/// Whether the outermost lines of `ours` and `theirs` declare or import one name that was not there before. An import that
/// both have is one.
pub(super) fn meet(ours: &[ChangedWords<'_>], theirs: &[ChangedWords<'_>]) -> bool {
    let (ours, theirs) = (names(ours), names(theirs));
    theirs.iter().any(|(name, (origin, line))| {
        ours.get(name).is_some_and(|(own_origin, own)| {
            [*origin, *own_origin] != [Origin::Imported; 2] || own != line
        })
    })
}

/// The names, and the line that each is on.
type Names<'t> = HashMap<&'t [u8], (Origin, Vec<&'t [u8]>), FixedState>;

fn names<'t>(changes: &[ChangedWords<'t>]) -> Names<'t> {
    let mut names = Names::default();
    for change in changes {
        let old: WordSet = change.old.iter().flatten().copied().collect();
        for line in change.outermost() {
            let told = line.iter().copied();
            let told: Vec<&[u8]> = told.filter(|word| !is_blank(word)).collect();
            for (name, origin) in of_line(&told) {
                if !old.contains(name) {
                    names.insert(name, (origin, told.clone()));
                }
            }
        }
    }
    names
}

/// The names that a line of these words and signs declares or imports.
fn of_line<'t>(line: &[&'t [u8]]) -> Vec<(&'t [u8], Origin)> {
    let begins = line.first().copied().unwrap_or_default();
    let list = line.iter().position(|word| *word == b"{");
    let list = match begins {
        b"from" => line.iter().position(|word| *word == b"import"),
        b"import" | b"use" => list,
        b"export" => list.filter(|at| *at == 1),
        _ => None,
    };
    if let Some(start) = list {
        // Of `a as b` only `b` is a name here.
        let is_last = |at: &usize| {
            let next = line.get(at + 1).copied().unwrap_or(b",");
            is_word(line[*at]) && matches!(next, b"," | b"}" | b")" | b";")
        };
        let names = (start + 1..line.len()).filter(is_last);
        return names.map(|at| (line[at], Origin::Imported)).collect();
    }
    if let Some(name) = imported_name(line) {
        return vec![(name, Origin::Imported)];
    }
    let is_declared = |at: &usize| {
        let name = line[*at];
        DECLARING.contains(&line[at - 1]) && is_word(name) && !DECLARING.contains(&name)
    };
    let declared = (1..line.len()).find(is_declared).map(|at| {
        // `def self.name`
        let is_owner = line.get(at + 1) == Some(&&b"."[..]);
        let member = line.get(at + 2).filter(|_| is_owner);
        *member.unwrap_or(&line[at])
    });
    declared
        .map(|name| (name, Origin::Declared))
        .into_iter()
        .collect()
}

/// The one name that a line imports: `import a from`, `import b.A`, `use c::A`.
fn imported_name<'t>(line: &[&'t [u8]]) -> Option<&'t [u8]> {
    let last = *line.iter().rfind(|word| is_word(word))?;
    match *line.first()? {
        b"import" if line.get(2) == Some(&&b"from"[..]) => Some(line[1]),
        b"import" if line.contains(&&b"."[..]) => last[0].is_ascii_uppercase().then_some(last),
        b"use" if line.last() == Some(&&b";"[..]) => Some(last),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::of_line;
    use crate::versions::told_words;

    #[test]
    fn a_line_declares_what_stands_behind_its_word_for_that() {
        for (line, names) in [
            ("def close(self) -> None:", &["close"][..]),
            ("pub fn parse<T>(x: T) -> u8 {", &["parse"]),
            ("export function run(a) {", &["run"]),
            ("export { run };", &["run"]),
            ("class Foo extends A {", &["Foo"]),
            ("def self.target(a)", &["target"]),
            (
                "import { load, save as store } from './l'",
                &["load", "store"],
            ),
            ("from a import b, c as d", &["b", "d"]),
            ("use a::{b, c};", &["b", "c"]),
            ("import os", &[]),
            ("import path from 'a'", &["path"]),
            ("import a.b.List;", &["List"]),
            ("use a::List;", &["List"]),
            ("#define B 2", &["B"]),
            ("self.close()", &[]),
        ] {
            let told: Vec<&[u8]> = told_words(line.as_bytes()).collect();
            let found = of_line(&told).into_iter();
            let found: Vec<&[u8]> = found.map(|(name, _)| name).collect();
            let names: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
            assert_eq!(found, names, "{line}");
        }
    }
}
