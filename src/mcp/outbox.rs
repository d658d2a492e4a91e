//! The answers that the client has not read yet. The server does not wait until the client reads.

use std::collections::VecDeque;
use std::os::fd::BorrowedFd;

use rustix::io::{self, Errno};

use crate::run::Sightings;

/// The maximum number of bytes per write. A writable pipe has room for them.
const PIECE: usize = 4096;

/// Lines to write, oldest first.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    lines: VecDeque<Line>,
    /// The number of bytes of the first line that are written.
    written: usize,
    /// True after the client has closed its end. Later lines are dropped.
    is_closed: bool,
}

#[derive(Debug)]
struct Line {
    bytes: Vec<u8>,
    /// The parts of files that the client has seen after it has read the line.
    sightings: Sightings,
}

impl Outbox {
    /// Adds a line that shows `sightings`.
    pub(super) fn add(&mut self, line: String, sightings: Sightings) {
        if self.is_closed {
            return;
        }
        let mut bytes = line.into_bytes();
        bytes.push(b'\n');
        self.lines.push_back(Line { bytes, sightings });
    }

    /// True if no line is left to write.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Writes as much to `output` as is possible without blocking.
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
            // A failure to record this is reported later, when lines of other tasks are in the way.
            drop(line.sightings.note());
            self.lines.pop_front();
            self.written = 0;
        }
    }
}
