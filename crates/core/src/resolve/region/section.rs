//! Sections: headings of Markdown with the text below them, and the tables of TOML and INI files.

use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::{NamedPlace, RegionPlace, Spacing, is_blank, line_spans};
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
    let text = &text[..above_blank.map(<[u8]>::len).sum()];
    let headings = headings(text, &line_spans(text));
    let first = headings.first().filter(|heading| heading.first == 0);
    first.map_or(1, |heading| heading.level)
}

/// The sections of `text`, the file at `path`, in order.
///
/// # Errors
/// `BadRequest` for an unsupported format, and the errors of [`key::section_headings`].
pub(super) fn list(path: &Path, text: &[u8]) -> Result<Vec<NamedPlace>, Reason> {
    let lines = line_spans(text);
    match Notation::from_path(path) {
        Some(Notation::Markdown) => Ok(markdown(text, &lines)),
        Some(Notation::Toml) => Ok(tables(text, &lines, &toml_titles(text, &lines), 0)),
        Some(Notation::Ini) => ini_tables(path, text, &lines),
        None => Err(Reason::no_sections()),
    }
}

/// A heading: the numbers of its first line and of the first line below it, its level from 1, and its title.
struct Heading {
    first: usize,
    below: usize,
    level: usize,
    title: String,
}

fn markdown(text: &[u8], lines: &[Span]) -> Vec<NamedPlace> {
    let headings = headings(text, lines);
    let mut above: Vec<(usize, String)> = Vec::new();
    let mut places = Vec::new();
    for (number, heading) in headings.iter().enumerate() {
        let later = &headings[number + 1..];
        let next = later.iter().find(|next| next.level <= heading.level);
        let end = next.map_or(lines.len(), |next| next.first);
        above.retain(|(level, _)| *level < heading.level);
        above.push((heading.level, heading.title.clone()));
        places.push(NamedPlace {
            kind: "heading",
            path: above.iter().map(|(_, title)| title.clone()).collect(),
            separator: "/",
            place: place(
                text,
                lines,
                (heading.first, heading.below, heading.below, end),
                Spacing::Prose,
            ),
        });
    }
    places
}

/// The location of a section. Its heading begins at line `first` and ends before `inside`, its values end before
/// `values_end` or earlier, and the next section begins at `end`. Excludes blank lines after the values.
fn place(
    text: &[u8],
    lines: &[Span],
    (first, inside, values_end, end): (usize, usize, usize, usize),
    spacing: Spacing,
) -> RegionPlace {
    let mut section_end = end.max(inside);
    while section_end > inside.max(values_end) && is_blank(&text[lines[section_end - 1].range()]) {
        section_end -= 1;
    }
    let mut body_start = inside;
    while body_start < section_end && is_blank(&text[lines[body_start].range()]) {
        body_start += 1;
    }
    let start_of = |line: usize| lines.get(line).map_or(text.len(), |line| line.start());
    let end = start_of(section_end);
    let up_to_end = |start: usize| Span::of_len(start, end.saturating_sub(start));
    RegionPlace {
        lines: up_to_end(start_of(first)),
        inside: Some(up_to_end(start_of(body_start))),
        spacing,
        shares: None,
    }
}

/// The top-level headings. Uses a parser, because headings inside lists, quotations, code and HTML do not count.
fn headings(text: &[u8], lines: &[Span]) -> Vec<Heading> {
    let content = lines.get(front_matter(text, lines)..).unwrap_or_default();
    let Some(start) = content.first().map(|line| line.start()) else {
        return Vec::new();
    };
    let readable = readable(&text[start..]);
    let notation = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(&readable, notation).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if depth == 0 => {
                let (from, to) = (start + range.start, start + range.end);
                let first = lines.partition_point(|line| line.start() <= from) - 1;
                // The parser treats a lone carriage return as a line ending, but this module does not.
                if is_blank(&text[lines[first].start()..from]) {
                    found.push(Heading {
                        first,
                        below: lines.partition_point(|line| line.start() < to),
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
fn front_matter(text: &[u8], lines: &[Span]) -> usize {
    let content = |line: &Span| text[line.range()].trim_ascii_end();
    let Some(mark) = lines.first().map(content) else {
        return 0;
    };
    if mark != b"---" && mark != b"+++" {
        return 0;
    }
    let inside = lines[1..].iter().position(|line| content(line) == mark);
    inside.map_or(0, |inside| inside + 2)
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

/// The first line of a table.
struct TableTitle {
    /// The index of the line.
    line: usize,
    path: Vec<String>,
    /// The index of the first line below the last continued value above the table. Such a value may end in a blank
    /// line or a comment.
    above: usize,
    /// True for an element of a list of tables: the tables below its name are part of the element.
    is_element: bool,
}

impl TableTitle {
    fn contains(&self, later: &Self) -> bool {
        self.is_element && later.path.len() > self.path.len() && later.path.starts_with(&self.path)
    }
}

/// The tables that begin at `titles`. A table ends before the next one; a comment directly above a table is part of it.
/// The last value ends before line `values_end` or earlier.
fn tables(
    text: &[u8],
    lines: &[Span],
    titles: &[TableTitle],
    values_end: usize,
) -> Vec<NamedPlace> {
    let mut tables = Vec::with_capacity(titles.len());
    for (number, title) in titles.iter().enumerate() {
        let later = &titles[number + 1..];
        let after_element = later.iter().find(|later| !title.contains(later));
        let place_up_to = |next: Option<&TableTitle>| {
            let inside = title.line + 1;
            let (values_end, end) = match next {
                Some(next) => (next.above, start_with_comment(text, lines, next)),
                None => (values_end, lines.len()),
            };
            let bounds = (title.line, inside, values_end, end);
            place(text, lines, bounds, Spacing::Table)
        };
        tables.push(NamedPlace {
            kind: "table",
            path: title.path.clone(),
            separator: ".",
            place: RegionPlace {
                lines: place_up_to(after_element).lines,
                ..place_up_to(later.first())
            },
        });
    }
    tables
}

/// The first line of the comment directly above a table, or of the table.
fn start_with_comment(text: &[u8], lines: &[Span], title: &TableTitle) -> usize {
    let mut start = title.line;
    while start > title.above && is_comment(&text[lines[start - 1].range()]) {
        start -= 1;
    }
    start
}

fn is_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii().first(), Some(b'#' | b';'))
}

fn ini_tables(path: &Path, text: &[u8], lines: &[Span]) -> Result<Vec<NamedPlace>, Reason> {
    let line_of = |at: usize| lines.partition_point(|line| line.end() <= at);
    let (headings, continued_end) = key::section_headings(path, text)?;
    let mut titles = Vec::new();
    for heading in headings {
        let number = line_of(heading.at);
        let line = &text[heading.at..lines[number].end()];
        if let Some(title) = ini_title(line.trim_ascii_end()) {
            titles.push(TableTitle {
                line: number,
                path: vec![title],
                above: line_of(heading.continued_end),
                is_element: false,
            });
        }
    }
    Ok(tables(text, lines, &titles, line_of(continued_end)))
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

fn toml_titles(text: &[u8], lines: &[Span]) -> Vec<TableTitle> {
    let body = text::without_bom(text);
    let bom_len = text.len() - body.len();
    let mut titles = Vec::new();
    for heading in key::toml_headings(&readable(body)) {
        let start = bom_len + heading.start;
        titles.push(TableTitle {
            line: lines.partition_point(|line| line.end() <= start),
            path: heading.names,
            above: 0,
            is_element: heading.is_element,
        });
    }
    titles
}
