//! YAML, by the events of a parser: block and flow style. Aliases, what they stand for, and tags are not looked into.

use std::collections::HashMap;

use granit_parser::{Event, Parser, ScalarStyle, Span, StructureStyle, options};

use super::format::Unread;
use super::tree::{Builder, Closed, Id, Kind, Layout, Node, Part, ROOT, Tree, Value, check_depth};
use super::write::{Writer, double_quoted};
use super::yaml_words;

/// A name as it is written, and as it is read.
#[derive(Clone, Copy, Default)]
struct Key {
    written: Part,
    name: Part,
}

/// A table, list or stream that is open.
struct Frame {
    id: Id,
    is_flow: bool,
    /// The name whose value comes next.
    key: Option<Key>,
    /// True if it is a name itself, which no entry can be found by.
    is_key: bool,
}

struct Reader<'t> {
    text: &'t str,
    builder: Builder<'t>,
    open: Vec<Frame>,
    /// The end of what was read.
    at: usize,
    anchors: HashMap<usize, Id>,
    aliases: Vec<(Id, usize)>,
}

/// The tree of `text`: one of its documents, or of a list of them where there are several.
///
/// # Errors
/// The first fault.
pub(super) fn read(text: &str) -> Result<Tree<'_>, Unread> {
    let whole = Part::new(0, text.len());
    let mut root = Node::new(0, whole, Kind::List);
    root.layout = Layout::Stream;
    let mut reader = Reader {
        text,
        builder: Builder::new(text, root),
        open: Vec::new(),
        at: 0,
        anchors: HashMap::new(),
        aliases: Vec::new(),
    };
    let options = options! { emit_comments: false };
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| {
            let at = error.marker().byte_offset().unwrap_or(0);
            Unread::at(at, &format!("the YAML is malformed: {}", error.info()))
        })?;
        reader.take(event, &span)?;
    }
    let mut builder = reader.builder;
    for (alias, anchor) in reader.aliases {
        if let Some(&target) = reader.anchors.get(&anchor) {
            builder.node(target).is_anchored = true;
            builder.alias(alias, target);
        }
    }
    let documents = builder.count_children(ROOT);
    match (documents, builder.last_child(ROOT)) {
        (1, Some(only)) => builder.set_root(only),
        (0, _) => {
            let mut empty = Node::new(text.len(), Part::new(text.len(), text.len()), Kind::Map);
            empty.layout = Layout::Lines;
            *builder.node(ROOT) = empty;
        }
        _ => {}
    }
    Ok(builder.finish())
}

impl Reader<'_> {
    fn take(&mut self, event: Event<'_>, span: &Span) -> Result<(), Unread> {
        let range = span.byte_range().unwrap_or(0..0);
        match event {
            Event::DocumentStart(..) => self.at = self.at.max(range.end),
            Event::Scalar(said, style, anchor, tag) => {
                self.scalar(&said, style, range, anchor, tag.is_some());
            }
            Event::Alias(anchor) => {
                let part = Part::new(range.start, range.end);
                let id = self.begin(Node::new(0, part, Kind::Closed(Closed::Alias)), 0);
                self.aliases.extend(id.map(|id| (id, anchor)));
                self.end(id, range.end);
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.start(Kind::List, style, range, anchor, tag.is_some())?;
            }
            Event::MappingStart(style, anchor, tag) => {
                self.start(Kind::Map, style, range, anchor, tag.is_some())?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(range.end),
            _ => {}
        }
        Ok(())
    }

    fn is_name_next(&self) -> bool {
        let is_open =
            |frame: &Frame| frame.key.is_none() && self.builder.kind(frame.id) == Kind::Map;
        self.open
            .last()
            .is_some_and(|frame| is_open(frame) || self.is_odd(frame))
    }

    /// True if the next node is a name of a table that is closed for its names.
    fn is_odd(&self, frame: &Frame) -> bool {
        frame.key.is_none() && self.builder.kind(frame.id) == Kind::Closed(Closed::OddTable)
    }

    /// Skips white space, comments and, between commas, the comma.
    fn skip(&self, from: usize) -> usize {
        let is_flow = self.open.last().is_some_and(|frame| frame.is_flow);
        let mut at = from;
        loop {
            let rest = &self.text[at..];
            match rest.chars().next() {
                Some(c) if c.is_whitespace() || c == '\u{feff}' || is_flow && c == ',' => {
                    at += c.len_utf8()
                }
                Some('#') => at += rest.find('\n').unwrap_or(rest.len()),
                _ => return at,
            }
        }
    }

    /// Skips anchors and tags too.
    fn skip_properties(&self, from: usize) -> usize {
        let mut at = self.skip(from);
        while self.text[at..].starts_with(['&', '!']) {
            let rest = &self.text[at..];
            at = self.skip(at + rest.find(char::is_whitespace).unwrap_or(rest.len()));
        }
        at
    }

    fn scalar(
        &mut self,
        said: &str,
        style: ScalarStyle,
        range: std::ops::Range<usize>,
        anchor: usize,
        is_tagged: bool,
    ) {
        if self.is_name_next() {
            let is_plain_name = anchor == 0 && !is_tagged && self.skip(self.at) == range.start;
            return self.name(said, range, is_plain_name);
        }
        let range_end = range.end;
        let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let is_empty = range.is_empty() && style == ScalarStyle::Plain;
        let mut part = Part::new(range.start, range.end);
        let mut kind = Kind::Text;
        if is_empty {
            part = Part::default();
            kind = if anchor == 0 {
                Kind::Null
            } else {
                Kind::Closed(Closed::Unread)
            };
        }
        let id = self.begin(Node::new(0, part, kind), anchor);
        let Some(id) = id else {
            return self.end(None, range.end.max(self.at));
        };
        if is_empty {
            let at = self.at;
            part = Part::new(at, at);
        } else if is_block {
            part = self.block_part(range);
        }
        // A last line without a line break has none to keep.
        let is_open = is_block && range_end == self.text.len() && !self.text.ends_with('\n');
        let said = if is_open {
            said.trim_end_matches('\n')
        } else {
            said
        };
        let raw = &self.text[part.range()];
        if style == ScalarStyle::Plain && !is_empty {
            kind = plain(said);
        }
        let is_as_written = style == ScalarStyle::Plain && !raw.contains('\n');
        let said = if is_empty || is_as_written {
            part
        } else {
            self.builder.decoded(part, said)
        };
        let node = self.builder.node(id);
        (node.value, node.said, node.kind) = (part, said, kind);
        if is_tagged {
            node.kind = Kind::Closed(Closed::Tagged);
        }
        self.end(Some(id), part.end as usize);
    }

    /// The bytes of a block scalar from its header to the end of its last line, with blank lines only if they count.
    fn block_part(&self, range: std::ops::Range<usize>) -> Part {
        let header = self.skip_properties(self.at);
        let first = self.text[header..].lines().next().unwrap_or_default();
        let indicators = first.split([' ', '\t', '#']).next().unwrap_or_default();
        let text = &self.text[..range.end];
        let mut end = text.trim_end_matches('\n').len();
        if indicators.contains('+') {
            end = text.strip_suffix('\n').unwrap_or(text).len();
        }
        let mut end = text[..end].strip_suffix('\r').map_or(end, str::len);
        while !indicators.contains('+') {
            let line = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
            if line <= header || !text[line..end].trim().is_empty() {
                break;
            }
            end = text[..line].trim_end_matches(['\n', '\r']).len();
        }
        Part::new(header, end.max(header + indicators.len()))
    }

    /// Takes a name of the open table.
    fn name(&mut self, said: &str, range: std::ops::Range<usize>, is_plain_name: bool) {
        let written = Part::new(range.start, range.end);
        let raw = &self.text[range.clone()];
        let rest = &self.text[range.end..];
        let colon = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let has_colon = rest[colon..].starts_with(':');
        let mut key = Key::default();
        if is_plain_name && has_colon && !raw.contains('\n') && !raw.is_empty() {
            let name = self.builder.decoded(written, said);
            key = Key { written, name };
        }
        self.at = range.end + if has_colon { colon + 1 } else { 0 };
        self.set_key(key);
    }

    fn set_key(&mut self, key: Key) {
        if let Some(frame) = self.open.last_mut() {
            frame.key = Some(key);
            let is_first = self.builder.last_child(frame.id).is_none();
            let node = self.builder.node(frame.id);
            if key.written.is_empty() {
                node.kind = Kind::Closed(Closed::OddTable);
            }
            if is_first && !frame.is_flow {
                let start = key.written.start;
                node.value = Part { start, end: start };
            }
        }
    }

    /// Adds the next value to what is open.
    fn begin(&mut self, mut node: Node, anchor: usize) -> Option<Id> {
        if self.is_name_next() {
            return None;
        }
        let mut start = self.skip(self.at);
        let parent = match self.open.last_mut() {
            None => ROOT,
            Some(frame) => {
                if let Some(key) = frame.key.take() {
                    (node.key, node.name) = (key.written, key.name);
                    start = key.written.start as usize;
                } else if !frame.is_flow {
                    let id = frame.id;
                    start = self.skip_properties(self.at);
                    self.at = (start + 1).min(self.text.len());
                    if self.builder.last_child(id).is_none() {
                        self.builder.node(id).value = Part::new(start, start);
                    }
                }
                self.open.last().map_or(ROOT, |frame| frame.id)
            }
        };
        node.start = Part::new(start, start).start;
        let id = self.builder.add(parent, node);
        if anchor > 0 {
            self.anchors.insert(anchor, id);
        }
        Some(id)
    }

    fn start(
        &mut self,
        kind: Kind,
        style: StructureStyle,
        range: std::ops::Range<usize>,
        anchor: usize,
        is_tagged: bool,
    ) -> Result<(), Unread> {
        check_depth(self.open.len(), range.start)?;
        let is_flow = style == StructureStyle::Flow;
        let mut part = Part::new(range.start, range.end);
        if !is_flow {
            part = Part::default();
        }
        let mut node = Node::new(range.start, part, kind);
        node.layout = if is_flow {
            Layout::Commas
        } else {
            Layout::Lines
        };
        let is_pair = is_flow && range.is_empty();
        let id = self.begin(node, anchor);
        if !is_flow && anchor > 0 {
            self.at = self.skip_properties(self.at);
        }
        if is_flow {
            self.at = self.at.max(range.end);
        }
        let is_key = id.is_none();
        // A name with parts is put below what it names, so that it is closed with it.
        let id = match id {
            Some(id) => id,
            None => {
                let parent = self.open.last().map_or(ROOT, |frame| frame.id);
                self.builder.node(parent).kind = Kind::Closed(Closed::OddTable);
                self.builder.add(parent, node)
            }
        };
        if is_pair {
            self.builder.node(id).value = Part::new(range.start, range.start);
        }
        self.open.push(Frame {
            id,
            is_flow,
            key: None,
            is_key,
        });
        if is_tagged {
            self.builder.node(id).is_tagged = true;
        }
        if is_pair {
            self.builder.node(id).is_pair = true;
        }
        Ok(())
    }

    fn close(&mut self, end: usize) {
        let Some(frame) = self.open.pop() else {
            return;
        };
        let last = self.builder.last_child(frame.id);
        let mut end = end;
        if !frame.is_flow || self.builder.node(frame.id).is_pair {
            end = last.map_or(self.at, |last| self.builder.node(last).entry().end);
        }
        let node = self.builder.node(frame.id);
        node.value.end = Part::new(end, end).end.max(node.value.start);
        if !frame.is_flow {
            node.tail = node.value.end;
        }
        if node.is_pair {
            node.kind = Kind::Closed(Closed::OddPair);
        }
        if node.is_tagged {
            node.kind = Kind::Closed(Closed::Tagged);
        }
        if frame.is_key {
            self.at = self.at.max(end);
            self.set_key(Key::default());
        } else {
            self.end(Some(frame.id), end);
        }
    }

    /// Notes that a node ends at `end`.
    fn end(&mut self, id: Option<Id>, end: usize) {
        self.at = self.at.max(end);
        if id.is_none() {
            self.set_key(Key::default());
        }
    }
}

/// The type of a plain scalar: a truth value as YAML 1.1 has it, else what both versions say.
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
    let all = |text: &str, is: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|b| is(&b));
    if let Some(digits) = body.strip_prefix("0x") {
        return all(digits, u8::is_ascii_hexdigit);
    }
    if let Some(digits) = body.strip_prefix("0o") {
        return all(digits, |byte| (b'0'..=b'7').contains(byte));
    }
    matches!(body, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN")
        || body.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            && body.parse::<f64>().is_ok()
}

/// A value without parts.
pub(super) fn scalar(value: &Value, site: &Writer<'_>) -> Result<String, &'static str> {
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

/// `name` as a key: in quotes if it needs them, or if `like`, another one, has them.
pub(super) fn name(name: &str, like: Option<&str>, is_flow: bool) -> String {
    string(
        name,
        like.filter(|like| like.starts_with(['"', '\''])),
        is_flow,
    )
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

/// True if a plain `text` is read as that string by YAML 1.1 and 1.2 alike.
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
    let starts = match text.chars().next() {
        None => false,
        Some('-' | '?' | ':') => second.is_some_and(|second| !second.is_whitespace()),
        Some(first) => !"[]{},#&*!|>'\"%@`".contains(first),
    };
    starts
        && text.trim() == text
        && !text.contains(is_odd)
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !text.starts_with("---")
        && !text.starts_with("...")
        && !(is_flow && text.contains([',', '[', ']', '{', '}', ':']))
}

/// The header of a block scalar: its sign, its chomping, and the blanks and comment behind them.
fn header(old: &str) -> Option<(char, Option<char>, &str)> {
    let line = old.lines().next()?;
    let sign = line.chars().next().filter(|sign| "|>".contains(*sign))?;
    let rest = &line[1..];
    let chomping = rest.chars().next().filter(|sign| "+-".contains(*sign));
    let rest = if chomping.is_some() { &rest[1..] } else { rest };
    let comment = rest.trim();
    let is_known = comment.is_empty() || comment.starts_with('#') && rest.starts_with([' ', '\t']);
    is_known.then_some((sign, chomping, rest))
}

/// True if a line below the block scalar `raw`, which ends a text without a line break, would give it one.
pub(super) fn is_open_block(raw: &str) -> bool {
    raw.starts_with(['|', '>']) && header(raw).is_none_or(|(_, chomping, _)| chomping != Some('-'))
}

/// `text` as a block scalar: in the form of the old one, or where it has several lines; `None` if it cannot be one.
fn block(text: &str, site: &Writer<'_>) -> Option<String> {
    let old = site.old.and_then(header);
    let is_wanted = match site.old {
        Some(old_raw) if old_raw.starts_with(['|', '>']) => true,
        Some(old_raw) if old_raw.starts_with('"') => false,
        _ => text.trim_end_matches('\n').contains('\n'),
    };
    if !is_wanted
        || site.is_flow
        || site.is_followed && old.is_none()
        || site.old.is_some_and(|raw| raw.starts_with(['|', '>'])) && old.is_none()
    {
        return None;
    }
    let (sign, chomped, rest) = old.unwrap_or(('|', None, ""));
    let mut indent = " ".repeat(site.deeper);
    let solid = |line: &&str| !line.trim().is_empty();
    if let Some(line) = site
        .old
        .filter(|_| old.is_some())
        .and_then(|old| old.lines().skip(1).find(solid))
    {
        indent = line[..line.len() - line.trim_start_matches(' ').len()].to_owned();
    }
    let body = text.trim_end_matches('\n');
    let breaks = text.len() - body.len();
    let chomping = match (breaks, chomped) {
        // A text without a line break at its end has none to keep.
        (0, None) if site.is_last => "",
        (0, _) => "-",
        (_, Some('+')) => "+",
        (1, _) => "",
        _ => return None,
    };
    let begins = body.trim_start_matches('\n');
    let is_lost = |c: char| {
        c.is_control() && c != '\n' && c != '\t' || "\u{feff}\u{2028}\u{2029}".contains(c)
    };
    if begins.is_empty() || !is_flush(begins) || body.contains(is_lost) {
        return None;
    }
    let mut written = format!("{sign}{chomping}{rest}");
    let mut before: Option<&str> = None;
    for line in body.split('\n') {
        if sign == '>' && !line.is_empty() && before.is_some_and(is_flush) && is_flush(line) {
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

/// True if `line` is folded together with its neighbours.
fn is_flush(line: &str) -> bool {
    !line.starts_with([' ', '\t'])
}
