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
pub const TAIL: usize = 4 << 10;

/// The time to wait for output before checking the child, the timeout and the interrupt again.
const TICK: Duration = Duration::from_millis(10);

/// The number of consecutive reads. Together they are larger than a pipe.
const READS: usize = 32;

/// The way a child ended.
#[derive(Debug)]
pub enum ChildEnd {
    /// The child exited, or another process killed it.
    Status(ExitStatus),
    /// The child exceeded the timeout and was killed.
    TimedOut,
    /// An interrupt was received and the child was killed.
    Interrupted,
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
        Ok((child, mut listener)) => {
            let listeners = std::slice::from_mut(&mut listener);
            let end = attend(child, listeners, timeout, interrupt);
            listener.listen();
            (end.unwrap_or_else(ChildEnd::NotStarted), listener.tail())
        }
        Err(error) => (ChildEnd::NotStarted(error), Vec::new()),
    }
}

/// Runs `command` with `input` and without a timeout. Returns how the child ended, its complete standard output, and
/// the end of its standard error.
pub fn converse(
    command: Command,
    input: Vec<u8>,
    interrupt: &Interrupt,
) -> (ChildEnd, Vec<u8>, Vec<u8>) {
    match start_conversation(command, input) {
        Ok((child, mut listeners)) => {
            let end = attend(child, &mut listeners, Duration::MAX, interrupt);
            let [mut printed, mut errors] = listeners;
            printed.listen_to_the_end();
            errors.listen();
            (
                end.unwrap_or_else(ChildEnd::NotStarted),
                printed.heard,
                errors.tail(),
            )
        }
        Err(error) => (ChildEnd::NotStarted(error), Vec::new(), Vec::new()),
    }
}

/// Starts the child, and a thread that writes `input`. Without the thread, both sides could block on full pipes.
fn start_conversation(mut command: Command, input: Vec<u8>) -> io::Result<(Child, [Listener; 2])> {
    let (printed, stdout) = Listener::new(true)?;
    let (errors, stderr) = Listener::new(false)?;
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
fn start(words: &[OsString], cwd: &Path) -> io::Result<(Child, Listener)> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(io::ErrorKind::NotFound.into());
    };
    let (listener, writer) = Listener::new(false)?;
    let child = Command::new(program)
        .args(arguments)
        .current_dir(cwd)
        .stdin(Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer)
        .process_group(0)
        .spawn()?;
    Ok((child, listener))
}

/// Waits until `child` exits, or kills it.
fn attend(
    mut child: Child,
    listeners: &mut [Listener],
    timeout: Duration,
    interrupt: &Interrupt,
) -> io::Result<ChildEnd> {
    let begin = Instant::now();
    loop {
        listeners.iter_mut().for_each(Listener::listen);
        if let Some(status) = child.try_wait()? {
            return Ok(ChildEnd::Status(status));
        }
        if interrupt.received().is_some() {
            kill(&mut child)?;
            return Ok(ChildEnd::Interrupted);
        }
        let left = timeout.saturating_sub(begin.elapsed());
        if left.is_zero() {
            kill(&mut child)?;
            return Ok(ChildEnd::TimedOut);
        }
        wait(listeners, left.min(TICK));
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
struct Listener {
    /// `None` if the pipe is closed.
    reader: Option<PipeReader>,
    heard: Vec<u8>,
    /// True if all output is kept, not only the last [`TAIL`] bytes.
    keeps_all: bool,
}

impl Listener {
    /// A listener, and the write end of its pipe.
    fn new(keeps_all: bool) -> io::Result<(Self, PipeWriter)> {
        let (reader, writer) = io::pipe()?;
        rustix::io::ioctl_fionbio(&reader, true)?;
        let listener = Self {
            reader: Some(reader),
            heard: Vec::new(),
            keeps_all,
        };
        Ok((listener, writer))
    }

    /// Reads all output that is available.
    fn listen_to_the_end(&mut self) {
        loop {
            let before = self.heard.len();
            self.listen();
            if self.heard.len() == before {
                return;
            }
        }
    }

    /// Reads the available output, at most [`READS`] times.
    fn listen(&mut self) {
        let mut part = [0; 4 << 10];
        for _ in 0..READS {
            let Some(reader) = &mut self.reader else {
                return;
            };
            match reader.read(&mut part) {
                Ok(0) => self.reader = None,
                Ok(len) => self.hear(&part[..len]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.reader = None,
            }
        }
    }

    fn hear(&mut self, part: &[u8]) {
        self.heard.extend_from_slice(part);
        if self.keeps_all {
            return;
        }
        // Keeps one byte more than necessary, to detect that the output was cut.
        let spare = self.heard.len().saturating_sub(TAIL + 1);
        self.heard.drain(..spare);
    }

    /// The last [`TAIL`] bytes, starting at a line or at least at a character.
    fn tail(self) -> Vec<u8> {
        let mut heard = self.heard;
        if heard.len() <= TAIL {
            return heard;
        }
        let cut = match heard.iter().position(|&byte| byte == b'\n') {
            Some(end) if end + 1 < heard.len() => end + 1,
            _ => {
                1 + heard[1..]
                    .iter()
                    .take(3)
                    .take_while(|&byte| byte & 0b1100_0000 == 0b1000_0000)
                    .count()
            }
        };
        heard.drain(..cut);
        heard
    }
}

/// Waits for output, for at most `most`.
fn wait(listeners: &[Listener], most: Duration) {
    let mut readers: Vec<PollFd> = listeners
        .iter()
        .filter_map(|listener| listener.reader.as_ref())
        .map(|reader| PollFd::new(reader, PollFlags::IN))
        .collect();
    match Timespec::try_from(most) {
        Ok(most) if !readers.is_empty() => {
            // An error or an early return does not matter, because the caller loops.
            let _ = poll(&mut readers, Some(&most));
        }
        _ => std::thread::sleep(most),
    }
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

    use super::{ChildEnd, TAIL, run, status_or_signal};
    use crate::disk::Interrupt;

    const AMPLE: Duration = Duration::from_secs(60);

    fn shell(script: &str, timeout: Duration, interrupt: &Interrupt) -> (ChildEnd, String) {
        let words = ["sh", "-c", script].map(OsString::from);
        let (end, output) = run(&words, Path::new("/"), timeout, interrupt);
        (end, String::from_utf8(output).unwrap())
    }

    #[test]
    fn status_and_both_streams_are_told() {
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
        assert!(output.len() <= TAIL && output.len() > TAIL - 20);
        assert!(output.starts_with("line ") && output.ends_with("line 9998\n"));
        let (_, output) = shell("printf é%.0s $(seq 3000)", AMPLE, &Interrupt::default());
        assert_eq!(output, "é".repeat(TAIL / 2));
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
    fn what_stays_behind_is_not_waited_for() {
        let (end, output) = shell("sleep 1000 & echo $!", AMPLE, &Interrupt::default());
        assert!(matches!(end, ChildEnd::Status(_)), "{end:?}");
        let (_, _) = shell(&format!("kill {output}"), AMPLE, &Interrupt::default());
    }

    #[test]
    fn what_cannot_be_started_says_so() {
        let words = ["/no/such/program".into()];
        let (end, _) = run(&words, Path::new("/"), AMPLE, &Interrupt::default());
        assert!(matches!(end, ChildEnd::NotStarted(_)), "{end:?}");
        let (end, _) = run(&[], Path::new("/"), AMPLE, &Interrupt::default());
        assert!(matches!(end, ChildEnd::NotStarted(_)), "{end:?}");
    }
}
