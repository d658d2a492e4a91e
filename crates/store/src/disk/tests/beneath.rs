//! Directories opened name by name, as on systems without `openat2`.

use std::collections::HashSet;
use std::fs;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::Errno;

use super::world::World;
use crate::disk::sandbox::beneath::open_name_by_name;
use crate::disk::sandbox::facts::identity_of;
use crate::snapshot::Identity;

/// The number of times to open a directory that another thread swaps.
const ROUNDS: usize = 20_000;

/// A root with all kinds of links, and a directory outside.
fn world() -> World {
    let world = World::with(&[
        ("root/d/e/file", ""),
        ("root/f/file", ""),
        ("out/e/file", ""),
    ]);
    // Only root can traverse this directory.
    let locked = world.path("root/locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o400)).unwrap();
    let out = world.path("out");
    let inside = world.path("root/d");
    for (name, target) in [
        ("in", Path::new("d/e")),
        ("back", Path::new("d/e/../../f")),
        ("slash", Path::new("d/./e//")),
        ("d/up", Path::new("../f")),
        ("self", Path::new(".")),
        ("parent", Path::new("..")),
        ("out", Path::new("../out")),
        ("round", Path::new("../root/d")),
        ("d/out", Path::new("../../out/e")),
        ("absolute", &out),
        ("absolute-inside", &inside),
        ("magic", Path::new("/proc/self/cwd")),
        ("dangling", Path::new("none/e")),
        ("loop", Path::new("loop")),
        ("loop-one", Path::new("d/../loop-two/e")),
        ("loop-two", Path::new("loop-one")),
        ("to-file", Path::new("d/e/file")),
    ] {
        symlink(target, world.path("root").join(name)).unwrap();
    }
    world
}

fn root(world: &World) -> OwnedFd {
    fs::File::open(world.path("root")).unwrap().into()
}

type Open = fn(BorrowedFd<'_>, &Path) -> Result<OwnedFd, Errno>;

fn opened(open: Open, root: &OwnedFd, path: &str) -> Result<Identity, Errno> {
    let directory = open(root.as_fd(), Path::new(path))?;
    Ok(identity_of(&directory).unwrap())
}

fn directory(world: &World, path: &str) -> Identity {
    identity_of(fs::File::open(world.path(path)).unwrap()).unwrap()
}

#[test]
fn paths_inside_lead_where_they_say() {
    let world = world();
    let root = root(&world);
    for (path, expected) in [
        (".", "root"),
        ("./", "root"),
        ("d/..", "root"),
        ("self/self/.", "root"),
        ("d", "root/d"),
        ("d//", "root/d"),
        ("./d/./", "root/d"),
        ("d/e/..", "root/d"),
        ("in", "root/d/e"),
        ("in/", "root/d/e"),
        ("in/..", "root/d"),
        ("slash/.", "root/d/e"),
        ("back", "root/f"),
        ("d/up", "root/f"),
        ("self/d/up/../in", "root/d/e"),
    ] {
        let found = opened(open_name_by_name, &root, path);
        assert_eq!(found, Ok(directory(&world, expected)), "{path}");
    }
}

#[test]
fn no_path_leads_out() {
    let world = world();
    let root = root(&world);
    for path in [
        "..",
        "../root",
        "d/../..",
        "d/../../root/d",
        "in/../../../out",
        "/",
        "/etc",
        "parent",
        "parent/root",
        "out",
        "out/e",
        "round",
        "d/out",
        "d/up/../../out",
        "absolute",
        "absolute/e",
        "absolute-inside",
        "magic",
        "magic/x",
    ] {
        let found = opened(open_name_by_name, &root, path);
        assert_eq!(found, Err(Errno::XDEV), "{path}");
    }
}

#[test]
fn paths_that_are_not_directories_are_distinguished() {
    let world = world();
    let root = root(&world);
    for (path, expected) in [
        ("", Errno::NOENT),
        ("none", Errno::NOENT),
        ("none/../..", Errno::NOENT),
        ("dangling", Errno::NOENT),
        ("dangling/..", Errno::NOENT),
        ("loop", Errno::LOOP),
        ("loop/e", Errno::LOOP),
        ("loop-one", Errno::LOOP),
        ("d/e/file", Errno::NOTDIR),
        ("d/e/file/", Errno::NOTDIR),
        ("d/e/file/..", Errno::NOTDIR),
        ("to-file", Errno::NOTDIR),
        ("to-file/../../..", Errno::NOTDIR),
    ] {
        let found = opened(open_name_by_name, &root, path);
        assert_eq!(found, Err(expected), "{path}");
    }
}

#[test]
fn forty_links_are_followed_and_no_more() {
    let world = World::with(&[("root/0/file", "")]);
    for number in 1..=41 {
        let target = (number - 1).to_string();
        symlink(target, world.path(format!("root/{number}"))).unwrap();
    }
    let root = root(&world);
    let last = Ok(directory(&world, "root/0"));
    assert_eq!(opened(open_name_by_name, &root, "40"), last);
    assert_eq!(opened(open_name_by_name, &root, "41"), Err(Errno::LOOP));
    // The links of all components count together.
    let path = "20/../21";
    assert_eq!(opened(open_name_by_name, &root, path), Err(Errno::LOOP));
    let path = "20/../20";
    assert_eq!(opened(open_name_by_name, &root, path), last);
}

/// Every path of three of these names gives the same result as with `openat2`, including errors.
#[cfg(linux_calls)]
#[test]
fn answers_equal_those_of_openat2() {
    use crate::disk::sandbox::beneath::open_in_one_call;

    let names = [
        "", ".", "..", "d", "e", "f", "file", "none", "in", "back", "slash", "up", "self",
        "parent", "out", "round", "absolute", "magic", "dangling", "loop", "to-file",
    ];
    let world = world();
    let root = root(&world);
    if opened(open_in_one_call, &root, ".") == Err(Errno::NOSYS) {
        return;
    }
    let mut paths = vec![String::new()];
    for _ in 0..3 {
        let mut longer = Vec::new();
        for path in &paths {
            for name in names {
                longer.push(format!("{path}{name}"));
                longer.push(format!("{path}{name}/"));
            }
        }
        paths = longer;
    }
    for path in paths {
        let expected = loop {
            match opened(open_in_one_call, &root, &path) {
                Err(Errno::AGAIN) => {}
                answer => break answer,
            }
        };
        let found = opened(open_name_by_name, &root, &path);
        assert_eq!(found, expected, "{path}");
    }
}

/// Opens `path` repeatedly while another thread runs `swap`. Only directories in `allowed` may be opened.
fn opens_only(allowed: &[Identity], root: &OwnedFd, path: &str, swap: impl Fn() + Sync) {
    let stop = AtomicBool::new(false);
    let mut answers = HashSet::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                swap();
            }
        });
        for _ in 0..ROUNDS {
            answers.insert(opened(open_name_by_name, root, path));
        }
        stop.store(true, Ordering::Relaxed);
    });
    for answer in answers {
        match answer {
            Ok(found) => assert!(allowed.contains(&found), "{path}: {found:?}"),
            Err(Errno::XDEV | Errno::NOENT | Errno::NOTDIR) => {}
            Err(error) => panic!("{path}: {error}"),
        }
    }
}

#[test]
fn a_directory_that_is_swapped_for_a_link_leads_nowhere_else() {
    let world = world();
    let root = root(&world);
    let out = world.path("out");
    for target in [
        Path::new("../out"),
        &out,
        Path::new("f/../../out"),
        Path::new("d"),
    ] {
        fs::create_dir_all(world.path("root/swapped/e")).unwrap();
        symlink(target, world.path("root/link")).unwrap();
        let allowed = ["root/swapped/e", "root/d/e"].map(|path| directory(&world, path));
        let swap = || {
            fs::rename(world.path("root/swapped"), world.path("root/kept")).unwrap();
            fs::rename(world.path("root/link"), world.path("root/swapped")).unwrap();
            fs::rename(world.path("root/swapped"), world.path("root/link")).unwrap();
            fs::rename(world.path("root/kept"), world.path("root/swapped")).unwrap();
        };
        for path in ["swapped/e", "swapped/e/../e", "self/swapped/../swapped/e"] {
            opens_only(&allowed, &root, path, swap);
        }
        fs::remove_file(world.path("root/link")).unwrap();
    }
}

/// For a directory that was moved out in the meantime, `..` leads to its former parent.
#[test]
fn a_directory_that_is_moved_out_leads_back_inside() {
    let world = world();
    let root = root(&world);
    fs::create_dir_all(world.path("root/moved/e")).unwrap();
    fs::create_dir_all(world.path("out/f")).unwrap();
    let allowed = [directory(&world, "root/f")];
    let swap = || {
        fs::rename(world.path("root/moved"), world.path("out/moved")).unwrap();
        fs::rename(world.path("out/moved"), world.path("root/moved")).unwrap();
    };
    for path in ["moved/../f", "moved/e/../../f"] {
        opens_only(&allowed, &root, path, swap);
    }
}
