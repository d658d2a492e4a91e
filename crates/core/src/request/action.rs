//! The actions, one struct each.

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

/// An action at a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Replace text found by itself.
    Replace(Replace),
    /// Insert text before or after a place.
    Insert(Insert),
    /// Add text at the end.
    Append(Append),
    /// A line or a block stands there once, or not at all.
    Ensure(Ensure),
    /// Give a key of a document a value.
    Set(SetKey),
    /// Take a key out of a document.
    Unset(KeyPath),
    /// Replace or delete a range of lines.
    Lines(Lines),
    /// Make a new file.
    Create(Create),
    /// Give the whole text of a file.
    Write(Write),
    /// Delete the file.
    Remove,
    /// Rename the file.
    Move(Move),
    /// Move or copy definitions or sections elsewhere.
    Transfer(Transfer),
    /// Put together what this file and another made of a text.
    Merge(Merge),
    /// Apply a diff, of one file or many.
    Patch(PatchDiff),
    /// Put in what another tool suggests, at positions.
    Suggestions(Suggestions),
    /// Do again what one run did elsewhere.
    Replay(Box<Transaction>),
    /// Take back what was done before; a request of its own.
    Undo(UndoTarget),
}

impl Action {
    /// The word for it in commands, JSON and reports.
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

/// `find` becomes `new` at the picked places.
#[derive(Clone, Debug, PartialEq)]
pub struct Replace {
    /// The text to look for.
    pub find: Find,
    /// The new text, literal.
    pub new: Bytes,
    /// Which of several places.
    pub pick: Pick,
    /// The repair of damage to both texts if `find` does not occur.
    pub fix: Fix,
    /// The indentation of the lines of `new`.
    pub indent: Indent,
    /// True if `\U`, `\L`, `\u`, `\l` and `\E` in `new` give the letters after them their case (`--case-escapes`).
    pub has_case_escapes: bool,
}

/// The rule for the indentation of the lines of a new text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indent {
    /// The place, where the first line lost its indentation on the way.
    #[default]
    Fitted,
    /// The new text itself (`--keep-indent`, `--match exact`).
    Kept,
}

/// The policy for a text that matches only after a mechanical repair (`--fix`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fix {
    /// The refusal says which repair it is.
    #[default]
    Suggest,
    /// Old and new text are repaired alike (`--fix escapes`).
    Escapes,
}

/// The policy for an edit that is already applied (`--idempotent`).
///
/// Done is only what there is evidence for: the text shows it, or the journal does. An edit that always succeeds
/// (`append`) is made again where it is not accepted as done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeat {
    /// Nothing: it is refused, or made again.
    #[default]
    Refuse,
    /// Success without a change.
    Accept,
}

/// Inserts `text` at `at`.
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    /// The position.
    pub at: InsertAt,
    /// The text to insert.
    pub text: Bytes,
    /// Whole lines or inside a line.
    pub inline: Inline,
    /// True if line 0 is the beginning; else lines are counted from 1, and no line before the first can be said.
    pub has_line_zero: bool,
    /// The choice among several places of the text before or after which to insert.
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
    /// Before the place where this text is.
    BeforeText(Find),
    /// After the place where this text is.
    AfterText(Find),
    /// At this edge of a region.
    Region(Box<Region>, Edge),
}

impl InsertAt {
    /// Before the line `line`.
    pub fn before_line(line: LineNumber) -> Self {
        LineNumber::new(line.lines_before()).map_or(Self::Beginning, Self::After)
    }
}

/// The form of an inserted text: complete lines, or a part of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inline {
    /// Whole lines: line endings are added where needed, before or after the lines of the place.
    #[default]
    WholeLines,
    /// The very bytes, right before or after the found text.
    Inline,
}

/// Appends `text`.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The text to append; the file ends in a line ending afterwards.
    pub text: Bytes,
    /// True if a missing file is refused (`--existing`). Otherwise it is created.
    pub must_exist: bool,
}

/// The lines `at` become `text`; an empty text deletes them.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// Which lines.
    pub at: LinesAt,
    /// The new text.
    pub text: Bytes,
    /// True if the edit may change the name of a definition (`--rename`).
    pub may_rename: bool,
}

/// The lines that become another text.
#[derive(Clone, Debug, PartialEq)]
pub enum LinesAt {
    /// These, counted as in the original file, with the text that the first and the last of them must hold.
    Numbers(AskedLines, RangeAnchors),
    /// The lines of a region.
    Region(Box<Region>),
}

/// Hashes of the ends of a range (`lines PATH 12:a3f1c09b77e2..18:c02d4411aa09`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RangeAnchors {
    /// Of the first line.
    pub first: Option<LineHash>,
    /// Of the last line.
    pub last: Option<LineHash>,
}

/// A new file with `text`.
#[derive(Clone, Debug, PartialEq)]
pub struct Create {
    /// The whole text, as it is.
    pub text: Bytes,
    /// True if missing directories are created.
    pub makes_parents: bool,
}

/// The file's whole text becomes `text`.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The whole text, as it is.
    pub text: Bytes,
    /// True if an existing file is replaced. Otherwise it is refused.
    pub overwrites: bool,
    /// True if missing directories are created.
    pub makes_parents: bool,
}

/// The file gets another name.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The new path; must not exist.
    pub to: PathBuf,
    /// True if missing directories of `to` are created.
    pub makes_parents: bool,
}

/// The merge of two sides of a base, in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Merge {
    /// The sides.
    pub sides: MergeSides,
    /// The rules that settle conflicts (`--rules`).
    pub rules: RuleSet,
    /// The side that conflicts take; without one they are a refusal.
    pub favour: Option<Favour>,
    /// The results of rules that are shown, or accepted (`--propose`, `--accept`).
    pub proposals: Proposals,
    /// The marks of conflicts in a result that is shown and not written (`--conflicts`); `None` if
    /// none is wanted.
    pub conflicts: Option<MarkedConflicts>,
    /// True if conflicts are left in the file, between markers, although that is a refusal (`--git-driver`, `--partial`).
    pub leaves_conflicts: bool,
    /// The name of the file in conflict markers, if it differs from the path of the step.
    pub name: Option<PathBuf>,
    /// The names of the versions in markers.
    pub labels: VersionNames,
}

/// The names of three versions, if the caller has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VersionNames {
    /// The name of the base.
    pub base: Option<Bytes>,
    /// The name of our side.
    pub ours: Option<Bytes>,
    /// The name of the other side.
    pub theirs: Option<Bytes>,
}

/// The results of rules that a person is to accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proposals {
    /// Rules settle conflicts, and nothing is proposed.
    #[default]
    Settle,
    /// The results of rules are shown between the markers of their conflicts (`--propose`).
    Show,
    /// The results between markers are taken (`--solve --accept`).
    Accept,
}

/// The sides of a merge.
#[derive(Clone, Debug, PartialEq)]
pub enum MergeSides {
    /// The file is one side.
    Given {
        /// The text that both were made from.
        base: Bytes,
        /// The other text.
        theirs: Bytes,
    },
    /// Both are in the file, between conflict markers (`--solve`).
    Marked,
}

/// A diff to apply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatchDiff {
    /// The diff as it came, all formats.
    pub diff: Bytes,
    /// The treatment of a damaged diff.
    pub format: DiffFormat,
    /// The only file to apply the patch to, whatever names it contains.
    pub target: Option<PathBuf>,
    /// Leading components to drop from the names; found by itself when `None`.
    pub strip: Option<usize>,
    /// True if to apply it backwards.
    pub is_reverse: bool,
    /// The greatest difference of a hunk from the text; `None` means the default of each format.
    pub mode: Option<PatchMode>,
    /// The content that the patch was made from, if the caller has it (`--base`).
    pub base: Option<Base>,
    /// The marks of conflicts; `None` if failed hunks are only refused.
    pub conflicts: Option<ConflictStyle>,
    /// True if conflicts are left in the file itself (`--in-file`), instead of in a result that is only shown
    /// (`--output`).
    pub leaves_conflicts: bool,
    /// The parts that are applied, by their names.
    pub parts: PartFilter,
    /// The policy for whitespace errors in added lines.
    pub blanks: StrayBlanks,
    /// The policy for input without a diff.
    pub empty: Repeat,
}

/// Which parts of a diff are applied. In a pattern `*` is any text, `?` any byte.
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
    /// They stay.
    #[default]
    Keep,
    /// They are taken away.
    Fix,
    /// A refusal.
    Refuse,
}

/// The content that a patch was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// This one.
    Text(Bytes),
    /// For each file the blob that its `index` line names, to be asked of git.
    Git,
    /// For each file the text that its `index` line names, by that name.
    Blobs(BTreeMap<String, Bytes>),
}

/// The policy for a diff that is not well-formed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiffFormat {
    /// Repair what can be, and say so.
    #[default]
    Repair,
    /// Refuse it (`--strict-format`).
    Strict,
    /// `Repair`, and the last hunk is complete if its header counts as many old lines too many as new ones. The text
    /// came as a string of JSON: had it been cut off, the document would not be valid.
    Sent,
    /// `Repair`, and the last hunk is complete, whatever its header counts.
    Recount,
}

/// The greatest difference of a hunk from the text (`--mode`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PatchMode {
    /// Exact lines, one place.
    Strict,
    /// Plus the mechanical tiers.
    Tolerant,
    /// Plus drifted context.
    Merge,
    /// Plus removed lines at this similarity.
    Fuzzy(Threshold),
}
