//! A file's lines, newest first, without reading the whole of it.

use std::os::fd::AsFd;

use rustix::io::{Errno, pread};

/// Bytes read at first: a few lines, enough to continue a history.
const FIRST_BLOCK: u64 = 4 * 1024;
/// Bytes read at a time once more than the first block is wanted.
const BLOCK: u64 = 256 * 1024;

/// The terminated lines of a file from the last to the first. An unterminated last line is torn and left
/// out; what is appended after the start is not seen.
#[derive(Debug)]
pub(super) struct Backwards<F> {
    file: F,
    /// Offset in the file of the first byte of `buffer`.
    start: u64,
    /// The bytes read, up to where the line given last begins.
    buffer: Vec<u8>,
}

impl<F: AsFd> Backwards<F> {
    /// The lines of the first `len` bytes of `file`.
    pub(super) fn new(file: F, len: u64) -> Result<Self, Errno> {
        let mut lines = Self {
            file,
            start: len,
            buffer: Vec::new(),
        };
        lines.read_more(FIRST_BLOCK)?;
        while !lines.drop_torn() {
            lines.read_more(BLOCK)?;
        }
        Ok(lines)
    }

    /// The line before the one given last, its ending left out; `None` before the first.
    pub(super) fn next_line(&mut self) -> Result<Option<Vec<u8>>, Errno> {
        loop {
            // The last byte is the ending of the line looked for.
            let Some((_, text)) = self.buffer.split_last() else {
                if self.start == 0 {
                    return Ok(None);
                }
                self.read_more(BLOCK)?;
                continue;
            };
            match memchr::memrchr(b'\n', text) {
                Some(ending) => return Ok(Some(self.take_from(ending + 1))),
                None if self.start == 0 => return Ok(Some(self.take_from(0))),
                // A line longer than what is read: at least double, so that it is not quadratic.
                None => self.read_more(BLOCK.max(self.buffer.len() as u64))?,
            }
        }
    }

    /// Cuts what is behind the last line ending; whether the place of the cut is known.
    fn drop_torn(&mut self) -> bool {
        let ending = memchr::memrchr(b'\n', &self.buffer);
        self.buffer.truncate(ending.map_or(0, |at| at + 1));
        ending.is_some() || self.start == 0
    }

    fn take_from(&mut self, at: usize) -> Vec<u8> {
        let mut line = self.buffer.split_off(at);
        line.pop();
        line
    }

    /// Puts the `count` bytes before what was read in front of it, or as many as there are.
    fn read_more(&mut self, count: u64) -> Result<(), Errno> {
        let count = count.min(self.start);
        let start = self.start - count;
        let mut block = vec![0; count as usize];
        let mut filled = 0;
        while filled < block.len() {
            match pread(&self.file, &mut block[filled..], start + filled as u64) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error),
            }
        }
        block.truncate(filled);
        block.append(&mut self.buffer);
        self.buffer = block;
        self.start = start;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use super::{BLOCK, Backwards};

    fn file_of(text: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        file
    }

    fn backwards(text: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Backwards::new(file_of(text), text.len() as u64).unwrap();
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    #[test]
    fn lines_come_newest_first_and_a_torn_one_does_not() {
        for (text, expected) in [
            ("", &[][..]),
            ("torn", &[]),
            ("\n", &[""]),
            ("a\n", &["a"]),
            ("a\nb\n", &["b", "a"]),
            ("a\n\nb\ntorn", &["b", "", "a"]),
        ] {
            assert_eq!(
                backwards(text.as_bytes()),
                expected
                    .iter()
                    .map(|line| line.as_bytes())
                    .collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn lines_longer_than_blocks_are_whole() {
        let block = BLOCK as usize;
        for torn in [0, 1, 2 * block] {
            let mut lines: Vec<Vec<u8>> = [
                0,
                1,
                5000,
                block - 1,
                block,
                block + 1,
                3 * block,
                4095,
                4096,
            ]
            .iter()
            .map(|&len| vec![b'x'; len])
            .collect();
            let mut text: Vec<u8> = lines
                .iter()
                .flat_map(|line| [line, &b"\n"[..]].concat())
                .collect();
            text.extend(std::iter::repeat_n(b't', torn));
            lines.reverse();
            assert_eq!(backwards(&text), lines);
        }
    }
}
