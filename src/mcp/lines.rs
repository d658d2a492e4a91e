//! Splits the input from the client into lines.

use std::mem;

use super::frame::{Frame, ProtocolError};

/// The line that is being read.
#[derive(Debug)]
pub(super) struct Lines {
    /// The maximum length of a line, in bytes.
    max_len: usize,
    /// The beginning of the incomplete line.
    line: Vec<u8>,
    /// True while the rest of a line that is too long is skipped.
    is_skipping: bool,
}

impl Lines {
    /// Lines of at most `max_len` bytes.
    pub(super) fn new(max_len: usize) -> Self {
        Self {
            max_len,
            line: Vec::new(),
            is_skipping: false,
        }
    }

    /// Adds `bytes` to the input. Returns the lines that they complete.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            let room = self.max_len - self.line.len();
            if !self.is_skipping && text.len() > room {
                self.line.extend_from_slice(&text[..room]);
                let fault = ProtocolError::too_long(&mem::take(&mut self.line), self.max_len);
                frames.push(Frame::Fault(fault));
                self.is_skipping = true;
            }
            if !self.is_skipping {
                self.line.extend_from_slice(text);
            }
            if text.len() == piece.len() {
                break;
            }
            if !mem::take(&mut self.is_skipping) {
                frames.push(Frame::read(&mem::take(&mut self.line)));
            }
        }
        frames
    }

    /// The last line, if the input ended without a line feed.
    pub(super) fn end(&mut self) -> Option<Frame> {
        if self.is_skipping || self.line.is_empty() {
            return None;
        }
        Some(Frame::read(&mem::take(&mut self.line)))
    }
}
