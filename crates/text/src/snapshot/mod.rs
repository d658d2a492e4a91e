//! The immutable content of a file at one moment, with its metadata. Plain data, no I/O.

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
/// Cloning shares all of it. Line index, form and fingerprint are computed on first use, for every clone: drafts, plan,
/// report and journal ask about the same text.
#[derive(Clone, Debug)]
pub struct Snapshot(Arc<SnapshotData>);

#[derive(Debug)]
struct SnapshotData {
    bytes: Bytes,
    facts: Option<FileFacts>,
    /// `None` if they could not be read.
    attributes: Option<Attributes>,
    index: OnceLock<LineIndex>,
    form: OnceLock<TextForm>,
    fingerprint: OnceLock<Fingerprint>,
    /// The reading that the text was decoded from, if it was.
    encoded: Option<Encoded>,
}

/// A reading of a file in another encoding than UTF-8.
#[derive(Debug)]
struct Encoded {
    original: Snapshot,
    decoded: Decoded,
}

impl Snapshot {
    /// A snapshot of a file. `attributes` is `None` if they could not be read.
    pub fn new(bytes: Bytes, facts: FileFacts, attributes: Option<Attributes>) -> Self {
        Self::with(bytes, Some(facts), attributes)
    }

    /// A text that is not (yet) in a file: the filter's input, or the result of an earlier edit.
    pub fn of_text(bytes: impl Into<Bytes>) -> Self {
        Self::with(bytes.into(), None, None)
    }

    fn with(bytes: Bytes, facts: Option<FileFacts>, attributes: Option<Attributes>) -> Self {
        Self(Arc::new(SnapshotData {
            bytes,
            facts,
            attributes,
            index: OnceLock::new(),
            form: OnceLock::new(),
            fingerprint: OnceLock::new(),
            encoded: None,
        }))
    }

    /// The text of this reading by its byte-order mark, else in the encoding that was `named`; the path of a link has
    /// no encoding. Everything but the fingerprint is that of the text.
    #[must_use]
    pub fn decoded(self, named: Option<TextEncoding>) -> Self {
        match TextEncoding::detect(self.bytes(), named) {
            Some(encoding) if !self.is_link() && self.encoding().is_none() => {
                self.decoded_from(encoding)
            }
            _ => self,
        }
    }

    /// The text of this reading in `encoding`.
    fn decoded_from(self, encoding: TextEncoding) -> Self {
        let decoded = Decoded::new(self.bytes(), encoding);
        Self(Arc::new(SnapshotData {
            bytes: decoded.text().clone(),
            facts: self.facts().copied(),
            attributes: self.attributes().cloned(),
            index: OnceLock::new(),
            form: OnceLock::new(),
            fingerprint: OnceLock::new(),
            encoded: Some(Encoded {
                original: self,
                decoded,
            }),
        }))
    }

    /// The encoding that the text was decoded from; `None` for the bytes of a file as they are.
    pub fn encoding(&self) -> Option<TextEncoding> {
        let encoded = self.0.encoded.as_ref()?;
        Some(encoded.decoded.encoding())
    }

    /// The reading itself, byte by byte: this one, or the one that it was decoded from.
    pub fn original(&self) -> &Self {
        match &self.0.encoded {
            Some(encoded) => &encoded.original,
            None => self,
        }
    }

    /// `text`, which was read from another file: decoded like this one, unless it is UTF-8.
    pub fn decoded_alike(&self, text: &Bytes) -> Bytes {
        let Some(encoding) = self.encoding() else {
            return text.clone();
        };
        if memchr::memchr(0, text).is_none() && std::str::from_utf8(text).is_ok() {
            return text.clone();
        }
        let decoded = Self::of_text(text.clone()).decoded(Some(encoding));
        decoded.bytes().clone()
    }

    /// A walk between the text and the bytes that it was decoded from, if it was.
    pub fn walk(&self) -> Option<Walk<'_>> {
        let encoded = self.0.encoded.as_ref()?;
        Some(encoded.decoded.walk(encoded.original.bytes()))
    }

    /// The bytes of the file that `span` of the text was decoded from; all of those of the characters in it.
    pub fn original_span(&self, span: Span) -> Span {
        let Some(mut walk) = self.walk() else {
            return span;
        };
        let start = walk.byte_before(span.start());
        let end = walk.byte_after(span.end());
        Span::of_len(start, end.saturating_sub(start))
    }

    /// The part of the text that begins and ends with the first characters that begin in or after `span` of the bytes.
    /// In UTF-16, the byte that looks like the end of a line is the first byte of a line feed: so lines stay lines.
    pub fn text_span(&self, span: Span) -> Span {
        let Some(mut walk) = self.walk() else {
            return span;
        };
        let (start, end) = (walk.text_after(span.start()), walk.text_after(span.end()));
        Span::of_len(start, end.saturating_sub(start))
    }

    /// The text of `lines`, as the bytes divide them, of this text or another one in its encoding.
    pub fn text_of_lines(&self, lines: &Bytes) -> Bytes {
        let Some(encoding) = self.encoding() else {
            return lines.clone();
        };
        Decoded::new(&encoding.whole_units(lines), encoding)
            .text()
            .clone()
    }

    /// The text, if nothing else shares this reading.
    ///
    /// # Errors
    /// The unchanged reading.
    pub fn into_own(self) -> Result<Bytes, Self> {
        Arc::try_unwrap(self.0).map_or_else(|shared| Err(Self(shared)), |own| Ok(own.bytes))
    }

    /// The text; slices of it share its memory.
    pub fn bytes(&self) -> &Bytes {
        &self.0.bytes
    }

    /// The bytes of `span`, sharing memory. Panics when `span` lies outside the text.
    pub fn slice(&self, span: Span) -> Bytes {
        self.0.bytes.slice(span.range())
    }

    /// True for a symbolic link. Its text is the target of the link.
    pub fn is_link(&self) -> bool {
        self.facts().is_some_and(FileFacts::is_link)
    }

    /// The metadata of the file; `None` for a text that is not in a file.
    pub fn facts(&self) -> Option<&FileFacts> {
        self.0.facts.as_ref()
    }

    /// The extended attributes, if the text came from a file and they could be read.
    pub fn attributes(&self) -> Option<&Attributes> {
        self.0.attributes.as_ref()
    }

    /// The facts, if the file is known to have had no extended attributes.
    pub fn bare_facts(&self) -> Option<&FileFacts> {
        if self.attributes()?.is_empty() {
            self.facts()
        } else {
            None
        }
    }

    /// Byte-order mark, encoding, line endings and final newline.
    pub fn form(&self) -> &TextForm {
        self.0.form.get_or_init(|| TextForm::read(&self.0.bytes))
    }

    /// The identity of the text, in the bytes of its file.
    pub fn fingerprint(&self) -> Fingerprint {
        *self
            .0
            .fingerprint
            .get_or_init(|| Fingerprint::hash(self.original().bytes()))
    }

    /// True if the text was hashed.
    pub fn has_fingerprint(&self) -> bool {
        self.0.fingerprint.get().is_some()
    }

    /// Returns the fingerprints of this text, which is not decoded, and of another one: its first `head` bytes,
    /// followed by `rest`. The common beginning is hashed once.
    pub fn fingerprints<'a>(
        &'a self,
        head: usize,
        rest: impl Iterator<Item = &'a [u8]>,
    ) -> (Fingerprint, Fingerprint) {
        let (head, old) = self.original().bytes().split_at(head);
        let (this, other) = Fingerprint::of_both(head, old, rest);
        (*self.0.fingerprint.get_or_init(|| this), other)
    }

    /// The number of lines; an unterminated last line counts.
    pub fn line_count(&self) -> usize {
        self.index().line_count(&self.0.bytes)
    }

    /// The line that holds byte `offset`.
    pub fn line_at(&self, offset: usize) -> LineNumber {
        self.index().line_at(&self.0.bytes, offset)
    }

    /// Offset of the first byte of `line`; see [`LineIndex::start_of`].
    pub fn start_of(&self, line: LineNumber) -> Option<usize> {
        self.index().start_of(&self.0.bytes, line)
    }

    /// All of the text.
    pub fn span(&self) -> Span {
        Span::of_len(0, self.0.bytes.len())
    }

    /// The bytes of `lines`, endings included; `None` beyond the end.
    pub fn span_of(&self, lines: LineRange) -> Option<Span> {
        self.index().span_of(&self.0.bytes, lines)
    }

    /// The lines that hold `span`.
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
    fn what_is_computed_at_the_first_question_is_that_of_the_text() {
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
    fn what_one_clone_found_out_the_others_know() {
        let snapshot = Snapshot::of_text(TEXT);
        let copy = snapshot.clone();
        assert_eq!(copy.line_count(), 3);
        copy.fingerprint();
        assert!(snapshot.0.index.get().is_some() && snapshot.0.fingerprint.get().is_some());
    }

    #[test]
    fn slices_share_the_memory_of_the_reading() {
        let snapshot = Snapshot::of_text(TEXT);
        let slice = snapshot.slice(Span::of_len(3, 3));
        assert_eq!(slice, "one");
        assert_eq!(slice.as_ptr(), snapshot.bytes()[3..].as_ptr());
    }

    #[test]
    fn lines_and_spans_lead_to_each_other() {
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
