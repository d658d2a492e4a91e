//! SEARCH/REPLACE blocks, between lines of angles (`<<<<<<< SEARCH`) or of signs (`------- SEARCH`).
//!
//! The old and the new text of a block are compared line by line, so that lines both have become context
//! and keep the bytes of the file. Consecutive blocks for one file are hunks of one file patch.

use std::path::PathBuf;

use bytes::Bytes;

use super::body::ended;
use super::line::{self, BLOCK_MARKS, BlockMarks, LineMarker};
use super::name::path_of;
use super::reader::PatchReader;
use super::{
    Content, FileOperation, FilePatch, Hunk, HunkLine, HunkRange, LineKind, ParseError,
    PatchFormat, PatchNames, Problem, RepairKind, Strictness,
};
use incise_text::damage::fence;
use incise_text::text::{self, LineNumber};

/// Lines above a block in which its file name may stand.
const NAME_REACH: usize = 3;

/// Most pairs of lines that are compared; a larger block keeps only its common start and end.
const COMPARED: usize = 4_000_000;

/// Lines of a block, counted from 0.
struct BlockLines {
    /// First line of the old text.
    search: usize,
    divider: usize,
    /// The end of the new text: the last line of the block, or a divider right before it.
    new_end: usize,
    /// Last line of the block.
    end: usize,
    /// The stated first line of the old text.
    start_line: Option<usize>,
}

impl PatchReader<'_> {
    /// Reads the block with these marks that begins here.
    pub(super) fn block_section(&mut self, marks: &BlockMarks) -> Result<(), ParseError> {
        let start = self.at;
        let names = self.name_above(start);
        let block = self.block_extent(marks, start)?;
        let old = self.block_lines(marks, block.search, block.divider);
        let new = self.block_lines(marks, block.divider + 1, block.new_end);
        if marks.divider(self.lines.bare(block.new_end)).is_some() {
            self.repaired(block.new_end, RepairKind::DividerAsEnd);
        }
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
            line: LineNumber::after_lines(start),
            old: old_start.map(|start| HunkRange {
                start,
                count: old.len(),
            }),
            new: None,
            scopes: Vec::new(),
            lines: compared(&old, &new),
            at_end: false,
            in_order: false,
            is_last: false,
            uncounted: 0,
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
        let last = self
            .files
            .last()
            .filter(|file| file.format == PatchFormat::SearchReplace);
        let names = names.or_else(|| last?.names.new.clone().map(PatchNames::same));
        if names.is_none() {
            self.repaired(start, RepairKind::MissingFileHeader);
        }
        let mut names = names.unwrap_or_default();
        if operation == FileOperation::Create {
            names.old = None;
        }
        self.push(FilePatch {
            names,
            format: PatchFormat::SearchReplace,
            operation,
            old_mode: None,
            new_mode: None,
            blobs: None,
            is_of_two_trees: false,
            content: Content::Hunks(vec![hunk]),
            line: LineNumber::after_lines(start),
            strictness: Strictness::Repair,
        });
    }

    /// Finds the parts of the block whose first line is `start`.
    fn block_extent(&self, marks: &BlockMarks, start: usize) -> Result<BlockLines, ParseError> {
        let unfinished = self.malformed(start, Problem::UnfinishedBlock);
        let run = marks.opening(self.lines.bare(start));
        let mut search = start + 1;
        let mut start_line = None;
        while let Some((key, value)) = field(self.lines.bare(search)) {
            if key == b"start_line" {
                start_line = line::number(value).ok().filter(|&number| number > 0);
            }
            search += 1;
        }
        let rule = self.lines.bare(search);
        if search > start + 1 && rule.len() >= 5 && rule.iter().all(|&byte| byte == b'-') {
            search += 1;
        }
        let stop = (search..self.lines.len())
            .find(|&at| {
                let line = self.lines.bare(at);
                marks.closes(line) || marks.opening(line).is_some()
            })
            .unwrap_or(self.lines.len());
        let dividers: Vec<usize> = (search..stop)
            .filter(|&at| marks.divider(self.lines.bare(at)).is_some())
            .collect();
        let alike: Vec<usize> = dividers
            .iter()
            .copied()
            .filter(|&at| marks.divider(self.lines.bare(at)) == run)
            .collect();
        let is_closed = marks.closes(self.lines.bare(stop));
        let (divider, new_end) = match (dividers.as_slice(), alike.as_slice()) {
            ([only], _) | (_, [only]) if is_closed => (*only, stop),
            ([first, second], [..]) if self.ends_at(marks, *first, *second, stop) => {
                (*first, *second)
            }
            ([_, second, ..], _) if is_closed => {
                return Err(self.malformed(*second, Problem::SeveralDividers));
            }
            _ => return Err(unfinished),
        };
        Ok(BlockLines {
            search,
            divider,
            new_end,
            end: if is_closed { stop } else { new_end },
            start_line,
        })
    }

    /// Whether the second of two dividers is meant as the end of the block: it stands right before the line
    /// that ends it, or there is none before `stop`. Not where either could be the rule below a title, which
    /// would make it a line of the text.
    fn ends_at(&self, marks: &BlockMarks, first: usize, second: usize, stop: usize) -> bool {
        let below_title = |at: usize| {
            let above = self.lines.bare(at - 1).trim_ascii();
            let is_divider = marks.divider(above).is_some();
            let rule = self.lines.bare(at).trim_ascii().len();
            !above.is_empty() && !is_divider && above.len() <= rule
        };
        let is_last = second + 1 == stop || !marks.closes(self.lines.bare(stop));
        is_last && !below_title(first) && !below_title(second)
    }

    /// The lines `from..to` with escaped markers restored.
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

    /// The file name in the lines above the block, the nearest first.
    fn name_above(&self, start: usize) -> Option<PatchNames> {
        let above = (self.part_end..start).rev();
        let is_marker = |line: &[u8]| {
            let mut marks = BLOCK_MARKS.into_iter();
            marks.any(|marks| is_escapable(marks, line))
        };
        let is_text = |line: &[u8]| !is_markup(line) && !is_marker(line);
        let texts = above.filter(|&at| is_text(self.lines.bare(at)));
        for at in texts.take(NAME_REACH) {
            let text = self.lines.bare(at);
            if let Some(name) = element(text) {
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
                && let Some(name) = dressed_name(text)
            {
                return Some(PatchNames::same(name));
            }
        }
        None
    }
}

/// Whether the line is markup, which is no name: `<diff>`, `</path>`, `<content type="text">`, `<![CDATA[`, and
/// `<source>python`, which some write instead of a fence. A comment may hold a name: `<!-- src/a.html -->`.
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
    rest.is_empty() || rest.ends_with(b">") && element(line).is_none() || FENCES.contains(&name)
}

/// The file that `<path>src/a.py</path>` names.
fn element(line: &[u8]) -> Option<&[u8]> {
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
    (NAMES.contains(&name) && looks_like_path(text)).then_some(text)
}

/// The name of the tag that begins `line`, and what follows the tag.
fn tag(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = line.strip_prefix(b"<")?;
    let inside = inside.strip_prefix(b"/").unwrap_or(inside);
    let is_named = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-:".contains(byte);
    let length = inside.iter().take_while(|byte| is_named(byte)).count();
    let (name, attributes) = inside.split_at(length);
    let close = memchr::memchr(b'>', attributes)?;
    let is_tag = name.first().is_some_and(u8::is_ascii_alphabetic)
        && matches!(attributes[0], b'>' | b'/' | b' ' | b'\t');
    is_tag.then(|| (name, &attributes[close + 1..]))
}

/// `:start_line:12`.
fn field(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = line.trim_ascii().strip_prefix(b":")?;
    let colon = memchr::memchr(b':', rest)?;
    let (key, value) = (&rest[..colon], rest[colon + 1..].trim_ascii());
    (matches!(key, b"start_line" | b"end_line") && value.iter().all(u8::is_ascii_digit))
        .then_some((key, value))
}

/// Whether `line` would structure a block with these marks, however many backslashes stand before it.
fn is_escapable(marks: &BlockMarks, line: &[u8]) -> bool {
    let line = &line[line.iter().take_while(|&&byte| byte == b'\\').count()..];
    marks.are_in(line)
        || (line.len() >= 5 && line.iter().all(|&byte| byte == b'-'))
        || field(line).is_some()
}

/// A name in the info string of a fence: `python src/a.py`, `python:src/a.py`, `src/a.py`.
fn name_in_info(info: &[u8]) -> Option<PathBuf> {
    let last = info
        .trim_ascii()
        .rsplit(|byte| matches!(byte, b' ' | b':' | b'='))
        .next()?
        .trim_ascii();
    (last.contains(&b'/') || last.contains(&b'.'))
        .then(|| path_of(last).ok())
        .flatten()
}

/// A file name in Markdown or comment dressing: `` ### `src/a.py` ``, `**File: src/a.py**`, `# src/a.py:`.
fn dressed_name(line: &[u8]) -> Option<PathBuf> {
    let mut ticked = line.split(|&byte| byte == b'`');
    let inside = ticked.nth(1).filter(|_| ticked.next().is_some());
    if let Some(name) = inside.filter(|name| !name.is_empty()) {
        return looks_like_path(name).then(|| path_of(name).ok()).flatten();
    }
    let dressing = |byte: &u8| b"#*_/`\"'<>![]()-".contains(byte) || byte.is_ascii_whitespace();
    let ending = |byte: &u8| b"#*`\"'<>![]()-:,;".contains(byte) || byte.is_ascii_whitespace();
    let mut text = line;
    if !text.starts_with(b"/") || text.starts_with(b"//") {
        while text.first().is_some_and(dressing) {
            text = &text[1..];
        }
    }
    while text.last().is_some_and(ending) {
        text = &text[..text.len() - 1];
    }
    let text = match memchr::memmem::find(text, b": ") {
        Some(colon) => text[colon + 2..].trim_ascii(),
        None => text,
    };
    let text = text.strip_prefix(b"File:").unwrap_or(text);
    let single = !text.iter().any(u8::is_ascii_whitespace);
    (single && looks_like_path(text))
        .then(|| path_of(text).ok())
        .flatten()
}

fn looks_like_path(text: &[u8]) -> bool {
    // What is left of a marker.
    const MARKERS: [&[u8]; 4] = [b"SEARCH", b"REPLACE", b"ORIGINAL", b"UPDATED"];
    if MARKERS.contains(&text) {
        return false;
    }
    let signs = |byte: &u8| matches!(byte, b'<' | b'>' | b'|' | b'=' | b'{' | b'}' | b'(' | b')');
    !text.is_empty() && !text.iter().any(signs) && !text.ends_with(b".")
}

/// The hunk lines that turn `old` into `new`.
fn compared(old: &[Bytes], new: &[Bytes]) -> Vec<HunkLine> {
    let line = |kind| {
        move |text: &Bytes| HunkLine {
            kind,
            text: text.clone(),
        }
    };
    let mut out = Vec::with_capacity(old.len() + new.len());
    let ops = if old.len().saturating_mul(new.len()) <= COMPARED {
        similar::capture_diff_slices(
            similar::Algorithm::Myers,
            &text::slices(old),
            &text::slices(new),
        )
    } else {
        ends_compared(old, new)
    };
    for op in ops {
        let (old, new) = (&old[op.old_range()], &new[op.new_range()]);
        if op.tag() == similar::DiffTag::Equal {
            out.extend(old.iter().map(line(LineKind::Context)));
        } else {
            out.extend(old.iter().map(line(LineKind::Removed)));
            out.extend(new.iter().map(line(LineKind::Added)));
        }
    }
    out
}

/// Common start, one replacement, common end.
fn ends_compared(old: &[Bytes], new: &[Bytes]) -> Vec<similar::DiffOp> {
    let start = text::common_head(old, new);
    let end = text::common_tail(&old[start..], &new[start..]);
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    vec![
        similar::DiffOp::Equal {
            old_index: 0,
            new_index: 0,
            len: start,
        },
        similar::DiffOp::Replace {
            old_index: start,
            old_len: old_end - start,
            new_index: start,
            new_len: new_end - start,
        },
        similar::DiffOp::Equal {
            old_index: old_end,
            new_index: new_end,
            len: end,
        },
    ]
}
