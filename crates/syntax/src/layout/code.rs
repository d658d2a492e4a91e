//! The lexer for source code: words, numbers, literals, operators and comments.

use std::collections::HashSet;

use incise_text::text::{Span, line_end, line_start};

use super::language::Layout;
use super::markup::closed_elements;
use super::reading::Unpaired;
use super::strings::{docstring_text, literal_end, regex_end, template_end, with_plain_quotes};
use super::token::{Token, TokenKind};

/// Operators of several characters, longer ones first. All other punctuation is single characters. That includes `>`,
/// because each `>` of `>>` may close a list of types.
const OPERATORS: &str = "=== !== **= //= <<= ... ..= &&= ||= ??= <=> ->* == != <= >= -> => ++ -- && || << ** // :: += \
    -= *= /= %= &= |= ^= @= ?. ?? .. := <- ##";

/// Words after which a regular expression may begin.
const BEFORE_REGEX: &str =
    "return default typeof case in of do else void delete throw yield await instanceof new";

/// Words after which a line break ends the statement in JavaScript.
const RESTRICTED: &str = "return throw break continue yield";

/// Words of JavaScript and TypeScript that modify the next word on the same line, and are names before a line break.
const MODIFIERS: &str = "get set static async type abstract declare module namespace interface readonly public private \
    protected override accessor using";

/// The tokens of `text` from byte `start` on.
pub(super) fn tokens(
    layout: Layout,
    text: &[u8],
    start: usize,
    unpaired: Unpaired,
) -> Vec<Token<'_>> {
    let outer_depth = usize::from(unpaired == Unpaired::InBrackets);
    let mut lexer = CodeLexer {
        layout,
        text,
        at: start,
        depth: outer_depth,
        outer_depth,
        nesting: Vec::new(),
        closed_elements: match layout {
            Layout::JavaScript { has_markup: true } => closed_elements(text),
            _ => HashSet::new(),
        },
        is_in_directive: layout == Layout::C && begins_in_directive(text),
        tokens: Vec::new(),
    };
    lexer.read();
    lexer.tokens
}

/// A part of JavaScript in which other parts may be nested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nesting {
    /// A template string.
    Template,
    /// The start tag of an element. True if an end tag follows.
    Tag { is_closed: bool },
    /// The children of an element.
    Children,
}

pub(super) struct CodeLexer<'t> {
    layout: Layout,
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    /// The number of open brackets.
    pub(super) depth: usize,
    /// The number of brackets that are open before the text, and stay open.
    outer_depth: usize,
    /// The open parts, each with the number of brackets that are open around it.
    pub(super) nesting: Vec<(Nesting, usize)>,
    /// The names of the elements that the text closes.
    pub(super) closed_elements: HashSet<&'t [u8]>,
    /// True up to the end of the line of a directive.
    is_in_directive: bool,
    pub(super) tokens: Vec<Token<'t>>,
}

impl<'t> CodeLexer<'t> {
    fn read(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                _ if self.is_in(Nesting::Children) => self.read_child(),
                b'\n' => self.read_line_break(),
                _ if byte.is_ascii_whitespace() || self.is_continuation() => self.at += 1,
                _ => self.read_token(byte),
            }
        }
    }

    /// True if `nesting` is the innermost part around the current token.
    fn is_in(&self, nesting: Nesting) -> bool {
        self.nesting.last() == Some(&(nesting, self.depth))
    }

    /// True for a backslash at the end of a line that continues it.
    fn is_continuation(&self) -> bool {
        let rest = &self.text[self.at..];
        rest.starts_with(b"\\\n") || rest.starts_with(b"\\\r\n")
    }

    fn read_line_break(&mut self) {
        let before = &self.text[..self.at];
        let is_continued = before.ends_with(b"\\") || before.ends_with(b"\\\r");
        if !is_continued && self.ends_statement() {
            self.is_in_directive = false;
            self.push_break();
        } else {
            self.at += 1;
        }
    }

    /// True if a line break here has a meaning.
    fn ends_statement(&self) -> bool {
        let Some(last) = self.last_in_code() else {
            return false;
        };
        match self.layout {
            // A statement may follow the colon of a block on the same line.
            Layout::Python => self.depth == 0 && last.kind != TokenKind::Colon,
            Layout::Toml => self.depth == 0,
            Layout::JavaScript { .. } => {
                last.is_among(RESTRICTED) || last.is_among(MODIFIERS) && self.begins_name()
            }
            Layout::C => self.is_in_directive,
            Layout::Go => match last.kind {
                TokenKind::Punctuation => last.is_among(") ] } ++ --"),
                _ => true,
            },
            _ => false,
        }
    }

    /// True if the next line may begin with the name of a declaration.
    fn begins_name(&self) -> bool {
        let next = self.text[self.at..].trim_ascii_start().first();
        next.is_some_and(|next| is_word(*next) || b"[{(#*/'\"".contains(next))
    }

    /// True if an operand precedes, and a line break separates it from the current operator.
    fn is_separated_from_operand(&self) -> bool {
        let Some(last) = self.last_in_code() else {
            return false;
        };
        let is_operand = match last.kind {
            TokenKind::Word | TokenKind::Literal => true,
            _ => last.is_closing(),
        };
        is_operand && self.text[last.span.end()..self.at].contains(&b'\n')
    }

    /// Reads the line break that ends a statement. Only the first of several breaks becomes a token.
    fn push_break(&mut self) {
        let last = self.last_in_code();
        if last.is_none_or(|last| last.kind == TokenKind::Break) {
            self.at += 1;
            return;
        }
        self.push(TokenKind::Break, self.at + 1);
        self.set_key(b"\n".to_vec());
    }

    /// The last token that is not in a comment.
    fn last_in_code(&self) -> Option<&Token<'t>> {
        let mut tokens = self.tokens.iter().rev();
        tokens.find(|token| !token.is_comment())
    }

    pub(super) fn push(&mut self, kind: TokenKind, end: usize) {
        let span = Span::of_len(self.at, end - self.at);
        self.tokens.push(Token {
            kind,
            key: self.text[span.range()].into(),
            span,
        });
        self.at = end;
    }

    /// Sets the key of the last token.
    pub(super) fn set_key(&mut self, key: Vec<u8>) {
        if let Some(token) = self.tokens.last_mut() {
            token.key = key.into();
        }
    }

    fn read_token(&mut self, byte: u8) {
        if byte == b'#' && self.layout == Layout::C && self.begins_line() {
            self.is_in_directive = true;
        }
        if self.read_comment() {
            return;
        }
        let is_javascript = matches!(self.layout, Layout::JavaScript { .. });
        let has_markup = self.layout == Layout::JavaScript { has_markup: true };
        if has_markup && self.read_markup() {
            return;
        }
        if let Some(end) = literal_end(self.layout, self.text, self.at) {
            return self.push_literal(end);
        }
        if is_javascript && (self.read_regex() || self.read_template_part()) {
            return;
        }
        if is_word(byte) || byte == b'.' && self.begins_fraction() {
            return self.read_word();
        }
        self.read_punctuation(byte);
    }

    /// Reads a comment. Returns false if no comment begins here.
    fn read_comment(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let has_lines = self.layout.has_lines();
        let line_marker: &[u8] = if has_lines { b"#" } else { b"//" };
        if rest.starts_with(line_marker) {
            self.read_line_comment(line_marker.len());
            return true;
        }
        if !has_lines
            && rest.starts_with(b"/*")
            && let Some(len) = memchr::memmem::find(&rest[2..], b"*/")
        {
            self.read_block_comment(self.at + 2 + len);
            return true;
        }
        false
    }

    /// Reads a regular expression of JavaScript. Returns false if none begins here.
    fn read_regex(&mut self) -> bool {
        if self.text[self.at] != b'/' || !self.may_begin_regex() {
            return false;
        }
        let Some(end) = regex_end(self.text, self.at) else {
            return false;
        };
        self.push(TokenKind::Literal, end);
        true
    }

    /// Reads a template string of JavaScript up to its end or to its next expression. Also reads the rest of a string
    /// after an expression. Returns false if neither begins here.
    fn read_template_part(&mut self) -> bool {
        let byte = self.text[self.at];
        let ends_expression = byte == b'}' && self.is_in(Nesting::Template);
        if byte != b'`' && !ends_expression {
            return false;
        }
        let Some(end) = template_end(self.text, self.at) else {
            return false;
        };
        if ends_expression {
            self.nesting.pop();
        }
        if self.text[end - 1] == b'{' {
            self.nesting.push((Nesting::Template, self.depth));
        }
        self.push(TokenKind::Literal, end);
        true
    }

    fn begins_line(&self) -> bool {
        let start = line_start(self.text, self.at);
        self.text[start..self.at].trim_ascii().is_empty()
    }

    fn push_literal(&mut self, end: usize) {
        let is_statement = self.depth == 0
            && self.begins_line()
            && self
                .last_in_code()
                .is_none_or(|last| matches!(last.kind, TokenKind::Break | TokenKind::Colon));
        let literal = &self.text[self.at..end];
        self.push(TokenKind::Literal, end);
        if !self.layout.has_optional_spelling() {
            return;
        }
        let plain = with_plain_quotes(literal);
        let is_triple = literal.ends_with(b"\"\"\"") || literal.ends_with(b"'''");
        if is_statement && is_triple {
            self.set_key(docstring_text(&plain));
        } else {
            self.set_key(plain);
        }
    }

    /// True if a slash after the last token cannot be a division.
    pub(super) fn may_begin_regex(&self) -> bool {
        let Some(last) = self.last_in_code() else {
            return true;
        };
        match last.kind {
            TokenKind::Word => last.is_among(BEFORE_REGEX),
            TokenKind::Punctuation => !last.is_closing() && !last.is("<"),
            TokenKind::Literal => false,
            _ => true,
        }
    }

    /// True if the point here begins a number, to which formatters add a zero.
    fn begins_fraction(&self) -> bool {
        let next = self.text.get(self.at + 1);
        self.layout.has_optional_spelling() && next.is_some_and(u8::is_ascii_digit)
    }

    /// Reads a word or number. A number contains its point, and may contain quotes in C.
    fn read_word(&mut self) {
        let begins_with_point = self.text[self.at] == b'.';
        let is_number = begins_with_point || self.text[self.at].is_ascii_digit();
        let mut end = self.at;
        while let Some(&byte) = self.text.get(end) {
            let joins = byte == b'.' || byte == b'\'' && self.layout == Layout::C;
            let next = self.text.get(end + 1);
            let is_inner = is_number && joins && next.is_some_and(u8::is_ascii_hexdigit);
            if !is_word(byte) && !is_inner {
                break;
            }
            end += 1;
        }
        // In `#define F(a)`, a space before the parenthesis would change the meaning.
        let is_macro = self.is_in_directive
            && self.text[end..].starts_with(b"(")
            && self.tokens.last().is_some_and(|last| last.is("define"));
        let kind = if is_macro {
            TokenKind::Literal
        } else {
            TokenKind::Word
        };
        let word = &self.text[self.at..end];
        self.push(kind, end);
        let has_upper_case = word.iter().any(u8::is_ascii_uppercase);
        if begins_with_point {
            self.set_key([b"0", word].concat().to_ascii_lowercase());
        } else if is_number && has_upper_case && self.layout.has_optional_spelling() {
            self.set_key(word.to_ascii_lowercase());
        }
    }

    pub(super) fn read_punctuation(&mut self, byte: u8) {
        let rest = &self.text[self.at..];
        if byte == b'\'' && self.layout == Layout::Rust {
            // A lifetime.
            let name = rest[1..].iter().take_while(|byte| is_word(**byte));
            let end = self.at + 1 + name.count();
            return self.push(TokenKind::Word, end);
        }
        let mut len = 1;
        if rest.get(1).is_some_and(u8::is_ascii_punctuation) {
            let mut operators = OPERATORS.split(' ');
            let operator = operators.find(|operator| rest.starts_with(operator.as_bytes()));
            len = operator.map_or(1, str::len);
        }
        if matches!(self.layout, Layout::JavaScript { .. })
            && matches!(&rest[..len], b"++" | b"--" | b"!")
            && self.is_separated_from_operand()
        {
            self.push(TokenKind::Break, self.at);
            self.set_key(b"\n".to_vec());
        }
        let kind = if byte == b':' && self.layout == Layout::Python && self.depth == 0 {
            TokenKind::Colon
        } else {
            TokenKind::Punctuation
        };
        self.push(kind, self.at + len);
        match byte {
            b'(' | b'[' | b'{' => self.depth += 1,
            b')' | b']' | b'}' if self.depth == self.outer_depth => self.leave_outer(),
            b')' | b']' | b'}' => self.depth -= 1,
            _ => {}
        }
    }

    /// Handles a closing bracket that was opened before the text: all tokens so far are inside brackets.
    fn leave_outer(&mut self) {
        if !self.layout.has_lines() {
            return;
        }
        self.tokens.retain(|token| token.kind != TokenKind::Break);
        for token in &mut self.tokens {
            if token.kind == TokenKind::Colon {
                token.kind = TokenKind::Punctuation;
            }
        }
    }

    /// Reads a comment up to the end of its line. It continues a comment on the line above.
    fn read_line_comment(&mut self, marker: usize) {
        let line = line_end(self.text, self.at);
        let mut words = self.at + marker;
        let kind = match self.text.get(words) {
            Some(b'/') => TokenKind::Doc,
            Some(b'!') => TokenKind::InnerDoc,
            _ => TokenKind::Comment,
        };
        words += usize::from(kind != TokenKind::Comment);
        let is_empty = self.text[words..line].trim_ascii().is_empty();
        let last = self.tokens.last();
        if let Some(last) = last.filter(|last| last.kind == kind)
            && (is_empty || has_blank_line(&self.text[last.span.end()..self.at]))
        {
            // An empty token separates the two comments.
            self.at = last.span.end();
            self.push(kind, self.at);
        }
        self.at = words;
        self.read_words(line, kind);
    }

    /// Reads the block comment here. Its end marker begins at `end`. Both markers are tokens.
    fn read_block_comment(&mut self, end: usize) {
        let is_doc = self.text[self.at..end].starts_with(b"/**");
        self.push(TokenKind::Comment, self.at + if is_doc { 3 } else { 2 });
        let (mut has_words, mut is_divided) = (false, false);
        while self.at < end {
            let line = line_end(self.text, self.at).min(end);
            let content = self.text[self.at..line].trim_ascii();
            if content.is_empty() || content == b"*" {
                is_divided = has_words;
                self.at = line;
                continue;
            }
            if is_divided {
                self.push(TokenKind::Comment, self.at);
            }
            (has_words, is_divided) = (true, false);
            if content.starts_with(b"* ") {
                self.at += memchr::memchr(b'*', &self.text[self.at..line]).unwrap_or(0) + 1;
            }
            self.read_words(line, TokenKind::Comment);
        }
        self.push(TokenKind::Comment, end + 2);
    }

    /// Pushes the words up to `end`.
    pub(super) fn read_words(&mut self, end: usize, kind: TokenKind) {
        while self.at < end {
            let word = self.text[self.at..end].iter();
            match word.take_while(|byte| !byte.is_ascii_whitespace()).count() {
                0 => self.at += 1,
                // A backslash at the end of a line inside a macro.
                1 if kind != TokenKind::Text && self.is_continuation() => self.at += 1,
                len => self.push(kind, self.at + len),
            }
        }
    }
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

/// True if a line of `text` is continued, and no directive begins before it.
fn begins_in_directive(text: &[u8]) -> bool {
    let continued =
        memchr::memmem::find(text, b"\\\n").or_else(|| memchr::memmem::find(text, b"\\\r\n"));
    continued.is_some_and(|continued| !text[..continued].contains(&b'#'))
}

fn has_blank_line(gap: &[u8]) -> bool {
    gap.iter().filter(|byte| **byte == b'\n').count() > 1
}
