//! The outline of a text: its named parts in order, with their levels.

use std::collections::HashMap;

use super::section;
use super::symbol;
use crate::refusal::Reason;
use crate::resolve::{FileText, key};
use crate::text::{LineNumber, LineRange};

/// A named part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEntry {
    /// The kind, such as `function` or `heading`.
    pub kind: &'static str,
    /// The full name.
    pub name: String,
    /// The name that selects the part. Has a line or an index if other parts have the same full name.
    pub unique_name: String,
    /// The name without the names of enclosing parts.
    pub last_name: String,
    /// The number of enclosing parts.
    pub level: usize,
    /// The lines of the part.
    pub lines: LineRange,
}

/// The named parts of `file`, down to `depth` levels: headings of Markdown, keys of documents,
/// definitions of source code.
///
/// # Errors
/// `BadRequest` if the file has no outline, `Key` for a document that cannot be parsed.
pub fn outline(file: FileText<'_>, depth: Option<usize>) -> Result<Vec<OutlineEntry>, Reason> {
    let mut entries = if section::is_prose(file.path) {
        headings(file)?
    } else if key::is_document(file.path) {
        keys(file)?
    } else {
        definitions(file)?
    };
    if !key::is_document(file.path) {
        make_names_unique(&mut entries);
    }
    if let Some(depth) = depth {
        entries.retain(|entry| entry.level < depth);
    }
    Ok(entries)
}

/// Adds lines to the names that occur several times, or indices if they are on the same line. Keys are always unique.
fn make_names_unique(entries: &mut [OutlineEntry]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for entry in &*entries {
        *counts.entry(entry.name.clone()).or_default() += 1;
    }
    let mut on_line: HashMap<(String, LineNumber), usize> = HashMap::new();
    for entry in &*entries {
        let key = (entry.name.clone(), entry.lines.first());
        *on_line.entry(key).or_default() += 1;
    }
    let mut next_indices: HashMap<String, usize> = HashMap::new();
    for entry in entries {
        if counts[&entry.name] == 1 {
            continue;
        }
        let index = next_indices.entry(entry.name.clone()).or_default();
        let line = entry.lines.first();
        entry.unique_name = if on_line[&(entry.name.clone(), line)] == 1 {
            format!("{}@{line}", entry.name)
        } else {
            format!("{}[{index}]", entry.name)
        };
        *index += 1;
    }
}

fn headings(file: FileText<'_>) -> Result<Vec<OutlineEntry>, Reason> {
    let mut entries = Vec::new();
    for place in section::list(file.path, file.bytes())? {
        entries.push(OutlineEntry {
            kind: place.kind,
            unique_name: place.name(),
            name: place.name(),
            last_name: place.path.last().cloned().unwrap_or_default(),
            level: place.path.len().saturating_sub(1),
            lines: file.now.lines_of(place.place.lines),
        });
    }
    Ok(entries)
}

fn keys(file: FileText<'_>) -> Result<Vec<OutlineEntry>, Reason> {
    let mut all = key::entries(file)?;
    all.sort_by_key(|entry| entry.span.start());
    let mut entries = Vec::with_capacity(all.len());
    for entry in all {
        entries.push(OutlineEntry {
            kind: entry.kind,
            unique_name: entry.name.clone(),
            name: entry.name,
            last_name: entry.own_name,
            level: entry.level,
            lines: file.now.lines_of(entry.span),
        });
    }
    Ok(entries)
}

/// All definitions except nested fields and variables, which the lines of the outer definition show as well.
fn definitions(file: FileText<'_>) -> Result<Vec<OutlineEntry>, Reason> {
    let all = symbol::list(file)?;
    let mut levels: Vec<usize> = Vec::with_capacity(all.len());
    let mut entries = Vec::new();
    for one in all.iter() {
        let level = one.parent.map_or(0, |parent| levels[parent] + 1);
        levels.push(level);
        let is_detail = level > 0 && matches!(one.kind, "field" | "variable");
        if one.is_secondary || is_detail {
            continue;
        }
        let above = one.parent.map_or(0, |parent| all[parent].path.len());
        let below = match one.path.get(above..) {
            Some([]) | None => &one.path[..],
            Some(below) => below,
        };
        let names: Vec<&str> = below.iter().map(|part| part.name.as_str()).collect();
        entries.push(OutlineEntry {
            kind: one.kind,
            unique_name: one.name(),
            name: one.name(),
            last_name: names.join(one.separator),
            level,
            lines: file.now.lines_of(one.whole),
        });
    }
    entries.sort_by_key(|entry| entry.lines.first());
    Ok(entries)
}
