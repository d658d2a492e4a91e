//! The parts of a text around the few occurrences of a rare byte or line.

use crate::text::Span;

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

/// Merges the sorted `parts` that touch.
pub(in crate::resolve) fn merged(parts: Vec<Span>) -> Vec<Span> {
    let mut merged: Vec<Span> = Vec::new();
    for part in parts {
        match merged.last_mut() {
            Some(last) if part.touches(*last) => {
                let end = part.end().max(last.end());
                *last = Span::of_len(last.start(), end - last.start());
            }
            _ => merged.push(part),
        }
    }
    merged
}
