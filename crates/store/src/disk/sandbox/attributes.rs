//! Owner, mode, extended attributes and access lists, which a new file gets from the old one.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{
    AtFlags, CWD, Gid, Mode, Uid, XattrFlags, chownat, fchmod, fchown, fgetxattr, flistxattr,
    flistxattr_query, fremovexattr, fsetxattr, lgetxattr, llistxattr, lsetxattr,
};
use rustix::io::Errno;

use super::facts;
use crate::disk::notice::Notice;
use crate::error::Fault;
use crate::snapshot::{Attribute, Attributes, FileFacts, Owner};

use crate::disk::fault::fault;

const CAPABILITY: &CStr = c"security.capability";

/// Attributes that certify the content of a file. They must not certify other content.
const CERTIFICATES: [&CStr; 3] = [CAPABILITY, c"security.ima", c"security.evm"];

/// Attributes that the system sets on every file, and that cannot be set by programs.
const SET_BY_SYSTEM: [&CStr; 1] = [c"com.apple.provenance"];

/// The attribute with the access list of a file.
const ACCESS_LIST: &CStr = c"system.posix_acl_access";

/// The errors of file systems without extended attributes.
const UNSUPPORTED: [Errno; 2] = [Errno::NOTSUP, Errno::OPNOTSUPP];

/// The set-user-ID and set-group-ID bits.
const SET_ID_BITS: u32 = 0o6000;

/// Copies owner, attributes and mode of an old file to `to`; `mode` overrides the permission bits. `from` is the old
/// file, or `None` if it has no extended attributes.
///
/// The notices report an owner or a group that cannot be kept, and attributes that are dropped on purpose.
/// Permissions never become wider as a result.
///
/// # Errors
/// [`Fault::Attributes`] if an attribute or an access list cannot be kept.
pub(in crate::disk) fn copy(
    from: Option<&File>,
    facts: &FileFacts,
    mode: Option<u32>,
    to: &File,
) -> Result<Vec<Notice>, Fault> {
    let mut notices = Vec::new();
    let kept = set_owner(Owner(facts.uid, facts.gid), to)?;
    notices.extend(kept.notices());
    let wanted = match from {
        Some(from) => AttributeNames::read(from)?,
        None => AttributeNames::default(),
    };
    let is_group_lost = matches!(kept, OwnershipKept::Owner | OwnershipKept::Neither);
    if is_group_lost && wanted.copied.iter().any(|name| **name == *ACCESS_LIST) {
        // The entry for the group in the list would then apply to another group.
        return Err(not_kept(ACCESS_LIST, Errno::PERM));
    }
    copy_extended(from, &wanted.copied, to)?;
    if !wanted.certificates.is_empty() {
        let names = wanted.certificates.iter().map(|name| shown(name)).collect();
        notices.push(Notice::AttributesDropped(names));
    }
    set_mode(to, kept.narrow(mode.unwrap_or(facts.mode)))?;
    Ok(notices)
}

/// The extended attributes of `file`.
///
/// # Errors
/// The system error, if the attributes cannot be read.
pub(in crate::disk) fn read(file: &File) -> Result<Attributes, Errno> {
    match flistxattr_query(file) {
        Ok(0) => Ok(Attributes::default()),
        Err(error) if UNSUPPORTED.contains(&error) => Ok(Attributes::default()),
        Ok(_) => read_values(list(file)?, |name| value_of(file, name)),
        Err(error) => Err(error),
    }
}

/// The extended attributes of the symbolic link at `path`.
///
/// # Errors
/// See [`read`].
pub(in crate::disk) fn read_of_link(path: &Path) -> Result<Attributes, Errno> {
    let list = match with_growing_buffer(|buffer| llistxattr(path, buffer)) {
        Err(error) if UNSUPPORTED.contains(&error) => return Ok(Attributes::default()),
        list => list?,
    };
    read_values(split(&list), |name| {
        with_growing_buffer(|buffer| lgetxattr(path, name, buffer))
    })
}

/// The attributes with these `names`. `value` reads the value of a name.
fn read_values(
    names: Vec<CString>,
    value: impl Fn(&CStr) -> Result<Vec<u8>, Errno>,
) -> Result<Attributes, Errno> {
    let mut attributes = Vec::new();
    for name in names {
        let value = match value(&name) {
            Ok(value) => value.into(),
            // The attribute was removed in the meantime.
            Err(Errno::NODATA) => continue,
            Err(error) => return Err(error),
        };
        let name = name.into_bytes().into();
        attributes.push(Attribute { name, value });
    }
    Ok(Attributes::new(attributes))
}

/// Sets the attributes and the owner of the new link at `path`. Returns a notice if the owner cannot be set.
///
/// # Errors
/// [`Fault::Attributes`] if an attribute cannot be set.
pub(in crate::disk) fn set_all_of_link(
    attributes: &Attributes,
    path: &Path,
) -> Result<Option<Notice>, Fault> {
    for attribute in attributes.iter() {
        let Ok(name) = CString::new(&attribute.name[..]) else {
            continue;
        };
        let present = || with_growing_buffer(|buffer| lgetxattr(path, &*name, buffer));
        match lsetxattr(path, &*name, &attribute.value, XattrFlags::empty()) {
            Ok(()) => {}
            // The system may already have given the new link the same label.
            Err(_) if present().is_ok_and(|present| present == attribute.value) => {}
            Err(error) => return Err(not_kept(&name, error)),
        }
    }
    let Some(Owner(user, group)) = attributes.owner() else {
        return Ok(None);
    };
    let (user, group) = (Some(Uid::from_raw(user)), Some(Gid::from_raw(group)));
    match chownat(CWD, path, user, group, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(()) => Ok(None),
        Err(_) => Ok(Some(Notice::OwnerChanged)),
    }
}

/// Sets the attributes of the new file `to`, and removes all others. A notice reports attributes that are dropped on
/// purpose.
///
/// # Errors
/// [`Fault::Attributes`] if an attribute cannot be set.
pub(in crate::disk) fn set_all(
    attributes: &Attributes,
    to: &File,
) -> Result<Option<Notice>, Fault> {
    let (mut wanted, mut dropped) = (Vec::new(), Vec::new());
    for attribute in attributes.iter() {
        let Ok(name) = CString::new(&attribute.name[..]) else {
            continue;
        };
        if is_certificate(&name) {
            dropped.push(shown(&name));
        } else {
            wanted.push((name, &attribute.value));
        }
    }
    let names: Vec<CString> = wanted.iter().map(|(name, _)| name.clone()).collect();
    remove_others(&names, to)?;
    for (name, value) in wanted {
        set(to, &name, value).map_err(|error| not_kept(&name, error))?;
    }
    if dropped.is_empty() {
        return Ok(None);
    }
    Ok(Some(Notice::AttributesDropped(dropped)))
}

/// The attributes that a write removes from `file`: a file capability.
pub(in crate::disk) fn lost_by_writing(file: &File) -> Option<Notice> {
    fgetxattr(file, CAPABILITY, &mut [0; 1 << 6]).ok()?;
    let names = vec![shown(CAPABILITY)];
    Some(Notice::AttributesDropped(names))
}

pub(in crate::disk) fn set_mode(file: &File, mode: u32) -> Result<(), Fault> {
    fchmod(file, bits(mode)).map_err(|error| fault("set the mode of", error))
}

pub(in crate::disk) fn bits(mode: u32) -> Mode {
    Mode::from_bits_truncate(mode as _)
}

/// The part of owner and group that could be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::disk) enum OwnershipKept {
    Both,
    Owner,
    Group,
    Neither,
}

impl OwnershipKept {
    /// Notices about the parts that could not be kept.
    pub(in crate::disk) fn notices(self) -> Vec<Notice> {
        match self {
            Self::Both => Vec::new(),
            Self::Owner => vec![Notice::GroupChanged],
            Self::Group => vec![Notice::OwnerChanged],
            Self::Neither => vec![Notice::OwnerChanged, Notice::GroupChanged],
        }
    }

    /// `mode` without the permissions that other users would gain by the change of owner or group.
    pub(in crate::disk) fn narrow(self, mode: u32) -> u32 {
        match self {
            Self::Both => mode,
            Self::Group => mode & !SET_ID_BITS,
            // The new group keeps only the permissions that the old group and all other users had.
            Self::Owner | Self::Neither => mode & !SET_ID_BITS & (!0o070 | (mode & 0o007) << 3),
        }
    }
}

/// Sets the owner and the group of the new file `to`, as far as the system permits.
///
/// # Errors
/// If the status of the file cannot be read.
pub(in crate::disk) fn set_owner(
    Owner(uid, gid): Owner,
    to: &File,
) -> Result<OwnershipKept, Fault> {
    let now = facts::facts_now(to).map_err(|error| fault("look at", error))?;
    if (now.uid, now.gid) == (uid, gid) {
        return Ok(OwnershipKept::Both);
    }
    let (owner, group) = (Uid::from_raw(uid), Gid::from_raw(gid));
    if fchown(to, Some(owner), Some(group)).is_ok() {
        return Ok(OwnershipKept::Both);
    }
    let is_group_kept = now.gid == gid || fchown(to, None, Some(group)).is_ok();
    Ok(match (is_group_kept, now.uid == uid) {
        (true, true) => OwnershipKept::Both,
        (true, false) => OwnershipKept::Group,
        (false, true) => OwnershipKept::Owner,
        (false, false) => OwnershipKept::Neither,
    })
}

/// Copies the `wanted` attributes of `from` to `to`, and removes all others, for example a default ACL of the
/// directory.
fn copy_extended(from: Option<&File>, wanted: &[CString], to: &File) -> Result<(), Fault> {
    remove_others(wanted, to)?;
    let Some(from) = from else {
        return Ok(());
    };
    for name in wanted {
        match value_of(from, name).and_then(|value| set(to, name, &value)) {
            // The attribute was removed in the meantime. The facts of the file show that change.
            Ok(()) | Err(Errno::NODATA) => {}
            Err(error) => return Err(not_kept(name, error)),
        }
    }
    Ok(())
}

/// Removes the attributes of the new file `to` that are not `wanted`.
fn remove_others(wanted: &[CString], to: &File) -> Result<(), Fault> {
    let present = AttributeNames::read(to)?.copied;
    for name in present.iter().filter(|name| !wanted.contains(name)) {
        match fremovexattr(to, name.as_c_str()) {
            Ok(()) | Err(Errno::NODATA) => {}
            // A label that the system sets on every file cannot be removed, and need not be.
            Err(_) if name.to_bytes().starts_with(b"security.") => {}
            Err(error) => return Err(not_kept(name, error)),
        }
    }
    Ok(())
}

fn set(to: &File, name: &CStr, value: &[u8]) -> Result<(), Errno> {
    match fsetxattr(to, name, value, XattrFlags::empty()) {
        Ok(()) => Ok(()),
        // The system may already have given the new file the same label.
        Err(_) if value_of(to, name).is_ok_and(|present| present == value) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The fault if the attribute `name` would be lost.
fn not_kept(name: &CStr, error: Errno) -> Fault {
    Fault::Attributes {
        name: Some(shown(name)),
        error: io::Error::from(error).to_string(),
    }
}

fn shown(name: &CStr) -> String {
    name.to_string_lossy().into_owned()
}

#[derive(Debug, Default)]
struct AttributeNames {
    /// The attributes to copy to the new file.
    copied: Vec<CString>,
    /// The attributes to drop on purpose.
    certificates: Vec<CString>,
}

impl AttributeNames {
    fn read(file: &File) -> Result<Self, Fault> {
        let names = match list(file) {
            Ok(names) => names,
            Err(error) if UNSUPPORTED.contains(&error) => return Ok(Self::default()),
            Err(error) => {
                return Err(Fault::Attributes {
                    name: None,
                    error: io::Error::from(error).to_string(),
                });
            }
        };
        let (certificates, copied) = names.into_iter().partition(|name| is_certificate(name));
        Ok(Self {
            copied,
            certificates,
        })
    }
}

fn is_certificate(name: &CStr) -> bool {
    CERTIFICATES.contains(&name)
}

fn list(file: &File) -> Result<Vec<CString>, Errno> {
    let list = with_growing_buffer(|buffer| flistxattr(file, buffer))?;
    Ok(split(&list))
}

/// Splits a `list` of NUL-terminated names, without the names that nobody can set.
fn split(list: &[u8]) -> Vec<CString> {
    let names = list
        .split_inclusive(|&byte| byte == 0)
        .filter_map(|name| CStr::from_bytes_with_nul(name).ok());
    names
        .filter(|name| !SET_BY_SYSTEM.contains(name))
        .map(CStr::to_owned)
        .collect()
}

fn value_of(file: &File, name: &CStr) -> Result<Vec<u8>, Errno> {
    with_growing_buffer(|buffer| fgetxattr(file, name, buffer))
}

/// Calls `read` with larger and larger buffers until the result fits. Attributes can grow in the meantime.
fn with_growing_buffer(
    mut read: impl FnMut(&mut [u8]) -> Result<usize, Errno>,
) -> Result<Vec<u8>, Errno> {
    let mut small = [0; 1 << 10];
    match read(&mut small) {
        Ok(len) => return Ok(small[..len].to_vec()),
        Err(Errno::RANGE) => {}
        Err(error) => return Err(error),
    }
    let mut buffer = vec![0; 4 << 10];
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
