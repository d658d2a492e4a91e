//! The failed hunks as a diff that `incise patch` can read, with their errors as comments.

use std::path::Path;

use super::escape::path;
use super::wording::{self, Caller, count};
use crate::patch::{FilePatch, PatchFormat, PatchNames};
use crate::report::{Reject, Report};

/// The parts of a diff with failed hunks. The file names come from the diff, unless it has none or another file was
/// named as its target.
pub fn rejects(report: &Report) -> Vec<u8> {
    let caller = Caller::from_report(report);
    let outcome = if report.leaves_conflicts() {
        "the others were applied"
    } else {
        "nothing was applied"
    };
    let mut out = format!("# incise: {outcome}; these hunks failed\n").into_bytes();
    for refusal in &report.refusals {
        let line = format!("# {}\n", wording::message(refusal, caller));
        out.extend_from_slice(line.as_bytes());
    }
    if !report.leaves_conflicts() {
        for reject in &report.rejects {
            if reject.would_apply > 0 {
                let name = reject.path.as_deref().map_or(String::new(), path);
                let others = count(reject.would_apply, "other hunk");
                out.extend(format!("# {name}: {others} would have applied\n").into_bytes());
            }
        }
    }
    for reject in &report.rejects {
        out.extend(with_target_name(reject).to_unified());
    }
    out
}

/// The part with a name that leads a later run to the same file.
fn with_target_name(reject: &Reject) -> FilePatch {
    let part = &reject.part;
    let name = match &reject.path {
        Some(path) if path.is_relative() && !is_named(part, path) => path,
        _ => return part.clone(),
    };
    let names = match part.format {
        PatchFormat::Unified | PatchFormat::Git => PatchNames {
            old: Some(Path::new("a").join(name)),
            new: Some(Path::new("b").join(name)),
        },
        // The printer adds the prefixes.
        PatchFormat::V4a | PatchFormat::SearchReplace => PatchNames::same(name.clone()),
    };
    FilePatch {
        names,
        ..part.clone()
    }
}

/// True if one of the part's names can refer to `path`.
fn is_named(part: &FilePatch, path: &Path) -> bool {
    let names = [&part.names.old, &part.names.new];
    let mut names = names.into_iter().flatten();
    names.any(|name| name == path || name.ends_with(path) || path.ends_with(name))
}
