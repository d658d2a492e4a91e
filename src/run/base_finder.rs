//! Finds the base of edits that were made for an earlier text of their file, so that they can be resolved against it.
//!
//! The refusal of the first attempt identifies the base: the text with the expected hash, the text with the
//! anchored lines, or the last text that the task has read or written. After a conflict, the base is the text before
//! the other task's write. If several texts are possible, all of them must give the same result.

use std::path::Path;

use super::history::earlier_texts::{
    SeenText, earlier_texts, last_known_text, seen_texts, text_before,
};
use super::steps::line_numbers::{asked_lines, has_line_numbers};
use super::steps::resolver::ResolvedSteps;
use super::world::World;
use crate::change::LineChange;
use crate::disk::Disk;
use crate::refusal::{Reason, Refusal};
use crate::request::{
    Action, AskedLines, ExpectedHash, Lines, LinesAt, OnConflict, OnStale, Request, Step, Terms,
};
use crate::resolve::draft::Bases;
use crate::resolve::{changed_since, is_renumbered};
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::text::{LineHashes, LineRange};

/// The number of earlier texts to try for one edit if only its anchors identify the base.
const MAX_TRIED: usize = 16;

/// The known bases of a request.
#[derive(Clone, Debug, Default)]
pub struct KnownBases {
    pub texts: Bases,
    /// The files that are merged with the writes of other tasks, and the first merged entry.
    pub merged: Vec<(RootedPath, u64)>,
}

impl KnownBases {
    /// `refusals` without the conflicts with tasks whose writes are merged.
    pub fn without_merged(&self, refusals: Vec<Refusal>) -> Vec<Refusal> {
        let mut others = Vec::new();
        for mut refusal in refusals {
            let path = refusal.path.clone();
            if let Reason::Conflict(conflicts) = &mut refusal.reason {
                conflicts.retain(|conflict| !self.is_merged(path.as_deref(), conflict.entry));
                if conflicts.is_empty() {
                    continue;
                }
            }
            others.push(refusal);
        }
        others
    }

    /// True if the journal entry `entry` is merged into the file at `path`.
    fn is_merged(&self, path: Option<&Path>, entry: u64) -> bool {
        self.merged
            .iter()
            .any(|(place, first)| Some(place.shown()) == path && entry >= *first)
    }

    /// Adds the first text of each file whose lines `steps` address by number, if the terms allow it. The files have
    /// changed since.
    pub fn with_numbered_files(&self, steps: &ResolvedSteps, terms: &Terms) -> Self {
        let mut known = self.clone();
        if terms.on_stale != OnStale::Refuse {
            for file in &steps.files {
                let place = &file.text.place;
                if let Some(text) = &file.text.before
                    && steps.numbered_files.contains(place)
                {
                    let base = text.original().clone();
                    known.texts.entry(place.clone()).or_insert(base);
                }
            }
        }
        known
    }
}

/// The kinds of changes that may be merged with the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeTerms {
    /// Changes to a file since the text that the edit was made for (`--on-stale rebase`, `merge`).
    pub later: bool,
    /// Changes by other tasks (`--on-conflict merge`).
    pub others: bool,
}

impl MergeTerms {
    pub fn new(terms: &Terms) -> Self {
        Self {
            later: terms.on_stale != OnStale::Refuse,
            others: terms.on_conflict == OnConflict::Merge,
        }
    }

    /// The terms that would avoid `refusals`; `None` if they equal these terms.
    pub fn needed(self, refusals: &[Refusal]) -> Option<Self> {
        let mut needed = self;
        for refusal in refusals {
            needed.later |= is_about_earlier_text(&refusal.reason);
            needed.others |= matches!(refusal.reason, Reason::Conflict(_));
        }
        if needed == self {
            return None;
        }
        Some(needed)
    }
}

/// True if `reason` says that the edit was made for an earlier text.
pub fn is_about_earlier_text(reason: &Reason) -> bool {
    match reason {
        Reason::Stale { found, .. } => found.is_some(),
        _ => is_anchored(reason),
    }
}

/// True if `reason` says that lines or a site have changed.
fn is_anchored(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::LinesChanged { .. } | Reason::SiteGone { .. }
    )
}

/// True if `request` addresses lines only by anchors, and every refusal says that these lines have changed or moved.
/// The request then follows the lines.
pub fn follows_anchors(request: &Request, refusals: &[Refusal]) -> bool {
    for refusal in refusals {
        if !matches!(refusal.reason, Reason::LinesChanged { .. }) {
            return false;
        }
    }
    for step in &request.steps {
        let has_number = has_line_numbers(&step.action) && !is_anchored_step(step);
        if has_number || step.expect_hash.is_some() {
            return false;
        }
    }
    true
}

/// True if `step` addresses lines by numbers with anchors.
fn is_anchored_step(step: &Step) -> bool {
    matches!(
        &step.action,
        Action::Lines(Lines { at: LinesAt::Numbers(_, anchors), .. }) if anchors.first.is_some()
    )
}

/// True if `refusal` says why the edit cannot be applied to the current text.
pub fn tells_why_not(refusal: &Refusal) -> bool {
    matches!(
        refusal.reason,
        Reason::NotRebased { .. } | Reason::CountMismatch { .. }
    )
}

/// Sets `would_merge` in each refusal that is about another change.
pub fn set_would_merge(refusals: &mut [Refusal], would_merge: bool) {
    for refusal in refusals {
        let is_about_change =
            is_about_earlier_text(&refusal.reason) || matches!(refusal.reason, Reason::Conflict(_));
        refusal.would_merge = would_merge && is_about_change;
    }
}

/// Possible bases of an edit.
pub struct BaseCandidates {
    pub place: RootedPath,
    pub texts: Vec<Snapshot>,
}

/// Finds the bases of a request.
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

    /// Adds to `known` the texts in which the task counted lines: line numbers refer to the text that was read.
    /// Unless the terms allow a merge, the lines must have the same numbers in the current text.
    ///
    /// # Errors
    /// `stale` if the numbers differ, or if the file has changed and its earlier text is unknown.
    pub fn with_numbered_texts(
        &self,
        mut known: KnownBases,
        disk: &mut Disk,
    ) -> Result<KnownBases, Refusal> {
        let Some(task) = self.request.terms.task.as_deref() else {
            return Ok(known);
        };
        let may_merge = self.terms.later || self.terms.others;
        for step in &self.request.steps {
            if step.expect_hash.is_some() || step.below.is_some() {
                continue;
            }
            let Some(lines) = asked_lines(&step.action) else {
                continue;
            };
            // Resolving the edit reports that the file cannot be read.
            let Some((place, now)) = self.read(&step.path, disk) else {
                continue;
            };
            let Some(known_text) = self.numbered_text(task, lines, &place, &now, disk) else {
                continue;
            };
            if known_text == now.fingerprint() || known.texts.contains_key(&place) {
                continue;
            }
            // The anchors show whether the numbers are valid in the current text.
            if !may_merge && is_anchored_step(step) {
                continue;
            }
            match self.text_with(known_text, &place, &now, disk) {
                Some(base) if may_merge => {
                    known.texts.insert(place, base);
                }
                Some(base) if !self.is_renumbered(lines, &base, &now) => {}
                _ => {
                    let reason = Reason::Stale {
                        expected: known_text.to_string(),
                        found: Some(now.fingerprint()),
                    };
                    return Err(reason.at(place.shown()));
                }
            }
        }
        Ok(known)
    }

    /// The newest content that `task` read or wrote. If it saw `lines` only in an earlier content, and they had other
    /// numbers there, that content.
    fn numbered_text(
        &self,
        task: &str,
        lines: AskedLines,
        place: &RootedPath,
        now: &Snapshot,
        disk: &Disk,
    ) -> Option<Fingerprint> {
        let seen_texts = seen_texts(task, place, disk, self.world).ok()?;
        let newest = seen_texts.first()?.text;
        let text_of = |fingerprint: Fingerprint| {
            if fingerprint == now.fingerprint() {
                return Some(now.clone());
            }
            self.text_with(fingerprint, place, now, disk)
        };
        for seen in &seen_texts {
            if seen.text == newest && seen.parts.is_none() {
                return Some(newest);
            }
            let Some(text) = text_of(seen.text) else {
                continue;
            };
            if !self.shows(seen, lines, &text) {
                continue;
            }
            let newest_text = text_of(newest)?;
            if self.is_renumbered(lines, &text, &newest_text) {
                return Some(seen.text);
            }
            return Some(newest);
        }
        Some(newest)
    }

    /// True if `seen` contains `lines`. `text` is its content.
    fn shows(&self, seen: &SeenText, lines: AskedLines, text: &Snapshot) -> bool {
        let Some(parts) = &seen.parts else {
            return true;
        };
        let text = text.clone().decoded(self.request.terms.encoding);
        let Ok(lines) = lines.all_in_text(text.line_count()) else {
            return false;
        };
        parts.iter().any(|part| {
            let part = text.lines_of(text.text_span(*part));
            part.first() <= lines.first() && lines.last() <= part.last()
        })
    }

    /// True if `lines` of `base` have other numbers in `now`. Decodes both with the encoding of the request.
    fn is_renumbered(&self, lines: AskedLines, base: &Snapshot, now: &Snapshot) -> bool {
        let encoding = self.request.terms.encoding;
        let [base, now] = [base, now].map(|text| text.clone().decoded(encoding));
        is_renumbered(lines, &base, &now)
    }

    /// Adds to `known` the bases that `refusals` identify; `None` if there are no more.
    pub fn with_bases_of(
        &self,
        refusals: &[Refusal],
        known: &KnownBases,
        disk: &mut Disk,
    ) -> Option<KnownBases> {
        let mut more = known.clone();
        let mut has_more = false;
        for refusal in refusals {
            has_more |= self.add_base(refusal, &mut more, disk).is_some();
        }
        if has_more { Some(more) } else { None }
    }

    /// Adds to `known` the base that `refusal` identifies; `None` if there is none or it is already known.
    fn add_base(&self, refusal: &Refusal, known: &mut KnownBases, disk: &mut Disk) -> Option<()> {
        let (place, now) = self.read(refusal.path.as_deref()?, disk)?;
        let task = self.request.terms.task.as_deref();
        let base = match &refusal.reason {
            Reason::Conflict(conflicts) if self.terms.others => {
                let first = conflicts.iter().map(|conflict| conflict.entry).min()?;
                let base = self.text_before_entry(first, &place, &now, disk)?;
                for (merged, from) in &known.merged {
                    if *merged == place && *from <= first {
                        return None;
                    }
                }
                known.merged.push((place.clone(), first));
                base
            }
            _ if !self.terms.later || known.texts.contains_key(&place) => return None,
            Reason::Stale {
                expected,
                found: Some(_),
            } => {
                let hash = ExpectedHash::parse(expected)?;
                earlier_texts(&place, &now, disk, self.world)
                    .find(|base| hash.matches(base.original().bytes(), || base.fingerprint()))?
            }
            Reason::NotFound { .. }
            | Reason::Ambiguous { .. }
            | Reason::CountMismatch { .. }
            | Reason::HunkFailed { .. } => {
                let text = last_known_text(task?, &place, disk, self.world)?;
                self.text_with(text, &place, &now, disk)?
            }
            _ => return None,
        };
        known.texts.insert(place, base);
        Some(())
    }

    /// The text before journal entry `entry`; `None` if steps address other lines by number than those of that text.
    fn text_before_entry(
        &self,
        entry: u64,
        place: &RootedPath,
        now: &Snapshot,
        disk: &Disk,
    ) -> Option<Snapshot> {
        let task = self.request.terms.task.as_deref();
        let text = text_before(entry, place, disk, self.world)?;
        let known_text = last_known_text(task?, place, disk, self.world);
        if self.has_numbered_lines(place) && known_text != Some(text) {
            return None;
        }
        self.text_with(text, place, now, disk)
    }

    /// The earlier texts that may contain the changed lines or sites of `refusals`; `None` if no refusal is about
    /// such lines.
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
        let last = task.and_then(|task| last_known_text(task, &place, disk, self.world));
        let mut texts: Vec<Snapshot> = Vec::new();
        for text in earlier_texts(&place, &now, disk, self.world) {
            if !self.has_line(&text, &refusal.reason) {
                continue;
            }
            if texts.len() == MAX_TRIED {
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

    /// True if `base` contains the line that `reason` reports as changed.
    fn has_line(&self, base: &Snapshot, reason: &Reason) -> bool {
        let Reason::LinesChanged {
            lines,
            hashes: Some((expected, _)),
            ..
        } = reason
        else {
            return true;
        };
        let text = base.clone().decoded(self.request.terms.encoding);
        LineHashes::new(text.bytes()).at(lines.first()) == Some(*expected)
    }

    /// Adds the changes of anchored lines to `refusals`, if an earlier text has these lines.
    pub fn with_line_changes(&self, mut refusals: Vec<Refusal>, disk: &mut Disk) -> Vec<Refusal> {
        for refusal in &mut refusals {
            let found = self.line_changes(refusal, disk);
            if let (Some(found), Reason::LinesChanged { since, .. }) = (found, &mut refusal.reason)
            {
                *since = found;
            }
        }
        refusals
    }

    fn line_changes(&self, refusal: &Refusal, disk: &mut Disk) -> Option<Vec<LineChange>> {
        let path = refusal.path.as_deref()?;
        let mut asked = Vec::new();
        for step in &self.request.steps {
            if let Action::Lines(Lines {
                at: LinesAt::Numbers(AskedLines::Numbers(lines), anchors),
                ..
            }) = step.action
                && step.path == path
                && is_about_lines(&refusal.reason, lines)
            {
                asked.push((lines, anchors));
            }
        }
        let [(lines, anchors)] = asked[..] else {
            return None;
        };
        let (place, now) = self.read(path, disk)?;
        let encoding = self.request.terms.encoding;
        let shown = now.clone().decoded(encoding);
        earlier_texts(&place, &now, disk, self.world)
            .take(MAX_TRIED)
            .find_map(|then| changed_since(lines, anchors, &then.decoded(encoding), &shown))
    }

    /// The place and content of the file at `path`; `None` if it cannot be read.
    fn read(&self, path: &Path, disk: &mut Disk) -> Option<(RootedPath, Snapshot)> {
        let place = disk.locate(path).ok()?;
        let terms = &self.request.terms;
        let now = disk.read(&place, terms.limits.max_size).ok()??;
        Some((place, now))
    }

    /// The earlier text of the file at `place` with this `fingerprint`.
    fn text_with(
        &self,
        fingerprint: Fingerprint,
        place: &RootedPath,
        now: &Snapshot,
        disk: &Disk,
    ) -> Option<Snapshot> {
        earlier_texts(place, now, disk, self.world).find(|base| base.fingerprint() == fingerprint)
    }

    /// True if a step addresses lines of the file at `place` by number.
    fn has_numbered_lines(&self, place: &RootedPath) -> bool {
        self.request
            .steps
            .iter()
            .any(|step| step.path == place.shown() && has_line_numbers(&step.action))
    }
}

/// True if `reason` says that one of `lines` has changed.
fn is_about_lines(reason: &Reason, lines: LineRange) -> bool {
    match reason {
        Reason::LinesChanged {
            lines: changed,
            hashes: Some(_),
            ..
        } => lines.first() <= changed.first() && changed.last() <= lines.last(),
        Reason::LinesChanged { lines: changed, .. } => *changed == lines,
        _ => false,
    }
}
