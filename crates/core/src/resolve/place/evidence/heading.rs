//! The line under which others stand: the head of a function, a section, a stanza or a case, as far as one line
//! shows it.
//!
//! Like [`definition`], headings are evidence only against a place: what belongs under one does not belong under
//! another of its kind.

use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text;

use super::definition;
use super::exact;
use super::line::{is_blank, trimmed};
use super::outline;
use super::scope::indentation;

/// Lines above a place that are looked at.
const REACH: usize = 5000;

/// Keys whose values tell entries apart.
const KEYS: [&[u8]; 3] = [b"name", b"id", b"key"];

/// A line that others stand under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading<'l> {
    /// A function or a class of this name.
    Definition(&'l [u8]),
    /// `[section]`, or `## Section` with the number of its signs.
    Section(outline::Heading, &'l [u8]),
    /// A line with this last byte, and deeper ones below it.
    Block(u8, &'l [u8]),
    /// A line that names the entry it is in.
    Key(&'l [u8]),
}

impl<'l> Heading<'l> {
    /// The block that `line` begins, if it begins something; `next` is the line below it.
    pub fn of(line: &'l [u8], next: Option<&[u8]>) -> Option<Self> {
        let says = trimmed(line);
        if let Some(name) = definition::shown(line, next) {
            return Some(Self::Definition(name));
        }
        match outline::Heading::of(line) {
            // Or a comment.
            Some(outline::Heading::Marked(1)) => return None,
            Some(section) => return Some(Self::Section(section, says)),
            None => {}
        }
        if let Some(value) = keyed(says) {
            return Some(Self::Key(value));
        }
        match says {
            [head @ .., last @ (b'{' | b':')] if is_name(head, *last) => {
                Some(Self::Block(*last, stem(head)))
            }
            _ => None,
        }
    }

    /// Whether `other` begins something of the same kind.
    pub fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Definition(_), Self::Definition(_)) | (Self::Key(_), Self::Key(_)) => true,
            (Self::Section(one, _), Self::Section(two, _)) => one == two,
            (Self::Block(one, _), Self::Block(two, _)) => one == two,
            _ => false,
        }
    }

    /// Whether lines that are indented by `inside` may be below it, which is indented by `own`.
    fn may_hold(self, own: usize, inside: usize) -> bool {
        match self {
            Self::Section(..) => true,
            Self::Key(_) => own <= inside,
            Self::Definition(_) | Self::Block(..) => own < inside,
        }
    }

    /// Whether what it begins may be called otherwise, and be the same: functions are renamed; releases and the
    /// entries of lists are not.
    fn may_be_renamed(self) -> bool {
        matches!(self, Self::Definition(_))
    }

    /// Whether `other` begins a function or a class with its name, too.
    fn is_same_definition(self, other: Option<Self>) -> bool {
        match (self, other) {
            (Self::Definition(name), Some(Self::Definition(other))) => {
                definition::is_same(name, other)
            }
            _ => false,
        }
    }

    /// The name of the heading.
    fn name(self) -> &'l [u8] {
        match self {
            Self::Definition(name)
            | Self::Section(_, name)
            | Self::Block(_, name)
            | Self::Key(name) => name,
        }
    }

    /// Whether `line`, indented by `depth`, is not below this heading any more, which is indented by `own`.
    fn is_left_by(self, line: &[u8], depth: usize, own: usize) -> bool {
        let says = trimmed(line);
        let is_shallow = depth <= own;
        if is_shallow && Heading::of(line, None).is_some_and(|other| self.is_like(other)) {
            return true;
        }
        match self {
            Self::Section(section, _) => !section.may_hold(line),
            // Entries are paragraphs, or blocks.
            Self::Key(_) => says.is_empty() || depth < own || says.starts_with(b"["),
            Self::Definition(_) | Self::Block(..) => {
                let is_beside = matches!(says.first(), None | Some(b'#' | b'{'));
                is_shallow && !is_beside && !says.ends_with(b":")
            }
        }
    }
}

/// The value of `line`, if it is that of one of [`KEYS`].
fn keyed(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_prefix(b"- ").unwrap_or(line);
    let line = line.strip_prefix(b"\"").unwrap_or(line);
    let key = KEYS.iter().find(|key| line.starts_with(key))?;
    let rest = &line[key.len()..];
    let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
    let value = trimmed(rest)
        .strip_prefix(b"=")
        .or_else(|| rest.strip_prefix(b":"))?;
    let value = trimmed(value);
    let value = value.strip_suffix(b",").unwrap_or(value);
    let is_text = matches!(value, [b'"', .., b'"']) || rest.starts_with(b":");
    (is_text && !value.is_empty()).then_some(value)
}

/// Whether `head`, which `last` follows, is more than a control statement, a label, a brace or a line of prose.
fn is_name(head: &[u8], last: u8) -> bool {
    let head = trimmed(head);
    let is_bracket = |byte: &u8| matches!(byte, b'}' | b')' | b']' | b'/' | b'*' | b'|' | b'&');
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let begins = head.first().is_some_and(|byte| !is_bracket(byte));
    let is_label = last == b':' && head.iter().all(is_word);
    let is_prose = last == b':' && head.contains(&b' ') && !head.starts_with(b"case ");
    begins && !is_label && !is_prose && !definition::is_control(head)
}

/// The name in the head of a block: without quotes, without the version that it asks for, and without what is
/// assigned to it.
fn stem(head: &[u8]) -> &[u8] {
    let head = match memchr::memmem::find(head, b" = ") {
        Some(at) => &head[..at],
        None => head,
    };
    let head = trimmed(head);
    let head = head.strip_suffix(b":").unwrap_or(head);
    let head = head.strip_prefix(b"\"").unwrap_or(head);
    let head = head.strip_suffix(b"\"").unwrap_or(head);
    match head.iter().skip(1).position(|byte| *byte == b'@') {
        Some(at) => &head[..=at],
        None => head,
    }
}

/// A heading and where the text has another of its kind instead.
#[derive(Clone, Debug)]
pub struct Astray {
    /// The beginning of the heading itself, if it is there.
    pub meant: Option<usize>,
    /// Whether the other one may be the same under a new name.
    may_be_renamed: bool,
}

impl Astray {
    /// Whether it is a reason to refuse a place that has lines of the hunk that no other place has.
    pub fn is_sure(&self) -> bool {
        self.meant.is_some() || !self.may_be_renamed
    }
}

/// The lines of a hunk down to its first change, with that.
pub struct Lead<'h> {
    lines: Vec<&'h [u8]>,
    /// How far each of them is indented in the text.
    depths: Vec<usize>,
    /// The first of them that is changed.
    change: usize,
}

impl<'h> Lead<'h> {
    /// The lead of `hunk`, whose lines are indented as in the text; `None` of one without a change.
    pub fn of(hunk: &'h Hunk) -> Option<Self> {
        Self::laid(hunk, |_| None)
    }

    /// As [`Self::of`], where `there` is how far the text indents the line of a number (0-based), if it has that
    /// line. One that it lacks is as far from its place as the nearest one that it has.
    pub fn laid(hunk: &'h Hunk, there: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let is_context = |line: &&HunkLine| line.kind == LineKind::Context;
        let change = hunk.lines.iter().take_while(is_context).count();
        let run = hunk.lines[change..]
            .iter()
            .take_while(|line| !is_context(line));
        let end = change + run.count();
        let own = |number: usize| indentation(&hunk.lines[number].text);
        let shifts: Vec<(usize, isize)> = (0..hunk.lines.len())
            .filter(|&number| !trimmed(&hunk.lines[number].text).is_empty())
            .filter_map(|number| Some((number, there(number)? as isize - own(number) as isize)))
            .collect();
        let depth = |number: usize| {
            let nearest = shifts
                .iter()
                .min_by_key(|(other, _)| other.abs_diff(number));
            own(number).saturating_add_signed(nearest.map_or(0, |(_, shift)| *shift))
        };
        let lines = hunk.lines[..end].iter().map(|line| &line.text[..]);
        (change < end).then(|| Self {
            lines: lines.collect(),
            depths: (0..end).map(depth).collect(),
            change,
        })
    }

    /// The indentation of its first changed line that says something, else of the last line before.
    fn inside(&self) -> Option<usize> {
        let tells = |row: &usize| !trimmed(self.lines[*row]).is_empty();
        let changed = (self.change..self.lines.len()).find(tells);
        let row = changed.or_else(|| (0..self.change).rev().find(tells))?;
        // What ends a block is inside it.
        Some(self.depths[row] + usize::from(closes(self.lines[row])))
    }

    /// The heading `scope` that the header names for the change, if that, at byte `at` of `text`, would be below
    /// another of its kind. It says nothing of a change that the hunk shows to be elsewhere.
    pub fn astray_of_header(&self, scope: &[u8], text: &[u8], at: usize) -> Option<Astray> {
        let heading = Heading::of(scope, Some(b"{"))?;
        if self.lines.iter().any(|line| is_named(line, scope)) {
            return None;
        }
        let is_it = |line: &[u8], other: Option<Heading>| {
            is_named(line, scope) || heading.is_same_definition(other)
        };
        let other = other(heading, self.inside()?, text, at, is_it)?;
        let meant = line_where(text, |line| is_named(line, scope));
        // A header is cut out of a text that was indented like this one.
        let own = indentation(&text[meant.unwrap_or(other)..]);
        let is_left = self.leaves(heading, own, 0);
        (!is_left).then_some(Astray {
            meant,
            may_be_renamed: heading.may_be_renamed(),
        })
    }

    /// As [`Self::astray_of_header`], of the heading that the hunk shows itself above its first change. One that
    /// is nowhere in the text may have been changed there, but not its name.
    pub fn astray_of_context(&self, text: &[u8], at: usize) -> Option<Astray> {
        let inside = self.inside()?;
        let (row, heading) = (0..self.change).rev().find_map(|row| {
            let heading = Heading::of(self.lines[row], self.lines.get(row + 1).copied())?;
            let is_above = heading.may_hold(self.depths[row], inside);
            is_above.then_some((row, heading))
        })?;
        let line = self.lines[row];
        if self.leaves(heading, self.depths[row], row + 1) {
            return None;
        }
        let is_it = |other: &[u8]| signs(other).eq(signs(line));
        let is_same =
            |line: &[u8], other: Option<Heading>| is_it(line) || heading.is_same_definition(other);
        let other = other(heading, inside, text, at, is_same)?;
        let meant = line_where(text, is_it);
        let mut instead = exact::lines(&text[other..]);
        let (first, second) = (instead.next().unwrap_or_default(), instead.next());
        let is_same = Heading::of(first, second).is_some_and(|it| it.name() == heading.name());
        (meant.is_some() || !is_same).then_some(Astray {
            meant,
            may_be_renamed: false,
        })
    }
}

impl Lead<'_> {
    /// Whether a line from number `from` on is not below `heading` any more, which is indented by `own`.
    fn leaves(&self, heading: Heading, own: usize, from: usize) -> bool {
        // What ends a block still belongs to it, if nothing follows.
        let ends =
            |row: usize| row >= self.change && self.lines[row..].iter().all(|line| closes(line));
        let mut rows = (from..self.lines.len()).filter(|&row| !ends(row));
        rows.any(|row| heading.is_left_by(self.lines[row], self.depths[row], own))
    }

    /// Whether the change, at byte `at` of `text`, would be below `line`, which begins something, though the hunk
    /// shows that line (and `next` after it) behind the change.
    pub fn is_below(&self, line: &[u8], next: Option<&[u8]>, text: &[u8], at: usize) -> bool {
        let (Some(heading), Some(inside)) = (Heading::of(line, next), self.inside()) else {
            return false;
        };
        let is_it = |other: &[u8]| trimmed(other) == trimmed(line);
        let has_like = other(heading, inside, text, at, |_, _| false).is_some();
        let is_around =
            has_like && other(heading, inside, text, at, |line, _| is_it(line)).is_none();
        is_around && exact::lines(text).filter(|line| is_it(line)).count() == 1
    }
}

/// A line and those beside it.
#[derive(Clone, Copy)]
pub struct Neighbours<'l> {
    pub above: Option<&'l [u8]>,
    pub line: &'l [u8],
    pub below: Option<&'l [u8]>,
}

impl<'l> Neighbours<'l> {
    /// The block that the line begins. `## Title` below another line with `#` is a comment.
    pub fn heading(&self) -> Option<Heading<'l>> {
        let is_comment = |above: &[u8]| above.starts_with(b"#");
        Heading::of(self.line, self.below).filter(|heading| {
            !matches!(heading, Heading::Section(outline::Heading::Marked(_), _))
                || !self.above.is_some_and(is_comment)
        })
    }
}

/// Whether `line` begins something, and one of `others` something of the same kind beside it: then it is not the next
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

/// Whether `line` ends a block.
fn closes(line: &[u8]) -> bool {
    matches!(trimmed(line).first(), Some(b'}' | b']' | b')'))
}

/// The beginning of the nearest line like `heading` that a line at byte `at` of `text`, indented by `inside`, is
/// below, unless it is below one that `is_it`.
fn other(
    heading: Heading,
    mut inside: usize,
    text: &[u8],
    at: usize,
    is_it: impl Fn(&[u8], Option<Heading>) -> bool,
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
            let begins = Heading::of(line, next);
            if is_it(line, begins) {
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

/// Whether `line` is the `scope` of a header, or begins with it: tools cut it off. Blanks say nothing.
fn is_named(line: &[u8], scope: &[u8]) -> bool {
    let mut line = signs(line);
    signs(scope).all(|sign| line.next() == Some(sign))
}

/// The bytes of `line` that are no blanks.
fn signs(line: &[u8]) -> impl Iterator<Item = &u8> {
    line.iter().filter(|byte| !is_blank(**byte))
}

/// The beginning of the first line of `text` that `is_it`.
fn line_where(text: &[u8], is_it: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let mut at = 0;
    exact::lines(text).find_map(|line| {
        at += line.len();
        is_it(line).then_some(at - line.len())
    })
}
