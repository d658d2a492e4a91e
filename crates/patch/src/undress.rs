//! Removes line numbers or indentation from a text, if the rest is a diff.
//!
//! This is tried only on texts that contain no diff. Lines are never joined or split, so line numbers stay the same.

use bytes::Bytes;

use super::{ParseError, Problem, RepairKind};
use incise_text::damage::listing::ListingNumber;
use incise_text::text::{self, LineNumber};

/// The possible starts of a diff's first line.
const STARTS: [&[u8]; 6] = [
    b"diff --git ",
    b"--- ",
    b"@@ ",
    b"*** Begin Patch",
    b"<<<<<<< SEARCH",
    b"------- SEARCH",
];

/// The texts that remain without numbers or without indentation, and the kind of repair.
pub(super) fn undressed_texts(text: &[u8]) -> impl Iterator<Item = (Bytes, RepairKind)> {
    let numbered = without_numbers(text).map(|text| (text, RepairKind::NumberedDiff));
    let indented = without_indent(text).map(|text| (text, RepairKind::IndentedDiff));
    numbered.into_iter().chain(indented)
}

/// The error for a text whose diff is colored or quoted.
pub(super) fn dressed_diff_error(text: &[u8]) -> Option<ParseError> {
    for (number, line) in (1..).zip(text::lines(text)) {
        let problem = if line.starts_with(b"\x1b[") && begins_diff(without_color(line)) {
            Problem::Coloured
        } else if line.strip_prefix(b"> ").is_some_and(begins_diff) {
            Problem::Quoted
        } else {
            continue;
        };
        return Some(ParseError::Malformed {
            line: LineNumber::new(number)?,
            problem,
        });
    }
    None
}

fn begins_diff(line: &[u8]) -> bool {
    STARTS.iter().any(|start| line.starts_with(start))
}

/// Removes the leading `ESC [ ... m` sequences from `line`.
fn without_color(mut line: &[u8]) -> &[u8] {
    while let Some(rest) = line.strip_prefix(b"\x1b[") {
        let parameters = rest.iter().take_while(|byte| b"0123456789;".contains(byte));
        match rest.get(parameters.count()..) {
            Some([b'm', rest @ ..]) => line = rest,
            _ => break,
        }
    }
    line
}

fn without_numbers(text: &[u8]) -> Option<Bytes> {
    let mut out = Vec::with_capacity(text.len());
    let mut expected: Option<(usize, &[u8])> = None;
    for line in text::lines(text) {
        if line.trim_ascii().is_empty() {
            out.extend_from_slice(line);
            continue;
        }
        let listed = ListingNumber::parse(line)?;
        if expected.is_some_and(|expected| expected != (listed.number, listed.separator)) {
            return None;
        }
        expected = Some((listed.number + 1, listed.separator));
        out.extend_from_slice(&line[listed.len..]);
    }
    Some(out.into())
}

fn without_indent(text: &[u8]) -> Option<Bytes> {
    let first = text
        .split(|&byte| byte == b'\n')
        .find(|line| begins_diff(line.trim_ascii_start()))?;
    let indent = first.len() - first.trim_ascii_start().len();
    if indent == 0 {
        return None;
    }
    let mut out = Vec::with_capacity(text.len());
    for line in text::lines(text) {
        let blanks = line
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        out.extend_from_slice(&line[blanks.min(indent)..]);
    }
    Some(out.into())
}
