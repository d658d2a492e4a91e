//! The form of a text: what an edit must keep although nobody mentions it.

use super::{BOM, EndingCensus, LineEnding};

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

/// The encoding of `text` as far as its bytes tell; `None` for UTF-8, also where a byte of it is damaged.
pub fn foreign_encoding(text: &[u8]) -> Option<&'static str> {
    let (mut whole, mut broken) = (0, 0);
    for chunk in text.utf8_chunks() {
        whole += chunk
            .valid()
            .chars()
            .filter(|sign| !sign.is_ascii())
            .count();
        broken += chunk.invalid().len();
    }
    if broken == 0 || whole > broken {
        return None;
    }
    let high = text.iter().filter(|byte| !byte.is_ascii()).count();
    let is_pair = |pair: &&[u8]| pair.iter().all(|byte| !byte.is_ascii());
    let paired: usize = text
        .split(|byte| byte.is_ascii())
        .filter(|run| run.len() > 1 && is_pair(run))
        .map(<[u8]>::len)
        .sum();
    Some(if 2 * paired > high {
        "Shift-JIS or another multi-byte encoding"
    } else {
        "Latin-1 or another single-byte encoding"
    })
}

/// Whether the lines of `text` end in carriage returns alone, or more of them than end otherwise; the ending of
/// the last line, which another program may have put there, says nothing.
pub fn has_lone_returns(text: &[u8]) -> bool {
    let body = LineEnding::strip(text);
    let is_lone = |at: &usize| body.get(at + 1) != Some(&b'\n');
    let lone = memchr::memchr_iter(b'\r', body).filter(is_lone).count();
    lone > 0 && lone > memchr::memchr_iter(b'\n', body).count()
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
