//! The manual in the program: the meaning of each refusal, and instructions for agents.
//!
//! This module contains only texts; `cli` decides which of them to print. Each code has a file in `code/` with its
//! meaning, a transcript of commands that end in the code, and the fixes. Tests run every transcript and every
//! command of the guide.

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

/// The complete guide, in Markdown.
pub const GUIDE: &str = include_str!("guide.md");

/// The guide on one screen.
pub const SHORT: &str = include_str!("short.md");

/// The front matter of the skill file. An agent decides by the description whether to load the skill, so it has at
/// most 100 tokens.
const FRONT_MATTER: &str = "\
---
name: incise
description: Edit text files from the shell with `incise`. Use it whenever you change, create or \
patch a file, or undo an edit. Replaces exact text, edits line ranges, applies diffs and batches, all or \
nothing. A refused edit writes nothing and suggests a fix.
---

";

/// The guide as a skill file.
pub fn skill() -> String {
    format!("{FRONT_MATTER}{GUIDE}")
}
