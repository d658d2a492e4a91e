//! The same functions as in `with_grammars`. No language is supported.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use incise_text::text::Span;

use crate::definition::{Definition, Undefined};
use crate::error::Errors;
use crate::name::Names;
use crate::node_list::NodeList;

/// Returns the definitions of a text.
///
/// # Errors
/// Always `Undefined::Language`, because no language is supported.
pub fn definitions(_: &Path, _: &[u8]) -> Result<Arc<[Definition]>, Undefined> {
    Err(Undefined::Language)
}

/// Returns the names in a text.
pub fn names(_: &Path, _: &[u8]) -> Names {
    Names::default()
}

/// True if both files see each other's top-level definitions.
pub fn shares_package(_: (&Path, &[u8]), _: (&Path, &[u8])) -> bool {
    false
}

/// True if functions may share a name.
pub fn has_overloads(_: &Path) -> bool {
    false
}

/// True if definitions can be moved from one file to the other.
pub fn shares_definitions(_: (&Path, &[u8]), _: (&Path, &[u8])) -> bool {
    false
}

/// Returns the offset of a body for a definition that is only a declaration.
pub fn hidden_body(_: &[Definition], _: usize, _: &[u8]) -> Option<usize> {
    None
}

/// Returns the 0-based numbers of the lines of a text that begin inside a string.
pub fn lines_in_strings(_: &Path, _: &[u8]) -> HashSet<usize> {
    HashSet::new()
}

/// Always false, because no language is supported.
pub fn joins_next(_: &Path, _: (&[u8], usize), _: (&[u8], usize)) -> bool {
    false
}

/// Always 0, because no language is supported.
pub fn torn_overloads(_: &Path, _: &[u8], _: &[Definition]) -> usize {
    0
}

/// Always `None`, because no language is supported.
pub fn header_guard_end(_: &Path, _: &[u8]) -> Option<usize> {
    None
}

/// Returns the comma-separated lists in a text.
pub fn lists(_: &Path, _: &[u8]) -> Vec<NodeList> {
    Vec::new()
}

/// True if the language of a text is supported.
pub fn has_language(_: &Path, _: &[u8]) -> bool {
    false
}

/// True if a file at `path` may be in a supported language.
pub fn may_have_language(_: &Path) -> bool {
    false
}

pub(crate) fn parse_errors(_: &Path, _: &[u8]) -> Result<Errors, Undefined> {
    Ok(Errors::default())
}

/// Always false, because no language is supported.
pub fn replaces_names<'n>(_: &Path, _: &[u8], _: impl Iterator<Item = (Span, &'n [u8])>) -> bool {
    false
}
