//! A step that moves or copies definitions or sections from one file to another.

use super::line_numbers::numbered_file;
use super::resolver::StepResolver;
use crate::refusal::{Reason, Refusal};
use crate::report::Notice;
use crate::request::{Region, Repeat, Step, Transfer, TransferAt, TransferKind};
use crate::resolve::{MovedNames, moved_names};
use crate::snapshot::RootedPath;

impl StepResolver<'_> {
    pub(super) fn resolve_transfer(
        &mut self,
        number: usize,
        step: &Step,
        transfer: &Transfer,
    ) -> Result<(), Refusal> {
        let from = self.load_expected(step)?;
        let to = self.files.native_path(&transfer.to)?;
        let to = self.files.load(&to)?;
        self.record_numbered_files(transfer, &from, &to);
        let of_from = |reason: Reason| Refusal::new(reason).at(from.shown());
        let of_to = |reason: Reason| Refusal::new(reason).at(to.shown());
        let operation = transfer.kind.word();
        if step.repeat == Repeat::Accept && self.was_moved_already(transfer, &from, &to) {
            for place in [from.clone(), to] {
                let draft = self.files.drafts.at(&place).map_err(of_from)?;
                draft.touch(operation);
                self.outcome.touched.push((number, place));
            }
            return Ok(());
        }
        let source = self.files.drafts.at(&from).map_err(of_from)?;
        let text = source.text().map_err(of_from)?;
        let pieces = source.pieces(&transfer.regions).map_err(of_from)?;
        if transfer.kind == TransferKind::Move {
            if from == to {
                source
                    .refuse_into_itself(&pieces, &transfer.at)
                    .map_err(of_from)?;
            }
            source.take_out(number, &pieces).map_err(of_from)?;
            self.outcome.touched.push((number, from.clone()));
        }
        let remaining = source.text().map_err(of_from)?;
        let target = self.files.drafts.at(&to).map_err(of_to)?;
        if target.now().is_none() {
            return Err(of_to(Reason::no_target_file()));
        }
        let before = target.text().map_err(of_to)?;
        if step.repeat == Repeat::Accept && target.has_pieces(&transfer.regions, &pieces) {
            target.touch(operation);
        } else {
            let origin = (from.shown(), &text);
            let offset = target
                .put_in(number, operation, &pieces, &transfer.at, origin)
                .map_err(of_to)?;
            if from != to {
                let source = (from.shown(), &text, &remaining);
                let names = moved_names(&pieces, source, (to.shown(), &before, offset));
                self.warn_about_names(names, &from, &to);
            }
        }
        self.outcome.touched.push((number, to));
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
        let target_line = match &transfer.at {
            TransferAt::Region(region, _) => region.line(),
            TransferAt::Start | TransferAt::End => None,
        };
        for (place, has_number) in [
            (from, transfer.lines().is_some()),
            (to, target_line.is_some()),
        ] {
            if let Ok(draft) = self.files.drafts.at(place)
                && has_number
                && !draft.is_on_base()
            {
                self.outcome
                    .numbered_files
                    .extend(numbered_file(draft).cloned());
            }
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
            if self.has_region(from, region) || !self.has_region(to, region) {
                return false;
            }
        }
        true
    }

    fn has_region(&mut self, place: &RootedPath, region: &Region) -> bool {
        match self.files.drafts.at(place) {
            Ok(draft) => draft.has_region(region),
            Err(_) => false,
        }
    }
}
