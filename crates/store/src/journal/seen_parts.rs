//! The parts of a file that a task has seen: those it wrote, and those it read. Pure.
//!
//! A set of lines of a text for each time it wrote or read, carried through what came later to where those lines
//! stand now.

use super::earlier_spans::EarlierSpans;
use super::entry::{FileStep, ReadMark};
use super::file_history::{FileHistory, State};
use super::span_tracker::{SpanGrowth, joined, track_span};
use crate::change::{ChangeSet, KnownBy, TransitionKind};
use crate::snapshot::Snapshot;
use crate::text::{self, Span};

/// Everything a task has seen of one file.
pub(super) struct SeenParts {
    /// Newest first.
    times: Vec<SeenAtOnce>,
}

/// The parts that a task saw at one time.
pub(super) struct SeenAtOnce {
    /// How many steps there were then.
    pub(super) steps: usize,
    /// Whether the task read it, and did not write it.
    is_read: bool,
    /// The parts of the present text that were seen then for certain.
    seen: Parts,
    /// The seen parts with all that later edits across their ends made of them: parts that may have been seen.
    touched: Parts,
}

/// Parts of the present text, sorted, with a gap between any two; the empty ones are places where what was there is
/// gone.
struct Parts {
    spans: Vec<Span>,
    /// Length of the present text, bytes.
    len: usize,
}

/// A span, taken apart.
#[derive(Default)]
pub(super) struct Split {
    pub(super) inside: Vec<Span>,
    pub(super) outside: Vec<Span>,
}

impl SeenParts {
    /// The seen of `task`, by its `steps` and its `marks`, each with how many steps are older.
    pub(super) fn new(
        task: &str,
        steps: &[FileStep<'_>],
        marks: &[(usize, &ReadMark)],
        way: (&FileHistory, &EarlierSpans),
        current: &Snapshot,
    ) -> Self {
        let own = steps
            .iter()
            .enumerate()
            .filter(|(_, step)| step.is_of(task));
        let wrote = own.map(|(at, step)| SeenAtOnce::wrote(at, step, way, current));
        let read = marks.iter().filter_map(|&(older, mark)| {
            let older = older.min(steps.len());
            SeenAtOnce::read(older, mark, steps, way, current)
        });
        let mut times: Vec<SeenAtOnce> = wrote.chain(read).collect();
        times.sort_by_key(|time| std::cmp::Reverse((time.steps, time.is_read)));
        Self { times }
    }

    /// Its times after `step`, newest first.
    pub(super) fn after(&self, step: usize) -> impl Iterator<Item = &SeenAtOnce> {
        self.times.iter().take_while(move |time| time.steps > step)
    }

    /// How the task had last come to know something of the file before `step`.
    pub(super) fn known_before(&self, step: usize, steps: &[FileStep<'_>]) -> KnownBy {
        let last = self.times.iter().find(|time| time.steps <= step);
        match last.map(|time| (time.is_read, time.steps)) {
            None => KnownBy::Nothing,
            Some((true, _)) => KnownBy::Read,
            Some((false, count)) => KnownBy::Wrote(steps[count - 1].entry.id),
        }
    }
}

impl SeenAtOnce {
    /// The part that a task wrote in step `at`: the lines that its edits touched, all of a file that it made or
    /// removed.
    fn wrote(
        at: usize,
        step: &FileStep<'_>,
        way: (&FileHistory, &EarlierSpans),
        current: &Snapshot,
    ) -> Self {
        let steps = at + 1;
        match (step.note.transition, step.note.changes.here()) {
            // All of the text that it made, or took away; another one of that name may stand there by now.
            (TransitionKind::Created | TransitionKind::Copied, _) => {
                Self::whole_text(steps, State::after(at), way, current)
            }
            (TransitionKind::Removed, _) => {
                Self::whole_text(steps, State::before(at), way, current)
            }
            (_, Some(changes)) => {
                let state = State::after(at);
                // As they stood then: what somebody made of a line later does not make it unknown.
                let made = way
                    .0
                    .text(state)
                    .filter(|text| text.len() == changes.result_len());
                let lines = made
                    .map(|text| lines_written(changes, &text))
                    .and_then(|lines| Self::carried(steps, &lines, (state, way), current));
                lines.unwrap_or_else(|| Self::nothing(steps, current))
            }
            (_, None) => Self::nothing(steps, current),
        }
    }

    /// All of the text at a state; all of the present one where it is unknown what became of it.
    fn whole_text(
        steps: usize,
        state: State,
        way: (&FileHistory, &EarlierSpans),
        current: &Snapshot,
    ) -> Self {
        let whole = way.0.len(state).map(|len| [Span::of_len(0, len)]);
        let carried = whole.and_then(|whole| Self::carried(steps, &whole, (state, way), current));
        carried.unwrap_or_else(|| Self::whole(steps, false, current))
    }

    /// The part that a task read, noted when there were `older` steps; `None` when it is unknown where that text is
    /// now.
    fn read(
        older: usize,
        mark: &ReadMark,
        steps: &[FileStep<'_>],
        way: (&FileHistory, &EarlierSpans),
        current: &Snapshot,
    ) -> Option<Self> {
        let found = if older == steps.len() && mark.text == current.fingerprint() {
            Some((older, way.0.present()))
        } else {
            place(mark, older, steps)
        };
        let Some(parts) = &mark.parts else {
            let at = found.map_or(older, |(at, _)| at);
            return Some(Self::whole(at, true, current));
        };
        let (at, state) = found?;
        let len = way.0.len(state)?;
        let parts: Vec<Span> = parts
            .iter()
            .copied()
            .filter(|part| part.end() <= len)
            .collect();
        let read = Self::carried(at, &parts, (state, way), current)?;
        Some(Self {
            is_read: true,
            ..read
        })
    }

    /// All of the file.
    fn whole(steps: usize, is_read: bool, current: &Snapshot) -> Self {
        let whole = vec![current.span()];
        Self::of(steps, is_read, whole.clone(), whole, current)
    }

    /// Nothing that is known of.
    fn nothing(steps: usize, current: &Snapshot) -> Self {
        Self::of(steps, false, Vec::new(), Vec::new(), current)
    }

    /// The lines of `spans`, parts of the text at a state, as far as they are asked about; `None` when it is unknown
    /// where they are now.
    fn carried(
        steps: usize,
        spans: &[Span],
        (state, (history, earlier_spans)): (State, (&FileHistory, &EarlierSpans)),
        current: &Snapshot,
    ) -> Option<Self> {
        let (mut seen, mut touched) = (Vec::new(), Vec::new());
        let len = history.len(state)?;
        for span in spans {
            if span.end() <= len && !earlier_spans.meet(state, *span) {
                continue;
            }
            let inner = track_span(history, state, *span, SpanGrowth::None)?;
            let lines = inner.iter().map(|span| whole_lines(*span, current.bytes()));
            seen.extend(lines);
            touched.extend(track_span(history, state, *span, SpanGrowth::AllRewrites)?);
        }
        Some(Self::of(steps, false, seen, touched, current))
    }

    fn of(
        steps: usize,
        is_read: bool,
        seen: Vec<Span>,
        touched: Vec<Span>,
        current: &Snapshot,
    ) -> Self {
        let len = current.bytes().len();
        Self {
            steps,
            is_read,
            seen: Parts::new(seen, len),
            touched: Parts::new(touched, len),
        }
    }

    /// Whether anything of `span`, a part of the present text, was seen then for certain.
    pub(super) fn meets(&self, span: Span) -> bool {
        self.seen.meets(span)
    }

    /// The parts of `span`, a part of the present text, that were seen then for certain.
    pub(super) fn split(&self, span: Span) -> Split {
        self.seen.split(span)
    }

    /// The parts of `span` that may have been seen then.
    pub(super) fn touched(&self, span: Span) -> Vec<Span> {
        self.touched.split(span).inside
    }
}

impl Parts {
    fn new(spans: Vec<Span>, len: usize) -> Self {
        let spans = joined(spans);
        Self { spans, len }
    }

    fn meets(&self, span: Span) -> bool {
        if span.is_empty() {
            return self.holds_place(span.start());
        }
        let first = self
            .spans
            .partition_point(|part| part.end() <= span.start());
        let mut behind = self.spans[first..].iter().filter(|part| !part.is_empty());
        behind.next().is_some_and(|part| part.start() < span.end())
    }

    /// Takes `span` apart. A place where something was removed is inside what holds the text on both sides of it.
    fn split(&self, span: Span) -> Split {
        let mut split = Split::default();
        if span.is_empty() {
            if self.holds_place(span.start()) {
                split.inside.push(span)
            } else {
                split.outside.push(span)
            }
            return split;
        }
        let mut from = span.start();
        let first = self.spans.partition_point(|part| part.end() <= from);
        for part in self.spans[first..].iter().filter(|part| !part.is_empty()) {
            if part.start() >= span.end() {
                break;
            }
            let (start, end) = (part.start().max(from), part.end().min(span.end()));
            split.outside.extend(non_empty(from, start));
            split.inside.extend(non_empty(start, end));
            from = end;
        }
        split.outside.extend(non_empty(from, span.end()));
        split
    }

    fn holds_place(&self, at: usize) -> bool {
        let begins_before = |part: &Span| part.start() < at || part.start() == 0;
        let ends_behind = |part: &Span| part.end() > at || part.end() == self.len;
        let reaches = |part: &Span| part.start() <= at && at <= part.end();
        let holds = |part: &Span| reaches(part) && begins_before(part) && ends_behind(part);
        let is_gone = |part: &Span| part.is_empty() && part.start() == at;
        self.spans.iter().any(|part| holds(part) || is_gone(part))
    }
}

fn non_empty(start: usize, end: usize) -> Option<Span> {
    Span::new(start, end).filter(|span| !span.is_empty())
}

/// The whole lines of `text`, which `changes` made, that its edits touched; the place where they removed whole lines.
fn lines_written(changes: &ChangeSet, text: &[u8]) -> Vec<Span> {
    let spans = (0..).zip(changes.edits()).map(|(number, edit)| {
        let span = changes.result_span(number);
        let is_at_start = text::begins_line(text, span.start());
        if span.is_empty() && !(is_at_start && edit.old.ends_with(b"\n")) {
            // Something of the line is left.
            line_at(span.start(), text)
        } else {
            whole_lines(span, text)
        }
    });
    spans.collect()
}

/// The whole line of `text` that the offset `at` is in.
fn line_at(at: usize, text: &[u8]) -> Span {
    let start = text::line_start(text, at);
    let end = text::line_end(text, at);
    Span::of_len(start, end - start)
}

/// The whole lines that hold `span`; an empty one stays as it is.
fn whole_lines(span: Span, text: &[u8]) -> Span {
    if span.is_empty() {
        return span;
    }
    let end = line_at(span.end() - 1, text).end();
    let start = line_at(span.start(), text).start();
    Span::of_len(start, end - start)
}

/// The text of `mark`, noted when there were `older` steps, among those of `steps`: how many steps it was after,
/// and the state. It was read before the mark was noted, so steps may have come between.
fn place(mark: &ReadMark, older: usize, steps: &[FileStep<'_>]) -> Option<(usize, State)> {
    (0..=older).rev().find_map(|at| {
        let text = Some(mark.text);
        let made = at
            .checked_sub(1)
            .filter(|&last| steps[last].note.after == text);
        let found = steps.get(at).filter(|step| step.note.before == text);
        match (made, found) {
            (Some(last), _) => Some((at, State::after(last))),
            (None, Some(_)) => Some((at, State::before(at))),
            (None, None) => None,
        }
    })
}
