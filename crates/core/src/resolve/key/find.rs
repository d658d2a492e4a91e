//! Where a key leads in a document.

use super::dialect::Sections;
use super::document::Document;
use super::format::Format;
use super::tree::{Closed, Id, Kind, Layout, REPEATED};
use crate::refusal::KeyFault;
use crate::request::{KeyPart, KeyPath, nearest};

/// How far a path leads into a document.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The nodes from the root to the last one that is there.
    pub trail: Vec<Id>,
    /// The parts that are not there.
    pub rest: Vec<KeyPart>,
    /// An entry after which another of its name goes (`Include.+`); it is in the last node of the trail.
    pub beside: Option<Id>,
}

impl Found {
    /// True if all of the key is there.
    pub fn is_whole(&self) -> bool {
        self.rest.is_empty() && self.beside.is_none()
    }

    /// The last node.
    pub fn node(&self) -> Id {
        self.trail.last().copied().unwrap_or_default()
    }
}

/// Follows `key` as far as it is there.
///
/// # Errors
/// A name that is there several times, or a value on the way that has no parts.
pub(super) fn find(document: &Document<'_>, key: &KeyPath) -> Result<Found, KeyFault> {
    let mut best: Option<Found> = None;
    let mut fault = None;
    for parts in readings(document.format, &key.parts) {
        let found = match follow(document, &parts) {
            Ok(found) => found,
            Err(why) => {
                fault.get_or_insert(why);
                continue;
            }
        };
        // `1.Name` is the name of an entry only if it is there: an index or `+` is meant otherwise.
        if !found.rest.is_empty() && parts[1..].iter().any(begins_with_index) {
            continue;
        }
        match &best {
            Some(best) if best.rest.is_empty() && found.rest.is_empty() => {
                let lines = [best, &found].map(|found| document.line_of(found.node()));
                return Err(KeyFault::Several {
                    lines: lines.to_vec(),
                    first: None,
                });
            }
            Some(best) if best.rest.is_empty() => {}
            Some(best) if !found.rest.is_empty() && found.trail.len() <= best.trail.len() => {}
            _ => best = Some(found),
        }
    }
    match (best, fault) {
        (Some(found), None) => Ok(found),
        (Some(found), Some(_)) if found.rest.is_empty() => Ok(found),
        (_, Some(why)) => Err(why),
        // There is always a reading.
        (None, None) => Err(document.closed("no key", document.tree.root())),
    }
}

/// True for several parts in one, of which the first is an index or `+`.
fn begins_with_index(part: &KeyPart) -> bool {
    let Some((first, _)) = part.name.split_once('.') else {
        return false;
    };
    let first = KeyPart {
        name: first.to_owned(),
        is_quoted: part.is_quoted,
    };
    first.is_new() || first.index().is_some()
}

/// The ways to read `parts`: where names have dots of their own, every dot may be one.
fn readings(format: Format, parts: &[KeyPart]) -> Vec<Vec<KeyPart>> {
    let Some(dialect) = format.dialect() else {
        return vec![parts.to_vec()];
    };
    // Indexes and `+` at the end are no names.
    let is_name = |part: &KeyPart| part.index().is_none() && !part.is_new();
    let names = parts
        .iter()
        .rposition(is_name)
        .map_or(parts.len(), |last| last + 1);
    let (names, behind) = parts.split_at(names);
    let one = |parts: &[KeyPart]| KeyPart {
        name: parts
            .iter()
            .map(|part| part.name.as_str())
            .collect::<Vec<_>>()
            .join("."),
        is_quoted: parts.iter().any(|part| part.is_quoted),
    };
    let whole = |head: Vec<KeyPart>| [&head[..], behind].concat();
    if dialect.sections == Sections::None || names.len() < 2 {
        let mut all = vec![whole(vec![one(names)])];
        if !behind.is_empty() && dialect.sections == Sections::None {
            all.push(vec![one(parts)]);
        }
        return all;
    }
    let mut all = Vec::new();
    for at in (1..names.len()).rev() {
        let (section, key) = names.split_at(at);
        match section.split_last() {
            // `Peer[1].Name`: the second section of that name; `Peer.+.Name`: another one.
            Some((index, name))
                if (index.index().is_some() || index.is_new()) && !name.is_empty() =>
            {
                all.push(whole(vec![one(name), index.clone(), one(key)]));
            }
            _ => all.push(whole(vec![one(section), one(key)])),
        }
        // `Name[de]` is one name.
        if let [name, locale] = key
            && !name.is_new()
            && name.index().is_none()
        {
            let name = format!("{}[{}]", name.name, locale.name);
            all.push(whole(vec![
                one(section),
                KeyPart {
                    name,
                    is_quoted: false,
                },
            ]));
        }
    }
    all.push(whole(vec![one(names)]));
    all
}

fn follow(document: &Document<'_>, parts: &[KeyPart]) -> Result<Found, KeyFault> {
    let tree = &document.tree;
    let root = tree.root();
    let mut trail = vec![root];
    // Sections of one name, where they are one section.
    let mut joined = vec![root];
    let mut at = 0;
    while let Some(part) = parts.get(at) {
        let here = *trail.last().unwrap_or(&root);
        let stop = |trail: Vec<Id>| Found {
            trail,
            rest: parts[at..].to_vec(),
            beside: None,
        };
        match tree.node(here).kind {
            Kind::Map | Kind::List => {}
            Kind::Null if is_blank(document, here) => return Ok(stop(trail)),
            _ if part.is_new() && document.format.dialect().is_some() && trail.len() > 1 => {
                trail.pop();
                return Ok(Found {
                    beside: Some(here),
                    ..stop(trail)
                });
            }
            kind => return Err(document.closed(kind.noun(), here)),
        }
        if tree.node(here).is_anchored {
            return Err(document.closed(REPEATED, here));
        }
        let mut matches = Vec::new();
        for &parent in &joined {
            matches.extend(matching(document, parent, part).map(|child| (parent, child)));
        }
        let next = parts.get(at + 1);
        let is_tables = matches
            .iter()
            .all(|&(_, child)| tree.node(child).kind == Kind::Map);
        let mut step = 1;
        if let (Some(dialect), Some(next)) = (document.format.dialect(), next) {
            let is_name_inside = matches
                .iter()
                .any(|&(_, child)| matching(document, child, next).next().is_some());
            if next.is_new() && is_tables && parts.len() > at + 2 {
                let can_repeat = dialect.repeats || dialect.sections == Sections::Apart;
                if !can_repeat && !matches.is_empty() {
                    return Err(document.closed("a section that stands once", matches[0].1));
                }
                return Ok(stop(trail));
            }
            if let Some(index) = next
                .index()
                .filter(|_| !matches.is_empty() && !is_name_inside)
            {
                let Some(&chosen) = matches.get(index) else {
                    let name = KeyPath::of_names(std::slice::from_ref(&part.name));
                    return Err(KeyFault::Missing {
                        table: None,
                        near: vec![format!("{name}[{}]", matches.len() - 1)],
                        is_makeable: false,
                    });
                };
                matches = vec![chosen];
                step = 2;
            } else if next.is_new() && !is_tables && matches.len() > 1 {
                matches = vec![matches[matches.len() - 1]];
            } else if is_tables && matches.len() > 1 && dialect.sections == Sections::Joined {
                joined = matches.iter().map(|&(_, child)| child).collect();
                let last = matches[matches.len() - 1].1;
                let with_next = matches
                    .iter()
                    .find(|&&(_, child)| matching(document, child, next).next().is_some());
                trail.push(with_next.map_or(last, |&(_, child)| child));
                at += 1;
                continue;
            }
        }
        match matches[..] {
            [] => return Ok(stop(trail)),
            [(parent, child)] => {
                if let Some(last) = trail.last_mut() {
                    *last = parent;
                }
                trail.push(child);
                joined = vec![child];
                at += step;
            }
            [..] => return Err(several(document, &matches, &parts[..=at])),
        }
    }
    Ok(Found {
        trail,
        rest: Vec::new(),
        beside: None,
    })
}

/// The children of `parent` that `part` names.
fn matching<'d>(
    document: &'d Document<'_>,
    parent: Id,
    part: &'d KeyPart,
) -> impl Iterator<Item = Id> + 'd {
    let is_list = document.tree.node(parent).kind == Kind::List;
    let is_open = document.tree.node(parent).kind.is_container() && !part.is_new();
    let children = document.tree.children(parent).enumerate();
    let is_it = move |&(index, child): &(usize, Id)| {
        if is_list {
            return part.index() == Some(index);
        }
        document.is_same_name(document.tree.name(child), &part.name)
    };
    children
        .filter(move |_| is_open)
        .filter(is_it)
        .map(|(_, child)| child)
}

/// The refusal of a name that is there several times.
fn several(document: &Document<'_>, matches: &[(Id, Id)], parts: &[KeyPart]) -> KeyFault {
    let lines = matches.iter().map(|&(_, child)| document.line_of(child));
    let key = KeyPath {
        parts: parts.to_vec(),
        dialect: None,
    };
    let is_table = document.tree.node(matches[0].1).kind == Kind::Map;
    let can_choose = document
        .format
        .dialect()
        .is_some_and(|dialect| dialect.repeats || is_table && dialect.sections == Sections::Apart);
    KeyFault::Several {
        lines: lines.collect(),
        first: can_choose.then(|| format!("{key}[0]")),
    }
}

/// True if `id` is a value of YAML that is left out behind a name: it may become a table.
pub(super) fn is_blank(document: &Document<'_>, id: Id) -> bool {
    let node = document.tree.node(id);
    let before = &document.text()[..node.value.start as usize];
    document.format == Format::Yaml
        && node.kind == Kind::Null
        && node.value.is_empty()
        && before.ends_with(':')
}

/// The refusal of `found`, whose rest is not there: it comes through `<<`, or is not there at all.
pub(super) fn absent(document: &Document<'_>, found: &Found) -> KeyFault {
    match merged(document, found.node(), &found.rest) {
        Some(at) => document.closed("a key that comes through `<<`", at),
        None => missing(document, found),
    }
}

/// The `<<` of `id` that `rest` may come through: its alias stands for a table that has the first name, or one of its own.
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

/// The name of the node in a path.
pub(super) fn name_of(document: &Document<'_>, parent: Id, id: Id) -> String {
    if document.tree.node(parent).kind == Kind::List {
        let index = document.tree.children(parent).position(|child| child == id);
        return index.unwrap_or_default().to_string();
    }
    document.tree.name(id).to_owned()
}

/// The names that lead along `trail`.
pub(super) fn names_of(document: &Document<'_>, trail: &[Id]) -> Vec<String> {
    let steps = trail.windows(2);
    steps
        .map(|step| name_of(document, step[0], step[1]))
        .collect()
}

/// The key `names` as it can be typed. Where tables have no depth, a dot in a name needs no quotes.
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

/// The refusal of a name that is not there, with those that are most like it.
pub(super) fn missing(document: &Document<'_>, found: &Found) -> KeyFault {
    let (tree, format, id) = (&document.tree, document.format, found.node());
    let first = found.rest.first().map_or("", |part| part.name.as_str());
    let is_list = tree.node(id).kind == Kind::List;
    let mut near = Vec::new();
    let mut names = Vec::new();
    let is_open = tree.node(id).kind.is_container();
    for child in tree.children(id).filter(|_| is_open) {
        let name = name_of(document, id, child);
        // An element of a list, or one of several documents, may have it.
        let has_first = is_list && tree.children(child).any(|inner| tree.name(inner) == first);
        if has_first && near.len() < 6 {
            near.push(typed_name(format, &[name.clone(), first.to_owned()]));
        }
        names.push(name);
    }
    let count = names.len();
    if near.is_empty() {
        let nearest = nearest(first, names.iter().map(String::as_str));
        near.extend(nearest.map(|name| typed_name(format, &[name.to_owned()])));
    }
    if near.is_empty() {
        names.truncate(6);
        near = names
            .iter()
            .map(|name| typed_name(format, std::slice::from_ref(name)))
            .collect();
    }
    let names = names_of(document, &found.trail);
    KeyFault::Missing {
        table: (!names.is_empty()).then(|| KeyPath::of_names(&names).to_string()),
        near,
        is_makeable: !is_list || first == count.to_string(),
    }
}

/// The name of what parts the documents of a stream.
pub(super) const STREAM: &str = "a stream of several documents";

/// The refusal of a change of the node itself; `None` if it can be changed.
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
