//! Applies steps that were made for an earlier text of a file to the current text.

use bytes::Bytes;

use super::outcome::Outcome;
use super::site::{DraftSite, SitePlace};
use super::working_text::WorkingText;
use crate::change::ChangeSet;
use crate::refusal::{ExpectedCount, Reason};
use crate::request::{OnStale, RangeAnchors, Replace};
use crate::resolve::follow::{Followed, follow_from};
use crate::resolve::rebase::{rebase, rebase_relaid};
use crate::resolve::three_way::MergeWay;
use crate::resolve::{
    HunkStatus, MovedLines, PlacedHunk, Rebased, SettledRegion, Tier, count_sites, lines,
};
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::{self, LineEnding, LineRange};

/// The current text, if the steps were made for an earlier one.
#[derive(Debug)]
pub(super) struct StaleBase {
    /// The current text.
    pub(super) onto: Snapshot,
    on_stale: OnStale,
    /// The new text of the last step that addressed lines by anchors.
    pub(super) anchored: Option<Bytes>,
    /// Replacements of all occurrences in the earlier text. No occurrence may remain.
    pub(super) replaced_all: Vec<Replace>,
    /// The numbers of the steps that change nothing in the earlier text.
    pub(super) idle_steps: Vec<usize>,
}

/// The changes of the steps, as changes of the current text.
struct RebasedChanges {
    changes: ChangeSet,
    tier: Tier,
    /// The current lines, if the anchored lines of the only step were found elsewhere.
    followed: Option<LineRange>,
    settled: Vec<SettledRegion>,
}

impl RebasedChanges {
    fn new(changes: ChangeSet) -> Self {
        Self {
            changes,
            tier: Tier::Exact,
            followed: None,
            settled: Vec::new(),
        }
    }
}

impl StaleBase {
    pub(super) fn new(onto: Snapshot, on_stale: OnStale) -> Self {
        Self {
            onto,
            on_stale,
            anchored: None,
            replaced_all: Vec::new(),
            idle_steps: Vec::new(),
        }
    }

    /// Rebases the steps, which changed `base` to `now`, onto the current text. Returns the resulting text, and moves
    /// the locations in `outcome`.
    pub(super) fn rebase(
        &self,
        base: &Snapshot,
        place: &RootedPath,
        now: &mut Option<WorkingText>,
        outcome: &mut Outcome,
    ) -> Result<WorkingText, Reason> {
        let onto = &self.onto;
        let stale = Reason::Stale {
            expected: base.fingerprint().to_string(),
            found: Some(onto.fingerprint()),
        };
        let Some(working) = now else {
            return Err(stale);
        };
        let made = working.text()?.clone();
        let since = Followed::new(base, onto);
        if !self.keeps_found_text(&since, outcome) {
            return Err(stale);
        }
        let rebased = self.rebased_changes(base, &made, place, outcome)?;
        let text = Snapshot::of_text(rebased.changes.apply(onto.bytes()).map_err(|_| stale)?);
        self.refuse_left_over(&made, &text)?;
        self.move_outcome(
            base,
            &since,
            &Followed::new(&made, &text),
            &rebased,
            outcome,
        );
        working.rebased(onto.clone(), rebased.changes, outcome.hunks.clone())
    }

    /// True if the current text still has what steps found in the earlier text and therefore did not change. `since`
    /// maps the earlier to the current text.
    fn keeps_found_text(&self, since: &Followed<'_>, outcome: &Outcome) -> bool {
        for &step in &self.idle_steps {
            let sites = outcome.sites.iter().filter(|site| site.step == step);
            let lines: Vec<LineRange> = sites.map(|site| site.lines).collect();
            // Without a site, the text that the step needs is unknown.
            if lines.is_empty() || !lines.iter().all(|lines| since.keeps(*lines)) {
                return false;
            }
        }
        for hunk in &outcome.hunks {
            if let (HunkStatus::Already, Some(lines)) = (hunk.status, hunk.lines)
                && !since.keeps(lines)
            {
                return false;
            }
        }
        true
    }

    /// The steps, which changed `base` to `made`, as changes of the current text.
    fn rebased_changes(
        &self,
        base: &Snapshot,
        made: &Snapshot,
        place: &RootedPath,
        outcome: &Outcome,
    ) -> Result<RebasedChanges, Reason> {
        let way = MergeWay::of_rebase(place.shown(), self.on_stale, &self.onto);
        let reason = match rebase(base, made, &self.onto, way) {
            Ok((changes, settled)) => {
                return Ok(RebasedChanges {
                    settled,
                    ..RebasedChanges::new(changes)
                });
            }
            Err(reason) => reason,
        };
        if let Some(changes) = rebase_relaid(base, made, &self.onto, place.shown()) {
            return Ok(RebasedChanges {
                tier: Tier::Layout,
                ..RebasedChanges::new(changes)
            });
        }
        let (changes, lines) = self.follow_anchored(base, outcome).ok_or(reason)?;
        Ok(RebasedChanges {
            followed: Some(lines),
            ..RebasedChanges::new(changes)
        })
    }

    /// Moves the locations in `outcome` to the current text. `since` maps `base` to it, and `in_result` follows lines to
    /// the result.
    fn move_outcome(
        &self,
        base: &Snapshot,
        since: &Followed,
        in_result: &Followed,
        rebased: &RebasedChanges,
        outcome: &mut Outcome,
    ) {
        let onto = &self.onto;
        for hunk in &mut outcome.hunks {
            move_hunk(hunk, since, in_result);
        }
        let mut sites = Vec::with_capacity(outcome.sites.len());
        for site in outcome.sites.iter() {
            sites.push(DraftSite {
                tier: site.tier.less_exact(rebased.tier),
                ..move_site(site, since, rebased.followed, onto)
            });
        }
        outcome.sites = sites.into();
        for moved in &mut outcome.moved {
            moved.to = rebased.followed.unwrap_or_else(|| since.lines(moved.to));
            outcome.has_lost_anchors |= !is_unchanged(moved, base, onto);
        }
        for region in &mut outcome.settled {
            region.lines = since.lines(region.lines);
        }
        outcome.settled.extend_from_slice(&rebased.settled);
        outcome.is_given_whole = false;
        outcome.skips_encoding_check = false;
        outcome.rebased = Some(Rebased {
            from: base.fingerprint(),
            onto: onto.fingerprint(),
        });
    }

    /// Refuses a result with more occurrences of a text that was replaced everywhere than the steps left.
    fn refuse_left_over(&self, made: &Snapshot, text: &Snapshot) -> Result<(), Reason> {
        for action in &self.replaced_all {
            let expected = count_sites(&action.find, made);
            let found = count_sites(&action.find, text);
            if found > expected {
                return Err(Reason::CountMismatch {
                    wanted: action.find.old.clone(),
                    expected: ExpectedCount::Exactly(expected),
                    found,
                    candidates: Vec::new(),
                });
            }
        }
        Ok(())
    }

    /// The changes and their location, if the only step replaces anchored lines that occur once in both texts.
    fn follow_anchored(
        &self,
        base: &Snapshot,
        outcome: &Outcome,
    ) -> Option<(ChangeSet, LineRange)> {
        let ([moved], Some(text)) = (&outcome.moved[..], &self.anchored) else {
            return None;
        };
        if outcome.sites.len() != 1 {
            return None;
        }
        let to = follow_from(moved.from, base.bytes(), self.onto.bytes())?;
        let placed = lines(to.into(), RangeAnchors::default(), text, &self.onto).ok()?;
        Some((placed.resolution.changes, to))
    }
}

/// Moves the lines of `hunk` from the earlier to the current text, and the lines of its new side to the result.
fn move_hunk(hunk: &mut PlacedHunk, since: &Followed, in_result: &Followed) {
    let lines = hunk.lines.map(|lines| since.lines(lines));
    if let (Some(offset), Some(now), Some(then)) = (&mut hunk.offset, lines, hunk.lines) {
        *offset += now.first().number() as i64 - then.first().number() as i64;
    }
    hunk.lines = lines;
    hunk.runner_up = hunk.runner_up.map(|lines| since.lines(lines));
    hunk.new_lines = hunk.new_lines.map(|lines| in_result.lines(lines));
}

/// Moves `site` to the current text `onto`. `followed` is its location if its anchored lines were found again.
fn move_site(
    site: DraftSite,
    since: &Followed,
    followed: Option<LineRange>,
    onto: &Snapshot,
) -> DraftSite {
    let place = match (site.place, followed.and_then(|to| onto.span_of(to))) {
        (SitePlace::InOriginal(_), Some(span)) => SitePlace::InOriginal(span),
        (SitePlace::InOriginal(span), None) => SitePlace::InOriginal(since.span(span)),
        (place, _) => place,
    };
    DraftSite {
        lines: followed.unwrap_or_else(|| since.lines(site.lines)),
        place,
        ..site
    }
}

/// True if the moved lines are equal in both texts. Ignores line endings.
fn is_unchanged(moved: &MovedLines, base: &Snapshot, onto: &Snapshot) -> bool {
    let (Some(from), Some(to)) = (base.span_of(moved.from), onto.span_of(moved.to)) else {
        return false;
    };
    let from = text::lines(&base.bytes()[from.range()]).map(LineEnding::strip);
    let to = text::lines(&onto.bytes()[to.range()]).map(LineEnding::strip);
    from.eq(to)
}
