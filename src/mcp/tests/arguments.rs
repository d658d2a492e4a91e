//! Reading the arguments of calls, and the messages about wrong arguments.

use serde_json::{Value, json};

use crate::mcp::arguments::Arguments;
use crate::request::Malformed;

fn arguments(members: Value) -> Arguments {
    Arguments::new("undo", serde_json::from_value(members).unwrap())
}

fn words(malformed: Malformed) -> (String, String) {
    (malformed.message, malformed.hint)
}

#[test]
fn null_counts_as_absent_and_numbers_may_be_typed_as_strings() {
    let mut given =
        arguments(json!({ "id": "7", "max": 3.0, "task": null, "redo": true, "path": "a" }));
    assert_eq!(given.ordinal("id").unwrap(), Some(7));
    assert_eq!(given.ordinal("max").unwrap(), Some(3));
    assert_eq!(given.text("task").unwrap(), None);
    assert!(given.either("redo", false, true).unwrap());
    assert!(!given.either("dry_run", false, true).unwrap());
    assert_eq!(given.needed_path("path").unwrap().to_str(), Some("a"));
    given.finish().unwrap();
}

#[test]
fn other_types_are_refused_by_name() {
    for value in [json!(0), json!(-1), json!(1.5), json!("x"), json!([1])] {
        let (message, hint) = words(arguments(json!({ "id": value })).ordinal("id").unwrap_err());
        assert!(message.starts_with("`id` is "), "{message}");
        assert_eq!(hint, "`id` takes a whole number from 1");
    }
    let mut given = arguments(json!({ "task": 1, "redo": "yes", "path": "" }));
    assert_eq!(
        words(given.text("task").unwrap_err()),
        ("`task` is a number".into(), "`task` takes a string".into())
    );
    assert_eq!(
        words(given.either("redo", 0, 1).unwrap_err()).1,
        "`redo` takes true or false"
    );
    assert_eq!(
        words(given.path("path").unwrap_err()).0,
        "`path` names no file"
    );
    assert_eq!(
        words(given.needed_path("file").unwrap_err()),
        ("`undo` has no `file`".into(), "give `file`".into())
    );
}

#[test]
fn unknown_arguments_are_refused_with_the_nearest_name() {
    let mut given = arguments(json!({ "ids": 1 }));
    given.ordinal("id").unwrap();
    given.text("task").unwrap();
    assert_eq!(
        words(given.finish().unwrap_err()),
        (
            "unknown field `ids` in the arguments of `undo`".into(),
            "did you mean `id`?".into()
        )
    );
    let mut given = arguments(json!({ "colour": 1 }));
    given.ordinal("id").unwrap();
    assert_eq!(words(given.finish().unwrap_err()).1, "`undo` takes `id`");
    let nothing = arguments(json!({ "colour": 1 }));
    assert_eq!(words(nothing.finish().unwrap_err()).1, "`undo` takes none");
}
