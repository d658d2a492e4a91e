//! A call of a tool, as Claude Code tells of it before and after. Codex has the same protocol.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::cli::context::{CommandContext, NamesFrom};
use crate::cli::environment::Environment;
use crate::dialect::{self, Ask};
use crate::refusal::{Reason, Refusal};
use crate::request::{AskedLines, FilePart, Request};
use crate::run::{Shows, World};

/// A call of a tool. Fields that change nothing here are left out.
#[derive(Deserialize)]
pub(super) struct Event {
    session_id: String,
    /// An agent that the session has started.
    agent_id: Option<String>,
    cwd: PathBuf,
    tool_name: String,
    #[serde(default)]
    tool_input: Map<String, Value>,
    tool_use_id: Option<String>,
    /// The result, once there is one.
    #[serde(default)]
    tool_response: Value,
}

impl Event {
    /// The task that `INCISE_TASK` names; else each session is one, and each agent that it starts.
    pub(super) fn task(&self, environment: &Environment) -> String {
        match (environment.task(), &self.agent_id) {
            (Some(task), _) => task,
            (None, Some(agent)) => format!("{}/{agent}", self.session_id),
            (None, None) => self.session_id.clone(),
        }
    }

    /// The name of what is kept between the two events of the call.
    pub(super) fn key(&self) -> String {
        let agent = self.agent_id.as_deref().unwrap_or_default();
        let call = self.tool_use_id.as_deref().unwrap_or_default();
        [&self.session_id, agent, call].join("\n")
    }

    /// The file that the call names.
    pub(super) fn path(&self) -> Option<PathBuf> {
        let input = &self.tool_input;
        let path = input
            .get("file_path")
            .or_else(|| input.get("notebook_path"))?;
        Some(self.cwd.join(path.as_str()?))
    }

    /// The edit that the call asks for; `None` if it cannot be said in a request, as a cell of a notebook cannot.
    pub(super) fn request(&self) -> Option<Request> {
        let payload = if self.tool_name == "apply_patch" {
            let patch = self.tool_input.get("command")?.as_str()?;
            dialect::of_envelope(patch.to_owned().into())
        } else {
            let call = json!({ "tool_name": self.tool_name, "tool_input": self.tool_input });
            dialect::recognise(call.into(), "the event", &mut no_file).ok()?
        };
        match payload.ask {
            Ask::Request(request) => Some(request),
            Ask::View { .. } | Ask::Undo { .. } => None,
        }
    }

    /// True if the call gives all of the text that the file has afterwards.
    pub(super) fn gives_whole_text(&self) -> bool {
        self.tool_name == "Write"
    }

    /// The part of a file that the call has shown.
    pub(super) fn reading(&self) -> Option<(PathBuf, FilePart)> {
        if self.tool_name != "Read" {
            return None;
        }
        let file = self.tool_response.get("file")?;
        let number = |name: &str| file.get(name)?.as_u64();
        let (first, count) = (number("startLine")?, number("numLines")?);
        if first <= 1 && Some(count) == number("totalLines") {
            return Some((self.path()?, FilePart::Whole));
        }
        let lines = AskedLines::parse(&format!("{first}:{}", (first + count).checked_sub(1)?))?;
        Some((self.path()?, FilePart::Lines(lines)))
    }

    /// The way out for an agent whose edit is denied.
    pub(super) fn hint(&self, task: &str) -> String {
        match self.path() {
            Some(_) => "read the file again, then edit the current text".to_owned(),
            // This agent reads by shell commands, of which nobody tells us.
            None => format!(
                "read the file again with `incise view FILE --task {task}`, then edit the current text"
            ),
        }
    }

    /// The world of the call: relative paths start from its directory, and a file is in the journal of its own
    /// workspace.
    pub(super) fn world(&self, roots: Vec<PathBuf>, environment: &Environment) -> World {
        let mut directory = self.cwd.clone();
        if let Some(path) = self.path()
            && let Some(parent) = path.ancestors().skip(1).find(|parent| parent.is_dir())
        {
            directory = parent.to_owned();
        }
        let roots = roots.iter().map(|root| self.cwd.join(root)).collect();
        let context = CommandContext::new(directory, roots, environment, &[]);
        let mut world = context.world(NamesFrom::CommandLine);
        world.journal.command = vec!["hook".to_owned(), self.tool_name.clone()];
        // Lines of private files stay out of the answers.
        world.journal.shows = Some(Shows::default());
        world
    }
}

/// An event has its texts in it, and names no file for them.
fn no_file(_: &Path) -> Result<bytes::Bytes, Refusal> {
    Err(Reason::usage(
        "an event names no file for its text",
        "give the text itself",
    )
    .into())
}
