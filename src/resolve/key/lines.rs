//! Formats of a setting a line: INI files, `.env` and Java's properties. Their values are strings.

use super::format::{Format, Unread};
use super::tree::{Content, Entries, Entry, Node, Scalar};
use crate::text::Span;

/// The tree of `text`: of an INI file one of sections, whose first is that of the lines before any heading.
pub(super) fn read(format: Format, text: &str) -> Result<Node, Unread> {
    let mut root = Entries {
        has_lines: true,
        ..Entries::default()
    };
    let mut section: Option<(String, Span, Entries)> = None;
    let close = |section: Option<(String, Span, Entries)>, root: &mut Entries| {
        if let Some((name, heading, entries)) = section {
            let end = entries.end.unwrap_or(heading.end());
            let span = Span::of_len(heading.start(), end - heading.start());
            root.all.push(Entry {
                name,
                span,
                value: Node {
                    span,
                    content: Content::Map(entries),
                },
            });
        }
    };
    let mut lines = Lines { text, at: 0 };
    while let Some((start, line)) = lines.next() {
        // In properties the blanks before a line's end are a part of the value.
        let body = match format {
            Format::Properties => line.trim_end_matches(['\r', '\n']),
            _ => line.trim_end(),
        };
        let inner = match format {
            Format::Properties => body.trim_start_matches(BLANKS),
            _ => body.trim_start(),
        };
        let (start, body) = (start + body.len() - inner.len(), inner);
        let is_comment = body.starts_with('#')
            || body.starts_with(';') && format == Format::Ini
            || body.starts_with('!') && format == Format::Properties;
        let is_blank = match format {
            Format::Properties => body.is_empty(),
            _ => body.trim().is_empty(),
        };
        if is_blank || is_comment {
            continue;
        }
        if format == Format::Ini && body.starts_with('[') {
            let end = body.rfind(']').ok_or_else(|| Unread {
                at: start,
                problem: "a heading is not closed".to_owned(),
            })?;
            close(section.take(), &mut root);
            let entries = Entries {
                has_lines: true,
                end: Some(start + body.len()),
                ..Entries::default()
            };
            let heading = Span::of_len(start, body.len());
            section = Some((body[1..end].trim().to_owned(), heading, entries));
            continue;
        }
        let entry = match format {
            Format::Env => env(start, body, &mut lines)?,
            Format::Properties => property(start, body, &mut lines),
            _ => ini(start, body, &mut lines),
        };
        let into = match &mut section {
            Some((_, _, entries)) => entries,
            None => &mut root,
        };
        into.end = Some(entry.span.end());
        into.all.push(entry);
    }
    close(section, &mut root);
    Ok(Node {
        span: Span::of_len(0, text.len()),
        content: Content::Map(root),
    })
}

/// The lines of a text, with their offsets.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<(usize, &'t str)> {
        let rest = &self.text[self.at..];
        let len = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let line = (self.at, &rest[..len]);
        self.at += len;
        (len > 0).then_some(line)
    }

    fn peek(&self) -> Option<&'t str> {
        Lines { ..*self }.next().map(|(_, line)| line)
    }
}

fn entry(name: &str, start: usize, value: Node) -> Entry {
    Entry {
        name: name.to_owned(),
        span: Span::of_len(start, value.span.end() - start),
        value,
    }
}

fn text_at(span: Span, text: String) -> Node {
    Node {
        span,
        content: Content::Scalar(Scalar::Text(text)),
    }
}

/// The name of an INI value that not all programs take for one.
pub(super) const LINES_WITH_GAPS: &str = "a value of several lines with others between";

/// Whether `line` of an INI file is blank or a comment.
fn is_gap(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with(['#', ';'])
}

/// `name = value` or `name: value`, perhaps with deeper lines below that go on with the value.
fn ini(start: usize, body: &str, lines: &mut Lines<'_>) -> Entry {
    let column = |line: &str| line.len() - line.trim_start().len();
    let own = start - crate::text::line_start(lines.text.as_bytes(), start);
    let is_deeper = |line: &str| !is_gap(line) && column(line) > own;
    let mut more = Vec::new();
    let mut end = None;
    let mut has_gaps = false;
    loop {
        // Blank lines and comments end no value if what comes below them is deeper.
        let mut ahead = Lines { ..*lines };
        while ahead.peek().is_some_and(is_gap) {
            ahead.next();
        }
        has_gaps |= ahead.at > lines.at && ahead.peek().is_some_and(is_deeper);
        match ahead.next().filter(|(_, line)| is_deeper(line)) {
            Some((at, line)) => {
                more.push(line.trim());
                end = Some(at + line.trim_end().len());
            }
            None => break,
        }
        *lines = ahead;
    }
    let Some(sign) = body.find(['=', ':']) else {
        let span = Span::empty_at(end.unwrap_or(start + body.len()));
        return entry(
            body,
            start,
            Node {
                span,
                content: Content::Closed("a key without a value"),
            },
        );
    };
    let name = body[..sign].trim_end();
    let behind = &body[sign + 1..];
    let value = behind.trim_start();
    let mut at = start + body.len() - value.len();
    if value.is_empty() && end.is_none() {
        let rest = &lines.text[at..];
        at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }
    let node = match end {
        Some(end) if has_gaps => Node {
            span: Span::of_len(at, end - at),
            content: Content::Closed(LINES_WITH_GAPS),
        },
        Some(end) => {
            let all = [&[value], &more[..]].concat();
            text_at(Span::of_len(at, end - at), all.join("\n"))
        }
        None if value.contains(" #") || value.contains(" ;") => Node {
            span: Span::of_len(at, value.len()),
            content: Content::Closed("a value with the sign of a comment"),
        },
        None => text_at(Span::of_len(at, value.len()), value.to_owned()),
    };
    entry(name, start, node)
}

/// `NAME=value`, `export NAME="value"`.
fn env(start: usize, body: &str, lines: &mut Lines<'_>) -> Result<Entry, Unread> {
    let unread = |problem: &str| Unread {
        at: start,
        problem: problem.to_owned(),
    };
    let sign = body
        .find('=')
        .ok_or_else(|| unread("a line sets no variable"))?;
    let name = body[..sign].trim();
    let name = name.strip_prefix("export ").unwrap_or(name).trim();
    let value = body[sign + 1..].trim_start();
    let at = start + body.len() - value.len();
    let node = match value.chars().next() {
        Some(quote @ ('"' | '\'' | '`')) => {
            let mut len = quoted(value, quote);
            let mut is_long = false;
            // What is not closed on its line goes on.
            while len.is_none() {
                lines
                    .next()
                    .ok_or_else(|| unread("a quote is not closed"))?;
                is_long = true;
                len = quoted(lines.text[at..lines.at].trim_end(), quote);
            }
            let len = len.unwrap_or_default();
            let span = Span::of_len(at, len);
            let inside = &lines.text[at + 1..at + len - 1];
            let rest = lines.text[at + len..lines.at].trim();
            if is_long && inside.contains('\r') {
                Node {
                    span,
                    content: Content::Closed("a value of several lines"),
                }
            } else if !rest.is_empty() && !rest.starts_with('#') {
                Node {
                    span,
                    content: Content::Closed("a value of several words"),
                }
            } else if quote == '"' {
                text_at(span, unescaped(inside))
            } else {
                text_at(span, inside.to_owned())
            }
        }
        _ => {
            let comment = value.find(" #").or(value.starts_with('#').then_some(0));
            let value = value[..comment.unwrap_or(value.len())].trim_end();
            text_at(Span::of_len(at, value.len()), value.to_owned())
        }
    };
    Ok(entry(name, start, node))
}

/// The length of the text between quotes that `value` begins with, quotes included.
fn quoted(value: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, letter) in value.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if quote == '"' => is_escaped = true,
            _ if letter == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn unescaped(inside: &str) -> String {
    let mut text = String::new();
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        match (letter, letters.clone().next()) {
            ('\\', Some(next)) => {
                letters.next();
                match next {
                    'n' => text.push('\n'),
                    'r' => text.push('\r'),
                    't' => text.push('\t'),
                    '"' | '\\' | '$' | '`' => text.push(next),
                    other => text.extend(['\\', other]),
                }
            }
            _ => text.push(letter),
        }
    }
    text
}

/// What properties take for blanks: no others of Unicode.
const BLANKS: [char; 3] = [' ', '\t', '\x0c'];

/// `name=value`, `name: value` or `name value`; a backslash at the end of a line goes on with it.
fn property(start: usize, body: &str, lines: &mut Lines<'_>) -> Entry {
    let mut key_end = body.len();
    let mut is_escaped = false;
    for (at, letter) in body.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '=' | ':' | ' ' | '\t' | '\x0c' => {
                key_end = at;
                break;
            }
            _ => {}
        }
    }
    let behind = body[key_end..].trim_start_matches(BLANKS);
    let behind = behind.strip_prefix(['=', ':']).unwrap_or(behind);
    let value = behind.trim_start_matches(BLANKS);
    let at = start + body.len() - value.len();
    let ends_open = |line: &str| line.len() - line.trim_end_matches('\\').len();
    let mut last = body;
    let mut end = at + value.len();
    while ends_open(last) % 2 == 1
        && let Some((next, line)) = lines.next()
    {
        last = line.trim_end_matches(['\r', '\n']);
        end = next + last.len();
    }
    let raw = &lines.text[at..end];
    let mut joined = String::new();
    for line in raw.lines() {
        let line = if joined.is_empty() {
            line
        } else {
            line.trim_start_matches(BLANKS)
        };
        let goes_on = ends_open(line) % 2 == 1;
        joined.push_str(&line[..line.len() - usize::from(goes_on)]);
    }
    let node = match unescaped_property(&joined) {
        Some(text) => text_at(Span::of_len(at, end - at), text),
        None => Node {
            span: Span::of_len(at, end - at),
            content: Content::Closed("a value with such an escape"),
        },
    };
    let name = unescaped_property(&body[..key_end]).unwrap_or_else(|| body[..key_end].to_owned());
    entry(&name, start, node)
}

fn unescaped_property(raw: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    let mut letters = raw.chars();
    while let Some(letter) = letters.next() {
        let letter = match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'f' => '\x0c',
                'u' => {
                    let digits: String = letters.by_ref().take(4).collect();
                    units.push(u16::from_str_radix(&digits, 16).ok()?);
                    continue;
                }
                same => same,
            },
            letter => letter,
        };
        units.extend(letter.encode_utf16(&mut [0; 2]).iter());
    }
    String::from_utf16(&units).ok()
}
