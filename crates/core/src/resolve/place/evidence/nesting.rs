//! The headings above the lines of a text: lines of a hunk that follow each other do not come from two
//! blocks.

use std::ops::Range;

use crate::patch::{HunkLine, LineKind};

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

/// The `lines` of a hunk that are in the block that it changes, including its heading.
pub fn changed_block(lines: &[HunkLine]) -> Range<usize> {
    let mut levels = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        let next = lines.get(number + 1).map(|next| &next.text[..]);
        levels.push(level(&line.text, Heading::parse(&line.text, next)));
    }
    let (mut first, mut end, mut depth) = (None, 0, ANY);
    for (number, line) in lines.iter().enumerate() {
        if line.kind != LineKind::Context {
            first.get_or_insert(number);
            end = number + 1;
            depth = depth.min(levels[number].depth);
        }
    }
    let first = first.unwrap_or(0);
    let above = levels[..first]
        .iter()
        .rposition(|level| level.begins && level.depth < depth);
    let below = levels[end..]
        .iter()
        .position(|level| level.begins && level.depth <= depth);
    above.unwrap_or(0)..below.map_or(lines.len(), |below| end + below)
}

fn level(line: &[u8], heading: Option<Heading>) -> Level {
    let depth = match heading {
        Some(Heading::Section(outline::Heading::Section, _)) => 0,
        Some(Heading::Section(outline::Heading::Marked(signs), _)) => signs.min(SECTIONS - 1),
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
