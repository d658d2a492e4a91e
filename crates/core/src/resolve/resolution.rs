//! The outcome of resolving an action.

use std::sync::Arc;

use bytes::Bytes;

use super::cursor::LineCursor;
use super::edits::Edits;
use crate::change::ChangeSet;
use crate::merge::MergeRule;
use crate::patch::RepairKind;
use crate::refusal::Reason;
use crate::snapshot::Snapshot;
use crate::text::{LineRange, Span};

/// An action resolved against one text.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    /// The replacements, offsets in that text.
    pub changes: ChangeSet,
    /// The places that were matched or addressed, in order.
    pub sites: Sites,
    /// For a patch: what became of each hunk, in the order of the patch.
    pub hunks: Vec<PlacedHunk>,
    /// The regions that a merge settled.
    pub settled: Vec<SettledRegion>,
}

impl Resolution {
    /// The `changes` of an action that is no patch, at `sites`.
    pub(super) fn new(changes: ChangeSet, sites: impl Into<Sites>) -> Self {
        Self {
            changes,
            sites: sites.into(),
            hunks: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// One replacement: the bytes `span` of `now` become `new`.
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

    /// The outcome if all of the work is done already: each edit has its result in `text`, in turn, at one of `spans`.
    /// `None` if a site or a hunk has none.
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
        let hunks = self
            .hunks
            .iter()
            .zip(&sites)
            .map(|(hunk, site)| PlacedHunk {
                status: HunkStatus::Already,
                lines: Some(site.lines),
                new_lines: Some(site.lines),
                offset: None,
                from_hunk: None,
                decided_by: None,
                margin: None,
                runner_up: None,
                transform: None,
                ..hunk.clone()
            });
        Some(Self {
            changes: ChangeSet::identity(text.bytes().len()),
            hunks: hunks.collect(),
            sites: sites.into(),
            settled: Vec::new(),
        })
    }
}

/// Lines that both sides of a merge changed, and what says what becomes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledRegion {
    /// The lines in the file as it is; where it has none, the line after them.
    pub lines: LineRange,
    /// The rule that settled it.
    pub rule: MergeRule,
}

/// Places that were matched or addressed, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Sites {
    /// Each with what is known of it.
    Listed(Vec<Site>),
    /// Exact places, of which there may be a million.
    Exact(ExactPlaces),
}

/// Places of a text that were matched byte for byte.
#[derive(Clone, Debug)]
pub struct ExactPlaces {
    text: Snapshot,
    spans: Arc<Vec<Span>>,
}

impl ExactPlaces {
    /// The places `spans` of `text`, in order.
    pub(super) fn new(text: Snapshot, spans: Arc<Vec<Span>>) -> Self {
        Self { text, spans }
    }

    /// The number of places.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Their bytes.
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The lines of one of them.
    pub(super) fn lines_of(&self, span: Span) -> LineRange {
        self.text.lines_of(span)
    }

    /// The places. Lines are counted in passing.
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
    /// The number of places.
    pub fn count(&self) -> usize {
        match self {
            Self::Listed(sites) => sites.len(),
            Self::Exact(places) => places.len(),
        }
    }

    /// The last of the tiers that matched.
    pub fn last_tier(&self) -> Tier {
        match self {
            Self::Listed(sites) => sites
                .iter()
                .fold(Tier::Exact, |last, site| last.later(site.tier)),
            Self::Exact(_) => Tier::Exact,
        }
    }

    /// The places.
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

/// A place that was matched or addressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// The bytes in the text that was resolved against; empty for an insertion.
    pub span: Span,
    /// The lines of the site there.
    pub lines: LineRange,
    /// The tier that matched.
    pub tier: Tier,
}

impl Site {
    /// The place `span` of `now`, which was matched exactly or addressed.
    pub(super) fn exact(now: &Snapshot, span: Span) -> Self {
        Self {
            span,
            lines: LineCursor::new(now.bytes()).lines_of(span),
            tier: Tier::Exact,
        }
    }
}

/// The exactness of a match, in the order of the search: the first tier with a match decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tier {
    /// The very bytes.
    Exact,
    /// Blanks before line ends and the kind of line ending differ.
    TrailingSpace,
    /// A uniform shift of indentation.
    Indent,
    /// Typographic variants and Unicode normalisation.
    Unicode,
    /// Runs of blanks equal one blank.
    Whitespace,
    /// The same tokens, divided into other lines and blanks.
    Layout,
    /// Similar, 0.5 to 1.
    Fuzzy(f64),
}

impl Tier {
    /// True if the search reaches `other` before this tier.
    pub fn is_after(self, other: Self) -> bool {
        self.rank() > other.rank()
    }

    /// The one that the search reaches later.
    #[must_use]
    pub fn later(self, other: Self) -> Self {
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

    /// The word for it in reports.
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

/// The outcome of one hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedHunk {
    /// 1-based number in the file's patch.
    pub hunk: usize,
    /// The way in which it was placed.
    pub status: HunkStatus,
    /// Lines of its old side in the text that was resolved against (of its new side when `Already`);
    /// `None` for an empty one.
    pub lines: Option<LineRange>,
    /// Lines of its new side in the result of all hunks; `None` for an empty one.
    pub new_lines: Option<LineRange>,
    /// Lines between the stated place and the real one; `None` when none was stated.
    pub offset: Option<i64>,
    /// The tier of its least exact line.
    pub tier: Tier,
    /// The earlier hunk of the same patch in whose result it stands; `lines` are then those that this replaced,
    /// or next to which it stands.
    pub from_hunk: Option<FromHunk>,
    /// The criterion that chose between several places that fit equally well; `None` when there was only one.
    pub decided_by: Option<Decider>,
    /// The support of its lines by the text, 0 to 1; 1 is every line in its place.
    pub score: f64,
    /// Distance of `score` to that of the best other reading, 0 to 1; `None` when there is no other.
    pub margin: Option<f64>,
    /// The place that the best other reading would have given it.
    pub runner_up: Option<LineRange>,
    /// The change of the added lines that fits them to their surroundings.
    pub transform: Option<Transform>,
    /// The damage to the hunk's text that was undone because the file speaks for it.
    pub reading: Option<RepairKind>,
    /// Context lines that are not byte for byte those of the text: changed or gone there.
    pub context_changed: usize,
}

/// A place in what an earlier hunk of the same patch made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromHunk {
    /// 1-based number of that hunk.
    pub hunk: usize,
    /// The first line of the place, without ending.
    pub line: Bytes,
}

/// The criterion that chose between places that fit a hunk equally well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The stated line: the hunk is exact there and every other hunk has the same offset.
    Line,
    /// The other hunks: only there does it stand in order, or at their offset.
    Neighbours,
    /// The scope it names (the text after `@@`, a V4A anchor).
    Scope,
    /// It says that it ends (or begins) the file.
    End,
    /// The base text it was made from.
    Base,
}

impl Decider {
    /// The word for it in reports.
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

/// The change of added lines that fits them to their surroundings. Only done when it maps every other
/// aligned line of the hunk as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transform {
    /// They end as the lines around them do.
    LineEnding,
    /// This many leading columns (blanks, or tabs) more, or fewer when negative.
    Indent(i32),
    /// Each run of this many leading blanks became a tab, or the other way round.
    Tabs(u8),
}

impl Transform {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::LineEnding => "line-ending",
            Self::Indent(_) => "indent",
            Self::Tabs(_) => "tabs",
        }
    }
}

/// The way in which a hunk was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HunkStatus {
    /// At the stated line, or no line was stated.
    Exact,
    /// Exactly, at another line.
    Offset,
    /// By a mechanical tier.
    Mechanical,
    /// With context that drifted.
    Merged,
    /// With removed lines that are only similar.
    Fuzzy,
    /// Uniquely exact, but out of order.
    Moved,
    /// The new side stands there already.
    Already,
}

impl HunkStatus {
    /// The word for it in reports.
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
