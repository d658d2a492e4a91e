//! Parses C or C++ a second time if the grammar finds errors: without macros, with only one branch of each condition,
//! and without function bodies that contain an error.
//!
//! Byte offsets do not change, so the result is valid for the original text. A definition is trusted only if brackets
//! alone give the same end, in every branch of a condition.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use tree_sitter::Tree;

use super::branches::{Branch, with_one_branch};
use super::skeleton::{Piece, is_upper_case, pieces};
use crate::definition::Definition;
use crate::with_grammars::bound;
use crate::with_grammars::language::Language;
use crate::with_grammars::parse::{innermost, parser};
use crate::with_grammars::tokens::{Token, blank, tokens, without_comments};
use incise_text::text::{self, Span};

/// The number of rounds that blank macros and bodies with errors. The last round blanks whole declarations.
const ROUNDS: usize = 2;

const TYPES: &str = "void int char short long float double bool unsigned signed struct static";
const KEYWORDS: &str = "const extern inline volatile register typedef enum union class virtual explicit \
                        constexpr consteval constinit friend mutable template typename using namespace \
                        auto operator thread_local concept";

/// The result of the second parse.
pub(crate) struct Recovery {
    pub(crate) tree: Tree,
    /// The macros that were blanked in signatures of declarations, sorted by position.
    macros: Vec<Range<usize>>,
    /// The ends of declarations if the other branches of conditions are kept. `None` if no condition splits a
    /// declaration.
    other_ends: Option<BTreeSet<usize>>,
}

/// Parses `input`, which is the input of the first parse, again. `first` is the result of the first parse. `None` if
/// the brackets do not match.
pub(crate) fn parse_again(language: Language, input: &[u8], first: &Tree) -> Option<Recovery> {
    let mut copy = with_one_branch(input, Branch::First).into_owned();
    let declarations = pieces(&copy)?;
    let mut other_ends = None;
    if copy != input {
        other_ends = Some(declaration_ends(&with_one_branch(input, Branch::Last)));
    }
    let mut reader = parser(language)?;
    let mut macros = Vec::new();
    let mut tree = Cow::Borrowed(first);
    for round in 0..=ROUNDS {
        let faulty = pieces_with_errors(&tree, &declarations);
        if faulty.is_empty() {
            break;
        }
        for number in faulty {
            let piece = &declarations[number];
            if round < ROUNDS {
                let found = signature_macros(&copy, piece);
                for span in found.iter().chain(&piece.bodies) {
                    blank(&mut copy[span.clone()]);
                }
                macros.extend(found);
            } else if !piece.is_edge {
                blank(&mut copy[piece.span.clone()]);
            }
        }
        tree = Cow::Owned(bound::parse(&mut reader, &copy)?);
    }
    macros.sort_by_key(|span| span.start);
    Some(Recovery {
        tree: tree.into_owned(),
        macros,
        other_ends,
    })
}

fn declaration_ends(text: &[u8]) -> BTreeSet<usize> {
    let declarations = pieces(text).unwrap_or_default();
    declarations.iter().map(|piece| piece.span.end).collect()
}

/// The numbers of the `pieces` that contain an error of `tree`.
fn pieces_with_errors(tree: &Tree, pieces: &[Piece]) -> Vec<usize> {
    let mut found = Vec::new();
    for error in innermost(tree) {
        let span = error.byte_range();
        // A missing node has no bytes, and is at the end of its parent.
        let start = span.start.saturating_sub(1);
        let first = pieces.partition_point(|piece| piece.span.end <= start);
        let last = pieces.partition_point(|piece| piece.span.start < span.end.max(start + 1));
        found.extend(first..last);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The macros in the signature of `piece` that the grammar cannot parse, including their arguments.
fn signature_macros(text: &[u8], piece: &Piece) -> Vec<Range<usize>> {
    let signature = Signature::read(text, piece);
    let mut found = Vec::new();
    let mut at = 0;
    while at < signature.tokens.len() {
        // A closing parenthesis if the word has arguments.
        let last = signature.closing.get(&(at + 1)).copied().unwrap_or(at);
        if signature.is_statement(at, last) && piece.bodies.is_empty()
            || signature.is_macro(at, last)
        {
            found.push(signature.tokens[at].1.start..signature.tokens[last].1.end);
            at = last + 1;
        } else {
            at += 1;
        }
    }
    found
}

/// The tokens of a declaration, up to its first body.
struct Signature<'t> {
    text: &'t [u8],
    tokens: Vec<(Token, Range<usize>)>,
    /// The number of the closing parenthesis for each opening one.
    closing: HashMap<usize, usize>,
}

impl<'t> Signature<'t> {
    fn read(text: &'t [u8], piece: &Piece) -> Self {
        let start = piece.span.start;
        let end = match piece.bodies.first() {
            Some(body) => body.start,
            None => piece.span.end,
        };
        let mut all = Vec::new();
        for (token, span) in tokens(&text[start..end]) {
            all.push((token, start + span.start..start + span.end));
        }
        Self {
            text,
            closing: closing_parentheses(&all),
            tokens: all,
        }
    }

    fn token(&self, number: usize) -> Option<Token> {
        let (token, _) = self.tokens.get(number)?;
        Some(*token)
    }

    fn token_before(&self, number: usize) -> Option<Token> {
        self.token(number.checked_sub(1)?)
    }

    fn text_of(&self, number: usize) -> &'t [u8] {
        &self.text[self.tokens[number].1.clone()]
    }

    /// True if the tokens from `at` to `last` are a word with arguments, and the whole declaration.
    fn is_statement(&self, at: usize, last: usize) -> bool {
        at == 0
            && last > at
            && self.token(at) == Some(Token::Word)
            && matches!(self.token(last + 1), None | Some(Token::Punct(b';')))
    }

    /// True if the tokens from `at` to `last`, a word and its arguments if any, are a macro.
    fn is_macro(&self, at: usize, last: usize) -> bool {
        if self.token(at) != Some(Token::Word) {
            return false;
        }
        let (before, after) = (self.token_before(at), self.token(last + 1));
        if self.is_first_word(at) && is_word_before_type(&self.tokens[at..], self.text) {
            return true;
        }
        // `ALIGN(2, 3) int f(`
        if last > at
            && after == Some(Token::Word)
            && are_numbers(&self.tokens[at + 2..last], self.text)
        {
            return true;
        }
        if !is_upper_case(self.text_of(at)) {
            return false;
        }
        match (before, after) {
            // `API int f(`
            (_, Some(Token::Word)) => true,
            // `(int a UNUSED)`
            (Some(Token::Word | Token::Punct(b'*' | b']')), Some(Token::Punct(b',' | b')'))) => {
                true
            }
            // `f() NOEXCEPT {`
            (Some(Token::Punct(b')')), Some(Token::Punct(b'{' | b':' | b';'))) => true,
            // `void (CALL *f)(int)`
            (Some(Token::Punct(b'(')), Some(Token::Punct(b'*'))) => true,
            _ => false,
        }
    }

    /// True if the word `at` is the first of a declaration or a parameter, or follows `const`.
    fn is_first_word(&self, at: usize) -> bool {
        match self.token_before(at) {
            None | Some(Token::Punct(b'(' | b',')) => true,
            Some(Token::Word) => self.text_of(at - 1) == b"const",
            _ => false,
        }
    }
}

/// True if `list`, the tokens between two parentheses, contains only numbers and commas.
fn are_numbers(list: &[(Token, Range<usize>)], text: &[u8]) -> bool {
    for (token, span) in list {
        let is_number = *token == Token::Word && text[span.start].is_ascii_digit();
        if !is_number && *token != Token::Punct(b',') {
            return false;
        }
    }
    !list.is_empty()
}

/// True if the first word of a declaration or a parameter is neither a type nor a keyword: `local int f(`, `API
/// size_t f(`.
fn is_word_before_type(all: &[(Token, Range<usize>)], text: &[u8]) -> bool {
    let mut words = all
        .iter()
        .take_while(|(token, _)| *token == Token::Word)
        .map(|(_, span)| &text[span.clone()]);
    let (Some(first), Some(second)) = (words.next(), words.next()) else {
        return false;
    };
    if !is_name(first) {
        return false;
    }
    is_in(TYPES, second) || is_name(second) && words.next().is_some_and(is_name)
}

/// True if `word` is neither a type nor a keyword.
fn is_name(word: &[u8]) -> bool {
    !is_in(TYPES, word) && !is_in(KEYWORDS, word) && !word.starts_with(b"_")
}

fn is_in(list: &str, word: &[u8]) -> bool {
    list.split(' ').any(|other| other.as_bytes() == word)
}

/// For each opening parenthesis in `all`, its closing parenthesis.
fn closing_parentheses(all: &[(Token, Range<usize>)]) -> HashMap<usize, usize> {
    let mut open = Vec::new();
    let mut found = HashMap::new();
    for (at, (token, _)) in all.iter().enumerate() {
        match token {
            Token::Punct(b'(') => open.push(at),
            Token::Punct(b')') => {
                found.extend(open.pop().map(|start| (start, at)));
            }
            _ => {}
        }
    }
    found
}

/// The positions of the definitions from the second parse.
struct Positions {
    /// Their numbers, by the offsets of their names.
    by_name: HashMap<usize, usize>,
    /// Their numbers, sorted by their starts.
    by_start: Vec<usize>,
}

impl Positions {
    fn new(definitions: &[Definition]) -> Self {
        let mut by_name = HashMap::new();
        for (number, definition) in definitions.iter().enumerate() {
            by_name.insert(definition.name_at, number);
        }
        let mut by_start: Vec<usize> = (0..definitions.len()).collect();
        by_start.sort_by_key(|&number| definitions[number].whole.start());
        Self { by_name, by_start }
    }

    /// True if `one`, from the first parse, may be a definition although the second parse does not find it. `parent`
    /// is its parent in `found`, and no other definition may contain it. If it has an error, it must not contain
    /// another definition.
    fn has_room(&self, one: &Definition, parent: Option<usize>, found: &[Definition]) -> bool {
        let (start, end) = (one.whole.start(), one.whole.end());
        let next = self
            .by_start
            .partition_point(|&number| found[number].whole.start() <= start);
        if one.has_error
            && let Some(&number) = self.by_start.get(next)
            && found[number].whole.start() < end
        {
            return false;
        }
        let mut enclosing = match next {
            0 => None,
            _ => Some(self.by_start[next - 1]),
        };
        while let Some(number) = enclosing
            && found[number].whole.end() < end
        {
            enclosing = found[number].parent;
        }
        enclosing == parent
    }
}

impl Recovery {
    /// Combines the definitions of both parses. A definition of the `first` parse is used if the second parse lacks
    /// it, or if only the first parse is sure about it. Definitions that the second parse lacks come last.
    pub(crate) fn merged(
        &self,
        first: Vec<Definition>,
        second: Vec<Definition>,
        text: &[u8],
    ) -> Vec<Definition> {
        let mut found = self.with_certainty(second, text);
        let positions = Positions::new(&found);
        let second_len = found.len();
        // The number in `found` of each definition of the first parse, if it is there.
        let mut numbers: Vec<Option<usize>> = Vec::with_capacity(first.len());
        for one in first {
            if let Some(&number) = positions.by_name.get(&one.name_at) {
                numbers.push(Some(number));
                replace_if_better(&mut found[number], one);
                continue;
            }
            let parent = one.parent.and_then(|parent| numbers[parent]);
            let lacks_parent = one.parent.is_some() && parent.is_none();
            let is_inside_added = parent.is_some_and(|parent| parent >= second_len);
            if lacks_parent || !is_inside_added && !positions.has_room(&one, parent, &found) {
                numbers.push(None);
                continue;
            }
            numbers.push(Some(found.len()));
            found.push(Definition {
                parent,
                is_loose: true,
                ..one
            });
        }
        found
    }

    /// The definitions of the second parse, with leading macros, and marked if they are uncertain.
    fn with_certainty(&self, second: Vec<Definition>, text: &[u8]) -> Vec<Definition> {
        let mut found: Vec<Definition> = Vec::with_capacity(second.len());
        for mut one in second {
            let parent = one.parent.map(|parent| &found[parent]);
            let is_certain = self.is_certain(&one, parent.map(|parent| parent.kind), text);
            one.is_loose |= parent.is_some_and(|parent| parent.has_error || parent.is_loose);
            self.add_leading_macros(&mut one, text);
            if !is_certain {
                (one.has_error, one.error_at) = (true, one.whole.start());
            }
            found.push(one);
        }
        found
    }

    /// Extends `one` to macros directly before it on the same line. If a macro precedes it on another line, marks it
    /// as uncertain.
    fn add_leading_macros(&self, one: &mut Definition, text: &[u8]) {
        let start = one.whole.start();
        let before = self.macros.partition_point(|span| span.end <= start);
        for span in self.macros[..before].iter().rev() {
            let gap = &text[span.end..one.whole.start()];
            if !without_comments(gap).is_empty() || has_blank_line(gap) {
                return;
            }
            if gap.contains(&b'\n') {
                (one.has_error, one.error_at) = (true, span.start);
                return;
            }
            one.whole = Span::of_len(span.start, one.whole.end() - span.start);
            one.signature_at = one.signature_at.min(span.start);
        }
    }

    /// True if `one` ends at the same offset whichever branch of a condition is kept. A definition inside a body ends
    /// with that body.
    fn is_certain(&self, one: &Definition, parent: Option<&'static str>, text: &[u8]) -> bool {
        let is_inside_body = !matches!(
            parent,
            None | Some("namespace" | "class" | "struct" | "union")
        );
        if one.kind == "macro" || is_inside_body {
            return true;
        }
        let Some(ends) = &self.other_ends else {
            return true;
        };
        let end = one.whole.end();
        match ends.range(..=end).next_back() {
            Some(&code_end) => without_comments(&text[code_end..end]).is_empty(),
            None => false,
        }
    }
}

/// Replaces `known`, from the second parse, with `one`, from the first, if only the first parse is sure about it.
fn replace_if_better(known: &mut Definition, one: Definition) {
    let is_known_certain = !known.has_error && !known.is_loose;
    let is_certain = !one.has_error && !one.is_loose;
    if is_certain && !is_known_certain {
        *known = Definition {
            parent: known.parent,
            ..one
        };
    }
}

fn has_blank_line(gap: &[u8]) -> bool {
    let mut lines = text::lines(gap).skip(1).peekable();
    while let Some(line) = lines.next() {
        if line.trim_ascii().is_empty() && lines.peek().is_some() {
            return true;
        }
    }
    false
}
