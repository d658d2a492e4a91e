//! Reasons why another tool's suggestions cannot be applied to the current file.

use super::Code;
use crate::text::LineRange;

/// The fault with a suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestionFault {
    /// The file is not the text that the tool looked at.
    OtherText,
    /// These lines are not what the tool saw there.
    OtherLines(LineRange),
    /// The place is beyond the end of the file, or inside a character.
    NoPlace,
    /// The place can be read in two ways.
    TwoPlaces,
    /// It changes these lines, and so does a suggestion of this rule.
    Overlap(LineRange, String),
}

impl SuggestionFault {
    /// The stable name of the fault.
    pub(super) fn code(&self) -> Code {
        match self {
            Self::OtherText | Self::OtherLines(_) | Self::NoPlace => Code::Stale,
            Self::TwoPlaces => Code::Ambiguous,
            Self::Overlap(..) => Code::Overlap,
        }
    }
}
