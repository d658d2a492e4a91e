//! Sets `linux_calls` if the crate may use system calls that only Linux has.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a build script reads its environment and prints instructions for cargo"
)]

use std::env;

fn main() {
    // `INCISE_PORTABLE=1 cargo test` builds and tests the code of other systems on Linux.
    println!("cargo:rustc-check-cfg=cfg(linux_calls)");
    println!("cargo:rerun-if-env-changed=INCISE_PORTABLE");
    println!("cargo:rerun-if-changed=build.rs");
    let is_linux = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux");
    if is_linux && env::var_os("INCISE_PORTABLE").is_none() {
        println!("cargo:rustc-cfg=linux_calls");
    }
}
