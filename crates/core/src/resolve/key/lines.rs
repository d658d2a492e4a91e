//! The notations with an entry on each line, by their dialects: sections, entries, comments, and nothing else.

use std::iter::Peekable;
use std::str::CharIndices;

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

fn indented(at: usize, what: &str) -> Unread {
    let problem = format!("the {what} is indented below an entry, which programs read differently");
    Unread::at(at, &problem)
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

/// The end of a value.
struct Scan {
    /// The end of the value, without the white space behind it.
    end: usize,
    /// The end of its last line.
    line_end: usize,
    /// The reason why it is not changed.
    closed: Option<Closed>,
}

impl<'t> Reader<'t> {
    fn line_end(&self, at: usize) -> usize {
        text::line_end(self.text.as_bytes(), at)
    }

    fn column_of(&self, at: usize) -> usize {
        at - text::line_start(self.text.as_bytes(), at)
    }

    fn is_comment(&self, content: &str) -> bool {
        content.starts_with(|c| self.dialect.is_comment(c))
    }

    /// Reads the next line, with those that its value goes on in.
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
        let is_deeper = self
            .column
            .is_some_and(|above| self.column_of(start) > above);
        if is_deeper && self.dialect.continues == Continues::DeeperOrOdd {
            return Err(indented(start, "section"));
        }
        let line_end = self.line_end(start);
        let line = self.text[start..line_end].trim_end();
        let is_git = self.dialect.quoting == Quoting::Git;
        let bracket = match self.dialect.name {
            _ if is_git => git_heading_end(line),
            // A pattern or a name may have brackets of its own.
            "editorconfig" | "python" => line.rfind(']'),
            _ => line.find(']'),
        };
        let Some(end) = bracket else {
            return Err(Unread::at(start, "a heading is not closed"));
        };
        let behind = line[end + 1..].trim_start();
        if !behind.is_empty() && !behind.starts_with(['#', ';']) && !is_git {
            return Err(Unread::at(start, "the heading has something behind it"));
        }
        let name = line[1..end].trim();
        let name_start = start + end - line[1..end].trim_start().len();
        let heading_end = start + end + 1;
        let mut node = Node::of_lines(start, Part::new(start, heading_end), Kind::Map);
        node.key = Part::new(name_start, name_start + name.len());
        node.tail = node.value.end;
        self.section = self.builder.add(ROOT, node);
        if is_git {
            let said = quoting::git_section(name);
            self.builder.set_name(self.section, &said);
        }
        self.column = None;
        self.at = line_end;
        if is_git && !behind.is_empty() && !self.is_comment(behind) {
            // An entry stands on the same line.
            self.at = start + line.len() - behind.len();
        }
        Ok(())
    }

    fn entry(&mut self, start: usize) -> Result<(), Unread> {
        let line_end = self.line_end(start);
        let body = self.text[start..line_end].trim_end_matches(['\r', '\n']);
        let column = self.column_of(start);
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
        let raw: &'t str = &self.text[from..scan.end];
        let said = quoting::read(self.dialect, raw);
        if said.is_none() && scan.closed.is_none() && self.dialect.quoting == Quoting::Git {
            let problem = "the value has a quote or an escape that git does not read";
            return Err(Unread::at(start, problem));
        }
        let mut node = Node::new(start, Part::new(from, scan.end), Kind::Text);
        node.key = Part::new(start, start + key.len());
        if scan.closed.is_some() || said.is_none() {
            node.kind = Kind::Closed(scan.closed.unwrap_or(Closed::Escape));
        }
        let id = self.add(node);
        let mut name = key;
        if let Some(exported) = key.strip_prefix("export")
            && self.dialect.quoting == Quoting::Shell
            && exported.starts_with(BLANKS)
        {
            name = exported.trim_start_matches(BLANKS);
        }
        let name = quoting::read_name(self.dialect, name);
        self.builder.set_name(id, &name);
        if let Some(said) = said {
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
        let mut is_escaped = false;
        for (at, c) in body.char_indices() {
            if is_escaped {
                is_escaped = false;
            } else if is_java && c == '\\' {
                is_escaped = true;
            } else if self.dialect.signs.contains(c) {
                return Some(at);
            } else if self.dialect.inline.is_anywhere(c) {
                return None;
            }
        }
        Some(body.len()).filter(|_| is_java)
    }

    /// The start of the value in `body`, whose sign is at `sign`.
    fn value_start(&self, body: &str, sign: usize) -> usize {
        let mut rest = &body[sign..];
        if self.dialect.signs.contains(' ') {
            // A blank separates, and one of the other signs behind it does not begin the value.
            rest = rest.trim_start_matches(BLANKS);
            rest = rest
                .strip_prefix(|c| self.dialect.signs.contains(c) && !BLANKS.contains(&c))
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

    /// True if `key` can be a name; in plain INI, a name that no other kind of file has on a line with a sign.
    fn is_name(&self, key: &str) -> bool {
        match self.dialect.quoting {
            Quoting::Java => true,
            Quoting::Git => quoting::is_git_name(key),
            Quoting::Postgres | Quoting::Shell => {
                !key.is_empty()
                    && !key.contains(|c: char| !c.is_ascii_alphanumeric() && !" _.-".contains(c))
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
        let comment = body.find(|c| self.dialect.inline.is_anywhere(c));
        let word = body[..comment.unwrap_or(body.len())].trim_end();
        let is_include = self.dialect.quoting == Quoting::MySql && body.starts_with('!');
        let is_odd = word.contains(|c: char| !c.is_alphanumeric() && !"_.-".contains(c));
        if !self.dialect.bare || is_odd && !is_include {
            return Err(neither(start));
        }
        self.bare.get_or_insert(start);
        let closed = if is_include {
            Closed::Words
        } else {
            Closed::NoValue
        };
        let end = start + word.len();
        let mut node = Node::new(start, Part::new(end, end), Kind::Closed(closed));
        node.key = Part::new(start, end);
        self.add(node);
        self.at = line_end;
        Ok(())
    }

    /// Finds the end of the value that begins at `from`, of an entry indented by `column`.
    fn scan(&self, from: usize, column: usize) -> Result<Scan, Unread> {
        let is_deeper = match self.dialect.continues {
            Continues::Deeper | Continues::DeeperOrOdd => true,
            Continues::Never | Continues::Backslash | Continues::Quotes => false,
        };
        let mut scan = if is_deeper {
            self.scan_deeper(from, column)?
        } else {
            self.scan_quoted(from)?
        };
        // With the sign or blank before it.
        let start = from.saturating_sub(1);
        let value = &self.text[start..scan.end];
        let comment = match self.dialect.inline {
            Inline::Disputed(signs) => comment_sign(value, signs),
            Inline::DisputedAnywhere(signs) => {
                self.text[from..scan.end].find(|c| signs.contains(c))
            }
            Inline::AfterBlank(signs) if is_deeper => comment_sign(value, signs),
            Inline::AfterBlank(_) | Inline::Anywhere(_) | Inline::Never => None,
        };
        let Some(comment) = comment else {
            return Ok(scan);
        };
        if let Inline::AfterBlank(_) = self.dialect.inline
            && !value.contains('\n')
        {
            scan.end = from.max(start + value[..comment].trim_end().len());
        } else {
            scan.closed = Some(Closed::Comment);
        }
        Ok(scan)
    }

    /// A value that goes on in deeper lines.
    fn scan_deeper(&self, from: usize, column: usize) -> Result<Scan, Unread> {
        let line_end = self.line_end(from.saturating_sub(1)).max(from);
        let mut scan = Scan {
            end: from + self.text[from..line_end].trim_end().len(),
            line_end,
            closed: None,
        };
        let mut at = line_end;
        let mut is_behind_gap = false;
        while at < self.text.len() {
            let end = self.line_end(at);
            let line = self.text[at..end].trim_end();
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
            if self.dialect.continues == Continues::DeeperOrOdd && looks_like_entry(content) {
                return Err(indented(at, "line"));
            }
            if is_behind_gap {
                scan.closed = Some(Closed::Gaps);
            }
            scan.end = at + line.len();
            (scan.line_end, at) = (end, end);
        }
        Ok(scan)
    }

    /// A value that ends with its line, unless a backslash or a quote carries it on.
    fn scan_quoted(&self, from: usize) -> Result<Scan, Unread> {
        let quoting = self.dialect.quoting;
        let line = self.text[from..self.line_end(from).max(from)].trim_end();
        if quoting == Quoting::Npm && quoting::is_in_quotes(line) {
            // A comment behind the quotes would be a part of the value.
            let end = from + line.len();
            return Ok(Scan {
                end,
                line_end: self.line_end(end),
                closed: None,
            });
        }
        let goes_on = self.dialect.continues == Continues::Backslash;
        let mut quote = None;
        // The place where the last quote was closed.
        let mut closed_at = None;
        let mut closed = None;
        let mut end = self.text.len();
        let mut letters = self.text[from..].char_indices().peekable();
        while let Some((offset, c)) = letters.next() {
            let at = from + offset;
            if c == '\\' && (goes_on || quoting::has_escapes(quoting, quote)) {
                let rest = &self.text[at + 1..];
                let is_newline = rest.starts_with('\n') || rest.starts_with("\r\n");
                if is_newline && !goes_on && quote.is_none() {
                    continue;
                }
                if letters.next_if(|&(_, c)| c == '\r').is_some() {
                    letters.next_if(|&(_, c)| c == '\n');
                } else {
                    letters.next();
                }
                if is_newline && goes_on && self.skip_comments(from, &mut letters) {
                    closed = Some(Closed::Gaps);
                }
                continue;
            }
            if c == '\n' && (quote.is_none() || self.dialect.continues != Continues::Quotes) {
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
            let is_behind_blank = at == from || self.text[..at].ends_with(BLANKS);
            if self.dialect.inline.is_anywhere(c)
                || is_behind_blank && self.dialect.inline.is_behind_blank(c)
            {
                end = at;
                break;
            }
            if quoting::opens(quoting, c, at == from) {
                quote = Some(c);
            }
        }
        if quote.is_some() && matches!(quoting, Quoting::Shell | Quoting::Git | Quoting::Postgres) {
            return Err(Unread::at(from, "a quote is not closed"));
        }
        let line_end = self.line_end(end);
        let raw = match quoting {
            Quoting::Java => self.text[from..end].trim_end_matches('\r'),
            _ => self.text[from..end].trim_end_matches(['\r', ' ', '\t', '\u{b}', '\u{c}']),
        };
        end = from + raw.len();
        if quoting == Quoting::Shell && raw.starts_with(['"', '\'', '`']) {
            let is_cut = closed_at != Some(end);
            if is_cut || raw.starts_with('"') && raw.contains('\r') {
                closed = Some(Closed::Words);
            }
        }
        Ok(Scan {
            end,
            line_end,
            closed,
        })
    }

    /// Skips the comments that a value goes on below; true if there are any.
    fn skip_comments(&self, from: usize, letters: &mut Peekable<CharIndices<'_>>) -> bool {
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
