//! Splits the input from the client into lines.

use std::mem;

use super::frame::{Frame, ProtocolError};

/// The line that is being read.
#[derive(Debug)]
pub(super) struct Lines {
    /// The maximum length of a line, in bytes.
    longest: usize,
    /// The beginning of the incomplete line.
    line: Vec<u8>,
    /// True while the rest of a line that is too long is skipped.
    is_passing: bool,
}

impl Lines {
    /// Lines of at most `longest` bytes.
    pub(super) fn new(longest: usize) -> Self {
        Self {
            longest,
            line: Vec::new(),
            is_passing: false,
        }
    }

    /// Adds `bytes` to the input. Returns the lines that they complete.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            let room = self.longest - self.line.len();
            if !self.is_passing && text.len() > room {
                self.line.extend_from_slice(&text[..room]);
                let fault = ProtocolError::too_long(&mem::take(&mut self.line), self.longest);
                frames.push(Frame::Fault(fault));
                self.is_passing = true;
            }
            if !self.is_passing {
                self.line.extend_from_slice(text);
            }
            if text.len() == piece.len() {
                break;
            }
            if !mem::take(&mut self.is_passing) {
                frames.push(Frame::read(&mem::take(&mut self.line)));
            }
        }
        frames
    }

    /// The last line, if the input ended without a line feed.
    pub(super) fn end(&mut self) -> Option<Frame> {
        if self.is_passing || self.line.is_empty() {
            return None;
        }
        Some(Frame::read(&mem::take(&mut self.line)))
    }
}
