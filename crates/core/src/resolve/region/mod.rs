//! Regions: expressions for one span of a text, such as a definition, a section or a key.
//!
//! Each kind of region lists the places that have a name or markers. Here one of them is chosen. `edit` changes it and
//! keeps the blank lines around it.

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

/// The place of a region: complete lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionPlace {
    /// Complete lines with their endings; the last may have none.
    pub lines: Span,
    /// The lines of its body, without its head; `None` if it cannot have any.
    pub inside: Option<Span>,
    spacing: Spacing,
    /// The name of a region that shares its lines with other text. Then [`Self::lines`] are its bytes alone, which can
    /// be shown and searched.
    shares: Option<String>,
}

impl RegionPlace {
    /// The lines of its body.
    ///
    /// # Errors
    /// `BadRequest` if it has none, or shares its lines with other text.
    pub fn inner(&self) -> Result<Span, Reason> {
        self.alone()?;
        self.inside()
    }

    /// True for a section of prose.
    pub fn is_prose(&self) -> bool {
        self.spacing == Spacing::Prose
    }

    /// # Errors
    /// `BadRequest` if it shares its lines with other text.
    fn alone(&self) -> Result<(), Reason> {
        match &self.shares {
            Some(name) => Err(Reason::shared_line(name)),
            None => Ok(()),
        }
    }
}

/// The rule for the blank lines around a region, which do not belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Spacing {
    /// No blank lines.
    None,
    /// A blank line between tables, none inside.
    Table,
    /// A blank line between sections and between paragraphs.
    Prose,
    /// The number of blank lines between the other definitions.
    Symbol(Box<SymbolPlace>),
    /// No blank lines between entries; this is the entry of a key.
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

/// A place that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedPlace {
    kind: &'static str,
    /// The names from the outermost place to this one.
    path: Vec<String>,
    /// The text between the parts of its path.
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

/// The place of `region` in `now`, the text of the file at `path`. `named` is the line of the one meant, if several have
/// its name.
///
/// # Errors
/// `NoRegion`, `SeveralRegions`; `BadRequest` for a file that has no regions of the kind.
pub fn find(
    region: &Region,
    now: &Snapshot,
    path: &Path,
    named: Option<Span>,
) -> Result<RegionPlace, Reason> {
    find_for(None, region, now, path, named)
}

/// Like [`find`], for a text that is inserted at `edge`. If a definition has no body, its block is found instead (`impl A`
/// for `struct A;`).
///
/// # Errors
/// Those of [`find`]; `NoInside`.
pub(crate) fn find_for(
    edge: Option<Edge>,
    region: &Region,
    now: &Snapshot,
    path: &Path,
    named: Option<Span>,
) -> Result<RegionPlace, Reason> {
    match region {
        Region::Between { begin, end } => between::find(region, begin, end, now),
        Region::Key(key) => keyed::find(key, path, now),
        Region::Section(section) => {
            let places = section::list(path, now.bytes())?;
            let mut place = choose(region, &section.name, &places, now, named)?.clone();
            if let Some(inside) = place.inside
                && section.part == NamedPart::Inside
            {
                place.lines = inside;
            }
            Ok(place)
        }
        Region::Symbol(symbol) => {
            let wanted = match edge {
                Some(Edge::Start | Edge::End) => NamedPart::Inside,
                Some(Edge::Before | Edge::After) => symbol.part,
                None => NamedPart::Whole,
            };
            symbol::find(region, symbol, wanted, path, now, named)
        }
    }
}

/// The only one of `places` with this `name`.
fn choose<'p>(
    region: &Region,
    name: &str,
    places: &'p [NamedPlace],
    now: &Snapshot,
    named: Option<Span>,
) -> Result<&'p RegionPlace, Reason> {
    let mut candidates: Vec<&NamedPlace> = places.iter().collect();
    if let Some(line) = named {
        let number = now.line_at(line.start());
        candidates.retain(|place| now.line_at(place.place.lines.start()) == number);
    }
    let mut found = called(name, &candidates);
    if found.is_empty()
        && let Some((all, nth)) = symbol::numbered(name)
    {
        found = called(all, &candidates)
            .into_iter()
            .skip(nth)
            .take(1)
            .collect();
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

/// The `candidates` called `name`, else those whose name ends in it.
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

/// The lines of `text` with their endings, without a byte-order mark.
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

/// Names that a refusal lists, at most.
const NAMES: usize = 5;

/// The least similarity of a listed name.
const ALIKE: f64 = 0.75;

/// The complete names whose last part is most similar to `wanted`. `names` has the last part before each name.
fn nearest_names<'n>(wanted: &str, names: impl Iterator<Item = (&'n str, String)>) -> Vec<String> {
    let wanted_lower = wanted.to_lowercase();
    let mut alike: Vec<(f64, String)> = Vec::new();
    for (last, name) in names {
        let lower = last.to_lowercase();
        let mut similarity = strsim::jaro_winkler(&wanted_lower, &lower);
        if !lower.is_empty() && (lower.contains(&wanted_lower) || wanted_lower.contains(&lower)) {
            similarity += 1.0;
        }
        if similarity > ALIKE {
            alike.push((similarity, name));
        }
    }
    alike.sort_by(|left, right| right.0.total_cmp(&left.0));
    alike.dedup_by(|left, right| left.1 == right.1);
    alike.truncate(NAMES);
    alike.into_iter().map(|(_, name)| name).collect()
}
