//! Hints use the vocabulary of the caller: flags for a command line, fields for a document, tools for the client of a
//! server.

use std::collections::BTreeSet;

use super::refusal::{Case, every_case};
use crate::disk;
use crate::refusal::{Code, ExpectedCount, Fault, HunkWhy, Reason, Refusal};
use crate::render::wording::{Caller, details, hint, message, notice, retry};
use crate::report::{Notice, Report};
use crate::request::json::{COMMON, ENVELOPE, OPERATIONS};
use crate::request::{FieldNames, Means, Options, Reader, Tools, Words};

const NAMES: FieldNames = FieldNames {
    old: Some("old_string"),
    all: Some("\"replace_all\": true"),
    one: None,
    line: None,
    shared: &["match"],
    symbol: None,
};

const TOOLS: Means = Means::Tools(Tools {
    reader: Some(Reader::Lines("read_lines")),
    preview: Some("preview"),
    history: Some("history"),
    names_task: true,
});

const EDITOR: Means = Means::Tools(Tools {
    reader: Some(Reader::Editor("editor")),
    preview: None,
    history: None,
    names_task: false,
});

const NO_TOOLS: Means = Means::Tools(Tools {
    reader: None,
    preview: None,
    history: None,
    names_task: false,
});

const FIELDS: Words = words(Options::Fields, Means::Shell);

const fn words(options: Options, means: Means) -> Words {
    Words { options, means }
}

/// Every vocabulary other than flags.
fn documents() -> Vec<Words> {
    let options = [
        Options::Fields,
        Options::Payload(&NAMES),
        Options::Payload(&FieldNames::NONE),
        Options::Unavailable,
    ];
    let means = [Means::Shell, TOOLS, EDITOR, NO_TOOLS];
    let both = |options| means.map(|means| words(options, means));
    options.into_iter().flat_map(both).collect()
}

fn caller(operation: &str, steps: usize, words: Words) -> Caller {
    Caller::from_report(&Report {
        words,
        ..Report::new(operation, steps)
    })
}

fn hint_of(operation: &str, reason: &Reason, words: Words) -> String {
    let refusal = reason.clone().at("a.rs");
    hint(&refusal, caller(operation, 1, words))
}

/// The message, the details and the hint of a refusal.
fn printed(refusal: &Refusal, caller: Caller) -> String {
    let lines = details(&refusal.reason, caller, 10);
    let hint = hint(refusal, caller);
    format!("{}\n{}\n{hint}", message(refusal, caller), lines.join("\n"))
}

/// The field names in `hint`: quoted words, except for values and for tool calls in backticks.
fn fields_in(hint: &str) -> Vec<String> {
    let prose: String = hint.split('`').step_by(2).collect();
    let mut fields = Vec::new();
    let mut rest = prose.as_str();
    while let Some((_, quoted)) = rest.split_once('"') {
        let (name, after) = quoted.split_once('"').unwrap();
        fields.push(name.to_owned());
        rest = match after.strip_prefix(": \"") {
            // Skips the value up to its closing quote.
            Some(value) => value.split_once('"').unwrap().1,
            None => after,
        };
    }
    fields
}

/// The fields of an edit with `operation`, or with an operation that the hint proposes.
fn known(operation: &str, hint: &str) -> BTreeSet<&'static str> {
    let proposed = |name: &str| hint.contains(&format!("\"op\": \"{name}\""));
    let own = OPERATIONS
        .iter()
        .filter(|one| one.name == operation || proposed(one.name))
        .flat_map(|one| one.fields);
    let whole = ["expect_total"];
    COMMON
        .iter()
        .chain(ENVELOPE)
        .chain(own)
        .copied()
        .chain(whole)
        .collect()
}

/// The operation of the case, as in the report of a document.
fn operation_of(case: &Case) -> &'static str {
    match case.0 {
        // These are separate commands or batches.
        "undo" | "redo" | "view" | "apply" => case.0,
        word => OPERATIONS
            .iter()
            .find(|operation| operation.name == word)
            .map_or("apply", |operation| operation.name),
    }
}

#[test]
fn messages_to_documents_and_clients_mention_no_flags() {
    let mut seen = BTreeSet::new();
    for case in every_case() {
        let operation = operation_of(&case);
        let refusal = case.1.clone().at("a b.rs");
        // The code that parses flags writes the message of such a refusal.
        if refusal.code() == Code::Usage && case.1 != Reason::Store(Fault::BackupIsTarget) {
            continue;
        }
        for (words, steps) in documents()
            .into_iter()
            .flat_map(|words| [(words, 1), (words, 2)])
        {
            let caller = caller(operation, steps, words);
            let printed = printed(&refusal, caller);
            assert!(
                !printed.contains(" --") && !printed.contains("\"--"),
                "{words:?}: {printed}"
            );
            assert!(
                !printed.contains("(-") && !printed.contains("`--"),
                "{words:?}: {printed}"
            );
            assert!(!printed.contains("\n--"), "{words:?}: {printed}");
            assert!(retry(&refusal, caller).is_empty(), "{words:?}: {printed}");
            seen.insert(refusal.code());
        }
    }
    let all: BTreeSet<Code> = Code::ALL.iter().copied().collect();
    assert_eq!(seen, all);
}

#[test]
fn hints_name_fields_that_there_are() {
    let mut seen = BTreeSet::new();
    for case in every_case() {
        let operation = operation_of(&case);
        let refusal = case.1.clone().at("a.rs");
        for words in documents() {
            let hint = hint(&refusal, caller(operation, 1, words));
            let takes_fields = words.options != Options::Unavailable;
            let known = match words.options {
                Options::Fields => known(operation, &hint),
                Options::Payload(names) => ENVELOPE
                    .iter()
                    .chain(names.shared)
                    .copied()
                    .chain(["replace_all"])
                    .collect(),
                _ => BTreeSet::new(),
            };
            for field in fields_in(&hint) {
                // A file name, or the `task` of a tool.
                let is_name = [
                    "PATH", "lib/a.rs", "b/a.rs", "c/a.rs", "b c.rs", "task", "...",
                ];
                let is_known = known.contains(field.as_str()) && takes_fields;
                assert!(
                    is_known || is_name.contains(&field.as_str()),
                    "{operation} {words:?}: `{field}` in {hint}"
                );
                seen.insert(field);
            }
        }
    }
    // Proves that the hints were searched: fields of every kind occur.
    for field in [
        "pick",
        "overwrite",
        "mode",
        "max_size",
        "match",
        "strip",
        "op",
    ] {
        assert!(seen.contains(field), "{field}");
    }
}

#[test]
fn calls_of_tools_are_json() {
    let mut calls = 0;
    for (operation, reason, ..) in every_case() {
        for means in [TOOLS, EDITOR] {
            let hint = hint_of(operation, &reason, words(Options::Fields, means));
            for quoted in hint.split('`').skip(1).step_by(2) {
                let Some((tool, arguments)) = quoted.split_once(' ') else {
                    continue;
                };
                if ["read_lines", "history", "editor"].contains(&tool) {
                    serde_json::from_str::<serde_json::Value>(arguments).unwrap();
                    calls += 1;
                }
            }
        }
    }
    assert!(calls > 20, "{calls}");
}

// A flat table: a reason and its hint in three vocabularies.
#[test]
fn each_hint_exists_in_three_vocabularies() {
    let find = |wanted: fn(&Reason) -> bool, operation: &str| {
        let mut cases = every_case().into_iter();
        let case = cases.find(|case| case.0 == operation && wanted(&case.1));
        (case.as_ref().unwrap().0, case.unwrap().1)
    };
    let tools = words(Options::Fields, TOOLS);
    let payload = words(Options::Payload(&NAMES), Means::Shell);
    for ((operation, reason), in_fields, to_client, to_payload) in [
        (
            find(|reason| matches!(reason, Reason::Exists { .. }), "write"),
            "read it with `incise view a.rs`; \"overwrite\": true replaces the whole file",
            "read it with `read_lines {\"path\":\"a.rs\"}`; \"overwrite\": true replaces the whole file",
            "read it with `incise view a.rs`, and change its text",
        ),
        (
            find(|reason| matches!(reason, Reason::Exists { .. }), "create"),
            "change it with \"op\": \"replace\", or replace it with \"op\": \"write\" and \"overwrite\": true",
            "change it with \"op\": \"replace\", or replace it with \"op\": \"write\" and \"overwrite\": true",
            "read it with `incise view a.rs`, and change its text",
        ),
        (
            find(
                |reason| matches!(reason, Reason::HunkFailed { failures, .. } if failures.len() == 2),
                "patch",
            ),
            "\"mode\": \"merge\" would place them all; check it first with \"dry_run\": true",
            "\"mode\": \"merge\" would place them all; `preview` shows it",
            "create the patch again from the current file; see `incise view a.rs`",
        ),
        (
            find(
                |reason| {
                    matches!(reason, Reason::HunkFailed { failures, .. }
                        if matches!(failures[0].why, HunkWhy::AlreadyApplied(_)))
                },
                "patch",
            ),
            "remove the applied hunk, or \"idempotent\": true",
            "remove the applied hunk, or \"idempotent\": true",
            "remove the applied hunk",
        ),
        (
            find(
                |reason| matches!(reason, Reason::Ambiguous { .. }),
                "replace",
            ),
            "add a line of context to \"old\", or \"pick\": 1 or \"site\": \"ID\" for one place, or \"pick\": \"all\" for every one",
            "add a line of context to \"old\", or \"pick\": 1 or \"site\": \"ID\" for one place, or \"pick\": \"all\" for every one",
            "add a line of context to `old_string`, or \"replace_all\": true for every one",
        ),
        (
            find(
                |reason| matches!(reason, Reason::Ambiguous { .. }),
                "insert",
            ),
            "add a line of context, or \"within\": \"3:3\"",
            "add a line of context, or \"within\": \"3:3\"",
            "add a line of context",
        ),
        (
            find(|reason| matches!(reason, Reason::Shrink { .. }), "write"),
            "check that the new text is complete; if it is meant to be that short, \"force_shrink\": true",
            "check that the new text is complete; if it is meant to be that short, \"force_shrink\": true",
            "check that the new text is complete; if it is meant to be that short, \"force_shrink\": true",
        ),
        (
            find(
                |reason| matches!(reason, Reason::OutOfRange { .. }),
                "insert",
            ),
            "\"line\": 12 is after the last line, as is \"line\": -1",
            "\"line\": 12 is after the last line, as is \"line\": -1",
            "12 is after the last line",
        ),
        (
            find(
                |reason| matches!(reason, Reason::Store(Fault::OutsideRoot(_))),
                "write",
            ),
            "use a path inside the root, or name the directory in INCISE_ROOT",
            "use a path inside the root",
            "use a path inside the root, or name the directory in INCISE_ROOT",
        ),
        (
            find(
                |reason| matches!(reason, Reason::Conflict(conflicts) if !conflicts.is_empty()),
                "replace",
            ),
            "read the lines again with `incise view a.rs 7` and your task in INCISE_TASK, then edit the current text; \"on_conflict\": \"force\" overrules the other task",
            "read the lines again with `read_lines {\"path\":\"a.rs\",\"start\":7,\"end\":7}` and your \"task\", then edit the current text; \"on_conflict\": \"force\" overrules the other task",
            "read the lines again with `incise view a.rs 7` and your task in INCISE_TASK, then edit the current text; \"on_conflict\": \"force\" overrules the other task",
        ),
        (
            find(
                |reason| matches!(reason, Reason::SiteGone { .. }),
                "replace",
            ),
            "\"dry_run\": true without \"site\" lists the current IDs",
            "`preview` without \"site\" lists the current IDs",
            "list the matches again",
        ),
        (
            find(
                |reason| matches!(reason, Reason::Store(Fault::BackupIsTarget)),
                "write",
            ),
            "choose another suffix: \"backup\": \".orig\"",
            "choose another suffix: \"backup\": \".orig\"",
            "choose another suffix: \"backup\": \".orig\"",
        ),
    ] {
        assert_eq!(hint_of(operation, &reason, FIELDS), in_fields);
        assert_eq!(hint_of(operation, &reason, tools), to_client);
        assert_eq!(hint_of(operation, &reason, payload), to_payload);
    }
}

#[test]
fn hints_for_an_edit_of_a_batch_name_its_own_fields() {
    let ambiguous = || Reason::Ambiguous {
        wanted: "x".into(),
        count: 2,
        candidates: Vec::new(),
    };
    let batch = caller("apply", 2, FIELDS);
    let of = |operation| ambiguous().at("a.rs").of_edit(1).with_operation(operation);
    assert!(hint(&of("replace"), batch).contains("\"pick\""));
    assert_eq!(hint(&of("insert"), batch), "add a line of context");
}

#[test]
fn the_places_of_all_files_are_expected_in_another_field() {
    let mismatch = Reason::CountMismatch {
        wanted: "x".into(),
        expected: ExpectedCount::Exactly(3),
        found: 2,
        candidates: Vec::new(),
    };
    let replace = caller("replace", 1, FIELDS);
    let in_one = mismatch.clone().at("a.rs");
    let in_all = Refusal::new(mismatch);
    assert!(hint(&in_one, replace).contains(", or \"expect\": 2 if"));
    assert!(hint(&in_all, replace).contains(", or \"expect_total\": 2 if"));
    assert!(hint(&in_all, caller("replace", 1, Words::TYPED)).contains(", or --expect 2 if"));
}

#[test]
fn a_text_without_fields_has_the_flags_that_every_command_has() {
    let envelope = words(Options::CommonFlags, Means::Shell);
    for case in every_case().iter().filter(|case| case.0 == "patch") {
        let refusal = case.1.clone().at("a.rs");
        let printed = printed(&refusal, caller("patch", 1, envelope));
        for own in ["--mode", "--target", "--strip", "--idempotent"] {
            assert!(!printed.contains(own), "{printed}");
        }
    }
    let shrink = Reason::Shrink {
        before: 70,
        after: 10,
    };
    assert!(hint_of("patch", &shrink, envelope).ends_with(", --force-shrink"));
}

#[test]
fn hints_for_undo_and_redo_name_only_their_own_flags() {
    let too_large = Reason::Store(Fault::TooLarge { len: 9, limit: 8 });
    let hint = hint_of("undo", &too_large, Words::TYPED);
    assert_eq!(hint, "the limit cannot be changed here");
    let read_only = Reason::ReadOnly { mode: 0o444 };
    let hint = hint_of("redo", &read_only, Words::TYPED);
    assert!(hint.contains("--allow-read-only"), "{hint}");
}

#[test]
fn warnings_are_in_the_same_words() {
    let split = Notice::Disk(disk::Notice::HardLinkSplit { links: 3 });
    let told = |words| notice(&split, caller("replace", 1, words));
    let way = |shown: &str| {
        format!("the file is a hard link: its 2 other names keep the old text{shown}")
    };
    assert_eq!(told(Words::TYPED), way(" (--in-place changes all)"));
    assert_eq!(told(FIELDS), way(" (\"in_place\": true changes all)"));
    let none = words(Options::Unavailable, TOOLS);
    assert_eq!(told(none), way(""));
    let of_undo = notice(&split, caller("undo", 1, Words::TYPED));
    assert_eq!(of_undo, told(Words::TYPED));
}
