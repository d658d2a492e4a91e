//! A payload that was understood, and what became of it.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use serde::Serialize;

use super::call::{Call, Caller};
use crate::refusal::ExitClass;
use crate::render::SCHEMA;
use crate::render::escape::path_bytes;
use crate::render::wire::JsonText;
use crate::report::{Report, ViewReport};
use crate::request::{Action, FilePart, Move, Request, Run, Step, Terms};
use crate::text::LineNumber;

/// A vocabulary that payloads are written in.
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
    /// VS Code's replace_string_in_file and opencode's edit: `filePath`, `oldString`, `newString`, `replaceAll`.
    ReplaceString,
    /// `edits` of `oldString` and `newString`.
    ReplaceStrings,
    /// opencode's apply_patch: `patchText`.
    PatchString,
    /// Cline's replace_in_file and Roo's apply_diff: `path`, `diff`.
    Blocks,
    /// `start_line`, `end_line`, `new_content`.
    LineRange,
    /// `line`, `content`.
    LineInsert,
    /// `mode` (create, edit, append, overwrite) and `content`.
    WriteMode,
    /// Serena's tools: `name_path`, `relative_path`, `body`; `needle`, `repl`.
    #[cfg_attr(not(feature = "serena"), expect(dead_code, reason = "left out"))]
    Serena,
    /// hashline and its relatives: `[PATH#TAG]`, `12:a3`, `12#ZP`.
    Hashline,
    /// `path`, `patch`.
    PatchText,
    /// `diff` or `diff_file`, `target`, `mode`, `fuzzy_threshold`, `dry_run`, `strict_validation`.
    PatchFile,
}

impl Dialect {
    /// The name of it in messages.
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
            Self::EditList | Self::ReplaceStrings => "a list of `edits`",
            Self::ReplaceString => "VS Code's replace_string_in_file",
            Self::PatchString => "opencode's apply_patch",
            Self::Blocks => "Cline's replace_in_file",
            Self::LineRange => "an edit of lines",
            Self::LineInsert => "an insertion at a line",
            Self::WriteMode => "a write with `mode`",
            Self::Serena => "a tool of Serena",
            Self::Hashline => "the notation of hashline",
            Self::PatchText => "a patch of one file",
            Self::PatchFile => "a patch with `target`",
        }
    }
}

/// The request of a payload.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// An edit.
    Request(Request),
    /// To see a file, or a directory two levels deep.
    View {
        /// Which, as typed.
        path: PathBuf,
        /// Which part of a file.
        part: FilePart,
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
    /// The conditions of the request.
    pub fn terms(&self) -> &Terms {
        match self {
            Self::Request(request) => &request.terms,
            Self::View { terms, .. } | Self::Undo { terms, .. } => terms,
        }
    }

    /// The conditions of the request, to be changed by what the caller gives elsewhere.
    pub fn terms_mut(&mut self) -> &mut Terms {
        match self {
            Self::Request(request) => &mut request.terms,
            Self::View { terms, .. } | Self::Undo { terms, .. } => terms,
        }
    }

    /// The conditions of the request, and its steps.
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
    /// The vocabulary of the payload.
    pub dialect: Dialect,
    /// The request of the payload.
    pub ask: Ask,
    /// The form of its answer.
    pub(super) shape: Shape,
    /// The call that it came in.
    pub(super) call: Option<Call>,
}

/// The form of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Our report, in whatever format the caller chose.
    Report,
    /// Text, as the text editor tool answers this command about this path.
    Editor(EditorCommand, PathBuf),
    /// The part of a file that was read.
    Read(Reading),
    /// The files of a patch.
    Summary,
    /// `apply_patch_call_output` for the call of this id.
    PatchCall(Option<String>),
}

/// The form of an answer with a part of a file. Tools of Serena have forms of their own.
#[cfg_attr(not(feature = "serena"), expect(dead_code, reason = "left out"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The lines with their numbers, as the text editor tool answers.
    Editor,
    /// By itself.
    Text,
    /// A symbol in Serena's form: its place and its text.
    Symbol,
    /// Printed like `view` prints it.
    Shown,
}

/// The outcome of a payload.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one for each call")]
pub enum PayloadOutcome {
    /// An edit or an undo was done, or refused; also a view that was refused.
    Report(Report),
    /// A file was read.
    View(ViewReport),
    /// A directory was listed.
    Listing(Listing),
}

impl PayloadOutcome {
    /// The outcome, with the line of the request that each refused edit stands on; `lines` has that of
    /// each step, or nothing.
    #[must_use]
    pub fn on_lines(mut self, lines: &[usize]) -> Self {
        if let Self::Report(report) = &mut self {
            for refusal in &mut report.refusals {
                let step = refusal.edit.and_then(|edit| edit.checked_sub(1));
                let line = step.and_then(|step| lines.get(step).copied());
                refusal.request_line = line.and_then(LineNumber::new);
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

/// The entries of a directory, two levels deep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The directory, as typed.
    pub path: PathBuf,
    /// Entries relative to it, sorted; directories end in `/`. Hidden ones are left out.
    pub entries: Vec<Bytes>,
    /// The number of entries that are not listed.
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
    /// The listing as one object, like a report.
    pub fn to_object(&self) -> Entries {
        Entries {
            schema: SCHEMA,
            ok: true,
            success: true,
            operation: "view",
            path: JsonText::from_bytes(&path_bytes(&self.path)),
            changed: false,
            entries: self
                .entries
                .iter()
                .map(|entry| JsonText::from_bytes(entry))
                .collect(),
            entries_total: self.entries.len() + self.more,
        }
    }
}

/// A command of Anthropic's text editor tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorCommand {
    /// `view`
    View,
    /// `str_replace`
    StrReplace,
    /// `create`
    Create,
    /// `insert`
    Insert,
    /// `undo_edit`
    UndoEdit,
}

/// A request of our own.
impl From<Request> for Payload {
    fn from(request: Request) -> Self {
        Self {
            dialect: Dialect::Incise,
            ask: Ask::Request(request),
            shape: Shape::Report,
            call: None,
        }
    }
}

/// The tool of our own server that writes nothing.
const PREVIEW: &str = "preview";

impl Payload {
    /// True if its answer is JSON of its own, whatever format was chosen.
    pub fn answers_json(&self) -> bool {
        matches!(self.shape, Shape::PatchCall(_))
            || self.call.as_ref().and_then(Call::answer_form).is_some()
    }

    /// The payload that stood in `call`.
    #[must_use]
    pub(super) fn of_call(mut self, call: Call, caller: Caller) -> Self {
        self.call = Some(call);
        let terms = self.ask.terms_mut();
        terms.left_out.extend(caller.left_out);
        if caller.tool.as_deref() == Some(PREVIEW) {
            terms.run = Run::DryRun;
        }
        match caller.directory {
            Some(directory) => self.in_directory(&directory),
            None => self,
        }
    }

    /// The payload, whose relative paths start from `directory`.
    #[must_use]
    pub(super) fn in_directory(mut self, directory: &Path) -> Self {
        match &mut self.ask {
            Ask::Request(request) => {
                for step in &mut request.steps {
                    start_from(directory, &mut step.path);
                    if let Action::Move(Move { to, .. }) = &mut step.action {
                        start_from(directory, to);
                    }
                }
            }
            Ask::View { path, .. } | Ask::Undo { path, .. } => start_from(directory, path),
        }
        self
    }
}

fn start_from(directory: &Path, path: &mut PathBuf) {
    *path = if path.as_os_str() == "." {
        directory.to_path_buf()
    } else {
        directory.join(&path)
    };
}
