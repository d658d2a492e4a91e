//! All locations that the steps matched or addressed in a file. There may be many, so the exact matches of a single
//! step in the original text are stored as byte spans only.

use super::site::{DraftSite, SitePlace};
use crate::resolve::{ExactPlaces, Tier};

/// The locations, in the order of the steps.
#[derive(Clone, Debug, Default)]
pub struct FileSites(Vec<SiteGroup>);

#[derive(Clone, Debug)]
enum SiteGroup {
    /// Locations with individual data.
    Listed(Vec<DraftSite>),
    /// The exact matches of one step in the original text.
    Exact { step: usize, places: ExactPlaces },
}

impl FileSites {
    /// The number of locations.
    pub fn len(&self) -> usize {
        self.0.iter().map(SiteGroup::len).sum()
    }

    /// True if there are no locations.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|group| group.len() == 0)
    }

    /// Iterates over the locations. Counts lines on the way.
    pub fn iter(&self) -> impl Iterator<Item = DraftSite> + '_ {
        self.0.iter().flat_map(SiteGroup::sites)
    }

    /// The tiers of the matches. A tier may occur several times.
    pub fn tiers(&self) -> impl Iterator<Item = Tier> + '_ {
        self.step_tiers().into_iter().map(|(_, tier)| tier)
    }

    /// The steps with locations in this file. Consecutive locations of one step are one item with the least exact
    /// tier.
    pub fn steps(&self) -> Vec<(usize, Tier)> {
        let mut steps: Vec<(usize, Tier)> = Vec::new();
        for (step, tier) in self.step_tiers() {
            match steps.last_mut() {
                Some((last, last_tier)) if *last == step => *last_tier = last_tier.less_exact(tier),
                _ => steps.push((step, tier)),
            }
        }
        steps
    }

    /// The step and tier of each listed location, and of each group of exact matches.
    fn step_tiers(&self) -> Vec<(usize, Tier)> {
        let mut all = Vec::new();
        for group in &self.0 {
            match group {
                SiteGroup::Listed(sites) => {
                    all.extend(sites.iter().map(|site| (site.step, site.tier)));
                }
                SiteGroup::Exact { step, .. } => all.push((*step, Tier::Exact)),
            }
        }
        all
    }

    /// Renumbers the steps with `number`.
    pub fn number(&mut self, number: impl Fn(usize) -> usize) {
        for group in &mut self.0 {
            match group {
                SiteGroup::Listed(sites) => {
                    for site in sites {
                        site.step = number(site.step);
                        site.made_by = site.made_by.map(&number);
                    }
                }
                SiteGroup::Exact { step, .. } => *step = number(*step),
            }
        }
    }

    /// Adds the exact matches of step `step` in the original text.
    pub(super) fn push_exact(&mut self, step: usize, places: ExactPlaces) {
        if places.len() > 0 {
            self.0.push(SiteGroup::Exact { step, places });
        }
    }

    pub(super) fn push_listed(&mut self, more: Vec<DraftSite>) {
        if let Some(SiteGroup::Listed(sites)) = self.0.last_mut() {
            sites.extend(more);
        } else if !more.is_empty() {
            self.0.push(SiteGroup::Listed(more));
        }
    }

    pub(super) fn append(&mut self, more: Self) {
        for group in more.0 {
            match group {
                SiteGroup::Listed(sites) => self.push_listed(sites),
                exact @ SiteGroup::Exact { .. } => self.0.push(exact),
            }
        }
    }
}

impl From<Vec<DraftSite>> for FileSites {
    fn from(sites: Vec<DraftSite>) -> Self {
        let mut all = Self::default();
        all.push_listed(sites);
        all
    }
}

impl SiteGroup {
    fn len(&self) -> usize {
        match self {
            Self::Listed(sites) => sites.len(),
            Self::Exact { places, .. } => places.len(),
        }
    }

    fn sites(&self) -> Box<dyn Iterator<Item = DraftSite> + '_> {
        match self {
            Self::Listed(sites) => Box::new(sites.iter().cloned()),
            Self::Exact { step, places } => Box::new(places.sites().map(|site| DraftSite {
                step: *step,
                lines: site.lines,
                tier: site.tier,
                made_by: None,
                place: SitePlace::InOriginal(site.span),
            })),
        }
    }
}
