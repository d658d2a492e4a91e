//! The end of a run and its report.

use std::collections::HashMap;
use std::path::Path;

use super::attribution::{self, with_edit_numbers};
use super::history::note::JournalOutcome;
use super::steps::resolver::ResolvedSteps;
use crate::change::{ChangeSet, Deed, NewText, Transaction, Transition, TransitionKind};
use crate::disk::{self, Committed};
use crate::guard::shrink;
use crate::guard::syntax::{self, SyntaxEffect};
use crate::refusal::Refusal;
use crate::report::{self, FileReport, Notice, Report, Warning};
use crate::request::{Journaling, MarkedConflicts, Request, Run, Terms};
use crate::resolve::Tier;
use crate::resolve::draft::ResolvedFile;
use crate::snapshot::{Snapshot, USUAL_MODE};
use crate::text::{self, LineNumber};

/// The end of a run.
#[derive(Default)]
pub struct Ending {
    pub steps: ResolvedSteps,
    /// The reasons why nothing was written. Empty if the request succeeded, or would succeed in a dry run.
    pub refusals: Vec<Refusal>,
    /// The disk's result of the commit.
    pub committed: Option<Committed>,
    /// The plan of a dry run, if the request asks for it.
    pub plan: Option<Transaction>,
    /// The outcome of the journal.
    pub journal_outcome: JournalOutcome,
    /// Warnings about recovered transactions in earlier rounds.
    pub recovery_warnings: Vec<Warning>,
}

impl Ending {
    /// The ending of a request that succeeded, or would succeed.
    pub fn succeeded(steps: ResolvedSteps) -> Self {
        Self {
            steps,
            ..Self::default()
        }
    }

    /// The ending of a refused request.
    pub fn refused(steps: ResolvedSteps, refusals: Vec<Refusal>) -> Self {
        Self {
            steps,
            refusals,
            ..Self::default()
        }
    }

    /// [`Self::refused`] in a box.
    pub fn boxed(steps: ResolvedSteps, refusals: Vec<Refusal>) -> Box<Self> {
        Box::new(Self::refused(steps, refusals))
    }

    /// The report of `request`, with paths relative to `cwd`.
    pub fn report(self, request: &Request, cwd: &Path) -> Report {
        let conflicts_left = self.steps.conflicts_left.clone();
        let mut report = if self.refusals.is_empty() {
            success_report(request, self.steps)
        } else {
            refusal_report(request, self.steps, self.refusals)
        };
        if let Some(committed) = self.committed {
            add_commit(&mut report, committed, cwd);
            add_conflicts(&mut report, conflicts_left);
        }
        use_edit_numbers(&mut report);
        let mut report = self.journal_outcome.add_to(report);
        report.warnings.splice(..0, self.recovery_warnings);
        Report {
            plan: self.plan,
            ..report
        }
    }
}

/// Replaces step numbers by the edit numbers of the request. With several paths, each edit becomes one step per path.
fn use_edit_numbers(report: &mut Report) {
    let edits = report.steps;
    if edits < 2 {
        return;
    }
    let edit_of = |step: usize| (step - 1) % edits + 1;
    for refusal in &mut report.refusals {
        refusal.edit = refusal.edit.map(edit_of);
    }
    for file in &mut report.would_apply_files {
        file.edits = file.edits.iter().copied().map(edit_of).collect();
    }
    for file in &mut report.files {
        file.outcome.sites.number(edit_of);
    }
    let refused: Vec<_> = report.refusals.iter().map(|refusal| refusal.edit).collect();
    let mut would_apply: Vec<_> = report.would_apply.iter().copied().map(edit_of).collect();
    would_apply.retain(|edit| !refused.contains(&Some(*edit)));
    would_apply.sort_unstable();
    would_apply.dedup();
    report.would_apply = would_apply;
}

fn success_report(request: &Request, steps: ResolvedSteps) -> Report {
    let blank = blank_report(request, &steps.kind);
    let transitions = steps.files.iter().map(|file| &file.text);
    let syntax = syntax_warnings(&steps.terms(&request.terms), transitions);
    let halved = halved_files(&request.terms, &steps.files);
    let files: Vec<_> = steps.files.into_iter().filter_map(changed).collect();
    let mut warnings: Vec<_> = steps.unedited.into_warnings().collect();
    warnings.extend(halved);
    warnings.extend(steps.warnings);
    for file in &files {
        warnings.extend(fuzzy_matches(file));
    }
    warnings.extend(syntax);
    if cannot_be_undone(&request.terms, &files) {
        warnings.push(Warning::from(Notice::NoUndo));
    }
    Report {
        files: sorted(files),
        diffs: steps.diffs,
        merged: steps.merged,
        rejects: steps.rejects,
        warnings,
        kind: steps.kind,
        ..blank
    }
}

/// Adds the conflicts that a commit left in its files.
fn add_conflicts(report: &mut Report, conflicts: Vec<Refusal>) {
    for file in &mut report.files {
        let mut paths = conflicts.iter().filter_map(|refusal| refusal.path.as_ref());
        if paths.any(|path| *path == file.path) {
            file.conflict_lines = conflict_lines(file);
        }
    }
    report.refusals.extend(conflicts);
}

/// The lines in the new text of `file` that start a conflict.
fn conflict_lines(file: &FileReport) -> Vec<LineNumber> {
    let before: &[u8] = match &file.before {
        Some(before) => before.bytes(),
        None => &[],
    };
    let Ok(text) = file.changes.apply(before) else {
        return Vec::new();
    };
    let marker = [b'<'; MarkedConflicts::USUAL_SIZE];
    let mut starts = Vec::new();
    for (lines_before, line) in text::lines(&text).enumerate() {
        if line.starts_with(&marker) {
            starts.push(LineNumber::after_lines(lines_before));
        }
    }
    starts
}

/// Adds the disk's notices, backups and sync errors.
fn add_commit(report: &mut Report, committed: Committed, cwd: &Path) {
    let mut backups = HashMap::new();
    for written in committed.places {
        let shown = written.place.shown();
        for notice in written.notices {
            report.warnings.push(disk_warning(shown, notice, cwd));
        }
        if let Some(backup) = written.backup {
            for notice in written.backup_notices {
                report.warnings.push(disk_warning(&backup, notice, cwd));
            }
            backups.insert(shown.to_path_buf(), backup);
        }
    }
    for file in &mut report.files {
        file.backup = backups.remove(&file.path);
    }
    report
        .refusals
        .extend(committed.unsynced.map(Refusal::from));
}

fn disk_warning(path: &Path, notice: disk::Notice, cwd: &Path) -> Warning {
    Warning::about(path, Notice::Disk(relative_to(notice, cwd)))
}

/// `notice` with paths relative to `cwd`.
fn relative_to(notice: disk::Notice, cwd: &Path) -> disk::Notice {
    match notice {
        disk::Notice::Foreign(file) => disk::Notice::Foreign(report::relative(&file, cwd)),
        disk::Notice::LeftOver(file) => disk::Notice::LeftOver(report::relative(&file, cwd)),
        other => other,
    }
}

/// A warning for each file that lost half of its lines because the complete text was replaced.
fn halved_files(terms: &Terms, files: &[ResolvedFile]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if terms.lift.shrink {
        return warnings;
    }
    for file in files.iter().filter(|file| file.outcome.is_given_whole) {
        if let Some(after) = &file.text.after
            && let Some((before, after)) = shrink::halved(&after.base, &after.changes)
        {
            warnings.push(Warning::about(
                file.text.place.shown(),
                Notice::Halved { before, after },
            ));
        }
    }
    warnings
}

/// A warning for each fuzzy match.
fn fuzzy_matches(file: &FileReport) -> Vec<Warning> {
    let mut warnings = Vec::new();
    // Reading the tiers is cheap. The line numbers of the sites need a scan of the text.
    let mut tiers = file.outcome.sites.tiers();
    if !tiers.any(|tier| matches!(tier, Tier::Fuzzy(_))) {
        return warnings;
    }
    for site in file.outcome.sites.iter() {
        if let Tier::Fuzzy(similarity) = site.tier {
            warnings.push(Warning::about(
                &file.path,
                Notice::Fuzzy {
                    lines: site.lines,
                    similarity,
                },
            ));
        }
    }
    warnings
}

/// A warning for each file with more syntax errors than before.
fn syntax_warnings<'t>(
    terms: &Terms,
    transitions: impl Iterator<Item = &'t Transition>,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (path, looked) in syntax::added(transitions, terms.on_syntax) {
        warnings.push(Warning::about(
            path,
            match looked {
                SyntaxEffect::Worse(errors) => Notice::Syntax(errors),
                SyntaxEffect::OverBound => Notice::NotParsed,
            },
        ));
    }
    warnings
}

fn refusal_report(request: &Request, steps: ResolvedSteps, refusals: Vec<Refusal>) -> Report {
    let blank = blank_report(request, &steps.kind);
    let by_edit = with_edit_numbers(refusals, request, &steps);
    let files = steps.files.iter().map(unchanged_report).collect();
    let mut would_apply = Vec::new();
    for step in &steps.resolved {
        if !is_refused(*step, request, &steps, &by_edit) {
            would_apply.push(*step);
        }
    }
    let would_apply_files = attribution::would_apply(&steps, &by_edit);
    Report {
        files: sorted(files),
        warnings: steps.unedited.into_warnings().collect(),
        refusals: by_edit,
        would_apply,
        would_apply_files,
        diffs: steps.diffs,
        rejects: steps.rejects,
        merged: steps.merged,
        ..blank
    }
}

/// True if one of `refusals` is about a file of step `step`.
fn is_refused(step: usize, request: &Request, steps: &ResolvedSteps, refusals: &[Refusal]) -> bool {
    if request.steps.len() == 1 {
        return !refusals.is_empty();
    }
    let at = steps.touched.partition_point(|(before, _)| *before < step);
    let of_step = steps.touched[at..].iter().take_while(|(of, _)| *of == step);
    let mut paths = of_step.map(|(_, place)| place.shown());
    paths.any(|path| attribution::is_refused(refusals, step, path))
}

fn blank_report(request: &Request, kind: &Deed) -> Report {
    let operation = match kind {
        Deed::Edit => request.operation(),
        Deed::Undo(_) | Deed::Redo(_) => kind.operation(),
    };
    Report {
        dry_run: request.terms.run == Run::DryRun,
        words: request.terms.words,
        has_pattern: request.has_pattern(),
        ..Report::new(operation, request.edits())
    }
}

fn sorted(mut files: Vec<FileReport>) -> Vec<FileReport> {
    files.sort_by(|left, right| left.path.cmp(&right.path));
    files
}

fn cannot_be_undone(terms: &Terms, files: &[FileReport]) -> bool {
    terms.journaling == Journaling::Off
        && terms.run == Run::Commit
        && terms.backup.is_none()
        && files.iter().any(FileReport::is_changed)
}

/// The report of a file. `None` if the file is unchanged, was moved away, or was created and deleted again. A
/// deletion of a missing file is reported.
pub(super) fn changed(file: ResolvedFile) -> Option<FileReport> {
    let unchanged = unchanged_report(&file);
    let kind = match file.written().kind() {
        Some(kind) if file.is_touched() => kind,
        _ if file.outcome.was_already_absent => return Some(unchanged),
        _ => return None,
    };
    let encoded = file.bytes().map(|bytes| encoded_changes(bytes, kind));
    let text = file.text.clone();
    let report = match (text.gone().cloned(), text.after) {
        (Some(before), Some(after)) if kind == TransitionKind::Created => {
            recreated_report(unchanged, &before, &after)
        }
        (_, Some(after)) => written_report(unchanged, kind, after),
        (_, None) => FileReport {
            transition: kind,
            ..unchanged
        },
    };
    Some(FileReport {
        encoded,
        outcome: file.outcome,
        ..report
    })
}

/// The change of the bytes of a file, in its encoding.
fn encoded_changes(bytes: &Transition, kind: TransitionKind) -> ChangeSet {
    match (bytes.gone(), &bytes.after) {
        (Some(before), Some(after)) if kind == TransitionKind::Created => {
            ChangeSet::by_line(before.bytes(), &after.text().unwrap_or_default().into())
        }
        (_, Some(after)) => after.changes.clone(),
        (Some(before), None) => ChangeSet::identity(before.bytes().len()),
        (None, None) => ChangeSet::identity(0),
    }
}

/// A file that was deleted and created again is reported as edited.
fn recreated_report(unchanged: FileReport, before: &Snapshot, after: &NewText) -> FileReport {
    let text: bytes::Bytes = after.text().unwrap_or_default().into();
    let modes = before.facts().map(|facts| {
        // A file that replaces a link does not get the mode of the link.
        let usual = if before.is_link() {
            USUAL_MODE
        } else {
            facts.mode
        };
        (
            facts.mode,
            after.mode.map_or(usual, |asked| asked.with_usual(usual)),
        )
    });
    FileReport {
        changes: ChangeSet::by_line(before.bytes(), &text),
        modes: modes.filter(|(before, after)| before != after),
        ..unchanged
    }
}

fn written_report(unchanged: FileReport, kind: TransitionKind, after: NewText) -> FileReport {
    let before_mode = after.base.facts().map_or(USUAL_MODE, |facts| facts.mode);
    let modes = after
        .mode
        .map(|mode| (before_mode, mode.with_usual(before_mode)))
        .filter(|(before, after)| before != after);
    let from = after.provenance.elsewhere();
    FileReport {
        transition: kind,
        from: from.map(|place| place.shown().to_path_buf()),
        before: Some(after.base).filter(|_| kind != TransitionKind::Created),
        changes: after.changes,
        modes,
        ..unchanged
    }
}

/// The report of the unchanged file.
fn unchanged_report(file: &ResolvedFile) -> FileReport {
    let Transition { place, before, .. } = &file.text;
    let len = before.as_ref().map_or(0, |before| before.bytes().len());
    FileReport::new(
        place.shown().to_path_buf(),
        file.outcome.operation.unwrap_or_default(),
        TransitionKind::Edited,
        before.clone(),
        ChangeSet::identity(len),
    )
}
