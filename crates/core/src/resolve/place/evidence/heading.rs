//! Recognizes the line that begins a block: the signature of a function, a section heading, a stanza or a `case`, as
//! far as one line shows it.
//!
//! Like [`definition`], headings are only negative evidence: lines under one heading do not belong under another
//! heading of the same kind.

use crate::patch::{Hunk, HunkLine};
use crate::text;

use super::definition;
use super::exact;
use super::line::{is_blank, trimmed};
use super::outline;
use super::scope::{MAX_LINES_ABOVE, indentation};

/// Keys whose values identify entries.
const KEYS: [&[u8]; 3] = [b"name", b"id", b"key"];

/// A line that begins a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading<'l> {
    /// A function or a class, by its name.
    Definition(&'l [u8]),
    /// `[section]`, or `## Section` with the number of `#`.
    Section(outline::Section, &'l [u8]),
    /// A line with this last byte that deeper lines follow.
    Block(u8, &'l [u8]),
    /// A line that names its entry.
    Key(&'l [u8]),
}

impl<'l> Heading<'l> {
    /// The block that `line` begins, if any. `next` is the line below `line`.
    pub fn parse(line: &'l [u8], next: Option<&[u8]>) -> Option<Self> {
        let content = trimmed(line);
        if let Some(name) = definition::shown(line, next) {
            return Some(Self::Definition(name));
        }
        match outline::Section::parse(line) {
            // A single `#` may begin a comment.
            Some(outline::Section::Marked(1)) => return None,
            Some(section) => return Some(Self::Section(section, content)),
            None => {}
        }
        if let Some(value) = entry_name(content) {
            return Some(Self::Key(value));
        }
        match content {
            [head @ .., last @ (b'{' | b':')] if is_block_head(head, *last) => {
                Some(Self::Block(*last, stem(head)))
            }
            _ => None,
        }
    }

    /// True if `other` begins a block of the same kind.
    pub fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Definition(_), Self::Definition(_)) | (Self::Key(_), Self::Key(_)) => true,
            (Self::Section(one, _), Self::Section(two, _)) => one == two,
            (Self::Block(one, _), Self::Block(two, _)) => one == two,
            _ => false,
        }
    }

    /// True if a line that is indented by `line_depth` may be in the block of this heading, which is indented by
    /// `depth`.
    fn may_contain(self, depth: usize, line_depth: usize) -> bool {
        match self {
            Self::Section(..) => true,
            Self::Key(_) => depth <= line_depth,
            Self::Definition(_) | Self::Block(..) => depth < line_depth,
        }
    }

    /// True if such blocks may be inside one another.
    fn nests(self) -> bool {
        matches!(self, Self::Definition(_) | Self::Block(..))
    }

    /// True if `other` begins a function or a class with the same name.
    fn is_same_definition(self, other: Option<Self>) -> bool {
        match (self, other) {
            (Self::Definition(name), Some(Self::Definition(other))) => name == other,
            _ => false,
        }
    }

    fn name(self) -> &'l [u8] {
        match self {
            Self::Definition(name)
            | Self::Section(_, name)
            | Self::Block(_, name)
            | Self::Key(name) => name,
        }
    }

    /// True if `line`, indented by `line_depth`, ends the block of this heading, which is indented by `depth`.
    fn ends_at(self, depth: usize, line: &[u8], line_depth: usize) -> bool {
        let content = trimmed(line);
        let is_shallow = line_depth <= depth;
        if is_shallow && Heading::parse(line, None).is_some_and(|other| self.is_like(other)) {
            return true;
        }
        match self {
            Self::Section(section, _) => !section.may_hold(line),
            // Entries are paragraphs, or blocks.
            Self::Key(_) => content.is_empty() || line_depth < depth || content.starts_with(b"["),
            Self::Definition(_) | Self::Block(..) => {
                let is_neutral = matches!(content.first(), None | Some(b'#' | b'{'));
                is_shallow && !is_neutral && !content.ends_with(b":")
            }
        }
    }
}

/// The value of `line`, if its key is one of [`KEYS`].
fn entry_name(line: &[u8]) -> Option<&[u8]> {
    let mut rest = without_prefix(without_prefix(line, b"- "), b"\"");
    let key = KEYS.iter().find(|key| rest.starts_with(key))?;
    rest = without_prefix(&rest[key.len()..], b"\"");
    let assigned = match trimmed(rest).strip_prefix(b"=") {
        Some(assigned) => assigned,
        None => rest.strip_prefix(b":")?,
    };
    let value = without_suffix(trimmed(assigned), b",");
    let is_text = matches!(value, [b'"', .., b'"']) || rest.starts_with(b":");
    if !is_text || value.is_empty() {
        return None;
    }
    Some(value)
}

fn without_prefix<'l>(line: &'l [u8], prefix: &[u8]) -> &'l [u8] {
    line.strip_prefix(prefix).unwrap_or(line)
}

fn without_suffix<'l>(line: &'l [u8], suffix: &[u8]) -> &'l [u8] {
    line.strip_suffix(suffix).unwrap_or(line)
}

/// True if `line`, which `last` follows, can begin a block. False for a control statement, a label, a brace or prose.
fn is_block_head(line: &[u8], last: u8) -> bool {
    let head = trimmed(line);
    match head.first() {
        None | Some(b'}' | b')' | b']' | b'/' | b'*' | b'|' | b'&') => return false,
        Some(_) => {}
    }
    if last == b':' {
        let mut bytes = head.iter();
        let is_label = bytes.all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        let is_prose = head.contains(&b' ') && !head.starts_with(b"case ");
        if is_label || is_prose {
            return false;
        }
    }
    !definition::is_control(head)
}

/// The name in the heading of a block, without quotes, version requirement and assigned value.
fn stem(line: &[u8]) -> &[u8] {
    let mut head = line;
    if let Some(at) = memchr::memmem::find(head, b" = ") {
        head = &head[..at];
    }
    head = without_suffix(trimmed(head), b":");
    head = without_suffix(without_prefix(head, b"\""), b"\"");
    match head.iter().skip(1).position(|byte| *byte == b'@') {
        Some(at) => &head[..=at],
        None => head,
    }
}

/// A heading for which the text has a different heading of the same kind.
#[derive(Clone, Debug)]
pub struct OtherHeading {
    /// True if the text has the named heading.
    pub is_in_text: bool,
    /// True if the other heading cannot be the named one under a new name: functions are renamed, releases and entries
    /// of lists are not. Then it refuses even a place with lines of the hunk that no other place has.
    pub is_sure: bool,
}

/// The lines of a hunk up to the end of its first change.
pub struct Lead<'h> {
    lines: Vec<&'h [u8]>,
    /// The indentation of each line in the text.
    depths: Vec<usize>,
    /// The index of the first changed line.
    change: usize,
}

impl<'h> Lead<'h> {
    /// The lead of `hunk`, whose lines are indented as in the text. `None` if the hunk has no change.
    pub fn new(hunk: &'h Hunk) -> Option<Self> {
        Self::with_depths(hunk, |_| None)
    }

    /// Like [`Self::new`]. `depth` returns the indentation in the text of a line of the hunk (0-based), if the text
    /// has the line. The other lines are shifted like the nearest line that the text has.
    pub fn with_depths(hunk: &'h Hunk, depth: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let change = hunk.lines.iter().position(HunkLine::is_change)?;
        let mut end = change;
        while hunk.lines.get(end).is_some_and(HunkLine::is_change) {
            end += 1;
        }
        let mut shifts: Vec<(usize, isize)> = Vec::new();
        for (number, line) in hunk.lines.iter().enumerate() {
            if !trimmed(&line.text).is_empty()
                && let Some(depth) = depth(number)
            {
                shifts.push((number, depth as isize - indentation(&line.text) as isize));
            }
        }
        let (mut lines, mut depths) = (Vec::new(), Vec::new());
        for (number, line) in hunk.lines[..end].iter().enumerate() {
            let nearest = shifts
                .iter()
                .min_by_key(|(other, _)| other.abs_diff(number));
            let shift = nearest.map_or(0, |(_, shift)| *shift);
            lines.push(&line.text[..]);
            depths.push(indentation(&line.text).saturating_add_signed(shift));
        }
        Some(Self {
            lines,
            depths,
            change,
        })
    }

    /// The indentation of the first changed line that is not blank, or of the last such line before it.
    fn change_depth(&self) -> Option<usize> {
        let changed = self.change..self.lines.len();
        let mut rows = changed.chain((0..self.change).rev());
        let row = rows.find(|&row| !trimmed(self.lines[row]).is_empty())?;
        // A closing bracket counts as a line of its block.
        Some(self.depths[row] + usize::from(outline::is_closing(self.lines[row])))
    }

    /// The heading `scope` that the header names, if the change at byte `at` of `text` would be below another heading
    /// of the same kind. `None` if the hunk itself shows that the change is elsewhere.
    pub fn other_than_header(&self, scope: &[u8], text: &[u8], at: usize) -> Option<OtherHeading> {
        let heading = Heading::parse(scope, Some(b"{"))?;
        if self.lines.iter().any(|line| is_named(line, scope)) {
            return None;
        }
        let other = other_above(heading, self.change_depth()?, text, at, |line, found| {
            is_named(line, scope) || heading.is_same_definition(found)
        })?;
        let named_at = find_line(text, |line| is_named(line, scope));
        // A header comes from a text that was indented like this one.
        let depth = indentation(&text[named_at.unwrap_or(other)..]);
        if self.leaves_block(heading, depth, 0) {
            return None;
        }
        Some(OtherHeading {
            is_in_text: named_at.is_some(),
            is_sure: named_at.is_some() || !matches!(heading, Heading::Definition(_)),
        })
    }

    /// True if the hunk shows a heading above its first change, and the change at byte `at` of `text` would be below
    /// another of its kind. A heading that the text does not have may have been changed there, except for its name.
    pub fn is_below_other_than_shown(&self, text: &[u8], at: usize) -> bool {
        let Some(change_depth) = self.change_depth() else {
            return false;
        };
        let Some((row, heading)) = self.heading_above(change_depth) else {
            return false;
        };
        if self.leaves_block(heading, self.depths[row], row + 1) {
            return false;
        }
        let line = self.lines[row];
        let other = other_above(heading, change_depth, text, at, |found, found_heading| {
            is_equal(found, line) || heading.is_same_definition(found_heading)
        });
        let Some(other) = other else {
            return false;
        };
        if find_line(text, |found| is_equal(found, line)).is_some() {
            return true;
        }
        let mut others = exact::lines(&text[other..]);
        let (first, second) = (others.next().unwrap_or_default(), others.next());
        Heading::parse(first, second).is_none_or(|other| other.name() != heading.name())
    }

    /// The nearest heading above the change whose block may contain lines indented by `change_depth`, and its row.
    fn heading_above(&self, change_depth: usize) -> Option<(usize, Heading<'h>)> {
        for row in (0..self.change).rev() {
            if let Some(heading) = Heading::parse(self.lines[row], self.lines.get(row + 1).copied())
                && heading.may_contain(self.depths[row], change_depth)
            {
                return Some((row, heading));
            }
        }
        None
    }

    /// True if a line from number `from` on ends the block of `heading`, which is indented by `depth`.
    fn leaves_block(&self, heading: Heading, depth: usize, from: usize) -> bool {
        for (row, line) in self.lines.iter().enumerate().skip(from) {
            // The line that ends a block belongs to it, if no other line follows.
            if row >= self.change
                && self.lines[row..]
                    .iter()
                    .all(|line| outline::is_closing(line))
            {
                continue;
            }
            if heading.ends_at(depth, line, self.depths[row]) {
                return true;
            }
        }
        false
    }

    /// True if the change, at byte `at` of `text`, would be below the heading `line`. The hunk shows that line,
    /// followed by `next`, after the change.
    pub fn is_below(&self, line: &[u8], next: Option<&[u8]>, text: &[u8], at: usize) -> bool {
        let (Some(heading), Some(depth)) = (Heading::parse(line, next), self.change_depth()) else {
            return false;
        };
        if other_above(heading, depth, text, at, |_, _| false).is_none() {
            return false;
        }
        let is_line = |other: &[u8]| trimmed(other) == trimmed(line);
        other_above(heading, depth, text, at, |other, _| is_line(other)).is_none()
            && exact::lines(text).filter(|other| is_line(other)).count() == 1
    }
}

#[derive(Clone, Copy)]
pub struct Neighbours<'l> {
    pub above: Option<&'l [u8]>,
    pub line: &'l [u8],
    pub below: Option<&'l [u8]>,
}

impl<'l> Neighbours<'l> {
    /// The block that the line begins. After another line with `#`, `## Title` is a comment.
    pub fn heading(&self) -> Option<Heading<'l>> {
        let heading = Heading::parse(self.line, self.below)?;
        if matches!(heading, Heading::Section(outline::Section::Marked(_), _))
            && self.above.is_some_and(|above| above.starts_with(b"#"))
        {
            return None;
        }
        Some(heading)
    }
}

/// True if one of `others` begins a block of the same kind and indentation as `line`, so that `line` is not the next
/// heading.
pub fn is_passed<'t>(line: Neighbours, mut others: impl Iterator<Item = Neighbours<'t>>) -> bool {
    let Some(heading) = line.heading() else {
        return false;
    };
    let depth = indentation(line.line);
    others.any(|other| {
        indentation(other.line) == depth
            && other.heading().is_some_and(|other| heading.is_like(other))
    })
}

/// The offset of the nearest line like `heading` that contains a line at byte `at` of `text` with the indentation
/// `inside`. `None` if a heading that `is_same` contains that line.
fn other_above(
    heading: Heading,
    mut depth: usize,
    text: &[u8],
    at: usize,
    is_same: impl Fn(&[u8], Option<Heading>) -> bool,
) -> Option<usize> {
    let mut found = None;
    let mut rest = text.get(..at)?;
    let mut next = None;
    for _ in 0..MAX_LINES_ABOVE {
        let is_outermost = heading.nests() && depth == 0;
        if rest.is_empty() || is_outermost {
            break;
        }
        let start = text::line_start(rest, rest.len() - 1);
        let line = &rest[start..];
        let line_depth = indentation(line);
        if !trimmed(line).is_empty() && heading.may_contain(line_depth, depth) {
            let other = Heading::parse(line, next);
            if is_same(line, other) {
                return None;
            }
            if let Some(other) = other {
                if heading.is_like(other) {
                    found = found.or(Some(start));
                }
                if heading.nests() {
                    depth = line_depth;
                } else if found.is_some() {
                    break;
                }
            }
        }
        next = Some(line);
        rest = &rest[..start];
    }
    found
}

/// True if `line` begins with `scope`, ignoring whitespace. Tools truncate the scope in a header.
fn is_named(line: &[u8], scope: &[u8]) -> bool {
    let mut line = solid_bytes(line);
    solid_bytes(scope).all(|byte| line.next() == Some(byte))
}

/// True if the lines are equal, ignoring whitespace.
fn is_equal(one: &[u8], two: &[u8]) -> bool {
    solid_bytes(one).eq(solid_bytes(two))
}

fn solid_bytes(line: &[u8]) -> impl Iterator<Item = &u8> {
    line.iter().filter(|byte| !is_blank(**byte))
}

/// The offset of the first line of `text` that is `wanted`.
fn find_line(text: &[u8], wanted: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let mut at = 0;
    for line in exact::lines(text) {
        if wanted(line) {
            return Some(at);
        }
        at += line.len();
    }
    None
}
