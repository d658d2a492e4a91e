//! The steps through a series of hunks: the text so far, and where every place is in the text at the beginning.

use crate::change::{Bias, ChangeSet, Composition, Edit};
use crate::patch::{FilePatch, Hunk};
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::request::PatchMode;
use crate::resolve::FromHunk;
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, LineRange, Span};

use super::placed::{Placed, PlacedPiece, together};
use super::verify;
use crate::resolve::place::at_once;
use crate::resolve::place::choose::fit::Side;
use crate::resolve::place::evidence::exact;
use crate::resolve::place::placing::Placing;
use crate::resolve::place::report::unplaced::Unplaced;

/// Bytes of intermediate texts that may be searched for one file; a hunk beyond that fails.
const LOOKED_THROUGH: usize = 64 << 20;

/// Longest first line of a place that is kept to show it, bytes.
const PREVIEW: usize = 200;

/// The result of searching for a hunk in the result of the hunks before it.
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
    /// The text so far, built on first use.
    text: Option<Snapshot>,
    looked: usize,
    steps: Vec<Step>,
}

/// A hunk, or a piece of one, that was applied.
struct Step {
    piece: PlacedPiece,
    /// The new side of the hunk in the text so far.
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

    /// Searches for `hunk` in the text so far, if that is another one than at the beginning. An inexact place
    /// must be in the result of an earlier hunk: all others were judged together with the other hunks.
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

    /// Searches for `hunk` as it is, only in the result of earlier hunks.
    pub fn look_in_result(&mut self, hunk: &Hunk, number: usize) -> Lookup {
        match self.look(hunk, number, PatchMode::Strict) {
            Lookup::Place(placed) if !self.is_in_result(&placed) => Lookup::Nothing,
            lookup => lookup,
        }
    }

    fn is_sure(&self, placed: &Placed) -> bool {
        let mut pieces = placed.pieces.iter();
        pieces.all(|piece| piece.side == Side::Old)
            && (placed.is_exact() || self.is_in_result(placed))
    }

    /// True if a piece is in the result of an earlier hunk.
    fn is_in_result(&self, placed: &Placed) -> bool {
        let mut pieces = placed.pieces.iter();
        pieces.any(|piece| self.done.source(piece.site.span).made_by.is_some())
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

    /// The lines of the text at the beginning that `lines` of the text so far come from.
    fn origin(&self, lines: LineRange, text: &Snapshot) -> LineRange {
        match text.span_of(lines) {
            Some(span) => self.now.lines_of(self.done.source(span).span),
            None => lines,
        }
    }

    /// Applies hunk `number`, placed in the text so far.
    pub fn follow(
        &mut self,
        number: usize,
        hunk: &Hunk,
        placed: Placed,
    ) -> Result<Option<HunkFailure>, Reason> {
        let text = self.text()?;
        let mut pieces = Vec::with_capacity(placed.pieces.len());
        for mut piece in placed.pieces {
            piece.renumber(number);
            let span = piece.site.span;
            self.trace(&mut piece, hunk, &text);
            pieces.push((piece, span));
        }
        self.push(number, placed.changes, pieces)?;
        Ok(None)
    }

    /// Changes the report on `piece`, placed in `text`, to terms of the text at the beginning.
    fn trace(&self, piece: &mut PlacedPiece, hunk: &Hunk, text: &Snapshot) {
        let source = self.done.source(piece.site.span);
        let lines = self.now.lines_of(source.span);
        let first = exact::lines(&text.bytes()[piece.site.span.range()]).next();
        let line = LineEnding::strip(first.unwrap_or_default());
        let report = &mut piece.report;
        report.from_hunk = source.made_by.map(|made_by| FromHunk {
            hunk: self.makers[made_by - 1] + 1,
            line: text.bytes().slice_ref(&line[..line.len().min(PREVIEW)]),
        });
        report.offset = hunk
            .old
            .map(|old| lines.first().number() as i64 - old.start as i64);
        report.lines = report.lines.map(|_| lines);
        report.runner_up = report.runner_up.map(|other| self.origin(other, text));
        (piece.site.span, piece.site.lines) = (source.span, lines);
    }

    /// Applies hunk `number`, placed in the text at the beginning. If a hunk before it changed the same lines, searches
    /// for it in the text so far.
    pub fn stay(
        &mut self,
        number: usize,
        hunk: &Hunk,
        pieces: Vec<PlacedPiece>,
    ) -> Result<Option<HunkFailure>, Reason> {
        let mut edits = Vec::new();
        for edit in pieces.iter().flat_map(|piece| &piece.edits) {
            let Some(at) = self.done.carry(edit.span()) else {
                return match self.look(hunk, number, self.how.mode) {
                    Lookup::Place(placed) => self.follow(number, hunk, *placed),
                    Lookup::Places(failure) => Ok(Some(failure)),
                    Lookup::Nothing => Ok(Some(self.overlap(number, hunk, edit.span()))),
                };
            };
            edits.push(Edit { at, ..edit.clone() });
        }
        let changes = together(edits, self.done.current_len())?;
        let mut placed = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let span = self.done.map_span(piece.site.span);
            placed.push((piece, span));
        }
        self.push(number, changes, placed)?;
        Ok(None)
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

    /// Takes over `changes` of the text so far: those of hunk `number`, whose pieces have these spans there.
    fn push(
        &mut self,
        number: usize,
        changes: ChangeSet,
        pieces: Vec<(PlacedPiece, Span)>,
    ) -> Result<(), Reason> {
        for step in &mut self.steps {
            step.span = changes.map_span(step.span, (Bias::After, Bias::Before));
        }
        for (piece, span) in pieces {
            let span = changes.map_span(span, (Bias::Before, Bias::After));
            self.steps.push(Step { piece, span });
        }
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
        let mut pieces = Vec::with_capacity(self.steps.len());
        for step in self.steps {
            let mut piece = step.piece;
            piece.report.new_lines = if step.span.is_empty() {
                None
            } else {
                Some(text.lines_of(step.span))
            };
            pieces.push(piece);
        }
        Ok(Placed {
            pieces,
            changes: self.done.into_change_set(),
        })
    }
}
