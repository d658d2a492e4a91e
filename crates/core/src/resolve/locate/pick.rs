//! Which of the places found is meant.

use crate::refusal::ExpectedCount;
use crate::request::Pick;
use crate::snapshot::SiteId;

/// Places kept for a refusal; all are counted.
const KEPT: usize = 20;

/// The outcome of the search of one tier.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) enum TierOutcome<T> {
    /// No place: the next tier may look.
    Absent,
    /// The places asked for, in order; at least one.
    Picked(Vec<T>),
    /// Several places, and only one is wanted.
    Several(FoundSites<T>),
    /// Places, but another number of them than asked for.
    Miscounted(ExpectedCount, FoundSites<T>),
    /// This many places, but none with the id asked for.
    Gone(SiteId, usize),
}

/// A count of places and the first of them.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct FoundSites<T> {
    /// How many there are.
    pub(in crate::resolve) count: usize,
    /// The first of them.
    pub(in crate::resolve) first: Vec<T>,
}

impl<T> FoundSites<T> {
    /// Counts `places` and keeps the first few.
    pub(super) fn of(places: impl Iterator<Item = T>) -> Self {
        let mut found = Self {
            count: 0,
            first: Vec::new(),
        };
        for place in places {
            found.count += 1;
            if found.first.len() < KEPT {
                found.first.push(place);
            }
        }
        found
    }
}

/// The outcome of `pick` among `places`, which are in order; `id` is that of a place.
pub(super) fn choose<T>(
    mut places: Vec<T>,
    pick: Pick,
    id: impl Fn(&T) -> SiteId,
) -> TierOutcome<T> {
    let count = places.len();
    if count == 0 {
        return TierOutcome::Absent;
    }
    let wanted = match pick {
        Pick::Only if count > 1 => {
            return TierOutcome::Several(FoundSites::of(places.into_iter()));
        }
        Pick::Exactly(wanted) if count != wanted => {
            let expected = ExpectedCount::Exactly(wanted);
            return TierOutcome::Miscounted(expected, FoundSites::of(places.into_iter()));
        }
        Pick::All | Pick::Exactly(_) => return TierOutcome::Picked(places),
        Pick::Site(wanted) => match places.iter().position(|place| id(place) == wanted) {
            None => return TierOutcome::Gone(wanted, count),
            found => found,
        },
        Pick::Only | Pick::First => Some(0),
        Pick::Last => Some(count - 1),
        Pick::Nth(ordinal) | Pick::Occurrence(ordinal) => match place_of(ordinal, count) {
            None => {
                let expected = ExpectedCount::Ordinal(ordinal);
                return TierOutcome::Miscounted(expected, FoundSites::of(places.into_iter()));
            }
            found => found,
        },
    };
    match wanted {
        Some(wanted) => TierOutcome::Picked(vec![places.swap_remove(wanted)]),
        None => TierOutcome::Absent,
    }
}

/// 0-based number of the `ordinal`th of `count`: 1 is the first, -1 the last.
fn place_of(ordinal: i64, count: usize) -> Option<usize> {
    let distance = usize::try_from(ordinal.unsigned_abs()).ok()?;
    match ordinal {
        1.. => (distance <= count).then(|| distance - 1),
        _ => count.checked_sub(distance).filter(|&place| place < count),
    }
}

#[cfg(test)]
mod tests {
    use super::{TierOutcome, choose};
    use crate::request::Pick;
    use crate::snapshot::{Fingerprint, SiteId};
    use crate::text::Span;

    fn id(letter: &char) -> SiteId {
        SiteId::new(&Fingerprint::hash(b""), Span::empty_at(*letter as usize))
    }

    #[test]
    fn every_pick_of_three() {
        let pick = |pick| choose(vec!['a', 'b', 'c'], pick, id);
        assert_eq!(pick(Pick::First), TierOutcome::Picked(vec!['a']));
        assert_eq!(pick(Pick::Last), TierOutcome::Picked(vec!['c']));
        assert_eq!(pick(Pick::Nth(2)), TierOutcome::Picked(vec!['b']));
        assert_eq!(pick(Pick::Nth(-3)), TierOutcome::Picked(vec!['a']));
        assert_eq!(pick(Pick::All), TierOutcome::Picked(vec!['a', 'b', 'c']));
        assert_eq!(
            pick(Pick::Exactly(3)),
            TierOutcome::Picked(vec!['a', 'b', 'c'])
        );
        assert_eq!(pick(Pick::Site(id(&'b'))), TierOutcome::Picked(vec!['b']));
        assert!(matches!(
            pick(Pick::Site(id(&'x'))),
            TierOutcome::Gone(_, 3)
        ));
        assert!(matches!(pick(Pick::Only), TierOutcome::Several(t) if t.count == 3));
        for too_many in [Pick::Nth(4), Pick::Nth(-4), Pick::Exactly(2)] {
            assert!(matches!(pick(too_many), TierOutcome::Miscounted(_, t) if t.count == 3));
        }
        assert_eq!(choose(Vec::new(), Pick::All, id), TierOutcome::Absent);
    }
}
