//! The library as an embedding program sees it: the calls at the crate's root, and the programs in `examples/`.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    dead_code,
    reason = "a test makes its own files and fails by panicking; the programs bring their `main`"
)]

#[path = "../examples/rename.rs"]
mod rename;
#[path = "../examples/replace.rs"]
mod replace;
#[path = "../examples/tool.rs"]
mod tool;

use std::fs;
use std::path::Path;

use incise::refusal::Code;
use incise::request::Action;
use incise::{Request, Workspace, edit};
use serde_json::Value;
use tempfile::{TempDir, tempdir};

fn with(files: &[(&str, &str)]) -> TempDir {
    let directory = tempdir().unwrap();
    for (name, text) in files {
        fs::write(directory.path().join(name), text).unwrap();
    }
    directory
}

fn text(directory: &TempDir, name: &str) -> String {
    fs::read_to_string(directory.path().join(name)).unwrap()
}

#[test]
fn a_text_is_edited_in_memory_or_refused() {
    assert_eq!(edit("a\nb\n", "b", "c").unwrap(), "a\nc\n");
    assert_eq!(edit("é = 1\n", "1", "“2”").unwrap(), "é = “2”\n");
    let codes = [
        ("a\n", "b", "c", Code::NotFound),
        ("a\na\n", "a", "b", Code::Ambiguous),
        ("a\n", "", "b", Code::BadRequest),
        ("a\n", "a", "a", Code::BadRequest),
    ];
    for (text, old, new, code) in codes {
        let refused = edit(text, old, new).unwrap_err();
        assert_eq!(refused.code(), code, "{refused}");
        assert!(!refused.is_written());
    }
}

#[test]
fn either_all_steps_are_done_or_none() {
    let directory = with(&[("a", "one\ntwo\n"), ("b", "x\n"), ("c", "gone\n")]);
    let request = Request::new()
        .replace("a", "one", "1")
        .insert_before("a", "two", "1.5\n")
        .insert_after("a", "two", "2.5\n")
        .append("b", "y\n")
        .create("d/e", "new\n")
        .write("f", "whole\n")
        .remove("c")
        .rename("b", "g")
        .patch("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-whole\n+half\n");
    let refused = incise::run(
        &request.clone().replace("a", "three", "3"),
        directory.path(),
    );
    assert_eq!(refused.unwrap_err().code(), Code::NotFound);
    assert_eq!(text(&directory, "a"), "one\ntwo\n");
    assert!(!directory.path().join("d").exists());

    let foreseen = incise::run(&request.clone().dry_run(), directory.path()).unwrap();
    assert!(foreseen.dry_run && foreseen.is_changed());
    assert_eq!(text(&directory, "a"), "one\ntwo\n");

    let done = incise::run(&request, directory.path()).unwrap();
    assert!(done.is_ok() && !done.dry_run);
    assert_eq!(text(&directory, "a"), "1\n1.5\ntwo\n2.5\n");
    assert_eq!(text(&directory, "g"), "x\ny\n");
    assert_eq!(text(&directory, "d/e"), "new\n");
    assert_eq!(text(&directory, "f"), "half\n");
    let names = |name: &str| directory.path().join(name).exists();
    assert!(!names("c") && !names("b"));
}

#[test]
fn a_meaningless_request_is_refused_as_a_whole() {
    let directory = with(&[("a", "one\n")]);
    let run = |request: &Request| incise::run(request, directory.path()).unwrap_err();
    assert_eq!(run(&Request::new()).code(), Code::Usage);
    let refused = run(&Request::new()
        .replace("a", "", "x")
        .insert_after("a", "one", ""));
    assert_eq!(refused.code(), Code::BadRequest);
    assert_eq!(refused.report().refusals.len(), 2);
    assert_eq!(refused.to_string(), "a: edit 1: the text to find is empty");
    assert_eq!(text(&directory, "a"), "one\n");

    let missing = incise::run(
        &Request::new().remove("a"),
        directory.path().join("nowhere"),
    );
    assert_eq!(missing.unwrap_err().code(), Code::Io);
}

#[test]
fn no_path_leads_out_of_the_directory() {
    let outside = with(&[("a", "one\n")]);
    let directory = tempdir().unwrap();
    let path = outside.path().join("a");
    let refused = incise::run(&Request::new().remove(&path), directory.path()).unwrap_err();
    assert_eq!(refused.code(), Code::OutsideRoot);
    std::os::unix::fs::symlink(outside.path(), directory.path().join("l")).unwrap();
    let refused = incise::run(&Request::new().remove("l/a"), directory.path()).unwrap_err();
    assert_eq!(refused.code(), Code::OutsideRoot);
    assert_eq!(text(&outside, "a"), "one\n");
}

/// Hints must be useful for a program without flags and without a shell.
#[test]
fn a_hint_names_no_flag_and_no_command() {
    let directory = with(&[("a", "one\none\n"), ("b", "x = 1\n")]);
    let requests = [
        Request::new().replace("a", "one", "1"),
        Request::new().replace("b", "x = 2", "x = 3"),
        Request::new().create("a", "new"),
        Request::new().remove("nowhere"),
        Request::new().patch("no diff"),
        Request::new(),
    ];
    for request in requests {
        let refused = incise::run(&request, directory.path()).unwrap_err();
        let hint = refused.hint();
        assert!(!hint.contains("--") && !hint.contains("`incise"), "{hint}");
        assert!(!hint.is_empty());
    }
    let workspace = Workspace::open(directory.path()).unwrap();
    let hint = workspace.undo().unwrap_err().hint();
    assert!(!hint.contains("--") && !hint.contains("`incise"), "{hint}");
}

#[test]
fn a_workspace_with_a_journal_undoes_and_redoes() {
    let directory = with(&[("a", "one\n")]);
    let state = tempdir().unwrap();
    let workspace = Workspace::open(directory.path())
        .unwrap()
        .with_journal(state.path().join("journal"));
    assert_eq!(workspace.undo().unwrap_err().code(), Code::NothingToUndo);
    let report = workspace
        .run(&Request::new().replace("a", "one", "two"))
        .unwrap();
    assert_eq!(report.undo, Some(1));
    workspace.undo().unwrap();
    assert_eq!(text(&directory, "a"), "one\n");
    workspace.redo().unwrap();
    assert_eq!(text(&directory, "a"), "two\n");
}

#[test]
fn replace_prints_the_diff_or_says_why_not() {
    let directory = with(&[("job.conf", "retries = 3\n")]);
    let shown = replace::replace(directory.path(), "job.conf", "3", "5").unwrap();
    assert!(shown.contains("-retries = 3\n+retries = 5\n"), "{shown}");
    assert!(
        shown.ends_with("edited job.conf: 1 replacement, +1 -1\n"),
        "{shown}"
    );
    assert_eq!(text(&directory, "job.conf"), "retries = 5\n");
    let refused = replace::replace(directory.path(), "job.conf", "3", "5").unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
}

#[test]
fn rename_changes_words_in_every_file_and_is_undone() {
    let directory = with(&[
        ("a.rs", "old();\nolder();\n"),
        ("b.rs", "fn old() { old() }\n"),
    ]);
    let files = ["a.rs".to_owned(), "b.rs".to_owned()];
    let request = rename::rename("old", "new", &files);
    let workspace = rename::workspace(directory.path()).unwrap();
    let report = workspace.run(&request).unwrap();
    assert_eq!(rename::counted(&report), "3 places in 2 files");
    assert_eq!(text(&directory, "a.rs"), "new();\nolder();\n");
    assert_eq!(text(&directory, "b.rs"), "fn new() { new() }\n");
    workspace.undo().unwrap();
    assert_eq!(text(&directory, "b.rs"), "fn old() { old() }\n");
}

#[test]
fn tool_answers_in_json() {
    let directory = with(&[("notes.md", "todo\n")]);
    let ask = |document: &str| tool::answer(document.as_bytes(), directory.path());
    let json = |document: &str| serde_json::from_str::<Value>(&ask(document)).unwrap();
    let done = json(r#"{"edits":[{"op":"append","path":"notes.md","text":"done"}]}"#);
    assert_eq!(
        (&done["ok"], &done["changed"]),
        (&true.into(), &true.into())
    );
    assert_eq!(text(&directory, "notes.md"), "todo\ndone\n");
    let refused = json(r#"{"edits":[{"op":"replace","path":"notes.md","old":"x","new":"y"}]}"#);
    assert_eq!(refused["error"]["code"], "not_found");
    assert!(ask("[").starts_with("not a request: "));
}

/// A step of a kind without a dedicated method.
#[test]
fn any_action_can_be_a_step() {
    let directory = with(&[("a", "one\n")]);
    let request = Request::new().step(Path::new("a"), Action::Remove);
    incise::run(&request, directory.path()).unwrap();
    assert!(!directory.path().join("a").exists());
}
