//! Undo and redo: the journal says what to take back, the files as they are what that makes of them.

use std::path::Path;

use super::files::Files;
use super::gather::Gathered;
use super::ledger::Ledger;
use crate::journal::{self, Becomes, Entry, Event, FileUndo, Kind, Present, Wanted};
use crate::refusal::{Reason, Refusal};
use crate::request::Terms;
use crate::resolve::draft::{Draft, Now, Passage};
use crate::snapshot::{FileMode, Fingerprint, RootedPath};

/// Entries to take back, ready to be worked out against the files.
pub struct TakeBack {
    ledger: Ledger,
    kind: Kind,
    /// Newest first, change sets loaded.
    entries: Vec<Entry>,
    terms: Terms,
}

impl TakeBack {
    /// Finds what is `wanted` in the journal.
    ///
    /// # Errors
    /// `nothing_to_undo`, or `io` when the journal cannot be read.
    pub fn new(wanted: &Wanted, ledger: Ledger, terms: &Terms) -> Result<Self, Reason> {
        let chosen = chosen(wanted, &ledger)?;
        let mut entries = chosen.entries;
        let names = journal::paths(&entries, chosen.choice.targets());
        for entry in &mut entries {
            if names.iter().any(|name| entry.mentions(name)) {
                ledger.journal.load(entry);
            }
        }
        Ok(Self {
            ledger,
            kind: chosen.choice.kind,
            entries,
            terms: terms.clone(),
        })
    }

    /// `undo` or `redo`.
    pub fn operation(&self) -> &'static str {
        match self.kind {
            Kind::Redo(_) => "redo",
            Kind::Undo(_) | Kind::Edit => "undo",
        }
    }

    /// Its conditions.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What it is for the journal.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Works it out against the files as they are.
    pub fn gather(&self, files: &mut Files) -> Gathered {
        let mut gathered = Gathered::default();
        match self.work_out(&mut gathered, files) {
            Ok(()) => gathered.resolved.push(1),
            Err(refusal) => gathered.refusals.push(refusal),
        }
        gathered
    }

    fn work_out(&self, gathered: &mut Gathered, files: &mut Files) -> Result<(), Refusal> {
        let targets = self.kind.takes_back();
        let mut present = Present::new();
        let mut places = Vec::new();
        for name in journal::paths(&self.entries, targets) {
            let typed = self.ledger.names.typed(&name, files.directory());
            let place = gathered.load(&typed, files, &self.terms.limits)?;
            let draft = gathered.drafts.at(&place)?;
            present.insert(name.clone(), draft.before().cloned());
            places.push((name, place));
        }
        let stored = |fingerprint: &Fingerprint| self.ledger.journal.text(fingerprint);
        let undone = journal::plan(&self.entries, targets, &present, &stored);
        let place_of = |name: &Path| {
            let found = places.iter().find(|(known, _)| known == name);
            found.map(|(_, place)| place)
        };
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
        let mut leaving = Vec::new();
        for file in undone.iter().filter(|file| !stays_home(file)) {
            let place = place_of(&file.path)?;
            let draft = gathered.drafts.at(place)?;
            if draft.now().is_some() {
                let now = draft.take(self.operation())?;
                leaving.push((&*file.path, now.come_from(place, Passage::Moved)));
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
        leaving: &mut Vec<(&Path, Now)>,
    ) -> Result<(), Reason> {
        let operation = self.operation();
        let Becomes::Text {
            from,
            changes,
            mode,
        } = &file.becomes
        else {
            return Ok(());
        };
        match from {
            None => draft.begin(1, operation)?,
            Some(from) if *from != file.path => {
                let at = leaving.iter().position(|(name, _)| name == from);
                let (_, now) = leaving.swap_remove(at.ok_or(Reason::Missing)?);
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

fn chosen(wanted: &Wanted, ledger: &Ledger) -> Result<journal::Chosen, Reason> {
    let entries = ledger.journal.events()?.filter_map(|event| match event {
        Ok(Event::Entry(entry)) => Some(Ok(entry)),
        Ok(Event::Read(_)) => None,
        Err(error) => Some(Err(Reason::from(error))),
    });
    journal::choose(wanted, entries)
}
