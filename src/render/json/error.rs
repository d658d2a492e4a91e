//! Refusals in JSON.

use std::ops::Range;

use super::file::hundredths;
use super::listed;
use super::wire::{self, JsonCandidate, JsonError, JsonText, JsonValue};
use crate::change::{LineChange, TaskConflict};
use crate::refusal::{
    Candidate, Code, Difference, EarlierEdit, ExpectedCount, Fault, HunkFailure, HunkWhy,
    MergeConflict, Nearest, Reason, Refusal, RegionCandidate, UndoBlock, WhyNot,
};
use crate::render::escape::{beginning, cut_out, windows};
use crate::render::style::ShownLimits;
use crate::render::wording::{self, Caller};
use crate::report::Report;
use crate::text::{LineNumber, LineRange};

/// The number of bytes after which no further candidate is listed, unless there is no limit.
const CANDIDATE_BYTES: usize = 500;

/// The error with the first refusal, which determines the exit status. In a batch, `edits` has all refusals.
pub fn decisive(report: &Report, limits: &ShownLimits) -> Option<JsonError> {
    let caller = Caller::from_report(report);
    let first = one(report.refusals.first()?, caller, limits);
    if !caller.has_steps {
        return Some(first);
    }
    let mut numbered = Vec::new();
    for refusal in &report.refusals {
        if let Some(edit) = refusal.edit {
            numbered.push((edit, refusal));
        }
    }
    let (edits, edits_total) = listed(&numbered, limits, |(edit, refusal)| {
        failed_edit(*edit, refusal, caller)
    });
    let (would_apply, would_apply_total) = listed(&report.would_apply, limits, |edit| *edit);
    Some(JsonError {
        edits,
        edits_total,
        would_apply,
        would_apply_total,
        ..first
    })
}

/// The refusals, and their total if some are omitted; none if the request had a single part.
pub fn all(report: &Report, limits: &ShownLimits) -> (Vec<JsonError>, Option<usize>) {
    let has_several_parts =
        report.steps > 1 || report.refusals.len() > 1 || !report.would_apply_files.is_empty();
    if !has_several_parts {
        return (Vec::new(), None);
    }
    each(&report.refusals, Caller::from_report(report), limits)
}

/// All `refusals`, and their total if some are omitted.
pub fn each(
    refusals: &[Refusal],
    caller: Caller,
    limits: &ShownLimits,
) -> (Vec<JsonError>, Option<usize>) {
    listed(refusals, limits, |refusal| one(refusal, caller, limits))
}

/// The edits that would have applied, by file.
pub fn would_apply(
    report: &Report,
    limits: &ShownLimits,
) -> (Vec<wire::JsonWouldApply>, Option<usize>) {
    let is_batch = Caller::from_report(report).has_steps;
    listed(&report.would_apply_files, limits, |file| {
        let mut edits = Vec::new();
        if is_batch {
            edits.extend(file.edits.iter().take(limits.entries));
        }
        wire::JsonWouldApply {
            path: JsonText::from_path(&file.path),
            edits,
        }
    })
}

/// A single refusal.
pub fn one(refusal: &Refusal, caller: Caller, limits: &ShownLimits) -> JsonError {
    let code = refusal.code();
    let mut error = JsonError {
        code: code.name(),
        exit: code.class().code(),
        written: code == Code::SyncFailed,
        path: refusal.path.as_deref().map(JsonText::from_path),
        edit: if caller.has_steps { refusal.edit } else { None },
        request_line: refusal.request_line.map(LineNumber::number),
        message: wording::message(refusal, caller),
        hint: wording::hint(refusal, caller),
        retry: wording::retry(refusal, caller),
        explain: format!("incise explain {}", code.name()),
        ..JsonError::default()
    };
    add_data(&mut error, &refusal.reason, limits);
    if let Some(taken) = &refusal.deleted_by {
        error.conflicts.extend(earlier_edit(taken));
    }
    error
}

/// Adds the data of `reason` for programs.
fn add_data(error: &mut JsonError, reason: &Reason, limits: &ShownLimits) {
    match reason {
        Reason::NotFound { why: Some(why), .. } => {
            error.candidates = possible_matches(why, limits);
            if let Some(difference) = why.difference() {
                (error.line, error.expected, error.found) = compared(difference, limits);
            }
            if let Some(taken) = &why.deleted_by {
                error.conflicts.extend(earlier_edit(taken));
            }
        }
        Reason::Ambiguous {
            candidates, count, ..
        } => {
            error.candidates = first_of(candidates.iter().map(candidate), limits);
            error.expected = Some(JsonValue::Count(1));
            error.found = Some(count_value(*count));
        }
        Reason::SeveralRegions { candidates, .. } => {
            error.candidates = first_of(candidates.iter().map(region), limits);
        }
        Reason::CountMismatch {
            candidates,
            expected,
            found,
            ..
        } => {
            error.candidates = first_of(candidates.iter().map(candidate), limits);
            error.expected = Some(match expected {
                ExpectedCount::Exactly(expected) | ExpectedCount::Together(expected) => {
                    count_value(*expected)
                }
                ExpectedCount::Ordinal(ordinal) => JsonValue::Count(ordinal.saturating_abs()),
            });
            error.found = Some(count_value(*found));
        }
        Reason::AlreadyApplied { entry, .. } => error.record = entry.map(|id| id.to_string()),
        Reason::OutOfRange {
            asked,
            lines,
            lowest,
        } => {
            error.expected = Some(text_value(wording::valid_range(*lowest, *lines)));
            error.found = Some(JsonValue::Count(*asked));
        }
        Reason::HunkFailed { failures, total } => {
            error.patch_hunks = Some(*total);
            (error.hunks, error.hunks_total) =
                listed(failures, limits, |failure| failed_hunk(failure, limits));
        }
        Reason::PartlyApplied { total, .. } => error.patch_hunks = Some(*total),
        Reason::Indentation {
            readings: Some(readings),
            ..
        } => {
            error.readings = Some(wire::JsonReadings {
                given: diff(&readings.given),
                shifted: diff(&readings.shifted),
            });
        }
        Reason::ValidationFailed { output, .. } => {
            error.output = Some(JsonText::from_bytes(output));
        }
        Reason::Stale { expected, found } => {
            error.expected = Some(text_value(expected));
            error.found = Some(found.map_or(JsonValue::Nothing, text_value));
        }
        Reason::LinesChanged {
            lines,
            hashes,
            now,
            since,
        } => {
            if let Some((expected, found)) = hashes {
                error.line = Some(lines.first().number());
                error.expected = Some(text_value(expected));
                error.found = Some(text_value(found));
            }
            for line in now {
                error.now.push(wire::JsonAnchored {
                    anchor: line.anchor.to_string(),
                    text: JsonText::from_bytes(&beginning(&line.text, limits.line_bytes)),
                });
            }
            error.since = since.iter().map(diff).collect();
        }
        Reason::MergeConflict(conflicts) => {
            (error.conflicts, error.conflicts_total) = listed(conflicts, limits, merge_conflict);
        }
        Reason::NotRebased { texts, conflicts } => {
            let [expected, found] = **texts;
            error.expected = Some(text_value(expected));
            error.found = Some(text_value(found));
            (error.conflicts, error.conflicts_total) = listed(conflicts, limits, rebase_conflict);
        }
        Reason::Conflict(conflicts) => {
            (error.conflicts, error.conflicts_total) = listed(conflicts, limits, task_conflict);
        }
        Reason::Store(Fault::UndoConflict { entry, why }) => {
            if let UndoBlock::Changed { lines, undo, since } = &**why {
                let record = Some(entry.to_string());
                error.conflicts.push(wire::JsonConflict {
                    record,
                    ..conflict(*lines, undo, since)
                });
            }
        }
        _ => {}
    }
}

fn count_value(count: usize) -> JsonValue {
    JsonValue::Count(i64::try_from(count).unwrap_or(i64::MAX))
}

fn text_value(value: impl ToString) -> JsonValue {
    JsonValue::Text(JsonText::Plain(value.to_string()))
}

/// Lines that two sides changed, without a cause and without a task.
fn conflict(lines: LineRange, mine: &LineChange, theirs: &LineChange) -> wire::JsonConflict {
    wire::JsonConflict {
        task: None,
        record: None,
        why: None,
        message: None,
        lines: lines.into(),
        mine: diff(mine),
        theirs: diff(theirs),
    }
}

/// A conflict with another task.
pub fn task_conflict(found: &TaskConflict) -> wire::JsonConflict {
    wire::JsonConflict {
        task: Some(JsonText::Plain(found.task.clone())),
        record: Some(found.entry.to_string()),
        ..conflict(found.lines, &found.mine, &found.theirs)
    }
}

/// The edit that deleted a text; `None` if its lines have changed since.
fn earlier_edit(taken: &EarlierEdit) -> Option<wire::JsonConflict> {
    Some(wire::JsonConflict {
        task: taken.task.clone().map(JsonText::Plain),
        record: Some(taken.entry.to_string()),
        ..conflict(taken.lines?, &taken.mine, &taken.theirs)
    })
}

/// A conflict between the two sides of a merge.
fn merge_conflict(found: &MergeConflict) -> wire::JsonConflict {
    wire::JsonConflict {
        why: Some(found.cause.name()),
        message: Some(found.cause.words()),
        ..conflict(found.lines, &found.ours, &found.theirs)
    }
}

/// A conflict between an edit and later changes of its text.
fn rebase_conflict(found: &MergeConflict) -> wire::JsonConflict {
    wire::JsonConflict {
        mine: diff(&found.theirs),
        theirs: diff(&found.ours),
        ..merge_conflict(found)
    }
}

fn diff(change: &LineChange) -> JsonText {
    JsonText::from_bytes(&wording::line_change(change))
}

fn failed_edit(edit: usize, refusal: &Refusal, caller: Caller) -> wire::FailedEdit {
    wire::FailedEdit {
        edit,
        request_line: refusal.request_line.map(LineNumber::number),
        code: refusal.code().name(),
        path: refusal.path.as_deref().map(JsonText::from_path),
        message: wording::message(refusal, caller),
        hint: wording::hint(refusal, caller),
    }
}

/// The first of `candidates`. Their total is the `found` of the error.
fn first_of(
    candidates: impl Iterator<Item = JsonCandidate>,
    limits: &ShownLimits,
) -> Vec<JsonCandidate> {
    let mut first = Vec::new();
    let mut bytes = 0;
    for candidate in candidates {
        if bytes >= CANDIDATE_BYTES && limits.entries != usize::MAX {
            break;
        }
        bytes += serde_json::to_vec(&candidate).map_or(0, |json| json.len());
        first.push(candidate);
    }
    first
}

/// The possible locations of a text that was not found, with their evidence.
fn possible_matches(why: &WhyNot, limits: &ShownLimits) -> Vec<JsonCandidate> {
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
        places.push(nearest_candidate(nearest, limits));
    }
    places
}

fn with_evidence(place: &Candidate, evidence: String) -> JsonCandidate {
    JsonCandidate {
        id: None,
        evidence: Some(evidence),
        ..candidate(place)
    }
}

/// A candidate with only its lines and a preview.
fn plain_candidate(lines: LineRange, preview: JsonText) -> JsonCandidate {
    JsonCandidate {
        lines: lines.into(),
        preview,
        kind: None,
        id: None,
        similarity: None,
        evidence: None,
    }
}

fn candidate(candidate: &Candidate) -> JsonCandidate {
    JsonCandidate {
        id: candidate.id.map(|id| id.to_string()),
        ..plain_candidate(candidate.lines, JsonText::from_bytes(&candidate.preview))
    }
}

fn region(region: &RegionCandidate) -> JsonCandidate {
    JsonCandidate {
        kind: Some(region.kind),
        ..plain_candidate(region.lines, JsonText::Plain(region.signature()))
    }
}

fn nearest_candidate(nearest: &Nearest, limits: &ShownLimits) -> JsonCandidate {
    let preview = beginning(&nearest.preview, limits.line_bytes);
    JsonCandidate {
        similarity: Some(hundredths(nearest.similarity)),
        ..plain_candidate(nearest.lines, JsonText::from_bytes(&preview))
    }
}

/// The fields `line`, `expected` and `found`.
type Compared = (Option<usize>, Option<JsonValue>, Option<JsonValue>);

/// The difference of two lines. Long lines are cut to the parts that differ.
fn compared(difference: &Difference, limits: &ShownLimits) -> Compared {
    let bound = limits.line_bytes;
    let expected = &difference.expected[..];
    let found = difference.found.as_deref();
    let [expected_part, found_part] = windows(expected, found.unwrap_or_default(), bound);
    let found = match found {
        Some(found) => part_of_line(found, found_part),
        None => JsonValue::Nothing,
    };
    let expected = part_of_line(expected, expected_part);
    (Some(difference.line.number()), Some(expected), Some(found))
}

fn part_of_line(line: &[u8], part: Range<usize>) -> JsonValue {
    JsonValue::Text(JsonText::from_bytes(&cut_out(line, part)))
}

fn failed_hunk(failure: &HunkFailure, limits: &ShownLimits) -> wire::FailedHunk {
    let mut hunk = wire::FailedHunk {
        hunk: failure.hunk,
        patch_line: failure.patch_line.number(),
        message: wording::hunk_failure(&failure.why),
        would_place: failure
            .would_place
            .as_ref()
            .map(|would| wire::JsonWouldPlace {
                mode: would.mode.name(),
                lines: would.lines.into(),
            }),
        ..wire::FailedHunk::default()
    };
    if let Some(difference) = failure.why.difference() {
        (hunk.line, hunk.expected, hunk.found) = compared(difference, limits);
    }
    hunk.why = match &failure.why {
        HunkWhy::NoMatch(_) => "no_match",
        HunkWhy::Ambiguous { candidates, .. } => {
            hunk.candidates = candidates.iter().map(candidate).collect();
            "ambiguous"
        }
        HunkWhy::Doubtful(doubt) => {
            hunk.wanting = Some(doubt.missing.name());
            hunk.score = Some(hundredths(doubt.score));
            hunk.margin = Some(hundredths(doubt.margin));
            hunk.candidates.push(JsonCandidate {
                similarity: hunk.score,
                ..candidate(&doubt.candidate)
            });
            hunk.candidates
                .extend(doubt.runner_up.iter().map(candidate));
            "doubtful"
        }
        HunkWhy::Conflict { .. } => "conflict",
        HunkWhy::NoAnchor => "no_anchor",
        HunkWhy::LostAnchor { lines, .. } => {
            hunk.lines = lines.map(Into::into);
            "lost_anchor"
        }
        HunkWhy::OnlyNumber(_) => "only_number",
        HunkWhy::OffEdge { lines, .. } => {
            hunk.lines = Some((*lines).into());
            "off_edge"
        }
        HunkWhy::LostSign { .. } => "lost_sign",
        HunkWhy::Indentation(_) => "indentation",
        HunkWhy::Truncated => "truncated",
        HunkWhy::NotAtEnd(line) => {
            hunk.line = Some(line.number());
            "not_at_end"
        }
        HunkWhy::LeavesText { .. } => "leaves_text",
        HunkWhy::Overlap { .. } => "overlap",
        HunkWhy::AlreadyApplied(lines) => {
            hunk.lines = Some((*lines).into());
            "already_applied"
        }
        HunkWhy::Undecided(lines) => {
            hunk.lines = Some((*lines).into());
            "undecided"
        }
        HunkWhy::Unverified(_) => "unverified",
        HunkWhy::OtherSource => "other_source",
        HunkWhy::UnnamedSource => "unnamed_source",
        HunkWhy::OtherResult => "other_result",
    };
    hunk
}
