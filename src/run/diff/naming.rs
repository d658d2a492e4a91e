//! Which file a part of a diff means.

use super::Series;
use super::part::nameless;
use crate::patch::{FilePatch, Operation, Target};
use crate::refusal::{Reason, Refusal};
use crate::report::Notice;
use crate::run::search;
use crate::snapshot::RootedPath;

impl Series<'_, '_> {
    /// The file `part` means, and how many components its names lose.
    pub(super) fn target(&mut self, part: &FilePatch) -> Result<(RootedPath, usize), Refusal> {
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
    pub(super) fn learn_strip(&mut self, parts: &[FilePatch]) {
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
