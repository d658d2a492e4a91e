//! Children that have names, of lists in which each has one of its own: what a merge of words may not give to another name.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::entry;
use incise_syntax::{ChildOrder, NodeList};
use incise_text::text::Span;

/// The named children of a text, each by its name and those of the children around it.
pub struct KeyedChildren<'t> {
    /// `None` for a name that two have.
    all: HashMap<Vec<u8>, Option<&'t [u8]>, FixedState>,
}

/// A list around others, and what its children are called.
struct OuterList<'l> {
    end: usize,
    children: &'l [Span],
    paths: Vec<Vec<u8>>,
}

impl<'t> KeyedChildren<'t> {
    /// Those of `text`, which has these `lists`.
    pub fn of(text: &'t [u8], lists: &[NodeList]) -> Self {
        let mut all: HashMap<Vec<u8>, Option<&'t [u8]>, FixedState> = HashMap::default();
        let mut around: Vec<OuterList<'_>> = Vec::new();
        for list in lists.iter().filter(|list| list.order == ChildOrder::Free) {
            let start = list.whole.start();
            while around.last().is_some_and(|outer| outer.end <= start) {
                around.pop();
            }
            let outer = around.last().and_then(|outer| {
                let next = outer
                    .children
                    .partition_point(|child| child.start() <= start);
                outer.paths.get(next.checked_sub(1)?)
            });
            let outer = outer.cloned().unwrap_or_default();
            let path = |child: &Span| {
                let name = entry::name(&text[child.range()]).map(|entry| entry.name);
                [&outer, &b"\n"[..], name.unwrap_or_default()].concat()
            };
            let paths: Vec<Vec<u8>> = list.children.iter().map(path).collect();
            for (child, path) in list.children.iter().zip(&paths) {
                if path.ends_with(b"\n") {
                    continue;
                }
                let known = all.entry(path.clone());
                known
                    .and_modify(|known| *known = None)
                    .or_insert(Some(&text[child.range()]));
            }
            around.push(OuterList {
                end: list.whole.end(),
                children: &list.children,
                paths,
            });
        }
        Self { all }
    }

    /// Whether a child here is not what both sides made of the one of its name: `versions` are the base and the sides.
    pub fn are_mixed_up(&self, versions: [&Self; 3]) -> bool {
        self.all.iter().any(|(path, child)| {
            let [base, ours, theirs] = versions.map(|version| version.all.get(path).copied());
            let is_known = [Some(*child), base, ours, theirs]
                .iter()
                .all(|one| *one != Some(None));
            let made = if ours == base { theirs } else { ours };
            let is_by_one = ours == base || theirs == base;
            is_known && is_by_one && made != Some(*child)
        })
    }
}
