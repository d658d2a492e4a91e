//! A server with a fault of its own, or on a system without threads, for tests. Debug builds alone have it.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    reason = "for tests, and in builds for them only"
)]

use std::env;

/// The tool whose calls panic once they are done.
const PANIC: &str = "INCISE_TEST_PANIC_IN";
/// The number of threads that a run may use.
const THREADS: &str = "INCISE_TEST_THREADS";

/// Panics if a call of the tool `name` shall.
pub(super) fn panic_if_asked(name: &str) {
    if env::var(PANIC).is_ok_and(|asked| asked == name) {
        panic!("asked to panic in {name}");
    }
}

/// True if the server shall do without a second thread.
pub(super) fn wants_one_thread() -> bool {
    env::var(THREADS).is_ok_and(|count| count == "1")
}
