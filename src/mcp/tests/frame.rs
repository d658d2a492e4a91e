//! Valid messages, and the errors of invalid lines.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::mcp::frame::Frame;

/// The error of an invalid line: id, code and message.
fn fault(line: impl AsRef<[u8]>) -> (Value, i64, String) {
    let Frame::Fault(error) = Frame::read(line.as_ref()) else {
        let line = String::from_utf8_lossy(line.as_ref()).into_owned();
        panic!("{line} is not a fault");
    };
    let answer: Value = serde_json::from_str(&error.answer()).unwrap();
    assert_eq!(answer["jsonrpc"], "2.0");
    let code = answer["error"]["code"].as_i64().unwrap();
    let message = answer["error"]["message"].as_str().unwrap().to_owned();
    (answer["id"].clone(), code, message)
}

fn call(arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"edit","arguments":{arguments}}}}}"#
    )
}

#[test]
fn invalid_json_is_a_parse_error_with_its_id() {
    let surrogate = call(r#"{"path":"a\ud800"}"#);
    let (id, code, message) = fault(&surrogate);
    assert_eq!((id, code), (json!(7), -32700));
    assert!(message.contains("not valid JSON"), "{message}");
    let mut invalid = call(r#"{"path":"a?"}"#).into_bytes();
    let at = invalid.iter().position(|&byte| byte == b'?').unwrap();
    invalid[at] = 0xff;
    let (id, code, message) = fault(&invalid);
    assert_eq!((id, code), (json!(7), -32700));
    let from = format!("not valid UTF-8 from byte {}", at + 1);
    assert!(message.contains(&from), "{message}");
    let whole = call(r#"{"path":"a"}"#);
    for cut in [whole.len() - 1, whole.len() - 5, 60] {
        assert_eq!(fault(&whole[..cut]).0, 7, "{}", &whole[..cut]);
    }
    for (line, id) in [
        ("this is no JSON", Value::Null),
        (r#"this is no "id":3"#, Value::Null),
        (r#"{"id":"a\"b",}"#, json!("a\"b")),
        (r#"{"params":{"id":1},"id" : 2 ,}"#, json!(2)),
        (r#"{"params":["id",{"id":1}]"#, Value::Null),
        (r#"{"x":"id","id":4"#, Value::Null),
        (r#"{"id":4,"id":4,"#, json!(4)),
        (r#"{"id":4,"id":5,"#, Value::Null),
        (r#"{"id":"#, Value::Null),
        (r#"{"id""#, Value::Null),
        (r#"{"id":4} trailing"#, json!(4)),
        (r#"{"id":{},]"#, Value::Null),
        (r#"{"id":01,"a"}"#, Value::Null),
    ] {
        let (found, code, _) = fault(line);
        assert_eq!((found, code), (id, -32700), "{line}");
    }
}

#[test]
fn a_request_nested_too_deeply_is_invalid_with_its_id() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let deep = |depth| call(&format!("{}1{}", open.repeat(depth), close.repeat(depth)));
        let (id, code, message) = fault(deep(200));
        assert_eq!((id, code), (json!(7), -32600));
        assert!(message.contains("127 deep"), "{message}");
        assert_eq!(fault(deep(1_000_000)).0, 7);
    }
}

#[test]
fn json_that_is_not_a_message_is_an_invalid_request_with_its_id() {
    for (line, id) in [
        ("[]", Value::Null),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, Value::Null),
        ("3", Value::Null),
        ("null", Value::Null),
        ("{}", Value::Null),
        (r#"{"id":3,"method":"ping"}"#, json!(3)),
        (r#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#, json!(3)),
        (r#"{"jsonrpc":"2.0","id":3}"#, json!(3)),
        (r#"{"jsonrpc":"2.0","id":3,"method":4}"#, json!(3)),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, json!(1.5)),
        (
            r#"{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}"#,
            json!(u64::MAX),
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            Value::Null,
        ),
        (r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, json!([1])),
        (
            r#"{"jsonrpc":"2.0","id":3,"id":4,"method":"ping"}"#,
            Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"ping","method":"tools/list"}"#,
            json!(3),
        ),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a","name":"b"}}"#,
            json!(3),
        ),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a","arguments":{},"arguments":{}}}"#,
            json!(3),
        ),
    ] {
        let (found, code, _) = fault(line);
        assert_eq!((found, code), (id, -32600), "{line}");
    }
}

#[test]
fn invalid_params_are_refused_with_the_id() {
    for (method, params, part) in [
        ("ping", "[1]", "`params` must be an object"),
        ("tools/call", "{}", "`params.name`"),
        ("tools/call", r#"{"name":3}"#, "`params.name`"),
        (
            "tools/call",
            r#"{"name":"edit","arguments":[1]}"#,
            "`params.arguments`",
        ),
        (
            "tools/call",
            r#"{"name":"edit","arguments":"{}"}"#,
            "`params.arguments`",
        ),
        ("tools/call", r#"{"name":"edit","_meta":3}"#, "`tools/call`"),
        ("initialize", r#"{"protocolVersion":3}"#, "`initialize`"),
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":"x","method":"{method}","params":{params}}}"#);
        let (id, code, message) = fault(&line);
        assert_eq!((id, code), (json!("x"), -32602), "{line}");
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn frames_that_are_not_requests_get_no_answer() {
    for line in [
        "",
        " \r",
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
    ] {
        let frame = Frame::read(line.as_bytes());
        let is_heard = matches!(frame, Frame::Fault(_));
        assert!(!is_heard, "{line}");
    }
}

#[test]
fn messages_are_read() {
    for line in [
        call(r#"{"a":1}"#),
        call(r#"{"a":1,"a":2}"#),
        call("null"),
        format!("\u{feff}{}\r", call("{}")),
        r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#.to_owned(),
    ] {
        let frame = Frame::read(line.as_bytes());
        assert!(matches!(frame, Frame::Request(_)), "{line}");
    }
}

/// A damaged request gets an error, or is still a request.
#[derive(Debug, Clone)]
struct Damage {
    at: usize,
    with: Vec<u8>,
}

proptest! {
    #[test]
    fn no_damage_leaves_a_request_unanswered(
        damage in (0_usize..200, proptest::collection::vec(any::<u8>(), 0..4))
            .prop_map(|(at, with)| Damage { at, with })
    ) {
        let mut line = call(r#"{"edits":[{"op":"append","path":"a.txt","text":"x\u00e9"}]}"#)
            .into_bytes();
        let at = damage.at.min(line.len() - 1);
        line.splice(at..at, damage.with.into_iter().filter(|&byte| byte != b'\n'));
        let is_silent = matches!(Frame::read(&line), Frame::Silent);
        // A damaged name can turn the request into a response or a notification, which gets no answer.
        let text = String::from_utf8_lossy(&line).into_owned();
        prop_assert!(!is_silent || !text.contains(r#""id":7"#), "{text}");
    }
}

#[test]
fn an_id_is_answered_as_it_was_written() {
    for id in [
        "123456789012345678901234567890",
        "-9223372036854775809",
        "1.50",
        r#""\ud800""#,
        r#""a\/b""#,
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping","params":[]}}"#);
        let Frame::Fault(error) = Frame::read(line.as_bytes()) else {
            panic!("{line} is not a fault");
        };
        let begin = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"#);
        assert!(error.answer().starts_with(&begin), "{}", error.answer());
    }
}
