//! What one run has to say: done or refused, and about which files.
//!
//! Data only; `render` turns it into JSON, a diff or sentences.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::change::{ChangeSet, KnownBy, LineChange, Transaction, Transition};
use crate::patch::{FilePatch, Repair};
use crate::refusal::{Code, ExitClass, NotKept, Refusal, ResidueKind, SyntaxError};
use crate::request::Words;
use crate::resolve::draft::Stood;
use crate::resolve::{PlacedHunk, Tier};
use crate::snapshot::{Fingerprint, SiteId, Snapshot};
use crate::text::{EndingCensus, LineNumber, LineRange};

/// The outcome of one run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The command's word: `replace`, `patch`, ...; `apply` for a batch of several.
    pub operation: String,
    /// Whether nothing was to be written anyway.
    pub dry_run: bool,
    /// The files, sorted by path. On a refusal: those that were read.
    pub files: Vec<FileReport>,
    /// How many steps the request had, the same action on several paths counting as one; a batch reports
    /// the number of each.
    pub steps: usize,
    /// Why nothing was written; the first decides code and exit status. Empty on success.
    pub refusals: Vec<Refusal>,
    /// 1-based numbers of the steps that would have been applied, on a refusal.
    pub would_apply: Vec<usize>,
    /// How the diffs of the request had to be read, those that are not simply well-formed.
    pub diffs: Vec<DiffReport>,
    /// The parts of a diff that have no place, each with the hunks that failed.
    pub rejects: Vec<Reject>,
    /// The text a patch makes of its one file, conflicts marked, where that was asked for.
    pub merged: Option<Merged>,
    /// Files beside the targets that were written.
    pub asides: Vec<AsideReport>,
    /// Things worth knowing although all went well.
    pub warnings: Vec<Warning>,
    /// The journal entry that undoes this run.
    pub undo: Option<u64>,
    /// In whose words it was asked.
    pub words: Words,
    /// What a dry run would write, if a plan was wanted.
    pub plan: Option<Transaction>,
    /// Where the plan was saved.
    pub plan_file: Option<PathBuf>,
}

impl Report {
    /// A report of `operation` that says nothing yet.
    pub fn new(operation: impl Into<String>, steps: usize) -> Self {
        Self {
            operation: operation.into(),
            dry_run: false,
            files: Vec::new(),
            steps,
            refusals: Vec::new(),
            would_apply: Vec::new(),
            diffs: Vec::new(),
            rejects: Vec::new(),
            merged: None,
            asides: Vec::new(),
            warnings: Vec::new(),
            undo: None,
            words: Words::Own,
            plan: None,
            plan_file: None,
        }
    }

    /// A report that says no more than why nothing was done.
    pub fn refused(operation: impl Into<String>, refusal: Refusal) -> Self {
        Self {
            refusals: vec![refusal],
            ..Self::new(operation, 1)
        }
    }

    /// Whether what was asked is done, or would be.
    pub fn is_ok(&self) -> bool {
        self.refusals.is_empty()
    }

    /// Whether the files are as `files` says although there is a refusal: only their directory could not be
    /// synced.
    pub fn is_written_unsynced(&self) -> bool {
        let codes = |refusal: &Refusal| refusal.code() == Code::SyncFailed;
        self.refusals.first().is_some_and(codes)
    }

    /// Whether any file changed, or would.
    pub fn is_changed(&self) -> bool {
        (self.is_ok() || self.is_written_unsynced())
            && self.files.iter().any(FileReport::is_changed)
    }

    /// Whether it was left out because of a conflict, as the caller wished.
    pub fn is_skipped(&self) -> bool {
        let is_skip = |warning: &Warning| matches!(warning.notice, Notice::Skipped { .. });
        self.warnings.iter().any(is_skip)
    }

    /// The class of the exit status.
    pub fn exit_class(&self) -> ExitClass {
        self.refusals
            .first()
            .map_or(ExitClass::Done, |refusal| refusal.code().class())
    }
}

/// How the text of one diff had to be read.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffReport {
    /// 1-based number of the step.
    pub edit: usize,
    /// The damage that was undone, in the order of the text.
    pub repairs: Vec<Repair>,
    /// Lines that begin with `+` or `-` and were taken for prose.
    pub ignored: Vec<LineNumber>,
}

/// A part of a diff that has no place.
#[derive(Clone, Debug, PartialEq)]
pub struct Reject {
    /// The part, with those of its hunks that failed; all of them when it failed as a whole.
    pub part: FilePatch,
    /// How many of its hunks would have applied.
    pub would_apply: usize,
    /// The file it is for, as reports show it, where that is known.
    pub path: Option<PathBuf>,
}

/// The text a patch makes of a file, with conflicts.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// The text.
    pub text: Bytes,
    /// How many hunks stand between markers in it.
    pub conflicts: usize,
}

/// A file beside the targets that was written.
#[derive(Clone, Debug, PartialEq)]
pub struct AsideReport {
    /// Its path, as typed.
    pub path: PathBuf,
    /// What it holds.
    pub content: AsideContent,
    /// How many hunks are in it that have no place.
    pub hunks: usize,
}

/// What a file beside the targets holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsideContent {
    /// The result of a patch (`--output`).
    Output,
    /// The hunks that failed (`--reject-file`).
    Rejects,
}

impl AsideContent {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Output => "output",
            Self::Rejects => "rejects",
        }
    }
}

/// What happened to one file, or would have.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The path as typed, relative to the working directory where possible.
    pub path: PathBuf,
    /// Where it came from, for moves and copies.
    pub from: Option<PathBuf>,
    /// The steps' word for it; the first step's when several touched the file.
    pub operation: String,
    /// What kind of transition it is.
    pub transition: Transition,
    /// The text before (of `from`, for moves and copies); `None` when there was no file.
    pub before: Option<Snapshot>,
    /// From the text before (or nothing) to the text after.
    pub changes: ChangeSet,
    /// Permission bits before and after, when they differ.
    pub modes: Option<(u32, u32)>,
    /// Matched or addressed places, in the order of the steps.
    pub sites: Vec<SiteReport>,
    /// What became of each hunk, for patches.
    pub hunks: Vec<PlacedHunk>,
    /// The copy of the old bytes beside the file.
    pub backup: Option<PathBuf>,
}

impl FileReport {
    /// Whether text, name, existence or mode differ afterwards.
    pub fn is_changed(&self) -> bool {
        self.transition != Transition::Edited || self.modes.is_some() || self.changes.changes_text()
    }

    /// First line of the text that stood at `site`, without ending; empty for an insertion.
    pub fn preview(&self, site: &SiteReport) -> Bytes {
        match (&site.stood, &self.before) {
            (Stood::Before(_), None) => Bytes::new(),
            (stood, Some(before)) => stood.preview(before),
            (Stood::Between(line), None) => line.clone(),
        }
    }

    /// What picks `site` again (`--site`): a place of a replacement, in the text as it was read.
    pub fn id(&self, site: &SiteReport) -> Option<SiteId> {
        match self.operation.as_str() {
            "replace" => site.stood.id(self.before.as_ref()?),
            _ => None,
        }
    }

    /// How many places of an existing text were replaced.
    pub fn replacements(&self) -> usize {
        match self.operation.as_str() {
            "replace" | "lines" => self.sites.len(),
            _ => 0,
        }
    }
}

/// One matched or addressed place.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteReport {
    /// 1-based number of the step.
    pub edit: usize,
    /// Lines in the original file.
    pub lines: LineRange,
    /// How exactly it matched.
    pub tier: Tier,
    /// The earlier step (1-based) that made the text in which this place is.
    pub from_edit: Option<usize>,
    /// Where the text of the place is.
    pub stood: Stood,
}

/// Something worth knowing although all went well.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// The file it is about.
    pub path: Option<PathBuf>,
    /// What it is about.
    pub notice: Notice,
}

/// The data of a warning; one variant for each kind of sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A missing file was made by `append`.
    Created,
    /// The file had this many names; the others keep the old bytes.
    HardLinkSplit {
        /// Names before.
        links: u64,
    },
    /// The file was written in place through a hard link, which no crash protection covers.
    InPlace,
    /// The owner could not be kept.
    OwnerChanged,
    /// Extended attributes or ACLs could not be kept.
    AttributesLost,
    /// A place was matched by similarity only.
    Fuzzy {
        /// Where, in the original file.
        lines: LineRange,
        /// 0.5 to 1.
        similarity: f64,
    },
    /// The text has more syntax errors than before.
    Syntax {
        /// The first of the new ones, in order.
        errors: Vec<SyntaxError>,
    },
    /// `--target` was used for a diff that names another file.
    OtherName {
        /// The name in the diff.
        named: PathBuf,
    },
    /// The diff says no more than a base name, or nothing, of its file; this is the only one its hunks stand
    /// in exactly.
    FoundByText {
        /// The name in the diff.
        named: Option<PathBuf>,
    },
    /// Parts of the diff for other files were left out because of `--target`.
    OtherFiles {
        /// Their names in the diff.
        named: Vec<PathBuf>,
    },
    /// The change cannot be undone: neither journal nor backup.
    NoUndo,
    /// The journal could not be used.
    NoJournal {
        /// What is wrong with it: a path and a reason.
        error: String,
    },
    /// The text of this file was not kept: it cannot be undone.
    NotKept {
        /// Why.
        why: NotKept,
    },
    /// Lines that another task wrote were edited all the same.
    Overruled {
        /// The other task.
        task: String,
        /// The journal's number of its transaction.
        entry: u64,
        /// The lines, in the file before this edit.
        lines: LineRange,
    },
    /// One of several places was replaced, as the caller said.
    OneOfSeveral {
        /// Which: 1 is the first, -1 the last.
        ordinal: i64,
        /// How many there were.
        total: usize,
    },
    /// The edit was left out because another task wrote its lines (`--on-conflict skip`).
    Skipped {
        /// The other task.
        task: String,
        /// The journal's number of its transaction.
        entry: u64,
        /// The lines, in the file as it is.
        lines: LineRange,
    },
    /// A staged or backup file could not be removed.
    LeftOver {
        /// Its path.
        file: PathBuf,
    },
    /// A transaction that was interrupted earlier has been completed or taken back.
    Recovered(Recovered),
    /// A transaction was interrupted and its files may be a mixture; a run that only reads leaves it so.
    Interrupted {
        /// Where its log is.
        log: PathBuf,
    },
}

/// What became of an interrupted transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// Which way it went.
    pub way: Way,
    /// Its files: absolute out of `disk`, in reports relative to the working directory if in it.
    pub files: Vec<PathBuf>,
    /// Those of them that somebody else has changed since: they were left alone.
    pub left: Vec<PathBuf>,
}

/// Which way a recovery went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// All of it is applied.
    Completed,
    /// None of it is.
    TakenBack,
}

impl Recovered {
    /// The same, with paths seen from `cwd`.
    #[must_use]
    pub fn seen_from(mut self, cwd: &Path) -> Self {
        for path in self.files.iter_mut().chain(&mut self.left) {
            *path = relative(path, cwd);
        }
        self
    }
}

/// `path` relative to `cwd` if it lies there.
pub fn relative(path: &Path, cwd: &Path) -> PathBuf {
    path.strip_prefix(cwd).unwrap_or(path).to_owned()
}

/// What `recover` did.
#[derive(Clone, Debug, Default)]
pub struct RecoveryReport {
    /// Transactions that were completed or taken back.
    pub recovered: Vec<Recovered>,
    /// Files of dead processes that were removed.
    pub swept: Vec<PathBuf>,
    /// What could not be recovered; the first decides code and exit status.
    pub refusals: Vec<Refusal>,
}

impl RecoveryReport {
    /// Whether there was anything to do that is done.
    pub fn is_changed(&self) -> bool {
        !(self.recovered.is_empty() && self.swept.is_empty())
    }

    /// The class of the exit status.
    pub fn exit_class(&self) -> ExitClass {
        let first = self.refusals.first();
        first.map_or(ExitClass::Done, |refusal| refusal.code().class())
    }
}

/// What other tasks wrote since one task last knew its files (`check conflicts`).
#[derive(Clone, Debug)]
pub struct ConflictsReport {
    /// The task that asks.
    pub task: String,
    /// How many files were looked at.
    pub files: usize,
    /// What others wrote, sorted by path, then line.
    pub writes: Vec<ForeignWrite>,
    /// Files that could not be looked at; the first decides code and exit status.
    pub refusals: Vec<Refusal>,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
}

impl ConflictsReport {
    /// A report for `task` that says nothing yet.
    pub fn new(task: &str) -> Self {
        Self {
            task: task.to_owned(),
            files: 0,
            writes: Vec::new(),
            refusals: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The class of the exit status: what others wrote ends like an edit of it would.
    pub fn exit_class(&self) -> ExitClass {
        match (self.refusals.first(), self.writes.is_empty()) {
            (Some(refusal), _) => refusal.code().class(),
            (None, true) => ExitClass::Done,
            (None, false) => Code::Conflict.class(),
        }
    }
}

/// Something another task wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct ForeignWrite {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// How the asking task last came to know the file.
    pub known: KnownBy,
    /// Who wrote.
    pub task: String,
    /// The journal's number of the transaction.
    pub entry: u64,
    /// What.
    pub what: Foreign,
}

impl ForeignWrite {
    /// The lines, where they are known.
    pub fn lines(&self) -> Option<LineRange> {
        match self.what {
            Foreign::Lines { lines, .. } => Some(lines),
            Foreign::Unknown | Foreign::Gone { .. } => None,
        }
    }
}

/// What another task did to a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Foreign {
    /// It wrote or removed lines.
    Lines {
        /// Where they are in the file now; where lines were removed, the line after them.
        lines: LineRange,
        /// What it did there.
        change: LineChange,
    },
    /// It wrote, and what became of that is not known.
    Unknown,
    /// It removed the file, or gave it another name.
    Gone {
        /// The new name, as the journal has it.
        to: Option<PathBuf>,
    },
}

/// What `view` shows of one file.
#[derive(Clone, Debug)]
pub struct ViewReport {
    /// The path as reports show it.
    pub path: PathBuf,
    /// The whole text; its fingerprint is what `--expect-hash` takes.
    pub text: Snapshot,
    /// The lines to show, all of them inside the text; `None` when the text has no line.
    pub lines: Option<LineRange>,
    /// What stands before each line.
    pub marking: Marking,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
}

/// What stands before each line of a view (`--anchors`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marking {
    /// Its number.
    #[default]
    Numbers,
    /// Its number and the hash of its content, as `lines` takes them.
    Anchors,
}

/// What was done in a workspace.
#[derive(Clone, Debug, Default)]
pub struct LogReport {
    /// The newest first.
    pub entries: Vec<LogEntry>,
    /// What `--prune` dropped, entries and bytes.
    pub pruned: Option<(usize, u64)>,
}

/// One transaction in a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// Its number.
    pub id: u64,
    /// When it was begun, milliseconds since 1970 (UTC).
    pub time: u64,
    /// Who made it.
    pub task: Option<String>,
    /// What it was.
    pub deed: Deed,
    /// The words of the command line, shortened.
    pub command: Vec<String>,
    /// What it did.
    pub files: Vec<LogFile>,
    /// Whether its end was noted.
    pub ending: Ending,
    /// The entry that took it back, if that stands.
    pub taken_back_by: Option<u64>,
}

/// What a transaction was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// An edit.
    Edit,
    /// It took back these entries.
    Undo(Vec<u64>),
    /// It took back these undos.
    Redo(Vec<u64>),
}

/// Whether the end of a transaction was noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was.
    Noted,
    /// The process ended before.
    Unknown,
}

/// One file of a transaction in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    /// The name, relative to the workspace or absolute.
    pub path: PathBuf,
    /// Where it came from, for moves and copies.
    pub from: Option<PathBuf>,
    /// What happened.
    pub transition: Transition,
    /// The text before.
    pub before: Option<Fingerprint>,
    /// The text after.
    pub after: Option<Fingerprint>,
    /// Why its change is not there, if it is not.
    pub not_kept: Option<NotKept>,
}

/// What `check files` found.
#[derive(Clone, Debug, Default)]
pub struct FindingsReport {
    /// How many files were read.
    pub files: usize,
    /// The findings, sorted by path, then line.
    pub findings: Vec<Finding>,
    /// Files that could not be read; the first decides code and exit status.
    pub refusals: Vec<Refusal>,
    /// Whether findings make the run fail.
    pub strictness: Strictness,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
}

impl FindingsReport {
    /// The class of the exit status.
    pub fn exit_class(&self) -> ExitClass {
        match (self.refusals.first(), self.strictness) {
            (Some(refusal), _) => refusal.code().class(),
            (None, Strictness::Strict) if !self.findings.is_empty() => ExitClass::Refused,
            (None, _) => ExitClass::Done,
        }
    }
}

/// Whether findings make `check files` fail (`--strict`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// They are only reported.
    #[default]
    Lenient,
    /// One is enough for exit status 1.
    Strict,
}

/// Something noteworthy in a file that nobody is editing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// Where; `None` when it is about the whole file.
    pub lines: Option<LineRange>,
    /// What it is.
    pub kind: FindingKind,
}

/// The data of a finding; one variant for each kind of sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// There is a NUL in the first 8 KiB.
    Binary,
    /// Not UTF-8; the lines are those of the first byte that is wrong.
    Encoding,
    /// It begins with the UTF-8 byte-order mark.
    ByteOrderMark,
    /// Its lines end in both ways.
    LineEndings(EndingCensus),
    /// Its last line has no ending.
    FinalNewline,
    /// Its grammar cannot make sense of the line; what is missing there, where that is known.
    Syntax(Option<&'static str>),
    /// What has no business in a file.
    Residue(ResidueKind),
}

impl FindingKind {
    /// The stable `snake_case` name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::Encoding => "encoding",
            Self::ByteOrderMark => "byte_order_mark",
            Self::LineEndings(_) => "line_endings",
            Self::FinalNewline => "final_newline",
            Self::Syntax(_) => "syntax",
            Self::Residue(ResidueKind::Placeholder) => "placeholder",
            Self::Residue(ResidueKind::LineNumbers) => "line_numbers",
            Self::Residue(ResidueKind::ConflictMarker) => "conflict_marker",
            Self::Residue(ResidueKind::PatchEnvelope) => "patch_envelope",
            Self::Residue(ResidueKind::Truncation) => "truncation",
            Self::Residue(ResidueKind::MarkdownFence) => "markdown_fence",
        }
    }

    /// How much it matters.
    pub fn severity(self) -> Severity {
        match self {
            Self::Encoding | Self::LineEndings(_) | Self::Residue(_) | Self::Syntax(_) => {
                Severity::Warning
            }
            Self::Binary | Self::ByteOrderMark | Self::FinalNewline => Severity::Note,
        }
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Likely a mistake.
    Warning,
}

impl Severity {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
        }
    }
}
