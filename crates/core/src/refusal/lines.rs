//! Maps the lines in a refusal to lines of the file on disk. A refused batch writes nothing, so lines of an
//! intermediate text would mean nothing to the caller.

use super::search::name_uniquely;
use super::{Candidate, Difference, FuzzyRejection, HunkFailure, HunkWhy, Reason, WhyNot};
use crate::text::{LineNumber, LineRange};

/// Maps lines of the intermediate text to lines of the file.
type ToFileLines<'m> = &'m mut dyn FnMut(LineRange) -> LineRange;

impl Reason {
    /// Maps every location in the file with `to_file`. Lines of other files and of a diff do not change.
    #[must_use]
    pub fn with_file_lines(mut self, to_file: ToFileLines<'_>) -> Self {
        match &mut self {
            Self::NotFound { why: Some(why), .. } => map_why_not(why, to_file),
            Self::Ambiguous { candidates, .. } | Self::CountMismatch { candidates, .. } => {
                map_candidates(candidates, to_file);
            }
            Self::BrokenSymbol { line, .. } => *line = map_line(*line, to_file),
            Self::SeveralRegions { candidates, .. } => {
                for region in candidates.iter_mut() {
                    region.lines = to_file(region.lines);
                }
                // Regions that an earlier step inserted all map to one line, so line numbers cannot distinguish them.
                name_uniquely(candidates);
            }
            Self::AlreadyApplied { lines, .. } => {
                for lines in lines {
                    *lines = to_file(*lines);
                }
            }
            Self::Indentation { lines, .. } | Self::HalfBlock { lines, .. } => {
                *lines = to_file(*lines)
            }
            Self::HunkFailed { failures, .. } => {
                for failure in failures {
                    map_hunk_failure(failure, to_file);
                }
            }
            _ => {}
        }
        self
    }
}

fn map_why_not(why: &mut WhyNot, to_file: ToFileLines<'_>) {
    if let Some(nearest) = &mut why.nearest {
        nearest.lines = to_file(nearest.lines);
        map_difference(&mut nearest.difference, to_file);
    }
    map_candidates(&mut why.outside_scope, to_file);
    if let Some((_, place)) = &mut why.other_tier {
        place.lines = to_file(place.lines);
    }
    if let Some((_, place)) = &mut why.repair {
        place.lines = to_file(place.lines);
    }
    if let Some((lines, why)) = &mut why.rejection {
        *lines = to_file(*lines);
        if let FuzzyRejection::Rival(rival) = why {
            *rival = to_file(*rival);
        }
    }
    if let Some(lines) = &mut why.searched {
        *lines = to_file(*lines);
    }
    if let Some(edit) = &mut why.deleted_by {
        edit.lines = edit.lines.map(to_file);
    }
}

fn map_hunk_failure(failure: &mut HunkFailure, to_file: ToFileLines<'_>) {
    if let Some(place) = &mut failure.would_place {
        place.lines = to_file(place.lines);
    }
    match &mut failure.why {
        HunkWhy::NoMatch(difference) => map_difference(difference, to_file),
        HunkWhy::Conflict { difference, .. } => {
            difference.line = map_line(difference.line, to_file)
        }
        HunkWhy::Ambiguous { candidates, .. } => map_candidates(candidates, to_file),
        HunkWhy::Doubtful(doubt) => {
            doubt.candidate.lines = to_file(doubt.candidate.lines);
            map_candidates(doubt.runner_up.as_mut_slice(), to_file);
            map_difference(&mut doubt.difference, to_file);
        }
        HunkWhy::NotAtEnd(line) => *line = map_line(*line, to_file),
        HunkWhy::AlreadyApplied(lines)
        | HunkWhy::OffEdge { lines, .. }
        | HunkWhy::Undecided(lines)
        | HunkWhy::Indentation(lines) => *lines = to_file(*lines),
        HunkWhy::LostAnchor { lines, .. } => *lines = lines.map(to_file),
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

fn map_candidates(candidates: &mut [Candidate], to_file: ToFileLines<'_>) {
    for candidate in candidates {
        candidate.lines = to_file(candidate.lines);
    }
}

fn map_difference(difference: &mut Option<Difference>, to_file: ToFileLines<'_>) {
    if let Some(difference) = difference {
        difference.line = map_line(difference.line, to_file);
    }
}

fn map_line(line: LineNumber, to_file: ToFileLines<'_>) -> LineNumber {
    to_file(LineRange::single(line)).first()
}
