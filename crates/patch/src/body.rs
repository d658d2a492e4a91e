//! Reads the lines of a unified hunk in two ways: by the counts in its header, and by its structure.
//!
//! If `diffy` accepts a hunk, its result is used. This module handles hunks that `diffy` refuses: lost markers, wrong
//! counts, text between the lines. A property test checks that both agree on hunks that both accept. `diffy` gets one
//! hunk at a time, with the extent determined here, because it silently drops everything after an unexpected line.

use std::cmp::Ordering;
use std::ops::Range;

use bytes::Bytes;

use super::line::{LineMarker, PatchLines, bare};
use super::prose::{has_only_bullets, is_list_item, is_plain, is_remark, is_sentence, is_trailer};
use super::reader::PatchReader;
use super::{HunkLine, HunkRange, LineKind, RepairKind};
use incise_text::damage::elision::is_elision;

pub(super) struct HunkExtent {
    /// The line after the last line of the hunk.
    pub(super) end: usize,
    /// The line at which parsing continues. The lines between `end` and `next` are prose.
    pub(super) next: usize,
    /// The result of comparing the header's counts with the lines.
    pub(super) counts: Counts,
    /// True if the lines up to `next` may be either changes or prose.
    pub(super) is_doubtful: bool,
}

/// The correctness of the counts in a hunk header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    /// The counts match the lines.
    Right,
    /// The counts do not match the lines.
    Wrong,
    /// The header has no counts.
    Absent,
}

/// Determines the extent of the hunk whose first line is `start`.
pub(super) fn extent(
    reader: &PatchReader<'_>,
    start: usize,
    ranges: Option<(HunkRange, HunkRange)>,
) -> HunkExtent {
    let stop = structural_end(reader, start);
    let by_structure = extent_by_structure(&reader.lines, start, stop, ranges);
    let Some((old, new)) = ranges else {
        return by_structure;
    };
    let Some(end) = counted_end(reader, start, old.count, new.count) else {
        return by_structure;
    };
    match end.cmp(&stop) {
        Ordering::Equal => HunkExtent::by_counts(end, end),
        Ordering::Greater if counts_may_pass(reader, start, stop, end) => {
            HunkExtent::by_counts(end, end)
        }
        Ordering::Greater => by_structure,
        Ordering::Less => extent_before_tail(reader, start, end, by_structure),
    }
}

/// True if a hunk that starts at `start` may contain line `stop`, which looks like a boundary, because its counts cover
/// the lines up to `end`.
fn counts_may_pass(reader: &PatchReader<'_>, start: usize, stop: usize, end: usize) -> bool {
    let lines = &reader.lines;
    let covers_file_header = end == stop + 2
        && stop > start
        && lines.whole(end).starts_with(b"@@")
        && lines.header_names_agree(stop);
    let ends_there =
        end >= lines.len() || ends_hunk(reader, end) || lines.marker(end) == LineMarker::Empty;
    ends_there && !covers_file_header
}

/// Determines the extent of a hunk whose counts cover the lines up to `counted_end` only. `by_structure` also includes
/// later lines, which may be prose.
fn extent_before_tail(
    reader: &PatchReader<'_>,
    start: usize,
    counted_end: usize,
    by_structure: HunkExtent,
) -> HunkExtent {
    let lines = &reader.lines;
    let stop = by_structure.next;
    let tail = Tail {
        lines,
        start,
        from: counted_end,
        to: stop,
        ends_part: !lines.whole(stop).starts_with(b"@@"),
    };
    if tail.is_prose() || is_trailer(lines, &reader.boundaries, counted_end, stop) {
        return HunkExtent::by_counts(counted_end, stop);
    }
    if tail.may_be_remark() {
        return HunkExtent {
            is_doubtful: true,
            ..HunkExtent::by_counts(counted_end, stop)
        };
    }
    by_structure
}

impl HunkExtent {
    /// An extent that ends at `end`, as the counts say.
    fn by_counts(end: usize, next: usize) -> Self {
        Self {
            end,
            next,
            counts: Counts::Right,
            is_doubtful: false,
        }
    }
}

/// Determines the extent between `start` and `stop` without using the counts.
fn extent_by_structure(
    lines: &PatchLines<'_>,
    start: usize,
    stop: usize,
    ranges: Option<(HunkRange, HunkRange)>,
) -> HunkExtent {
    let end = prose_start(lines, start, stop)
        .unwrap_or_else(|| without_trailing_blanks(lines, start, stop));
    let counts = match ranges {
        Some((old, new)) if tally(lines, start, end) == (old.count, new.count) => Counts::Right,
        Some(_) => Counts::Wrong,
        None => Counts::Absent,
    };
    HunkExtent {
        end,
        next: stop,
        counts,
        is_doubtful: false,
    }
}

/// True if line `at` cannot belong to a hunk.
fn ends_hunk(reader: &PatchReader<'_>, at: usize) -> bool {
    reader.is_boundary(at) || reader.lines.is_file_header(at)
}

/// The first line from `start` on that cannot belong to a hunk.
fn structural_end(reader: &PatchReader<'_>, start: usize) -> usize {
    (start..reader.lines.len())
        .find(|&at| ends_hunk(reader, at))
        .unwrap_or(reader.lines.len())
}

/// The line after the last line that the counts cover, including no-newline markers. `None` if the counts do not fit.
fn counted_end(
    reader: &PatchReader<'_>,
    start: usize,
    mut old: usize,
    mut new: usize,
) -> Option<usize> {
    let lines = &reader.lines;
    let mut at = start;
    while old > 0 || new > 0 {
        if at >= lines.len() || reader.is_boundary(at) {
            return None;
        }
        let (in_old, in_new) = side_counts(lines.marker(at));
        old = old.checked_sub(in_old)?;
        new = new.checked_sub(in_new)?;
        at += 1;
    }
    while lines.marker(at) == LineMarker::NoNewline {
        at += 1;
    }
    Some(at)
}

/// The number of old lines and of new lines that a line with this marker counts as.
fn side_counts(marker: LineMarker) -> (usize, usize) {
    match marker {
        LineMarker::Context | LineMarker::Empty | LineMarker::Unmarked => (1, 1),
        LineMarker::Removed => (1, 0),
        LineMarker::Added => (0, 1),
        LineMarker::NoNewline => (0, 0),
    }
}

/// The numbers of old and new lines in `start..end`.
fn tally(lines: &PatchLines<'_>, start: usize, end: usize) -> (usize, usize) {
    let (mut old, mut new) = (0, 0);
    for at in start..end {
        let (in_old, in_new) = side_counts(lines.marker(at));
        old += in_old;
        new += in_new;
    }
    (old, new)
}

/// The lines after the lines that the counts cover.
struct Tail<'l, 'a> {
    lines: &'l PatchLines<'a>,
    /// The first line of the hunk.
    start: usize,
    /// The first line that is not counted.
    from: usize,
    to: usize,
    /// True if no hunk of the same file follows.
    ends_part: bool,
}

impl Tail<'_, '_> {
    /// The first line that is not empty.
    fn first(&self) -> Option<usize> {
        (self.from..self.to).find(|&at| self.lines.marker(at) != LineMarker::Empty)
    }

    fn has(&self, mut range: Range<usize>, marker: LineMarker) -> bool {
        range.any(|at| self.lines.marker(at) == marker)
    }

    /// True if the tail contains only blank lines, or prose.
    fn is_prose(&self) -> bool {
        let Some(first) = self.first() else {
            return true;
        };
        let is_text = match self.lines.marker(first) {
            LineMarker::Unmarked => true,
            // After an empty line, or before a line without a marker, prose may be indented.
            LineMarker::Context => {
                first > self.from
                    || self.has(first..self.to, LineMarker::Unmarked)
                        && !self.has(self.start..self.from, LineMarker::Unmarked)
            }
            // A list below an empty line.
            LineMarker::Removed => {
                first > self.from && !self.has(first..self.to, LineMarker::Context)
            }
            _ => false,
        };
        is_text && has_only_bullets(self.lines, first, self.to)
    }

    /// True if added lines in the tail may be prose. They may read like a remark, or be plain words after a hunk with
    /// complete context. Or an empty line may separate them from a hunk whose own empty lines have markers.
    fn may_be_remark(&self) -> bool {
        let Some(first) = self.first() else {
            return false;
        };
        let lines = self.lines;
        let mut added = Vec::new();
        for at in first..self.to {
            if lines.marker(at) == LineMarker::Added {
                added.push(lines.bare(at));
            }
        }
        if added.is_empty() {
            return false;
        }
        if added.iter().any(|line| is_remark(line)) {
            return true;
        }
        let begins_as_text = match lines.marker(first) {
            LineMarker::Added => is_list_item(lines.bare(first)),
            LineMarker::Unmarked => is_sentence(lines.bare(first)) && self.ends_part,
            _ => false,
        };
        if begins_as_text {
            return true;
        }
        let has_only_added = lines.marker(first) == LineMarker::Added
            && !self.has(first..self.to, LineMarker::Context)
            && !self.has(first..self.to, LineMarker::Removed);
        if !has_only_added || !self.ends_part {
            return false;
        }
        let is_separate = first > self.from && !self.has(self.start..self.from, LineMarker::Empty);
        is_separate || self.follows_whole_hunk() && added.iter().all(|line| is_plain(&line[1..]))
    }

    /// True if the hunk seems complete: it has as many context lines after its changes as before. Also true if it
    /// ends in added lines, like a hunk at the end of a file.
    fn follows_whole_hunk(&self) -> bool {
        if self.from > self.start && self.lines.marker(self.from - 1) == LineMarker::Added {
            return true;
        }
        let counted = self.start..self.from;
        let trailing = self.count_context(counted.clone().rev());
        trailing > 0 && trailing == self.count_context(counted)
    }

    /// The number of leading context lines in `lines`.
    fn count_context(&self, lines: impl Iterator<Item = usize>) -> usize {
        lines
            .map(|at| self.lines.marker(at))
            .take_while(|marker| matches!(marker, LineMarker::Context | LineMarker::Empty))
            .count()
    }
}

/// The start of prose in a hunk without reliable counts: a line without a marker after an empty line. All earlier
/// lines must have markers, and no later line may look like a diff.
fn prose_start(lines: &PatchLines<'_>, start: usize, stop: usize) -> Option<usize> {
    let first_unmarked = (start..stop).find(|&at| lines.marker(at) == LineMarker::Unmarked)?;
    let text_end = (start..first_unmarked)
        .rev()
        .find(|&at| lines.marker(at) != LineMarker::Empty)?
        + 1;
    if text_end == first_unmarked {
        return None;
    }
    let has_changes = (start..text_end).any(|at| lines.marker(at).is_change());
    let has_context = (first_unmarked..stop).any(|at| {
        lines.marker(at) == LineMarker::Context && !lines.bare(at).trim_ascii().is_empty()
    });
    if has_changes && !has_context && has_only_bullets(lines, first_unmarked, stop) {
        Some(text_end)
    } else {
        None
    }
}

/// `stop` moved before the empty lines that precede it. These lines separate, and do not belong to the hunk.
pub(super) fn without_trailing_blanks(lines: &PatchLines<'_>, start: usize, stop: usize) -> usize {
    (start..stop)
        .rev()
        .find(|&at| lines.marker(at) != LineMarker::Empty)
        .map_or(start, |last| last + 1)
}

/// The lines of a hunk, and each damage with its line (0-based).
pub(super) struct MarkedLines {
    pub(super) lines: Vec<HunkLine>,
    pub(super) damage: Vec<(usize, RepairKind)>,
}

/// Parses the well-formed hunk `header..end` with `diffy`. `None` if `diffy` does not accept the hunk.
///
/// [`lines_as_marked`] handles hunks whose header ends in CRLF, because `diffy` would leave half a line ending before
/// a no-newline marker. It also handles no-newline markers in other languages, which `diffy` takes for the end of the
/// hunk.
pub(super) fn well_formed(
    lines: &PatchLines<'_>,
    header: usize,
    end: usize,
) -> Option<MarkedLines> {
    let text = lines.span(header, end);
    if lines.whole(header).ends_with(b"\r\n") || !text.ends_with(b"\n") {
        return None;
    }
    let patch = diffy::Patch::from_bytes(&text).ok()?;
    let [hunk] = patch.hunks() else { return None };
    let markers = (header + 1..end)
        .filter(|&at| lines.bare(at) == b"\\ No newline at end of file")
        .count();
    if hunk.lines().len() + markers != end - header - 1 {
        return None;
    }
    let mut read = Vec::with_capacity(hunk.lines().len());
    for line in hunk.lines() {
        let (kind, part) = match line {
            diffy::Line::Context(part) => (LineKind::Context, *part),
            diffy::Line::Delete(part) => (LineKind::Removed, *part),
            diffy::Line::Insert(part) => (LineKind::Added, *part),
        };
        read.push(HunkLine {
            kind,
            text: text.slice_ref(part),
        });
    }
    Some(MarkedLines {
        lines: read,
        damage: Vec::new(),
    })
}

/// Reads the lines `start..end` by their markers. Lines without a marker are context.
///
/// If a line lacks its marker, all context lines are assumed to lack theirs. The alternative reading is left to
/// [`Hunk::readings`](crate::Hunk::readings).
pub(super) fn lines_as_marked(lines: &PatchLines<'_>, start: usize, end: usize) -> MarkedLines {
    let mut damage = lost_markers(lines, start, end);
    let lacks_markers = damage
        .iter()
        .any(|(_, kind)| *kind == RepairKind::LostContextBlank);
    let mut read: Vec<HunkLine> = Vec::with_capacity(end - start);
    for at in start..end {
        let whole = lines.whole(at);
        let (kind, part) = match lines.marker(at) {
            LineMarker::Context if lacks_markers && bare(whole).len() > 1 => {
                (LineKind::Context, whole)
            }
            LineMarker::Context => (LineKind::Context, &whole[1..]),
            LineMarker::Unmarked => (LineKind::Context, whole),
            LineMarker::Removed => (LineKind::Removed, &whole[1..]),
            LineMarker::Added => (LineKind::Added, &whole[1..]),
            LineMarker::Empty => {
                damage.push((at, RepairKind::EmptyContextLine));
                (LineKind::Context, whole)
            }
            LineMarker::NoNewline => {
                if let Some(last) = read.last_mut() {
                    last.text = without_ending(&last.text, whole);
                }
                continue;
            }
        };
        let text = ended(lines, part);
        read.push(HunkLine { kind, text });
    }
    MarkedLines {
        lines: read,
        damage,
    }
}

/// The lines of dots among the lines without a marker, and the first other line without a marker.
fn lost_markers(lines: &PatchLines<'_>, start: usize, end: usize) -> Vec<(usize, RepairKind)> {
    let mut damage = Vec::new();
    let mut has_lost = false;
    for at in start..end {
        if lines.marker(at) != LineMarker::Unmarked {
            continue;
        }
        if is_elision(lines.bare(at)) {
            damage.push((at, RepairKind::ElidedLines));
        } else if !has_lost {
            has_lost = true;
            damage.push((at, RepairKind::LostContextBlank));
        }
    }
    damage
}

/// `text` without its line ending. A CR before the LF belongs to the ending only if `marker` ends in CRLF.
fn without_ending(text: &Bytes, marker: &[u8]) -> Bytes {
    let len = if marker.ends_with(b"\r\n") {
        bare(text).len()
    } else {
        text.len() - usize::from(text.ends_with(b"\n"))
    };
    text.slice(..len)
}

/// The content of a line, with a line ending even if the patch ends without one.
pub(super) fn ended(lines: &PatchLines<'_>, part: &[u8]) -> Bytes {
    if part.ends_with(b"\n") {
        return lines.share(part);
    }
    let mut owned = part.to_vec();
    owned.extend_from_slice(lines.usual_ending());
    Bytes::from(owned)
}
