//! Calls by users of other tools: by the name of the tool, with a diff that names its files, with a header that
//! counts too many lines.

use serde_json::{Value, json};

use crate::bench::Bench;

const TEXT: &str = "a\nb\nc\n";

fn diff(name: &str) -> String {
    format!("--- a/{name}\n+++ b/{name}\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n")
}

fn call(tool: &str, input: &Value) -> String {
    json!({ "type": "tool_use", "id": "1", "name": tool, "input": input }).to_string()
}

#[test]
fn a_tool_that_appends_makes_a_missing_file() {
    let append = call("append_file", &json!({ "path": "f", "content": "d\n" }));
    Bench::with("f", TEXT)
        .pipe(&append, ["apply"])
        .edits(&[("f", "a\nb\nc\nd\n")]);
    Bench::new().pipe(&append, ["apply"]).edits(&[("f", "d\n")]);
    // The fields alone are ambiguous, and `mode` requires an existing file.
    Bench::with("f", TEXT)
        .pipe(r#"{"path":"f","content":"d\n"}"#, ["apply"])
        .fails(2, "no `mode`");
    Bench::new()
        .pipe(r#"{"path":"f","mode":"append","content":"d\n"}"#, ["apply"])
        .fails(4, "append_file");
}

#[test]
fn a_diff_that_names_its_files_needs_no_path() {
    let bench = || Bench::with("f", TEXT).file("g", TEXT);
    let both = diff("f") + &diff("g");
    for request in [
        call("apply_unified_patch", &json!({ "patch": both })),
        json!({ "patch": both }).to_string(),
        json!({ "diff": both }).to_string(),
        both.clone(),
        "f\n<<<<<<< SEARCH\nb\n=======\nB\n>>>>>>> REPLACE\n\ng\n<<<<<<< SEARCH\nb\n=======\nB\n>>>>>>> REPLACE\n".to_owned(),
    ] {
        bench()
            .pipe(&request, ["apply"]).edits(&[("f", "a\nB\nc\n"), ("g", "a\nB\nc\n")]);
    }
    let nameless = json!({ "diff": "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n" });
    bench()
        .pipe(nameless.to_string(), ["apply"])
        .fails(2, "the diff does not name its file")
        .says("`target`");
}

#[test]
fn cells_of_notebooks_are_refused_by_name() {
    let input = json!({ "notebook_path": "/n.ipynb", "cell_id": "1", "new_source": "x" });
    for request in [call("NotebookEdit", &input), input.to_string()] {
        let bench = Bench::new();
        let ran = bench.pipe(request, ["apply"]);
        ran.status_is(2).unchanged();
        // A call is answered in its own form, on standard output.
        let answer = format!("{}{}", ran.stdout, ran.stderr);
        assert!(answer.contains("`NotebookEdit`"), "{answer}");
        assert!(answer.contains("old_string"), "{answer}");
    }
}

/// The header counts the same number of missing lines on the old and the new side.
const MISCOUNTED: &str = "--- a/f\n+++ b/f\n@@ -1,7 +1,7 @@\n a\n-b\n+B\n";

#[test]
fn a_sent_hunk_with_too_high_counts_is_taken_for_whole() {
    let long = || Bench::with("f", "a\nb\nc\nd\ne\nf\ng\nh\n");
    let changed = "a\nB\nc\nd\ne\nf\ng\nh\n";
    for request in [
        json!({ "path": "f", "patch": MISCOUNTED }),
        json!({ "diff": MISCOUNTED, "target": "f" }),
        json!({ "path": "f", "diff": MISCOUNTED }),
        json!({ "op": "patch", "diff": MISCOUNTED }),
    ] {
        long()
            .pipe(request.to_string(), ["apply"])
            .status_is(0)
            .says("the header counts 7 old and 7 new lines, the hunk has 2 and 2")
            .changed(&[("f", changed)]);
    }
    // A file or a diff on standard input may be cut off.
    long()
        .file("x.diff", MISCOUNTED)
        .pipe(r#"{"diff_file":"x.diff","target":"f"}"#, ["apply"])
        .status_is(1)
        .unchanged();
    long().pipe(MISCOUNTED, ["patch"]).status_is(1).unchanged();
    long().pipe(MISCOUNTED, ["apply"]).status_is(1).unchanged();
    // More lines are missing on one side, so the hunk is incomplete.
    let uneven = MISCOUNTED.replace("+1,7", "+1,8");
    long()
        .pipe(
            json!({ "path": "f", "patch": uneven }).to_string(),
            ["apply"],
        )
        .fails(1, "is truncated");
    let strict = json!({ "op": "patch", "diff": MISCOUNTED, "strict_format": true });
    long()
        .pipe(strict.to_string(), ["apply"])
        .status_is(2)
        .unchanged();
}

#[test]
fn errors_describe_the_current_state() {
    let bench = Bench::with("f", "a\nb\n").file("empty", "");
    let path = |name: &str| bench.path().join(name).to_str().unwrap().to_owned();
    let insert = json!({ "path": path("f"), "old_text": "", "new_text": "x", "insert_line": 0 });
    bench.pipe(insert.to_string(), ["apply"]).fails(1, "1 to 2");
    let missing = json!({ "path": path("nope"), "old_text": "a", "new_text": "x" });
    bench
        .pipe(missing.to_string(), ["apply"])
        .fails(4, "send a payload that creates files");
    bench
        .line("replace empty --old a --new b")
        .fails(1, "`a` is not in the file, which is empty")
        .says("`incise append empty --text TEXT`");
}
