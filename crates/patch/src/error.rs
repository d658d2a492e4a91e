//! Reasons why a text is not a patch: data, a message and a fix for each. `refusal` turns them into refusals.

use super::RepairKind;
use incise_text::text::LineNumber;

/// A text that cannot be read as a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// A line that breaks the format, and how.
    Malformed {
        /// Line of the patch text.
        line: LineNumber,
        /// The fault there.
        problem: Problem,
    },
    /// Removed or added lines that belong to no hunk.
    Leftover(Vec<LineNumber>),
}

/// A fault of a line of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Nothing in the text is a diff.
    NoDiff,
    /// The lines of the diff contain terminal colours, which cannot be told from its own text.
    Coloured,
    /// Every line of the diff is quoted as in a mail.
    Quoted,
    /// The notation of hashline, which names lines by their numbers.
    Hashline,
    /// There is nothing in the text.
    Nothing,
    /// Nothing but changes of Subversion's properties.
    OnlyProperties,
    /// The output of `diff` without flags, or an ed script (`diff -e`).
    NormalDiff,
    /// A symbolic link that Subversion marks with a property.
    SpecialProperty,
    /// A file header without hunks and without another change.
    NoHunks,
    /// Line numbers or counts larger than the text could hold.
    AbsurdRange,
    /// A diff of a merge (`diff --cc`, `@@@`).
    CombinedDiff,
    /// The old context format (`*** 1,5 ****`).
    ContextDiff,
    /// `Binary files differ` without data.
    BinaryDataMissing,
    /// The data of a binary patch is damaged.
    BinaryDamaged,
    /// The data of all binary patches together is too much.
    BinaryTooLarge {
        /// The size so far, in bytes.
        len: u64,
        /// The most that is read, in bytes.
        limit: u64,
    },
    /// A name that is not properly quoted.
    BadName,
    /// A name that holds a NUL byte, or none at all.
    UnusableName,
    /// A rename or copy that says only from where or only to where.
    HalfNamed,
    /// Header lines of one file that contradict each other.
    HeadersDisagree,
    /// A git mode that is no octal number.
    BadMode,
    /// A SEARCH block without its divider or its end.
    UnfinishedBlock,
    /// A SEARCH block in which several lines could be the divider.
    SeveralDividers,
    /// A line that does not belong in an envelope.
    StrayLine,
    /// A change that has no inverse.
    NotReversible,
    /// A hunk without a change whose header counts one.
    NoChange,
    /// Damage that is only read with repairs on.
    NeedsRepair(RepairKind),
}

impl ParseError {
    /// True if it is a line with this `expected` problem.
    pub(crate) fn is_problem(&self, expected: Problem) -> bool {
        matches!(self, Self::Malformed { problem, .. } if *problem == expected)
    }

    /// True if there is no diff in the text at all.
    pub fn is_no_diff(&self) -> bool {
        matches!(
            self,
            Self::Malformed {
                problem: Problem::NoDiff
                    | Problem::Coloured
                    | Problem::Quoted
                    | Problem::Nothing
                    | Problem::OnlyProperties,
                ..
            }
        )
    }
}

impl Problem {
    /// The problem as a phrase.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::NoDiff => "there is no diff in this text",
            Self::Coloured => "the diff is colored: its lines contain terminal escapes",
            Self::Quoted => "the diff is quoted: every line begins with `>`",
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
            Self::Coloured => Cure::Instead("`git diff --no-color` prints it without escapes"),
            Self::Quoted => Cure::Instead("`sed 's/^> \\?//'` removes the `>`"),
            Self::Hashline => Cure::Instead(
                "`incise apply` reads it, as the task that was shown the lines (--task)",
            ),
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
            Self::NoChange => {
                Cure::Instead("start each removed line with `-`, and each added line with `+`")
            }
            Self::NeedsRepair(_) => Cure::Repair,
            _ => Cure::LookAtLine,
        }
    }
}

/// The fix for a text that cannot be read as a patch. The caller knows the names of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cure {
    /// To look at the line.
    LookAtLine,
    /// The words of this sentence.
    Instead(&'static str),
    /// To give a diff, of whatever kind.
    Diff,
    /// To strip leading components from the names.
    CountComponents,
    /// To correct what is only read with repairs on, or to let it be repaired.
    Repair,
}
