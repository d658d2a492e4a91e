//! Plans: `--save-plan`, `--format plan`, and applying them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::bench::{Bench, Tree};
use crate::notation::rows;

const LINES: &str = "one\ntwo\nthree\nfour\nfive\n";

/// Every editing command, and its standard input.
const EDITS: &[(&[&str], &str)] = &[
    (&["replace", "a", "--old", "two", "--new", "2"], ""),
    (&["replace", "a", "d/b", "--old", "one", "--new", "1"], ""),
    (&["insert", "a", "--line", "2", "--text", "new"], ""),
    (&["append", "a", "--text", "six"], ""),
    (&["append", "absent", "--text", "six"], ""),
    (&["lines", "a", "2:3", "--text", ""], ""),
    (&["create", "new/er/c", "--text", "x", "--parents"], ""),
    (&["write", "a", "--text", "all", "--overwrite"], ""),
    (&["remove", "a"], ""),
    (&["move", "a", "new/c", "--parents"], ""),
    (&["apply"], BATCH),
    (&["patch"], PATCH),
];

const BATCH: &str = r#"[{"op":"replace","path":"a","old":"two","new":"2"},
    {"op":"move","path":"a","to":"c"},{"op":"move","path":"d/b","to":"a"},
    {"op":"create","path":"d/b","text":"x\n"},{"op":"remove","path":"latin"}]"#;

const PATCH: &str = "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n--- a/a\n+++ b/a\n\
                     @@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n\
                     diff --git a/d/b b/d/b\nold mode 100644\nnew mode 100755\n\
                     diff --git a/run b/run\nnew file mode 100755\n--- /dev/null\n+++ b/run\n\
                     @@ -0,0 +1 @@\n+echo\n\
                     diff --git a/latin b/copy\ncopy from latin\ncopy to copy\n";

fn start() -> Bench {
    Bench::with("a", LINES)
        .file("d/b", "one\r\nlast")
        .file("latin", b"caf\xe9 \xff\n")
        .mode("a", 0o640)
}

fn words<'a>(args: &[&'a str], flags: &[&'a str]) -> Vec<&'a str> {
    args.iter().chain(flags).copied().collect()
}

/// The plan of `args`. Making a plan must not change the tree.
fn plan(bench: &Bench, args: &[&str], stdin: &str) -> Vec<u8> {
    let line = words(&["check"], &words(args, &["--format", "plan"]));
    let ran = bench.pipe(stdin, line);
    ran.succeeds().unchanged();
    ran.bytes.clone()
}

#[test]
fn a_plan_applied_to_a_copy_equals_the_command() {
    for (args, stdin) in EDITS {
        let (here, there) = (start(), start());
        let plan = plan(&here, args, stdin);
        let line = words(args, &["--json", "--no-journal", "--force-shrink"]);
        let direct = here.pipe(stdin, line);
        let direct_report = direct.status_is(0).json();
        let made: Tree = here.tree();
        let applied = there.pipe(&plan, ["apply", "--json", "--no-journal"]);
        let report = applied.status_is(0).tree_is(&made).json();
        for (file, expected) in files(&report).iter().zip(files(&direct_report)) {
            for key in [
                "path", "from", "changed", "created", "before", "after", "modes", "diff",
            ] {
                assert_eq!(file[key], expected[key], "{key} of {args:?}");
            }
        }
        assert_eq!(
            files(&report).len(),
            files(&direct_report).len(),
            "{args:?}"
        );
        let again = there.pipe(&plan, ["apply", "--json"]);
        let report = again.status_is(0).unchanged().json();
        assert_eq!(report["changed"], false, "{args:?}");
    }
}

fn files(report: &serde_json::Value) -> Vec<serde_json::Value> {
    report["files"].as_array().unwrap().clone()
}

#[test]
fn a_saved_plan_is_the_only_file_that_is_written() {
    for line in [
        vec!["replace", "a", "--old", "two", "--new", "2", "--dry-run"],
        vec!["replace", "a", "--old", "two", "--new", "2", "-n"],
    ] {
        let bench = start().mode("a", 0o644);
        let expected = plan(&bench, &["replace", "a", "--old", "two", "--new", "2"], "");
        let ran = bench.run(words(&line, &["--save-plan", "p.json"]));
        ran.status_is(0).became(&[("p.json", Some(&expected[..]))]);
        assert!(ran.stdout.starts_with("dry run, nothing written:\n"));
        assert!(
            ran.stdout.ends_with("\nplan saved: p.json\n"),
            "{}",
            ran.stdout
        );
        let again = bench.run(words(&line, &["--save-plan", "p.json", "--json"]));
        assert_eq!(again.status_is(0).json()["plan"], "p.json");
        assert_eq!(bench.bytes("p.json"), expected);
        bench
            .line("apply p.json")
            .edits(&[("a", &LINES.replace("two", "2"))]);
        // A plan contains no ID of a journal entry.
        assert!(!String::from_utf8(expected).unwrap().contains("\"id\""));
    }
}

#[test]
fn a_plan_is_not_saved_through_links_nor_over_other_files() {
    let bench = start()
        .link("link", "p.json")
        .directory("dir")
        .file("notes", "mine\n");
    for (file, status, says) in [
        ("link", 4, "a symbolic link"),
        ("dir", 4, "a directory"),
        ("missing/p", 4, "does not exist"),
        ("-", 2, "-n --format plan prints the plan"),
        ("notes", 2, "a file of another type"),
        ("a", 2, "would overwrite a file that it changes"),
        ("./d/../a", 2, "would overwrite a file that it changes"),
    ] {
        let ran = bench.run(["append", "a", "--text", "x", "-n", "--save-plan", file]);
        ran.fails(status, says);
        assert_eq!(ran.stdout, "", "{file}");
    }
    let args = [
        "append",
        "-n",
        "a",
        "--text",
        "x",
        "--root",
        ".",
        "--save-plan",
    ];
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().join("p");
    let ran = bench.run(args.map(OsStr::new).iter().chain(&[file.as_os_str()]));
    ran.status_is(5).unchanged();
    assert!(!file.exists());
}

#[test]
fn a_refused_edit_saves_no_plan() {
    let bench = start();
    for flags in [&["--save-plan", "p"][..], &["--format", "plan"]] {
        let line = words(&["replace", "a", "--old", "no", "--new", "x", "-n"], flags);
        bench.run(line).refused(
            1,
            "incise: a: `no` is not in the file\nhint: copy the text from `incise view a`\n",
        );
    }
}

#[test]
fn a_plan_needs_a_dry_run_of_files_in_the_workspace() {
    let bench = start();
    for [line, says] in rows(
        r"
        append a --text x --save-plan p | a plan needs a dry run
        append a --text x --format plan | a plan needs a dry run
        append - --text x -n --save-plan p | `-` is not a file
        view a --format plan | show changes, and this command has none
        log --export --format diff | `--export` and `--prune` show no changes
        check append ../a --text x -C d --format plan | in the workspace
        ",
    ) {
        let ran = bench.line(line);
        assert_ne!(ran.status, Some(0), "{line:?}");
        ran.unchanged().says(says);
    }
}

#[test]
fn a_stale_plan_is_refused_whole() {
    for (path, text) in [("a", "other\n"), ("d/b", "other"), ("run", "there\n")] {
        let bench = start();
        let plan = plan(&bench, &["patch"], PATCH);
        let bench = bench.file(path, text);
        let error = bench.pipe(&plan, ["apply", "--json"]);
        let error = &error.status_is(3).unchanged().json()["error"];
        assert_eq!(
            (&error["code"], &error["path"]),
            (&"stale".into(), &path.into())
        );
    }
}

#[test]
fn names_in_a_plan_stay_below_the_root() {
    let bench = start();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("a"), LINES).unwrap();
    let bench = bench.link("out", outside.path().to_str().unwrap());
    let plan = String::from_utf8(plan(&bench, &["append", "a", "--text", "x"], "")).unwrap();
    let absolute = outside.path().join("a");
    for (name, status) in [
        ("../a", 2),
        ("d/../../a", 2),
        ("./a", 2),
        (absolute.to_str().unwrap(), 2),
        ("out/a", 5),
        (".git/hooks/pre-commit", 5),
    ] {
        let ran = bench.pipe(plan.replace("\"a\"", &format!("\"{name}\"")), ["apply"]);
        ran.status_is(status).unchanged();
    }
    assert_eq!(fs::read_to_string(absolute).unwrap(), LINES);
}

#[test]
fn names_in_a_plan_start_from_a_root_of_the_environment_too() {
    let bench = Bench::with("a", LINES).file("d/a", LINES);
    let plan = plan(&bench, &["replace", "a", "--old", "two", "--new", "2"], "");
    let bench = bench.env("INCISE_ROOT", "d");
    let ran = bench.pipe(plan, ["apply", "-q"]);
    ran.done("", &[("d/a", &LINES.replace("two", "2"))]);
}

#[test]
fn a_plan_may_be_laid_out_and_names_its_task() {
    let bench = start();
    let args = ["append", "a", "--text", "x", "--task", "t1"];
    let plan: serde_json::Value = serde_json::from_slice(&plan(&bench, &args, "")).unwrap();
    let pretty = serde_json::to_string_pretty(&plan).unwrap();
    bench.pipe(pretty, ["apply"]).status_is(0);
    let log = bench.line("log").stdout;
    assert!(log.contains("[t1]"), "{log}");
}

#[test]
fn a_plan_of_nothing_does_nothing() {
    let bench = start();
    let plan = plan(&bench, &["create", "a", "--text", LINES], "");
    let report = bench.pipe(plan, ["apply", "--json"]);
    let report = report.status_is(0).unchanged().json();
    assert_eq!(
        (&report["changed"], &report["ok"]),
        (&false.into(), &true.into())
    );
}

#[test]
fn an_executable_file_is_made_under_the_umask() {
    let here = start();
    let plan = plan(&here, &["patch"], PATCH);
    let mut shell = std::process::Command::new("sh");
    shell
        .args([
            "-c",
            "umask 077; exec \"$0\" apply -q",
            env!("CARGO_BIN_EXE_incise"),
        ])
        .current_dir(here.path())
        .env("INCISE_STATE_DIR", here.path().join("state"));
    here.run_command(shell, &plan).status_is(0);
    let mode = |path: &str| {
        let facts = fs::metadata(here.path().join(path)).unwrap();
        facts.permissions().mode() & 0o7777
    };
    assert_eq!((mode("run"), mode("a")), (0o700, 0o750));
}

/// `document` in all variants with one duplicated field. The duplicate comes first and is `null`.
fn with_a_field_twice(document: &str) -> Vec<String> {
    let is_key = |(end, _): &(usize, &str)| document[..*end].ends_with('"');
    let ends = document.match_indices(':').filter(is_key);
    let doubled = ends.filter_map(|(end, _)| {
        let start = document[..end - 1].rfind('"')?;
        let key = &document[start..end];
        let is_name = key[1..key.len() - 1]
            .bytes()
            .all(|byte| byte.is_ascii_lowercase());
        is_name.then(|| format!("{}{key}:null,{}", &document[..start], &document[start..]))
    });
    doubled.collect()
}

#[test]
fn a_field_given_twice_is_refused_wherever_it_stands() {
    let bench = start().file(".env", "KEY=1\n");
    let args = ["replace", "a", "d/b", "--old", "one", "--new", "1"];
    let plan = String::from_utf8(plan(&bench, &args, "")).unwrap();
    bench
        .line("append .env --text X=2")
        .status_is(0)
        .says("warning: .env: this cannot be undone");
    let redacted = bench.line("log --export").stdout.clone();
    assert!(redacted.contains("\"redacted\":true"));
    for document in [&plan, &redacted] {
        let doubled = with_a_field_twice(document);
        assert!(doubled.len() > 8, "{document}");
        for document in doubled {
            for command in ["apply", "replay"] {
                bench.pipe(&document, [command]).status_is(2).unchanged();
            }
        }
    }
}

#[test]
fn a_plan_of_another_version_is_refused_by_its_schema() {
    for plan in [
        r#"{"schema":"incise.edit/2","files":[]}"#,
        r#"{"extra":1,"schema":"incise.edit/2","files":[]}"#,
    ] {
        for command in ["apply", "replay"] {
            let bench = Bench::new();
            let ran = bench.pipe(plan, [command]);
            ran.status_is(2).says("the schema is not `incise.edit/1`");
        }
    }
}

/// A plan has no hash to update, so a stale plan must be made again.
#[test]
fn a_stale_plan_is_made_again() {
    let bench = Bench::with("a", "one\n");
    let edit = ["replace", "a", "--old", "one", "--new", "1", "--no-journal"];
    let plan = |bench: &Bench| {
        let ran = bench.run(edit.iter().chain(&["-n", "--format", "plan"]));
        ran.status_is(0).stdout.clone()
    };
    let stale = plan(&bench);
    bench
        .line("append a --text two --no-journal")
        .status_is(0)
        .says("warning: this cannot be undone");
    bench.pipe(&stale, ["apply"]).fails(
        3,
        "hint: the edit was made for other content: create the plan again, or edit the file\n",
    );
    bench.pipe(plan(&bench), ["apply"]).status_is(0);
    assert_eq!(bench.text("a"), "1\ntwo\n");
}
