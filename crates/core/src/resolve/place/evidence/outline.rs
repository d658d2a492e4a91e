//! The blocks around the omitted lines (dots) of a hunk. They show which lines may have been omitted.
//!
//! Deeper lines below a line are inside it only if that line begins a block. Any other line only shows that it comes
//! first.

use std::ops::Range;

use super::definition;
use super::exact;
use super::line::trimmed;
use super::scope::indentation;

/// The relation of omitted lines to the blocks around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passage {
    /// The lines are in the block that both pieces are in.
    Inside,
    /// The lines leave a block that both pieces may be in.
    Crosses,
    /// The lines leave the block that must contain the lower piece.
    Leaves,
}

/// The lines of a hunk above a gap whose blocks may contain the lines below the gap. Each is deeper than the previous
/// one.
#[derive(Debug, Default)]
pub struct Outline<'l> {
    enclosing: Vec<Enclosing<'l>>,
}

#[derive(Clone, Copy, Debug)]
struct Enclosing<'l> {
    line: &'l [u8],
    /// True if dots follow the line directly.
    is_before_dots: bool,
}

impl<'l> Outline<'l> {
    /// Reads the lines of the next piece, which is followed by dots.
    pub fn read(&mut self, piece: &'l [u8]) {
        for line in solid_lines(piece) {
            while self
                .enclosing
                .pop_if(|above| !above.may_hold(line))
                .is_some()
            {}
            self.enclosing.push(Enclosing {
                line,
                is_before_dots: false,
            });
        }
        if let Some(last) = self.enclosing.last_mut() {
            last.is_before_dots = true;
        }
    }

    /// The gap above `piece`. `has_change` is true if this piece or a later one has a change.
    pub fn gap(&self, piece: &'l [u8], has_change: bool) -> Gap<'l> {
        let (Some(above), Some(below)) = (self.enclosing.last(), solid_lines(piece).next()) else {
            return Gap::default();
        };
        let depth = indentation(below);
        let is_closed =
            indentation(above.line) == depth && begins_block(above.line) && is_closing(below);
        let mut enclosing = self.enclosing.iter().rev();
        let mut head = enclosing.find(|above| above.begins_around(below));
        if head.is_none() && is_closed {
            head = Some(above);
        }
        Gap {
            head: head.map(|head| head.line),
            is_required: is_closed || head.is_some_and(|head| head.is_required(has_change)),
            is_closed,
            level: indentation(above.line).min(depth),
        }
    }
}

impl Enclosing<'_> {
    /// True if `line`, which follows, can be inside the block of this line.
    fn may_hold(&self, line: &[u8]) -> bool {
        match Section::parse(self.line) {
            Some(heading) => heading.may_hold(line),
            None => indentation(self.line) < indentation(line),
        }
    }

    /// True if this line begins the block that contains `below`, a line below the gap.
    fn begins_around(&self, below: &[u8]) -> bool {
        match Section::parse(self.line) {
            Some(Section::Marked(_)) => self.is_before_dots && self.may_hold(below),
            Some(Section::Bracketed) => self.may_hold(below),
            None => self.may_hold(below) && begins_block(self.line),
        }
    }

    /// True if the lines below the gap must be inside the block of this line. A line with `#` may be a comment.
    fn is_required(&self, has_change: bool) -> bool {
        let is_doubtful = matches!(Section::parse(self.line), Some(Section::Marked(_)));
        !is_doubtful && (self.is_before_dots || has_change)
    }
}

/// The evidence about the omitted lines in a gap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gap<'l> {
    /// The innermost line above the gap that begins the block of the lines below.
    head: Option<&'l [u8]>,
    /// True if the lines below must be in that block.
    is_required: bool,
    /// True if the line below the gap closes that block.
    is_closed: bool,
    /// The smaller indentation of the two lines next to the gap.
    level: usize,
}

impl Gap<'_> {
    /// The passage of the gap if the bytes `range` of `text` are the omitted lines.
    pub fn passage(&self, text: &[u8], range: Range<usize>) -> Passage {
        if range.start >= range.end {
            return Passage::Inside;
        }
        let mut widest = Passage::Inside;
        for line in solid_lines(&text[range]) {
            if self.ends_head(line) {
                if self.is_required {
                    return Passage::Leaves;
                }
                widest = Passage::Crosses;
            } else if indentation(line) < self.level && may_begin_block(line) {
                widest = Passage::Crosses;
            }
        }
        widest
    }

    /// True if `line` cannot be inside the block of the head.
    fn ends_head(&self, line: &[u8]) -> bool {
        let Some(head) = self.head else {
            return false;
        };
        if let Some(heading) = Section::parse(head) {
            return !heading.may_hold(line);
        }
        let is_similar = trimmed(line).first() == trimmed(head).first();
        indentation(line) <= indentation(head)
            && (self.is_closed || is_similar || may_begin_block(line))
    }
}

/// The heading of a block that is not indented and ends at the next heading of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `[section]`
    Bracketed,
    /// `## Section`, with the number of `#`. May be a comment.
    Marked(usize),
}

impl Section {
    pub fn parse(line: &[u8]) -> Option<Self> {
        let level = line.iter().take_while(|byte| **byte == b'#').count();
        match line.trim_ascii_end() {
            [b'[', name @ .., b']'] if !name.is_empty() && name.iter().all(is_name_byte) => {
                Some(Self::Bracketed)
            }
            line if level > 0 && line.get(level) == Some(&b' ') => Some(Self::Marked(level)),
            _ => None,
        }
    }

    /// True if `line` does not end the block of this heading.
    pub fn may_hold(self, line: &[u8]) -> bool {
        match (self, Self::parse(line)) {
            (Self::Marked(level), Some(Self::Marked(other))) => level < other,
            (Self::Bracketed, Some(Self::Bracketed)) => false,
            _ => true,
        }
    }
}

fn is_name_byte(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'.' | b'-' | b'_' | b' ' | b'"' | b'[' | b']' | b':' | b'/'
        )
}

fn solid_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    exact::lines(text).filter(|line| !trimmed(line).is_empty())
}

/// True if deeper lines after `line` are inside a block that `line` begins.
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

/// True for `<server>`, but not for `<port>80</port>`, `<br/>` or `</server>`.
fn is_opening_tag(line: &[u8]) -> bool {
    matches!(line, [b'<', byte, .., b'>'] if byte.is_ascii_alphabetic())
        && !line.ends_with(b"/>")
        && memchr::memmem::find(line, b"</").is_none()
}

pub fn is_closing(line: &[u8]) -> bool {
    matches!(trimmed(line).first(), Some(b'}' | b')' | b']'))
}

/// True if `line` could begin a block. False for closing brackets, lone braces, comments and directives.
fn may_begin_block(line: &[u8]) -> bool {
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
