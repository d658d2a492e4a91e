//! The data of a refusal, one variant for each kind of sentence, and the code of each.

use std::path::PathBuf;

use bytes::Bytes;

use super::store::store_code;
use super::unshown::Unshown;
use super::{
    Candidate, Code, EncodingFault, ExpectedCount, Fault, FormChange, HunkFailure, KeyFault,
    LineReadings, LinkFault, MergeConflict, RegionCandidate, Residue, SuggestionFault, SyntaxError,
    TargetFault, Unaccepted, WhyNot,
};
use crate::change::{LineChange, TaskConflict};
use crate::patch::{Cure, ParseError, Problem};
use crate::request::{self, Malformed, Region};
use crate::snapshot::{Fingerprint, SiteId};
use crate::text::{LineHash, LineNumber, LineRange};

/// The data of a refusal; one variant for each kind of sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The text is nowhere in scope.
    NotFound {
        /// The text that was looked for.
        wanted: Bytes,
        /// The nearest text, if there is any.
        why: Option<Box<WhyNot>>,
    },
    /// The text is in several places.
    Ambiguous {
        /// The text that was looked for.
        wanted: Bytes,
        /// Number of places.
        count: usize,
        /// The first of them.
        candidates: Vec<Candidate>,
    },
    /// A block has only one of its two marker lines.
    HalfBlock {
        /// The line that is there.
        present: Bytes,
        /// The line that is not, or on the wrong side.
        missing: Bytes,
        /// The place of the one that is there.
        lines: LineRange,
    },
    /// A key cannot be found, or its value not be changed in its place.
    Key {
        /// The key, as it can be typed.
        key: String,
        /// The fault.
        why: KeyFault,
    },
    /// The region is nowhere.
    NoRegion {
        /// The region that was looked for.
        region: Box<Region>,
        /// Names in the file that are like its name, the most similar first.
        nearest: Vec<String>,
    },
    /// Several regions have the name.
    SeveralRegions {
        /// The region that was looked for.
        region: Box<Region>,
        /// All of them.
        candidates: Vec<RegionCandidate>,
    },
    /// The new text of a definition defines something else.
    NotThatSymbol {
        /// The name of what was defined.
        symbol: String,
        /// The names of what the new text defines.
        defined: Vec<String>,
    },
    /// The definition has a syntax error, so that nobody knows where it ends.
    BrokenSymbol {
        /// The name.
        symbol: String,
        /// The line of the error.
        line: LineNumber,
    },
    /// The text is there another number of times.
    CountMismatch {
        /// The text that was looked for.
        wanted: Bytes,
        /// The number that the caller expected.
        expected: ExpectedCount,
        /// Number of places.
        found: usize,
        /// The first of them.
        candidates: Vec<Candidate>,
    },
    /// The new text stands where the old should be.
    AlreadyApplied {
        /// The place of the change.
        lines: Vec<LineRange>,
        /// The journal's entry that made it, if that is how it is known.
        entry: Option<u64>,
    },
    /// There is a file already.
    Exists {
        /// Length in bytes.
        len: u64,
        /// Number of lines.
        lines: usize,
    },
    /// A block whose SEARCH is empty makes a file, and there is one already.
    EmptySearch {
        /// Length in bytes.
        len: u64,
        /// Number of lines.
        lines: usize,
    },
    /// A suggestion of another tool cannot be applied.
    Suggestion {
        /// The rule that it comes from; empty where that matters not.
        rule: String,
        /// The fault.
        why: SuggestionFault,
    },
    /// A line beyond the end.
    OutOfRange {
        /// The line asked for; counted from the last one, which is -1, where it is below 0.
        asked: i64,
        /// The number of lines.
        lines: usize,
        /// The lowest number that would be accepted (0 for most insertions, 1 for ranges).
        lowest: usize,
    },
    /// Two edits claim the same text.
    Overlap {
        /// Lines both claim.
        lines: LineRange,
    },
    /// Hunks without a place.
    HunkFailed {
        /// Every hunk that has none.
        failures: Vec<HunkFailure>,
        /// The number of hunks in the file's patch.
        total: usize,
    },
    /// Some hunks are applied already.
    PartlyApplied {
        /// 1-based numbers of the hunks that are.
        applied: Vec<usize>,
        /// The number of hunks in the file's patch.
        total: usize,
    },
    /// Both sides of a merge changed the same lines.
    MergeConflict(Vec<MergeConflict>),
    /// Too little would be left.
    Shrink {
        /// Lines before.
        before: usize,
        /// Lines after.
        after: usize,
    },
    /// The new text holds what does not belong in a file.
    Residue(Vec<Residue>),
    /// The first line begins after the indentation of its place, and it is unknown how far the later ones are to be
    /// indented.
    Indentation {
        /// The line of the place.
        lines: LineRange,
        /// Both readings, where there are two.
        readings: Option<Box<LineReadings>>,
    },
    /// The new lines were indented to fit a place that is indented otherwise than the old text, and what came of it
    /// has errors of syntax.
    Misfit(Vec<SyntaxError>),
    /// The new lines are indented otherwise than their place, and it is unknown whether this line inside a string is to be
    /// indented with them.
    IndentedString(Bytes),
    /// The form of the text would change.
    Form(FormChange),
    /// The change cannot be written in the encoding of the file.
    Encoding {
        /// The name of the encoding.
        encoding: &'static str,
        /// The fault.
        fault: EncodingFault,
    },
    /// The text would have more syntax errors than before.
    Syntax(Vec<SyntaxError>),
    /// The new text of a definition, or beside one, would have syntax errors.
    UnparsedSymbol(Vec<SyntaxError>),
    /// The command that has to accept the new text does not.
    ValidationFailed {
        /// The command, as it could be typed.
        command: String,
        /// In which way it does not.
        why: Unaccepted,
        /// The end of what it printed, 4 KiB at most; the staged file goes by the name of its target.
        output: Bytes,
    },
    /// A refusal that only its words tell from others of this code: a fault of syntax, or one in `impossible`.
    Worded {
        /// The stable name.
        code: Code,
        /// The fault, a whole sentence.
        message: String,
        /// The way out.
        hint: String,
    },
    /// The text is too large, too deep or too much work to look for the syntax errors that an edit adds.
    NotParsed,
    /// No file below the directories is selected.
    NothingSelected,
    /// The regular expression cannot be used.
    BadPattern {
        /// The fault; `None` when it is too big.
        problem: Option<String>,
    },
    /// A diff and the one file it is given for do not go together.
    BadTarget(TargetFault),
    /// The diff is malformed.
    BadPatch {
        /// Line of the diff.
        line: LineNumber,
        /// The fault there.
        problem: String,
        /// The cure.
        cure: Cure,
    },
    /// Lines of the diff that belong to no hunk.
    LeftoverLines(Vec<LineNumber>),
    /// Another text than expected.
    Stale {
        /// The expected fingerprint, as it was given.
        expected: String,
        /// The fingerprint of the text there; `None` when the file is gone.
        found: Option<Fingerprint>,
    },
    /// The file has changed, since the text that the edit was made against, where the edit is.
    NotRebased {
        /// The text that the edit was made against, and the one there.
        texts: Box<[Fingerprint; 2]>,
        /// Every place that both changed, in order; the edit is the other side.
        conflicts: Vec<MergeConflict>,
    },
    /// A line does not hold what its anchor says, or the lines between two anchors are not what they were.
    LinesChanged {
        /// The line, or the range with its ends, which are as they were.
        lines: LineRange,
        /// The hash in the anchor of the one line, and that of the line there.
        hashes: Option<(LineHash, LineHash)>,
        /// The present lines of the range that was asked for.
        now: Vec<super::AnchoredLine>,
        /// The changes since of the lines with these anchors, if they are known.
        since: Vec<LineChange>,
    },
    /// A short anchor of another tool means what the task was shown, and it was not shown that.
    Unshown(Unshown),
    /// No place has this id in this text.
    SiteGone {
        /// The id asked for.
        site: SiteId,
        /// Number of places, none of which has it.
        found: usize,
    },
    /// Other tasks wrote these lines.
    Conflict(Vec<TaskConflict>),
    /// No such file, and `ensure` would make it if it were told to.
    MissingUnmade,
    /// No such file, which a diff names; files of that base name elsewhere below the working directory.
    MissingTarget(Vec<PathBuf>),
    /// A symbolic link or submodule is in the way.
    Link(LinkFault),
    /// NUL in the first 8 KiB; the encoding that would make a text of it, as its bytes look.
    Binary(Option<&'static str>),
    /// The binary data of a diff is too much.
    TooMuchData {
        /// Line of the diff where it is, if that is beyond what is read at all.
        line: Option<LineNumber>,
        /// The size in bytes.
        len: u64,
        /// Limit in bytes.
        limit: u64,
    },
    /// An input that does not end within the limit.
    EndlessInput {
        /// Limit in bytes.
        limit: u64,
    },
    /// No write permission on the file.
    ReadOnly {
        /// The permission bits of the file.
        mode: u32,
    },
    /// The store could not do it, or the journal has nothing to undo.
    Store(Fault),
}

impl Reason {
    /// The stable name of the reason.
    pub fn code(&self) -> Code {
        match self {
            Self::NotFound { .. } | Self::NoRegion { .. } | Self::HalfBlock { .. } => {
                Code::NotFound
            }
            Self::Ambiguous { .. } | Self::SeveralRegions { .. } => Code::Ambiguous,
            Self::Key { why, .. } => why.code(),
            Self::CountMismatch { .. } => Code::CountMismatch,
            Self::AlreadyApplied { .. } => Code::AlreadyApplied,
            Self::Exists { .. } | Self::EmptySearch { .. } => Code::Exists,
            Self::OutOfRange { .. } => Code::OutOfRange,
            Self::Overlap { .. } => Code::Overlap,
            Self::Suggestion { why, .. } => why.code(),
            Self::HunkFailed { failures, .. }
                if failures.iter().all(HunkFailure::is_of_indentation) =>
            {
                Code::Indentation
            }
            Self::HunkFailed { .. } => Code::HunkFailed,
            Self::PartlyApplied { .. } => Code::PartlyApplied,
            Self::MergeConflict(_) => Code::MergeConflict,
            Self::Shrink { .. } => Code::Shrink,
            Self::Residue(_) => Code::Residue,
            Self::Indentation { .. } | Self::Misfit(_) | Self::IndentedString(_) => {
                Code::Indentation
            }
            Self::Form(_) => Code::Form,
            Self::Encoding { .. } => Code::Encoding,
            Self::Syntax(_) | Self::UnparsedSymbol(_) | Self::BrokenSymbol { .. } => Code::Syntax,
            Self::NotThatSymbol { .. } => Code::NotThatSymbol,
            Self::ValidationFailed { .. } => Code::ValidationFailed,
            Self::NothingSelected => Code::Usage,
            Self::Worded { code, .. } => *code,
            Self::NotParsed | Self::BadPattern { .. } | Self::BadTarget(_) => Code::BadRequest,
            Self::BadPatch { .. } => Code::BadPatch,
            Self::LeftoverLines(_) => Code::LeftoverLines,
            Self::Unshown(Unshown::NoTask(_) | Unshown::NoJournal(_)) => Code::BadRequest,
            Self::Stale { .. }
            | Self::Unshown(_)
            | Self::LinesChanged { .. }
            | Self::SiteGone { .. }
            | Self::NotRebased { .. } => Code::Stale,
            Self::Conflict(_) => Code::Conflict,
            Self::MissingUnmade | Self::MissingTarget(_) => Code::Missing,
            Self::Link(_) => Code::NotAFile,
            Self::Binary(_) => Code::Binary,
            Self::TooMuchData { .. } | Self::EndlessInput { .. } => Code::TooLarge,
            Self::ReadOnly { .. } => Code::ReadOnly,
            Self::Store(fault) => store_code(fault),
        }
    }

    /// A usage error with a hint.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::worded(Code::Usage, message, hint)
    }

    /// A malformed request with a hint.
    pub fn bad_request(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::worded(Code::BadRequest, message, hint)
    }

    /// A malformed line of a diff.
    pub fn bad_patch(line: LineNumber, problem: impl Into<String>, cure: Cure) -> Self {
        Self::BadPatch {
            line,
            problem: problem.into(),
            cure,
        }
    }

    /// A text with a syntax error, with a hint.
    pub fn syntax(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::worded(Code::Syntax, message, hint)
    }

    /// A refusal in these words.
    pub fn worded(code: Code, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Worded {
            code,
            message: message.into(),
            hint: hint.into(),
        }
    }
}

impl From<Unshown> for Reason {
    fn from(unshown: Unshown) -> Self {
        Self::Unshown(unshown)
    }
}

impl From<Malformed> for Reason {
    fn from(malformed: Malformed) -> Self {
        let code = match malformed.fault {
            request::Fault::Wrong => Code::BadRequest,
            request::Fault::Mixed => Code::MixedModes,
        };
        Self::worded(code, malformed.message, malformed.hint)
    }
}

impl From<ParseError> for Reason {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::Malformed {
                line,
                problem: Problem::BinaryTooLarge { len, limit },
            } => Self::TooMuchData {
                line: Some(line),
                len,
                limit,
            },
            ParseError::Malformed { line, problem } => {
                Self::bad_patch(line, problem.phrase(), problem.cure())
            }
            ParseError::Leftover(lines) => Self::LeftoverLines(lines),
        }
    }
}
