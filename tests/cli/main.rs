//! The program as its users see it: stdout, stderr, status and the whole tree, command by command.

mod append;
mod apply;
mod bench;
mod check;
mod create;
mod files;
mod insert;
mod intake;
mod lines;
mod names;
mod notation;
mod output;
mod patch;
mod refusal;
mod remove;
mod rename;
mod replace;
mod selection;
mod syntax;
mod validate;
mod view;
mod write;
