//! Maps the lines in a refusal to lines of the file on disk. A refused batch writes nothing, so lines of an
//! intermediate text would mean nothing to the caller.

use super::search::number;
use super::{Candidate, Difference, HunkFailure, HunkWhy, Reason, Unlike, WhyNot};
use crate::text::{LineNumber, LineRange};

/// Maps lines of the intermediate text to lines of the file.
type Seen<'s> = &'s mut dyn FnMut(LineRange) -> LineRange;

impl Reason {
    /// Maps every location in the file with `seen`. Lines of other files and of a diff do not change.
    #[must_use]
    pub fn with_lines(mut self, seen: Seen<'_>) -> Self {
        match &mut self {
            Self::NotFound { why: Some(why), .. } => evidence(why, seen),
            Self::Ambiguous { candidates, .. } | Self::CountMismatch { candidates, .. } => {
                all(candidates, seen);
            }
            Self::BrokenSymbol { line, .. } => *line = one(*line, seen),
            Self::SeveralRegions { candidates, .. } => {
                for region in candidates.iter_mut() {
                    region.lines = seen(region.lines);
                }
                number(candidates);
            }
            Self::AlreadyApplied { lines, .. } => {
                for lines in lines {
                    *lines = seen(*lines);
                }
            }
            Self::Indentation { lines, .. } | Self::HalfBlock { lines, .. } => {
                *lines = seen(*lines)
            }
            Self::HunkFailed { failures, .. } => {
                for failure in failures {
                    hunk(failure, seen);
                }
            }
            _ => {}
        }
        self
    }
}

fn evidence(why: &mut WhyNot, seen: Seen<'_>) {
    if let Some(nearest) = &mut why.nearest {
        nearest.lines = seen(nearest.lines);
        difference(&mut nearest.difference, seen);
    }
    all(&mut why.outside_scope, seen);
    if let Some((_, place)) = &mut why.other_tier {
        place.lines = seen(place.lines);
    }
    if let Some((_, place)) = &mut why.repair {
        place.lines = seen(place.lines);
    }
    if let Some((lines, why)) = &mut why.unlike {
        *lines = seen(*lines);
        if let Unlike::Rival(rival) = why {
            *rival = seen(*rival);
        }
    }
    if let Some(lines) = &mut why.searched {
        *lines = seen(*lines);
    }
    if let Some(taken) = &mut why.taken {
        taken.lines = taken.lines.map(seen);
    }
}

fn hunk(failure: &mut HunkFailure, seen: Seen<'_>) {
    if let Some(place) = &mut failure.would_place {
        place.lines = seen(place.lines);
    }
    match &mut failure.why {
        HunkWhy::NoMatch(differs) => difference(differs, seen),
        HunkWhy::Conflict {
            difference: differs,
            ..
        } => differs.line = one(differs.line, seen),
        HunkWhy::Ambiguous { candidates, .. } => all(candidates, seen),
        HunkWhy::Doubtful(doubt) => {
            doubt.candidate.lines = seen(doubt.candidate.lines);
            all(doubt.runner_up.as_mut_slice(), seen);
            difference(&mut doubt.difference, seen);
        }
        HunkWhy::NotAtEnd(line) => *line = one(*line, seen),
        HunkWhy::AlreadyApplied(lines)
        | HunkWhy::OffEdge { lines, .. }
        | HunkWhy::Undecided(lines)
        | HunkWhy::Indentation(lines) => *lines = seen(*lines),
        HunkWhy::LostAnchor { lines, .. } => *lines = lines.map(seen),
        HunkWhy::NoAnchor
        | HunkWhy::LostSign { .. }
        | HunkWhy::OnlyNumber(_)
        | HunkWhy::Truncated
        | HunkWhy::LeavesText { .. }
        | HunkWhy::Overlap { .. }
        | HunkWhy::Unverified(_)
        | HunkWhy::OtherSource
        | HunkWhy::UnnamedSource
        | HunkWhy::OtherResult => {}
    }
}

fn all(candidates: &mut [Candidate], seen: Seen<'_>) {
    for candidate in candidates {
        candidate.lines = seen(candidate.lines);
    }
}

fn difference(differs: &mut Option<Difference>, seen: Seen<'_>) {
    if let Some(differs) = differs {
        differs.line = one(differs.line, seen);
    }
}

fn one(line: LineNumber, seen: Seen<'_>) -> LineNumber {
    seen(LineRange::single(line)).first()
}
