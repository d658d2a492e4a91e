//! What one side of a merge made of the children of a list.

use super::entry;
use crate::changes::{self, LineAlgorithm, LineEdit};
use incise_text::text;

/// What became of a child of the base on one side, and the number that it has there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildFate {
    Kept(usize),
    Changed(usize),
    Removed,
}

impl ChildFate {
    /// Its number on that side, if it is there.
    pub fn number(self) -> Option<usize> {
        match self {
            Self::Kept(number) | Self::Changed(number) => Some(number),
            Self::Removed => None,
        }
    }
}

/// What one side made of the children of the base.
pub struct ChildChanges {
    pub fates: Vec<ChildFate>,
    /// The children of the side that it put before each child of the base, and behind the last.
    pub put_in: Vec<Vec<usize>>,
    /// Whether it is known which child became which.
    pub is_certain: bool,
}

impl ChildChanges {
    /// From `base` to `side`.
    pub fn between(base: &[&[u8]], side: &[&[u8]]) -> Self {
        let mut changes = Self {
            fates: Vec::with_capacity(base.len()),
            put_in: vec![Vec::new(); base.len() + 1],
            is_certain: true,
        };
        let mut passed = 0;
        for edit in &edits(base, side) {
            changes.keep(edit.base.start, passed);
            changes.take(edit, base, side);
            passed = edit.other.end;
        }
        changes.keep(base.len(), passed);
        let mut put_in = changes.put_in.iter().flatten();
        let has_moved = put_in.any(|child| {
            let mut removed = base.iter().zip(&changes.fates);
            removed.any(|(old, fate)| *fate == ChildFate::Removed && *old == side[*child])
        });
        changes.is_certain &= !has_moved;
        changes
    }

    /// Notes the children up to `end` of the base as kept, the first of them as `number` of the side.
    fn keep(&mut self, end: usize, number: usize) {
        let count = end - self.fates.len();
        self.fates
            .extend((number..number + count).map(ChildFate::Kept));
    }

    /// Notes `edit`: of as many children each became another; else those of one name belong together.
    fn take(&mut self, edit: &LineEdit, base: &[&[u8]], side: &[&[u8]]) {
        let has_as_many = edit.base.len() == edit.other.len();
        let is_changed = !edit.base.is_empty() && !edit.other.is_empty();
        let mut next = edit.other.start;
        for child in edit.base.clone() {
            let name = entry::name(base[child]).map(|entry| entry.name);
            self.is_certain &= !is_changed || has_as_many || name.is_some();
            let mut rest = next..edit.other.end;
            let is_same = |other: &usize| {
                has_as_many || name.is_some_and(|name| is_named(side[*other], name))
            };
            let Some(same) = rest.find(is_same) else {
                self.fates.push(ChildFate::Removed);
                continue;
            };
            self.put_in[child].extend(next..same);
            self.fates.push(ChildFate::Changed(same));
            next = same + 1;
        }
        self.put_in[edit.base.end].extend(next..edit.other.end);
    }

    /// Whether nothing shows that the list of `side` is that of `base`: no child is left, or they have other names.
    pub fn are_others(&self, base: &[&[u8]], side: &[&[u8]]) -> bool {
        let is_known = |(old, fate): (&&[u8], &ChildFate)| match fate {
            ChildFate::Kept(_) => true,
            ChildFate::Changed(new) => {
                let name = |child| entry::name(child).map(|entry| entry.name);
                let names = name(old).zip(name(side[*new]));
                names.is_none_or(|(old, new)| old == new)
            }
            ChildFate::Removed => false,
        };
        !base.is_empty() && !base.iter().zip(&self.fates).any(is_known)
    }

    /// Whether nothing became of them but another form.
    pub fn is_empty(&self) -> bool {
        let mut fates = self.fates.iter();
        fates.all(|fate| matches!(fate, ChildFate::Kept(_)))
            && self.put_in.iter().all(Vec::is_empty)
    }
}

/// What makes the children `side` of those of the base.
fn edits(base: &[&[u8]], side: &[&[u8]]) -> Vec<LineEdit> {
    let [base, side] = text::numbered([base, side]);
    changes::between(&base, &side, LineAlgorithm::Myers)
}

fn is_named(child: &[u8], name: &[u8]) -> bool {
    entry::name(child).is_some_and(|entry| entry.name == name)
}
