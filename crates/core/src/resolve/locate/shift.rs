//! One uniform shift of indentation, learnt from a matched block and applied to new lines.
//!
//! A request may have lost the common indent of a block, or have blanks where the file has tabs. The lines
//! that matched say how its indentation maps to the file's; new lines are shifted by the same rule, in
//! the file's own indentation characters.

use super::indent_of;
use super::view::{Line, is_blank};
use crate::damage::fold;
use crate::resolve::Transform;

/// How wide a tab is when the file shows no width.
const TAB_WIDTH: usize = 4;

/// Tab widths that a request may have been written with, tried after the file's own.
const OTHER_WIDTHS: [usize; 4] = [4, 8, 2, 3];

/// The signs that indent the lines of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum IndentStyle {
    Tabs,
    Blanks,
}

/// How a file is indented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct Indentation {
    /// Columns of one step, which is what a tab stands for.
    width: usize,
    /// The signs that indent most lines; `None` when no line is indented.
    style: Option<IndentStyle>,
}

/// Lines that are looked at to learn how a file is indented.
const LOOKED_AT: usize = 4_000;

impl Indentation {
    /// Learns from the first lines: the style of most, and the commonest step inwards of those indented
    /// with blanks.
    pub(in crate::resolve) fn measure<'t>(lines: impl Iterator<Item = Line<'t>>) -> Self {
        let (mut tabs, mut blanks) = (0_usize, 0_usize);
        let mut steps = [0_usize; 9];
        let mut before = 0;
        for line in lines.take(LOOKED_AT) {
            let indent = indent_of(line.content);
            if indent.len() == line.content.len() {
                continue;
            }
            match indent.first() {
                Some(b'\t') => tabs += 1,
                Some(_) => blanks += 1,
                None => {}
            }
            let is_of_blanks = !indent.contains(&b'\t');
            if is_of_blanks && let 2..=8 = indent.len().saturating_sub(before) {
                steps[indent.len() - before] += 1;
            }
            before = if is_of_blanks { indent.len() } else { 0 };
        }
        let commonest = (2..=8).rev().max_by_key(|&step| steps[step]);
        Self {
            width: commonest
                .filter(|&step| steps[step] > 0)
                .unwrap_or(TAB_WIDTH),
            style: match (tabs, blanks) {
                (0, 0) => None,
                _ if tabs >= blanks => Some(IndentStyle::Tabs),
                _ => Some(IndentStyle::Blanks),
            },
        }
    }
}

impl Indentation {
    /// One step inwards.
    pub(in crate::resolve) fn step(&self) -> Vec<u8> {
        match self.style {
            Some(IndentStyle::Tabs) => vec![b'\t'],
            Some(IndentStyle::Blanks) | None => vec![b' '; self.width],
        }
    }
}

/// How the indentation of a request's lines maps to that of the file's lines.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct Shift {
    rule: Rule,
    /// Indents of the request that were seen, and what the file has there.
    known: Vec<(Vec<u8>, Vec<u8>)>,
    /// Indents of the request that stand for several of the file's: nobody knows which one a new line means.
    ambiguous: Vec<Vec<u8>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Rule {
    /// The indentation is equal on both sides.
    Same,
    /// The file has these blanks before the request's own.
    Added { prefix: Vec<u8>, width: usize },
    /// The request has these blanks before the file's own.
    Removed(Vec<u8>),
    /// The file's column is the request's and `delta`, at this tab width.
    Columns {
        width: usize,
        delta: isize,
        style: IndentStyle,
    },
}

impl Shift {
    /// No shift at all.
    pub(in crate::resolve) fn none() -> Self {
        Self {
            rule: Rule::Same,
            known: Vec::new(),
            ambiguous: Vec::new(),
        }
    }

    /// The one shift that takes the indent of each of the request's lines to that of the file's line
    /// (`pairs`, blank lines left out), or `None` when there is none.
    pub(in crate::resolve) fn learn(pairs: &[(&[u8], &[u8])], file: Indentation) -> Option<Self> {
        let rule = Rule::learn(pairs, file)?;
        let mut known: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        let mut ambiguous: Vec<Vec<u8>> = Vec::new();
        for &(request, file) in pairs {
            match known.iter().find(|(seen, _)| seen == request) {
                Some((_, there)) if there != file => ambiguous.push(request.to_vec()),
                Some(_) => {}
                None => known.push((request.to_vec(), file.to_vec())),
            }
        }
        known.retain(|(request, _)| !ambiguous.contains(request));
        Some(Self {
            rule,
            known,
            ambiguous,
        })
    }

    /// The one shift that takes the request's line of each of `pairs` to the file's, blank lines left out, or `None`
    /// when there is none.
    pub(in crate::resolve) fn of_lines(
        pairs: &[(&[u8], &[u8])],
        file: impl FnOnce() -> Indentation,
    ) -> Option<Self> {
        let solid = pairs.iter().filter(|(_, there)| !is_empty(there));
        let indents: Vec<(Vec<u8>, &[u8])> = solid
            .clone()
            .map(|(request, there)| (indent_of(&fold(request)).to_vec(), indent_of(there)))
            .collect();
        if indents.iter().all(|(request, there)| request == there) {
            return Some(Self::none());
        }
        let indents = indents
            .iter()
            .map(|(request, there)| (&request[..], *there));
        let telling = telling(solid.map(|(request, _)| *request));
        Self::most(&indents.collect::<Vec<_>>(), &telling, file())
    }

    /// The one shift of all `pairs`, else that of those which are `telling`, if these are several.
    pub(super) fn most(
        pairs: &[(&[u8], &[u8])],
        telling: &[bool],
        file: Indentation,
    ) -> Option<Self> {
        Self::learn(pairs, file).or_else(|| {
            let told: Vec<_> = pairs
                .iter()
                .zip(telling)
                .filter(|(_, tells)| **tells)
                .map(|(pair, _)| *pair)
                .collect();
            (1 < told.len() && told.len() < pairs.len())
                .then(|| Self::learn(&told, file))
                .flatten()
        })
    }

    /// Whether the file has blanks before the request's own.
    pub(in crate::resolve) fn adds(&self) -> bool {
        matches!(self.rule, Rule::Added { .. })
    }

    /// How it is reported; `None` for no shift.
    pub(in crate::resolve) fn report(&self) -> Option<Transform> {
        match &self.rule {
            Rule::Same => None,
            Rule::Added { prefix, .. } => Some(Transform::Indent(prefix.len() as i32)),
            Rule::Removed(prefix) => Some(Transform::Indent(-(prefix.len() as i32))),
            Rule::Columns {
                width, delta: 0, ..
            } => Some(Transform::Tabs(*width as u8)),
            Rule::Columns { delta, .. } => Some(Transform::Indent(*delta as i32)),
        }
    }

    /// Whether both come from one rule.
    pub(in crate::resolve) fn agrees(&self, other: &Self) -> bool {
        self.rule == other.rule
    }

    /// The indent that a line of the request with the indent `request` has in the file; `None` when the
    /// shift would take it past the first column, or between two tabs where none of the lines that matched stands,
    /// or the lines that matched have several for it.
    pub(in crate::resolve) fn indent(&self, request: &[u8]) -> Option<Vec<u8>> {
        if self.ambiguous.iter().any(|seen| seen == request) {
            return None;
        }
        if let Some((_, file)) = self.known.iter().find(|(seen, _)| seen == request) {
            return Some(file.clone());
        }
        match &self.rule {
            Rule::Same => Some(request.to_vec()),
            Rule::Added { prefix, width } => {
                let own = self.in_style_of(prefix, request, *width);
                Some([&prefix[..], &own].concat())
            }
            Rule::Removed(prefix) => request.strip_prefix(&prefix[..]).map(<[u8]>::to_vec),
            Rule::Columns {
                width,
                delta,
                style,
            } => {
                // Nothing has made blanks of these tabs.
                if *delta == 0 && *style == IndentStyle::Tabs && request.starts_with(b"\t") {
                    return Some(request.to_vec());
                }
                let column = columns(request, *width).checked_add_signed(*delta)?;
                let is_odd = *style == IndentStyle::Tabs && !column.is_multiple_of(*width);
                if *delta != 0 && is_odd {
                    return None;
                }
                // As the file has it where a line that matched ends there.
                let mut there = self.known.iter().map(|(_, there)| there);
                let same = there.find(|there| columns(there, *width) == column);
                Some(match same {
                    Some(there) => there.clone(),
                    None => blanks(column, *width, *style),
                })
            }
        }
    }

    /// `request`'s own indent in the characters of `prefix`, as long as no line that matched shows that
    /// the file keeps the request's characters after the prefix.
    fn in_style_of(&self, prefix: &[u8], request: &[u8], width: usize) -> Vec<u8> {
        let style = if prefix.contains(&b'\t') {
            IndentStyle::Tabs
        } else {
            IndentStyle::Blanks
        };
        let is_kept = self.known.iter().any(|(seen, _)| !seen.is_empty());
        let column = columns(request, width);
        if is_kept || !column.is_multiple_of(width) {
            request.to_vec()
        } else {
            blanks(column, width, style)
        }
    }
}

impl Rule {
    fn learn(pairs: &[(&[u8], &[u8])], file: Indentation) -> Option<Self> {
        let &(request, there) = pairs.first()?;
        if pairs.iter().all(|(request, there)| request == there) {
            return Some(Self::Same);
        }
        if let Some(prefix) = there.strip_suffix(request)
            && pairs
                .iter()
                .all(|(request, there)| there.strip_suffix(*request) == Some(prefix))
        {
            return Some(Self::Added {
                prefix: prefix.to_vec(),
                width: file.width,
            });
        }
        if let Some(prefix) = request.strip_suffix(there)
            && pairs
                .iter()
                .all(|(request, there)| request.strip_suffix(*there) == Some(prefix))
            && (!is_other_character(prefix, file) || shows_style(pairs, file))
        {
            return Some(Self::Removed(prefix.to_vec()));
        }
        Self::by_column(pairs, file)
    }

    /// The first tab width at which the columns agree, else the first at which they differ by one number.
    fn by_column(pairs: &[(&[u8], &[u8])], file: Indentation) -> Option<Self> {
        let widths = || std::iter::once(file.width).chain(OTHER_WIDTHS);
        let delta = |width: usize| {
            let of = |&(request, there): &(&[u8], &[u8])| {
                columns(there, width) as isize - columns(request, width) as isize
            };
            let first = pairs.first().map(of)?;
            pairs.iter().all(|pair| of(pair) == first).then_some(first)
        };
        let (width, delta) = widths()
            .find(|&width| delta(width) == Some(0))
            .map(|width| (width, 0))
            .or_else(|| widths().find_map(|width| Some((width, delta(width)?))))?;
        Some(Self::Columns {
            width,
            delta,
            style: style_of(pairs, file),
        })
    }
}

/// Whether a line that matched is indented as the file is: what the request has before that can be cut off,
/// whatever it is made of.
fn shows_style(pairs: &[(&[u8], &[u8])], file: Indentation) -> bool {
    let mut there = pairs.iter().map(|(_, there)| *there);
    there.any(|there| !there.is_empty() && !is_other_character(there, file))
}

/// Whether `prefix` is made of other characters than the file is indented with.
fn is_other_character(prefix: &[u8], file: Indentation) -> bool {
    match file.style {
        Some(IndentStyle::Tabs) => !prefix.contains(&b'\t'),
        Some(IndentStyle::Blanks) => prefix.contains(&b'\t'),
        None => false,
    }
}

/// The signs that indent the matched lines of the file, else most of its lines, else the request's.
fn style_of(pairs: &[(&[u8], &[u8])], file: Indentation) -> IndentStyle {
    let has_tab = |indent: &[u8]| indent.contains(&b'\t');
    if pairs.iter().any(|(_, there)| has_tab(there)) {
        return IndentStyle::Tabs;
    }
    if pairs.iter().any(|(_, there)| !there.is_empty()) {
        return IndentStyle::Blanks;
    }
    file.style
        .unwrap_or(if pairs.iter().any(|(request, _)| has_tab(request)) {
            IndentStyle::Tabs
        } else {
            IndentStyle::Blanks
        })
}

/// The column after `indent`, from 0.
fn columns(indent: &[u8], width: usize) -> usize {
    indent.iter().fold(0, |column, byte| match byte {
        b'\t' => (column / width + 1) * width,
        _ => column + 1,
    })
}

/// An indent that ends at `column`.
fn blanks(column: usize, width: usize, style: IndentStyle) -> Vec<u8> {
    match style {
        IndentStyle::Blanks => vec![b' '; column],
        IndentStyle::Tabs => {
            let mut indent = vec![b'\t'; column / width];
            indent.resize(column / width + column % width, b' ');
            indent
        }
    }
}

/// Which of the lines of a request tell how far it is indented: those that begin inside round or square brackets are
/// aligned as people like.
pub(super) fn telling<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Vec<bool> {
    let mut open = Vec::new();
    let tells = |line: &[u8]| {
        let tells = !matches!(open.last(), Some(b'(' | b'['));
        for &byte in line {
            match byte {
                b'(' | b'[' | b'{' => open.push(byte),
                b')' | b']' | b'}' => drop(open.pop()),
                _ => {}
            }
        }
        tells
    };
    lines.map(tells).collect()
}

/// Whether `content` is nothing but blanks.
pub(super) fn is_empty(content: &[u8]) -> bool {
    content.iter().copied().all(is_blank)
}

#[cfg(test)]
mod tests {
    use super::{IndentStyle, Indentation, Shift};
    use crate::resolve::locate::view::lines_of;

    const TABS: Indentation = Indentation {
        width: 4,
        style: Some(IndentStyle::Tabs),
    };
    const BLANKS: Indentation = Indentation {
        width: 2,
        style: Some(IndentStyle::Blanks),
    };

    fn learn(pairs: &[(&str, &str)], file: Indentation) -> Option<Shift> {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(request, there)| (request.as_bytes(), there.as_bytes()))
            .collect();
        Shift::learn(&pairs, file)
    }

    fn shifted(pairs: &[(&str, &str)], file: Indentation, request: &str) -> Option<String> {
        let shift = learn(pairs, file).unwrap();
        shift
            .indent(request.as_bytes())
            .map(|indent| String::from_utf8(indent).unwrap())
    }

    #[test]
    fn a_dropped_common_indent_comes_back() {
        let pairs = [("", "    "), ("  ", "      ")];
        assert_eq!(shifted(&pairs, BLANKS, "    ").unwrap(), "        ");
        let pairs = [("", "\t\t"), ("\t", "\t\t\t")];
        assert_eq!(shifted(&pairs, TABS, "\t\t").unwrap(), "\t\t\t\t");
        let alignment = [("", "\t"), ("    ", "\t    ")];
        assert_eq!(shifted(&alignment, TABS, "        ").unwrap(), "\t        ");
    }

    #[test]
    fn an_added_common_indent_goes_and_nothing_is_cut_beyond_it() {
        let pairs = [("    ", ""), ("      ", "  ")];
        assert_eq!(shifted(&pairs, BLANKS, "        ").unwrap(), "    ");
        assert_eq!(shifted(&pairs, BLANKS, "  "), None);
    }

    #[test]
    fn blanks_become_the_files_tabs_at_the_width_that_fits() {
        let four = [("    ", "\t"), ("        ", "\t\t")];
        assert_eq!(shifted(&four, TABS, "            ").unwrap(), "\t\t\t");
        let two = [("  ", "\t"), ("    ", "\t\t")];
        assert_eq!(shifted(&two, TABS, "      ").unwrap(), "\t\t\t");
        let eight = [("        ", "\t"), ("            ", "\t    ")];
        assert_eq!(shifted(&eight, TABS, "                ").unwrap(), "\t\t");
        assert_eq!(shifted(&two, TABS, "\t\t\t      ").unwrap(), "\t\t\t      ");
        let dropped = [("", "\t\t"), ("    ", "\t\t\t")];
        assert_eq!(shifted(&dropped, TABS, "        ").unwrap(), "\t\t\t\t");
        let only_level = [("", "\t\t")];
        assert_eq!(shifted(&only_level, TABS, "    ").unwrap(), "\t\t\t");
    }

    #[test]
    fn a_line_between_two_tabs_is_of_no_such_block() {
        // The first line may as well have lost its tab, and the other have blanks for tabs.
        let pairs = [("", "\t"), ("        ", "\t\t")];
        assert_eq!(shifted(&pairs, TABS, "                ").unwrap(), "\t\t\t");
        assert_eq!(shifted(&pairs, TABS, "    "), None);
    }

    #[test]
    fn tabs_become_the_files_blanks() {
        let pairs = [("\t", "  "), ("\t\t", "    ")];
        assert_eq!(shifted(&pairs, BLANKS, "\t\t\t").unwrap(), "      ");
        assert_eq!(shifted(&[("", "  ")], BLANKS, "\t").unwrap(), "    ");
    }

    #[test]
    fn blanks_before_the_files_tabs_go_at_any_tab_width() {
        let pairs = [("    \t\t", "\t\t"), ("    \t", "\t")];
        for width in [4, 8] {
            let file = Indentation { width, ..TABS };
            assert_eq!(shifted(&pairs, file, "    ").unwrap(), "");
            assert_eq!(shifted(&pairs, file, "    \t\t\t").unwrap(), "\t\t\t");
            assert_eq!(shifted(&pairs, file, "  "), None);
        }
    }

    #[test]
    fn an_indent_that_stands_for_two_of_the_file_is_nobodys() {
        let pairs = [("", ""), ("  ", "  "), ("  ", "\t"), ("    ", "\t\t")];
        assert_eq!(shifted(&pairs, TABS, "  "), None);
        assert_eq!(shifted(&pairs, TABS, "    ").unwrap(), "\t\t");
        assert_eq!(shifted(&pairs, TABS, "      ").unwrap(), "\t\t\t");
    }

    #[test]
    fn lines_inside_brackets_do_not_speak_against_the_others() {
        let lines = |pairs: &[(&str, &str)]| {
            let lines: Vec<_> = pairs
                .iter()
                .map(|(request, there)| (request.as_bytes(), there.as_bytes()))
                .collect();
            let shift = Shift::of_lines(&lines, || BLANKS)?;
            Some(String::from_utf8(shift.indent(b"    ").unwrap()).unwrap())
        };
        let hanging = [
            ("if (a or", "    if (a or"),
            ("    b):", "            b):"),
            ("    c", "        c"),
        ];
        assert_eq!(lines(&hanging).unwrap(), "        ");
        assert_eq!(lines(&hanging[..2]), None);
        let block = [("f(() => {", "  f(() => {"), ("  a", "  a"), ("}", "  }")];
        assert_eq!(lines(&block), None);
    }

    #[test]
    fn lines_shifted_differently_are_no_block() {
        assert_eq!(learn(&[("", "  "), ("  ", "  ")], BLANKS), None);
        assert_eq!(learn(&[("", "\t"), ("", "\t\t")], TABS), None);
    }

    #[test]
    fn a_file_shows_its_step_and_style() {
        let indentation = |text: &str| Indentation::measure(lines_of(text.as_bytes()));
        let python = indentation("a:\n   b\n   c:\n      d\n\n      e:\n         f\n");
        assert_eq!((python.width, python.style), (3, Some(IndentStyle::Blanks)));
        let go = indentation("a {\n\tb {\n\t\tc\n\t}\n}\n");
        assert_eq!(go, TABS);
        assert_eq!(indentation("a\nb\n").style, None);
    }
}
