//! Finds edits that earlier runs have already made and that are still in the file.
//!
//! The text before a transaction is computed from the journal. If applying the edit to that text produces the changes
//! of the transaction, the transaction made the edit. The edit is done if no later change has touched its result. The
//! same holds for all steps on a file together.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::super::steps::files::RequestFiles;
use super::super::steps::line_numbers::lines_of;
use super::super::steps::selection::FileStep;
use super::super::world::JournalContext;
use super::repeated::{self, NewChanges};
use super::workspace_journal::WorkspaceJournal;
use crate::change::{ChangeSet, Deed, EditRef, LineChange};
use crate::journal::{Unavailable, whole_text};
use crate::patch::FilePatch;
use crate::refusal::{EarlierEdit, Reason};
use crate::request::{
    Action, AskedLines, Find, InsertAt, Journaling, KeyPart, Lines, LinesAt, Pick, Repeat, Replace,
    Scope, Step, Terms,
};
use crate::resolve::draft::{Draft, Drafts};
use crate::resolve::place::{self, Placing};
use crate::resolve::{self, Resolution, Tier};
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::text::{self, LineRange, Span};

/// The maximum number of refused edits to look up in the journal.
const ASKED: usize = 16;
/// The maximum number of results of one earlier run to check.
const RESULTS: usize = 64;
/// The maximum number of results to list.
const LISTED: usize = 20;
/// The maximum number of entries to read for one file, and the maximum number of bytes of their texts.
const ENTRIES: usize = 64;
const BYTES: usize = 64 << 20;
/// The maximum number of steps, and of hunks of one patch, to apply to all these texts together. More steps or hunks
/// mean fewer entries.
const STEPS: usize = 1 << 16;
const HUNKS: usize = 512;

/// The earlier runs in the workspace, for one request.
pub struct EarlierRuns<'r> {
    /// The steps of the request, one per file.
    steps: &'r [FileStep<'r>],
    /// The journal; `None` if it is not used.
    context: Option<&'r JournalContext>,
    left: Cell<usize>,
    /// The file that was looked up last.
    file: RefCell<Option<Rc<Past>>>,
}

/// The journal entries of one file.
struct Past {
    place: RootedPath,
    entries: Vec<PastEntry>,
    /// True if one entry made all steps of the file and all results are still there. Computed on demand.
    are_all_applied: OnceCell<bool>,
}

/// A transaction of one file.
struct PastEntry {
    id: u64,
    task: Option<String>,
    /// The name of the file before the transaction.
    path: PathBuf,
    before: Snapshot,
    /// The changes to this file.
    changes: ChangeSet,
    /// The later changes, last first: from the result of the transaction to the current text.
    later: Vec<Rc<LaterChange>>,
}

/// The change from one text of a file to the next.
struct LaterChange {
    before: Snapshot,
    changes: ChangeSet,
    after: Snapshot,
    certainty: Certainty,
}

/// The certainty about the changes between two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// The journal recorded each change.
    Noted,
    /// The changes may have been computed from the texts. The diff may then have paired the wrong equal lines.
    Supposed,
    /// The changes were computed from the texts.
    Compared,
}

/// The result of looking up a step in the journal before it is resolved.
pub enum Earlier {
    /// The journal has no such run.
    Nothing,
    /// The step is already done.
    Done,
    /// The line numbers of the step refer to the earlier text with this fingerprint, and the lines have moved.
    CountedIn(Fingerprint),
}

/// An edit that an earlier run made.
pub struct MadeBefore {
    /// The number of the journal entry.
    pub entry: u64,
    /// The current lines of the results.
    pub lines: Vec<LineRange>,
    /// A resolution without changes, with the results as its sites; `None` if some results have changed.
    pub rest: Option<Resolution>,
}

/// An edit to look up in the journal.
#[derive(Clone, Copy)]
pub enum StatedEdit<'a> {
    Action(&'a Action),
    Patch(&'a FilePatch, &'a Placing),
}

impl<'a> StatedEdit<'a> {
    /// True if the edit was refused for `reason` because its text, or a part of it, was not found.
    fn finds_nothing(self, reason: &Reason) -> bool {
        match self {
            Self::Action(action) => {
                matches!(action, Action::Replace(_))
                    && matches!(
                        reason,
                        Reason::NotFound { .. } | Reason::AlreadyApplied { .. }
                    )
            }
            Self::Patch(..) => matches!(
                reason,
                Reason::HunkFailed { .. } | Reason::PartlyApplied { .. }
            ),
        }
    }

    /// The maximum number of entries to check for this edit.
    fn entries(self) -> usize {
        match self {
            Self::Action(_) => ENTRIES,
            Self::Patch(part, _) => (HUNKS / part.hunks().len().max(1)).clamp(1, ENTRIES),
        }
    }

    /// Resolves the edit against `text`, the content of the file at `path`.
    fn resolved(self, path: &Path, text: &Snapshot) -> Option<Resolution> {
        match self {
            Self::Action(action) => resolved(action, path, text),
            Self::Patch(part, placing) => {
                let all = Placing {
                    repeat: Repeat::Refuse,
                    ..placing.clone()
                };
                place::place(part, text, &all).ok()
            }
        }
    }
}

/// True if `edit` replaces all matches and its new text occurs in `text`. Adjacent matches form one edit of a change
/// set, which does not show the result of each match.
fn is_everywhere(edit: StatedEdit<'_>, text: &[u8]) -> bool {
    let StatedEdit::Action(Action::Replace(replace)) = edit else {
        return false;
    };
    replace.pick == Pick::All
        && !replace.new.is_empty()
        && memchr::memmem::find(text, &replace.new).is_some()
}

impl<'r> EarlierRuns<'r> {
    pub fn new(
        steps: &'r [FileStep<'r>],
        terms: &Terms,
        context: Option<&'r JournalContext>,
    ) -> Self {
        Self {
            steps,
            context: context.filter(|_| terms.journaling == Journaling::On),
            left: Cell::new(ASKED),
            file: RefCell::new(None),
        }
    }

    /// The [`MadeBefore`] of `edit`, which was refused for `reason` in the file of `draft`, if the journal shows that
    /// an earlier run made it. Call only if the steps so far have not changed the file. An unreadable journal counts
    /// as empty.
    pub fn rest_if_refused(
        &self,
        edit: StatedEdit<'_>,
        reason: &Reason,
        draft: &mut Draft,
        files: &RequestFiles,
    ) -> Option<MadeBefore> {
        let now = draft.text().ok()?;
        let text = read(draft)?;
        let is_as_read = text.bytes() == now.bytes();
        if !is_as_read || !edit.finds_nothing(reason) {
            return None;
        }
        self.left.set(self.left.get().checked_sub(1)?);
        self.past(draft.place(), text, files)?.rest(edit, text)
    }

    /// True if the journal shows that `step` is already done in the file of `draft`, alone or with all other steps on
    /// the file. Line numbers refer to the text that was read, even if earlier steps have changed it.
    pub fn made_this_step(&self, step: &Step, draft: &Draft, files: &RequestFiles) -> bool {
        let Some(text) = read(draft) else {
            return false;
        };
        if !changes_again(&step.action, draft.place().shown(), text) {
            return false;
        }
        let Some(past) = self.past(draft.place(), text, files) else {
            return false;
        };
        let steps = self.steps_at(&step.path);
        let most = (STEPS / steps.len().max(1)).clamp(1, ENTRIES);
        let entries = &past.entries[..past.entries.len().min(most)];
        let are_all_applied = past.are_all_applied.get_or_init(|| {
            entries.iter().any(|entry| {
                let all: Vec<usize> = (0..entry.changes.edits().len()).collect();
                entry.is_made_together(&steps, draft.place()) && entry.results(&all).is_some()
            })
        });
        if *are_all_applied {
            return true;
        }
        if let Action::Set(set) = &step.action
            && !set.key.parts.iter().any(KeyPart::is_new)
        {
            // The key has no new parts, so the step can be repeated alone.
            return false;
        }
        for entry in entries {
            let Some(spans) = entry.standing_results(StatedEdit::Action(&step.action)) else {
                continue;
            };
            let Action::Replace(action) = &step.action else {
                return true;
            };
            if is_left_by(draft, &spans)
                && has_no_other(action, draft.place().shown(), text, &spans)
            {
                return true;
            }
        }
        false
    }

    /// Looks up `step` with the number `number` before it is resolved in the file of `draft`. Returns `Nothing` if
    /// the step does not accept an edit that is already done.
    pub fn before(
        &self,
        number: usize,
        step: &Step,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Earlier {
        if step.repeat == Repeat::Refuse {
            return Earlier::Nothing;
        }
        if self.made_this_step(step, draft, files) {
            return Earlier::Done;
        }
        match self.text_of_its_lines(number, step, draft, files) {
            Some(text) => Earlier::CountedIn(text),
            None => Earlier::Nothing,
        }
    }

    /// The earlier text in which the line numbers of `step` were counted. `None` unless a recorded run made another
    /// step of the request and the numbered lines have moved since. List indices are like line numbers if the other
    /// step deletes an element.
    fn text_of_its_lines(
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
        let text = read(draft)?;
        let lines = lines_of(&step.action);
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
        let past = self.past(draft.place(), text, files)?;
        let most = (STEPS / others.len()).clamp(1, ENTRIES);
        for entry in past.entries.iter().take(most) {
            if let Some(lines) = lines
                && !entry.counts_otherwise(lines, text)
            {
                continue;
            }
            for other in &others {
                let edit = StatedEdit::Action(&other.stated().action);
                if entry.standing_results(edit).is_some() {
                    return Some(entry.before.fingerprint());
                }
            }
        }
        None
    }

    /// The [`MadeBefore`] of `edit` in the file of `draft`, if the journal shows that an earlier run made it and the
    /// result is still there. Call before the edit is resolved, under the conditions of [`Self::rest_if_refused`].
    pub fn rest_if_made(
        &self,
        edit: StatedEdit<'_>,
        draft: &mut Draft,
        files: &RequestFiles,
    ) -> Option<MadeBefore> {
        let now = draft.text().ok()?;
        let text = read(draft).filter(|text| text.bytes() == now.bytes())?;
        self.past(draft.place(), text, files)?.rest(edit, text)
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
        let text = read(draft)?;
        let changes = new.changes;
        let takes_all = is_everywhere(edit, text.bytes());
        if tier == Tier::Exact {
            let may_be_repeated = match edit {
                StatedEdit::Action(_) => takes_all || new.may_be_repeated(text.bytes()),
                // A hunk finds deleted lines by the lines around them.
                StatedEdit::Patch(..) => repeated::has_results(changes, text.bytes()),
            };
            if !may_be_repeated {
                return None;
            }
        }
        let past = self.past(draft.place(), text, files)?;
        for entry in past.entries.iter().take(edit.entries()) {
            if takes_all || tier != Tier::Exact || repeated::may_be_among(changes, &entry.changes) {
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
        let text = read(draft)?;
        let mut edits = changes.edit_refs().take(STEPS);
        let edit = edits.find(|edit| has_result(action, edit, text.bytes()))?;
        if let Some(past) = self.past(draft.place(), text, files)
            && !past.entries.is_empty()
        {
            return None;
        }
        Some(text.lines_of(edit.span()))
    }

    /// The earlier run that made all steps on the file of `draft` together, if the `new` changes would modify its
    /// result. Returns the number of its entry, and the lines of its results.
    pub fn repeated_together(
        &self,
        path: &Path,
        new: &NewChanges<'_>,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<(u64, Vec<LineRange>)> {
        let text = read(draft)?;
        if !new.may_be_repeated(text.bytes()) {
            return None;
        }
        let past = self.past(draft.place(), text, files)?;
        let steps = self.steps_at(path);
        let most = (STEPS / steps.len().max(1)).clamp(1, ENTRIES);
        for entry in past.entries.iter().take(most) {
            if !entry.is_made_together(&steps, draft.place()) {
                continue;
            }
            let results = entry.standing(0..entry.changes.edits().len());
            let mut spans = results.iter();
            if spans.any(|span| repeated::changes_result(new.changes, *span)) {
                return Some((entry.id, first_lines(&results, text)));
            }
        }
        None
    }

    /// The newest edit that deleted the text of `find` from the file of `draft`, if the journal shows it.
    pub fn edit_that_took(
        &self,
        find: &Find,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<EarlierEdit> {
        let text = read(draft)?;
        if resolve::holds(find, text).is_some() {
            // An earlier step of the request deleted the text.
            return None;
        }
        let past = self.past(draft.place(), text, files)?;
        for entry in past.entries.iter().take(ENTRIES) {
            if let Some(lines) = resolve::holds(find, &entry.before) {
                return entry.edit_of(lines, find, text);
            }
        }
        None
    }

    /// True if the journal shows that the file at `to` was moved from `from`.
    pub fn is_moved(&self, from: &RootedPath, to: &RootedPath, files: &RequestFiles) -> bool {
        let (RequestFiles::Disk(disk), Some(context)) = (files, self.context) else {
            return false;
        };
        let Ok(Some(journal)) = WorkspaceJournal::find(context) else {
            return false;
        };
        let old_name = journal.names.name(disk, from);
        let new_name = journal.names.name(disk, to);
        came_from(&journal, &old_name, &new_name).unwrap_or(false)
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

    /// The past of the file at `place` with the content `text`; `None` without a journal.
    fn past(&self, place: &RootedPath, text: &Snapshot, files: &RequestFiles) -> Option<Rc<Past>> {
        let (RequestFiles::Disk(disk), Some(context)) = (files, self.context) else {
            return None;
        };
        let mut known = self.file.borrow_mut();
        if let Some(past) = known.as_ref().filter(|past| past.place == *place) {
            return Some(Rc::clone(past));
        }
        let journal = WorkspaceJournal::find(context).ok()??;
        let name = journal.names.name(disk, place);
        let past = Rc::new(Past {
            place: place.clone(),
            entries: past_entries(&journal, &name, text).unwrap_or_default(),
            are_all_applied: OnceCell::new(),
        });
        *known = Some(Rc::clone(&past));
        Some(past)
    }
}

impl Past {
    /// The [`MadeBefore`] of `edit` if one of the entries made it and all results are still in `text`.
    fn rest(&self, edit: StatedEdit<'_>, text: &Snapshot) -> Option<MadeBefore> {
        let mut entries = self.entries.iter().take(edit.entries());
        entries.find_map(|entry| {
            let (resolution, numbers) = entry.made_by(edit)?;
            let rest = resolution.already_applied(&entry.results(&numbers)?, text)?;
            Some(MadeBefore {
                entry: entry.id,
                lines: rest.sites.iter().map(|site| site.lines).collect(),
                rest: Some(rest),
            })
        })
    }
}

/// The content of `draft` as it was read; `None` if its steps are resolved against an earlier text. The merge then
/// finds repeated edits.
fn read(draft: &Draft) -> Option<&Snapshot> {
    draft.before().filter(|_| !draft.is_on_base())
}

/// True if `text` already contains the result of `edit`, which `action` is about to make.
fn has_result(action: &Action, edit: &EditRef<'_>, text: &[u8]) -> bool {
    match action {
        Action::Replace(action) => resolve::stands_whole(action, text, edit.span()),
        Action::Insert(_) => {
            let (above, below) = text.split_at(edit.at);
            above.ends_with(edit.new) || below.starts_with(edit.new)
        }
        _ => false,
    }
}

/// True if the steps so far have not changed `spans` of the text that was read.
fn is_left_by(draft: &Draft, spans: &[Span]) -> bool {
    let (Some(read), Some(now)) = (draft.before(), draft.now()) else {
        return false;
    };
    if now.is_untouched() {
        return true;
    }
    if now.base().bytes() != read.bytes() {
        return false;
    }
    let changes = now.changes();
    spans
        .iter()
        .all(|span| carried(*span, &[], &changes).is_some())
}

/// True if `action` has no match in `text` outside `results`. Always true if `action` does not replace all matches.
/// `text` is the content of the file at `path`.
fn has_no_other(action: &Replace, path: &Path, text: &Snapshot, results: &[Span]) -> bool {
    if !matches!(action.pick, Pick::All) {
        return true;
    }
    let Some(searched) = window(&action.find, text) else {
        return false;
    };
    let Ok(found) = resolve::replace(action, Repeat::Refuse, path, text, searched) else {
        return true;
    };
    found
        .sites
        .iter()
        .all(|site| results.iter().any(|result| result.touches(site.span)))
}

/// True if the changes of a transaction show whether `action` was part of it.
fn is_recognised(action: &Action) -> bool {
    matches!(
        action,
        Action::Replace(_)
            | Action::Insert(_)
            | Action::Append(_)
            | Action::Lines(_)
            | Action::Set(_)
            | Action::Unset(_)
    )
}

/// True if `action` could change `text` again after an earlier run. The file itself shows whether a named key is
/// already set or deleted.
fn changes_again(action: &Action, path: &Path, text: &Snapshot) -> bool {
    match action {
        Action::Set(set) if set.key.parts.iter().any(KeyPart::is_new) => true,
        Action::Set(_) | Action::Unset(_) => has_index(action, path, text),
        action => is_recognised(action),
    }
}

/// True if the key of `action` contains the index of a list element in `text`, the content of the file at `path`.
fn has_index(action: &Action, path: &Path, text: &Snapshot) -> bool {
    match action {
        Action::Set(set) => resolve::counts_elements(&set.key, path, text),
        Action::Unset(key) => resolve::counts_elements(key, path, text),
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

/// The latest transactions of the file that is now at `name` with the content `text`, newest first, without undos.
fn past_entries(
    journal: &WorkspaceJournal,
    name: &Path,
    text: &Snapshot,
) -> Result<Vec<PastEntry>, Unavailable> {
    let mut found = Vec::new();
    let mut bytes = 0;
    let mut later: Vec<Rc<LaterChange>> = Vec::new();
    // The journal records bytes; steps change decoded text.
    let encoding = text.encoding();
    let mut after = text.original().clone();
    let mut name = name.to_owned();
    let mut events = journal.settled_of(&name)?;
    for result in events.entries().take(ENTRIES) {
        let mut entry = result?;
        journal.store.load(&mut entry);
        let mut notes = entry.files.iter();
        let Some(note) = notes.find(|note| note.path_after() == Some(&*name)) else {
            break;
        };
        let (Some(made), Some(changes)) = (note.after, note.changes.loaded()) else {
            break;
        };
        if made != after.fingerprint() {
            // Another program has written the file since.
            let stored = journal.store.text(&made);
            let Some(stored) = stored.or_else(|| whole_text(changes)) else {
                break;
            };
            let stored = Snapshot::of_text(stored);
            let before = stored.clone().decoded(encoding);
            let after_text = after.clone().decoded(encoding);
            later.push(Rc::new(LaterChange {
                changes: ChangeSet::by_line(before.bytes(), after_text.bytes()),
                before,
                after: after_text,
                certainty: Certainty::Compared,
            }));
            after = stored;
        }
        let Ok(before) = changes.invert().apply(after.bytes()) else {
            break;
        };
        bytes += before.len();
        let before = Snapshot::of_text(before);
        let Some((text_before, changes)) = changes.decoded(before.clone(), encoding) else {
            break;
        };
        if !matches!(entry.kind, Deed::Undo(_)) {
            found.push(PastEntry {
                id: entry.id,
                task: entry.task.clone(),
                path: name.clone(),
                before: text_before.clone(),
                changes: changes.clone(),
                later: later.clone(),
            });
        }
        later.push(Rc::new(LaterChange {
            before: text_before,
            changes,
            after: after.decoded(encoding),
            certainty: certainty(&entry.command),
        }));
        after = before;
        match note.path_before() {
            Some(earlier) if bytes < BYTES => earlier.clone_into(&mut name),
            _ => break,
        }
    }
    Ok(found)
}

/// The certainty about the changes that `command` made. If `command` wrote the complete text, the changes were
/// computed from the texts.
fn certainty(command: &[String]) -> Certainty {
    match command.first().map(String::as_str) {
        Some("write") => Certainty::Compared,
        Some(
            "replace" | "insert" | "append" | "ensure" | "set" | "unset" | "lines" | "patch"
            | "undo" | "redo" | "move",
        ) => Certainty::Noted,
        _ => Certainty::Supposed,
    }
}

/// True if a transaction moved the file from `from` to `to`.
fn came_from(journal: &WorkspaceJournal, from: &Path, to: &Path) -> Result<bool, Unavailable> {
    let mut events = journal.settled_of(to)?;
    for result in events.entries().take(ENTRIES) {
        let entry = result?;
        let mut notes = entry.files.iter();
        let note = notes.find(|note| note.path_after() == Some(to));
        match note.and_then(|note| note.path_before()) {
            Some(before) if before == to => {}
            Some(before) => return Ok(before == from && !matches!(entry.kind, Deed::Undo(_))),
            None => break,
        }
    }
    Ok(false)
}

impl PastEntry {
    /// Resolves `edit` against the text before the transaction. Also returns the indices of its edits in the
    /// transaction; `None` if the transaction does not contain all of them.
    fn made_by(&self, edit: StatedEdit<'_>) -> Option<(Resolution, Vec<usize>)> {
        let resolution = edit.resolved(&self.path, &self.before)?;
        let numbers = self.numbers_of(&resolution.changes)?;
        Some((resolution, numbers))
    }

    /// The current spans of the results of `edit`, if the transaction made it and no result has changed.
    fn standing_results(&self, edit: StatedEdit<'_>) -> Option<Vec<Span>> {
        let (_, numbers) = self.made_by(edit)?;
        self.results(&numbers)
    }

    /// This run as a [`MadeBefore`], if `changes` to `text` would repeat it. The changes were found at `tier`.
    fn repeated(
        &self,
        edit: StatedEdit<'_>,
        changes: &ChangeSet,
        tier: Tier,
        place: &RootedPath,
        text: &Snapshot,
    ) -> Option<MadeBefore> {
        let (made, numbers) = match (self.made_by(edit), edit) {
            (Some((made, numbers)), _) => (Some(made), numbers),
            (None, StatedEdit::Action(action)) => (None, self.made_in_region(action, place)?),
            (None, StatedEdit::Patch(..)) => return None,
        };
        let results = self.standing(numbers.iter().copied());
        let mut spans = results.iter();
        let is_found_later = results.len() == numbers.len()
            && made
                .as_ref()
                .is_some_and(|made| tier.is_after(made.sites.last_tier()));
        if !is_found_later && !spans.any(|span| repeated::changes_result(changes, *span)) {
            return None;
        }
        Some(MadeBefore {
            entry: self.id,
            lines: first_lines(&results, text),
            rest: made.and_then(|made| made.already_applied(&self.results(&numbers)?, text)),
        })
    }

    /// The indices of the edits in the transaction that `action` made; `None` if `action` does not search a region.
    fn made_in_region(&self, action: &Action, place: &RootedPath) -> Option<Vec<usize>> {
        let find = match action {
            Action::Replace(replace) => &replace.find,
            Action::Insert(insert) => match &insert.at {
                InsertAt::BeforeText(find) | InsertAt::AfterText(find) => find,
                _ => return None,
            },
            _ => return None,
        };
        if !matches!(find.scope, Scope::In(_)) {
            return None;
        }
        let changes = self.changes_by([(1, action)].into_iter(), place)?;
        self.numbers_of(&changes)
    }

    /// The changes that these actions, with the numbers of their steps, make to the text before the transaction.
    fn changes_by<'s>(
        &self,
        actions: impl Iterator<Item = (usize, &'s Action)>,
        place: &RootedPath,
    ) -> Option<ChangeSet> {
        let mut drafts = Drafts::default();
        drafts.load(place.clone(), Some(self.before.clone()));
        let draft = drafts.at(place).ok()?;
        for (number, action) in actions {
            draft.apply(number, action, Repeat::Refuse).ok()?;
        }
        let file = drafts.resolved().pop()?;
        Some(file.text.after?.changes)
    }

    /// The indices of the edits of `changes` in the transaction; `None` if one is missing, or if there is no edit.
    fn numbers_of(&self, changes: &ChangeSet) -> Option<Vec<usize>> {
        let mut numbers = Vec::new();
        let mut made = self.changes.edits().iter().enumerate();
        for edit in changes.edits() {
            let (number, _) = made.find(|(_, made)| *made == edit)?;
            numbers.push(number);
        }
        if numbers.is_empty() {
            return None;
        }
        Some(numbers)
    }

    /// The edit that changed `lines`, which contained the text of `find`; `None` if the text was still there after
    /// the transaction.
    fn edit_of(&self, lines: LineRange, find: &Find, now: &Snapshot) -> Option<EarlierEdit> {
        let after = Snapshot::of_text(self.changes.apply(self.before.bytes()).ok()?);
        if resolve::holds(find, &after).is_some() {
            return None;
        }
        let lines = self.before.span_of(lines)?;
        let mut blocks = self.changes.line_blocks(self.before.bytes());
        let block = blocks
            .find(|block| block.old.start() < lines.end() && lines.start() < block.old.end())?;
        let mut written = None;
        if !block.new.is_empty() {
            let start = after.span_of(LineRange::single(block.new_line))?.start();
            written = Some(Span::of_len(start, block.new.len()));
            for later in self.later.iter().rev() {
                written = written.and_then(|span| carried(span, &[], &later.changes));
            }
        }
        Some(EarlierEdit {
            entry: self.id,
            task: self.task.clone(),
            theirs: LineChange {
                old: self.before.slice(block.old),
                new: block.new,
            },
            mine: LineChange::default(),
            lines: written.map(|span| now.lines_of(span)),
        })
    }

    /// True if `lines` in the text before the transaction may have other numbers in the current `text`.
    fn counts_otherwise(&self, lines: AskedLines, text: &Snapshot) -> bool {
        let Ok(now) = lines.all_in_text(text.line_count()) else {
            // Another check refuses lines beyond the end.
            return false;
        };
        match self.present_span(lines) {
            Some(span) => text.lines_of(span) != now,
            None => true,
        }
    }

    /// The current span of `lines` in the text before the transaction; `None` if they have changed since.
    fn present_span(&self, lines: AskedLines) -> Option<Span> {
        let then = lines.all_in_text(self.before.line_count()).ok()?;
        let mut span = carried(self.before.span_of(then)?, &[], &self.changes)?;
        for later in self.later.iter().rev() {
            span = carried(span, &[], &later.changes)?;
        }
        Some(span)
    }

    /// True if at least two `steps`, applied in order, produce exactly the changes of this transaction.
    fn is_made_together(&self, steps: &[(Cow<'_, Step>, usize)], place: &RootedPath) -> bool {
        if steps.len() < 2 || !steps.iter().all(|(step, _)| is_recognised(&step.action)) {
            return false;
        }
        let actions = steps.iter().map(|(step, number)| (*number, &step.action));
        self.changes_by(actions, place).as_ref() == Some(&self.changes)
    }

    /// The current spans of the results with these indices that are unchanged. Checks at most [`RESULTS`].
    fn standing(&self, numbers: impl Iterator<Item = usize>) -> Vec<Span> {
        let mut standing = Vec::new();
        for number in numbers.take(RESULTS) {
            standing.extend(self.results(&[number]).unwrap_or_default());
        }
        standing
    }

    /// The current spans of the results with these indices; `None` if one has changed.
    fn results(&self, numbers: &[usize]) -> Option<Vec<Span>> {
        let mut spans = Vec::new();
        for number in numbers {
            let removed = &self.changes.edits()[*number].old;
            let mut span = self.changes.result_span(*number);
            for later in self.later.iter().rev() {
                span = later.carried(span, removed)?;
            }
            spans.push(span);
        }
        if spans.is_empty() {
            return None;
        }
        Some(spans)
    }
}

impl LaterChange {
    /// The span in the text after for `span`, which replaced `removed`. `None` if it was touched, or if it may be
    /// another place with the same text. If the change was computed from the texts, the lines next to it must be
    /// unchanged.
    fn carried(&self, span: Span, removed: &[u8]) -> Option<Span> {
        let to = carried(span, removed, &self.changes)?;
        if self.certainty == Certainty::Noted {
            return Some(to);
        }
        let before = lines_beside(self.before.bytes(), span);
        let after = lines_beside(self.after.bytes(), to);
        // For a single edit that may be exact, one unchanged neighbor is enough.
        let one_is_enough = self.certainty == Certainty::Supposed && self.changes.edits().len() < 2;
        for (line, now) in before.iter().zip(after) {
            let Some(line) = *line else {
                continue;
            };
            let is_same = now == Some(line);
            if one_is_enough && is_same {
                return Some(to);
            }
            if !one_is_enough && !is_same && !self.is_rewritten(line, span, to) {
                return None;
            }
        }
        if one_is_enough && before != [None, None] {
            return None;
        }
        Some(to)
    }

    /// True if `line`, next to `span`, was rewritten: the span has not moved, and the line is gone from the text.
    fn is_rewritten(&self, line: &[u8], span: Span, to: Span) -> bool {
        let has_moved = self.before.line_count() != self.after.line_count()
            || self.before.lines_of(span) != self.after.lines_of(to);
        let mut lines = <[u8]>::split(self.after.bytes(), |&byte| byte == b'\n');
        !has_moved && !lines.any(|other| other.trim_ascii_end() == line)
    }
}

/// The change that `action` makes to `before`, the content of the file at `path`.
fn resolved(action: &Action, path: &Path, before: &Snapshot) -> Option<Resolution> {
    const REPEAT: Repeat = Repeat::Refuse;
    match action {
        Action::Replace(action) => {
            let searched = window(&action.find, before)?;
            resolve::replace(action, REPEAT, path, before, searched).ok()
        }
        Action::Insert(action) => {
            let window = match &action.at {
                InsertAt::BeforeText(find) | InsertAt::AfterText(find) => window(find, before)?,
                InsertAt::Beginning | InsertAt::After(_) | InsertAt::End => before.span(),
                InsertAt::Region(..) => return None,
            };
            resolve::insert(action, REPEAT, path, before, window).ok()
        }
        Action::Append(action) => resolve::append(action, REPEAT, before).ok(),
        Action::Lines(Lines { at, text, .. }) => match at {
            LinesAt::Numbers(asked, anchors) => resolve::lines(*asked, *anchors, text, before)
                .ok()
                .map(|placed| placed.resolution),
            LinesAt::Region(_) => None,
        },
        Action::Set(set) => resolve::set(set, path, before).ok(),
        Action::Unset(key) => resolve::unset(key, path, before).ok(),
        _ => None,
    }
}

/// The part of `text` that `find` searches.
fn window(find: &Find, text: &Snapshot) -> Option<Span> {
    match &find.scope {
        Scope::File => Some(text.span()),
        // A region has to be found first, for which the text alone is not enough.
        Scope::In(_) => None,
        Scope::Within(lines) => text.span_of(lines.all_in_text(text.line_count()).ok()?),
    }
}

/// The position after `way` of `span`, which replaced `removed`. `None` if `way` touches it. If `span` is empty,
/// adjacent changes that may restore `removed` count too.
fn carried(span: Span, removed: &[u8], way: &ChangeSet) -> Option<Span> {
    let mut start = span.start();
    for edit in way.edits() {
        let end = edit.at + edit.old.len();
        let is_around = edit.at < span.start() && span.start() < end;
        let touches = edit.at <= span.end() && span.start() <= end;
        if span.is_empty() && (is_around || touches && may_put_back(&edit.new, removed)) {
            return None;
        }
        if end <= span.start() {
            start = start + edit.new.len() - edit.old.len();
        } else if edit.at < span.end() {
            return None;
        }
    }
    Some(Span::of_len(start, span.len()))
}

/// The lines above and below `span`, without trailing whitespace; `None` at the edges of `text`.
fn lines_beside(text: &[u8], span: Span) -> [Option<&[u8]>; 2] {
    let start = text::line_start(text, span.start());
    let end = if text::line_start(text, span.end()) == span.end() {
        span.end()
    } else {
        text::line_end(text, span.end())
    };
    let above = start.checked_sub(1).map(|newline| {
        let start = text::line_start(text, newline);
        &text[start..newline]
    });
    let mut below = None;
    if end < text.len() {
        below = Some(text::first_line(&text[end..]));
    }
    [above, below].map(|line| line.map(<[u8]>::trim_ascii_end))
}

/// True if `new` contains a word of `removed`, or if `removed` has no words.
fn may_put_back(new: &[u8], removed: &[u8]) -> bool {
    let gone = words(removed);
    gone.is_empty() || words(new).iter().any(|word| gone.contains(word))
}

fn words(text: &[u8]) -> Vec<&[u8]> {
    let parts = text.split(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
    parts.filter(|word| !word.is_empty()).collect()
}

/// The lines of at most [`LISTED`] `spans`.
fn first_lines(spans: &[Span], text: &Snapshot) -> Vec<LineRange> {
    let listed = spans.iter().take(LISTED);
    listed.map(|&span| text.lines_of(span)).collect()
}
