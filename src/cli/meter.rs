//! The progress bar of a long run, on standard error. The bar is erased before the report is printed.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::disk::{Phase, Progress, Watch};

/// The width of the bar, in characters.
const WIDTH: usize = 30;

/// Moves the cursor to the start of the line and erases the line.
const WIPE: &str = "\r\x1b[2K";

/// The terminal of a progress bar, and its timing.
#[derive(Clone)]
pub struct Meter {
    /// The delay before the bar appears.
    pub after: Duration,
    /// The minimum time between two updates.
    pub every: Duration,
    /// The terminal that shows the bar.
    pub terminal: Arc<Mutex<dyn Write + Send>>,
}

impl Meter {
    /// A meter on standard error, for runs of more than half a second.
    pub fn of_process() -> Self {
        Self {
            after: Duration::from_millis(500),
            every: Duration::from_millis(100),
            terminal: Arc::new(Mutex::new(io::stderr())),
        }
    }

    /// Starts the bar of a run.
    pub(super) fn start(&self) -> Bar {
        Bar(Arc::new(Drawing {
            meter: self.clone(),
            started: Instant::now(),
            last_update: Mutex::new(None),
        }))
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("after", &self.after)
            .finish_non_exhaustive()
    }
}

/// A progress bar. Dropping the bar erases its line.
pub(super) struct Bar(Arc<Drawing>);

struct Drawing {
    meter: Meter,
    started: Instant,
    /// The time of the last update.
    last_update: Mutex<Option<Instant>>,
}

impl Bar {
    /// A watch that draws the bar.
    pub(super) fn watch(&self) -> Watch {
        let drawing = Arc::clone(&self.0);
        Watch::new(move |progress| drawing.update(progress))
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        let mut last_update = self
            .0
            .last_update
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if last_update.take().is_some() {
            self.0.print(WIPE);
        }
    }
}

impl Drawing {
    fn update(&self, progress: Progress) {
        if self.started.elapsed() < self.meter.after {
            return;
        }
        let mut last_update = self
            .last_update
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if last_update.is_some_and(|last| last.elapsed() < self.meter.every) {
            return;
        }
        *last_update = Some(Instant::now());
        self.print(&format!("{WIPE}{}", line(progress)));
    }

    /// Prints `text`. A run does not fail because the terminal cannot be written.
    fn print(&self, text: &str) {
        let terminal = &self.meter.terminal;
        let mut terminal = terminal.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = terminal.write_all(text.as_bytes());
        let _ = terminal.flush();
    }
}

/// `looking: 120 of 400 [#########---------------------]`
fn line(progress: Progress) -> String {
    let Progress { phase, done, total } = progress;
    let verb = match phase {
        Phase::Finding => "looking",
        Phase::Writing => "writing",
        Phase::Replacing => "replacing",
    };
    let full = (done * WIDTH)
        .checked_div(total)
        .unwrap_or(WIDTH)
        .min(WIDTH);
    let bar = "#".repeat(full) + &"-".repeat(WIDTH - full);
    format!("{verb}: {done} of {total} [{bar}]")
}
