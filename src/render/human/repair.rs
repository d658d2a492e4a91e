//! How the text of a diff had to be read: what was repaired, and what was taken for prose.

use super::super::style::Role;
use crate::render::style::Style;
use crate::render::wording::{count, numbers};
use crate::report::{DiffReport, Report};

/// Most repairs of one run that are told.
const TOLD: usize = 10;

/// A line for each repair, and one for all that was left out.
pub fn lines(report: &Report, style: &Style) -> Vec<u8> {
    let mut out = Vec::new();
    let repairs = report.diffs.iter().flat_map(|diff| {
        let told = |repair| (of_edit(report, diff), repair);
        diff.repairs.iter().map(told)
    });
    let most = style.limits.entries.count();
    let most = if most == usize::MAX { most } else { TOLD };
    for (edit, repair) in repairs.clone().take(most) {
        let line = format!(
            "{edit}line {} of the diff: {}",
            repair.line,
            repair.kind.summary()
        );
        push(&mut out, "repaired:", &line, style);
    }
    let left = repairs.count().saturating_sub(most);
    if left > 0 {
        push(
            &mut out,
            "repaired:",
            &format!("... and {}", count(left, "more place")),
            style,
        );
    }
    for diff in report.diffs.iter().filter(|diff| !diff.ignored.is_empty()) {
        let lines: Vec<usize> = diff.ignored.iter().map(|line| line.number()).collect();
        let (edit, lines) = (of_edit(report, diff), numbers("line", &lines));
        let line = format!("{edit}{lines} of the diff, as prose, for all the `+` or `-`");
        push(&mut out, "ignored:", &line, style);
    }
    out
}

/// The number of the edit, where there are several.
fn of_edit(report: &Report, diff: &DiffReport) -> String {
    match report.steps {
        0 | 1 => String::new(),
        _ => format!("edit {}: ", diff.edit),
    }
}

fn push(out: &mut Vec<u8>, word: &str, line: &str, style: &Style) {
    style.paint.write(out, Role::Warning, word);
    out.extend_from_slice(format!(" {line}\n").as_bytes());
}
