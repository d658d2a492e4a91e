//! Parses a line of the client into a message or a protocol error, and formats the answer. No I/O.

use serde_json::{Map, Value, json};

use super::tree::{MessageScan, member, repeated};
use crate::request::json::Node;
use crate::request::{Malformed, OneOrMore};
use crate::text;

/// The maximum nesting of a message that the parser can read.
const MAX_DEPTH: usize = 127;

/// The line is not valid JSON.
const PARSE_ERROR: i32 = -32700;
/// The line is not a valid message.
const INVALID_REQUEST: i32 = -32600;
/// The server does not have the method.
const METHOD_NOT_FOUND: i32 = -32601;
/// The parameters are invalid for the method.
const INVALID_PARAMS: i32 = -32602;
/// A bug in the server ended the call.
const INTERNAL_ERROR: i32 = -32603;
/// The server does not support the revision of the protocol.
const UNKNOWN_REVISION: i32 = -32022;

/// A line of the client.
#[derive(Debug)]
pub(super) enum Frame {
    /// A message that needs an answer.
    Request(Request),
    /// The client no longer needs the answer to the request with this id.
    Cancelled(String),
    /// No answer is needed: a blank line or another notification.
    Silent,
    /// An invalid message. The client gets this error.
    Fault(ProtocolError),
}

/// A request.
#[derive(Debug)]
pub(super) struct Request {
    /// The id, as JSON.
    pub(super) id: String,
    pub(super) method: String,
    pub(super) params: Map<String, Value>,
    /// The refusal of arguments with a repeated name.
    pub(super) repeated: Option<OneOrMore<Malformed>>,
}

impl Request {
    /// The member `name` of the request's `_meta`.
    pub(super) fn meta(&self, name: &str) -> Option<&Value> {
        self.params.get("_meta")?.get(name)
    }
}

/// The error in an invalid message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProtocolError {
    /// The `id` of the line, unchanged; `None` if it cannot be read.
    id: Option<String>,
    code: i32,
    message: String,
    /// Additional data for programs.
    data: Option<Value>,
}

/// The answer line for the request `id` with `result`.
pub(super) fn answer(id: &str, result: &Value) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

impl Frame {
    /// Parses a line without its line feed.
    pub(super) fn read(line: &[u8]) -> Self {
        let line = text::without_bom(line);
        if line.iter().all(u8::is_ascii_whitespace) {
            return Self::Silent;
        }
        message(line).unwrap_or_else(Self::Fault)
    }
}

impl ProtocolError {
    fn new(id: Option<String>, code: i32, message: impl Into<String>) -> Self {
        Self {
            id,
            code,
            message: message.into(),
            data: None,
        }
    }

    fn invalid(id: Option<String>, message: impl Into<String>) -> Self {
        Self::new(id, INVALID_REQUEST, message)
    }

    fn about(request: &Request, code: i32, message: impl Into<String>) -> Self {
        Self::new(Some(request.id.clone()), code, message)
    }

    /// The error of a line that exceeds `longest` bytes. `beginning` is its beginning.
    pub(super) fn too_long(beginning: &[u8], longest: usize) -> Self {
        let message = format!("the message is longer than {longest} bytes");
        Self::invalid(MessageScan::scan(beginning).id, message)
    }

    /// The error of a request whose `id` belongs to a request that is not answered yet. It has no id, because a client
    /// would take it for the answer to the first request.
    pub(super) fn id_in_flight(id: &str) -> Self {
        let message = format!("id {id} belongs to a request that has no answer yet; use another");
        Self::invalid(None, message)
    }

    /// The error of a method that the server does not have.
    pub(super) fn unknown_method(request: &Request) -> Self {
        let message = format!("there is no method `{}`", request.method);
        Self::about(request, METHOD_NOT_FOUND, message)
    }

    /// The error of a request whose parameters are wrong.
    pub(super) fn invalid_params(request: &Request, message: String) -> Self {
        Self::about(request, INVALID_PARAMS, message)
    }

    /// The error of a request that lacks required `_meta` fields.
    pub(super) fn missing_meta(request: &Request, missing: &[&str]) -> Self {
        let message = format!(
            "request _meta is missing or has malformed required fields: {}",
            missing.join(", ")
        );
        Self::about(request, INVALID_PARAMS, message)
    }

    /// The error of a request with the revision `asked`, which is not `supported`.
    pub(super) fn unknown_revision(request: &Request, asked: &str, supported: &[&str]) -> Self {
        Self {
            data: Some(json!({ "requested": asked, "supported": supported })),
            ..Self::about(request, UNKNOWN_REVISION, "Unsupported protocol version")
        }
    }

    /// The error of the call `id`, which a bug in the server ended.
    pub(super) fn internal(id: &str, message: String) -> Self {
        Self::new(Some(id.to_owned()), INTERNAL_ERROR, message)
    }

    /// The answer to the client, a line of JSON. The id is copied as text, because no number or string type can
    /// represent every id.
    pub(super) fn answer(&self) -> String {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        match &self.id {
            Some(id) => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#),
            None => format!(r#"{{"jsonrpc":"2.0","error":{error}}}"#),
        }
    }
}

fn message(line: &[u8]) -> Result<Frame, ProtocolError> {
    let tree: Node = serde_json::from_slice(line).map_err(|error| unreadable(line, &error))?;
    let (Node::Object(_) | Node::Repeating(..)) = tree else {
        let message = "a message is one object; a list of messages is not read";
        return Err(ProtocolError::invalid(None, message));
    };
    let arguments = member(&tree, "params").and_then(|params| member(params, "arguments"));
    if let Some(name) = repeated(&tree, arguments) {
        // The message may have two ids, and it is unknown which one counts.
        let id = MessageScan::scan(line).id;
        let message = format!("`{name}` is given twice");
        return Err(ProtocolError::invalid(id, message));
    }
    if member(&tree, "jsonrpc") != Some(&Node::Text("2.0".to_owned())) {
        let message = "`jsonrpc` must be \"2.0\"";
        return Err(ProtocolError::invalid(readable_id(line), message));
    }
    let Some(method) = method(&tree, line)? else {
        return Ok(Frame::Silent);
    };
    let message: Map<String, Value> =
        serde_json::from_slice(line).map_err(|error| unreadable(line, &error))?;
    match member(&tree, "id") {
        Some(id) => request(&tree, id, method, message, line),
        None => Ok(notification(method, &message)),
    }
}

/// Parses a message with an id. `tree` and `message` are both the message.
fn request(
    tree: &Node,
    id: &Node,
    method: &str,
    mut message: Map<String, Value>,
    line: &[u8],
) -> Result<Frame, ProtocolError> {
    if !matches!(id, Node::Text(_) | Node::Integer(_)) {
        let message = "`id` must be a string or a whole number below 2^63";
        return Err(ProtocolError::invalid(readable_id(line), message));
    }
    let params = member(tree, "params").unwrap_or(&Node::Null);
    if let Some(wrong) = wrong_params(params, method) {
        return Err(ProtocolError::new(readable_id(line), INVALID_PARAMS, wrong));
    }
    let arguments = member(params, "arguments");
    let params = match message.get_mut("params").map(Value::take) {
        Some(Value::Object(params)) => params,
        _ => Map::new(),
    };
    Ok(Frame::Request(Request {
        id: message["id"].to_string(),
        method: method.to_owned(),
        params,
        repeated: arguments.and_then(repeated_arguments),
    }))
}

/// The method of a message; `None` for a response, although the server sends no requests.
fn method<'t>(tree: &'t Node, line: &[u8]) -> Result<Option<&'t str>, ProtocolError> {
    let problem = match member(tree, "method") {
        Some(Node::Text(method)) => return Ok(Some(method)),
        Some(_) => "`method` is not a string",
        None if member(tree, "result").or(member(tree, "error")).is_some() => return Ok(None),
        None => "the message has no `method`",
    };
    Err(ProtocolError::invalid(readable_id(line), problem))
}

/// The id of the message, unchanged. An id of another type is shown as parsed.
fn readable_id(line: &[u8]) -> Option<String> {
    if let Some(id) = MessageScan::scan(line).id {
        return Some(id);
    }
    let message: Value = serde_json::from_slice(line).ok()?;
    message.get("id").map(Value::to_string)
}

/// Parses a message without an id.
fn notification(method: &str, message: &Map<String, Value>) -> Frame {
    if method != "notifications/cancelled" {
        return Frame::Silent;
    }
    let id = message
        .get("params")
        .and_then(|params| params.get("requestId"));
    match id {
        Some(id) => Frame::Cancelled(id.to_string()),
        None => Frame::Silent,
    }
}

/// The refusal of `arguments` with a repeated name.
fn repeated_arguments(arguments: &Node) -> Option<OneOrMore<Malformed>> {
    let (list, edits) = match member(arguments, "edits") {
        Some(list @ Node::List(edits)) => (Some(list), &edits[..]),
        _ => (None, &[][..]),
    };
    let mut checks = vec![refuse_repeated(repeated(arguments, list), "the arguments")];
    for (number, edit) in (1..).zip(edits) {
        let check = refuse_repeated(repeated(edit, None), &format!("edit {number}"));
        checks.push(check.map_err(|malformed| malformed.of_edit(number)));
    }
    OneOrMore::or_all(checks).err()
}

fn refuse_repeated(repeated: Option<&str>, place: &str) -> Result<(), Malformed> {
    match repeated {
        Some(name) => Err(Malformed::repeated(name, place)),
        None => Ok(()),
    }
}

/// The error of a line that cannot be parsed.
fn unreadable(line: &[u8], error: &serde_json::Error) -> ProtocolError {
    let MessageScan { id, depth } = MessageScan::scan(line);
    if depth > MAX_DEPTH {
        let message = format!("the message is nested more than {MAX_DEPTH} deep");
        return ProtocolError::invalid(id, message);
    }
    let message = match std::str::from_utf8(line) {
        Ok(_) => format!("the message is not valid JSON: {error}"),
        Err(error) => format!(
            "the message is not valid UTF-8 from byte {}; other bytes are written \
             {{\"base64\":\"...\"}}",
            error.valid_up_to() + 1
        ),
    };
    ProtocolError::new(id, PARSE_ERROR, message)
}

/// The error if `params` are invalid for `method`.
fn wrong_params(params: &Node, method: &str) -> Option<String> {
    if !is_object(params) {
        return Some("`params` must be an object".to_owned());
    }
    let no_params = Some(format!("these are not parameters of `{method}`"));
    if !member(params, "_meta").is_none_or(is_object) {
        return no_params;
    }
    match method {
        "initialize" => match member(params, "protocolVersion") {
            Some(Node::Text(_)) => None,
            _ => no_params,
        },
        "tools/call" if !matches!(member(params, "name"), Some(Node::Text(_))) => {
            Some("`params.name` must be the name of a tool".to_owned())
        }
        "tools/call" if !member(params, "arguments").is_none_or(is_object) => {
            Some("`params.arguments` must be an object".to_owned())
        }
        _ => None,
    }
}

/// True if `node` is an object, or null, which counts as absent.
fn is_object(node: &Node) -> bool {
    matches!(node, Node::Object(_) | Node::Repeating(..) | Node::Null)
}
