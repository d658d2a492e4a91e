//! The parts of a file that a task has seen: the parts that it wrote or read. No I/O.
//!
//! Each write or read of the task gives a set of lines. These lines are followed through later changes to the current
//! text.

use super::earlier_spans::EarlierSpans;
use super::entry::{FileStep, ReadMark};
use super::file_history::{FileHistory, State};
use super::span_tracker::{SpanGrowth, join_touching, non_empty_span, track_span};
use crate::change::{ChangeSet, KnownBy, TransitionKind};
use crate::snapshot::Snapshot;
use crate::text::{self, Span};

/// All parts of a file that a task has seen.
pub(super) struct SeenParts {
    /// Newest first.
    times: Vec<SeenAtOnce>,
}

/// The parts that a task saw at one time.
pub(super) struct SeenAtOnce {
    pub(super) time: SeenTime,
    /// The parts of the current text that were certainly seen.
    seen: Parts,
    /// The parts that may have been seen: `seen`, plus later edits across the ends of its parts.
    touched: Parts,
}

/// A time at which a task saw parts of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SeenTime {
    /// The number of steps at that time.
    pub(super) steps: usize,
    /// True if the task read the parts, false if it wrote them.
    was_read: bool,
}

/// A read mark among the steps of a file.
pub(super) struct MarkInSteps<'a> {
    pub(super) mark: &'a ReadMark,
    pub(super) older_steps: usize,
}

/// The data for following seen parts.
#[derive(Clone, Copy)]
pub(super) struct Tracking<'a> {
    pub(super) history: &'a FileHistory,
    pub(super) earlier_spans: &'a EarlierSpans,
    pub(super) steps: &'a [FileStep<'a>],
    pub(super) current: &'a Snapshot,
}

/// Parts of the current text, sorted, with a gap between any two. An empty part is a place where text was deleted.
struct Parts {
    spans: Vec<Span>,
    /// The length of the current text, in bytes.
    len: usize,
}

impl SeenParts {
    /// The parts that `task` saw in its own steps and by its `marks`.
    pub(super) fn new(task: &str, marks: &[MarkInSteps<'_>], tracking: Tracking<'_>) -> Self {
        let steps = tracking.steps;
        let mut times = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            if step.is_by(task) {
                times.push(tracking.written_parts(at, step));
            }
        }
        for MarkInSteps { mark, older_steps } in marks {
            times.extend(tracking.read_parts((*older_steps).min(steps.len()), mark));
        }
        times.sort_by_key(|seen| std::cmp::Reverse(seen.time));
        Self { times }
    }

    /// The times after `step`, newest first.
    pub(super) fn after(&self, step: usize) -> impl Iterator<Item = &SeenAtOnce> {
        let times = self.times.iter();
        times.take_while(move |seen| seen.time.steps > step)
    }

    /// The way in which the task last learned about a part of the file before `step`.
    pub(super) fn known_before(&self, step: usize, steps: &[FileStep<'_>]) -> KnownBy {
        let Some(last) = self.times.iter().find(|seen| seen.time.steps <= step) else {
            return KnownBy::Nothing;
        };
        if last.time.was_read {
            return KnownBy::Read;
        }
        KnownBy::Wrote(steps[last.time.steps - 1].entry.id)
    }
}

impl Tracking<'_> {
    /// The parts that the task wrote in step `at`: the lines that its edits touched, or the whole text if the step
    /// created or removed the file.
    fn written_parts(self, at: usize, step: &FileStep<'_>) -> SeenAtOnce {
        let time = SeenTime {
            steps: at + 1,
            was_read: false,
        };
        match step.note.transition {
            TransitionKind::Created | TransitionKind::Copied => {
                self.whole_text_at(State::after(at), time)
            }
            TransitionKind::Removed => self.whole_text_at(State::before(at), time),
            TransitionKind::Edited | TransitionKind::Moved => self
                .edited_lines(at, step, time)
                .unwrap_or_else(|| self.seen_at_once(time, Vec::new(), Vec::new())),
        }
    }

    /// The lines that step `at` edited. The task still knows a line that was changed later.
    fn edited_lines(self, at: usize, step: &FileStep<'_>, time: SeenTime) -> Option<SeenAtOnce> {
        let changes = step.note.changes.loaded()?;
        let state = State::after(at);
        let lines = {
            let text = self.history.text(state)?;
            if text.len() != changes.result_len() {
                return None;
            }
            lines_written(changes, &text)
        };
        self.follow(&lines, state, time)
    }

    /// The whole text at `state`, or the whole current text if the changes since are unknown.
    fn whole_text_at(self, state: State, time: SeenTime) -> SeenAtOnce {
        if let Some(len) = self.history.len(state)
            && let Some(followed) = self.follow(&[Span::of_len(0, len)], state, time)
        {
            return followed;
        }
        self.whole_current_text(time)
    }

    /// The parts that the task read. The mark was recorded after `older` steps. `None` if the text cannot be
    /// followed.
    fn read_parts(self, older: usize, mark: &ReadMark) -> Option<SeenAtOnce> {
        let found = self.state_of_mark(mark, older);
        let time = SeenTime {
            steps: found.map_or(older, |(steps, _)| steps),
            was_read: true,
        };
        let Some(parts) = &mark.parts else {
            return Some(self.whole_current_text(time));
        };
        let (_, state) = found?;
        let len = self.history.len(state)?;
        let mut inside = parts.clone();
        inside.retain(|part| part.end() <= len);
        self.follow(&inside, state, time)
    }

    /// The state with the text of `mark`, and the number of steps before it. The mark was recorded after `older`
    /// steps, but the text was read earlier, so other steps may have come in between.
    fn state_of_mark(self, mark: &ReadMark, older: usize) -> Option<(usize, State)> {
        if older == self.steps.len() && mark.text == self.current.fingerprint() {
            return Some((older, self.history.present()));
        }
        let text = Some(mark.text);
        for count in (0..=older).rev() {
            if let Some(last) = count.checked_sub(1)
                && self.steps[last].note.after == text
            {
                return Some((count, State::after(last)));
            }
            if let Some(next) = self.steps.get(count)
                && next.note.before == text
            {
                return Some((count, State::before(count)));
            }
        }
        None
    }

    fn whole_current_text(self, time: SeenTime) -> SeenAtOnce {
        let whole = vec![self.current.span()];
        self.seen_at_once(time, whole.clone(), whole)
    }

    /// Follows `spans` of the text at `state` to the current text, limited to the requested places. `None` if they
    /// cannot be followed.
    fn follow(self, spans: &[Span], state: State, time: SeenTime) -> Option<SeenAtOnce> {
        let (mut seen, mut touched) = (Vec::new(), Vec::new());
        let len = self.history.len(state)?;
        for &span in spans {
            if span.end() <= len && !self.earlier_spans.may_reach(state, span) {
                continue;
            }
            for inner in track_span(self.history, state, span, SpanGrowth::None)? {
                seen.push(whole_lines(inner, self.current.bytes()));
            }
            let outer = track_span(self.history, state, span, SpanGrowth::AllRewrites)?;
            touched.extend(outer);
        }
        Some(self.seen_at_once(time, seen, touched))
    }

    fn seen_at_once(self, time: SeenTime, seen: Vec<Span>, touched: Vec<Span>) -> SeenAtOnce {
        let len = self.current.bytes().len();
        SeenAtOnce {
            time,
            seen: Parts::new(seen, len),
            touched: Parts::new(touched, len),
        }
    }
}

impl SeenAtOnce {
    /// True if a part of `span` was certainly seen. `span` is in the current text.
    pub(super) fn has_seen_part_of(&self, span: Span) -> bool {
        !self.seen.inside(span).is_empty()
    }

    /// The parts of `span`, which is in the current text, that were not certainly seen.
    pub(super) fn unseen_parts(&self, span: Span) -> Vec<Span> {
        self.seen.outside(span)
    }

    /// The parts of `span` that may have been seen.
    pub(super) fn touched_parts(&self, span: Span) -> Vec<Span> {
        self.touched.inside(span)
    }
}

impl Parts {
    fn new(spans: Vec<Span>, len: usize) -> Self {
        let spans = join_touching(spans);
        Self { spans, len }
    }

    /// The parts of `span` that are in these parts. A place where text was deleted is inside a part that has text on
    /// both sides of the place.
    fn inside(&self, span: Span) -> Vec<Span> {
        let mut inside = Vec::new();
        if span.is_empty() {
            if self.has_place(span.start()) {
                inside.push(span);
            }
            return inside;
        }
        let first = self
            .spans
            .partition_point(|part| part.end() <= span.start());
        for part in &self.spans[first..] {
            if part.start() >= span.end() {
                break;
            }
            inside.extend(non_empty_span(
                part.start().max(span.start()),
                part.end().min(span.end()),
            ));
        }
        inside
    }

    /// The parts of `span` that are not in these parts.
    fn outside(&self, span: Span) -> Vec<Span> {
        let inside = self.inside(span);
        if span.is_empty() && inside.is_empty() {
            return vec![span];
        }
        let mut outside = Vec::new();
        let mut from = span.start();
        for part in inside {
            outside.extend(non_empty_span(from, part.start()));
            from = part.end();
        }
        outside.extend(non_empty_span(from, span.end()));
        outside
    }

    /// True if the place at `offset`, where text was deleted, is one of these parts or inside one.
    fn has_place(&self, offset: usize) -> bool {
        self.spans.iter().any(|part| {
            if part.is_empty() {
                return part.start() == offset;
            }
            let begins_before = part.start() < offset || offset == 0 && part.start() == 0;
            let ends_after = part.end() > offset || offset == self.len && part.end() == self.len;
            begins_before && ends_after
        })
    }
}

/// The whole lines of `text` that the edits of `changes` touched, and the places where they deleted whole lines.
/// `text` is the result of `changes`.
fn lines_written(changes: &ChangeSet, text: &[u8]) -> Vec<Span> {
    let mut lines = Vec::new();
    for (number, edit) in changes.edits().iter().enumerate() {
        let span = changes.result_span(number);
        let deleted_lines = text::begins_line(text, span.start()) && edit.old.ends_with(b"\n");
        if span.is_empty() && !deleted_lines {
            // A part of the line remains.
            lines.push(line_at(span.start(), text));
        } else {
            lines.push(whole_lines(span, text));
        }
    }
    lines
}

/// The whole line of `text` around `offset`.
fn line_at(offset: usize, text: &[u8]) -> Span {
    let start = text::line_start(text, offset);
    let end = text::line_end(text, offset);
    Span::of_len(start, end - start)
}

/// The whole lines that contain `span`. An empty span stays empty.
fn whole_lines(span: Span, text: &[u8]) -> Span {
    if span.is_empty() {
        return span;
    }
    let end = line_at(span.end() - 1, text).end();
    let start = line_at(span.start(), text).start();
    Span::of_len(start, end - start)
}
