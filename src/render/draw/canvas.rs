//! The canvas for the lines of a diff. The canvas applies colors, terminal escapes and limits, and counts the lines
//! that no longer fit.

use std::borrow::Cow;
use std::ops::Range;

use super::emphasis::{self, EmphasisPiece};
use super::is_unterminated;
use crate::change::TransitionKind;
use crate::render::escape::{beginning, cut_out, visible, windows};
use crate::render::style::{Role, ShownLimits, Style};
use crate::text::{self, character_start, count_lines};

/// The marker below a line without a line ending.
const NO_NEWLINE: &[u8] = b"\\ No newline at end of file";

/// The maximum length of a line in the short form of a diff, in bytes.
const SHORT_LINE: usize = 250;

/// The lines drawn so far, and the number of omitted lines.
pub struct Canvas {
    style: Style,
    /// True if the differing parts of changed lines are highlighted, provided there are colors.
    has_emphasis: bool,
    /// The maximum length of a line in bytes.
    line_bytes: usize,
    out: Vec<u8>,
    /// The number of drawn lines.
    drawn: usize,
    /// The value of `drawn` at which the current file has used up its lines.
    file_end: usize,
    /// The number of omitted lines.
    omitted: usize,
}

impl Canvas {
    pub fn new(style: &Style) -> Self {
        Self {
            style: *style,
            has_emphasis: true,
            line_bytes: style.limits.line_bytes,
            out: Vec::new(),
            drawn: 0,
            file_end: usize::MAX,
            omitted: 0,
        }
    }

    /// A canvas for the short form of a diff: a long line is cut to the part around its change.
    pub fn short(style: &Style) -> Self {
        let canvas = Self::new(style);
        Self {
            line_bytes: canvas.line_bytes.min(SHORT_LINE),
            ..canvas
        }
    }

    /// A canvas for a complete diff for programs. The bytes are unchanged unless a terminal shows them.
    pub fn whole(style: &Style) -> Self {
        let limits = ShownLimits::FULL;
        Self {
            has_emphasis: false,
            ..Self::new(&Style { limits, ..*style })
        }
    }

    /// The drawn bytes and the number of omitted lines.
    pub fn finish(self) -> (Vec<u8>, usize) {
        (self.out, self.omitted)
    }

    /// The number of lines that can still be drawn.
    pub fn room(&self) -> usize {
        if self.out.len() >= self.style.limits.diff_bytes {
            return 0;
        }
        let limit = self.style.limits.diff_lines.min(self.file_end);
        limit.saturating_sub(self.drawn)
    }

    /// Sets the limit of lines for the next file.
    pub fn begin_file(&mut self, transition: TransitionKind) {
        self.file_end = match transition {
            TransitionKind::Created | TransitionKind::Removed => {
                self.drawn.saturating_add(self.style.limits.whole_lines)
            }
            TransitionKind::Edited | TransitionKind::Moved | TransitionKind::Copied => usize::MAX,
        };
    }

    /// The limits for later diffs.
    pub fn remaining_limits(&self) -> ShownLimits {
        let limits = self.style.limits;
        ShownLimits {
            diff_lines: limits.diff_lines.saturating_sub(self.drawn),
            diff_bytes: limits.diff_bytes.saturating_sub(self.out.len()),
            ..limits
        }
    }

    /// Counts `lines` as omitted.
    pub fn omit(&mut self, lines: usize) {
        self.omitted += lines;
    }

    /// Draws a header line, given without its line ending.
    pub fn line(&mut self, role: Role, line: &[u8]) {
        if self.reserve_line() {
            self.write_beginning(Some(role), line);
            self.out.push(b'\n');
        }
    }

    /// Draws unchanged lines.
    pub fn context(&mut self, text: &[u8]) {
        self.draw_lines(None, b" ", text);
    }

    /// Draws removed lines, then added ones.
    pub fn change(&mut self, removed: &[u8], added: &[u8]) {
        if self.is_long(removed) || self.is_long(added) {
            self.long_change(removed, added);
            return;
        }
        let pairs = self.emphasized_pairs(removed, added);
        if pairs.is_empty() {
            self.draw_lines(Some(Role::Removed), b"-", removed);
            self.draw_lines(Some(Role::Added), b"+", added);
            return;
        }
        for (old, _) in &pairs {
            self.draw_pieces(Role::Removed, Role::RemovedPart, b"-", old);
        }
        for (_, new) in &pairs {
            self.draw_pieces(Role::Added, Role::AddedPart, b"+", new);
        }
    }

    /// True if a line of `text` will be cut.
    fn is_long(&self, text: &[u8]) -> bool {
        let bound = self.line_bytes;
        // In most texts all lines are short and need not be checked.
        text.len() > bound
            && lines_without_ends(text)
                .take(self.room())
                .any(|line| line.len() > bound)
    }

    /// Draws removed lines, then added lines. If a pair of lines is too long, draws only the parts that differ.
    fn long_change(&mut self, removed: &[u8], added: &[u8]) {
        let bound = self.line_bytes;
        let (mut old_parts, mut new_parts) = (Vec::new(), Vec::new());
        if count_lines(removed) == count_lines(added) {
            let pairs = lines_without_ends(removed).zip(lines_without_ends(added));
            for (old, new) in pairs.take(self.room()) {
                let [old_part, new_part] = windows(old, new, bound);
                old_parts.push(old_part);
                new_parts.push(new_part);
            }
        }
        self.draw_parts(Some(Role::Removed), b"-", removed, &old_parts);
        self.draw_parts(Some(Role::Added), b"+", added, &new_parts);
    }

    /// Pairs of removed and added lines, split into equal and differing pieces; empty if nothing should be
    /// highlighted.
    fn emphasized_pairs(
        &self,
        removed: &[u8],
        added: &[u8],
    ) -> Vec<(Vec<EmphasisPiece>, Vec<EmphasisPiece>)> {
        if !self.has_emphasis || !self.style.paint.is_coloured() || self.room() == 0 {
            return Vec::new();
        }
        emphasis::pairs(removed, added)
    }

    /// Draws the lines of `text` after `sign`.
    fn draw_lines(&mut self, role: Option<Role>, sign: &[u8], text: &[u8]) {
        self.draw_parts(role, sign, text, &[]);
    }

    /// Like [`Self::draw_lines`], but draws only these `parts` of the first lines.
    fn draw_parts(&mut self, role: Option<Role>, sign: &[u8], text: &[u8], parts: &[Range<usize>]) {
        let mut rest = text;
        for (index, line) in text::lines(text).enumerate() {
            if self.room() == 0 {
                break;
            }
            self.drawn += 1;
            rest = &rest[line.len()..];
            self.draw_line(role, sign, line, parts.get(index));
        }
        self.omitted += count_lines(rest);
    }

    fn draw_line(
        &mut self,
        role: Option<Role>,
        sign: &[u8],
        line: &[u8],
        part: Option<&Range<usize>>,
    ) {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let bound = self.line_bytes.min(text.len());
        let part = match part {
            Some(part) => part.clone(),
            None => 0..character_start(text, bound),
        };
        self.write(role, &[sign, &cut_out(text, part)].concat());
        self.end_line(line);
    }

    /// Draws a line of `pieces` after `sign`. Pieces that differ have the role `part_role`.
    fn draw_pieces(
        &mut self,
        line_role: Role,
        part_role: Role,
        sign: &[u8],
        pieces: &[EmphasisPiece],
    ) {
        if !self.reserve_line() {
            return;
        }
        self.style.paint.write(&mut self.out, line_role, sign);
        let last = pieces.len().saturating_sub(1);
        for (index, piece) in pieces.iter().enumerate() {
            let text = if index == last {
                piece.text.strip_suffix(b"\n").unwrap_or(&piece.text)
            } else {
                &piece.text
            };
            let role = if piece.differs { part_role } else { line_role };
            self.write_beginning(Some(role), text);
        }
        self.end_line(pieces.last().map_or(&b"\n"[..], |last| &last.text[..]));
    }

    /// Ends a drawn line. If `text` has no line ending, adds the marker.
    fn end_line(&mut self, text: &[u8]) {
        self.out.push(b'\n');
        if is_unterminated(text) {
            let paint = self.style.paint;
            paint.write(&mut self.out, Role::Aside, NO_NEWLINE);
            self.out.push(b'\n');
        }
    }

    /// Counts a line as drawn if it fits, otherwise as omitted. Returns true if it fits.
    fn reserve_line(&mut self) -> bool {
        let fits = self.room() > 0;
        if fits {
            self.drawn += 1;
        } else {
            self.omitted += 1;
        }
        fits
    }

    /// Writes the content of a line, cut to the maximum length and with control characters escaped on a terminal.
    fn write_beginning(&mut self, role: Option<Role>, text: &[u8]) {
        self.write(role, &beginning(text, self.line_bytes));
    }

    /// Writes the content of a line, with control characters escaped on a terminal.
    fn write(&mut self, role: Option<Role>, text: &[u8]) {
        let shown = if self.style.is_terminal {
            Cow::Owned(visible_line(text))
        } else {
            Cow::Borrowed(text)
        };
        match role {
            Some(role) => self.style.paint.write(&mut self.out, role, &shown),
            None => self.out.extend_from_slice(&shown),
        }
    }
}

/// `line` with control characters escaped. The carriage return of a line ending is harmless and stays.
fn visible_line(line: &[u8]) -> Vec<u8> {
    let (text, ending) = match line {
        [text @ .., b'\r'] => (text, "\r"),
        text => (text, ""),
    };
    (visible(text) + ending).into_bytes()
}

/// The lines of `text` without their `\n`.
fn lines_without_ends(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text::lines(text);
    lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}
