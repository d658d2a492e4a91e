//! A journal entry of one file, with the later changes of the file. It can find an edit that the entry made, and the
//! current position of the result.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::earlier_texts::note_of;
use super::repeated;
use super::workspace_journal::WorkspaceJournal;
use crate::change::{ChangeSet, Deed, LineChange};
use crate::encoding::TextEncoding;
use crate::journal::{Entry, Unavailable, whole_text};
use crate::patch::{FilePatch, is_blob_prefix};
use crate::refusal::{EarlierEdit, Reason};
use crate::request::{Action, AskedLines, Find, InsertAt, Lines, LinesAt, Repeat, Scope, Step};
use crate::resolve::draft::Drafts;
use crate::resolve::place::{self, PlaceOptions};
use crate::resolve::{self, Explain, FileText, Resolution, Tier};
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::text::{self, LineRange, Span};

/// The maximum number of results of one earlier run to check.
const MAX_RESULTS: usize = 64;
/// The maximum number of results to list.
const MAX_LISTED: usize = 20;
/// The maximum number of entries to read for one file.
pub const MAX_ENTRIES: usize = 64;
/// The maximum number of bytes of the texts of these entries.
const MAX_BYTES: usize = 64 << 20;
/// The maximum number of hunks of one patch to apply to all these texts together. More hunks mean fewer entries.
const MAX_HUNKS: usize = 512;

/// A transaction of one file.
pub struct HistoryEntry {
    pub id: u64,
    task: Option<String>,
    /// The name of the file before the transaction.
    path: PathBuf,
    pub before: Snapshot,
    /// The changes to this file.
    pub changes: ChangeSet,
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
    Recorded,
    /// The changes may have been computed from the texts. The diff may then have paired the wrong equal lines.
    MaybeComputed,
    /// The changes were computed from the texts.
    Computed,
}

/// An edit that an earlier run made.
pub struct MadeBefore {
    /// The number of the journal entry.
    pub entry: u64,
    /// The current lines of the results.
    pub lines: Vec<LineRange>,
    /// A resolution without changes, with the results as its sites; `None` if some results have changed.
    pub applied: Option<Resolution>,
}

/// An edit to look up in the journal.
#[derive(Clone, Copy)]
pub enum StatedEdit<'a> {
    Action(&'a Action),
    Patch(&'a FilePatch, &'a PlaceOptions),
}

impl<'a> StatedEdit<'a> {
    /// True if the edit was refused for `reason` because its text, or a part of it, was not found.
    pub fn is_refused_as_missing(self, reason: &Reason) -> bool {
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
    pub fn max_entries(self) -> usize {
        match self {
            Self::Action(_) => MAX_ENTRIES,
            Self::Patch(part, _) => (MAX_HUNKS / part.hunks().len().max(1)).clamp(1, MAX_ENTRIES),
        }
    }

    /// True if the edit is a patch that was made for `text`, as its `index` line shows.
    fn is_made_for(self, text: &Snapshot) -> bool {
        match self {
            Self::Patch(
                FilePatch {
                    blobs: Some((old, _)),
                    ..
                },
                _,
            ) => is_blob_prefix(text.bytes(), old),
            _ => false,
        }
    }

    /// Resolves the edit against `text`, the content of the file at `path`.
    fn resolve(self, path: &Path, text: &Snapshot) -> Option<Resolution> {
        match self {
            Self::Action(action) => resolve_action(action, path, text),
            Self::Patch(part, options) => {
                let options = PlaceOptions {
                    repeat: Repeat::Refuse,
                    ..options.clone()
                };
                place::place(part, text, &options).ok()
            }
        }
    }
}

/// The latest transactions of the file that is now at `name` with the content `text`, newest first, without undos. If
/// the file later had the text from before a transaction again, the transaction is reverted and left out. So are the
/// transactions after it if another program restored that text. `None` if the journal has no transaction of the file.
pub fn history_entries(
    journal: &WorkspaceJournal,
    name: &Path,
    text: &Snapshot,
) -> Result<Option<Vec<HistoryEntry>>, Unavailable> {
    let mut reader = HistoryReader {
        journal,
        encoding: text.encoding(),
        name: name.to_owned(),
        text: text.original().clone(),
        entries: Vec::new(),
        later: Vec::new(),
        texts: HashSet::new(),
        restored: HashMap::new(),
    };
    let mut bytes = 0;
    let mut events = journal.settled_of(name)?;
    for result in events.entries().take(MAX_ENTRIES) {
        let mut entry = result?;
        journal.store.load(&mut entry);
        let Some(earlier_name) = reader.go_before(&entry) else {
            break;
        };
        reader.name = earlier_name;
        bytes += reader.text.bytes().len();
        if bytes >= MAX_BYTES {
            break;
        }
    }
    if reader.texts.is_empty() {
        return Ok(None);
    }
    Ok(Some(reader.entries))
}

/// Reads the history of a file backwards.
struct HistoryReader<'j> {
    journal: &'j WorkspaceJournal,
    /// The encoding of the steps. The journal records bytes.
    encoding: Option<TextEncoding>,
    /// The name and the bytes of the file at this point.
    name: PathBuf,
    text: Snapshot,
    /// Newest first.
    entries: Vec<HistoryEntry>,
    /// The changes from this point to the current text, last first.
    later: Vec<Rc<LaterChange>>,
    /// The texts that later transactions wrote.
    texts: HashSet<Fingerprint>,
    /// The texts that other programs wrote, with the latest point at which they did.
    restored: HashMap<Fingerprint, SinceText>,
}

/// The numbers of transactions and changes since another program wrote a text.
struct SinceText {
    transactions: usize,
    changes: usize,
}

impl HistoryReader<'_> {
    /// Goes back to the time before `entry`. Returns the name that the file had then. `None` if the entry is not about
    /// the file or is incomplete, or if the file did not exist.
    fn go_before(&mut self, entry: &Entry) -> Option<PathBuf> {
        let note = note_of(&entry.files, &self.name)?;
        let (written, changes) = (note.after?, note.changes.loaded()?);
        if written != self.text.fingerprint() {
            self.go_before_foreign_change(written, changes)?;
        }
        let before = Snapshot::of_text(changes.invert().apply(self.text.bytes()).ok()?);
        let (text_before, changes) = changes.decoded(before.clone(), self.encoding)?;
        if !matches!(entry.kind, Deed::Undo(_)) {
            self.entries.push(HistoryEntry {
                id: entry.id,
                task: entry.task.clone(),
                path: self.name.clone(),
                before: text_before.clone(),
                changes: changes.clone(),
                later: self.later.clone(),
            });
        }
        self.texts.insert(written);
        let after = std::mem::replace(&mut self.text, before);
        self.later.push(Rc::new(LaterChange {
            before: text_before,
            changes,
            after: after.decoded(self.encoding),
            certainty: certainty(&entry.command),
        }));
        self.drop_reverted(entry.id, note.before);
        note.path_before().map(Path::to_owned)
    }

    /// Goes back to the text `written` by `changes`, which another program has changed since.
    fn go_before_foreign_change(
        &mut self,
        written: Fingerprint,
        changes: &ChangeSet,
    ) -> Option<()> {
        let since = SinceText {
            transactions: self.entries.len(),
            changes: self.later.len(),
        };
        self.restored
            .entry(self.text.fingerprint())
            .or_insert(since);
        let stored = self.journal.store.text(&written);
        let stored = Snapshot::of_text(stored.or_else(|| whole_text(changes))?);
        let after = std::mem::replace(&mut self.text, stored.clone());
        let change =
            LaterChange::computed(stored.decoded(self.encoding), after.decoded(self.encoding));
        self.later.push(Rc::new(change));
        Some(())
    }

    /// Drops entry `id` if the file later had the text `before` again, which is the text before the entry. If another
    /// program restored that text, drops all entries between.
    fn drop_reverted(&mut self, id: u64, before: Option<Fingerprint>) {
        let Some(before) = before else {
            return;
        };
        if let Some(since) = self.restored.get(&before) {
            self.entries.truncate(since.transactions);
            self.later.truncate(since.changes);
        } else if self.texts.contains(&before) {
            self.entries.pop_if(|newest| newest.id == id);
        }
    }
}

/// The certainty about the changes that `command` made. If `command` wrote the complete text, the changes were
/// computed from the texts.
fn certainty(command: &[String]) -> Certainty {
    match command.first().map(String::as_str) {
        Some("write") => Certainty::Computed,
        Some(
            "replace" | "insert" | "append" | "ensure" | "set" | "unset" | "lines" | "patch"
            | "undo" | "redo" | "move",
        ) => Certainty::Recorded,
        _ => Certainty::MaybeComputed,
    }
}

impl HistoryEntry {
    /// Resolves `edit` against the text before the transaction. Also returns the indices of its edits in the
    /// transaction; `None` if the transaction does not contain all of them.
    fn resolve(&self, edit: StatedEdit<'_>) -> Option<(Resolution, Vec<usize>)> {
        let resolution = edit.resolve(&self.path, &self.before)?;
        let indices = self.edit_indices(&resolution.changes)?;
        Some((resolution, indices))
    }

    /// The [`MadeBefore`] of `edit` if the transaction made it and all results are still in `text`.
    pub fn find_applied(&self, edit: StatedEdit<'_>, text: &Snapshot) -> Option<MadeBefore> {
        let (resolution, indices) = self.resolve(edit)?;
        let applied = resolution.already_applied(&self.results(&indices)?, text)?;
        Some(MadeBefore {
            entry: self.id,
            lines: applied.sites.iter().map(|site| site.lines).collect(),
            applied: Some(applied),
        })
    }

    /// The current spans of the results of `edit`, if the transaction made it and no result has changed.
    pub fn unchanged_results_of(
        &self,
        edit: StatedEdit<'_>,
        place: &RootedPath,
    ) -> Option<Vec<Span>> {
        let (_, indices) = self.made_by(edit, place)?;
        self.results(&indices)
    }

    /// The indices of the edits in the transaction that `edit` made. Also the resolution of `edit`, unless it searches
    /// a region.
    fn made_by(
        &self,
        edit: StatedEdit<'_>,
        place: &RootedPath,
    ) -> Option<(Option<Resolution>, Vec<usize>)> {
        if let Some((resolution, indices)) = self.resolve(edit) {
            return Some((Some(resolution), indices));
        }
        let StatedEdit::Action(action) = edit else {
            return None;
        };
        if !is_recognizable(action) {
            return None;
        }
        let changes = changes_by([(1, action)].into_iter(), place, &self.before)?;
        Some((None, self.edit_indices(&changes)?))
    }

    /// This run as a [`MadeBefore`], if `changes` to `text` would repeat it. The changes were found at `tier`.
    pub fn repeated(
        &self,
        edit: StatedEdit<'_>,
        changes: &ChangeSet,
        tier: Tier,
        place: &RootedPath,
        text: &Snapshot,
    ) -> Option<MadeBefore> {
        if edit.is_made_for(text) {
            return None;
        }
        let (resolution, indices) = self.made_by(edit, place)?;
        let results = self.unchanged_results(indices.iter().copied());
        let mut spans = results.iter();
        let is_found_later = results.len() == indices.len()
            && resolution
                .as_ref()
                .is_some_and(|earlier| tier.is_after(earlier.sites.least_exact_tier()));
        let is_patch = matches!(edit, StatedEdit::Patch(..));
        let repeats = |span: &Span| {
            repeated::changes_result(changes, *span)
                || is_patch && repeated::deletes_after(changes, *span)
        };
        if !is_found_later && !spans.any(repeats) {
            return None;
        }
        let mut applied = None;
        if let (Some(resolution), Some(results)) = (resolution, self.results(&indices)) {
            applied = resolution.already_applied(&results, text);
        }
        Some(MadeBefore {
            entry: self.id,
            lines: first_lines(&results, text),
            applied,
        })
    }

    /// The indices of the edits of `changes` in the transaction; `None` if one is missing, or if there is no edit.
    fn edit_indices(&self, changes: &ChangeSet) -> Option<Vec<usize>> {
        let mut indices = Vec::new();
        let mut made = self.changes.edits().iter().enumerate();
        for edit in changes.edits() {
            let (index, _) = made.find(|(_, made)| *made == edit)?;
            indices.push(index);
        }
        if indices.is_empty() {
            return None;
        }
        Some(indices)
    }

    /// The edit that changed `lines`, which contained the text of `find`; `None` if the text was still there after
    /// the transaction.
    pub fn removal_of(&self, lines: LineRange, find: &Find, now: &Snapshot) -> Option<EarlierEdit> {
        let after = Snapshot::of_text(self.changes.apply(self.before.bytes()).ok()?);
        if resolve::first_match(find, &after).is_some() {
            return None;
        }
        let lines = self.before.span_of(lines)?;
        let mut blocks = self.changes.line_blocks(self.before.bytes());
        let block = blocks
            .find(|block| block.old.start() < lines.end() && lines.start() < block.old.end())?;
        let mut new_span = None;
        if !block.new.is_empty() {
            let start = after.span_of(LineRange::single(block.new_line))?.start();
            new_span = Some(Span::of_len(start, block.new.len()));
            for later in self.later.iter().rev() {
                new_span = new_span.and_then(|span| span_after(span, &[], &later.changes));
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
            lines: new_span.map(|span| now.lines_of(span)),
        })
    }

    /// True if `lines` in the text before the transaction may have other numbers in the current `text`.
    pub fn may_have_other_numbers(&self, lines: AskedLines, text: &Snapshot) -> bool {
        let Ok(current_lines) = lines.all_in_text(text.line_count()) else {
            // Another check refuses lines beyond the end.
            return false;
        };
        match self.current_span(lines) {
            Some(span) => text.lines_of(span) != current_lines,
            None => true,
        }
    }

    /// The current span of `lines` in the text before the transaction; `None` if they have changed since.
    fn current_span(&self, lines: AskedLines) -> Option<Span> {
        let lines = lines.all_in_text(self.before.line_count()).ok()?;
        let mut span = span_after(self.before.span_of(lines)?, &[], &self.changes)?;
        for later in self.later.iter().rev() {
            span = span_after(span, &[], &later.changes)?;
        }
        Some(span)
    }

    /// True if at least two `steps`, applied in order, produce exactly the changes of this transaction.
    pub fn is_made_together(&self, steps: &[(Cow<'_, Step>, usize)], place: &RootedPath) -> bool {
        if steps.len() < 2 || !steps.iter().all(|(step, _)| is_recognizable(&step.action)) {
            return false;
        }
        let actions = steps.iter().map(|(step, number)| (*number, &step.action));
        changes_by(actions, place, &self.before).as_ref() == Some(&self.changes)
    }

    /// True if the patches `series`, applied in order, produce exactly the changes of this transaction, and nothing has
    /// changed the results.
    pub fn is_made_by_series(&self, series: &[&FilePatch], options: &PlaceOptions) -> bool {
        let mut text = self.before.clone();
        for part in series {
            let Some(resolution) = StatedEdit::Patch(part, options).resolve(&self.path, &text)
            else {
                return false;
            };
            let Ok(after) = resolution.changes.apply(text.bytes()) else {
                return false;
            };
            text = Snapshot::of_text(after);
        }
        let made = self.changes.apply(self.before.bytes());
        let all: Vec<usize> = (0..self.changes.edits().len()).collect();
        made.is_ok_and(|made| made == *text.bytes()) && self.results(&all).is_some()
    }

    /// The current spans of the results with these indices that are unchanged. Checks at most [`MAX_RESULTS`].
    pub fn unchanged_results(&self, indices: impl Iterator<Item = usize>) -> Vec<Span> {
        let mut unchanged = Vec::new();
        for index in indices.take(MAX_RESULTS) {
            unchanged.extend(self.results(&[index]).unwrap_or_default());
        }
        unchanged
    }

    /// The current spans of the results with these indices; `None` if one has changed.
    pub fn results(&self, indices: &[usize]) -> Option<Vec<Span>> {
        let mut spans = Vec::new();
        for index in indices {
            let removed = &self.changes.edits()[*index].old;
            let mut span = self.changes.result_span(*index);
            for later in self.later.iter().rev() {
                span = later.span_after(span, removed)?;
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
    /// The change from `before` to `after`, computed from these texts.
    fn computed(before: Snapshot, after: Snapshot) -> Self {
        Self {
            changes: ChangeSet::by_line(before.bytes(), after.bytes()),
            before,
            after,
            certainty: Certainty::Computed,
        }
    }

    /// The span in the text after for `span`, which replaced `removed`. `None` if it was touched, or if it may be
    /// another place with the same text. If the change was computed from the texts, the lines next to it must be
    /// unchanged.
    fn span_after(&self, span: Span, removed: &[u8]) -> Option<Span> {
        let to = span_after(span, removed, &self.changes)?;
        if self.certainty == Certainty::Recorded {
            return Some(to);
        }
        let before = adjacent_lines(self.before.bytes(), span);
        let after = adjacent_lines(self.after.bytes(), to);
        let mut neighbors = Vec::new();
        for (line, now) in before.iter().zip(after) {
            neighbors.extend(line.map(|line| (line, now == Some(line))));
        }
        let may_be_exact =
            self.certainty == Certainty::MaybeComputed && self.changes.edits().len() < 2;
        let is_kept = if may_be_exact {
            // For a single edit, one unchanged neighbor is enough.
            neighbors.is_empty() || neighbors.iter().any(|(_, is_same)| *is_same)
        } else {
            neighbors
                .iter()
                .all(|(line, is_same)| *is_same || self.was_rewritten(line, span, to))
        };
        if is_kept { Some(to) } else { None }
    }

    /// True if `line`, next to `span`, was rewritten: the span has not moved, and the line is gone from the text.
    fn was_rewritten(&self, line: &[u8], span: Span, to: Span) -> bool {
        let has_moved = self.before.line_count() != self.after.line_count()
            || self.before.lines_of(span) != self.after.lines_of(to);
        let mut lines = <[u8]>::split(self.after.bytes(), |&byte| byte == b'\n');
        !has_moved && !lines.any(|other| other.trim_ascii_end() == line)
    }
}

/// The change that `action` makes to `before`, the content of the file at `path`.
fn resolve_action(action: &Action, path: &Path, before: &Snapshot) -> Option<Resolution> {
    const REPEAT: Repeat = Repeat::Refuse;
    let file = FileText::new(path, before);
    match action {
        Action::Replace(action) => {
            let searched = searched_span(&action.find, before)?;
            resolve::replace_with(action, REPEAT, file, searched, Explain::Nothing).ok()
        }
        Action::Insert(action) => {
            let searched_span = match &action.at {
                InsertAt::BeforeText(find) | InsertAt::AfterText(find) => {
                    searched_span(find, before)?
                }
                InsertAt::Beginning | InsertAt::After(_) | InsertAt::End => before.span(),
                InsertAt::Region(..) => return None,
            };
            resolve::insert(action, REPEAT, file, searched_span).ok()
        }
        Action::Append(action) => resolve::append(action, REPEAT, before).ok(),
        Action::Lines(Lines { at, text, .. }) => match at {
            LinesAt::Numbers(asked, anchors) => resolve::lines(*asked, *anchors, text, before)
                .ok()
                .map(|placed| placed.resolution),
            LinesAt::Region(_) => None,
        },
        Action::Set(set) => resolve::set(set, file).ok(),
        Action::Unset(key) => resolve::unset(key, file).ok(),
        _ => None,
    }
}

/// The changes that these actions, with the numbers of their steps, make to `text`, the content of the file at `place`.
pub fn changes_by<'s>(
    actions: impl Iterator<Item = (usize, &'s Action)>,
    place: &RootedPath,
    text: &Snapshot,
) -> Option<ChangeSet> {
    let steps = actions.map(|(number, action)| (number, action, Repeat::Refuse));
    let drafts = drafts_after(steps, place, Some(text.clone()))?;
    Some(drafts.resolved().pop()?.text.after?.changes)
}

/// The drafts after these steps on the file at `place` with the content `before`.
pub fn drafts_after<'s>(
    steps: impl Iterator<Item = (usize, &'s Action, Repeat)>,
    place: &RootedPath,
    before: Option<Snapshot>,
) -> Option<Drafts> {
    let mut drafts = Drafts::default();
    drafts.load(place.clone(), before);
    let draft = drafts.at(place).ok()?;
    for (number, action, repeat) in steps {
        draft.apply(number, action, repeat).ok()?;
    }
    Some(drafts)
}

/// The part of `text` that `find` searches.
pub fn searched_span(find: &Find, text: &Snapshot) -> Option<Span> {
    match &find.scope {
        Scope::File => Some(text.span()),
        // A region has to be found first, for which the text alone is not enough.
        Scope::In(_) => None,
        Scope::Within(lines) => text.span_of(lines.all_in_text(text.line_count()).ok()?),
    }
}

/// The position of `span`, which replaced `removed`, after `changes`. `None` if `changes` touch it. If `span` is empty,
/// adjacent changes that may restore `removed` count too.
pub fn span_after(span: Span, removed: &[u8], changes: &ChangeSet) -> Option<Span> {
    let mut start = span.start();
    for edit in changes.edits() {
        let end = edit.at + edit.old.len();
        let is_around = edit.at < span.start() && span.start() < end;
        let touches = edit.at <= span.end() && span.start() <= end;
        if span.is_empty() && (is_around || touches && may_restore(&edit.new, removed)) {
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
fn adjacent_lines(text: &[u8], span: Span) -> [Option<&[u8]>; 2] {
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
fn may_restore(new: &[u8], removed: &[u8]) -> bool {
    let removed = words(removed);
    removed.is_empty() || words(new).iter().any(|word| removed.contains(word))
}

fn words(text: &[u8]) -> Vec<&[u8]> {
    let parts = text.split(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
    parts.filter(|word| !word.is_empty()).collect()
}

/// The lines of at most [`MAX_LISTED`] `spans`.
pub fn first_lines(spans: &[Span], text: &Snapshot) -> Vec<LineRange> {
    let listed = spans.iter().take(MAX_LISTED);
    listed.map(|&span| text.lines_of(span)).collect()
}

/// True if the changes of a transaction show whether `action` was part of it.
pub fn is_recognizable(action: &Action) -> bool {
    matches!(
        action,
        Action::Replace(_)
            | Action::Insert(_)
            | Action::Append(_)
            | Action::Ensure(_)
            | Action::Lines(_)
            | Action::Set(_)
            | Action::Unset(_)
    )
}
