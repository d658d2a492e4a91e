//! The V4A format: `*** Begin Patch`, sections that add, delete or update a file, `@@` anchors.
//!
//! V4A has no line numbers. Consecutive anchors are nested scopes. Lines without a marker are context. An `@@` line
//! without lines after it only adds a scope to the next hunk.

use bytes::Bytes;

use super::body::{MarkedLines, ended, lines_as_marked, without_trailing_blanks};
use super::directive::{Directive, directive};
use super::header::hunk_header;
use super::line::LineMarker;
use super::name::path_of;
use super::reader::PatchReader;
use super::{
    FileOperation, FilePatch, Hunk, HunkLine, HunkRange, LineKind, ParseError, PatchFormat,
    PatchNames, Problem, RepairKind,
};
use incise_text::text::LineNumber;

/// True if a hunk consists only of added lines, without an anchor or line number. As in the original tool, the last
/// such hunk of a file appends to the file.
fn says_no_place(hunk: &Hunk) -> bool {
    hunk.scopes.is_empty()
        && hunk.old.is_none()
        && hunk.lines.iter().all(|line| line.kind == LineKind::Added)
}

impl PatchReader<'_> {
    /// True if line `at` ends a V4A section.
    fn ends_v4a(&self, at: usize) -> bool {
        let line = self.lines.bare(at);
        match directive(line) {
            Some(Directive::EndOfFile | Directive::MoveTo(_)) => false,
            Some(_) => true,
            // The last line is not context, even with a space before it.
            None if line.first() == Some(&b' ') && at + 1 >= self.last_line => {
                directive(line.trim_ascii_start()) == Some(Directive::End)
            }
            None => !line.starts_with(b"@@") && self.is_boundary(at),
        }
    }

    /// Reads the part that begins with `directive` on the current line.
    pub(super) fn v4a(&mut self, directive: Directive<'_>) -> Result<(), ParseError> {
        let start = self.at;
        self.at += 1;
        match directive {
            Directive::Begin => {
                self.open_envelope(start);
                Ok(())
            }
            Directive::End => {
                self.close_envelope(start);
                Ok(())
            }
            Directive::Add(name) => self.v4a_add(start, name),
            Directive::Delete(name) => self.v4a_delete(start, name),
            Directive::Update(name) => self.v4a_update(start, name),
            Directive::MoveTo(_) | Directive::EndOfFile => {
                Err(self.malformed(start, Problem::StrayLine))
            }
        }
    }

    fn v4a_add(&mut self, start: usize, name: &[u8]) -> Result<(), ParseError> {
        if self.lines.bare(self.at).starts_with(b"@@") {
            self.at += 1;
        }
        let lines = self.v4a_added_lines()?;
        let mut hunks = Vec::new();
        if !lines.is_empty() {
            hunks.push(Hunk {
                old: Some(HunkRange { start: 0, count: 0 }),
                ..Hunk::new(LineNumber::after_lines(start), lines)
            });
        }
        let names = PatchNames {
            old: None,
            new: Some(self.v4a_name(start, name)?),
        };
        self.push_v4a(start, names, FileOperation::Create, hunks);
        Ok(())
    }

    /// Reads the lines of a new file. Lines without `+` are included too.
    fn v4a_added_lines(&mut self) -> Result<Vec<HunkLine>, ParseError> {
        let first = self.at;
        let stop = self.v4a_stop(|_, _| false);
        let end = without_trailing_blanks(&self.lines, first, stop);
        let marked = (first..end).any(|at| self.lines.marker(at) == LineMarker::Added);
        let mut lines = Vec::with_capacity(end - first);
        for at in first..end {
            let whole = self.lines.whole(at);
            let part = match self.lines.marker(at) {
                LineMarker::Added => &whole[1..],
                LineMarker::Removed if marked => return Err(self.malformed(at, Problem::StrayLine)),
                _ => {
                    self.repaired(at, RepairKind::LostAddedMarker);
                    whole
                }
            };
            lines.push(HunkLine {
                kind: LineKind::Added,
                text: ended(&self.lines, part),
            });
        }
        self.note_unended(end);
        self.at = stop;
        Ok(lines)
    }

    /// The first line from the current line on that ends the section, or for which `also` is true.
    fn v4a_stop(&self, also: impl Fn(&Self, usize) -> bool) -> usize {
        (self.at..self.lines.len())
            .find(|&at| self.ends_v4a(at) || also(self, at))
            .unwrap_or(self.lines.len())
    }

    fn v4a_delete(&mut self, start: usize, name: &[u8]) -> Result<(), ParseError> {
        let names = PatchNames {
            old: Some(self.v4a_name(start, name)?),
            new: None,
        };
        self.push_v4a(start, names, FileOperation::Delete, Vec::new());
        Ok(())
    }

    fn v4a_update(&mut self, start: usize, name: &[u8]) -> Result<(), ParseError> {
        let mut names = PatchNames::same(self.v4a_name(start, name)?);
        let mut operation = FileOperation::Modify;
        if let Some(Directive::MoveTo(to)) = directive(self.lines.bare(self.at)) {
            names.new = Some(self.v4a_name(self.at, to)?);
            operation = FileOperation::Rename;
            self.at += 1;
        }
        let mut hunks = Vec::new();
        let mut scopes: Vec<Bytes> = Vec::new();
        while self.at < self.lines.len() && !self.ends_v4a(self.at) {
            if let Some(hunk) = self.v4a_hunk(&mut scopes)? {
                hunks.push(hunk);
            }
        }
        if hunks.is_empty() && operation == FileOperation::Modify {
            return Err(self.malformed(start, Problem::NoHunks));
        }
        if let Some(last) = hunks.last_mut() {
            last.at_end |= says_no_place(last);
        }
        self.push_v4a(start, names, operation, hunks);
        Ok(())
    }

    /// Reads an optional `@@` line, and the lines after it. If there are none, the anchor is kept in `scopes` for the
    /// next hunk.
    fn v4a_hunk(&mut self, scopes: &mut Vec<Bytes>) -> Result<Option<Hunk>, ParseError> {
        let start = self.at;
        let mut ranges = None;
        if self.lines.bare(start).starts_with(b"@@") {
            let header = hunk_header(self.lines.bare(start), self.lines.byte_len())
                .map_err(|problem| self.malformed(start, problem))?;
            ranges = header.ranges;
            if !header.scope.is_empty() {
                scopes.push(self.lines.share(header.scope));
            }
            self.at += 1;
        }
        let lines = self.v4a_lines();
        let at_end = match directive(self.lines.bare(self.at)) {
            Some(Directive::EndOfFile) => {
                self.at += 1;
                true
            }
            Some(Directive::MoveTo(_)) => {
                return Err(self.malformed(self.at, Problem::StrayLine));
            }
            _ => false,
        };
        if lines.is_empty() {
            return Ok(None);
        }
        Ok(Some(Hunk {
            old: ranges.map(|(old, _)| old),
            new: ranges.map(|(_, new)| new),
            scopes: std::mem::take(scopes),
            at_end,
            ..Hunk::new(LineNumber::after_lines(start), lines)
        }))
    }

    /// Reads the lines up to the next `@@` or directive. In this format, empty lines are valid context.
    fn v4a_lines(&mut self) -> Vec<HunkLine> {
        let stop = self.v4a_stop(|reader, at| {
            let line = reader.lines.bare(at);
            line.starts_with(b"@@") || directive(line).is_some()
        });
        let end = without_trailing_blanks(&self.lines, self.at, stop);
        let MarkedLines { lines, damage } = lines_as_marked(&self.lines, self.at, end);
        for (at, kind) in damage {
            if kind != RepairKind::EmptyContextLine {
                self.repaired(at, kind);
            }
        }
        self.note_unended(end);
        self.at = stop;
        lines
    }

    fn v4a_name(&self, at: usize, name: &[u8]) -> Result<std::path::PathBuf, ParseError> {
        let unquoted = match name {
            [open @ (b'`' | b'"' | b'\''), inside @ .., close] if open == close => inside,
            _ => name,
        };
        path_of(unquoted).map_err(|problem| self.malformed(at, problem))
    }

    fn push_v4a(
        &mut self,
        start: usize,
        names: PatchNames,
        operation: FileOperation,
        hunks: Vec<Hunk>,
    ) {
        self.needs_envelope(start);
        let line = LineNumber::after_lines(start);
        let format = PatchFormat::V4a;
        self.push(FilePatch::new(line, format, names, operation, hunks));
    }
}
