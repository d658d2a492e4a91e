//! The parts of a text around the few places of something that tells where to look.

use crate::text::Span;

/// Places beyond which the whole text is searched.
const MOST: usize = 64;

/// The parts of a text, each `around` one of `places`, which are in order; those that share bytes are one. `None` where
/// there are too many to gain anything.
pub(super) fn neighbourhoods(
    places: impl Iterator<Item = usize>,
    around: impl Fn(usize) -> Span,
) -> Option<Vec<Span>> {
    let mut parts: Vec<Span> = Vec::new();
    for (number, place) in places.enumerate() {
        if number == MOST {
            return None;
        }
        let part = around(place);
        match parts.last_mut().filter(|last| part.start() < last.end()) {
            Some(last) => {
                let end = part.end().max(last.end());
                *last = Span::of_len(last.start(), end - last.start());
            }
            None => parts.push(part),
        }
    }
    Some(parts)
}
