//! The result of a successful commit.

use std::fs;

use super::world::{World, absent, commit, copied, mode, options, text};
use crate::disk::CommitOptions;
use crate::disk::Plan;
use crate::disk::Sync;
use crate::disk::stage::name_marks::{has_fingerprint, has_reserved_format};
use crate::disk::stage::temp::simulation;
use crate::disk::tests::world::MAX_SIZE;

#[test]
fn one_file_gets_its_new_text() {
    let world = World::with(&[("a", "old\n")]);
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new\n")];
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(world.tree(), ["a: new"]);
}

#[test]
fn many_kinds_of_steps_are_one_commit() {
    let world = World::with(&[("a", "A"), ("b", "B"), ("c", "C"), ("d", "D")]);
    let mut disk = world.anywhere();
    let plan = vec![
        text(&mut disk, "a", "AA"),
        absent(&mut disk, "b"),
        absent(&mut disk, "c"),
        copied(&mut disk, "c", "new/deep/c2", None),
        text(&mut disk, "new/e", "E"),
        mode(&mut disk, "d", 0o755),
    ];
    commit(&mut disk, plan, &options()).unwrap();
    let expected = [
        "a: AA",
        "d: D",
        "new/",
        "new/deep/",
        "new/deep/c2: C",
        "new/e: E",
    ];
    assert_eq!(world.tree(), expected);
}

/// A staged file has its final temporary name from the beginning, with the fingerprint of the file that it replaces.
#[test]
fn a_staged_file_expects_the_file_that_it_replaces() {
    for is_lacking in [false, true] {
        simulation::IS_ENABLED.set(is_lacking);
        let world = World::with(&[("a", "old\n")]);
        let mut disk = world.rooted();
        let old = disk.locate("a".as_ref()).unwrap();
        let old = disk.read(&old, MAX_SIZE).unwrap().unwrap();
        let plan = Plan::checked(vec![text(&mut disk, "a", "new\n")]);
        let staged = disk.stage(&plan, &options(), None).unwrap();
        let names = fs::read_dir(world.path("")).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name());
        let own: Vec<_> = names.filter(|name| has_reserved_format(name)).collect();
        assert_eq!(own.len(), 1, "{own:?}");
        assert_eq!(has_fingerprint(&own[0], old.facts().unwrap()), !is_lacking);
        staged.commit().unwrap();
        assert_eq!(world.tree(), ["a: new"]);
    }
    simulation::IS_ENABLED.set(false);
}

/// Above a hundred files, the whole file system is synced. The written files are the same.
#[test]
fn a_few_and_very_many_files_are_synced() {
    for (sync, count) in [
        (Sync::File, 3),
        (Sync::Full, 3),
        (Sync::Full, 1),
        (Sync::File, 300),
    ] {
        let world = World::with(&[("n0", "old")]);
        let mut disk = world.rooted();
        let names = (0..count).map(|number| format!("n{number}"));
        let plan = names.map(|name| text(&mut disk, name, "new")).collect();
        let committed = commit(&mut disk, plan, &CommitOptions { sync, ..options() }).unwrap();
        assert_eq!(committed.unsynced, None);
        assert_eq!(world.tree().len(), count);
        assert!(world.tree().iter().all(|line| line.ends_with(": new")));
    }
}
