//! A temporary directory, and helpers to create plans for it.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use tempfile::TempDir;

use crate::change::{ChangeSet, Edit};
use crate::disk::Plan;
use crate::disk::commit::rename;
use crate::disk::sandbox::inodes;
use crate::disk::stage::temp;
use crate::disk::{CommitOptions, Committed, Disk, NotCommitted, Reach, Sync};
use crate::error::Error;
use crate::place::{NewText, Provenance, RootedPath, Transition};
use crate::snapshot::{FileMode, Snapshot};

/// The maximum size of files to read, in bytes.
pub(crate) const MAX_SIZE: u64 = 1 << 30;

/// A temporary directory, which is both the root and the working directory.
pub(in crate::disk) struct World {
    dir: TempDir,
}

impl World {
    pub(in crate::disk) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { dir }
    }

    /// A tree with `files`, pairs of path and text.
    pub(in crate::disk) fn with(files: &[(&str, &str)]) -> Self {
        let world = Self::new();
        for (path, text) in files {
            world.write(path, text);
        }
        world
    }

    pub(in crate::disk) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.dir.path().join(path)
    }

    pub(in crate::disk) fn write(&self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(in crate::disk) fn text(&self, path: impl AsRef<Path>) -> String {
        String::from_utf8(fs::read(self.path(path)).unwrap()).unwrap()
    }

    /// Every path in the tree with its content, sorted: `dir/`, `file: text`, `link -> target`.
    pub(in crate::disk) fn tree(&self) -> Vec<String> {
        let mut lines = Vec::new();
        list(self.dir.path(), self.dir.path(), &mut lines);
        lines.sort();
        lines
    }

    /// A disk whose root is the tree.
    pub(in crate::disk) fn rooted(&self) -> Disk {
        let root = self.dir.path().to_owned();
        Disk::open(self.dir.path(), Reach::Roots(vec![root])).unwrap()
    }

    /// A disk without a root.
    pub(in crate::disk) fn anywhere(&self) -> Disk {
        Disk::open(self.dir.path(), Reach::Anywhere).unwrap()
    }
}

fn list(root: &Path, dir: &Path, lines: &mut Vec<String>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = String::from_utf8_lossy(path.strip_prefix(root).unwrap().as_os_str().as_bytes())
            .into_owned();
        let kind = fs::symlink_metadata(&path).unwrap().file_type();
        if kind.is_dir() {
            lines.push(format!("{name}/"));
            list(root, &path, lines);
        } else if kind.is_symlink() {
            lines.push(format!(
                "{name} -> {}",
                fs::read_link(&path).unwrap().display()
            ));
        } else if kind.is_file() {
            let text = fs::read(&path).unwrap();
            lines.push(format!(
                "{name}: {}",
                String::from_utf8_lossy(&text).trim_end()
            ));
        } else {
            lines.push(format!("{name} (special)"));
        }
    }
}

/// Runs `test` on the real file system, and with every combination of three simulations: names cannot be exchanged,
/// inode numbers depend on names, and unnamed files are not supported.
pub(in crate::disk) fn on_every_file_system(test: impl Fn()) {
    for lacking in 0..8 {
        rename::simulation::IS_ENABLED.set(lacking & 1 != 0);
        inodes::simulation::IS_ENABLED.set(lacking & 2 != 0);
        temp::simulation::IS_ENABLED.set(lacking & 4 != 0);
        test();
    }
    rename::simulation::IS_ENABLED.set(false);
    inodes::simulation::IS_ENABLED.set(false);
    temp::simulation::IS_ENABLED.set(false);
}

/// Options without syncs, to save time.
pub(in crate::disk) fn options() -> CommitOptions {
    CommitOptions {
        sync: Sync::None,
        lock_timeout: Duration::from_secs(20),
        ..CommitOptions::default()
    }
}

/// The change from `old` to `new` as a single edit.
pub(in crate::disk) fn change(old: &Bytes, new: impl Into<Bytes>) -> ChangeSet {
    let edit = Edit {
        at: 0,
        old: old.clone(),
        new: new.into(),
    };
    ChangeSet::new(old.len(), vec![edit]).unwrap()
}

/// A new text at `path`, whether or not a file exists there.
pub(in crate::disk) fn text(
    disk: &mut Disk,
    path: impl AsRef<Path>,
    new: impl Into<Bytes>,
) -> Transition {
    let place = disk.locate(path.as_ref()).unwrap();
    text_at(disk, place, new)
}

/// A new text at `place`, whether or not a file exists there.
pub(in crate::disk) fn text_at(
    disk: &Disk,
    place: RootedPath,
    new: impl Into<Bytes>,
) -> Transition {
    match disk.read(&place, MAX_SIZE).unwrap() {
        Some(before) => text_over(place, before, new),
        None => {
            let base = Snapshot::of_text(Bytes::new());
            let mut file = text_over(place, base, new);
            file.before = None;
            if let Some(new) = &mut file.after {
                new.provenance = Provenance::New;
            }
            file
        }
    }
}

/// A new text at `place`, where `before` was read.
pub(in crate::disk) fn text_over(
    place: RootedPath,
    before: Snapshot,
    new: impl Into<Bytes>,
) -> Transition {
    let after = Some(NewText {
        changes: change(before.bytes(), new),
        base: before.clone(),
        provenance: Provenance::Own,
        mode: None,
        attributes: None,
    });
    Transition {
        place,
        before: Some(before),
        is_moved_away: false,
        after,
        encoding: None,
    }
}

/// A new mode for the file at `path`.
pub(in crate::disk) fn mode(disk: &mut Disk, path: impl AsRef<Path>, mode: u32) -> Transition {
    let mut file = text(disk, path, "");
    if let Some(new) = &mut file.after {
        new.changes = ChangeSet::identity(new.base.bytes().len());
        new.mode = Some(FileMode::Exact(mode));
    }
    file
}

/// The removal of the file at `path`.
pub(in crate::disk) fn absent(disk: &mut Disk, path: impl AsRef<Path>) -> Transition {
    let after = None;
    Transition {
        after,
        ..text(disk, path, "")
    }
}

/// A move of the file at `from` to `to`, with the text `new` if there is one.
pub(in crate::disk) fn copied(
    disk: &mut Disk,
    from: impl AsRef<Path>,
    to: impl AsRef<Path>,
    new: Option<&str>,
) -> Transition {
    let source = text(disk, from, "");
    let base = source.before.unwrap();
    let changes = match new {
        Some(new) => change(base.bytes(), new.to_owned()),
        None => ChangeSet::identity(base.bytes().len()),
    };
    let after = Some(NewText {
        base,
        changes,
        provenance: Provenance::Moved(source.place),
        mode: None,
        attributes: None,
    });
    Transition {
        after,
        ..text(disk, to, "")
    }
}

pub(in crate::disk) fn commit(
    disk: &mut Disk,
    files: Vec<Transition>,
    options: &CommitOptions,
) -> Result<Committed, NotCommitted> {
    disk.forget_paths();
    let staged = disk.stage(&Plan::checked(files), options, None)?;
    staged.commit()
}

/// The first error of a commit that was refused. Panics for any other outcome.
pub(in crate::disk) fn refused(outcome: Result<Committed, NotCommitted>) -> Error {
    match outcome {
        Err(NotCommitted::Refused(mut refusals)) => refusals.remove(0),
        other => panic!("not refused: {other:?}"),
    }
}
