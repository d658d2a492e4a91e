//! Resolves the steps of a request in order. Each step sees the files on disk with the edits of the earlier steps. A
//! step that fails does not stop the others: the report lists every failure.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::super::history::earlier_runs::{Earlier, EarlierRuns, MadeBefore, StatedEdit};
use super::super::history::repeated::NewChanges;
use super::super::world::JournalContext;
use super::elsewhere::{self, Missed};
use super::expected::{expect_hash, expect_of_transaction};
use super::files::{OpenedFiles, RequestFiles};
use super::line_numbers::{counted_in, is_by_line};
use super::resolver::{AppliedRecords, ResolvedSteps, StepResolver, Unedited};
use super::selection::{self, FileStep};
use super::step_notices::step_notices;
use super::{diff, replay, screen, undo};
use crate::disk::{Phase, Watch};
use crate::guard::check_binary;
use crate::refusal::{Code, ExpectedCount, Fault, Reason, Refusal};
use crate::report::{Notice, PassedOver};
use crate::request::{Action, IfTaken, InsertAt, Move, PathOrigin, Pick, Repeat, Request, Step};
use crate::resolve::draft::{self, Bases, Draft, Drafts};
use crate::resolve::{self, Tier};
use crate::snapshot::RootedPath;

/// Resolves every step of `request`, and reports the progress to `watch`. The journal of `context` shows earlier edits.
/// `bases` are the earlier texts that the steps were made for.
pub fn resolve_steps<'r>(
    request: &'r Request,
    mut origin: RequestFiles<'r>,
    bases: Bases,
    watch: &Watch,
    context: Option<&'r JournalContext>,
) -> ResolvedSteps {
    let (file_steps, warnings) = match selection::by_file(request, &mut origin, context) {
        Ok(found) => found,
        Err(refusal) => {
            return ResolvedSteps {
                refusals: vec![refusal],
                ..ResolvedSteps::default()
            };
        }
    };
    let mut resolver = StepResolver {
        outcome: ResolvedSteps {
            unedited: Unedited::new(warnings),
            ..ResolvedSteps::default()
        },
        files: OpenedFiles {
            drafts: Drafts::made_against(bases, request.terms.on_stale, request.terms.encoding),
            ..OpenedFiles::new(origin, &request.terms.limits)
        },
        earlier: EarlierRuns::new(&file_steps, &request.terms, context),
        applied: AppliedRecords::new(),
        steps: &request.steps,
        is_counted: request.expect_total.is_some(),
        reads_binary: request.terms.lift.binary,
        foreseen: foreseen(&file_steps),
    };
    match &request.steps[..] {
        [
            Step {
                action: Action::Undo(target),
                ..
            },
        ] => match undo::resolve(&mut resolver, target, request.terms.on_conflict, context) {
            Ok(()) => resolver.outcome.resolved.push(1),
            Err(refusal) => resolver.outcome.refusals.push(refusal),
        },
        _ => resolver.resolve_all(request, &file_steps, watch),
    }
    if resolver.outcome.refusals.is_empty()
        && let Err(refused) = resolver.files.drafts.rebase()
    {
        let refused = refused.into_iter();
        let refused = refused.map(|(place, reason)| Refusal::new(reason).at(place.shown()));
        resolver.outcome.refusals.extend(refused);
        resolver.outcome.resolved.clear();
    }
    ResolvedSteps {
        files: resolver.files.drafts.resolved(),
        ..resolver.outcome
    }
}

/// The least number of replacements in one file whose texts are searched together.
const TOGETHER: usize = 64;

/// The texts that many steps search for in one file, by the path of the file.
fn foreseen(steps: &[FileStep<'_>]) -> HashMap<PathBuf, Vec<Bytes>> {
    let mut texts: HashMap<PathBuf, Vec<Bytes>> = HashMap::new();
    if steps.len() >= TOGETHER {
        for step in steps {
            if let Some(text) = draft::looked_for(step.stated()) {
                let of_file = texts.entry(step.path().to_owned()).or_default();
                of_file.push(text.clone());
            }
        }
    }
    texts.retain(|_, texts| texts.len() >= TOGETHER);
    texts
}

/// True if a selected file can be left out for these refusals.
fn are_misses(refusals: &[Refusal]) -> bool {
    let miss = |refusal: &Refusal| {
        matches!(
            refusal.code(),
            Code::NotFound | Code::AlreadyApplied | Code::NotAFile
        ) || passed_over(refusal).is_some()
    };
    refusals.iter().all(miss)
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
    /// Resolves `steps`, which are the steps of `request` for each file.
    fn resolve_all(&mut self, request: &Request, steps: &[FileStep<'_>], watch: &Watch) {
        let is_replay = |step: &Step| matches!(step.action, Action::Replay(_));
        if request.steps.iter().any(is_replay) {
            match replay::already_applied(request, &mut self.files) {
                Ok(applied) => self.applied = applied,
                Err(refusal) => return self.outcome.refusals.push(refusal),
            }
        }
        let mut missed = Vec::new();
        let screened = screen::lacking(request, steps, &self.files.origin, watch);
        let screened: Vec<_> = (0..).zip(steps).zip(screened).collect();
        for share in screened.chunks(screen::readable_ahead(steps)) {
            let ahead = share.iter().map(|((_, step), screened)| {
                let is_wanted = screened.is_none() && step.is_selected();
                (is_wanted && share.len() > 1).then(|| step.path())
            });
            let ahead = self.files.load_ahead(ahead);
            for (&((at, of_file), screened), loaded) in share.iter().zip(ahead) {
                watch.tell(Phase::Finding, at, steps.len());
                missed.extend(match screened {
                    Some(kinship) => Some(Missed::lacking(at, kinship)),
                    None => self.resolve_or_miss(request, at, of_file, loaded),
                });
            }
        }
        self.outcome.resolved.dedup();
        if self.outcome.refusals.is_empty() {
            self.refuse_misses(request, steps, missed);
        }
        if self.outcome.refusals.is_empty() && request.steps.len() > 1 {
            self.refuse_repeated(request);
        }
        if !self.outcome.refusals.is_empty() {
            elsewhere::tell(&mut self.outcome, &self.files, request);
            elsewhere::tell_who_took_it(&mut self.outcome, &self.files, request, &self.earlier);
        }
        self.refuse_other_total(request);
    }

    /// Resolves the step on one file, which may be `loaded`. Returns the step if its file was only selected and has no
    /// match.
    fn resolve_or_miss(
        &mut self,
        request: &Request,
        at: usize,
        of_file: &FileStep<'_>,
        loaded: Option<RootedPath>,
    ) -> Option<Missed> {
        let (number, step) = (of_file.number, &*of_file.step());
        // A step with another name of the same file may have closed the file.
        let loaded = loaded.filter(|place| self.files.drafts.has(place));
        let loaded = loaded.or_else(|| self.load_selected(step));
        if let Some(place) = &loaded
            && let Some(kinship) = self.kinship_of_lacking(step, place)
        {
            return Some(Missed::lacking(at, kinship));
        }
        match self.resolve_step(number, step, loaded) {
            Ok(()) => self.outcome.resolved.push(number),
            Err(refusals) if step.path_origin == PathOrigin::Selected && are_misses(&refusals) => {
                for why in refusals.iter().filter_map(passed_over) {
                    self.outcome.unedited.pass_over(why, &step.path);
                }
                return Some(Missed::told(at, refusals));
            }
            Err(refusals) => {
                for refusal in refusals {
                    self.outcome.refusals.push(match request.steps.len() {
                        1 => refusal,
                        _ => refusal.of_edit(number),
                    });
                }
            }
        }
        None
    }

    /// Refuses each edit whose text is in no selected file. Resolves some of its skipped steps to find the reason.
    fn refuse_misses(&mut self, request: &Request, steps: &[FileStep<'_>], missed: Vec<Missed>) {
        for (number, missed) in self.unmade(request, steps, missed) {
            let count = missed.len();
            let mut misses = Vec::new();
            for missed in elsewhere::most_telling(missed) {
                misses.extend(match missed.told {
                    Some(told) => told,
                    None => {
                        let step = &steps[missed.at];
                        let resolved = self.resolve_step(step.number, &step.step(), None);
                        resolved.err().unwrap_or_default()
                    }
                });
            }
            let told = elsewhere::only_miss(misses, count);
            let numbered = |refusal: Refusal| match request.edits() {
                1 => refusal,
                _ => refusal.of_edit(number),
            };
            self.outcome.refusals.extend(told.map(numbered));
        }
    }

    /// The edits that changed no file: the number of the first step of each, and its `missed` files.
    fn unmade(
        &self,
        request: &Request,
        steps: &[FileStep<'_>],
        missed: Vec<Missed>,
    ) -> Vec<(usize, Vec<Missed>)> {
        let action = |number: usize| &request.steps[number - 1].action;
        let is_made = |number: usize| {
            let mut made = self.outcome.resolved.iter();
            made.any(|made| *made == number || action(*made) == action(number))
        };
        let mut edits: Vec<(usize, bool, Vec<Missed>)> = Vec::new();
        for missed in missed {
            let number = steps[missed.at].number;
            let is_same =
                |edit: &(usize, bool, _)| edit.0 == number || action(edit.0) == action(number);
            let known = edits.iter().position(is_same);
            let at = known.unwrap_or_else(|| {
                edits.push((number, is_made(number), Vec::new()));
                edits.len() - 1
            });
            if !edits[at].1 {
                edits[at].2.push(missed);
            }
        }
        let unmade = edits.into_iter().filter(|(_, is_made, _)| !is_made);
        unmade.map(|(number, _, missed)| (number, missed)).collect()
    }

    /// Reads the file of `step` if it was selected and `step` is a replacement. `None` for other steps, and for faults
    /// of the file: resolving the step reports them.
    fn load_selected(&mut self, step: &Step) -> Option<RootedPath> {
        let is_replace = matches!(step.action, Action::Replace(_));
        let is_only_selected =
            step.path_origin == PathOrigin::Selected && step.repeat != Repeat::Accept;
        if is_replace && is_only_selected {
            self.load_expected(step).ok()
        } else {
            None
        }
    }

    /// If the selected file at `place` lacks the text of `step`, the number of words of the text that the file
    /// contains. 0 once an edit was made, because the number only matters if all files lack the text.
    fn kinship_of_lacking(&mut self, step: &Step, place: &RootedPath) -> Option<usize> {
        let Action::Replace(action) = &step.action else {
            return None;
        };
        let draft = self.files.drafts.at(place).ok()?;
        if !draft.lacks(action) {
            return None;
        }
        let text = draft.before().map_or(&[][..], |text| text.bytes());
        let kinship = self
            .outcome
            .resolved
            .is_empty()
            .then(|| resolve::kinship(&action.find, text));
        self.files.drafts.forget_untouched(place);
        Some(kinship.unwrap_or_default())
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
                let met = expect_of_transaction(step, transaction, &mut self.files);
                met.and_then(|()| replay::resolve(self, number, transaction))
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
        let to = self.files.meant(&action.to)?;
        let to = self.files.load_name(&to)?;
        let is_done = step.repeat == Repeat::Accept && self.is_moved(&place, &to);
        if (is_done || step.if_taken != IfTaken::Refuse) && self.leave(number, step, &to) {
            return Ok(());
        }
        if !action.makes_parents {
            refuse_missing_parent(&to)?;
        }
        let moved = self.files.drafts.relocate(&place, &to);
        let to = moved.map_err(|reason| {
            let about = match reason {
                Reason::Exists { .. } => &to,
                _ => &place,
            };
            Refusal::new(reason).at(about.shown())
        })?;
        self.outcome.touched.extend([(number, place), (number, to)]);
        Ok(())
    }

    /// If the file at `new`, which `step` would create, exists, records that `step` is done and returns true.
    fn leave(&mut self, number: usize, step: &Step, new: &RootedPath) -> bool {
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
    fn is_moved(&mut self, from: &RootedPath, to: &RootedPath) -> bool {
        !self.files.is_there_at(from)
            && self.files.is_there_at(to)
            && self.earlier.is_moved(from, to, &self.files.origin)
    }

    /// Reads the file of `step`, or the link itself if the step deletes or renames it, and checks the expected hash.
    pub(super) fn load_expected(&mut self, step: &Step) -> Result<RootedPath, Refusal> {
        let path = self.files.meant(&step.path)?;
        let place = match step.action {
            Action::Remove | Action::Move(_) => self.files.load_name(&path)?,
            _ => self.files.load(&path)?,
        };
        let draft = self
            .files
            .drafts
            .at(&place)
            .map_err(|reason| Refusal::new(reason).at(place.shown()))?;
        let may_be_gone = matches!(step.action, Action::Remove | Action::Move(_))
            && step.repeat == Repeat::Accept
            && draft.before().is_none();
        if let Some(expected) = step.expect_hash.as_ref().filter(|_| !may_be_gone) {
            let met = expect_hash(expected, draft.before());
            met.map_err(|reason| Refusal::new(reason).at(place.shown()))?;
        }
        if step.shown.is_some() {
            // Anchors of lines that were shown are replaced before the steps, unless the file could not be read.
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
            if self.is_taken(number, &place) {
                return Ok(());
            }
            self.refuse_binary(step, &place)?;
        }
        if step.if_taken != IfTaken::Refuse && self.leave(number, step, &place) {
            return Ok(());
        }
        self.refuse_without_parent(&place, &step.action)?;
        let made = self.make(number, step, &place);
        made.map_err(|reason| Refusal::new(reason).at(place.shown()))?;
        self.outcome.touched.push((number, place));
        Ok(())
    }

    /// Applies `step` to the file at `place`, unless the journal shows that it is done.
    fn make(&mut self, number: usize, step: &Step, place: &RootedPath) -> Result<(), Reason> {
        let draft = self.files.drafts.at(place)?;
        if is_by_line(&step.action) && !draft.is_on_base() {
            self.outcome.counted.extend(counted_in(draft).cloned());
        }
        match self.earlier.before(number, step, draft, &self.files.origin) {
            Earlier::Nothing => {}
            Earlier::Done => {
                draft.touch(step.action.operation());
                return Ok(());
            }
            Earlier::CountedIn(text) => {
                return Err(Reason::Stale {
                    expected: text.to_string(),
                    found: draft.before().map(|text| text.fingerprint()),
                });
            }
        }
        if let Some(texts) = self.foreseen.remove(&step.path) {
            draft.foresee(&texts);
        }
        let was_touched = draft.is_touched();
        let notices = step_notices(step, draft);
        let made = match draft.apply(number, &step.action, step.repeat) {
            Err(reason) => {
                unless_applied_before(step, reason, draft, &self.earlier, &self.files.origin)
            }
            Ok(()) if was_touched => Ok(()),
            Ok(()) => self.refuse_own_result(step, place),
        };
        if made.is_err() && step.path_origin == PathOrigin::Selected && !was_touched {
            self.files.drafts.forget(place);
        }
        made?;
        for notice in notices {
            self.outcome.warn(place, notice);
        }
        Ok(())
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
        let tier = draft.sites().tiers().fold(Tier::Exact, Tier::later);
        let new = NewChanges::new(&changes);
        if let Some(made) = self.earlier.repeated(edit, &new, tier, draft, files) {
            return Err(already_applied(made));
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
        let is_picked = match &step.action {
            Action::Replace(action) => is_named(action.pick),
            Action::Insert(action) => {
                let is_by_text =
                    matches!(action.at, InsertAt::BeforeText(_) | InsertAt::AfterText(_));
                !is_by_text || is_named(action.pick)
            }
            _ => return false,
        };
        step.repeat == Repeat::Refuse && !is_picked && !self.is_counted
    }

    /// Refuses the steps on one file that together would change the result of their own earlier run.
    fn refuse_repeated(&mut self, request: &Request) {
        let mut refused = Vec::new();
        for draft in self.files.drafts.iter() {
            let path = draft.place().shown();
            let mut steps = draft.sites().steps();
            let (Some(now), true) = (draft.now(), steps.len() > 1) else {
                continue;
            };
            steps.retain(|(number, _)| self.may_not_repeat(&request.steps[number - 1]));
            let Some(&(first, _)) = steps.first() else {
                continue;
            };
            let changes = now.changes();
            let new = NewChanges::new(&changes);
            let files = &self.files.origin;
            for (number, tier) in steps {
                let edit = StatedEdit::Action(&request.steps[number - 1].action);
                if let Some(made) = self.earlier.repeated(edit, &new, tier, draft, files) {
                    let refusal = Refusal::new(already_applied(made)).at(path);
                    refused.push(refusal.of_edit(number));
                }
            }
            if refused.is_empty()
                && let Some((entry, lines)) = self.earlier.repeated_together(
                    &request.steps[first - 1].path,
                    &new,
                    draft,
                    files,
                )
            {
                let reason = Reason::AlreadyApplied {
                    lines,
                    entry: Some(entry),
                };
                let refusal = Refusal::new(reason).at(path);
                refused.push(refusal.of_edit(first));
            }
        }
        self.outcome.refusals.extend(refused);
    }

    /// True if the same edit was already made in the file at `place` under another name, for example if its directory
    /// is mounted twice. An edit of selected files is made once in each file.
    fn is_taken(&mut self, number: usize, place: &RootedPath) -> bool {
        let Ok(draft) = self.files.drafts.at(place) else {
            return false;
        };
        let steps = if draft.is_touched() {
            draft.sites().steps()
        } else {
            Vec::new()
        };
        let action = |number: usize| &self.steps[number - 1].action;
        steps
            .into_iter()
            .any(|(step, _)| step == number || action(step) == action(number))
    }

    /// Refuses a selected binary file that contains the text of `step`. The report then lists the file as left out.
    fn refuse_binary(&mut self, step: &Step, place: &RootedPath) -> Result<(), Refusal> {
        let (Action::Replace(action), false) = (&step.action, self.reads_binary) else {
            return Ok(());
        };
        let Ok(draft) = self.files.drafts.at(place) else {
            return Ok(());
        };
        let judged = draft.before().map_or(Ok(()), check_binary);
        if judged.is_ok() || draft.lacks(action) {
            return Ok(());
        }
        self.files.drafts.forget_untouched(place);
        judged.map_err(|reason| Refusal::new(reason).at(place.shown()))
    }

    /// Refuses a step that would create a file in a missing directory.
    fn refuse_without_parent(
        &mut self,
        place: &RootedPath,
        action: &Action,
    ) -> Result<(), Refusal> {
        let absent = !self.files.is_there_at(place);
        let needs_parent = match action {
            Action::Create(create) => !create.makes_parents,
            Action::Write(write) => !write.makes_parents,
            Action::Append(append) => absent && !append.must_exist,
            Action::Ensure(ensure) => {
                absent && ensure.missing().is_some_and(|missing| missing.makes_file)
            }
            _ => false,
        };
        if needs_parent {
            refuse_missing_parent(place)?;
        }
        Ok(())
    }

    /// Refuses the request if `--expect N` was given and the files do not have `N` matches together.
    fn refuse_other_total(&mut self, request: &Request) {
        let Some(expected) = request.expect_total else {
            return;
        };
        let found = self
            .files
            .drafts
            .iter()
            .map(|draft| draft.sites().len())
            .sum();
        let first = request.steps.iter().find_map(|step| match &step.action {
            Action::Replace(replace) => Some(replace.find.old.clone()),
            _ => None,
        });
        if let (true, Some(wanted)) = (self.outcome.refusals.is_empty() && found != expected, first)
        {
            self.outcome
                .refusals
                .push(Refusal::new(Reason::CountMismatch {
                    wanted,
                    expected: ExpectedCount::Exactly(expected),
                    found,
                    candidates: Vec::new(),
                }));
        }
    }
}

/// Returns `reason` as an error, unless the journal shows that `step` is done.
fn unless_applied_before(
    step: &Step,
    reason: Reason,
    draft: &mut Draft,
    earlier: &EarlierRuns<'_>,
    files: &RequestFiles,
) -> Result<(), Reason> {
    let edit = StatedEdit::Action(&step.action);
    let done = earlier.rest_if_refused(edit, &reason, draft, files);
    let is_accepted = step.repeat == Repeat::Accept;
    match done {
        Some(done) if !is_accepted => Err(already_applied(done)),
        None if !is_accepted
            || !is_as_read(draft)
            || !earlier.made_this_step(step, draft, files) =>
        {
            Err(reason)
        }
        _ => {
            draft.touch(step.action.operation());
            Ok(())
        }
    }
}

fn already_applied(made: MadeBefore) -> Reason {
    Reason::AlreadyApplied {
        lines: made.lines,
        entry: Some(made.entry),
    }
}

/// True if the caller gave the place or the number of places.
fn is_named(pick: Pick) -> bool {
    matches!(
        pick,
        Pick::Nth(_) | Pick::Occurrence(_) | Pick::Exactly(_) | Pick::Site(_)
    )
}

/// True if no step has changed the text of `draft`.
fn is_as_read(draft: &mut Draft) -> bool {
    let now = draft.text().ok();
    let before = draft.before();
    before
        .zip(now)
        .is_some_and(|(before, now)| before.bytes() == now.bytes())
}

fn refuse_missing_parent(place: &RootedPath) -> Result<(), Refusal> {
    if place.missing_parents().is_empty() {
        return Ok(());
    }
    let directory = place
        .shown()
        .parent()
        .unwrap_or(Path::new("."))
        .to_path_buf();
    Err(Refusal::from(Fault::MissingParent(directory)).at(place.shown()))
}
