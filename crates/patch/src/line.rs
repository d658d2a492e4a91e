//! The lines of a patch, classified one by one.

use std::ffi::OsStr;

use bytes::Bytes;

use super::Problem;
use super::name::{StatedNames, stated};

use incise_text::text;

/// The meaning of the first byte of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineMarker {
    /// A space.
    Context,
    /// `-`.
    Removed,
    /// `+`.
    Added,
    /// `\ No newline at end of file`, in any language.
    NoNewline,
    /// An empty line.
    Empty,
    /// Anything else.
    Bare,
}

/// The lines of the patch text, including their endings.
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

    /// Line `at` with its ending; empty past the end.
    pub(super) fn whole(&self, at: usize) -> &'a [u8] {
        self.lines.get(at).copied().unwrap_or_default()
    }

    /// Line `at` without its ending; empty past the end.
    pub(super) fn bare(&self, at: usize) -> &'a [u8] {
        bare(self.whole(at))
    }

    /// The text of the lines `from..to`.
    pub(super) fn span(&self, from: usize, to: usize) -> Bytes {
        let text = self.text.as_ptr() as usize;
        let offset = |at: usize| match self.lines.get(at) {
            Some(line) => line.as_ptr() as usize - text,
            None => self.text.len(),
        };
        self.text.slice(offset(from)..offset(to))
    }

    /// Returns `part`, a slice of the text, as shared bytes.
    pub(super) fn share(&self, part: &[u8]) -> Bytes {
        self.text.slice_ref(part)
    }

    /// The length of the whole text in bytes.
    pub(super) fn byte_len(&self) -> usize {
        self.text.len()
    }

    /// The usual line ending of the text, which is the ending of the first line.
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

    /// True if lines `at` and `at + 1` are the `---` and `+++` lines of a file header.
    ///
    /// Inside a hunk the same two lines can be a removed and an added line. They are a header if an `@@` line
    /// follows, or if the two names agree.
    pub(super) fn is_file_header(&self, at: usize) -> bool {
        let (Some(old), Some(new)) = (
            self.bare(at).strip_prefix(b"--- "),
            self.bare(at + 1).strip_prefix(b"+++ "),
        ) else {
            return false;
        };
        self.whole(at + 2).starts_with(b"@@") || names_agree(old, new)
    }

    /// True if the names in the pair of lines at `at` look like paths of the same file.
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

    /// True if line `at` begins the signature of a mail from git (`-- `, then a version).
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

/// Returns `line` without its line ending.
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

/// The word that ends the here-document that the line `text` opens.
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

/// The largest number allowed in a diff, as a line number or a byte count. No file is that large, and sums of a few
/// such numbers cannot overflow `usize`.
const LARGEST: usize = 1 << 48;

/// Parses a run of digits.
///
/// # Errors
/// If there are no digits, or if the number exceeds [`LARGEST`].
pub(super) fn number(digits: &[u8]) -> Result<usize, Problem> {
    std::str::from_utf8(digits)
        .ok()
        .and_then(|digits| digits.parse().ok())
        .filter(|number| *number <= LARGEST)
        .ok_or(Problem::AbsurdRange)
}

/// The marker lines of a block. Each is a run of one character. The first and last are followed by a word.
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

/// `------- SEARCH`, `=======`, `+++++++ REPLACE`. Changed lines of a diff begin with the same characters, so a space
/// is required before the word.
const SIGNS: BlockMarks = BlockMarks {
    first: (b'-', &[b" SEARCH", b" SEARCH>"]),
    last: (b'+', &[b" REPLACE", b" REPLACE>"]),
    longest_run: usize::MAX,
};

/// The marks of each kind of block.
pub(super) const BLOCK_MARKS: [&BlockMarks; 2] = [&ANGLES, &SIGNS];

impl BlockMarks {
    /// The length of the run, if `line` (without its ending) opens a block.
    pub(super) fn opening(&self, line: &[u8]) -> Option<usize> {
        self.run(line, self.first)
    }

    /// The length of the run, if `line` divides the old and the new text of a block.
    pub(super) fn divider(&self, line: &[u8]) -> Option<usize> {
        self.run(line, (b'=', &[b""]))
    }

    /// True if `line` ends a block.
    pub(super) fn closes(&self, line: &[u8]) -> bool {
        self.run(line, self.last).is_some()
    }

    /// True if `line` is any marker of a block.
    pub(super) fn are_in(&self, line: &[u8]) -> bool {
        self.opening(line).is_some() || self.divider(line).is_some() || self.closes(line)
    }

    /// The length of the run of `sign` at the start of `line`. `None` unless the run is long enough and one of
    /// `words` follows.
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

/// The marks of the block that `line` (without its ending) opens.
pub(super) fn opens_block(line: &[u8]) -> Option<&'static BlockMarks> {
    BLOCK_MARKS
        .into_iter()
        .find(|marks| marks.opening(line).is_some())
}
