//! The output of `view`: numbered lines and the fingerprint.

use serde::Serialize;

use super::escape::{character_start, path, visible};
use super::human::{self, Printed};
use super::json::wire::{self, JsonText};
use super::json::{SCHEMA, warnings};
use super::style::Role;
use super::style::{ShownLimits, Style};
use super::wording::{Caller, count};
use crate::report::ViewReport;
use crate::resolve::region::OutlineEntry;
use crate::text::{self, LineAnchor, LineEnding, LineHashes, LineNumber};

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
    let hashes = hashes(view);
    let (shown, mut left) = shown(view, limits);
    let mut lines = Vec::new();
    for (number, text) in shown {
        let (kept, cut) = cut(LineEnding::strip(text), limits);
        lines.push(ViewedLine {
            line: number,
            anchor: anchor(hashes.as_ref(), number).map(|anchor| anchor.to_string()),
            text: JsonText::from_bytes(kept),
            cut: if cut > 0 { Some(cut) } else { None },
        });
    }
    let mut outline = None;
    if let Some(entries) = &view.outline {
        let kept = entries.len().min(limits.view_bounds().lines);
        left = entries.len() - kept;
        let names = entries[..kept].iter();
        outline = Some(
            names
                .map(|entry| OutlinedName::new(entry, hashes.as_ref()))
                .collect(),
        );
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
        lines_cut: if left > 0 { Some(left) } else { None },
        warnings: warnings(&view.warnings),
    }
}

/// The hashes of the lines, if they are shown.
fn hashes(view: &ViewReport) -> Option<LineHashes> {
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
    if let Some(value) = &view.value {
        return Printed {
            stdout: format!("{value}\n").into_bytes(),
            stderr: human::warnings(&view.warnings, Caller::OTHER, style),
        };
    }
    if view.is_raw
        && let Some(entries) = &view.outline
    {
        return Printed {
            stdout: entries.iter().flat_map(raw_row).collect(),
            stderr: human::warnings(&view.warnings, Caller::OTHER, style),
        };
    }
    let last = view.lines.map_or(1, |lines| lines.last().number());
    let width = last.to_string().len().max(4);
    let lines = count(view.text.line_count(), "line");
    let hash = view.text.fingerprint().short();
    let head = if view.is_continued {
        "...".to_owned()
    } else {
        format!("{}: {lines}, blake3:{hash}", path(&view.path))
    };
    let mut stdout = Vec::new();
    style.paint.write(&mut stdout, Role::Header, head);
    stdout.push(b'\n');
    let (shown, left) = shown(view, &style.limits);
    let next = shown.last().map_or(1, |(number, _)| number + 1);
    let hashes = hashes(view);
    for (number, text) in shown {
        let mark = match anchor(hashes.as_ref(), number) {
            None => format!("{number:>width$}\t"),
            Some(anchor) => format!("{number:>width$}:{}\t", anchor.hash),
        };
        style.paint.write(&mut stdout, Role::Aside, mark);
        let (kept, cut) = cut(LineEnding::strip(text), &style.limits);
        if style.is_terminal {
            stdout.extend(visible(kept).into_bytes());
        } else {
            stdout.extend_from_slice(kept);
        }
        if cut > 0 {
            let more = format!("... {}", count(cut, "more byte"));
            style.paint.write(&mut stdout, Role::Aside, more);
        }
        stdout.push(b'\n');
    }
    if let Some(entries) = &view.outline {
        stdout.extend(outline(view, entries, style));
    }
    if left > 0 {
        let (more, to) = (count(left, "more line"), next + (left - 1).min(1999));
        let rest = style.rest.words(",", "all of them");
        let note = format!("... {more}; {next}:{to} shows the next{rest}");
        style.paint.write(&mut stdout, Role::Aside, note);
        stdout.push(b'\n');
    }
    Printed {
        stdout,
        stderr: human::warnings(&view.warnings, Caller::OTHER, style),
    }
}

/// The size, in bytes, that the names of an outline may always have. For a larger file, an outline with its header
/// has about one byte per line of the file.
const SMALL: usize = 1700;

/// The outline as text, one line per entry: its lines, its kind unless it is a plain function or value, and its name,
/// indented. If the outline is too long, the innermost levels are omitted, and an entry shows the number of its
/// omitted entries.
fn outline(view: &ViewReport, entries: &[OutlineEntry], style: &Style) -> Vec<u8> {
    let hashes = hashes(view);
    let rows: Vec<(String, String)> = entries
        .iter()
        .map(|entry| outline_row(entry, hashes.as_ref()))
        .collect();
    let bound = match style.limits.view_bounds().lines {
        usize::MAX => usize::MAX,
        _ => SMALL.max(view.text.line_count().saturating_sub(200)),
    };
    let is_shown = shown_names(entries, &rows, bound);
    let mut hidden = vec![0_usize; entries.len()];
    let mut holders: Vec<usize> = Vec::new();
    let mut left = 0;
    for (number, entry) in entries.iter().enumerate() {
        holders.truncate(entry.level);
        if !is_shown[number] {
            match holders.last() {
                Some(&holder) => hidden[holder] += 1,
                None => left += 1,
            }
        }
        holders.push(number);
    }
    let mut stdout = Vec::new();
    for (number, (lines, name)) in rows.into_iter().enumerate() {
        if is_shown[number] {
            style.paint.write(&mut stdout, Role::Aside, lines);
            stdout.extend(name.into_bytes());
            if hidden[number] > 0 {
                let more = format!(" +{}", hidden[number]);
                style.paint.write(&mut stdout, Role::Aside, more);
            }
            stdout.push(b'\n');
        }
    }
    if left > 0 {
        let rest = style.rest.words(";", "shows all of them");
        let note = format!("... {}{rest}\n", count(left, "more name"));
        style.paint.write(&mut stdout, Role::Aside, note);
    }
    stdout
}

/// The name that selects an entry, a tab and its kind.
fn raw_row(entry: &OutlineEntry) -> Vec<u8> {
    let asked = visible(entry.asked_name.as_bytes());
    format!("{asked}\t{}\n", entry.kind).into_bytes()
}

fn outline_row(entry: &OutlineEntry, hashes: Option<&LineHashes>) -> (String, String) {
    let (first, last) = (entry.lines.first(), entry.lines.last());
    let mut lines = line_word(first, hashes);
    if first != last {
        lines += &format!("-{}", line_word(last, hashes));
    }
    let kind = match entry.kind {
        "function" | "method" | "heading" | "string" | "number" | "bool" | "null" => "",
        kind => kind,
    };
    let name = visible(entry.own_name.as_bytes());
    // The name of some blocks begins with their kind: `impl Shop`.
    let is_said = name.split(' ').next() == Some(kind);
    let kind = if is_said { "" } else { kind };
    let blank = if kind.is_empty() { "" } else { " " };
    let indent = " ".repeat(entry.level);
    (lines + "\t", format!("{indent}{kind}{blank}{name}"))
}

/// The number of `line`, with its hash if there are hashes.
fn line_word(line: LineNumber, hashes: Option<&LineHashes>) -> String {
    match anchor(hashes, line.number()) {
        Some(anchor) => anchor.to_string(),
        None => line.to_string(),
    }
}

/// For each entry, true if it is shown within `bound` bytes. Outer levels come before inner levels.
fn shown_names(entries: &[OutlineEntry], rows: &[(String, String)], bound: usize) -> Vec<bool> {
    /// The newline and the number of omitted entries.
    const MORE: usize = 6;
    let mut is_shown = vec![false; entries.len()];
    let mut bytes = 0_usize;
    let deepest = entries.iter().map(|entry| entry.level).max();
    for level in 0..=deepest.unwrap_or_default() {
        for (number, entry) in entries.iter().enumerate() {
            if entry.level != level {
                continue;
            }
            bytes += rows[number].0.len() + rows[number].1.len() + MORE;
            if bytes > bound {
                return is_shown;
            }
            is_shown[number] = true;
        }
    }
    is_shown
}

/// The lines that are shown, and the number of omitted lines.
fn shown<'a>(view: &'a ViewReport, limits: &ShownLimits) -> (Vec<(usize, &'a [u8])>, usize) {
    let mut lines = numbered(view);
    let count = limits.view_bounds().count(view.shown_bytes());
    let shown: Vec<_> = lines.by_ref().take(count).collect();
    (shown, lines.count())
}

/// The beginning of `line` that is shown, and the number of omitted bytes.
fn cut<'a>(line: &'a [u8], limits: &ShownLimits) -> (&'a [u8], usize) {
    let bound = limits.line_bytes.count();
    let kept = if line.len() > bound {
        character_start(line, bound)
    } else {
        line.len()
    };
    (&line[..kept], line.len() - kept)
}

fn numbered(view: &ViewReport) -> impl Iterator<Item = (usize, &[u8])> {
    let first = view.lines.map_or(1, |lines| lines.first().number());
    (first..).zip(text::lines(view.shown_bytes()))
}
