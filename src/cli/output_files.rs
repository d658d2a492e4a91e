//! The files that a run writes besides its targets: the result of a patch or merge, failed hunks, and the plan of a
//! dry run. The files are checked before the run and written after it.

use std::path::{Path, PathBuf};

use super::args::{MergeOutputArgs, PatchSideFileArgs};
use super::context::{CommandContext, NamesFrom};
use crate::refusal::Refusal;
use crate::render;
use crate::report::{Merged, Report, SideFileContent, SideFileReport};
use crate::run::{self, SourceFile, World};

/// The files that the command line names.
#[derive(Default)]
pub(super) struct OutputFiles {
    /// `--output` and `--reject-file`.
    pub(super) patched: PatchSideFileArgs,
    /// `merge --output`.
    pub(super) merged: MergeOutputArgs,
    /// `--save-plan`.
    pub(super) plan: Option<PathBuf>,
}

impl OutputFiles {
    /// Checks, before anything is written, that the files can be written and are not among the `sources` that were
    /// read.
    ///
    /// # Errors
    /// See [`run::foresee`].
    pub(super) fn check(
        &self,
        sources: &[SourceFile],
        context: &CommandContext<'_>,
    ) -> Result<(), Refusal> {
        let mut files = self.patched.files().chain(self.merged.file()).peekable();
        if files.peek().is_none() {
            return Ok(());
        }
        // The user typed these paths, so they have the reach of typed targets.
        let world = context.world(NamesFrom::CommandLine);
        files.try_for_each(|file| run::foresee(file, sources, &world))
    }

    /// Writes the files after a run in `world`, and adds them to its `report`.
    pub(super) fn write(
        &self,
        mut report: Report,
        world: &World,
        context: &CommandContext<'_>,
    ) -> Report {
        let world = World {
            reach: context.reach(NamesFrom::CommandLine),
            ..world.clone()
        };
        if let Some((file, merged)) = self.separate_result(&report) {
            let side_file = SideFileReport {
                path: file.to_owned(),
                content: SideFileContent::Output,
                hunks: merged.conflicts,
            };
            match merged.bytes() {
                Ok(text) => save(side_file, &text, &mut report, &world),
                Err(refusal) => report.refusals.push(refusal),
            }
        }
        if let Some(file) = &self.patched.reject_file
            && !report.rejects.is_empty()
        {
            let hunks = report
                .rejects
                .iter()
                .map(|reject| reject.part.hunks().len())
                .sum();
            let side_file = SideFileReport {
                path: file.clone(),
                content: SideFileContent::Rejects,
                hunks,
            };
            save(side_file, &render::rejects(&report), &mut report, &world);
        }
        match &self.plan {
            // The working directory of the plan may differ.
            Some(file) => save_plan(file, &context.cwd().join(file), report, &world),
            None => report,
        }
    }

    /// The result of a merge or patch that is written to a separate file, and that file.
    fn separate_result(&self, report: &Report) -> Option<(&Path, Merged)> {
        if let Some(file) = self.merged.file() {
            return Some((file, merged_text(report)?));
        }
        Some((self.patched.output.as_deref()?, report.merged.clone()?))
    }
}

/// The merged text of the one file of `report`, with conflict markers if the merge failed.
pub(super) fn merged_text(report: &Report) -> Option<Merged> {
    if !report.is_ok() {
        return report.merged.clone();
    }
    let file = report.files.first()?;
    let (before, changes) = file.of_bytes();
    let text = changes.apply(before).ok()?;
    Some(Merged {
        path: file.path.clone(),
        text: text.into(),
        ..Merged::default()
    })
}

/// Writes `text` to the path of `side_file`, and adds the file or the refusal to `report`.
fn save(side_file: SideFileReport, text: &[u8], report: &mut Report, world: &World) {
    let kind = run::SideFileKind::Report;
    match run::save_side_file(&side_file.path, text, kind, report, world) {
        Ok(path) => report.side_files.push(SideFileReport { path, ..side_file }),
        Err(refusal) => report.refusals.push(refusal),
    }
}

/// Writes the plan of `report`, if it has one, to `path`, which the user typed as `typed`. The returned report
/// contains the path of the plan, or a refusal.
fn save_plan(typed: &Path, path: &Path, report: Report, world: &World) -> Report {
    let Some(plan) = &report.plan else {
        return report;
    };
    let text = render::transactions(std::slice::from_ref(plan));
    let kind = run::SideFileKind::Plan;
    match run::save_side_file(path, text.as_bytes(), kind, &report, world) {
        Ok(_) => Report {
            plan_file: Some(typed.to_owned()),
            ..report
        },
        Err(refusal) => Report {
            refusals: vec![Refusal {
                path: Some(typed.to_owned()),
                ..refusal
            }],
            ..Report::new(report.operation, 1)
        },
    }
}
