//! A diff over the files of a request: which file each of its parts means, and in what order they go.
//!
//! The parts of one diff happen together: a rename whose new name is still taken by a file that a later
//! part takes away waits for that part (`a` and `b` may swap names), and a copy is of the text before all
//! other parts.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

use bytes::Bytes;

use super::files::Files;
use super::gather::Gathered;
use super::{search, target};
use crate::patch::{self, Content, FilePatch, Format, Operation, Repair, Strictness, Target};
use crate::refusal::{NotAFile, Reason, Refusal};
use crate::report::{DiffReport, Merged, Notice, Reject, Warning};
use crate::request::{
    Base, ConflictStyle, DiffFormat, Direction, Limits, PatchDiff, PatchMode, Repeat, Step,
};
use crate::resolve::draft::{Now, Passage};
use crate::resolve::place::{self, Applied, Placing};
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::LineNumber;

/// Applies every part of the diff of `step` to the drafts.
pub fn patch(
    gathered: &mut Gathered,
    number: usize,
    step: &Step,
    diff: &PatchDiff,
    files: &mut Files,
    limits: &Limits,
) -> Result<(), Vec<Refusal>> {
    let understood = understood(diff).map_err(|reason| vec![Refusal::new(reason)])?;
    gathered.diffs.extend(understood.report(number));
    gathered.warnings.extend(understood.warning);
    let parts = understood.parts;
    if diff.conflicts.is_some() {
        refuse_several(&parts, diff).map_err(|reason| vec![reason.into()])?;
    }
    let directory = files.directory_name();
    let mut series = Series {
        gathered,
        files,
        limits,
        base: &step.path,
        diff,
        number,
        waiting: Vec::new(),
        strip: None,
        directory,
    };
    series.learn_strip(&parts);
    let mut refusals = Vec::new();
    // Where names go back, another diff begins (a series of mails).
    for one in parts.chunk_by(|part, next| part.names.sorted_by() < next.names.sorted_by()) {
        refusals.extend(series.apply_all(one));
    }
    refusals.extend(series.settle_rest());
    match refusals.is_empty() {
        true => Ok(()),
        false => Err(refusals),
    }
}

/// A diff as it was read.
pub struct Understood {
    /// The parts that are to be applied, in the direction asked for.
    pub parts: Vec<FilePatch>,
    repairs: Vec<Repair>,
    ignored: Vec<LineNumber>,
    /// What is worth knowing about the choice of the parts.
    pub warning: Option<Warning>,
}

impl Understood {
    /// How it had to be read, as step number `edit`; `None` when it is simply well-formed.
    pub fn report(&self, edit: usize) -> Option<DiffReport> {
        let is_plain = self.repairs.is_empty() && self.ignored.is_empty();
        (!is_plain).then(|| DiffReport {
            edit,
            repairs: self.repairs.clone(),
            ignored: self.ignored.clone(),
        })
    }
}

/// Reads `diff` and chooses what is to be applied of it.
///
/// # Errors
/// `bad_patch` and `leftover_lines` for what cannot be read or turned round, `bad_request` when no part is
/// for the target.
pub fn understood(diff: &PatchDiff) -> Result<Understood, Reason> {
    let patch = patch::parse(&diff.diff, strictness(diff.format))?;
    let (chosen, warning) = match &diff.target {
        Some(target) => target::choose(patch.files, target)?,
        None => (patch.files, None),
    };
    let parts = match diff.direction {
        Direction::Forward => chosen,
        Direction::Reverse => {
            let reversed = chosen.iter().rev().map(FilePatch::reversed);
            reversed.collect::<Result<_, _>>()?
        }
    };
    Ok(Understood {
        parts,
        repairs: patch.repairs,
        ignored: patch.ignored,
        warning,
    })
}

/// A file that waits for its new name to become free.
struct Waiting {
    part: FilePatch,
    now: Now,
    to: RootedPath,
}

/// The parts of one diff on their way into the drafts.
struct Series<'a, 'd> {
    gathered: &'a mut Gathered,
    files: &'a mut Files<'d>,
    limits: &'a Limits,
    base: &'a Path,
    diff: &'a PatchDiff,
    number: usize,
    waiting: Vec<Waiting>,
    /// How many components the names of a file that is there lost: new files lose as many.
    strip: Option<usize>,
    /// The name of the directory that the diff's names are relative to.
    directory: Option<OsString>,
}

impl Series<'_, '_> {
    /// The parts of one diff. A copy is of the text before all other parts, wherever it stands; one that
    /// finds no place there may be of what another part makes.
    fn apply_all(&mut self, parts: &[FilePatch]) -> Vec<Refusal> {
        let mut rest = Vec::new();
        for part in parts {
            let merged = self.gathered.merged.clone();
            if part.operation != Operation::Copy || self.apply(part).is_err() {
                self.gathered.merged = merged;
                rest.push(part);
            }
        }
        let mut refusals = Vec::new();
        self.settle_free();
        for part in rest {
            if let Err(refusal) = self.apply(part) {
                let reject = reject(part, &refusal);
                self.gathered.rejects.push(reject);
                refusals.push(refusal);
            }
            self.settle_free();
        }
        refusals
    }

    fn apply(&mut self, part: &FilePatch) -> Result<(), Refusal> {
        let (place, strip) = self.target(part)?;
        let at = |reason: Reason| Refusal::new(reason).at(place.shown());
        refuse_links(part).map_err(at)?;
        let stays;
        let part = match self.diff.target {
            Some(_) => {
                stays = staying(part).map_err(at)?;
                &stays
            }
            None => part,
        };
        if let Some(style) = self.diff.conflicts {
            self.merge(part, &place, style);
        }
        match part.operation {
            Operation::Rename | Operation::Copy => self.carry(part, &place, strip),
            Operation::Create | Operation::Modify | Operation::Append | Operation::Delete => {
                self.edit(part, &place).map_err(at)
            }
        }
    }

    /// Notes what `part` makes of the text, conflicts marked. Where that cannot be shown, applying it says why.
    fn merge(&mut self, part: &FilePatch, place: &RootedPath, style: ConflictStyle) {
        let before = match self.gathered.merged.take() {
            Some(merged) => Some((Snapshot::of_text(merged.text), merged.conflicts)),
            None => self.text_before(part, place).map(|text| (text, 0)),
        };
        let Some((text, conflicts)) = before else {
            return;
        };
        let shown = place.shown();
        let marked = place::marked(part, &text, &placing(self.diff, part), style, shown);
        self.gathered.merged = marked.ok().map(|marked| Merged {
            path: shown.to_path_buf(),
            conflicts: conflicts + marked.conflicts.len(),
            text: marked.text,
        });
    }

    /// The text that `part` finds: an empty one where it makes the file.
    fn text_before(&mut self, part: &FilePatch, place: &RootedPath) -> Option<Snapshot> {
        let draft = self.gathered.drafts.at(place).ok()?;
        let makes_file = matches!(part.operation, Operation::Create | Operation::Append);
        match draft.text() {
            Ok(text) => Some(text),
            Err(_) if makes_file => Some(Snapshot::of_text("")),
            Err(_) => None,
        }
    }

    /// A part that stays at one place.
    fn edit(&mut self, part: &FilePatch, place: &RootedPath) -> Result<(), Reason> {
        let placing = placing(self.diff, part);
        let draft = self.gathered.drafts.at(place)?;
        match (part.operation, draft.now()) {
            (Operation::Create | Operation::Append, None) => draft.begin(self.number, "patch")?,
            (Operation::Delete, Some(_)) if states_no_text(part) => {
                return draft.delete("patch");
            }
            _ => {}
        }
        draft.patch(self.number, part, &placing)?;
        match (part.operation, part.new_mode) {
            (Operation::Delete, _) => draft.delete("patch"),
            (_, Some(mode)) => draft.set_git_mode(mode.permissions()),
            (_, None) => Ok(()),
        }
    }

    /// A part that takes a file's text to another place.
    fn carry(&mut self, part: &FilePatch, place: &RootedPath, strip: usize) -> Result<(), Refusal> {
        let at = |reason: Reason| Refusal::new(reason).at(place.shown());
        let new_name = part.names.stripped(strip).and_then(|names| names.new);
        let to = new_name.ok_or_else(|| {
            at(Reason::BadPatch {
                line: part.line,
                problem: "a rename or copy without a new name".to_owned(),
            })
        })?;
        let to = self.load(&to)?;
        let placing = placing(self.diff, part);
        let draft = self.gathered.drafts.at(place).map_err(at)?;
        let now = match part.operation {
            Operation::Copy => draft.patched_copy(self.number, part, &placing),
            _ => draft
                .patch(self.number, part, &placing)
                .and_then(|()| draft.take("patch")),
        };
        let passage = match part.operation {
            Operation::Copy => Passage::Copied,
            _ => Passage::Moved,
        };
        let mut now = now.map_err(at)?.come_from(place, passage);
        if let Some(mode) = part.new_mode {
            now.set_git_mode(mode.permissions());
        }
        self.waiting.push(Waiting {
            part: part.clone(),
            now,
            to,
        });
        Ok(())
    }

    /// Puts every waiting file whose new name is free.
    fn settle_free(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            match self.gathered.drafts.at(&waiting.to) {
                Ok(draft) if draft.now().is_none() => {
                    // The name is free, so this cannot fail.
                    let _ = draft.put("patch", waiting.now);
                }
                _ => self.waiting.push(waiting),
            }
        }
    }

    /// Refuses every file whose new name never became free.
    fn settle_rest(mut self) -> Vec<Refusal> {
        let waiting = std::mem::take(&mut self.waiting);
        waiting
            .into_iter()
            .filter_map(|waiting| {
                let draft = self.gathered.drafts.at(&waiting.to).ok()?;
                let reason = draft.put("patch", waiting.now).err()?;
                let refusal = Refusal::new(reason).at(waiting.to.shown());
                let reject = reject(&waiting.part, &refusal);
                self.gathered.rejects.push(reject);
                Some(refusal)
            })
            .collect()
    }

    fn load(&mut self, path: &Path) -> Result<RootedPath, Refusal> {
        let path = match self.base == Path::new("") || self.base == Path::new(".") {
            true => path.to_path_buf(),
            false => self.base.join(path),
        };
        self.gathered.load(&path, self.files, self.limits)
    }

    /// The file `part` means, and how many components its names lose.
    fn target(&mut self, part: &FilePatch) -> Result<(RootedPath, usize), Refusal> {
        if let Some(target) = &self.diff.target {
            let place = self.gathered.load(target, self.files, self.limits)?;
            return Ok((place, 0));
        }
        let candidates = self.candidates(part)?;
        if matches!(part.operation, Operation::Create | Operation::Append) {
            let learned = candidates
                .iter()
                .find(|target| Some(target.strip) == self.strip);
            let target = learned.or(candidates.first()).ok_or_else(nameless)?;
            return Ok((self.load(&target.path)?, target.strip));
        }
        if let Some(found) = self.existing(&candidates)? {
            return Ok(found);
        }
        if let Some(path) = search::only_fit(part, self.files) {
            let place = self.load(&path)?;
            let named = part.names.new.clone().or(part.names.old.clone());
            self.gathered.warn(&place, Notice::FoundByText { named });
            return Ok((place, 0));
        }
        let first = candidates.first().ok_or_else(nameless)?;
        let place = self.load(&first.path)?;
        let is_there = self
            .gathered
            .drafts
            .at(&place)
            .is_ok_and(|draft| draft.before().is_some());
        match is_there {
            // A part before this one has taken it away.
            true => Ok((place, first.strip)),
            false => {
                let alike = search::alike(&first.path, self.files);
                Err(Refusal::new(Reason::MissingTarget { alike }).at(place.shown()))
            }
        }
    }

    /// The first of `candidates` that is there.
    fn existing(&mut self, candidates: &[Target]) -> Result<Option<(RootedPath, usize)>, Refusal> {
        for (number, target) in candidates.iter().enumerate() {
            let place = match self.load(&target.path) {
                Ok(place) => place,
                Err(refusal) if number == 0 => return Err(refusal),
                Err(_) => continue,
            };
            let draft = self.gathered.drafts.at(&place);
            if draft.is_ok_and(|draft| draft.now().is_some()) {
                return Ok(Some((place, target.strip)));
            }
            self.gathered.drafts.forget_untouched(&place);
        }
        Ok(None)
    }

    /// Finds out how many components the names of this diff lose, from the files that are there.
    fn learn_strip(&mut self, parts: &[FilePatch]) {
        let old_files = parts
            .iter()
            .filter(|part| !matches!(part.operation, Operation::Create | Operation::Append));
        for part in old_files {
            let candidates = self.candidates(part).unwrap_or_default();
            if let Ok(Some((_, strip))) = self.existing(&candidates) {
                self.strip = Some(strip);
                return;
            }
        }
    }

    /// The files `part` may mean. Its names may lose a first component as a matter of course; more only where
    /// a directory of the name stays or the last one dropped is the one we are in: a base name alone proves
    /// nothing.
    fn candidates(&self, part: &FilePatch) -> Result<Vec<Target>, Refusal> {
        let Some(strip) = self.diff.strip else {
            let plausible = |target: &Target| {
                let keeps_directory = target.path.components().count() > 1;
                target.strip <= 1 || keeps_directory || self.is_inside_dropped(part, target.strip)
            };
            return Ok(part
                .target_candidates()
                .into_iter()
                .filter(plausible)
                .collect());
        };
        let too_few = || {
            Refusal::new(Reason::BadPatch {
                line: part.line,
                problem: format!("its names have no more than {strip} leading components to drop"),
            })
        };
        let names = part.names.stripped(strip).ok_or_else(too_few)?;
        let (first, second) = match part.operation {
            Operation::Delete | Operation::Rename | Operation::Copy => (names.old, names.new),
            Operation::Create | Operation::Append => (names.new, None),
            Operation::Modify => (names.new, names.old),
        };
        let paths = first.into_iter().chain(second);
        Ok(paths.map(|path| Target { strip, path }).collect())
    }

    /// Whether the last of the components dropped from the names is the directory we are in.
    fn is_inside_dropped(&self, part: &FilePatch, strip: usize) -> bool {
        let name = part.names.old.as_ref().or(part.names.new.as_ref());
        let dropped = name.and_then(|name| name.components().nth(strip - 1));
        dropped.is_some_and(|dropped| Some(dropped.as_os_str()) == self.directory.as_deref())
    }
}

/// What of `part` is rejected because of `refusal`: the hunks that it is about, else all of it.
fn reject(part: &FilePatch, refusal: &Refusal) -> Reject {
    let failed: Vec<usize> = match &refusal.reason {
        Reason::HunkFailed { failures, .. } => {
            failures.iter().map(|failure| failure.hunk).collect()
        }
        Reason::PartlyApplied { applied, .. } => applied.clone(),
        _ => (1..=part.hunks().len()).collect(),
    };
    let content = match &part.content {
        Content::Hunks(hunks) => {
            let numbered = (1..).zip(hunks);
            let failed = numbered.filter(|(number, _)| failed.contains(number));
            Content::Hunks(failed.map(|(_, hunk)| hunk.clone()).collect())
        }
        binary @ Content::Binary(_) => binary.clone(),
    };
    let part = FilePatch {
        content,
        ..part.clone()
    };
    Reject {
        would_apply: match &refusal.reason {
            Reason::HunkFailed { total, .. } | Reason::PartlyApplied { total, .. } => {
                total.saturating_sub(part.hunks().len())
            }
            _ => 0,
        },
        part,
        path: refusal.path.clone(),
    }
}

/// One output has the result of one file, which must be there afterwards.
fn refuse_several(parts: &[FilePatch], diff: &PatchDiff) -> Result<(), Reason> {
    let name = |part: &FilePatch| part.names.new.clone().or_else(|| part.names.old.clone());
    let named: BTreeSet<_> = parts.iter().map(name).collect();
    if named.len() > 1 && diff.target.is_none() {
        return Err(Reason::usage(
            format!(
                "`--output` takes the result of one file; the diff has {}",
                named.len()
            ),
            "choose one with --target PATH",
        ));
    }
    match parts.iter().any(|part| part.operation == Operation::Delete) {
        true => Err(Reason::usage(
            "`--output` takes the result of a patch, and this one deletes its file",
            "leave out --output",
        )),
        false => Ok(()),
    }
}

/// What `part` does to the one target it is for, which keeps its name whatever the diff says.
fn staying(part: &FilePatch) -> Result<FilePatch, Reason> {
    let moves = matches!(part.operation, Operation::Rename | Operation::Copy);
    let is_text = matches!(&part.content, Content::Hunks(hunks) if hunks.is_empty());
    if moves && is_text && part.new_mode.is_none() {
        return Err(Reason::bad_request(
            "the diff gives the file another name and changes nothing else",
            "leave out --target, or `incise move` it",
        ));
    }
    Ok(FilePatch {
        operation: match moves {
            true => Operation::Modify,
            false => part.operation,
        },
        ..part.clone()
    })
}

fn nameless() -> Refusal {
    Refusal::new(Reason::bad_request(
        "the diff names no file",
        "name it with --target PATH",
    ))
}

/// How the hunks of `part` are placed: unified and git diffs have line numbers and strict lines, the other
/// formats never do.
fn placing(diff: &PatchDiff, part: &FilePatch) -> Placing {
    let usual = match part.format {
        Format::Unified | Format::Git => PatchMode::Strict,
        Format::V4a | Format::SearchReplace => PatchMode::Tolerant,
    };
    Placing {
        mode: diff.mode.unwrap_or(usual),
        applied: match diff.applied {
            Repeat::Refuse => Applied::Refuse,
            Repeat::Accept => Applied::Skip,
        },
        base: base(diff, part),
    }
}

/// The text that `part` was made from, where it is known.
fn base(diff: &PatchDiff, part: &FilePatch) -> Option<Bytes> {
    match diff.base.as_ref()? {
        Base::Text(text) => Some(text.clone()),
        Base::Blobs(blobs) => blobs.get(&part.blobs.as_ref()?.0).cloned(),
        Base::Git => None,
    }
}

fn strictness(format: DiffFormat) -> Strictness {
    match format {
        DiffFormat::Repair => Strictness::Repair,
        DiffFormat::Strict => Strictness::Strict,
    }
}

/// Whether a deletion does not say what it deletes (V4A), so that there is nothing to compare.
fn states_no_text(part: &FilePatch) -> bool {
    part.format == Format::V4a && part.hunks().is_empty()
}

/// Links and submodules are not texts.
fn refuse_links(part: &FilePatch) -> Result<(), Reason> {
    let modes = [part.old_mode, part.new_mode];
    match modes
        .iter()
        .flatten()
        .any(|mode| mode.is_symlink() || mode.is_gitlink())
    {
        true => Err(Reason::NotAFile {
            kind: NotAFile::LinkInPatch,
        }),
        false => Ok(()),
    }
}
