//! The program called `apply_patch` or `applypatch`.

use std::os::unix::process::CommandExt;

use serde_json::json;

use crate::bench::{Bench, Ran};

const UPDATE: &str = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+1\n*** End Patch";

fn called<'b>(bench: &'b Bench, name: &str, args: &[&str], stdin: &str) -> Ran<'b> {
    let mut command = bench.command();
    command.arg0(name).args(args);
    bench.run_command(command, stdin.as_bytes())
}

#[test]
fn a_patch_in_the_argument_or_on_standard_input() {
    for name in ["apply_patch", "applypatch", "/usr/bin/apply_patch"] {
        let bench = Bench::with("a.txt", "one\n");
        called(&bench, name, &[UPDATE], "").done(
            "Success. Updated the following files:\nM a.txt\n",
            &[("a.txt", "1\n")],
        );
        let bench = Bench::with("a.txt", "one\n");
        called(&bench, name, &[], UPDATE).done(
            "Success. Updated the following files:\nM a.txt\n",
            &[("a.txt", "1\n")],
        );
    }
    let bench = Bench::with("a.txt", "one\n");
    let quoted = format!("<<'EOF'\n{UPDATE}\nEOF\n");
    called(&bench, "apply_patch", &["--preserve-crlf", &quoted], "").done(
        "Success. Updated the following files:\nM a.txt\n",
        &[("a.txt", "1\n")],
    );
}

#[test]
fn added_changed_and_deleted_files_are_listed_in_this_order() {
    let patch = "*** Begin Patch\n*** Delete File: d.txt\n*** Update File: a.txt\n@@\n-one\n+1\n\
        *** Update File: m.txt\n*** Move to: n/m.txt\n@@\n-m\n+M\n*** Add File: new/b.txt\n+b\n*** End Patch\n";
    let bench = Bench::with("a.txt", "one\n")
        .file("d.txt", "d\n")
        .file("m.txt", "m\n");
    called(&bench, "apply_patch", &[patch], "")
        .status_is(0)
        .became(&[
            ("a.txt", Some(&b"1\n"[..])),
            ("d.txt", None),
            ("m.txt", None),
            ("n/m.txt", Some(b"M\n")),
            ("new/b.txt", Some(b"b\n")),
        ])
        .prints(
            "Success. Updated the following files:\nA new/b.txt\nM a.txt\nM n/m.txt\nD d.txt\n",
        );
}

#[test]
fn nothing_is_half_applied_and_nothing_overwritten() {
    let bench = Bench::with("a.txt", "one\n");
    let half = "*** Begin Patch\n*** Add File: b.txt\n+b\n*** Update File: none.txt\n@@\n-x\n+y\n*** End Patch";
    called(&bench, "apply_patch", &[half], "").refused(
        1,
        "none.txt: there is no such file\n\
             hint: check the path; it is relative to the working directory\nnothing was written\n",
    );
    let over = "*** Begin Patch\n*** Add File: a.txt\n+new\n*** End Patch";
    called(&bench, "apply_patch", &[over], "").fails(1, "a.txt: the file already exists");
    let outside = "*** Begin Patch\n*** Delete File: ../a.txt\n*** End Patch";
    called(&bench, "apply_patch", &[outside], "")
        .status_is(1)
        .unchanged();
}

#[test]
fn a_truncated_patch_is_refused() {
    let whole = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+1\n*** Add File: b.txt\n+long line\n*** End Patch\n";
    for end in ["ong line", "\n*** End Patch", "d Patch"] {
        let (cut, _) = whole.split_once(end).unwrap();
        let problem = "the patch ends without `*** End Patch`";
        let bench = Bench::with("a.txt", "one\n");
        called(&bench, "apply_patch", &[cut], "").fails(1, problem);
        let call = json!({"type": "function_call", "name": "apply_patch", "call_id": "c",
            "arguments": json!({"input": cut}).to_string()});
        for (stdin, command) in [(cut.to_owned(), "patch"), (call.to_string(), "apply")] {
            let ran = bench.pipe(stdin, [command]);
            assert_ne!(ran.status, Some(0), "{cut}");
            ran.unheard().changed(&[]);
        }
        bench
            .pipe(cut, ["patch"])
            .fails(2, problem)
            .says("if it is complete, add the line `*** End Patch`");
    }
}

#[test]
fn calls_that_are_wrong() {
    let bench = Bench::with("a.txt", "one\n");
    const USAGE: &str = "Usage: apply_patch 'PATCH'\n       echo 'PATCH' | apply_patch\n";
    called(&bench, "apply_patch", &[], "").refused(2, USAGE);
    called(&bench, "apply_patch", &[UPDATE, "more"], "").refused(
        2,
        "Error: apply_patch accepts exactly one PATCH argument.\n",
    );
    called(&bench, "apply_patch", &["--- a/a.txt\n+++ b/a.txt\n"], "").fails(
        1,
        "Invalid patch: it does not begin with `*** Begin Patch`\nhint: `incise patch`",
    );
    called(
        &bench,
        "apply_patch",
        &["*** Begin Patch\n*** Frob File: a.txt\n*** End Patch"],
        "",
    )
    .status_is(1)
    .unchanged();
    called(&bench, "apply_patch", &["--help"], "").done(USAGE, &[]);
}

#[test]
fn the_journal_and_the_environment_count() {
    let bench = Bench::with("a.txt", "one\n")
        .env("INCISE_TASK", "t1")
        .env("INCISE_BACKUP", ".old");
    called(&bench, "apply_patch", &[UPDATE], "").edits(&[("a.txt", "1\n"), ("a.txt.old", "one\n")]);
    bench
        .line("log")
        .status_is(0)
        .prints("t1")
        .prints("apply_patch");
    bench
        .line("undo -q")
        .edits(&[("a.txt", "one\n"), ("a.txt.old", "one\n")]);
}

#[test]
fn a_hunk_that_removes_a_line_and_adds_it_again_is_not_applied_already() {
    let bench = Bench::with("a.rs", "use x;\n\nfn f() {}\n");
    let patch = "*** Begin Patch\n*** Update File: a.rs\n@@\n-use x;\n+use x;\n@@\n-fn f() {}\n+fn g() {}\n*** End Patch\n";
    bench.pipe(patch, ["patch", "-q"]).status_is(0);
    assert_eq!(bench.text("a.rs"), "use x;\n\nfn g() {}\n");
}
