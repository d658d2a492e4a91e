//! A transition as it is stored: paths, and the fingerprints of the texts.

use std::path::{Path, PathBuf};

use super::{ChangeSet, NewText, Transition, TransitionKind};
use crate::encoding::TextEncoding;
use crate::snapshot::{Attributes, FileMode, Fingerprint, LINK, Owner, Snapshot, USUAL_MODE};

/// One file as it is reported, journaled, undone and replayed. `C` is the file's change, or a summary of the change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<C = ChangeSet> {
    /// The path of the file, relative to the workspace with `/`, or absolute if outside. Contains no `.` or `..`.
    pub path: PathBuf,
    /// The source file, for `Moved` and `Copied`.
    pub from: Option<PathBuf>,
    /// The kind of transition.
    pub transition: TransitionKind,
    /// The fingerprint of the text that `changes` apply to: the text of this file, or of `from` for `Moved` and
    /// `Copied`. `None` for `Created`, which starts from an empty text.
    pub before: Option<Fingerprint>,
    /// The fingerprint of the new text; `None` for `Removed`, whose `changes` remove all text.
    pub after: Option<Fingerprint>,
    /// The permission bits before and after, if they differ. For a symbolic link always 0o120000 twice.
    pub modes: Option<(u32, u32)>,
    /// The extended attributes of a `Removed` or `Created` file.
    pub attributes: Attributes,
    /// The encoding of the text as given in the request, if the bytes do not show it.
    pub encoding: Option<TextEncoding>,
    /// The change of the text; for `Moved` and `Copied`, of the text of `from`.
    pub changes: C,
}

/// The permission bits that represent a missing file.
const ABSENT: u32 = 0;

impl<C> Record<C> {
    /// A copy of this record with `changes` instead of its own changes.
    pub fn with_changes<D>(&self, changes: D) -> Record<D> {
        Record {
            path: self.path.clone(),
            from: self.from.clone(),
            transition: self.transition,
            before: self.before,
            after: self.after,
            modes: self.modes,
            attributes: self.attributes.clone(),
            encoding: self.encoding,
            changes,
        }
    }

    /// The paths of the file before and after the transition.
    pub fn names(&self) -> impl Iterator<Item = &Path> + use<'_, C> {
        std::iter::once(&*self.path).chain(self.from.as_deref())
    }

    /// The path before the transition, if the file existed.
    pub fn path_before(&self) -> Option<&Path> {
        match self.transition {
            TransitionKind::Created | TransitionKind::Copied => None,
            TransitionKind::Moved => self.from.as_deref(),
            TransitionKind::Edited | TransitionKind::Removed => Some(&self.path),
        }
    }

    /// The path after the transition, if the file exists.
    pub fn path_after(&self) -> Option<&Path> {
        match self.transition {
            TransitionKind::Removed => None,
            _ => Some(&self.path),
        }
    }
}

impl Record {
    /// The records of `transition`, each with the text that its changes apply to. There is a record for the old file
    /// if it is removed, and a record for the new file if it changes. `name` returns the path of a place.
    pub fn of_transition<P: PartialEq>(
        transition: &Transition<P>,
        name: impl Fn(&P) -> PathBuf,
    ) -> Vec<(Self, &Snapshot)> {
        let mut records = Vec::new();
        if let Some(before) = transition.gone() {
            records.push((
                Self::of_removed_file(name(&transition.place), before),
                before,
            ));
        }
        if let Some(after) = &transition.after
            && (after.provenance.kind() != TransitionKind::Edited
                || modes(after).is_some()
                || after.changes.changes_text())
        {
            let from = after.provenance.elsewhere().map(&name);
            let record = Self::of_new_text(name(&transition.place), from, after);
            records.push((record, &after.base));
        }
        for (record, _) in &mut records {
            record.encoding = transition.encoding;
        }
        records
    }

    fn of_new_text<P>(path: PathBuf, from: Option<PathBuf>, after: &NewText<P>) -> Self {
        let transition = after.provenance.kind();
        let (base, result) = fingerprints(&after.base, &after.changes);
        let before = match transition {
            TransitionKind::Created => None,
            _ => Some(base),
        };
        Self {
            path,
            from,
            transition,
            before,
            after: Some(result),
            modes: modes(after),
            attributes: after.attributes.clone().unwrap_or_default(),
            encoding: None,
            changes: after.changes.clone(),
        }
    }

    /// The record of a removal, with the permission bits, attributes and owner that an undo restores.
    fn of_removed_file(path: PathBuf, before: &Snapshot) -> Self {
        let attributes = before.attributes().cloned().unwrap_or_default();
        let (mut modes, mut owner) = (None, None);
        if let Some(facts) = before.facts() {
            owner = Some(Owner(facts.uid, facts.gid));
            if facts.mode != ABSENT {
                modes = Some((facts.mode, ABSENT));
            }
        }
        Self {
            path,
            from: None,
            transition: TransitionKind::Removed,
            before: Some(before.fingerprint()),
            after: None,
            modes,
            attributes: attributes.owned_by(owner),
            encoding: None,
            changes: ChangeSet::removal(before),
        }
    }

    /// The mode that a record's `modes` request: the exact bits if there was no file before, otherwise the
    /// difference.
    pub fn mode_asked((before, after): (u32, u32)) -> FileMode {
        match before {
            ABSENT => FileMode::Exact(after),
            before => FileMode::Changed { before, after },
        }
    }
}

/// The fingerprints of `base` and of the result of `changes`.
fn fingerprints(base: &Snapshot, changes: &ChangeSet) -> (Fingerprint, Fingerprint) {
    let text = base.bytes();
    if base.has_fingerprint() || base.encoding().is_some() {
        let after = Fingerprint::of_pieces(changes.pieces(text));
        return (base.fingerprint(), after);
    }
    let head = changes
        .edit_refs()
        .next()
        .map_or(text.len(), |first| first.at);
    let rest = changes.pieces(text).skip(usize::from(head > 0));
    base.fingerprints(head, rest)
}

/// The permission bits before and after, if they differ. A link always has bits, which mark it as a link. A new file
/// with exact bits had none before. A new file that is only made executable had the usual bits, so that umask
/// applies.
fn modes<P>(after: &NewText<P>) -> Option<(u32, u32)> {
    if after.is_link() && after.base.is_link() {
        return Some((LINK, LINK));
    }
    let (old, new) = match (after.base.facts(), after.mode?) {
        (Some(facts), mode) => (facts.mode, mode.with_usual(facts.mode)),
        (None, FileMode::Exact(mode)) => (ABSENT, mode),
        (None, mode) => (USUAL_MODE, mode.with_usual(USUAL_MODE)),
    };
    if old == new {
        return None;
    }
    Some((old, new))
}
