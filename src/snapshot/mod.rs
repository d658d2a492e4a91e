//! One immutable reading of a file, and the facts that came with it. Plain data, no I/O.

mod facts;
mod fingerprint;
mod place;
mod site;

use std::sync::OnceLock;

use bytes::Bytes;

use crate::text::{LineIndex, LineNumber, LineRange, Span, TextForm};

pub use facts::{FileFacts, Identity};
pub use fingerprint::Fingerprint;
pub use place::RootedPath;
pub use site::SiteId;

/// The bytes of a file as they were read once, with what is known about them.
///
/// Cloning shares the bytes. Line index, form and fingerprint are computed at the first question.
#[derive(Clone, Debug)]
pub struct Snapshot {
    bytes: Bytes,
    facts: Option<FileFacts>,
    index: OnceLock<LineIndex>,
    form: OnceLock<TextForm>,
    fingerprint: OnceLock<Fingerprint>,
}

impl Snapshot {
    /// A reading of a file.
    pub fn new(bytes: Bytes, facts: FileFacts) -> Self {
        Self {
            facts: Some(facts),
            ..Self::of_text(bytes)
        }
    }

    /// A text that is not (yet) in a file: the filter's input, or the result of an earlier edit.
    pub fn of_text(bytes: impl Into<Bytes>) -> Self {
        Self {
            bytes: bytes.into(),
            facts: None,
            index: OnceLock::new(),
            form: OnceLock::new(),
            fingerprint: OnceLock::new(),
        }
    }

    /// The text; slices of it share its memory.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The bytes of `span`, sharing memory. Panics when `span` lies outside the text.
    pub fn slice(&self, span: Span) -> Bytes {
        self.bytes.slice(span.range())
    }

    /// Mode, owner, links and identity; `None` for a text that is not in a file.
    pub fn facts(&self) -> Option<&FileFacts> {
        self.facts.as_ref()
    }

    /// Byte-order mark, encoding, line endings and final newline.
    pub fn form(&self) -> &TextForm {
        self.form.get_or_init(|| TextForm::of(&self.bytes))
    }

    /// The identity of the text.
    pub fn fingerprint(&self) -> Fingerprint {
        *self
            .fingerprint
            .get_or_init(|| Fingerprint::of(&self.bytes))
    }

    /// How many lines there are; an unterminated last line counts.
    pub fn line_count(&self) -> usize {
        self.index().line_count(&self.bytes)
    }

    /// The line that holds byte `offset`.
    pub fn line_at(&self, offset: usize) -> LineNumber {
        self.index().line_at(&self.bytes, offset)
    }

    /// Offset of the first byte of `line`; see [`LineIndex::start_of`].
    pub fn start_of(&self, line: LineNumber) -> Option<usize> {
        self.index().start_of(&self.bytes, line)
    }

    /// The bytes of `lines`, endings included; `None` beyond the end.
    pub fn span_of(&self, lines: LineRange) -> Option<Span> {
        self.index().span_of(&self.bytes, lines)
    }

    /// The lines that hold `span`.
    pub fn lines_of(&self, span: Span) -> LineRange {
        self.index().lines_of(&self.bytes, span)
    }

    fn index(&self) -> &LineIndex {
        self.index.get_or_init(|| LineIndex::new(&self.bytes))
    }
}
