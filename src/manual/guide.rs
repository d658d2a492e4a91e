//! How an agent should use the program: long, short, and as a skill.

/// The whole guide, Markdown.
pub const GUIDE: &str = include_str!("guide.md");

/// The guide on one screen.
pub const SHORT: &str = include_str!("short.md");

/// What tells a harness when to load the skill: at most 100 tokens.
const FRONT_MATTER: &str = "\
---
name: incise
description: Edit text files from the shell with `incise`. Use it whenever a file is to be changed, \
created or patched, or an edit undone. Replaces exact text, edits line ranges, applies diffs and batches, \
all or nothing. A refused edit writes nothing and says what to do.
---

";

/// The guide as the text of a skill file.
pub fn skill() -> String {
    format!("{FRONT_MATTER}{GUIDE}")
}
