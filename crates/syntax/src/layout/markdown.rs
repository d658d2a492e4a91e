//! The lexer for Markdown: the words of a paragraph, and the breaks between blocks.

use std::borrow::Cow;

use incise_text::text::{LineEnding, Span, indent_of, lines};

use super::reading::Unpaired;
use super::token::{Token, TokenKind};

/// The tokens of `text` from byte `start` on.
pub(super) fn tokens(text: &[u8], start: usize, unpaired: Unpaired) -> Vec<Token<'_>> {
    let mut lexer = MarkdownLexer {
        tokens: Vec::new(),
        fence: None,
        quote: Quote::None,
    };
    if unpaired == Unpaired::InBrackets {
        lexer.fence = Some(b"```");
    }
    let front = front_matter_len(&text[start..]);
    let mut at = start;
    for line in lines(&text[start..]) {
        if at < start + front {
            // Whitespace and line breaks have a meaning here.
            lexer.push(TokenKind::Literal, LineEnding::strip(line), at);
            at += line.len();
            lexer.push_break(at);
            continue;
        }
        lexer.read_line(LineEnding::strip(line), at);
        at += line.len();
    }
    lexer.tokens
}

struct MarkdownLexer<'t> {
    tokens: Vec<Token<'t>>,
    /// The opening fence, if the current line is inside a code block.
    fence: Option<&'t [u8]>,
    /// The block quote on the line above.
    quote: Quote,
}

/// The content of a block quote up to a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quote {
    /// The line is not part of a quote.
    None,
    /// One paragraph.
    Paragraph,
    /// Several blocks. Each line may begin another one.
    Blocks,
}

impl<'t> MarkdownLexer<'t> {
    fn read_line(&mut self, line: &'t [u8], at: usize) {
        let content = line.trim_ascii();
        let above = self.quote;
        self.quote = quote_of(above, content);
        let fence = fence_of(content);
        if self.fence.is_some() || !fence.is_empty() {
            self.read_code(line, at, fence);
            return;
        }
        if content.is_empty() {
            self.push_break(at);
            return;
        }
        let indent = indent_of(line);
        let is_code = indent.len() >= 4 && self.is_at_block();
        if is_code || content.starts_with(b"<") && self.is_at_block() {
            self.push(TokenKind::Literal, line.trim_ascii_end(), at);
            self.push_break(at + line.len());
            return;
        }
        let is_row = content.starts_with(b"|");
        let mut start = 0;
        if above == Quote::Paragraph && self.quote == Quote::Paragraph {
            // The line repeats the `>` of the paragraph.
            start = indent.len() + 1;
        } else if is_row || begins_block(content) {
            self.push_break(at);
        }
        self.read_words(&line[start..], at + start);
        // A heading and a table row are one line each. Two spaces or a backslash keep the line break.
        let is_hard = line.ends_with(b"  ") || line.ends_with(b"\\");
        if is_row || content.starts_with(b"#") || is_underline(content) || is_hard {
            self.push_break(at + line.len());
        }
    }

    /// Reads a line of code, in which whitespace has a meaning.
    fn read_code(&mut self, line: &'t [u8], at: usize, fence: &'t [u8]) {
        match self.fence {
            None => self.fence = Some(fence),
            Some(open) if fence.starts_with(open) => self.fence = None,
            Some(_) => {}
        }
        self.push_break(at);
        if fence.is_empty() {
            self.push(TokenKind::Literal, line, at);
        } else {
            self.push(
                TokenKind::Literal,
                line.trim_ascii(),
                at + indent_of(line).len(),
            );
        }
        self.push_break(at + line.len());
    }

    fn is_at_block(&self) -> bool {
        self.tokens
            .last()
            .is_none_or(|last| last.kind == TokenKind::Break)
    }

    fn push(&mut self, kind: TokenKind, key: impl Into<Cow<'t, [u8]>>, at: usize) {
        let key = key.into();
        let span = Span::of_len(at, key.len());
        self.tokens.push(Token { kind, key, span });
    }

    fn push_break(&mut self, at: usize) {
        if !self.is_at_block() {
            self.push(TokenKind::Break, &b""[..], at);
        }
    }

    /// Reads the words of a line. Code between backticks is one word.
    fn read_words(&mut self, line: &'t [u8], at: usize) {
        let mut start = 0;
        while start < line.len() {
            let rest = &line[start..];
            let len = match rest.iter().position(u8::is_ascii_whitespace) {
                Some(0) => {
                    start += 1;
                    continue;
                }
                Some(len) => len,
                None => rest.len(),
            };
            let len = with_code_span(rest, len);
            let word = &rest[..len];
            self.push(TokenKind::Word, word, at + start);
            if let Some(token) = self.tokens.last_mut() {
                token.key = plain_word(word);
            }
            start += len;
        }
    }
}

/// The length of the front matter that `text` begins with, including its two lines of dashes.
fn front_matter_len(text: &[u8]) -> usize {
    let mut len = 0;
    for line in lines(text) {
        let is_first = len == 0;
        let is_rule = line.trim_ascii_end() == b"---";
        len += line.len();
        match (is_first, is_rule) {
            (true, false) => return 0,
            (false, true) => return len,
            _ => {}
        }
    }
    0
}

/// The length of the word at the start of `rest`, extended to the end of a code span that it opens. `len` is the length
/// up to the next space.
fn with_code_span(rest: &[u8], len: usize) -> usize {
    let ticks = rest[..len].iter().filter(|byte| **byte == b'`').count();
    if ticks % 2 == 0 {
        return len;
    }
    match memchr::memchr(b'`', &rest[len..]) {
        Some(close) => len + close + 1,
        None => len,
    }
}

/// A bullet, a table rule or the start or end of an emphasis in prettier's form.
fn plain_word(word: &[u8]) -> Cow<'_, [u8]> {
    match word {
        b"*" | b"+" => b"-"[..].into(),
        _ if word.len() > 2 && word.iter().all(|byte| *byte == b'-') => b"---"[..].into(),
        _ => with_plain_emphasis(word),
    }
}

/// `word` with `_` for one `*` at its start or end, and with `**` for `__`.
fn with_plain_emphasis(word: &[u8]) -> Cow<'_, [u8]> {
    let len = word.iter().take_while(|byte| b"*_".contains(byte)).count();
    let (open, rest) = word.split_at(len);
    let marked = rest.iter().rev();
    let len = marked.take_while(|byte| b"*_".contains(byte)).count();
    let (text, close) = rest.split_at(rest.len() - len);
    if text.is_empty() || open.is_empty() && close.is_empty() {
        return word.into();
    }
    [plain_emphasis(open), text, plain_emphasis(close)]
        .concat()
        .into()
}

fn plain_emphasis(marker: &[u8]) -> &[u8] {
    match marker {
        b"*" => b"_",
        b"__" => b"**",
        _ => marker,
    }
}

/// The run of three or more backticks or tildes that `content` begins with.
fn fence_of(content: &[u8]) -> &[u8] {
    let first = content.first();
    let run = content.iter().take_while(|byte| Some(*byte) == first);
    let len = run.count();
    if len >= 3 && matches!(first, Some(b'`' | b'~')) {
        &content[..len]
    } else {
        b""
    }
}

/// The block quote of the line `content`, below a line with the quote `above`.
fn quote_of(above: Quote, content: &[u8]) -> Quote {
    let Some(quoted) = content.strip_prefix(b">") else {
        return Quote::None;
    };
    let text = quoted.trim_ascii();
    let is_code = indent_of(quoted).len() > 4 || !fence_of(text).is_empty();
    if above == Quote::Blocks || is_code || text.is_empty() || begins_block(text) {
        return Quote::Blocks;
    }
    Quote::Paragraph
}

/// True if a line is a rule or underlines a heading.
fn is_underline(content: &[u8]) -> bool {
    let first = content[0];
    b"-=*_".contains(&first) && content.iter().all(|byte| *byte == first || *byte == b' ')
}

/// True if a line begins a block, whatever the line above is.
fn begins_block(content: &[u8]) -> bool {
    let word = content.split(u8::is_ascii_whitespace).next();
    let word = word.unwrap_or_default();
    let number = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    content.starts_with(b"#")
        || content.starts_with(b">")
        || content.starts_with(b"[") && memchr::memmem::find(content, b"]:").is_some()
        || is_underline(content)
        || matches!(word, b"-" | b"*" | b"+")
        || number > 0 && matches!(&word[number..], b"." | b")")
}
