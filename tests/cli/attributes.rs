//! Extended attributes and access lists: every command that changes the text of a file keeps them.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, lchown};
use std::path::Path;

use rustix::fs::{XattrFlags, getxattr, lgetxattr, listxattr, lsetxattr, setxattr};

use crate::bench::Bench;
use crate::promise::{behind, skipped, works};

/// Names and values of extended attributes.
type Attributes = BTreeMap<String, Vec<u8>>;

/// `user::rw-, user:1000:r--, group::---, mask::r--, other::---` as the kernel stores it. The file mode shows the
/// mask as the group's permissions, although the group has none.
const ACCESS_LIST: [u8; 44] = [
    2, 0, 0, 0, // version
    1, 0, 6, 0, 255, 255, 255, 255, // owner
    2, 0, 4, 0, 232, 3, 0, 0, // user 1000
    4, 0, 0, 0, 255, 255, 255, 255, // group
    16, 0, 4, 0, 255, 255, 255, 255, // mask
    32, 0, 0, 0, 255, 255, 255, 255, // other
];

/// `cap_net_raw=ep` as the kernel stores it.
const CAPABILITY: [u8; 20] = [
    1, 0, 0, 2, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// A user other than root, in no other group.
const SOMEBODY: [&str; 4] = ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups"];

const TEXT: &str = "one\ntwo\nthree\n";

/// Sets attributes of every class that can be set on this system.
fn adorn(path: &Path) -> Attributes {
    let values: [(&str, &[u8]); 5] = [
        ("user.note", b"kept"),
        ("user.empty", b""),
        ("trusted.note", b"only root has it"),
        ("security.selinux", b"system_u:object_r:etc_t:s0\0"),
        ("system.posix_acl_access", &ACCESS_LIST),
    ];
    for (name, value) in values {
        let _ = setxattr(path, name, value, XattrFlags::empty());
    }
    attributes(path)
}

fn attributes(path: &Path) -> Attributes {
    let mut names = vec![0; 4096];
    let len = listxattr(path, &mut names[..]).unwrap_or(0);
    let names = String::from_utf8(names[..len].to_vec()).unwrap();
    let value = |name: &str| {
        let mut value = vec![0; 4096];
        let len = getxattr(path, name, &mut value[..]).unwrap();
        value[..len].to_vec()
    };
    names
        .split_terminator('\0')
        .map(|name| (name.to_owned(), value(name)))
        .collect()
}

/// Waits until a change would get a later time stamp than the last change of the file. Nearly all edited files are in
/// that state, and they are handled differently from files that were just changed.
fn settle(bench: &Bench, path: &str) {
    let time = |path: &Path| {
        let facts = fs::symlink_metadata(path).unwrap();
        i128::from(facts.ctime()) * 1_000_000_000 + i128::from(facts.ctime_nsec())
    };
    let last = time(&bench.path().join(path));
    let probe = bench.state().join("clock");
    loop {
        fs::write(&probe, "").unwrap();
        if time(&probe) > last + 50_000_000 {
            return;
        }
    }
}

/// A settled file with attributes, and these attributes. `None` if none can be set.
fn adorned() -> Option<(Bench, Attributes)> {
    let bench = Bench::with("a", TEXT).file("b", TEXT);
    fs::create_dir_all(bench.state()).unwrap();
    let attributes = adorn(&bench.path().join("a"));
    if attributes.is_empty() {
        skipped("the file system has no extended attributes");
        return None;
    }
    settle(&bench, "a");
    Some((bench, attributes))
}

/// The warning about a capability that was dropped.
fn dropped() -> String {
    "warning: a: `security.capability` certified the old content and was dropped\n".to_owned()
}

const PATCH: &str = "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";

/// Commands that change the text of `a`, and their standard input.
const EDITS: [(&[&str], &str); 9] = [
    (&["replace", "a", "--old", "two", "--new", "2"], ""),
    (&["append", "a", "--text", "four"], ""),
    (&["insert", "a", "--line", "1", "--text", "more"], ""),
    (&["lines", "a", "2", "--text", "2"], ""),
    (&["write", "a", "--overwrite", "--text", "1"], ""),
    (&["patch", "-"], PATCH),
    (
        &["apply", "-"],
        r#"{"op":"replace","path":"a","old":"two","new":"2"}"#,
    ),
    (
        &["apply", "-", "--each"],
        r#"{"op":"replace","path":"a","old":"two","new":"2"}"#,
    ),
    (&["replace", "a", "b", "--old", "two", "--new", "2"], ""),
];

#[test]
fn every_edit_keeps_them_and_so_do_undo_and_redo() {
    for (args, stdin) in EDITS {
        let Some((bench, expected)) = adorned() else {
            return;
        };
        let path = bench.path().join("a");
        let old = fs::metadata(&path).unwrap();
        let mut seen = vec![bench.text("a")];
        for args in [args, &["undo"], &["redo"]] {
            let ran = bench.pipe(stdin, args);
            ran.status_is(0);
            assert_eq!(ran.stderr, "", "{args:?}");
            assert_eq!(attributes(&path), expected, "{args:?}");
            let now = fs::metadata(&path).unwrap();
            assert_eq!(now.mode(), old.mode(), "{args:?}");
            seen.push(bench.text("a"));
            settle(&bench, "a");
        }
        assert_ne!(seen[0], seen[1]);
        assert_eq!([&seen[0], &seen[1]], [&seen[2], &seen[3]]);
    }
}

#[test]
fn a_replayed_edit_keeps_those_of_the_file_it_finds() {
    let Some((here, _)) = adorned() else {
        return;
    };
    here.line("append a --text four").status_is(0);
    let edits = here.line("log --export").bytes;
    let there = Bench::with("a", TEXT);
    fs::create_dir_all(there.state()).unwrap();
    let path = there.path().join("a");
    let _ = setxattr(&path, "user.theirs", b"kept", XattrFlags::empty());
    let expected = attributes(&path);
    settle(&there, "a");
    there.pipe(&edits, ["replay"]).status_is(0);
    assert_eq!(there.bytes("a"), here.bytes("a"));
    assert_eq!(attributes(&path), expected);
}

#[test]
fn a_moved_file_and_a_backup_have_them_too() {
    let Some((bench, expected)) = adorned() else {
        return;
    };
    let of = |name| attributes(&bench.path().join(name));
    bench.line("append a --text four --backup").status_is(0);
    assert_eq!(of("a.bak"), expected);
    let moved = "diff --git a/a b/d\nsimilarity index 80%\nrename from a\nrename to d\n--- a/a\n+++ b/d\n\
                 @@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
    bench.pipe(moved, ["patch", "-"]).status_is(0);
    assert_eq!(of("d"), expected);
    bench.line("move d e").status_is(0);
    assert_eq!(of("e"), expected);
}

/// Attributes that certified the old content are dropped, and a warning names them. Needs root.
#[test]
fn attributes_that_certified_the_old_text_are_named() {
    for way in [&[][..], &["--in-place"]] {
        let bench = Bench::with("a", TEXT);
        let path = bench.path().join("a");
        let name = "security.capability";
        if setxattr(&path, name, &CAPABILITY, XattrFlags::empty()).is_err() {
            return skipped("capabilities cannot be set");
        }
        let mut args = vec!["append", "a", "--text", "four"];
        args.extend(way);
        bench.run(args).status_is(0).says(&dropped());
        assert_eq!(attributes(&path), Attributes::new());
    }
}

/// If an attribute cannot be kept, the edit is refused, and nothing is written or left over. An in-place edit keeps
/// it.
#[test]
fn an_attribute_that_cannot_be_kept_is_refused() {
    if !works(&["strace", "-qqo", "/dev/null", "true"]) {
        return skipped("strace is missing or may not trace");
    }
    for (call, error, says) in [
        ("fsetxattr", "EPERM", "cannot keep its extended attribute `"),
        (
            "fsetxattr",
            "ENOSPC",
            "cannot keep its extended attribute `",
        ),
        ("fgetxattr", "EIO", "cannot keep its extended attribute `"),
        (
            "flistxattr",
            "ENOSYS",
            "cannot read its extended attributes: ",
        ),
    ] {
        let Some((bench, expected)) = adorned() else {
            return;
        };
        let fails = format!("inject={call}:error={error}");
        let wrapper = ["strace", "-f", "-qqo", "/dev/null", "-e", &fails];
        let edit = |more: &[&str]| {
            let mut command = behind(&bench, &wrapper);
            command.args(["append", "a", "--text", "four"]).args(more);
            bench.run_command(command, b"")
        };
        let ran = edit(&[]);
        ran.says(says)
            .says("hint: --in-place writes into the existing file");
        ran.status_is(4).restored();
        let refused = edit(&["--json"]);
        assert_eq!(refused.json()["error"]["code"], "attributes");
        refused.restored();
        edit(&["--in-place"])
            .status_is(0)
            .says("warning: a: written in place");
        assert_eq!(attributes(&bench.path().join("a")), expected);
        assert_eq!(bench.text("a"), format!("{TEXT}four\n"));
    }
}

/// Undo, and a replay of the undo elsewhere, restore a removed file with its attributes. Redo removes it again.
#[test]
fn a_file_that_comes_back_has_those_it_had() {
    let Some((bench, expected)) = adorned() else {
        return;
    };
    let path = bench.path().join("a");
    let before = bench.tree();
    for way in [&["remove", "a"][..], &["apply", "-"]] {
        let remove = r#"{"op":"remove","path":"a"}"#;
        bench.pipe(remove, way).status_is(0);
        bench.line("undo").status_is(0).tree_is(&before);
        assert_eq!(attributes(&path), expected);
        bench.line("redo").status_is(0);
        assert!(!path.exists());
        bench.line("undo").status_is(0).tree_is(&before);
        assert_eq!(attributes(&path), expected);
    }
    let undone = bench.line("log --export --max 1").bytes;
    let there = Bench::new();

    there.pipe(&undone, ["replay"]).status_is(0);
    assert_eq!(there.text("a"), TEXT);
    assert_eq!(attributes(&there.path().join("a")), expected);
}

/// A created file that got attributes later has them again after undo and redo.
#[test]
fn a_file_that_is_made_again_has_those_it_was_given() {
    let bench = Bench::new();
    bench.line("create a --text text").status_is(0);
    let path = bench.path().join("a");
    let expected = adorn(&path);
    bench.line("undo").status_is(0);
    assert!(!path.exists());
    bench.line("redo").status_is(0);
    assert_eq!(attributes(&path), expected);
}

/// A restored file has no capability, and a warning says so: a document must not grant capabilities. Needs root.
#[test]
fn a_file_that_comes_back_has_no_capability() {
    let bench = Bench::with("a", TEXT);
    let path = bench.path().join("a");
    let name = "security.capability";
    if setxattr(&path, name, &CAPABILITY, XattrFlags::empty()).is_err() {
        return skipped("capabilities cannot be set");
    }
    bench.line("remove a").status_is(0);
    bench.line("undo").status_is(0).says(&dropped());
    assert_eq!(bench.text("a"), TEXT);
    assert_eq!(attributes(&path), Attributes::new());
}

/// A removal that could not be undone completely is refused.
#[test]
fn a_file_whose_attributes_cannot_be_read_is_not_removed() {
    if !works(&["strace", "-qqo", "/dev/null", "true"]) {
        return skipped("strace is missing or may not trace");
    }
    let Some((bench, _)) = adorned() else {
        return;
    };
    let fails = "inject=fgetxattr:error=EIO:when=1";
    let wrapper = ["strace", "-f", "-qqo", "/dev/null", "-e", fails];
    let mut command = behind(&bench, &wrapper);
    command.args(["remove", "a"]);
    let ran = bench.run_command(command, b"");
    ran.says("a: cannot read its extended attributes: the system did not report them");
    ran.status_is(4).unchanged();
}

/// A symbolic link has separate attributes and an owner. They are restored with the link, and kept if its target
/// changes. Needs root.
#[test]
fn a_link_that_comes_back_or_leads_elsewhere_has_those_it_had() {
    let bench = Bench::with("a", TEXT).link("l", "a");
    let path = bench.path().join("l");
    let name = "trusted.note";
    let note = || {
        let mut value = [0; 64];
        let len = lgetxattr(&path, name, &mut value).unwrap_or(0);
        let facts = fs::symlink_metadata(&path).unwrap();
        (value[..len].to_vec(), facts.uid(), facts.gid())
    };
    if lsetxattr(&path, name, b"of the link", XattrFlags::empty()).is_err()
        || lchown(&path, Some(1234), Some(1235)).is_err()
    {
        return skipped("links cannot be given attributes");
    }
    let expected = (b"of the link".to_vec(), 1234, 1235);
    bench.line("remove l").status_is(0);
    bench.line("undo").status_is(0);
    assert_eq!(note(), expected);
    let diff = "diff --git a/l b/l\nindex 1111111..2222222 120000\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-a\n\
        \\ No newline at end of file\n+b\n\\ No newline at end of file\n";
    bench.pipe(diff, ["patch", "-"]).status_is(0);
    assert_eq!(fs::read_link(&path).unwrap(), Path::new("b"));
    assert_eq!(note(), expected);
    bench.line("undo").status_is(0);
    assert_eq!(fs::read_link(&path).unwrap(), Path::new("a"));
    assert_eq!(note(), expected);
}

/// A restored file gets its former owner if the system allows that. Otherwise a warning says so, and nobody gains a
/// permission. Needs root.
#[test]
fn a_file_that_comes_back_has_the_owner_it_had() {
    let owner = |path: &Path| {
        let facts = fs::metadata(path).unwrap();
        (facts.uid(), facts.gid(), facts.mode() & 0o7777)
    };
    let bench = Bench::with("a", TEXT).mode("a", 0o660);
    let path = bench.path().join("a");
    if chown(&path, Some(1234), Some(1235)).is_err() || !works(&SOMEBODY) {
        return skipped("files cannot be given away");
    }
    bench.line("remove a").status_is(0);
    bench.line("undo").status_is(0);
    assert_eq!(owner(&path), (1234, 1235, 0o660));

    for directory in [bench.path(), bench.state()] {
        chown(directory, Some(1000), Some(1000)).unwrap();
    }
    fs::remove_dir_all(bench.state()).unwrap();
    fs::create_dir(bench.state()).unwrap();
    chown(bench.state(), Some(1000), Some(1000)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
    for args in [&["remove", "a"][..], &["undo"]] {
        let mut command = behind(&bench, &SOMEBODY);
        command.args(args);
        let ran = bench.run_command(command, b"");
        ran.status_is(0);
        if args == ["undo"] {
            ran.says("a: the owner could not be kept")
                .says("a: the group could not be kept");
        }
    }
    assert_eq!(owner(&path), (1000, 1000, 0o644));
}

/// If the user is not in the file's group, the group and its permissions are dropped, with a warning. Needs root.
#[test]
fn a_group_that_cannot_be_kept_is_said_with_its_rights() {
    let bench = Bench::with("a", TEXT).mode("a", 0o660);
    let path = bench.path().join("a");
    let is_given = chown(&path, Some(1000), Some(1005)).is_ok();
    if !is_given || !works(&SOMEBODY) {
        return skipped("files cannot be given away");
    }
    for directory in [bench.path(), bench.state()] {
        chown(directory, Some(1000), Some(1000)).unwrap();
    }
    let mut command = behind(&bench, &SOMEBODY);
    command.args(["append", "a", "--text", "x"]);
    bench.run_command(command, b"").status_is(0).says(
        "warning: a: the group could not be kept: the file now has your group, with the permissions of others\n",
    );
    let facts = fs::metadata(&path).unwrap();
    assert_eq!(
        (facts.uid(), facts.gid(), facts.mode() & 0o7777),
        (1000, 1000, 0o600)
    );
    // The same for a copy.
    chown(&path, Some(1000), Some(1005)).unwrap();
    let mut command = behind(&bench, &SOMEBODY);
    command.args(["append", "a", "--text", "y", "--backup"]);
    bench
        .run_command(command, b"")
        .status_is(0)
        .says("warning: a: the group could not be kept")
        .says("warning: a.bak: the group could not be kept");
}

/// A request that deletes a file, directly or after a move, and creates it again edits the file.
#[test]
fn a_file_that_is_deleted_and_created_again_keeps_its_mode() {
    let create = r#"{"op":"create","path":"a","text":"new\n"}"#;
    let away = r#"{"op":"move","path":"a","to":"b"}"#;
    let remove = |path: &str| format!(r#"{{"op":"remove","path":"{path}"}}"#);
    for (edits, file) in [
        (format!("[{},{create}]", remove("a")), "a"),
        (format!("[{away},{},{create}]", remove("b")), "a"),
        (format!("[{away},{create},{}]", remove("b")), "a"),
        (format!("[{},{create},{away}]", remove("a")), "b"),
    ] {
        let bench = Bench::with("a", TEXT).mode("a", 0o600);
        bench.pipe(&edits, ["apply", "-q"]).status_is(0);
        assert_eq!(bench.text(file), "new\n", "{edits}");
        let facts = fs::metadata(bench.path().join(file)).unwrap();
        assert_eq!(facts.mode() & 0o7777, 0o600, "{edits}");
    }
}
