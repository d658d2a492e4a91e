//! Merges that leave conflicts in their file (`--git-driver`, `--partial`). They write despite a refusal, as
//! `patch --in-file` does.

use super::pipeline::run;
use super::world::World;
use crate::report::{Report, SideFileContent, SideFileReport};
use crate::request::{Action, ExpectedHash, Request, Run, Step, Write};

/// True if `request` is a merge that leaves its conflicts in its file, and has no other step.
pub(super) fn leaves_conflicts(request: &Request) -> bool {
    let [step] = &request.steps[..] else {
        return false;
    };
    match &step.action {
        Action::Merge(merge) => merge.leaves_conflicts && request.terms.run == Run::Commit,
        _ => false,
    }
}

/// Writes the merged text of `report`, with its conflicts between markers, to the file of `request`. The report
/// remains a refusal.
pub(super) fn write_conflicts(mut report: Report, request: &Request, world: &World) -> Report {
    let Some(merged) = report.merged.clone() else {
        return report;
    };
    let mut terms = request.terms.clone();
    terms.allow_markers();
    let mut steps = Vec::new();
    for step in &request.steps {
        let write = Write {
            text: merged.text.clone(),
            overwrites: true,
            makes_parents: false,
        };
        steps.push(Step {
            // Later edits by others are not overwritten.
            expect_hash: merged.of.map(|text| ExpectedHash::Blake3(text.hex())),
            ..Step::new(&step.path, Action::Write(write))
        });
    }
    let mut written = run(&Request::from(steps).under(terms), world);
    if !written.is_ok() {
        written.operation = report.operation;
        return written;
    }
    report.side_files.push(SideFileReport {
        path: merged.path,
        content: SideFileContent::Output,
        hunks: merged.conflicts,
    });
    report
}
