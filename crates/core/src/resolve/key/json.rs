//! JSON, with comments and trailing commas.

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use super::tree::{Builder, Id, Kind, Node, ROOT, TextRange, Tree, Unread, check_depth};
use crate::request::Value;

struct Reader<'t> {
    scanner: Scanner<'t>,
    builder: Builder<'t>,
    depth: usize,
    /// The end of the last token or comment.
    end: usize,
    has_comments: bool,
    /// The start of the first string with a tab.
    tabbed: Option<usize>,
}

const CONTROL: &str = "a control character in a string";

/// Parses `text`.
///
/// # Errors
/// The first unexpected token.
pub(super) fn read(text: &str) -> Result<Tree<'_>, Unread> {
    let options = ScannerOptions {
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let mut reader = Reader {
        scanner: Scanner::new(text, &options),
        builder: Builder::new(text, Node::new(0, TextRange::default(), Kind::Null)),
        depth: 0,
        end: 0,
        has_comments: false,
        tabbed: None,
    };
    let Some(first) = reader.token()? else {
        return Err(Unread::at(0, "there is no value"));
    };
    let root = reader.node(&first)?;
    *reader.builder.node(ROOT) = root;
    reader.value(ROOT, &first)?;
    if reader.token()?.is_some() {
        return Err(reader.unexpected());
    }
    match reader.tabbed {
        // Programs that read comments also read tabs in strings.
        Some(at) if !reader.has_comments => Err(Unread::at(at, CONTROL)),
        _ => Ok(reader.builder.finish(ROOT)),
    }
}

impl<'t> Reader<'t> {
    /// The next token that is not a comment.
    fn token(&mut self) -> Result<Option<Token<'t>>, Unread> {
        loop {
            let token = self
                .scanner
                .scan()
                .map_err(|error| Unread::at(error.range().start, &error.kind().to_string()))?;
            self.check_gap(token.is_some())?;
            match token {
                Some(Token::CommentLine(_) | Token::CommentBlock(_)) => self.has_comments = true,
                Some(Token::String(_)) => {
                    self.check_string()?;
                    return Ok(token);
                }
                _ => return Ok(token),
            }
        }
    }

    /// Refuses characters before the next token that the scanner skips, but JSON does not allow. Without a token, checks
    /// the rest of the text.
    fn check_gap(&mut self, has_token: bool) -> Result<(), Unread> {
        let text = self.builder.tree().text;
        let (mut start, mut end) = (text.len(), text.len());
        if has_token {
            (start, end) = (self.scanner.token_start(), self.scanner.token_end());
        }
        let gap = &text[self.end..start];
        if let Some(at) = gap.find(|letter| !matches!(letter, ' ' | '\t' | '\n' | '\r')) {
            return Err(Unread::at(self.end + at, "an unexpected character"));
        }
        self.end = end;
        Ok(())
    }

    /// Refuses control characters in the string that was read last, and records tabs.
    fn check_string(&mut self) -> Result<(), Unread> {
        let start = self.scanner.token_start();
        let raw = &self.builder.tree().text[start..self.scanner.token_end()];
        if raw.contains(|letter| letter < ' ' && letter != '\t') {
            return Err(Unread::at(start, CONTROL));
        }
        if raw.contains('\t') {
            self.tabbed.get_or_insert(start);
        }
        Ok(())
    }

    fn some_token(&mut self) -> Result<Token<'t>, Unread> {
        let token = self.token()?;
        token.ok_or_else(|| Unread::at(self.builder.tree().text.len(), "it ends too early"))
    }

    /// The span of the last token.
    fn token_range(&self) -> TextRange {
        TextRange::new(self.scanner.token_start(), self.scanner.token_end())
    }

    fn unexpected(&self) -> Unread {
        Unread::at(self.scanner.token_start(), "an unexpected token")
    }

    /// A node for the value that begins with `token`, the last token.
    fn node(&self, token: &Token<'t>) -> Result<Node, Unread> {
        let kind = match token {
            Token::OpenBrace => Kind::Map,
            Token::OpenBracket => Kind::List,
            Token::String(_) => Kind::Text,
            Token::Number(_) => Kind::Number,
            Token::Boolean(true) => Kind::True,
            Token::Boolean(false) => Kind::False,
            Token::Null => Kind::Null,
            _ => return Err(self.unexpected()),
        };
        Ok(Node::new(
            self.scanner.token_start(),
            self.token_range(),
            kind,
        ))
    }

    /// Reads the rest of the value of `id`, which begins with `token`.
    fn value(&mut self, id: Id, token: &Token<'t>) -> Result<(), Unread> {
        match token {
            Token::String(text) => self.builder.set_value(id, text),
            Token::OpenBrace => self.entries(id, &Token::CloseBrace)?,
            Token::OpenBracket => self.entries(id, &Token::CloseBracket)?,
            _ => {}
        }
        Ok(())
    }

    /// Reads the entries of the table or list `id`, up to the bracket `close`.
    fn entries(&mut self, id: Id, close: &Token<'t>) -> Result<(), Unread> {
        check_depth(self.depth, self.scanner.token_start())?;
        self.depth += 1;
        loop {
            let mut token = self.some_token()?;
            if token == *close {
                break;
            }
            let mut name = None;
            if *close == Token::CloseBrace {
                let Token::String(decoded) = token else {
                    return Err(self.unexpected());
                };
                name = Some((self.token_range(), decoded));
                if self.some_token()? != Token::Colon {
                    return Err(self.unexpected());
                }
                token = self.some_token()?;
            }
            let child = self.builder.add(id, self.node(&token)?);
            if let Some((key, decoded)) = name {
                let node = self.builder.node(child);
                (node.start, node.key) = (key.start, key);
                self.builder.set_name(child, &decoded);
            }
            self.value(child, &token)?;
            match self.some_token()? {
                Token::Comma => {}
                token if token == *close => break,
                _ => return Err(self.unexpected()),
            }
        }
        self.depth -= 1;
        self.builder.node(id).value.end = self.token_range().end;
        Ok(())
    }
}

/// `text` as a JSON string.
pub(super) fn string(text: &str) -> String {
    // Serializing a string cannot fail.
    serde_json::to_string(text).unwrap_or_default()
}

/// Writes a value that is not a container.
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
