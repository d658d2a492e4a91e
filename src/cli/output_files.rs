//! The files beside the targets that were asked for: what a patch made, what has no place, the plan of a dry
//! run. Looked at before the run, written after it.

use std::path::{Path, PathBuf};

use super::args::{MergeOutputArgs, PatchSideFileArgs};
use super::context::CommandContext;
use super::context::NamesFrom;
use crate::refusal::Refusal;
use crate::render;
use crate::report::{Merged, Report, SideFileContent, SideFileReport};
use crate::run::{self, SourceFile, World};

/// The files that were named.
pub(super) struct OutputFiles {
    /// `--output` and `--reject-file`.
    pub(super) patched: PatchSideFileArgs,
    /// `merge --output`
    pub(super) merged: MergeOutputArgs,
    /// `--save-plan`.
    pub(super) plan: Option<PathBuf>,
}

impl OutputFiles {
    /// Refuses files that could not be written, or are among the `sources` that were read, before anything is.
    ///
    /// # Errors
    /// See [`run::foresee`].
    pub(super) fn foresee(
        &self,
        sources: &[SourceFile],
        context: &CommandContext<'_>,
    ) -> Result<(), Refusal> {
        let mut files = self.patched.files().chain(self.merged.file()).peekable();
        if files.peek().is_none() {
            return Ok(());
        }
        // They were typed: they may be where typed targets may.
        let world = context.world(NamesFrom::CommandLine);
        files.try_for_each(|file| run::foresee(file, sources, &world))
    }

    /// Writes what `report`, of a run in `world`, has for these files, and says so in it.
    pub(super) fn write(
        &self,
        mut report: Report,
        world: &World,
        context: &CommandContext<'_>,
    ) -> Report {
        let beside = World {
            reach: context.reach(NamesFrom::CommandLine),
            ..world.clone()
        };
        let output = self.patched.output.as_deref().or(self.merged.file());
        let merged = match self.merged.file() {
            Some(_) => merged_text(&report),
            None => report.merged.clone(),
        };
        if let (Some(file), Some(merged)) = (output, merged) {
            let written = SideFileReport {
                path: file.to_owned(),
                content: SideFileContent::Output,
                hunks: merged.conflicts,
            };
            match merged.bytes() {
                Ok(text) => write_side_file(file, &text, written, &mut report, &beside),
                Err(refusal) => report.refusals.push(refusal),
            }
        }
        if let (Some(file), false) = (&self.patched.reject_file, report.rejects.is_empty()) {
            let failed = report
                .rejects
                .iter()
                .map(|reject| reject.part.hunks().len());
            let written = SideFileReport {
                path: file.clone(),
                content: SideFileContent::Rejects,
                hunks: failed.sum(),
            };
            let text = render::rejects(&report);
            write_side_file(file, &text, written, &mut report, &beside);
        }
        match &self.plan {
            // The targets of a plan may be seen from elsewhere.
            Some(file) => save_plan(file, &context.cwd().join(file), report, &beside),
            None => report,
        }
    }
}

/// The text that a merge, told in `report`, makes of its one file: with its conflicts where they are to be shown.
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
        encoding: None,
        conflicts: 0,
        settled: Vec::new(),
        of: None,
    })
}

fn write_side_file(
    file: &Path,
    text: &[u8],
    written: SideFileReport,
    report: &mut Report,
    world: &World,
) {
    match run::save_side_file(file, text, run::SideFileKind::Report, report, world) {
        Ok(path) => report.side_files.push(SideFileReport { path, ..written }),
        Err(refusal) => report.refusals.push(refusal),
    }
}

/// Writes the plan of `report`, if it has one, to `path`, which was typed as `typed`; the report then says
/// where it is, or why not.
fn save_plan(typed: &Path, path: &Path, report: Report, world: &World) -> Report {
    let Some(plan) = &report.plan else {
        return report;
    };
    let text = render::transactions(std::slice::from_ref(plan));
    match run::save_side_file(
        path,
        text.as_bytes(),
        run::SideFileKind::Plan,
        &report,
        world,
    ) {
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
