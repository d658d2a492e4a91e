//! Applies a diff to the files of a request: finds the file of each part, and the order of the parts.
//!
//! The commits of a series apply one after another, and the parts of a commit at the same time. A rename waits until a
//! later part of its commit has moved or deleted the file with the new name, so `a` and `b` can swap names. A copy has
//! the text of its source before all other parts.

mod naming;
mod part;
mod read_diff;
mod target_names;
mod whitespace;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::super::history::earlier_runs::EarlierRuns;
use super::super::history::history_entry::StatedEdit;
use super::super::history::repeated::NewChanges;
use super::expected::ExpectedFile;
use super::files::OpenedFiles;
use super::resolver::{ResolvedSteps, StepResolver};
use crate::change::{ChangeSet, LineChange, Provenance};
use crate::patch::{Content, Cure, FileOperation, FilePatch, PatchFormat, RepairKind};
use crate::refusal::{EarlierEdit, HunkWhy, Reason, Refusal};
use crate::report::{DiffReport, Merged, Notice};
use crate::request::{ConflictStyle, Find, PatchDiff, Repeat, Step, StrayBlanks};
use crate::resolve::draft::{WorkingText, refuse_copy_over_itself};
use crate::resolve::{Resolution, place};
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::LineRange;
use naming::{LocatedTarget, TwoTrees};
use part::{
    as_creation, binary_output, has_no_deleted_text, place_options, refuse_link_without_path,
    refuse_modes, refuse_several, refuse_unmarked_link, reject, states_empty_before,
    without_rename,
};
use whitespace::fix_or_refuse_blank_end;

pub use read_diff::{read_diff, repaired_diff};

/// The most hunks of a file whose old lines are searched in the journal.
const MAX_HUNKS_EXPLAINED: usize = 4;

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
    let mut targeted = Cow::Borrowed(diff);
    if diff.target.is_none() && files.has_file(&step.path) {
        targeted.to_mut().target = Some(step.path.clone());
    }
    let diff = &*targeted;
    let read = read_diff(diff, files.drafts.encoding()).map_err(|reason| vec![reason.into()])?;
    outcome.diffs.extend(read.report(number));
    outcome.warnings.extend(read.warnings);
    let mut parts = read.parts;
    if diff.conflicts.is_some() && !diff.leaves_conflicts {
        refuse_several(&parts, diff).map_err(|reason| vec![reason.into()])?;
    }
    refuse_large_output(&parts, files.limits.max_size).map_err(|reason| vec![reason.into()])?;
    let mut applier = DiffApplier {
        outcome,
        earlier,
        files,
        directory: &step.path,
        diff,
        repeat: step.repeat,
        number,
        expected: ExpectedFile::new(step),
        waiting: Vec::new(),
        path_from_top: None,
        learned_strip: None,
        edited_tree: None,
        parts: &[],
    };
    for part in &mut parts {
        applier.turn_backslashes(part);
    }
    applier
        .choose_directory(&parts)
        .map_err(|refusal| vec![refusal])?;
    applier.parts = &parts;
    applier.learn_strip(&parts);
    let mut refusals: Vec<Refusal> = Vec::new();
    for commit in parts.chunk_by(|part, next| part.messages_above == next.messages_above) {
        for diff in commit.chunk_by(are_of_one_diff) {
            refusals.extend(applier.apply_all(diff));
        }
        refusals.extend(applier.write_or_refuse_waiting());
    }
    if refusals.is_empty() {
        return Ok(());
    }
    forget_refused_repairs(&mut outcome.diffs, number, &refusals);
    for refusal in &mut refusals {
        refusal.deleted_by = edit_removing_lines(refusal, &parts, files, earlier).map(Box::new);
    }
    Err(refusals)
}

/// True if `next` may follow `part` in one diff, whose files are sorted. Otherwise it begins another diff, as in a mail
/// series. Git deletes a file and creates it again to make it a link.
fn are_of_one_diff(part: &FilePatch, next: &FilePatch) -> bool {
    let (name, next_name) = (part.names.sort_key(), next.names.sort_key());
    let changes_type =
        part.operation == FileOperation::Delete && next.operation == FileOperation::Create;
    name < next_name || name == next_name && changes_type
}

/// The parts of a series of diffs that create or modify the file of `part`.
fn parts_of_same_file<'p>(part: &FilePatch, parts: &'p [FilePatch]) -> Vec<&'p FilePatch> {
    let mut same_file = Vec::new();
    for other in parts {
        let operation = other.operation;
        if other.names.new == part.names.new
            && matches!(operation, FileOperation::Create | FileOperation::Modify)
        {
            same_file.push(other);
        }
    }
    same_file
}

/// Refuses binary parts whose results are larger than `limit` together.
fn refuse_large_output(parts: &[FilePatch], limit: u64) -> Result<(), Reason> {
    let len = parts.iter().map(binary_output).fold(0, u64::saturating_add);
    if len > limit {
        let line = None;
        return Err(Reason::TooMuchData { line, len, limit });
    }
    Ok(())
}

/// The edit in the journal that removed the old lines of a hunk in `refusal`.
fn edit_removing_lines(
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
    for failure in failures.iter().take(MAX_HUNKS_EXPLAINED) {
        let mut hunks = parts.iter().flat_map(FilePatch::hunks);
        let Some(hunk) = hunks.find(|hunk| hunk.line == failure.patch_line) else {
            continue;
        };
        let (old, new) = (hunk.old_text(), hunk.new_text());
        if old.is_empty() {
            continue;
        }
        let find = Find::literal(&old);
        if let Some(mut removal) = earlier.removing_edit(&find, draft, &files.origin) {
            if let (None, Some(difference)) = (removal.lines, failure.why.difference()) {
                removal.lines = Some(LineRange::single(difference.line));
            }
            removal.mine = LineChange { old, new };
            return Some(removal);
        }
    }
    None
}

/// Removes repaired line counts from the report of step `number` if the hunk was refused because of them.
fn forget_refused_repairs(diffs: &mut Vec<DiffReport>, number: usize, refusals: &[Refusal]) {
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
    for diff in diffs.iter_mut().filter(|diff| diff.edit == number) {
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
    /// The directory that the names of the diff are relative to, unless they are relative to the top of the repository.
    directory: &'a Path,
    diff: &'a PatchDiff,
    /// `Accept` skips hunks that are already applied.
    repeat: Repeat,
    number: usize,
    expected: ExpectedFile<'a>,
    waiting: Vec<Waiting>,
    /// The path of `directory` from the top of the repository, if the names are relative to the top.
    path_from_top: Option<PathBuf>,
    /// The number of components to strip from the names of new files, as for the existing files.
    learned_strip: Option<usize>,
    /// The trees whose names the diff contains, if the old one is edited.
    edited_tree: Option<TwoTrees>,
    /// All parts of the diff.
    parts: &'a [FilePatch],
}

impl DiffApplier<'_, '_> {
    /// Applies the parts of one diff. Copies come first, since they have the text before all other parts.
    fn apply_all(&mut self, parts: &[FilePatch]) -> Vec<Refusal> {
        let rest = self.apply_copies(parts);
        self.write_where_free();
        let mut refusals = Vec::new();
        for part in rest {
            if let Err(refusal) = self.apply(part) {
                self.outcome.rejects.push(reject(part, &refusal));
                refusals.push(refusal);
            }
            self.write_where_free();
        }
        refusals
    }

    /// Applies the copies among `parts`, and returns the other parts. If a copy fails, its source may be the result of
    /// another part, so it is returned too.
    fn apply_copies<'p>(&mut self, parts: &'p [FilePatch]) -> Vec<&'p FilePatch> {
        let mut rest = Vec::new();
        for part in parts {
            if part.operation == FileOperation::Copy {
                let merged = self.outcome.merged.clone();
                if self.apply(part).is_ok() {
                    continue;
                }
                self.outcome.merged = merged;
            }
            rest.push(part);
        }
        rest
    }

    fn apply(&mut self, part: &FilePatch) -> Result<(), Refusal> {
        // A submodule is not a file, so this check comes before all that read the file.
        refuse_modes(part).map_err(|reason| self.refusal_of_unread(part, reason))?;
        let mut part = Cow::Borrowed(part);
        if states_empty_before(&part) && self.is_missing(&part)? {
            part = Cow::Owned(as_creation(&part));
        }
        if let Some(place) = self.already_renamed(&part)? {
            return self.keep(&part, place);
        }
        let LocatedTarget { place, strip } = self.only_target(&part)?;
        let at = |reason: Reason| reason.at(place.shown());
        let draft = self.files.drafts.at(&place).map_err(at)?;
        self.expected.check(&place, draft.before()).map_err(at)?;
        refuse_unmarked_link(&part, draft.now()).map_err(at)?;
        if self.diff.target.is_some() {
            part = Cow::Owned(without_rename(&part).map_err(at)?);
        }
        if let Some(fixed) = self.without_blank_end(&part, &place).map_err(at)? {
            part = Cow::Owned(fixed);
        }
        let style = match self.diff.conflicts {
            Some(style) if !self.diff.leaves_conflicts => style,
            _ => return self.apply_at(&part, place, strip),
        };
        let unmerged = self.unmerged(&part, &place);
        let applied = self.apply_at(&part, place.clone(), strip);
        if let Some(unmerged) = unmerged {
            self.merge(&part, &place, unmerged, style, applied.is_ok());
        }
        applied
    }

    fn apply_at(
        &mut self,
        part: &FilePatch,
        place: RootedPath,
        strip: usize,
    ) -> Result<(), Refusal> {
        if matches!(part.operation, FileOperation::Rename | FileOperation::Copy) {
            return self.move_or_copy(part, &place, strip);
        }
        self.edit(part, &place)
            .or_else(|reason| self.leave_conflicts(part, &place, reason))
            .map_err(|reason| reason.at(place.shown()))?;
        if part.becomes_link() {
            self.files.links.insert(place.clone());
        }
        self.outcome.touched.push((self.number, place));
        Ok(())
    }

    /// The file that `part` is for. If both names of the part exist, the other file is reported.
    fn only_target(&mut self, part: &FilePatch) -> Result<LocatedTarget, Refusal> {
        let target = self.target(part)?;
        if let Some(other) = self.second_target(part, &target) {
            self.refuse_applied_to_one(part, &target.place, &other)?;
            self.files.drafts.forget_untouched(&other);
            let notice = Notice::OneOfTwoNames(other.shown().to_path_buf());
            self.outcome.warn(&target.place, notice);
        }
        Ok(target)
    }

    /// A copy of `part` without the blank lines that it adds at the end of the file; `None` if they may stay.
    fn without_blank_end(
        &mut self,
        part: &FilePatch,
        place: &RootedPath,
    ) -> Result<Option<FilePatch>, Reason> {
        let blanks = self.diff.blanks;
        if blanks == StrayBlanks::Keep || part.is_of_link() {
            return Ok(None);
        }
        let Some(text) = self.text_before(part, place) else {
            return Ok(None);
        };
        let options = place_options(self.diff, self.repeat, part);
        fix_or_refuse_blank_end(part, &text, &options, blanks)
    }

    /// The text of the file at `place` with the conflicts of earlier parts, and their number.
    fn unmerged(&mut self, part: &FilePatch, place: &RootedPath) -> Option<(Snapshot, usize)> {
        match self.outcome.merged.take() {
            Some(merged) => Some((Snapshot::of_text(merged.text), merged.conflicts)),
            None => self.text_before(part, place).map(|text| (text, 0)),
        }
    }

    /// Records the result of `part` with conflict markers. Without conflicts, it is the text that the part wrote. If
    /// there is no result, applying the part reports the reason.
    fn merge(
        &mut self,
        part: &FilePatch,
        place: &RootedPath,
        (text, conflicts): (Snapshot, usize),
        style: ConflictStyle,
        is_applied: bool,
    ) {
        let mut merged = Merged {
            path: place.shown().to_path_buf(),
            ..Merged::default()
        };
        if let Ok(draft) = self.files.drafts.at(place) {
            merged.encoding = draft.encoding();
        }
        if is_applied
            && conflicts == 0
            && let Some(written) = self.written_text(part, place)
        {
            merged.text = written.bytes().clone();
        } else {
            let options = place_options(self.diff, self.repeat, part);
            let Ok(marked) = place::marked(part, &text, &options, style, place.shown()) else {
                return;
            };
            merged.conflicts = conflicts + marked.conflicts.len();
            merged.text = marked.text;
        }
        self.outcome.merged = Some(merged);
    }

    /// The text that `part` gave to the file at `place`, or to the file with its new name.
    fn written_text(&mut self, part: &FilePatch, place: &RootedPath) -> Option<Snapshot> {
        if !matches!(part.operation, FileOperation::Rename | FileOperation::Copy) {
            return self.files.drafts.at(place).ok()?.text().ok();
        }
        let waiting = self
            .waiting
            .iter_mut()
            .find(|waiting| waiting.part.line == part.line)?;
        Some(waiting.now.text().ok()?.clone())
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
        if !self.diff.leaves_conflicts || !matches!(reason, Reason::HunkFailed { .. }) {
            return Err(reason);
        }
        let Some(style) = self.diff.conflicts else {
            return Err(reason);
        };
        let Some(text) = self.text_before(part, place) else {
            return Err(reason);
        };
        let options = place_options(self.diff, self.repeat, part);
        let marked = place::marked(part, &text, &options, style, place.shown())?;
        if marked.conflicts.is_empty() {
            return Err(reason);
        }
        let draft = self.files.drafts.at(place)?;
        let changes = ChangeSet::by_line(text.bytes(), &marked.text);
        draft.revise(self.number, "patch", changes)?;
        let refusal = reason.at(place.shown());
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
        match part.operation {
            FileOperation::Create => self.create(part, place),
            FileOperation::Delete => self.delete(part, place),
            _ => self.modify(part, place),
        }
    }

    fn create(&mut self, part: &FilePatch, place: &RootedPath) -> Result<(), Reason> {
        let draft = self.files.drafts.at(place)?;
        match draft.now() {
            None if part.becomes_link() => draft.begin_link("patch")?,
            None => draft.begin("patch")?,
            Some(now) if part.becomes_link() && !now.is_link() => return draft.refuse_present(),
            Some(now) if is_refused_by_an_empty_file(part, now) => return draft.refuse_present(),
            Some(_) => {}
        }
        self.modify(part, place)
    }

    fn delete(&mut self, part: &FilePatch, place: &RootedPath) -> Result<(), Reason> {
        let draft = self.files.drafts.at(place)?;
        match draft.now() {
            None if self.repeat == Repeat::Accept => {
                draft.found_absent("patch");
                return Ok(());
            }
            Some(_) if has_no_deleted_text(part) => return draft.delete("patch"),
            _ => {}
        }
        let resolution = self.resolve_hunks(part, place)?;
        let draft = self.files.drafts.at(place)?;
        draft.patch_as(self.number, part, resolution)?;
        draft.delete("patch")
    }

    /// Applies the hunks and the mode of `part` to the file at `place`.
    fn modify(&mut self, part: &FilePatch, place: &RootedPath) -> Result<(), Reason> {
        let resolution = self.resolve_hunks(part, place)?;
        let draft = self.files.drafts.at(place)?;
        draft.patch_as(self.number, part, resolution)?;
        match draft.now_mut() {
            Some(now) => set_mode_of(part, now),
            None => Ok(()),
        }
    }

    /// The places of the hunks of `part` in the file at `place`. A part that an earlier run has applied makes no
    /// changes.
    fn resolve_hunks(
        &mut self,
        part: &FilePatch,
        place: &RootedPath,
    ) -> Result<Resolution, Reason> {
        let options = place_options(self.diff, self.repeat, part);
        let edit = StatedEdit::Patch(part, &options);
        let draft = self.files.drafts.at(place)?;
        let files = &self.files.origin;
        let modifies = part.operation == FileOperation::Modify;
        let is_first = modifies && draft.now().is_some_and(WorkingText::is_untouched);
        if modifies
            && self.repeat == Repeat::Accept
            && let Some(made) = self.earlier.find(edit, draft, files)
            && let Some(applied) = made.applied
        {
            return Ok(applied);
        }
        let resolution = match draft.placed(part, &options) {
            Ok(resolution) => resolution,
            Err(reason) => {
                let made = self.earlier.find_after_refusal(edit, &reason, draft, files);
                if let Some(applied) = made.and_then(|made| made.applied) {
                    return Ok(applied);
                }
                let series = parts_of_same_file(part, self.parts);
                let applied = self.earlier.find_series(&series, &options, draft, files);
                return applied.ok_or(reason);
            }
        };
        if is_first {
            let new = NewChanges::new(&resolution.changes);
            let tier = resolution.sites.least_exact_tier();
            let made = self.earlier.repeated(edit, &new, tier, draft, files);
            if let Some(applied) = made.and_then(|made| made.applied) {
                return Ok(applied);
            }
        }
        Ok(resolution)
    }

    /// Sets the mode of the file at `place`. An earlier run of `part` created the file, so its text is not changed.
    fn keep(&mut self, part: &FilePatch, place: RootedPath) -> Result<(), Refusal> {
        let at = |reason: Reason| reason.at(place.shown());
        let draft = self.files.drafts.at(&place).map_err(at)?;
        draft.touch("patch");
        if let Some(now) = draft.now_mut() {
            set_mode_of(part, now).map_err(at)?;
        }
        self.outcome.touched.push((self.number, place));
        Ok(())
    }

    /// Applies a part that renames or copies a file.
    fn move_or_copy(
        &mut self,
        part: &FilePatch,
        place: &RootedPath,
        strip: usize,
    ) -> Result<(), Refusal> {
        let at = |reason: Reason| reason.at(place.shown());
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
        let mut now = self.source_text(part, place).map_err(at)?;
        set_mode_of(part, &mut now).map_err(at)?;
        if part.operation == FileOperation::Copy
            && self.repeat == Repeat::Accept
            && self.has_text(&to, &mut now).map_err(at)?
        {
            return self.keep(part, to);
        }
        let to = self.files.drafts.destination(place, &to);
        // A later part with this name does not forget a touched file.
        self.files.drafts.at(&to).map_err(at)?.touch("patch");
        self.waiting.push(Waiting {
            part: part.clone(),
            now,
            to,
        });
        Ok(())
    }

    /// The patched text of the file at `place`, which `part` copies or takes away from there.
    fn source_text(&mut self, part: &FilePatch, place: &RootedPath) -> Result<WorkingText, Reason> {
        let options = place_options(self.diff, self.repeat, part);
        let draft = self.files.drafts.at(place)?;
        if part.operation == FileOperation::Copy {
            let now = draft.patched_copy(self.number, part, &options)?;
            return Ok(now.come_from(Provenance::Copied(place.clone())));
        }
        draft.patch(self.number, part, &options)?;
        let now = draft.take("patch")?;
        Ok(now.come_from(Provenance::Moved(place.clone())))
    }

    /// True if the file at `place` has the text of `now`.
    fn has_text(&mut self, place: &RootedPath, now: &mut WorkingText) -> Result<bool, Reason> {
        let Ok(found) = self.files.drafts.at(place)?.text() else {
            return Ok(false);
        };
        Ok(found.bytes() == now.text()?.bytes())
    }

    /// Writes every waiting file whose new name is free.
    fn write_where_free(&mut self) {
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

    /// Writes the files that still wait, and refuses those whose new name is taken.
    fn write_or_refuse_waiting(&mut self) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        for waiting in std::mem::take(&mut self.waiting) {
            let draft = self.files.drafts.at(&waiting.to);
            let Err(reason) = draft.and_then(|draft| draft.put("patch", waiting.now)) else {
                self.outcome.touched.push((self.number, waiting.to));
                continue;
            };
            let refusal = reason.at(waiting.to.shown());
            self.outcome.rejects.push(reject(&waiting.part, &refusal));
            refusals.push(refusal);
        }
        refusals
    }

    /// Reads the file of `part` at `path`. A link is not followed if the part moves, deletes or edits the link itself.
    fn load_of(&mut self, part: &FilePatch, path: &Path) -> Result<RootedPath, Refusal> {
        let path = self.path_below(path);
        self.load_target(part, &path)
    }

    /// Like [`Self::load_of`], for a `path` that is not relative to the directory of the diff.
    fn load_target(&mut self, part: &FilePatch, path: &Path) -> Result<RootedPath, Refusal> {
        let takes_name_away = match part.operation {
            FileOperation::Delete => true,
            // A target that the caller named keeps its name.
            FileOperation::Rename => self.diff.target.is_none(),
            _ => false,
        };
        if takes_name_away || part.is_of_link() {
            self.files.load_name(path)
        } else {
            self.files.load(path)
        }
    }

    /// The path of the file that the diff calls `path`.
    fn path_below(&self, path: &Path) -> PathBuf {
        let below_top;
        let mut path = path;
        if let Some(from_top) = &self.path_from_top {
            below_top = match path.strip_prefix(from_top) {
                Ok(inside) => inside.to_path_buf(),
                Err(_) => from_top
                    .iter()
                    .map(|_| "..")
                    .collect::<PathBuf>()
                    .join(path),
            };
            path = &below_top;
        }
        if self.directory == Path::new("") || self.directory == Path::new(".") {
            path.to_path_buf()
        } else {
            self.directory.join(path)
        }
    }
}

/// Sets the mode of `part` for its result `now`.
///
/// # Errors
/// `bad_patch` if the text of a link is not a path.
fn set_mode_of(part: &FilePatch, now: &mut WorkingText) -> Result<(), Reason> {
    if part.becomes_link() {
        return refuse_link_without_path(part, now.text()?.bytes());
    }
    if let Some(mode) = part.new_mode {
        now.set_git_mode(mode.permissions());
    }
    Ok(())
}

/// True if `now` is the text of an empty file that `part` creates. A unified diff with new text requires that the file
/// does not exist.
fn is_refused_by_an_empty_file(part: &FilePatch, now: &WorkingText) -> bool {
    let is_unified = matches!(part.format, PatchFormat::Unified | PatchFormat::Git);
    let makes_text = match &part.content {
        Content::Hunks(hunks) => !hunks.is_empty(),
        Content::Binary(_) => binary_output(part) > 0,
    };
    is_unified && makes_text && now.is_untouched() && now.base().bytes().is_empty()
}
