//! The conversation with a client. One thread reads and writes, and never waits for a call. Another thread runs the
//! calls.
//!
//! If no second thread can be started, the first thread runs a call after it has read all available input.

use std::collections::{HashSet, VecDeque};
use std::io::{self, PipeReader};
use std::os::fd::{AsFd, BorrowedFd};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};

use super::ServerSettings;
use super::call::Calls;
use super::catalog;
use super::frame::{Frame, ProtocolError, Request, answer};
use super::lines::Lines;
use super::outbox::Outbox;
use super::protocol::{Protocol, Reply};
use super::worker::{Answered, ToolCall, Worker, perform};
use crate::disk::{Disk, Interrupt, Reach};
use crate::refusal::{Fault, Refusal};
use crate::run::Sightings;

/// The maximum size of a message, in bytes. Larger messages are refused.
const MAX_MESSAGE: usize = 256 << 20;

/// The maximum number of bytes per read.
const MAX_READ: usize = 1 << 16;

/// The time that the client has to read the last answers after it has disconnected or a signal arrived.
const LAST_ANSWERS_TIME: Duration = Duration::from_secs(6);

/// Serves a client on standard input and output until the client disconnects or a signal arrives. A running call is
/// then completed or undone.
///
/// # Errors
/// `usage` if the settings leave no tool; `missing` or `permission` for a root that cannot be opened; `io` if the
/// streams fail or a signal ended the server.
pub fn serve(settings: ServerSettings) -> Result<(), Refusal> {
    let interrupt = settings.interrupt.clone();
    if let Some(first) = settings.roots.first() {
        Disk::open(first, Reach::Roots(settings.roots.clone()))?;
    }
    let offered = catalog::offered(&settings)?;
    let calls = Calls::new(settings, catalog::means(&offered));
    let protocol = Protocol::new(offered);
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let (input, output) = (stdin.as_fd(), stdout.as_fd());
    let result = converse(
        protocol,
        &calls,
        &interrupt,
        Threads::of_system(),
        input,
        output,
    );
    result.map_err(|error| Refusal::from(Fault::io("serve", error)).at("the client"))?;
    interrupt.check().map_err(Refusal::from)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threads {
    #[cfg_attr(
        not(debug_assertions),
        allow(dead_code, reason = "only a test uses it")
    )]
    One,
    Two,
}

impl Threads {
    /// Two threads. A test can set a debug build to one.
    fn of_system() -> Self {
        #[cfg(debug_assertions)]
        if super::hook::uses_one_thread() {
            return Self::One;
        }
        Self::Two
    }
}

/// Handles the conversation with the client that writes to `input` and reads `output`.
pub(super) fn converse(
    protocol: Protocol,
    calls: &Calls,
    interrupt: &Interrupt,
    threads: Threads,
    input: BorrowedFd<'_>,
    output: BorrowedFd<'_>,
) -> io::Result<()> {
    let (bell, bell_end) = io::pipe()?;
    thread::scope(|scope| {
        let worker = match threads {
            Threads::One => None,
            Threads::Two => Worker::start(scope, calls, bell_end),
        };
        let conversation = Conversation {
            protocol,
            calls,
            worker,
            bell,
            interrupt,
            lines: Lines::new(MAX_MESSAGE),
            has_ended: false,
            waiting: VecDeque::new(),
            running: None,
            unanswered: HashSet::new(),
            outbox: Outbox::default(),
            done_since: None,
        };
        conversation.run(input, output)
    })
}

struct Conversation<'c> {
    protocol: Protocol,
    calls: &'c Calls,
    /// `None` if there is no second thread.
    worker: Option<Worker>,
    /// Contains a byte for each call that the worker has completed.
    bell: PipeReader,
    interrupt: &'c Interrupt,
    lines: Lines,
    /// True after the end of the input.
    has_ended: bool,
    /// The calls that have not started, in the order of arrival.
    waiting: VecDeque<ToolCall>,
    /// The call that is running.
    running: Option<Running>,
    /// The ids of the calls that need an answer.
    unanswered: HashSet<String>,
    outbox: Outbox,
    /// The time when only unread answers were left.
    done_since: Option<Instant>,
}

/// A running call.
struct Running {
    id: String,
    interrupt: Interrupt,
    is_cancelled: bool,
}

/// An operation that will not block.
#[derive(Clone, Copy)]
enum Ready {
    Input,
    Output,
    Answer,
}

impl Conversation<'_> {
    fn run(mut self, input: BorrowedFd<'_>, output: BorrowedFd<'_>) -> io::Result<()> {
        loop {
            self.begin_next();
            if self.is_done() && (self.outbox.is_empty() || self.time_left().is_zero()) {
                return Ok(());
            }
            for ready in self.wait(input, output)? {
                match ready {
                    Ready::Input => self.read(input),
                    Ready::Output => self.outbox.write(output),
                    Ready::Answer => self.take_answer(),
                }
            }
        }
    }

    /// True if no call is left to run and none can arrive.
    fn is_done(&self) -> bool {
        if self.running.is_some() {
            return false;
        }
        self.is_stopped() || (self.has_ended && self.waiting.is_empty())
    }

    /// True if a signal has arrived.
    fn is_stopped(&self) -> bool {
        self.interrupt.received().is_some()
    }

    /// The time that is left for the client to read the last answers.
    fn time_left(&mut self) -> Duration {
        let since = *self.done_since.get_or_insert_with(Instant::now);
        LAST_ANSWERS_TIME.saturating_sub(since.elapsed())
    }

    /// Starts the next call if none is running.
    fn begin_next(&mut self) {
        if self.running.is_some() || self.is_stopped() {
            return;
        }
        let Some(call) = self.waiting.pop_front() else {
            return;
        };
        self.running = Some(Running {
            id: call.id.clone(),
            interrupt: call.interrupt.clone(),
            is_cancelled: false,
        });
        match &self.worker {
            Some(worker) => worker.give(call),
            None => {
                let answered = perform(self.calls, call);
                self.finish(answered);
            }
        }
    }

    /// Waits until an operation is possible.
    fn wait(&mut self, input: BorrowedFd<'_>, output: BorrowedFd<'_>) -> io::Result<Vec<Ready>> {
        let is_done = self.is_done();
        let mut time = None;
        if is_done {
            time = Some(self.time_left());
        } else if self.running.is_none() && !self.waiting.is_empty() {
            time = Some(Duration::ZERO);
        }
        let bell = self.bell.as_fd();
        let mut events = Vec::new();
        if !self.has_ended && !is_done {
            events.push((Ready::Input, PollFd::from_borrowed_fd(input, PollFlags::IN)));
        }
        if !self.outbox.is_empty() {
            events.push((
                Ready::Output,
                PollFd::from_borrowed_fd(output, PollFlags::OUT),
            ));
        }
        if self.running.is_some() {
            events.push((Ready::Answer, PollFd::from_borrowed_fd(bell, PollFlags::IN)));
        }
        let (kinds, mut fds): (Vec<Ready>, Vec<PollFd<'_>>) = events.into_iter().unzip();
        let timeout = time.and_then(|time| Timespec::try_from(time).ok());
        match poll(&mut fds, timeout.as_ref()) {
            // The caller checks if the signal was for this server.
            Err(Errno::INTR) => return Ok(Vec::new()),
            polled => polled?,
        };
        let mut ready = Vec::new();
        for (kind, fd) in kinds.into_iter().zip(&fds) {
            if !fd.revents().is_empty() {
                ready.push(kind);
            }
        }
        Ok(ready)
    }

    fn read(&mut self, input: BorrowedFd<'_>) {
        let mut piece = vec![0; MAX_READ];
        let frames = match read(input, &mut piece[..]) {
            Err(Errno::INTR | Errno::AGAIN) => return,
            Ok(0) | Err(_) => {
                self.has_ended = true;
                Vec::from_iter(self.lines.end())
            }
            Ok(count) => self.lines.read(&piece[..count]),
        };
        for frame in frames {
            match frame {
                Frame::Silent => {}
                Frame::Fault(fault) => self.send(fault.answer()),
                Frame::Cancelled(id) => self.cancel(&id),
                Frame::Request(request) => self.handle(request),
            }
        }
    }

    /// Queues `line`, which shows no file.
    fn send(&mut self, line: String) {
        self.outbox.add(line, Sightings::default());
    }

    fn handle(&mut self, request: Request) {
        if self.unanswered.contains(&request.id) {
            self.send(ProtocolError::id_in_flight(&request.id).answer());
            return;
        }
        match self.protocol.reply(&request) {
            Err(error) => self.send(error.answer()),
            Ok(Reply::Result(result)) => self.send(answer(&request.id, &result)),
            Ok(Reply::Call(tool, revision)) => {
                self.unanswered.insert(request.id.clone());
                self.waiting
                    .push_back(ToolCall::new(tool, revision, request, self.interrupt));
            }
        }
    }

    /// Cancels the call `id`: interrupts the call if it is running, or else removes it from the queue. The id may
    /// then be used again.
    fn cancel(&mut self, id: &str) {
        if !self.unanswered.remove(id) {
            return;
        }
        if let Some(running) = &mut self.running
            && running.id == id
        {
            running.interrupt.call_off();
            running.is_cancelled = true;
            return;
        }
        self.waiting.retain(|call| call.id != id);
    }

    /// Reads the answer to the call that the worker has completed.
    fn take_answer(&mut self) {
        let _ = read(&self.bell, &mut [0; 1]);
        if let Some(answered) = self.worker.as_ref().and_then(Worker::take) {
            self.finish(answered);
        }
    }

    /// Ends the running call and queues its answer.
    fn finish(&mut self, answered: Answered) {
        let Some(running) = self.running.take() else {
            return;
        };
        if !running.is_cancelled {
            self.unanswered.remove(&running.id);
            self.outbox.add(answered.line, answered.sightings);
        }
    }
}
