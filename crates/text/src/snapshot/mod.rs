//! The immutable content of a file at one moment, with its metadata. No I/O.

mod facts;
mod fingerprint;
mod site;

use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use crate::encoding::{Decoded, TextEncoding, Walk};
use crate::text::{LineIndex, LineNumber, LineRange, Span, TextForm};

pub use facts::USUAL_MODE;
pub use facts::{Attribute, Attributes, FileFacts, FileMode, Identity, LINK, Owner};
pub use fingerprint::Fingerprint;
pub use site::SiteId;

/// The bytes of a file at one moment, with its metadata.
///
/// Clones share all data. Line index, form and fingerprint are computed on first use and shared by all clones.
#[derive(Clone, Debug)]
pub struct Snapshot(Arc<SnapshotData>);

#[derive(Debug)]
struct SnapshotData {
    bytes: Bytes,
    facts: Option<FileFacts>,
    /// `None` if the attributes could not be read.
    attributes: Option<Attributes>,
    index: OnceLock<LineIndex>,
    form: OnceLock<TextForm>,
    fingerprint: OnceLock<Fingerprint>,
    /// The file from which the text was decoded; `None` if the text is not decoded.
    encoded: Option<Encoded>,
}

/// A file in an encoding other than UTF-8, with its decoded text.
#[derive(Debug)]
struct Encoded {
    original: Snapshot,
    decoded: Decoded,
}

impl Snapshot {
    /// Creates a snapshot of a file. `attributes` is `None` if they could not be read.
    pub fn new(bytes: Bytes, facts: FileFacts, attributes: Option<Attributes>) -> Self {
        Self::from_parts(bytes, Some(facts), attributes, None)
    }

    /// Creates a snapshot of text that is not in a file, such as standard input or the result of an earlier edit.
    pub fn of_text(bytes: impl Into<Bytes>) -> Self {
        Self::from_parts(bytes.into(), None, None, None)
    }

    fn from_parts(
        bytes: Bytes,
        facts: Option<FileFacts>,
        attributes: Option<Attributes>,
        encoded: Option<Encoded>,
    ) -> Self {
        Self(Arc::new(SnapshotData {
            bytes,
            facts,
            attributes,
            index: OnceLock::new(),
            form: OnceLock::new(),
            fingerprint: OnceLock::new(),
            encoded,
        }))
    }

    /// Decodes this snapshot by its byte-order mark, otherwise from the encoding `named`. UTF-8 text, decoded text
    /// and symbolic links are returned unchanged. The decoded snapshot keeps the fingerprint of the file.
    #[must_use]
    pub fn decoded(self, named: Option<TextEncoding>) -> Self {
        match TextEncoding::detect(self.bytes(), named) {
            Some(encoding) if !self.is_link() && self.encoding().is_none() => {
                self.decoded_from(encoding)
            }
            _ => self,
        }
    }

    fn decoded_from(self, encoding: TextEncoding) -> Self {
        let decoded = Decoded::new(self.bytes(), encoding);
        let text = decoded.text().clone();
        let (facts, attributes) = (self.facts().copied(), self.attributes().cloned());
        let encoded = Encoded {
            original: self,
            decoded,
        };
        Self::from_parts(text, facts, attributes, Some(encoded))
    }

    /// The encoding that the text was decoded from; `None` if the text is not decoded.
    pub fn encoding(&self) -> Option<TextEncoding> {
        let encoded = self.0.encoded.as_ref()?;
        Some(encoded.decoded.encoding())
    }

    /// The snapshot of the file's bytes: this snapshot, or the one from which it was decoded.
    pub fn original(&self) -> &Self {
        match &self.0.encoded {
            Some(encoded) => &encoded.original,
            None => self,
        }
    }

    /// Decodes `text`, the content of another file, from the encoding of this snapshot. Returns `text` unchanged if it
    /// is in another encoding.
    pub fn decoded_alike(&self, text: &Bytes) -> Bytes {
        let Some(encoding) = self.encoding() else {
            return text.clone();
        };
        if encoding.is_certainly_not(text) {
            return text.clone();
        }
        let decoded = Self::of_text(text.clone()).decoded(Some(encoding));
        decoded.bytes().clone()
    }

    /// A walk between the text and the bytes from which it was decoded. `None` if the text is not decoded.
    pub fn walk(&self) -> Option<Walk<'_>> {
        let encoded = self.0.encoded.as_ref()?;
        Some(encoded.decoded.walk(encoded.original.bytes()))
    }

    /// Maps `span` of the text to the bytes of the file. Includes all bytes of its first and last characters.
    pub fn original_span(&self, span: Span) -> Span {
        let Some(mut walk) = self.walk() else {
            return span;
        };
        let start = walk.byte_before(span.start());
        let end = walk.byte_after(span.end());
        Span::of_len(start, end.saturating_sub(start))
    }

    /// Maps `span` of the bytes to the text. Each end moves to the next character boundary. So a line that was split
    /// after its 0x0A byte maps to a whole line, also in little-endian UTF-16.
    pub fn text_span(&self, span: Span) -> Span {
        let Some(mut walk) = self.walk() else {
            return span;
        };
        let (start, end) = (walk.text_after(span.start()), walk.text_after(span.end()));
        Span::of_len(start, end.saturating_sub(start))
    }

    /// Decodes `lines` from the encoding of this text. The lines were split after 0x0A bytes.
    pub fn text_of_lines(&self, lines: &Bytes) -> Bytes {
        let Some(encoding) = self.encoding() else {
            return lines.clone();
        };
        Decoded::new(&encoding.whole_units(lines), encoding)
            .text()
            .clone()
    }

    /// The text, without copying. Fails if a clone of this snapshot exists.
    ///
    /// # Errors
    /// The unchanged snapshot.
    pub fn into_bytes(self) -> Result<Bytes, Self> {
        match Arc::try_unwrap(self.0) {
            Ok(data) => Ok(data.bytes),
            Err(shared) => Err(Self(shared)),
        }
    }

    /// The text. Slices share its memory.
    pub fn bytes(&self) -> &Bytes {
        &self.0.bytes
    }

    /// True if `other` has the same text. Clones are not compared byte by byte.
    pub fn has_same_text(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.bytes() == other.bytes()
    }

    /// The bytes of `span`, sharing memory. Panics if `span` is outside the text.
    pub fn slice(&self, span: Span) -> Bytes {
        self.0.bytes.slice(span.range())
    }

    /// True for a symbolic link. The text of a link is its target path.
    pub fn is_link(&self) -> bool {
        self.facts().is_some_and(FileFacts::is_link)
    }

    /// The metadata of the file; `None` for a text that is not in a file.
    pub fn facts(&self) -> Option<&FileFacts> {
        self.0.facts.as_ref()
    }

    /// The extended attributes. `None` if the text is not in a file, or if they could not be read.
    pub fn attributes(&self) -> Option<&Attributes> {
        self.0.attributes.as_ref()
    }

    /// The metadata, if the file is known to have no extended attributes.
    pub fn facts_without_attributes(&self) -> Option<&FileFacts> {
        if self.attributes()?.is_empty() {
            self.facts()
        } else {
            None
        }
    }

    /// The byte-order mark, encoding, line endings and final newline of the text.
    pub fn form(&self) -> &TextForm {
        self.0.form.get_or_init(|| TextForm::read(&self.0.bytes))
    }

    /// The fingerprint of the file's bytes, also if the text is decoded.
    pub fn fingerprint(&self) -> Fingerprint {
        *self
            .0
            .fingerprint
            .get_or_init(|| Fingerprint::hash(self.original().bytes()))
    }

    /// True if the fingerprint has been computed.
    pub fn has_fingerprint(&self) -> bool {
        self.0.fingerprint.get().is_some()
    }

    /// Returns the fingerprints of this text and of another text, which consists of the first `head` bytes of this
    /// text followed by `rest`. Hashes the common beginning only once. The text must not be decoded.
    pub fn fingerprints<'a>(
        &'a self,
        head: usize,
        rest: impl Iterator<Item = &'a [u8]>,
    ) -> (Fingerprint, Fingerprint) {
        let (head, old) = self.bytes().split_at(head);
        let (this, other) = Fingerprint::of_both(head, old, rest);
        (*self.0.fingerprint.get_or_init(|| this), other)
    }

    /// The number of lines, including an unterminated last line.
    pub fn line_count(&self) -> usize {
        self.index().line_count(&self.0.bytes)
    }

    /// The line that contains byte `offset`.
    pub fn line_at(&self, offset: usize) -> LineNumber {
        self.index().line_at(&self.0.bytes, offset)
    }

    /// The offset of the first byte of `line`; see [`LineIndex::start_of`].
    pub fn start_of(&self, line: LineNumber) -> Option<usize> {
        self.index().start_of(&self.0.bytes, line)
    }

    /// The span of the whole text.
    pub fn span(&self) -> Span {
        Span::of_len(0, self.0.bytes.len())
    }

    /// The bytes of `lines`, including line endings; `None` if `lines` extends past the end.
    pub fn span_of(&self, lines: LineRange) -> Option<Span> {
        self.index().span_of(&self.0.bytes, lines)
    }

    /// The lines that contain `span`.
    pub fn lines_of(&self, span: Span) -> LineRange {
        self.index().lines_of(&self.0.bytes, span)
    }

    fn index(&self) -> &LineIndex {
        self.0.index.get_or_init(|| LineIndex::new(&self.0.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::{Fingerprint, Snapshot};
    use crate::text::{LineNumber, LineRange, Span, TextForm};

    const TEXT: &[u8] = b"\xef\xbb\xbfone\r\ntwo\nthree";

    fn range(first: usize, last: usize) -> LineRange {
        LineRange::new(
            LineNumber::new(first).unwrap(),
            LineNumber::new(last).unwrap(),
        )
        .unwrap()
    }

    #[test]
    fn values_computed_on_first_use_match_the_text() {
        let snapshot = Snapshot::of_text(TEXT);
        assert_eq!(snapshot.fingerprint(), Fingerprint::hash(TEXT));
        assert_eq!(*snapshot.form(), TextForm::read(TEXT));
        assert_eq!(snapshot.line_count(), 3);
        assert!(snapshot.facts().is_none());
        let copy = snapshot.clone();
        assert_eq!(copy.fingerprint(), snapshot.fingerprint());
        assert_eq!(copy.bytes().as_ptr(), snapshot.bytes().as_ptr());
    }

    #[test]
    fn clones_share_computed_values() {
        let snapshot = Snapshot::of_text(TEXT);
        let copy = snapshot.clone();
        assert_eq!(copy.line_count(), 3);
        copy.fingerprint();
        assert!(snapshot.0.index.get().is_some() && snapshot.0.fingerprint.get().is_some());
    }

    #[test]
    fn slices_share_memory() {
        let snapshot = Snapshot::of_text(TEXT);
        let slice = snapshot.slice(Span::of_len(3, 3));
        assert_eq!(slice, "one");
        assert_eq!(slice.as_ptr(), snapshot.bytes()[3..].as_ptr());
    }

    #[test]
    fn lines_and_spans_convert_both_ways() {
        let snapshot = Snapshot::of_text(TEXT);
        let two = snapshot.span_of(range(2, 2)).unwrap();
        assert_eq!(snapshot.slice(two), "two\n");
        assert_eq!(snapshot.lines_of(two), range(2, 2));
        assert_eq!(snapshot.line_at(two.end()).number(), 3);
        assert_eq!(snapshot.start_of(LineNumber::FIRST), Some(0));
        let whole = snapshot.span_of(range(1, 3)).unwrap();
        assert_eq!(snapshot.slice(whole), TEXT);
        assert_eq!(snapshot.span_of(range(3, 4)), None);
    }
}
