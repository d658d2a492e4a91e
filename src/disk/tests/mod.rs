//! Tests of the module: a throw-away tree, plans made by hand, and the tree afterwards.
#![allow(
    clippy::disallowed_methods,
    reason = "tests prepare and inspect targets behind the module's back"
)]

mod commit;
mod world;
