//! Concurrent writers.

use std::path::Path;

use super::world::{World, options, text_at, text_over};
use crate::disk::Plan;
use crate::disk::commit::protocol::StaleFiles;
use crate::disk::tests::world::MAX_SIZE;
use crate::disk::{CommitOptions, Disk, NotCommitted, Reach};

const WRITERS: usize = 8;
const EACH: usize = 100;

/// Increments the number in the file, and tries again if the file is stale. Returns the number of stale attempts.
pub(super) fn increment(disk: &mut Disk, path: &Path, options: &CommitOptions) -> usize {
    let mut held = None;
    for attempt in 0.. {
        disk.forget_paths();
        let place = disk.locate(path).unwrap();
        let before = disk.read(&place, MAX_SIZE).unwrap().unwrap();
        let number: usize = std::str::from_utf8(before.bytes())
            .unwrap()
            .parse()
            .unwrap();
        let file = text_over(place, before, (number + 1).to_string());
        let plan = Plan::checked(vec![file]);
        let staged = disk.stage(&plan, options, held);
        match staged.unwrap().commit() {
            Ok(_) => return attempt,
            Err(NotCommitted::Stale(StaleFiles { held: again, .. })) => held = Some(again),
            Err(other) => panic!("{other:?}"),
        }
    }
    unreachable!()
}

/// No increment is lost, whatever the spelling of the directory. Under the held locks, no writer fails twice.
#[test]
fn no_increment_is_lost() {
    let world = World::with(&[("d/counter", "0")]);
    std::os::unix::fs::symlink("d", world.path("link")).unwrap();
    let spellings = ["d/counter", "link/counter", "d/../d/counter", "./d/counter"];
    let moves: usize = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let world = &world;
                scope.spawn(move || {
                    let mut disk = match writer % 3 {
                        0 => world.anywhere(),
                        1 => world.rooted(),
                        _ => Disk::open(&world.path(""), Reach::Roots(vec!["d".into()])).unwrap(),
                    };
                    let path = Path::new(match writer % 3 {
                        2 => spellings[0],
                        _ => spellings[writer % spellings.len()],
                    });
                    let attempts = (0..EACH).map(|_| increment(&mut disk, path, &options()));
                    attempts
                        .inspect(|&moves| assert!(moves <= 1, "{moves}"))
                        .sum::<usize>()
                })
            })
            .collect();
        writers
            .into_iter()
            .map(|writer| writer.join().unwrap())
            .sum()
    });
    assert_eq!(world.text("d/counter"), (WRITERS * EACH).to_string());
    assert!(moves > 0);
    assert_eq!(world.tree().len(), 3);
}

/// If several writers create one name, exactly one succeeds and the others get an error.
#[test]
fn one_creator_wins() {
    let world = World::new();
    let names: Vec<String> = (0..50).map(|number| format!("new/{number}")).collect();
    let created: usize = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let (world, names) = (&world, &names);
                scope.spawn(move || {
                    let mut disk = world.rooted();
                    names
                        .iter()
                        .filter(|name| creates(&mut disk, name, writer))
                        .count()
                })
            })
            .collect();
        writers
            .into_iter()
            .map(|writer| writer.join().unwrap())
            .sum()
    });
    assert_eq!(created, names.len());
    for name in names {
        assert!(world.text(name).starts_with("made by "));
    }
    assert!(world.tree().iter().all(|line| !line.contains(".incise-")));
}

fn creates(disk: &mut Disk, name: &str, writer: usize) -> bool {
    let mut held = None;
    loop {
        disk.forget_paths();
        let place = disk.locate(Path::new(name)).unwrap();
        if disk.read(&place, MAX_SIZE).unwrap().is_some() {
            return false;
        }
        let file = text_at(disk, place, format!("made by {writer}"));
        if file.before.is_some() {
            return false;
        }
        let plan = Plan::checked(vec![file]);
        let staged = disk.stage(&plan, &options(), held);
        match staged.unwrap().commit() {
            Ok(_) => return true,
            Err(NotCommitted::Stale(StaleFiles { held: again, .. })) => held = Some(again),
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// Transactions over the same directories in any order do not deadlock or mix.
#[test]
fn transactions_are_serialised() {
    let paths = ["x/n", "y/n", "z/n"];
    let world = World::with(&paths.map(|path| (path, "0")));
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let world = &world;
            scope.spawn(move || {
                let mut disk = world.rooted();
                for _ in 0..20 {
                    add_to_all(&mut disk, &paths, writer);
                }
            });
        }
    });
    for path in paths {
        assert_eq!(world.text(path), (WRITERS * 20).to_string());
    }
    assert_eq!(world.tree().len(), 6);
}

fn add_to_all(disk: &mut Disk, paths: &[&str], rotation: usize) {
    let mut held = None;
    loop {
        disk.forget_paths();
        let files = (0..paths.len()).map(|number| {
            let path = paths[(number + rotation) % paths.len()];
            let place = disk.locate(Path::new(path)).unwrap();
            let before = disk.read(&place, MAX_SIZE).unwrap().unwrap();
            let number: usize = std::str::from_utf8(before.bytes())
                .unwrap()
                .parse()
                .unwrap();
            text_over(place, before, (number + 1).to_string())
        });
        let plan = Plan::checked(files.collect());
        let staged = disk.stage(&plan, &options(), held);
        match staged.unwrap().commit() {
            Ok(_) => return,
            Err(NotCommitted::Stale(StaleFiles { held: again, .. })) => held = Some(again),
            Err(other) => panic!("{other:?}"),
        }
    }
}
