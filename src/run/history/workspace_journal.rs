//! The journal of a workspace: file names, records of transitions, and the claims of other tasks.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::caught_up::{CaughtUp, FileOfTask};
use super::session::Session;
use crate::change::{Claim, LineChange, Record, Transition};
use crate::disk::Disk;
use crate::journal::{
    Event, JournalStore, NewFile, PrivateNames, Pruned, ReadMark, Receipt, Since, StateBase,
    Unavailable, WorkspaceRoot,
};
use crate::refusal::{Fault, Nothing, Reason};
use crate::report::{Notice, Warning};
use crate::resolve::draft::ResolvedFile;
use crate::run::world::JournalContext;
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::text::Span;
use crate::threads;

/// The number of files that a thread hashes at a time.
const SHARE: usize = 16;
/// The reason why no state directory is known.
const NO_STATE_DIRECTORY: &str =
    "INCISE_STATE_DIR, XDG_STATE_HOME and HOME do not name a directory for it";

/// The journal of a workspace, for one run.
#[derive(Debug)]
pub struct WorkspaceJournal {
    pub store: JournalStore,
    pub names: JournalNames,
    caught_up: CaughtUp,
    session: Option<Session>,
}

/// The claims of other tasks on a file: the lines that they wrote.
pub struct FoundClaims {
    pub claims: Vec<Claim>,
    /// A warning if claims may be missing.
    pub damage: Option<Warning>,
    /// True if the task has seen every line that other tasks wrote in the file.
    pub saw_all_lines: bool,
}

impl WorkspaceJournal {
    /// The journal; `None` if it does not exist. Never creates it.
    pub fn find(context: &JournalContext) -> Result<Option<Self>, Unavailable> {
        let Some(base) = &context.base else {
            return Ok(None);
        };
        let root = WorkspaceRoot::at(&context.workspace)?;
        let store = JournalStore::find(base, &root)?;
        Ok(store.map(|store| Self::new(store, root, context)))
    }

    fn new(store: JournalStore, root: WorkspaceRoot, context: &JournalContext) -> Self {
        Self {
            store,
            names: JournalNames::new(root, context),
            caught_up: context.caught_up.clone(),
            session: context.session.clone(),
        }
    }

    /// The journal, for commands that read the history. Without a state directory, these commands fail instead of
    /// showing an empty history.
    ///
    /// # Errors
    /// `io` if the journal cannot be read, or if no state directory is known.
    pub fn find_in_state_directory(context: &JournalContext) -> Result<Option<Self>, Reason> {
        match context.base {
            None => Err(Fault::io("read the journal of", NO_STATE_DIRECTORY).into()),
            Some(_) => Ok(Self::find(context)?),
        }
    }

    /// The journal, created if necessary; `None` if no state directory is known.
    pub fn open(context: &JournalContext) -> Result<Option<Self>, Unavailable> {
        let Some(base) = &context.base else {
            return Ok(None);
        };
        let root = WorkspaceRoot::at(&context.workspace)?;
        let store = JournalStore::open(base, &root)?;
        Ok(Some(Self::new(store, root, context)))
    }

    /// The mark that `task` has read `parts` of `text` at `place`, or all of it.
    pub fn read_mark(
        &self,
        disk: &Disk,
        place: &RootedPath,
        task: &str,
        text: Fingerprint,
        parts: Option<Vec<Span>>,
    ) -> ReadMark {
        ReadMark {
            task: task.to_owned(),
            path: self.names.name(disk, place),
            text,
            parts,
        }
    }

    /// The claims of other tasks on `parts` of `text`, the current content of the file at `place`.
    pub fn claims(
        &self,
        disk: &Disk,
        place: &RootedPath,
        task: &str,
        (text, parts): (&Snapshot, &[Span]),
    ) -> Result<FoundClaims, Unavailable> {
        let file = self.file_of_task(self.names.name(disk, place), task);
        if self.caught_up.is_still_caught_up(&file, &self.store) {
            return Ok(FoundClaims {
                claims: Vec::new(),
                damage: None,
                saw_all_lines: true,
            });
        }
        let (since, damage) = self.since(disk, place, task)?;
        Ok(FoundClaims {
            claims: self.claims_since(&since, disk, place, task, (text, Some(parts))),
            damage,
            saw_all_lines: self.caught_up.contains(&file),
        })
    }

    /// The events of the file at `place` since `task` last saw the complete file. A warning if entries may be lost.
    pub fn since(
        &self,
        disk: &Disk,
        place: &RootedPath,
        task: &str,
    ) -> Result<(Since, Option<Warning>), Unavailable> {
        let name = self.names.name(disk, place);
        let mut settled = self.settled_of(&name)?;
        let session = self.session.as_ref().filter(|session| session.task == task);
        // Entries that were lost before the task saw the complete file do not matter.
        let mut lost_since = None;
        let events = std::iter::from_fn(|| {
            let event = settled.next()?;
            if matches!(&event, Ok(Event::Read(mark)) if mark.task == task && mark.parts.is_none())
            {
                lost_since.get_or_insert(settled.lost().len());
            }
            Some(match session {
                Some(session) => event.map(|event| session.without_older_tasks(event)),
                None => event,
            })
        });
        let since = Since::last_seen_by(task, &name, events)?;
        let mut since = since.with_missing(settled.missing());
        if !since.is_contested(task)
            && let Some(end) = settled.history_end()
        {
            self.caught_up.note(self.file_of_task(name, task), end);
        }
        let lost = settled.lost();
        let mut damage = entries_lost(&lost[..lost_since.unwrap_or(lost.len())]);
        if let Some(warning) = &mut damage {
            warning.path = Some(place.shown().to_owned());
        }
        for entry in since.entries_to_load(task) {
            self.store.load(entry);
        }
        Ok((since, damage))
    }

    fn file_of_task(&self, name: PathBuf, task: &str) -> FileOfTask {
        FileOfTask {
            workspace: self.names.root().to_owned(),
            name,
            task: task.to_owned(),
        }
    }

    /// The claims of other tasks on `parts` of `text`, or on all of it, according to the events `since`. `text` is
    /// the current content of the file at `place`.
    pub fn claims_since(
        &self,
        since: &Since,
        disk: &Disk,
        place: &RootedPath,
        task: &str,
        (text, parts): (&Snapshot, Option<&[Span]>),
    ) -> Vec<Claim> {
        let stored = |fingerprint: &Fingerprint| self.store.text(fingerprint);
        let name = self.names.name(disk, place);
        if text.encoding().is_none() {
            return since.claims(task, &name, text, parts, &stored);
        }
        // The journal records positions in bytes; the caller uses positions in the decoded text.
        let original: Option<Vec<Span>> = parts.map(|parts| {
            let spans = parts.iter().map(|part| text.original_span(*part));
            spans.collect()
        });
        let claims = since.claims(task, &name, text.original(), original.as_deref(), &stored);
        claims
            .into_iter()
            .map(|claim| decoded_claim(claim, text))
            .collect()
    }
}

/// Converts `claim` from bytes to positions in the decoded `text`.
fn decoded_claim(mut claim: Claim, text: &Snapshot) -> Claim {
    let mut latest: Option<(LineChange, LineChange)> = None;
    for region in &mut claim.regions {
        region.span = text.text_span(region.span);
        let change = match &latest {
            Some((bytes, change)) if region.change.is_copy_of(bytes) => change.clone(),
            _ => LineChange {
                old: text.text_of_lines(&region.change.old),
                new: text.text_of_lines(&region.change.new),
            },
        };
        latest = Some((
            std::mem::replace(&mut region.change, change.clone()),
            change,
        ));
    }
    claim
}

/// The warning about unreadable entries with these numbers; `None` if there are none.
pub fn entries_lost(lost: &[RangeInclusive<u64>]) -> Option<Warning> {
    if lost.is_empty() {
        return None;
    }
    Some(Warning::from(Notice::EntriesLost(lost.to_vec())))
}

pub fn unavailable(error: &Unavailable) -> Warning {
    Warning::from(Notice::NoJournal(error.to_string()))
}

/// The warning that no state directory is known.
pub fn no_state_directory() -> Warning {
    Warning::from(Notice::NoJournal(NO_STATE_DIRECTORY.to_owned()))
}

/// The warnings about contents that are not stored.
pub fn omissions(receipt: &Receipt) -> impl Iterator<Item = Warning> {
    receipt
        .omitted
        .iter()
        .map(|(path, why)| Warning::about(path, Notice::NotKept(*why)))
}

/// The warning about entries that were pruned after a commit.
pub fn pruned(pruned: &Pruned) -> Option<Warning> {
    let last = pruned.last?;
    Some(Warning::from(Notice::Pruned {
        entries: pruned.entries,
        last,
        bytes: pruned.bytes,
    }))
}

/// The refusal of an undo in a workspace without a journal, with the nearest parent directory that has a journal.
pub fn missing(context: Option<&JournalContext>) -> Reason {
    let above = context.and_then(directory_above_with_journal);
    Reason::Store(Fault::NothingToUndo(Nothing::Journal(
        above.map(Path::to_owned),
    )))
}

fn directory_above_with_journal(context: &JournalContext) -> Option<&Path> {
    let base = context.base.as_ref()?;
    let mut above = context.workspace.ancestors().skip(1);
    above.find(|directory| has_journal(base, directory))
}

fn has_journal(base: &StateBase, directory: &Path) -> bool {
    let Ok(root) = WorkspaceRoot::at(directory) else {
        return false;
    };
    matches!(JournalStore::find(base, &root), Ok(Some(_)))
}

/// Maps files to their names in the journal and in plans.
#[derive(Clone, Debug)]
pub struct JournalNames {
    /// The canonical path of the workspace.
    root: PathBuf,
    /// The names of files whose content must not be stored.
    private_names: PrivateNames,
}

impl JournalNames {
    /// Names relative to `root`.
    pub fn new(root: WorkspaceRoot, context: &JournalContext) -> Self {
        Self {
            root: root.path,
            private_names: context.private_names.clone(),
        }
    }

    /// The canonical path of the workspace.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The name of `place`: relative to the workspace, or absolute outside it.
    pub fn name(&self, disk: &Disk, place: &RootedPath) -> PathBuf {
        let path = disk
            .real_path(place)
            .unwrap_or_else(|| disk.cwd().join(place.shown()));
        match path.strip_prefix(&self.root) {
            Ok(inside) => inside.to_owned(),
            Err(_) => path,
        }
    }

    /// Converts a name to a path as the user would type it: relative to `cwd` if the file is inside.
    pub fn typed<'a>(&'a self, cwd: Option<&Path>) -> impl Fn(&Path) -> PathBuf + use<'a> {
        let real_cwd = cwd.and_then(|cwd| cwd.canonicalize().ok());
        move |name| {
            let path = self.root.join(name);
            match real_cwd.as_deref().map(|cwd| path.strip_prefix(cwd)) {
                Some(Ok(inside)) => inside.to_owned(),
                _ => path,
            }
        }
    }

    /// The records of the changes to `files`.
    pub fn records(&self, files: &[ResolvedFile], disk: &Disk) -> Vec<NewFile> {
        let touched: Vec<_> = files.iter().filter(|file| file.is_touched()).collect();
        let record = |file: &&ResolvedFile| {
            let is_given_whole = file.outcome.is_given_whole;
            self.records_of(file.written(), is_given_whole, disk)
        };
        let new_files = threads::map(&touched, SHARE, record);
        new_files.into_iter().flatten().collect()
    }

    /// The records of `transition`; see [`Record::of_transition`].
    pub fn records_of(
        &self,
        transition: &Transition,
        is_given_whole: bool,
        disk: &Disk,
    ) -> Vec<NewFile> {
        let records = Record::of_transition(transition, |place| self.name(disk, place));
        let mut new_files = Vec::with_capacity(records.len());
        for (record, base) in records {
            let is_private = record.names().any(|name| self.is_private(disk, name, base));
            new_files.push(NewFile {
                is_given_whole: is_given_whole && record.after.is_some(),
                is_private,
                record,
                base: base.bytes().clone(),
            });
        }
        new_files
    }

    /// The directories that must be created for `files`, outermost first.
    pub fn made(&self, files: &[ResolvedFile], disk: &Disk) -> Vec<PathBuf> {
        let mut made = BTreeSet::new();
        for file in files {
            if !file.is_touched() || file.text.after.is_none() {
                continue;
            }
            let place = &file.text.place;
            let missing = place.missing_parents().len();
            if missing == 0 {
                continue;
            }
            let name = self.name(disk, place);
            for parent in name.ancestors().skip(1).take(missing) {
                made.insert(parent.to_owned());
            }
        }
        made.into_iter().collect()
    }

    /// True if `path`, or another hard link to `file`, is a private name. Private content must not be stored.
    pub fn is_private(&self, disk: &Disk, path: &Path, file: &Snapshot) -> bool {
        self.private_names.contain(&self.root.join(path)) || self.has_private_name(disk, path, file)
    }

    /// True if another hard link to the `file` at `path`, inside the workspace, has a private name.
    fn has_private_name(&self, disk: &Disk, path: &Path, file: &Snapshot) -> bool {
        let Some(facts) = file.facts() else {
            return false;
        };
        if facts.links <= 1 {
            return false;
        }
        let full_path = self.root.join(path);
        let directory = full_path.parent().unwrap_or(&self.root);
        let is_private = |name: &Path| self.private_names.contain(name);
        [directory, &self.root]
            .into_iter()
            .any(|top| disk.has_name(top, facts.identity, is_private))
    }
}
