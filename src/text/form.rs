//! The form of a text: what an edit must keep although nobody mentions it.

use super::EndingCensus;

/// The byte-order mark of UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// How the bytes read as characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Valid UTF-8 throughout (ASCII included).
    Utf8,
    /// Something else; bytes are kept as they are.
    Other,
}

/// Byte-order mark, encoding, line endings and final newline of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// Whether the text begins with the UTF-8 byte-order mark.
    pub has_bom: bool,
    /// Whether all of it is UTF-8.
    pub encoding: Encoding,
    /// How its lines end.
    pub endings: EndingCensus,
    /// Whether the last line has an ending; true for the empty text, which has no line.
    pub has_final_newline: bool,
}

impl TextForm {
    /// Reads the form of `text` in one pass for each fact.
    pub fn of(text: &[u8]) -> Self {
        Self {
            has_bom: text.starts_with(BOM),
            encoding: match std::str::from_utf8(text) {
                Ok(_) => Encoding::Utf8,
                Err(_) => Encoding::Other,
            },
            endings: EndingCensus::of(text),
            has_final_newline: text.is_empty() || text.ends_with(b"\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, TextForm};

    #[test]
    fn reads_every_fact() {
        let form = TextForm::of(b"\xef\xbb\xbfa\r\nb");
        assert!(form.has_bom && !form.has_final_newline);
        assert_eq!(form.encoding, Encoding::Utf8);
        assert_eq!(form.endings.crlf, 1);
        assert_eq!(TextForm::of(b"\xff").encoding, Encoding::Other);
        assert!(TextForm::of(b"").has_final_newline);
    }
}
