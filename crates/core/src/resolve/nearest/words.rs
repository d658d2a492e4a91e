//! Splits a text into words and line ends, 64 bytes at a time. The benchmark `nowhere` of `benches/micro.rs` measures
//! this.

/// A part of a text.
pub(super) enum LinePart<'t> {
    /// A maximal run of letters, digits, underscores and bytes beyond ASCII.
    Word(&'t [u8]),
    /// The end of a line: the offset just past its `\n`.
    End(usize),
}

/// The number of bytes that are processed together, one for each bit of a mask.
const BLOCK: usize = 64;

/// Calls `part` with the words and line ends of `text`, in order.
pub(super) fn for_each_part<'t>(text: &'t [u8], part: impl FnMut(LinePart<'t>)) {
    let mut reader = BlockReader {
        text,
        word_start: None,
        part,
    };
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    let mut at = 0;
    for block in blocks {
        reader.read(block, at);
        at += BLOCK;
    }
    // The zero bytes after the text terminate its last word.
    let mut last = [0; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    reader.read(&last, at);
}

struct BlockReader<'t, F> {
    text: &'t [u8],
    /// The start of the word that continues in the next block.
    word_start: Option<usize>,
    part: F,
}

impl<'t, F: FnMut(LinePart<'t>)> BlockReader<'t, F> {
    /// Reports the words and line ends that end in `block`, which begins at byte `at`.
    fn read(&mut self, block: &[u8; BLOCK], at: usize) {
        let words = mask(block, is_in_word);
        let newlines = mask(block, |byte| byte == b'\n');
        let continues = u64::from(self.word_start.is_some());
        let before = words << 1 | continues;
        let mut starts = words & !before;
        let ends = !words & before;
        let mut events = ends | newlines;
        while events != 0 {
            let bit = events.trailing_zeros();
            let place = at + bit as usize;
            let flag = events & events.wrapping_neg();
            events ^= flag;
            // If a newline ends a word, report the word first.
            if ends & flag != 0 {
                let start = match self.word_start.take() {
                    Some(start) => start,
                    None => take_first(&mut starts, at),
                };
                (self.part)(LinePart::Word(&self.text[start..place]));
            }
            if newlines & flag != 0 {
                (self.part)(LinePart::End(place + 1));
            }
        }
        if starts != 0 {
            self.word_start = Some(take_first(&mut starts, at));
        }
    }
}

/// Calls `word` with each word of `text`.
pub(super) fn for_each_word<'t>(text: &'t [u8], mut word: impl FnMut(&'t [u8])) {
    for_each_part(text, |part| {
        if let LinePart::Word(run) = part {
            word(run);
        }
    });
}

/// Removes the lowest bit of `starts` and returns its offset in the text. Bit 0 is at `at`.
fn take_first(starts: &mut u64, at: usize) -> usize {
    let start = at + starts.trailing_zeros() as usize;
    *starts &= *starts - 1;
    start
}

fn is_in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() | (byte == b'_') | !byte.is_ascii()
}

/// A bit for each byte of `block`, set if `is_set` returns true. The lowest bit is the first byte.
fn mask(block: &[u8; BLOCK], is_set: impl Fn(u8) -> bool) -> u64 {
    // The compiler tests several bytes with one instruction in this loop, but not in `block.map`.
    let mut flags = [0; BLOCK];
    for (flag, &byte) in flags.iter_mut().zip(block) {
        *flag = u8::from(is_set(byte));
    }
    let mut bits = 0;
    for (number, eight) in flags.as_chunks::<8>().0.iter().enumerate() {
        // Gather the lowest bits of all eight bytes in the highest byte.
        let gathered = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= gathered << (8 * number);
    }
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LinePart, for_each_part};

    /// A byte-by-byte version of [`super::for_each_part`], to compare with.
    fn one_by_one(text: &[u8]) -> Vec<(usize, Vec<u8>)> {
        let mut parts = Vec::new();
        let mut word = Vec::new();
        for (at, &byte) in (0..).zip(text) {
            if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 {
                word.push(byte);
                continue;
            }
            if !word.is_empty() {
                parts.push((0, std::mem::take(&mut word)));
            }
            if byte == b'\n' {
                parts.push((at + 1, Vec::new()));
            }
        }
        if !word.is_empty() {
            parts.push((0, word));
        }
        parts
    }

    proptest! {
        #[test]
        fn parts_are_those_that_every_byte_tells(
            text in proptest::collection::vec(
                prop_oneof![
                    4 => proptest::sample::select(&b"aZ09_\xc3\xff"[..]),
                    1 => proptest::sample::select(&b" \n@[`{/:\x7f\0"[..]),
                ],
                0..400,
            ),
        ) {
            let mut parts = Vec::new();
            for_each_part(&text, |part| parts.push(match part {
                LinePart::Word(word) => (0, word.to_vec()),
                LinePart::End(at) => (at, Vec::new()),
            }));
            prop_assert_eq!(parts, one_by_one(&text));
        }
    }
}
