//! The progress bar of a run that takes long: on a terminal's standard error, gone before the report comes.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::disk::{Progress, Stage, Watch};

/// Columns of the bar itself.
const WIDTH: usize = 30;

/// Where a progress bar may be drawn, and when.
#[derive(Clone)]
pub struct Meter {
    /// How long a run takes before anything is drawn.
    pub after: Duration,
    /// How long at least between two drawings.
    pub every: Duration,
    /// The terminal.
    pub out: Arc<Mutex<dyn Write + Send>>,
}

impl Meter {
    /// On standard error, for runs of more than half a second.
    pub fn of_process() -> Self {
        Self {
            after: Duration::from_millis(500),
            every: Duration::from_millis(100),
            out: Arc::new(Mutex::new(std::io::stderr())),
        }
    }

    /// The bar of one run, which begins now.
    pub(super) fn start(&self) -> Bar {
        Bar(Arc::new(Drawing {
            meter: self.clone(),
            started: Instant::now(),
            shown: Mutex::default(),
        }))
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("after", &self.after)
            .field("every", &self.every)
            .finish_non_exhaustive()
    }
}

/// A bar while it is drawn; dropping it wipes the line.
pub(super) struct Bar(Arc<Drawing>);

struct Drawing {
    meter: Meter,
    started: Instant,
    /// When the line was drawn last, and how many columns it takes.
    shown: Mutex<Option<(Instant, usize)>>,
}

impl Bar {
    /// Who draws it.
    pub(super) fn watch(&self) -> Watch {
        let drawing = Arc::clone(&self.0);
        Watch::new(move |progress| drawing.update(progress))
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.wipe();
    }
}

impl Drawing {
    fn update(&self, progress: Progress) {
        let now = Instant::now();
        let Ok(mut shown) = self.shown.lock() else {
            return;
        };
        let is_early = match *shown {
            None => now.duration_since(self.started) < self.meter.after,
            Some((drawn, _)) => now.duration_since(drawn) < self.meter.every,
        };
        if is_early {
            return;
        }
        let line = line(progress);
        let width = line.len();
        // Spaces cover what a longer line left; no escape sequence, so that any terminal will do.
        let left = shown.map_or(0, |(_, before)| before.saturating_sub(width));
        *shown = Some((now, width));
        self.write(&format!("\r{line}{}", " ".repeat(left)));
    }

    fn wipe(&self) {
        if let Ok(Some((_, width))) = self.shown.lock().map(|mut shown| shown.take()) {
            self.write(&format!("\r{}\r", " ".repeat(width)));
        }
    }

    /// A bar that cannot be drawn is no reason to stop.
    fn write(&self, text: &str) {
        if let Ok(mut out) = self.meter.out.lock() {
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
    }
}

/// `looking: 120 of 400 [#########---------------------]`
fn line(progress: Progress) -> String {
    let Progress { stage, done, total } = progress;
    let doing = match stage {
        Stage::Finding => "looking",
        Stage::Writing => "writing",
    };
    let full = WIDTH * done.min(total) / total.max(1);
    let (bar, rest) = ("#".repeat(full), "-".repeat(WIDTH - full));
    format!("{doing}: {done} of {total} [{bar}{rest}]")
}
