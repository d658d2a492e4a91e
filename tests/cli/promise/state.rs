//! The state directory: private, not trusted if it is not private, and not required for an edit.
//!
//! Without it, single edits lose their history and say so. The log of a transaction is then in the workspace, where
//! only the explicit command uses it.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{NOBODY, behind, skipped, works};
use crate::bench::Bench;

const TWO: &str =
    r#"[{"op":"append","path":"b","text":"x"},{"op":"append","path":"c","text":"x"}]"#;

/// The directory with all state of the runs of `bench`.
fn state(bench: &Bench) -> PathBuf {
    bench.state().join("state")
}

fn all_below(path: &Path) -> Vec<PathBuf> {
    let mut found = vec![path.to_owned()];
    if fs::symlink_metadata(path).is_ok_and(|facts| facts.is_dir()) {
        for entry in fs::read_dir(path).unwrap() {
            found.extend(all_below(&entry.unwrap().path()));
        }
    }
    found
}

fn files() -> Bench {
    Bench::with("a", "old\n")
        .file("b", "old\n")
        .file("c", "old\n")
}

/// Asserts that an edit and a transaction succeed, warn that they cannot be undone, and leave no files.
#[track_caller]
fn does_without(bench: &Bench, make: impl Fn() -> std::process::Command) {
    let mut edit = make();
    edit.args(["replace", "a", "--old", "old", "--new", "new", "--json"]);
    let one = bench.run_command(edit, b"");
    one.edits(&[("a", "new\n")]);
    let mut apply = make();
    apply.args(["apply", "-", "--task", "t1", "--json"]);
    let two = bench.run_command(apply, TWO.as_bytes());
    two.edits(&[("b", "old\nx\n"), ("c", "old\nx\n")]);
    for ran in [one, two] {
        let report = ran.json();
        assert_eq!(report["warnings"][0]["code"], "no_journal", "{report}");
        assert!(report["warnings"][1].is_null(), "{report}");
        assert!(report.get("undo").is_none(), "{report}");
    }
}

/// A change that makes a directory unfit.
type Spoil = fn(&Path);

#[test]
fn an_edit_needs_no_state_directory_and_trusts_no_other() {
    let spoils: [(&str, Spoil); 4] = [
        ("a link", |path| {
            let real = path.with_file_name("real");
            fs::create_dir(&real).unwrap();
            symlink(real, path).unwrap();
        }),
        ("accessible to others", |path| {
            fs::create_dir(path).unwrap();
            fs::set_permissions(path, Permissions::from_mode(0o777)).unwrap();
        }),
        ("a file", |path| fs::write(path, "").unwrap()),
        ("below a file", |path| {
            fs::write(path.with_file_name("file"), "").unwrap();
            symlink("file/nothing", path).unwrap();
        }),
    ];
    for (what, spoil) in spoils {
        let bench = files();
        spoil(&state(&bench));
        let before = all_below(bench.state());
        let facts = fs::symlink_metadata(state(&bench)).unwrap();
        println!("{what}");
        does_without(&bench, || bench.command());
        let mut now = all_below(bench.state());
        // Created by the comparison of trees.
        now.retain(|path| !["f", "d"].iter().any(|name| path.ends_with(name)));
        assert_eq!(now, before, "{what}");
        let after = fs::symlink_metadata(state(&bench)).unwrap();
        assert_eq!((after.ino(), after.mode()), (facts.ino(), facts.mode()));
    }
}

#[test]
fn another_users_state_directory_is_not_used() {
    let bench = files();
    let path = state(&bench);
    fs::create_dir(&path).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
    if chown(&path, Some(1234), Some(1234)).is_err() {
        return skipped("only root can give a directory away");
    }
    does_without(&bench, || bench.command());
    assert_eq!(all_below(&path), [path]);
}

/// A user without privileges, whose state directory cannot be written or created.
#[test]
fn a_state_directory_that_cannot_be_written_is_done_without() {
    if !works(&NOBODY) {
        return skipped("`setpriv` cannot be used");
    }
    for is_there in [true, false] {
        let bench = files();
        let path = state(&bench);
        fs::set_permissions(bench.state(), Permissions::from_mode(0o755)).unwrap();
        if is_there {
            fs::create_dir(&path).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o500)).unwrap();
            chown(&path, Some(65534), Some(65534)).unwrap();
        }
        for name in ["", "a", "b", "c"] {
            chown(bench.path().join(name), Some(65534), Some(65534)).unwrap();
        }
        does_without(&bench, || behind(&bench, &NOBODY));
        assert_eq!(path.exists(), is_there);
        assert!(!is_there || all_below(&path) == [path]);
    }
}

/// Neither `INCISE_STATE_DIR` nor `XDG_STATE_HOME` nor `HOME` is set.
#[test]
fn without_a_home_there_is_no_history_and_the_report_says_so() {
    let bench = files();
    does_without(&bench, || {
        let mut command = bench.command();
        command.env_remove("HOME").env_remove("INCISE_STATE_DIR");
        command
    });
    let mut command = bench.command();
    command.env_remove("HOME").env_remove("INCISE_STATE_DIR");
    command.args(["append", "a", "--text", "x"]);
    let ran = bench.run_command(command, b"");
    ran.status_is(0)
        .says("INCISE_STATE_DIR, XDG_STATE_HOME and HOME do not name a directory");
    // Without a journal, these commands fail instead of reporting an empty history.
    for words in [&["log"][..], &["log", "--export"], &["undo"], &["redo"]] {
        let mut command = bench.command();
        command.env_remove("HOME").env_remove("INCISE_STATE_DIR");
        command.args(words);
        let ran = bench.run_command(command, b"");
        ran.status_is(4)
            .says("INCISE_STATE_DIR, XDG_STATE_HOME and HOME do not name a directory");
    }
}

#[test]
fn all_that_is_made_is_private_whatever_the_umask() {
    let bench = files();
    let mut command = behind(&bench, &["sh", "-c", "umask 0; exec \"$@\"", "sh"]);
    command.args(["apply", "-", "-q"]);
    bench.run_command(command, TWO.as_bytes()).status_is(0);
    let mut command = behind(&bench, &["sh", "-c", "umask 0; exec \"$@\"", "sh"]);
    command.args(["append", "a", "--text", "x", "-q"]);
    bench.run_command(command, b"").status_is(0);
    let made = all_below(&state(&bench));
    assert!(made.len() > 5, "{made:?}");
    for path in made {
        let facts = fs::symlink_metadata(&path).unwrap();
        let expected = if facts.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(facts.mode() & 0o7777, expected, "{path:?}");
    }
}

/// A fake log of a transaction that removes `victim`, in the program's format.
fn crafted(victim: &Path) -> String {
    let facts = fs::metadata(victim).unwrap();
    let directory = victim.parent().unwrap();
    let removal = json!({
        "op": "removal",
        "at": {"directory": 0, "parents": null, "name": victim.file_name().unwrap().to_str()},
        "old": {
            "inode": facts.ino(),
            "len": facts.len(),
            "modified": [facts.mtime(), facts.mtime_nsec()],
        },
        "kept": ".incise-0123456789abcdef0123456789abcdef~",
    });
    let inode = fs::metadata(directory).unwrap().ino();
    let log = json!([2, {
        "directories": [{"path": directory, "inode": inode}],
        "operations": [removal],
    }])
    .to_string();
    let hash = blake3::hash(log.as_bytes()).to_hex();
    format!("{}{log}", &hash[..16])
}

const LOG: &str = "fedcba9876543210fedcba9876543210.wal";

/// A log in the user's own state directory is used. This proves that logs elsewhere are ignored on purpose.
#[test]
fn a_log_in_the_state_directory_is_acted_on() {
    let bench = files().file("d/victim", "text\n");
    bench.pipe(TWO, ["apply", "-", "-q"]).status_is(0);
    let log = state(&bench).join("txn").join(LOG);
    fs::write(&log, crafted(&bench.path().join("d/victim"))).unwrap();
    bench.line("append d/other --text x -q").status_is(0);
    assert!(!bench.path().join("d/victim").exists());
    assert!(!log.exists());
}

/// A repository contains a fake state directory, a fake log and a marker.
#[test]
fn state_files_in_a_repository_are_never_used() {
    let outside = Bench::with("victim", "text\n").file("inside/victim", "text\n");
    for (mode, victim) in [(0o755, "outside"), (0o700, "outside"), (0o700, "inside")] {
        let bench = files().file("victim", "text\n").directory(".incise");
        let victim = match victim {
            "outside" => outside.path().join("victim"),
            _ => bench.path().join("victim"),
        };
        fs::write(bench.path().join(".incise").join(LOG), crafted(&victim)).unwrap();
        let bench = bench.mode(".incise", mode);
        let others = outside.tree();
        let tree = bench.tree();
        for args in [
            &["view", "victim"][..],
            &["check", "append", "a", "--text", "x"],
            &["log"],
        ] {
            bench.run(args).status_is(0).unchanged();
        }
        bench.line("append a --text x -q").status_is(0);
        bench.pipe(TWO, ["apply", "-", "-q"]).status_is(0);
        assert_eq!(bench.text("victim"), "text\n");
        assert!(bench.path().join(".incise").join(LOG).exists());
        // Even the explicit command does not follow the log out of the workspace.
        let ran = bench.line("recover --json");
        assert_eq!(ran.json()["operation"], "recover");
        if victim.starts_with(outside.path()) {
            assert_eq!(bench.tree().len(), tree.len(), "{}", ran.stdout);
        }
        assert_eq!(outside.tree(), others);
    }
}

/// A marker names the location of a log. A false marker blocks writers, and the message explains the fix.
#[test]
fn a_marker_in_a_repository_is_refused_and_reported() {
    for text in [
        "0123456789abcdef0123456789abcdef:0:/nowhere",
        "x",
        "../../victim",
    ] {
        let bench = files().link(".incise-pending", text);
        let ran = bench.line("append a --text x");
        ran.fails(3, "`incise recover` deletes the marker");
        let ran = bench.line("view a");
        ran.status_is(0).says("may have left a mixture").unchanged();
        let ran = bench.line("recover");
        ran.status_is(0)
            .prints("deleted `.incise-pending`: its log does not exist\n");
        assert!(fs::symlink_metadata(bench.path().join(".incise-pending")).is_err());
        let ran = bench.line("append a --text x -q");
        ran.edits(&[("a", "old\nx\n")]);
    }
}

/// The state directory contains neither the text of a secrets file nor the arguments of the command.
#[test]
fn a_secret_is_nowhere_in_the_state_directory() {
    let bench = Bench::with(".env", "PASSWORD=hunter2\n").file("b", "b\n");
    bench
        .line("replace .env --old hunter2 --new correct-horse -q")
        .status_is(0);
    bench.pipe(r#"[{"op":"append","path":".env","text":"TOKEN=battery"},{"op":"append","path":"b","text":"staple"}]"#, ["apply", "-", "-q"]).status_is(0);
    bench.line("undo -q").status_is(3);
    let mut has_plain = false;
    for path in all_below(&state(&bench)) {
        let Ok(bytes) = fs::read(&path) else { continue };
        // Large objects are compressed, small ones are not.
        let text = zstd::decode_all(&bytes[..]).unwrap_or(bytes);
        let text = String::from_utf8_lossy(&text).into_owned();
        for secret in ["hunter2", "correct-horse", "battery"] {
            assert!(!text.contains(secret), "{secret} in {path:?}: {text}");
        }
        has_plain |= text.contains("staple");
    }
    assert!(has_plain, "what is no secret is there to be found");
}

#[test]
fn recovering_a_missing_directory_is_an_error() {
    files()
        .line("recover nowhere")
        .fails(4, "incise: nowhere: there is no such file\nhint: ");
}
