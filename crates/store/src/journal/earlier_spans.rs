//! Maps some places backward to the spans in every earlier state of a file that can lead to them. No I/O.
//!
//! A question about a few lines need not follow all text that was ever written. The places are mapped backward once,
//! through every edge, and grow with each change that touches them. So they contain every span that leads to the
//! places in [`super::span_tracker`], which is exact.

use std::collections::HashSet;
use std::rc::Rc;

use super::file_history::{Edge, FileHistory, State};
use super::span_tracker::join_touching;
use crate::change::{Bias, Edit};
use crate::text::{self, Span};

/// The parts of earlier texts that can lead to the requested places.
pub(super) enum EarlierSpans {
    /// All of every text.
    All,
    /// By state, sorted, with a gap between any two.
    Parts(Vec<Rc<[Span]>>),
}

impl EarlierSpans {
    /// The earlier spans that lead to `places` in `current`, the current text.
    pub(super) fn leading_to(places: &[Span], current: &[u8], history: &FileHistory) -> Self {
        let mut lines = Vec::with_capacity(places.len());
        for place in places {
            lines.push(with_neighbors(*place, current));
        }
        let mut parts: Vec<Rc<[Span]>> = vec![Rc::default(); history.present().number()];
        parts.push(limit_count(&join_touching(lines)).into());
        // A later step with one of these roots restores text that was deleted there.
        let mut undone_roots: HashSet<usize> = HashSet::new();
        for state in history.past() {
            let Some(edge) = history.edge(state) else {
                continue;
            };
            let later = parts[edge.next.number()].clone();
            if edge.changes.is_empty() {
                parts[state.number()] = later;
                continue;
            }
            let mut earlier = Vec::with_capacity(later.len());
            for part in later.iter() {
                earlier.push(origin(edge, *part));
            }
            let roots = match history.step_from(state) {
                Some(step) => history.roots(step),
                None => &[],
            };
            if history.is_any_undone(roots) {
                if roots.iter().any(|root| undone_roots.contains(root)) {
                    earlier.extend(edge.changes.edits().iter().map(Edit::span));
                }
                let mut new_spans = edge.inverse.edits().iter().map(Edit::span);
                if new_spans.any(|span| any_touches(&later, span)) {
                    undone_roots.extend(roots);
                }
            }
            parts[state.number()] = join_touching(earlier).into();
        }
        Self::Parts(parts)
    }

    /// True if `span` of the text at `state` can lead to the requested places.
    pub(super) fn may_reach(&self, state: State, span: Span) -> bool {
        match self {
            Self::All => true,
            Self::Parts(parts) => any_touches(&parts[state.number()], span),
        }
    }
}

/// The maximum number of places to follow. Each place has a cost at each step of the history.
const MAX_PLACES: usize = 256;

/// At most [`MAX_PLACES`] spans that contain `places`, which are sorted.
fn limit_count(places: &[Span]) -> Vec<Span> {
    let group_len = places.len().div_ceil(MAX_PLACES).max(1);
    let mut spans = Vec::new();
    for group in places.chunks(group_len) {
        let (first, last) = (group[0], group[group.len() - 1]);
        spans.push(Span::of_len(first.start(), last.end() - first.start()));
    }
    spans
}

fn any_touches(parts: &[Span], span: Span) -> bool {
    let first = parts.partition_point(|part| part.end() < span.start());
    parts.get(first).is_some_and(|part| part.touches(span))
}

/// The whole lines at `place`, and one more line on each side. Tasks see whole lines, and a gap between two lines
/// belongs to both of them.
fn with_neighbors(place: Span, text: &[u8]) -> Span {
    let first = text::line_start(text, place.start());
    let start = text::line_start(text, first.saturating_sub(1));
    let end = text::line_end(text, text::line_end(text, place.end()));
    Span::of_len(start, end - start)
}

/// The part of the text before `edge` that `part` of the text after it may have come from.
fn origin(edge: &Edge, part: Span) -> Span {
    let inverse_edits = edge.inverse.edits();
    let first = inverse_edits.partition_point(|edit| edit.end() < part.start());
    let past_last = inverse_edits.partition_point(|edit| edit.at <= part.end());
    let mut start = edge.inverse.map(part.start(), Bias::Before);
    let mut end = edge.inverse.map(part.end(), Bias::After);
    if let [first_edit, ..] = &edge.changes.edits()[first..past_last] {
        start = start.min(first_edit.at);
    }
    if let [.., last_edit] = &edge.changes.edits()[first..past_last] {
        end = end.max(last_edit.end());
    }
    Span::of_len(start, end - start)
}
