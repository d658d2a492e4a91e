//! The program: argv and the standard streams in, an exit code out.

use std::process::ExitCode;

use incise::internal::{self, Memory};

#[global_allocator]
static MEMORY: Memory = Memory;

fn main() -> ExitCode {
    internal::install();
    ExitCode::from(internal::main())
}
