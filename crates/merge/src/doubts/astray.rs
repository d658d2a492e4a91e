//! Lines that one side moved and the other moved or changed. Changes that are put together line by line would leave such a
//! line at two places, or one that was changed beside the one that it was made of.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use crate::changes::LineEdit;
use crate::region::{MergeRegion, MergeRule};
use crate::versions::VersionLines;
use incise_text::text;

/// A line that stands once in the base, that both sides took away there and a side put in elsewhere.
#[derive(Default)]
struct AstrayLine {
    /// Where it stands in the base.
    base: Option<usize>,
    /// Where our side put it in.
    ours: Vec<usize>,
    /// Where the other side put it in.
    theirs: Vec<usize>,
}

/// All of them.
pub struct AstrayLines(Vec<AstrayLine>);

impl AstrayLines {
    /// Those of `lines`, of which the sides changed what `ours` and `theirs` say.
    pub fn find(lines: &VersionLines<'_>, ours: &[LineEdit], theirs: &[LineEdit]) -> Self {
        let by_theirs: HashSet<usize, FixedState> = removed(theirs).collect();
        let lost = removed(ours).filter(|line| by_theirs.contains(line));
        let mut all: HashMap<u32, AstrayLine, FixedState> = lost
            .map(|line| (lines.base.numbers[line], AstrayLine::default()))
            .collect();
        for (side, edits, is_ours) in [(&lines.ours, ours, true), (&lines.theirs, theirs, false)] {
            for line in edits.iter().flat_map(|edit| edit.other.clone()) {
                let astray = all.get_mut(&side.numbers[line]);
                if let Some(astray) = astray.filter(|_| text::is_telling(side.line(line))) {
                    let places = if is_ours {
                        &mut astray.ours
                    } else {
                        &mut astray.theirs
                    };
                    places.push(line);
                }
            }
        }
        all.retain(|_, line| line.ours.len() + line.theirs.len() > 0);
        let mut is_twice: HashSet<u32, FixedState> = HashSet::default();
        for (line, number) in lines.base.numbers.iter().enumerate() {
            if let Some(astray) = all.get_mut(number)
                && astray.base.replace(line).is_some()
            {
                is_twice.insert(*number);
            }
        }
        all.retain(|number, _| !is_twice.contains(number));
        Self(all.into_values().collect())
    }

    /// Whether what `settled` makes of `conflict` has or lacks one of them that may belong elsewhere. A rule that looks at
    /// a conflict as a whole has each of its lines where it belongs, if all of that happened there.
    pub fn spoil(&self, conflict: &MergeRegion, settled: &[MergeRegion]) -> bool {
        let mut rules = settled.iter().filter_map(MergeRegion::rule);
        let is_whole = rules.all(|rule| {
            matches!(
                rule,
                MergeRule::Sorted | MergeRule::Indent | MergeRule::Nodes
            )
        });
        self.0.iter().any(|line| {
            let mut places = line
                .base
                .iter()
                .map(|line| (line, &conflict.base))
                .chain(line.ours.iter().map(|line| (line, &conflict.ours)))
                .chain(line.theirs.iter().map(|line| (line, &conflict.theirs)))
                .map(|(line, lines)| lines.contains(line));
            let is_first_here = places.next() == Some(true);
            let has_other = places.clone().any(|is_here| is_here != is_first_here);
            has_other || is_first_here && !is_whole
        })
    }
}

/// The lines of the base that `edits` took away or changed.
fn removed(edits: &[LineEdit]) -> impl Iterator<Item = usize> + '_ {
    edits.iter().flat_map(|edit| edit.base.clone())
}
