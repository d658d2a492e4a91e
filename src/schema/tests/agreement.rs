//! The schema of requests agrees with the request parser.

use serde_json::{Value, json};

use super::{Document, checked_in};
use crate::request::json::{COMMON, ENVELOPE, OPERATIONS, parse};

/// Values of every type and form that a field accepts, except `null`: the parser treats it as absent, and the schema
/// omits it.
fn samples() -> Vec<Value> {
    vec![
        json!(true),
        json!(false),
        json!(-2),
        json!(-1),
        json!(0),
        json!(1),
        json!(3),
        json!(0.75),
        json!(1.5),
        json!(""),
        json!("x"),
        json!("first"),
        json!("exact"),
        json!("fuzzy"),
        json!("strict"),
        json!("escapes"),
        json!("full"),
        json!("off"),
        json!("1:2"),
        json!("1K"),
        json!("10s"),
        json!("1f2e3d4c"),
        json!("a3f1c09b77e2"),
        json!("incise.request/1"),
        json!([]),
        json!([1, 2]),
        json!([1, "2"]),
        json!([[]]),
        json!({}),
        json!({ "base64": "eA==" }),
        json!({ "hex": "78" }),
    ]
}

/// The verdict of an operation's parser on `value` in the field `name`.
enum Verdict {
    Taken,
    /// The field accepts another type or a fixed set of words.
    OtherKind,
    /// Refused for a reason that a schema cannot express.
    Refused,
}

fn read(document: &Value, name: &str) -> Verdict {
    match parse(document.to_string().as_bytes()) {
        Ok(_) => Verdict::Taken,
        Err(malformed)
            if malformed
                .first()
                .hint
                .starts_with(&format!("`{name}` takes ")) =>
        {
            Verdict::OtherKind
        }
        Err(_) => Verdict::Refused,
    }
}

#[test]
fn schema_and_reader_take_the_same_values() {
    let schema = checked_in(Document::Request);
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let (mut taken, mut refused) = (0, 0);
    for operation in OPERATIONS {
        let example: Value = serde_json::from_str(operation.example).unwrap();
        assert!(validator.is_valid(&example), "{example}");
        for name in operation.fields.iter().chain(COMMON).chain(ENVELOPE) {
            for value in samples() {
                let mut document = example.clone();
                document[*name] = value;
                if ["before", "after"].contains(name) {
                    document.as_object_mut().unwrap().remove("line");
                }
                match (read(&document, name), validator.is_valid(&document)) {
                    (Verdict::Taken, true) => taken += 1,
                    (Verdict::OtherKind, false) => refused += 1,
                    (Verdict::Refused, _) => {}
                    (Verdict::Taken, false) => panic!("the schema refuses {document}"),
                    (Verdict::OtherKind, true) => panic!("the schema takes {document}"),
                }
            }
        }
    }
    assert!(taken > 300 && refused > 1000, "{taken} {refused}");
}

#[test]
fn schema_and_reader_take_the_same_shapes() {
    let schema = checked_in(Document::Request);
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let edit = json!({ "op": "append", "path": "a", "text": "x" });
    let shapes = [
        (json!([edit, edit]), true),
        (json!({ "edits": [edit] }), true),
        (
            json!({ "edits": [edit], "dry_run": true, "expect_total": 1 }),
            true,
        ),
        (
            json!({ "op": "append", "path": "a", "text": "x", "task": "t" }),
            true,
        ),
        (
            json!({ "op": "insert", "path": "a", "before": "x", "text": "y" }),
            true,
        ),
        (json!([]), false),
        (json!({ "edits": [] }), false),
        (json!({ "edits": edit }), false),
        (json!({ "edits": [edit], "text": "x" }), false),
        (
            json!([{ "op": "append", "path": "a", "text": "x", "task": "t" }]),
            false,
        ),
        (
            json!({ "op": "append", "path": "a", "text": "x", "colour": 1 }),
            false,
        ),
        (
            json!({ "op": "append", "path": "a", "text": "x", "old": "y" }),
            false,
        ),
        (json!({ "op": "append", "path": "a" }), false),
        (json!({ "op": "insert", "path": "a", "text": "y" }), false),
        (json!({ "path": "a", "text": "y" }), false),
        (json!("append"), false),
    ];
    for (document, expected) in shapes {
        let read = parse(document.to_string().as_bytes()).is_ok();
        assert_eq!(
            (read, validator.is_valid(&document)),
            (expected, expected),
            "{document}"
        );
    }
}
