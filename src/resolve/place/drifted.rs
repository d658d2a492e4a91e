//! From an alignment to edits: what goes, what comes, and how the added lines are written there.

use std::ops::Range;

use bytes::Bytes;

use crate::change::Edit;
use crate::patch::Hunk;
use crate::resolve::{Tier, Transform};
use crate::text::LineEnding;

use super::align::{Alignment, Form, Grade, Pair, Place};
use super::fit::Drifted;
use super::index::Index;
use super::script::{Script, Stage};
use super::support::{Support, matched_rows};
use super::transform::{Aligned, Shift, with_ending};

/// What `alignment` does to the text.
pub(super) fn drifted(
    hunk: &Hunk,
    script: &Script,
    alignment: &Alignment,
    support: &Support,
    index: &Index,
) -> Drifted {
    let writer = Writer::of(hunk, script, alignment, index);
    let edits = alignment
        .places
        .iter()
        .filter(|place| place.form == Form::Old)
        .map(|place| writer.edit(place))
        .collect();
    Drifted {
        edits,
        tier: tier(hunk, script, alignment, support, index),
        transform: writer.transform(),
        context_changed: support.context_changed,
    }
}

/// The first and the line after the last line of the text that was matched, changes included.
pub(super) fn extent(alignment: &Alignment) -> Range<usize> {
    let pairs = alignment.pairs.iter().flatten().map(|pair| pair.line);
    let starts = alignment.places.iter().map(|place| place.at);
    let ends = alignment.places.iter().map(|place| place.end);
    let first = pairs.clone().chain(starts).min().unwrap_or(0);
    let end = pairs
        .map(|line| line + 1)
        .chain(ends)
        .max()
        .unwrap_or(first);
    first..end
}

fn tier(
    hunk: &Hunk,
    script: &Script,
    alignment: &Alignment,
    support: &Support,
    index: &Index,
) -> Tier {
    if let Some(similarity) = support.removed_similarity {
        return Tier::Fuzzy(f64::from(similarity));
    }
    let bodies = aligned(hunk, script, alignment, index);
    let differs = |same: fn(&[u8]) -> &[u8]| {
        let differs = |(hunk, text): &Aligned| same(hunk) != same(text);
        bodies.iter().any(differs)
    };
    if !differs(|line| line) {
        return match endings_differ(hunk, script, alignment, index) {
            true => Tier::TrailingSpace,
            false => Tier::Exact,
        };
    }
    if !differs(<[u8]>::trim_ascii_end) {
        return Tier::TrailingSpace;
    }
    match Shift::of(&bodies, &[]) {
        Shift::Nothing => Tier::Whitespace,
        _ => Tier::Indent,
    }
}

/// The matched lines, hunk and text side by side, similar ones left out.
fn aligned<'t>(
    hunk: &'t Hunk,
    script: &Script,
    alignment: &Alignment,
    index: &Index<'t>,
) -> Vec<Aligned<'t>> {
    let body = |row: usize, pair: &Pair| {
        let line = &hunk.lines[script.rows[row].line].text;
        let text = index.line(pair.line);
        (LineEnding::strip(line), LineEnding::strip(text))
    };
    alignment
        .pairs
        .iter()
        .enumerate()
        .filter_map(|(row, pair)| Some((row, pair.as_ref()?)))
        .filter(|(_, pair)| !matches!(pair.grade, Grade::Similar(_)))
        .map(|(row, pair)| body(row, pair))
        .collect()
}

fn endings_differ(hunk: &Hunk, script: &Script, alignment: &Alignment, index: &Index) -> bool {
    let pairs = alignment.pairs.iter().enumerate();
    pairs
        .filter_map(|(row, pair)| Some((row, (*pair)?)))
        .any(|(row, pair)| {
            let line = &hunk.lines[script.rows[row].line].text;
            let one = LineEnding::of_line(line);
            let two = LineEnding::of_line(index.line(pair.line));
            one.is_some() && two.is_some() && one != two
        })
}

/// Writes added lines as their surroundings ask.
struct Writer<'a> {
    hunk: &'a Hunk,
    script: &'a Script,
    index: &'a Index<'a>,
    shift: Shift,
    endings: Endings,
}

/// Whose line endings added lines take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Endings {
    /// The hunk's: all matched lines agree with the text.
    OfHunk,
    /// Those of the lines around.
    OfText,
}

impl<'a> Writer<'a> {
    fn of(
        hunk: &'a Hunk,
        script: &'a Script,
        alignment: &'a Alignment,
        index: &'a Index<'a>,
    ) -> Self {
        let aligned = aligned(hunk, script, alignment, index);
        let added: Vec<&[u8]> = script
            .stages
            .iter()
            .filter_map(|stage| match stage {
                Stage::Change { added, .. } => Some(added.clone()),
                _ => None,
            })
            .flatten()
            .map(|row| LineEnding::strip(&hunk.lines[script.rows[row].line].text))
            .collect();
        let endings = match endings_differ(hunk, script, alignment, index) {
            true => Endings::OfText,
            false => Endings::OfHunk,
        };
        Self {
            hunk,
            script,
            index,
            shift: Shift::of(&aligned, &added),
            endings,
        }
    }

    fn transform(&self) -> Option<Transform> {
        let ending = || (self.endings == Endings::OfText).then_some(Transform::LineEnding);
        self.shift.report().or_else(ending)
    }

    fn edit(&self, place: &Place) -> Edit {
        let text = self.index.text();
        let span = self.index.span(place.at, place.end);
        let added = match &self.script.stages[place.stage] {
            Stage::Change { added, .. } => added.clone(),
            _ => 0..0,
        };
        let around = LineEnding::around(text, span.start());
        let mut new = Vec::new();
        for row in added {
            let line = &self.hunk.lines[self.script.rows[row].line].text;
            let line = self.shift.apply(line);
            match self.endings {
                Endings::OfHunk => new.extend_from_slice(&line),
                Endings::OfText => new.extend_from_slice(&with_ending(&line, around)),
            }
        }
        self.join(place, &mut new, around);
        Edit {
            at: span.start(),
            old: text.slice(span.range()),
            new: Bytes::from(new),
        }
    }

    /// Puts line endings where `new` meets the text, and keeps the text's own end.
    fn join(&self, place: &Place, new: &mut Vec<u8>, around: LineEnding) {
        let text = self.index.text();
        let span = self.index.span(place.at, place.end);
        let is_last = span.end() == text.len();
        if new.is_empty() {
            return;
        }
        if !is_last {
            if LineEnding::of_line(new).is_none() {
                new.extend_from_slice(around.as_bytes());
            }
            return;
        }
        let is_open = !text.is_empty() && !text.ends_with(b"\n");
        if is_open && span.is_empty() {
            new.splice(0..0, around.as_bytes().iter().copied());
        }
        if is_open && !self.says_end(place) {
            new.truncate(LineEnding::strip(new).len());
        }
    }

    /// Whether the hunk itself knows that the line matched last has no line ending.
    fn says_end(&self, place: &Place) -> bool {
        let rows = matched_rows(self.script, place);
        let mut lines = rows.map(|row| &self.hunk.lines[self.script.rows[row].line].text);
        lines
            .next_back()
            .is_some_and(|line| LineEnding::of_line(line).is_none())
    }
}
