//! From an alignment to edits: what goes, what comes, and how the added lines are written there.

use std::borrow::Cow;
use std::ops::Range;

use bytes::Bytes;

use crate::change::Edit;
use crate::patch::{Hunk, LineKind};
use crate::resolve::indentation::{FirstLine, Meant};
use crate::resolve::locate::{Shift, indent_of};
use crate::resolve::rewrite::shifted;
use crate::resolve::{Tier, Transform};
use crate::text::LineEnding;

use super::respace;
use crate::resolve::place::candidates::alignment::{Alignment, ChangePlace, Form, Grade, Pair};
use crate::resolve::place::candidates::script::{Script, Stage};
use crate::resolve::place::candidates::support::{Support, matched_rows};
use crate::resolve::place::choose::fit::Drifted;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line;

/// A line of the hunk and the line of the text it stands for, without line endings.
type Aligned<'t> = (&'t [u8], &'t [u8]);

/// The edits of `alignment`; `None` when its lines are indented otherwise in the text and no one shift
/// explains that, so that nobody knows how far to shift the added ones.
pub fn drifted(
    hunk: &Hunk,
    script: &Script,
    alignment: &Alignment,
    support: &Support,
    index: &Index,
) -> Option<Drifted> {
    let writer = Writer::of(hunk, script, alignment, index);
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
        tier: tier(hunk, script, alignment, support, index),
        transform,
        is_mechanical: support.is_mechanical,
        context_changed: support.context_changed,
    })
}

/// The first and the line after the last line of the text that was matched, changes included.
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

fn tier(
    hunk: &Hunk,
    script: &Script,
    alignment: &Alignment,
    support: &Support,
    index: &Index,
) -> Tier {
    if let Some(similarity) = support.removed_similarity {
        return Tier::Fuzzy(f64::from(similarity));
    }
    let bodies = aligned(hunk, script, alignment, index);
    let differs = |same: fn(&[u8]) -> &[u8]| {
        let differs = |(hunk, text): &Aligned| same(hunk) != same(text);
        bodies.iter().any(differs)
    };
    if !differs(|line| line) {
        return if endings_differ(hunk, script, alignment, index) {
            Tier::TrailingSpace
        } else {
            Tier::Exact
        };
    }
    if !differs(<[u8]>::trim_ascii_end) {
        return Tier::TrailingSpace;
    }
    match Shift::of_lines(&bodies, || index.indentation()).and_then(|shift| shift.report()) {
        None => Tier::Whitespace,
        Some(_) => Tier::Indent,
    }
}

/// The matched lines, hunk and text side by side, similar ones left out.
fn aligned<'t>(
    hunk: &'t Hunk,
    script: &Script,
    alignment: &Alignment,
    index: &Index<'t>,
) -> Vec<Aligned<'t>> {
    let body = |row: usize, pair: &Pair| {
        let line = &hunk.lines[script.rows[row].line].text;
        let text = index.line(pair.line);
        (LineEnding::strip(line), LineEnding::strip(text))
    };
    alignment
        .pairs
        .iter()
        .enumerate()
        .filter_map(|(row, pair)| Some((row, pair.as_ref()?)))
        .filter(|(_, pair)| !matches!(pair.grade, Grade::Similar(_)))
        .map(|(row, pair)| body(row, pair))
        .collect()
}

fn endings_differ(hunk: &Hunk, script: &Script, alignment: &Alignment, index: &Index) -> bool {
    let pairs = alignment.pairs.iter().enumerate();
    pairs
        .filter_map(|(row, pair)| Some((row, (*pair)?)))
        .any(|(row, pair)| {
            let line = &hunk.lines[script.rows[row].line].text;
            let one = LineEnding::of_line(line);
            let two = LineEnding::of_line(index.line(pair.line));
            one.is_some() && two.is_some() && one != two
        })
}

/// Writes added lines as their surroundings ask.
struct Writer<'a> {
    hunk: &'a Hunk,
    script: &'a Script,
    alignment: &'a Alignment,
    index: &'a Index<'a>,
    /// The shift that maps all matched lines, if any one does.
    shift: Option<Shift>,
    /// The shift that is meant where the first line alone lost its indentation.
    first: Option<First>,
    /// The matched lines.
    aligned: Vec<Aligned<'a>>,
    endings: Endings,
}

/// A hunk whose first line lost its indentation.
#[derive(Clone, Debug)]
struct First {
    /// The row of its first new line that is not blank, if that one was added.
    added: Option<usize>,
    /// The indentation that line lacks.
    shift: Shift,
    meant: Meant,
}

/// True if the line of the text is indented as the hunk has it.
fn stands((line, text): &Aligned) -> bool {
    indent_of(line) == indent_of(text)
}

/// Whether `line` is not blank.
fn is_solid(line: &[u8]) -> bool {
    !line.trim_ascii().is_empty()
}

/// The lines whose endings added lines take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Endings {
    /// The hunk's: all matched lines agree with the text.
    OfHunk,
    /// The endings of the lines around.
    OfText,
}

impl<'a> Writer<'a> {
    fn of(
        hunk: &'a Hunk,
        script: &'a Script,
        alignment: &'a Alignment,
        index: &'a Index<'a>,
    ) -> Self {
        let endings = if endings_differ(hunk, script, alignment, index) {
            Endings::OfText
        } else {
            Endings::OfHunk
        };
        let aligned = aligned(hunk, script, alignment, index);
        let shift = Shift::of_lines(&aligned, || index.indentation());
        // One line alone does not tell what the others lost.
        let solid = aligned.iter().filter(|(line, _)| is_solid(line)).count();
        let is_told = shift
            .as_ref()
            .is_some_and(|shift| solid > 1 || !shift.adds());
        let writer = Self {
            hunk,
            script,
            alignment,
            index,
            shift: None,
            first: None,
            aligned,
            endings,
        };
        let first = if is_told { None } else { writer.first() };
        Self {
            shift: shift.filter(|_| first.is_none()),
            first,
            ..writer
        }
    }

    /// The shift that is meant if the matched lines are the text's but for the first, which lost its indentation.
    fn first(&self) -> Option<First> {
        let body = |line: &'a Bytes| LineEnding::strip(line);
        let old = self.hunk.old_side().map(body).find(|line| is_solid(line))?;
        let mut solid = self.aligned.iter().filter(|(line, _)| is_solid(line));
        let (hunk, text) = solid.next().filter(|(line, _)| *line == old)?;
        let after: Vec<&[u8]> = solid
            .map(|(line, text)| (indent_of(line) == indent_of(text)).then_some(*text))
            .collect::<Option<_>>()?;
        let first = FirstLine::of(indent_of(hunk), indent_of(text))?;
        let new: Vec<&[u8]> = self.hunk.new_side().map(body).collect();
        let is_first = |row: &usize| {
            let line = &self.hunk.lines[self.script.rows[*row].line];
            line.kind != LineKind::Removed && is_solid(body(&line.text))
        };
        let mut rows: Vec<usize> = (0..self.script.rows.len()).collect();
        rows.sort_by_key(|row| self.script.rows[*row].line);
        let row = rows.into_iter().find(is_first);
        let is_added = |row: &usize| {
            let line = &self.hunk.lines[self.script.rows[*row].line];
            line.kind == LineKind::Added
        };
        Some(First {
            added: row.filter(is_added),
            shift: Shift::of_lines(&[(*hunk, *text)], || self.index.indentation())?,
            meant: first.meant(old, &after, &new),
        })
    }

    /// The lines added at `place`.
    fn added(&self, place: &ChangePlace) -> Vec<&'a [u8]> {
        let added = match &self.script.stages[place.stage] {
            Stage::Change { added, .. } => added.clone(),
            _ => 0..0,
        };
        let line = |row: usize| &self.hunk.lines[self.script.rows[row].line].text;
        added.map(|row| LineEnding::strip(line(row))).collect()
    }

    fn transform(&self) -> Option<Transform> {
        let ending = || (self.endings == Endings::OfText).then_some(Transform::LineEnding);
        let first = || self.first.as_ref()?.shift.report();
        let shift = self.shift.as_ref().and_then(Shift::report);
        shift.or_else(first).or_else(ending)
    }

    /// How far the lines added at `place` are shifted: as all lines of the hunk are, else as those that they replace
    /// and the nearest ones before and after; `None` where these are shifted in several ways, or others contradict
    /// them.
    fn shift(&self, place: &ChangePlace) -> Option<Shift> {
        // What only goes needs no indentation.
        if place.form == Form::Old && self.added(place).is_empty() {
            return Some(Shift::none());
        }
        if let Some(shift) = &self.shift {
            return Some(shift.clone());
        }
        if let Some(first) = &self.first {
            return match first.meant {
                Meant::FirstLost => Some(Shift::none()),
                Meant::AllLost => Some(first.shift.clone()),
                Meant::Unclear => None,
            };
        }
        let rows = matched_rows(self.script, place);
        let own: Vec<Aligned> = rows.filter_map(|row| self.aligned_row(row)).collect();
        if self.removed_lines_alone_differ(place) {
            return Some(Shift::none());
        }
        // Lines that stand there as they were given show how those that replace them were written.
        let told = if !own.is_empty() && own.iter().all(stands) {
            own
        } else {
            [own, self.beside(place)].concat()
        };
        if told.is_empty() && self.aligned.iter().any(|(line, _)| is_solid(line)) {
            return None;
        }
        let shift = Shift::of_lines(&told, || self.index.indentation())?;
        let agrees = |line: &&[u8]| {
            let indent = indent_of(line);
            let there = shift.indent(indent);
            let is_like = |(other, _): &&Aligned| is_solid(other) && indent_of(other) == indent;
            let is_there = |(_, text): &Aligned| there.as_deref() == Some(indent_of(text));
            let mut like = self.aligned.iter().filter(is_like);
            told.iter().filter(is_like).any(is_there) || like.all(is_there)
        };
        let mut added = self.added(place).into_iter().filter(|line| is_solid(line));
        added.all(|line| agrees(&line)).then_some(shift)
    }

    /// True if all context stands in the text as it was given, and no line added at `place` is indented like one of
    /// the removed lines that are indented differently in the text: these alone were damaged.
    fn removed_lines_alone_differ(&self, place: &ChangePlace) -> bool {
        let mut has_context = false;
        for stage in &self.script.stages {
            if let Stage::Context(row) = stage {
                let pair = self.alignment.pairs[*row];
                if pair.is_none_or(|pair| pair.grade != Grade::Exact) {
                    return false;
                }
                has_context |= self.telling(stage).is_some();
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
            let line = &self.hunk.lines[self.script.rows[row].line].text;
            if !stands(&(line, self.index.line(pair.line))) {
                damaged.push(indent_of(line));
            }
        }
        let mut added = self.added(place).into_iter();
        added.all(|line| !is_solid(line) || !damaged.contains(&indent_of(line)))
    }

    /// The nearest telling lines before and after `place`: those that touch it without a gap, else any.
    fn beside(&self, place: &ChangePlace) -> Vec<Aligned<'a>> {
        let (before, after) = self.script.stages.split_at(place.stage);
        let left = || before.iter().rev();
        let right = || after.iter().skip(1);
        let mut above = place.at;
        let touching_left = left().take_while(|stage| {
            above = above.wrapping_sub(1);
            self.line_of(stage) == Some(above)
        });
        let mut below = place.end;
        let touching_right = right().take_while(|stage| {
            below += 1;
            self.line_of(stage) == Some(below - 1)
        });
        let touching = [
            touching_left
                .into_iter()
                .find_map(|stage| self.telling(stage)),
            touching_right
                .into_iter()
                .find_map(|stage| self.telling(stage)),
        ];
        if touching.iter().any(Option::is_some) {
            return touching.into_iter().flatten().collect();
        }
        let left = left().find_map(|stage| self.telling(stage));
        let right = right().find_map(|stage| self.telling(stage));
        [left, right].into_iter().flatten().collect()
    }

    /// The line of the text (0-based) that a context stage was matched with.
    fn line_of(&self, stage: &Stage) -> Option<usize> {
        match stage {
            Stage::Context(row) => Some(self.alignment.pairs[*row]?.line),
            _ => None,
        }
    }

    /// The matched lines of a context stage, if they say how far the hunk is shifted.
    fn telling(&self, stage: &Stage) -> Option<Aligned<'a>> {
        match stage {
            Stage::Context(row) => self.aligned_row(*row),
            _ => None,
        }
    }

    /// The lines of row `row`, unless they are blank, only similar, or stand everywhere and not as they are.
    fn aligned_row(&self, row: usize) -> Option<Aligned<'a>> {
        let pair = self.alignment.pairs[row]?;
        let line = LineEnding::strip(&self.hunk.lines[self.script.rows[row].line].text);
        let text = LineEnding::strip(self.index.line(pair.line));
        let tells = match pair.grade {
            Grade::Exact => !line.trim_ascii().is_empty(),
            Grade::Loose => !line::is_common(line),
            Grade::Similar(_) => false,
        };
        tells.then_some((line, text))
    }

    /// The edit at `place`; `None` where `shift` has no place for a line.
    fn edit(&self, place: &ChangePlace, shift: &Shift) -> Option<Edit> {
        let text = self.index.text();
        let span = self.index.span(place.at, place.end);
        let added = match &self.script.stages[place.stage] {
            Stage::Change { added, .. } => added.clone(),
            _ => 0..0,
        };
        let around = LineEnding::around(text, span.start());
        let mut new = Vec::new();
        // A line that takes the place of another ends like it.
        let ending = |number: usize| {
            let last = place.end.checked_sub(1).filter(|last| *last >= place.at);
            let line = last.map(|last| self.index.line(last.min(place.at + number)));
            line.and_then(LineEnding::of_line).unwrap_or(around)
        };
        for (number, row) in added.enumerate() {
            let line = self.respaced(place, &self.hunk.lines[self.script.rows[row].line].text);
            let shift = match &self.first {
                Some(first) if first.added == Some(row) => &first.shift,
                _ => shift,
            };
            let body = LineEnding::strip(&line);
            let line = [&shifted(body, shift).ok()?, &line[body.len()..]].concat();
            match self.endings {
                Endings::OfHunk => new.extend_from_slice(&line),
                Endings::OfText => new.extend(ending(number).in_place_of_own(&line)),
            }
        }
        self.join(place, &mut new, around);
        Some(Edit {
            at: span.start(),
            old: text.slice(span.range()),
            new: Bytes::from(new),
        })
    }

    /// `line`, added at `place`, spaced as the text spaces the removed line that it was made of.
    fn respaced(&self, place: &ChangePlace, line: &'a [u8]) -> Cow<'a, [u8]> {
        let is_worn = |row: &usize| {
            let grade = self.alignment.pairs[*row].map(|pair| pair.grade);
            grade == Some(Grade::Loose)
        };
        let rows = matched_rows(self.script, place);
        let removed = rows.filter(is_worn).filter_map(|row| {
            let removed = &self.hunk.lines[self.script.rows[row].line].text;
            let pair = self.alignment.pairs[row]?;
            let text = self.index.line(pair.line);
            Some((LineEnding::strip(removed), LineEnding::strip(text)))
        });
        let body = LineEnding::strip(line);
        let made_of = respace::origin(body, removed);
        match made_of.and_then(|(removed, text)| respace::respaced(body, removed, text)) {
            Some(respaced) => Cow::Owned([&respaced, &line[body.len()..]].concat()),
            None => Cow::Borrowed(line),
        }
    }

    /// Puts line endings where `new` meets the text, and keeps the text's own end.
    fn join(&self, place: &ChangePlace, new: &mut Vec<u8>, around: LineEnding) {
        let text = self.index.text();
        let span = self.index.span(place.at, place.end);
        let is_last = span.end() == text.len();
        if new.is_empty() {
            return;
        }
        if !is_last {
            if LineEnding::of_line(new).is_none() {
                new.extend_from_slice(around.as_bytes());
            }
            return;
        }
        let is_open = !text.is_empty() && !text.ends_with(b"\n");
        // Neither side of the hunk has the ending that the text has: the hunk does not take it away.
        if !is_open
            && !span.is_empty()
            && self.says_end(place)
            && LineEnding::of_line(new).is_none()
        {
            new.extend_from_slice(around.as_bytes());
        }
        if is_open && span.is_empty() {
            new.splice(0..0, around.as_bytes().iter().copied());
        }
        if is_open && !self.says_end(place) {
            new.truncate(LineEnding::strip(new).len());
        }
    }

    /// Whether the hunk itself knows that the line matched last has no line ending.
    fn says_end(&self, place: &ChangePlace) -> bool {
        let rows = matched_rows(self.script, place);
        let mut lines = rows.map(|row| &self.hunk.lines[self.script.rows[row].line].text);
        lines
            .next_back()
            .is_some_and(|line| LineEnding::of_line(line).is_none())
    }
}
