//! The ID of a location in a text.

use std::fmt;

use super::Fingerprint;
use crate::text::Span;

/// A digest of a text's fingerprint and a location in the text. The ID is valid only while the text is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SiteId(u32);

impl SiteId {
    /// The ID of `span` in the text with the fingerprint `text`.
    pub fn new(text: &Fingerprint, span: Span) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&text.hash);
        hasher.update(&(span.start() as u64).to_be_bytes());
        hasher.update(&(span.len() as u64).to_be_bytes());
        let hash = hasher.finalize();
        let [first, second, third, fourth, ..] = *hash.as_bytes();
        Self(u32::from_be_bytes([first, second, third, fourth]))
    }

    /// Parses eight hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 8 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        u32::from_str_radix(text, 16).ok().map(Self)
    }
}

/// Formats as eight lower-case hexadecimal digits.
impl fmt::Display for SiteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::SiteId;
    use crate::snapshot::Fingerprint;
    use crate::text::Span;

    #[test]
    fn ids_depend_on_the_text_and_the_span() {
        let text = Fingerprint::hash(b"a b a");
        let id = SiteId::new(&text, Span::of_len(0, 1));
        assert_eq!(SiteId::parse(&id.to_string()), Some(id));
        assert_ne!(id, SiteId::new(&text, Span::of_len(4, 1)));
        assert_ne!(id, SiteId::new(&text, Span::of_len(0, 2)));
        assert_ne!(
            id,
            SiteId::new(&Fingerprint::hash(b"a b c"), Span::of_len(0, 1))
        );
        assert_eq!(SiteId::parse("12345"), None);
    }
}
