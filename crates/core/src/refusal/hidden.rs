//! Refusals about private files. They contain no text of the file.

use bytes::Bytes;

use super::{
    Candidate, Doubt, Fault, HunkFailure, HunkWhy, KeyFault, Reason, SyntaxError, UndoBlock, WhyNot,
};
use crate::change::LineChange;

/// Replaces the text of a private file.
pub const NOT_SHOWN: &[u8] = b"(not shown)";

impl Reason {
    /// Returns the reason with [`NOT_SHOWN`] in place of each text of the file.
    pub(super) fn without_text(mut self) -> Self {
        match &mut self {
            Self::NotFound { why: Some(why), .. } => hide_nearest(why),
            Self::Ambiguous { candidates, .. } | Self::CountMismatch { candidates, .. } => {
                hide_candidates(candidates);
            }
            Self::Key {
                why: KeyFault::Unparsed { problem, .. },
                ..
            } => *problem = "it is malformed".to_owned(),
            Self::HunkFailed { failures, .. } => failures.iter_mut().for_each(hide_failure),
            Self::MergeConflict(conflicts) | Self::NotRebased { conflicts, .. } => {
                for conflict in conflicts {
                    hide_change(&mut conflict.ours);
                    hide_change(&mut conflict.theirs);
                }
            }
            Self::Residue(findings) => {
                for finding in findings {
                    finding.text = not_shown();
                }
            }
            Self::Misfit(errors) | Self::Syntax(errors) | Self::UnparsedSymbol(errors) => {
                hide_errors(errors);
            }
            Self::IndentedString(text) => *text = not_shown(),
            Self::LinesChanged { now, since, .. } => {
                for line in now {
                    line.text = not_shown();
                }
                since.iter_mut().for_each(hide_change);
            }
            Self::Conflict(conflicts) => {
                for conflict in conflicts {
                    hide_change(&mut conflict.mine);
                    hide_change(&mut conflict.theirs);
                }
            }
            Self::Store(Fault::UndoConflict { why, .. }) => {
                if let UndoBlock::Changed { undo, since, .. } = &mut **why {
                    hide_change(undo);
                    hide_change(since);
                }
            }
            _ => {}
        }
        self
    }
}

fn not_shown() -> Bytes {
    Bytes::from_static(NOT_SHOWN)
}

fn hide_nearest(why: &mut WhyNot) {
    if let Some(nearest) = &mut why.nearest {
        nearest.preview = not_shown();
        nearest.difference = None;
    }
}

fn hide_candidates(candidates: &mut [Candidate]) {
    for candidate in candidates {
        candidate.preview = not_shown();
    }
}

fn hide_failure(failure: &mut HunkFailure) {
    match &mut failure.why {
        HunkWhy::NoMatch(difference) => *difference = None,
        HunkWhy::Ambiguous { candidates, .. } => hide_candidates(candidates),
        HunkWhy::Conflict { difference, .. } => {
            difference.expected = not_shown();
            difference.found = difference.found.as_ref().map(|_| not_shown());
        }
        HunkWhy::Doubtful(doubt) => hide_doubt(doubt),
        _ => {}
    }
}

fn hide_doubt(doubt: &mut Doubt) {
    hide_candidates(std::slice::from_mut(&mut doubt.candidate));
    hide_candidates(doubt.runner_up.as_mut_slice());
    doubt.difference = None;
}

fn hide_change(change: &mut LineChange) {
    for side in [&mut change.old, &mut change.new] {
        if !side.is_empty() {
            *side = Bytes::from([NOT_SHOWN, b"\n"].concat());
        }
    }
}

/// Replaces the text of each error with [`NOT_SHOWN`].
pub fn hide_errors(errors: &mut [SyntaxError]) {
    for error in errors {
        error.text = not_shown();
    }
}
