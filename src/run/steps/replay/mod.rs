//! Replays transactions. Each must find the content that it was made for, or be applied already.

mod applied;

use bytes::Bytes;

use super::files::OpenedFiles;
use super::resolver::StepResolver;
use crate::change::{ChangeSet, Provenance, Record, Transaction, TransitionKind};
use crate::refusal::{Fault, LinkFault, Reason, Refusal};
use crate::resolve::draft::{WorkingText, refuse_copy_over_itself};
use crate::snapshot::{Fingerprint, LINK, RootedPath};

pub use applied::{already_applied, applied_steps};

/// The operation in reports.
const OPERATION: &str = "replay";
/// The expected state in a refusal if there should be no file.
const NO_FILE: &str = "no file";

/// A record to apply, with its places.
struct RecordReplay<'a> {
    record: &'a Record<Option<ChangeSet>>,
    changes: &'a ChangeSet,
    /// The file whose content the record changes: the source of a move or copy, otherwise the file at `place`.
    source: RootedPath,
    place: RootedPath,
}

/// Applies the transaction of step `number` to all of its files together. Files leave their names before other files
/// arrive there. Records in `applied` are skipped.
///
/// # Errors
/// `stale` for the first file whose content differs from the record; `bad_request` if the changes were not kept.
pub fn resolve(
    resolver: &mut StepResolver<'_>,
    number: usize,
    transaction: &Transaction,
) -> Result<(), Refusal> {
    let files = &mut resolver.files;
    let mut replays = Vec::new();
    for (file, record) in (1..).zip(&transaction.files) {
        if !resolver.applied.contains(&(number, file)) {
            replays.push(RecordReplay::load(record, files)?);
        }
    }
    for replay in &replays {
        replay.check(&replays, files)?;
    }
    // Copies are taken before any file leaves its name.
    let (copies, others): (Vec<&RecordReplay>, Vec<&RecordReplay>) = replays
        .iter()
        .partition(|replay| replay.record.transition == TransitionKind::Copied);
    let mut taken = Vec::new();
    for replay in copies.into_iter().chain(others) {
        let now = replay
            .take_source(files)
            .map_err(|reason| reason.at(replay.place.shown()))?;
        taken.push((replay, now));
    }
    for (replay, now) in taken {
        replay
            .write_target(number, now, files)
            .map_err(|reason| reason.at(replay.place.shown()))?;
        resolver
            .outcome
            .touched
            .push((number, replay.place.clone()));
    }
    Ok(())
}

impl<'a> RecordReplay<'a> {
    fn load(
        record: &'a Record<Option<ChangeSet>>,
        files: &mut OpenedFiles<'_>,
    ) -> Result<Self, Refusal> {
        let changes = record
            .changes
            .as_ref()
            .ok_or_else(|| Reason::not_kept().at(&record.path))?;
        let mut place = files.load_name(&record.path)?;
        let source = match &record.from {
            Some(from) => files.load_name(from)?,
            None => place.clone(),
        };
        files.drafts.at(&place)?.treat_as_bytes();
        files.drafts.at(&source)?.treat_as_bytes();
        if record.transition == TransitionKind::Moved {
            place = files.drafts.destination(&source, &place);
        }
        Ok(Self {
            record,
            changes,
            source,
            place,
        })
    }

    /// Checks that the files match the record. A name may be taken if another of `replays` vacates it.
    fn check(
        &self,
        replays: &[RecordReplay<'_>],
        files: &mut OpenedFiles<'_>,
    ) -> Result<(), Refusal> {
        let at = |reason: Reason| reason.at(self.place.shown());
        let record = self.record;
        let is_vacated = replays
            .iter()
            .any(|other| other.vacated_place() == Some(&self.place));
        // A file that is created may find the name of one that leaves it.
        if record.before.is_some() || !is_vacated {
            self.check_source(files)
                .map_err(|reason| reason.at(self.source.shown()))?;
        }
        let needs_free_name = matches!(
            record.transition,
            TransitionKind::Moved | TransitionKind::Copied
        );
        let target = files.drafts.at(&self.place).map_err(at)?;
        if needs_free_name && !is_vacated && target.now().is_some() {
            return Err(at(Reason::Stale {
                expected: NO_FILE.to_owned(),
                found: target.fingerprint(),
            }));
        }
        Ok(())
    }

    fn check_source(&self, files: &mut OpenedFiles<'_>) -> Result<(), Reason> {
        let before = self.record.before;
        let draft = files.drafts.at(&self.source)?;
        let found = draft.fingerprint();
        if found != before {
            return Err(Reason::Stale {
                expected: before.map_or(NO_FILE.to_owned(), |before| before.to_string()),
                found,
            });
        }
        if draft.is_link() && !is_link(self.record) {
            return Err(Reason::Link(LinkFault::TextEdit));
        }
        if before.is_some() && !draft.is_link() && is_link(self.record) {
            return Err(Reason::Link(LinkFault::ExpectedLink));
        }
        Ok(())
    }

    /// The place that is free after this record.
    fn vacated_place(&self) -> Option<&RootedPath> {
        match self.record.transition {
            TransitionKind::Removed => Some(&self.place),
            TransitionKind::Moved => Some(&self.source),
            TransitionKind::Edited | TransitionKind::Created | TransitionKind::Copied => None,
        }
    }

    /// Removes the file that leaves its name. Returns the content that arrives elsewhere.
    fn take_source(&self, files: &mut OpenedFiles<'_>) -> Result<Option<WorkingText>, Reason> {
        let source = files.drafts.at(&self.source)?;
        match self.record.transition {
            TransitionKind::Edited | TransitionKind::Created => Ok(None),
            TransitionKind::Removed => {
                source.take(OPERATION)?;
                Ok(None)
            }
            TransitionKind::Moved => {
                let now = source.take(OPERATION)?;
                Ok(Some(now.come_from(Provenance::Moved(self.source.clone()))))
            }
            TransitionKind::Copied => {
                refuse_copy_over_itself(&self.source, &self.place)?;
                let now = source.now().cloned().ok_or(Fault::Missing)?;
                Ok(Some(now.come_from(Provenance::Copied(self.source.clone()))))
            }
        }
    }

    /// Writes the result of the record. `moved` is the content that a move or copy has taken from its source.
    fn write_target(
        &self,
        number: usize,
        moved: Option<WorkingText>,
        files: &mut OpenedFiles<'_>,
    ) -> Result<(), Reason> {
        let draft = files.drafts.at(&self.place)?;
        draft.set_recorded_encoding(self.record.encoding);
        if self.record.transition == TransitionKind::Removed {
            return Ok(());
        }
        if self.record.transition == TransitionKind::Created {
            draft.begin(OPERATION)?;
            if !self.record.attributes.is_empty() {
                draft.set_attributes(self.record.attributes.clone())?;
            }
        }
        if let Some(moved) = moved {
            draft.put(OPERATION, moved)?;
        }
        let mut text = Bytes::new();
        if let Some(now) = draft.now_mut() {
            text = now.text()?.bytes().clone();
        }
        self.check_result(&text)?;
        draft.revise(number, OPERATION, self.changes.clone())?;
        draft.skip_encoding_check();
        match self.record.modes {
            Some(modes) if !draft.is_link() => draft.set_mode(OPERATION, Record::mode_asked(modes)),
            _ => Ok(()),
        }
    }

    /// Checks that the record leads from `text` to its recorded result. The document may be damaged or forged.
    fn check_result(&self, text: &[u8]) -> Result<(), Reason> {
        if self.changes.check(text).is_err() {
            return Err(Reason::wrong_after());
        }
        let after = Fingerprint::of_pieces(self.changes.pieces(text));
        if self.record.after != Some(after) {
            return Err(Reason::wrong_after());
        }
        Ok(())
    }
}

/// True if the record starts from a symbolic link.
fn is_link<C>(record: &Record<C>) -> bool {
    record.modes.is_some_and(|(before, _)| before == LINK)
}
