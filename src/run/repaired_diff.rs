//! `patch --repaired`: reads diffs and writes them again, without applying them.

use super::steps::diff;
use crate::patch::Patch;
use crate::report::Report;
use crate::request::{Action, Request};

/// Reads the diffs of `request`. Returns a report of the repairs, and all diffs as one unified diff. Ignores other
/// steps.
pub fn repaired_diff(request: &Request) -> (Report, Vec<u8>) {
    let mut report = Report {
        dry_run: true,
        ..Report::new("patch", request.steps.len())
    };
    let mut patch = Patch::default();
    for (number, step) in (1..).zip(&request.steps) {
        let Action::Patch(diff) = &step.action else {
            continue;
        };
        match diff::read_diff(diff, request.terms.encoding) {
            Ok(read) => {
                report.diffs.extend(read.report(number));
                report.warnings.extend(read.warnings);
                patch.files.extend(read.parts);
            }
            Err(reason) => report.refusals.push(reason.into()),
        }
    }
    (report, patch.to_unified())
}
