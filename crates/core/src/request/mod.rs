//! Requests: the vocabulary that the command line, JSON and all dialects share.
//!
//! A [`Request`] is pure data: building one opens no file. `json` reads the JSON form (`incise.request/1`). The command
//! line converts its own structs into the same types.

mod action;
mod asked_lines;
mod builder;
mod ensure;
mod find;
pub mod json;
mod key;
mod malformed;
mod one_or_more;
mod region;
pub mod rule;
mod selection;
mod shown_lines;
mod suggestion;
mod terms;
mod transfer;
mod validate;
mod words;

use std::path::PathBuf;

pub use crate::disk::{Backup, OnOpen, Selection, Sync};
pub use crate::journal::UndoTarget;
pub use crate::merge::{ConflictStyle, Favour, MarkedConflicts, RuleSet};
pub use action::{
    Action, Append, Base, Create, DiffFormat, Fix, Indent, Inline, Insert, InsertAt, Lines,
    LinesAt, Merge, MergeSides, Move, PartFilter, PatchDiff, PatchMode, Proposals, RangeAnchors,
    Repeat, Replace, StrayBlanks, VersionNames, Write,
};
pub use asked_lines::AskedLines;
pub use ensure::{Ensure, EnsureOptions, Ensured, IfMissing, Marker};
pub use find::{Find, Match, PatternLanguage, PatternOptions, Pick, Scope, Threshold};
pub use key::is_number;
pub use key::{KeyPart, KeyPath, NewValue, SetKey, Value, ValueType};
pub use malformed::{Fault, Malformed};
pub use one_or_more::OneOrMore;
pub use region::{Edge, FilePart, NamedPart, NamedRegion, Region};
pub use selection::Target;
pub use shown_lines::{ShortAnchor, ShownLines};
pub use suggestion::{
    Position, PositionRange, PositionUnit, SeenText, SuggestedText, Suggestion, Suggestions,
};
pub use terms::{
    ExpectedHash, Journaling, Lift, Limits, OnConflict, OnStale, OnSyntax, Run, Terms,
};
pub use transfer::{Transfer, TransferAt, TransferKind};
pub use validate::{NoCommand, Validate};
pub use words::{FieldNames, Means, Options, Reader, Tools, Words, nearest, nearest_or};

/// The edits of one call. All steps of a request are one transaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The steps in order. Each one applies to the result of the preceding steps.
    pub steps: Vec<Step>,
    /// For `replace` over several paths, the total number of matches. All of them are replaced.
    pub expect_total: Option<usize>,
    /// The conditions and guarantees.
    pub terms: Terms,
}

/// Uses the default conditions.
impl From<Vec<Step>> for Request {
    fn from(steps: Vec<Step>) -> Self {
        Self {
            steps,
            expect_total: None,
            terms: Terms::default(),
        }
    }
}

impl From<Step> for Request {
    fn from(step: Step) -> Self {
        vec![step].into()
    }
}

impl Request {
    /// Undoes `target`. An undo of all edits of a task runs as that task, unless `terms` names another task.
    pub fn undo(target: UndoTarget, mut terms: Terms) -> Self {
        if let (UndoTarget::Task(task), None) = (&target, &terms.task) {
            terms.task = Some(task.clone());
        }
        let step = Step::new("", Action::Undo(target));
        Self::from(step).under(terms)
    }

    /// The edits to undo, if the request is an undo.
    pub fn undo_target(&self) -> Option<&UndoTarget> {
        match &self.steps[..] {
            [
                Step {
                    action: Action::Undo(target),
                    ..
                },
            ] => Some(target),
            _ => None,
        }
    }

    /// Sets the conditions.
    #[must_use]
    pub fn under(self, terms: Terms) -> Self {
        Self { terms, ..self }
    }

    /// Makes every step accept an edit that is already applied.
    #[must_use]
    pub fn accepting_repeats(mut self) -> Self {
        for step in &mut self.steps {
            step.repeat = Repeat::Accept;
        }
        self
    }

    /// The name of the operation in reports.
    pub fn operation(&self) -> &'static str {
        let mut words = self.steps.iter().map(|step| step.action.operation());
        let first = words.next().unwrap_or("apply");
        if words.all(|word| word == first) {
            first
        } else {
            "apply"
        }
    }

    /// True if an edit finds its text with a regular expression.
    pub fn has_pattern(&self) -> bool {
        self.steps.iter().any(|step| match &step.action {
            Action::Replace(replace) => replace.find.options.is_expression(),
            _ => false,
        })
    }

    /// The number of edits. One edit of several paths counts once.
    pub fn edits(&self) -> usize {
        let steps = (1..).zip(&self.steps);
        let edits = steps.map(|(number, step)| step.edit.unwrap_or(number));
        edits.max().unwrap_or(1)
    }
}

/// An action on a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The target as the caller typed it. For [`Action::Patch`], the directory for the names in the diff.
    pub path: PathBuf,
    /// The origin of the path.
    pub path_origin: PathOrigin,
    /// The selection of files in a directory. `None` edits a single file.
    pub below: Option<Selection>,
    /// The hash that the file must have.
    pub expect_hash: Option<ExpectedHash>,
    /// The lines that the task was shown, if the line numbers of the action refer to them.
    pub shown: Option<ShownLines>,
    /// The policy for a step that is already applied (`--idempotent`).
    pub repeat: Repeat,
    /// True if a `create` or `move` succeeds without a change if the new path exists. Otherwise it is refused.
    pub skips_existing: bool,
    /// The number of the first step of the same edit, if the edit has several paths.
    pub edit: Option<usize>,
    /// The change of the file.
    pub action: Action,
}

impl Step {
    /// Creates a step at `path` without conditions.
    pub fn new(path: impl Into<PathBuf>, action: Action) -> Self {
        Self::at(Target::file(path.into(), PathOrigin::OfEdit), action)
    }

    /// Creates a step at `target` without conditions.
    pub fn at(target: Target, action: Action) -> Self {
        let Target {
            path,
            path_origin,
            below,
        } = target;
        Self {
            path,
            path_origin,
            below,
            expect_hash: None,
            shown: None,
            repeat: Repeat::Refuse,
            skips_existing: false,
            edit: None,
            action,
        }
    }

    /// Creates the steps that make each of the edits `actions` at each of `targets`.
    pub fn at_each(targets: Vec<Target>, actions: &[Action]) -> Vec<Self> {
        let mut steps = Vec::new();
        for target in targets {
            for (number, action) in (1..).zip(actions) {
                let mut step = Self::at(target.clone(), action.clone());
                step.edit = Some(number);
                steps.push(step);
            }
        }
        steps
    }
}

/// The origin of a path in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathOrigin {
    /// The edit names the path, so the file must match.
    #[default]
    OfEdit,
    /// The path was typed among several paths of one edit, so the file must match.
    Listed,
    /// A directory, glob or list selected the path, so the file is edited only if it matches.
    Selected,
}
