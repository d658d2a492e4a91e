//! Text that goes in as whole lines: which line endings it needs before, inside and after.

use bytes::Bytes;

use super::ending::adapt;
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, Span};

/// What a text needs at its place to be whole lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    /// The place is the start of a line.
    AtLineStart,
    /// The line before has no ending yet.
    AfterUnterminated,
}

impl Whole {
    /// What the byte `offset` of `text` is. Nothing before it, or only the byte-order mark, is the start
    /// of a line.
    pub(super) fn at(text: &[u8], offset: usize) -> Self {
        match &text[..offset] {
            before if before.is_empty() || before == text::BOM || before.ends_with(b"\n") => {
                Self::AtLineStart
            }
            _ => Self::AfterUnterminated,
        }
    }

    /// `text` as whole lines that end in `ending`.
    pub(super) fn with(self, text: &Bytes, ending: LineEnding) -> Bytes {
        let lines = adapt(text, ending);
        let before: &[u8] = match self {
            Self::AtLineStart => b"",
            Self::AfterUnterminated => ending.as_bytes(),
        };
        let after: &[u8] = if lines.is_empty() || lines.ends_with(b"\n") {
            b""
        } else {
            ending.as_bytes()
        };
        if before.is_empty() && after.is_empty() {
            lines
        } else {
            [before, &lines[..], after].concat().into()
        }
    }
}

/// The ending of lines that take the place of `span`: its own first, else that of the lines around it.
pub(super) fn around_line(now: &Snapshot, span: Span) -> LineEnding {
    let text = now.bytes();
    memchr::memchr(b'\n', &text[span.range()])
        .and_then(|at| LineEnding::of_line(&text[..=span.start() + at]))
        .unwrap_or_else(|| LineEnding::around(text, span.start()))
}
