//! Finds the processes that have a file open for writing, by the descriptors and shared maps of all processes. Linux
//! only.
//!
//! Only root can inspect the processes of other users, so an empty result does not prove that there are no writers.

use crate::error::Process;
use crate::snapshot::Identity;

/// The maximum number of processes to report.
#[cfg(linux_calls)]
const MAX_REPORTED: usize = 4;

/// Processes, other than this one, that can write into the file.
#[cfg(linux_calls)]
pub(in crate::disk) fn find(file: Identity) -> Vec<Process> {
    let own = std::process::id();
    let writes =
        |id: &u32| *id != own && (system::has_open(*id, file) || system::has_mapped(*id, file));
    system::processes()
        .filter(writes)
        .take(MAX_REPORTED)
        .map(|id| Process {
            id,
            name: system::name(id),
        })
        .collect()
}

/// Other systems have no way to find the processes.
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

    /// True if a descriptor of the process has the file open for writing.
    pub(in crate::disk) fn has_open(process: u32, file: Identity) -> bool {
        let is_file = |number: &u32| {
            let path = format!("/proc/{process}/fd/{number}");
            // Do not wait for a network file system.
            let flags = AtFlags::STATX_DONT_SYNC;
            let found = statx(CWD, path, flags, StatxFlags::INO);
            found.is_ok_and(|found| {
                let device = makedev(found.stx_dev_major, found.stx_dev_minor);
                found.stx_ino == file.inode && device == file.device
            })
        };
        numbers(format!("/proc/{process}/fd"))
            .filter(is_file)
            .any(|number| is_writable(process, number))
    }

    /// True if the process has a writable shared map of the file.
    pub(in crate::disk) fn has_mapped(process: u32, file: Identity) -> bool {
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

    /// The command name of the process.
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

    /// Parses a device number in the format of `/proc/PID/maps`: `fd:01`.
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
