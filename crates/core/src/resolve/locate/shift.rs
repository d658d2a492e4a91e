//! A uniform shift of indentation, learned from matched lines and applied to new lines.
//!
//! A request may lack the common indent of a block, or have spaces where the file has tabs. The matched lines show
//! how to map indents of the request to indents of the file. New lines are indented by the same rule.

use super::indent_of;
use super::view::{Line, is_blank};
use crate::damage::fold;
use crate::resolve::Transform;

/// The tab width if the file shows none.
const TAB_WIDTH: usize = 4;

/// Tab widths that the author of a request may have used, tried after the width of the file.
const OTHER_WIDTHS: [usize; 4] = [4, 8, 2, 3];

/// The most lines that are read to learn the indentation of a file.
const MAX_MEASURED_LINES: usize = 4_000;

/// The characters that indent the lines of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum IndentStyle {
    Tabs,
    Spaces,
}

/// The indentation of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct Indentation {
    /// The columns of one step, and of a tab.
    width: usize,
    /// The style of most lines. `None` if no line is indented.
    style: Option<IndentStyle>,
}

impl Indentation {
    /// Learns from the first lines: the style of most lines, and the most frequent step of the lines indented with
    /// spaces.
    pub(in crate::resolve) fn measure<'t>(lines: impl Iterator<Item = Line<'t>>) -> Self {
        let (mut tabs, mut spaces) = (0_usize, 0_usize);
        let mut steps = [0_usize; 9];
        let mut indent_above = 0;
        for line in lines.take(MAX_MEASURED_LINES) {
            let indent = indent_of(line.content);
            if indent.len() == line.content.len() {
                continue;
            }
            match indent.first() {
                Some(b'\t') => tabs += 1,
                Some(_) => spaces += 1,
                None => {}
            }
            if indent.contains(&b'\t') {
                indent_above = 0;
                continue;
            }
            if let step @ 2..=8 = indent.len().saturating_sub(indent_above) {
                steps[step] += 1;
            }
            indent_above = indent.len();
        }
        // Choose the smallest of equally frequent steps.
        let width = match (2..=8).rev().max_by_key(|&step| steps[step]) {
            Some(step) if steps[step] > 0 => step,
            _ => TAB_WIDTH,
        };
        Self {
            width,
            style: match (tabs, spaces) {
                (0, 0) => None,
                _ if tabs >= spaces => Some(IndentStyle::Tabs),
                _ => Some(IndentStyle::Spaces),
            },
        }
    }

    pub(in crate::resolve) fn step(&self) -> Vec<u8> {
        match self.style {
            Some(IndentStyle::Tabs) => vec![b'\t'],
            Some(IndentStyle::Spaces) | None => vec![b' '; self.width],
        }
    }
}

/// The mapping from indents of a request to indents of the file.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct Shift {
    rule: Rule,
    /// The indents of the matched lines: in the request, and in the file.
    matched: Vec<(Vec<u8>, Vec<u8>)>,
    /// Indents of the request that match different indents of the file.
    ambiguous: Vec<Vec<u8>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Rule {
    /// Both sides have the same indentation.
    Same,
    /// The file has this prefix before the indent of the request.
    Added { prefix: Vec<u8>, width: usize },
    /// The request has this prefix before the indent of the file.
    Removed(Vec<u8>),
    /// The column in the file is the column in the request plus `delta`, at this tab width.
    Columns {
        width: usize,
        delta: isize,
        style: IndentStyle,
    },
}

impl Shift {
    pub(in crate::resolve) fn none() -> Self {
        Self {
            rule: Rule::Same,
            matched: Vec::new(),
            ambiguous: Vec::new(),
        }
    }

    /// The shift that maps each pair of indents (request, file). `None` if there is none. The pairs must not come
    /// from blank lines.
    pub(in crate::resolve) fn learn(pairs: &[(&[u8], &[u8])], file: Indentation) -> Option<Self> {
        let rule = Rule::learn(pairs, file)?;
        let mut matched: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        let mut ambiguous: Vec<Vec<u8>> = Vec::new();
        for &(request, file) in pairs {
            match matched.iter().find(|(known, _)| known == request) {
                Some((_, other)) if other != file => ambiguous.push(request.to_vec()),
                Some(_) => {}
                None => matched.push((request.to_vec(), file.to_vec())),
            }
        }
        matched.retain(|(request, _)| !ambiguous.contains(request));
        Some(Self {
            rule,
            matched,
            ambiguous,
        })
    }

    /// The shift that maps each pair of lines (request, file), ignoring blank lines. `None` if there is none.
    pub(in crate::resolve) fn of_lines(
        pairs: &[(&[u8], &[u8])],
        file: impl FnOnce() -> Indentation,
    ) -> Option<Self> {
        let mut nonblank = Vec::new();
        let mut folded = Vec::new();
        let mut is_same = true;
        for &(request, found) in pairs {
            if is_blank_line(found) {
                continue;
            }
            let indent = indent_of(&fold(request)).to_vec();
            is_same &= indent == indent_of(found);
            nonblank.push(request);
            folded.push((indent, indent_of(found)));
        }
        if is_same {
            return Some(Self::none());
        }
        let indents: Vec<(&[u8], &[u8])> = folded
            .iter()
            .map(|(request, found)| (&request[..], *found))
            .collect();
        Self::learn_from_most(&indents, &free_indents(&nonblank), file())
    }

    /// The shift of all `pairs`, otherwise the shift of the pairs whose indent is not free, if there are at least two.
    pub(super) fn learn_from_most(
        pairs: &[(&[u8], &[u8])],
        free_indents: &[bool],
        file: Indentation,
    ) -> Option<Self> {
        if let Some(shift) = Self::learn(pairs, file) {
            return Some(shift);
        }
        let mut kept = Vec::new();
        for (&pair, &is_free) in pairs.iter().zip(free_indents) {
            if !is_free {
                kept.push(pair);
            }
        }
        if kept.len() < 2 || kept.len() == pairs.len() {
            return None;
        }
        Self::learn(&kept, file)
    }

    /// True if the shift puts a prefix before the indent of the request.
    pub(in crate::resolve) fn adds_prefix(&self) -> bool {
        matches!(self.rule, Rule::Added { .. })
    }

    /// The shift for the report. `None` if the indentation is the same.
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

    pub(in crate::resolve) fn has_same_rule(&self, other: &Self) -> bool {
        self.rule == other.rule
    }

    /// Maps the indent `request` of a new line to an indent of the file. Returns `None` if
    /// - the result would be left of the first column,
    /// - the result would be between two tab stops and no matched line has that indent, or
    /// - the matched lines map `request` to several indents.
    pub(in crate::resolve) fn indent(&self, request: &[u8]) -> Option<Vec<u8>> {
        if self.ambiguous.iter().any(|indent| indent == request) {
            return None;
        }
        if let Some((_, file)) = self.matched.iter().find(|(known, _)| known == request) {
            return Some(file.clone());
        }
        match &self.rule {
            Rule::Same => Some(request.to_vec()),
            Rule::Added { prefix, width } => {
                let inner = self.in_style_of(prefix, request, *width);
                Some([&prefix[..], &inner].concat())
            }
            Rule::Removed(prefix) => request.strip_prefix(&prefix[..]).map(<[u8]>::to_vec),
            Rule::Columns {
                width,
                delta,
                style,
            } => {
                // Tabs of the request stay tabs.
                if *delta == 0 && *style == IndentStyle::Tabs && request.starts_with(b"\t") {
                    return Some(request.to_vec());
                }
                let column = columns(request, *width).checked_add_signed(*delta)?;
                if *delta != 0 && *style == IndentStyle::Tabs && !column.is_multiple_of(*width) {
                    return None;
                }
                for (_, file) in &self.matched {
                    if columns(file, *width) == column {
                        return Some(file.clone());
                    }
                }
                Some(indent_to(column, *width, *style))
            }
        }
    }

    /// The indent `request` in the characters of `prefix`. Keeps the characters of `request` if a matched line does
    /// so.
    fn in_style_of(&self, prefix: &[u8], request: &[u8], width: usize) -> Vec<u8> {
        let style = if prefix.contains(&b'\t') {
            IndentStyle::Tabs
        } else {
            IndentStyle::Spaces
        };
        let keeps_characters = self.matched.iter().any(|(request, _)| !request.is_empty());
        let column = columns(request, width);
        if keeps_characters || !column.is_multiple_of(width) {
            request.to_vec()
        } else {
            indent_to(column, width, style)
        }
    }
}

impl Rule {
    fn learn(pairs: &[(&[u8], &[u8])], file: Indentation) -> Option<Self> {
        let &(request, found) = pairs.first()?;
        if pairs.iter().all(|(request, found)| request == found) {
            return Some(Self::Same);
        }
        if let Some(prefix) = found.strip_suffix(request)
            && pairs
                .iter()
                .all(|(request, found)| found.strip_suffix(*request) == Some(prefix))
        {
            return Some(Self::Added {
                prefix: prefix.to_vec(),
                width: file.width,
            });
        }
        if let Some(prefix) = request.strip_suffix(found)
            && pairs
                .iter()
                .all(|(request, found)| request.strip_suffix(*found) == Some(prefix))
            && (!is_in_other_style(prefix, file) || shows_style(pairs, file))
        {
            return Some(Self::Removed(prefix.to_vec()));
        }
        Self::by_column(pairs, file)
    }

    /// The first tab width with equal columns, otherwise the first with a constant difference between the columns.
    fn by_column(pairs: &[(&[u8], &[u8])], file: Indentation) -> Option<Self> {
        let mut shifted = None;
        for width in std::iter::once(file.width).chain(OTHER_WIDTHS) {
            let Some(delta) = column_delta(pairs, width) else {
                continue;
            };
            let rule = Self::Columns {
                width,
                delta,
                style: style_of(pairs, file),
            };
            if delta == 0 {
                return Some(rule);
            }
            shifted.get_or_insert(rule);
        }
        shifted
    }
}

/// The number of columns by which all `pairs` differ. `None` if the number is not constant.
fn column_delta(pairs: &[(&[u8], &[u8])], width: usize) -> Option<isize> {
    let mut delta = None;
    for (request, found) in pairs {
        let difference = columns(found, width) as isize - columns(request, width) as isize;
        if *delta.get_or_insert(difference) != difference {
            return None;
        }
    }
    delta
}

/// True if a matched line is indented in the style of the file. The prefix of the request can then be removed,
/// whatever its characters.
fn shows_style(pairs: &[(&[u8], &[u8])], file: Indentation) -> bool {
    pairs
        .iter()
        .any(|(_, found)| !found.is_empty() && !is_in_other_style(found, file))
}

/// True if `prefix` is not in the indentation style of the file.
fn is_in_other_style(prefix: &[u8], file: Indentation) -> bool {
    match file.style {
        Some(IndentStyle::Tabs) => !prefix.contains(&b'\t'),
        Some(IndentStyle::Spaces) => prefix.contains(&b'\t'),
        None => false,
    }
}

/// The style of the matched lines in the file, otherwise of most lines of the file, otherwise of the request.
fn style_of(pairs: &[(&[u8], &[u8])], file: Indentation) -> IndentStyle {
    if pairs.iter().any(|(_, found)| found.contains(&b'\t')) {
        return IndentStyle::Tabs;
    }
    if pairs.iter().any(|(_, found)| !found.is_empty()) {
        return IndentStyle::Spaces;
    }
    if let Some(style) = file.style {
        return style;
    }
    if pairs.iter().any(|(request, _)| request.contains(&b'\t')) {
        return IndentStyle::Tabs;
    }
    IndentStyle::Spaces
}

/// The 0-based column after `indent`.
fn columns(indent: &[u8], width: usize) -> usize {
    indent.iter().fold(0, |column, byte| match byte {
        b'\t' => (column / width + 1) * width,
        _ => column + 1,
    })
}

fn indent_to(column: usize, width: usize, style: IndentStyle) -> Vec<u8> {
    match style {
        IndentStyle::Spaces => vec![b' '; column],
        IndentStyle::Tabs => {
            let mut indent = vec![b'\t'; column / width];
            indent.resize(column / width + column % width, b' ');
            indent
        }
    }
}

/// For each line of a request: true if its indent is free, because it is inside round or square brackets. Such lines may
/// be aligned in any way.
pub(super) fn free_indents(lines: &[&[u8]]) -> Vec<bool> {
    let mut brackets = Vec::new();
    let mut free_indents = Vec::new();
    for &line in lines {
        free_indents.push(matches!(brackets.last(), Some(b'(' | b'[')));
        for &byte in line {
            match byte {
                b'(' | b'[' | b'{' => brackets.push(byte),
                b')' | b']' | b'}' => drop(brackets.pop()),
                _ => {}
            }
        }
    }
    free_indents
}

pub(super) fn is_blank_line(content: &[u8]) -> bool {
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
    const SPACES: Indentation = Indentation {
        width: 2,
        style: Some(IndentStyle::Spaces),
    };

    fn learn(pairs: &[(&str, &str)], file: Indentation) -> Option<Shift> {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(request, file)| (request.as_bytes(), file.as_bytes()))
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
    fn a_dropped_common_indent_is_restored() {
        let pairs = [("", "    "), ("  ", "      ")];
        assert_eq!(shifted(&pairs, SPACES, "    ").unwrap(), "        ");
        let pairs = [("", "\t\t"), ("\t", "\t\t\t")];
        assert_eq!(shifted(&pairs, TABS, "\t\t").unwrap(), "\t\t\t\t");
        let alignment = [("", "\t"), ("    ", "\t    ")];
        assert_eq!(shifted(&alignment, TABS, "        ").unwrap(), "\t        ");
    }

    #[test]
    fn an_added_common_indent_is_removed_and_no_more() {
        let pairs = [("    ", ""), ("      ", "  ")];
        assert_eq!(shifted(&pairs, SPACES, "        ").unwrap(), "    ");
        assert_eq!(shifted(&pairs, SPACES, "  "), None);
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
        // The first line may have lost its tab, or the second may have spaces for tabs.
        let pairs = [("", "\t"), ("        ", "\t\t")];
        assert_eq!(shifted(&pairs, TABS, "                ").unwrap(), "\t\t\t");
        assert_eq!(shifted(&pairs, TABS, "    "), None);
    }

    #[test]
    fn tabs_become_the_files_blanks() {
        let pairs = [("\t", "  "), ("\t\t", "    ")];
        assert_eq!(shifted(&pairs, SPACES, "\t\t\t").unwrap(), "      ");
        assert_eq!(shifted(&[("", "  ")], SPACES, "\t").unwrap(), "    ");
    }

    #[test]
    fn spaces_added_before_tabs_are_removed_at_any_tab_width() {
        let pairs = [("    \t\t", "\t\t"), ("    \t", "\t")];
        for width in [4, 8] {
            let file = Indentation { width, ..TABS };
            assert_eq!(shifted(&pairs, file, "    ").unwrap(), "");
            assert_eq!(shifted(&pairs, file, "    \t\t\t").unwrap(), "\t\t\t");
            assert_eq!(shifted(&pairs, file, "  "), None);
        }
    }

    #[test]
    fn an_indent_that_maps_to_two_indents_of_the_file_maps_to_none() {
        let pairs = [("", ""), ("  ", "  "), ("  ", "\t"), ("    ", "\t\t")];
        assert_eq!(shifted(&pairs, TABS, "  "), None);
        assert_eq!(shifted(&pairs, TABS, "    ").unwrap(), "\t\t");
        assert_eq!(shifted(&pairs, TABS, "      ").unwrap(), "\t\t\t");
    }

    #[test]
    fn lines_inside_brackets_do_not_contradict_the_others() {
        let lines = |pairs: &[(&str, &str)]| {
            let lines: Vec<_> = pairs
                .iter()
                .map(|(request, file)| (request.as_bytes(), file.as_bytes()))
                .collect();
            let shift = Shift::of_lines(&lines, || SPACES)?;
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
        assert_eq!(learn(&[("", "  "), ("  ", "  ")], SPACES), None);
        assert_eq!(learn(&[("", "\t"), ("", "\t\t")], TABS), None);
    }

    #[test]
    fn a_file_shows_its_step_and_style() {
        let indentation = |text: &str| Indentation::measure(lines_of(text.as_bytes()));
        let python = indentation("a:\n   b\n   c:\n      d\n\n      e:\n         f\n");
        assert_eq!((python.width, python.style), (3, Some(IndentStyle::Spaces)));
        let go = indentation("a {\n\tb {\n\t\tc\n\t}\n}\n");
        assert_eq!(go, TABS);
        assert_eq!(indentation("a\nb\n").style, None);
    }
}
