//! Signals that ask the process to stop. While staged files exist, signals are recorded instead of obeyed.
//!
//! Before that, a signal kills the process, so a blocking read can be interrupted. From the first staged file on,
//! `disk` checks for a recorded signal between steps, removes the staged files and refuses. After the commit point,
//! it no longer checks. The caller decides the final effect of a recorded signal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

use crate::error::Fault;
use crate::memory;

/// The signals that ask the process to stop.
const ENDINGS: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

/// A request to stop, by a signal or by the caller. Clones share the state.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    received: Arc<AtomicUsize>,
    obeys: Arc<AtomicBool>,
    called_off: Arc<AtomicBool>,
}

impl Interrupt {
    /// Handles SIGHUP, SIGINT and SIGTERM for the whole process. A write beyond the file size limit then fails
    /// instead of killing the process. Call this once; [`Interrupt::default`] installs no handler.
    ///
    /// # Errors
    /// If the system refuses a handler.
    pub fn install() -> io::Result<Self> {
        let interrupt = Self::default();
        interrupt.obeys.store(true, Ordering::SeqCst);
        for signal in ENDINGS {
            flag::register_conditional_default(signal, Arc::clone(&interrupt.obeys))?;
            let number = usize::try_from(signal).unwrap_or_default();
            flag::register_usize(signal, Arc::clone(&interrupt.received), number)?;
        }
        flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
        Ok(interrupt)
    }

    /// The signal that was recorded, if any.
    pub fn received(&self) -> Option<i32> {
        match self.received.load(Ordering::SeqCst) {
            0 => None,
            number => i32::try_from(number).ok(),
        }
    }

    /// Signals are recorded instead of obeyed from now on. [`super::Disk::stage`] and [`super::Disk::save`] call
    /// this.
    pub fn hold_back(&self) {
        self.obeys.store(false, Ordering::SeqCst);
    }

    /// Signals kill the process again from now on, for a process that continues after its report. Without effect on
    /// an interrupt that was not installed.
    pub fn obey(&self) {
        self.obeys.store(true, Ordering::SeqCst);
    }

    /// An interrupt for one of several runs of this process: it shares the signals, but can be canceled separately.
    #[must_use]
    pub fn of_one_run(&self) -> Self {
        Self {
            called_off: Arc::default(),
            ..self.clone()
        }
    }

    /// Asks only this run to stop.
    pub fn call_off(&self) {
        self.called_off.store(true, Ordering::SeqCst);
    }

    /// Records `signal` as if it had arrived.
    pub fn note(&self, signal: i32) {
        let number = usize::try_from(signal).unwrap_or_default();
        self.received.store(number, Ordering::SeqCst);
    }

    /// Checks for a recorded signal, a canceled run or a memory shortage.
    ///
    /// # Errors
    /// `Fault::Io` with the reason to stop.
    pub fn check(&self) -> Result<(), Fault> {
        let why = match self.received() {
            Some(signal) => format!("interrupted by signal {signal}"),
            None if self.called_off.load(Ordering::SeqCst) => "the call was cancelled".to_owned(),
            None if memory::take_shortage() => memory::SHORT.to_owned(),
            None => return Ok(()),
        };
        Err(Fault::io("write", why))
    }
}

#[cfg(test)]
mod tests {
    use super::Interrupt;

    #[test]
    fn canceling_one_run_spares_others_and_a_signal_ends_all() {
        let process = Interrupt::default();
        let (one, other) = (process.of_one_run(), process.of_one_run());
        one.clone().call_off();
        assert!(one.check().is_err());
        assert!(other.check().is_ok() && process.check().is_ok());
        process.note(15);
        assert!(other.check().is_err());
        assert_eq!(other.received(), Some(15));
    }
}
