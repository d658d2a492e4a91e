//! Symbols: the definitions of a text, by their names.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;

use super::{RegionPlace, Spacing, nearest_names};
use crate::refusal::{Impossible, Reason, RegionCandidate};
use crate::request::{NamedPart, NamedRegion, Region};
use crate::snapshot::Snapshot;
use crate::syntax::{self, Definition, PathPart, Undefined};
use crate::text::{self, Span};

/// The definitions of `now`, the file at `path`.
///
/// # Errors
/// `BadRequest` where they are not known.
pub(super) fn list(path: &Path, now: &Snapshot) -> Result<Arc<[Definition]>, Reason> {
    syntax::definitions(path, now.bytes()).map_err(undefined)
}

/// The refusal of a text whose definitions are not known.
pub(super) fn undefined(why: Undefined) -> Reason {
    let is_over_bound = why == Undefined::Bound;
    Impossible::NoDefinitions { is_over_bound }.into()
}

/// The place of the definition `symbol`, of which the part `wanted` is needed.
pub(super) fn find(
    region: &Region,
    symbol: &NamedRegion,
    wanted: NamedPart,
    path: &Path,
    now: &Snapshot,
    named: Option<Span>,
) -> Result<RegionPlace, Reason> {
    let all = list(path, now)?;
    let query = Query::of(&symbol.name);
    let known = Known {
        all: &all,
        ordinals: if query.has_number() {
            ordinals(&all)
        } else {
            Vec::new()
        },
    };
    let is_there = |definition: &Definition| {
        named.is_none_or(|line| {
            let (head, name) = (definition.whole.start(), definition.name_at);
            text::line_start(now.bytes(), head) <= line.start() && line.start() <= name
        })
    };
    let called = |is_whole: bool| -> Vec<usize> {
        let of = |&number: &usize| {
            let definition = &all[number];
            !definition.is_secondary
                && query.names(number, &known, is_whole)
                && is_there(definition)
        };
        (0..all.len()).filter(of).collect()
    };
    let is_shown = symbol.part == NamedPart::Shown && !query.is_absolute;
    let whole = if is_shown { Vec::new() } else { called(true) };
    let mut found = if whole.is_empty() && !query.is_absolute {
        called(false)
    } else {
        whole
    };
    if symbol.part != NamedPart::Shown || found.is_empty() {
        let printed = printed(&symbol.name, &all);
        let mut there = printed.into_iter().filter(|&number| is_there(&all[number]));
        if let (Some(only), None) = (there.next(), there.next()) {
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
                    let own = definition.path.last().map_or("", |part| &part.name);
                    (own.to_owned(), definition.name())
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

/// The definitions among `all` that are called `name` as outlines print it; parts of such a name may have separators in
/// them.
fn printed(name: &str, all: &[Definition]) -> Vec<usize> {
    let mut found = Vec::new();
    for (number, definition) in all.iter().enumerate() {
        if !definition.is_secondary && definition.name() == name {
            found.push(number);
        }
    }
    found
}

/// The block that stands for the inside of the definition `number` of `all`, which has none of its own.
///
/// # Errors
/// `NoInside` where there is no such block; `SeveralRegions` where there are several, where the definition may have an
/// inside that is on one line, and where the only block is that of a trait.
fn block_of(
    number: usize,
    all: &[Definition],
    region: &Region,
    now: &Snapshot,
) -> Result<usize, Reason> {
    let owner = &all[number];
    // The fields of `struct A(u8);` have no names and no lines, but they are inside.
    let has_parts =
        owner.body.is_some() || now.bytes()[owner.name_at..owner.whole.end()].contains(&b'(');
    let is_block = |&other: &usize| {
        let block = &all[other];
        owner.has_blocks_beside()
            && block.parent == owner.parent
            && block.implements(owner)
            && has_inside(block, now)
    };
    let blocks: Vec<usize> = (0..all.len()).filter(is_block).collect();
    match blocks[..] {
        [] => Err(Impossible::NoInside { name: owner.name() }.into()),
        [only] if !has_parts && !all[only].is_of_trait() => Ok(only),
        _ => {
            let own = has_parts.then_some(number);
            let candidates = blocks.iter().copied().chain(own);
            Err(Reason::SeveralRegions {
                region: Box::new(region.clone()),
                candidates: candidates.map(|one| candidate(&all[one], now)).collect(),
            })
        }
    }
}

/// Whether something can be put inside `definition`.
fn has_inside(definition: &Definition, now: &Snapshot) -> bool {
    let bytes = now.bytes();
    let lines = whole_lines(definition.whole, bytes);
    empty_block(definition, bytes).is_some()
        || lines.is_some_and(|lines| inside(definition, lines, bytes).is_some())
}

/// The bytes between the braces of `definition`, where there is nothing between them.
fn empty_block(definition: &Definition, bytes: &[u8]) -> Option<Span> {
    definition.body.filter(|body| {
        let is_blank = bytes[body.range()].trim_ascii().is_empty();
        is_blank && !bytes[body.range()].contains(&b'\n')
    })
}

/// Where the names around `definition` become uncertain.
fn broken(definition: &Definition, now: &Snapshot) -> Reason {
    Reason::BrokenSymbol {
        symbol: definition.name(),
        line: now.line_at(definition.whole.start()),
    }
}

fn candidate(definition: &Definition, now: &Snapshot) -> RegionCandidate {
    let parameters = definition.parameters.as_ref();
    let parameters = parameters.map_or_else(String::new, |list| {
        let one_line = |one: &String| one.split_whitespace().collect::<Vec<_>>().join(" ");
        format!(
            "({})",
            list.iter().map(one_line).collect::<Vec<_>>().join(", ")
        )
    });
    RegionCandidate {
        kind: definition.kind,
        name: definition.name() + &parameters,
        lines: now.lines_of(definition.whole),
        numbered_name: None,
    }
}

/// What has to be known of a definition to edit it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SymbolPlace {
    /// Its path from the root of the file.
    pub(super) path: Vec<PathPart>,
    /// The same in words.
    pub(super) name: String,
    /// The blanks before its first line.
    pub(super) indent: Bytes,
    /// How much of it the place is.
    pub(super) part: NamedPart,
    /// The bytes between its braces, where there is nothing between them.
    pub(super) empty_block: Option<Span>,
    pub(super) gaps: Gaps,
    /// The paths of the others that the same declaration defines: `t` in `struct s {} t;`.
    pub(super) twins: Vec<Vec<PathPart>>,
}

impl SymbolPlace {
    /// Whether the place is only its inside.
    pub(super) fn is_inside(&self) -> bool {
        self.part == NamedPart::Inside
    }
}

/// Blank lines around a definition, as its likes have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gaps {
    /// Between it and the one before.
    pub(super) before: usize,
    /// Between it and the one after.
    pub(super) after: usize,
    /// Between those inside it.
    pub(super) within: usize,
}

/// The definitions of a text.
struct Known<'d> {
    all: &'d [Definition],
    /// Their numbers among those of their names, where somebody asks for one.
    ordinals: Vec<Option<usize>>,
}

/// The name of a definition as somebody asks for it.
struct Query {
    /// The parts of its path, by every sign that may be between them or by slashes alone.
    readings: Vec<Vec<String>>,
    /// Whether the path begins at the root of the file.
    is_absolute: bool,
    parameters: Option<Vec<String>>,
    /// All of it as it was given.
    words: String,
}

impl Query {
    /// Reads `a.b`, `a::b`, `a/b`, `a#b`, `/a/b`, `b(int, String)`, `b[0]`, `(*A).b`.
    fn of(words: &str) -> Self {
        let (path, parameters) = match words.strip_suffix(')').and_then(|head| {
            let open = opening(head)?;
            Some((&head[..open], &head[open + 1..]))
        }) {
            Some((path, list)) if !path.is_empty() && !path.ends_with("operator") => {
                (path, Some(list))
            }
            _ => (words, None),
        };
        let is_absolute = path.starts_with('/') || path.starts_with("::");
        let parts_by = |signs: &[&str]| -> Vec<String> {
            let sign = |rest: &str| {
                let mut signs = signs.iter();
                signs
                    .find(|sign| rest.starts_with(**sign))
                    .map(|sign| sign.len())
            };
            let parts = split(path, sign)
                .into_iter()
                .filter(|part| !part.is_empty());
            parts
                .map(|part| receiver(&part).map_or(part.clone(), str::to_owned))
                .collect()
        };
        let mut readings = vec![parts_by(&["::", ".", "/", "#"])];
        // In JavaScript a private name begins with the sign.
        if path.contains('#') {
            readings.push(parts_by(&["::", ".", "/"]));
        }
        if path.contains('/') {
            readings.push(parts_by(&["/"]));
        }
        readings.retain(|parts| !parts.is_empty());
        let comma = |rest: &str| rest.starts_with(',').then_some(1);
        Self {
            readings,
            is_absolute,
            parameters: parameters.map(|list| {
                let list = split(list, comma).into_iter();
                list.filter(|one| !one.trim().is_empty()).collect()
            }),
            // Names have no blanks: `operator bool`.
            words: path.split_whitespace().collect(),
        }
    }

    /// Whether it tells what the definition is in.
    fn is_path(&self) -> bool {
        self.is_absolute || self.readings.iter().all(|parts| parts.len() > 1)
    }

    /// Whether a part of it is one of several by its number.
    fn has_number(&self) -> bool {
        let mut parts = self.readings.iter().flatten();
        parts.any(|part| numbered(part).is_some())
    }

    fn last_part(&self) -> &str {
        let last = self.readings.first().and_then(|parts| parts.last());
        last.map_or("", String::as_str)
    }

    /// Whether it stands for the definition `number` of `all`: by the whole path, or by its end.
    fn names(&self, number: usize, known: &Known<'_>, is_whole: bool) -> bool {
        let all = known.all;
        let definition = &all[number];
        let path = &definition.path;
        let is_path = self.readings.iter().any(|parts| {
            if starts_namespace(number, parts, all) {
                return true;
            }
            let above = path.len().checked_sub(parts.len());
            above.is_some_and(|above| {
                (above == 0 || !is_whole)
                    && (above..)
                        .zip(parts)
                        .all(|(level, name)| is_called(number, level, name, known))
            })
        });
        // A name may have a sign in it that parts names elsewhere.
        let is_last = path.last().is_some_and(|last| last.is_called(&self.words));
        (is_path || is_last && (path.len() == 1 || !is_whole)) && self.has_parameters(definition)
    }

    fn has_parameters(&self, definition: &Definition) -> bool {
        let Some(wanted) = &self.parameters else {
            return true;
        };
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        definition.parameters.as_ref().is_some_and(|own| {
            let is_it = |(own, wanted): (&String, &String)| {
                let (own, wanted) = (bare_words(own), bare(wanted));
                own.contains(&wanted)
            };
            own.len() == wanted.len() && own.iter().zip(wanted).all(is_it)
        })
    }
}

/// Whether `parts` are the path to a namespace that the definition `number` of `all` defines beside its own: `namespace a.b`
/// defines `a`.
fn starts_namespace(number: usize, parts: &[String], all: &[Definition]) -> bool {
    let (path, parent) = (&all[number].path, all[number].parent);
    let above = parent.map_or(0, |parent| all[parent].path.len());
    let is_inner = above < parts.len() && parts.len() < path.len();
    let is_called = || {
        path.iter()
            .zip(parts)
            .all(|(part, name)| part.is_called(name))
    };
    all[number].kind == "namespace" && is_inner && is_called()
}

/// The type in `(*Type)`, as the names of Go's methods have it.
fn receiver(part: &str) -> Option<&str> {
    let of_type = part.strip_prefix("(*")?.strip_suffix(')')?;
    of_type.split('[').next()
}

/// Whether the part at `level` of the path of the definition `number` of `all` is called `name`: by itself, as the
/// definition that it stands for (`impl A`), or with its number among those of the name (`a[0]`).
fn is_called(number: usize, level: usize, name: &str, known: &Known<'_>) -> bool {
    let all = known.all;
    let path = &all[number].path;
    if path.get(level).is_some_and(|part| part.is_called(name)) {
        return true;
    }
    let mut at = Some(number);
    let owner = std::iter::from_fn(|| {
        let one = at?;
        at = all[one].parent;
        Some(one)
    })
    .find(|&one| all[one].path.len() == level + 1);
    let Some(owner) = owner else {
        return false;
    };
    let is_owner = |name: &str| {
        let own = all[owner].path.last();
        own.is_some_and(|part| part.is_called(name)) || path[level].is_called(name)
    };
    match numbered(name) {
        Some((name, nth)) if !is_owner(name) || known.ordinals.get(owner) != Some(&Some(nth)) => {
            false
        }
        Some(_) => true,
        None => is_owner(name),
    }
}

/// The name and the number of `name[0]`.
pub(super) fn numbered(name: &str) -> Option<(&str, usize)> {
    let (name, number) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((name, number.parse().ok()?)).filter(|(name, _)| !name.is_empty())
}

/// For each definition how many of its name come before it; `None` where it is not sure which of them count.
fn ordinals(all: &[Definition]) -> Vec<Option<usize>> {
    let mut likes: HashMap<(Option<usize>, &[PathPart]), Vec<usize>> = HashMap::new();
    for (number, one) in all.iter().enumerate() {
        likes
            .entry((one.parent, &one.path))
            .or_default()
            .push(number);
    }
    let mut ordinals = vec![None; all.len()];
    let is_sure = |likes: &&Vec<usize>| likes.iter().all(|&one| !all[one].is_secondary);
    for likes in likes.values().filter(is_sure) {
        for (nth, &number) in likes.iter().enumerate() {
            ordinals[number] = Some(nth);
        }
    }
    ordinals
}

/// The forms in which a parameter may be asked for: as it is written, its type alone, its name alone.
fn bare_words(parameter: &str) -> Vec<String> {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let mut forms = vec![bare(parameter)];
    let without_default = parameter.split('=').next().unwrap_or(parameter).trim();
    forms.push(bare(without_default));
    if let Some((name, of_type)) = without_default.split_once(':') {
        // `name: Type`
        forms.extend([bare(name), bare(of_type)]);
    } else if let Some((head, last)) =
        without_default.rsplit_once(|sign: char| sign.is_whitespace() || "*&".contains(sign))
    {
        // `Type name` or `name Type`
        let signs: String = without_default[head.len()..without_default.len() - last.len()]
            .chars()
            .filter(|sign| !sign.is_whitespace())
            .collect();
        forms.extend([bare(head) + &signs, bare(last)]);
    }
    forms
}

/// Where the bracket opens that the end of `head` is in.
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

/// The parts of `text` between what `sign` is the length of, where that is in no brackets.
fn split(text: &str, sign: impl Fn(&str) -> Option<usize>) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match sign(&text[at..]).filter(|_| depth == 0) {
            Some(len) => {
                parts.push(String::new());
                at += len;
            }
            None => {
                parts
                    .last_mut()
                    .into_iter()
                    .for_each(|part| part.push(letter));
                at += letter.len_utf8();
            }
        }
    }
    parts
}

/// The place of the definition `number` of `all`; its inside where only that is asked for.
fn place(
    all: &[Definition],
    number: usize,
    part: NamedPart,
    now: &Snapshot,
) -> Result<RegionPlace, Reason> {
    let definition = &all[number];
    let bytes = now.bytes();
    let name = || definition.name();
    let alone = whole_lines(definition.whole, bytes);
    let lines = alone.unwrap_or(definition.whole);
    let error_at = definition.has_error.then_some(definition.error_at);
    let error_at = error_at.or_else(|| syntax::hidden_body(all, number, bytes));
    if let Some(at) = error_at {
        return Err(Reason::BrokenSymbol {
            symbol: name(),
            line: now.line_at(at),
        });
    }
    let inside = alone.and_then(|lines| inside(definition, lines, bytes));
    let symbol = SymbolPlace {
        path: definition.path.clone(),
        name: name(),
        indent: now.slice(Span::of_len(
            lines.start(),
            definition.whole.start() - lines.start(),
        )),
        part,
        empty_block: empty_block(definition, bytes),
        gaps: gaps(all, number, bytes),
        twins: twins(all, number),
    };
    let lines = match (part, inside) {
        (NamedPart::Whole | NamedPart::Shown, _) => lines,
        (NamedPart::Inside, Some(inside)) => inside,
        (NamedPart::Inside, None) => return Err(Impossible::NoInside { name: name() }.into()),
    };
    Ok(RegionPlace {
        lines,
        inside,
        spacing: Spacing::Symbol(Box::new(symbol)),
        shares: alone.is_none().then(name),
    })
}

/// The paths of the other definitions that have the very bytes of the definition `number` of `all`.
fn twins(all: &[Definition], number: usize) -> Vec<Vec<PathPart>> {
    let own = &all[number];
    let is_twin =
        |one: &&Definition| one.whole == own.whole && one.path != own.path && !one.is_secondary;
    all.iter()
        .filter(is_twin)
        .map(|one| one.path.clone())
        .collect()
}

/// `span` as whole lines with their endings; `None` where something else stands on one of them.
fn whole_lines(span: Span, text: &[u8]) -> Option<Span> {
    let start = text::line_start(text, span.start());
    let start = start.max(text::bom_len(text));
    let end = text::line_end(text, span.end().max(1) - 1);
    let is_blank = |part: &[u8]| part.trim_ascii().is_empty();
    let is_alone = is_blank(&text[start.min(span.start())..span.start()])
        && is_blank(&text[span.end().min(end)..end]);
    is_alone.then(|| Span::of_len(start, end - start))
}

/// The lines inside `definition`, which is on `lines`; `None` where it has none of its own.
fn inside(definition: &Definition, lines: Span, text: &[u8]) -> Option<Span> {
    let is_blank = |part: &[u8]| part.trim_ascii().is_empty();
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
        // A block without braces goes to the last line, or to the word that ends it.
        let end = before_end(lines, text).filter(|end| end.start() >= body.end());
        end.map_or(lines.end(), Span::start)
    };
    (start <= end).then(|| Span::of_len(start, end - start))
}

/// The start of the comments right above `at`, below the line of the name: a grammar without braces has them before the body.
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

/// The place before the line `end` of a definition that has nothing inside.
fn before_end(lines: Span, text: &[u8]) -> Option<Span> {
    let last = text::lines(&text[lines.range()]).next_back()?;
    let is_end = last.trim_ascii() == b"end" && last.len() < lines.len();
    is_end.then(|| Span::empty_at(lines.end() - last.len()))
}

/// The blank lines around the definition `number` of `all`, as its likes have them.
fn gaps(all: &[Definition], number: usize, text: &[u8]) -> Gaps {
    let definition = &all[number];
    let blank_between = |first: &Definition, second: &Definition| {
        let (first, second) = (
            whole_lines(first.whole, text)?,
            whole_lines(second.whole, text)?,
        );
        let between = text.get(first.end()..second.start())?;
        let is_blank = between.trim_ascii().is_empty();
        is_blank.then(|| bytecount::count(between, b'\n'))
    };
    let runs = |parent: Option<usize>| -> (Vec<usize>, Vec<Option<usize>>) {
        let mut inside: Vec<usize> = (0..all.len())
            .filter(|&one| all[one].parent == parent)
            .collect();
        inside.sort_by_key(|&one| all[one].whole.start());
        let between = inside
            .windows(2)
            .map(|pair| blank_between(&all[pair[0]], &all[pair[1]]));
        let between = between.collect();
        (inside, between)
    };
    let is_long = |one: &Definition| text[one.whole.range()].contains(&b'\n');
    let usual = |parent: Option<usize>, one: &Definition| match (parent, is_long(one)) {
        (_, false) => 0,
        (None, true) => one.apart,
        _ => 1,
    };
    let (siblings, between) = runs(definition.parent);
    let at = siblings
        .iter()
        .position(|&one| one == number)
        .unwrap_or_default();
    let next = between.get(at).copied().flatten();
    let previous = at.checked_sub(1).and_then(|before| between[before]);
    let any = between.iter().flatten().max().copied();
    let otherwise = any.unwrap_or_else(|| usual(definition.parent, definition));
    let (children, between) = runs(Some(number));
    let is_container = !matches!(definition.kind, "function" | "method" | "constructor");
    let child = children
        .last()
        .map(|&child| usual(Some(number), &all[child]));
    let within = between.iter().rev().flatten().next().copied().or(child);
    Gaps {
        before: previous.or(next).unwrap_or(otherwise),
        after: next.or(previous).unwrap_or(otherwise),
        within: within.filter(|_| is_container).unwrap_or_default(),
    }
}
