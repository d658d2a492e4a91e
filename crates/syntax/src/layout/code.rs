//! The lexer for programs: words, numbers, literals, operators and comments.

use incise_text::text::{Span, line_end, line_start};

use super::rules::{Breaks, Change, Rules, Strings};
use super::strings::{literal_end, regex_end, with_plain_quotes};
use super::{Marker, Token, TokenKind, Unpaired};

/// Operators of several characters, longer ones first. All other signs are single, also the `>` that may each close a
/// list of types.
const OPERATORS: &[&[u8]] = &[
    b"===", b"!==", b"**=", b"//=", b"<<=", b"...", b"..=", b"&&=", b"||=", b"??=", b"<=>", b"->*",
    b"==", b"!=", b"<=", b">=", b"->", b"=>", b"++", b"--", b"&&", b"||", b"<<", b"**", b"//",
    b"::", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"@=", b"?.", b"??", b"..",
    b":=", b"<-", b"##",
];

/// Words after which a regular expression may begin.
const BEFORE_REGEX: &str =
    "return typeof case in of do else void delete throw yield await instanceof new";

/// Words after which a line break ends the statement in JavaScript.
const RESTRICTED: &str = "return throw break continue yield";

/// Words of Go that end no statement at the end of a line.
const GO_KEYWORDS: &str = "case chan const default defer else for func go goto if import interface map package range \
    select struct switch type var";

const BLOCK: TokenKind = TokenKind::Comment(Marker::Block);

/// The tokens of `text` from byte `start` on.
pub(super) fn tokens<'t>(
    rules: &'static Rules,
    text: &'t [u8],
    start: usize,
    unpaired: Unpaired,
) -> Vec<Token<'t>> {
    let mut lexer = CodeLexer {
        rules,
        text,
        at: start,
        depth: 0,
        is_in_directive: false,
        tokens: Vec::new(),
    };
    if rules.breaks == Breaks::OutsideBrackets {
        // The brackets that the fragment closes were open before it.
        lexer.read();
        let unopened = unopened(&lexer.tokens);
        lexer.depth = unopened + usize::from(unpaired == Unpaired::InBrackets);
        if lexer.depth == 0 {
            return lexer.tokens;
        }
        lexer.at = start;
        lexer.tokens.clear();
    }
    lexer.read();
    lexer.tokens
}

/// The number of brackets that `tokens` close without opening them.
fn unopened(tokens: &[Token<'_>]) -> usize {
    let (mut depth, mut unopened) = (0, 0);
    for token in tokens {
        if token.is_opening() {
            depth += 1;
        } else if token.is_closing() && depth == 0 {
            unopened += 1;
        } else if token.is_closing() {
            depth -= 1;
        }
    }
    unopened
}

struct CodeLexer<'t> {
    rules: &'static Rules,
    text: &'t [u8],
    at: usize,
    /// Open brackets.
    depth: usize,
    /// True up to the end of the line of a directive.
    is_in_directive: bool,
    tokens: Vec<Token<'t>>,
}

impl<'t> CodeLexer<'t> {
    fn read(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => self.read_line_break(),
                _ if byte.is_ascii_whitespace() || self.is_continuation() => self.at += 1,
                _ => self.read_token(byte),
            }
        }
    }

    /// True for a backslash at the end of a line that continues it. In a part of a macro, whose directive is not here, it
    /// is a sign.
    fn is_continuation(&self) -> bool {
        if self.rules.has_directives && !self.is_in_directive {
            return false;
        }
        let rest = &self.text[self.at..];
        rest.starts_with(b"\\\n") || rest.starts_with(b"\\\r\n")
    }

    fn read_line_break(&mut self) {
        let before = &self.text[..self.at];
        let is_continued = before.ends_with(b"\\") || before.ends_with(b"\\\r");
        if !is_continued && (self.is_in_directive || self.ends_statement()) {
            self.is_in_directive = false;
            self.push_break(1);
        } else {
            self.at += 1;
        }
    }

    /// True if a line break here has a meaning.
    fn ends_statement(&self) -> bool {
        let Some(last) = self.last_in_code() else {
            return false;
        };
        match self.rules.breaks {
            Breaks::None => false,
            Breaks::OutsideBrackets => self.depth == 0,
            Breaks::AfterOperand => ends_go_statement(last),
            Breaks::AfterKeyword => last.is_among(RESTRICTED),
        }
    }

    fn push_break(&mut self, len: usize) {
        let last = self.last_in_code();
        let is_first = last.is_none_or(|last| last.kind == TokenKind::Break);
        if is_first {
            self.at += len;
        } else {
            self.push(TokenKind::Break, self.at + len);
            if let Some(token) = self.tokens.last_mut() {
                token.key = b"\n"[..].into();
            }
        }
    }

    /// The last token that is not in a comment.
    fn last_in_code(&self) -> Option<&Token<'t>> {
        let mut tokens = self.tokens.iter().rev();
        tokens.find(|token| !token.is_comment())
    }

    fn push(&mut self, kind: TokenKind, end: usize) {
        let span = Span::of_len(self.at, end - self.at);
        self.tokens.push(Token {
            kind,
            key: self.text[span.range()].into(),
            span,
        });
        self.at = end;
    }

    fn read_token(&mut self, byte: u8) {
        let rest = &self.text[self.at..];
        if self.rules.has_directives && byte == b'#' && self.begins_line() {
            self.is_in_directive = true;
        }
        if rest.starts_with(self.rules.line_comment) {
            return self.read_line_comment();
        }
        if self.rules.has_block_comments
            && rest.starts_with(b"/*")
            && let Some(len) = memchr::memmem::find(&rest[2..], b"*/")
        {
            return self.read_block_comment(self.at + 2 + len);
        }
        if let Some(end) = literal_end(self.rules.strings, self.text, self.at) {
            return self.push_literal(end);
        }
        if byte == b'/'
            && self.rules.strings == Strings::JavaScript
            && self.may_begin_regex()
            && let Some(end) = regex_end(self.text, self.at)
        {
            return self.push(TokenKind::Literal, end);
        }
        if is_word(byte) {
            let end = self.word_end();
            // A blank between a macro and its parenthesis has a meaning.
            let is_macro = self.is_in_directive
                && self.text[end..].starts_with(b"(")
                && self.tokens.last().is_some_and(|last| last.is(b"define"));
            let kind = if is_macro {
                TokenKind::Literal
            } else {
                TokenKind::Word
            };
            return self.push(kind, end);
        }
        self.read_sign(byte);
    }

    fn begins_line(&self) -> bool {
        let start = line_start(self.text, self.at);
        self.text[start..self.at].trim_ascii().is_empty()
    }

    fn push_literal(&mut self, end: usize) {
        self.push(TokenKind::Literal, end);
        if self.rules.allows(Change::Quotes)
            && let Some(token) = self.tokens.last_mut()
        {
            token.key = with_plain_quotes(&self.text[token.span.range()]);
        }
    }

    /// True if a slash after the last token divides nothing.
    fn may_begin_regex(&self) -> bool {
        match self.last_in_code() {
            None => true,
            Some(last) => match last.kind {
                TokenKind::Word => last.is_among(BEFORE_REGEX),
                TokenKind::Sign => !matches!(*last.key, [b')' | b']' | b'}' | b'<']),
                TokenKind::Literal => false,
                TokenKind::Comment(_) | TokenKind::Break => true,
            },
        }
    }

    /// The end of the word or number here. A number contains its point, and may contain quotes in C.
    fn word_end(&self) -> usize {
        let is_number = self.text[self.at].is_ascii_digit();
        let mut end = self.at;
        while let Some(&byte) = self.text.get(end) {
            let joins = byte == b'.' || byte == b'\'' && self.rules.strings == Strings::C;
            let next = self.text.get(end + 1);
            let is_inner = is_number && joins && next.is_some_and(u8::is_ascii_hexdigit);
            if !is_word(byte) && !is_inner {
                break;
            }
            end += 1;
        }
        end
    }

    fn read_sign(&mut self, byte: u8) {
        if byte == b'\'' && self.rules.strings == Strings::Rust {
            // A lifetime.
            let name = self.text[self.at + 1..].iter();
            let len = name.take_while(|byte| is_word(**byte)).count();
            return self.push(TokenKind::Word, self.at + 1 + len);
        }
        if byte == b';' && self.depth == 0 && self.rules.strings == Strings::Python {
            return self.push_break(1);
        }
        let rest = &self.text[self.at..];
        let mut len = 1;
        if rest.get(1).is_some_and(u8::is_ascii_punctuation) {
            let mut operators = OPERATORS.iter();
            let operator = operators.find(|operator| rest.starts_with(operator));
            len = operator.map_or(1, |operator| operator.len());
        }
        self.push(TokenKind::Sign, self.at + len);
        let Some(token) = self.tokens.last() else {
            return;
        };
        if token.is_opening() {
            self.depth += 1;
        } else if token.is_closing() {
            self.depth = self.depth.saturating_sub(1);
            self.drop_break_before_closing();
        }
    }

    /// In Go the last statement of a block needs no end.
    fn drop_break_before_closing(&mut self) {
        if self.rules.breaks == Breaks::AfterOperand
            && let [.., before, _] = &self.tokens[..]
            && before.kind == TokenKind::Break
        {
            self.tokens.remove(self.tokens.len() - 2);
        }
    }

    /// Reads a comment up to the end of its line. On adjacent lines it continues the one above.
    fn read_line_comment(&mut self) {
        let rest = &self.text[self.at..];
        let line = self.at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let mut words = self.at + self.rules.line_comment.len();
        let marker = match self.text.get(words) {
            Some(b'/') => Marker::Doc,
            Some(b'!') => Marker::Inner,
            _ => Marker::Line,
        };
        words += usize::from(marker != Marker::Line);
        let follows = self
            .tokens
            .last()
            .is_some_and(|last| last.kind == TokenKind::Comment(marker));
        let is_empty = self.text[words..line].trim_ascii().is_empty();
        if follows && (is_empty || !self.continues_line()) {
            self.divide_comment(marker);
        }
        self.at = words;
        self.read_comment_words(line, marker);
    }

    /// True if the last token is on the line above, or on this line.
    fn continues_line(&self) -> bool {
        let last = self.tokens.last().map_or(0, |last| last.span.end());
        let between = self.text[last..self.at].iter();
        between.filter(|byte| **byte == b'\n').count() < 2
    }

    /// Reads the comment here, whose end begins at `end`.
    fn read_block_comment(&mut self, end: usize) {
        let is_doc = self.text[self.at..end].starts_with(b"/**");
        self.push(BLOCK, self.at + if is_doc { 3 } else { 2 });
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
                self.divide_comment(Marker::Block);
            }
            (has_words, is_divided) = (true, false);
            if content.starts_with(b"* ") {
                self.at += memchr::memchr(b'*', &self.text[self.at..line]).unwrap_or(0) + 1;
            }
            self.read_comment_words(line, Marker::Block);
        }
        self.push(BLOCK, end + 2);
    }

    /// Pushes the empty token of a comment line without words.
    fn divide_comment(&mut self, marker: Marker) {
        self.push(TokenKind::Comment(marker), self.at);
    }

    /// Pushes the words up to `end`.
    fn read_comment_words(&mut self, end: usize, marker: Marker) {
        while self.at < end {
            let word = self.text[self.at..end].iter();
            match word.take_while(|byte| !byte.is_ascii_whitespace()).count() {
                0 => self.at += 1,
                len => self.push(TokenKind::Comment(marker), self.at + len),
            }
        }
    }
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

fn ends_go_statement(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Word => !token.is_among(GO_KEYWORDS),
        TokenKind::Literal => true,
        TokenKind::Sign => matches!(&*token.key, b")" | b"]" | b"}" | b"++" | b"--"),
        TokenKind::Comment(_) | TokenKind::Break => false,
    }
}
