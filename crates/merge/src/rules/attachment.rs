//! Decides whether inserted lines continue the lines above, or belong to the lines below.

use incise_text::text;

use crate::lexicon;

/// Indications of how a block of lines relates to the lines around it.
struct Attachment {
    /// The indentation of the first line that is not blank, in bytes.
    first_indent: usize,
    /// The least indentation of these lines, in bytes.
    least_indent: usize,
    /// True if the block continues the statement above, like `else`.
    continues: bool,
    /// True if the last line belongs to the line below, like a comment.
    ends_about_next: bool,
    /// True if all lines belong to the line below.
    is_about_next: bool,
    /// True if the block begins with the title of a part of the file.
    begins_with_title: bool,
    /// True if the block contains a title.
    has_title: bool,
    /// True if the first line ends with a comma.
    has_first_comma: bool,
    /// True if the last line ends with a comma.
    has_last_comma: bool,
}

impl Attachment {
    /// Analyzes `lines`. `None` if all lines are blank.
    fn read(lines: &[&[u8]]) -> Option<Self> {
        let mut code_lines = Vec::new();
        for line in lines {
            if !line.trim_ascii().is_empty() {
                code_lines.push(*line);
            }
        }
        let (first, last) = (*code_lines.first()?, *code_lines.last()?);
        let mut titles = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let next = lines.get(number + 1).copied().unwrap_or_default();
            if lexicon::is_title(line, next) {
                titles.push(*line);
            }
        }
        let ends_with_blank = lines
            .last()
            .is_some_and(|line| line.trim_ascii().is_empty());
        let indents = code_lines.iter().map(|line| text::indent_of(line).len());
        Some(Self {
            first_indent: text::indent_of(first).len(),
            least_indent: indents.min().unwrap_or(0),
            continues: lexicon::continues_statement(first),
            ends_about_next: lexicon::is_about_next(last) && !ends_with_blank,
            is_about_next: code_lines.iter().all(|line| lexicon::is_about_next(line)),
            begins_with_title: titles.first() == Some(&first),
            has_title: !titles.is_empty(),
            has_first_comma: first.trim_ascii().ends_with(b","),
            has_last_comma: last.trim_ascii().ends_with(b","),
        })
    }

    /// True if `next` may follow this block without changing the meaning of either.
    fn allows_after(&self, next: &Self) -> bool {
        if self.ends_about_next && !(self.is_about_next && next.is_about_next) {
            return false;
        }
        !next.is_inside(self) && !next.continues
    }

    /// True if this block ends the branch that contains the line `above`.
    fn ends_branch(&self, above: &[u8]) -> bool {
        self.continues && text::indent_of(above).len() <= self.first_indent
    }

    /// True if this block, which follows `above`, is inside a construct that `above` begins.
    fn is_inside(&self, above: &Self) -> bool {
        self.first_indent > above.least_indent || above.has_title && !self.begins_with_title
    }
}

/// The side whose lines come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    OursFirst,
    TheirsFirst,
}

/// The order in which `ours` and `theirs`, inserted after the line `above`, keep their meaning. Ours comes first if
/// both orders do. `None` if neither does.
pub fn order(ours: &[&[u8]], theirs: &[&[u8]], above: &[u8]) -> Option<Order> {
    let (Some(our_lines), Some(their_lines)) = (Attachment::read(ours), Attachment::read(theirs))
    else {
        return Some(Order::OursFirst);
    };
    let are_about_next = our_lines.is_about_next && their_lines.is_about_next;
    if lexicon::is_decorator(above) && !are_about_next {
        return None;
    }
    match (our_lines.ends_branch(above), their_lines.ends_branch(above)) {
        (true, false) => return Some(Order::TheirsFirst),
        (false, true) => return Some(Order::OursFirst),
        _ => {}
    }
    let (is_our_item, is_their_item) = (is_next_item(ours, above), is_next_item(theirs, above));
    if our_lines.allows_after(&their_lines) && (is_our_item || !is_their_item) {
        Some(Order::OursFirst)
    } else if their_lines.allows_after(&our_lines) && (is_their_item || !is_our_item) {
        Some(Order::TheirsFirst)
    } else {
        None
    }
}

/// True if `lines` begin with an item of the list, or a row of the table, that contains the line `above`.
fn is_next_item(lines: &[&[u8]], above: &[u8]) -> bool {
    let marker = lexicon::item_marker(lines[0]);
    marker.is_some()
        && marker == lexicon::item_marker(above)
        && text::indent_of(lines[0]) == text::indent_of(above)
}

/// The edge of removed lines at which lines were inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Above,
    Below,
}

/// True if lines inserted at an `edge` of removed lines may belong to the removed lines.
pub fn is_orphaned(inserted: &[&[u8]], removed: &[&[u8]], edge: Edge) -> bool {
    let (Some(new), Some(old)) = (Attachment::read(inserted), Attachment::read(removed)) else {
        return false;
    };
    match edge {
        Edge::Above => {
            new.ends_about_next || new.has_last_comma && !old.has_first_comma || old.is_inside(&new)
        }
        Edge::Below => new.continues || new.is_inside(&old) || old.ends_about_next,
    }
}

#[cfg(test)]
mod tests {
    use super::{Edge, Order, is_orphaned, order};
    use incise_text::text::slices;

    #[test]
    fn lines_that_continue_the_lines_above_come_first() {
        let first = [Some(Order::OursFirst), Some(Order::TheirsFirst)];
        let cases: [(&[&str], &[&str], Option<Order>); 10] = [
            (&["a()"], &["b()"], first[0]),
            (&["", "def g():", "    a()"], &["    flush()"], first[1]),
            (&["    flush()"], &["", "def g():", "    a()"], first[0]),
            (&["", "[dev]", "a = 1"], &["b = 1"], first[1]),
            (&["", "[dev]", "a = 1"], &["", "[doc]", "b = 1"], first[0]),
            (&["if y:", "    two()"], &["else:", "    stop()"], first[1]),
            (&["else:", "    go()"], &["else:", "    stop()"], None),
            (&["# about the next"], &["a()"], first[1]),
            (&["@one"], &["@two"], first[0]),
            (
                &["  x()", "}", "def g() {"],
                &["  y()", "}", "def h() {"],
                None,
            ),
        ];
        for (ours, theirs, expected) in cases {
            let found = order(&slices(ours), &slices(theirs), b"        above()");
            assert_eq!(found, expected, "{ours:?} {theirs:?}");
        }
    }

    #[test]
    fn lines_at_the_edge_of_removed_lines_may_belong_to_them() {
        let function = ["def f():", "    two()", ""];
        let cases: [(&[&str], &[&str], Edge, bool); 9] = [
            (&["    three()"], &function, Edge::Below, true),
            (&["@decorated"], &function, Edge::Above, true),
            (&["/** What it does. */"], &function, Edge::Above, true),
            (&["serde = 1"], &["", "[dev]", "a = 1"], Edge::Below, true),
            (&[".c,"], &[".a {", "  x: 1;", "}"], Edge::Above, true),
            (&["with x:"], &["    two()"], Edge::Above, true),
            (
                &["def g():", "    one()", ""],
                &function,
                Edge::Above,
                false,
            ),
            (
                &["def g():", "    one()", ""],
                &function,
                Edge::Below,
                false,
            ),
            (&["import a"], &["import b"], Edge::Below, false),
        ];
        for (inserted, removed, edge, expected) in cases {
            let found = is_orphaned(&slices(inserted), &slices(removed), edge);
            assert_eq!(found, expected, "{inserted:?} {removed:?}");
        }
    }
}
