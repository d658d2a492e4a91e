//! Finds imports that one side replaced. New imports of the other side next to them may need the same replacement.

use crate::changes::SideEdits;
use crate::conflict::Conflict;
use crate::words::{is_word, tokens, words};

/// True if one side of `conflict` added imports, and the other replaced imports or added one that must come first.
pub fn contradict(conflict: &Conflict<'_, '_>) -> bool {
    let ours = ImportChanges::read(&conflict.ours);
    let theirs = ImportChanges::read(&conflict.theirs);
    ours.replaces && theirs.adds
        || theirs.replaces && ours.adds
        || ours.adds_first && theirs.adds
        || theirs.adds_first && ours.adds
}

#[derive(Default)]
struct ImportChanges {
    /// True if imports were replaced by imports from a different source.
    replaces: bool,
    /// True if imports were added.
    adds: bool,
    /// True if an import was added that must precede all others.
    adds_first: bool,
}

impl ImportChanges {
    fn read(side: &SideEdits<'_, '_>) -> Self {
        let mut changes = Self::default();
        for edit in side.edits {
            let old = imports(side.removed(edit));
            let new = imports(side.inserted(edit));
            let sources: Vec<Vec<&[u8]>> = new.iter().map(|line| source(line)).collect();
            for line in &old {
                if !new.is_empty() && !sources.contains(&source(line)) {
                    changes.replaces = true;
                }
            }
            if new.len() > old.len() {
                changes.adds = true;
            }
            changes.adds_first |= has_future_import(&new) && !has_future_import(&old);
        }
        changes
    }
}

fn has_future_import(lines: &[&[u8]]) -> bool {
    lines
        .iter()
        .any(|line| line.starts_with(b"from __future__"))
}

fn imports<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Vec<&'l [u8]> {
    lines.filter(|line| is_import(line)).collect()
}

/// True if `line` is an import, in the syntax of common languages.
fn is_import(line: &[u8]) -> bool {
    let tokens: Vec<&[u8]> = tokens(line).collect();
    match tokens[..] {
        [b"import" | b"require" | b"require_relative", _, ..] => true,
        [b"use" | b"using", .., b";"] | [b"pub", b"use", .., b";"] => true,
        [b"from", ..] => tokens.contains(&&b"import"[..]),
        [b"export", ..] => tokens.contains(&&b"from"[..]),
        [b"#", b"include" | b"import", ..] | [b"extern", b"crate", ..] => true,
        [b"const" | b"let" | b"var", ..] => tokens.contains(&&b"require"[..]),
        _ => false,
    }
}

/// The words of `line` that determine the source of its imports: all words except a list of names or the last name.
fn source(line: &[u8]) -> Vec<&[u8]> {
    let mut source = Vec::new();
    let mut depth = 0_usize;
    for word in words(line.trim_ascii()) {
        match word {
            b"{" | b"(" => depth += 1,
            b"}" | b")" => depth = depth.saturating_sub(1),
            b" " | b"," | b";" => {}
            b"import" if source.first() == Some(&&b"from"[..]) => break,
            _ if depth == 0 => source.push(word),
            _ => {}
        }
    }
    if source.last().is_some_and(|word| is_word(word)) {
        source.pop();
    }
    source
}
