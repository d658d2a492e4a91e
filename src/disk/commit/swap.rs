//! Replacing a file so that nothing somebody else put there is lost: two names are exchanged, what comes out
//! is looked at, and goes back if it is not what was to be replaced.
//!
//! A rename over a name removes whatever has it at that moment, and no look before it is late enough. An
//! exchange removes nothing: who renamed a file of their own to the place just before it finds that file there
//! again. Only readers can tell, for as long as that takes. All of it happens under the directory's lock, so
//! nobody else who exchanges is about.

use rustix::fs::{RenameFlags, renameat_with};
use rustix::io::Errno;

use crate::disk::sandbox::directory::DirectoryEntry;
use crate::snapshot::FileFacts;

use crate::disk::commit::failure::{Failure, Stuck};
use crate::disk::commit::incumbent::Incumbent;
use crate::disk::fault::{fault, is_unsupported};
use crate::disk::sandbox::inodes::is_file;

/// How often somebody else may rename files of their own to a place while it is put back.
const ATTEMPTS: usize = 128;

/// Puts the file at `new`, which is `own`, to the `place` of `incumbent`, which gets the name that the new one had.
/// Whether that could be done: some systems and file systems cannot exchange names, and then nothing happens.
///
/// # Errors
/// `Moved` when something else was there, or somebody writes to it: it is at the place again.
pub(in crate::disk) fn swap(
    new: DirectoryEntry<'_>,
    place: DirectoryEntry<'_>,
    own: &FileFacts,
    incumbent: &Incumbent,
) -> Result<bool, Failure> {
    match exchange(new, place) {
        Ok(()) => {}
        Err(error) if is_unsupported(error) => return Ok(false),
        // The staged file was swept, or the file renamed or removed by somebody else.
        Err(Errno::NOENT) => return Err(Failure::Moved),
        Err(error) => return Err(Failure::Refused(fault("replace", error))),
    }
    let Err(failure) = incumbent.look_at(new) else {
        return Ok(true);
    };
    swap_back(new, place, own).map_err(Failure::Stuck)?;
    Err(failure)
}

/// Gives what is at `new` the `place` back, where `inside` is now. What somebody else renamed to the place
/// meanwhile stays there, and so does it that they removed what they found.
pub(in crate::disk) fn swap_back(
    new: DirectoryEntry<'_>,
    place: DirectoryEntry<'_>,
    inside: &FileFacts,
) -> Result<(), Stuck> {
    let stuck = |error| Stuck::with_kept(error, new.0, new.1);
    let mut inside = *inside;
    for _ in 0..ATTEMPTS {
        let outside = new.0.facts(new.1).map_err(stuck)?;
        match exchange(new, place) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Ok(()),
            Err(error) => return Err(stuck(error)),
        }
        let now = new.0.facts(new.1).map_err(stuck)?;
        if now.is_some_and(|now| is_file(new.0, &now, &inside)) {
            return Ok(());
        }
        // What came out is newer than what was put back.
        let Some(outside) = outside else {
            return Ok(());
        };
        inside = outside;
    }
    Err(stuck(Errno::BUSY))
}

fn exchange(new: DirectoryEntry<'_>, place: DirectoryEntry<'_>) -> Result<(), Errno> {
    #[cfg(test)]
    if lack::IS_FELT.get() {
        return Err(Errno::INVAL);
    }
    // In this order the last that a watcher of the place hears is that a file has come there.
    renameat_with(place.0, place.1, new.0, new.1, RenameFlags::EXCHANGE)
}

/// File systems that cannot exchange names, for tests.
#[cfg(test)]
pub(in crate::disk) mod lack {
    use std::cell::Cell;

    thread_local! {
        pub(in crate::disk) static IS_FELT: Cell<bool> = const { Cell::new(false) };
    }
}
