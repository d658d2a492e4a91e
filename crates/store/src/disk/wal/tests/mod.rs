//! Tests of logs and recovery: crashes after every step, concurrent writes of other processes, damaged and crafted
//! logs.
#![allow(
    clippy::disallowed_methods,
    reason = "tests prepare and inspect targets without the module"
)]

mod crash;
mod damage;
