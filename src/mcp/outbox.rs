//! The answers that the client has not read yet. Nobody waits for a client that does not read: the server goes on.

use std::collections::VecDeque;
use std::os::fd::BorrowedFd;

use rustix::io::{self, Errno};

use crate::run::Sightings;

/// Bytes that are written at once. A pipe that can be written to has room for them.
const PIECE: usize = 4096;

/// Lines to be written, oldest first.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    lines: VecDeque<Line>,
    /// Bytes of the first line that are written.
    written: usize,
    /// True once the client has closed its end: nothing is kept for it any more.
    is_closed: bool,
}

#[derive(Debug)]
struct Line {
    bytes: Vec<u8>,
    /// The parts of files that the client has seen once it has the line.
    sightings: Sightings,
}

impl Outbox {
    /// Adds a line, which shows `sightings`.
    pub(super) fn add(&mut self, line: String, sightings: Sightings) {
        if self.is_closed {
            return;
        }
        let mut bytes = line.into_bytes();
        bytes.push(b'\n');
        self.lines.push_back(Line { bytes, sightings });
    }

    /// True if nothing is left to be written.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Writes as much to `output` as can be written without waiting.
    pub(super) fn write(&mut self, output: BorrowedFd<'_>) {
        let Some(line) = self.lines.front() else {
            return;
        };
        let rest = &line.bytes[self.written..];
        let piece = &rest[..rest.len().min(PIECE)];
        match io::write(output, piece) {
            Err(Errno::INTR | Errno::AGAIN) => return,
            Ok(0) | Err(_) => {
                self.is_closed = true;
                self.lines.clear();
                return;
            }
            Ok(written) => self.written += written,
        }
        if self.written == line.bytes.len() {
            // That it cannot be noted is told of when it matters: what others wrote is in the way then.
            drop(line.sightings.note());
            self.lines.pop_front();
            self.written = 0;
        }
    }
}
