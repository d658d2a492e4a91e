//! Line numbers in listings: `cat -n`, `grep -n`, `nl`, viewers with a bar or an arrow.

use crate::text::LineEnding;

/// The line number at the start of a line: `  12 | `, `12:`, or `12` and a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListingNumber {
    /// The line number.
    pub number: usize,
    /// The separator between the number and the line.
    pub separator: &'static [u8],
    /// The length in bytes of everything before the line's own text.
    pub len: usize,
}

/// If one separator is a prefix of another, the longer one comes first.
const SEPARATORS: [&[u8]; 8] = [
    b"\t",
    " \u{2502} ".as_bytes(),
    "\u{2192}".as_bytes(),
    b" | ",
    b"| ",
    b"|",
    b": ",
    b":",
];

/// The maximum number of digits of a line number.
const MAX_DIGITS: usize = 7;

impl ListingNumber {
    /// Parses the number before `line`. If the listed line is empty, its separator may lack the trailing space.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let blanks = line.iter().take_while(|byte| b" \t".contains(byte)).count();
        let digits = line[blanks..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits > MAX_DIGITS {
            return None;
        }
        let (prefix, rest) = line.split_at(blanks + digits);
        let (separator, len) = separator_at_start(rest)?;
        let number = std::str::from_utf8(&prefix[blanks..]).ok()?;
        Some(Self {
            number: number.parse().ok()?,
            separator,
            len: prefix.len() + len,
        })
    }
}

/// The separator at the start of `rest`, and its length as written.
fn separator_at_start(rest: &[u8]) -> Option<(&'static [u8], usize)> {
    let content = LineEnding::strip(rest);
    for separator in SEPARATORS {
        if rest.starts_with(separator) {
            return Some((separator, separator.len()));
        }
        if !content.is_empty() && content == separator.trim_ascii_end() {
            return Some((separator, content.len()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::ListingNumber;

    #[test]
    fn numbers_of_every_listing() {
        for (line, number, after) in [
            ("  12 | a\n", 12, "a\n"),
            ("12|  a", 12, " a"),
            ("12| a", 12, "a"),
            ("12 |\r\n", 12, "\r\n"),
            ("    12\t\ta\n", 12, "\ta\n"),
            ("7\u{2192}a", 7, "a"),
            ("\t7 \u{2502} a", 7, "a"),
            ("7: a", 7, "a"),
            ("7:a", 7, "a"),
            ("7:\n", 7, "\n"),
        ] {
            let found = ListingNumber::parse(line.as_bytes()).unwrap();
            assert_eq!(found.number, number, "{line:?}");
            assert_eq!(&line.as_bytes()[found.len..], after.as_bytes(), "{line:?}");
        }
        for line in [
            "",
            "12",
            "12 a",
            "a: b",
            ": b",
            "| b",
            "12345678: a",
            "1.5: a",
        ] {
            assert_eq!(ListingNumber::parse(line.as_bytes()), None, "{line:?}");
        }
    }
}
