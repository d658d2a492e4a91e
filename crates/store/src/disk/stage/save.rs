//! Writes reports to files: never through a link, over nothing but an earlier report, and atomically.

use std::ffi::OsStr;
use std::io::Read;

use crate::disk::commit_options::CommitOptions;
use crate::disk::sandbox::disk::Disk;
use crate::disk::sandbox::readers::Readers;
use crate::error::{Error, Fault};
use crate::place::RootedPath;

use crate::disk::commit::failure::Failure;
use crate::disk::commit::rename::{rename_new, replace};
use crate::disk::fault::fault;
use crate::disk::sandbox::{attributes, leaf};
use crate::disk::stage::temp::{self, StagedAccess, Temp};

/// The number of bytes to read from the beginning of an existing file.
const HEAD: u64 = 256;

impl Disk {
    /// Writes `text` to `place`, which [`Self::locate_itself`] returned. Only `readers` may read the file. An
    /// existing file is replaced if `may_replace` returns true for its first bytes. Signals are recorded instead of
    /// obeyed from now on, because a killed process would leave its temporary file.
    ///
    /// # Errors
    /// [`Fault::NotAFile`], [`Fault::Protected`], [`Fault::MissingParent`], [`Fault::OtherKind`] if `may_replace`
    /// returns false, or a system error. Nothing is left over.
    pub fn save(
        &mut self,
        place: &RootedPath,
        text: &[u8],
        may_replace: fn(&[u8]) -> bool,
        readers: Readers,
        options: &CommitOptions,
    ) -> Result<(), Error> {
        options.interrupt.hold_back();
        self.put_report(place, text, readers, may_replace, options)
            .map_err(|reason| reason.at(place.shown()))
    }

    fn put_report(
        &mut self,
        place: &RootedPath,
        text: &[u8],
        readers: Readers,
        may_replace: fn(&[u8]) -> bool,
        options: &CommitOptions,
    ) -> Result<(), Fault> {
        place.refuse_reserved()?;
        place.refuse_missing_parent()?;
        let directory = self.directory(place).map_err(|refusal| refusal.fault)?;
        let existing = leaf::open(directory, place.name())?;
        if let Some((file, _)) = &existing {
            let mut head = Vec::new();
            let read = file.take(HEAD).read_to_end(&mut head);
            read.map_err(|error| fault("read", error))?;
            if !may_replace(&head) {
                return Err(Fault::OtherKind);
            }
        }
        temp::refuse_pinned(directory, OsStr::new("."), temp::CREATE)?;
        let mut temp = Temp::create(directory, None, StagedAccess::Usual, None)?;
        let facts = temp.facts()?;
        let mode = readers.limit(&facts);
        if mode != facts.mode {
            attributes::set_mode(&*temp.file()?, mode)?;
        }
        temp.fill(std::iter::once(text), &options.interrupt)?;
        temp.sync()?;
        let entry = directory.at(place.name());
        let put = match existing {
            // The existing file is a report, and the last writer wins.
            Some(_) => replace(temp.entry(), entry),
            None => rename_new(temp.entry(), entry)
                .map_err(|error| Failure::Refused(fault("create", error))),
        };
        match put {
            Ok(()) => {
                temp.release();
                Ok(())
            }
            Err(Failure::Refused(reason)) => Err(reason),
            Err(Failure::Stale | Failure::Stuck(_)) => Err(Fault::Missing),
        }
    }
}
