//! A payload after it was read, and its outcome.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use serde::Serialize;

use super::call::{Call, Caller};
use crate::refusal::ExitClass;
use crate::render::SCHEMA;
use crate::render::escape::path_bytes;
use crate::render::wire::JsonText;
use crate::report::{Report, ViewReport};
use crate::request::{Action, FilePart, Move, Options, Request, Run, Step, Terms, Words};
use crate::text::LineNumber;

/// The vocabulary of a payload.
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
    /// The MCP filesystem server's `edit_file`: `edits` with `oldText` and `newText`, `dryRun`.
    Filesystem,
    /// `old_content`, `new_content`, `occurrence`.
    OldContent,
    /// `old_text`, `new_text`, `replace_all`, `insert_line`, `expected_matches`.
    OldText,
    /// `edits` with `old_string`, `new_string` and `replace_all`.
    EditList,
    /// VS Code's `replace_string_in_file` and opencode's `edit`: `filePath`, `oldString`, `newString`, `replaceAll`.
    ReplaceString,
    /// `edits` with `oldString` and `newString`.
    ReplaceStrings,
    /// opencode's `apply_patch`: `patchText`.
    PatchString,
    /// Cline's `replace_in_file` and Roo's `apply_diff`: `path`, `diff`.
    Blocks,
    /// `start_line`, `end_line`, `new_content`.
    LineRange,
    /// `line`, `content`.
    LineInsert,
    /// `mode` (create, edit, append, overwrite) and `content`.
    WriteMode,
    /// Serena's tools: `name_path`, `relative_path`, `body`; `needle`, `repl`.
    #[cfg_attr(
        not(feature = "serena"),
        expect(dead_code, reason = "only Serena uses it")
    )]
    Serena,
    /// hashline and related tools: `[PATH#TAG]`, `12:a3`, `12#ZP`.
    Hashline,
    /// `path`, `patch`.
    PatchText,
    /// `diff` or `diff_file`, `target`, `mode`, `fuzzy_threshold`, `dry_run`, `strict_validation`.
    PatchFile,
}

impl Dialect {
    /// The name in messages.
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

/// The work that a payload requests.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// An edit.
    Request(Request),
    /// View a file, or list a directory two levels deep.
    View {
        /// The path, as typed.
        path: PathBuf,
        /// The part of a file.
        part: FilePart,
        /// Size limit, treatment of binary files, and reader.
        terms: Terms,
    },
    /// Undo the latest edit of a file.
    Undo {
        /// The path, as typed.
        path: PathBuf,
        /// The conditions of the undo.
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

    /// The conditions of the request, to be overridden by the caller.
    pub fn terms_mut(&mut self) -> &mut Terms {
        match self {
            Self::Request(request) => &mut request.terms,
            Self::View { terms, .. } | Self::Undo { terms, .. } => terms,
        }
    }

    /// The conditions and the steps of the request.
    pub fn parts_mut(&mut self) -> (&mut Terms, &mut [Step]) {
        match self {
            Self::Request(request) => (&mut request.terms, &mut request.steps),
            Self::View { terms, .. } | Self::Undo { terms, .. } => (terms, &mut []),
        }
    }

    /// The `operation` of the report if nothing could be run.
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

/// A payload that was read successfully.
#[derive(Clone, Debug, PartialEq)]
pub struct Payload {
    /// The dialect of the payload.
    pub dialect: Dialect,
    /// The work that the payload requests.
    pub ask: Ask,
    /// The form of the answer.
    pub(super) shape: Shape,
    /// The call that contained the payload.
    pub(super) call: Option<Call>,
}

/// The form of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Our report, in the format that the caller chose.
    Report,
    /// A text in the format of the text editor tool, for this command and path.
    Editor(EditorCommand, PathBuf),
    /// A part of a file.
    Read(Reading),
    /// The list of files in a patch.
    Summary,
    /// An `apply_patch_call_output` for the call with this ID.
    PatchCall(Option<String>),
}

/// The form of an answer with a part of a file. Serena's tools have several forms.
#[cfg_attr(
    not(feature = "serena"),
    expect(dead_code, reason = "only Serena uses it")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Numbered lines, in the format of the text editor tool.
    Editor,
    /// The text without numbers.
    Text,
    /// A symbol in Serena's format, with its location and text.
    Symbol,
    /// The output of `view`.
    Shown,
}

/// The outcome of a payload.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "only one exists for each call")]
pub enum PayloadOutcome {
    /// The report of an edit or undo, or of any refusal.
    Report(Report),
    /// The content of a file.
    View(ViewReport),
    /// The entries of a directory.
    Listing(Listing),
}

impl PayloadOutcome {
    /// Adds the line number of the request to each refused edit. `lines` has the line of each step, or is empty.
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

    /// The exit class.
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
    /// Entries relative to the directory, sorted. Directories end in `/`, and hidden entries are omitted.
    pub entries: Vec<Bytes>,
    /// The number of omitted entries.
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
    /// Names relative to the directory, sorted. Names of directories end in `/`.
    pub entries: Vec<JsonText>,
    /// The total number of entries, including omitted ones.
    pub entries_total: usize,
}

impl Listing {
    /// The listing in the form of a report.
    pub fn to_object(&self) -> Entries {
        Entries {
            schema: SCHEMA,
            ok: true,
            success: true,
            operation: "view",
            path: JsonText::from_bytes(path_bytes(&self.path)),
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

/// The tool of our MCP server that only previews edits.
const PREVIEW: &str = "preview";

impl Payload {
    /// A payload that is a text without fields. Its options are flags of the command line.
    pub(super) fn without_fields(dialect: Dialect, steps: Vec<Step>) -> Self {
        let terms = Terms {
            words: Words::TYPED.with(Options::CommonFlags),
            ..Terms::default()
        };
        Self {
            dialect,
            ..Request::from(steps).under(terms).into()
        }
    }

    /// True if the answer is a JSON message, whatever the format.
    pub fn answers_json(&self) -> bool {
        matches!(self.shape, Shape::PatchCall(_))
            || self.call.as_ref().and_then(Call::answer_form).is_some()
    }

    /// Adds the details of the `call` that contained the payload.
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

    /// The payload with its relative paths based on `directory`.
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
