//! The keys in line-based formats that forbid duplicate keys: TOML and YAML.

use std::path::Path;

use super::Entry;
use crate::names;

/// Returns the keys in `text`, the file at `path`. A key includes its parent keys.
pub fn read(path: &Path, text: &[u8]) -> Vec<Entry> {
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

fn toml(text: &[u8]) -> Vec<Entry> {
    let mut keys = Vec::new();
    let mut table: Vec<u8> = Vec::new();
    // The quotes that end the current multi-line string.
    let mut open_quotes: Option<&[u8]> = None;
    for (at, line) in numbered_lines(text) {
        if let Some(quotes) = open_quotes {
            if memchr::memmem::find(line, quotes).is_some() {
                open_quotes = None;
            }
            continue;
        }
        let trimmed = line.trim_ascii_end();
        if trimmed.starts_with(b"[[") {
            // Each table of an array has separate keys.
            table = format!("{at} ").into_bytes();
        } else if trimmed.starts_with(b"[") && trimmed.ends_with(b"]") {
            table = trimmed.to_vec();
            let key = table.clone();
            keys.push(Entry { key, at });
        } else if let Some(entry) = names::name(trimmed)
            && entry.separator == b'='
            && trimmed.starts_with(entry.name)
        {
            let key = [&table, &b"\n"[..], names::unquoted(entry.name)].concat();
            keys.push(Entry { key, at });
            for quotes in [&b"\"\"\""[..], b"'''"] {
                if memchr::memmem::find_iter(trimmed, quotes).count() == 1 {
                    open_quotes = Some(quotes);
                }
            }
        }
    }
    keys
}

fn yaml(text: &[u8]) -> Vec<Entry> {
    // Only one of the duplicate keys in a template may be in its output.
    if memchr::memmem::find(text, b"{{").is_some() || memchr::memmem::find(text, b"{%").is_some() {
        return Vec::new();
    }
    let mut keys = Vec::new();
    let mut path = KeyPath::default();
    let mut document_start = 0;
    // The indentation of the key whose block scalar contains the current line.
    let mut block_indent: Option<usize> = None;
    for (at, line) in numbered_lines(text) {
        let trimmed = line.trim_ascii();
        if trimmed.is_empty() || trimmed.starts_with(b"#") {
            continue;
        }
        let mut indent = line.iter().take_while(|byte| **byte == b' ').count();
        if block_indent.is_some_and(|key_indent| indent > key_indent) {
            continue;
        }
        block_indent = None;
        if trimmed.starts_with(b"---") {
            document_start = at;
            path.outer.clear();
            continue;
        }
        let rest = path.enter_items(trimmed, indent, at);
        indent += trimmed.len() - rest.len();
        let Some(entry) = names::name(rest) else {
            continue;
        };
        if entry.separator != b':' {
            continue;
        }
        path.enter(indent, names::unquoted(entry.name));
        let key = [format!("{document_start} ").as_bytes(), &path.keys].concat();
        keys.push(Entry { key, at });
        if begins_block_scalar(&rest[entry.name.len()..]) {
            block_indent = Some(indent);
        }
    }
    keys
}

/// True if the value of a YAML key is a block scalar, on the lines below. `rest` is the line after the key.
fn begins_block_scalar(rest: &[u8]) -> bool {
    let trimmed = rest.trim_ascii_start();
    let value = trimmed.strip_prefix(b":").unwrap_or(trimmed);
    matches!(value.trim_ascii_start(), [b'|' | b'>', ..])
}

/// The path to a YAML key.
#[derive(Default)]
struct KeyPath {
    /// The keys and list items of the path, each preceded by a line feed.
    keys: Vec<u8>,
    /// The same keys and items, the outermost first.
    outer: Vec<OuterKey>,
}

/// A key or a list item that may contain the next line.
struct OuterKey {
    indent: usize,
    /// The length in bytes of the path, up to and including this key.
    path_len: usize,
}

impl KeyPath {
    /// Enters the list items that begin on `line`, which is indented by `indent` and is at `at` in the text. Returns the
    /// content of the last item.
    fn enter_items<'l>(&mut self, line: &'l [u8], indent: usize, at: usize) -> &'l [u8] {
        let mut rest = line;
        while let Some(after_dash) = rest.strip_prefix(b"- ") {
            self.enter(
                indent + line.len() - rest.len(),
                format!("{at}-").as_bytes(),
            );
            rest = after_dash.trim_ascii_start();
        }
        rest
    }

    /// Leaves all keys that are indented by `indent` or more, and enters `key` below the others.
    fn enter(&mut self, indent: usize, key: &[u8]) {
        while self.outer.last().is_some_and(|last| last.indent >= indent) {
            self.outer.pop();
        }
        let parent_len = self.outer.last().map_or(0, |parent| parent.path_len);
        self.keys.truncate(parent_len);
        self.keys.push(b'\n');
        self.keys.extend_from_slice(key);
        self.outer.push(OuterKey {
            indent,
            path_len: self.keys.len(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, toml, yaml};

    fn keys(entries: Vec<Entry>) -> Vec<String> {
        let mut keys = Vec::new();
        for entry in entries {
            let key = String::from_utf8_lossy(&entry.key);
            keys.push(key.trim().replace('\n', " > "));
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
