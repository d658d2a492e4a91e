//! The form of a text: properties that an edit must preserve even if the request does not mention them.

use super::{BOM, EndingCensus, LineEnding};

/// The encoding of the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Valid UTF-8, including ASCII.
    Utf8,
    /// Any other encoding. The bytes are preserved.
    Other,
}

/// The byte-order mark, encoding, line endings and final newline of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// True if the text begins with the UTF-8 byte-order mark.
    pub has_bom: bool,
    /// The encoding of the whole text.
    pub encoding: Encoding,
    /// The counts of the line endings.
    pub endings: EndingCensus,
    /// True if the last line has an ending. Also true for the empty text, which has no lines.
    pub has_final_newline: bool,
}

/// Guesses the encoding of `text` from its invalid UTF-8. `None` if `text` is UTF-8 with at most a few invalid bytes.
pub fn foreign_encoding(text: &[u8]) -> Option<&'static str> {
    let (mut valid_chars, mut invalid_bytes) = (0, 0);
    for chunk in text.utf8_chunks() {
        valid_chars += chunk
            .valid()
            .chars()
            .filter(|letter| !letter.is_ascii())
            .count();
        invalid_bytes += chunk.invalid().len();
    }
    if invalid_bytes == 0 || valid_chars > invalid_bytes {
        return None;
    }
    // Multi-byte encodings have runs of two or more non-ASCII bytes.
    let (mut non_ascii, mut in_runs) = (0, 0);
    for run in text.split(|byte| byte.is_ascii()) {
        non_ascii += run.len();
        if run.len() > 1 {
            in_runs += run.len();
        }
    }
    Some(if 2 * in_runs > non_ascii {
        "Shift-JIS or another multi-byte encoding"
    } else {
        "Latin-1 or another single-byte encoding"
    })
}

/// True if more lines of `text` end in a lone carriage return than in a line feed. The ending of the last line does
/// not count, because another program may have added it.
pub fn has_lone_returns(text: &[u8]) -> bool {
    let body = LineEnding::strip(text);
    let mut lone = 0;
    for at in memchr::memchr_iter(b'\r', body) {
        if body.get(at + 1) != Some(&b'\n') {
            lone += 1;
        }
    }
    lone > 0 && lone > memchr::memchr_iter(b'\n', body).count()
}

impl TextForm {
    /// Determines the form of `text`.
    pub fn read(text: &[u8]) -> Self {
        Self {
            has_bom: text.starts_with(BOM),
            encoding: match std::str::from_utf8(text) {
                Ok(_) => Encoding::Utf8,
                Err(_) => Encoding::Other,
            },
            endings: EndingCensus::count(text),
            has_final_newline: text.is_empty() || text.ends_with(b"\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, TextForm};

    #[test]
    fn reads_every_property() {
        let form = TextForm::read(b"\xef\xbb\xbfa\r\nb");
        assert!(form.has_bom && !form.has_final_newline);
        assert_eq!(form.encoding, Encoding::Utf8);
        assert_eq!(form.endings.crlf, 1);
        assert_eq!(TextForm::read(b"\xff").encoding, Encoding::Other);
        assert!(TextForm::read(b"").has_final_newline);
    }
}
