//! The blocks that the lines of a hunk around dots are in, as far as those lines show them: what may have been
//! left out between them.
//!
//! A line says that what follows it deeper is inside it only if it begins a block. Any other line says no more
//! than that it comes before.

use std::ops::Range;

use super::definition;
use super::exact;
use super::line::trimmed;
use super::scope::indentation;

/// How the lines that were left out lead from one piece to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passage {
    /// They stay in the block that both pieces are in.
    Inside,
    /// They leave a block that both pieces may be in.
    Crosses,
    /// They leave the block that the lower piece is said to be in.
    Leaves,
}

/// The lines of a hunk down to a gap that the lines below the gap may be inside of, each deeper than the one
/// before.
#[derive(Debug, Default)]
pub struct Outline<'l> {
    open: Vec<Open<'l>>,
}

#[derive(Clone, Copy, Debug)]
struct Open<'l> {
    line: &'l [u8],
    /// Whether dots follow it at once.
    is_at_dots: bool,
}

impl<'l> Outline<'l> {
    /// Goes on with the lines of one piece, which dots follow.
    pub fn read(&mut self, piece: &'l [u8]) {
        for line in telling(piece) {
            let goes_on = |open: &mut Open| !open.may_hold(line);
            while self.open.pop_if(goes_on).is_some() {}
            self.open.push(Open {
                line,
                is_at_dots: false,
            });
        }
        if let Some(last) = self.open.last_mut() {
            last.is_at_dots = true;
        }
    }

    /// The gap above `piece`; `has_change` if it or a piece below it changes something.
    pub fn gap(&self, piece: &'l [u8], has_change: bool) -> Gap<'l> {
        let (Some(above), Some(below)) = (self.open.last(), telling(piece).next()) else {
            return Gap::default();
        };
        let depth = indentation(below);
        let is_closed =
            indentation(above.line) == depth && begins_block(above.line) && closes(below);
        let around = self
            .open
            .iter()
            .rev()
            .find(|open| open.begins_around(below));
        let head = around.or(is_closed.then_some(above));
        Gap {
            head: head.map(|open| open.line),
            is_bound: is_closed || head.is_some_and(|open| open.is_bound(has_change)),
            is_closed,
            level: indentation(above.line).min(depth),
        }
    }
}

impl Open<'_> {
    /// Whether `line`, which follows, can be inside what this one begins.
    fn may_hold(&self, line: &[u8]) -> bool {
        match Heading::of(self.line) {
            Some(heading) => heading.may_hold(line),
            None => indentation(self.line) < indentation(line),
        }
    }

    /// Whether this line begins what `below`, a line below the gap, is in.
    fn begins_around(&self, below: &[u8]) -> bool {
        match Heading::of(self.line) {
            Some(Heading::Marked(_)) => self.is_at_dots && self.may_hold(below),
            Some(Heading::Section) => self.may_hold(below),
            None => self.may_hold(below) && begins_block(self.line),
        }
    }

    /// Whether what is below the gap must be inside what this line begins. A line with `#` may be a comment.
    fn is_bound(&self, has_change: bool) -> bool {
        let is_doubtful = matches!(Heading::of(self.line), Some(Heading::Marked(_)));
        !is_doubtful && (self.is_at_dots || has_change)
    }
}

/// The evidence of the lines around a gap on the lines in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gap<'l> {
    /// The innermost line above that begins what the lines below are in.
    head: Option<&'l [u8]>,
    /// Whether they must be in it.
    is_bound: bool,
    /// Whether the line below closes what the head opened.
    is_closed: bool,
    /// The smaller indentation of the lines beside the gap.
    level: usize,
}

impl Gap<'_> {
    /// The gap after the lines of `text` in `range`.
    pub fn passage(&self, text: &[u8], range: Range<usize>) -> Passage {
        if range.start >= range.end {
            return Passage::Inside;
        }
        let of_line = |line| match self.ends_head(line) {
            true if self.is_bound => Passage::Leaves,
            true => Passage::Crosses,
            false if indentation(line) < self.level && starts(line) => Passage::Crosses,
            false => Passage::Inside,
        };
        telling(&text[range])
            .map(of_line)
            .max()
            .unwrap_or(Passage::Inside)
    }

    /// Whether `line` cannot be inside what the head begins.
    fn ends_head(&self, line: &[u8]) -> bool {
        let Some(head) = self.head else {
            return false;
        };
        if let Some(heading) = Heading::of(head) {
            return !heading.may_hold(line);
        }
        let is_like = trimmed(line).first() == trimmed(head).first();
        indentation(line) <= indentation(head) && (self.is_closed || is_like || starts(line))
    }
}

/// A line that begins what is not indented: up to the next of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// `[section]`
    Section,
    /// `## Section`, with the number of its signs; or a comment.
    Marked(usize),
}

impl Heading {
    pub fn of(line: &[u8]) -> Option<Self> {
        let level = line.iter().take_while(|byte| **byte == b'#').count();
        match line.trim_ascii_end() {
            [b'[', name @ .., b']'] if !name.is_empty() && name.iter().all(is_of_name) => {
                Some(Self::Section)
            }
            line if level > 0 && line.get(level) == Some(&b' ') => Some(Self::Marked(level)),
            _ => None,
        }
    }

    /// Whether `line` does not end what the heading begins.
    pub fn may_hold(self, line: &[u8]) -> bool {
        match (self, Self::of(line)) {
            (Self::Marked(level), Some(Self::Marked(other))) => level < other,
            (Self::Section, Some(Self::Section)) => false,
            _ => true,
        }
    }
}

/// Whether `byte` may be in the name of a section.
fn is_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'.' | b'-' | b'_' | b' ' | b'"' | b'[' | b']' | b':' | b'/'
        )
}

fn telling(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    exact::lines(text).filter(|line| !trimmed(line).is_empty())
}

/// Whether what follows `line`, and is deeper, is inside what it begins.
fn begins_block(line: &[u8]) -> bool {
    let line = trimmed(line);
    let last = line.rsplit(|byte| matches!(byte, b' ' | b'\t')).next();
    matches!(line.last(), Some(b'{' | b'(' | b'[' | b':'))
        || matches!(last, Some(b"then" | b"do" | b"else" | b"begin"))
        || is_opening_tag(line)
        // A list item.
        || line.starts_with(b"- ")
        || definition::name(line).is_some()
}

/// `<server>`, but not `<port>80</port>`, `<br/>` or `</server>`.
fn is_opening_tag(line: &[u8]) -> bool {
    matches!(line, [b'<', byte, .., b'>'] if byte.is_ascii_alphabetic())
        && !line.ends_with(b"/>")
        && memchr::memmem::find(line, b"</").is_none()
}

/// Whether `line` ends what a line above it began.
fn closes(line: &[u8]) -> bool {
    matches!(trimmed(line).first(), Some(b'}' | b')' | b']'))
}

/// Whether `line` could begin something of its own: closing brackets, lone braces, comments and directives do
/// not.
fn starts(line: &[u8]) -> bool {
    let line = trimmed(line);
    match line {
        []
        | [
            b'}' | b')' | b']' | b'{' | b'(' | b'/' | b'*' | b';' | b',',
            ..,
        ] => false,
        [b'-', rest @ ..] => rest.first() == Some(&b' '),
        [b'#', ..] => line.ends_with(b"{"),
        _ => true,
    }
}
