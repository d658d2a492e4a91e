//! Tests of the parser, with a notation that shows a whole patch at once.

mod block;
mod damage;
mod differential;
mod git;
mod name;
mod property;
mod reading;
mod unified;
mod v4a;

use bytes::Bytes;

use super::*;

/// Parses `text` with repairs on.
fn patch(text: &str) -> Patch {
    parse(&Bytes::copy_from_slice(text.as_bytes()), Strictness::Repair)
        .unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// The error of parsing `text` with repairs on.
fn problem(text: &str) -> ParseError {
    parse(&Bytes::copy_from_slice(text.as_bytes()), Strictness::Repair).expect_err(text)
}

/// True if parsing `text` with repairs off is an error.
fn is_strict_error(text: &str) -> bool {
    parse(&Bytes::copy_from_slice(text.as_bytes()), Strictness::Strict).is_err()
}

fn malformed(line: usize, problem: Problem) -> ParseError {
    let line = LineNumber::new(line).expect("lines count from 1");
    ParseError::Malformed { line, problem }
}

#[track_caller]
fn assert_malformed(text: &str, line: usize, expected: Problem) {
    assert_eq!(problem(text), malformed(line, expected), "{text}");
}

#[track_caller]
fn assert_sketch(text: &str, expected: impl AsRef<str>) {
    assert_eq!(sketch(&patch(text)), expected.as_ref(), "{text}");
}

#[track_caller]
fn assert_repairs<'e>(text: &str, expected: impl AsRef<[&'e str]>) {
    assert_eq!(repairs(&patch(text)), expected.as_ref(), "{text}");
}

/// A sketch of the patch, with a line for each file, hunk and hunk line. Line endings are escaped, except `\n`.
fn sketch(patch: &Patch) -> String {
    patch.files.iter().map(sketch_file).collect()
}

fn sketch_file(file: &FilePatch) -> String {
    let name = |path: &Option<std::path::PathBuf>| match path {
        Some(path) => path.to_string_lossy().into_owned(),
        None => "-".to_owned(),
    };
    let operation = format!("{:?}", file.operation).to_lowercase();
    let mut out = format!(
        "{operation} {} {}",
        name(&file.names.old),
        name(&file.names.new)
    );
    for (word, mode) in [("old", file.old_mode), ("new", file.new_mode)] {
        if let Some(mode) = mode {
            out += &format!(" {word}={:o}", mode.0);
        }
    }
    out += "\n";
    for hunk in file.hunks() {
        out += &sketch_hunk(hunk);
    }
    out
}

fn sketch_hunk(hunk: &Hunk) -> String {
    let mut out = "@".to_owned();
    for range in [hunk.old, hunk.new].into_iter().flatten() {
        out += &format!(" {},{}", range.start, range.count);
    }
    for scope in &hunk.scopes {
        out += &format!(" <{}>", String::from_utf8_lossy(scope));
    }
    if hunk.at_end {
        out += " end";
    }
    out += "\n";
    for line in &hunk.lines {
        let sign = match line.kind {
            LineKind::Context => ' ',
            LineKind::Removed => '-',
            LineKind::Added => '+',
        };
        let text = String::from_utf8_lossy(&line.text);
        let text = match text.strip_suffix('\n') {
            Some(text) => text.replace('\r', "\\r"),
            None => format!("{text}$"),
        };
        out += &format!("{sign}{text}\n");
    }
    out
}

/// The repairs as `line:kind`.
fn repairs(patch: &Patch) -> Vec<String> {
    let show = |repair: &PatchRepair| format!("{}:{}", repair.line, repair.kind.name());
    patch.repairs.iter().map(show).collect()
}
