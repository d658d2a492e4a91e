//! The way through a series of hunks: the text so far, and where every place is in the text at its beginning.

use crate::change::{Bias, ChangeSet, Composition, Edit};
use crate::patch::{FilePatch, Hunk};
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::request::PatchMode;
use crate::resolve::FromHunk;
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, LineRange, Span};

use super::laid::{Laid, Placed, together};
use super::verify;
use crate::resolve::place::at_once;
use crate::resolve::place::choose::fit::Side;
use crate::resolve::place::evidence::exact;
use crate::resolve::place::placing::Placing;
use crate::resolve::place::report::unplaced::Unplaced;

/// Bytes of intermediate texts that are looked through for one file; a hunk beyond that fails.
const LOOKED_THROUGH: usize = 64 << 20;

/// Longest first line of a place that is kept to show it, bytes.
const PREVIEW: usize = 200;

/// A hunk as a look at the result of the hunks before shows it.
pub enum Lookup {
    /// Nothing that is sure.
    Nothing,
    /// Its place.
    Place(Box<Placed>),
    /// More than one place.
    Places(HunkFailure),
}

/// Hunks applied so far.
pub struct Walk<'a> {
    patch: &'a FilePatch,
    now: &'a Snapshot,
    how: Placing,
    done: Composition,
    /// For each change set that was pushed, the hunk (0-based) that it came from.
    makers: Vec<usize>,
    /// The text so far, once it was asked for.
    text: Option<Snapshot>,
    looked: usize,
    steps: Vec<Step>,
}

/// A hunk, or a piece of one, that was applied.
struct Step {
    laid: Laid,
    /// Its new side in the text so far.
    span: Span,
}

impl<'a> Walk<'a> {
    /// No hunk applied to `now` yet.
    pub fn new(patch: &'a FilePatch, now: &'a Snapshot, how: &Placing) -> Self {
        Self {
            patch,
            now,
            // A base is one of the text at the beginning.
            how: Placing {
                base: None,
                ..how.clone()
            },
            done: Composition::new(now.bytes().len()),
            makers: Vec::new(),
            text: None,
            looked: 0,
            steps: Vec::new(),
        }
    }

    /// Looks for `hunk` in the text so far, if that is another one than at the beginning. An inexact place
    /// must be in what an earlier hunk made: all others were judged together with the other hunks.
    pub fn look(&mut self, hunk: &Hunk, number: usize, mode: PatchMode) -> Lookup {
        if self.makers.is_empty() || self.looked > LOOKED_THROUGH {
            return Lookup::Nothing;
        }
        let Ok(text) = self.text() else {
            return Lookup::Nothing;
        };
        self.looked += text.bytes().len().max(1);
        // A stated line is one of the text at the beginning.
        let alone = [Hunk {
            old: None,
            new: None,
            ..hunk.clone()
        }];
        let how = Placing {
            mode,
            ..self.how.clone()
        };
        match at_once::placed(self.patch, &alone, &text, &how) {
            Ok(placed) if self.is_sure(&placed) => Lookup::Place(Box::new(placed)),
            Err(Unplaced::Failing(mut failing)) => match failing.failures.pop() {
                Some(failure) => self.several(failure, number, &text),
                None => Lookup::Nothing,
            },
            Ok(_) | Err(Unplaced::Refused(_)) => Lookup::Nothing,
        }
    }

    /// Looks for `hunk` as it is, in what earlier hunks made only.
    pub fn look_at_made(&mut self, hunk: &Hunk, number: usize) -> Lookup {
        match self.look(hunk, number, PatchMode::Strict) {
            Lookup::Place(placed) if !self.is_made(&placed) => Lookup::Nothing,
            sight => sight,
        }
    }

    fn is_sure(&self, placed: &Placed) -> bool {
        let is_to_do = placed.laid.iter().all(|laid| laid.side == Side::Old);
        is_to_do && (placed.is_exact() || self.is_made(placed))
    }

    /// Whether it stands in what an earlier hunk made.
    fn is_made(&self, placed: &Placed) -> bool {
        let made_by = |laid: &Laid| self.done.source(laid.site.span).made_by;
        placed.laid.iter().any(|laid| made_by(laid).is_some())
    }

    /// The `failure` of hunk `number` in `text`, if that is because it has several places there.
    fn several(&self, mut failure: HunkFailure, number: usize, text: &Snapshot) -> Lookup {
        failure.hunk = number + 1;
        let HunkWhy::Ambiguous { candidates, .. } = &mut failure.why else {
            return Lookup::Nothing;
        };
        for candidate in candidates {
            candidate.lines = self.origin(candidate.lines, text);
        }
        Lookup::Places(failure)
    }

    /// Lines of `text`, the text so far, in the text at the beginning.
    fn origin(&self, lines: LineRange, text: &Snapshot) -> LineRange {
        let span = text.span_of(lines);
        span.map_or(lines, |span| self.now.lines_of(self.done.source(span).span))
    }

    /// Applies hunk `number`, placed in the text so far.
    pub fn follow(
        &mut self,
        number: usize,
        hunk: &Hunk,
        placed: Placed,
    ) -> Result<Option<HunkFailure>, Reason> {
        let text = self.text()?;
        let pieces = placed
            .laid
            .into_iter()
            .map(|mut laid| {
                laid.renumber(number);
                let span = laid.site.span;
                self.trace(&mut laid, hunk, &text);
                (laid, span)
            })
            .collect();
        self.push(number, placed.changes, pieces)?;
        Ok(None)
    }

    /// The report on `laid`, placed in `text`, in terms of the text at the beginning.
    fn trace(&self, laid: &mut Laid, hunk: &Hunk, text: &Snapshot) {
        let source = self.done.source(laid.site.span);
        let lines = self.now.lines_of(source.span);
        let first = exact::lines(&text.bytes()[laid.site.span.range()]).next();
        let line = LineEnding::strip(first.unwrap_or_default());
        let report = &mut laid.report;
        report.from_hunk = source.made_by.map(|made_by| FromHunk {
            hunk: self.makers[made_by - 1] + 1,
            line: text.bytes().slice_ref(&line[..line.len().min(PREVIEW)]),
        });
        report.offset = hunk
            .old
            .map(|old| lines.first().number() as i64 - old.start as i64);
        report.lines = report.lines.map(|_| lines);
        report.runner_up = report.runner_up.map(|other| self.origin(other, text));
        (laid.site.span, laid.site.lines) = (source.span, lines);
    }

    /// Applies hunk `number`, placed in the text at the beginning. Where a hunk before it changed what it
    /// changes, it is looked for in the text so far.
    pub fn stay(
        &mut self,
        number: usize,
        hunk: &Hunk,
        laid: Vec<Laid>,
    ) -> Result<Option<HunkFailure>, Reason> {
        let edits = laid.iter().flat_map(|laid| &laid.edits);
        let carried = edits.map(|edit| {
            let at = self.done.carry(edit.span()).ok_or(edit.span())?;
            Ok(Edit { at, ..edit.clone() })
        });
        match carried.collect::<Result<Vec<_>, Span>>() {
            Ok(edits) => {
                let changes = together(edits, self.done.current_len())?;
                let here = |laid: Laid| {
                    let span = self.done.map_span(laid.site.span);
                    (laid, span)
                };
                let pieces = laid.into_iter().map(here).collect();
                self.push(number, changes, pieces)?;
                Ok(None)
            }
            Err(span) => match self.look(hunk, number, self.how.mode) {
                Lookup::Place(placed) => self.follow(number, hunk, *placed),
                Lookup::Places(failure) => Ok(Some(failure)),
                Lookup::Nothing => Ok(Some(self.overlap(number, hunk, span))),
            },
        }
    }

    /// The failure of hunk `number`, whose `span` of the text at the beginning another has changed.
    fn overlap(&self, number: usize, hunk: &Hunk, span: Span) -> HunkFailure {
        let other = self.done.source(self.done.map_span(span)).made_by;
        HunkFailure {
            hunk: number + 1,
            patch_line: hunk.line,
            why: HunkWhy::Overlap {
                other: other.map_or(number, |other| self.makers[other - 1] + 1),
            },
            would_place: None,
        }
    }

    /// Takes over `changes` of the text so far: those of hunk `number`, whose `pieces` stand at these spans.
    fn push(
        &mut self,
        number: usize,
        changes: ChangeSet,
        pieces: Vec<(Laid, Span)>,
    ) -> Result<(), Reason> {
        for step in &mut self.steps {
            step.span = changes.map_span(step.span, (Bias::After, Bias::Before));
        }
        let steps = pieces.into_iter().map(|(laid, span)| Step {
            laid,
            span: changes.map_span(span, (Bias::Before, Bias::After)),
        });
        self.steps.extend(steps);
        if !changes.is_empty() {
            self.done
                .push(changes)
                .map_err(|error| verify::broken(&error))?;
            self.makers.push(number);
            self.text = None;
        }
        Ok(())
    }

    /// The text so far.
    fn text(&mut self) -> Result<Snapshot, Reason> {
        if let Some(text) = &self.text {
            return Ok(text.clone());
        }
        let changes = self.done.change_set();
        let text = changes.apply(self.now.bytes());
        let text = Snapshot::of_text(text.map_err(|error| verify::broken(&error))?);
        Ok(self.text.insert(text).clone())
    }

    /// All that was applied, as changes of the text at the beginning.
    pub fn finish(mut self) -> Result<Placed, Reason> {
        let text = self.text()?;
        let laid = self.steps.into_iter().map(|step| {
            let mut laid = step.laid;
            laid.report.new_lines = if step.span.is_empty() {
                None
            } else {
                Some(text.lines_of(step.span))
            };
            laid
        });
        Ok(Placed {
            laid: laid.collect(),
            changes: self.done.into_change_set(),
        })
    }
}
