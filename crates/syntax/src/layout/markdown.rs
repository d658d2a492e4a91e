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
        opened: [None; 2],
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

/// The markers of emphasis that prettier writes in another form, and this form.
const EMPHASIS: [(&[u8], &[u8]); 2] = [(b"*", b"_"), (b"__", b"**")];

struct MarkdownLexer<'t> {
    tokens: Vec<Token<'t>>,
    /// The opening fence, if the current line is inside a code block.
    fence: Option<&'t [u8]>,
    /// The block quote on the line above.
    quote: Quote,
    /// For each marker of [`EMPHASIS`], the index in `tokens` of the last word of the block that opens an emphasis.
    opened: [Option<usize>; 2],
}

/// The content of a block quote up to a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quote {
    /// The line is not part of a quote.
    None,
    /// One paragraph.
    Paragraph,
    /// Several blocks. Each line may begin another one, or be code.
    Blocks,
}

impl<'t> MarkdownLexer<'t> {
    fn read_line(&mut self, line: &'t [u8], at: usize) {
        let content = line.trim_ascii();
        let above = self.quote;
        self.quote = quote_of(above, content);
        let fence = self.fence_in(content);
        if self.fence.is_some() || fence.is_some() {
            self.read_code(line, at, fence);
            return;
        }
        if content.is_empty() {
            self.push_break(at);
            return;
        }
        let indent = indent_of(line);
        let is_literal = is_code_indent(indent) || content.starts_with(b"<");
        if self.quote == Quote::Blocks || is_literal && self.is_at_block() {
            self.push_break(at);
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
        let first_word = self.tokens.len();
        self.read_words(&line[start..], at + start);
        if is_row || is_underline(content) {
            self.shorten_rules(first_word);
        } else if matches!(&*self.tokens[first_word].key, b"*" | b"+") && begins_block(content) {
            self.tokens[first_word].key = b"-"[..].into();
        }
        // A heading and a table row are one line each. Two spaces or a backslash keep the line break.
        let is_hard = line.ends_with(b"  ") || line.ends_with(b"\\");
        if is_row || content.starts_with(b"#") || is_underline(content) || is_hard {
            self.push_break(at + line.len());
        }
    }

    /// The fence that `content` begins with, if it opens or closes a code block.
    fn fence_in<'c>(&self, content: &'c [u8]) -> Option<&'c [u8]> {
        let fence = fence_of(content);
        let info = &content[fence.len()..];
        let is_fence = match self.fence {
            Some(open) => fence.starts_with(open) && info.is_empty(),
            None if fence.starts_with(b"`") => !info.contains(&b'`'),
            None => !fence.is_empty(),
        };
        if is_fence { Some(fence) } else { None }
    }

    /// Reads a line of code, in which whitespace has a meaning. `fence` opens or closes the code.
    fn read_code(&mut self, line: &'t [u8], at: usize, fence: Option<&'t [u8]>) {
        self.push_break(at);
        if fence.is_some() {
            self.fence = if self.fence.is_some() { None } else { fence };
            let indent = indent_of(line).len();
            self.push(TokenKind::Literal, line.trim_ascii(), at + indent);
        } else {
            self.push(TokenKind::Literal, line, at);
        }
        self.push_break(at + line.len());
    }

    /// Shortens the table rules among the words from token `first` on. Prettier adapts their length to the table.
    fn shorten_rules(&mut self, first: usize) {
        for token in &mut self.tokens[first..] {
            if token.key.len() > 3 && token.key.iter().all(|byte| *byte == b'-') {
                token.key = b"---"[..].into();
            }
        }
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
        self.opened = [None; 2];
        if !self.is_at_block() {
            self.push(TokenKind::Break, &b""[..], at);
        }
    }

    /// Reads the words of a line. Code between backticks is one word.
    fn read_words(&mut self, line: &'t [u8], at: usize) {
        let mut start = 0;
        while start < line.len() {
            if line[start].is_ascii_whitespace() {
                start += 1;
                continue;
            }
            let len = word_len(&line[start..]);
            let word = &line[start..start + len];
            self.push(TokenKind::Word, word, at + start);
            self.read_emphasis(word);
            start += len;
        }
    }

    /// Notes that `word`, the last token, opens an emphasis. If it closes an emphasis, writes both markers in prettier's
    /// form.
    fn read_emphasis(&mut self, word: &'t [u8]) {
        let is_marker = |byte: &&u8| b"*_".contains(byte);
        let open_len = word.iter().take_while(is_marker).count();
        let close_len = word.iter().rev().take_while(is_marker).count();
        if open_len == word.len() {
            return;
        }
        let last = self.tokens.len() - 1;
        for ((marker, plain), opened) in EMPHASIS.into_iter().zip(&mut self.opened) {
            if word[..open_len] == *marker {
                *opened = Some(last);
            }
            if word[word.len() - close_len..] == *marker
                && let Some(first) = opened.take()
            {
                let opening = &mut self.tokens[first].key;
                *opening = [plain, &opening[marker.len()..]].concat().into();
                let closing = &mut self.tokens[last].key;
                let kept = closing.len() - marker.len();
                *closing = [&closing[..kept], plain].concat().into();
            }
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

/// The length of the word at the start of `rest`. Code between backticks is part of the word.
fn word_len(rest: &[u8]) -> usize {
    let is_end = |byte: &u8| byte.is_ascii_whitespace();
    let mut len = 0;
    loop {
        let part = &rest[len..];
        let end = part.iter().position(is_end).unwrap_or(part.len());
        let Some(open) = memchr::memchr(b'`', &part[..end]) else {
            return len + end;
        };
        match memchr::memchr(b'`', &part[open + 1..]) {
            Some(code_len) => len += open + 1 + code_len + 1,
            None => return len + end,
        }
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
    let indent = indent_of(quoted);
    let has_code_indent = is_code_indent(indent.strip_prefix(b" ").unwrap_or(indent));
    let is_code = has_code_indent || !fence_of(text).is_empty();
    if above == Quote::Blocks || is_code || text.is_empty() || begins_block(text) {
        return Quote::Blocks;
    }
    Quote::Paragraph
}

/// True if a line with this indentation is code where a block may begin.
fn is_code_indent(indent: &[u8]) -> bool {
    indent.len() >= 4 || indent.contains(&b'\t')
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
