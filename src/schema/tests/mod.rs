//! The checked-in schemas match the types and tables, and meet the requirements of schema readers.

mod agreement;
mod documents;
mod request;

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Document;

/// The schema of `kind`, generated from the current code.
fn made(kind: Document) -> Value {
    match kind {
        Document::Request => request::schema(),
        Document::Report => documents::report(),
        Document::Record => documents::record(),
        Document::Error => documents::error(),
        Document::Log => documents::log(),
        Document::Explain => documents::explain(),
    }
}

fn checked_in(kind: Document) -> Value {
    serde_json::from_str(kind.text()).unwrap()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "writes the package's own files")]
fn checked_in_schemas_are_fresh() {
    let mut stale = Vec::new();
    for kind in Document::ALL {
        let now = made(*kind);
        if std::env::var_os("INCISE_REGENERATE").is_some() {
            let path = match kind {
                Document::Request => "crates/core/src/request/json/schema.json".to_owned(),
                _ => format!("src/schema/{}.json", kind.name()),
            };
            let text = serde_json::to_string_pretty(&now).unwrap() + "\n";
            fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(path), text).unwrap();
        } else if now != checked_in(*kind) {
            stale.push(kind.name());
        }
    }
    assert!(
        stale.is_empty(),
        "stale: {stale:?}; INCISE_REGENERATE=1 cargo test --lib schema::"
    );
}

#[test]
fn schemas_are_valid_and_say_which_draft_they_are() {
    for kind in Document::ALL {
        let schema = checked_in(*kind);
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        jsonschema::meta::validate(&schema).unwrap();
        jsonschema::draft202012::new(&schema).unwrap();
    }
}

/// The standard does not define `format` for numbers (`uint64`), and some clients refuse such a schema.
#[test]
fn no_number_has_a_format() {
    fn walk(value: &Value, formats: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                formats.extend(members.get("format").map(ToString::to_string));
                members.values().for_each(|value| walk(value, formats));
            }
            Value::Array(values) => values.iter().for_each(|value| walk(value, formats)),
            _ => {}
        }
    }
    for kind in Document::ALL {
        let mut formats = Vec::new();
        walk(&checked_in(*kind), &mut formats);
        assert!(formats.is_empty(), "{}: {formats:?}", kind.name());
    }
}

#[test]
fn a_kind_is_known_by_its_name() {
    for kind in Document::ALL {
        assert_eq!(Document::named(kind.name()), Some(*kind));
    }
    assert_eq!(Document::named("reports"), None);
}
