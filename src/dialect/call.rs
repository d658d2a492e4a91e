//! Complete tool calls of models and clients. A call contains the payload, and the answer is wrapped in the message
//! that the caller expects.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::envelope::is_text;
use super::members::{has_member, member_text};
use crate::request::Malformed;
use crate::request::json::{ENVELOPE, Node, Object};

/// The names of the members of a call.
#[derive(Debug, PartialEq)]
pub struct CallForm {
    /// The `type` of the call, if it has one.
    kind: Option<&'static str>,
    /// The member with the name of the tool.
    tool: &'static str,
    /// The member with the payload: an object, or a string that contains an object.
    payload: &'static str,
    /// Members about the call, which do not affect the edit.
    ignored: &'static [&'static str],
    /// True if other programs may add members, as in hook events.
    may_have_others: bool,
    /// The message that answers the call, if the caller expects one.
    answer: Option<AnswerForm>,
}

/// The names of the members of an answer.
#[derive(Debug, PartialEq)]
pub struct AnswerForm {
    /// The first member and its value.
    kind: (&'static str, &'static str),
    /// The member of the call with its ID.
    call_id: &'static str,
    /// The member of the answer with the ID of the call.
    answered_id: &'static str,
    /// The member with the text.
    text: &'static str,
    /// The member that is true if the call failed.
    failed: Option<&'static str>,
}

/// Every form. The first form that fits is used.
const FORMS: &[CallForm] = &[
    CallForm {
        kind: Some("tool_use"),
        tool: "name",
        payload: "input",
        ignored: &["cache_control", "caller"],
        may_have_others: false,
        answer: Some(AnswerForm {
            kind: ("type", "tool_result"),
            call_id: "id",
            answered_id: "tool_use_id",
            text: "content",
            failed: Some("is_error"),
        }),
    },
    CallForm::of_responses("function_call", "arguments", "function_call_output"),
    CallForm::of_responses("custom_tool_call", "input", "custom_tool_call_output"),
    CallForm::of_responses("local_shell_call", "action", "function_call_output"),
    // The tool and the payload are in the member `function`.
    CallForm {
        kind: Some("function"),
        tool: "name",
        payload: "arguments",
        ignored: &["index"],
        may_have_others: false,
        answer: Some(AnswerForm {
            kind: ("role", "tool"),
            call_id: "id",
            answered_id: "tool_call_id",
            text: "content",
            failed: None,
        }),
    },
    CallForm {
        kind: None,
        tool: "tool_name",
        payload: "tool_input",
        ignored: &[
            "session_id",
            "transcript_path",
            "permission_mode",
            "hook_event_name",
            "tool_use_id",
        ],
        may_have_others: true,
        answer: None,
    },
    CallForm {
        kind: None,
        tool: "name",
        payload: "arguments",
        ignored: &["_meta"],
        may_have_others: false,
        answer: None,
    },
];

impl CallForm {
    /// An item of OpenAI's Responses API.
    const fn of_responses(kind: &'static str, payload: &'static str, answer: &'static str) -> Self {
        Self {
            kind: Some(kind),
            tool: "name",
            payload,
            ignored: &["id", "status"],
            may_have_others: false,
            answer: Some(AnswerForm {
                kind: ("type", answer),
                call_id: "call_id",
                answered_id: "call_id",
                text: "output",
                failed: None,
            }),
        }
    }
}

/// A call, without its payload.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    form: &'static CallForm,
    id: Option<String>,
}

/// Details of a call that affect its payload.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// The name of the tool.
    pub tool: Option<String>,
    /// The directory that relative paths start from.
    pub directory: Option<PathBuf>,
    /// The names of members that were dropped.
    pub left_out: Vec<String>,
}

/// The form of the call; `None` if the members are not a call.
pub fn form_of(members: &[(String, Node)]) -> Option<&'static CallForm> {
    let kind = member_text(members, "type");
    for form in FORMS {
        if form.kind != kind {
            continue;
        }
        if kind.is_some() || has_member(members, form.tool) && has_member(members, form.payload) {
            return Some(form);
        }
    }
    None
}

/// True if `node` is a part of a model's message that calls no tool: prose or reasoning.
pub fn is_prose(node: &Node) -> bool {
    const KINDS: [&str; 4] = ["text", "thinking", "redacted_thinking", "reasoning"];
    let Node::Object(members) = node else {
        return false;
    };
    members.iter().any(|(name, node)| match node {
        Node::Text(kind) => name == "type" && KINDS.contains(&kind.as_str()),
        _ => false,
    })
}

pub fn is_call(members: &[(String, Node)]) -> bool {
    form_of(members).is_some()
}

/// Splits a call into the call without its payload, the payload, and the details that affect the payload.
///
/// # Errors
/// A call that has already run, a call without a payload or with another call as payload, and payload fields outside
/// the payload.
pub fn split(
    form: &'static CallForm,
    mut members: Vec<(String, Node)>,
    label: &str,
) -> Result<(Call, Node, Caller), Malformed> {
    let function = members.iter_mut().find_map(|(name, node)| match node {
        Node::Object(inside) if name == "function" => Some(std::mem::take(inside)),
        _ => None,
    });
    if let Some(function) = function {
        members.retain(|(name, _)| name != "function");
        members.extend(function);
    }
    let mut object = Object::new(label, members);
    object.take("type");
    refuse_finished(&object, label)?;
    let id = match &form.answer {
        Some(answer) => object.word(answer.call_id)?,
        None => None,
    };
    let tool = object.word(form.tool)?;
    let payload = object.take(form.payload);
    let directory = if form.may_have_others {
        object.path("cwd")?
    } else {
        None
    };
    for name in form.ignored {
        object.take(name);
    }
    let left_out = other_members(&object, form)?;
    let payload = read_payload(payload.unwrap_or(Node::Null), form, label)?;
    let caller = Caller {
        tool,
        directory,
        left_out,
    };
    Ok((Call { form, id }, payload, caller))
}

/// The names of the members that do not belong to the call. Fields of the edit are refused there.
fn other_members(object: &Object, form: &CallForm) -> Result<Vec<String>, Malformed> {
    let mut others = Vec::new();
    for name in object.names() {
        if !form.may_have_others || ENVELOPE.contains(&name) {
            return Err(Malformed::wrong(
                format!(
                    "`{name}` is next to `{}` in {}",
                    form.payload,
                    object.label()
                ),
                format!("the fields of the edit are in `{}`", form.payload),
            ));
        }
        others.push(name.to_owned());
    }
    Ok(others)
}

/// Refuses an event about a call that has run: the edit is already made.
fn refuse_finished(object: &Object, label: &str) -> Result<(), Malformed> {
    let is_done = object.has("tool_response")
        || ["PostToolUse", "PostToolUseFailure"]
            .iter()
            .any(|event| object.is_word("hook_event_name", event));
    if is_done {
        return Err(Malformed::wrong(
            format!("{label} reports a call that has run: the edit is already made"),
            "send the event `PreToolUse`, or only the content of `tool_input`",
        ));
    }
    Ok(())
}

/// Reads the payload. A string contains JSON or a patch.
fn read_payload(payload: Node, form: &CallForm, label: &str) -> Result<Node, Malformed> {
    let name = form.payload;
    let payload = match payload {
        Node::Text(text) if is_text(text.as_bytes()) => return Ok(Node::Text(text)),
        Node::Text(text) if form.kind == Some("custom_tool_call") => {
            return Err(Malformed::wrong(
                format!("`{name}` of {label} is text without `*** Begin Patch`"),
                format!(
                    "text must be a V4A patch; `incise patch` reads other diffs (here {} bytes)",
                    text.len()
                ),
            ));
        }
        Node::Text(text) => match Node::parse(text.as_bytes()) {
            Ok(payload) => payload,
            Err(malformed) => {
                let message = format!("`{name}` of {label} is a string: {}", malformed.message);
                return Err(Malformed {
                    message,
                    ..malformed
                });
            }
        },
        payload => payload,
    };
    match payload {
        Node::Object(members) if is_call(&members) => Err(Malformed::wrong(
            format!("{label} is a call in a call"),
            "send the inner one alone",
        )),
        Node::Object(_) | Node::Repeating(..) => Ok(payload),
        other => Err(Malformed::wrong(
            format!("`{name}` of {label} is {}", other.kind()),
            format!("the fields of the edit are in `{name}`"),
        )),
    }
}

impl Call {
    /// The call in `members`, even if it is malformed; `None` if it has no form of a call.
    pub(super) fn from_members(members: &[(String, Node)]) -> Option<Self> {
        let form = form_of(members)?;
        let id = match &form.answer {
            Some(answer) => member_text(members, answer.call_id),
            None => None,
        };
        Some(Self {
            form,
            id: id.map(str::to_owned),
        })
    }

    /// The form of the message that answers the call, if it expects one.
    pub(super) fn answer_form(&self) -> Option<&'static AnswerForm> {
        self.form.answer.as_ref()
    }

    /// The message of this `form` with `text`.
    pub(super) fn message(&self, form: &AnswerForm, text: String, is_failed: bool) -> Value {
        let mut object = Map::new();
        let (kind, value) = form.kind;
        object.insert(kind.to_owned(), value.into());
        if let Some(id) = &self.id {
            object.insert(form.answered_id.to_owned(), id.as_str().into());
        }
        object.insert(form.text.to_owned(), text.into());
        if let Some(failed) = form.failed
            && is_failed
        {
            object.insert(failed.to_owned(), true.into());
        }
        object.into()
    }
}
