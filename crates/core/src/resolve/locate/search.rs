//! A search for one text in a part of another.

use std::cell::OnceCell;
use std::path::Path;

use crate::request::Find;
use crate::resolve::nearest;
use crate::snapshot::Snapshot;
use crate::syntax::Layout;
use crate::text::Span;

/// A text to find, and the part of a file that is searched.
pub(in crate::resolve) struct Search<'t> {
    pub(in crate::resolve) find: &'t Find,
    pub(in crate::resolve) now: &'t Snapshot,
    /// The bytes of `now` that are searched.
    pub(in crate::resolve) window: Span,
    /// The layout rules of the file, if other layouts are searched too.
    pub(in crate::resolve) layout: Option<Layout>,
    likely_starts: OnceCell<Vec<usize>>,
}

impl<'t> Search<'t> {
    pub(in crate::resolve) fn new(find: &'t Find, now: &'t Snapshot, window: Span) -> Self {
        Self {
            find,
            now,
            window,
            layout: None,
            likely_starts: OnceCell::new(),
        }
    }

    /// The same in the file at `path`, whose text may have another layout.
    pub(in crate::resolve) fn in_file(self, path: Option<&Path>) -> Self {
        Self {
            layout: path.and_then(Layout::from_path),
            ..self
        }
    }

    /// The same search for another text.
    pub(in crate::resolve) fn with_find<'f>(&self, find: &'f Find) -> Search<'f>
    where
        't: 'f,
    {
        Search {
            layout: self.layout,
            ..Search::new(find, self.now, self.window)
        }
    }

    /// The starts of lines at which the wanted text might begin, most likely first. Computed once, because a fuzzy
    /// search and the refusal after it share them.
    pub(in crate::resolve) fn likely_starts(&self) -> &[usize] {
        self.likely_starts
            .get_or_init(|| nearest::likely_starts(&self.find.old, self.now.bytes(), self.window))
    }
}
