//! What a server offers, without a client: the size and truth of schemas, what is left under `--read-only`
//! and `--tools`.

mod arguments;

use serde_json::Value;

use super::catalog::{Offered, offered};
use super::{Access, Profile, Settings};
use crate::disk::Interrupt;
use crate::refusal::Reason;
use crate::request::json::OPERATIONS;

fn settings(profile: Profile, access: Access, tools: &[&str]) -> Settings {
    Settings {
        roots: vec!["/".into()],
        access,
        profile,
        tools: tools.iter().map(|name| (*name).to_owned()).collect(),
        task: None,
        state: None,
        interrupt: Interrupt::default(),
    }
}

fn all(profile: Profile) -> Vec<Offered> {
    offered(&settings(profile, Access::ReadWrite, &[])).unwrap()
}

fn names(tools: &[Offered]) -> Vec<&str> {
    tools.iter().map(Offered::name).collect()
}

#[test]
fn six_tools_take_less_than_8_kb_of_a_context() {
    let tools = all(Profile::Native);
    let six = [
        "edit",
        "preview",
        "apply_patch",
        "read_lines",
        "history",
        "undo",
    ];
    assert_eq!(names(&tools), six);
    let definitions: Vec<&Value> = tools.iter().map(|tool| &tool.definition).collect();
    let size = serde_json::to_string(&definitions).unwrap().len();
    assert!(size < 8000, "{size}");
}

#[test]
fn every_tool_says_all_a_client_asks() {
    for word in Profile::WORDS {
        for tool in all(Profile::of(word).unwrap()) {
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

/// What the schema of an edit mentions is what a request has: fields and operations.
#[test]
fn the_edit_tool_speaks_of_fields_that_are_read() {
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
fn read_only_leaves_what_changes_nothing() {
    let left = |profile| {
        let tools = offered(&settings(profile, Access::ReadOnly, &[]));
        tools.map(|tools| names(&tools).join(","))
    };
    assert_eq!(left(Profile::Native).unwrap(), "preview,read_lines,history");
    assert_eq!(
        left(Profile::Anthropic).unwrap(),
        "str_replace_based_edit_tool"
    );
    assert_eq!(
        left(Profile::Filesystem).unwrap(),
        "read_text_file,list_allowed_directories"
    );
    assert!(matches!(left(Profile::OpenAi), Err(Reason::Usage { .. })));
}

#[test]
fn a_preview_alone_says_what_an_edit_looks_like() {
    let path = |tools: &[Offered]| {
        let preview = tools.iter().find(|tool| tool.name() == "preview").unwrap();
        let edits = &preview.definition["inputSchema"]["properties"]["edits"];
        edits["items"]["properties"]["op"].clone()
    };
    assert!(path(&all(Profile::Native)).is_null());
    let alone = offered(&settings(Profile::Native, Access::ReadOnly, &[])).unwrap();
    assert!(path(&alone).is_object());
    let chosen = settings(Profile::Native, Access::ReadWrite, &["undo", "preview"]);
    let chosen = offered(&chosen).unwrap();
    assert_eq!(names(&chosen), ["preview", "undo"]);
    assert!(path(&chosen).is_object());
}

#[test]
fn a_tool_that_is_not_there_is_refused_with_the_way_out() {
    let hint = |access, tool| match offered(&settings(Profile::Native, access, &[tool])) {
        Err(Reason::Usage { message, hint }) => (message, hint.unwrap()),
        other => panic!("{other:?}"),
    };
    let (message, near) = hint(Access::ReadWrite, "edits");
    assert_eq!(message, "`--tools` names `edits`, which is not offered");
    assert_eq!(near, "did you mean edit?");
    let (_, left) = hint(Access::ReadOnly, "undo");
    assert_eq!(
        left,
        "`--read-only` leaves preview, read_lines, history; leave one of the two flags out"
    );
}
