//! The lead of a candidate over its rivals.

use crate::text::Span;

use super::chain::Choice;
use super::hunk_places::UncertainHunk;
use crate::resolve::place::evidence::line;
use crate::resolve::place::weights;

/// The score of a candidate and its closest rival.
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    /// The share of the weight of the hunk that is present, 0 to 1.
    pub score: f64,
    /// The lead over the closest rival, or over no place at all, 0 to 1.
    pub margin: f64,
    /// The place of the closest rival.
    pub runner_up: Option<Span>,
}

impl UncertainHunk<'_> {
    pub fn ranking(&self, choice: &Choice) -> Ranking {
        let chosen = choice.candidate;
        let support = self.support(chosen);
        let total = f64::from(support.total).max(0.01);
        let measured = total.min(weights::MAX_MEASURED_WEIGHT);
        let mut ranking = Ranking {
            score: support.share(self.candidates[chosen].alignment.score),
            margin: choice.loss / measured,
            runner_up: None,
        };
        for &(rival, total_lead) in &choice.rivals {
            let mut lead = total_lead;
            // The end of a text changes as easily as any other line, so it does not decide between equal places.
            if !self.pattern.hunk().at_end {
                let [chosen, rival] =
                    [chosen, rival].map(|number| &self.candidates[number].alignment);
                lead -= f64::from(chosen.end_score() - rival.end_score()).max(0.0);
            }
            if self.is_slid(chosen, rival) {
                continue;
            }
            let mut margin = lead / measured;
            if self.is_near(chosen, rival) {
                margin *= weights::WEAK_RIVAL_FACTOR;
            }
            if margin < ranking.margin {
                ranking.margin = margin;
                // Another reading of the same lines is not another place.
                let place = self.span(rival);
                ranking.runner_up = None;
                if place != self.span(chosen) {
                    ranking.runner_up = Some(place);
                }
            }
        }
        ranking
    }

    /// The ranking of a candidate that the base decided on. Such a candidate has no rivals.
    pub fn ranking_by_base(&self, candidate: usize) -> Ranking {
        let score = self.candidates[candidate].alignment.score;
        Ranking {
            score: self.support(candidate).share(score),
            margin: 1.0,
            runner_up: None,
        }
    }

    /// True if both candidates match the same telling lines, and differ only in which of several equal lines next to
    /// the change they match. If two changes meet like this, three-way merges put the change of the text last. The
    /// chain does the same, because it prefers the upper place.
    fn is_slid(&self, one: usize, two: usize) -> bool {
        let [one, two] = [one, two].map(|number| &self.candidates[number].alignment);
        let (mut same_weight, mut other_weight, mut other_telling) = (0.0, 0.0, 0);
        let pairs = one.pairs.iter().zip(&two.pairs);
        for (row, pair) in self.script.rows.iter().zip(pairs) {
            match pair {
                (Some(one), Some(two)) if one.line == two.line => same_weight += row.weight,
                (Some(_), Some(_)) => {
                    other_weight += row.weight;
                    other_telling += usize::from(row.profile.is_some());
                }
                (None, None) => {}
                _ => return false,
            }
        }
        // In a short text no line has much weight, so two telling lines already make a separate place.
        if other_weight > weights::SLID_WEIGHT
            || other_telling > 1
            || same_weight < weights::SLID_WEIGHT
        {
            return false;
        }
        let forms = one.places.iter().map(|place| place.form);
        forms.eq(two.places.iter().map(|place| place.form))
    }

    /// True if only trivial lines are between the places of the two candidates.
    fn is_near(&self, one: usize, two: usize) -> bool {
        let [one, two] = [one, two].map(|number| &self.candidates[number].alignment.places);
        one.iter().zip(two).all(|(one, two)| {
            let mut between = one.at.min(two.at)..one.at.max(two.at);
            one.form == two.form
                && between.len() <= weights::NEAR_LINES
                && between.all(|number| line::is_common(self.index.line(number)))
        })
    }
}
