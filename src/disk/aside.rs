//! A file beside the targets: a report that was asked for by name, such as the hunks that failed. It is
//! replaced in one step, or made, and never written through a link.

use std::path::Path;
use std::sync::Arc;

use crate::refusal::{Escape, NotAFile, Reason, Refusal};
use crate::snapshot::{Identity, RootedPath};

use super::backup;
use super::fault::fault;
use super::locate::{self, Leaf};
use super::made::{Made, Slot};
use super::protected;
use super::put::Put;
use super::reach::{Anchor, climbs_out};
use super::step::{Failure, Keeping};
use super::temp::{Access, Temp};
use super::{Disk, Interrupt};

/// Where a file beside the targets is to be.
#[derive(Debug)]
pub struct Aside {
    place: RootedPath,
    slot: Slot,
    /// What is there now.
    existing: Option<Identity>,
}

impl Aside {
    /// Whether it is the file at `place`, or that file has the same inode `identity`.
    pub fn is(&self, place: &RootedPath, identity: Option<Identity>) -> bool {
        self.place == *place || self.existing.is_some() && self.existing == identity
    }
}

impl Disk {
    /// Where the report file `typed` is to be. Writes nothing.
    ///
    /// # Errors
    /// `not_a_file` for a link and whatever else is no regular file, `missing_parent`, `outside_root`,
    /// `protected`, `permission`, `io`.
    pub fn aside(&mut self, typed: &Path) -> Result<Aside, Refusal> {
        let shown = self.shown(typed);
        let mut refusal = Reason::OutsideRoot {
            escape: Escape::Name,
        };
        for anchor in self.anchors.clone() {
            match self.aside_at(&anchor, typed, &shown) {
                Ok(aside) => return Ok(aside),
                Err(reason @ Reason::OutsideRoot { .. }) => refusal = reason,
                Err(reason) => return Err(Refusal::new(reason).at(&shown)),
            }
        }
        Err(Refusal::new(refusal).at(&shown))
    }

    fn aside_at(
        &mut self,
        anchor: &Arc<Anchor>,
        typed: &Path,
        shown: &Path,
    ) -> Result<Aside, Reason> {
        locate::refuse_malformed(typed)?;
        let path = anchor.relative(typed, self.cwd())?;
        if anchor.root().is_some() {
            if climbs_out(&path) {
                let escape = Escape::Name;
                return Err(Reason::OutsideRoot { escape });
            }
            protected::refuse_names(&path)?;
        }
        let (parent, name) = locate::split(&path)?;
        let (directory, missing) = self.enter(anchor, parent)?;
        if !missing.is_empty() {
            let directory = shown.parent().unwrap_or(Path::new("")).to_owned();
            return Err(Reason::MissingParent { directory });
        }
        if let Leaf::Link(_) = locate::link_target(&directory, name)? {
            let kind = NotAFile::Link;
            return Err(Reason::NotAFile { kind });
        }
        let place = RootedPath::new(
            directory.identity(),
            missing,
            name.to_owned(),
            shown.to_owned(),
        );
        let slot = Slot::of(&place, &directory);
        Ok(Aside {
            existing: backup::existing(&slot)?,
            place,
            slot,
        })
    }

    /// Makes `text` the whole text of the file that `aside` is.
    ///
    /// # Errors
    /// `no_space`, `permission`, `io`; `stale` when another file has taken the name meanwhile. Nothing is
    /// left over.
    pub fn write_aside(aside: Aside, text: &[u8], interrupt: &Interrupt) -> Result<(), Refusal> {
        interrupt.hold_back();
        let Aside {
            place,
            slot,
            existing,
        } = aside;
        let write = || -> Result<(), Reason> {
            let mut temp = Temp::create(&slot.directory, None, Access::Usual)?;
            temp.fill(std::iter::once(text), interrupt)?;
            let synced = temp.file().sync_data();
            synced.map_err(|error| fault("write", error))?;
            let mut put = Put::new(slot, temp);
            put.apply(existing, &mut Made::default(), Keeping::Nothing)
                .map_err(|failure| match failure {
                    Failure::Refused(reason) => reason,
                    Failure::Moved => Reason::Stale {
                        expected: "the file that was there".to_owned(),
                        found: None,
                    },
                })
        };
        write().map_err(|reason| Refusal::new(reason).at(place.shown()))
    }
}
