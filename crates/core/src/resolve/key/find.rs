//! Finds a key in a document.

use super::dialect::{Dialect, Sections};
use super::document::Document;
use super::format::Format;
use super::tree::{ANCHORED, Closed, Id, Kind, Layout};
use crate::refusal::KeyFault;
use crate::request::{KeyPart, KeyPath, nearest};

/// The maximum number of similar names in a refusal.
const MAX_NEAR: usize = 6;

/// The part of a path that exists in a document, and the rest.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The existing nodes from the root.
    pub trail: Vec<Id>,
    /// The parts that do not exist.
    pub rest: Vec<KeyPart>,
    /// The entry in the last node of the trail that a new entry with the same name follows (`Include.+`).
    pub previous: Option<Id>,
}

impl Found {
    /// True if the complete key exists.
    pub fn is_whole(&self) -> bool {
        self.rest.is_empty() && self.previous.is_none()
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
    let mut complete = Vec::new();
    let mut longest: Option<Found> = None;
    let mut first_fault = None;
    for parts in readings(dialect, &key.parts) {
        // `1.Name` is the name of an entry only if that entry exists. Otherwise, an index or `+` is meant.
        let must_exist = parts[1..].iter().any(begins_with_index);
        match follow(document, &parts) {
            Ok(found) if found.rest.is_empty() => complete.push(found),
            _ if must_exist => {}
            Ok(found) => {
                let best_len = longest.as_ref().map_or(0, |best| best.trail.len());
                if found.trail.len() > best_len {
                    longest = Some(found);
                }
            }
            Err(fault) => {
                first_fault.get_or_insert(fault);
            }
        }
    }
    if let [first, second, ..] = &complete[..] {
        return Err(KeyFault::Several {
            lines: vec![
                document.line_of(first.node()),
                document.line_of(second.node()),
            ],
            first: None,
        });
    }
    if let Some(found) = complete.pop() {
        return Ok(found);
    }
    if let Some(fault) = first_fault {
        return Err(fault);
    }
    // `readings` is never empty.
    longest.ok_or_else(|| document.closed("no key", document.tree.root()))
}

fn is_index(part: &KeyPart) -> bool {
    part.is_new() || part.index().is_some()
}

/// True if the part begins with an index or `+`, followed by a dot and a name.
fn begins_with_index(part: &KeyPart) -> bool {
    let Some((first, _)) = part.name.split_once('.') else {
        return false;
    };
    is_index(&KeyPart {
        name: first.to_owned(),
        is_quoted: part.is_quoted,
    })
}

/// Joins `parts` to a single name with dots.
fn joined(parts: &[KeyPart]) -> KeyPart {
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    KeyPart {
        name: names.join("."),
        is_quoted: parts.iter().any(|part| part.is_quoted),
    }
}

/// True if both refer to the same entry, or to the same section if `is_section`. Names of sections and entries may
/// contain dots.
pub(super) fn is_same_place(
    dialect: Option<&Dialect>,
    one: &[KeyPart],
    other: &[KeyPart],
    is_section: bool,
) -> bool {
    let Some(dialect) = dialect else {
        let names = one.iter().map(|part| &part.name);
        return names.eq(other.iter().map(|part| &part.name));
    };
    let (one, other) = (joined(one).name, joined(other).name);
    if is_section {
        return dialect.is_same_section(&one, &other);
    }
    let (one_section, one_name) = one.rsplit_once('.').unwrap_or(("", &one));
    let (other_section, other_name) = other.rsplit_once('.').unwrap_or(("", &other));
    dialect.is_same_section(one_section, other_section)
        && dialect.is_same_name(one_name, other_name)
}

/// The ways to split `parts` into section and entry. Any dot can separate them, because names may contain dots.
fn readings(dialect: &Dialect, parts: &[KeyPart]) -> Vec<Vec<KeyPart>> {
    // Trailing indices and `+` are not names.
    let last_name = parts.iter().rposition(|part| !is_index(part));
    let (names, indices) = parts.split_at(last_name.map_or(parts.len(), |last| last + 1));
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
        reading.extend_from_slice(indices);
    }
    if dialect.sections == Sections::None && !indices.is_empty() {
        all.push(vec![joined(parts)]);
    }
    all
}

/// Follows the names `parts` as far as they exist.
fn follow(document: &Document<'_>, parts: &[KeyPart]) -> Result<Found, KeyFault> {
    let tree = &document.tree;
    let mut found = Found {
        trail: vec![tree.root()],
        rest: parts.to_vec(),
        previous: None,
    };
    // Several parents are sections with the same name that the dialect joins.
    let mut parents = vec![tree.root()];
    while let Some(name) = found.rest.first() {
        let id = found.node();
        if !tree.node(id).kind.is_container() {
            return follow_scalar(document, found);
        }
        if tree.node(id).is_anchored {
            return Err(document.closed(ANCHORED, id));
        }
        let matches = matches_in(document, &parents, name);
        if matches.is_empty() {
            return Ok(found);
        }
        match select(document, &matches, &found.rest)? {
            Selection::NewSection => return Ok(found),
            Selection::Joined => parents = enter_joined(document, &matches, &mut found),
            Selection::Entry(entry, part_count) => {
                // For joined sections, the trail has another section with this name so far.
                if let Some(parent) = found.trail.last_mut() {
                    *parent = entry.parent;
                }
                found.trail.push(entry.child);
                parents = vec![entry.child];
                found.rest.drain(..part_count);
            }
            Selection::Ambiguous => {
                let name_end = parts.len() - found.rest.len() + 1;
                return Err(ambiguous_fault(document, &matches, &parts[..name_end]));
            }
        }
    }
    Ok(found)
}

/// Enters all sections in `matches`, which have the same name. Returns them. The trail gets the section with the next
/// name, or else the last section.
fn enter_joined(document: &Document<'_>, matches: &[Match], found: &mut Found) -> Vec<Id> {
    let sections: Vec<Id> = matches.iter().map(|section| section.child).collect();
    let next = &found.rest[1];
    let with_next = sections.iter().find(|&&id| has_match(document, id, next));
    found.trail.extend(with_next.or(sections.last()));
    found.rest.remove(0);
    sections
}

/// The children of `parents` that match `part`.
fn matches_in(document: &Document<'_>, parents: &[Id], part: &KeyPart) -> Vec<Match> {
    let mut matches = Vec::new();
    for &parent in parents {
        for child in matching(document, parent, part) {
            matches.push(Match { parent, child });
        }
    }
    matches
}

/// Ends the search at a value without children.
fn follow_scalar(document: &Document<'_>, mut found: Found) -> Result<Found, KeyFault> {
    let id = found.node();
    if is_missing_value(document, id) {
        return Ok(found);
    }
    let is_repeated = found.rest.first().is_some_and(KeyPart::is_new);
    if is_repeated && document.format.dialect().is_some() && found.trail.len() > 1 {
        found.previous = found.trail.pop();
        return Ok(found);
    }
    Err(document.closed(document.tree.node(id).kind.noun(), id))
}

/// An entry with the searched name.
#[derive(Clone, Copy)]
struct Match {
    parent: Id,
    child: Id,
}

/// The entries that a name and the part after it select.
enum Selection {
    /// A new section with the same name (`Peer.+.Key`).
    NewSection,
    /// All sections with the name.
    Joined,
    /// One entry, and the number of parts that select it.
    Entry(Match, usize),
    Ambiguous,
}

/// Selects from `matches`, the entries with the first name of `rest`.
fn select(
    document: &Document<'_>,
    matches: &[Match],
    rest: &[KeyPart],
) -> Result<Selection, KeyFault> {
    let by_name = match matches {
        [only] => Selection::Entry(*only, 1),
        _ => Selection::Ambiguous,
    };
    let (Some(dialect), [name, next, ..]) = (document.format.dialect(), rest) else {
        return Ok(by_name);
    };
    let is_section = |entry: &Match| document.tree.node(entry.child).kind == Kind::Map;
    let has_only_sections = matches.iter().all(is_section);
    if next.is_new() && has_only_sections && rest.len() > 2 {
        if dialect.allows_repeats || dialect.sections == Sections::Apart {
            return Ok(Selection::NewSection);
        }
        return Err(document.closed("a section that occurs once", matches[0].child));
    }
    let is_name = matches
        .iter()
        .any(|entry| has_match(document, entry.child, next));
    if let Some(index) = next.index()
        && !is_name
    {
        return match matches.get(index) {
            Some(entry) => Ok(Selection::Entry(*entry, 2)),
            None => Err(no_such_index(name, matches.len() - 1)),
        };
    }
    if next.is_new()
        && !has_only_sections
        && let Some(last) = matches.last()
    {
        // The new entry follows the last existing entry.
        return Ok(Selection::Entry(*last, 1));
    }
    if matches.len() > 1 && is_section(&matches[0]) && dialect.sections == Sections::Joined {
        return Ok(Selection::Joined);
    }
    Ok(by_name)
}

/// The refusal of an index after `name` that is greater than `last`.
fn no_such_index(name: &KeyPart, last: usize) -> KeyFault {
    let name = KeyPath::of_names(std::slice::from_ref(&name.name));
    KeyFault::Missing {
        table: None,
        near: vec![format!("{name}[{last}]")],
        can_be_created: false,
    }
}

/// The children of `parent` that match `part`.
fn matching<'d>(
    document: &'d Document<'_>,
    parent: Id,
    part: &'d KeyPart,
) -> impl Iterator<Item = Id> + 'd {
    let kind = document.tree.node(parent).kind;
    let children = document.tree.children(parent).enumerate();
    children
        .filter(move |&(index, child)| match kind {
            Kind::List => part.index() == Some(index),
            Kind::Map => !part.is_new() && is_named(document, child, &part.name),
            _ => false,
        })
        .map(|(_, child)| child)
}

fn has_match(document: &Document<'_>, parent: Id, part: &KeyPart) -> bool {
    matching(document, parent, part).next().is_some()
}

fn is_named(document: &Document<'_>, id: Id, name: &str) -> bool {
    let (tree, dialect) = (&document.tree, document.format.dialect());
    match dialect {
        // `[ req ]` is called `req`, and ` req ` by some programs.
        Some(dialect) if tree.node(id).kind == Kind::Map => {
            dialect.is_same_section(tree.name(id), name.trim())
        }
        Some(dialect) => dialect.is_same_name(tree.name(id), name),
        None => tree.name(id) == name,
    }
}

/// The refusal of an ambiguous name.
fn ambiguous_fault(document: &Document<'_>, matches: &[Match], parts: &[KeyPart]) -> KeyFault {
    let mut lines = Vec::new();
    for entry in matches {
        lines.push(document.line_of(entry.child));
    }
    let is_table = document.tree.node(matches[0].child).kind == Kind::Map;
    let mut first = None;
    if let Some(dialect) = document.format.dialect()
        && (dialect.allows_repeats || is_table && dialect.sections == Sections::Apart)
    {
        let key = KeyPath {
            parts: parts.to_vec(),
            dialect: None,
        };
        first = Some(format!("{key}[0]"));
    }
    KeyFault::Several { lines, first }
}

/// True if `id` is a YAML name without a value, which can become a table.
pub(super) fn is_missing_value(document: &Document<'_>, id: Id) -> bool {
    let node = document.tree.node(id);
    let before = &document.text()[..node.value.start as usize];
    document.format == Format::Yaml
        && node.kind == Kind::Null
        && node.value.is_empty()
        && before.ends_with(':')
}

/// The refusal of a key that does not exist, or only through `<<`.
pub(super) fn absent_fault(document: &Document<'_>, found: &Found) -> KeyFault {
    let Some(at) = merge_entry(document, found.node(), &found.rest) else {
        return missing_fault(document, found);
    };
    let mut names = names_of(document, &found.trail);
    names.extend(found.rest.iter().map(|part| part.name.clone()));
    KeyFault::NotEditable {
        of: Some(typed_name(document.format, &names)),
        name: "a key inherited through `<<`",
        line: document.line_of(at),
    }
}

/// The `<<` entry of `id` that may contain the first name of `rest`.
pub(super) fn merge_entry(document: &Document<'_>, id: Id, rest: &[KeyPart]) -> Option<Id> {
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
        let table = tree.alias_target(alias);
        let Some(table) = table.filter(|&table| tree.node(table).kind == Kind::Map) else {
            return Some(entry);
        };
        // The table may inherit the name through a `<<` of its own.
        let mut names = tree.children(table).map(|child| tree.name(child));
        if names.any(|name| name == MERGE || name == first) {
            return Some(entry);
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

/// The names on the path `trail`, without the root.
pub(super) fn names_of(document: &Document<'_>, trail: &[Id]) -> Vec<String> {
    let pairs = trail.iter().zip(trail.iter().skip(1));
    pairs
        .map(|(&parent, &child)| name_of(document, parent, child))
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
pub(super) fn missing_fault(document: &Document<'_>, found: &Found) -> KeyFault {
    let (tree, id) = (&document.tree, found.node());
    let first = found.rest.first().map_or("", |part| part.name.as_str());
    let mut names = Vec::new();
    let mut near = Vec::new();
    if tree.node(id).kind.is_container() {
        for child in tree.children(id) {
            let name = name_of(document, id, child);
            // Also search nested tables, list elements, and the other documents of a stream.
            let has_first = tree.node(child).kind.is_container()
                && tree.children(child).any(|inner| tree.name(inner) == first);
            if has_first && near.len() < MAX_NEAR {
                near.push(vec![name.clone(), first.to_owned()]);
            }
            names.push(name);
        }
    }
    if near.is_empty() && tree.node(id).kind != Kind::List {
        let similar = nearest(first, names.iter().map(String::as_str));
        near.extend(similar.map(|name| vec![name.to_owned()]));
    }
    if near.is_empty() {
        near.extend(names.iter().take(MAX_NEAR).map(|name| vec![name.clone()]));
    }
    let mut table = None;
    let above = names_of(document, &found.trail);
    if !above.is_empty() {
        table = Some(KeyPath::of_names(&above).to_string());
    }
    let is_next_index = first == names.len().to_string();
    KeyFault::Missing {
        table,
        near: near
            .iter()
            .map(|names| typed_name(document.format, names))
            .collect(),
        can_be_created: tree.node(id).kind != Kind::List || is_next_index,
    }
}

/// The description of a stream in refusals.
pub(super) const STREAM: &str = "a stream of several documents";

/// # Errors
/// The value of the node cannot be changed in place.
pub(super) fn check_open(document: &Document<'_>, id: Id) -> Result<(), KeyFault> {
    let node = document.tree.node(id);
    let name = match node.kind {
        Kind::Closed(Closed::Alias | Closed::NoValue) => return Ok(()),
        Kind::Closed(closed) => closed.name(),
        _ if node.is_anchored => ANCHORED,
        _ if node.layout == Layout::Stream => STREAM,
        _ => return Ok(()),
    };
    Err(document.closed(name, id))
}
