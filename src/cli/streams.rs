//! The standard streams as the program sees them.

use std::io::{self, IsTerminal, Read, Write};

/// Whether a stream is a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// A person is there.
    Yes,
    /// A pipe, a file or nothing.
    No,
}

impl Terminal {
    fn of(stream: &impl IsTerminal) -> Self {
        if stream.is_terminal() {
            Self::Yes
        } else {
            Self::No
        }
    }
}

/// Standard input.
pub struct Input<'a> {
    /// Where bytes come from; untouched unless the command line asks for it.
    pub reader: &'a mut dyn Read,
    /// Whether somebody would have to type them.
    pub terminal: Terminal,
}

/// Standard output or error.
pub struct Output<'a> {
    /// Where bytes go, each output in one write.
    pub writer: &'a mut dyn Write,
    /// Whether somebody looks at them.
    pub terminal: Terminal,
}

impl Output<'_> {
    /// The same output, for a while.
    pub(super) fn lend(&mut self) -> Output<'_> {
        Output {
            writer: &mut *self.writer,
            terminal: self.terminal,
        }
    }

    /// Writes all of `bytes`; whether somebody took them. That nobody reads them any more is no error.
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

/// Both outputs, lent to a command that writes before its end.
pub(super) struct Sinks<'a> {
    /// Standard output.
    pub(super) stdout: Output<'a>,
    /// Standard error.
    pub(super) stderr: Output<'a>,
}

/// All three.
pub struct Streams<'a> {
    /// Standard input.
    pub stdin: Input<'a>,
    /// Standard output.
    pub stdout: Output<'a>,
    /// Standard error.
    pub stderr: Output<'a>,
}

/// Runs `with` on the streams of this process. They are not locked: a server's threads write to them.
pub(super) fn of_process<T>(with: impl FnOnce(Streams<'_>) -> T) -> T {
    let (mut stdin, mut stdout, mut stderr) = (io::stdin(), io::stdout(), io::stderr());
    let terminals = (
        Terminal::of(&stdin),
        Terminal::of(&stdout),
        Terminal::of(&stderr),
    );
    with(Streams {
        stdin: Input {
            reader: &mut stdin,
            terminal: terminals.0,
        },
        stdout: Output {
            writer: &mut stdout,
            terminal: terminals.1,
        },
        stderr: Output {
            writer: &mut stderr,
            terminal: terminals.2,
        },
    })
}
