//! The move or copy of definitions and sections from one file to another.

use std::path::PathBuf;

use super::{AskedLines, Edge, Malformed, NamedPart, Region};
use crate::text::LineRange;

/// Definitions or sections that are moved or copied unchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct Transfer {
    /// The definitions or sections, at least one. The copies have the order of the originals.
    pub regions: Vec<Region>,
    /// Move or copy.
    pub kind: TransferKind,
    /// The target file, which may be the same file.
    pub to: PathBuf,
    /// The position in the target file.
    pub at: TransferAt,
}

/// Move or copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    /// Delete the original.
    Move,
    /// Keep the original.
    Copy,
}

impl TransferKind {
    /// The name of the operation in commands, JSON and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Copy => "copy",
        }
    }
}

/// The position in the target file.
#[derive(Clone, Debug, PartialEq)]
pub enum TransferAt {
    /// Before the first definition or section.
    Start,
    /// At the end of the file.
    End,
    /// At an edge of a region.
    Region(Box<Region>, Edge),
}

impl Transfer {
    /// Returns the transfer if it is valid.
    ///
    /// # Errors
    /// A region is not a complete definition or section.
    pub fn checked(self) -> Result<Self, Malformed> {
        for region in &self.regions {
            match region {
                Region::Symbol(named) | Region::Section(named)
                    if named.part == NamedPart::Whole => {}
                _ => {
                    return Err(Malformed::wrong(
                        format!("`{}` takes whole definitions or sections", self.kind.word()),
                        "name them with `symbol` or `section`",
                    ));
                }
            }
        }
        Ok(self)
    }

    /// The line of the source file that the transfer names by number.
    pub fn lines(&self) -> Option<AskedLines> {
        let line = self.regions.iter().find_map(Region::line)?;
        Some(AskedLines::Numbers(LineRange::single(line)))
    }
}
