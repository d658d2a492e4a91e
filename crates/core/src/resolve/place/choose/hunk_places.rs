//! The possible places of one hunk: its candidates, or its certain place.

use std::ops::Range;

use crate::refusal::HunkWhy;
use crate::request::PatchMode;
use crate::text::Span;

use super::chain::Link;
use super::fit::{Drifted, Fit};
use crate::resolve::place::apply::drifted::{self, drifted};
use crate::resolve::place::candidates::accept;
use crate::resolve::place::candidates::alignment::{Form, Removed};
use crate::resolve::place::candidates::base::Base;
use crate::resolve::place::candidates::beyond_headings::cut_beyond_headings;
use crate::resolve::place::candidates::candidate::{self, Candidate};
use crate::resolve::place::candidates::script::{Script, Stage};
use crate::resolve::place::candidates::support::Support;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::weights;

pub enum HunkPlaces {
    /// The place is certain. With the lines (0-based) that no other hunk may claim.
    Certain(Box<Fit>, Range<usize>),
    /// The place is uncertain.
    Uncertain(UncertainHunk),
    /// There are no candidates, for this reason.
    Refused(HunkWhy),
}

/// A hunk with candidates.
pub struct UncertainHunk {
    /// The reason why the hunk has no exact match.
    pub why: HunkWhy,
    pub script: Script,
    /// The candidates, best first.
    pub candidates: Vec<Candidate>,
    /// The best candidate with removed lines that are less similar than the mode allows.
    pub changed: Option<Candidate>,
    /// The allowed difference between removed lines and the text.
    pub removed: Removed,
}

impl HunkPlaces {
    /// The candidates that the chain may choose from.
    pub fn links(&self) -> Vec<Link> {
        match self {
            Self::Certain(_, core) => vec![Link {
                // The chain must never give up an exact match.
                score: 1000.0,
                core: core.clone(),
            }],
            Self::Uncertain(hunk) => hunk
                .candidates
                .iter()
                .enumerate()
                .map(|(number, candidate)| Link {
                    // Prefer the upper of equal places, as `is_slid` assumes.
                    score: f64::from(candidate.alignment.score)
                        - weights::TIE * candidate.depth / (candidate.depth + 1000.0)
                        - hunk.unsupported_cost(number),
                    core: candidate.core.clone(),
                })
                .collect(),
            Self::Refused(_) => Vec::new(),
        }
    }
}

impl UncertainHunk {
    /// Searches for the candidates of `pattern`, which has no exact place for the reason `why`.
    pub fn search(
        pattern: &Pattern,
        index: &Index,
        expected: Option<usize>,
        mode: PatchMode,
        why: HunkWhy,
    ) -> Self {
        let script = Script::new(pattern, index);
        let removed = match mode {
            PatchMode::Fuzzy(threshold) => Removed::Similar(threshold.value() as f32),
            _ => Removed::Loose,
        };
        let mut candidates = candidate::candidates(&script, pattern, index, expected, removed);
        for candidate in &mut candidates {
            cut_beyond_headings(&mut candidate.alignment, &script, pattern, index);
        }
        candidates.sort_by(|one, two| two.alignment.score.total_cmp(&one.alignment.score));
        candidates.retain(|candidate| candidate.alignment.score > 0.0);
        let mut changed = None;
        if removed == Removed::Loose {
            changed = candidates
                .iter()
                .find(|candidate| candidate.changes_removed_line(&script))
                .cloned();
            candidates.retain(|candidate| !candidate.changes_removed_line(&script));
        } else if candidates.is_empty() {
            let loose = candidate::candidates(&script, pattern, index, expected, Removed::Loose);
            changed = loose
                .into_iter()
                .find(|candidate| candidate.changes_removed_line(&script));
        }
        if mode == PatchMode::Tolerant {
            candidates.retain(|it| Support::new(&script, &it.alignment).is_mechanical);
        }
        Self {
            why,
            script,
            candidates,
            changed,
            removed,
        }
    }

    /// The hunk with the place according to the base as the only candidate. `None` if the base shows no place.
    pub fn by_base(
        number: usize,
        pattern: &Pattern,
        index: &Index,
        base: &Base,
        why: HunkWhy,
    ) -> Option<Self> {
        let script = Script::new(pattern, index);
        let alignment = base.alignment(number, &script, index)?;
        Some(Self {
            why,
            script,
            candidates: vec![Candidate::from_alignment(alignment)?],
            changed: None,
            removed: Removed::Loose,
        })
    }

    pub fn support(&self, number: usize) -> Support {
        Support::new(&self.script, &self.candidates[number].alignment)
    }

    /// The rows of the old side, each with true for a context line.
    pub fn old_rows(&self) -> impl Iterator<Item = (usize, bool)> {
        self.script.stages.iter().flat_map(|stage| {
            let (rows, is_context) = match stage {
                Stage::Context(row) => (*row..row + 1, true),
                Stage::Change { removed, .. } => (removed.clone(), false),
                Stage::End => (0..0, true),
            };
            rows.map(move |row| (row, is_context))
        })
    }

    /// True if all changes of candidate `number` are already applied.
    pub fn is_applied(&self, number: usize) -> bool {
        let mut places = self.candidates[number].alignment.places.iter();
        places.all(|place| place.form == Form::New)
    }

    /// The score that candidate `number` loses if no line holds one of its changes in place.
    fn unsupported_cost(&self, number: usize) -> f64 {
        match accept::missing_for_changes(&self.support(number)) {
            Some(_) => weights::UNSUPPORTED_CHANGE,
            None => 0.0,
        }
    }

    /// The edits of candidate `number`. `None` if the indentation of added lines is unclear.
    pub fn drifted(&self, number: usize, pattern: &Pattern, index: &Index) -> Option<Drifted> {
        let alignment = &self.candidates[number].alignment;
        let support = self.support(number);
        drifted(pattern.hunk(), &self.script, alignment, &support, index)
    }

    /// The bytes of the text that candidate `number` matches.
    pub fn span(&self, number: usize, index: &Index) -> Span {
        let extent = drifted::extent(&self.candidates[number].alignment);
        index.span(extent.start, extent.end)
    }

    /// The offset in the text of the first change of candidate `number`.
    pub fn first_change(&self, number: usize, index: &Index) -> usize {
        match self.candidates[number].alignment.places.first() {
            Some(place) => index.span(place.at, place.at).start(),
            None => self.span(number, index).end(),
        }
    }

    /// The offset in lines of the first change of candidate `number` from its stated line.
    pub fn offset(&self, number: usize, pattern: &Pattern) -> Option<i64> {
        let place = self.candidates[number].alignment.places.first()?;
        let stated = pattern.stated_before()? + pattern.leading_context();
        Some(place.at as i64 - stated as i64)
    }
}
