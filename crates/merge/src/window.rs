//! Parts of a file that can be parsed alone: whole top-level pieces around a change.

use std::ops::Range;
use std::path::Path;

use crate::region::MergeRegion;
use crate::versions::{NumberedLines, VersionLines};
use incise_syntax as syntax;

/// Consecutive top-level pieces in which the versions differ. Between two windows, all versions are equal.
pub struct Window {
    /// The lines of our side.
    pub ours: Range<usize>,
    /// The lines of the other side.
    pub theirs: Range<usize>,
    /// The numbers of the regions in the window.
    pub regions: Range<usize>,
}

/// The windows around `regions`, in order. `lines` are the lines of the versions.
pub fn windows(lines: &VersionLines<'_>, regions: &[MergeRegion]) -> Vec<Window> {
    let mut windows: Vec<Window> = Vec::new();
    for (number, region) in regions.iter().enumerate() {
        let end_above = number
            .checked_sub(1)
            .map_or(0, |last| regions[last].ours.end);
        // The lines above that are equal in all versions, without the first: the line above a piece is equal too.
        let mut equal_above = end_above + 1..region.ours.start;
        if let Some(window) = windows.last_mut() {
            let next_piece = equal_above
                .clone()
                .find(|line| begins_piece(&lines.ours, *line));
            let Some(end) = next_piece else {
                window.regions.end = number + 1;
                continue;
            };
            window.end_at(end, &regions[number - 1]);
        }
        let last_piece = equal_above.rfind(|line| begins_piece(&lines.ours, *line));
        let start = last_piece.unwrap_or(0);
        windows.push(Window {
            ours: start..start,
            theirs: region.theirs.start + start - region.ours.start..region.theirs.end,
            regions: number..number + 1,
        });
    }
    if let (Some(window), Some(region)) = (windows.last_mut(), regions.last()) {
        let end = piece_end(&lines.ours, region.ours.end);
        window.end_at(end, region);
    }
    windows
}

impl Window {
    /// Ends this window at line `end` of our side. `last` is the last region in the window.
    fn end_at(&mut self, end: usize, last: &MergeRegion) {
        self.ours.end = end;
        self.theirs.end = last.theirs.end + end - last.ours.end;
    }
}

/// The lines of the top-level piece of `side` that contains `line`.
pub fn around(side: &NumberedLines<'_>, line: usize) -> Range<usize> {
    let start = (1..=line.min(side.len().saturating_sub(1)))
        .rfind(|line| begins_piece(side, *line))
        .unwrap_or(0);
    start..piece_end(side, line)
}

/// The first line below `line` of `side` that begins a top-level piece, or the number of lines.
fn piece_end(side: &NumberedLines<'_>, line: usize) -> usize {
    (line + 1..side.len())
        .find(|line| begins_piece(side, *line))
        .unwrap_or(side.len())
}

/// True if `line`, which is not the first, is not indented and follows a blank line.
fn begins_piece(side: &NumberedLines<'_>, line: usize) -> bool {
    let first = side.line(line)[0];
    !first.is_ascii_whitespace()
        && !b")]}".contains(&first)
        && side.line(line - 1).trim_ascii().is_empty()
}

/// True if `text`, a part of the file at `path`, has no syntax error on its own.
pub fn is_valid_alone(path: &Path, text: &[u8]) -> bool {
    // Without an extension, only the first line of a file tells its language. PHP without its opening tag is plain
    // text.
    path.extension().is_some_and(|extension| extension != "php")
        && syntax::errors(path, text).is_ok_and(|errors| errors.is_empty())
}

#[cfg(test)]
mod tests {
    use super::windows;
    use crate::{MergeReach, RuleSet, Versions, merge};

    #[test]
    fn a_window_has_whole_top_level_pieces() {
        let base = "a {\n    1\n\n    2\n}\n\nb {\n    3\n}\n\nc\n\nd\n";
        let versions = Versions {
            base: base.to_owned().into(),
            ours: base.replace('1', "one\n    more").into(),
            theirs: base.replace('2', "two").replace('d', "D").into(),
        };
        let merged = merge(&versions, MergeReach::Rules(RuleSet::None));
        let mut found = Vec::new();
        for window in windows(merged.lines(), merged.regions()) {
            found.push((window.ours, window.theirs, window.regions));
        }
        assert_eq!(found, [(0..7, 0..6, 0..2), (11..14, 10..13, 2..3)]);
    }
}
