//! SEARCH/REPLACE blocks, between lines of angle brackets (`<<<<<<< SEARCH`) or of other characters (`------- SEARCH`).
//!
//! The old and new text of a block are compared line by line. Lines in both texts become context, so they keep the
//! bytes of the file. Consecutive blocks for one file become hunks of one file patch.

use std::path::PathBuf;

use bytes::Bytes;
use similar::{Algorithm, DiffTag};

use super::body::ended;
use super::line::{self, BLOCK_MARKS, BlockMarks, LineMarker, MIN_RUN};
use super::name::path_of;
use super::reader::PatchReader;
use super::{
    Content, FileOperation, FilePatch, Hunk, HunkLine, HunkRange, LineKind, ParseError,
    PatchFormat, PatchNames, Problem, RepairKind,
};
use incise_text::damage::fence;
use incise_text::text::{self, LineNumber};

/// The number of text lines above a block that may contain its file name.
const NAME_REACH: usize = 3;

/// The maximum number of line pairs to compare, which bounds the time. Of a larger block, only the common start and end
/// become context.
const MAX_COMPARED_PAIRS: usize = 4_000_000;

/// The parts of a block, as 0-based line numbers.
struct BlockLines {
    /// The first line of the old text.
    search: usize,
    divider: usize,
    /// The last line of the block.
    end: usize,
    /// The first line of the old text as stated in the block (1-based).
    start_line: Option<usize>,
}

impl PatchReader<'_> {
    /// Reads the block with these marks that begins at the current line.
    pub(super) fn block_section(&mut self, marks: &BlockMarks) -> Result<(), ParseError> {
        let start = self.at;
        let names = self.name_above(start);
        let block = self.block_extent(marks, start)?;
        let old = self.block_lines(marks, block.search, block.divider);
        let new = self.block_lines(marks, block.divider + 1, block.end);
        self.at = block.end + 1;
        let is_blank = old.iter().all(|line| line.trim_ascii().is_empty());
        if is_blank && new.is_empty() {
            return Err(self.malformed(start, Problem::NoHunks));
        }
        let (operation, old_start, old) = if is_blank {
            (FileOperation::Create, Some(0), Vec::new())
        } else {
            (FileOperation::Modify, block.start_line, old)
        };
        let hunk = Hunk {
            old: old_start.map(|start| HunkRange {
                start,
                count: old.len(),
            }),
            is_block: true,
            ..Hunk::new(LineNumber::after_lines(start), diff_lines(&old, &new))
        };
        self.push_block(start, names, operation, hunk);
        Ok(())
    }

    fn push_block(
        &mut self,
        start: usize,
        names: Option<PatchNames>,
        operation: FileOperation,
        hunk: Hunk,
    ) {
        if let Some(FilePatch {
            names: last,
            format: PatchFormat::SearchReplace,
            operation: FileOperation::Modify,
            content: Content::Hunks(hunks),
            ..
        }) = self.files.last_mut()
            && operation == FileOperation::Modify
            && names.as_ref().is_none_or(|names| names == last)
        {
            hunks.push(hunk);
            return;
        }
        let mut names = match names.or_else(|| self.name_of_last_block()) {
            Some(names) => names,
            None => {
                self.repaired(start, RepairKind::MissingFileHeader);
                PatchNames::default()
            }
        };
        if operation == FileOperation::Create {
            names.old = None;
        }
        let line = LineNumber::after_lines(start);
        let format = PatchFormat::SearchReplace;
        self.push(FilePatch::new(line, format, names, operation, vec![hunk]));
    }

    fn name_of_last_block(&self) -> Option<PatchNames> {
        let last = self.files.last()?;
        if last.format != PatchFormat::SearchReplace {
            return None;
        }
        last.names.new.clone().map(PatchNames::same)
    }

    /// Finds the parts of the block that begins at line `start`.
    fn block_extent(&self, marks: &BlockMarks, start: usize) -> Result<BlockLines, ParseError> {
        let (search, start_line) = self.skip_block_fields(start + 1);
        let stop = (search..self.lines.len())
            .find(|&at| {
                let line = self.lines.bare(at);
                marks.closes(line) || marks.opening(line).is_some()
            })
            .unwrap_or(self.lines.len());
        let dividers: Vec<usize> = (search..stop)
            .filter(|&at| marks.divider(self.lines.bare(at)).is_some())
            .collect();
        let run = marks.opening(self.lines.bare(start));
        let same_length: Vec<usize> = dividers
            .iter()
            .copied()
            .filter(|&at| marks.divider(self.lines.bare(at)) == run)
            .collect();
        let is_closed = marks.closes(self.lines.bare(stop));
        if !is_closed {
            return Err(self.malformed(start, Problem::UnfinishedBlock));
        }
        // The only divider, or the only one as long as the opening line.
        let divider = match (&dividers[..], &same_length[..]) {
            ([only], _) | (_, [only]) => *only,
            ([_, second, ..], _) => return Err(self.malformed(*second, Problem::SeveralDividers)),
            _ => return Err(self.malformed(start, Problem::UnfinishedBlock)),
        };
        Ok(BlockLines {
            search,
            divider,
            end: stop,
            start_line,
        })
    }

    /// Skips the fields from line `at` on, and the rule after them. Returns the first line of the old text, and the
    /// number in the field `:start_line:`.
    fn skip_block_fields(&self, mut at: usize) -> (usize, Option<usize>) {
        let first = at;
        let mut start_line = None;
        while let Some((key, value)) = block_field(self.lines.bare(at)) {
            if key == b"start_line" {
                start_line = line::number(value).ok().filter(|&number| number > 0);
            }
            at += 1;
        }
        if at > first && is_dash_rule(self.lines.bare(at)) {
            at += 1;
        }
        (at, start_line)
    }

    /// The lines `from..to`, with the backslash removed from escaped markers.
    fn block_lines(&mut self, marks: &BlockMarks, from: usize, to: usize) -> Vec<Bytes> {
        let mut out = Vec::with_capacity(to.saturating_sub(from));
        for at in from..to {
            let whole = self.lines.whole(at);
            let part = match whole.strip_prefix(b"\\") {
                Some(rest) if is_escapable(marks, line::bare(rest)) => {
                    self.repaired(at, RepairKind::EscapedMarkers);
                    rest
                }
                _ => whole,
            };
            out.push(ended(&self.lines, part));
        }
        out
    }

    /// The file name in the lines above the block. The nearest name is used.
    fn name_above(&self, start: usize) -> Option<PatchNames> {
        let above = (self.part_end..start).rev();
        let candidates = above.filter(|&at| may_name_file(self.lines.bare(at)));
        for at in candidates.take(NAME_REACH) {
            let text = self.lines.bare(at);
            if let Some(name) = name_in_element(text) {
                return path_of(name).ok().map(PatchNames::same);
            }
            if let Some((_, length)) = fence::parse_line(text) {
                match name_in_info(&text[length..]) {
                    Some(name) => return Some(PatchNames::same(name)),
                    None if text.len() == length && at + 1 < start => return None,
                    None => continue,
                }
            }
            if self.lines.marker(at) != LineMarker::Empty
                && let Some(name) = decorated_name(text)
            {
                return Some(PatchNames::same(name));
            }
        }
        None
    }
}

/// True if the line may contain a file name: it is neither markup nor a block marker.
fn may_name_file(line: &[u8]) -> bool {
    !is_markup(line) && !BLOCK_MARKS.iter().any(|marks| is_escapable(marks, line))
}

/// True if the line is markup without a file name: `<diff>`, `</path>`, `<content type="text">`, `<![CDATA[`. Some
/// models write `<source>python` instead of a fence. A comment may contain a name: `<!-- src/a.html -->`.
fn is_markup(line: &[u8]) -> bool {
    const FENCES: [&[u8]; 5] = [b"source", b"code", b"pre", b"codeblock", b"sourcecode"];
    let text = line.trim_ascii();
    if let Some(comment) = text.strip_prefix(b"<!--") {
        let inside = comment.strip_suffix(b"-->").unwrap_or(comment);
        return !inside.iter().any(|byte| b"./".contains(byte));
    }
    if text.starts_with(b"<!") || text.starts_with(b"<?") || text.starts_with(b"]]>") {
        return true;
    }
    let Some((name, rest)) = tag(line.trim_ascii()) else {
        return false;
    };
    rest.is_empty()
        || rest.ends_with(b">") && name_in_element(line).is_none()
        || FENCES.contains(&name)
}

/// The file name in an element such as `<path>src/a.py</path>`.
fn name_in_element(line: &[u8]) -> Option<&[u8]> {
    const NAMES: [&[u8]; 6] = [
        b"path",
        b"file",
        b"filename",
        b"filepath",
        b"file_path",
        b"file_name",
    ];
    let (name, rest) = tag(line.trim_ascii())?;
    let text = rest
        .strip_suffix(b">")?
        .strip_suffix(name)?
        .strip_suffix(b"</")?
        .trim_ascii();
    if NAMES.contains(&name) && looks_like_path(text) {
        Some(text)
    } else {
        None
    }
}

/// The name of the tag that begins `line`, and the text after the tag.
fn tag(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut inside = line.strip_prefix(b"<")?;
    if let Some(closing) = inside.strip_prefix(b"/") {
        inside = closing;
    }
    let name_len = inside
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_-:".contains(byte))
        .count();
    let (name, attributes) = inside.split_at(name_len);
    let close = memchr::memchr(b'>', attributes)?;
    let is_tag = name.first().is_some_and(u8::is_ascii_alphabetic)
        && matches!(attributes[0], b'>' | b'/' | b' ' | b'\t');
    if !is_tag {
        return None;
    }
    Some((name, &attributes[close + 1..]))
}

/// Parses a field such as `:start_line:12` into its key and value.
fn block_field(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = line.trim_ascii().strip_prefix(b":")?;
    let colon = memchr::memchr(b':', rest)?;
    let (key, value) = (&rest[..colon], rest[colon + 1..].trim_ascii());
    if matches!(key, b"start_line" | b"end_line") && value.iter().all(u8::is_ascii_digit) {
        Some((key, value))
    } else {
        None
    }
}

/// True if `line` would be a marker in a block with these marks, ignoring backslashes before it.
fn is_escapable(marks: &BlockMarks, line: &[u8]) -> bool {
    let backslashes = line.iter().take_while(|&&byte| byte == b'\\').count();
    let unescaped = &line[backslashes..];
    marks.contain(unescaped) || is_dash_rule(unescaped) || block_field(unescaped).is_some()
}

/// True for the line of dashes between the fields of a block and its old text.
fn is_dash_rule(line: &[u8]) -> bool {
    line.len() >= MIN_RUN && line.iter().all(|&byte| byte == b'-')
}

/// The file name in the info string of a fence: `python src/a.py`, `python:src/a.py`, `src/a.py`.
fn name_in_info(info: &[u8]) -> Option<PathBuf> {
    let last = info
        .trim_ascii()
        .rsplit(|byte| matches!(byte, b' ' | b':' | b'='))
        .next()?
        .trim_ascii();
    if last.contains(&b'/') || last.contains(&b'.') {
        path_of(last).ok()
    } else {
        None
    }
}

/// The file name in a line with Markdown or comment decoration: `` ### `src/a.py` ``, `**File: src/a.py**`,
/// `# src/a.py:`.
fn decorated_name(line: &[u8]) -> Option<PathBuf> {
    let ticked: Vec<&[u8]> = line.split(|&byte| byte == b'`').collect();
    if let [_, name, _, ..] = ticked[..]
        && !name.is_empty()
    {
        return path_if_likely(name);
    }
    let mut text = line;
    if !text.starts_with(b"/") || text.starts_with(b"//") {
        text = trim_bytes_start(text, b"#*_/`\"'<>![]()-");
    }
    text = trim_bytes_end(text, b"#*`\"'<>![]()-:,;");
    if let Some(colon) = memchr::memmem::find(text, b": ") {
        text = text[colon + 2..].trim_ascii();
    }
    if let Some(name) = text.strip_prefix(b"File:") {
        text = name;
    }
    if text.iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    path_if_likely(text)
}

fn path_if_likely(name: &[u8]) -> Option<PathBuf> {
    if looks_like_path(name) {
        path_of(name).ok()
    } else {
        None
    }
}

/// Removes `bytes` and whitespace from the start of `text`.
fn trim_bytes_start<'t>(mut text: &'t [u8], bytes: &[u8]) -> &'t [u8] {
    while let [first, rest @ ..] = text
        && (bytes.contains(first) || first.is_ascii_whitespace())
    {
        text = rest;
    }
    text
}

/// Removes `bytes` and whitespace from the end of `text`.
fn trim_bytes_end<'t>(mut text: &'t [u8], bytes: &[u8]) -> &'t [u8] {
    while let [rest @ .., last] = text
        && (bytes.contains(last) || last.is_ascii_whitespace())
    {
        text = rest;
    }
    text
}

fn looks_like_path(text: &[u8]) -> bool {
    // The angle brackets of a marker may have been trimmed.
    const MARKERS: [&[u8]; 4] = [b"SEARCH", b"REPLACE", b"ORIGINAL", b"UPDATED"];
    if MARKERS.contains(&text) {
        return false;
    }
    !text.is_empty() && !text.iter().any(|byte| b"<>|={}()".contains(byte)) && !text.ends_with(b".")
}

/// The hunk lines that turn `old` into `new`.
fn diff_lines(old: &[Bytes], new: &[Bytes]) -> Vec<HunkLine> {
    let head = text::common_head(old, new);
    let tail = text::common_tail(&old[head..], &new[head..]);
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let (removed, added) = (&old[head..old_end], &new[head..new_end]);
    let mut out = Vec::with_capacity(old.len() + new.len());
    push_lines(&mut out, LineKind::Context, &old[..head]);
    if old.len().saturating_mul(new.len()) > MAX_COMPARED_PAIRS {
        push_lines(&mut out, LineKind::Removed, removed);
        push_lines(&mut out, LineKind::Added, added);
    } else {
        for op in text::compare(Algorithm::Myers, removed, added) {
            let (old, new) = (&removed[op.old_range()], &added[op.new_range()]);
            if op.tag() == DiffTag::Equal {
                push_lines(&mut out, LineKind::Context, old);
            } else {
                push_lines(&mut out, LineKind::Removed, old);
                push_lines(&mut out, LineKind::Added, new);
            }
        }
    }
    push_lines(&mut out, LineKind::Context, &old[old_end..]);
    out
}

fn push_lines(lines: &mut Vec<HunkLine>, kind: LineKind, texts: &[Bytes]) {
    for text in texts {
        lines.push(HunkLine {
            kind,
            text: text.clone(),
        });
    }
}
