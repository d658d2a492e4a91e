//! Refusals in JSON.

use std::ops::Range;

use super::file::hundredths;
use super::listed;
use super::wire::{self, JsonText, JsonValue};
use crate::change::{LineChange, TaskConflict};
use crate::refusal::{
    AnchoredLine, Candidate, Code, Difference, EarlierEdit, ExpectedCount, Fault, HunkFailure,
    HunkWhy, MergeConflict, Nearest, Reason, Refusal, RegionCandidate, UndoBlock, WhyNot,
};
use crate::render::draw::windows;
use crate::render::escape::beginning;
use crate::render::style::{Bound, ShownLimits};
use crate::render::wording::{self, Caller};
use crate::report::Report;
use crate::snapshot::Fingerprint;
use crate::text::{self, LineNumber};

/// Why nothing was written; the first refusal decides, `edits` has them all.
pub fn of_report(report: &Report, limits: &ShownLimits) -> Option<wire::JsonError> {
    let caller = Caller::from_report(report);
    let one = of_refusal(report.refusals.first()?, caller, limits);
    if !caller.has_steps {
        return Some(one);
    }
    let numbered: Vec<(usize, &Refusal)> = report
        .refusals
        .iter()
        .filter_map(|refusal| Some((refusal.edit?, refusal)))
        .collect();
    let (edits, edits_total) = listed(&numbered, limits, |(edit, refusal)| {
        of_edit(*edit, refusal, caller)
    });
    let (would_apply, would_apply_total) = listed(&report.would_apply, limits, |edit| *edit);
    Some(wire::JsonError {
        edits,
        edits_total,
        would_apply,
        would_apply_total,
        ..one
    })
}

/// Every refusal, and how many there are if that is not all; none where one thing was asked for.
pub fn all(report: &Report, limits: &ShownLimits) -> (Vec<wire::JsonError>, Option<usize>) {
    let is_of_several =
        report.steps > 1 || report.refusals.len() > 1 || !report.would_apply_files.is_empty();
    if !is_of_several {
        return (Vec::new(), None);
    }
    let caller = Caller::from_report(report);
    listed(&report.refusals, limits, |refusal| {
        of_refusal(refusal, caller, limits)
    })
}

/// The edits that would have applied, by file.
pub fn would_apply(
    report: &Report,
    limits: &ShownLimits,
) -> (Vec<wire::JsonWouldApply>, Option<usize>) {
    let is_batch = Caller::from_report(report).has_steps;
    listed(&report.would_apply_files, limits, |file| {
        wire::JsonWouldApply {
            path: JsonText::of_path(&file.path),
            edits: if is_batch {
                file.edits
                    .iter()
                    .copied()
                    .take(limits.entries.count())
                    .collect()
            } else {
                Vec::new()
            },
        }
    })
}

/// A refusal by itself.
pub fn of_refusal(refusal: &Refusal, caller: Caller, limits: &ShownLimits) -> wire::JsonError {
    let code = refusal.code();
    let (line, expected, found) = expected_and_found(&refusal.reason, limits);
    let (hunks, hunks_total) = hunks(&refusal.reason, limits);
    let (mut conflicts, conflicts_total) = conflicts(&refusal.reason, limits);
    if let Some(taken) = &refusal.taken {
        conflicts.extend(of_earlier_edit(taken));
    }
    wire::JsonError {
        code: code.name(),
        exit: code.class().code(),
        written: code == Code::SyncFailed,
        path: refusal.path.as_deref().map(JsonText::of_path),
        edit: refusal.edit.filter(|_| caller.has_steps),
        request_line: refusal.request_line.map(LineNumber::number),
        message: wording::message(refusal, caller),
        hint: wording::hint(refusal, caller),
        candidates: candidates(&refusal.reason, limits),
        line,
        expected,
        found,
        now: now(&refusal.reason, limits),
        since: since(&refusal.reason),
        readings: readings(&refusal.reason),
        output: output(&refusal.reason),
        hunks,
        hunks_total,
        patch_hunks: patch_hunks(&refusal.reason),
        edits: Vec::new(),
        edits_total: None,
        would_apply: Vec::new(),
        would_apply_total: None,
        retry: wording::retry(refusal, caller),
        record: record(&refusal.reason),
        conflicts,
        conflicts_total,
        explain: format!("incise explain {}", code.name()),
    }
}

/// The lines that stand where others were expected.
fn now(reason: &Reason, limits: &ShownLimits) -> Vec<wire::JsonAnchored> {
    let (Reason::LineChanged { now, .. } | Reason::LinesChanged { now, .. }) = reason else {
        return Vec::new();
    };
    let anchored = |line: &AnchoredLine| wire::JsonAnchored {
        anchor: line.anchor.to_string(),
        text: JsonText::from_bytes(&beginning(&line.text, limits.line_bytes.count())),
    };
    now.iter().map(anchored).collect()
}

/// The change since the expected lines stood there.
fn since(reason: &Reason) -> Vec<JsonText> {
    match reason {
        Reason::LineChanged { since, .. } | Reason::LinesChanged { since, .. } => {
            since.iter().map(diff).collect()
        }
        _ => Vec::new(),
    }
}

/// The journal's entry that made the edit before.
fn record(reason: &Reason) -> Option<String> {
    match reason {
        Reason::AlreadyApplied { entry, .. } => entry.map(|entry| entry.to_string()),
        _ => None,
    }
}

/// Both readings of new lines whose indentation is in doubt.
fn readings(reason: &Reason) -> Option<wire::JsonReadings> {
    match reason {
        Reason::Indentation {
            readings: Some(readings),
            ..
        } => Some(wire::JsonReadings {
            given: diff(&readings.given),
            shifted: diff(&readings.shifted),
        }),
        _ => None,
    }
}

/// Lines that two sides changed, with both changes.
fn conflicts(reason: &Reason, limits: &ShownLimits) -> (Vec<wire::JsonConflict>, Option<usize>) {
    match reason {
        Reason::Conflict { conflicts } => listed(conflicts, limits, of_task),
        Reason::MergeConflict { conflicts } => listed(conflicts, limits, of_merge),
        Reason::NotRebased { conflicts, .. } => listed(conflicts, limits, of_rebase),
        Reason::NotFound { why: Some(why), .. } => {
            let taken = why.taken.iter().filter_map(|taken| of_earlier_edit(taken));
            (taken.collect(), None)
        }
        Reason::Store(Fault::UndoConflict { entry, why }) => match &**why {
            UndoBlock::Changed { lines, undo, since } => {
                let conflict = wire::JsonConflict {
                    task: None,
                    record: Some(entry.to_string()),
                    why: None,
                    message: None,
                    lines: (*lines).into(),
                    mine: diff(undo),
                    theirs: diff(since),
                };
                (vec![conflict], None)
            }
            _ => (Vec::new(), None),
        },
        _ => (Vec::new(), None),
    }
}

/// A conflict with another task.
pub fn of_task(conflict: &TaskConflict) -> wire::JsonConflict {
    wire::JsonConflict {
        task: Some(JsonText::Plain(conflict.task.clone())),
        record: Some(conflict.entry.to_string()),
        why: None,
        message: None,
        lines: conflict.lines.into(),
        mine: diff(&conflict.mine),
        theirs: diff(&conflict.theirs),
    }
}

/// The edit that took out a text; `None` if others have changed its lines since.
fn of_earlier_edit(taken: &EarlierEdit) -> Option<wire::JsonConflict> {
    Some(wire::JsonConflict {
        task: taken.task.clone().map(JsonText::Plain),
        record: Some(taken.entry.to_string()),
        why: None,
        message: None,
        lines: taken.lines?.into(),
        mine: diff(&taken.mine),
        theirs: diff(&taken.theirs),
    })
}

/// A conflict between the two sides of a merge.
fn of_merge(conflict: &MergeConflict) -> wire::JsonConflict {
    wire::JsonConflict {
        task: None,
        record: None,
        why: Some(conflict.cause.name()),
        message: Some(conflict.cause.words()),
        lines: conflict.lines.into(),
        mine: diff(&conflict.ours),
        theirs: diff(&conflict.theirs),
    }
}

/// A conflict between an edit and what became of its text.
fn of_rebase(conflict: &MergeConflict) -> wire::JsonConflict {
    wire::JsonConflict {
        mine: diff(&conflict.theirs),
        theirs: diff(&conflict.ours),
        ..of_merge(conflict)
    }
}

fn diff(change: &LineChange) -> JsonText {
    JsonText::from_bytes(&wording::line_change(change))
}

fn of_edit(edit: usize, refusal: &Refusal, caller: Caller) -> wire::FailedEdit {
    wire::FailedEdit {
        edit,
        request_line: refusal.request_line.map(LineNumber::number),
        code: refusal.code().name(),
        path: refusal.path.as_deref().map(JsonText::of_path),
        message: wording::message(refusal, caller),
        hint: wording::hint(refusal, caller),
    }
}

fn candidates(reason: &Reason, limits: &ShownLimits) -> Vec<wire::JsonCandidate> {
    match reason {
        Reason::Ambiguous { candidates, .. } | Reason::CountMismatch { candidates, .. } => {
            first_of(candidates.iter().map(of_candidate), limits)
        }
        Reason::SeveralRegions { candidates, .. } => {
            first_of(candidates.iter().map(of_region), limits)
        }
        Reason::NotFound { why, .. } => why
            .as_ref()
            .map_or_else(Vec::new, |why| possible_places(why, limits)),
        _ => Vec::new(),
    }
}

/// Bytes of the candidates of a refusal, after which no further one is listed, unless there is no bound.
const CANDIDATE_BYTES: usize = 500;

/// The first of `candidates`: `found` says how many there are.
fn first_of(
    candidates: impl Iterator<Item = wire::JsonCandidate>,
    limits: &ShownLimits,
) -> Vec<wire::JsonCandidate> {
    let mut listed = Vec::new();
    let mut bytes = 0;
    for candidate in candidates {
        if bytes >= CANDIDATE_BYTES && limits.entries != Bound::All {
            break;
        }
        bytes += serde_json::to_vec(&candidate).map_or(0, |json| json.len());
        listed.push(candidate);
    }
    listed
}

/// The places that may have been meant by a text that was not found, each with its evidence.
fn possible_places(why: &WhyNot, limits: &ShownLimits) -> Vec<wire::JsonCandidate> {
    let mut places = Vec::new();
    if let Some((repair, place)) = &why.repair {
        places.push(with_evidence(place, wording::evidence_of_damage(*repair)));
    }
    if let Some((tier, place)) = &why.other_tier {
        places.push(with_evidence(place, format!("the same in tier {tier}")));
    }
    for place in &why.outside_scope {
        places.push(with_evidence(
            place,
            "outside the lines that were searched".to_owned(),
        ));
    }
    if let Some(nearest) = &why.nearest
        && places
            .iter()
            .all(|place| place.lines != nearest.lines.into())
    {
        places.push(of_nearest(nearest, limits));
    }
    places
}

fn with_evidence(candidate: &Candidate, evidence: String) -> wire::JsonCandidate {
    wire::JsonCandidate {
        id: None,
        evidence: Some(evidence),
        ..of_candidate(candidate)
    }
}

fn of_candidate(candidate: &Candidate) -> wire::JsonCandidate {
    wire::JsonCandidate {
        lines: candidate.lines.into(),
        preview: JsonText::from_bytes(&candidate.preview),
        kind: None,
        id: candidate.id.map(|id| id.to_string()),
        similarity: None,
        evidence: None,
    }
}

fn of_region(region: &RegionCandidate) -> wire::JsonCandidate {
    wire::JsonCandidate {
        lines: region.lines.into(),
        preview: JsonText::Plain(region.name.clone()),
        kind: Some(region.kind),
        id: None,
        similarity: None,
        evidence: None,
    }
}

fn of_nearest(nearest: &Nearest, limits: &ShownLimits) -> wire::JsonCandidate {
    let preview = beginning(text::first_line(&nearest.text), limits.line_bytes.count());
    wire::JsonCandidate {
        lines: nearest.lines.into(),
        preview: JsonText::from_bytes(&preview),
        kind: None,
        id: None,
        similarity: Some(hundredths(nearest.similarity)),
        evidence: None,
    }
}

type Compared = (Option<usize>, Option<JsonValue>, Option<JsonValue>);

/// The expected and the found value, for the reasons that compare.
fn expected_and_found(reason: &Reason, limits: &ShownLimits) -> Compared {
    let count = |count: usize| Some(JsonValue::Count(i64::try_from(count).unwrap_or(i64::MAX)));
    match reason {
        Reason::NotFound { why, .. } => why
            .as_deref()
            .and_then(WhyNot::difference)
            .map_or((None, None, None), |differs| compared(differs, limits)),
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
            let needed = ordinal.saturating_abs();
            (None, Some(JsonValue::Count(needed)), count(*found))
        }
        Reason::OutOfRange {
            asked,
            lines,
            lowest,
        } => {
            let valid = JsonText::Plain(wording::valid_range(*lowest, *lines));
            (
                None,
                Some(JsonValue::Text(valid)),
                Some(JsonValue::Count(*asked)),
            )
        }
        Reason::LineChanged {
            line,
            expected,
            found,
            ..
        } => {
            let hash =
                |hash: &dyn std::fmt::Display| JsonValue::Text(JsonText::Plain(hash.to_string()));
            (Some(line.number()), Some(hash(expected)), Some(hash(found)))
        }
        Reason::Stale { expected, found } => {
            let found = found.map_or(JsonValue::Nothing, |found| {
                JsonValue::Text(JsonText::Plain(found.to_string()))
            });
            let expected = JsonValue::Text(JsonText::Plain(expected.clone()));
            (None, Some(expected), Some(found))
        }
        Reason::NotRebased { texts, .. } => {
            let hash = |text: Fingerprint| JsonValue::Text(JsonText::Plain(text.to_string()));
            let [expected, found] = texts.map(hash);
            (None, Some(expected), Some(found))
        }
        _ => (None, None, None),
    }
}

/// The difference of two lines; of lines that are too long the parts that differ.
fn compared(difference: &Difference, limits: &ShownLimits) -> Compared {
    let bound = limits.line_bytes.count();
    let expected = &difference.expected[..];
    let found = difference.found.as_deref();
    let parts = if expected.len().max(found.map_or(0, <[u8]>::len)) > bound {
        windows(expected, found.unwrap_or_default(), bound)
    } else {
        [0..expected.len(), 0..found.map_or(0, <[u8]>::len)]
    };
    let shown = |line: &[u8], part: &Range<usize>| {
        let mark = |is_cut: bool| if is_cut { &b"..."[..] } else { b"" };
        let text = &line[part.clone()];
        let text = [mark(part.start > 0), text, mark(part.end < line.len())].concat();
        JsonValue::Text(JsonText::from_bytes(&text))
    };
    let found = found.map_or(JsonValue::Nothing, |found| shown(found, &parts[1]));
    let line = Some(difference.line.number());
    (line, Some(shown(expected, &parts[0])), Some(found))
}

fn output(reason: &Reason) -> Option<JsonText> {
    match reason {
        Reason::ValidationFailed { output, .. } => Some(JsonText::from_bytes(output)),
        _ => None,
    }
}

fn hunks(reason: &Reason, limits: &ShownLimits) -> (Vec<wire::FailedHunk>, Option<usize>) {
    match reason {
        Reason::HunkFailed { failures, .. } => {
            listed(failures, limits, |failure| of_failure(failure, limits))
        }
        _ => (Vec::new(), None),
    }
}

fn patch_hunks(reason: &Reason) -> Option<usize> {
    match reason {
        Reason::HunkFailed { total, .. } | Reason::PartlyApplied { total, .. } => Some(*total),
        _ => None,
    }
}

fn of_failure(failure: &HunkFailure, limits: &ShownLimits) -> wire::FailedHunk {
    let (line, expected, found) = match (&failure.why, failure.why.difference()) {
        (_, Some(difference)) => compared(difference, limits),
        (HunkWhy::NotAtEnd { line }, None) => (Some(line.number()), None, None),
        (_, None) => (None, None, None),
    };
    let doubt = match &failure.why {
        HunkWhy::Doubtful(doubt) => Some(doubt),
        _ => None,
    };
    wire::FailedHunk {
        hunk: failure.hunk,
        patch_line: failure.patch_line.number(),
        why: cause(&failure.why),
        message: wording::hunk_failure(&failure.why),
        lines: match &failure.why {
            HunkWhy::AlreadyApplied { lines }
            | HunkWhy::OffEdge { lines, .. }
            | HunkWhy::Undecided { lines } => Some((*lines).into()),
            HunkWhy::LostAnchor { lines, .. } => lines.map(Into::into),
            _ => None,
        },
        line,
        expected,
        found,
        wanting: doubt.map(|doubt| doubt.wanting.name()),
        score: doubt.map(|doubt| hundredths(doubt.score)),
        margin: doubt.map(|doubt| hundredths(doubt.margin)),
        candidates: hunk_candidates(&failure.why),
        would_place: failure
            .would_place
            .as_ref()
            .map(|would| wire::JsonWouldPlace {
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
        HunkWhy::LostAnchor { .. } => "lost_anchor",
        HunkWhy::OnlyNumber { .. } => "only_number",
        HunkWhy::OffEdge { .. } => "off_edge",
        HunkWhy::LostSign { .. } => "lost_sign",
        HunkWhy::Indentation { .. } => "indentation",
        HunkWhy::Truncated => "truncated",
        HunkWhy::NotAtEnd { .. } => "not_at_end",
        HunkWhy::LeavesText { .. } => "leaves_text",
        HunkWhy::Overlap { .. } => "overlap",
        HunkWhy::AlreadyApplied { .. } => "already_applied",
        HunkWhy::Undecided { .. } => "undecided",
        HunkWhy::Unverified { .. } => "unverified",
        HunkWhy::OtherSource => "other_source",
        HunkWhy::UnnamedSource => "unnamed_source",
        HunkWhy::OtherResult => "other_result",
    }
}

fn hunk_candidates(why: &HunkWhy) -> Vec<wire::JsonCandidate> {
    match why {
        HunkWhy::Ambiguous { candidates, .. } => candidates.iter().map(of_candidate).collect(),
        HunkWhy::Doubtful(doubt) => {
            let best = wire::JsonCandidate {
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
