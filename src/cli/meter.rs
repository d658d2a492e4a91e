//! The progress bar of a run that takes long: on a terminal's standard error, gone before the report comes.
//!
//! `indicatif` draws it. Nothing of it is made before a run has taken long, so that it costs other runs nothing.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::disk::{Phase, Progress, Watch};

/// `looking: 120 of 400 [#########---------------------]`
const TEMPLATE: &str = "{msg}: {pos} of {len} [{bar:30}]";

/// Drawings in a second, at most.
const RATE: u8 = 10;

/// The terminal that a progress bar may be drawn on, and when.
#[derive(Clone)]
pub struct Meter {
    /// How long a run takes before anything is drawn.
    pub after: Duration,
    /// Opens the terminal.
    pub terminal: Arc<dyn Fn() -> ProgressDrawTarget + Send + Sync>,
}

impl Meter {
    /// On standard error, for runs of more than half a second.
    pub fn of_process() -> Self {
        Self {
            after: Duration::from_millis(500),
            terminal: Arc::new(|| ProgressDrawTarget::stderr_with_hz(RATE)),
        }
    }

    /// The bar of one run, which begins now.
    pub(super) fn start(&self) -> Bar {
        Bar(Arc::new(Drawing {
            meter: self.clone(),
            started: Instant::now(),
            shown: OnceLock::new(),
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
    /// The bar, once the run has taken long.
    shown: OnceLock<ProgressBar>,
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
        if let Some(bar) = self.0.shown.get() {
            bar.finish_and_clear();
        }
    }
}

impl Drawing {
    fn update(&self, progress: Progress) {
        if self.started.elapsed() < self.meter.after {
            return;
        }
        let Progress { phase, done, total } = progress;
        let doing = match phase {
            Phase::Finding => "looking",
            Phase::Writing => "writing",
            Phase::Replacing => "replacing",
        };
        let bar = self.shown.get_or_init(|| {
            let bar = ProgressBar::with_draw_target(None, (self.meter.terminal)());
            let style = ProgressStyle::with_template(TEMPLATE)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.with_style(style.progress_chars("#-"))
                .with_message(doing)
        });
        bar.set_length(total as u64);
        bar.set_message(doing);
        bar.set_position(done as u64);
    }
}
