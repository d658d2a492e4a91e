//! Changes the value of an existing key.

use std::ops::Range;

use super::dialect::{Dialect, Quoting};
use super::document::Document;
use super::format::Format;
use super::style::{separator, writer_in};
use super::tree::{Closed, Id, Kind, Layout};
use super::yaml;
use crate::refusal::KeyFault;
use crate::request::Value;
use crate::text::{self, LineEnding};

/// A replacement in a document. The lines of the new text end in LF.
pub(super) struct Change {
    pub span: Range<usize>,
    pub new: String,
}

impl Change {
    pub fn insertion(at: usize, new: String) -> Self {
        Self { span: at..at, new }
    }

    pub fn deletion(span: Range<usize>) -> Self {
        let new = String::new();
        Self { span, new }
    }
}

pub(super) fn ending_at(text: &str, at: usize) -> &'static str {
    match LineEnding::around(text.as_bytes(), at) {
        LineEnding::Lf => "\n",
        LineEnding::CrLf => "\r\n",
    }
}

/// The indentation of the line with byte `at`. `None` if other text precedes `at` in the line.
pub(super) fn indent(text: &str, at: usize) -> Option<&str> {
    // Scan backward from `at`, because a long line may contain many entries, and each is looked up.
    let above =
        text[..at].trim_end_matches(|letter: char| letter.is_whitespace() && letter != '\n');
    if above.is_empty() || above.ends_with('\n') {
        Some(&text[above.len()..at])
    } else {
        None
    }
}

/// The indentation of the line with byte `at`.
pub(super) fn line_indent(text: &str, at: usize) -> &str {
    let line = &text[text::line_start(text.as_bytes(), at)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The column of the YAML name or dash at `at`. Counts preceding dashes of the same line.
pub(super) fn column(text: &str, at: usize) -> usize {
    let before = &text[text::line_start(text.as_bytes(), at)..at];
    before.chars().count()
}

/// The rest of the line from `at`, without its ending.
pub(super) fn rest_of_line(text: &str, at: usize) -> &str {
    text[at..].lines().next().unwrap_or_default()
}

/// Replaces the value of the node at the end of `trail` with `value`.
pub(super) fn replaced(
    document: &Document<'_>,
    trail: &[Id],
    value: &Value,
    keeps_style: bool,
) -> Result<Change, KeyFault> {
    let (text, tree) = (document.text(), &document.tree);
    let id = trail.last().copied().unwrap_or_default();
    let container = trail.len().checked_sub(2).map_or(id, |at| trail[at]);
    let node = tree.node(id);
    let span = node.value.range();
    let raw = tree.raw_value(id);
    let mut writer = writer_in(document, container, Some(id));
    let is_alias = node.kind == Kind::Closed(Closed::Alias);
    if keeps_style && !is_alias && !raw.is_empty() && !node.kind.is_container() {
        writer.site.old = Some(raw);
        writer.site.is_last = span.end == text.len();
    }
    writer.site.is_flow = trail.len() > 1 && tree.node(container).layout == Layout::Commas;
    writer.site.is_followed = !rest_of_line(text, span.end).trim().is_empty();
    let name = if node.key.is_empty() {
        node.start
    } else {
        node.key.start
    };
    writer.site.deeper = column(text, name as usize) + writer.unit.len();
    let mut written = writer.value(value, line_indent(text, node.start as usize))?;
    if document.format == Format::Yaml
        && let Some(comment) = yaml::comment_after_header(raw)
        && !written.starts_with(['|', '>'])
    {
        // Keep the comment after the header of a block scalar.
        written = format!("{written} {comment}");
    }
    if let Format::Lines(dialect) = document.format {
        written = written.replace('\n', &format!("\n{}", continuation(document, dialect, id)));
    }
    Ok(placed(document, container, id, written))
}

/// Replaces the value of `id` in `container` with the text `written`.
fn placed(document: &Document<'_>, container: Id, id: Id, written: String) -> Change {
    let (text, node) = (document.text(), document.tree.node(id));
    let Range { mut start, mut end } = node.value.range();
    let rest = rest_of_line(text, end);
    let is_followed = !rest.trim().is_empty();
    let sign_end = text[..start].trim_end_matches([' ', '\t']).len();
    let mut pad = "";
    match document.format {
        Format::Yaml if text[..start].ends_with([':', '-']) => {
            pad = " ";
            if !is_followed {
                // Trailing whitespace would end up after the new value.
                end += rest.len();
            }
        }
        Format::Lines(dialect) => {
            let behind_name = &text[(node.key.end as usize).min(start)..start];
            if !behind_name.contains(|c| dialect.separators.contains(c)) {
                // The line only contains a name.
                let new = separator(document, container) + &written;
                return Change {
                    span: start..end,
                    new,
                };
            }
            let keeps_blanks = text.lines().any(|line| line.ends_with("= "));
            let is_cut = !keeps_blanks && !is_followed && dialect.quoting != Quoting::Java;
            let is_apart = rest_of_line(&text[..end], start).is_empty();
            if written.starts_with('\n') || written.is_empty() && is_cut {
                start = sign_end;
            } else if is_apart && sign_end == start && behind_name.starts_with([' ', '\t']) {
                // A space before the separator suggests a space after it.
                pad = " ";
            }
        }
        _ => {}
    }
    Change {
        span: start..end,
        new: format!("{pad}{written}"),
    }
}

/// The indentation for continuation lines of the value of `id`: the existing one, or one step deeper than its entry.
fn continuation(document: &Document<'_>, dialect: &Dialect, id: Id) -> String {
    let text = document.text();
    if !dialect.continues.is_deeper() {
        return String::new();
    }
    match document.tree.raw_value(id).lines().nth(1) {
        Some(line) => line[..line.len() - line.trim_start().len()].to_owned(),
        None => line_indent(text, document.tree.node(id).start as usize).to_owned() + "    ",
    }
}
