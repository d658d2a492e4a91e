//! The proof that an edit of a definition leaves a text that parses, with that definition in it.

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

/// What an edit is judged by: the text before, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct Proof<'t> {
    path: &'t Path,
    now: &'t Snapshot,
}

impl<'t> Proof<'t> {
    /// That of edits of `now`, the file at `path`.
    pub fn new(path: &'t Path, now: &'t Snapshot) -> Self {
        Self { path, now }
    }

    /// The place of new lines for `old`, with `indent` before them.
    pub(super) fn fit<'p>(&'p self, indent: &'p [u8], old: Span) -> FitPlace<'p> {
        FitPlace {
            path: self.path,
            indent,
            old: &self.now.bytes()[old.range()],
        }
    }

    /// Whether the text after `changes` is still a document that says the same, but for what `edit` does to the entry of
    /// `key`.
    ///
    /// # Errors
    /// `Key`
    pub(crate) fn check_document(
        &self,
        changes: &ChangeSet,
        key: &KeyPath,
        edit: EntryEdit,
    ) -> Result<(), Reason> {
        let after = changes
            .pieces(self.now.bytes())
            .collect::<Vec<_>>()
            .concat();
        if changes.edits().is_empty()
            || key::is_kept(key, edit, self.path, self.now, &Snapshot::of_text(after))
        {
            return Ok(());
        }
        Err(Reason::Key {
            key: key.to_string(),
            why: KeyFault::Unproven,
        })
    }

    /// Whether `changes`, which are at one place inside a definition, leave it and those beside it what they are.
    ///
    /// # Errors
    /// `UnparsedSymbol`, `OtherSymbol`.
    pub(crate) fn check_inside(&self, changes: &ChangeSet) -> Result<(), Reason> {
        self.check(changes, None)
    }

    /// Whether the text after `changes`, which are at one place, has no more errors, every definition beside them is what it
    /// was, and `symbol` is defined there.
    ///
    /// # Errors
    /// `UnparsedSymbol`, `NotThatSymbol`, `OtherSymbol`; `BadRequest` where the text gets too large to be looked through.
    pub(super) fn check(
        &self,
        changes: &ChangeSet,
        symbol: Option<&SymbolPlace>,
    ) -> Result<(), Reason> {
        let before = self.now.bytes();
        let Some(edit) = changes.edits().first() else {
            return Ok(());
        };
        let after = changes.pieces(before).collect::<Vec<_>>().concat();
        let errors = syntax::added(self.path, before, &after).map_err(undefined)?;
        if !errors.is_empty() {
            return Err(Reason::UnparsedSymbol { errors });
        }
        let defined = syntax::definitions(self.path, &after).map_err(undefined)?;
        if let Some(symbol) = symbol {
            is_defined(
                symbol,
                &defined,
                Span::of_len(edit.at, edit.new.len()),
                &after,
            )?;
        }
        let known: HashSet<(usize, String)> = defined
            .iter()
            .map(|one| (one.name_at, one.name()))
            .collect();
        let all = syntax::definitions(self.path, before).map_err(undefined)?;
        let is_replaced = |one: &Definition| edit.span().range().contains(&one.name_at);
        let is_lost = |one: &&Definition| {
            let now = (changes.map(one.name_at, Bias::After), one.name());
            !is_replaced(one) && !known.contains(&now)
        };
        match all.iter().find(is_lost) {
            Some(lost) => Err(Reason::OtherSymbol {
                symbol: lost.name(),
            }),
            None => Ok(()),
        }
    }
}

impl Proof<'_> {
    /// The new text that `changes` put in place of `symbol`, with what stood above the old signature where the new one has
    /// nothing of the kind; `None` where nothing is to be kept.
    pub(super) fn with_kept(&self, changes: &ChangeSet, symbol: &SymbolPlace) -> Option<Bytes> {
        if symbol.part != NamedPart::Shown {
            return None;
        }
        let before = self.now.bytes();
        let edit = changes.edits().first()?;
        let after = changes.pieces(before).collect::<Vec<_>>().concat();
        let made = Span::of_len(edit.at, edit.new.len());
        let one_in = |text: &[u8], span: Span| {
            let all = syntax::definitions(self.path, text).ok()?;
            let is_it = |one: &Definition| {
                let is_in = span.start() <= one.name_at && one.name_at < span.end();
                is_in && !one.is_secondary && one.path == symbol.path
            };
            all.iter().find(|one| is_it(one)).cloned()
        };
        let (old, new) = (one_in(before, edit.span())?, one_in(&after, made)?);
        let is_kept = |kind| has_above(&old, kind) && !has_above(&new, kind);
        let head = match (is_kept(AboveKind::Comment), is_kept(AboveKind::Attribute)) {
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
}

fn has_above(definition: &Definition, kind: AboveKind) -> bool {
    definition.above.iter().any(|part| part.kind == kind)
}

/// What stands above the signature of `definition` and is of this `kind`, each with the blanks behind it.
fn above(definition: &Definition, kind: AboveKind, text: &[u8]) -> Vec<u8> {
    let starts = definition.above.iter().map(|part| part.at);
    let ends = starts.skip(1).chain([definition.signature_at]);
    let parts = definition.above.iter().zip(ends);
    let parts = parts.filter(|(part, _)| part.kind == kind);
    parts
        .flat_map(|(part, end)| &text[part.at..end])
        .copied()
        .collect()
}

/// Whether `symbol` is one of the definitions in `made` of `text`, that in no other one there, and without an error; so are
/// the others that its declaration defined.
fn is_defined(
    symbol: &SymbolPlace,
    all: &[Definition],
    made: Span,
    text: &[u8],
) -> Result<(), Reason> {
    let is_made = |span: Span| made.start() <= span.start() && span.end() <= made.end();
    let is_outer = |one: &Definition| {
        let mut above = one.parent.map(|parent| &all[parent]);
        // One declaration may define several: they are not in one another.
        while let Some(twin) = above.filter(|above| above.whole == one.whole) {
            above = twin.parent.map(|parent| &all[parent]);
        }
        above.is_none_or(|above| !is_made(above.whole))
    };
    let is_here = |one: &&Definition| is_made(one.whole) && is_outer(one);
    let outer: Vec<&Definition> = all.iter().filter(is_here).collect();
    let Some(one) = outer.iter().find(|one| one.path == symbol.path) else {
        return Err(other(&symbol.name, &outer));
    };
    if one.has_error {
        return Err(Reason::UnparsedSymbol {
            errors: vec![error_at(one.error_at, text)],
        });
    }
    let is_lost = |twin: &&Vec<PathPart>| !outer.iter().any(|one| one.path == **twin);
    match symbol.twins.iter().find(is_lost) {
        Some(lost) => {
            let names = lost.iter().map(|part| part.name.as_str());
            Err(other(
                &names.collect::<Vec<_>>().join(one.separator),
                &outer,
            ))
        }
        None => Ok(()),
    }
}

/// The refusal of a text that defines `outer` and not the definition called `name`.
fn other(name: &str, outer: &[&Definition]) -> Reason {
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
