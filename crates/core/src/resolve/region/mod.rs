//! Regions: expressions for one span of a text, such as a definition, a section or a key.
//!
//! Each kind of region lists its named or marked places. This module chooses one of them. `edit` changes the region,
//! and keeps the blank lines around it.

mod between;
mod edit;
mod fit;
mod keyed;
mod lines;
mod named;
mod outline;
mod place;
mod proof;
mod section;
mod symbol;
#[cfg(test)]
mod tests;
mod transfer;

use std::borrow::Cow;

use crate::refusal::Reason;
use crate::request::{Edge, NamedPart, NamedRegion, Region};
use crate::resolve::FileText;
use crate::text::Span;

pub use edit::{Body, insert, replace};
use named::find_named;
pub use outline::{OutlineEntry, outline};
pub use place::RegionPlace;
pub use transfer::{Destination, Piece};

/// `region` with `@LINE` as a part of its name, if the file has a section of that full name, otherwise unchanged.
pub fn read_line_as_name<'r>(region: &'r Region, file: FileText<'_>) -> Cow<'r, Region> {
    if let Region::Section(section) = region
        && let Some(line) = section.line
        && let Ok(places) = section::list(file.path, file.bytes())
    {
        let name = format!("{}@{line}", section.name);
        if places.iter().any(|place| place.is_called(&name)) {
            let (line, part) = (None, section.part);
            return Cow::Owned(Region::Section(NamedRegion { name, line, part }));
        }
    }
    Cow::Borrowed(region)
}

/// Finds `region` in `file`. `line` is the line of the requested region, if several have the same
/// name.
///
/// # Errors
/// `NoRegion`, `SeveralRegions`, or `BadRequest` for a file without regions of this kind.
pub fn find(
    region: &Region,
    file: FileText<'_>,
    line: Option<Span>,
) -> Result<RegionPlace, Reason> {
    find_for(None, region, file, line)
}

/// Like [`find`], for an insertion at `edge`. If a definition has no body, finds the block that serves as its body
/// (`impl A` for `struct A;`).
///
/// # Errors
/// The errors of [`find`], and `BadRequest` if there is no body.
pub(crate) fn find_for(
    edge: Option<Edge>,
    region: &Region,
    file: FileText<'_>,
    line: Option<Span>,
) -> Result<RegionPlace, Reason> {
    match region {
        Region::Between { begin, end } => between::find(region, begin, end, edge, file.now),
        Region::Key(key) => keyed::find(key, file),
        Region::Section(section) => {
            let places = section::list(file.path, file.bytes())?;
            let mut place = find_named(region, &section.name, &places, file.now, line)?.clone();
            if let Some(body) = place.body
                && section.part == NamedPart::Inside
            {
                place.lines = body;
            }
            Ok(place)
        }
        Region::Symbol(symbol) => {
            let edited = match edge {
                Some(Edge::Start | Edge::End) => NamedPart::Inside,
                Some(Edge::Before | Edge::After) => symbol.part,
                None => NamedPart::Whole,
            };
            symbol::find(region, symbol, edited, file, line)
        }
    }
}
