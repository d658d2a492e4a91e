//! Signals that ask for an end, noted instead of obeyed while staged files exist.
//!
//! While nothing is at stake a signal kills, so a read that blocks can be interrupted. From the first
//! staged file on it is only noted: `disk` looks between steps, removes what it staged and refuses. From
//! the commit point on it does not look any more. The caller decides what a noted signal means in the end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

use crate::error::Fault;
use crate::memory;

/// The signals that ask for an end.
const ENDINGS: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

/// True if a signal has asked for an end, or the caller has called the run off. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    received: Arc<AtomicUsize>,
    obeys: Arc<AtomicBool>,
    called_off: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes over SIGHUP, SIGINT and SIGTERM for the whole process, and makes a write beyond the file
    /// size limit fail instead of killing. To be called once; [`Interrupt::default`] touches no signal.
    ///
    /// # Errors
    /// When the system refuses a handler.
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

    /// The signal that was noted, if any.
    pub fn received(&self) -> Option<i32> {
        match self.received.load(Ordering::SeqCst) {
            0 => None,
            number => i32::try_from(number).ok(),
        }
    }

    /// From now on signals are noted, not obeyed. [`super::Disk::stage`] and [`super::Disk::save`] call it.
    pub fn hold_back(&self) {
        self.obeys.store(false, Ordering::SeqCst);
    }

    /// From now on signals kill again: for a process that goes on after its report. Without effect on
    /// an interrupt that was not installed.
    pub fn obey(&self) {
        self.obeys.store(true, Ordering::SeqCst);
    }

    /// These signals, for one of several runs of this process: it can be called off by itself.
    #[must_use]
    pub fn of_one_run(&self) -> Self {
        Self {
            called_off: Arc::default(),
            ..self.clone()
        }
    }

    /// Asks this run, and no other, for an end.
    pub fn call_off(&self) {
        self.called_off.store(true, Ordering::SeqCst);
    }

    /// Notes `signal` as if it had arrived.
    pub fn note(&self, signal: i32) {
        let number = usize::try_from(signal).unwrap_or_default();
        self.received.store(number, Ordering::SeqCst);
    }

    /// Refuses when a signal was noted, the run was called off or memory has run short.
    ///
    /// # Errors
    /// `io`, with the number of the signal.
    pub fn check(&self) -> Result<(), Fault> {
        let why = match self.received() {
            Some(signal) => format!("interrupted by signal {signal}"),
            None if self.called_off.load(Ordering::SeqCst) => "the call was cancelled".to_owned(),
            None if memory::has_run_short() => memory::SHORT.to_owned(),
            None => return Ok(()),
        };
        Err(Fault::io("write", why))
    }
}

#[cfg(test)]
mod tests {
    use super::Interrupt;

    #[test]
    fn one_run_is_called_off_by_itself_and_a_signal_ends_all() {
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
