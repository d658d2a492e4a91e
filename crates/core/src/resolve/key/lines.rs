//! Parses line-based formats according to their dialect: sections, entries, comments, and nothing else.

use super::dialect::{BLANKS, Continues, Dialect, Quoting, Sections};
use super::quoting;
use super::scan;
use super::tree::{Builder, Closed, Id, Kind, Node, ROOT, TextRange, Tree, Unread, offset};
use crate::text;

/// Parses `text`: entries before the first section, then sections.
///
/// # Errors
/// A line that is not a section, entry or comment of the dialect, or the first bare carriage return.
pub(super) fn read<'t>(dialect: &'static Dialect, text: &'t str) -> Result<Tree<'t>, Unread> {
    check_line_endings(text)?;
    let mut reader = Reader::new(dialect, text);
    while reader.at < text.len() {
        reader.line()?;
    }
    match reader.first_missing_value {
        // A plain list of words is not INI.
        Some(at) if dialect.quoting == Quoting::Plain && reader.section == ROOT => {
            Err(unknown_line(at))
        }
        _ => Ok(reader.builder.finish(ROOT)),
    }
}

/// A heading of a section.
pub(in crate::resolve) struct HeadingStart {
    pub at: usize,
    /// The end of the last value above that a backslash continues, 0 if there is none.
    pub continued_end: usize,
}

/// The headings of a text.
#[derive(Default)]
pub(in crate::resolve) struct SectionHeadings {
    pub headings: Vec<HeadingStart>,
    /// The end of the last value that a backslash continues, 0 if there is none.
    pub continued_end: usize,
}

/// All headings in `text`. Ignores other invalid lines.
///
/// # Errors
/// An indented line that some programs read as a heading and others as part of the value above, a value that a
/// backslash continues after the last line, or the first bare carriage return.
pub(super) fn headings(dialect: &'static Dialect, text: &str) -> Result<SectionHeadings, Unread> {
    check_line_endings(text)?;
    let mut reader = Reader::new(dialect, text);
    let mut found = SectionHeadings::default();
    while reader.at < text.len() {
        let line_end = reader.line_end(reader.at);
        let content = text[reader.at..line_end].trim_start_matches(BLANKS);
        if content.starts_with('[') {
            found.headings.push(HeadingStart {
                at: line_end - content.len(),
                continued_end: found.continued_end,
            });
        }
        match reader.line() {
            Err(fault) if fault.problem == INDENTED => return Err(fault),
            Err(_) => reader.at = line_end,
            Ok(()) if dialect.continues == Continues::Backslash && reader.at > line_end => {
                found.continued_end = reader.at;
            }
            Ok(()) => {}
        }
    }
    if reader.is_unfinished {
        let problem = "a backslash continues the last value, but there is no line after it";
        return Err(Unread::at(text.len() - 1, problem));
    }
    Ok(found)
}

/// # Errors
/// The first bare carriage return of `text`. Java and Python end the line there, so an edit of the line would include
/// the entries after it.
pub(super) fn check_line_endings(text: &str) -> Result<(), Unread> {
    for (at, _) in text.match_indices('\r') {
        if !text[at..].starts_with("\r\n") {
            let problem = "a bare carriage return, which only some programs read as a line ending";
            return Err(Unread::at(at, problem));
        }
    }
    Ok(())
}

const INDENTED: &str = "the section is indented below an entry, which programs read differently";

fn unknown_line(at: usize) -> Unread {
    Unread::at(at, "the line is not a section, an entry or a comment")
}

struct Reader<'t> {
    dialect: &'static Dialect,
    text: &'t str,
    builder: Builder<'t>,
    /// The current section, or the root before the first section.
    section: Id,
    at: usize,
    /// The indentation of the last entry in the section.
    column: Option<usize>,
    /// The offset of the first name without a value.
    first_missing_value: Option<usize>,
    /// True if the last value would continue in another line.
    is_unfinished: bool,
}

impl<'t> Reader<'t> {
    fn new(dialect: &'static Dialect, text: &'t str) -> Self {
        let root = Node::of_lines(0, TextRange::new(0, text.len()), Kind::Map);
        Self {
            dialect,
            text,
            builder: Builder::new(text, root),
            section: ROOT,
            at: 0,
            column: None,
            first_missing_value: None,
            is_unfinished: false,
        }
    }

    fn line_end(&self, at: usize) -> usize {
        text::line_end(self.text.as_bytes(), at)
    }

    fn column_of(&self, at: usize) -> usize {
        at - text::line_start(self.text.as_bytes(), at)
    }

    fn is_comment(&self, content: &str) -> bool {
        content.starts_with(|c| self.dialect.is_comment(c))
    }

    /// Reads the next line, with the continuation lines of its value.
    fn line(&mut self) -> Result<(), Unread> {
        let line_end = self.line_end(self.at);
        let content = self.text[self.at..line_end].trim_start_matches(BLANKS);
        let start = line_end - content.len();
        if content.trim_end_matches(['\r', '\n']).is_empty() || self.is_comment(content) {
            self.at = line_end;
            return Ok(());
        }
        if content.starts_with('[') && self.dialect.sections != Sections::None {
            return self.heading(start);
        }
        self.entry(start)
    }

    fn heading(&mut self, start: usize) -> Result<(), Unread> {
        if self.dialect.continues == Continues::DeeperOrOdd
            && let Some(column) = self.column
            && self.column_of(start) > column
        {
            return Err(Unread::at(start, INDENTED));
        }
        let line_end = self.line_end(start);
        let line = self.text[start..line_end].trim_end();
        let Some(bracket) = self.closing_bracket(line) else {
            return Err(Unread::at(start, "a heading is not closed"));
        };
        let is_git = self.dialect.quoting == Quoting::Git;
        let rest = line[bracket + 1..].trim_start();
        let has_entry = !rest.is_empty() && !rest.starts_with(['#', ';']);
        if has_entry && !is_git {
            return Err(Unread::at(start, "the heading is followed by other text"));
        }
        let padded_name = line[1..bracket].trim_start();
        let name = padded_name.trim_end();
        let name_start = start + bracket - padded_name.len();
        let mut node = Node::of_lines(start, TextRange::new(start, start + bracket + 1), Kind::Map);
        node.key = TextRange::new(name_start, name_start + name.len());
        node.tail = node.value.end;
        self.section = self.builder.add(ROOT, node);
        if is_git {
            let name = scan::decode_git_section(name);
            self.builder.set_name(self.section, &name);
        }
        self.column = None;
        self.at = if has_entry {
            start + line.len() - rest.len()
        } else {
            line_end
        };
        Ok(())
    }

    /// The offset of the bracket that closes the heading `line`.
    fn closing_bracket(&self, line: &str) -> Option<usize> {
        match self.dialect.name {
            "git" => git_closing_bracket(line),
            // Their names may contain brackets.
            "editorconfig" => line.rfind(']'),
            _ if self.dialect.continues == Continues::Deeper => line.rfind(']'),
            _ => line.find(']'),
        }
    }

    fn entry(&mut self, start: usize) -> Result<(), Unread> {
        let line_end = self.line_end(start);
        let body = self.text[start..line_end].trim_end_matches(['\r', '\n']);
        let column = self.column_of(start);
        self.column = Some(column);
        let Some(separator) = self.separator_at(body) else {
            return self.name_only(start, body.trim_end(), line_end);
        };
        let key = body[..separator].trim_end_matches(BLANKS);
        if !self.is_name(key) {
            return Err(unknown_line(start));
        }
        let from = start + self.value_start(body, separator);
        let scan = scan::scan(self.dialect, self.text, from, column)?;
        self.is_unfinished = scan.is_unfinished;
        if scan.closed == Some(Closed::Indented) {
            return self.close_section(start);
        }
        let raw: &'t str = &self.text[from..scan.end];
        let value = scan::decode_value(self.dialect, raw);
        let closed = match (self.dialect.quoting, &value) {
            // npm reads the name as a section.
            (Quoting::Npm, _) if raw == "null" && key.contains('.') => Some(Closed::Words),
            (Quoting::Git, None) if scan.closed.is_none() => {
                let problem = "the value has a quote or an escape that git does not read";
                return Err(Unread::at(start, problem));
            }
            (_, None) => scan.closed.or(Some(Closed::Escape)),
            (_, Some(_)) => scan.closed,
        };
        let kind = closed.map_or(Kind::Text, Kind::Closed);
        let mut node = Node::new(start, TextRange::new(from, scan.end), kind);
        node.key = TextRange::new(start, start + key.len());
        let id = self.add(node);
        let name = scan::decode_name(self.dialect, key);
        self.builder.set_name(id, &name);
        if let Some(value) = value {
            self.builder.set_value(id, &value);
        }
        self.at = scan.line_end;
        Ok(())
    }

    /// Marks a section as closed. Other programs read a line of its entry at `start` as a separate entry.
    fn close_section(&mut self, start: usize) -> Result<(), Unread> {
        if self.section == ROOT {
            let problem = "a line below it is indented, which programs read differently";
            return Err(Unread::at(start, problem));
        }
        let rest = &self.text[start..];
        let len = rest.find("\n[").map_or(rest.len(), |at| at + 1);
        if rest[..len]
            .lines()
            .any(|line| line.trim_start().starts_with('['))
        {
            return Err(Unread::at(start, INDENTED));
        }
        let node = self.builder.node(self.section);
        node.kind = Kind::Closed(Closed::Indented);
        node.value.end = offset(start + rest[..len].trim_end().len());
        self.at = start + len;
        Ok(())
    }

    fn add(&mut self, node: Node) -> Id {
        let id = self.builder.add(self.section, node);
        let section = self.builder.node(self.section);
        section.tail = node.value.end;
        if self.section != ROOT {
            section.value.end = node.value.end;
        }
        id
    }

    /// The offset of the separator between name and value. `None` for a name without a value.
    fn separator_at(&self, body: &str) -> Option<usize> {
        let is_java = self.dialect.quoting == Quoting::Java;
        let mut is_escaped = false;
        for (at, c) in body.char_indices() {
            if is_escaped {
                is_escaped = false;
            } else if is_java && c == '\\' {
                is_escaped = true;
            } else if self.dialect.separators.contains(c) {
                return Some(at);
            } else if self.dialect.is_inline_comment(c) {
                return None;
            }
        }
        if is_java { Some(body.len()) } else { None }
    }

    /// The start of the value in `body`, whose separator is at `separator`.
    fn value_start(&self, body: &str, separator: usize) -> usize {
        let mut rest = &body[separator..];
        if self.dialect.separators.contains(' ') {
            // After a space as separator, another separator is not part of the value.
            rest = rest.trim_start_matches(BLANKS);
            rest = rest
                .strip_prefix(|c| self.dialect.separators.contains(c) && !BLANKS.contains(&c))
                .unwrap_or(rest);
        } else {
            rest = &rest[1..];
        }
        let value = rest.trim_start_matches(BLANKS);
        let is_empty = value.is_empty() || self.is_comment(value);
        if is_empty && self.dialect.quoting == Quoting::Shell {
            return body.len() - rest.len();
        }
        body.len() - value.len()
    }

    /// True if `key` can be a name. Plain INI excludes names that may precede a separator in files of other formats.
    fn is_name(&self, key: &str) -> bool {
        match self.dialect.quoting {
            Quoting::Java => true,
            Quoting::Git => quoting::is_git_name(key),
            Quoting::Postgres | Quoting::Shell => {
                !key.is_empty()
                    && !key.contains(|c: char| !c.is_ascii_alphanumeric() && !" _.-".contains(c))
            }
            Quoting::Plain => {
                !key.is_empty()
                    && !key.contains(['"', '\'', '{', '}', '<', '>', '(', ')', ';', '#'])
                    && (self.section != ROOT || !key.contains([' ', '\t']))
            }
            _ => !key.is_empty(),
        }
    }

    /// Reads a name without a value.
    fn name_only(&mut self, start: usize, body: &str, line_end: usize) -> Result<(), Unread> {
        let comment = body.find(|c| self.dialect.is_inline_comment(c));
        let word = body[..comment.unwrap_or(body.len())].trim_end();
        let is_include = self.dialect.quoting == Quoting::MySql && body.starts_with('!');
        let is_odd = word.contains(|c: char| !c.is_alphanumeric() && !"_.-".contains(c));
        if !self.dialect.allows_missing_values || is_odd && !is_include {
            return Err(unknown_line(start));
        }
        self.first_missing_value.get_or_insert(start);
        let closed = if is_include {
            Closed::Words
        } else {
            Closed::NoValue
        };
        let end = start + word.len();
        let mut node = Node::new(start, TextRange::new(end, end), Kind::Closed(closed));
        node.key = TextRange::new(start, end);
        self.add(node);
        self.at = line_end;
        Ok(())
    }
}

/// The closing bracket of a heading of git, whose second name is in quotes.
fn git_closing_bracket(line: &str) -> Option<usize> {
    let mut is_quoted = false;
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            ']' if !is_quoted => return Some(at),
            _ => {}
        }
    }
    None
}
