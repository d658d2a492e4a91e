//! Moves and copies definitions and sections between the files of a request.

use super::super::FileText;
use super::super::region::{Destination, Piece};
use super::file::Draft;
use crate::refusal::Reason;
use crate::request::{Region, TransferAt};

impl Draft {
    /// The pieces that `regions` name, in the order of the file.
    ///
    /// # Errors
    /// `NoRegion`, `SeveralRegions`, or `BadRequest` for a piece that cannot be moved, and for pieces inside each
    /// other.
    pub fn pieces(&mut self, regions: &[Region]) -> Result<Vec<Piece>, Reason> {
        let path = self.place.shown().to_path_buf();
        let working = self.present()?;
        let mut pieces = Vec::new();
        for region in regions {
            let place = working.region(region, &path)?;
            pieces.push(Piece::new(&place, working.file(&path)?)?);
        }
        pieces.sort_by_key(|piece: &Piece| piece.lines.start());
        for pair in pieces.windows(2) {
            if pair[1].lines.start() < pair[0].lines.end() {
                return Err(Reason::nested_pieces(&pair[0].name(), &pair[1].name()));
            }
        }
        Ok(pieces)
    }

    /// # Errors
    /// `usage` if the destination `at` is in one of `pieces`, which are moved within this file.
    pub fn refuse_into_itself(&mut self, pieces: &[Piece], at: &TransferAt) -> Result<(), Reason> {
        let TransferAt::Region(region, _) = at else {
            return Ok(());
        };
        let path = self.place.shown().to_path_buf();
        let Ok(place) = self.present()?.region(region, &path) else {
            return Ok(());
        };
        for piece in pieces {
            if piece.lines.start() <= place.lines.start() && place.lines.end() <= piece.lines.end()
            {
                return Err(Reason::into_itself(region));
            }
        }
        Ok(())
    }

    /// Deletes `pieces` from the text, the last piece first, so that the spans of the others stay valid.
    ///
    /// # Errors
    /// The errors of [`Piece::remove`].
    pub fn take_out(&mut self, step: usize, pieces: &[Piece]) -> Result<(), Reason> {
        let path = self.place.shown().to_path_buf();
        for piece in pieces.iter().rev() {
            let resolution = piece.remove(self.present()?.file(&path)?)?;
            self.edit(step, "move", resolution, None)?;
        }
        Ok(())
    }

    /// Inserts `pieces` of the file `from` at `at`. Returns the offset of the
    /// insertion in the text before.
    ///
    /// # Errors
    /// `missing` if the file does not exist, and the errors of [`Destination::insert`].
    pub fn put_in(
        &mut self,
        step: usize,
        operation: &'static str,
        pieces: &[Piece],
        at: &TransferAt,
        from: FileText<'_>,
    ) -> Result<usize, Reason> {
        let path = self.place.shown().to_path_buf();
        let working = self.present()?;
        let destination = match at {
            TransferAt::Region(region, edge) => {
                let place = working.region_for(Some(*edge), region, &path)?;
                Destination::at_edge(&place, *edge, working.file(&path)?)?
            }
            TransferAt::Start => Destination::at_start(pieces, working.file(&path)?)?,
            TransferAt::End => Destination::at_end(working.file(&path)?),
        };
        let offset = destination.offset;
        let resolution = destination.insert(pieces, from)?;
        self.edit(step, operation, resolution, None)?;
        self.present()?.has_pieces = true;
        Ok(offset)
    }

    /// Checks that the text contains `region`.
    ///
    /// # Errors
    /// `NoRegion` if there is none, and all other reasons why the region cannot be found.
    pub fn find_region(&mut self, region: &Region) -> Result<(), Reason> {
        let path = self.place.shown().to_path_buf();
        self.present()?.region(region, &path).map(drop)
    }

    /// True if the text contains `regions`, and they are the same as `pieces`.
    pub fn has_pieces(&mut self, regions: &[Region], pieces: &[Piece]) -> bool {
        let Ok(existing) = self.pieces(regions) else {
            return false;
        };
        let mut pairs = existing.iter().zip(pieces);
        existing.len() == pieces.len() && pairs.all(|(one, other)| one.has_text_of(other))
    }
}
