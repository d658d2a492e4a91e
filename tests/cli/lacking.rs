//! File systems without some features: stable inode numbers, locks, exchanging two names, a rename that works twice.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::bench::Bench;
use crate::promise::{behind, skipped, works};

/// Makes a debug build see inode numbers that depend on the name, as mergerfs may invent them. A release build sees
/// the real numbers.
const NUMBERS: &str = "INCISE_TEST_INODES_BY_NAME";

/// Every kind of step in one batch.
const BATCH: &str = r#"{"edits":[
    {"op":"replace","path":"a","old":"old","new":"new"},
    {"op":"replace","path":"d/e","old":"old","new":"new"},
    {"op":"create","path":"n/m","text":"made\n","parents":true},
    {"op":"remove","path":"b"},
    {"op":"remove","path":"l"},
    {"op":"move","path":"c","to":"d/c"}
]}"#;

fn bench() -> Bench {
    Bench::with("a", "old a\n")
        .file("b", "old b\n")
        .file("c", "old c\n")
        .file("d/e", "old e\n")
        .link("l", "a")
}

/// Inode numbers do not distinguish files, and the program never mistakes its own files for those of others.
#[test]
fn every_command_works_and_is_undone_if_inodes_depend_on_names() {
    let commands: [(&[&str], &str); 9] = [
        (&["replace", "a", "--old", "old", "--new", "new"], ""),
        (&["replace", "a", "b", "--old", "old", "--new", "new"], ""),
        (&["append", "a", "--text", "x", "--in-place"], ""),
        (&["append", "a", "--text", "x", "--backup"], ""),
        (&["create", "x/y", "--parents", "--text", "new"], ""),
        (&["remove", "b"], ""),
        (&["remove", "l"], ""),
        (&["move", "a", "d/a"], ""),
        (&["apply", "-"], BATCH),
    ];
    for (args, stdin) in commands {
        let bench = bench().env(NUMBERS, "1");
        let before = bench.tree();
        bench.pipe(stdin, args).succeeds();
        assert_ne!(bench.tree(), before, "{args:?}");
        let names: Vec<_> = bench.tree().into_keys().collect();
        let is_own = |name: &&std::path::PathBuf| name.to_string_lossy().contains(".incise");
        assert!(
            !names.iter().any(|name| is_own(&name)),
            "{args:?}: {names:?}"
        );
        let is_in_place = args.contains(&"--in-place");
        let undo = [&["undo"][..], &["--in-place"][..usize::from(is_in_place)]].concat();
        bench.run(&undo).succeeds();
        if args.contains(&"--backup") {
            fs::remove_file(bench.path().join("a.bak")).unwrap();
        }
        assert_eq!(bench.tree(), before, "{args:?}");
    }
}

/// A link has a different inode number there, and so does a file after a rename that replaces an exchange.
#[test]
fn on_mergerfs_every_step_works_and_is_undone() {
    let mount = tempfile::tempdir().unwrap();
    let files = tempfile::tempdir().unwrap();
    let mounted = Command::new("mergerfs")
        .args([files.path(), mount.path()])
        .output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        return skipped("mergerfs is missing or may not mount");
    }
    let unmount = Unmount(mount.path());
    let bench = bench();
    for name in ["a", "b", "c", "d/e"] {
        let copy = mount.path().join(name);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(bench.path().join(name), copy).unwrap();
    }
    std::os::unix::fs::symlink("a", mount.path().join("l")).unwrap();
    let root = mount.path().to_str().unwrap();
    for line in [["apply", "-C", root], ["undo", "-C", root]] {
        bench.pipe(BATCH, line).succeeds();
    }
    assert_eq!(
        fs::read_to_string(mount.path().join("a")).unwrap(),
        "old a\n"
    );
    assert_eq!(
        fs::read_to_string(mount.path().join("c")).unwrap(),
        "old c\n"
    );
    assert_eq!(fs::read_dir(mount.path()).unwrap().count(), 5);
    drop(unmount);
}

/// Unmounts the directory on drop.
struct Unmount<'a>(&'a Path);

impl Drop for Unmount<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

/// Names that were changed before the failing step are restored.
#[test]
fn a_failing_step_undoes_all_if_inodes_depend_on_names() {
    if !works(&["strace", "-qqo", "/dev/null", "true"]) {
        return skipped("strace is missing or may not trace");
    }
    // A file system without exchange, and one with exchange: the first renames are those of staged files.
    for calls in ["renameat2:error=EINVAL", "mkdirat:error=EIO:when=1"] {
        let bench = bench().env(NUMBERS, "1");
        let before = bench.tree();
        let (lack, fail) = (
            format!("inject={calls}"),
            "inject=mkdirat,symlinkat:error=EIO",
        );
        let words = ["strace", "-f", "-qqo", "/dev/null", "-e", &lack, "-e", fail];
        let mut command = behind(&bench, &words);
        command.args(["apply", "-", "--no-journal"]);
        let ran = bench.run_command(command, BATCH.as_bytes());
        assert_eq!(ran.status, Some(4), "{}", ran.stderr);
        assert_eq!(bench.tree(), before);
    }
}

/// If nothing shows that a killed run is dead, `recover` deletes exactly what that run left.
#[test]
fn recover_cleans_up_if_files_cannot_be_locked() {
    if !works(&["strace", "-qqo", "/dev/null", "true"]) {
        return skipped("strace is missing or may not trace");
    }
    let locks = "inject=flock:error=ENOLCK";
    let exchange = "inject=renameat2:error=EINVAL";
    // The staged file is created under a name, and then renamed.
    let nameless = "inject=linkat:error=EOPNOTSUPP:when=1";
    let kills = [
        "inject=fsync:signal=KILL:when=1",
        "inject=renameat:signal=KILL:when=2",
        "inject=unlinkat:signal=KILL:when=1",
        "inject=unlinkat:signal=KILL:when=2",
    ];
    let mut left = 0;
    for (kill, exchanges) in kills.iter().flat_map(|kill| [(kill, true), (kill, false)]) {
        let foreign = ".incise-0123456789abcdef0123456789abcdef";
        let bench = bench().file(foreign, "somebody's\n");
        let before = bench.tree();
        let traced = |more: &[&'static str]| {
            let mut words = vec!["strace", "-f", "-qqo", "/dev/null"];
            let lacking = [locks, exchange];
            for injection in lacking[..1 + usize::from(!exchanges)].iter().chain(more) {
                words.extend(["-e", injection]);
            }
            behind(&bench, &words)
        };
        let mut command = traced(&[kill, nameless]);
        command.args(["replace", "a", "--old", "old", "--new", "new"]);
        let ran = bench.run_command(command, b"");
        assert_ne!(ran.status, Some(0), "{kill}");
        left += bench.tree().len() - before.len();
        let mut command = traced(&[]);
        command.arg("recover");
        let ran = bench.run_command(command, b"");
        assert_eq!(ran.status, Some(0), "{kill}: {}", ran.stderr);
        let text = bench.text("a");
        assert!(
            ["old a\n", "new a\n"].contains(&text.as_str()),
            "{kill}: {text}"
        );
        fs::write(bench.path().join("a"), "old a\n").unwrap();
        assert_eq!(bench.tree(), before, "{kill}");
    }
    assert!(left > kills.len(), "{left}: some kill left something");
}

/// An exchange or removal turns out to be wrong and cannot be undone. The old file is kept until it can be restored,
/// and no later run deletes it.
#[test]
fn an_old_file_that_cannot_be_restored_waits_for_the_next_run() {
    if !works(&["strace", "-qqo", "/dev/null", "true"]) {
        return skipped("strace is missing or may not trace");
    }
    let commands: [&[&str]; 3] = [
        &["replace", "a", "--old", "old", "--new", "new"],
        &["remove", "a"],
        &["replace", "a", "b", "--old", "old", "--new", "new"],
    ];
    let nexts: [&[&str]; 2] = [&["recover"], &["append", "c", "--text", "more"]];
    for (args, next) in commands
        .iter()
        .flat_map(|args| nexts.map(|next| (args, next)))
    {
        let mut stuck = 0;
        // One of the first checks looks at the file that was exchanged.
        for number in 1..30 {
            let bench = bench();
            let before = bench.tree();
            let look = format!("inject=newfstatat:error=EIO:when={number}");
            let words = [
                "strace",
                "-f",
                "-qqo",
                "/dev/null",
                "-e",
                &look,
                "-e",
                "inject=renameat2:error=EIO:when=2+",
            ];
            let mut command = behind(&bench, &words);
            command.args(*args);
            let ran = bench.run_command(command, b"");
            if !ran.stderr.contains("cannot undo the change") {
                continue;
            }
            stuck += 1;
            assert_eq!(ran.status, Some(4), "{args:?} {number}: {}", ran.stderr);
            ran.says("`incise recover` then undoes");
            bench.run(next).succeeds();
            fs::write(bench.path().join("c"), "old c\n").unwrap();
            assert_eq!(bench.tree(), before, "{args:?} {number}, then {next:?}");
        }
        assert!(stuck > 0, "{args:?} got stuck nowhere");
    }
}
