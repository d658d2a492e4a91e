//! Which files of a plan only change their names, and can be renamed instead of copied.

use std::collections::{BTreeMap, BTreeSet};

use crate::guard::Plan;
use crate::snapshot::{FileFacts, RootedPath, Snapshot};

/// The renames of a plan that keep the inode.
pub(in crate::disk) struct Moves<'a> {
    /// From the new place to the old one and the file.
    arrivals: BTreeMap<&'a RootedPath, (&'a RootedPath, FileFacts)>,
    departures: BTreeSet<&'a RootedPath>,
}

impl<'a> Moves<'a> {
    /// Pairs each place that becomes absent with the first new text that is its own, unchanged.
    pub(in crate::disk) fn of(plan: &'a Plan) -> Self {
        let absent: BTreeMap<&RootedPath, &Snapshot> = plan
            .files()
            .iter()
            .filter(|file| file.after.is_none())
            .filter_map(|file| Some((&file.place, file.before.as_ref()?)))
            .collect();
        let mut moves = Self {
            arrivals: BTreeMap::new(),
            departures: BTreeSet::new(),
        };
        for file in plan.files() {
            let Some(new) = &file.after else {
                continue;
            };
            let Some((source, before)) = new
                .provenance
                .elsewhere()
                .and_then(|source| absent.get_key_value(source))
            else {
                continue;
            };
            let Some(facts) = before.facts() else {
                continue;
            };
            let is_unchanged = !new.changes.changes_text()
                && new
                    .mode
                    .is_none_or(|mode| mode.of(facts.mode) == facts.mode)
                && new.base.bytes() == before.bytes();
            let is_near = source.directory().device == file.place.directory().device;
            if is_unchanged && is_near && moves.departures.insert(source) {
                moves.arrivals.insert(&file.place, (source, *facts));
            }
        }
        moves
    }

    /// Whether the file at `place` goes elsewhere.
    pub(in crate::disk) fn leaves(&self, place: &RootedPath) -> bool {
        self.departures.contains(place)
    }

    /// The present place of the file that comes to `place`, and its facts.
    pub(in crate::disk) fn arrives(
        &self,
        place: &RootedPath,
    ) -> Option<(&'a RootedPath, FileFacts)> {
        self.arrivals.get(place).copied()
    }
}
