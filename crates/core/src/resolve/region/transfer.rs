//! A definition or a section that is put elsewhere as it is, with the comment above it.
//!
//! The blank lines between it and the definition before it go along, so that the way back restores the text. Strings of
//! several lines keep their indentation. The place must be of the same kind: outside of all types, or inside one.

use std::path::Path;

use bytes::Bytes;

use super::edit::{
    blank_end, blank_start, inner_indent, open_block, opens_block, spaced, start_of_comment,
};
use super::proof::{Proof, has_outer_within, is_within};
use super::section;
use super::symbol::{self, SymbolPlace};
use super::{NamedPlace, RegionPlace, Spacing, is_blank};
use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::request::{Edge, NamedPart};
use crate::resolve::Resolution;
use crate::resolve::ending::{Whole, of_new_lines, whole_lines_known};
use crate::resolve::replace::replaced;
use crate::snapshot::Snapshot;
use crate::syntax::{self, Definition};
use crate::text::{self, Span};

/// A definition or a section with what goes along with it.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its complete lines with the comment above it, in its file.
    pub lines: Span,
    /// These lines.
    text: Bytes,
    /// The number of blank lines that go along with it.
    blank_lines: usize,
    kind: PieceKind,
}

#[derive(Clone, Debug)]
enum PieceKind {
    Section { title: String },
    Symbol(Box<Definition>, Scope),
}

/// The scope of a definition.
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
            "mod" | "namespace" => Self::Module,
            "module" if matches!(definition.kind, "class" | "module") => Self::Module,
            _ => Self::Type,
        }
    }
}

impl Piece {
    /// The definition or section at `place` of `now`, the file at `path`.
    ///
    /// # Errors
    /// `BadRequest` for a region that is no whole, or that means something only where it is.
    pub fn new(place: &RegionPlace, path: &Path, now: &Snapshot) -> Result<Self, Reason> {
        whole_lines_known(now)?;
        place.alone()?;
        let bytes = now.bytes();
        match &place.spacing {
            Spacing::Symbol(symbol) => {
                let all = symbol::list(path, now)?;
                let (definition, scope) = movable(symbol, place, &all, now)?;
                let start = start_of_comment(bytes, place.lines.start());
                let lines = Span::of_len(start, place.lines.end() - start);
                let kind = PieceKind::Symbol(Box::new(definition), scope);
                Ok(Self::of_lines(lines, kind, path, now))
            }
            Spacing::Prose => {
                let title = title_at(place.lines, &section::list(path, bytes)?);
                Ok(Self::of_lines(
                    place.lines,
                    PieceKind::Section { title },
                    path,
                    now,
                ))
            }
            Spacing::None | Spacing::Table | Spacing::Entry(_) => Err(Reason::not_movable()),
        }
    }

    fn of_lines(lines: Span, kind: PieceKind, path: &Path, now: &Snapshot) -> Self {
        let mut piece = Self {
            lines,
            text: now.bytes().slice(lines.range()),
            blank_lines: 0,
            kind,
        };
        let taken = piece.with_blank_lines(path, now);
        let is_above = taken.end() == lines.end();
        let blank = if is_above {
            Span::of_len(taken.start(), lines.start() - taken.start())
        } else {
            Span::of_len(lines.end(), taken.end() - lines.end())
        };
        let is_unended = usize::from(!piece.text.ends_with(b"\n"));
        piece.blank_lines = bytecount::count(&now.slice(blank), b'\n').saturating_sub(is_unended);
        piece
    }

    /// The name by which reports call it.
    pub fn name(&self) -> String {
        match &self.kind {
            PieceKind::Section { title } => title.clone(),
            PieceKind::Symbol(definition, _) => definition.name(),
        }
    }

    /// The name of a member of a type.
    pub fn member_name(&self) -> Option<&str> {
        match &self.kind {
            PieceKind::Symbol(definition, Scope::Type) => {
                definition.path.last().map(|last| last.name.as_str())
            }
            _ => None,
        }
    }

    /// True if both have the same lines, at whatever indentation.
    pub fn has_text_of(&self, other: &Self) -> bool {
        let lines = text::lines(&self.text).map(<[u8]>::trim_ascii);
        lines.eq(text::lines(&other.text).map(<[u8]>::trim_ascii))
    }

    /// Its lines in `now`, the file at `path`, with the blank lines that go along: those above it, unless it is the first
    /// in its block or something else is above and a definition below.
    fn with_blank_lines(&self, path: &Path, now: &Snapshot) -> Span {
        let (text, lines) = (now.bytes(), self.lines);
        let above = blank_end(&text[..lines.start()]);
        let below = blank_start(&text[lines.end()..]);
        let before = &text[..lines.start() - above];
        let is_first = before.len() == text::bom_len(text) || opens_block(before);
        let neighbours = self.neighbours(path, now);
        let is_below_next = neighbours
            .iter()
            .any(|next| start_of_comment(text, next.start()) == lines.end() + below);
        let is_above_previous = neighbours.iter().any(|one| one.end() == before.len());
        if is_below_next && (is_first || !is_above_previous) {
            return Span::of_len(lines.start(), lines.len() + below);
        }
        if is_first {
            let is_alone = before.len() > text::bom_len(text);
            let blank = if is_alone { 0 } else { below };
            return Span::of_len(lines.start(), lines.len() + blank);
        }
        let start = before.len() - self.ending_above(before);
        Span::of_len(start, lines.end() - start)
    }

    /// The bytes of the ending of the line above, the last of `before`, if that becomes the last of a file whose last line
    /// has no ending.
    fn ending_above(&self, before: &[u8]) -> usize {
        if self.text.ends_with(b"\n") {
            0
        } else if before.ends_with(b"\r\n") {
            2
        } else {
            usize::from(before.ends_with(b"\n"))
        }
    }

    /// The complete lines of the other definitions or sections.
    fn neighbours(&self, path: &Path, now: &Snapshot) -> Vec<Span> {
        let mut spans = Vec::new();
        match &self.kind {
            PieceKind::Section { .. } => {
                for place in section::list(path, now.bytes()).unwrap_or_default() {
                    spans.push(place.place.lines);
                }
            }
            PieceKind::Symbol(definition, _) => {
                let all = symbol::list(path, now).unwrap_or_default();
                for one in all.iter().filter(|one| one.parent == definition.parent) {
                    spans.extend(symbol::whole_lines(one.whole, now.bytes()));
                }
            }
        }
        spans
    }

    /// Takes it out of `now`, its file at `path`. Pieces below it may have gone before.
    ///
    /// # Errors
    /// `Syntax` if the file needs it, such as the only statement of a block.
    pub fn remove(&self, path: &Path, now: &Snapshot) -> Result<Resolution, Reason> {
        let span = self.with_blank_lines(path, now);
        let removed = replaced(now, span, Bytes::new(), self.lines)?;
        if let PieceKind::Symbol(..) = self.kind {
            let checked = Proof::new(path, now).check(&removed.changes, None);
            checked.map_err(|reason| match reason {
                Reason::UnparsedSymbol { .. } => Reason::needed_there(&self.name()),
                other => other,
            })?;
        }
        Ok(removed)
    }
}

fn title_at(lines: Span, places: &[NamedPlace]) -> String {
    let place = places.iter().find(|place| place.place.lines == lines);
    let last = place.and_then(|place| place.path.last());
    last.cloned().unwrap_or_default()
}

/// The definition at `place` and its scope.
///
/// # Errors
/// `BadRequest` if it means something only where it is: in a condition, a function, or a group.
fn movable(
    symbol: &SymbolPlace,
    place: &RegionPlace,
    all: &[Definition],
    now: &Snapshot,
) -> Result<(Definition, Scope), Reason> {
    let definition = all.iter().find(|one| {
        !one.is_secondary && one.path == symbol.path && place.lines.range().contains(&one.name_at)
    });
    let Some(definition) = definition else {
        return Err(Reason::not_movable());
    };
    let scope = Scope::of(definition, all);
    let is_grouped = matches!(definition.kind, "const" | "var" | "type")
        && definition.separator == "."
        && definition.path.len() == 1
        && is_go_group(definition, now.bytes());
    if definition.is_conditional {
        return Err(Reason::in_condition(&symbol.name));
    }
    if scope == Scope::Function {
        return Err(Reason::in_function(&symbol.name));
    }
    if is_grouped {
        return Err(Reason::in_group(&symbol.name));
    }
    Ok((definition.clone(), scope))
}

/// True if `definition` begins with its name, as in `const ( A = 1 )` of Go.
fn is_go_group(definition: &Definition, text: &[u8]) -> bool {
    definition.signature_at == definition.name_at
        && !text[definition.signature_at..].starts_with(definition.kind.as_bytes())
}

/// A place for pieces in a file.
#[derive(Debug)]
pub struct Destination<'t> {
    path: &'t Path,
    now: &'t Snapshot,
    offset: usize,
    /// The spaces and tabs before its lines.
    indent: Bytes,
    /// True if the blank lines of a piece come below it.
    is_above: bool,
    /// The blank lines between the definitions there; `None` if no line is above and none below.
    usual: Option<usize>,
    /// True if the definition beside it is on one line.
    is_beside_line: bool,
    /// The blank braces that it goes between.
    block: Option<(Span, SymbolPlace)>,
}

impl<'t> Destination<'t> {
    /// The edge `edge` of `place` in `now`, the file at `path`.
    ///
    /// # Errors
    /// `BadRequest` if it shares its line, or has no body.
    pub fn at_edge(
        place: &RegionPlace,
        edge: Edge,
        path: &'t Path,
        now: &'t Snapshot,
    ) -> Result<Self, Reason> {
        place.alone()?;
        let text = now.bytes();
        let is_inside = matches!(edge, Edge::Start | Edge::End);
        let block = place.spacing.symbol().and_then(|symbol| symbol.empty_block);
        let offset = match edge {
            Edge::Start | Edge::End if block.is_some() => block.unwrap_or(place.lines).start(),
            Edge::Before => match place.spacing {
                Spacing::Symbol(_) => start_of_comment(text, place.lines.start()),
                _ => place.lines.start(),
            },
            Edge::After => place.lines.end(),
            Edge::Start => place.inside()?.start(),
            Edge::End => place.inside()?.end(),
        };
        let mut destination = Self {
            path,
            now,
            offset,
            indent: Bytes::new(),
            is_above: matches!(edge, Edge::Before | Edge::Start),
            usual: Some(1),
            is_beside_line: false,
            block: None,
        };
        if let Spacing::Symbol(symbol) = &place.spacing {
            destination.usual = Some(match edge {
                Edge::Before => symbol.blank_lines.before,
                Edge::After => symbol.blank_lines.after,
                Edge::Start | Edge::End => symbol.blank_lines.within,
            });
            destination.indent = symbol.indent.clone();
            if is_inside {
                destination.indent = inner_indent(place, symbol, now);
                destination.is_beside_line = destination.is_below_line();
                destination.block = symbol.empty_block.map(|block| (block, (**symbol).clone()));
            } else {
                destination.is_beside_line = is_one_line(&now.slice(place.lines));
            }
        }
        if edge == Edge::Before
            && let Some(previous) = line_above(place, offset, path, now)
        {
            destination.offset = previous.end();
            destination.is_above = false;
            destination.is_beside_line = is_one_line(&now.slice(previous));
        }
        if is_inside && block.is_none() && is_blank(&now.slice(place.inside()?)) {
            destination.usual = None;
        }
        Ok(destination)
    }

    /// The end of `now`, the file at `path`, before blank lines there.
    pub fn at_end(path: &'t Path, now: &'t Snapshot) -> Self {
        let text = now.bytes();
        let offset = text.len() - blank_end(text);
        let mut destination = Self {
            path,
            now,
            offset,
            indent: Bytes::new(),
            is_above: false,
            usual: Some(1),
            is_beside_line: false,
            block: None,
        };
        if let Ok(all) = symbol::list(path, now)
            && let Some(&last) = symbol::children(&all, None).last()
        {
            destination.usual = Some(symbol::blank_lines(&all, last, text).after);
            destination.is_beside_line = is_one_line(&now.slice(all[last].whole));
        }
        if offset == text::bom_len(text) {
            destination.usual = None;
        }
        destination
    }

    /// Before the first definition of `now`, the file at `path`, or before its first section of the level of `pieces`. A
    /// variable is none where there are others. The end of the file if there is none.
    ///
    /// # Errors
    /// The errors of [`Self::at_edge`].
    pub fn at_start(pieces: &[Piece], path: &'t Path, now: &'t Snapshot) -> Result<Self, Reason> {
        let first = match pieces.first() {
            Some(piece) if !matches!(piece.kind, PieceKind::Symbol(..)) => {
                let level = section::level(&piece.text);
                let mut places = section::list(path, now.bytes())?;
                places.retain(|place| section::level(&now.slice(place.place.lines)) == level);
                places.into_iter().next().map(|place| place.place)
            }
            _ => first_definition(path, now)?,
        };
        match first {
            Some(place) => Self::at_edge(&place, Edge::Before, path, now),
            None => Ok(Self::at_end(path, now)),
        }
    }

    /// True if the last line above the place is a member by itself: it is no deeper than the members, and closes nothing.
    fn is_below_line(&self) -> bool {
        let mut above = text::lines(&self.now.bytes()[..self.offset]).rev();
        let last = above.find(|line| !is_blank(line)).unwrap_or_default();
        let closes = matches!(last.trim_ascii().first(), Some(b'}' | b')' | b']' | b'e'));
        !self.is_above && text::indent_of(last) == self.indent && !closes
    }

    /// Its offset in the text.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Puts `pieces` here, one below the other, which come from the file at `from` with the text `source`.
    ///
    /// # Errors
    /// `BadRequest` for a place where one would mean something else, `UnparsedSymbol` and `NotThatSymbol` for one where it
    /// does not fit.
    pub fn put(
        &self,
        pieces: &[Piece],
        (from, source): (&Path, &Snapshot),
    ) -> Result<Resolution, Reason> {
        whole_lines_known(self.now)?;
        let (path, now) = (self.path, self.now);
        let has_definitions = pieces
            .iter()
            .any(|piece| matches!(piece.kind, PieceKind::Symbol(..)));
        let is_possible = if has_definitions {
            syntax::shares_definitions((from, source.bytes()), (path, now.bytes()))
        } else {
            section::is_prose(path)
        };
        if !is_possible {
            return Err(Reason::other_language(from.display()));
        }
        let put = self.put_lines(&self.joined(pieces, from), self.outer_blank_lines(pieces))?;
        if !has_definitions {
            check_sections(pieces, &put.changes, path, now)?;
            return Ok(put);
        }
        let proof = Proof::new(path, now);
        proof.check(&put.changes, None)?;
        let after = Snapshot::of_text(proof.after(&put.changes));
        check_arrived(pieces, &put.changes, path, &after)?;
        for piece in pieces {
            check_receiver(piece, from, path, &after)?;
        }
        Ok(put)
    }

    /// The texts of `pieces` with the blank lines between them.
    fn joined(&self, pieces: &[Piece], from: &Path) -> Bytes {
        let mut joined = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            let above = if self.is_above {
                number.checked_sub(1).and_then(|number| pieces.get(number))
            } else {
                Some(piece)
            };
            if number > 0 {
                let ending: &[u8] = if joined.ends_with(b"\r\n") {
                    b"\r\n"
                } else {
                    b"\n"
                };
                if !joined.ends_with(b"\n") {
                    joined.extend_from_slice(ending);
                }
                let blank_lines = above.map_or(1, |piece| self.blank_lines(piece));
                joined.extend(ending.repeat(blank_lines));
            }
            joined.extend_from_slice(&self.shifted(piece, from));
        }
        joined.into()
    }

    /// The blank lines between `pieces` and what is beside them.
    fn outer_blank_lines(&self, pieces: &[Piece]) -> usize {
        let outer = if self.is_above {
            pieces.last()
        } else {
            pieces.first()
        };
        outer.map_or(0, |piece| self.blank_lines(piece))
    }

    fn put_lines(&self, text: &Bytes, blank_lines: usize) -> Result<Resolution, Reason> {
        let now = self.now;
        if let Some((block, symbol)) = &self.block {
            return open_block(*block, text, symbol, now);
        }
        let (above, below) = match self.usual {
            None => (0, 0),
            Some(_) if self.is_above => (0, blank_lines),
            Some(_) => (blank_lines, 0),
        };
        let ending = of_new_lines(text, now.bytes(), self.offset);
        let whole = Whole::at(now.bytes(), self.offset);
        let mut lines = whole.with(&spaced(text, above, below), ending);
        // A file without a last line ending stays without one.
        if whole == Whole::AfterUnterminated {
            lines.truncate(lines.len() - ending.as_bytes().len());
        }
        let at = Span::empty_at(self.offset);
        replaced(now, at, lines, at)
    }

    /// The blank lines between `piece` and what is beside it here: those that it brings along. What is on one line tells
    /// nothing about what is on several.
    fn blank_lines(&self, piece: &Piece) -> usize {
        let usual = self.usual.unwrap_or(0);
        let is_telling = !self.is_beside_line || is_one_line(&piece.text);
        if piece.blank_lines == 0 || usual == 0 && is_telling {
            usual
        } else {
            piece.blank_lines
        }
    }

    /// The text of `piece` at the indentation of the place. Lines inside strings stay as they are, and so do lines that are
    /// indented less than the first.
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

/// The lines of the definition or section above blank lines that end at `offset`, which is before `place`.
fn line_above(place: &RegionPlace, offset: usize, path: &Path, now: &Snapshot) -> Option<Span> {
    let text = now.bytes();
    let end = offset - blank_end(&text[..offset]);
    if end == offset {
        return None;
    }
    let mut spans = Vec::new();
    match place.spacing {
        Spacing::Symbol(_) => {
            for one in symbol::list(path, now).ok()?.iter() {
                spans.extend(symbol::whole_lines(one.whole, text));
            }
        }
        _ => {
            for section in section::list(path, text).ok()? {
                spans.push(section.place.lines);
            }
        }
    }
    spans.into_iter().find(|span| span.end() == end)
}

fn is_one_line(text: &[u8]) -> bool {
    !text.trim_ascii().contains(&b'\n')
}

/// The place of the first definition of `now` that is no variable, else of the first.
fn first_definition(path: &Path, now: &Snapshot) -> Result<Option<RegionPlace>, Reason> {
    let all = symbol::list(path, now)?;
    let outer = symbol::children(&all, None);
    let is_value =
        |number: usize| matches!(all[number].kind, "variable" | "const" | "static" | "var");
    let first = outer.iter().find(|&&number| !is_value(number));
    match first.or(outer.first()) {
        Some(&number) => symbol::place(&all, number, NamedPart::Whole, now).map(Some),
        None => Ok(None),
    }
}

/// Checks that `changes` of `now` put the sections `pieces` there, and that every other one is in the sections it was in.
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
    let before = section::list(path, now.bytes())?;
    let before: Vec<Vec<String>> = before.into_iter().map(|place| place.path).collect();
    for piece in pieces {
        if !arrived.contains(&piece.name()) || before != others {
            return Err(Reason::sections_change(&piece.name()));
        }
    }
    Ok(())
}

/// The place of the new text of `changes` at one place.
fn made_by(changes: &ChangeSet) -> Span {
    match changes.edits().first() {
        Some(edit) => Span::of_len(edit.at, edit.new.len()),
        None => Span::empty_at(0),
    }
}

/// Checks that the definitions `pieces` have arrived with `changes`, which made the text `after`: each in a scope of the same
/// kind, without a condition, and alone with its name.
fn check_arrived(
    pieces: &[Piece],
    changes: &ChangeSet,
    path: &Path,
    after: &Snapshot,
) -> Result<(), Reason> {
    let made = made_by(changes);
    let all = symbol::list(path, after)?;
    let mut arrived = Vec::new();
    for one in all.iter() {
        if !is_within(one.whole, made) || has_outer_within(one, &all, made) {
            continue;
        }
        arrived.push(one.path.last());
        if one.is_conditional {
            return Err(Reason::into_condition(&one.name()));
        }
        if let Some(twin) = all
            .iter()
            .find(|other| is_twin(one, other, made) && !is_overload(one, other, path))
        {
            let new = bytecount::count(&after.bytes()[made.range()], b'\n');
            let above = if twin.name_at >= made.end() { new } else { 0 };
            let line = after.line_at(twin.name_at).number() - above;
            return Err(Reason::name_taken(&one.name(), line));
        }
        for piece in pieces {
            if let PieceKind::Symbol(definition, scope) = &piece.kind
                && definition.path.last() == one.path.last()
            {
                check_scope(&definition.name(), *scope, Scope::of(one, &all))?;
                if is_constructor(definition) && !is_constructor(one) {
                    return Err(Reason::out_of_type(&definition.name()));
                }
            }
        }
    }
    for piece in pieces {
        if let PieceKind::Symbol(definition, _) = &piece.kind
            && !arrived.contains(&definition.path.last())
        {
            return Err(Reason::not_there(&definition.name()));
        }
    }
    Ok(())
}

/// True if it has the name of the type that it is in.
fn is_constructor(definition: &Definition) -> bool {
    match &definition.path[..] {
        [.., outer, own] => outer.name == own.name.trim_start_matches('~'),
        _ => false,
    }
}

/// Checks that the definition `name` may go from a scope of one kind to another.
fn check_scope(name: &str, from: Scope, to: Scope) -> Result<(), Reason> {
    match (from, to) {
        (Scope::Type, Scope::Module | Scope::Function) => Err(Reason::out_of_type(name)),
        (_, Scope::Type) if from != Scope::Type => Err(Reason::into_type(name)),
        (_, Scope::Function) => Err(Reason::into_function(name)),
        _ => Ok(()),
    }
}

/// True if `other`, which is not in `made`, has the name of `one` in the same scope.
fn is_twin(one: &Definition, other: &Definition, made: Span) -> bool {
    !is_within(other.whole, made)
        && !other.is_secondary
        && !one.is_secondary
        && other.path == one.path
        && other.parent == one.parent
        && one.kind != "impl"
        && namespace(one.kind) == namespace(other.kind)
}

/// True if both may have one name in the file at `path`, since their parameters differ.
fn is_overload(one: &Definition, other: &Definition, path: &Path) -> bool {
    syntax::has_overloads(path) && one.parameters != other.parameters
}

/// Names of types and values do not meet in the languages that have both.
fn namespace(kind: &str) -> u8 {
    match kind {
        "struct" | "enum" | "union" | "trait" | "mod" | "type" | "interface" | "namespace" => 0,
        "macro" => 1,
        _ => 2,
    }
}

/// Checks that a method of Go stays in the package of its type.
fn check_receiver(piece: &Piece, from: &Path, path: &Path, after: &Snapshot) -> Result<(), Reason> {
    let PieceKind::Symbol(definition, _) = &piece.kind else {
        return Ok(());
    };
    let is_go = path.extension().is_some_and(|extension| extension == "go");
    let [receiver, _] = &definition.path[..] else {
        return Ok(());
    };
    if !is_go || definition.kind != "method" || from.parent() == path.parent() {
        return Ok(());
    }
    let all = symbol::list(path, after)?;
    let mut types = all.iter().filter(|one| one.kind == "type");
    if types.any(|one| one.path.last() == Some(receiver)) {
        return Ok(());
    }
    Err(Reason::out_of_type(&definition.name()))
}
