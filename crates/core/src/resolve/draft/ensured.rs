//! Applies `ensure` to a file of a request, or to a region of the file.

use super::super::region::{self, RegionPlace};
use super::super::{DefaultPosition, FileText, Resolution, Resolved, ensure};
use super::file::Draft;
use super::working_text::WorkingText;
use crate::refusal::{Fault, Reason};
use crate::request::{Edge, Ensure, InsertAt, Region, Repeat};
use crate::snapshot::Snapshot;
use crate::text::Span;

impl Draft {
    pub(super) fn ensure(
        &mut self,
        step: usize,
        action: &Ensure,
        repeat: Repeat,
    ) -> Result<(), Reason> {
        if self.text.now.is_some() {
            return self.ensure_in_text(step, action);
        }
        let Some(missing) = action.missing() else {
            if repeat == Repeat::Accept {
                self.found_absent("ensure");
                return Ok(());
            }
            return Err(Fault::Missing.into());
        };
        if missing.makes_file {
            self.text.now = Some(self.blank());
            let made = self.ensure_in_text(step, action);
            if made.is_err() {
                self.text.now = None;
            }
            return made;
        }
        // An empty file does not contain the text of `before` or `after`, or a region.
        if action.region.is_none() && matches!(missing.at, InsertAt::Beginning | InsertAt::End) {
            return Err(Reason::MissingNotCreated);
        }
        Err(Fault::Missing.into())
    }

    fn ensure_in_text(&mut self, step: usize, action: &Ensure) -> Result<(), Reason> {
        let path = self.place.shown().to_path_buf();
        let now = self.present()?;
        let mut place = None;
        if let Some(region) = &action.region {
            place = Some(now.region_for(Some(Edge::End), region, &path)?);
        }
        let resolution = ensure_at(action, place.as_ref(), now.file(&path)?)
            .map_err(|reason| reason_for_ensure(action, reason, now))?;
        if let (Some(region), Some(place)) = (action.region.as_deref(), place) {
            check_in_region(&resolution, region, &place, action, now.file(&path)?)?;
        }
        self.edit(step, "ensure", resolution, action.text())
    }
}

/// Maps `reason`, found in the text `now`, to the lines of the original file.
fn reason_for_ensure(action: &Ensure, mut reason: Reason, now: &mut WorkingText) -> Reason {
    // No flag extends the search beyond the region.
    if let Reason::NotFound { why: Some(why), .. } = &mut reason {
        why.outside_scope.clear();
    }
    match action.missing().map(|missing| &missing.at) {
        Some(InsertAt::BeforeText(find) | InsertAt::AfterText(find)) => {
            now.reason_for_find(find, reason)
        }
        _ => now.reason_in_original(reason),
    }
}

/// Refuses a `resolution` in the `region` at `place` if its result is outside the region.
fn check_in_region(
    resolution: &Resolution,
    region: &Region,
    place: &RegionPlace,
    action: &Ensure,
    file: FileText<'_>,
) -> Result<(), Reason> {
    if matches!(region, Region::Symbol(_)) {
        file.check_inside(&resolution.changes)?;
    }
    let after = Snapshot::of_text(file.text_after(&resolution.changes));
    let start = place.lines.start();
    if is_ensured_in(region, start, action, FileText::new(file.path, &after)) {
        Ok(())
    } else {
        Err(Reason::outside_region(region))
    }
}

/// Applies `action` to `file`: to the whole file, or to the body of `place`.
fn ensure_at(action: &Ensure, place: Option<&RegionPlace>, file: FileText<'_>) -> Resolved {
    let now = file.now;
    let Some(place) = place else {
        return ensure(action, now, now.span(), None, DefaultPosition::End);
    };
    let body = region::Body::new(place, file);
    let last = if place.is_prose() {
        DefaultPosition::EndOfList
    } else {
        DefaultPosition::End
    };
    ensure(action, now, place.editable_body()?, body.as_ref(), last)
}

/// True if a second run of `action` would change nothing in `region` of `after`. `start` is the start of the region.
fn is_ensured_in(region: &Region, start: usize, action: &Ensure, after: FileText<'_>) -> bool {
    let region = &*region::read_line_as_name(region, after);
    let line = region.line().map(|_| Span::empty_at(start));
    match region::find_for(Some(Edge::End), region, after, line) {
        // A line of a type may select the block with its methods, which begins at another line.
        Err(_) => line.is_some(),
        Ok(place) => match ensure_at(action, Some(&place), after) {
            Ok(again) => again.changes.edits().is_empty(),
            Err(_) => false,
        },
    }
}
