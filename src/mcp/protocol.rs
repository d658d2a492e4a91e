//! The state of the protocol: the agreed revision, and the answer to every request that does not call a tool. No I/O.
//!
//! In revisions up to November 2025, a client opens a session with `initialize`. Since July 2026 there are no
//! sessions, and every request names its revision.

use serde_json::{Map, Value, json};

use super::call::Tool;
use super::catalog::Offered;
use super::frame::{ProtocolError, Request};

/// The supported revisions, oldest first. The names sort by age. The revision 2025-03-26 is not supported, because it
/// requires servers to read batches of requests.
const REVISIONS: [&str; 4] = ["2024-11-05", "2025-06-18", "2025-11-25", WITHOUT_SESSION];
/// The first revision with objects in answers.
const WITH_OBJECTS: &str = "2025-06-18";
/// The newest revision with `initialize`.
const LATEST_SESSION: &str = "2025-11-25";
/// The first revision in which every request names its revision.
const WITHOUT_SESSION: &str = "2026-07-28";

/// The `_meta` name of the revision. Required in a request without a session.
const META_REVISION: &str = "io.modelcontextprotocol/protocolVersion";
/// The `_meta` name of the abilities of the client. Required in a request without a session.
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// Instructions for the client's model, sent once.
const INSTRUCTIONS: &str = "Edits happen exactly as asked or not at all: an answer with isError means that \
    nothing was written, and gives the reason and a fix. Prefer replace, then apply_patch, append, create; write \
    the whole file last. Paths are relative to the root.";

/// A supported revision of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Revision(&'static str);

impl Revision {
    fn named(name: &str) -> Option<Self> {
        let known = REVISIONS.into_iter().find(|known| *known == name)?;
        Some(Self(known))
    }

    /// True if answers may contain objects.
    pub(super) fn has_objects(self) -> bool {
        self.0 >= WITH_OBJECTS
    }

    /// `result` in the form of this revision.
    pub(super) fn result(self, mut result: Map<String, Value>) -> Value {
        if self.0 < WITHOUT_SESSION {
            return result.into();
        }
        let mut complete = Map::new();
        complete.insert("resultType".to_owned(), "complete".into());
        complete.append(&mut result);
        complete.into()
    }

    /// The complete `list` called `name`, as a result.
    fn list(self, name: &str, list: Value) -> Value {
        let mut result = Map::new();
        if self.0 >= WITHOUT_SESSION {
            // Clients must not cache the list.
            result.insert("ttlMs".to_owned(), 0.into());
            result.insert("cacheScope".to_owned(), "private".into());
        }
        result.insert(name.to_owned(), list);
        self.result(result)
    }
}

/// The way in which the client opened the conversation.
#[derive(Clone, Copy, Debug)]
enum Opening {
    NotYet,
    /// With `initialize`. Both sides agreed on this revision.
    Session(Revision),
    /// With a request that named its revision. Every later request must name a revision.
    EachRequest,
}

/// The reply to a request.
#[derive(Debug)]
pub(super) enum Reply {
    /// The result of the request.
    Result(Value),
    /// A call of this tool under this revision.
    Call(Tool, Revision),
}

/// The protocol state of a conversation.
#[derive(Debug)]
pub(super) struct Protocol {
    offered: Vec<Offered>,
    opening: Opening,
}

impl Protocol {
    /// A new conversation with a client of the tools `offered`.
    pub(super) fn new(offered: Vec<Offered>) -> Self {
        Self {
            offered,
            opening: Opening::NotYet,
        }
    }

    /// The reply to `request`.
    pub(super) fn reply(&mut self, request: &Request) -> Result<Reply, ProtocolError> {
        let method = request.method.as_str();
        if method == "initialize" {
            return Ok(Reply::Result(self.initialize(&request.params)));
        }
        if method == "ping" && matches!(self.opening, Opening::NotYet) {
            return Ok(Reply::Result(json!({})));
        }
        let revision = self.revision(request)?;
        let result = match method {
            "tools/call" => return self.call(request, revision),
            "tools/list" => {
                let tools = self.offered.iter().map(|tool| tool.definition.clone());
                revision.list("tools", tools.collect())
            }
            "server/discover" => discovery(),
            "ping" if !self.needs_revision(request) => json!({}),
            // Some clients call these methods although the server does not announce them.
            "prompts/list" => revision.list("prompts", json!([])),
            "resources/list" => revision.list("resources", json!([])),
            "resources/templates/list" => revision.list("resourceTemplates", json!([])),
            _ => return Err(ProtocolError::unknown_method(request)),
        };
        Ok(Reply::Result(result))
    }

    /// A call of an offered tool.
    fn call(&self, request: &Request, revision: Revision) -> Result<Reply, ProtocolError> {
        let name = match request.params.get("name") {
            Some(Value::String(name)) => name.as_str(),
            _ => "",
        };
        for offered in &self.offered {
            if offered.name() == name {
                return Ok(Reply::Call(offered.tool, revision));
            }
        }
        let names: Vec<&str> = self.offered.iter().map(Offered::name).collect();
        let message = format!(
            "unknown tool `{name}`; this server offers {}",
            names.join(", ")
        );
        Err(ProtocolError::invalid_params(request, message))
    }

    /// Opens a session with the requested revision, or else the latest one that has sessions.
    fn initialize(&mut self, params: &Map<String, Value>) -> Value {
        let asked = params.get("protocolVersion").and_then(Value::as_str);
        let agreed = asked
            .and_then(Revision::named)
            .filter(|revision| revision.0 < WITHOUT_SESSION)
            .unwrap_or(Revision(LATEST_SESSION));
        self.opening = Opening::Session(agreed);
        json!({
            "protocolVersion": agreed.0,
            "capabilities": { "tools": {} },
            "serverInfo": server_info(),
            "instructions": INSTRUCTIONS,
        })
    }

    /// The revision of `request`: the one that it names, or else the revision of the session.
    fn revision(&mut self, request: &Request) -> Result<Revision, ProtocolError> {
        let named = named_revision(request)?;
        if let Opening::Session(agreed) = self.opening
            && !self.needs_revision(request)
        {
            return Ok(named.unwrap_or(agreed));
        }
        let revision = complete_meta(request, named)?;
        // A client that has asked for the revisions may still open a session.
        if matches!(self.opening, Opening::NotYet) && request.method != "server/discover" {
            self.opening = Opening::EachRequest;
        }
        Ok(revision)
    }

    /// True if `request` must name its revision.
    fn needs_revision(&self, request: &Request) -> bool {
        let named = request.meta(META_REVISION).and_then(Value::as_str);
        !matches!(self.opening, Opening::Session(_))
            || request.method == "server/discover"
            || named == Some(WITHOUT_SESSION)
    }
}

/// The revision that `request` names.
fn named_revision(request: &Request) -> Result<Option<Revision>, ProtocolError> {
    let Some(name) = request.meta(META_REVISION).and_then(Value::as_str) else {
        return Ok(None);
    };
    match Revision::named(name) {
        Some(revision) => Ok(Some(revision)),
        None => Err(ProtocolError::unknown_revision(request, name, &REVISIONS)),
    }
}

/// The revision of `request`, whose metadata must be complete, because it belongs to no session.
fn complete_meta(request: &Request, named: Option<Revision>) -> Result<Revision, ProtocolError> {
    let capabilities = request.meta(META_CAPABILITIES);
    let has_capabilities = capabilities.is_some_and(Value::is_object);
    if let Some(revision) = named
        && has_capabilities
    {
        return Ok(revision);
    }
    let mut missing = Vec::new();
    if named.is_none() {
        missing.push(META_REVISION);
    }
    if !has_capabilities {
        missing.push(META_CAPABILITIES);
    }
    Err(ProtocolError::missing_meta(request, &missing))
}

/// The answer to `server/discover`, for clients without a session.
fn discovery() -> Value {
    json!({
        "resultType": "complete",
        "supportedVersions": REVISIONS,
        "capabilities": { "tools": {} },
        "instructions": INSTRUCTIONS,
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": { "io.modelcontextprotocol/serverInfo": server_info() },
    })
}

fn server_info() -> Value {
    json!({ "name": "incise", "version": env!("CARGO_PKG_VERSION") })
}
