//! The report of one run: done or refused, and about which files.
//!
//! Data only; `render` turns it into JSON, a diff or sentences. [`Report`] is that of an edit; the siblings have
//! the reports of the commands that edit nothing, one file for each, and the warnings.

mod bounds;
mod conflicts;
mod findings;
mod log;
mod recovery;
mod view;
mod warning;

use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::change::{ChangeSet, Transaction, TransitionKind};
use crate::encoding::TextEncoding;
use crate::patch::{FilePatch, PatchRepair};
use crate::refusal::{Code, ExitClass, NOT_SHOWN, Reason, Refusal, Refusals, hide_errors};
use crate::request::Words;
use crate::snapshot::{Fingerprint, LINK, SiteId, Snapshot};
use crate::text::{self, LineAnchor, LineHashes, LineNumber};

pub use crate::disk::Recovered;
pub use crate::merge::MergeRule;
pub use crate::resolve::draft::{DraftSite, FileSites, Outcome, SitePlace};
pub use crate::resolve::{
    Decider, FromHunk, HunkStatus, MovedLines, PlacedHunk, Rebased, SettledRegion, Tier, Transform,
};
pub use bounds::{DiffBounds, ViewBounds};
pub use conflicts::{ConflictsReport, Foreign, ForeignWrite};
pub use findings::{Finding, FindingKind, FindingsReport};
pub use log::{LogEntry, LogFile, LogReport};
pub use recovery::RecoveryReport;
pub use view::ViewReport;
pub use warning::{Notice, PassedOver, Warning};

/// The outcome of one run.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The command's word: `replace`, `patch`, ...; `apply` for a batch of several.
    pub operation: String,
    /// True if nothing was to be written.
    pub dry_run: bool,
    /// The files, sorted by path. On a refusal: those that were read.
    pub files: Vec<FileReport>,
    /// The number of steps of the request. The same action on several paths counts as one; a batch reports
    /// the number of each step.
    pub steps: usize,
    /// The reasons why nothing was written; empty on success. The first one sets the code and the exit status.
    pub refusals: Vec<Refusal>,
    /// 1-based numbers of the steps that would have been applied, on a refusal.
    pub would_apply: Vec<usize>,
    /// The edits that would have been applied by file, parts of diffs included.
    pub would_apply_files: Vec<WouldApply>,
    /// True if an edit finds its text by a regular expression, so that the caller cannot know the new lines.
    pub has_pattern: bool,
    /// The repairs of the diffs that are not well-formed.
    pub diffs: Vec<DiffReport>,
    /// The parts of a diff that could not be placed, each with its failed hunks.
    pub rejects: Vec<Reject>,
    /// The result of a patch or merge with marked conflicts, if requested.
    pub merged: Option<Merged>,
    /// Files that were written in addition to the targets.
    pub side_files: Vec<SideFileReport>,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// The journal entry that undoes this run.
    pub undo: Option<u64>,
    /// The journal entries that an undo or a redo has undone.
    pub takes_back: Vec<u64>,
    /// The vocabulary of the caller.
    pub words: Words,
    /// The plan of a dry run, if requested.
    pub plan: Option<Transaction>,
    /// The file with the saved plan.
    pub plan_file: Option<PathBuf>,
}

impl Report {
    /// An empty report of `operation`.
    pub fn new(operation: impl Into<String>, steps: usize) -> Self {
        Self {
            operation: operation.into(),
            steps,
            ..Self::default()
        }
    }

    /// A report with nothing but refusals.
    pub fn refused(operation: impl Into<String>, refusals: impl Into<Refusals>) -> Self {
        let refusals: Vec<Refusal> = refusals.into().into_iter().collect();
        // Where an edit has a number there are several.
        let highest = refusals.iter().filter_map(|refusal| refusal.edit).max();
        let steps = highest.map_or(1, |edit| edit.max(2));
        Self {
            refusals,
            ..Self::new(operation, steps)
        }
    }

    /// Hides the text of every file whose path is private according to `is_private`.
    pub fn hide(&mut self, is_private: impl Fn(&Path) -> bool) {
        for file in &mut self.files {
            let mut names = [Some(&file.path), file.from.as_ref()].into_iter().flatten();
            file.is_hidden = names.any(|name| is_private(name));
        }
        for refusal in std::mem::take(&mut self.refusals) {
            let is_hidden = refusal.path.as_deref().is_some_and(&is_private);
            self.refusals.push(if is_hidden {
                refusal.without_text()
            } else {
                refusal
            });
        }
        for warning in &mut self.warnings {
            if let Notice::Syntax(errors) = &mut warning.notice
                && warning.path.as_deref().is_some_and(&is_private)
            {
                hide_errors(errors);
            }
        }
    }

    /// True if the request was carried out, or would be.
    pub fn is_ok(&self) -> bool {
        self.refusals.is_empty()
    }

    /// True if the files are written although there is a refusal: only their directory could not be synced, or
    /// conflicts were left in them.
    pub fn is_written(&self) -> bool {
        match self.refusals.first() {
            Some(refusal) if refusal.code() == Code::SyncFailed => true,
            _ => self.leaves_conflicts(),
        }
    }

    /// True if conflicts were left in files, as the caller wished.
    pub fn leaves_conflicts(&self) -> bool {
        self.files
            .iter()
            .any(|file| !file.conflict_lines.is_empty())
    }

    /// True if any file changed, or would.
    pub fn is_changed(&self) -> bool {
        (self.is_ok() || self.is_written()) && self.files.iter().any(FileReport::is_changed)
    }

    /// True if it was left out because of a conflict, as the caller wished.
    pub fn is_skipped(&self) -> bool {
        self.warnings
            .iter()
            .any(|warning| matches!(warning.notice, Notice::Skipped(_)))
    }

    /// The class of the exit status.
    pub fn exit_class(&self) -> ExitClass {
        class_of(&self.refusals)
    }
}

/// The class of the first of `refusals`, which decides the exit status.
fn class_of(refusals: &[Refusal]) -> ExitClass {
    let first = refusals.first();
    first.map_or(ExitClass::Done, |refusal| refusal.code().class())
}

/// The edits that would have applied to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WouldApply {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// The 1-based numbers of the steps.
    pub edits: Vec<usize>,
}

/// The repairs of a diff.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffReport {
    /// 1-based number of the step.
    pub edit: usize,
    /// The repairs, in the order of the diff.
    pub repairs: Vec<PatchRepair>,
    /// Lines that start with `+` or `-` and were treated as prose.
    pub ignored: Vec<LineNumber>,
}

/// A part of a diff that could not be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Reject {
    /// The part, with its failed hunks.
    pub part: FilePatch,
    /// The number of its hunks that would have applied.
    pub would_apply: usize,
    /// The file it is for, if known, as reports show it.
    pub path: Option<PathBuf>,
}

/// The result of a patch or a merge, with conflicts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merged {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// The text.
    pub text: Bytes,
    /// The encoding to write it in; `None` for the bytes that it is.
    pub encoding: Option<TextEncoding>,
    /// The number of conflicts between markers in it.
    pub conflicts: usize,
    /// The places that rules settled although conflicts are left.
    pub settled: Vec<SettledRegion>,
    /// The old text of the file, if the result is written into it.
    pub of: Option<Fingerprint>,
}

impl Merged {
    /// The bytes of a file that has the text.
    ///
    /// # Errors
    /// `encoding`.
    pub fn bytes(&self) -> Result<Bytes, Refusal> {
        let Some(encoding) = self.encoding else {
            return Ok(self.text.clone());
        };
        encoding
            .encode_file(&self.text)
            .map(Bytes::from)
            .map_err(|fault| {
                let reason = Reason::Encoding {
                    encoding: encoding.name(),
                    fault,
                };
                Refusal::new(reason).at(&self.path)
            })
    }
}

/// A file that was written in addition to the targets.
#[derive(Clone, Debug, PartialEq)]
pub struct SideFileReport {
    /// The path of the file, as typed.
    pub path: PathBuf,
    /// The content of the file.
    pub content: SideFileContent,
    /// The number of hunks in it that have no place.
    pub hunks: usize,
}

/// The kind of content of such a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideFileContent {
    /// The result of a patch or a merge (`--output`).
    Output,
    /// The hunks that failed (`--reject-file`).
    Rejects,
}

impl SideFileContent {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Output => "output",
            Self::Rejects => "rejects",
        }
    }
}

/// A file that was changed, or would have been.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileReport {
    /// The path as typed, relative to the working directory where possible.
    pub path: PathBuf,
    /// The file it came from, for moves and copies.
    pub from: Option<PathBuf>,
    /// The steps' word for it; the first step's when several touched the file.
    pub operation: String,
    /// The kind of its transition.
    pub transition: TransitionKind,
    /// The old text (of `from`, for moves and copies); `None` if there was no file.
    pub before: Option<Snapshot>,
    /// The change from the old text (or nothing) to the new text.
    pub changes: ChangeSet,
    /// The change of the bytes, if the encoding is not UTF-8.
    pub encoded: Option<ChangeSet>,
    /// Permission bits before and after, if they differ.
    pub modes: Option<(u32, u32)>,
    /// The outcome of the steps: the places that they matched or addressed, and what became of each.
    pub outcome: Outcome,
    /// The lines at which conflicts that were left in the file begin.
    pub conflict_lines: Vec<LineNumber>,
    /// The path of the backup.
    pub backup: Option<PathBuf>,
    /// True if its text is private and nobody asked to see it.
    pub is_hidden: bool,
}

impl FileReport {
    /// The report of a file of which only the change is known.
    pub fn new(
        path: PathBuf,
        operation: impl Into<String>,
        transition: TransitionKind,
        before: Option<Snapshot>,
        changes: ChangeSet,
    ) -> Self {
        Self {
            path,
            from: None,
            operation: operation.into(),
            transition,
            before,
            changes,
            encoded: None,
            modes: None,
            outcome: Outcome::default(),
            conflict_lines: Vec::new(),
            backup: None,
            is_hidden: false,
        }
    }

    /// True if text, name, existence or mode differ afterwards.
    pub fn is_changed(&self) -> bool {
        self.transition != TransitionKind::Edited
            || self.modes.is_some()
            || self.changes.changes_text()
    }

    /// The bytes before, and their change.
    pub fn of_bytes(&self) -> (&[u8], &ChangeSet) {
        let before = self.before.as_ref();
        match &self.encoded {
            Some(encoded) => (
                before.map_or(&[], |before| before.original().bytes()),
                encoded,
            ),
            None => (before.map_or(&[], |before| before.bytes()), &self.changes),
        }
    }

    /// A removal and a creation, as git tells it, where a link becomes a file or a file a link.
    pub fn as_removal_and_creation(&self) -> Option<[Self; 2]> {
        let before = self.before.as_ref()?;
        let (old, new) = self.modes?;
        let is_typechange =
            self.transition == TransitionKind::Edited && (old == LINK) != (new == LINK);
        let text = self.changes.apply(before.bytes()).ok();
        let text = Bytes::from(text.filter(|_| is_typechange)?);
        let gone = Self {
            transition: TransitionKind::Removed,
            changes: ChangeSet::identity(before.bytes().len()),
            modes: None,
            ..self.clone()
        };
        let made = Self {
            transition: TransitionKind::Created,
            before: None,
            changes: ChangeSet::by_line(&Bytes::new(), &text),
            modes: Some((0, new)),
            ..self.clone()
        };
        Some([gone, made])
    }

    /// Anchors of the lines that the edits wrote, as `lines` takes them: the first and the last line of each change, up
    /// to a bound. Empty for a large text, of which every line would have to be read.
    pub fn written_anchors(&self) -> Vec<String> {
        let base = self
            .before
            .as_ref()
            .map_or(&b""[..], |before| before.bytes());
        let is_small = self.changes.result_len() <= LARGEST_ANCHORED;
        if self.transition == TransitionKind::Removed || !is_small || self.is_hidden {
            return Vec::new();
        }
        let blocks: Vec<_> = self
            .changes
            .without_quoted_lines(base)
            .line_blocks(base)
            .filter(|block| !block.new.is_empty())
            .take(MOST_ANCHORED)
            .collect();
        let Some(after) = self.changes.apply(base).ok().filter(|_| !blocks.is_empty()) else {
            return Vec::new();
        };
        let hashes = LineHashes::new(&after);
        let mut anchors = Vec::new();
        for block in blocks {
            let first = block.new_line;
            let count = text::lines(&block.new).count();
            let last = LineNumber::after_lines(first.lines_before() + count - 1);
            match (anchor(first, &hashes), anchor(last, &hashes)) {
                (Some(first), _) if count == 1 => anchors.push(first),
                (Some(first), Some(last)) => anchors.push(format!("{first}..{last}")),
                _ => {}
            }
        }
        anchors
    }

    /// First line of the text that stood at `site`, without ending; empty for an insertion.
    pub fn preview(&self, site: &DraftSite) -> Bytes {
        match (&site.place, &self.before) {
            _ if self.is_hidden => Bytes::from_static(NOT_SHOWN),
            (SitePlace::InOriginal(_), None) => Bytes::new(),
            (place, Some(before)) => place.preview(before),
            (SitePlace::InEarlierStep(line), None) => line.clone(),
        }
    }

    /// The name that picks `site` again (`--site`): a place of a replacement, in the text as it was read.
    pub fn id(&self, site: &DraftSite) -> Option<SiteId> {
        match self.operation.as_str() {
            "replace" => site.place.id(self.before.as_ref()?),
            _ => None,
        }
    }

    /// The number of places of an existing text that were replaced.
    pub fn replacements(&self) -> usize {
        match self.operation.as_str() {
            "replace" | "lines" => self.outcome.sites.len(),
            _ => 0,
        }
    }
}

fn anchor(line: LineNumber, hashes: &LineHashes) -> Option<String> {
    let hash = hashes.at(line)?;
    Some(LineAnchor { line, hash }.to_string())
}

/// Most changes whose anchors are told, and bytes of the largest text in which lines have them told.
const MOST_ANCHORED: usize = 10;
const LARGEST_ANCHORED: usize = 1 << 20;

/// `path` relative to `cwd`, if it is inside.
pub fn relative(path: &Path, cwd: &Path) -> PathBuf {
    path.strip_prefix(cwd).unwrap_or(path).to_owned()
}
