//! Symbols: the definitions of a text, by their names.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;

use super::lines::{is_blank, is_comment};
use super::named::nearest_names;
use super::place::{RegionPlace, Spacing};
use crate::refusal::{Reason, RegionCandidate};
use crate::request::{NamedPart, NamedRegion, Region};
use crate::resolve::FileText;
use crate::snapshot::Snapshot;
use crate::syntax::{self, Definition, PathPart, Undefined};
use crate::text::{self, LineEnding, LineNumber, Span};

/// The definitions of `file`.
///
/// # Errors
/// `BadRequest` if the definitions are unknown.
pub(super) fn list(file: FileText<'_>) -> Result<Arc<[Definition]>, Reason> {
    syntax::definitions(file.path, file.bytes()).map_err(undefined)
}

/// The refusal of a text whose definitions are unknown.
pub(super) fn undefined(why: Undefined) -> Reason {
    Reason::no_definitions(why == Undefined::Bound)
}

/// Finds the definition `symbol`, for an edit of its part `edited`. `line` is the line that the request names, if any.
pub(super) fn find(
    region: &Region,
    symbol: &NamedRegion,
    edited: NamedPart,
    file: FileText<'_>,
    line: Option<Span>,
) -> Result<RegionPlace, Reason> {
    let now = file.now;
    let all = list(file)?;
    let query = Query::parse(&symbol.name);
    match matching(&query, symbol, &all, line, now)[..] {
        [only] if edited == NamedPart::Inside && !can_insert_inside(&all[only], now) => {
            let block = block_of(only, &all, region, now)?;
            place(&all, block, symbol.part, now)
        }
        [only] if all[only].is_loose && query.is_path() => Err(Reason::BrokenSymbol {
            symbol: all[only].name(),
            line: now.line_at(all[only].whole.start()),
        }),
        [only] => place(&all, only, symbol.part, now),
        [] => {
            let same_name = matching(&query, symbol, &all, None, now);
            if same_name.len() > 1 {
                // The name is right, but not the line.
                let symbol = NamedRegion {
                    line: None,
                    ..symbol.clone()
                };
                return Err(ambiguous(&Region::Symbol(symbol), &same_name, &all, now));
            }
            let names = all.iter().map(|definition| {
                let last = definition.path.last().map_or("", |part| &part.name);
                (last, definition.name())
            });
            Err(Reason::NoRegion {
                region: Box::new(region.clone()),
                nearest: nearest_names(query.last_part(), names),
            })
        }
        ref several => Err(ambiguous(region, several, &all, now)),
    }
}

/// The definitions among `all` that `query`, the parsed name of `symbol`, matches, as indices.
fn matching(
    query: &Query,
    symbol: &NamedRegion,
    all: &[Definition],
    line: Option<Span>,
    now: &Snapshot,
) -> Vec<usize> {
    let definitions = Definitions::new(all, query);
    let mut candidates = Vec::new();
    for (number, definition) in all.iter().enumerate() {
        if !definition.is_secondary && line.is_none_or(|line| is_at_line(definition, line, now)) {
            candidates.push(number);
        }
    }
    let is_shown = symbol.part == NamedPart::Shown;
    let mut found = Vec::new();
    if !is_shown || query.is_absolute {
        found = query.matching(&candidates, &definitions, PathMatch::Whole);
    }
    if found.is_empty() && !query.is_absolute {
        found = query.matching(&candidates, &definitions, PathMatch::End);
    }
    if !is_shown || found.is_empty() {
        // Names in outlines may have separators inside their parts.
        candidates.retain(|&number| all[number].name() == symbol.name);
        if let [only] = candidates[..] {
            return vec![only];
        }
    }
    found
}

/// True if `definition` begins on the line `line`, or has its name there.
fn is_at_line(definition: &Definition, line: Span, now: &Snapshot) -> bool {
    text::line_start(now.bytes(), definition.whole.start()) <= line.start()
        && line.start() <= definition.name_at
}

/// The block that serves as the body of definition `number`, which has no body.
///
/// # Errors
/// `BadRequest` if there is no such block. `SeveralRegions` if there are several, if the definition may have a body on
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
            let is_sibling = block.parent == owner.parent;
            if is_sibling && block.implements(owner) && can_insert_inside(block, now) {
                blocks.push(other);
            }
        }
    }
    match blocks[..] {
        [] => Err(Reason::no_body(&owner.name())),
        [only] if !has_parts && !all[only].is_of_trait() => Ok(only),
        _ => {
            if has_parts {
                blocks.push(number);
            }
            Err(ambiguous(region, &blocks, all, now))
        }
    }
}

fn can_insert_inside(definition: &Definition, now: &Snapshot) -> bool {
    let bytes = now.bytes();
    if empty_block(definition, bytes).is_some() {
        return true;
    }
    match whole_lines(definition.whole, bytes) {
        Some(lines) => body_lines(definition, lines, bytes).is_some(),
        None => false,
    }
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

/// The refusal of `region`, which matches the definitions `matches`.
fn ambiguous(region: &Region, matches: &[usize], all: &[Definition], now: &Snapshot) -> Reason {
    let indices = indices_by_name(all);
    let mut candidates = Vec::new();
    for &number in matches {
        let mut candidate = candidate(&all[number], now);
        let line = candidate.lines.first();
        let shares_line = matches
            .iter()
            .any(|&other| other != number && now.line_at(all[other].whole.start()) == line);
        // Only an index distinguishes definitions on one line.
        if let Some(index) = indices[number]
            && shares_line
        {
            candidate.numbered_name = Some(format!("{}[{index}]", candidate.name));
        }
        candidates.push(candidate);
    }
    Reason::SeveralRegions {
        region: Box::new(region.clone()),
        candidates,
    }
}

fn candidate(definition: &Definition, now: &Snapshot) -> RegionCandidate {
    let mut parameters = String::new();
    if let Some(each) = &definition.parameters {
        let mut one_line = Vec::new();
        for parameter in each {
            one_line.push(parameter.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        parameters = format!("({})", one_line.join(", "));
    }
    RegionCandidate {
        kind: definition.kind,
        name: definition.name(),
        parameters,
        lines: now.lines_of(definition.whole),
        numbered_name: None,
    }
}

/// The facts about a definition that an edit needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SymbolPlace {
    /// The index among the definitions of the file.
    pub(super) number: usize,
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
    pub(super) other_names: Vec<String>,
    /// The end of the docstring or the directives at the start of the body.
    pub(super) directives_end: Option<usize>,
}

impl SymbolPlace {
    /// True if the region covers only the body.
    pub(super) fn is_body(&self) -> bool {
        self.part == NamedPart::Inside
    }

    /// Refuses to delete the definition if that would delete or change other definitions among `all`.
    ///
    /// # Errors
    /// `BadRequest`
    pub(super) fn check_removal(&self, all: &[Definition], now: &Snapshot) -> Result<(), Reason> {
        if self.is_body() {
            return Ok(());
        }
        if let Some(other) = self.other_names.first() {
            return Err(Reason::declared_together(&self.name, other));
        }
        if let Some(next) = &all[self.number].dependent_constant {
            return Err(Reason::counted_on(&self.name, next));
        }
        match decorator_with(all, self.number, now) {
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
    pub(super) between_members: usize,
}

/// The definitions that a query searches.
struct Definitions<'d> {
    all: &'d [Definition],
    /// The index of each definition among those with the same name. Empty if the query contains no index.
    indices: Vec<Option<usize>>,
}

impl<'d> Definitions<'d> {
    fn new(all: &'d [Definition], query: &Query) -> Self {
        let mut indices = Vec::new();
        if query.has_index() {
            indices = indices_by_name(all);
        }
        Self { all, indices }
    }
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

    /// The members of `candidates` that the query matches.
    fn matching(
        &self,
        candidates: &[usize],
        definitions: &Definitions<'_>,
        by: PathMatch,
    ) -> Vec<usize> {
        let mut matching = candidates.to_vec();
        matching.retain(|&number| self.is_match(number, definitions, by));
        matching
    }

    /// True if the query names enclosing definitions.
    fn is_path(&self) -> bool {
        self.is_absolute || self.readings.iter().all(|parts| parts.len() > 1)
    }

    /// True if a part of the query has an index.
    fn has_index(&self) -> bool {
        let mut parts = self.readings.iter().flatten();
        parts.any(|part| split_index(part).is_some())
    }

    fn last_part(&self) -> &str {
        let last = self.readings.first().and_then(|parts| parts.last());
        last.map_or("", String::as_str)
    }

    /// True if the query matches definition `number`, by its path or by the end of its path.
    fn is_match(&self, number: usize, definitions: &Definitions<'_>, by: PathMatch) -> bool {
        let definition = &definitions.all[number];
        self.has_parameters(definition)
            && (self.has_path(number, definitions, by) || self.has_last_name(definition, by))
    }

    fn has_path(&self, number: usize, definitions: &Definitions<'_>, by: PathMatch) -> bool {
        let path = &definitions.all[number].path;
        for parts in &self.readings {
            if is_outer_namespace(number, parts, definitions.all) {
                return true;
            }
            let Some(above) = path.len().checked_sub(parts.len()) else {
                continue;
            };
            let mut levels = (above..).zip(parts);
            if (above == 0 || by == PathMatch::End)
                && levels.all(|(level, name)| is_called(number, level, name, definitions))
            {
                return true;
            }
        }
        false
    }

    /// True if the query equals the last name of the path, which may contain a separator.
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
        && let Some(bracket) = last_unclosed_bracket(head)
    {
        let path = &head[..bracket];
        if !path.is_empty() && !path.ends_with("operator") {
            return (path, Some(&head[bracket + 1..]));
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
fn is_outer_namespace(number: usize, parts: &[String], all: &[Definition]) -> bool {
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
fn is_called(number: usize, level: usize, name: &str, definitions: &Definitions<'_>) -> bool {
    let all = definitions.all;
    let path = &all[number].path;
    if path.get(level).is_some_and(|part| part.is_called(name)) {
        return true;
    }
    let Some(owner) = definition_at(level, number, all) else {
        return false;
    };
    let (name, index) = match split_index(name) {
        Some((name, index)) => (name, Some(index)),
        None => (name, None),
    };
    let last = all[owner].path.last();
    if !last.is_some_and(|part| part.is_called(name)) && !path[level].is_called(name) {
        return false;
    }
    index.is_none() || definitions.indices.get(owner) == Some(&index)
}

/// The definition whose path ends at `level`, among definition `number` and its enclosing definitions.
fn definition_at(level: usize, number: usize, all: &[Definition]) -> Option<usize> {
    let mut enclosing = Some(number);
    while let Some(at) = enclosing {
        if all[at].path.len() == level + 1 {
            return Some(at);
        }
        enclosing = all[at].parent;
    }
    None
}

/// Splits `name[0]` into name and index.
pub(super) fn split_index(part: &str) -> Option<(&str, usize)> {
    let (name, index) = part.strip_suffix(']')?.rsplit_once('[')?;
    if name.is_empty() {
        return None;
    }
    Some((name, index.parse().ok()?))
}

/// For each definition, the number of preceding ones with the same name. `None` if it is uncertain which count.
fn indices_by_name(all: &[Definition]) -> Vec<Option<usize>> {
    let mut namesakes: HashMap<(Option<usize>, &[PathPart]), Vec<usize>> = HashMap::new();
    for (number, definition) in all.iter().enumerate() {
        let key = (definition.parent, &definition.path[..]);
        namesakes.entry(key).or_default().push(number);
    }
    let mut indices = vec![None; all.len()];
    for numbers in namesakes.values() {
        if numbers.iter().any(|&number| all[number].is_secondary) {
            continue;
        }
        for (index, &number) in numbers.iter().enumerate() {
            indices[number] = Some(index);
        }
    }
    indices
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
        without_default.rsplit_once(|letter: char| letter.is_whitespace() || "*&".contains(letter))
    {
        // `Type name` or `name Type`. A `*` or `&` between them belongs to the type.
        let separator = &without_default[head.len()..without_default.len() - last.len()];
        forms.extend([
            without_space(head) + &without_space(separator),
            without_space(last),
        ]);
    }
    forms
}

/// The offset of the last bracket in `head` that is not closed.
fn last_unclosed_bracket(head: &str) -> Option<usize> {
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
        let separator = separators.iter().find(|one| rest.starts_with(**one));
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
    check_readable(all, number, now)?;
    let bytes = now.bytes();
    let whole_lines = whole_lines(definition.whole, bytes);
    let lines = whole_lines.unwrap_or(definition.whole);
    let body = whole_lines.and_then(|lines| body_lines(definition, lines, bytes));
    let covered = match (part, body) {
        (NamedPart::Whole | NamedPart::Shown, _) => lines,
        (NamedPart::Inside, Some(body)) => body,
        (NamedPart::Inside, None) => {
            return Err(Reason::no_body(&definition.name()));
        }
    };
    let mut name_if_shared = None;
    if whole_lines.is_none() {
        name_if_shared = Some(definition.name());
    }
    let indent_len = definition.whole.start() - lines.start();
    let symbol = SymbolPlace {
        number,
        path: definition.path.clone(),
        name: definition.name(),
        indent: now.slice(Span::of_len(lines.start(), indent_len)),
        part,
        empty_block: empty_block(definition, bytes),
        blank_lines: blank_lines(all, number, bytes),
        other_names: definition.other_names.clone(),
        directives_end: definition.directives_end,
    };
    Ok(RegionPlace {
        lines: covered,
        body,
        spacing: Spacing::Symbol(Box::new(symbol)),
        name_if_shared,
    })
}

/// Refuses the definition `number` if a syntax error makes its end uncertain.
fn check_readable(all: &[Definition], number: usize, now: &Snapshot) -> Result<(), Reason> {
    let definition = &all[number];
    let error_at = if definition.has_error {
        Some(definition.error_at)
    } else {
        syntax::hidden_body(all, number, now.bytes())
    };
    match error_at {
        None => Ok(()),
        Some(at) => Err(Reason::BrokenSymbol {
            symbol: definition.name(),
            line: now.line_at(at),
        }),
    }
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

/// True if the last line of `above` is code that ends in a backslash, or a modifier of JavaScript alone. The grammar
/// reads such a modifier as a field.
fn is_continued(above: &[u8]) -> bool {
    const MODIFIERS: [&[u8]; 5] = [b"static", b"get", b"set", b"async", b"accessor"];
    let last = text::lines(above).next_back().unwrap_or_default();
    if MODIFIERS.contains(&last.trim_ascii()) {
        return true;
    }
    LineEnding::strip(last).ends_with(b"\\") && !is_comment(last.trim_ascii_start())
}

/// The lines of the body of `definition`, which is on `lines`. `None` if the body has no separate lines.
fn body_lines(definition: &Definition, lines: Span, text: &[u8]) -> Option<Span> {
    let Some(body) = definition.body else {
        return empty_before_end(lines, text);
    };
    let line_start = text::line_start(text, body.start());
    let line_end = text::line_end(text, body.start());
    let begins_line = is_blank(&text[line_start..body.start()]);
    let opening_line_rest = &text[body.start()..line_end.min(body.end())];
    let start = if begins_line && body.start() > definition.whole.start() {
        comments_above(line_start, definition.name_at, text)
    } else if is_blank_or_comment(opening_line_rest) && line_end <= body.end() {
        line_end
    } else {
        return None;
    };
    let last_line = text::line_start(text, body.end());
    let end = if is_blank(&text[last_line..body.end()]) && last_line >= start {
        last_line
    } else {
        // A block without braces ends at the last line, or at the keyword `end`.
        match empty_before_end(lines, text) {
            Some(end) if end.start() >= body.end() => end.start(),
            // The bracket or the keyword may share a line with the last statement.
            _ if !are_blank_or_comments(&text[body.end()..lines.end()]) => return None,
            _ => lines.end(),
        }
    };
    Span::new(start, end)
}

/// True if `rest`, the rest of the line after an opening bracket, is blank or one comment. A doc comment belongs to the
/// lines below.
fn is_blank_or_comment(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii();
    if rest.starts_with(b"///") || rest.starts_with(b"/**") {
        return false;
    }
    let is_block = rest.starts_with(b"/*")
        && memchr::memmem::find(rest, b"*/").is_some_and(|at| at + 2 == rest.len());
    // `#` without a space may begin an attribute or a private field.
    rest.is_empty() || rest.starts_with(b"//") || rest.starts_with(b"# ") || is_block
}

fn are_blank_or_comments(text: &[u8]) -> bool {
    text::lines(text).all(|line| is_blank(line) || is_comment(line.trim_ascii()))
}

/// The start of the comments directly above `at`, below the line of the name. In a language without braces, the
/// grammar does not count them as part of the body.
fn comments_above(at: usize, name_at: usize, text: &[u8]) -> usize {
    let signature_end = text::line_end(text, name_at).min(at);
    let mut start = at;
    let mut line_start = at;
    for line in text::lines(&text[signature_end..at]).rev() {
        line_start -= line.len();
        match line.trim_ascii() {
            [b'#', ..] => start = line_start,
            [] => {}
            _ => break,
        }
    }
    start
}

/// The empty span before the line `end` of a definition without a body.
fn empty_before_end(lines: Span, text: &[u8]) -> Option<Span> {
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
    let counts = blank_between(all, &siblings, text);
    let at = siblings
        .iter()
        .position(|&one| one == number)
        .unwrap_or_default();
    let below = counts.get(at).copied().flatten();
    let above = at.checked_sub(1).and_then(|previous| counts[previous]);
    let usual = match counts.iter().flatten().max() {
        Some(most) => *most,
        None => usual_blank_lines(definition, text),
    };
    BlankLines {
        before: above.or(below).unwrap_or(usual),
        after: below.or(above).unwrap_or(usual),
        between_members: blank_between_members(all, number, text),
    }
}

/// The usual number of blank lines between the members of definition `number`. 0 for a function.
fn blank_between_members(all: &[Definition], number: usize, text: &[u8]) -> usize {
    if matches!(all[number].kind, "function" | "method" | "constructor") {
        return 0;
    }
    let members = children(all, Some(number));
    let counts = blank_between(all, &members, text);
    if let Some(last) = counts.iter().rev().flatten().next() {
        return *last;
    }
    match members.last() {
        Some(&member) => usual_blank_lines(&all[member], text),
        None => 0,
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
