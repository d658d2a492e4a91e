//! The outcome of the steps for one file: what is reported, and the result that is written.

use std::collections::BTreeMap;

use super::file_sites::FileSites;
use super::working_text::FreeText;
use crate::change::Transition;
use crate::encoding::TextEncoding;
use crate::refusal::Reason;
use crate::resolve::{MovedLines, PlacedHunk, Rebased, SettledRegion};
use crate::text::NameStyle;

/// The outcome of the steps for one file.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The word of the first step that touched the file; `None` if none did.
    pub operation: Option<&'static str>,
    /// Every place the steps matched or addressed.
    pub sites: FileSites,
    /// The outcome of each hunk.
    pub hunks: Vec<PlacedHunk>,
    /// Regions that both sides of a merge changed, and the rule that settled each.
    pub settled: Vec<SettledRegion>,
    /// The earlier text that the steps were made against, if that is not the one that was read.
    pub rebased: Option<Rebased>,
    /// Lines that were addressed by anchors and have moved since.
    pub moved: Vec<MovedLines>,
    /// True if the text that was read has a line changed that was addressed by an anchor.
    pub has_lost_anchors: bool,
    /// The number of replaced names in each style.
    pub styles: BTreeMap<NameStyle, usize>,
    /// The texts that were typed: the guards for free text judge them.
    pub free_texts: Vec<FreeText>,
    /// True if a step gave the whole text at once: its author knows every line.
    pub is_given_whole: bool,
    /// True if a step that removes the file found it gone.
    pub was_already_absent: bool,
}

/// The result of a request for one file.
#[derive(Clone, Debug)]
pub struct ResolvedFile {
    /// The change of the text: its lines are those that people see.
    pub text: Transition,
    /// The change of the bytes, once it is [encoded](Self::encode) and if it is not that of the text.
    pub(super) bytes: Option<Box<Transition>>,
    /// The outcome of the steps.
    pub outcome: Outcome,
}

impl ResolvedFile {
    /// True if any step touched the file.
    pub fn is_touched(&self) -> bool {
        self.outcome.operation.is_some()
    }

    /// The change that is written and noted, once it is encoded.
    pub fn written(&self) -> &Transition {
        self.bytes.as_deref().unwrap_or(&self.text)
    }

    /// The change of the bytes, if it is not that of the text.
    pub fn bytes(&self) -> Option<&Transition> {
        self.bytes.as_deref()
    }

    /// Translates the change of the text into that of the bytes. The request says that the files are in `named`.
    ///
    /// # Errors
    /// `encoding`.
    pub fn encode(&mut self, named: Option<TextEncoding>) -> Result<(), Reason> {
        let encoded = self
            .text
            .encoded()
            .map_err(|(encoding, fault)| Reason::Encoding {
                encoding: encoding.name(),
                fault,
            })?;
        if let Some(bytes) = encoded {
            self.bytes = Some(Box::new(bytes));
        } else if let Some(text) = self.text.decoded(named) {
            // An undo changes bytes.
            let bytes = std::mem::replace(&mut self.text, text);
            self.bytes = Some(Box::new(bytes));
        }
        Ok(())
    }
}
