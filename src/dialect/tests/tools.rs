//! Payloads as public tools and clients send them. Each test names its repository and file.

use serde_json::{Value, json};

use super::{means, read, refused, request, rows};
use crate::dialect::{Dialect, is_foreign};
use crate::refusal::Code::{BadRequest, MixedModes};
use crate::request::json::Node;

const PATCH: &str = "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** End Patch\n";

/// The replacement of `two` with `2` as Claude Code sends it.
fn replacement(path: &str) -> Value {
    json!({"file_path":path,"old_string":"two","new_string":"2"})
}

/// Checks that both payloads have the same meaning.
#[track_caller]
fn same(payload: &Value, other: &Value) {
    let (payload, other) = (payload.to_string(), other.to_string());
    assert_eq!(request(&payload).steps, request(&other).steps, "{payload}");
    assert!(
        is_foreign(&Node::parse(payload.as_bytes()).unwrap()),
        "{payload}"
    );
}

#[track_caller]
fn left_out(payload: &Value, names: &[&str]) {
    assert_eq!(
        request(&payload.to_string()).terms.left_out,
        names,
        "{payload}"
    );
}

/// microsoft/vscode-copilot-chat, src/extension/tools/node/abstractReplaceStringTool.tsx and
/// multiReplaceStringTool.tsx; anomalyco/opencode, packages/opencode/src/tool/edit.ts and multiedit.ts.
#[test]
fn replace_string_and_its_lists() {
    let one = json!({"filePath":"/w/a.txt","oldString":"two","newString":"2"});
    same(&one, &replacement("/w/a.txt"));
    let all = json!({"filePath":"/w/a.txt","oldString":"two","newString":"2","replaceAll":true});
    let mut claude = replacement("/w/a.txt");
    claude["replace_all"] = true.into();
    same(&all, &claude);
    let new = json!({"filePath":"/w/b.txt","oldString":"","newString":"x\n"});
    let ours = json!({"op":"create","path":"/w/b.txt","text":"x\n","parents":true});
    means(&new.to_string(), &ours.to_string());
    let edits = |name: &str| {
        json!({"explanation":"two places",name:[
            {"explanation":"first","filePath":"/w/a.txt","oldString":"two","newString":"2"},
            {"filePath":"/w/b.txt","oldString":"x","newString":"y"},
        ]})
    };
    let claude = json!({"edits":[
        replacement("/w/a.txt"),
        {"file_path":"/w/b.txt","old_string":"x","new_string":"y"},
    ]});
    for name in ["replacements", "edits"] {
        same(&edits(name), &claude);
        left_out(&edits(name), &["explanation"]);
    }
    let list = json!({"filePath":"/w/a.txt","edits":[
        {"filePath":"/w/a.txt","oldString":"two","newString":"2"},
        {"oldString":"x","newString":"y","replaceAll":true},
    ]});
    assert_eq!(request(&list.to_string()).steps.len(), 2);
    assert_eq!(
        read(&list.to_string()).unwrap().dialect,
        Dialect::ReplaceStrings
    );
    let other = r#"{"filePath":"/w/a.txt","edits":[{"filePath":"/w/b.txt","oldString":"x","newString":"y"}]}"#;
    refused(other, MixedModes, "`/w/b.txt`", "several files");
}

#[test]
fn replace_string_is_refused_as_the_others_are() {
    let twice = r#"{"filePath":"a","file_path":"a","oldString":"x","newString":"y"}"#;
    refused(
        twice,
        MixedModes,
        "`file_path` and `filePath` both name",
        "one of them",
    );
    for [payload, message] in rows(
        r#"
        {"filePath":"a","oldString":"x"} | `newString`
        {"filePath":"a","newString":"x"} | `oldString`
        {"oldString":"x","newString":"y"} | no `path`
        {"replacements":[]} | has no edits
        {"replacements":[{"oldString":"x","newString":"y"}]} | no `path`
        {"replacements":[{"filePath":"a","oldString":"x","newString":"y"}],"edits":[]} | `edits` next to `replacements`
        {"replacements":[{"filePath":"a","oldString":"x","newString":"y","colour":1}]} | `colour`
        {"filePath":"a","replacements":[{"filePath":"a","oldString":"x","newString":"y"}]} | `filePath` next to
        "#,
    ) {
        refused(payload, BadRequest, message, "");
    }
    let mixed = r#"{"filePath":"a","oldString":"x","newString":"y","old_string":"x"}"#;
    refused(mixed, MixedModes, "`old_string`", "oldString");
}

/// cline/cline, src/core/prompts/system-prompt/tools/replace_in_file.ts; RooCodeInc/Roo-Code,
/// src/core/prompts/tools/native-tools/apply_diff.ts; yetone/avante.nvim, lua/avante/llm_tools/replace_in_file.lua.
#[test]
fn blocks_for_one_file() {
    let cline = "------- SEARCH\ntwo\n=======\n2\n+++++++ REPLACE\n";
    let roo = "<<<<<<< SEARCH\n:start_line:2\n-------\ntwo\n=======\n2\n>>>>>>> REPLACE";
    let avante = "<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE\n";
    for diff in [cline, roo, avante] {
        let payload = json!({"path":"a.txt","diff":diff,"task_progress":"- [x] look"});
        same(&payload, &json!({"path":"a.txt","patch":diff}));
        left_out(&payload, &["task_progress"]);
        assert_eq!(read(&payload.to_string()).unwrap().dialect, Dialect::Blocks);
    }
    for (payload, code, message) in [
        (r#"{"diff":"x"}"#, BadRequest, "no `path`"),
        (
            r#"{"path":"a","diff":"x","content":"y"}"#,
            MixedModes,
            "`diff`",
        ),
        (
            r#"{"path":"a","diff":"x","patch":"y"}"#,
            MixedModes,
            "`diff`",
        ),
        (
            r#"{"path":"a","diff":"x","mode":"merge"}"#,
            BadRequest,
            "no `target`",
        ),
        (
            r#"{"path":"a","diff":["x"]}"#,
            BadRequest,
            "`diff` is a list",
        ),
    ] {
        refused(payload, code, message, "");
    }
}

/// The diff may name the file of `path`, but no other file.
#[test]
fn blocks_for_one_file_name_no_other() {
    let block = "<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE\n";
    let unified = |name: &str| format!("--- a/{name}\n+++ b/{name}\n@@ -2 +2 @@\n-two\n+2\n");
    let named = |name: &str| format!("{name}\n{block}");
    let v4a = |name: &str| PATCH.replace("a.txt", name);
    let payload = |diff: String| json!({"path":"/w/src/a.txt","diff":diff}).to_string();
    for diff in [
        named("a.txt"),
        named("src/a.txt"),
        named("/w/src/a.txt"),
        named("Change:"),
        unified("src/a.txt"),
        v4a("src/a.txt"),
    ] {
        request(&payload(diff));
    }
    for diff in [
        named("b.txt"),
        named("lib/a.txt"),
        unified("src/b.txt"),
        v4a("b.txt"),
        named("src/a.txt") + &named("b.txt"),
    ] {
        refused(
            &payload(diff),
            MixedModes,
            "the diff is for `",
            "payload for each file",
        );
    }
}

/// microsoft/vscode-copilot-chat, src/extension/tools/node/insertEditTool.tsx; yetone/avante.nvim,
/// lua/avante/llm_tools/edit_file.lua; continuedev/continue, core/tools/definitions/editFile.ts.
#[test]
fn code_that_leaves_lines_out_is_refused() {
    let code = "class A {\n\t// ...existing code...\n\tb() {}\n}";
    for payload in [
        json!({"explanation":"add b","filePath":"/w/a.ts","code":code}),
        json!({"path":"a.ts","instructions":"I add b","code_edit":code}),
        json!({"filepath":"a.ts","changes":code}),
    ] {
        refused(
            &payload.to_string(),
            BadRequest,
            "would be a guess",
            "oldString",
        );
    }
}

/// anomalyco/opencode, packages/opencode/src/tool/apply_patch.ts.
#[test]
fn the_patch_of_opencode() {
    same(&json!({"patchText":PATCH}), &json!({"input":PATCH}));
    let none = r#"{"patchText":"--- a/a.txt\n+++ b/a.txt\n"}"#;
    refused(
        none,
        BadRequest,
        "`patchText` does not begin with",
        "\"patch\"",
    );
    let two = json!({"patchText":PATCH,"input":PATCH}).to_string();
    refused(&two, MixedModes, "`input`", "patchText");
}

/// All-Hands-AI/OpenHands, openhands/agenthub/codeact_agent/tools/str_replace_editor.py; google-gemini/gemini-cli,
/// packages/core/src/tools/edit.ts.
#[test]
fn descriptive_fields_of_an_edit_are_ignored_and_named() {
    let editor = json!({"command":"str_replace","path":"/w/a.txt","old_str":"two","new_str":"2","security_risk":"LOW"});
    same(&editor, &replacement("/w/a.txt"));
    left_out(&editor, &["security_risk"]);
    let gemini = json!({"file_path":"/w/a.txt","instruction":"why","old_string":"two","new_string":"2","allow_multiple":false});
    same(&gemini, &replacement("/w/a.txt"));
    left_out(&gemini, &["instruction"]);
    let by_hand = json!({"file_path":"/w/a.txt","old_string":"two","new_string":"2","modified_by_user":true,"ai_proposed_content":"x"});
    same(&by_hand, &replacement("/w/a.txt"));
    left_out(&by_hand, &["modified_by_user", "ai_proposed_content"]);
    // An unknown field may have a meaning.
    let stranger = r#"{"file_path":"a","old_string":"x","new_string":"y","security":"LOW"}"#;
    refused(stranger, BadRequest, "unknown field `security`", "");
}

/// openai/codex, codex-rs/apply-patch/src/invocation.rs: the forms of a script, which must contain nothing else.
#[test]
fn a_shell_call_that_gives_a_patch_to_the_program() {
    let script = |start: &str, end: &str| format!("{start}\n{PATCH}{end}");
    let input = json!({ "input": PATCH });
    for shell in ["bash", "/bin/bash", "sh", "zsh"] {
        for option in ["-lc", "-c"] {
            let script = script("apply_patch <<'EOF'", "EOF\n");
            same(
                &json!({"command":[shell,option,script],"timeout_ms":1000}),
                &input,
            );
        }
    }
    for (start, end) in [
        ("apply_patch <<'PATCH'", "PATCH"),
        ("apply_patch << \"EOF\"", "EOF\n\n"),
        ("  applypatch <<EOF  ", "EOF\n"),
        ("apply_patch <<-EOF", "EOF\n"),
    ] {
        same(
            &json!({"command":["bash","-lc",script(start, end)]}),
            &input,
        );
        same(&json!({"command":script(start, end)}), &input);
        same(&json!({"cmd":script(start, end)}), &input);
    }
    let at = |payload: &Value| {
        let steps = request(&payload.to_string()).steps;
        steps[0].path.to_str().unwrap().to_owned()
    };
    for (cd, workdir, directory) in [
        ("cd src && ", None, "src"),
        ("cd 'a b' && ", None, "a b"),
        ("cd \"a b\" && ", Some("/w"), "/w/a b"),
        ("", Some("/w"), "/w"),
        ("cd /x && ", Some("/w"), "/x"),
        ("", Some("."), "."),
    ] {
        let script = script(&format!("{cd}apply_patch <<'EOF'"), "EOF\n");
        let payload = json!({"command":["bash","-lc",script],"workdir":workdir});
        assert_eq!(at(&payload), directory, "{payload}");
    }
}

#[test]
fn a_shell_call_that_does_anything_else_is_refused() {
    let of = |start: &str, body: &str, end: &str| {
        json!({"command":["bash","-lc",format!("{start}\n{body}{end}")]}).to_string()
    };
    for (payload, message) in [
        (
            of("apply_patch <<'EOF'", PATCH, "EOF\nrm -rf x\n"),
            "goes on after the here-document",
        ),
        (of("apply_patch <<'EOF'", PATCH, ""), "no line `EOF`"),
        (
            of("apply_patch <<'EOF' && make", PATCH, "EOF\n"),
            "on its own line",
        ),
        (
            of("echo hi; apply_patch <<'EOF'", PATCH, "EOF\n"),
            "not a call of `apply_patch`",
        ),
        (
            of("cd a || apply_patch <<'EOF'", PATCH, "EOF\n"),
            "more than a call",
        ),
        (
            of("cd $HOME && apply_patch <<'EOF'", PATCH, "EOF\n"),
            "is not a plain name",
        ),
        (
            of("cd a b && apply_patch <<'EOF'", PATCH, "EOF\n"),
            "more than a call",
        ),
        (
            of("cat <<'EOF' | apply_patch", PATCH, "EOF\n"),
            "not a call of `apply_patch`",
        ),
        (
            of("apply_patch <<'EOF'", "diff\n", "EOF\n"),
            "does not begin with",
        ),
        // A shell would expand these, and `apply_patch` does not.
        (
            of("apply_patch <<EOF", &PATCH.replace("+2", "+$HOME"), "EOF\n"),
            "would expand this here-document",
        ),
        (
            of("apply_patch <<EOF", &PATCH.replace("+2", "+`x`"), "EOF\n"),
            "would expand this here-document",
        ),
        (
            of("apply_patch <<EOF", &PATCH.replace("+2", "+a\\"), "EOF\n"),
            "would expand this here-document",
        ),
        (
            of(
                "apply_patch <<-'EOF'",
                &PATCH.replace("@@", "\t@@"),
                "EOF\n",
            ),
            "would expand this here-document",
        ),
        (
            json!({"command":["bash","-lc","make"]}).to_string(),
            "not a call of `apply_patch`",
        ),
        (
            json!({"command":["make"]}).to_string(),
            "not a call of `apply_patch`",
        ),
        (
            json!({"command":["apply_patch",PATCH,"x"]}).to_string(),
            "not a call of `apply_patch`",
        ),
        (
            json!({"command":["apply_patch",PATCH],"dry_run":true}).to_string(),
            "`dry_run` next to `command`",
        ),
    ] {
        refused(&payload, BadRequest, message, "");
    }
    // The patch may add a line that ends the here-document. A shell would run the lines after it.
    let ends = PATCH.replace("+2\n", "+2\nEOF\n");
    refused(
        &of("apply_patch <<'EOF'", &ends, "EOF\n"),
        BadRequest,
        "goes on after",
        "",
    );
}

/// openai/codex, codex-rs/protocol/src/models.rs (`function_call`, `custom_tool_call`, `local_shell_call`);
/// Anthropic's Messages API (`tool_use`); OpenAI's Chat Completions API (`function`); the hooks of Claude Code
/// (`tool_name`, `tool_input`); the `params` of `tools/call` in the Model Context Protocol (`name`, `arguments`).
#[test]
fn a_call_is_read_by_its_content() {
    let edit = json!({"file_path":"/w/a.txt","old_string":"two","new_string":"2"});
    let shell = json!({"command":["bash","-lc",format!("apply_patch <<'EOF'\n{PATCH}EOF\n")],"workdir":"/w"});
    let in_string = edit.to_string();
    for call in [
        json!({"type":"tool_use","id":"toolu_01","name":"Edit","input":edit}),
        json!({"type":"function_call","id":"fc_1","call_id":"call_1","name":"edit","arguments":in_string,"status":"completed"}),
        json!({"id":"call_1","type":"function","function":{"name":"edit","arguments":in_string},"index":0}),
        json!({"name":"edit","arguments":edit}),
        json!({"name":"edit","arguments":in_string}),
        json!({"session_id":"s","transcript_path":"/t","cwd":"/w","permission_mode":"default",
            "hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":edit,"tool_use_id":"toolu_01"}),
    ] {
        same(&call, &edit);
        left_out(&call, &[]);
    }
    let custom = json!({"type":"custom_tool_call","status":"completed","call_id":"c","name":"apply_patch","input":PATCH});
    same(&custom, &json!({"input":PATCH}));
    let called =
        json!({"type":"function_call","call_id":"c","name":"shell","arguments":shell.to_string()});
    same(&called, &shell);
    let local = json!({"type":"local_shell_call","call_id":"c","status":"completed","action":{"type":"exec",
        "command":shell["command"],"working_directory":"/w","timeout_ms":10000,"env":null,"user":null}});
    same(&local, &shell);
    let ours = json!({"name":"edit","arguments":{"edits":[{"op":"remove","path":"a.txt"}]}});
    means(&ours.to_string(), r#"{"op":"remove","path":"a.txt"}"#);
    // An event may have unknown members. Relative paths start from its directory.
    let event = json!({"tool_name":"Edit","cwd":"/w","agent_type":"x","tool_input":
        {"file_path":"a.txt","old_string":"two","new_string":"2"}});
    same(&event, &edit);
    left_out(&event, &["agent_type"]);
}

/// cline/cline, src/core/prompts/system-prompt/tools/write_to_file.ts; microsoft/vscode-copilot-chat,
/// src/extension/tools/node/createFileTool.tsx; anomalyco/opencode, packages/opencode/src/tool/write.ts.
#[test]
fn the_name_of_a_tool_decides_the_use_of_a_whole_text() {
    let call = |tool: &str, path: &str| {
        json!({"name":tool,"arguments":{path:"a.txt","content":"x\n"}}).to_string()
    };
    let written = json!({"file_path":"a.txt","content":"x\n"});
    let created = r#"{"op":"create","path":"a.txt","text":"x\n","parents":true}"#;
    let same = |call: String| same(&call.parse().unwrap(), &written);
    same(call("write_to_file", "path"));
    same(call("write", "filePath"));
    same(call("Write", "file_path"));
    let counted = json!({"name":"write_to_file","arguments":
        {"path":"a.txt","content":"x\n","line_count":1}});
    left_out(&counted, &["line_count"]);
    means(&call("create_file", "filePath"), created);
    // The tool names do not show if the text replaces the whole file.
    for (tool, path) in [
        ("save", "path"),
        ("edit_file", "filePath"),
        ("save", "filepath"),
    ] {
        refused(
            &call(tool, path),
            BadRequest,
            "no `mode` says what to do with it",
            "overwrite",
        );
    }
    let bare = r#"{"filePath":"a.txt","content":"x"}"#;
    refused(
        bare,
        BadRequest,
        "`content` is next to `filePath`",
        "overwrite",
    );
}

#[test]
fn a_call_that_cannot_be_meant_is_refused() {
    let edit = json!({"file_path":"a.txt","old_string":"two","new_string":"2"});
    for (call, message) in [
        (
            json!({"type":"tool_use","id":"1","name":"Edit"}),
            "`input` of the request is null",
        ),
        (
            json!({"type":"tool_use","name":"Edit","input":[edit]}),
            "`input` of the request is a list",
        ),
        (
            json!({"type":"function_call","name":"Edit","arguments":"{\"file_path\":"}),
            "`arguments` of the request is a string",
        ),
        (
            json!({"type":"function_call","name":"Edit","arguments":"\"x\""}),
            "is a string",
        ),
        (
            json!({"type":"custom_tool_call","name":"apply_patch","input":"--- a\n"}),
            "without `*** Begin Patch`",
        ),
        (
            json!({"name":"edit","arguments":edit,"dry_run":true}),
            "`dry_run` is next to `arguments`",
        ),
        (
            json!({"tool_name":"Edit","tool_input":edit,"task":"t"}),
            "`task` is next to `tool_input`",
        ),
        (
            json!({"tool_name":"Edit","tool_input":edit,"tool_response":{"ok":true}}),
            "already made",
        ),
        (
            json!({"hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":edit}),
            "already made",
        ),
        (
            json!({"name":"a","arguments":{"name":"Edit","arguments":edit}}),
            "a call in a call",
        ),
        (
            json!({"name":"Read","arguments":{"file_path":"a.txt","offset":1}}),
            "",
        ),
    ] {
        refused(&call.to_string(), BadRequest, message, "");
    }
    let twice = r#"{"name":"edit","arguments":"{\"path\":\"a\",\"path\":\"b\",\"old_text\":\"x\",\"new_text\":\"y\"}"}"#;
    refused(twice, BadRequest, "`path` is given twice", "");
}

/// `preview` is the name of our tool that writes nothing.
#[test]
fn a_call_of_preview_writes_nothing() {
    let call = r#"{"name":"preview","arguments":{"edits":[{"op":"remove","path":"a.txt"}]}}"#;
    assert_eq!(request(call).terms.run, crate::request::Run::DryRun);
}

#[test]
fn the_name_of_a_tool_does_not_contradict_its_fields() {
    let write = json!({"file_path":"a.txt","content":"x"});
    let replace = json!({"path":"a.txt","old_text":"x","new_text":"y"});
    let lines = json!({"path":"a.txt","start_line":2,"new_content":"x"});
    let ours = json!({"op":"write","path":"a.txt","text":"x","overwrite":true});
    for (tool, fields, operation, hint) in [
        ("append", &write, "write", r#"{"op":"append""#),
        ("appendToFile", &write, "write", r#"{"op":"append""#),
        ("mcp__files__insert", &write, "write", r#"{"op":"insert""#),
        ("prepend_to_file", &write, "write", r#""line":0"#),
        ("insert_content", &write, "write", r#"{"op":"insert""#),
        ("delete_file", &write, "write", r#"{"op":"remove""#),
        ("insert", &ours, "write", r#"{"op":"insert""#),
        ("insert_before", &replace, "replace", r#"{"op":"insert""#),
        ("remove-text", &replace, "replace", r#""text":"""#),
        ("insert_lines", &lines, "lines", r#"{"op":"insert""#),
        ("delete_lines", &lines, "lines", r#""text":"""#),
        ("preview_edit", &replace, "replace", r#""dry_run":true"#),
        ("view", &write, "write", r#""dry_run":true"#),
    ] {
        let message = format!("the tool is called `{tool}`, but its fields mean `{operation}`");
        let call = json!({"type":"tool_use","id":"1","name":tool,"input":fields});
        refused(&call.to_string(), MixedModes, &message, hint);
    }
    let mut shown = replace.clone();
    shown["dry_run"] = true.into();
    let deleted = json!({"path":"a.txt","start_line":2,"new_content":""});
    let inserted = json!({"path":"a.txt","line":2,"content":"x"});
    for (tool, fields) in [
        ("preview", &replace),
        ("preview_edit", &shown),
        ("delete_lines", &deleted),
        ("insert_at", &inserted),
        ("mcp__preview__edit_file", &replace),
        ("str_replace_based_edit_tool", &replace),
        ("edit", &write),
    ] {
        request(&json!({"name":tool,"arguments":fields}).to_string());
    }
}

/// RooCodeInc/Roo-Code, src/core/prompts/tools/native-tools/insert_content.ts.
#[test]
fn the_name_of_a_tool_says_on_which_side_of_a_line_it_inserts() {
    for (tool, line, ours) in [
        ("insert_content", 0, Some(-1)),
        ("insert_content", 1, Some(0)),
        ("insert_content", 3, Some(2)),
        ("insert_content", -1, None),
        ("insert_before_line", 2, Some(1)),
        ("insertAbove", 2, Some(1)),
        ("insert_before_line", 0, None),
        ("insert_after_line", 2, Some(2)),
        ("insert_at", 2, Some(2)),
        ("insert_at", -1, Some(-1)),
    ] {
        let call =
            json!({"name":tool,"arguments":{"path":"a.txt","line":line,"content":"x"}}).to_string();
        match ours {
            Some(line) => {
                let ours = json!({"op":"insert","path":"a.txt","line":line,"text":"x"});
                means(&call, &ours.to_string());
            }
            None => refused(&call, BadRequest, "`line` is", "before the line"),
        }
    }
    // The fields of these tools insert after the line.
    let after = json!({"path":"/a.txt","old_text":"","new_text":"x","insert_line":3});
    let end = json!({"path":"/a.txt","old_text":"","new_text":"x"});
    for (tool, fields) in [
        ("insert_before_line", &after),
        ("prepend_lines", &after),
        ("prepend", &end),
    ] {
        let call = json!({"name":tool,"arguments":fields}).to_string();
        refused(&call, MixedModes, "but its fields mean", r#""line":"#);
    }
}
