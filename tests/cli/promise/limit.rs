//! Full disks, quotas and size limits, immutable files, and unusual file systems.
//!
//! Mounts are made in a separate namespace that ends with the test.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::Output;

use rustix::fs::{IFlags, ioctl_getflags, ioctl_setflags};
use serde_json::json;

use super::{NOBODY, behind, skipped, works};
use crate::bench::Bench;

/// Separate user and mount namespaces, with the user as root.
const OWN: &str = "-Urm";
/// A separate mount namespace, for root.
const ROOT: &str = "-m";

/// Runs `script` in separate namespaces with `incise` as a command, and returns its output. `None` if namespaces or
/// `tool` are not available.
pub fn mounted(bench: &Bench, namespaces: &str, tool: &str, script: &str) -> Option<String> {
    const PATH: &str = "/usr/sbin:/usr/bin:/sbin:/bin";
    let probe = format!("mount -t tmpfs tmpfs /mnt && PATH={PATH} && command -v {tool} && \"$@\"");
    if !works(&["unshare", namespaces, "sh", "-c", &probe, "sh"]) {
        skipped(&format!("nothing can be mounted, or {tool} is missing"));
        return None;
    }
    let script = format!("program=$1\nincise() {{ \"$program\" \"$@\"; }}\n{script}");
    let mut command = behind(bench, &["unshare", namespaces, "sh", "-ec", &script, "sh"]);
    let Output {
        status,
        stdout,
        stderr,
    } = command.env("PATH", PATH).output().unwrap();
    let said = String::from_utf8_lossy(&stderr);
    let printed = String::from_utf8(stdout).unwrap();
    assert!(status.success(), "{printed}{said}");
    Some(printed)
}

/// A request that appends a line to each of these files.
fn to_all(paths: &[&str]) -> String {
    let edit = |path: &&str| json!({"op": "append", "path": path, "text": "more"});
    let edits: Vec<_> = paths.iter().map(edit).collect();
    json!(edits).to_string()
}

#[test]
fn a_full_disk_refuses_and_leaves_the_old_bytes() {
    let bench = Bench::new()
        .directory("d")
        .file("request", to_all(&["d/a", "d/b", "d/c"]));
    let script = r#"
        mount -t tmpfs -o size=1m tmpfs d
        head -c 700000 /dev/zero | tr '\0' x > d/c
        echo old > d/a; echo old > d/b; cp d/* .
        for run in "append d/c --text more" "apply request" "append d/c --text more --backup"; do
            status=0; incise $run --json || status=$?
            echo; echo "status $status"
            cmp d/a a; cmp d/b b; cmp d/c c; ls -A d
        done"#;
    let Some(printed) = mounted(&bench, OWN, "mount", script) else {
        return;
    };
    assert_eq!(
        printed.matches("\nstatus 4\na\nb\nc\n").count(),
        3,
        "{printed}"
    );
    assert_eq!(
        printed.matches(r#""error":{"code":"no_space""#).count(),
        3,
        "{printed}"
    );
    assert!(printed.contains("No space left"), "{printed}");
}

/// The history is optional for an edit, but the log of a transaction is not.
#[test]
fn a_full_disk_under_the_state_directory_costs_the_history_only() {
    let bench = Bench::with("a", "old\n")
        .file("b", "old\n")
        .file("request", to_all(&["a", "b"]));
    let script = r#"
        mkdir "$INCISE_STATE_DIR"; mount -t tmpfs -o size=64k,mode=0700 tmpfs "$INCISE_STATE_DIR"
        cat /dev/zero > "$INCISE_STATE_DIR/full" || true
        incise append a --text one --json
        status=0; incise apply request --json || status=$?
        echo; echo "status $status"; cat a b; ls -A . "$INCISE_STATE_DIR/txn""#;
    let Some(printed) = mounted(&bench, OWN, "mount", script) else {
        return;
    };
    assert!(printed.contains(r#""code":"no_journal""#), "{printed}");
    let refused = printed.contains("\nstatus 4\nold\none\nold\n");
    let done = printed.contains("\nstatus 0\nold\none\nmore\nold\nmore\n");
    assert!(refused || done, "{printed}");
    assert!(!printed.contains(".incise"), "{printed}");
}

/// Beyond the limit, a signal would kill the program and leave its staged file.
#[test]
fn the_file_size_limit_refuses_and_ends_nothing() {
    let bench = Bench::with("a", "old\n")
        .file("b", "old\n")
        .file("big", "line\n".repeat(40_000));
    let big = json!({"op": "write", "path": "c", "text": "line\n".repeat(40_000)});
    let two = json!([json!({"op": "append", "path": "a", "text": "more"}), big]).to_string();
    let write = ["write", "a", "--overwrite", "--text-file", "big", "--json"];
    for (args, stdin) in [
        (&write[..], ""),
        (&["create", "new", "--text-file", "big", "--json"], ""),
        (&["apply", "-", "--json"], two.as_str()),
    ] {
        let mut command = behind(&bench, &["sh", "-c", "ulimit -f 16; exec \"$@\"", "sh"]);
        command.args(args);
        let ran = bench.run_command(command, stdin.as_bytes());
        ran.status_is(4).restored();
        assert_eq!(ran.json()["error"]["code"], "no_space", "{}", ran.stdout);
    }
}

/// Needs root and a loop device, because no other file system here supports quotas.
#[test]
fn a_full_quota_refuses_and_leaves_all_old() {
    let bench = Bench::new()
        .directory("d")
        .file("request", to_all(&["d/q/a", "d/q/b", "d/q/c"]));
    let script = r#"
        truncate -s 120M img; mkfs.btrfs -q img; mount -o loop img d
        btrfs quota enable d; btrfs subvolume create d/q > made; btrfs qgroup limit 400K d/q
        echo old > d/q/a; echo old > d/q/b; head -c 300000 /dev/zero | tr '\0' x > d/q/c; sync; cp d/q/* .
        status=0; incise apply request --json || status=$?
        echo; echo "status $status"
        cmp d/q/a a; cmp d/q/b b; cmp d/q/c c; ls -A d/q; umount d"#;
    let Some(printed) = mounted(&bench, ROOT, "mkfs.btrfs", script) else {
        return;
    };
    assert!(printed.ends_with("\nstatus 4\na\nb\nc\n"), "{printed}");
    assert!(
        printed.contains(r#""error":{"code":"no_space""#),
        "{printed}"
    );
}

/// Makes a file immutable until dropped. Every change of it fails, even for root.
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

/// The other files were already renamed. They get their original inodes back, so links and open files remain valid.
#[test]
fn a_file_that_may_not_change_gives_the_others_back_their_inodes() {
    let names = ["a", "b", "c", "d/d", "d/e"];
    let bench = names
        .iter()
        .fold(Bench::new(), |bench, name| bench.file(name, "old\n"));
    let inodes = || names.map(|name| fs::metadata(bench.path().join(name)).unwrap().ino());
    let before = inodes();
    let protected = bench.path().join("c");
    if Immutable::new(&protected).is_none() {
        return skipped("no file can be made immutable here");
    }
    for mode in ["none", "file", "full"] {
        // The file is not immutable when the files are checked before the edit.
        let validate = ["--validate", "sh -c 'chattr +i c' {}"];
        let args = ["apply", "-", "--json", "--sync", mode];
        let ran = bench.pipe(to_all(&names), args.iter().chain(&validate));
        let _immutable = Immutable::new(&protected);
        ran.status_is(4).restored();
        assert_eq!(ran.json()["error"]["code"], "permission", "{}", ran.stdout);
        assert_eq!(inodes(), before);
    }
    let logs = bench.state().join("state/txn");
    assert_eq!(fs::read_dir(logs).unwrap().count(), 0);
}

const CHANGES: [&[&str]; 6] = [
    &["replace", "d/a", "--old", "old", "--new", "new"],
    &["append", "d/a", "--text", "x", "--in-place"],
    &["create", "d/new", "--text", "x"],
    &["write", "d/a", "--overwrite", "--text", "x"],
    &["remove", "d/a"],
    &["move", "d/a", "d/b"],
];

#[test]
fn a_read_only_file_system_refuses_every_change() {
    let bench = Bench::with("d/a", "old\n");
    let commands: Vec<String> = CHANGES.iter().map(|args| args.join(" ")).collect();
    let script = format!(
        "mount --bind d d; mount -o remount,ro,bind d\n\
         while read -r run; do status=0; incise $run 2>&1 || status=$?; echo \"status $status\"; done <<'E'\n\
         {}\nE\ncat d/a; ls -A d",
        commands.join("\n")
    );
    let Some(printed) = mounted(&bench, OWN, "mount", &script) else {
        return;
    };
    assert_eq!(
        printed.matches("\nstatus 4\n").count(),
        CHANGES.len(),
        "{printed}"
    );
    // The message for a change of several files names each of them.
    let named = printed.matches("Read-only file system").count();
    assert!(named >= CHANGES.len(), "{printed}");
    assert!(printed.ends_with("\nold\na\n"), "{printed}");
}

/// A user without privileges, in a directory that the user cannot write.
#[test]
fn a_read_only_directory_refuses_every_change() {
    if !works(&NOBODY) {
        return skipped("`setpriv` cannot be used");
    }
    let bench = Bench::with("d/a", "old\n");
    for name in ["", "d", "d/a"] {
        chown(bench.path().join(name), Some(65534), Some(65534)).unwrap();
    }
    fs::set_permissions(bench.path().join("d"), Permissions::from_mode(0o555)).unwrap();
    for args in CHANGES.iter().filter(|args| !args.contains(&"--in-place")) {
        let mut command = behind(&bench, &NOBODY);
        command.args(*args).arg("--json");
        let ran = bench.run_command(command, b"");
        ran.status_is(4).unchanged();
        assert_eq!(ran.json()["error"]["code"], "permission", "{}", ran.stdout);
    }
    fs::set_permissions(bench.path().join("d"), Permissions::from_mode(0o755)).unwrap();
}

/// Eight concurrent writers; `choose` sets `path` and `root` from `$w` and `$n`. Prints the number of lines and of
/// distinct lines in `file`.
fn writers(choose: &str, file: &str) -> String {
    format!(
        "for w in 1 2 3 4 5 6 7 8; do (for n in 1 2 3 4 5 6; do root=; {choose}\n\
         incise append \"$path\" --text \"$w-$n\" -q --no-journal --sync none --lock-timeout 60s $root\n\
         done) & done; wait; wc -l < {file}; sort -u {file} | wc -l\n"
    )
}

/// Edits while the lock of `directory` is held. Prints the status of each.
fn locked_out(directory: &str, edits: &[&str]) -> String {
    let tries = edits.iter().map(|edit| {
        format!("status=0; incise append {edit} --text x -q --lock-timeout 1ms 2> said || status=$?; echo $status\n")
    });
    let tries: String = tries.collect();
    format!("(flock -x 9\n{tries}) 9< {directory}\n")
}

/// The first edit copies the file from the lower layer, and the lock must hold across that.
#[test]
fn no_edit_is_lost_while_an_overlay_copies_up() {
    let bench = Bench::new().directory("t").directory("m");
    let script = format!(
        "mount -t tmpfs tmpfs t; mkdir -p t/lower/d t/upper t/work; printf '' > t/lower/d/f; touch t/lower/d/g\n\
         mount -t overlay -o lowerdir=t/lower,upperdir=t/upper,workdir=t/work overlay m\n\
         (flock -x 8; chmod 600 m/d/g; {}) 8< m/d\n{}ls -A m/d; wc -c < t/lower/d/f",
        locked_out("t", &["m/d/f"]),
        writers("path=m/d/f", "m/d/f")
    );
    let Some(printed) = mounted(&bench, OWN, "flock", &script) else {
        return;
    };
    assert_eq!(printed, "3\n48\n48\nf\ng\n0\n");
}

/// The first edit copies up the workspace directory, and its journal must stay the same.
#[test]
fn a_workspace_that_an_overlay_copies_up_keeps_its_journal() {
    if !cfg!(linux_calls) {
        return skipped("only Linux has overlays");
    }
    let bench = Bench::new().directory("t").directory("m");
    let script = "
        mount -t tmpfs tmpfs t; mkdir -p t/lower/w/.git t/upper t/work; echo old > t/lower/w/f
        mount -t overlay -o lowerdir=t/lower,upperdir=t/upper,workdir=t/work overlay m
        cd m/w; incise view f --task one > ../view
        incise replace f --old old --new new --task two -q
        incise append f --text more --task two -q
        ls -d \"$INCISE_STATE_DIR\"/*/history* | wc -l; incise undo 1 -q; cat f";
    let Some(printed) = mounted(&bench, OWN, "ls", script) else {
        return;
    };
    assert_eq!(printed, "1\nold\nmore\n");
}

/// Five names for one directory: its own name, a link, a path with `..`, another mount, and another root.
#[test]
fn spellings_of_a_directory_share_its_lock() {
    let bench = Bench::with("d/f", "").directory("b").link("l", "d");
    let choose = "case $(((w + n) % 5)) in 0) path=d/f;; 1) path=l/f;; 2) path=d/../b/f;; \
                  3) path=b/f;; *) path=$PWD/b/f; root='--root b';; esac";
    let spellings = ["d/f", "l/f", "d/../b/f", "b/f", "\"$PWD/b/f\" --root b"];
    let script = format!(
        "mount --bind d b\n{}{}{}ls -A d",
        locked_out("d", &spellings),
        locked_out("b", &spellings),
        writers(choose, "d/f")
    );
    let Some(printed) = mounted(&bench, OWN, "flock", &script) else {
        return;
    };
    assert_eq!(printed, "3\n".repeat(10) + "48\n48\nf\n");
}
