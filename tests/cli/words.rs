//! Hints in the caller's terms. A caller that sends a document is told fields, which can be added as printed. A
//! caller on the command line is told flags, whatever the format of the report.

use serde_json::{Map, Value, json};

use crate::bench::Bench;
use crate::notation::numbered;

fn three() -> Bench {
    Bench::with("a.txt", "One\ntwo\ntwo\n")
}

fn edit(op: &str, fields: Value) -> Value {
    let mut edit = json!({ "op": op, "path": "a.txt" });
    edit.as_object_mut()
        .unwrap()
        .extend(fields.as_object().unwrap().clone());
    edit
}

/// The hint of a run that must be refused with `code` and change nothing.
fn refused(bench: &Bench, request: &Value, args: &[&str], code: &str) -> String {
    let ran = bench.pipe(request.to_string(), args);
    // Some runs are refused only after files were staged.
    ran.restored();
    let error = &ran.json()["error"];
    assert_eq!(error["code"], code, "{request}: {error}");
    assert!(error.get("retry").is_none(), "{error}");
    error["hint"].as_str().unwrap().to_owned()
}

#[test]
fn hints_for_documents_name_fields_for_every_input() {
    let bench = three().file("b.txt", "b\n");
    let one = edit("replace", json!({ "old": "two", "new": "2" }));
    let other = json!({ "op": "append", "path": "b.txt", "text": "x" });
    let told = "add a line of context to \"old\", or \"pick\": 1 or \"site\": \"ID\" for one place, \
                or \"pick\": \"all\" for every one";
    for (request, args) in [
        (one.to_string(), &["apply", "--json"][..]),
        (one.to_string(), &["apply", "-", "--json"]),
        (one.to_string(), &["check", "apply", "--json"]),
        (one.to_string(), &["replace", "--from-json", "-", "--json"]),
        (json!([one]).to_string(), &["apply", "--json"]),
        (json!([other, one]).to_string(), &["apply", "--json"]),
        (
            json!({ "edits": [other, one] }).to_string(),
            &["apply", "--json"],
        ),
        (format!("{other}\n{one}\n"), &["apply", "--json"]),
        (format!("{one}\n"), &["apply", "--each", "--json"]),
    ] {
        let ran = bench.pipe(&request, args);
        ran.status_is(1).unchanged();
        assert_eq!(ran.json()["error"]["hint"], told, "{request}");
    }
    // In a batch, each failing edit has its own hint.
    let batch = json!([one, edit("insert", json!({ "after": "two", "text": "x" }))]).to_string();
    let ran = bench.pipe(batch, ["apply", "--json"]);
    let edits = ran.json()["error"]["edits"].clone();
    assert_eq!(edits[0]["hint"], told);
    assert_eq!(
        edits[1]["hint"],
        "add a line of context, or \"within\": \"2:2\""
    );
}

#[test]
fn json_errors_on_the_command_line_mention_flags() {
    let bench = three();
    let ran = bench.line("replace a.txt --old two --new 2 --json");
    ran.status_is(1).unchanged();
    let error = &ran.json()["error"];
    assert_eq!(
        error["hint"],
        "add a line of context, or --nth 1 or --site ID for one place, or --all for every one"
    );
    assert!(error.get("retry").is_none(), "{error}");
    let ran = bench.line("write a.txt --text x --json");
    ran.status_is(1).unchanged();
    let hint = ran.json()["error"]["hint"].clone();
    assert_eq!(
        hint,
        "read it with `incise view a.txt`; --overwrite replaces the whole file"
    );
}

#[test]
fn hints_for_other_tools_name_their_own_and_common_fields() {
    let bench = three()
        .file("big.txt", numbered(70))
        .file("d/c.txt", "c  \nd\n");
    let find = |fields: Map<String, Value>, code: &str| {
        let request = Value::Object(fields);
        refused(&bench, &request, &["apply", "--json"], code)
    };
    let object = |value: Value| value.as_object().unwrap().clone();
    for (payload, code, told) in [
        (
            json!({ "file_path": "a.txt", "old_string": "two", "new_string": "2" }),
            "ambiguous",
            "add a line of context to `old_string`, or \"replace_all\": true for every one",
        ),
        (
            json!({ "path": "big.txt", "start_line": 1, "end_line": 60, "new_content": "" }),
            "shrink",
            "check that the new text is complete; if it is meant to be that short, \"force_shrink\": true",
        ),
        (
            json!({ "path": "a.txt", "patch": "@@ -1,2 +1,2 @@\n One  \n-two\n+2\n" }),
            "hunk_failed",
            "create the patch again from the current file; see `incise view a.txt 1`",
        ),
        (
            json!({ "target": "d/c.txt", "diff": "@@ -1,2 +1,2 @@\n c\n-d\n+D\n" }),
            "hunk_failed",
            "\"mode\": \"tolerant\" would place it; check it first with \"dry_run\": true",
        ),
        (
            json!({ "command": "create", "path": "a.txt", "file_text": "x\n" }),
            "exists",
            "read it with `incise view a.txt`, and change its text",
        ),
        (
            json!({ "command": "insert", "path": "a.txt", "insert_line": 9, "insert_text": "x\n" }),
            "out_of_range",
            "\"insert_line\": 3 is after the last line",
        ),
    ] {
        assert_eq!(find(object(payload), code), told);
    }
}

#[test]
fn an_envelope_has_only_the_flags_of_every_command() {
    let bench = Bench::with("a.txt", "a\nb\n");
    let envelope = "*** Begin Patch\n*** Update File: a.txt\n@@\n-c\n+d\n*** End Patch\n";
    let ran = bench.pipe(envelope, ["apply", "--json"]);
    ran.status_is(1).unchanged();
    let error = ran.json()["error"].to_string();
    assert!(!error.contains("--mode"), "{error}");
}

#[test]
fn warnings_name_the_field_as_well() {
    let bench = three().hard_link("b.txt", "a.txt");
    let request = edit("append", json!({ "text": "x" })).to_string();
    let ran = bench.pipe(request, ["apply", "--json"]);
    ran.status_is(0);
    assert_eq!(
        ran.json()["warnings"][0]["message"],
        "the file is a hard link: its 1 other name keeps the old text (\"in_place\": true changes all)"
    );
}
