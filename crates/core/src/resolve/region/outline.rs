//! The outline of a text: what has a name in it, in order, with what it is in.

use std::collections::HashMap;
use std::path::Path;

use super::section;
use super::symbol;
use crate::refusal::Reason;
use crate::resolve::key;
use crate::snapshot::Snapshot;
use crate::syntax::Definition;
use crate::text::{LineNumber, LineRange};

/// Something in a text that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEntry {
    /// The word for what it is.
    pub kind: &'static str,
    /// Its whole name, by which it is found.
    pub name: String,
    /// The same, with its line where others have that name too.
    pub asked_name: String,
    /// Its name inside that of the entry it is in.
    pub own_name: String,
    /// How many entries it is in.
    pub level: usize,
    /// Its lines.
    pub lines: LineRange,
}

/// What has a name in `now`, the file at `path`, as deep as `depth` levels: headings of Markdown, keys of documents,
/// definitions of programs.
///
/// # Errors
/// `BadRequest` where nothing of the kind is known of such files; `Key` for a document that cannot be read.
pub fn outline(
    path: &Path,
    now: &Snapshot,
    depth: Option<usize>,
) -> Result<Vec<OutlineEntry>, Reason> {
    let mut entries = if section::is_prose(path) {
        headings(path, now)?
    } else if key::is_document(path) {
        keys(path, now)?
    } else {
        definitions(path, now)?
    };
    if !key::is_document(path) {
        tell_apart(&mut entries);
    }
    if let Some(depth) = depth {
        entries.retain(|entry| entry.level < depth);
    }
    Ok(entries)
}

/// Gives the entries of one name their lines, or their numbers if they are on one line. A key has none: it is there once.
fn tell_apart(entries: &mut [OutlineEntry]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for entry in &*entries {
        *counts.entry(entry.name.clone()).or_default() += 1;
    }
    let mut on_line: HashMap<(String, LineNumber), usize> = HashMap::new();
    for entry in &*entries {
        let key = (entry.name.clone(), entry.lines.first());
        *on_line.entry(key).or_default() += 1;
    }
    let mut passed: HashMap<String, usize> = HashMap::new();
    for entry in entries {
        if counts.get(&entry.name).is_none_or(|&count| count < 2) {
            continue;
        }
        let number = passed.entry(entry.name.clone()).or_default();
        let line = entry.lines.first();
        entry.asked_name = match on_line.get(&(entry.name.clone(), line)) {
            Some(1) => format!("{}@{line}", entry.name),
            // The line does not tell it from the others.
            _ => format!("{}[{number}]", entry.name),
        };
        *number += 1;
    }
}

fn headings(path: &Path, now: &Snapshot) -> Result<Vec<OutlineEntry>, Reason> {
    let places = section::list(path, now.bytes())?.into_iter();
    let entry = |place: super::NamedPlace| OutlineEntry {
        kind: place.kind,
        asked_name: place.name(),
        name: place.name(),
        own_name: place.path.last().cloned().unwrap_or_default(),
        level: place.path.len().saturating_sub(1),
        lines: now.lines_of(place.place.lines),
    };
    Ok(places.map(entry).collect())
}

fn keys(path: &Path, now: &Snapshot) -> Result<Vec<OutlineEntry>, Reason> {
    let mut all = key::entries(path, now)?;
    all.sort_by_key(|entry| entry.span.start());
    let entry = |entry: key::KeyEntry| OutlineEntry {
        kind: entry.kind,
        asked_name: entry.name.clone(),
        name: entry.name,
        own_name: entry.own_name,
        level: entry.level,
        lines: now.lines_of(entry.span),
    };
    Ok(all.into_iter().map(entry).collect())
}

/// All but the fields and variables of what is itself listed: a line of the text says as much of them.
fn definitions(path: &Path, now: &Snapshot) -> Result<Vec<OutlineEntry>, Reason> {
    let all = symbol::list(path, now)?;
    let mut levels: Vec<usize> = Vec::with_capacity(all.len());
    for one in all.iter() {
        levels.push(one.parent.map_or(0, |parent| levels[parent] + 1));
    }
    let is_listed = |(one, level): &(&Definition, usize)| {
        let is_detail = *level > 0 && matches!(one.kind, "field" | "variable" | "const");
        !one.is_secondary && !is_detail
    };
    let entry = |(one, level): (&Definition, usize)| {
        let above = one.parent.map_or(0, |parent| all[parent].path.len());
        let own = one.path.get(above..).filter(|own| !own.is_empty());
        let own = own.unwrap_or(&one.path).iter();
        let own: Vec<&str> = own.map(|part| part.name.as_str()).collect();
        OutlineEntry {
            kind: one.kind,
            asked_name: one.name(),
            name: one.name(),
            own_name: own.join(one.separator),
            level,
            lines: now.lines_of(one.whole),
        }
    };
    let listed = all.iter().zip(levels).filter(is_listed);
    let mut entries: Vec<OutlineEntry> = listed.map(entry).collect();
    entries.sort_by_key(|entry| entry.lines.first());
    Ok(entries)
}
