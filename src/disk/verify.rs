//! Under the lock: is every target still what was read?

use std::fs::File;
use std::io::Read;
use std::time::SystemTime;

use rustix::fs::FileType;

use crate::refusal::{Reason, Refusal};
use crate::snapshot::{FileFacts, RootedPath, Snapshot};

use super::attributes;
use super::commit::Notice;
use super::fault::fault;
use super::leaf;
use super::read::{IN_MEMORY, is_settled};
use super::stage::{Staged, Work};
use super::step::Step;

/// Bytes compared at once.
const CHUNK: usize = 64 << 10;

/// How closely the targets are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Bytes are compared.
    Close,
    /// Facts suffice where they can tell every write since they were read. Not every way to write moves
    /// the times (a shared map does not always), so a close look must follow.
    Glance,
}

impl Staged {
    /// The places that are not what was read. Staged files take over attributes that changed meanwhile.
    pub(super) fn verify(&mut self, look: Look) -> Result<Vec<RootedPath>, Refusal> {
        let moved_away: Vec<_> = self
            .directories
            .values()
            .filter(|directory| !directory.is_still_there())
            .map(|directory| directory.identity())
            .collect();
        let mut moved = Vec::new();
        for work in &mut self.works {
            let is_same = !moved_away.contains(&work.slot.directory.identity())
                && (look == Look::Glance && work.is_untouched(self.opened)
                    || work
                        .verify()
                        .map_err(|reason| Refusal::new(reason).at(work.place.shown()))?);
            if !is_same {
                moved.push(work.place.clone());
            }
        }
        Ok(moved)
    }
}

impl Work {
    /// Whether the facts alone say that the place is what was read at `opened` or later: "no" says nothing.
    fn is_untouched(&mut self, opened: SystemTime) -> bool {
        let read = self.before.as_ref().and_then(Snapshot::facts);
        let Some(read) = read.filter(|read| is_settled(read, opened)).copied() else {
            return false;
        };
        let found = self.slot.directory.stat(&self.slot.name);
        let is_same = self.slot.parents.is_empty()
            && self.taken.is_none_or(|taken| taken.as_of == read)
            && found.is_ok_and(|found| {
                FileType::from_raw_mode(found.st_mode) == FileType::RegularFile
                    && leaf::facts(&found) == read
            });
        if is_same {
            self.verified = Some(read);
        }
        is_same
    }

    /// Whether the place is what was read.
    fn verify(&mut self) -> Result<bool, Reason> {
        if let Some(first) = self.slot.parents.first() {
            let found = self.slot.directory.entry(first);
            return found.map_or_else(
                |error| Err(fault("look at", error)),
                |found| Ok(found.is_none()),
            );
        }
        let found = match leaf::open(&self.slot.directory, &self.slot.name) {
            // Something else than a file now: locating it again says what.
            Err(Reason::NotAFile { .. }) => return Ok(false),
            found => found?,
        };
        match (&self.before, found) {
            (None, None) => Ok(true),
            (Some(before), Some((file, facts))) => {
                if !is_same(before, &file, &facts)? {
                    return Ok(false);
                }
                self.refresh(&file, &facts)?;
                self.verified = Some(facts);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Takes over mode, owner and attributes again if they changed since they were taken.
    fn refresh(&mut self, file: &File, facts: &FileFacts) -> Result<(), Reason> {
        let (Some(taken), Some(Step::Put(put))) = (self.taken, &self.step) else {
            return Ok(());
        };
        if taken.as_of == *facts {
            return Ok(());
        }
        let notices = attributes::copy(file, facts, taken.mode, put.temp().file())?;
        self.notices
            .retain(|notice| !matches!(notice, Notice::OwnerChanged | Notice::AttributesLost));
        self.notices.extend(notices);
        Ok(())
    }
}

/// Whether `file` holds what was read. A small file's bytes are compared whatever the facts say, since
/// times are coarse; a large one was not copied, so only its facts can tell.
fn is_same(before: &Snapshot, file: &File, facts: &FileFacts) -> Result<bool, Reason> {
    let Some(read) = before.facts() else {
        return Ok(false);
    };
    if facts.len != read.len {
        return Ok(false);
    }
    if facts.len > IN_MEMORY {
        // Another inode cannot be the one the map shows, so its bytes can be compared with it.
        let is_map_shown = facts.identity == read.identity;
        let is_untouched = facts.modified == read.modified && facts.changed == read.changed;
        if is_map_shown {
            return Ok(is_untouched);
        }
    }
    has_bytes(file, before.bytes()).map_err(|error| fault("read", error))
}

/// Whether `file`, as long as `bytes` a moment ago, holds them and nothing else.
fn has_bytes(mut file: &File, bytes: &[u8]) -> std::io::Result<bool> {
    let mut buffer = vec![0; CHUNK.min(bytes.len() + 1)];
    let mut rest = bytes;
    loop {
        let len = match file.read(&mut buffer) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            len => len?,
        };
        if len == 0 {
            return Ok(rest.is_empty());
        }
        match rest.split_at_checked(len) {
            // There was room for one byte more: that is the end.
            Some((expected, [])) if len < buffer.len() => return Ok(*expected == buffer[..len]),
            Some((expected, after)) if *expected == buffer[..len] => rest = after,
            _ => return Ok(false),
        }
    }
}
