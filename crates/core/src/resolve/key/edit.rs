//! Which bytes change when a key gets a value or is added.

use std::ops::Range;

use super::dialect::{Dialect, Quoting};
use super::document::Document;
use super::find::{STREAM, is_blank, names_of};
use super::format::Format;
use super::style::{is_spread, separator, writer_in};
use super::tree::{Closed, Id, Kind, Layout, Node, Value};
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

    pub fn deletion(span: Range<usize>) -> Self {
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

/// The white space that the line of `at` begins with, if there is nothing else before `at`.
pub(super) fn indent(text: &str, at: usize) -> Option<&str> {
    // A line may be long, and each of its entries asked for.
    let above =
        text[..at].trim_end_matches(|letter: char| letter.is_whitespace() && letter != '\n');
    if above.is_empty() || above.ends_with('\n') {
        Some(&text[above.len()..at])
    } else {
        None
    }
}

/// The white space that the line of `at` begins with.
pub(super) fn line_indent(text: &str, at: usize) -> &str {
    leading_blanks(&text[text::line_start(text.as_bytes(), at)..])
}

fn leading_blanks(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The column of the name or dash at `at` of YAML: behind the dashes before it.
pub(super) fn column(text: &str, at: usize) -> usize {
    let before = &text[text::line_start(text.as_bytes(), at)..at];
    before.chars().count()
}

/// The rest of the line from `at`, without its ending.
pub(super) fn rest_of_line(text: &str, at: usize) -> &str {
    text[at..].lines().next().unwrap_or_default()
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
    let raw = tree.raw_value(id);
    let mut writer = writer_in(document, container, Some(id));
    let is_alias = node.kind == Kind::Closed(Closed::Alias);
    if keeps_style && !is_alias && !raw.is_empty() && !node.kind.is_container() {
        writer.old = Some(raw);
        writer.is_last = span.end == text.len();
    }
    writer.is_flow = trail.len() > 1 && tree.node(container).layout == Layout::Commas;
    writer.is_followed = !rest_of_line(text, span.end).trim().is_empty();
    let name = if node.key.is_empty() {
        node.start
    } else {
        node.key.start
    };
    writer.deeper = column(text, name as usize) + writer.unit.len();
    let written = writer.value(value, line_indent(text, node.start as usize))?;
    Ok(match document.format {
        Format::Json | Format::Toml => Change { span, new: written },
        Format::Yaml => yaml_placed(text, span, written),
        Format::Lines(dialect) => line_placed(document, dialect, trail, written),
    })
}

/// The change that puts `written` in place of the value of YAML at `span`.
fn yaml_placed(text: &str, span: Range<usize>, written: String) -> Change {
    if !text[..span.start].ends_with([':', '-']) {
        return Change { span, new: written };
    }
    let rest = rest_of_line(text, span.end);
    let mut end = span.end;
    if rest.trim().is_empty() {
        // White space at the end of the line would stand behind the value.
        end += rest.len();
    }
    Change {
        span: span.start..end,
        new: format!(" {written}"),
    }
}

/// The change that puts `written` in place of the value of an entry on a line.
fn line_placed(
    document: &Document<'_>,
    dialect: &Dialect,
    trail: &[Id],
    written: String,
) -> Change {
    let text = document.text();
    let id = trail.last().copied().unwrap_or_default();
    let node = document.tree.node(id);
    let span = node.value.range();
    let behind_name = &text[node.key.end as usize..span.start];
    if !behind_name.contains(|c| dialect.signs.contains(c)) {
        // A name alone on its line.
        let container = trail.len().checked_sub(2).map_or(id, |at| trail[at]);
        let new = separator(document, container) + &written;
        return Change { span, new };
    }
    let new = written.replace('\n', &format!("\n{}", continuation(document, dialect, id)));
    let sign_end = text[..span.start].trim_end_matches([' ', '\t']).len();
    let is_followed = !rest_of_line(text, span.end).trim().is_empty();
    let keeps_blanks = text.lines().any(|line| line.ends_with("= "));
    let is_empty =
        new.is_empty() && !keeps_blanks && !is_followed && dialect.quoting != Quoting::Java;
    if new.starts_with('\n') || is_empty {
        return Change {
            span: sign_end..span.end,
            new,
        };
    }
    // Where nothing stands behind the sign, a blank before it shows that one belongs there.
    let is_apart = rest_of_line(&text[..span.end], span.start).is_empty()
        && sign_end == span.start
        && behind_name.starts_with([' ', '\t']);
    let pad = if is_apart && !new.is_empty() { " " } else { "" };
    Change {
        span,
        new: format!("{pad}{new}"),
    }
}

/// The white space before the later lines of the value of `id`: as it has them, else one step deeper than its first.
fn continuation(document: &Document<'_>, dialect: &Dialect, id: Id) -> String {
    let text = document.text();
    if !dialect.continues.is_deeper() {
        return String::new();
    }
    match document.tree.raw_value(id).lines().nth(1) {
        Some(line) => line[..line.len() - line.trim_start().len()].to_owned(),
        None => line_indent(text, document.tree.node(id).start as usize).to_owned() + "    ",
    }
}

/// A new entry: where it goes, and what it is.
pub(super) struct Addition<'a> {
    /// The nodes that lead to its container.
    pub trail: &'a [Id],
    /// An entry of the same name that it goes below.
    pub beside: Option<Id>,
    /// The names of the entry from the container on; none for an element of a list.
    pub names: &'a [String],
    pub value: &'a Value,
}

impl Addition<'_> {
    /// The table or list that it goes into.
    pub fn container(&self) -> Id {
        self.trail.last().copied().unwrap_or_default()
    }

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
    let id = new.container();
    if is_blank(document, id) {
        return Ok(vec![filled(document, id, new)?]);
    }
    if document.tree.node(id).layout == Layout::Stream {
        return Err(document.closed(STREAM, id));
    }
    if is_inline(document, new.trail) {
        return comma_added(document, id, new);
    }
    let change = match document.format {
        Format::Toml => toml_added(document, id, new)?,
        Format::Lines(dialect) => entry_added(document, dialect, id, new)?,
        Format::Json | Format::Yaml => yaml_added(document, id, new)?,
    };
    Ok(vec![change])
}

/// True if commas separate the entries of the last node of `trail`: a dotted key stands where the table around it has its
/// entries.
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

/// `lines` as lines below that of byte `end`.
fn below(text: &str, end: usize, lines: &str) -> Change {
    let at = text::line_end(text.as_bytes(), end);
    if at == 0 || text[..at].ends_with('\n') {
        return Change::insertion(at, format!("{lines}\n"));
    }
    Change::insertion(at, format!("\n{lines}"))
}

/// `line` below the last entry, which ends at `end`; before all tables or sections if `end` is 0.
fn below_entries(text: &str, end: u32, line: &str) -> Change {
    if end > 0 {
        return below(text, end as usize, line);
    }
    if text.trim().is_empty() {
        return below(text, text.len(), line);
    }
    Change::insertion(0, format!("{line}\n\n"))
}

/// The last entry of `container` that ends at `end`.
fn entry_at<'d>(document: &'d Document<'_>, container: Id, end: u32) -> Option<&'d Node> {
    let tree = &document.tree;
    let children = tree.children(container).map(|child| tree.node(child));
    children
        .filter(|node| node.entry().end == end as usize)
        .last()
}

/// The entry on lines below a name of YAML that has no value.
fn filled(document: &Document<'_>, id: Id, new: &Addition<'_>) -> Result<Change, KeyFault> {
    let node = document.tree.node(id);
    let value = match new.names {
        [] => Value::List(vec![new.value.clone()]),
        [first, ..] => Value::Map(vec![(first.clone(), new.whole())]),
    };
    let name_column = column(document.text(), node.key.start as usize);
    let lines = writer_in(document, id, None).block(&value, name_column)?;
    let end = node.value.start as usize;
    Ok(below(document.text(), end, lines.trim_start_matches('\n')))
}

/// An entry or element of YAML on lines of its own.
fn yaml_added(document: &Document<'_>, id: Id, new: &Addition<'_>) -> Result<Change, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let mut end = tree.node(id).tail as usize;
    if let Some(open) = open_block(document)
        && text::line_end(text.as_bytes(), end) == text.len()
    {
        return Err(document.closed(OPEN_BLOCK, open));
    }
    let mut writer = writer_in(document, id, None);
    let mut column_at = 0;
    let mut like = None;
    match tree.children(id).next() {
        Some(first) => {
            column_at = column(text, tree.node(first).start as usize);
            like = Some(tree.raw(tree.node(first).key));
        }
        None => end = text.len(),
    }
    let whole = new.whole();
    writer.deeper = column_at + writer.unit.len();
    writer.is_flow = whole.kind().is_container() && has_brackets(document, id, whole.kind());
    let line = if let Some(name) = new.names.first() {
        let name = Format::Yaml.name(name, like, false)?;
        if !whole.kind().is_container() {
            let value = writer.value(&whole, "")?;
            let colon = separator(document, id);
            format!("{name}:{}{value}", colon.trim_start_matches(':'))
        } else if writer.is_flow {
            format!("{name}: {}", writer.value(&whole, "")?)
        } else {
            format!("{name}:{}", writer.block(&whole, column_at)?)
        }
    } else {
        // An element has the quotes of the last one.
        let last = tree.children(id).last().map(|last| tree.raw_value(last));
        writer.old = last.filter(|raw| raw.starts_with(['"', '\'']));
        if writer.is_flow {
            format!("- {}", writer.value(&whole, "")?)
        } else {
            writer.item(&whole, column_at)?
        }
    };
    Ok(below(text, end, &format!("{:column_at$}{line}", "")))
}

/// True if the last table or list of this kind in `container` stands between brackets.
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

/// The name of a block scalar that programs read differently, and that a line below it would change for some of them.
const OPEN_BLOCK: &str = "a block scalar at the end of a file without a line break";

/// Such a block scalar at the end of `document`.
fn open_block(document: &Document<'_>) -> Option<Id> {
    let (text, tree) = (document.text(), &document.tree);
    if text.ends_with('\n') {
        return None;
    }
    let mut id = tree.root();
    while let Some(last) = tree.children(id).last() {
        id = last;
    }
    let is_last = tree.node(id).value.end as usize == text.len();
    if is_last && yaml::is_open_block(tree.raw_value(id)) {
        return Some(id);
    }
    None
}

/// `names` as a dotted key of TOML.
fn dotted(names: &[String]) -> Result<String, KeyFault> {
    let mut written = Vec::new();
    for name in names {
        written.push(Format::Toml.name(name, None, false)?);
    }
    Ok(written.join("."))
}

/// An entry of TOML on a line, a table of a list of tables, or an entry under a new heading.
fn toml_added(document: &Document<'_>, id: Id, new: &Addition<'_>) -> Result<Change, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let node = tree.node(id);
    let writer = writer_in(document, id, None);
    let path = [&names_of(document, new.trail)[..], new.names].concat();
    if let Some(entries) = new_table(document, new) {
        let mut lines = format!("[[{}]]", dotted(&path)?);
        for (name, value) in entries {
            let name = Format::Toml.name(name, None, false)?;
            lines.push_str(&format!("\n{name} = {}", writer.value(value, "")?));
        }
        let end = if new.names.is_empty() {
            node.value.end as usize
        } else {
            text.trim_end().len()
        };
        let gap = if end == 0 { "" } else { "\n" };
        return Ok(below(text, end, &format!("{gap}{lines}")));
    }
    let Some((name, tables)) = path.split_last().filter(|_| !new.names.is_empty()) else {
        return Err(document.closed("a list of tables", id));
    };
    let mut indent_new = "";
    if let Some(last) = entry_at(document, id, node.tail) {
        indent_new = indent(text, last.start as usize).unwrap_or_default();
    }
    let written = separator(document, id) + &writer.value(new.value, indent_new)?;
    let is_root = new.trail.len() == 1;
    if is_root && new.names.len() > 1 || !is_root && node.tail == 0 {
        let name = Format::Toml.name(name, None, false)?;
        let gap = if text.trim_end().is_empty() { "" } else { "\n" };
        let lines = format!("{gap}[{}]\n{name}{written}", dotted(tables)?);
        return Ok(below(text, text.len(), &lines));
    }
    let prefix = dotted_prefix(document, id);
    let line = format!("{indent_new}{prefix}{}{written}", dotted(new.names)?);
    Ok(below_entries(text, node.tail, &line))
}

/// The entries of a new element of a list of tables.
fn new_table<'a>(document: &Document<'_>, new: &Addition<'a>) -> Option<&'a [(String, Value)]> {
    let tree = &document.tree;
    let value = match (new.names, new.value) {
        ([], value) => value,
        (_, Value::List(elements)) => {
            let (container, above) = new.trail.split_last()?;
            let is_in_list = above.iter().any(|&id| tree.node(id).kind == Kind::List);
            if is_in_list || tree.node(*container).layout != Layout::Lines {
                return None;
            }
            elements.first().filter(|_| elements.len() == 1)?
        }
        _ => return None,
    };
    match value {
        Value::Map(entries) => Some(entries),
        _ => None,
    }
}

/// The text that the dotted keys of the table `id` begin with.
fn dotted_prefix<'t>(document: &Document<'t>, id: Id) -> &'t str {
    let tree = &document.tree;
    match tree.children(id).next().map(|first| tree.node(first)) {
        Some(first) if tree.node(id).layout == Layout::Dotted => {
            &document.text()[first.start as usize..first.key.start as usize]
        }
        _ => "",
    }
}

/// An entry of a dialect with an entry on each line.
fn entry_added(
    document: &Document<'_>,
    dialect: &Dialect,
    id: Id,
    new: &Addition<'_>,
) -> Result<Change, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let mut written = writer_in(document, id, None).value(new.value, "")?;
    let Some((name, heading)) = new.names.split_last() else {
        return Err(document.closed("a list of such values", id));
    };
    let mut entry = document.format.name(name, None, false)?;
    let section = heading.join(".");
    let twin = if heading.is_empty() { &entry } else { &section };
    if dialect.quoting == Quoting::Plain && has_twin(document, id, twin) {
        let what = "a name that is there in other case, which is one name for some programs";
        return Err(document.format.cannot(what));
    }
    let end = match new.beside {
        Some(beside) => Node::entry(tree.node(beside)).end,
        None => tree.node(id).tail as usize,
    };
    let end = u32::try_from(end).unwrap_or_default();
    let mut indent_new = "";
    if !heading.is_empty() || id != tree.root() {
        indent_new = entry_indent(document, dialect);
    }
    if heading.is_empty()
        && let Some(last) = entry_at(document, id, end)
    {
        indent_new = indent(text, last.start as usize).unwrap_or(dialect.indent);
    }
    if dialect.continues.is_deeper() {
        written = written.replace('\n', &format!("\n{indent_new}    "));
    }
    let container = if heading.is_empty() { id } else { tree.root() };
    entry.push_str(&separator(document, container));
    let line = format!("{indent_new}{entry}{written}");
    if heading.is_empty() {
        return Ok(below_entries(text, end, &line));
    }
    section_added(document, dialect, &section, &line)
}

/// True if `container` has the name `name` in other letters.
fn has_twin(document: &Document<'_>, container: Id, name: &str) -> bool {
    let tree = &document.tree;
    tree.children(container).any(|child| {
        let other = tree.name(child);
        other != name && other.to_lowercase() == name.to_lowercase()
    })
}

fn sections<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Id> + 'd {
    let tree = &document.tree;
    tree.children(tree.root())
        .filter(|&child| tree.node(child).kind == Kind::Map)
}

/// The indentation of the entries of the last section that has any.
fn entry_indent<'t>(document: &Document<'t>, dialect: &Dialect) -> &'t str {
    let mut found = None;
    for section in sections(document) {
        if let Some(entry) = document.tree.children(section).last() {
            found = indent(document.text(), document.tree.node(entry).start as usize);
        }
    }
    found.unwrap_or(dialect.indent)
}

/// A new section with the entry `line`.
fn section_added(
    document: &Document<'_>,
    dialect: &Dialect,
    name: &str,
    line: &str,
) -> Result<Change, KeyFault> {
    let (text, format) = (document.text(), document.format);
    let has_entries = document
        .tree
        .children(document.tree.root())
        .next()
        .is_some();
    let count = sections(document).count();
    if count == 0 && has_entries && dialect.quoting == Quoting::Plain && !is_ini(text) {
        return Err(format.cannot("a section where the file has none"));
    }
    let heading = quoting::section(dialect, name).map_err(|what| format.cannot(what))?;
    // Sections follow each other closely if all of them do.
    let mut is_close = count > 1 || dialect.quoting == Quoting::Git;
    for section in sections(document).skip(1) {
        let start = document.tree.node(section).start as usize;
        let above = &text[..text::line_start(text.as_bytes(), start)];
        is_close &= !above.ends_with("\n\n") && !above.ends_with("\n\r\n");
    }
    let body = text.trim_end().len();
    let gap = if body == 0 || is_close { "" } else { "\n" };
    let end = if is_close { body } else { text.len() };
    Ok(below(text, end, &format!("{gap}[{heading}]\n{line}")))
}

/// True if `text` has entries without dots in their names, as INI has above its sections.
fn is_ini(text: &str) -> bool {
    text.lines().any(|line| {
        let is_comment = line.trim_start().starts_with(['#', ';']);
        match line.split_once(['=', ':']) {
            Some((name, _)) => !is_comment && !name.contains('.'),
            None => false,
        }
    })
}

/// The place of the comma behind `end`, past white space and comments.
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

/// True if the rest of a line is empty or a comment.
pub(super) fn is_free(format: Format, line_rest: &str) -> bool {
    let rest = line_rest.trim();
    match format {
        _ if rest.is_empty() => true,
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
    let (text, tree) = (document.text(), &document.tree);
    let last = tree.children(id).last().map(|last| tree.node(last));
    let mut writer = writer_in(document, id, None);
    writer.is_flow = true;
    let outer = line_indent(text, tree.node(id).start as usize);
    let Some(last) = last else {
        return Ok(vec![first_added(document, id, new, &writer)?]);
    };
    if new.names.is_empty() && !last.kind.is_container() {
        writer.old = Some(tree.raw(last.value));
    }
    let own_line = indent(text, last.start as usize);
    let written = comma_entry(document, id, new, &writer, own_line.unwrap_or(outer))?;
    let end = last.entry().end;
    let comma = comma_after(document, end);
    let Some(indent) = own_line else {
        return Ok(vec![match comma {
            None => Change::insertion(end, format!("{}{written}", writer.comma)),
            Some(comma) => {
                Change::insertion(comma + 1, format!("{}{written},", &writer.comma[1..]))
            }
        }]);
    };
    let from = comma.map_or(end, |comma| comma + 1);
    let rest = rest_of_line(text, from);
    // The closing bracket may stand on the same line.
    let at = if is_free(document.format, rest) {
        from + rest.len()
    } else {
        from
    };
    Ok(match comma {
        Some(_) => vec![Change::insertion(at, format!("\n{indent}{written},"))],
        None if at == end => vec![Change::insertion(end, format!(",\n{indent}{written}"))],
        None => vec![
            Change::insertion(end, ",".to_owned()),
            Change::insertion(at, format!("\n{indent}{written}")),
        ],
    })
}

/// An entry of the table or list `id` between brackets as text.
fn comma_entry(
    document: &Document<'_>,
    id: Id,
    new: &Addition<'_>,
    writer: &Writer<'_>,
    indent: &str,
) -> Result<String, KeyFault> {
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

/// The first entry of the table or list `id` between brackets.
fn first_added(
    document: &Document<'_>,
    id: Id,
    new: &Addition<'_>,
    writer: &Writer<'_>,
) -> Result<Change, KeyFault> {
    let (text, node, raw) = (
        document.text(),
        document.tree.node(id),
        document.tree.raw_value(id),
    );
    let outer = line_indent(text, node.start as usize);
    let deeper = format!("{outer}{}", writer.unit);
    let close = node.value.end as usize - 1;
    if let Some(lone) = indent(text, close)
        && raw.contains('\n')
    {
        // Comments alone show where entries are.
        let comment = raw
            .lines()
            .skip(1)
            .find(|line| !["", "]", "}"].contains(&line.trim()));
        let indent = match comment {
            Some(line) => &line[..line.len() - line.trim_start().len()],
            None => &deeper,
        };
        let written = comma_entry(document, id, new, writer, indent)?;
        let comma = if document.format == Format::Toml {
            ","
        } else {
            ""
        };
        let line = format!("{indent}{written}{comma}\n");
        return Ok(Change::insertion(close - lone.len(), line));
    }
    let is_json = document.format == Format::Json;
    if is_json && !raw.contains('\n') && is_spread(document, id, None, node.kind) {
        let written = comma_entry(document, id, new, writer, &deeper)?;
        let lines = format!("\n{deeper}{written}\n{outer}");
        return Ok(Change::insertion(close, lines));
    }
    let written = comma_entry(document, id, new, writer, outer)?;
    Ok(Change::insertion(node.value.start as usize + 1, written))
}
