//! Whether the journal shows that a replacement was made before and still stands.
//!
//! The text before a transaction is what taking it back gives. Where the replacement made there is what the
//! transaction did, and nothing since has touched it, this very edit is done.

use std::cell::Cell;

use super::ledger::{Chronicle, Ledger};
use super::steps::files::Files;
use crate::change::ChangeSet;
use crate::journal::{Kind, Unavailable};
use crate::refusal::Reason;
use crate::request::{Action, History, Replace, Request, Scope, Step};
use crate::resolve;
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::{LineRange, Span};

/// Replacements that are looked for in the journal, and entries about a file that are looked at for each.
const ASKED: usize = 16;
const ENTRIES: usize = 64;

/// What was done before a request.
pub struct Before<'c> {
    /// What the journal is told; `None` where none is asked.
    chronicle: Option<&'c Chronicle>,
    left: Cell<usize>,
}

impl<'c> Before<'c> {
    /// What is asked for `request`.
    pub fn of(request: &Request, chronicle: Option<&'c Chronicle>) -> Self {
        Self {
            chronicle: chronicle.filter(|_| request.terms.history == History::Keep),
            left: Cell::new(ASKED),
        }
    }

    /// Where `text`, that of the file of `step` at `place`, has the result of the step already; none where the
    /// journal does not show it. A journal that cannot be read shows nothing.
    pub fn lines(
        &self,
        step: &Step,
        reason: &Reason,
        place: &RootedPath,
        text: &Snapshot,
        files: &Files,
    ) -> Vec<LineRange> {
        let is_absent = matches!(
            reason,
            Reason::NotFound { .. } | Reason::AlreadyApplied { .. }
        );
        let (Action::Replace(action), Files::Disk(disk), Some(chronicle), true) =
            (&step.action, files, self.chronicle, is_absent)
        else {
            return Vec::new();
        };
        let Some(left) = self.left.get().checked_sub(1) else {
            return Vec::new();
        };
        self.left.set(left);
        let found = Ledger::find(chronicle).and_then(|ledger| match ledger {
            Some(ledger) => standing(&ledger, &ledger.names.name(disk, place), action, text),
            None => Ok(Vec::new()),
        });
        found.unwrap_or_default()
    }
}

/// The lines of `text`, now at `name`, that `action` made in an earlier transaction.
fn standing(
    ledger: &Ledger,
    name: &std::path::Path,
    action: &Replace,
    text: &Snapshot,
) -> Result<Vec<LineRange>, Unavailable> {
    let mut way = ChangeSet::identity(text.bytes().len());
    let mut after = text.clone();
    let mut name = name.to_owned();
    let mut told = ledger.told_of(&name)?;
    for entry in told.entries().take(ENTRIES) {
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
            && let Some(spans) = made_by(action, &before, changes)
            && let Some(spans) = carried(&spans, &way)
        {
            return Ok(spans.into_iter().map(|span| text.lines_of(span)).collect());
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
    Ok(Vec::new())
}

/// Where the results of `action` on `before` are in the text after `changes`, if they are among these.
fn made_by(action: &Replace, before: &Snapshot, changes: &ChangeSet) -> Option<Vec<Span>> {
    let window = match action.find.scope {
        Scope::File => Span::of_len(0, before.bytes().len()),
        Scope::Within(lines) => before.span_of(lines.all_in_text(before.line_count()).ok()?)?,
    };
    let resolution = resolve::replace(action, before, window).ok()?;
    let edits = resolution.changes.edits();
    let spans = edits.iter().map(|edit| {
        let number = changes.edits().iter().position(|made| made == edit)?;
        Some(changes.result_span(number))
    });
    let spans = spans.collect::<Option<Vec<Span>>>()?;
    (!spans.is_empty()).then_some(spans)
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
