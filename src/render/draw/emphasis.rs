//! The differences inside changed lines, for coloured diffs. The only place where a diff algorithm runs,
//! over the words of short lines, so its work is bounded.

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

use crate::text;

/// Most lines of one block that are compared.
const LINES: usize = 50;
/// Longest line that is compared, bytes.
const LINE_BYTES: usize = 500;

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmphasisPiece {
    /// Its bytes.
    pub text: Vec<u8>,
    /// Whether the other line lacks it.
    pub differs: bool,
}

/// The lines of both sides in pairs, first with first, each cut into pieces. Empty when the sides have
/// different numbers of lines, or too many, or a line is too long: then nothing is to be emphasised.
pub fn pairs(removed: &[u8], added: &[u8]) -> Vec<(Vec<EmphasisPiece>, Vec<EmphasisPiece>)> {
    let bound = LINES * LINE_BYTES;
    if removed.len() > bound || added.len() > bound {
        return Vec::new();
    }
    let (old, new) = (lines(removed), lines(added));
    let is_short = |line: &&[u8]| line.len() <= LINE_BYTES;
    if old.len() != new.len() || old.len() > LINES || !old.iter().chain(&new).all(is_short) {
        return Vec::new();
    }
    old.iter()
        .zip(&new)
        .map(|(old, new)| pair(old, new))
        .collect()
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text::lines(text).collect()
}

fn pair(old: &[u8], new: &[u8]) -> (Vec<EmphasisPiece>, Vec<EmphasisPiece>) {
    let (old_words, new_words) = (words(old), words(new));
    let ops = capture_diff_slices(Algorithm::Myers, &old_words, &new_words);
    let kept: usize = ops
        .iter()
        .filter(|op| op.tag() == DiffTag::Equal)
        .flat_map(|op| &old_words[op.old_range()])
        .filter(|word| !word.iter().all(u8::is_ascii_whitespace))
        .map(|word| word.len())
        .sum();
    // Lines with little in common are two lines, not one that changed.
    if kept * 4 < old.len().max(new.len()) {
        return (whole(old), whole(new));
    }
    (
        pieces(&ops, &old_words, DiffOp::old_range),
        pieces(&ops, &new_words, DiffOp::new_range),
    )
}

fn whole(line: &[u8]) -> Vec<EmphasisPiece> {
    vec![EmphasisPiece {
        text: line.to_vec(),
        differs: false,
    }]
}

fn pieces(
    ops: &[DiffOp],
    words: &[&[u8]],
    side: impl Fn(&DiffOp) -> std::ops::Range<usize>,
) -> Vec<EmphasisPiece> {
    ops.iter()
        .map(|op| EmphasisPiece {
            text: words[side(op)].concat(),
            differs: op.tag() != DiffTag::Equal,
        })
        .filter(|piece| !piece.text.is_empty())
        .collect()
}

/// Runs of letters and digits, runs of blanks, and every other byte by itself.
fn words(line: &[u8]) -> Vec<&[u8]> {
    line.chunk_by(|left, right| {
        let kind = kind_of(*left);
        kind == kind_of(*right) && kind != EmphasisKind::Sign
    })
    .collect()
}

#[derive(PartialEq, Eq)]
enum EmphasisKind {
    Word,
    Blank,
    Sign,
}

fn kind_of(byte: u8) -> EmphasisKind {
    match byte {
        // Bytes of characters beyond ASCII belong together.
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 0x80.. => EmphasisKind::Word,
        b' ' | b'\t' => EmphasisKind::Blank,
        _ => EmphasisKind::Sign,
    }
}
