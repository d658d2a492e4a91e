//! A file of a successful run in JSON.

use super::wire::{self, JsonText};
use super::{edit_number, listed, nonzero};
use crate::change::TransitionKind;
use crate::patch::RepairKind;
use crate::render::draw::{Canvas, FileDrawing};
use crate::render::short::{self, ShownHunks};
use crate::render::style::{ShownLimits, Style};
use crate::report::{FileReport, Report};
use crate::resolve::draft::DraftSite;
use crate::resolve::{Decider, HunkStatus, PlacedHunk, Tier, Transform};
use crate::snapshot::Fingerprint;
use crate::text::count_lines;

/// The file as JSON. Its diff is complete, unless `shown` limits it to some hunks, and is subtracted from `limits`.
pub fn file(
    file: &FileReport,
    report: &Report,
    shown: Option<ShownHunks>,
    limits: &mut ShownLimits,
) -> wire::JsonFile {
    let drawing = FileDrawing::new(file);
    let counts = drawing.line_delta();
    let (diff, omitted_lines) = draw_diff(file, &drawing, shown, limits);
    let (before, after) = fingerprints(file);
    let (sites, sites_total) = json_sites(file, report, limits);
    let (hunks, hunks_total) = json_hunks(file, limits);
    let (settled, settled_total) =
        listed(&file.outcome.settled, limits, |region| wire::JsonSettled {
            lines: region.lines.into(),
            rule: region.rule.name(),
        });
    wire::JsonFile {
        path: JsonText::from_path(&file.path),
        from: file.from.as_deref().map(JsonText::from_path),
        operation: file.operation.clone(),
        changed: file.is_changed(),
        created: file.transition == TransitionKind::Created,
        removed: file.transition == TransitionKind::Removed,
        bytes_before: before.map_or(0, |text| text.len),
        bytes_after: after.map_or(0, |text| text.len),
        lines_added: counts.added,
        lines_removed: counts.removed,
        replacements: file.replacements(),
        before: before.map(|text| text.to_string()),
        after: after.map(|text| text.to_string()),
        modes: modes(file),
        backup: file.backup.as_deref().map(JsonText::from_path),
        sites,
        sites_total,
        hunks,
        hunks_total,
        settled,
        settled_total,
        rebased: file.outcome.rebased.map(|rebased| wire::JsonRebased {
            from: rebased.from.to_string(),
            onto: rebased.onto.to_string(),
        }),
        moved: file
            .outcome
            .moved
            .iter()
            .map(|moved| wire::JsonMoved {
                from: moved.from.into(),
                to: moved.to.into(),
            })
            .collect(),
        wrote: file.written_anchors(),
        conflict_lines: file
            .conflict_lines
            .iter()
            .map(|line| line.number())
            .collect(),
        styles: file
            .outcome
            .styles
            .iter()
            .map(|(style, count)| (style.name(), *count))
            .collect(),
        diff: JsonText::from_bytes(&diff),
        diff_cut: nonzero(omitted_lines),
    }
}

/// The diff, and the number of lines of the complete diff that it omits.
fn draw_diff(
    file: &FileReport,
    drawing: &FileDrawing<'_>,
    shown: Option<ShownHunks>,
    limits: &mut ShownLimits,
) -> (Vec<u8>, usize) {
    let Some(shown) = shown else {
        let mut canvas = Canvas::new(&Style::plain(*limits));
        drawing.draw(&mut canvas, limits.context);
        *limits = canvas.remaining_limits();
        return canvas.finish();
    };
    let mut canvas = Canvas::short(&Style::plain(*limits));
    short::draw(file, shown, &mut canvas);
    *limits = canvas.remaining_limits();
    let (diff, _) = canvas.finish();
    let omitted = whole_diff_lines(drawing, limits).saturating_sub(count_lines(&diff));
    (diff, omitted)
}

/// The new and the old permission bits. The bits of a removed file are no change.
fn modes(file: &FileReport) -> Option<wire::Modes> {
    if file.transition == TransitionKind::Removed {
        return None;
    }
    let (before, after) = file.modes?;
    Some(wire::Modes {
        before: format!("{before:04o}"),
        after: format!("{after:04o}"),
    })
}

/// The first sites up to the limit, and the total if some are omitted.
fn json_sites(
    file: &FileReport,
    report: &Report,
    limits: &ShownLimits,
) -> (Vec<wire::JsonSite>, Option<usize>) {
    let (total, limit) = (file.outcome.sites.len(), limits.entries);
    let mut sites = Vec::new();
    for found in file.outcome.sites.iter().take(limit) {
        sites.push(json_site(&found, file, report));
    }
    if total <= limit {
        return (sites, None);
    }
    (sites, Some(total))
}

/// The number of lines in the complete diff of a file.
fn whole_diff_lines(drawing: &FileDrawing<'_>, limits: &ShownLimits) -> usize {
    let mut canvas = Canvas::new(&Style::plain(ShownLimits {
        diff_lines: 0,
        ..*limits
    }));
    drawing.draw(&mut canvas, limits.context);
    canvas.finish().1
}

/// The hunks. If there are too many, only those that did not apply exactly at their stated line.
fn json_hunks(file: &FileReport, limits: &ShownLimits) -> (Vec<wire::JsonHunk>, Option<usize>) {
    let total = file.outcome.hunks.len();
    if total <= limits.entries {
        return listed(&file.outcome.hunks, limits, json_hunk);
    }
    let mut shown = Vec::new();
    for placed in &file.outcome.hunks {
        if placed.status != HunkStatus::Exact && shown.len() < limits.entries {
            shown.push(json_hunk(placed));
        }
    }
    (shown, Some(total))
}

/// The fingerprints of the old and the new content, if they exist. For a move, the old content belongs to the source.
fn fingerprints(file: &FileReport) -> (Option<Fingerprint>, Option<Fingerprint>) {
    let before = file.before.as_ref();
    let (base, changes) = file.of_bytes();
    let after = match file.transition {
        TransitionKind::Removed => None,
        _ if !file.changes.changes_text() && before.is_some() => {
            before.map(|before| before.fingerprint())
        }
        _ => Some(Fingerprint::of_pieces(changes.pieces(base))),
    };
    let before = match file.transition {
        TransitionKind::Created => None,
        _ => before.map(|before| before.fingerprint()),
    };
    (before, after)
}

fn json_site(site: &DraftSite, file: &FileReport, report: &Report) -> wire::JsonSite {
    wire::JsonSite {
        edit: edit_number(site.step, report),
        id: file.id(site).map(|id| id.to_string()),
        lines: site.lines.into(),
        tier: site.tier.name(),
        similarity: similarity(site.tier),
        from_edit: site.made_by,
    }
}

fn json_hunk(hunk: &PlacedHunk) -> wire::JsonHunk {
    wire::JsonHunk {
        hunk: hunk.hunk,
        status: hunk.status.name(),
        lines: hunk.lines.map(Into::into),
        offset: hunk.offset,
        tier: hunk.tier.name(),
        similarity: similarity(hunk.tier),
        new_lines: hunk.new_lines.map(Into::into),
        score: if hunk.score < 1.0 {
            Some(hundredths(hunk.score))
        } else {
            None
        },
        margin: hunk.margin.map(hundredths),
        runner_up: hunk.runner_up.map(Into::into),
        transform: hunk.transform.map(Transform::name),
        reading: hunk.reading.map(RepairKind::name),
        context_changed: nonzero(hunk.context_changed),
        decided_by: hunk.decided_by.map(Decider::name),
    }
}

/// The similarity of a fuzzy match, rounded to hundredths as in `--threshold`.
pub fn similarity(tier: Tier) -> Option<f64> {
    match tier {
        Tier::Fuzzy(value) => Some(hundredths(value)),
        Tier::Exact
        | Tier::TrailingSpace
        | Tier::Indent
        | Tier::Unicode
        | Tier::Whitespace
        | Tier::Layout => None,
    }
}

/// `value` rounded to hundredths, so that every machine prints the same digits.
pub fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
