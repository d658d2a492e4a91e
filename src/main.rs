//! The program: argv and the standard streams in, an exit code out.

fn main() {}
