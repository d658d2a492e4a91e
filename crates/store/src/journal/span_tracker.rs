//! Parts of a file's text, followed through what came after it to where they stand now. Pure.
//!
//! What an edit takes out comes back with an undo of that edit as it went: the parts of it that were followed, and
//! no more.

use std::collections::HashSet;

use super::file_history::{Edge, FileHistory, State};
use crate::change::{Bias, ChangeSet, Edit};
use crate::text::{self, BOM, Span};

/// How what is followed grows with later edits at its ends and across them.
#[derive(Clone, Copy)]
pub(super) enum SpanGrowth<'a> {
    /// It does not: what was rewritten across an end is left out.
    None,
    /// It takes in all that was made of it.
    AllRewrites,
    /// It takes in what was made of it line by line, for `text` that `step` wrote: without the whole lines that other
    /// steps put in, but for lines that it has too (they may have been cut out and pasted); without a place for lines
    /// that they took out.
    OwnLines { step: usize, text: &'a [u8] },
}

/// The present place of `span` of the text at `from`, as sorted parts; `None` when the way is not known, or when what
/// a damaged journal says was written or read there is no part of that text.
pub(super) fn track_span(
    history: &FileHistory,
    from: State,
    span: Span,
    growth: SpanGrowth<'_>,
) -> Option<Vec<Span>> {
    if span.end() > history.len(from)? {
        return None;
    }
    let (own, texts) = match growth {
        SpanGrowth::OwnLines { step, text } => (history.roots(step), vec![text]),
        SpanGrowth::None | SpanGrowth::AllRewrites => (&[][..], Vec::new()),
    };
    let mut tracker = SpanTracker {
        history,
        growth,
        own,
        spans: vec![span],
        gone: Vec::new(),
        texts,
        lines: HashSet::new(),
    };
    let mut at = from;
    while at != history.present() {
        let stretch = history.stretch(at);
        let stretch = stretch.filter(|(changes, _)| tracker.is_apart_from(changes));
        if let Some((changes, next)) = stretch {
            let moved = |span: &Span| changes.map_span(*span, (Bias::After, Bias::Before));
            tracker.spans = tracker.spans.iter().map(moved).collect();
            at = next;
            continue;
        }
        let (edge, next) = history.edge(at)?;
        if !edge.changes.is_empty() {
            tracker.pass(at, edge);
        }
        at = next;
    }
    Some(tracker.spans)
}

/// The parts that are followed, come to a state.
struct SpanTracker<'a> {
    history: &'a FileHistory,
    growth: SpanGrowth<'a>,
    /// The steps that made the text where it begins, took it back or made it again.
    own: &'a [usize],
    spans: Vec<Span>,
    /// Texts taken out by edits that were taken back later.
    gone: Vec<Gone<'a>>,
    /// Texts that what is followed had, whose lines are not yet among `lines`.
    texts: Vec<&'a [u8]>,
    /// Lines that it had.
    lines: HashSet<&'a [u8]>,
}

/// The text that an edit took out of the parts that are followed.
struct Gone<'a> {
    /// The steps that the edit's step made, took back or made again.
    roots: &'a [usize],
    edit: &'a Edit,
    /// Parts of the edit's old text.
    parts: Vec<Span>,
}

/// The texts of an edit without what both begin and end with. An undo may quote fewer lines than the edit did.
struct DifferingParts<'a> {
    /// Bytes that both begin with.
    head: usize,
    old: &'a [u8],
    new: &'a [u8],
}

impl<'a> DifferingParts<'a> {
    fn new(old: &'a [u8], new: &'a [u8]) -> Self {
        let head = text::common_head(old, new);
        let (old, new) = (&old[head..], &new[head..]);
        let tail = text::common_tail(old, new);
        Self {
            head,
            old: &old[..old.len() - tail],
            new: &new[..new.len() - tail],
        }
    }
}

impl<'a> SpanTracker<'a> {
    /// Goes over `edge`, which leads on from `at`.
    fn pass(&mut self, at: State, edge: &'a Edge) {
        if self.is_apart_from(&edge.changes) {
            let over = |span: &Span| self.over(edge, *span);
            self.spans = self.spans.iter().map(over).collect();
            return;
        }
        let step = self.history.step_from(at);
        let roots = step.map_or(&[][..], |step| self.history.roots(step));
        let came_back = self.came_back(&edge.changes, roots);
        let is_toggled = |root: &usize| {
            self.history
                .toggles(*root)
                .is_some_and(|later| !later.is_empty())
        };
        if roots.iter().any(is_toggled) {
            self.note_gone(&edge.changes, roots);
        }
        self.note_texts(&edge.changes);
        let over = |span: &Span| (*span, self.over(edge, *span));
        let mut pairs: Vec<(Span, Span)> = self.spans.iter().map(over).collect();
        let is_own = |root: &usize| self.own.contains(root);
        let is_known = step.is_some() && !roots.iter().any(is_own);
        let follows_lines = is_known && matches!(self.growth, SpanGrowth::OwnLines { .. });
        if follows_lines {
            pairs
                .retain(|(was, is)| !(is.is_empty() && self.is_line_gone(at, &edge.changes, *was)));
        }
        let mut spans: Vec<Span> = pairs.into_iter().map(|(_, is)| is).collect();
        if follows_lines {
            let new_lines = self.new_lines(at, &edge.changes, &spans);
            spans = without(&spans, &new_lines);
        }
        for (made, parts) in came_back {
            let is_place = |span: &Span| span.is_empty() && made.touches(*span);
            spans.retain(|span| parts.is_empty() || !is_place(span));
            spans = without(&spans, &[made]);
            spans.extend(
                parts
                    .iter()
                    .map(|part| Span::of_len(made.start() + part.start(), part.len())),
            );
        }
        self.spans = joined(spans);
    }

    /// Whether `changes` only move what is followed, and bring nothing back.
    fn is_apart_from(&self, changes: &'a ChangeSet) -> bool {
        self.gone.is_empty() && self.met(changes).is_empty()
    }

    fn over(&self, edge: &Edge, span: Span) -> Span {
        match self.growth {
            SpanGrowth::None => edge.changes.map_span(span, (Bias::After, Bias::Before)),
            SpanGrowth::AllRewrites | SpanGrowth::OwnLines { .. } => edge.inverse.origin_span(span),
        }
    }

    /// Whether `changes` of the text at `at` take out whole lines, and all of `span` with them: nothing is left of it.
    fn is_line_gone(&self, at: State, changes: &ChangeSet, span: Span) -> bool {
        let edits = changes.edits();
        let last = edits.partition_point(|edit| edit.end() < span.end());
        edits.get(last).is_some_and(|edit| {
            let is_inside = edit.at <= span.start() && !span.is_empty();
            let begins_line = || self.before(at, edit.at).is_none_or(|byte| byte == b'\n');
            is_inside && edit.new.is_empty() && edit.old.ends_with(b"\n") && begins_line()
        })
    }

    /// The byte before `offset` of the text at a state; none before the first line, which may begin with a byte-order
    /// mark.
    fn before(&self, at: State, offset: usize) -> Option<u8> {
        let byte = |offset| self.history.byte(at, offset);
        let mark = BOM.iter().enumerate();
        let is_marked =
            offset == BOM.len() && mark.into_iter().all(|(at, &sign)| byte(at) == Some(sign));
        offset.checked_sub(1).filter(|_| !is_marked).and_then(byte)
    }

    /// What `changes`, which take back or make again what `roots` did, bring back: where the text stands that came
    /// back, and the parts of it that are followed.
    fn came_back(&mut self, changes: &ChangeSet, roots: &[usize]) -> Vec<(Span, Vec<Span>)> {
        let mut came_back = Vec::new();
        for (number, edit) in (0..).zip(changes.edits()) {
            let back = DifferingParts::new(&edit.new, &edit.old);
            let is_it = |gone: &Gone<'_>| {
                let is_toggled = gone.roots.iter().any(|root| roots.contains(root));
                let went = DifferingParts::new(&gone.edit.old, &gone.edit.new);
                is_toggled && (went.old, went.new) == (back.old, back.new)
            };
            let Some(found) = self.gone.iter().position(is_it) else {
                continue;
            };
            let Gone { edit, parts, .. } = self.gone.remove(found);
            let went = DifferingParts::new(&edit.old, &edit.new);
            let made = changes.result_span(number);
            let place = Span::of_len(made.start() + back.head, back.old.len());
            let parts = parts.into_iter().filter_map(|part| {
                let start = part.start().max(went.head);
                let end = part.end().min(went.head + went.old.len());
                let part = Span::new(start, end).filter(|part| !part.is_empty())?;
                Some(Span::of_len(part.start() - went.head, part.len()))
            });
            came_back.push((place, parts.collect()));
        }
        came_back
    }

    /// Keeps in mind what `changes` take out.
    fn note_gone(&mut self, changes: &'a ChangeSet, roots: &'a [usize]) {
        for edit in self.met(changes) {
            let inside = self.spans.iter().filter_map(|span| {
                let start = span.start().max(edit.at);
                let part = Span::new(start, span.end().min(edit.end()))?;
                (!part.is_empty()).then(|| Span::of_len(part.start() - edit.at, part.len()))
            });
            let parts = inside.collect();
            self.gone.push(Gone { roots, edit, parts });
        }
    }

    /// Keeps in mind what `changes` rewrite.
    fn note_texts(&mut self, changes: &'a ChangeSet) {
        if let SpanGrowth::OwnLines { .. } = self.growth {
            let old = self.met(changes).into_iter().map(|edit| &edit.old[..]);
            self.texts.extend(old.filter(|old| !old.is_empty()));
        }
    }

    /// The edits that meet what is followed.
    fn met(&self, changes: &'a ChangeSet) -> Vec<&'a Edit> {
        let edits = changes.edits();
        let mut met = Vec::new();
        let mut from = 0;
        for span in &self.spans {
            from += edits[from..].partition_point(|edit| edit.end() < span.start());
            let to = from + edits[from..].partition_point(|edit| edit.at <= span.end());
            met.extend(&edits[from..to]);
            from = to;
        }
        met
    }

    /// Whole lines that `changes`, made of the text at `at`, put into `spans` of their result, and that what is
    /// followed never had.
    fn new_lines(&mut self, at: State, changes: &ChangeSet, spans: &[Span]) -> Vec<Span> {
        let mut new = Vec::new();
        for (number, edit) in (0..).zip(changes.edits()) {
            let made = changes.result_span(number);
            let reached = spans.partition_point(|span| span.end() < made.start());
            if !spans.get(reached).is_some_and(|span| span.touches(made)) {
                continue;
            }
            let before = self.before(at, edit.at);
            let behind = [0, 1].map(|next| self.history.byte(at, edit.end() + next));
            for (span, line) in inserted_lines(edit, before, behind) {
                if !self.had(line) {
                    new.push(Span::of_len(made.start() + span.start(), span.len()));
                }
            }
        }
        new
    }

    /// Whether what is followed had this line, whatever its indentation. One of signs alone says nothing.
    fn had(&mut self, line: &[u8]) -> bool {
        for text in self.texts.drain(..) {
            let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
            self.lines.extend(lines);
        }
        let line = line.trim_ascii();
        text::is_telling(line) && self.lines.contains(line)
    }
}

/// The whole lines that `edit` puts in without touching another, each with where it stands from the start of the new
/// text on; `before` and `behind` are the bytes around the edit.
fn inserted_lines(edit: &Edit, before: Option<u8>, behind: [Option<u8>; 2]) -> Vec<(Span, &[u8])> {
    let (old, new) = (&*edit.old, &*edit.new);
    let mut kept = text::common_head(old, new);
    let rest = &old[kept..];
    if new.len() <= old.len() || !new.ends_with(rest) {
        return Vec::new();
    }
    let len = new.len() - old.len();
    // Of `a\n` and `ab\na\n` it is the line `ab` that came before `a`.
    let byte_before = |kept: usize| match kept.checked_sub(1) {
        Some(last) => Some(new[last]),
        None => before,
    };
    let begins_line = |kept: usize| byte_before(kept).is_none_or(|byte| byte == b'\n');
    let ends_line = |kept: usize| new[kept + len - 1] == b'\n';
    while kept > 0
        && !(begins_line(kept) && ends_line(kept))
        && new[kept - 1] == new[kept + len - 1]
    {
        kept -= 1;
    }
    if begins_line(kept) && ends_line(kept) {
        return lines(new, Span::of_len(kept, len), 0);
    }
    // Behind a line instead, with the ending that was its own.
    let rest = &new[kept + len..];
    let next = |number: usize| match rest.get(number) {
        Some(byte) => Some(*byte),
        None => behind.get(number - rest.len()).copied().flatten(),
    };
    let ending = match (next(0), next(1)) {
        (None, _) => 0,
        (Some(b'\n'), _) => 1,
        (Some(b'\r'), Some(b'\n')) => 2,
        _ => return Vec::new(),
    };
    let first = match &new[kept..kept + len] {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return Vec::new(),
    };
    lines(new, Span::of_len(kept + first, len - first), ending)
}

/// The lines of `span`, a part of `text`, the last one longer by `ending`.
fn lines(text: &[u8], span: Span, ending: usize) -> Vec<(Span, &[u8])> {
    let mut start = span.start();
    let mut found = Vec::new();
    while start < span.end() {
        let newline = memchr::memchr(b'\n', &text[start..span.end()]);
        let end = newline.map_or(span.end(), |newline| start + newline + 1);
        let reach = match newline {
            Some(_) => end,
            None => end + ending,
        };
        found.push((Span::of_len(start, reach - start), &text[start..end]));
        start = end;
    }
    found
}

/// `spans` without `others`, which are sorted.
fn without(spans: &[Span], others: &[Span]) -> Vec<Span> {
    let mut left = Vec::new();
    for &span in spans {
        if span.is_empty() {
            left.push(span);
            continue;
        }
        let mut from = span.start();
        let first = others.partition_point(|other| other.end() <= from);
        for other in others[first..]
            .iter()
            .take_while(|other| other.start() < span.end())
        {
            left.extend(Span::new(from, other.start()).filter(|part| !part.is_empty()));
            from = other.end();
        }
        left.extend(Span::new(from, span.end()).filter(|part| !part.is_empty()));
    }
    left
}

/// Sorts `spans` and makes one of those that meet.
pub(super) fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut().filter(|last| last.touches(span)) {
            Some(last) => {
                let end = last.end().max(span.end());
                *last = Span::of_len(last.start(), end - last.start());
            }
            None => joined.push(span),
        }
    }
    joined
}
