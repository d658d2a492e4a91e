//! Complete tool calls through `incise apply`: the answer is the message that the caller expects.

use serde_json::{Value, json};

use crate::bench::Bench;

const PATCH: &str = "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** End Patch\n";
const EDITED: &str = "one\n2\nthree\n";

fn bench() -> Bench {
    Bench::with("a.txt", "one\ntwo\nthree\n")
}

fn edit(old: &str) -> Value {
    json!({ "file_path": "a.txt", "old_string": old, "new_string": "2" })
}

/// Calls with this payload whose answers are messages, and the expected answers without their text.
fn calls(payload: &Value) -> Vec<(Value, Value, &'static str)> {
    let string = payload.to_string();
    vec![
        (
            json!({ "type": "tool_use", "id": "n", "name": "Edit", "input": payload }),
            json!({ "type": "tool_result", "tool_use_id": "n" }),
            "content",
        ),
        (
            json!({ "type": "function_call", "call_id": "n", "name": "edit", "arguments": string }),
            json!({ "type": "function_call_output", "call_id": "n" }),
            "output",
        ),
        (
            json!({ "id": "n", "type": "function", "function": { "name": "edit", "arguments": string } }),
            json!({ "role": "tool", "tool_call_id": "n" }),
            "content",
        ),
    ]
}

/// Splits the answer into the answer without its text, and the text.
fn parted(mut answer: Value, text: &str) -> (Value, String) {
    let text = answer.as_object_mut().unwrap().remove(text).unwrap();
    (answer, text.as_str().unwrap().to_owned())
}

#[test]
fn a_call_is_answered_by_the_message_that_its_caller_waits_for() {
    for (call, message, text) in calls(&edit("two")) {
        let bench = bench();
        let ran = bench.pipe(call.to_string(), ["apply"]);
        ran.status_is(0);
        let (answer, text) = parted(ran.json(), text);
        assert_eq!(answer, message);
        assert!(
            text.starts_with("a.txt: line ") && text.contains("; +1 -1\n"),
            "{text}"
        );
        assert_eq!(bench.text("a.txt"), EDITED);
        assert_eq!(ran.stderr, "");
    }
    for (call, mut message, text) in calls(&edit("four")) {
        let bench = bench();
        let ran = bench.pipe(call.to_string(), ["apply"]);
        ran.status_is(1).unchanged();
        let (answer, text) = parted(ran.json(), text);
        if message["type"] == "tool_result" {
            message["is_error"] = true.into();
        }
        assert_eq!(answer, message);
        assert!(
            text.starts_with("a.txt: `four` is not in the file\n"),
            "{text}"
        );
        assert!(text.contains("\nhint: "), "{text}");
    }
}

#[test]
fn a_patch_in_a_call_is_answered_by_the_files_it_changed() {
    let summary = "Success. Updated the following files:\nM a.txt\n";
    let call = json!({ "type": "custom_tool_call", "call_id": "n", "name": "apply_patch", "input": PATCH });
    let bench = bench();
    let answer = bench.pipe(call.to_string(), ["apply"]).status_is(0).json();
    assert_eq!(
        answer,
        json!({ "type": "custom_tool_call_output", "call_id": "n", "output": summary })
    );
    assert_eq!(bench.text("a.txt"), EDITED);
    let patch = json!({ "patchText": PATCH }).to_string();
    let bench = self::bench();
    let dry = bench.pipe(&patch, ["apply", "-n"]);
    dry.status_is(0).unchanged();
    assert!(dry.stdout.starts_with("dry run, nothing written:\n"));
    let ran = bench.pipe(&patch, ["apply"]);
    ran.status_is(0);
    assert_eq!(ran.stdout, summary);
    assert_eq!(ran.stderr, "");
    let again = bench.pipe(&patch, ["apply"]);
    again.status_is(0).unchanged();
    assert!(again.stdout.starts_with("unchanged a.txt: 1 hunk\n"));
    let refused = bench.pipe(patch.replace("-two", "-four"), ["apply"]);
    refused.status_is(1).unchanged();
    assert_eq!(refused.stdout, "");
}

#[test]
fn calls_in_a_list_are_one_transaction_and_in_a_stream_their_own() {
    let call =
        |old: &str| json!({ "type": "tool_use", "id": old, "name": "Edit", "input": edit(old) });
    let bench = bench();
    let list = json!([call("two"), call("four")]).to_string();
    bench.pipe(&list, ["apply"]).status_is(1).unchanged();
    let ran = bench.pipe(&list, ["apply", "--each"]);
    ran.status_is(1);
    assert_eq!(bench.text("a.txt"), EDITED);
    let answers = ran
        .stdout
        .lines()
        .filter(|line| line.contains("tool_use_id"));
    assert_eq!(answers.count(), 2, "{}", ran.stdout);
}

#[test]
fn a_view_in_a_call_is_answered_too() {
    let call = json!({ "type": "tool_use", "id": "n", "name": "str_replace_based_edit_tool",
        "input": { "command": "view", "path": "a.txt" } });
    let bench = bench();
    let answer = bench.pipe(call.to_string(), ["apply"]).status_is(0).json();
    assert!(
        answer["content"]
            .as_str()
            .unwrap()
            .ends_with("     3\tthree\n"),
        "{answer}"
    );
    assert_eq!(answer["tool_use_id"], "n");
}

#[test]
fn fields_that_change_nothing_are_named_in_a_warning() {
    let mut payload = edit("two");
    payload["explanation"] = "it is a number".into();
    let bench = bench();
    let ran = bench.pipe(payload.to_string(), ["apply"]);
    ran.status_is(0);
    assert_eq!(
        ran.stderr,
        "warning: ignored the field `explanation` of the payload\n"
    );
    payload["security_risk"] = "LOW".into();
    let bench = self::bench();
    let report = bench.pipe(payload.to_string(), ["apply", "--json"]).json();
    assert_eq!(report["warnings"][0]["code"], "left_out", "{report}");
    assert_eq!(bench.text("a.txt"), EDITED);
}

/// A file that contains block markers is edited by blocks. Nothing is lost or misplaced.
#[test]
fn the_text_may_be_about_the_notation() {
    let about = "Write\n------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\nand so on\n";
    let blocks = |old: &str, new: &str| {
        let diff = format!("------- SEARCH\n{old}\n=======\n{new}\n+++++++ REPLACE\n");
        json!({ "path": "a.md", "diff": diff }).to_string()
    };
    for (old, new) in [
        ("old\n=======\nnew", "x"),
        ("------- SEARCH\nold", "x"),
        (
            "Write",
            "------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE",
        ),
        ("Write", "Write\n+++++++ REPLACE\nand"),
        ("Write", "a\n=======\nb"),
    ] {
        let bench = Bench::with("a.md", about);
        let ran = bench.pipe(blocks(old, new), ["apply"]);
        assert_ne!(ran.status, Some(0), "{old:?} {new:?}");
        ran.unchanged();
    }
    for (old, new, after) in [
        (
            "Write",
            "<<<<<<< SEARCH",
            about.replace("Write", "<<<<<<< SEARCH"),
        ),
        (
            "\\=======\nnew",
            "\\=======\nNEW",
            about.replace("new", "NEW"),
        ),
        (
            "\\+++++++ REPLACE",
            "end",
            about.replace("+++++++ REPLACE", "end"),
        ),
    ] {
        let bench = Bench::with("a.md", about);
        let ran = bench.pipe(blocks(old, new), ["apply", "--allow-residue"]);
        assert_eq!(ran.status, Some(0));
        let is_restored = ran
            .stderr
            .contains("markers inside the block are escaped\n");
        assert_eq!(is_restored, old.starts_with('\\'), "{}", ran.stderr);
        assert_eq!(bench.text("a.md"), after);
    }
}

/// A placeholder for omitted lines never reaches a file, whatever the form of the call.
#[test]
fn a_placeholder_reaches_no_file() {
    let new = "a\n// ... existing code ...\nb";
    let blocks = format!("------- SEARCH\ntwo\n=======\n{new}\n+++++++ REPLACE\n");
    let added = new.replace('\n', "\n+");
    let patch = PATCH.replace("+2", &format!("+{added}"));
    for payload in [
        json!({ "filePath": "a.rs", "oldString": "two", "newString": new }),
        json!({ "path": "a.rs", "diff": blocks }),
        json!({ "patchText": patch.replace("a.txt", "a.rs") }),
        json!({ "name": "write_to_file", "arguments": { "path": "a.rs", "content": new } }),
        json!({ "replacements": [{ "filePath": "a.rs", "oldString": "two", "newString": new }] }),
        json!({ "filePath": "a.rs", "explanation": "b", "code": new }),
    ] {
        let bench = Bench::with("a.rs", "one\ntwo\nthree\n");
        let ran = bench.pipe(payload.to_string(), ["apply"]);
        assert!(
            matches!(ran.status, Some(1 | 2)),
            "{payload} {:?}",
            ran.status
        );
        ran.unchanged();
    }
}

#[test]
fn no_door_leads_outside() {
    let outside = tempfile::tempdir().unwrap();
    let path = outside.path().join("a.txt");
    std::fs::write(&path, "one\ntwo\n").unwrap();
    let shown = path.to_str().unwrap();
    let directory = outside.path().to_str().unwrap();
    for payload in [
        json!({ "filePath": shown, "oldString": "two", "newString": "2" }),
        json!({ "path": shown, "diff": "------- SEARCH\ntwo\n=======\n2\n+++++++ REPLACE\n" }),
        json!({ "command": ["bash", "-lc", format!("apply_patch <<'EOF'\n{PATCH}EOF\n")], "workdir": directory }),
        json!({ "command": ["bash", "-lc", format!("cd {directory} && apply_patch <<'EOF'\n{PATCH}EOF\n")] }),
        json!({ "cwd": directory, "tool_name": "Edit", "tool_input": edit("two") }),
        json!({ "patchText": PATCH.replace("a.txt", shown) }),
        json!({ "filePath": "../a.txt", "oldString": "two", "newString": "2" }),
        json!({ "filePath": "a\u{0}.txt", "oldString": "two", "newString": "2" }),
    ] {
        let bench = bench();
        let ran = bench.pipe(payload.to_string(), ["apply", "--root", "."]);
        assert!(
            matches!(ran.status, Some(2..=5)),
            "{payload}: {:?} {}",
            ran.status,
            ran.stderr
        );
        ran.unchanged();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\n");
}

/// Tags, a fence and several files around blocks, as in RooCodeInc/Roo-Code,
/// src/core/diff/strategies/multi-search-replace.ts.
#[test]
fn blocks_in_tags_are_read_as_a_patch() {
    let block =
        |old: &str, new: &str| format!("<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n");
    let file = |name: &str, old: &str, new: &str| {
        format!(
            "<file>\n  <path>{name}</path>\n  <diff>\n    <content>\n```\n{}```\n    </content>\n  </diff>\n</file>\n",
            block(old, new)
        )
    };
    let call = format!(
        "<apply_diff>\n<args>\n{}{}</args>\n</apply_diff>\n",
        file("a.txt", "two", "2"),
        file("b.txt", "x", "y")
    );
    let bench = bench().file("b.txt", "x\n");
    bench.pipe(&call, ["patch", "-q"]).status_is(0);
    assert_eq!(bench.text("a.txt"), EDITED);
    assert_eq!(bench.text("b.txt"), "y\n");
    // Blocks that are given to `apply` must name their file.
    let bare = "------- SEARCH\ntwo\n=======\n2\n+++++++ REPLACE\n";
    let ran = bench.pipe(bare, ["apply"]);
    ran.status_is(2).unchanged();
    ran.says("the diff names no file");
}

/// Ten megabytes are read at once, and an unfinished block at the end refuses all of them.
#[test]
fn a_large_payload_is_all_or_nothing() {
    let long: String = (0..200_000)
        .map(|at| format!("line {at} of a long text that comes in one piece\n"))
        .collect();
    let blocks = format!("------- SEARCH\ntwo\n=======\n{long}+++++++ REPLACE\n");
    let payload = |diff: &str| json!({ "path": "a.txt", "diff": diff }).to_string();
    let bench = bench();
    let unfinished = format!("{blocks}------- SEARCH\nthree\n=======\n3\n");
    bench
        .pipe(payload(&unfinished), ["apply"])
        .fails(2, "the SEARCH block lacks");
    bench.pipe(payload(&blocks), ["apply", "-q"]).status_is(0);
    assert_eq!(bench.text("a.txt"), format!("one\n{long}three\n"));
}

/// Models make mistakes in the call itself as often as in the file content.
#[test]
fn a_malformed_call_is_answered_by_its_message_too() {
    for payload in [
        json!({ "file_path": "a.txt", "old_string": "two" }),
        json!({ "file_path": "a.txt", "old_string": "two", "new_string": "two" }),
        json!({ "command": "ls" }),
    ] {
        for (call, message, text) in calls(&payload) {
            let bench = bench();
            let ran = bench.pipe(call.to_string(), ["apply"]);
            ran.status_is(2).unchanged();
            let (mut answer, text) = parted(ran.json(), text);
            let failed = answer.as_object_mut().unwrap().remove("is_error");
            assert_eq!(failed, message.get("tool_use_id").map(|_| true.into()));
            assert_eq!(answer, message);
            assert!(text.contains("\nhint: "), "{text}");
            assert_eq!(ran.stderr, "");
        }
    }
    let cut = json!({ "type": "function_call", "call_id": "n", "arguments": "{\"file_pa" });
    let operation = json!({ "type": "update_file", "path": "a.txt" });
    let operation = json!({ "type": "apply_patch_call", "call_id": "n", "operation": operation });
    for (call, kind) in [
        (cut, "function_call_output"),
        (operation, "apply_patch_call_output"),
    ] {
        let bench = bench();
        let ran = bench.pipe(call.to_string(), ["apply"]);
        ran.status_is(2).unchanged();
        let answer = ran.json();
        assert_eq!(
            (&answer["type"], &answer["call_id"]),
            (&kind.into(), &"n".into())
        );
    }
}

#[test]
fn each_call_of_a_list_is_answered_by_a_line() {
    let call = |id: &str, payload: Value| json!({ "type": "tool_use", "id": id, "name": "Edit", "input": payload });
    let message = json!([
        { "type": "text", "text": "I change the number." },
        call("one", edit("two")),
        call("two", edit("five")),
        call("three", json!({ "file_path": "a.txt" })),
    ]);
    let bench = bench();
    let ran = bench.pipe(message.to_string(), ["apply", "--each"]);
    ran.status_is(2).changed(&[("a.txt", EDITED)]);
    let lines = ran.stdout.lines();
    let answers: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let told = answers.iter().map(|answer| {
        (
            answer["tool_use_id"].as_str(),
            answer.get("is_error").is_some(),
        )
    });
    let expected = [("one", false), ("two", true), ("three", true)];
    assert!(
        told.eq(expected.map(|(id, failed)| (Some(id), failed))),
        "{answers:?}"
    );
    let only = json!([{ "type": "text", "text": "Done." }, call("one", edit("one"))]);
    let bench = self::bench();
    let ran = bench.pipe(only.to_string(), ["apply"]);
    ran.edits(&[("a.txt", "2\ntwo\nthree\n")]);
}

#[test]
fn a_patch_that_changes_nothing_names_no_file() {
    const ALREADY_SO: &str = "Success. Nothing to update: every change is already there.\n";
    let diff = "@@\n one\n-zero\n+two\n";
    let operation = json!({ "type": "update_file", "path": "a.txt", "diff": diff });
    let call = json!({ "type": "apply_patch_call", "call_id": "n", "operation": operation });
    let bench = bench();
    let ran = bench.pipe(call.to_string(), ["apply"]);
    ran.status_is(0).unchanged();
    assert_eq!(ran.json()["output"], ALREADY_SO);
}
