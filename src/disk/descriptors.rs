//! Room for open files: a commit of many keeps all its staged files open.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Open files the rest of the process may need.
const SPARE: u64 = 64;

/// Open files per target: the staged file, its backup, its directory and that directory's lock.
const EACH: u64 = 4;

/// Raises the limit of open files for `targets`, as far as the system lets us. What does not fit fails
/// when it is opened.
pub(super) fn provide(targets: usize) {
    let wanted = SPARE + EACH * targets as u64;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < wanted) {
        limit.current = Some(limit.maximum.map_or(wanted, |maximum| wanted.min(maximum)));
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
