//! Access to staged texts for other programs, and a check that the programs did not change them.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use crate::error::{Error, Fault};
use crate::place::{NewText, RootedPath, Transition};
use crate::snapshot::FileFacts;

use crate::disk::commit::step::CommitStep;
use crate::disk::fault::fault;
use crate::disk::sandbox::leaf;
use crate::disk::stage::staging::Staged;
use crate::disk::stage::temp::Temp;

/// The number of bytes to compare at once.
const CHUNK: usize = 64 << 10;

/// A staged text.
#[derive(Debug)]
pub struct StagedText<'a> {
    temp: &'a Temp,
    new: &'a NewText,
    as_of: FileFacts,
}

impl Staged {
    /// The staged text of `file`. `None` if no text is staged: the file is removed or renamed, only its mode changes,
    /// or it is a link.
    ///
    /// # Errors
    /// If the facts of the staged file cannot be read.
    pub fn staged_text<'a>(
        &'a self,
        file: &'a Transition,
    ) -> Result<Option<StagedText<'a>>, Error> {
        let (Some(temp), Some(new)) = (self.temp_of(&file.place), &file.after) else {
            return Ok(None);
        };
        let as_of = temp
            .facts()
            .map_err(|reason| reason.at(file.place.shown()))?;
        Ok(Some(StagedText { temp, new, as_of }))
    }

    pub(in crate::disk) fn temp_of(&self, place: &RootedPath) -> Option<&Temp> {
        let work = self.works.iter().find(|work| work.place == *place)?;
        match work.step.as_ref()? {
            CommitStep::Put(put) => Some(put.temp()).filter(|temp| temp.target().is_none()),
            CommitStep::InPlace(step) => Some(step.new_text()),
            CommitStep::Removal(_) | CommitStep::Move(_) | CommitStep::SetMode(_) => None,
        }
    }
}

impl StagedText<'_> {
    /// The path of the staged file for other programs.
    pub fn path(&self) -> PathBuf {
        self.temp.outward()
    }

    /// True if the staged file still has its name, and its mode, owner and content are unchanged. The content is
    /// compared, because timestamps are too coarse.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_intact(&self) -> Result<bool, Fault> {
        let found = leaf::open(self.temp.directory(), self.temp.name());
        let (file, facts) = match found {
            Ok(Some(found)) => found,
            Ok(None) | Err(Fault::NotAFile(_)) => return Ok(false),
            Err(reason) => return Err(reason),
        };
        let with_same_times = FileFacts {
            modified: self.as_of.modified,
            changed: self.as_of.changed,
            ..facts
        };
        if with_same_times != self.as_of {
            return Ok(false);
        }
        let pieces = self.new.changes.pieces(self.new.base.bytes());
        has_content(file, pieces).map_err(|error| fault("read a temporary file next to", error))
    }
}

/// True if the content of `file` is exactly `pieces`.
fn has_content<'a>(mut file: File, pieces: impl Iterator<Item = &'a [u8]>) -> io::Result<bool> {
    let mut found = vec![0; CHUNK];
    for part in pieces.flat_map(|piece| piece.chunks(CHUNK)) {
        let found = &mut found[..part.len()];
        match file.read_exact(found) {
            Ok(()) if found == part => {}
            Ok(()) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            Err(error) => return Err(error),
        }
    }
    Ok(file.read(&mut found[..1])? == 0)
}
