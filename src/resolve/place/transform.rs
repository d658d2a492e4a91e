//! Making added lines fit their surroundings: line ending, indentation, tabs.
//!
//! Nothing is done unless it maps every aligned line of the hunk onto the text's; then it is done to the
//! added lines as well, and reported.

use std::borrow::Cow;

use crate::resolve::Transform;
use crate::text::LineEnding;

use super::line::trimmed;

/// A line of the hunk and the line of the text it stands for, without line endings.
pub(super) type Aligned<'t> = (&'t [u8], &'t [u8]);

/// What maps the hunk's lines onto the text's.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shift {
    /// They are as they are, or differ in no one way.
    Nothing,
    /// The text has these leading blanks more.
    More(Vec<u8>),
    /// The hunk has these leading blanks more.
    Less(Vec<u8>),
    /// The text has a tab where the hunk has this many blanks.
    ToTabs(usize),
    /// The text has this many blanks where the hunk has a tab.
    FromTabs(usize),
}

impl Shift {
    /// The shift that maps all of `aligned`, and that `added` lines can follow, if there is one.
    pub(super) fn of<'t>(aligned: &[Aligned<'t>], added: &[&[u8]]) -> Option<Self> {
        let solid: Vec<Aligned<'t>> = aligned
            .iter()
            .copied()
            .filter(|(hunk, _)| !trimmed(hunk).is_empty())
            .collect();
        let maps = |shift: &Self| {
            let same =
                |(hunk, text): &Aligned| shift.fits(hunk) && same_start(&shift.apply(hunk), text);
            solid.iter().all(same)
        };
        if solid.is_empty() || maps(&Self::Nothing) {
            return Some(Self::Nothing);
        }
        let mut shifts = vec![constant(solid[0])];
        // Added lines that have tabs were not damaged: they stay as they are.
        if added.iter().any(|line| line.contains(&b'\t')) {
            let is_spaced = |width: usize| {
                let spaced = |(hunk, text): &Aligned| indentation(hunk) == spaced(text, width);
                solid.iter().all(spaced)
            };
            if [8, 4, 2, 3].into_iter().any(is_spaced) {
                return Some(Self::Nothing);
            }
        } else {
            shifts.extend([8, 4, 2, 3].map(Self::ToTabs));
        }
        shifts.extend([8, 4, 2, 3].map(Self::FromTabs));
        shifts.into_iter().find(maps)
    }

    /// Whether `line` has what the shift takes away.
    fn fits(&self, line: &[u8]) -> bool {
        match self {
            Self::Less(blanks) => line.starts_with(blanks),
            _ => true,
        }
    }

    /// `line` after the shift.
    pub(super) fn apply<'l>(&self, line: &'l [u8]) -> Cow<'l, [u8]> {
        if trimmed(line).is_empty() {
            return Cow::Borrowed(line);
        }
        match self {
            Self::Nothing => Cow::Borrowed(line),
            Self::More(blanks) => Cow::Owned([blanks, line].concat()),
            Self::Less(blanks) => Cow::Borrowed(line.strip_prefix(&blanks[..]).unwrap_or(line)),
            Self::ToTabs(width) => {
                let blanks = line.iter().take_while(|&&byte| byte == b' ').count();
                let mut shifted = vec![b'\t'; blanks / width];
                shifted.extend_from_slice(&line[blanks / width * width..]);
                Cow::Owned(shifted)
            }
            Self::FromTabs(width) => {
                let tabs = line.iter().take_while(|&&byte| byte == b'\t').count();
                let mut shifted = vec![b' '; tabs * width];
                shifted.extend_from_slice(&line[tabs..]);
                Cow::Owned(shifted)
            }
        }
    }

    /// How it is reported; `None` for nothing.
    pub(super) fn report(&self) -> Option<Transform> {
        match self {
            Self::Nothing => None,
            Self::More(blanks) => Some(Transform::Indent(blanks.len() as i32)),
            Self::Less(blanks) => Some(Transform::Indent(-(blanks.len() as i32))),
            Self::ToTabs(width) | Self::FromTabs(width) => Some(Transform::Tabs(*width as u8)),
        }
    }
}

/// Whether the two begin with the same blanks.
fn same_start(one: &[u8], two: &[u8]) -> bool {
    indentation(one) == indentation(two)
}

fn indentation(line: &[u8]) -> &[u8] {
    let blanks = line
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    &line[..blanks]
}

/// The blanks that `line` begins with, each tab as `width` of them.
fn spaced(line: &[u8], width: usize) -> Vec<u8> {
    let columns = indentation(line).iter();
    let columns = columns.map(|&byte| if byte == b'\t' { width } else { 1 });
    vec![b' '; columns.sum()]
}

/// The constant shift that maps one line.
fn constant((hunk, text): Aligned) -> Shift {
    let (hunk, text) = (indentation(hunk), indentation(text));
    if let Some(more) = text.strip_suffix(hunk) {
        return Shift::More(more.to_vec());
    }
    match hunk.strip_suffix(text) {
        Some(less) => Shift::Less(less.to_vec()),
        None => Shift::Nothing,
    }
}

/// `line` with the ending `ending` instead of its own; a line without one stays without.
pub(super) fn with_ending(line: &[u8], ending: LineEnding) -> Vec<u8> {
    let body = LineEnding::strip(line);
    match body.len() == line.len() {
        true => line.to_vec(),
        false => [body, ending.as_bytes()].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::Shift;

    fn shift(pairs: &[(&str, &str)], added: &[&str]) -> Option<Shift> {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(hunk, text)| (hunk.as_bytes(), text.as_bytes()))
            .collect();
        let added: Vec<_> = added.iter().map(|line| line.as_bytes()).collect();
        Shift::of(&pairs, &added)
    }

    #[test]
    fn one_shift_for_all_lines_or_none() {
        let four = shift(&[("a", "    a"), ("  b", "      b"), ("", "")], &[]).unwrap();
        assert_eq!(four, Shift::More(b"    ".to_vec()));
        assert_eq!(&four.apply(b"x")[..], b"    x");
        assert_eq!(&four.apply(b"")[..], b"");
        assert_eq!(shift(&[("a", "    a"), ("b", "b")], &[]), None);
        assert_eq!(shift(&[("\ta", "a"), ("b", "b")], &[]), None);
        let less = shift(&[("\ta", "a"), ("\t\tb", "\tb")], &[]).unwrap();
        assert_eq!(&less.apply(b"\t\tx")[..], b"\tx");
    }

    #[test]
    fn blanks_for_tabs_are_found_by_width_unless_added_lines_have_tabs() {
        let pairs = [("    a", "\ta"), ("        b", "\t\tb")];
        assert_eq!(shift(&pairs, &["    x"]), Some(Shift::ToTabs(4)));
        assert_eq!(&Shift::ToTabs(4).apply(b"      x")[..], b"\t  x");
        assert_eq!(shift(&pairs, &["\tx"]), Some(Shift::Nothing));
        assert_eq!(
            shift(&[("\ta", "  a"), ("b", "b")], &[]),
            Some(Shift::FromTabs(2))
        );
    }
}
