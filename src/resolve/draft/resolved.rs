//! What a request makes of one file, once every step is resolved.

use super::site::DraftSite;
use super::working_text::FreeText;
use crate::change::Transition;
use crate::resolve::PlacedHunk;

/// What a request makes of one file that was read for it.
#[derive(Clone, Debug)]
pub struct ResolvedFile {
    /// What becomes of it.
    pub transition: Transition,
    /// The word of the first step that took it in hand; `None` when none did.
    pub operation: Option<&'static str>,
    /// Every place the steps matched or addressed.
    pub sites: Vec<DraftSite>,
    /// What became of each hunk.
    pub hunks: Vec<PlacedHunk>,
    /// The texts that somebody typed: those that the guards for free text judge.
    pub free_texts: Vec<FreeText>,
    /// Whether a step gave all of the text at once: who made it knows every line.
    pub is_given_whole: bool,
    /// Whether a step that takes the file away found it gone.
    pub is_done: bool,
}

impl ResolvedFile {
    /// Whether any step took the file in hand.
    pub fn is_touched(&self) -> bool {
        self.operation.is_some()
    }
}
