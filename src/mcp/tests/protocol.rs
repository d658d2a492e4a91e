//! The choice of a revision, and the methods of the protocol, without tool calls.

use serde_json::{Value, json};

use super::settings;
use crate::mcp::Profile;
use crate::mcp::catalog::offered;
use crate::mcp::frame::{Frame, Request};
use crate::mcp::protocol::{Protocol, Reply};

const INLINE: &str = "2026-07-28";

fn protocol() -> Protocol {
    Protocol::new(offered(&settings(Profile::Native, false, &[])).unwrap())
}

fn request(method: &str, params: Value) -> Request {
    let line = json!({ "jsonrpc": "2.0", "id": 5, "method": method, "params": params });
    match Frame::read(line.to_string().as_bytes()) {
        Frame::Request(request) => request,
        other => panic!("{other:?}"),
    }
}

fn meta(revision: &str) -> Value {
    json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientCapabilities": {},
    } })
}

/// The result, or the code and the message of the error.
fn asked(protocol: &mut Protocol, method: &str, params: Value) -> Result<Value, (i64, String)> {
    match protocol.reply(&request(method, params)) {
        Ok(Reply::Result(result)) => Ok(result),
        Ok(Reply::Call(tool, revision)) => Ok(json!(format!("{tool:?} {revision:?}"))),
        Err(error) => {
            let answer: Value = serde_json::from_str(&error.answer()).unwrap();
            assert_eq!(answer["id"], 5);
            let error = &answer["error"];
            let message = error["message"].as_str().unwrap().to_owned();
            Err((error["code"].as_i64().unwrap(), message))
        }
    }
}

fn greeted(revision: &str) -> Protocol {
    let mut protocol = protocol();
    let params = json!({ "protocolVersion": revision, "capabilities": {} });
    asked(&mut protocol, "initialize", params).unwrap();
    protocol
}

#[test]
fn a_session_answers_as_its_revision_does() {
    for (revision, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-11-25", "2025-11-25"),
        ("2031-01-01", "2025-11-25"),
        (INLINE, "2025-11-25"),
    ] {
        let mut protocol = greeted(revision);
        assert_eq!(asked(&mut protocol, "ping", json!({})), Ok(json!({})));
        let listed = asked(&mut protocol, "tools/list", Value::Null).unwrap();
        assert_eq!(listed.as_object().unwrap().len(), 1);
        assert_eq!(listed["tools"].as_array().unwrap().len(), 7);
        let called = asked(&mut protocol, "tools/call", json!({ "name": "undo" }));
        let expected = format!("Undo Revision(\"{agreed}\")");
        assert_eq!(called, Ok(json!(expected)));
        // The revision of a request may differ from the revision of the session.
        let called = asked(&mut protocol, "tools/list", meta(INLINE)).unwrap();
        assert_eq!(called["resultType"], "complete");
    }
}

#[test]
fn without_a_session_every_request_says_its_revision() {
    let mut protocol = protocol();
    assert_eq!(asked(&mut protocol, "ping", json!({})), Ok(json!({})));
    let discovered = asked(&mut protocol, "server/discover", meta(INLINE)).unwrap();
    assert_eq!(discovered["supportedVersions"].as_array().unwrap().len(), 4);
    let listed = asked(&mut protocol, "tools/list", meta(INLINE)).unwrap();
    let names: Vec<&String> = listed.as_object().unwrap().keys().collect();
    assert_eq!(names, ["resultType", "ttlMs", "cacheScope", "tools"]);
    let missing = "request _meta is missing or has malformed required fields: \
        io.modelcontextprotocol/protocolVersion, io.modelcontextprotocol/clientCapabilities";
    for params in [json!({}), json!({ "_meta": {} }), json!({ "_meta": null })] {
        let error = asked(&mut protocol, "tools/list", params).unwrap_err();
        assert_eq!(error, (-32602, missing.to_owned()));
    }
    let error = asked(&mut protocol, "tools/list", meta("2031-01-01")).unwrap_err();
    assert_eq!(error.0, -32022);
    let error = asked(&mut protocol, "ping", meta(INLINE)).unwrap_err();
    assert_eq!(error, (-32601, "there is no method `ping`".to_owned()));
}

/// A client may ask for the supported revisions before it opens a session.
#[test]
fn a_question_opens_nothing() {
    let mut protocol = protocol();
    asked(&mut protocol, "server/discover", meta(INLINE)).unwrap();
    let params = json!({ "protocolVersion": "2025-06-18" });
    asked(&mut protocol, "initialize", params).unwrap();
    asked(&mut protocol, "tools/list", json!({})).unwrap();
}

#[test]
fn missing_features_give_an_error_or_an_empty_list() {
    let mut protocol = greeted("2025-11-25");
    for (method, name) in [
        ("prompts/list", "prompts"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
    ] {
        let listed = asked(&mut protocol, method, json!({}));
        assert_eq!(listed, Ok(json!({ name: [] })));
    }
    for method in ["", "resources/read", "logging/setLevel", "tasks/get"] {
        let error = asked(&mut protocol, method, json!({})).unwrap_err();
        assert_eq!(error, (-32601, format!("there is no method `{method}`")));
    }
    let error = asked(&mut protocol, "tools/call", json!({ "name": "x" })).unwrap_err();
    assert_eq!(error.0, -32602);
}
