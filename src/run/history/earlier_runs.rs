//! Finds edits in the journal that were made before and still stand.
//!
//! Taking a transaction back gives the text before it. If the edit, made on that text, is what the transaction did, and
//! nothing since has touched the result, this very edit is done. The same holds for all steps of the file together.

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
use crate::change::{ChangeSet, Deed, LineChange, SeenEdit};
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

/// Edits that have no place and are looked for in the journal.
const ASKED: usize = 16;
/// Results of one earlier run that are compared with an edit.
const RESULTS: usize = 64;
/// Results that are listed.
const LISTED: usize = 20;
/// Entries about a file that are looked at, and bytes of their texts.
const ENTRIES: usize = 64;
const BYTES: usize = 64 << 20;
/// Steps, and hunks of one patch, that are made again on the texts of all these entries together: the more there are,
/// the fewer entries are looked at.
const STEPS: usize = 1 << 16;
const HUNKS: usize = 512;

/// The earlier runs in the workspace, as one request asks for them.
pub struct EarlierRuns<'r> {
    /// The steps of the request, file by file.
    steps: &'r [FileStep<'r>],
    /// The journal to ask; `None` where none is asked.
    context: Option<&'r JournalContext>,
    left: Cell<usize>,
    /// The past of the file that was asked about last.
    file: RefCell<Option<Rc<Past>>>,
}

/// The past of one file as the journal knows it.
struct Past {
    place: RootedPath,
    entries: Vec<PastEntry>,
    /// True if all steps of the file were made in one of them, and stand.
    are_all_applied: OnceCell<bool>,
}

/// A transaction, seen from a text that came after it.
struct PastEntry {
    /// The number in the journal.
    id: u64,
    task: Option<String>,
    /// The name of the file then.
    path: PathBuf,
    before: Snapshot,
    /// The changes of this file.
    changes: ChangeSet,
    /// All changes since, the last first: from its result to the present text.
    later: Vec<Rc<LaterChange>>,
}

/// From one text of a file to the next.
struct LaterChange {
    before: Snapshot,
    changes: ChangeSet,
    after: Snapshot,
    certainty: Certainty,
}

/// The certainty of the changes between two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// The journal has them, change by change.
    Noted,
    /// They may have been told from the texts alone: of equal lines it is a guess which is which.
    Supposed,
    /// They were told from the texts alone.
    Compared,
}

/// What the journal says of a step before it is made.
pub enum Earlier {
    /// Nothing against it.
    Nothing,
    /// It is done.
    Done,
    /// Its line numbers were counted in the earlier text with this fingerprint, and the lines have moved since.
    CountedIn(Fingerprint),
}

/// An edit that was made before, and stands.
pub struct MadeBefore {
    /// The number of the journal's entry.
    pub entry: u64,
    /// The places of its results in the text now.
    pub lines: Vec<LineRange>,
    /// No change, and the places of its results; `None` where some of these do not stand.
    pub rest: Option<Resolution>,
}

/// An edit that may have been made before.
#[derive(Clone, Copy)]
pub enum StatedEdit<'a> {
    Action(&'a Action),
    Patch(&'a FilePatch, &'a Placing),
}

impl<'a> StatedEdit<'a> {
    /// True if it was refused for `reason` because its text is not there, or not all of it.
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

    /// The entries that are looked at for it.
    fn entries(self) -> usize {
        match self {
            Self::Action(_) => ENTRIES,
            Self::Patch(part, _) => (HUNKS / part.hunks().len().max(1)).clamp(1, ENTRIES),
        }
    }

    /// Resolves it against `text`, all of it, of the file at `path`.
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

/// True if `edit` replaces every place of its old text, and its new text stands in `text`. Places that touch are one edit
/// of a change set, in which the result of each is not to be seen.
fn is_everywhere(edit: StatedEdit<'_>, text: &[u8]) -> bool {
    let StatedEdit::Action(Action::Replace(replace)) = edit else {
        return false;
    };
    replace.pick == Pick::All
        && !replace.new.is_empty()
        && memchr::memmem::find(text, &replace.new).is_some()
}

impl<'r> EarlierRuns<'r> {
    /// The past that `steps` may ask for under these terms.
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

    /// The rest of `edit`, refused for `reason`, in the file of `draft`, if the journal shows that it was made there:
    /// no change, and the places of its results. To be asked as long as the steps so far have changed nothing in the
    /// file. A journal that cannot be read shows nothing.
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

    /// True if the journal shows that `step` of the file of `draft` is done there, by itself or with all others of the
    /// file. Its lines are those of the text that was read, whatever the steps before it made of that.
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
            // By itself, it can be made again.
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

    /// What the journal says of `step`, the `number`th, before it is made in the file of `draft`. It is asked only if an
    /// edit that is done is a success.
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

    /// The earlier text in which the line numbers of `step`, the `number`th, were counted, if they were. That is so when
    /// a recorded run applied another step of the request, and the numbered lines have moved since. Indices of a list
    /// are like line numbers if the other step deleted an element.
    fn text_of_its_lines(
        &self,
        number: usize,
        step: &Step,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<Fingerprint> {
        if let Action::Ensure(_) = step.action {
            // It may find the result of its earlier run in the present text.
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

    /// The rest of `edit` in the file of `draft`, if the journal shows that this very edit was made there and is still
    /// in force: no change, and the places of its results. To be asked before the edit is made, under the conditions
    /// of [`Self::rest_if_refused`].
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

    /// The earlier run of `edit` that the `new` changes, which it is about to make of the file of `draft` as that was read, would
    /// repeat: they change the result of that run once more, or `tier`, at which the edit was found now, comes after
    /// the one of that run. Then the old text is gone where it was, and another text is taken for it.
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
        let may_be_repeated = match edit {
            _ if tier != Tier::Exact => true,
            StatedEdit::Action(_) if takes_all => true,
            StatedEdit::Action(_) => new.may_be_repeated(text.bytes()),
            // A hunk finds the place of removed lines by those around them.
            StatedEdit::Patch(..) => repeated::has_results(changes, text.bytes()),
        };
        if !may_be_repeated {
            return None;
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

    /// The lines that `changes`, which `action` is about to make, change although the result of `action` stands there.
    /// `None` where the journal knows who wrote in the file before.
    pub fn looks_repeated(
        &self,
        action: &Action,
        changes: &ChangeSet,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<LineRange> {
        let text = read(draft)?;
        let mut edits = changes.seen().take(STEPS);
        let edit = edits.find(|edit| has_result(action, edit, text.bytes()))?;
        if let Some(past) = self.past(draft.place(), text, files)
            && !past.entries.is_empty()
        {
            return None;
        }
        Some(text.lines_of(edit.span()))
    }

    /// The earlier run of all steps of the file of `draft`, made together, whose result the `new` changes would change
    /// once more.
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

    /// The newest edit that took the text of `find` out of the file of `draft`, as far as the journal shows it.
    pub fn edit_that_took(
        &self,
        find: &Find,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<EarlierEdit> {
        let text = read(draft)?;
        if resolve::holds(find, text).is_some() {
            // An earlier step of the request took it.
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

    /// True if the journal shows that the file at `to` came from `from`.
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

    /// The past of the file at `place`, which has `text`.
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
    /// The rest of `edit` in `text`, which is there now, if it was made in one of the entries and stands.
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

/// The text of `draft` as it was read. Changes of an earlier text are told by the merge, not by the journal.
fn read(draft: &Draft) -> Option<&Snapshot> {
    draft.before().filter(|_| !draft.is_on_base())
}

/// True if `edit`, which `action` is about to make of `text`, has its result there already.
fn has_result(action: &Action, edit: &SeenEdit<'_>, text: &[u8]) -> bool {
    match action {
        Action::Replace(action) => resolve::stands_whole(action, text, edit.span()),
        Action::Insert(_) => {
            let (above, below) = text.split_at(edit.at);
            above.ends_with(edit.new) || below.starts_with(edit.new)
        }
        _ => false,
    }
}

/// True if the steps so far have not touched `spans` of the text that was read.
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

/// True if `action`, which is made at all of its places, has no place in `text`, the file at `path`, outside of its
/// `results`.
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

/// True if the changes of a transaction show whether the action was part of it.
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

/// True if `action` may find something to change in `text`, the file at `path`, although it was made there before. A key
/// with a name shows by itself that it is set or gone.
fn changes_again(action: &Action, path: &Path, text: &Snapshot) -> bool {
    match action {
        Action::Set(set) if set.key.parts.iter().any(KeyPart::is_new) => true,
        Action::Set(_) | Action::Unset(_) => has_index(action, path, text),
        action => is_recognised(action),
    }
}

/// True if the key of `action` has the index of an element in `text`, the file at `path`.
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

/// The last transactions about the file that is now at `name` and has `text`, the newest first. Undos are left out.
fn past_entries(
    journal: &WorkspaceJournal,
    name: &Path,
    text: &Snapshot,
) -> Result<Vec<PastEntry>, Unavailable> {
    let mut found = Vec::new();
    let mut bytes = 0;
    let mut later: Vec<Rc<LaterChange>> = Vec::new();
    // The journal knows bytes; steps are about texts.
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
        let (Some(made), Some(changes)) = (note.after, note.changes.here()) else {
            break;
        };
        if made != after.fingerprint() {
            // Somebody else wrote the file since.
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

/// The certainty of the changes that `command` made. If it gave the file a whole text, the changes were told from the
/// texts.
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

/// True if a transaction moved the file that is now at `to` there from `from`.
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
    /// The result of `edit` on the text before, and the numbers of its edits among those of the transaction; `None` if
    /// the transaction lacks some of them.
    fn made_by(&self, edit: StatedEdit<'_>) -> Option<(Resolution, Vec<usize>)> {
        let resolution = edit.resolved(&self.path, &self.before)?;
        let numbers = self.numbers_of(&resolution.changes)?;
        Some((resolution, numbers))
    }

    /// The places of the results of `edit` in the present text, if the transaction made it and all of them stand.
    fn standing_results(&self, edit: StatedEdit<'_>) -> Option<Vec<Span>> {
        let (_, numbers) = self.made_by(edit)?;
        self.results(&numbers)
    }

    /// This run of `edit`, if `changes` of `text`, the file at `place`, would repeat it. They were found at `tier`.
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

    /// The numbers of the transaction's edits that `action`, which searches a region of the file at `place`, made.
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

    /// The changes of the text before that these actions of numbered steps make, one after the other, in the file at
    /// `place`.
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

    /// The numbers of the edits of `changes` among those of the transaction; `None` if it lacks one, or there is none.
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

    /// The change of `lines` of the text before, which hold the text of `find`; `None` if the text was still there
    /// afterwards.
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

    /// True if `lines` have other numbers in the text before than in the present `text`, or may have.
    fn counts_otherwise(&self, lines: AskedLines, text: &Snapshot) -> bool {
        let Ok(now) = lines.all_in_text(text.line_count()) else {
            // Lines beyond the end are refused elsewhere.
            return false;
        };
        match self.present_span(lines) {
            Some(span) => text.lines_of(span) != now,
            None => true,
        }
    }

    /// The place of `lines` of the text before in the present text; `None` if they were touched since.
    fn present_span(&self, lines: AskedLines) -> Option<Span> {
        let then = lines.all_in_text(self.before.line_count()).ok()?;
        let mut span = carried(self.before.span_of(then)?, &[], &self.changes)?;
        for later in self.later.iter().rev() {
            span = carried(span, &[], &later.changes)?;
        }
        Some(span)
    }

    /// True if several `steps`, made one after the other, are the whole transaction.
    fn is_made_together(&self, steps: &[(Cow<'_, Step>, usize)], place: &RootedPath) -> bool {
        if steps.len() < 2 || !steps.iter().all(|(step, _)| is_recognised(&step.action)) {
            return false;
        }
        let actions = steps.iter().map(|(step, number)| (*number, &step.action));
        self.changes_by(actions, place).as_ref() == Some(&self.changes)
    }

    /// The places, in the text now, of those results of its edits with these `numbers` that stand; of the first of them.
    fn standing(&self, numbers: impl Iterator<Item = usize>) -> Vec<Span> {
        let mut standing = Vec::new();
        for number in numbers.take(RESULTS) {
            standing.extend(self.results(&[number]).unwrap_or_default());
        }
        standing
    }

    /// The places, in the text now, of the results of its edits with these `numbers`; `None` where one was changed.
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
    /// `span`, which stands in the place of what was `removed`, in the text after; `None` where it was touched, or may
    /// be another place that looks like it. Where the texts were compared, the lines beside it must still be there.
    fn carried(&self, span: Span, removed: &[u8]) -> Option<Span> {
        let to = carried(span, removed, &self.changes)?;
        if self.certainty == Certainty::Noted {
            return Some(to);
        }
        let before = lines_beside(self.before.bytes(), span);
        let after = lines_beside(self.after.bytes(), to);
        // For a single supposed edit one line beside it is enough.
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

    /// True if `line`, which stood beside `span`, was rewritten there: nothing has moved, and the line is nowhere now.
    fn is_rewritten(&self, line: &[u8], span: Span, to: Span) -> bool {
        let has_moved = self.before.line_count() != self.after.line_count()
            || self.before.lines_of(span) != self.after.lines_of(to);
        let mut lines = <[u8]>::split(self.after.bytes(), |&byte| byte == b'\n');
        !has_moved && !lines.any(|other| other.trim_ascii_end() == line)
    }
}

/// The change that `action` makes of `before`, the file at `path`.
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

/// The part of `text` that `find` looks in.
fn window(find: &Find, text: &Snapshot) -> Option<Span> {
    match &find.scope {
        Scope::File => Some(text.span()),
        // A region is found in a file, not in a text.
        Scope::In(_) => None,
        Scope::Within(lines) => text.span_of(lines.all_in_text(text.line_count()).ok()?),
    }
}

/// `span`, which stands in the place of what was `removed`, after `way`; `None` where this touches it. Beside a place
/// where something was only taken out, it may have put that back.
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

/// The line above those of `span` and the one below, without their endings, where there is one.
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

/// True if the text `new` has a word of the text that was `removed`, or if that has no word.
fn may_put_back(new: &[u8], removed: &[u8]) -> bool {
    let gone = words(removed);
    gone.is_empty() || words(new).iter().any(|word| gone.contains(word))
}

fn words(text: &[u8]) -> Vec<&[u8]> {
    let parts = text.split(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
    parts.filter(|word| !word.is_empty()).collect()
}

/// The lines of the first of `spans`, as many as are listed as evidence.
fn first_lines(spans: &[Span], text: &Snapshot) -> Vec<LineRange> {
    let listed = spans.iter().take(LISTED);
    listed.map(|&span| text.lines_of(span)).collect()
}
