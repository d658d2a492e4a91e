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

/// Longer numbers are not line numbers.
const DIGITS: usize = 7;

impl ListingNumber {
    /// Parses the number before `line`. If the listed line is empty, its separator may lack the trailing space.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let blanks = line.iter().take_while(|byte| b" \t".contains(byte)).count();
        let digits = line[blanks..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits > DIGITS {
            return None;
        }
        let rest = &line[blanks + digits..];
        let bare = LineEnding::strip(rest);
        let mut found = None;
        for separator in SEPARATORS {
            if rest.starts_with(separator) {
                found = Some((separator, separator.len()));
                break;
            }
            if !bare.is_empty() && bare == separator.trim_ascii_end() {
                found = Some((separator, bare.len()));
                break;
            }
        }
        let (separator, len) = found?;
        let number = std::str::from_utf8(&line[blanks..blanks + digits]).ok()?;
        Some(Self {
            number: number.parse().ok()?,
            separator,
            len: blanks + digits + len,
        })
    }
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
