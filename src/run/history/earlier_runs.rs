//! Finds edits that earlier runs have already made and that are still in the file.
//!
//! The text before a transaction is computed from the journal. If applying the edit to that text produces the changes
//! of the transaction, the transaction made the edit. The edit is done if no later change has touched its result. The
//! same holds for all steps on a file together.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::path::Path;
use std::rc::Rc;

use super::super::steps::files::RequestFiles;
use super::super::steps::line_numbers::asked_lines;
use super::super::steps::selection::FileStep;
use super::super::world::JournalContext;
use super::earlier_texts::note_of;
use super::history_entry::{
    HistoryEntry, MAX_ENTRIES, MadeBefore, StatedEdit, changes_by, first_lines, history_entries,
    is_recognizable, searched_span, span_after,
};
use super::repeated::{self, NewChanges};
use super::workspace_journal::WorkspaceJournal;
use crate::change::{ChangeSet, Deed, EditRef};
use crate::journal::{FileNote, Unavailable};
use crate::patch::FilePatch;
use crate::refusal::{EarlierEdit, Reason};
use crate::request::{
    Action, Find, Journaling, KeyPart, Pick, Repeat, Replace, Scope, Step, Terms,
};
use crate::resolve::draft::Draft;
use crate::resolve::place::PlaceOptions;
use crate::resolve::{self, Explain, FileText, Resolution, Tier};
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::text::{LineRange, Span};

/// The maximum number of refused edits to look up in the journal.
const MAX_LOOKUPS: usize = 16;
/// The maximum number of steps to apply to all these texts together. More steps mean fewer entries.
const MAX_STEPS: usize = 1 << 16;

/// The earlier runs in the workspace, for one request.
pub struct EarlierRuns<'r> {
    /// The steps of the request, one per file.
    steps: &'r [FileStep<'r>],
    /// The journal; `None` if it is not used.
    context: Option<&'r JournalContext>,
    /// The number of refused edits that may still be looked up.
    lookups_left: Cell<usize>,
    /// The history of the file that was looked up last.
    last_history: RefCell<Option<Rc<FileHistory>>>,
}

/// The journal entries of one file.
struct FileHistory {
    place: RootedPath,
    /// Newest first.
    entries: Vec<HistoryEntry>,
    /// True if the journal has entries about the file, perhaps only reverted ones.
    is_known: bool,
    /// True if one entry made all steps of the file and all results are still there. Computed on demand.
    are_all_applied: OnceCell<bool>,
}

/// The result of looking up a step in the journal before it is resolved.
pub enum StepLookup {
    /// The journal has no such run.
    Nothing,
    /// The step is already done.
    Done,
    /// The line numbers of the step refer to the earlier text with this fingerprint, and the lines have moved.
    CountedInEarlierText(Fingerprint),
}

/// True if `edit` replaces all matches and its new text occurs in `text`. Adjacent matches form one edit of a change
/// set, which does not show the result of each match.
fn may_replace_all_again(edit: StatedEdit<'_>, text: &[u8]) -> bool {
    let StatedEdit::Action(Action::Replace(replace)) = edit else {
        return false;
    };
    replace.pick == Pick::All
        && !replace.new.is_empty()
        && memchr::memmem::find(text, &replace.new).is_some()
}

/// True if `edit` is a regular expression that matches in its new text, as in `changes`. Its next run would make other
/// changes.
fn matches_own_result(edit: StatedEdit<'_>, changes: &ChangeSet) -> bool {
    let StatedEdit::Action(Action::Replace(replace)) = edit else {
        return false;
    };
    if !replace.find.options.is_expression() {
        return false;
    }
    let find = Find {
        scope: Scope::File,
        ..replace.find.clone()
    };
    let mut edits = changes.edit_refs().take(MAX_LOOKUPS);
    edits.any(|edit| {
        let result = Snapshot::of_text(edit.new.to_vec());
        resolve::first_match(&find, &result).is_some()
    })
}

impl<'r> EarlierRuns<'r> {
    pub fn new(
        steps: &'r [FileStep<'r>],
        terms: &Terms,
        context: Option<&'r JournalContext>,
    ) -> Self {
        let is_on = terms.journaling == Journaling::On;
        Self {
            steps,
            context: if is_on { context } else { None },
            lookups_left: Cell::new(MAX_LOOKUPS),
            last_history: RefCell::new(None),
        }
    }

    /// The [`MadeBefore`] of `edit`, which was refused for `reason` in the file of `draft`, if the journal shows that
    /// an earlier run made it. Call only if the steps so far have not changed the file. An unreadable journal counts
    /// as empty.
    pub fn find_after_refusal(
        &self,
        edit: StatedEdit<'_>,
        reason: &Reason,
        draft: &mut Draft,
        files: &RequestFiles,
    ) -> Option<MadeBefore> {
        let now = draft.text().ok()?;
        let text = text_as_read(draft)?;
        if !edit.is_refused_as_missing(reason) || !text.has_same_text(&now) {
            return None;
        }
        self.lookups_left
            .set(self.lookups_left.get().checked_sub(1)?);
        self.history(draft.place(), text, files)?.find(edit, text)
    }

    /// True if the journal shows that `step` is already done in the file of `draft`, alone or with all other steps on
    /// the file. Line numbers refer to the text that was read, even if earlier steps have changed it.
    pub fn is_step_done(&self, step: &Step, draft: &Draft, files: &RequestFiles) -> bool {
        let Some(text) = text_as_read(draft) else {
            return false;
        };
        let steps = self.steps_at(&step.path);
        let changes_again = changes_again(&step.action, draft.place().shown(), text);
        if !changes_again && steps.len() < 2 {
            return false;
        }
        let Some(history) = self.history(draft.place(), text, files) else {
            return false;
        };
        let most = max_entries_for(steps.len());
        let entries = &history.entries[..history.entries.len().min(most)];
        let are_all_applied = history.are_all_applied.get_or_init(|| {
            entries.iter().any(|entry| {
                let all: Vec<usize> = (0..entry.changes.edits().len()).collect();
                entry.is_made_together(&steps, draft.place()) && entry.results(&all).is_some()
            })
        });
        if *are_all_applied {
            return true;
        }
        let sets_known_key = match &step.action {
            Action::Set(set) => !set.key.parts.iter().any(KeyPart::is_new),
            _ => false,
        };
        if !changes_again || sets_known_key {
            return false;
        }
        for entry in entries {
            let edit = StatedEdit::Action(&step.action);
            let Some(spans) = entry.unchanged_results_of(edit, draft.place()) else {
                continue;
            };
            let Action::Replace(action) = &step.action else {
                return true;
            };
            if is_kept_by(draft, &spans)
                && has_no_match_outside(action, draft.place(), text, &spans)
            {
                return true;
            }
        }
        false
    }

    /// Looks up `step` with the number `number` before it is resolved in the file of `draft`. Returns `Nothing` if
    /// the step does not accept an edit that is already done.
    pub fn look_up(
        &self,
        number: usize,
        step: &Step,
        draft: &Draft,
        files: &RequestFiles,
    ) -> StepLookup {
        if step.repeat == Repeat::Refuse {
            return StepLookup::Nothing;
        }
        if self.is_step_done(step, draft, files) {
            return StepLookup::Done;
        }
        match self.text_with_line_numbers(number, step, draft, files) {
            Some(text) => StepLookup::CountedInEarlierText(text),
            None => StepLookup::Nothing,
        }
    }

    /// The earlier text in which the line numbers of `step` were counted. `None` unless a recorded run made another
    /// step of the request and the numbered lines have moved since. List indices are like line numbers if the other
    /// step deletes an element.
    fn text_with_line_numbers(
        &self,
        number: usize,
        step: &Step,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<Fingerprint> {
        if let Action::Ensure(_) = step.action {
            // The step may find its earlier result in the current text.
            return None;
        }
        let text = text_as_read(draft)?;
        let lines = asked_lines(&step.action);
        if lines.is_none() && !has_index(&step.action, draft.place().shown(), text) {
            return None;
        }
        let mut others = Vec::new();
        for other in self.steps {
            let is_same_kind = lines.is_some() || deletes_element(&other.stated().action);
            if other.path() == step.path && other.number != number && is_same_kind {
                others.push(other);
            }
        }
        if others.is_empty() {
            return None;
        }
        let history = self.history(draft.place(), text, files)?;
        for entry in history.entries.iter().take(max_entries_for(others.len())) {
            if let Some(lines) = lines
                && !entry.may_have_other_numbers(lines, text)
            {
                continue;
            }
            for other in &others {
                let edit = StatedEdit::Action(&other.stated().action);
                if entry.unchanged_results_of(edit, draft.place()).is_some() {
                    return Some(entry.before.fingerprint());
                }
            }
        }
        None
    }

    /// The [`MadeBefore`] of `edit` in the file of `draft`, if the journal shows that an earlier run made it and the
    /// result is still there. Call before the edit is resolved, under the conditions of [`Self::find_after_refusal`].
    pub fn find(
        &self,
        edit: StatedEdit<'_>,
        draft: &mut Draft,
        files: &RequestFiles,
    ) -> Option<MadeBefore> {
        let now = draft.text().ok()?;
        let text = text_as_read(draft)?;
        if !text.has_same_text(&now) {
            return None;
        }
        self.history(draft.place(), text, files)?.find(edit, text)
    }

    /// A resolution without changes, if the journal shows that an earlier run applied the `series` of patches to the
    /// file of `draft` with `options`, and nothing has changed the results.
    pub fn find_series(
        &self,
        series: &[&FilePatch],
        options: &PlaceOptions,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<Resolution> {
        let text = text_as_read(draft)?;
        if series.len() < 2 {
            return None;
        }
        self.lookups_left
            .set(self.lookups_left.get().checked_sub(1)?);
        let history = self.history(draft.place(), text, files)?;
        let mut entries = history.entries.iter().take(max_entries_for(series.len()));
        if !entries.any(|entry| entry.is_made_by_series(series, options)) {
            return None;
        }
        Some(Resolution::unchanged(text))
    }

    /// The earlier run that `edit` would repeat with the `new` changes to the file of `draft`. The changes either
    /// modify the result of that run, or `edit` was found at a later `tier` than in that run. A later tier means that
    /// the old text is gone from its place and a similar text was matched.
    pub fn repeated(
        &self,
        edit: StatedEdit<'_>,
        new: &NewChanges<'_>,
        tier: Tier,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<MadeBefore> {
        let text = text_as_read(draft)?;
        let changes = new.changes;
        let has_other_changes = tier != Tier::Exact
            || may_replace_all_again(edit, text.bytes())
            || matches_own_result(edit, changes);
        if !has_other_changes && !new.may_be_repeated(text.bytes()) {
            return None;
        }
        // The earlier edit may have been found by lines, because the last one lacked its line ending.
        let is_unterminated = !text.bytes().ends_with(b"\n");
        let history = self.history(draft.place(), text, files)?;
        for entry in history.entries.iter().take(edit.max_entries()) {
            if has_other_changes
                || is_unterminated
                || repeated::may_be_among(changes, &entry.changes)
            {
                let before = entry.repeated(edit, changes, tier, draft.place(), text);
                if before.is_some() {
                    return before;
                }
            }
        }
        None
    }

    /// The lines that `changes` of `action` modify although they already contain the result of `action`. `None` if
    /// the journal has entries about the file, because these are more reliable.
    pub fn looks_repeated(
        &self,
        action: &Action,
        changes: &ChangeSet,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<LineRange> {
        let text = text_as_read(draft)?;
        let mut edits = changes.edit_refs().take(MAX_STEPS);
        let edit = edits.find(|edit| has_result(action, edit, text.bytes()))?;
        if let Some(history) = self.history(draft.place(), text, files)
            && history.is_known
        {
            return None;
        }
        Some(text.lines_of(edit.span()))
    }

    /// The earlier run that made all steps on the file of `draft` together, if the `new` changes would modify its
    /// result.
    pub fn repeated_together(
        &self,
        path: &Path,
        new: &NewChanges<'_>,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<MadeBefore> {
        let text = text_as_read(draft)?;
        if !new.may_be_repeated(text.bytes()) {
            return None;
        }
        let history = self.history(draft.place(), text, files)?;
        let steps = self.steps_at(path);
        for entry in history.entries.iter().take(max_entries_for(steps.len())) {
            if !entry.is_made_together(&steps, draft.place()) {
                continue;
            }
            let results = entry.unchanged_results(0..entry.changes.edits().len());
            let mut spans = results.iter();
            if spans.any(|span| repeated::changes_result(new.changes, *span)) {
                return Some(MadeBefore {
                    entry: entry.id,
                    lines: first_lines(&results, text),
                    applied: None,
                });
            }
        }
        None
    }

    /// The newest edit that deleted the text of `find` from the file of `draft`, if the journal shows it.
    pub fn removing_edit(
        &self,
        find: &Find,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<EarlierEdit> {
        let text = text_as_read(draft)?;
        let history = self.history(draft.place(), text, files)?;
        // If the file contained the text when it was read, an earlier step of the request deleted the text.
        if history.entries.is_empty() || resolve::first_match(find, text).is_some() {
            return None;
        }
        for entry in history.entries.iter().take(MAX_ENTRIES) {
            if let Some(lines) = resolve::first_match(find, &entry.before) {
                return entry.removal_of(lines, find, text);
            }
        }
        None
    }

    /// True if the journal shows that the file at `to` was moved from `from`.
    pub fn was_moved(&self, from: &RootedPath, to: &RootedPath, files: &RequestFiles) -> bool {
        let (RequestFiles::Disk(disk), Some(context)) = (files, self.context) else {
            return false;
        };
        let Ok(Some(journal)) = WorkspaceJournal::find(context) else {
            return false;
        };
        let old_name = journal.names.name(disk, from);
        let new_name = journal.names.name(disk, to);
        was_moved_between(&journal, &old_name, &new_name).unwrap_or(false)
    }

    /// The steps on the file at `path`, with their numbers.
    fn steps_at(&self, path: &Path) -> Vec<(Cow<'r, Step>, usize)> {
        let mut steps = Vec::new();
        for step in self.steps {
            if step.path() == path {
                steps.push((step.step(), step.number));
            }
        }
        steps
    }

    /// The history of the file at `place` with the content `text`; `None` without a journal.
    fn history(
        &self,
        place: &RootedPath,
        text: &Snapshot,
        files: &RequestFiles,
    ) -> Option<Rc<FileHistory>> {
        let (RequestFiles::Disk(disk), Some(context)) = (files, self.context) else {
            return None;
        };
        let mut last = self.last_history.borrow_mut();
        if let Some(history) = &*last
            && history.place == *place
        {
            return Some(Rc::clone(history));
        }
        let journal = WorkspaceJournal::find(context).ok()??;
        let name = journal.names.name(disk, place);
        let entries = history_entries(&journal, &name, text).unwrap_or_default();
        let history = Rc::new(FileHistory {
            place: place.clone(),
            is_known: entries.is_some(),
            entries: entries.unwrap_or_default(),
            are_all_applied: OnceCell::new(),
        });
        *last = Some(Rc::clone(&history));
        Some(history)
    }
}

/// The number of entries to check with this number of steps.
fn max_entries_for(steps: usize) -> usize {
    (MAX_STEPS / steps.max(1)).clamp(1, MAX_ENTRIES)
}

impl FileHistory {
    /// The [`MadeBefore`] of `edit` if one of the entries made it and all results are still in `text`.
    fn find(&self, edit: StatedEdit<'_>, text: &Snapshot) -> Option<MadeBefore> {
        let mut entries = self.entries.iter().take(edit.max_entries());
        entries.find_map(|entry| entry.find_applied(edit, text))
    }
}

/// The content of `draft` as it was read; `None` if its steps are resolved against an earlier text. The merge then
/// finds repeated edits.
fn text_as_read(draft: &Draft) -> Option<&Snapshot> {
    draft.before().filter(|_| !draft.is_on_base())
}

/// True if `text` already contains the result of `edit`, which `action` is about to make.
fn has_result(action: &Action, edit: &EditRef<'_>, text: &[u8]) -> bool {
    match action {
        Action::Replace(action) => resolve::is_inside_new_text(action, text, edit.span()),
        Action::Insert(_) => {
            let (above, below) = text.split_at(edit.at);
            above.ends_with(edit.new) || below.starts_with(edit.new)
        }
        _ => false,
    }
}

/// True if the steps so far have not changed `spans` of the text that was read.
fn is_kept_by(draft: &Draft, spans: &[Span]) -> bool {
    let (Some(before), Some(now)) = (draft.before(), draft.now()) else {
        return false;
    };
    if now.is_untouched() {
        return true;
    }
    if !now.base().has_same_text(before) {
        return false;
    }
    let changes = now.changes();
    spans
        .iter()
        .all(|span| span_after(*span, &[], &changes).is_some())
}

/// True if `action` has no match in `text` outside `results`. Always true if `action` does not replace all matches.
/// `text` is the content of the file at `place`.
fn has_no_match_outside(
    action: &Replace,
    place: &RootedPath,
    text: &Snapshot,
    results: &[Span],
) -> bool {
    if !matches!(action.pick, Pick::All) {
        return true;
    }
    let mut matches = Vec::new();
    if let Some(searched) = searched_span(&action.find, text) {
        let (repeat, explain) = (Repeat::Refuse, Explain::Nothing);
        let file = FileText::new(place.shown(), text);
        if let Ok(found) = resolve::replace_with(action, repeat, file, searched, explain) {
            matches.extend(found.sites.iter().map(|site| site.span));
        }
    } else {
        let action = Action::Replace(action.clone());
        if let Some(changes) = changes_by([(1, &action)].into_iter(), place, text) {
            matches.extend(changes.edit_refs().map(|edit| edit.span()));
        }
    }
    matches
        .iter()
        .all(|span| results.iter().any(|result| result.touches(*span)))
}

/// True if `action` could change `text` again after an earlier run. The file itself shows whether a named key is
/// already set or deleted.
fn changes_again(action: &Action, path: &Path, text: &Snapshot) -> bool {
    match action {
        Action::Set(set) if set.key.parts.iter().any(KeyPart::is_new) => true,
        Action::Set(_) | Action::Unset(_) => has_index(action, path, text),
        action => is_recognizable(action),
    }
}

/// True if the key of `action` contains the index of a list element in `text`, the content of the file at `path`.
fn has_index(action: &Action, path: &Path, text: &Snapshot) -> bool {
    match action {
        Action::Set(set) => resolve::counts_elements(&set.key, FileText::new(path, text)),
        Action::Unset(key) => resolve::counts_elements(key, FileText::new(path, text)),
        _ => false,
    }
}

/// True if `action` may delete an element of a list.
fn deletes_element(action: &Action) -> bool {
    match action {
        Action::Unset(key) => key.parts.last().is_some_and(|part| part.index().is_some()),
        _ => false,
    }
}

/// True if a transaction moved the file from `from` to `to`.
fn was_moved_between(
    journal: &WorkspaceJournal,
    from: &Path,
    to: &Path,
) -> Result<bool, Unavailable> {
    let mut events = journal.settled_of(to)?;
    for result in events.entries().take(MAX_ENTRIES) {
        let entry = result?;
        match note_of(&entry.files, to).and_then(FileNote::path_before) {
            Some(before) if before == to => {}
            Some(before) => return Ok(before == from && !matches!(entry.kind, Deed::Undo(_))),
            None => break,
        }
    }
    Ok(false)
}
