//! Reasons why a suggestion of another tool cannot be applied to the current file.

use super::Code;
use crate::text::LineRange;

/// A problem with a suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestionFault {
    /// The file has changed since the tool analyzed it.
    OtherText,
    /// These lines have changed since the tool analyzed them.
    OtherLines(LineRange),
    /// The location is beyond the end of the file, or inside a character.
    NoPlace,
    /// The location is ambiguous.
    TwoPlaces,
    /// The suggestion changes these lines, and so does a suggestion of the named rule.
    Overlap(LineRange, String),
}

impl SuggestionFault {
    pub(super) fn code(&self) -> Code {
        match self {
            Self::OtherText | Self::OtherLines(_) | Self::NoPlace => Code::Stale,
            Self::TwoPlaces => Code::Ambiguous,
            Self::Overlap(..) => Code::Overlap,
        }
    }
}
