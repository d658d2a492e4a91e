//! YAML, by its grammar: block and flow style. Aliases, what they stand for, and tags are not looked into.

use crate::syntax::tree_sitter::Node as Ast;

use super::format::Unread;
use super::tree::{ALIAS, Content, Entries, Entry, Node, Scalar};
use super::{block, yaml_words};
use crate::syntax;
use crate::text::Span;

/// The tree of `text`.
pub(super) fn read(text: &str) -> Result<Node, Unread> {
    let unread = |at, problem: &str| Unread {
        at,
        problem: problem.to_owned(),
    };
    let tree = syntax::yaml(text.as_bytes()).ok_or_else(|| unread(0, "it cannot be read"))?;
    let root = tree.root_node();
    if let Some(at) = syntax::first_error(&tree) {
        return Err(unread(at, "the YAML is malformed"));
    }
    let mut cursor = root.walk();
    let documents: Vec<Ast<'_>> = root
        .named_children(&mut cursor)
        .filter(|node| node.kind() == "document")
        .collect();
    match &documents[..] {
        [] => Ok(Node {
            span: Span::empty_at(text.len()),
            content: Content::Map(lines(Vec::new(), None)),
        }),
        [document] => {
            let value = parts(*document).into_iter().next();
            value.map_or_else(
                || Err(unread(0, "there is no value")),
                |value| Ok(node(value, text)),
            )
        }
        several => {
            let documents = several.iter().enumerate();
            let all = documents.map(|(at, document)| {
                let value = parts(*document).into_iter().next();
                let value = value.map_or_else(
                    || empty_after(document.end_byte()),
                    |value| node(value, text),
                );
                Entry {
                    name: at.to_string(),
                    span: value.span,
                    value,
                }
            });
            Ok(Node {
                span: Span::of_len(0, text.len()),
                content: Content::List(lines(all.collect(), None)),
            })
        }
    }
}

/// The children that are no comments or signs.
fn parts(ast: Ast<'_>) -> Vec<Ast<'_>> {
    let mut cursor = ast.walk();
    let parts = ast.named_children(&mut cursor);
    parts
        .filter(|part| !part.is_extra() && !part.kind().ends_with("_directive"))
        .collect()
}

/// The bytes of `ast` without blanks behind it.
fn span(ast: Ast<'_>, text: &str) -> Span {
    let raw = &text[ast.byte_range()];
    Span::of_len(ast.start_byte(), raw.trim_end().len())
}

fn node(ast: Ast<'_>, text: &str) -> Node {
    let place = span(ast, text);
    let closed = |name| Node {
        span: place,
        content: Content::Closed(name),
    };
    let raw = &text[place.range()];
    let content = match ast.kind() {
        "block_node" | "flow_node" => {
            return match &parts(ast)[..] {
                [only] => node(*only, text),
                [first, value] if first.kind() == "anchor" => {
                    let value = node(*value, text);
                    if !is_repeated(*first, text) {
                        return value;
                    }
                    Node {
                        span: place,
                        content: Content::Repeated(Box::new(value)),
                    }
                }
                [first, ..] if first.kind() == "tag" => closed("a value with a tag"),
                [_, ..] => closed("a value with an anchor"),
                [] => closed("a value that is not read"),
            };
        }
        "alias" => return closed(ALIAS),
        "anchor" => return closed("a value with an anchor"),
        "tag" => return closed("a value with a tag"),
        "block_scalar" => {
            return match block::read(text, place.start()) {
                Some(block)
                    if text[place.end()..].trim_start().len()
                        == text[block.end.min(text.len())..].trim_start().len() =>
                {
                    Node {
                        span: Span::of_len(place.start(), block.end - place.start()),
                        content: Content::Scalar(Scalar::Text(block.text)),
                    }
                }
                _ => closed("a block scalar"),
            };
        }
        _ if raw.contains('\n') && ast.kind().ends_with("scalar") => match folded(raw) {
            Some(words) => Content::Scalar(Scalar::Text(words)),
            None => return closed("a value of several lines"),
        },
        "plain_scalar" => Content::Scalar(plain(raw)),
        "single_quote_scalar" => match raw.get(1..raw.len() - 1) {
            Some(inside) => Content::Scalar(Scalar::Text(inside.replace("''", "'"))),
            None => return closed("a value that is not read"),
        },
        "double_quote_scalar" => match unescaped(raw) {
            Some(inside) => Content::Scalar(Scalar::Text(inside)),
            None => return closed("a string with such an escape"),
        },
        "block_mapping" | "flow_mapping" => {
            let mut entries = Vec::new();
            for pair in parts(ast) {
                match entry(pair, text) {
                    Some(entry) => entries.push(entry),
                    None => return closed("a table with a key of another kind"),
                }
            }
            Content::Map(of_style(ast, entries))
        }
        "block_sequence" | "flow_sequence" => {
            let elements = parts(ast).into_iter().enumerate().map(|(at, element)| {
                let value = match (element.kind(), parts(element).into_iter().next()) {
                    ("block_sequence_item", Some(value)) => node(value, text),
                    ("block_sequence_item", None) => empty_after(element.start_byte() + 1),
                    ("flow_pair", _) => Node {
                        span: span(element, text),
                        content: Content::Closed("a pair in a list"),
                    },
                    _ => node(element, text),
                };
                Entry {
                    name: at.to_string(),
                    span: span(element, text),
                    value,
                }
            });
            let elements = elements.collect();
            Content::List(of_style(ast, elements))
        }
        _ => return closed("a value that is not read"),
    };
    // Comments behind the last entry are no part of it.
    let place = match &content {
        Content::Map(Entries { end: Some(end), .. })
        | Content::List(Entries { end: Some(end), .. }) => {
            Span::of_len(place.start(), end - place.start())
        }
        _ => place,
    };
    Node {
        span: place,
        content,
    }
}

/// Whether an alias stands for what `anchor` names.
fn is_repeated(anchor: Ast<'_>, text: &str) -> bool {
    let alias = text[anchor.byte_range()].replacen('&', "*", 1);
    if !text.contains(&alias) {
        return false;
    }
    let mut top = anchor;
    while let Some(above) = top.parent() {
        top = above;
    }
    let mut open = vec![top];
    while let Some(ast) = open.pop() {
        if ast.kind() == "alias" && text[ast.byte_range()] == alias {
            return true;
        }
        let mut cursor = ast.walk();
        open.extend(ast.named_children(&mut cursor));
    }
    false
}

/// What a scalar of several lines says; `None` where a backslash stands at the end of one.
fn folded(raw: &str) -> Option<String> {
    let lines: Vec<&str> = raw
        .lines()
        .map(|line| line.trim_matches([' ', '\t']))
        .collect();
    if lines.iter().any(|line| line.ends_with('\\')) {
        return None;
    }
    let mut words = String::new();
    let mut blank = 0;
    for (at, line) in lines.iter().enumerate() {
        match (line.is_empty(), blank) {
            (true, _) => blank += 1,
            (false, 0) if at > 0 => words.push(' '),
            (false, blank) => words.extend(std::iter::repeat_n('\n', blank)),
        }
        if !line.is_empty() {
            words.push_str(line);
            blank = 0;
        }
    }
    match words.chars().next()? {
        '"' => unescaped(&words),
        '\'' => Some(words.get(1..words.len() - 1)?.replace("''", "'")),
        _ => Some(words),
    }
}

fn of_style(ast: Ast<'_>, all: Vec<Entry>) -> Entries {
    if ast.kind().starts_with("block") {
        let end = all.last().map(|entry| entry.span.end());
        lines(all, end)
    } else {
        Entries {
            all,
            ..Entries::default()
        }
    }
}

fn lines(all: Vec<Entry>, end: Option<usize>) -> Entries {
    Entries {
        all,
        has_lines: true,
        end,
        ..Entries::default()
    }
}

/// A value that is left out: it goes in behind the sign before it.
fn empty_after(at: usize) -> Node {
    Node {
        span: Span::empty_at(at),
        content: Content::Scalar(Scalar::Null),
    }
}

/// The pair of a name and a value.
fn entry(pair: Ast<'_>, text: &str) -> Option<Entry> {
    let (key, value) = match pair.kind() {
        "block_mapping_pair" | "flow_pair" => (
            pair.child_by_field_name("key")?,
            pair.child_by_field_name("value"),
        ),
        _ => return None,
    };
    // `? key` is of another kind, and so is a name that is no word.
    let colon = text[key.end_byte()..pair.end_byte()].find(':');
    let Content::Scalar(name) = node(key, text).content else {
        return None;
    };
    if key.start_byte() != pair.start_byte() {
        return None;
    }
    let raw = &text[key.byte_range()];
    let name = match name {
        Scalar::Text(name) => name,
        _ => raw.to_owned(),
    };
    let value = match value {
        Some(value) => node(value, text),
        None => empty_after(key.end_byte() + colon? + 1),
    };
    let end = span(pair, text).end().max(value.span.end());
    Some(Entry {
        name,
        span: Span::of_len(pair.start_byte(), end - pair.start_byte()),
        value,
    })
}

/// The type of a plain scalar: a truth value as YAML 1.1 has it, else what both versions say.
fn plain(raw: &str) -> Scalar {
    match raw {
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
        _ if yaml_words::is_disputed(raw) => Scalar::Time(raw.to_owned()),
        _ if is_numeric(raw) => Scalar::Number(raw.to_owned()),
        _ => match yaml_words::truth(raw) {
            Some(truth) => Scalar::Bool(truth),
            None => Scalar::Text(raw.to_owned()),
        },
    }
}

fn is_numeric(raw: &str) -> bool {
    let body = raw.strip_prefix(['-', '+']).unwrap_or(raw);
    let all = |text: &str, is: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|b| is(&b));
    if let Some(digits) = body.strip_prefix("0x") {
        return all(digits, u8::is_ascii_hexdigit);
    }
    if let Some(digits) = body.strip_prefix("0o") {
        return all(digits, |byte| (b'0'..=b'7').contains(byte));
    }
    matches!(body, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN")
        || body.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            && body.parse::<f64>().is_ok()
}

/// The text between double quotes, on one line.
fn unescaped(raw: &str) -> Option<String> {
    let inside = raw.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        text.push(match letters.next()? {
            '0' => '\0',
            'a' => '\x07',
            'b' => '\x08',
            't' | '\t' => '\t',
            'n' => '\n',
            'v' => '\x0b',
            'f' => '\x0c',
            'r' => '\r',
            'e' => '\x1b',
            'N' => '\u{85}',
            '_' => '\u{a0}',
            'L' => '\u{2028}',
            'P' => '\u{2029}',
            same @ (' ' | '"' | '/' | '\\') => same,
            'x' => coded(&mut letters, 2)?,
            'u' => coded(&mut letters, 4)?,
            'U' => coded(&mut letters, 8)?,
            _ => return None,
        });
    }
    Some(text)
}

/// The letter whose number the next `len` digits are.
fn coded(letters: &mut std::str::Chars<'_>, len: usize) -> Option<char> {
    let digits: String = letters.by_ref().take(len).collect();
    let code = u32::from_str_radix(&digits, 16).ok()?;
    char::from_u32(code).filter(|_| digits.len() == len)
}
