//! Follows parts of a text through later changes to the current text. No I/O.
//!
//! When an edit that deleted text is undone, the parts of that text that were followed are followed again.

use std::collections::HashSet;

use super::file_history::{Edge, FileHistory, State};
use crate::change::{Bias, ChangeSet, Edit};
use crate::text::{self, BOM, Span};

/// The growth of a span if later edits are adjacent to it or cross its ends.
#[derive(Clone, Copy)]
pub(super) enum SpanGrowth<'a> {
    /// Text that was rewritten across an end is excluded.
    None,
    /// All rewritten text is included.
    AllRewrites,
    /// For `text`, which `step` wrote. Rewritten text is included line by line. Whole lines that other steps inserted
    /// are excluded, unless `text` contained them too (they may have been cut and pasted). Places where other steps
    /// deleted whole lines are excluded too.
    OwnLines { step: usize, text: &'a [u8] },
}

/// The current place of `span`, which is in the text at `from`, as sorted parts. `None` if the changes since are
/// unknown, or if the text does not contain `span`, which a damaged journal may claim.
pub(super) fn track_span(
    history: &FileHistory,
    from: State,
    span: Span,
    growth: SpanGrowth<'_>,
) -> Option<Vec<Span>> {
    if span.end() > history.len(from)? {
        return None;
    }
    let (own_roots, texts) = match growth {
        SpanGrowth::OwnLines { step, text } => (history.roots(step), vec![text]),
        SpanGrowth::None | SpanGrowth::AllRewrites => (&[][..], Vec::new()),
    };
    let mut tracker = SpanTracker {
        history,
        growth,
        own_roots,
        spans: vec![span],
        deleted: Vec::new(),
        texts,
        lines: HashSet::new(),
    };
    let mut state = from;
    while state != history.present() {
        if let Some((changes, next)) = history.stretch(state)
            && tracker.is_unaffected_by(changes)
        {
            for span in &mut tracker.spans {
                *span = changes.map_span(*span, (Bias::After, Bias::Before));
            }
            state = next;
            continue;
        }
        let edge = history.edge(state)?;
        if !edge.changes.is_empty() {
            tracker.follow_edge(state, edge);
        }
        state = edge.next;
    }
    Some(tracker.spans)
}

/// The followed parts at one state.
struct SpanTracker<'a> {
    history: &'a FileHistory,
    growth: SpanGrowth<'a>,
    /// The edits that the step of [`SpanGrowth::OwnLines`] made, undid or redid.
    own_roots: &'a [usize],
    spans: Vec<Span>,
    /// Text that was deleted from the followed parts by edits that are undone later.
    deleted: Vec<DeletedText<'a>>,
    /// Former texts of the followed parts, whose lines are not yet in `lines`.
    texts: Vec<&'a [u8]>,
    /// Former lines of the followed parts.
    lines: HashSet<&'a [u8]>,
}

/// Text that an edit deleted from the followed parts.
struct DeletedText<'a> {
    /// The edits that the step of the edit made, undid or redid.
    roots: &'a [usize],
    edit: &'a Edit,
    /// The followed parts of the edit's old text.
    parts: Vec<Span>,
}

/// The old and new text of an edit without their common prefix and suffix. An undo may quote fewer lines than the
/// edit.
struct DifferingParts<'a> {
    /// The length of the common prefix, in bytes.
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
    /// Follows the parts through `edge`, which begins at `state`.
    fn follow_edge(&mut self, state: State, edge: &'a Edge) {
        let changes = &edge.changes;
        if self.is_unaffected_by(changes) {
            self.spans = self.map_all_through(edge);
            return;
        }
        let step = self.history.step_from(state);
        let roots = match step {
            Some(step) => self.history.roots(step),
            None => &[],
        };
        let restored = self.take_restored(changes, roots);
        if self.history.is_any_undone(roots) {
            self.record_deleted(changes, roots);
        }
        let is_by_other_edit =
            step.is_some() && !roots.iter().any(|root| self.own_roots.contains(root));
        let mut spans = match self.growth {
            SpanGrowth::OwnLines { .. } => self.map_own_lines(state, edge, is_by_other_edit),
            SpanGrowth::None | SpanGrowth::AllRewrites => self.map_all_through(edge),
        };
        for (new_span, parts) in restored {
            spans = with_restored(spans, new_span, &parts);
        }
        self.spans = join_touching(spans);
    }

    fn map_all_through(&self, edge: &Edge) -> Vec<Span> {
        let spans = self.spans.iter();
        spans.map(|&span| self.map_through(edge, span)).collect()
    }

    /// Maps the parts through `edge` as [`SpanGrowth::OwnLines`] requires.
    fn map_own_lines(&mut self, state: State, edge: &'a Edge, is_by_other_edit: bool) -> Vec<Span> {
        let changes = &edge.changes;
        self.record_texts(changes);
        let mut spans = Vec::with_capacity(self.spans.len());
        for &span in &self.spans {
            let mapped = self.map_through(edge, span);
            let is_deleted = is_by_other_edit
                && mapped.is_empty()
                && self.is_in_deleted_lines(state, changes, span);
            if !is_deleted {
                spans.push(mapped);
            }
        }
        if is_by_other_edit {
            let new_lines = self.new_lines(state, changes, &spans);
            spans = subtract(&spans, &new_lines);
        }
        spans
    }

    /// True if `changes` only shift the followed parts, and restore nothing.
    fn is_unaffected_by(&self, changes: &'a ChangeSet) -> bool {
        self.deleted.is_empty() && self.touching_edits(changes).is_empty()
    }

    fn map_through(&self, edge: &Edge, span: Span) -> Span {
        match self.growth {
            SpanGrowth::None => edge.changes.map_span(span, (Bias::After, Bias::Before)),
            SpanGrowth::AllRewrites | SpanGrowth::OwnLines { .. } => edge.inverse.origin_span(span),
        }
    }

    /// True if `changes` of the text at `state` delete whole lines that contain `span`.
    fn is_in_deleted_lines(&self, state: State, changes: &ChangeSet, span: Span) -> bool {
        let edits = changes.edits();
        let last = edits.partition_point(|edit| edit.end() < span.end());
        let Some(edit) = edits.get(last) else {
            return false;
        };
        if span.is_empty() || edit.at > span.start() {
            return false;
        }
        let deletes_lines = edit.new.is_empty() && edit.old.ends_with(b"\n");
        deletes_lines && is_line_start(self.byte_before(state, edit.at))
    }

    /// The byte before `offset` in the text at `state`; `None` at the beginning of the text or after its byte-order
    /// mark.
    fn byte_before(&self, state: State, offset: usize) -> Option<u8> {
        if offset == BOM.len() && self.begins_with_bom(state) {
            return None;
        }
        self.history.byte(state, offset.checked_sub(1)?)
    }

    fn begins_with_bom(&self, state: State) -> bool {
        for (offset, &byte) in BOM.iter().enumerate() {
            if self.history.byte(state, offset) != Some(byte) {
                return false;
            }
        }
        true
    }

    /// The deleted texts that `changes` restore by undoing or redoing the edits `roots`: the place of each text, and
    /// its followed parts.
    fn take_restored(&mut self, changes: &ChangeSet, roots: &[usize]) -> Vec<(Span, Vec<Span>)> {
        let mut restored = Vec::new();
        for (number, edit) in changes.edits().iter().enumerate() {
            let inverse = DifferingParts::new(&edit.new, &edit.old);
            let Some(found) = self
                .deleted
                .iter()
                .position(|deleted| deleted.is_undone_by(&inverse, roots))
            else {
                continue;
            };
            let deleted = self.deleted.remove(found);
            let new_span = changes.result_span(number);
            let place = Span::of_len(new_span.start() + inverse.head, inverse.old.len());
            restored.push((place, deleted.differing_parts()));
        }
        restored
    }

    /// Records the followed text that `changes` delete.
    fn record_deleted(&mut self, changes: &'a ChangeSet, roots: &'a [usize]) {
        for edit in self.touching_edits(changes) {
            let mut parts = Vec::new();
            for span in &self.spans {
                let start = span.start().max(edit.at);
                let end = span.end().min(edit.end());
                if start < end {
                    parts.push(Span::of_len(start - edit.at, end - start));
                }
            }
            self.deleted.push(DeletedText { roots, edit, parts });
        }
    }

    /// Records the followed text that `changes` rewrite.
    fn record_texts(&mut self, changes: &'a ChangeSet) {
        for edit in self.touching_edits(changes) {
            if !edit.old.is_empty() {
                self.texts.push(&edit.old);
            }
        }
    }

    fn touching_edits(&self, changes: &'a ChangeSet) -> Vec<&'a Edit> {
        let edits = changes.edits();
        let mut touching = Vec::new();
        let mut from = 0;
        for span in &self.spans {
            from += edits[from..].partition_point(|edit| edit.end() < span.start());
            let to = from + edits[from..].partition_point(|edit| edit.at <= span.end());
            touching.extend(&edits[from..to]);
            from = to;
        }
        touching
    }

    /// The whole lines that `changes` to the text at `state` insert into `spans` of the result, and that the followed
    /// text never contained.
    fn new_lines(&mut self, state: State, changes: &ChangeSet, spans: &[Span]) -> Vec<Span> {
        let mut new_lines = Vec::new();
        for (number, edit) in changes.edits().iter().enumerate() {
            let new_span = changes.result_span(number);
            let first = spans.partition_point(|span| span.end() < new_span.start());
            if !spans.get(first).is_some_and(|span| span.touches(new_span)) {
                continue;
            }
            let before = self.byte_before(state, edit.at);
            let after = [0, 1].map(|next| self.history.byte(state, edit.end() + next));
            for (span, line) in inserted_lines(edit, before, after) {
                if !self.had_line(line) {
                    new_lines.push(Span::of_len(new_span.start() + span.start(), span.len()));
                }
            }
        }
        new_lines
    }

    /// True if the followed text contained this line, ignoring indentation. False for a line of punctuation.
    fn had_line(&mut self, line: &[u8]) -> bool {
        for text in self.texts.drain(..) {
            let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
            self.lines.extend(lines);
        }
        let trimmed = line.trim_ascii();
        text::is_telling(trimmed) && self.lines.contains(trimmed)
    }
}

impl DeletedText<'_> {
    /// True if an edit with the inverse `inverse`, in a step with these `roots`, undoes the deletion.
    fn is_undone_by(&self, inverse: &DifferingParts<'_>, roots: &[usize]) -> bool {
        if !self.roots.iter().any(|root| roots.contains(root)) {
            return false;
        }
        let deleted = DifferingParts::new(&self.edit.old, &self.edit.new);
        (deleted.old, deleted.new) == (inverse.old, inverse.new)
    }

    /// The followed parts of the differing text, as spans of it.
    fn differing_parts(&self) -> Vec<Span> {
        let deleted = DifferingParts::new(&self.edit.old, &self.edit.new);
        let mut parts = Vec::new();
        for part in &self.parts {
            let start = part.start().max(deleted.head);
            let end = part.end().min(deleted.head + deleted.old.len());
            if start < end {
                parts.push(Span::of_len(start - deleted.head, end - start));
            }
        }
        parts
    }
}

/// `spans` after a deleted text was restored at `new_span`, of which `parts` are followed.
fn with_restored(mut spans: Vec<Span>, new_span: Span, parts: &[Span]) -> Vec<Span> {
    if !parts.is_empty() {
        spans.retain(|span| !(span.is_empty() && new_span.touches(*span)));
    }
    spans = subtract(&spans, &[new_span]);
    for part in parts {
        spans.push(Span::of_len(new_span.start() + part.start(), part.len()));
    }
    spans
}

/// True if a new line begins after the byte `before`.
fn is_line_start(before: Option<u8>) -> bool {
    before.is_none_or(|byte| byte == b'\n')
}

/// The whole lines that `edit` inserts without changing another line, each with its span in the new text. `before`
/// and `after` are the bytes around the edit.
fn inserted_lines(edit: &Edit, before: Option<u8>, after: [Option<u8>; 2]) -> Vec<(Span, &[u8])> {
    let (old, new) = (&*edit.old, &*edit.new);
    let mut start = text::common_head(old, new);
    if new.len() <= old.len() || !new.ends_with(&old[start..]) {
        return Vec::new();
    }
    let len = new.len() - old.len();
    // From `a\n` to `ab\na\n`, the inserted text is `b\na` or `ab\n`. Prefer whole lines.
    while !is_whole_lines(new, Span::of_len(start, len), before) {
        if start == 0 || new[start - 1] != new[start + len - 1] {
            break;
        }
        start -= 1;
    }
    let inserted = Span::of_len(start, len);
    if is_whole_lines(new, inserted, before) {
        return lines_with_spans(new, inserted, 0);
    }
    // The lines may also be inserted at the end of a line, before its ending: `\nb`.
    let Some(leading) = ending_len(&new[inserted.range()]) else {
        return Vec::new();
    };
    let rest = new[inserted.end()..].iter().copied();
    let next: Vec<u8> = rest.chain(after.into_iter().flatten()).take(2).collect();
    let ending = match ending_len(&next) {
        Some(ending) => ending,
        None if next.is_empty() => 0,
        None => return Vec::new(),
    };
    lines_with_spans(new, Span::of_len(start + leading, len - leading), ending)
}

/// True if `inserted` consists of whole lines of `text`. `before` is the byte before `text`.
fn is_whole_lines(text: &[u8], inserted: Span, before: Option<u8>) -> bool {
    let byte_before = match inserted.start().checked_sub(1) {
        Some(last) => Some(text[last]),
        None => before,
    };
    is_line_start(byte_before) && text[inserted.end() - 1] == b'\n'
}

/// The length of the line ending that `text` begins with.
fn ending_len(text: &[u8]) -> Option<usize> {
    match text {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

/// The lines of `span` in `text`. The span of the last line is extended by `ending` if the line has no ending.
fn lines_with_spans(text: &[u8], span: Span, ending: usize) -> Vec<(Span, &[u8])> {
    let mut found = Vec::new();
    let mut start = span.start();
    for line in text::lines(&text[span.range()]) {
        let mut len = line.len();
        if !line.ends_with(b"\n") {
            len += ending;
        }
        found.push((Span::of_len(start, len), line));
        start += line.len();
    }
    found
}

/// `spans` without `others`, which are sorted.
fn subtract(spans: &[Span], others: &[Span]) -> Vec<Span> {
    let mut remaining = Vec::new();
    for &span in spans {
        if span.is_empty() {
            remaining.push(span);
            continue;
        }
        let mut from = span.start();
        let first = others.partition_point(|other| other.end() <= from);
        for other in &others[first..] {
            if other.start() >= span.end() {
                break;
            }
            remaining.extend(non_empty_span(from, other.start()));
            from = other.end();
        }
        remaining.extend(non_empty_span(from, span.end()));
    }
    remaining
}

/// The span from `start` to `end`. `None` if it would be empty.
pub(super) fn non_empty_span(start: usize, end: usize) -> Option<Span> {
    if start < end {
        Span::new(start, end)
    } else {
        None
    }
}

/// Sorts `spans` and joins those that touch.
pub(super) fn join_touching(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        if let Some(last) = joined.last_mut()
            && last.touches(span)
        {
            let end = last.end().max(span.end());
            *last = Span::of_len(last.start(), end - last.start());
        } else {
            joined.push(span);
        }
    }
    joined
}
