//! Real histories: the diff between two states of real files turns one into the other, byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::bench::{Bench, Ran};
use crate::peer::git;

/// The files below a directory; true for executable files.
fn files(root: &Path) -> BTreeMap<PathBuf, (Vec<u8>, bool)> {
    let mut found = BTreeMap::new();
    let mut directories = vec![root.to_path_buf()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            let facts = fs::symlink_metadata(&path).unwrap();
            if facts.is_dir() {
                directories.push(path);
            } else if facts.is_file() {
                let name = path.strip_prefix(root).unwrap().to_path_buf();
                let executable = facts.permissions().mode() & 0o100 != 0;
                found.insert(name, (fs::read(&path).unwrap(), executable));
            }
        }
    }
    found
}

/// Copies the files of `from` to `to`.
fn copy(from: &Path, to: &Path) {
    for (name, (text, executable)) in files(from) {
        let path = to.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let mode = if executable { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }
}

/// Asserts that the diff turns the files of `old` into those of `new`, and the reverse with `-R`. A diff with copies
/// cannot be reversed.
#[track_caller]
fn makes(old: &Path, new: &Path, patch: &[u8], flags: &[&str]) {
    let copies = patch.windows(11).any(|bytes| bytes == b"\ncopy from ");
    let directions = [(old, new, None), (new, old, Some("-R"))];
    for (from, to, direction) in directions.into_iter().take(if copies { 1 } else { 2 }) {
        let bench = Bench::new().file("fix.diff", patch);
        let tree = bench.path().join("tree");
        fs::create_dir(&tree).unwrap();
        copy(from, &tree);
        let mut command = bench.command();
        command.args(["patch", "../fix.diff", "-C", "tree", "-q", "--no-journal"]);
        command.args(["--sync", "none"]);
        // Real files may contain text like a placeholder, be binary, or shrink to a stub.
        command.args(["--allow-residue", "--force-shrink"]);
        command.args(flags).args(direction);
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}: {stderr}", new.display());
        let (found, expected) = (files(&tree), files(to));
        let names = |files: &BTreeMap<PathBuf, _>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&found), names(&expected));
        for (name, text) in &expected {
            assert!(found[name] == *text, "{} differs", name.display());
        }
    }
}

/// Packages whose sources are in the cargo registry in two versions.
fn versions() -> Vec<(PathBuf, PathBuf)> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let Some(Ok(sources)) = home.map(|home| fs::read_dir(home.join("registry/src"))) else {
        return Vec::new();
    };
    let mut packages: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for source in sources {
        for package in fs::read_dir(source.unwrap().path()).unwrap() {
            let path = package.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_version = |at: &usize| name[at + 1..].starts_with(|c: char| c.is_ascii_digit());
            let end = name.match_indices('-').map(|(at, _)| at).find(is_version);
            let name = name[..end.unwrap_or(name.len())].to_owned();
            packages.entry(name).or_default().push(path);
        }
    }
    let mut pairs = Vec::new();
    for mut paths in packages.into_values() {
        paths.sort();
        pairs.extend(paths.windows(2).map(|two| (two[0].clone(), two[1].clone())));
    }
    pairs
}

/// The diff between two directories. Names begin with `a/old/` and `b/new/`.
fn diff_of(old: &Path, new: &Path) -> Option<Vec<u8>> {
    let scratch = TempDir::new().unwrap();
    copy(old, &scratch.path().join("old"));
    copy(new, &scratch.path().join("new"));
    let command = ["git", "diff", "--no-index", "--binary", "-M", "old", "new"];
    // Git exits with 1 if there is a difference.
    Some(crate::peer::run(scratch.path(), &command, b"")?.stdout)
}

fn assert_versions(is_taken: impl Fn(&Path) -> bool) {
    let mut tried = 0;
    for (old, new) in versions().iter().filter(|(old, _)| is_taken(old)) {
        let Some(patch) = diff_of(old, new) else {
            return;
        };
        println!("{} -> {}", old.display(), new.display());
        makes(old, new, &patch, &["--strip", "2"]);
        tried += 1;
    }
    if tried == 0 {
        println!("skipped: the cargo registry has no package in two versions");
    }
}

#[test]
fn two_versions_of_a_small_dependency_become_each_other() {
    let bytes = |path: &Path| files(path).values().map(|file| file.0.len()).sum::<usize>();
    assert_versions(|path| bytes(path) < 200_000);
}

#[test]
#[ignore = "diffs every package of the registry that is there in two versions"]
fn two_versions_of_any_dependency_become_each_other() {
    assert_versions(|_| true);
}

/// Writes the files of a commit to `to`.
fn check_out(repository: &Path, commit: &str, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let archive = git(repository, &["archive", "--format=tar", commit]).unwrap();
    let unpacked = crate::peer::run(to, &["tar", "-xf", "-"], &archive).unwrap();
    assert!(unpacked.status.success());
}

/// Applies each of the last `count` commits of this repository to its parent.
fn assert_commits(count: usize) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let inside = crate::peer::run(here, &["git", "rev-parse", "--is-inside-work-tree"], b"");
    if !inside.is_some_and(|output| output.status.success()) {
        println!("skipped: these sources are not in a git repository");
        return;
    }
    let number = format!("-{count}");
    let list = ["log", "--no-merges", "--format=%H %P", &number];
    let log = String::from_utf8(git(here, &list).unwrap()).unwrap();
    for (commit, parent) in log.lines().filter_map(|line| line.split_once(' ')) {
        let known = ["git", "cat-file", "-e", parent];
        if !crate::peer::run(here, &known, b"")
            .unwrap()
            .status
            .success()
        {
            println!("skipped: {commit}: its parent is not in this clone");
            continue;
        }
        let scratch = TempDir::new().unwrap();
        let (old, new) = (scratch.path().join("old"), scratch.path().join("new"));
        check_out(here, parent, &old);
        check_out(here, commit, &new);
        let diff = ["diff-tree", "-p", "--binary", "-M", "-C", "--full-index"];
        let patch = git(here, &[&diff[..], &[parent, commit]].concat()).unwrap();
        if patch.is_empty() {
            println!("skipped: {commit} changes nothing")
        } else {
            makes(&old, &new, &patch, &[])
        }
    }
}

#[test]
fn the_last_commits_of_this_repository_onto_their_parents() {
    assert_commits(3);
}

#[test]
#[ignore = "checks out every commit of this repository twice"]
fn every_commit_of_this_repository_onto_its_parent() {
    assert_commits(100_000);
}

#[test]
fn undo_reverts_the_last_entry_even_a_redo() {
    let bench = Bench::with("a", "a\n").file("b", "b\n");
    let edit = |path: &str| {
        let ran = bench.run(["append", path, "--text", "x", "-q"]);
        ran.status_is(0);
    };
    edit("a");
    bench.run(["undo"]).status_is(0).changed(&[("a", "a\n")]);
    edit("b");
    bench.run(["redo"]).status_is(0).changed(&[("a", "a\nx\n")]);
    bench.run(["undo"]).status_is(0).changed(&[("a", "a\n")]);
    bench.run(["undo"]).status_is(0).changed(&[("b", "b\n")]);
    bench.run(["undo"]).status_is(1).unchanged();
    // Redo in the opposite order.
    bench.run(["redo"]).status_is(0).changed(&[("b", "b\nx\n")]);
    bench.run(["redo"]).status_is(0).changed(&[("a", "a\nx\n")]);
    bench.run(["redo"]).status_is(1).unchanged();
    bench.run(["undo"]).status_is(0).changed(&[("a", "a\n")]);
    let call = r#"{"command":"undo_edit","path":"b"}"#;
    bench
        .pipe(call, ["apply"])
        .status_is(0)
        .changed(&[("b", "b\n")]);
}

#[test]
fn rules_merge_later_changes_on_request() {
    let text = |line: &str| format!("1\n{line}\n3\n");
    let bench = Bench::with("f", text("f(a, b)"));
    let write = |line: &str| {
        let ran = bench.run(["lines", "f", "2", "--text", line, "-q"]);
        ran.status_is(0);
    };
    write("g(a, b)");
    write("g(a, c)");
    bench.run(["undo", "1"]).status_is(3).unheard().unchanged();
    let report = bench
        .run(["undo", "1", "--on-conflict", "merge", "--json"])
        .status_is(0)
        .changed(&[("f", &text("f(a, c)"))])
        .json();
    let settled = serde_json::json!([{"lines": [2, 2], "rule": "words"}]);
    assert_eq!(report["files"][0]["settled"], settled, "{report}");
    write("f(a, d)");
    bench.run(["redo", "3"]).status_is(3).unheard().unchanged();
    bench
        .run(["redo", "3", "--on-conflict", "merge"])
        .status_is(0)
        .prints("line 2: words\n")
        .changed(&[("f", &text("g(a, d)"))]);
    // No rule resolves two changes of the same word.
    write("h(a, d)");
    bench
        .run(["undo", "1", "--on-conflict", "merge"])
        .status_is(3)
        .unheard()
        .unchanged();
}

#[test]
fn undo_drops_the_directories_that_were_made_if_they_are_empty() {
    let bench = Bench::with("kept/a", "a\n");
    let create = ["create", "kept/x/y/f", "--text", "x", "--parents"];
    bench.run(create).status_is(0);
    bench.run(["undo"]).status_is(0);
    assert!(bench.path().join("kept").is_dir());
    assert!(!bench.path().join("kept/x").exists());
    bench.run(["redo"]).status_is(0);
    assert!(bench.path().join("kept/x/y/f").is_file());
    // A directory that contains another file is kept.
    fs::write(bench.path().join("kept/x/other"), "other").unwrap();
    bench.run(["check", "undo"]).status_is(2);
    bench.run(["undo", "-n"]).status_is(0).unchanged();
    bench.run(["undo"]).status_is(0);
    assert!(!bench.path().join("kept/x/y").exists());
    assert!(bench.path().join("kept/x/other").is_file());
}

#[test]
fn a_created_directory_is_removed_even_if_its_file_is_missing() {
    let bench = Bench::with("kept/a", "a\n");
    let create = ["create", "kept/x/y/f", "--text", "x", "--parents"];
    bench.run(create).status_is(0);
    fs::remove_file(bench.path().join("kept/x/y/f")).unwrap();
    bench.run(["undo", "-n"]).status_is(0).unchanged();
    bench.run(["undo"]).status_is(0);
    assert!(!bench.path().join("kept/x").exists());
    assert!(bench.path().join("kept/a").is_file());
}

#[test]
fn an_undo_that_an_edit_of_the_file_followed_is_redone_by_its_number() {
    let bench = Bench::with("a", "1\n2\n3\n4\n5\n");
    let lines = |range: &str, text: &str| {
        let ran = bench.run(["lines", "a", range, "--text", text, "-q"]);
        ran.status_is(0);
    };
    lines("1", "one");
    bench.run(["undo", "-q"]).status_is(0);
    lines("5", "five");
    bench.run(["redo"]).refused(
        1,
        "incise: undo 2 was followed by an edit of the same file, so it is not the next to redo\n\
         hint: `incise redo 2` redoes it if that edit does not conflict\n",
    );
    let redone = [("a", "one\n2\n3\n4\nfive\n")];
    bench.run(["redo", "2"]).status_is(0).changed(&redone);
}

#[test]
fn directories_that_were_there_and_links_to_them_stay() {
    let bench = Bench::with("a", "a\n").directory("empty");
    bench.run(["create", "empty/f", "--text", "x"]).status_is(0);
    bench.run(["undo"]).status_is(0);
    assert!(bench.path().join("empty").is_dir());
    // The same for a move, a patch and a request. A directory that was replaced by a link is not followed.
    bench.run(["move", "a", "n/m/a", "--parents"]).status_is(0);
    bench.run(["undo"]).status_is(0);
    assert!(!bench.path().join("n").exists());
    let diff = "--- /dev/null\n+++ b/p/q/f\n@@ -0,0 +1 @@\n+x\n";
    bench.pipe(diff, ["patch"]).status_is(0);
    bench.run(["undo"]).status_is(0);
    assert!(!bench.path().join("p").exists());
    let request = r#"{"op":"create","path":"r/s/f","text":"x","parents":true}"#;
    bench.pipe(request, ["apply"]).status_is(0);
    fs::remove_dir_all(bench.path().join("r/s")).unwrap();
    fs::create_dir(bench.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", bench.path().join("r/s")).unwrap();
    fs::write(bench.path().join("r/s/f"), "x").unwrap();
    let _ = bench.run(["undo"]);
    assert!(bench.path().join("elsewhere").is_dir());
}

/// Runs the program as `task`, given only by the environment.
fn run_as<'b>(bench: &'b Bench, task: &str, args: &[&str]) -> Ran<'b> {
    let mut command = bench.command();
    command.env("INCISE_TASK", task).args(args);
    bench.run_command(command, b"")
}

/// `a` wrote line 2 in entry 1, and `b` has not seen it.
fn written_by_a() -> Bench {
    let bench = Bench::with("f", "1\n2\n3\n");
    run_as(&bench, "a", &["lines", "f", "2", "--text", "A", "-q"]).status_is(0);
    bench
}

#[test]
fn undoing_lines_of_another_task_requires_having_read_them() {
    const REFUSED: &str = "\
incise: f: conflict: task `a` wrote line 2 in entry 1
  task a, entry 1:
    -2
    +A
  this edit:
    -A
    +2
hint: read the lines again with `incise view f 2` and your --task, then try again; --on-conflict force overrules the other task
";
    for words in [&["undo"][..], &["undo", "1"], &["undo", "--task", "a"]] {
        let bench = written_by_a();
        run_as(&bench, "b", words).refused(3, REFUSED);
        run_as(&bench, "b", words).status_is(3).unchanged();
        let dry = [words, &["-n"]].concat();
        run_as(&bench, "b", &dry).status_is(3).unchanged();
        run_as(&bench, "b", &["view", "f", "2"]).status_is(0);
        run_as(&bench, "b", words)
            .status_is(0)
            .changed(&[("f", "1\n2\n3\n")]);
        assert!(bench.run(["log"]).stdout.contains("[b] undo of 1"));
        // `a` last saw line 2 as it was before that.
        for words in [&["redo"][..], &["redo", "2"], &["undo", "2"]] {
            let ran = run_as(&bench, "a", words);
            ran.status_is(3).unchanged();
            ran.says("task `b` wrote line 2 in entry 2");
        }
        run_as(&bench, "b", &["redo", "-q"]).done("", &[("f", "1\nA\n3\n")]);
    }
}

#[test]
fn an_entry_is_taken_back_by_the_task_that_is_named_beside_it() {
    let bench = written_by_a();
    bench
        .run(["undo", "1", "--task", "b"])
        .status_is(3)
        .unchanged();
    run_as(&bench, "b", &["undo", "1", "--task", "a", "-q"]).status_is(0);
    bench.run(["view", "f", "--task", "c"]).status_is(0);
    run_as(&bench, "c", &["redo", "--task", "a", "-q"]).status_is(0);
    run_as(&bench, "a", &["undo", "3", "--task", "c"])
        .status_is(3)
        .unchanged();
}

#[test]
fn an_undo_may_overrule_another_task() {
    let bench = written_by_a();
    let warned = run_as(&bench, "b", &["undo", "--on-conflict", "warn", "-n"]);
    warned.status_is(0).unchanged();
    assert!(
        warned.stderr.contains("task `a` wrote line 2"),
        "{}",
        warned.stderr
    );
    run_as(&bench, "b", &["undo", "--on-conflict", "force", "-q"]).done("", &[("f", "1\n2\n3\n")]);
    run_as(&bench, "b", &["redo", "--on-conflict", "skip"]).refused(
        2,
        "incise: `skip` is not a valid value of `--on-conflict`\nhint: --on-conflict takes one of refuse, warn, force, merge\n",
    );
}

#[test]
fn an_undo_is_of_the_task_that_made_it() {
    let bench = written_by_a();
    // If nothing else names the task, the undo belongs to the task whose edits it undoes.
    bench.run(["undo", "--task", "a", "-q"]).status_is(0);
    assert!(bench.run(["log"]).stdout.contains("[a] undo of 1"));
    bench.run(["undo", "--task", ""]).refused(
        2,
        "incise: `--task ''` names nobody\nhint: give a name, or omit --task\n",
    );
    // `b` has never seen line 2, neither before nor after.
    bench.run(["redo", "-q"]).status_is(0);
    run_as(&bench, "b", &["view", "f"]).status_is(0);
    run_as(&bench, "a", &["undo", "-q"]).status_is(0);
    run_as(&bench, "b", &["lines", "f", "2", "--text", "B"])
        .status_is(3)
        .unchanged();
}
