//! The result of the steps for one file: the data for the report, and the changes to write.

use std::collections::BTreeMap;

use super::file_sites::FileSites;
use super::working_text::FreeText;
use crate::change::Transition;
use crate::encoding::TextEncoding;
use crate::refusal::Reason;
use crate::resolve::{MovedLines, PlacedHunk, Rebased, SettledRegion};
use crate::text::NameStyle;

/// The data for the report on one file.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The name of the first step's operation on the file. `None` if no step touched the file.
    pub operation: Option<&'static str>,
    /// All locations that the steps matched or addressed.
    pub sites: FileSites,
    /// The outcome of each hunk.
    pub hunks: Vec<PlacedHunk>,
    /// Regions that both sides of a merge changed, with the rule that resolved each of them.
    pub settled: Vec<SettledRegion>,
    /// The earlier text that the steps were made for, if the file has changed since.
    pub rebased: Option<Rebased>,
    /// Lines that were addressed by anchors and have moved.
    pub moved: Vec<MovedLines>,
    /// True if the current text differs in a line that was addressed by an anchor.
    pub has_lost_anchors: bool,
    /// The number of replaced names in each style.
    pub styles: BTreeMap<NameStyle, usize>,
    /// The typed texts, which the guards for free text check.
    pub free_texts: Vec<FreeText>,
    /// True if a step inserted definitions or sections, perhaps from another file.
    pub has_pieces: bool,
    /// True if a step gave the complete text, so its author knows every line.
    pub is_given_whole: bool,
    /// True if the encoding of the text needs no check: an undo or a replay checks it itself, and two sides of a merge
    /// that are not UTF-8 cannot mix it with another encoding.
    pub skips_encoding_check: bool,
    /// True if the file was already absent for a step that removes the file.
    pub was_already_absent: bool,
}

/// The result of a request for one file.
#[derive(Clone, Debug)]
pub struct ResolvedFile {
    /// The change of the text, with the lines that the report shows.
    pub text: Transition,
    /// The change of the bytes, after [encoding](Self::encode), if it differs from the change of the text.
    pub(super) bytes: Option<Box<Transition>>,
    /// The outcome of the steps.
    pub outcome: Outcome,
}

impl ResolvedFile {
    /// True if a step touched the file.
    pub fn is_touched(&self) -> bool {
        self.outcome.operation.is_some()
    }

    /// The change that is written and recorded, after encoding.
    pub fn written(&self) -> &Transition {
        self.bytes.as_deref().unwrap_or(&self.text)
    }

    /// The change of the bytes, if it differs from the change of the text.
    pub fn bytes(&self) -> Option<&Transition> {
        self.bytes.as_deref()
    }

    /// Converts the change of the text to a change of the bytes. `named` is the encoding in the request.
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
            // An undo changes bytes, so the decoded change is the text change.
            let bytes = std::mem::replace(&mut self.text, text);
            self.bytes = Some(Box::new(bytes));
        }
        Ok(())
    }
}
