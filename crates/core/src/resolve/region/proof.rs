//! Proves that the text still parses after an edit of a definition, and still contains the definition.

use std::collections::HashSet;
use std::path::Path;

use bytes::Bytes;

use super::fit::FitPlace;
use super::symbol::{SymbolPlace, undefined};
use crate::change::{Bias, ChangeSet};
use crate::refusal::{KeyFault, Reason, SyntaxError};
use crate::request::{KeyPath, NamedPart};
use crate::resolve::key::{self, EntryEdit};
use crate::snapshot::Snapshot;
use crate::syntax::{self, AboveKind, Definition, PathPart};
use crate::text::{self, LineNumber, Span};

/// The text before an edit, which the result is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Proof<'t> {
    path: &'t Path,
    now: &'t Snapshot,
}

impl<'t> Proof<'t> {
    /// Creates a proof for edits of `now`, the file at `path`.
    pub fn new(path: &'t Path, now: &'t Snapshot) -> Self {
        Self { path, now }
    }

    /// The location of new lines that replace `old` and are indented with `indent`.
    pub(super) fn fit<'p>(&'p self, indent: &'p [u8], old: Span) -> FitPlace<'p> {
        FitPlace {
            path: self.path,
            indent,
            old: &self.now.bytes()[old.range()],
        }
    }

    pub(super) fn after(&self, changes: &ChangeSet) -> Vec<u8> {
        changes
            .pieces(self.now.bytes())
            .collect::<Vec<_>>()
            .concat()
    }

    /// Checks that `changes` affect only the entry of `key`, in the way of `edit`.
    ///
    /// # Errors
    /// `Key`
    pub(crate) fn check_document(
        &self,
        changes: &ChangeSet,
        key: &KeyPath,
        edit: EntryEdit,
    ) -> Result<(), Reason> {
        let after = Snapshot::of_text(self.after(changes));
        if changes.edits().is_empty() || key::is_kept(key, edit, self.path, self.now, &after) {
            return Ok(());
        }
        Err(Reason::Key {
            key: key.to_string(),
            why: KeyFault::Unproven,
        })
    }

    /// Checks that `changes` at one place inside a definition keep the definition and its neighbors.
    ///
    /// # Errors
    /// `UnparsedSymbol`, `NotThatSymbol`.
    pub(crate) fn check_inside(&self, changes: &ChangeSet) -> Result<(), Reason> {
        self.check(changes, None)
    }

    /// Checks that the text after `changes` at one place has no new errors, defines `symbol` there, and still has
    /// every other definition.
    ///
    /// # Errors
    /// `UnparsedSymbol`, `NotThatSymbol`, or `BadRequest` if the text becomes too large to parse.
    pub(super) fn check(
        &self,
        changes: &ChangeSet,
        symbol: Option<&SymbolPlace>,
    ) -> Result<(), Reason> {
        let before = self.now.bytes();
        let Some(edit) = changes.edits().first() else {
            return Ok(());
        };
        let after = self.after(changes);
        let errors = syntax::added(self.path, before, &after).map_err(undefined)?;
        if !errors.is_empty() {
            return Err(Reason::UnparsedSymbol(errors));
        }
        let made_end = edit.at + edit.new.len();
        if syntax::joins_next(self.path, (before, edit.span().end()), (&after, made_end)) {
            return Err(Reason::joined(self.now.line_at(edit.span().end()).number()));
        }
        let defined = syntax::definitions(self.path, &after).map_err(undefined)?;
        if let Some(symbol) = symbol {
            let made = Span::of_len(edit.at, edit.new.len());
            check_defined(symbol, &defined, made, &after)?;
        }
        let old = syntax::definitions(self.path, before).map_err(undefined)?;
        let torn = syntax::torn_overloads(self.path, &after, &defined);
        if torn > syntax::torn_overloads(self.path, before, &old) {
            return Err(Reason::between_overloads());
        }
        let mut known: HashSet<(usize, String)> = HashSet::new();
        for one in defined.iter() {
            known.insert((one.name_at, one.name()));
        }
        for one in old.iter() {
            if edit.span().range().contains(&one.name_at) {
                continue;
            }
            let name_at = changes.map(one.name_at, Bias::After);
            if !known.contains(&(name_at, one.name())) {
                return Err(Reason::other_symbol(&one.name()));
            }
        }
        Ok(())
    }

    /// Checks that the new text of `symbol`, which may have another name, keeps the other names of its declaration.
    ///
    /// # Errors
    /// `NotThatSymbol`, or `BadRequest` if the text becomes too large to parse.
    pub(super) fn check_renamed(
        &self,
        changes: &ChangeSet,
        symbol: &SymbolPlace,
    ) -> Result<(), Reason> {
        let Some(edit) = changes.edits().first() else {
            return Ok(());
        };
        let made = Span::of_len(edit.at, edit.new.len());
        let all = syntax::definitions(self.path, &self.after(changes)).map_err(undefined)?;
        check_beside(symbol, &outermost(&all, made))
    }

    /// The new text of `symbol` in `changes`, completed with the comment or attributes of the old definition if the
    /// new text has none. `None` if there is nothing to add.
    pub(super) fn with_kept(&self, changes: &ChangeSet, symbol: &SymbolPlace) -> Option<Bytes> {
        if symbol.part != NamedPart::Shown {
            return None;
        }
        let before = self.now.bytes();
        let edit = changes.edits().first()?;
        let after = self.after(changes);
        let made = Span::of_len(edit.at, edit.new.len());
        let old = self.definition_in(before, edit.span(), symbol)?;
        let new = self.definition_in(&after, made, symbol)?;
        let keeps_comment =
            has_above(&old, AboveKind::Comment) && !has_above(&new, AboveKind::Comment);
        let keeps_attributes =
            has_above(&old, AboveKind::Attribute) && !has_above(&new, AboveKind::Attribute);
        let head = match (keeps_comment, keeps_attributes) {
            (false, false) => return None,
            _ if new.above.is_empty() => before[old.whole.start()..old.signature_at].to_vec(),
            (true, _) => [
                above(&old, AboveKind::Comment, before),
                above(&new, AboveKind::Attribute, &after),
            ]
            .concat(),
            (false, true) => [
                above(&new, AboveKind::Comment, &after),
                above(&old, AboveKind::Attribute, before),
            ]
            .concat(),
        };
        let lead = &after[made.start()..new.whole.start()];
        let rest = &after[new.signature_at..made.end()];
        Some([lead, &head, rest].concat().into())
    }

    /// The definition of `symbol` in `span` of `text`.
    fn definition_in(&self, text: &[u8], span: Span, symbol: &SymbolPlace) -> Option<Definition> {
        for one in syntax::definitions(self.path, text).ok()?.iter() {
            let is_in = span.start() <= one.name_at && one.name_at < span.end();
            if is_in && !one.is_secondary && one.path == symbol.path {
                return Some(one.clone());
            }
        }
        None
    }
}

fn has_above(definition: &Definition, kind: AboveKind) -> bool {
    definition.above.iter().any(|part| part.kind == kind)
}

/// The parts of this `kind` above the signature of `definition`, including the whitespace after each part.
fn above(definition: &Definition, kind: AboveKind, text: &[u8]) -> Vec<u8> {
    let mut above = Vec::new();
    for (number, part) in definition.above.iter().enumerate() {
        let next = definition.above.get(number + 1);
        let end = next.map_or(definition.signature_at, |next| next.at);
        if part.kind == kind {
            above.extend_from_slice(&text[part.at..end]);
        }
    }
    above
}

/// Checks that `made` in `text` defines `symbol` as an outermost definition without errors, and also defines the
/// other names of its declaration.
fn check_defined(
    symbol: &SymbolPlace,
    all: &[Definition],
    made: Span,
    text: &[u8],
) -> Result<(), Reason> {
    let outer = outermost(all, made);
    let Some(one) = outer.iter().find(|one| one.path == symbol.path) else {
        return Err(not_that(&symbol.name, &outer));
    };
    if one.has_error {
        return Err(Reason::UnparsedSymbol(vec![error_at(one.error_at, text)]));
    }
    check_beside(symbol, &outer)
}

/// Checks that the new definitions `outer` still declare the other names of the declaration of `symbol`.
fn check_beside(symbol: &SymbolPlace, outer: &[&Definition]) -> Result<(), Reason> {
    for name in &symbol.beside {
        let is_kept = outer
            .iter()
            .any(|one| one.other_names.contains(name) || is_last(name, &one.path));
        if !is_kept {
            return Err(Reason::not_kept_beside(&symbol.name, name));
        }
    }
    Ok(())
}

fn is_last(name: &str, path: &[PathPart]) -> bool {
    path.last().is_some_and(|last| last.name == name)
}

/// The definitions in `made` that no other definition in `made` contains.
fn outermost(all: &[Definition], made: Span) -> Vec<&Definition> {
    let mut outer = Vec::new();
    for one in all {
        if is_within(one.whole, made) && !has_outer_within(one, all, made) {
            outer.push(one);
        }
    }
    outer
}

pub(super) fn is_within(span: Span, made: Span) -> bool {
    made.start() <= span.start() && span.end() <= made.end()
}

/// True if another definition in `made` contains `one`. Definitions of one declaration do not contain each other.
pub(super) fn has_outer_within(one: &Definition, all: &[Definition], made: Span) -> bool {
    let mut parent = one.parent;
    while let Some(number) = parent {
        let above = &all[number];
        if above.whole != one.whole {
            return is_within(above.whole, made);
        }
        parent = above.parent;
    }
    false
}

/// The refusal of a text that defines `outer` instead of the definition called `name`.
fn not_that(name: &str, outer: &[&Definition]) -> Reason {
    Reason::NotThatSymbol {
        symbol: name.to_owned(),
        defined: outer.iter().map(|one| one.name()).collect(),
    }
}

fn error_at(at: usize, text: &[u8]) -> SyntaxError {
    const EXCERPT: usize = 200;
    let start = text::line_start(text, at);
    let line = text::first_line(&text[start..]).trim_ascii();
    SyntaxError {
        line: LineNumber::after_lines(bytecount::count(&text[..start], b'\n')),
        missing: None,
        text: Bytes::copy_from_slice(&line[..line.len().min(EXCERPT)]),
    }
}
