//! Whether the journal shows that an edit was made before and still stands.
//!
//! The text before a transaction is what taking it back gives. Where the edit made there is what the transaction did,
//! and nothing since has touched it, this very edit is done. So it is where all steps of the file, made there
//! together, are what the transaction did.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use bytes::Bytes;

use super::super::steps::files::RequestFiles;
use super::super::steps::selection::FileStep;
use super::super::world::JournalContext;
use super::repeated;
use super::workspace_journal::WorkspaceJournal;
use crate::change::{ChangeSet, Deed, LineChange, SeenEdit};
use crate::journal::Unavailable;
use crate::patch::FilePatch;
use crate::refusal::{EarlierEdit, Reason};
use crate::request::{
    Action, AskedLines, Find, InsertAt, Journaling, Lines, LinesAt, Pick, Region, Repeat, Replace,
    Scope, Step, Terms,
};
use crate::resolve::draft::{Draft, Drafts};
use crate::resolve::place::{self, Placing};
use crate::resolve::{self, Resolution, Site};
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
    /// Of the file that was asked about last.
    file: RefCell<Option<Rc<Past>>>,
}

/// The past of one file as the journal knows it.
struct Past {
    place: RootedPath,
    entries: Vec<PastEntry>,
    /// Whether all steps of the file were made in one of them, and stand.
    are_all_applied: OnceCell<bool>,
}

/// One transaction, seen from a text that came after it.
struct PastEntry {
    /// Its number in the journal.
    id: u64,
    task: Option<String>,
    /// The name of the file then.
    path: PathBuf,
    before: Snapshot,
    /// Its changes of this file.
    changes: ChangeSet,
    /// All that was done since, the last first: from its result to the text now.
    later: Vec<Rc<LaterChange>>,
}

/// From one text of a file to the next.
struct LaterChange {
    before: Snapshot,
    changes: ChangeSet,
    after: Snapshot,
    certainty: Certainty,
}

/// How far what happened between two texts is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// It was noted, change by change.
    Noted,
    /// It may have been told from the texts alone: of equal lines it guesses which is which.
    Supposed,
    /// It was told from the texts alone.
    Compared,
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
    /// Whether it was refused for `reason` because its text is not there, or not all of it.
    fn finds_nothing(self, reason: &Reason) -> bool {
        match self {
            Self::Action(action) => {
                let is_absent = matches!(
                    reason,
                    Reason::NotFound { .. } | Reason::AlreadyApplied { .. }
                );
                is_absent && matches!(action, Action::Replace(_))
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
    pub fn of(
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

    /// Whether the journal shows that `step` of the file of `draft` is done there, by itself or with all others of the
    /// file. Its lines are those of the text that was read, whatever the steps before it made of that.
    pub fn made_this_step(&self, step: &Step, draft: &Draft, files: &RequestFiles) -> bool {
        let Some(text) = read(draft) else {
            return false;
        };
        let Some(past) = self.past(draft.place(), text, files) else {
            return false;
        };
        let of_file = self.steps_at(&step.path);
        let steps: Vec<(&Step, usize)> = of_file
            .iter()
            .map(|(step, number)| (&**step, *number))
            .collect();
        let most = (STEPS / steps.len().max(1)).clamp(1, ENTRIES);
        let entries = || past.entries.iter().take(most);
        let are_all_applied = past.are_all_applied.get_or_init(|| {
            entries().any(|entry| {
                let all: Vec<usize> = (0..entry.changes.edits().len()).collect();
                entry.is_made_together(&steps, draft.place()) && entry.results(&all).is_some()
            })
        });
        let is_applied = |entry: &PastEntry| {
            let made = entry.made_by(StatedEdit::Action(&step.action));
            let spans = made.and_then(|(_, numbers)| entry.results(&numbers));
            spans.is_some_and(|spans| match &step.action {
                Action::Replace(action) => {
                    is_left_by(draft, &spans)
                        && has_no_other(action, draft.place().shown(), text, &spans)
                }
                _ => true,
            })
        };
        *are_all_applied || entries().any(is_applied)
    }

    /// The fingerprint of the earlier text in which the line numbers of `step`, the `number`th, were counted, if they were. That is
    /// so when a recorded run applied another step of the request, and the numbered lines have moved since.
    pub fn text_of_its_lines(
        &self,
        number: usize,
        step: &Step,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<Fingerprint> {
        let lines = lines_named(&step.action)?;
        let text = read(draft)?;
        let others = self.steps.iter();
        let others: Vec<&FileStep<'_>> = others
            .filter(|other| other.path() == step.path && other.number != number)
            .collect();
        if others.is_empty() {
            return None;
        }
        let past = self.past(draft.place(), text, files)?;
        let most = (STEPS / others.len()).clamp(1, ENTRIES);
        let is_made_in = |entry: &PastEntry, other: &FileStep<'_>| {
            let made = entry.made_by(StatedEdit::Action(&other.stated().action));
            made.is_some_and(|(_, numbers)| entry.results(&numbers).is_some())
        };
        let mut entries = past.entries.iter().take(most);
        let entry = entries.find(|entry| {
            entry.counts_otherwise(lines, text)
                && others.iter().any(|other| is_made_in(entry, other))
        })?;
        Some(entry.before.fingerprint())
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

    /// The earlier run of `edit` whose result `changes`, which it is about to make of the file of `draft` as that was
    /// read, would change once more.
    pub fn repeated(
        &self,
        edit: StatedEdit<'_>,
        changes: &ChangeSet,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<MadeBefore> {
        let text = read(draft)?;
        let is_everywhere = is_everywhere(edit, text.bytes());
        let may_be_repeated = match edit {
            StatedEdit::Action(_) if is_everywhere => true,
            StatedEdit::Action(_) => repeated::may_be_repeated(changes, text.bytes()),
            // A hunk finds the place of removed lines by those around them.
            StatedEdit::Patch(..) => repeated::has_results(changes, text.bytes()),
        };
        if !may_be_repeated {
            return None;
        }
        let past = self.past(draft.place(), text, files)?;
        let entries = past.entries.iter().take(edit.entries());
        let mut entries = entries
            .filter(|entry| is_everywhere || repeated::may_be_among(changes, &entry.changes));
        entries.find_map(|entry| {
            let (made, numbers) = match (entry.made_by(edit), edit) {
                (Some((made, numbers)), _) => (Some(made), numbers),
                (None, StatedEdit::Action(action)) => {
                    (None, entry.made_in_region(action, draft.place())?)
                }
                (None, StatedEdit::Patch(..)) => return None,
            };
            let results = entry.standing(numbers.iter().copied());
            let mut spans = results.iter();
            spans
                .any(|&span| repeated::changes_result(changes, span))
                .then(|| MadeBefore {
                    entry: entry.id,
                    lines: first_lines(&results, text),
                    rest: made
                        .and_then(|made| made.already_applied(&entry.results(&numbers)?, text)),
                })
        })
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
        let has_result = |edit: &SeenEdit<'_>| match action {
            Action::Replace(action) => resolve::stands_whole(action, text.bytes(), edit.span()),
            Action::Insert(_) => {
                let (above, below) = text.bytes().split_at(edit.at);
                above.ends_with(edit.new) || below.starts_with(edit.new)
            }
            _ => false,
        };
        let edit = changes.seen().take(STEPS).find(has_result)?;
        let past = self.past(draft.place(), text, files);
        let is_known = past.is_some_and(|past| !past.entries.is_empty());
        (!is_known).then(|| text.lines_of(edit.span()))
    }

    /// The earlier run of all steps of the file of `draft`, made together, whose result `changes` would change once
    /// more.
    pub fn repeated_together(
        &self,
        path: &Path,
        changes: &ChangeSet,
        draft: &Draft,
        files: &RequestFiles,
    ) -> Option<(u64, Vec<LineRange>)> {
        let text = read(draft)?;
        if !repeated::may_be_repeated(changes, text.bytes()) {
            return None;
        }
        let past = self.past(draft.place(), text, files)?;
        let of_file = self.steps_at(path);
        let steps: Vec<(&Step, usize)> = of_file
            .iter()
            .map(|(step, number)| (&**step, *number))
            .collect();
        let most = (STEPS / steps.len().max(1)).clamp(1, ENTRIES);
        past.entries.iter().take(most).find_map(|entry| {
            if !entry.is_made_together(&steps, draft.place()) {
                return None;
            }
            let results = entry.standing(0..entry.changes.edits().len());
            let mut spans = results.iter();
            spans
                .any(|&span| repeated::changes_result(changes, span))
                .then(|| (entry.id, first_lines(&results, text)))
        })
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

    /// Whether the journal shows that the file at `to` came from `from`.
    pub fn is_moved(&self, from: &RootedPath, to: &RootedPath, files: &RequestFiles) -> bool {
        let (RequestFiles::Disk(disk), Some(context)) = (files, self.context) else {
            return false;
        };
        let Ok(Some(journal)) = WorkspaceJournal::find(context) else {
            return false;
        };
        let [from, to] = [from, to].map(|place| journal.names.name(disk, place));
        came_from(&journal, &from, &to).unwrap_or(false)
    }

    /// The steps on the file at `path`, with their numbers.
    fn steps_at(&self, path: &Path) -> Vec<(Cow<'r, Step>, usize)> {
        let of_file = self.steps.iter().filter(|one| one.path() == path);
        of_file.map(|one| (one.step(), one.number)).collect()
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
        let entries = entries(&journal, &journal.names.name(disk, place), text);
        let past = Rc::new(Past {
            place: place.clone(),
            entries: entries.unwrap_or_default(),
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

/// The text of `draft` as it was read. What an earlier one became is told by the merge, not by the journal.
fn read(draft: &Draft) -> Option<&Snapshot> {
    draft.before().filter(|_| !draft.is_on_base())
}

/// Whether the steps so far leave alone what stands at `spans` of the text that was read.
fn is_left_by(draft: &Draft, spans: &[Span]) -> bool {
    let (Some(read), Some(now)) = (draft.before(), draft.now()) else {
        return false;
    };
    if now.is_untouched() {
        return true;
    }
    let changes = now.changes();
    let is_left = |span: &Span| carried(*span, &[], &changes).is_some();
    now.base().bytes() == read.bytes() && spans.iter().all(is_left)
}

/// Whether `action`, which is made at all places that there are, has none in `text`, the file at `path`, but where its
/// results are.
fn has_no_other(action: &Replace, path: &Path, text: &Snapshot, results: &[Span]) -> bool {
    if !matches!(action.pick, Pick::All) {
        return true;
    }
    let Some(window) = window(&action.find, text) else {
        return false;
    };
    let Ok(found) = resolve::replace(action, Repeat::Refuse, path, text, window) else {
        return true;
    };
    let is_result = |site: Site| results.iter().any(|result| result.touches(site.span));
    found.sites.iter().all(is_result)
}

/// The lines that `action` names by their numbers.
fn lines_named(action: &Action) -> Option<AskedLines> {
    let line = |region: &Region| region.line().map(|line| LineRange::single(line).into());
    let scope = |find: &Find| match &find.scope {
        Scope::Within(lines) => Some(*lines),
        Scope::In(region) => line(region),
        Scope::File => None,
    };
    match action {
        Action::Lines(lines) => match &lines.at {
            LinesAt::Numbers(lines, _) => Some(*lines),
            LinesAt::Region(region) => line(region),
        },
        Action::Replace(replace) => scope(&replace.find),
        Action::Insert(insert) => match &insert.at {
            InsertAt::After(line) => Some(LineRange::single(*line).into()),
            InsertAt::BeforeText(find) | InsertAt::AfterText(find) => scope(find),
            InsertAt::Region(region, _) => line(region),
            InsertAt::Beginning | InsertAt::End => None,
        },
        _ => None,
    }
}

/// Whether what an action made can be told from what a transaction did.
fn is_recognised(action: &Action) -> bool {
    matches!(
        action,
        Action::Replace(_) | Action::Insert(_) | Action::Append(_) | Action::Lines(_)
    )
}

/// The last transactions about the file that is now at `name` and has `text`, the newest first. What took
/// something back is left out.
fn entries(
    journal: &WorkspaceJournal,
    name: &Path,
    text: &Snapshot,
) -> Result<Vec<PastEntry>, Unavailable> {
    let mut found = Vec::new();
    let mut bytes = 0;
    let mut later: Vec<Rc<LaterChange>> = Vec::new();
    // The journal knows bytes; steps are about texts.
    let encoding = text.encoding();
    let read = |bytes: &Snapshot| bytes.clone().decoded(encoding);
    let mut after = text.original().clone();
    let mut name = name.to_owned();
    let mut events = journal.settled_of(&name)?;
    for entry in events.entries().take(ENTRIES) {
        let mut entry = entry?;
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
            let Some(stored) = stored.or_else(|| whole_result(changes)) else {
                break;
            };
            let stored = Snapshot::of_text(stored);
            let (before, after_text) = (read(&stored), read(&after));
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
            after: read(&after),
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

/// The text after `changes`, if they replace the whole of the text before.
fn whole_result(changes: &ChangeSet) -> Option<Bytes> {
    match changes.edits() {
        [edit] if edit.old.len() == changes.base_len() => Some(edit.new.clone()),
        _ => None,
    }
}

/// How far what `command` did is known: it may have given the file a text, of which the changes were told then.
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

/// Whether a transaction brought the file that is now at `to` there from `from`.
fn came_from(journal: &WorkspaceJournal, from: &Path, to: &Path) -> Result<bool, Unavailable> {
    let mut events = journal.settled_of(to)?;
    for entry in events.entries().take(ENTRIES) {
        let entry = entry?;
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
    /// What `edit` makes of the text before, and which of the transaction's edits that are; `None` where it is not
    /// among them.
    fn made_by(&self, edit: StatedEdit<'_>) -> Option<(Resolution, Vec<usize>)> {
        let resolution = edit.resolved(&self.path, &self.before)?;
        let numbers = self.numbers_of(&resolution.changes)?;
        Some((resolution, numbers))
    }

    /// Which of the transaction's edits `action`, which looks in a region of the file at `place`, made.
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
        let mut drafts = Drafts::default();
        drafts.load(place.clone(), Some(self.before.clone()));
        let draft = drafts.at(place).ok()?;
        draft.apply(1, action, Repeat::Refuse).ok()?;
        let files = drafts.resolved();
        let after = files.first()?.transition.after.as_ref()?;
        self.numbers_of(&after.changes)
    }

    /// Which of the transaction's edits those of `changes` are; `None` where one is not among them, or there is none.
    fn numbers_of(&self, changes: &ChangeSet) -> Option<Vec<usize>> {
        let mut numbers = Vec::new();
        let mut made = self.changes.edits().iter().enumerate();
        for edit in changes.edits() {
            let (number, _) = made.find(|(_, made)| *made == edit)?;
            numbers.push(number);
        }
        (!numbers.is_empty()).then_some(numbers)
    }

    /// What it made of `lines` of the text before, which hold the text of `find`; `None` if the text was still there
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

    /// Whether `lines` of the text before are not those of `text`, which is there now, or not for certain.
    fn counts_otherwise(&self, lines: AskedLines, text: &Snapshot) -> bool {
        let in_text = |text: &Snapshot| lines.all_in_text(text.line_count()).ok();
        let Some(now) = in_text(text) else {
            // That is refused by itself.
            return false;
        };
        let then = in_text(&self.before).and_then(|lines| self.before.span_of(lines));
        let to = then.and_then(|span| {
            let made = carried(span, &[], &self.changes)?;
            let mut later = self.later.iter().rev();
            later.try_fold(made, |span, later| carried(span, &[], &later.changes))
        });
        to.is_none_or(|to| text.lines_of(to) != now)
    }

    /// Whether several `steps`, made one after the other, are all that it did.
    fn is_made_together(&self, steps: &[(&Step, usize)], place: &RootedPath) -> bool {
        if steps.len() < 2 || !steps.iter().all(|(step, _)| is_recognised(&step.action)) {
            return false;
        }
        let mut drafts = Drafts::default();
        drafts.load(place.clone(), Some(self.before.clone()));
        let Ok(draft) = drafts.at(place) else {
            return false;
        };
        let mut steps = steps.iter();
        let is_made = steps.all(|(step, number)| {
            let made = draft.apply(*number, &step.action, Repeat::Refuse);
            made.is_ok()
        });
        let files = drafts.resolved();
        let after = files
            .first()
            .and_then(|file| file.transition.after.as_ref());
        is_made && after.is_some_and(|after| after.changes == self.changes)
    }

    /// The places, in the text now, of those results of its edits with these `numbers` that stand; of the first of them.
    fn standing(&self, numbers: impl Iterator<Item = usize>) -> Vec<Span> {
        let results = numbers
            .take(RESULTS)
            .filter_map(|number| self.results(&[number]));
        results.flatten().collect()
    }

    /// The places, in the text now, of the results of its edits with these `numbers`; `None` where one was changed.
    fn results(&self, numbers: &[usize]) -> Option<Vec<Span>> {
        let spans = numbers
            .iter()
            .map(|&number| {
                let removed = &self.changes.edits()[number].old;
                let mut later = self.later.iter().rev();
                later.try_fold(self.changes.result_span(number), |span, later| {
                    later.carried(span, removed)
                })
            })
            .collect::<Option<Vec<Span>>>()?;
        (!spans.is_empty()).then_some(spans)
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
        let mut pairs = before
            .iter()
            .zip(&after)
            .filter_map(|(line, now)| Some((line.as_ref()?, now)));
        let is_same = |(line, now): (&&[u8], &Option<&[u8]>)| *now == Some(*line);
        let stays = if self.certainty == Certainty::Supposed && self.changes.edits().len() < 2 {
            before == [None, None] || pairs.any(is_same)
        } else {
            pairs.all(|pair| is_same(pair) || self.is_rewritten(pair.0, span, to))
        };
        stays.then_some(to)
    }

    /// Whether `line`, which stood beside `span`, was rewritten there: nothing has moved, and it is nowhere now.
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
            let window = window(&action.find, before)?;
            resolve::replace(action, REPEAT, path, before, window).ok()
        }
        Action::Insert(action) => {
            let window = match &action.at {
                InsertAt::BeforeText(find) | InsertAt::AfterText(find) => window(find, before)?,
                InsertAt::Beginning | InsertAt::After(_) | InsertAt::End => whole(before),
                InsertAt::Region(..) => return None,
            };
            resolve::insert(action, REPEAT, before, window).ok()
        }
        Action::Append(action) => resolve::append(action, REPEAT, before).ok(),
        Action::Lines(Lines { at, text, .. }) => match at {
            LinesAt::Numbers(asked, anchors) => resolve::lines(*asked, *anchors, text, before)
                .ok()
                .map(|placed| placed.resolution),
            LinesAt::Region(_) => None,
        },
        _ => None,
    }
}

/// The part of `text` that `find` looks in.
fn window(find: &Find, text: &Snapshot) -> Option<Span> {
    match &find.scope {
        Scope::File => Some(whole(text)),
        // A region is found in a file, not in a text.
        Scope::In(_) => None,
        Scope::Within(lines) => text.span_of(lines.all_in_text(text.line_count()).ok()?),
    }
}

fn whole(text: &Snapshot) -> Span {
    text.span()
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
    let below = (end < text.len()).then(|| text::first_line(&text[end..]));
    [above, below].map(|line| line.map(<[u8]>::trim_ascii_end))
}

/// Whether the text `new` has a word of what was `removed`, or that has none.
fn may_put_back(new: &[u8], removed: &[u8]) -> bool {
    let words = |text| -> Vec<&[u8]> {
        let parts = <[u8]>::split(text, |byte| {
            byte.is_ascii() && !byte.is_ascii_alphanumeric()
        });
        parts.filter(|word| !word.is_empty()).collect()
    };
    let removed = words(removed);
    removed.is_empty() || words(new).iter().any(|word| removed.contains(word))
}

/// The lines of the first of `spans`, as many as are listed as evidence.
fn first_lines(spans: &[Span], text: &Snapshot) -> Vec<LineRange> {
    let listed = spans.iter().take(LISTED);
    listed.map(|&span| text.lines_of(span)).collect()
}
