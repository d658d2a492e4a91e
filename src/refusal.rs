//! Every expected "no": its code, its exit class, its data. One table.
//!
//! A refusal is a value and travels to the report as a success does. This file holds data only; the
//! sentences are in `render`.

use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;

use crate::change::{LineChange, TaskConflict};
use crate::patch::ParseError;
use crate::request::{Fault, Malformed};
use crate::snapshot::{Fingerprint, SiteId};
use crate::text::{LineHash, LineNumber, LineRange};

/// Why a run ends, as a number for the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ExitClass {
    /// Done, or already so.
    Done = 0,
    /// The request does not fit the file.
    Refused = 1,
    /// The call itself is malformed.
    Usage = 2,
    /// The file is not what the caller believes.
    Stale = 3,
    /// The system said no.
    Io = 4,
    /// The rules say no.
    Policy = 5,
}

impl ExitClass {
    /// Every class, by its number.
    pub const ALL: [Self; 6] = [
        Self::Done,
        Self::Refused,
        Self::Usage,
        Self::Stale,
        Self::Io,
        Self::Policy,
    ];

    /// The process's exit code.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The word for it in documentation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Usage => "usage",
            Self::Stale => "stale",
            Self::Io => "i/o",
            Self::Policy => "policy",
        }
    }
}

macro_rules! codes {
    ($($variant:ident $name:literal $class:ident $summary:literal,)*) => {
        /// The stable name of a refusal.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every code, by class.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The `snake_case` name in reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it means, in a line.
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }

            /// The class, which fixes the exit code.
            pub fn class(self) -> ExitClass {
                match self { $(Self::$variant => ExitClass::$class,)* }
            }
        }
    };
}

codes! {
    NotFound "not_found" Refused "the text to find is not in the file",
    Ambiguous "ambiguous" Refused "the text to find is in several places and one is needed",
    CountMismatch "count_mismatch" Refused "the text is found another number of times than expected",
    AlreadyApplied "already_applied" Refused "the new text already stands where the old should be",
    Exists "exists" Refused "there is a file already",
    OutOfRange "out_of_range" Refused "a line number lies beyond the end of the file",
    Overlap "overlap" Refused "two edits of one request claim the same text",
    HunkFailed "hunk_failed" Refused "a hunk has no place, or more than one",
    PartlyApplied "partly_applied" Refused "some hunks of a patch are applied already",
    Shrink "shrink" Refused "the edit would leave less than a third of the file",
    Residue "residue" Refused "the new text holds a placeholder, marker or line number",
    Form "form" Refused "the edit would change encoding, line endings or the like",
    Syntax "syntax" Refused "the edit would add syntax errors to the file",
    ValidationFailed "validation_failed" Refused "the command of --validate does not accept the new text",
    NothingToUndo "nothing_to_undo" Refused "the journal has nothing that could be undone or redone",
    Usage "usage" Usage "the command line is wrong",
    BadRequest "bad_request" Usage "the request is malformed or incomplete",
    MixedModes "mixed_modes" Usage "the request mixes fields that do not belong together",
    BadPatch "bad_patch" Usage "the diff is malformed",
    LeftoverLines "leftover_lines" Usage "lines of the diff belong to no hunk",
    Stale "stale" Stale "the file is not the one the caller expects",
    Conflict "conflict" Stale "another task wrote these lines since this one read them",
    UndoConflict "undo_conflict" Stale "what is to be undone was changed since",
    Locked "locked" Stale "another process holds the directory's lock",
    RecoveryPending "recovery_pending" Stale "an interrupted change is in the way and cannot be recovered",
    Missing "missing" Io "there is no such file",
    MissingParent "missing_parent" Io "the directory of a new file does not exist",
    Permission "permission" Io "the system denies access",
    NoSpace "no_space" Io "the disk, quota or file size limit is full",
    NotAFile "not_a_file" Io "the path is a directory, device, pipe or socket",
    Io "io" Io "a system call failed",
    SyncFailed "sync_failed" Io "the file is written but its directory could not be synced",
    OutsideRoot "outside_root" Policy "the path leads outside the root",
    Protected "protected" Policy "the path is version-control internals or a protected file",
    Binary "binary" Policy "the file is binary",
    TooLarge "too_large" Policy "the file is over the size limit",
    ReadOnly "read_only" Policy "the file is read-only",
}

/// An expected "no".
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Why, with its data.
    pub reason: Reason,
    /// The file it is about, as reports show it.
    pub path: Option<PathBuf>,
    /// 1-based number of the edit in a batch.
    pub edit: Option<usize>,
    /// 1-based line of the request that the edit stands on, where each line is one.
    pub request_line: Option<usize>,
}

impl Refusal {
    /// A refusal about no file in particular yet.
    pub fn new(reason: Reason) -> Self {
        Self {
            reason,
            path: None,
            edit: None,
            request_line: None,
        }
    }

    /// The refusal, about the file `path` unless it names one already.
    #[must_use]
    pub fn at(mut self, path: impl Into<PathBuf>) -> Self {
        self.path.get_or_insert_with(|| path.into());
        self
    }

    /// The refusal, of edit number `edit` (1-based) unless it has one already.
    #[must_use]
    pub fn of_edit(mut self, edit: usize) -> Self {
        self.edit.get_or_insert(edit);
        self
    }

    /// The refusal, of the edit on this line of the request, where it stands on one of its own.
    #[must_use]
    pub fn on_line(mut self, line: Option<usize>) -> Self {
        self.request_line = self.request_line.or(line);
        self
    }

    /// The stable name.
    pub fn code(&self) -> Code {
        self.reason.code()
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self::new(reason)
    }
}

/// The data of a refusal; one variant for each kind of sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The text is nowhere in scope.
    NotFound {
        /// What was looked for.
        wanted: Bytes,
        /// What was found instead, if anything.
        why: Option<Box<WhyNot>>,
    },
    /// The text is in several places.
    Ambiguous {
        /// What was looked for.
        wanted: Bytes,
        /// Number of places.
        count: usize,
        /// The first of them.
        candidates: Vec<Candidate>,
    },
    /// The text is there another number of times.
    CountMismatch {
        /// What was looked for.
        wanted: Bytes,
        /// What the caller expected.
        expected: ExpectedCount,
        /// Number of places.
        found: usize,
        /// The first of them.
        candidates: Vec<Candidate>,
    },
    /// The new text stands where the old should be.
    AlreadyApplied {
        /// Where.
        lines: Vec<LineRange>,
    },
    /// There is a file already.
    Exists {
        /// Length in bytes.
        len: u64,
        /// Number of lines.
        lines: usize,
    },
    /// A line beyond the end.
    OutOfRange {
        /// The line asked for.
        asked: usize,
        /// How many lines there are.
        lines: usize,
        /// The lowest number that would be accepted (0 for insertions, 1 for ranges).
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
        /// How many hunks the file's patch has.
        total: usize,
    },
    /// Some hunks are applied already.
    PartlyApplied {
        /// 1-based numbers of the hunks that are.
        applied: Vec<usize>,
        /// How many hunks the file's patch has.
        total: usize,
    },
    /// Too little would be left.
    Shrink {
        /// Lines before.
        before: usize,
        /// Lines after.
        after: usize,
    },
    /// The new text holds what does not belong in a file.
    Residue {
        /// Every find, in the order of the new text.
        findings: Vec<Residue>,
    },
    /// The form of the text would change.
    Form(FormChange),
    /// The text would have more syntax errors than before.
    Syntax {
        /// The first of the new ones, in order.
        errors: Vec<SyntaxError>,
    },
    /// The command that has to accept the new text does not.
    ValidationFailed {
        /// The command, as it could be typed.
        command: String,
        /// In which way it does not.
        why: Unaccepted,
        /// The end of what it printed, 4 KiB at most; the staged file goes by the name of its target.
        output: Bytes,
    },
    /// The command line is wrong; a whole sentence, and the way out.
    Usage {
        /// What is wrong.
        message: String,
        /// What to do instead.
        hint: Option<String>,
    },
    /// The request is malformed; a whole sentence, and the way out.
    BadRequest {
        /// What is wrong.
        message: String,
        /// What to do instead.
        hint: Option<String>,
    },
    /// Fields that do not belong together.
    MixedModes {
        /// What is wrong.
        message: String,
        /// What to do instead.
        hint: Option<String>,
    },
    /// The diff is malformed.
    BadPatch {
        /// Line of the diff.
        line: LineNumber,
        /// What is wrong there.
        problem: String,
    },
    /// Lines of the diff that belong to no hunk.
    LeftoverLines {
        /// Lines of the diff.
        lines: Vec<LineNumber>,
    },
    /// Another text than expected.
    Stale {
        /// What was expected, as it was given.
        expected: String,
        /// What is there; `None` when the file is gone.
        found: Option<Fingerprint>,
    },
    /// Others changed the file again and again while it was being edited.
    Restless,
    /// A line does not hold what its anchor says.
    LineChanged {
        /// The line.
        line: LineNumber,
        /// What its anchor says.
        expected: LineHash,
        /// What is there.
        found: LineHash,
    },
    /// No place has this id in this text.
    SiteGone {
        /// The id asked for.
        site: SiteId,
        /// Number of places, none of which has it.
        found: usize,
    },
    /// Other tasks wrote these lines.
    Conflict {
        /// Every place, in order.
        conflicts: Vec<TaskConflict>,
    },
    /// There is nothing to undo or redo.
    NothingToUndo {
        /// What there is not.
        why: Nothing,
    },
    /// Something cannot be undone as the file is now.
    UndoConflict {
        /// The journal's number of what was to be undone.
        entry: u64,
        /// What is in the way.
        why: Box<UndoBlock>,
    },
    /// Somebody holds the lock.
    Locked {
        /// How long was waited.
        waited: Duration,
        /// The process that holds it, where the system tells.
        holder: Option<u32>,
        /// Where it is a file, because the file system has no locks.
        file: Option<FileLock>,
    },
    /// An interrupted transaction is in the way, and we cannot recover it.
    RecoveryPending {
        /// Where its log is.
        log: PathBuf,
        /// The user whose it is.
        owner: u32,
        /// Why we cannot, where its log can be read.
        why: Option<String>,
    },
    /// No such file.
    Missing,
    /// No such file, which a diff names.
    MissingTarget {
        /// Files of that base name elsewhere below the working directory.
        alike: Vec<PathBuf>,
    },
    /// No such directory.
    MissingParent {
        /// The first directory that is missing.
        directory: PathBuf,
    },
    /// Access denied.
    Permission {
        /// What was being done, as a phrase: `open`, `create the staged file in`.
        during: &'static str,
    },
    /// Disk, quota or file size limit.
    NoSpace {
        /// What was being done.
        during: &'static str,
        /// What the system said.
        error: String,
    },
    /// Something else than a regular file.
    NotAFile {
        /// What it is.
        kind: NotAFile,
    },
    /// Another system error.
    Io {
        /// What was being done.
        during: &'static str,
        /// What the system said.
        error: String,
    },
    /// Written, but not synced.
    SyncFailed {
        /// What the system said.
        error: String,
    },
    /// Outside the root.
    OutsideRoot {
        /// How it leaves: by name, or through a link.
        escape: Escape,
    },
    /// Version-control internals and the like.
    Protected {
        /// The component that is protected.
        component: String,
    },
    /// NUL in the first 8 KiB.
    Binary,
    /// Over the limit.
    TooLarge {
        /// Length in bytes.
        len: u64,
        /// Limit in bytes.
        limit: u64,
    },
    /// No write permission on the file.
    ReadOnly {
        /// Its permission bits.
        mode: u32,
    },
}

impl Reason {
    /// The stable name of the reason.
    pub fn code(&self) -> Code {
        match self {
            Self::NotFound { .. } => Code::NotFound,
            Self::Ambiguous { .. } => Code::Ambiguous,
            Self::CountMismatch { .. } => Code::CountMismatch,
            Self::AlreadyApplied { .. } => Code::AlreadyApplied,
            Self::Exists { .. } => Code::Exists,
            Self::OutOfRange { .. } => Code::OutOfRange,
            Self::Overlap { .. } => Code::Overlap,
            Self::HunkFailed { .. } => Code::HunkFailed,
            Self::PartlyApplied { .. } => Code::PartlyApplied,
            Self::Shrink { .. } => Code::Shrink,
            Self::Residue { .. } => Code::Residue,
            Self::Form(_) => Code::Form,
            Self::Syntax { .. } => Code::Syntax,
            Self::ValidationFailed { .. } => Code::ValidationFailed,
            Self::Usage { .. } => Code::Usage,
            Self::BadRequest { .. } => Code::BadRequest,
            Self::MixedModes { .. } => Code::MixedModes,
            Self::BadPatch { .. } => Code::BadPatch,
            Self::LeftoverLines { .. } => Code::LeftoverLines,
            Self::Stale { .. }
            | Self::Restless
            | Self::LineChanged { .. }
            | Self::SiteGone { .. } => Code::Stale,
            Self::Conflict { .. } => Code::Conflict,
            Self::NothingToUndo { .. } => Code::NothingToUndo,
            Self::UndoConflict { .. } => Code::UndoConflict,
            Self::Locked { .. } => Code::Locked,
            Self::RecoveryPending { .. } => Code::RecoveryPending,
            Self::Missing | Self::MissingTarget { .. } => Code::Missing,
            Self::MissingParent { .. } => Code::MissingParent,
            Self::Permission { .. } => Code::Permission,
            Self::NoSpace { .. } => Code::NoSpace,
            Self::NotAFile { .. } => Code::NotAFile,
            Self::Io { .. } => Code::Io,
            Self::SyncFailed { .. } => Code::SyncFailed,
            Self::OutsideRoot { .. } => Code::OutsideRoot,
            Self::Protected { .. } => Code::Protected,
            Self::Binary => Code::Binary,
            Self::TooLarge { .. } => Code::TooLarge,
            Self::ReadOnly { .. } => Code::ReadOnly,
        }
    }

    /// A usage error with a way out.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage {
            message: message.into(),
            hint: Some(hint.into()),
        }
    }

    /// A malformed request with a way out.
    pub fn bad_request(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::BadRequest {
            message: message.into(),
            hint: Some(hint.into()),
        }
    }
}

impl From<Malformed> for Reason {
    fn from(malformed: Malformed) -> Self {
        let Malformed {
            fault,
            message,
            hint,
            edit: _,
        } = malformed;
        let hint = Some(hint);
        match fault {
            Fault::Wrong => Self::BadRequest { message, hint },
            Fault::Mixed => Self::MixedModes { message, hint },
        }
    }
}

impl From<Malformed> for Refusal {
    fn from(malformed: Malformed) -> Self {
        Self {
            edit: malformed.edit,
            ..Self::new(malformed.into())
        }
    }
}

/// A place where a grammar could not make sense of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Its line.
    pub line: LineNumber,
    /// What was expected there, where that is known: `)`.
    pub missing: Option<&'static str>,
    /// The line, without blanks around it, at most its first 200 bytes.
    pub text: Bytes,
}

/// In which way a command did not accept a new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unaccepted {
    /// It ended with this status, not 0.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was still running after this time, and was killed.
    TimedOut(Duration),
    /// It could not be started; what the system said.
    NotStarted(String),
    /// It changed the staged file, which is to be looked at only.
    Touched,
}

/// A lock that is a file, and can outlive its maker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLock {
    /// Where it is.
    pub path: PathBuf,
    /// The machine of its maker, if it is another one: its processes cannot be looked at.
    pub machine: Option<String>,
}

/// What there is not, when there is nothing to undo or redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// Any edit that is not undone.
    Edit,
    /// Any undo that no edit followed.
    Undo,
    /// An entry of this number.
    Entry(u64),
    /// An edit of this task that is not undone.
    OfTask(String),
    /// The effect of this entry: it is undone.
    Effect(u64),
    /// A journal.
    Journal,
}

/// What keeps something from being undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoBlock {
    /// The same lines were changed since.
    Changed {
        /// Where they stand now.
        lines: LineRange,
        /// The lines as they were made, and as undoing would make them.
        undo: LineChange,
        /// The lines as they were made, and as they are.
        since: LineChange,
    },
    /// The text is not the one that was made, and the way between them is not known.
    Unknown {
        /// The text that was made.
        made: Option<Fingerprint>,
        /// The text that is there.
        found: Option<Fingerprint>,
    },
    /// There is a file where one would have to be put back.
    Occupied,
    /// The file is gone.
    Gone,
    /// What it changed was not kept.
    NotKept(NotKept),
}

/// Why the journal does not have a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// Files of this name usually hold secrets.
    Private,
    /// It was too large.
    TooLarge,
    /// It was kept, but is gone or damaged.
    Lost,
}

/// A place that could have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its lines.
    pub lines: LineRange,
    /// Its first line, without ending.
    pub preview: Bytes,
    /// What picks it (`--site`), where it can be picked so.
    pub id: Option<SiteId>,
}

/// What the caller expected of the number of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedCount {
    /// Exactly this many (`--expect N`).
    Exactly(usize),
    /// At least enough for this ordinal (`--nth N`).
    Ordinal(i64),
}

/// Evidence for why a text was not found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhyNot {
    /// The most similar place.
    pub nearest: Option<Nearest>,
    /// The new text stands at these lines.
    pub new_text_at: Vec<LineRange>,
    /// The old text stands at these lines, outside the scope that was asked for.
    pub outside_scope: Vec<LineRange>,
    /// The tier above `exact` that would have matched under `--match mechanical`, and where.
    pub other_tier: Option<(&'static str, LineRange)>,
    /// The one mechanical repair that makes the old text match, at one place.
    pub repair: Option<(Repair, LineRange)>,
    /// Other files of the request that hold the old text, and its lines there.
    pub other_files: Vec<(PathBuf, LineRange)>,
    /// How many other files that were only selected do not hold it either.
    pub other_misses: usize,
    /// Whether a search stopped at its bound on work.
    pub looked: Looked,
}

/// How far the searches for a text went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Looked {
    /// To the end.
    #[default]
    Everywhere,
    /// Not every shift of indentation was tried: the lines stand there too often.
    WithoutEveryShift,
    /// The text is too long to be looked for by similarity.
    WithoutSimilarity,
    /// The text is too long to be examined for damage.
    WithoutRepairs,
}

/// A mechanical damage that a text may have suffered on its way here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repair {
    /// A backslash before this character (`!`, a back-tick, `$`, `"`, or a backslash) that a shell added.
    Escaped(char),
    /// Backslashes before several of these characters.
    ShellEscapes,
    /// Escapes of a JSON string: line ends, tabs, quotes, backslashes.
    JsonEscapes,
    /// Line ends typed as the two characters `\n`.
    TypedNewlines,
    /// Tabs typed as the two characters `\t`.
    TypedTabs,
    /// Other line ends than the file's, inside a line.
    LineEndings,
    /// Another Unicode normalisation.
    Normalization,
    /// Spaces that do not break.
    NonBreakingSpaces,
    /// Typographic quotes and dashes.
    TypographicQuotes,
    /// `&lt;` and the like.
    HtmlEntities,
    /// Line numbers copied from a listing.
    LineNumbers,
    /// A Markdown fence around the text.
    MarkdownFence,
    /// Letters in the other case.
    Case,
}

impl Repair {
    /// The arguments that ask for it.
    pub fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Case => &["--ignore-case"],
            _ => &["--fix", "escapes"],
        }
    }
}

/// Something in a new text that does not belong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// What kind of thing.
    pub kind: ResidueKind,
    /// Its line in the text after the edit.
    pub line: LineNumber,
    /// That line, without ending, at most its first 200 bytes.
    pub text: Bytes,
}

/// The kinds of residue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResidueKind {
    /// "rest of code unchanged" and its like.
    Placeholder,
    /// Line numbers copied from a listing.
    LineNumbers,
    /// `<<<<<<<`, `=======`, `>>>>>>>`
    ConflictMarker,
    /// Lines of a patch's envelope.
    PatchEnvelope,
    /// A tool's notice that it cut the text.
    Truncation,
    /// A Markdown fence around the whole file.
    MarkdownFence,
}

impl WhyNot {
    /// Where the most similar place differs first.
    pub fn difference(&self) -> Option<&Difference> {
        self.nearest.as_ref()?.difference.as_ref()
    }
}

/// The place most similar to a text that was not found.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// Its lines.
    pub lines: LineRange,
    /// Their text.
    pub text: Bytes,
    /// Similarity to the wanted text, 0 to 1.
    pub similarity: f64,
    /// The first line that differs: where, what was expected, what is there.
    pub difference: Option<Difference>,
}

/// A line that is not the one that was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub line: LineNumber,
    /// What was expected there, without ending unless that is the difference.
    pub expected: Bytes,
    /// What is there, likewise; `None` beyond the end.
    pub found: Option<Bytes>,
}

/// A hunk that has no place.
#[derive(Clone, Debug, PartialEq)]
pub struct HunkFailure {
    /// 1-based number in the file's patch.
    pub hunk: usize,
    /// Its line in the patch text.
    pub patch_line: LineNumber,
    /// Why.
    pub why: HunkWhy,
    /// The mildest mode that would have placed it, and where.
    pub would_place: Option<WouldPlace>,
}

/// A mode under which a hunk would have found its place.
#[derive(Clone, Debug, PartialEq)]
pub struct WouldPlace {
    /// The word for the mode: `tolerant`, `merge` or `fuzzy`.
    pub mode: &'static str,
    /// The lines it would have taken; the line before an insertion.
    pub lines: LineRange,
}

/// Why a hunk has no place.
#[derive(Clone, Debug, PartialEq)]
pub enum HunkWhy {
    /// Its old lines are nowhere; the nearest place differs here.
    NoMatch {
        /// First difference at the nearest (or the stated) place.
        difference: Option<Difference>,
    },
    /// Its old lines are in several places.
    Ambiguous {
        /// The first of them.
        candidates: Vec<Candidate>,
        /// How many.
        count: usize,
    },
    /// There is a place, but the evidence for it is too weak, or another is nearly as good.
    Doubtful(Box<Doubt>),
    /// Lines it removes were changed in the text: both sides changed the same thing.
    Conflict {
        /// The first of them.
        difference: Difference,
    },
    /// It has no old line at all and states no line.
    NoAnchor,
    /// Its header counts more lines than there are, and it ends in the middle of a change.
    Truncated,
    /// It makes a last line without newline, but the text goes on there.
    NotAtEnd {
        /// The line it would join.
        line: LineNumber,
    },
    /// It deletes a file that would not be empty afterwards.
    LeavesText {
        /// Lines that would be left.
        lines: usize,
    },
    /// Its place overlaps that of another hunk.
    Overlap {
        /// The other hunk, 1-based.
        other: usize,
    },
    /// Its new lines stand there already.
    AlreadyApplied {
        /// Where.
        lines: LineRange,
    },
    /// It only adds lines, has no context, and they stand where it would put them: applied, or a copy?
    Undecided {
        /// Where they stand.
        lines: LineRange,
    },
    /// The edits computed for it are not those of the patch: a defect of this program, nobody's fault.
    Unverified {
        /// What does not agree.
        problem: String,
    },
    /// A binary patch whose source is another file than this.
    OtherSource,
}

/// A place for a hunk that is not certain enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// What is wanting.
    pub wanting: Wanting,
    /// The place.
    pub candidate: Candidate,
    /// How well its lines are supported there, 0 to 1.
    pub score: f64,
    /// Distance to the best other reading, 0 to 1.
    pub margin: f64,
    /// Where the best other reading would put it.
    pub runner_up: Option<Candidate>,
    /// First line that is not as the hunk says.
    pub difference: Option<Difference>,
}

impl HunkWhy {
    /// Where hunk and text differ first, where that is the reason.
    pub fn difference(&self) -> Option<&Difference> {
        match self {
            Self::NoMatch { difference } => difference.as_ref(),
            Self::Doubtful(doubt) => doubt.difference.as_ref(),
            Self::Conflict { difference } => Some(difference),
            _ => None,
        }
    }
}

/// What the evidence for a hunk's place lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanting {
    /// Too little of the hunk is there.
    Support,
    /// Another place is nearly as good.
    Margin,
    /// The neighbours of an edit are gone: nothing holds it in its place.
    Neighbours,
    /// Strange lines stand where an insertion would go: before or after them?
    Room,
    /// The mode asks for a closer match.
    Closeness,
}

impl Wanting {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Margin => "margin",
            Self::Neighbours => "neighbours",
            Self::Room => "room",
            Self::Closeness => "closeness",
        }
    }
}

/// What about a text's form would change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormChange {
    /// Valid UTF-8 would become something else.
    Encoding,
    /// The byte-order mark would come or go.
    ByteOrderMark,
    /// Uniform line endings would become mixed, or change.
    LineEndings,
    /// The final newline would come or go.
    FinalNewline,
}

/// What a path is instead of a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAFile {
    /// A directory.
    Directory,
    /// A symbolic link that leads nowhere, or in a circle.
    DanglingLink,
    /// A symbolic link where a report was to be written.
    Link,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A block or character device.
    Device,
    /// A symbolic link that a patch makes or edits.
    LinkInPatch,
    /// A submodule that a patch adds, moves or takes away.
    SubmoduleInPatch,
    /// An empty path, or one whose last component is `.` or `..`.
    NoName,
    /// A path that ends in `/`.
    TrailingSlash,
    /// A path that goes on behind a file as if it were a directory.
    BelowAFile,
}

/// How a path leaves the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// It is absolute, or climbs with `..`.
    Name,
    /// A symbolic link on the way leads out.
    Link,
}

impl From<ParseError> for Reason {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::Malformed { line, problem } => Self::BadPatch {
                line,
                problem: problem.phrase().to_owned(),
            },
            ParseError::Leftover { lines } => Self::LeftoverLines { lines },
        }
    }
}
