//! The files on which `replace` works: several paths, globs, lists, roots, the filter.

use crate::bench::Bench;
use crate::notation::rows;

/// Three files with the text, one without, and one that is ignored.
fn world() -> Bench {
    Bench::with("src/a.rs", "old\nkeep\n")
        .file("src/b.rs", "keep\nold\n")
        .file("src/none.rs", "keep\n")
        .file("src/out.rs", "old\n")
        .file(".gitignore", "out.rs\n")
        .directory(".git")
}

const BOTH: [(&str, &str); 2] = [("src/a.rs", "new\nkeep\n"), ("src/b.rs", "keep\nnew\n")];

fn edit<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["replace", "--old", "old", "--new", "new"], more].concat()
}

#[test]
fn several_paths_are_one_transaction() {
    world().run(edit(&["src/b.rs", "src/a.rs"])).done(
        "src/a.rs: line 1; +1 -1\n-old\n+new\n keep\nsrc/b.rs: line 2; +1 -1\n keep\n-old\n+new\n",
        &BOTH,
    );
}

#[test]
fn each_typed_file_must_match() {
    world()
        .run(edit(&["src/a.rs", "src/none.rs"]))
        .fails(1, "incise: src/none.rs: `old` is not in the file\n")
        .says("would have applied\nnothing was written\n");
}

#[test]
fn globs_select_matching_files_that_are_not_ignored() {
    world()
        .run(edit(&["--glob", "src/*.rs", "-q"]))
        .done("", &BOTH);
}

#[test]
fn a_glob_that_selects_nothing_is_refused() {
    let bench = world();
    bench
        .run(edit(&["--glob", "*.zip"]))
        .fails(2, "no file is selected");
    bench
        .line("replace --glob 'src/*.rs' --old nowhere --new x")
        .status_is(1)
        .unchanged();
}

#[test]
fn expect_counts_the_total() {
    let bench = world();
    bench
        .run(edit(&["src/a.rs", "src/b.rs", "--expect", "3"]))
        .fails(1, "`old` matches 2 places; 3 were expected");
    bench
        .run(edit(&["src/a.rs", "src/b.rs", "--expect", "2", "-q"]))
        .done("", &BOTH);
}

#[test]
fn a_list_of_files_by_line_or_by_nul() {
    world()
        .pipe(b"src/a.rs\nsrc/b.rs\n", edit(&["--files-from", "-", "-q"]))
        .done("", &BOTH);
    world()
        .pipe(
            b"src/a.rs\0src/b.rs\0",
            edit(&["--files-from", "-", "-0", "-q"]),
        )
        .done("", &BOTH);
    world()
        .file("list", "src/a.rs\nsrc/b.rs")
        .run(edit(&["--files-from", "list", "-q"]))
        .done("", &BOTH);
}

#[test]
fn a_file_of_several_names_is_edited_once() {
    let bench = || {
        Bench::with("f", "a b\n")
            .link("l", "f")
            .file("d/g", "a\n")
            .file("list", "./f\nl\nd/../f\nd/./g\n")
    };
    let edited = |names: &[&str], choice: &[&str], changes: &[(&str, &str)]| {
        let bench = bench();
        let absolute = bench.path().join("f").display().to_string();
        let words = ["replace", "--old", "a", "--new", "aa", "-q", &absolute];
        bench
            .run([&words, names, choice].concat())
            .done("", changes);
    };
    let both = [("f", "aa b\n"), ("d/g", "aa\n")];
    for choice in [&["--all"][..], &["--nth", "1"], &[]] {
        edited(&["f", "./f"], choice, &both[..1]);
        edited(&["l", "d/../f", "d\\..\\f"], choice, &both[..1]);
        edited(&["./f", "--files-from", "list"], choice, &both);
    }
    edited(&["./f", "l"], &["--expect", "1"], &both[..1]);
}

#[test]
fn a_file_of_several_names_is_called_by_the_first() {
    let bench = Bench::with("f", "a b\n").link("l", "f");
    let ran = bench.line("replace l f --old a --new c");
    ran.edits(&[("f", "c b\n")]);
    assert!(ran.stdout.starts_with("l: line 1; +1 -1\n"));
    let ran = bench.line("replace ./f l --old z --new c");
    let told = ran.status_is(1).stderr.matches("`z` is not in the file");
    assert_eq!(told.count(), 1);
}

#[test]
fn a_list_by_nul_takes_names_with_newlines() {
    Bench::with("a\nb", "old\n")
        .pipe(b"a\nb\0", edit(&["--files-from", "-", "-0", "-q"]))
        .done("", &[("a\nb", "new\n")]);
}

#[test]
fn a_dash_is_the_filter() {
    let bench = Bench::new();
    let ran = bench.pipe(b"an old \xff text\n", edit(&["-"]));
    ran.status_is(0).says("-: line 1; +1 -1\n");
    assert_eq!(ran.bytes, b"an new \xff text\n");
    ran.unchanged();
    let ran = bench.pipe(b"no such text\n", edit(&["-", "-q"]));
    ran.fails(1, "is not in the file");
    assert_eq!(ran.stdout, "", "a refused filter passes nothing on");
    let ran = bench.pipe("1\n2\n", ["lines", "-", "1", "--text", "x", "-q"]);
    assert_eq!((ran.status, &ran.stdout[..]), (Some(0), "x\n2\n"));
    bench
        .pipe("x", ["create", "-", "--text", "a"])
        .fails(2, "has no file to work on");
}

#[test]
fn c_changes_the_directory() {
    world().run(edit(&["-C", "src", "a.rs"])).done(
        "a.rs: line 1; +1 -1\n-old\n+new\n keep\n",
        &[("src/a.rs", "new\nkeep\n")],
    );
}

#[test]
fn a_root_is_not_left() {
    let bench = Bench::with("in/a.txt", "old\n")
        .file("out.txt", "old\n")
        .link("in/away", "../out.txt")
        .link("in/within", "a.txt");
    for path in ["out.txt", "in/../out.txt", "in/away"] {
        bench
            .run(edit(&["--root", "in", path]))
            .fails(5, "leads outside the root");
    }
    bench
        .run(edit(&["--root", "in", "in/within", "-q"]))
        .done("", &[("in/a.txt", "new\n")]);
    bench
        .run(edit(&["--root", "in", "--root", ".", "out.txt", "-q"]))
        .done("", &[("out.txt", "new\n")]);
}

#[test]
fn the_root_may_be_in_the_environment() {
    let bench = Bench::with("in/a.txt", "old\n").file("out.txt", "old\n");
    let root = bench.path().join("in");
    let bench = bench.env("INCISE_ROOT", root);
    bench.run(edit(&["out.txt"])).status_is(5).unchanged();
    bench
        .run(edit(&["in/a.txt", "-q"]))
        .done("", &[("in/a.txt", "new\n")]);
}

#[test]
fn a_typed_path_needs_no_root() {
    let bench = Bench::with("in/a.txt", "a\n").file("out.txt", "old\n");
    bench
        .run(edit(&["-C", "in", "../out.txt", "-q"]))
        .done("", &[("out.txt", "new\n")]);
}

#[test]
fn globs_without_a_match_are_reported_together() {
    let bench = Bench::with("a.rs", "keep\n")
        .file("b.rs", "keep\n")
        .file("c.rs", "let x = \"old\";\n");
    let ran = bench.run([
        "replace",
        "--glob",
        "*.rs",
        "--old",
        r#"\"old\""#,
        "--new",
        "new",
    ]);
    ran.fails(1, r#"c.rs: `\"old\"` is not in the file exactly as given, nor in 2 other files that were selected"#).says("hint: line 1 has it except for");
}

/// Globs skip hidden files and directories, unless the glob contains the dot or a flag includes them.
#[test]
fn globs_skip_hidden_files() {
    let files = [
        "a.py",
        ".hidden.py",
        ".venv/lib/b.py",
        ".venv/.cache/c.py",
        "src/.cache/d.py",
        "src/e.py",
        ".jj/f.py",
    ];
    for [globs, expected] in rows(
        r"
        **/*.py | a.py src/e.py
        *.py | a.py src/e.py
        ./**/*.py | a.py src/e.py
        .venv/**/*.py | .venv/lib/b.py
        **/.cache/*.py | src/.cache/d.py
        .venv/.cache/*.py | .venv/.cache/c.py
        .*.py | .hidden.py
        {.hidden,a}.py | a.py .hidden.py
        **/*.py .venv/** | a.py src/e.py .venv/lib/b.py
        **/*.py --hidden | a.py .hidden.py .venv/lib/b.py .venv/.cache/c.py src/.cache/d.py src/e.py
        ",
    ) {
        let mut bench = Bench::new();
        for file in files {
            bench = bench.file(file, "old\n");
        }
        let mut words = vec!["replace", "--old", "old", "--new", "new", "-q"];
        for glob in globs.split(' ') {
            match glob {
                "--hidden" => words.push("--hidden"),
                glob => words.extend(["--glob", glob]),
            }
        }
        let changed: Vec<_> = expected.split(' ').map(|file| (file, "new\n")).collect();
        bench.run(words).edits(&changed);
    }
}

#[test]
fn a_glob_that_matches_only_hidden_files_gets_a_hint() {
    let bench = Bench::with(".venv/a.py", "old\n");
    bench
        .line("replace --glob '**/*.py' --old old --new new")
        .fails(2, "--hidden");
}

/// If many files lack a text, the refusal describes the most similar file, whatever its position.
#[test]
fn of_many_files_without_the_text_the_nearest_is_named() {
    let bench = (0..60).fold(Bench::new(), |bench, number| {
        bench.file(format!("f{number:03}"), format!("nothing of it {number}\n"))
    });
    let bench = bench.file("f050", "a\nretry_limit = Duration::from_secs(30)\nb\n");
    let args = ["replace", "--glob", "*"];
    let text = [
        "--old",
        "retry_limit = Duration::from_secs(31)",
        "--new",
        "x",
    ];
    bench.run(args.iter().chain(&text).copied().collect::<Vec<_>>()).fails(
        1,
        "f050: `retry_limit = Duration::from_secs(31)` is not in the file, nor in 59 other files",
    );
}

/// The working directory is searched only if the call names neither a file nor a list.
#[test]
fn a_glob_with_named_files_is_refused() {
    let bench = world().file("list", "src/a.rs\n").file("empty", "");
    for (files, choice) in [
        (&["src/a.rs"][..], &["--glob", "*.rs"][..]),
        (&["src/a.rs"], &["--type", "rust"]),
        (&["--files-from", "list"], &["--glob", "*.rs"]),
        (&["--files-from", "empty"], &["--glob", "*.rs"]),
    ] {
        bench
            .run(edit(&[files, choice].concat()))
            .fails(2, "selects files of a directory, but no directory is named");
    }
}

#[test]
fn several_texts_are_counted_together() {
    let bench = Bench::with("a.txt", "a\na\nb\n");
    for (expected, says) in [
        ("2", "the texts match 3 places together; 2 were expected"),
        ("1", "the texts match 3 places together; 1 was expected"),
    ] {
        bench
            .line(&format!(
                "replace a.txt --old a --new c --old b --new d --expect {expected}"
            ))
            .fails(1, says);
    }
    bench
        .line("replace a.txt --old a --new c --expect 1")
        .status_is(1)
        .says("`a` matches 2 places; 1 was expected");
    bench
        .line("replace a.txt --old a --new c --old b --new d --site 1f2e3d4c")
        .status_is(2)
        .says("a match of one text in one file, but the call has several");
    bench
        .line("replace a.txt --old a --new c --if-found --site 1f2e3d4c")
        .status_is(2)
        .says("`--if-found` and `--site` cannot be combined");
}
