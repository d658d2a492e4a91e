//! The place that a step found, in terms of the original file.

use bytes::Bytes;

use super::super::{ExactPlaces, PlacedHunk, Site, Tier};
use super::working_text::WorkingText;
use crate::snapshot::{SiteId, Snapshot};
use crate::text::{self, LineRange, Span};

/// The most bytes of a line that are kept to show it.
const PREVIEW: usize = 200;

/// A matched or addressed place, in lines of the original file.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftSite {
    /// 1-based number of the step.
    pub step: usize,
    /// Lines in the original file.
    pub lines: LineRange,
    /// The tier that matched.
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

    /// The name that picks the place again in `before`, the original, if it is there.
    pub fn id(&self, before: &Snapshot) -> Option<SiteId> {
        match self {
            Self::InOriginal(span) => Some(SiteId::new(&before.fingerprint(), *span)),
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

/// Like [`located`], for exact places. Their lines in the text now, which cost a pass over it, are hardly ever needed.
pub(super) fn located_exactly(
    now: &mut WorkingText,
    step: usize,
    places: &ExactPlaces,
) -> Vec<DraftSite> {
    let mut sites = Vec::with_capacity(places.len());
    for &span in places.spans() {
        let (lines, made_by) = now.origin(span, || places.lines_of(span));
        sites.push(DraftSite {
            step,
            lines,
            tier: Tier::Exact,
            made_by,
            place: site_place(now, span),
        });
    }
    sites
}

/// The place of `span` of the text now.
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

/// Like [`located`], for a hunk: it may be in the text of another hunk of its patch.
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
    let mut line = text::first_line(bytes);
    line = line.strip_suffix(b"\r").unwrap_or(line);
    // A slice would keep a whole text alive that only a step in between had.
    Bytes::copy_from_slice(&line[..line.len().min(PREVIEW)])
}
