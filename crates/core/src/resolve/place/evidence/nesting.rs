//! The headings above the lines of a text. Consecutive lines of a hunk cannot come from two blocks.

use super::heading::{Heading, Neighbours};
use super::line::trimmed;
use super::outline;
use super::scope::indentation;

/// Levels of sections: all other lines are deeper.
const SECTIONS: usize = 8;
/// The depth of a line that says nothing of the block it is in.
const ANY: usize = usize::MAX;

/// The place of a line among the blocks of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its depth. It is in no block whose heading is as deep.
    pub depth: usize,
    /// True if it begins a block, which has the deeper lines below it.
    pub begins: bool,
}

/// The level of a line among `lines`.
pub fn level_of(lines: &Neighbours) -> Level {
    level(lines.line, lines.heading())
}

fn level(line: &[u8], heading: Option<Heading>) -> Level {
    let depth = match heading {
        Some(Heading::Section(outline::Section::Bracketed, _)) => 0,
        Some(Heading::Section(outline::Section::Marked(signs), _)) => signs.min(SECTIONS - 1),
        None if is_anywhere(line) => ANY,
        _ => indentation(line).saturating_add(SECTIONS),
    };
    Level {
        depth,
        begins: matches!(
            heading,
            Some(Heading::Section(..) | Heading::Definition(_) | Heading::Block(..))
        ),
    }
}

/// True if the indentation of `line` shows nothing: blank lines, directives, labels, and the brace below a heading.
fn is_anywhere(line: &[u8]) -> bool {
    let says = trimmed(line);
    says.is_empty() || says.starts_with(b"#") || says.starts_with(b"{") || says.ends_with(b":")
}
