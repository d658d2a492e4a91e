//! `--validate`: a command that must accept the new text before it is written.

use crate::bench::{Bench, Ran};

/// The search path for commands.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

fn world() -> Bench {
    Bench::with("a.txt", "one\ntwo\n")
        .file("d/b.sh", "echo b\n")
        .env("PATH", PATH)
}

/// Runs an edit of `a.txt` that `command` must accept.
fn edit<'a>(bench: &'a Bench, command: &str) -> Ran<'a> {
    bench.run([
        "replace",
        "a.txt",
        "--old",
        "two",
        "--new",
        "2",
        "--validate",
        command,
    ])
}

#[test]
fn an_accepted_text_is_written() {
    let bench = world();
    let ran = edit(&bench, "grep -qx 2 {}");
    ran.edits(&[("a.txt", "one\n2\n")]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_rejected_text_is_not_and_the_output_says_why() {
    let bench = world();
    let ran = edit(&bench, "sh -c 'echo \"$1:2: bad\"; exit 3' sh {}");
    ran.status_is(1).restored();
    assert_eq!(ran.stdout, "");
    assert_eq!(
        ran.stderr,
        "incise: a.txt: `sh -c 'echo \"$1:2: bad\"; exit 3' sh {}` rejects the new text: exit status 3\n  \
         a.txt:2: bad\n\
         hint: fix the new text as the command reports; if the old text fails too, fix that first\n",
    );
}

#[test]
fn programs_get_output_and_code() {
    let bench = world();
    let ran = bench.line("append d/b.sh --text fi --validate 'sh -n {}' --json");
    ran.status_is(1).restored();
    let error = &ran.json()["error"];
    assert_eq!(error["code"], "validation_failed");
    let output = error["output"].as_str().unwrap();
    assert!(output.contains("b.sh") && !output.contains(".incise-"));
}

#[test]
fn the_command_gets_a_file_next_to_the_old_with_the_same_extension() {
    let bench = world();
    let script = "case $1 in */d/.incise-*.sh) cat $1 d/b.sh;; esac; exit 1";
    let command = format!("sh -c '{script}' sh {{}}");
    let ran = bench.run(["append", "d/b.sh", "--text", "new", "--validate", &command]);
    ran.status_is(1).restored();
    ran.says("\n  echo b\n  new\n  echo b\nhint: ");
}

#[test]
fn no_shell_expands_anything() {
    let bench = world();
    let ran = edit(&bench, "printf '%s;' $HOME *.txt {} --f={}");
    // `printf` ignores the arguments that its format does not use.
    ran.edits(&[("a.txt", "one\n2\n")]);
    let bench = world();
    edit(&bench, "test {} = '*.txt'").status_is(1).restored();
    // `echo` would accept everything, and the second command would never run.
    edit(&bench, "echo x; false {}").status_is(2).restored();
}

#[test]
fn standard_input_is_empty() {
    let bench = world();
    let args = [
        "replace",
        "a.txt",
        "--old",
        "two",
        "--new-file",
        "-",
        "--validate",
        "sh -c 'test -z \"$(cat)\"' {}",
    ];
    bench.pipe("2", args).status_is(0);
}

#[test]
fn a_command_that_changes_the_text_is_refused() {
    for command in [
        "sh -c 'echo more >> $1' sh {}",
        "sh -c 'echo TWO > $1' sh {}",
        "sed -i s/2/3/ {}",
        "chmod 777 {}",
        "rm {}",
        "sh -c 'cp $1 x; mv x $1' sh {}",
    ] {
        let bench = world();
        let ran = edit(&bench, command);
        ran.status_is(1).restored();
        ran.says("changed the new text instead of only checking it");
    }
}

#[test]
fn a_signal_or_a_missing_program_is_a_refusal() {
    let bench = world();
    let ran = edit(&bench, "sh -c 'kill -9 $$' {}");
    ran.status_is(1).restored();
    ran.says("was killed by signal 9");
    let ran = edit(&bench, "no-such-program {}");
    ran.status_is(1).restored();
    ran.says("could not be started");
}

#[test]
fn every_file_of_a_transaction_is_looked_at_before_one_is_written() {
    let request = r#"[{"op":"append","path":"a.txt","text":"x"},
                      {"op":"append","path":"d/b.sh","text":"x"},
                      {"op":"create","path":"new/c.sh","text":"x\n","parents":true},
                      {"op":"remove","path":"gone.txt"}]"#;
    let bench = world().file("gone.txt", "gone\n");
    let seen = "sh -c 'grep -q ^x $1 && test $(cat a.txt d/b.sh | wc -l) = 3' sh {}";
    let ran = bench.pipe(request, ["apply", "--validate", seen]);
    ran.status_is(0);
    assert_eq!(bench.text("new/c.sh"), "x\n");

    let bench = world().file("gone.txt", "gone\n");
    let only_text = "sh -c 'case $1 in *.txt) ;; *) exit 1;; esac' sh {}";
    let ran = bench.pipe(request, ["apply", "--validate", only_text]);
    ran.status_is(1).restored();
    ran.says("incise: d/b.sh: ").says("incise: new/c.sh: ");
    ran.says("\nnothing was written\n");
}

#[test]
fn a_file_that_moves_meanwhile_is_looked_at_again() {
    let bench = world();
    // The first check changes the target. The second check sees the result and accepts it.
    let script =
        "grep -q moved a.txt || { echo moved >> a.txt; exit 0; }; grep -q moved $1 || exit 1";
    let command = format!("sh -c '{script}' sh {{}}");
    let ran = edit(&bench, &command);
    ran.edits(&[("a.txt", "one\n2\nmoved\n")]);

    let bench = world();
    let script = "grep -q moved $1 && exit 1; echo moved >> a.txt";
    let command = format!("sh -c '{script}' sh {{}}");
    let ran = edit(&bench, &command);
    ran.status_is(1).changed(&[("a.txt", "one\ntwo\nmoved\n")]);
}

#[test]
fn calls_that_could_not_look_are_usage_errors() {
    let bench = world();
    for (command, says) in [
        ("make check", "has no `{}`"),
        ("check '{}", "has a quote that is not closed"),
        ("", "is not a command"),
    ] {
        let ran = edit(&bench, command);
        ran.status_is(2).unchanged();
        ran.says(says);
    }
    let text = ["--text", "x", "--validate", "true {}"];
    let run = |args: &[&str]| {
        let ran = bench.pipe(b"y\n", [args, &text[..]].concat());
        ran.status_is(2).unchanged();
        ran.stderr
    };
    assert!(run(&["append", "-"]).contains("`-` is not a file"));
    assert!(run(&["append", "a.txt", "-n"]).contains("a dry run writes none"));
    assert!(run(&["check", "append", "a.txt"]).contains("omit --validate"));
}

#[test]
fn a_document_cannot_run_commands() {
    let bench = world();
    let request = r#"{"op":"remove","path":"a.txt","validate":"touch {}"}"#;
    let ran = bench.pipe(request, ["apply"]);
    ran.status_is(2).unchanged();
    ran.says("a request cannot run commands");
}

/// A command that adds a line to `a` while it has fewer than `below` lines. Then it edits `b` with a short lock
/// timeout.
fn meddling(below: usize) -> String {
    format!(
        "sh -c 'if [ $(wc -l < a) -lt {below} ]; then echo x >> a; fi; \
         exec \"$0\" append b --text y -q --lock-timeout 100ms' {} {{}}",
        env!("CARGO_BIN_EXE_incise")
    )
}

#[test]
fn a_file_that_moves_under_the_command_is_validated_again_without_the_lock() {
    let bench = Bench::with("a", "1\n").file("b", "");
    let command = meddling(4);
    let args = ["append", "a", "--text", "end", "-q", "--validate", &command];
    bench.run(args).status_is(0);
    assert_eq!(bench.text("a"), "1\nx\nx\nx\nend\n");
    // Each time, the command could lock the directory for its own edit.
    assert_eq!(bench.text("b"), "y\n".repeat(4));
}

#[test]
fn a_file_that_never_rests_is_left_alone() {
    let bench = Bench::with("a", "1\n").file("b", "");
    let command = "sh -c 'echo x >> a' {}";
    let ran = bench.run(["append", "a", "--text", "end", "--validate", command]);
    ran.status_is(3)
        .says("other processes kept changing the file");
    assert!(!bench.text("a").contains("end"));
}
