//! Where a key is, where a new one goes, and which bytes go with one that is taken out.

use super::document::Document;
use super::format::Format;
use super::spelling::Place;
use super::tree::{Content, Entries, Entry, Node, REPEATED, Scalar, Value};
use super::{block, lines, spelling};
use crate::refusal::KeyFault;
use crate::request::KeyPath;
use crate::text::{self, LineEnding, Span};

/// Bytes of a document that become others.
pub(super) struct Change {
    pub span: Span,
    pub new: String,
}

/// How far a path leads into a document.
pub(super) struct Walk<'n> {
    /// The containers on the way, each with the entry that was taken.
    pub trail: Vec<(&'n Node, usize)>,
    /// The last node.
    pub node: &'n Node,
    /// The names that lead to it.
    pub path: Vec<String>,
    /// The names that are not there.
    pub rest: Vec<String>,
}

/// Follows `key` as far as it is there.
pub(super) fn walk<'n>(document: &'n Document<'_>, key: &KeyPath) -> Result<Walk<'n>, KeyFault> {
    let mut best: Option<Walk<'n>> = None;
    let mut other = None;
    for reading in readings(document.format, &key.parts) {
        let walk = follow(document, &reading)?;
        match &best {
            Some(best) if best.rest.is_empty() && !walk.rest.is_empty() => {}
            Some(best) if best.rest.is_empty() => {
                other = Some([
                    document.line_of(best.node.span),
                    document.line_of(walk.node.span),
                ]);
            }
            Some(best) if !walk.rest.is_empty() && walk.path.len() <= best.path.len() => {}
            _ => best = Some(walk),
        }
    }
    if let Some(lines) = other {
        return Err(KeyFault::Several {
            lines: lines.to_vec(),
        });
    }
    let Some(mut walk) = best else {
        return Err(document.closed("no key", Span::empty_at(0)));
    };
    if key.is_appended && walk.rest.is_empty() {
        match &walk.node.content {
            Content::List(entries) => walk.rest.push(entries.all.len().to_string()),
            Content::Closed(name) => return Err(document.closed(name, walk.node.span)),
            Content::Repeated(_) => return Err(document.closed(REPEATED, walk.node.span)),
            _ => return Err(KeyFault::OtherType { there: "no list" }),
        }
    }
    Ok(walk)
}

/// The ways to read `parts`: where names hold dots of their own, every dot may be one.
fn readings(format: Format, parts: &[String]) -> Vec<Vec<String>> {
    match format {
        Format::Json | Format::Toml | Format::Yaml => vec![parts.to_vec()],
        Format::Env | Format::Properties => vec![vec![parts.join(".")]],
        Format::Ini if parts.len() == 1 => vec![parts.to_vec()],
        Format::Ini => {
            let two = |at: usize| vec![parts[..at].join("."), parts[at..].join(".")];
            let sections = (1..parts.len()).rev().map(two);
            sections.chain([vec![parts.join(".")]]).collect()
        }
    }
}

fn follow<'n>(document: &'n Document<'_>, parts: &[String]) -> Result<Walk<'n>, KeyFault> {
    let mut walk = Walk {
        trail: Vec::new(),
        node: &document.root,
        path: Vec::new(),
        rest: Vec::new(),
    };
    for (at, part) in parts.iter().enumerate() {
        let entries = match &walk.node.content {
            Content::Map(entries) | Content::List(entries) => entries,
            Content::Closed(name) => return Err(document.closed(name, walk.node.span)),
            Content::Repeated(_) => return Err(document.closed(REPEATED, walk.node.span)),
            Content::Scalar(Scalar::Null) if is_blank(document, walk.node) => {
                walk.rest = parts[at..].to_vec();
                break;
            }
            Content::Scalar(scalar) => return Err(document.closed(scalar.kind(), walk.node.span)),
        };
        let named = |(_, entry): &(usize, &Entry)| entry.name == *part;
        let mut found = entries.all.iter().enumerate().filter(named);
        match (found.next(), found.next()) {
            (Some((index, entry)), None) => {
                walk.trail.push((walk.node, index));
                walk.node = &entry.value;
                walk.path.push(part.clone());
            }
            (None, _) => {
                walk.rest = parts[at..].to_vec();
                break;
            }
            (Some((_, first)), Some((_, second))) => {
                return Err(KeyFault::Several {
                    lines: vec![document.line_of(first.span), document.line_of(second.span)],
                });
            }
        }
    }
    Ok(walk)
}

/// Whether `node` is a value of YAML that is left out behind a name: it may become a table.
fn is_blank(document: &Document<'_>, node: &Node) -> bool {
    let is_yaml = document.format == Format::Yaml;
    is_yaml && node.span.is_empty() && document.text[..node.span.start()].ends_with(':')
}

/// What the alias at `span` stands for: the last value before it with that anchor.
pub(super) fn anchored<'n>(document: &'n Document<'_>, span: Span) -> Option<&'n Node> {
    let anchor = document.text[span.range()].replacen('*', "&", 1);
    let mut open = vec![&document.root];
    let mut found: Option<&Node> = None;
    let mut last = 0;
    while let Some(node) = open.pop() {
        open.extend(
            node.entries()
                .into_iter()
                .flat_map(|all| all.all.iter().map(|one| &one.value)),
        );
        let Content::Repeated(inner) = &node.content else {
            continue;
        };
        open.push(inner);
        let start = node.span.start();
        let rest = document.text[start..].strip_prefix(&anchor);
        let is_it = rest.is_some_and(|rest| rest.starts_with(char::is_whitespace));
        if is_it && start < span.start() && start >= last {
            (found, last) = (Some(&**inner), start);
        }
    }
    found
}

/// The text between the name and the value of an entry, as its siblings have it.
fn sign(document: &Document<'_>, entries: &Entries) -> String {
    let of = |entry: &Entry| {
        let head = &document.text[entry.span.start()..entry.value.span.start()];
        let name = head.trim_end_matches([':', '=', ' ', '\t']);
        let sign = &head[name.len()..];
        let is_plain = matches!(entry.value.content, Content::Scalar(_))
            && sign.contains([':', '='])
            && !document.text[entry.value.span.range()].contains('\n')
            && !entry.value.span.is_empty();
        is_plain.then(|| sign.to_owned())
    };
    let usual = match document.format {
        Format::Json | Format::Yaml => ": ",
        Format::Toml | Format::Ini => " = ",
        Format::Env | Format::Properties => "=",
    };
    let sign = entries.all.iter().rev().find_map(of);
    sign.unwrap_or_else(|| usual.to_owned())
}

/// The blanks that the line of `at` begins with, if there is nothing else before `at`.
fn indent(text: &str, at: usize) -> Option<&str> {
    let before = &text[text::line_start(text.as_bytes(), at)..at];
    before.trim().is_empty().then_some(before)
}

/// The change that puts `written` in place of the value at `span`.
pub(super) fn replaced(document: &Document<'_>, span: Span, written: &str) -> Change {
    let text = document.text;
    let before = &text[..span.start()];
    let change = |span, new| Change { span, new };
    match document.format {
        Format::Yaml if before.ends_with([':', '-']) => {
            // Blanks at the end of the line would stand behind the value.
            let rest = text[span.end()..].lines().next().unwrap_or_default();
            let blanks = rest.len() * usize::from(rest.trim().is_empty());
            let span = Span::of_len(span.start(), span.len() + blanks);
            change(span, format!(" {written}"))
        }
        // A name alone on its line.
        Format::Properties if !before.ends_with([':', '=', ' ', '\t', '\x0c']) => {
            change(span, format!("={written}"))
        }
        Format::Ini => {
            let ending = LineEnding::around(text.as_bytes(), span.start());
            let ending = std::str::from_utf8(ending.as_bytes()).unwrap_or("\n");
            let deeper = deeper_indent(text, span);
            let new = written.replace('\n', &format!("{ending}{deeper}"));
            let name = before.trim_end_matches([' ', '\t']);
            let is_apart = name
                .strip_suffix(['=', ':'])
                .is_some_and(|name| name.ends_with(' '));
            let keeps_blanks = text.lines().any(|line| line.ends_with("= "));
            if written.starts_with('\n') || written.is_empty() && !keeps_blanks {
                let start = name.len();
                change(Span::of_len(start, span.end() - start), new)
            } else if is_apart && name.len() == before.len() {
                change(span, format!(" {new}"))
            } else {
                change(span, new)
            }
        }
        _ => change(span, written.to_owned()),
    }
}

/// The blanks before the later lines of the INI value at `span`: as it has them, else one step deeper than its first.
fn deeper_indent(text: &str, span: Span) -> String {
    let blanks = |line: &str| line[..line.len() - line.trim_start().len()].to_owned();
    match text[span.range()].lines().nth(1) {
        Some(line) => blanks(line),
        None => {
            let start = text::line_start(text.as_bytes(), span.start());
            blanks(&text[start..span.start()]) + "    "
        }
    }
}

/// The name of a block scalar that programs read differently, and that a line below it would change for some of them.
const OPEN_BLOCK: &str = "a block scalar at the end of a file without a line break";

/// The name of what `---` parts.
const STREAM: &str = "a stream of several documents";

/// Such a block scalar at the end of `document`.
fn open_block(document: &Document<'_>) -> Option<Span> {
    if document.format != Format::Yaml || document.text.ends_with('\n') {
        return None;
    }
    let mut node = &document.root;
    while let Some(last) = node.entries().and_then(|entries| entries.all.last()) {
        node = &last.value;
    }
    let is_last = node.span.end() == document.text.len();
    (is_last && block::is_open(&document.text[node.span.range()])).then_some(node.span)
}

/// `line` as one below that of byte `end`.
fn below(text: &str, end: usize, line: &str) -> Change {
    let at = text::line_end(text.as_bytes(), end);
    let ending = LineEnding::around(text.as_bytes(), at);
    let ending = std::str::from_utf8(ending.as_bytes()).unwrap_or("\n");
    let line = line.replace('\n', ending);
    let is_ended = at == 0 || text[..at].ends_with('\n');
    Change {
        span: Span::empty_at(at),
        new: if is_ended {
            line + ending
        } else {
            format!("{ending}{line}")
        },
    }
}

/// The changes that put `value` at `rest` into `node`.
pub(super) fn added(
    document: &Document<'_>,
    node: &Node,
    path: &[String],
    rest: &[String],
    value: &Value,
) -> Result<Vec<Change>, KeyFault> {
    let (entries, is_list) = match &node.content {
        Content::Map(entries) => (entries, false),
        Content::List(entries) => (entries, true),
        Content::Scalar(Scalar::Null) if is_blank(document, node) => {
            return filled(document, node, rest, value);
        }
        Content::Scalar(scalar) => return Err(document.closed(scalar.kind(), node.span)),
        Content::Closed(name) => return Err(document.closed(name, node.span)),
        Content::Repeated(_) => return Err(document.closed(REPEATED, node.span)),
    };
    let is_next = rest.len() == 1 && rest[0] == entries.all.len().to_string();
    if is_list && !is_next {
        return Err(document.closed("a list without such an element", node.span));
    }
    if entries.has_lines {
        line_added(document, node, entries, is_list, path, rest, value)
    } else {
        let written = between_commas(document, entries, is_list, rest, value)?;
        Ok(comma_added(document, node, entries, &written))
    }
}

/// `value` at `rest` on lines below a name of YAML that has no value.
fn filled(
    document: &Document<'_>,
    node: &Node,
    rest: &[String],
    value: &Value,
) -> Result<Vec<Change>, KeyFault> {
    let text = document.text;
    let place = Place {
        text,
        like: None,
        is_flow: false,
    };
    let written = spelling::value(document.format, value, place)?;
    let names = rest.iter();
    let names = names.map(|name| spelling::name(document.format, name, place));
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    let head = &text[text::line_start(text.as_bytes(), node.span.start())..node.span.start()];
    let mut name = head.trim_start_matches(' ');
    while let Some(inside) = name.strip_prefix("- ") {
        name = inside.trim_start_matches(' ');
    }
    let column = head.len() - name.len() + 2;
    let lines = nested(&names, column) + " " + &written;
    Ok(vec![below(text, node.span.start(), &lines)])
}

/// `names` as keys of YAML, each inside the one above it, the first at `column`.
fn nested(names: &[String], column: usize) -> String {
    let line =
        |(depth, name): (usize, &String)| format!("{}{name}:", " ".repeat(column + 2 * depth));
    let lines: Vec<String> = names.iter().enumerate().map(line).collect();
    lines.join("\n")
}

/// An entry for a table or list whose entries are parted by commas.
fn between_commas(
    document: &Document<'_>,
    entries: &Entries,
    is_list: bool,
    rest: &[String],
    value: &Value,
) -> Result<String, KeyFault> {
    let format = document.format;
    let inner = rest.iter().skip(1).rev();
    let value = inner.fold(value.clone(), |value, name| {
        Value::Map(vec![(name.clone(), value)])
    });
    let beside = entries.all.last().map(|last| &last.value);
    let like = |like| Place {
        text: document.text,
        like,
        is_flow: true,
    };
    let style = beside.filter(|_| is_list).map(|beside| beside.span);
    let written = spelling::value(format, &value, like(style))?;
    if is_list {
        return Ok(written);
    }
    let beside = entries.all.last().map(|last| last.span);
    let name = spelling::name(format, &rest[0], like(beside))?;
    let sign = sign(document, entries);
    Ok(format!("{}{name}{sign}{written}", entries.prefix))
}

/// The place of the comma behind `at`, past blanks and comments.
fn comma_after(document: &Document<'_>, at: usize) -> Option<usize> {
    let text = document.text.as_bytes();
    let mut at = at;
    loop {
        match (text.get(at)?, text.get(at + 1)) {
            (b',', _) => return Some(at),
            (blank, _) if blank.is_ascii_whitespace() => at += 1,
            (b'#', _) if document.format != Format::Json => at = text::line_end(text, at),
            (b'/', Some(b'/')) if document.format == Format::Json => at = text::line_end(text, at),
            (b'/', Some(b'*')) if document.format == Format::Json => {
                at += document.text[at..].find("*/")? + 2;
            }
            _ => return None,
        }
    }
}

/// `written` as the last entry between the brackets of `node`.
fn comma_added(
    document: &Document<'_>,
    node: &Node,
    entries: &Entries,
    written: &str,
) -> Vec<Change> {
    let text = document.text;
    let put = |at: usize, new: String| Change {
        span: Span::empty_at(at),
        new,
    };
    let Some(last) = entries.all.last() else {
        return vec![put(node.span.start() + 1, written.to_owned())];
    };
    let end = last.span.end();
    let comma = comma_after(document, end);
    let is_alone = indent(text, last.span.start());
    match (is_alone, comma) {
        (None, None) => vec![put(end, format!(", {written}"))],
        (None, Some(comma)) => vec![put(comma + 1, format!(" {written},"))],
        (Some(indent), comma) => {
            let from = comma.map_or(end, |comma| comma + 1);
            let line_end = text::line_end(text.as_bytes(), from);
            let line = text[from..line_end].trim_end_matches(['\r', '\n']);
            let is_rest = line.trim().is_empty()
                || line.trim_start().starts_with("//")
                || line.trim_start().starts_with('#');
            // What closes the list stands on the same line.
            let at = if is_rest { from + line.len() } else { from };
            let ending =
                LineEnding::around(text.as_bytes(), text::line_start(text.as_bytes(), end));
            let ending = std::str::from_utf8(ending.as_bytes()).unwrap_or("\n");
            let (before, behind) = match comma {
                Some(_) => (None, ","),
                None => (Some(put(end, ",".to_owned())), ""),
            };
            let line = put(at, format!("{ending}{indent}{written}{behind}"));
            match before {
                Some(before) if at == end => vec![put(end, before.new + &line.new)],
                before => before.into_iter().chain([line]).collect(),
            }
        }
    }
}

/// `value` at `rest` on lines of its own.
fn line_added(
    document: &Document<'_>,
    node: &Node,
    entries: &Entries,
    is_list: bool,
    path: &[String],
    rest: &[String],
    value: &Value,
) -> Result<Vec<Change>, KeyFault> {
    let (format, text) = (document.format, document.text);
    let like = |like| Place {
        text,
        like,
        is_flow: false,
    };
    let written = spelling::value(format, value, like(None))?;
    let names = |parts: &[String]| -> Result<Vec<String>, KeyFault> {
        let beside = entries.all.last().map(|last| last.span);
        let name = |part: &String| spelling::name(format, part, like(beside));
        parts.iter().map(name).collect()
    };
    let sign = sign(document, entries);
    let last = entries
        .all
        .iter()
        .rev()
        .find(|entry| Some(entry.span.end()) == entries.end);
    let indent = last.map_or("", |last| indent(text, last.span.start()).unwrap_or(""));
    let is_root = path.is_empty();
    if format == Format::Toml && is_list {
        return Err(document.closed("a list of tables", node.span));
    }
    let needs_heading = match format {
        Format::Toml => is_root && rest.len() > 1 || !is_root && entries.end.is_none(),
        Format::Ini => rest.len() > 1,
        _ => false,
    };
    if needs_heading {
        let whole = [path, rest].concat();
        let (name, table) = whole.split_last().map_or((&[][..], &[][..]), |(_, table)| {
            (&whole[table.len()..], table)
        });
        let heading = match format {
            Format::Toml => names(table)?.join("."),
            _ => spelling::section(format, &table.join("."))?,
        };
        let written = written.replace('\n', "\n    ");
        let line = format!("[{heading}]\n{}{sign}{written}", names(name)?.concat());
        let body = text.trim_end();
        let gap = if body.is_empty() { "" } else { "\n" };
        return Ok(vec![below(text, text.len(), &format!("{gap}{line}"))]);
    }
    let line = match format {
        Format::Yaml => {
            let column = last.or(entries.all.first()).map_or(0, |entry| {
                let start = text::line_start(text.as_bytes(), entry.span.start());
                text[start..entry.span.start()].chars().count()
            });
            if is_list {
                format!("{}- {written}", " ".repeat(column))
            } else {
                nested(&names(rest)?, column) + sign.trim_start_matches(':') + &written
            }
        }
        _ => {
            let deeper = written.replace('\n', &format!("\n{indent}    "));
            let prefix = &entries.prefix;
            format!("{indent}{prefix}{}{sign}{deeper}", names(rest)?.join("."))
        }
    };
    if format == Format::Yaml && entries.end.is_none() && !entries.all.is_empty() {
        return Err(document.closed(STREAM, node.span));
    }
    if let Some(end) = entries.end
        && let Some(open) = open_block(document)
        && text::line_end(text.as_bytes(), end) == text.len()
    {
        return Err(document.closed(OPEN_BLOCK, open));
    }
    let Some(end) = entries.end else {
        let is_first = is_root && matches!(format, Format::Toml | Format::Ini);
        if is_first && !text.trim().is_empty() {
            let ending = LineEnding::around(text.as_bytes(), 0);
            let ending = std::str::from_utf8(ending.as_bytes()).unwrap_or("\n");
            return Ok(vec![Change {
                span: Span::empty_at(0),
                new: format!("{line}{ending}{ending}"),
            }]);
        }
        return Ok(vec![below(text, text.len(), &line)]);
    };
    Ok(vec![below(text, end, &line)])
}

/// The changes that take out the entry at the end of `trail`.
pub(super) fn removed(
    document: &Document<'_>,
    trail: &[(&Node, usize)],
) -> Result<Vec<Change>, KeyFault> {
    let last = trail.last().copied();
    let found = last.and_then(|(node, index)| {
        let entries = node.entries()?;
        Some((node, index, entries, entries.all.get(index)?))
    });
    let Some((container, index, entries, entry)) = found else {
        return Err(document.closed("the whole document", document.root.span));
    };
    if entry.value.is_repeated() {
        return Err(document.closed(REPEATED, entry.span));
    }
    if document.format == Format::Yaml && entries.has_lines && entries.end.is_none() {
        return Err(document.closed(STREAM, entry.span));
    }
    if !entries.prefix.is_empty() && entries.all.len() == 1 {
        // Without its only entry the table would be gone.
        let name = entries.prefix.trim_end_matches([' ', '\t', '.']);
        return Ok(vec![Change {
            span: entry.span,
            new: format!("{name} = {{}}"),
        }]);
    }
    if entries.has_lines {
        line_removed(document, container, entries, index, entry)
    } else {
        Ok(comma_removed(document, container, entries, index, entry))
    }
}

fn taken(start: usize, end: usize) -> Change {
    Change {
        span: Span::of_len(start, end - start),
        new: String::new(),
    }
}

fn line_removed(
    document: &Document<'_>,
    container: &Node,
    entries: &Entries,
    index: usize,
    entry: &Entry,
) -> Result<Vec<Change>, KeyFault> {
    let text = document.text;
    let bytes = text.as_bytes();
    if matches!(entry.value.content, Content::Closed(name) if name == lines::LINES_WITH_GAPS) {
        return Err(document.closed(lines::LINES_WITH_GAPS, entry.span));
    }
    let line_end = text::line_end(bytes, entry.span.end());
    let is_yaml = document.format == Format::Yaml;
    if is_yaml && entries.all.len() == 1 && !container.span.is_empty() {
        let empty = match container.content {
            Content::List(_) => "[]",
            _ => "{}",
        };
        let before = text[..container.span.start()].trim_end();
        let has_sign = before.ends_with([':', '-']);
        let line = text[container.span.end()..line_end].trim_end_matches(['\r', '\n']);
        let end = container.span.end() + line.len();
        let (start, empty) = if has_sign {
            (before.len(), format!(" {empty}"))
        } else {
            (container.span.start(), empty.to_owned())
        };
        return Ok(vec![Change {
            span: Span::of_len(start, end - start),
            new: empty,
        }]);
    }
    if indent(text, entry.span.start()).is_none() {
        // The first entry behind the dash of a list.
        let next = entries.all.get(index + 1);
        let next =
            next.ok_or_else(|| document.closed("the first key behind a dash", entry.span))?;
        let between = &text[line_end..next.span.start()];
        let is_near = !between.contains('#');
        // Comments above the next one stay where they are, below the dash.
        let (start, end) = if is_near {
            (entry.span.start(), next.span.start())
        } else {
            let line = text[..line_end].trim_end_matches(['\r', '\n']);
            let start = text[..entry.span.start()].trim_end_matches([' ', '\t']);
            (start.len(), line.len())
        };
        return Ok(vec![taken(start, end)]);
    }
    let start = text::line_start(bytes, entry.span.start());
    let is_section = text[entry.span.start()..].starts_with('[') && !is_yaml;
    let is_blank = |line: &str| line.trim().is_empty();
    let next = &text[line_end..text::line_end(bytes, line_end)];
    let mut start = start;
    if is_section && is_blank(next) {
        // One of the two gaps around it goes too.
        let before = text::line_start(bytes, start.saturating_sub(1));
        if start > 0 && is_blank(&text[before..start]) {
            start = before;
        }
    }
    Ok(vec![taken(start, line_end)])
}

fn comma_removed(
    document: &Document<'_>,
    container: &Node,
    entries: &Entries,
    index: usize,
    entry: &Entry,
) -> Vec<Change> {
    let text = document.text;
    let (start, end) = (entry.span.start(), entry.span.end());
    let comma = comma_after(document, end);
    let own_end = comma.map_or(end, |comma| comma + 1);
    let line_end = text::line_end(text.as_bytes(), own_end);
    let rest = text[own_end..line_end].trim();
    let is_comment = rest.starts_with("//") && document.format == Format::Json
        || rest.starts_with('#') && document.format != Format::Json;
    let has_lines = indent(text, start).is_some() && (rest.is_empty() || is_comment);
    let before = index.checked_sub(1).and_then(|at| entries.all.get(at));
    let after = entries.all.get(index + 1);
    match (before, after) {
        (None, None) => {
            let (open, close) = (container.span.start() + 1, container.span.end() - 1);
            let around = [&text[open..start], &text[own_end.min(close)..close]];
            if around.iter().all(|text| text.trim().is_empty()) {
                vec![taken(open, close)]
            } else if has_lines {
                vec![taken(text::line_start(text.as_bytes(), start), line_end)]
            } else {
                vec![taken(start, own_end)]
            }
        }
        _ if has_lines => {
            let line = taken(text::line_start(text.as_bytes(), start), line_end);
            // The comma before parted it from the last one.
            let comma_before = match (before, after, comma) {
                (Some(before), None, None) => comma_after(document, before.span.end()),
                _ => None,
            };
            let comma_before = comma_before.map(|at| taken(at, at + 1));
            comma_before.into_iter().chain([line]).collect()
        }
        (_, Some(after)) => {
            let between = &text[own_end..after.span.start()];
            let blanks = between.len() - between.trim_start_matches([' ', '\t']).len();
            vec![taken(start, own_end + blanks)]
        }
        (Some(before), None) => vec![taken(before.span.end(), end)],
    }
}
