//! A merge that leaves its conflicts in its file (`--git-driver`, `--partial`): the one edit that writes although it is
//! refused.

use super::pipeline::run;
use super::world::World;
use crate::refusal::Reason;
use crate::report::{Report, SideFileContent, SideFileReport};
use crate::request::{Action, ExpectedHash, OnSyntax, Request, Run, Step, Write};

/// Whether `request` is a merge that leaves its conflicts in its file.
///
/// # Errors
/// `usage` where it has other edits beside: those are made all or none.
pub(super) fn are_left(request: &Request) -> Result<bool, Reason> {
    let leaves =
        |step: &Step| matches!(&step.action, Action::Merge(merge) if merge.leaves_conflicts);
    let is_any = request.steps.iter().any(leaves);
    if is_any && request.steps.len() > 1 {
        return Err(Reason::usage(
            "a merge that leaves conflicts in its file stands beside other edits",
            "give it its own call: it writes although it is refused, and edits together are made all or none",
        ));
    }
    Ok(is_any && request.terms.run == Run::Commit)
}

/// Writes the text of `report`, a merge that `request` asked for and that has conflicts, with these between markers
/// into its file. The report stays that of a refusal.
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
    terms.lift.shrink = true;
    terms.lift.residue = true;
    terms.on_syntax = OnSyntax::Ignore;
    let steps = request.steps.iter().map(|step| Step {
        // Nobody's edit since is overwritten.
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
