//! The state that an allocator needs when memory runs out: the progress of the writes, and which allocations may
//! fail.
//!
//! The standard library aborts if an allocation fails. A program can install an allocator that uses this module
//! instead. The allocator lets the allocations in [`fallible`] fail. For other allocations it calls
//! [`note_shortage`], so that a commit is refused before it writes, or ends the process with a message about
//! [`progress`]. Without such an allocator, this module has no effect.

use std::cell::Cell;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The words for a memory shortage in every message.
pub const SHORT: &str = "not enough memory";

/// The progress of the writes of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WriteProgress {
    /// No file was written.
    Nothing,
    /// Some files may be written, others not.
    Partial,
    /// All files are written.
    Complete,
}

static PROGRESS: AtomicU8 = AtomicU8::new(WriteProgress::Nothing as u8);
static IS_SHORT: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// True if the allocations of this thread may fail.
    static IS_FALLIBLE: Cell<bool> = const { Cell::new(false) };
}

/// Starts a run: nothing is written, and memory has not run short.
pub fn begin() {
    set_progress(WriteProgress::Nothing);
    IS_SHORT.store(false, Ordering::SeqCst);
}

/// Records the progress of the writes. In a test that asks for it, panics in the middle of a change.
pub(crate) fn set_progress(progress: WriteProgress) {
    PROGRESS.store(progress as u8, Ordering::SeqCst);
    #[cfg(debug_assertions)]
    if progress == WriteProgress::Partial {
        panic_if_asked();
    }
}

/// Panics if a test asks for a panic in the middle of a change.
#[cfg(debug_assertions)]
#[allow(
    clippy::disallowed_methods,
    clippy::panic,
    reason = "only in debug builds, for tests"
)]
fn panic_if_asked() {
    if std::env::var_os("INCISE_TEST_PANIC_IN_A_CHANGE").is_some() {
        panic!("asked to panic in a change");
    }
}

/// The progress of the writes of this run. Does not allocate.
pub fn progress() -> WriteProgress {
    match PROGRESS.load(Ordering::SeqCst) {
        progress if progress == WriteProgress::Complete as u8 => WriteProgress::Complete,
        progress if progress == WriteProgress::Partial as u8 => WriteProgress::Partial,
        _ => WriteProgress::Nothing,
    }
}

/// Records that an allocation failed that the program needs. Does not allocate.
pub fn note_shortage() {
    IS_SHORT.store(true, Ordering::SeqCst);
}

/// Forgets the recorded shortage, and returns true if there was one since the last call or the start of the run. Commits
/// call this before they write.
pub(crate) fn take_shortage() -> bool {
    IS_SHORT.swap(false, Ordering::SeqCst)
}

/// Reserves room for `more` elements in `into`.
///
/// # Errors
/// If there is not enough memory.
pub fn reserve<T>(into: &mut Vec<T>, more: usize) -> Result<(), TryReserveError> {
    fallible(|| into.try_reserve_exact(more))
}

/// Returns the result of `read`. Every allocation in `read` may fail.
pub fn fallible<T>(read: impl FnOnce() -> T) -> T {
    /// Restores the previous state, even if `read` panics.
    struct End(bool);
    impl Drop for End {
        fn drop(&mut self) {
            IS_FALLIBLE.set(self.0);
        }
    }
    let _end = End(IS_FALLIBLE.replace(true));
    read()
}

/// True if the current allocation of this thread may fail. Does not allocate.
pub fn is_fallible() -> bool {
    IS_FALLIBLE.get()
}

#[cfg(test)]
mod tests {
    use super::{fallible, is_fallible, reserve};

    #[test]
    fn only_allocations_inside_fallible_may_fail() {
        assert!(fallible(|| fallible(is_fallible) && is_fallible()));
        assert!(!is_fallible());
        assert!(reserve(&mut Vec::<u8>::new(), isize::MAX as usize).is_err());
    }
}
