//! Regions: the one span of a text that an expression stands for, and what is put there or beside it.
//!
//! Every kind of region lists the places in a text that have a name or markers; here one of them is chosen, or it is
//! said why none is. `edit` knows what becomes of the blank lines around.

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

use std::path::Path;

use crate::refusal::{Impossible, Reason, RegionCandidate};
use crate::request::{Edge, KeyPath, NamedPart, Region};
use crate::snapshot::Snapshot;
use crate::text::{self, Span};

pub use edit::{Body, insert, replace};
pub use outline::{OutlineEntry, outline};
pub use proof::Proof;
use symbol::SymbolPlace;

/// The one place of a region: whole lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionPlace {
    /// Its lines, endings included; the last may have none.
    pub lines: Span,
    /// The lines inside it, without its head; `None` where it can have none.
    pub inside: Option<Span>,
    spacing: Spacing,
    /// Its name, if something else stands on its lines: then [`Self::lines`] are its very bytes, which can be shown and
    /// searched.
    shares: Option<String>,
}

impl RegionPlace {
    /// The lines inside it, where nothing else stands on its lines.
    ///
    /// # Errors
    /// `BadRequest` where there are none, or others share them.
    pub fn inner(&self) -> Result<Span, Reason> {
        self.alone()?;
        self.inside()
    }

    /// True for a section of prose.
    pub fn is_prose(&self) -> bool {
        self.spacing == Spacing::Prose
    }

    /// Whether it can be replaced, and something put beside it.
    ///
    /// # Errors
    /// `BadRequest` where something else stands on its lines.
    fn alone(&self) -> Result<(), Reason> {
        match &self.shares {
            Some(name) => Err(Impossible::SharedLine { name: name.clone() }.into()),
            None => Ok(()),
        }
    }
}

/// The blank lines around a region, which are not its own.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Spacing {
    /// There are none: all lines are its own.
    None,
    /// One between it and the next, none inside.
    Table,
    /// One between it and the next, and between its paragraphs.
    Prose,
    /// As its likes have them.
    Symbol(Box<SymbolPlace>),
    /// None: it is the entry of this key.
    Entry(Box<KeyPath>),
}

impl Spacing {
    /// The definition, if it is one.
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
    /// Its name below those of the places it is in.
    path: Vec<String>,
    /// The sign between the parts of its path.
    separator: &'static str,
    place: RegionPlace,
}

impl NamedPlace {
    /// Its whole name.
    fn name(&self) -> String {
        self.path.join(self.separator)
    }

    /// Whether `name` is its whole name.
    fn is_called(&self, name: &str) -> bool {
        self.spellings().any(|own| own == name)
    }

    /// Whether `name` is the end of its name.
    fn ends_in(&self, name: &str) -> bool {
        let is_end = |separator: &str, own: String| {
            own.strip_suffix(name)
                .is_some_and(|above| above.ends_with(separator))
        };
        is_end("/", self.path.join("/")) || is_end(self.separator, self.name())
    }

    fn spellings(&self) -> impl Iterator<Item = String> {
        [self.name(), self.path.join("/")].into_iter()
    }
}

/// The place of `region` in `now`, the text of the file at `path`. `named` are the bytes of the line that tells it from
/// others of its name.
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

/// The place of `region`, at `edge` of which something is to go in; otherwise as [`find`]. What has no inside has no place
/// in it: then a block is looked for that stands for the inside (`impl A` for `struct A;`).
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
            let place = chosen(region, &section.name, &places, now, named)?;
            Ok(
                match place.inside.filter(|_| section.part == NamedPart::Inside) {
                    Some(inside) => RegionPlace {
                        lines: inside,
                        ..place.clone()
                    },
                    None => place.clone(),
                },
            )
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

/// The one of `places` that `name` stands for.
fn chosen<'p>(
    region: &Region,
    name: &str,
    places: &'p [NamedPlace],
    now: &Snapshot,
    named: Option<Span>,
) -> Result<&'p RegionPlace, Reason> {
    let is_named = |place: &&NamedPlace| {
        let head = now.lines_of(Span::empty_at(place.place.lines.start()));
        named.is_none_or(|line| now.lines_of(Span::empty_at(line.start())).first() == head.first())
    };
    let called = |is_it: &dyn Fn(&NamedPlace) -> bool| -> Vec<&NamedPlace> {
        let places = places.iter().filter(|place| is_it(place));
        places.filter(is_named).collect()
    };
    let of_name = |name: &str| {
        let whole = called(&|place| place.is_called(name));
        if whole.is_empty() {
            called(&|place| place.ends_in(name))
        } else {
            whole
        }
    };
    let mut found = of_name(name);
    if found.is_empty()
        && let Some((name, nth)) = symbol::numbered(name)
    {
        found = of_name(name).get(nth).copied().into_iter().collect();
    }
    match &found[..] {
        [only] => Ok(&only.place),
        [] => Err(Reason::NoRegion {
            region: Box::new(region.clone()),
            nearest: nearest_names(
                name.rsplit('/').next().unwrap_or(name),
                places.iter().map(|place| {
                    let own = place.path.last().cloned().unwrap_or_default();
                    (own, place.name())
                }),
            ),
        }),
        several => Err(Reason::SeveralRegions {
            region: Box::new(region.clone()),
            candidates: several.iter().map(|place| candidate(place, now)).collect(),
        }),
    }
}

fn candidate(place: &NamedPlace, now: &Snapshot) -> RegionCandidate {
    RegionCandidate {
        kind: place.kind,
        name: place.name(),
        lines: now.lines_of(place.place.lines),
        numbered_name: None,
    }
}

/// The lines of `text`, endings included; a byte-order mark is in none.
fn line_spans(text: &[u8]) -> Vec<Span> {
    let mut at = text::bom_len(text);
    text::lines(text::without_bom(text))
        .map(|line| {
            let span = Span::of_len(at, line.len());
            at = span.end();
            span
        })
        .collect()
}

/// Most names that a refusal tells.
const NAMES: usize = 5;

/// Those of the names, each with the last part of it, that are most like `name`.
fn nearest_names(name: &str, names: impl Iterator<Item = (String, String)>) -> Vec<String> {
    const ALIKE: f64 = 0.75;
    let wanted = name.to_lowercase();
    let mut alike: Vec<(f64, String)> = names
        .map(|(own, name)| {
            let own = own.to_lowercase();
            let is_part = !own.is_empty() && (own.contains(&wanted) || wanted.contains(&own));
            let bonus = f64::from(u8::from(is_part));
            (strsim::jaro_winkler(&wanted, &own) + bonus, name)
        })
        .filter(|(alike, _)| *alike > ALIKE)
        .collect();
    alike.sort_by(|left, right| right.0.total_cmp(&left.0));
    alike.dedup_by(|left, right| left.1 == right.1);
    alike
        .into_iter()
        .map(|(_, name)| name)
        .take(NAMES)
        .collect()
}
