//! The size of the tool list of `incise mcp` and of its answers. The tools are those that the server lists, so new
//! tools are included.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::client::{Client, Revision, greeting};

const PROFILES: [&str; 5] = ["native", "anthropic", "openai", "filesystem", "serena"];

/// The maximum size in bytes of the message around an answer, without a diff or text.
const EDIT: usize = 400;

/// 95 lines of 40 bytes, 3.8 kB.
fn text() -> String {
    (10..105)
        .map(|number| format!("line {number:03} of a file of the usual length.\n"))
        .collect()
}

fn bench() -> Bench {
    assert_eq!(text().len(), 3_800);
    Bench::with("a.txt", text()).file("a.py", "def f():\n    return 1\n")
}

/// A call of the tool that edits one line or handles the whole text, and its cost limit.
fn usual(profile: &str, tool: &str) -> (Cost, Value) {
    let (old, new) = ("line 050 of", "line fifty of");
    let diff = "@@ -41,1 +41,1 @@\n-line 050 of a file of the usual length.\n+line fifty of a file of the usual length.\n";
    let v4a = format!(
        "*** Begin Patch\n*** Update File: a.txt\n{}*** End Patch\n",
        diff.replace(" -41,1 +41,1 @@", "")
    );
    let edit = json!({ "op": "replace", "path": "a.txt", "old": old, "new": new });
    match (profile, tool) {
        ("native", "edit" | "preview") => (Cost::Edit, json!({ "edits": [edit] })),
        ("native", "apply_patch") => (Cost::Edit, json!({ "patch": diff, "target": "a.txt" })),
        ("native", "read_lines") => (Cost::Text, json!({ "path": "a.txt" })),
        ("native", "check_files") => (Cost::Words, json!({ "paths": ["a.txt"] })),
        ("native", "history") => (Cost::Words, json!({})),
        ("native", "undo") => (Cost::Edit, json!({ "dry_run": true })),
        ("anthropic", "str_replace_based_edit_tool") => (
            Cost::Edit,
            json!({ "command": "str_replace", "path": "a.txt", "old_str": old, "new_str": new }),
        ),
        ("openai", "apply_patch") => (Cost::Edit, json!({ "input": v4a })),
        ("filesystem", "read_text_file") => (Cost::Text, json!({ "path": "a.txt" })),
        ("filesystem", "write_file") => (
            Cost::Edit,
            json!({ "path": "a.txt", "content": text().replace(old, new) }),
        ),
        ("filesystem", "edit_file") => (
            Cost::Edit,
            json!({ "path": "a.txt", "edits": [{ "oldText": old, "newText": new }] }),
        ),
        ("filesystem", "move_file") => (
            Cost::Words,
            json!({ "source": "a.txt", "destination": "b.txt" }),
        ),
        ("filesystem", "list_allowed_directories") => (Cost::Words, json!({})),
        ("serena", "get_symbols_overview") => (Cost::Words, json!({ "relative_path": "a.py" })),
        ("serena", "find_symbol") => (
            Cost::Words,
            json!({ "relative_path": "a.py", "name_path_pattern": "f" }),
        ),
        ("serena", "replace_symbol_body" | "insert_before_symbol" | "insert_after_symbol") => (
            Cost::Words,
            json!({ "relative_path": "a.py", "name_path": "f", "body": "def f():\n    return 2" }),
        ),
        ("serena", "replace_content") => (
            Cost::Edit,
            json!({ "relative_path": "a.txt", "needle": old, "repl": new, "mode": "literal" }),
        ),
        ("serena", "create_text_file") => (
            Cost::Edit,
            json!({ "relative_path": "a.txt", "content": text().replace(old, new) }),
        ),
        _ => panic!("`{tool}` of the profile {profile} is new: say here how it is called"),
    }
}

/// The maximum size of an answer.
#[derive(Clone, Copy, Debug)]
enum Cost {
    /// [`EDIT`] bytes plus the diff.
    Edit,
    /// The text with line numbers.
    Text,
    /// [`EDIT`] bytes.
    Words,
}

/// A server with the profile, and an edit to list and to undo.
fn client(bench: &Bench, profile: &str) -> Client {
    let append = ["append", "a.txt", "--text", "end", "-q"];
    bench.run(append).status_is(0);
    bench.line("undo -q").status_is(0);
    bench.line("redo -q").status_is(0);
    Client::in_words(bench, Revision::Of2025, &["--profile", profile])
}

#[test]
fn the_answer_of_every_tool_is_small() {
    for profile in PROFILES {
        let listed = bench();
        let names: Vec<String> = client(&listed, profile)
            .tools()
            .into_iter()
            .map(str::to_owned)
            .collect();
        for name in names {
            let bench = bench();
            let mut client = client(&bench, profile);
            let before = bench.text("a.txt");
            let (cost, arguments) = usual(profile, &name);
            let params = json!({ "name": name, "arguments": arguments });
            let answer = client.ask("tools/call", params);
            assert_eq!(answer["result"]["isError"], false, "{answer}");
            assert_eq!(answer["result"].get("structuredContent"), None, "{answer}");
            let size = answer.to_string().len();
            let most = match cost {
                Cost::Words => EDIT,
                Cost::Text => before.len() + before.lines().count() * 8 + 200,
                Cost::Edit => EDIT + diff_of(&bench, &name, &before),
            };
            assert!(size <= most, "{profile} {name}: {size} > {most}: {answer}");
        }
    }
}

/// The size in bytes of the diff of an edit, as JSON-escaped in a message. A preview also changes one line.
fn diff_of(bench: &Bench, name: &str, before: &str) -> usize {
    let after = bench.text("a.txt");
    let other = Bench::with("a.txt", before);
    let edited = if after == before {
        before.replace("line 050 of", "line fifty of")
    } else {
        after
    };
    let edited = if name == "undo" { text() } else { edited };
    let write = [
        "write",
        "a.txt",
        "--text-file",
        "-",
        "--overwrite",
        "--format",
        "diff",
    ];
    let ran = other.pipe(edited, write);
    ran.status_is(0);
    json!(ran.stdout.as_str()).to_string().len()
}

/// An answer contains the text only once, whatever form the client gets.
#[test]
fn an_answer_contains_a_text_once() {
    for (flags, most) in [(&[][..], 4_800), (&["--schemas"], 7_000)] {
        let bench = bench();
        let mut client = Client::in_words(&bench, Revision::Of2025, flags);
        let params = json!({ "name": "read_lines", "arguments": { "path": "a.txt" } });
        let answer = client.ask("tools/call", params).to_string();
        assert_eq!(answer.matches("line 050 of").count(), 1);
        assert!(answer.len() <= most, "{}", answer.len());
    }
}

/// A client with a protocol revision without structured content gets text.
#[test]
fn a_client_without_structured_content_gets_text() {
    for (revision, is_object) in [("2024-11-05", false), ("2025-06-18", true)] {
        let bench = Bench::with("a.txt", "one\n");
        let mut client = Client::silent(&bench, Revision::Of2025, &["--schemas"]);
        let greeted = client.ask("initialize", greeting(revision));
        assert_eq!(greeted["result"]["protocolVersion"], revision);
        client.tell("notifications/initialized", json!({}));
        let params = json!({ "name": "read_lines", "arguments": { "path": "a.txt" } });
        let result = client.ask("tools/call", params)["result"].clone();
        assert_eq!(
            result["structuredContent"].is_object(),
            is_object,
            "{result}"
        );
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(text.contains("\tone\n"), !is_object, "{text}");
    }
}

/// The revision 2025-03-26 requires servers to read batches, which this server refuses. So it offers another one.
#[test]
fn the_revision_with_batches_is_not_offered() {
    let bench = Bench::new();
    let mut client = Client::silent(&bench, Revision::Of2025, &[]);
    let greeted = client.ask("initialize", greeting("2025-03-26"));
    assert_eq!(greeted["result"]["protocolVersion"], "2025-11-25");
}

/// The size in bytes of the tool list.
fn listed(flags: &[&str]) -> usize {
    let bench = Bench::new();
    let mut client = Client::silent(&bench, Revision::Of2025, flags);
    client.ask("initialize", greeting("2025-11-25"));
    client.tell("notifications/initialized", json!({}));
    client.ask("tools/list", json!({}))["result"]["tools"]
        .to_string()
        .len()
}

/// The sizes in the table of `docs/agents.md` are correct.
#[test]
fn the_documented_sizes_are_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/agents.md");
    let text = fs::read_to_string(&page).unwrap();
    let mut rows = Vec::new();
    let mut fresh = String::new();
    for line in text.split_inclusive('\n') {
        match line
            .strip_prefix("| `incise mcp")
            .and_then(|rest| rest.split_once('`'))
        {
            Some((flags, rest)) if rest.ends_with(" kB |\n") => {
                let flags: Vec<_> = flags.split_whitespace().collect();
                let size = listed(&flags) as f64 / 1000.0;
                let (cells, _) = line.rsplit_once(" | ").unwrap();
                fresh += &format!("{cells} | {size:.1} kB |\n");
                rows.push(flags);
            }
            _ => fresh += line,
        }
    }
    if std::env::var_os("INCISE_REGENERATE").is_some() {
        fs::write(&page, &fresh).unwrap();
    } else {
        assert_eq!(
            text, fresh,
            "INCISE_REGENERATE=1 cargo test --test cli documented_sizes"
        );
    }
    for profile in PROFILES {
        let is_told = rows.iter().any(|flags| flags.contains(&profile));
        assert!(is_told || profile == "native", "{profile}");
    }
    assert!(rows.iter().any(Vec::is_empty));
}
