//! The result of a merge: edits of our side, or a text with conflict markers.

use std::ops::Range;

use bytes::Bytes;

use crate::marker::{ConflictLines, ConflictPart, Markers, write_lines};
use crate::region::{self, ConflictCause, MergeRegion, MergeRule, RegionOutcome};
use crate::versions::{ComparedLines, VersionLines, Versions};
use crate::window::{Window, windows};
use crate::{ConflictStyle, Favour};
use incise_text::change::Edit;
use incise_text::text::{LineEnding, LineRange, Span};

/// The result of a conflict between markers, and the rules that resolved it.
pub type SolvedBlock = (Bytes, Vec<MergeRule>);

/// The merged changes of two sides to a base.
#[derive(Debug)]
pub struct MergedText<'t> {
    versions: &'t Versions,
    lines: VersionLines<'t>,
    regions: Vec<MergeRegion>,
    parts: Vec<MergedPart>,
}

/// Whole top-level pieces of the file that both sides changed.
pub(crate) struct MixedWindow {
    pub ours: Bytes,
    pub theirs: Bytes,
    /// The result, in which conflicts keep our side.
    pub result: Vec<u8>,
}

/// A part of the text that was merged separately.
#[derive(Debug)]
struct MergedPart {
    /// The lines of our side.
    ours: Range<usize>,
    /// The numbers of the regions in this part.
    regions: Range<usize>,
}

/// The edits of a merge, and the spans that rules or the caller resolved.
pub type SettledEdits = (Vec<Edit>, Vec<(Span, MergeRule)>);

/// The location and the three texts of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionTexts {
    /// The location in our side. Empty if our side has no lines in the region.
    pub place: Span,
    /// The text of the base.
    pub base: Bytes,
    /// The text of our side.
    pub ours: Bytes,
    /// The text of the other side.
    pub theirs: Bytes,
}

impl<'t> MergedText<'t> {
    pub(crate) fn new(
        versions: &'t Versions,
        lines: VersionLines<'t>,
        parts: Vec<(ComparedLines, Vec<MergeRegion>)>,
    ) -> Self {
        let mut merged = Self {
            versions,
            lines,
            regions: Vec::new(),
            parts: Vec::with_capacity(parts.len()),
        };
        for (lines, regions) in parts {
            let first = merged.regions.len();
            merged.regions.extend(regions);
            merged.parts.push(MergedPart {
                ours: lines.ours,
                regions: first..merged.regions.len(),
            });
        }
        merged
    }

    /// Resolves each remaining conflict in favor of `favour`, if given.
    pub fn favouring(mut self, favour: Option<Favour>) -> Self {
        let Some(favour) = favour else {
            return self;
        };
        for region in &mut self.regions {
            if region.conflict().is_some() {
                region.outcome = favoured(region, favour, &self.lines);
            }
        }
        self
    }

    /// Turns each conflict that rules resolved into a proposal, which shows the result inside the conflict.
    pub fn proposing(mut self) -> Self {
        let mut regions = Vec::with_capacity(self.regions.len());
        for part in &mut self.parts {
            let first = regions.len();
            let settled = &self.regions[part.regions.clone()];
            for pieces in settled.chunk_by(MergeRegion::touches) {
                match joined_proposal(pieces, &self.lines) {
                    Some(region) => regions.push(region),
                    None => regions.extend_from_slice(pieces),
                }
            }
            part.regions = first..regions.len();
        }
        self.regions = regions;
        self
    }

    pub(crate) fn regions(&self) -> &[MergeRegion] {
        &self.regions
    }

    /// Turns region `number` into a conflict.
    pub(crate) fn set_conflict(&mut self, number: usize, cause: ConflictCause) {
        self.regions[number].outcome = RegionOutcome::Conflict(cause);
    }

    /// The merged text. Conflicts keep our side.
    pub fn text(&self) -> Vec<u8> {
        self.result_of(0..self.lines.ours.len(), 0..self.regions.len())
    }

    /// The result of the lines `ours` of our side, which contain these `regions`.
    fn result_of(&self, ours: Range<usize>, regions: Range<usize>) -> Vec<u8> {
        let mut end = self.lines.ours.start(ours.start);
        let last = self.lines.ours.start(ours.end);
        let mut text = Vec::with_capacity(last - end);
        for region in &self.regions[regions] {
            if let Some(edit) = self.edit(region) {
                text.extend_from_slice(&self.versions.ours[end..edit.at]);
                text.extend_from_slice(&edit.new);
                end = edit.end();
            }
        }
        text.extend_from_slice(&self.versions.ours[end..last]);
        text
    }

    /// The lines of the three versions.
    pub(crate) fn lines(&self) -> &VersionLines<'t> {
        &self.lines
    }

    /// The windows whose result differs from both sides.
    pub(crate) fn mixed_windows(&self) -> Vec<MixedWindow> {
        let mut mixed = Vec::new();
        for Window {
            ours,
            theirs,
            regions,
        } in windows(&self.lines, &self.regions)
        {
            let result = self.result_of(ours.clone(), regions);
            let ours = self.lines.ours.bytes(ours);
            let theirs = self.lines.theirs.bytes(theirs);
            if result != ours && result != theirs {
                mixed.push(MixedWindow {
                    ours,
                    theirs,
                    result,
                });
            }
        }
        mixed
    }

    /// The number of the last region with a change of one side that begins at or before byte `at` of the merged text.
    pub(crate) fn region_before(&self, at: usize) -> Option<usize> {
        let mut found = None;
        // The difference between offsets in the merged text and in our side.
        let mut shift = 0_isize;
        for (number, region) in self.regions.iter().enumerate() {
            let place = self.place(region);
            if place.start().saturating_add_signed(shift) > at {
                break;
            }
            if !matches!(region.outcome, RegionOutcome::Same) {
                found = Some(number);
            }
            shift += self.result(region).len() as isize - place.len() as isize;
        }
        found
    }

    /// For each part, its text and the rules that resolved it, or the cause of its first conflict.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Result<SolvedBlock, ConflictCause>> + '_ {
        self.parts.iter().map(|part| {
            let regions = &self.regions[part.regions.clone()];
            let text = region::joined(&self.lines, part.ours.clone(), regions)?;
            let rules = regions.iter().filter_map(MergeRegion::rule).collect();
            Ok((text, rules))
        })
    }

    /// The conflicts and their causes.
    pub fn conflicts(&self) -> impl Iterator<Item = (&MergeRegion, ConflictCause)> {
        self.regions
            .iter()
            .filter_map(|region| Some((region, region.conflict()?)))
    }

    /// The regions that a rule or the caller resolved.
    pub fn settled(&self) -> impl Iterator<Item = (&MergeRegion, MergeRule)> {
        self.regions
            .iter()
            .filter_map(|region| Some((region, region.rule()?)))
    }

    /// The regions in which both sides made the same change.
    pub fn same(&self) -> impl Iterator<Item = &MergeRegion> {
        self.regions
            .iter()
            .filter(|region| matches!(region.outcome, RegionOutcome::Same))
    }

    /// The location and the three texts of `region`.
    pub fn texts(&self, region: &MergeRegion) -> RegionTexts {
        RegionTexts {
            place: self.place(region),
            base: self.lines.base.bytes(region.base.clone()),
            ours: self.lines.ours.bytes(region.ours.clone()),
            theirs: self.lines.theirs.bytes(region.theirs.clone()),
        }
    }

    /// The lines of our side in `region`.
    fn place(&self, region: &MergeRegion) -> Span {
        let start = self.lines.ours.start(region.ours.start);
        Span::of_len(start, self.lines.ours.start(region.ours.end) - start)
    }

    /// The result of `region`; our side for a conflict.
    fn result(&self, region: &MergeRegion) -> Bytes {
        match region.result(&self.lines) {
            Ok(result) => result,
            Err(_) => self.lines.ours.bytes(region.ours.clone()),
        }
    }

    /// True if the other side changed `lines` of the base, and our side contains all of these changes.
    pub fn is_in_ours(&self, lines: LineRange) -> bool {
        let (first, last) = (lines.first().lines_before(), lines.last().number());
        let mut is_changed = false;
        for region in &self.regions {
            if region.base.start > last || region.base.end < first {
                continue;
            }
            match region.outcome {
                RegionOutcome::Ours => {}
                RegionOutcome::Same => is_changed = true,
                _ => return false,
            }
        }
        is_changed
    }

    /// The edits of our side, and the spans that were resolved. `None` if a conflict remains.
    pub fn settled_edits(&self) -> Option<SettledEdits> {
        if self.conflicts().next().is_some() {
            return None;
        }
        let mut settled = Vec::new();
        for (region, rule) in self.settled() {
            settled.push((self.place(region), rule));
        }
        Some((self.edits(), settled))
    }

    /// The edits that turn our side into the result, one for each region that changes. Conflicts keep our side.
    pub fn edits(&self) -> Vec<Edit> {
        self.regions
            .iter()
            .filter_map(|region| self.edit(region))
            .collect()
    }

    fn edit(&self, region: &MergeRegion) -> Option<Edit> {
        let place = self.place(region);
        let old = self.versions.ours.slice(place.range());
        let new = self.result(region);
        if new == old {
            return None;
        }
        Some(Edit {
            at: place.start(),
            old,
            new: self.with_endings(place, new),
        })
    }

    /// Returns `new`, the replacement of `place` in our side, with missing line endings added before and after it.
    fn with_endings(&self, place: Span, new: Bytes) -> Bytes {
        let ours = &self.versions.ours;
        let needs_before = lacks_ending(&ours[..place.start()]) && !new.is_empty();
        let needs_after = lacks_ending(&new) && place.end() < ours.len();
        if !needs_before && !needs_after {
            return new;
        }
        let ending = ending_of(&self.lines).as_bytes();
        let mut text = Vec::with_capacity(new.len() + 2 * ending.len());
        if needs_before {
            text.extend_from_slice(ending);
        }
        text.extend_from_slice(&new);
        if needs_after {
            text.extend_from_slice(ending);
        }
        text.into()
    }

    /// The merged text with conflict markers in `style`. `markers` returns the markers for a conflict.
    pub fn marked(
        &self,
        style: ConflictStyle,
        markers: impl Fn(ConflictCause) -> Markers,
    ) -> Vec<u8> {
        let ours = &self.versions.ours;
        let ending = ending_of(&self.lines);
        let mut out = Vec::with_capacity(ours.len());
        let mut line = 0;
        for region in &self.regions {
            let kept = self.lines.ours.bytes(line..region.ours.start);
            write_lines(&mut out, &[kept], ending);
            line = region.ours.end;
            match region.conflict() {
                Some(cause) => self.write_conflict(region, style, &markers(cause), &mut out),
                None => write_lines(&mut out, &[self.result(region)], ending),
            }
        }
        let rest = self.lines.ours.bytes(line..self.lines.ours.len());
        write_lines(&mut out, &[rest], ending);
        out
    }

    fn write_conflict(
        &self,
        region: &MergeRegion,
        style: ConflictStyle,
        markers: &Markers,
        out: &mut Vec<u8>,
    ) {
        let ending = ending_of(&self.lines);
        let ours: Vec<&[u8]> = self.lines.ours.each(region.ours.clone()).collect();
        let base: Vec<&[u8]> = self.lines.base.each(region.base.clone()).collect();
        let theirs: Vec<&[u8]> = self.lines.theirs.each(region.theirs.clone()).collect();
        let proposal = match &region.outcome {
            RegionOutcome::Proposed(text, rule) => Some((&text[..], rule.name())),
            _ => None,
        };
        let parts = if proposal.is_some() {
            vec![ConflictPart::whole(&ours, &theirs)]
        } else {
            conflict_parts(style, &ours, &theirs)
        };
        let shown_base = match style {
            ConflictStyle::Merge => None,
            ConflictStyle::Diff3 | ConflictStyle::Zdiff3 => Some(&base[..]),
        };
        let mut written = 0;
        for part in parts {
            write_lines(out, &ours[written..part.ours.start], ending);
            written = part.ours.end;
            let lines = ConflictLines {
                ours: &ours[part.ours],
                base: shown_base,
                theirs: &theirs[part.theirs],
                proposal,
            };
            markers.write(&lines, ending, out);
        }
        write_lines(out, &ours[written..], ending);
    }
}

/// The parts of a conflict between markers in `style`. There is at least one part, although the sides of a conflict may
/// be equal.
fn conflict_parts(style: ConflictStyle, ours: &[&[u8]], theirs: &[&[u8]]) -> Vec<ConflictPart> {
    match style {
        _ if ours == theirs => vec![ConflictPart::whole(ours, theirs)],
        ConflictStyle::Merge => ConflictPart::differing(ours, theirs),
        ConflictStyle::Zdiff3 => vec![ConflictPart::between_ends(ours, theirs)],
        ConflictStyle::Diff3 => vec![ConflictPart::whole(ours, theirs)],
    }
}

/// The conflict that `pieces` came from, with their result as a proposal. `None` if no rule resolved a piece.
fn joined_proposal(pieces: &[MergeRegion], lines: &VersionLines<'_>) -> Option<MergeRegion> {
    let rule = pieces.iter().find_map(MergeRegion::rule)?;
    let (first, last) = (pieces.first()?, pieces.last()?);
    let mut text = Vec::new();
    for piece in pieces {
        text.extend_from_slice(&piece.result(lines).ok()?);
    }
    Some(MergeRegion {
        base: first.base.start..last.base.end,
        ours: first.ours.start..last.ours.end,
        theirs: first.theirs.start..last.theirs.end,
        outcome: RegionOutcome::Proposed(text.into(), rule),
    })
}

/// The line ending of our first line, or else of the first line of theirs or of the base.
fn ending_of(lines: &VersionLines<'_>) -> LineEnding {
    for version in [&lines.ours, &lines.theirs, &lines.base] {
        if let Some(ending) = version
            .each(0..version.len())
            .next()
            .and_then(LineEnding::of_line)
        {
            return ending;
        }
    }
    LineEnding::Lf
}

fn lacks_ending(text: &[u8]) -> bool {
    !text.is_empty() && !text.ends_with(b"\n")
}

/// The outcome of a conflict that is resolved in favor of `favour`.
fn favoured(region: &MergeRegion, favour: Favour, lines: &VersionLines<'_>) -> RegionOutcome {
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

/// Both sides of a conflict, with common lines once. Where the sides differ, ours comes first.
fn union(region: &MergeRegion, lines: &VersionLines<'_>) -> Bytes {
    let ours: Vec<&[u8]> = lines.ours.each(region.ours.clone()).collect();
    let theirs: Vec<&[u8]> = lines.theirs.each(region.theirs.clone()).collect();
    let ending = ending_of(lines);
    let mut out = Vec::new();
    let mut written = 0;
    for part in ConflictPart::differing(&ours, &theirs) {
        write_lines(&mut out, &ours[written..part.ours.end], ending);
        write_lines(&mut out, &theirs[part.theirs], ending);
        written = part.ours.end;
    }
    write_lines(&mut out, &ours[written..], ending);
    out.into()
}
