//! The grammar of the merged file, if its language is supported.

use std::path::Path;

use incise_syntax::{self as syntax, NodeList};

/// The language of a file, determined by its name.
#[derive(Clone, Copy)]
pub struct Grammar<'p> {
    path: Option<&'p Path>,
}

impl<'p> Grammar<'p> {
    /// No grammar. The merge only knows lines.
    pub const NONE: Grammar<'static> = Grammar { path: None };

    /// The grammar for the file at `path`.
    pub fn for_file(path: &'p Path) -> Self {
        Self { path: Some(path) }
    }

    /// The lists in `text`, outer lists first.
    pub fn lists(self, text: &[u8]) -> Vec<NodeList> {
        match self.path {
            Some(path) => syntax::lists(path, text),
            None => Vec::new(),
        }
    }
}
