//! The parts of a text around the few places of a rare byte or line.

use crate::text::Span;

/// With more places the complete text is searched.
const MOST: usize = 64;

/// Merges `parts`, which are in order, where they share bytes. `None` if they are too many to gain anything.
pub(super) fn neighbourhoods(parts: impl Iterator<Item = Span>) -> Option<Vec<Span>> {
    let mut merged: Vec<Span> = Vec::new();
    for (number, part) in parts.enumerate() {
        if number == MOST {
            return None;
        }
        match merged.last_mut() {
            Some(last) if part.start() < last.end() => {
                let end = part.end().max(last.end());
                *last = Span::of_len(last.start(), end - last.start());
            }
            _ => merged.push(part),
        }
    }
    Some(merged)
}
