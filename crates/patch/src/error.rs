//! The reasons why a text is not a patch: data, a message and a fix for each. The core crate turns them into
//! refusals.

use super::RepairKind;
use incise_text::text::LineNumber;

/// The reason why a text cannot be parsed as a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// A line that violates the format.
    Malformed {
        /// The line of the patch text.
        line: LineNumber,
        /// The problem with this line.
        problem: Problem,
    },
    /// Removed or added lines that belong to no hunk.
    Leftover(Vec<LineNumber>),
}

/// A problem with a line of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The text contains no diff.
    NoDiff,
    /// The text is in hashline notation, which addresses lines by number.
    Hashline,
    /// The text is empty.
    Nothing,
    /// The text changes only Subversion properties.
    OnlyProperties,
    /// The text is output of `diff` without flags, or an ed script (`diff -e`).
    NormalDiff,
    /// A symbolic link that Subversion marks with a property.
    SpecialProperty,
    /// A file header without hunks or any other change.
    NoHunks,
    /// A line number or count that exceeds the size of the text or the maximum.
    AbsurdRange,
    /// A diff of a merge (`diff --cc`, `@@@`).
    CombinedDiff,
    /// The context format (`*** 1,5 ****`).
    ContextDiff,
    /// `Binary files differ` without data.
    BinaryDataMissing,
    /// The data of a binary patch is damaged.
    BinaryDamaged,
    /// The binary patches together contain too much data.
    BinaryTooLarge {
        /// The total size in bytes up to this line.
        len: u64,
        /// The maximum total size in bytes.
        limit: u64,
    },
    /// A malformed quoted name.
    BadName,
    /// A name that is empty or contains a NUL byte.
    UnusableName,
    /// A rename or copy that states only the old name or only the new name.
    HalfNamed,
    /// Contradictory header lines of one file.
    HeadersDisagree,
    /// A git mode that is not an octal number.
    BadMode,
    /// A SEARCH block without its divider or its end.
    UnfinishedBlock,
    /// A SEARCH block in which several lines could be the divider.
    SeveralDividers,
    /// A V4A envelope without `*** End Patch`. The patch may be truncated.
    UnfinishedEnvelope,
    /// A line that is not allowed in an envelope.
    StrayLine,
    /// A change that cannot be reversed.
    NotReversible,
    /// A hunk without changes whose header counts changed lines.
    NoChange,
    /// Damage that is only accepted with [`Strictness::Repair`](crate::Strictness::Repair).
    NeedsRepair(RepairKind),
}

impl ParseError {
    /// True if the text contains no diff at all.
    pub fn is_no_diff(&self) -> bool {
        matches!(
            self,
            Self::Malformed {
                problem: Problem::NoDiff | Problem::Nothing | Problem::OnlyProperties,
                ..
            }
        )
    }
}

impl Problem {
    /// A description of the problem.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::NoDiff => "there is no diff in this text",
            Self::Hashline => "the text is in the notation of hashline, which is not a diff",
            Self::Nothing => "the diff is empty",
            Self::OnlyProperties => "the diff changes only Subversion properties",
            Self::SpecialProperty => {
                "the diff creates or removes a symbolic link with Subversion's property `svn:special`"
            }
            Self::NormalDiff => {
                "normal diffs and ed scripts are not supported; create a unified diff (`diff -u`)"
            }
            Self::NoHunks => "the file header is not followed by any hunk",
            Self::AbsurdRange => "the hunk header has a number that is too large",
            Self::CombinedDiff => "combined diffs of a merge cannot be applied",
            Self::ContextDiff => {
                "context diffs are not supported; create a unified diff (`diff -u`)"
            }
            Self::BinaryDataMissing => {
                "the binary change has no data; create the diff with `git diff --binary`"
            }
            Self::BinaryDamaged => "the data of the binary patch is damaged",
            Self::BinaryTooLarge { .. } => "the diff has too much binary data",
            Self::BadName => "the quoted file name is malformed",
            Self::UnusableName => "the file name is empty or contains a NUL byte",
            Self::HalfNamed => "the rename or copy names only one of its two files",
            Self::HeadersDisagree => "the lines of the file header contradict each other",
            Self::BadMode => "the file mode is not an octal number",
            Self::UnfinishedBlock => "the SEARCH block lacks its divider or its REPLACE line",
            Self::SeveralDividers => "several lines of the SEARCH block could be its divider",
            Self::UnfinishedEnvelope => "the patch ends without `*** End Patch`",
            Self::StrayLine => "the line does not belong here",
            Self::NotReversible => "the change cannot be reversed",
            Self::NoChange => {
                "the hunk changes nothing, but its header counts added or removed lines"
            }
            Self::NeedsRepair(kind) => kind.summary(),
        }
    }

    /// The way to fix the patch.
    pub fn cure(self) -> Cure {
        match self {
            Self::NoDiff => Cure::Diff,
            Self::NotReversible => Cure::Instead(
                "a copy, a deletion without its text and a binary change of one direction have no \
                 reverse: `incise undo` undoes the patch",
            ),
            Self::Hashline => {
                Cure::Instead("use `incise apply` with the --task that was shown the lines")
            }
            Self::Nothing => {
                Cure::Instead("`git diff` and `diff -u` print nothing if nothing differs")
            }
            Self::SpecialProperty => Cure::Instead("`svn diff --git` prints it as git does"),
            Self::NormalDiff | Self::ContextDiff => {
                Cure::Instead("`diff -u OLD NEW` prints a unified diff")
            }
            Self::CombinedDiff => Cure::Instead(
                "`git show -m --first-parent COMMIT` prints the merge as a diff against one parent",
            ),
            Self::BinaryDataMissing => Cure::Instead("`git diff --binary` prints the data too"),
            Self::UnfinishedBlock | Self::SeveralDividers => Cure::Instead(
                "a block is `<<<<<<< SEARCH`, old lines, `=======`, new lines, `>>>>>>> REPLACE`, each on a line",
            ),
            Self::UnfinishedEnvelope => Cure::Instead(
                "get the complete patch: its end is missing; if it is complete, add the line `*** End Patch`",
            ),
            Self::NoChange => {
                Cure::Instead("start each removed line with `-`, and each added line with `+`")
            }
            Self::NeedsRepair(_) => Cure::Repair,
            _ => Cure::LookAtLine,
        }
    }
}

/// A way to fix a text that cannot be parsed. The caller adds the names of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cure {
    /// Look at the line.
    LookAtLine,
    /// Follow the advice in this sentence.
    Instead(&'static str),
    /// Provide a diff in any format.
    Diff,
    /// Strip leading components from the names.
    CountComponents,
    /// Fix the damage, or allow repairs.
    Repair,
}
