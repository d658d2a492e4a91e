//! Unified diffs: the `---` and `+++` lines and their hunks.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::body::{self, Counts, MarkedLines};
use super::git::{is_below, without_prefix};
use super::header::{HunkHeader, hunk_header};
use super::line::LineMarker;
use super::name::{StatedName, parse_stated_name};
use super::prose;
use super::reader::PatchReader;
use super::{
    Content, FileOperation, FilePatch, Hunk, HunkRange, ParseError, PatchFormat, PatchNames,
    Problem, RepairKind,
};
use incise_text::text::LineNumber;

pub(super) struct FileHeader {
    old: Option<StatedName>,
    new: Option<StatedName>,
}

impl<'a> PatchReader<'a> {
    /// True if a file's part without a `diff --git` line begins at the current line.
    pub(super) fn begins_unified(&self) -> bool {
        let line = self.lines.bare(self.at);
        let next = self.lines.bare(self.at + 1);
        let hunk_follows = next.starts_with(b"@@");
        line.starts_with(b"@@")
            || (line.starts_with(b"--- ") && (next.starts_with(b"+++ ") || hunk_follows))
            || (line.starts_with(b"+++ ") && hunk_follows)
    }

    /// Reads a file header and its hunks.
    pub(super) fn unified_section(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        let header = self.file_header()?;
        let hunks = self.hunks()?;
        if hunks.is_empty() && self.has_properties_next() {
            return Ok(());
        }
        if hunks.is_empty() {
            return Err(self.malformed(start, Problem::NoHunks));
        }
        if header.old.is_none() && header.new.is_none() {
            if self.append_to_last_file(&hunks) {
                return Ok(());
            }
            self.repaired(start, RepairKind::MissingFileHeader);
        }
        let has_two_prefixes = header.has_two_prefixes();
        let (names, operation) = header.names_and_operation(&hunks);
        let line = LineNumber::after_lines(start);
        self.push(FilePatch {
            has_two_prefixes,
            ..FilePatch::new(line, PatchFormat::Unified, names, operation, hunks)
        });
        Ok(())
    }

    /// Appends `hunks`, which have no file header, to the previous file. Returns false if that is not possible.
    fn append_to_last_file(&mut self, hunks: &[Hunk]) -> bool {
        let same_fence = self.fence_line() == self.last_fence;
        match self.files.last_mut() {
            Some(FilePatch {
                format: PatchFormat::Unified | PatchFormat::Git,
                content: Content::Hunks(before),
                ..
            }) if same_fence => {
                before.extend_from_slice(hunks);
                true
            }
            _ => false,
        }
    }

    /// Reads the `---` and `+++` lines, either of which may be missing.
    pub(super) fn file_header(&mut self) -> Result<FileHeader, ParseError> {
        let start = self.at;
        let old = self.stated_after(b"--- ")?;
        let new = self.stated_after(b"+++ ")?;
        let names_file = [&old, &new]
            .into_iter()
            .flatten()
            .any(|name| *name != StatedName::Absent);
        if self.at > start && !names_file {
            return Err(self.malformed(start, Problem::UnusableName));
        }
        match (&old, &new) {
            (Some(_), None) => self.repaired(start, RepairKind::MissingNewHeader),
            (None, Some(_)) => self.repaired(start, RepairKind::MissingOldHeader),
            _ => {}
        }
        Ok(FileHeader { old, new })
    }

    fn stated_after(&mut self, prefix: &[u8]) -> Result<Option<StatedName>, ParseError> {
        let Some(rest) = self.lines.bare(self.at).strip_prefix(prefix) else {
            return Ok(None);
        };
        let name = parse_stated_name(rest).map_err(|problem| self.malformed(self.at, problem))?;
        self.at += 1;
        Ok(Some(name))
    }

    /// Reads consecutive hunks, which may be separated by blank lines.
    pub(super) fn hunks(&mut self) -> Result<Vec<Hunk>, ParseError> {
        let mut hunks: Vec<Hunk> = Vec::new();
        let mut scopes: Vec<Bytes> = Vec::new();
        loop {
            self.skip_empty_lines_before_hunk();
            let start = self.at;
            let Some(header) = self.hunk_header(hunks.is_empty())? else {
                return Ok(hunks);
            };
            if !header.scope.is_empty() {
                scopes.push(self.lines.share(header.scope));
            }
            let hunk = self.hunk(start, &header)?;
            if header.damage == Some(RepairKind::MissingHunkHeader) && !hunk.has_changes() {
                return Err(self.malformed(start, Problem::NoHunks));
            }
            if hunk.lines.is_empty() {
                self.repaired(start, RepairKind::EmptyHunk);
                continue;
            }
            let hunk = Hunk {
                scopes: std::mem::take(&mut scopes),
                ..self.as_sent(start, hunk)
            };
            if hunks.last().is_some_and(|last| repeats(last, &hunk)) {
                self.repaired(start, RepairKind::DuplicateHunk);
                continue;
            }
            hunks.push(hunk);
        }
    }

    /// For a new file, undoes a CRLF conversion of the whole diff, including the header at line `start`. Other hunks
    /// are returned unchanged, because the line endings of their target decide.
    fn as_sent(&mut self, start: usize, hunk: Hunk) -> Hunk {
        let is_new = hunk.old.is_some_and(|old| old.start == 0 && old.count == 0);
        if !is_new || !self.lines.whole(start).ends_with(b"\r\n") {
            return hunk;
        }
        match hunk.with_lf() {
            Some(sent) if sent.lines != hunk.lines => {
                self.repaired(start, RepairKind::LineEndings);
                sent
            }
            _ => hunk,
        }
    }

    /// Reads an `@@` line. The first hunk of a file may lack this line.
    fn hunk_header(&mut self, is_first: bool) -> Result<Option<HunkHeader<'a>>, ParseError> {
        let start = self.at;
        let header = if self.lines.whole(start).starts_with(b"@@") {
            self.at += 1;
            hunk_header(self.lines.bare(start), self.lines.byte_len())
                .map_err(|problem| self.malformed(start, problem))?
        } else if is_first && self.is_hunk_line() {
            HunkHeader {
                ranges: None,
                scope: b"",
                damage: Some(RepairKind::MissingHunkHeader),
            }
        } else {
            return Ok(None);
        };
        if let Some(kind) = header.damage {
            self.repaired(start, kind);
        }
        Ok(Some(header))
    }

    fn skip_empty_lines_before_hunk(&mut self) {
        let lines = &self.lines;
        let next = (self.at..lines.len()).find(|&at| lines.marker(at) != LineMarker::Empty);
        if let Some(next) = next
            && lines.whole(next).starts_with(b"@@")
        {
            self.at = next;
        }
    }

    fn is_hunk_line(&self) -> bool {
        let marker = self.lines.marker(self.at);
        !matches!(marker, LineMarker::Empty | LineMarker::NoNewline) && !self.is_boundary(self.at)
    }

    /// True if a hunk without any header begins at the current line. It must be at the start of the text or of a diff
    /// fence, contain only lines with markers, and not be a bullet list.
    pub(super) fn begins_bare_hunk(&self) -> bool {
        let lines = &self.lines;
        let at_start = self.at == self.first_line;
        if !(at_start || self.opens_diff_fence(self.at.wrapping_sub(1))) {
            return false;
        }
        let end = (self.at..lines.len())
            .find(|&at| self.is_boundary(at) || lines.is_file_header(at))
            .unwrap_or(lines.len());
        let mut has_changes = false;
        for at in self.at..end {
            match lines.marker(at) {
                LineMarker::Unmarked => return false,
                LineMarker::Removed | LineMarker::Added => has_changes = true,
                LineMarker::Context | LineMarker::Empty | LineMarker::NoNewline => {}
            }
        }
        has_changes && !prose::has_only_bullets(lines, self.at, end)
    }

    /// Reads the lines of the hunk whose header is line `start`.
    fn hunk(&mut self, start: usize, header: &HunkHeader<'_>) -> Result<Hunk, ParseError> {
        let extent = body::extent(self, self.at, header.ranges);
        let mut well_formed = None;
        if extent.counts == Counts::Right && header.damage.is_none() {
            well_formed = body::well_formed(&self.lines, start, extent.end);
        }
        let MarkedLines { lines, damage } =
            well_formed.unwrap_or_else(|| body::lines_as_marked(&self.lines, self.at, extent.end));
        if extent.counts == Counts::Wrong && !lines.is_empty() {
            self.repaired(start, RepairKind::WrongCounts);
        }
        for (at, kind) in damage {
            self.repaired(at, kind);
        }
        self.note_unended(extent.end);
        self.at = extent.end;
        self.part_end = extent.end;
        if extent.is_doubtful {
            self.leave_over(extent.next)
        } else {
            self.pass_over(extent.next)
        }
        Ok(Hunk {
            old: header.ranges.map(|(old, _)| old),
            new: header.ranges.map(|(_, new)| new),
            ..Hunk::new(LineNumber::after_lines(start), lines)
        })
    }
}

/// True if a hunk repeats the previous hunk at the same lines.
fn repeats(last: &Hunk, hunk: &Hunk) -> bool {
    hunk.old.is_some() && hunk.old == last.old && hunk.new == last.new && hunk.lines == last.lines
}

impl FileHeader {
    /// The names and the operation of a plain unified diff.
    pub(super) fn names_and_operation(self, hunks: &[Hunk]) -> (PatchNames, FileOperation) {
        const NO_LINES: Option<HunkRange> = Some(HunkRange { start: 0, count: 0 });
        let (old_is_empty, new_is_empty) = match hunks {
            [only] => (only.old == NO_LINES, only.new == NO_LINES),
            _ => (false, false),
        };
        let (old, new) = match (self.old, self.new) {
            (Some(only), None) => (only.clone(), only),
            (None, Some(only)) => (only.clone(), only),
            (None, None) => return (PatchNames::default(), FileOperation::Modify),
            (Some(old), Some(new)) => (old, new),
        };
        let names = PatchNames {
            old: old.into_path(old_is_empty),
            new: new.into_path(new_is_empty),
        };
        let operation = match (&names.old, &names.new) {
            (None, Some(_)) => FileOperation::Create,
            (Some(_), None) => FileOperation::Delete,
            _ => FileOperation::Modify,
        };
        (names, operation)
    }

    /// See [`PatchNames::have_two_prefixes`].
    fn has_two_prefixes(&self) -> bool {
        let old = self.old.as_ref().and_then(StatedName::file);
        let new = self.new.as_ref().and_then(StatedName::file);
        let names = PatchNames {
            old: old.map(Path::to_path_buf),
            new: new.map(Path::to_path_buf),
        };
        names.have_two_prefixes()
    }

    /// The operation, determined by a name that is `/dev/null`.
    pub(super) fn operation(&self) -> Option<FileOperation> {
        match (&self.old, &self.new) {
            (Some(StatedName::Absent), _) => Some(FileOperation::Create),
            (_, Some(StatedName::Absent)) => Some(FileOperation::Delete),
            _ => None,
        }
    }

    /// True if the names agree with the names in a git header for `operation`.
    pub(super) fn agrees(&self, named: &PatchNames, operation: FileOperation) -> bool {
        let (has_old, has_new) = match operation {
            FileOperation::Create => (false, true),
            FileOperation::Delete => (true, false),
            _ => (true, true),
        };
        side_agrees(self.old.as_ref(), named.old.as_deref(), has_old)
            && side_agrees(self.new.as_ref(), named.new.as_deref(), has_new)
    }

    /// The names of a file whose operation is stated in a git header.
    pub(super) fn paths(self) -> (Option<PathBuf>, Option<PathBuf>) {
        let (old, new) = match (self.old, self.new) {
            (Some(only), None) | (None, Some(only)) => (Some(only.clone()), Some(only)),
            both => both,
        };
        (
            old.and_then(|name| name.into_path(false)),
            new.and_then(|name| name.into_path(false)),
        )
    }
}

/// True if the name `stated` in a `---` or `+++` line agrees with `named`, the name in the git header. `has_file` is
/// true if the operation has a file on that side.
fn side_agrees(stated: Option<&StatedName>, named: Option<&Path>, has_file: bool) -> bool {
    match stated {
        None => true,
        Some(StatedName::Absent) => !has_file,
        Some(StatedName::Epoch(_)) if !has_file => true,
        Some(StatedName::Epoch(path) | StatedName::File(path)) => {
            has_file && named.is_none_or(|named| are_same_file(path, named))
        }
    }
}

/// True if one path equals or ends with the other, ignoring git's prefixes.
fn are_same_file(left: &Path, right: &Path) -> bool {
    let left = without_prefix(left.as_os_str().as_encoded_bytes());
    let right = without_prefix(right.as_os_str().as_encoded_bytes());
    is_below(left, right) || is_below(right, left)
}
