//! Collects replacements in one snapshot into a change set.
//!
//! A run of adjacent replacements is joined at once, because joining them one by one would copy the run each time.

use bytes::Bytes;

use crate::change::{ChangeSet, Edit};
use crate::refusal::Reason;
use crate::snapshot::Snapshot;
use crate::text::Span;

/// Replacements, sorted by position.
#[derive(Debug)]
pub(super) struct Edits<'s> {
    now: &'s Snapshot,
    done: Vec<Edit>,
    /// Adjacent replacements that are not in `done` yet.
    run: Option<TouchingEdits>,
}

#[derive(Debug)]
struct TouchingEdits {
    covered: Span,
    new: Vec<Bytes>,
}

impl<'s> Edits<'s> {
    pub(super) fn new(now: &'s Snapshot) -> Self {
        Self {
            now,
            done: Vec::new(),
            run: None,
        }
    }

    /// Replaces the bytes `span` with `new`. `span` must not start before the end of the previous replacement.
    pub(super) fn replace(&mut self, span: Span, new: Bytes) {
        match &mut self.run {
            Some(run) if run.covered.end() == span.start() => {
                run.covered = Span::of_len(run.covered.start(), run.covered.len() + span.len());
                run.new.push(new);
            }
            _ => {
                self.close_run();
                self.run = Some(TouchingEdits {
                    covered: span,
                    new: vec![new],
                });
            }
        }
    }

    fn close_run(&mut self) {
        let Some(run) = self.run.take() else {
            return;
        };
        let new = match &run.new[..] {
            [only] => only.clone(),
            several => several.concat().into(),
        };
        self.done.push(Edit {
            at: run.covered.start(),
            old: self.now.slice(run.covered),
            new,
        });
    }

    /// # Errors
    /// `Overlap` if two replacements change the same bytes.
    pub(super) fn finish(mut self) -> Result<ChangeSet, Reason> {
        self.close_run();
        for pair in self.done.windows(2) {
            if pair[1].at < pair[0].end() {
                return Err(Reason::Overlap {
                    lines: self.now.lines_of(pair[1].span()),
                });
            }
        }
        let len = self.now.bytes().len();
        ChangeSet::new(len, self.done).map_err(|_| Reason::Overlap {
            lines: self.now.lines_of(Span::of_len(0, len)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Edits;
    use crate::snapshot::Snapshot;
    use crate::text::Span;

    #[test]
    fn touching_replacements_become_one() {
        let now = Snapshot::of_text(&b"aabaa"[..]);
        let mut edits = Edits::new(&now);
        for start in [0, 1, 3, 4] {
            edits.replace(Span::of_len(start, 1), "xy".into());
        }
        let changes = edits.finish().unwrap();
        assert_eq!(changes.edits().len(), 2);
        assert_eq!(changes.apply(now.bytes()).unwrap(), b"xyxybxyxy");
    }

    #[test]
    fn claims_on_the_same_bytes_are_refused() {
        let now = Snapshot::of_text(&b"ab\ncd"[..]);
        let mut edits = Edits::new(&now);
        edits.replace(Span::of_len(0, 3), "x".into());
        edits.replace(Span::of_len(2, 2), "y".into());
        assert!(edits.finish().is_err());
    }
}
