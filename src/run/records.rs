//! What a run is about to do to its files, as records: for the journal, and for plans.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::change::{ChangeSet, Record, Transition};
use crate::disk::Disk;
use crate::journal::{Privacy, is_private};
use crate::resolve::draft::{Draft, Drafts, Now, Passage, Source};
use crate::snapshot::{FileMode, Fingerprint, LINK, Owner, RootedPath, Snapshot};

/// Permission bits that stand for no file.
const ABSENT: u32 = 0;
/// Permission bits a new file is taken to have when nobody asks for others: umask decides where it is made.
const USUAL: u32 = 0o644;

/// The names that files have in the journal and in plans.
#[derive(Clone, Debug)]
pub struct Names {
    /// The workspace, links resolved.
    root: PathBuf,
}

/// The record of one file, the text that its change set applies to, and whether it may be stored.
#[derive(Clone, Debug)]
pub struct FileRecord {
    pub record: Record,
    pub base: Snapshot,
    /// Whether all of the text after it was given at once.
    pub is_given_whole: bool,
    pub privacy: Privacy,
}

impl Names {
    /// The names below `root`, whose links are resolved.
    pub fn below(root: PathBuf) -> Self {
        Self { root }
    }

    /// The workspace, links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The name of `place`: relative to the workspace, or absolute outside it.
    pub fn name(&self, disk: &Disk, place: &RootedPath) -> PathBuf {
        let shown = || disk.cwd().join(place.shown());
        let path = disk.real_path(place).unwrap_or_else(shown);
        match path.strip_prefix(&self.root) {
            Ok(inside) => inside.to_owned(),
            Err(_) => path,
        }
    }

    /// `name` as one would type it: relative to the working directory `cwd` where it is inside.
    pub fn typed(&self, name: &Path, cwd: Option<&Path>) -> PathBuf {
        let path = self.root.join(name);
        let cwd = cwd.and_then(|cwd| cwd.canonicalize().ok());
        match cwd.as_deref().map(|cwd| path.strip_prefix(cwd)) {
            Some(Ok(inside)) => inside.to_owned(),
            _ => path,
        }
    }

    /// A record for each of `drafts` that changes.
    pub fn records(&self, drafts: &Drafts, disk: &Disk) -> Vec<FileRecord> {
        let moved_from: BTreeSet<&RootedPath> = drafts.iter().filter_map(moved_from).collect();
        drafts
            .iter()
            .filter(|draft| draft.is_touched())
            .flat_map(|draft| {
                let left = moved_from.contains(draft.place());
                let gone = gone(draft).filter(|_| !left);
                let gone = gone.map(|before| removed(self.name(disk, draft.place()), before));
                let there = draft.now();
                let there = there.and_then(|now| self.present(disk, draft, now));
                gone.into_iter().chain(there)
            })
            .map(|file| self.judged(disk, file))
            .collect()
    }

    /// The directories that are made for `drafts`, outermost first.
    pub fn made(&self, drafts: &Drafts, disk: &Disk) -> Vec<PathBuf> {
        let arriving = drafts
            .iter()
            .filter(|draft| draft.is_touched() && draft.now().is_some());
        let made = arriving.flat_map(|draft| {
            let name = self.name(disk, draft.place());
            let missing = draft.place().missing_parents().len();
            let parents = name.ancestors().skip(1).take(missing);
            parents.map(Path::to_owned).collect::<Vec<_>>()
        });
        made.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// `file`, private if one of its other names in the workspace is: a hard link is no way round.
    fn judged(&self, disk: &Disk, file: FileRecord) -> FileRecord {
        let facts = file.base.facts();
        let is_private = facts.filter(|facts| facts.links > 1).is_some_and(|facts| {
            let beside = self.root.join(&file.record.path);
            let beside = beside.parent().unwrap_or(&self.root);
            [beside, &self.root]
                .iter()
                .any(|top| disk.has_name(top, facts.identity, is_private))
        });
        match is_private {
            true => FileRecord {
                privacy: Privacy::Private,
                ..file
            },
            false => file,
        }
    }

    /// The record of a file that is there afterwards.
    fn present(&self, disk: &Disk, draft: &Draft, now: &Now) -> Option<FileRecord> {
        let (transition, from) = origin(draft, now);
        let from = from.map(|place| self.name(disk, place));
        let (base, changes) = (now.base(), now.changes());
        let modes = modes(now);
        let is_same = transition == Transition::Edited && modes.is_none();
        if is_same && !changes.changes_text() {
            return None;
        }
        let record = Record {
            path: self.name(disk, draft.place()),
            from,
            transition,
            before: (transition != Transition::Created).then(|| base.fingerprint()),
            after: Some(Fingerprint::of_pieces(changes.pieces(base.bytes()))),
            modes,
            attributes: now.attributes().cloned().unwrap_or_default(),
            changes,
        };
        Some(FileRecord {
            record,
            base: base.clone(),
            is_given_whole: draft.is_given_whole(),
            privacy: Privacy::Open,
        })
    }
}

/// What kind of transition brings `now` to the place of `draft`, and from where, for moves and copies.
pub fn origin<'n>(draft: &Draft, now: &'n Now) -> (Transition, Option<&'n RootedPath>) {
    match now.source() {
        Source::Own => (Transition::Edited, None),
        Source::Nothing => (Transition::Created, None),
        Source::Other { place, .. } if place == draft.place() => (Transition::Edited, None),
        Source::Other { place, passage } => {
            let transition = match passage {
                Passage::Moved => Transition::Moved,
                Passage::Copied => Transition::Copied,
            };
            (transition, Some(place))
        }
    }
}

/// Permission bits before and after, where they differ; of a link always, so that it is known as one. A new file that is to have certain bits had none
/// before; one that is only made executable had the usual ones, so that umask keeps its say.
fn modes(now: &Now) -> Option<(u32, u32)> {
    if now.is_link() && now.base().is_link() {
        return Some((LINK, LINK));
    }
    let mode = now.mode()?;
    let modes = match (now.base().facts(), mode) {
        (Some(facts), mode) => (facts.mode, mode.of(facts.mode)),
        (None, FileMode::Exact(mode)) => (ABSENT, mode),
        (None, mode) => (USUAL, mode.of(USUAL)),
    };
    (modes.0 != modes.1).then_some(modes)
}

/// What a record's `modes` ask of a file: certain bits where there was no file before, else the change.
pub fn mode_asked((before, after): (u32, u32)) -> FileMode {
    match before {
        ABSENT => FileMode::Exact(after),
        before => FileMode::Changed { before, after },
    }
}

/// The file that was at the place of `draft`, if it is not what is there afterwards.
pub fn gone(draft: &Draft) -> Option<&Snapshot> {
    let stays = match draft.now().map(Now::source) {
        None | Some(Source::Nothing) => false,
        Some(Source::Own) => true,
        Some(Source::Other { place, .. }) => place == draft.place(),
    };
    draft.before().filter(|_| !stays)
}

/// Where the file of `draft` was moved from.
pub fn moved_from(draft: &Draft) -> Option<&RootedPath> {
    match draft.now()?.source() {
        Source::Other {
            place,
            passage: Passage::Moved,
        } => Some(place),
        _ => None,
    }
}

/// The record of a removal, with the permission bits, attributes and owner to come back with.
fn removed(path: PathBuf, before: &Snapshot) -> FileRecord {
    let record = Record {
        path,
        from: None,
        transition: Transition::Removed,
        before: Some(before.fingerprint()),
        after: None,
        modes: before
            .facts()
            .map(|facts| (facts.mode, ABSENT))
            .filter(|(mode, _)| *mode != ABSENT),
        attributes: before
            .attributes()
            .cloned()
            .unwrap_or_default()
            .owned_by(before.facts().map(|facts| Owner(facts.uid, facts.gid))),
        changes: ChangeSet::by_line(before.bytes(), &bytes::Bytes::new()),
    };
    FileRecord {
        record,
        base: before.clone(),
        is_given_whole: false,
        privacy: Privacy::Open,
    }
}
