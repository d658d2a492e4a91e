//! The spans of every earlier state of a file from which the text at some places came. Pure.
//!
//! Who asks about a few lines need not follow all that was ever written: only what stood where those lines come from
//! can have come there. The places are carried backwards once, through every edge, and grow with each change that
//! touches them: never less than what leads there by [`super::span_tracker`], which follows a part exactly.

use std::collections::HashSet;
use std::rc::Rc;

use super::file_history::{Edge, FileHistory, State};
use super::span_tracker::joined;
use crate::change::{Bias, Edit};
use crate::text::{self, Span};

/// The parts of earlier texts that lead to the places asked about.
pub(super) enum EarlierSpans {
    /// Everything does: nobody asked about some places.
    All,
    /// By state, sorted, with a gap between any two.
    Parts(Vec<Rc<[Span]>>),
}

impl EarlierSpans {
    /// The earlier spans of `places` in the text `current`, the present one.
    pub(super) fn of(places: &[Span], current: &[u8], history: &FileHistory) -> Self {
        let places = places.iter().map(|place| with_neighbours(*place, current));
        let places: Rc<[Span]> = few(&joined(places.collect())).into();
        let mut parts: Vec<Rc<[Span]>> = vec![Rc::default(); history.present().number()];
        parts.push(places);
        // What was taken out there comes back by a later step that has one of these roots.
        let mut back: HashSet<usize> = HashSet::new();
        for state in history.past() {
            let Some((edge, next)) = history.edge(state) else {
                continue;
            };
            let later = parts[next.number()].clone();
            if edge.changes.is_empty() {
                parts[state.number()] = later;
                continue;
            }
            let mut earlier: Vec<Span> = later.iter().map(|part| origin(edge, *part)).collect();
            let step = history.step_from(state);
            let roots = step.map_or(&[][..], |step| history.roots(step));
            let is_toggled = |root: &usize| history.toggles(*root).is_some_and(|by| !by.is_empty());
            if roots.iter().any(is_toggled) {
                if roots.iter().any(|root| back.contains(root)) {
                    earlier.extend(edge.changes.edits().iter().map(Edit::span));
                }
                let touches = |edit: &Edit| meets(&later, edit.span());
                if edge.inverse.edits().iter().any(touches) {
                    back.extend(roots);
                }
            }
            parts[state.number()] = joined(earlier).into();
        }
        Self::Parts(parts)
    }

    /// Whether `span` of the text at `state` may lead there.
    pub(super) fn meet(&self, state: State, span: Span) -> bool {
        match self {
            Self::All => true,
            Self::Parts(parts) => meets(&parts[state.number()], span),
        }
    }
}

/// Most places that are carried: each costs something at each step of the history.
const PLACES: usize = 256;

/// At most [`PLACES`] spans that hold `places`, which are sorted.
fn few(places: &[Span]) -> Vec<Span> {
    let each = places.len().div_ceil(PLACES).max(1);
    let together = |some: &[Span]| {
        let (first, last) = (some[0], some[some.len() - 1]);
        Span::of_len(first.start(), last.end() - first.start())
    };
    places.chunks(each).map(together).collect()
}

/// Whether one of `parts` touches `span`.
fn meets(parts: &[Span], span: Span) -> bool {
    let first = parts.partition_point(|part| part.end() < span.start());
    parts.get(first).is_some_and(|part| part.touches(span))
}

/// The whole lines at `place`, and one more on each side: what is seen is told by lines, and what was removed between
/// two of them by both.
fn with_neighbours(place: Span, text: &[u8]) -> Span {
    let first = text::line_start(text, place.start());
    let start = text::line_start(text, first.saturating_sub(1));
    let end = text::line_end(text, text::line_end(text, place.end()));
    Span::of_len(start, end - start)
}

/// The part of the text before `edge` that `part` of the text after it may have come from.
fn origin(edge: &Edge, part: Span) -> Span {
    let made = edge.inverse.edits();
    let first = made.partition_point(|edit| edit.end() < part.start());
    let behind = made.partition_point(|edit| edit.at <= part.end());
    let rewritten = &edge.changes.edits()[first..behind];
    let start = edge.inverse.map(part.start(), Bias::Before);
    let end = edge.inverse.map(part.end(), Bias::After);
    let start = rewritten.first().map_or(start, |edit| edit.at.min(start));
    let end = rewritten.last().map_or(end, |edit| edit.end().max(end));
    Span::of_len(start, end - start)
}
