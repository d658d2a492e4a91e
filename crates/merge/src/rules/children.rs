//! The changes that one side made to the children of a list.

use crate::changes::{self, LineAlgorithm, LineEdit};
use crate::names;
use incise_text::text;

/// A child of the base on one side, with its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildFate {
    Kept(usize),
    Changed(usize),
    Removed,
}

impl ChildFate {
    /// The number on that side, if it is there.
    pub fn number(self) -> Option<usize> {
        match self {
            Self::Kept(number) | Self::Changed(number) => Some(number),
            Self::Removed => None,
        }
    }
}

/// The changes that one side made to the children of the base.
pub struct ChildChanges {
    /// The fate of each child of the base.
    pub fates: Vec<ChildFate>,
    /// The children of the side that are new before each child of the base, and behind the last one.
    pub inserted: Vec<Vec<usize>>,
    /// False if a child may have become one of several.
    pub is_certain: bool,
}

impl ChildChanges {
    /// Compares the children of the `base` with those of `side`.
    pub fn between(base: &[&[u8]], side: &[&[u8]]) -> Self {
        let mut changes = Self {
            fates: Vec::with_capacity(base.len()),
            inserted: vec![Vec::new(); base.len() + 1],
            is_certain: true,
        };
        let [old, new] = text::numbered([base, side]);
        let mut kept_from = 0;
        for edit in changes::between(&old, &new, LineAlgorithm::Myers) {
            changes.keep_until(edit.base.start, kept_from);
            changes.add(&edit, base, side);
            kept_from = edit.other.end;
        }
        changes.keep_until(base.len(), kept_from);
        if changes.has_moved_child(base, side) {
            changes.is_certain = false;
        }
        changes
    }

    /// Adds the children up to `end` of the base as kept, the first of them as `number` of the side.
    fn keep_until(&mut self, end: usize, number: usize) {
        let count = end - self.fates.len();
        self.fates
            .extend((number..number + count).map(ChildFate::Kept));
    }

    /// Adds `edit`: each of as many children became another one; else children of one name belong together.
    fn add(&mut self, edit: &LineEdit, base: &[&[u8]], side: &[&[u8]]) {
        let is_change = !edit.base.is_empty() && !edit.other.is_empty();
        let is_same_count = edit.base.len() == edit.other.len();
        let mut next = edit.other.start;
        for child in edit.base.clone() {
            let name = child_name(base[child]);
            if is_change && !is_same_count && name.is_none() {
                self.is_certain = false;
            }
            let mut rest = next..edit.other.end;
            let same = if is_same_count {
                rest.next()
            } else {
                rest.find(|other| name.is_some() && child_name(side[*other]) == name)
            };
            let Some(same) = same else {
                self.fates.push(ChildFate::Removed);
                continue;
            };
            self.inserted[child].extend(next..same);
            self.fates.push(ChildFate::Changed(same));
            next = same + 1;
        }
        self.inserted[edit.base.end].extend(next..edit.other.end);
    }

    /// True if a removed child was inserted elsewhere.
    fn has_moved_child(&self, base: &[&[u8]], side: &[&[u8]]) -> bool {
        for (old, fate) in base.iter().zip(&self.fates) {
            if *fate == ChildFate::Removed
                && self.inserted.iter().flatten().any(|new| side[*new] == *old)
            {
                return true;
            }
        }
        false
    }

    /// True if nothing shows that the list of `side` is that of `base`: no child is left, or they have other names.
    pub fn is_other_list(&self, base: &[&[u8]], side: &[&[u8]]) -> bool {
        for (old, fate) in base.iter().zip(&self.fates) {
            match fate {
                ChildFate::Kept(_) => return false,
                ChildFate::Changed(new) => match (child_name(old), child_name(side[*new])) {
                    (Some(old), Some(new)) if old != new => {}
                    _ => return false,
                },
                ChildFate::Removed => {}
            }
        }
        !base.is_empty()
    }

    /// True if the side only changed the layout.
    pub fn is_empty(&self) -> bool {
        let mut fates = self.fates.iter();
        fates.all(|fate| matches!(fate, ChildFate::Kept(_)))
            && self.inserted.iter().all(Vec::is_empty)
    }
}

/// The name of a child, as it is written.
pub fn child_name(child: &[u8]) -> Option<&[u8]> {
    names::name(child).map(|entry| entry.name)
}
