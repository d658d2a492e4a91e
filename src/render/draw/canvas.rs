//! What diff lines are written on: knows colour, medium and bounds, and counts what no longer fits.

use super::emphasis::{self, Piece};
use super::hunk::count_lines;
use super::is_unterminated;
use crate::render::escape::visible;
use crate::render::paint::{Paint, Role};
use crate::render::style::{Bound, Limits, Medium, Style};

/// What stands below a line that has no ending.
const NO_NEWLINE: &[u8] = b"\\ No newline at end of file";

/// How lines look.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether there are colours.
    pub paint: Paint,
    /// Whether control characters are made visible.
    pub medium: Medium,
    /// Whether the differing parts of changed lines stand out.
    pub emphasis: Emphasis,
    /// How many lines are drawn.
    pub lines: Bound,
    /// How many bytes of each line.
    pub line_bytes: Bound,
}

/// Whether the differing parts of changed lines stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// They do, where there are colours.
    Inline,
    /// Lines are of one piece.
    None,
}

impl Look {
    /// A diff for people.
    pub fn of(style: &Style) -> Self {
        Self {
            paint: style.paint,
            medium: style.medium,
            emphasis: Emphasis::Inline,
            lines: style.limits.diff_lines,
            line_bytes: style.limits.line_bytes,
        }
    }

    /// A diff in a JSON report.
    pub fn json(limits: &Limits) -> Self {
        Self {
            paint: Paint::Plain,
            medium: Medium::Stream,
            emphasis: Emphasis::None,
            lines: limits.diff_lines,
            line_bytes: limits.line_bytes,
        }
    }

    /// A diff for programs: whole, and byte for byte unless it goes to a terminal.
    pub fn whole(style: &Style) -> Self {
        Self {
            emphasis: Emphasis::None,
            lines: Bound::All,
            line_bytes: Bound::All,
            ..Self::of(style)
        }
    }
}

/// Lines drawn so far, and how many were left out.
pub struct Canvas {
    look: Look,
    out: Vec<u8>,
    drawn: usize,
    cut: usize,
}

impl Canvas {
    /// An empty one.
    pub fn new(look: Look) -> Self {
        Self {
            look,
            out: Vec::new(),
            drawn: 0,
            cut: 0,
        }
    }

    /// What was drawn, and how many lines were left out.
    pub fn finish(self) -> (Vec<u8>, usize) {
        (self.out, self.cut)
    }

    /// How many more lines will be drawn.
    pub fn room(&self) -> usize {
        self.look.lines.count().saturating_sub(self.drawn)
    }

    /// Counts `lines` as left out.
    pub fn cut(&mut self, lines: usize) {
        self.cut += lines;
    }

    /// Draws one line of the diff's own, given without ending.
    pub fn line(&mut self, role: Role, line: &[u8]) {
        if self.takes_line() {
            self.content(Some(role), line);
            self.out.push(b'\n');
        }
    }

    /// Draws unchanged lines.
    pub fn context(&mut self, text: &[u8]) {
        self.lines(None, b" ", text);
    }

    /// Draws removed lines, then added ones.
    pub fn change(&mut self, removed: &[u8], added: &[u8]) {
        let pairs = self.pairs(removed, added);
        if pairs.is_empty() {
            self.lines(Some(Role::Removed), b"-", removed);
            self.lines(Some(Role::Added), b"+", added);
            return;
        }
        for (old, _) in &pairs {
            self.pieces((Role::Removed, Role::RemovedPart), b"-", old);
        }
        for (_, new) in &pairs {
            self.pieces((Role::Added, Role::AddedPart), b"+", new);
        }
    }

    /// Removed and added lines side by side, cut into pieces where they are alike enough; empty when
    /// they are not to be emphasised.
    fn pairs(&self, removed: &[u8], added: &[u8]) -> Vec<(Vec<Piece>, Vec<Piece>)> {
        match (self.look.paint, self.look.emphasis) {
            (Paint::Coloured, Emphasis::Inline) if self.room() > 0 => {
                emphasis::pairs(removed, added)
            }
            _ => Vec::new(),
        }
    }

    /// Draws the lines of `text` behind `sign`.
    fn lines(&mut self, role: Option<Role>, sign: &[u8], text: &[u8]) {
        let room = self.room();
        let mut rest = text;
        for line in text.split_inclusive(|byte| *byte == b'\n').take(room) {
            self.drawn += 1;
            rest = &rest[line.len()..];
            self.signed_line(role, sign, line);
        }
        self.cut += count_lines(rest);
    }

    fn signed_line(&mut self, role: Option<Role>, sign: &[u8], line: &[u8]) {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let kept = &text[..text
            .len()
            .min(self.look.line_bytes.count().saturating_add(1))];
        self.content(role, &[sign, kept].concat());
        self.end_line(is_unterminated(line));
    }

    fn pieces(&mut self, roles: (Role, Role), sign: &[u8], pieces: &[Piece]) {
        if !self.takes_line() {
            return;
        }
        self.look.paint.write(&mut self.out, roles.0, sign);
        let last = pieces.len().saturating_sub(1);
        for (place, piece) in pieces.iter().enumerate() {
            let text = match place == last {
                true => piece.text.strip_suffix(b"\n").unwrap_or(&piece.text),
                false => &piece.text,
            };
            let role = match piece.differs {
                emphasis::Differs::Yes => roles.1,
                emphasis::Differs::No => roles.0,
            };
            self.content(Some(role), text);
        }
        let is_open = pieces
            .last()
            .is_some_and(|last| is_unterminated(&last.text));
        self.end_line(is_open);
    }

    /// Ends a line of content, with the marker when it has no ending of its own.
    fn end_line(&mut self, is_open: bool) {
        self.out.push(b'\n');
        if is_open {
            self.look
                .paint
                .write(&mut self.out, Role::Aside, NO_NEWLINE);
            self.out.push(b'\n');
        }
    }

    fn takes_line(&mut self) -> bool {
        let takes = self.room() > 0;
        match takes {
            true => self.drawn += 1,
            false => self.cut += 1,
        }
        takes
    }

    /// Writes content of a line, cut at the bound, made harmless on a terminal.
    fn content(&mut self, role: Option<Role>, text: &[u8]) {
        let bound = self.look.line_bytes.count();
        let (kept, mark) = match text.len() > bound {
            true => (&text[..character_start(text, bound)], &b"..."[..]),
            false => (text, &b""[..]),
        };
        let mut shown = match self.look.medium {
            Medium::Terminal => visible_line(kept),
            Medium::Stream => kept.to_vec(),
        };
        shown.extend_from_slice(mark);
        match role {
            Some(role) => self.look.paint.write(&mut self.out, role, &shown),
            None => self.out.extend_from_slice(&shown),
        }
    }
}

/// `line` with control characters visible; the carriage return of a line ending does no harm.
fn visible_line(line: &[u8]) -> Vec<u8> {
    let (text, ending) = match line {
        [text @ .., b'\r'] => (text, "\r"),
        text => (text, ""),
    };
    (visible(text) + ending).into_bytes()
}

/// The largest offset up to `bound` that does not split a UTF-8 character.
fn character_start(text: &[u8], bound: usize) -> usize {
    let is_inside = |offset: &usize| text[*offset] & 0b1100_0000 == 0b1000_0000;
    (bound.saturating_sub(3)..=bound)
        .rev()
        .find(|offset| !is_inside(offset))
        .unwrap_or(bound)
}
