//! The fault of a diff, in a sentence: the file it is for, hunks that have no place.

use std::path::PathBuf;

use super::plural::{count, in_words, numbers};
use crate::refusal::{FileEdge, HunkFailure, HunkWhy, TargetFault, Wanting};
use crate::render::escape::{path, visible};

/// How a diff and the one file it is for do not go together.
pub(super) fn bad_target(why: &TargetFault) -> String {
    let listed = |names: &[PathBuf]| {
        let quoted: Vec<String> = names
            .iter()
            .map(|name| format!("`{}`", path(name)))
            .collect();
        quoted.join(", ")
    };
    match why {
        TargetFault::Unmentioned { target, named } => format!(
            "no part of the diff is for `{}`; it is for {}",
            path(target),
            listed(named)
        ),
        TargetFault::Ambiguous { named } => {
            format!("the diff has several files of that name: {}", listed(named))
        }
        TargetFault::OtherIsBefore { other } => format!(
            "already applied, but not in `{}`, which the diff names too",
            path(other)
        ),
        TargetFault::OnlyMoves => {
            "the diff gives the file another name and changes nothing else".to_owned()
        }
        TargetFault::Nameless => "the diff names no file".to_owned(),
    }
}

/// That hunks have no place.
pub(super) fn hunk_failed(failures: &[HunkFailure], total: usize) -> String {
    match failures {
        [one] if total == 1 => format!("the hunk {}", hunk_failure(&one.why)),
        [one] => format!("hunk {} of {total} {}", one.hunk, hunk_failure(&one.why)),
        _ => {
            let failed: Vec<usize> = failures.iter().map(|failure| failure.hunk).collect();
            format!("{} of {total} have no place", numbers("hunk", &failed))
        }
    }
}

/// Why one hunk has no place, as the end of a sentence that begins with the hunk.
pub fn hunk_failure(why: &HunkWhy) -> String {
    match why {
        HunkWhy::NoMatch { difference } => match difference {
            Some(difference) => format!("does not match: line {} differs", difference.line),
            None => "does not match anywhere".to_owned(),
        },
        HunkWhy::Ambiguous { count: found, .. } => {
            format!("matches {}; exactly 1 is needed", count(*found, "place"))
        }
        HunkWhy::Doubtful(doubt) => {
            let at = in_words(doubt.candidate.lines);
            match (&doubt.runner_up, doubt.wanting) {
                (Some(other), Wanting::Margin) => {
                    let other = in_words(other.lines);
                    format!("fits best at {at}, but {other} nearly as well")
                }
                _ => format!("fits best at {at}, but not well enough to be sure"),
            }
        }
        HunkWhy::Conflict {
            difference,
            likeness,
        } => {
            let line = difference.line;
            match likeness {
                Some(likeness) => {
                    let percent = |part: f64| (part * 100.0).floor();
                    let (found, least) = (percent(likeness.found), percent(likeness.least));
                    format!(
                        "conflicts: line {line}, which it removes, is {found} % alike, and must be {least} %"
                    )
                }
                None => format!("conflicts: line {line}, which it removes, has been changed"),
            }
        }
        HunkWhy::NoAnchor => "has neither old lines nor a line number".to_owned(),
        HunkWhy::LostAnchor { anchor, lines } => {
            let anchor = visible(anchor);
            match lines {
                Some(lines) => format!(
                    "does not belong to its anchor `{anchor}` at {}",
                    in_words(*lines)
                ),
                None => format!("names `{anchor}` as its anchor, which is not there"),
            }
        }
        HunkWhy::OnlyNumber { line } => format!(
            "has no context, and nothing but its number says that it goes after line {line}"
        ),
        HunkWhy::OffEdge { edge, lines } => {
            let edge = match edge {
                FileEdge::Beginning => "beginning",
                FileEdge::End => "end",
            };
            format!(
                "belongs to the {edge} of the file, but matches {}",
                in_words(*lines)
            )
        }
        HunkWhy::LostSign { patch_line, .. } => {
            format!("seems to have lost the `+` of line {patch_line} of the diff")
        }
        HunkWhy::Indentation { lines } => format!(
            "is indented otherwise than its place, {}, and its lines do not show how far the new ones are to go",
            in_words(*lines)
        ),
        HunkWhy::Truncated => "is cut off: its header counts more lines than there are".to_owned(),
        HunkWhy::NotAtEnd { line } => {
            format!("ends the file without newline, but line {line} follows there")
        }
        HunkWhy::LeavesText { lines } => {
            format!(
                "deletes the file, but would leave {}",
                count(*lines, "line")
            )
        }
        HunkWhy::Unverified { problem } => {
            let problem = visible(problem.as_bytes());
            format!("was placed wrongly by a defect of this program: {problem}")
        }
        HunkWhy::Overlap { other } => format!("overlaps hunk {other}"),
        HunkWhy::AlreadyApplied { lines } => format!("is already applied at {}", in_words(*lines)),
        HunkWhy::Undecided { lines } => format!(
            "adds what stands at {} already, and nothing tells whether it is applied",
            in_words(*lines)
        ),
        HunkWhy::OtherSource => "was made from another file than this".to_owned(),
        HunkWhy::UnnamedSource => {
            "is binary and does not say in full what it was made from".to_owned()
        }
        HunkWhy::OtherResult => "is binary and makes another file than it names".to_owned(),
    }
}
