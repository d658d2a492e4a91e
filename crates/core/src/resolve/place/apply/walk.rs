//! Applies a series of hunks step by step, and maps every place back to the original text.

use crate::change::{Bias, ChangeSet, Composition, Edit};
use crate::patch::Hunk;
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::request::PatchMode;
use crate::resolve::FromHunk;
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineRange, Span};

use super::placed::{Placed, PlacedPiece, combine};
use super::verify;
use crate::resolve::place::choose::fit::Side;
use crate::resolve::place::evidence::exact;
use crate::resolve::place::place_options::{PlaceOptions, Placement};
use crate::resolve::place::report::unplaced::Unplaced;

/// The most bytes of intermediate texts that are searched for one file. Later hunks are not searched for.
const MAX_SEARCHED_BYTES: usize = 64 << 20;

/// The most bytes of the first line of a place that are kept for the report.
const MAX_PREVIEW_BYTES: usize = 200;

/// The result of a search for a hunk in the result of the hunks before it.
pub enum Lookup {
    /// No certain place.
    Nothing,
    /// One place.
    Place(Box<Placed>),
    /// Several places.
    Places(HunkFailure),
}

/// The hunks applied so far.
pub struct Walk<'a> {
    placement: Placement<'a>,
    changes: Composition,
    /// For each change set of `changes`, the index of its hunk.
    hunk_indexes: Vec<usize>,
    /// The current text, built on first use.
    text: Option<Snapshot>,
    searched_bytes: usize,
    applied: Vec<AppliedPiece>,
    failures: Vec<HunkFailure>,
}

/// A hunk, or a piece of a hunk, that was applied.
struct AppliedPiece {
    piece: PlacedPiece,
    /// The new side of the hunk in the current text.
    span: Span,
}

impl<'a> Walk<'a> {
    pub fn new(placement: Placement<'a>) -> Self {
        Self {
            placement,
            changes: Composition::new(placement.now.bytes().len()),
            hunk_indexes: Vec::new(),
            text: None,
            searched_bytes: 0,
            applied: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// Searches for `hunk` in the current text, if that differs from the original. An inexact match must be in the
    /// result of an earlier hunk, because all other inexact matches were judged together with the other hunks.
    pub fn search(&mut self, hunk: &Hunk, hunk_index: usize, mode: PatchMode) -> Lookup {
        if self.hunk_indexes.is_empty() || self.searched_bytes > MAX_SEARCHED_BYTES {
            return Lookup::Nothing;
        }
        let Ok(text) = self.text() else {
            return Lookup::Nothing;
        };
        self.searched_bytes += text.bytes().len().max(1);
        // Stated lines refer to the original text.
        let unnumbered = [Hunk {
            old: None,
            new: None,
            ..hunk.clone()
        }];
        let options = PlaceOptions {
            mode,
            // A base belongs to the original text.
            base: None,
            ..self.placement.options.clone()
        };
        let placement = Placement {
            patch: self.placement.patch,
            hunks: &unnumbered,
            now: &text,
            options: &options,
        };
        match placement.fit_all() {
            Ok(placed) if self.is_certain(&placed) => Lookup::Place(Box::new(placed)),
            Err(Unplaced::Failing(mut failures)) => match failures.pop() {
                Some(failure) => self.ambiguous(failure, hunk_index, &text),
                None => Lookup::Nothing,
            },
            Ok(_) | Err(Unplaced::Refused(_)) => Lookup::Nothing,
        }
    }

    /// Searches for exact matches of `hunk` that are in the result of earlier hunks.
    pub fn search_in_result(&mut self, hunk: &Hunk, hunk_index: usize) -> Lookup {
        match self.search(hunk, hunk_index, PatchMode::Strict) {
            Lookup::Place(placed) if !self.is_in_result(&placed) => Lookup::Nothing,
            lookup => lookup,
        }
    }

    fn is_certain(&self, placed: &Placed) -> bool {
        let mut pieces = placed.pieces.iter();
        pieces.all(|piece| piece.side == Side::Old)
            && (placed.is_exact() || self.is_in_result(placed))
    }

    /// True if a piece is in the result of an earlier hunk.
    fn is_in_result(&self, placed: &Placed) -> bool {
        let mut pieces = placed.pieces.iter();
        pieces.any(|piece| self.changes.source(piece.site.span).made_by.is_some())
    }

    /// The `failure` of hunk `hunk_index` in `text`, if the hunk has several places there.
    fn ambiguous(&self, mut failure: HunkFailure, hunk_index: usize, text: &Snapshot) -> Lookup {
        failure.hunk = hunk_index + 1;
        let HunkWhy::Ambiguous { candidates, .. } = &mut failure.why else {
            return Lookup::Nothing;
        };
        for candidate in candidates {
            candidate.lines = self.origin(candidate.lines, text);
        }
        Lookup::Places(failure)
    }

    /// The lines of the original text from which `lines` of the current text come.
    fn origin(&self, lines: LineRange, text: &Snapshot) -> LineRange {
        match text.span_of(lines) {
            Some(span) => self.placement.now.lines_of(self.changes.source(span).span),
            None => lines,
        }
    }

    /// Applies hunk `hunk_index`, placed in the current text.
    pub fn apply_to_result(
        &mut self,
        hunk_index: usize,
        hunk: &Hunk,
        placed: Placed,
    ) -> Result<(), Reason> {
        let text = self.text()?;
        let mut pieces = Vec::with_capacity(placed.pieces.len());
        for mut piece in placed.pieces {
            piece.renumber(hunk_index);
            let span = piece.site.span;
            self.report_in_original(&mut piece, hunk, &text);
            pieces.push((piece, span));
        }
        self.push(hunk_index, placed.changes, pieces)
    }

    /// Changes the report on `piece`, placed in `text`, to refer to the original text.
    fn report_in_original(&self, piece: &mut PlacedPiece, hunk: &Hunk, text: &Snapshot) {
        let source = self.changes.source(piece.site.span);
        let lines = self.placement.now.lines_of(source.span);
        let first = exact::lines(&text.bytes()[piece.site.span.range()]).next();
        let line = LineEnding::strip(first.unwrap_or_default());
        let report = &mut piece.report;
        report.from_hunk = source.made_by.map(|made_by| FromHunk {
            hunk: self.hunk_indexes[made_by - 1] + 1,
            line: text
                .bytes()
                .slice_ref(text::beginning(line, MAX_PREVIEW_BYTES)),
        });
        report.offset = hunk
            .old
            .map(|old| lines.first().number() as i64 - old.start as i64);
        report.lines = report.lines.map(|_| lines);
        report.runner_up = report.runner_up.map(|other| self.origin(other, text));
        (piece.site.span, piece.site.lines) = (source.span, lines);
    }

    /// Applies hunk `hunk_index`, placed in the original text. If an earlier hunk changed the same lines, searches for
    /// the hunk in the current text.
    pub fn apply_to_original(
        &mut self,
        hunk_index: usize,
        hunk: &Hunk,
        pieces: Vec<PlacedPiece>,
    ) -> Result<(), Reason> {
        let mut edits = Vec::new();
        for edit in pieces.iter().flat_map(|piece| &piece.edits) {
            let Some(at) = self.changes.unchanged_start(edit.span()) else {
                match self.search(hunk, hunk_index, self.placement.options.mode) {
                    Lookup::Place(placed) => {
                        return self.apply_to_result(hunk_index, hunk, *placed);
                    }
                    Lookup::Places(failure) => self.fail(failure),
                    Lookup::Nothing => self.fail(self.overlap(hunk_index, hunk, edit.span())),
                }
                return Ok(());
            };
            edits.push(Edit { at, ..edit.clone() });
        }
        let changes = combine(edits, self.changes.current_len())?;
        let mut placed = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let span = self.changes.map_span(piece.site.span);
            placed.push((piece, span));
        }
        self.push(hunk_index, changes, placed)
    }

    pub fn fail(&mut self, failure: HunkFailure) {
        self.failures.push(failure);
    }

    /// The failure of hunk `hunk_index`, because another hunk changed its `span` of the original text.
    fn overlap(&self, hunk_index: usize, hunk: &Hunk, span: Span) -> HunkFailure {
        let other = self.changes.source(self.changes.map_span(span)).made_by;
        HunkFailure {
            hunk: hunk_index + 1,
            patch_line: hunk.line,
            why: HunkWhy::Overlap {
                other: other.map_or(hunk_index, |other| self.hunk_indexes[other - 1] + 1),
            },
            would_place: None,
        }
    }

    /// Applies `changes` of hunk `hunk_index`. Each of `pieces` has its span in the current text.
    fn push(
        &mut self,
        hunk_index: usize,
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
                .map_err(|error| verify::invalid_changes(&error))?;
            self.hunk_indexes.push(hunk_index);
            self.text = None;
        }
        Ok(())
    }

    fn text(&mut self) -> Result<Snapshot, Reason> {
        if let Some(text) = &self.text {
            return Ok(text.clone());
        }
        let changes = self.changes.change_set();
        let text = changes.apply(self.placement.now.bytes());
        let text = Snapshot::of_text(text.map_err(|error| verify::invalid_changes(&error))?);
        Ok(self.text.insert(text).clone())
    }

    /// The applied hunks as changes of the original text, and the failures of the others.
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
