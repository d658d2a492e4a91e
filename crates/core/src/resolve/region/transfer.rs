//! Moves or copies a definition or section without changing it, together with the comment above.
//!
//! The blank lines before the definition move too, so that moving it back restores the text. Multi-line strings keep
//! their indentation. The target must be in the same kind of scope: outside of all types, or inside a type.

use std::path::Path;

use bytes::Bytes;

use super::edit::{
    blank_end, blank_start, inner_indent, open_block, opens_block, start_of_comment, trimmed,
};
use super::proof::{Proof, has_outer_within, is_within};
use super::section;
use super::symbol::{self, SymbolPlace};
use super::{RegionPlace, Spacing, is_blank};
use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::request::{Edge, NamedPart};
use crate::resolve::Resolution;
use crate::resolve::ending::{Whole, of_new_lines, whole_lines_known};
use crate::resolve::replace::replaced;
use crate::snapshot::Snapshot;
use crate::syntax::{self, Definition};
use crate::text::{self, Span};

/// A definition or section, with the lines that move together with it.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The complete lines in the source file, including the comment above.
    pub lines: Span,
    text: Bytes,
    /// The number of blank lines between the piece and its new neighbor.
    blank_lines: usize,
    /// True if such pieces usually have no blank lines between them.
    is_short: bool,
    kind: PieceKind,
}

#[derive(Clone, Debug)]
enum PieceKind {
    Section { title: String },
    Symbol(Box<Definition>, Scope),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// A file, a module, a namespace.
    Module,
    /// A class or another type.
    Type,
    /// A function.
    Function,
}

impl Scope {
    fn of(definition: &Definition, all: &[Definition]) -> Self {
        let Some(parent) = definition.parent else {
            return Self::Module;
        };
        match all[parent].kind {
            "function" | "method" | "constructor" => Self::Function,
            // A module in Ruby can serve as both.
            "module" if !matches!(definition.kind, "class" | "module") => Self::Type,
            _ if all[parent].is_type() => Self::Type,
            _ => Self::Module,
        }
    }
}

impl Piece {
    /// Creates the piece for the definition or section at `place` of `now`, the file at `path`.
    ///
    /// # Errors
    /// `BadRequest` for a region that is not a complete definition or section, or that depends on its location.
    pub fn new(place: &RegionPlace, path: &Path, now: &Snapshot) -> Result<Self, Reason> {
        whole_lines_known(now)?;
        place.alone()?;
        let bytes = now.bytes();
        let mut start = place.lines.start();
        let (kind, usual) = match &place.spacing {
            Spacing::Symbol(symbol) => {
                let all = symbol::list(path, now)?;
                let definition = movable(symbol, place, &all, bytes)?;
                start = start_of_comment(bytes, start);
                let scope = Scope::of(definition, &all);
                let usual = match definition.kind {
                    "variable" | "constant" | "const" | "static" | "var" | "field" => 0,
                    _ => symbol::usual_blank_lines(definition, bytes),
                };
                (
                    PieceKind::Symbol(Box::new(definition.clone()), scope),
                    usual,
                )
            }
            Spacing::Prose => {
                let mut places = section::list(path, bytes)?;
                places.retain(|one| one.place.lines == place.lines);
                let title = places.pop().and_then(|mut one| one.path.pop());
                let title = title.unwrap_or_default();
                (PieceKind::Section { title }, 1)
            }
            Spacing::None | Spacing::Table | Spacing::Entry(_) => {
                return Err(Reason::not_movable());
            }
        };
        let lines = Span::of_len(start, place.lines.end() - start);
        let mut piece = Self {
            lines,
            text: bytes.slice(lines.range()),
            blank_lines: usual,
            is_short: usual == 0,
            kind,
        };
        let taken = piece.with_blank_lines(path, now)?;
        let count = |span: Span| bytecount::count(&bytes[span.range()], b'\n');
        let mut blank_lines = count(taken) - count(lines);
        // The line ending that a last line without one takes along from above.
        if !piece.text.ends_with(b"\n") {
            blank_lines = blank_lines.saturating_sub(1);
        }
        if blank_lines > 0 {
            piece.blank_lines = blank_lines;
        }
        Ok(piece)
    }

    /// The name of the piece in reports.
    pub fn name(&self) -> String {
        match &self.kind {
            PieceKind::Section { title } => title.clone(),
            PieceKind::Symbol(definition, _) => definition.name(),
        }
    }

    /// The last part of the name.
    pub fn own_name(&self) -> &str {
        match &self.kind {
            PieceKind::Section { title } => title,
            PieceKind::Symbol(definition, _) => {
                definition.path.last().map_or("", |last| &last.name)
            }
        }
    }

    /// True if it is a member of a type.
    pub fn is_member(&self) -> bool {
        matches!(self.kind, PieceKind::Symbol(_, Scope::Type))
    }

    /// True if both have the same lines, ignoring indentation.
    pub fn has_text_of(&self, other: &Self) -> bool {
        let lines = text::lines(&self.text).map(<[u8]>::trim_ascii);
        lines.eq(text::lines(&other.text).map(<[u8]>::trim_ascii))
    }

    /// The lines of the piece in `now`, the file at `path`, with the blank lines that move too. These are the blank
    /// lines above, or below if only the next definition or section is adjacent.
    fn with_blank_lines(&self, path: &Path, now: &Snapshot) -> Result<Span, Reason> {
        let (text, lines) = (now.bytes(), self.lines);
        let above = lines.start() - blank_end(&text[..lines.start()]);
        let below = lines.end() + blank_start(&text[lines.end()..]);
        let is_first = above == text::bom_len(text);
        let others = places(self.is_section(), text::indent_of(&self.text), path, now)?;
        let has_previous = others.iter().any(|one| one.end() == above);
        let has_next = others.iter().any(|one| one.start() == below);
        if is_first || has_next && !has_previous {
            return Ok(Span::of_len(lines.start(), below - lines.start()));
        }
        if opens_block(&text[..above]) {
            return Ok(lines);
        }
        // If the file ends without a newline, the result must end without one too.
        let ending = match &text[..above] {
            _ if self.text.ends_with(b"\n") => 0,
            [.., b'\r', b'\n'] => 2,
            _ => 1,
        };
        let start = above - ending;
        Ok(Span::of_len(start, lines.end() - start))
    }

    fn is_section(&self) -> bool {
        matches!(self.kind, PieceKind::Section { .. })
    }

    /// Deletes the piece from `now`, its file at `path`. Pieces below may already be deleted.
    ///
    /// # Errors
    /// `Syntax` if the file is invalid without the piece, for example without the only statement of a block.
    pub fn remove(&self, path: &Path, now: &Snapshot) -> Result<Resolution, Reason> {
        let span = self.with_blank_lines(path, now)?;
        let removed = replaced(now, span, Bytes::new(), self.lines)?;
        if self.is_section() {
            return Ok(removed);
        }
        match Proof::new(path, now).check(&removed.changes, None) {
            Ok(()) => Ok(removed),
            Err(Reason::UnparsedSymbol { .. }) => Err(Reason::needed_there(&self.name())),
            Err(other) => Err(other),
        }
    }
}

/// The complete lines of all sections, or of the definitions indented by `indent`, including comments above them.
fn places(
    are_sections: bool,
    indent: &[u8],
    path: &Path,
    now: &Snapshot,
) -> Result<Vec<Span>, Reason> {
    let text = now.bytes();
    let mut places = Vec::new();
    if are_sections {
        for section in section::list(path, text)? {
            places.push(section.place.lines);
        }
        return Ok(places);
    }
    for one in symbol::list(path, now)?.iter() {
        if let Some(lines) = symbol::whole_lines(one.whole, text) {
            let start = start_of_comment(text, lines.start());
            if text::indent_of(&text[start..]) == indent {
                places.push(Span::of_len(start, lines.end() - start));
            }
        }
    }
    Ok(places)
}

/// The definition at `place`.
///
/// # Errors
/// `BadRequest` if the definition depends on its location: in a condition, a function or a group.
fn movable<'d>(
    symbol: &SymbolPlace,
    place: &RegionPlace,
    all: &'d [Definition],
    text: &[u8],
) -> Result<&'d Definition, Reason> {
    let definition = all.iter().find(|one| {
        !one.is_secondary && one.path == symbol.path && place.lines.range().contains(&one.name_at)
    });
    let Some(definition) = definition else {
        return Err(Reason::not_movable());
    };
    // In Go, the declaration `A = 1` in `const (A = 1)` begins with its name.
    let is_grouped = matches!(definition.kind, "const" | "var" | "type")
        && definition.separator == "."
        && definition.signature_at == definition.name_at
        && !text[definition.signature_at..].starts_with(definition.kind.as_bytes());
    if definition.is_conditional {
        return Err(Reason::in_condition(&symbol.name));
    }
    if Scope::of(definition, all) == Scope::Function {
        return Err(Reason::in_function(&symbol.name));
    }
    // The overloads of a TypeScript function are signatures directly above its implementation.
    let is_overload = all.iter().any(|other| {
        !other.is_secondary
            && other.path == definition.path
            && other.parameters.is_some()
            && definition.parameters.is_some()
            && other.body.is_some() != definition.body.is_some()
    });
    if is_grouped || is_overload {
        return Err(Reason::in_group(&symbol.name));
    }
    symbol.removable()?;
    Ok(definition)
}

/// A position for pieces in a file.
#[derive(Debug)]
pub struct Destination<'t> {
    path: &'t Path,
    now: &'t Snapshot,
    /// The offset in the text.
    pub offset: usize,
    /// The indentation of the position.
    indent: Bytes,
    /// True if the blank lines of a piece go below the piece.
    is_above: bool,
    /// True if the position has no neighbors.
    is_alone: bool,
    /// True if no blank line is between the neighbors.
    is_dense: bool,
    /// The empty block around the position.
    block: Option<(Span, SymbolPlace)>,
}

impl<'t> Destination<'t> {
    /// The position at `edge` of `place` in `now`, the file at `path`.
    ///
    /// # Errors
    /// `BadRequest` if the region shares its lines with other text, or has no body.
    pub fn at_edge(
        place: &RegionPlace,
        edge: Edge,
        path: &'t Path,
        now: &'t Snapshot,
    ) -> Result<Self, Reason> {
        place.alone()?;
        let mut destination = Self {
            path,
            now,
            offset: place.lines.end(),
            indent: Bytes::new(),
            is_above: matches!(edge, Edge::Before | Edge::Start),
            is_alone: false,
            is_dense: false,
            block: None,
        };
        let symbol = place.spacing.symbol();
        if let Some(symbol) = symbol {
            destination.indent = symbol.indent.clone();
        }
        match edge {
            Edge::Before | Edge::After => {
                let others = places(symbol.is_none(), &destination.indent, path, now)?;
                if edge == Edge::Before {
                    let mut start = place.lines.start();
                    if symbol.is_some() {
                        start = start_of_comment(now.bytes(), start);
                    }
                    let above = start - blank_end(&now.bytes()[..start]);
                    if others.iter().any(|one| one.end() == above) {
                        start = above;
                        destination.is_above = false;
                    }
                    destination.offset = start;
                }
                let at = destination.offset;
                destination.is_dense = others.iter().any(|one| one.end() == at)
                    && others.iter().any(|one| one.start() == at);
            }
            Edge::Start | Edge::End => {
                if let Some(symbol) = symbol {
                    destination.indent = inner_indent(place, symbol, now);
                    if let Some(block) = symbol.empty_block {
                        destination.offset = block.start();
                        destination.block = Some((block, symbol.clone()));
                        return Ok(destination);
                    }
                }
                let inside = place.inside()?;
                destination.is_alone = is_blank(&now.slice(inside));
                let blank = blank_end(&now.slice(inside));
                destination.offset = match edge {
                    Edge::End if !destination.is_alone => inside.end() - blank,
                    Edge::End => inside.end(),
                    _ => place.start_inside(now.bytes())?,
                };
            }
        }
        Ok(destination)
    }

    /// The position at the end of `now`, the file at `path`, before trailing blank lines. In a C header, inside its
    /// include guard.
    pub fn at_end(path: &'t Path, now: &'t Snapshot) -> Self {
        let text = now.bytes();
        let end = syntax::header_guard_end(path, text).unwrap_or(text.len());
        let offset = end - blank_end(&text[..end]);
        Self {
            path,
            now,
            offset,
            indent: Bytes::new(),
            is_above: false,
            is_alone: offset == text::bom_len(text),
            is_dense: false,
            block: None,
        }
    }

    /// The position before the first definition of `now`, the file at `path`. For sections, before the first section
    /// with the level of `pieces`. If there is none, the end of the file.
    ///
    /// # Errors
    /// The errors of [`Self::at_edge`].
    pub fn at_start(pieces: &[Piece], path: &'t Path, now: &'t Snapshot) -> Result<Self, Reason> {
        let mut first = None;
        match pieces.first() {
            Some(piece) if piece.is_section() => {
                let level = section::level(&piece.text);
                let places = section::list(path, now.bytes())?.into_iter();
                first = places
                    .map(|one| one.place)
                    .find(|place| section::level(&now.slice(place.lines)) == level);
            }
            _ => {
                let all = symbol::list(path, now)?;
                if let Some(&number) = symbol::children(&all, None).first() {
                    first = Some(symbol::place(&all, number, NamedPart::Whole, now)?);
                }
            }
        }
        match first {
            Some(place) => Self::at_edge(&place, Edge::Before, path, now),
            None => Ok(Self::at_end(path, now)),
        }
    }

    /// Inserts `pieces` at the position, one below the other. The source file is `from` with the text
    /// `source`.
    ///
    /// # Errors
    /// `BadRequest` if a piece would have another meaning here, `UnparsedSymbol` and `NotThatSymbol` if a piece does
    /// not fit.
    pub fn put(
        &self,
        pieces: &[Piece],
        (from, source): (&Path, &Snapshot),
    ) -> Result<Resolution, Reason> {
        whole_lines_known(self.now)?;
        let (path, now) = (self.path, self.now);
        let are_sections = pieces.iter().all(Piece::is_section);
        let is_possible = if are_sections {
            section::is_prose(path)
        } else {
            syntax::shares_definitions((from, source.bytes()), (path, now.bytes()))
        };
        if !is_possible {
            return Err(Reason::other_language(from.display()));
        }
        let put = self.put_lines(&self.joined(pieces, from))?;
        if are_sections {
            check_sections(pieces, &put.changes, path, now)?;
        } else {
            Proof::new(path, now).check(&put.changes, None)?;
            check_arrived(pieces, &put.changes, from, path, now)?;
        }
        Ok(put)
    }

    /// The texts of `pieces`, with their blank lines.
    fn joined(&self, pieces: &[Piece], from: &Path) -> Bytes {
        let mut joined = Vec::new();
        for piece in pieces {
            let ending: &[u8] = match memchr::memmem::find(&piece.text, b"\r\n") {
                Some(_) => b"\r\n",
                None => b"\n",
            };
            let blank_lines = if self.is_dense && !piece.is_short {
                Vec::new()
            } else {
                ending.repeat(piece.blank_lines)
            };
            if !self.is_above {
                joined.extend_from_slice(&blank_lines);
            }
            joined.extend_from_slice(&self.shifted(piece, from));
            if !piece.text.ends_with(b"\n") {
                joined.extend_from_slice(ending);
            }
            if self.is_above {
                joined.extend_from_slice(&blank_lines);
            }
        }
        let joined = joined.into();
        if self.is_alone {
            trimmed(&joined)
        } else {
            joined
        }
    }

    fn put_lines(&self, text: &Bytes) -> Result<Resolution, Reason> {
        let now = self.now;
        if let Some((block, symbol)) = &self.block {
            return open_block(*block, text, symbol, now);
        }
        let ending = of_new_lines(text, now.bytes(), self.offset);
        let whole = Whole::at(now.bytes(), self.offset);
        let mut lines = whole.with(text, ending);
        // A file without a final newline stays without one.
        if whole == Whole::AfterUnterminated {
            lines.truncate(lines.len() - ending.as_bytes().len());
        }
        let at = Span::empty_at(self.offset);
        replaced(now, at, lines, at)
    }

    /// The text of `piece`, shifted to the indentation of the position. Lines inside strings, and lines that are
    /// indented less than the first line, do not change.
    fn shifted(&self, piece: &Piece, from: &Path) -> Bytes {
        let text = &piece.text;
        let indent = text::indent_of(text);
        if indent == self.indent {
            return text.clone();
        }
        let strings = syntax::lines_in_strings(from, text);
        let mut shifted = Vec::with_capacity(text.len());
        for (number, line) in text::lines(text).enumerate() {
            match line.strip_prefix(indent) {
                Some(rest) if !is_blank(line) && !strings.contains(&number) => {
                    shifted.extend_from_slice(&self.indent);
                    shifted.extend_from_slice(rest);
                }
                _ => shifted.extend_from_slice(line),
            }
        }
        shifted.into()
    }
}

/// Checks that `changes` of `now` insert the sections `pieces`, and that all other sections keep their parents.
fn check_sections(
    pieces: &[Piece],
    changes: &ChangeSet,
    path: &Path,
    now: &Snapshot,
) -> Result<(), Reason> {
    let made = made_by(changes);
    let after = Proof::new(path, now).after(changes);
    let mut others = Vec::new();
    let mut arrived = Vec::new();
    for place in section::list(path, &after)? {
        if made.range().contains(&place.place.lines.start()) {
            arrived.extend(place.path.last().cloned());
        } else {
            others.push(place.path);
        }
    }
    let before = section::list(path, now.bytes())?.into_iter();
    let is_kept = before.map(|place| place.path).eq(others);
    for piece in pieces {
        if !is_kept || !arrived.contains(&piece.name()) {
            return Err(Reason::sections_change(&piece.name()));
        }
    }
    Ok(())
}

/// The span of the new text of `changes` at one place.
fn made_by(changes: &ChangeSet) -> Span {
    match changes.edits().first() {
        Some(edit) => Span::of_len(edit.at, edit.new.len()),
        None => Span::empty_at(0),
    }
}

/// Checks that `changes` of `now`, the file at `path`, insert the definitions `pieces` of the file at `from`. Each
/// must be in the same kind of scope, outside of conditions, and have a unique name.
fn check_arrived(
    pieces: &[Piece],
    changes: &ChangeSet,
    from: &Path,
    path: &Path,
    now: &Snapshot,
) -> Result<(), Reason> {
    let made = made_by(changes);
    let before = symbol::list(path, now)?;
    let after = Snapshot::of_text(Proof::new(path, now).after(changes));
    let all = symbol::list(path, &after)?;
    let mut arrived = Vec::new();
    for one in all.iter() {
        if !is_within(one.whole, made) || has_outer_within(one, &all, made) {
            continue;
        }
        arrived.push(one);
        if one.is_conditional {
            return Err(Reason::into_condition(&one.name()));
        }
        if let Some(twin) = before.iter().find(|other| is_twin(one, other, path)) {
            let line = now.line_at(twin.name_at).number();
            return Err(Reason::name_taken(&one.name(), line));
        }
    }
    for piece in pieces {
        let PieceKind::Symbol(definition, scope) = &piece.kind else {
            continue;
        };
        let name = definition.name();
        let own = arrived
            .iter()
            .find(|one| one.path.last() == definition.path.last());
        let Some(own) = own else {
            return Err(Reason::not_there(&name));
        };
        check_scope(&name, *scope, Scope::of(own, &all))?;
        let leaves_type = is_constructor(definition) && !is_constructor(own);
        let leaves_package = from.parent() != path.parent() && !has_receiver(definition, &all);
        if leaves_type || leaves_package {
            return Err(Reason::out_of_type(&name));
        }
    }
    Ok(())
}

/// True if the definition has the name of its enclosing type.
fn is_constructor(definition: &Definition) -> bool {
    match &definition.path[..] {
        [.., outer, own] => outer.name == own.name.trim_start_matches('~'),
        _ => false,
    }
}

/// False if `definition` is a Go method whose type is not in `all`.
fn has_receiver(definition: &Definition, all: &[Definition]) -> bool {
    let is_go_method = definition.kind == "method" && definition.parent.is_none();
    let receiver = definition.path.first();
    !is_go_method
        || all
            .iter()
            .any(|one| one.kind == "type" && one.path.last() == receiver)
}

/// Checks that the definition `name` may move from scope `from` to scope `to`.
fn check_scope(name: &str, from: Scope, to: Scope) -> Result<(), Reason> {
    match (from, to) {
        (Scope::Type, Scope::Module | Scope::Function) => Err(Reason::out_of_type(name)),
        (_, Scope::Type) if from != Scope::Type => Err(Reason::into_type(name)),
        (_, Scope::Function) => Err(Reason::into_function(name)),
        _ => Ok(()),
    }
}

/// True if `other` has the same name and scope as `one`, and both define it or both declare it. `path` determines the
/// language.
fn is_twin(one: &Definition, other: &Definition, path: &Path) -> bool {
    let is_overload = syntax::has_overloads(path) && one.parameters != other.parameters;
    !is_overload
        && !other.is_secondary
        && !one.is_secondary
        && other.is_declaration == one.is_declaration
        && other.path == one.path
        && one.kind != "impl"
        && namespace(one.kind) == namespace(other.kind)
}

/// Types and values have separate namespaces in the languages that have both.
fn namespace(kind: &str) -> u8 {
    match kind {
        "struct" | "enum" | "union" | "trait" | "mod" | "type" | "interface" | "namespace" => 0,
        "macro" => 1,
        _ => 2,
    }
}
