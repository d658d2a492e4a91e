//! The style of a document: indentation, separators and commas. New text uses the same style.

use super::document::Document;
use super::edit::{column, indent, line_indent};
use super::format::Format;
use super::tree::{Id, Kind, Layout};
use super::write::{Site, Writer};

/// The style of a new value in `container`, or of a new value that replaces `old`.
pub(super) fn writer_in<'t>(document: &Document<'t>, container: Id, old: Option<Id>) -> Writer<'t> {
    let format = document.format;
    let old_value = old.map_or("", |old| document.tree.raw_value(old));
    let before_close = old_value.trim_end_matches([']', '}']).trim_end();
    let colon = match format {
        Format::Json => separator(document, container),
        Format::Toml => " = ".to_owned(),
        _ => ": ".to_owned(),
    };
    let default_comma = if colon == ":" { "," } else { ", " };
    Writer {
        format,
        site: Site {
            text: document.text(),
            is_string: document.takes_string,
            ..Site::default()
        },
        spreads_tables: is_spread(document, container, old, Kind::Map),
        spreads_lists: is_spread(document, container, old, Kind::List),
        unit: indent_unit(document, container, old),
        ends_with_comma: if old_value.contains('\n') {
            before_close.ends_with(',')
        } else {
            format == Format::Toml
        },
        dash: example(document, dash_offset).unwrap_or(2),
        comma: entry_separator(document, container)
            .or_else(|| example(document, entry_separator))
            .unwrap_or(default_comma),
        colon,
    }
}

/// The first result of `look` in the nodes of the document.
fn example<T>(document: &Document<'_>, look: impl Fn(&Document<'_>, Id) -> Option<T>) -> Option<T> {
    document.tree.ids().find_map(|id| look(document, id))
}

/// The text between two entries of `container` on one line.
fn entry_separator(document: &Document<'_>, container: Id) -> Option<&'static str> {
    let mut end = None;
    for child in document.tree.children(container) {
        let entry = document.tree.node(child).entry();
        // TOML tables can be interleaved.
        let between = end.and_then(|end: usize| document.text().get(end..entry.start));
        match between.unwrap_or_default().trim_start() {
            "," => return Some(","),
            ", " => return Some(", "),
            _ => end = Some(entry.end),
        }
    }
    None
}

/// The number of columns from the name of a YAML list to its dashes.
fn dash_offset(document: &Document<'_>, list: Id) -> Option<usize> {
    let node = document.tree.node(list);
    if node.kind != Kind::List || node.layout != Layout::Lines || node.key.is_empty() {
        return None;
    }
    let dash = column(document.text(), node.value.start as usize);
    Some(dash.saturating_sub(column(document.text(), node.start as usize)))
}

/// The indentation of the entries of `container`, relative to the container.
fn relative_indent(document: &Document<'_>, container: Id) -> Option<String> {
    let (text, tree) = (document.text(), &document.tree);
    let first = tree.children(container).next()?;
    let inner = indent(text, tree.node(first).start as usize)?;
    let outer = line_indent(text, tree.node(container).start as usize);
    let added = inner.strip_prefix(outer)?;
    if added.is_empty() || document.format == Format::Yaml && added.contains('\t') {
        return None;
    }
    Some(added.to_owned())
}

fn table_indent(document: &Document<'_>, id: Id) -> Option<String> {
    if document.format == Format::Yaml && document.tree.node(id).kind != Kind::Map {
        return None;
    }
    relative_indent(document, id)
}

/// One step of indentation, taken from `old`, `container`, or the rest of the document.
fn indent_unit(document: &Document<'_>, container: Id, old: Option<Id>) -> String {
    let default = if document.format == Format::Toml {
        "    "
    } else {
        "  "
    };
    old.and_then(|old| relative_indent(document, old))
        .or_else(|| relative_indent(document, container))
        .or_else(|| example(document, table_indent))
        .unwrap_or_else(|| default.to_owned())
}

/// True if a new table or list has one entry per line, like the old value, its siblings, or other values of its kind.
pub(super) fn is_spread(
    document: &Document<'_>,
    container: Id,
    old: Option<Id>,
    kind: Kind,
) -> bool {
    let tree = &document.tree;
    if let Some(is_spread) = old.and_then(|old| has_several_lines(document, old, kind)) {
        return is_spread;
    }
    let siblings = tree.children(container);
    let nearest = siblings
        .filter_map(|id| has_several_lines(document, id, kind))
        .last();
    if let Some(is_spread) = nearest {
        return is_spread;
    }
    let is_one_line =
        tree.node(container).layout == Layout::Commas && !tree.raw_value(container).contains('\n');
    if is_one_line && tree.children(container).next().is_some() {
        return false;
    }
    example(document, |document, id| {
        has_several_lines(document, id, kind)
    })
    .unwrap_or_else(|| {
        document.format == Format::Json && tree.raw_value(tree.root()).contains('\n')
    })
}

/// True if a table or list has several lines. `None` unless it is of this `kind`, in brackets and not empty.
fn has_several_lines(document: &Document<'_>, id: Id, kind: Kind) -> Option<bool> {
    let tree = &document.tree;
    let node = tree.node(id);
    if node.kind != kind || node.layout != Layout::Commas {
        return None;
    }
    tree.children(id).next()?;
    Some(tree.raw_value(id).contains('\n'))
}

/// The text between the name and value of an entry, taken from the siblings in `container`.
pub(super) fn separator(document: &Document<'_>, container: Id) -> String {
    let usual = match document.format {
        Format::Json | Format::Yaml => ": ",
        Format::Toml => " = ",
        Format::Lines(dialect) => dialect.default_separator,
    };
    let siblings = document.tree.children(container);
    let mut found = siblings
        .filter_map(|id| written_separator(document, id))
        .last();
    if found.is_none() && !matches!(document.format, Format::Toml | Format::Yaml) {
        found = example(document, written_separator);
    }
    found.unwrap_or_else(|| usual.to_owned())
}

/// The text between the name and value of the entry `id`, if both are on one line.
fn written_separator(document: &Document<'_>, id: Id) -> Option<String> {
    let signs = match document.format {
        Format::Json | Format::Yaml => ":",
        Format::Toml => "=",
        Format::Lines(dialect) => dialect.separators,
    };
    let node = document.tree.node(id);
    if node.kind.is_container() || node.value.is_empty() || node.key.end > node.value.start {
        return None;
    }
    let between = &document.text()[node.key.end as usize..node.value.start as usize];
    let has_lines = between.contains('\n') || document.tree.raw_value(id).contains('\n');
    let is_sign =
        between.contains(|c| signs.contains(c)) && between.trim_matches([' ', '\t']).len() <= 1;
    if is_sign && !has_lines {
        Some(between.to_owned())
    } else {
        None
    }
}
