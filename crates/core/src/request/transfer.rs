//! The move or copy of definitions and sections from one file to another.

use std::path::PathBuf;

use super::{AskedLines, Edge, Malformed, NamedPart, Region};
use crate::text::LineRange;

/// Definitions or sections that are moved or copied unchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct Transfer {
    /// The definitions or sections; not empty. They arrive in the order that they have in their file.
    pub regions: Vec<Region>,
    /// Move or copy.
    pub kind: TransferKind,
    /// The file that gets them, which may be the same file.
    pub to: PathBuf,
    /// The position in it.
    pub at: TransferAt,
}

/// Move or copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    /// It leaves the file.
    Move,
    /// It stays.
    Copy,
}

impl TransferKind {
    /// The word for it in commands, JSON and reports.
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
    /// # Errors
    /// Regions other than whole definitions or whole sections.
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

    /// The lines of the first file that it names by number.
    pub fn lines(&self) -> Option<AskedLines> {
        let line = self.regions.iter().find_map(Region::line)?;
        Some(AskedLines::Numbers(LineRange::single(line)))
    }
}
