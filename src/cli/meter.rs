//! The progress bar of a run that takes long: on a terminal's standard error, gone before the report comes.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::disk::{Phase, Progress, Watch};

/// Characters of the bar.
const WIDTH: usize = 30;

/// Puts the cursor at the start of the line and wipes it.
const WIPE: &str = "\r\x1b[2K";

/// The terminal for a progress bar, and the delay before it is drawn.
#[derive(Clone)]
pub struct Meter {
    /// The time that a run takes before anything is drawn.
    pub after: Duration,
    /// The time between two drawings.
    pub every: Duration,
    /// The terminal.
    pub terminal: Arc<Mutex<dyn Write + Send>>,
}

impl Meter {
    /// On standard error, for runs of more than half a second.
    pub fn of_process() -> Self {
        Self {
            after: Duration::from_millis(500),
            every: Duration::from_millis(100),
            terminal: Arc::new(Mutex::new(io::stderr())),
        }
    }

    /// The bar of one run, which begins now.
    pub(super) fn start(&self) -> Bar {
        Bar(Arc::new(Drawing {
            meter: self.clone(),
            started: Instant::now(),
            drawn: Mutex::new(None),
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

/// A bar while it is drawn; dropping it wipes the line.
pub(super) struct Bar(Arc<Drawing>);

struct Drawing {
    meter: Meter,
    started: Instant,
    /// When it was drawn last.
    drawn: Mutex<Option<Instant>>,
}

impl Bar {
    /// Draws it.
    pub(super) fn watch(&self) -> Watch {
        let drawing = Arc::clone(&self.0);
        Watch::new(move |progress| drawing.update(progress))
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        let mut drawn = self.0.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.take().is_some() {
            self.0.print(WIPE);
        }
    }
}

impl Drawing {
    fn update(&self, progress: Progress) {
        if self.started.elapsed() < self.meter.after {
            return;
        }
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.is_some_and(|last| last.elapsed() < self.meter.every) {
            return;
        }
        *drawn = Some(Instant::now());
        self.print(&format!("{WIPE}{}", line(progress)));
    }

    /// Prints `text`. A terminal that takes nothing is no reason to end a run.
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
    let doing = match phase {
        Phase::Finding => "looking",
        Phase::Writing => "writing",
        Phase::Replacing => "replacing",
    };
    let full = (done * WIDTH)
        .checked_div(total)
        .unwrap_or(WIDTH)
        .min(WIDTH);
    let bar = "#".repeat(full) + &"-".repeat(WIDTH - full);
    format!("{doing}: {done} of {total} [{bar}]")
}
