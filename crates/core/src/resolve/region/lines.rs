//! Lines of a text: their spans, and which are blank or comments.

use crate::text::{self, Span};

/// The lines of `text` including their endings, without a byte-order mark.
pub(super) fn line_spans(text: &[u8]) -> Vec<Span> {
    let mut at = text::bom_len(text);
    let mut spans = Vec::new();
    for line in text::lines(text::without_bom(text)) {
        spans.push(Span::of_len(at, line.len()));
        at += line.len();
    }
    spans
}

pub(super) fn is_blank(text: &[u8]) -> bool {
    text.trim_ascii().is_empty()
}

/// The number of bytes in the leading blank lines of `text`.
pub(super) fn blank_start(text: &[u8]) -> usize {
    let mut blank = 0;
    for line in text::lines(text) {
        if !is_blank(line) || !line.ends_with(b"\n") {
            break;
        }
        blank += line.len();
    }
    blank
}

/// The number of bytes in the trailing blank lines of `text`, which consists of complete lines.
pub(super) fn blank_end(text: &[u8]) -> usize {
    let blank = text::lines(text).rev().take_while(|line| is_blank(line));
    blank.map(<[u8]>::len).sum()
}

pub(super) fn is_comment(line: &[u8]) -> bool {
    const OPENINGS: [&[u8]; 6] = [b"#", b"//", b"/*", b"*", b"--", b";"];
    OPENINGS.iter().any(|opening| line.starts_with(opening))
}
