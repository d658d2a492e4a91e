//! Regions: expressions for one span of a text, such as a definition, a section or a key.
//!
//! Each kind of region lists its named or marked places. This module chooses one of them. `edit` changes the region,
//! and keeps the blank lines around it.

mod between;
mod edit;
mod fit;
mod keyed;
mod outline;
mod proof;
mod section;
mod symbol;
#[cfg(test)]
mod tests;
mod transfer;

use std::path::Path;

use crate::refusal::{Reason, RegionCandidate};
use crate::request::{Edge, KeyPath, NamedPart, Region};
use crate::snapshot::Snapshot;
use crate::text::{self, Span};

pub use edit::{Body, insert, replace};
pub use outline::{OutlineEntry, outline};
pub use proof::Proof;
use symbol::SymbolPlace;
pub use transfer::{Destination, Piece};

/// The location of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionPlace {
    /// Complete lines with their endings. The last line may have no ending.
    pub lines: Span,
    /// The lines of the body, without the signature or heading. `None` if the region cannot have a body.
    body: Option<Span>,
    spacing: Spacing,
    /// The name of the region, if it shares its lines with other text. [`Self::lines`] then contains only the bytes
    /// of the region, which can be shown and searched.
    name_if_shared: Option<String>,
}

impl RegionPlace {
    /// True for a section of prose.
    pub fn is_prose(&self) -> bool {
        self.spacing == Spacing::Prose
    }

    /// The lines of the body.
    ///
    /// # Errors
    /// `BadRequest` if the region has no body, or shares its lines with other text.
    pub fn editable_body(&self) -> Result<Span, Reason> {
        self.refuse_shared_lines()?;
        self.require_body()
    }

    /// # Errors
    /// `BadRequest` if the region shares its lines with other text.
    fn refuse_shared_lines(&self) -> Result<(), Reason> {
        match &self.name_if_shared {
            Some(name) => Err(Reason::shared_line(name)),
            None => Ok(()),
        }
    }

    /// # Errors
    /// `BadRequest` if the region has no body.
    fn require_body(&self) -> Result<Span, Reason> {
        if let Some(body) = self.body {
            return Ok(body);
        }
        let name = match &self.spacing {
            Spacing::Symbol(symbol) => symbol.name.clone(),
            Spacing::Entry(key) => key.to_string(),
            Spacing::None | Spacing::Table | Spacing::Prose => String::new(),
        };
        Err(Reason::no_body(&name))
    }
}

/// The rule for the blank lines around a region, which do not belong to the region.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Spacing {
    /// No blank lines.
    None,
    /// One blank line between tables, and none inside.
    Table,
    /// One blank line between sections, and between paragraphs.
    Prose,
    /// The same number of blank lines as between the sibling definitions.
    Symbol(Box<SymbolPlace>),
    /// No blank lines between entries. Contains the key of the entry.
    Entry(Box<KeyPath>),
}

impl Spacing {
    fn symbol(&self) -> Option<&SymbolPlace> {
        match self {
            Self::Symbol(symbol) => Some(symbol),
            Self::None | Self::Table | Self::Prose | Self::Entry(_) => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedPlace {
    kind: &'static str,
    /// The names from the outermost place to this place.
    path: Vec<String>,
    /// The separator between the parts of the path.
    separator: &'static str,
    place: RegionPlace,
}

impl NamedPlace {
    fn name(&self) -> String {
        self.path.join(self.separator)
    }

    fn is_called(&self, name: &str) -> bool {
        self.name() == name || self.path.join("/") == name
    }

    fn ends_in(&self, name: &str) -> bool {
        is_path_end(&self.path.join("/"), name, "/")
            || is_path_end(&self.name(), name, self.separator)
    }
}

fn is_path_end(path: &str, end: &str, separator: &str) -> bool {
    path.strip_suffix(end)
        .is_some_and(|above| above.ends_with(separator))
}

/// Finds `region` in `now`, the file at `path`. `line` is the line of the requested region, if several have the same
/// name.
///
/// # Errors
/// `NoRegion`, `SeveralRegions`, or `BadRequest` for a file without regions of this kind.
pub fn find(
    region: &Region,
    now: &Snapshot,
    path: &Path,
    line: Option<Span>,
) -> Result<RegionPlace, Reason> {
    find_for(None, region, now, path, line)
}

/// Like [`find`], for an insertion at `edge`. If a definition has no body, finds the block that serves as its body
/// (`impl A` for `struct A;`).
///
/// # Errors
/// The errors of [`find`], and `BadRequest` if there is no body.
pub(crate) fn find_for(
    edge: Option<Edge>,
    region: &Region,
    now: &Snapshot,
    path: &Path,
    line: Option<Span>,
) -> Result<RegionPlace, Reason> {
    match region {
        Region::Between { begin, end } => between::find(region, begin, end, now),
        Region::Key(key) => keyed::find(key, path, now),
        Region::Section(section) => {
            let places = section::list(path, now.bytes())?;
            let mut place = find_named(region, &section.name, &places, now, line)?.clone();
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
            symbol::find(region, symbol, edited, path, now, line)
        }
    }
}

/// The only one of `places` with this `name`.
fn find_named<'p>(
    region: &Region,
    name: &str,
    places: &'p [NamedPlace],
    now: &Snapshot,
    line: Option<Span>,
) -> Result<&'p RegionPlace, Reason> {
    let mut candidates: Vec<&NamedPlace> = places.iter().collect();
    if let Some(line) = line {
        let number = now.line_at(line.start());
        candidates.retain(|place| now.line_at(place.place.lines.start()) == number);
    }
    let mut found = called(name, &candidates);
    if found.is_empty()
        && let Some((name, index)) = symbol::split_index(name)
    {
        found = called(name, &candidates);
        found = found.get(index).copied().into_iter().collect();
    }
    match &found[..] {
        [only] => Ok(&only.place),
        [] => {
            let last_names = places.iter().map(|place| {
                let last = place.path.last().map_or("", String::as_str);
                (last, place.name())
            });
            Err(Reason::NoRegion {
                region: Box::new(region.clone()),
                nearest: nearest_names(name.rsplit('/').next().unwrap_or(name), last_names),
            })
        }
        several => Err(Reason::SeveralRegions {
            region: Box::new(region.clone()),
            candidates: several.iter().map(|place| candidate(place, now)).collect(),
        }),
    }
}

/// The `candidates` called `name`, or else those whose full name ends in `name`.
fn called<'p>(name: &str, candidates: &[&'p NamedPlace]) -> Vec<&'p NamedPlace> {
    let mut called = candidates.to_vec();
    called.retain(|place| place.is_called(name));
    if called.is_empty() {
        called = candidates.to_vec();
        called.retain(|place| place.ends_in(name));
    }
    called
}

fn candidate(place: &NamedPlace, now: &Snapshot) -> RegionCandidate {
    RegionCandidate {
        kind: place.kind,
        name: place.name(),
        lines: now.lines_of(place.place.lines),
        numbered_name: None,
    }
}

/// The lines of `text` including their endings, without a byte-order mark.
fn line_spans(text: &[u8]) -> Vec<Span> {
    let mut at = text::bom_len(text);
    let mut spans = Vec::new();
    for line in text::lines(text::without_bom(text)) {
        spans.push(Span::of_len(at, line.len()));
        at += line.len();
    }
    spans
}

fn is_blank(text: &[u8]) -> bool {
    text.trim_ascii().is_empty()
}

/// The maximum number of names in a refusal.
const MAX_SUGGESTIONS: usize = 5;

/// The minimum similarity of a suggested name, 0 to 1.
const MIN_SIMILARITY: f64 = 0.75;

/// The full names whose last part is most similar to `wanted`. `names` has pairs of last part and full name.
fn nearest_names<'n>(wanted: &str, names: impl Iterator<Item = (&'n str, String)>) -> Vec<String> {
    let wanted_lower = wanted.to_lowercase();
    let stem = wanted_lower.split('[').next().unwrap_or_default();
    let mut similar: Vec<(f64, String)> = Vec::new();
    for (last, name) in names {
        let lower = last.to_lowercase();
        // A single letter is similar only to itself.
        if lower.len().min(stem.len()) < 2 && lower != stem {
            continue;
        }
        let mut similarity = strsim::jaro_winkler(&wanted_lower, &lower);
        if lower.contains(&wanted_lower) || wanted_lower.contains(&lower) {
            similarity += 1.0;
        }
        if similarity > MIN_SIMILARITY {
            similar.push((similarity, name));
        }
    }
    similar.sort_by(|left, right| right.0.total_cmp(&left.0));
    similar.dedup_by(|left, right| left.1 == right.1);
    similar.truncate(MAX_SUGGESTIONS);
    similar.into_iter().map(|(_, name)| name).collect()
}
