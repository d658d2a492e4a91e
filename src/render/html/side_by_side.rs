//! The hunks of a file as a table: the lines before on the left, those after on the right.

use super::page::Page;
use crate::render::draw::{
    DrawnHunk, EmphasisPiece, FileDrawing, HunkPart, is_unterminated, pairs,
};
use crate::text::{self, LineEnding};

const HEAD: &str = "<table class=\"diff\">\n<colgroup><col class=\"number\"><col><col class=\"number\"><col></colgroup>\n";

/// Writes the table; nothing where no text differs.
pub fn write(page: &mut Page, drawing: &FileDrawing<'_>, context: usize) {
    let mut hunks = drawing.hunks(context, usize::MAX).peekable();
    if hunks.peek().is_none() {
        return;
    }
    page.tag(HEAD);
    hunks.for_each(|hunk| write_hunk(page, &hunk));
    page.tag("</table>\n");
}

fn write_hunk(page: &mut Page, hunk: &DrawnHunk<'_>) {
    page.tag("<tr class=\"hunk\"><td colspan=\"4\">");
    page.text(&hunk.header());
    page.tag("</td></tr>\n");
    let mut numbers = (hunk.old.before, hunk.new.before);
    for part in &hunk.parts {
        match part {
            HunkPart::Context(lines) => text::lines(lines).for_each(|line| {
                let line = Cell::of("context", line);
                row(page, &line, &line, &mut numbers);
            }),
            HunkPart::Change { removed, added } => change(page, removed, added, &mut numbers),
        }
    }
}

/// Lines in the place of others, first beside first.
fn change(page: &mut Page, removed: &[u8], added: &[u8], numbers: &mut (usize, usize)) {
    let pairs = pairs(removed, added);
    if pairs.is_empty() {
        let (mut old, mut new) = (text::lines(removed), text::lines(added));
        loop {
            let (old, new) = (old.next(), new.next());
            if old.is_none() && new.is_none() {
                return;
            }
            let cell =
                |class, line: Option<&[u8]>| line.map_or(Cell::BLANK, |line| Cell::of(class, line));
            row(page, &cell("removed", old), &cell("added", new), numbers);
        }
    }
    for (pieces_of_old, pieces_of_new) in pairs {
        let cell = |class, pieces| Cell { class, pieces };
        let (old, new) = (cell("removed", pieces_of_old), cell("added", pieces_of_new));
        row(page, &old, &new, numbers);
    }
}

/// One side of a row.
struct Cell {
    class: &'static str,
    /// A line; none where only the other side has one.
    pieces: Vec<EmphasisPiece>,
}

impl Cell {
    const BLANK: Self = Self {
        class: "blank",
        pieces: Vec::new(),
    };

    fn of(class: &'static str, line: &[u8]) -> Self {
        let text = line.to_vec();
        let differs = false;
        Self {
            class,
            pieces: vec![EmphasisPiece { text, differs }],
        }
    }
}

/// `numbers` are those of the last lines before it.
fn row(page: &mut Page, old: &Cell, new: &Cell, numbers: &mut (usize, usize)) {
    page.tag("<tr>");
    side(page, old, &mut numbers.0);
    side(page, new, &mut numbers.1);
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
    // A line ending is shown only where it is what differs.
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
