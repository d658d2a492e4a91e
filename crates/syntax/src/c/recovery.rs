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
use super::skeleton::{Piece, is_loud, pieces};
use crate::bound;
use crate::definition::Definition;
use crate::language::Language;
use crate::parse::{innermost, parser};
use crate::tokens::{Token, blank, tokens, without_comments};
use incise_text::text::{self, Span};

/// The number of rounds that blank macros and bodies with errors. The last round blanks whole declarations.
const ROUNDS: usize = 2;

/// The result of the second parse.
pub(crate) struct Recovery {
    pub(crate) tree: Tree,
    /// The macros that were blanked in signatures of declarations.
    words: Vec<Range<usize>>,
    /// The ends of declarations if the other branches of conditions are kept. `None` if no condition splits a
    /// declaration.
    ends: Option<BTreeSet<usize>>,
}

/// Parses `known`, which is the input of the grammar, again. `first` is the result of the first parse. `None` if the
/// brackets do not match.
pub(crate) fn reading(language: Language, known: &[u8], first: &Tree) -> Option<Recovery> {
    let mut copy = with_one_branch(known, Branch::First).into_owned();
    let declarations = pieces(&copy)?;
    let mut other_ends = None;
    if copy != known {
        other_ends = Some(ends(&with_one_branch(known, Branch::Last)));
    }
    let mut reader = parser(language)?;
    let mut words = Vec::new();
    let mut tree = Cow::Borrowed(first);
    for round in 0..=ROUNDS {
        let wrong = touched(&tree, &declarations);
        if wrong.is_empty() {
            break;
        }
        for number in wrong {
            let piece = &declarations[number];
            if round < ROUNDS {
                let found = macros(&copy, piece);
                for span in found.iter().chain(&piece.bodies) {
                    blank(&mut copy[span.clone()]);
                }
                words.extend(found);
            } else if !piece.is_edge {
                blank(&mut copy[piece.span.clone()]);
            }
        }
        tree = Cow::Owned(bound::parse(&mut reader, &copy)?);
    }
    words.sort_by_key(|word| word.start);
    Some(Recovery {
        tree: tree.into_owned(),
        words,
        ends: other_ends,
    })
}

fn ends(text: &[u8]) -> BTreeSet<usize> {
    let declarations = pieces(text).unwrap_or_default();
    declarations.iter().map(|piece| piece.span.end).collect()
}

/// The numbers of the `pieces` that contain an error of `tree`.
fn touched(tree: &Tree, pieces: &[Piece]) -> Vec<usize> {
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
fn macros(text: &[u8], piece: &Piece) -> Vec<Range<usize>> {
    let end = piece
        .bodies
        .first()
        .map_or(piece.span.end, |body| body.start);
    let offset = piece.span.start;
    let all: Vec<(Token, Range<usize>)> = tokens(&text[offset..end])
        .map(|(token, span)| (token, span.start + offset..span.end + offset))
        .collect();
    let closing = closings(&all);
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let (token, span) = &all[at];
        let list_end = closing.get(&(at + 1)).copied();
        let next = list_end.unwrap_or(at) + 1;
        let follows = all.get(next).map(|(token, _)| *token);
        if *token != Token::Word {
            at += 1;
            continue;
        }
        let is_last = matches!(follows, Some(Token::Sign(b';')) | None);
        let is_statement = list_end.is_some() && at == 0 && is_last && piece.bodies.is_empty();
        let before = at.checked_sub(1).map(|before| all[before].0);
        // `(int a UNUSED)`, and `f() NOEXCEPT {`
        let is_behind = match follows {
            Some(Token::Sign(b',' | b')')) => {
                matches!(before, Some(Token::Word | Token::Sign(b'*' | b']')))
            }
            Some(Token::Sign(b'{' | b':' | b';')) => before == Some(Token::Sign(b')')),
            _ => false,
        };
        // `void (CALL *f)(int)`
        let is_pointer = follows == Some(Token::Sign(b'*')) && before == Some(Token::Sign(b'('));
        let is_before = follows == Some(Token::Word);
        let is_numbers = list_end.is_some_and(|close| are_numbers(&all[at + 2..close], text));
        let is_first = match before {
            Some(Token::Word) => text[all[at - 1].1.clone()] == *b"const",
            before => matches!(before, None | Some(Token::Sign(b'(' | b','))),
        };
        let is_macro = is_first && is_word_before_type(&all[at..], text)
            || is_loud(&text[span.clone()]) && (is_behind || is_before || is_pointer)
            || is_numbers && is_before;
        if is_statement || is_macro {
            found.push(span.start..all[list_end.unwrap_or(at)].1.end);
            at = next;
        } else {
            at += 1;
        }
    }
    found
}

/// True if `list`, the tokens between two parentheses, contains only numbers and commas.
fn are_numbers(list: &[(Token, Range<usize>)], text: &[u8]) -> bool {
    for (token, span) in list {
        let is_number = *token == Token::Word && text[span.start].is_ascii_digit();
        if !is_number && *token != Token::Sign(b',') {
            return false;
        }
    }
    !list.is_empty()
}

const TYPES: &str = "void int char short long float double bool unsigned signed struct static";
const KEYWORDS: &str = "const extern inline volatile register typedef enum union class virtual explicit \
                        constexpr consteval constinit friend mutable template typename using namespace \
                        auto operator thread_local concept";

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
fn closings(all: &[(Token, Range<usize>)]) -> HashMap<usize, usize> {
    let mut open = Vec::new();
    let mut found = HashMap::new();
    for (at, (token, _)) in all.iter().enumerate() {
        match token {
            Token::Sign(b'(') => open.push(at),
            Token::Sign(b')') => {
                found.extend(open.pop().map(|start| (start, at)));
            }
            _ => {}
        }
    }
    found
}

/// The positions of the definitions from the second parse.
struct Places {
    /// Their numbers, by the offsets of their names.
    named: HashMap<usize, usize>,
    /// Their numbers, sorted by their starts.
    order: Vec<usize>,
}

impl Places {
    fn new(found: &[Definition]) -> Self {
        let mut named = HashMap::new();
        for (number, definition) in found.iter().enumerate() {
            named.insert(definition.name_at, number);
        }
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_key(|&number| found[number].whole.start());
        Self { named, order }
    }

    /// True if `one`, from the first parse, may be a definition although the second parse does not find it. `parent`
    /// is its parent in `found`; no other definition may contain it. If it has an error, it must not contain another
    /// definition.
    fn has_room(&self, one: &Definition, parent: Option<usize>, found: &[Definition]) -> bool {
        let (start, end) = (one.whole.start(), one.whole.end());
        let following = self
            .order
            .partition_point(|&number| found[number].whole.start() <= start);
        let holds = self
            .order
            .get(following)
            .is_some_and(|&next| found[next].whole.start() < end);
        let mut around = following.checked_sub(1).map(|before| self.order[before]);
        while let Some(number) = around.filter(|&number| found[number].whole.end() < end) {
            around = found[number].parent;
        }
        around == parent && !(holds && one.has_error)
    }
}

impl Recovery {
    /// Combines the definitions of both parses. A definition of the `first` parse is used if the second parse lacks
    /// it, or if only the first parse is sure about it.
    pub(crate) fn merged(
        &self,
        first: Vec<Definition>,
        second: Vec<Definition>,
        text: &[u8],
    ) -> Vec<Definition> {
        let mut found: Vec<Definition> = Vec::with_capacity(second.len());
        for one in second {
            let parent = one.parent.map(|parent| &found[parent]);
            let is_certain = self.is_certain(&one, parent.map(|parent| parent.kind), text);
            let is_loose = parent.is_some_and(|parent| parent.has_error || parent.is_loose);
            let mut one = self.judged(one, text);
            if !is_certain {
                (one.has_error, one.error_at) = (true, one.whole.start());
            }
            one.is_loose |= is_loose;
            found.push(one);
        }
        let places = Places::new(&found);
        let mut numbers: Vec<Option<usize>> = Vec::with_capacity(first.len());
        for one in first {
            let parent = one.parent.map(|parent| numbers[parent]);
            if let Some(&number) = places.named.get(&one.name_at) {
                numbers.push(Some(number));
                let other = &mut found[number];
                let is_better = other.has_error || other.is_loose;
                if is_better && !one.has_error && !one.is_loose {
                    *other = Definition {
                        parent: other.parent,
                        ..one
                    };
                }
                continue;
            }
            let is_kept = match parent {
                // The parent was not found again.
                Some(None) => false,
                Some(Some(parent)) if parent >= places.order.len() => true,
                _ => places.has_room(&one, parent.flatten(), &found),
            };
            if !is_kept {
                numbers.push(None);
                continue;
            }
            numbers.push(Some(found.len()));
            found.push(Definition {
                parent: parent.flatten(),
                is_loose: true,
                ..one
            });
        }
        found
    }

    /// Extends `one` to macros directly before it on the same line. If a macro precedes it on another line, marks it
    /// as uncertain.
    fn judged(&self, mut one: Definition, text: &[u8]) -> Definition {
        let start = one.whole.start();
        let before = self.words.partition_point(|word| word.end <= start);
        for word in self.words[..before].iter().rev() {
            let gap = &text[word.end..one.whole.start()];
            let lines = bytecount::count(gap, b'\n');
            let is_next = without_comments(gap).is_empty() && !has_blank_line(gap);
            if !is_next {
                break;
            }
            if lines == 0 {
                one.whole = Span::of_len(word.start, one.whole.end() - word.start);
                one.signature_at = one.signature_at.min(word.start);
                continue;
            }
            (one.has_error, one.error_at) = (true, word.start);
            break;
        }
        one
    }

    /// True if `one` ends at the same offset whichever branch of a condition is kept. A definition inside a body ends
    /// with that body.
    fn is_certain(&self, one: &Definition, parent: Option<&'static str>, text: &[u8]) -> bool {
        let is_inside = !matches!(
            parent,
            None | Some("namespace" | "class" | "struct" | "union")
        );
        if one.kind == "macro" || is_inside {
            return true;
        }
        let Some(ends) = &self.ends else {
            return true;
        };
        let end = one.whole.end();
        match ends.range(..=end).next_back() {
            Some(&code_end) => without_comments(&text[code_end..end]).is_empty(),
            None => false,
        }
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
