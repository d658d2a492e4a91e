//! Directories as PATH, file types, exclusion globs: the selected files, and the report about the others.

use std::fs;
use std::os::unix::net::UnixListener;

use serde_json::json;

use crate::bench::{Bench, Ran};
use crate::refusal::behind;

/// Drops root's permission to read everything.
const LIKE_ANYBODY: [&str; 3] = [
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
    "--",
];

fn world() -> Bench {
    Bench::with("a.rs", "old\n")
        .file("src/b.rs", "old\n")
        .file("src/deep/c.py", "old\n")
        .file("src/none.rs", "keep\n")
        .file("src/.hidden.rs", "old\n")
        .file("src/.cache/d.rs", "old\n")
        .file("src/out.rs", "old\n")
        .file("src/.gitignore", "out.rs\n")
        .file("src/.ignore", "other.rs\n")
        .file("src/other.rs", "old\n")
        .file(".git/e.rs", "old\n")
        .file("src/.incise-12", "old\n")
}

fn edit<'b>(bench: &'b Bench, more: &[&str]) -> Ran<'b> {
    let words = [&["replace", "--old", "old", "--new", "new", "-q"], more];
    bench.run(words.concat())
}

/// Asserts that `more` edits exactly `paths`.
#[track_caller]
fn edits(more: &[&str], paths: &[&str]) {
    let bench = world();
    let changed: Vec<_> = paths.iter().map(|path| (*path, "new\n")).collect();
    edit(&bench, more).done("", &changed);
}

/// Asserts that `more` is refused as a usage error with this message and hint.
#[track_caller]
fn wrong(more: &[&str], message: &str, hint: &str) {
    let bench = world();
    edit(&bench, more).fails(2, message).says(hint);
}

#[test]
fn a_directory_is_walked() {
    let shown = ["src/b.rs", "src/deep/c.py"];
    edits(&["src"], &shown);
    edits(&["./src/"], &shown);
    edits(&["src/deep/.."], &shown);
    edits(&["-C", "src", "."], &shown);
    edits(&["."], &["a.rs", "src/b.rs", "src/deep/c.py"]);
    let bench = world();
    let whole = bench.path().join("src").display().to_string();
    edit(&bench, &[&whole]).done("", &[("src/b.rs", "new\n"), ("src/deep/c.py", "new\n")]);
    let bench = world();
    let outside = bench.path().join("src/deep").display().to_string();
    edit(&bench, &["-C", "src/.cache", &outside]).done("", &[("src/deep/c.py", "new\n")]);
}

#[test]
fn hidden_and_ignored_files_are_for_those_who_ask() {
    edits(
        &["src", "--hidden"],
        &[
            "src/b.rs",
            "src/deep/c.py",
            "src/.hidden.rs",
            "src/.cache/d.rs",
        ],
    );
    edits(
        &["src", "--no-ignore"],
        &["src/b.rs", "src/deep/c.py", "src/out.rs", "src/other.rs"],
    );
    // Hidden files are selected by their directory, or by a glob.
    edits(&["src/.cache"], &["src/.cache/d.rs"]);
    edits(&["src", "-g", ".hidden.rs"], &["src/.hidden.rs"]);
}

/// Files of version control and of the program are never selected, whatever the flags, globs and paths.
#[test]
fn reserved_files_are_never_selected() {
    for more in [
        &[".", "--hidden", "--no-ignore"][..],
        &[
            "-g",
            "**",
            "-g",
            ".git/**",
            "-g",
            ".incise-*",
            "--hidden",
            "--no-ignore",
        ],
    ] {
        let all = [
            "a.rs",
            "src/b.rs",
            "src/deep/c.py",
            "src/.hidden.rs",
            "src/.cache/d.rs",
            "src/out.rs",
            "src/other.rs",
        ];
        edits(more, &all);
    }
    for directory in [".git", "src/../.git"] {
        let bench = world();
        edit(&bench, &[directory]).fails(5, ".git");
    }
}

#[test]
fn the_state_of_the_program_is_never_selected() {
    let bench = world().env("INCISE_STATE_DIR", "");
    let state = bench.path().join("kept/state");
    let bench = bench.env("INCISE_STATE_DIR", &state);
    let first = edit(&bench, &["a.rs"]);
    first.status_is(0);
    let more = [
        "replace",
        "--old",
        "n",
        "--new",
        "m",
        "--all",
        "--hidden",
        "--no-ignore",
        "-q",
    ];
    let ran = bench.run([&more[..], &["kept", "src/none.rs"]].concat());
    ran.status_is(1);
    let edited = bench.run([&more[..], &["."]].concat());
    edited.status_is(0);
    bench.line("undo -q").status_is(0);
    bench.line("undo -q").status_is(0);
    assert_eq!(bench.text("a.rs"), "old\n");
}

#[test]
fn globs_narrow_the_walk() {
    edits(&["src", "-g", "*.py"], &["src/deep/c.py"]);
    edits(&["src", "-g", "src/*.rs"], &["src/b.rs"]);
    edits(&["src", "--glob", "!*.py"], &["src/b.rs"]);
    edits(&["src", "-g", "!deep"], &["src/b.rs"]);
    edits(
        &["src", "-g", "*.rs", "-g", "!b.*", "-g", "b.rs"],
        &["src/b.rs"],
    );
    edits(&[".", "--exclude", "src"], &["a.rs"]);
    edits(
        &[".", "--exclude", "src/deep/", "-g", "*.{rs,py}"],
        &["a.rs", "src/b.rs"],
    );
    // Globs are relative to the working directory.
    let whole = world();
    let glob = format!("{}/src/*.rs", whole.path().display());
    edit(&whole, &["-g", &glob]).done("", &[("src/b.rs", "new\n")]);
    edits(&["-g", "./**"], &["a.rs", "src/b.rs", "src/deep/c.py"]);
    edits(&["-g", "./*.rs"], &["a.rs"]);
    edits(&["-g", "/src/*.rs"], &["src/b.rs"]);
    edits(&["-g", "*.rs", "-g", "!./src/**"], &["a.rs"]);
    // A glob does not bring back an excluded file.
    edits(&[".", "--exclude", "b.rs", "-g", "*.rs"], &["a.rs"]);
    edits(&["-g", "*.rs", "--exclude", "src/**"], &["a.rs"]);
}

/// Equal edits of one call are made as often as they are given, below a directory as in a named file.
#[test]
fn an_edit_that_is_given_twice_is_made_twice() {
    let twice = [
        "--old", "x", "--new", "xx", "--all", "--old", "x", "--new", "xx", "--all",
    ];
    let back = [
        "--old", "x", "--new", "y", "--old", "y", "--new", "x", "--old", "x", "--new", "y", "--all",
    ];
    for (pairs, after) in [(&twice[..9], "xxxx\n"), (&back[..], "y\n")] {
        for paths in [&["s"][..], &["s/a"], &["s", "s/deep"], &["s/a", "s"]] {
            let bench = Bench::with("s/a", "x\n").file("s/deep/b", "x\n");
            let words = ["replace", "-q"].iter().chain(paths).chain(pairs);
            bench.run(words).status_is(0);
            assert_eq!(bench.text("s/a"), after, "{paths:?}");
            if paths != ["s/a"] {
                assert_eq!(bench.text("s/deep/b"), after, "{paths:?}");
            }
        }
    }
    let bench = Bench::with("s/f0", "x\n");
    for number in 1..40 {
        fs::write(bench.path().join(format!("s/f{number}")), "x\n").unwrap();
    }
    let words = ["replace", "-q", "s"].iter().chain(&twice[..9]);
    bench.run(words).status_is(0);
    assert_eq!(bench.text("s/f39"), "xxxx\n");
}

#[test]
fn file_types_equal_those_of_ripgrep() {
    edits(&["-t", "py"], &["src/deep/c.py"]);
    edits(&["src", "--type", "rust"], &["src/b.rs"]);
    edits(
        &["src", "-t", "rust", "-t", "py"],
        &["src/b.rs", "src/deep/c.py"],
    );
    edits(&["src", "-T", "py"], &["src/b.rs"]);
    edits(&["src", "-t", "py", "-g", "src/**"], &["src/deep/c.py"]);
    edits(&["src", "-t", "all"], &["src/b.rs", "src/deep/c.py"]);
    wrong(
        &["src", "-t", "rustt"],
        "`rustt` is not a file type",
        "`rust`",
    );
    wrong(&["src", "-t", "rs"], "`rs` is not a file type", "`rust`");
    wrong(
        &["src", "-T", "!"],
        "`!` is not a file type",
        "types are ripgrep's",
    );
}

#[test]
fn flags_that_select_files_need_a_directory() {
    let needs = "name a directory: `.` is this one";
    for flag in ["--hidden", "--no-ignore"] {
        let message = format!("`{flag}` selects files of a directory, but no directory is named");
        wrong(&[flag], &message, needs);
        wrong(&["a.rs", flag], &message, needs);
    }
    wrong(&["--exclude", "*.rs"], "`--exclude` selects files", needs);
    wrong(&["-T", "py"], "`--type-not` selects files", needs);
    wrong(&["-g", "!*.py"], "`--glob` selects files", needs);
    // With a file given by name, a glob or a type adds no other files.
    wrong(&["a.rs", "-t", "py"], "`--type` selects files", needs);
    wrong(&["a.rs", "-g", "*.py"], "`--glob` selects files", needs);
    wrong(&["src", "-g", "{"], "`{` is not a valid glob", "hint: ");
    wrong(
        &["src", "--exclude", "{"],
        "`{` is not a valid glob",
        "hint: ",
    );
    wrong(
        &["src/.cache", "-g", "*.py"],
        "no file is selected",
        "--hidden",
    );
    wrong(&["", "."], "the empty name names no file", "hint: ");
}

#[test]
fn a_file_that_is_met_twice_is_edited_once() {
    for more in [
        &["src", "."][..],
        &[".", "./src", "src/b.rs"],
        &["src/b.rs", ".", "lib"],
    ] {
        let bench = world().link("lib", "src");
        let words = [
            &[
                "replace", "--old", "old", "--new", "old old", "-q", "--expect", "3",
            ],
            more,
        ];
        let new = "old old\n";
        bench.run(words.concat()).done(
            "",
            &[("a.rs", new), ("src/b.rs", new), ("src/deep/c.py", new)],
        );
    }
}

/// A link given by name is followed. Links found in a walk are not followed, and other special files are skipped.
#[test]
fn links_and_what_is_no_file() {
    let bench = world()
        .link("lib", "src")
        .link("src/up", "..")
        .link("src/link.rs", "b.rs")
        .pipe_file("src/pipe.rs");
    let socket = UnixListener::bind(bench.path().join("src/socket.rs"));
    socket.unwrap();
    let ran = bench.line("replace lib --old old --new new --max-diff-lines 0");
    ran.prints(
        "edited lib/b.rs: 1 replacement, +1 -1\n\
         edited lib/deep/c.py: 1 replacement, +1 -1\n",
    )
    .changed(&[("src/b.rs", "new\n"), ("src/deep/c.py", "new\n")]);
}

#[test]
fn a_directory_outside_the_root_is_not_walked() {
    let bench = world().link("src/deep/up", "../../src");
    for path in [".", "src", "src/deep/..", "src/deep/up"] {
        edit(&bench, &["--root", "src/deep", path])
            .fails(5, &format!("incise: {path}: "))
            .says("leads outside the root");
    }
    edit(&bench, &["--root", "src", "src/deep"]).done("", &[("src/deep/c.py", "new\n")]);
}

#[test]
fn an_ignore_file_with_a_read_error_is_reported() {
    let ignored = b"secret.txt\n# caf\xe9\ngen.txt\n";
    let bench = Bench::with("gen.txt", "old\n")
        .file("d/.gitignore", ignored)
        .file("d/gen.txt", "old\n");
    let words = [
        "replace",
        ".",
        "--old",
        "old",
        "--new",
        "new",
        "--max-diff-lines",
        "0",
    ];
    let ran = bench.run(words);
    ran.status_is(0)
        .says("warning: d/.gitignore: ")
        .says("utf-8");
    let ran = bench.run([&words[..], &["--no-ignore"]].concat());
    assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);
}

#[test]
fn names_may_be_of_any_bytes() {
    let bench = Bench::with("d/a\nb", "old\n")
        .file("d/-", "old\n")
        .file("d/x\\y", "old\n");
    edit(&bench, &["d"]).done(
        "",
        &[("d/a\nb", "new\n"), ("d/-", "new\n"), ("d/x\\y", "new\n")],
    );
    let bench = Bench::with("-", "old\n");
    edit(&bench, &["."]).done("", &[("-", "new\n")]);
}

#[test]
fn binary_files_with_the_text_are_left_alone_and_counted() {
    let bench = world()
        .file("src/a.bin", "old\0")
        .file("src/b.bin", "\0old")
        .file("src/c.bin", "\0none")
        .file("src/utf16.txt", b"\xff\xfeo\0l\0d\0 \0");
    let line = "replace src --old old --new new --max-diff-lines 0";
    let ran = bench.line(line);
    ran.says("warning: skipped 2 binary files with the text (--binary edits such files): `src/a.bin`, `src/b.bin`\n");
    let utf16 = b"\xff\xfen\0e\0w\0 \0";
    ran.status_is(0).became(&[
        ("src/b.rs", Some(&b"new\n"[..])),
        ("src/deep/c.py", Some(b"new\n")),
        ("src/utf16.txt", Some(utf16)),
    ]);
    // Binary files do not count, and a message explains that.
    let ran = bench.line("replace src --old new --new old --expect 4");
    ran.status_is(1).unchanged();
    let ran = edit(&bench, &["src", "--binary", "--exclude", "utf16.txt"]);
    ran.edits(&[("src/a.bin", "new\0"), ("src/b.bin", "\0new")]);
}

#[test]
fn a_typed_binary_file_is_refused() {
    let bench = Bench::with("a.bin", "old\0").file("b.txt", "old\n");
    edit(&bench, &["a.bin", "b.txt"]).fails(5, "a.bin: the file is binary");
    edit(&bench, &["."]).edits(&[("b.txt", "new\n")]);
}

#[test]
fn a_text_that_only_binary_files_have() {
    let bench = Bench::with("d/a.bin", "old\0").file("d/b.txt", "keep\n");
    edit(&bench, &["d"])
        .fails(5, "incise: d/a.bin: the file is binary")
        .says("--binary");
}

#[test]
fn a_large_file_is_left_alone() {
    let bench = Bench::with("d/a.txt", "old\n").file("d/large.txt", "old\n".repeat(1000));
    let ran = bench.line("replace d --old old --new new --max-size 1K");
    ran.says("warning: skipped 1 file over the size limit (--max-size edits such files): `d/large.txt`\n");
    ran.edits(&[("d/a.txt", "new\n")]);
}

/// Directories and files that cannot be read are reported, and the others are edited.
#[test]
fn unreadable_files_are_reported_and_the_others_edited() {
    let bench = || {
        Bench::with("d/a.txt", "old\n")
            .file("d/locked/b.txt", "old\n")
            .file("d/closed.txt", "old\n")
            .mode("d/locked", 0o000)
            .mode("d/closed.txt", 0o000)
    };
    let open = |bench: Bench| {
        drop(bench.mode("d/locked", 0o755));
    };
    let words = ["replace", "--old", "old", "--new", "new", "--json"];
    let ran = |bench: &Bench, more: &[&str]| -> Option<(Option<i32>, serde_json::Value)> {
        let mut command = behind(bench, &LIKE_ANYBODY)?;
        command.args([&words[..], more].concat());
        let ran = bench.run_command(command, b"");
        let told = (ran.status, serde_json::from_str(&ran.stdout).unwrap());
        Some(told)
    };
    for threads in ["1", "8"] {
        let bench = bench().env("INCISE_TEST_THREADS", threads);
        let Some((status, report)) = ran(&bench, &["d"]) else {
            return;
        };
        assert_eq!(status, Some(0), "{report}");
        assert_eq!(bench.text("d/a.txt"), "new\n");
        let warnings = report["warnings"].as_array().unwrap();
        let told: Vec<_> = warnings
            .iter()
            .map(|warning| (&warning["code"], &warning["path"], &warning["message"]))
            .map(|(code, path, message)| json!([code, path, message]))
            .collect();
        assert_eq!(
            told,
            [
                json!([
                    "not_looked_into",
                    "d/locked",
                    "this directory was skipped: permission denied"
                ]),
                json!([
                    "passed_over",
                    null,
                    "skipped 1 file that cannot be read: `d/closed.txt`"
                ]),
            ]
        );
        open(bench);
    }
    let closed = bench();
    let (status, report) = ran(&closed, &["d/locked"]).unwrap();
    assert_eq!(
        (status, &report["error"]["code"]),
        (Some(4), &json!("permission"))
    );
    let (status, _) = ran(&closed, &["d/closed.txt", "d/a.txt"]).unwrap();
    assert_eq!(status, Some(4), "a file that was typed");
    // Also if nothing is edited.
    let (status, report) = ran(&closed, &["d", "--regex", "--old", "nowhere"]).unwrap_or_default();
    let _ = (status, report);
    open(closed);
}

/// Each of several edits must match somewhere.
#[test]
fn every_block_is_made_in_every_file_that_has_it() {
    let block =
        |old: &str, new: &str| format!("<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n");
    let bench = Bench::with("d/1.txt", "a\nb\n")
        .file("d/2.txt", "c\na\n")
        .file("d/3.txt", "b\n");
    for selected in [&["d"][..], &["-g", "*.txt"]] {
        let words = [&["replace", "--blocks", "-", "-q"], selected].concat();
        let both = block("a", "x") + &block("b", "y");
        bench.pipe(&both, words.clone()).done(
            "",
            &[
                ("d/1.txt", "x\ny\n"),
                ("d/2.txt", "c\nx\n"),
                ("d/3.txt", "y\n"),
            ],
        );
        bench.line("undo -q").status_is(0);
        let one = block("a", "x") + &block("nowhere at all", "y");
        let ran = bench.pipe(&one, words);
        ran.fails(1, "`nowhere at all` is not in the file");
    }
}

#[test]
fn a_pick_of_one_file_is_not_one_of_a_directory() {
    let bench = Bench::with("d/a.txt", "old\nold\n");
    edit(&bench, &["d"]).fails(1, "matches 2 places");
    edit(&bench, &["d", "--site", "1f2e3d4c"]).fails(
        2,
        "a match of one text in one file, but the call has several",
    );
    edit(&bench, &["d", "--expect", "3"]).fails(1, "`old` matches 2 places; 3 were expected");
    edit(&bench, &["d", "--expect", "2"]).done("", &[("d/a.txt", "new\nnew\n")]);
}

#[test]
fn a_hash_is_of_one_file() {
    let bench = Bench::with("d/a.txt", "old\n");
    edit(&bench, &["d", "--expect-hash", "1234abcd"]).fails(2, "is the hash of one file");
}

#[test]
fn commands_that_take_one_file_take_no_directory() {
    let bench = Bench::with("d/a.txt", "old\n");
    for words in [
        &["view", "d"][..],
        &["append", "d", "--text", "x"],
        &["lines", "d", "1", "--text", "x"],
        &["insert", "d", "--line", "1", "--text", "x"],
        &["write", "d", "--text", "x", "--overwrite"],
    ] {
        bench.run(words).fails(
            4,
            "d: it is a directory, not a file\nhint: name a file inside it",
        );
    }
}

#[test]
fn a_look_at_a_directory() {
    let bench = Bench::with("d/a.txt", "old")
        .file("d/b.txt", "ok\n")
        .file("d/.c.txt", "old");
    let ran = bench.line("check files d");
    ran.status_is(0);
    ran.prints("d/a.txt");
    assert!(!ran.stdout.contains(".c.txt"));
    let ran = bench.line("check files d . d/b.txt --hidden --strict --json");
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let found: Vec<_> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["path"].clone())
        .collect();
    assert_eq!(found, ["d/.c.txt", "d/a.txt"]);
    bench
        .line("check files -t py")
        .fails(2, "no file is selected");
}

#[test]
fn a_plan_of_a_directory() {
    let bench = world();
    bench
        .line("check replace src --old old --new new --format plan")
        .status_is(0);
    bench
        .line("replace -n src --old old --new new --save-plan plan -q")
        .status_is(0);
    bench
        .line("apply plan -q")
        .done("", &[("src/b.rs", "new\n"), ("src/deep/c.py", "new\n")]);
}

#[test]
fn a_request_says_it_in_the_same_words() {
    let apply = |request: serde_json::Value, changed: &[&str]| {
        let bench = world();
        let changed: Vec<_> = changed.iter().map(|path| (*path, "new\n")).collect();
        bench
            .pipe(request.to_string(), ["apply", "-q"])
            .done("", &changed);
    };
    let edit = |path: &str, more: serde_json::Value| {
        let mut edit = json!({"op": "replace", "path": path, "old": "old", "new": "new"});
        edit.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        edit
    };
    apply(
        edit("src", json!({"glob": "**"})),
        &["src/b.rs", "src/deep/c.py"],
    );
    apply(edit(".", json!({"glob": ["*.rs", "!a.rs"]})), &["src/b.rs"]);
    apply(edit(".", json!({"type": "py"})), &["src/deep/c.py"]);
    apply(
        edit("src", json!({"type_not": ["py"], "exclude": ["x"]})),
        &["src/b.rs"],
    );
    apply(
        edit(
            "src",
            json!({"hidden": true, "no_ignore": true, "exclude": "deep"}),
        ),
        &[
            "src/b.rs",
            "src/.hidden.rs",
            "src/.cache/d.rs",
            "src/out.rs",
            "src/other.rs",
        ],
    );
    let two = json!({"edits": [edit("src", json!({"glob": "*.py"})), edit("a.rs", json!({}))], "expect_total": 2});
    apply(two, &["src/deep/c.py", "a.rs"]);
    let bench = world();
    for (request, message) in [
        (edit("src", json!({})), "it is a directory, not a file"),
        (
            edit("src", json!({"glob": "*", "expect": 2})),
            "`expect` is for one file",
        ),
        (
            edit("src", json!({"glob": "*", "site": "1f2e3d4c"})),
            "`site` is for one file",
        ),
        (
            edit("src", json!({"glob": "*", "expect_hash": "1234abcd"})),
            "`expect_hash` is for one file",
        ),
        (edit("src", json!({"glob": "*.zip"})), "no file is selected"),
        (edit("src", json!({"glob": 3})), "`glob` is"),
        (edit("..", json!({"glob": "**"})), "outside the root"),
        (
            json!({"op": "append", "path": "src", "text": "x", "glob": "*"}),
            "`glob`",
        ),
    ] {
        let ran = bench.pipe(request.to_string(), ["apply"]);
        ran.says(message);
        assert_ne!(ran.status, Some(0));
        ran.unchanged();
    }
}
