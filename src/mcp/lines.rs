//! The lines of a client, which come in pieces.

use std::mem;

use super::frame::{Frame, ProtocolError};

/// The line that is being read.
#[derive(Debug)]
pub(super) struct Lines {
    /// Bytes of the longest line that is read.
    longest: usize,
    /// The beginning of the line that is not complete yet.
    line: Vec<u8>,
    /// True while the rest of a line that was too long is passed over.
    is_passing: bool,
}

impl Lines {
    /// Lines of no more than `longest` bytes.
    pub(super) fn new(longest: usize) -> Self {
        Self {
            longest,
            line: Vec::new(),
            is_passing: false,
        }
    }

    /// The lines that end in `bytes`, which come next.
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

    /// The last line, if the client went away without ending it.
    pub(super) fn end(&mut self) -> Option<Frame> {
        if self.is_passing || self.line.is_empty() {
            return None;
        }
        Some(Frame::read(&mem::take(&mut self.line)))
    }
}
