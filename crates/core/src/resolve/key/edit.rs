//! Which bytes change when a key gets a value, is added or goes.

use std::ops::Range;

use super::dialect::{Continues, Quoting};
use super::document::Document;
use super::find::{STREAM, is_blank, names_of};
use super::format::Format;
use super::tree::{Closed, Id, Kind, Layout, REPEATED, Value};
use super::write::Writer;
use super::{quoting, yaml};
use crate::refusal::KeyFault;
use crate::text::{self, LineEnding};

/// Bytes of a document that become others. The lines of the new text end in `\n`.
pub(super) struct Change {
    pub span: Range<usize>,
    pub new: String,
}

impl Change {
    fn insertion(at: usize, new: String) -> Self {
        Self { span: at..at, new }
    }

    fn deletion(span: Range<usize>) -> Self {
        let new = String::new();
        Self { span, new }
    }
}

/// The line ending of the text around `at`.
pub(super) fn ending_at(text: &str, at: usize) -> &'static str {
    match LineEnding::around(text.as_bytes(), at) {
        LineEnding::Lf => "\n",
        LineEnding::CrLf => "\r\n",
    }
}

/// The blanks that the line of `at` begins with, if there is nothing else before `at`.
fn indent(text: &str, at: usize) -> Option<&str> {
    let before = &text[text::line_start(text.as_bytes(), at)..at];
    before.trim().is_empty().then_some(before)
}

/// The blanks that the line of `at` begins with.
fn line_indent(text: &str, at: usize) -> &str {
    let line = &text[text::line_start(text.as_bytes(), at)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The column of the name or dash at `at` of YAML: behind the dashes before it.
fn column(text: &str, at: usize) -> usize {
    text[text::line_start(text.as_bytes(), at)..at]
        .chars()
        .count()
}

/// How a new value in `container` looks, or one in place of `old`.
fn writer<'t>(document: &Document<'t>, container: Id, old: Option<Id>) -> Writer<'t> {
    let format = document.format;
    let old_value = old.map_or("", |old| document.tree.raw(document.tree.node(old).value));
    let before_close = old_value.trim_end_matches([']', '}']).trim_end();
    let colon = match format {
        Format::Json => separator(document, container),
        Format::Toml => " = ".to_owned(),
        _ => ": ".to_owned(),
    };
    let usual = if colon == ":" { "," } else { ", " };
    Writer {
        format,
        text: document.text(),
        old: None,
        is_flow: false,
        is_last: false,
        is_followed: false,
        deeper: 0,
        spreads_tables: is_spread(document, container, old, Kind::Map),
        spreads_lists: is_spread(document, container, old, Kind::List),
        unit: unit(document, container, old),
        ends_with_comma: if old_value.contains('\n') {
            before_close.ends_with(',')
        } else {
            format == Format::Toml
        },
        dash: example(document, None, |id| dash(document, id)).unwrap_or(2),
        comma: example(document, [container], |id| comma(document, id)).unwrap_or(usual),
        colon,
    }
}

/// What `look` finds first: in `nearest`, then anywhere in the document.
fn example<T>(
    document: &Document<'_>,
    nearest: impl IntoIterator<Item = Id>,
    look: impl Fn(Id) -> Option<T>,
) -> Option<T> {
    let all = (0..document.tree.len()).filter_map(|id| Id::try_from(id).ok());
    nearest.into_iter().chain(all).find_map(look)
}

/// The text between two entries of `container` on one line.
fn comma(document: &Document<'_>, container: Id) -> Option<&'static str> {
    let mut end = None;
    for child in document.tree.children(container) {
        let entry = document.tree.node(child).entry();
        let between = end.map_or("", |end| &document.text()[end..entry.start]);
        match between.trim_start() {
            "," => return Some(","),
            ", " => return Some(", "),
            _ => end = Some(entry.end),
        }
    }
    None
}

/// Columns from the name of a list of YAML to its dashes.
fn dash(document: &Document<'_>, list: Id) -> Option<usize> {
    let (text, node) = (document.text(), document.tree.node(list));
    let is_block = node.kind == Kind::List && node.layout == Layout::Lines && !node.key.is_empty();
    let dash = column(text, node.value.start as usize);
    is_block.then(|| dash.saturating_sub(column(text, node.start as usize)))
}

/// The indentation of the entries of `container`, beyond its own.
fn step(document: &Document<'_>, container: Id) -> Option<String> {
    let (text, tree) = (document.text(), &document.tree);
    let first = tree.children(container).next()?;
    let inner = indent(text, tree.node(first).start as usize)?;
    let outer = line_indent(text, tree.node(container).start as usize);
    let step = inner.strip_prefix(outer).filter(|step| !step.is_empty())?;
    let is_yaml = document.format == Format::Yaml;
    (!is_yaml || !step.contains('\t')).then(|| step.to_owned())
}

/// One step of indentation: between a container and its entries, there or elsewhere.
fn unit(document: &Document<'_>, container: Id, old: Option<Id>) -> String {
    let nearest = old
        .into_iter()
        .chain([container])
        .find_map(|id| step(document, id));
    let is_table =
        |id: &Id| document.format != Format::Yaml || document.tree.node(*id).kind == Kind::Map;
    let found = nearest.or_else(|| {
        example(document, None, |id| {
            step(document, id).filter(|_| is_table(&id))
        })
    });
    let usual = if document.format == Format::Toml {
        "    "
    } else {
        "  "
    };
    found.unwrap_or(usual.to_owned())
}

/// True if a new table or list has a line for each entry, as the old one, its neighbours or others have.
fn is_spread(document: &Document<'_>, container: Id, old: Option<Id>, kind: Kind) -> bool {
    let tree = &document.tree;
    let spread = |id: Id| {
        let node = tree.node(id);
        let is_filled = node.kind == kind && tree.children(id).next().is_some();
        (is_filled && node.layout == Layout::Commas).then(|| tree.raw(node.value).contains('\n'))
    };
    let beside = tree.children(container).filter_map(spread).last();
    if let Some(is_spread) = old.and_then(spread).or(beside) {
        return is_spread;
    }
    let node = tree.node(container);
    let is_line = !tree.raw(node.value).contains('\n') && node.layout == Layout::Commas;
    if is_line && tree.children(container).next().is_some() {
        return false;
    }
    example(document, None, spread).unwrap_or_else(|| {
        document.format == Format::Json && tree.raw(tree.node(tree.root()).value).contains('\n')
    })
}

/// The text between the name and the value of an entry, as its siblings have it.
fn separator(document: &Document<'_>, container: Id) -> String {
    let tree = &document.tree;
    let (signs, usual) = match document.format {
        Format::Json | Format::Yaml => (":", ": "),
        Format::Toml => ("=", " = "),
        Format::Lines(dialect) => (dialect.signs, dialect.sign),
    };
    let between = |id: Id| {
        let node = tree.node(id);
        if node.kind.is_container() || node.value.is_empty() || node.key.end > node.value.start {
            return None;
        }
        let between = &document.text()[node.key.end as usize..node.value.start as usize];
        let is_plain =
            between.contains(|c| signs.contains(c)) && between.trim_matches([' ', '\t']).len() <= 1;
        let is_line = !between.contains('\n') && !tree.raw(node.value).contains('\n');
        (is_plain && is_line).then(|| between.to_owned())
    };
    let siblings: Vec<Id> = tree.children(container).collect();
    let nearest = siblings.into_iter().rev().find_map(between);
    let is_nearest_only = matches!(document.format, Format::Toml | Format::Yaml);
    let found = nearest.or_else(|| example(document, None, between).filter(|_| !is_nearest_only));
    found.unwrap_or(usual.to_owned())
}

/// The change that gives the node at the end of `trail` the value `value`.
pub(super) fn replaced(
    document: &Document<'_>,
    trail: &[Id],
    value: &Value,
    keeps_style: bool,
) -> Result<Change, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let id = trail.last().copied().unwrap_or_default();
    let container = trail.len().checked_sub(2).map_or(id, |at| trail[at]);
    let node = tree.node(id);
    let span = node.value.range();
    let raw = &text[span.clone()];
    let rest = text[span.end..].lines().next().unwrap_or_default();
    let is_alias = node.kind == Kind::Closed(Closed::Alias);
    let mut writer = writer(document, container, Some(id));
    writer.old = Some(raw)
        .filter(|_| keeps_style && !is_alias && !raw.is_empty() && !node.kind.is_container());
    writer.is_flow = trail.len() > 1 && tree.node(container).layout == Layout::Commas;
    writer.is_last = span.end == text.len() && writer.old.is_some();
    writer.is_followed = !rest.trim().is_empty();
    let first = if node.key.is_empty() {
        node.start
    } else {
        node.key.start
    };
    writer.deeper = column(text, first as usize) + writer.unit.len();
    let written = writer.value(value, line_indent(text, node.start as usize))?;
    Ok(placed(document, container, id, span, written))
}

/// The change that puts `written` in place of the value of `id` at `span`.
fn placed(
    document: &Document<'_>,
    container: Id,
    id: Id,
    span: Range<usize>,
    written: String,
) -> Change {
    let text = document.text();
    let before = &text[..span.start];
    let Format::Lines(dialect) = document.format else {
        if document.format == Format::Yaml && before.ends_with([':', '-']) {
            // Blanks at the end of the line would stand behind the value.
            let rest = text[span.end..].lines().next().unwrap_or_default();
            let blanks = rest.len() * usize::from(rest.trim().is_empty());
            return Change {
                span: span.start..span.end + blanks,
                new: format!(" {written}"),
            };
        }
        return Change { span, new: written };
    };
    let behind_name = &text[document.tree.node(id).key.end as usize..span.start];
    if !behind_name.contains(|c| dialect.signs.contains(c)) {
        // A name alone on its line.
        let new = format!("{}{written}", separator(document, container));
        return Change { span, new };
    }
    let new = match dialect.continues {
        Continues::Deeper | Continues::DeeperOrOdd => {
            written.replace('\n', &format!("\n{}", deeper_indent(document, id)))
        }
        _ => written,
    };
    let name = before.trim_end_matches([' ', '\t']);
    let is_apart = name.len() == before.len() && document.separates_apart(id);
    if new.starts_with('\n') {
        return Change {
            span: name.len()..span.end,
            new,
        };
    }
    let keeps_blanks = text.lines().any(|line| line.ends_with("= "));
    let is_followed = !text[span.end..]
        .lines()
        .next()
        .unwrap_or_default()
        .trim()
        .is_empty();
    if new.is_empty() && !keeps_blanks && !is_followed && dialect.quoting != Quoting::Java {
        return Change {
            span: name.len()..span.end,
            new,
        };
    }
    let pad = if is_apart && !new.is_empty() { " " } else { "" };
    let new = format!("{pad}{new}");
    Change { span, new }
}

impl Document<'_> {
    /// True if the sign of the entry has a blank before it.
    fn separates_apart(&self, id: Id) -> bool {
        let node = self.tree.node(id);
        self.text()[node.key.end as usize..node.value.start as usize].starts_with([' ', '\t'])
    }
}

/// The blanks before the later lines of the value of `id`: as it has them, else one step deeper than its first.
fn deeper_indent(document: &Document<'_>, id: Id) -> String {
    let node = document.tree.node(id);
    let text = document.text();
    match text[node.value.range()].lines().nth(1) {
        Some(line) => line[..line.len() - line.trim_start().len()].to_owned(),
        None => line_indent(text, node.start as usize).to_owned() + "    ",
    }
}

/// The name of a block scalar that programs read differently, and that a line below it would change for some of them.
const OPEN_BLOCK: &str = "a block scalar at the end of a file without a line break";

/// Such a block scalar at the end of `document`.
fn open_block(document: &Document<'_>) -> Option<Id> {
    let tree = &document.tree;
    if document.format != Format::Yaml || document.text().ends_with('\n') {
        return None;
    }
    let mut id = tree.root();
    while let Some(last) = tree.children(id).last() {
        id = last;
    }
    let value = tree.node(id).value;
    let is_last = value.end as usize == document.text().len();
    (is_last && yaml::is_open_block(tree.raw(value))).then_some(id)
}

/// `lines` as lines below that of byte `end`.
fn below(text: &str, end: usize, lines: String) -> Change {
    let at = text::line_end(text.as_bytes(), end);
    if at == 0 || text[..at].ends_with('\n') {
        return Change::insertion(at, lines + "\n");
    }
    Change::insertion(at, format!("\n{lines}"))
}

/// A new entry: where it goes, and what it is.
pub(super) struct Addition<'a> {
    /// The nodes that lead to its container.
    pub trail: &'a [Id],
    /// An entry of the same name that it goes below.
    pub beside: Option<Id>,
    /// Its names from the container on; none for an element of a list.
    pub names: &'a [String],
    pub value: &'a Value,
}

impl Addition<'_> {
    /// The value of its first name: the others lead into it.
    pub fn whole(&self) -> Value {
        let mut value = self.value.clone();
        for name in self.names.iter().skip(1).rev() {
            value = Value::Map(vec![(name.clone(), value)]);
        }
        value
    }
}

/// The changes that add an entry.
pub(super) fn added(document: &Document<'_>, new: &Addition<'_>) -> Result<Vec<Change>, KeyFault> {
    let id = new.trail.last().copied().unwrap_or_default();
    let node = document.tree.node(id);
    if is_blank(document, id) {
        return filled(document, id, new);
    }
    match (node.layout, document.format) {
        (Layout::Stream, _) => Err(document.closed(STREAM, id)),
        (Layout::Commas, _) => comma_added(document, id, new),
        (Layout::Dotted, _) if is_inline(document, new.trail) => comma_added(document, id, new),
        (Layout::Lines | Layout::Dotted, Format::Yaml) => yaml_added(document, id, new),
        (Layout::Lines | Layout::Dotted, Format::Toml) => toml_added(document, id, new),
        (Layout::Lines | Layout::Dotted, _) => line_added(document, id, new),
    }
}

/// True if commas separate the entries of the last node of `trail`: a dotted key stands where the table around it has its
/// entries.
fn is_inline(document: &Document<'_>, trail: &[Id]) -> bool {
    let layout = |id: &Id| document.tree.node(*id).layout;
    match trail.last().map(layout) {
        Some(Layout::Commas) => true,
        Some(Layout::Dotted) => trail
            .iter()
            .any(|id| layout(id) == Layout::Commas && document.tree.node(*id).kind.is_container()),
        _ => false,
    }
}

/// The entry on lines below a name of YAML that has no value.
fn filled(document: &Document<'_>, id: Id, new: &Addition<'_>) -> Result<Vec<Change>, KeyFault> {
    let node = document.tree.node(id);
    let value = match new.names {
        [] => Value::List(vec![new.value.clone()]),
        [first, ..] => Value::Map(vec![(first.clone(), new.whole())]),
    };
    let column = column(document.text(), node.key.start as usize);
    let lines = writer(document, id, None).block(&value, column)?;
    let lines = lines.trim_start_matches('\n').to_owned();
    let name_end = node.value.start as usize;
    Ok(vec![below(document.text(), name_end, lines)])
}

fn yaml_added(
    document: &Document<'_>,
    id: Id,
    new: &Addition<'_>,
) -> Result<Vec<Change>, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let node = tree.node(id);
    let end = node.tail as usize;
    if let Some(open) = open_block(document)
        && text::line_end(text.as_bytes(), end) == text.len()
    {
        return Err(document.closed(OPEN_BLOCK, open));
    }
    let first = tree.children(id).next();
    let column = first.map_or(0, |first| column(text, tree.node(first).start as usize));
    let mut writer = writer(document, id, None);
    let whole = new.whole();
    if new.names.is_empty() {
        // An element has the quotes of the last one.
        let last = tree
            .children(id)
            .last()
            .map(|last| tree.raw(tree.node(last).value));
        writer.old = last.filter(|raw| raw.starts_with(['"', '\'']));
    }
    // The last sibling of its kind shows whether it is between brackets.
    let kind = if matches!(whole, Value::List(_)) {
        Kind::List
    } else {
        Kind::Map
    };
    let is_alike =
        |child: &Id| tree.node(*child).kind == kind && tree.children(*child).next().is_some();
    let siblings: Vec<Id> = tree.children(id).filter(is_alike).collect();
    let is_flow = siblings
        .last()
        .is_some_and(|&last| tree.node(last).layout == Layout::Commas);
    let is_parts = matches!(whole, Value::Map(_) | Value::List(_));
    let spaces = " ".repeat(column);
    writer.deeper = column + writer.unit.len();
    writer.is_flow = is_flow && is_parts;
    let line = match new.names.first() {
        None if writer.is_flow => {
            format!("- {}", writer.value(&whole, "")?)
        }
        None => writer.item(&whole, column)?,
        Some(name) => {
            let like = first.map(|first| tree.raw(tree.node(first).key));
            let name = Format::Yaml.name(name, like, false)?;
            if is_parts && !is_flow {
                format!("{name}:{}", writer.block(&whole, column)?)
            } else {
                let separator = if is_parts {
                    ": ".to_owned()
                } else {
                    separator(document, id)
                };
                let value = writer.value(&whole, "")?;
                format!("{name}:{}{value}", separator.trim_start_matches(':'))
            }
        }
    };
    let line = format!("{spaces}{line}");
    if first.is_none() {
        return Ok(vec![below(text, text.len(), line)]);
    }
    Ok(vec![below(text, end, line)])
}

fn toml_added(
    document: &Document<'_>,
    id: Id,
    new: &Addition<'_>,
) -> Result<Vec<Change>, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let node = tree.node(id);
    let writer = writer(document, id, None);
    let typed = |names: &[String]| -> Result<String, KeyFault> {
        let mut typed = Vec::new();
        for name in names {
            typed.push(Format::Toml.name(name, None, false)?);
        }
        Ok(typed.join("."))
    };
    let above = names_of(document, new.trail);
    let has_lists = new.trail[..new.trail.len() - 1]
        .iter()
        .any(|&id| tree.node(id).kind == Kind::List);
    let tables: Option<(Vec<String>, &Value)> = match (new.names, new.value) {
        ([], Value::Map(_)) => Some((above.clone(), new.value)),
        (names, Value::List(elements))
            if !names.is_empty() && !has_lists && node.layout == Layout::Lines =>
        {
            match &elements[..] {
                [only @ Value::Map(_)] => Some(([&above[..], names].concat(), only)),
                _ => None,
            }
        }
        _ => None,
    };
    if let Some((path, Value::Map(entries))) = tables {
        let mut lines = format!("[[{}]]", typed(&path)?);
        for (name, value) in entries {
            let written = writer.value(value, "")?;
            lines.push_str(&format!(
                "\n{} = {written}",
                typed(std::slice::from_ref(name))?
            ));
        }
        let end = if new.names.is_empty() {
            node.value.end as usize
        } else {
            text.trim_end().len()
        };
        let gap = if end == 0 { "" } else { "\n" };
        return Ok(vec![below(text, end, format!("{gap}{lines}"))]);
    }
    if new.names.is_empty() {
        return Err(document.closed("a list of tables", id));
    }
    let last = tree
        .children(id)
        .filter(|&child| tree.node(child).entry().end == node.tail as usize)
        .last();
    let indent = last.map_or("", |last| {
        indent(text, tree.node(last).start as usize).unwrap_or("")
    });
    let written = writer.value(new.value, indent)?;
    let sign = separator(document, id);
    let is_root = new.trail.len() == 1;
    let needs_heading = is_root && new.names.len() > 1 || !is_root && node.tail == 0;
    if needs_heading {
        let whole = [&above[..], new.names].concat();
        let (table, name) = whole.split_at(whole.len() - 1);
        let line = format!("[{}]\n{}{sign}{written}", typed(table)?, typed(name)?);
        let gap = if text.trim_end().is_empty() { "" } else { "\n" };
        return Ok(vec![below(text, text.len(), format!("{gap}{line}"))]);
    }
    let prefix = match (node.layout, tree.children(id).next()) {
        (Layout::Dotted, Some(first)) => {
            let first = tree.node(first);
            &text[first.start as usize..first.key.start as usize]
        }
        _ => "",
    };
    let line = format!("{indent}{prefix}{}{sign}{written}", typed(new.names)?);
    if node.tail > 0 {
        return Ok(vec![below(text, node.tail as usize, line)]);
    }
    Ok(vec![first_line(text, line)])
}

/// `line` before everything in a document that has only tables or sections.
fn first_line(text: &str, line: String) -> Change {
    if text.trim().is_empty() {
        return below(text, text.len(), line);
    }
    Change::insertion(0, format!("{line}\n\n"))
}

/// An entry of a dialect with an entry on each line.
fn line_added(
    document: &Document<'_>,
    id: Id,
    new: &Addition<'_>,
) -> Result<Vec<Change>, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let Format::Lines(dialect) = document.format else {
        return Err(document.closed(STREAM, id));
    };
    let written = writer(document, id, None).value(new.value, "")?;
    let indented = |indent: &str| match dialect.continues {
        Continues::Deeper | Continues::DeeperOrOdd => {
            written.replace('\n', &format!("\n{indent}    "))
        }
        _ => written.clone(),
    };
    let (name, section) = match new.names.split_last() {
        Some((name, section)) => (name.clone(), section.join(".")),
        None => return Err(document.closed("a list of such values", id)),
    };
    let name = document.format.name(&name, None, false)?;
    let is_section = |&child: &Id| tree.node(child).kind == Kind::Map;
    let root = tree.root();
    let new_name = if section.is_empty() { &name } else { &section };
    let is_twin = |child: Id| {
        let there = tree.name(child);
        there != new_name && there.to_lowercase() == new_name.to_lowercase()
    };
    if dialect.quoting == Quoting::Plain && tree.children(id).any(is_twin) {
        let what = "a name that is there in other case, which is one name for some programs";
        return Err(document.format.cannot(what));
    }
    if new.names.len() > 1 {
        let has_sections = tree.children(root).any(|child| is_section(&child));
        let has_entries = tree.children(root).next().is_some();
        if !has_sections && has_entries && dialect.quoting == Quoting::Plain && !is_ini(text) {
            return Err(document.format.cannot("a section where the file has none"));
        }
        let heading =
            quoting::section(dialect, &section).map_err(|what| document.format.cannot(what))?;
        let sections: Vec<Id> = tree.children(root).filter(is_section).collect();
        let indent = entry_indent(document, &sections).unwrap_or(dialect.indent);
        let body = text.trim_end();
        // Sections follow each other closely if all of them do.
        let is_close = sections.iter().skip(1).all(|&section| {
            let start = text::line_start(text.as_bytes(), tree.node(section).start as usize);
            !text[..start].ends_with("\n\n") && !text[..start].ends_with("\n\r\n")
        });
        let is_close = is_close && (sections.len() > 1 || dialect.quoting == Quoting::Git);
        let gap = if body.is_empty() || is_close {
            ""
        } else {
            "\n"
        };
        let sign = separator(document, root);
        let end = if is_close { body.len() } else { text.len() };
        return Ok(vec![below(
            text,
            end,
            format!("{gap}[{heading}]\n{indent}{name}{sign}{}", indented(indent)),
        )]);
    }
    let node = tree.node(id);
    let is_entry = |child: &Id| tree.node(*child).kind != Kind::Map;
    let last = new
        .beside
        .or_else(|| tree.children(id).filter(is_entry).last());
    let sign = separator(document, id);
    let Some(last) = last else {
        let line = |indent: &str| format!("{indent}{name}{sign}{}", indented(indent));
        if id == root {
            return Ok(vec![first_line(text, line(""))]);
        }
        let sections: Vec<Id> = tree.children(root).filter(is_section).collect();
        let indent = entry_indent(document, &sections).unwrap_or(dialect.indent);
        return Ok(vec![below(text, node.tail as usize, line(indent))]);
    };
    let last = tree.node(last);
    let indent = indent(text, last.start as usize).unwrap_or(dialect.indent);
    let line = format!("{indent}{name}{sign}{}", indented(indent));
    Ok(vec![below(text, last.entry().end, line)])
}

/// True if `text` has entries without dots in their names, as INI has above its sections.
fn is_ini(text: &str) -> bool {
    let mut entries = text
        .lines()
        .filter(|line| !line.trim_start().starts_with(['#', ';']));
    entries.any(|line| {
        line.contains(['=', ':'])
            && !line
                .split(['=', ':'])
                .next()
                .unwrap_or_default()
                .contains('.')
    })
}

/// The indentation of the entries of the last of `sections` that has any.
fn entry_indent<'t>(document: &Document<'t>, sections: &[Id]) -> Option<&'t str> {
    for &section in sections.iter().rev() {
        if let Some(entry) = document.tree.children(section).last() {
            return indent(document.text(), document.tree.node(entry).start as usize);
        }
    }
    None
}

/// The place of the comma behind `at`, past blanks and comments.
fn comma_after(document: &Document<'_>, at: usize) -> Option<usize> {
    let text = document.text().as_bytes();
    let is_json = document.format == Format::Json;
    let mut at = at;
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

/// True if `rest` of a line begins with a comment.
fn is_comment(format: Format, rest: &str) -> bool {
    match format {
        Format::Json => rest.starts_with("//") || rest.starts_with("/*") && rest.ends_with("*/"),
        _ => rest.starts_with('#'),
    }
}

/// An entry as the last one between brackets.
fn comma_added(
    document: &Document<'_>,
    id: Id,
    new: &Addition<'_>,
) -> Result<Vec<Change>, KeyFault> {
    let (text, tree, format) = (document.text(), &document.tree, document.format);
    let node = tree.node(id);
    let children: Vec<Id> = tree.children(id).collect();
    let mut writer = writer(document, id, None);
    writer.is_flow = true;
    let last = children.last().map(|&last| tree.node(last));
    if let Some(last) = last.filter(|last| new.names.is_empty() && !last.kind.is_container()) {
        writer.old = Some(tree.raw(last.value));
    }
    let raw = tree.raw(node.value);
    let close = node.value.end as usize - 1;
    let outer = line_indent(text, node.start as usize);
    let lone = indent(text, close).filter(|_| children.is_empty() && raw.contains('\n'));
    // Comments alone show where entries are.
    let comment = raw
        .lines()
        .skip(1)
        .find(|line| !line.trim().is_empty() && line.trim() != "]" && line.trim() != "}");
    let is_made_long = children.is_empty()
        && format == Format::Json
        && !raw.contains('\n')
        && is_spread(document, id, None, node.kind);
    let entry_indent = match last.map(|last| indent(text, last.start as usize)) {
        Some(Some(indent)) => Some(indent.to_owned()),
        Some(None) => None,
        None if lone.is_some() => {
            let comment =
                comment.map(|line| line[..line.len() - line.trim_start().len()].to_owned());
            Some(comment.unwrap_or(format!("{outer}{}", writer.unit)))
        }
        None if is_made_long => Some(format!("{outer}{}", writer.unit)),
        None => None,
    };
    let line = entry_indent.as_deref().unwrap_or(outer);
    let whole = new.whole();
    let written = match new.names.first() {
        None => writer.value(&whole, line)?,
        Some(name) => {
            let like = last.map(|last| tree.raw(last.key));
            let name = format.name(name, like, true)?;
            let prefix = match (node.layout, last) {
                (Layout::Dotted, Some(last)) => &text[last.start as usize..last.key.start as usize],
                _ => "",
            };
            let value = writer.value(&whole, line)?;
            format!("{prefix}{name}{}{value}", separator(document, id))
        }
    };
    let Some(last) = last else {
        return Ok(vec![match (lone, &entry_indent) {
            (Some(lone), Some(indent)) => {
                let comma = if format == Format::Toml { "," } else { "" };
                Change::insertion(close - lone.len(), format!("{indent}{written}{comma}\n"))
            }
            (None, Some(indent)) => {
                Change::insertion(close, format!("\n{indent}{written}\n{outer}"))
            }
            _ => Change::insertion(node.value.start as usize + 1, written),
        }]);
    };
    Ok(comma_appended(
        document,
        last.entry().end,
        entry_indent,
        &written,
        writer.comma,
    ))
}

/// `written` behind the last entry, which ends at `end`; on a line of its own where that has an indentation.
fn comma_appended(
    document: &Document<'_>,
    end: usize,
    indent: Option<String>,
    written: &str,
    gap: &str,
) -> Vec<Change> {
    let text = document.text();
    let comma = comma_after(document, end);
    let Some(indent) = indent else {
        return vec![match comma {
            None => Change::insertion(end, format!("{gap}{written}")),
            Some(comma) => Change::insertion(comma + 1, format!("{}{written},", &gap[1..])),
        }];
    };
    let from = comma.map_or(end, |comma| comma + 1);
    let line = text[from..].lines().next().unwrap_or_default();
    let is_rest = line.trim().is_empty() || is_comment(document.format, line.trim());
    // The closing bracket may stand on the same line.
    let at = if is_rest { from + line.len() } else { from };
    match comma {
        Some(_) => vec![Change::insertion(at, format!("\n{indent}{written},"))],
        None if at == end => vec![Change::insertion(end, format!(",\n{indent}{written}"))],
        None => vec![
            Change::insertion(end, ",".to_owned()),
            Change::insertion(at, format!("\n{indent}{written}")),
        ],
    }
}

/// The changes that delete the entry at the end of `trail`.
pub(super) fn removed(document: &Document<'_>, trail: &[Id]) -> Result<Vec<Change>, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let [.., container, id] = *trail else {
        return Err(document.closed("the whole document", tree.root()));
    };
    if tree.is_repeated(id) {
        return Err(document.closed(REPEATED, id));
    }
    let (node, around) = (tree.node(id), tree.node(container));
    if around.layout == Layout::Stream {
        return Err(document.closed(STREAM, id));
    }
    let children: Vec<Id> = tree.children(container).collect();
    if around.layout == Layout::Dotted && children.len() == 1 {
        // Without its only entry the table would be gone.
        let prefix = &text[node.start as usize..node.key.start as usize];
        let name = prefix.trim_end_matches([' ', '\t', '.']);
        let new = format!("{name} = {{}}");
        return Ok(vec![Change {
            span: node.entry(),
            new,
        }]);
    }
    if node.kind == Kind::Closed(Closed::Gaps) {
        return Err(document.closed(Closed::Gaps.name(), id));
    }
    let index = children
        .iter()
        .position(|&child| child == id)
        .unwrap_or_default();
    if is_inline(document, &trail[..trail.len() - 1]) {
        return Ok(comma_removed(document, container, &children, index));
    }
    let changes = line_removed(document, container, &children, index)?;
    Ok(vec![with_open_end(text, changes)])
}

/// `change`, which deletes something, so that a last line without an ending leaves the one above it without one.
fn with_open_end(text: &str, mut change: Change) -> Change {
    if change.span.end == text.len() && change.new.is_empty() && !text.ends_with('\n') {
        change.span.start = text[..change.span.start]
            .trim_end_matches(['\r', '\n'])
            .len();
    }
    change
}

fn line_removed(
    document: &Document<'_>,
    container: Id,
    children: &[Id],
    index: usize,
) -> Result<Change, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let bytes = text.as_bytes();
    let (node, around) = (tree.node(children[index]), tree.node(container));
    let entry = node.entry();
    let line_end = text::line_end(bytes, entry.end.max(entry.start + 1) - 1)
        .max(text::line_end(bytes, entry.end.saturating_sub(1)));
    let is_yaml = document.format == Format::Yaml;
    if is_yaml && children.len() == 1 && !around.value.is_empty() {
        let empty = if around.kind == Kind::List {
            "[]"
        } else {
            "{}"
        };
        let (start, end) = (around.value.start as usize, around.value.end as usize);
        let line = text[end..text::line_end(bytes, end)].trim_end_matches(['\r', '\n']);
        let end = if text[..end].ends_with('\n') {
            end
        } else {
            end + line.len()
        };
        let before = text[..start].trim_end();
        // The document itself may begin behind `---`.
        let has_sign = before.ends_with([':', '-']);
        let span = if has_sign {
            before.len()..end
        } else {
            start..end
        };
        let new = if has_sign {
            format!(" {empty}")
        } else {
            empty.to_owned()
        };
        return Ok(Change { span, new });
    }
    if indent(text, entry.start).is_none() {
        // The first entry behind the dash of a list, or behind a heading of git.
        let Some(next) = children
            .get(index + 1)
            .map(|&next| tree.node(next).start as usize)
        else {
            if is_yaml {
                return Err(document.closed("the first key behind a dash", children[index]));
            }
            let start = text[..entry.start].trim_end().len();
            return Ok(Change::deletion(start..entry.end));
        };
        // Comments above the next one stay where they are, below the dash.
        if is_yaml && !text[line_end..next].contains('#') {
            return Ok(Change::deletion(entry.start..next));
        }
        let line = text[..line_end].trim_end_matches(['\r', '\n']);
        let start = text[..entry.start].trim_end_matches([' ', '\t']);
        return Ok(Change::deletion(start.len()..line.len()));
    }
    let mut start = text::line_start(bytes, entry.start);
    let is_section = node.kind.is_container() && !is_yaml;
    let is_empty = |line: &str| line.trim().is_empty();
    let next = &text[line_end..text::line_end(bytes, line_end)];
    if is_section && is_empty(next) {
        // One of the two gaps around it goes too.
        let before = text::line_start(bytes, start.saturating_sub(1));
        if start > 0 && is_empty(&text[before..start]) {
            start = before;
        }
        if start == 0 {
            return Ok(Change::deletion(0..line_end + next.len()));
        }
    }
    Ok(Change::deletion(start..line_end))
}

fn comma_removed(
    document: &Document<'_>,
    container: Id,
    children: &[Id],
    index: usize,
) -> Vec<Change> {
    let (text, tree) = (document.text(), &document.tree);
    let around = tree.node(container).value.range();
    let entry = tree.node(children[index]).entry();
    let (start, end) = (entry.start, entry.end);
    let comma = comma_after(document, end);
    let own_end = comma.map_or(end, |comma| comma + 1);
    let line_end = text::line_end(text.as_bytes(), own_end);
    let rest = text[own_end..line_end].trim();
    let has_lines =
        indent(text, start).is_some() && (rest.is_empty() || is_comment(document.format, rest));
    let line = text::line_start(text.as_bytes(), start)..line_end;
    let before = index
        .checked_sub(1)
        .map(|at| tree.node(children[at]).entry().end);
    let after = children
        .get(index + 1)
        .map(|&next| tree.node(next).start as usize);
    match (before, after) {
        (None, None) => {
            let (open, close) = (around.start + 1, around.end - 1);
            let outside = [&text[open..start], &text[own_end.min(close)..close]];
            if outside.iter().all(|text| text.trim().is_empty()) {
                vec![Change::deletion(open..close)]
            } else if has_lines {
                vec![Change::deletion(line)]
            } else {
                vec![Change::deletion(start..own_end)]
            }
        }
        (Some(before), None) if has_lines => {
            // The comma before parted it from the last one.
            let extra = match comma {
                None => comma_after(document, before),
                Some(_) => None,
            };
            let mut changes = Vec::new();
            changes.extend(extra.map(|at| Change::deletion(at..at + 1)));
            changes.push(Change::deletion(line));
            changes
        }
        (_, Some(_)) if has_lines => vec![Change::deletion(line)],
        (_, Some(after)) => {
            let between = &text[own_end..after];
            let blanks = between.len() - between.trim_start_matches([' ', '\t']).len();
            vec![Change::deletion(start..own_end + blanks)]
        }
        (Some(before), None) => vec![Change::deletion(before..end)],
    }
}
