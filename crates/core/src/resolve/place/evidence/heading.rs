//! The line that starts the block of other lines: the head of a function, a section, a stanza or a case, as far as one
//! line shows it.
//!
//! Like [`definition`], headings are only negative evidence: lines under one heading do not belong under another of its
//! kind.

use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text;

use super::definition;
use super::exact;
use super::line::{is_blank, trimmed};
use super::outline;
use super::scope::indentation;

/// The number of lines above a place that are searched.
const REACH: usize = 5000;

/// Keys whose values tell entries apart.
const KEYS: [&[u8]; 3] = [b"name", b"id", b"key"];

/// A line that begins a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading<'l> {
    /// A function or a class of this name.
    Definition(&'l [u8]),
    /// `[section]`, or `## Section` with the number of its signs.
    Section(outline::Section, &'l [u8]),
    /// A line with this last byte, and deeper ones below it.
    Block(u8, &'l [u8]),
    /// A line that names the entry it is in.
    Key(&'l [u8]),
}

impl<'l> Heading<'l> {
    /// The block that `line` begins, if it begins one; `next` is the line below it.
    pub fn parse(line: &'l [u8], next: Option<&[u8]>) -> Option<Self> {
        let says = trimmed(line);
        if let Some(name) = definition::shown(line, next) {
            return Some(Self::Definition(name));
        }
        match outline::Section::parse(line) {
            // Or a comment.
            Some(outline::Section::Marked(1)) => return None,
            Some(section) => return Some(Self::Section(section, says)),
            None => {}
        }
        if let Some(value) = entry_name(says) {
            return Some(Self::Key(value));
        }
        match says {
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

    /// True if lines that are indented by `inside` may be below this heading, which is indented by `own`.
    fn may_hold(self, own: usize, inside: usize) -> bool {
        match self {
            Self::Section(..) => true,
            Self::Key(_) => own <= inside,
            Self::Definition(_) | Self::Block(..) => own < inside,
        }
    }

    /// True if the block may have another name and be the same: functions are renamed, releases and entries of lists
    /// are not.
    fn may_be_renamed(self) -> bool {
        matches!(self, Self::Definition(_))
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

    /// True if `line`, indented by `depth`, is no longer below this heading, which is indented by `own`.
    fn is_left_by(self, line: &[u8], depth: usize, own: usize) -> bool {
        let says = trimmed(line);
        let is_shallow = depth <= own;
        if is_shallow && Heading::parse(line, None).is_some_and(|other| self.is_like(other)) {
            return true;
        }
        match self {
            Self::Section(section, _) => !section.may_hold(line),
            // Entries are paragraphs, or blocks.
            Self::Key(_) => says.is_empty() || depth < own || says.starts_with(b"["),
            Self::Definition(_) | Self::Block(..) => {
                let is_neutral = matches!(says.first(), None | Some(b'#' | b'{'));
                is_shallow && !is_neutral && !says.ends_with(b":")
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

/// True if `line`, which `last` follows, is more than a control statement, a label, a brace or a line of prose.
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

/// The name in the head of a block, without quotes, without the version that it asks for, and without the value that is
/// assigned to it.
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

/// A heading, in place of which the text has another of its kind.
#[derive(Clone, Debug)]
pub struct OtherHeading {
    /// The beginning of the named heading, if the text has it.
    pub named_at: Option<usize>,
    /// True if the other one may be the same under a new name.
    may_be_renamed: bool,
}

impl OtherHeading {
    /// True if it is a reason to refuse a place that has lines of the hunk that no other place has.
    pub fn is_sure(&self) -> bool {
        self.named_at.is_some() || !self.may_be_renamed
    }
}

/// The lines of a hunk up to the end of its first change.
pub struct Lead<'h> {
    lines: Vec<&'h [u8]>,
    /// The indentation of each line in the text.
    depths: Vec<usize>,
    /// The first changed line.
    change: usize,
}

impl<'h> Lead<'h> {
    /// The lead of `hunk`, whose lines are indented as in the text; `None` if it has no change.
    pub fn new(hunk: &'h Hunk) -> Option<Self> {
        Self::with_depths(hunk, |_| None)
    }

    /// Like [`Self::new`]; `depth` returns the indentation that the text has for a line of the hunk (0-based), if
    /// it has
    /// the line. Other lines are shifted like the nearest one that it has.
    pub fn with_depths(hunk: &'h Hunk, depth: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let change = hunk.lines.iter().position(is_change)?;
        let mut end = change;
        while hunk.lines.get(end).is_some_and(is_change) {
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

    /// The indentation of the first changed line that is not blank, else of the last such line before.
    fn inside(&self) -> Option<usize> {
        let changed = self.change..self.lines.len();
        let mut rows = changed.chain((0..self.change).rev());
        let row = rows.find(|&row| !trimmed(self.lines[row]).is_empty())?;
        // The line that ends a block is inside it.
        Some(self.depths[row] + usize::from(closes(self.lines[row])))
    }

    /// The heading `scope` that the header names for the change, if the change at byte `at` of `text` would be below
    /// another of its kind. The header says nothing about a change that the hunk shows to be elsewhere.
    pub fn other_than_header(&self, scope: &[u8], text: &[u8], at: usize) -> Option<OtherHeading> {
        let heading = Heading::parse(scope, Some(b"{"))?;
        if self.lines.iter().any(|line| is_named(line, scope)) {
            return None;
        }
        let other = other_above(heading, self.inside()?, text, at, |line, found| {
            is_named(line, scope) || heading.is_same_definition(found)
        })?;
        let named_at = find_line(text, |line| is_named(line, scope));
        // A header is cut out of a text that was indented like this one.
        let own = indentation(&text[named_at.unwrap_or(other)..]);
        if self.leaves(heading, own, 0) {
            return None;
        }
        Some(OtherHeading {
            named_at,
            may_be_renamed: heading.may_be_renamed(),
        })
    }

    /// Like [`Self::other_than_header`], for the heading that the hunk itself shows above its first change. One that
    /// is nowhere in the text may have been changed there, but not its name.
    pub fn other_than_shown(&self, text: &[u8], at: usize) -> Option<OtherHeading> {
        let inside = self.inside()?;
        let (row, heading) = self.heading_above(inside)?;
        let line = self.lines[row];
        if self.leaves(heading, self.depths[row], row + 1) {
            return None;
        }
        let other = other_above(heading, inside, text, at, |found, found_heading| {
            is_equal(found, line) || heading.is_same_definition(found_heading)
        })?;
        let named_at = find_line(text, |found| is_equal(found, line));
        if named_at.is_none() {
            let mut others = exact::lines(&text[other..]);
            let (first, second) = (others.next().unwrap_or_default(), others.next());
            if Heading::parse(first, second).is_some_and(|it| it.name() == heading.name()) {
                return None;
            }
        }
        Some(OtherHeading {
            named_at,
            may_be_renamed: false,
        })
    }

    /// The nearest heading above the change that lines indented by `inside` may be below, and its row.
    fn heading_above(&self, inside: usize) -> Option<(usize, Heading<'h>)> {
        for row in (0..self.change).rev() {
            if let Some(heading) = Heading::parse(self.lines[row], self.lines.get(row + 1).copied())
                && heading.may_hold(self.depths[row], inside)
            {
                return Some((row, heading));
            }
        }
        None
    }
}

impl Lead<'_> {
    /// True if a line from number `from` on is no longer below `heading`, which is indented by `own`.
    fn leaves(&self, heading: Heading, own: usize, from: usize) -> bool {
        for (row, line) in self.lines.iter().enumerate().skip(from) {
            // The line that ends a block still belongs to it, if nothing follows.
            if row >= self.change && self.lines[row..].iter().all(|line| closes(line)) {
                continue;
            }
            if heading.is_left_by(line, self.depths[row], own) {
                return true;
            }
        }
        false
    }

    /// True if the change, at byte `at` of `text`, would be below `line`, which begins a block, though the hunk shows
    /// that line (and `next` after it) after the change.
    pub fn is_below(&self, line: &[u8], next: Option<&[u8]>, text: &[u8], at: usize) -> bool {
        let (Some(heading), Some(inside)) = (Heading::parse(line, next), self.inside()) else {
            return false;
        };
        if other_above(heading, inside, text, at, |_, _| false).is_none() {
            return false;
        }
        let is_line = |other: &[u8]| trimmed(other) == trimmed(line);
        other_above(heading, inside, text, at, |other, _| is_line(other)).is_none()
            && exact::lines(text).filter(|other| is_line(other)).count() == 1
    }
}

fn is_change(line: &HunkLine) -> bool {
    line.kind != LineKind::Context
}

/// A line and the lines next to it.
#[derive(Clone, Copy)]
pub struct Neighbours<'l> {
    pub above: Option<&'l [u8]>,
    pub line: &'l [u8],
    pub below: Option<&'l [u8]>,
}

impl<'l> Neighbours<'l> {
    /// The block that the line begins. `## Title` below another line with `#` is a comment.
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

/// True if `line` begins a block, and one of `others` begins one of the same kind and depth: then `line` is not
/// the next
/// one.
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

fn closes(line: &[u8]) -> bool {
    matches!(trimmed(line).first(), Some(b'}' | b']' | b')'))
}

/// The beginning of the nearest line like `heading` that a line at byte `at` of `text`, indented by `inside`, is below;
/// `None` if it is below one that `is_same`.
fn other_above(
    heading: Heading,
    mut inside: usize,
    text: &[u8],
    at: usize,
    is_same: impl Fn(&[u8], Option<Heading>) -> bool,
) -> Option<usize> {
    let mut found = None;
    let mut rest = text.get(..at)?;
    let mut next = None;
    for _ in 0..REACH {
        let is_outermost = inside == 0 && !heading.may_hold(0, inside);
        if rest.is_empty() || is_outermost {
            break;
        }
        let start = text::line_start(rest, rest.len() - 1);
        let line = &rest[start..];
        let depth = indentation(line);
        if !trimmed(line).is_empty() && heading.may_hold(depth, inside) {
            let begins = Heading::parse(line, next);
            if is_same(line, begins) {
                return None;
            }
            if let Some(other) = begins {
                if heading.is_like(other) {
                    found = found.or(Some(start));
                }
                match heading {
                    Heading::Section(..) | Heading::Key(_) if found.is_some() => break,
                    Heading::Section(..) | Heading::Key(_) => {}
                    Heading::Definition(_) | Heading::Block(..) => inside = depth,
                }
            }
        }
        next = Some(line);
        rest = &rest[..start];
    }
    found
}

/// True if `line` is the `scope` of a header, or begins with it: tools cut it off. Whitespace is ignored.
fn is_named(line: &[u8], scope: &[u8]) -> bool {
    let mut line = solid_bytes(line);
    solid_bytes(scope).all(|byte| line.next() == Some(byte))
}

/// True if the lines are equal without whitespace.
fn is_equal(one: &[u8], two: &[u8]) -> bool {
    solid_bytes(one).eq(solid_bytes(two))
}

fn solid_bytes(line: &[u8]) -> impl Iterator<Item = &u8> {
    line.iter().filter(|byte| !is_blank(**byte))
}

/// The beginning of the first line of `text` that is `wanted`.
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
