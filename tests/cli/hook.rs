//! `incise hook`, with the events that Claude Code sends. Fields and shapes follow its hooks reference and the types
//! `PreToolUseHookInput`, `FileEditInput`, `FileWriteOutput` and so on in `@anthropic-ai/claude-agent-sdk`. The test
//! makes the agent's edits.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::bench::Bench;

const TEXT: &str = "one\ntwo\nthree\n";

/// An agent's session in the directory of a bench.
struct Session<'a> {
    bench: &'a Bench,
    id: &'static str,
}

impl Session<'_> {
    /// The event before a call of `tool`, or after a call with this `response`.
    fn event(&self, tool: &str, input: &Value, response: Option<Value>) -> Value {
        let name = match response {
            None => "PreToolUse",
            Some(_) => "PostToolUse",
        };
        let mut event = json!({
            "session_id": self.id,
            "transcript_path": format!("/home/u/.claude/projects/p/{}.jsonl", self.id),
            "cwd": self.bench.path(),
            "prompt_id": "3f0d6c1e-1f35-4e2b-9d7a-0c6c6f0f2a11",
            "permission_mode": "default",
            "effort": { "level": "medium" },
            "hook_event_name": name,
            "tool_name": tool,
            "tool_input": input,
            "tool_use_id": "toolu_01ABC123",
        });
        if let Some(response) = response {
            event["tool_response"] = response;
        }
        event
    }

    /// The answer to the event before a call; `None` if the call is allowed.
    fn before(&self, tool: &str, input: &Value) -> Option<Value> {
        let answer = answer(self.bench, "pre", &self.event(tool, input, None));
        answer.map(|answer| {
            assert_eq!(answer["hookSpecificOutput"]["hookEventName"], "PreToolUse");
            answer["hookSpecificOutput"].clone()
        })
    }

    /// Sends the event after a call.
    fn after(&self, tool: &str, input: &Value, response: Value) {
        let event = self.event(tool, input, Some(response));
        assert_eq!(answer(self.bench, "post", &event), None);
    }

    /// A complete call of `Edit`, as the agent makes it.
    fn edit(&self, name: &str, old: &str, new: &str) {
        let input = edit(self.bench, name, old, new);
        assert_eq!(self.before("Edit", &input), None);
        let before = self.bench.text(name);
        let after = before.replacen(old, new, 1);
        fs::write(self.bench.path().join(name), after).unwrap();
        let response = json!({
            "filePath": input["file_path"], "oldString": old, "newString": new, "originalFile": before,
            "structuredPatch": [], "userModified": false, "replaceAll": false,
        });
        self.after("Edit", &input, response);
    }

    /// A complete call of `Read` that shows `count` lines from `first` on, of `total`.
    fn read(&self, name: &str, first: u64, count: u64, total: u64) {
        let input = json!({ "file_path": self.bench.path().join(name) });
        let file = json!({
            "filePath": input["file_path"], "content": "...", "numLines": count, "startLine": first,
            "totalLines": total,
        });
        self.after("Read", &input, json!({ "type": "text", "file": file }));
    }
}

/// The answer of `incise hook` to `event`. The command must always succeed.
fn answer_to(bench: &Bench, when: &str, event: &[u8]) -> Option<Value> {
    let mut command = bench.command();
    command.args(["hook", when]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(event).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    if output.stdout.is_empty() {
        return None;
    }
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

fn answer(bench: &Bench, when: &str, event: &Value) -> Option<Value> {
    answer_to(bench, when, event.to_string().as_bytes())
}

fn edit(bench: &Bench, name: &str, old: &str, new: &str) -> Value {
    json!({
        "file_path": bench.path().join(name), "old_string": old, "new_string": new, "replace_all": false,
    })
}

fn write(bench: &Bench, name: &str, text: &str) -> Value {
    json!({ "file_path": bench.path().join(name), "content": text })
}

fn bench() -> Bench {
    Bench::with("a.txt", TEXT).directory(".git")
}

fn anna(bench: &Bench) -> Session<'_> {
    Session {
        bench,
        id: "6ab0e0a1-anna",
    }
}

fn ben(bench: &Bench) -> Session<'_> {
    Session {
        bench,
        id: "77c1d2f0-ben",
    }
}

/// The decision, and the reason for it.
fn words(answer: Option<Value>) -> (String, String) {
    let answer = answer.unwrap();
    let word = |name: &str| answer[name].as_str().unwrap().to_owned();
    (word("permissionDecision"), word("permissionDecisionReason"))
}

#[test]
fn the_edits_of_an_agent_are_logged_and_undone_one_by_one() {
    let bench = bench();
    let anna = anna(&bench);
    anna.edit("a.txt", "one", "1");
    anna.edit("a.txt", "three", "3");
    let log = bench.line("log --json");
    let entries = log.json()["entries"].clone();
    assert_eq!(entries[0]["task"], "6ab0e0a1-anna");
    assert_eq!(entries[0]["command"], json!(["hook", "Edit"]));
    assert_eq!(entries.as_array().unwrap().len(), 2);
    bench
        .line("undo 1 -q")
        .done("", &[("a.txt", "one\ntwo\n3\n")]);
    bench.line("undo 2 -q").done("", &[("a.txt", TEXT)]);
}

#[test]
fn a_new_file_is_undone_by_removing_it() {
    let bench = bench();
    let input = write(&bench, "new.txt", "text\n");
    assert_eq!(anna(&bench).before("Write", &input), None);
    fs::write(bench.path().join("new.txt"), "text\n").unwrap();
    let response = json!({ "type": "create", "filePath": input["file_path"], "content": "text\n", "structuredPatch": [], "originalFile": null });
    anna(&bench).after("Write", &input, response);
    bench
        .line("undo -q")
        .status_is(0)
        .became(&[("new.txt", None)]);
}

#[test]
fn the_cell_of_a_notebook_is_logged_by_the_text_of_the_file() {
    let bench = Bench::with("a.ipynb", "{\"cells\": []}\n").directory(".git");
    let input = json!({ "notebook_path": bench.path().join("a.ipynb"), "new_source": "x", "cell_type": "code", "edit_mode": "insert" });
    assert_eq!(anna(&bench).before("NotebookEdit", &input), None);
    fs::write(bench.path().join("a.ipynb"), "{\"cells\": [1]}\n").unwrap();
    anna(&bench).after("NotebookEdit", &input, json!({ "edit_mode": "insert" }));
    bench
        .line("undo -q")
        .done("", &[("a.ipynb", "{\"cells\": []}\n")]);
}

#[test]
fn lines_of_another_task_are_denied_until_they_are_read() {
    let bench = bench();
    ben(&bench).edit("a.txt", "two", "zwei");
    let input = edit(&bench, "a.txt", "zwei", "deux");
    let (decision, reason) = words(anna(&bench).before("Edit", &input));
    assert_eq!(decision, "deny");
    assert!(
        reason.contains("conflict: task `77c1d2f0-ben` wrote line 2 in entry 1"),
        "{reason}"
    );
    assert!(
        reason.ends_with("hint: read the file again, then edit the current text"),
        "{reason}"
    );
    anna(&bench).read("a.txt", 1, 1, 3);
    assert_eq!(words(anna(&bench).before("Edit", &input)).0, "deny");
    anna(&bench).read("a.txt", 2, 1, 3);
    assert_eq!(anna(&bench).before("Edit", &input), None);
}

#[test]
fn agents_of_one_session_are_separate_tasks() {
    let bench = bench();
    anna(&bench).edit("a.txt", "two", "zwei");
    let mut event = anna(&bench).event("Edit", &edit(&bench, "a.txt", "zwei", "deux"), None);
    assert_eq!(answer(&bench, "pre", &event), None);
    event["agent_id"] = json!("a1b2");
    let denied = answer(&bench, "pre", &event).unwrap();
    assert_eq!(denied["hookSpecificOutput"]["permissionDecision"], "deny");
}

#[test]
fn a_whole_text_is_denied_if_the_file_is_not_the_one_that_was_read() {
    let bench = bench();
    anna(&bench).read("a.txt", 1, 3, 3);
    let input = write(&bench, "a.txt", "one\ntwo\nthree\nfour\n");
    assert_eq!(anna(&bench).before("Write", &input), None);
    fs::write(bench.path().join("a.txt"), "one\ntwo\nthree\nby hand\n").unwrap();
    let (decision, reason) = words(anna(&bench).before("Write", &input));
    assert_eq!(decision, "deny");
    assert!(reason.contains("a.txt"), "{reason}");
    anna(&bench).read("a.txt", 1, 4, 4);
    assert_eq!(anna(&bench).before("Write", &input), None);
}

#[test]
fn the_user_is_asked_if_a_guard_would_refuse() {
    let long = (1..=30)
        .map(|line| format!("line {line}\n"))
        .collect::<String>();
    let bench = Bench::with("a.txt", &long)
        .directory(".git")
        .file(".git/config", "[core]\n");
    for input in [
        write(&bench, "a.txt", "line 1\n"),
        write(
            &bench,
            "a.txt",
            &format!("{long}<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"),
        ),
        write(
            &bench,
            "a.txt",
            &format!("{long}// ... rest of the code unchanged ...\n"),
        ),
        write(&bench, ".git/config", "[core]\n\tpager = less\n"),
    ] {
        let (decision, reason) = words(anna(&bench).before("Write", &input));
        assert_eq!(decision, "ask", "{input}");
        assert!(!reason.contains("hint"), "an agent has no flag: {reason}");
    }
}

#[test]
fn edits_that_the_tool_itself_refuses_are_left_to_it() {
    let bench = bench();
    for input in [
        edit(&bench, "a.txt", "nowhere", "x"),
        edit(&bench, "missing.txt", "a", "b"),
        json!({}),
    ] {
        assert_eq!(anna(&bench).before("Edit", &input), None, "{input}");
    }
}

#[test]
fn a_fault_of_the_hook_passes_the_edit_with_a_warning() {
    let bench = bench();
    let warned = |when: &str, event: &[u8]| {
        let answer = answer_to(&bench, when, event).unwrap();
        assert_eq!(answer.get("hookSpecificOutput"), None);
        let message = answer["systemMessage"].as_str().unwrap().to_owned();
        assert!(message.starts_with("incise hook: "), "{message}");
    };
    for when in ["pre", "post"] {
        warned(when, b"");
        warned(when, b"not JSON");
        warned(when, b"{\"session_id\": 7}");
    }
    // The journal's directory cannot be used.
    fs::write(bench.state().join("state"), "a file").unwrap();
    let event = anna(&bench).event("Edit", &edit(&bench, "a.txt", "one", "1"), None);
    warned("pre", event.to_string().as_bytes());
}

#[test]
fn a_wrong_call_of_the_hook_does_not_stop_the_agent() {
    let bench = bench();
    let ran = bench.pipe("{}", ["hook", "pre", "--no-such-flag"]);
    ran.status_is(0).unchanged();
    ran.says("--no-such-flag");
    bench
        .pipe("{}", ["hook", "before"])
        .status_is(2)
        .unchanged();
}

#[test]
fn a_private_text_is_not_kept_and_its_edit_is_logged() {
    let secret = "TOKEN=hunter2hunter2\n";
    let bench = Bench::with(".env", secret).directory(".git");
    let input = edit(&bench, ".env", "hunter2hunter2", "swordfish");
    assert_eq!(anna(&bench).before("Edit", &input), None);
    assert!(!holds(bench.state(), b"hunter2"));
    fs::write(bench.path().join(".env"), "TOKEN=swordfish\n").unwrap();
    anna(&bench).after("Edit", &input, json!({}));
    assert!(!holds(bench.state(), b"swordfish"));
    let log = bench.line("log --json");
    assert_eq!(log.json()["entries"][0]["files"][0]["path"], ".env");
}

#[test]
fn a_denial_shows_no_line_of_a_private_file() {
    let bench = Bench::with(".env", "TOKEN=hunter2hunter2\nPORT=1\n").directory(".git");
    let line = [
        "replace",
        ".env",
        "--old",
        "hunter2hunter2",
        "--new",
        "swordfish",
        "-q",
    ];
    bench
        .run(line.iter().chain(&["--task", "ben"]))
        .status_is(0);
    let input = edit(&bench, ".env", "TOKEN=swordfish", "TOKEN=other");
    let (decision, reason) = words(anna(&bench).before("Edit", &input));
    assert_eq!(decision, "deny");
    assert!(
        !reason.contains("swordfish") && !reason.contains("hunter2"),
        "{reason}"
    );
}

/// True if a file below `directory` contains `text`, as it is or in base64.
fn holds(directory: &std::path::Path, text: &[u8]) -> bool {
    use base64::Engine;
    let encoded = base64::engine::general_purpose::STANDARD.encode(text);
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if holds(&path, text) {
                return true;
            }
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let has = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
        if has(text) || has(&encoded.as_bytes()[..8]) {
            return true;
        }
    }
    false
}

#[test]
fn the_text_of_a_call_that_never_ends_is_swept() {
    let bench = bench();
    assert_eq!(
        anna(&bench).before("Edit", &edit(&bench, "a.txt", "one", "1")),
        None
    );
    let pending = find(bench.state(), "pending").unwrap();
    let kept = fs::read_dir(&pending)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let old = std::time::SystemTime::UNIX_EPOCH;
    fs::File::options()
        .write(true)
        .open(&kept)
        .unwrap()
        .set_modified(old)
        .unwrap();
    let mut other = ben(&bench).event("Edit", &edit(&bench, "a.txt", "two", "2"), None);
    other["tool_use_id"] = json!("toolu_02");
    assert_eq!(answer(&bench, "pre", &other), None);
    assert!(!kept.exists());
    assert_eq!(fs::read_dir(&pending).unwrap().count(), 1);
}

fn find(directory: &std::path::Path, name: &str) -> Option<std::path::PathBuf> {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|found| found == name) {
            return Some(path);
        }
        if path.is_dir()
            && let Some(found) = find(&path, name)
        {
            return Some(found);
        }
    }
    None
}

/// The event as Codex sends it: `codex-rs/hooks/schema/generated/pre-tool-use.command.input.schema.json` in
/// openai/codex.
#[test]
fn a_patch_of_codex_is_checked_and_logged() {
    let bench = bench();
    let patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n three\n*** Add File: b.txt\n+new\n*** End Patch\n";
    let input = json!({ "command": patch });
    let mut event = anna(&bench).event("apply_patch", &input, None);
    event["model"] = json!("gpt-5-codex");
    event["turn_id"] = json!("turn-1");
    assert_eq!(answer(&bench, "pre", &event), None);
    fs::write(bench.path().join("a.txt"), "one\n2\nthree\n").unwrap();
    fs::write(bench.path().join("b.txt"), "new\n").unwrap();
    anna(&bench).after("apply_patch", &input, json!("Success."));
    bench
        .line("undo -q")
        .status_is(0)
        .became(&[("a.txt", Some(TEXT.as_bytes())), ("b.txt", None)]);
    ben(&bench).edit("a.txt", "two", "zwei");
    let input = json!({ "command": patch.replace("-two", "-zwei") });
    let (decision, reason) = words(anna(&bench).before("apply_patch", &input));
    assert_eq!(decision, "deny");
    assert!(reason.contains("--task 6ab0e0a1-anna"), "{reason}");
}

const LINES: &str = r#"{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Edit|MultiEdit|Write|NotebookEdit",
        "hooks": [
          {
            "type": "command",
            "command": "incise hook pre",
            "timeout": 10
          }
        ]
      }
    ],
    "PostToolUse": [
      {
        "matcher": "Edit|MultiEdit|Write|NotebookEdit|Read",
        "hooks": [
          {
            "type": "command",
            "command": "incise hook post",
            "timeout": 10
          }
        ]
      }
    ]
  }
}
"#;

#[test]
fn a_root_is_kept_and_another_directory_is_told() {
    let bench = bench().file("sub/b.txt", TEXT);
    let event = |name: &str| {
        anna(&bench)
            .event("Edit", &edit(&bench, name, "two", "2"), None)
            .to_string()
    };
    let line = ["hook", "pre", "--root", "sub"];
    let inside = bench.pipe(event("sub/b.txt"), line);
    inside.status_is(0);
    assert_eq!(*inside.stdout, "");
    let outside = bench.pipe(event("a.txt"), line);
    assert_eq!(
        outside.json()["hookSpecificOutput"]["permissionDecision"],
        "ask"
    );
    let elsewhere = bench.pipe(event("a.txt"), ["hook", "pre", "-C", "sub"]);
    elsewhere.status_is(0);
    elsewhere.prints("-C does not apply, since the event names its directory");
}

#[test]
fn the_lines_for_the_settings_are_shown_or_written() {
    let bench = Bench::new();
    let ran = bench.line("hook install --claude");
    ran.status_is(0).unchanged();
    assert_eq!(*ran.stdout, LINES);
    ran.says("`--write` adds these lines to .claude/settings.json");
    bench
        .line("hook install --claude --write -q")
        .done("", &[(".claude/settings.json", LINES)]);
    bench
        .line("hook install --claude --write")
        .done(".claude/settings.json: no change needed\n", &[]);
    let ran = bench.line("hook install --codex");
    ran.prints("\"matcher\": \"apply_patch\"");
    ran.status_is(0).says(".codex/hooks.json");
}

#[test]
fn other_hooks_and_settings_stay() {
    let settings = "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PreToolUse\": [\n      { \"matcher\": \"Bash\", \"hooks\": [] }\n    ]\n  }\n}\n";
    // Some editors write a byte-order mark.
    let bench = Bench::with("s.json", format!("\u{feff}{settings}"));
    let line = "hook install --claude --settings s.json --write -q";
    bench.line(line).status_is(0);
    let written: Value = serde_json::from_str(&bench.text("s.json")[3..]).unwrap();
    let lines: Value = serde_json::from_str(LINES).unwrap();
    assert_eq!(written["model"], "opus");
    assert_eq!(written["hooks"]["PreToolUse"][0]["matcher"], "Bash");
    assert_eq!(
        written["hooks"]["PreToolUse"][1],
        lines["hooks"]["PreToolUse"][0]
    );
    assert_eq!(
        written["hooks"]["PostToolUse"],
        lines["hooks"]["PostToolUse"]
    );
    bench.line(line).status_is(0).unchanged();
    let bench = Bench::with("s.json", "// mine\n{}\n");
    bench
        .line(line)
        .fails(2, "s.json: the settings are not JSON")
        .says("run `incise hook install --claude`");
    bench.line("hook install").fails(2, "no agent is named");
    bench.line("hook").fails(2, "`hook` needs an ACTION");
}

/// Each entry has only the edit of its own call, even if the calls overlap.
#[test]
fn overlapping_edits_of_two_sessions_are_undone_one_by_one() {
    for (old, middle, after) in [
        ("three", "1\ntwo\nthree\n", "1\ntwo\n3\n"),
        ("three", "1\ntwo\n3\n", "1\ntwo\n3\n"),
        ("two", "1\n3\nthree\n", "1\n3\nthree\n"),
    ] {
        undo_overlapping_edits(old, middle, after);
    }
}

/// `middle` is the text when the first of two calls ends. The second call changes `old` to 3.
fn undo_overlapping_edits(old: &str, middle: &str, after: &str) {
    let bench = bench();
    let [(anna, of_anna), (ben, of_ben)] = [
        (anna(&bench), edit(&bench, "a.txt", "one", "1")),
        (ben(&bench), edit(&bench, "a.txt", old, "3")),
    ];
    assert_eq!(anna.before("Edit", &of_anna), None);
    assert_eq!(ben.before("Edit", &of_ben), None);
    fs::write(bench.path().join("a.txt"), middle).unwrap();
    anna.after("Edit", &of_anna, json!({}));
    fs::write(bench.path().join("a.txt"), after).unwrap();
    ben.after("Edit", &of_ben, json!({}));
    bench
        .line("undo 2 -q")
        .done("", &[("a.txt", "1\ntwo\nthree\n")]);
    bench.line("undo 1 -q").done("", &[("a.txt", TEXT)]);
}
