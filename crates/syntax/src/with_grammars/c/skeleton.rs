//! The declarations of a C or C++ file, found only by brackets, semicolons and directives. This works even if the
//! grammar fails, as long as the brackets match.

use std::iter::Peekable;
use std::ops::Range;

use crate::with_grammars::tokens::{Token, Tokens, tokens};

/// A declaration in a file, a namespace or a type; or the beginning of a declaration that contains others.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) span: Range<usize>,
    /// The spans between its braces: bodies, and lists of values.
    pub(super) bodies: Vec<Range<usize>>,
    /// True if it contains an opening or closing brace of a namespace or type.
    pub(super) is_edge: bool,
    has_parameters: bool,
}

/// The maximum number of declarations between the parameters of an old-style function and its body.
const MAX_OLD_STYLE_DECLARATIONS: usize = 20;

/// Words before a colon that ends a declaration.
const LABELS: [&[u8]; 7] = [
    b"public",
    b"protected",
    b"private",
    b"signals",
    b"slots",
    b"Q_SIGNALS",
    b"Q_SLOTS",
];

/// The declarations in `text`, in order. `None` if the brackets do not match.
pub(super) fn pieces(text: &[u8]) -> Option<Vec<Piece>> {
    let reader = PieceReader {
        text,
        tokens: tokens(text).peekable(),
        pieces: Vec::new(),
        head: Head::default(),
        open_scopes: 0,
        open_parentheses: 0,
    };
    reader.read()
}

struct PieceReader<'t> {
    text: &'t [u8],
    tokens: Peekable<Tokens<'t>>,
    pieces: Vec<Piece>,
    head: Head,
    /// The number of open braces of namespaces and types.
    open_scopes: usize,
    open_parentheses: usize,
}

impl PieceReader<'_> {
    fn read(mut self) -> Option<Vec<Piece>> {
        while let Some((token, span)) = self.tokens.next() {
            if token == Token::Directive {
                continue;
            }
            let in_parentheses = self.open_parentheses > 0;
            match token {
                Token::Punct(b'{') if !in_parentheses && self.head.opens_scope() => {
                    self.open_scope(&span);
                    continue;
                }
                Token::Punct(b'{') => {
                    self.add_body(&span)?;
                    continue;
                }
                Token::Punct(b'}') if in_parentheses => return None,
                Token::Punct(b'}') => {
                    self.close_scope(&span)?;
                    continue;
                }
                Token::Punct(b'(') => {
                    if !in_parentheses {
                        self.head.add_parenthesis(self.text);
                    }
                    self.open_parentheses += 1;
                }
                Token::Punct(b')') => {
                    self.open_parentheses = self.open_parentheses.checked_sub(1)?;
                }
                _ if in_parentheses => {}
                Token::Punct(b';') => {
                    self.head.start.get_or_insert(span.start);
                    self.pieces.extend(self.head.close(span.end));
                    continue;
                }
                Token::Punct(b':') if self.head.is_label(self.text, &span) => {
                    self.pieces.extend(self.head.close(span.end));
                    continue;
                }
                _ => self.head.add(self.text, token, &span, &mut self.tokens),
            }
            self.head.start.get_or_insert(span.start);
            self.head.last = Some((token, span));
        }
        self.pieces.extend(self.head.close(self.text.len()));
        if self.open_scopes > 0 || self.open_parentheses > 0 {
            return None;
        }
        Some(self.pieces)
    }

    /// Opens a namespace or type with the brace at `span`.
    fn open_scope(&mut self, span: &Range<usize>) {
        self.head.start.get_or_insert(span.start);
        self.pieces.extend(self.head.close_edge(span.end));
        self.open_scopes += 1;
    }

    /// Closes a namespace or type with the brace at `span`. `None` if none is open.
    fn close_scope(&mut self, span: &Range<usize>) -> Option<()> {
        self.pieces.extend(self.head.close(span.start));
        self.head.start = Some(span.start);
        self.pieces.extend(self.head.close_edge(span.end));
        self.open_scopes = self.open_scopes.checked_sub(1)?;
        Some(())
    }

    /// Adds the body that the brace at `span` opens. `None` if it is not closed.
    fn add_body(&mut self, span: &Range<usize>) -> Option<()> {
        if self.head.start.is_none() {
            self.reopen_old_style_function();
        }
        let end = body_end(&mut self.tokens)?;
        self.head.bodies.push(span.end..end - 1);
        self.head.start.get_or_insert(span.start);
        self.head.last = Some((Token::Punct(b'}'), end - 1..end));
        if self.open_parentheses == 0 && self.head.ends_with_body() && !self.continues() {
            self.pieces.extend(self.head.close(end));
        }
        Some(())
    }

    /// Merges the last pieces into the current one if they are the beginning of an old-style function:
    /// `int f(a) int a; {`
    fn reopen_old_style_function(&mut self) {
        for number in (0..self.pieces.len())
            .rev()
            .take(MAX_OLD_STYLE_DECLARATIONS)
        {
            let piece = &self.pieces[number];
            if piece.is_edge || !piece.bodies.is_empty() {
                return;
            }
            if piece.has_parameters {
                self.head.start = Some(piece.span.start);
                self.head.has_parameters = true;
                self.pieces.truncate(number);
                return;
            }
        }
    }

    /// True if the declaration continues after a body: `A() : a{1}, b{2} {}`
    fn continues(&mut self) -> bool {
        let Some((token, span)) = self.tokens.peek() else {
            return false;
        };
        matches!(token, Token::Punct(b',' | b'{')) || &self.text[span.clone()] == b"catch"
    }
}

/// The part of a declaration read so far.
#[derive(Default)]
struct Head {
    start: Option<usize>,
    last: Option<(Token, Range<usize>)>,
    has_parameters: bool,
    is_type: bool,
    is_enum: bool,
    is_namespace: bool,
    /// True after an `=`.
    has_value: bool,
    /// True after the colon that precedes the bases of a type or the initializers of a constructor.
    is_after_colon: bool,
    bodies: Vec<Range<usize>>,
}

impl Head {
    /// Adds the token at `span`, which is neither a parenthesis nor a brace. `rest` are the following tokens.
    fn add(
        &mut self,
        text: &[u8],
        token: Token,
        span: &Range<usize>,
        rest: &mut Peekable<Tokens<'_>>,
    ) {
        let last = self.last.as_ref().map(|(_, span)| &text[span.clone()]);
        match token {
            Token::Word => match &text[span.clone()] {
                b"class" | b"struct" | b"union" => self.is_type = true,
                b"enum" => self.is_enum = true,
                b"namespace" => self.is_namespace = last != Some(b"using"),
                b"template" => skip_template_parameters(rest),
                b"operator" => skip_operator_name(rest),
                _ => {}
            },
            // `extern "C"`
            Token::Literal => self.is_namespace |= last == Some(b"extern"),
            Token::Punct(b'=') => {
                let is_comparison = ends_with_any(&text[..span.start], b"=<>!")
                    || starts_with_any(&text[span.end..], b"=<>!");
                self.has_value |= !is_comparison;
            }
            Token::Punct(b':') => {
                let is_double = text.get(span.end) == Some(&b':') || last == Some(b":");
                self.is_after_colon |= !is_double;
            }
            _ => {}
        }
    }

    /// Adds an opening parenthesis, which begins the parameters unless it follows a macro.
    fn add_parenthesis(&mut self, text: &[u8]) {
        let begins_parameters = match &self.last {
            Some((Token::Word, word)) => {
                let word = &text[word.clone()];
                !is_upper_case(word) && !word.starts_with(b"__") && word != b"alignas"
            }
            // `(*f)(int)`
            Some((Token::Punct(b')'), _)) => true,
            _ => false,
        };
        self.has_parameters |= begins_parameters && !self.is_after_colon;
    }

    /// True if a brace directly after this begins a namespace or type.
    fn opens_scope(&self) -> bool {
        if !self.bodies.is_empty() || self.has_parameters || self.has_value {
            return false;
        }
        self.is_namespace || self.is_type && !self.is_enum
    }

    /// True if a body ends the declaration, as for a function.
    fn ends_with_body(&self) -> bool {
        !self.has_value && (self.has_parameters || !self.is_enum)
    }

    /// True if the colon at `span` ends the declaration: `public:`
    fn is_label(&self, text: &[u8], span: &Range<usize>) -> bool {
        let Some((_, word)) = &self.last else {
            return false;
        };
        text.get(span.end) != Some(&b':') && LABELS.contains(&&text[word.clone()])
    }

    /// Returns the declaration that ends at `end`. `None` if nothing has been read.
    fn close(&mut self, end: usize) -> Option<Piece> {
        let head = std::mem::take(self);
        Some(Piece {
            span: head.start?..end,
            bodies: head.bodies,
            is_edge: false,
            has_parameters: head.has_parameters,
        })
    }

    /// Like [`Self::close`], for a piece that contains a brace of a namespace or type.
    fn close_edge(&mut self, end: usize) -> Option<Piece> {
        let piece = self.close(end)?;
        Some(Piece {
            is_edge: true,
            ..piece
        })
    }
}

fn ends_with_any(text: &[u8], bytes: &[u8]) -> bool {
    text.last().is_some_and(|byte| bytes.contains(byte))
}

fn starts_with_any(text: &[u8], bytes: &[u8]) -> bool {
    text.first().is_some_and(|byte| bytes.contains(byte))
}

/// True if `word` is in upper case, like most macros.
pub(super) fn is_upper_case(word: &[u8]) -> bool {
    word.len() > 2 && word[0].is_ascii_uppercase() && !word.iter().any(u8::is_ascii_lowercase)
}

/// The offset after the brace that closes the brace before `tokens`.
fn body_end(tokens: &mut Peekable<Tokens<'_>>) -> Option<usize> {
    let mut depth = 1_usize;
    for (token, span) in tokens {
        match token {
            Token::Punct(b'{') => depth += 1,
            Token::Punct(b'}') if depth == 1 => return Some(span.end),
            Token::Punct(b'}') => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Skips the parameter list of a template.
fn skip_template_parameters(tokens: &mut Peekable<Tokens<'_>>) {
    if !matches!(tokens.peek(), Some((Token::Punct(b'<'), _))) {
        return;
    }
    let mut depth = 0_usize;
    for (token, _) in tokens {
        match token {
            Token::Punct(b'<') => depth += 1,
            Token::Punct(b'>') if depth == 1 => return,
            Token::Punct(b'>') => depth -= 1,
            _ => {}
        }
    }
}

/// Skips the punctuation in the name of an operator.
fn skip_operator_name(tokens: &mut Peekable<Tokens<'_>>) {
    while let Some((Token::Punct(byte), _)) = tokens.peek()
        && !b"({;".contains(byte)
    {
        tokens.next();
    }
}
