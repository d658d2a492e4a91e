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
use std::panic;
use std::process;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::MmapMut;

use crate::memory::{self, WriteProgress};

/// Bytes kept back for what a run still needs until it refuses.
const FOR_REFUSING: usize = 2 << 20;
/// Bytes kept back for a commit and its report.
const FOR_COMMITTING: usize = 6 << 20;

/// Exit code of a failure of the system.
const IO: libc::c_int = 4;

static KEEPS: AtomicBool = AtomicBool::new(false);
static REFUSING: Mutex<Option<MmapMut>> = Mutex::new(None);
static COMMITTING: Mutex<Option<MmapMut>> = Mutex::new(None);

/// Has the process keep memory back. To be called once, by a program that allocates with [`Memory`].
pub fn install() {
    KEEPS.store(true, Ordering::SeqCst);
    #[cfg(debug_assertions)]
    lack::ask();
    #[cfg(feature = "syntax")]
    parsers::allocate_as_the_program();
    end_on_panic_in_a_change();
    begin();
}

/// Has a panic in the middle of a change end the process at once, as a crash does. To unwind would remove staged files
/// that the next run needs, to complete the change or to take it back.
fn end_on_panic_in_a_change() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        print(panic);
        if memory::progress() == WriteProgress::Some {
            process::abort();
        }
    }));
}

/// A run begins: nothing of it is written, and memory is kept back for it, as far as there is any.
pub fn begin() {
    memory::begin();
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
    let given = allocate();
    if !given.is_null() || memory::is_fallible() {
        return given;
    }
    memory::note_shortage();
    give_up(&REFUSING);
    let given = allocate();
    if !given.is_null() {
        return given;
    }
    if memory::progress() != WriteProgress::Nothing {
        give_up(&COMMITTING);
        let given = allocate();
        if !given.is_null() {
            return given;
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
    const SOME: &str = "incise: not enough memory in the middle of a change\nhint: `incise recover` or the next edit there completes or undoes it\n";
    const ALL: &str = "warning: not enough memory for the report; the files are written, and the next run there tidies up\n";
    let (message, status) = match memory::progress() {
        WriteProgress::All => (ALL, 0),
        WriteProgress::Some => (SOME, IO),
        WriteProgress::Nothing => (NOTHING, IO),
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
    use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

    use crate::memory::{self, WriteProgress};

    /// Asks for it: how many more allocations a commit gets.
    const VARIABLE: &str = "INCISE_TEST_MEMORY_OF_A_COMMIT";

    static ASKED: AtomicU64 = AtomicU64::new(u64::MAX);
    static LEFT: AtomicU64 = AtomicU64::new(u64::MAX);
    /// How far the files were changed at the last question.
    static SEEN: AtomicU8 = AtomicU8::new(WriteProgress::Nothing as u8);

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

    /// Whether there is none left for one more allocation.
    pub(super) fn is_felt() -> bool {
        let progress = memory::progress() as u8;
        let is_new = SEEN.swap(progress, Ordering::SeqCst) != progress;
        if is_new && progress == WriteProgress::Some as u8 {
            LEFT.store(ASKED.load(Ordering::SeqCst), Ordering::SeqCst);
        }
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

    use super::insist;
    use crate::memory::fallible;

    #[test]
    fn who_can_do_without_is_told() {
        assert!(fallible(|| insist(ptr::null_mut)).is_null());
    }
}
