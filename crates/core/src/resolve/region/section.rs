//! Sections: headings of Markdown with the text below them, and the tables of TOML and INI files.

use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::lines::{is_blank, line_spans};
use super::named::NamedPlace;
use super::place::{RegionPlace, Spacing};
use crate::refusal::Reason;
use crate::resolve::key;
use crate::text::{self, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    Markdown,
    Toml,
    Ini,
}

impl Notation {
    fn from_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let extension = name.rsplit('.').next()?;
        Some(match extension {
            "md" | "markdown" | "mdx" | "mkd" | "mdown" => Self::Markdown,
            "toml" => Self::Toml,
            _ if key::has_sections(path) => Self::Ini,
            _ if matches!(name, "Cargo.lock" | "Pipfile" | "poetry.lock" | "uv.lock") => Self::Toml,
            _ => return None,
        })
    }
}

/// True if the file at `path` is prose with headings.
pub(super) fn is_prose(path: &Path) -> bool {
    Notation::from_path(path) == Some(Notation::Markdown)
}

/// The level of the heading at the start of `text`, from 1.
pub(super) fn level(text: &[u8]) -> usize {
    // A heading contains no blank line.
    let above_blank = text::lines(text).take_while(|line| !is_blank(line));
    let lines = Lines::new(&text[..above_blank.map(<[u8]>::len).sum()]);
    match headings(&lines).first() {
        Some(heading) if heading.first_line == 0 => heading.level,
        _ => 1,
    }
}

/// The sections of `text`, the file at `path`, in order.
///
/// # Errors
/// `BadRequest` for an unsupported format, and the errors of [`key::section_headings`].
pub(super) fn list(path: &Path, text: &[u8]) -> Result<Vec<NamedPlace>, Reason> {
    let lines = Lines::new(text);
    match Notation::from_path(path) {
        Some(Notation::Markdown) => Ok(markdown_sections(&lines)),
        Some(Notation::Toml) => Ok(toml_tables(&lines)),
        Some(Notation::Ini) => ini_tables(path, &lines),
        None => Err(Reason::no_sections()),
    }
}

/// The lines of a text, which this module names by their indices.
struct Lines<'t> {
    text: &'t [u8],
    spans: Vec<Span>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            spans: line_spans(text),
        }
    }

    fn content(&self, line: usize) -> &'t [u8] {
        &self.text[self.spans[line].range()]
    }

    /// The start of `line`, or the end of the text if there is no such line.
    fn start(&self, line: usize) -> usize {
        self.spans
            .get(line)
            .map_or(self.text.len(), |span| span.start())
    }

    /// The line with the byte at `offset`.
    fn line_at(&self, offset: usize) -> usize {
        self.spans.partition_point(|span| span.end() <= offset)
    }
}

/// The bounds of a section, as line indices.
struct SectionBounds {
    heading: usize,
    /// The first line below the heading.
    body: usize,
    /// The first line below the last continued value. Blank lines above it belong to the value. 0 if there is none.
    continued_end: usize,
    /// The first line below the section and the blank lines after it.
    end: usize,
}

impl SectionBounds {
    fn place(&self, lines: &Lines<'_>, spacing: Spacing) -> RegionPlace {
        let mut end = self.end.max(self.body);
        while end > self.body.max(self.continued_end) && is_blank(lines.content(end - 1)) {
            end -= 1;
        }
        let mut body = self.body;
        while body < end && is_blank(lines.content(body)) {
            body += 1;
        }
        let end_at = lines.start(end);
        let (start, body_start) = (lines.start(self.heading), lines.start(body));
        RegionPlace {
            lines: Span::of_len(start, end_at.saturating_sub(start)),
            body: Some(Span::of_len(body_start, end_at.saturating_sub(body_start))),
            spacing,
            name_if_shared: None,
        }
    }
}

/// A Markdown heading.
struct Heading {
    /// The index of the first line.
    first_line: usize,
    /// The index of the first line below.
    line_below: usize,
    /// From 1.
    level: usize,
    title: String,
}

fn markdown_sections(lines: &Lines<'_>) -> Vec<NamedPlace> {
    let headings = headings(lines);
    let mut enclosing: Vec<&Heading> = Vec::new();
    let mut sections = Vec::new();
    for (number, heading) in headings.iter().enumerate() {
        let mut later = headings[number + 1..].iter();
        let next = later.find(|next| next.level <= heading.level);
        enclosing.retain(|outer| outer.level < heading.level);
        enclosing.push(heading);
        let bounds = SectionBounds {
            heading: heading.first_line,
            body: heading.line_below,
            continued_end: 0,
            end: next.map_or(lines.spans.len(), |next| next.first_line),
        };
        sections.push(NamedPlace {
            kind: "heading",
            path: enclosing.iter().map(|outer| outer.title.clone()).collect(),
            separator: "/",
            place: bounds.place(lines, Spacing::Prose),
        });
    }
    sections
}

/// The top-level headings. Uses a parser, because headings inside lists, quotations, code and HTML do not count.
fn headings(lines: &Lines<'_>) -> Vec<Heading> {
    let text = lines.text;
    let start = lines.start(front_matter_len(lines));
    let readable = readable(&text[start..]);
    let notation = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(&readable, notation).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if depth == 0 => {
                let (from, to) = (start + range.start, start + range.end);
                let first_line = lines.line_at(from);
                // The parser treats a lone carriage return as a line ending, but this module does not.
                if is_blank(&text[lines.start(first_line)..from]) {
                    found.push(Heading {
                        first_line,
                        line_below: lines.spans.partition_point(|line| line.start() < to),
                        level: level as usize,
                        title: title(&text[from..to]),
                    });
                }
                depth += 1;
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    found
}

/// Replaces each invalid byte of `text` with `?`, so that offsets stay the same.
fn readable(text: &[u8]) -> String {
    let mut readable = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        readable.push_str(chunk.valid());
        readable.extend(chunk.invalid().iter().map(|_| '?'));
    }
    readable
}

/// The number of lines of the front matter between two `---` or `+++` lines.
fn front_matter_len(lines: &Lines<'_>) -> usize {
    let count = lines.spans.len();
    if count == 0 {
        return 0;
    }
    let fence = lines.content(0).trim_ascii_end();
    if fence != b"---" && fence != b"+++" {
        return 0;
    }
    match (1..count).find(|&line| lines.content(line).trim_ascii_end() == fence) {
        Some(last) => last + 1,
        None => 0,
    }
}

/// The title of a heading, without `#` characters around it or the line below it.
fn title(heading: &[u8]) -> String {
    let heading = String::from_utf8_lossy(heading);
    let heading = heading.trim();
    if !heading.starts_with('#') {
        let mut lines: Vec<&str> = heading.lines().map(str::trim).collect();
        lines.pop();
        return lines.join(" ");
    }
    let title = heading.trim_start_matches('#').trim();
    let kept = title.trim_end_matches('#');
    // Trailing `#` characters after a space are decoration.
    if kept.is_empty() || kept.ends_with([' ', '\t']) {
        return kept.trim_end().to_owned();
    }
    title.to_owned()
}

/// The title line of a table.
struct TableTitle {
    /// The index of the line.
    line: usize,
    path: Vec<String>,
    /// The index of the first line below the last continued value above the title. Such a value may end in a blank
    /// line or a comment. 0 if no value is continued, as in TOML.
    continued_end: usize,
    /// True for an element of a list of tables: the tables below its name are part of the element.
    is_element: bool,
}

impl TableTitle {
    fn contains(&self, later: &Self) -> bool {
        self.is_element && later.path.len() > self.path.len() && later.path.starts_with(&self.path)
    }

    /// The first line of the comment directly above the title, or the title's own line.
    fn line_with_comment(&self, lines: &Lines<'_>) -> usize {
        let mut first = self.line;
        while first > self.continued_end && is_comment(lines.content(first - 1)) {
            first -= 1;
        }
        first
    }
}

fn is_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii().first(), Some(b'#' | b';'))
}

/// The tables with `titles`. A table ends before the next one; a comment directly above a table is part of it.
/// `continued_end` is the first line below the last continued value of the text.
fn tables(lines: &Lines<'_>, titles: &[TableTitle], continued_end: usize) -> Vec<NamedPlace> {
    let mut tables = Vec::with_capacity(titles.len());
    for (number, title) in titles.iter().enumerate() {
        let later = &titles[number + 1..];
        let place_before = |next: Option<&TableTitle>| {
            let bounds = SectionBounds {
                heading: title.line,
                body: title.line + 1,
                continued_end: next.map_or(continued_end, |next| next.continued_end),
                end: next.map_or(lines.spans.len(), |next| next.line_with_comment(lines)),
            };
            bounds.place(lines, Spacing::Table)
        };
        // The body of an element ends before its first inner table.
        let whole = place_before(later.iter().find(|later| !title.contains(later)));
        let before_next = place_before(later.first());
        tables.push(NamedPlace {
            kind: "table",
            path: title.path.clone(),
            separator: ".",
            place: RegionPlace {
                lines: whole.lines,
                ..before_next
            },
        });
    }
    tables
}

fn ini_tables(path: &Path, lines: &Lines<'_>) -> Result<Vec<NamedPlace>, Reason> {
    let found = key::section_headings(path, lines.text)?;
    let mut titles = Vec::new();
    for heading in found.headings {
        let line = lines.line_at(heading.at);
        let text = &lines.text[heading.at..lines.spans[line].end()];
        if let Some(title) = ini_title(text.trim_ascii_end()) {
            titles.push(TableTitle {
                line,
                path: vec![title],
                continued_end: lines.line_at(heading.continued_end),
                is_element: false,
            });
        }
    }
    Ok(tables(lines, &titles, lines.line_at(found.continued_end)))
}

fn ini_title(line: &[u8]) -> Option<String> {
    let inner = line.strip_prefix(b"[")?;
    let end = memchr::memrchr(b']', inner)?;
    let title = inner[..end].trim_ascii();
    match inner[end + 1..].trim_ascii().first() {
        None | Some(b'#' | b';') if !title.is_empty() => {
            Some(String::from_utf8_lossy(title).into_owned())
        }
        _ => None,
    }
}

fn toml_tables(lines: &Lines<'_>) -> Vec<NamedPlace> {
    let body = text::without_bom(lines.text);
    let bom_len = lines.text.len() - body.len();
    let mut titles = Vec::new();
    for heading in key::toml_headings(&readable(body)) {
        titles.push(TableTitle {
            line: lines.line_at(bom_len + heading.start),
            path: heading.names,
            continued_end: 0,
            is_element: heading.is_element,
        });
    }
    tables(lines, &titles, 0)
}
