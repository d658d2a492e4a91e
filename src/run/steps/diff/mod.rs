//! Applies a diff to the files of a request: finds the file of each part, and the order of the parts.
//!
//! The parts of a diff apply at the same time. A rename waits until a later part has moved or deleted the file with the
//! new name, so `a` and `b` can swap names. A copy has the text of its source before all other parts.

mod naming;
mod part;
mod read_diff;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::super::history::earlier_runs::{EarlierRuns, StatedEdit};
use super::super::history::repeated::NewChanges;
use super::expected::ExpectedFile;
use super::files::OpenedFiles;
use super::resolver::{ResolvedSteps, StepResolver};
use crate::change::{ChangeSet, LineChange, Provenance};
use crate::patch::{Content, Cure, FileOperation, FilePatch, PatchFormat, RepairKind};
use crate::refusal::{EarlierEdit, HunkWhy, Reason, Refusal};
use crate::report::{DiffReport, Merged, Notice};
use crate::request::{ConflictStyle, Find, PatchDiff, Repeat, Step};
use crate::resolve::draft::{WorkingText, refuse_copy_over_itself};
use crate::resolve::place;
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::LineRange;
use part::{
    binary_output, creating, placing, refuse_modes, refuse_no_path, refuse_several,
    refuse_unsaid_link, reject, states_no_text, states_nothing_before, staying,
};

pub use read_diff::read_diff;

/// Applies every part of the diff of `step` to the drafts. The path of `step` is the directory that the names of the
/// diff are relative to, or the only target file.
pub fn patch(
    resolver: &mut StepResolver<'_>,
    number: usize,
    step: &Step,
    diff: &PatchDiff,
) -> Result<(), Vec<Refusal>> {
    let StepResolver {
        outcome,
        files,
        earlier,
        ..
    } = resolver;
    let of_file;
    let diff = if diff.target.is_none() && files.has_file(&step.path) {
        of_file = PatchDiff {
            target: Some(step.path.clone()),
            ..diff.clone()
        };
        &of_file
    } else {
        diff
    };
    let read =
        read_diff(diff, files.drafts.encoding()).map_err(|reason| vec![Refusal::new(reason)])?;
    outcome.diffs.extend(read.report(number));
    outcome.warnings.extend(read.warnings);
    let mut parts = read.parts;
    if diff.conflicts.is_some() && !diff.leaves_conflicts {
        refuse_several(&parts, diff).map_err(|reason| vec![reason.into()])?;
    }
    let output = parts.iter().map(binary_output).fold(0, u64::saturating_add);
    let limit = files.limits.max_size;
    if output > limit {
        return Err(vec![Refusal::new(Reason::TooMuchData {
            line: None,
            len: output,
            limit,
        })]);
    }
    let directory = files.origin.directory_name();
    let mut applier = DiffApplier {
        outcome,
        earlier,
        files,
        base: &step.path,
        diff,
        repeat: step.repeat,
        number,
        expected: ExpectedFile::new(step),
        waiting: Vec::new(),
        strip: None,
        directory: directory.as_deref(),
    };
    for part in &mut parts {
        applier.turn_backslashes(part);
    }
    applier.learn_strip(&parts);
    let mut refusals: Vec<Refusal> = Vec::new();
    // The files of a diff are sorted. A name that sorts before its predecessor begins another diff, as in a mail
    // series.
    for one in parts.chunk_by(|part, next| part.names.sort_key() < next.names.sort_key()) {
        refusals.extend(applier.apply_all(one));
    }
    refusals.extend(applier.refuse_still_waiting());
    if refusals.is_empty() {
        return Ok(());
    }
    forget_refused_repairs(&mut outcome.diffs, &refusals);
    for refusal in &mut refusals {
        refusal.taken = who_took_lines(refusal, &parts, files, earlier).map(Box::new);
    }
    Err(refusals)
}

/// The edit in the journal that removed the old lines of a hunk in `refusal`.
fn who_took_lines(
    refusal: &Refusal,
    parts: &[FilePatch],
    files: &OpenedFiles<'_>,
    earlier: &EarlierRuns<'_>,
) -> Option<EarlierEdit> {
    let Reason::HunkFailed { failures, .. } = &refusal.reason else {
        return None;
    };
    let mut drafts = files.drafts.iter();
    let draft = drafts.find(|draft| Some(draft.place().shown()) == refusal.path.as_deref())?;
    for failure in failures.iter().take(HUNKS_ASKED) {
        let mut hunks = parts.iter().flat_map(FilePatch::hunks);
        let Some(hunk) = hunks.find(|hunk| hunk.line == failure.patch_line) else {
            continue;
        };
        let (old, new) = (hunk.old_text(), hunk.new_text());
        if old.is_empty() {
            continue;
        }
        if let Some(mut taken) = earlier.edit_that_took(&Find::literal(&old), draft, &files.origin)
        {
            let differs = failure.why.difference();
            let at = differs.map(|differs| LineRange::single(differs.line));
            taken.lines = taken.lines.or(at);
            taken.mine = LineChange { old, new };
            return Some(taken);
        }
    }
    None
}

/// The most hunks of a file whose old lines are searched in the journal.
const HUNKS_ASKED: usize = 4;

/// Removes repaired line counts from `diffs` if the hunk was refused because of them.
fn forget_refused_repairs(diffs: &mut Vec<DiffReport>, refusals: &[Refusal]) {
    let mut truncated = Vec::new();
    for refusal in refusals {
        if let Reason::HunkFailed { failures, .. } = &refusal.reason {
            for failure in failures {
                if failure.why == HunkWhy::Truncated {
                    truncated.push(failure.patch_line);
                }
            }
        }
    }
    for diff in &mut *diffs {
        diff.repairs.retain(|repair| {
            repair.kind != RepairKind::WrongCounts || !truncated.contains(&repair.line)
        });
    }
    diffs.retain(|diff| !diff.repairs.is_empty() || !diff.ignored.is_empty());
}

/// A file that waits for its new name to become free.
struct Waiting {
    part: FilePatch,
    now: WorkingText,
    to: RootedPath,
}

/// Applies the parts of one diff to the drafts.
struct DiffApplier<'a, 'd> {
    outcome: &'a mut ResolvedSteps,
    earlier: &'a EarlierRuns<'d>,
    files: &'a mut OpenedFiles<'d>,
    base: &'a Path,
    diff: &'a PatchDiff,
    /// `Accept` skips hunks that are already applied.
    repeat: Repeat,
    number: usize,
    expected: ExpectedFile<'a>,
    waiting: Vec<Waiting>,
    /// The number of components to strip from the names of new files, as for the existing files.
    strip: Option<usize>,
    /// The name of the directory that the diff's names are relative to.
    directory: Option<&'a OsStr>,
}

impl DiffApplier<'_, '_> {
    /// Applies the parts of one diff. Copies come first, since they have the text before all other parts. If a copy
    /// fails, its source may be the result of another part, so it is tried again in its order.
    fn apply_all(&mut self, parts: &[FilePatch]) -> Vec<Refusal> {
        let mut rest = Vec::new();
        for part in parts {
            let merged = self.outcome.merged.clone();
            if part.operation != FileOperation::Copy || self.apply(part).is_err() {
                self.outcome.merged = merged;
                rest.push(part);
            }
        }
        let mut refusals = Vec::new();
        self.put_where_free();
        for part in rest {
            if let Err(refusal) = self.apply(part) {
                self.outcome.rejects.push(reject(part, &refusal));
                refusals.push(refusal);
            }
            self.put_where_free();
        }
        refusals
    }

    fn apply(&mut self, part: &FilePatch) -> Result<(), Refusal> {
        // A submodule is not a file, so this check comes before all that read the file.
        refuse_modes(part).map_err(|reason| self.unread(part, reason))?;
        let created;
        let part = if states_nothing_before(part) && self.is_missing(part)? {
            created = creating(part);
            &created
        } else {
            part
        };
        if let Some(place) = self.already_renamed(part)? {
            return self.keep(part, place);
        }
        let (place, strip) = self.target(part)?;
        if let Some(other) = self.second_target(part, &place, strip) {
            self.refuse_applied_to_one(part, &place, &other)?;
            self.files.drafts.forget_untouched(&other);
            let notice = Notice::OneOfTwoNames(other.shown().to_path_buf());
            self.outcome.warn(&place, notice);
        }
        let at = |reason: Reason| Refusal::new(reason).at(place.shown());
        let draft = self.files.drafts.at(&place).map_err(at)?;
        self.expected.meet(&place, draft.before()).map_err(at)?;
        refuse_unsaid_link(part, draft.now()).map_err(at)?;
        let stays;
        let part = match self.diff.target {
            Some(_) => {
                stays = staying(part).map_err(at)?;
                &stays
            }
            None => part,
        };
        if let Some(style) = self.diff.conflicts
            && !self.diff.leaves_conflicts
        {
            self.merge(part, &place, style);
        }
        match part.operation {
            FileOperation::Rename | FileOperation::Copy => self.carry(part, &place, strip),
            FileOperation::Create | FileOperation::Modify | FileOperation::Delete => {
                self.edit(part, &place)
                    .or_else(|reason| self.leave_conflicts(part, &place, reason))
                    .map_err(at)?;
                if part.becomes_link() {
                    self.files.links.insert(place.clone());
                }
                self.outcome.touched.push((self.number, place));
                Ok(())
            }
        }
    }

    /// Records the result of `part` with conflict markers. If there is none, applying the part reports the reason.
    fn merge(&mut self, part: &FilePatch, place: &RootedPath, style: ConflictStyle) {
        let before = match self.outcome.merged.take() {
            Some(merged) => Some((Snapshot::of_text(merged.text), merged.conflicts)),
            None => self.text_before(part, place).map(|text| (text, 0)),
        };
        let Some((text, conflicts)) = before else {
            return;
        };
        let shown = place.shown();
        let marked = place::marked(
            part,
            &text,
            &placing(self.diff, self.repeat, part),
            style,
            shown,
        );
        let encoding = self
            .files
            .drafts
            .at(place)
            .ok()
            .and_then(|draft| draft.encoding());
        self.outcome.merged = marked.ok().map(|marked| Merged {
            path: shown.to_path_buf(),
            encoding,
            conflicts: conflicts + marked.conflicts.len(),
            text: marked.text,
            ..Merged::default()
        });
    }

    /// If the caller asked for it, writes the hunks of `part` that failed with `reason` to the file between conflict
    /// markers.
    ///
    /// # Errors
    /// `reason` if the caller did not ask for it, or if the file cannot show the conflicts.
    fn leave_conflicts(
        &mut self,
        part: &FilePatch,
        place: &RootedPath,
        reason: Reason,
    ) -> Result<(), Reason> {
        let is_shown = matches!(reason, Reason::HunkFailed { .. }) && self.diff.leaves_conflicts;
        let (Some(style), true) = (self.diff.conflicts, is_shown) else {
            return Err(reason);
        };
        let Some(text) = self.text_before(part, place) else {
            return Err(reason);
        };
        let how = placing(self.diff, self.repeat, part);
        let marked = place::marked(part, &text, &how, style, place.shown())?;
        let draft = self.files.drafts.at(place)?;
        let changes = ChangeSet::by_line(text.bytes(), &marked.text);
        draft.revise(self.number, "patch", changes)?;
        let refusal = Refusal::new(reason).at(place.shown());
        self.outcome.rejects.push(reject(part, &refusal));
        self.outcome.conflicts_left.push(refusal);
        Ok(())
    }

    /// The text before `part`; empty if it creates the file.
    fn text_before(&mut self, part: &FilePatch, place: &RootedPath) -> Option<Snapshot> {
        let draft = self.files.drafts.at(place).ok()?;
        let makes_file = part.operation == FileOperation::Create;
        match draft.text() {
            Ok(text) => Some(text),
            Err(_) if makes_file => Some(Snapshot::of_text("")),
            Err(_) => None,
        }
    }

    /// Applies a part that neither renames nor copies its file.
    fn edit(&mut self, part: &FilePatch, place: &RootedPath) -> Result<(), Reason> {
        let how = placing(self.diff, self.repeat, part);
        let draft = self.files.drafts.at(place)?;
        match (part.operation, draft.now()) {
            (FileOperation::Create, None) if part.becomes_link() => draft.begin_link("patch")?,
            (FileOperation::Create, None) => draft.begin(self.number, "patch")?,
            (FileOperation::Create, Some(now)) if part.becomes_link() && !now.is_link() => {
                return draft.refuse_present();
            }
            (FileOperation::Create, Some(now)) if is_refused_by_an_empty_file(part, now) => {
                return draft.refuse_present();
            }
            (FileOperation::Delete, None) if self.repeat == Repeat::Accept => {
                draft.found_absent("patch");
                return Ok(());
            }
            (FileOperation::Delete, Some(_)) if states_no_text(part) => {
                return draft.delete("patch");
            }
            _ => {}
        }
        let edit = StatedEdit::Patch(part, &how);
        let is_first = draft.now().is_some_and(WorkingText::is_untouched)
            && part.operation == FileOperation::Modify;
        let made = match (part.operation, self.repeat) {
            (FileOperation::Modify, Repeat::Accept) => {
                self.earlier.rest_if_made(edit, draft, &self.files.origin)
            }
            _ => None,
        };
        let files = &self.files.origin;
        if let Some(rest) = made.and_then(|made| made.rest) {
            draft.patch_as(self.number, part, rest)?;
        } else {
            match draft.placed(part, &how) {
                Ok(resolution) => {
                    let mut made = None;
                    if is_first {
                        let new = NewChanges::new(&resolution.changes);
                        let tier = resolution.sites.last_tier();
                        made = self.earlier.repeated(edit, &new, tier, draft, files);
                    }
                    let rest = made.and_then(|made| made.rest);
                    draft.patch_as(self.number, part, rest.unwrap_or(resolution))?;
                }
                Err(reason) => {
                    let made = self.earlier.rest_if_refused(edit, &reason, draft, files);
                    let rest = made.and_then(|made| made.rest).ok_or(reason)?;
                    draft.patch_as(self.number, part, rest)?;
                }
            }
        }
        match (part.operation, part.new_mode, draft.now_mut()) {
            (FileOperation::Delete, ..) => draft.delete("patch"),
            (_, _, Some(now)) => set_mode_of(part, now),
            (_, _, None) => Ok(()),
        }
    }

    /// Sets the mode of the file at `place`. An earlier run of `part` created the file, so its text is not changed.
    fn keep(&mut self, part: &FilePatch, place: RootedPath) -> Result<(), Refusal> {
        let at = |reason: Reason| Refusal::new(reason).at(place.shown());
        let draft = self.files.drafts.at(&place).map_err(at)?;
        draft.touch("patch");
        if let Some(now) = draft.now_mut() {
            set_mode_of(part, now).map_err(at)?;
        }
        self.outcome.touched.push((self.number, place));
        Ok(())
    }

    /// Applies a part that renames or copies a file.
    fn carry(&mut self, part: &FilePatch, place: &RootedPath, strip: usize) -> Result<(), Refusal> {
        let at = |reason: Reason| Refusal::new(reason).at(place.shown());
        let new_name = part.names.stripped(strip).and_then(|names| names.new);
        let to = new_name.ok_or_else(|| {
            let problem = "a rename or copy without a new name";
            at(Reason::bad_patch(part.line, problem, Cure::LookAtLine))
        })?;
        self.refuse_foreign(part, &to)?;
        let to = self.path_below(&to);
        let to = self.files.load_name(&to)?;
        if part.operation == FileOperation::Copy {
            refuse_copy_over_itself(place, &to).map_err(at)?;
        }
        let how = placing(self.diff, self.repeat, part);
        let draft = self.files.drafts.at(place).map_err(at)?;
        let now = match part.operation {
            FileOperation::Copy => draft.patched_copy(self.number, part, &how),
            _ => draft
                .patch(self.number, part, &how)
                .and_then(|()| draft.take("patch")),
        };
        let provenance = match part.operation {
            FileOperation::Copy => Provenance::Copied(place.clone()),
            _ => Provenance::Moved(place.clone()),
        };
        let mut now = now.map_err(at)?.come_from(provenance);
        set_mode_of(part, &mut now).map_err(at)?;
        if part.operation == FileOperation::Copy
            && self.repeat == Repeat::Accept
            && self.has_text(&to, &mut now).map_err(at)?
        {
            return self.keep(part, to);
        }
        let to = self.files.drafts.destination(place, &to);
        self.waiting.push(Waiting {
            part: part.clone(),
            now,
            to,
        });
        Ok(())
    }

    /// True if the file at `place` has the text of `now`.
    fn has_text(&mut self, place: &RootedPath, now: &mut WorkingText) -> Result<bool, Reason> {
        let Ok(found) = self.files.drafts.at(place)?.text() else {
            return Ok(false);
        };
        Ok(found.bytes() == now.text()?.bytes())
    }

    /// Writes every waiting file whose new name is free.
    fn put_where_free(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            match self.files.drafts.at(&waiting.to) {
                Ok(draft) if draft.now().is_none() => {
                    let is_link = waiting.now.is_link();
                    // The name is free, so this cannot fail.
                    let _ = draft.put("patch", waiting.now);
                    if is_link {
                        self.files.links.insert(waiting.to.clone());
                    }
                    self.outcome.touched.push((self.number, waiting.to));
                }
                _ => self.waiting.push(waiting),
            }
        }
    }

    /// Refuses every file whose new name never became free.
    fn refuse_still_waiting(mut self) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        for waiting in std::mem::take(&mut self.waiting) {
            let Ok(draft) = self.files.drafts.at(&waiting.to) else {
                continue;
            };
            let Err(reason) = draft.put("patch", waiting.now) else {
                self.outcome.touched.push((self.number, waiting.to));
                continue;
            };
            let refusal = Refusal::new(reason).at(waiting.to.shown());
            self.outcome.rejects.push(reject(&waiting.part, &refusal));
            refusals.push(refusal);
        }
        refusals
    }

    /// Reads the file of `part` at `path`. A link is not followed if the part moves, deletes or edits the link itself.
    fn load_of(&mut self, part: &FilePatch, path: &Path) -> Result<RootedPath, Refusal> {
        let path = self.path_below(path);
        self.load_as(part, &path)
    }

    fn load_as(&mut self, part: &FilePatch, path: &Path) -> Result<RootedPath, Refusal> {
        let stays = self.diff.target.is_some() && part.operation == FileOperation::Rename;
        let goes = matches!(
            part.operation,
            FileOperation::Delete | FileOperation::Rename
        ) && !stays;
        if goes || part.is_of_link() {
            self.files.load_name(path)
        } else {
            self.files.load(path)
        }
    }

    fn load(&mut self, path: &Path) -> Result<RootedPath, Refusal> {
        let path = self.path_below(path);
        self.files.load(&path)
    }

    fn path_below(&self, path: &Path) -> PathBuf {
        if self.base == Path::new("") || self.base == Path::new(".") {
            path.to_path_buf()
        } else {
            self.base.join(path)
        }
    }
}

/// Sets the mode of `part` for its result `now`.
///
/// # Errors
/// `bad_patch` if the text of a link is not a path.
fn set_mode_of(part: &FilePatch, now: &mut WorkingText) -> Result<(), Reason> {
    if part.becomes_link() {
        return refuse_no_path(part, now.text()?.bytes());
    }
    if let Some(mode) = part.new_mode {
        now.set_git_mode(mode.permissions());
    }
    Ok(())
}

/// True if `part` creates a file that exists and is empty. A unified diff requires that the file does not exist.
fn is_refused_by_an_empty_file(part: &FilePatch, now: &WorkingText) -> bool {
    let is_of_git = matches!(part.format, PatchFormat::Unified | PatchFormat::Git);
    let makes_text = match &part.content {
        Content::Hunks(hunks) => !hunks.is_empty(),
        Content::Binary(_) => binary_output(part) > 0,
    };
    is_of_git && makes_text && now.is_untouched() && now.base().bytes().is_empty()
}
