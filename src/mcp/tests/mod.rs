//! The tools that a server offers: the size and correctness of their schemas, and the effect of `--read-only` and
//! `--tools`.

mod arguments;
mod frame;
mod lines;
mod protocol;
mod server;

use std::collections::BTreeSet;

use serde_json::Value;

use super::catalog::{Offered, means, offered};
use super::{Profile, ServerSettings};
use crate::change::LineChange;
use crate::disk::Interrupt;
use crate::journal::PrivateNames;
use crate::refusal::{Fault, Reason, UndoBlock};
use crate::render::wording::{Caller, hint};
use crate::report::Report;
use crate::request::json::OPERATIONS;
use crate::request::{Means, Options, Tools, Words};
use crate::snapshot::Fingerprint;
use crate::text::{LineNumber, LineRange};

fn settings(profile: Profile, is_read_only: bool, tools: &[&str]) -> ServerSettings {
    ServerSettings {
        roots: vec!["/".into()],
        is_read_only,
        profile,
        tools: tools.iter().map(|name| (*name).to_owned()).collect(),
        gives_objects: false,
        task: None,
        state: None,
        private_names: PrivateNames::default(),
        interrupt: Interrupt::default(),
    }
}

fn all(profile: Profile) -> Vec<Offered> {
    offered(&settings(profile, false, &[])).unwrap()
}

fn names(tools: &[Offered]) -> Vec<&str> {
    tools.iter().map(Offered::name).collect()
}

/// All tools of the profile, with object answers.
fn all_of_objects(profile: Profile) -> Vec<Offered> {
    let settings = ServerSettings {
        gives_objects: true,
        ..settings(profile, false, &[])
    };
    offered(&settings).unwrap()
}

fn size(tools: &[Offered]) -> usize {
    let definitions: Vec<&Value> = tools.iter().map(|tool| &tool.definition).collect();
    serde_json::to_string(&definitions).unwrap().len()
}

#[test]
fn seven_tools_take_less_than_5_kb_of_a_context() {
    let tools = all(Profile::Native);
    let seven = [
        "edit",
        "preview",
        "apply_patch",
        "read_lines",
        "check_files",
        "history",
        "undo",
    ];
    assert_eq!(names(&tools), seven);
    assert!(size(&tools) < 4500, "{}", size(&tools));
    let with_schemas = all_of_objects(Profile::Native);
    assert!(size(&with_schemas) < 9700, "{}", size(&with_schemas));
}

/// A tool has an output schema exactly if its answers are objects.
#[test]
fn schemas_of_answers_come_on_request() {
    for (_, profile) in Profile::WORDS {
        for tool in all(*profile) {
            assert_eq!(tool.definition.get("outputSchema"), None, "{}", tool.name());
        }
        for tool in all_of_objects(*profile) {
            let has_schema = tool.definition.get("outputSchema").is_some();
            assert_eq!(has_schema, tool.tool.answers().is_some(), "{}", tool.name());
        }
    }
}

#[test]
fn every_tool_says_all_a_client_asks() {
    for (_, profile) in Profile::WORDS {
        for tool in all_of_objects(*profile) {
            let definition = &tool.definition;
            let name = tool.name();
            for hint in [
                "readOnlyHint",
                "destructiveHint",
                "idempotentHint",
                "openWorldHint",
            ] {
                assert!(
                    definition["annotations"][hint].is_boolean(),
                    "{name} {hint}"
                );
            }
            assert!(definition["title"].is_string(), "{name}");
            assert!(definition["description"].is_string(), "{name}");
            assert_eq!(definition["inputSchema"]["type"], "object", "{name}");
            let text = definition.to_string();
            assert!(!text.contains("\"format\""), "{text}");
            for schema in ["inputSchema", "outputSchema"] {
                if let Some(schema) = definition.get(schema) {
                    jsonschema::draft202012::new(schema).unwrap();
                }
            }
        }
    }
}

/// The schema of an edit only names fields and operations that a request has.
#[test]
fn the_edit_tool_lists_only_known_fields() {
    let tools = all(Profile::Native);
    let edit = &tools[0].definition["inputSchema"]["properties"]["edits"]["items"]["properties"];
    let known = |name: &str| {
        ["op", "path", "expect_hash"].contains(&name)
            || OPERATIONS
                .iter()
                .any(|operation| operation.fields.contains(&name))
    };
    for name in edit.as_object().unwrap().keys() {
        assert!(known(name), "{name}");
    }
    for word in edit["op"]["enum"].as_array().unwrap() {
        assert!(OPERATIONS.iter().any(|operation| operation.name == word));
    }
}

#[test]
fn a_read_only_server_offers_only_tools_that_change_nothing() {
    let left = |profile| {
        let tools = offered(&settings(profile, true, &[]));
        tools.map(|tools| names(&tools).join(","))
    };
    assert_eq!(
        left(Profile::Native).unwrap(),
        "preview,read_lines,check_files,history"
    );
    assert_eq!(
        left(Profile::Anthropic).unwrap(),
        "str_replace_based_edit_tool"
    );
    assert_eq!(
        left(Profile::Filesystem).unwrap(),
        "read_text_file,list_allowed_directories"
    );
    assert!(matches!(left(Profile::OpenAi), Err(Reason::Worded { .. })));
}

#[test]
fn a_preview_alone_says_what_an_edit_looks_like() {
    let path = |tools: &[Offered]| {
        let preview = tools.iter().find(|tool| tool.name() == "preview").unwrap();
        let edits = &preview.definition["inputSchema"]["properties"]["edits"];
        edits["items"]["properties"]["op"].clone()
    };
    assert!(path(&all(Profile::Native)).is_null());
    let alone = offered(&settings(Profile::Native, true, &[])).unwrap();
    assert!(path(&alone).is_object());
    let chosen = settings(Profile::Native, false, &["undo", "preview"]);
    let chosen = offered(&chosen).unwrap();
    assert_eq!(names(&chosen), ["preview", "undo"]);
    assert!(path(&chosen).is_object());
}

#[test]
fn an_unknown_tool_is_refused_with_a_hint() {
    let hint = |is_read_only, tool| match offered(&settings(Profile::Native, is_read_only, &[tool]))
    {
        Err(Reason::Worded { message, hint, .. }) => (message, hint),
        other => panic!("{other:?}"),
    };
    let (message, near) = hint(false, "edits");
    assert_eq!(message, "`--tools` names `edits`, which is not offered");
    assert_eq!(near, "did you mean edit?");
    let (_, left) = hint(true, "undo");
    assert_eq!(
        left,
        "`--read-only` leaves preview, read_lines, check_files, history; omit one of the two flags"
    );
}

/// Hints suggest calls that work: the tool is offered and accepts these arguments.
#[test]
fn hints_propose_calls_that_can_be_made() {
    let mut proposed = BTreeSet::new();
    for (_, profile) in Profile::WORDS {
        let tools = all(*profile);
        for reason in [
            Reason::Stale {
                expected: "blake3:0123".to_owned(),
                found: Some(Fingerprint::hash(b"")),
            },
            Reason::Overlap {
                lines: LineRange::new(LineNumber::FIRST, LineNumber::after_lines(4)).unwrap(),
            },
            Reason::Store(Fault::UndoConflict {
                entry: 7,
                why: Box::new(UndoBlock::Changed {
                    lines: LineRange::single(LineNumber::FIRST),
                    undo: LineChange {
                        old: "a\n".into(),
                        new: "b\n".into(),
                    },
                    since: LineChange {
                        old: "a\n".into(),
                        new: "b\n".into(),
                    },
                }),
            }),
        ] {
            let words = Words::default().with(Options::Unavailable);
            let report = Report {
                words: Words {
                    means: means(&tools),
                    ..words
                },
                ..Report::refused("edit", reason.at("a.rs"))
            };
            let hint = hint(&report.refusals[0], Caller::from_report(&report));
            assert!(!hint.contains("incise "), "{hint}");
            for call in hint.split('`').skip(1).step_by(2) {
                let (name, arguments) = call.split_once(' ').unwrap();
                let tool = tools.iter().find(|tool| tool.name() == name).unwrap();
                let schema = &tool.definition["inputSchema"];
                let arguments: Value = serde_json::from_str(arguments).unwrap();
                assert!(
                    jsonschema::draft202012::is_valid(schema, &arguments),
                    "{call}"
                );
                for argument in arguments.as_object().unwrap().keys() {
                    assert!(schema["properties"].get(argument).is_some(), "{call}");
                }
                proposed.insert(name.to_owned());
            }
        }
    }
    let names = [
        "history",
        "read_lines",
        "read_text_file",
        "str_replace_based_edit_tool",
    ];
    assert_eq!(proposed, names.map(str::to_owned).into());
}

/// Hints do not suggest a tool that is not offered.
#[test]
fn an_omitted_tool_is_not_suggested() {
    let tools = offered(&settings(Profile::Native, false, &["edit"])).unwrap();
    assert_eq!(means(&tools), Means::Tools(Tools::default()));
    let tools = offered(&settings(Profile::Native, true, &[])).unwrap();
    let Means::Tools(tools) = means(&tools) else {
        panic!("no tools");
    };
    assert_eq!(tools.preview, Some("preview"));
}
