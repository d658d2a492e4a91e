//! Tests of the module with a temporary tree. The tests construct plans, and compare the whole tree afterwards.
#![allow(
    clippy::disallowed_methods,
    reason = "tests prepare and inspect targets without the module"
)]

mod attributes;
mod beneath;
mod child;
mod commit;
mod locate;
mod process;
mod read;
mod rollback;
mod stale;
mod swap;
pub(super) mod world;
