//! Parses YAML in block and flow style. Aliases and tags are not resolved.

use std::collections::HashMap;
use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle, StructureStyle, options};

use super::tree::{
    Builder, Closed, Id, Kind, Layout, Node, ROOT, TextRange, Tree, Unread, check_depth, offset,
};
use super::write::{Site, double_quoted};
use super::yaml_words;
use crate::request::{Value, is_number};

/// An open table, list or stream.
struct Frame {
    id: Id,
    is_flow: bool,
    is_tagged: bool,
    /// True for a pair inside a list, such as `[a: 1]`.
    is_pair: bool,
    /// True if the container is itself a name, so that no key can refer to it.
    is_key: bool,
    /// The name of the next value, as written and decoded.
    key: Option<(TextRange, String)>,
}

struct Reader<'t> {
    text: &'t str,
    builder: Builder<'t>,
    open: Vec<Frame>,
    /// The end of the parsed text.
    at: usize,
    anchors: HashMap<usize, Id>,
    aliases: Vec<(Id, usize)>,
}

/// The properties of a node that its event contains.
struct NodeProperties {
    range: Range<usize>,
    /// The ID of the anchor, or 0 without an anchor.
    anchor: usize,
    is_tagged: bool,
}

/// Parses `text`. For a stream of several documents, the root is a list of them.
///
/// # Errors
/// The first error.
pub(super) fn read(text: &str) -> Result<Tree<'_>, Unread> {
    let mut root = Node::new(0, TextRange::new(0, text.len()), Kind::List);
    root.layout = Layout::Stream;
    let mut reader = Reader {
        text,
        builder: Builder::new(text, root),
        open: Vec::new(),
        at: 0,
        anchors: HashMap::new(),
        aliases: Vec::new(),
    };
    let without_comments = options! { emit_comments: false };
    for event in Parser::new_from_str_with_options(text, without_comments) {
        let (event, span) = event.map_err(|error| {
            let at = error.marker().byte_offset().unwrap_or(0);
            Unread::at(at, &format!("the YAML is malformed: {}", error.info()))
        })?;
        reader.event(event, span.byte_range().unwrap_or(0..0))?;
    }
    let mut builder = reader.builder;
    for (alias, anchor) in reader.aliases {
        if let Some(&target) = reader.anchors.get(&anchor) {
            builder.node(target).is_anchored = true;
            builder.set_alias_target(alias, target);
        }
    }
    let count = builder.tree().children(ROOT).count();
    match builder.last_child(ROOT) {
        Some(only) if count == 1 => Ok(builder.finish(only)),
        Some(_) => Ok(builder.finish(ROOT)),
        None => {
            let end = TextRange::new(text.len(), text.len());
            *builder.node(ROOT) = Node::of_lines(text.len(), end, Kind::Map);
            Ok(builder.finish(ROOT))
        }
    }
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) -> Result<(), Unread> {
        let mut properties = NodeProperties {
            range: range.clone(),
            anchor: 0,
            is_tagged: false,
        };
        if let Event::Scalar(.., anchor, tag)
        | Event::SequenceStart(_, anchor, tag)
        | Event::MappingStart(_, anchor, tag) = &event
        {
            (properties.anchor, properties.is_tagged) = (*anchor, tag.is_some());
        }
        match event {
            Event::DocumentStart(..) => self.at = self.at.max(range.end),
            Event::Scalar(decoded, style, ..) => self.scalar(&decoded, style, properties),
            Event::Alias(anchor) => {
                if self.is_name_next() {
                    self.set_odd_key();
                } else {
                    let value = TextRange::new(range.start, range.end);
                    let id = self.begin(Node::new(0, value, Kind::Closed(Closed::Alias)), 0);
                    self.aliases.push((id, anchor));
                }
                self.at = self.at.max(range.end);
            }
            Event::SequenceStart(style, ..) => self.start(Kind::List, style, properties)?,
            Event::MappingStart(style, ..) => self.start(Kind::Map, style, properties)?,
            Event::SequenceEnd | Event::MappingEnd => self.close(range.end),
            _ => {}
        }
        Ok(())
    }

    fn is_name_next(&self) -> bool {
        let Some(frame) = self.open.last() else {
            return false;
        };
        let kind = self.builder.tree().node(frame.id).kind;
        frame.key.is_none() && matches!(kind, Kind::Map | Kind::Closed(Closed::OddTable))
    }

    /// The innermost open table or list.
    fn parent(&self) -> Id {
        self.open.last().map_or(ROOT, |frame| frame.id)
    }

    /// Skips whitespace and comments, and commas between brackets.
    fn skip(&self, from: usize) -> usize {
        let is_flow = self.open.last().is_some_and(|frame| frame.is_flow);
        let mut at = from;
        loop {
            let rest = &self.text[at..];
            match rest.chars().next() {
                Some(c) if c.is_whitespace() || c == '\u{feff}' || is_flow && c == ',' => {
                    at += c.len_utf8();
                }
                Some('#') => at += rest.find('\n').unwrap_or(rest.len()),
                _ => return at,
            }
        }
    }

    /// Like [`skip`](Self::skip), but also skips anchors and tags.
    fn skip_properties(&self, from: usize) -> usize {
        self.skip(self.properties_end(from))
    }

    /// The end of the anchor and the tag after `from`. `from` if there are none.
    fn properties_end(&self, from: usize) -> usize {
        let is_flow = self.open.last().is_some_and(|frame| frame.is_flow);
        let ends_property = |c: char| c.is_whitespace() || is_flow && ",[]{}".contains(c);
        let mut end = from;
        loop {
            let at = self.skip(end);
            let rest = &self.text[at..];
            if !rest.starts_with(['&', '!']) {
                return end;
            }
            end = at + rest.find(ends_property).unwrap_or(rest.len());
        }
    }

    fn scalar(&mut self, decoded: &str, style: ScalarStyle, properties: NodeProperties) {
        if self.is_name_next() {
            return self.name(decoded, &properties);
        }
        let NodeProperties {
            ref range, anchor, ..
        } = properties;
        let id = self.begin(Node::new(0, TextRange::default(), Kind::Text), anchor);
        let is_plain = style == ScalarStyle::Plain;
        let is_empty = is_plain && range.is_empty();
        let mut value = TextRange::new(range.start, range.end);
        let mut text = decoded;
        if is_empty {
            let has_properties = anchor > 0 || properties.is_tagged;
            let end = if has_properties {
                self.properties_end(self.at)
            } else {
                self.at
            };
            value = TextRange::new(end, end);
        } else if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            // A last line without a line break has no line break to keep.
            if range.end == self.text.len() && !self.text.ends_with('\n') {
                text = decoded.trim_end_matches('\n');
            }
            value = self.block_range(range.end);
        }
        let node = self.builder.node(id);
        node.value = value;
        node.kind = if properties.is_tagged {
            Kind::Closed(Closed::Tagged)
        } else if is_empty && anchor > 0 {
            Kind::Closed(Closed::Unread)
        } else if is_plain {
            plain(decoded)
        } else {
            Kind::Text
        };
        if !is_empty {
            self.builder.set_value(id, text);
        }
        self.at = self.at.max(value.end as usize);
    }

    /// The bytes of a block scalar from its header to the end of its last line. Includes trailing blank lines only if
    /// they are part of the value.
    fn block_range(&self, end: usize) -> TextRange {
        let mut header = self.skip_properties(self.at);
        // The value of a key after `?`.
        if self.text[header..].starts_with(": ") {
            header = self.skip_properties(header + 1);
        }
        let first = self.text[header..].lines().next().unwrap_or_default();
        let indicators = first.split([' ', '\t', '#']).next().unwrap_or_default();
        let mut raw = &self.text[header..end];
        if !indicators.contains('+') {
            raw = without_blank_lines(raw);
        } else if let Some(body) = raw.trim_end_matches(' ').strip_suffix('\n') {
            // `end` may be inside the indentation of the next entry.
            raw = body.strip_suffix('\r').unwrap_or(body);
        }
        TextRange::new(header, header + raw.len().max(indicators.len()))
    }

    /// Reads a name of the open table.
    fn name(&mut self, decoded: &str, properties: &NodeProperties) {
        let NodeProperties { range, .. } = properties;
        let raw = &self.text[range.clone()];
        let rest = self.text[range.end..].trim_start_matches([' ', '\t']);
        let has_no_prefix =
            properties.anchor == 0 && !properties.is_tagged && self.skip(self.at) == range.start;
        let is_on_line = has_no_prefix && !raw.contains('\n') && !raw.is_empty();
        let has_colon = rest.starts_with(':');
        self.at = range.end;
        if has_colon {
            self.at = self.text.len() - rest.len() + 1;
        }
        if has_colon && is_on_line {
            self.set_key(TextRange::new(range.start, range.end), decoded);
        } else {
            self.set_odd_key();
        }
    }

    /// Sets the name of the next value.
    fn set_key(&mut self, written: TextRange, decoded: &str) {
        let Some(frame) = self.open.last_mut() else {
            return;
        };
        if self.builder.last_child(frame.id).is_none() && !frame.is_flow {
            let start = written.start;
            self.builder.node(frame.id).value = TextRange { start, end: start };
        }
        frame.key = Some((written, decoded.to_owned()));
    }

    /// Closes the open table, because no key can refer to the name of the next value.
    fn set_odd_key(&mut self) {
        let table = self.parent();
        self.builder.node(table).kind = Kind::Closed(Closed::OddTable);
        self.set_key(TextRange::default(), "");
    }

    /// Adds the next value to the open table or list.
    fn begin(&mut self, mut node: Node, anchor: usize) -> Id {
        let parent = self.parent();
        let mut start = self.skip(self.at);
        let key = self.open.last_mut().and_then(|frame| frame.key.take());
        if let Some((written, _)) = &key {
            node.key = *written;
            start = written.start as usize;
        } else if self.open.last().is_some_and(|frame| !frame.is_flow) {
            // The position after the dash.
            start = self.skip_properties(self.at);
            self.at = (start + 1).min(self.text.len());
            if self.builder.last_child(parent).is_none() {
                self.builder.node(parent).value = TextRange::new(start, start);
            }
        }
        node.start = offset(start);
        let id = self.builder.add(parent, node);
        if let Some((_, decoded)) = key {
            self.builder.set_name(id, &decoded);
        }
        if anchor > 0 {
            self.anchors.insert(anchor, id);
        }
        id
    }

    fn start(
        &mut self,
        kind: Kind,
        style: StructureStyle,
        properties: NodeProperties,
    ) -> Result<(), Unread> {
        let NodeProperties { range, anchor, .. } = properties;
        check_depth(self.open.len(), range.start)?;
        let is_flow = style == StructureStyle::Flow;
        let is_pair = is_flow && range.is_empty();
        let node = if is_flow {
            Node::new(range.start, TextRange::new(range.start, range.end), kind)
        } else {
            Node::of_lines(range.start, TextRange::default(), kind)
        };
        let is_key = self.is_name_next();
        let id = if is_key {
            // A container that is a name is added below its table, so that it is closed together with the table.
            let table = self.parent();
            self.builder.node(table).kind = Kind::Closed(Closed::OddTable);
            self.builder.add(table, node)
        } else {
            self.begin(node, anchor)
        };
        if is_flow {
            self.at = self.at.max(range.end);
        } else if anchor > 0 {
            self.at = self.skip_properties(self.at);
        }
        self.open.push(Frame {
            id,
            is_flow,
            is_tagged: properties.is_tagged,
            is_pair,
            is_key,
            key: None,
        });
        Ok(())
    }

    fn close(&mut self, event_end: usize) {
        let Some(frame) = self.open.pop() else {
            return;
        };
        let mut end = event_end;
        if !frame.is_flow || frame.is_pair {
            let last = self.builder.last_child(frame.id);
            end = last.map_or(self.at, |last| self.builder.node(last).entry().end);
        }
        let node = self.builder.node(frame.id);
        node.value.end = offset(end).max(node.value.start);
        if !frame.is_flow {
            node.tail = node.value.end;
        }
        if frame.is_tagged {
            node.kind = Kind::Closed(Closed::Tagged);
        } else if frame.is_pair {
            node.kind = Kind::Closed(Closed::OddPair);
        }
        self.at = self.at.max(end);
        if frame.is_key {
            self.set_odd_key();
        }
    }
}

/// Removes the trailing line break and blank lines from `raw`, but not its first line.
fn without_blank_lines(raw: &str) -> &str {
    let mut kept = raw.trim_end_matches(['\n', '\r']);
    while let Some((above, line)) = kept.rsplit_once('\n') {
        if !line.trim().is_empty() {
            break;
        }
        kept = above.trim_end_matches(['\n', '\r']);
    }
    kept
}

/// The type of a plain scalar: a truth value of YAML 1.1, or else the type that both versions agree on.
fn plain(raw: &str) -> Kind {
    match raw {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        _ if yaml_words::is_disputed(raw) => Kind::Time,
        _ if is_numeric(raw) => Kind::Number,
        _ => match yaml_words::truth(raw) {
            Some(true) => Kind::True,
            Some(false) => Kind::False,
            None => Kind::Text,
        },
    }
}

fn is_numeric(raw: &str) -> bool {
    let body = raw.strip_prefix(['-', '+']).unwrap_or(raw);
    if let Some(digits) = body.strip_prefix("0x") {
        return !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    if let Some(digits) = body.strip_prefix("0o") {
        return !digits.is_empty() && digits.bytes().all(|byte| (b'0'..=b'7').contains(&byte));
    }
    matches!(body, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN")
        || body.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            && body.parse::<f64>().is_ok()
}

/// Writes a value that is not a container.
pub(super) fn scalar(value: &Value, site: &Site<'_>) -> Result<String, &'static str> {
    Ok(match value {
        Value::Text(text) => match block(text, site) {
            Some(block) => block,
            None => string(text, site.old, site.is_flow),
        },
        Value::Number(raw) | Value::Time(raw) => raw.clone(),
        Value::Bool(truth) => site
            .old
            .map_or(truth.to_string(), |old| yaml_words::like(*truth, old)),
        Value::Null => "null".to_owned(),
        Value::Map(_) | Value::List(_) => return Err("such a value"),
    })
}

/// `name` as a key, in quotes if necessary, or if the other name `like` has quotes.
pub(super) fn name(name: &str, like: Option<&str>, is_flow: bool) -> String {
    // Some readers distinguish types of names, so the names of one table should be all integers or all strings.
    if is_integer(name) && like.is_some_and(is_integer) {
        return name.to_owned();
    }
    string(
        name,
        like.filter(|like| like.starts_with(['"', '\''])),
        is_flow,
    )
}

/// True if every version of YAML reads `text` as the same integer.
fn is_integer(text: &str) -> bool {
    is_number(text) && text.parse::<i64>().is_ok()
}

fn is_odd(c: char) -> bool {
    c.is_control() || "\u{feff}\u{2028}\u{2029}\u{85}".contains(c)
}

fn string(text: &str, old: Option<&str>, is_flow: bool) -> String {
    let has_odd = text.contains(is_odd);
    match old.and_then(|old| old.chars().next()) {
        Some('"' | '|' | '>') => {}
        Some('\'') if !has_odd => return format!("'{}'", text.replace('\'', "''")),
        _ if is_plain(text, is_flow) => return text.to_owned(),
        Some(_) if !has_odd && !text.contains('\'') => return format!("'{text}'"),
        _ => {}
    }
    double_quoted(text, is_odd, |code| format!("\\u{code:04x}"))
}

/// True if YAML 1.1 and 1.2 both read the plain `text` as this string.
fn is_plain(text: &str, is_flow: bool) -> bool {
    const WORDS: [&str; 15] = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "<<", "=", ".inf",
        "-.inf", "+.inf",
    ];
    let lower = text.to_ascii_lowercase();
    if WORDS.contains(&&*lower) || lower == ".nan" || yaml_words::is_number_or_time(text) {
        return false;
    }
    let second = text.chars().nth(1);
    let has_plain_start = match text.chars().next() {
        None => false,
        Some('-' | '?' | ':') => second.is_some_and(|second| !second.is_whitespace()),
        Some(first) => !"[]{},#&*!|>'\"%@`".contains(first),
    };
    has_plain_start
        && text.trim() == text
        && !text.contains(is_odd)
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !text.starts_with("---")
        && !text.starts_with("...")
        && !(is_flow && text.contains([',', '[', ']', '{', '}', ':', '?']))
}

/// The header of a block scalar: its indicator, its chomping, and the rest of the line.
struct Header<'t> {
    indicator: char,
    chomping: Option<char>,
    rest: &'t str,
}

impl<'t> Header<'t> {
    /// Parses the header of the block scalar `raw`. `None` for a header with an indentation indicator.
    fn read(raw: &'t str) -> Option<Self> {
        let line = raw.lines().next()?;
        let indicator = line.chars().next().filter(|c| "|>".contains(*c))?;
        let after_indicator = &line[1..];
        let chomping = after_indicator.chars().next().filter(|c| "+-".contains(*c));
        let rest = &after_indicator[chomping.map_or(0, char::len_utf8)..];
        let comment = rest.trim();
        if !(comment.is_empty() || comment.starts_with('#') && rest.starts_with([' ', '\t'])) {
            return None;
        }
        Some(Self {
            indicator,
            chomping,
            rest,
        })
    }
}

/// The comment after the header of the block scalar `raw`.
pub(super) fn comment_after_header(raw: &str) -> Option<&str> {
    let header = raw
        .lines()
        .next()
        .filter(|line| line.starts_with(['|', '>']))?;
    header.find(" #").map(|at| header[at..].trim())
}

/// True if another line below the block scalar `raw`, at an unterminated end of file, would add a line break to it.
pub(super) fn is_open_block(raw: &str) -> bool {
    raw.starts_with(['|', '>'])
        && Header::read(raw).is_none_or(|header| header.chomping != Some('-'))
}

/// The header and indentation for `text` as a block scalar, from the old one, or new for a text of several lines.
fn block_form<'t>(text: &str, site: &Site<'t>) -> Option<(Header<'t>, String)> {
    let deeper = " ".repeat(site.deeper);
    let old = site.old.unwrap_or_default();
    if site.is_flow || old.starts_with('"') {
        return None;
    }
    if old.starts_with(['|', '>']) {
        let header = Header::read(old)?;
        let first = old.lines().skip(1).find(|line| !line.trim().is_empty());
        return Some(match first {
            Some(line) => {
                let indent = line.len() - line.trim_start_matches(' ').len();
                (header, " ".repeat(indent))
            }
            None => (header, deeper),
        });
    }
    if site.is_followed || !text.trim_end_matches('\n').contains('\n') {
        return None;
    }
    let header = Header {
        indicator: '|',
        chomping: None,
        rest: "",
    };
    Some((header, deeper))
}

/// `text` as a block scalar. `None` if it cannot or should not be one.
fn block(text: &str, site: &Site<'_>) -> Option<String> {
    let (header, indent) = block_form(text, site)?;
    let body = text.trim_end_matches('\n');
    let breaks = text.len() - body.len();
    let chomping = match (breaks, header.chomping) {
        // At the end of the document, a text without a final newline needs no chomping indicator.
        (0, None) if site.is_last => "",
        (0, _) => "-",
        (_, Some('+')) => "+",
        (1, _) => "",
        _ => return None,
    };
    let first_line = body.trim_start_matches('\n');
    if first_line.is_empty() || !joins_lines(first_line) || body.contains(is_unwritable_in_block) {
        return None;
    }
    let mut written = format!("{}{chomping}{}", header.indicator, header.rest);
    let mut before: Option<&str> = None;
    for line in body.split('\n') {
        let is_folded = header.indicator == '>' && !line.is_empty() && joins_lines(line);
        if is_folded && before.is_some_and(joins_lines) {
            written.push('\n');
        }
        written.push('\n');
        if !line.is_empty() {
            written.push_str(&indent);
            written.push_str(line);
            before = Some(line);
        }
    }
    let kept = breaks.saturating_sub(usize::from(!site.is_last));
    written.extend(std::iter::repeat_n('\n', kept));
    Some(written)
}

fn is_unwritable_in_block(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t' || "\u{feff}\u{2028}\u{2029}".contains(c)
}

/// True if `line` is joined with adjacent lines when it is folded.
fn joins_lines(line: &str) -> bool {
    !line.starts_with([' ', '\t'])
}
