//! Line numbers as a caller gives them: counted from the start or from the end of the file.

use crate::text::{LineNumber, LineRange};

/// The lines of a file that has not been read yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedLines {
    /// These numbers.
    Numbers(LineRange),
    /// From this number to the last line (`A:`, `A:$`).
    ToEnd(LineNumber),
    /// These lines, counted from the end: 1 is the last line (`-1`, `-3:-1`).
    FromEnd(LineRange),
}

impl From<LineRange> for AskedLines {
    fn from(lines: LineRange) -> Self {
        Self::Numbers(lines)
    }
}

impl AskedLines {
    /// Parses `A`, `A:B`, `A:`, `:B`, or `A-B` for plain numbers. `$` and negative numbers count from the end.
    pub fn parse(text: &str) -> Option<Self> {
        let (first, last) = match text.split_once(':').or_else(|| dashed(text)) {
            None => (number(text)?, number(text)?),
            Some(("", "")) => return None,
            Some(("", last)) => (1, number(last)?),
            Some((first, "")) => (number(first)?, -1),
            Some((first, last)) => (number(first)?, number(last)?),
        };
        let first_line = LineNumber::new(usize::try_from(first.unsigned_abs()).ok()?)?;
        let last_line = LineNumber::new(usize::try_from(last.unsigned_abs()).ok()?)?;
        match (first > 0, last > 0) {
            (true, true) => LineRange::new(first_line, last_line).map(Self::Numbers),
            (true, false) if last == -1 => Some(Self::ToEnd(first_line)),
            (false, false) => LineRange::new(last_line, first_line).map(Self::FromEnd),
            _ => None,
        }
    }

    /// True if the lines are a single line.
    pub fn is_one(self) -> bool {
        match self {
            Self::Numbers(lines) | Self::FromEnd(lines) => lines.first() == lines.last(),
            Self::ToEnd(_) => false,
        }
    }

    /// Converts the lines to numbers in a text of `count` lines. The result for `Numbers` may be beyond the end.
    ///
    /// # Errors
    /// The number of the first line if it does not exist, negative if counted from the end.
    pub fn in_text(self, count: usize) -> Result<LineRange, i64> {
        match self {
            Self::Numbers(lines) => Ok(lines),
            Self::ToEnd(first) => LineNumber::new(count)
                .and_then(|last| LineRange::new(first, last))
                .ok_or(signed(first)),
            Self::FromEnd(lines) => from_start(lines, count).ok_or_else(|| -signed(lines.last())),
        }
    }

    /// Converts the lines to numbers in a text of `count` lines. The first and the last line must exist.
    ///
    /// # Errors
    /// The number of the missing line.
    pub fn all_in_text(self, count: usize) -> Result<LineRange, i64> {
        let lines = self.in_text(count)?;
        if lines.last().number() <= count {
            Ok(lines)
        } else {
            Err(signed(lines.last()))
        }
    }
}

/// Converts `lines`, counted from the end of a text of `count` lines.
fn from_start(lines: LineRange, count: usize) -> Option<LineRange> {
    let first = LineNumber::new(count.checked_sub(lines.last().lines_before())?)?;
    let last = LineNumber::new(count.checked_sub(lines.first().lines_before())?)?;
    LineRange::new(first, last)
}

fn signed(line: LineNumber) -> i64 {
    i64::try_from(line.number()).unwrap_or(i64::MAX)
}

/// Splits `A-B` if both are digits. A negative number begins with `-`.
fn dashed(text: &str) -> Option<(&str, &str)> {
    let (first, last) = text.split_once('-')?;
    if first.is_empty() || last.is_empty() {
        return None;
    }
    let mut signs = first.bytes().chain(last.bytes());
    if !signs.all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    Some((first, last))
}

/// Parses a number except 0. `$` is the last line.
fn number(text: &str) -> Option<i64> {
    match text {
        "$" => Some(-1),
        _ => text.parse().ok().filter(|&number| number != 0),
    }
}

#[cfg(test)]
mod tests {
    use super::AskedLines;

    #[test]
    fn lines_are_counted_from_either_end() {
        let in_five = |text| {
            let lines = AskedLines::parse(text)?.in_text(5);
            Some(lines.map_or_else(|asked| format!("no {asked}"), |lines| lines.to_string()))
        };
        for (text, lines) in [
            ("3", "3"),
            ("3:4", "3-4"),
            ("3-4", "3-4"),
            (":3", "1-3"),
            (":$", "1-5"),
            ("3:", "3-5"),
            ("3:$", "3-5"),
            ("3:-1", "3-5"),
            ("5:", "5"),
            ("$", "5"),
            ("-1", "5"),
            ("-5", "1"),
            ("-3:-2", "3-4"),
            ("-2:", "4-5"),
            ("7:9", "7-9"),
            ("6:", "no 6"),
            ("-6", "no -6"),
            ("-9:-1", "no -9"),
        ] {
            assert_eq!(in_five(text).as_deref(), Some(lines), "{text}");
        }
        for wrong in [
            "0", "0:3", "5:3", "-1:-2", "-1:3", "$:3", "3:-2", "", ":", ":0", ":-2", "2-1", "1-",
            "1-$", "-0", "$$",
        ] {
            assert_eq!(AskedLines::parse(wrong), None, "{wrong}");
        }
        for (text, asked) in [("1:", 1), ("$", -1), ("-1", -1)] {
            let lines = AskedLines::parse(text).map(|lines| lines.in_text(0));
            assert_eq!(lines, Some(Err(asked)), "{text}");
        }
        let all = AskedLines::parse("4:7").map(|lines| lines.all_in_text(5));
        assert_eq!(all, Some(Err(7)));
    }
}
