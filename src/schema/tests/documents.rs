//! Schemas of the output documents, generated from the serialized types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::change::{EDIT_SCHEMA, RECORD_SCHEMA, Transaction};
use crate::dialect::Entries;
use crate::manual;
use crate::refusal::Code;
use crate::render::{
    JsonConflicts, JsonFindings, JsonLog, JsonRecovery, JsonView, LOG_SCHEMA, SCHEMA, wire,
};
use crate::text::wire::WireText;

/// A string, or an object for bytes that are not UTF-8.
pub(super) fn text() -> Value {
    WireText::json_schema(&mut generator()).into()
}

pub(super) fn report() -> Value {
    let mut generator = generator();
    let shapes = [
        generator.subschema_for::<wire::JsonReport>(),
        generator.subschema_for::<JsonView>(),
        generator.subschema_for::<JsonFindings>(),
        generator.subschema_for::<JsonConflicts>(),
        generator.subschema_for::<JsonRecovery>(),
        generator.subschema_for::<Entries>(),
    ];
    let mut root = json!({
        "title": SCHEMA,
        "description": "The output of a command with --json: one object, for a success and for a refusal. \
            Edits, undo and redo print a Report, `view` a View, `check files` Findings, `check conflicts` Conflicts, \
            `recover` a Recovery, and a payload that views a directory Entries.",
        "anyOf": shapes,
    });
    for shape in [
        "Report",
        "View",
        "Findings",
        "Conflicts",
        "Recovery",
        "Entries",
    ] {
        fix(&mut generator, shape, "schema", &json!({ "const": SCHEMA }));
    }
    fix_error(&mut generator);
    finish(&mut root, generator)
}

pub(super) fn error() -> Value {
    let mut generator = generator();
    let shape = generator.subschema_for::<wire::JsonError>();
    fix_error(&mut generator);
    let mut root = json!({ "title": "error of incise.report/1", "allOf": [shape] });
    finish(&mut root, generator)
}

pub(super) fn record() -> Value {
    let mut generator = generator();
    let shape = generator.subschema_for::<Transaction>();
    let mut root = json!({ "title": EDIT_SCHEMA, "allOf": [shape] });
    let constants = [
        ("Transaction", "schema", json!(EDIT_SCHEMA)),
        ("Record", "schema", json!(RECORD_SCHEMA)),
        ("Redacted", "redacted", json!(true)),
    ];
    for (shape, property, value) in constants {
        fix(&mut generator, shape, property, &json!({ "const": value }));
    }
    finish(&mut root, generator)
}

pub(super) fn log() -> Value {
    let mut generator = generator();
    let shape = generator.subschema_for::<JsonLog>();
    let mut root = json!({ "title": LOG_SCHEMA, "allOf": [shape] });
    let constant = json!({ "const": LOG_SCHEMA });
    fix(&mut generator, "Log", "schema", &constant);
    finish(&mut root, generator)
}

pub(super) fn explain() -> Value {
    let mut generator = generator();
    let shape = generator.subschema_for::<manual::Explained>();
    let mut root = json!({ "title": manual::SCHEMA, "allOf": [shape] });
    let constant = json!({ "const": manual::SCHEMA });
    fix(&mut generator, "Explanation", "schema", &constant);
    finish(&mut root, generator)
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
}

/// Lists the codes, and limits the exit codes.
fn fix_error(generator: &mut SchemaGenerator) {
    let codes: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
    let codes = json!({ "enum": codes });
    fix(generator, "Error", "code", &codes);
    fix(generator, "FailedEdit", "code", &codes);
    let exits = json!({ "minimum": 1, "maximum": 5 });
    fix(generator, "Error", "exit", &exits);
}

/// Adds `more` to the schema of a property.
fn fix(generator: &mut SchemaGenerator, shape: &str, property: &str, more: &Value) {
    let shape = generator.definitions_mut().get_mut(shape).unwrap();
    let property = shape["properties"][property].as_object_mut().unwrap();
    property.extend(more.as_object().unwrap().clone());
}

/// The complete schema: `root` and all definitions that it refers to.
fn finish(root: &mut Value, mut generator: SchemaGenerator) -> Value {
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    let definitions: Map<String, Value> = generator.take_definitions(true);
    root["$defs"] = definitions.into();
    without_formats(root);
    let shapes = root["$defs"].as_object_mut().unwrap();
    shapes.values_mut().for_each(without_absent_nulls);
    root.take()
}

/// Removes `format`, and limits that only come from the width of an integer.
fn without_formats(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.remove("format").is_some() && members.get("maximum") == Some(&json!(255)) {
                members.remove("maximum");
            }
            members.values_mut().for_each(without_formats);
        }
        Value::Array(values) => values.iter_mut().for_each(without_formats),
        _ => {}
    }
}

/// Removes null from optional properties, which are omitted instead.
fn without_absent_nulls(shape: &mut Value) {
    let required = shape["required"].as_array().cloned().unwrap_or_default();
    let properties = shape.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        if !required.contains(&Value::from(name.as_str())) {
            without_null(property.as_object_mut().unwrap());
        }
    }
}

fn without_null(property: &mut Map<String, Value>) {
    let null = json!({ "type": "null" });
    if let Some([shape, last]) = property
        .get("anyOf")
        .and_then(|any| any.as_array())
        .map(Vec::as_slice)
        && *last == null
    {
        let shape = shape.as_object().unwrap().clone();
        property.remove("anyOf");
        property.extend(shape);
    }
    if let Some([kind, last]) = property
        .get("type")
        .and_then(|kind| kind.as_array())
        .map(Vec::as_slice)
        && *last == "null"
    {
        let kind = kind.clone();
        property.insert("type".to_owned(), kind);
    }
}
