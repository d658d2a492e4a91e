//! The location that a step matched, in terms of the original file.

use bytes::Bytes;

use super::super::{ExactPlaces, Site, Tier};
use super::working_text::{TextOrigin, WorkingText};
use crate::snapshot::{SiteId, Snapshot};
use crate::text::{self, LineRange, Span};

/// The maximum number of bytes of a line that are kept for reports.
const PREVIEW: usize = 200;

/// A matched or addressed location, with lines of the original file.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftSite {
    /// The 1-based number of the step.
    pub step: usize,
    /// The lines in the original file.
    pub lines: LineRange,
    /// The tier that matched.
    pub tier: Tier,
    /// The earlier step that inserted the text at this location.
    pub made_by: Option<usize>,
    /// The position of the text.
    pub place: SitePlace,
}

/// The position of a location's text. There may be many, so a location in the original text is stored as a span only.
#[derive(Clone, Debug, PartialEq)]
pub enum SitePlace {
    /// At these bytes of the original.
    InOriginal(Span),
    /// In the result of earlier steps. Contains the first line without its ending. Empty for an insertion.
    InEarlierStep(Bytes),
}

impl SitePlace {
    /// The first line of the text at the location, without its ending. `before` is the original.
    pub fn preview(&self, before: &Snapshot) -> Bytes {
        match self {
            Self::InOriginal(span) => preview(before, *span),
            Self::InEarlierStep(line) => line.clone(),
        }
    }

    /// The ID that selects the same match in the original `before`, if the original contains it.
    pub fn id(&self, before: &Snapshot) -> Option<SiteId> {
        match self {
            Self::InOriginal(span) => Some(SiteId::new(&before.fingerprint(), *span)),
            Self::InEarlierStep(_) => None,
        }
    }
}

/// Converts `site` in the current text, matched by step `step` (1-based).
pub(super) fn located(now: &mut WorkingText, step: usize, site: &Site) -> DraftSite {
    let origin = now.origin(site.span).unwrap_or(TextOrigin {
        lines: site.lines,
        made_by: None,
    });
    DraftSite {
        step,
        lines: origin.lines,
        tier: site.tier,
        made_by: origin.made_by,
        place: site_place(now, site.span),
    }
}

/// Like [`located`], for exact matches. Does not compute their lines in the current text, which costs a pass over it.
pub(super) fn located_exactly(
    now: &mut WorkingText,
    step: usize,
    places: &ExactPlaces,
) -> Vec<DraftSite> {
    let mut sites = Vec::with_capacity(places.len());
    for &span in places.spans() {
        let origin = now.origin(span).unwrap_or_else(|| TextOrigin {
            lines: places.lines_of(span),
            made_by: None,
        });
        sites.push(DraftSite {
            step,
            lines: origin.lines,
            tier: Tier::Exact,
            made_by: origin.made_by,
            place: site_place(now, span),
        });
    }
    sites
}

/// The position of `span` in the current text.
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

/// The first line of `span`, without its ending.
pub(super) fn preview(text: &Snapshot, span: Span) -> Bytes {
    let bytes = &text.bytes()[span.range()];
    let mut line = text::first_line(bytes);
    line = line.strip_suffix(b"\r").unwrap_or(line);
    // Copied, because a slice would keep a complete intermediate text alive.
    Bytes::copy_from_slice(&line[..line.len().min(PREVIEW)])
}
