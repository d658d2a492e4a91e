//! Alternative readings of a hunk, for damage that the patch alone does not reveal.
//!
//! The caller knows the target and tries the primary reading first. An alternative is used only if its old side
//! matches and the primary old side does not. This module does not know the target. Each reading undoes one kind of
//! damage in the whole hunk.

use std::collections::HashSet;

use bytes::Bytes;

use super::line::bare;
use super::{Hunk, HunkLine, LineKind, RepairKind};
use incise_text::damage::entity;
use incise_text::damage::listing::ListingNumber;
use incise_text::damage::typography::{self, Signs};

/// An alternative reading of a hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct HunkReading {
    /// The damage that this reading undoes.
    pub kind: RepairKind,
    /// The resulting hunk, or the pieces between lines of dots, in order.
    pub hunks: Vec<Hunk>,
}

impl Hunk {
    /// The alternative readings, starting with those that undo the least. All readings differ from each other and
    /// from the primary reading.
    ///
    /// No target can confirm a reading that differs only in added lines. Use such a reading only if another hunk of
    /// the same patch shows the damage in its old lines.
    ///
    /// For combined damage, the hunk of a reading has readings too. Two levels are enough.
    pub fn readings(&self) -> Vec<HunkReading> {
        let candidates = [
            (RepairKind::LineEndings, self.with_lf()),
            (RepairKind::LostContextBlank, self.with_context_space()),
            (RepairKind::HtmlEntities, self.unescaped()),
            (
                RepairKind::SmartQuotes,
                Some(self.with_typed(Signs::Spelled)),
            ),
            (RepairKind::SmartQuotes, Some(self.with_typed(Signs::Plain))),
            (RepairKind::LineNumberPrefixes, self.without_numbers()),
        ];
        let mut readings: Vec<HunkReading> = Vec::new();
        for (kind, hunk) in candidates {
            let Some(hunk) = hunk else { continue };
            let mut earlier = readings.iter().flat_map(|reading| &reading.hunks);
            if hunk.lines != self.lines && earlier.all(|earlier| earlier.lines != hunk.lines) {
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

    /// Replaces the text of each line with the result of `replace`, unless that is `None`.
    fn with_texts(&self, replace: impl Fn(&HunkLine) -> Option<Bytes>) -> Self {
        let mut hunk = self.clone();
        for line in &mut hunk.lines {
            if let Some(text) = replace(line) {
                line.text = text;
            }
        }
        hunk
    }

    /// Treats the CRLF in every line as added in transit.
    pub(super) fn with_lf(&self) -> Option<Self> {
        for line in &self.lines {
            if line.text.ends_with(b"\n") && !line.text.ends_with(b"\r\n") {
                return None;
            }
        }
        Some(self.with_texts(|line| {
            let body = line.text.strip_suffix(b"\r\n")?;
            Some([body, b"\n"].concat().into())
        }))
    }

    /// Treats all context lines as written without a marker: their leading space belongs to the text.
    fn with_context_space(&self) -> Option<Self> {
        if self.is_block || self.adds_lines_indented_like_context() {
            return None;
        }
        Some(self.with_texts(|line| {
            if line.is_change() || bare(&line.text).is_empty() {
                return None;
            }
            Some([b" ", &line.text[..]].concat().into())
        }))
    }

    /// True if the hunk only adds lines, and all are indented like a context line as written, but not all like one that has
    /// lost a space. Then the whole hunk is indented differently from the file.
    fn adds_lines_indented_like_context(&self) -> bool {
        let mut context: HashSet<&[u8]> = HashSet::new();
        let mut added: Vec<&[u8]> = Vec::new();
        for line in self.lines.iter().filter(|line| !is_blank(line)) {
            let indentation = indentation(&line.text);
            match line.kind {
                LineKind::Context => {
                    context.insert(indentation);
                }
                LineKind::Added => added.push(indentation),
                LineKind::Removed => return false,
            }
        }
        let mut may_have_lost_space = true;
        for indentation in added {
            if !context.contains(indentation) {
                return false;
            }
            match indentation.strip_prefix(b" ") {
                Some(shorter) => may_have_lost_space &= context.contains(shorter),
                None => may_have_lost_space = false,
            }
        }
        !may_have_lost_space
    }

    /// Decodes HTML entities. Added lines are decoded too, unless they contain bare characters. `None` if they contain
    /// bare characters, but also an entity of the old lines in place of its bare character.
    fn unescaped(&self) -> Option<Self> {
        let added = self
            .lines
            .iter()
            .filter(|line| line.kind == LineKind::Added);
        let added: Vec<u8> = added.flat_map(|line| line.text.clone()).collect();
        let keeps_added = entity::has_bare(&added);
        if keeps_added && entity::are_shared(&self.old_text(), &added) {
            return None;
        }
        Some(self.with_texts(|line| {
            if line.kind == LineKind::Added && keeps_added {
                return None;
            }
            entity::unescaped(&line.text)
        }))
    }

    /// Replaces typographic quotes, dashes and spaces with ASCII. Added lines keep those of a kind that no old line has.
    fn with_typed(&self, signs: Signs) -> Self {
        let kinds = self.old_side().flat_map(|text| typography::kinds(text));
        let kinds = kinds.collect();
        self.with_texts(|line| typography::plain(&line.text, signs, &kinds))
    }

    /// Removes line numbers, as in a listing, if every old line has one. If there is only one old line, the header
    /// must state the same number.
    fn without_numbers(&self) -> Option<Self> {
        let first = ListingNumber::parse(self.old_side().next()?)?;
        let mut count = 0;
        for line in self.old_side() {
            let listed = ListingNumber::parse(line)?;
            if listed.separator != first.separator || listed.number != first.number + count {
                return None;
            }
            count += 1;
        }
        let is_stated = self.old.is_some_and(|old| old.start == first.number);
        if count < 2 && !is_stated {
            return None;
        }
        Some(self.with_texts(|line| {
            let listed = ListingNumber::parse(&line.text)?;
            if listed.separator != first.separator {
                return None;
            }
            Some(line.text.slice(listed.len..))
        }))
    }

    /// The pieces between context lines of dots. Pieces without changes help to locate the others.
    fn pieces(&self) -> Option<Vec<Self>> {
        if !self.lines.iter().any(HunkLine::is_elision) {
            return None;
        }
        let mut pieces = Vec::new();
        for lines in self.lines.split(HunkLine::is_elision) {
            if lines.iter().all(|line| !line.is_change() && is_blank(line)) {
                continue;
            }
            let mut piece = Self {
                lines: lines.to_vec(),
                at_end: false,
                ..self.clone()
            };
            // The header states the location of the first piece only.
            if !pieces.is_empty() {
                piece.old = None;
                piece.new = None;
                piece.scopes.clear();
            }
            pieces.push(piece);
        }
        if let Some(last) = pieces.last_mut() {
            last.at_end = self.at_end && !self.lines.last().is_some_and(HunkLine::is_elision);
        }
        if pieces.is_empty() {
            return None;
        }
        Some(pieces)
    }
}

fn indentation(line: &[u8]) -> &[u8] {
    &line[..line.len() - line.trim_ascii_start().len()]
}

fn is_blank(line: &HunkLine) -> bool {
    line.text.trim_ascii().is_empty()
}
