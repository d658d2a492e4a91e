//! Reading: results, refusals, and that reading writes nothing.

use std::fs;
use std::os::unix::net::UnixListener;
use std::path::Path;

use rustix::fs::{CWD, FileType, Mode, mknodat};

use super::world::World;
use crate::disk::Disk;
use crate::disk::tests::world::MAX_SIZE;
use crate::error::{Fault, NotAFile};

fn read(disk: &mut Disk, path: impl AsRef<Path>) -> Result<Option<Vec<u8>>, Fault> {
    let place = disk.locate(path.as_ref()).unwrap();
    match disk.read(&place, MAX_SIZE) {
        Ok(found) => Ok(found.map(|snapshot| snapshot.bytes().to_vec())),
        Err(refusal) => Err(refusal.fault),
    }
}

#[test]
fn text_and_facts_come_together() {
    let world = World::with(&[("a", "text")]);
    let mut disk = world.rooted();
    let place = disk.locate(Path::new("a")).unwrap();
    let snapshot = disk.read(&place, MAX_SIZE).unwrap().unwrap();
    let facts = *snapshot.facts().unwrap();
    assert_eq!(snapshot.bytes(), "text");
    assert_eq!((facts.len, facts.links), (4, 1));
    assert_eq!(facts.mode & 0o600, 0o600);
    assert_eq!(facts.identity.device, place.directory().device);
}

#[test]
fn nothing_is_read_as_nothing() {
    let world = World::with(&[("d/a", "")]);
    let mut disk = world.rooted();
    for name in ["b", "d/b", "new/b", "new/deep/b"] {
        assert_eq!(read(&mut disk, name), Ok(None), "{name}");
    }
    let place = disk.locate(Path::new("d/new/deep/b")).unwrap();
    assert_eq!(place.missing_parents(), ["new", "deep"]);
    assert_eq!(world.tree(), ["d/", "d/a: "]);
}

/// Another process replaces a located file with a link.
#[test]
fn a_link_that_came_since_is_not_followed() {
    let world = World::with(&[("a", "A"), ("b", "B")]);
    let mut disk = world.rooted();
    let place = disk.locate(Path::new("a")).unwrap();
    fs::remove_file(world.path("a")).unwrap();
    std::os::unix::fs::symlink("b", world.path("a")).unwrap();
    let refusal = disk.read(&place, MAX_SIZE).unwrap_err();
    assert_eq!(refusal.fault, Fault::KeepsChanging);
}

#[test]
fn a_large_file_is_mapped_whole() {
    let world = World::new();
    let text: Vec<u8> = (0..3_000_000_u32).map(|n| (n % 251) as u8).collect();
    world.write("large", &text);
    assert_eq!(read(&mut world.rooted(), "large"), Ok(Some(text)));
}

#[test]
fn the_size_limit_is_inclusive() {
    let world = World::with(&[("a", "12345")]);
    let mut disk = world.rooted();
    let place = disk.locate(Path::new("a")).unwrap();
    assert!(disk.read(&place, 5).is_ok());
    let refusal = disk.read(&place, 4).unwrap_err();
    assert_eq!(refusal.fault, Fault::TooLarge { len: 5, limit: 4 });
    assert_eq!(refusal.path.unwrap(), Path::new("a"));
}

/// None of these reads may block. A pipe without a writer would, if it were opened in the usual way.
#[test]
fn only_regular_files_are_read() {
    let world = World::new();
    fs::create_dir(world.path("dir")).unwrap();
    mknodat(
        CWD,
        world.path("fifo"),
        FileType::Fifo,
        Mode::RUSR | Mode::WUSR,
        0,
    )
    .unwrap();
    let _socket = UnixListener::bind(world.path("socket")).unwrap();
    let mut disk = world.anywhere();
    for (path, kind) in [
        ("dir", NotAFile::Directory),
        ("fifo", NotAFile::Fifo),
        ("socket", NotAFile::Socket),
        ("/dev/null", NotAFile::Device),
    ] {
        assert_eq!(read(&mut disk, path), Err(Fault::NotAFile(kind)), "{path}");
    }
    // The size of the file is 0, but it has content from the kernel.
    assert!(matches!(
        read(&mut disk, "/proc/self/status"),
        Err(Fault::Io { .. })
    ));
}
