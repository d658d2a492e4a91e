//! Fits new lines to the indentation of a match that begins after the indentation of its line.

use std::cell::OnceCell;

use bytes::Bytes;

use super::FileText;
use super::ending::{EitherEnding, PlacedText};
use super::indentation::{FirstLine, LostIndentation, spans_lines};
use super::locate::{Indentation, Shift, contents, indent_of, lines_in, lines_of, trim};
use super::reading::{NewLines, Reading, Readings};
use super::rewrite::{Unfit, shifted};
use crate::change::{ChangeSet, LineChange};
use crate::refusal::LineReadings;
use crate::request::{Indent, Replace};
use crate::snapshot::Snapshot;
use crate::text::{self, Span};

/// Fits the new texts of one file.
pub(super) struct Fitting<'a> {
    now: &'a Snapshot,
    /// The indentation of the file, measured on first use.
    indentation: OnceCell<Indentation>,
    readings: Readings<'a>,
    /// The end of the previous match.
    replaced_end: usize,
    /// The last piece and its result, because matches are often alike.
    last: Option<(ReplacedPiece, Result<Option<Bytes>, Unfitted>)>,
}

/// A match and its replacement.
#[derive(PartialEq, Eq)]
struct ReplacedPiece {
    /// The text before the match in its line.
    before: Bytes,
    old: Bytes,
    new: Bytes,
}

/// The refusal of new lines that fit in no way, or in two ways.
#[derive(Clone)]
pub(super) struct Unfitted {
    /// The two possible results, if there are two.
    pub(super) readings: Option<Box<LineReadings>>,
}

impl Unfitted {
    const NO_READING: Self = Self { readings: None };
}

impl<'a> Fitting<'a> {
    /// `None` if the new text is used as given.
    pub(super) fn new(action: &Replace, file: FileText<'a>) -> Option<Self> {
        let has_line_break = action.new.contains(&b'\n');
        if action.indent != Indent::Fitted || action.find.options.is_expression() && !has_line_break
        {
            return None;
        }
        Some(Self {
            now: file.now,
            indentation: OnceCell::new(),
            readings: Readings::new(file),
            replaced_end: 0,
            last: None,
        })
    }

    /// Fits `new` to the match at `span`, which is after the previous one. `None` if `new` is used as given.
    ///
    /// # Errors
    /// Both readings, if there is no evidence for one of them.
    pub(super) fn fit(&mut self, span: Span, new: &Bytes) -> Result<Option<Bytes>, Unfitted> {
        let text = self.now.bytes();
        let replaced_end = std::mem::replace(&mut self.replaced_end, span.end());
        let old = text.slice(span.range());
        if !old.trim_ascii_end().contains(&b'\n') && !new.trim_ascii_end().contains(&b'\n') {
            return Ok(None);
        }
        let start = text::line_start(text, span.start());
        let before = text.slice(start..span.start());
        let keeps_indent = replaced_end <= start;
        if !keeps_indent || before.is_empty() || indent_of(&before).len() < before.len() {
            return Ok(None);
        }
        let piece = ReplacedPiece {
            before,
            old,
            new: new.clone(),
        };
        if let Some((last, fitted)) = &self.last
            && *last == piece
        {
            return fitted.clone();
        }
        let fitted = self.fit_lines(span, &piece);
        self.last = Some((piece, fitted.clone()));
        fitted
    }

    /// Like [`Self::fit`], for a piece of several lines.
    fn fit_lines(&mut self, span: Span, piece: &ReplacedPiece) -> Result<Option<Bytes>, Unfitted> {
        let ReplacedPiece { before, old, new } = piece;
        let old_lines = contents(old);
        let Some((first, after)) = old_lines.split_first() else {
            return Ok(None);
        };
        if trim(first).is_empty() {
            // The old text is part of the indentation.
            return Ok(None);
        }
        let request = indent_of(first);
        let indent = [before, request].concat();
        let Some(lost) = FirstLine::new(request, &indent) else {
            return Ok(None);
        };
        let usual = match lost.cause(first, after, &contents(new)) {
            LostIndentation::FirstLine => Some(Reading::Given),
            LostIndentation::AllLines => Some(Reading::Shifted),
            LostIndentation::Unclear => None,
        };
        let shifted = match self.shifted(request, &indent, new) {
            Ok(shifted) => shifted,
            Err(Unfit) if usual == Some(Reading::Given) => return Ok(None),
            Err(Unfit) => return Err(Unfitted::NO_READING),
        };
        if shifted == *new {
            return match usual {
                Some(_) => Ok(None),
                None => Err(Unfitted::NO_READING),
            };
        }
        let lines = NewLines {
            old,
            new,
            place: span,
            indent: &indent,
        };
        let given_change = self.change(&lines, new)?;
        let shifted_change = self.change(&lines, &shifted)?;
        let mut reading = self
            .readings
            .choose(&given_change, &shifted_change, usual, &lines);
        if reading == Some(Reading::Shifted) && !is_like_old(after, &shifted) {
            reading = usual;
        }
        if reading == Some(Reading::Given) {
            return Ok(None);
        }
        let strings = self
            .readings
            .refuse_shifted_strings(&shifted_change, &lines);
        if reading == Some(Reading::Shifted) && strings.is_ok() {
            return Ok(Some(shifted));
        }
        Err(Unfitted {
            readings: Some(Box::new(both_readings(span, new, &shifted, self.now))),
        })
    }

    /// The change of the old text of `lines` to `new`.
    fn change(&self, lines: &NewLines<'_>, new: &Bytes) -> Result<ChangeSet, Unfitted> {
        let text = self.now.bytes();
        let new = EitherEnding::new(lines.old, new.clone());
        let placed = PlacedText::new(text).at(lines.place, &new);
        ChangeSet::over(text, [(lines.place, placed)]).map_err(|_| Unfitted::NO_READING)
    }

    /// Shifts each line of `new` except the first from the indentation `request` to `indent`.
    fn shifted(&self, request: &[u8], indent: &[u8], new: &[u8]) -> Result<Bytes, Unfit> {
        let text = self.now.bytes();
        let indentation = self
            .indentation
            .get_or_init(|| Indentation::measure(lines_in(text, self.now.span())));
        let shift = Shift::learn(&[(request, indent)], *indentation).ok_or(Unfit)?;
        let mut all_shifted = Vec::with_capacity(new.len());
        for (number, line) in lines_of(new).enumerate() {
            if number == 0 {
                all_shifted.extend_from_slice(line.content);
            } else {
                all_shifted.extend(shifted(line.content, &shift)?);
            }
            all_shifted.extend_from_slice(&new[line.content_end()..line.end()]);
        }
        Ok(all_shifted.into())
    }
}

/// True if `shifted` is plausible. No literal in it may span lines, and its second non-blank line must be as deep as
/// in the old text. `after` contains the old lines after the first.
fn is_like_old(after: &[&[u8]], shifted: &[u8]) -> bool {
    let lines = contents(shifted);
    let old = after.iter().find(|line| !trim(line).is_empty());
    let new = lines.iter().skip(1).find(|line| !trim(line).is_empty());
    let is_as_deep = match (old, new) {
        (Some(old), Some(new)) => indent_of(old) == indent_of(new),
        _ => true,
    };
    is_as_deep && !spans_lines(&lines)
}

/// The lines of `span` with each reading of the new text in it.
fn both_readings(span: Span, given: &[u8], shifted: &[u8], now: &Snapshot) -> LineReadings {
    let text = now.bytes();
    let start = text::line_start(text, span.start());
    let end = text::line_end(text, span.end().saturating_sub(1));
    let [given, shifted] = [given, shifted].map(|new| LineChange {
        old: text.slice(start..end),
        new: [&text[start..span.start()], new, &text[span.end()..end]]
            .concat()
            .into(),
    });
    LineReadings { given, shifted }
}
