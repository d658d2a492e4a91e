//! The processes that have a file open for writing, as far as the system lets us see: the descriptors and shared maps
//! of all processes, Linux only.
//!
//! Other users' processes can be looked into by root alone, so nobody found does not mean that there is nobody.

use crate::error::Process;
use crate::snapshot::Identity;

/// Most processes that are named.
#[cfg(linux_calls)]
const NAMED: usize = 4;

/// Processes, other than this one, that can write into the file.
#[cfg(linux_calls)]
pub(in crate::disk) fn find(file: Identity) -> Vec<Process> {
    let own = std::process::id();
    let writes = |id: &u32| *id != own && (system::opened(*id, file) || system::mapped(*id, file));
    system::processes()
        .filter(writes)
        .take(NAMED)
        .map(|id| Process {
            id,
            name: system::name(id),
        })
        .collect()
}

/// Nobody can be named here.
#[cfg(not(linux_calls))]
pub(in crate::disk) fn find(_: Identity) -> Vec<Process> {
    Vec::new()
}

#[cfg(linux_calls)]
mod system {
    use std::fs::{File, read_dir};
    use std::io::Read;

    use rustix::fs::{AtFlags, CWD, StatxFlags, makedev, statx};

    use crate::snapshot::Identity;

    pub(in crate::disk) fn processes() -> impl Iterator<Item = u32> {
        numbers("/proc".to_owned())
    }

    /// True if a descriptor of the process is open on the file for writing.
    pub(in crate::disk) fn opened(process: u32, file: Identity) -> bool {
        let is_it = |number: &u32| {
            let path = format!("/proc/{process}/fd/{number}");
            // What is on a network that does not answer is not asked for.
            let flags = AtFlags::STATX_DONT_SYNC;
            let found = statx(CWD, path, flags, StatxFlags::INO);
            found.is_ok_and(|found| {
                let device = makedev(found.stx_dev_major, found.stx_dev_minor);
                found.stx_ino == file.inode && device == file.device
            })
        };
        numbers(format!("/proc/{process}/fd"))
            .filter(is_it)
            .any(|number| is_writable(process, number))
    }

    /// True if the process shows the file in a map that it can write to and that others see.
    pub(in crate::disk) fn mapped(process: u32, file: Identity) -> bool {
        let maps = text(&format!("/proc/{process}/maps")).unwrap_or_default();
        maps.lines().any(|line| {
            let mut fields = line.split_ascii_whitespace().skip(1);
            let rights = fields.next().unwrap_or_default();
            let device = fields.nth(1).unwrap_or_default();
            let inode = fields.next().and_then(|inode| inode.parse().ok());
            rights.as_bytes().get(1) == Some(&b'w')
                && rights.ends_with('s')
                && inode == Some(file.inode)
                && device_of(device) == Some(file.device)
        })
    }

    /// The process's own name.
    pub(in crate::disk) fn name(process: u32) -> Option<String> {
        let name = text(&format!("/proc/{process}/comm"))?;
        Some(name.trim_end().to_owned())
    }

    fn is_writable(process: u32, descriptor: u32) -> bool {
        /// The bits of `O_WRONLY` and `O_RDWR`.
        const WRITES: u32 = 3;
        let info = text(&format!("/proc/{process}/fdinfo/{descriptor}")).unwrap_or_default();
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
        flags
            .and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok())
            .is_some_and(|flags| flags & WRITES != 0)
    }

    /// `fd:01`, as maps have devices.
    fn device_of(shown: &str) -> Option<u64> {
        let (major, minor) = shown.split_once(':')?;
        let number = |digits| u32::from_str_radix(digits, 16).ok();
        Some(makedev(number(major)?, number(minor)?))
    }

    fn numbers(directory: String) -> impl Iterator<Item = u32> {
        let entries = read_dir(directory).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
    }

    fn text(path: &str) -> Option<String> {
        let mut bytes = Vec::new();
        File::open(path).ok()?.read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}
