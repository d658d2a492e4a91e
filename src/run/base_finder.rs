//! Edits that were made against an earlier text of their file: the text is found, and they are resolved once more
//! against it.
//!
//! What a first attempt is refused for says which text that is: the one with the hash that was expected, the one whose
//! lines have the anchors, the one that the task knew last, the one before another task wrote. Where several texts
//! would do, all of them must lead to the same result.

use std::path::Path;

use super::history::earlier_texts::{earlier_texts, known_to, text_before};
use super::steps::line_numbers::{is_by_line, lines_of};
use super::steps::resolver::ResolvedSteps;
use super::world::World;
use crate::change::LineChange;
use crate::disk::Disk;
use crate::refusal::{Reason, Refusal};
use crate::request::{
    Action, AskedLines, ExpectedHash, Lines, LinesAt, OnConflict, OnStale, Request, Step, Terms,
};
use crate::resolve::draft::{Bases, ResolvedFile};
use crate::resolve::{changed_since, is_renumbered};
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::LineHashes;

/// Earlier texts that are tried for one edit, where nothing but its anchors says which was meant.
const TRIED: usize = 16;

/// What is known of the texts that a request was made against.
#[derive(Clone, Debug, Default)]
pub struct KnownBases {
    /// The texts, by file.
    pub texts: Bases,
    /// The files that are merged with what other tasks wrote, and the first entry that is.
    pub merged: Vec<(RootedPath, u64)>,
}

impl KnownBases {
    /// `refusals` without the conflicts with other tasks whose writes are merged with what is asked.
    pub fn without_merged(&self, refusals: Vec<Refusal>) -> Vec<Refusal> {
        let is_merged = |path: Option<&Path>, entry: u64| {
            let mut merged = self.merged.iter();
            merged.any(|(place, first)| Some(place.shown()) == path && entry >= *first)
        };
        let left = |mut refusal: Refusal| {
            let path = refusal.path.clone();
            if let Reason::Conflict { conflicts } = &mut refusal.reason {
                conflicts.retain(|conflict| !is_merged(path.as_deref(), conflict.entry));
                if conflicts.is_empty() {
                    return None;
                }
            }
            Some(refusal)
        };
        refusals.into_iter().filter_map(left).collect()
    }

    /// These, and under terms that say so the texts in which `steps` counted lines when they were first resolved: files
    /// have changed since.
    pub fn with_counted(&self, steps: &ResolvedSteps, terms: &Terms) -> Self {
        let mut known = self.clone();
        if terms.on_stale != OnStale::Refuse {
            let is_counted = |file: &&ResolvedFile| steps.counted.contains(&file.transition.place);
            for file in steps.files.iter().filter(is_counted) {
                if let Some(text) = &file.transition.before {
                    let (place, text) = (file.transition.place.clone(), text.original().clone());
                    known.texts.entry(place).or_insert(text);
                }
            }
        }
        known
    }
}

/// What may be merged with what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeTerms {
    /// What became of a file since its text was as the edit expects it (`--on-stale rebase`, `merge`).
    pub later: bool,
    /// What other tasks wrote (`--on-conflict merge`).
    pub others: bool,
}

impl MergeTerms {
    /// Those of `terms`.
    pub fn of(terms: &Terms) -> Self {
        Self {
            later: terms.on_stale != OnStale::Refuse,
            others: terms.on_conflict == OnConflict::Merge,
        }
    }

    /// Those that would have to be asked for to get past `refusals`; `None` where none would do.
    pub fn needed(self, refusals: &[Refusal]) -> Option<Self> {
        let is_stale = |refusal: &Refusal| is_about_earlier(&refusal.reason);
        let is_conflict = |refusal: &Refusal| matches!(refusal.reason, Reason::Conflict { .. });
        let needed = Self {
            later: self.later || refusals.iter().any(is_stale),
            others: self.others || refusals.iter().any(is_conflict),
        };
        (needed != self).then_some(needed)
    }
}

/// Whether `reason` says that the edit is about an earlier text.
pub fn is_about_earlier(reason: &Reason) -> bool {
    match reason {
        Reason::Stale { found, .. } => found.is_some(),
        _ => is_anchored(reason),
    }
}

/// Whether `reason` says that a part of the text is another one.
fn is_anchored(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::LineChanged { .. } | Reason::LinesChanged { .. } | Reason::SiteGone { .. }
    )
}

/// Whether `request` says by anchors alone on which lines it works, and nothing is against it but that these have another
/// text or place by now: then it follows them.
pub fn follows_anchors(request: &Request, refusals: &[Refusal]) -> bool {
    let is_moved = |refusal: &Refusal| {
        matches!(
            refusal.reason,
            Reason::LineChanged { .. } | Reason::LinesChanged { .. }
        )
    };
    let is_anchored = |step: &Step| is_anchored_step(step) || !is_by_line(&step.action);
    let mut steps = request.steps.iter();
    refusals.iter().all(is_moved)
        && steps.all(|step| step.expect_hash.is_none() && is_anchored(step))
}

/// Whether `step` names lines by numbers that have anchors.
fn is_anchored_step(step: &Step) -> bool {
    matches!(
        &step.action,
        Action::Lines(Lines { at: LinesAt::Numbers(_, anchors), .. }) if anchors.first.is_some()
    )
}

/// Whether `refusal` says why the edit cannot be put onto the text that there is.
pub fn tells_why_not(refusal: &Refusal) -> bool {
    matches!(
        refusal.reason,
        Reason::NotRebased { .. } | Reason::CountMismatch { .. }
    )
}

/// `refusals`, with a word on whether they would merge with what was asked.
pub fn told(refusals: Vec<Refusal>, would_merge: bool) -> Vec<Refusal> {
    let told = |refusal: Refusal| {
        let is_of_kind =
            is_about_earlier(&refusal.reason) || matches!(refusal.reason, Reason::Conflict { .. });
        Refusal {
            would_merge: would_merge && is_of_kind,
            ..refusal
        }
    };
    refusals.into_iter().map(told).collect()
}

/// Texts of one file, of which nobody knows which was meant.
pub struct BaseCandidates {
    place: RootedPath,
    texts: Vec<Snapshot>,
}

impl BaseCandidates {
    /// The first outcome of `attempt` with one of the texts, if all that it makes something of lead to the same text.
    pub fn agreed<T>(
        self,
        known: &KnownBases,
        mut attempt: impl FnMut(KnownBases) -> Option<T>,
        steps: impl Fn(&T) -> &ResolvedSteps,
    ) -> Option<T> {
        let mut agreed: Option<T> = None;
        for text in self.texts {
            let mut known = known.clone();
            known.texts.insert(self.place.clone(), text);
            let Some(found) = attempt(known) else {
                continue;
            };
            let result = |one: &T| text_after(steps(one), &self.place);
            if agreed
                .as_ref()
                .is_some_and(|agreed| result(agreed) != result(&found))
            {
                return None;
            }
            agreed.get_or_insert(found);
        }
        agreed
    }
}

/// The text that `steps` make of the file at `place`.
fn text_after(steps: &ResolvedSteps, place: &RootedPath) -> Option<Vec<u8>> {
    let mut files = steps.files.iter().map(|file| &file.transition);
    let file = files.find(|file| file.place == *place)?;
    file.after.as_ref()?.text().ok()
}

/// Finds the texts that one request was made against.
pub struct BaseFinder<'w> {
    request: &'w Request,
    terms: MergeTerms,
    world: &'w World,
}

impl<'w> BaseFinder<'w> {
    pub fn new(request: &'w Request, terms: MergeTerms, world: &'w World) -> Self {
        Self {
            request,
            terms,
            world,
        }
    }

    /// `known` with the texts in which the task of the request counted lines: a number means the text that was read.
    /// Where the terms do not say that the lines are followed, they must have the same numbers in the text there is.
    ///
    /// # Errors
    /// `stale` where they have not, or where a file has another text by now and that one is not known.
    pub fn counted(&self, mut known: KnownBases, disk: &mut Disk) -> Result<KnownBases, Refusal> {
        let Some(task) = self.request.terms.task.as_deref() else {
            return Ok(known);
        };
        let follows = self.terms.later || self.terms.others;
        let counting = self.request.steps.iter().filter_map(|step| {
            let is_open = step.expect_hash.is_none() && step.below.is_none();
            Some((step, lines_of(&step.action).filter(|_| is_open)?))
        });
        for (step, lines) in counting {
            // What cannot be read is refused where it is edited.
            let Some((place, now)) = self.read(&step.path, disk) else {
                continue;
            };
            let Some(known_text) = known_to(task, &place, disk, self.world) else {
                continue;
            };
            if known_text.text == now.fingerprint() || known.texts.contains_key(&place) {
                continue;
            }
            // What others did not write, and what has anchors, is not asked for its earlier text.
            if !follows && (!known_text.is_written_since || is_anchored_step(step)) {
                continue;
            }
            let is_base = |base: &Snapshot| base.fingerprint() == known_text.text;
            let base = self.text(&place, &now, disk, is_base);
            match base {
                Some(base) if follows => drop(known.texts.insert(place, base)),
                Some(base) if !self.is_renumbered(lines, &base, &now) => {}
                _ => {
                    let reason = Reason::Stale {
                        expected: known_text.text.to_string(),
                        found: Some(now.fingerprint()),
                    };
                    return Err(Refusal::new(reason).at(place.shown()));
                }
            }
        }
        Ok(known)
    }

    /// Whether `asked`, counted in the text `then`, are other lines `now`, both read as the request says.
    fn is_renumbered(&self, asked: AskedLines, then: &Snapshot, now: &Snapshot) -> bool {
        let encoding = self.request.terms.encoding;
        let [then, now] = [then, now].map(|text| text.clone().decoded(encoding));
        is_renumbered(asked, &then, &now)
    }

    /// `known` with the texts that what was refused is about; `None` where nothing more is known.
    pub fn learnt(
        &self,
        refusals: &[Refusal],
        known: &KnownBases,
        disk: &mut Disk,
    ) -> Option<KnownBases> {
        let mut more = known.clone();
        let mut is_more = false;
        for refusal in refusals {
            is_more |= self.learn(refusal, &mut more, disk).is_some();
        }
        is_more.then_some(more)
    }

    fn learn(&self, refusal: &Refusal, known: &mut KnownBases, disk: &mut Disk) -> Option<()> {
        let (place, now) = self.read(refusal.path.as_deref()?, disk)?;
        let task = self.request.terms.task.as_deref();
        let base = match &refusal.reason {
            Reason::Conflict { conflicts } if self.terms.others => {
                let first = conflicts.iter().map(|conflict| conflict.entry).min()?;
                let text = text_before(first, &place, disk, self.world)?;
                let known_text = known_to(task?, &place, disk, self.world);
                if self.counts(&place) && known_text.is_none_or(|known| known.text != text) {
                    return None;
                }
                let base = self.text(&place, &now, disk, |base| base.fingerprint() == text)?;
                let older = |(merged, from): &(RootedPath, u64)| *merged == place && *from <= first;
                if known.merged.iter().any(older) {
                    return None;
                }
                known.merged.push((place.clone(), first));
                known.texts.insert(place, base);
                return Some(());
            }
            _ if !self.terms.later || known.texts.contains_key(&place) => return None,
            Reason::Stale {
                expected,
                found: Some(_),
            } => {
                let hash = ExpectedHash::parse(expected)?;
                let is_expected =
                    |base: &Snapshot| hash.matches(base.original().bytes(), || base.fingerprint());
                self.text(&place, &now, disk, is_expected)?
            }
            Reason::NotFound { .. }
            | Reason::Ambiguous { .. }
            | Reason::CountMismatch { .. }
            | Reason::HunkFailed { .. } => {
                let text = known_to(task?, &place, disk, self.world)?.text;
                self.text(&place, &now, disk, |base| base.fingerprint() == text)?
            }
            _ => return None,
        };
        known.texts.insert(place, base);
        Some(())
    }

    /// The texts that the file may have had whose lines or places `refusals` miss; `None` where they miss nothing of
    /// the kind.
    pub fn candidates(
        &self,
        refusals: &[Refusal],
        known: &KnownBases,
        disk: &mut Disk,
    ) -> Option<BaseCandidates> {
        let refusal = refusals
            .iter()
            .find(|refusal| is_anchored(&refusal.reason))?;
        let (place, now) = self.read(refusal.path.as_deref()?, disk)?;
        if !self.terms.later || known.texts.contains_key(&place) {
            return None;
        }
        let task = self.request.terms.task.as_deref();
        let last = task.and_then(|task| Some(known_to(task, &place, disk, self.world)?.text));
        let has_line = |base: &Snapshot| match &refusal.reason {
            Reason::LineChanged { line, expected, .. } => {
                LineHashes::of(base.clone().decoded(self.request.terms.encoding).bytes()).at(*line)
                    == Some(*expected)
            }
            _ => true,
        };
        let mut texts: Vec<Snapshot> = Vec::new();
        for text in earlier_texts(&place, &now, disk, self.world).filter(has_line) {
            if texts.len() == TRIED {
                break;
            }
            if Some(text.fingerprint()) == last {
                texts = vec![text];
                break;
            }
            texts.push(text);
        }
        Some(BaseCandidates { place, texts })
    }

    /// `refusals`, those of lines that are not what their anchors say with what became of them, where an earlier text of
    /// the file has such lines.
    pub fn with_since(&self, mut refusals: Vec<Refusal>, disk: &mut Disk) -> Vec<Refusal> {
        for refusal in &mut refusals {
            let found = self.since(refusal, disk);
            if let (
                Some(found),
                Reason::LineChanged { since, .. } | Reason::LinesChanged { since, .. },
            ) = (found, &mut refusal.reason)
            {
                *since = found;
            }
        }
        refusals
    }

    fn since(&self, refusal: &Refusal, disk: &mut Disk) -> Option<Vec<LineChange>> {
        let path = refusal.path.as_deref()?;
        let mut asked = self.request.steps.iter().filter_map(|step| {
            let Action::Lines(Lines {
                at: LinesAt::Numbers(AskedLines::Numbers(lines), anchors),
                ..
            }) = step.action
            else {
                return None;
            };
            let is_it = match &refusal.reason {
                Reason::LineChanged { line, .. } => lines.first() <= *line && *line <= lines.last(),
                Reason::LinesChanged { lines: changed, .. } => *changed == lines,
                _ => false,
            };
            (step.path == path && is_it).then_some((lines, anchors))
        });
        let (lines, anchors) = asked.next().filter(|_| asked.next().is_none())?;
        let (place, now) = self.read(path, disk)?;
        let encoding = self.request.terms.encoding;
        let shown = now.clone().decoded(encoding);
        earlier_texts(&place, &now, disk, self.world)
            .take(TRIED)
            .find_map(|then| changed_since(lines, anchors, &then.decoded(encoding), &shown))
    }

    /// The file at `path` and its text, if it can be read.
    fn read(&self, path: &Path, disk: &mut Disk) -> Option<(RootedPath, Snapshot)> {
        let place = disk.locate(path).ok()?;
        let terms = &self.request.terms;
        let now = disk.read(&place, terms.limits.max_size).ok()??;
        Some((place, now))
    }

    fn text(
        &self,
        place: &RootedPath,
        now: &Snapshot,
        disk: &Disk,
        is_wanted: impl Fn(&Snapshot) -> bool,
    ) -> Option<Snapshot> {
        earlier_texts(place, now, disk, self.world).find(is_wanted)
    }

    /// Whether a step counts in the lines of the file at `place`.
    fn counts(&self, place: &RootedPath) -> bool {
        let is_here = |step: &&Step| step.path == place.shown();
        let mut steps = self.request.steps.iter().filter(is_here);
        steps.any(|step| is_by_line(&step.action))
    }
}
