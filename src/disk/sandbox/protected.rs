//! Version-control internals: out of reach, by name and by whatever link leads there, unless the root is one of
//! them or lies inside; and the names that are our own.

use std::ffi::OsStr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path};

use rustix::fs::{AtFlags, Mode, OFlags, openat, statat};
use rustix::io::Errno;

use super::facts::{identity, identity_of};
use crate::refusal::Reason;
use crate::snapshot::{Identity, is_reserved};

use crate::disk::sandbox::directory::{Directory, TRAVERSE};

/// Names of directories (or files that point to one) a version-control system keeps to itself.
const INTERNALS: [&str; 3] = [".git", ".hg", ".jj"];

/// Refuses a path that names internals; capitals do not help on file systems that ignore them.
pub(in crate::disk) fn refuse_names(path: &Path) -> Result<(), Reason> {
    let is_internal = |component: &Component<'_>| {
        let Component::Normal(name) = component else {
            return false;
        };
        INTERNALS
            .iter()
            .any(|internal| name.eq_ignore_ascii_case(internal))
    };
    match path.components().find(is_internal) {
        None => Ok(()),
        Some(component) => Err(Reason::Protected {
            component: component.as_os_str().to_string_lossy().into_owned(),
        }),
    }
}

/// Refuses a name that we keep to ourselves.
pub(in crate::disk) fn refuse_reserved(name: &OsStr) -> Result<(), Reason> {
    if is_reserved(name) {
        Err(Reason::Protected {
            component: name.to_string_lossy().into_owned(),
        })
    } else {
        Ok(())
    }
}

/// Refuses a directory whose real path names internals: where there is no root to climb to.
pub(in crate::disk) fn refuse_real_path(directory: &Directory) -> Result<(), Reason> {
    directory.real_path().map_or(Ok(()), refuse_names)
}

/// Refuses a directory that is, or lies in, internals of a directory up to `root`, whatever names led
/// there: it climbs to the root and asks each directory on the way whether it came out of one.
pub(in crate::disk) fn refuse_inside(directory: &Directory, root: Identity) -> Result<(), Reason> {
    match inside(directory, root) {
        Ok(None) => Ok(()),
        Ok(Some(internal)) => Err(Reason::Protected {
            component: internal.to_owned(),
        }),
        Err(error) => Err(crate::disk::fault::fault("look around", error)),
    }
}

fn inside(directory: &Directory, root: Identity) -> Result<Option<&'static str>, Errno> {
    let mut below = directory.identity();
    let mut opened: Option<OwnedFd> = None;
    while below != root {
        let here: BorrowedFd<'_> = opened.as_ref().map_or(directory.as_fd(), AsFd::as_fd);
        let parent = openat(here, "..", TRAVERSE | OFlags::NOFOLLOW, Mode::empty())?;
        let is_below = |name: &&&str| {
            statat(&parent, **name, AtFlags::SYMLINK_NOFOLLOW)
                .is_ok_and(|stat| identity(&stat) == below)
        };
        if let Some(internal) = INTERNALS.iter().find(is_below) {
            return Ok(Some(internal));
        }
        let above = identity_of(&parent)?;
        if above == below {
            // The top of the file system: the directory was moved out of the root meanwhile, which the
            // commit finds out.
            return Ok(None);
        }
        below = above;
        opened = Some(parent);
    }
    Ok(None)
}
