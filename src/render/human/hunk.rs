//! The lines about one hunk: none where it stands exactly as it says, else a line, and a second one for the
//! place that came closest.

use super::summary::inexact;
use crate::patch::RepairKind;
use crate::render::wording::{count, in_words};
use crate::resolve::{Decider, HunkStatus, PlacedHunk, Transform};

/// The lines about `hunk`, two at the most.
pub fn lines(hunk: &PlacedHunk) -> Vec<String> {
    let number = hunk.hunk;
    let facts = match hunk.status {
        HunkStatus::Already => applied(hunk),
        _ => facts(hunk),
    };
    if facts.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("hunk {number}: {}", facts.join(", "))];
    lines.extend(
        hunk.runner_up
            .map(|next| format!("  the next best place is {}", in_words(next))),
    );
    lines
}

fn applied(hunk: &PlacedHunk) -> Vec<String> {
    let lines = hunk
        .lines
        .map_or(String::new(), |lines| format!(" at {}", in_words(lines)));
    let mut facts = vec![format!("already applied{lines}")];
    facts.extend(hunk.reading.map(read_as));
    facts
}

/// The facts that are not as the hunk says, and how sure its place is.
fn facts(hunk: &PlacedHunk) -> Vec<String> {
    let mut facts = Vec::new();
    let from = hunk.from_hunk.as_ref();
    facts.extend(from.map(|from| format!("in the text of hunk {}", from.hunk)));
    facts.extend(moved(hunk));
    facts.extend(inexact(hunk.tier));
    match (hunk.status, hunk.context_changed) {
        (HunkStatus::Merged, 0) => facts.push("context has drifted".to_owned()),
        (_, 0) => {}
        (_, changed) => facts.push(format!("{} changed", count(changed, "context line"))),
    }
    if hunk.status == HunkStatus::Moved {
        facts.push("out of order".to_owned());
    }
    facts.extend(hunk.decided_by.map(decided).map(str::to_owned));
    facts.extend(hunk.transform.map(transformed));
    facts.extend(hunk.reading.map(read_as));
    facts.extend((hunk.score < 1.0).then(|| format!("score {:.2}", hunk.score)));
    facts.extend(hunk.margin.map(|margin| format!("margin {margin:.2}")));
    facts
}

fn decided(by: Decider) -> &'static str {
    match by {
        Decider::Line => "the stated line decided",
        Decider::Offset => "the offset that all hunks share decided",
        Decider::Neighbours => "the other hunks decided",
        Decider::Scope => "the scope it names decided",
        Decider::End => "its end of the file decided",
        Decider::Base => "the base text decided",
    }
}

fn transformed(transform: Transform) -> String {
    match transform {
        Transform::LineEnding => "line endings as around it".to_owned(),
        Transform::Indent(columns) => format!("indented by {columns:+}"),
        Transform::Tabs(width) => format!("{width} blanks to a tab"),
    }
}

/// The damage that the file spoke for.
fn read_as(kind: RepairKind) -> String {
    format!("repaired: {}", kind.name().replace('_', " "))
}

/// From the stated line to the real one.
fn moved(hunk: &PlacedHunk) -> Option<String> {
    let offset = hunk.offset.filter(|offset| *offset != 0)?;
    let noun = if offset.abs() == 1 { "line" } else { "lines" };
    let place = hunk.lines.and_then(|lines| {
        let now = i64::try_from(lines.first().number()).ok()?;
        Some(format!("{} -> {now}, ", now - offset))
    });
    Some(format!("{}{offset:+} {noun}", place.unwrap_or_default()))
}
