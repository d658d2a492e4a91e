//! Runs a child process without a shell, reads its output, and kills its process group on a timeout.
//!
//! Only the end of the output is kept, unless the caller needs all of it. Processes that the child leaves behind are
//! not waited for.

use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::disk::Interrupt;

/// The number of bytes to keep from the end of the output.
pub const MAX_TAIL: usize = 4 << 10;

/// The time to wait for output before checking the child, the timeout and the interrupt again.
const TICK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 10_000_000,
};

/// The number of consecutive reads. Together they are larger than a pipe.
const MAX_READS: usize = 32;

/// The way a child ended.
#[derive(Debug)]
pub enum ChildEnd {
    /// The child exited, or another process killed it.
    Status(ExitStatus),
    /// The child exceeded the timeout and was killed.
    TimedOut,
    /// An interrupt was received and the child was killed.
    Interrupted,
    /// The child could not be started, or waiting for it failed.
    NotStarted(io::Error),
}

/// Runs `words` in `cwd` for at most `timeout`. Returns how the child ended, and the end of its output.
pub fn run(
    words: &[OsString],
    cwd: &Path,
    timeout: Duration,
    interrupt: &Interrupt,
) -> (ChildEnd, Vec<u8>) {
    match start(words, cwd) {
        Ok((child, mut reader)) => {
            let readers = std::slice::from_mut(&mut reader);
            let end = wait_or_kill(child, readers, timeout, interrupt);
            reader.read_available();
            (end.unwrap_or_else(ChildEnd::NotStarted), reader.tail())
        }
        Err(error) => (ChildEnd::NotStarted(error), Vec::new()),
    }
}

/// Runs `command` with `input` and without a timeout. Returns how the child ended, its complete standard output, and
/// the end of its standard error.
pub fn run_with_input(
    command: Command,
    input: Vec<u8>,
    interrupt: &Interrupt,
) -> (ChildEnd, Vec<u8>, Vec<u8>) {
    match start_with_input(command, input) {
        Ok((child, mut readers)) => {
            let end = wait_or_kill(child, &mut readers, Duration::MAX, interrupt);
            let [mut printed, mut errors] = readers;
            printed.read_all();
            errors.read_available();
            (
                end.unwrap_or_else(ChildEnd::NotStarted),
                printed.output,
                errors.tail(),
            )
        }
        Err(error) => (ChildEnd::NotStarted(error), Vec::new(), Vec::new()),
    }
}

/// Starts the child, and a thread that writes `input`. Without the thread, both sides could block on full pipes.
fn start_with_input(
    mut command: Command,
    input: Vec<u8>,
) -> io::Result<(Child, [OutputReader; 2])> {
    let (printed, stdout) = OutputReader::new(true)?;
    let (errors, stderr) = OutputReader::new(false)?;
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(stderr)
        .process_group(0)
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // If the child closes its input early, its exit status shows whether this is an error.
        std::thread::spawn(move || stdin.write_all(&input));
    }
    // The command holds the write ends of the pipes.
    drop(command);
    Ok((child, [printed, errors]))
}

/// Starts the child in a new process group, so that its children can be killed too.
fn start(words: &[OsString], cwd: &Path) -> io::Result<(Child, OutputReader)> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(io::ErrorKind::NotFound.into());
    };
    let (reader, writer) = OutputReader::new(false)?;
    let child = Command::new(program)
        .args(arguments)
        .current_dir(cwd)
        .stdin(Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer)
        .process_group(0)
        .spawn()?;
    Ok((child, reader))
}

/// Waits until `child` exits, or kills it.
fn wait_or_kill(
    mut child: Child,
    readers: &mut [OutputReader],
    timeout: Duration,
    interrupt: &Interrupt,
) -> io::Result<ChildEnd> {
    let begin = Instant::now();
    loop {
        readers.iter_mut().for_each(OutputReader::read_available);
        if let Some(status) = child.try_wait()? {
            return Ok(ChildEnd::Status(status));
        }
        if interrupt.received().is_some() {
            kill(&mut child)?;
            return Ok(ChildEnd::Interrupted);
        }
        if begin.elapsed() >= timeout {
            kill(&mut child)?;
            return Ok(ChildEnd::TimedOut);
        }
        wait_for_output(readers);
    }
}

/// Kills the process group of `child`, which has not been waited for yet.
fn kill(child: &mut Child) -> io::Result<()> {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // The child may have exited meanwhile.
        let _ = kill_process_group(group, Signal::KILL);
    }
    child.wait().map(|_| ())
}

/// The read end of a pipe from the child.
struct OutputReader {
    /// `None` if the pipe is closed.
    reader: Option<PipeReader>,
    output: Vec<u8>,
    /// True if all output is kept, not only the last [`MAX_TAIL`] bytes.
    keeps_all: bool,
}

impl OutputReader {
    /// A reader, and the write end of its pipe.
    fn new(keeps_all: bool) -> io::Result<(Self, PipeWriter)> {
        let (reader, writer) = io::pipe()?;
        rustix::io::ioctl_fionbio(&reader, true)?;
        let reader = Self {
            reader: Some(reader),
            output: Vec::new(),
            keeps_all,
        };
        Ok((reader, writer))
    }

    /// Reads all output that is available.
    fn read_all(&mut self) {
        loop {
            let before = self.output.len();
            self.read_available();
            if self.output.len() == before {
                return;
            }
        }
    }

    /// Reads the available output, at most [`MAX_READS`] times.
    fn read_available(&mut self) {
        let mut part = [0; 4 << 10];
        for _ in 0..MAX_READS {
            let Some(reader) = &mut self.reader else {
                return;
            };
            match reader.read(&mut part) {
                Ok(0) => self.reader = None,
                Ok(len) => self.keep(&part[..len]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.reader = None,
            }
        }
    }

    fn keep(&mut self, part: &[u8]) {
        self.output.extend_from_slice(part);
        if self.keeps_all {
            return;
        }
        // Keeps one byte more than necessary, to detect that the output was cut.
        let spare = self.output.len().saturating_sub(MAX_TAIL + 1);
        self.output.drain(..spare);
    }

    /// The last [`MAX_TAIL`] bytes, starting at a line or at least at a character.
    fn tail(self) -> Vec<u8> {
        let mut output = self.output;
        if output.len() <= MAX_TAIL {
            return output;
        }
        let cut = match output.iter().position(|&byte| byte == b'\n') {
            Some(end) if end + 1 < output.len() => end + 1,
            _ => {
                1 + output[1..]
                    .iter()
                    .take(3)
                    .take_while(|&byte| byte & 0b1100_0000 == 0b1000_0000)
                    .count()
            }
        };
        output.drain(..cut);
        output
    }
}

/// Waits for output, at most for a [`TICK`].
fn wait_for_output(readers: &[OutputReader]) {
    let mut readers: Vec<PollFd> = readers
        .iter()
        .filter_map(|reader| reader.reader.as_ref())
        .map(|reader| PollFd::new(reader, PollFlags::IN))
        .collect();
    // An error or an early return does not matter, because the caller loops.
    let _ = poll(&mut readers, Some(&TICK));
}

/// Returns the exit status of a child, or as an error the signal that killed it.
pub fn status_or_signal(status: ExitStatus) -> Result<i32, i32> {
    match status.code() {
        Some(code) => Ok(code),
        None => Err(status.signal().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::Path;
    use std::time::Duration;

    use super::{ChildEnd, MAX_TAIL, run, status_or_signal};
    use crate::disk::Interrupt;

    const AMPLE: Duration = Duration::from_secs(60);

    fn shell(script: &str, timeout: Duration, interrupt: &Interrupt) -> (ChildEnd, String) {
        let words = ["sh", "-c", script].map(OsString::from);
        let (end, output) = run(&words, Path::new("/"), timeout, interrupt);
        (end, String::from_utf8(output).unwrap())
    }

    #[test]
    fn the_status_and_both_streams_are_captured() {
        let calm = Interrupt::default();
        let (end, output) = shell("echo a; echo b >&2; cat; pwd; exit 3", AMPLE, &calm);
        let ChildEnd::Status(status) = end else {
            panic!("{end:?}");
        };
        assert_eq!(status_or_signal(status), Ok(3));
        assert_eq!(output, "a\nb\n/\n");
        let (end, _) = shell("kill -TERM $$", AMPLE, &calm);
        let ChildEnd::Status(status) = end else {
            panic!("{end:?}");
        };
        assert_eq!(status_or_signal(status), Err(15));
    }

    #[test]
    fn of_long_output_the_last_lines_are_kept() {
        let script = "i=0; while [ $i -lt 9999 ]; do echo line $i; i=$((i+1)); done";
        let (_, output) = shell(script, AMPLE, &Interrupt::default());
        assert!(output.len() <= MAX_TAIL && output.len() > MAX_TAIL - 20);
        assert!(output.starts_with("line ") && output.ends_with("line 9998\n"));
        let (_, output) = shell("printf é%.0s $(seq 3000)", AMPLE, &Interrupt::default());
        assert_eq!(output, "é".repeat(MAX_TAIL / 2));
    }

    #[test]
    fn a_child_out_of_time_is_killed_with_its_children() {
        let moment = Duration::from_millis(1);
        let (end, _) = shell("sleep 1000 & sleep 1000", moment, &Interrupt::default());
        assert!(matches!(end, ChildEnd::TimedOut), "{end:?}");
    }

    #[test]
    fn a_signal_ends_the_child() {
        let interrupt = Interrupt::default();
        interrupt.note(15);
        let (end, _) = shell("sleep 1000", AMPLE, &interrupt);
        assert!(matches!(end, ChildEnd::Interrupted), "{end:?}");
    }

    #[test]
    fn background_processes_are_not_waited_for() {
        let (end, output) = shell("sleep 1000 & echo $!", AMPLE, &Interrupt::default());
        assert!(matches!(end, ChildEnd::Status(_)), "{end:?}");
        let (_, _) = shell(&format!("kill {output}"), AMPLE, &Interrupt::default());
    }

    #[test]
    fn a_command_that_cannot_start_is_reported() {
        let words = ["/no/such/program".into()];
        let (end, _) = run(&words, Path::new("/"), AMPLE, &Interrupt::default());
        assert!(matches!(end, ChildEnd::NotStarted(_)), "{end:?}");
        let (end, _) = run(&[], Path::new("/"), AMPLE, &Interrupt::default());
        assert!(matches!(end, ChildEnd::NotStarted(_)), "{end:?}");
    }
}
