//! Paths that lead to places, and paths that are refused.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::world::{World, commit, options, text, text_over};
use crate::disk::tests::world::MAX_SIZE;
use crate::disk::{Disk, Reach};
use crate::error::{Escape, Fault, NotAFile};

fn located(disk: &mut Disk, path: impl AsRef<Path>) -> Result<String, Fault> {
    match disk.locate(path.as_ref()) {
        Ok(place) => Ok(place.shown().display().to_string()),
        Err(refusal) => Err(refusal.fault),
    }
}

#[test]
fn spellings_of_one_file_are_one_place() {
    let world = World::with(&[("d/a", ""), ("e/x", "")]);
    symlink("d", world.path("l")).unwrap();
    symlink("d/a", world.path("leaf")).unwrap();
    for mut disk in [world.rooted(), world.anywhere()] {
        let place = disk.locate(Path::new("d/a")).unwrap();
        for spelling in ["./d/a", "d/./a", "e/../d/a", "l/a", "leaf", "d//a"] {
            assert_eq!(
                disk.locate(Path::new(spelling)).unwrap(),
                place,
                "{spelling}"
            );
        }
        let absolute = disk.locate(&world.path("d/a")).unwrap();
        assert_eq!(absolute, place);
        assert_eq!(absolute.shown(), Path::new("d/a"));
        assert_ne!(disk.locate(Path::new("d/b")).unwrap(), place);
    }
}

#[test]
fn shown_paths_omit_single_dots() {
    let world = World::with(&[("d/a", "")]);
    let mut disk = world.rooted();
    assert_eq!(located(&mut disk, "./d/./a"), Ok("d/a".into()));
    assert_eq!(located(&mut disk, "d/../d/a"), Ok("d/../d/a".into()));
}

#[test]
fn names_that_leave_the_root_are_refused() {
    let world = World::with(&[("root/d/a", ""), ("root/e", ""), ("out", "")]);
    let cwd = world.path("root/d");
    let root = world.path("root");
    let mut disk = Disk::open(&cwd, Reach::Roots(vec![root.clone()])).unwrap();
    for outside in ["../../out", "a/../../../out", "/etc/passwd", "../../new/x"] {
        let refusal = disk.locate(Path::new(outside)).unwrap_err();
        let escape = Escape::Name;
        assert_eq!(refusal.fault, Fault::OutsideRoot(escape), "{outside}");
    }
    assert!(matches!(
        located(&mut disk, world.path("out")),
        Err(Fault::OutsideRoot(_))
    ));
    assert_eq!(located(&mut disk, "../e"), Ok("../e".into()));
    let inside = root.join("e");
    assert_eq!(
        located(&mut disk, &inside),
        Ok(inside.display().to_string())
    );
    assert_eq!(located(&mut disk, root.join("d/../e")), Ok("../e".into()));
}

#[test]
fn links_that_leave_the_root_are_refused() {
    let world = World::with(&[("root/a", ""), ("out/b", "")]);
    let root = world.path("root");
    let link = |target: &Path, name: &str| symlink(target, root.join(name)).unwrap();
    link(Path::new("../out"), "dir");
    link(Path::new("../out/b"), "leaf");
    link(&world.path("out/b"), "absolute");
    link(&root.join("a"), "absolute-inside");
    link(Path::new("/proc/self/fd/0"), "magic");
    link(&world.path("out"), "absolute-dir");
    let mut disk = Disk::open(&root, Reach::Roots(vec![root.clone()])).unwrap();
    for name in [
        "dir/b",
        "dir/new",
        "leaf",
        "absolute",
        "absolute-inside",
        "magic",
        "absolute-dir/b",
    ] {
        let refusal = disk.locate(Path::new(name)).unwrap_err();
        let escape = Escape::Link;
        assert_eq!(refusal.fault, Fault::OutsideRoot(escape), "{name}");
    }
    let mut disk = Disk::open(&root, Reach::Anywhere).unwrap();
    for name in [
        "dir/b",
        "dir/new",
        "leaf",
        "absolute",
        "absolute-inside",
        "../out/b",
    ] {
        assert_eq!(located(&mut disk, name), Ok(name.into()), "{name}");
    }
}

#[test]
fn links_that_lead_nowhere_are_refused() {
    let world = World::with(&[("a", "")]);
    symlink("nothing", world.path("dangling")).unwrap();
    symlink("circle2", world.path("circle1")).unwrap();
    symlink("circle1", world.path("circle2")).unwrap();
    symlink("nothing", world.path("dir")).unwrap();
    for mut disk in [world.rooted(), world.anywhere()] {
        for name in ["dangling", "circle1"] {
            assert!(
                matches!(located(&mut disk, name), Err(Fault::NotAFile(_))),
                "{name}"
            );
        }
        assert!(matches!(
            located(&mut disk, "dir/x"),
            Err(Fault::MissingParent(_))
        ));
        for name in ["a/x", "a/x/y"] {
            let refusal = disk.locate(Path::new(name)).unwrap_err();
            let kind = NotAFile::BelowAFile;
            assert_eq!(refusal.fault, Fault::NotAFile(kind), "{name}");
        }
    }
}

#[test]
fn a_chain_of_links_is_followed() {
    let world = World::with(&[("d/a", "old")]);
    symlink("../e/two", world.path("d/one")).unwrap();
    fs::create_dir(world.path("e")).unwrap();
    symlink("../d/a", world.path("e/two")).unwrap();
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "d/one", "new")];
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(
        world.tree(),
        [
            "d/",
            "d/a: new",
            "d/one -> ../e/two",
            "e/",
            "e/two -> ../d/a"
        ]
    );
}

#[test]
fn names_no_file_can_have_are_refused() {
    let world = World::new();
    for mut disk in [world.rooted(), world.anywhere()] {
        for (name, kind) in [
            ("", NotAFile::NoName),
            (".", NotAFile::NoName),
            ("..", NotAFile::NoName),
            ("d/..", NotAFile::NoName),
            ("a/", NotAFile::TrailingSlash),
        ] {
            let refusal = disk.locate(Path::new(name)).unwrap_err();
            assert_eq!(refusal.fault, Fault::NotAFile(kind), "{name:?}");
        }
        assert!(matches!(located(&mut disk, "a\0b"), Err(Fault::NulInPath)));
        assert!(matches!(
            located(&mut disk, "n".repeat(256)),
            Err(Fault::Io { .. })
        ));
        assert!(matches!(
            located(&mut disk, "d/".repeat(2048) + "a"),
            Err(Fault::Io { .. })
        ));
    }
    assert!(world.tree().is_empty());
}

#[test]
fn any_other_name_is_a_name() {
    let world = World::new();
    let mut disk = world.rooted();
    let long = "n".repeat(255);
    let names: [&[u8]; 7] = [
        b"new\nline",
        b"t\tab",
        b"\"'`",
        b"\xff\xfe",
        b"-n",
        b" ",
        long.as_bytes(),
    ];
    for name in names {
        let name = OsStr::from_bytes(name);
        for (new, expected) in [("one", None), ("two", Some("one"))] {
            let file = text(&mut disk, name, new);
            let before = file.before.as_ref().map(|before| before.bytes().to_vec());
            assert_eq!(before.as_deref(), expected.map(str::as_bytes));
            commit(&mut disk, vec![file], &options()).unwrap();
        }
        assert_eq!(world.text(name), "two");
    }
    assert_eq!(world.tree().len(), names.len());
}

#[test]
fn version_control_internals_are_protected_with_and_without_a_root() {
    let world = World::with(&[
        (".git/hooks/pre-commit", ""),
        ("sub/.jj/x", ""),
        ("file/.gitx", ""),
    ]);
    symlink(".git/hooks", world.path("hooks")).unwrap();
    symlink(".git/hooks/pre-commit", world.path("hook")).unwrap();
    for name in [
        ".git/hooks/pre-commit",
        ".git/new",
        ".GIT/new",
        ".git",
        "sub/.jj/x",
        "sub/.hg/new/deep",
        "hooks/pre-commit",
        "hooks/new",
        "hook",
    ] {
        for disk in [&mut world.rooted(), &mut world.anywhere()] {
            assert!(
                matches!(located(disk, name), Err(Fault::Protected(_))),
                "{name}"
            );
        }
    }
    for name in ["file/.gitx", ".github/x", "git/x", ".gitignore"] {
        for disk in [&mut world.rooted(), &mut world.anywhere()] {
            assert_eq!(located(disk, name), Ok(name.into()), "{name}");
        }
    }
}

#[test]
fn several_roots_are_all_in_reach() {
    let world = World::with(&[("one/a", ""), ("two/b", ""), ("three/c", "")]);
    let roots = vec!["../one".into(), world.path("two")];
    let mut disk = Disk::open(&world.path("one"), Reach::Roots(roots)).unwrap();
    assert_eq!(located(&mut disk, "a"), Ok("a".into()));
    assert_eq!(located(&mut disk, "../two/b"), Ok("../two/b".into()));
    assert!(located(&mut disk, world.path("two/b")).is_ok());
    assert!(matches!(
        located(&mut disk, "../three/c"),
        Err(Fault::OutsideRoot(_))
    ));
}

/// A directory keeps changing into a link that leads out of the root. Nothing outside is ever written.
#[test]
fn a_flipping_link_cannot_escape_the_root() {
    let world = World::with(&[("root/d/a", "inside"), ("out/a", "outside")]);
    let root = world.path("root");
    let stop = AtomicBool::new(false);
    let (mut written, mut refused) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            symlink("../out", root.join("link")).unwrap();
            while !stop.load(Ordering::Relaxed) {
                fs::rename(root.join("d"), root.join("real")).unwrap();
                fs::rename(root.join("link"), root.join("d")).unwrap();
                fs::rename(root.join("d"), root.join("link")).unwrap();
                fs::rename(root.join("real"), root.join("d")).unwrap();
            }
        });
        // The number of rounds depends on the load of the system: both outcomes must occur.
        for number in 0.. {
            if number >= 3000 && written > 0 && refused > 0 {
                break;
            }
            let mut disk = Disk::open(&root, Reach::Roots(vec![root.clone()])).unwrap();
            let Ok(place) = disk.locate(Path::new("d/a")) else {
                refused += 1;
                continue;
            };
            let Ok(Some(before)) = disk.read(&place, MAX_SIZE) else {
                refused += 1;
                continue;
            };
            let file = text_over(place, before, format!("{number}"));
            match commit(&mut disk, vec![file], &options()) {
                Ok(_) => written += 1,
                Err(_) => refused += 1,
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(world.text("out/a"), "outside");
    assert_eq!(fs::read_dir(world.path("out")).unwrap().count(), 1);
}
