//! The seeds for mutation: the string literals and `json!` values of the tests.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Texts in the sources of the tests, by their form.
#[derive(Default)]
pub struct Seeds {
    /// JSON objects and arrays.
    pub json: Vec<Value>,
    /// Diffs, envelopes and SEARCH/REPLACE blocks.
    pub patches: Vec<Vec<u8>>,
}

impl Seeds {
    /// All seeds in the tests of this crate, except those that run a command.
    pub fn of_tests() -> Self {
        let mut seeds = Self::default();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        for directory in ["tests/cli", "src"] {
            collect(&root.join(directory), &mut files);
        }
        files.sort();
        for file in files {
            seeds.take(&fs::read_to_string(file).unwrap());
        }
        seeds
            .json
            .retain(|value| !value.to_string().contains("\"validate\""));
        seeds
    }

    fn take(&mut self, source: &str) {
        for (at, _) in source.match_indices("json!(") {
            self.take_json(balanced(&source[at + "json!(".len()..]));
        }
        for literal in literals(source) {
            self.take_json(&literal);
            let marks = [
                "@@",
                "*** Begin Patch",
                "<<<<<<< ",
                "GIT binary patch",
                "diff --git",
            ];
            if marks.iter().any(|mark| literal.contains(mark)) {
                self.patches.push(literal.into_bytes());
            }
        }
    }

    fn take_json(&mut self, text: &str) {
        if let Ok(value @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text) {
            self.json.push(value);
        }
    }
}

/// Collects the test sources below `directory`.
fn collect(directory: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && path
                .components()
                .any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs")
        {
            files.push(path);
        }
    }
}

/// `text` up to the parenthesis that closes the open one.
fn balanced(text: &str) -> &str {
    let mut depth = 1;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

/// The values of the string literals in a source. Approximate: a quote in a comment loses a few of them.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find('"') {
        let hashes = rest[..at]
            .bytes()
            .rev()
            .take_while(|&byte| byte == b'#')
            .count();
        let is_raw = rest[..at - hashes].ends_with('r');
        rest = &rest[at + 1..];
        if is_raw {
            let close = format!("\"{}", "#".repeat(hashes));
            let Some(end) = rest.find(&close) else { break };
            found.push(rest[..end].to_owned());
            rest = &rest[end + close.len()..];
            continue;
        }
        let mut value = String::new();
        let mut letters = rest.char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    rest = &rest[at + 1..];
                    break;
                }
                '\\' => match letters.next() {
                    Some((_, 'n')) => value.push('\n'),
                    Some((_, 't')) => value.push('\t'),
                    Some((_, 'r')) => value.push('\r'),
                    Some((_, '\n')) => {
                        let left = letters.as_str().trim_start();
                        letters = rest[rest.len() - left.len()..].char_indices();
                        // Continue with the rest as a separate text, because the offsets restart at 0.
                        rest = left;
                    }
                    Some((_, other)) => value.push(other),
                    None => return found,
                },
                other => value.push(other),
            }
        }
        found.push(value);
    }
    found
}
