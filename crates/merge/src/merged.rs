//! The text that a merge makes: as edits of our side, or with its conflicts between markers.

use std::ops::Range;

use bytes::Bytes;

use super::marker::{ConflictLines, ConflictPart, Markers, write_lines};
use super::region::{self, ConflictCause, MergeRegion, MergeRule, RegionOutcome};
use super::solve::SolvedBlock;
use super::versions::{ComparedLines, VersionLines, Versions};
use crate::{ConflictStyle, Favour};
use incise_text::change::Edit;
use incise_text::text::{LineEnding, LineRange, Span};

/// Most conflicts settled by rules of which each is looked at alone.
const JUDGED_ALONE: usize = 32;

/// What two sides made of a base, put together.
#[derive(Debug)]
pub struct MergedText<'t> {
    versions: &'t Versions,
    lines: VersionLines<'t>,
    regions: Vec<MergeRegion>,
    parts: Vec<MergedPart>,
}

/// Lines that were compared with each other alone.
#[derive(Debug)]
struct MergedPart {
    /// The lines of our side.
    ours: Range<usize>,
    /// The numbers of its regions.
    regions: Range<usize>,
}

/// Edits that merge a text, and the places of it where rules, or the caller, settled what both sides changed.
pub type SettledEdits = (Vec<Edit>, Vec<(Span, MergeRule)>);

/// The place and the texts of one region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionTexts {
    /// The lines of our side; empty where it has none.
    pub place: Span,
    /// The lines of the base.
    pub base: Bytes,
    /// Those of our side.
    pub ours: Bytes,
    /// Those of the other side.
    pub theirs: Bytes,
}

impl<'t> MergedText<'t> {
    /// That of `lines`, which has these regions in each part.
    pub(super) fn new(
        versions: &'t Versions,
        lines: VersionLines<'t>,
        found: Vec<(ComparedLines, Vec<MergeRegion>)>,
    ) -> Self {
        let mut merged = Self {
            versions,
            lines,
            regions: Vec::new(),
            parts: Vec::with_capacity(found.len()),
        };
        for (lines, regions) in found {
            let first = merged.regions.len();
            merged.regions.extend(regions);
            merged.parts.push(MergedPart {
                ours: lines.ours,
                regions: first..merged.regions.len(),
            });
        }
        merged
    }

    /// This, with what is left of the conflicts as the caller favours.
    pub fn favouring(mut self, favour: Option<Favour>) -> Self {
        for region in &mut self.regions {
            if let (Some(favour), Some(_)) = (favour, region.conflict()) {
                region.outcome = favoured(region, favour, &self.lines);
            }
        }
        self
    }

    /// This, with a conflict for `cause` wherever a rule settled one in a way that `spoils` the text: by itself, if that
    /// can be told, or together with others.
    pub fn without_rules(mut self, cause: ConflictCause, spoils: impl Fn(&[u8]) -> bool) -> Self {
        let settled =
            (0..self.regions.len()).filter(|number| self.regions[*number].rule().is_some());
        let settled: Vec<usize> = settled.collect();
        let mut spoiling: Vec<usize> = Vec::new();
        if settled.len() <= JUDGED_ALONE {
            let alone = |number: &usize| spoils(&self.text_with(|region| region == *number));
            spoiling.extend(settled.iter().filter(|number| alone(number)));
        }
        let is_told =
            !spoiling.is_empty() && !spoils(&self.text_with(|region| !spoiling.contains(&region)));
        for number in if is_told { spoiling } else { settled } {
            self.regions[number].outcome = RegionOutcome::Conflict(cause);
        }
        self
    }

    /// The text of the result; our side where there is a conflict.
    pub fn text(&self) -> Vec<u8> {
        self.text_with(|_| true)
    }

    /// As [`Self::text`], with our side also where a rule settled one of the regions that are not `kept`, by number.
    fn text_with(&self, kept: impl Fn(usize) -> bool) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.versions.ours.len());
        let mut at = 0;
        let regions = self.regions.iter().enumerate();
        let regions = regions.filter(|(number, region)| region.rule().is_none() || kept(*number));
        for edit in regions.filter_map(|(_, region)| self.edit(region)) {
            text.extend_from_slice(&self.versions.ours[at..edit.at]);
            text.extend_from_slice(&edit.new);
            at = edit.end();
        }
        text.extend_from_slice(&self.versions.ours[at..]);
        text
    }

    /// The text that each part becomes, and the rules that say so; the cause of the first conflict in it.
    pub(super) fn parts(&self) -> impl Iterator<Item = Result<SolvedBlock, ConflictCause>> + '_ {
        self.parts.iter().map(|part| {
            let regions = &self.regions[part.regions.clone()];
            let text = region::joined(&self.lines, part.ours.clone(), regions)?;
            let rules = regions.iter().filter_map(MergeRegion::rule).collect();
            Ok((text, rules))
        })
    }

    /// What nothing settles, and why.
    pub fn conflicts(&self) -> impl Iterator<Item = (&MergeRegion, ConflictCause)> {
        self.regions
            .iter()
            .filter_map(|region| Some((region, region.conflict()?)))
    }

    /// What a rule, or the caller, settled.
    pub fn settled(&self) -> impl Iterator<Item = (&MergeRegion, MergeRule)> {
        self.regions
            .iter()
            .filter_map(|region| Some((region, region.rule()?)))
    }

    /// The place and the texts of `region`.
    pub fn texts(&self, region: &MergeRegion) -> RegionTexts {
        RegionTexts {
            place: self.place(region),
            base: self.lines.base.bytes(region.base.clone()),
            ours: self.lines.ours.bytes(region.ours.clone()),
            theirs: self.lines.theirs.bytes(region.theirs.clone()),
        }
    }

    /// The lines of our side that `region` is about.
    fn place(&self, region: &MergeRegion) -> Span {
        let start = self.lines.ours.start(region.ours.start);
        Span::of_len(start, self.lines.ours.start(region.ours.end) - start)
    }

    /// What `region` becomes; our side of a conflict.
    fn result(&self, region: &MergeRegion) -> Bytes {
        let result = region.result(&self.lines);
        result.unwrap_or_else(|_| self.lines.ours.bytes(region.ours.clone()))
    }

    /// Whether the other side changed lines at `lines` of the base, and our side has all of these changes.
    pub fn is_in_ours(&self, lines: LineRange) -> bool {
        let (first, last) = (lines.first().lines_before(), lines.last().number());
        let touched = self
            .regions
            .iter()
            .filter(|region| region.base.start <= last && first <= region.base.end);
        let mut outcomes = touched
            .map(|region| &region.outcome)
            .filter(|outcome| **outcome != RegionOutcome::Ours)
            .peekable();
        outcomes.peek().is_some() && outcomes.all(|outcome| *outcome == RegionOutcome::Same)
    }

    /// The edits of our side, and what was settled; `None` where a conflict is left.
    pub fn settled_edits(&self) -> Option<SettledEdits> {
        let settled = self.settled();
        let settled = settled.map(|(region, rule)| (self.place(region), rule));
        let is_open = self.conflicts().next().is_some();
        (!is_open).then(|| (self.edits(), settled.collect()))
    }

    /// From our side to the result, a conflict left as our side has it: one edit for each region that becomes
    /// another text.
    pub fn edits(&self) -> Vec<Edit> {
        let edits = self.regions.iter().filter_map(|region| self.edit(region));
        edits.collect()
    }

    fn edit(&self, region: &MergeRegion) -> Option<Edit> {
        let place = self.place(region);
        let old = self.versions.ours.slice(place.range());
        let new = self.result(region);
        (new != old).then(|| Edit {
            at: place.start(),
            old,
            new: self.fitted(place, new),
        })
    }

    /// `new`, which comes to `place` of our side, with line endings where a line before or behind it needs one.
    fn fitted(&self, place: Span, new: Bytes) -> Bytes {
        let ours = &self.versions.ours;
        let (before, after) = (&ours[..place.start()], &ours[place.end()..]);
        let needs_end = |text: &[u8]| !text.is_empty() && !text.ends_with(b"\n");
        let is_joined_before = needs_end(before) && !new.is_empty();
        let is_joined_after = needs_end(&new) && !after.is_empty();
        if !is_joined_before && !is_joined_after {
            return new;
        }
        let ending = LineEnding::around(ours, 0).as_bytes();
        let end = |is_needed| if is_needed { ending } else { b"" };
        [end(is_joined_before), &new, end(is_joined_after)]
            .concat()
            .into()
    }

    /// The result with its conflicts between markers, in `style`; `markers` gives those of a conflict.
    pub fn marked(
        &self,
        style: ConflictStyle,
        markers: impl Fn(ConflictCause) -> Markers,
    ) -> Vec<u8> {
        let ours = &self.versions.ours;
        let ending = LineEnding::around(ours, 0);
        let mut out = Vec::with_capacity(ours.len());
        let mut line = 0;
        for region in &self.regions {
            let kept = self.lines.ours.bytes(line..region.ours.start);
            write_lines(&mut out, &[kept], ending);
            line = region.ours.end;
            if let Some(cause) = region.conflict() {
                self.write(region, style, &markers(cause), &mut out);
            } else {
                write_lines(&mut out, &[self.result(region)], ending);
            }
        }
        let rest = self.lines.ours.bytes(line..self.lines.ours.len());
        write_lines(&mut out, &[rest], ending);
        out
    }

    fn write(
        &self,
        region: &MergeRegion,
        style: ConflictStyle,
        markers: &Markers,
        out: &mut Vec<u8>,
    ) {
        let ending = LineEnding::around(&self.versions.ours, 0);
        let ours: Vec<&[u8]> = self.lines.ours.each(region.ours.clone()).collect();
        let base: Vec<&[u8]> = self.lines.base.each(region.base.clone()).collect();
        let theirs: Vec<&[u8]> = self.lines.theirs.each(region.theirs.clone()).collect();
        let parts = match style {
            ConflictStyle::Merge => ConflictPart::differing(&ours, &theirs),
            ConflictStyle::Zdiff3 => vec![ConflictPart::between_ends(&ours, &theirs)],
            ConflictStyle::Diff3 => vec![ConflictPart::whole(&ours, &theirs)],
        };
        let mut shown = 0;
        for part in parts {
            write_lines(out, &ours[shown..part.ours.start], ending);
            shown = part.ours.end;
            let lines = ConflictLines {
                ours: &ours[part.ours],
                base: (style != ConflictStyle::Merge).then_some(&base[..]),
                theirs: &theirs[part.theirs],
            };
            markers.write(&lines, ending, out);
        }
        write_lines(out, &ours[shown..], ending);
    }
}

/// What a conflict becomes for who takes a side of it.
fn favoured(region: &MergeRegion, favour: Favour, lines: &VersionLines) -> RegionOutcome {
    match favour {
        Favour::Ours => {
            RegionOutcome::Settled(lines.ours.bytes(region.ours.clone()), MergeRule::FavourOurs)
        }
        Favour::Theirs => RegionOutcome::Settled(
            lines.theirs.bytes(region.theirs.clone()),
            MergeRule::FavourTheirs,
        ),
        Favour::Union => RegionOutcome::Settled(union(region, lines), MergeRule::FavourUnion),
    }
}

/// Both sides of a conflict, ours first where they differ; what they share stands there once.
fn union(region: &MergeRegion, lines: &VersionLines) -> Bytes {
    let ours: Vec<&[u8]> = lines.ours.each(region.ours.clone()).collect();
    let theirs: Vec<&[u8]> = lines.theirs.each(region.theirs.clone()).collect();
    let ending = ours
        .first()
        .or(theirs.first())
        .and_then(|line| LineEnding::of_line(line));
    let ending = ending.unwrap_or(LineEnding::Lf);
    let mut out = Vec::new();
    let mut shown = 0;
    for part in ConflictPart::differing(&ours, &theirs) {
        write_lines(&mut out, &ours[shown..part.ours.end], ending);
        write_lines(&mut out, &theirs[part.theirs], ending);
        shown = part.ours.end;
    }
    write_lines(&mut out, &ours[shown..], ending);
    out.into()
}
