//! Three versions of a text, cut into lines that are compared by number.

use std::collections::HashMap;
use std::ops::Range;

use bytes::Bytes;
use foldhash::fast::FixedState;

use incise_text::text;

/// Two texts and the one that both were made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The text that both sides changed.
    pub base: Bytes,
    /// Our side, which the result goes into.
    pub ours: Bytes,
    /// The other side.
    pub theirs: Bytes,
}

/// A text in lines.
#[derive(Debug)]
pub struct NumberedLines<'t> {
    text: &'t Bytes,
    /// Where each line begins, and where the last one ends.
    starts: Vec<usize>,
    /// A number for each line: equal lines of the three versions have the same.
    pub numbers: Vec<u32>,
}

impl<'t> NumberedLines<'t> {
    /// The bytes of `lines` (from 0), endings included.
    pub fn bytes(&self, lines: Range<usize>) -> Bytes {
        self.text
            .slice(self.starts[lines.start]..self.starts[lines.end])
    }

    /// Line `line` (from 0), its ending included.
    pub fn line(&self, line: usize) -> &'t [u8] {
        &self.text[self.starts[line]..self.starts[line + 1]]
    }

    /// Each of `lines` (from 0).
    pub fn each(&self, lines: Range<usize>) -> impl DoubleEndedIterator<Item = &'t [u8]> + '_ {
        lines.map(|line| self.line(line))
    }

    /// The offset at which line `line` (from 0) begins; that of the end for the one after the last.
    pub fn start(&self, line: usize) -> usize {
        self.starts[line]
    }

    /// The line (from 0) that begins at `offset`, or behind it.
    pub fn line_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start < offset)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }
}

/// Lines of the three versions, from 0, that are compared with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedLines {
    pub base: Range<usize>,
    pub ours: Range<usize>,
    pub theirs: Range<usize>,
}

/// The lines of three versions.
#[derive(Debug)]
pub struct VersionLines<'t> {
    pub base: NumberedLines<'t>,
    pub ours: NumberedLines<'t>,
    pub theirs: NumberedLines<'t>,
}

impl<'t> VersionLines<'t> {
    /// Cuts `versions`.
    pub fn of(versions: &'t Versions) -> Self {
        Self::cut(versions, text::lines)
    }

    /// Cuts `versions` into words, blanks and signs, each of which takes the part of a line.
    pub fn in_words(versions: &'t Versions) -> Self {
        Self::cut(versions, |text| literals(text).into_iter())
    }

    /// The texts of these lines of the three versions.
    pub fn texts(
        &self,
        base: &Range<usize>,
        ours: &Range<usize>,
        theirs: &Range<usize>,
    ) -> Versions {
        Versions {
            base: self.base.bytes(base.clone()),
            ours: self.ours.bytes(ours.clone()),
            theirs: self.theirs.bytes(theirs.clone()),
        }
    }

    /// All of them.
    pub fn whole(&self) -> ComparedLines {
        ComparedLines {
            base: 0..self.base.len(),
            ours: 0..self.ours.len(),
            theirs: 0..self.theirs.len(),
        }
    }

    fn cut<I>(versions: &'t Versions, split: fn(&'t [u8]) -> I) -> Self
    where
        I: Iterator<Item = &'t [u8]>,
    {
        let mut known: HashMap<&[u8], u32, FixedState> = HashMap::default();
        let mut numbered = |text: &'t Bytes| {
            let mut starts = vec![0];
            let mut numbers = Vec::new();
            for line in split(text) {
                let next = known.len() as u32;
                numbers.push(*known.entry(line).or_insert(next));
                starts.push(starts[starts.len() - 1] + line.len());
            }
            NumberedLines {
                text,
                starts,
                numbers,
            }
        };
        Self {
            base: numbered(&versions.base),
            ours: numbered(&versions.ours),
            theirs: numbered(&versions.theirs),
        }
    }
}

/// What a byte of a text belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteClass {
    Word,
    Blank,
    Sign,
}

/// The words, runs of blanks and single signs of `text`. A number with dots in it is one word.
pub fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let class = |byte: u8| match byte {
        b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => ByteClass::Word,
        b' ' | b'\t' => ByteClass::Blank,
        _ => ByteClass::Sign,
    };
    let is_number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    text.chunk_by(move |one, two| {
        let is_joined = class(*one) == class(*two) && class(*one) != ByteClass::Sign;
        let is_dotted = is_number(*one) && is_number(*two) && *one != *two;
        is_joined || is_dotted
    })
}

/// The [`words`] of `text` without the blanks.
pub fn told_words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    words(text).filter(|word| !is_blank(word))
}

/// Whether `word` is nothing but blanks.
pub fn is_blank(word: &[u8]) -> bool {
    word.trim_ascii().is_empty()
}

/// Whether `word` is more than a sign or a blank.
pub fn is_word(word: &[u8]) -> bool {
    word.first()
        .is_some_and(|first| first.is_ascii_alphanumeric() || *first == b'_' || *first >= 0x80)
}

/// The [`words`] of `text`, those that are one number or date together: `1e-5`, `2024-02-01`, `10:20`.
fn literals(text: &[u8]) -> Vec<&[u8]> {
    let mut all: Vec<&[u8]> = Vec::new();
    let mut end = 0;
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    for word in words(text) {
        let start = end;
        end += word.len();
        let joined = match &all[..] {
            [.., number, [b'-' | b':' | b'/' | b'+']] if word.first().is_some_and(is_digit) => {
                let (last, head) = number.split_last().unwrap_or((&0, &[]));
                let is_exponent = b"eE".contains(last) && head.last().is_some_and(is_digit);
                (is_digit(last) || is_exponent).then_some(number.len() + 1)
            }
            _ => None,
        };
        if let Some(len) = joined {
            all.truncate(all.len() - 2);
            all.push(&text[start - len..end]);
        } else {
            all.push(word);
        }
    }
    all
}
