//! The place that a step found, told in terms of the original file.

use bytes::Bytes;

use super::super::{ExactPlaces, PlacedHunk, Site, Tier};
use super::working_text::WorkingText;
use crate::snapshot::{SiteId, Snapshot};
use crate::text::{self, LineRange, Span};

/// How much of a line is kept to show it, bytes.
const PREVIEW: usize = 200;

/// A matched or addressed place, in lines of the original file.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftSite {
    /// 1-based number of the step.
    pub step: usize,
    /// Lines in the original file.
    pub lines: LineRange,
    /// How exactly it matched.
    pub tier: Tier,
    /// The earlier step whose text the place is in.
    pub made_by: Option<usize>,
    /// The whereabouts of its text.
    pub place: SitePlace,
}

/// The whereabouts of the text of a site. There may be a million sites: of those in the text that was read, no more
/// than the place is kept.
#[derive(Clone, Debug, PartialEq)]
pub enum SitePlace {
    /// At these bytes of the original.
    InOriginal(Span),
    /// In a text that earlier steps made: its first line, without ending; empty for an insertion.
    InEarlierStep(Bytes),
}

impl SitePlace {
    /// The first line of the text that stood there, without ending; `before` is the original.
    pub fn preview(&self, before: &Snapshot) -> Bytes {
        match self {
            Self::InOriginal(span) => preview(before, *span),
            Self::InEarlierStep(line) => line.clone(),
        }
    }

    /// The name that picks the place again in `before`, the original, if it stands there.
    pub fn id(&self, before: &Snapshot) -> Option<SiteId> {
        match self {
            Self::InOriginal(span) => Some(SiteId::of(&before.fingerprint(), *span)),
            Self::InEarlierStep(_) => None,
        }
    }
}

/// The `site` in the text now, that step number `step` (1-based) found.
pub(super) fn located(now: &mut WorkingText, step: usize, site: &Site) -> DraftSite {
    let (lines, made_by) = now.origin(site.span, || site.lines);
    DraftSite {
        step,
        lines,
        tier: site.tier,
        made_by,
        place: site_place(now, site.span),
    }
}

/// As [`located`], of exact places. Their lines in the text now, which cost a pass over it, are hardly ever asked for.
pub(super) fn located_exactly(
    now: &mut WorkingText,
    step: usize,
    places: &ExactPlaces,
) -> Vec<DraftSite> {
    let located = |&span: &Span| {
        let (lines, made_by) = now.origin(span, || places.lines_of(span));
        DraftSite {
            step,
            lines,
            tier: Tier::Exact,
            made_by,
            place: site_place(now, span),
        }
    };
    places.spans().iter().map(located).collect()
}

/// Where the text at `span` of the text now is.
fn site_place(now: &mut WorkingText, span: Span) -> SitePlace {
    if now.is_untouched() {
        SitePlace::InOriginal(span)
    } else if span.is_empty() {
        SitePlace::InEarlierStep(Bytes::new())
    } else {
        let text = now.text();
        SitePlace::InEarlierStep(text.map_or_else(|_| Bytes::new(), |text| preview(text, span)))
    }
}

/// As [`located`], of a hunk: it may stand in what another hunk of its patch made.
pub(super) fn located_hunk(
    now: &mut WorkingText,
    step: usize,
    site: &Site,
    hunk: &PlacedHunk,
) -> DraftSite {
    let located = located(now, step, site);
    match &hunk.from_hunk {
        Some(from) => DraftSite {
            made_by: located.made_by.or(Some(step)),
            place: SitePlace::InEarlierStep(from.line.clone()),
            ..located
        },
        None => located,
    }
}

/// The first line of `span`, without ending.
pub(super) fn preview(text: &Snapshot, span: Span) -> Bytes {
    let bytes = &text.bytes()[span.range()];
    let line = text::first_line(bytes);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // A slice would keep a whole text alive that only a step in between had.
    Bytes::copy_from_slice(&line[..line.len().min(PREVIEW)])
}
