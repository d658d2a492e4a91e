//! The notations with an entry on each line, by their dialects: sections, entries, comments, and nothing else.

use super::dialect::{Continues, Dialect, Inline, Quoting, Sections};
use super::format::Unread;
use super::quoting;
use super::tree::{Builder, Closed, Id, Kind, Node, Part, ROOT, Tree};
use crate::text;

const BLANKS: [char; 4] = [' ', '\t', '\u{b}', '\u{c}'];

/// The tree of `text`: its entries before any section, then its sections.
///
/// # Errors
/// A line that is neither a section, an entry nor a comment of the dialect.
pub(super) fn read<'t>(dialect: &'static Dialect, text: &'t str) -> Result<Tree<'t>, Unread> {
    let root = Node::of_lines(0, Part::new(0, text.len()), Kind::Map);
    let mut reader = Reader {
        dialect,
        text,
        builder: Builder::new(text, root),
        section: ROOT,
        at: 0,
        column: None,
        bare: None,
    };
    while reader.at < text.len() {
        reader.line()?;
    }
    match reader.bare {
        // A list of words is not INI.
        Some(at) if dialect.quoting == Quoting::Plain && reader.section == ROOT => Err(neither(at)),
        _ => Ok(reader.builder.finish(ROOT)),
    }
}

fn neither(at: usize) -> Unread {
    Unread::at(at, "the line is neither a section, an entry nor a comment")
}

struct Reader<'t> {
    dialect: &'static Dialect,
    text: &'t str,
    builder: Builder<'t>,
    /// The section that is open; the root before any.
    section: Id,
    at: usize,
    /// The indentation of the last entry of the section.
    column: Option<usize>,
    /// The first name without a value.
    bare: Option<usize>,
}

/// The end of a value, and what ended it.
struct Scan {
    /// The end of the value, without the blanks behind it.
    end: usize,
    /// The end of its last line.
    line_end: usize,
    /// Comments or blank lines stand between its lines.
    has_gaps: bool,
    /// What makes it one that is not changed.
    closed: Option<Closed>,
}

impl<'t> Reader<'t> {
    fn line_end(&self, at: usize) -> usize {
        text::line_end(self.text.as_bytes(), at)
    }

    fn is_comment(&self, content: &str) -> bool {
        content.starts_with(|c| self.dialect.is_comment(c))
    }

    /// Reads what begins on the next line.
    fn line(&mut self) -> Result<(), Unread> {
        let line_end = self.line_end(self.at);
        let line = &self.text[self.at..line_end];
        let content = line.trim_start_matches(BLANKS);
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
        let column = start - text::line_start(self.text.as_bytes(), start);
        if self.dialect.continues == Continues::DeeperOrOdd
            && self.column.is_some_and(|above| column > above)
        {
            return Err(Unread::at(
                start,
                "the section is indented below an entry, which programs read differently",
            ));
        }
        let line_end = self.line_end(start);
        let line = self.text[start..line_end].trim_end();
        let end = match (self.dialect.quoting, self.dialect.name) {
            (Quoting::Git, _) => git_heading_end(line),
            // A pattern or a name may have brackets of its own.
            (_, "editorconfig" | "python") => line.rfind(']'),
            _ => line.find(']'),
        };
        let end = end.ok_or_else(|| Unread::at(start, "a heading is not closed"))?;
        let behind = line[end + 1..].trim_start();
        let has_entry = self.dialect.quoting == Quoting::Git && !behind.is_empty();
        if !behind.is_empty() && !behind.starts_with(['#', ';']) && !has_entry {
            return Err(Unread::at(start, "the heading has something behind it"));
        }
        let inner = line[1..end].trim();
        let at = start + 1 + line[1..end].len() - line[1..end].trim_start().len();
        let written = Part::new(at, at + inner.len());
        let heading_end = start + end + 1;
        let mut node = Node::of_lines(start, Part::new(start, heading_end), Kind::Map);
        node.key = written;
        node.tail = node.value.end;
        self.section = self.builder.add(ROOT, node);
        if self.dialect.quoting == Quoting::Git {
            self.builder
                .set_name(self.section, &quoting::git_section(inner));
        }
        self.column = None;
        self.at = line_end;
        if has_entry && !self.is_comment(behind) {
            self.at = start + line.len() - behind.len();
        }
        Ok(())
    }

    fn entry(&mut self, start: usize) -> Result<(), Unread> {
        let line_end = self.line_end(start);
        let body = self.text[start..line_end].trim_end_matches(['\r', '\n']);
        let column = start - text::line_start(self.text.as_bytes(), start);
        self.column = Some(column);
        let Some(sign) = self.sign(body) else {
            return self.bare(start, body.trim_end(), line_end);
        };
        let key = body[..sign].trim_end_matches(BLANKS);
        if !self.is_name(key) {
            return Err(neither(start));
        }
        let from = start + self.value_start(body, sign);
        let scan = self.scan(from, column)?;
        let value = Part::new(from, scan.end);
        let written = Part::new(start, start + key.len());
        let mut node = Node::new(start, value, Kind::Text);
        node.key = written;
        let bare_name = match self.dialect.quoting {
            Quoting::Shell => key
                .strip_prefix("export")
                .filter(|name| name.starts_with(BLANKS)),
            _ => None,
        };
        let name = quoting::read_name(
            self.dialect,
            bare_name.unwrap_or(key).trim_start_matches(BLANKS),
        );
        let raw: &'t str = &self.text[value.range()];
        let closed = match scan.closed {
            None if scan.has_gaps => Some(Closed::Gaps),
            closed => closed,
        };
        let said = quoting::read(self.dialect, raw);
        match (closed, &said) {
            (None, Some(_)) => {}
            (None, None) if self.dialect.quoting == Quoting::Git => {
                return Err(Unread::at(
                    start,
                    "the value has a quote or an escape that git does not read",
                ));
            }
            (closed, _) => node.kind = Kind::Closed(closed.unwrap_or(Closed::Escape)),
        }
        let is_text = node.kind == Kind::Text;
        let id = self.add(node);
        self.builder.set_name(id, &name);
        if let Some(said) = said.filter(|_| is_text) {
            self.builder.set_said(id, &said);
        }
        self.at = scan.line_end;
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

    /// The place of the sign between name and value; `None` for a name alone.
    fn sign(&self, body: &str) -> Option<usize> {
        let is_java = self.dialect.quoting == Quoting::Java;
        let comments = match self.dialect.inline {
            Inline::Anywhere(comments) => comments,
            _ => "",
        };
        let mut is_escaped = false;
        for (at, c) in body.char_indices() {
            if is_escaped {
                is_escaped = false;
            } else if is_java && c == '\\' {
                is_escaped = true;
            } else if self.dialect.signs.contains(c) {
                return Some(at);
            } else if comments.contains(c) {
                return None;
            }
        }
        is_java.then_some(body.len())
    }

    /// The start of the value in `body`, whose sign is at `sign`.
    fn value_start(&self, body: &str, sign: usize) -> usize {
        let rest = match self.dialect.quoting {
            // A blank alone separates too.
            Quoting::Java | Quoting::Postgres => {
                let rest = body[sign..].trim_start_matches(BLANKS);
                let signs: &[char] = if self.dialect.quoting == Quoting::Java {
                    &['=', ':']
                } else {
                    &['=']
                };
                rest.strip_prefix(signs).unwrap_or(rest)
            }
            _ => &body[sign + 1..],
        };
        let value = rest.trim_start_matches(BLANKS);
        let is_empty = value.is_empty() || self.is_comment(value);
        if is_empty && self.dialect.quoting == Quoting::Shell {
            return body.len() - rest.len();
        }
        body.len() - value.len()
    }

    /// True if `key` can be a name; in plain INI, a name that no other kind of file has on a line with a sign.
    fn is_name(&self, key: &str) -> bool {
        match self.dialect.quoting {
            Quoting::Java => true,
            Quoting::Git => quoting::is_git_name(key),
            Quoting::Postgres | Quoting::Shell => {
                let is_fit = |c: char| c.is_ascii_alphanumeric() || " _.-".contains(c);
                !key.is_empty() && key.chars().all(is_fit)
            }
            Quoting::Plain => {
                let has_blanks = self.section == ROOT && key.contains([' ', '\t']);
                !key.is_empty()
                    && !key.contains(['"', '\'', '{', '}', '<', '>', '(', ')', ';', '#'])
                    && !has_blanks
            }
            _ => !key.is_empty(),
        }
    }

    /// A name without a value.
    fn bare(&mut self, start: usize, body: &str, line_end: usize) -> Result<(), Unread> {
        let is_word = |c: char| c.is_alphanumeric() || "_.-".contains(c);
        let is_include = self.dialect.quoting == Quoting::MySql && body.starts_with('!');
        let word = match self.dialect.inline {
            Inline::Anywhere(comments) => body
                .split(|c| comments.contains(c))
                .next()
                .unwrap_or(body)
                .trim_end(),
            _ => body,
        };
        if !self.dialect.bare || !is_include && !word.chars().all(is_word) {
            return Err(neither(start));
        }
        self.bare.get_or_insert(start);
        let end = start + word.len();
        let closed = if is_include {
            Closed::Words
        } else {
            Closed::NoValue
        };
        let mut node = Node::new(start, Part::new(end, end), Kind::Closed(closed));
        node.key = Part::new(start, end);
        self.add(node);
        self.at = line_end;
        Ok(())
    }

    /// Finds the end of the value that begins at `from`, of an entry indented by `column`.
    fn scan(&self, from: usize, column: usize) -> Result<Scan, Unread> {
        let mut scan = match self.dialect.continues {
            Continues::Deeper | Continues::DeeperOrOdd => self.scan_deeper(from, column)?,
            _ => self.scan_quoted(from)?,
        };
        let behind_sign = &self.text[from.saturating_sub(1)..scan.end];
        let disputed = match self.dialect.inline {
            Inline::Disputed(signs) => comment_sign(behind_sign, signs).is_some(),
            Inline::DisputedAnywhere(signs) => {
                self.text[from..scan.end].contains(|c| signs.contains(c))
            }
            Inline::AfterBlank(signs) if self.dialect.continues == Continues::Deeper => {
                let comment = comment_sign(behind_sign, signs);
                if let Some(at) = comment.filter(|_| !behind_sign.contains('\n')) {
                    scan.end =
                        from.max(from.saturating_sub(1) + behind_sign[..at].trim_end().len());
                }
                behind_sign.contains('\n') && comment.is_some()
            }
            _ => false,
        };
        if disputed {
            scan.closed = Some(Closed::Comment);
        }
        Ok(scan)
    }

    /// A value that goes on in deeper lines.
    fn scan_deeper(&self, from: usize, column: usize) -> Result<Scan, Unread> {
        let mut line_end = self.line_end(from.saturating_sub(1));
        if from >= line_end {
            line_end = from;
        }
        let mut scan = Scan {
            end: from + self.text[from..line_end].trim_end().len(),
            line_end,
            has_gaps: false,
            closed: None,
        };
        let mut at = line_end;
        let mut is_behind_gap = false;
        while at < self.text.len() {
            let end = self.line_end(at);
            let line = &self.text[at..end];
            let content = line.trim_start();
            // Blank lines and comments end no value if deeper lines follow.
            if content.is_empty() || self.is_comment(content) {
                is_behind_gap = true;
                at = end;
                continue;
            }
            if line.len() - content.len() <= column {
                break;
            }
            let content = content.trim_end();
            if self.dialect.continues == Continues::DeeperOrOdd && looks_like_entry(content) {
                let problem =
                    "the line is indented below an entry, which programs read differently";
                return Err(Unread::at(at, problem));
            }
            scan.has_gaps |= is_behind_gap;
            scan.end = at + line.trim_end().len();
            (scan.line_end, at) = (end, end);
        }
        Ok(scan)
    }

    /// All that is on the line of a value of npm, if it is between quotes: a comment behind them would be a part of it.
    fn scan_quoted_line(&self, from: usize) -> Option<Scan> {
        let line_end = self.line_end(from).max(from);
        let raw = self.text[from..line_end].trim_end();
        let is_quoted = |quote| raw.len() > 1 && raw.starts_with(quote) && raw.ends_with(quote);
        if self.dialect.quoting != Quoting::Npm || !is_quoted('"') && !is_quoted('\'') {
            return None;
        }
        Some(Scan {
            end: from + raw.len(),
            line_end,
            has_gaps: false,
            closed: None,
        })
    }

    /// A value that ends with its line, unless a backslash or a quote carries it on.
    fn scan_quoted(&self, from: usize) -> Result<Scan, Unread> {
        if let Some(scan) = self.scan_quoted_line(from) {
            return Ok(scan);
        }
        let quoting = self.dialect.quoting;
        let bytes = self.text.as_bytes();
        let goes_on = self.dialect.continues == Continues::Backslash;
        let mut quote = None;
        // Where the last quote was closed.
        let mut closed_at = None;
        let mut has_gaps = false;
        let mut end = self.text.len();
        let mut has_comment = false;
        let mut letters = self.text[from..].char_indices().peekable();
        while let Some((offset, c)) = letters.next() {
            let at = from + offset;
            if c == '\\' && (goes_on || quoting::has_escapes(quoting, quote)) {
                let newline =
                    bytes[at + 1..].starts_with(b"\n") || bytes[at + 1..].starts_with(b"\r\n");
                if newline && !goes_on && quote.is_none() {
                    continue;
                }
                if letters.next_if(|&(_, c)| c == '\r').is_some() {
                    letters.next_if(|&(_, c)| c == '\n');
                } else {
                    letters.next();
                }
                if newline && goes_on {
                    has_gaps |= self.skip_comments(from, &mut letters);
                }
                continue;
            }
            if c == '\n' && quote.is_none_or(|_| self.dialect.continues != Continues::Quotes) {
                end = at;
                break;
            }
            if let Some(open) = quote {
                if c == open {
                    quote = None;
                    closed_at = Some(at + 1);
                }
                continue;
            }
            let is_comment = match self.dialect.inline {
                Inline::Anywhere(signs) => signs.contains(c),
                Inline::AfterBlank(signs) => {
                    signs.contains(c) && (at == from || self.text[..at].ends_with(BLANKS))
                }
                _ => false,
            };
            if is_comment {
                (end, has_comment) = (at, true);
                break;
            }
            if quoting::opens(quoting, c, at == from) {
                quote = Some(c);
            }
        }
        if quote.is_some() && matches!(quoting, Quoting::Shell | Quoting::Git | Quoting::Postgres) {
            return Err(Unread::at(from, "a quote is not closed"));
        }
        let line_end = if has_comment {
            self.line_end(end)
        } else {
            self.line_end(end.min(self.text.len()))
        };
        let raw = &self.text[from..end];
        let raw = match quoting {
            Quoting::Java => raw.trim_end_matches('\r'),
            _ => raw.trim_end_matches(['\r', ' ', '\t', '\u{b}', '\u{c}']),
        };
        let end = from + raw.len();
        let is_cut = quoting == Quoting::Shell
            && raw.starts_with(['"', '\'', '`'])
            && closed_at != Some(end);
        let has_words =
            is_cut || quoting == Quoting::Shell && raw.starts_with('"') && raw.contains('\r');
        Ok(Scan {
            end,
            line_end,
            has_gaps,
            closed: has_words.then_some(Closed::Words),
        })
    }

    /// Skips the comments that a value goes on below; true if there are any.
    fn skip_comments(
        &self,
        from: usize,
        letters: &mut std::iter::Peekable<std::str::CharIndices<'_>>,
    ) -> bool {
        let mut has_any = false;
        while let Some(&(offset, _)) = letters.peek() {
            let at = from + offset;
            let content = self.text[at..].trim_start_matches(BLANKS);
            if self.dialect.quoting != Quoting::None || !self.is_comment(content) {
                break;
            }
            has_any = true;
            let end = self.line_end(at);
            while letters
                .next_if(|&(offset, _)| from + offset < end)
                .is_some()
            {}
        }
        has_any
    }
}

/// The place of one of `signs` at the start of `text` or behind a blank.
pub(super) fn comment_sign(text: &str, signs: &str) -> Option<usize> {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if signs.contains(c) && before.is_whitespace() {
            return Some(at);
        }
        before = c;
    }
    None
}

/// True if other programs take the indented line for an entry or a section.
pub(super) fn looks_like_entry(line: &str) -> bool {
    line.starts_with('[') || line.contains('=') || line.contains(": ") || line.ends_with(':')
}

/// The closing bracket of a heading of git, whose second name is in quotes.
fn git_heading_end(line: &str) -> Option<usize> {
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
