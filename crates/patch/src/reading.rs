//! The readings of a hunk that its text alone cannot decide between.
//!
//! Whoever has the target tries the primary reading first and takes another only if its old side fits and
//! the primary one does not. Nothing here looks at a target, and nothing is guessed twice: each reading
//! undoes one kind of damage over the whole hunk.

use bytes::Bytes;

use super::line::bare;
use super::{Hunk, HunkLine, LineKind, RepairKind};
use incise_text::damage::entity;
use incise_text::damage::listing::ListingNumber;
use incise_text::damage::typography::{self, Signs};

/// Another way to read a hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct HunkReading {
    /// The damage it undoes.
    pub kind: RepairKind,
    /// The hunk read so: one, or the pieces between lines of dots in order.
    pub hunks: Vec<Hunk>,
}

impl Hunk {
    /// The other readings, those that undo the least first. Each differs from the primary reading and the others.
    ///
    /// One that differs in added lines alone has no evidence in any target: it may be taken only where
    /// another hunk of the same patch shows the damage in its old lines.
    ///
    /// A reading's hunk has readings of its own, for damage that came together; two deep is enough.
    pub fn readings(&self) -> Vec<HunkReading> {
        let whole = [
            (RepairKind::LineEndings, self.with_lf()),
            (RepairKind::LostContextBlank, self.with_context_blank()),
            (RepairKind::LostContextBlank, self.without_context_blank()),
            (RepairKind::HtmlEntities, self.unescaped()),
            (
                RepairKind::HtmlEntitiesOldSide,
                self.with_angles_unescaped(),
            ),
            (RepairKind::SmartQuotes, self.with_typed(Signs::Spelled)),
            (RepairKind::SmartQuotes, self.with_typed(Signs::Plain)),
            (RepairKind::LineNumberPrefixes, self.without_numbers()),
            (RepairKind::ProseAfterHunk, self.as_counted()),
        ];
        let mut readings: Vec<HunkReading> = Vec::new();
        for (kind, hunk) in whole {
            let is_known = |hunk: &Self| {
                let mut known = readings.iter().flat_map(|reading| &reading.hunks);
                hunk.lines == self.lines || known.any(|known| known.lines == hunk.lines)
            };
            if let Some(hunk) = hunk.filter(|hunk| !is_known(hunk)) {
                readings.push(HunkReading {
                    kind,
                    hunks: vec![hunk],
                });
            }
        }
        if let Some(hunks) = self.pieces() {
            readings.push(HunkReading {
                kind: RepairKind::ElidedLines,
                hunks,
            });
        }
        readings
    }

    /// The last lines, which its header does not count, are prose below the diff.
    fn as_counted(&self) -> Option<Self> {
        let counted = self.lines.len().checked_sub(self.uncounted)?;
        (counted > 0 && self.uncounted > 0).then(|| Self {
            lines: self.lines[..counted].to_vec(),
            uncounted: 0,
            ..self.clone()
        })
    }

    fn with_texts(&self, mut text: impl FnMut(&HunkLine) -> Option<Bytes>) -> Self {
        let line = |line: &HunkLine| HunkLine {
            kind: line.kind,
            text: text(line).unwrap_or_else(|| line.text.clone()),
        };
        Self {
            lines: self.lines.iter().map(line).collect(),
            ..self.clone()
        }
    }

    /// CRLF in every line was put there on the way.
    pub(super) fn with_lf(&self) -> Option<Self> {
        let all = self
            .lines
            .iter()
            .all(|line| line.text.ends_with(b"\r\n") || !line.text.ends_with(b"\n"));
        all.then(|| {
            self.with_texts(|line| {
                let body = line.text.strip_suffix(b"\r\n")?;
                Some([body, b"\n"].concat().into())
            })
        })
    }

    /// Context lines were written without marker: the blank that was taken for one is theirs.
    fn with_context_blank(&self) -> Option<Self> {
        Some(self.with_texts(|line| {
            (is_context(line) && !bare(&line.text).is_empty())
                .then(|| [b" ", &line.text[..]].concat().into())
        }))
    }

    /// Some context lines were written without marker, those that begin with a blank were not.
    fn without_context_blank(&self) -> Option<Self> {
        let mixed = self
            .lines
            .iter()
            .any(|line| is_context(line) && !is_blank(line) && !line.text.starts_with(b" "));
        mixed.then(|| {
            self.with_texts(|line| {
                (is_context(line) && line.text.starts_with(b" ")).then(|| line.text.slice(1..))
            })
        })
    }

    /// `&lt;` and its like stand for what they name; in the added lines too, unless those hold the bare
    /// characters as well.
    fn unescaped(&self) -> Option<Self> {
        let added_escaped = self.added_lines_are_escaped();
        Some(self.with_texts(|line| {
            (line.kind != LineKind::Added || added_escaped)
                .then(|| entity::unescaped(&line.text))
                .flatten()
        }))
    }

    /// Only `&lt;` and `&gt;` stand for what they name; offered where that makes a difference.
    fn with_angles_unescaped(&self) -> Option<Self> {
        let added_escaped = self.added_lines_are_escaped();
        let hunk = self.with_texts(|line| {
            (line.kind != LineKind::Added || added_escaped)
                .then(|| entity::unescaped_angles(&line.text))
                .flatten()
        });
        (Some(&hunk.lines) != self.unescaped().as_ref().map(|all| &all.lines)).then_some(hunk)
    }

    fn added_lines_are_escaped(&self) -> bool {
        let added = || {
            self.lines
                .iter()
                .filter(|line| line.kind == LineKind::Added)
        };
        !added().any(|line| entity::has_bare(&line.text))
    }

    /// Typographic quotes, dashes and blanks stand for what one types.
    fn with_typed(&self, signs: Signs) -> Option<Self> {
        Some(self.with_texts(|line| typography::plain(&line.text, signs)))
    }

    /// Every old line has its number before it, as in a listing.
    /// A single one is a number where the hunk says the same.
    fn without_numbers(&self) -> Option<Self> {
        let old: Vec<&Bytes> = self.old_side().collect();
        let first = old.first().and_then(|line| ListingNumber::parse(line))?;
        let of_listing = |text: &[u8]| {
            ListingNumber::parse(text).filter(|found| found.separator == first.separator)
        };
        let in_order = old.iter().enumerate().all(|(at, line)| {
            of_listing(line).is_some_and(|found| found.number == first.number + at)
        });
        let is_stated = self.old.is_some_and(|old| old.start == first.number);
        (in_order && (old.len() >= 2 || is_stated)).then(|| {
            self.with_texts(|line| {
                let found = of_listing(&line.text)?;
                Some(line.text.slice(found.len..))
            })
        })
    }

    /// The pieces between context lines of dots, those of context only too: they say where the others are.
    fn pieces(&self) -> Option<Vec<Self>> {
        if !self.lines.iter().any(HunkLine::is_elision) {
            return None;
        }
        let mut pieces = Vec::new();
        for lines in self.lines.split(HunkLine::is_elision) {
            if lines.iter().all(|line| is_context(line) && is_blank(line)) {
                continue;
            }
            let is_first = pieces.is_empty();
            pieces.push(Self {
                old: self.old.filter(|_| is_first),
                new: self.new.filter(|_| is_first),
                scopes: self.scopes.iter().filter(|_| is_first).cloned().collect(),
                lines: lines.to_vec(),
                at_end: false,
                uncounted: 0,
                ..self.clone()
            });
        }
        if let Some(last) = pieces.last_mut() {
            last.at_end = self.at_end && !self.lines.last().is_some_and(HunkLine::is_elision);
        }
        (!pieces.is_empty()).then_some(pieces)
    }
}

fn is_context(line: &HunkLine) -> bool {
    line.kind == LineKind::Context
}

fn is_blank(line: &HunkLine) -> bool {
    line.text.trim_ascii().is_empty()
}
