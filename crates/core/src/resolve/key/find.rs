//! Finds a key in a document.

use super::dialect::{Dialect, Sections};
use super::document::Document;
use super::format::Format;
use super::tree::{Closed, Id, Kind, Layout, REPEATED};
use crate::refusal::KeyFault;
use crate::request::{KeyPart, KeyPath, nearest};

/// The part of a path that exists in a document, and the rest.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The existing nodes from the root.
    pub trail: Vec<Id>,
    /// The parts that do not exist.
    pub rest: Vec<KeyPart>,
    /// The entry in the last node of the trail that a new entry with the same name follows (`Include.+`).
    pub beside: Option<Id>,
}

impl Found {
    /// True if the complete key exists.
    pub fn is_whole(&self) -> bool {
        self.rest.is_empty() && self.beside.is_none()
    }

    /// The last existing node.
    pub fn node(&self) -> Id {
        self.trail.last().copied().unwrap_or_default()
    }
}

/// Follows `key` as far as it exists.
///
/// # Errors
/// A name on the path is ambiguous, or a value on the path has no children.
pub(super) fn find(document: &Document<'_>, key: &KeyPath) -> Result<Found, KeyFault> {
    let Some(dialect) = document.format.dialect() else {
        return follow(document, &key.parts);
    };
    let mut whole = Vec::new();
    let mut longest: Option<Found> = None;
    let mut fault = None;
    for parts in readings(dialect, &key.parts) {
        // `1.Name` is the name of an entry only if that entry exists. Otherwise, an index or `+` is meant.
        let is_odd = parts[1..].iter().any(begins_with_index);
        match follow(document, &parts) {
            Ok(found) if found.rest.is_empty() => whole.push(found),
            _ if is_odd => {}
            Ok(found) => {
                let is_longer = |best: &Found| found.trail.len() > best.trail.len();
                if longest.as_ref().is_none_or(is_longer) {
                    longest = Some(found);
                }
            }
            Err(why) => {
                fault.get_or_insert(why);
            }
        }
    }
    if let [one, other, ..] = &whole[..] {
        return Err(KeyFault::Several {
            lines: vec![document.line_of(one.node()), document.line_of(other.node())],
            first: None,
        });
    }
    if let Some(found) = whole.pop() {
        return Ok(found);
    }
    match (longest, fault) {
        (Some(found), None) => Ok(found),
        (_, Some(why)) => Err(why),
        // `readings` is never empty.
        (None, None) => Err(document.closed("no key", document.tree.root())),
    }
}

fn is_index(part: &KeyPart) -> bool {
    part.is_new() || part.index().is_some()
}

/// True if the part begins with an index or `+`, followed by a dot and a name.
fn begins_with_index(part: &KeyPart) -> bool {
    match part.name.split_once('.') {
        Some((first, _)) => is_index(&KeyPart {
            name: first.to_owned(),
            is_quoted: part.is_quoted,
        }),
        None => false,
    }
}

/// Joins `parts` to a single name with dots.
fn joined(parts: &[KeyPart]) -> KeyPart {
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    KeyPart {
        name: names.join("."),
        is_quoted: parts.iter().any(|part| part.is_quoted),
    }
}

/// True if both refer to the same place. Names of sections and entries may contain dots.
pub(super) fn is_same_place(dialect: Option<&Dialect>, one: &[KeyPart], other: &[KeyPart]) -> bool {
    if let Some(dialect) = dialect {
        return dialect.is_same(&joined(one).name, &joined(other).name);
    }
    let names = one.iter().zip(other);
    one.len() == other.len() && names.into_iter().all(|(one, other)| one.name == other.name)
}

/// The possible readings of `parts`. Names may contain dots, so that any dot can separate the section from the entry.
fn readings(dialect: &Dialect, parts: &[KeyPart]) -> Vec<Vec<KeyPart>> {
    // Trailing indices and `+` are not names.
    let count = parts.iter().rposition(|part| !is_index(part));
    let (names, behind) = parts.split_at(count.map_or(parts.len(), |last| last + 1));
    let mut all = Vec::new();
    if dialect.sections != Sections::None {
        for at in (1..names.len()).rev() {
            let (section, key) = names.split_at(at);
            match section {
                // `Peer[1].Name` is in the second section with that name, and `Peer.+.Name` in a new one.
                [name @ .., index] if is_index(index) && !name.is_empty() => {
                    all.push(vec![joined(name), index.clone(), joined(key)]);
                }
                _ => all.push(vec![joined(section), joined(key)]),
            }
            // `Name[de]` is a single name.
            if let [name, locale] = key
                && !is_index(name)
            {
                let name = format!("{}[{}]", name.name, locale.name);
                let is_quoted = false;
                all.push(vec![joined(section), KeyPart { name, is_quoted }]);
            }
        }
    }
    all.push(vec![joined(names)]);
    for reading in &mut all {
        reading.extend_from_slice(behind);
    }
    if dialect.sections == Sections::None && !behind.is_empty() {
        all.push(vec![joined(parts)]);
    }
    all
}

/// Follows the names `parts` as far as they exist.
fn follow(document: &Document<'_>, parts: &[KeyPart]) -> Result<Found, KeyFault> {
    let tree = &document.tree;
    let dialect = document.format.dialect();
    let mut found = Found {
        trail: vec![tree.root()],
        rest: parts.to_vec(),
        beside: None,
    };
    // The sections with the same name, if the dialect joins them.
    let mut same = vec![tree.root()];
    while let Some(part) = found.rest.first() {
        let here = found.node();
        match tree.node(here).kind {
            Kind::Map | Kind::List => {}
            Kind::Null if is_blank(document, here) => return Ok(found),
            _ if part.is_new() && dialect.is_some() && found.trail.len() > 1 => {
                found.trail.pop();
                found.beside = Some(here);
                return Ok(found);
            }
            kind => return Err(document.closed(kind.noun(), here)),
        }
        if tree.node(here).is_anchored {
            return Err(document.closed(REPEATED, here));
        }
        let mut matches = Vec::new();
        for &parent in &same {
            matches.extend(matching(document, parent, part).map(|child| (parent, child)));
        }
        let mut step = 1;
        if let Some(dialect) = dialect
            && found.rest.len() > 1
            && !matches.is_empty()
        {
            match pick(document, dialect, &mut matches, &found.rest)? {
                0 => return Ok(found),
                count => step = count,
            }
            let is_section = tree.node(matches[0].1).kind == Kind::Map;
            if matches.len() > 1 && is_section && dialect.sections == Sections::Joined {
                same = matches.iter().map(|&(_, child)| child).collect();
                let next = &found.rest[1];
                let with_next = same
                    .iter()
                    .find(|&&child| matching(document, child, next).next().is_some());
                found.trail.extend(with_next.or(same.last()));
                found.rest.remove(0);
                continue;
            }
        }
        match matches[..] {
            [] => return Ok(found),
            [(parent, child)] => {
                if let Some(last) = found.trail.last_mut() {
                    *last = parent;
                }
                found.trail.push(child);
                same = vec![child];
                found.rest.drain(..step);
            }
            _ => {
                let count = parts.len() - found.rest.len();
                return Err(several(document, &matches, &parts[..=count]));
            }
        }
    }
    Ok(found)
}

/// Keeps the `matches` that the part after their name selects. Returns the number of used parts, 0 for a new section.
fn pick(
    document: &Document<'_>,
    dialect: &Dialect,
    matches: &mut Vec<(Id, Id)>,
    rest: &[KeyPart],
) -> Result<usize, KeyFault> {
    let tree = &document.tree;
    let (name, next) = (&rest[0], &rest[1]);
    let is_section = matches
        .iter()
        .all(|&(_, child)| tree.node(child).kind == Kind::Map);
    if next.is_new() && is_section && rest.len() > 2 {
        if dialect.repeats || dialect.sections == Sections::Apart {
            return Ok(0);
        }
        return Err(document.closed("a section that occurs once", matches[0].1));
    }
    let has_next = matches
        .iter()
        .any(|&(_, child)| matching(document, child, next).next().is_some());
    match next.index().filter(|_| !has_next) {
        Some(index) if index < matches.len() => {
            *matches = vec![matches[index]];
            Ok(2)
        }
        Some(_) => {
            let name = KeyPath::of_names(std::slice::from_ref(&name.name));
            Err(KeyFault::Missing {
                table: None,
                near: vec![format!("{name}[{}]", matches.len() - 1)],
                is_makeable: false,
            })
        }
        None => {
            if next.is_new() && !is_section {
                // The new entry follows the last existing entry.
                matches.drain(..matches.len() - 1);
            }
            Ok(1)
        }
    }
}

/// The children of `parent` that match `part`.
fn matching<'d>(
    document: &'d Document<'_>,
    parent: Id,
    part: &'d KeyPart,
) -> impl Iterator<Item = Id> + 'd {
    let kind = document.tree.node(parent).kind;
    let is_open = kind.is_container() && !part.is_new();
    let children = document.tree.children(parent).enumerate();
    children
        .filter(move |&(index, child)| {
            if kind == Kind::List {
                return part.index() == Some(index);
            }
            let mut name = part.name.as_str();
            if document.format.dialect().is_some() && document.tree.node(child).kind == Kind::Map {
                // `[ req ]` is called `req`, and ` req ` by some programs.
                name = name.trim();
            }
            is_open && document.is_same_name(document.tree.name(child), name)
        })
        .map(|(_, child)| child)
}

/// The refusal of an ambiguous name.
fn several(document: &Document<'_>, matches: &[(Id, Id)], parts: &[KeyPart]) -> KeyFault {
    let mut lines = Vec::new();
    let mut is_table = false;
    for &(_, child) in matches.iter().rev() {
        lines.insert(0, document.line_of(child));
        is_table = document.tree.node(child).kind == Kind::Map;
    }
    let mut first = None;
    if let Some(dialect) = document.format.dialect()
        && (dialect.repeats || is_table && dialect.sections == Sections::Apart)
    {
        let key = KeyPath {
            parts: parts.to_vec(),
            dialect: None,
        };
        first = Some(format!("{key}[0]"));
    }
    KeyFault::Several { lines, first }
}

/// True if `id` is a missing YAML value after a name, which can become a table.
pub(super) fn is_blank(document: &Document<'_>, id: Id) -> bool {
    let node = document.tree.node(id);
    let before = &document.text()[..node.value.start as usize];
    document.format == Format::Yaml
        && node.kind == Kind::Null
        && node.value.is_empty()
        && before.ends_with(':')
}

/// The refusal of a key that does not exist, or only through `<<`.
pub(super) fn absent(document: &Document<'_>, found: &Found) -> KeyFault {
    match merged(document, found.node(), &found.rest) {
        Some(at) => document.closed("a key inherited through `<<`", at),
        None => missing(document, found),
    }
}

/// The `<<` entry of `id` through which `rest` may come. Its alias has the first name or another `<<`, or is unknown.
pub(super) fn merged(document: &Document<'_>, id: Id, rest: &[KeyPart]) -> Option<Id> {
    const MERGE: &str = "<<";
    let tree = &document.tree;
    if document.format != Format::Yaml || tree.node(id).kind != Kind::Map {
        return None;
    }
    let first = &rest.first()?.name;
    let entry = tree.children(id).find(|&child| tree.name(child) == MERGE)?;
    let aliases: Vec<Id> = match tree.node(entry).kind {
        Kind::List => tree.children(entry).collect(),
        _ => vec![entry],
    };
    for alias in aliases {
        let Some(table) = tree
            .target(alias)
            .filter(|&table| tree.node(table).kind == Kind::Map)
        else {
            return Some(entry);
        };
        for child in tree.children(table) {
            if tree.name(child) == MERGE || tree.name(child) == first {
                return Some(entry);
            }
        }
    }
    None
}

pub(super) fn name_of(document: &Document<'_>, parent: Id, id: Id) -> String {
    if document.tree.node(parent).kind == Kind::List {
        let index = document.tree.children(parent).position(|child| child == id);
        return index.unwrap_or_default().to_string();
    }
    document.tree.name(id).to_owned()
}

pub(super) fn names_of(document: &Document<'_>, trail: &[Id]) -> Vec<String> {
    let steps = trail.windows(2);
    steps
        .map(|step| name_of(document, step[0], step[1]))
        .collect()
}

/// The key `names` in a form that can be typed. A name with dots needs no quotes in a format without sections.
pub(super) fn typed_name(format: Format, names: &[String]) -> String {
    let is_flat = format
        .dialect()
        .is_some_and(|dialect| dialect.sections == Sections::None);
    match names {
        [name] if is_flat && KeyPath::parse(name).is_ok_and(|key| key.to_string() == *name) => {
            name.clone()
        }
        names => KeyPath::of_names(names).to_string(),
    }
}

/// The refusal of a name that does not exist, with similar names.
pub(super) fn missing(document: &Document<'_>, found: &Found) -> KeyFault {
    let (tree, format, id) = (&document.tree, document.format, found.node());
    let first = found.rest.first().map_or("", |part| part.name.as_str());
    let is_list = tree.node(id).kind == Kind::List;
    let mut near = Vec::new();
    let mut names = Vec::new();
    let is_open = tree.node(id).kind.is_container();
    for child in tree.children(id).filter(|_| is_open) {
        let name = name_of(document, id, child);
        // Also search nested tables, list elements, and the other documents of a stream.
        let has_first = tree.node(child).kind.is_container()
            && tree.children(child).any(|inner| tree.name(inner) == first);
        if has_first && near.len() < 6 {
            near.push(typed_name(format, &[name.clone(), first.to_owned()]));
        }
        names.push(name);
    }
    let count = names.len();
    if near.is_empty() {
        let likely = nearest(first, names.iter().map(String::as_str));
        near.extend(likely.map(|name| typed_name(format, &[name.to_owned()])));
    }
    if near.is_empty() {
        names.truncate(6);
        near = names
            .iter()
            .map(|name| typed_name(format, std::slice::from_ref(name)))
            .collect();
    }
    let mut table = None;
    let above = names_of(document, &found.trail);
    if !above.is_empty() {
        table = Some(KeyPath::of_names(&above).to_string());
    }
    KeyFault::Missing {
        table,
        near,
        is_makeable: !is_list || first == count.to_string(),
    }
}

/// The description of a stream in refusals.
pub(super) const STREAM: &str = "a stream of several documents";

/// The refusal of a change to the node itself. `None` if the node can be changed.
pub(super) fn closed_node(document: &Document<'_>, id: Id) -> Option<KeyFault> {
    let node = document.tree.node(id);
    let name = match node.kind {
        Kind::Closed(Closed::Alias | Closed::NoValue) => return None,
        Kind::Closed(closed) => closed.name(),
        _ if node.is_anchored => REPEATED,
        _ if node.layout == Layout::Stream => STREAM,
        _ => return None,
    };
    Some(document.closed(name, id))
}
