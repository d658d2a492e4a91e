//! TOML: tables under headings, dotted keys and inline tables.

use std::borrow::Cow;
use std::collections::HashMap;
use std::convert::Infallible;

use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::lexer::{Token, TokenKind};
use toml_parser::parser::{EventReceiver, parse_document};
use toml_parser::{ErrorSink, ParseError, Raw, Source, Span};

use super::lines::check_line_endings;
use super::tree::{
    Builder, Id, Kind, Layout, Node, ROOT, TextRange, Tree, Unread, check_depth, offset,
};
use super::write::{Site, double_quoted};
use crate::request::Value;

/// A name as written, and decoded.
struct Key {
    written: TextRange,
    name: String,
}

/// An open table or list, or the table of the last heading.
struct Frame {
    id: Id,
    /// The name of the next value, with its table and the start of its dotted key.
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
    builder: Builder<'t>,
    /// The table of the last heading, followed by the open tables and lists inside.
    open: Vec<Frame>,
    /// The tables from the root to the table of the last heading.
    above: Vec<Id>,
    /// The tables and lists of tables that headings and dotted keys have created.
    tables: HashMap<(Id, String), Id>,
    keys: Vec<Key>,
    /// The start of the current heading.
    heading: usize,
    error: Option<Unread>,
}

/// Parses `text`.
///
/// # Errors
/// The first error.
pub(super) fn read(text: &str) -> Result<Tree<'_>, Unread> {
    check_line_endings(text)?;
    let is_forbidden = |letter: char| letter.is_ascii_control() && !"\t\r\n".contains(letter);
    if let Some(at) = text.find(is_forbidden) {
        return Err(Unread::at(at, "a control character"));
    }
    let root = Node::of_lines(0, TextRange::new(0, text.len()), Kind::Map);
    let mut reader = Reader {
        builder: Builder::new(text, root),
        open: vec![Frame::new(ROOT)],
        above: vec![ROOT],
        tables: HashMap::new(),
        keys: Vec::new(),
        heading: 0,
        error: None,
    };
    for_each_expression(text, |tokens| reader.expression(tokens))?;
    let tree = reader.builder.finish(ROOT);
    match duplicate(&tree) {
        Some(at) => Err(Unread::at(at, DUPLICATE)),
        None => Ok(tree),
    }
}

/// Parses `text` one expression at a time, so that the tokens of a large file are never all in memory.
///
/// # Errors
/// The first error of `parse`.
fn for_each_expression<E>(
    text: &str,
    mut parse: impl FnMut(&[Token]) -> Result<(), E>,
) -> Result<(), E> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut depth = 0usize;
    for token in Source::new(text).lex() {
        depth = depth_after(&token, depth);
        tokens.push(token);
        if token.kind() == TokenKind::Eof || token.kind() == TokenKind::Newline && depth == 0 {
            parse(&tokens)?;
            tokens.clear();
        }
    }
    Ok(())
}

/// The number of open brackets after `token`, with `depth` open ones before it.
fn depth_after(token: &Token, depth: usize) -> usize {
    match token.kind() {
        TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth + 1,
        TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => depth.saturating_sub(1),
        _ => depth,
    }
}

/// The heading of a table.
pub(in crate::resolve) struct TableHeading {
    /// The byte offset of its first bracket.
    pub(in crate::resolve) start: usize,
    pub(in crate::resolve) names: Vec<String>,
    /// True for `[[name]]`.
    pub(in crate::resolve) is_element: bool,
}

/// The headings of `text`, which may have errors elsewhere.
pub(in crate::resolve) fn headings(text: &str) -> Vec<TableHeading> {
    let mut reader = HeadingReader {
        text,
        headings: Vec::new(),
        is_open: false,
    };
    let Ok(()) = for_each_expression(text, |tokens| {
        if is_unclosed(tokens) {
            // The headings below are in the brackets of this expression.
            let lines = tokens.split_inclusive(|token| token.kind() == TokenKind::Newline);
            for line in lines.filter(|line| is_in_square_brackets(line)) {
                parse_document(line, &mut reader, &mut None::<ParseError>);
            }
        } else {
            parse_document(tokens, &mut reader, &mut None::<ParseError>);
        }
        Ok::<(), Infallible>(())
    });
    reader.headings
}

/// True if `tokens` open more brackets than they close.
fn is_unclosed(tokens: &[Token]) -> bool {
    let mut depth = 0usize;
    for token in tokens {
        depth = depth_after(token, depth);
    }
    depth > 0
}

/// True if `line` begins with `[`, and ends with `]` before its comment.
fn is_in_square_brackets(line: &[Token]) -> bool {
    let last = line.iter().rfind(|token| {
        !matches!(
            token.kind(),
            TokenKind::Whitespace | TokenKind::Comment | TokenKind::Newline | TokenKind::Eof
        )
    });
    line[0].kind() == TokenKind::LeftSquareBracket
        && last.is_some_and(|last| last.kind() == TokenKind::RightSquareBracket)
}

struct HeadingReader<'t> {
    text: &'t str,
    headings: Vec<TableHeading>,
    is_open: bool,
}

impl HeadingReader<'_> {
    fn begin(&mut self, span: Span, is_element: bool) {
        self.is_open = true;
        self.headings.push(TableHeading {
            start: span.start(),
            names: Vec::new(),
            is_element,
        });
    }
}

impl EventReceiver for HeadingReader<'_> {
    fn std_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.begin(span, false);
    }

    fn std_table_close(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.is_open = false;
    }

    fn array_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.begin(span, true);
    }

    fn array_table_close(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.is_open = false;
    }

    fn inline_table_open(&mut self, _: Span, _: &mut dyn ErrorSink) -> bool {
        false
    }

    fn array_open(&mut self, _: Span, _: &mut dyn ErrorSink) -> bool {
        false
    }

    fn simple_key(&mut self, span: Span, kind: Option<Encoding>, error: &mut dyn ErrorSink) {
        if self.is_open
            && let Some(heading) = self.headings.last_mut()
        {
            let written = &self.text[span.start()..span.end()];
            heading.names.push(decoded_key(written, span, kind, error));
        }
    }
}

/// The name `written` at `span`, without quotes and escapes.
fn decoded_key(
    written: &str,
    span: Span,
    kind: Option<Encoding>,
    error: &mut dyn ErrorSink,
) -> String {
    let mut decoded = Cow::Borrowed("");
    Raw::new_unchecked(written, kind, span).decode_key(&mut decoded, error);
    decoded.into_owned()
}

const DUPLICATE: &str = "duplicate key";

/// The position of the first duplicate name in a table.
fn duplicate(tree: &Tree<'_>) -> Option<usize> {
    let mut first = None;
    for parent in tree.ids().filter(|&id| tree.node(id).kind == Kind::Map) {
        let mut children: Vec<Id> = tree.children(parent).collect();
        children.sort_by_key(|&child| tree.name(child));
        for pair in children.windows(2) {
            if tree.name(pair[0]) == tree.name(pair[1]) {
                let at = tree.node(pair[1]).key.start as usize;
                first = Some(first.map_or(at, |first: usize| first.min(at)));
            }
        }
    }
    first
}

impl Reader<'_> {
    fn expression(&mut self, tokens: &[Token]) -> Result<(), Unread> {
        let mut fault: Option<ParseError> = None;
        parse_document(tokens, self, &mut fault);
        if let Some(unread) = self.error.take() {
            return Err(unread);
        }
        let Some(fault) = fault else {
            return Ok(());
        };
        let span = fault.unexpected().or(fault.context());
        let at = span.map_or(0, |span| span.start());
        Err(Unread::at(at, fault.description()))
    }

    fn fail(&mut self, at: usize, problem: &str) {
        self.error.get_or_insert_with(|| Unread::at(at, problem));
    }

    fn duplicate(&mut self, key: &Key) {
        self.fail(key.written.start as usize, DUPLICATE);
    }

    /// The innermost open table or list.
    fn frame(&mut self) -> &mut Frame {
        // The table of the last heading is always open.
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn child(&mut self, parent: Id, key: &Key, mut node: Node) -> Id {
        node.key = key.written;
        let id = self.builder.add(parent, node);
        self.builder.set_name(id, &key.name);
        id
    }

    /// The table or list of tables called `key`. Adds `new` if it does not exist.
    fn table(&mut self, parent: Id, key: &Key, new: Node) -> Id {
        let name = (parent, key.name.clone());
        if let Some(&id) = self.tables.get(&name) {
            return id;
        }
        let id = self.child(parent, key, new);
        self.tables.insert(name, id);
        id
    }

    /// Finds the table for the value of the current dotted key.
    fn place_value(&mut self) {
        let mut tables = std::mem::take(&mut self.keys);
        let Some(last) = tables.pop() else {
            return;
        };
        let start = tables.first().unwrap_or(&last).written.start as usize;
        let mut table = self.frame().id;
        let mut dotted = Vec::new();
        for key in &tables {
            let mut node = Node::new(
                start,
                TextRange::new(start, key.written.end as usize),
                Kind::Map,
            );
            node.layout = Layout::Dotted;
            table = self.table(table, key, node);
            if self.builder.node(table).layout != Layout::Dotted {
                return self.duplicate(key);
            }
            dotted.push(table);
        }
        if self.tables.contains_key(&(table, last.name.clone())) {
            return self.duplicate(&last);
        }
        let frame = self.frame();
        frame.pending = Some((table, start, last));
        frame.dotted = dotted;
    }

    /// Adds a value that begins at `span`.
    fn begin(&mut self, span: Span, kind: Kind) -> Id {
        let value = TextRange::new(span.start(), span.end());
        let frame = self.frame();
        if let Some((table, start, key)) = frame.pending.take() {
            return self.child(table, &key, Node::new(start, value, kind));
        }
        let list = frame.id;
        self.builder.add(list, Node::new(span.start(), value, kind))
    }

    /// Ends a value at `end`, and with it the tables of its dotted key. Below a heading, extends the enclosing
    /// tables.
    fn end_value(&mut self, end: u32) {
        for id in std::mem::take(&mut self.frame().dotted) {
            let table = self.builder.node(id);
            (table.value.end, table.tail) = (end, end);
        }
        if self.open.len() == 1 {
            let table = self.frame().id;
            self.builder.node(table).tail = end;
            self.extend(end);
        }
    }

    /// Extends the tables above the last heading to `end`.
    fn extend(&mut self, end: u32) {
        for &id in &self.above {
            let table = self.builder.node(id);
            table.value.end = table.value.end.max(end);
        }
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

    fn close(&mut self, span: Span) {
        if self.open.len() < 2 {
            return;
        }
        let end = offset(span.end());
        if let Some(frame) = self.open.pop() {
            self.builder.node(frame.id).value.end = end;
        }
        self.end_value(end);
    }

    /// Opens the table of the heading that ends at `end`. For `Kind::List`, opens a new list element.
    fn place_heading(&mut self, end: usize, kind: Kind) {
        let mut tables = std::mem::take(&mut self.keys);
        let Some(last) = tables.pop() else {
            return;
        };
        let whole = TextRange::new(self.heading, end);
        let node = Node::of_lines(self.heading, whole, Kind::Map);
        let mut table = ROOT;
        self.above = vec![ROOT];
        for key in &tables {
            table = self.table(table, key, node);
            let existing = *self.builder.node(table);
            match existing.layout {
                Layout::Lines => self.above.push(table),
                // A heading may add a table to one of dotted keys. The bytes of the keys stay as they are.
                Layout::Dotted => {}
                Layout::Commas | Layout::Stream => return self.duplicate(key),
            }
            if existing.kind == Kind::List
                && let Some(element) = self.builder.last_child(table)
            {
                table = element;
                self.above.push(element);
            }
        }
        let new = Node::of_lines(self.heading, whole, kind);
        table = self.table(table, &last, new);
        let existing = self.builder.node(table);
        let has_heading = kind == Kind::Map && existing.tail > 0;
        if existing.kind != kind || existing.layout != Layout::Lines || has_heading {
            return self.duplicate(&last);
        }
        if kind == Kind::List {
            self.above.push(table);
            table = self.builder.add(table, node);
        }
        self.builder.node(table).tail = whole.end;
        self.above.push(table);
        self.open = vec![Frame::new(table)];
        self.extend(whole.end);
    }
}

impl EventReceiver for Reader<'_> {
    fn std_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.heading = span.start();
    }

    fn std_table_close(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.place_heading(span.end(), Kind::Map);
    }

    fn array_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.heading = span.start();
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
        let written = TextRange::new(span.start(), span.end());
        let name = decoded_key(self.builder.tree().raw(written), span, kind, error);
        self.keys.push(Key { written, name });
    }

    fn key_val_sep(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.place_value();
    }

    fn scalar(&mut self, span: Span, kind: Option<Encoding>, error: &mut dyn ErrorSink) {
        let value = TextRange::new(span.start(), span.end());
        let raw = self.builder.tree().raw(value);
        let mut decoded = Cow::Borrowed("");
        let read = Raw::new_unchecked(raw, kind, span).decode_scalar(&mut decoded, error);
        let kind = match read {
            ScalarKind::String => Kind::Text,
            ScalarKind::Boolean(true) => Kind::True,
            ScalarKind::Boolean(false) => Kind::False,
            ScalarKind::DateTime => Kind::Time,
            ScalarKind::Float => Kind::Number,
            ScalarKind::Integer(radix) => {
                if i64::from_str_radix(&decoded, radix.value()).is_err() {
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
            self.builder.set_value(id, &decoded);
        }
        self.end_value(value.end);
    }
}

pub(super) fn is_time(raw: &str) -> bool {
    raw.parse::<toml_datetime::Datetime>().is_ok()
}

/// `name` as a key, without quotes if possible.
pub(super) fn name(name: &str) -> String {
    let is_odd = name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    if name.is_empty() || is_odd {
        return string(name, None);
    }
    name.to_owned()
}

/// Writes a value that is not a container.
pub(super) fn scalar(value: &Value, site: &Site<'_>) -> Result<String, &'static str> {
    Ok(match value {
        // In triple quotes, a line break would become the line ending of the file.
        Value::Text(text) if text.contains('\n') && site.text.contains('\r') => string(text, None),
        Value::Text(text) => string(text, site.old),
        Value::Number(raw) if !fits_64_bits(raw) => {
            return Err("a number that does not fit into 64 bits");
        }
        Value::Number(raw) | Value::Time(raw) => raw.clone(),
        Value::Bool(truth) => truth.to_string(),
        Value::Null => return Err("null"),
        Value::Map(_) | Value::List(_) => return Err("such a value"),
    })
}

/// True if TOML can represent the number `raw`, as an integer or as a float.
fn fits_64_bits(raw: &str) -> bool {
    if has_fraction(raw) {
        raw.parse().is_ok_and(f64::is_finite)
    } else {
        raw.parse::<i64>().is_ok()
    }
}

/// `text` in the quotes of `old`, if they can represent it.
fn string(text: &str, old: Option<&str>) -> String {
    if let Some(long) = old.and_then(|old| long_string(text, old)) {
        return long;
    }
    let is_literal = old.is_some_and(|old| old.starts_with('\''));
    if is_literal && !text.contains('\'') && !text.contains(is_odd) {
        return format!("'{text}'");
    }
    double_quoted(text, is_odd, |code| format!("\\u{code:04X}"))
}

fn is_odd(letter: char) -> bool {
    letter < ' ' || letter == '\u{7f}'
}

/// `text` in triple quotes like `old`. `None` if `old` has other quotes, or if they cannot represent the text.
fn long_string(text: &str, old: &str) -> Option<String> {
    let quotes = old
        .get(..3)
        .filter(|quotes| ["'''", "\"\"\""].contains(quotes))?;
    let is_unwritable = text.contains(|c: char| c.is_control() && c != '\n' && c != '\t')
        || text.contains(quotes)
        || text.ends_with(&quotes[..1])
        || text.contains('\\') && quotes.starts_with('"');
    if is_unwritable {
        return None;
    }
    let open = if text.contains('\n') { "\n" } else { "" };
    Some(format!("{quotes}{open}{text}{quotes}"))
}

fn has_fraction(number: &str) -> bool {
    number.contains(['.', 'e', 'E'])
}

/// The number `text` with the type of the number `old`. `None` for a fraction in place of an integer.
pub(super) fn like_number(text: &str, old: &str) -> Option<String> {
    let is_whole = old.starts_with("0x")
        || !has_fraction(old) && !old.ends_with("inf") && !old.ends_with("nan");
    match (is_whole, has_fraction(text)) {
        (true, true) => None,
        (false, false) => Some(format!("{text}.0")),
        _ => Some(text.to_owned()),
    }
}
