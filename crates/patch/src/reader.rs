//! Iterates over the parts of a patch, and passes each part to the reader for its format.

use bytes::Bytes;

use super::directive::{Directive, directive};
use super::line::{self, BLOCK_MARKS, LineMarker, PatchLines};
use super::{Content, FilePatch, ParseError, Patch, PatchFormat, PatchRepair, Problem, RepairKind};
use super::{binary, mail, prose};
use incise_text::damage::fence;
use incise_text::text::LineNumber;

/// The start of the line that introduces changes to a file's Subversion properties.
const PROPERTY_CHANGES: &[u8] = b"Property changes on: ";

/// The maximum total size of all binary patches in a text, in bytes. A small text can expand to much more than its own
/// size.
const MAX_BINARY_LEN: usize = 1 << 30;

/// The number of latest repairs in which a repetition is looked for. A line has at most a few kinds of damage.
const RECENT_REPAIRS: usize = 8;

/// The position in the text, and everything parsed so far.
pub(super) struct PatchReader<'a> {
    pub(super) lines: PatchLines<'a>,
    /// The next line, 0-based.
    pub(super) at: usize,
    pub(super) files: Vec<FilePatch>,
    repairs: Vec<PatchRepair>,
    /// Lines outside hunks that begin with `+` or `-` but are prose.
    ignored: Vec<usize>,
    /// Lines outside hunks that may be lost lines of a hunk.
    leftover: Vec<usize>,
    /// True if the current prose is the text of a mail or a commit message, whose lines may begin with any character.
    in_mail: bool,
    /// The boundaries between mail parts seen so far.
    pub(super) boundaries: Vec<Vec<u8>>,
    /// The first line that is not empty.
    pub(super) first_line: usize,
    /// The last line that is not empty.
    pub(super) last_line: usize,
    fence: Option<Fence>,
    heredoc: Option<Heredoc>,
    /// The line of `*** Begin Patch`, until `*** End Patch`.
    envelope: Option<usize>,
    /// The line of the last fence that was reported as a repair.
    reported_fence: Option<usize>,
    /// The line of the fence that contains the last file's part.
    pub(super) last_fence: Option<usize>,
    /// The line after the last part that is not prose.
    pub(super) part_end: usize,
    /// The total size of all binary patches so far, as stated in the text, in bytes.
    binary_len: usize,
}

/// A shell here-document that contains the diff.
struct Heredoc {
    /// The word that ends the here-document.
    word: Vec<u8>,
    line: usize,
}

/// An open Markdown fence.
#[derive(Clone, Copy)]
struct Fence {
    /// The repeated byte: a backtick or a tilde.
    mark: u8,
    length: usize,
    line: usize,
}

pub(super) fn read(text: &Bytes) -> Result<Patch, ParseError> {
    let mut reader = PatchReader::new(text);
    while reader.at < reader.lines.len() {
        reader.read_part()?;
    }
    reader.finish()
}

impl<'a> PatchReader<'a> {
    fn new(text: &'a Bytes) -> Self {
        let lines = PatchLines::new(text);
        let first_line = (0..lines.len())
            .find(|&at| lines.marker(at) != LineMarker::Empty)
            .unwrap_or(0);
        let last_line = (0..lines.len())
            .rev()
            .find(|&at| lines.marker(at) != LineMarker::Empty)
            .unwrap_or(0);
        Self {
            last_line,
            lines,
            leftover: Vec::new(),
            in_mail: false,
            boundaries: Vec::new(),
            first_line,
            at: 0,
            files: Vec::new(),
            repairs: Vec::new(),
            ignored: Vec::new(),
            fence: None,
            heredoc: None,
            envelope: None,
            reported_fence: None,
            last_fence: None,
            part_end: 0,
            binary_len: 0,
        }
    }

    /// Reads one part: a file's section, or a line of prose.
    fn read_part(&mut self) -> Result<(), ParseError> {
        let line = self.lines.bare(self.at);
        let part_end = self.part_end;
        if self.in_mail && !self.lines.begins_diff(self.at) {
            // A commit message may quote a patch in another format.
            self.skip_prose_line();
            return Ok(());
        }
        if line.starts_with(b"diff --git ") {
            self.git_section()?;
        } else if line.starts_with(b"diff --cc ") || line.starts_with(b"diff --combined ") {
            return Err(self.malformed(self.at, Problem::CombinedDiff));
        } else if line == b"***************" && self.lines.bare(self.at + 1).starts_with(b"*** ") {
            return Err(self.malformed(self.at, Problem::ContextDiff));
        } else if is_binary_notice(line) {
            return Err(self.malformed(self.at, Problem::BinaryDataMissing));
        } else if line.starts_with(PROPERTY_CHANGES) {
            self.skip_properties()?;
        } else if let Some(directive) = directive_outside_hunks(line) {
            self.v4a(directive)?;
        } else if let Some(marks) = line::opens_block(line) {
            self.block_section(marks)?;
        } else if self.begins_unified() || self.begins_bare_hunk() {
            self.unified_section()?;
        } else {
            self.skip_prose_line();
            return Ok(());
        }
        if self.part_end == part_end {
            self.part_end = self.at;
        }
        Ok(())
    }

    /// Skips changes to Subversion properties, which do not change a file's text.
    fn skip_properties(&mut self) -> Result<(), ParseError> {
        self.repaired(self.at, RepairKind::PropertyChanges);
        // The mode of a symbolic link in the same part states the same as the property.
        let states_link = self.files.iter().rev().take(2).any(FilePatch::is_of_link);
        let start = self.at;
        self.at += 1;
        while self.at < self.lines.len() && !self.ends_properties() {
            self.at += 1;
        }
        for at in start..self.at {
            if !states_link && is_special_property(self.lines.bare(at)) {
                return Err(self.malformed(at, Problem::SpecialProperty));
            }
        }
        Ok(())
    }

    /// True if the current line ends the property changes.
    fn ends_properties(&self) -> bool {
        let line = self.lines.bare(self.at);
        line.starts_with(b"Index: ")
            || line.starts_with(b"diff ")
            || line.starts_with(b"@@ ")
            || self.lines.is_file_header(self.at)
    }

    /// True if the next non-empty line begins property changes.
    pub(super) fn has_properties_next(&self) -> bool {
        let lines = &self.lines;
        let next = (self.at..lines.len()).find(|&at| lines.marker(at) != LineMarker::Empty);
        next.is_some_and(|next| lines.bare(next).starts_with(PROPERTY_CHANGES))
    }

    /// Appends a file's part. Reports the fence and the here-document that contain it.
    pub(super) fn push(&mut self, mut file: FilePatch) {
        if let Some(last) = self.files.last() {
            file.messages_above = last.messages_above + usize::from(self.in_mail);
        }
        self.in_mail = false;
        if file.format != PatchFormat::SearchReplace {
            if let Some(open) = self.fence
                && self.reported_fence != Some(open.line)
            {
                self.reported_fence = Some(open.line);
                self.repaired(open.line, RepairKind::MarkdownFence);
            }
            if let Some(open) = &self.heredoc {
                self.repaired(open.line, RepairKind::HeredocWrapper);
            }
        }
        self.last_fence = self.fence_line();
        self.files.push(file);
    }

    /// Adds `len`, the length of the binary data stated at line `at`, to the total.
    ///
    /// # Errors
    /// If the total is too large. A length that the text cannot expand to is left to [`binary::inflate`].
    pub(super) fn add_binary_len(&mut self, at: usize, len: usize) -> Result<(), ParseError> {
        self.binary_len = self.binary_len.saturating_add(len);
        let is_possible = len <= self.lines.byte_len().saturating_mul(binary::MAX_RATIO);
        if self.binary_len <= MAX_BINARY_LEN || !is_possible {
            return Ok(());
        }
        let problem = Problem::BinaryTooLarge {
            len: self.binary_len as u64,
            limit: MAX_BINARY_LEN as u64,
        };
        Err(self.malformed(at, problem))
    }

    pub(super) fn fence_line(&self) -> Option<usize> {
        self.fence.map(|open| open.line)
    }

    /// True if line `at` opened the current fence, and its info string says that it contains a diff.
    pub(super) fn opens_diff_fence(&self, at: usize) -> bool {
        self.fence_line() == Some(at)
            && [&b"diff"[..], b"patch", b"udiff"]
                .iter()
                .any(|word| self.lines.bare(at).ends_with(word))
    }

    pub(super) fn open_envelope(&mut self, at: usize) {
        if let Some(open) = self.envelope.replace(at) {
            self.repaired(open, RepairKind::UnclosedEnvelope);
        }
    }

    pub(super) fn close_envelope(&mut self, at: usize) {
        if self.envelope.take().is_none() {
            self.repaired(at, RepairKind::UnclosedEnvelope);
        }
    }

    /// Reports an envelope that only the end of its Markdown fence closes. The fence proves that the patch is complete.
    fn close_envelope_of_fence(&mut self, fence: Fence) {
        if let Some(open) = self.envelope.filter(|&open| open > fence.line) {
            self.repaired(open, RepairKind::UnclosedEnvelope);
            self.envelope = None;
        }
    }

    /// Reports a V4A section at line `at` that is outside an envelope.
    pub(super) fn needs_envelope(&mut self, at: usize) {
        if self.envelope.is_none() {
            self.repaired(at, RepairKind::UnclosedEnvelope);
        }
    }

    /// Reports a missing final newline, if the text ends at line `end`.
    pub(super) fn note_unended(&mut self, end: usize) {
        let last = end.saturating_sub(1);
        if end == self.lines.len() && !self.lines.whole(last).ends_with(b"\n") {
            self.repaired(last, RepairKind::MissingFinalNewline);
        }
    }

    /// Skips a line that belongs to no diff.
    fn skip_prose_line(&mut self) {
        let at = self.at;
        let line = self.lines.bare(at);
        self.track_wrappers(at, line);
        self.in_mail |= is_commit_line(line) || self.lines.is_signature(at);
        self.boundaries
            .extend(mail::boundary(line).map(<[u8]>::to_vec));
        let is_below_block = self
            .files
            .last()
            .is_some_and(|file| file.format == PatchFormat::SearchReplace);
        if is_below_block && BLOCK_MARKS.into_iter().any(|marks| marks.closes(line)) {
            // The block's own text contains such a line, so the block ended too early.
            self.leftover.push(at);
        } else if self.lines.marker(at).is_change() && !self.is_mail_boundary(at) {
            if self.may_be_ignored(line) {
                self.ignored.push(at);
            } else {
                self.leftover.push(at);
            }
        }
        self.at += 1;
    }

    /// Opens or closes a fence or a here-document at line `at`.
    fn track_wrappers(&mut self, at: usize, line: &[u8]) {
        if let Some((mark, length)) = fence::parse_line(line) {
            match self.fence {
                Some(open) if open.mark == mark && open.length <= length => {
                    self.close_envelope_of_fence(open);
                    self.fence = None;
                }
                Some(_) => {}
                None => {
                    self.fence = Some(Fence {
                        mark,
                        length,
                        line: at,
                    });
                }
            }
        } else if self.heredoc.as_ref().is_some_and(|open| open.word == line) {
            self.heredoc = None;
        } else if self.heredoc.is_none() {
            self.heredoc = line::heredoc_word(line).map(|word| Heredoc { word, line: at });
        }
    }

    /// True if a line outside hunks that begins with `+` or `-` is prose rather than a lost line of a hunk. It may be
    /// a list item, mail text, or any line before the first diff and outside a diff fence.
    fn may_be_ignored(&self, line: &[u8]) -> bool {
        if prose::is_bullet(line) || self.in_mail {
            return true;
        }
        let in_diff_fence = self
            .fence_line()
            .is_some_and(|at| self.opens_diff_fence(at));
        self.files.is_empty() && !in_diff_fence
    }

    /// True if line `at` is a boundary between parts of the mail that contains the diff.
    pub(super) fn is_mail_boundary(&self, at: usize) -> bool {
        mail::is_boundary(self.lines.bare(at), &self.boundaries)
    }

    /// True if line `at` cannot be part of a hunk, whatever the counts say. It does not begin with a marker, and it
    /// starts or ends something else.
    pub(super) fn is_boundary(&self, at: usize) -> bool {
        let line = self.lines.bare(at);
        if self.heredoc.as_ref().is_some_and(|open| open.word == line) {
            return true;
        }
        match line.first() {
            Some(b'@') => line.starts_with(b"@@"),
            Some(b'd') => line.starts_with(b"diff -"),
            Some(b'I') => line.starts_with(b"Index: "),
            Some(b'P') => line.starts_with(PROPERTY_CHANGES),
            Some(b'O') => line.starts_with(b"Only in "),
            Some(b'F') => is_commit_line(line),
            Some(b'B') => is_binary_notice(line),
            Some(b'*') => directive(line).is_some(),
            Some(b'<') => line::opens_block(line).is_some(),
            Some(b'-') => self.lines.is_signature(at),
            Some(mark @ (b'`' | b'~')) => self.closes_fence(*mark, line),
            _ => false,
        }
    }

    fn closes_fence(&self, mark: u8, line: &[u8]) -> bool {
        let length = line.trim_ascii_end().len();
        self.fence.is_some_and(|open| {
            open.mark == mark
                && open.length <= length
                && fence::parse_line(line) == Some((mark, length))
        })
    }

    /// Reports a repair at line `at`, once per kind and line.
    pub(super) fn repaired(&mut self, at: usize, kind: RepairKind) {
        let repair = PatchRepair {
            line: LineNumber::after_lines(at),
            kind,
        };
        let mut recent = self.repairs.iter().rev().take(RECENT_REPAIRS);
        if !recent.any(|known| *known == repair) {
            self.repairs.push(repair);
        }
    }

    /// Skips the lines up to `to`, which follow a hunk and do not belong to it.
    pub(super) fn pass_over(&mut self, to: usize) {
        let prose = (self.at..to).find(|&at| self.lines.marker(at) != LineMarker::Empty);
        if let Some(at) = prose
            && self.fence.is_some()
        {
            self.repaired(at, RepairKind::ProseAfterHunk);
        }
        // After a signature, lines may begin with any character.
        self.in_mail |= prose::is_trailer(&self.lines, &self.boundaries, self.at, to);
        while self.at < to {
            self.skip_prose_line();
        }
    }

    /// Skips the lines up to `to`, which may be either prose or changes that the previous hunk does not count.
    /// Changed lines among them are reported as [`ParseError::Leftover`].
    pub(super) fn leave_over(&mut self, to: usize) {
        for at in self.at..to {
            if self.lines.marker(at).is_change() {
                self.leftover.push(at);
            }
        }
        self.at = to;
    }

    pub(super) fn malformed(&self, at: usize, problem: Problem) -> ParseError {
        ParseError::Malformed {
            line: LineNumber::after_lines(at),
            problem,
        }
    }

    /// The reason why a text without parts is not a diff.
    fn no_parts_error(&self) -> ParseError {
        let first = self.lines.bare(self.first_line);
        for repair in &self.repairs {
            if repair.kind == RepairKind::PropertyChanges {
                return ParseError::Malformed {
                    line: repair.line,
                    problem: Problem::OnlyProperties,
                };
            }
        }
        if first.trim_ascii().is_empty() {
            self.malformed(0, Problem::Nothing)
        } else if self.ends_in_file_header() {
            self.malformed(self.last_line, Problem::NoHunks)
        } else if is_normal_command(first) {
            self.malformed(self.first_line, Problem::NormalDiff)
        } else {
            self.malformed(0, Problem::NoDiff)
        }
    }

    /// True if the text ends in the middle of a file header.
    fn ends_in_file_header(&self) -> bool {
        let last = self.lines.bare(self.last_line);
        for prefix in [&b"--- "[..], b"+++ ", b"Index: "] {
            if let Some([first, ..]) = last.strip_prefix(prefix) {
                return !first.is_ascii_whitespace() && *first != b'-';
            }
        }
        let before = self.lines.bare(self.last_line.wrapping_sub(1));
        let is_rule = last.len() > 3 && last.iter().all(|byte| *byte == b'=');
        is_rule && before.starts_with(b"Index: ")
    }

    fn finish(mut self) -> Result<Patch, ParseError> {
        if self.envelope.is_some() {
            return Err(self.malformed(self.last_line, Problem::UnfinishedEnvelope));
        }
        if self.files.is_empty() {
            return Err(self.no_parts_error());
        }
        if let Some(file) = self.files.last_mut()
            && let Content::Hunks(hunks) = &mut file.content
            && let Some(last) = hunks.last_mut()
        {
            last.may_be_cut_off = true;
        }
        if !self.leftover.is_empty() {
            let lines = self.leftover.into_iter().map(LineNumber::after_lines);
            return Err(ParseError::Leftover(lines.collect()));
        }
        if let Some(open) = self.fence {
            self.repaired(open.line, RepairKind::UnclosedFence);
        }
        self.repairs.sort_by_key(|repair| repair.line);
        Ok(Patch {
            files: self.files,
            repairs: self.repairs,
            ignored: self
                .ignored
                .into_iter()
                .map(LineNumber::after_lines)
                .collect(),
        })
    }
}

/// The V4A directive on a line outside hunks. Directives that begin something may be indented.
fn directive_outside_hunks(line: &[u8]) -> Option<Directive<'_>> {
    if let Some(directive) = directive(line) {
        return Some(directive);
    }
    match directive(line.trim_ascii_start()) {
        Some(Directive::EndOfFile | Directive::MoveTo(_)) => None,
        directive => directive,
    }
}

/// True for `Binary files a and b differ`, a change without data.
pub(super) fn is_binary_notice(line: &[u8]) -> bool {
    (line.starts_with(b"Binary files ") || line.starts_with(b"Files "))
        && line.ends_with(b" differ")
}

/// True for the first line of a commit: `From <object> Mon Sep 17 00:00:00 2001` from `git format-patch`, and
/// `commit <object>` from `git show` and `git log`, and that of `hg export`.
fn is_commit_line(line: &[u8]) -> bool {
    if line == b"# HG changeset patch" {
        return true;
    }
    if let Some(rest) = line.strip_prefix(b"From ") {
        return after_object(rest).is_some_and(|after| after.starts_with(b" "));
    }
    let after = line.strip_prefix(b"commit ").and_then(after_object);
    after.is_some_and(|after| after.is_empty() || after.starts_with(b" "))
}

/// The text after the name of a git object at the start of `text`. `None` if there is none.
fn after_object(text: &[u8]) -> Option<&[u8]> {
    let digits = text
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    if digits < 7 {
        return None;
    }
    Some(&text[digits..])
}

/// True for `3,4c3`, `5a6,7` or `8d7` of a normal diff, or `3,4c` of an ed script.
fn is_normal_command(line: &[u8]) -> bool {
    let Some(at) = line.iter().position(|byte| b"acd".contains(byte)) else {
        return false;
    };
    let (before, after) = (&line[..at], &line[at + 1..]);
    is_line_range(before) && (after.is_empty() || is_line_range(after))
}

/// True for `3` or `3,4`.
fn is_line_range(range: &[u8]) -> bool {
    let ends: Vec<_> = range.split(|&byte| byte == b',').collect();
    ends.len() <= 2
        && ends
            .iter()
            .all(|end| !end.is_empty() && end.iter().all(u8::is_ascii_digit))
}

/// True for a property line that makes a file a symbolic link, or makes a link a file.
fn is_special_property(line: &[u8]) -> bool {
    for word in [&b"Added: "[..], b"Deleted: ", b"Modified: "] {
        if line.strip_prefix(word) == Some(b"svn:special") {
            return true;
        }
    }
    false
}
