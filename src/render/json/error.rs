//! Refusals in JSON.

use super::file::hundredths;
use super::wire::{self, Text, Value};
use crate::change::{LineChange, TaskConflict};
use crate::refusal::{
    Candidate, Difference, ExpectedCount, HunkFailure, HunkWhy, Nearest, Reason, Refusal,
    UndoBlock, WhyNot,
};
use crate::render::wording::{self, Setting, Steps};
use crate::report::Report;

/// Why nothing was written; the first refusal decides, `edits` has them all.
pub fn of_report(report: &Report) -> Option<wire::Error> {
    let setting = Setting::of(report);
    Some(wire::Error {
        edits: edits(report, setting),
        would_apply: match setting.steps {
            Steps::Several => report.would_apply.clone(),
            Steps::One => Vec::new(),
        },
        ..of_refusal(report.refusals.first()?, setting)
    })
}

/// One refusal by itself.
pub fn of_refusal(refusal: &Refusal, setting: Setting) -> wire::Error {
    let code = refusal.code();
    let (line, expected, found) = expected_and_found(&refusal.reason);
    wire::Error {
        code: code.name(),
        exit: code.class().code(),
        path: refusal.path.as_deref().map(Text::of_path),
        edit: refusal.edit.filter(|_| setting.steps == Steps::Several),
        request_line: refusal.request_line,
        message: wording::message(refusal, setting),
        hint: wording::hint(refusal, setting),
        candidates: candidates(&refusal.reason),
        line,
        expected,
        found,
        output: output(&refusal.reason),
        hunks: hunks(&refusal.reason),
        edits: Vec::new(),
        would_apply: Vec::new(),
        retry: wording::retry(refusal, setting),
        conflicts: conflicts(&refusal.reason),
        explain: format!("incise explain {}", code.name()),
    }
}

/// Lines that two sides changed, with both changes.
fn conflicts(reason: &Reason) -> Vec<wire::Conflict> {
    match reason {
        Reason::Conflict { conflicts } => {
            let of_task = |conflict: &TaskConflict| wire::Conflict {
                task: Some(Text::Plain(conflict.task.clone())),
                record: conflict.entry.to_string(),
                lines: conflict.lines.into(),
                mine: diff(&conflict.mine),
                theirs: diff(&conflict.theirs),
            };
            conflicts.iter().map(of_task).collect()
        }
        Reason::UndoConflict { entry, why } => match &**why {
            UndoBlock::Changed { lines, undo, since } => vec![wire::Conflict {
                task: None,
                record: entry.to_string(),
                lines: (*lines).into(),
                mine: diff(undo),
                theirs: diff(since),
            }],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn diff(change: &LineChange) -> Text {
    Text::of(&wording::line_change(change))
}

fn edits(report: &Report, setting: Setting) -> Vec<wire::FailedEdit> {
    let of_edit = |refusal: &Refusal| {
        Some(wire::FailedEdit {
            edit: refusal.edit?,
            request_line: refusal.request_line,
            code: refusal.code().name(),
            path: refusal.path.as_deref().map(Text::of_path),
            message: wording::message(refusal, setting),
            hint: wording::hint(refusal, setting),
        })
    };
    match setting.steps {
        Steps::Several => report.refusals.iter().filter_map(of_edit).collect(),
        Steps::One => Vec::new(),
    }
}

fn candidates(reason: &Reason) -> Vec<wire::Candidate> {
    match reason {
        Reason::Ambiguous { candidates, .. } | Reason::CountMismatch { candidates, .. } => {
            candidates.iter().map(of_candidate).collect()
        }
        Reason::NotFound { why, .. } => {
            let nearest = why.as_ref().and_then(|why| why.nearest.as_ref());
            nearest.map(of_nearest).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn of_candidate(candidate: &Candidate) -> wire::Candidate {
    wire::Candidate {
        lines: candidate.lines.into(),
        preview: Text::of(&candidate.preview),
        id: candidate.id.map(|id| id.to_string()),
        similarity: None,
    }
}

fn of_nearest(nearest: &Nearest) -> wire::Candidate {
    let first = memchr::memchr(b'\n', &nearest.text).unwrap_or(nearest.text.len());
    wire::Candidate {
        lines: nearest.lines.into(),
        preview: Text::of(&nearest.text[..first]),
        id: None,
        similarity: Some(hundredths(nearest.similarity)),
    }
}

type Compared = (Option<usize>, Option<Value>, Option<Value>);

/// One flat table: what was expected and what is there, for the reasons that compare.
fn expected_and_found(reason: &Reason) -> Compared {
    let count = |count: usize| Some(Value::Count(count as u64));
    match reason {
        Reason::NotFound { why, .. } => why
            .as_deref()
            .and_then(WhyNot::difference)
            .map_or((None, None, None), compared),
        Reason::Ambiguous { count: found, .. } => (None, count(1), count(*found)),
        Reason::CountMismatch {
            expected: ExpectedCount::Exactly(expected),
            found,
            ..
        } => (None, count(*expected), count(*found)),
        Reason::CountMismatch {
            expected: ExpectedCount::Ordinal(ordinal),
            found,
            ..
        } => {
            let needed = ordinal.unsigned_abs();
            (None, Some(Value::Count(needed)), count(*found))
        }
        Reason::OutOfRange {
            asked,
            lines,
            lowest,
        } => {
            let valid = Text::Plain(wording::valid_range(*lowest, *lines));
            (None, Some(Value::Text(valid)), count(*asked))
        }
        Reason::LineChanged {
            line,
            expected,
            found,
        } => {
            let hash = |hash: &dyn std::fmt::Display| Value::Text(Text::Plain(hash.to_string()));
            (Some(line.number()), Some(hash(expected)), Some(hash(found)))
        }
        Reason::Stale { expected, found } => {
            let found = found.map_or(Value::Nothing, |found| {
                Value::Text(Text::Plain(found.to_string()))
            });
            let expected = Value::Text(Text::Plain(expected.clone()));
            (None, Some(expected), Some(found))
        }
        _ => (None, None, None),
    }
}

fn compared(difference: &Difference) -> Compared {
    let found = difference
        .found
        .as_ref()
        .map_or(Value::Nothing, |found| Value::Text(Text::of(found)));
    let expected = Value::Text(Text::of(&difference.expected));
    (Some(difference.line.number()), Some(expected), Some(found))
}

fn output(reason: &Reason) -> Option<Text> {
    match reason {
        Reason::ValidationFailed { output, .. } => Some(Text::of(output)),
        _ => None,
    }
}

fn hunks(reason: &Reason) -> Vec<wire::FailedHunk> {
    match reason {
        Reason::HunkFailed { failures, .. } => failures.iter().map(of_failure).collect(),
        _ => Vec::new(),
    }
}

fn of_failure(failure: &HunkFailure) -> wire::FailedHunk {
    let (line, expected, found) = match (&failure.why, failure.why.difference()) {
        (_, Some(difference)) => compared(difference),
        (HunkWhy::NotAtEnd { line }, None) => (Some(line.number()), None, None),
        (_, None) => (None, None, None),
    };
    wire::FailedHunk {
        hunk: failure.hunk,
        patch_line: failure.patch_line.number(),
        why: cause(&failure.why),
        message: wording::hunk_failure(&failure.why),
        lines: match &failure.why {
            HunkWhy::AlreadyApplied { lines } => Some((*lines).into()),
            _ => None,
        },
        line,
        expected,
        found,
        candidates: hunk_candidates(&failure.why),
        would_place: failure.would_place.as_ref().map(|would| wire::WouldPlace {
            mode: would.mode,
            lines: would.lines.into(),
        }),
    }
}

fn cause(why: &HunkWhy) -> &'static str {
    match why {
        HunkWhy::NoMatch { .. } => "no_match",
        HunkWhy::Ambiguous { .. } => "ambiguous",
        HunkWhy::Doubtful(_) => "doubtful",
        HunkWhy::Conflict { .. } => "conflict",
        HunkWhy::NoAnchor => "no_anchor",
        HunkWhy::Truncated => "truncated",
        HunkWhy::NotAtEnd { .. } => "not_at_end",
        HunkWhy::LeavesText { .. } => "leaves_text",
        HunkWhy::Overlap { .. } => "overlap",
        HunkWhy::AlreadyApplied { .. } => "already_applied",
        HunkWhy::Unverified { .. } => "unverified",
        HunkWhy::OtherSource => "other_source",
    }
}

fn hunk_candidates(why: &HunkWhy) -> Vec<wire::Candidate> {
    match why {
        HunkWhy::Ambiguous { candidates, .. } => candidates.iter().map(of_candidate).collect(),
        HunkWhy::Doubtful(doubt) => {
            let best = wire::Candidate {
                similarity: Some(hundredths(doubt.score)),
                ..of_candidate(&doubt.candidate)
            };
            std::iter::once(best)
                .chain(doubt.runner_up.iter().map(of_candidate))
                .collect()
        }
        _ => Vec::new(),
    }
}
