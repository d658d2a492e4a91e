//! Other people's edit payloads, read into our [`Request`] and answered in the shape their callers expect.
//!
//! Pure: no file is opened here. A payload is recognised by its keys ([`recognise`]), `run` does what it
//! asks, and [`Payload::answer`] words the outcome. A payload that fits no mode of any dialect is refused
//! with the dialect it comes closest to, the fields that do not belong there and an example of each mode
//! that is allowed; nothing is guessed.

mod answer;
mod batch;
mod choose;
mod envelope;
mod fields;
mod mode;
mod patch;
mod string;
mod text_editor;
mod whole;

use std::path::{Path, PathBuf};

use bytes::Bytes;
use serde::Serialize;

use crate::refusal::{ExitClass, Refusal, Refusals};
use crate::render::SCHEMA;
use crate::render::escape::path_bytes;
use crate::render::wire::JsonText;
use crate::report::{Report, ViewReport};
use crate::request::json::{self, Given, Node};
use crate::request::{Request, Step, Terms};
use crate::text::LineRange;

pub use answer::{Answer, patch_summary, refusal_text};
pub use batch::Transaction;
pub use envelope::{PROGRAMS, is_envelope, of_envelope};
#[cfg(test)]
use mode::MODES;

/// Reads a text that a payload names (`diff_file`), inside the root.
pub type ReadText<'a> = &'a mut dyn FnMut(&Path) -> Result<Bytes, Refusal>;

/// Whose vocabulary a payload is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `incise.request/1`.
    Incise,
    /// Anthropic's text editor tool: `command`, `old_str`, `new_str`.
    TextEditor,
    /// Claude Code's Edit: `file_path`, `old_string`, `new_string`, `replace_all`.
    ClaudeEdit,
    /// Claude Code's Write: `file_path`, `content`.
    ClaudeWrite,
    /// OpenAI's `apply_patch_call`: `operation` with `type`, `path` and `diff`.
    PatchCall,
    /// The `*** Begin Patch` envelope.
    Envelope,
    /// Gemini's replace: Edit with `expected_replacements` or `allow_multiple`.
    Gemini,
    /// The MCP filesystem server's `edit_file`: `edits` of `oldText` and `newText`, `dryRun`.
    Filesystem,
    /// `old_content`, `new_content`, `occurrence`.
    OldContent,
    /// `old_text`, `new_text`, `replace_all`, `insert_line`, `expected_matches`.
    OldText,
    /// `edits` of `old_string`, `new_string` and `replace_all`.
    EditList,
    /// `start_line`, `end_line`, `new_content`.
    LineRange,
    /// `line`, `content`.
    LineInsert,
    /// `mode` (create, edit, append, overwrite) and `content`.
    WriteMode,
    /// `path`, `patch`.
    PatchText,
    /// `diff` or `diff_file`, `target`, `mode`, `fuzzy_threshold`, `dry_run`, `strict_validation`.
    PatchFile,
}

impl Dialect {
    /// What messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Incise => "incise.request/1",
            Self::TextEditor => "Anthropic's text editor",
            Self::ClaudeEdit => "Claude Code's Edit",
            Self::ClaudeWrite => "Claude Code's Write",
            Self::PatchCall => "OpenAI's apply_patch_call",
            Self::Envelope => "the `*** Begin Patch` envelope",
            Self::Gemini => "Gemini's replace",
            Self::Filesystem => "the MCP filesystem server's edit_file",
            Self::OldContent => "an edit by `old_content`",
            Self::OldText => "an edit by `old_text`",
            Self::EditList => "a list of `edits`",
            Self::LineRange => "an edit of lines",
            Self::LineInsert => "an insertion at a line",
            Self::WriteMode => "a write with `mode`",
            Self::PatchText => "a patch of one file",
            Self::PatchFile => "a patch with `target`",
        }
    }
}

/// What a payload asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// An edit.
    Request(Request),
    /// To see a file, or a directory two levels deep.
    View {
        /// Which, as typed.
        path: PathBuf,
        /// Which lines of a file; all when `None`.
        lines: Option<LineRange>,
        /// Size limit, binary files, who reads.
        terms: Terms,
    },
    /// To take back the latest edit of a file.
    Undo {
        /// Which, as typed.
        path: PathBuf,
        /// Under what conditions.
        terms: Terms,
    },
}

impl Ask {
    /// Its conditions.
    pub fn terms(&self) -> &Terms {
        match self {
            Self::Request(request) => &request.terms,
            Self::View { terms, .. } | Self::Undo { terms, .. } => terms,
        }
    }

    /// Its conditions, to be changed by what the caller gives elsewhere.
    pub fn terms_mut(&mut self) -> &mut Terms {
        match self {
            Self::Request(request) => &mut request.terms,
            Self::View { terms, .. } | Self::Undo { terms, .. } => terms,
        }
    }

    /// Its conditions and its steps.
    pub fn parts_mut(&mut self) -> (&mut Terms, &mut [Step]) {
        match self {
            Self::Request(request) => (&mut request.terms, &mut request.steps),
            Self::View { terms, .. } | Self::Undo { terms, .. } => (terms, &mut []),
        }
    }

    /// The word in the report's `operation` when nothing could be run.
    pub fn operation(&self) -> &str {
        match self {
            Self::Request(request) => match &request.steps[..] {
                [step] => step.action.operation(),
                _ => "apply",
            },
            Self::View { .. } => "view",
            Self::Undo { .. } => "undo",
        }
    }
}

/// A payload that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Payload {
    /// Whose it is.
    pub dialect: Dialect,
    /// What it asks for.
    pub ask: Ask,
    /// How its answer looks.
    shape: Shape,
}

/// How an answer looks.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// Our report, in whatever format the caller chose.
    Report,
    /// Text, as the text editor tool answers this command about this path.
    Editor(text_editor::Command, PathBuf),
    /// `apply_patch_call_output` for the call of this id.
    PatchCall(Option<String>),
}

/// What became of a payload.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one for each call")]
pub enum Outcome {
    /// An edit or an undo was done, or refused; also a view that was refused.
    Report(Report),
    /// A file was read.
    View(ViewReport),
    /// A directory was listed.
    Listing(Listing),
}

impl Outcome {
    /// The outcome, with the line of the request that each refused edit stands on; `lines` has that of
    /// each step, or nothing.
    #[must_use]
    pub fn on_lines(mut self, lines: &[usize]) -> Self {
        if let Self::Report(report) = &mut self {
            for refusal in &mut report.refusals {
                let step = refusal.edit.and_then(|edit| edit.checked_sub(1));
                refusal.request_line = step.and_then(|step| lines.get(step).copied());
            }
        }
        self
    }

    /// The class of the exit status.
    pub fn exit_class(&self) -> ExitClass {
        match self {
            Self::Report(report) => report.exit_class(),
            Self::View(_) | Self::Listing(_) => ExitClass::Done,
        }
    }
}

/// What is in a directory, two levels deep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The directory, as typed.
    pub path: PathBuf,
    /// Entries relative to it, sorted; directories end in `/`. Hidden ones are left out.
    pub entries: Vec<Bytes>,
    /// How many more there are.
    pub more: usize,
}

/// `incise.report/1` of a directory that was listed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Entries {
    /// `incise.report/1`.
    pub schema: &'static str,
    /// Always true.
    pub ok: bool,
    /// The same as `ok`.
    pub success: bool,
    /// `view`.
    pub operation: &'static str,
    /// The directory, as typed.
    pub path: JsonText,
    /// Always false.
    pub changed: bool,
    /// Names relative to it, sorted; those of directories end in `/`.
    pub entries: Vec<JsonText>,
    /// How many there are.
    pub entries_total: usize,
}

impl Listing {
    /// As one object of the report's kind.
    pub fn to_object(&self) -> Entries {
        Entries {
            schema: SCHEMA,
            ok: true,
            success: true,
            operation: "view",
            path: JsonText::of(&path_bytes(&self.path)),
            changed: false,
            entries: self
                .entries
                .iter()
                .map(|entry| JsonText::of(entry))
                .collect(),
            entries_total: self.entries.len() + self.more,
        }
    }

    /// A line for each entry.
    pub fn to_text(&self) -> Vec<u8> {
        answer::listing(self)
    }
}

/// Reads one payload of any dialect, `incise.request/1` included. Messages call it `label` ("the request",
/// "line 7"). `read` is asked for texts that the payload names by file.
///
/// # Errors
/// `bad_request` or `mixed_modes` with the closest dialect, the fields that do not belong and an example
/// of each allowed mode; what `read` refuses.
pub fn recognise(node: Node, label: &str, read: ReadText<'_>) -> Result<Payload, Refusals> {
    match node {
        Node::Object(members) if batch::is_list_of_payloads(&members) => {
            Ok(batch::payloads(members, label, read)?.into())
        }
        Node::Object(members) if !fields::is_native(&members) => {
            choose::payload(members, label, read)
        }
        Node::Text(text) if is_envelope(text.as_bytes()) => Ok(of_envelope(text.into())),
        node => Ok(json::read(node, label, Given::default())?.into()),
    }
}

/// A request of our own.
impl From<Request> for Payload {
    fn from(request: Request) -> Self {
        Self {
            dialect: Dialect::Incise,
            ask: Ask::Request(request),
            shape: Shape::Report,
        }
    }
}

/// Whether `node` is a payload of another dialect than `incise.request/1`, well-formed or not.
pub fn is_foreign(node: &Node) -> bool {
    match node {
        Node::Object(members) if batch::is_list_of_payloads(members) => true,
        Node::Object(members) => {
            !fields::is_native(members) && members.iter().any(|(name, _)| choose::is_known(name))
        }
        Node::Text(text) => is_envelope(text.as_bytes()),
        _ => false,
    }
}

impl Payload {
    /// The outcome in the shape its caller expects.
    pub fn answer(&self, outcome: &Outcome) -> Answer {
        answer::of(self, outcome)
    }

    /// Whether the answer it expects is JSON of its own, whatever format was chosen.
    pub fn answers_json(&self) -> bool {
        matches!(self.shape, Shape::PatchCall(_))
    }
}

#[cfg(test)]
mod tests;
