//! What `view` prints: numbered lines and the fingerprint.

use serde::Serialize;

use super::escape::{path, visible};
use super::human::Printed;
use super::json::wire::Text;
use super::json::{SCHEMA, line};
use super::paint::Role;
use super::style::{Medium, Style};
use super::wording::count;
use crate::report::{Marking, ViewReport};
use crate::text::{LineEnding, LineHash};

/// `incise.report/1` of `view`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct View {
    /// `incise.report/1`.
    pub schema: &'static str,
    /// Always true; a file that cannot be viewed gives the report of a refusal.
    pub ok: bool,
    /// The same as `ok`.
    pub success: bool,
    /// `view`.
    pub operation: &'static str,
    /// The file.
    pub path: Text,
    /// Always false.
    pub changed: bool,
    /// Length of the whole file, bytes.
    pub bytes: usize,
    /// How many lines the whole file has.
    pub lines_total: usize,
    /// What `--expect-hash` takes.
    pub fingerprint: String,
    /// The lines that were asked for.
    pub lines: Vec<ViewedLine>,
}

/// One line of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ViewedLine {
    /// Its 1-based number.
    pub line: usize,
    /// Number and hash, as `lines` takes them; with `--anchors`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// Its text without ending.
    pub text: Text,
}

/// The view as one `incise.report/1` object and a newline.
pub fn view_json(view: &ViewReport) -> Vec<u8> {
    let viewed = |(number, text): (usize, &[u8])| ViewedLine {
        line: number,
        anchor: match view.marking {
            Marking::Numbers => None,
            Marking::Anchors => Some(format!("{number}:{}", LineHash::of(text))),
        },
        text: Text::of(LineEnding::strip(text)),
    };
    line(&View {
        schema: SCHEMA,
        ok: true,
        success: true,
        operation: "view",
        path: Text::of_path(&view.path),
        changed: false,
        bytes: view.text.bytes().len(),
        lines_total: view.text.line_count(),
        fingerprint: view.text.fingerprint().to_string(),
        lines: numbered(view).map(viewed).collect(),
    })
}

/// The view for people: a line with name, size and fingerprint, then the lines.
pub fn view(view: &ViewReport, style: &Style) -> Printed {
    let last = view.lines.map_or(1, |lines| lines.last().number());
    let width = last.to_string().len().max(4);
    let lines = count(view.text.line_count(), "line");
    let head = format!("{}: {lines}, {}", path(&view.path), view.text.fingerprint());
    let mut stdout = Vec::new();
    style.paint.write(&mut stdout, Role::Header, head);
    stdout.push(b'\n');
    for (number, text) in numbered(view) {
        let mark = match view.marking {
            Marking::Numbers => format!("{number:>width$}\t"),
            Marking::Anchors => format!("{number:>width$}:{}\t", LineHash::of(text)),
        };
        style.paint.write(&mut stdout, Role::Aside, mark);
        match style.medium {
            Medium::Terminal => stdout.extend(visible(LineEnding::strip(text)).into_bytes()),
            Medium::Stream => stdout.extend_from_slice(LineEnding::strip(text)),
        }
        stdout.push(b'\n');
    }
    Printed {
        stdout,
        stderr: Vec::new(),
    }
}

fn numbered(view: &ViewReport) -> impl Iterator<Item = (usize, &[u8])> {
    let span = view.lines.and_then(|lines| view.text.span_of(lines));
    let text = span.map_or(&[][..], |span| &view.text.bytes()[span.range()]);
    let first = view.lines.map_or(1, |lines| lines.first().number());
    (first..).zip(text.split_inclusive(|byte| *byte == b'\n'))
}
