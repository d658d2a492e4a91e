//! Merges that leave conflicts in their file (`--git-driver`, `--partial`). Only these edits write despite
//! a refusal.

use super::pipeline::run;
use super::world::World;
use crate::report::{Report, SideFileContent, SideFileReport};
use crate::request::{Action, ExpectedHash, Request, Run, Step, Write};

/// True if `request` is a merge that leaves its conflicts in its file, and has no other step.
pub(super) fn are_left(request: &Request) -> bool {
    let [step] = &request.steps[..] else {
        return false;
    };
    let leaves = matches!(&step.action, Action::Merge(merge) if merge.leaves_conflicts);
    leaves && request.terms.run == Run::Commit
}

/// Writes the merged text of `report`, with its conflicts between markers, to the file of `request`. The report
/// remains a refusal.
pub(super) fn left(mut report: Report, request: &Request, world: &World) -> Report {
    let Some(merged) = report.merged.clone() else {
        return report;
    };
    let marked = Action::Write(Write {
        text: merged.text.clone(),
        overwrites: true,
        makes_parents: false,
    });
    let mut terms = request.terms.clone();
    terms.allow_markers();
    let steps = request.steps.iter().map(|step| Step {
        // Later edits by others are not overwritten.
        expect_hash: merged.of.map(|text| ExpectedHash::Blake3(text.hex())),
        ..Step::new(&step.path, marked.clone())
    });
    let steps: Vec<Step> = steps.collect();
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
