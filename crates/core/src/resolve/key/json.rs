//! JSON, with comments and trailing commas.

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use super::format::Unread;
use super::tree::{Builder, Id, Kind, Node, Part, ROOT, Tree, Value};

/// What the next token may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    /// An element or the end of the list.
    Element,
    /// A name or the end of the table.
    Name,
    Colon,
    /// A comma or the end of what is open.
    Comma,
    End,
}

struct Reader<'t> {
    builder: Builder<'t>,
    open: Vec<Id>,
    /// The name whose value comes next: as it is written, and as it is read.
    key: Option<(Part, Part)>,
    next: Next,
}

/// The tree of `text`.
///
/// # Errors
/// The first token that is not allowed.
pub(super) fn read(text: &str) -> Result<Tree<'_>, Unread> {
    let options = ScannerOptions {
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let mut scanner = Scanner::new(text, &options);
    let mut reader = Reader {
        builder: Builder::new(text, Node::new(0, Part::default(), Kind::Null)),
        open: Vec::new(),
        key: None,
        next: Next::Value,
    };
    loop {
        let token = scanner
            .scan()
            .map_err(|error| Unread::at(error.range().start, &error.kind().to_string()))?;
        let Some(token) = token else {
            break;
        };
        if matches!(token, Token::CommentLine(_) | Token::CommentBlock(_)) {
            continue;
        }
        let part = Part::new(scanner.token_start(), scanner.token_end());
        if !reader.take(&token, part)? {
            return Err(Unread::at(scanner.token_start(), "an unexpected token"));
        }
    }
    match reader.next {
        Next::End => Ok(reader.builder.finish()),
        Next::Value if reader.open.is_empty() => Err(Unread::at(0, "there is no value")),
        _ => Err(Unread::at(text.len(), "it ends too early")),
    }
}

impl Reader<'_> {
    /// Takes one token; false if it may not stand there.
    fn take(&mut self, token: &Token<'_>, part: Part) -> Result<bool, Unread> {
        let is_table =
            matches!(self.open.last(), Some(&id) if self.builder.node(id).kind == Kind::Map);
        match (self.next, token) {
            (Next::Name, Token::String(name)) => {
                self.key = Some((part, self.builder.decoded(part, name)));
                self.next = Next::Colon;
            }
            (Next::Colon, Token::Colon) => self.next = Next::Value,
            (Next::Comma, Token::Comma) => {
                self.next = if is_table { Next::Name } else { Next::Element };
            }
            (Next::Comma | Next::Name, Token::CloseBrace) if is_table => self.close(part),
            (Next::Comma | Next::Element, Token::CloseBracket) if !is_table => self.close(part),
            (Next::Value | Next::Element, token) => return self.value(token, part),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn value(&mut self, token: &Token<'_>, part: Part) -> Result<bool, Unread> {
        let (kind, next) = match token {
            Token::OpenBrace => (Kind::Map, Next::Name),
            Token::OpenBracket => (Kind::List, Next::Element),
            Token::String(_) => (Kind::Text, Next::Comma),
            Token::Number(_) => (Kind::Number, Next::Comma),
            Token::Boolean(true) => (Kind::True, Next::Comma),
            Token::Boolean(false) => (Kind::False, Next::Comma),
            Token::Null => (Kind::Null, Next::Comma),
            _ => return Ok(false),
        };
        let mut node = Node::new(part.start as usize, part, kind);
        if let Token::String(said) = token {
            node.said = self.builder.decoded(part, said);
        }
        if let Some((key, name)) = self.key.take() {
            (node.start, node.key, node.name) = (key.start, key, name);
        }
        let id = match self.open.last() {
            Some(&parent) => self.builder.add(parent, node),
            None => {
                *self.builder.node(ROOT) = node;
                ROOT
            }
        };
        if kind.is_container() {
            super::tree::check_depth(self.open.len(), part.start as usize)?;
            self.open.push(id);
        }
        self.next = if next == Next::Comma && self.open.is_empty() {
            Next::End
        } else {
            next
        };
        Ok(true)
    }

    fn close(&mut self, part: Part) {
        if let Some(id) = self.open.pop() {
            self.builder.node(id).value.end = part.end;
        }
        self.next = if self.open.is_empty() {
            Next::End
        } else {
            Next::Comma
        };
    }
}

/// `text` as a string of JSON.
pub(super) fn string(text: &str) -> String {
    // A string can always be written.
    serde_json::to_string(text).unwrap_or_default()
}

/// A value without parts.
pub(super) fn scalar(value: &Value) -> Result<String, &'static str> {
    Ok(match value {
        Value::Text(text) => string(text),
        Value::Number(raw) => raw.clone(),
        Value::Bool(truth) => truth.to_string(),
        Value::Null => "null".to_owned(),
        Value::Time(_) => return Err("a date or time"),
        Value::Map(_) | Value::List(_) => return Err("such a value"),
    })
}
