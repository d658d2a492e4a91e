//! Lines that both sides removed at one place, and a side inserted elsewhere. Settled place by place, such a line would
//! be there twice, or beside the line that it was changed into.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::FixedState;

use crate::changes::LineEdit;
use crate::region::{MergeRegion, MergeRule};
use crate::versions::VersionLines;
use incise_text::text;

/// A line that the base has once, apart from its indentation.
#[derive(Default)]
struct DisplacedLine {
    /// The line of the base.
    base: usize,
    /// The lines where our side inserted it.
    ours: Vec<usize>,
    /// The lines where the other side inserted it.
    theirs: Vec<usize>,
    /// True if a side inserted it with the same indentation.
    is_exact: bool,
}

/// All displaced lines of a merge.
pub struct DisplacedLines(Vec<DisplacedLine>);

impl DisplacedLines {
    /// Finds those of `lines`, which the sides changed by these edits.
    pub fn find(lines: &VersionLines<'_>, ours: &[LineEdit], theirs: &[LineEdit]) -> Self {
        let by_theirs: HashSet<usize, FixedState> = removed(theirs).collect();
        let mut lost: HashMap<&[u8], DisplacedLine, FixedState> = HashMap::default();
        for base in removed(ours) {
            if by_theirs.contains(&base) && text::is_telling(lines.base.line(base)) {
                let line = DisplacedLine {
                    base,
                    ..DisplacedLine::default()
                };
                lost.insert(lines.base.line(base).trim_ascii(), line);
            }
        }
        for line in added(ours) {
            let text = lines.ours.line(line);
            if let Some(displaced) = lost.get_mut(text.trim_ascii()) {
                displaced.is_exact |= text == lines.base.line(displaced.base);
                displaced.ours.push(line);
            }
        }
        for line in added(theirs) {
            let text = lines.theirs.line(line);
            if let Some(displaced) = lost.get_mut(text.trim_ascii()) {
                displaced.is_exact |= text == lines.base.line(displaced.base);
                displaced.theirs.push(line);
            }
        }
        lost.retain(|_, line| !line.ours.is_empty() || !line.theirs.is_empty());
        for line in 0..lines.base.len() {
            let text = lines.base.line(line).trim_ascii();
            if lost.get(text).is_some_and(|known| known.base != line) {
                lost.remove(text);
            }
        }
        Self(lost.into_values().collect())
    }

    /// True if one of them may belong elsewhere than `conflict`, settled as `regions`, has it. Rules that look at a
    /// conflict as a whole place each line correctly if all of it happened there.
    pub fn are_in(&self, conflict: &MergeRegion, regions: &[MergeRegion]) -> bool {
        let is_whole = regions
            .iter()
            .filter_map(MergeRegion::rule)
            .all(|rule| matches!(rule, MergeRule::Sorted | MergeRule::Indent));
        for line in &self.0 {
            let inside = count_inside(&line.ours, &conflict.ours)
                + count_inside(&line.theirs, &conflict.theirs)
                + usize::from(conflict.base.contains(&line.base));
            let all = line.ours.len() + line.theirs.len() + 1;
            if inside > 0 && (inside < all || line.is_exact && !is_whole) {
                return true;
            }
        }
        false
    }
}

fn count_inside(lines: &[usize], range: &Range<usize>) -> usize {
    lines.iter().filter(|line| range.contains(line)).count()
}

fn removed(edits: &[LineEdit]) -> impl Iterator<Item = usize> + '_ {
    edits.iter().flat_map(|edit| edit.base.clone())
}

fn added(edits: &[LineEdit]) -> impl Iterator<Item = usize> + '_ {
    edits.iter().flat_map(|edit| edit.other.clone())
}
