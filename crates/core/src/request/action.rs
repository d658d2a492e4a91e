//! The actions, with one struct per action.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bytes::Bytes;

use super::asked_lines::AskedLines;
use super::ensure::Ensure;
use super::find::{Find, Pick, Threshold};
use super::key::{KeyPath, SetKey};
use super::region::{Edge, Region};
use super::suggestion::Suggestions;
use super::transfer::Transfer;
use crate::change::Transaction;
use crate::journal::UndoTarget;
use crate::merge::{ConflictStyle, Favour, MarkedConflicts, RuleSet};
use crate::text::{LineHash, LineNumber};

/// An edit of one path.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Replace text that matches.
    Replace(Replace),
    /// Insert text before or after a position.
    Insert(Insert),
    /// Append text to the file.
    Append(Append),
    /// Make sure that a line or block occurs once, or not at all.
    Ensure(Ensure),
    /// Set a key of a document to a value.
    Set(SetKey),
    /// Delete a key of a document.
    Unset(KeyPath),
    /// Replace or delete a range of lines.
    Lines(Lines),
    /// Create a file.
    Create(Create),
    /// Write the complete text of a file.
    Write(Write),
    /// Delete the file.
    Remove,
    /// Rename the file.
    Move(Move),
    /// Move or copy definitions or sections.
    Transfer(Transfer),
    /// Merge two sides of a common base.
    Merge(Merge),
    /// Apply a diff of one or more files.
    Patch(PatchDiff),
    /// Apply the suggestions of another tool at their positions.
    Suggestions(Suggestions),
    /// Replay a run that was recorded elsewhere.
    Replay(Box<Transaction>),
    /// Undo earlier edits. An undo is always a separate request.
    Undo(UndoTarget),
}

impl Action {
    /// The name of the action in commands, JSON and reports.
    pub fn operation(&self) -> &'static str {
        match self {
            Self::Replace(_) => "replace",
            Self::Insert(_) => "insert",
            Self::Append(_) => "append",
            Self::Ensure(_) => "ensure",
            Self::Set(_) => "set",
            Self::Unset(_) => "unset",
            Self::Lines(_) => "lines",
            Self::Create(_) => "create",
            Self::Write(_) => "write",
            Self::Remove => "remove",
            Self::Move(_) => "move",
            Self::Transfer(transfer) => transfer.kind.word(),
            Self::Merge(_) => "merge",
            Self::Patch(_) => "patch",
            Self::Suggestions(_) => "suggestions",
            Self::Replay(_) => "replay",
            Self::Undo(target) => target.operation(),
        }
    }
}

/// Replaces the selected matches of `find` with `new`.
#[derive(Clone, Debug, PartialEq)]
pub struct Replace {
    /// The text to find.
    pub find: Find,
    /// The new text. A regular expression can refer to groups in it.
    pub new: Bytes,
    /// The selection among several matches.
    pub pick: Pick,
    /// The repair of damage to both texts if `find` does not occur.
    pub fix: Fix,
    /// The indentation of the lines of `new`.
    pub indent: Indent,
    /// True if `\U`, `\L`, `\u`, `\l` and `\E` in `new` change the case of the letters after them (`--case-escapes`).
    pub has_case_escapes: bool,
}

/// The indentation of new lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indent {
    /// Indent the new lines like the match, if the first one has no indentation.
    #[default]
    Fitted,
    /// Keep the indentation of the new text (`--keep-indent`, `--match exact`).
    Kept,
}

/// The policy for a text that matches only after a mechanical repair (`--fix`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fix {
    /// Refuse the edit, and suggest the repair.
    #[default]
    Suggest,
    /// Repair the old and the new text in the same way (`--fix escapes`).
    Escapes,
}

/// The policy for an edit that is already applied (`--idempotent`).
///
/// An edit counts as applied only if the text or the journal shows it. Otherwise an edit that always succeeds
/// (`append`) is made again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeat {
    /// Refuse the edit. An edit that always succeeds is made again.
    #[default]
    Refuse,
    /// Succeed without a change.
    Accept,
}

/// Inserts `text` at `at`.
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    /// The position.
    pub at: InsertAt,
    /// The text to insert.
    pub text: Bytes,
    /// Complete lines, or a part of a line.
    pub inline: Inline,
    /// True if line 0 is valid and means the beginning. Otherwise lines start at 1.
    pub has_line_zero: bool,
    /// The selection among several matches of the text before or after which to insert.
    pub pick: Pick,
}

/// The position of an insertion.
#[derive(Clone, Debug, PartialEq)]
pub enum InsertAt {
    /// Before the first line (`--line 0`).
    Beginning,
    /// After this line (`--line N`).
    After(LineNumber),
    /// After the last line (`--line -1`).
    End,
    /// Before the match of this text.
    BeforeText(Find),
    /// After the match of this text.
    AfterText(Find),
    /// At an edge of a region.
    Region(Box<Region>, Edge),
}

impl InsertAt {
    /// The position before `line`.
    pub fn before_line(line: LineNumber) -> Self {
        LineNumber::new(line.lines_before()).map_or(Self::Beginning, Self::After)
    }
}

/// The form of an inserted text: complete lines, or a part of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inline {
    /// Complete lines: a line ending is added if necessary, and the text goes before or after the matched lines.
    #[default]
    WholeLines,
    /// Exactly these bytes, directly before or after the matched text.
    Inline,
}

/// Appends `text` to a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The text to append. The file ends in a newline afterwards.
    pub text: Bytes,
    /// True if a missing file is refused (`--existing`). Otherwise it is created.
    pub must_exist: bool,
}

/// Replaces the lines `at` with `text`. An empty text deletes them.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// The lines to replace.
    pub at: LinesAt,
    /// The new text.
    pub text: Bytes,
    /// True if the edit may change the name of a definition (`--rename`).
    pub may_rename: bool,
}

/// The lines to replace.
#[derive(Clone, Debug, PartialEq)]
pub enum LinesAt {
    /// These lines of the original file, with the expected hashes of the first and the last line.
    Numbers(AskedLines, RangeAnchors),
    /// The lines of a region.
    Region(Box<Region>),
}

/// The hashes of the first and last line of a range (`lines PATH 12:a3f1c09b77e2..18:c02d4411aa09`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RangeAnchors {
    /// The hash of the first line.
    pub first: Option<LineHash>,
    /// The hash of the last line.
    pub last: Option<LineHash>,
}

/// Creates a file with `text`.
#[derive(Clone, Debug, PartialEq)]
pub struct Create {
    /// The complete content.
    pub text: Bytes,
    /// True if missing directories are created.
    pub makes_parents: bool,
}

/// Replaces the complete text of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The complete new content.
    pub text: Bytes,
    /// True if an existing file is replaced. Otherwise it is refused.
    pub overwrites: bool,
    /// True if missing directories are created.
    pub makes_parents: bool,
}

/// Renames the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The new path. No file may exist there.
    pub to: PathBuf,
    /// True if missing directories of `to` are created.
    pub makes_parents: bool,
}

/// Merges two sides of a common base into the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Merge {
    /// The sides.
    pub sides: MergeSides,
    /// The rules that resolve conflicts (`--rules`).
    pub rules: RuleSet,
    /// The side that resolves conflicts. `None` refuses them.
    pub favour: Option<Favour>,
    /// The use of rule results that a person has to accept (`--propose`, `--accept`).
    pub proposals: Proposals,
    /// The style of conflict markers in a result that is only shown (`--conflicts`). `None` shows no conflicts.
    pub conflicts: Option<MarkedConflicts>,
    /// True if the file is written with its remaining conflicts between markers, although the step is refused
    /// (`--git-driver`, `--partial`).
    pub leaves_conflicts: bool,
    /// The name of the file in conflict markers, if it differs from the path of the step.
    pub name: Option<PathBuf>,
    /// The names of the versions in conflict markers.
    pub labels: VersionNames,
}

/// The names of the three versions, if the caller gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VersionNames {
    /// The name of the base.
    pub base: Option<Bytes>,
    /// The name of our side.
    pub ours: Option<Bytes>,
    /// The name of the other side.
    pub theirs: Option<Bytes>,
}

/// What to do with rule results that a person has to accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proposals {
    /// Rules resolve conflicts, and nothing is proposed.
    #[default]
    Settle,
    /// Rule results are shown between the markers of their conflicts (`--propose`).
    Show,
    /// Proposals between the markers are accepted (`--solve --accept`).
    Accept,
}

/// The sides of a merge.
#[derive(Clone, Debug, PartialEq)]
pub enum MergeSides {
    /// The file is one side.
    Given {
        /// The common base.
        base: Bytes,
        /// The other side.
        theirs: Bytes,
    },
    /// The file contains both sides between conflict markers (`--solve`).
    Marked,
}

/// A diff to apply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatchDiff {
    /// The diff as received, in any format.
    pub diff: Bytes,
    /// The treatment of a damaged diff.
    pub format: DiffFormat,
    /// The only file to patch, regardless of the names in the diff.
    pub target: Option<PathBuf>,
    /// The number of leading path components to strip. `None` detects the number.
    pub strip: Option<usize>,
    /// True if the diff is applied in reverse.
    pub is_reverse: bool,
    /// The greatest allowed difference between a hunk and the text. `None` means the default of each format.
    pub mode: Option<PatchMode>,
    /// The content that the patch was made from, if the caller has it (`--base`).
    pub base: Option<Base>,
    /// The style of conflict markers. `None` refuses failed hunks.
    pub conflicts: Option<ConflictStyle>,
    /// True if conflicts are left in the file (`--in-file`). Otherwise the result is only shown (`--output`).
    pub leaves_conflicts: bool,
    /// The parts of the diff that are applied.
    pub parts: PartFilter,
    /// The policy for whitespace errors in added lines.
    pub blanks: StrayBlanks,
    /// The policy for input without a diff.
    pub empty: Repeat,
}

/// A selection among the parts of a diff. In a pattern, `*` matches any text and `?` any byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartFilter {
    /// Apply only parts whose name matches one of these globs. An empty list selects all parts.
    pub include: Vec<String>,
    /// Skip parts whose name matches one of these globs.
    pub exclude: Vec<String>,
}

/// The policy for trailing whitespace, and for spaces before tabs, in added lines of a diff.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StrayBlanks {
    /// Keep the whitespace.
    #[default]
    Keep,
    /// Delete the whitespace.
    Fix,
    /// Refuse the diff.
    Refuse,
}

/// The content that a patch was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// This content.
    Text(Bytes),
    /// For each file, the git blob that its `index` line names.
    Git,
    /// For each file, the content that its `index` line names, by blob name.
    Blobs(BTreeMap<String, Bytes>),
}

/// The policy for a malformed diff.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiffFormat {
    /// Repair the diff if possible, and report the repair.
    #[default]
    Repair,
    /// Refuse the diff (`--strict-format`).
    Strict,
    /// Like `Repair`, but the last hunk counts as complete if its header claims the same number of extra lines on both
    /// sides. A diff in a JSON string cannot be truncated, because the JSON would be invalid.
    Sent,
    /// Like `Repair`, but the last hunk counts as complete, whatever its header says.
    Recount,
}

/// The greatest allowed difference between a hunk and the text (`--mode`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PatchMode {
    /// Exact lines with a single match.
    Strict,
    /// Also the mechanical tiers.
    Tolerant,
    /// Also drifted context.
    Merge,
    /// Also removed lines with at least this similarity.
    Fuzzy(Threshold),
}
