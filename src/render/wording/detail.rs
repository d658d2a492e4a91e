//! The details below a message, for people: candidates, and the expected text next to the actual text.

use super::line_change::line_change;
use super::patch::hunk_failure;
use super::plural::{in_words, percent};
use super::{Caller, CommandKind};
use crate::change::{LineChange, TaskConflict};
use crate::refusal::{
    AnchoredLine, Candidate, ConflictCause, Difference, Doubt, EarlierEdit, Fault, HunkFailure,
    HunkWhy, MergeConflict, MissingEvidence, Nearest, Reason, RegionCandidate, UndoBlock,
    WouldPlace,
};
use crate::render::escape::{pair, preview, visible};
use crate::snapshot::SiteId;
use crate::text::LineNumber;

/// The maximum number of hunks to explain.
const HUNKS: usize = 10;

/// The maximum number of lines of a command's output. At most 4 KiB of the output are stored.
const OUTPUT_LINES: usize = 20;

/// The details, one per line, without indentation and with at most `limit` candidates. If a candidate can be selected
/// by its ID (`--site`), the ID follows the line number.
pub fn details(reason: &Reason, caller: Caller, limit: usize) -> Vec<String> {
    match reason {
        Reason::Ambiguous {
            candidates, count, ..
        }
        | Reason::CountMismatch {
            candidates,
            found: count,
            ..
        } => candidate_lines(candidates, *count, caller, limit),
        Reason::NoRegion { nearest, .. } => nearest
            .iter()
            .map(|name| format!("nearest: {}", visible(name.as_bytes())))
            .collect(),
        Reason::SeveralRegions { candidates, .. } => region_lines(candidates, limit),
        Reason::NotFound { why: Some(why), .. } => match (&why.deleted_by, &why.nearest) {
            (Some(taken), _) => earlier_edit(taken),
            (None, Some(place)) => nearest_lines(place),
            (None, None) => Vec::new(),
        },
        Reason::HunkFailed { failures, .. } => hunk_lines(failures, caller, limit),
        Reason::Conflict(conflicts) => conflicts.iter().take(limit).flat_map(both_sides).collect(),
        Reason::MergeConflict(conflicts) => merge_conflicts(conflicts, ["ours", "theirs"], limit),
        Reason::NotRebased { conflicts, .. } => {
            merge_conflicts(conflicts, ["since", "this edit"], limit)
        }
        Reason::Store(Fault::UndoConflict { why, .. }) => match &**why {
            UndoBlock::Changed { undo, since, .. } => {
                [side_lines("undo", undo), side_lines("since", since)].concat()
            }
            _ => Vec::new(),
        },
        Reason::LinesChanged { now, since, .. } => {
            let since = since.iter().flat_map(|change| side_lines("since", change));
            now.iter().map(anchor_line).chain(since).collect()
        }
        Reason::Indentation {
            readings: Some(readings),
            ..
        } => [
            side_lines("as given", &readings.given),
            side_lines("shifted", &readings.shifted),
        ]
        .concat(),
        Reason::ValidationFailed { output, .. } => output_lines(output),
        _ => Vec::new(),
    }
}

/// A line in the format of `view --anchors`.
fn anchor_line(line: &AnchoredLine) -> String {
    format!("{}  {}", line.anchor, preview(&line.text))
}

/// The change of the lines that contained a text, by the edit that deleted it.
fn earlier_edit(taken: &EarlierEdit) -> Vec<String> {
    let side = match &taken.task {
        Some(task) => format!("task {task}, entry {}", taken.entry),
        None => format!("entry {}", taken.entry),
    };
    side_lines(&side, &taken.theirs)
}

/// The changes of the same lines by another task and by this call.
pub(super) fn both_sides(conflict: &TaskConflict) -> Vec<String> {
    let theirs = format!("task {}, entry {}", conflict.task, conflict.entry);
    [
        side_lines(&theirs, &conflict.theirs),
        side_lines("this edit", &conflict.mine),
    ]
    .concat()
}

/// The causes of at most `limit` merge conflicts and the changes of both sides, which have these names.
fn merge_conflicts(
    conflicts: &[MergeConflict],
    [ours, theirs]: [&str; 2],
    limit: usize,
) -> Vec<String> {
    let mut evidence = Vec::new();
    for conflict in conflicts.iter().take(limit) {
        let lines = in_words(conflict.lines);
        // The message already says that both sides changed the lines.
        if conflict.cause != ConflictCause::Changed {
            evidence.push(format!("{lines}: {}", conflict.cause.words()));
        }
        for (side, change) in [(ours, &conflict.ours), (theirs, &conflict.theirs)] {
            // A rule can propose a result for lines that only one side changed.
            if change.old != change.new {
                evidence.extend(side_lines(&format!("{lines}, {side}"), change));
            }
        }
    }
    evidence
}

/// A side of a conflict, one line each.
fn side_lines(side: &str, change: &LineChange) -> Vec<String> {
    let mut lines = vec![format!("{}:", visible(side.as_bytes()))];
    for line in line_change(change).split(|&byte| byte == b'\n') {
        if !line.is_empty() {
            lines.push(format!("  {}", visible(line)));
        }
    }
    lines
}

/// The last lines of a command's output.
fn output_lines(output: &[u8]) -> Vec<String> {
    let output = output.trim_ascii_end();
    if output.is_empty() {
        return Vec::new();
    }
    let lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
    let omitted = lines.len().saturating_sub(OUTPUT_LINES);
    let mut shown = Vec::new();
    if omitted > 0 {
        shown.push(format!("... {omitted} lines above"));
    }
    for line in &lines[omitted..] {
        shown.push(visible(line.strip_suffix(b"\r").unwrap_or(line)));
    }
    shown
}

fn candidate_lines(
    candidates: &[Candidate],
    count: usize,
    caller: Caller,
    limit: usize,
) -> Vec<String> {
    let takes_site = caller.command == CommandKind::Replace
        && !caller.has_steps
        && caller.option_name("site").is_some();
    let mut places = Vec::new();
    for place in candidates.iter().take(limit) {
        let id = if takes_site { place.id } else { None };
        places.push((place.lines.first(), id, preview(&place.preview)));
    }
    let shown = places.len();
    let mut lines = self::places(places);
    // Matches in several files are counted, not listed.
    if count > shown && !candidates.is_empty() {
        lines.push(format!("... and {} more", count - shown));
    }
    lines
}

/// The matches with their numbers and IDs. Equal lines are printed once, after all their numbers.
pub fn places(all: Vec<(LineNumber, Option<SiteId>, String)>) -> Vec<String> {
    // The numbers of each text.
    let mut known: Vec<(String, String)> = Vec::new();
    for (line, id, text) in all {
        let number = match id {
            Some(id) => format!("{line} ({id})"),
            None => line.to_string(),
        };
        match known.iter_mut().find(|(_, known)| *known == text) {
            Some((numbers, _)) => *numbers += &format!(", {number}"),
            None => known.push((number, text)),
        }
    }
    known
        .into_iter()
        .map(|(numbers, text)| format!("{numbers}: {text}"))
        .collect()
}

/// The regions that may be intended, one per line.
fn region_lines(candidates: &[RegionCandidate], limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for region in candidates.iter().take(limit) {
        let (line, kind) = (region.lines.first(), region.kind);
        let name = visible(region.signature().as_bytes());
        // The name of some blocks begins with their kind: `impl Shop`.
        lines.push(if name.split(' ').next() == Some(kind) {
            format!("{line}: {name}")
        } else {
            format!("{line}: {kind} {name}")
        });
    }
    if candidates.len() > lines.len() {
        lines.push(format!("... and {} more", candidates.len() - lines.len()));
    }
    lines
}

fn nearest_lines(nearest: &Nearest) -> Vec<String> {
    // Similarity compares words and punctuation, so a similarity of 1 is not an exact match.
    let alike = if nearest.similarity >= 1.0 {
        "the same words".to_owned()
    } else {
        format!("{} % similar", percent(nearest.similarity))
    };
    let mut lines = vec![format!("nearest: {} ({alike})", in_words(nearest.lines))];
    if let Some(differs) = &nearest.difference {
        lines.extend(difference_lines(differs));
    }
    lines
}

fn difference_lines(difference: &Difference) -> [String; 2] {
    let line = difference.line;
    match &difference.found {
        Some(found) => {
            let (expected, found) = pair(&difference.expected, found);
            [
                format!("line {line} expected: {expected}"),
                format!("line {line}    found: {found}"),
            ]
        }
        None => [
            format!("line {line} expected: {}", preview(&difference.expected)),
            format!("line {line}    found: the end of the file"),
        ],
    }
}

fn hunk_lines(failures: &[HunkFailure], caller: Caller, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for failure in failures.iter().take(HUNKS) {
        let (hunk, at) = (failure.hunk, failure.patch_line);
        lines.push(match failures.len() {
            // The message has already named the cause.
            1 => format!("hunk {hunk} is at line {at} of the diff"),
            _ => format!(
                "hunk {hunk} (line {at} of the diff) {}",
                hunk_failure(&failure.why)
            ),
        });
        lines.extend(
            failure
                .why
                .difference()
                .into_iter()
                .flat_map(difference_lines),
        );
        if let HunkWhy::Doubtful(doubt) = &failure.why {
            lines.push(doubt_line(doubt));
        }
        if let HunkWhy::Ambiguous {
            candidates, count, ..
        } = &failure.why
        {
            lines.extend(candidate_lines(candidates, *count, caller, limit));
        }
        if let Some(would) = &failure.would_place {
            lines.push(mode_line(would, caller));
        }
    }
    if failures.len() > HUNKS {
        lines.push(format!("... and {} more", failures.len() - HUNKS));
    }
    lines
}

/// The confidence in the best location of a hunk, and the missing evidence.
fn doubt_line(doubt: &Doubt) -> String {
    let missing = match doubt.missing {
        MissingEvidence::Support => "too little of the hunk matches",
        MissingEvidence::Margin => "another place is almost as good",
        MissingEvidence::Neighbours => "the lines next to the change are gone",
        MissingEvidence::Room => "other lines are at the insertion point",
        MissingEvidence::Closeness => "the mode requires a closer match",
        MissingEvidence::Scope => "the hunk names another function",
    };
    let (score, margin) = (doubt.score.max(0.0), doubt.margin);
    let next = doubt.runner_up.as_ref().map_or(String::new(), |next| {
        format!(" to {}", in_words(next.lines))
    });
    format!("score {score:.2}, margin {margin:.2}{next}: {missing}")
}

fn mode_line(would: &WouldPlace, caller: Caller) -> String {
    let mode = caller.text_option("mode", would.mode.name());
    let mode = mode.unwrap_or_else(|| format!("the mode {}", would.mode.name()));
    format!("{mode} would place it at {}", in_words(would.lines))
}
