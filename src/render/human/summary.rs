//! The summary of a file in a line. Below the line: the edits of a batch, or remarks about hunks that do not match
//! exactly.

use crate::change::TransitionKind;
use crate::patch::RepairKind;
use crate::render::draw::FileDrawing;
use crate::render::escape::{excerpt, path, preview};
use crate::render::short::ChangedLines;
use crate::render::style::{DiffForm, Role, Style};
use crate::render::wording::{self, are, count, in_words, numbers};
use crate::report::{FileReport, Report, SettledRegion};
use crate::resolve::draft::{DraftSite, FileSites};
use crate::resolve::{Decider, HunkStatus, MovedLines, PlacedHunk, Rebased, Tier, Transform};

/// The maximum number of matches of a dry run to list, unless there is no limit.
const MATCHES: usize = 10;

/// Writes the summary of `file`, which comes after its complete diff.
pub fn write(out: &mut Vec<u8>, file: &FileReport, report: &Report, style: &Style) {
    style.paint.write(out, Role::Done, verb(file, report));
    out.extend_from_slice(format!(" {}", name(file)).as_bytes());
    let facts = file_facts(file, change_summary(file, report)).join(", ");
    if !facts.is_empty() {
        out.extend_from_slice(format!(": {facts}").as_bytes());
    }
    out.push(b'\n');
    let below = match_lines(file, report, style)
        .into_iter()
        .chain(edits(file, report))
        .chain(hunk_remarks(file, DiffForm::Whole))
        .chain(remarks(file, report, style));
    write_below(out, below, style);
}

/// Writes the summary of `file`, with the changed line numbers.
pub fn write_with_lines(out: &mut Vec<u8>, file: &FileReport, report: &Report, style: &Style) {
    let mut facts = file_facts(file, change_summary_with_lines(file, report));
    if file.is_hidden {
        facts.push("private, --diff shows it".to_owned());
    }
    let facts = facts.join("; ");
    let is_edited = file.is_changed() && file.transition == TransitionKind::Edited;
    if is_edited && !facts.is_empty() {
        style.paint.write(out, Role::Done, name(file));
    } else {
        style.paint.write(out, Role::Done, verb(file, report));
        out.extend_from_slice(format!(" {}", name(file)).as_bytes());
    }
    if !facts.is_empty() {
        out.extend_from_slice(format!(": {facts}").as_bytes());
    }
    out.push(b'\n');
    let below = unexpected_edits(file, report)
        .chain(hunk_remarks(file, DiffForm::Short))
        .chain(remarks(file, report, style));
    write_below(out, below, style);
}

fn name(file: &FileReport) -> String {
    match (&file.from, file.transition) {
        (Some(from), TransitionKind::Moved | TransitionKind::Copied) => {
            format!("{} -> {}", path(from), path(&file.path))
        }
        _ => path(&file.path),
    }
}

/// The remarks about `file` that do not belong to an edit or a hunk.
fn remarks<'a>(
    file: &'a FileReport,
    report: &Report,
    style: &Style,
) -> impl Iterator<Item = String> + 'a {
    let settled = file.outcome.settled.iter().map(settled_line);
    let rebased = file.outcome.rebased.map(rebased_line);
    let moved = file.outcome.moved.iter().map(moved_line);
    let anchors = anchors_line(file, report, style);
    settled.chain(rebased).chain(moved).chain(anchors)
}

/// Writes the lines below the summary of a file.
fn write_below(out: &mut Vec<u8>, below: impl Iterator<Item = String>, style: &Style) {
    let limit = style.limits.entries;
    let mut omitted = 0;
    for (index, line) in below.enumerate() {
        if index < limit {
            out.extend_from_slice(format!("  {line}\n").as_bytes());
        } else {
            omitted += 1;
        }
    }
    if omitted > 0 {
        out.extend_from_slice(format!("  ... and {omitted} more\n").as_bytes());
    }
}

/// The total of all files of `report` in one line: the number of files and lines, and the number of replacements if
/// the request only replaces text.
pub fn total(report: &Report) -> String {
    let (mut files, mut sites, mut only_replaces) = (0, 0, report.steps <= 1);
    let (mut added, mut removed) = (0, 0);
    for file in report.files.iter().filter(|file| file.is_changed()) {
        files += 1;
        sites += file.outcome.sites.len();
        only_replaces &= file.operation == "replace";
        let delta = FileDrawing::new(file).line_delta();
        added += delta.added;
        removed += delta.removed;
    }
    let mut facts = vec![count(files, "file")];
    if only_replaces {
        facts.push(count(sites, "replacement"));
    }
    facts.extend(plus_and_minus(added, removed));
    format!("{}\n", facts.join(", "))
}

fn verb(file: &FileReport, report: &Report) -> &'static str {
    let is_patch = file.operation == "patch";
    let (done, would) = match file.transition {
        _ if !file.is_changed() => ("unchanged", "would not change"),
        TransitionKind::Edited if is_patch => ("patched", "would patch"),
        TransitionKind::Edited => ("edited", "would edit"),
        TransitionKind::Created => ("created", "would create"),
        TransitionKind::Removed => ("removed", "would remove"),
        TransitionKind::Moved => ("moved", "would move"),
        TransitionKind::Copied => ("copied", "would copy"),
    };
    if report.dry_run { would } else { done }
}

/// The words after the name: `change_summary`, then the facts that apply to any file.
fn file_facts(file: &FileReport, change_summary: Option<String>) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(change_summary);
    let keeps_text = !matches!(
        file.transition,
        TransitionKind::Created | TransitionKind::Removed
    );
    if keeps_text && let Some((before, after)) = file.modes {
        facts.push(format!("mode {before:04o} -> {after:04o}"));
    }
    if file.transition != TransitionKind::Removed {
        let delta = FileDrawing::new(file).line_delta();
        facts.extend(plus_and_minus(delta.added, delta.removed));
    }
    if let Some(backup) = &file.backup {
        facts.push(format!("backup {}", path(backup)));
    }
    facts
}

/// The changes of the file, as a count or a location.
fn change_summary(file: &FileReport, report: &Report) -> Option<String> {
    if file.transition == TransitionKind::Removed || file.transition == TransitionKind::Created {
        return None;
    }
    let steps = file.outcome.sites.steps();
    let steps: Vec<usize> = steps.into_iter().map(|(step, _)| step).collect();
    // Suggestions of other tools have no numbers.
    let is_numbered = report.steps > 1 && file.operation != "suggestions";
    let summary = if is_numbered && !steps.is_empty() {
        numbers("edit", &steps)
    } else {
        operation_summary(file)?
    };
    Some(summary + &tiers(&file.outcome.sites))
}

/// The changes of the file by a single operation.
fn operation_summary(file: &FileReport) -> Option<String> {
    let sites = file.outcome.sites.len();
    match file.operation.as_str() {
        "replace" if file.is_changed() || sites > 0 => Some(replacements(file)),
        "insert" => inserted(file),
        "append" if file.is_changed() => Some("appended".to_owned()),
        "lines" => Some(in_words(file.outcome.sites.iter().next()?.lines)),
        "merge" | "suggestions" if file.is_changed() => Some(count(sites, "change")),
        "patch" if !file.outcome.hunks.is_empty() => Some(count(file.outcome.hunks.len(), "hunk")),
        "patch" => {
            let (before, after) = FileDrawing::new(file).binary_lengths()?;
            Some(format!("binary, {before} -> {}", count(after, "byte")))
        }
        _ => None,
    }
}

/// The number of replacements, in total and in each style of name.
fn replacements(file: &FileReport) -> String {
    let total = count(file.outcome.sites.len(), "replacement");
    let styles = file.outcome.styles.iter();
    let styles: Vec<String> = styles
        .map(|(style, count)| format!("{count} {}", style.name()))
        .collect();
    if styles.is_empty() {
        return total;
    }
    format!("{total} ({})", styles.join(", "))
}

/// The changes of the file, as a count and a location.
fn change_summary_with_lines(file: &FileReport, report: &Report) -> Option<String> {
    let summary = change_summary(file, report);
    let Some(lines) = ChangedLines::from_file(file) else {
        return summary;
    };
    let is_single =
        report.steps <= 1 && file.outcome.sites.len() <= 1 && file.outcome.hunks.len() <= 1;
    if is_single && matches!(file.operation.as_str(), "insert" | "lines") {
        // The summary includes the location.
        return summary;
    }
    if is_single
        && file.outcome.styles.is_empty()
        && file.operation != "append"
        && let Some(line) = lines.single()
    {
        return Some(line + &tiers(&file.outcome.sites));
    }
    let summary = summary.unwrap_or_else(|| "changed".to_owned());
    Some(format!("{summary} at {}", lines.list()))
}

/// The tiers other than `exact`, in parentheses.
fn tiers(sites: &FileSites) -> String {
    let mut names: Vec<String> = sites.tiers().filter_map(inexact).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return String::new();
    }
    format!(" ({})", names.join(", "))
}

/// The name of a tier; `None` if it is exact.
pub fn inexact(tier: Tier) -> Option<String> {
    match tier {
        Tier::Exact => None,
        Tier::Fuzzy(similarity) => Some(format!("fuzzy {similarity:.2}")),
        Tier::TrailingSpace | Tier::Indent | Tier::Unicode | Tier::Whitespace | Tier::Layout => {
            Some(tier.name().to_owned())
        }
    }
}

/// The location of the only insertion in the file.
fn inserted(file: &FileReport) -> Option<String> {
    let before = file.before.as_ref()?;
    let edit = file.changes.edits().first()?;
    let line = before.line_at(edit.at);
    let begins_with_newline = edit.new.starts_with(b"\n") || edit.new.starts_with(b"\r\n");
    let previous_line = if before.start_of(line) == Some(edit.at) {
        line.lines_before()
    } else if begins_with_newline {
        line.number()
    } else {
        return Some(format!("inserted in line {line}"));
    };
    Some(match previous_line {
        0 => "inserted at the beginning".to_owned(),
        line => format!("inserted after line {line}"),
    })
}

fn plus_and_minus(added: usize, removed: usize) -> Option<String> {
    match (added, removed) {
        (0, 0) => None,
        (added, 0) => Some(format!("+{added}")),
        (0, removed) => Some(format!("-{removed}")),
        (added, removed) => Some(format!("+{added} -{removed}")),
    }
}

/// The matches of a dry run with line numbers and IDs for `--site`, which are valid until the file changes. Only for
/// a single edit of a single file, because otherwise an ID would also need the file and the edit.
fn match_lines(file: &FileReport, report: &Report, style: &Style) -> Vec<String> {
    if !report.dry_run || report.steps > 1 || report.files.len() != 1 {
        return Vec::new();
    }
    let limit = style.limits.entries_at_most(MATCHES);
    let mut matches = Vec::new();
    for site in file.outcome.sites.iter().take(limit) {
        if let Some(id) = file.id(&site) {
            let text = preview(&file.preview(&site));
            matches.push((site.lines.first(), Some(id), text));
        }
    }
    let mut lines = wording::places(matches);
    let omitted = file.outcome.sites.len().saturating_sub(limit);
    if omitted > 0 && !lines.is_empty() {
        let hint = style.rest.words(";", "lists them");
        lines.push(format!("... and {omitted} more{hint}"));
    }
    lines
}

/// The edits of a batch: number, line in the original file, first line of the old text.
fn edits<'a>(file: &'a FileReport, report: &Report) -> impl Iterator<Item = String> + 'a {
    batch_sites(file, report).map(|site| edit_line(file, &site))
}

/// The edits of a batch that matched with a tier other than `exact`, or in the text of another edit.
fn unexpected_edits<'a>(
    file: &'a FileReport,
    report: &Report,
) -> impl Iterator<Item = String> + 'a {
    batch_sites(file, report)
        .filter(|site| site.tier != Tier::Exact || site.made_by.is_some())
        .map(|site| edit_line(file, &site))
}

/// The matches of the edits of a batch; none if there is a single edit.
fn batch_sites<'a>(file: &'a FileReport, report: &Report) -> impl Iterator<Item = DraftSite> + 'a {
    let limit = if report.steps > 1 { usize::MAX } else { 0 };
    file.outcome.sites.iter().take(limit)
}

fn edit_line(file: &FileReport, site: &DraftSite) -> String {
    let mut line = format!("edit {}: line {}", site.step, site.lines.first());
    if let Some(from) = site.made_by {
        line += &format!(", in the text of edit {from}");
    }
    let preview = file.preview(site);
    if !preview.is_empty() {
        line += &format!(": {}", excerpt(&preview));
    }
    if let Some(tier) = inexact(site.tier) {
        line += &format!(" ({tier})");
    }
    line
}

/// The contents between which an edit was rebased.
fn rebased_line(rebased: Rebased) -> String {
    let Rebased { from, onto } = rebased;
    format!(
        "rebased: made against blake3:{}, applied to blake3:{}",
        from.short(),
        onto.short()
    )
}

/// Lines that moved before the edit.
fn moved_line(moved: &MovedLines) -> String {
    format!("rebased: {} {} now", are(moved.from), in_words(moved.to))
}

/// The anchors of the written lines, for callers that continue with line numbers.
fn anchors_line(file: &FileReport, report: &Report, style: &Style) -> Option<String> {
    if !style.has_anchors || report.dry_run {
        return None;
    }
    let anchors = file.written_anchors();
    if anchors.is_empty() {
        return None;
    }
    Some(format!("anchors: {}", anchors.join(" ")))
}

/// The lines that both sides of a merge changed, and the rules that resolved them.
fn settled_line(region: &SettledRegion) -> String {
    format!("{}: {}", in_words(region.lines), region.rule.name())
}

/// The remarks about the hunks of `file`. Equal remarks are joined, with the numbers of their hunks.
fn hunk_remarks(file: &FileReport, form: DiffForm) -> Vec<String> {
    let mut remarks: Vec<(String, Vec<usize>)> = Vec::new();
    for hunk in &file.outcome.hunks {
        let Some(remark) = hunk_remark(hunk, form) else {
            continue;
        };
        match remarks.iter_mut().find(|(known, _)| *known == remark) {
            // Each part of a hunk with omitted lines has the number of the hunk.
            Some((_, hunks)) if hunks.last() == Some(&hunk.hunk) => {}
            Some((_, hunks)) => hunks.push(hunk.hunk),
            None => remarks.push((remark, vec![hunk.hunk])),
        }
    }
    remarks
        .into_iter()
        .map(|(remark, hunks)| format!("{}: {remark}", numbers("hunk", &hunks)))
        .collect()
}

/// The deviations of `hunk` from its diff; `None` if there are none.
fn hunk_remark(hunk: &PlacedHunk, form: DiffForm) -> Option<String> {
    let facts = match hunk.status {
        HunkStatus::Already => applied_facts(hunk),
        _ => hunk_facts(hunk, form),
    };
    if facts.is_empty() {
        return None;
    }
    let mut remark = facts.join(", ");
    if let Some(next) = hunk.runner_up {
        remark += &format!("\n    the next best place is {}", in_words(next));
    }
    Some(remark)
}

/// True if `hunk` deviates at most in its line number.
pub fn is_exact(hunk: &PlacedHunk) -> bool {
    hunk.status != HunkStatus::Already && match_facts(hunk).is_empty()
}

fn applied_facts(hunk: &PlacedHunk) -> Vec<String> {
    let lines = hunk
        .lines
        .map_or(String::new(), |lines| format!(" at {}", in_words(lines)));
    let mut facts = vec![format!("already applied{lines}")];
    facts.extend(hunk.reading.map(repair_fact));
    facts
}

/// The deviations of the hunk, and the confidence in its location.
fn hunk_facts(hunk: &PlacedHunk, form: DiffForm) -> Vec<String> {
    let mut facts: Vec<String> = offset_fact(hunk, form).into_iter().collect();
    facts.extend(match_facts(hunk));
    facts
}

/// The deviations of the hunk, except for its line number.
fn match_facts(hunk: &PlacedHunk) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(inexact(hunk.tier));
    match (hunk.status, hunk.context_changed) {
        (HunkStatus::Merged, 0) => facts.push("context has drifted".to_owned()),
        (_, 0) => {}
        (_, changed) => facts.push(format!("{} changed", count(changed, "context line"))),
    }
    if hunk.status == HunkStatus::Moved {
        facts.push("out of order".to_owned());
    }
    facts.extend(hunk.decided_by.map(decider_fact).map(str::to_owned));
    facts.extend(hunk.transform.map(transform_fact));
    facts.extend(hunk.reading.map(repair_fact));
    if hunk.score < 1.0 {
        facts.push(format!("score {:.2}", hunk.score));
    }
    facts.extend(hunk.margin.map(|margin| format!("margin {margin:.2}")));
    facts
}

fn decider_fact(decider: Decider) -> &'static str {
    match decider {
        Decider::Line => "the line number decided",
        Decider::Neighbours => "the other hunks decided",
        Decider::Scope => "the scope it names decided",
        Decider::End => "the end of the file decided",
        Decider::Base => "the base text decided",
    }
}

fn transform_fact(transform: Transform) -> String {
    match transform {
        Transform::LineEnding => "line endings as around it".to_owned(),
        Transform::Indent(columns) => format!("indented by {columns:+}"),
        Transform::Tabs(width) => format!("{width} spaces per tab"),
    }
}

/// The repair of damage to the hunk's text.
fn repair_fact(kind: RepairKind) -> String {
    format!("repaired: {}", kind.name().replace('_', " "))
}

/// The distance from the stated line to the actual line. The short form prints the line numbers elsewhere.
fn offset_fact(hunk: &PlacedHunk, form: DiffForm) -> Option<String> {
    let offset = hunk.offset?;
    if offset == 0 {
        return None;
    }
    let noun = if offset.abs() == 1 { "line" } else { "lines" };
    let mut fact = format!("{offset:+} {noun}");
    if form == DiffForm::Whole
        && let Some(lines) = hunk.lines
        && let Ok(actual) = i64::try_from(lines.first().number())
    {
        fact = format!("{} -> {actual}, {fact}", actual - offset);
    }
    Some(fact)
}
