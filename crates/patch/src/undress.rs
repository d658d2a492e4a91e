//! Whole texts that are a diff under something else: line numbers or indentation before every line.
//!
//! Only tried on texts that hold no diff as they are. Lines stay lines, so line numbers keep their meaning.

use bytes::Bytes;

use super::{ParseError, Problem, RepairKind};
use incise_text::damage::listing::ListingNumber;
use incise_text::text::{self, LineNumber};

/// How the first line of a diff begins.
const STARTS: [&[u8]; 6] = [
    b"diff --git ",
    b"--- ",
    b"@@ ",
    b"*** Begin Patch",
    b"<<<<<<< SEARCH",
    b"------- SEARCH",
];

/// The texts that may stand under `text`, and what was taken away.
pub(super) fn undressed(text: &[u8]) -> impl Iterator<Item = (Bytes, RepairKind)> {
    let numbered = without_numbers(text).map(|text| (text, RepairKind::NumberedDiff));
    let indented = without_indent(text).map(|text| (text, RepairKind::IndentedDiff));
    numbered.into_iter().chain(indented)
}

/// Why a text that holds no diff holds one for the eye.
pub(super) fn dressing(text: &[u8]) -> Option<ParseError> {
    let begins = |line: &[u8]| STARTS.iter().any(|start| line.starts_with(start));
    let found = (1..).zip(text::lines(text)).find_map(|(number, line)| {
        let is_coloured = line.starts_with(b"\x1b[") && begins(without_colour(line));
        let is_quoted = line.strip_prefix(b"> ").is_some_and(begins);
        match (is_coloured, is_quoted) {
            (true, _) => Some((number, Problem::Coloured)),
            (_, true) => Some((number, Problem::Quoted)),
            _ => None,
        }
    });
    let (number, problem) = found?;
    Some(ParseError::Malformed {
        line: LineNumber::new(number)?,
        problem,
    })
}

/// `line` without the sequences `ESC [ ... m` that it begins with.
fn without_colour(mut line: &[u8]) -> &[u8] {
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
    let mut expected = None;
    for line in text::lines(text) {
        if line.trim_ascii().is_empty() {
            out.extend_from_slice(line);
            continue;
        }
        let found = ListingNumber::parse(line)?;
        let (number, separator) = expected.unwrap_or((found.number, found.separator));
        if (found.number, found.separator) != (number, separator) {
            return None;
        }
        expected = Some((number + 1, separator));
        out.extend_from_slice(&line[found.len..]);
    }
    Some(out.into())
}

fn without_indent(text: &[u8]) -> Option<Bytes> {
    let indent_of = |line: &[u8]| line.len() - line.trim_ascii_start().len();
    let indent = text
        .split(|&byte| byte == b'\n')
        .find(|line| {
            STARTS
                .iter()
                .any(|start| line.trim_ascii_start().starts_with(start))
        })
        .map(indent_of)
        .filter(|&indent| indent > 0)?;
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
