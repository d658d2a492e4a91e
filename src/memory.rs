//! Memory for the program, and an orderly end when the system gives no more of it.
//!
//! The system may refuse memory at any moment, and the standard library then aborts. [`Memory`] keeps a
//! little back instead. What is short of memory goes on with that, and the run refuses before anything is
//! written. Where even that is not enough the process ends at once, and its status tells the truth: failure as
//! long as nothing is written, success once all is.
//!
//! The library alone allocates as its program does; only the `incise` program uses [`Memory`].

#![allow(
    unsafe_code,
    reason = "an allocator cannot be written without: each call hands its own obligations on to that of the system"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::TryReserveError;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use memmap2::MmapMut;

/// The words for it in every message.
pub const SHORT: &str = "not enough memory";

/// Bytes kept back for what a run still needs until it refuses.
const FOR_REFUSING: usize = 2 << 20;
/// Bytes kept back for a commit and its report.
const FOR_COMMITTING: usize = 6 << 20;

/// Exit code of a failure of the system.
const IO: libc::c_int = 4;

/// How far the files of a run are changed.
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
static KEEPS: AtomicBool = AtomicBool::new(false);
static IS_SHORT: AtomicBool = AtomicBool::new(false);
static REFUSING: Mutex<Option<MmapMut>> = Mutex::new(None);
static COMMITTING: Mutex<Option<MmapMut>> = Mutex::new(None);

thread_local! {
    /// Whether the caller of the allocator can do without the memory it asks for.
    static IS_FALLIBLE: Cell<bool> = const { Cell::new(false) };
}

/// Has the process keep memory back. To be called once, by a program that allocates with [`Memory`].
pub fn install() {
    KEEPS.store(true, Ordering::SeqCst);
    #[cfg(debug_assertions)]
    lack::ask();
    #[cfg(feature = "syntax")]
    parsers::allocate_as_the_program();
    begin();
}

/// A run begins: nothing of it is written, and memory is kept back for it, as far as there is any.
pub fn begin() {
    reached(WriteProgress::Nothing);
    IS_SHORT.store(false, Ordering::SeqCst);
    if !KEEPS.load(Ordering::SeqCst) {
        return;
    }
    for (reserve, len) in [(&REFUSING, FOR_REFUSING), (&COMMITTING, FOR_COMMITTING)] {
        if let Ok(mut reserve) = reserve.lock()
            && reserve.is_none()
        {
            *reserve = MmapMut::map_anon(len).ok();
        }
    }
}

/// The files of this run are changed as far as `progress` says.
pub fn reached(progress: WriteProgress) {
    #[cfg(debug_assertions)]
    if progress == WriteProgress::Some {
        lack::begin();
    }
    PROGRESS.store(progress as u8, Ordering::SeqCst);
}

/// Whether memory has run short since the last question or the beginning of the run: to be asked before
/// anything is written.
pub fn has_run_short() -> bool {
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

/// The allocator of the system, which is never out of memory without an answer.
#[derive(Clone, Copy, Debug)]
pub struct Memory;

// SAFETY: every call goes to the allocator of the system with what the caller vouches for. It is repeated after
// a refusal only, which has changed nothing.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those of the system's allocator.
        insist(|| unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        insist(|| unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, len: usize) -> *mut u8 {
        // SAFETY: as above; a refused call leaves the old memory as it was.
        insist(|| unsafe { System.realloc(memory, layout, len) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// The memory of `allocate`, if need be with what was kept back. Null only for who can do without.
fn insist(allocate: impl Fn() -> *mut u8) -> *mut u8 {
    #[cfg(debug_assertions)]
    let allocate = || {
        if lack::is_felt() {
            std::ptr::null_mut()
        } else {
            allocate()
        }
    };
    let memory = allocate();
    if !memory.is_null() || IS_FALLIBLE.get() {
        return memory;
    }
    IS_SHORT.store(true, Ordering::SeqCst);
    give_up(&REFUSING);
    let memory = allocate();
    if !memory.is_null() {
        return memory;
    }
    if PROGRESS.load(Ordering::SeqCst) != WriteProgress::Nothing as u8 {
        give_up(&COMMITTING);
        let memory = allocate();
        if !memory.is_null() {
            return memory;
        }
    }
    end()
}

/// Gives what was kept back to the system.
fn give_up(reserve: &Mutex<Option<MmapMut>>) {
    // Who holds it is about to fill or to empty it: neither needs memory of this allocator.
    if let Ok(mut reserve) = reserve.try_lock() {
        *reserve = None;
    }
}

/// Ends the process, which can do nothing any more that needs memory.
///
/// Staged files stay: the next run in that directory removes it, as after any sudden end.
fn end() -> ! {
    const NOTHING: &str = "incise: not enough memory\nhint: nothing was written; edit smaller files or fewer at once, or raise the limit (`ulimit -v`)\n";
    const SOME: &str = "incise: not enough memory in the middle of a change\nhint: `incise recover` completes it or takes it back, and so does the next run there\n";
    const ALL: &str = "warning: not enough memory for the report; the files are written, and the next run there tidies up\n";
    let (message, status) = match PROGRESS.load(Ordering::SeqCst) {
        progress if progress == WriteProgress::All as u8 => (ALL, 0),
        progress if progress == WriteProgress::Some as u8 => (SOME, IO),
        _ => (NOTHING, IO),
    };
    // SAFETY: the message is memory of its length; neither call allocates, and the second does not return.
    unsafe {
        let _ = libc::write(libc::STDERR_FILENO, message.as_ptr().cast(), message.len());
        libc::_exit(status)
    }
}

/// The parsers are written in C and allocate by themselves; when that fails they abort.
#[cfg(feature = "syntax")]
mod parsers {
    use std::sync::Once;

    use libc::{c_void, size_t};

    use super::insist;

    /// Has the parsers allocate as the rest of the program does. Memory they have already stays good: it is of
    /// the same allocator of the C library.
    pub(super) fn allocate_as_the_program() {
        static SET: Once = Once::new();
        SET.call_once(|| {
            // SAFETY: the functions are those of the C library, repeated where they fail; they are set before
            // the first parser of this program is made.
            unsafe {
                crate::syntax::tree_sitter::set_allocator(
                    Some(allocate),
                    Some(allocate_zeroed),
                    Some(reallocate),
                    Some(libc::free),
                );
            }
        });
    }

    unsafe extern "C" fn allocate(len: size_t) -> *mut c_void {
        // SAFETY: any length may be asked for. No length gives a null that is no failure.
        insist(|| unsafe { libc::malloc(len.max(1)) }.cast()).cast()
    }

    unsafe extern "C" fn allocate_zeroed(count: size_t, len: size_t) -> *mut c_void {
        // SAFETY: as above.
        insist(|| unsafe { libc::calloc(count.max(1), len.max(1)) }.cast()).cast()
    }

    unsafe extern "C" fn reallocate(memory: *mut c_void, len: size_t) -> *mut c_void {
        // SAFETY: the caller vouches for `memory`; a refused call leaves it as it was.
        insist(|| unsafe { libc::realloc(memory, len.max(1)) }.cast()).cast()
    }
}

/// A system that has no memory left from some moment of a commit on, for tests.
#[cfg(debug_assertions)]
mod lack {
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Asks for it: how many more allocations a commit gets.
    const VARIABLE: &str = "INCISE_TEST_MEMORY_OF_A_COMMIT";

    static ASKED: AtomicU64 = AtomicU64::new(u64::MAX);
    static LEFT: AtomicU64 = AtomicU64::new(u64::MAX);

    /// Looks whether somebody asks.
    pub(super) fn ask() {
        #[allow(
            clippy::disallowed_methods,
            reason = "for tests, and in builds for them only"
        )]
        let asked = std::env::var(VARIABLE).ok();
        if let Some(count) = asked.and_then(|count| count.parse().ok()) {
            ASKED.store(count, Ordering::SeqCst);
        }
    }

    /// A commit begins.
    pub(super) fn begin() {
        LEFT.store(ASKED.load(Ordering::SeqCst), Ordering::SeqCst);
    }

    /// Whether there is none left for one more allocation.
    pub(super) fn is_felt() -> bool {
        let less = |left: u64| {
            Some(if left == u64::MAX {
                left
            } else {
                left.saturating_sub(1)
            })
        };
        LEFT.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less) == Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use super::{fallible, insist, reserve};

    #[test]
    fn who_can_do_without_is_told() {
        assert!(fallible(|| insist(ptr::null_mut)).is_null());
        assert!(reserve(&mut Vec::<u8>::new(), isize::MAX as usize).is_err());
    }
}
