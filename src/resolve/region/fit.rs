//! The indentation of new lines at the place of a definition.
//!
//! Whoever copies a definition may have it as the file has it, without the blanks before its first line, or without
//! those of all its lines.

use bytes::Bytes;

use crate::resolve::locate::{indent_of, trim};
use crate::text;

/// `text` as it may be meant at a place with `indent`, the likeliest first. Each reading changes nothing but the blanks
/// before lines, all by the same.
pub(super) fn readings(new: &Bytes, indent: &[u8]) -> Vec<Bytes> {
    let solid = |line: &&[u8]| !trim(line.trim_ascii_end()).is_empty();
    let mut lines = text::lines(new).filter(solid);
    let Some(first) = lines.next() else {
        return vec![new.clone()];
    };
    let later: Vec<&[u8]> = lines.collect();
    let given = indent_of(first);
    if given == indent {
        return vec![new.clone()];
    }
    let first_only = given.is_empty().then(|| with_first(new, indent));
    let all = later.iter().all(|line| line.starts_with(given));
    let all = all.then(|| with_all(new, given, indent));
    let is_as_the_file = later.iter().all(|line| line.starts_with(indent));
    let mut readings: Vec<Bytes> = if is_as_the_file {
        first_only.into_iter().chain(all).collect()
    } else {
        all.into_iter().chain(first_only).collect()
    };
    if readings.is_empty() {
        readings.push(new.clone());
    }
    readings.dedup();
    readings
}

/// `new` with `indent` before its first line.
fn with_first(new: &[u8], indent: &[u8]) -> Bytes {
    let blank = new.len() - without_blank_lines(new).len();
    [&new[..blank], indent, &new[blank..]].concat().into()
}

/// `new` with `indent` in place of `given` before each line.
fn with_all(new: &[u8], given: &[u8], indent: &[u8]) -> Bytes {
    let mut shifted = Vec::with_capacity(new.len());
    for line in text::lines(new) {
        match line.strip_prefix(given) {
            Some(rest) if !trim(line.trim_ascii_end()).is_empty() => {
                shifted.extend_from_slice(indent);
                shifted.extend_from_slice(rest);
            }
            _ => shifted.extend_from_slice(line),
        }
    }
    shifted.into()
}

fn without_blank_lines(mut text: &[u8]) -> &[u8] {
    while let Some(line) = text::lines(text)
        .next()
        .filter(|line| line.trim_ascii().is_empty())
    {
        text = &text[line.len()..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::readings;

    fn read(new: &'static str, indent: &str) -> Vec<String> {
        let readings = readings(&new.into(), indent.as_bytes()).into_iter();
        readings
            .map(|text| String::from_utf8(text.into()).unwrap())
            .collect()
    }

    #[test]
    fn the_likeliest_reading_comes_first() {
        let whole = "    f {\n        a\n    }\n";
        assert_eq!(read(whole, "    "), [whole]);
        assert_eq!(read("f {\n        a\n    }\n", "    ")[0], whole);
        assert_eq!(read("f {\n    a\n}\n", "    ")[0], whole);
        assert_eq!(read(whole, ""), ["f {\n    a\n}\n"]);
        assert_eq!(read("f {\n\n    a\n}", "\t")[0], "\tf {\n\n\t    a\n\t}");
        assert_eq!(read("def f:\n    a\n", "    ").len(), 2);
    }
}
