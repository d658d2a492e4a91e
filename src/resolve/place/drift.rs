//! Placing hunks that do not stand in the text as they are: candidates, the choice among them for all hunks
//! together, and whether it is good enough.

use crate::refusal::{Doubt, HunkFailure, HunkWhy};
use crate::request::PatchMode;
use crate::resolve::Decider;
use crate::snapshot::Snapshot;
use crate::text::Span;

use super::accept;
use super::align::{Form, Removed};
use super::candidate::{self, Candidate};
use super::chain::{self, Choice, Link};
use super::drifted;
use super::failure;
use super::fit::{Fit, Layout, Sequence, Side};
use super::index::Index;
use super::line;
use super::order;
use super::pattern::Pattern;
use super::script::Script;
use super::strict::View;
use super::support::Support;

/// A fit for each pattern, in the order of the patch.
///
/// # Errors
/// Every hunk that has no place that is certain enough for `mode`.
pub(super) fn fits(
    patterns: &[Pattern],
    now: &Snapshot,
    mode: PatchMode,
) -> Result<Vec<Fit>, Vec<HunkFailure>> {
    let view = View::of(patterns, now);
    let lines = patterns
        .iter()
        .flat_map(|pattern| pattern.hunk().lines.iter().map(|line| &line.text));
    let index = Index::new(now.bytes(), lines);
    let field = Field {
        patterns,
        now,
        index: &index,
        mode,
    };
    let contests: Vec<Contest> = (0..patterns.len())
        .map(|number| field.contest(&view, number))
        .collect();
    let links: Vec<Vec<Link>> = contests.iter().map(Contest::links).collect();
    let choices = chain::choose(&links);
    let mut fits = Vec::new();
    let mut failures = Vec::new();
    for (number, (contest, choice)) in contests.into_iter().zip(choices).enumerate() {
        match field.decide(number, contest, choice) {
            Ok(fit) => fits.push(fit),
            Err(why) => failures.push(failure::of(patterns, number, why)),
        }
    }
    if !failures.is_empty() {
        return Err(failures);
    }
    order::in_order(fits, patterns)
}

/// What one hunk could be.
struct Contest {
    options: Vec<Choosable>,
    /// Why the exact search alone did not settle it.
    why: Option<HunkWhy>,
    script: Option<Script>,
}

/// One of the places of a hunk.
enum Choosable {
    /// Every line exact; lines of the text (0-based).
    Exact(Fit, std::ops::Range<usize>, f64),
    /// Drifted.
    Drifted(Candidate),
}

impl Contest {
    fn links(&self) -> Vec<Link> {
        self.options
            .iter()
            .map(|option| match option {
                Choosable::Exact(_, core, score) => Link {
                    score: *score,
                    core: core.clone(),
                },
                Choosable::Drifted(candidate) => Link {
                    score: f64::from(candidate.alignment.score.max(0.01)),
                    core: candidate.core.clone(),
                },
            })
            .collect()
    }
}

/// The reading that comes closest to the chosen one.
struct Rival {
    margin: f64,
    span: Span,
}

/// A reading that differs only by lines that say nothing is hardly a rival: its distance counts so much more.
const NEAR: f64 = 5.0;

struct Field<'a> {
    patterns: &'a [Pattern<'a>],
    now: &'a Snapshot,
    index: &'a Index<'a>,
    mode: PatchMode,
}

impl Field<'_> {
    fn contest(&self, view: &View, number: usize) -> Contest {
        let pattern = &self.patterns[number];
        let why = match view.verdict(number) {
            Ok(fit) => {
                let score = pattern.old_lines().max(1) as f64;
                let core = self.core_lines(&fit);
                return Contest {
                    options: vec![Choosable::Exact(fit, core, score)],
                    why: None,
                    script: None,
                };
            }
            Err(why) => why,
        };
        if matches!(why, HunkWhy::Truncated | HunkWhy::NoAnchor) {
            return Contest {
                options: Vec::new(),
                why: Some(why),
                script: None,
            };
        }
        let script = Script::of(pattern, self.index);
        let removed = match self.mode {
            PatchMode::Fuzzy(threshold) => Removed::Similar(threshold.value() as f32),
            _ => Removed::Loose,
        };
        let expected = view.expected_line(number);
        let mut found = candidate::candidates(&script, pattern, self.index, expected, removed);
        if self.mode == PatchMode::Tolerant {
            found.retain(|candidate| Support::of(&script, &candidate.alignment).is_mechanical);
        }
        found.retain(|candidate| candidate.alignment.score > 0.0);
        Contest {
            options: found.into_iter().map(Choosable::Drifted).collect(),
            why: Some(why),
            script: Some(script),
        }
    }

    /// The other reading that comes closest to the chosen one.
    fn rival(
        &self,
        number: usize,
        contest: &Contest,
        choice: &Choice,
        total: f64,
    ) -> Option<Rival> {
        let (Choosable::Drifted(chosen), Some(script)) =
            (&contest.options[choice.candidate], &contest.script)
        else {
            return None;
        };
        let pattern = &self.patterns[number];
        let rivals = choice.rivals.iter().filter_map(|&(rival, lead)| {
            let Choosable::Drifted(other) = &contest.options[rival] else {
                return None;
            };
            let extent = drifted::extent(&other.alignment);
            let mut margin = lead / total;
            if self.is_near(chosen, other) {
                if self.is_same(pattern, script, chosen, other) {
                    return None;
                }
                margin *= NEAR;
            }
            Some(Rival {
                margin,
                span: self.index.span(extent.start, extent.end),
            })
        });
        rivals.min_by(|one, two| one.margin.total_cmp(&two.margin))
    }

    /// Whether only lines that say nothing lie between the places of the two.
    fn is_near(&self, one: &Candidate, two: &Candidate) -> bool {
        let places = one.alignment.places.iter().zip(&two.alignment.places);
        places.into_iter().all(|(one, two)| {
            let between = one.at.min(two.at)..one.at.max(two.at);
            one.form == two.form
                && between.len() <= 4
                && between
                    .into_iter()
                    .all(|line| line::is_common(self.index.line(line)))
        })
    }

    /// Whether both make the same text.
    fn is_same(
        &self,
        pattern: &Pattern,
        script: &Script,
        one: &Candidate,
        two: &Candidate,
    ) -> bool {
        let start = one.core.start.min(two.core.start);
        let end = one.core.end.max(two.core.end);
        let span = self.index.span(start, end);
        let text = |candidate: &Candidate| {
            let support = Support::of(script, &candidate.alignment);
            let drifted = drifted::drifted(
                pattern.hunk(),
                script,
                &candidate.alignment,
                &support,
                self.index,
            );
            let mut text = Vec::new();
            let mut at = span.start();
            for edit in &drifted.edits {
                text.extend_from_slice(&self.index.text()[at..edit.at]);
                text.extend_from_slice(&edit.new);
                at = edit.end();
            }
            text.extend_from_slice(&self.index.text()[at..span.end()]);
            text
        };
        text(one) == text(two)
    }

    fn core_lines(&self, fit: &Fit) -> std::ops::Range<usize> {
        let core = order::core(fit, &self.patterns[fit.hunk]);
        self.index.line_of(core.start())..self.index.line_of(core.end())
    }

    fn decide(
        &self,
        number: usize,
        mut contest: Contest,
        choice: Option<Choice>,
    ) -> Result<Fit, HunkWhy> {
        let why = contest.why.take();
        if let (None, Some(Choosable::Exact(..))) = (&why, contest.options.first()) {
            let Choosable::Exact(fit, ..) = contest.options.swap_remove(0) else {
                return Err(HunkWhy::NoAnchor);
            };
            return Ok(fit);
        }
        let why = why.unwrap_or(HunkWhy::NoAnchor);
        let Some(choice) = choice else {
            return Err(why);
        };
        let (Choosable::Drifted(chosen), Some(script)) =
            (&contest.options[choice.candidate], &contest.script)
        else {
            return Err(why);
        };
        let support = Support::of(script, &chosen.alignment);
        let total = f64::from(support.total).max(0.01);
        let score = f64::from(chosen.alignment.score) / total;
        let rival = self.rival(number, &contest, &choice, total);
        let margin = rival
            .as_ref()
            .map_or(choice.own / total, |rival| rival.margin);
        let runner_up = rival.map(|rival| rival.span);
        let extent = drifted::extent(&chosen.alignment);
        let span = self.index.span(extent.start, extent.end);
        if let Some(wanting) = accept::wanting(&support, score, margin) {
            return Err(HunkWhy::Doubtful(Box::new(Doubt {
                wanting,
                candidate: failure::candidate(span, self.now),
                score,
                margin,
                runner_up: runner_up.map(|span| failure::candidate(span, self.now)),
                difference: None,
            })));
        }
        let pattern = &self.patterns[number];
        let is_applied = chosen
            .alignment
            .places
            .iter()
            .all(|place| place.form == Form::New);
        let drifted = drifted::drifted(
            pattern.hunk(),
            script,
            &chosen.alignment,
            &support,
            self.index,
        );
        Ok(Fit {
            hunk: number,
            side: if is_applied { Side::New } else { Side::Old },
            span,
            layout: Layout::Drifted(drifted),
            sequence: Sequence::InOrder,
            decided_by: matches!(why, HunkWhy::Ambiguous { .. }).then_some(Decider::Neighbours),
            score: score.clamp(0.0, 1.0),
            margin: Some(margin.clamp(0.0, 1.0)),
            runner_up,
        })
    }
}
