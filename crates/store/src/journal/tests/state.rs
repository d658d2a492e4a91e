//! The state directory is private, and is not trusted otherwise.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::super::{Unavailable, WhyUnavailable};
use super::*;

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
}

pub(super) fn all_below(path: &Path) -> Vec<std::path::PathBuf> {
    let mut found = vec![path.to_owned()];
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            found.extend(all_below(&entry.unwrap().path()));
        }
    }
    found
}

fn why(world: &World) -> WhyUnavailable {
    let Unavailable { why, .. } = JournalStore::open(&world.base(), &root()).unwrap_err();
    why
}

#[test]
fn all_created_files_are_private() {
    let world = World::new();
    let base = StateBase(world.state.path().join("deep/er/incise"));
    let journal = JournalStore::open(&base, &root()).unwrap();
    let text = "word ".repeat(2000);
    note_done(&journal, &edited("a", &text, "word", "w"), &text);
    let made = all_below(&world.state.path().join("deep"));
    assert!(made.len() > 6, "{made:?}");
    for path in made {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), expected, "{path:?}");
    }
}

#[test]
fn finding_a_journal_creates_nothing() {
    let world = World::new();
    assert!(
        JournalStore::find(&world.base(), &root())
            .unwrap()
            .is_none()
    );
    assert!(!world.base().0.exists());
    let journal = world.journal();
    assert_eq!(entries(&journal), []);
    assert_eq!(all_below(journal.path()), [journal.path()]);
    assert!(
        JournalStore::find(&world.base(), &root())
            .unwrap()
            .is_some()
    );
}

#[test]
fn each_root_has_its_own_journal() {
    let world = World::new();
    let mut other = root();
    other.inode += 1;
    let mut younger = root();
    younger.born += 1;
    let mut renamed = root();
    renamed.path.push("x");
    let mut paths = BTreeSet::new();
    for root in [root(), other, younger, renamed] {
        let journal = JournalStore::open(&world.base(), &root).unwrap();
        paths.insert(journal.path().to_owned());
    }
    assert_eq!(paths.len(), 4);
}

#[test]
fn a_directory_open_to_others_is_not_used() {
    let world = World::new();
    let journal = world.journal();
    let directory = journal.path().to_owned();
    for bad in [0o777, 0o755, 0o710] {
        fs::set_permissions(&directory, Permissions::from_mode(bad)).unwrap();
        assert_eq!(why(&world), WhyUnavailable::Mode(bad));
        assert_eq!(mode(&directory), bad);
    }
    fs::set_permissions(&directory, Permissions::from_mode(0o700)).unwrap();
    // Others may read the base directory, but not write to it.
    let base = world.base().0;
    fs::set_permissions(&base, Permissions::from_mode(0o755)).unwrap();
    world.journal();
    fs::set_permissions(&base, Permissions::from_mode(0o777)).unwrap();
    assert_eq!(why(&world), WhyUnavailable::Mode(0o777));
}

#[test]
fn links_and_files_are_not_directories() {
    let world = World::new();
    let base = world.base().0;
    fs::write(&base, "").unwrap();
    assert_eq!(why(&world), WhyUnavailable::NotADirectory);
    fs::remove_file(&base).unwrap();
    let elsewhere = TempDir::new().unwrap();
    symlink(elsewhere.path(), &base).unwrap();
    assert_eq!(why(&world), WhyUnavailable::NotADirectory);
    fs::remove_file(&base).unwrap();

    let directory = world.journal().path().to_owned();
    fs::remove_dir(&directory).unwrap();
    symlink(elsewhere.path(), &directory).unwrap();
    assert_eq!(why(&world), WhyUnavailable::NotADirectory);
    assert_eq!(all_below(elsewhere.path()), [elsewhere.path()]);
}

#[test]
fn a_linked_history_is_not_followed() {
    let world = World::new();
    let journal = world.journal();
    let victim = world.state.path().join("victim");
    fs::write(&victim, "mine").unwrap();
    symlink(&victim, journal.path().join("history-1.jsonl")).unwrap();
    let record = edited("a", "one", "one", "1");
    let files = [new_file(&record, b"one")];
    assert!(journal.note(&draft(&files)).is_err());
    assert_eq!(fs::read(&victim).unwrap(), b"mine");
}
