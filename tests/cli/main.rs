//! The program as its users see it: stdout, stderr, status and the whole tree, command by command.

mod bench;
mod replace;
