//! What one hunk could be: its candidates, and how the best of them stands against the others.

use std::ops::Range;

use crate::refusal::{HunkWhy, Likeness};
use crate::request::PatchMode;
use crate::text::Span;

use super::chain::{Choice, Link};
use super::fit::{Drifted, Fit};
use super::meant::{self, Expected, Telling};
use crate::resolve::place::candidates::accept;
use crate::resolve::place::candidates::alignment::{Alignment, Form, Grade, Pair, Place, Removed};
use crate::resolve::place::candidates::base::Base;
use crate::resolve::place::candidates::candidate::{self, Candidate};
use crate::resolve::place::candidates::script::{EDGE, Script, Stage};
use crate::resolve::place::candidates::support::{Hold, Side, Support, matched_rows};
use crate::resolve::place::evidence::definition;
use crate::resolve::place::evidence::heading::{self, Astray, Heading, Lead, Neighbours};
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line;
use crate::resolve::place::evidence::line::COMMON;
use crate::resolve::place::evidence::nesting;
use crate::resolve::place::evidence::scope;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::lay::drifted::{self, drifted};

/// A reading that differs only by lines that say nothing, or that would not be good enough by itself, is
/// hardly a rival: its distance counts so much more.
const HARDLY: f64 = 4.0;
/// The weight of a hunk as far as margins are measured against it: in a long hunk, a few lines in the right
/// place are still all the difference.
const MEASURE: f64 = 4.0;
/// Lines between two places that are still near each other.
const NEAR: usize = 4;

/// Price of a place in which nothing holds the change: such a one is refused in the end.
const UNHELD: f64 = 0.5;
/// A hunk of which so much is there needs no header to tell where it belongs.
const CONVINCING: f64 = 0.85;
/// Places of a line that are looked at for twins of its hunk.
const LOOKED_AT: usize = 2000;
/// What decides between equal scores.
const TIE: f64 = 1e-3;
/// A lead that is no tie.
const CLEAR: f64 = 0.1;
/// Lines that were matched elsewhere weigh at most this when a change merely slid.
const SLID: f32 = 1.2;
/// Those that were not weigh at least this.
const HELD: f32 = 1.2;

/// What one hunk could be.
pub enum Contest {
    /// Its place is certain: every line is there. With the lines (0-based) no other hunk may claim.
    Settled(Box<Fit>, Range<usize>),
    /// Some lines are not there.
    Open(Open),
    /// It has no place to look for, for this reason.
    Closed(HunkWhy),
}

/// A hunk with candidates.
pub struct Open {
    /// Why it does not stand there exactly.
    pub why: HunkWhy,
    script: Script,
    /// The candidates, best first.
    pub candidates: Vec<Candidate>,
    /// The best place where lines to be removed are only similar, or less than the mode allows.
    changed: Option<Candidate>,
    /// How lines to be removed may differ from the text.
    removed: Removed,
}

/// Whether `line` of the text, matched as `grade`, begins another function or class than `name`.
fn defines_other(line: &[u8], name: &[u8], grade: Grade) -> bool {
    matches!(grade, Grade::Similar(_)) && definition::name(line).is_some_and(|other| other != name)
}

/// Takes from `alignment` what the hunk has beyond the head of something, where the text has another such head
/// between that and the changes: it says nothing of their place.
fn sever(alignment: &mut Alignment, script: &Script, pattern: &Pattern, index: &Index) {
    let (Some(first), Some(last)) = (
        alignment.places.first().copied(),
        alignment.places.last().copied(),
    ) else {
        return;
    };
    let lines = &pattern.hunk().lines;
    let context = |stages: Range<usize>| -> Vec<usize> {
        let rows = script.stages[stages]
            .iter()
            .filter_map(|stage| match stage {
                Stage::Context(row) => Some(*row),
                _ => None,
            });
        rows.collect()
    };
    let below = context(last.stage + 1..script.stages.len());
    let above: Vec<usize> = context(0..first.stage).into_iter().rev().collect();
    let line_of = |row: usize| {
        let at = script.rows[row].line;
        Neighbours {
            above: at.checked_sub(1).map(|above| &lines[above].text[..]),
            line: &lines[at].text[..],
            below: lines.get(at + 1).map(|below| &below.text[..]),
        }
    };
    let shown: Vec<usize> = alignment
        .pairs
        .iter()
        .flatten()
        .map(|pair| pair.line)
        .collect();
    let mut lost = Vec::new();
    for (rows, is_below) in [(below, true), (above, false)] {
        let is_beyond = |&row: &usize| {
            let Some(pair) = alignment.pairs[row] else {
                return false;
            };
            let gap = if is_below {
                last.end..pair.line
            } else {
                pair.line + 1..first.at
            };
            // What the hunk itself shows between them is no other.
            let strange = gap
                .filter(|line| !shown.contains(line))
                .map(|line| Neighbours {
                    above: line.checked_sub(1).map(|above| index.line(above)),
                    line: index.line(line),
                    below: (line + 1 < index.len()).then(|| index.line(line + 1)),
                });
            heading::is_passed(line_of(row), strange)
        };
        let beyond = rows.iter().position(is_beyond);
        lost.extend(beyond.map(|at| rows[at..].to_vec()).unwrap_or_default());
    }
    // The head of what the change is in says where the hunk belongs, whatever has come between.
    let is_sure = |row: &usize| {
        let is_similar = |pair: Pair| matches!(pair.grade, Grade::Similar(_));
        alignment.pairs[*row].is_some_and(|pair| !is_similar(pair))
            && is_only_heading(script, *row, pattern, index)
    };
    if (0..script.rows.len()).any(|row| !lost.contains(&row) && is_sure(&row)) {
        return;
    }
    for row in lost {
        if alignment.pairs[row].take().is_some() {
            alignment.score -= script.rows[row].weight;
        }
    }
}

/// Whether row `row` of `pattern` begins something, and stands nowhere else in the text. What does not begin
/// anything may stand nowhere else because its twin has changed.
fn is_only_heading(script: &Script, row: usize, pattern: &Pattern, index: &Index) -> bool {
    let lines = &pattern.hunk().lines;
    let at = script.rows[row].line;
    let next = lines.get(at + 1).map(|next| &next.text[..]);
    index.postings(script.rows[row].loose).len() == 1
        && Heading::of(&lines[at].text, next).is_some()
}

/// What becomes of the definition that a hunk shows above a change.
enum Shown<'h> {
    /// It stands in the text above the change, as far as it was aligned.
    There,
    /// This is its name, and it does not.
    Elsewhere(&'h [u8]),
    /// The hunk shows none.
    Nowhere,
    /// The hunk shows none, and that the one before it, which its header names, has ended.
    Ended,
}

/// A candidate and what comes closest to it.
pub struct Standing {
    /// Part of the hunk's weight that is there, 0 to 1.
    pub score: f64,
    /// Distance to the closest rival, or to nowhere, 0 to 1.
    pub margin: f64,
    /// The lines of the closest rival.
    pub runner_up: Option<Span>,
    /// Numbers of the candidates that are nearly as good.
    pub equals: Vec<usize>,
}

impl Contest {
    /// What the chain may choose from.
    pub fn links(&self) -> Vec<Link> {
        match self {
            Self::Settled(_, core) => vec![Link {
                // What is exact is not to be traded for anything.
                score: 1000.0,
                core: core.clone(),
            }],
            Self::Open(open) => open
                .candidates
                .iter()
                .enumerate()
                .map(|(number, candidate)| Link {
                    // Of equal places the upper one: see `slides`.
                    score: f64::from(candidate.alignment.score)
                        - TIE * candidate.depth / (candidate.depth + 1000.0)
                        - open.unheld(number),
                    core: candidate.core.clone(),
                })
                .collect(),
            Self::Closed(_) => Vec::new(),
        }
    }
}

impl Open {
    /// Looks for the candidates of `pattern`, which does not stand there exactly because of `why`.
    pub fn of(
        pattern: &Pattern,
        index: &Index,
        expected: Option<usize>,
        mode: PatchMode,
        why: HunkWhy,
    ) -> Self {
        let script = Script::of(pattern, index);
        let removed = match mode {
            PatchMode::Fuzzy(threshold) => Removed::Similar(threshold.value() as f32),
            _ => Removed::Loose,
        };
        let mut candidates = candidate::candidates(&script, pattern, index, expected, removed);
        for candidate in &mut candidates {
            sever(&mut candidate.alignment, &script, pattern, index);
        }
        candidates.sort_by(|one, two| two.alignment.score.total_cmp(&one.alignment.score));
        candidates.retain(|candidate| candidate.alignment.score > 0.0);
        let is_changed = |candidate: &Candidate| {
            Support::of(&script, &candidate.alignment)
                .removed_similarity
                .is_some()
        };
        let mut changed = None;
        if removed == Removed::Loose {
            changed = candidates.iter().find(|one| is_changed(one)).cloned();
            candidates.retain(|candidate| !is_changed(candidate));
        } else if candidates.is_empty() {
            let loose = candidate::candidates(&script, pattern, index, expected, Removed::Loose);
            changed = loose.into_iter().find(is_changed);
        }
        if mode == PatchMode::Tolerant {
            candidates.retain(|candidate| Support::of(&script, &candidate.alignment).is_mechanical);
        }
        Self {
            why,
            script,
            candidates,
            changed,
            removed,
        }
    }

    /// The hunk with the one candidate that the base text gives, if it gives one.
    pub fn by_base(
        number: usize,
        pattern: &Pattern,
        index: &Index,
        base: &Base,
        why: HunkWhy,
    ) -> Option<Self> {
        let script = Script::of(pattern, index);
        let alignment = base.alignment(number, &script, index)?;
        Some(Self {
            why,
            script,
            candidates: vec![Candidate::of(alignment)?],
            changed: None,
            removed: Removed::Loose,
        })
    }

    /// What speaks for candidate `number`.
    pub fn support(&self, number: usize) -> Support {
        Support::of(&self.script, &self.candidates[number].alignment)
    }

    /// The row and the line (0-based) of the first line that the text has changed and the hunk removes, if
    /// that place is better supported than candidate `chosen`, or good enough by itself where there is none. With how
    /// alike it is and must be, where the mode takes lines that are alike.
    pub fn conflict(&self, chosen: Option<usize>) -> Option<(usize, usize, Option<Likeness>)> {
        let changed = self.changed.as_ref()?;
        let score = f64::from(changed.alignment.score);
        let is_better = match chosen {
            Some(chosen) => {
                let chosen = &self.candidates[chosen].alignment;
                score > f64::from(chosen.score) + CLEAR
            }
            None => {
                let support = Support::of(&self.script, &changed.alignment);
                let total = f64::from(support.total).max(0.01);
                accept::wanting(&support, score / total, 1.0).is_none()
            }
        };
        // What stands apart from the context that the hunk shows beside it is another line that is like it.
        let support = Support::of(&self.script, &changed.alignment);
        let held = support.holds.iter().filter(|hold| {
            let sides = [hold.left, hold.right];
            sides.iter().any(|side| side.is_tight()) || sides == [Side::None; 2]
        });
        let mut rows = held.flat_map(|hold| matched_rows(&self.script, &hold.place));
        is_better.then_some(())?;
        rows.find_map(|row| {
            let pair = changed.alignment.pairs[row]?;
            let Grade::Similar(found) = pair.grade else {
                return None;
            };
            let likeness = match self.removed {
                Removed::Similar(least) if found >= least => return None,
                Removed::Similar(least) => Some(Likeness {
                    found: f64::from(found),
                    least: f64::from(least),
                }),
                Removed::Loose => None,
            };
            Some((self.script.rows[row].line, pair.line, likeness))
        })
    }

    /// The row and the line (0-based) of the first removed line that the text has otherwise, where all context of
    /// the hunk stands around it as it is, one line behind the other.
    pub fn framed(&self, pattern: &Pattern, index: &Index) -> Option<(usize, usize)> {
        let start = candidate::nearest(&self.script, pattern, index)?;
        let mut first = None;
        for (offset, (row, is_context)) in self.old_rows().enumerate() {
            let line = start + offset;
            let is_there = line < index.len() && {
                let (exact, _) = index.keys(line);
                exact != 0 && exact == self.script.rows[row].exact
            };
            match (is_there, is_context) {
                (true, _) => {}
                (false, true) => return None,
                (false, false) => {
                    first.get_or_insert((self.script.rows[row].line, line));
                }
            }
        }
        first.filter(|(_, line)| *line < index.len() && pattern.has_context())
    }

    /// The places where all lines of the old side stand one behind the other, at worst with other blanks.
    pub fn loose_places(&self, index: &Index) -> Vec<Span> {
        let rows: Vec<usize> = self.old_rows().map(|(row, _)| row).collect();
        let key = |row: usize| self.script.rows[row].loose;
        let Some(rarest) = (0..rows.len()).min_by_key(|&at| index.postings(key(rows[at])).len())
        else {
            return Vec::new();
        };
        let postings = index.postings(key(rows[rarest])).iter().take(LOOKED_AT);
        let starts = postings.filter_map(|&line| (line as usize).checked_sub(rarest));
        let stands = |start: &usize| {
            let fits = |(offset, &row): (usize, &usize)| index.keys(start + offset).1 == key(row);
            start + rows.len() <= index.len() && rows.iter().enumerate().all(fits)
        };
        let known = rows.iter().all(|&row| key(row) != 0);
        let starts = starts.filter(|start| known && stands(start));
        starts
            .map(|start| index.span(start, start + rows.len()))
            .collect()
    }

    /// The rows of the old side, and whether each is context.
    fn old_rows(&self) -> impl Iterator<Item = (usize, bool)> {
        self.script.stages.iter().flat_map(|stage| {
            let (rows, is_context) = match stage {
                Stage::Context(row) => (*row..row + 1, true),
                Stage::Change { removed, .. } => (removed.clone(), false),
                Stage::Start | Stage::End => (0..0, true),
            };
            rows.map(move |row| (row, is_context))
        })
    }

    /// Whether `pattern`, whose new side stands at `applied`, may as well stand elsewhere with its old side.
    pub fn stands_apart(
        pattern: &Pattern,
        index: &Index,
        expected: Option<usize>,
        applied: Span,
    ) -> bool {
        let lines = index.line_of(applied.start())..index.line_of(applied.end());
        let is_elsewhere = |text: &[u8]| {
            let (_, loose) = index.keys_of(text);
            let mut places = index.postings(loose).iter();
            !line::is_common(text) && places.any(|line| !lines.contains(&(*line as usize)))
        };
        if !pattern.hunk().old_side().any(|line| is_elsewhere(line)) {
            return false;
        }
        let why = HunkWhy::NoMatch { difference: None };
        let open = Self::of(pattern, index, expected, PatchMode::Merge, why);
        open.apart(&lines).is_some()
    }

    /// The best candidate in which every change is still to be made, elsewhere than candidate `done` finds it made,
    /// if it is good enough by itself. Lines of `done` that are far from its changes may be those of the other.
    pub fn to_do(&self, done: usize, index: &Index) -> Option<usize> {
        let span = self.span(done, index);
        let core = &self.candidates[done].core;
        let start = index.line_of(span.start());
        let end = index.line_of(span.end());
        self.apart(&(start.max(core.start.saturating_sub(NEAR))..end.min(core.end + NEAR)))
    }

    /// The best candidate outside the lines `applied` in which every change is still to be made, if it is good enough
    /// by itself.
    fn apart(&self, applied: &Range<usize>) -> Option<usize> {
        (0..self.candidates.len()).find(|&number| {
            let core = &self.candidates[number].core;
            let is_outside = core.end <= applied.start || applied.end <= core.start;
            let candidate = &self.candidates[number].alignment;
            let is_to_do = candidate.places.iter().all(|place| place.form == Form::Old);
            is_outside && is_to_do && {
                let support = self.support(number);
                let holds = support.holds.iter();
                // Lines that stand everywhere show nothing.
                let tells = |hold: &Hold| {
                    if hold.own > 0.0 {
                        hold.own > COMMON
                    } else {
                        hold.left_weight > COMMON && hold.right_weight > COMMON
                    }
                };
                if !holds.clone().any(tells) {
                    return false;
                }
                let score = f64::from(candidate.score) / f64::from(support.total).max(0.01);
                accept::wanting(&support, score, 1.0).is_none()
            }
        })
    }

    /// Whether candidate `number` finds every change made already.
    pub fn is_done(&self, number: usize) -> bool {
        let mut places = self.candidates[number].alignment.places.iter();
        places.all(|place| place.form == Form::New)
    }

    /// The first context line of `pattern` that candidate `number` lacks and that is an added line by what else
    /// the hunk says: it makes the text shorter than its header says, or it has no counts and seems to take lines
    /// away only.
    pub fn lost_sign(&self, number: usize, pattern: &Pattern) -> Option<usize> {
        let hunk = pattern.hunk();
        let is_miscounted = match (hunk.old, hunk.new) {
            // Each lost sign makes the old side one line longer. Lines cut off, or counted wrong on both sides,
            // leave the difference as it is.
            (Some(old), Some(new)) => {
                pattern.new_lines() + old.count < pattern.old_lines() + new.count
            }
            _ => !pattern.adds(),
        };
        let pairs = &self.candidates[number].alignment.pairs;
        let is_change = |stage: Option<&Stage>| matches!(stage, Some(Stage::Change { .. }));
        let stages = &self.script.stages;
        let beside = (0..stages.len())
            .filter(|&at| at > 0 && is_change(stages.get(at - 1)) || is_change(stages.get(at + 1)));
        let mut missing = beside.filter_map(|at| match stages[at] {
            Stage::Context(row) if pairs[row].is_none() => Some(self.script.rows[row].line),
            _ => None,
        });
        missing.next().filter(|_| is_miscounted)
    }

    /// What candidate `number` yields less because nothing holds some change in its place.
    fn unheld(&self, number: usize) -> f64 {
        match accept::unheld(&self.support(number)) {
            Some(_) => UNHELD,
            None => 0.0,
        }
    }

    /// Whether candidate `number`, which is supported by `score`, puts a change into another function than the
    /// one that `pattern` shows, or names in its header: that one may be far above.
    pub fn is_in_other(&self, number: usize, score: f64, pattern: &Pattern, index: &Index) -> bool {
        let candidate = &self.candidates[number].alignment;
        let header = pattern.hunk().scopes.last();
        let header = header.and_then(|scope| definition::name(scope));
        let header = header.filter(|_| score < CONVINCING);
        let to_do = |place: &&Place| place.form == Form::Old;
        candidate.places.iter().filter(to_do).any(|place| {
            let shown = match self.shown_in(candidate, place, pattern, index) {
                Shown::There | Shown::Ended => None,
                Shown::Elsewhere(name) => Some(name),
                Shown::Nowhere => header,
            };
            let Some(shown) = shown else {
                return false;
            };
            let at = index.span(place.at, place.at).start();
            let beside = [place.at.checked_sub(1), Some(place.at)];
            let beside = beside.into_iter().flatten();
            let beside = beside.filter(|&line| line < index.len());
            let inside = beside
                .filter_map(|line| definition::inside(index.line(line)))
                .max();
            let around = definition::around(index.text(), at, inside.unwrap_or(0));
            !around.is_empty() && !around.contains(&shown)
        })
    }

    /// Whether candidate `number` puts the first change of `pattern` below another heading than the one that the
    /// hunk shows above it, or that its header names and the text has.
    pub fn is_astray(&self, number: usize, pattern: &Pattern, index: &Index) -> bool {
        let candidate = &self.candidates[number].alignment;
        let first = candidate
            .places
            .first()
            .filter(|place| place.form == Form::Old);
        let depth_there = |number: usize| {
            let rows = self.script.rows.iter().zip(&candidate.pairs);
            let mut pairs = rows.filter_map(|(row, pair)| pair.filter(|_| row.line == number));
            pairs
                .next()
                .map(|pair| scope::indentation(index.line(pair.line)))
        };
        let (Some(place), Some(lead)) = (first, Lead::laid(pattern.hunk(), depth_there)) else {
            return false;
        };
        let at = index.span(place.at, place.at).start();
        let of_header = || {
            let scope = pattern.hunk().scopes.last()?;
            let astray = lead.astray_of_header(scope, index.text(), at);
            astray.filter(Astray::is_sure)
        };
        let shown = lead.astray_of_context(index.text(), at);
        let below = self.script.stages[place.stage + 1..].iter();
        let is_lost = |stage: &Stage| match stage {
            Stage::Context(row) if candidate.pairs[*row].is_none() => {
                let line = self.script.rows[*row].line;
                let next = pattern.hunk().lines.get(line + 1);
                let next = next.map(|next| &next.text[..]);
                lead.is_below(&pattern.hunk().lines[line].text, next, index.text(), at)
            }
            _ => false,
        };
        shown.or_else(of_header).is_some() || below.into_iter().any(is_lost)
    }

    /// The place that candidate `number`, `expected` elsewhere, is not better than by any line that tells them
    /// apart.
    pub fn rival(
        &self,
        number: usize,
        expected: Expected,
        pattern: &Pattern,
        index: &Index,
    ) -> Option<Span> {
        let pairs = &self.candidates[number].alignment.pairs;
        let own = nesting::changed_block(&pattern.hunk().lines);
        let told = |(offset, (row, is_context)): (usize, (usize, bool))| {
            let pair = pairs[row].filter(|pair| !matches!(pair.grade, Grade::Similar(_)));
            self.script.rows[row].profile.is_some().then_some(Telling {
                offset,
                loose: self.script.rows[row].loose,
                chosen: pair.map(|pair| pair.line),
                is_removed: !is_context,
                is_own: own.contains(&self.script.rows[row].line),
                is_heading: is_only_heading(&self.script, row, pattern, index),
            })
        };
        let telling: Vec<Telling> = self.old_rows().enumerate().filter_map(told).collect();
        let offset = self.offset(number, pattern)?;
        let rival = meant::rival(&telling, offset, expected, index)?;
        Some(index.span(rival.start, rival.end))
    }

    /// Leaves out the candidates whose lines are others by the base; hunk `number` is this one.
    pub fn unless_contradicted(&mut self, number: usize, base: &Base) {
        let rows: Vec<(usize, usize)> = self
            .old_rows()
            .enumerate()
            .filter(|(_, (row, _))| self.script.rows[*row].profile.is_some())
            .map(|(offset, (row, _))| (offset, row))
            .collect();
        let is_other = |candidate: &Candidate| {
            let pairs = &candidate.alignment.pairs;
            let lines = rows
                .iter()
                .filter_map(|&(offset, row)| Some((offset, pairs[row]?.line)));
            base.contradicts(number, lines)
        };
        self.candidates.retain(|candidate| !is_other(candidate));
    }

    /// Where the definition is that `pattern` shows above the change at `place`.
    fn shown_in<'h>(
        &self,
        candidate: &Alignment,
        place: &Place,
        pattern: &'h Pattern,
        index: &Index,
    ) -> Shown<'h> {
        let lines = &pattern.hunk().lines;
        let changed = self.script.changed_rows(place.stage);
        let changed =
            changed.filter_map(|row| definition::inside(&lines[self.script.rows[row].line].text));
        let Some(inside) = changed.max() else {
            return Shown::Nowhere;
        };
        let mut shown = Shown::Nowhere;
        for stage in self.script.stages[..place.stage].iter().rev() {
            let rows = match stage {
                Stage::Context(row) => *row..row + 1,
                Stage::Change { removed, added } => removed.start..added.end,
                Stage::Start | Stage::End => continue,
            };
            for row in rows {
                let at = self.script.rows[row].line;
                let line = &lines[at].text;
                let next = lines.get(at + 1).map(|next| &next.text[..]);
                if scope::indentation(line) >= inside {
                    continue;
                }
                let Some(name) = definition::shown(line, next) else {
                    if definition::ends_another(line) {
                        shown = Shown::Ended;
                    }
                    continue;
                };
                let is_other = |pair: Pair| defines_other(index.line(pair.line), name, pair.grade);
                return match (stage, candidate.pairs[row]) {
                    // The hunk changes it: it stands where that change does.
                    (Stage::Change { .. }, _) => Shown::There,
                    (_, Some(pair)) if !is_other(pair) => Shown::There,
                    _ => Shown::Elsewhere(name),
                };
            }
        }
        shown
    }

    /// What candidate `number` does to the text; `None` when indentation is unclear.
    pub fn drifted(&self, number: usize, pattern: &Pattern, index: &Index) -> Option<Drifted> {
        let alignment = &self.candidates[number].alignment;
        let support = self.support(number);
        drifted(pattern.hunk(), &self.script, alignment, &support, index)
    }

    /// The bytes of the text that candidate `number` was matched with.
    pub fn span(&self, number: usize, index: &Index) -> Span {
        let extent = drifted::extent(&self.candidates[number].alignment);
        index.span(extent.start, extent.end)
    }

    /// How many lines further down than stated candidate `number` has the hunk's first change.
    pub fn offset(&self, number: usize, pattern: &Pattern) -> Option<i64> {
        let place = self.candidates[number].alignment.places.first()?;
        let stated = pattern.stated_before()? + pattern.leading_context();
        Some(place.at as i64 - stated as i64)
    }

    /// How the chosen candidate stands.
    pub fn standing(&self, choice: &Choice, pattern: &Pattern, index: &Index) -> Standing {
        let chosen = choice.candidate;
        let total = f64::from(self.support(chosen).total).max(0.01);
        let measure = total.min(MEASURE);
        let mut standing = Standing {
            score: f64::from(self.candidates[chosen].alignment.score) / total,
            margin: choice.own / measure,
            runner_up: None,
            equals: vec![chosen],
        };
        for &(rival, lead) in &choice.rivals {
            // Where a text ends has changed as easily as anything: among places that are alike it says nothing.
            let lead = if pattern.hunk().at_end {
                lead
            } else {
                lead - (self.edges(chosen) - self.edges(rival)).max(0.0)
            };
            let mut margin = lead / measure;
            if self.slides(chosen, rival) && (lead >= CLEAR || self.is_above(chosen, rival)) {
                continue;
            }
            if self.is_near(chosen, rival, index) {
                if self.is_same(chosen, rival, pattern, index) {
                    continue;
                }
                margin *= HARDLY;
            } else if accept::unheld(&self.support(rival)).is_some() {
                margin *= HARDLY;
            }
            if margin < accept::MARGIN {
                standing.equals.push(rival);
            }
            if margin < standing.margin {
                standing.margin = margin;
                standing.runner_up = Some(self.span(rival, index));
            }
        }
        standing
    }

    /// What candidate `number` yields because it stands at an edge of the text, beside one that does not.
    fn edges(&self, number: usize) -> f64 {
        self.candidates[number].alignment.edges.len() as f64 * f64::from(EDGE)
    }

    /// The standing of a candidate that the base decided on: nothing rivals that.
    pub fn undisputed(&self, candidate: usize) -> Standing {
        let total = f64::from(self.support(candidate).total).max(0.01);
        Standing {
            score: f64::from(self.candidates[candidate].alignment.score) / total,
            margin: 1.0,
            runner_up: None,
            equals: vec![candidate],
        }
    }

    /// Whether both rest on the same telling lines, and differ only in which of several equal lines next to
    /// the change they took. Where two changes meet like this, three-way merges let what the text has of its
    /// own come last: so does the chain, which takes the upper place.
    fn slides(&self, one: usize, two: usize) -> bool {
        let [one, two] = [one, two].map(|number| &self.candidates[number].alignment);
        let forms = |alignment: &Alignment| -> Vec<Form> {
            alignment.places.iter().map(|place| place.form).collect()
        };
        let (mut same, mut other, mut telling) = (0.0, 0.0, 0);
        for (row, pairs) in self
            .script
            .rows
            .iter()
            .zip(one.pairs.iter().zip(&two.pairs))
        {
            match pairs {
                (Some(one), Some(two)) if one.line == two.line => same += row.weight,
                (Some(_), Some(_)) => {
                    other += row.weight;
                    telling += usize::from(row.profile.is_some());
                }
                (None, None) => {}
                _ => return false,
            }
        }
        // In a short text no line weighs much: two that tell something are a place of their own.
        forms(one) == forms(two) && other <= SLID && telling <= 1 && same >= HELD
    }

    /// Whether the changes of `one` come before those of `two`.
    fn is_above(&self, one: usize, two: usize) -> bool {
        self.candidates[one].depth <= self.candidates[two].depth
    }

    /// Whether only lines that say nothing lie between the places of the two.
    fn is_near(&self, one: usize, two: usize, index: &Index) -> bool {
        let [one, two] = [one, two].map(|number| &self.candidates[number].alignment.places);
        one.iter().zip(two).all(|(one, two)| {
            let mut between = one.at.min(two.at)..one.at.max(two.at);
            one.form == two.form
                && between.len() <= NEAR
                && between.all(|number| line::is_common(index.line(number)))
        })
    }

    /// Whether both make the same text.
    fn is_same(&self, one: usize, two: usize, pattern: &Pattern, index: &Index) -> bool {
        let cores = [one, two].map(|number| self.candidates[number].core.clone());
        let start = cores[0].start.min(cores[1].start);
        let end = cores[0].end.max(cores[1].end);
        let span = index.span(start, end);
        let text = |number: usize| {
            let mut text = Vec::new();
            let mut at = span.start();
            for edit in &self.drifted(number, pattern, index)?.edits {
                text.extend_from_slice(&index.text()[at..edit.at]);
                text.extend_from_slice(&edit.new);
                at = edit.end();
            }
            text.extend_from_slice(&index.text()[at..span.end()]);
            Some(text)
        };
        text(one) == text(two)
    }
}
