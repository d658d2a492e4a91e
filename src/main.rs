//! The program: argv and the standard streams in, an exit code out.

use std::process::ExitCode;

use incise::memory::{self, Memory};

#[global_allocator]
static MEMORY: Memory = Memory;

fn main() -> ExitCode {
    memory::install();
    ExitCode::from(incise::cli::main())
}
