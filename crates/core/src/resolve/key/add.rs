//! Finds the position and notation of a new entry: between brackets, on separate lines, or below a new heading.

use super::dialect::{Dialect, Quoting};
use super::document::Document;
use super::edit::{Change, column, indent, line_indent, rest_of_line};
use super::find::{is_missing_value, names_of};
use super::format::Format;
use super::style::{is_spread, separator, writer_in};
use super::tree::{Id, Kind, Layout, ROOT};
use super::write::Writer;
use super::{quoting, yaml};
use crate::refusal::KeyFault;
use crate::request::Value;
use crate::text;

pub(super) struct Addition<'a, 't> {
    pub document: &'a Document<'t>,
    /// The nodes from the root to the container of the entry.
    pub trail: &'a [Id],
    /// The entry with the same name that the new entry follows, if any.
    pub previous: Option<Id>,
    /// The names of the entry below the container. Empty for a list element.
    pub names: &'a [String],
    pub value: &'a Value,
}

impl Addition<'_, '_> {
    /// The table or list that contains the new entry.
    pub fn container(&self) -> Id {
        self.trail.last().copied().unwrap_or_default()
    }

    /// The value of the first name, with the other names as nested tables.
    pub fn whole(&self) -> Value {
        let mut value = self.value.clone();
        for name in self.names.iter().skip(1).rev() {
            value = Value::Map(vec![(name.clone(), value)]);
        }
        value
    }

    /// The complete value of a table or list that contains only the new entry.
    pub fn alone(&self) -> Value {
        match self.names.first() {
            Some(name) => Value::Map(vec![(name.clone(), self.whole())]),
            None => Value::List(vec![self.whole()]),
        }
    }
}

pub(super) fn added(new: &Addition<'_, '_>) -> Result<Vec<Change>, KeyFault> {
    let (document, id) = (new.document, new.container());
    if is_missing_value(document, id) {
        return Ok(vec![filled(new)?]);
    }
    if is_inline(document, new.trail) {
        return comma_added(new);
    }
    check_names(new)?;
    if let Some(table) = new_heading(new)? {
        return Ok(vec![headed(new, table)?]);
    }
    if new.names.is_empty() && document.format == Format::Toml {
        return Err(document.closed("a list of tables", id));
    }
    let (text, tree) = (document.text(), &document.tree);
    let end = match new.previous {
        Some(previous) => tree.node(previous).entry().end,
        None => tree.node(id).tail as usize,
    };
    if text::line_end(text.as_bytes(), end) == text.len() {
        check_last_block(document)?;
    }
    let indent = sibling_indent(document, id, end);
    let line = format!("{indent}{}", entry(new, &indent)?);
    Ok(vec![match end {
        0 if tree.children(ROOT).next().is_some() => {
            // Entries precede the first table or section.
            Change::insertion(0, format!("{line}\n\n"))
        }
        0 => below(text, text.trim_end().len(), &line),
        end => below(text, end, &line),
    }])
}

/// True if commas separate the entries of the last node. A dotted key has the layout of its enclosing table.
pub(super) fn is_inline(document: &Document<'_>, trail: &[Id]) -> bool {
    let Some((&last, above)) = trail.split_last() else {
        return false;
    };
    let tree = &document.tree;
    match tree.node(last).layout {
        Layout::Commas => true,
        Layout::Dotted => above
            .iter()
            .any(|&id| tree.node(id).layout == Layout::Commas && tree.node(id).kind.is_container()),
        Layout::Lines | Layout::Stream => false,
    }
}

/// Inserts `lines` below the line of byte `end`.
fn below(text: &str, end: usize, lines: &str) -> Change {
    let at = text::line_end(text.as_bytes(), end);
    if at == 0 || text[..at].ends_with('\n') {
        return Change::insertion(at, format!("{lines}\n"));
    }
    Change::insertion(at, format!("\n{lines}"))
}

/// Adds the entry below a YAML name without a value.
fn filled(new: &Addition<'_, '_>) -> Result<Change, KeyFault> {
    let (document, id) = (new.document, new.container());
    let node = document.tree.node(id);
    let name_column = column(document.text(), node.key.start as usize);
    let lines = writer_in(document, id, None).block(&new.alone(), name_column)?;
    let end = node.value.start as usize;
    Ok(below(document.text(), end, lines.trim_start_matches('\n')))
}

/// # Errors
/// The name or section could be confused with an existing one by some programs.
fn check_names(new: &Addition<'_, '_>) -> Result<(), KeyFault> {
    let (format, tree) = (new.document.format, &new.document.tree);
    let is_plain = format
        .dialect()
        .is_some_and(|dialect| dialect.quoting == Quoting::Plain);
    if !is_plain {
        return Ok(());
    }
    let name = &new.names[0];
    for child in tree.children(new.container()) {
        let existing = tree.name(child);
        if name != existing && name.to_lowercase() == existing.to_lowercase() {
            let what = "a name that differs from another only in case, which some programs ignore";
            return Err(format.cannot(what));
        }
    }
    let mut entries = tree.children(ROOT).peekable();
    let has_entries = entries.peek().is_some();
    let is_flat = entries.all(|child| tree.node(child).kind != Kind::Map);
    if new.names.len() > 1 && has_entries && is_flat && !is_ini(tree.text) {
        return Err(format.cannot("a section where the file has none"));
    }
    Ok(())
}

/// True if `text` has entries without dots in their names, as INI has above the first section.
fn is_ini(text: &str) -> bool {
    text.lines().any(|line| {
        let is_comment = line.trim_start().starts_with(['#', ';']);
        match line.split_once(['=', ':']) {
            Some((name, _)) => !is_comment && !name.contains('.'),
            None => false,
        }
    })
}

/// A heading with the entries below it.
struct HeadedTable<'a> {
    heading: String,
    entries: Vec<(&'a str, &'a Value)>,
}

/// The heading that the new entry needs, if any.
fn new_heading<'a>(new: &Addition<'a, '_>) -> Result<Option<HeadedTable<'a>>, KeyFault> {
    match new.document.format {
        Format::Lines(dialect) => section_heading(dialect, new),
        Format::Toml => toml_heading(new),
        Format::Json | Format::Yaml => Ok(None),
    }
}

fn section_heading<'a>(
    dialect: &Dialect,
    new: &Addition<'a, '_>,
) -> Result<Option<HeadedTable<'a>>, KeyFault> {
    let [section, name] = new.names else {
        return Ok(None);
    };
    let section = quoting::section(dialect, section);
    let section = section.map_err(|what| new.document.format.cannot(what))?;
    Ok(Some(HeadedTable {
        heading: format!("[{section}]"),
        entries: vec![(name, new.value)],
    }))
}

fn toml_heading<'a>(new: &Addition<'a, '_>) -> Result<Option<HeadedTable<'a>>, KeyFault> {
    let path = [&names_of(new.document, new.trail)[..], new.names].concat();
    if let Some(table) = new_table(new) {
        let mut entries = Vec::new();
        for (name, value) in table {
            entries.push((name.as_str(), value));
        }
        let heading = format!("[[{}]]", dotted(&path)?);
        return Ok(Some(HeadedTable { heading, entries }));
    }
    let is_root = new.trail.len() == 1;
    let needs_heading = if is_root {
        new.names.len() > 1
    } else {
        new.document.tree.node(new.container()).tail == 0
    };
    let (Some((_, tables)), Some(name)) = (path.split_last(), new.names.last()) else {
        return Ok(None);
    };
    if !needs_heading {
        return Ok(None);
    }
    Ok(Some(HeadedTable {
        heading: format!("[{}]", dotted(tables)?),
        entries: vec![(name, new.value)],
    }))
}

/// The entries of the new table, if it is the element of a list of tables.
fn new_table<'a>(new: &Addition<'a, '_>) -> Option<&'a [(String, Value)]> {
    let tree = &new.document.tree;
    let mut element = new.value;
    if !new.names.is_empty() {
        let (container, above) = new.trail.split_last()?;
        let is_in_list = above.iter().any(|&id| tree.node(id).kind == Kind::List);
        if is_in_list || tree.node(*container).layout != Layout::Lines {
            return None;
        }
        let Value::List(elements) = new.value else {
            return None;
        };
        let [only] = &elements[..] else {
            return None;
        };
        element = only;
    }
    match element {
        Value::Map(entries) => Some(entries),
        _ => None,
    }
}

/// `names` as a dotted TOML key.
fn dotted(names: &[String]) -> Result<String, KeyFault> {
    let mut written = Vec::new();
    for name in names {
        written.push(Format::Toml.name(name, None, false)?);
    }
    Ok(written.join("."))
}

/// Adds `table` at the end of the document or of the enclosing list.
fn headed(new: &Addition<'_, '_>, table: HeadedTable<'_>) -> Result<Change, KeyFault> {
    let (document, id) = (new.document, new.container());
    let text = document.text();
    let indent = last_indent(document);
    let writer = writer_in(document, id, None);
    let sign = separator(document, id);
    let mut lines = table.heading;
    for (name, value) in table.entries {
        let name = document.format.name(name, None, false)?;
        let value = deeper_lines(document, writer.value(value, &indent)?, &indent);
        lines.push_str(&format!("\n{indent}{name}{sign}{value}"));
    }
    let body = text.trim_end().len();
    let end = match new.names {
        [] => document.tree.node(id).value.end as usize,
        _ => body,
    };
    let gap = if body == 0 || has_close_headings(document) {
        ""
    } else {
        "\n"
    };
    Ok(below(text, end, &format!("{gap}{lines}")))
}

/// The indentation of the entries below the last heading with entries.
fn last_indent(document: &Document<'_>) -> String {
    let Some(dialect) = document.format.dialect() else {
        return String::new();
    };
    let mut last = dialect.default_indent;
    for section in document.tree.children(ROOT) {
        if let Some(entry) = document.tree.children(section).last() {
            let start = document.tree.node(entry).start as usize;
            last = indent(document.text(), start).unwrap_or(last);
        }
    }
    last.to_owned()
}

/// True if headings have no blank line above. Without a second heading, true if that is the style of the dialect.
fn has_close_headings(document: &Document<'_>) -> bool {
    let (text, tree) = (document.text(), &document.tree);
    let mut first = None;
    let mut is_close = None;
    for id in tree.ids().skip(1) {
        let node = tree.node(id);
        let start = node.start as usize;
        if node.layout != Layout::Lines || !text[start..].starts_with('[') {
            continue;
        }
        if start > *first.get_or_insert(start) {
            let lines = &mut text[..text::line_start(text.as_bytes(), start)].lines();
            // Comments between a heading and the blank line belong to the heading.
            let above = lines.rfind(|line| !line.trim_start().starts_with(['#', ';']));
            let has_gap = above.is_none_or(|line| line.trim().is_empty());
            is_close = Some(is_close.unwrap_or(true) && !has_gap);
        }
    }
    let dialect = document.format.dialect();
    is_close.unwrap_or(dialect.is_some_and(|dialect| dialect.quoting == Quoting::Git))
}

/// The indentation of a new entry in `container`, below the sibling that ends at `end`.
fn sibling_indent(document: &Document<'_>, container: Id, end: usize) -> String {
    let (text, tree) = (document.text(), &document.tree);
    let mut siblings = tree.children(container).map(|child| tree.node(child));
    if document.format == Format::Yaml {
        let first = siblings.next();
        return first.map_or(String::new(), |first| {
            " ".repeat(column(text, first.start as usize))
        });
    }
    let dialect = document.format.dialect();
    let Some(sibling) = siblings.filter(|node| node.entry().end == end).last() else {
        if dialect.is_some() && container != ROOT {
            return last_indent(document);
        }
        return String::new();
    };
    let default = dialect.map_or("", |dialect| dialect.default_indent);
    let own = indent(text, sibling.start as usize);
    own.unwrap_or(default).to_owned()
}

/// A new entry on separate lines. Its first line has no indentation.
fn entry(new: &Addition<'_, '_>, indent: &str) -> Result<String, KeyFault> {
    let (document, id) = (new.document, new.container());
    let format = document.format;
    let mut writer = writer_in(document, id, None);
    let sign = separator(document, id);
    if format == Format::Yaml {
        return block_entry(new, writer, indent.len());
    }
    writer.site.is_flow = true;
    let value = deeper_lines(document, writer.value(new.value, indent)?, indent);
    let names = match format {
        Format::Toml => dotted_prefix(document, id).to_owned() + &dotted(new.names)?,
        _ => format.name(&new.names[0], None, false)?,
    };
    Ok(format!("{names}{sign}{value}"))
}

/// Indents the later lines of `value` deeper than `indent`, if the dialect continues values in deeper lines.
fn deeper_lines(document: &Document<'_>, value: String, indent: &str) -> String {
    match document.format.dialect() {
        Some(dialect) if dialect.continues.is_deeper() => {
            value.replace('\n', &format!("\n{indent}    "))
        }
        _ => value,
    }
}

/// A new entry or element in YAML block style at `column`.
fn block_entry<'t>(
    new: &Addition<'_, 't>,
    mut writer: Writer<'t>,
    column: usize,
) -> Result<String, KeyFault> {
    let (document, id) = (new.document, new.container());
    let tree = &document.tree;
    let whole = new.whole();
    let kind = Kind::from(&whole);
    let is_container = kind.is_container();
    writer.site.deeper = column + writer.unit.len();
    writer.site.is_flow = is_container && has_brackets(document, id, kind);
    if let Some(name) = new.names.first() {
        let like = tree
            .children(id)
            .next()
            .map(|first| tree.raw(tree.node(first).key));
        let name = Format::Yaml.name(name, like, false)?;
        if is_container && !writer.site.is_flow {
            return Ok(format!("{name}:{}", writer.block(&whole, column)?));
        }
        let sign = separator(document, id);
        let value = writer.value(&whole, &" ".repeat(column))?;
        return Ok(format!("{name}{sign}{value}"));
    }
    // A new element has the quotes of the last element.
    let last = tree.children(id).last().map(|last| tree.raw_value(last));
    writer.site.old = last.filter(|raw| raw.starts_with(['"', '\'']));
    if writer.site.is_flow {
        let value = writer.value(&whole, &" ".repeat(column + 2))?;
        return Ok(format!("- {value}"));
    }
    writer.item(&whole, column)
}

/// True if the last table or list of this kind in `container` is in brackets.
fn has_brackets(document: &Document<'_>, container: Id, kind: Kind) -> bool {
    let tree = &document.tree;
    let mut has_brackets = false;
    for child in tree.children(container) {
        let node = tree.node(child);
        if node.kind == kind && tree.children(child).next().is_some() {
            has_brackets = node.layout == Layout::Commas;
        }
    }
    has_brackets
}

/// # Errors
/// A block scalar at the end of `document`, whose value a line below would change for some programs.
fn check_last_block(document: &Document<'_>) -> Result<(), KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    if document.format != Format::Yaml || text.ends_with('\n') {
        return Ok(());
    }
    let mut last = Some(tree.root());
    while let Some(id) = last {
        let (node, raw) = (tree.node(id), tree.raw_value(id));
        let may_be_open = match node.kind {
            Kind::Closed(_) => raw.contains(['|', '>']),
            _ => yaml::is_open_block(raw),
        };
        if may_be_open && node.value.end as usize == text.len() {
            let name = "a block scalar at the end of a file without a line break";
            return Err(document.closed(name, id));
        }
        last = tree.children(id).last();
    }
    Ok(())
}

/// The prefix of the dotted keys of the table `id`.
fn dotted_prefix<'t>(document: &Document<'t>, id: Id) -> &'t str {
    let tree = &document.tree;
    match tree.children(id).next().map(|first| tree.node(first)) {
        Some(first) if tree.node(id).layout == Layout::Dotted => {
            &document.text()[first.start as usize..first.key.start as usize]
        }
        _ => "",
    }
}

/// The offset of the comma after `end`, if only whitespace and comments precede the comma.
pub(super) fn comma_after(document: &Document<'_>, end: usize) -> Option<usize> {
    let text = document.text().as_bytes();
    let is_json = document.format == Format::Json;
    let mut at = end;
    loop {
        match (text.get(at)?, text.get(at + 1)) {
            (b',', _) => return Some(at),
            (blank, _) if blank.is_ascii_whitespace() => at += 1,
            (b'#', _) if !is_json => at = text::line_end(text, at),
            (b'/', Some(b'/')) if is_json => at = text::line_end(text, at),
            (b'/', Some(b'*')) if is_json => at += document.text()[at..].find("*/")? + 2,
            _ => return None,
        }
    }
}

/// True if `line_rest` contains only whitespace or a comment.
pub(super) fn is_blank_or_comment(format: Format, line_rest: &str) -> bool {
    let rest = line_rest.trim();
    match format {
        _ if rest.is_empty() => true,
        Format::Json => rest.starts_with("//") || rest.starts_with("/*") && rest.ends_with("*/"),
        _ => rest.starts_with('#'),
    }
}

/// Adds the entry as the last one between brackets.
fn comma_added(new: &Addition<'_, '_>) -> Result<Vec<Change>, KeyFault> {
    let (document, id) = (new.document, new.container());
    let (text, tree) = (document.text(), &document.tree);
    let mut writer = writer_in(document, id, None);
    writer.site.is_flow = true;
    let Some(last) = tree.children(id).last().map(|last| tree.node(last)) else {
        return Ok(vec![first_added(new, &writer)?]);
    };
    if new.names.is_empty() && !last.kind.is_container() {
        writer.site.old = Some(tree.raw(last.value));
    }
    // Present if the last entry begins its line.
    let last_indent = indent(text, last.start as usize);
    let outer = line_indent(text, tree.node(id).start as usize);
    let written = comma_entry(new, &writer, last_indent.unwrap_or(outer))?;
    let end = last.entry().end;
    let comma = comma_after(document, end);
    let mut at = comma.map_or(end, |comma| comma + 1);
    let gap = match last_indent {
        Some(indent) => format!("\n{indent}"),
        None => writer.comma[1..].to_owned(),
    };
    // The closing bracket may be on the same line.
    let rest = rest_of_line(text, at);
    if last_indent.is_some() && is_blank_or_comment(document.format, rest) {
        at += rest.len();
    }
    Ok(match comma {
        Some(_) => vec![Change::insertion(at, format!("{gap}{written},"))],
        None => vec![
            Change::insertion(end, ",".to_owned()),
            Change::insertion(at, format!("{gap}{written}")),
        ],
    })
}

/// The entry in the notation between brackets.
fn comma_entry(
    new: &Addition<'_, '_>,
    writer: &Writer<'_>,
    indent: &str,
) -> Result<String, KeyFault> {
    let (document, id) = (new.document, new.container());
    let written = writer.value(&new.whole(), indent)?;
    let Some(name) = new.names.first() else {
        return Ok(written);
    };
    let tree = &document.tree;
    let last = tree.children(id).last();
    let like = last.map(|last| tree.raw(tree.node(last).key));
    let name = document.format.name(name, like, true)?;
    let prefix = dotted_prefix(document, id);
    let sign = separator(document, id);
    Ok(format!("{prefix}{name}{sign}{written}"))
}

/// Adds the first entry between brackets.
fn first_added(new: &Addition<'_, '_>, writer: &Writer<'_>) -> Result<Change, KeyFault> {
    let (document, id) = (new.document, new.container());
    let (text, node) = (document.text(), document.tree.node(id));
    let raw = document.tree.raw_value(id);
    let outer = line_indent(text, node.start as usize);
    let deeper = format!("{outer}{}", writer.unit);
    let close = node.value.end as usize - 1;
    let is_json = document.format == Format::Json;
    if let Some(close_indent) = indent(text, close)
        && raw.contains('\n')
    {
        // Comments show the indentation of entries, if there are no entries yet.
        let comment = raw.lines().nth(1).map_or("", |line| line_indent(line, 0));
        let indent = if comment.len() > close_indent.len() {
            comment
        } else {
            &deeper
        };
        let written = comma_entry(new, writer, indent)?;
        let comma = if is_json { "" } else { "," };
        let line = format!("{indent}{written}{comma}\n");
        return Ok(Change::insertion(close - close_indent.len(), line));
    }
    if is_json && !raw.contains('\n') && is_spread(document, id, None, node.kind) {
        let written = comma_entry(new, writer, &deeper)?;
        let lines = format!("\n{deeper}{written}\n{outer}");
        return Ok(Change::insertion(close, lines));
    }
    let written = comma_entry(new, writer, outer)?;
    Ok(Change::insertion(node.value.start as usize + 1, written))
}
