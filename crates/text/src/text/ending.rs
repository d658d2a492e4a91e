//! Line endings, and their counts in a text.

/// The ending of a line. A lone carriage return is content, not an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnding {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
}

impl LineEnding {
    /// The bytes of the line ending.
    pub fn as_bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
        }
    }

    /// The ending of `line`; `None` for an unterminated last line.
    pub fn of_line(line: &[u8]) -> Option<Self> {
        match line {
            [.., b'\r', b'\n'] => Some(Self::CrLf),
            [.., b'\n'] => Some(Self::Lf),
            _ => None,
        }
    }

    /// The length in bytes of the line ending that `text` begins with; 0 if there is none.
    pub fn len_at_start(text: &[u8]) -> usize {
        match text {
            [b'\r', b'\n', ..] => 2,
            [b'\n', ..] => 1,
            _ => 0,
        }
    }

    /// Returns `line` without its line ending.
    pub fn strip(line: &[u8]) -> &[u8] {
        let ending = Self::of_line(line).map_or(0, |ending| ending.as_bytes().len());
        &line[..line.len() - ending]
    }

    /// Returns `line` with this line ending. A line without an ending is returned unchanged.
    pub fn replace_in(self, line: &[u8]) -> Vec<u8> {
        let body = Self::strip(line);
        if body.len() == line.len() {
            line.to_vec()
        } else {
            [body, self.as_bytes()].concat()
        }
    }

    /// Returns the ending for a new line at byte `offset` of `text`: the ending of the previous line, otherwise of
    /// the line at `offset`, otherwise `\n`. `offset` must be the start or the end of a line.
    pub fn around(text: &[u8], offset: usize) -> Self {
        let newline = match memchr::memrchr(b'\n', &text[..offset]) {
            Some(before) => Some(before),
            None => memchr::memchr(b'\n', &text[offset..]).map(|after| offset + after),
        };
        match newline {
            Some(newline) => Self::of_line(&text[..=newline]).unwrap_or(Self::Lf),
            None => Self::Lf,
        }
    }
}

/// The number of lines with each line ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndingCensus {
    /// The number of lines that end in `\n` alone.
    pub lf: usize,
    /// The number of lines that end in `\r\n`.
    pub crlf: usize,
}

impl EndingCensus {
    /// Counts the line endings of `text`.
    pub fn count(text: &[u8]) -> Self {
        let all = bytecount::count(text, b'\n');
        let crlf = memchr::memmem::find_iter(text, b"\r\n").count();
        Self {
            lf: all - crlf,
            crlf,
        }
    }

    /// True if both kinds occur.
    pub fn is_mixed(self) -> bool {
        self.lf > 0 && self.crlf > 0
    }

    /// The only kind of ending that occurs. `None` if there is none, or if both occur.
    pub fn uniform(self) -> Option<LineEnding> {
        match (self.lf, self.crlf) {
            (1.., 0) => Some(LineEnding::Lf),
            (0, 1..) => Some(LineEnding::CrLf),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EndingCensus, LineEnding};

    #[test]
    fn census_counts_both_endings() {
        let census = EndingCensus::count(b"a\r\nb\nc\r\nd");
        assert_eq!(census, EndingCensus { lf: 1, crlf: 2 });
        assert!(census.is_mixed());
        assert_eq!(
            EndingCensus::count(b"a\r\n").uniform(),
            Some(LineEnding::CrLf)
        );
        assert_eq!(EndingCensus::count(b"a\rb").uniform(), None);
    }

    #[test]
    fn a_new_line_gets_the_ending_before_it_or_after_it() {
        assert_eq!(LineEnding::around(b"a\r\nb\n", 3), LineEnding::CrLf);
        assert_eq!(LineEnding::around(b"a\r\nb\n", 0), LineEnding::CrLf);
        assert_eq!(LineEnding::around(b"a\r\nb\n", 5), LineEnding::Lf);
        assert_eq!(LineEnding::around(b"a", 1), LineEnding::Lf);
        assert_eq!(LineEnding::around(b"", 0), LineEnding::Lf);
    }

    #[test]
    fn strip_removes_only_the_ending() {
        assert_eq!(LineEnding::strip(b"a \r\n"), b"a ");
        assert_eq!(LineEnding::strip(b"a\r"), b"a\r");
        assert_eq!(LineEnding::strip(b"\n"), b"");
    }
}
