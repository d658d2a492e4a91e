//! Turns an alignment into edits: the text to remove and to add, and the form of the added lines.

use std::borrow::Cow;
use std::ops::Range;

use bytes::Bytes;

use crate::change::Edit;
use crate::patch::{Hunk, LineKind};
use crate::resolve::indentation::{FirstLine, LostIndentation};
use crate::resolve::locate::{Shift, indent_of};
use crate::resolve::rewrite::shifted;
use crate::resolve::{Tier, Transform};
use crate::text::LineEnding;

use super::respace;
use crate::resolve::place::candidates::alignment::{Alignment, ChangePlace, Form, Grade};
use crate::resolve::place::candidates::script::{Script, Stage};
use crate::resolve::place::candidates::support::{Support, matched_rows};
use crate::resolve::place::choose::fit::Drifted;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line;

/// A line of the hunk and the line of the text that matches, without line endings.
type Aligned<'t> = (&'t [u8], &'t [u8]);

/// The edits of `alignment`. `None` if the indentation of added lines is unknown: the lines are indented differently
/// in the text, and no single shift explains the difference.
pub fn drifted(
    hunk: &Hunk,
    script: &Script,
    alignment: &Alignment,
    support: &Support,
    index: &Index,
) -> Option<Drifted> {
    let writer = Writer::new(hunk, script, alignment, index);
    let (mut edits, mut lines) = (Vec::new(), Vec::new());
    let mut transform = writer.transform();
    for place in &alignment.places {
        if place.form == Form::Old {
            let shift = writer.shift(place)?;
            transform = transform.or(shift.report());
            edits.push(writer.edit(place, &shift)?);
            let rows = script.changed_rows(place.stage);
            lines.extend(rows.map(|row| script.rows[row].line));
        }
    }
    Some(Drifted {
        edits,
        lines,
        tier: writer.tier(support),
        transform,
        is_mechanical: support.is_mechanical,
        context_changed: support.context_changed,
    })
}

/// The lines of the text (0-based) from the first to the last match or change.
pub fn extent(alignment: &Alignment) -> Range<usize> {
    let pairs = alignment.pairs.iter().flatten().map(|pair| pair.line);
    let starts = alignment.places.iter().map(|place| place.at);
    let ends = alignment.places.iter().map(|place| place.end);
    let first = pairs.clone().chain(starts).min().unwrap_or(0);
    let end = pairs
        .map(|line| line + 1)
        .chain(ends)
        .max()
        .unwrap_or(first);
    first..end
}

/// Writes added lines in the style of the lines around them.
struct Writer<'a> {
    hunk: &'a Hunk,
    script: &'a Script,
    alignment: &'a Alignment,
    index: &'a Index<'a>,
    /// The shift that maps all matched lines, if there is one.
    shift: Option<Shift>,
    /// The likely shift if only the first line lost its indentation.
    unindented_first: Option<UnindentedFirst>,
    /// The matched lines, except for those that are only similar.
    aligned: Vec<Aligned<'a>>,
    endings: Endings,
}

/// A hunk whose first line lost its indentation.
#[derive(Clone, Debug)]
struct UnindentedFirst {
    /// The row of the first new line that is not blank, if that line is added.
    added: Option<usize>,
    shift: Shift,
    cause: LostIndentation,
}

fn is_indented_alike((line, text): &Aligned) -> bool {
    indent_of(line) == indent_of(text)
}

fn is_solid(line: &[u8]) -> bool {
    !line.trim_ascii().is_empty()
}

/// The source of the line endings of added lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Endings {
    /// The hunk, because the endings of all matched lines agree with the text.
    OfHunk,
    /// The neighboring lines of the text.
    OfText,
}

impl<'a> Writer<'a> {
    fn new(
        hunk: &'a Hunk,
        script: &'a Script,
        alignment: &'a Alignment,
        index: &'a Index<'a>,
    ) -> Self {
        let mut aligned = Vec::new();
        let mut endings = Endings::OfHunk;
        for (row, pair) in script.rows.iter().zip(&alignment.pairs) {
            let Some(pair) = pair else {
                continue;
            };
            let (line, text) = (&hunk.lines[row.line].text, index.line(pair.line));
            if let Some(in_hunk) = LineEnding::of_line(line)
                && let Some(in_text) = LineEnding::of_line(text)
                && in_hunk != in_text
            {
                endings = Endings::OfText;
            }
            if !matches!(pair.grade, Grade::Similar(_)) {
                aligned.push((LineEnding::strip(line), LineEnding::strip(text)));
            }
        }
        let shift = Shift::of_lines(&aligned, || index.indentation());
        let solid_lines = aligned.iter().filter(|(line, _)| is_solid(line)).count();
        // A single line does not show what the other lines lost.
        let is_certain = shift
            .as_ref()
            .is_some_and(|shift| solid_lines > 1 || !shift.adds_prefix());
        let mut writer = Self {
            hunk,
            script,
            alignment,
            index,
            shift: None,
            unindented_first: None,
            aligned,
            endings,
        };
        if !is_certain {
            writer.unindented_first = writer.find_unindented_first();
        }
        if writer.unindented_first.is_none() {
            writer.shift = shift;
        }
        writer
    }

    fn tier(&self, support: &Support) -> Tier {
        if let Some(similarity) = support.removed_similarity {
            return Tier::Fuzzy(f64::from(similarity));
        }
        if self.aligned.iter().all(|(line, text)| line == text) {
            return match self.endings {
                Endings::OfText => Tier::TrailingSpace,
                Endings::OfHunk => Tier::Exact,
            };
        }
        let mut aligned = self.aligned.iter();
        if aligned.all(|(line, text)| line.trim_ascii_end() == text.trim_ascii_end()) {
            return Tier::TrailingSpace;
        }
        let shift = Shift::of_lines(&self.aligned, || self.index.indentation());
        match shift.and_then(|shift| shift.report()) {
            None => Tier::Whitespace,
            Some(_) => Tier::Indent,
        }
    }

    /// The line of the hunk at row `row`.
    fn line(&self, row: usize) -> &'a Bytes {
        &self.hunk.lines[self.script.rows[row].line].text
    }

    /// The lost indentation of the first line, if all other matched lines are indented as in the text.
    fn find_unindented_first(&self) -> Option<UnindentedFirst> {
        let mut old = self.hunk.old_side().map(|line| LineEnding::strip(line));
        let old = old.find(|line| is_solid(line))?;
        let mut solid = self.aligned.iter().filter(|(line, _)| is_solid(line));
        let (hunk, text) = solid.next()?;
        if *hunk != old {
            return None;
        }
        let mut after = Vec::new();
        for pair in solid {
            if !is_indented_alike(pair) {
                return None;
            }
            after.push(pair.1);
        }
        let first = FirstLine::new(indent_of(hunk), indent_of(text))?;
        let new: Vec<&[u8]> = self
            .hunk
            .new_side()
            .map(|line| LineEnding::strip(line))
            .collect();
        Some(UnindentedFirst {
            added: self.first_added(),
            shift: Shift::of_lines(&[(*hunk, *text)], || self.index.indentation())?,
            cause: first.cause(old, &after, &new),
        })
    }

    /// The row of the first new line that is not blank, if that line is added.
    fn first_added(&self) -> Option<usize> {
        let mut lines = self.hunk.lines.iter();
        let first = lines.position(|line| {
            line.kind != LineKind::Removed && is_solid(LineEnding::strip(&line.text))
        })?;
        if self.hunk.lines[first].kind != LineKind::Added {
            return None;
        }
        self.script.rows.iter().position(|row| row.line == first)
    }

    fn added_lines(&self, place: &ChangePlace) -> Vec<&'a [u8]> {
        let rows = self.script.added_rows(place.stage);
        rows.map(|row| LineEnding::strip(self.line(row))).collect()
    }

    fn transform(&self) -> Option<Transform> {
        let mut transform = self.shift.as_ref().and_then(Shift::report);
        if transform.is_none()
            && let Some(first) = &self.unindented_first
        {
            transform = first.shift.report();
        }
        if transform.is_none() && self.endings == Endings::OfText {
            transform = Some(Transform::LineEnding);
        }
        transform
    }

    /// The shift of the lines added at `place`: the shift of all lines of the hunk, otherwise the shift of the
    /// replaced lines and their nearest neighbors. `None` if these have different shifts, or if other lines
    /// contradict them.
    fn shift(&self, place: &ChangePlace) -> Option<Shift> {
        // Deletions need no indentation.
        if self.added_lines(place).is_empty() {
            return Some(Shift::none());
        }
        if let Some(shift) = &self.shift {
            return Some(shift.clone());
        }
        if let Some(first) = &self.unindented_first {
            return match first.cause {
                LostIndentation::FirstLine => Some(Shift::none()),
                LostIndentation::AllLines => Some(first.shift.clone()),
                LostIndentation::Unclear => None,
            };
        }
        let rows = matched_rows(self.script, place);
        let replaced: Vec<Aligned> = rows.filter_map(|row| self.aligned_row(row)).collect();
        if self.is_only_removed_damaged(place) {
            return Some(Shift::none());
        }
        // If the replaced lines have the given indentation, so have the lines that replace them.
        let evidence = if !replaced.is_empty() && replaced.iter().all(is_indented_alike) {
            replaced
        } else {
            [replaced, self.nearest_aligned(place)].concat()
        };
        if evidence.is_empty() && self.aligned.iter().any(|(line, _)| is_solid(line)) {
            return None;
        }
        let shift = Shift::of_lines(&evidence, || self.index.indentation())?;
        for line in self.added_lines(place) {
            if is_solid(line) && !self.supports(&shift, indent_of(line), &evidence) {
                return None;
            }
        }
        Some(shift)
    }

    /// True if a line of `evidence` with this `indent` has `shift`, or if no matched line with this `indent`
    /// contradicts it.
    fn supports(&self, shift: &Shift, indent: &[u8], evidence: &[Aligned]) -> bool {
        let shifted = shift.indent(indent);
        for (line, text) in evidence {
            if is_solid(line)
                && indent_of(line) == indent
                && shifted.as_deref() == Some(indent_of(text))
            {
                return true;
            }
        }
        for (line, text) in &self.aligned {
            if is_solid(line)
                && indent_of(line) == indent
                && shifted.as_deref() != Some(indent_of(text))
            {
                return false;
            }
        }
        true
    }

    /// True if only the indentation of removed lines was damaged. All context must match exactly, and no line added
    /// at `place` may have the indentation of a damaged line.
    fn is_only_removed_damaged(&self, place: &ChangePlace) -> bool {
        let mut has_context = false;
        for stage in &self.script.stages {
            if let Stage::Context(row) = stage {
                let pair = self.alignment.pairs[*row];
                if pair.is_none_or(|pair| pair.grade != Grade::Exact) {
                    return false;
                }
                has_context |= self.aligned_stage(stage).is_some();
            }
        }
        if !has_context {
            return false;
        }
        let mut damaged = Vec::new();
        for row in matched_rows(self.script, place) {
            let Some(pair) = self.alignment.pairs[row] else {
                continue;
            };
            let line = self.line(row);
            if !is_indented_alike(&(line, self.index.line(pair.line))) {
                damaged.push(indent_of(line));
            }
        }
        let mut added = self.added_lines(place).into_iter();
        added.all(|line| !is_solid(line) || !damaged.contains(&indent_of(line)))
    }

    /// The nearest telling lines before and after `place`.
    fn nearest_aligned(&self, place: &ChangePlace) -> Vec<Aligned<'a>> {
        let (before, after) = self.script.stages.split_at(place.stage);
        let (mut before, mut after) = (before.iter().rev(), after.iter());
        let mut nearest = Vec::new();
        nearest.extend(before.find_map(|stage| self.aligned_stage(stage)));
        nearest.extend(after.find_map(|stage| self.aligned_stage(stage)));
        nearest
    }

    /// The matched lines of a context stage, if they show how the hunk is shifted.
    fn aligned_stage(&self, stage: &Stage) -> Option<Aligned<'a>> {
        match stage {
            Stage::Context(row) => self.aligned_row(*row),
            _ => None,
        }
    }

    /// The lines of row `row`. `None` if they are blank, only similar, or common and not equal.
    fn aligned_row(&self, row: usize) -> Option<Aligned<'a>> {
        let pair = self.alignment.pairs[row]?;
        let line = LineEnding::strip(self.line(row));
        let text = LineEnding::strip(self.index.line(pair.line));
        let is_telling = match pair.grade {
            Grade::Exact => !line.trim_ascii().is_empty(),
            Grade::Loose => !line::is_common(line),
            Grade::Similar(_) => false,
        };
        if is_telling { Some((line, text)) } else { None }
    }

    /// The edit at `place`. `None` if `shift` does not map one of the added lines.
    fn edit(&self, place: &ChangePlace, shift: &Shift) -> Option<Edit> {
        let text = self.index.text();
        let span = self.index.span(place.at, place.end);
        let ending_around = LineEnding::around(text, span.start());
        let mut new = Vec::new();
        for (number, row) in self.script.added_rows(place.stage).enumerate() {
            let line = self.respaced(place, self.line(row));
            let shift = match &self.unindented_first {
                Some(first) if first.added == Some(row) => &first.shift,
                _ => shift,
            };
            let body = LineEnding::strip(&line);
            let line = [&shifted(body, shift).ok()?, &line[body.len()..]].concat();
            match self.endings {
                Endings::OfHunk => new.extend_from_slice(&line),
                Endings::OfText => {
                    let ending = self
                        .ending_of_replaced(place, number)
                        .unwrap_or(ending_around);
                    new.extend(ending.replace_in(&line));
                }
            }
        }
        self.join_to_text(place, &mut new, ending_around);
        Some(Edit {
            at: span.start(),
            old: text.slice(span.range()),
            new: Bytes::from(new),
        })
    }

    /// The ending of the line at `place` that added line `number` replaces.
    fn ending_of_replaced(&self, place: &ChangePlace, number: usize) -> Option<LineEnding> {
        if place.at >= place.end {
            return None;
        }
        let last = place.end - 1;
        LineEnding::of_line(self.index.line(last.min(place.at + number)))
    }

    /// Returns `line`, added at `place`, with the spacing that the text has in the removed line from which it was
    /// made.
    fn respaced(&self, place: &ChangePlace, line: &'a [u8]) -> Cow<'a, [u8]> {
        let mut loose = Vec::new();
        for row in matched_rows(self.script, place) {
            if let Some(pair) = self.alignment.pairs[row]
                && pair.grade == Grade::Loose
            {
                let removed = self.line(row);
                let text = self.index.line(pair.line);
                loose.push((LineEnding::strip(removed), LineEnding::strip(text)));
            }
        }
        let body = LineEnding::strip(line);
        if let Some((removed, text)) = respace::most_similar(body, loose.into_iter())
            && let Some(respaced) = respace::respaced(body, removed, text)
        {
            return Cow::Owned([&respaced, &line[body.len()..]].concat());
        }
        Cow::Borrowed(line)
    }

    /// Adds line endings between `new` and the text around it, and preserves the end of the text.
    fn join_to_text(&self, place: &ChangePlace, new: &mut Vec<u8>, ending_around: LineEnding) {
        let text = self.index.text();
        let span = self.index.span(place.at, place.end);
        let is_last = span.end() == text.len();
        if new.is_empty() {
            return;
        }
        if !is_last {
            if LineEnding::of_line(new).is_none() {
                new.extend_from_slice(ending_around.as_bytes());
            }
            return;
        }
        let is_text_unterminated = !text.is_empty() && !text.ends_with(b"\n");
        // Neither side of the hunk has the last line ending of the text, so the hunk does not remove it.
        if !is_text_unterminated
            && !span.is_empty()
            && self.is_unterminated(place)
            && LineEnding::of_line(new).is_none()
        {
            new.extend_from_slice(ending_around.as_bytes());
        }
        if is_text_unterminated && span.is_empty() {
            new.splice(0..0, ending_around.as_bytes().iter().copied());
        }
        if is_text_unterminated && !self.is_unterminated(place) {
            new.truncate(LineEnding::strip(new).len());
        }
    }

    /// True if the hunk shows that the last matched line has no line ending.
    fn is_unterminated(&self, place: &ChangePlace) -> bool {
        let rows = matched_rows(self.script, place);
        let mut lines = rows.map(|row| self.line(row));
        lines
            .next_back()
            .is_some_and(|line| LineEnding::of_line(line).is_none())
    }
}
