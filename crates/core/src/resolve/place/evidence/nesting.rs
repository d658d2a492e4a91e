//! The headings above the lines of a text: lines of a hunk that follow each other do not come from two
//! blocks.

use std::ops::Range;

use crate::patch::{HunkLine, LineKind};

use super::heading::{Heading, Neighbours};
use super::line::trimmed;
use super::outline;
use super::scope::indentation;

/// Levels of sections: lines that are no sections are deeper.
const SECTIONS: usize = 8;
/// The depth of a line that says nothing of the block it is in.
const ANY: usize = usize::MAX;

/// The place of a line among the blocks of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// How deep it is. It is in no block whose heading is as deep.
    pub depth: usize,
    /// Whether deeper lines below it are in the block that it begins.
    pub begins: bool,
}

/// The level of each of the `count` lines of a text.
pub fn levels<'t>(count: usize, line: impl Fn(usize) -> &'t [u8]) -> Vec<Level> {
    let level = |number: usize| {
        let around = Neighbours {
            above: number.checked_sub(1).map(&line),
            line: line(number),
            below: (number + 1 < count).then(|| line(number + 1)),
        };
        level(around.line, around.heading())
    };
    (0..count).map(level).collect()
}

/// The `lines` of a hunk that are in the block which it changes, its heading with them.
pub fn changed_block(lines: &[HunkLine]) -> Range<usize> {
    let is_change = |line: &HunkLine| line.kind != LineKind::Context;
    let first = lines.iter().position(is_change).unwrap_or(0);
    let end = lines.iter().rposition(is_change).map_or(0, |last| last + 1);
    let text = |number: usize| lines.get(number).map(|line| &line.text[..]);
    let level = |number: usize| {
        let line = &lines[number].text;
        level(line, Heading::of(line, text(number + 1)))
    };
    let changed = (first..end).filter(|&number| is_change(&lines[number]));
    let depth = changed
        .map(|number| level(number).depth)
        .min()
        .unwrap_or(ANY);
    let begins = |number: usize, least: usize| {
        let level = level(number);
        level.begins && level.depth < least
    };
    let above = (0..first).rev().find(|&number| begins(number, depth));
    let below = (end..lines.len()).find(|&number| begins(number, depth.saturating_add(1)));
    above.unwrap_or(0)..below.unwrap_or(lines.len())
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

/// Whether the indentation of `line` shows nothing: blank lines, directives, labels, and the brace below a heading.
fn is_anywhere(line: &[u8]) -> bool {
    let says = trimmed(line);
    says.is_empty() || says.starts_with(b"#") || says.starts_with(b"{") || says.ends_with(b":")
}
