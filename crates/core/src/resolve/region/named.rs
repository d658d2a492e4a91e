//! Places with names, and the search by name.

use std::collections::HashSet;

use super::place::RegionPlace;
use super::symbol;
use crate::refusal::{Reason, RegionCandidate};
use crate::request::{NamedPart, NamedRegion, Region};
use crate::snapshot::Snapshot;
use crate::text::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedPlace {
    pub(super) kind: &'static str,
    /// The names from the outermost place to this place.
    pub(super) path: Vec<String>,
    /// The separator between the parts of the path.
    pub(super) separator: &'static str,
    pub(super) place: RegionPlace,
}

impl NamedPlace {
    pub(super) fn name(&self) -> String {
        self.path.join(self.separator)
    }

    /// The start of the body, or the end of the place if it has no body.
    pub(super) fn body_start(&self) -> usize {
        let lines = self.place.lines;
        self.place.body.map_or(lines.end(), Span::start)
    }

    pub(super) fn is_called(&self, name: &str) -> bool {
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

/// The only one of `places` with this `name`.
pub(super) fn find_named<'p>(
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
            let bare = symbol::split_index(name).map_or(name, |(name, _)| name);
            let same_name = called(bare, &places.iter().collect::<Vec<_>>());
            if same_name.len() > 1 {
                // The name is right, but not the line or the index.
                let named = NamedRegion {
                    name: bare.to_owned(),
                    line: None,
                    part: NamedPart::Whole,
                };
                return Err(several(Region::Section(named), &same_name, now));
            }
            let last_names = places.iter().map(|place| {
                let last = place.path.last().map_or("", String::as_str);
                (last, place.name())
            });
            Err(Reason::NoRegion {
                region: Box::new(region.clone()),
                nearest: nearest_names(name.rsplit('/').next().unwrap_or(name), last_names),
            })
        }
        found => Err(several(region.clone(), found, now)),
    }
}

fn several(region: Region, found: &[&NamedPlace], now: &Snapshot) -> Reason {
    Reason::SeveralRegions {
        region: Box::new(region),
        candidates: found.iter().map(|place| candidate(place, now)).collect(),
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
        parameters: String::new(),
        lines: now.lines_of(place.place.lines),
        numbered_name: None,
    }
}

/// The maximum number of names in a refusal.
const MAX_SUGGESTIONS: usize = 5;

/// The minimum similarity of a suggested name, 0 to 1.
const MIN_SIMILARITY: f64 = 0.75;

/// The full names whose last part is most similar to `wanted`. `names` has pairs of last part and full name.
pub(super) fn nearest_names<'n>(
    wanted: &str,
    names: impl Iterator<Item = (&'n str, String)>,
) -> Vec<String> {
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
    similar.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    let mut seen = HashSet::new();
    similar.retain(|(_, name)| seen.insert(name.clone()));
    similar.truncate(MAX_SUGGESTIONS);
    similar.into_iter().map(|(_, name)| name).collect()
}
