//! Reports for tests: an old text, a new text, and the change set between them.

use bytes::Bytes;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::change::{ChangeSet, Edit, TransitionKind};
use crate::report::{FileReport, Report};
use crate::resolve::Tier;
use crate::resolve::draft::{DraftSite, SitePlace};
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange};

/// The lines `first..=last`.
pub fn lines(first: usize, last: usize) -> LineRange {
    let line = |number| LineNumber::new(number).unwrap();
    LineRange::new(line(first), line(last)).unwrap()
}

/// The minimal change set, in bytes, from `before` to `after`.
pub fn changes(before: &[u8], after: &[u8]) -> ChangeSet {
    let edits = capture_diff_slices(Algorithm::Myers, before, after)
        .into_iter()
        .filter(|op| op.tag() != DiffTag::Equal)
        .map(|op| Edit {
            at: op.old_range().start,
            old: Bytes::copy_from_slice(&before[op.old_range()]),
            new: Bytes::copy_from_slice(&after[op.new_range()]),
        });
    ChangeSet::new(before.len(), edits.collect()).unwrap()
}

/// The report of a change from `before` to `after` in the file `path`.
pub fn file(operation: &str, path: &str, before: Option<&str>, after: Option<&str>) -> FileReport {
    let text = |text: Option<&str>| text.unwrap_or_default().as_bytes().to_vec();
    let kind = match (before, after) {
        (None, _) => TransitionKind::Created,
        (_, None) => TransitionKind::Removed,
        _ => TransitionKind::Edited,
    };
    let changes = changes(&text(before), &text(after));
    let before = before.map(|text| Snapshot::of_text(text.to_owned()));
    FileReport::new(path.into(), operation, kind, before, changes)
}

/// An exact match at `lines` by step `edit`.
pub fn site(edit: usize, lines: LineRange, preview: &str) -> DraftSite {
    DraftSite {
        step: edit,
        lines,
        tier: Tier::Exact,
        made_by: None,
        place: SitePlace::InEarlierStep(Bytes::copy_from_slice(preview.as_bytes())),
    }
}

/// The report of a command that edits a file.
pub fn report(file: FileReport) -> Report {
    Report {
        files: vec![file.clone()],
        ..Report::new(file.operation, 1)
    }
}

/// The report of a `replace` of a line.
pub fn replaced() -> Report {
    let before = "fn main() {\n    let x = 1;\n}\n";
    let after = "fn main() {\n    let x = 2;\n    run(x);\n}\n";
    let mut file = file("replace", "src/a.rs", Some(before), Some(after));
    file.outcome.sites = vec![site(1, lines(2, 2), "let x = 1;")].into();
    report(file)
}
