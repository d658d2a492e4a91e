//! From drafts to the report: what happened to each file, or would have.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::attribution::{self, attributed};
use super::job::Job;
use super::records::{moved_from, origin};
use super::steps::gather::Gathered;
use crate::change::{ChangeSet, Transition};
use crate::disk::{self, Committed};
use crate::guard::syntax;
use crate::refusal::Refusal;
use crate::report::{self, FileReport, Notice, Report, SiteReport, Warning};
use crate::request::{History, Run};
use crate::resolve::Tier;
use crate::resolve::draft::{Draft, DraftSite, Drafts, Now, Source};
use crate::snapshot::RootedPath;

/// Permission bits of a new file of which nobody asked for others.
const USUAL_MODE: u32 = 0o644;

/// The report of a request that went through, or would.
pub fn done(job: Job<'_>, mut gathered: Gathered) -> Report {
    let moved_from = gathered.drafts.iter().filter_map(moved_from);
    let moved_from: BTreeSet<RootedPath> = moved_from.cloned().collect();
    let files = gathered.drafts.iter_mut().filter_map(|draft| {
        match (moved_from.contains(draft.place()), draft.now()) {
            (true, None) => None,
            (true, Some(_)) => changed(draft),
            (false, _) => changed(draft).map(|file| remade(file, draft)),
        }
    });
    let files: Vec<_> = files.collect();
    let mut warnings = gathered.warnings;
    warnings.extend(files.iter().flat_map(fuzzy));
    warnings.extend(syntax(job, &gathered.drafts));
    if cannot_be_undone(job, &files) {
        warnings.push(Warning {
            path: None,
            notice: Notice::NoUndo,
        });
    }
    Report {
        files: sorted(files),
        diffs: gathered.diffs,
        merged: gathered.merged,
        warnings,
        takes_back: job.kind().takes_back().to_vec(),
        ..blank(job)
    }
}

/// The report of a request that was committed, paths seen from `cwd`.
pub fn committed(job: Job<'_>, gathered: Gathered, committed: Committed, cwd: &Path) -> Report {
    let mut report = done(job, gathered);
    let mut backups = HashMap::new();
    for told in committed.places {
        let shown = told.place.shown();
        let warn = |notice: disk::Notice| Warning {
            path: Some(shown.to_path_buf()),
            notice: seen_from(notice, cwd),
        };
        report.warnings.extend(told.notices.into_iter().map(warn));
        if let Some(backup) = told.backup {
            backups.insert(shown.to_path_buf(), backup);
        }
    }
    for file in &mut report.files {
        file.backup = backups.remove(&file.path);
    }
    report.refusals.extend(committed.unsynced);
    report
}

fn seen_from(notice: disk::Notice, cwd: &Path) -> Notice {
    let relative = |file: PathBuf| report::relative(&file, cwd);
    match notice {
        disk::Notice::HardLinkSplit { links } => Notice::HardLinkSplit { links },
        disk::Notice::InPlace => Notice::InPlace,
        disk::Notice::OwnerChanged => Notice::OwnerChanged,
        disk::Notice::GroupChanged => Notice::GroupChanged,
        disk::Notice::AttributesDropped { names } => Notice::AttributesDropped { names },
        disk::Notice::OpenElsewhere { processes } => Notice::OpenElsewhere { processes },
        disk::Notice::Foreign { file } => Notice::Foreign {
            file: relative(file),
        },
        disk::Notice::LeftOver { file } => Notice::LeftOver {
            file: relative(file),
        },
    }
}

/// A warning for each place that was matched by similarity only.
fn fuzzy(file: &FileReport) -> impl Iterator<Item = Warning> {
    file.sites.iter().filter_map(|site| match site.tier {
        Tier::Fuzzy(similarity) => Some(Warning {
            path: Some(file.path.clone()),
            notice: Notice::Fuzzy {
                lines: site.lines,
                similarity,
            },
        }),
        _ => None,
    })
}

/// A warning for each file that gets more syntax errors.
fn syntax(job: Job<'_>, drafts: &Drafts) -> impl Iterator<Item = Warning> {
    let added = syntax::added(drafts, job.terms().on_syntax);
    added.into_iter().map(|(path, errors)| Warning {
        path: Some(path),
        notice: Notice::Syntax { errors },
    })
}

/// The report of a request that was refused.
pub fn refused(job: Job<'_>, gathered: Gathered, refusals: Vec<Refusal>) -> Report {
    let refusals = attributed(refusals, job, &gathered);
    let files = gathered.drafts.iter().map(untouched).collect();
    let is_fine = |step: &usize| !is_refused(*step, job, &gathered, &refusals);
    let would_apply = gathered.resolved.iter().copied().filter(is_fine).collect();
    let would_apply_files = attribution::would_apply(&gathered, &refusals);
    Report {
        files: sorted(files),
        refusals,
        would_apply,
        would_apply_files,
        diffs: gathered.diffs,
        rejects: gathered.rejects,
        merged: gathered.merged,
        ..blank(job)
    }
}

/// Whether one of `refusals` is about what step number `step`, which has a place, made of its files.
fn is_refused(step: usize, job: Job<'_>, gathered: &Gathered, refusals: &[Refusal]) -> bool {
    if job.total() == 1 {
        return !refusals.is_empty();
    }
    let at = gathered.taken.partition_point(|(before, _)| *before < step);
    let of_step = gathered.taken[at..]
        .iter()
        .take_while(|(of, _)| *of == step);
    let mut paths = of_step.map(|(_, place)| place.shown());
    paths.any(|path| attribution::is_refused(refusals, step, path))
}

fn blank(job: Job<'_>) -> Report {
    Report {
        dry_run: job.terms().run == Run::DryRun,
        words: job.terms().words,
        ..Report::new(job.operation(), job.steps())
    }
}

/// The text of a file afterwards, in one piece.
pub fn text_after(draft: &Draft) -> Option<Vec<u8>> {
    let now = draft.now()?;
    now.changes().apply(now.base().bytes()).ok()
}

fn sorted(mut files: Vec<FileReport>) -> Vec<FileReport> {
    files.sort_by(|left, right| left.path.cmp(&right.path));
    files
}

fn cannot_be_undone(job: Job<'_>, files: &[FileReport]) -> bool {
    job.terms().history == History::Drop
        && job.terms().run == Run::Commit
        && job.terms().backup.is_none()
        && files.iter().any(FileReport::is_changed)
}

/// What the steps did to one file; `None` when the file was only where another one came from, or was
/// made and removed again.
fn changed(draft: &mut Draft) -> Option<FileReport> {
    let operation = draft.operation()?;
    let file = match (draft.before(), draft.now()) {
        (None, None) => return None,
        (Some(before), None) => FileReport {
            transition: Transition::Removed,
            changes: ChangeSet::identity(before.bytes().len()),
            ..untouched(draft)
        },
        (_, Some(now)) => present(draft, now),
    };
    Some(FileReport {
        operation: operation.to_owned(),
        sites: draft.take_sites().into_iter().map(site).collect(),
        hunks: draft.hunks().to_vec(),
        ..file
    })
}

/// A file that was removed and made again is one that was edited, as far as anybody can see.
fn remade(file: FileReport, draft: &Draft) -> FileReport {
    let (Some(before), Some(now)) = (draft.before(), draft.now()) else {
        return file;
    };
    if !matches!(now.source(), Source::Nothing) {
        return file;
    }
    let text: bytes::Bytes = text_after(draft).unwrap_or_default().into();
    let mode = before.facts().map(|facts| facts.mode);
    let after = |mode: u32| match (now.mode(), before.is_link()) {
        (asked, true) => asked.map_or(USUAL_MODE, |asked| asked.of(USUAL_MODE)),
        (asked, false) => asked.map_or(mode, |asked| asked.of(mode)),
    };
    FileReport {
        transition: Transition::Edited,
        changes: ChangeSet::by_line(before.bytes(), &text),
        before: Some(before.clone()),
        modes: mode
            .map(|mode| (mode, after(mode)))
            .filter(|(before, after)| before != after),
        ..file
    }
}

fn present(draft: &Draft, now: &Now) -> FileReport {
    let (transition, from) = origin(draft, now);
    let before_mode = now.base().facts().map_or(USUAL_MODE, |facts| facts.mode);
    let modes = now
        .mode()
        .map(|mode| (before_mode, mode.of(before_mode)))
        .filter(|(before, after)| before != after);
    FileReport {
        transition,
        from: from.map(|place| place.shown().to_path_buf()),
        before: match now.source() {
            Source::Nothing => None,
            Source::Own | Source::Other { .. } => Some(now.base().clone()),
        },
        changes: now.changes(),
        modes,
        ..untouched(draft)
    }
}

/// The file as it was read.
fn untouched(draft: &Draft) -> FileReport {
    let len = draft.before().map_or(0, |before| before.bytes().len());
    FileReport {
        path: draft.place().shown().to_path_buf(),
        from: None,
        operation: draft.operation().unwrap_or_default().to_owned(),
        transition: Transition::Edited,
        before: draft.before().cloned(),
        changes: ChangeSet::identity(len),
        modes: None,
        sites: Vec::new(),
        hunks: Vec::new(),
        backup: None,
    }
}

fn site(site: DraftSite) -> SiteReport {
    SiteReport {
        edit: site.step,
        lines: site.lines,
        tier: site.tier,
        from_edit: site.made_by,
        stood: site.stood,
    }
}
