//! `incise merge`: three files, one result.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::bench::Bench;
use crate::notation::{joined, rows};

/// A bench with the three files.
fn sides(base: &[&str], ours: &[&str], theirs: &[&str]) -> Bench {
    Bench::with("base", joined(base))
        .file("ours", joined(ours))
        .file("theirs", joined(theirs))
}

fn clean() -> Bench {
    sides(
        &["a", "b", "c", "d"],
        &["A", "b", "c", "d"],
        &["a", "b", "c", "D"],
    )
}

fn conflict() -> Bench {
    sides(
        &["a", "b", "c", "d", "e"],
        &["a", "ours", "c", "d", "e"],
        &["a", "theirs", "c", "d", "E"],
    )
}

#[test]
fn changes_of_both_sides_are_merged_into_our_file_and_can_be_undone() {
    let bench = clean();
    bench
        .line("merge base ours theirs")
        .status_is(0)
        .prints("ours: line 4; +1 -1\n c\n-d\n+D\n")
        .changed(&[("ours", "A\nb\nc\nD\n")]);
    bench
        .line("merge base ours theirs")
        .status_is(0)
        .prints("unchanged ours\n")
        .unchanged();
    bench.line("undo -q").edits(&[("ours", "A\nb\nc\nd\n")]);
}

#[test]
fn a_conflict_is_shown_and_nothing_is_written() {
    let shown = "incise: ours: both sides changed line 2\n  line 2, ours:\n    -b\n    +ours\n  line 2, theirs:\n    -b\n    +theirs\n";
    conflict()
        .line("merge base ours theirs").fails(1, shown).says("hint: `incise explain merge_conflict` shows how to write both sides to a file; --union keeps both, --ours or --theirs one of them\n");
    let report = conflict()
        .line("merge base ours theirs --json")
        .status_is(1)
        .unchanged()
        .json();
    assert_eq!(report["error"]["code"], "merge_conflict");
    let shown = &report["error"]["conflicts"][0];
    assert_eq!(shown["lines"], serde_json::json!([2, 2]));
    assert_eq!(shown["mine"], "-b\n+ours\n");
    assert_eq!(shown["theirs"], "-b\n+theirs\n");
    assert_eq!(shown.get("record"), None);
    assert_eq!(shown["why"], "changed");
    assert_eq!(shown["message"], "both changed these lines");
    // The message says that both sides changed the lines, so any other reason is added to it.
    let gone = sides(&["a", "b", "c"], &["a", "c"], &["a", "B", "c"]);
    let why = "  line 2: one side removed what the other changed\n  line 2, ours:\n    -b\n";
    gone.line("merge base ours theirs").fails(1, why);
    let report = gone.line("merge base ours theirs --json");
    let report = report.status_is(1).unchanged().json();
    assert_eq!(report["error"]["conflicts"][0]["why"], "deleted");
}

#[test]
fn a_side_is_taken_on_request_and_the_report_says_so() {
    for (flag, middle) in [
        ("--ours", "ours\n"),
        ("--theirs", "theirs\n"),
        ("--union", "ours\ntheirs\n"),
    ] {
        let after = format!("a\n{middle}c\nd\nE\n");
        let bench = conflict();
        let run = bench.run(["merge", "base", "ours", "theirs", flag, "--json"]);
        let report = run.edits(&[("ours", &after)]).json();
        let settled = serde_json::json!([{"lines": [2, 2], "rule": &flag[2..]}]);
        assert_eq!(report["files"][0]["settled"], settled);
        conflict()
            .run(["merge", "base", "ours", "theirs", flag, "--format", "human"])
            .status_is(0)
            .prints(&format!("\n  line 2: {}\n", &flag[2..]))
            .changed(&[("ours", &after)]);
    }
    conflict()
        .line("merge base ours theirs --ours --union")
        .fails(2, "`--ours` and `--union` cannot be combined");
}

#[test]
fn the_result_goes_to_another_file_or_is_printed() {
    let merged = "A\nb\nc\nD\n";
    clean()
        .line("merge base ours theirs -o out -q")
        .edits(&[("out", merged)]);
    clean()
        .line("merge base ours theirs -o - -q")
        .status_is(0)
        .prints(merged)
        .unchanged();
    let style = ["--conflicts", "merge"];
    let marked = "a\n<<<<<<< ours: both changed these lines\nours\n=======\ntheirs\n>>>>>>> theirs\nc\nd\nE\n";
    let merge = ["merge", "base", "ours", "theirs", "-o"];
    conflict()
        .run([&merge[..], &["out"], &style].concat())
        .status_is(1)
        .says("both sides changed line 2")
        .changed(&[("out", marked)]);
    conflict()
        .run([&merge[..], &["-"], &style].concat())
        .status_is(1)
        .says("both sides changed line 2")
        .prints(marked)
        .unchanged();
    // Conflicts that were not requested are written to no file.
    conflict()
        .run([&merge[..], &["out"]].concat())
        .fails(1, "both sides changed line 2");
    let diff3 = "a\n<<<<<<< ours: both changed these lines\nours\n||||||| base\nb\n=======\ntheirs\n>>>>>>> theirs\nc\nd\nE\n";
    conflict()
        .run([&merge[..], &["out", "--conflicts", "diff3"]].concat())
        .status_is(1)
        .says("both sides changed line 2")
        .changed(&[("out", diff3)]);
}

/// A file may contain lines that look like markers of the default size.
#[test]
fn markers_have_the_requested_size_and_name() {
    let line = "merge base ours theirs 11 src/x.txt --conflicts merge -o out";
    let marked = [
        "a",
        "<<<<<<<<<<< ours: src/x.txt: both changed these lines",
        "ours",
        "===========",
        "theirs",
        ">>>>>>>>>>> theirs",
        "c",
        "d",
        "E",
    ];
    conflict()
        .line(line)
        .status_is(1)
        .says("both sides changed line 2")
        .changed(&[("out", &joined(&marked))]);
}

/// As jj passes files to a merge tool.
#[test]
fn files_that_are_only_read_may_be_read_only() {
    for out in ["out", "there"] {
        let bench = clean().file("there", "");
        let bench = ["base", "ours", "theirs"]
            .iter()
            .fold(bench, |bench, side| bench.mode(side, 0o444));
        bench
            .line("merge base ours theirs")
            .fails(5, "the file is read-only");
        bench
            .line("merge base ours theirs -o - -q")
            .done("A\nb\nc\nD\n", &[]);
        bench
            .run(["merge", "base", "ours", "theirs", "-o", out, "-q"])
            .done("", &[(out, "A\nb\nc\nD\n")]);
    }
}

#[test]
fn an_invalid_merge_command_is_a_usage_error() {
    for [args, says] in rows(
        r"
        merge base ours | `merge` needs three files
        merge base - theirs | `-` is not a file to merge into
        merge - ours - | both read standard input
        merge base ours theirs --conflicts diff3 | `--conflicts` needs a file for the result
        merge base ours theirs -n -o out | `--output` writes a file, but a dry run writes none
        merge base ours theirs 7
        | `merge` takes three files; SIZE and NAME are for conflict markers, which this call does not write
        ",
    ) {
        conflict().pipe(b"x", args.split(' ')).fails(2, says);
    }
    clean()
        .line("merge base ours theirs -o ours")
        .fails(2, "ours");
    conflict()
        .line("merge missing ours theirs")
        .fails(4, "missing");
    conflict()
        .line("merge base ours missing")
        .fails(4, "missing");
}

#[test]
fn a_check_and_a_request_merge_as_well() {
    clean()
        .line("check merge base ours theirs --format human")
        .status_is(0)
        .prints("would edit ours: 1 change")
        .unchanged();
    conflict()
        .line("check merge base ours theirs")
        .fails(1, "both sides changed line 2");
    clean()
        .pipe(
            r#"{"op":"merge","path":"ours","base":"a\nb\nc\nd\n","theirs":"a\nb\nc\nD\n"}"#,
            ["apply", "-q"],
        )
        .edits(&[("ours", "A\nb\nc\nD\n")]);
    clean()
        .pipe(
            r#"{"op":"merge","path":"ours","base":"a\n","theirs":"b\n","favour":"left"}"#,
            ["apply"],
        )
        .fails(2, "`favour` takes one of ours, theirs, union");
}

#[test]
fn a_driver_leaves_its_conflicts_in_our_file() {
    let driver = ["merge", "--git-driver", "base", "ours", "theirs"];
    clean()
        .run([&driver[..], &["7", "a.txt", "-q"]].concat())
        .edits(&[("ours", "A\nb\nc\nD\n")]);
    let marked = "a\n<<<<<<<<< ours: a.txt: both changed these lines\nours\n=========\ntheirs\n>>>>>>>>> theirs\nc\nd\nE\n";
    conflict()
        .run([&driver[..], &["9", "a.txt", "-q"]].concat())
        .status_is(1)
        .says("both sides changed line 2")
        .changed(&[("ours", marked)]);
}

/// Together, the changes of both sides are a syntax error. Lines that both sides changed equally are not its cause.
#[cfg(feature = "syntax")]
#[test]
fn a_syntax_error_is_marked_at_a_change_of_one_side() {
    let body =
        "q();\nq();\nif x {\na();\nb();\nc();\nd();\n}\ne();\ng();\n}\nfn v() {}\nfn w() {}\n";
    let base = format!("fn f() {{\n{body}// 1\n");
    let without_if = body.replace("if x {\n", "");
    let ours = format!("fn f() {{\nif x {{\n{without_if}// 2\n");
    let theirs = format!("fn f() {{\n{}// 2\n", without_if.replacen("}\n", "", 1));
    let bench = Bench::with("base.rs", &base)
        .file("ours.rs", &ours)
        .file("theirs.rs", &theirs);
    for style in ["merge", "zdiff3", "diff3"] {
        let ran = bench.line(&format!(
            "merge base.rs ours.rs theirs.rs --conflicts {style} -o -"
        ));
        ran.status_is(1).says("syntax");
        ran.prints("<<<<<<<");
        assert!(ran.stdout.ends_with("fn w() {}\n// 2\n"), "{}", ran.stdout);
    }
    bench
        .line("merge --git-driver -q base.rs ours.rs theirs.rs 7 a.rs")
        .status_is(1)
        .says("conflict");
    assert!(bench.text("ours.rs").contains("<<<<<<<"));
}

#[test]
fn names_from_git_are_not_flags_and_unmarked_text_is_no_conflict() {
    for name in ["--ours", "-q", "--validate=touch made {}", "--help", "--"] {
        let marked = format!(
            "a\n<<<<<<< ours: {name}: both changed these lines\nours\n=======\ntheirs\n>>>>>>> theirs\nc\nd\nE\n"
        );
        conflict()
            .line(&format!(
                "merge --git-driver -q base ours theirs 7 '{name}'"
            ))
            .status_is(1)
            .changed(&[("ours", &marked)]);
    }
    let driver = "merge --git-driver -q base ours gone 7 a.txt";
    conflict().line(driver).status_is(129).unchanged();
    let driver = "merge --git-driver --nonsense base ours theirs 7 a.txt";
    conflict().line(driver).status_is(129).unchanged();
    // Sides with different line endings conflict, as in git.
    conflict()
        .file("ours", "A\r\nours\r\nc\r\nd\r\ne\r\n")
        .line("merge --git-driver -q base ours theirs 7 a.txt")
        .status_is(1)
        .says("both sides changed");
}

#[test]
fn binary_texts_are_not_merged_by_lines() {
    let bench = || {
        conflict()
            .file("base", "\0\na\nb\nb\nc\n")
            .file("ours", "\0\nA\nb\nb\nc\n")
            .file("theirs", "\0\na\nb\nb\nC\n")
    };
    bench()
        .line("merge base ours theirs")
        .fails(5, "the file is binary");
    // Our side is kept, and git reports a conflict, as without a driver.
    bench()
        .line("merge --git-driver -q base ours theirs 7 a.bin")
        .status_is(1)
        .unchanged();
    bench()
        .line("merge --binary -q base ours theirs")
        .edits(&[("ours", "\0\nA\nb\nb\nC\n")]);
}

/// A repository in which `side` and `main` both changed `a.txt`, with `incise` as its merge driver.
fn repository(ours: &str, theirs: &str) -> Bench {
    let bench = Bench::with("a.txt", "a\nb\nc\nd\n").file(".gitattributes", "* merge=incise\n");
    let driver = format!(
        "'{}' merge --git-driver -q %O %A %B %L %P",
        cargo_bin("incise").display()
    );
    git(&bench, &["init", "-q", "-b", "main"]);
    git(&bench, &["config", "merge.incise.driver", &driver]);
    git(&bench, &["add", "."]);
    git(&bench, &["commit", "-qm", "base"]);
    git(&bench, &["checkout", "-qb", "side"]);
    fs::write(bench.path().join("a.txt"), theirs).unwrap();
    git(&bench, &["commit", "-qam", "theirs"]);
    git(&bench, &["checkout", "-q", "main"]);
    fs::write(bench.path().join("a.txt"), ours).unwrap();
    git(&bench, &["commit", "-qam", "ours"]);
    bench
}

/// Runs git in the repository. True if it succeeded.
fn git(bench: &Bench, args: &[&str]) -> bool {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(args)
        .current_dir(bench.path())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("INCISE_STATE_DIR", bench.state());
    git.output().unwrap().status.success()
}

#[test]
fn git_merges_rebases_and_picks_with_the_driver() {
    let commands: [(&[&str], &str); 3] = [
        (&["merge", "-q", "side"], "A\nb\nc\nD\n"),
        (&["rebase", "-q", "side"], "A\nb\nc\nD\n"),
        (&["cherry-pick", "side"], "A\nb\nc\nD\n"),
    ];
    for (command, merged) in commands {
        let bench = repository("A\nb\nc\nd\n", "a\nb\nc\nD\n");
        assert!(git(&bench, command), "{command:?}");
        assert_eq!(bench.text("a.txt"), merged);
        let bench = repository("A\nb\nc\nd\n", "B\nb\nc\nD\n");
        assert!(!git(&bench, command), "{command:?}");
        let text = bench.text("a.txt");
        assert!(text.starts_with("<<<<<<< "), "{text}");
        assert!(text.ends_with("b\nc\nD\n"), "{text}");
        // Git reports the file as unmerged, and our temporary files are gone.
        assert!(!git(&bench, &["diff", "--quiet", "--diff-filter=U"]) || text.contains("======="));
        let names = fs::read_dir(bench.path()).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        assert!(
            !names
                .iter()
                .any(|name| name.to_string_lossy().contains("incise-")),
            "{names:?}"
        );
    }
}

/// The documented recipe: conflicts contain the base, labels are those of git, and messages name the file.
#[test]
fn conflicts_of_the_driver_are_marked_as_git_names_them() {
    let bench = repository("A\nb\nc\nd\n", "B\nb\nc\nD\n");
    let recipe = "merge --git-driver --conflicts diff3 -q -- %O %A %B %L %P %S %X %Y";
    let driver = format!("'{}' {recipe} 2>told", cargo_bin("incise").display());
    git(&bench, &["config", "merge.incise.driver", &driver]);
    assert!(!git(&bench, &["merge", "-q", "side"]));
    let text = bench.text("a.txt");
    assert!(text.starts_with("<<<<<<< HEAD: a.txt: "), "{text}");
    assert!(text.contains("\n||||||| "), "{text}");
    assert!(text.contains("\n>>>>>>> side\n"), "{text}");
    let told = bench.text("told");
    assert!(told.starts_with("incise: a.txt: "), "{told}");
    bench.line("merge --solve a.txt --ours -q").status_is(0);
    assert_eq!(bench.text("a.txt"), "A\nb\nc\nD\n");
}

/// An older git does not expand the labels, and passes the placeholders.
#[test]
fn unexpanded_labels_from_git_are_omitted() {
    let bench = Bench::with("base", "a\n")
        .file("ours", "b\n")
        .file("theirs", "c\n");
    bench
        .line("merge --git-driver -q base ours theirs 7 f %S %X %Y")
        .status_is(1);
    let text = bench.text("ours");
    assert!(text.starts_with("<<<<<<< ours: f: "), "{text}");
    assert!(text.ends_with(">>>>>>> theirs\n"), "{text}");
}

#[test]
fn a_driver_that_is_killed_leaves_no_half_merged_file() {
    let bench = repository("A\nb\nc\nd\n", "a\nb\nc\nD\n");
    let script = bench.state().join("killed.sh");
    let incise = cargo_bin("incise");
    // Kills the driver just before it renames its new text.
    let text = format!(
        "#!/bin/sh\n'{}' merge --git-driver -q \"$@\" --validate 'sh -c \"kill -9 $PPID\" sh {{}}'\n",
        incise.display()
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let driver = format!("'{}' %O %A %B %L %P", script.display());
    git(&bench, &["config", "merge.incise.driver", &driver]);
    assert!(!git(&bench, &["merge", "-q", "side"]));
    assert_eq!(bench.text("a.txt"), "A\nb\nc\nd\n");
}

/// A text with these conflict blocks, separated by other lines.
fn marked(blocks: &[&str]) -> String {
    let block = |(number, block): (usize, &&str)| format!("head {number}\n{block}tail {number}\n");
    blocks.iter().enumerate().map(block).collect()
}

const WORDS: &str =
    "<<<<<<< HEAD\nf(a, c)\n||||||| base\nf(a, b)\n=======\ng(a, b)\n>>>>>>> theirs\n";
const OPEN: &str = "<<<<<<< HEAD\nx = 1\n||||||| base\nx = 0\n=======\nx = 2\n>>>>>>> theirs\n";

#[test]
fn a_byte_order_mark_precedes_a_conflict_in_the_first_line() {
    for after in ["", "end\n"] {
        let marked = format!("\u{feff}{OPEN}{after}");
        Bench::with("f", &marked)
            .line("merge --solve f")
            .fails(1, "both sides changed lines 1-7\n");
        Bench::with("f", &marked)
            .line("merge --solve f --ours -q")
            .changed(&[("f", &format!("\u{feff}x = 1\n{after}"))])
            .status_is(0);
    }
}

#[test]
fn conflicts_in_a_file_are_solved_all_or_none() {
    let bench = Bench::with("f", marked(&[WORDS, WORDS]));
    bench
        .line("merge --solve f")
        .status_is(0)
        .prints(": words\n")
        .changed(&[("f", &marked(&["g(a, c)\n", "g(a, c)\n"]))]);
    bench.line("merge --solve f -q").status_is(0).unchanged();
    let bench = Bench::with("f", marked(&[WORDS, OPEN]));
    bench
        .line("merge --solve f")
        .fails(1, "incise: f: both sides changed lines 11-17\n")
        .says("    -x = 0\n    +x = 1\n");
    bench
        .line("merge --solve f --partial --json")
        .status_is(1)
        .changed(&[("f", &marked(&["g(a, c)\n", OPEN]))])
        .json();
    // An undo restores the conflicts.
    bench
        .line("undo -q")
        .edits(&[("f", &marked(&[WORDS, OPEN]))]);
    bench
        .line("merge --solve f --theirs -q")
        .edits(&[("f", &marked(&["g(a, c)\n", "x = 2\n"]))]);
    let report = Bench::with("f", marked(&[OPEN, WORDS, OPEN]))
        .line("merge --solve f --partial --json")
        .status_is(1)
        .json();
    assert_eq!(report["asides"][0]["hunks"], 2, "{report}");
    Bench::with("f", marked(&[OPEN]))
        .line("merge --solve f --partial")
        .status_is(1)
        .unheard()
        .unchanged();
    // A conflict whose result would break the syntax remains, and the others are resolved.
    let spoilt = "<<<<<<< a\n||||||| b\n1\n=======\n1\n, 3\n>>>>>>> c\n";
    let word = |word: &str| format!("[{word}],\n");
    let words = format!(
        "<<<<<<< a\n{}||||||| b\n{}=======\n{}>>>>>>> c\n",
        word("1, 3"),
        word("1, 2"),
        word("0, 2")
    );
    let list = |first: &str, second: &str| format!("[\n{first}[\n{second}]]\n");
    Bench::with("f.json", list(&words, spoilt))
        .line("merge --solve f.json --partial -q")
        .status_is(1)
        .unheard()
        .changed(&[("f.json", &list(&word("0, 3"), spoilt))]);
    // Adjacent conflicts without a line between them are still two.
    let new = |ours: &str, theirs: &str| {
        format!("<<<<<<< a\n{ours}\n||||||| b\n=======\n{theirs}\n>>>>>>> c\n")
    };
    let two = format!("{}{}{OPEN}", new("one", "two"), new("three", "four"));
    Bench::with("f", marked(&[&two]))
        .line("merge --solve f --theirs -q")
        .edits(&[("f", &marked(&["one\ntwo\nthree\nfour\nx = 2\n"]))]);
    Bench::with("f", marked(&[WORDS]))
        .line("merge --solve f --partial -q")
        .edits(&[("f", &marked(&["g(a, c)\n"]))]);
}

#[test]
fn a_request_solves_the_conflicts_in_a_file_as_well() {
    let ask = |fields: &str| format!(r#"{{"op":"merge","path":"f","solve":true{fields}}}"#);
    let bench = Bench::with("f", marked(&[WORDS, OPEN]));
    bench
        .pipe(ask(""), ["apply"])
        .fails(1, "incise: f: both sides changed lines 11-17\n");
    bench
        .pipe(ask(r#","partial":true,"dry_run":true"#), ["apply", "-q"])
        .status_is(1)
        .unheard()
        .unchanged();
    let report = bench
        .pipe(ask(r#","partial":true"#), ["apply", "--json"])
        .status_is(1)
        .changed(&[("f", &marked(&["g(a, c)\n", OPEN]))])
        .json();
    assert_eq!(report["asides"][0]["hunks"], 1, "{report}");
    bench
        .pipe(
            ask(r#","favour":"theirs""#),
            ["merge", "--from-json", "-", "-q"],
        )
        .edits(&[("f", &marked(&["g(a, c)\n", "x = 2\n"]))]);
    for (document, words) in [
        (
            ask(r#","base":"a\n""#),
            "`solve` is combined with `base` or `theirs`",
        ),
        (
            r#"{"op":"merge","path":"f","base":"a\n","theirs":"b\n","partial":true}"#.to_owned(),
            "`partial` needs `solve`",
        ),
        (
            format!(
                r#"{{"edits":[{},{{"op":"remove","path":"f"}}]}}"#,
                ask(r#","partial":true"#)
            ),
            "a merge that leaves conflicts in its file cannot be combined with other edits",
        ),
    ] {
        bench.pipe(&document, ["apply"]).fails(2, words);
    }
}

#[test]
fn markers_that_cannot_be_read_are_refused_by_name() {
    let inner = OPEN.replace("x = 1\n", OPEN);
    for (text, line, why) in [
        (
            "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n".to_owned(),
            3,
            "the conflict does not include its base",
        ),
        (inner, 2, "a conflict starts inside another conflict"),
        (
            OPEN.replace("=======\n", "=======\n=======\n"),
            6,
            "unexpected conflict marker",
        ),
        (
            OPEN.replace("=======\n", ""),
            6,
            "unexpected conflict marker",
        ),
        (
            OPEN.replace("<<<<<<< HEAD\n", ""),
            6,
            "unexpected conflict marker",
        ),
        (
            OPEN.replace(">>>>>>> theirs\n", ""),
            1,
            "the conflict has no end marker",
        ),
    ] {
        for more in [&[][..], &["--partial"], &["--union"]] {
            let bench = Bench::with("f", format!("head\n{text}"));
            bench
                .run([&["merge", "--solve", "f"], more].concat())
                .fails(1, &format!("incise: f: line {}: {why}\n", line + 1));
        }
    }
}

#[test]
fn lines_that_look_like_markers_are_text_where_they_are_none() {
    // The underline of a heading, and markers of another size in a base that is itself a merge result.
    let base = "<<<<<<<<< Temporary 1\np\n=========\nq\n>>>>>>>>> Temporary 2\n";
    let text = format!(
        "Heading\n=======\n\n||||||| table\n{}",
        marked(&[&WORDS.replace("f(a, b)\n", &format!("f(a, b)\n{base}"))])
    );
    let bench = Bench::with("f", &text);
    bench.line("merge --solve f --theirs -q").edits(&[(
        "f",
        &format!(
            "Heading\n=======\n\n||||||| table\n{}",
            marked(&["g(a, b)\n"])
        ),
    )]);
    let crlf = marked(&[WORDS]).replace('\n', "\r\n");
    Bench::with("f", crlf)
        .line("merge --solve f -q")
        .edits(&[("f", &marked(&["g(a, c)\n"]).replace('\n', "\r\n"))]);
    let long = WORDS
        .replace("<<<<<<<", "<<<<<<<<<<")
        .replace("|||||||", "||||||||||")
        .replace("=======", "==========")
        .replace(">>>>>>>", ">>>>>>>>>>");
    Bench::with("f", marked(&[&long]))
        .line("merge --solve f -q")
        .edits(&[("f", &marked(&["g(a, c)\n"]))]);
}

#[test]
fn a_marker_states_why_no_rule_resolves_the_conflict() {
    for (base, ours, theirs, why) in [
        (
            &["a", "b", "c"][..],
            &["a", "x", "c"][..],
            &["a", "y", "c"][..],
            "both changed these lines",
        ),
        (
            &["a", "c"],
            &["a", "same", "x", "c"],
            &["a", "same", "y", "c"],
            "both inserted lines here",
        ),
        (
            &["a", "b", "c"],
            &["a", "c"],
            &["a", "y", "c"],
            "one side removed what the other changed",
        ),
        (
            &["let total = sum();", "print(total);"],
            &["let amount = sum();", "print(amount);"],
            &["let total = sum();", "print(total);", "log(total);"],
            "one side uses a name that the other removed",
        ),
        (
            &["a", "c"],
            &["a", "limit = 3", "c"],
            &["a", "check()", "limit = 4", "c"],
            "both define the same new name",
        ),
        (
            &["one(1)", "two(2)", "three(3)"],
            &["one(1)", "three(3)", "two(7)"],
            &["one(1)", "three(3)", "two(2)", "four(4)"],
            "one side moved what the other moved or changed",
        ),
    ] {
        let bench = sides(base, ours, theirs);
        bench
            .line("merge --git-driver base ours theirs 7 src/a.rs")
            .status_is(1)
            .unheard();
        let first = format!("<<<<<<< ours: src/a.rs: {why}\n");
        assert!(
            bench.text("ours").contains(&first),
            "{}",
            bench.text("ours")
        );
    }
}

#[test]
fn a_rule_that_adds_syntax_errors_resolves_nothing() {
    let sides = || sides(&["[", "1", "]"], &["[", "]"], &["[", "1", ", 3", "]"]);
    let bench = sides().file("list.json", "[\n]\n");
    bench
        .line("merge base list.json theirs")
        .fails(1, "both sides changed line 2");
    let driver = [
        "merge",
        "--git-driver",
        "--rules",
        "all",
        "base",
        "ours",
        "theirs",
        "7",
    ];
    let bench = sides();
    bench
        .run([&driver[..], &["list.json"]].concat())
        .status_is(1)
        .unheard();
    let why = "ours: list.json: the merged text is not valid syntax\n";
    assert!(bench.text("ours").contains(why), "{}", bench.text("ours"));
    // Errors that both sides have do not count against a rule, but an additional error does.
    let broken = |first: &str, more: &str| format!("[\n{first}{more}]\n}}\n");
    for (ours, theirs, merged) in [
        (broken("", ""), broken("1\n", ", 3\n"), None),
        (
            broken("2\n", ", 3\n"),
            broken("1\n", ", 4\n"),
            Some(broken("2\n", ", 4\n")),
        ),
    ] {
        let base = if merged.is_some() {
            broken("1\n", ", 3\n")
        } else {
            broken("1\n", "")
        };
        let bench = sides()
            .file("list.json", &ours)
            .file("base", base)
            .file("theirs", theirs);
        let run = bench.line("merge base list.json theirs -q");
        match merged {
            Some(merged) => run.edits(&[("list.json", &merged)]),
            None => run.status_is(1).unchanged(),
        };
    }
}

#[test]
fn git_merges_its_conflicts_with_the_driver() {
    let commands: [&[&str]; 3] = [
        &["merge", "-q", "side"],
        &["rebase", "-q", "side"],
        &["cherry-pick", "side"],
    ];
    for command in commands {
        let bench = repository("a\nB\nc\nd\n", "a\nb\nC\nd\n");
        git(&bench, &["config", "merge.incise.driver", "false"]);
        assert!(!git(&bench, command), "{command:?}");
        let bench = repository("a\nB\nc\nd\n", "a\nb\nC\nd\n");
        assert!(git(&bench, command), "{command:?}");
        assert_eq!(bench.text("a.txt"), "a\nB\nC\nd\n");
        assert!(git(&bench, &["diff", "--quiet", "HEAD"]), "{command:?}");
    }
}

#[test]
fn generated_files_merge_as_in_git() {
    let (base, ours, theirs) = (&["a", "b", "c"], &["A", "b", "c"], &["a", "B", "c"]);
    sides(base, ours, theirs)
        .line("merge base ours theirs -q")
        .status_is(0);
    for name in ["yarn.lock", "sub/package-lock.json"] {
        let bench = sides(base, ours, theirs).file(name, joined(ours));
        bench
            .run(["merge", "base", name, "theirs"])
            .status_is(1)
            .unchanged();
        bench
            .run(["merge", "base", name, "theirs", "--theirs", "-q"])
            .status_is(0);
        let bench = sides(base, ours, theirs);
        bench
            .run(["merge", "--git-driver", "base", "ours", "theirs", "7", name])
            .status_is(1)
            .unheard();
    }
    let head = "// Code generated by a tool. DO NOT EDIT.";
    let with_head = |lines: &[&str]| joined(&[&[head, ""], lines].concat());
    Bench::with("base", with_head(base))
        .file("ours", with_head(ours))
        .file("theirs", with_head(theirs))
        .line("merge base ours theirs")
        .status_is(1)
        .unchanged();
}

/// Both sides changed adjacent lines, and both inserted a line at the end.
fn two_rules() -> Bench {
    sides(
        &["a", "b", "x", "y", "end"],
        &["A", "b", "x", "y", "one()", "end"],
        &["a", "B", "x", "y", "two()", "end"],
    )
}

#[test]
fn the_set_of_rules_says_which_conflicts_are_settled() {
    let ask = |set| ["merge", "base", "ours", "theirs", "-q", "--rules", set];
    two_rules()
        .run(ask("all"))
        .edits(&[("ours", "A\nB\nx\ny\none()\ntwo()\nend\n")]);
    for set in ["proved", "none"] {
        two_rules().run(ask(set)).status_is(1).unchanged();
    }
    sides(&["a", "b"], &["A", "b"], &["a", "B"])
        .run(ask("proved"))
        .edits(&[("ours", "A\nB\n")]);
    two_rules().run(ask("some")).fails(2, "none, proved, all");
}

#[test]
fn the_driver_reports_each_settled_place_by_the_name_that_git_has() {
    let bench = two_rules();
    bench
        .line("merge --git-driver -q base ours theirs 7 src/a.rs")
        .status_is(1)
        .says("settled src/a.rs:2 adjacent\n");
    assert!(
        bench
            .text("ours")
            .starts_with("A\nB\nx\ny\n<<<<<<< ours: src/a.rs: ")
    );
}

/// The merge into `open` that shows proposals between markers of `style`.
fn propose(style: &str) -> [&str; 9] {
    [
        "merge",
        "base",
        "ours",
        "theirs",
        "--propose",
        "--conflicts",
        style,
        "-o",
        "open",
    ]
}

#[test]
fn a_proposal_is_shown_between_markers_and_can_be_accepted() {
    let bench = sides(&["a", "b"], &["A", "b"], &["a", "B"]);
    bench.run(propose("diff3")).status_is(1);
    let shown = bench.text("open");
    let marked = "<<<<<<< ours: a rule proposes a result\nA\nb\n||||||| base\na\nb\n=======\na\nB\n+++++++ adjacent\nA\nB\n>>>>>>> theirs\n";
    assert_eq!(shown, marked);
    bench
        .line("merge --solve open --accept -q")
        .edits(&[("open", "A\nB\n")]);
    // Without the base, a proposal cannot be accepted.
    bench
        .run(propose("merge"))
        .fails(2, "the style `merge` does not");
    bench
        .line("merge base ours theirs --propose --git-driver")
        .status_is(1)
        .says("lines 1-2: a rule proposes a result\n  lines 1-2, ours:\n    -a\n    -b\n    +A\n    +b\n");
    assert_eq!(bench.text("ours"), marked);
    let request = r#"{"op":"merge","path":"ours","base":"a\n","theirs":"b\n","accept":true}"#;
    bench
        .pipe(request, ["apply"])
        .fails(2, "`accept` needs `solve`");
}

#[test]
fn a_definition_or_a_key_that_a_clean_merge_doubles_is_a_conflict() {
    for [name, base, ours, theirs] in rows(
        r"
        a.rs | fn a() {}\n\nfn b() {}\n\nfn c() {}\n
        | fn new() {}\n\nfn a() {}\n\nfn b() {}\n\nfn c() {}\n
        | fn a() {}\n\nfn b() {}\n\nfn c() {}\n\nfn new() {}\n
        a.toml | a = 1\nb = 2\nc = 3\n | k = 1\na = 1\nb = 2\nc = 3\n | a = 1\nb = 2\nc = 3\nk = 2\n
        a.yaml | a: 1\nb: 2\nc: 3\n | k: 1\na: 1\nb: 2\nc: 3\n | a: 1\nb: 2\nc: 3\nk: 2\n
        ",
    ) {
        let bench = Bench::with("base", base)
            .file(name, ours)
            .file("theirs", theirs);
        bench
            .run(["merge", "base", name, "theirs"])
            .status_is(1)
            .unchanged();
        bench
            .line(&format!(
                "merge --git-driver -q base '{name}' theirs 7 '{name}'"
            ))
            .status_is(1);
        let marked = format!("<<<<<<< ours: {name}: the merged text has this twice\n=======\n");
        assert!(bench.text(name).contains(&marked), "{}", bench.text(name));
    }
    // Variants under different conditions are not duplicates.
    Bench::with("base", "fn a() {}\n\nfn b() {}\n\nfn c() {}\n")
        .file(
            "a.rs",
            "#[cfg(unix)]\nfn new() {}\n\nfn a() {}\n\nfn b() {}\n\nfn c() {}\n",
        )
        .file(
            "theirs",
            "fn a() {}\n\nfn b() {}\n\nfn c() {}\n\n#[cfg(windows)]\nfn new() {}\n",
        )
        .line("merge base a.rs theirs -q")
        .status_is(0);
}

/// Only a marker with the name of a rule begins a proposal.
#[test]
fn an_underline_in_a_conflict_does_not_begin_a_proposal() {
    let bench = sides(&["a", "b"], &["A", "b"], &["a", "Install", "+++++++", "B"]);
    bench.run(propose("diff3")).status_is(1);
    bench
        .line("merge --solve open --accept -q")
        .edits(&[("open", "A\nInstall\n+++++++\nB\n")]);
    let conflict =
        "<<<<<<< ours\nx\n||||||| base\ny\n=======\nInstall\n+++++++\nrun\n>>>>>>> theirs\n";
    let bench = Bench::with("c.rst", conflict);
    bench
        .line("merge --solve c.rst --theirs -q")
        .edits(&[("c.rst", "Install\n+++++++\nrun\n")]);
}

/// The order of arguments is significant, so two new ones at the same place are a conflict.
#[test]
fn arguments_of_both_sides_are_not_sorted() {
    let call = |new: &str| format!("send(\n    alpha,\n    beta,\n{new}    zeta,\n)\n");
    let bench = Bench::with("base.py", call(""))
        .file("ours.py", call("    car,\n"))
        .file("theirs.py", call("    cat,\n"));
    bench
        .line("merge base.py ours.py theirs.py")
        .status_is(1)
        .unchanged();
}

/// The parser reports an unclosed bracket on the first line, above both changes.
#[test]
fn a_syntax_error_above_all_changes_is_a_conflict() {
    let base =
        "fn f() {\n    a();\n    b();\n    c();\n    d();\n    e();\n    f();\n    g();\n}\n";
    let ours = base.replace("    b();\n", "    if x {\n    b();\n");
    let theirs = base.replace("    d();\n", "    if y {\n    d();\n");
    let bench = Bench::with("base.rs", base)
        .file("ours.rs", ours.replace("    f();\n", "    f();\n    }\n"))
        .file(
            "theirs.rs",
            theirs.replace("    f();\n", "    f();\n    }\n"),
        );
    bench
        .line("merge base.rs ours.rs theirs.rs")
        .status_is(1)
        .unchanged();
}

#[test]
fn a_fourth_label_is_refused() {
    let bench = Bench::with("o", "a\n").file("b", "a\n").file("t", "a\n");
    bench
        .line("merge b o t 7 n a b c d --conflicts diff3 -o -")
        .fails(2, "`d` is one argument too many");
}

#[test]
fn an_unterminated_line_gets_the_ending_of_the_other_versions() {
    let bench = Bench::with("base", "a\r\n")
        .file("ours", "x")
        .file("theirs", "a\r\nb\r\n");
    bench
        .line("merge base ours theirs --union -q")
        .done("", &[("ours", "x\r\na\r\nb\r\n")]);
    let bench = Bench::with("base", "a\r\n")
        .file("ours", "x")
        .file("theirs", "a\r\nb\r\n");
    bench
        .line("merge base ours theirs --conflicts merge -o out -q")
        .status_is(1);
    let text = bench.text("out");
    assert!(text.contains("x\r\n"), "{text}");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}
