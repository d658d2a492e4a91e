//! The patch benchmark (`benches/patches`), on a small generated history.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::peer::run;

/// Runs git at a fixed time, a second later for each commit. False if git is not installed.
fn git(repository: &Path, second: usize, arguments: &[&str]) -> bool {
    let date = format!("GIT_COMMITTER_DATE={} +0000", 1_700_000_000 + second);
    let author = date.replace("COMMITTER", "AUTHOR");
    let name = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"];
    let command = [&["env", &date, &author][..], &name, arguments].concat();
    match run(repository, &["git", "--version"], b"") {
        None => false,
        Some(_) => {
            let output = run(repository, &command, b"").unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "git {arguments:?}: {stderr}");
            true
        }
    }
}

/// A text in which every line contains a unique word.
fn lines() -> Vec<String> {
    let line = |number: usize| match number % 6 {
        0 => String::new(),
        1 => format!("fn step_{number}(\"value\", limit < {number}):"),
        _ => format!("    item_{number} = measure(first_{number}, 'unit', {number})"),
    };
    (1..=150).map(line).collect()
}

struct History {
    directory: TempDir,
    commits: usize,
}

impl History {
    /// A history with edits, a stable branch with cherry-picks, a merge, a rename, a mode change and a binary file.
    fn new() -> Option<Self> {
        let mut history = Self {
            directory: TempDir::new().unwrap(),
            commits: 0,
        };
        if !git(history.directory.path(), 0, &["init", "-q", "-b", "main"]) {
            return None;
        }
        history.write("src/steps.py", &lines());
        history.write("src/other.py", &lines()[..90]);
        history.commit("begin");
        history.edits(1..5);
        history.branches();
        history.edits(5..9);
        history.rest();
        Some(history)
    }

    fn git(&mut self, arguments: &[&str]) {
        self.commits += 1;
        git(self.directory.path(), self.commits, arguments);
    }

    fn commit(&mut self, subject: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", subject]);
    }

    fn write(&self, path: &str, lines: &[String]) {
        let path = self.directory.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, lines.join("\n") + "\n").unwrap();
    }

    /// Changes a line of `src/steps.py`, and inserts a line after the next line.
    fn change(&mut self, number: usize, by: &str) {
        let path = self.directory.path().join("src/steps.py");
        let text = fs::read_to_string(path).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let name = format!("item_{number} = ");
        let at = lines.iter().position(|line| line.contains(&name)).unwrap();
        lines[at] = format!("{} + extra_{number}", lines[at]);
        lines.insert(
            at + 2,
            format!("    assert item_{number} > least_{number}  # {by}"),
        );
        self.write("src/steps.py", &lines);
        self.commit(&format!("change step {number} {by}"));
    }

    fn edits(&mut self, steps: std::ops::Range<usize>) {
        for step in steps {
            self.change(step * 12 + 4, "on main");
        }
    }

    /// Adds a branch off the first commit, with other changes and two cherry-picks, and another branch that is
    /// merged.
    fn branches(&mut self) {
        self.git(&["checkout", "-q", "-b", "stable", "main~4"]);
        self.change(2, "on stable");
        self.change(14, "on stable");
        self.git(&["cherry-pick", "-x", "main", "main~2"]);
        self.git(&["checkout", "-q", "-b", "topic", "main~2"]);
        self.change(128, "on topic");
        self.git(&["checkout", "-q", "main"]);
        self.git(&["merge", "-q", "--no-ff", "-m", "merge topic", "topic"]);
    }

    fn rest(&mut self) {
        self.git(&["mv", "src/other.py", "src/moved.py"]);
        self.commit("rename");
        self.write("run.sh", &["#!/bin/sh".to_owned(), "exit 0".to_owned()]);
        fs::write(self.directory.path().join("data.bin"), b"\0\x01\x02\xff").unwrap();
        self.commit("new files");
        self.git(&["update-index", "--chmod=+x", "run.sh"]);
        self.git(&["commit", "-qm", "mode"]);
        self.git(&["reset", "-q", "--hard"]);
    }
}

/// The output of the benchmark for the kinds of cases whose title contains `only`.
fn measured(history: &History, only: &str) -> Option<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/patches/run.py");
    let options = [
        "--cases",
        "1",
        "--seed",
        "3",
        "--tools",
        "incise,git",
        "--only",
        only,
    ];
    let command = [
        &["python3", script, "."][..],
        &["--incise", env!("CARGO_BIN_EXE_incise")],
        &options,
    ]
    .concat();
    let output = run(history.directory.path(), &command, b"")?;
    let (stdout, stderr) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{stderr}\n{stdout}");
    Some(stdout)
}

/// The cells of a row in the final Markdown table.
fn row<'a>(table: &'a str, name: &str) -> Vec<&'a str> {
    let begins = format!("| {name} |").replace("|  |", "| |");
    let line = table.lines().find(|line| line.starts_with(&begins));
    let line = line.unwrap_or_else(|| panic!("no row for `{name}`\n{table}"));
    let cells = line.split('|').skip(2).map(str::trim);
    cells.filter(|cell| !cell.is_empty()).collect()
}

#[test]
fn the_benchmark_of_patches_runs_on_any_history() {
    let Some(history) = History::new() else {
        return;
    };
    let Some(table) = measured(&history, "") else {
        return;
    };
    let heads = row(&table, "");
    for group in ["clean history", "drift", "damaged patch", "must refuse"] {
        assert!(
            heads.iter().any(|head| head.contains(group)),
            "no {group} cases\n{table}"
        );
    }
    for name in ["incise", "incise --mode merge"] {
        for (cell, group) in row(&table, name).into_iter().zip(&heads) {
            let figures: Vec<&str> = cell.split(" / ").collect();
            // The number of right results comes first, except for cases that must be refused. Refused and broken are
            // last.
            let wrong = figures.len() - 4;
            assert_eq!(
                figures[wrong..wrong + 2],
                ["0", "0"],
                "{name}, {group}\n{table}"
            );
            assert_eq!(figures[wrong + 3], "0", "{name}, {group}\n{table}");
        }
    }
    assert!(table.contains("damaged patch: wrong counts (1)"), "{table}");
    let again = measured(&history, "must refuse").unwrap();
    let tables = |text: &str| text.find("must refuse: ").zip(text.find("right / wrong /"));
    let (start, end) = tables(&again).unwrap();
    assert!(
        table.contains(&again[start..end]),
        "another run differs: {again}"
    );
}

#[test]
fn the_benchmark_of_patches_says_what_it_lacks() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/patches/run.py");
    let empty = TempDir::new().unwrap();
    let program = env!("CARGO_BIN_EXE_incise");
    for (arguments, says) in [
        (&[".", "--incise", program][..], "no git repository"),
        (
            &[".", "--incise", "no-such-program"],
            "no-such-program: not found",
        ),
        (
            &[".", "--incise", program, "--cases", "0"],
            "must be at least 1",
        ),
    ] {
        let command = [&["python3", script], arguments].concat();
        let Some(output) = run(empty.path(), &command, b"") else {
            return;
        };
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(stderr.contains(says), "{stderr}");
        assert!(!stderr.contains("Traceback"), "{stderr}");
    }
}

/// Runs with one percent of the data, once. All tasks must succeed, and all tools must give the same result.
#[test]
fn the_benchmark_of_speed_runs_on_little_data() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/speed.py");
    let program = env!("CARGO_BIN_EXE_incise");
    let command = [
        "python3",
        script,
        "--program",
        program,
        "--runs",
        "1",
        "--small",
    ];
    let scratch = tempfile::tempdir().unwrap();
    let Some(output) = run(scratch.path(), &command, b"") else {
        return;
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let works = printed.matches("| processor, ms |").count();
    let figures = printed.matches("\n| incise | ").count();
    assert!(works > 0 && works == figures, "{printed}");
}
