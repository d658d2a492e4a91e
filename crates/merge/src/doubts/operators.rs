//! Operators of an expression that both sides changed: what each wrote may mean something else beside the other's.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::changes::{self, LineAlgorithm, LineEdit};
use crate::region::MergeRegion;
use crate::versions::{NumberedLines, VersionLines, Versions};

/// What stands between two operands, or before one.
const OPERATORS: [&[u8]; 33] = [
    b"!", b"!=", b"!==", b"%", b"&", b"&&", b"*", b"**", b"+", b"-", b"/", b"<", b"<<", b"<=",
    b"==", b"===", b">", b">=", b">>", b"??", b"^", b"and", b"await", b"new", b"not", b"or",
    b"xor", b"|", b"||", b"~", b"AND", b"NOT", b"OR",
];

/// Those of them that a line begins with which goes on with the one before it.
const LEADING: [&[u8]; 7] = [b"&&", b"||", b"and", b"or", b"xor", b"AND", b"OR"];

/// Those that stand before their operand alone: whatever goes on with that belongs to them.
const PREFIXES: [&[u8]; 6] = [b"!", b"NOT", b"await", b"new", b"not", b"~"];

/// What parts one expression from the next.
const PARTING: [&[u8]; 12] = [
    b"=", b":=", b"=>", b"->", b"<-", b"+=", b"-=", b"*=", b",", b";", b":", b"?",
];

/// Most bytes of one side of a conflict that are looked at.
const LARGE: usize = 20_000;

/// Whether one side of `conflict` changed operators of an expression that the other changed, too, and they are not all the
/// same: each decides which operand belongs to which.
pub fn meet(conflict: &MergeRegion, lines: &VersionLines) -> bool {
    let versions = lines.texts(&conflict.base, &conflict.ours, &conflict.theirs);
    let Versions { base, ours, theirs } = &versions;
    if [base, ours, theirs].iter().any(|text| text.len() > LARGE) {
        return false;
    }
    let units = VersionLines::in_words(&versions);
    let [ours, theirs] = changes::of_sides(&units, LineAlgorithm::Myers);
    let [ours, theirs] = [(ours, &units.ours), (theirs, &units.theirs)].map(|(edits, side)| {
        let edits = edits
            .into_iter()
            .map(|edit| OperatorEdit::of(edit, &units.base, side));
        edits
            .filter(|edit| edit.is_inside_lines)
            .collect::<Vec<_>>()
    });
    let meets = |own: &OperatorEdit| theirs.iter().any(|other| own.meets(other, &units.base));
    ours.iter().any(meets)
}

/// Whether lines of both sides begin with operators, and these are not all the same: which operands belong together depends on
/// the order of the lines.
pub fn lead_otherwise(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    let leading = |lines: &[&[u8]]| -> BTreeSet<&[u8]> {
        let word = |line: &&[u8]| {
            let mut words = line.trim_ascii().split(u8::is_ascii_whitespace);
            let word = words.next()?;
            LEADING.into_iter().find(|leading| *leading == word)
        };
        lines.iter().filter_map(word).collect()
    };
    let (own, other) = (leading(ours), leading(theirs));
    !own.is_empty() && !other.is_empty() && own.union(&other).count() > 1
}

/// A change of words.
struct OperatorEdit {
    edit: LineEdit,
    /// The operators among the words of the base, and among what they became.
    operators: [Vec<Vec<u8>>; 2],
    /// Whether it is inside of one line, and more than blanks.
    is_inside_lines: bool,
}

impl OperatorEdit {
    fn of(edit: LineEdit, base: &NumberedLines<'_>, side: &NumberedLines<'_>) -> Self {
        let (old, new) = (edit.base.clone(), edit.other.clone());
        let mut words = base.each(old.clone()).chain(side.each(new.clone()));
        let is_blank = |word: &[u8]| word.trim_ascii().is_empty();
        let mut told = base.each(old.clone()).chain(side.each(new.clone()));
        let is_inside_lines = words.all(|word| !word.ends_with(b"\n")) && !told.all(is_blank);
        Self {
            operators: [operators(base, old), operators(side, new)],
            edit,
            is_inside_lines,
        }
    }

    /// Whether this and `other` are in one expression of `base`, and one of them changes what belongs to what there.
    fn meets(&self, other: &Self, base: &NumberedLines<'_>) -> bool {
        let is_changed = |edit: &Self| edit.operators[0] != edit.operators[1];
        if !is_changed(self) && !is_changed(other) {
            return false;
        }
        let (one, two) = (&self.edit.base, &other.edit.base);
        let between = if one.start <= two.start {
            one.end.min(two.start)..two.start
        } else {
            two.end.min(one.start)..one.start
        };
        let beside = operators(base, between.clone());
        let all = self.operators.iter().chain(&other.operators).flatten();
        let kinds: BTreeSet<&Vec<u8>> = all.chain(&beside).collect();
        // Where operators are such words, `=` compares.
        let compares = kinds
            .iter()
            .any(|kind| [&b"AND"[..], b"OR"].contains(&&kind[..]));
        let is_prefixed = |edit: &Self| {
            let [old, new] = &edit.operators;
            old.is_empty()
                && !new.is_empty()
                && new.iter().all(|sign| PREFIXES.contains(&&sign[..]))
        };
        let is_mixed = kinds.len() > 1 || is_prefixed(self) || is_prefixed(other);
        is_mixed && is_in_one_expression(base, between, compares)
    }
}

/// The operators among `words`.
fn operators(words: &NumberedLines<'_>, range: Range<usize>) -> Vec<Vec<u8>> {
    let signs = signs(words, range).map(|(_, sign)| sign);
    signs
        .filter(|sign| OPERATORS.contains(&&sign[..]))
        .collect()
}

/// Each of `words`, signs in a row as one, with the number that it begins at.
fn signs<'w>(
    words: &'w NumberedLines<'_>,
    range: Range<usize>,
) -> impl Iterator<Item = (usize, Vec<u8>)> + 'w {
    let is_sign = |word: &[u8]| word.len() == 1 && b"!%&*+-/<=>^|~:".contains(&word[0]);
    let mut at = range.start;
    std::iter::from_fn(move || {
        let start = at;
        let first = (at < range.end).then(|| words.line(at))?;
        at += 1;
        let mut text = first.to_vec();
        while is_sign(first) && at < range.end && is_sign(words.line(at)) {
            text.extend_from_slice(words.line(at));
            at += 1;
        }
        Some((start, text))
    })
}

/// Whether nothing among the words `between` parts what stands before them from what stands behind; `=` does not where it
/// `compares`.
fn is_in_one_expression(base: &NumberedLines<'_>, between: Range<usize>, compares: bool) -> bool {
    let mut depth = 0;
    let mut last: Vec<u8> = Vec::new();
    for (at, sign) in signs(base, between) {
        match &sign[..] {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" if depth == 0 => return false,
            b")" | b"]" | b"}" => depth -= 1,
            _ if depth > 0 => {}
            b"=" if compares => {}
            sign if PARTING.contains(&sign) => return false,
            sign if sign.ends_with(b"\n") => {
                let rest = signs(base, at + 1..base.len()).map(|(_, sign)| sign);
                let next = rest.into_iter().find(|sign| !sign.trim_ascii().is_empty());
                let goes_on = OPERATORS.contains(&&last[..])
                    || next.is_some_and(|next| LEADING.contains(&&next[..]));
                if !goes_on {
                    return false;
                }
            }
            _ => {}
        }
        if !sign.trim_ascii().is_empty() {
            last = sign;
        }
    }
    depth == 0
}
