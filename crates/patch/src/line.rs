//! The lines of a patch, each classified on its own.

use std::ffi::OsStr;

use bytes::Bytes;

use super::Problem;
use super::name::{StatedNames, stated};

use incise_text::text;

/// The meaning of the first byte of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineMarker {
    /// A blank.
    Context,
    /// `-`.
    Removed,
    /// `+`.
    Added,
    /// `\ No newline at end of file`, in any language.
    NoNewline,
    /// Nothing at all.
    Empty,
    /// Anything else.
    Bare,
}

/// The text cut into lines, endings kept.
pub(super) struct PatchLines<'a> {
    text: &'a Bytes,
    lines: Vec<&'a [u8]>,
}

impl<'a> PatchLines<'a> {
    pub(super) fn new(text: &'a Bytes) -> Self {
        // A byte-order mark belongs to the patch file, not to its first line.
        let lines = text::lines(text::without_bom(text)).collect();
        Self { text, lines }
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Line `at` with its ending; empty beyond the end.
    pub(super) fn whole(&self, at: usize) -> &'a [u8] {
        self.lines.get(at).copied().unwrap_or_default()
    }

    /// Line `at` without its ending; empty beyond the end.
    pub(super) fn bare(&self, at: usize) -> &'a [u8] {
        bare(self.whole(at))
    }

    /// The lines `from..to` as one text.
    pub(super) fn span(&self, from: usize, to: usize) -> Bytes {
        let text = self.text.as_ptr() as usize;
        let offset = |at: usize| match self.lines.get(at) {
            Some(line) => line.as_ptr() as usize - text,
            None => self.text.len(),
        };
        self.text.slice(offset(from)..offset(to))
    }

    /// A part of the text, shared with it.
    pub(super) fn share(&self, part: &[u8]) -> Bytes {
        self.text.slice_ref(part)
    }

    /// Number of bytes of the whole text.
    pub(super) fn byte_len(&self) -> usize {
        self.text.len()
    }

    /// The line ending of the text, judged by its first line.
    pub(super) fn usual_ending(&self) -> &'static [u8] {
        if self.whole(0).ends_with(b"\r\n") {
            b"\r\n"
        } else {
            b"\n"
        }
    }

    pub(super) fn marker(&self, at: usize) -> LineMarker {
        marker(self.whole(at))
    }

    /// True if lines `at` and `at + 1` are a `---` and `+++` pair that heads a file.
    ///
    /// Inside a hunk the same two lines can be a removed and an added line; they are a header when a
    /// hunk header follows or the two names agree.
    pub(super) fn is_file_header(&self, at: usize) -> bool {
        let (Some(old), Some(new)) = (
            self.bare(at).strip_prefix(b"--- "),
            self.bare(at + 1).strip_prefix(b"+++ "),
        ) else {
            return false;
        };
        self.whole(at + 2).starts_with(b"@@") || names_agree(old, new)
    }

    /// True if the names of the pair at `at` look like paths of one file.
    pub(super) fn header_names_agree(&self, at: usize) -> bool {
        match (
            self.bare(at).strip_prefix(b"--- "),
            self.bare(at + 1).strip_prefix(b"+++ "),
        ) {
            (Some(old), Some(new)) => {
                memchr::memchr2(b'/', b'.', old).is_some()
                    && memchr::memchr2(b'/', b'.', new).is_some()
                    && names_agree(old, new)
            }
            _ => false,
        }
    }

    /// True if line `at` begins the signature that ends a mail (`-- `, then git's version).
    pub(super) fn is_signature(&self, at: usize) -> bool {
        let version = self.bare(at + 1);
        matches!(self.bare(at), b"-- " | b"--")
            && version.first().is_some_and(u8::is_ascii_digit)
            && version.contains(&b'.')
            && version
                .iter()
                .all(|&byte| byte.is_ascii_graphic() || byte == b' ')
            && self.bare(at + 2).is_empty()
    }
}

/// `line` without its line ending.
pub(super) fn bare(line: &[u8]) -> &[u8] {
    match line {
        [text @ .., b'\r', b'\n'] | [text @ .., b'\n'] | [text @ .., b'\r'] => text,
        text => text,
    }
}

pub(super) fn marker(line: &[u8]) -> LineMarker {
    match line.first() {
        Some(b' ') => LineMarker::Context,
        Some(b'-') => LineMarker::Removed,
        Some(b'+') => LineMarker::Added,
        Some(b'\\') if line.starts_with(b"\\ ") => LineMarker::NoNewline,
        None | Some(b'\n') => LineMarker::Empty,
        Some(b'\r') if bare(line).is_empty() => LineMarker::Empty,
        Some(_) => LineMarker::Bare,
    }
}

fn names_agree(old: &[u8], new: &[u8]) -> bool {
    let (Ok(old), Ok(new)) = (stated(old), stated(new)) else {
        return false;
    };
    match (file_name(&old), file_name(&new)) {
        (Some(old), Some(new)) => old == new,
        (None, None) => false,
        _ => true,
    }
}

fn file_name(name: &StatedNames) -> Option<&OsStr> {
    match name {
        StatedNames::Absent => None,
        StatedNames::File(path) | StatedNames::Epoch(path) => path.file_name(),
    }
}

/// The word that ends the here-document opened on the line `text`.
pub(super) fn heredoc_word(text: &[u8]) -> Option<Vec<u8>> {
    const COMMANDS: [&[u8]; 4] = [b"patch", b"apply", b"cat", b"tee"];
    if !COMMANDS
        .iter()
        .any(|command| memchr::memmem::find(text, command).is_some())
    {
        return None;
    }
    let at = memchr::memmem::find(text, b"<<")?;
    let rest = text[at + 2..]
        .strip_prefix(b"-")
        .unwrap_or(&text[at + 2..])
        .trim_ascii_start();
    let word: Vec<u8> = rest
        .iter()
        .copied()
        .skip_while(|byte| matches!(byte, b'\'' | b'"' | b'\\'))
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        .collect();
    if word.first().is_some_and(u8::is_ascii_alphabetic) {
        Some(word)
    } else {
        None
    }
}

/// The largest number a diff may state, in lines or bytes: more than a file can have, and so far from the largest
/// `usize` that sums and differences of a few such numbers fit.
const LARGEST: usize = 1 << 48;

/// Parses a run of digits.
///
/// # Errors
/// Without digits, or for a number above [`LARGEST`].
pub(super) fn number(digits: &[u8]) -> Result<usize, Problem> {
    std::str::from_utf8(digits)
        .ok()
        .and_then(|digits| digits.parse().ok())
        .filter(|number| *number <= LARGEST)
        .ok_or(Problem::AbsurdRange)
}

/// The lines around a block: each is a run of a sign, and a word at the first and the last.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BlockMarks {
    first: (u8, &'static [&'static [u8]]),
    last: (u8, &'static [&'static [u8]]),
    longest_run: usize,
}

/// `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`.
const ANGLES: BlockMarks = BlockMarks {
    first: (b'<', &[b"SEARCH", b"SEARCH>", b"SEARCH:", b"ORIGINAL"]),
    last: (b'>', &[b"REPLACE", b"UPDATED", b"REPLACE>"]),
    longest_run: 9,
};

/// `------- SEARCH`, `=======`, `+++++++ REPLACE`. Changed lines of a diff begin with the same signs: here a blank
/// tells the word from a text.
const SIGNS: BlockMarks = BlockMarks {
    first: (b'-', &[b" SEARCH", b" SEARCH>"]),
    last: (b'+', &[b" REPLACE", b" REPLACE>"]),
    longest_run: usize::MAX,
};

/// The marks of every kind of block.
pub(super) const BLOCK_MARKS: [&BlockMarks; 2] = [&ANGLES, &SIGNS];

impl BlockMarks {
    /// The length of the run in `line` (without ending), if it opens such a block.
    pub(super) fn opening(&self, line: &[u8]) -> Option<usize> {
        self.run(line, self.first)
    }

    /// The length of the run in `line`, if it stands between the old and the new text.
    pub(super) fn divider(&self, line: &[u8]) -> Option<usize> {
        self.run(line, (b'=', &[b""]))
    }

    /// True if `line` ends such a block.
    pub(super) fn closes(&self, line: &[u8]) -> bool {
        self.run(line, self.last).is_some()
    }

    /// True if `line` is one of those around a block.
    pub(super) fn are_in(&self, line: &[u8]) -> bool {
        self.opening(line).is_some() || self.divider(line).is_some() || self.closes(line)
    }

    /// The length of the run of `sign` that begins `line`, if it is long enough and one of `words` follows.
    fn run(&self, line: &[u8], (sign, words): (u8, &[&[u8]])) -> Option<usize> {
        let run = line.iter().take_while(|&&byte| byte == sign).count();
        let rest = line[run..].trim_ascii_end();
        let word = rest.trim_ascii_start();
        let is_word = words.contains(&word) || words.contains(&rest);
        if is_word && (5..=self.longest_run).contains(&run) {
            Some(run)
        } else {
            None
        }
    }
}

/// The marks of the block that `line` (without ending) opens.
pub(super) fn opens_block(line: &[u8]) -> Option<&'static BlockMarks> {
    BLOCK_MARKS
        .into_iter()
        .find(|marks| marks.opening(line).is_some())
}
