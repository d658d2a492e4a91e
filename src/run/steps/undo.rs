//! Resolves undo and redo: the journal lists the entries to reverse, and the result depends on the current files.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::super::history::workspace_journal::{self, WorkspaceJournal};
use super::super::world::JournalContext;
use super::files::OpenedFiles;
use super::resolver::{ResolvedSteps, StepResolver, keeps_changing};
use crate::change::{Deed, NewText, Provenance};
use crate::guard::check_diff;
use crate::journal::{self, Entry, FileUndo, Present, Undone};
use crate::refusal::{Fault, Nothing, Reason, Refusal};
use crate::report::Warning;
use crate::request::{OnConflict, UndoTarget};
use crate::resolve;
use crate::resolve::draft::{Draft, WorkingText};
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::threads;

/// The number of files that a thread hashes at a time.
const SHARE: usize = 16;
/// The number of entries to try if the requested one cannot be undone.
const MAX_TRIED: usize = 16;
/// The number of times to choose the entries again while other processes write to the journal. The locks detect
/// changes of the files.
const MAX_CHOICES: usize = 8;

/// Undoes `target` in the current files. `on_conflict` decides whether merge rules may resolve later changes.
///
/// The files are read after the journal. Another undo may change both in between, and only the journal shows that. If
/// the journal has changed, the entries are chosen again.
///
/// # Errors
/// `nothing_to_undo`, `undo_conflict`, `io` if the journal cannot be read, and the faults of the disk.
pub fn resolve(
    resolver: &mut StepResolver<'_>,
    target: &UndoTarget,
    on_conflict: OnConflict,
    context: Option<&JournalContext>,
) -> Result<(), Refusal> {
    let mut journal = None;
    if let Some(context) = context {
        journal = WorkspaceJournal::find_in_state_directory(context)?;
    }
    let Some(journal) = journal else {
        return Err(workspace_journal::missing(context).into());
    };
    let files = &mut resolver.files;
    let mut chosen = match EntriesToUndo::choose(&journal, target) {
        Ok(chosen) => chosen,
        Err(reason) => {
            let undoable = newest_undoable(&journal, target, &reason, files, on_conflict);
            files.close();
            return Err(Refusal {
                undoable,
                ..Refusal::new(reason)
            });
        }
    };
    for _ in 0..MAX_CHOICES {
        files.close();
        resolver.outcome = ResolvedSteps {
            kind: chosen.kind.clone(),
            created_directories: chosen.created_directories(&journal, files.origin.directory()),
            warnings: chosen.damage.iter().cloned().collect(),
            ..ResolvedSteps::default()
        };
        let resolved = chosen.resolve(&journal, files, on_conflict);
        if let Some(newer) = chosen.newer(&journal, target)? {
            chosen = newer;
            continue;
        }
        let Err(refusal) = resolved else {
            return Ok(());
        };
        let undoable = newest_undoable(&journal, target, &refusal.reason, files, on_conflict);
        if undoable.is_some() {
            // The search for an undoable entry has replaced the files that the refusal reports.
            files.close();
            let _ = chosen.resolve(&journal, files, on_conflict);
        }
        return Err(Refusal {
            undoable,
            ..refusal
        });
    }
    let mut drafts = files.drafts.iter();
    let touched = drafts.find(|draft| draft.is_touched());
    Err(keeps_changing(touched.map(Draft::place)))
}

/// The newest entry that can be undone, if `reason` says that the entries of `target` cannot. `None` if the request
/// named an entry by its number.
fn newest_undoable(
    journal: &WorkspaceJournal,
    target: &UndoTarget,
    reason: &Reason,
    files: &mut OpenedFiles<'_>,
    on_conflict: OnConflict,
) -> Option<u64> {
    let is_stuck = matches!(
        reason,
        Reason::Store(Fault::UndoConflict { .. })
            | Reason::Store(Fault::NothingToUndo(Nothing::Files(_)))
    );
    let task = match target {
        UndoTarget::LatestEdit => None,
        UndoTarget::Task(task) => Some(&**task),
        UndoTarget::Entry(_) | UndoTarget::Undo(_) | UndoTarget::LatestUndo => return None,
    };
    if !is_stuck {
        return None;
    }
    let mut events = journal.settled().ok()?;
    let edits = journal::edits_in_force(task, MAX_TRIED, events.entries()).ok()?;
    for id in edits {
        files.close();
        let Ok(chosen) = EntriesToUndo::choose(journal, &UndoTarget::Entry(id)) else {
            continue;
        };
        if chosen.resolve(journal, files, on_conflict).is_ok() {
            return Some(id);
        }
    }
    None
}

/// The entries to undo, according to one reading of the journal.
struct EntriesToUndo {
    kind: Deed,
    /// Newest first, with their change sets loaded.
    entries: Vec<Entry>,
    /// The newest entry of the journal at that time.
    newest: Option<u64>,
    /// The names that the files of these entries had, have or would get back.
    names: Vec<PathBuf>,
    /// A warning if later entries are lost.
    damage: Option<Warning>,
    /// True if only the files showed how a transaction ended. Its process may still be running.
    looked_at_files: bool,
}

impl EntriesToUndo {
    /// The entries of `target` in the current journal.
    ///
    /// # Errors
    /// `nothing_to_undo`, or `io` if the journal cannot be read.
    fn choose(journal: &WorkspaceJournal, target: &UndoTarget) -> Result<Self, Reason> {
        let newest = journal.store.newest()?;
        let mut events = journal.settled()?;
        let all = events.entries().map(|entry| entry.map_err(Reason::from));
        let result = journal::choose(target, all);
        let is_lost = match target {
            UndoTarget::Entry(id) | UndoTarget::Undo(id) => {
                events.lost().iter().any(|lost| lost.contains(id))
            }
            // Each lost entry may be the latest one.
            _ => !events.lost().is_empty(),
        };
        if is_lost {
            let why = Nothing::Lost(events.lost().to_vec());
            return Err(Fault::NothingToUndo(why).into());
        }
        let chosen = result?;
        let mut entries = chosen.entries;
        let names = journal::paths(&entries, chosen.kind.takes_back());
        for entry in &mut entries {
            let is_needed = entry.names().any(|name| {
                let found = names.binary_search_by(|known| known.as_path().cmp(name));
                found.is_ok()
            });
            if is_needed {
                journal.store.load(entry);
            }
        }
        Ok(Self {
            kind: chosen.kind,
            entries,
            names,
            newest,
            damage: workspace_journal::entries_lost(events.lost()),
            looked_at_files: events.looked_at_files(),
        })
    }

    /// The entries of `target` in the current journal; `None` if they have not changed.
    fn newer(
        &self,
        journal: &WorkspaceJournal,
        target: &UndoTarget,
    ) -> Result<Option<Self>, Reason> {
        if self.newest == journal.store.newest()? && !self.looked_at_files {
            return Ok(None);
        }
        let again = Self::choose(journal, target)?;
        if self.agrees_with(&again) {
            return Ok(None);
        }
        Ok(Some(again))
    }

    /// True if both undo the same entries, with the same entries in between.
    fn agrees_with(&self, other: &Self) -> bool {
        let ids = self.entries.iter().map(|entry| entry.id);
        let other_ids = other.entries.iter().map(|entry| entry.id);
        self.newest == other.newest && self.kind == other.kind && ids.eq(other_ids)
    }

    /// The directories that the undone entries created, relative to `cwd`, innermost first.
    fn created_directories(&self, journal: &WorkspaceJournal, cwd: Option<&Path>) -> Vec<PathBuf> {
        let targets = self.kind.takes_back();
        let mut names = BTreeSet::new();
        for entry in &self.entries {
            if targets.contains(&entry.id) {
                names.extend(&entry.made);
            }
        }
        let typed = journal.names.typed(cwd);
        names.into_iter().rev().map(|name| typed(name)).collect()
    }

    /// `undo` or `redo`.
    fn operation(&self) -> &'static str {
        self.kind.operation()
    }

    /// Undoes the entries in the drafts of `files`.
    fn resolve(
        &self,
        journal: &WorkspaceJournal,
        files: &mut OpenedFiles<'_>,
        on_conflict: OnConflict,
    ) -> Result<(), Refusal> {
        let targets = self.kind.takes_back();
        let places = self.load_files(journal, files)?;
        let mut present = Present::with_capacity(places.len());
        for (name, place) in &places {
            let draft = files.drafts.at(place)?;
            draft.treat_as_bytes();
            present.insert(name.clone(), draft.before().cloned());
        }
        let settle = match on_conflict {
            OnConflict::Merge => Some(&resolve::settle as _),
            _ => None,
        };
        // The plan compares the fingerprints of all files.
        let texts: Vec<&Snapshot> = present.values().flatten().collect();
        threads::map(&texts, SHARE, |text| text.fingerprint());
        let stored = |fingerprint: &Fingerprint| journal.store.text(fingerprint);
        let undone = match journal::plan(&self.entries, targets, &present, &stored, settle) {
            Ok(undone) => undone,
            Err(error) => {
                let place = error.path.as_ref().and_then(|path| places.get(path));
                return Err(match place {
                    Some(place) => Refusal::from(error.fault).at(place.shown()),
                    None => error.into(),
                });
            }
        };
        for (name, settled) in &undone.settled {
            if let Some(place) = places.get(name) {
                files.drafts.at(place)?.note_settled(settled);
            }
        }
        self.write_drafts(files, &undone, &places)
    }

    /// Reads the files of the entries. Returns their places by their names in the journal.
    fn load_files(
        &self,
        journal: &WorkspaceJournal,
        files: &mut OpenedFiles<'_>,
    ) -> Result<HashMap<PathBuf, RootedPath>, Refusal> {
        let mut places = Vec::with_capacity(self.names.len());
        let mut name_counts = HashMap::with_capacity(self.names.len());
        let typed = journal.names.typed(files.origin.directory());
        let paths: Vec<PathBuf> = self.names.iter().map(|name| typed(name)).collect();
        let all: Vec<Option<&Path>> = paths.iter().map(|path| Some(&**path)).collect();
        let loaded = files.load_ahead(&all);
        for ((name, path), loaded) in self.names.iter().zip(&paths).zip(loaded) {
            let place = match loaded {
                Some(place) => place,
                None => files.load_name(path)?,
            };
            *name_counts.entry(place.clone()).or_insert(0) += 1;
            places.push((name.clone(), place));
        }
        for (_, place) in &mut places {
            // Two names may lead to one file. The file has the name that the directory lists.
            if let Some(count) = name_counts.get_mut(place)
                && *count > 1
                && let Some(respelled) = place.respelled()
            {
                *count -= 1;
                files.drafts.load(respelled.clone(), None);
                *place = respelled;
            }
        }
        Ok(places.into_iter().collect())
    }

    /// Turns the plan into drafts. Files that are moved away come first, so that their names are free.
    fn write_drafts(
        &self,
        files: &mut OpenedFiles<'_>,
        undone: &Undone,
        places: &HashMap<PathBuf, RootedPath>,
    ) -> Result<(), Refusal> {
        let mut moved_away = HashMap::new();
        for file in &undone.files {
            if keeps_name(file) {
                continue;
            }
            let place = places.get(&file.place).ok_or(Fault::Missing)?;
            let draft = files.drafts.at(place)?;
            if draft.now().is_some() {
                let now = draft.take(self.operation())?;
                let now = now.come_from(Provenance::Moved(place.clone()));
                moved_away.insert(&*file.place, now);
            }
        }
        for file in &undone.files {
            let place = places.get(&file.place).ok_or(Fault::Missing)?;
            let draft = files.drafts.at(place)?;
            draft.set_recorded_encoding(file.encoding);
            if let Some(after) = &file.after {
                let was_utf8 = undone.were_utf8.contains(&file.place);
                self.restore(after, was_utf8, draft, &mut moved_away)
                    .map_err(|reason| reason.at(place.shown()))?;
            }
        }
        Ok(())
    }

    /// Restores the text and mode of a file. The text of a moved file is in `moved_away`. `was_utf8` is as in
    /// [`Self::refuse_mixed_encodings`].
    fn restore(
        &self,
        after: &NewText<PathBuf>,
        was_utf8: bool,
        draft: &mut Draft,
        moved_away: &mut HashMap<&Path, WorkingText>,
    ) -> Result<(), Reason> {
        let operation = self.operation();
        match &after.provenance {
            Provenance::Own => {}
            Provenance::New => draft.begin(operation)?,
            Provenance::Moved(from) | Provenance::Copied(from) => {
                let now = moved_away.remove(&**from).ok_or(Fault::Missing)?;
                draft.put(operation, now)?;
            }
        }
        if let Some(attributes) = &after.attributes {
            draft.set_attributes(attributes.clone())?;
        }
        if !after.changes.is_empty() {
            self.refuse_mixed_encodings(after, was_utf8)?;
            draft.revise(1, operation, after.changes.clone())?;
            draft.skip_encoding_check();
        }
        match after.mode {
            Some(mode) => draft.set_mode(operation, mode),
            None => Ok(()),
        }
    }

    /// Refuses to restore another encoding in parts of a text, because of later changes. `was_utf8` is true if the text
    /// was UTF-8 before an undone entry. A recorded text may mix encodings.
    fn refuse_mixed_encodings(
        &self,
        after: &NewText<PathBuf>,
        was_utf8: bool,
    ) -> Result<(), Reason> {
        let Err(reason) = check_diff(&after.base, &after.changes) else {
            return Ok(());
        };
        if !was_utf8 && std::str::from_utf8(after.base.bytes()).is_err() {
            return Ok(());
        }
        let restored = Some(Fingerprint::of_pieces(
            after.changes.pieces(after.base.bytes()),
        ));
        let mut notes = self.entries.iter().flat_map(|entry| &entry.files);
        if notes.any(|note| note.before == restored || note.after == restored) {
            return Ok(());
        }
        Err(reason)
    }
}

fn keeps_name(file: &FileUndo) -> bool {
    let after = file.after.as_ref();
    after.is_some_and(|after| after.provenance == Provenance::Own)
}
