//! A failing step: all files are restored, including inodes, and nothing is left over.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{IFlags, ioctl_getflags, ioctl_setflags};

use super::world::{
    World, absent, commit, copied, mode, on_every_file_system, options, refused, text,
};
use crate::disk::Backup;
use crate::disk::Plan;
use crate::disk::{CommitOptions, Interrupt, NotCommitted, WriteMethod};
use crate::error::Fault;

/// Makes a file immutable until the value is dropped. Every step on it fails with EPERM, even for root.
struct Immutable(File);

impl Immutable {
    /// `None` if that is not permitted or not supported.
    fn new(path: &Path) -> Option<Self> {
        let file = File::open(path).unwrap();
        let flags = ioctl_getflags(&file).ok()?;
        ioctl_setflags(&file, flags | IFlags::IMMUTABLE).ok()?;
        Some(Self(file))
    }
}

impl Drop for Immutable {
    fn drop(&mut self) {
        let flags = ioctl_getflags(&self.0).unwrap();
        ioctl_setflags(&self.0, flags - IFlags::IMMUTABLE).unwrap();
    }
}

/// The name, text, inode, mode and link count of every file.
fn state(world: &World) -> Vec<(String, u64, u32, u64)> {
    let of = |line: String| {
        let name = line.split([':', '/']).next().unwrap().to_owned();
        let facts = fs::symlink_metadata(world.path(name)).unwrap();
        (line, facts.ino(), facts.mode(), facts.nlink())
    };
    world.tree().into_iter().map(of).collect()
}

/// Every kind of step comes before the failing step, and one step comes after it.
#[test]
fn a_failing_step_undoes_all_others() {
    on_every_file_system(|| {
        let world = World::with(&[
            ("a-put", "A"),
            ("a-put.bak", "older"),
            ("b-removed", "B"),
            ("c-moved", "C"),
            ("d-mode", "D"),
            ("e-linked", "E"),
            ("e-twin", ""),
            ("f-over", "F"),
            ("m-immutable", "M"),
            ("z-put", "Z"),
        ]);
        fs::remove_file(world.path("e-twin")).unwrap();
        fs::hard_link(world.path("e-linked"), world.path("e-twin")).unwrap();
        let before = state(&world);
        let Some(_immutable) = Immutable::new(&world.path("m-immutable")) else {
            return;
        };
        let mut disk = world.rooted();
        let plan = vec![
            text(&mut disk, "a-put", "new"),
            absent(&mut disk, "b-removed"),
            absent(&mut disk, "c-moved"),
            copied(&mut disk, "c-moved", "f-over", None),
            mode(&mut disk, "d-mode", 0o711),
            text(&mut disk, "e-linked", "new, and longer"),
            text(&mut disk, "g-new", "new"),
            text(&mut disk, "g-new-dir/deep/x", "new"),
            text(&mut disk, "m-immutable", "new"),
            text(&mut disk, "z-put", "new"),
        ];
        let options = CommitOptions {
            backup: Some(Backup {
                suffix: ".bak".into(),
            }),
            writing: WriteMethod::InPlace,
            ..options()
        };
        let refusal = refused(commit(&mut disk, plan, &options));
        assert!(matches!(refusal.fault, Fault::Permission(_)), "{refusal:?}");
        assert_eq!(refusal.path.unwrap(), Path::new("m-immutable"));
        assert_eq!(state(&world), before);
    });
}

/// Like the test above, with the failing step at every position.
#[test]
fn the_failing_step_may_be_any() {
    on_every_file_system(|| {
        let names = ["a", "b", "c", "d", "e"];
        for failing in names {
            let world = World::with(&names.map(|name| (name, name)));
            let before = state(&world);
            let Some(_immutable) = Immutable::new(&world.path(failing)) else {
                return;
            };
            let mut disk = world.rooted();
            let plan = vec![
                text(&mut disk, "a", "new"),
                absent(&mut disk, "b"),
                text(&mut disk, "c", "new"),
                mode(&mut disk, "d", 0o700),
                absent(&mut disk, "e"),
                copied(&mut disk, "e", "new/e2", None),
            ];
            refused(commit(&mut disk, plan, &options()));
            assert_eq!(state(&world), before, "{failing}");
        }
    });
}

#[test]
fn an_unwritable_directory_refuses_before_anything_happens() {
    let world = World::with(&[("a", "A"), ("d/b", "B")]);
    let Some(_immutable) = Immutable::new(&world.path("d")) else {
        return;
    };
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new"), text(&mut disk, "d/b", "new")];
    let refusal = refused(commit(&mut disk, plan, &options()));
    assert!(
        matches!(refusal.fault, Fault::ClosedDirectory { .. }),
        "{refusal:?}"
    );
    assert_eq!(refusal.path.unwrap(), Path::new("d/b"));
    assert_eq!(world.tree(), ["a: A", "d/", "d/b: B"]);
}

#[test]
fn a_name_is_not_both_file_and_directory() {
    let world = World::new();
    let mut disk = world.rooted();
    let plan = vec![
        text(&mut disk, "a", "file"),
        text(&mut disk, "a/b", "below"),
    ];
    let refusal = refused(commit(&mut disk, plan, &options()));
    assert!(matches!(refusal.fault, Fault::NotAFile(_)), "{refusal:?}");
    assert_eq!(refusal.path.unwrap(), Path::new("a"));
    assert!(world.tree().is_empty());
}

#[test]
fn uncommitted_staged_files_are_removed() {
    let world = World::with(&[("a", "A")]);
    let mut disk = world.rooted();
    let plan = Plan::checked(vec![
        text(&mut disk, "a", "new"),
        text(&mut disk, "d/b", "new"),
    ]);
    let staged = disk.stage(&plan, &options(), None).unwrap();
    let path = staged.temp_of(&plan.files()[0].place).unwrap().outward();
    assert_eq!(fs::read_to_string(path).unwrap(), "new");
    assert_eq!(world.tree().len(), 3);
    drop(staged);
    assert_eq!(world.tree(), ["a: A"]);
}

#[test]
fn a_signal_before_the_commit_point_refuses() {
    let world = World::with(&[("a", "A")]);
    let mut disk = world.rooted();
    let interrupt = Interrupt::default();
    let options = CommitOptions {
        interrupt: interrupt.clone(),
        ..options()
    };
    let plan = Plan::checked(vec![text(&mut disk, "a", "new")]);
    let staged = disk.stage(&plan, &options, None).unwrap();
    interrupt.note(15);
    assert!(matches!(staged.commit(), Err(NotCommitted::Refused(_))));
    assert!(disk.stage(&plan, &options, None).is_err());
    assert_eq!(interrupt.received(), Some(15));
    assert_eq!(world.tree(), ["a: A"]);
}
