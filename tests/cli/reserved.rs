//! Files that no command writes: version control, and the program's own names.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::bench::Bench;

/// A repository with a worktree's file, and similar names that are not protected.
fn repository() -> Bench {
    Bench::with(".git/config", "[core]\n")
        .file(".git/hooks/old", "hook\n")
        .file("sub/.git", "gitdir: elsewhere\n")
        .file(".jj/repo/store", "store\n")
        .file("deep/.hg/hgrc", "[ui]\n")
        .file("a.txt", "core\n")
        .file(".gitignore", "core\n")
        .link("config", ".git/config")
        .link("hooks", ".git/hooks")
}

/// Commands that would write to `path`, and their standard input.
fn writes(path: &str) -> Vec<(Vec<String>, String)> {
    let line = |words: &[&str]| {
        let words = words.iter().map(|word| word.replace("PATH", path));
        (words.collect::<Vec<_>>(), String::new())
    };
    let reading = |words: &[&str], stdin: &str| (line(words).0, stdin.replace("PATH", path));
    vec![
        line(&["replace", "PATH", "--old", "core", "--new", "x"]),
        line(&["insert", "PATH", "--line", "0", "--text", "x"]),
        line(&["append", "PATH", "--text", "x"]),
        line(&["lines", "PATH", "1", "--text", "x"]),
        line(&["create", "PATH", "--text", "x", "--parents"]),
        line(&["write", "PATH", "--text", "x", "--overwrite"]),
        line(&["move", "a.txt", "PATH"]),
        line(&[
            "append",
            "a.txt",
            "--text",
            "x",
            "-n",
            "--save-plan",
            "PATH",
        ]),
        reading(
            &["patch", "--output", "PATH"],
            "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-core\n+x\n",
        ),
        reading(
            &["patch", "--reject-file", "PATH"],
            "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-gone\n+x\n",
        ),
        reading(&["patch"], "--- /dev/null\n+++ b/PATH\n@@ -0,0 +1 @@\n+x\n"),
        reading(
            &["patch"],
            "*** Begin Patch\n*** Add File: PATH\n+x\n*** End Patch\n",
        ),
        reading(&["apply"], r#"{"op":"create","path":"PATH","text":"x"}"#),
        reading(&["apply"], r#"{"file_path":"PATH","content":"x"}"#),
    ]
}

#[test]
fn version_control_is_protected_however_it_is_named() {
    let bench = repository();
    let absolute = bench.path().join(".git/config");
    for path in [
        ".git/config",
        ".git/hooks/pre-commit",
        ".git/hooks/old",
        ".git/new/deep",
        ".GIT/config",
        "deep/../.git/config",
        "sub/.git",
        ".jj/repo/store",
        "deep/.hg/hgrc",
        "hooks/pre-commit",
        "hooks/old",
        absolute.to_str().unwrap(),
    ] {
        for (words, stdin) in writes(path) {
            let is_diff = words[0] == "patch" && words.len() == 1;
            if is_diff && path.starts_with('/') {
                continue;
            }
            let ran = bench.pipe(&stdin, words.iter().map(String::as_str));
            assert_eq!(ran.status, Some(5), "{words:?}: {}", ran.stderr);
            ran.unchanged().says("is protected");
        }
    }
    for words in [
        ["remove", ".git/config", "-q"],
        ["remove", "sub/.git", "-q"],
        ["remove", "hooks/old", "-q"],
        ["append", "config", "--text=x"],
    ] {
        bench.run(words).fails(5, "is protected");
    }
    let ran = bench.line("move .git/config taken");
    ran.status_is(5).unchanged();
}

/// The same from a working directory inside the repository.
#[test]
fn version_control_is_protected_from_inside() {
    let bench = repository();
    for directory in [".git", ".git/hooks", "hooks"] {
        bench
            .run(["create", "x", "--text", "x", "-C", directory])
            .status_is(5)
            .unchanged();
    }
}

#[test]
fn version_control_files_may_be_edited_below_an_explicit_root() {
    let bench = repository();
    for root in [".git", ".git/hooks"] {
        bench
            .run(["create", ".git/hooks/new", "--text=x", "-q", "--root", root])
            .status_is(0);
        bench.run(["undo", "-q", "--root", root]).status_is(0);
    }
    bench
        .line("replace .git/config --old=core --new=x -q --root .git")
        .edits(&[(".git/config", "[x]\n")]);
}

#[test]
fn roots_may_include_a_version_control_directory_and_its_parent() {
    let append = |roots: &[&str]| {
        let bench = repository();
        let words = ["append", ".git/config", "--text", "x", "-q"].iter();
        let roots = roots.iter().flat_map(|&root| ["--root", root]);
        bench.run(words.copied().chain(roots)).status.unwrap()
    };
    assert_eq!(append(&["."]), 5);
    assert_eq!(append(&[".", ".git"]), 0);
    assert_eq!(append(&[".git", "."]), 0);
    assert_eq!(append(&[".", "sub"]), 5);
}

#[test]
fn files_with_similar_names_are_edited() {
    let bench = repository()
        .file(".github/w.yml", "core\n")
        .file("x.git/f", "core\n");
    for path in [".gitignore", ".github/w.yml", "x.git/f"] {
        bench
            .run(["replace", path, "--old=core", "--new=x", "-q"])
            .status_is(0);
    }
}

#[test]
fn a_check_has_no_flag_that_writes() {
    let bench = Bench::with("a", "one\n");
    for (words, flag) in [
        (&["append", "a", "--text", "x"][..], "--save-plan"),
        (&["patch", "p.diff"], "--save-plan"),
        (&["patch", "p.diff"], "--output"),
        (&["patch", "p.diff"], "--reject-file"),
        (&["apply"], "--save-plan"),
    ] {
        let words = [&["check"], words, &[flag, "p"]].concat();
        bench.run(words).fails(2, "`check` writes nothing");
    }
    let ran = bench.line("append a --text x -n --save-plan p -q");
    ran.status_is(0);
}

const DIGITS: &str = "0123456789abcdef0123456789abcdef";

#[test]
fn no_command_creates_reserved_names() {
    for name in [
        ".incise-pending",
        ".incise-lock",
        ".incise-notes.md",
        ".INCISE-pending",
        &format!(".incise-{DIGITS}"),
        &format!("d/.incise-{DIGITS}~"),
        ".incise-dir/file",
    ] {
        let bench = Bench::with("a.txt", "core\n").directory("d");
        for (words, stdin) in writes(name) {
            // Commands that find no file are refused for that reason.
            if ["replace", "insert", "lines"].contains(&&*words[0]) {
                continue;
            }
            let ran = bench.pipe(&stdin, words.iter().map(String::as_str));
            // A missing directory may be reported first.
            let is_refused =
                ran.status == Some(5) || ran.status == Some(4) && name.contains("dir/");
            assert!(is_refused, "{words:?}: {:?} {}", ran.status, ran.stderr);
            ran.unchanged();
        }
    }
}

#[test]
fn no_command_edits_reserved_names_but_they_can_be_removed() {
    let name = format!(".incise-{DIGITS}");
    for words in [
        ["replace", &name, "--old=core", "--new=x"],
        ["append", &name, "--text=x", "-q"],
        ["write", &name, "--text=x", "--overwrite"],
    ] {
        let bench = Bench::with(&name, "core\n");
        bench.run(words).fails(5, "is protected");
    }
    Bench::with(&name, "core\n")
        .run(["remove", &name, "-q"])
        .status_is(0)
        .became(&[(&name, None)]);
    let bench = Bench::with(&name, "core\n");
    bench.run(["move", &name, "kept", "-q"]).status_is(0);
    assert_eq!(bench.text("kept"), "core\n");
}

/// Plans and replays cannot circumvent this.
#[test]
fn no_record_creates_a_reserved_name() {
    let bench = Bench::with("a.txt", "core\n");
    let plan = bench
        .line("create notes --text=x -n --format plan")
        .stdout
        .replace("notes", ".incise-notes");
    bench.pipe(&plan, ["apply"]).status_is(5).unchanged();
    bench.pipe(&plan, ["replay"]).status_is(5).unchanged();
}

/// A file that only resembles ours is never deleted, whoever made it and however old it is.
#[test]
fn nothing_is_swept_that_is_not_ours() {
    let bench = Bench::with("a.txt", "core\n");
    let names = [
        format!(".incise-{DIGITS}"),
        format!(".incise-{DIGITS}.txt"),
        format!(".incise-{DIGITS}~"),
        format!(".incise-{DIGITS}~=0123456789abcdef"),
    ];
    for (number, name) in names.iter().enumerate() {
        fs::write(bench.path().join(name), format!("precious {number}\n")).unwrap();
    }
    let empty = format!(".incise-{}", DIGITS.replace('0', "7"));
    fs::write(bench.path().join(&empty), "").unwrap();
    let link = format!(".incise-{}", DIGITS.replace('0', "8"));
    symlink("a.txt", bench.path().join(&link)).unwrap();
    let ran = bench.line("replace a.txt --old=core --new=x");
    ran.edits(&[("a.txt", "x\n")]);
    for name in names.iter().chain([&empty, &link]) {
        ran.says(name);
    }
    let ran = bench.line("recover");
    ran.status_is(0)
        .unchanged()
        .prints("but incise did not create it");
    assert_eq!(ran.json_or_text().as_str().unwrap().lines().count(), 6);
}

/// For any file with the name of a marker, `recover` reports and removes the marker. No text is lost.
#[test]
fn a_marker_without_a_log_is_lifted() {
    let gone = tempfile::tempdir().unwrap();
    for text in [
        "x".to_owned(),
        format!("{DIGITS}:1:/nowhere"),
        format!("{DIGITS}:1:{}", gone.path().display()),
    ] {
        let bench = Bench::with("d/a.txt", "one\n").link("d/.incise-pending", &text);
        for line in ["append d/a.txt --text=x", "check append d/a.txt --text=x"] {
            bench.line(line).status_is(3).unchanged();
        }
        let ran = bench.line("recover");
        ran.status_is(0).became(&[("d/.incise-pending", None)]);
        assert_eq!(
            ran.stdout,
            "deleted `d/.incise-pending`: its log does not exist\n"
        );
        bench.line("append d/a.txt --text=x -q").status_is(0);
        bench
            .line("recover")
            .status_is(0)
            .prints("nothing to recover");
    }
    let bench = Bench::with("a.txt", "one\n").file(".incise-pending", "mine\n");
    bench.line("append a.txt --text=x").status_is(3).unchanged();
    let ran = bench.line("recover --json");
    assert_eq!(
        ran.status_is(0).json()["lifted"],
        serde_json::json!([".incise-pending"])
    );
    assert_eq!(bench.text("incise-pending.found"), "mine\n");
    bench.line("append a.txt --text=x -q").status_is(0);
    assert!(!Path::new(&bench.path().join(".incise-pending")).exists());
}
