//! A file of a successful run in JSON.

use super::listed;
use super::wire::{self, JsonText};
use crate::change::TransitionKind;
use crate::patch::RepairKind;
use crate::render::draw::{Canvas, FileDrawing, Look};
use crate::render::short::{self, ShownHunks};
use crate::render::style::{Bound, ShownLimits};
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
    let look = match shown {
        None => Look::json(limits),
        Some(_) => Look::json(limits).short(),
    };
    let mut canvas = Canvas::new(look);
    match shown {
        None => drawing.draw(&mut canvas, limits.context),
        Some(shown) => short::draw(file, shown, &mut canvas),
    }
    *limits = canvas.rest_of(limits);
    let (diff, cut) = canvas.finish();
    let cut = match shown {
        None => cut,
        Some(_) => whole_diff_lines(&drawing, limits).saturating_sub(count_lines(&diff)),
    };
    let (before, after) = fingerprints(file);
    let most = limits.entries.count();
    let sites = file
        .outcome
        .sites
        .iter()
        .take(most)
        .map(|found| site(&found, file, report))
        .collect();
    let sites_total = Some(file.outcome.sites.len()).filter(|total| *total > most);
    let (hunks, hunks_total) = hunks(file, limits);
    let (settled, settled_total) =
        listed(&file.outcome.settled, limits, |region| wire::JsonSettled {
            lines: region.lines.into(),
            rule: region.rule.name(),
        });
    let modes = file
        .modes
        .filter(|_| file.transition != TransitionKind::Removed);
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
        modes: modes.map(|(before, after)| wire::Modes {
            before: format!("{before:04o}"),
            after: format!("{after:04o}"),
        }),
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
        diff_cut: (cut > 0).then_some(cut),
    }
}

/// The number of lines in the complete diff of a file.
fn whole_diff_lines(drawing: &FileDrawing<'_>, limits: &ShownLimits) -> usize {
    let mut canvas = Canvas::new(Look {
        lines: Bound::First(0),
        ..Look::json(limits)
    });
    drawing.draw(&mut canvas, limits.context);
    canvas.finish().1
}

/// The hunks. If there are too many, only those that did not apply exactly at their stated line.
fn hunks(file: &FileReport, limits: &ShownLimits) -> (Vec<wire::JsonHunk>, Option<usize>) {
    let all = file.outcome.hunks.len();
    if all <= limits.entries.count() {
        return listed(&file.outcome.hunks, limits, hunk);
    }
    let mut shown = Vec::new();
    for placed in &file.outcome.hunks {
        if placed.status != HunkStatus::Exact && shown.len() < limits.entries.count() {
            shown.push(hunk(placed));
        }
    }
    (shown, Some(all))
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

fn site(site: &DraftSite, file: &FileReport, report: &Report) -> wire::JsonSite {
    wire::JsonSite {
        edit: (report.steps > 1).then_some(site.step),
        id: file.id(site).map(|id| id.to_string()),
        lines: site.lines.into(),
        tier: site.tier.name(),
        similarity: similarity(site.tier),
        from_edit: site.made_by,
    }
}

fn hunk(hunk: &PlacedHunk) -> wire::JsonHunk {
    wire::JsonHunk {
        hunk: hunk.hunk,
        status: hunk.status.name(),
        lines: hunk.lines.map(Into::into),
        offset: hunk.offset,
        tier: hunk.tier.name(),
        similarity: similarity(hunk.tier),
        from_hunk: hunk.from_hunk.as_ref().map(|from| from.hunk),
        new_lines: hunk.new_lines.map(Into::into),
        score: (hunk.score < 1.0).then(|| hundredths(hunk.score)),
        margin: hunk.margin.map(hundredths),
        runner_up: hunk.runner_up.map(Into::into),
        transform: hunk.transform.map(Transform::name),
        reading: hunk.reading.map(RepairKind::name),
        context_changed: (hunk.context_changed > 0).then_some(hunk.context_changed),
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
