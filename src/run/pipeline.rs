//! The order of the stages, for everything that edits: the steps are resolved, the guards look at what comes of
//! them, it is committed and noted, and that is reported.

use bytes::Bytes;

use super::attempt::judge;
use super::ending::Ending;
use super::history::seen;
use super::process::blobs;
use super::retry;
use super::steps::diff;
use super::steps::files::RequestFiles;
use super::steps::gather::gather;
use super::steps::gathered::Gathered;
use super::world::World;
use crate::disk::Watch;
use crate::patch::Patch;
use crate::report::Report;
use crate::request::{Action, Request};

/// Does what `request` asks, or nothing at all, and says which.
pub fn run(request: &Request, world: &World) -> Report {
    let ending = match blobs::fetched(request, world) {
        Ok(request) => retry::ending(&request, world),
        Err(refusal) => Ending::refused(Gathered::default(), vec![refusal]),
    };
    let report = ending.report(request, &world.cwd);
    seen::note_diff(report, &request.terms, world)
}

/// Reads the diffs of `request` and applies none of them: what they say in one unified diff, and how they had
/// to be read. Steps of other kinds say nothing.
pub fn understood(request: &Request) -> (Report, Vec<u8>) {
    let mut report = Report {
        dry_run: true,
        ..Report::new("patch", request.steps.len())
    };
    let mut patch = Patch::default();
    for (number, step) in (1..).zip(&request.steps) {
        let Action::Patch(diff) = &step.action else {
            continue;
        };
        match diff::understood(diff) {
            Ok(understood) => {
                report.diffs.extend(understood.report(number));
                report.warnings.extend(understood.warning);
                patch.files.extend(understood.parts);
            }
            Err(reason) => report.refusals.push(reason.into()),
        }
    }
    (report, patch.to_unified())
}

/// Runs `request` on `input` as if that were the file of every step: the text afterwards, and the report.
pub fn filter(request: &Request, input: Bytes) -> (Report, Option<Vec<u8>>) {
    let mut files = RequestFiles::Filter(input);
    let gathered = gather(request, &mut files, &Watch::default(), None);
    let (ending, output) = match judge(&gathered, &request.terms) {
        Ok(_) => {
            let mut files = gathered.files.iter();
            let after = files.find_map(|file| file.transition.after.as_ref());
            let output = after.and_then(|after| after.text().ok());
            (Ending::done(gathered), output)
        }
        Err(refusals) => (Ending::refused(gathered, refusals), None),
    };
    (ending.report(request, "".as_ref()), output)
}
