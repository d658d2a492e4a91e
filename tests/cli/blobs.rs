//! `incise patch --base git`: reads the blobs of `index` lines from git, without letting git run any other program.

use std::path::Path;
use std::process::{Command, Output};

use crate::bench::Bench;
use crate::notation::{joined, numbered};

/// Runs git in `directory` without user configuration. `None` if git is not installed.
fn git(directory: &Path, args: &[&str]) -> Option<Output> {
    let output = Command::new("git")
        .args(["-c", "user.name=n", "-c", "user.email=e@x"])
        .args(args)
        .current_dir(directory)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {args:?}: {said}");
    Some(output)
}

/// A repository whose `a.txt` has diverged since `diff` was made. Also returns the diff and the expected merge.
fn diverged() -> Option<(Bench, String, String)> {
    let base = numbered(30);
    let bench = Bench::with("a.txt", &base);
    let at = bench.path();
    if git(at, &["init", "-q"]).is_none() {
        println!("skipped: there is no git");
        return None;
    }
    git(at, &["add", "."])?;
    git(at, &["commit", "-qm", "base"])?;
    let bench = bench.file("a.txt", base.replace("line 10\n", "ten\n"));
    let diff = String::from_utf8(git(bench.path(), &["diff"])?.stdout).unwrap();
    // All context lines of the hunk are deleted.
    let gone = ["line 7\nline 8\nline 9\n", "line 11\nline 12\nline 13\n"];
    let ours = gone
        .iter()
        .fold(base, |text, lines| text.replace(lines, ""));
    let merged = ours.replace("line 10\n", "ten\n");
    Some((bench.file("a.txt", ours), diff, merged))
}

#[test]
fn the_blob_says_where_a_hunk_without_context_belongs() {
    let Some((bench, diff, merged)) = diverged() else {
        return;
    };
    bench.pipe(&diff, ["patch"]).status_is(1).unchanged();
    bench
        .pipe(
            &diff,
            ["patch", "--mode", "merge", "--base", "git", "--no-journal"],
        )
        .status_is(0)
        .says("warning: this cannot be undone")
        .prints("the base text decided")
        .changed(&[("a.txt", &merged)]);
}

#[test]
fn backwards_the_base_is_the_other_blob() {
    let Some((bench, diff, merged)) = diverged() else {
        return;
    };
    let at = bench.path().to_owned();
    let ours = bench.text("a.txt");
    // Git must know the new blob.
    let bench = bench.file("a.txt", numbered(30).replace("line 10\n", "ten\n"));
    let _ = git(&at, &["add", "."]);
    let bench = bench.file("a.txt", &merged);
    bench
        .pipe(
            &diff,
            ["patch", "-R", "--mode", "merge", "--base", "git", "-q"],
        )
        .edits(&[("a.txt", &ours)]);
}

#[test]
fn a_base_that_git_cannot_provide_is_refused_with_a_hint() {
    let Some((bench, diff, _)) = diverged() else {
        return;
    };
    let index = diff
        .lines()
        .find(|line| line.starts_with("index "))
        .unwrap();
    let refused = |diff: String, says: &str| {
        bench
            .pipe(diff, ["patch", "--base", "git"])
            .fails(2, says)
            .says("--base FILE\n");
    };
    let unknown = diff.replace(index, "index 0123456789..abcdef 100644");
    refused(unknown, "git has no blob `0123456789`");
    let without = diff.replace(&format!("{index}\n"), "");
    refused(without, "the diff has no `index` line for `b/a.txt`");
    let outside = Bench::with("a.txt", numbered(30));
    outside
        .pipe(&diff, ["patch", "--base", "git"])
        .fails(2, "git failed: not a git repository");
    let no_git = Bench::with("a.txt", numbered(30)).env("PATH", "/nowhere");
    no_git
        .pipe(&diff, ["patch", "--base", "git"])
        .fails(4, "git: cannot start it");
}

#[test]
fn an_abbreviation_of_several_blobs_is_refused() {
    let Some((bench, diff, _)) = diverged() else {
        return;
    };
    // Two of these object names have the same first four digits, because there are only 65,536 such prefixes.
    let bench = (0..1200).fold(bench, |bench, number| {
        bench.file(format!("many/{number}"), format!("{number}\n"))
    });
    git(bench.path(), &["add", "many"]);
    let listed = git(bench.path(), &["ls-files", "-s", "many"])
        .unwrap()
        .stdout;
    let listed = String::from_utf8(listed).unwrap();
    let mut names: Vec<&str> = listed.lines().map(|line| &line[7..11]).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]).unwrap()[0];
    let index = diff
        .lines()
        .find(|line| line.starts_with("index "))
        .unwrap();
    let short = diff.replace(index, &format!("index {twice}..abcdef 100644"));
    bench.pipe(short, ["patch", "--base", "git"]).fails(
        2,
        &format!("git has several objects whose names begin with `{twice}`"),
    );
}

#[test]
fn a_repository_from_elsewhere_runs_nothing() {
    let Some((bench, diff, _)) = diverged() else {
        return;
    };
    let mark = bench.path().join("pwned");
    let touch = format!("touch {}", mark.display());
    for (name, value) in [
        ("core.repositoryformatversion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", &format!("ext::{touch}")),
        ("protocol.ext.allow", "always"),
        ("core.fsmonitor", &touch),
        ("core.sshCommand", &touch),
        ("alias.cat-file", &format!("!{touch}")),
    ] {
        git(bench.path(), &["config", name, value]);
    }
    let index = diff
        .lines()
        .find(|line| line.starts_with("index "))
        .unwrap();
    let missing = format!("index {}..abcdef 100644", "0123456789".repeat(4));
    bench
        .pipe(diff.replace(index, &missing), ["patch", "--base", "git"])
        .fails(2, "git has no blob");
}

#[test]
fn the_environment_does_not_lead_to_another_repository() {
    let Some((there, diff, _)) = diverged() else {
        return;
    };
    let here = Bench::with("a.txt", numbered(30)).env("GIT_DIR", there.path().join(".git"));
    here.pipe(&diff, ["patch", "--base", "git"])
        .fails(2, "not a git repository");
}

#[test]
fn new_files_need_no_base_and_a_file_called_git_is_meant_with_its_directory() {
    let new = joined(&["--- /dev/null", "+++ b/n", "@@ -0,0 +1 @@", "+x"]);
    Bench::new()
        .pipe(new, ["patch", "--base", "git", "-q"])
        .done("", &[("n", "x\n")]);
    let text = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-1", "+2"]);
    Bench::with("a", "1\n")
        .file("git", "1\n")
        .pipe(text, ["patch", "--base", "./git", "-q"])
        .done("", &[("a", "2\n")]);
}
