//! Generates the schema of requests from the tables of the request parser.

use serde_json::{Map, Value, json};

use super::documents::text;
use crate::request::json::{COMMON, ENVELOPE, OPERATIONS, Operation, SCHEMA, parse};
use crate::request::rule;

pub(super) fn schema() -> Value {
    let edits: Vec<Value> = OPERATIONS
        .iter()
        .map(|operation| json!({ "$ref": format!("#/$defs/{}", operation.name) }))
        .collect();
    let mut beside_edits = properties(ENVELOPE.iter().copied());
    beside_edits.insert("expect_total".into(), field("expect_total"));
    beside_edits.insert("expect_hash".into(), field("expect_hash"));
    beside_edits.insert("path".into(), field("path"));
    beside_edits.insert("edits".into(), json!({ "$ref": "#/$defs/edits" }));
    let mut definitions = Map::new();
    definitions.insert("text".into(), text());
    definitions.insert("path".into(), path());
    definitions.insert(
        "edit".into(),
        json!({ "oneOf": edits, "unevaluatedProperties": false }),
    );
    definitions.insert(
        "edits".into(),
        json!({ "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/edit" } }),
    );
    for operation in OPERATIONS {
        definitions.insert(operation.name.into(), edit(operation));
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "description": "What incise apply reads: one edit, a list of edits, or an object with `edits`. \
            All edits of a request are one transaction.",
        "anyOf": [
            {
                "description": "One edit, with the fields of the whole request.",
                "type": "object",
                "oneOf": edits,
                "properties": properties(ENVELOPE.iter().copied()),
                "unevaluatedProperties": false,
            },
            { "$ref": "#/$defs/edits" },
            {
                "description": "Several edits, with the fields of the whole request.",
                "type": "object",
                "properties": beside_edits,
                "required": ["edits"],
                "additionalProperties": false,
            },
        ],
        "$defs": definitions,
    })
}

/// The schema of an edit with this operation. Other fields are allowed.
fn edit(operation: &Operation) -> Value {
    let mut fields = properties(COMMON.iter().chain(operation.fields).copied());
    fields.insert("op".into(), json!({ "const": operation.name }));
    let mut schema = json!({
        "type": "object",
        "properties": fields,
        "required": required(operation),
    });
    if operation.name == "ensure" {
        schema["properties"]["line"] = json!({ "$ref": "#/$defs/text" });
        schema["required"] = json!(["op", "path"]);
        let absent = |field: &str| json!({ "properties": { "absent": { "const": true } }, "required": ["absent", field] });
        schema["anyOf"] = json!([
            { "required": ["line"] },
            { "required": ["block", "marker"] },
            absent("matching"),
            absent("marker"),
        ]);
    }
    if operation.name == "lines" {
        schema["required"] = json!(["op", "path", "text"]);
        schema["oneOf"] = json!([{ "required": ["start"] }, { "required": ["in"] }]);
    }
    if matches!(operation.name, "move" | "copy") {
        let region = schema["properties"]["in"].clone();
        schema["properties"]["in"] = json!({
            "anyOf": [region, { "type": "array", "items": region, "minItems": 1 }]
        });
        schema["properties"]["to"] =
            json!({ "anyOf": [{ "$ref": "#/$defs/path" }, place(&region)] });
    }
    if operation.name == "move" {
        let is_path = json!({ "properties": { "to": { "$ref": "#/$defs/path" } } });
        schema["anyOf"] = json!([{ "required": ["in"] }, is_path]);
    }
    if operation.name == "set" {
        schema["required"] = json!(["key", "op", "path"]);
        schema["oneOf"] = json!([{ "required": ["value"] }, { "required": ["value_json"] }]);
    }
    if operation.name == "merge" {
        schema["required"] = json!(["op", "path"]);
        schema["oneOf"] = json!([
            { "required": ["base", "theirs"] },
            { "properties": { "solve": { "const": true } }, "required": ["solve"] },
        ]);
    }
    if operation.name == "insert" {
        schema["oneOf"] = json!([{ "required": ["line"] }, { "required": ["before"] }, { "required": ["after"] }, { "required": ["at"] }]);
    }
    schema
}

/// The schema of the destination of a definition.
fn place(region: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {
            "path": { "$ref": "#/$defs/path" },
            "after": { "type": "string" },
            "before": { "type": "string" },
            "in": region,
            "at": { "enum": rule::words(rule::EDGE_WORDS).collect::<Vec<_>>() },
        },
        "additionalProperties": false,
    })
}

/// The fields of the example that are required.
fn required(operation: &Operation) -> Vec<String> {
    let example: Map<String, Value> = serde_json::from_str(operation.example).unwrap();
    // The parser infers `op` in some edits. The schema requires it, because every edit may have it.
    let is_needed = |name: &&String| {
        if *name == "op" {
            return true;
        }
        let mut less = example.clone();
        less.remove(name.as_str());
        parse(Value::from(less).to_string().as_bytes()).is_err()
    };
    let is_one_of_several = |name: &&String| operation.name == "insert" && *name == "line";
    let needed = example.keys().filter(is_needed);
    let mut names: Vec<_> = needed
        .filter(|name| !is_one_of_several(name))
        .cloned()
        .collect();
    names.sort();
    names
}

fn properties<'a>(names: impl Iterator<Item = &'a str>) -> Map<String, Value> {
    names.map(|name| (name.to_owned(), field(name))).collect()
}

fn path() -> Value {
    let mut path = text();
    path["anyOf"][0]["minLength"] = 1.into();
    path["description"] = "A path with `/`; relative to the working directory.".into();
    path
}

/// The schema of a field. Every field of the tables is here, and a test compares the schema with the parser.
fn field(name: &str) -> Value {
    let words = |words: &[&str]| json!({ "enum": words });
    match name {
        "old" | "new" | "text" | "diff" | "before" | "after" | "base" | "theirs" | "matching"
        | "block" | "marker" | "comment" => {
            json!({ "$ref": "#/$defs/text" })
        }
        "key" => json!({ "type": "string", "minLength": 1 }),
        "dialect" => json!({ "type": "string" }),
        "value_json" => json!({ "type": "string" }),
        "value" => json!(true),
        "path" | "to" | "target" => json!({ "$ref": "#/$defs/path" }),
        "op" | "expect_hash" | "site" | "start_hash" | "end_hash" | "task" | "encoding" => {
            json!({ "type": "string" })
        }
        "rename" | "regex" | "ignore_case" | "word" | "preserve_case" | "fancy"
        | "case_escapes" | "idempotent" | "keep_indent" | "inline" | "existing" | "once"
        | "parents" | "overwrite" | "reverse" | "strict_format" | "recount" | "skip_applied"
        | "allow_empty" | "dry_run" | "force_shrink" | "allow_residue" | "binary"
        | "allow_read_only" | "in_place" | "no_journal" | "hidden" | "no_ignore" | "at_start"
        | "at_end" | "absent" | "create" | "solve" | "partial" | "accept" => {
            json!({ "type": "boolean" })
        }
        "schema" => json!({ "const": SCHEMA }),
        "match" => words(&rule::words(rule::MATCH_WORDS).collect::<Vec<_>>()),
        "include" | "exclude" | "glob" | "type" | "type_not" => json!({
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
        }),
        "whitespace" => words(&rule::words(rule::BLANKS_WORDS).collect::<Vec<_>>()),
        "mode" => words(&rule::words(rule::MODE_WORDS).collect::<Vec<_>>()),
        "rules" => words(&rule::words(rule::RULES_WORDS).collect::<Vec<_>>()),
        "favour" => words(&rule::words(rule::FAVOUR_WORDS).collect::<Vec<_>>()),
        "fix" => words(&rule::words(rule::FIX_WORDS).collect::<Vec<_>>()),
        "on_stale" => words(&rule::words(rule::ON_STALE_WORDS).collect::<Vec<_>>()),
        "on_conflict" => words(&rule::words(rule::ON_CONFLICT_WORDS).collect::<Vec<_>>()),
        "sync" => words(&rule::words(rule::SYNC_WORDS).collect::<Vec<_>>()),
        "on_open" => words(&rule::words(rule::ON_OPEN_WORDS).collect::<Vec<_>>()),
        "syntax" => words(&rule::words(rule::SYNTAX_WORDS).collect::<Vec<_>>()),
        "threshold" => json!({ "type": "number", "minimum": 0.5, "maximum": 1 }),
        "expect" => json!({ "type": "integer", "minimum": 1 }),
        "strip" | "expect_total" => json!({ "type": "integer", "minimum": 0 }),
        "line" => json!({ "type": "integer", "minimum": -1 }),
        "start" | "end" => json!({
            "anyOf": [{ "type": "integer", "not": { "const": 0 } }, { "const": "$" }]
        }),
        "pick" => json!({
            "anyOf": [
                { "enum": ["only", "first", "last", "all"] },
                { "type": "integer", "not": { "const": 0 } },
            ]
        }),
        "in" => json!({
            "type": "object",
            "properties": {
                "symbol": { "type": "string" },
                "section": { "type": "string" },
                "key": { "type": "string" },
                "dialect": { "type": "string" },
                "between": {
                    "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 2
                },
                "body": { "type": "boolean" },
            },
            "additionalProperties": false,
        }),
        "at" => words(&rule::words(rule::EDGE_WORDS).collect::<Vec<_>>()),
        "within" => json!({
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 },
            ]
        }),
        "backup" => json!({ "type": ["boolean", "string"] }),
        "max_size" | "lock_timeout" => json!({ "type": ["integer", "string"] }),
        other => panic!("say in src/schema/tests/request.rs what the field `{other}` takes"),
    }
}
