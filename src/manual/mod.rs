//! The manual inside the program: what each refusal means, and how an agent should work with it.
//!
//! Text only. Each code has a file in `code/`: what it means, a transcript of commands that end in it, and
//! the ways out. A test runs every transcript and every command of the guide, so that none of it is
//! hearsay. Which of it is shown is decided in `cli`.

mod explanation;
#[cfg(test)]
mod tests;
mod topic;

pub use explanation::Explanation;
#[cfg(test)]
pub(crate) use topic::Explained;
#[cfg(test)]
pub use topic::SCHEMA;
pub use topic::Topic;

/// The whole guide, Markdown.
pub const GUIDE: &str = include_str!("guide.md");

/// The guide on one screen.
pub const SHORT: &str = include_str!("short.md");

/// The sentence by which a harness decides to load the skill: at most 100 tokens.
const FRONT_MATTER: &str = "\
---
name: incise
description: Edit text files from the shell with `incise`. Use it whenever you change, create or \
patch a file, or undo an edit. Replaces exact text, edits line ranges, applies diffs and batches, all or \
nothing. A refused edit writes nothing and suggests a fix.
---

";

/// The guide as the text of a skill file.
pub fn skill() -> String {
    format!("{FRONT_MATTER}{GUIDE}")
}
