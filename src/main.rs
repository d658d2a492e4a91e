//! The program: argv and the standard streams in, an exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(incise::cli::main())
}
