//! TOML: tables under headings, dotted keys and inline tables.

use toml_edit::{Document, InlineTable, Item, Table, Value as Ast};

use super::format::Unread;
use super::tree::{Content, Entries, Entry, Node, Scalar};
use crate::text::Span;

/// The tree of `text`.
pub(super) fn read(text: &str) -> Result<Node, Unread> {
    let document = Document::parse(text).map_err(|error| Unread {
        at: error.span().map_or(0, |span| span.start),
        problem: error.message().to_owned(),
    })?;
    let mut root = table(document.as_table(), text);
    root.span = Span::of_len(0, text.len());
    if let Content::Map(entries) = &mut root.content {
        // Its heading is the beginning of the text.
        let is_own = |entry: &&Entry| !text[entry.span.start()..].starts_with('[');
        let own = entries.all.iter().filter(is_own);
        entries.end = own.map(|entry| entry.span.end()).max();
    }
    Ok(root)
}

/// The bytes from `start` to `end`.
fn between(start: usize, end: usize) -> Span {
    Span::of_len(start, end.saturating_sub(start))
}

/// A table under a heading, one of dotted keys, or the one around all.
fn table(table: &Table, text: &str) -> Node {
    let heading = table.span().filter(|_| !table.is_dotted());
    let mut entries = Entries {
        has_lines: true,
        end: heading
            .clone()
            .filter(|_| !table.is_implicit())
            .map(|span| span.end),
        ..Entries::default()
    };
    let mut span = heading.map(|heading| between(heading.start, heading.end));
    for (name, item) in table.iter() {
        let key = table.key(name).and_then(|key| key.span());
        if table.is_dotted()
            && let Some(key) = &key
        {
            let start = line_content(text, key.start);
            text[start..key.start].clone_into(&mut entries.prefix);
        }
        let value = match item {
            Item::Table(inner) => self::table(inner, text),
            Item::Value(value) => self::value(value, text),
            Item::ArrayOfTables(tables) => {
                let elements = tables.iter().enumerate().map(|(at, inner)| {
                    let value = self::table(inner, text);
                    Entry {
                        name: at.to_string(),
                        span: value.span,
                        value,
                    }
                });
                let elements: Vec<_> = elements.collect();
                let spans = elements.iter().map(|entry| entry.span);
                Node {
                    span: spans.reduce(hull).unwrap_or(Span::empty_at(0)),
                    content: Content::List(Entries {
                        all: elements,
                        has_lines: true,
                        ..Entries::default()
                    }),
                }
            }
            Item::None => continue,
        };
        let whole = match (&value.content, item) {
            (Content::Map(_) | Content::List(_), Item::Table(inner)) if !inner.is_dotted() => {
                value.span
            }
            (_, Item::ArrayOfTables(_)) => value.span,
            _ => {
                // A dotted key begins with its table.
                let start = key.map_or(value.span.start(), |key| key.start);
                between(line_content(text, start), value.span.end())
            }
        };
        if item.is_value() || matches!(item, Item::Table(inner) if inner.is_dotted()) {
            entries.end = entries.end.max(Some(whole.end()));
        }
        span = Some(span.map_or(whole, |span| hull(span, whole)));
        entries.all.push(Entry {
            name: name.to_owned(),
            span: whole,
            value,
        });
    }
    Node {
        span: span.unwrap_or(Span::empty_at(0)),
        content: Content::Map(entries),
    }
}

/// The first byte of the line of `at` that is no blank.
fn line_content(text: &str, at: usize) -> usize {
    let start = crate::text::line_start(text.as_bytes(), at);
    let blanks = text[start..at].len() - text[start..at].trim_start().len();
    start + blanks
}

fn hull(one: Span, other: Span) -> Span {
    let start = one.start().min(other.start());
    between(start, one.end().max(other.end()))
}

fn value(value: &Ast, text: &str) -> Node {
    let span = value.span().unwrap_or(0..0);
    let raw = || text[span.clone()].to_owned();
    let content = match value {
        Ast::String(text) => Content::Scalar(Scalar::Text(text.value().clone())),
        Ast::Integer(_) | Ast::Float(_) => Content::Scalar(Scalar::Number(raw())),
        Ast::Boolean(truth) => Content::Scalar(Scalar::Bool(*truth.value())),
        Ast::Datetime(_) => Content::Scalar(Scalar::Time(raw())),
        Ast::Array(array) => {
            let elements = array.iter().enumerate().map(|(at, element)| {
                let value = self::value(element, text);
                Entry {
                    name: at.to_string(),
                    span: value.span,
                    value,
                }
            });
            Content::List(Entries {
                all: elements.collect(),
                ..Entries::default()
            })
        }
        Ast::InlineTable(inner) => return inline(inner, between(span.start, span.end), text),
    };
    Node {
        span: between(span.start, span.end),
        content,
    }
}

/// The table between braces at `span`, or one of dotted keys in such a table.
fn inline(table: &InlineTable, span: Span, text: &str) -> Node {
    let mut entries = Entries::default();
    for (name, value) in table.iter() {
        let key = table.key(name).and_then(|key| key.span());
        let value = self::value(value, text);
        let key = key.map_or(value.span.start(), |key| key.start);
        let start = dotted_start(text, key);
        text[start..key].clone_into(&mut entries.prefix);
        entries.all.push(Entry {
            name: name.to_owned(),
            span: between(start, value.span.end()),
            value,
        });
    }
    let parts = entries.all.iter().map(|entry| entry.span);
    let parts = parts.reduce(hull).filter(|_| table.is_dotted());
    Node {
        span: parts.unwrap_or(span),
        content: Content::Map(entries),
    }
}

/// Where the dotted key begins whose last name is at `at`.
fn dotted_start(text: &str, at: usize) -> usize {
    let mut start = at;
    while let Some(before) = text[..start]
        .trim_end_matches([' ', '\t'])
        .strip_suffix('.')
    {
        let name = before.trim_end_matches([' ', '\t']);
        let opens = match name.chars().next_back() {
            Some(quote @ ('"' | '\'')) => name[..name.len() - 1].rfind(quote),
            _ => {
                let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                Some(name.trim_end_matches(is_bare).len())
            }
        };
        match opens {
            Some(opens) if opens < start => start = opens,
            _ => break,
        }
    }
    start
}
