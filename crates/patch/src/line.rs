//! The lines of a patch, classified one by one.

use bytes::Bytes;

use super::Problem;
use super::name::parse_stated_name;
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
    Unmarked,
}

impl LineMarker {
    pub(super) fn is_change(self) -> bool {
        matches!(self, Self::Removed | Self::Added)
    }
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
        let Some((old, new)) = self.header_names(at) else {
            return false;
        };
        self.whole(at + 2).starts_with(b"@@") || names_agree(old, new)
    }

    /// True if line `at` begins a diff: `diff`, or a file header and a hunk.
    pub(super) fn begins_diff(&self, at: usize) -> bool {
        self.bare(at).starts_with(b"diff ")
            || self.header_names(at).is_some() && self.whole(at + 2).starts_with(b"@@")
    }

    /// True if the names in the pair of lines at `at` look like paths of the same file.
    pub(super) fn header_names_agree(&self, at: usize) -> bool {
        let Some((old, new)) = self.header_names(at) else {
            return false;
        };
        memchr::memchr2(b'/', b'.', old).is_some()
            && memchr::memchr2(b'/', b'.', new).is_some()
            && names_agree(old, new)
    }

    /// The text after `--- ` in line `at` and after `+++ ` in the next line.
    fn header_names(&self, at: usize) -> Option<(&'a [u8], &'a [u8])> {
        let old = self.bare(at).strip_prefix(b"--- ")?;
        let new = self.bare(at + 1).strip_prefix(b"+++ ")?;
        Some((old, new))
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
        Some(_) => LineMarker::Unmarked,
    }
}

fn names_agree(old: &[u8], new: &[u8]) -> bool {
    let (Ok(old), Ok(new)) = (parse_stated_name(old), parse_stated_name(new)) else {
        return false;
    };
    match (old.file_name(), new.file_name()) {
        (Some(old), Some(new)) => old == new,
        (None, None) => false,
        _ => true,
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
    let operator = memchr::memmem::find(text, b"<<")?;
    let after = &text[operator + 2..];
    let word: Vec<u8> = after
        .strip_prefix(b"-")
        .unwrap_or(after)
        .trim_ascii_start()
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

/// The shortest run of one character that can be a marker line of a block.
pub(super) const MIN_RUN: usize = 5;

/// The marker lines of a kind of block.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BlockMarks {
    first: BlockMark,
    last: BlockMark,
    max_run: usize,
}

/// A marker line: a run of one byte, then one of some words.
#[derive(Debug, PartialEq, Eq)]
struct BlockMark {
    byte: u8,
    words: &'static [&'static [u8]],
}

/// `=======`.
const DIVIDER: BlockMark = BlockMark {
    byte: b'=',
    words: &[b""],
};

/// `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`.
const ANGLES: BlockMarks = BlockMarks {
    first: BlockMark {
        byte: b'<',
        words: &[b"SEARCH", b"SEARCH>", b"SEARCH:", b"ORIGINAL"],
    },
    last: BlockMark {
        byte: b'>',
        words: &[b"REPLACE", b"UPDATED", b"REPLACE>"],
    },
    max_run: 9,
};

/// `------- SEARCH`, `=======`, `+++++++ REPLACE`. Changed lines of a diff begin with the same characters, so a space
/// is required before the word.
const SIGNS: BlockMarks = BlockMarks {
    first: BlockMark {
        byte: b'-',
        words: &[b" SEARCH", b" SEARCH>"],
    },
    last: BlockMark {
        byte: b'+',
        words: &[b" REPLACE", b" REPLACE>"],
    },
    max_run: usize::MAX,
};

/// The marks of each kind of block.
pub(super) const BLOCK_MARKS: [&BlockMarks; 2] = [&ANGLES, &SIGNS];

impl BlockMarks {
    /// The length of the run, if `line` (without its ending) opens a block.
    pub(super) fn opening(&self, line: &[u8]) -> Option<usize> {
        self.run_len(line, &self.first)
    }

    /// The length of the run, if `line` divides the old and the new text of a block.
    pub(super) fn divider(&self, line: &[u8]) -> Option<usize> {
        self.run_len(line, &DIVIDER)
    }

    /// True if `line` ends a block.
    pub(super) fn closes(&self, line: &[u8]) -> bool {
        self.run_len(line, &self.last).is_some()
    }

    /// True if `line` is any marker of a block.
    pub(super) fn contain(&self, line: &[u8]) -> bool {
        self.opening(line).is_some() || self.divider(line).is_some() || self.closes(line)
    }

    /// The length of the run at the start of `line`, if `line` is `mark`.
    fn run_len(&self, line: &[u8], mark: &BlockMark) -> Option<usize> {
        let run = line.iter().take_while(|&&byte| byte == mark.byte).count();
        let rest = line[run..].trim_ascii_end();
        let word = rest.trim_ascii_start();
        let is_word = mark.words.contains(&word) || mark.words.contains(&rest);
        if is_word && (MIN_RUN..=self.max_run).contains(&run) {
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
