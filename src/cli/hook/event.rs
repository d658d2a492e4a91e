//! A tool call, as Claude Code reports it before and after the call. Codex has the same protocol.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::cli::context::{CommandContext, NamesFrom};
use crate::cli::environment::Environment;
use crate::dialect::{self, Ask};
use crate::refusal::{Reason, Refusal};
use crate::request::{AskedLines, FilePart, Request};
use crate::run::{Shows, World};

/// A tool call, with the fields that matter here.
#[derive(Deserialize)]
pub(super) struct Event {
    session_id: String,
    /// The subagent of the session, if one makes the call.
    agent_id: Option<String>,
    cwd: PathBuf,
    tool_name: String,
    #[serde(default)]
    tool_input: Map<String, Value>,
    tool_use_id: Option<String>,
    /// The result; null before the call.
    #[serde(default)]
    tool_response: Value,
}

impl Event {
    /// The task from `INCISE_TASK`. Otherwise, each session and each subagent is a task.
    pub(super) fn task(&self, environment: &Environment) -> String {
        match (environment.task(), &self.agent_id) {
            (Some(task), _) => task,
            (None, Some(agent)) => format!("{}/{agent}", self.session_id),
            (None, None) => self.session_id.clone(),
        }
    }

    /// Identifies the call in both of its events.
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

    /// The edit of the call; `None` if a request cannot express it, as for a notebook cell.
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

    /// True if the call contains the complete new text of the file.
    pub(super) fn has_whole_text(&self) -> bool {
        self.tool_name == "Write"
    }

    /// The file that the call has read, and the part that was shown; `None` for other calls.
    pub(super) fn file_read(&self) -> Option<(PathBuf, FilePart)> {
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

    /// The hint for an agent whose edit is denied.
    pub(super) fn hint(&self, task: &str) -> String {
        match self.path() {
            Some(_) => "read the file again, then edit the current text".to_owned(),
            // This agent reads files with shell commands, which trigger no hook.
            None => format!(
                "read the file again with `incise view FILE --task {task}`, then edit the current text"
            ),
        }
    }

    /// The world of the call: relative paths start from the call's directory, and a file uses the journal of the
    /// workspace around it.
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
        // Keeps lines of private files out of the answers.
        world.journal.shows = Some(Shows::default());
        world
    }
}

/// Refuses to read a file: an event contains its texts.
fn no_file(_: &Path) -> Result<bytes::Bytes, Refusal> {
    Err(Reason::usage(
        "an event names no file for its text",
        "give the text itself",
    )
    .into())
}
