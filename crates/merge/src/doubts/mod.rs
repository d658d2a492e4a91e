//! Doubts about the result of a rule: evidence that one side would have written something else if it had known about
//! the other side's change.

mod displaced;
pub mod imports;
mod names;
pub mod operators;
mod order;

use crate::conflict::Conflict;
use crate::region::{ConflictCause, MergeRegion};

pub use displaced::{DisplacedLines, are_doubled};
pub use names::NameCensus;
pub use order::has_moved_words;

/// A reason not to resolve a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Both sides inserted the same new line at different places.
    SameLine,
    /// Both sides continued an enumeration with the same number.
    SameNumber,
    /// A side uses a name that the other side removed.
    GoneName,
    /// Both sides define a name that the base does not contain.
    NewName,
    /// A side replaced imports, and the other side added imports.
    Imports,
    /// A side changed an operator of an expression that the other side changed.
    Operators,
    /// A line that both sides removed from the conflict was inserted elsewhere.
    DisplacedLine,
}

/// Doubts about words, which depend on the text and not on its position.
pub const ABOUT_WORDS: &[Doubt] = &[
    Doubt::GoneName,
    Doubt::NewName,
    Doubt::Imports,
    Doubt::Operators,
    Doubt::DisplacedLine,
];

/// All doubts, in the order in which they are reported.
pub const ALL: &[Doubt] = &[
    Doubt::SameLine,
    Doubt::SameNumber,
    Doubt::GoneName,
    Doubt::NewName,
    Doubt::Imports,
    Doubt::Operators,
    Doubt::DisplacedLine,
];

impl Doubt {
    /// The cause to report for the remaining conflict.
    pub fn cause(self) -> ConflictCause {
        match self {
            Self::DisplacedLine => ConflictCause::Moved,
            Self::SameLine | Self::SameNumber => ConflictCause::Inserted,
            Self::GoneName => ConflictCause::GoneName,
            Self::NewName => ConflictCause::NewName,
            Self::Imports => ConflictCause::Changed,
            Self::Operators => ConflictCause::Operator,
        }
    }

    /// True if the doubt applies to `conflict` with the result `regions`.
    pub fn applies(self, conflict: &Conflict<'_, '_>, regions: &[MergeRegion]) -> bool {
        match self {
            Self::SameLine => order::inserts_line_twice(conflict, regions),
            Self::SameNumber => order::has_same_number(conflict),
            Self::GoneName => conflict.names().uses_removed_name(conflict),
            Self::NewName => conflict.names().defines_name_twice(conflict),
            Self::Imports => imports::contradict(conflict),
            Self::Operators => operators::change_binding(conflict),
            Self::DisplacedLine => conflict.displaced().are_in(conflict.region, regions),
        }
    }
}
