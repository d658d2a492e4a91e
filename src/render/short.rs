//! The short form of a diff, for a caller that knows its request: only hunks that the caller cannot predict.

use super::draw::{Canvas, DrawnHunk, FileDrawing, HunkPart, draw_hunk, draw_parts};
use super::human::summary::is_exact;
use crate::change::TransitionKind;
use crate::report::{FileReport, Report};
use crate::resolve::Tier;
use crate::text::{self, count_lines};

/// Expected hunks are shown too if all hunks of a report have at most this number of lines.
const LINES: usize = 12;

/// The number of unchanged lines around a change.
const CONTEXT: usize = 1;

/// The maximum number of locations of a file to list.
const LOCATIONS: usize = 8;

/// The hunks that the short form of a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownHunks {
    /// All hunks, because they are short.
    All,
    /// The hunks that differ from the request.
    Unexpected,
    /// The hunks that differ from the request, and at most this many new lines of the others. The caller gave a
    /// pattern, so it cannot predict the new lines.
    NewLines(usize),
}

impl ShownHunks {
    /// The hunks to show of `report`.
    pub fn new(report: &Report) -> Self {
        let mut lines = 0;
        for file in report.files.iter().filter(|file| has_hunks(file)) {
            for hunk in FileDrawing::new(file).hunks(CONTEXT, LINES) {
                // The header is not a line of the file.
                lines += hunk.line_count() - 1;
                if lines > LINES {
                    if report.has_pattern {
                        return Self::NewLines(LINES);
                    }
                    return Self::Unexpected;
                }
            }
        }
        Self::All
    }
}

/// False for a created or removed file, whose content the caller knows.
fn has_hunks(file: &FileReport) -> bool {
    match file.transition {
        TransitionKind::Created | TransitionKind::Removed => false,
        TransitionKind::Edited | TransitionKind::Moved | TransitionKind::Copied => true,
    }
}

/// Draws the hunks of `file` that are shown, with headers.
pub fn draw(file: &FileReport, shown: ShownHunks, canvas: &mut Canvas) {
    if !has_hunks(file) {
        return;
    }
    for hunk in FileDrawing::new(file).hunks(CONTEXT, canvas.room()) {
        if !is_shown(&hunk, file, shown) {
            continue;
        }
        if canvas.room() == 0 {
            canvas.omit(hunk.line_count());
        } else {
            draw_hunk(canvas, &hunk);
        }
    }
}

/// Draws the hunks of `file` that are shown. A single hunk has no header, because the summary names its lines.
pub fn draw_below_summary(file: &FileReport, shown: &mut ShownHunks, canvas: &mut Canvas) {
    if let ShownHunks::NewLines(remaining) = shown {
        draw_new_lines(file, remaining, canvas);
        return;
    }
    let shown = *shown;
    let drawing = FileDrawing::new(file);
    let mut hunks = drawing.hunks(CONTEXT, canvas.room());
    match (hunks.next(), hunks.next()) {
        (Some(single), None) if has_hunks(file) => {
            if is_shown(&single, file, shown) {
                draw_parts(canvas, &single);
            }
        }
        _ => draw(file, shown, canvas),
    }
}

/// Draws the unexpected hunks of `file`, and the new lines of the other hunks until none are `remaining`.
fn draw_new_lines(file: &FileReport, remaining: &mut usize, canvas: &mut Canvas) {
    if !has_hunks(file) {
        return;
    }
    for hunk in FileDrawing::new(file).hunks(0, canvas.room()) {
        if is_unexpected(&hunk, file) {
            draw_hunk(canvas, &hunk);
            continue;
        }
        for part in &hunk.parts {
            if let HunkPart::Change { added, .. } = part {
                let lines = count_lines(added);
                let count = lines.min(*remaining);
                let end = text::lines(added).take(count).map(<[u8]>::len).sum();
                canvas.change(b"", &added[..end]);
                canvas.omit(lines - count);
                *remaining -= count;
            }
        }
        canvas.omit(hunk.omitted.new);
    }
}

fn is_shown(hunk: &DrawnHunk<'_>, file: &FileReport, shown: ShownHunks) -> bool {
    shown == ShownHunks::All || is_unexpected(hunk, file)
}

/// True if a match in `hunk` differs from the request in its location or its text.
fn is_unexpected(hunk: &DrawnHunk<'_>, file: &FileReport) -> bool {
    if file.outcome.rebased.is_some() || !file.outcome.moved.is_empty() {
        return true;
    }
    for site in file.outcome.sites.iter() {
        if site.tier != Tier::Exact && hunk.old.touches(site.lines) {
            return true;
        }
    }
    for placed in &file.outcome.hunks {
        let is_in_hunk = match (placed.lines, placed.new_lines) {
            (Some(lines), _) => hunk.old.touches(lines),
            (None, Some(lines)) => hunk.new.touches(lines),
            (None, None) => false,
        };
        if is_in_hunk && !is_exact(placed) {
            return true;
        }
    }
    false
}

/// The changed lines of a file, numbered as in the new text.
pub struct ChangedLines {
    /// The first locations, in the form `12` or `40-44`.
    listed: Vec<String>,
    /// The number of omitted locations.
    more: usize,
}

impl ChangedLines {
    /// The changed lines of `file`; `None` if there are none.
    pub fn from_file(file: &FileReport) -> Option<Self> {
        if !has_hunks(file) {
            return None;
        }
        let (mut listed, mut more) = (Vec::new(), 0);
        for hunk in FileDrawing::new(file).hunks(CONTEXT, 0) {
            if listed.len() == LOCATIONS {
                more += 1;
                continue;
            }
            listed.push(match hunk.changed_lines() {
                (first, last) if first == last => first.to_string(),
                (first, last) => format!("{first}-{last}"),
            });
        }
        if listed.is_empty() {
            return None;
        }
        Some(Self { listed, more })
    }

    /// `line 12` or `lines 40-44`; `None` if there are several locations.
    pub fn single(&self) -> Option<String> {
        let [place] = &self.listed[..] else {
            return None;
        };
        let noun = if place.contains('-') { "lines" } else { "line" };
        Some(format!("{noun} {place}"))
    }

    /// `12, 40-44, 97`. If there are many, the first locations and the number of the others.
    pub fn list(&self) -> String {
        let listed = self.listed.join(", ");
        match self.more {
            0 => listed,
            more => format!("{listed} and {more} more"),
        }
    }
}
