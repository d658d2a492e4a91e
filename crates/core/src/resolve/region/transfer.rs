//! Moves or copies a definition or section without changing it, together with the comment above.
//!
//! The blank lines before the definition move too, so that moving it back restores the text. Multi-line strings keep
//! their indentation. The target must be in the same kind of scope: outside of all types, or inside a type.

use std::path::Path;

use bytes::Bytes;

use super::edit::{body_indent, fill_empty_block, opens_block, start_of_comment, trimmed};
use super::lines::{blank_end, blank_start, is_blank};
use super::named::NamedPlace;
use super::place::{RegionPlace, Spacing};
use super::proof::has_outer_within;
use super::section;
use super::symbol::{self, SymbolPlace};
use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::request::{Edge, NamedPart};
use crate::resolve::ending::{LineBoundary, refuse_lone_returns};
use crate::resolve::replace::replaced;
use crate::resolve::{FileText, Resolved};
use crate::snapshot::Snapshot;
use crate::syntax::{self, Definition};
use crate::text::{self, LineEnding, Span};

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
    /// Creates the piece for the definition or section at `place` of `file`.
    ///
    /// # Errors
    /// `BadRequest` for a region that is not a complete definition or section, or that depends on its location.
    pub fn new(place: &RegionPlace, file: FileText<'_>) -> Result<Self, Reason> {
        refuse_lone_returns(file.now)?;
        place.refuse_shared_lines()?;
        let mut piece = match &place.spacing {
            Spacing::Symbol(symbol) => Self::of_symbol(symbol, place, file)?,
            Spacing::Prose => Self::of_section(place, file)?,
            Spacing::None | Spacing::Table | Spacing::Entry(_) => {
                return Err(Reason::not_movable());
            }
        };
        let bytes = file.bytes();
        let lines_in = |span: Span| bytecount::count(&bytes[span.range()], b'\n');
        let removed = piece.with_blank_lines(file)?;
        let mut blank_lines = lines_in(removed) - lines_in(piece.lines);
        // An unterminated piece is removed together with the line ending above, which is not a blank line.
        if !piece.text.ends_with(b"\n") {
            blank_lines = blank_lines.saturating_sub(1);
        }
        if blank_lines > 0 {
            piece.blank_lines = blank_lines;
        }
        Ok(piece)
    }

    /// The piece for a definition, with the usual number of blank lines.
    fn of_symbol(
        symbol: &SymbolPlace,
        place: &RegionPlace,
        file: FileText<'_>,
    ) -> Result<Self, Reason> {
        let bytes = file.bytes();
        let all = symbol::list(file)?;
        let definition = movable_definition(symbol, place, &all, file.now)?;
        let start = start_of_comment(bytes, place.lines.start());
        let lines = Span::of_len(start, place.lines.end() - start);
        let blank_lines = match definition.kind {
            "variable" | "constant" | "const" | "static" | "var" | "field" => 0,
            _ => symbol::usual_blank_lines(definition, bytes),
        };
        let scope = Scope::of(definition, &all);
        Ok(Self {
            lines,
            text: file.now.slice(lines),
            blank_lines,
            is_short: blank_lines == 0,
            kind: PieceKind::Symbol(Box::new(definition.clone()), scope),
        })
    }

    /// The piece for a section, with one blank line.
    fn of_section(place: &RegionPlace, file: FileText<'_>) -> Result<Self, Reason> {
        let mut sections = section::list(file.path, file.bytes())?;
        sections.retain(|section| section.place.lines == place.lines);
        let title = sections.pop().and_then(|mut section| section.path.pop());
        Ok(Self {
            lines: place.lines,
            text: file.now.slice(place.lines),
            blank_lines: 1,
            is_short: false,
            kind: PieceKind::Section {
                title: title.unwrap_or_default(),
            },
        })
    }

    /// The name of the piece in reports.
    pub fn name(&self) -> String {
        match &self.kind {
            PieceKind::Section { title } => title.clone(),
            PieceKind::Symbol(definition, _) => definition.name(),
        }
    }

    /// The last part of the name.
    pub fn last_name(&self) -> &str {
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

    /// True if it defines a macro. The names in its body are looked up where the macro is used.
    pub fn is_macro(&self) -> bool {
        matches!(&self.kind, PieceKind::Symbol(definition, _) if definition.kind == "macro")
    }

    /// True if both have the same lines, ignoring indentation.
    pub fn has_text_of(&self, other: &Self) -> bool {
        let lines = text::lines(&self.text).map(<[u8]>::trim_ascii);
        lines.eq(text::lines(&other.text).map(<[u8]>::trim_ascii))
    }

    /// The lines of the piece in `file`, with the blank lines that move too. These are the blank
    /// lines above, or below if only the next definition or section is adjacent.
    fn with_blank_lines(&self, file: FileText<'_>) -> Result<Span, Reason> {
        let text = file.bytes();
        let lines = self.lines_in(text);
        let end_above = lines.start() - blank_end(&text[..lines.start()]);
        let start_below = lines.end() + blank_start(&text[lines.end()..]);
        let is_first = end_above == text::bom_len(text);
        let others = siblings(self.is_section(), text::indent_of(&self.text), file)?;
        let has_previous = others.iter().any(|one| one.end() == end_above);
        let has_next = others.iter().any(|one| one.start() == start_below);
        if is_first || has_next && !has_previous {
            return Ok(Span::of_len(lines.start(), start_below - lines.start()));
        }
        let above = &text[..end_above];
        if opens_block(above) {
            return Ok(lines);
        }
        let mut start = end_above;
        if !text[lines.range()].ends_with(b"\n") {
            // If the file ends without a newline, the result must end without one too.
            start -= if above.ends_with(b"\r\n") { 2 } else { 1 };
        }
        Ok(Span::of_len(start, lines.end() - start))
    }

    /// The lines of the piece in `text`. If the piece below ended the file and is deleted, the file ends with this
    /// piece, without the final newline.
    fn lines_in(&self, text: &[u8]) -> Span {
        let end = self.lines.end().min(text.len());
        Span::of_len(self.lines.start(), end - self.lines.start())
    }

    fn is_section(&self) -> bool {
        matches!(self.kind, PieceKind::Section { .. })
    }

    /// Deletes the piece from its file. Pieces below may already be deleted.
    ///
    /// # Errors
    /// `Syntax` if the file is invalid without the piece, for example without the only statement of a block.
    pub fn remove(&self, file: FileText<'_>) -> Resolved {
        let span = self.with_blank_lines(file)?;
        let removed = replaced(file.now, span, Bytes::new(), self.lines_in(file.bytes()))?;
        if self.is_section() {
            return Ok(removed);
        }
        match file.check(&removed.changes, None) {
            Ok(()) => Ok(removed),
            Err(Reason::UnparsedSymbol { .. }) => Err(Reason::needed_there(&self.name())),
            Err(other) => Err(other),
        }
    }
}

/// The complete lines of all sections, or of the definitions indented by `indent`, including comments above them.
fn siblings(of_section: bool, indent: &[u8], file: FileText<'_>) -> Result<Vec<Span>, Reason> {
    let text = file.bytes();
    let mut siblings = Vec::new();
    if of_section {
        for section in section::list(file.path, text)? {
            siblings.push(section.place.lines);
        }
        return Ok(siblings);
    }
    for one in symbol::list(file)?.iter() {
        if let Some(lines) = symbol::whole_lines(one.whole, text) {
            let start = start_of_comment(text, lines.start());
            if text::indent_of(&text[start..]) == indent {
                siblings.push(Span::of_len(start, lines.end() - start));
            }
        }
    }
    Ok(siblings)
}

/// The definition at `place`, which must not depend on its location.
///
/// # Errors
/// `BadRequest` for a definition in a condition, a function or a group.
fn movable_definition<'d>(
    symbol: &SymbolPlace,
    place: &RegionPlace,
    all: &'d [Definition],
    now: &Snapshot,
) -> Result<&'d Definition, Reason> {
    let definition = all.iter().find(|one| {
        !one.is_secondary && one.path == symbol.path && place.lines.range().contains(&one.name_at)
    });
    let Some(definition) = definition else {
        return Err(Reason::not_movable());
    };
    if definition.is_conditional {
        return Err(Reason::in_condition(&symbol.name));
    }
    if Scope::of(definition, all) == Scope::Function {
        return Err(Reason::in_function(&symbol.name));
    }
    if is_in_go_group(definition, now.bytes()) || is_overload(definition, all) {
        return Err(Reason::in_group(&symbol.name));
    }
    symbol.check_removal(all, now)?;
    Ok(definition)
}

/// True for `A = 1` in `const (A = 1)` in Go: the declaration begins with its name.
fn is_in_go_group(definition: &Definition, text: &[u8]) -> bool {
    matches!(definition.kind, "const" | "var" | "type")
        && definition.separator == "."
        && definition.signature_at == definition.name_at
        && !text[definition.signature_at..].starts_with(definition.kind.as_bytes())
}

/// True for an overload of a TypeScript function, a signature directly above its implementation, and for the
/// implementation.
fn is_overload(definition: &Definition, all: &[Definition]) -> bool {
    all.iter().any(|other| {
        !other.is_secondary
            && other.path == definition.path
            && other.parameters.is_some()
            && definition.parameters.is_some()
            && other.body.is_some() != definition.body.is_some()
    })
}

/// A position for pieces in a file.
#[derive(Debug)]
pub struct Destination<'t> {
    file: FileText<'t>,
    /// The offset in the text.
    pub offset: usize,
    /// The indentation of the position.
    indent: Bytes,
    /// True if the blank lines of a piece go below the piece.
    has_blank_lines_below: bool,
    /// True if the position has no neighbors.
    has_no_neighbors: bool,
    /// True if no blank line is between the neighbors.
    is_dense: bool,
    /// The definition whose body contains the position.
    container: Option<SymbolPlace>,
    /// The level of the section whose body contains the position. 0 if there is none.
    outer_level: usize,
}

impl<'t> Destination<'t> {
    /// The position at `edge` of `place` in `file`.
    ///
    /// # Errors
    /// `BadRequest` if the region shares its lines with other text, or has no body.
    pub fn at_edge(place: &RegionPlace, edge: Edge, file: FileText<'t>) -> Result<Self, Reason> {
        place.refuse_shared_lines()?;
        match edge {
            Edge::Before => Self::before(place, file),
            Edge::After => Self::after(place, file),
            Edge::Start | Edge::End => Self::inside(place, edge, file),
        }
    }

    fn new(offset: usize, indent: Bytes, file: FileText<'t>) -> Self {
        Self {
            file,
            offset,
            indent,
            has_blank_lines_below: false,
            has_no_neighbors: false,
            is_dense: false,
            container: None,
            outer_level: 0,
        }
    }

    /// The position before `place` and its comment. Directly after the previous sibling, if there is one.
    fn before(place: &RegionPlace, file: FileText<'t>) -> Result<Self, Reason> {
        let text = file.bytes();
        let indent = outer_indent(place);
        let mut start = place.lines.start();
        let is_section = place.spacing.symbol().is_none();
        if !is_section {
            start = start_of_comment(text, start);
        }
        let end_above = start - blank_end(&text[..start]);
        let siblings = siblings(is_section, &indent, file)?;
        let has_previous = siblings.iter().any(|one| one.end() == end_above);
        if has_previous {
            start = end_above;
        }
        Ok(Self {
            has_blank_lines_below: !has_previous,
            is_dense: is_between(start, &siblings),
            ..Self::new(start, indent, file)
        })
    }

    /// The position directly after `place`.
    fn after(place: &RegionPlace, file: FileText<'t>) -> Result<Self, Reason> {
        let indent = outer_indent(place);
        let is_section = place.spacing.symbol().is_none();
        let siblings = siblings(is_section, &indent, file)?;
        Ok(Self {
            is_dense: is_between(place.lines.end(), &siblings),
            ..Self::new(place.lines.end(), indent, file)
        })
    }

    /// The position at the start or the end of the body of `place`.
    fn inside(place: &RegionPlace, edge: Edge, file: FileText<'t>) -> Result<Self, Reason> {
        let is_start = edge == Edge::Start;
        let mut indent = Bytes::new();
        let mut outer_level = 0;
        if let Some(symbol) = place.spacing.symbol() {
            indent = body_indent(place, symbol, file.now);
            if let Some(block) = symbol.empty_block {
                return Ok(Self {
                    has_blank_lines_below: is_start,
                    container: Some(symbol.clone()),
                    ..Self::new(block.start(), indent, file)
                });
            }
        } else {
            outer_level = section::level(&file.now.slice(place.lines));
        }
        let body = place.require_body()?;
        let text = file.now.slice(body);
        let is_empty = is_blank(&text);
        let offset = if is_start {
            place.start_edge(file.bytes())?
        } else if is_empty {
            body.end()
        } else {
            body.end() - blank_end(&text)
        };
        Ok(Self {
            has_blank_lines_below: is_start,
            has_no_neighbors: is_empty,
            container: place.spacing.symbol().cloned(),
            outer_level,
            ..Self::new(offset, indent, file)
        })
    }

    /// The position at the end of `file`, before trailing blank lines. In a C header, inside its
    /// include guard.
    pub fn at_end(file: FileText<'t>) -> Self {
        let text = file.bytes();
        let end = syntax::header_guard_end(file.path, text).unwrap_or(text.len());
        let offset = end - blank_end(&text[..end]);
        Self {
            has_no_neighbors: offset == text::bom_len(text),
            ..Self::new(offset, Bytes::new(), file)
        }
    }

    /// The position before the first definition of `file`. For sections, before the first section
    /// with the level of `pieces`. If there is none, the end of the file.
    ///
    /// # Errors
    /// The errors of [`Self::at_edge`].
    pub fn at_start(pieces: &[Piece], file: FileText<'t>) -> Result<Self, Reason> {
        let first = match pieces.first() {
            Some(piece) if piece.is_section() => {
                let level = section::level(&piece.text);
                let sections = section::list(file.path, file.bytes())?.into_iter();
                sections
                    .map(|section| section.place)
                    .find(|place| section::level(&file.now.slice(place.lines)) == level)
            }
            _ => {
                let all = symbol::list(file)?;
                match symbol::children(&all, None).first() {
                    Some(&number) => Some(symbol::place(&all, number, NamedPart::Whole, file.now)?),
                    None => None,
                }
            }
        };
        match first {
            Some(place) => Self::at_edge(&place, Edge::Before, file),
            None => Ok(Self::at_end(file)),
        }
    }

    /// Inserts `pieces` of the file `from` at the position, one below the other.
    ///
    /// # Errors
    /// `BadRequest` if a piece would have another meaning here, `UnparsedSymbol` and `NotThatSymbol` if a piece does
    /// not fit.
    pub fn insert(&self, pieces: &[Piece], from: FileText<'_>) -> Resolved {
        let file = self.file;
        refuse_lone_returns(file.now)?;
        let are_sections = pieces.iter().all(Piece::is_section);
        let has_same_language = if are_sections {
            section::is_prose(file.path)
        } else {
            syntax::shares_definitions((from.path, from.bytes()), (file.path, file.bytes()))
        };
        if !has_same_language {
            return Err(Reason::other_language(from.path.display()));
        }
        if are_sections {
            for piece in pieces {
                if section::level(&piece.text) <= self.outer_level {
                    return Err(Reason::sections_change(&piece.name()));
                }
            }
        }
        let ending = self.ending(pieces, from);
        let inserted = self.insert_lines(&self.joined_text(pieces, ending, from.path), ending)?;
        if are_sections {
            check_inserted_sections(pieces, &inserted.changes, file)?;
        } else {
            match &self.container {
                Some(symbol) => file.check_inserted(&inserted.changes, symbol)?,
                None => file.check(&inserted.changes, None)?,
            }
            check_inserted_definitions(pieces, &inserted.changes, from.path, file)?;
        }
        Ok(inserted)
    }

    /// The line ending of the inserted lines. In a text without line endings, the ending in the file `from`.
    fn ending(&self, pieces: &[Piece], from: FileText<'_>) -> LineEnding {
        let text = self.file.bytes();
        if let Some(piece) = pieces.first()
            && !text.contains(&b'\n')
        {
            return LineEnding::around(from.bytes(), piece.lines.start());
        }
        LineEnding::around(text, self.offset)
    }

    /// The texts of `pieces`, with their blank lines.
    fn joined_text(&self, pieces: &[Piece], ending: LineEnding, from: &Path) -> Bytes {
        let mut joined = Vec::new();
        for piece in pieces {
            let blank_lines = if self.is_dense && !piece.is_short {
                Vec::new()
            } else {
                ending.as_bytes().repeat(piece.blank_lines)
            };
            if !self.has_blank_lines_below {
                joined.extend_from_slice(&blank_lines);
            }
            let shifted = self.shifted(piece, from);
            joined.extend_from_slice(&LineBoundary::AtLineStart.complete_lines(&shifted, ending));
            if self.has_blank_lines_below {
                joined.extend_from_slice(&blank_lines);
            }
        }
        let joined = joined.into();
        if self.has_no_neighbors {
            trimmed(&joined)
        } else {
            joined
        }
    }

    fn insert_lines(&self, text: &Bytes, ending: LineEnding) -> Resolved {
        let now = self.file.now;
        if let Some(symbol) = &self.container
            && let Some(block) = symbol.empty_block
        {
            return fill_empty_block(block, text, symbol, now);
        }
        let boundary = LineBoundary::at(now.bytes(), self.offset);
        let mut lines = boundary.complete_lines(text, ending);
        // A file without a final newline stays without one.
        if boundary == LineBoundary::AfterUnterminated {
            lines.truncate(LineEnding::strip(&lines).len());
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

/// True if one of `spans` ends at `offset`, and another begins there.
fn is_between(offset: usize, spans: &[Span]) -> bool {
    spans.iter().any(|span| span.end() == offset) && spans.iter().any(|span| span.start() == offset)
}

/// The indentation of the first line of `place`. Empty for a section.
fn outer_indent(place: &RegionPlace) -> Bytes {
    match place.spacing.symbol() {
        Some(symbol) => symbol.indent.clone(),
        None => Bytes::new(),
    }
}

/// Checks that `changes` of `file` insert the sections `pieces`, that all other sections keep their parents, and that
/// the text below stays in its section.
fn check_inserted_sections(
    pieces: &[Piece],
    changes: &ChangeSet,
    file: FileText<'_>,
) -> Result<(), Reason> {
    let inserted = inserted_span(changes);
    let after = file.text_after(changes);
    let mut other_paths = Vec::new();
    let mut inserted_titles = Vec::new();
    let all = section::list(file.path, &after)?;
    for section in &all {
        if inserted.range().contains(&section.place.lines.start()) {
            inserted_titles.extend(section.path.last().cloned());
        } else {
            other_paths.push(section.path.clone());
        }
    }
    let before = section::list(file.path, file.bytes())?;
    let below = inserted.start() + blank_start(&file.bytes()[inserted.start()..]);
    let is_text_kept =
        innermost_path(&before, below) == innermost_path(&all, below + inserted.len());
    let are_others_kept = before
        .into_iter()
        .map(|section| section.path)
        .eq(other_paths);
    for piece in pieces {
        if !is_text_kept || !are_others_kept || !inserted_titles.contains(&piece.name()) {
            return Err(Reason::sections_change(&piece.name()));
        }
    }
    Ok(())
}

/// The path of the innermost of `sections` that contains `offset`. Empty if there is none.
fn innermost_path(sections: &[NamedPlace], offset: usize) -> &[String] {
    let containing = sections
        .iter()
        .rfind(|section| section.place.lines.range().contains(&offset));
    match containing {
        Some(section) => &section.path,
        None => &[],
    }
}

/// The span of the new text of `changes` at one place.
fn inserted_span(changes: &ChangeSet) -> Span {
    match changes.edits().first() {
        Some(edit) => Span::of_len(edit.at, edit.new.len()),
        None => Span::empty_at(0),
    }
}

/// Checks that `changes` of `file` insert the definitions `pieces` of the file at `from`. Each
/// must be in the same kind of scope, outside of conditions, and have a unique name.
fn check_inserted_definitions(
    pieces: &[Piece],
    changes: &ChangeSet,
    from: &Path,
    file: FileText<'_>,
) -> Result<(), Reason> {
    let inserted_span = inserted_span(changes);
    let before = symbol::list(file)?;
    let after = Snapshot::of_text(file.text_after(changes));
    let all = symbol::list(FileText::new(file.path, &after))?;
    let mut inserted = Vec::new();
    for one in all.iter() {
        if !inserted_span.contains(one.whole) || has_outer_within(one, &all, inserted_span) {
            continue;
        }
        inserted.push(one);
        if one.is_conditional {
            return Err(Reason::into_condition(&one.name()));
        }
        if let Some(other) = before
            .iter()
            .find(|other| has_same_name(one, other, file.path))
        {
            let line = file.now.line_at(other.name_at).number();
            return Err(Reason::name_taken(&one.name(), line));
        }
    }
    for piece in pieces {
        let PieceKind::Symbol(definition, scope) = &piece.kind else {
            continue;
        };
        let name = definition.name();
        let copy = inserted
            .iter()
            .find(|one| one.path.last() == definition.path.last());
        let Some(copy) = copy else {
            return Err(Reason::not_a_definition_there(&name));
        };
        check_scope(&name, *scope, Scope::of(copy, &all))?;
        let leaves_type = is_constructor(definition) && !is_constructor(copy);
        let leaves_package =
            from.parent() != file.path.parent() && lacks_receiver(definition, &all);
        if leaves_type || leaves_package {
            return Err(Reason::out_of_type(&name));
        }
    }
    Ok(())
}

/// True if the definition has the name of its enclosing type.
fn is_constructor(definition: &Definition) -> bool {
    match &definition.path[..] {
        [.., outer, last] => outer.name == last.name.trim_start_matches('~'),
        _ => false,
    }
}

/// True if `definition` is a Go method whose type is not in `all`.
fn lacks_receiver(definition: &Definition, all: &[Definition]) -> bool {
    let is_go_method = definition.kind == "method" && definition.parent.is_none();
    let receiver = definition.path.first();
    is_go_method
        && !all
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
fn has_same_name(one: &Definition, other: &Definition, path: &Path) -> bool {
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
