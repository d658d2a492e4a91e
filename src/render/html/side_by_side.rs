//! The hunks of a file as a table, with the old lines on the left and the new lines on the right.

use std::ops::Range;

use super::page::Page;
use crate::render::draw::{
    DrawnHunk, EmphasisPiece, FileDrawing, HunkPart, is_unterminated, pairs, windows,
};
use crate::render::escape::{character_start, cut_out};
use crate::render::wording::count;
use crate::text::{self, LineEnding};

const HEAD: &str = "<table class=\"diff\">\n<colgroup><col class=\"number\"><col><col class=\"number\"><col></colgroup>\n";

/// The maximum number of bytes of a line.
const LINE_BYTES: usize = 2_000;

/// The page size, in bytes, beyond which no hunk is added.
const PAGE_BYTES: usize = 8 << 20;

/// Writes the table; nothing if there are no hunks.
pub fn write(page: &mut Page, drawing: &FileDrawing<'_>, context: usize) {
    let mut hunks = drawing.hunks(context, usize::MAX).peekable();
    if hunks.peek().is_none() {
        return;
    }
    page.tag(HEAD);
    let mut left_out = 0;
    for hunk in hunks {
        if page.len() > PAGE_BYTES {
            left_out += hunk.line_count();
        } else {
            left_out += write_hunk(page, &hunk);
        }
    }
    page.tag("</table>\n");
    if left_out > 0 {
        let lines = count(left_out, "more line");
        page.sentences(&format!("{lines} omitted: --format diff shows all\n"));
    }
}

/// The state of writing the rows of a hunk.
struct Rows {
    /// The numbers of the last old and new line.
    old: usize,
    new: usize,
    /// The number of lines that do not fit on the page.
    left_out: usize,
}

/// Writes the rows of `hunk`. Returns the number of lines that do not fit on the page.
fn write_hunk(page: &mut Page, hunk: &DrawnHunk<'_>) -> usize {
    page.tag("<tr class=\"hunk\"><td colspan=\"4\">");
    page.text(&hunk.header());
    page.tag("</td></tr>\n");
    let mut rows = Rows {
        old: hunk.old.before,
        new: hunk.new.before,
        left_out: 0,
    };
    for part in &hunk.parts {
        match part {
            HunkPart::Context(lines) => text::lines(lines).for_each(|line| {
                let line = Cell::new("context", line);
                row(page, &line, &line, &mut rows);
            }),
            HunkPart::Change { removed, added } => change(page, removed, added, &mut rows),
        }
    }
    rows.left_out
}

/// Writes the rows of replaced lines, paired in order.
fn change(page: &mut Page, removed: &[u8], added: &[u8], rows: &mut Rows) {
    let pairs = pairs(removed, added);
    if pairs.is_empty() {
        let (mut old, mut new) = (text::lines(removed), text::lines(added));
        loop {
            let (old, new) = (old.next(), new.next());
            if old.is_none() && new.is_none() {
                return;
            }
            let (old, new) = match (old, new) {
                (Some(old), Some(new)) if old.len().max(new.len()) > LINE_BYTES => {
                    let [in_old, in_new] = windows(old, new, LINE_BYTES);
                    (
                        Cell::part("removed", old, in_old),
                        Cell::part("added", new, in_new),
                    )
                }
                (old, new) => (
                    old.map_or(Cell::BLANK, |line| Cell::new("removed", line)),
                    new.map_or(Cell::BLANK, |line| Cell::new("added", line)),
                ),
            };
            row(page, &old, &new, rows);
        }
    }
    for (pieces_of_old, pieces_of_new) in pairs {
        let old = Cell {
            class: "removed",
            pieces: pieces_of_old,
        };
        let new = Cell {
            class: "added",
            pieces: pieces_of_new,
        };
        row(page, &old, &new, rows);
    }
}

/// A side of a row.
struct Cell {
    class: &'static str,
    /// The pieces of the line. Empty if only the other side has a line.
    pieces: Vec<EmphasisPiece>,
}

impl Cell {
    const BLANK: Self = Self {
        class: "blank",
        pieces: Vec::new(),
    };

    fn new(class: &'static str, line: &[u8]) -> Self {
        let end = if line.len() > LINE_BYTES {
            character_start(line, LINE_BYTES)
        } else {
            line.len()
        };
        Self::part(class, line, 0..end)
    }

    /// The part `shown` of `line`, with `...` where text is omitted.
    fn part(class: &'static str, line: &[u8], shown: Range<usize>) -> Self {
        let end = shown.end;
        let mut text = cut_out(line, shown);
        if end < line.len() {
            let ending = LineEnding::of_line(line);
            text.extend_from_slice(ending.map_or(&b""[..], LineEnding::as_bytes));
        }
        let differs = false;
        Self {
            class,
            pieces: vec![EmphasisPiece { text, differs }],
        }
    }
}

fn row(page: &mut Page, old: &Cell, new: &Cell, rows: &mut Rows) {
    if page.len() > PAGE_BYTES {
        rows.left_out += 1;
        return;
    }
    page.tag("<tr>");
    side(page, old, &mut rows.old);
    side(page, new, &mut rows.new);
    page.tag("</tr>\n");
}

fn side(page: &mut Page, cell: &Cell, number: &mut usize) {
    let class = cell.class;
    let Some((last, before)) = cell.pieces.split_last() else {
        page.tag(&format!("<th></th><td class=\"{class}\"></td>"));
        return;
    };
    *number += 1;
    page.tag(&format!("<th>{number}</th><td class=\"{class}\">"));
    before
        .iter()
        .for_each(|piece| emphasised(page, &piece.text, piece.differs));
    // A line ending is shown only if it differs.
    let shown = if last.differs {
        last.text.strip_suffix(b"\n").unwrap_or(&last.text)
    } else {
        LineEnding::strip(&last.text)
    };
    emphasised(page, shown, last.differs);
    if is_unterminated(&last.text) {
        page.tag("<div class=\"aside\">\\ No newline at end of file</div>");
    }
    page.tag("</td>");
}

fn emphasised(page: &mut Page, text: &[u8], differs: bool) {
    if differs {
        page.tag("<mark>");
    }
    page.bytes(text);
    if differs {
        page.tag("</mark>");
    }
}
