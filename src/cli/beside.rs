//! The files beside the targets of a patch: looked at before the run, written after it.

use std::path::Path;

use super::args::Aside;
use crate::refusal::Refusal;
use crate::render;
use crate::report::{AsideContent, AsideReport, Report};
use crate::run::{self, World};

impl Aside {
    /// Refuses files that could not be written, before anything is.
    ///
    /// # Errors
    /// As [`run::foresee`].
    pub(super) fn foresee(&self, world: &World) -> Result<(), Refusal> {
        let mut files = self.output.iter().chain(&self.reject_file);
        files.try_for_each(|file| run::foresee(file, world))
    }

    /// Writes what `report` has for these files, and says so in it.
    pub(super) fn write(&self, mut report: Report, world: &World) -> Report {
        if let (Some(file), Some(merged)) = (&self.output, report.merged.clone()) {
            let written = AsideReport {
                path: file.clone(),
                content: AsideContent::Output,
                hunks: merged.conflicts,
            };
            set_aside(file, &merged.text, written, &mut report, world);
        }
        if let (Some(file), false) = (&self.reject_file, report.rejects.is_empty()) {
            let failed = report
                .rejects
                .iter()
                .map(|reject| reject.part.hunks().len());
            let written = AsideReport {
                path: file.clone(),
                content: AsideContent::Rejects,
                hunks: failed.sum(),
            };
            let text = render::rejects(&report);
            set_aside(file, &text, written, &mut report, world);
        }
        report
    }
}

fn set_aside(file: &Path, text: &[u8], written: AsideReport, report: &mut Report, world: &World) {
    match run::set_aside(file, text, report, world) {
        Ok(()) => report.asides.push(written),
        Err(refusal) => report.refusals.push(refusal),
    }
}
