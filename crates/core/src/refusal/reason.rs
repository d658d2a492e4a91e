//! The data of refusals, with one variant per kind of message, and the code of each.

use std::path::PathBuf;

use bytes::Bytes;

use super::store::store_code;
use super::unshown::Unshown;
use super::{
    Candidate, Code, EncodingFault, ExpectedCount, Fault, FormChange, HunkFailure, HunkWhy,
    KeyFault, LineReadings, LinkFault, MergeConflict, RegionCandidate, Residue, SuggestionFault,
    SyntaxError, TargetFault, ValidationFault, WhyNot,
};
use crate::change::{LineChange, TaskConflict};
use crate::patch::{Cure, ParseError, Problem};
use crate::request::{self, Malformed, Region};
use crate::snapshot::{Fingerprint, SiteId};
use crate::text::{LineHash, LineNumber, LineRange};

/// The data of a refusal, with one variant per kind of message.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The text is not in the searched lines.
    NotFound {
        /// The text that was searched for.
        wanted: Bytes,
        /// The evidence, such as the nearest text.
        why: Option<Box<WhyNot>>,
    },
    /// The text matches in several places.
    Ambiguous {
        /// The text that was searched for.
        wanted: Bytes,
        /// The number of matches.
        count: usize,
        /// The first few matches.
        candidates: Vec<Candidate>,
    },
    /// Only one of the two marker lines of a block exists.
    HalfBlock {
        /// The existing line.
        present: Bytes,
        /// The other line, which is missing or on the wrong side.
        missing: Bytes,
        /// The location of the existing line.
        lines: LineRange,
    },
    /// A key cannot be found, or its value cannot be changed in place.
    Key {
        /// The key, as a user would type it.
        key: String,
        /// The problem.
        why: KeyFault,
    },
    /// The region does not exist.
    NoRegion {
        /// The region that was searched for.
        region: Box<Region>,
        /// Similar names in the file, most similar first.
        nearest: Vec<String>,
    },
    /// Several regions match the name.
    SeveralRegions {
        /// The region that was searched for.
        region: Box<Region>,
        /// All matches.
        candidates: Vec<RegionCandidate>,
    },
    /// The new text of a definition does not define its name.
    NotThatSymbol {
        /// The name of the definition.
        symbol: String,
        /// The names that the new text defines.
        defined: Vec<String>,
    },
    /// The definition has a syntax error, so its end is unknown.
    BrokenSymbol {
        /// The name.
        symbol: String,
        /// The line of the error.
        line: LineNumber,
    },
    /// The number of matches is not the expected number.
    CountMismatch {
        /// The text that was searched for.
        wanted: Bytes,
        /// The expected number.
        expected: ExpectedCount,
        /// The number of matches.
        found: usize,
        /// The first few matches.
        candidates: Vec<Candidate>,
    },
    /// The new text is already in place of the old text.
    AlreadyApplied {
        /// The locations of the new text.
        lines: Vec<LineRange>,
        /// The journal entry that made the edit, if the journal is the evidence.
        entry: Option<u64>,
        /// True if the file contains the old text too, so the edit can be made again.
        is_repeatable: bool,
    },
    /// The file already exists.
    Exists {
        /// The size of the file in bytes.
        len: u64,
        /// The number of lines.
        lines: usize,
    },
    /// A block with an empty SEARCH creates a file, but the file already exists.
    EmptySearch {
        /// The size of the file in bytes.
        len: u64,
        /// The number of lines.
        lines: usize,
    },
    /// A suggestion of another tool cannot be applied.
    Suggestion {
        /// The rule that made the suggestion. Empty if the rule does not matter.
        rule: String,
        /// The problem.
        why: SuggestionFault,
    },
    /// The line is beyond the end of the file.
    OutOfRange {
        /// The requested line. A negative number counts from the end; -1 is the last line.
        asked: i64,
        /// The number of lines.
        lines: usize,
        /// The lowest valid number (0 for most insertions, 1 for ranges).
        lowest: usize,
    },
    /// Two edits change the same text.
    Overlap {
        /// The lines that both edits change.
        lines: LineRange,
    },
    /// Some hunks match nowhere.
    HunkFailed {
        /// The failed hunks.
        failures: Vec<HunkFailure>,
        /// The number of hunks in the file's patch.
        total: usize,
    },
    /// Some hunks are already applied.
    PartlyApplied {
        /// The 1-based numbers of these hunks.
        applied: Vec<usize>,
        /// The number of hunks in the file's patch.
        total: usize,
    },
    /// Both sides of a merge changed the same lines.
    MergeConflict(Vec<MergeConflict>),
    /// The edit would leave too little of the file.
    Shrink {
        /// The number of lines before.
        before: usize,
        /// The number of lines after.
        after: usize,
    },
    /// The new text contains residue.
    Residue(Vec<Residue>),
    /// The old text begins after the indentation of its line, so the intended indentation of later lines is unclear.
    Indentation {
        /// The matched lines.
        lines: LineRange,
        /// The two possible results, if there are two.
        readings: Option<Box<LineReadings>>,
    },
    /// The new lines were shifted to the indentation of the match, and the result has syntax errors.
    Misfit(Vec<SyntaxError>),
    /// The match has another indentation, but shifting this new line inside a string would change the string.
    IndentedString(Bytes),
    /// The encoding, byte-order mark or line endings would change.
    Form(FormChange),
    /// The new text cannot be written in the encoding of the file.
    Encoding {
        /// The name of the encoding.
        encoding: &'static str,
        /// The problem.
        fault: EncodingFault,
    },
    /// The edit would add syntax errors.
    Syntax(Vec<SyntaxError>),
    /// The new text of a definition, or next to a definition, would have syntax errors.
    UnparsedSymbol(Vec<SyntaxError>),
    /// The `--validate` command rejected the new text.
    ValidationFailed {
        /// The command, as a user would type it.
        command: String,
        /// The way it failed.
        why: ValidationFault,
        /// The end of its output, at most 4 KiB. The name of the target replaces the name of the staged file.
        output: Bytes,
    },
    /// A refusal that differs from others only in its message: a syntax fault, or a request from `impossible`.
    Worded {
        /// The code.
        code: Code,
        /// The message, a complete sentence.
        message: String,
        /// The hint.
        hint: String,
    },
    /// The text is too large, nests too deeply or takes too long to search for new syntax errors.
    NotParsed,
    /// No file in the directories is selected.
    NothingSelected,
    /// The regular expression is invalid.
    BadPattern {
        /// The error. `None` if the compiled expression is too large.
        problem: Option<String>,
    },
    /// The diff does not fit the file that it was given for.
    BadTarget(TargetFault),
    /// The diff is malformed.
    BadPatch {
        /// The line of the diff.
        line: LineNumber,
        /// The problem.
        problem: String,
        /// The fix.
        cure: Cure,
    },
    /// These lines of the diff belong to no hunk.
    LeftoverLines(Vec<LineNumber>),
    /// The content of the file is not the expected content.
    Stale {
        /// The expected fingerprint, as the caller typed it.
        expected: String,
        /// The current fingerprint. `None` if the file no longer exists.
        found: Option<Fingerprint>,
    },
    /// The lines of the edit have changed since the text that the edit was made for.
    NotRebased {
        /// The text that the edit was made for, and the current text.
        texts: Box<[Fingerprint; 2]>,
        /// All conflicts in order. The edit is the other side.
        conflicts: Vec<MergeConflict>,
    },
    /// A line does not have the hash of its anchor, or the lines between two anchors have changed.
    LinesChanged {
        /// The line, or the range whose first and last lines are unchanged.
        lines: LineRange,
        /// For a single line, the hash in the anchor and the current hash.
        hashes: Option<(LineHash, LineHash)>,
        /// The current lines of the requested range.
        now: Vec<super::AnchoredLine>,
        /// The changes to the anchored lines, if known.
        since: Vec<LineChange>,
    },
    /// A short anchor of another tool does not refer to lines that were shown to the task.
    Unshown(Unshown),
    /// No match in the current text has this ID.
    SiteGone {
        /// The requested ID.
        site: SiteId,
        /// The number of matches, none of which has the ID.
        found: usize,
    },
    /// Other tasks changed these lines.
    Conflict(Vec<TaskConflict>),
    /// The file does not exist, and `ensure` was not asked to create it.
    MissingNotCreated,
    /// A target of the diff does not exist.
    MissingTarget {
        /// Files with the same base name in the working directory.
        alike: Vec<PathBuf>,
        /// True if the diff deletes or renames the file, so that it may be applied already.
        removes: bool,
    },
    /// A symbolic link or submodule cannot be used.
    Link(LinkFault),
    /// The first 8 KiB contain a NUL. Contains the encoding in which the bytes would be text, if any.
    Binary(Option<&'static str>),
    /// The binary data of a diff is too large.
    TooMuchData {
        /// The line of the diff, if the parser stopped there.
        line: Option<LineNumber>,
        /// The size in bytes.
        len: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// An input exceeds the limit.
    InputTooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The file is not writable.
    ReadOnly {
        /// The permission bits of the file.
        mode: u32,
    },
    /// The store failed, or the journal has nothing to undo.
    Store(Fault),
}

impl Reason {
    /// The code of the refusal.
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
                if failures
                    .iter()
                    .all(|failure| matches!(failure.why, HunkWhy::Indentation(_))) =>
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
            Self::MissingNotCreated | Self::MissingTarget { .. } => Code::Missing,
            Self::Link(_) => Code::NotAFile,
            Self::Binary(_) => Code::Binary,
            Self::TooMuchData { .. } | Self::InputTooLarge { .. } => Code::TooLarge,
            Self::ReadOnly { .. } => Code::ReadOnly,
            Self::Store(fault) => store_code(fault),
        }
    }

    /// A usage error with a hint.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::worded(Code::Usage, message, hint)
    }

    /// An edit that is already applied in `lines`, as the file shows.
    pub fn already_applied(lines: Vec<LineRange>) -> Self {
        Self::AlreadyApplied {
            lines,
            entry: None,
            is_repeatable: false,
        }
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

    /// A refusal with this message and hint.
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
