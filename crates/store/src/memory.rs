//! The state that an allocator needs when memory runs out: the progress of the writes, and which allocations may fail.
//!
//! The standard library aborts when the system gives no memory. A program whose allocator asks here can do better: it
//! lets those allocations fail that [`fallible`] marks, calls [`note_shortage`], on which a commit is refused before it
//! writes, and ends the process with the truth about [`progress`]. Without such an allocator nothing here matters.

use std::cell::Cell;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The words for it in every message.
pub const SHORT: &str = "not enough memory";

/// The progress of a run's writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WriteProgress {
    /// Nothing is written.
    Nothing,
    /// Some names may be given, others not.
    Some,
    /// All is written.
    All,
}

static PROGRESS: AtomicU8 = AtomicU8::new(WriteProgress::Nothing as u8);
static IS_SHORT: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// True if the caller of the allocator can do without the memory it asks for.
    static IS_FALLIBLE: Cell<bool> = const { Cell::new(false) };
}

/// A run begins: nothing of it is written.
pub fn begin() {
    reached(WriteProgress::Nothing);
    IS_SHORT.store(false, Ordering::SeqCst);
}

/// The files of this run are changed as far as `progress` says.
pub(crate) fn reached(progress: WriteProgress) {
    PROGRESS.store(progress as u8, Ordering::SeqCst);
    #[cfg(debug_assertions)]
    if progress == WriteProgress::Some {
        panic_if_asked();
    }
}

/// Panics if a test wants a fault in the middle of a change.
#[cfg(debug_assertions)]
#[allow(
    clippy::disallowed_methods,
    clippy::panic,
    reason = "for tests, and in builds for them only"
)]
fn panic_if_asked() {
    if std::env::var_os("INCISE_TEST_PANIC_IN_A_CHANGE").is_some() {
        panic!("asked to panic in a change");
    }
}

/// The progress of this run's writes. Allocates nothing.
pub fn progress() -> WriteProgress {
    match PROGRESS.load(Ordering::SeqCst) {
        progress if progress == WriteProgress::All as u8 => WriteProgress::All,
        progress if progress == WriteProgress::Some as u8 => WriteProgress::Some,
        _ => WriteProgress::Nothing,
    }
}

/// The system has refused memory that could not be done without. Allocates nothing.
pub fn note_shortage() {
    IS_SHORT.store(true, Ordering::SeqCst);
}

/// True if memory has run short since the last question or the beginning of the run: to be asked before
/// anything is written.
pub(crate) fn has_run_short() -> bool {
    IS_SHORT.swap(false, Ordering::SeqCst)
}

/// Makes room for `more` elements in `into`.
///
/// # Errors
/// When there is not enough memory for them.
pub fn reserve<T>(into: &mut Vec<T>, more: usize) -> Result<(), TryReserveError> {
    fallible(|| into.try_reserve_exact(more))
}

/// The result of `read`, every allocation in which may fail.
pub fn fallible<T>(read: impl FnOnce() -> T) -> T {
    /// Ends the exception, also when the reader panics.
    struct End(bool);
    impl Drop for End {
        fn drop(&mut self) {
            IS_FALLIBLE.set(self.0);
        }
    }
    let _end = End(IS_FALLIBLE.replace(true));
    read()
}

/// True if this thread can do without the memory it asks for now. Allocates nothing.
pub fn is_fallible() -> bool {
    IS_FALLIBLE.get()
}

#[cfg(test)]
mod tests {
    use super::{fallible, is_fallible, reserve};

    #[test]
    fn only_what_can_do_without_is_marked() {
        assert!(fallible(|| fallible(is_fallible) && is_fallible()));
        assert!(!is_fallible());
        assert!(reserve(&mut Vec::<u8>::new(), isize::MAX as usize).is_err());
    }
}
