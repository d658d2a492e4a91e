//! Tests that need another process: limits, signals, sudden death, another user.
//!
//! The other process is this test program, and an environment variable selects its part.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, Resource, Rlimit, Signal, getpid, kill_process, setrlimit};

use super::process::increment;
use super::world::{World, commit, options, refused, text, text_over};
use crate::change::ChangeSet;
use crate::disk::Backup;
use crate::disk::Plan;
use crate::disk::notice::Notice;
use crate::disk::tests::world::MAX_SIZE;
use crate::disk::{CommitOptions, Disk, Interrupt, NotCommitted, Reach};
use crate::error::{Error, Fault};
use crate::place::{Provenance, Transition};
use crate::snapshot::{FileMode, Snapshot};

const PART: &str = "INCISE_TEST_PART";
const TREE: &str = "INCISE_TEST_TREE";
/// The line that a child prints after each increment.
const DONE: &str = "incremented";

/// The interrupt for a callback that is a plain function and cannot capture it.
static INSTALLED: OnceLock<Interrupt> = OnceLock::new();

/// The command for this program as `part`, in the tree of `world`.
fn child(part: &str, world: &World) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    as_part(&mut command, part, world);
    command
}

fn as_part(command: &mut Command, part: &str, world: &World) {
    command
        .args([
            "--exact",
            "disk::tests::child::play",
            "--ignored",
            "--nocapture",
        ])
        .env(PART, part)
        .env(TREE, world.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
}

/// Runs the part, which must succeed.
fn succeeds(command: &mut Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}"
    );
}

/// Reads the child's output up to the first line that contains `word`.
fn await_word(child: &mut Child, word: &str) {
    let output = BufReader::new(child.stdout.as_mut().unwrap());
    assert!(output.lines().any(|line| line.unwrap().contains(word)));
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// The entry point of the other process, not a test.
#[test]
#[ignore = "started by other tests"]
fn play() {
    let Some(tree) = std::env::var_os(TREE).map(PathBuf::from) else {
        return;
    };
    let mut disk = Disk::open(&tree, Reach::Anywhere).unwrap();
    match std::env::var(PART).unwrap().as_str() {
        "beyond-the-file-size-limit" => {
            let limit = Rlimit {
                current: Some(100),
                maximum: Some(100),
            };
            let plan = vec![text(&mut disk, "a", vec![b'x'; 1000])];
            let interrupt = Interrupt::install().unwrap();
            setrlimit(Resource::Fsize, limit).unwrap();
            let options = CommitOptions {
                interrupt,
                ..options()
            };
            let refusal = refused(commit(&mut disk, plan, &options));
            assert!(
                matches!(refusal.fault, Fault::NoSpace { .. }),
                "{refusal:?}"
            );
        }
        "no-space" => {
            let plan = vec![text(&mut disk, "d/a", vec![b'x'; 700_000])];
            let refusal = refused(commit(&mut disk, plan, &options()));
            assert!(
                matches!(refusal.fault, Fault::NoSpace { .. }),
                "{refusal:?}"
            );
            let entries = fs::read_dir(tree.join("d")).unwrap().count();
            assert_eq!(
                (entries, fs::read(tree.join("d/a")).unwrap().len()),
                (1, 700_000)
            );
        }
        "signal-while-staged" => {
            let interrupt = Interrupt::install().unwrap();
            let plan = Plan::checked(vec![text(&mut disk, "a", "new")]);
            let options = CommitOptions {
                interrupt: interrupt.clone(),
                ..options()
            };
            let staged = disk.stage(&plan, &options, None).unwrap();
            println!("\nstaged");
            while interrupt.received().is_none() {
                std::thread::yield_now();
            }
            assert_eq!(interrupt.received(), Some(15));
            assert!(staged.commit().is_err());
        }
        "signal-while-idle" => {
            let interrupt = Interrupt::install().unwrap();
            interrupt.hold_back();
            interrupt.obey();
            println!("\nidle");
            std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
        }
        "signal-while-saved" => {
            // `stop` is called for the existing file, when signals are already recorded instead of obeyed.
            fn stop(_: &[u8]) -> bool {
                kill_process(getpid(), Signal::TERM).unwrap();
                while INSTALLED.get().unwrap().received().is_none() {
                    std::thread::yield_now();
                }
                true
            }
            let interrupt = INSTALLED.get_or_init(|| Interrupt::install().unwrap());
            let options = CommitOptions {
                interrupt: interrupt.clone(),
                ..options()
            };
            let place = disk.locate_itself(Path::new("plan")).unwrap();
            let refusal = disk
                .save(
                    &place,
                    b"new",
                    stop,
                    crate::disk::Readers::EVERYBODY,
                    &options,
                )
                .unwrap_err();
            assert!(matches!(refusal.fault, Fault::Io { .. }), "{refusal:?}");
            assert_eq!(interrupt.received(), Some(15));
        }
        "increments" => loop {
            increment(&mut disk, Path::new("a"), &options());
            println!("{DONE}");
            std::io::stdout().flush().unwrap();
        },
        "transaction" => println!("\noutcome: {}", transaction(&mut disk)),
        "another-user" => edit_what_is_not_ours(&mut disk),
        part => panic!("no part {part}"),
    }
}

#[test]
fn the_file_size_limit_is_no_space() {
    let world = World::with(&[("a", "old")]);
    succeeds(&mut child("beyond-the-file-size-limit", &world));
    assert_eq!(world.tree(), ["a: old"]);
}

/// A full file system, mounted in a private namespace.
#[test]
fn a_full_disk_is_no_space() {
    let world = World::new();
    fs::create_dir(world.path("d")).unwrap();
    let script =
        "mount -t tmpfs -o size=1m tmpfs d && head -c 700000 /dev/zero > d/a && exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["-Urm", "sh", "-c", "mount -t tmpfs -o size=1m tmpfs d"]);
    let may_mount = command.current_dir(world.path("")).output();
    if !may_mount.is_ok_and(|output| output.status.success()) {
        return;
    }
    let mut command = Command::new("unshare");
    command
        .args(["-Urm", "sh", "-c", script, "sh"])
        .arg(std::env::current_exe().unwrap());
    as_part(&mut command, "no-space", &world);
    succeeds(command.current_dir(world.path("")));
}

#[test]
fn a_signal_while_staged_ends_in_a_refusal() {
    let world = World::with(&[("a", "old")]);
    let mut child = child("signal-while-staged", &world).spawn().unwrap();
    await_word(&mut child, "staged");
    assert_eq!(world.tree().len(), 2);
    signal(&child, Signal::TERM);
    assert!(child.wait().unwrap().success());
    assert_eq!(world.tree(), ["a: old"]);
}

/// A killed process would leave its temporary file.
#[test]
fn a_signal_while_a_report_is_saved_ends_in_a_refusal() {
    let world = World::with(&[("plan", "old")]);
    succeeds(&mut child("signal-while-saved", &world));
    assert_eq!(world.tree(), ["plan: old"]);
}

#[test]
fn a_signal_kills_an_idle_process() {
    let world = World::new();
    let mut child = child("signal-while-idle", &world).spawn().unwrap();
    await_word(&mut child, "idle");
    signal(&child, Signal::INT);
    assert_eq!(child.wait().unwrap().signal(), Some(2));
}

/// Writers are killed at random moments. No finished increment is lost, locks are released, and the remaining staged
/// files can be distinguished from those of live processes.
#[test]
fn sudden_death_loses_nothing() {
    let world = World::with(&[("a", "0")]);
    let mut done = 0;
    let mut killed = 0;
    for round in 0..8 {
        let mut children: Vec<Child> = (0..3)
            .map(|_| child("increments", &world).spawn().unwrap())
            .collect();
        for child in &mut children {
            let mut output = BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            for _ in 0..5 + 3 * round {
                output.read_line(&mut line).unwrap();
            }
            signal(child, Signal::KILL);
            child.wait().unwrap();
            output.read_to_string(&mut line).unwrap();
            // The test harness also prints lines, and may print on the line of the first increment.
            done += line.lines().filter(|line| line.ends_with(DONE)).count();
            killed += 1;
        }
    }
    let mut disk = world.rooted();
    increment(&mut disk, Path::new("a"), &options());
    let value: usize = world.text("a").parse().unwrap();
    assert!(
        (done + 1..=done + killed + 1).contains(&value),
        "{done} {killed} {value}"
    );
    for entry in fs::read_dir(world.path("")).unwrap().map(Result::unwrap) {
        if entry.file_name() != "a" {
            assert!(entry.file_name().to_str().unwrap().starts_with(".incise-"));
            let left = fs::File::open(entry.path()).unwrap();
            flock(&left, FlockOperation::NonBlockingLockExclusive).unwrap();
        }
    }
}

/// Edits by a user without privileges. The test needs root to change the user.
#[test]
fn another_users_files() {
    let world = World::with(&[("theirs", "old"), ("grouped", "old"), ("locked/a", "old")]);
    let nobody = Some(65534);
    fs::set_permissions(world.path("theirs"), PermissionsExt::from_mode(0o4775)).unwrap();
    fs::set_permissions(world.path("locked"), PermissionsExt::from_mode(0o555)).unwrap();
    if chown(world.path(""), nobody, nobody).is_err() {
        return;
    }
    chown(world.path("grouped"), nobody, Some(0)).unwrap();
    fs::set_permissions(world.path("grouped"), PermissionsExt::from_mode(0o664)).unwrap();
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
    command.arg(std::env::current_exe().unwrap());
    if !command
        .clone_of("--list")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        return;
    }
    as_part(&mut command, "another-user", &world);
    succeeds(&mut command);
    let facts = fs::metadata(world.path("theirs")).unwrap();
    assert_eq!((facts.uid(), facts.mode() & 0o7777), (65534, 0o755));
    let facts = fs::metadata(world.path("grouped")).unwrap();
    assert_eq!((facts.gid(), facts.mode() & 0o7777), (65534, 0o644));
    assert_eq!(
        world.tree(),
        ["grouped: new", "locked/", "locked/a: old", "theirs: new"]
    );
}

/// A transaction with every kind of step, for fault injection from outside. Returns the outcome as a word.
fn transaction(disk: &mut Disk) -> String {
    let options = CommitOptions {
        backup: Some(Backup {
            suffix: ".bak".into(),
        }),
        sync: crate::disk::Sync::Full,
        interrupt: Interrupt::install().unwrap(),
        ..options()
    };
    let places = ["a", "b", "c", "new/c", "d", "e", "new/deep/f"];
    let read = |disk: &mut Disk, path: &str| -> Result<_, Error> {
        let place = disk.locate(Path::new(path))?;
        let before = disk.read(&place, MAX_SIZE)?;
        Ok((place, before))
    };
    let mut files = Vec::new();
    for path in places {
        let (place, before) = match read(disk, path) {
            Ok(found) => found,
            Err(refusal) => return format!("refused {:?}", refusal.fault),
        };
        let base = before.clone().unwrap_or_else(|| Snapshot::of_text(""));
        files.push(Transition {
            before,
            ..text_over(place, base, format!("new {path}"))
        });
    }
    files[1].after = None;
    let (source, moved) = (files[2].place.clone(), files[2].before.clone());
    files[2].after = None;
    if let (Some(new), Some(moved)) = (&mut files[3].after, moved) {
        new.changes = ChangeSet::identity(moved.bytes().len());
        new.base = moved;
        new.provenance = Provenance::Moved(source);
    }
    if let Some(new) = &mut files[4].after {
        new.changes = ChangeSet::identity(new.base.bytes().len());
        new.mode = Some(FileMode::Exact(0o700));
    }
    match commit(disk, files, &options) {
        Ok(committed) if committed.unsynced.is_some() => "unsynced".to_owned(),
        Ok(_) => "committed".to_owned(),
        Err(NotCommitted::Refused(refusals)) => format!("refused {:?}", refusals[0].fault),
        Err(NotCommitted::Stale(_)) => "stale".to_owned(),
        Err(NotCommitted::Pending(_)) => "pending".to_owned(),
    }
}

/// The transaction without faults, for comparison.
#[test]
fn a_transaction_of_every_step() {
    let files = ["a", "b", "c", "d", "e"].map(|name| (name, name));
    let world = World::with(&files);
    succeeds(&mut child("transaction", &world));
    let expected = [
        "a.bak: a",
        "a: new a",
        "b.bak: b",
        "d.bak: d",
        "d: d",
        "e.bak: e",
        "e: new e",
        "new/",
        "new/c: c",
        "new/deep/",
        "new/deep/f: new new/deep/f",
    ];
    assert_eq!(world.tree(), expected);
}

fn edit_what_is_not_ours(disk: &mut Disk) {
    let plan = vec![text(disk, "theirs", "new")];
    let committed = commit(disk, plan, &options()).unwrap();
    assert_eq!(
        committed.places[0].notices,
        [Notice::OwnerChanged, Notice::GroupChanged]
    );
    let plan = vec![text(disk, "grouped", "new")];
    let committed = commit(disk, plan, &options()).unwrap();
    assert_eq!(committed.places[0].notices, [Notice::GroupChanged]);
    let plan = vec![text(disk, "locked/a", "new")];
    let refusal = refused(commit(disk, plan, &options()));
    assert!(
        matches!(refusal.fault, Fault::ClosedDirectory { .. }),
        "{refusal:?}"
    );
}

/// Copies a command, with another argument at the end.
trait CloneOf {
    fn clone_of(&self, argument: &str) -> Command;
}

impl CloneOf for Command {
    fn clone_of(&self, argument: &str) -> Command {
        let mut command = Command::new(self.get_program());
        command.args(self.get_args()).arg(argument);
        command
    }
}
