//! The keys in line-based formats that forbid duplicate keys: TOML and YAML.

use std::path::Path;

use crate::names;

/// Returns the keys in `text`, the file at `path`, with their byte offsets. A key includes its parent keys.
pub fn read(path: &Path, text: &[u8]) -> Vec<(Vec<u8>, usize)> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("toml") => toml(text),
        Some("yaml" | "yml") => yaml(text),
        _ => Vec::new(),
    }
}

/// The lines of `text` with their offsets.
fn numbered_lines(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        lines.push((at, line));
        at += line.len();
    }
    lines
}

fn toml(text: &[u8]) -> Vec<(Vec<u8>, usize)> {
    let mut keys = Vec::new();
    let mut table: Vec<u8> = Vec::new();
    let mut quotes: Option<&[u8]> = None;
    for (at, line) in numbered_lines(text) {
        if let Some(closing) = quotes {
            if memchr::memmem::find(line, closing).is_some() {
                quotes = None;
            }
            continue;
        }
        let trimmed = line.trim_ascii_end();
        if trimmed.starts_with(b"[[") {
            // Each table of an array has separate keys.
            table = format!("{at} ").into_bytes();
        } else if trimmed.starts_with(b"[") && trimmed.ends_with(b"]") {
            table = trimmed.to_vec();
            keys.push((table.clone(), at));
        } else if let Some(entry) = names::name(trimmed)
            && entry.sign == b'='
            && trimmed.starts_with(entry.name)
        {
            let key = [&table, &b"\n"[..], names::unquoted(entry.name)].concat();
            keys.push((key, at));
            for mark in [&b"\"\"\""[..], b"'''"] {
                if memchr::memmem::find_iter(trimmed, mark).count() == 1 {
                    quotes = Some(mark);
                }
            }
        }
    }
    keys
}

/// A key or a list item that may contain the next line.
struct Outer {
    indent: usize,
    /// The length in bytes of the path, up to and including this key.
    path_len: usize,
}

fn yaml(text: &[u8]) -> Vec<(Vec<u8>, usize)> {
    // Only one of the duplicate keys in a template may be in its output.
    if memchr::memmem::find(text, b"{{").is_some() || memchr::memmem::find(text, b"{%").is_some() {
        return Vec::new();
    }
    let mut keys = Vec::new();
    let mut path: Vec<u8> = Vec::new();
    let mut outer: Vec<Outer> = Vec::new();
    let mut block: Option<usize> = None;
    let mut document = 0;
    for (at, line) in numbered_lines(text) {
        let trimmed = line.trim_ascii();
        if trimmed.is_empty() || trimmed.starts_with(b"#") {
            continue;
        }
        let mut indent = line.iter().take_while(|byte| **byte == b' ').count();
        if let Some(around) = block {
            if indent > around {
                continue;
            }
            block = None;
        }
        if trimmed.starts_with(b"---") {
            document = at;
            outer.clear();
            continue;
        }
        let mut rest = trimmed;
        while let Some(after_dash) = rest.strip_prefix(b"- ") {
            enter(&mut outer, &mut path, indent, format!("{at}-").as_bytes());
            let item = after_dash.trim_ascii_start();
            indent += rest.len() - item.len();
            rest = item;
        }
        let Some(entry) = names::name(rest) else {
            continue;
        };
        if entry.sign != b':' {
            continue;
        }
        enter(&mut outer, &mut path, indent, names::unquoted(entry.name));
        let key = [format!("{document} ").as_bytes(), &path].concat();
        keys.push((key, at));
        let after_name = rest[entry.name.len()..].trim_ascii_start();
        let value = after_name
            .strip_prefix(b":")
            .unwrap_or(after_name)
            .trim_ascii();
        if value.starts_with(b"|") || value.starts_with(b">") {
            block = Some(indent);
        }
    }
    keys
}

/// Leaves all keys that are indented by `indent` or more, and enters `key` below the others.
fn enter(outer: &mut Vec<Outer>, path: &mut Vec<u8>, indent: usize, key: &[u8]) {
    while outer.last().is_some_and(|last| last.indent >= indent) {
        outer.pop();
    }
    path.truncate(outer.last().map_or(0, |last| last.path_len));
    path.push(b'\n');
    path.extend_from_slice(key);
    outer.push(Outer {
        indent,
        path_len: path.len(),
    });
}

#[cfg(test)]
mod tests {
    use super::{toml, yaml};

    fn keys(found: Vec<(Vec<u8>, usize)>) -> Vec<String> {
        let mut keys = Vec::new();
        for (key, _) in found {
            keys.push(String::from_utf8_lossy(&key).trim().replace('\n', " > "));
        }
        keys
    }

    #[test]
    fn a_key_is_known_with_the_keys_around_it() {
        let text = b"a = 1\n[b]\na = \"\"\"\nx = 1\n\"\"\"\n[[c]]\nd = 1\n[[c]]\nd = 1\n";
        let found = keys(toml(text));
        assert_eq!(found, ["a", "[b]", "[b] > a", "28  > d", "40  > d"]);
        let text = b"a:\n  b: |\n    c: 1\n  d: 2\nl:\n  - n: 1\n    v: 2\n  - n: 3\n";
        let found = keys(yaml(text));
        let expected = [
            "0  > a",
            "0  > a > b",
            "0  > a > d",
            "0  > l",
            "0  > l > 29- > n",
            "0  > l > 29- > v",
            "0  > l > 47- > n",
        ];
        assert_eq!(found, expected);
    }
}
