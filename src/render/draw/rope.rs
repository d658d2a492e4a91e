//! A text in pieces: the new side of a change, which lies partly in the old text and partly in edits.
//! Nothing is copied, so that a change in a very long line costs no more than in a short one.

use memchr::{memchr, memrchr};

/// Pieces of a text in order, none empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rope<'a> {
    pieces: Vec<&'a [u8]>,
}

impl<'a> Rope<'a> {
    /// Adds `piece` at the end.
    pub fn push(&mut self, piece: &'a [u8]) {
        if !piece.is_empty() {
            self.pieces.push(piece);
        }
    }

    /// The pieces in order.
    pub fn pieces(&self) -> &[&'a [u8]] {
        &self.pieces
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.pieces.iter().map(|piece| piece.len()).sum()
    }

    /// Whether a line could begin at its end: it is empty or ends in a newline.
    pub fn ends_line(&self) -> bool {
        self.pieces
            .last()
            .is_none_or(|piece| piece.ends_with(b"\n"))
    }

    /// How many lines; an unterminated last line counts.
    pub fn line_count(&self) -> usize {
        let newlines: usize = self
            .pieces
            .iter()
            .map(|piece| bytecount::count(piece, b'\n'))
            .sum();
        newlines + usize::from(!self.ends_line())
    }

    /// Drops the first `count` bytes; there are that many.
    pub fn cut_front(&mut self, mut count: usize) {
        let whole = self
            .pieces
            .iter()
            .take_while(|piece| {
                let drops = piece.len() <= count;
                if drops {
                    count -= piece.len();
                }
                drops
            })
            .count();
        self.pieces.drain(..whole);
        if let Some(first) = self.pieces.first_mut() {
            *first = &first[count..];
        }
    }

    /// Drops the last `count` bytes; there are that many.
    pub fn cut_back(&mut self, mut count: usize) {
        while let Some(last) = self.pieces.last_mut() {
            if last.len() > count {
                *last = &last[..last.len() - count];
                return;
            }
            count -= last.len();
            self.pieces.pop();
        }
    }

    /// How many bytes at the start are those of `text`, rounded down to whole lines.
    pub fn common_lines_front(&self, text: &[u8]) -> usize {
        let (mut same, mut line_end) = (0, 0);
        for piece in &self.pieces {
            let matched = common_prefix(piece, &text[same..]);
            if let Some(newline) = memrchr(b'\n', &piece[..matched]) {
                line_end = same + newline + 1;
            }
            same += matched;
            if matched < piece.len() {
                return line_end;
            }
        }
        if same == text.len() { same } else { line_end }
    }

    /// How many bytes at the end are those of `text`, rounded down to whole lines.
    pub fn common_lines_back(&self, text: &[u8]) -> usize {
        let (mut same, mut line_start) = (0, 0);
        for piece in self.pieces.iter().rev() {
            let rest = &text[..text.len() - same];
            let matched = common_suffix(piece, rest);
            let tail = &piece[piece.len() - matched..];
            // A line that starts inside the tail starts there in both texts.
            if let Some(newline) = memchr(b'\n', tail) {
                line_start = same + matched - newline - 1;
            }
            same += matched;
            if matched < piece.len() {
                let starts = |before: &[u8]| before.is_empty() || before.ends_with(b"\n");
                let is_start =
                    starts(&piece[..piece.len() - matched]) && starts(&text[..text.len() - same]);
                return if is_start { same } else { line_start };
            }
        }
        let rest = &text[..text.len() - same];
        if rest.is_empty() || rest.ends_with(b"\n") {
            same
        } else {
            line_start
        }
    }

    /// The lines in order, endings included.
    pub fn lines(&self) -> impl Iterator<Item = Rope<'a>> + '_ {
        let mut pieces = self.pieces.iter().copied();
        let mut rest: &'a [u8] = &[];
        std::iter::from_fn(move || {
            let mut line = Rope::default();
            loop {
                if rest.is_empty() {
                    match pieces.next() {
                        Some(piece) => rest = piece,
                        None => return (!line.pieces.is_empty()).then_some(line),
                    }
                }
                let (piece, after) = split_line(rest);
                line.push(piece);
                rest = after;
                if piece.ends_with(b"\n") {
                    return Some(line);
                }
            }
        })
    }
}

impl<'a> From<&'a [u8]> for Rope<'a> {
    fn from(text: &'a [u8]) -> Self {
        let mut rope = Self::default();
        rope.push(text);
        rope
    }
}

/// The first line of `text` with its ending, and the rest.
fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr(b'\n', text).map_or(text.len(), |newline| newline + 1);
    text.split_at(end)
}

/// Bytes compared at once: equal blocks are compared by the system's routine.
const BLOCK: usize = 256;

/// How many bytes at the start of both are equal.
pub fn common_prefix(left: &[u8], right: &[u8]) -> usize {
    let blocks = left
        .chunks(BLOCK)
        .zip(right.chunks(BLOCK))
        .take_while(|(left, right)| left == right && left.len() == BLOCK)
        .count();
    let from = blocks * BLOCK;
    let differing = left[from..]
        .iter()
        .zip(&right[from..])
        .take_while(|(left, right)| left == right);
    from + differing.count()
}

/// How many bytes at the end of both are equal.
pub fn common_suffix(left: &[u8], right: &[u8]) -> usize {
    let blocks = left
        .rchunks(BLOCK)
        .zip(right.rchunks(BLOCK))
        .take_while(|(left, right)| left == right && left.len() == BLOCK)
        .count();
    let from = blocks * BLOCK;
    let differing = left[..left.len() - from]
        .iter()
        .rev()
        .zip(right[..right.len() - from].iter().rev())
        .take_while(|(left, right)| left == right);
    from + differing.count()
}
