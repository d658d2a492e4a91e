//! The bytes to delete with a key.

use std::ops::Range;

use super::add::{comma_after, is_blank_or_comment, is_inline};
use super::dialect::Quoting;
use super::document::Document;
use super::edit::{Change, indent, rest_of_line};
use super::find::STREAM;
use super::format::Format;
use super::tree::{ANCHORED, Closed, Id, Kind, Layout};
use crate::refusal::KeyFault;
use crate::text;

/// An entry to delete, with its neighbors.
struct Removal {
    container: Id,
    id: Id,
    before: Option<Id>,
    after: Option<Id>,
}

impl Removal {
    /// The entry `id` of `container`.
    fn new(document: &Document<'_>, container: Id, id: Id) -> Self {
        let mut siblings = document.tree.children(container);
        let before = siblings.by_ref().take_while(|&child| child != id).last();
        Self {
            container,
            id,
            before,
            after: siblings.next(),
        }
    }

    fn is_only(&self) -> bool {
        self.before.is_none() && self.after.is_none()
    }
}

/// The changes that delete the entry at the end of `trail`.
pub(super) fn removed(document: &Document<'_>, trail: &[Id]) -> Result<Vec<Change>, KeyFault> {
    let tree = &document.tree;
    let [above @ .., id] = trail else {
        return Ok(Vec::new());
    };
    let Some(&container) = above.last() else {
        return Err(document.closed("the whole document", tree.root()));
    };
    let (id, node, around) = (*id, tree.node(*id), tree.node(container));
    if tree.has_anchors(id) {
        return Err(document.closed(ANCHORED, id));
    }
    if around.layout == Layout::Stream {
        return Err(document.closed(STREAM, id));
    }
    let removal = Removal::new(document, container, id);
    if around.layout == Layout::Dotted && removal.is_only() {
        // Without its only entry, the table would not exist.
        let prefix = &document.text()[node.start as usize..node.key.start as usize];
        let name = prefix.trim_end_matches([' ', '\t', '.']);
        return Ok(vec![Change {
            span: node.entry(),
            new: format!("{name} = {{}}"),
        }]);
    }
    if node.kind == Kind::Closed(Closed::Gaps) {
        return Err(document.closed(Closed::Gaps.name(), id));
    }
    if is_inline(document, above) {
        return Ok(between_commas(document, &removal));
    }
    if document.format == Format::Yaml && removal.is_only() && !around.value.is_empty() {
        return Ok(vec![emptied(document, container)]);
    }
    Ok(vec![lines_removed(document, &removal)?])
}

/// Deletes an entry on separate lines.
fn lines_removed(document: &Document<'_>, removal: &Removal) -> Result<Change, KeyFault> {
    let mut span = line_range(document, removal)?;
    let text = document.text();
    // PHP does not recognize a comment without a line break after an empty value.
    let needs_break = document
        .format
        .dialect()
        .is_some_and(|dialect| dialect.quoting == Quoting::Php);
    if span.end == text.len() && !text.ends_with('\n') && !needs_break {
        // The line above becomes the last line, which had no ending.
        span.start = text[..span.start].trim_end_matches(['\r', '\n']).len();
    }
    Ok(Change::deletion(span))
}

/// Replaces the last entry of a YAML table or list with empty brackets.
fn emptied(document: &Document<'_>, container: Id) -> Change {
    let (text, node) = (document.text(), document.tree.node(container));
    let brackets = if node.kind == Kind::List { "[]" } else { "{}" };
    let Range { start, mut end } = node.value.range();
    if !text[..end].ends_with('\n') {
        end += rest_of_line(text, end).len();
    }
    let before = text[..start].trim_end();
    // The root of a document may follow `---`.
    if !before.ends_with([':', '-']) {
        let new = brackets.to_owned();
        return Change {
            span: start..end,
            new,
        };
    }
    Change {
        span: before.len()..end,
        new: format!(" {brackets}"),
    }
}

/// The bytes of an entry on separate lines.
fn line_range(document: &Document<'_>, removal: &Removal) -> Result<Range<usize>, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let bytes = text.as_bytes();
    let node = tree.node(removal.id);
    let entry = node.entry();
    let line_end = text::line_end(bytes, entry.end.max(entry.start + 1) - 1);
    let is_yaml = document.format == Format::Yaml;
    if indent(text, entry.start).is_none() {
        // The first entry after the dash of a list, or after a git heading.
        let Some(next) = removal.after else {
            if is_yaml {
                return Err(document.closed("the first key after a dash", removal.id));
            }
            return Ok(text[..entry.start].trim_end().len()..entry.end);
        };
        let next = tree.node(next).start as usize;
        // Keep comments above the next entry below the dash.
        if is_yaml && !text[line_end..next].contains('#') {
            return Ok(entry.start..next);
        }
        let start = text[..entry.start].trim_end_matches([' ', '\t']).len();
        return Ok(start..text[..line_end].trim_end_matches(['\r', '\n']).len());
    }
    let mut start = text::line_start(bytes, entry.start);
    let next = &text[line_end..text::line_end(bytes, line_end)];
    if node.kind.is_container() && !is_yaml && next.trim().is_empty() {
        // Also delete one of the two blank lines around a table.
        let before = text::line_start(bytes, start.saturating_sub(1));
        if start > 0 && text[before..start].trim().is_empty() {
            start = before;
        }
        if start == 0 {
            return Ok(0..line_end + next.len());
        }
    }
    Ok(start..line_end)
}

/// Deletes an entry between brackets, together with one comma.
fn between_commas(document: &Document<'_>, removal: &Removal) -> Vec<Change> {
    let (text, tree) = (document.text(), &document.tree);
    let Range { start, end } = tree.node(removal.id).entry();
    let comma = comma_after(document, end);
    let entry_end = comma.map_or(end, |comma| comma + 1);
    if removal.is_only() {
        let around = tree.node(removal.container).value.range();
        let inside = around.start + 1..around.end - 1;
        let behind = &text[entry_end.min(inside.end)..inside.end];
        if text[inside.start..start].trim().is_empty() && behind.trim().is_empty() {
            return vec![Change::deletion(inside)];
        }
    }
    let before = removal.before.map(|id| tree.node(id).entry().end);
    let after = removal.after.map(|id| tree.node(id).start as usize);
    let line_end = text::line_end(text.as_bytes(), entry_end);
    let has_own_lines = indent(text, start).is_some()
        && is_blank_or_comment(document.format, &text[entry_end..line_end]);
    if has_own_lines {
        let mut changes = Vec::new();
        if let (Some(before), None, None) = (before, after, comma) {
            // The comma before the entry separated it from the previous entry.
            let extra = comma_after(document, before);
            changes.extend(extra.map(|at| Change::deletion(at..at + 1)));
        }
        let line_start = text::line_start(text.as_bytes(), start);
        changes.push(Change::deletion(line_start..line_end));
        return changes;
    }
    let span = match (before, after) {
        (_, Some(after)) => {
            let rest = text[entry_end..after].trim_start_matches([' ', '\t']);
            start..after - rest.len()
        }
        (Some(before), None) => before..end,
        (None, None) => start..entry_end,
    };
    vec![Change::deletion(span)]
}
