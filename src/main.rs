//! The program: argv and the standard streams in, an exit code out.

use std::process::ExitCode;

use incise::internal::{self, Memory};

#[global_allocator]
static MEMORY: Memory = Memory;

// Without this, every start spends a tenth of the time of a small edit on loading `libgcc_s.so`.
#[allow(unsafe_code, reason = "the block declares nothing, it only links")]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[link(name = "gcc_eh", kind = "static", modifiers = "-bundle")]
unsafe extern "C" {}

fn main() -> ExitCode {
    internal::install();
    ExitCode::from(internal::main())
}
