//! Applies a series of hunks step by step, and maps every location back to the original text.

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
const SEARCHED: usize = 64 << 20;

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
    original: &'a Snapshot,
    how: Placing,
    changes: Composition,
    /// For each change set of `changes`, the hunk (0-based) that it came from.
    makers: Vec<usize>,
    /// The text so far, built on first use.
    text: Option<Snapshot>,
    /// Bytes of intermediate texts that were searched.
    searched: usize,
    applied: Vec<AppliedPiece>,
    /// The hunks that have no place.
    failures: Vec<HunkFailure>,
}

/// A hunk, or a piece of one, that was applied.
struct AppliedPiece {
    piece: PlacedPiece,
    /// The new side of the hunk in the text so far.
    span: Span,
}

impl<'a> Walk<'a> {
    /// No hunk applied to `original` yet.
    pub fn new(patch: &'a FilePatch, original: &'a Snapshot, how: &Placing) -> Self {
        Self {
            patch,
            original,
            // A base is one of the original text.
            how: Placing {
                base: None,
                ..how.clone()
            },
            changes: Composition::new(original.bytes().len()),
            makers: Vec::new(),
            text: None,
            searched: 0,
            applied: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// Searches for `hunk` in the text so far, if that differs from the original. An inexact place must be in the result
    /// of an earlier hunk: all others were judged together with the other hunks.
    pub fn search(&mut self, hunk: &Hunk, number: usize, mode: PatchMode) -> Lookup {
        if self.makers.is_empty() || self.searched > SEARCHED {
            return Lookup::Nothing;
        }
        let Ok(text) = self.text() else {
            return Lookup::Nothing;
        };
        self.searched += text.bytes().len().max(1);
        // A stated line is one of the original text.
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
            Err(Unplaced::Failing(mut failures)) => match failures.pop() {
                Some(failure) => self.ambiguous(failure, number, &text),
                None => Lookup::Nothing,
            },
            Ok(_) | Err(Unplaced::Refused(_)) => Lookup::Nothing,
        }
    }

    /// Searches for `hunk` as it is, only in the result of earlier hunks.
    pub fn search_in_result(&mut self, hunk: &Hunk, number: usize) -> Lookup {
        match self.search(hunk, number, PatchMode::Strict) {
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
        pieces.any(|piece| self.changes.source(piece.site.span).made_by.is_some())
    }

    /// The `failure` of hunk `number` in `text`, if that is because it has several places there.
    fn ambiguous(&self, mut failure: HunkFailure, number: usize, text: &Snapshot) -> Lookup {
        failure.hunk = number + 1;
        let HunkWhy::Ambiguous { candidates, .. } = &mut failure.why else {
            return Lookup::Nothing;
        };
        for candidate in candidates {
            candidate.lines = self.origin(candidate.lines, text);
        }
        Lookup::Places(failure)
    }

    /// The lines of the original text that `lines` of the text so far come from.
    fn origin(&self, lines: LineRange, text: &Snapshot) -> LineRange {
        match text.span_of(lines) {
            Some(span) => self.original.lines_of(self.changes.source(span).span),
            None => lines,
        }
    }

    /// Applies hunk `number`, placed in the text so far.
    pub fn apply_to_result(
        &mut self,
        number: usize,
        hunk: &Hunk,
        placed: Placed,
    ) -> Result<(), Reason> {
        let text = self.text()?;
        let mut pieces = Vec::with_capacity(placed.pieces.len());
        for mut piece in placed.pieces {
            piece.renumber(number);
            let span = piece.site.span;
            self.report_in_original(&mut piece, hunk, &text);
            pieces.push((piece, span));
        }
        self.push(number, placed.changes, pieces)
    }

    /// Changes the report on `piece`, placed in `text`, to terms of the original text.
    fn report_in_original(&self, piece: &mut PlacedPiece, hunk: &Hunk, text: &Snapshot) {
        let source = self.changes.source(piece.site.span);
        let lines = self.original.lines_of(source.span);
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

    /// Applies hunk `number`, placed in the original text. If a hunk before it changed the same lines, searches for it in
    /// the text so far.
    pub fn apply_to_original(
        &mut self,
        number: usize,
        hunk: &Hunk,
        pieces: Vec<PlacedPiece>,
    ) -> Result<(), Reason> {
        let mut edits = Vec::new();
        for edit in pieces.iter().flat_map(|piece| &piece.edits) {
            let Some(at) = self.changes.carry(edit.span()) else {
                match self.search(hunk, number, self.how.mode) {
                    Lookup::Place(placed) => return self.apply_to_result(number, hunk, *placed),
                    Lookup::Places(failure) => self.fail(failure),
                    Lookup::Nothing => self.fail(self.overlap(number, hunk, edit.span())),
                }
                return Ok(());
            };
            edits.push(Edit { at, ..edit.clone() });
        }
        let changes = together(edits, self.changes.current_len())?;
        let mut placed = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let span = self.changes.map_span(piece.site.span);
            placed.push((piece, span));
        }
        self.push(number, changes, placed)
    }

    /// Notes a hunk that has no place.
    pub fn fail(&mut self, failure: HunkFailure) {
        self.failures.push(failure);
    }

    /// The failure of hunk `number`, whose `span` of the original text another has changed.
    fn overlap(&self, number: usize, hunk: &Hunk, span: Span) -> HunkFailure {
        let other = self.changes.source(self.changes.map_span(span)).made_by;
        HunkFailure {
            hunk: number + 1,
            patch_line: hunk.line,
            why: HunkWhy::Overlap {
                other: other.map_or(number, |other| self.makers[other - 1] + 1),
            },
            would_place: None,
        }
    }

    /// Applies `changes` of hunk `number`, whose pieces have these spans in the text so far.
    fn push(
        &mut self,
        number: usize,
        changes: ChangeSet,
        pieces: Vec<(PlacedPiece, Span)>,
    ) -> Result<(), Reason> {
        for earlier in &mut self.applied {
            earlier.span = changes.map_span(earlier.span, (Bias::After, Bias::Before));
        }
        for (piece, span) in pieces {
            let span = changes.map_span(span, (Bias::Before, Bias::After));
            self.applied.push(AppliedPiece { piece, span });
        }
        if !changes.is_empty() {
            self.changes
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
        let changes = self.changes.change_set();
        let text = changes.apply(self.original.bytes());
        let text = Snapshot::of_text(text.map_err(|error| verify::broken(&error))?);
        Ok(self.text.insert(text).clone())
    }

    /// All that was applied, as changes of the original text, and the hunks that have no place.
    pub fn finish(mut self) -> Result<(Placed, Vec<HunkFailure>), Reason> {
        let text = self.text()?;
        let mut pieces = Vec::with_capacity(self.applied.len());
        for AppliedPiece { mut piece, span } in self.applied {
            piece.report.new_lines = if span.is_empty() {
                None
            } else {
                Some(text.lines_of(span))
            };
            pieces.push(piece);
        }
        let placed = Placed {
            pieces,
            changes: self.changes.into_change_set(),
        };
        Ok((placed, self.failures))
    }
}
