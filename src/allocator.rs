//! The global allocator of the program. If memory runs out, the process ends with a message instead of an abort.
//!
//! The standard library aborts if an allocation fails. [`Memory`] reserves some memory for this case. The run uses
//! the reserve to refuse the request before it writes a file. If the reserve is too small, the process ends at once.
//! Its exit status is then 4, or 0 if all files are written.
//!
//! Only the `incise` program uses [`Memory`]. Programs that embed the library use their own allocator.

#![allow(
    unsafe_code,
    reason = "`GlobalAlloc` is an unsafe trait, and each method forwards its contract to the system allocator"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic;
use std::process;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::MmapMut;

use crate::memory::{self, WriteProgress};

/// The number of bytes reserved until a run has refused its request.
const FOR_REFUSING: usize = 2 << 20;
/// The number of bytes reserved for a commit and its report.
const FOR_COMMITTING: usize = 6 << 20;

/// The exit status of a system failure.
const IO: libc::c_int = 4;

static KEEPS: AtomicBool = AtomicBool::new(false);
static REFUSING: Mutex<Option<MmapMut>> = Mutex::new(None);
static COMMITTING: Mutex<Option<MmapMut>> = Mutex::new(None);

/// Reserves memory for the process. Call once, in a program that allocates with [`Memory`].
pub fn install() {
    KEEPS.store(true, Ordering::SeqCst);
    #[cfg(debug_assertions)]
    shortage::read_variable();
    #[cfg(feature = "syntax")]
    parsers::allocate_as_the_program();
    end_on_panic_in_a_change();
    begin();
}

/// Makes a panic in the middle of a commit abort the process, like a crash. Unwinding would remove staged files that
/// the next run needs to complete or undo the commit.
fn end_on_panic_in_a_change() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        print(panic);
        if memory::progress() == WriteProgress::Partial {
            process::abort();
        }
    }));
}

/// Starts a run: no file is written. Allocates the reserves if there is enough memory.
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

/// The system allocator, with a reserve for the case that memory runs out.
#[derive(Clone, Copy, Debug)]
pub struct Memory;

// SAFETY: every call passes the caller's arguments to the system allocator. A call is only repeated after a failure,
// which has no effect.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of the system allocator.
        insist(|| unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        insist(|| unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, len: usize) -> *mut u8 {
        // SAFETY: as above; a failed call leaves the old memory unchanged.
        insist(|| unsafe { System.realloc(memory, layout, len) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Calls `allocate`, and releases the reserves until it succeeds. If that is not enough, ends the process. Returns null
/// only if the current allocation may fail.
fn insist(allocate: impl Fn() -> *mut u8) -> *mut u8 {
    #[cfg(debug_assertions)]
    let allocate = || {
        if shortage::allows_allocation() {
            allocate()
        } else {
            std::ptr::null_mut()
        }
    };
    let memory = allocate();
    if !memory.is_null() || memory::is_fallible() {
        return memory;
    }
    memory::note_shortage();
    give_up(&REFUSING);
    let memory = allocate();
    if !memory.is_null() {
        return memory;
    }
    if memory::progress() != WriteProgress::Nothing {
        give_up(&COMMITTING);
        let memory = allocate();
        if !memory.is_null() {
            return memory;
        }
    }
    end()
}

/// Returns a reserve to the system.
fn give_up(reserve: &Mutex<Option<MmapMut>>) {
    // The thread that holds the lock is filling or emptying the reserve. Neither needs memory from this allocator.
    if let Ok(mut reserve) = reserve.try_lock() {
        *reserve = None;
    }
}

/// Ends the process without allocating.
///
/// Staged files remain. The next run in the directory removes them, as after a crash.
fn end() -> ! {
    const NOTHING: &str = "incise: not enough memory\nhint: nothing was written; edit smaller files or fewer at once, or raise the limit (`ulimit -v`)\n";
    const SOME: &str = "incise: not enough memory in the middle of a change\nhint: `incise recover` or the next edit there completes or undoes it\n";
    const ALL: &str = "warning: not enough memory for the report; the files are written, and the next run there tidies up\n";
    let (message, status) = match memory::progress() {
        WriteProgress::Complete => (ALL, 0),
        WriteProgress::Partial => (SOME, IO),
        WriteProgress::Nothing => (NOTHING, IO),
    };
    // SAFETY: the message is valid for its length. Neither call allocates, and the second does not return.
    unsafe {
        let _ = libc::write(libc::STDERR_FILENO, message.as_ptr().cast(), message.len());
        libc::_exit(status)
    }
}

/// The allocator of the parsers, which are written in C and abort if an allocation fails.
#[cfg(feature = "syntax")]
mod parsers {
    use std::sync::Once;

    use libc::{c_void, size_t};

    use super::insist;

    /// Makes the parsers use [`insist`]. Memory that they already have stays valid, because both use the C allocator.
    pub(super) fn allocate_as_the_program() {
        static SET: Once = Once::new();
        SET.call_once(|| {
            // SAFETY: these functions call the C allocator again after a failure. They are set before the first parser
            // is created.
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
        // SAFETY: `malloc` accepts every length. The length is never 0, because null is then a valid result.
        insist(|| unsafe { libc::malloc(len.max(1)) }.cast()).cast()
    }

    unsafe extern "C" fn allocate_zeroed(count: size_t, len: size_t) -> *mut c_void {
        // SAFETY: as above.
        insist(|| unsafe { libc::calloc(count.max(1), len.max(1)) }.cast()).cast()
    }

    unsafe extern "C" fn reallocate(memory: *mut c_void, len: size_t) -> *mut c_void {
        // SAFETY: the caller guarantees that `memory` is valid. A failed call leaves it unchanged.
        insist(|| unsafe { libc::realloc(memory, len.max(1)) }.cast()).cast()
    }
}

/// Simulates a memory shortage during a commit, for tests.
#[cfg(debug_assertions)]
mod shortage {
    use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

    use crate::memory::{self, WriteProgress};

    /// The variable that sets [`ALLOWED`].
    const VARIABLE: &str = "INCISE_TEST_MEMORY_OF_A_COMMIT";

    /// The number of allocations that succeed after a commit begins to write. By default, more than any run makes.
    static ALLOWED: AtomicU64 = AtomicU64::new(u64::MAX);
    /// The number of allocations that still succeed.
    static LEFT: AtomicU64 = AtomicU64::new(u64::MAX);
    /// The progress of the writes at the last allocation.
    static SEEN: AtomicU8 = AtomicU8::new(WriteProgress::Nothing as u8);

    /// Reads the variable.
    pub(super) fn read_variable() {
        #[allow(clippy::disallowed_methods, reason = "only in debug builds, for tests")]
        let asked = std::env::var(VARIABLE).ok();
        if let Some(count) = asked.and_then(|count| count.parse().ok()) {
            ALLOWED.store(count, Ordering::SeqCst);
        }
    }

    /// Counts an allocation. Returns false if it must fail.
    pub(super) fn allows_allocation() -> bool {
        let progress = memory::progress() as u8;
        let is_new = SEEN.swap(progress, Ordering::SeqCst) != progress;
        if is_new && progress == WriteProgress::Partial as u8 {
            LEFT.store(ALLOWED.load(Ordering::SeqCst), Ordering::SeqCst);
        }
        LEFT.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
            left.checked_sub(1)
        })
        .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use super::insist;
    use crate::memory::fallible;

    #[test]
    fn a_fallible_allocation_returns_null() {
        assert!(fallible(|| insist(ptr::null_mut)).is_null());
    }
}
