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
use crate::resolve::place::candidates::script::Script;
use crate::resolve::place::candidates::support::Support;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::weights;

pub enum HunkPlaces<'a> {
    /// The place is certain: the only exact match, or the place that the base shows.
    Certain {
        fit: Box<Fit>,
        /// The lines of the text (0-based) that no other hunk may claim.
        core: Range<usize>,
    },
    /// The place is uncertain.
    Uncertain(Box<UncertainHunk<'a>>),
    /// There are no candidates, for this reason.
    Refused(HunkWhy),
}

/// A hunk with candidates.
pub struct UncertainHunk<'a> {
    /// The index of the pattern.
    pub pattern_index: usize,
    pub pattern: &'a Pattern<'a>,
    /// The text to place the hunk in.
    pub index: &'a Index<'a>,
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

impl HunkPlaces<'_> {
    /// The candidates that the chain may choose from.
    pub fn links(&self) -> Vec<Link> {
        match self {
            Self::Certain { core, .. } => vec![Link {
                // The chain must never give up an exact match.
                score: 1000.0,
                core: core.clone(),
            }],
            Self::Uncertain(hunk) => (0..hunk.candidates.len())
                .map(|candidate| hunk.link(candidate))
                .collect(),
            Self::Refused(_) => Vec::new(),
        }
    }
}

impl<'a> UncertainHunk<'a> {
    /// Searches for the candidates of `pattern`, which has no exact place for the reason `why`.
    pub fn search(
        pattern_index: usize,
        pattern: &'a Pattern,
        index: &'a Index,
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
            cut_beyond_headings(&mut candidate.alignment, &script, pattern.hunk(), index);
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
        match mode {
            PatchMode::Tolerant => {
                candidates.retain(|it| Support::new(&script, &it.alignment).is_mechanical);
            }
            // The base has the removed lines exactly, so the text has changed a line that differs.
            PatchMode::Strict => candidates.retain(|it| it.has_exact_changes(&script)),
            _ => {}
        }
        Self {
            pattern_index,
            pattern,
            index,
            why,
            script,
            candidates,
            changed,
            removed,
        }
    }

    /// The hunk with the place according to the base as the only candidate. `None` if the base shows no place.
    pub fn by_base(
        pattern_index: usize,
        pattern: &'a Pattern,
        index: &'a Index,
        base: &Base,
        why: HunkWhy,
    ) -> Option<Self> {
        let script = Script::new(pattern, index);
        let alignment = base.alignment(pattern_index, &script, index)?;
        Some(Self {
            pattern_index,
            pattern,
            index,
            why,
            script,
            candidates: vec![Candidate::from_alignment(alignment)?],
            changed: None,
            removed: Removed::Loose,
        })
    }

    /// The candidate with index `candidate`, as the chain uses it.
    fn link(&self, candidate: usize) -> Link {
        let Candidate {
            alignment,
            core,
            depth,
        } = &self.candidates[candidate];
        let mut score = f64::from(alignment.score);
        // Prefer the upper of equal places, as `is_slid` assumes.
        score -= weights::TIE * depth / (depth + 1000.0);
        if accept::missing_for_changes(&self.support(candidate)).is_some() {
            score -= weights::UNSUPPORTED_CHANGE;
        }
        Link {
            score,
            core: core.clone(),
        }
    }

    pub fn support(&self, candidate: usize) -> Support {
        Support::new(&self.script, &self.candidates[candidate].alignment)
    }

    /// True if all changes of candidate `candidate` are already applied.
    pub fn is_applied(&self, candidate: usize) -> bool {
        let mut places = self.candidates[candidate].alignment.places.iter();
        places.all(|place| place.form == Form::New)
    }

    /// The edits of candidate `candidate`. `None` if the indentation of added lines is unclear.
    pub fn drifted(&self, candidate: usize) -> Option<Drifted> {
        let alignment = &self.candidates[candidate].alignment;
        let support = self.support(candidate);
        let hunk = self.pattern.hunk();
        drifted(hunk, &self.script, alignment, &support, self.index)
    }

    /// The bytes of the text that candidate `candidate` matches.
    pub fn span(&self, candidate: usize) -> Span {
        let extent = drifted::extent(&self.candidates[candidate].alignment);
        self.index.span(extent.start, extent.end)
    }

    /// The offset in the text of the first change of candidate `candidate`.
    pub fn first_change(&self, candidate: usize) -> usize {
        match self.candidates[candidate].alignment.places.first() {
            Some(place) => self.index.span(place.at, place.at).start(),
            None => self.span(candidate).end(),
        }
    }

    /// The offset in lines of the first change of candidate `candidate` from its stated line.
    pub fn offset(&self, candidate: usize) -> Option<i64> {
        let place = self.candidates[candidate].alignment.places.first()?;
        let stated = self.pattern.stated_before()? + self.pattern.leading_context();
        Some(place.at as i64 - stated as i64)
    }
}
