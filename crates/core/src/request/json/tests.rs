//! Tests of JSON requests, and of every message about an invalid request.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use super::{COMMON, ENVELOPE, JSON_SCHEMA, Node, OPERATIONS, Preset, read};
use crate::request::{
    Action, ExpectedHash, Fault, InsertAt, Malformed, Match, NewValue, OneOrMore, Pick, Request,
    Run, Scope, Step, Sync, Threshold,
};
use crate::table::rows;

/// Parses a request. A valid request must also be valid by the schema, except for `null`, which means an absent
/// field.
#[track_caller]
fn parse(bytes: &[u8]) -> Result<Request, OneOrMore<Malformed>> {
    static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
        let schema = serde_json::from_str(JSON_SCHEMA).unwrap();
        jsonschema::draft202012::new(&schema).unwrap()
    });
    let request = super::parse(bytes)?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let document = without_nulls(serde_json::from_slice(bytes).unwrap());
    assert!(SCHEMA.is_valid(&document), "no schema for {document}");
    Ok(request)
}

fn without_nulls(document: Value) -> Value {
    match document {
        Value::Array(elements) => elements.into_iter().map(without_nulls).collect(),
        Value::Object(members) => {
            let is_set = members.get("op").is_some_and(|op| op == "set");
            let members = members.into_iter();
            let members =
                members.filter(|(name, value)| !value.is_null() || is_set && name == "value");
            members
                .map(|(name, value)| (name, without_nulls(value)))
                .collect()
        }
        value => value,
    }
}

fn only_step(json: &str) -> Step {
    let mut request = parse(json.as_bytes()).unwrap();
    assert_eq!(request.steps.len(), 1);
    request.steps.remove(0)
}

/// Checks that `json` is refused with `fault`, and that message and hint contain these words.
#[track_caller]
fn refused(json: &str, fault: Fault, message: &str, hint: &str) {
    let refused = parse(json.as_bytes()).unwrap_err();
    let malformed = refused.first();
    assert_eq!(malformed.fault, fault, "{malformed:?}");
    assert!(malformed.message.contains(message), "{}", malformed.message);
    assert!(malformed.hint.contains(hint), "{}", malformed.hint);
}

#[test]
fn the_three_shapes_mean_the_same() {
    let edit = r#"{"op":"replace","path":"a","old":"x","new":"y"}"#;
    let single = parse(edit.as_bytes()).unwrap();
    assert_eq!(parse(format!("[{edit}]").as_bytes()).unwrap(), single);
    let envelope = format!(r#"{{"edits":[{edit}]}}"#);
    assert_eq!(parse(envelope.as_bytes()).unwrap(), single);
}

#[test]
fn every_example_but_the_shortened_is_a_request() {
    for operation in OPERATIONS {
        let step = only_step(operation.example);
        assert_eq!(step.action.operation(), operation.name);
    }
}

#[test]
fn every_field_of_the_table_is_read() {
    for operation in OPERATIONS {
        for field in operation.fields.iter().chain(COMMON).chain(ENVELOPE) {
            let mut edit: Value = serde_json::from_str(operation.example).unwrap();
            // No field accepts a list inside a list, so a field that is read causes an error with its name.
            edit[*field] = serde_json::json!([[]]);
            // `value` accepts any type.
            if (operation.name, *field) == ("set", "value") {
                continue;
            }
            // `value_json` replaces `value`.
            if *field == "value_json" {
                edit.as_object_mut().unwrap().remove("value");
            }
            // Only one of the fields for the position is allowed.
            let of_search = [
                "match",
                "threshold",
                "within",
                "in",
                "regex",
                "fancy",
                "ignore_case",
                "word",
                "pick",
                "expect",
                "site",
            ];
            if ["before", "after"].contains(field) || of_search.contains(field) {
                edit.as_object_mut().unwrap().remove("line");
            }
            if of_search.contains(field) && operation.name == "insert" {
                edit["before"] = "x".into();
            }
            let Err(malformed) = parse(edit.to_string().as_bytes()) else {
                panic!("{field} of {} is not read", operation.name);
            };
            let malformed = malformed.first();
            let named = format!("`{field}`");
            assert!(
                malformed.message.contains(&named) && malformed.fault == Fault::Wrong,
                "{}.{field}: {malformed:?}",
                operation.name
            );
        }
    }
}

#[test]
fn unknown_words_are_refused_with_the_nearest() {
    for [json, message, hint] in rows(
        r#"
        {"op":"replace","paht":"a","old":"x","new":"y"} | unknown field `paht` in the request | did you mean `path`?
        {"op":"repalce","path":"a","old":"x","new":"y"} | unknown operation `repalce` | did you mean `replace`?
        {"op":"replace","path":"a","old":"x","new":"y","colour":1} | unknown field `colour` | `old`
        {"op":"replace","path":"a","old":"x","new":"y","match":"fuzy"} | `match` is `fuzy` | did you mean `fuzzy`?
        {"edits":[],"dryrun":true} | unknown field `dryrun` | did you mean `dry_run`?
        "#,
    ) {
        refused(json, Fault::Wrong, message, hint);
    }
    for [json, name, ours] in rows(
        r#"
        {"op":"replace","file_path":"a","old":"x","new":"y"} | file_path | path
        {"op":"replace","path":"a","old_str":"x","new":"y"} | old_str | old
        {"op":"replace","path":"a","old":"x","newText":"y"} | newText | new
        {"op":"insert","path":"a","insert_line":1,"text":"y"} | insert_line | line
        {"op":"write","path":"a","content":"y"} | content | text
        {"op":"replace","path":"a","old":"x","new":"y","replace_all":true} | replace_all | pick
        "#,
    ) {
        let message = format!("unknown field `{name}` in the request");
        refused(
            json,
            Fault::Wrong,
            &message,
            &format!("did you mean `{ours}`?"),
        );
    }
    // An operation without the field does not suggest it.
    refused(
        r#"{"op":"remove","path":"a","content":"y"}"#,
        Fault::Wrong,
        "unknown field `content`",
        "known there: `op`, `path`",
    );
}

#[test]
fn a_missing_text_is_never_a_deletion() {
    for (json, name) in [
        (r#"{"op":"replace","path":"a","old":"x"}"#, "`new`"),
        (
            r#"{"op":"replace","path":"a","old":"x","new":null}"#,
            "`new`",
        ),
        (r#"{"op":"replace","path":"a","new":"x"}"#, "`old`"),
        (r#"{"op":"lines","path":"a","start":1}"#, "`text`"),
        (r#"{"op":"write","path":"a"}"#, "`text`"),
        (r#"{"op":"append","path":"a"}"#, "`text`"),
        (r#"{"op":"create","path":"a"}"#, "`text`"),
        (r#"{"op":"insert","path":"a","line":1}"#, "`text`"),
        (r#"{"op":"patch"}"#, "`diff`"),
        (r#"{"op":"move","path":"a"}"#, "`to`"),
        (r#"{"op":"remove"}"#, "`path`"),
    ] {
        refused(json, Fault::Wrong, &format!("has no {name}"), "");
    }
}

#[test]
fn an_empty_old_text_names_the_commands_for_it() {
    refused(
        r#"{"op":"replace","path":"a","old":"","new":"x"}"#,
        Fault::Wrong,
        "the text to find is empty",
        "`insert` adds text at a line, `append` at the end, `write` replaces the whole file",
    );
    refused(
        r#"{"op":"insert","path":"a","before":"","text":"x"}"#,
        Fault::Wrong,
        "the text to find is empty",
        "insert",
    );
}

#[test]
fn old_equal_to_new_is_refused() {
    refused(
        r#"{"op":"replace","path":"a","old":"x","new":"x"}"#,
        Fault::Wrong,
        "the same",
        "",
    );
}

#[test]
fn fields_of_two_operations_are_mixed_modes() {
    for [json, message, hint] in rows(
        r#"
        {"op":"replace","path":"a","old":"x","new":"y","text":"z"}
        | `text` belongs to `insert`, `append`, `lines`, `create`, `write`, not to `replace`
        | `replace` accepts `old`, `new`
        {"op":"remove","path":"a","text":"z"} | not to `remove` | for example {"op":"remove"
        {"op":"insert","path":"a","line":1,"before":"x","text":"z"} | `line`, `before`, `after` and `at`
        | give one of them
        {"op":"insert","path":"a","line":1,"match":"exact","text":"z"} | `match` belongs to `before` and `after` |
        {"op":"replace","path":"a","old":"x","new":"y","pick":2,"expect":2} | `expect` | give one
        {"edits":[{"op":"remove","path":"a"}],"old":"x"} | `old` belongs in an edit, not next to `edits` |
        [{"op":"remove","path":"a","dry_run":true}] | `dry_run` belongs to the whole request | next to `edits`
        {"op":"replace","path":"a","old":"x","new":"y","threshold":0.9} | `threshold` belongs to `match` fuzzy |
        "#,
    ) {
        refused(json, Fault::Mixed, message, hint);
    }
}

#[test]
fn a_refusal_in_a_batch_has_its_number() {
    let json = r#"[{"op":"remove","path":"a"},{"op":"remove"}]"#;
    let refused = parse(json.as_bytes()).unwrap_err();
    let refusal = refused.first();
    assert_eq!(refusal.edit, Some(2));
    assert!(refusal.message.starts_with("edit 2 "));
}

#[test]
fn numbers_are_checked() {
    for (field, message) in [
        (r#""pick":0"#, "`pick` is 0"),
        (r#""pick":1.5"#, "`pick` is a number"),
        (r#""pick":"second""#, "`pick` is `second`"),
        (r#""expect":-1"#, "`expect` is -1"),
        (r#""expect":0"#, "0 matches"),
        (r#""within":"0:3""#, "`within`"),
        (r#""within":[5,3]"#, "`within`"),
        (r#""match":"fuzzy","threshold":0.4"#, "`threshold` is 0.4"),
        (r#""expect_hash":"12""#, "`expect_hash` is `12`"),
        (r#""max_size":"big""#, "`max_size` is `big`"),
        (r#""lock_timeout":"1h""#, "`lock_timeout` is `1h`"),
        (r#""sync":"always""#, "`sync` is `always`"),
        (r#""backup":"/x""#, "`backup` is `/x`"),
        (r#""schema":"other/1""#, "`schema` is `other/1`"),
    ] {
        let json = format!(r#"{{"op":"replace","path":"a","old":"x","new":"y",{field}}}"#);
        refused(&json, Fault::Wrong, message, "");
    }
    for line in ["-2", "99999999999999999999"] {
        let json = format!(r#"{{"op":"insert","path":"a","line":{line},"text":"x"}}"#);
        refused(&json, Fault::Wrong, "`line` is", "");
    }
    for (ends, message) in [
        (r#""start":0"#, "`start` 0 is not a line"),
        (r#""start":3,"end":2"#, "not a range of lines"),
        (r#""start":-1,"end":2"#, "not a range of lines"),
    ] {
        let json = format!(r#"{{"op":"lines","path":"a",{ends},"text":"x"}}"#);
        refused(&json, Fault::Wrong, message, "count from 1");
    }
}

#[test]
fn text_may_be_any_bytes() {
    let step = only_step(r#"{"op":"replace","path":"a","old":{"base64":"//4="},"new":"$1\\n&"}"#);
    let Action::Replace(replace) = step.action else {
        panic!();
    };
    assert_eq!(replace.find.old.as_ref(), b"\xff\xfe");
    assert_eq!(replace.new.as_ref(), br"$1\n&");
    for wrong in [
        r#"{"base64":"*"}"#,
        r#"{"hex":"00"}"#,
        r#"{"base64":1}"#,
        "{}",
    ] {
        let json = format!(r#"{{"op":"append","path":"a","text":{wrong}}}"#);
        refused(&json, Fault::Wrong, "`text`", "");
    }
}

#[test]
fn malformed_documents_are_refused() {
    refused(
        "",
        Fault::Wrong,
        "the request is empty",
        r#"for example {"op":"replace""#,
    );
    refused(
        "{\"op\":",
        Fault::Wrong,
        "not valid JSON",
        "its end is missing",
    );
    refused("[] []", Fault::Wrong, "not valid JSON", "");
    for (json, hint) in [
        (
            "{\"op\":\"append\",\n \"text\":\"a\nb\"}",
            "a line break is \\n",
        ),
        (r#"{"op":"append","text":"a \"b\q"}"#, "a backslash \\\\"),
        ("{'op':'append'}", "double quotes"),
        (r#"{"op":"append",}"#, "no comma after the last"),
        ("```json\n{}\n```\n", "Markdown fence"),
        (r#"{"op":"append","text":"x"#, "its end is missing"),
        (r#"{"op":"append","op":"append"}"#, "once in an object"),
    ] {
        refused(json, Fault::Wrong, "", hint);
    }
    for [json, message, hint] in rows(
        r#"
        3 | the request is a number |
        [3] | edit 1 is a number |
        [] | no edits |
        {"edits":{}} | `edits` is an object |
        {"op":"append","path":"a","text":"x","text":"y"} | `text` is given twice |
        {"path":"a","text":"x"} | the request has no `op` |
        "#,
    ) {
        refused(json, Fault::Wrong, message, hint);
    }
}

#[test]
fn places_and_picks_are_read() {
    let pick = |field: &str| {
        let json = format!(r#"{{"op":"replace","path":"a","old":"x","new":"y"{field}}}"#);
        match only_step(&json).action {
            Action::Replace(replace) => (replace.pick, replace.find),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(pick("").0, Pick::Only);
    assert_eq!(pick(r#","pick":"first""#).0, Pick::First);
    assert_eq!(pick(r#","pick":-2"#).0, Pick::Nth(-2));
    assert_eq!(pick(r#","pick":"all""#).0, Pick::All);
    assert_eq!(pick(r#","pick":"all","expect":2"#).0, Pick::Exactly(2));
    let find = pick(r#","within":[2,4],"match":"fuzzy","threshold":0.9"#).1;
    assert_eq!(find.matching, Match::Fuzzy(Threshold::new(0.9).unwrap()));
    assert_eq!(find.scope, pick(r#","within":"2:4""#).1.scope);
    assert!(
        matches!(find.scope, Scope::Within(range) if range == crate::request::AskedLines::parse("2:4").unwrap())
    );
    let insert = |line: &str| {
        let json = format!(r#"{{"op":"insert","path":"a","line":{line},"text":"x"}}"#);
        match only_step(&json).action {
            Action::Insert(insert) => insert.at,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(insert("0"), InsertAt::Beginning);
    assert_eq!(insert("-1"), InsertAt::End);
    assert!(matches!(insert("7"), InsertAt::After(line) if line.number() == 7));
}

#[test]
fn the_envelope_is_read() {
    let json = r#"{"schema":"incise.request/1","task":"t1","dry_run":true,"force_shrink":true,
        "binary":true,"backup":true,"sync":"none","max_size":"1K","lock_timeout":"200ms",
        "expect_total":3,"expect_hash":"12345678",
        "edits":[{"op":"remove","path":"a"},{"op":"remove","path":"a"}]}"#;
    let request = parse(json.as_bytes()).unwrap();
    assert_eq!(request.expect_total, Some(3));
    assert_eq!(request.terms.task.as_deref(), Some("t1"));
    assert_eq!(request.terms.run, Run::DryRun);
    assert_eq!(request.terms.sync, Sync::None);
    assert!(request.terms.lift.shrink && request.terms.lift.binary);
    assert!(!request.terms.lift.residue);
    assert_eq!(request.terms.backup.unwrap().suffix, ".bak");
    assert_eq!(request.terms.limits.max_size, 1024);
    for step in &request.steps {
        let hash = ExpectedHash::Blake3("12345678".into());
        assert_eq!(step.expect_hash, Some(hash));
    }
    refused(
        r#"{"expect_hash":"12345678","edits":[{"op":"remove","path":"a"},{"op":"remove","path":"b"}]}"#,
        Fault::Mixed,
        "`expect_hash` next to `edits`",
        "each edit its own",
    );
}

fn read_preset(json: &[u8], preset: Preset<'_>) -> Result<Request, OneOrMore<Malformed>> {
    read(Node::parse(json)?, "the request", preset)
}

#[test]
fn a_preset_fills_in_and_must_agree() {
    let preset = Preset {
        operation: Some("append"),
        path: Some("a".as_ref()),
    };
    let request = read_preset(br#"{"text":"x"}"#, preset).unwrap();
    assert_eq!(
        request,
        parse(br#"{"op":"append","path":"a","text":"x"}"#).unwrap()
    );
    let refusal = read_preset(br#"{"op":"write","text":"x"}"#, preset).unwrap_err();
    assert_eq!(refusal.first().fault, Fault::Mixed);
    let refusal = read_preset(br#"{"path":"b","text":"x"}"#, preset).unwrap_err();
    assert_eq!(refusal.first().fault, Fault::Mixed);
}

#[test]
fn every_form_of_an_edit_has_a_schema() {
    for json in [
        r#"{"op":"lines","path":"a","in":{"symbol":"f"},"text":"x"}"#,
        r#"{"op":"ensure","path":"a","line":"x"}"#,
        r#"{"op":"ensure","path":"a","marker":"m","block":"b"}"#,
        r#"{"op":"ensure","path":"a","matching":"^x","absent":true}"#,
        r#"{"op":"ensure","path":"a","marker":"m","absent":true}"#,
        r#"{"op":"ensure","path":"a","line":"x","absent":true,"in":{"symbol":"f"}}"#,
        r#"{"op":"set","path":"a.json","key":"k","value":null}"#,
        r#"{"op":"set","path":"a.json","key":"k","value_json":"null"}"#,
        r#"{"op":"insert","path":"a","in":{"symbol":"f"},"at":"end","text":"x"}"#,
        r#"{"op":"replace","path":"a","in":{"key":"k"},"old":"x","new":"y"}"#,
    ] {
        parse(json.as_bytes()).unwrap();
    }
    let Action::Set(set) =
        only_step(r#"{"op":"set","path":"a.json","key":"k","value":null}"#).action
    else {
        panic!("no set");
    };
    assert_eq!(set.value, NewValue::Typed(crate::request::Value::Null));
}
