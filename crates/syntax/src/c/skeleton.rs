//! The declarations of a C or C++ file, found only by brackets, semicolons and directives. This works even if the
//! grammar fails, as long as the brackets match.

use std::iter::Peekable;
use std::ops::Range;

use crate::tokens::{Token, Tokens, tokens};

/// A declaration in a file, a namespace or a type; or the beginning of a declaration that contains others.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) span: Range<usize>,
    /// The spans between its braces: bodies, and lists of values.
    pub(super) bodies: Vec<Range<usize>>,
    /// True if it contains an opening or closing brace of a namespace or type.
    pub(super) is_edge: bool,
    has_list: bool,
}

/// The part of a declaration read so far.
#[derive(Default)]
struct Head {
    start: Option<usize>,
    words: usize,
    last: Option<(Token, Range<usize>)>,
    /// True if it contains a parameter list.
    has_list: bool,
    is_type: bool,
    is_enum: bool,
    is_value: bool,
    is_space: bool,
    /// True after the colon that precedes the bases of a type or the initializers of a constructor.
    is_behind_colon: bool,
    bodies: Vec<Range<usize>>,
}

/// The declarations in `text`, in order. `None` if the brackets do not match.
pub(super) fn pieces(text: &[u8]) -> Option<Vec<Piece>> {
    let mut rest = tokens(text).peekable();
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut open, mut round) = (0_usize, 0_usize);
    let mut head = Head::default();
    while let Some((token, span)) = rest.next() {
        if token == Token::Directive {
            continue;
        }
        let is_top = round == 0;
        match token {
            Token::Sign(b'(') => {
                head.meet_list(text, is_top);
                round += 1;
            }
            Token::Sign(b')') => round = round.checked_sub(1)?,
            Token::Sign(b'}') if is_top => {
                pieces.extend(head.close(span.start));
                head.start = Some(span.start);
                pieces.extend(head.close_edge(span.end));
                open = open.checked_sub(1)?;
                continue;
            }
            Token::Sign(b'}') => return None,
            Token::Sign(b'{') if is_top && head.opens() => {
                head.start.get_or_insert(span.start);
                pieces.extend(head.close_edge(span.end));
                open += 1;
                continue;
            }
            Token::Sign(b'{') => {
                if head.start.is_none() {
                    head.take_up(&mut pieces);
                }
                let end = body_end(&mut rest)?;
                head.bodies.push(span.end..end - 1);
                head.start.get_or_insert(span.start);
                head.last = Some((Token::Sign(b'}'), end - 1..end));
                if is_top && head.ends_with_body() && !goes_on(text, &mut rest) {
                    pieces.extend(head.close(end));
                }
                continue;
            }
            Token::Sign(b';') if is_top => {
                head.start.get_or_insert(span.start);
                pieces.extend(head.close(span.end));
                continue;
            }
            Token::Sign(b':') if is_top && head.is_label(text, &span) => {
                pieces.extend(head.close(span.end));
                continue;
            }
            _ if is_top => head.meet(text, token, &span, &mut rest),
            _ => {}
        }
        head.start.get_or_insert(span.start);
        head.last = Some((token, span));
    }
    pieces.extend(head.close(text.len()));
    if open > 0 || round > 0 {
        return None;
    }
    Some(pieces)
}

impl Head {
    fn meet(
        &mut self,
        text: &[u8],
        token: Token,
        span: &Range<usize>,
        tokens: &mut Peekable<Tokens<'_>>,
    ) {
        let last = self.last.as_ref().map(|(_, span)| &text[span.clone()]);
        match token {
            Token::Word => {
                self.words += 1;
                match &text[span.clone()] {
                    b"class" | b"struct" | b"union" => self.is_type = true,
                    b"enum" => self.is_enum = true,
                    b"namespace" => self.is_space = last != Some(b"using"),
                    b"template" => skip_angles(tokens),
                    b"operator" => skip_signs(tokens),
                    _ => {}
                }
            }
            Token::Text => self.is_space |= last == Some(b"extern"),
            Token::Sign(b'=') => {
                let around = [text[..span.start].last(), text.get(span.end)];
                let is_comparison = around
                    .into_iter()
                    .flatten()
                    .any(|sign| b"=<>!".contains(sign));
                self.is_value |= !is_comparison;
            }
            Token::Sign(b':') => {
                let is_double = text.get(span.end) == Some(&b':') || last == Some(b":");
                self.is_behind_colon |= !is_double;
            }
            _ => {}
        }
    }

    fn meet_list(&mut self, text: &[u8], is_top: bool) {
        let is_list = match &self.last {
            Some((Token::Word, word)) => {
                let word = &text[word.clone()];
                !is_loud(word) && !word.starts_with(b"__") && word != b"alignas"
            }
            // `(*f)(int)`
            Some((Token::Sign(b')'), _)) => true,
            _ => false,
        };
        self.has_list |= is_top && is_list && !self.is_behind_colon;
    }

    /// True if a brace directly after this begins a namespace or type.
    fn opens(&self) -> bool {
        let is_type = self.is_type && !self.is_enum && !self.is_value && !self.has_list;
        let is_whole = self.bodies.is_empty();
        is_whole && (is_type || self.is_space && !self.has_list && !self.is_value)
    }

    /// True if a body ends the declaration, as for a function.
    fn ends_with_body(&self) -> bool {
        !self.is_value && (self.has_list || !self.is_enum)
    }

    /// True if the colon at `span` ends the declaration: `public:`
    fn is_label(&self, text: &[u8], span: &Range<usize>) -> bool {
        const LABELS: [&[u8]; 7] = [
            b"public",
            b"protected",
            b"private",
            b"signals",
            b"slots",
            b"Q_SIGNALS",
            b"Q_SLOTS",
        ];
        let word = self.last.as_ref().map(|(_, span)| &text[span.clone()]);
        text.get(span.end) != Some(&b':') && word.is_some_and(|word| LABELS.contains(&word))
    }

    /// Merges the previous pieces of an old-style function definition into this one: `int f(a) int a; {`
    fn take_up(&mut self, pieces: &mut Vec<Piece>) {
        const MOST: usize = 20;
        let before = pieces
            .iter()
            .rev()
            .take(MOST)
            .take_while(|piece| !piece.is_edge && piece.bodies.is_empty());
        let Some(number) = before.enumerate().find(|(_, piece)| piece.has_list) else {
            return;
        };
        let at = pieces.len() - (number.0 + 1);
        self.start = Some(pieces[at].span.start);
        self.has_list = true;
        pieces.truncate(at);
    }

    /// Returns the declaration that ends at `end`. `None` if nothing has been read.
    fn close(&mut self, end: usize) -> Option<Piece> {
        let head = std::mem::take(self);
        Some(Piece {
            span: head.start?..end,
            bodies: head.bodies,
            is_edge: false,
            has_list: head.has_list,
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

/// True if `word` is in upper case, like most macros.
pub(super) fn is_loud(word: &[u8]) -> bool {
    word.len() > 2 && word[0].is_ascii_uppercase() && !word.iter().any(u8::is_ascii_lowercase)
}

/// The offset after the brace that closes the brace before `tokens`.
fn body_end(tokens: &mut Peekable<Tokens<'_>>) -> Option<usize> {
    let mut depth = 1_usize;
    for (token, span) in tokens {
        match token {
            Token::Sign(b'{') => depth += 1,
            Token::Sign(b'}') if depth == 1 => return Some(span.end),
            Token::Sign(b'}') => depth -= 1,
            _ => {}
        }
    }
    None
}

/// True if a declaration continues after a body: `A() : a{1}, b{2} {}`
fn goes_on(text: &[u8], tokens: &mut Peekable<Tokens<'_>>) -> bool {
    tokens.peek().is_some_and(|(token, span)| {
        matches!(token, Token::Sign(b',' | b'{')) || &text[span.clone()] == b"catch"
    })
}

/// Skips the parameter list of a template.
fn skip_angles(tokens: &mut Peekable<Tokens<'_>>) {
    match tokens.peek() {
        Some((Token::Sign(b'<'), _)) => {}
        _ => return,
    }
    let mut depth = 0_usize;
    for (token, _) in tokens {
        match token {
            Token::Sign(b'<') => depth += 1,
            Token::Sign(b'>') if depth == 1 => return,
            Token::Sign(b'>') => depth -= 1,
            _ => {}
        }
    }
}

/// Skips the punctuation in the name of an operator.
fn skip_signs(tokens: &mut Peekable<Tokens<'_>>) {
    while let Some((Token::Sign(sign), _)) = tokens.peek()
        && !b"({;".contains(sign)
    {
        tokens.next();
    }
}
