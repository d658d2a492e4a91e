//! Resolves the steps of a request in order. Each step sees the files on disk with the edits of the earlier steps. A
//! step that fails does not stop the others: the report lists every failure.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use bytes::Bytes;

use super::super::history::earlier_runs::{EarlierRuns, StepLookup};
use super::super::history::history_entry::{MadeBefore, StatedEdit};
use super::super::history::repeated::NewChanges;
use super::super::world::JournalContext;
use super::elsewhere::{self, Missed};
use super::expected::{check_hash, check_transaction_hash};
use super::files::{OpenedFiles, RequestFiles};
use super::line_numbers::{has_line_numbers, numbered_file};
use super::resolver::{AppliedRecords, ResolvedSteps, StepResolver, Unedited};
use super::selection::{self, FileStep};
use super::step_notices::step_notices;
use super::{diff, replay, screen, undo};
use crate::disk::{Phase, Watch};
use crate::guard::check_binary;
use crate::refusal::{Code, ExpectedCount, Fault, Reason, Refusal};
use crate::report::{Notice, PassedOver};
use crate::request::{Action, InsertAt, Move, PathOrigin, Pick, Repeat, Replace, Request, Step};
use crate::resolve::draft::{self, Bases, Draft, Drafts};
use crate::resolve::{Explain, Tier};
use crate::snapshot::RootedPath;

/// The least number of replacements in one file whose texts are searched together.
const MIN_SEARCHED_TOGETHER: usize = 64;

/// The most refusals with reasons. Reports show no more of them by default.
const MAX_EXPLAINED: usize = 100;

/// Resolves every step of `request`, and reports the progress to `watch`. The journal of `context` shows earlier edits.
/// `bases` are the earlier texts that the steps were made for.
pub fn resolve_steps<'r>(
    request: &'r Request,
    mut origin: RequestFiles<'r>,
    bases: Bases,
    watch: &Watch,
    context: Option<&'r JournalContext>,
) -> ResolvedSteps {
    let (file_steps, warnings) = match selection::file_steps(request, &mut origin, context) {
        Ok(selected) => selected,
        Err(refusal) => {
            return ResolvedSteps {
                refusals: vec![refusal],
                ..ResolvedSteps::default()
            };
        }
    };
    let mut resolver = StepResolver {
        outcome: ResolvedSteps {
            unedited: Unedited {
                warnings,
                ..Unedited::default()
            },
            ..ResolvedSteps::default()
        },
        files: OpenedFiles {
            drafts: Drafts::made_against(bases, request.terms.on_stale, request.terms.encoding),
            ..OpenedFiles::new(origin, &request.terms.limits)
        },
        earlier: EarlierRuns::new(&file_steps, &request.terms, context),
        applied: AppliedRecords::new(),
        request,
        searched_texts: searched_texts(&file_steps),
    };
    match request.undo_target() {
        Some(target) => {
            match undo::resolve(&mut resolver, target, request.terms.on_conflict, context) {
                Ok(()) => resolver.outcome.resolved.push(1),
                Err(refusal) => resolver.outcome.refusals.push(refusal),
            }
        }
        None => resolver.resolve_all(&file_steps, watch),
    }
    if resolver.outcome.refusals.is_empty() {
        resolver.outcome.refusals = resolver.files.drafts.rebase();
        if !resolver.outcome.refusals.is_empty() {
            resolver.outcome.resolved.clear();
        }
    }
    ResolvedSteps {
        files: resolver.files.drafts.resolved(),
        ..resolver.outcome
    }
}

/// The texts that many steps search for in one file, by the path of the file.
fn searched_texts(steps: &[FileStep<'_>]) -> HashMap<PathBuf, Vec<Bytes>> {
    let mut texts: HashMap<PathBuf, Vec<Bytes>> = HashMap::new();
    if steps.len() >= MIN_SEARCHED_TOGETHER {
        for step in steps {
            if let Some(text) = draft::looked_for(step.stated()) {
                let of_file = texts.entry(step.path().to_owned()).or_default();
                of_file.push(text.clone());
            }
        }
    }
    texts.retain(|_, texts| texts.len() >= MIN_SEARCHED_TOGETHER);
    texts
}

/// True if a selected file can be left out for this refusal.
fn is_miss(refusal: &Refusal) -> bool {
    let code = refusal.code();
    matches!(code, Code::NotFound | Code::AlreadyApplied | Code::NotAFile)
        || passed_over(refusal).is_some()
}

/// The reason to report that a selected file was left out; `None` if the report does not need it.
fn passed_over(refusal: &Refusal) -> Option<PassedOver> {
    match refusal.reason {
        Reason::Binary(_) => Some(PassedOver::Binary),
        Reason::Store(Fault::TooLarge { .. }) => Some(PassedOver::TooLarge),
        Reason::Store(Fault::Permission(_)) => Some(PassedOver::Unreadable),
        _ => None,
    }
}

impl StepResolver<'_> {
    /// Resolves `steps`, which are the steps of the request for each file.
    fn resolve_all(&mut self, steps: &[FileStep<'_>], watch: &Watch) {
        let request = self.request;
        let mut stated = request.steps.iter();
        if stated.any(|step| matches!(step.action, Action::Replay(_))) {
            match replay::already_applied(request, &mut self.files) {
                Ok(applied) => self.applied = applied,
                Err(refusal) => return self.outcome.refusals.push(refusal),
            }
        }
        let missed = self.resolve_each(steps, watch);
        self.outcome.resolved.dedup();
        if self.outcome.refusals.is_empty() {
            self.refuse_misses(steps, missed);
        }
        if self.outcome.refusals.is_empty() && request.steps.len() > 1 {
            self.refuse_repeated();
        }
        if !self.outcome.refusals.is_empty() {
            elsewhere::add_other_files(&mut self.outcome, &self.files, request);
            elsewhere::add_removing_edits(&mut self.outcome, &self.files, request, &self.earlier);
        }
        self.refuse_other_total();
    }

    /// Resolves each of `steps`. Returns those whose file was only selected and has no match.
    fn resolve_each(&mut self, steps: &[FileStep<'_>], watch: &Watch) -> Vec<Missed> {
        let mut missed = Vec::new();
        let screened = screen::lacking(&self.request.terms, steps, &self.files.origin, watch);
        let ahead = screen::readable_ahead(steps);
        for start in (0..steps.len()).step_by(ahead) {
            let end = steps.len().min(start + ahead);
            let loaded = self.load_ahead(&steps[start..end], &screened[start..end]);
            for (index, loaded) in (start..end).zip(loaded) {
                watch.tell(Phase::Finding, index, steps.len());
                missed.extend(if screened[index] {
                    Some(Missed::lacking(index))
                } else {
                    self.resolve_or_miss(index, &steps[index], loaded)
                });
            }
        }
        missed
    }

    /// Reads the selected files of `steps` in several threads, except the `screened` ones, which lack the text. Returns
    /// the places of the files that were read.
    fn load_ahead(&mut self, steps: &[FileStep<'_>], screened: &[bool]) -> Vec<Option<RootedPath>> {
        let mut paths = Vec::new();
        for (step, screened) in steps.iter().zip(screened) {
            let is_read = steps.len() > 1 && !screened && step.is_selected();
            paths.push(if is_read { Some(step.path()) } else { None });
        }
        self.files.load_ahead(&paths)
    }

    /// Resolves the step with the index `index` on its file, which was read ahead if `loaded` is its place. Returns the
    /// step if its file was only selected and has no match.
    fn resolve_or_miss(
        &mut self,
        index: usize,
        file_step: &FileStep<'_>,
        loaded: Option<RootedPath>,
    ) -> Option<Missed> {
        let (number, step) = (file_step.number, &*file_step.step());
        // A step with another name of the same file may have closed the file.
        let mut place = loaded.filter(|place| self.files.drafts.has(place));
        if let Action::Replace(action) = &step.action
            && step.path_origin == PathOrigin::Selected
        {
            if place.is_none() && step.repeat != Repeat::Accept {
                // Resolving the step reports a fault of the file.
                place = self.load_expected(step).ok();
            }
            if let Some(place) = &place
                && self.is_lacking(action, place)
            {
                return Some(Missed::lacking(index));
            }
        }
        let Err(refusals) = self.resolve_step(number, step, place) else {
            self.outcome.resolved.push(number);
            return None;
        };
        if step.path_origin == PathOrigin::Selected && refusals.iter().all(is_miss) {
            for why in refusals.iter().filter_map(passed_over) {
                self.outcome.unedited.pass_over(why, &step.path);
            }
            return Some(Missed {
                step_index: index,
                refusals: Some(refusals),
            });
        }
        for refusal in refusals {
            self.outcome.refusals.push(match self.request.steps.len() {
                1 => refusal,
                _ => refusal.of_edit(number),
            });
        }
        None
    }

    /// Refuses each edit whose text is in no selected file. Resolves some of its skipped steps to find the reason.
    fn refuse_misses(&mut self, steps: &[FileStep<'_>], missed: Vec<Missed>) {
        for (number, missed) in self.unmade_edits(steps, missed) {
            let count = missed.len();
            let mut misses = Vec::new();
            for missed in elsewhere::most_useful(missed) {
                misses.extend(match missed.refusals {
                    Some(refusals) => refusals,
                    None => {
                        let step = &steps[missed.step_index];
                        let resolved = self.resolve_step(step.number, &step.step(), None);
                        resolved.err().unwrap_or_default()
                    }
                });
            }
            if let Some(refusal) = elsewhere::most_useful_refusal(misses, count) {
                self.outcome.refusals.push(match self.request.edits() {
                    1 => refusal,
                    _ => refusal.of_edit(number),
                });
            }
        }
    }

    /// The `missed` files of each edit that changed no file, by the number of its first step.
    fn unmade_edits(
        &self,
        steps: &[FileStep<'_>],
        missed: Vec<Missed>,
    ) -> BTreeMap<usize, Vec<Missed>> {
        let resolved = self.outcome.resolved.iter();
        let made: HashSet<usize> = resolved.map(|&step| self.edit_of(step)).collect();
        let mut edits: BTreeMap<usize, Vec<Missed>> = BTreeMap::new();
        for missed in missed {
            let edit = steps[missed.step_index].edit();
            if !made.contains(&edit) {
                edits.entry(edit).or_default().push(missed);
            }
        }
        edits
    }

    /// The number of the first step that makes the edit of step `number`.
    fn edit_of(&self, number: usize) -> usize {
        self.request.steps[number - 1].edit.unwrap_or(number)
    }

    /// True if the selected file at `place` lacks the text of `action`.
    fn is_lacking(&mut self, action: &Replace, place: &RootedPath) -> bool {
        let lacks = self
            .files
            .drafts
            .at(place)
            .is_ok_and(|draft| draft.lacks(action));
        if lacks {
            self.files.drafts.forget_untouched(place);
        }
        lacks
    }

    /// Resolves step `number`. `loaded` is the place of its file, if the file was read ahead.
    fn resolve_step(
        &mut self,
        number: usize,
        step: &Step,
        loaded: Option<RootedPath>,
    ) -> Result<(), Vec<Refusal>> {
        let resolved = match &step.action {
            Action::Patch(patch) => {
                return diff::patch(self, number, step, patch);
            }
            Action::Replay(transaction) => {
                check_transaction_hash(step, transaction, &mut self.files)
                    .and_then(|()| replay::resolve(self, number, transaction))
            }
            Action::Merge(merge) => self.resolve_merge(number, step, merge),
            Action::Move(to) => self.resolve_move(number, step, to),
            Action::Transfer(transfer) => self.resolve_transfer(number, step, transfer),
            Action::Undo(_) => Err(Reason::undo_with_others().into()),
            _ => self.resolve_on_one_file(number, step, loaded),
        };
        resolved.map_err(|refusal| vec![refusal])
    }

    /// Resolves a step that renames a file.
    fn resolve_move(&mut self, number: usize, step: &Step, action: &Move) -> Result<(), Refusal> {
        let place = self.load_expected(step)?;
        let to = self.files.native_path(&action.to)?;
        let to = self.files.load_name(&to)?;
        let is_done = step.repeat == Repeat::Accept && self.was_moved(&place, &to);
        if (is_done || step.skips_existing) && self.skip_if_exists(number, step, &to) {
            return Ok(());
        }
        if !action.makes_parents {
            self.refuse_missing_parent(&to)?;
        }
        let to = match self.files.drafts.relocate(&place, &to) {
            Ok(to) => to,
            Err(reason @ Reason::Exists { .. }) => return Err(reason.at(to.shown())),
            Err(reason) => return Err(reason.at(place.shown())),
        };
        self.outcome.touched.extend([(number, place), (number, to)]);
        Ok(())
    }

    /// If the file at `new`, which `step` would create, exists, records that `step` is done and returns true.
    fn skip_if_exists(&mut self, number: usize, step: &Step, new: &RootedPath) -> bool {
        match self.files.drafts.at(new) {
            Ok(draft) if draft.now().is_some() => {
                draft.touch(step.action.operation());
                self.outcome.touched.push((number, new.clone()));
                true
            }
            _ => false,
        }
    }

    /// True if an earlier run moved the file from `from` to `to`, and it is still there.
    fn was_moved(&mut self, from: &RootedPath, to: &RootedPath) -> bool {
        !self.files.exists_at(from)
            && self.files.exists_at(to)
            && self.earlier.was_moved(from, to, &self.files.origin)
    }

    /// Reads the file of `step`, or the link itself if the step deletes or renames it, and checks the expected hash.
    pub(super) fn load_expected(&mut self, step: &Step) -> Result<RootedPath, Refusal> {
        let path = self.files.native_path(&step.path)?;
        let place = match step.action {
            Action::Remove | Action::Move(_) => self.files.load_name(&path)?,
            _ => self.files.load(&path)?,
        };
        let draft = self
            .files
            .drafts
            .at(&place)
            .map_err(|reason| reason.at(place.shown()))?;
        let is_already_gone = matches!(step.action, Action::Remove | Action::Move(_))
            && step.repeat == Repeat::Accept
            && draft.before().is_none();
        if let Some(expected) = &step.expect_hash
            && !is_already_gone
        {
            check_hash(expected, draft.before()).map_err(|reason| reason.at(place.shown()))?;
        }
        if step.shown.is_some() {
            // `line_numbers` has turned anchors into numbers. An anchor that is left means that the file could not be
            // read then.
            let fault = match draft.now() {
                None => Fault::Missing,
                Some(_) => Fault::KeepsChanging,
            };
            return Err(Refusal::from(fault).at(place.shown()));
        }
        Ok(place)
    }

    /// Resolves a step on one file that keeps its name.
    fn resolve_on_one_file(
        &mut self,
        number: usize,
        step: &Step,
        loaded: Option<RootedPath>,
    ) -> Result<(), Refusal> {
        let place = match loaded {
            Some(place) => place,
            None => self.load_expected(step)?,
        };
        if step.path_origin == PathOrigin::Selected {
            if self.is_already_edited(number, &place) {
                return Ok(());
            }
            self.refuse_binary(step, &place)?;
        }
        if step.skips_existing && self.skip_if_exists(number, step, &place) {
            return Ok(());
        }
        self.refuse_without_parent(&place, &step.action)?;
        self.apply_unless_done(number, step, &place)
            .map_err(|reason| reason.at(place.shown()))?;
        self.outcome.touched.push((number, place));
        Ok(())
    }

    /// Applies `step` to the file at `place`, unless the journal shows that it is done.
    fn apply_unless_done(
        &mut self,
        number: usize,
        step: &Step,
        place: &RootedPath,
    ) -> Result<(), Reason> {
        let draft = self.files.drafts.at(place)?;
        if has_line_numbers(&step.action) && !draft.is_on_base() {
            self.outcome
                .numbered_files
                .extend(numbered_file(draft).cloned());
        }
        if self.is_done(number, step, place)? {
            return Ok(());
        }
        let draft = self.files.drafts.at(place)?;
        if let Some(texts) = self.searched_texts.remove(&step.path) {
            draft.foresee(&texts);
        }
        let was_touched = draft.is_touched();
        let notices = step_notices(step, draft);
        if self.outcome.refusals.len() >= MAX_EXPLAINED {
            draft.explain = Explain::Nothing;
        }
        let applied = match draft.apply(number, &step.action, step.repeat) {
            Err(reason) => {
                accept_earlier_run(step, reason, draft, &self.earlier, &self.files.origin)
            }
            Ok(()) if was_touched => Ok(()),
            Ok(()) => self.refuse_own_result(step, place),
        };
        if applied.is_err() && step.path_origin == PathOrigin::Selected && !was_touched {
            self.files.drafts.forget(place);
        }
        applied?;
        for notice in notices {
            self.outcome.warn(place, notice);
        }
        Ok(())
    }

    /// True if the journal shows that an earlier run has done `step`. The file at `place` counts as touched then.
    ///
    /// # Errors
    /// `stale` if the line numbers of the step belong to an earlier text.
    fn is_done(&mut self, number: usize, step: &Step, place: &RootedPath) -> Result<bool, Reason> {
        let draft = self.files.drafts.at(place)?;
        let files = &self.files.origin;
        match self.earlier.look_up(number, step, draft, files) {
            StepLookup::Nothing => Ok(false),
            StepLookup::Done => {
                draft.touch(step.action.operation());
                Ok(true)
            }
            StepLookup::CountedInEarlierText(text) => Err(Reason::Stale {
                expected: text.to_string(),
                found: draft.before().map(|text| text.fingerprint()),
            }),
        }
    }

    /// Refuses `step`, the first step on the file at `place`, if it changed the result of its own earlier run.
    fn refuse_own_result(&mut self, step: &Step, place: &RootedPath) -> Result<(), Reason> {
        if !self.may_not_repeat(step) {
            return Ok(());
        }
        let draft = self.files.drafts.at(place)?;
        let Some(now) = draft.now() else {
            return Ok(());
        };
        let changes = now.changes();
        let files = &self.files.origin;
        let edit = StatedEdit::Action(&step.action);
        let tier = draft.sites().tiers().fold(Tier::Exact, Tier::less_exact);
        let new = NewChanges::new(&changes);
        if let Some(made) = self.earlier.repeated(edit, &new, tier, draft, files) {
            return Err(already_applied(made, true));
        }
        if let Some(lines) = self
            .earlier
            .looks_repeated(&step.action, &changes, draft, files)
        {
            self.outcome.warn(place, Notice::MaybeRepeated(lines));
        }
        Ok(())
    }

    /// True if `step` is refused when it would change the result of its own earlier run.
    fn may_not_repeat(&self, step: &Step) -> bool {
        let is_place_given = match &step.action {
            Action::Replace(action) => is_number_given(action.pick),
            Action::Insert(action) => {
                let is_by_text =
                    matches!(action.at, InsertAt::BeforeText(_) | InsertAt::AfterText(_));
                !is_by_text || is_number_given(action.pick)
            }
            _ => return false,
        };
        step.repeat == Repeat::Refuse && !is_place_given && self.request.expect_total.is_none()
    }

    /// Refuses the steps on one file that together would change the result of their own earlier run.
    fn refuse_repeated(&mut self) {
        let request = self.request;
        let mut refused = Vec::new();
        for draft in self.files.drafts.iter() {
            let mut steps = draft.sites().steps();
            let Some(now) = draft.now() else {
                continue;
            };
            if steps.len() < 2 {
                continue;
            }
            steps.retain(|(number, _)| self.may_not_repeat(&request.steps[number - 1]));
            let changes = now.changes();
            let new = NewChanges::new(&changes);
            for &(number, tier) in &steps {
                let edit = StatedEdit::Action(&request.steps[number - 1].action);
                let files = &self.files.origin;
                if let Some(made) = self.earlier.repeated(edit, &new, tier, draft, files) {
                    let refusal = Refusal::new(already_applied(made, true));
                    refused.push(refusal.at(draft.place().shown()).of_edit(number));
                }
            }
            if refused.is_empty()
                && let Some(&(first, _)) = steps.first()
            {
                let path = &request.steps[first - 1].path;
                let files = &self.files.origin;
                if let Some(made) = self.earlier.repeated_together(path, &new, draft, files) {
                    let refusal = Refusal::new(already_applied(made, true));
                    refused.push(refusal.at(draft.place().shown()).of_edit(first));
                }
            }
        }
        self.outcome.refusals.extend(refused);
    }

    /// True if the same edit was already made in the file at `place` under another name, for example if its directory
    /// is mounted twice. An edit of selected files is made once in each file.
    fn is_already_edited(&mut self, number: usize, place: &RootedPath) -> bool {
        let Ok(draft) = self.files.drafts.at(place) else {
            return false;
        };
        if !draft.is_touched() {
            return false;
        }
        let made = draft.sites().steps();
        made.iter()
            .any(|&(step, _)| self.edit_of(step) == self.edit_of(number))
    }

    /// Refuses a selected binary file that contains the text of `step`. The report then lists the file as left out.
    fn refuse_binary(&mut self, step: &Step, place: &RootedPath) -> Result<(), Refusal> {
        let Action::Replace(action) = &step.action else {
            return Ok(());
        };
        if self.request.terms.lift.binary {
            return Ok(());
        }
        let Ok(draft) = self.files.drafts.at(place) else {
            return Ok(());
        };
        let Err(reason) = draft.before().map_or(Ok(()), check_binary) else {
            return Ok(());
        };
        if draft.lacks(action) {
            return Ok(());
        }
        self.files.drafts.forget_untouched(place);
        Err(reason.at(place.shown()))
    }

    /// Refuses a step that would create a file in a missing directory.
    fn refuse_without_parent(
        &mut self,
        place: &RootedPath,
        action: &Action,
    ) -> Result<(), Refusal> {
        let is_new = !self.files.exists_at(place);
        let needs_parent = match action {
            Action::Create(create) => !create.makes_parents,
            Action::Write(write) => !write.makes_parents,
            Action::Append(append) => is_new && !append.must_exist,
            Action::Ensure(ensure) => {
                is_new && ensure.missing().is_some_and(|missing| missing.makes_file)
            }
            _ => false,
        };
        if needs_parent {
            self.refuse_missing_parent(place)?;
        }
        Ok(())
    }

    /// Refuses a new file in a missing directory, unless an earlier step creates the directory.
    fn refuse_missing_parent(&self, place: &RootedPath) -> Result<(), Refusal> {
        match place.refuse_missing_parent() {
            Err(reason) if !self.files.drafts.makes_parents_of(place) => {
                Err(Refusal::from(reason).at(place.shown()))
            }
            _ => Ok(()),
        }
    }

    /// Refuses the request if `--expect N` was given and the files do not have `N` matches together.
    fn refuse_other_total(&mut self) {
        let Some(expected) = self.request.expect_total else {
            return;
        };
        let sites = self.files.drafts.iter().map(|draft| draft.sites().len());
        let found: usize = sites.sum();
        if found == expected || !self.outcome.refusals.is_empty() {
            return;
        }
        let mut texts = Vec::new();
        for step in &self.request.steps {
            if let Action::Replace(replace) = &step.action {
                texts.push(&replace.find.old);
            }
        }
        texts.dedup();
        let Some(&first) = texts.first() else {
            return;
        };
        let reason = Reason::CountMismatch {
            wanted: first.clone(),
            expected: match texts.len() {
                1 => ExpectedCount::Exactly(expected),
                _ => ExpectedCount::Together(expected),
            },
            found,
            candidates: Vec::new(),
        };
        self.outcome.refusals.push(Refusal::new(reason));
    }
}

/// Returns `reason` as an error, unless the journal shows that `step` is done.
fn accept_earlier_run(
    step: &Step,
    reason: Reason,
    draft: &mut Draft,
    earlier: &EarlierRuns<'_>,
    files: &RequestFiles,
) -> Result<(), Reason> {
    let edit = StatedEdit::Action(&step.action);
    let made = earlier.find_after_refusal(edit, &reason, draft, files);
    if step.repeat != Repeat::Accept {
        let is_repeatable = !matches!(reason.code(), Code::NotFound | Code::AlreadyApplied);
        return Err(made.map_or(reason, |made| already_applied(made, is_repeatable)));
    }
    if made.is_some() || (is_unchanged(draft) && earlier.is_step_done(step, draft, files)) {
        draft.touch(step.action.operation());
        return Ok(());
    }
    Err(reason)
}

fn already_applied(made: MadeBefore, is_repeatable: bool) -> Reason {
    Reason::AlreadyApplied {
        lines: made.lines,
        entry: Some(made.entry),
        is_repeatable,
    }
}

/// True if the caller gave the number of the place or the number of places.
fn is_number_given(pick: Pick) -> bool {
    matches!(
        pick,
        Pick::Nth(_) | Pick::Occurrence(_) | Pick::Exactly(_) | Pick::Site(_)
    )
}

/// True if no step has changed the text of `draft`.
fn is_unchanged(draft: &mut Draft) -> bool {
    let Ok(now) = draft.text() else {
        return false;
    };
    let before = draft.before();
    before.is_some_and(|before| before.has_same_text(&now))
}
