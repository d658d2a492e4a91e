//! Crashes in the middle of a transaction, and recovery by another process.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use rustix::fs::{RenameFlags, renameat_with};

use crate::disk::Plan;
use crate::disk::notice::Notice;
use crate::disk::sandbox::directory::Directory;
use crate::disk::tests::world::{
    World, absent, commit, copied, mode, on_every_file_system, options, text,
};
use crate::disk::wal::recover::recover;
use crate::disk::wal::recovered::Recovered;
use crate::disk::wal::{LogPlaces, find, recover_all};
use crate::disk::{CommitOptions, Disk, Interrupt, NotCommitted, WriteMethod};
use crate::error::Fault;
use crate::place::Transition;

/// A tree, and a state directory outside it.
pub(super) struct Place {
    pub(super) world: World,
    pub(super) state: tempfile::TempDir,
}

const FILES: [(&str, &str); 6] = [
    ("a", "old a"),
    ("b", "old b"),
    ("c", "old c"),
    ("d/e", "old e"),
    ("d/f", "old f"),
    ("g", "old g"),
];

impl Place {
    pub(super) fn new() -> Self {
        Self {
            world: World::with(&FILES),
            state: tempfile::tempdir().unwrap(),
        }
    }

    pub(super) fn places(&self) -> LogPlaces {
        LogPlaces {
            state: Some(self.state.path().join("incise")),
            workspace: self.world.path(""),
        }
    }

    pub(super) fn options(&self) -> CommitOptions {
        CommitOptions {
            logs: Some(self.places()),
            ..options()
        }
    }

    /// Replaces two files, removes a file, moves a file, creates a file in a new directory, and changes a mode.
    fn plan(disk: &mut Disk) -> Vec<Transition> {
        vec![
            text(disk, "a", "new a"),
            text(disk, "d/e", "new e"),
            absent(disk, "b"),
            absent(disk, "c"),
            copied(disk, "c", "d/c", None),
            text(disk, "new/deep/h", "new h"),
            mode(disk, "g", 0o600),
        ]
    }

    /// Simulates a crash of the transaction of [`Self::plan`] after `steps` works.
    pub(super) fn die_after(&self, steps: usize) {
        let mut disk = self.world.rooted();
        let plan = Plan::checked(Self::plan(&mut disk));
        disk.stage(&plan, &self.options(), None)
            .unwrap()
            .die_after(steps);
    }

    fn pending(&self) -> usize {
        let mut disk = self.world.rooted();
        disk.locate("a".as_ref()).unwrap();
        disk.pending(&self.places()).unwrap().len()
    }

    /// Recovers as the next edit does.
    pub(super) fn recover(&self) -> Recovered {
        let mut disk = self.world.rooted();
        disk.locate("a".as_ref()).unwrap();
        let pending = disk.pending(&self.places()).unwrap();
        assert_eq!(pending.len(), 1);
        let recovered = Disk::recover(&pending[0], &self.options())
            .unwrap()
            .unwrap();
        assert!(disk.pending(&self.places()).unwrap().is_empty());
        self.assert_clean();
        recovered.seen_from(&self.world.path(""))
    }

    /// The files with our reserved names in the top directory.
    fn own_files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.world.path("")).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        let is_own = |path: &PathBuf| path.to_string_lossy().contains("/.incise-");
        paths.filter(is_own).collect()
    }

    /// Asserts that no file of ours is left in the tree or in the log directory.
    pub(super) fn assert_clean(&self) {
        let left: Vec<_> = self
            .world
            .tree()
            .into_iter()
            .filter(|line| line.contains(".incise"))
            .collect();
        assert!(left.is_empty(), "{left:?}");
        let logs = self.state.path().join("incise/txn");
        assert_eq!(fs::read_dir(logs).unwrap().count(), 0);
    }
}

const OLD: [&str; 7] = [
    "a: old a",
    "b: old b",
    "c: old c",
    "d/",
    "d/e: old e",
    "d/f: old f",
    "g: old g",
];
const NEW: [&str; 9] = [
    "a: new a",
    "d/",
    "d/c: old c",
    "d/e: new e",
    "d/f: old f",
    "g: old g",
    "new/",
    "new/deep/",
    "new/deep/h: new h",
];
const WORKS: usize = 7;

#[test]
fn an_undisturbed_transaction_leaves_no_log() {
    let place = Place::new();
    let mut disk = place.world.rooted();
    let plan = Place::plan(&mut disk);
    commit(&mut disk, plan, &place.options()).unwrap();
    assert_eq!(place.world.tree(), NEW);
    place.assert_clean();
}

#[test]
fn after_every_step_the_rest_is_completed() {
    on_every_file_system(|| {
        for steps in 0..=WORKS {
            let place = Place::new();
            place.die_after(steps);
            let recovered = place.recover();
            assert!(recovered.is_completed, "{steps}");
            assert_eq!(recovered.left, Vec::<PathBuf>::new());
            assert!(
                recovered.files.contains(&"new/deep/h".into()),
                "{recovered:?}"
            );
            assert_eq!(place.world.tree(), NEW, "{steps}");
        }
    });
}

/// Another process has created a file where a later step needs a directory, so the whole transaction is undone.
#[test]
fn a_foreign_file_in_the_way_undoes_the_whole_transaction() {
    on_every_file_system(|| {
        for steps in 0..WORKS {
            let place = Place::new();
            place.die_after(steps);
            if place.world.path("new").exists() {
                continue;
            }
            place.world.write("new", "a file in the way of a directory");
            let recovered = place.recover();
            assert!(!recovered.is_completed, "{steps}");
            let mut expected: Vec<_> = OLD.iter().map(|line| (*line).to_owned()).collect();
            expected.push("new: a file in the way of a directory".to_owned());
            assert_eq!(place.world.tree(), expected, "{steps}");
        }
    });
}

#[test]
fn bytes_of_others_survive_in_every_state() {
    on_every_file_system(|| {
        let mut seen = BTreeSet::new();
        for steps in 0..=WORKS {
            for name in ["a", "d/e"] {
                let place = Place::new();
                place.die_after(steps);
                let is_applied = place.world.text(name).starts_with("new");
                place.world.write(name, "foreign");
                seen.insert((name, is_applied));
                let recovered = place.recover();
                let expected: Vec<String> = if is_applied { &NEW[..] } else { &OLD[..] }
                    .iter()
                    .map(|line| match line.strip_prefix(name) {
                        Some(rest) if rest.starts_with(": ") => format!("{name}: foreign"),
                        _ => (*line).to_owned(),
                    })
                    .collect();
                assert_eq!(place.world.tree(), expected, "{steps} {name}");
                if is_applied {
                    assert!(recovered.is_completed)
                } else {
                    assert_eq!(recovered.left, [PathBuf::from(name)])
                }
            }
        }
        assert_eq!(seen.len(), 4, "both files, applied and not");
    });
}

/// A write and an undo both copy from the beginning, and truncate the file at the end.
#[test]
fn a_text_that_was_written_or_restored_in_part_is_completed() {
    let (old, new) = ("old a", "the new text of a");
    for (old, new) in [(old, new), (new, old)] {
        let written: Vec<_> = (0..=new.len())
            .map(|cut| overlaid(old, &new[..cut]))
            .collect();
        let mut texts = written.clone();
        for text in &written {
            texts.extend((0..=old.len()).map(|cut| overlaid(text, &old[..cut])));
        }
        for text in texts {
            let place = interrupted_in_place(old, new, &text);
            let recovered = place.recover();
            assert!(recovered.is_completed, "{text}");
            assert_eq!(place.world.text("a"), new, "{text}");
            assert_eq!(recovered.kept, Vec::<PathBuf>::new(), "{text}");
        }
        for text in ["", "foreign", "old b", "the new text of a, and more"] {
            let place = interrupted_in_place(old, new, text);
            let recovered = place.recover();
            assert_eq!(place.world.text("a"), text);
            assert_eq!(recovered.kept.len(), 1, "the old text is kept");
        }
    }
}

/// `text` with its beginning overwritten by `head`.
fn overlaid(text: &str, head: &str) -> String {
    let rest = text.get(head.len()..).unwrap_or_default();
    format!("{head}{rest}")
}

/// Simulates a crash of a transaction that writes `new` over `old` in place, when the file had the text `now`.
fn interrupted_in_place(old: &str, new: &'static str, now: &str) -> Place {
    let place = Place::new();
    place.world.write("a", old);
    let mut disk = place.world.rooted();
    let plan = Plan::checked(vec![
        text(&mut disk, "a", new),
        text(&mut disk, "b", "new b"),
    ]);
    let options = CommitOptions {
        writing: WriteMethod::InPlace,
        ..place.options()
    };
    disk.stage(&plan, &options, None).unwrap().die_after(1);
    place.world.write("a", now);
    place
}

/// The file that was moved aside for removal has been deleted, so the step counts as applied.
#[test]
fn a_file_deleted_after_it_was_moved_aside_counts_as_removed() {
    let place = Place::new();
    place.die_after(3);
    for entry in fs::read_dir(place.world.path("")).unwrap() {
        let path = entry.unwrap().path();
        if fs::read(&path).is_ok_and(|text| text == b"old b") {
            fs::remove_file(path).unwrap();
        }
    }
    assert!(place.recover().is_completed);
    assert_eq!(place.world.tree(), NEW);
}

#[test]
fn a_commit_reports_a_transaction_of_a_dead_process() {
    let place = Place::new();
    let mut disk = place.world.rooted();
    let plan = vec![text(&mut disk, "a", "newer")];
    let staged = disk
        .stage(&Plan::checked(plan), &place.options(), None)
        .unwrap();
    place.die_after(2);
    let met = staged.commit();
    let Err(NotCommitted::Pending(pending)) = met else {
        panic!("{met:?}");
    };
    assert_eq!(pending.len(), 1);
    place.recover();
}

#[test]
fn the_living_are_not_taken_for_dead() {
    let place = Place::new();
    place.die_after(2);
    let mut disk = place.world.rooted();
    disk.locate("a".as_ref()).unwrap();
    let directory = disk.directories.values().next().unwrap().reopen().unwrap();
    rustix::fs::flock(&directory, rustix::fs::FlockOperation::LockExclusive).unwrap();
    assert_eq!(place.pending(), 0);
    let found = find(&place.places(), disk.directories.values()).unwrap();
    let patience = Duration::from_millis(1);
    let refused = recover(&found[0], &place.places(), patience, &Interrupt::default());
    assert!(matches!(refused.unwrap_err().fault, Fault::Locked { .. }));
    drop(directory);
    assert_eq!(place.pending(), 1);
    place.recover();
}

/// A marker whose log is in a foreign state directory.
#[test]
fn a_log_out_of_reach_is_pending() {
    let place = Place::new();
    place.die_after(2);
    let other = LogPlaces {
        state: Some(place.state.path().join("other")),
        workspace: place.world.path(""),
    };
    let mut disk = place.world.rooted();
    disk.locate("a".as_ref()).unwrap();
    let pending = disk.pending(&other).unwrap();
    let refused = recover(&pending[0], &other, Duration::ZERO, &Interrupt::default());
    assert!(matches!(
        refused.unwrap_err().fault,
        Fault::RecoveryPending { .. }
    ));
    place.recover();
}

/// Without a state directory, the log is in the workspace, where only `incise recover` looks.
#[test]
fn without_a_state_directory_recovery_is_explicit() {
    let place = Place::new();
    let places = LogPlaces {
        state: None,
        workspace: place.world.path(""),
    };
    let options = CommitOptions {
        logs: Some(places.clone()),
        ..options()
    };
    let mut disk = place.world.rooted();
    let plan = Plan::checked(Place::plan(&mut disk));
    disk.stage(&plan, &options, None).unwrap().die_after(2);
    assert_eq!(place.world.text(".incise/.gitignore"), "*\n");
    let pending = disk.pending(&places).unwrap();
    let refused = Disk::recover(&pending[0], &options).unwrap_err();
    assert!(
        matches!(refused.fault, Fault::RecoveryPending { .. }),
        "{refused:?}"
    );
    let recovery = recover_all(&places, &[], Duration::ZERO, &Interrupt::default());
    assert!(recovery.recovered[0].is_completed);
    assert_eq!(place.world.tree(), NEW);
}

/// Directories that a transaction creates have no markers, but lead to the transaction too.
#[test]
fn a_made_directory_leads_to_its_transaction() {
    let place = Place::new();
    place.die_after(6);
    for name in ["new/deep/h", "new/other"] {
        let mut disk = place.world.rooted();
        disk.locate(name.as_ref()).unwrap();
        assert_eq!(disk.pending(&place.places()).unwrap().len(), 1, "{name}");
        let above = Directory::open(&place.world.path(""))
            .unwrap()
            .reopen()
            .unwrap();
        rustix::fs::flock(&above, rustix::fs::FlockOperation::LockExclusive).unwrap();
        assert!(disk.pending(&place.places()).unwrap().is_empty(), "{name}");
    }
    place.recover();
    assert_eq!(place.world.tree(), NEW);
}

/// A transaction on other files of the directory causes no warning.
#[test]
fn only_the_files_of_a_transaction_are_pending() {
    let place = Place::new();
    place.die_after(2);
    let mut disk = place.world.rooted();
    let mut pending = |name: &str, places: &LogPlaces| {
        let place = disk.locate(name.as_ref()).unwrap();
        disk.pending_of(places, &[place]).unwrap().len()
    };
    let other = LogPlaces {
        state: Some(place.state.path().join("other")),
        workspace: place.world.path(""),
    };
    for (name, expected) in [("a", 1), ("d/e", 1), ("d/c", 1), ("d/f", 0), ("x", 0)] {
        assert_eq!(pending(name, &place.places()), expected, "{name}");
        assert_eq!(
            pending(name, &other),
            1,
            "{name}: what cannot be read may be about it"
        );
    }
    place.recover();
}

/// If the facts seem reliable, only they are compared before the log is written. The comparison after that decides,
/// whether or not the timestamps show the change.
#[test]
fn a_glance_is_followed_by_a_close_look() {
    let later = Duration::from_secs(3600);
    let place = Place::new();
    let mut disk = place.world.rooted();
    let files = |disk: &mut Disk| vec![text(disk, "a", "new a"), text(disk, "b", "new b")];
    let stage = |disk: &mut Disk, foreign: &str| {
        let plan = Plan::checked(files(disk));
        let mut staged = disk.stage(&plan, &place.options(), None).unwrap();
        staged.opened += later;
        place.world.write("b", foreign);
        staged.commit()
    };
    match stage(&mut disk, "OLD b") {
        Err(NotCommitted::Stale(stale)) => assert_eq!(stale.places.len(), 1),
        other => panic!("{other:?}"),
    }
    assert_eq!(fs::read(place.world.path("b")).unwrap(), b"OLD b");
    assert_eq!(fs::read(place.world.path("a")).unwrap(), b"old a");
}

/// After the log is written, every step compares its file again. The result lists all stale files, because line
/// numbers in any of them may be stale.
#[test]
fn writes_after_the_log_are_detected() {
    let old_time = |path: PathBuf| fs::metadata(path).unwrap().modified().unwrap();
    let in_place = |world: &World, name: &str| {
        let time = old_time(world.path(name));
        world.write(name, "OLD x");
        let file = fs::File::options().write(true).open(world.path(name));
        file.unwrap().set_modified(time).unwrap();
    };
    let renamed = |world: &World, name: &str| {
        world.write("theirs", "theirs");
        fs::rename(world.path("theirs"), world.path(name)).unwrap();
    };
    for names in [
        &["a"][..],
        &["b"],
        &["d/e"],
        &["b", "d/e"],
        &["a", "b", "d/e"],
    ] {
        for (write, text) in [
            (&in_place as &dyn Fn(&World, &str), "OLD x"),
            (&renamed, "theirs"),
        ] {
            let place = Place::new();
            let mut disk = place.world.rooted();
            let plan = Plan::checked(Place::plan(&mut disk));
            let staged = disk.stage(&plan, &place.options(), None).unwrap();
            let outcome = staged.commit_with(|| {
                names.iter().for_each(|name| write(&place.world, name));
            });
            let Err(NotCommitted::Stale(stale)) = outcome else {
                panic!("{names:?}: {outcome:?}");
            };
            let mut found: Vec<_> = stale.places.iter().map(|place| place.shown()).collect();
            found.sort();
            assert_eq!(
                found,
                names.iter().map(std::path::Path::new).collect::<Vec<_>>()
            );
            drop(stale);
            let mut expected = OLD.map(str::to_owned);
            for line in &mut expected {
                if let Some(name) = names
                    .iter()
                    .find(|name| line.starts_with(&format!("{name}: ")))
                {
                    *line = format!("{name}: {text}");
                }
            }
            assert_eq!(place.world.tree(), expected, "{names:?}");
            place.assert_clean();
        }
    }
}

/// The crash came after a moved file had exchanged its name with the file at the target.
#[test]
fn a_lone_move_over_another_file_is_completed() {
    let place = Place::new();
    let mut disk = place.world.rooted();
    let plan = vec![absent(&mut disk, "a"), copied(&mut disk, "a", "b", None)];
    let staged = disk.stage(&Plan::checked(plan), &place.options(), None);
    staged.unwrap().die_after(0);
    let here = fs::File::open(place.world.path("")).unwrap();
    renameat_with(&here, "a", &here, "b", RenameFlags::EXCHANGE).unwrap();
    let recovered = place.recover();
    assert!(recovered.is_completed);
    let mut expected = OLD[1..].to_vec();
    expected[0] = "b: old a";
    assert_eq!(place.world.tree(), expected);
}

/// The crash came between an exchange and the check of the other file. The file belongs to another process and is
/// moved back.
#[test]
fn a_foreign_file_taken_by_an_exchange_is_moved_back() {
    let place = Place::new();
    place.die_after(1);
    let taken = fs::read_dir(place.world.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| fs::read(path).is_ok_and(|text| text == b"old a"))
        .expect("the old file waits under the staged name");
    fs::write(taken, "theirs").unwrap();
    let recovered = place.recover();
    assert!(!recovered.is_completed);
    assert_eq!(recovered.left, [PathBuf::from("a")]);
    let mut expected = OLD.map(str::to_owned);
    expected[0] = "a: theirs".to_owned();
    assert_eq!(place.world.tree(), expected);
}

/// A lone edit has no log. The next edit in the directory removes its orphan. The exception is a file of another
/// process, which appeared at the target between our check and our exchange or removal.
#[test]
fn a_foreign_file_taken_by_a_lone_edit_is_kept() {
    for plan in [
        (|disk| text(disk, "a", "new a")) as fn(&mut Disk) -> Transition,
        |disk| absent(disk, "a"),
    ] {
        for is_foreign in [false, true] {
            let place = Place::new();
            let mut disk = place.world.rooted();
            let plan = Plan::checked(vec![plan(&mut disk)]);
            let staged = disk.stage(&plan, &place.options(), None).unwrap();
            staged.die_after(1);
            let left = place.own_files();
            assert_eq!(left.len(), 1);
            if is_foreign {
                place.world.write("theirs", "theirs");
                fs::rename(place.world.path("theirs"), &left[0]).unwrap();
            }
            let edit = vec![text(&mut disk, "b", "new b")];
            let committed = commit(&mut disk, edit, &place.options()).unwrap();
            let recovery = recover_all(
                &place.places(),
                &[place.world.path("")],
                Duration::ZERO,
                &Interrupt::default(),
            );
            assert!(recovery.swept.is_empty());
            let told = &committed.places[0].notices;
            if is_foreign {
                let file = left[0].clone();
                assert_eq!(recovery.foreign, left);
                assert_eq!(told[..], [Notice::Foreign(file)]);
                assert_eq!(fs::read(&left[0]).unwrap(), b"theirs");
            } else {
                assert_eq!((&told[..], recovery.foreign.len()), (&[][..], 0));
                assert!(place.own_files().is_empty());
            }
        }
    }
}
