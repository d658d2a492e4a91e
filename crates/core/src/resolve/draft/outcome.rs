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
#[derive(Clone, Debug)]
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
    /// True if the text that was read has all lines that were addressed by anchors unchanged.
    pub anchors_stand: bool,
    /// The number of replaced names in each style.
    pub styles: BTreeMap<NameStyle, usize>,
    /// The texts that were typed: the guards for free text judge them.
    pub free_texts: Vec<FreeText>,
    /// True if a step gave the whole text at once: its author knows every line.
    pub is_given_whole: bool,
    /// True if a step that removes the file found it gone.
    pub was_already_absent: bool,
}

impl Default for Outcome {
    fn default() -> Self {
        Self {
            operation: None,
            sites: FileSites::default(),
            hunks: Vec::new(),
            settled: Vec::new(),
            rebased: None,
            moved: Vec::new(),
            anchors_stand: true,
            styles: BTreeMap::new(),
            free_texts: Vec::new(),
            is_given_whole: false,
            was_already_absent: false,
        }
    }
}

/// The result of a request for one file.
#[derive(Clone, Debug)]
pub struct ResolvedFile {
    /// The change of the text, until it is [encoded](Self::encode); then the change of the bytes.
    pub transition: Transition,
    /// The change of the text, once it is encoded and if it is not the same.
    pub(super) decoded: Option<Box<Transition>>,
    /// The outcome of the steps.
    pub outcome: Outcome,
}

impl ResolvedFile {
    /// True if any step touched the file.
    pub fn is_touched(&self) -> bool {
        self.outcome.operation.is_some()
    }

    /// The change of the text: its lines are those that people see.
    pub fn text_transition(&self) -> &Transition {
        self.decoded.as_deref().unwrap_or(&self.transition)
    }

    /// The change of the bytes, if it is not that of the text.
    pub fn byte_transition(&self) -> Option<&Transition> {
        match self.decoded {
            Some(_) => Some(&self.transition),
            None => None,
        }
    }

    /// Translates the change of the text into that of the bytes, which is written and noted. The request says that the
    /// files are in `named`.
    ///
    /// # Errors
    /// `encoding`.
    pub fn encode(&mut self, named: Option<TextEncoding>) -> Result<(), Reason> {
        let encoded =
            (self.transition.encoded()).map_err(|(encoding, fault)| Reason::Encoding {
                encoding: encoding.name(),
                fault,
            })?;
        let decoded = match encoded {
            Some(encoded) => Some(std::mem::replace(&mut self.transition, encoded)),
            // An undo changes bytes.
            None => self.transition.decoded(named),
        };
        self.decoded = decoded.map(Box::new);
        Ok(())
    }
}
