//! Reads the lines of a unified hunk in two ways: by the counts of its header, and by its structure.
//!
//! If `diffy` accepts a hunk, its reading is used. Our reader handles hunks that `diffy` refuses: lost markers, wrong
//! counts, text between the lines. A property test checks that both agree on hunks that both can read. `diffy` gets one
//! hunk at a time, with the extent that was found here, because it silently drops everything after an unexpected line.

use std::ops::Range;

use bytes::Bytes;

use super::line::{LineMarker, PatchLines, bare};
use super::prose::{
    has_only_bullets, is_plain, is_point, is_remark, is_rule, is_sentence, is_trailer,
    may_part_mail,
};
use super::reader::PatchReader;
use super::{HunkLine, HunkRange, LineKind, RepairKind};
use incise_text::damage::elision::is_elision;

/// The lines of a hunk.
pub(super) struct HunkExtent {
    /// First line after the last of the hunk.
    pub(super) end: usize,
    /// The line where reading goes on; the lines between are prose.
    pub(super) next: usize,
    /// True if the declared counts are those of the lines.
    pub(super) counts: Counts,
    /// Number of last lines that the counts do not cover and that may be prose.
    pub(super) uncounted: usize,
    /// True if the lines up to `next` may be changes as well as prose.
    pub(super) is_doubtful: bool,
}

/// The worth of the declared counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    /// They are right.
    Right,
    /// They are wrong.
    Wrong,
    /// There are none.
    Absent,
}

/// Finds the lines of the hunk whose first line is `start`.
pub(super) fn extent(
    reader: &PatchReader<'_>,
    start: usize,
    ranges: Option<(HunkRange, HunkRange)>,
) -> HunkExtent {
    let stop = structural_end(reader, start);
    let counted = ranges.and_then(|(old, new)| counted_end(reader, start, old.count, new.count));
    let lines = &reader.lines;
    if let Some(end) = counted {
        if end == stop {
            return HunkExtent::as_counted(end, end);
        }
        if end > stop {
            let header_swallowed = end == stop + 2
                && stop > start
                && lines.whole(end).starts_with(b"@@")
                && lines.header_names_agree(stop);
            let closes = end >= lines.len()
                || ends_hunk(reader, end)
                || lines.marker(end) == LineMarker::Empty;
            if closes && !header_swallowed {
                return HunkExtent::as_counted(end, end);
            }
        } else {
            let tail = Tail {
                lines,
                start,
                from: end,
                to: stop,
                ends_part: !lines.whole(stop).starts_with(b"@@"),
            };
            if tail.is_rest() || is_trailer(&reader.lines, &reader.boundaries, end, stop) {
                return HunkExtent::as_counted(end, stop);
            }
            if tail.may_be_remark() {
                return HunkExtent {
                    is_doubtful: true,
                    ..HunkExtent::as_counted(end, stop)
                };
            }
            let extent = structural(lines, start, stop, ranges);
            let uncounted = if tail.may_be_left_out() {
                lines_between(lines, end, extent.end)
            } else {
                0
            };
            return HunkExtent {
                uncounted,
                ..extent
            };
        }
    }
    structural(lines, start, stop, ranges)
}

impl HunkExtent {
    /// The hunk that its counts say ends at `end`.
    fn as_counted(end: usize, next: usize) -> Self {
        Self {
            end,
            next,
            counts: Counts::Right,
            uncounted: 0,
            is_doubtful: false,
        }
    }
}

/// The number of lines of a file in `from..to`.
fn lines_between(lines: &PatchLines<'_>, from: usize, to: usize) -> usize {
    (from..to)
        .filter(|&at| lines.marker(at) != LineMarker::NoNewline)
        .count()
}

/// The hunk between `start` and `stop` where the counts do not tell.
fn structural(
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
        uncounted: 0,
        is_doubtful: false,
    }
}

/// True if line `at` can be no line of a hunk.
fn ends_hunk(reader: &PatchReader<'_>, at: usize) -> bool {
    reader.is_boundary(at) || reader.lines.is_file_header(at)
}

/// The first line from `start` on that ends a hunk by its looks.
fn structural_end(reader: &PatchReader<'_>, start: usize) -> usize {
    (start..reader.lines.len())
        .find(|&at| ends_hunk(reader, at))
        .unwrap_or(reader.lines.len())
}

/// The line where the counts are used up exactly, the no-newline marker included.
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
        let (from_old, from_new) = weight(lines.marker(at));
        old = old.checked_sub(from_old)?;
        new = new.checked_sub(from_new)?;
        at += 1;
    }
    while lines.marker(at) == LineMarker::NoNewline && at < lines.len() {
        at += 1;
    }
    Some(at)
}

/// The number of old and new lines that a line counts for.
fn weight(marker: LineMarker) -> (usize, usize) {
    match marker {
        LineMarker::Context | LineMarker::Empty | LineMarker::Bare => (1, 1),
        LineMarker::Removed => (1, 0),
        LineMarker::Added => (0, 1),
        LineMarker::NoNewline => (0, 0),
    }
}

/// Old and new lines in `start..end`.
fn tally(lines: &PatchLines<'_>, start: usize, end: usize) -> (usize, usize) {
    (start..end).fold((0, 0), |(old, new), at| {
        let (from_old, from_new) = weight(lines.marker(at));
        (old + from_old, new + from_new)
    })
}

/// The lines that follow a hunk whose counts are used up.
struct Tail<'l, 'a> {
    lines: &'l PatchLines<'a>,
    /// First line of the hunk.
    start: usize,
    /// First line that is not counted.
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

    /// True if it is not part of the hunk: blank lines, or prose.
    fn is_rest(&self) -> bool {
        let Some(first) = self.first() else {
            return true;
        };
        let is_text = match self.lines.marker(first) {
            LineMarker::Bare => true,
            // Below an empty line, or above one without a marker, the text may be indented.
            LineMarker::Context => {
                first > self.from
                    || self.has(first..self.to, LineMarker::Bare)
                        && !self.has(self.start..self.from, LineMarker::Bare)
            }
            _ => false,
        };
        is_text && has_only_bullets(self.lines, first, self.to)
    }

    /// True if added lines in it may be prose: they read like a remark, they are plain words below a hunk that is
    /// whole by its context, or an empty line parts them from a hunk whose own empty lines are marked.
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
            LineMarker::Added => is_point(lines.bare(first)),
            LineMarker::Bare => is_sentence(lines.bare(first)) && self.ends_part,
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

    /// True if the hunk has as many lines of context behind its changes as before them, and low counts would leave some
    /// of them over; or ends in added lines, as one at the end of a text does.
    fn follows_whole_hunk(&self) -> bool {
        if self.from > self.start && self.lines.marker(self.from - 1) == LineMarker::Added {
            return true;
        }
        let counted = self.start..self.from;
        let trailing = self.count_context(counted.clone().rev());
        trailing > 0 && trailing == self.count_context(counted)
    }

    /// The number of context lines that `lines` begin with.
    fn count_context(&self, lines: impl Iterator<Item = usize>) -> usize {
        lines
            .map(|at| self.lines.marker(at))
            .take_while(|marker| matches!(marker, LineMarker::Context | LineMarker::Empty))
            .count()
    }

    /// True if it may be prose below the diff that changes nothing: context, points of a list, boundaries of a mail.
    fn may_be_left_out(&self) -> bool {
        self.ends_part && (self.from..self.to).all(|at| self.may_be_prose(at))
    }

    fn may_be_prose(&self, at: usize) -> bool {
        match self.lines.marker(at) {
            LineMarker::Added => false,
            LineMarker::Removed => {
                let line = self.lines.bare(at);
                is_point(line) || is_point(&line[1..]) || is_rule(line) || may_part_mail(line)
            }
            _ => true,
        }
    }
}

/// The beginning of prose in a hunk that no counts delimit: after an empty line, with a line that has no
/// marker, when nothing before it lacks its marker and nothing after it looks like a diff.
fn prose_start(lines: &PatchLines<'_>, start: usize, stop: usize) -> Option<usize> {
    let first_bare = (start..stop).find(|&at| lines.marker(at) == LineMarker::Bare)?;
    let text_end = (start..first_bare)
        .rev()
        .find(|&at| lines.marker(at) != LineMarker::Empty)?
        + 1;
    if text_end == first_bare {
        return None;
    }
    let has_changes = (start..text_end)
        .any(|at| matches!(lines.marker(at), LineMarker::Removed | LineMarker::Added));
    let has_context = (first_bare..stop).any(|at| {
        lines.marker(at) == LineMarker::Context && !lines.bare(at).trim_ascii().is_empty()
    });
    if has_changes && !has_context && has_only_bullets(lines, first_bare, stop) {
        Some(text_end)
    } else {
        None
    }
}

/// `stop` without the empty lines before it, which separate rather than belong.
pub(super) fn without_trailing_blanks(lines: &PatchLines<'_>, start: usize, stop: usize) -> usize {
    (start..stop)
        .rev()
        .find(|&at| lines.marker(at) != LineMarker::Empty)
        .map_or(start, |last| last + 1)
}

/// Parses the well-formed hunk `header..end` with diffy; `None` when it is not well-formed after all.
///
/// Left to [`lines_as_marked`] are hunks whose header ends in CRLF (diffy would leave half a line ending
/// before a no-newline marker) and those with a no-newline marker in another language (diffy would take it
/// for the end).
pub(super) fn well_formed(
    lines: &PatchLines<'_>,
    header: usize,
    end: usize,
) -> Option<Vec<HunkLine>> {
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
    Some(read)
}

/// Reads the lines `start..end` by their markers; what has none is context.
///
/// When a line lacks its marker, all context is taken to lack it; the other reading is an alternative.
/// The kinds of damage are given to `report` with their line.
pub(super) fn lines_as_marked(
    lines: &PatchLines<'_>,
    start: usize,
    end: usize,
    mut report: impl FnMut(usize, RepairKind),
) -> Vec<HunkLine> {
    let first_bare = report_bare(lines, start, end, &mut report);
    let mut out: Vec<HunkLine> = Vec::with_capacity(end - start);
    for at in start..end {
        let whole = lines.whole(at);
        let (kind, part) = match lines.marker(at) {
            LineMarker::Context if first_bare.is_some() && bare(whole).len() > 1 => {
                (LineKind::Context, whole)
            }
            LineMarker::Context => (LineKind::Context, &whole[1..]),
            LineMarker::Bare => (LineKind::Context, whole),
            LineMarker::Removed => (LineKind::Removed, &whole[1..]),
            LineMarker::Added => (LineKind::Added, &whole[1..]),
            LineMarker::Empty => {
                report(at, RepairKind::EmptyContextLine);
                (LineKind::Context, whole)
            }
            LineMarker::NoNewline => {
                if let Some(last) = out.last_mut() {
                    last.text = without_ending(&last.text, whole);
                }
                continue;
            }
        };
        out.push(HunkLine {
            kind,
            text: ended(lines, part),
        });
    }
    out
}

/// Reports the lines without marker; gives the first that is no line of dots.
fn report_bare(
    lines: &PatchLines<'_>,
    start: usize,
    end: usize,
    report: &mut impl FnMut(usize, RepairKind),
) -> Option<usize> {
    let (dots, lost): (Vec<usize>, Vec<usize>) = (start..end)
        .filter(|&at| lines.marker(at) == LineMarker::Bare)
        .partition(|&at| is_elision(lines.bare(at)));
    if let Some(&at) = lost.first() {
        report(at, RepairKind::LostContextBlank);
    }
    for at in dots {
        report(at, RepairKind::ElidedLines);
    }
    lost.first().copied()
}

/// `text` without its line ending; with a marker that ends in CRLF the CR is part of that.
fn without_ending(text: &Bytes, marker: &[u8]) -> Bytes {
    let len = if marker.ends_with(b"\r\n") {
        bare(text).len()
    } else {
        text.len() - usize::from(text.ends_with(b"\n"))
    };
    text.slice(..len)
}

/// The part of a line that belongs to the file, with a line ending even where the patch text stops short.
pub(super) fn ended(lines: &PatchLines<'_>, part: &[u8]) -> Bytes {
    if part.ends_with(b"\n") {
        return lines.share(part);
    }
    let mut owned = part.to_vec();
    owned.extend_from_slice(lines.usual_ending());
    Bytes::from(owned)
}
