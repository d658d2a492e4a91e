//! The manual inside the program: what each refusal means, and how an agent should work with it.
//!
//! Text only. Each code has a file in `code/`: what it means, a transcript of commands that end in it, and
//! the ways out. A test runs every transcript and every command of the guide, so that none of it is
//! hearsay. Which of it is shown is decided in `cli`.

mod class;
mod explanation;
mod guide;
mod topic;

pub use class::ClassPage;
pub use explanation::Explanation;
pub use guide::{GUIDE, SHORT, skill};
#[cfg(test)]
pub use topic::SCHEMA;
pub use topic::Topic;

#[cfg(test)]
pub(crate) use topic::Explained;

#[cfg(test)]
mod tests;
