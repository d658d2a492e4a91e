//! The state directory: private, never trusted when it is not, and not needed for an edit.
//!
//! Without it single edits lose their history and say so, and the log of a transaction lies in the workspace
//! meanwhile, where only the explicit command acts on it.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

use super::{behind, skipped, works};
use crate::bench::Bench;

const TWO: &str =
    r#"[{"op":"append","path":"b","text":"x"},{"op":"append","path":"c","text":"x"}]"#;

/// The directory that holds all state of the runs of `bench`.
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

/// An edit and a transaction are made all the same, warn that they cannot be undone, and leave nothing of
/// theirs anywhere.
#[track_caller]
fn does_without(bench: &Bench, make: impl Fn() -> std::process::Command) {
    let mut edit = make();
    edit.args(["replace", "a", "--old", "old", "--new", "new", "--json"]);
    let one = bench.run_command(edit, b"");
    one.status_is(0).changed(&[("a", "new\n")]);
    let mut apply = make();
    apply.args(["apply", "-", "--json"]);
    let two = bench.run_command(apply, TWO.as_bytes());
    two.status_is(0)
        .changed(&[("b", "old\nx\n"), ("c", "old\nx\n")]);
    for ran in [one, two] {
        let report = ran.json();
        assert_eq!(report["warnings"][0]["code"], "no_journal", "{report}");
        assert!(report.get("undo").is_none(), "{report}");
    }
}

/// One thing that makes a directory unfit.
type Spoil = fn(&Path);

#[test]
fn an_edit_needs_no_state_directory_and_trusts_no_other() {
    let spoils: [(&str, Spoil); 4] = [
        ("a link", |path| {
            let real = path.with_file_name("real");
            fs::create_dir(&real).unwrap();
            symlink(real, path).unwrap();
        }),
        ("open to others", |path| {
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
        // Made by the comparison of trees.
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

/// Somebody without rights of his own, whose state directory cannot be written or made.
#[test]
fn a_state_directory_that_cannot_be_written_is_done_without() {
    const NOBODY: [&str; 4] = [
        "setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
    ];
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

/// Neither `INCISE_STATE_DIR` nor `XDG_STATE_HOME` nor `HOME`.
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
        .says("none of INCISE_STATE_DIR, XDG_STATE_HOME and HOME says where");
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
    assert!(made.len() > 6, "{made:?}");
    for path in made {
        let facts = fs::symlink_metadata(&path).unwrap();
        let expected = if facts.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(facts.mode() & 0o7777, expected, "{path:?}");
    }
}

/// Neither the texts of a file for secrets nor the words of the command that edited it are kept.
#[test]
fn a_secret_is_nowhere_in_the_state_directory() {
    let bench = Bench::with(".env", "PASSWORD=hunter2\n").file("b", "b\n");
    bench
        .run([
            "replace",
            ".env",
            "--old",
            "hunter2",
            "--new",
            "correct-horse",
            "-q",
        ])
        .status_is(0);
    let edit = r#"[{"op":"append","path":".env","text":"TOKEN=battery"},{"op":"append","path":"b","text":"staple"}]"#;
    bench.pipe(edit, ["apply", "-", "-q"]).status_is(0);
    bench.run(["undo", "-q"]).status_is(3);
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
