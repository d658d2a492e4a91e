//! Lock files, for file systems whose kernel locks do not work on directories. A lock file has a fixed name, is
//! created complete in one step, and names its holder.
//!
//! Unlike a kernel lock, a lock file can outlive its process. The file is removed if its process has ended, which is
//! known only for processes of this machine since its last boot. Otherwise `incise` waits for the lock and finally
//! reports it.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat, readlink, renameat, unlinkat};
use rustix::io::Errno;
use rustix::process::{Pid, getpid, test_kill_process};

use crate::disk::interrupt::Interrupt;
use crate::error::Fault;
use crate::snapshot::FileFacts;

use crate::disk::commit::rename::rename_new;
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::{Directory, discard};
use crate::disk::sandbox::inodes::is_file;
use crate::disk::sandbox::leaf;
use crate::disk::stage::name_marks::{FirstHolder, with_fingerprints};
use crate::disk::stage::temp::{StagedAccess, Temp, random_name};

/// The name of lock files.
pub(in crate::disk) const NAME: &str = ".incise-lock";

/// The maximum number of bytes to read from a lock file or a file of the system.
const MAX_READ: u64 = 4096;

const DURING: &str = "lock the directory of";

/// A lock file that this process holds. Dropping the value removes the file.
#[derive(Debug)]
pub(in crate::disk) struct LockFile {
    directory: Arc<Directory>,
    own: FileFacts,
    /// Kept open so that the inode number is not reused while we compare numbers.
    _open: Temp,
}

/// The outcome of an attempt to acquire a lock.
#[allow(clippy::large_enum_variant, reason = "only one exists at a time")]
pub(in crate::disk) enum LockAttempt {
    /// This process holds the lock now.
    Taken(LockFile),
    /// Another process holds the lock.
    Held(Holder),
    /// The attempt failed and can be repeated.
    Missed,
}

/// The lock file of another process, alive or not.
#[derive(Debug)]
struct ExistingLock {
    facts: FileFacts,
    holder: Holder,
    /// Kept open so that the inode number is not reused while we compare numbers.
    _file: File,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::disk) struct Holder {
    /// The host name, boot ID and PID namespace of the machine, separated by spaces.
    machine: String,
    /// `None` if unknown.
    pub(in crate::disk) process: Option<u32>,
    /// The start time of the process, in clock ticks since boot; empty if unknown.
    start: String,
}

impl LockFile {
    /// Acquires the lock of `directory` unless a live process holds it.
    ///
    /// # Errors
    /// If the lock file cannot be created or renamed.
    pub(in crate::disk) fn attempt(
        directory: &Arc<Directory>,
        interrupt: &Interrupt,
    ) -> Result<LockAttempt, Fault> {
        let mut temp = Temp::create(directory, None, StagedAccess::Usual, None)?;
        let text = Holder::this_process().to_text();
        temp.fill(std::iter::once(text.as_bytes()), interrupt)?;
        temp.mark_as_ours()?;
        let facts = temp.facts()?;
        loop {
            match rename_new(temp.entry(), directory.at(NAME)) {
                Ok(()) => {
                    temp.release();
                    return Ok(LockAttempt::Taken(Self {
                        directory: Arc::clone(directory),
                        own: facts,
                        _open: temp,
                    }));
                }
                Err(Errno::EXIST) => {}
                // A cleanup of another process removed the staged file. Without kernel locks, it cannot see that we
                // are alive.
                Err(Errno::NOENT) => return Ok(LockAttempt::Missed),
                Err(error) => return Err(fault(DURING, error)),
            }
            match read_lock(directory)? {
                None => {}
                Some(found) if found.holder.has_ended() => found.remove(directory)?,
                Some(found) => return Ok(LockAttempt::Held(found.holder)),
            }
        }
    }

    /// True if our lock file is still in the directory.
    pub(in crate::disk) fn is_intact(&self) -> bool {
        is_lock_file(&self.directory, OsStr::new(NAME), &self.own) == Ok(true)
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        if self.is_intact() {
            let _ = unlinkat(&self.directory, NAME, AtFlags::empty());
        }
    }
}

/// The holder of the lock of `directory`; `None` if there is no lock or its holder has ended.
pub(in crate::disk) fn holder(directory: &Directory) -> Option<Holder> {
    let found = read_lock(directory).ok().flatten()?;
    if found.holder.has_ended() {
        return None;
    }
    Some(found.holder)
}

/// True if there is a lock whose holder has ended.
pub(in crate::disk) fn is_stale(directory: &Directory) -> bool {
    let found = read_lock(directory).ok().flatten();
    found.is_some_and(|found| found.holder.has_ended())
}

/// The lock file in `directory`, with its holder.
fn read_lock(directory: &Directory) -> Result<Option<ExistingLock>, Fault> {
    let Some((file, facts)) = leaf::open(directory, OsStr::new(NAME))? else {
        return Ok(None);
    };
    let mut text = String::new();
    // An unreadable lock file has an unknown holder, so it counts as held.
    let _ = (&file).take(MAX_READ).read_to_string(&mut text);
    Ok(Some(ExistingLock {
        facts,
        holder: Holder::parse(&text),
        _file: file,
    }))
}

/// True if `name` is the lock file with the facts `known`.
fn is_lock_file(directory: &Directory, name: &OsStr, known: &FileFacts) -> Result<bool, Errno> {
    let found = directory.facts(name)?;
    Ok(found.is_some_and(|found| is_file(directory, &found, known)))
}

impl ExistingLock {
    /// Removes the lock file, whose holder has ended, but not another lock that has replaced it in the meantime. A
    /// holder removes its lock before it exits, so this file was left behind.
    fn remove(&self, directory: &Arc<Directory>) -> Result<(), Fault> {
        if !self.is_at(directory, OsStr::new(NAME))? {
            return Ok(());
        }
        let random = random_name(FirstHolder::New, None).map_err(|error| fault(DURING, error))?;
        let name = with_fingerprints(&random, &[&self.facts]);
        match renameat(directory, NAME, directory, &name) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Ok(()),
            Err(error) => return Err(lock_fault(error)),
        }
        if !self.is_at(directory, &name)? {
            // This lock belongs to a new holder, so it is moved back. If that is too late, the holder notices before
            // its commit.
            match rename_new(directory.at(&name), directory.at(NAME)) {
                Ok(()) | Err(Errno::NOENT) => return Ok(()),
                Err(Errno::EXIST) => {}
                Err(error) => return Err(lock_fault(error)),
            }
        }
        discard(directory, &name).map_err(lock_fault)
    }

    /// True if this lock file has the name `name` in `directory`.
    fn is_at(&self, directory: &Directory, name: &OsStr) -> Result<bool, Fault> {
        is_lock_file(directory, name, &self.facts).map_err(lock_fault)
    }
}

fn lock_fault(error: Errno) -> Fault {
    fault(DURING, error)
}

impl Holder {
    /// This process.
    fn this_process() -> Self {
        let process = getpid().as_raw_nonzero().get().unsigned_abs();
        Self {
            machine: machine(),
            process: Some(process),
            start: start_time(process).unwrap_or_default(),
        }
    }

    fn to_text(&self) -> String {
        let process = self.process.unwrap_or_default();
        format!("{process}\n{}\n{}\n", self.machine, self.start)
    }

    /// The holder in `text`. If `text` has another format, the holder is unknown.
    fn parse(text: &str) -> Self {
        let mut lines = text.lines();
        let mut line = || lines.next().unwrap_or_default().to_owned();
        Self {
            process: line().parse().ok().filter(|process| *process > 0),
            machine: line(),
            start: line(),
        }
    }

    /// The host name of the machine, if it is a different one.
    pub(in crate::disk) fn other_machine(&self) -> Option<String> {
        if self.machine == machine() {
            return None;
        }
        let name = self.machine.split(' ').next().unwrap_or_default();
        Some(name.to_owned())
    }

    /// True if the process is known to have ended.
    fn has_ended(&self) -> bool {
        if self.other_machine().is_some() {
            return false;
        }
        let Some(process) = self.process else {
            return false;
        };
        let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) else {
            return false;
        };
        match test_kill_process(pid) {
            Err(Errno::SRCH) => true,
            _ => start_time(process).is_some_and(|start| start != self.start),
        }
    }
}

/// The host name, boot ID and PID namespace of this machine.
fn machine() -> String {
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .replace([' ', '\n'], "_");
    let boot = read_text("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let space =
        readlink("/proc/self/ns/pid", Vec::new()).map(|space| space.to_string_lossy().into_owned());
    format!("{name} {} {}", boot.trim_end(), space.unwrap_or_default())
}

/// The start time of `process`, in clock ticks since boot; `None` if unknown.
fn start_time(process: u32) -> Option<String> {
    let status = read_text(&format!("/proc/{process}/stat"))?;
    // The process name in parentheses may contain anything. The name is field 2, the start time is field 22.
    let (_, rest) = status.rsplit_once(')')?;
    rest.split_whitespace().nth(19).map(str::to_owned)
}

/// The content of a small file of the system.
fn read_text(path: &str) -> Option<String> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file = openat(CWD, path, flags, Mode::empty()).ok()?;
    let mut text = String::new();
    File::from(file)
        .take(MAX_READ)
        .read_to_string(&mut text)
        .ok()?;
    Some(text)
}

/// The path of the lock file of `directory`, for messages.
pub(in crate::disk) fn path(directory: &Directory) -> PathBuf {
    directory.outward(OsStr::new(NAME))
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    reason = "tests prepare and inspect targets without the module"
)]
mod tests {
    use std::fs;
    use std::sync::Arc;
    use std::time::SystemTime;

    use super::{Holder, LockAttempt, LockFile, NAME, read_lock};
    use crate::disk::Interrupt;
    use crate::disk::sandbox::directory::Directory;

    fn attempt(directory: &Arc<Directory>) -> LockAttempt {
        LockFile::attempt(directory, &Interrupt::default()).unwrap()
    }

    fn entries(path: &std::path::Path) -> usize {
        fs::read_dir(path).unwrap().count()
    }

    #[test]
    fn one_holds_it_at_a_time() {
        let world = tempfile::tempdir().unwrap();
        let directory = Arc::new(Directory::open(world.path()).unwrap());
        let LockAttempt::Taken(first) = attempt(&directory) else {
            panic!("nobody holds it")
        };
        assert!(first.is_intact());
        let LockAttempt::Held(holder) = attempt(&directory) else {
            panic!("it is held")
        };
        assert_eq!(
            (holder.process, holder.other_machine()),
            (Some(std::process::id()), None)
        );
        assert_eq!(entries(world.path()), 1);
        drop(first);
        assert_eq!(entries(world.path()), 0);
        assert!(matches!(attempt(&directory), LockAttempt::Taken(_)));
    }

    #[test]
    fn a_lock_of_a_dead_process_is_taken_and_no_other() {
        let world = tempfile::tempdir().unwrap();
        let directory = Arc::new(Directory::open(world.path()).unwrap());
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let own = Holder::this_process();
        let dead = Holder {
            process: Some(child.id()),
            ..own.clone()
        };
        child.wait().unwrap();
        let reused = Holder {
            start: "1".to_owned(),
            ..own.clone()
        };
        let elsewhere = Holder {
            machine: "far away".to_owned(),
            ..dead.clone()
        };
        let is_linux = cfg!(target_os = "linux");
        for (text, is_stale) in [
            (dead.to_text(), true),
            (reused.to_text(), is_linux),
            (own.to_text(), false),
            (elsewhere.to_text(), false),
            (String::new(), false),
            ("whatever".to_owned(), false),
        ] {
            fs::write(world.path().join(NAME), &text).unwrap();
            let taken = attempt(&directory);
            assert_eq!(matches!(taken, LockAttempt::Taken(_)), is_stale, "{text:?}");
            assert_eq!(entries(world.path()), 1);
            drop(taken);
        }
        assert_eq!(
            Holder::parse(&elsewhere.to_text())
                .other_machine()
                .as_deref(),
            Some("far")
        );
    }

    /// A waiting process may find a lock that is released a moment later. The process must not remove the lock of the
    /// next holder.
    #[test]
    fn a_lock_that_took_the_place_of_another_stays() {
        let world = tempfile::tempdir().unwrap();
        let directory = Arc::new(Directory::open(world.path()).unwrap());
        let LockAttempt::Taken(first) = attempt(&directory) else {
            panic!("nobody holds it")
        };
        let found = read_lock(&directory).unwrap().unwrap();
        drop(first);
        let LockAttempt::Taken(second) = attempt(&directory) else {
            panic!("nobody holds it")
        };
        assert_ne!(found.facts.identity, second.own.identity);
        let here = fs::File::open(world.path()).unwrap();
        here.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        found.remove(&directory).unwrap();
        assert!(second.is_intact());
        let changed = here.metadata().unwrap().modified().unwrap();
        assert_eq!(changed, SystemTime::UNIX_EPOCH, "not even for a moment");
    }

    #[test]
    fn a_lock_that_was_taken_away_is_not_removed_twice() {
        let world = tempfile::tempdir().unwrap();
        let directory = Arc::new(Directory::open(world.path()).unwrap());
        let LockAttempt::Taken(first) = attempt(&directory) else {
            panic!("nobody holds it")
        };
        fs::remove_file(world.path().join(NAME)).unwrap();
        let LockAttempt::Taken(second) = attempt(&directory) else {
            panic!("nobody holds it")
        };
        assert!(!first.is_intact() && second.is_intact());
        drop(first);
        assert!(second.is_intact());
    }
}
