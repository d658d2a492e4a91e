//! A step that moves or copies definitions or sections from one file to another.

use super::line_numbers::numbered_file;
use super::resolver::StepResolver;
use crate::refusal::{Reason, Refusal};
use crate::report::Notice;
use crate::request::{Region, Repeat, Step, Transfer, TransferAt, TransferKind};
use crate::resolve::region::Piece;
use crate::resolve::{FileText, MoveSource, MoveTarget, MovedNames, moved_names};
use crate::snapshot::{RootedPath, Snapshot};

/// The definitions or sections of a transfer, taken from their file.
struct TakenPieces {
    pieces: Vec<Piece>,
    /// The text of the file before.
    before: Snapshot,
    /// The text without the pieces of a move.
    after: Snapshot,
}

impl StepResolver<'_> {
    pub(super) fn resolve_transfer(
        &mut self,
        number: usize,
        step: &Step,
        transfer: &Transfer,
    ) -> Result<(), Refusal> {
        let from = self.load_expected(step)?;
        let target = self.files.native_path(&transfer.to)?;
        let to = self.files.load(&target)?;
        self.record_numbered_files(transfer, &from, &to);
        if step.repeat == Repeat::Accept && self.was_moved_already(transfer, &from, &to) {
            for place in [from, to] {
                let draft = self.files.drafts.at(&place);
                draft
                    .map_err(|reason| reason.at(place.shown()))?
                    .touch(transfer.kind.word());
                self.outcome.touched.push((number, place));
            }
            return Ok(());
        }
        let taken = self
            .take_pieces(number, transfer, &from, &to)
            .map_err(|reason| reason.at(from.shown()))?;
        self.put_pieces(number, step.repeat, transfer, &taken, &from, &to)
            .map_err(|reason| reason.at(to.shown()))?;
        self.outcome.touched.push((number, to));
        Ok(())
    }

    /// The pieces of `transfer`. A move deletes them from the file at `from`.
    fn take_pieces(
        &mut self,
        number: usize,
        transfer: &Transfer,
        from: &RootedPath,
        to: &RootedPath,
    ) -> Result<TakenPieces, Reason> {
        let source = self.files.drafts.at(from)?;
        let before = source.text()?;
        let pieces = source.pieces(&transfer.regions)?;
        if transfer.kind == TransferKind::Move {
            if from == to {
                source.refuse_into_itself(&pieces, &transfer.at)?;
            }
            source.take_out(number, &pieces)?;
            self.outcome.touched.push((number, from.clone()));
        }
        Ok(TakenPieces {
            pieces,
            before,
            after: source.text()?,
        })
    }

    /// Inserts the pieces in the file at `to`, unless they are there and `repeat` accepts that.
    fn put_pieces(
        &mut self,
        number: usize,
        repeat: Repeat,
        transfer: &Transfer,
        taken: &TakenPieces,
        from: &RootedPath,
        to: &RootedPath,
    ) -> Result<(), Reason> {
        let operation = transfer.kind.word();
        let target = self.files.drafts.at(to)?;
        if target.now().is_none() {
            return Err(Reason::no_target_file());
        }
        let before = target.text()?;
        let pieces = &taken.pieces;
        if repeat == Repeat::Accept && target.has_pieces(&transfer.regions, pieces) {
            target.touch(operation);
            return Ok(());
        }
        let origin = FileText::new(from.shown(), &taken.before);
        let offset = target.put_in(number, operation, pieces, &transfer.at, origin)?;
        if from != to {
            let source = MoveSource {
                path: from.shown(),
                before: &taken.before,
                after: &taken.after,
            };
            let target = MoveTarget {
                path: to.shown(),
                before: &before,
                offset,
            };
            self.warn_about_names(moved_names(pieces, source, target), from, to);
        }
        Ok(())
    }

    /// Warns about names that are missing in the file at `to`, and moved names that the file at `from` still uses.
    fn warn_about_names(&mut self, names: MovedNames, from: &RootedPath, to: &RootedPath) {
        let path = from.shown().to_path_buf();
        if !names.missing.is_empty() {
            let names = names.missing;
            self.outcome
                .warn(to, Notice::MissingNames { from: path, names });
        }
        if !names.imported.is_empty() {
            self.outcome.warn(to, Notice::AlsoImported(names.imported));
        }
        if !names.still_used.is_empty() {
            self.outcome.warn(from, Notice::StillUsed(names.still_used));
        }
    }

    /// Records the files that `transfer` addresses by line number.
    fn record_numbered_files(&mut self, transfer: &Transfer, from: &RootedPath, to: &RootedPath) {
        if transfer.lines().is_some() {
            self.record_numbered_file(from);
        }
        if let TransferAt::Region(region, _) = &transfer.at
            && region.line().is_some()
        {
            self.record_numbered_file(to);
        }
    }

    fn record_numbered_file(&mut self, place: &RootedPath) {
        if let Ok(draft) = self.files.drafts.at(place)
            && !draft.is_on_base()
        {
            let numbered = numbered_file(draft).cloned();
            self.outcome.numbered_files.extend(numbered);
        }
    }

    /// True if the file at `to` has all of the regions and the file at `from` has none.
    fn was_moved_already(
        &mut self,
        transfer: &Transfer,
        from: &RootedPath,
        to: &RootedPath,
    ) -> bool {
        if transfer.kind == TransferKind::Copy || from == to {
            return false;
        }
        for region in &transfer.regions {
            let source = self.find_region(from, region);
            let is_gone = matches!(source, Err(Reason::NoRegion { .. }));
            if !is_gone || self.find_region(to, region).is_err() {
                return false;
            }
        }
        true
    }

    fn find_region(&mut self, place: &RootedPath, region: &Region) -> Result<(), Reason> {
        self.files.drafts.at(place)?.find_region(region)
    }
}
