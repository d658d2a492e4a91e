//! The nesting of the lines of a text below headings. Consecutive lines of a hunk cannot come from two blocks.

use super::heading::{Heading, Neighbours};
use super::line::trimmed;
use super::outline;
use super::scope::indentation;

/// The number of section levels. All other lines are deeper.
const SECTION_LEVELS: usize = 8;
/// The depth of a line that shows nothing about its block.
const UNKNOWN_DEPTH: usize = usize::MAX;

/// The position of a line in the nesting of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The depth of the line. No block with a heading as deep contains it.
    pub depth: usize,
    /// True if the line begins a block of the deeper lines below it.
    pub begins_block: bool,
}

/// The level of the line in the middle of `lines`.
pub fn level_of(lines: &Neighbours) -> Level {
    let (line, heading) = (lines.line, lines.heading());
    let depth = match heading {
        Some(Heading::Section(outline::Section::Bracketed, _)) => 0,
        Some(Heading::Section(outline::Section::Marked(signs), _)) => signs.min(SECTION_LEVELS - 1),
        None if is_depth_unknown(line) => UNKNOWN_DEPTH,
        _ => indentation(line).saturating_add(SECTION_LEVELS),
    };
    Level {
        depth,
        begins_block: matches!(
            heading,
            Some(Heading::Section(..) | Heading::Definition(_) | Heading::Block(..))
        ),
    }
}

/// True if the indentation of `line` shows nothing: blank lines, directives, labels, and the brace below a heading.
fn is_depth_unknown(line: &[u8]) -> bool {
    let line = trimmed(line);
    line.is_empty() || line.starts_with(b"#") || line.starts_with(b"{") || line.ends_with(b":")
}
