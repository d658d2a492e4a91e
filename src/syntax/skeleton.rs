//! The skeleton of a text in C or C++: its declarations, told by brackets, semicolons and directives alone. It holds where
//! a grammar gives up, as long as the brackets match.

use std::borrow::Cow;
use std::iter::Peekable;
use std::ops::Range;

use crate::text;

/// A declaration of a file, a namespace or a type; or the head of one that has more inside.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) span: Range<usize>,
    /// What stands between its braces: bodies, lists of values.
    pub(super) bodies: Vec<Range<usize>>,
    /// Whether a brace of a place for declarations is in it.
    pub(super) is_edge: bool,
    has_list: bool,
}

/// A token that says something about where a declaration ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word,
    Text,
    Sign(u8),
    Directive,
}

/// The tokens of a text without its comments.
pub(super) struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
}

/// The tokens of `text`.
pub(super) fn tokens(text: &[u8]) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

impl Iterator for Tokens<'_> {
    type Item = (Token, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.text;
        self.at += text[self.at..].len() - without_comments(&text[self.at..]).len();
        let start = self.at;
        let token = match *text.get(start)? {
            b'#' if is_line_start(text, start) => {
                self.at = directive_end(text, start);
                Token::Directive
            }
            byte if is_word(byte) => {
                self.at = word_end(text, start);
                let is_raw = text[start..self.at].ends_with(b"R");
                match raw_string_end(text, self.at).filter(|_| is_raw) {
                    Some(end) => {
                        self.at = end;
                        Token::Text
                    }
                    None => Token::Word,
                }
            }
            quote @ (b'"' | b'\'') => match quoted_end(text, start, quote) {
                Some(end) => {
                    self.at = end;
                    Token::Text
                }
                None => {
                    self.at += 1;
                    Token::Sign(quote)
                }
            },
            sign => {
                self.at += 1;
                Token::Sign(sign)
            }
        };
        Some((token, start..self.at))
    }
}

/// `text` behind the blanks and comments that it begins with.
pub(super) fn without_comments(text: &[u8]) -> &[u8] {
    let mut rest = text.trim_ascii_start();
    loop {
        let comment = if rest.starts_with(b"//") {
            text::line_end(rest, 0)
        } else if rest.starts_with(b"/*") {
            memchr::memmem::find(&rest[2..], b"*/").map_or(rest.len(), |at| at + 4)
        } else {
            return rest;
        };
        rest = rest[comment..].trim_ascii_start();
    }
}

fn is_line_start(text: &[u8], at: usize) -> bool {
    text[text::line_start(text, at)..at].trim_ascii().is_empty()
}

/// The end of the directive at `start`, without the end of its last line.
fn directive_end(text: &[u8], start: usize) -> usize {
    let mut end = start;
    loop {
        let line = &text[end..text::line_end(text, end)];
        let solid = line.trim_ascii_end();
        if !solid.ends_with(b"\\") || line.len() == solid.len() {
            return end + solid.len();
        }
        end += line.len();
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

/// The end of the word or number at `start`; a number may have quotes between its digits.
fn word_end(text: &[u8], start: usize) -> usize {
    let is_number = text[start].is_ascii_digit();
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        let is_parting =
            is_number && byte == b'\'' && text.get(at + 1).is_some_and(u8::is_ascii_hexdigit);
        if !is_word(byte) && !is_parting {
            break;
        }
        at += 1;
    }
    at
}

/// The offset behind the string that opens at `open`; `None` where its line ends before.
pub(super) fn quoted_end(text: &[u8], open: usize, quote: u8) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match *text.get(at)? {
            b'\\' => at += 2,
            b'\n' => return None,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The offset behind the raw string whose quote is at `open`.
fn raw_string_end(text: &[u8], open: usize) -> Option<usize> {
    let rest = text.get(open..)?.strip_prefix(b"\"")?;
    let list = memchr::memchr(b'(', &rest[..rest.len().min(17)])?;
    let end = [b")", &rest[..list], b"\""].concat();
    Some(open + 1 + memchr::memmem::find(rest, &end)? + end.len())
}

/// Which branch of a condition counts where the branches are no whole declarations or statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    First,
    Last,
}

/// A condition of the preprocessor that is open.
struct Condition {
    directives: Vec<Range<usize>>,
    /// Brackets that were open before it: round ones, and braces.
    before: [i32; 2],
    /// Those that each branch left open.
    deltas: Vec<[i32; 2]>,
    is_cut: bool,
    is_off: bool,
    has_else: bool,
}

/// `text` with blanks for the directives of every condition that cuts a declaration or a statement in pieces, and for all
/// of its branches but one. No byte moves.
pub(super) fn with_one_branch(text: &[u8], branch: Branch) -> Cow<'_, [u8]> {
    let mut open: Vec<Condition> = Vec::new();
    let mut depth = [0_i32; 2];
    let mut last = None;
    let mut blanks: Vec<Range<usize>> = Vec::new();
    for (token, span) in tokens(text) {
        if token != Token::Directive {
            match token {
                Token::Sign(b'(') => depth[0] += 1,
                Token::Sign(b')') => depth[0] -= 1,
                Token::Sign(b'{') => depth[1] += 1,
                Token::Sign(b'}') => depth[1] -= 1,
                _ => {}
            }
            last = Some(token);
            continue;
        }
        let ends = matches!(last, None | Some(Token::Sign(b';' | b'{' | b'}' | b':')));
        let words = text[span.clone()][1..].trim_ascii_start();
        let is_if = words.starts_with(b"if");
        if is_if {
            open.push(Condition {
                is_off: words
                    .strip_prefix(b"if")
                    .is_some_and(|rest| rest.trim_ascii() == b"0"),
                directives: Vec::new(),
                before: depth,
                deltas: Vec::new(),
                is_cut: depth[0] > 0 || !ends,
                has_else: false,
            });
        }
        let is_end = words.starts_with(b"endif");
        let is_branch = is_end || words.starts_with(b"el");
        let Some(condition) = open.last_mut().filter(|_| is_if || is_branch) else {
            continue;
        };
        condition.directives.push(span);
        if is_branch {
            let delta = [
                depth[0] - condition.before[0],
                depth[1] - condition.before[1],
            ];
            condition.deltas.push(delta);
            condition.is_cut |= !ends;
            condition.has_else |= words.starts_with(b"else");
            depth = condition.before;
        }
        if is_end && let Some(condition) = open.pop() {
            let (delta, hidden) = condition.closed(branch);
            depth = [depth[0] + delta[0], depth[1] + delta[1]];
            blanks.extend(hidden);
        }
    }
    let mut known = Cow::Borrowed(text);
    for span in blanks {
        blank(&mut known.to_mut()[span]);
    }
    known
}

impl Condition {
    /// What is left open behind it, and the spans that do not count.
    fn closed(mut self, branch: Branch) -> ([i32; 2], Vec<Range<usize>>) {
        if !self.has_else {
            // Nothing stands there otherwise.
            self.deltas.push([0, 0]);
        }
        let is_whole = self.deltas.iter().all(|delta| *delta == [0, 0]);
        let kept = match branch {
            Branch::First if self.is_off => 1,
            Branch::First => 0,
            Branch::Last => self.deltas.len() - 1,
        };
        let delta = self.deltas.get(kept).copied().unwrap_or_default();
        if is_whole && !self.is_cut {
            return (delta, Vec::new());
        }
        let branches = self.directives.windows(2).enumerate();
        let others = branches.filter(|(number, _)| *number != kept);
        let mut hidden: Vec<Range<usize>> =
            others.map(|(_, pair)| pair[0].end..pair[1].start).collect();
        hidden.extend(self.directives);
        (delta, hidden)
    }
}

/// Blanks for everything but line ends.
pub(super) fn blank(text: &mut [u8]) {
    for byte in text {
        if !byte.is_ascii_whitespace() {
            *byte = b' ';
        }
    }
}

/// What is read of a declaration so far.
#[derive(Default)]
struct Head {
    start: Option<usize>,
    words: usize,
    last: Option<(Token, Range<usize>)>,
    /// Whether it has a list of parameters.
    has_list: bool,
    is_type: bool,
    is_enum: bool,
    is_value: bool,
    is_space: bool,
    /// Whether the bases of a type or the members of a constructor follow.
    is_behind_colon: bool,
    bodies: Vec<Range<usize>>,
}

/// The declarations of `text`, in order; `None` where the brackets do not match.
pub(super) fn pieces(text: &[u8]) -> Option<Vec<Piece>> {
    let mut tokens = tokens(text).peekable();
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut open, mut round) = (0_usize, 0_usize);
    let mut head = Head::default();
    while let Some((token, span)) = tokens.next() {
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
                let end = body_end(&mut tokens)?;
                head.bodies.push(span.end..end - 1);
                head.start.get_or_insert(span.start);
                head.last = Some((Token::Sign(b'}'), end - 1..end));
                if is_top && head.ends_with_body() && !goes_on(text, &mut tokens) {
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
            _ if is_top => head.meet(text, token, &span, &mut tokens),
            _ => {}
        }
        head.start.get_or_insert(span.start);
        head.last = Some((token, span));
    }
    pieces.extend(head.close(text.len()));
    (open == 0 && round == 0).then_some(pieces)
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
                let sign = |at: Option<usize>| at.and_then(|at| text.get(at)).copied();
                let around = [sign(span.start.checked_sub(1)), sign(Some(span.end))];
                let is_other = around.iter().flatten().any(|sign| b"=<>!".contains(sign));
                self.is_value |= !is_other;
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

    /// Whether a brace right behind it opens a place for declarations.
    fn opens(&self) -> bool {
        let is_type = self.is_type && !self.is_enum && !self.is_value && !self.has_list;
        let is_whole = self.bodies.is_empty();
        is_whole && (is_type || self.is_space && !self.has_list && !self.is_value)
    }

    /// Whether a body is the end of it, as that of a function is.
    fn ends_with_body(&self) -> bool {
        !self.is_value && (self.has_list || !self.is_enum)
    }

    /// Whether the colon at `span` ends it: `public:`
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

    /// Takes up what ends with a semicolon before the body of a function: `int f(a) int a; {`
    fn take_up(&mut self, pieces: &mut Vec<Piece>) {
        const MOST: usize = 20;
        let is_plain = |piece: &&Piece| !piece.is_edge && piece.bodies.is_empty();
        let before = pieces.iter().rev().take(MOST).take_while(is_plain);
        let Some(count) = before
            .enumerate()
            .find_map(|(number, piece)| piece.has_list.then_some(number + 1))
        else {
            return;
        };
        let at = pieces.len() - count;
        self.start = Some(pieces[at].span.start);
        self.has_list = true;
        pieces.truncate(at);
    }

    /// The declaration that ends at `end`, if there is one.
    fn close(&mut self, end: usize) -> Option<Piece> {
        let head = std::mem::take(self);
        Some(Piece {
            span: head.start?..end,
            bodies: head.bodies,
            is_edge: false,
            has_list: head.has_list,
        })
    }

    /// As [`Self::close`], with a brace of a place for declarations in it.
    fn close_edge(&mut self, end: usize) -> Option<Piece> {
        let piece = self.close(end)?;
        Some(Piece {
            is_edge: true,
            ..piece
        })
    }
}

/// Whether `word` is one of a macro by its letters.
pub(super) fn is_loud(word: &[u8]) -> bool {
    word.len() > 2 && word[0].is_ascii_uppercase() && !word.iter().any(u8::is_ascii_lowercase)
}

/// The offset behind the brace that closes the one before `tokens`.
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

/// Whether a declaration goes on behind a body: `A() : a{1}, b{2} {}`
fn goes_on(text: &[u8], tokens: &mut Peekable<Tokens<'_>>) -> bool {
    tokens.peek().is_some_and(|(token, span)| {
        matches!(token, Token::Sign(b',' | b'{')) || &text[span.clone()] == b"catch"
    })
}

/// Leaves out the list of a template.
fn skip_angles(tokens: &mut Peekable<Tokens<'_>>) {
    let is_open = |(token, _): &(Token, Range<usize>)| *token == Token::Sign(b'<');
    if !tokens.peek().is_some_and(is_open) {
        return;
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

/// Leaves out the signs of an operator's name.
fn skip_signs(tokens: &mut Peekable<Tokens<'_>>) {
    let is_sign = |(token, _): &(Token, Range<usize>)| matches!(token, Token::Sign(sign) if !b"({;".contains(sign));
    while tokens.next_if(is_sign).is_some() {}
}
