//! The users who can read a file. A report with text of that file must not be readable by others.

use std::path::Path;

use rustix::fs::fgetxattr;
use rustix::io::Errno;

use crate::disk::sandbox::disk::Disk;
use crate::disk::sandbox::leaf;
use crate::snapshot::FileFacts;

const ACCESS_LIST: &str = "system.posix_acl_access";

/// The size of the buffer for an access list, in bytes. A longer list counts too: only its presence matters.
const LONGEST: usize = 256;

/// The users, other than the owner, who can read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readers {
    /// The permission bits that a report may have.
    mode: u32,
    /// The group that may read the file; `None` for any group.
    group: Option<u32>,
}

/// The bits of the owner, which a report may always have.
const OWNER: u32 = 0o700;
const GROUP: u32 = 0o070;
const OTHERS: u32 = 0o007;

impl Readers {
    /// All users that the umask permits.
    pub const EVERYBODY: Self = Self {
        mode: 0o777,
        group: None,
    };

    const OWNER_ONLY: Self = Self {
        mode: OWNER,
        group: None,
    };

    /// The readers that are in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self.group, other.group) {
            (Some(one), Some(two)) if one != two => Self {
                mode: self.mode & other.mode & OWNER,
                group: None,
            },
            (one, two) => Self {
                mode: self.mode & other.mode,
                group: one.or(two),
            },
        }
    }

    /// The readers that the mode in `facts` permits. Other users count only if the group may read too. Otherwise a
    /// report in another group would admit members of the excluded group.
    fn new(facts: &FileFacts) -> Self {
        match facts.mode & 0o044 {
            0o044 => Self::EVERYBODY,
            0o040 => Self {
                mode: OWNER | GROUP,
                group: Some(facts.gid),
            },
            _ => Self::OWNER_ONLY,
        }
    }

    /// The permission bits for a new file with `facts`.
    pub(in crate::disk) fn limit(self, facts: &FileFacts) -> u32 {
        let is_other_group = self.group.is_some_and(|group| group != facts.gid);
        let group = if is_other_group { 0 } else { GROUP };
        facts.mode & self.mode & (OWNER | group | OTHERS)
    }
}

impl Disk {
    /// The readers of the file at `path`. Only the owner if the file has an access list or its readers cannot be
    /// determined. `None` if there is no file.
    pub fn readers(&mut self, path: &Path) -> Option<Readers> {
        let Ok(place) = self.locate(path) else {
            return Some(Readers::OWNER_ONLY);
        };
        if !place.missing_parents().is_empty() {
            return None;
        }
        let Ok(directory) = self.directory(&place) else {
            return Some(Readers::OWNER_ONLY);
        };
        match leaf::open(directory, place.name()) {
            Ok(Some((file, facts))) => {
                let mut list = [0; LONGEST];
                Some(match fgetxattr(&file, ACCESS_LIST, &mut list) {
                    Ok(_) | Err(Errno::RANGE) => Readers::OWNER_ONLY,
                    Err(_) => Readers::new(&facts),
                })
            }
            Ok(None) => None,
            Err(_) => Some(Readers::OWNER_ONLY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Readers;
    use crate::snapshot::{FileFacts, Identity};

    fn facts(mode: u32, gid: u32) -> FileFacts {
        FileFacts {
            identity: Identity {
                device: 1,
                inode: 1,
            },
            mode,
            uid: 0,
            gid,
            links: 1,
            len: 0,
            modified: (0, 0),
            changed: (0, 0),
        }
    }

    #[test]
    fn a_report_is_for_those_who_may_read_all_of_its_files() {
        let of = |mode, gid| Readers::new(&facts(mode, gid));
        for (readers, expected) in [
            (of(0o644, 1), 0o644),
            (of(0o755, 1), 0o644),
            (of(0o600, 1), 0o600),
            (of(0o640, 1), 0o640),
            (of(0o640, 2), 0o600),
            (of(0o604, 1), 0o600),
            (of(0o644, 1).and(of(0o600, 1)), 0o600),
            (of(0o640, 1).and(of(0o644, 2)), 0o640),
            (of(0o640, 1).and(of(0o640, 2)), 0o600),
        ] {
            assert_eq!(readers.limit(&facts(0o644, 1)), expected, "{readers:?}");
        }
        assert_eq!(of(0o644, 1).limit(&facts(0o600, 1)), 0o600);
    }
}
