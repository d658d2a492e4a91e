//! A child process: started without a shell, listened to, and killed with all its own when its time is up.
//!
//! Of what it prints only the end is kept, unless all of it was asked for. What it leaves running after its
//! own end is its affair.

use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::disk::Interrupt;

/// Bytes of the end of the output that are kept.
pub const TAIL: usize = 4 << 10;

/// The wait for output before looking whether the child, its time or our own has ended.
const TICK: Duration = Duration::from_millis(10);

/// The times that output is read before looking elsewhere: a pipe's worth and more.
const READS: usize = 32;

/// The end of a child.
#[derive(Debug)]
pub enum ChildEnd {
    /// By itself, or by a signal that was not ours.
    Status(ExitStatus),
    /// It took too long and was killed.
    TimedOut,
    /// We were asked to end, and killed it.
    Interrupted,
    /// It could not be started.
    NotStarted(io::Error),
}

/// Runs `words` in `cwd` for `timeout` at most: how it ended, and the end of what it printed.
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

/// Runs `command`, which gets `input` to read and takes the time it needs: how it ended, all that it printed,
/// and the end of what it said on standard error.
pub fn converse(
    command: Command,
    input: Vec<u8>,
    interrupt: &Interrupt,
) -> (ChildEnd, Vec<u8>, Vec<u8>) {
    match start_conversation(command, input) {
        Ok((child, mut listeners)) => {
            let end = attend(child, &mut listeners, Duration::MAX, interrupt);
            let [mut printed, mut said] = listeners;
            printed.listen_to_the_end();
            said.listen();
            (
                end.unwrap_or_else(ChildEnd::NotStarted),
                printed.heard,
                said.tail(),
            )
        }
        Err(error) => (ChildEnd::NotStarted(error), Vec::new(), Vec::new()),
    }
}

/// Starts the child with somebody who tells it `input`: both sides may fill their pipes.
fn start_conversation(mut command: Command, input: Vec<u8>) -> io::Result<(Child, [Listener; 2])> {
    let (printed, stdout) = Listener::new(true)?;
    let (said, stderr) = Listener::new(false)?;
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(stderr)
        .process_group(0)
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A child that does not listen to the end has its reasons, and its status tells.
        std::thread::spawn(move || stdin.write_all(&input));
    }
    // The command holds the writing ends.
    drop(command);
    Ok((child, [printed, said]))
}

/// Starts the child in a process group of its own, so that it can be killed with its children.
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

/// Waits for the end of `child`, or brings it about.
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

/// Kills the child, which has not been waited for yet, and everything in its group.
fn kill(child: &mut Child) -> io::Result<()> {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended this moment.
        let _ = kill_process_group(group, Signal::KILL);
    }
    child.wait().map(|_| ())
}

/// The reading end of a child's output.
struct Listener {
    /// `None` when nobody writes any more.
    reader: Option<PipeReader>,
    heard: Vec<u8>,
    /// True if all output is kept, and not only the last [`TAIL`] bytes.
    keeps_all: bool,
}

impl Listener {
    /// A listener, and what it listens to.
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

    /// Takes in everything that has been written by now.
    fn listen_to_the_end(&mut self) {
        loop {
            let before = self.heard.len();
            self.listen();
            if self.heard.len() == before {
                return;
            }
        }
    }

    /// Takes in what has been written.
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
        // One byte more than is kept, to tell whether something was cut.
        let spare = self.heard.len().saturating_sub(TAIL + 1);
        self.heard.drain(..spare);
    }

    /// The last [`TAIL`] bytes, from the beginning of a line or at least of a character.
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

/// Waits until there is something to take in, but no longer than `most`.
fn wait(listeners: &[Listener], most: Duration) {
    let mut readers: Vec<PollFd> = listeners
        .iter()
        .filter_map(|listener| listener.reader.as_ref())
        .map(|reader| PollFd::new(reader, PollFlags::IN))
        .collect();
    match Timespec::try_from(most) {
        Ok(most) if !readers.is_empty() => {
            // Woken early or not at all: the caller looks again.
            let _ = poll(&mut readers, Some(&most));
        }
        _ => std::thread::sleep(most),
    }
}

/// The signal that ended a child, or its exit status.
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
