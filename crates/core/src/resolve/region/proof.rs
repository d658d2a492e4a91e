//! Proves that the text still parses after an edit of a definition, and still contains the definition.

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;

use super::fit::FitPlace;
use super::named::NamedPlace;
use super::section;
use super::symbol::{self, SymbolPlace, undefined};
use crate::change::{Bias, ChangeSet, Edit};
use crate::refusal::{KeyFault, Reason, SyntaxError};
use crate::request::{KeyPath, NamedPart};
use crate::resolve::FileText;
use crate::resolve::key::{self, EntryEdit};
use crate::snapshot::Snapshot;
use crate::syntax::{self, AboveKind, Definition, PathPart};
use crate::text::{self, LineNumber, Span};

/// The most bytes of a line that a refusal shows.
const MAX_SHOWN_BYTES: usize = 200;

impl FileText<'_> {
    /// The location of new lines that replace `old` and are indented with `indent`.
    pub(super) fn fit<'p>(&'p self, indent: &'p [u8], old: Span) -> FitPlace<'p> {
        FitPlace {
            path: self.path,
            indent,
            old: &self.now.bytes()[old.range()],
        }
    }

    /// The text after `changes`.
    pub(crate) fn text_after(&self, changes: &ChangeSet) -> Vec<u8> {
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
        let after = Snapshot::of_text(self.text_after(changes));
        if changes.edits().is_empty() || key::is_kept(key, edit, *self, &after) {
            return Ok(());
        }
        Err(Reason::Key {
            key: key.to_string(),
            why: KeyFault::Unproven,
        })
    }

    /// Checks that `changes` keep the headings above and below them. A paragraph directly above an underlined heading
    /// becomes a part of it, and an open code block hides the headings below.
    ///
    /// # Errors
    /// `BadRequest` with the first heading that would change.
    pub(super) fn check_headings(&self, changes: &ChangeSet) -> Result<(), Reason> {
        let (Some(first), Some(last)) = (changes.edits().first(), changes.edits().last()) else {
            return Ok(());
        };
        let before = section::list(self.path, self.now.bytes())?;
        let after = section::list(self.path, &self.text_after(changes))?;
        let above = before
            .iter()
            .take_while(|section| section.body_start() <= first.at);
        let below = before.iter().rev();
        let below = below.take_while(|section| section.place.lines.start() >= last.end());
        let changed = first_changed(above, after.iter());
        match changed.or_else(|| first_changed(below, after.iter().rev())) {
            None => Ok(()),
            Some(section) => Err(Reason::changed_heading(section.name())),
        }
    }

    /// Checks that `changes` at one place inside a definition keep the definition and its neighbors.
    ///
    /// # Errors
    /// `UnparsedSymbol`, `NotThatSymbol`.
    pub(crate) fn check_inside(&self, changes: &ChangeSet) -> Result<(), Reason> {
        self.check(changes, None)
    }

    /// Checks that `changes` insert text inside `symbol`, and keep all definitions.
    ///
    /// # Errors
    /// `BadRequest` if the new text is outside `symbol`, and the errors of [`Self::check`].
    pub(super) fn check_inserted(
        &self,
        changes: &ChangeSet,
        symbol: &SymbolPlace,
    ) -> Result<(), Reason> {
        let Some(edit) = changes.edits().first() else {
            return Ok(());
        };
        let defined = self.checked_definitions(changes, edit, None)?;
        let indent_len = edit.new.len() - edit.new.trim_ascii_start().len();
        let new = Span::of_len(edit.at + indent_len, edit.new.trim_ascii().len());
        let name_at = changes.map(symbol::list(*self)?[symbol.number].name_at, Bias::After);
        for one in defined.iter() {
            if one.name_at == name_at && one.whole.contains(new) {
                return Ok(());
            }
        }
        let region = format!("symbol `{}`", symbol.name);
        Err(Reason::outside_region(region))
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
        if let Some(edit) = changes.edits().first() {
            self.checked_definitions(changes, edit, symbol)?;
        }
        Ok(())
    }

    /// The definitions in the text after `changes`, which begin with `edit`. Checks the same as [`Self::check`].
    fn checked_definitions(
        &self,
        changes: &ChangeSet,
        edit: &Edit,
        symbol: Option<&SymbolPlace>,
    ) -> Result<Arc<[Definition]>, Reason> {
        let before = self.now.bytes();
        let new = Span::of_len(edit.at, edit.new.len());
        let after = self.text_after(changes);
        let errors = syntax::added_errors(self.path, before, &after).map_err(undefined)?;
        if !errors.is_empty() {
            return Err(Reason::UnparsedSymbol(errors));
        }
        if syntax::joins_next(self.path, (before, edit.span().end()), (&after, new.end())) {
            return Err(Reason::joined(self.now.line_at(edit.span().end()).number()));
        }
        let defined = syntax::definitions(self.path, &after).map_err(undefined)?;
        if let Some(symbol) = symbol {
            check_defined(symbol, &defined, new, &after)?;
        }
        let old = symbol::list(*self)?;
        let torn = syntax::torn_overloads(self.path, &after, &defined);
        if torn > syntax::torn_overloads(self.path, before, &old) {
            return Err(Reason::between_overloads());
        }
        check_others_kept(&old, &defined, edit.span(), changes)?;
        Ok(defined)
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
        let new = Span::of_len(edit.at, edit.new.len());
        let all = syntax::definitions(self.path, &self.text_after(changes)).map_err(undefined)?;
        check_other_names(symbol, &outermost(&all, new))
    }

    /// The new text of `symbol` in `changes`, completed with the comment or attributes of the old definition if the
    /// new text has none. `None` if there is nothing to add.
    pub(super) fn with_old_comments(
        &self,
        changes: &ChangeSet,
        symbol: &SymbolPlace,
    ) -> Option<Bytes> {
        if symbol.part != NamedPart::Shown {
            return None;
        }
        let before = self.now.bytes();
        let edit = changes.edits().first()?;
        let after = self.text_after(changes);
        let new_span = Span::of_len(edit.at, edit.new.len());
        let old = self.definition_in(before, edit.span(), symbol)?;
        let new = self.definition_in(&after, new_span, symbol)?;
        let lacks_comment =
            has_above(&old, AboveKind::Comment) && !has_above(&new, AboveKind::Comment);
        let lacks_attributes =
            has_above(&old, AboveKind::Attribute) && !has_above(&new, AboveKind::Attribute);
        let above = match (lacks_comment, lacks_attributes) {
            (false, false) => return None,
            _ if new.above.is_empty() => before[old.whole.start()..old.signature_at].to_vec(),
            (true, _) => [
                parts_above(&old, AboveKind::Comment, before),
                parts_above(&new, AboveKind::Attribute, &after),
            ]
            .concat(),
            (false, true) => [
                parts_above(&new, AboveKind::Comment, &after),
                parts_above(&old, AboveKind::Attribute, before),
            ]
            .concat(),
        };
        let indent = &after[new_span.start()..new.whole.start()];
        let definition = &after[new.signature_at..new_span.end()];
        Some([indent, &above, definition].concat().into())
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
fn parts_above(definition: &Definition, kind: AboveKind, text: &[u8]) -> Vec<u8> {
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

/// Checks that the new text `new` of `text` defines `symbol` as an outermost definition without errors, and also
/// defines the other names of its declaration.
fn check_defined(
    symbol: &SymbolPlace,
    all: &[Definition],
    new: Span,
    text: &[u8],
) -> Result<(), Reason> {
    let outer = outermost(all, new);
    let Some(one) = outer.iter().find(|one| one.path == symbol.path) else {
        return Err(Reason::NotThatSymbol {
            symbol: symbol.name.clone(),
            defined: outer.iter().map(|one| one.name()).collect(),
        });
    };
    if one.has_error {
        return Err(Reason::UnparsedSymbol(vec![error_at(one.error_at, text)]));
    }
    check_other_names(symbol, &outer)
}

/// Checks that the new definitions `outer` still declare the other names of the declaration of `symbol`.
fn check_other_names(symbol: &SymbolPlace, outer: &[&Definition]) -> Result<(), Reason> {
    for name in &symbol.other_names {
        let is_declared = outer
            .iter()
            .any(|one| one.other_names.contains(name) || is_last(name, &one.path));
        if !is_declared {
            return Err(Reason::other_name_missing(&symbol.name, name));
        }
    }
    Ok(())
}

fn is_last(name: &str, path: &[PathPart]) -> bool {
    path.last().is_some_and(|last| last.name == name)
}

/// Checks that each of the definitions `old` outside the `edited` span is also among the `new` ones.
fn check_others_kept(
    old: &[Definition],
    new: &[Definition],
    edited: Span,
    changes: &ChangeSet,
) -> Result<(), Reason> {
    let mut new_names: HashSet<(usize, String)> = HashSet::new();
    for one in new {
        new_names.insert((one.name_at, one.name()));
    }
    for one in old {
        if edited.range().contains(&one.name_at) {
            continue;
        }
        let name_at = changes.map(one.name_at, Bias::After);
        if !new_names.contains(&(name_at, one.name())) {
            return Err(Reason::other_symbol(&one.name()));
        }
    }
    Ok(())
}

/// The definitions in `span` that no other definition in `span` contains.
fn outermost(all: &[Definition], span: Span) -> Vec<&Definition> {
    let mut outer = Vec::new();
    for one in all {
        if span.contains(one.whole) && !has_outer_within(one, all, span) {
            outer.push(one);
        }
    }
    outer
}

/// True if another definition in `span` contains `one`. Definitions of one declaration do not contain each other.
pub(super) fn has_outer_within(one: &Definition, all: &[Definition], span: Span) -> bool {
    let mut parent = one.parent;
    while let Some(number) = parent {
        let outer = &all[number];
        if outer.whole != one.whole {
            return span.contains(outer.whole);
        }
        parent = outer.parent;
    }
    false
}

fn error_at(at: usize, text: &[u8]) -> SyntaxError {
    let start = text::line_start(text, at);
    let line = text::first_line(&text[start..]).trim_ascii();
    SyntaxError {
        line: LineNumber::after_lines(bytecount::count(&text[..start], b'\n')),
        missing: None,
        text: Bytes::copy_from_slice(text::beginning(line, MAX_SHOWN_BYTES)),
    }
}

/// The first section of `before` whose title differs in `after`.
fn first_changed<'a>(
    before: impl Iterator<Item = &'a NamedPlace>,
    mut after: impl Iterator<Item = &'a NamedPlace>,
) -> Option<&'a NamedPlace> {
    for section in before {
        let found = after.next();
        if found.is_none_or(|found| found.path.last() != section.path.last()) {
            return Some(section);
        }
    }
    None
}
