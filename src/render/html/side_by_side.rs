//! The hunks of a file as a table, with the old lines on the left and the new lines on the right.

use std::ops::Range;

use super::page::Page;
use crate::render::draw::{
    DrawnHunk, EmphasisPiece, FileDrawing, HunkPart, is_unterminated, pairs,
};
use crate::render::escape::{cut_out, windows};
use crate::render::wording::count;
use crate::text::{self, LineEnding};

/// The first tags of the table.
const HEAD: &str = "<table class=\"diff\">\n<colgroup><col class=\"number\"><col><col class=\"number\"><col></colgroup>\n";

/// The most bytes shown of a line.
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
    let mut omitted = 0;
    for hunk in hunks {
        if page.len() > PAGE_BYTES {
            omitted += hunk.line_count();
        } else {
            omitted += write_hunk(page, &hunk);
        }
    }
    page.tag("</table>\n");
    if omitted > 0 {
        let lines = count(omitted, "more line");
        page.sentences(&format!("{lines} omitted: --format diff shows all\n"));
    }
}

/// What has been written of a hunk.
struct Rows {
    /// The number of the last old line.
    old: usize,
    /// The number of the last new line.
    new: usize,
    /// The number of lines that do not fit on the page.
    omitted: usize,
}

/// Writes the rows of `hunk`. Returns the number of lines that do not fit on the page.
fn write_hunk(page: &mut Page, hunk: &DrawnHunk<'_>) -> usize {
    page.tag("<tr class=\"hunk\"><td colspan=\"4\">");
    page.text(&hunk.header());
    page.tag("</td></tr>\n");
    let mut rows = Rows {
        old: hunk.old.before,
        new: hunk.new.before,
        omitted: 0,
    };
    for part in &hunk.parts {
        match part {
            HunkPart::Context(lines) => {
                for line in text::lines(lines) {
                    let cell = Cell::new("context", line);
                    write_row(page, &cell, &cell, &mut rows);
                }
            }
            HunkPart::Change { removed, added } => write_change(page, removed, added, &mut rows),
        }
    }
    rows.omitted
}

/// Writes the rows of replaced lines, paired in order.
fn write_change(page: &mut Page, removed: &[u8], added: &[u8], rows: &mut Rows) {
    let pairs = pairs(removed, added);
    if pairs.is_empty() {
        write_lines(page, removed, added, rows);
        return;
    }
    for (old_pieces, new_pieces) in pairs {
        let old = Cell {
            class: "removed",
            pieces: old_pieces,
        };
        let new = Cell {
            class: "added",
            pieces: new_pieces,
        };
        write_row(page, &old, &new, rows);
    }
}

/// Writes the rows of replaced lines without emphasis. The sides may have different numbers of lines.
fn write_lines(page: &mut Page, removed: &[u8], added: &[u8], rows: &mut Rows) {
    let (mut old_lines, mut new_lines) = (text::lines(removed), text::lines(added));
    loop {
        let (old, new) = match (old_lines.next(), new_lines.next()) {
            (None, None) => return,
            (Some(old), Some(new)) => {
                let [old_part, new_part] = windows(old, new, LINE_BYTES);
                (
                    Cell::part("removed", old, old_part),
                    Cell::part("added", new, new_part),
                )
            }
            (old, new) => (
                old.map_or(Cell::BLANK, |line| Cell::new("removed", line)),
                new.map_or(Cell::BLANK, |line| Cell::new("added", line)),
            ),
        };
        write_row(page, &old, &new, rows);
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
        Self::part(class, line, 0..text::beginning(line, LINE_BYTES).len())
    }

    /// The part `shown` of `line`, with `...` where text is omitted.
    fn part(class: &'static str, line: &[u8], shown: Range<usize>) -> Self {
        let end = shown.end;
        let mut text = cut_out(line, shown);
        if end < line.len() {
            let ending = LineEnding::of_line(line);
            text.extend_from_slice(ending.map_or(&b""[..], LineEnding::as_bytes));
        }
        Self {
            class,
            pieces: vec![EmphasisPiece {
                text,
                differs: false,
            }],
        }
    }
}

/// Writes a row, or counts it as omitted if the page is full.
fn write_row(page: &mut Page, old: &Cell, new: &Cell, rows: &mut Rows) {
    if page.len() > PAGE_BYTES {
        rows.omitted += lines_in_diff(old, new);
        return;
    }
    page.tag("<tr>");
    write_cell(page, old, &mut rows.old);
    write_cell(page, new, &mut rows.new);
    page.tag("</tr>\n");
}

/// The number of lines of a diff that the row of `old` and `new` shows.
fn lines_in_diff(old: &Cell, new: &Cell) -> usize {
    if old.class == "removed" && new.class == "added" {
        2
    } else {
        1
    }
}

/// Writes a cell. Counts its line in `number`, and writes that number.
fn write_cell(page: &mut Page, cell: &Cell, number: &mut usize) {
    let class = cell.class;
    let Some((last, before)) = cell.pieces.split_last() else {
        page.tag(&format!("<th></th><td class=\"{class}\"></td>"));
        return;
    };
    *number += 1;
    page.tag(&format!("<th>{number}</th><td class=\"{class}\">"));
    for piece in before {
        write_piece(page, &piece.text, piece.differs);
    }
    // A line ending is shown only if it differs.
    let shown = if last.differs {
        last.text.strip_suffix(b"\n").unwrap_or(&last.text)
    } else {
        LineEnding::strip(&last.text)
    };
    write_piece(page, shown, last.differs);
    if is_unterminated(&last.text) {
        page.tag("<div class=\"aside\">\\ No newline at end of file</div>");
    }
    page.tag("</td>");
}

fn write_piece(page: &mut Page, text: &[u8], differs: bool) {
    if differs {
        page.tag("<mark>");
    }
    page.bytes(text);
    if differs {
        page.tag("</mark>");
    }
}
