//! TOML: tables under headings, dotted keys and inline tables.

use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::lexer::{Token, TokenKind};
use toml_parser::parser::{EventReceiver, parse_document};
use toml_parser::{ErrorSink, ParseError, Raw, Source, Span};

use super::format::Unread;
use super::tree::{Builder, Id, Kind, Layout, Node, Part, ROOT, Tree, Value, check_depth};
use super::write::{Writer, double_quoted};

/// A name as it is written, and as it is read.
#[derive(Clone, Copy)]
struct Key {
    written: Part,
    name: Part,
}

/// A table or list that is open, or the table of the last heading.
struct Frame {
    id: Id,
    /// Where the next value goes: into which table, and under which name.
    pending: Option<(Id, usize, Key)>,
    /// The tables of the dotted key of the next value.
    dotted: Vec<Id>,
}

impl Frame {
    fn new(id: Id) -> Self {
        Self {
            id,
            pending: None,
            dotted: Vec::new(),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    builder: Builder<'t>,
    /// The table of the last heading, then what is open in it.
    open: Vec<Frame>,
    /// The tables from the root to that of the last heading.
    above: Vec<Id>,
    keys: Vec<Key>,
    heading: Option<usize>,
    error: Option<Unread>,
}

/// The tree of `text`.
///
/// # Errors
/// The first fault.
pub(super) fn read(text: &str) -> Result<Tree<'_>, Unread> {
    let mut root = Node::new(0, Part::new(0, text.len()), Kind::Map);
    root.layout = Layout::Lines;
    let mut reader = Reader {
        text,
        builder: Builder::new(text, root),
        open: vec![Frame::new(ROOT)],
        above: vec![ROOT],
        keys: Vec::new(),
        heading: None,
        error: None,
    };
    // One expression at a time, so that the tokens of a large file are never all there.
    let mut tokens: Vec<Token> = Vec::new();
    let mut depth = 0usize;
    for token in Source::new(text).lex() {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        let ends =
            token.kind() == TokenKind::Eof || token.kind() == TokenKind::Newline && depth == 0;
        tokens.push(token);
        if ends {
            reader.expression(&tokens)?;
            tokens.clear();
        }
    }
    Ok(reader.builder.finish())
}

impl Reader<'_> {
    fn expression(&mut self, tokens: &[Token]) -> Result<(), Unread> {
        let mut fault: Option<ParseError> = None;
        parse_document(tokens, self, &mut fault);
        if let Some(unread) = self.error.take() {
            return Err(unread);
        }
        match fault {
            None => Ok(()),
            Some(fault) => {
                let span = fault.unexpected().or(fault.context());
                Err(Unread::at(
                    span.map_or(0, |span| span.start()),
                    fault.description(),
                ))
            }
        }
    }

    fn fail(&mut self, at: usize, problem: &str) {
        self.error.get_or_insert_with(|| Unread::at(at, problem));
    }

    fn duplicate(&mut self, key: Key) {
        self.fail(key.written.start as usize, "duplicate key");
    }

    /// The frame of the innermost open table or list.
    fn frame(&mut self) -> &mut Frame {
        // The table of the last heading is always there.
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// A new child of `parent`, which begins at `start`.
    fn child(&mut self, parent: Id, key: Option<Key>, mut node: Node) -> Id {
        if let Some(key) = key {
            (node.key, node.name) = (key.written, key.name);
        }
        let id = self.builder.add(parent, node);
        if key.is_some() {
            self.builder.note(parent, id);
        }
        id
    }

    fn named(&mut self, parent: Id, key: Key) -> Option<Id> {
        let name = self.builder.read(key.name).to_owned();
        self.builder.named(parent, &name)
    }

    /// The place of the value of the dotted key that was read.
    fn place_value(&mut self) {
        let keys = std::mem::take(&mut self.keys);
        let Some((&last, tables)) = keys.split_last() else {
            return;
        };
        let start = keys[0].written.start as usize;
        let mut table = self.frame().id;
        let mut dotted = Vec::new();
        for &key in tables {
            table = match self.named(table, key) {
                Some(inner) if self.builder.node(inner).layout == Layout::Dotted => inner,
                Some(_) => return self.duplicate(key),
                None => {
                    let end = key.written.end as usize;
                    let mut node = Node::new(start, Part::new(start, end), Kind::Map);
                    node.layout = Layout::Dotted;
                    self.child(table, Some(key), node)
                }
            };
            dotted.push(table);
        }
        if self.named(table, last).is_some() {
            return self.duplicate(last);
        }
        let frame = self.frame();
        frame.pending = Some((table, start, last));
        frame.dotted = dotted;
    }

    /// Adds a value that begins at `span`.
    fn begin(&mut self, span: Span, kind: Kind) -> Id {
        let part = Part::new(span.start(), span.end());
        let frame = self.frame();
        if let Some((table, start, key)) = frame.pending.take() {
            return self.child(table, Some(key), Node::new(start, part, kind));
        }
        let list = frame.id;
        self.child(list, None, Node::new(span.start(), part, kind))
    }

    /// Notes that a value ends at `end`: so do the tables of its dotted key and, under a heading, those above it.
    fn end_value(&mut self, end: usize) {
        let end = Part::new(end, end).end;
        for id in std::mem::take(&mut self.frame().dotted) {
            let table = self.builder.node(id);
            (table.value.end, table.tail) = (end, end);
        }
        if self.open.len() > 1 {
            return;
        }
        let table = self.frame().id;
        self.builder.node(table).tail = end;
        self.extend(end);
    }

    /// Makes the tables above the last heading reach to `end`.
    fn extend(&mut self, end: u32) {
        for &id in &self.above {
            let table = self.builder.node(id);
            table.value.end = table.value.end.max(end);
        }
    }

    fn close(&mut self, span: Span) {
        if self.open.len() < 2 {
            return;
        }
        if let Some(frame) = self.open.pop() {
            self.builder.node(frame.id).value.end = Part::new(0, span.end()).end;
        }
        self.end_value(span.end());
    }

    fn open(&mut self, span: Span, kind: Kind) -> bool {
        let id = self.begin(span, kind);
        if let Err(unread) = check_depth(self.open.len(), span.start()) {
            self.error.get_or_insert(unread);
            return false;
        }
        self.open.push(Frame::new(id));
        true
    }

    /// The table of the heading that ends at `end`.
    fn place_heading(&mut self, end: usize, kind: Kind) {
        let keys = std::mem::take(&mut self.keys);
        let (Some(start), Some((&last, tables))) = (self.heading.take(), keys.split_last()) else {
            return;
        };
        let whole = Part::new(start, end);
        let mut table = ROOT;
        self.above = vec![ROOT];
        for &key in tables {
            table = match self.named(table, key) {
                None => {
                    let mut node = Node::new(start, whole, Kind::Map);
                    node.layout = Layout::Lines;
                    self.child(table, Some(key), node)
                }
                Some(inner) => inner,
            };
            self.above.push(table);
            let node = *self.builder.node(table);
            match (node.kind, node.layout, self.builder.last_child(table)) {
                (Kind::Map, Layout::Lines, _) => {}
                (Kind::List, Layout::Lines, Some(element)) => {
                    table = element;
                    self.above.push(table);
                }
                _ => return self.duplicate(key),
            }
        }
        let found = self.named(table, last);
        let mut node = Node::new(start, whole, Kind::Map);
        (node.layout, node.tail) = (Layout::Lines, whole.end);
        let table = match (found, kind == Kind::List) {
            (Some(id), false) => {
                let there = self.builder.node(id);
                let is_free =
                    there.kind == Kind::Map && there.layout == Layout::Lines && there.tail == 0;
                if !is_free {
                    return self.duplicate(last);
                }
                there.tail = whole.end;
                id
            }
            (None, false) => self.child(table, Some(last), node),
            (found, true) => {
                let list = match found {
                    Some(id) => id,
                    None => {
                        let mut list = Node::new(start, whole, Kind::List);
                        list.layout = Layout::Lines;
                        self.child(table, Some(last), list)
                    }
                };
                let there = self.builder.node(list);
                if there.kind != Kind::List || there.layout != Layout::Lines {
                    return self.duplicate(last);
                }
                self.above.push(list);
                self.child(list, None, node)
            }
        };
        self.above.push(table);
        self.open = vec![Frame::new(table)];
        self.extend(whole.end);
    }
}

impl EventReceiver for Reader<'_> {
    fn std_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.heading = Some(span.start());
    }

    fn std_table_close(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.place_heading(span.end(), Kind::Map);
    }

    fn array_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.heading = Some(span.start());
    }

    fn array_table_close(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.place_heading(span.end(), Kind::List);
    }

    fn inline_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) -> bool {
        self.open(span, Kind::Map)
    }

    fn inline_table_close(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.close(span);
    }

    fn array_open(&mut self, span: Span, _: &mut dyn ErrorSink) -> bool {
        self.open(span, Kind::List)
    }

    fn array_close(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.close(span);
    }

    fn simple_key(&mut self, span: Span, kind: Option<Encoding>, error: &mut dyn ErrorSink) {
        let written = Part::new(span.start(), span.end());
        let mut name = std::borrow::Cow::Borrowed("");
        let raw = Raw::new_unchecked(&self.text[written.range()], kind, span);
        raw.decode_key(&mut name, error);
        let name = self.builder.decoded(written, &name);
        self.keys.push(Key { written, name });
    }

    fn key_val_sep(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.place_value();
    }

    fn scalar(&mut self, span: Span, kind: Option<Encoding>, error: &mut dyn ErrorSink) {
        let raw = &self.text[span.start()..span.end()];
        let mut said = std::borrow::Cow::Borrowed("");
        let read = Raw::new_unchecked(raw, kind, span).decode_scalar(&mut said, error);
        let kind = match read {
            ScalarKind::String => Kind::Text,
            ScalarKind::Boolean(true) => Kind::True,
            ScalarKind::Boolean(false) => Kind::False,
            ScalarKind::DateTime => Kind::Time,
            ScalarKind::Float => Kind::Number,
            ScalarKind::Integer(radix) => {
                if i64::from_str_radix(&said, radix.value()).is_err() {
                    self.fail(span.start(), "an integer that does not fit into 64 bits");
                }
                Kind::Number
            }
        };
        if kind == Kind::Time && !is_time(raw) {
            self.fail(span.start(), "no date or time");
        }
        let id = self.begin(span, kind);
        if kind == Kind::Text {
            let part = Part::new(span.start(), span.end());
            self.builder.node(id).said = self.builder.decoded(part, &said);
        }
        self.end_value(span.end());
    }
}

pub(super) fn is_time(raw: &str) -> bool {
    raw.parse::<toml_datetime::Datetime>().is_ok()
}

/// `name` as a key: bare if it can be.
pub(super) fn name(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_bare) {
        return name.to_owned();
    }
    string(name, None)
}

/// A value without parts.
pub(super) fn scalar(value: &Value, site: &Writer<'_>) -> Result<String, &'static str> {
    Ok(match value {
        Value::Text(text) => string(text, site.old),
        Value::Number(raw) if !is_held(raw) => {
            return Err("a number that does not fit into 64 bits");
        }
        Value::Number(raw) | Value::Time(raw) => raw.clone(),
        Value::Bool(truth) => truth.to_string(),
        Value::Null => return Err("null"),
        Value::Map(_) | Value::List(_) => return Err("such a value"),
    })
}

/// True if TOML holds the number `raw`: as an integer, or as a float if it is written as one.
fn is_held(raw: &str) -> bool {
    if raw.contains(['.', 'e', 'E']) {
        raw.parse().is_ok_and(f64::is_finite)
    } else {
        raw.parse::<i64>().is_ok()
    }
}

/// `text` in the quotes of `old`, if they can hold it.
fn string(text: &str, old: Option<&str>) -> String {
    if let Some(long) = old.and_then(|old| long_string(text, old)) {
        return long;
    }
    let is_odd = |letter: char| letter < ' ' || letter == '\u{7f}';
    let is_literal = old.is_some_and(|old| old.starts_with('\''));
    if is_literal && !text.contains('\'') && !text.contains(is_odd) {
        return format!("'{text}'");
    }
    double_quoted(text, is_odd, |code| format!("\\u{code:04X}"))
}

/// `text` between three quotes, as `old` has it; `None` if it has not, or they cannot hold the text.
fn long_string(text: &str, old: &str) -> Option<String> {
    let quotes = ["'''", "\"\"\""];
    let quotes = quotes.into_iter().find(|quotes| old.starts_with(quotes))?;
    let is_odd = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    let is_lost = text.contains(is_odd)
        || text.contains(quotes)
        || text.ends_with(&quotes[..1])
        || text.contains('\\') && quotes.starts_with('"')
        || text.contains('\n') && old.contains('\r');
    let open = if text.contains('\n') { "\n" } else { "" };
    (!is_lost).then(|| format!("{quotes}{open}{text}{quotes}"))
}

/// The number `text` of the type that the number `there` has; `None` for a fraction where a whole number is.
pub(super) fn like_number(text: &str, there: &str) -> Option<String> {
    let has_fraction = |text: &str| text.contains(['.', 'e', 'E']);
    let is_whole = there.starts_with("0x")
        || !has_fraction(there) && !there.ends_with("inf") && !there.ends_with("nan");
    match (is_whole, has_fraction(text)) {
        (true, true) => None,
        (false, false) => Some(format!("{text}.0")),
        _ => Some(text.to_owned()),
    }
}
