//! The report of a run: its outcome and the files.
//!
//! Only data; `render` formats it as JSON, diff or text. [`Report`] is the report of an edit. The other modules have
//! the reports of commands that edit nothing, and the warnings.

mod bounds;
mod conflicts;
mod findings;
mod log;
mod recovery;
mod view;
mod warning;

use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::change::{ChangeSet, Deed, Transaction, TransitionKind};
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
    Decider, HunkStatus, MovedLines, PlacedHunk, Rebased, SettledRegion, Tier, Transform,
};
pub use bounds::{DiffBounds, ViewBounds};
pub use conflicts::{ConflictsReport, Foreign, ForeignWrite};
pub use findings::{Finding, FindingKind, FindingsReport};
pub use log::{LogEntry, LogFile, LogReport};
pub use recovery::RecoveryReport;
pub use view::ViewReport;
pub use warning::{Notice, PassedOver, Warning};

/// The maximum number of changes with anchors.
const MAX_ANCHORED_CHANGES: usize = 10;
/// The maximum size in bytes of a file with anchors.
const MAX_ANCHORED_SIZE: usize = 1 << 20;

/// The outcome of one run.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The name of the command: `replace`, `patch`, ...; `apply` for a batch of several operations.
    pub operation: String,
    /// True if the run was not supposed to write.
    pub dry_run: bool,
    /// The files, sorted by path. After a refusal: the files that were read.
    pub files: Vec<FileReport>,
    /// The number of steps of the request. The same action on several paths counts as one step. With several steps,
    /// messages name the number of the step.
    pub steps: usize,
    /// The refusals, empty on success. The first one determines the code and the exit status.
    pub refusals: Vec<Refusal>,
    /// After a refusal: the 1-based numbers of the steps that would have applied.
    pub would_apply: Vec<usize>,
    /// The edits that would have applied by file, including parts of diffs.
    pub would_apply_files: Vec<WouldApply>,
    /// True if an edit locates its text by a regular expression, so that the caller cannot predict the new lines.
    pub has_pattern: bool,
    /// The repairs of malformed diffs.
    pub diffs: Vec<DiffReport>,
    /// The parts of a diff with failed hunks.
    pub rejects: Vec<Reject>,
    /// The result of a patch or merge with marked conflicts, if requested.
    pub merged: Option<Merged>,
    /// Files that were written in addition to the targets.
    pub side_files: Vec<SideFileReport>,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// The journal entry that undoes this run.
    pub undo: Option<u64>,
    /// The kind of the transaction in the journal, with the entries that an undo or a redo has reverted.
    pub kind: Deed,
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

    /// A report that only has refusals.
    pub fn refused(operation: impl Into<String>, refusals: impl Into<Refusals>) -> Self {
        let refusals: Vec<Refusal> = refusals.into().into_iter().collect();
        // A refusal has an edit number only if the request has several edits.
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

    /// True if the request succeeded, or would succeed.
    pub fn is_ok(&self) -> bool {
        self.refusals.is_empty()
    }

    /// True if the files are written despite a refusal: their directory could not be synced, or conflicts were left
    /// in them.
    pub fn is_written(&self) -> bool {
        match self.refusals.first() {
            Some(refusal) if refusal.code() == Code::SyncFailed => true,
            _ => self.leaves_conflicts(),
        }
    }

    /// True if conflicts were left in files, as requested.
    pub fn leaves_conflicts(&self) -> bool {
        self.files
            .iter()
            .any(|file| !file.conflict_lines.is_empty())
    }

    /// True if a file changed, or would change.
    pub fn is_changed(&self) -> bool {
        (self.is_ok() || self.is_written()) && self.files.iter().any(FileReport::is_changed)
    }

    /// True if the edit was skipped because of a conflict, as requested.
    pub fn is_skipped(&self) -> bool {
        self.warnings
            .iter()
            .any(|warning| matches!(warning.notice, Notice::Skipped(_)))
    }

    /// The exit class.
    pub fn exit_class(&self) -> ExitClass {
        class_of(&self.refusals)
    }
}

/// The exit class of the first of `refusals`.
fn class_of(refusals: &[Refusal]) -> ExitClass {
    let first = refusals.first();
    first.map_or(ExitClass::Done, |refusal| refusal.code().class())
}

/// The edits of a file that would have applied.
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

/// A part of a diff with failed hunks.
#[derive(Clone, Debug, PartialEq)]
pub struct Reject {
    /// The part, with its failed hunks.
    pub part: FilePatch,
    /// The number of its hunks that would have applied.
    pub would_apply: usize,
    /// The file, as reports show it, if it is known.
    pub path: Option<PathBuf>,
}

/// The result of a patch or a merge, with conflicts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merged {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// The text.
    pub text: Bytes,
    /// The encoding to write the text in; `None` to write its bytes unchanged.
    pub encoding: Option<TextEncoding>,
    /// The number of conflicts with markers in the text.
    pub conflicts: usize,
    /// The lines that rules resolved although other conflicts remain.
    pub settled: Vec<SettledRegion>,
    /// The fingerprint of the old content, if the result is written to the file.
    pub of: Option<Fingerprint>,
}

impl Merged {
    /// The text in the encoding of the file.
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
                reason.at(&self.path)
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
    /// The number of conflicts or failed hunks in the file.
    pub hunks: usize,
}

/// The content of a side file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideFileContent {
    /// The result of a patch or a merge (`--output`).
    Output,
    /// The hunks that failed (`--reject-file`).
    Rejects,
}

impl SideFileContent {
    /// The name in reports.
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
    /// The operation of the first step that edited the file.
    pub operation: String,
    /// The kind of change to the file.
    pub transition: TransitionKind,
    /// The old content (of `from`, for moves and copies); `None` if there was no file.
    pub before: Option<Snapshot>,
    /// The change from the old text, or from an empty text, to the new text.
    pub changes: ChangeSet,
    /// The change of the bytes, if the encoding is not UTF-8.
    pub encoded: Option<ChangeSet>,
    /// The old and new permission bits, if they differ.
    pub modes: Option<(u32, u32)>,
    /// The outcome of the steps: the locations that they matched or addressed, and the result for each.
    pub outcome: Outcome,
    /// The first lines of the conflicts that were left in the file.
    pub conflict_lines: Vec<LineNumber>,
    /// The path of the backup.
    pub backup: Option<PathBuf>,
    /// True if the content is private and the caller did not ask for it.
    pub is_hidden: bool,
}

impl FileReport {
    /// The report of a file with only its change.
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

    /// True if the content, the name, the existence or the mode changed.
    pub fn is_changed(&self) -> bool {
        self.transition != TransitionKind::Edited
            || self.modes.is_some()
            || self.changes.changes_text()
    }

    /// The old bytes of the file and their change, in the file's encoding.
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

    /// Splits a change between a link and a regular file into a removal and a creation, as git does. `None` for any
    /// other change.
    pub fn as_removal_and_creation(&self) -> Option<[Self; 2]> {
        let before = self.before.as_ref()?;
        let (old, new) = self.modes?;
        if self.transition != TransitionKind::Edited || (old == LINK) == (new == LINK) {
            return None;
        }
        let text = Bytes::from(self.changes.apply(before.bytes()).ok()?);
        let removal = Self {
            transition: TransitionKind::Removed,
            changes: ChangeSet::identity(before.bytes().len()),
            modes: None,
            ..self.clone()
        };
        let creation = Self {
            transition: TransitionKind::Created,
            before: None,
            changes: ChangeSet::by_line(&Bytes::new(), &text),
            modes: Some((0, new)),
            ..self.clone()
        };
        Some([removal, creation])
    }

    /// The anchors of the written lines, in the form that `lines` accepts: the first and the last line of each
    /// change, up to a limit. Empty for a large file, because every line would have to be read.
    pub fn written_anchors(&self) -> Vec<String> {
        let base = self
            .before
            .as_ref()
            .map_or(&b""[..], |before| before.bytes());
        let is_small = self.changes.result_len() <= MAX_ANCHORED_SIZE;
        if self.transition == TransitionKind::Removed || !is_small || self.is_hidden {
            return Vec::new();
        }
        let blocks: Vec<_> = self
            .changes
            .without_quoted_lines(base)
            .line_blocks(base)
            .filter(|block| !block.new.is_empty())
            .take(MAX_ANCHORED_CHANGES)
            .collect();
        if blocks.is_empty() {
            return Vec::new();
        }
        let Ok(after) = self.changes.apply(base) else {
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

    /// The first line of the old text at `site`, without its line ending; empty for an insertion.
    pub fn preview(&self, site: &DraftSite) -> Bytes {
        if self.is_hidden {
            return Bytes::from_static(NOT_SHOWN);
        }
        match (&site.place, &self.before) {
            (SitePlace::InOriginal(_), None) => Bytes::new(),
            (place, Some(before)) => place.preview(before),
            (SitePlace::InEarlierStep(line), None) => line.clone(),
        }
    }

    /// The ID that selects `site` again (`--site`). Only replacements in the original text have one.
    pub fn id(&self, site: &DraftSite) -> Option<SiteId> {
        match self.operation.as_str() {
            "replace" => site.place.id(self.before.as_ref()?),
            _ => None,
        }
    }

    /// The number of replacements in an existing text.
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

/// `path` relative to `cwd`, if it is inside `cwd`; otherwise `path`.
pub fn relative(path: &Path, cwd: &Path) -> PathBuf {
    path.strip_prefix(cwd).unwrap_or(path).to_owned()
}
