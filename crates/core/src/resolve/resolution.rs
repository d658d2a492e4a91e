//! The outcome of resolving an action.

use std::sync::Arc;

use bytes::Bytes;

use super::cursor::LineCursor;
use super::edits::Edits;
use crate::change::ChangeSet;
use crate::merge::MergeRule;
use crate::patch::RepairKind;
use crate::refusal::{Fault, Reason};
use crate::snapshot::Snapshot;
use crate::text::{LineRange, Span};

/// The resolution of an action, or the reason why it has none.
pub type Resolved = Result<Resolution, Reason>;

/// An action resolved against one text.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    /// The replacements, with offsets in that text.
    pub changes: ChangeSet,
    /// The locations that were matched or addressed, in order.
    pub sites: Sites,
    /// For a patch, the result of each hunk, in the order of the patch.
    pub hunks: Vec<PlacedHunk>,
    /// The regions that a merge resolved.
    pub settled: Vec<SettledRegion>,
}

impl Resolution {
    /// The result of an action other than a patch.
    pub(super) fn new(changes: ChangeSet, sites: impl Into<Sites>) -> Self {
        Self {
            changes,
            sites: sites.into(),
            hunks: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// Replaces the bytes `span` of `now` with `new`.
    pub(super) fn replacing(
        now: &Snapshot,
        span: Span,
        new: Bytes,
        site: Site,
    ) -> Result<Self, Reason> {
        let mut edits = Edits::new(now);
        edits.replace(span, new);
        Ok(Self::new(edits.finish()?, vec![site]))
    }

    /// No change of `text`.
    pub fn unchanged(text: &Snapshot) -> Self {
        Self::new(ChangeSet::identity(text.bytes().len()), Vec::new())
    }

    /// The resolution for the text with `len` more bytes, without a line ending, at its start.
    pub(super) fn moved_by(self, len: usize) -> Result<Self, Reason> {
        let mut edits = self.changes.edits().to_vec();
        for edit in &mut edits {
            edit.at += len;
        }
        let changes = ChangeSet::new(self.changes.base_len() + len, edits)
            .map_err(|error| Fault::io("compose the edits of", error))?;
        let mut sites: Vec<Site> = self.sites.iter().collect();
        for site in &mut sites {
            site.span = Span::of_len(site.span.start() + len, site.span.len());
        }
        Ok(Self {
            changes,
            sites: sites.into(),
            ..self
        })
    }

    /// The result if all edits are already applied: `spans` are the locations of their results in `text`. `None` if a
    /// site or a hunk has no result.
    pub fn already_applied(&self, spans: &[Span], text: &Snapshot) -> Option<Self> {
        let mut sites = Vec::new();
        for site in self.sites.iter() {
            let mut result: Option<Span> = None;
            for (edit, span) in self.changes.edits().iter().zip(spans) {
                if edit.span().touches(site.span) {
                    let start = result.map_or(span.start(), |first| first.start());
                    result = Some(Span::of_len(start, span.end() - start));
                }
            }
            let span = result?;
            sites.push(Site {
                span,
                lines: text.lines_of(span),
                tier: site.tier,
            });
        }
        let mut hunks = Vec::new();
        for (hunk, site) in self.hunks.iter().zip(&sites) {
            hunks.push(PlacedHunk {
                status: HunkStatus::Already,
                lines: Some(site.lines),
                new_lines: Some(site.lines),
                offset: None,
                decided_by: None,
                margin: None,
                runner_up: None,
                transform: None,
                ..hunk.clone()
            });
        }
        Some(Self {
            changes: ChangeSet::identity(text.bytes().len()),
            hunks,
            sites: sites.into(),
            settled: Vec::new(),
        })
    }
}

/// Lines that both sides of a merge changed, and the rule that resolved them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledRegion {
    /// The lines in the current file. If the file has no such lines, the line after them.
    pub lines: LineRange,
    /// The rule that resolved the region.
    pub rule: MergeRule,
}

/// Locations that were matched or addressed, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Sites {
    /// Locations with individual tiers.
    Listed(Vec<Site>),
    /// Exact matches, possibly a large number.
    Exact(ExactPlaces),
}

/// Byte-for-byte matches in a text.
#[derive(Clone, Debug)]
pub struct ExactPlaces {
    text: Snapshot,
    spans: Arc<Vec<Span>>,
}

impl ExactPlaces {
    pub(super) fn new(text: Snapshot, spans: Arc<Vec<Span>>) -> Self {
        Self { text, spans }
    }

    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The lines of `span`, which is one of the matches.
    pub(super) fn lines_of(&self, span: Span) -> LineRange {
        self.text.lines_of(span)
    }

    /// Iterates over the matches. Counts lines on the way.
    pub fn sites(&self) -> impl Iterator<Item = Site> + '_ {
        let mut cursor = LineCursor::new(self.text.bytes());
        self.spans.iter().map(move |&span| Site {
            span,
            lines: cursor.lines_of(span),
            tier: Tier::Exact,
        })
    }
}

impl PartialEq for ExactPlaces {
    fn eq(&self, other: &Self) -> bool {
        self.spans == other.spans && self.text.bytes() == other.text.bytes()
    }
}

impl Sites {
    /// The number of locations.
    pub fn count(&self) -> usize {
        match self {
            Self::Listed(sites) => sites.len(),
            Self::Exact(places) => places.len(),
        }
    }

    /// The least exact tier of all locations.
    pub fn least_exact_tier(&self) -> Tier {
        match self {
            Self::Listed(sites) => sites
                .iter()
                .fold(Tier::Exact, |least, site| least.less_exact(site.tier)),
            Self::Exact(_) => Tier::Exact,
        }
    }

    /// Iterates over the locations.
    pub fn iter(&self) -> impl Iterator<Item = Site> + '_ {
        let (listed, exact) = match self {
            Self::Listed(sites) => (&sites[..], None),
            Self::Exact(places) => (&[][..], Some(places.sites())),
        };
        listed.iter().cloned().chain(exact.into_iter().flatten())
    }
}

impl From<Vec<Site>> for Sites {
    fn from(sites: Vec<Site>) -> Self {
        Self::Listed(sites)
    }
}

/// A location that was matched or addressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// The bytes of the location in the original text. Empty for an insertion.
    pub span: Span,
    /// The lines of the location.
    pub lines: LineRange,
    /// The tier that matched.
    pub tier: Tier,
}

impl Site {
    /// Creates the site for `span` of `now`, which was matched exactly or addressed.
    pub(super) fn exact(now: &Snapshot, span: Span) -> Self {
        Self {
            span,
            lines: LineCursor::new(now.bytes()).lines_of(span),
            tier: Tier::Exact,
        }
    }
}

/// The exactness of a match. The search tries the tiers in this order and stops at the first tier with a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tier {
    /// Exactly the same bytes.
    Exact,
    /// Trailing whitespace and the kind of line ending differ.
    TrailingSpace,
    /// The indentation is shifted uniformly.
    Indent,
    /// Typographic variants and Unicode normalization differ.
    Unicode,
    /// The amount of whitespace between words differs.
    Whitespace,
    /// The same tokens, with other line breaks and whitespace between them.
    Layout,
    /// A similarity from 0.5 to 1.
    Fuzzy(f64),
}

impl Tier {
    /// True if the search tries `other` before this tier.
    pub fn is_after(self, other: Self) -> bool {
        self.rank() > other.rank()
    }

    /// The less exact of both tiers.
    #[must_use]
    pub fn less_exact(self, other: Self) -> Self {
        if other.is_after(self) { other } else { self }
    }

    fn rank(self) -> u8 {
        match self {
            Self::Exact => 0,
            Self::TrailingSpace => 1,
            Self::Indent => 2,
            Self::Unicode => 3,
            Self::Whitespace => 4,
            Self::Layout => 5,
            Self::Fuzzy(_) => 6,
        }
    }

    /// The name of the tier in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::TrailingSpace => "trailing-space",
            Self::Indent => "indent",
            Self::Unicode => "unicode",
            Self::Whitespace => "whitespace",
            Self::Layout => "layout",
            Self::Fuzzy(_) => "fuzzy",
        }
    }
}

/// The result of one hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedHunk {
    /// The 1-based number of the hunk in the file's patch.
    pub hunk: usize,
    /// The kind of match.
    pub status: HunkStatus,
    /// The lines of the old side in the original text (of the new side for `Already`). `None` if that side is empty.
    pub lines: Option<LineRange>,
    /// The lines of the new side in the result of all hunks. `None` if the new side is empty.
    pub new_lines: Option<LineRange>,
    /// The distance in lines from the stated to the actual location. `None` if the hunk has no line number.
    pub offset: Option<i64>,
    /// The tier of the least exact line.
    pub tier: Tier,
    /// The criterion that chose between several equally good locations. `None` if there was only one.
    pub decided_by: Option<Decider>,
    /// The share of the hunk's lines that the text supports, 0 to 1. 1 means that every line matches in place.
    pub score: f64,
    /// The distance of `score` to the next best reading, 0 to 1. `None` if there is no other reading.
    pub margin: Option<f64>,
    /// The location in the next best reading.
    pub runner_up: Option<LineRange>,
    /// The change that fitted the added lines to their surroundings.
    pub transform: Option<Transform>,
    /// The damage to the hunk's text that was repaired, because the file confirms the repair.
    pub reading: Option<RepairKind>,
    /// The number of context lines that are changed or missing in the text.
    pub context_changed: usize,
}

/// The criterion that chose between equally good locations of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The stated line. The hunk matches exactly there, and all other hunks have the same offset.
    Line,
    /// The other hunks. Only at this location the hunk is in order, or has the same offset.
    Neighbours,
    /// The scope that the hunk names (the text after `@@`, or a V4A anchor).
    Scope,
    /// The hunk states that it begins or ends the file.
    End,
    /// The base of the patch.
    Base,
}

impl Decider {
    /// The name of the criterion in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Neighbours => "neighbours",
            Self::Scope => "scope",
            Self::End => "end",
            Self::Base => "base",
        }
    }
}

/// A change that fits added lines to their surroundings. Only valid if it also maps every other aligned line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transform {
    /// The line endings of the surrounding lines.
    LineEnding,
    /// This number of columns (spaces or tabs) was added, or removed if negative.
    Indent(i32),
    /// Each run of this number of leading spaces became a tab, or the reverse.
    Tabs(u8),
}

impl Transform {
    /// The name of the change in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::LineEnding => "line-ending",
            Self::Indent(_) => "indent",
            Self::Tabs(_) => "tabs",
        }
    }
}

/// The kind of match of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HunkStatus {
    /// At the stated line, or without a stated line.
    Exact,
    /// Exactly, but at another line.
    Offset,
    /// In a mechanical tier.
    Mechanical,
    /// With drifted context.
    Merged,
    /// With removed lines that are only similar.
    Fuzzy,
    /// With a single exact match that is out of order.
    Moved,
    /// The new side is already in the file.
    Already,
}

impl HunkStatus {
    /// The name of the status in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Offset => "offset",
            Self::Mechanical => "mechanical",
            Self::Merged => "merged",
            Self::Fuzzy => "fuzzy",
            Self::Moved => "moved",
            Self::Already => "already",
        }
    }
}
