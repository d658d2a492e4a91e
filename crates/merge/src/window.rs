//! Parts of a file that can be parsed alone: whole top-level pieces around a change.

use std::ops::Range;

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
        let end = syntax::piece_end(lines.ours.text(), lines.ours.start(region.ours.end));
        window.end_at(lines.ours.line_at(end), region);
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

/// True if a top-level piece begins at `line`, which is not the first.
fn begins_piece(side: &NumberedLines<'_>, line: usize) -> bool {
    syntax::begins_piece(side.line(line - 1), side.line(line))
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
