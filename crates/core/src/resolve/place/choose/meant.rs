//! The place that a hunk was meant for, where the text has changed: a rival of every place that is further away,
//! though it is no candidate itself.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::text::Span;

use super::contest::Open;
use crate::resolve::place::candidates::alignment::Grade;
use crate::resolve::place::candidates::sever::is_only_heading;
use crate::resolve::place::evidence::index::{Index, Loose};
use crate::resolve::place::evidence::nesting;
use crate::resolve::place::hunk::pattern::Pattern;

/// Lines by which the numbers of a hunk may be wrong for a place to be looked at.
const FAR: i64 = 300;
/// Lines that may be more or less between the lines of such a place.
const LOOSENESS: i64 = 2;

/// A line of the old side of a hunk that says something.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// How many lines of the old side come before it.
    pub offset: usize,
    /// The bytes of the line, blanks aside.
    pub loose: Loose,
    /// The line of the text (0-based) that the chosen place has for it.
    pub chosen: Option<usize>,
    /// Whether the hunk removes it.
    pub is_removed: bool,
    /// Whether it is in the block that the hunk changes.
    pub is_own: bool,
    /// Whether it begins something, and stands nowhere else in the text.
    pub is_heading: bool,
}

/// How many lines further down than stated a hunk should be, by those around it.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// The least.
    pub low: i64,
    /// The most.
    pub high: i64,
    /// The line (0-based) that is stated.
    pub stated: usize,
}

impl Expected {
    /// By how many lines `offset` is beyond what is expected.
    pub fn away(&self, offset: i64) -> i64 {
        (self.low - offset).max(offset - self.high).max(0)
    }
}

impl Open {
    /// The place that candidate `number`, `expected` elsewhere, is not better than by any line that tells them
    /// apart.
    pub fn rival(
        &self,
        number: usize,
        expected: Expected,
        pattern: &Pattern,
        index: &Index,
    ) -> Option<Span> {
        let pairs = &self.candidates[number].alignment.pairs;
        let own = nesting::changed_block(&pattern.hunk().lines);
        let told = |(offset, (row, is_context)): (usize, (usize, bool))| {
            let pair = pairs[row].filter(|pair| !matches!(pair.grade, Grade::Similar(_)));
            self.script.rows[row].profile.is_some().then_some(Telling {
                offset,
                loose: self.script.rows[row].loose,
                chosen: pair.map(|pair| pair.line),
                is_removed: !is_context,
                is_own: own.contains(&self.script.rows[row].line),
                is_heading: is_only_heading(&self.script, row, pattern, index),
            })
        };
        let telling: Vec<Telling> = self.old_rows().enumerate().filter_map(told).collect();
        let offset = self.offset(number, pattern)?;
        let rival = rival(&telling, offset, expected, index)?;
        Some(index.span(rival.start, rival.end))
    }
}

/// The lines (0-based) of a place that has about as many of the `telling` lines as the chosen one, which is `offset`
/// lines further down than stated, and is nearer to the one that is `expected`, or has a line of the hunk that stands
/// nowhere else. A heading that stands nowhere else in the text tells the chosen one from what is nearer.
fn rival(
    telling: &[Telling],
    offset: i64,
    expected: Expected,
    index: &Index,
) -> Option<Range<usize>> {
    let away = expected.away(offset).min(FAR);
    let chosen: Vec<usize> = telling.iter().filter_map(|line| line.chosen).collect();
    // By offset, the telling lines (numbers) that stand there.
    let mut standing: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (number, line) in telling.iter().enumerate() {
        let usual = (expected.stated + line.offset) as i64;
        let first = usual + expected.low - away;
        let last = usual + expected.high + away;
        let postings = index.postings(line.loose);
        let from = postings.partition_point(|&at| i64::from(at) < first);
        for &at in postings[from..]
            .iter()
            .take_while(|&&at| i64::from(at) <= last)
        {
            let is_nearer = expected.away(i64::from(at) - usual) < away;
            if line.loose != 0 && is_nearer && !chosen.contains(&(at as usize)) {
                let offset = i64::from(at) - usual;
                standing.entry(offset).or_default().push(number);
            }
        }
    }
    let had = telling.iter().filter(|line| line.chosen.is_some()).count();
    let is_unique = |number: &usize| index.postings(telling[*number].loose).len() == 1;
    let own = |number: &usize| telling[*number].chosen.is_some() && telling[*number].is_heading;
    let place = |&offset: &i64| {
        let around = standing.range(offset..=offset + LOOSENESS);
        let mut there: Vec<usize> = around.flat_map(|(_, numbers)| numbers).copied().collect();
        there.sort_unstable();
        there.dedup();
        there
    };
    let is_rival = |there: &Vec<usize>| {
        let is_alike = 2 * there.len() >= telling.len() && there.len() + 1 >= had;
        let is_told = (0..telling.len()).any(|number| own(&number) && !there.contains(&number));
        let tells = |number: &usize| telling[*number].chosen.is_none() && is_unique(number);
        is_alike && (!is_told || there.iter().any(tells))
    };
    let found = standing.keys().map(|offset| (*offset, place(offset)));
    let nearer = found
        .filter(|(_, there)| is_rival(there))
        .max_by_key(|(offset, there)| (there.len(), -expected.away(*offset)));
    // Where the number and the next heading agree, a line that stands elsewhere only is one whose twin has changed.
    let is_agreed = away == 0 && (0..telling.len()).any(|number| own(&number));
    let owner = || owner(telling, offset, expected, index).filter(|_| !is_agreed);
    let (offset, there) = nearer.or_else(owner)?;
    let line = |number: &usize| {
        (expected.stated + telling[*number].offset).saturating_add_signed(offset as isize)
    };
    let last = there.last().map(line)?;
    Some(there.first().map(line)?..(last + 1).min(index.len()))
}

/// How many lines further down than stated another place than the `chosen` one is that has a line of the hunk which
/// stands nowhere else, and that the chosen one lacks; with the telling lines (numbers) that it has. They are no fewer
/// than those of the chosen one; or so are those in the block that the hunk changes, and it has all that is removed:
/// where blocks have moved, the lines of the next one do not tell.
fn owner(
    telling: &[Telling],
    chosen: i64,
    expected: Expected,
    index: &Index,
) -> Option<(i64, Vec<usize>)> {
    let usual = |line: &Telling| (expected.stated + line.offset) as i64;
    let is_lacking = |line: &&Telling| line.chosen.is_none() && line.loose != 0;
    let place = |line: &Telling| {
        let &[only] = index.postings(line.loose) else {
            return None;
        };
        let offset = i64::from(only) - usual(line);
        if (offset - chosen).abs() <= LOOSENESS {
            return None;
        }
        let stands = |line: &Telling| {
            let around = usual(line) + offset - LOOSENESS..=usual(line) + offset + LOOSENESS;
            let postings = index.postings(line.loose);
            let from = postings.partition_point(|&at| i64::from(at) < *around.start());
            line.loose != 0
                && postings
                    .get(from)
                    .is_some_and(|&at| around.contains(&i64::from(at)))
        };
        let is_alike = |among: &dyn Fn(&Telling) -> bool| {
            let lines = || telling.iter().filter(|line| among(line));
            let there = lines().filter(|line| stands(line)).count();
            let had = lines().filter(|line| line.chosen.is_some()).count();
            2 * there >= lines().count() && there >= had
        };
        let is_own = || {
            let mut removed = telling.iter().filter(|line| line.is_removed);
            line.is_own && is_alike(&|line| line.is_own) && removed.all(stands)
        };
        let there = (0..telling.len()).filter(|&number| stands(&telling[number]));
        (is_alike(&|_| true) || is_own()).then(|| (offset, there.collect()))
    };
    telling.iter().filter(is_lacking).find_map(place)
}
