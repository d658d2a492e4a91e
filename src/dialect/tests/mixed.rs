//! Invalid payloads: the closest dialect, the fields that do not belong, and the allowed modes.

use super::{read, refused, rows};
use crate::dialect::MODES;
use crate::refusal::Code::{BadRequest, MixedModes};

#[test]
fn a_text_that_is_missing_is_neither_a_deletion_nor_an_overwrite() {
    for mode in MODES {
        let whole: serde_json::Value = serde_json::from_str(mode.example).unwrap();
        for name in whole.as_object().unwrap().keys() {
            let mut less = whole.clone();
            less.as_object_mut().unwrap().remove(name);
            let is_text = ["old", "new", "text", "content", "diff", "patch", "input"]
                .iter()
                .any(|part| name.contains(part));
            if is_text {
                let refusal = read(&less.to_string()).expect_err(&less.to_string());
                assert_eq!(refusal.code(), BadRequest, "{less}: {refusal:?}");
            }
        }
    }
    for json in [
        r#"{"path":"a","edits":[{"oldText":"x"}]}"#,
        r#"{"path":"a","edits":[{"new_string":"x"}]}"#,
        r#"{"path":"a","edits":[{}]}"#,
        r#"{"path":"a","edits":[]}"#,
        r#"{"path":"a","old_content":"","new_content":"x"}"#,
        r#"{"command":"str_replace","path":"a","old_str":"","new_str":"x"}"#,
        r#"{"path":"/a","old_text":"","new_text":""}"#,
    ] {
        refused(json, BadRequest, "", "");
    }
}

#[test]
fn a_whole_tool_call_is_refused_with_a_hint() {
    for [json, name] in rows(
        r#"
        {"name":"Edit","input":{"file_path":"a","old_string":"x","new_string":"y"}} | input
        {"tool":"Edit","arguments":{"file_path":"a","old_string":"x","new_string":"y"}} | arguments
        {"method":"tools/call","params":{"name":"edit","arguments":{}}} | params
        "#,
    ) {
        let hint = format!("send only the content of `{name}`");
        refused(
            json,
            BadRequest,
            "the request is a complete call of a tool",
            &hint,
        );
    }
}

#[test]
fn unknown_fields_are_named_with_the_closest_dialect() {
    refused(
        r#"{"file_path":"a","old_string":"x","new_strin":"y"}"#,
        BadRequest,
        "unknown field `new_strin` in the request, which comes closest to Claude Code's Edit",
        "did you mean `new_string`?",
    );
    refused(
        r#"{"command":"view","path":"a","colour":1}"#,
        BadRequest,
        "unknown field `colour` in the request, which comes closest to Anthropic's text editor",
        "\"command\":\"view\"",
    );
    refused(
        r#"{"command":"str_replac","path":"a"}"#,
        BadRequest,
        "unknown command `str_replac`",
        "did you mean `str_replace`?",
    );
    refused(
        r#"{"command":"frob","path":"a"}"#,
        BadRequest,
        "unknown command `frob`",
        "`view`, `str_replace`, `create`, `insert`, `undo_edit`",
    );
    refused(
        r#"{"command":3,"path":"a"}"#,
        BadRequest,
        "`command` is a number",
        "a string",
    );
}

#[test]
fn fields_of_two_modes_are_refused_with_an_example_of_each() {
    refused(
        r#"{"path":"a","old_string":"x","new_text":"y"}"#,
        MixedModes,
        "do",
        r#""old_text":"x","new_text":"y""#,
    );
    refused(
        r#"{"path":"a","old_content":"x","new_content":"y","replace_all":true}"#,
        MixedModes,
        "comes closest to an edit by `old_content`, to which `replace_all` does not belong",
        r#""occurrence":1"#,
    );
    refused(
        r#"{"path":"a","edits":[{"oldText":"x","newText":"y"}],"old_string":"x","new_string":"y"}"#,
        MixedModes,
        "`edits`",
        r#""edits":[{"oldText""#,
    );
    refused(
        r#"{"command":"str_replace","path":"a","old_str":"x","new_str":"y","file_text":"z"}"#,
        MixedModes,
        "`file_text` does not belong",
        r#""command":"create""#,
    );
    refused(
        r#"{"path":"a","edits":[{"oldText":"x","new_string":"y"}]}"#,
        MixedModes,
        "`oldText` cannot be combined with `old_string` in edit 1",
        "an edit is",
    );
    refused(
        r#"{"path":"a","file_path":"a","old_string":"x","new_string":"y"}"#,
        MixedModes,
        "`path` and `file_path`",
        "one of them",
    );
}

#[test]
fn lines_given_to_an_edit_by_text_name_the_edit_of_lines() {
    for json in [
        r#"{"path":"a","old_string":"x","new_string":"y","start_line":3}"#,
        r#"{"path":"a","old_content":"x","new_content":"y","start_line":3,"end_line":4}"#,
        r#"{"path":"a","start_line":3,"end_line":4,"new_content":"y","old_text":"x"}"#,
        r#"{"path":"a","old_text":"x","new_text":"y","line":3}"#,
        r#"{"path":"a","edits":[{"oldText":"x","newText":"y"}],"end_line":3}"#,
    ] {
        refused(
            json,
            MixedModes,
            "to edit lines by number",
            r#""start_line":3"#,
        );
    }
}

#[test]
fn fields_that_contradict_old_text_are_refused() {
    refused(
        r#"{"path":"/a","old_text":"x","new_text":"y","insert_line":3}"#,
        MixedModes,
        "`insert_line` by number",
        "old_text",
    );
    refused(
        r#"{"path":"/a","old_text":"","new_text":"y","replace_all":true}"#,
        MixedModes,
        "`replace_all`",
        "old_text",
    );
    refused(
        r#"{"path":"a","old_text":"x","new_text":"y","expected_matches":1,"replace_all":true}"#,
        MixedModes,
        "`expected_matches`",
        "old_text",
    );
    for json in [
        r#"{"path":"a","old_text":"","new_text":"y"}"#,
        r#"{"path":"a","old_text":"","new_text":"y","insert_line":3}"#,
        r#"{"path":"a","old_text":"x","new_text":"y","replace_all":false}"#,
    ] {
        refused(
            json,
            BadRequest,
            "`path` is `a`, which is not absolute",
            "must start with `/`",
        );
    }
    // A line 0 is refused later, when the lines of the file are known.
    let json = r#"{"path":"/a","old_text":"","new_text":"y","insert_line":-1}"#;
    refused(json, BadRequest, "`insert_line` is", "counted from 1");
    for count in [0, -1] {
        let json =
            format!(r#"{{"path":"a","old_text":"x","new_text":"y","expected_matches":{count}}}"#);
        refused(&json, BadRequest, "", "1 or more");
    }
}

#[test]
fn a_mode_without_what_it_needs() {
    refused(
        r#"{"path":"a","mode":"edit","content":"x"}"#,
        BadRequest,
        "\"mode\":\"edit\" replaces a text, and the request has no `old_text`",
        "\"mode\":\"append\" to add `content` at the end, or \"mode\":\"overwrite\"",
    );
    refused(
        r#"{"path":"a","mode":"edit","old_text":"","new_text":"x"}"#,
        BadRequest,
        "`old_text` is empty",
        "overwrite",
    );
    refused(
        r#"{"path":"a","mode":"edit","old_text":"x","new_text":"y","content":"z"}"#,
        MixedModes,
        "`new_text` and `content`",
        "one of them",
    );
    refused(
        r#"{"path":"a","mode":"edit","old_text":"x","new_string":"y","content":"z"}"#,
        MixedModes,
        "`new_string`",
        "`content`",
    );
    refused(
        r#"{"path":"a","mode":"append","content":"x","old_text":"y"}"#,
        MixedModes,
        "`old_text` belongs to \"mode\":\"edit\"",
        "\"mode\":\"append\" takes `content`",
    );
    for mode in ["create", "append", "overwrite"] {
        let json = format!(r#"{{"path":"a","mode":"{mode}"}}"#);
        refused(&json, BadRequest, "has no `content`", "");
    }
    refused(
        r#"{"path":"a","mode":"overwrit","content":"x"}"#,
        BadRequest,
        "`mode` is `overwrit`",
        "did you mean `overwrite`?",
    );
    refused(
        r#"{"path":"a","mode":"strict","content":"x"}"#,
        BadRequest,
        "`mode` is `strict`",
        "next to `diff` a mode of patches",
    );
    refused(
        r#"{"path":"a","content":"x"}"#,
        BadRequest,
        "no `mode` says what to do",
        "\"overwrite\" replaces the whole text",
    );
}

#[test]
fn diffs_that_are_given_twice_or_nowhere() {
    refused(
        r#"{"diff":"d","diff_file":"f","target":"a"}"#,
        MixedModes,
        "`diff`, `diff_file` mean the same",
        "give one of them",
    );
    refused(r#"{"diff":"d"}"#, BadRequest, "has no `path`", "\"path\"");
    refused(
        r#"{"diff":"d","target":"a","path":"b"}"#,
        MixedModes,
        "`path` and `target`",
        "`target` alone",
    );
    for value in ["0.49", "1.01", "-1"] {
        let json =
            format!(r#"{{"diff":"d","target":"a","mode":"fuzzy","fuzzy_threshold":{value}}}"#);
        refused(&json, BadRequest, "`fuzzy_threshold` is", "0.5 to 1.0");
    }
    for more in ["", r#","mode":"strict""#] {
        let json = format!(r#"{{"diff":"d","target":"a","fuzzy_threshold":0.9{more}}}"#);
        refused(&json, MixedModes, "`fuzzy_threshold` belongs to", "both");
    }
    refused(
        r#"{"diff":"d","target":"a","mode":"append"}"#,
        BadRequest,
        "`mode` is `append`",
        "next to `diff` it is one of strict, tolerant, merge, fuzzy",
    );
    refused(r#"{"patch":"d"}"#, BadRequest, "has no `path`", "\"patch\"");
    refused(
        r#"{"input":"d"}"#,
        BadRequest,
        "`*** Begin Patch`",
        "\"patch\"",
    );
}

#[test]
fn calls_of_the_patch_tool_that_are_none() {
    let call = |operation: &str| format!(r#"{{"operation":{operation}}}"#);
    for [operation, message] in rows(
        r#"
        {"type":"move_file","path":"a"} | `type` of `operation` is `move_file`
        {"type":"update_file","diff":"x"} | has no `path`
        {"type":"update_file","path":"a"} | has no `diff`
        {"type":"create_file","path":"a\nb","diff":"+x"} | `path` is
        {"type":"create_file","path":"a","diff":"+x","mode":1} | unknown field `mode`
        [] | `operation` is a list
        "#,
    ) {
        refused(&call(operation), BadRequest, message, "");
    }
    let deleted = r#"{"type":"delete_file","path":"a","diff":"x"}"#;
    refused(
        &call(deleted),
        MixedModes,
        "`delete_file` is next to `diff`",
        "",
    );
    let other = r#"{"type":"shell_call","operation":{"type":"delete_file","path":"a"}}"#;
    refused(
        other,
        BadRequest,
        "`type` is `shell_call`",
        "apply_patch_call",
    );
    let outside = r#"{"path":"a","operation":{"type":"delete_file","path":"a"}}"#;
    refused(outside, MixedModes, "`path` is next to `operation`", "");
}

#[test]
fn numbers_that_are_none() {
    for [json, message] in rows(
        r#"
        {"command":"view","path":"a","view_range":[0,2]} | [0, 2]
        {"command":"view","path":"a","view_range":[3,2]} | [3, 2]
        {"command":"view","path":"a","view_range":[3]} | not a list of two
        {"command":"view","path":"a","view_range":"3-4"} | a string
        {"command":"insert","path":"a","insert_line":-1,"insert_text":"x"} | -1
        {"path":"a","start_line":0,"end_line":2,"new_content":"x"} | not a range
        {"path":"a","start_line":3,"end_line":2,"new_content":"x"} | not a range
        {"path":"a","start_line":2.5,"new_content":"x"} | whole number
        {"path":"a","line":-2,"content":"x"} | `line` is -2
        {"path":"a","old_content":"x","new_content":"y","occurrence":"1"} | a string
        {"path":"a","old_string":"x","new_string":"x"} | the same
        "#,
    ) {
        refused(json, BadRequest, message, "");
    }
    refused(
        r#"{"file_path":"a","old_string":"","new_string":"y","expected_replacements":2}"#,
        MixedModes,
        "nothing to count",
        "",
    );
}

#[test]
fn a_payload_of_no_dialect_is_refused_as_a_native_request() {
    refused(
        r#"{"path":"a","old":"x"}"#,
        BadRequest,
        "has no `op`",
        "\"op\"",
    );
    refused(r#"{"path":"a"}"#, BadRequest, "has no `op`", "");
    refused("3", BadRequest, "is a number", "");
}
