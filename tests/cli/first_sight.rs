//! Calls that a user without any knowledge of the program would try. They work, or the answer explains the right
//! call.

use crate::bench::Bench;

/// A call per line, a tab, and the expected answer.
const CALLS: &str = include_str!("../words/wrong-forms.txt");

const DIFF: &str =
    "--- a/job.conf\n+++ b/job.conf\n@@ -1,2 +1,2 @@\n-retries = 3\n+retries = 4\n a = 1\n";

#[test]
fn every_call_is_understood_or_answered_with_the_right_words() {
    let mut wrong = Vec::new();
    let calls = CALLS.lines().filter(|line| !line.starts_with('#'));
    for line in calls {
        let (call, expected) = line.split_once('\t').unwrap();
        let words = shell_words::split(call).unwrap();
        let bench = Bench::with("job.conf", "retries = 3\na = 1\nlast = x\n")
            .file("x.diff", DIFF)
            .directory("d");
        let ran = bench.run(&words[1..]);
        let answer = format!("{}{}", ran.stdout, ran.stderr);
        let is_right = if expected == "=done" {
            ran.status == Some(0)
        } else {
            ran.unchanged();
            ran.status != Some(0) && expected.split('|').all(|part| answer.contains(part))
        };
        if !is_right {
            wrong.push(format!("{call}\n  wanted {expected}\n  {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
}

#[test]
fn common_flags_may_stand_before_the_command() {
    let bench = Bench::new().file("dir/f", "a\nb\n");
    let replace = ["--old", "a", "--new", "A"];
    for front in [
        &["-C", "dir", "replace", "f"][..],
        &["-Cdir", "--json", "-q", "replace", "f"],
        &["--root", ".", "-C", "dir", "--context=0", "replace", "f"],
    ] {
        let bench = Bench::new().file("dir/f", "a\nb\n");
        bench
            .run([front, &replace].concat())
            .edits(&[("dir/f", "A\nb\n")]);
    }
    bench
        .run([&["-C", "dir", "check", "replace", "f"][..], &replace].concat())
        .status_is(0)
        .unchanged();
    bench
        .run([&["-n", "replace", "dir/f"][..], &replace].concat())
        .status_is(0)
        .unchanged();
    let request = br#"{"op":"replace","path":"f","old":"a","new":"A"}"#;
    bench
        .pipe(request, ["-C", "dir", "check", "--json"])
        .status_is(0)
        .unchanged();
    bench
        .line("--all replace dir/f --old a --new A")
        .fails(2, "flags come after the command");
    bench.line("-C dir -i s/a/A/ f").status_is(2).unchanged();
}

#[test]
fn plain_forms_of_lines() {
    let lines = "1\n2\n3\n4\n";
    for (words, text) in [
        (&["lines", "f", "2-3", "--delete"][..], "1\n4\n"),
        (&["lines", "f", ":2", "--delete"], "3\n4\n"),
        (
            &["lines", "f", "4", "--text-file", "/dev/null"],
            "1\n2\n3\n",
        ),
        (
            &["replace", "f", "--old", "3\n", "--new-file", "/dev/null"],
            "1\n2\n4\n",
        ),
    ] {
        Bench::with("f", lines).run(words).edits(&[("f", text)]);
    }
    let bench = Bench::with("f", lines);
    bench
        .line("view f 2-3")
        .status_is(0)
        .prints("2\t2\n   3\t3\n");
    bench.line("view f :1").status_is(0).prints("1\t1\n");
    bench
        .line("lines f 2 --delete --text x")
        .fails(2, "`--delete` and `--text` cannot be combined");
}

#[test]
fn a_value_may_begin_with_a_dash() {
    let text = "a=1\nb=2\n";
    for (words, changed) in [
        (
            &["set", "f.properties", "a", "-Xmx2g"][..],
            "a=-Xmx2g\nb=2\n",
        ),
        (&["set", "f.properties", "a", "-1"], "a=-1\nb=2\n"),
        (
            &["set", "f.properties", "b", "--server", "a", "-x", "-q"],
            "a=-x\nb=--server\n",
        ),
    ] {
        Bench::with("f.properties", text)
            .run(words)
            .edits(&[("f.properties", changed)]);
    }
    for words in [
        &["set", "f.properties", "--frobnicate", "x"][..],
        &["set", "f.properties", "a", "x", "--frobnicate"],
    ] {
        Bench::with("f.properties", text)
            .run(words)
            .fails(2, "unknown flag `--frobnicate` of `set`");
    }
    // A flag of the command is still a flag next to such a value.
    Bench::with("f.properties", text)
        .line("set f.properties a -x --dry-run")
        .status_is(0)
        .unchanged();
}

#[test]
fn several_files_in_one_call() {
    let bench = || Bench::with("a", "1\n").file("b", "2\n");
    for (words, a, b) in [
        (&["append", "a", "b", "--text", "x"][..], "1\nx\n", "2\nx\n"),
        (
            &["insert", "a", "b", "--line", "0", "--text", "x"],
            "x\n1\n",
            "x\n2\n",
        ),
        (&["ensure", "a", "b", "--line", "x"], "1\nx\n", "2\nx\n"),
    ] {
        bench().run(words).edits(&[("a", a), ("b", b)]);
    }
    let removed = bench();
    removed
        .line("remove a b")
        .status_is(0)
        .became::<&str>(&[("a", None), ("b", None)]);
    // All or nothing.
    bench().line("remove a missing").status_is(4).unchanged();
    bench()
        .line("insert a b --line 7 --text x")
        .status_is(1)
        .unchanged();
    bench()
        .line("append a - --text x")
        .fails(2, "cannot be combined with other paths");
    // A file that is given by two names is edited once.
    let once = bench();
    once.line("append a ./a --text x").edits(&[("a", "1\nx\n")]);
}

#[test]
fn several_pairs_in_one_call() {
    let bench = Bench::with("f", "a\nb\nc\n");
    bench
        .line("replace f --old a --new x --old 'x\nb' --new y")
        .edits(&[("f", "y\nc\n")]);
    Bench::with("f", "a\nb\n")
        .line("replace f --old a --new x --old z --new y")
        .fails(1, "edit 2");
}

/// The files for several pairs. Only `a` contains every text.
fn two_files() -> Bench {
    Bench::with("a", "one\ntwo\nthree\n").file("b", "one\ntwo\n")
}

const THREE_PAIRS: [&str; 12] = [
    "--old", "one", "--new", "1", "--old", "two", "--new", "2", "--old", "three", "--new", "3",
];

#[test]
fn pairs_have_the_same_number_in_every_file() {
    let words = [&["replace", "a", "b"][..], &THREE_PAIRS].concat();
    two_files().run(&words).refused(
        1,
        "incise: b: edit 3: `three` is not in the file\n\
         hint: it is in a, at line 3; --if-found skips the files without it\n\
         edits 1, 2 and 3 of a and edits 1 and 2 of b would have applied\n\
         nothing was written\n",
    );
    let bench = two_files();
    let report = bench.run([&words[..], &["--json"]].concat()).json();
    assert_eq!(report["error"]["edit"], 3);
    assert_eq!(report["error"]["would_apply"], serde_json::json!([1, 2]));
    two_files()
        .run([&words[..], &["--if-found"]].concat())
        .done(
            "a: edits 1, 2 and 3 at 1-3; +3 -3\n-one\n-two\n-three\n+1\n+2\n+3\n\
             b: edits 1 and 2 at 1-2; +2 -2\n-one\n-two\n+1\n+2\n",
            &[("a", "1\n2\n3\n"), ("b", "1\n2\n")],
        );
}

#[test]
fn a_text_in_no_file_is_refused_by_its_number_with_if_found() {
    let absent = ["--old", "four", "--new", "4", "--if-found"];
    let words = [&["replace", "a", "b"][..], &THREE_PAIRS, &absent].concat();
    two_files().run(&words).refused(
        1,
        "incise: a: edit 4: `four` is not in the file, nor in 1 other file that was selected\n\
         hint: copy the text from `incise view a`\n\
         edits 1, 2 and 3 of a and edits 1 and 2 of b would have applied\n\
         nothing was written\n",
    );
}

#[test]
fn only_files_without_a_match_are_called_so() {
    let bench = two_files().file("c", "one\0\n").file("d", "other\n");
    let absolute = bench.path().join("a");
    let absolute = absolute.to_str().unwrap();
    bench
        .line(&format!(
            "replace '{absolute}' b c d --old one --new 1 --if-found"
        ))
        .status_is(0)
        .says("skipped 1 binary file with the text")
        .says("warning: 1 file without a match was skipped");
}

#[test]
fn a_short_text_has_no_nearest_lines_that_share_half_of_it() {
    Bench::with("f", "b 4\nd 1\n")
        .line("replace f --old 'd 4' --new x")
        .refused(
            1,
            "incise: f: `d 4` is not in the file\nhint: copy the text from `incise view f`\n",
        );
}

#[test]
fn files_that_lack_the_text_are_left_alone_on_request() {
    let bench = || Bench::with("a", "x\n").file("b", "y\n").file("c", "y\n");
    let words = ["replace", "a", "b", "c", "--old", "x", "--new", "z"];
    bench().run(words).status_is(1).unchanged();
    bench()
        .run([&words[..], &["--if-found"]].concat())
        .status_is(0)
        .says("2 files without a match were skipped")
        .changed(&[("a", "z\n")]);
    let listed = [
        "--files-from",
        "-",
        "--old",
        "x",
        "--new",
        "z",
        "--if-found",
    ];
    bench()
        .pipe(b"a\nb\nc\n", [&["replace"][..], &listed[..]].concat())
        .status_is(0)
        .says("2 files without a match were skipped")
        .changed(&[("a", "z\n")]);
    bench()
        .line("replace b c --old x --new z --if-found")
        .status_is(1)
        .unchanged();
    bench()
        .line("replace a missing --old x --new z --if-found")
        .status_is(4)
        .unchanged();
}
