//! Simulates a bug in the server, or a system without threads. Only in debug builds, for tests.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    reason = "only in debug builds, for tests"
)]

use std::env;

/// The variable with the name of a tool whose calls panic when they are done.
const PANIC: &str = "INCISE_TEST_PANIC_IN";
/// The variable with the number of threads that a run may use.
const THREADS: &str = "INCISE_TEST_THREADS";

/// Panics if `INCISE_TEST_PANIC_IN` is `name`.
pub(super) fn panic_if_asked(name: &str) {
    if env::var(PANIC).is_ok_and(|asked| asked == name) {
        panic!("asked to panic in {name}");
    }
}

/// True if the server must not use a second thread.
pub(super) fn uses_one_thread() -> bool {
    env::var(THREADS).is_ok_and(|count| count == "1")
}
