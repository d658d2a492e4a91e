//! Owner, mode, extended attributes and access lists: what a new file takes over from the old one.

use std::ffi::{CStr, CString};
use std::fs::File;

use rustix::fs::{
    Gid, Mode, Uid, XattrFlags, fchmod, fchown, fgetxattr, flistxattr, fremovexattr, fsetxattr,
};
use rustix::io::Errno;

use crate::refusal::Reason;
use crate::snapshot::FileFacts;

use super::Notice;
use super::fault::{fault, is_unsupported};
use super::leaf;

/// Attributes that vouch for the bytes they were made for, and must not vouch for others.
const VOUCHERS: [&CStr; 3] = [c"security.capability", c"security.ima", c"security.evm"];

/// Bits that lend the owner's or group's rights.
const LENDING: u32 = 0o6000;

/// Gives `to` owner, attributes and mode of `from`; `mode` replaces the mode bits.
///
/// What the system does not let us keep is said in the notices; rights never become wider for that.
pub(super) fn copy(
    from: &File,
    facts: &FileFacts,
    mode: Option<u32>,
    to: &File,
) -> Result<Vec<Notice>, Reason> {
    copy_from(Some(from), facts, mode, to)
}

/// As [`copy`], from a file of these `facts` that has no extended attributes.
pub(super) fn copy_bare(
    facts: &FileFacts,
    mode: Option<u32>,
    to: &File,
) -> Result<Vec<Notice>, Reason> {
    copy_from(None, facts, mode, to)
}

/// Whether `file` has extended attributes, as far as the system tells; where there are none at all it has not.
pub(super) fn has_any(file: &File) -> bool {
    match flistxattr(file, &mut [0_u8; 0]) {
        Ok(len) => len > 0,
        Err(error) => !is_unsupported(error),
    }
}

/// From a file with extended attributes, if there is one.
fn copy_from(
    from: Option<&File>,
    facts: &FileFacts,
    mode: Option<u32>,
    to: &File,
) -> Result<Vec<Notice>, Reason> {
    let mut notices = Vec::new();
    let kept = copy_owner(facts, to)?;
    if kept != Kept::Both {
        notices.push(Notice::OwnerChanged);
    }
    if copy_extended(from, to) == Extended::Lost {
        notices.push(Notice::AttributesLost);
    }
    set_mode(to, kept.narrow(mode.unwrap_or(facts.mode)))?;
    Ok(notices)
}

/// Sets the permission bits.
pub(super) fn set_mode(file: &File, mode: u32) -> Result<(), Reason> {
    fchmod(file, bits(mode)).map_err(|error| fault("set the mode of", error))
}

/// Permission bits as the system wants them.
pub(super) fn bits(mode: u32) -> Mode {
    Mode::from_bits_truncate(mode as _)
}

/// What could be kept of owner and group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    Both,
    Group,
    Neither,
}

impl Kept {
    /// `mode`, where nobody gains a right by the change of owner.
    fn narrow(self, mode: u32) -> u32 {
        match self {
            Self::Both => mode,
            Self::Group => mode & !LENDING,
            // Another group may do what both the old group and everybody may.
            Self::Neither => mode & !LENDING & (!0o070 | (mode & 0o007) << 3),
        }
    }
}

fn copy_owner(facts: &FileFacts, to: &File) -> Result<Kept, Reason> {
    let now = leaf::facts_now(to).map_err(|error| fault("look at", error))?;
    if (now.uid, now.gid) == (facts.uid, facts.gid) {
        return Ok(Kept::Both);
    }
    let (owner, group) = (Uid::from_raw(facts.uid), Gid::from_raw(facts.gid));
    if fchown(to, Some(owner), Some(group)).is_ok() {
        return Ok(Kept::Both);
    }
    let is_group_kept = now.gid == facts.gid || fchown(to, None, Some(group)).is_ok();
    Ok(match (is_group_kept, now.uid == facts.uid) {
        (true, true) => Kept::Both,
        (true, false) => Kept::Group,
        (false, _) => Kept::Neither,
    })
}

/// Whether the extended attributes are those of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extended {
    Kept,
    Lost,
}

/// Makes the attributes of `to` those of `from`; a default ACL of the directory is taken off again.
fn copy_extended(from: Option<&File>, to: &File) -> Extended {
    let wanted = from.map_or(Ok(Vec::new()), names);
    let (wanted, present) = match (wanted, names(to)) {
        (Ok(wanted), Ok(present)) => (wanted, present),
        (Err(error), _) | (_, Err(error)) if is_unsupported(error) => return Extended::Kept,
        _ => return Extended::Lost,
    };
    let mut outcome = Extended::Kept;
    for name in present.iter().filter(|name| !wanted.contains(name)) {
        // A label the system itself puts on every file cannot be taken off, and need not be.
        if fremovexattr(to, name.as_c_str()).is_err() && !name.to_bytes().starts_with(b"security.")
        {
            outcome = Extended::Lost;
        }
    }
    let Some(from) = from else {
        return outcome;
    };
    for name in &wanted {
        if copy_one(from, to, name).is_err() {
            outcome = Extended::Lost;
        }
    }
    outcome
}

fn copy_one(from: &File, to: &File, name: &CStr) -> Result<(), Errno> {
    let value = value_of(from, name)?;
    match fsetxattr(to, name, &value, XattrFlags::empty()) {
        Ok(()) => Ok(()),
        // The system may have given the new file the same label.
        Err(_) if value_of(to, name).is_ok_and(|present| present == value) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Names of the attributes that may be copied.
fn names(file: &File) -> Result<Vec<CString>, Errno> {
    let list = with_growing_buffer(|buffer| flistxattr(file, buffer))?;
    Ok(list
        .split_inclusive(|&byte| byte == 0)
        .filter_map(|name| CStr::from_bytes_with_nul(name).ok())
        .filter(|name| !VOUCHERS.contains(name))
        .map(CStr::to_owned)
        .collect())
}

fn value_of(file: &File, name: &CStr) -> Result<Vec<u8>, Errno> {
    with_growing_buffer(|buffer| fgetxattr(file, name, buffer))
}

/// Calls `read` with ever larger buffers until the answer fits; attributes can grow meanwhile.
fn with_growing_buffer(
    mut read: impl FnMut(&mut [u8]) -> Result<usize, Errno>,
) -> Result<Vec<u8>, Errno> {
    let mut buffer = vec![0; 1 << 10];
    loop {
        match read(&mut buffer) {
            Ok(len) => {
                buffer.truncate(len);
                return Ok(buffer);
            }
            Err(Errno::RANGE) if buffer.len() < 1 << 20 => buffer.resize(buffer.len() * 4, 0),
            Err(error) => return Err(error),
        }
    }
}
