//! `check files --tracked` and `--changed`: uses the files that git knows, without running git's own programs.

use std::process::Command;

use crate::bench::Bench;

const MARKERS: &str = "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n";

fn git(bench: &Bench, words: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@b"])
        .args(words)
        .current_dir(bench.path())
        .output()
        .unwrap();
    assert!(done.status.success(), "{words:?}: {done:?}");
}

/// A repository with one commit of `a.txt` and `d/b.txt`.
fn repository() -> Bench {
    let bench = with_git().file("a.txt", "a\n").file("d/b.txt", "b\n");
    git(&bench, &["init", "-q"]);
    git(&bench, &["add", "."]);
    git(&bench, &["commit", "-qm", "first"]);
    bench
}

/// On some systems, git is not in the default search path.
fn with_git() -> Bench {
    let path = std::env::var_os("PATH").unwrap_or_default();
    Bench::new().env("PATH", path)
}

/// The files that a check has findings about.
fn found(bench: &Bench, flag: &str) -> Vec<String> {
    let ran = bench.run(["check", "files", flag, "--json"]);
    ran.status_is(0);
    let mut paths = Vec::new();
    for finding in ran.json()["findings"].as_array().unwrap() {
        let path = finding["path"].as_str().unwrap().to_owned();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

#[test]
fn tracked_files_are_those_of_the_index() {
    let bench = repository();
    std::fs::write(bench.path().join("d/b.txt"), MARKERS).unwrap();
    std::fs::write(bench.path().join("new.txt"), MARKERS).unwrap();
    assert_eq!(found(&bench, "--tracked"), ["d/b.txt"]);
    std::fs::remove_file(bench.path().join("a.txt")).unwrap();
    assert_eq!(found(&bench, "--tracked"), ["d/b.txt"]);
    let ran = bench.line("check files --tracked --strict");
    ran.status_is(1);
    assert!(ran.stdout.contains("d/b.txt") || ran.stderr.contains("d/b.txt"));
}

#[test]
fn changed_files_differ_from_the_last_commit_or_are_new() {
    let bench = repository();
    std::fs::write(bench.path().join("a.txt"), MARKERS).unwrap();
    git(&bench, &["add", "a.txt"]);
    std::fs::write(bench.path().join("d/b.txt"), MARKERS).unwrap();
    std::fs::write(bench.path().join("new.txt"), MARKERS).unwrap();
    std::fs::write(bench.path().join(".gitignore"), "out\n").unwrap();
    std::fs::write(bench.path().join("out"), MARKERS).unwrap();
    assert_eq!(found(&bench, "--changed"), ["a.txt", "d/b.txt", "new.txt"]);
    git(&bench, &["add", "."]);
    git(&bench, &["commit", "-qm", "second"]);
    assert!(found(&bench, "--changed").is_empty());
}

#[test]
fn a_file_that_was_written_again_with_the_same_text_has_not_changed() {
    let bench = with_git().file("a.txt", MARKERS);
    git(&bench, &["init", "-q"]);
    git(&bench, &["add", "."]);
    git(&bench, &["commit", "-qm", "first"]);
    let path = bench.path().join("a.txt");
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, MARKERS).unwrap();
    assert!(found(&bench, "--changed").is_empty());
}

#[test]
fn before_the_first_commit_every_file_has_changed() {
    let bench = with_git().file("a.txt", MARKERS);
    git(&bench, &["init", "-q"]);
    git(&bench, &["add", "."]);
    assert_eq!(found(&bench, "--changed"), ["a.txt"]);
}

#[test]
fn no_program_of_the_repository_is_run() {
    let bench = repository();
    let trace = bench.path().join("ran");
    let run = format!("touch {}; cat", trace.display());
    for name in [
        "filter.x.clean",
        "filter.x.process",
        "core.fsmonitor",
        "diff.x.textconv",
    ] {
        git(&bench, &["config", name, &run]);
    }
    git(&bench, &["config", "filter.x.required", "true"]);
    std::fs::write(bench.path().join(".gitattributes"), "* filter=x diff=x\n").unwrap();
    std::fs::write(bench.path().join("a.txt"), MARKERS).unwrap();
    // The length is the same as in the index, so only the content shows the difference.
    std::fs::write(bench.path().join("d/b.txt"), "c\n").unwrap();
    assert_eq!(found(&bench, "--changed"), ["a.txt"]);
    assert_eq!(found(&bench, "--tracked"), ["a.txt"]);
    assert!(!trace.exists());
}

#[test]
fn a_filter_that_cannot_be_switched_off_is_refused() {
    let bench = repository();
    let trace = bench.path().join("ran");
    let run = format!("touch {}; cat", trace.display());
    git(&bench, &["config", "filter.a=b.clean", &run]);
    std::fs::write(bench.path().join(".gitattributes"), "* filter=a=b\n").unwrap();
    std::fs::write(bench.path().join("d/b.txt"), "c\n").unwrap();
    bench
        .line("check files --changed")
        .status_is(2)
        .says("cannot switch off the setting `filter.a=b.clean`");
    assert!(!trace.exists());
}

#[test]
fn outside_of_a_repository_both_are_refused() {
    let bench = with_git().file("a.txt", "a\n");
    for flag in ["--tracked", "--changed"] {
        bench
            .run(["check", "files", flag])
            .fails(2, "git failed: not a git repository")
            .says("run it inside the repository (-C DIR), or name the files");
        let line = ["check", "files", flag, "--glob", "*.rs"];
        bench.run(line).fails(2, "check all files");
        bench
            .run(["check", "files", flag, "a.txt"])
            .status_is(2)
            .unchanged();
    }
}
