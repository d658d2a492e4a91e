//! The standard streams.

use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// True for each output that is a terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terminals {
    pub(super) stdout: bool,
    pub(super) stderr: bool,
}

/// Standard input.
pub struct Input<'a> {
    /// The source of bytes. Not read unless the command line asks for it.
    pub reader: &'a mut dyn Read,
    /// True if it is a terminal.
    pub is_terminal: bool,
    /// The descriptor of the stream, for queries; `None` if the stream has none.
    pub handle: Option<BorrowedFd<'a>>,
}

/// Standard output or error.
pub struct Output<'a> {
    /// The sink of bytes. Each output is one write.
    pub writer: &'a mut dyn Write,
    /// True if it is a terminal.
    pub is_terminal: bool,
}

impl Output<'_> {
    /// Lends this output.
    pub(super) fn lend(&mut self) -> Output<'_> {
        Output {
            writer: &mut *self.writer,
            is_terminal: self.is_terminal,
        }
    }

    /// Writes `bytes`. Returns `false` if the reader has closed the pipe, which is not an error.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<bool> {
        if bytes.is_empty() {
            return Ok(true);
        }
        let written = self
            .writer
            .write_all(bytes)
            .and_then(|()| self.writer.flush());
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            result => result.map(|()| true),
        }
    }
}

/// Both outputs, lent to a command that writes while it runs.
pub(super) struct Sinks<'a> {
    pub(super) stdout: Output<'a>,
    pub(super) stderr: Output<'a>,
}

/// The three standard streams.
pub struct Streams<'a> {
    /// Standard input.
    pub stdin: Input<'a>,
    /// Standard output.
    pub stdout: Output<'a>,
    /// Standard error.
    pub stderr: Output<'a>,
}

/// Reports on standard error that a `document` is read from `input`, the standard input of this process, if no input
/// arrives for a second.
pub(super) fn announce_wait(input: BorrowedFd<'_>, document: &str) {
    const PATIENCE: Timespec = Timespec {
        tv_sec: 1,
        tv_nsec: 0,
    };
    let mut waited = [PollFd::from_borrowed_fd(input, PollFlags::IN)];
    if matches!(poll(&mut waited, Some(&PATIENCE)), Ok(0)) {
        let text = format!("incise: reading a {document} from standard input\n");
        // If this fails, nobody can be notified.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

/// Runs `work` on the streams of this process. The streams are not locked, because the threads of a server write to
/// them.
pub(super) fn of_process<T>(work: impl FnOnce(Streams<'_>) -> T) -> T {
    let (mut stdin, mut stdout, mut stderr) = (io::stdin(), io::stdout(), io::stderr());
    let handle = io::stdin();
    work(Streams {
        stdin: Input {
            is_terminal: stdin.is_terminal(),
            reader: &mut stdin,
            handle: Some(handle.as_fd()),
        },
        stdout: Output {
            is_terminal: stdout.is_terminal(),
            writer: &mut stdout,
        },
        stderr: Output {
            is_terminal: stderr.is_terminal(),
            writer: &mut stderr,
        },
    })
}
