//! Finds expressions that both sides changed and in which one side changed operators. The operators may bind
//! differently next to the other side's operand.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::changes::{self, LineAlgorithm, LineEdit};
use crate::conflict::Conflict;
use crate::versions::{NumberedLines, VersionLines, Versions};
use crate::words::is_space;

/// Operators between two operands, or before an operand.
const OPERATORS: [&[u8]; 33] = [
    b"!", b"!=", b"!==", b"%", b"&", b"&&", b"*", b"**", b"+", b"-", b"/", b"<", b"<<", b"<=",
    b"==", b"===", b">", b">=", b">>", b"??", b"^", b"and", b"await", b"new", b"not", b"or",
    b"xor", b"|", b"||", b"~", b"AND", b"NOT", b"OR",
];

/// Operators at the start of a line that continue the previous line.
const LEADING: [&[u8]; 7] = [b"&&", b"||", b"and", b"or", b"xor", b"AND", b"OR"];

/// Prefix operators, which apply to everything that follows their operand.
const PREFIXES: [&[u8]; 6] = [b"!", b"NOT", b"await", b"new", b"not", b"~"];

/// Separators between two expressions.
const SEPARATORS: [&[u8]; 12] = [
    b"=", b":=", b"=>", b"->", b"<-", b"+=", b"-=", b"*=", b",", b";", b":", b"?",
];

/// The maximum number of words inspected at the start of a line: spaces, and the first other word.
const MAX_FIRST_WORDS: usize = 16;

/// The maximum size of one version of a conflict, in bytes.
const MAX_BYTES: usize = 20_000;

/// True if both sides of `conflict` changed one expression, and one side changed its operators. Not true if all
/// operators in the expression are the same.
pub fn change_binding(conflict: &Conflict<'_, '_>) -> bool {
    let region = conflict.region;
    let versions = conflict
        .lines()
        .texts(&region.base, &region.ours, &region.theirs);
    let Versions { base, ours, theirs } = &versions;
    if base.len().max(ours.len()).max(theirs.len()) > MAX_BYTES {
        return false;
    }
    let words = VersionLines::in_words(&versions);
    let [ours, theirs] = changes::of_both_sides(&words, LineAlgorithm::Myers);
    let ours = operator_edits(ours, &words.base, &words.ours);
    let theirs = operator_edits(theirs, &words.base, &words.theirs);
    for our_edit in &ours {
        for their_edit in &theirs {
            if our_edit.may_rebind(their_edit, &words.base) {
                return true;
            }
        }
    }
    false
}

/// True if lines of both sides begin with operators, and these operators are not all the same.
pub fn lead_differently(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    let (ours, theirs) = (leading_operators(ours), leading_operators(theirs));
    !ours.is_empty() && !theirs.is_empty() && ours.union(&theirs).count() > 1
}

fn leading_operators<'l>(lines: &[&'l [u8]]) -> BTreeSet<&'l [u8]> {
    let mut leading = BTreeSet::new();
    for line in lines {
        let mut words = line.trim_ascii().split(u8::is_ascii_whitespace);
        if let Some(word) = words.next()
            && LEADING.contains(&word)
        {
            leading.insert(word);
        }
    }
    leading
}

/// A change of words within a line, with the operators among the words before and after it.
struct OperatorEdit {
    /// The changed words of the base.
    words: Range<usize>,
    old: Vec<Vec<u8>>,
    new: Vec<Vec<u8>>,
}

/// The `edits` that change more than spaces and do not touch a line ending.
fn operator_edits(
    edits: Vec<LineEdit>,
    base: &NumberedLines<'_>,
    side: &NumberedLines<'_>,
) -> Vec<OperatorEdit> {
    let mut found = Vec::new();
    for edit in edits {
        let mut words: Vec<&[u8]> = base.each(edit.base.clone()).collect();
        words.extend(side.each(edit.other.clone()));
        if words.iter().any(|word| word.ends_with(b"\n")) || words.iter().all(|word| is_space(word))
        {
            continue;
        }
        found.push(OperatorEdit {
            old: operators(base, edit.base.clone()),
            new: operators(side, edit.other),
            words: edit.base,
        });
    }
    found
}

impl OperatorEdit {
    /// True if this and `other` are in the same expression of `base`, and one of them may change how its operands
    /// bind.
    fn may_rebind(&self, other: &Self, base: &NumberedLines<'_>) -> bool {
        if self.old == self.new && other.old == other.new {
            return false;
        }
        let (first, second) = if self.words.start <= other.words.start {
            (&self.words, &other.words)
        } else {
            (&other.words, &self.words)
        };
        let between = first.end.min(second.start)..second.start;
        let operators_between = operators(base, between.clone());
        let mut kinds: BTreeSet<&[u8]> = BTreeSet::new();
        for operators in [
            &self.old,
            &self.new,
            &other.old,
            &other.new,
            &operators_between,
        ] {
            kinds.extend(operators.iter().map(Vec::as_slice));
        }
        if kinds.len() < 2 && !self.adds_prefix() && !other.adds_prefix() {
            return false;
        }
        // In SQL, `=` is a comparison.
        let is_sql = kinds.contains(&b"AND"[..]) || kinds.contains(&b"OR"[..]);
        is_one_expression(base, between, is_sql)
    }

    fn adds_prefix(&self) -> bool {
        let are_prefixes = self
            .new
            .iter()
            .all(|operator| PREFIXES.contains(&operator.as_slice()));
        self.old.is_empty() && !self.new.is_empty() && are_prefixes
    }
}

fn operators(words: &NumberedLines<'_>, range: Range<usize>) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for symbol in symbols(words, range) {
        if OPERATORS.contains(&symbol.text.as_slice()) {
            found.push(symbol.text);
        }
    }
    found
}

/// A word, or a run of punctuation characters.
struct Symbol {
    /// The number of the first word.
    at: usize,
    text: Vec<u8>,
}

/// The words in `range`, with consecutive punctuation characters joined.
fn symbols(words: &NumberedLines<'_>, range: Range<usize>) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut is_after_punctuation = false;
    for at in range {
        let word = words.line(at);
        let is_punctuation = matches!(word, [byte] if b"!%&*+-/<=>^|~:".contains(byte));
        match symbols.last_mut() {
            Some(last) if is_after_punctuation && is_punctuation => {
                last.text.extend_from_slice(word);
            }
            _ => symbols.push(Symbol {
                at,
                text: word.to_vec(),
            }),
        }
        is_after_punctuation = is_punctuation;
    }
    symbols
}

/// True if the words in `between` contain no separator, so that the words on both sides belong to one expression.
fn is_one_expression(base: &NumberedLines<'_>, between: Range<usize>, is_sql: bool) -> bool {
    let mut depth = 0;
    let mut last: Vec<u8> = Vec::new();
    for Symbol { at, text } in symbols(base, between) {
        match &text[..] {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" if depth == 0 => return false,
            b")" | b"]" | b"}" => depth -= 1,
            _ if depth > 0 => {}
            b"=" if is_sql => {}
            separator if SEPARATORS.contains(&separator) => return false,
            end if end.ends_with(b"\n")
                && !OPERATORS.contains(&&last[..])
                && !begins_with_operator(base, at + 1) =>
            {
                return false;
            }
            _ => {}
        }
        if !is_space(&text) {
            last = text;
        }
    }
    depth == 0
}

/// True if the first word from `start` on is an operator that continues the previous line.
fn begins_with_operator(base: &NumberedLines<'_>, start: usize) -> bool {
    let end = base.len().min(start + MAX_FIRST_WORDS);
    let symbols = symbols(base, start..end);
    match symbols.iter().find(|symbol| !is_space(&symbol.text)) {
        Some(first) => LEADING.contains(&first.text.as_slice()),
        None => false,
    }
}
