//! One line of a client: a message of the protocol, or why it is none. Pure; [`super::lines`] reads and answers.

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, GetExtensions as _, JsonRpcMessage};
use rmcp::service::RxJsonRpcMessage;
use serde_json::{Value, json};

use super::tree::{Outside, member, repeated};
use crate::request::json::Node;
use crate::request::{Malformed, OneOrMore};
use crate::text;

/// How deep a message may be nested: the parser goes no deeper.
const DEEPEST: usize = 127;

/// The methods of ours; where one is not recognised, its parameters are wrong.
const SERVED: &[&str] = &[
    "initialize",
    "ping",
    "server/discover",
    "tools/call",
    "tools/list",
];

/// JSON that cannot be read.
const PARSE_ERROR: i32 = -32700;
/// JSON that is no message.
const INVALID_REQUEST: i32 = -32600;
/// A request whose parameters are not those of its method.
const INVALID_PARAMS: i32 = -32602;

/// A line that was read.
#[derive(Debug)]
pub(super) enum Frame {
    /// A message.
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// Nothing that is answered: a blank line, a notification of something unknown.
    Silent,
    /// No message, which the client is told.
    Fault(ProtocolError),
}

/// Why a line is no message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProtocolError {
    /// The `id` of the line as it is written, whatever it is; `None` where it cannot be read.
    id: Option<String>,
    code: i32,
    message: String,
}

/// Why arguments in which names are given twice are refused. It travels with the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repeated(pub(super) OneOrMore<Malformed>);

impl Repeated {
    fn of(arguments: &Node) -> Option<Self> {
        let (list, edits) = match member(arguments, "edits") {
            Some(list @ Node::List(edits)) => (Some(list), &edits[..]),
            _ => (None, &[][..]),
        };
        let once = |repeated: Option<&str>, place: &str| match repeated {
            Some(name) => Err(Malformed::repeated(name, place)),
            None => Ok(()),
        };
        let beside = once(repeated(arguments, list), "the arguments");
        let numbered = (1..).zip(edits).map(|(number, edit)| {
            let within = once(repeated(edit, None), &format!("edit {number}"));
            within.map_err(|malformed| malformed.of_edit(number))
        });
        let all = OneOrMore::or_all(std::iter::once(beside).chain(numbered));
        all.err().map(Self)
    }
}

impl Frame {
    /// Reads a line, without its line feed.
    pub(super) fn read(line: &[u8]) -> Self {
        let line = text::without_bom(line);
        if line.iter().all(u8::is_ascii_whitespace) {
            return Self::Silent;
        }
        message(line).unwrap_or_else(Self::Fault)
    }
}

impl ProtocolError {
    /// The error of a line that is too long to be kept, of which this is the beginning.
    pub(super) fn of_too_long(beginning: &[u8], longest: usize) -> Self {
        Self {
            id: Outside::of(beginning).id,
            code: INVALID_REQUEST,
            message: format!("the message is longer than {longest} bytes"),
        }
    }

    /// The error of a request whose `id` is that of another that has no answer yet.
    pub(super) fn of_id_in_flight(id: &Value) -> Self {
        let message = format!("id {id} is that of a request that has no answer yet; use another");
        Self::invalid(Some(id.to_string()), message)
    }

    fn invalid(id: Option<String>, message: impl Into<String>) -> Self {
        Self {
            id,
            code: INVALID_REQUEST,
            message: message.into(),
        }
    }

    fn of_params(id: Option<String>, message: impl Into<String>) -> Self {
        Self {
            id,
            code: INVALID_PARAMS,
            message: message.into(),
        }
    }

    /// The answer to the client, a line of JSON. The id is the very one that was sent: no number and no text of ours
    /// could hold every one.
    pub(super) fn answer(&self) -> String {
        let error = json!({ "code": self.code, "message": self.message });
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
    let params = member(&tree, "params");
    let arguments = params.and_then(|params| member(params, "arguments"));
    if let Some(name) = repeated(&tree, arguments) {
        // Which of two ids is meant cannot be told.
        let id = Outside::of(line).id;
        return Err(ProtocolError::invalid(
            id,
            format!("`{name}` is given twice"),
        ));
    }
    let id = member(&tree, "id");
    let written = || {
        // An id that may not be one, which is shown as it was understood.
        let other = || {
            let message: Value = serde_json::from_slice(line).ok()?;
            message.get("id").map(Value::to_string)
        };
        Outside::of(line).id.or_else(other)
    };
    if member(&tree, "jsonrpc") != Some(&Node::Text("2.0".to_owned())) {
        return Err(ProtocolError::invalid(
            written(),
            "`jsonrpc` has to be \"2.0\"",
        ));
    }
    let method = match member(&tree, "method") {
        Some(Node::Text(method)) => method,
        Some(_) => return Err(ProtocolError::invalid(written(), "`method` is no string")),
        // The answer to a question that was not asked.
        None if member(&tree, "result").or(member(&tree, "error")).is_some() => {
            return Ok(Frame::Silent);
        }
        None => {
            return Err(ProtocolError::invalid(
                written(),
                "the message has no `method`",
            ));
        }
    };
    let message: Option<RxJsonRpcMessage<RoleServer>> = serde_json::from_slice(line).ok();
    let Some(id) = id else {
        return Ok(message.map_or(Frame::Silent, |message| Frame::Message(Box::new(message))));
    };
    if !matches!(id, Node::Text(_) | Node::Integer(_)) {
        let message = "`id` has to be a string or a whole number below 2^63";
        return Err(ProtocolError::invalid(written(), message));
    }
    if let Some(wrong) = params.and_then(|params| wrong_params(params, method)) {
        return Err(ProtocolError::of_params(written(), wrong));
    }
    let no_params = || {
        let message = format!("these are no parameters of `{method}`");
        Err(ProtocolError::of_params(written(), message))
    };
    let Some(JsonRpcMessage::Request(mut request)) = message else {
        return no_params();
    };
    let is_unknown = matches!(request.request, ClientRequest::CustomRequest(_));
    if is_unknown && SERVED.contains(&method.as_str()) {
        return no_params();
    }
    let repeated = arguments.and_then(Repeated::of);
    if let (Some(repeated), ClientRequest::CallToolRequest(call)) = (repeated, &mut request.request)
    {
        call.extensions_mut().insert(repeated);
    }
    Ok(Frame::Message(Box::new(JsonRpcMessage::Request(request))))
}

/// The error of a line in which there is an `error`.
fn unreadable(line: &[u8], error: &serde_json::Error) -> ProtocolError {
    let Outside { id, depth } = Outside::of(line);
    if depth > DEEPEST {
        let message = format!("the message is nested more than {DEEPEST} deep");
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
    ProtocolError {
        id,
        code: PARSE_ERROR,
        message,
    }
}

/// Why `params` are none of `method`.
fn wrong_params(params: &Node, method: &str) -> Option<&'static str> {
    let is_object =
        |node: &Node| matches!(node, Node::Object(_) | Node::Repeating(..) | Node::Null);
    if !is_object(params) {
        return Some("`params` has to be an object");
    }
    if method != "tools/call" {
        return None;
    }
    if !matches!(member(params, "name"), Some(Node::Text(_))) {
        return Some("`params.name` has to be the name of a tool");
    }
    let is_wrong = !member(params, "arguments").is_none_or(is_object);
    is_wrong.then_some("`params.arguments` has to be an object")
}
