//! Ignore files that are not regular files: a warning names them, and the program neither waits for them nor reads
//! them. Also lists every file that a walk opens although the caller did not name it.

use crate::bench::Bench;

/// All files in a tree that a walk opens by itself.
const OPENED: [&str; 6] = [
    ".gitignore",
    ".ignore",
    ".rgignore",
    "d/.gitignore",
    ".git/info/exclude",
    "d/.ignore",
];

fn tree() -> Bench {
    Bench::with("a.txt", "old\n")
        .file("d/b.txt", "old\n")
        .file("d/out.txt", "old\n")
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .directory(".git/info")
}

const REPLACE: [&str; 7] = ["replace", "--glob", "*.txt", "--old", "old", "--new", "new"];

/// Replaces in all files, and expects a warning about `name` that contains `why`.
fn warns(bench: &Bench, name: &str, why: &str) {
    let ran = bench.run(REPLACE);
    ran.status_is(0)
        .says(&format!("warning: {name}: "))
        .says(why)
        .changed(&[
            ("a.txt", "new\n"),
            ("d/b.txt", "new\n"),
            ("d/out.txt", "new\n"),
        ]);
}

#[test]
fn a_pipe_a_device_and_a_link_out_of_the_tree_are_skipped() {
    for name in OPENED {
        warns(&tree().pipe_file(name), name, "it is not a regular file");
        let link = tree().link(name, "/dev/zero");
        warns(&link, name, "it is a link out of the tree");
        let outside = Bench::with("rules", "*.txt\n");
        let target = outside.path().join("rules");
        let link = tree().link(name, target.to_str().unwrap());
        warns(&link, name, "it is a link out of the tree");
        let up = "../".repeat(name.matches('/').count());
        let directory = tree().link(name, &format!("{up}d"));
        warns(&directory, name, "it is not a regular file");
    }
}

#[test]
fn a_file_that_is_too_large_is_skipped() {
    let rules = "x\n".repeat(600_000) + "*.txt\n";
    for name in OPENED {
        warns(&tree().file(name, &rules), name, "it is larger than 1 MiB");
    }
}

#[test]
fn those_of_directories_above_are_too() {
    for name in [".gitignore", ".ignore", ".rgignore"] {
        let bench = tree().pipe_file(name);
        let words = [&REPLACE[..], &["-C", "d"][..]].concat();
        let ran = bench.run(&words);
        ran.status_is(0)
            .says("it is not a regular file")
            .changed(&[("d/b.txt", "new\n"), ("d/out.txt", "new\n")]);
    }
}

#[test]
fn the_file_of_a_work_tree_and_what_it_names_are_too() {
    let work_tree = |git: &str| {
        Bench::with("a.txt", "old\n")
            .file("d/b.txt", "old\n")
            .file("d/out.txt", "old\n")
            .file("repository/HEAD", "ref: refs/heads/main\n")
            .file(".git", git)
    };
    let git = "gitdir: repository\n";
    let bench = work_tree(git)
        .file("repository/commondir", ".\n")
        .file("repository/info/exclude", "out.txt\n");
    bench
        .run(REPLACE)
        .edits(&[("a.txt", "new\n"), ("d/b.txt", "new\n")]);
    let pipe = work_tree(git).pipe_file("repository/commondir");
    warns(&pipe, "repository/commondir", "it is not a regular file");
    let device = work_tree("gitdir: /dev/zero\n");
    device.run(REPLACE).status_is(0);
    let bench = Bench::with("a.txt", "old\n")
        .file("d/b.txt", "old\n")
        .file("d/out.txt", "old\n")
        .pipe_file(".git");
    warns(&bench, ".git", "it is not a regular file");
}

#[test]
fn those_of_the_user_are_too() {
    for name in [".gitconfig", ".config/git/config", ".config/git/ignore"] {
        let home = Bench::with("x", "x\n")
            .directory(".config/git")
            .pipe_file(name);
        let bench = tree()
            .env("HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path().join(".config"));
        let ran = bench.run(REPLACE);
        ran.status_is(0).says("it is not a regular file");
    }
}

#[test]
fn a_link_inside_the_tree_is_followed() {
    let bench = tree()
        .file("rules", "out.txt\n")
        .link(".gitignore", "rules");
    let ran = bench.run(REPLACE);
    ran.edits(&[("a.txt", "new\n"), ("d/b.txt", "new\n")]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn the_nearest_file_decides_and_each_kind_has_its_rank() {
    for (files, out) in [
        (
            &[(".gitignore", "*.txt\n"), ("d/.gitignore", "!b.txt\n")][..],
            &["a.txt", "d/out.txt"][..],
        ),
        (
            &[(".gitignore", "out.txt\n"), (".ignore", "!out.txt\n")],
            &[],
        ),
        (
            &[(".ignore", "out.txt\n"), ("d/.gitignore", "!out.txt\n")],
            &["d/out.txt"],
        ),
        (
            &[(".ignore", "!out.txt\n"), (".rgignore", "out.txt\n")],
            &["d/out.txt"],
        ),
        (&[(".git/info/exclude", "/d\n")], &["d/b.txt", "d/out.txt"]),
        (
            &[(".gitignore", "d/\n!d/b.txt\n")],
            &["d/b.txt", "d/out.txt"],
        ),
    ] {
        let bench = files
            .iter()
            .fold(tree(), |bench, (name, text)| bench.file(name, text));
        let all = ["a.txt", "d/b.txt", "d/out.txt"];
        let changed: Vec<(&str, &str)> = all
            .into_iter()
            .filter(|name| !out.contains(name))
            .map(|name| (name, "new\n"))
            .collect();
        bench.run(REPLACE).edits(&changed);
    }
}

#[test]
fn an_invalid_pattern_is_reported() {
    let bench = tree().file("d/.gitignore", "out.txt\n{a\n");
    bench
        .run(REPLACE)
        .status_is(0)
        .says("warning: d/.gitignore: ")
        .says("line 2: ")
        .changed(&[("a.txt", "new\n"), ("d/b.txt", "new\n")]);
}
