//! `incise schema`, and a check that all JSON output matches it. The test runner calls [`assert_valid`] for every
//! output.

use std::sync::LazyLock;

use incise::schema::Document;
use jsonschema::Validator;
use serde_json::Value;

use crate::bench::Bench;

static REPORT: LazyLock<Validator> = LazyLock::new(|| validator(Document::Report));
static RECORD: LazyLock<Validator> = LazyLock::new(|| validator(Document::Record));
static ERROR: LazyLock<Validator> = LazyLock::new(|| validator(Document::Error));
static LOG: LazyLock<Validator> = LazyLock::new(|| validator(Document::Log));
static EXPLAIN: LazyLock<Validator> = LazyLock::new(|| validator(Document::Explain));

fn validator(kind: Document) -> Validator {
    let schema = serde_json::from_str(kind.text()).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Asserts that `document` matches the schema of the form that it names. Ignores other forms: answers in the
/// vocabulary of another tool, and schemas.
#[track_caller]
pub fn assert_valid(document: &Value) {
    let validator: &Validator = match document["schema"].as_str() {
        Some("incise.report/1") => &REPORT,
        Some("incise.edit/1") => &RECORD,
        Some("incise.log/1") => &LOG,
        Some("incise.explain/1") => &EXPLAIN,
        Some(other) => panic!("`{other}` has no schema"),
        None => return,
    };
    if let Err(error) = validator.validate(document) {
        panic!("{error} at {}: {document}", error.instance_path());
    }
    if let Some(error) = document.get("error") {
        assert!(ERROR.is_valid(error), "{error}");
    }
}

/// Asserts that each line of `stdout` that is an object matches its schema.
#[track_caller]
pub fn assert_lines_valid(stdout: &str) {
    for line in stdout.lines().filter(|line| line.starts_with('{')) {
        if let Ok(document) = serde_json::from_str(line) {
            assert_valid(&document);
        }
    }
}

#[test]
fn every_kind_is_printed() {
    for kind in Document::ALL {
        Bench::new()
            .run(["schema", kind.name()])
            .done(kind.text(), &[]);
    }
}

#[test]
fn an_unknown_kind_is_refused_with_the_nearest() {
    Bench::new().line("schema reports").refused(
        2,
        "incise: `reports` is not a valid value of `KIND`\nhint: did you mean KIND report?\n",
    );
    Bench::new().line("schema").refused(
        2,
        "incise: no KIND is given\n\
         hint: one of request, report, record, error, log, explain: `incise schema report`\n",
    );
}

#[test]
fn a_document_that_lacks_something_is_not_valid() {
    let bench = Bench::with("a.txt", "one\n");
    let ran = bench.line("view a.txt --json");
    let whole = ran.json();
    assert!(REPORT.is_valid(&whole));
    for name in ["schema", "ok", "lines", "fingerprint"] {
        let mut less = whole.clone();
        less.as_object_mut().unwrap().remove(name);
        assert!(!REPORT.is_valid(&less), "{name}");
    }
    let ran = bench.line("replace a.txt --old x --new y --json");
    let mut refused = ran.json();
    assert!(REPORT.is_valid(&refused));
    refused["error"]["code"] = "other".into();
    assert!(!REPORT.is_valid(&refused));
}
