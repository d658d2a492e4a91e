//! The protocol: what a client is told of the tools, and the way of a call to the thread that does it.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, ErrorCode, ErrorData, Implementation, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::stdio_pipes;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use tokio::runtime;
use tokio::sync::{Mutex, Notify, OwnedMutexGuard};
use tokio::time::sleep;

use super::ServerSettings;
use super::answer::{CallAnswer, CallOutcome};
use super::call::{Calls, Tool};
use super::catalog;
use super::frame::Repeated;
use super::input::ClientInput;
use super::lines::LineTransport;
use super::unread::Unread;
use crate::disk::{Disk, Interrupt, Reach};
use crate::refusal::{Reason, Refusal};
use crate::run::Sightings;

/// The text that the client's model is told once.
const INSTRUCTIONS: &str = "Edits happen exactly as asked or not at all: an answer with isError means that \
    nothing was written, and says why and the way out. Prefer replace, then apply_patch, append, create; write \
    the whole file last. Paths are relative to the root.";

/// Bytes of the longest message that is read; a longer one is refused.
const LONGEST_MESSAGE: usize = 256 << 20;

/// How long answers to calls that are done may wait to be read once the client has gone or the server has to.
const UNREAD: Duration = Duration::from_secs(6);

/// Serves one client on standard input and output until it goes away or a signal asks for an end. What has
/// begun is done or taken back by then.
///
/// # Errors
/// `usage` when the settings leave no tool, `missing` or `permission` for a root that cannot be opened, `io`
/// when the runtime cannot be started or a signal ended the server.
pub fn serve(settings: ServerSettings) -> Result<(), Refusal> {
    let interrupt = settings.interrupt.clone();
    if let Some(first) = settings.roots.first() {
        Disk::open(first, Reach::Roots(settings.roots.clone()))?;
    }
    let unread = Unread::default();
    let server = Server::new(settings, unread.clone())?;
    let (turn, stop) = (Arc::clone(&server.turn), Arc::clone(&server.stop));
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Reason::Io {
            during: "start the server",
            error: error.to_string(),
        })?;
    runtime.block_on(async {
        let (input, output) = stdio_pipes();
        let over = Arc::new(Notify::new());
        let input = ClientInput::new(input, Arc::clone(&turn), Arc::clone(&over));
        let lines = LineTransport::new(input, output, LONGEST_MESSAGE, unread);
        // A client that leaves before it has said what it speaks has asked for nothing.
        if let Ok(service) = server.serve(lines).await {
            let ending = service.cancellation_token();
            let stopped = async {
                stop.notified().await;
                ending.cancel();
                sleep(UNREAD).await;
            };
            let left = async {
                over.notified().await;
                sleep(UNREAD).await;
            };
            tokio::select! {
                _ = service.waiting() => {}
                () = stopped => {}
                () = left => {}
            }
        }
        // The turn comes back when the call that has it is done; those after it see that it is over.
        drop(turn.lock().await);
    });
    // A thread may still wait for input or for room in the output; nothing depends on it.
    runtime.shutdown_background();
    interrupt.check().map_err(Refusal::from)
}

/// One client's server.
struct Server {
    tools: Vec<rmcp::model::Tool>,
    tools_by_name: Vec<(String, Tool)>,
    calls: Arc<Calls>,
    /// The call that has it is being done; the others wait in the order they came.
    turn: Arc<Mutex<()>>,
    /// Told when a signal has asked for an end.
    stop: Arc<Notify>,
    interrupt: Interrupt,
    /// The parts of files that the client sees in the answers on their way.
    unread: Unread,
}

impl Server {
    fn new(settings: ServerSettings, unread: Unread) -> Result<Self, Reason> {
        let offered = catalog::offered(&settings)?;
        let defined = |definition| serde_json::from_value(definition).ok();
        let tools = offered
            .iter()
            .filter_map(|offered| defined(offered.definition.clone()));
        Ok(Self {
            tools: tools.collect(),
            tools_by_name: offered
                .iter()
                .map(|offered| (offered.name().to_owned(), offered.tool))
                .collect(),
            interrupt: settings.interrupt.clone(),
            calls: Arc::new(Calls::new(settings, catalog::means(&offered))),
            turn: Arc::default(),
            stop: Arc::default(),
            unread,
        })
    }

    fn named(&self, name: &str) -> Result<Tool, ErrorData> {
        let named = self.tools_by_name.iter().find(|(known, _)| known == name);
        named.map(|(_, tool)| *tool).ok_or_else(|| {
            let names: Vec<&str> = self
                .tools_by_name
                .iter()
                .map(|(name, _)| name.as_str())
                .collect();
            let names = names.join(", ");
            ErrorData::invalid_params(
                format!("unknown tool `{name}`; this server offers {names}"),
                None,
            )
        })
    }

    /// Waits for its turn and does the call on another thread.
    async fn call(
        &self,
        tool: Tool,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(CallOutcome, Sightings), ErrorData> {
        let cancelled = || ErrorData::internal_error("the call was cancelled", None);
        let turn = tokio::select! {
            turn = Arc::clone(&self.turn).lock_owned() => turn,
            () = context.ct.cancelled() => return Err(cancelled()),
        };
        let interrupt = self.interrupt.of_one_run();
        let work = Work {
            calls: Arc::clone(&self.calls),
            tool,
            request,
            repeated: context.extensions.get().cloned(),
            interrupt: interrupt.clone(),
            turn,
        };
        let mut done = tokio::task::spawn_blocking(|| work.run());
        let answer = tokio::select! {
            answer = &mut done => answer,
            () = context.ct.cancelled() => {
                interrupt.call_off();
                done.await
            }
        };
        if self.interrupt.received().is_some() {
            self.stop.notify_one();
        }
        answer.map_err(|_| cancelled())
    }
}

/// A call whose turn it is.
struct Work {
    calls: Arc<Calls>,
    tool: Tool,
    request: CallToolRequestParams,
    /// That names are given twice in the arguments.
    repeated: Option<Repeated>,
    interrupt: Interrupt,
    turn: OwnedMutexGuard<()>,
}

impl Work {
    fn run(self) -> (CallOutcome, Sightings) {
        let arguments = match self.repeated {
            Some(Repeated(malformed)) => Err(malformed),
            None => Ok(self.request.arguments.unwrap_or_default()),
        };
        let answer = self.calls.answer(
            self.tool,
            &self.request.name,
            arguments,
            self.interrupt.clone(),
        );
        // Between calls a signal may kill: nothing is at stake.
        self.interrupt.obey();
        drop(self.turn);
        answer
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("incise", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let message = format!("there is no method `{}`", request.method);
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.named(&request.name)?;
        let id = context.id.clone();
        let takes_objects = takes_objects(&context);
        let (outcome, sightings) = self.call(tool, request, context).await?;
        self.unread.keep(id, sightings);
        let answer = if takes_objects && self.calls.gives_objects(tool) {
            outcome.as_object()
        } else {
            outcome.in_words(self.calls.anchors())
        };
        Ok(result_of(answer).into())
    }
}

/// Whether the client's revision of the protocol has objects in answers.
fn takes_objects(context: &RequestContext<RoleServer>) -> bool {
    let agreed = context.peer.peer_info();
    agreed.is_none_or(|client| client.protocol_version >= ProtocolVersion::V_2025_06_18)
}

/// The answer in the words of the protocol.
fn result_of(answer: CallAnswer) -> CallToolResult {
    let content = vec![ContentBlock::text(answer.text)];
    let mut result = if answer.is_refused {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    result.structured_content = answer.structured;
    result
}
