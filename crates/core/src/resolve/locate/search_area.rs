//! The part of a text that is searched.

use std::cell::OnceCell;
use std::path::Path;

use crate::request::Find;
use crate::resolve::nearest;
use crate::snapshot::Snapshot;
use crate::syntax::Layout;
use crate::text::Span;

/// The part of a text in which one text is searched for.
pub(in crate::resolve) struct SearchArea<'t> {
    wanted: &'t [u8],
    text: &'t [u8],
    /// The bytes of the text that are searched.
    pub(in crate::resolve) window: Span,
    /// The layout rules of the file, if other layouts are searched too.
    pub(in crate::resolve) layout: Option<Layout>,
    likely_starts: OnceCell<Vec<usize>>,
}

impl<'t> SearchArea<'t> {
    /// The bytes `window` of `now`, for a search of `find`.
    pub(in crate::resolve) fn new(find: &'t Find, now: &'t Snapshot, window: Span) -> Self {
        Self {
            wanted: &find.old,
            text: now.bytes(),
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

    /// The starts of lines at which the wanted text might begin, most likely first. Computed once, because a fuzzy
    /// search and the refusal after it share them.
    pub(in crate::resolve) fn likely_starts(&self) -> &[usize] {
        self.likely_starts
            .get_or_init(|| nearest::likely_starts(self.wanted, self.text, self.window))
    }
}
