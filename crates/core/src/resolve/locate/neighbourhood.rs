//! The parts of a text around the few occurrences of a rare byte or line.

use crate::text::{Span, merged};

/// With more parts, the complete text is searched.
const MAX_PARTS: usize = 64;

/// Merges the sorted `parts` that touch. `None` if there are too many to save work.
pub(super) fn neighbourhoods(parts: impl Iterator<Item = Span>) -> Option<Vec<Span>> {
    let parts: Vec<Span> = parts.take(MAX_PARTS + 1).collect();
    if parts.len() > MAX_PARTS {
        return None;
    }
    Some(merged(parts))
}
