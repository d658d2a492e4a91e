//! The output of `view`: numbered lines and the fingerprint.

use serde::Serialize;

use super::escape::{path, visible};
use super::human::{self, Printed};
use super::json::wire::{self, JsonText};
use super::json::{SCHEMA, nonzero, warnings};
use super::style::{Role, ShownLimits, Style};
use super::wording::{Caller, count};
use crate::report::ViewReport;
use crate::resolve::region::OutlineEntry;
use crate::text::{self, LineAnchor, LineEnding, LineHashes, LineNumber, character_start};

/// The size, in bytes, that the names of an outline may always have. For a larger file, an outline with its header
/// has about one byte per line of the file.
const SMALL_OUTLINE: usize = 1700;

/// The maximum number of lines in the range that a hint suggests, as many as a view of a whole file shows.
const NEXT_LINES: usize = 2000;

/// `incise.report/1` of `view`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "View"))]
pub struct JsonView {
    /// `incise.report/1`.
    pub schema: &'static str,
    /// Always true. A refusal is printed as a Report.
    pub ok: bool,
    /// The same as `ok`.
    pub success: bool,
    /// `view`.
    pub operation: &'static str,
    /// The path of the file.
    pub path: JsonText,
    /// Always false.
    pub changed: bool,
    /// The length of the whole file, in bytes.
    pub bytes: usize,
    /// The number of lines of the whole file.
    pub lines_total: usize,
    /// The hash of the whole file, for `--expect-hash`.
    pub fingerprint: String,
    /// The requested lines.
    pub lines: Vec<ViewedLine>,
    /// The value of the key (`--key` with `--raw`); otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The definitions, headings or keys (`--outline`); otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outline: Option<Vec<OutlinedName>>,
    /// Warnings.
    pub warnings: Vec<wire::JsonWarning>,
    /// The number of omitted lines, or of omitted names of the outline; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_cut: Option<usize>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ViewedLine {
    /// The 1-based line number.
    pub line: usize,
    /// Number and hash, as `lines` accepts them (`--anchors`); otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// The text without its line ending.
    pub text: JsonText,
    /// The number of omitted bytes at the end of a long line; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<usize>,
}

/// A definition, heading or key in the outline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OutlinedName {
    /// The kind, such as `function` or `heading`.
    pub kind: &'static str,
    /// The full name.
    pub name: String,
    /// The first line, 1-based.
    pub start: usize,
    /// The last line, 1-based.
    pub end: usize,
    /// The hash of the first line (`--anchors`); otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_hash: Option<String>,
    /// The hash of the last line (`--anchors`); otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_hash: Option<String>,
}

impl OutlinedName {
    fn new(entry: &OutlineEntry, hashes: Option<&LineHashes>) -> Self {
        let (first, last) = (entry.lines.first(), entry.lines.last());
        Self {
            kind: entry.kind,
            name: entry.name.clone(),
            start: first.number(),
            end: last.number(),
            start_hash: anchor(hashes, first.number()).map(|anchor| anchor.hash.to_string()),
            end_hash: anchor(hashes, last.number()).map(|anchor| anchor.hash.to_string()),
        }
    }
}

/// The view as an `incise.report/1` object.
pub fn view_json(view: &ViewReport, limits: &ShownLimits) -> JsonView {
    let hashes = line_hashes(view);
    let (shown, mut omitted) = shown_lines(view, limits);
    let mut lines = Vec::new();
    for (number, text) in shown {
        let (beginning, omitted_bytes) = shown_part(LineEnding::strip(text), limits);
        lines.push(ViewedLine {
            line: number,
            anchor: anchor(hashes.as_ref(), number).map(|anchor| anchor.to_string()),
            text: JsonText::from_bytes(beginning),
            cut: nonzero(omitted_bytes),
        });
    }
    let mut outline = None;
    if let Some(entries) = &view.outline {
        let limit = entries.len().min(limits.view_bounds().lines);
        omitted = entries.len() - limit;
        let mut names = Vec::new();
        for entry in &entries[..limit] {
            names.push(OutlinedName::new(entry, hashes.as_ref()));
        }
        outline = Some(names);
    }
    JsonView {
        schema: SCHEMA,
        ok: true,
        success: true,
        operation: "view",
        path: JsonText::from_path(&view.path),
        changed: false,
        bytes: view.text.bytes().len(),
        lines_total: view.text.line_count(),
        fingerprint: view.text.fingerprint().to_string(),
        lines,
        value: view.value.clone(),
        outline,
        lines_cut: nonzero(omitted),
        warnings: warnings(&view.warnings),
    }
}

/// The hashes of the lines, if they are shown.
fn line_hashes(view: &ViewReport) -> Option<LineHashes> {
    if view.has_anchors {
        Some(LineHashes::new(view.text.bytes()))
    } else {
        None
    }
}

fn anchor(hashes: Option<&LineHashes>, number: usize) -> Option<LineAnchor> {
    let line = LineNumber::new(number)?;
    let hash = hashes?.at(line)?;
    Some(LineAnchor { line, hash })
}

/// The view as text: a line with name, size and fingerprint, then the lines.
pub fn view(view: &ViewReport, style: &Style) -> Printed {
    let stdout = match (&view.value, &view.outline) {
        (Some(value), _) => format!("{value}\n").into_bytes(),
        (None, Some(entries)) if view.is_raw => entries.iter().flat_map(raw_row).collect(),
        _ => numbered_view(view, style),
    };
    Printed {
        stdout,
        stderr: human::warnings(&view.warnings, Caller::OTHER, style),
    }
}

/// The header, then the lines or the outline.
fn numbered_view(view: &ViewReport, style: &Style) -> Vec<u8> {
    let mut stdout = Vec::new();
    style.paint.write(&mut stdout, Role::Header, head(view));
    stdout.push(b'\n');
    let last = view.lines.map_or(1, |lines| lines.last().number());
    let width = last.to_string().len().max(4);
    let hashes = line_hashes(view);
    let (shown, omitted) = shown_lines(view, &style.limits);
    let next = shown.last().map_or(1, |(number, _)| number + 1);
    for (number, text) in shown {
        let mark = match anchor(hashes.as_ref(), number) {
            None => format!("{number:>width$}\t"),
            Some(anchor) => format!("{number:>width$}:{}\t", anchor.hash),
        };
        style.paint.write(&mut stdout, Role::Aside, mark);
        write_text(&mut stdout, LineEnding::strip(text), style);
        stdout.push(b'\n');
    }
    if let Some(entries) = &view.outline {
        stdout.extend(outline(view, entries, style));
    }
    if omitted > 0 {
        let more = count(omitted, "more line");
        let end = next + omitted.min(NEXT_LINES) - 1;
        let hint = style.rest.words(",", "all of them");
        let note = format!("... {more}; {next}:{end} shows the next{hint}");
        style.paint.write(&mut stdout, Role::Aside, note);
        stdout.push(b'\n');
    }
    stdout
}

fn head(view: &ViewReport) -> String {
    if view.is_continued {
        return "...".to_owned();
    }
    let lines = count(view.text.line_count(), "line");
    let hash = view.text.fingerprint().short();
    format!("{}: {lines}, blake3:{hash}", path(&view.path))
}

/// Writes a line of the file without its ending.
fn write_text(out: &mut Vec<u8>, text: &[u8], style: &Style) {
    let (beginning, omitted_bytes) = shown_part(text, &style.limits);
    if style.is_terminal {
        out.extend(visible(beginning).into_bytes());
    } else {
        out.extend_from_slice(beginning);
    }
    if omitted_bytes > 0 {
        let more = format!("... {}", count(omitted_bytes, "more byte"));
        style.paint.write(out, Role::Aside, more);
    }
}

/// The outline as text, one line per entry: its lines, its kind unless it is a plain function or value, and its name,
/// indented. If the outline is too long, the innermost levels are omitted, and an entry shows the number of its
/// omitted entries.
fn outline(view: &ViewReport, entries: &[OutlineEntry], style: &Style) -> Vec<u8> {
    let hashes = line_hashes(view);
    let rows: Vec<OutlineRow> = entries
        .iter()
        .map(|entry| OutlineRow::new(entry, hashes.as_ref()))
        .collect();
    let bound = match style.limits.view_bounds().lines {
        usize::MAX => usize::MAX,
        _ => SMALL_OUTLINE.max(view.text.line_count().saturating_sub(200)),
    };
    let is_shown = shown_names(entries, &rows, bound);
    let omitted = OmittedNames::new(entries, &is_shown);
    let mut stdout = Vec::new();
    for (number, row) in rows.into_iter().enumerate() {
        if is_shown[number] {
            style.paint.write(&mut stdout, Role::Aside, row.lines);
            stdout.extend(row.name.into_bytes());
            if omitted.below[number] > 0 {
                let more = format!(" +{}", omitted.below[number]);
                style.paint.write(&mut stdout, Role::Aside, more);
            }
            stdout.push(b'\n');
        }
    }
    if omitted.at_top > 0 {
        let hint = style.rest.words(";", "shows all of them");
        let note = format!("... {}{hint}\n", count(omitted.at_top, "more name"));
        style.paint.write(&mut stdout, Role::Aside, note);
    }
    stdout
}

/// The numbers of omitted entries of an outline.
struct OmittedNames {
    /// For each entry, the number of omitted entries directly below it.
    below: Vec<usize>,
    /// The number of omitted entries of the outermost level.
    at_top: usize,
}

impl OmittedNames {
    fn new(entries: &[OutlineEntry], is_shown: &[bool]) -> Self {
        let mut below = vec![0; entries.len()];
        let mut at_top = 0;
        // The entries around the current one, from the outermost level on.
        let mut parents: Vec<usize> = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            parents.truncate(entry.level);
            if !is_shown[number] {
                match parents.last() {
                    Some(&parent) => below[parent] += 1,
                    None => at_top += 1,
                }
            }
            parents.push(number);
        }
        Self { below, at_top }
    }
}

/// The name that selects an entry, a tab and its kind.
fn raw_row(entry: &OutlineEntry) -> Vec<u8> {
    let name = visible(entry.unique_name.as_bytes());
    format!("{name}\t{}\n", entry.kind).into_bytes()
}

/// A line of an outline.
struct OutlineRow {
    /// The line numbers and a tab.
    lines: String,
    /// The kind and the name, indented.
    name: String,
}

impl OutlineRow {
    fn new(entry: &OutlineEntry, hashes: Option<&LineHashes>) -> Self {
        let (first, last) = (entry.lines.first(), entry.lines.last());
        let mut lines = line_word(first, hashes);
        if first != last {
            lines += &format!("-{}", line_word(last, hashes));
        }
        lines.push('\t');
        let mut name = " ".repeat(entry.level);
        let own_name = visible(entry.last_name.as_bytes());
        // The name of some blocks begins with their kind: `impl Shop`.
        if !is_plain_kind(entry.kind) && own_name.split(' ').next() != Some(entry.kind) {
            name += &format!("{} ", entry.kind);
        }
        name += &own_name;
        Self { lines, name }
    }
}

/// True for the kinds that an outline does not mention.
fn is_plain_kind(kind: &str) -> bool {
    matches!(
        kind,
        "function" | "method" | "heading" | "string" | "number" | "bool" | "null"
    )
}

/// The number of `line`, with its hash if there are hashes.
fn line_word(line: LineNumber, hashes: Option<&LineHashes>) -> String {
    match anchor(hashes, line.number()) {
        Some(anchor) => anchor.to_string(),
        None => line.to_string(),
    }
}

/// For each entry, true if it is shown within `bound` bytes. Outer levels come before inner levels.
fn shown_names(entries: &[OutlineEntry], rows: &[OutlineRow], bound: usize) -> Vec<bool> {
    /// The size, in bytes, of the newline and the number of omitted entries.
    const MORE: usize = 6;
    let mut is_shown = vec![false; entries.len()];
    let mut bytes = 0_usize;
    let deepest = entries.iter().map(|entry| entry.level).max();
    for level in 0..=deepest.unwrap_or_default() {
        for (number, entry) in entries.iter().enumerate() {
            if entry.level != level {
                continue;
            }
            bytes += rows[number].lines.len() + rows[number].name.len() + MORE;
            if bytes > bound {
                return is_shown;
            }
            is_shown[number] = true;
        }
    }
    is_shown
}

/// The lines that are shown, and the number of omitted lines.
fn shown_lines<'a>(view: &'a ViewReport, limits: &ShownLimits) -> (Vec<(usize, &'a [u8])>, usize) {
    let mut lines = numbered(view);
    let count = limits.view_bounds().count(view.shown_bytes());
    let shown: Vec<_> = lines.by_ref().take(count).collect();
    (shown, lines.count())
}

/// The beginning of `line` that is shown, and the number of omitted bytes.
fn shown_part<'a>(line: &'a [u8], limits: &ShownLimits) -> (&'a [u8], usize) {
    let bound = limits.line_bytes;
    if line.len() <= bound {
        return (line, 0);
    }
    let end = character_start(line, bound);
    (&line[..end], line.len() - end)
}

fn numbered(view: &ViewReport) -> impl Iterator<Item = (usize, &[u8])> {
    let first = view.lines.map_or(1, |lines| lines.first().number());
    (first..).zip(text::lines(view.shown_bytes()))
}
