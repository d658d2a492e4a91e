//! Undo and redo: the journal says what to take back, the files as they are what that makes of them.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::ledger::Ledger;
use super::steps::files::Files;
use super::steps::gather::{Gathered, restless};
use crate::change::Provenance;
use crate::journal::{self, Becomes, Entry, FileUndo, Kind, Present, Wanted};
use crate::refusal::{Reason, Refusal};
use crate::request::Terms;
use crate::resolve::draft::{Draft, Now};
use crate::snapshot::{FileMode, Fingerprint, RootedPath};

/// Entries to take back, ready to be worked out against the files.
pub struct TakeBack {
    ledger: Ledger,
    wanted: Wanted,
    /// Made anew when the journal has grown: who waits for a lock may find that another undo was faster.
    chosen: RefCell<Chosen>,
    terms: Terms,
}

/// What the journal said at one time.
struct Chosen {
    kind: Kind,
    /// Newest first, change sets loaded.
    entries: Vec<Entry>,
    /// The newest entry then.
    newest: Option<u64>,
    /// The files showed how a transaction ended: its process may be at it.
    looked_at_files: bool,
}

/// How often it is chosen anew because others keep writing to the journal. Who changes the files meant is found
/// out under the locks in any case.
const CHOICES: usize = 8;

impl TakeBack {
    /// Finds what is `wanted` in the journal.
    ///
    /// # Errors
    /// `nothing_to_undo`, or `io` when the journal cannot be read.
    pub fn new(wanted: &Wanted, ledger: Ledger, terms: &Terms) -> Result<Self, Reason> {
        let chosen = Chosen::of(&ledger, wanted)?;
        Ok(Self {
            ledger,
            wanted: wanted.clone(),
            chosen: RefCell::new(chosen),
            terms: terms.clone(),
        })
    }

    /// `undo` or `redo`.
    pub fn operation(&self) -> &'static str {
        match self.chosen.borrow().kind {
            Kind::Redo(_) => "redo",
            Kind::Undo(_) | Kind::Edit => "undo",
        }
    }

    /// Its conditions.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What it is for the journal.
    pub fn kind(&self) -> Kind {
        self.chosen.borrow().kind.clone()
    }

    /// The directories that were made by what it takes back, as one would type them, innermost first.
    pub fn made(&self, cwd: &Path) -> Vec<PathBuf> {
        let chosen = self.chosen.borrow();
        let targets = chosen.kind.takes_back();
        let taken_back = chosen
            .entries
            .iter()
            .filter(|entry| targets.contains(&entry.id));
        let names: BTreeSet<&PathBuf> = taken_back.flat_map(|entry| &entry.made).collect();
        let typed = |name: &&PathBuf| self.ledger.names.typed(name, Some(cwd));
        names.iter().rev().map(typed).collect()
    }

    /// Works it out against the files as they are. The files are read after the journal: they may be what another
    /// undo has made meanwhile, which only the journal tells. So it is worked out anew until both belong together.
    pub fn gather(&self, files: &mut Files) -> Gathered {
        let mut gathered = Gathered::default();
        match self.work_out_settled(files, &mut gathered) {
            Ok(()) => gathered.resolved.push(1),
            Err(refusal) => gathered.refusals.push(refusal),
        }
        gathered
    }

    fn work_out_settled(&self, files: &mut Files, gathered: &mut Gathered) -> Result<(), Refusal> {
        self.catch_up()?;
        for _ in 0..CHOICES {
            *gathered = Gathered::default();
            let worked_out = self.work_out(gathered, files);
            if !self.catch_up()? {
                return worked_out;
            }
        }
        let mut drafts = gathered.drafts.iter();
        let touched = drafts.find(|draft| draft.is_touched());
        Err(restless(touched.map(Draft::place)))
    }

    /// Chooses anew if the journal may say something else by now; whether it does.
    fn catch_up(&self) -> Result<bool, Refusal> {
        let newest = self.ledger.newest().map_err(Reason::from)?;
        let is_sure = {
            let chosen = self.chosen.borrow();
            chosen.newest == newest && !chosen.looked_at_files
        };
        if is_sure {
            return Ok(false);
        }
        let again = Chosen::of(&self.ledger, &self.wanted)?;
        let is_other = !self.chosen.borrow().agrees_with(&again);
        self.chosen.replace(again);
        Ok(is_other)
    }

    fn work_out(&self, gathered: &mut Gathered, files: &mut Files) -> Result<(), Refusal> {
        let chosen = self.chosen.borrow();
        let targets = chosen.kind.takes_back();
        let mut present = Present::new();
        let mut places: Vec<(PathBuf, RootedPath)> = Vec::new();
        let mut names_of: HashMap<RootedPath, usize> = HashMap::new();
        for name in journal::paths(&chosen.entries, targets) {
            let typed = self.ledger.names.typed(&name, files.directory());
            let place = gathered.load_name(&typed, files, &self.terms.limits)?;
            *names_of.entry(place.clone()).or_default() += 1;
            places.push((name, place));
        }
        for (name, place) in &mut places {
            // Two names that lead to one file: it has the one that the directory spells so.
            let shared = names_of.get_mut(place).filter(|names| **names > 1);
            if let (Some(names), Some(apart)) = (shared, place.respelled()) {
                *names -= 1;
                gathered.drafts.load(apart.clone(), None);
                *place = apart;
            }
            let draft = gathered.drafts.at(place)?;
            present.insert(name.clone(), draft.before().cloned());
        }
        let places: HashMap<PathBuf, RootedPath> = places.into_iter().collect();
        let stored = |fingerprint: &Fingerprint| self.ledger.journal.text(fingerprint);
        let undone = journal::plan(&chosen.entries, targets, &present, &stored);
        let place_of = |name: &Path| places.get(name);
        let undone =
            undone.map_err(|refusal| match refusal.path.as_deref().and_then(place_of) {
                Some(place) => Refusal {
                    path: Some(place.shown().to_owned()),
                    ..refusal
                },
                None => refusal,
            })?;
        self.draw_up(gathered, &undone, place_of)
            .map_err(Refusal::new)
    }

    /// Turns the plan into drafts: everything that leaves its place first, then what arrives.
    fn draw_up<'p>(
        &self,
        gathered: &mut Gathered,
        undone: &[FileUndo],
        place_of: impl Fn(&Path) -> Option<&'p RootedPath>,
    ) -> Result<(), Reason> {
        let place_of = |name: &Path| place_of(name).ok_or(Reason::Missing);
        let mut leaving = HashMap::new();
        for file in undone.iter().filter(|file| !stays_home(file)) {
            let place = place_of(&file.path)?;
            let draft = gathered.drafts.at(place)?;
            if draft.now().is_some() {
                let now = draft.take(self.operation())?;
                leaving.insert(&*file.path, now.come_from(Provenance::Moved(place.clone())));
            }
        }
        for file in undone {
            let draft = gathered.drafts.at(place_of(&file.path)?)?;
            self.arrive(file, draft, &mut leaving)?;
        }
        Ok(())
    }

    /// Gives `file` the text and mode that it had; what comes from another place is among those `leaving`.
    fn arrive(
        &self,
        file: &FileUndo,
        draft: &mut Draft,
        leaving: &mut HashMap<&Path, Now>,
    ) -> Result<(), Reason> {
        let operation = self.operation();
        let Becomes::Text {
            from,
            changes,
            mode,
            attributes,
        } = &file.becomes
        else {
            return Ok(());
        };
        match from {
            None => {
                draft.begin(1, operation)?;
                draft.set_attributes(attributes.clone())?;
            }
            Some(from) if *from != file.path => {
                let now = leaving.remove(&**from).ok_or(Reason::Missing)?;
                draft.put(operation, now)?;
            }
            Some(_) => {}
        }
        if !changes.is_empty() {
            draft.revise(1, operation, changes.clone())?;
        }
        match mode {
            Some(mode) => draft.set_mode(operation, FileMode::Exact(*mode)),
            None => Ok(()),
        }
    }
}

/// Whether the file keeps its name.
fn stays_home(file: &FileUndo) -> bool {
    match &file.becomes {
        Becomes::Absent => false,
        Becomes::Text { from, .. } => from.as_ref() == Some(&file.path),
    }
}

impl Chosen {
    /// What is `wanted`, as the journal says now.
    ///
    /// # Errors
    /// `nothing_to_undo`, or `io` when the journal cannot be read.
    fn of(ledger: &Ledger, wanted: &Wanted) -> Result<Self, Reason> {
        let newest = ledger.newest()?;
        let mut told = ledger.told()?;
        let entries = told.entries().map(|entry| entry.map_err(Reason::from));
        let chosen = journal::choose(wanted, entries)?;
        let mut entries = chosen.entries;
        let names = journal::paths(&entries, chosen.choice.targets());
        for entry in &mut entries {
            if entry.names().any(|name| names.contains(name)) {
                ledger.journal.load(entry);
            }
        }
        Ok(Self {
            kind: chosen.choice.kind,
            entries,
            newest,
            looked_at_files: told.looked_at_files(),
        })
    }

    /// Whether the same takes back the same, with the same in between.
    fn agrees_with(&self, other: &Self) -> bool {
        let ids = |chosen: &Self| {
            chosen
                .entries
                .iter()
                .map(|entry| entry.id)
                .collect::<Vec<_>>()
        };
        self.newest == other.newest && self.kind == other.kind && ids(self) == ids(other)
    }
}
