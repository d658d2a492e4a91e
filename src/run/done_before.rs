//! Whether the journal shows that an edit was made before and still stands.
//!
//! The text before a transaction is what taking it back gives. Where the edit made there is what the
//! transaction did, and nothing since has touched it, this very edit is done.

use std::cell::Cell;
use std::path::Path;

use super::ledger::{Chronicle, Ledger};
use super::steps::files::Files;
use crate::change::ChangeSet;
use crate::journal::{Kind, Unavailable};
use crate::patch::FilePatch;
use crate::refusal::Reason;
use crate::request::{Action, History, Replace, Request, Scope};
use crate::resolve::draft::Draft;
use crate::resolve::place::{self, Applied, Placing};
use crate::resolve::{self, Resolution};
use crate::snapshot::Snapshot;
use crate::text::Span;

/// Edits that are looked for in the journal, and entries about a file that are looked at for each. A patch is placed
/// on the text before every entry: the more hunks it has, the fewer those are.
const ASKED: usize = 16;
const ENTRIES: usize = 64;
const HUNKS: usize = 512;

/// What was done before a request.
pub struct Before<'c> {
    /// What the journal is told; `None` where none is asked.
    chronicle: Option<&'c Chronicle>,
    left: Cell<usize>,
}

/// An edit that names the text it finds and the one it makes of it.
#[derive(Clone, Copy)]
pub enum Edit<'a> {
    Replace(&'a Replace),
    Patch(&'a FilePatch, &'a Placing),
}

impl<'a> Edit<'a> {
    /// That of `action`, if it is one.
    pub fn of(action: &'a Action) -> Option<Self> {
        match action {
            Action::Replace(replace) => Some(Self::Replace(replace)),
            _ => None,
        }
    }

    /// Whether it was refused for `reason` because its text is not there, or not all of it.
    fn finds_nothing(self, reason: &Reason) -> bool {
        match self {
            Self::Replace(_) => matches!(
                reason,
                Reason::NotFound { .. } | Reason::AlreadyApplied { .. }
            ),
            Self::Patch(..) => matches!(
                reason,
                Reason::HunkFailed { .. } | Reason::PartlyApplied { .. }
            ),
        }
    }

    /// The entries that are looked at for it.
    fn entries(self) -> usize {
        match self {
            Self::Replace(_) => ENTRIES,
            Self::Patch(part, _) => (HUNKS / part.hunks().len().max(1)).clamp(1, ENTRIES),
        }
    }

    /// Resolves it against `text`, all of it.
    fn resolved(self, text: &Snapshot) -> Option<Resolution> {
        match self {
            Self::Replace(action) => {
                let window = match action.find.scope {
                    Scope::File => Span::of_len(0, text.bytes().len()),
                    Scope::Within(lines) => {
                        text.span_of(lines.all_in_text(text.line_count()).ok()?)?
                    }
                };
                resolve::replace(action, text, window).ok()
            }
            Self::Patch(part, placing) => {
                let all = Placing {
                    applied: Applied::Refuse,
                    ..placing.clone()
                };
                place::place(part, text, &all).ok()
            }
        }
    }
}

impl<'c> Before<'c> {
    /// What is asked for `request`.
    pub fn of(request: &Request, chronicle: Option<&'c Chronicle>) -> Self {
        Self {
            chronicle: chronicle.filter(|_| request.terms.history == History::Keep),
            left: Cell::new(ASKED),
        }
    }

    /// What is left of `edit`, refused for `reason`, in the file of `draft`, if the journal shows that it is done
    /// there: nothing, and where its results are. It is asked as long as the steps so far have changed nothing in the
    /// file. A journal that cannot be read shows nothing.
    pub fn standing(
        &self,
        edit: Edit<'_>,
        reason: &Reason,
        draft: &mut Draft,
        files: &Files,
    ) -> Option<Resolution> {
        let now = draft.text().ok()?;
        let text = draft.before()?;
        let is_as_read = text.bytes() == now.bytes();
        let (Files::Disk(disk), Some(chronicle)) = (files, self.chronicle) else {
            return None;
        };
        if !is_as_read || !edit.finds_nothing(reason) {
            return None;
        }
        self.left.set(self.left.get().checked_sub(1)?);
        let ledger = Ledger::find(chronicle).ok()??;
        let name = ledger.names.name(disk, draft.place());
        standing(&ledger, &name, edit, text).ok()?
    }
}

/// Nothing, and where the results are of what `edit` did in an earlier transaction to `text`, now at `name`.
fn standing(
    ledger: &Ledger,
    name: &Path,
    edit: Edit<'_>,
    text: &Snapshot,
) -> Result<Option<Resolution>, Unavailable> {
    let mut way = ChangeSet::identity(text.bytes().len());
    let mut after = text.clone();
    let mut name = name.to_owned();
    let mut told = ledger.told_of(&name)?;
    for entry in told.entries().take(edit.entries()) {
        let mut entry = entry?;
        ledger.journal.load(&mut entry);
        let mut notes = entry.files.iter();
        let Some(note) = notes.find(|note| note.path_after() == Some(&*name)) else {
            break;
        };
        let (Some(made), Some(changes)) = (note.after, note.changes()) else {
            break;
        };
        if made != after.fingerprint() {
            // Somebody else wrote the file since.
            let Some(stored) = ledger.journal.text(&made).map(Snapshot::of_text) else {
                break;
            };
            let bridge = ChangeSet::by_line(stored.bytes(), after.bytes());
            let Ok(longer) = bridge.then(&way) else {
                break;
            };
            (way, after) = (longer, stored);
        }
        let Ok(before) = changes.invert().apply(after.bytes()) else {
            break;
        };
        let before = Snapshot::of_text(before);
        if !matches!(entry.kind, Kind::Undo(_))
            && let Some((resolution, spans)) = made_by(edit, &before, changes)
            && let Some(spans) = carried(&spans, &way)
        {
            return Ok(resolution.done(&spans, text));
        }
        let Ok(longer) = changes.then(&way) else {
            break;
        };
        (way, after) = (longer, before);
        match note.path_before() {
            Some(earlier) => earlier.clone_into(&mut name),
            None => break,
        }
    }
    Ok(None)
}

/// What `edit` makes of `before`, and where the results are in the text after `changes`, if they are among these.
fn made_by(
    edit: Edit<'_>,
    before: &Snapshot,
    changes: &ChangeSet,
) -> Option<(Resolution, Vec<Span>)> {
    let resolution = edit.resolved(before)?;
    let edits = resolution.changes.edits();
    let spans = edits.iter().map(|edit| {
        let number = changes.edits().iter().position(|made| made == edit)?;
        Some(changes.result_span(number))
    });
    let spans = spans.collect::<Option<Vec<Span>>>()?;
    (!spans.is_empty()).then_some((resolution, spans))
}

/// `spans` after `way`; `None` where it touches one of them. Beside a place where something was taken out, what
/// touches it may have put it back.
fn carried(spans: &[Span], way: &ChangeSet) -> Option<Vec<Span>> {
    let moved = |span: &Span| {
        let mut start = span.start();
        for edit in way.edits() {
            let end = edit.at + edit.old.len();
            if span.is_empty() && edit.at <= span.end() && span.start() <= end {
                return None;
            }
            if end <= span.start() {
                start = start + edit.new.len() - edit.old.len();
            } else if edit.at < span.end() {
                return None;
            }
        }
        Some(Span::of_len(start, span.len()))
    };
    spans.iter().map(moved).collect()
}
