//! The commands that only read: `view` and `check files`.

use std::path::Path;

use super::history::sightings::{fitting_lines, note_view};
use super::recover;
use super::steps::files::native_path;
use super::steps::selection;
use super::world::World;
use crate::disk::Disk;
use crate::guard::{check_binary, is_binary, residue};
use crate::refusal::{Fault, Reason, Refusal};
use crate::report::{Finding, FindingKind, FindingsReport, ViewReport};
use crate::request::{AskedLines, FilePart, Region, Target, Terms};
use crate::resolve::{FileText, region, value_of};
use crate::snapshot::{RootedPath, Snapshot};
use crate::syntax;
use crate::text::{Encoding, LineNumber, LineRange};

/// The content of the file at `path`, and the existing lines of `part`.
///
/// # Errors
/// The errors of the disk; `binary` unless lifted; `out_of_range` if the first line is beyond the end.
pub fn view(
    path: &Path,
    part: &FilePart,
    terms: &Terms,
    world: &World,
) -> Result<ViewReport, Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let (place, text) = read(&mut disk, path, terms)?;
    let at = |reason: Reason| reason.at(place.shown());
    if !terms.lift.binary {
        check_binary(&text).map_err(at)?;
    }
    let mut view = ViewReport::new(place.shown().to_owned(), text);
    let seen = show_part(part, &mut view, world).map_err(at)?;
    view.warnings = recover::warnings_about(&disk, std::slice::from_ref(&place), world);
    if seen.is_some() || *part == FilePart::Whole {
        let unmarked = note_view(&view, seen, terms, world);
        view.warnings.extend(unmarked);
    }
    Ok(view)
}

/// Finds `part` in the text of `view`, and shows it. Returns the lines that the caller gets to see. `None` if it sees
/// no lines, or the complete file.
fn show_part(
    part: &FilePart,
    view: &mut ViewReport,
    world: &World,
) -> Result<Option<LineRange>, Reason> {
    let text = &view.text;
    let file = FileText::new(&view.path, text);
    view.lines = match part {
        FilePart::Lines(lines) => Some(clamp_to_text(*lines, text.line_count())?),
        FilePart::Region(region) => region_lines(region, file)?,
        FilePart::Whole => LineNumber::new(text.line_count())
            .and_then(|last| LineRange::new(LineNumber::FIRST, last)),
        FilePart::Value(key) => {
            let (value, lines) = value_of(key, file)?;
            view.value = Some(value);
            return Ok(Some(lines));
        }
        FilePart::Outline(depth) => {
            view.outline = Some(region::outline(file, *depth)?);
            return Ok(None);
        }
    };
    match (view.lines, world.journal.shows.and_then(|shows| shows.view)) {
        (Some(lines), Some(bounds)) => Ok(fitting_lines(lines, text, bounds)),
        (lines, None) if *part != FilePart::Whole => Ok(lines),
        _ => Ok(None),
    }
}

/// The lines of `region` in `file`; `None` if the region is empty.
fn region_lines(region: &Region, file: FileText<'_>) -> Result<Option<LineRange>, Reason> {
    let text = file.now;
    let region = &*region::read_line_as_name(region, file);
    let mut line_span = None;
    if let Some(line) = region.line() {
        let line = clamp_to_text(LineRange::single(line).into(), text.line_count())?;
        line_span = text.span_of(line);
    }
    let span = region::find(region, file, line_span)?.lines;
    if span.is_empty() {
        return Ok(None);
    }
    Ok(Some(text.lines_of(span)))
}

/// Clamps `lines` to a text of `count` lines.
///
/// # Errors
/// `out_of_range` if the first line is beyond the end.
fn clamp_to_text(lines: AskedLines, count: usize) -> Result<LineRange, Reason> {
    let beyond = |asked| Reason::OutOfRange {
        asked,
        lines: count,
        lowest: 1,
    };
    let asked = lines.in_text(count).map_err(beyond)?;
    AskedLines::from(LineRange::single(asked.first()))
        .all_in_text(count)
        .map_err(beyond)?;
    let end = LineNumber::after_lines(count.saturating_sub(1));
    LineRange::new(asked.first(), asked.last().min(end)).ok_or_else(|| beyond(0))
}

/// The findings for the files of `targets`, sorted by path, then line.
pub fn findings(
    targets: &[Target],
    is_strict: bool,
    terms: &Terms,
    world: &World,
) -> FindingsReport {
    let mut report = FindingsReport {
        is_strict,
        words: terms.words,
        ..FindingsReport::default()
    };
    if let Err(refusal) = add_findings(targets, terms, world, &mut report) {
        report.refusals.push(refusal);
    }
    report.not_parsed.sort_unstable();
    report.findings.sort_by_cached_key(|finding| {
        let first = finding.lines.map(LineRange::first);
        (finding.path.clone(), first)
    });
    report
}

/// Adds the findings for the files of `targets`, and a refusal for each file that cannot be read.
///
/// # Errors
/// If the files cannot be listed.
fn add_findings(
    targets: &[Target],
    terms: &Terms,
    world: &World,
    report: &mut FindingsReport,
) -> Result<(), Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let (paths, warnings) = selection::file_names(targets, &mut disk, &world.journal)?;
    report.warnings = warnings;
    let mut places = Vec::new();
    for path in &paths {
        match read(&mut disk, path, terms) {
            Ok((place, text)) => {
                report.files += 1;
                for (line, kind) in findings_in(&text) {
                    report.findings.push(Finding {
                        path: place.shown().to_owned(),
                        lines: line.map(LineRange::single),
                        kind,
                    });
                }
                if !is_binary(&text) {
                    add_syntax_errors(place.shown(), &text, report);
                }
                places.push(place);
            }
            Err(refusal) => report.refusals.push(refusal),
        }
    }
    let interrupted = recover::warnings_about(&disk, &places, world);
    report.warnings.extend(interrupted);
    Ok(())
}

fn read(disk: &mut Disk, path: &Path, terms: &Terms) -> Result<(RootedPath, Snapshot), Refusal> {
    let target = native_path(path, disk, &terms.limits)?;
    let place = disk.locate(&target)?;
    let text = disk
        .read(&place, terms.limits.max_size)?
        .ok_or_else(|| Refusal::from(Fault::Missing).at(place.shown()))?;
    Ok((place, text.decoded(terms.encoding)))
}

/// The findings for a text, each with its first line. A binary file has no other finding.
fn findings_in(text: &Snapshot) -> Vec<(Option<LineNumber>, FindingKind)> {
    if is_binary(text) {
        return vec![(None, FindingKind::Binary)];
    }
    let form = text.form();
    let mut findings = Vec::new();
    if form.has_bom {
        findings.push((None, FindingKind::ByteOrderMark));
    }
    if form.endings.is_mixed() {
        findings.push((None, FindingKind::LineEndings(form.endings)));
    }
    if form.encoding == Encoding::Other {
        let wrong =
            std::str::from_utf8(text.bytes()).map_or_else(|error| error.valid_up_to(), str::len);
        findings.push((Some(text.line_at(wrong)), FindingKind::Encoding));
    }
    if !form.has_final_newline {
        let last = LineNumber::new(text.line_count());
        findings.push((last, FindingKind::FinalNewline));
    }
    for found in residue::find(text.bytes()) {
        findings.push((Some(found.line), FindingKind::Residue(found.kind)));
    }
    findings
}

/// Adds the syntax errors of `text` to `report`, or notes that the text was not parsed.
fn add_syntax_errors(path: &Path, text: &Snapshot, report: &mut FindingsReport) {
    let Ok(errors) = syntax::errors(path, text.bytes()) else {
        report.not_parsed.push(path.to_owned());
        return;
    };
    if syntax::is_unparsed(path, text.bytes()) {
        report.not_parsed.push(path.to_owned());
    }
    for error in errors {
        report.findings.push(Finding {
            path: path.to_owned(),
            lines: Some(LineRange::single(error.line)),
            kind: FindingKind::Syntax(error.missing),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{clamp_to_text, findings_in};
    use crate::refusal::Reason;
    use crate::snapshot::Snapshot;
    use crate::text::{LineNumber, LineRange};

    fn range(first: usize, last: usize) -> LineRange {
        let line = |number| LineNumber::new(number).unwrap();
        LineRange::new(line(first), line(last)).unwrap()
    }

    fn kinds(text: &'static [u8]) -> Vec<(&'static str, Option<usize>)> {
        findings_in(&Snapshot::of_text(text))
            .into_iter()
            .map(|(line, kind)| (kind.name(), line.map(LineNumber::number)))
            .collect()
    }

    #[test]
    fn each_kind_is_found_where_it_is() {
        assert_eq!(kinds(b"a\nb\n"), []);
        assert_eq!(kinds(b""), []);
        assert_eq!(kinds(b"\xef\xbb\xbfa\n"), [("byte_order_mark", None)]);
        assert_eq!(kinds(b"a\r\nb\n"), [("line_endings", None)]);
        assert_eq!(kinds(b"a\nb\xff\n"), [("encoding", Some(2))]);
        assert_eq!(kinds(b"a\nb"), [("final_newline", Some(2))]);
        assert_eq!(kinds(b"a\0\xffb"), [("binary", None)]);
        let omitted = b"fn a() {\n    // ... rest of code unchanged ...\n}\n";
        assert_eq!(kinds(omitted), [("placeholder", Some(2))]);
    }

    #[test]
    fn lines_beyond_the_end_are_left_out_unless_all_are() {
        assert_eq!(clamp_to_text(range(2, 9).into(), 3), Ok(range(2, 3)));
        assert_eq!(clamp_to_text(range(1, 1).into(), 3), Ok(range(1, 1)));
        let beyond = |lines| Reason::OutOfRange {
            asked: 4,
            lines,
            lowest: 1,
        };
        assert_eq!(clamp_to_text(range(4, 9).into(), 3), Err(beyond(3)));
        assert_eq!(clamp_to_text(range(4, 4).into(), 0), Err(beyond(0)));
    }
}
