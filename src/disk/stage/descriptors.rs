//! Room for open files: a commit keeps its staged files open, as long as the system lets it.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Open files the rest of the process may need.
const SPARE: u64 = 64;

/// Open files per target: the staged file, its backup, its directory and that directory's lock.
const EACH: u64 = 4;

/// Raises the limit of open files for `targets`, as far as the system lets us; whether there is room for all.
pub(in crate::disk) fn provide(targets: usize) -> bool {
    let wanted = SPARE + EACH * targets as u64;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= wanted) {
        return true;
    }
    let most = limit.maximum.map_or(wanted, |maximum| wanted.min(maximum));
    limit.current = Some(most);
    setrlimit(Resource::Nofile, limit).is_ok() && most == wanted
}
