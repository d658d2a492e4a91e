//! Symbols: the definitions of a text, by their names.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;

use super::edit::is_comment;
use super::{RegionPlace, Spacing, is_blank, nearest_names};
use crate::refusal::{Reason, RegionCandidate};
use crate::request::{NamedPart, NamedRegion, Region};
use crate::snapshot::Snapshot;
use crate::syntax::{self, Definition, PathPart, Undefined};
use crate::text::{self, LineEnding, LineNumber, Span};

/// The definitions of `now`, the file at `path`.
///
/// # Errors
/// `BadRequest` if the definitions are unknown.
pub(super) fn list(path: &Path, now: &Snapshot) -> Result<Arc<[Definition]>, Reason> {
    syntax::definitions(path, now.bytes()).map_err(undefined)
}

/// The refusal of a text whose definitions are unknown.
pub(super) fn undefined(why: Undefined) -> Reason {
    Reason::no_definitions(why == Undefined::Bound)
}

/// Finds the definition `symbol`, for an edit of its part `wanted`. `named` is the line in the request, if any.
pub(super) fn find(
    region: &Region,
    symbol: &NamedRegion,
    wanted: NamedPart,
    path: &Path,
    now: &Snapshot,
    named: Option<Span>,
) -> Result<RegionPlace, Reason> {
    let all = list(path, now)?;
    let query = Query::parse(&symbol.name);
    let known = Known {
        all: &all,
        ordinals: if query.has_number() {
            ordinals(&all)
        } else {
            Vec::new()
        },
    };
    let candidates: Vec<usize> = (0..all.len())
        .filter(|&number| !all[number].is_secondary && is_at_line(&all[number], named, now))
        .collect();
    let is_shown = symbol.part == NamedPart::Shown;
    let mut found = Vec::new();
    if !is_shown || query.is_absolute {
        found = query.matches(&candidates, &known, PathMatch::Whole);
    }
    if found.is_empty() && !query.is_absolute {
        found = query.matches(&candidates, &known, PathMatch::End);
    }
    if !is_shown || found.is_empty() {
        // Names in outlines may have separators inside their parts.
        let mut printed = candidates
            .iter()
            .filter(|&&number| all[number].name() == symbol.name);
        if let (Some(&only), None) = (printed.next(), printed.next()) {
            found = vec![only];
        }
    }
    match found[..] {
        [only] if wanted == NamedPart::Inside && !has_inside(&all[only], now) => {
            let block = block_of(only, &all, region, now)?;
            place(&all, block, symbol.part, now)
        }
        [only] if all[only].is_loose && query.is_path() => Err(broken(&all[only], now)),
        [only] => place(&all, only, symbol.part, now),
        [] => Err(Reason::NoRegion {
            region: Box::new(region.clone()),
            nearest: nearest_names(
                query.last_part(),
                all.iter().map(|definition| {
                    let last = definition.path.last().map_or("", |part| &part.name);
                    (last, definition.name())
                }),
            ),
        }),
        _ => Err(Reason::SeveralRegions {
            region: Box::new(region.clone()),
            candidates: found
                .iter()
                .map(|&number| candidate(&all[number], now))
                .collect(),
        }),
    }
}

/// True if `definition` begins on the line `named`, or has its name there, or if `named` is `None`.
fn is_at_line(definition: &Definition, named: Option<Span>, now: &Snapshot) -> bool {
    let Some(line) = named else {
        return true;
    };
    text::line_start(now.bytes(), definition.whole.start()) <= line.start()
        && line.start() <= definition.name_at
}

/// The block that serves as the body of definition `number`, which has no body.
///
/// # Errors
/// `NoInside` if there is no such block. `SeveralRegions` if there are several, if the definition may have a body on
/// one line, or if the only block implements a trait.
fn block_of(
    number: usize,
    all: &[Definition],
    region: &Region,
    now: &Snapshot,
) -> Result<usize, Reason> {
    let owner = &all[number];
    // The fields of `struct A(u8);` have neither names nor lines, but they are its body.
    let has_parts =
        owner.body.is_some() || now.bytes()[owner.name_at..owner.whole.end()].contains(&b'(');
    let mut blocks = Vec::new();
    if owner.has_blocks_beside() {
        for (other, block) in all.iter().enumerate() {
            if block.parent == owner.parent && block.implements(owner) && has_inside(block, now) {
                blocks.push(other);
            }
        }
    }
    match blocks[..] {
        [] => Err(Reason::no_inside(&owner.name())),
        [only] if !has_parts && !all[only].is_of_trait() => Ok(only),
        _ => {
            if has_parts {
                blocks.push(number);
            }
            Err(Reason::SeveralRegions {
                region: Box::new(region.clone()),
                candidates: blocks
                    .iter()
                    .map(|&one| candidate(&all[one], now))
                    .collect(),
            })
        }
    }
}

/// True if text can be inserted inside `definition`.
fn has_inside(definition: &Definition, now: &Snapshot) -> bool {
    let bytes = now.bytes();
    let lines = whole_lines(definition.whole, bytes);
    empty_block(definition, bytes).is_some()
        || lines.is_some_and(|lines| inside(definition, lines, bytes).is_some())
}

/// The bytes between the braces of `definition`, if they are only whitespace on one line.
fn empty_block(definition: &Definition, bytes: &[u8]) -> Option<Span> {
    let body = definition.body?;
    let between = &bytes[body.range()];
    if !between.trim_ascii().is_empty() || between.contains(&b'\n') {
        return None;
    }
    Some(body)
}

/// The refusal of a definition whose enclosing names are uncertain.
fn broken(definition: &Definition, now: &Snapshot) -> Reason {
    Reason::BrokenSymbol {
        symbol: definition.name(),
        line: now.line_at(definition.whole.start()),
    }
}

fn candidate(definition: &Definition, now: &Snapshot) -> RegionCandidate {
    let mut name = definition.name();
    if let Some(parameters) = &definition.parameters {
        let one_line: Vec<String> = parameters
            .iter()
            .map(|one| one.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        name.push_str(&format!("({})", one_line.join(", ")));
    }
    RegionCandidate {
        kind: definition.kind,
        name,
        lines: now.lines_of(definition.whole),
        numbered_name: None,
    }
}

/// The facts about a definition that an edit needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SymbolPlace {
    /// The path from the top of the file.
    pub(super) path: Vec<PathPart>,
    /// The path as text.
    pub(super) name: String,
    /// The indentation of the first line.
    pub(super) indent: Bytes,
    /// The part that the region covers.
    pub(super) part: NamedPart,
    /// The bytes between the braces, if they are only whitespace on one line.
    pub(super) empty_block: Option<Span>,
    pub(super) blank_lines: BlankLines,
    /// The other names of the declaration.
    pub(super) beside: Vec<String>,
    /// The end of the docstring or the directives at the start of the body.
    pub(super) directives_end: Option<usize>,
    /// The constant whose value would change without this one.
    counted_on_by: Option<String>,
    /// The line of a decorator that uses the definition.
    decorator: Option<LineNumber>,
}

impl SymbolPlace {
    /// True if the region covers only the body.
    pub(super) fn is_inside(&self) -> bool {
        self.part == NamedPart::Inside
    }

    /// # Errors
    /// `BadRequest` if the deletion would delete or change other definitions.
    pub(super) fn removable(&self) -> Result<(), Reason> {
        if self.is_inside() {
            return Ok(());
        }
        if let Some(other) = self.beside.first() {
            return Err(Reason::declared_together(&self.name, other));
        }
        if let Some(next) = &self.counted_on_by {
            return Err(Reason::counted_on(&self.name, next));
        }
        match self.decorator {
            Some(line) => Err(Reason::decorates(&self.name, line.number())),
            None => Ok(()),
        }
    }
}

/// The usual numbers of blank lines around a definition, taken from its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlankLines {
    pub(super) before: usize,
    pub(super) after: usize,
    /// Between the definitions in its body.
    pub(super) within: usize,
}

struct Known<'d> {
    all: &'d [Definition],
    /// The index of each definition among those with the same name. Empty if the query contains no index.
    ordinals: Vec<Option<usize>>,
}

/// The part of a definition's path that a query must match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathMatch {
    Whole,
    End,
}

/// A parsed name of a definition.
struct Query {
    /// The parts of the path, split at every separator or only at slashes.
    readings: Vec<Vec<String>>,
    /// True if the path begins at the top of the file.
    is_absolute: bool,
    parameters: Option<Vec<String>>,
    /// The complete path as it was typed, without whitespace.
    words: String,
}

impl Query {
    /// Parses `a.b`, `a::b`, `a/b`, `a#b`, `/a/b`, `b(int, String)`, `b[0]`, `(*A).b`.
    fn parse(words: &str) -> Self {
        let (path, parameters) = split_parameters(words);
        let mut readings = vec![path_parts(path, &["::", ".", "/", "#"])];
        // In JavaScript, a private name begins with `#`.
        if path.contains('#') {
            readings.push(path_parts(path, &["::", ".", "/"]));
        }
        if path.contains('/') {
            readings.push(path_parts(path, &["/"]));
        }
        readings.retain(|parts| !parts.is_empty());
        let parameters = parameters.map(|list| {
            let mut parameters = split(list, &[","]);
            parameters.retain(|one| !one.trim().is_empty());
            parameters
        });
        Self {
            readings,
            is_absolute: path.starts_with('/') || path.starts_with("::"),
            parameters,
            // Some names contain spaces, such as `operator bool`.
            words: without_space(path),
        }
    }

    fn matches(&self, candidates: &[usize], known: &Known<'_>, by: PathMatch) -> Vec<usize> {
        let mut matches = candidates.to_vec();
        matches.retain(|&number| self.names(number, known, by));
        matches
    }

    /// True if the query names enclosing definitions.
    fn is_path(&self) -> bool {
        self.is_absolute || self.readings.iter().all(|parts| parts.len() > 1)
    }

    /// True if a part of the query has an index.
    fn has_number(&self) -> bool {
        let mut parts = self.readings.iter().flatten();
        parts.any(|part| numbered(part).is_some())
    }

    fn last_part(&self) -> &str {
        let last = self.readings.first().and_then(|parts| parts.last());
        last.map_or("", String::as_str)
    }

    /// True if the query matches definition `number`, by its path or by the end of its path.
    fn names(&self, number: usize, known: &Known<'_>, by: PathMatch) -> bool {
        let definition = &known.all[number];
        self.has_parameters(definition)
            && (self.has_path(number, known, by) || self.has_last_name(definition, by))
    }

    fn has_path(&self, number: usize, known: &Known<'_>, by: PathMatch) -> bool {
        let path = &known.all[number].path;
        for parts in &self.readings {
            if starts_namespace(number, parts, known.all) {
                return true;
            }
            let Some(above) = path.len().checked_sub(parts.len()) else {
                continue;
            };
            let mut levels = (above..).zip(parts);
            if (above == 0 || by == PathMatch::End)
                && levels.all(|(level, name)| is_called(number, level, name, known))
            {
                return true;
            }
        }
        false
    }

    /// True if the query equals the last name of the path. This matches a name that contains a separator.
    fn has_last_name(&self, definition: &Definition, by: PathMatch) -> bool {
        let path = &definition.path;
        (path.len() == 1 || by == PathMatch::End)
            && path.last().is_some_and(|last| last.is_called(&self.words))
    }

    fn has_parameters(&self, definition: &Definition) -> bool {
        let Some(wanted) = &self.parameters else {
            return true;
        };
        let Some(parameters) = &definition.parameters else {
            return false;
        };
        let mut pairs = parameters.iter().zip(wanted);
        parameters.len() == wanted.len()
            && pairs.all(|(parameter, wanted)| {
                parameter_forms(parameter).contains(&without_space(wanted))
            })
    }
}

/// Splits `b(int, String)` into the path and the parameters.
fn split_parameters(words: &str) -> (&str, Option<&str>) {
    if let Some(head) = words.strip_suffix(')')
        && let Some(open) = opening(head)
    {
        let path = &head[..open];
        if !path.is_empty() && !path.ends_with("operator") {
            return (path, Some(&head[open + 1..]));
        }
    }
    (words, None)
}

fn path_parts(path: &str, separators: &[&str]) -> Vec<String> {
    let mut parts = Vec::new();
    for part in split(path, separators) {
        if !part.is_empty() {
            parts.push(receiver(&part).unwrap_or(&part).to_owned());
        }
    }
    parts
}

fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

/// True if `parts` names an outer namespace that the definition declares too: `namespace a.b` also declares `a`.
fn starts_namespace(number: usize, parts: &[String], all: &[Definition]) -> bool {
    let definition = &all[number];
    let path = &definition.path;
    let above = definition.parent.map_or(0, |parent| all[parent].path.len());
    if definition.kind != "namespace" || parts.len() <= above || parts.len() >= path.len() {
        return false;
    }
    let mut pairs = path.iter().zip(parts);
    pairs.all(|(part, name)| part.is_called(name))
}

/// The type in `(*Type)`, which is part of a method name in Go.
fn receiver(part: &str) -> Option<&str> {
    let of_type = part.strip_prefix("(*")?.strip_suffix(')')?;
    of_type.split('[').next()
}

/// True if the part at `level` of the path of definition `number` matches `name`: by its name, by the name of the
/// definition that it implements (`impl A`), or by its index among definitions with that name (`a[0]`).
fn is_called(number: usize, level: usize, name: &str, known: &Known<'_>) -> bool {
    let all = known.all;
    let path = &all[number].path;
    if path.get(level).is_some_and(|part| part.is_called(name)) {
        return true;
    }
    let Some(owner) = owner_at(number, level, all) else {
        return false;
    };
    let (name, nth) = match numbered(name) {
        Some((name, nth)) => (name, Some(nth)),
        None => (name, None),
    };
    let last = all[owner].path.last();
    if !last.is_some_and(|part| part.is_called(name)) && !path[level].is_called(name) {
        return false;
    }
    nth.is_none() || known.ordinals.get(owner) == Some(&nth)
}

/// The definition whose path ends at `level`, among definition `number` and its enclosing definitions.
fn owner_at(number: usize, level: usize, all: &[Definition]) -> Option<usize> {
    let mut at = Some(number);
    while let Some(one) = at {
        if all[one].path.len() == level + 1 {
            return Some(one);
        }
        at = all[one].parent;
    }
    None
}

/// Splits `name[0]` into name and index.
pub(super) fn numbered(name: &str) -> Option<(&str, usize)> {
    let (name, number) = name.strip_suffix(']')?.rsplit_once('[')?;
    if name.is_empty() {
        return None;
    }
    Some((name, number.parse().ok()?))
}

/// For each definition, the number of preceding ones with the same name. `None` if it is uncertain which count.
fn ordinals(all: &[Definition]) -> Vec<Option<usize>> {
    let mut likes: HashMap<(Option<usize>, &[PathPart]), Vec<usize>> = HashMap::new();
    for (number, one) in all.iter().enumerate() {
        likes
            .entry((one.parent, &one.path))
            .or_default()
            .push(number);
    }
    let mut ordinals = vec![None; all.len()];
    for likes in likes.values() {
        if likes.iter().any(|&one| all[one].is_secondary) {
            continue;
        }
        for (nth, &number) in likes.iter().enumerate() {
            ordinals[number] = Some(nth);
        }
    }
    ordinals
}

/// The forms of a parameter that a query can use: as written, only the type, only the name.
fn parameter_forms(parameter: &str) -> Vec<String> {
    let mut forms = vec![without_space(parameter)];
    let without_default = parameter.split('=').next().unwrap_or(parameter).trim();
    forms.push(without_space(without_default));
    if let Some((name, of_type)) = without_default.split_once(':') {
        // `name: Type`
        forms.extend([without_space(name), without_space(of_type)]);
    } else if let Some((head, last)) =
        without_default.rsplit_once(|sign: char| sign.is_whitespace() || "*&".contains(sign))
    {
        // `Type name` or `name Type`
        let signs = &without_default[head.len()..without_default.len() - last.len()];
        forms.extend([
            without_space(head) + &without_space(signs),
            without_space(last),
        ]);
    }
    forms
}

/// The offset of the unclosed bracket in `head`.
fn opening(head: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in head.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' if depth == 0 => return Some(at),
            '(' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Splits `text` at `separators` outside of brackets. The first separator that matches wins.
fn split(text: &str, separators: &[&str]) -> Vec<String> {
    let (mut parts, mut part) = (Vec::new(), String::new());
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let separator = separators.iter().find(|sign| rest.starts_with(**sign));
        match separator {
            Some(separator) if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                rest = &rest[separator.len()..];
            }
            _ => {
                part.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    parts.push(part);
    parts
}

/// The location of definition `number`, or of its body if `part` is `Inside`.
pub(super) fn place(
    all: &[Definition],
    number: usize,
    part: NamedPart,
    now: &Snapshot,
) -> Result<RegionPlace, Reason> {
    let definition = &all[number];
    let bytes = now.bytes();
    let alone = whole_lines(definition.whole, bytes);
    let lines = alone.unwrap_or(definition.whole);
    let error_at = if definition.has_error {
        Some(definition.error_at)
    } else {
        syntax::hidden_body(all, number, bytes)
    };
    if let Some(at) = error_at {
        return Err(Reason::BrokenSymbol {
            symbol: definition.name(),
            line: now.line_at(at),
        });
    }
    let inside = alone.and_then(|lines| inside(definition, lines, bytes));
    let symbol = SymbolPlace {
        path: definition.path.clone(),
        name: definition.name(),
        indent: now.slice(Span::of_len(
            lines.start(),
            definition.whole.start() - lines.start(),
        )),
        part,
        empty_block: empty_block(definition, bytes),
        blank_lines: blank_lines(all, number, bytes),
        beside: definition.other_names.clone(),
        directives_end: definition.directives_end,
        counted_on_by: definition.dependent_constant.clone(),
        decorator: decorator_with(all, number, now),
    };
    let lines = match (part, inside) {
        (NamedPart::Whole | NamedPart::Shown, _) => lines,
        (NamedPart::Inside, Some(inside)) => inside,
        (NamedPart::Inside, None) => {
            return Err(Reason::no_inside(&definition.name()));
        }
    };
    let mut shares = None;
    if alone.is_none() {
        shares = Some(definition.name());
    }
    Ok(RegionPlace {
        lines,
        inside,
        spacing: Spacing::Symbol(Box::new(symbol)),
        shares,
    })
}

/// The line of the first decorator such as `@name.setter` that uses the definition `number`. `None` if there is an
/// earlier definition with that name.
fn decorator_with(all: &[Definition], number: usize, now: &Snapshot) -> Option<LineNumber> {
    let definition = &all[number];
    let name = &definition.path.last()?.name;
    let decorator = format!("@{name}.");
    for sibling in children(all, definition.parent) {
        let other = &all[sibling];
        if other.path == definition.path && other.whole.start() < definition.whole.start() {
            return None;
        }
        for above in &other.above {
            if sibling != number && now.bytes()[above.at..].starts_with(decorator.as_bytes()) {
                return Some(now.line_at(above.at));
            }
        }
    }
    None
}

/// `span` as complete lines with their endings. `None` if the lines contain other text, or continue the line above.
pub(super) fn whole_lines(span: Span, text: &[u8]) -> Option<Span> {
    let start = text::line_start(text, span.start()).max(text::bom_len(text));
    let end = text::line_end(text, span.end().max(1) - 1);
    let before = &text[start.min(span.start())..span.start()];
    let after = &text[span.end().min(end)..end];
    if !is_blank(before) || !is_blank(after) || is_continued(&text[..start]) {
        return None;
    }
    Some(Span::of_len(start, end - start))
}

/// True if the last line of `above` is code that ends in a backslash.
fn is_continued(above: &[u8]) -> bool {
    let last = text::lines(above).next_back().unwrap_or_default();
    LineEnding::strip(last).ends_with(b"\\") && !is_comment(last.trim_ascii_start())
}

/// The lines of the body of `definition`, which is on `lines`. `None` if the body has no separate lines.
fn inside(definition: &Definition, lines: Span, text: &[u8]) -> Option<Span> {
    let Some(body) = definition.body else {
        return before_end(lines, text);
    };
    let line_start = text::line_start(text, body.start());
    let head_end = text::line_end(text, body.start());
    let start = if is_blank(&text[line_start..body.start()])
        && body.start() > definition.whole.start()
    {
        comments_above(line_start, definition.name_at, text)
    } else if is_blank(&text[body.start()..head_end.min(body.end())]) && head_end <= body.end() {
        head_end
    } else {
        return None;
    };
    let tail = text::line_start(text, body.end());
    let end = if is_blank(&text[tail..body.end()]) && tail >= start {
        tail
    } else {
        // A block without braces ends at the last line, or at the keyword `end`.
        let end = before_end(lines, text).filter(|end| end.start() >= body.end());
        end.map_or(lines.end(), Span::start)
    };
    if start > end {
        return None;
    }
    Some(Span::of_len(start, end - start))
}

/// The start of the comments directly above `at`, below the line of the name. In a language without braces, the
/// grammar does not count them as part of the body.
fn comments_above(at: usize, name_at: usize, text: &[u8]) -> usize {
    let head_end = text::line_end(text, name_at).min(at);
    let mut start = at;
    let mut above = at;
    for line in text::lines(&text[head_end..at]).rev() {
        above -= line.len();
        match line.trim_ascii() {
            [b'#', ..] => start = above,
            [] => {}
            _ => break,
        }
    }
    start
}

/// The empty span before the line `end` of a definition without a body.
fn before_end(lines: Span, text: &[u8]) -> Option<Span> {
    let last = text::lines(&text[lines.range()]).next_back()?;
    let after_end = last.trim_ascii().strip_prefix(b"end")?.trim_ascii_start();
    let is_end = after_end.is_empty() || after_end.starts_with(b"#");
    if !is_end || last.len() == lines.len() {
        return None;
    }
    Some(Span::empty_at(lines.end() - last.len()))
}

/// The usual blank lines around definition `number`, taken from its siblings.
fn blank_lines(all: &[Definition], number: usize, text: &[u8]) -> BlankLines {
    let definition = &all[number];
    let siblings = children(all, definition.parent);
    let between = blank_between(all, &siblings, text);
    let at = siblings
        .iter()
        .position(|&one| one == number)
        .unwrap_or_default();
    let next = between.get(at).copied().flatten();
    let previous = at.checked_sub(1).and_then(|before| between[before]);
    let usual = match between.iter().flatten().max() {
        Some(most) => *most,
        None => usual_blank_lines(definition, text),
    };
    let mut within = 0;
    if !matches!(definition.kind, "function" | "method" | "constructor") {
        let children = children(all, Some(number));
        let between = blank_between(all, &children, text);
        if let Some(last) = between.iter().rev().flatten().next() {
            within = *last;
        } else if let Some(&child) = children.last() {
            within = usual_blank_lines(&all[child], text);
        }
    }
    BlankLines {
        before: previous.or(next).unwrap_or(usual),
        after: next.or(previous).unwrap_or(usual),
        within,
    }
}

/// The definitions inside `parent`, sorted by position.
pub(super) fn children(all: &[Definition], parent: Option<usize>) -> Vec<usize> {
    let mut children: Vec<usize> = (0..all.len())
        .filter(|&one| all[one].parent == parent)
        .collect();
    children.sort_by_key(|&one| all[one].whole.start());
    children
}

/// The number of blank lines between each pair of adjacent `definitions`. `None` if other text is between them.
fn blank_between(all: &[Definition], definitions: &[usize], text: &[u8]) -> Vec<Option<usize>> {
    let mut counts = Vec::with_capacity(definitions.len());
    for pair in definitions.windows(2) {
        let lines = [pair[0], pair[1]].map(|number| whole_lines(all[number].whole, text));
        let mut count = None;
        if let [Some(first), Some(second)] = lines
            && let Some(between) = text.get(first.end()..second.start())
            && is_blank(between)
        {
            count = Some(bytecount::count(between, b'\n'));
        }
        counts.push(count);
    }
    counts
}

/// The number of blank lines next to `definition` if its siblings do not show one.
pub(super) fn usual_blank_lines(definition: &Definition, text: &[u8]) -> usize {
    if !text[definition.whole.range()].contains(&b'\n') {
        return 0;
    }
    match definition.parent {
        None => definition.usual_blank_lines,
        Some(_) => 1,
    }
}
