//! Files that change between reading and committing.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};

use super::world::{World, absent, commit, copied, options, refused, text};
use crate::disk::Backup;
use crate::disk::Plan;
use crate::disk::commit::protocol::StaleFiles;
use crate::disk::tests::world::MAX_SIZE;
use crate::disk::{CommitOptions, Disk, NotCommitted};
use crate::error::Fault;
use crate::place::Transition;

/// Stages `files`, calls `meanwhile`, and commits.
fn commit_after(
    disk: &mut Disk,
    files: Vec<Transition>,
    meanwhile: impl FnOnce(),
) -> Result<(), Vec<String>> {
    disk.forget_paths();
    let staged = disk.stage(&Plan::checked(files), &options(), None).unwrap();
    meanwhile();
    match staged.commit() {
        Ok(_) => Ok(()),
        Err(NotCommitted::Stale(StaleFiles { places, .. })) => {
            let shown = |place: &crate::place::RootedPath| place.shown().display().to_string();
            Err(places.iter().map(shown).collect())
        }
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_changed_file_is_reported_as_stale() {
    let world = World::with(&[("a", "old"), ("b", "B")]);
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new"), text(&mut disk, "b", "new")];
    let outcome = commit_after(&mut disk, plan, || world.write("a", "foreign"));
    assert_eq!(outcome, Err(vec!["a".into()]));
    assert_eq!(world.tree(), ["a: foreign", "b: B"]);
}

/// Size, inode and (with a coarse clock) timestamps can be unchanged.
#[test]
fn a_change_that_keeps_the_facts_is_found() {
    let world = World::with(&[("a", "old")]);
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new")];
    let outcome = commit_after(&mut disk, plan, || {
        let times = fs::FileTimes::new()
            .set_modified(fs::metadata(world.path("a")).unwrap().modified().unwrap());
        world.write("a", "OLD");
        fs::File::options()
            .write(true)
            .open(world.path("a"))
            .unwrap()
            .set_times(times)
            .unwrap();
    });
    assert_eq!(outcome, Err(vec!["a".into()]));
    assert_eq!(world.tree(), ["a: OLD"]);
}

#[test]
fn large_files_are_compared_by_their_facts() {
    let world = World::new();
    let large = vec![b'x'; 2 << 20];
    for (change, expected) in [(true, Err(vec!["large".to_owned()])), (false, Ok(()))] {
        world.write("large", &large);
        let mut disk = world.rooted();
        let plan = vec![text(&mut disk, "large", "new")];
        let outcome = commit_after(&mut disk, plan, || {
            if change {
                let mut changed = large.clone();
                changed[1 << 20] = b'y';
                world.write("large", changed);
            }
        });
        assert_eq!(outcome, expected);
    }
    assert_eq!(world.text("large"), "new");
}

#[test]
fn the_same_bytes_under_another_inode_are_the_same() {
    let world = World::with(&[("a", "old")]);
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new")];
    let outcome = commit_after(&mut disk, plan, || {
        world.write("other", "old");
        fs::rename(world.path("other"), world.path("a")).unwrap();
    });
    assert_eq!(outcome, Ok(()));
    assert_eq!(world.tree(), ["a: new"]);
}

#[test]
fn a_mode_set_meanwhile_is_kept() {
    let world = World::with(&[("a", "old")]);
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new")];
    let outcome = commit_after(&mut disk, plan, || {
        fs::set_permissions(world.path("a"), Permissions::from_mode(0o751)).unwrap();
        fs::hard_link(world.path("a"), world.path("b")).unwrap();
    });
    assert_eq!(outcome, Ok(()));
    assert_eq!(world.tree(), ["a: new", "b: old"]);
    assert_eq!(
        fs::metadata(world.path("a")).unwrap().mode() & 0o7777,
        0o751
    );
}

#[test]
fn files_that_appear_or_disappear_meanwhile_are_reported() {
    let world = World::with(&[("gone", "old"), ("turned", "old"), ("removed", "old")]);
    let mut disk = world.rooted();
    let plan = vec![
        text(&mut disk, "came", "new"),
        text(&mut disk, "gone", "new"),
        text(&mut disk, "turned", "new"),
        absent(&mut disk, "removed"),
        text(&mut disk, "dir/came", "new"),
    ];
    let outcome = commit_after(&mut disk, plan, || {
        world.write("came", "foreign");
        fs::remove_file(world.path("gone")).unwrap();
        fs::remove_file(world.path("turned")).unwrap();
        fs::create_dir(world.path("turned")).unwrap();
        world.write("removed", "foreign");
        fs::create_dir(world.path("dir")).unwrap();
    });
    let mut places = outcome.unwrap_err();
    places.sort();
    assert_eq!(places, ["came", "dir/came", "gone", "removed", "turned"]);
    assert_eq!(
        world.tree(),
        ["came: foreign", "dir/", "removed: foreign", "turned/"]
    );
}

/// Staging copies the attributes of the old file. If another type of file is there by then, the check under the lock
/// reports that.
#[test]
fn a_target_that_is_not_a_file_at_staging_is_reported() {
    let world = World::with(&[("a", "old"), ("b", "B")]);
    let suffix = OsString::from(".bak");
    for backup in [None, Some(Backup { suffix })] {
        let mut disk = world.rooted();
        let plan = Plan::checked(vec![text(&mut disk, "a", "new")]);
        fs::rename(world.path("a"), world.path("real")).unwrap();
        std::os::unix::fs::symlink("b", world.path("a")).unwrap();
        let options = CommitOptions {
            backup,
            ..options()
        };
        let outcome = disk.stage(&plan, &options, None).unwrap().commit();
        assert!(matches!(outcome, Err(NotCommitted::Stale(_))));
        fs::rename(world.path("real"), world.path("a")).unwrap();
    }
    assert_eq!(world.tree(), ["a: old", "b: B"]);
}

#[test]
fn a_moved_directory_is_reported_as_stale() {
    let world = World::with(&[("root/d/a", "old"), ("out/x", "")]);
    let root = world.path("root");
    let mut disk = Disk::open(&root, crate::disk::Reach::Roots(vec![root.clone()])).unwrap();
    let plan = vec![text(&mut disk, "d/a", "new")];
    let outcome = commit_after(&mut disk, plan, || {
        fs::rename(root.join("d"), world.path("out/d")).unwrap();
        std::os::unix::fs::symlink("../out/d", root.join("d")).unwrap();
    });
    assert_eq!(outcome, Err(vec!["d/a".into()]));
    assert_eq!(world.text("out/d/a"), "old");
}

/// After a stale commit, the locks are still held, so no process that uses locks can interfere with the second
/// attempt.
#[test]
fn the_second_attempt_is_under_the_same_locks() {
    let world = World::with(&[("a", "old"), ("d/b", "B")]);
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new"), text(&mut disk, "d/b", "new")];
    let staged = disk.stage(&Plan::checked(plan), &options(), None).unwrap();
    world.write("a", "foreign");
    let Err(NotCommitted::Stale(StaleFiles { held, .. })) = staged.commit() else {
        panic!("nothing is stale");
    };
    let outsider = fs::File::open(world.path("d")).unwrap();
    let attempt = || flock(&outsider, FlockOperation::NonBlockingLockExclusive);
    assert!(attempt().is_err());
    let plan = vec![
        text(&mut disk, "a", "foreign+new"),
        text(&mut disk, "d/b", "new"),
    ];
    let staged = disk
        .stage(&Plan::checked(plan), &options(), Some(held))
        .unwrap();
    assert!(attempt().is_err());
    staged.commit().unwrap();
    assert!(attempt().is_ok());
    assert_eq!(world.tree(), ["a: foreign+new", "d/", "d/b: new"]);
}

/// Locks that do not suffice are released before waiting for others.
#[test]
fn other_directories_are_locked_anew() {
    let world = World::with(&[("a", "old"), ("d/b", "B")]);
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new")];
    let staged = disk.stage(&Plan::checked(plan), &options(), None).unwrap();
    world.write("a", "foreign");
    let Err(NotCommitted::Stale(StaleFiles { held, .. })) = staged.commit() else {
        panic!("nothing is stale");
    };
    let plan = vec![text(&mut disk, "a", "new"), text(&mut disk, "d/b", "new")];
    let staged = disk
        .stage(&Plan::checked(plan), &options(), Some(held))
        .unwrap();
    staged.commit().unwrap();
    assert_eq!(world.tree(), ["a: new", "d/", "d/b: new"]);
}

#[test]
fn a_lock_that_is_held_refuses_after_the_wait() {
    let world = World::with(&[("a", "old")]);
    let mut disk = world.rooted();
    let holder = fs::File::open(world.path("")).unwrap();
    flock(&holder, FlockOperation::LockExclusive).unwrap();
    let impatient = CommitOptions {
        lock_timeout: Duration::from_millis(5),
        ..options()
    };
    let plan = vec![text(&mut disk, "a", "new")];
    let refusal = refused(commit(&mut disk, plan, &impatient));
    assert!(matches!(refusal.fault, Fault::Locked { .. }), "{refusal:?}");
    assert_eq!(world.tree(), ["a: old"]);
    drop(holder);
    let plan = vec![text(&mut disk, "a", "new")];
    commit(&mut disk, plan, &impatient).unwrap();
}

/// If the file to move was replaced by one with the same bytes, the commit is stale, because the inode differs.
#[test]
fn a_rename_moves_the_file_that_was_read() {
    let world = World::with(&[("a", "A")]);
    let mut disk = world.rooted();
    let plan = vec![absent(&mut disk, "a"), copied(&mut disk, "a", "b", None)];
    let outcome = commit_after(&mut disk, plan, || {
        world.write("other", "A");
        fs::rename(world.path("other"), world.path("a")).unwrap();
    });
    assert!(outcome.is_err());
    assert_eq!(world.tree(), ["a: A"]);
    assert!(disk.read(&disk_place(&world), MAX_SIZE).is_err());
}

/// A place from another disk, which is unknown to this one.
fn disk_place(world: &World) -> crate::place::RootedPath {
    let other = World::with(&[("x", "")]);
    let place = other.rooted().locate(Path::new("x")).unwrap();
    assert_ne!(world.path(""), other.path(""));
    place
}
