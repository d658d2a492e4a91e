//! Changes by processes without locks, between the last check and the exchange or just after it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{OFlags, inotify};

use super::world::{World, commit, options, text};
use crate::disk::commit::failure::Failure;
use crate::disk::commit::lease::{self, Lease};
use crate::disk::commit::removal::Removal;
use crate::disk::commit::rename::{keep_and_replace, swap, swap_back};
use crate::disk::commit::replaced_file::ReplacedFile;
use crate::disk::sandbox::directory::{Directory, DirectoryEntry};
use crate::disk::slot::Slot;
use crate::disk::tests::world::MAX_SIZE;
use crate::snapshot::FileFacts;

const PLACE: &str = "f";
const NEW: &str = ".incise-new";

/// An action of another process.
type Deed<'a> = &'a dyn Fn(&Duel);

/// A file that was read, and the staged file that replaces it.
struct Duel {
    world: World,
    directory: Arc<Directory>,
    own: FileFacts,
    replaced: ReplacedFile,
}

impl Duel {
    fn new() -> Self {
        let world = World::with(&[(PLACE, "old"), (NEW, "new")]);
        let mut disk = world.rooted();
        let place = disk.locate(Path::new(PLACE)).unwrap();
        let before = disk.read(&place, MAX_SIZE).unwrap().unwrap();
        let directory = Arc::new(Directory::open(&world.path("")).unwrap());
        let met = ReplacedFile::open_unchanged(&directory, OsStr::new(PLACE), &before).unwrap();
        let own = directory.facts(OsStr::new(NEW)).unwrap().unwrap();
        Self {
            replaced: met.unwrap(),
            own,
            directory,
            world,
        }
    }

    /// Simulates a file system without leases.
    fn without_lease(mut self) -> Self {
        self.replaced.drop_lease();
        self
    }

    fn swap(&self) -> Result<bool, Failure> {
        let (new, place) = self.entries();
        swap(new, place, &self.own, &self.replaced)
    }

    fn entries(&self) -> (DirectoryEntry<'_>, DirectoryEntry<'_>) {
        let at = |name| self.directory.at(OsStr::new(name));
        (at(NEW), at(PLACE))
    }

    #[track_caller]
    fn assert_given_back(&self, foreign: &str) {
        assert!(matches!(self.swap(), Err(Failure::Stale)));
        assert_eq!(
            self.world.tree(),
            [format!("{NEW}: new"), format!("{PLACE}: {foreign}")]
        );
    }

    /// Another process renames its file to the target.
    fn rename_over(&self, text: &str) {
        self.world.write("theirs", text);
        fs::rename(self.world.path("theirs"), self.world.path(PLACE)).unwrap();
    }
}

#[test]
fn an_exchange_returns_the_old_file() {
    for duel in [Duel::new(), Duel::new().without_lease()] {
        assert!(duel.swap().unwrap());
        assert_eq!(duel.world.tree(), [".incise-new: old", "f: new"]);
    }
}

#[test]
fn a_file_renamed_to_the_target_is_restored() {
    let duel = Duel::new();
    duel.rename_over("theirs");
    duel.assert_given_back("theirs");
}

/// Another process put a file with the same bytes there. It may write to that file later, so the file is restored.
#[test]
fn another_file_with_the_same_text_is_restored() {
    let duel = Duel::new();
    duel.rename_over("old");
    duel.assert_given_back("old");
}

#[test]
fn without_leases_a_text_written_in_place_is_restored() {
    let duel = Duel::new().without_lease();
    duel.world.write(PLACE, "OLD");
    duel.assert_given_back("OLD");
}

/// A process that opens the file for writing has to wait, the exchange is undone, and that process gets the file.
#[test]
fn a_waiting_writer_gets_the_file() {
    let duel = Duel::new();
    let open = || {
        File::options()
            .write(true)
            .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
            .open(duel.world.path(PLACE))
    };
    if duel.replaced.lease() != Lease::Held {
        println!("skipped: no leases here");
        return;
    }
    assert_eq!(open().unwrap_err().kind(), ErrorKind::WouldBlock);
    duel.assert_given_back("old");
    drop(duel.replaced);
    let theirs = File::options().write(true).open(duel.world.path(PLACE));
    theirs.unwrap().write_all(b"OLD").unwrap();
    assert_eq!(duel.world.text(PLACE), "OLD");
}

#[test]
fn a_reader_does_not_wait() {
    let duel = Duel::new();
    assert_eq!(duel.world.text(PLACE), "old");
    assert!(duel.swap().unwrap());
    assert_eq!(duel.world.text(PLACE), "new");
}

#[test]
fn a_file_removed_meanwhile_stays_removed() {
    let duel = Duel::new();
    fs::remove_file(duel.world.path(PLACE)).unwrap();
    assert!(matches!(duel.swap(), Err(Failure::Stale)));
    assert_eq!(duel.world.tree(), [".incise-new: new"]);
}

#[test]
fn a_directory_at_the_target_is_restored() {
    let duel = Duel::new();
    fs::remove_file(duel.world.path(PLACE)).unwrap();
    fs::create_dir(duel.world.path(PLACE)).unwrap();
    assert!(matches!(duel.swap(), Err(Failure::Stale)));
    assert_eq!(duel.world.tree(), [".incise-new: new", "f/"]);
}

/// Between an exchange and its undo, another process renames a file to the target. That file is the newest and is
/// kept.
#[test]
fn the_newest_stays_while_an_exchange_is_taken_back() {
    let duel = Duel::new();
    assert!(duel.swap().unwrap());
    duel.rename_over("newest");
    let (new, place) = duel.entries();
    swap_back(new, place, &duel.own).unwrap();
    assert_eq!(duel.world.tree(), [".incise-new: old", "f: newest"]);
}

#[test]
fn a_removal_stays_while_an_exchange_is_taken_back() {
    let duel = Duel::new();
    assert!(duel.swap().unwrap());
    fs::remove_file(duel.world.path(PLACE)).unwrap();
    let (new, place) = duel.entries();
    swap_back(new, place, &duel.own).unwrap();
    assert_eq!(duel.world.tree(), [".incise-new: old"]);
}

/// If names cannot be exchanged, the old file is kept under a third name. Writes to it and renames to its place are
/// detected.
#[test]
fn without_exchange_the_last_check_decides() {
    let meanwhile: [(Deed, &[&str]); 3] = [
        (&|_| {}, &[".incise-kept: old", "f: new"]),
        (
            &|duel| duel.world.write(PLACE, "OLD"),
            &[".incise-new: new", "f: OLD"],
        ),
        (
            &|duel| duel.rename_over("theirs"),
            &[".incise-new: new", "f: theirs"],
        ),
    ];
    for (meanwhile, expected) in meanwhile {
        let duel = Duel::new().without_lease();
        meanwhile(&duel);
        let (new, place) = duel.entries();
        let kept = Some(OsStr::new(".incise-kept"));
        let outcome = keep_and_replace(new, place, &duel.replaced, kept);
        assert_eq!(outcome.is_ok(), expected[1] == "f: new");
        assert_eq!(duel.world.tree(), expected);
    }
}

/// A removal first moves the file aside. If another process has written to the file since the check, it is moved
/// back.
#[test]
fn a_removal_checks_the_file_it_moved_aside() {
    let meanwhile: [(Deed, Option<&str>); 3] = [
        (&|_| {}, None),
        (&|duel| duel.world.write(PLACE, "OLD"), Some("f: OLD")),
        (&|duel| duel.rename_over("theirs"), Some("f: theirs")),
    ];
    for (meanwhile, left) in meanwhile {
        let duel = Duel::new().without_lease();
        meanwhile(&duel);
        let mut removal = Removal::new(Slot {
            directory: Arc::new(Directory::open(&duel.world.path("")).unwrap()),
            parents: Vec::new(),
            name: PLACE.into(),
        })
        .unwrap();
        match (removal.apply(&duel.replaced, true), left) {
            (Ok(()), None) => assert!(removal.finish().is_none()),
            (Err(Failure::Stale), Some(_)) => removal.undo().unwrap(),
            (outcome, _) => panic!("{outcome:?}"),
        }
        let new = Some(".incise-new: new");
        assert_eq!(
            duel.world.tree(),
            new.into_iter().chain(left).collect::<Vec<_>>()
        );
    }
}

/// A log that another process keeps open for writing can still be edited.
#[test]
fn a_file_that_is_held_open_for_writing_is_replaced() {
    let world = World::with(&[(PLACE, "old")]);
    let _theirs = File::options()
        .append(true)
        .open(world.path(PLACE))
        .unwrap();
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, PLACE, "new")];
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(world.tree(), ["f: new"]);
}

#[test]
fn a_lease_is_not_granted_while_a_writer_has_the_file_open() {
    let world = World::with(&[(PLACE, "old")]);
    let open = || File::open(world.path(PLACE)).unwrap();
    if lease::take(&open()) != Lease::Held {
        println!("skipped: no leases here");
        return;
    }
    let theirs = File::options()
        .append(true)
        .open(world.path(PLACE))
        .unwrap();
    assert_eq!(lease::take(&open()), Lease::Busy);
    drop(theirs);
    let ours = open();
    assert_eq!(lease::take(&ours), Lease::Held);
    assert!(lease::is_unbroken(&ours));
}

/// The last event for a watcher of the name is that a file was moved there. There is no deletion event.
#[test]
fn the_last_event_for_a_watcher_is_a_move() {
    let world = World::with(&[(PLACE, "old")]);
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, PLACE, "new")];
    let watch = inotify::init(inotify::CreateFlags::NONBLOCK).unwrap();
    let flags =
        inotify::WatchFlags::MOVE | inotify::WatchFlags::CREATE | inotify::WatchFlags::DELETE;
    inotify::add_watch(&watch, world.path(""), flags).unwrap();
    commit(&mut disk, plan, &options()).unwrap();
    let mut buffer = [std::mem::MaybeUninit::uninit(); 4096];
    let mut reader = inotify::Reader::new(&watch, &mut buffer);
    let mut events = Vec::new();
    while let Ok(event) = reader.next() {
        let name = event.file_name().map(|name| name.to_bytes().to_vec());
        if name.as_deref() == Some(PLACE.as_bytes()) {
            events.push(event.events());
        }
    }
    assert_eq!(events.last(), Some(&inotify::ReadFlags::MOVED_TO));
    assert!(!events.contains(&inotify::ReadFlags::DELETE), "{events:?}");
}
