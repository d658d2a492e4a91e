//! The request of a command line before any input is read: the sources of its texts, and the step that they become.
//! The [intake](super::intake) reads the texts.

use std::ffi::OsString;
use std::path::PathBuf;

use bytes::Bytes;

use super::page::CommandPage;
use super::select::SelectionArgs;
#[cfg(feature = "suggestions")]
use crate::dialect::SuggestionFormat;
use crate::refusal::Reason;
use crate::request::{Action, Favour, PatchDiff, Repeat, Request, Target};
use crate::text;

pub(crate) enum TextSource {
    /// The text was typed.
    Inline(Bytes),
    /// A file that this flag or operand names; `-` is standard input.
    File(PathBuf, &'static str),
    /// Standard input, because the operand of this name is missing.
    Operand(&'static str),
}

impl TextSource {
    /// The typed text, or else the file that `flag` names; `None` if neither is given.
    pub(crate) fn from_flags(
        typed: Option<OsString>,
        file: Option<PathBuf>,
        flag: &'static str,
    ) -> Option<Self> {
        if let Some(text) = typed {
            return Some(Self::Inline(text.into_encoded_bytes().into()));
        }
        Some(Self::File(file?, flag))
    }

    /// True if the text comes from standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        match self {
            Self::Inline(_) => false,
            Self::File(path, _) => path.as_os_str() == "-",
            Self::Operand(_) => true,
        }
    }

    /// The flag or operand that names the file; `None` for a typed text.
    pub(crate) fn file_flag(&self) -> Option<&'static str> {
        match self {
            Self::Inline(_) => None,
            Self::File(_, flag) | Self::Operand(flag) => Some(flag),
        }
    }

    /// The text of `--text` or `--text-file`, one of which is required.
    pub(crate) fn require(typed: Option<OsString>, file: Option<PathBuf>) -> Result<Self, Reason> {
        Self::from_flags(typed, file, "--text-file").ok_or_else(no_text)
    }

    /// Like [`Self::require`], for the whole text of a file. A typed text consists of lines, so its last line gets a
    /// line ending. A text from a file or a pipe is used unchanged.
    pub(crate) fn require_whole_file(
        typed: Option<OsString>,
        file: Option<PathBuf>,
    ) -> Result<Self, Reason> {
        Ok(match Self::require(typed, file)? {
            Self::Inline(text) => Self::Inline(with_last_line_ending(text)),
            source => source,
        })
    }

    /// The text of the operand `name`: its file, or else standard input.
    pub(crate) fn operand(file: Option<PathBuf>, name: &'static str) -> Self {
        match file {
            Some(file) => Self::File(file, name),
            None => Self::Operand(name),
        }
    }
}

/// The refusal of a call without `--text` and `--text-file`.
pub(crate) fn no_text() -> Reason {
    Reason::usage(
        "`--text` is missing",
        "--text TEXT, or --text-file FILE (--text-file - is standard input); --text '' is an empty text",
    )
}

/// `text` with the line ending of its first line after the last line. An empty text has no lines.
fn with_last_line_ending(text: Bytes) -> Bytes {
    if text.is_empty() || text.ends_with(b"\n") || text.ends_with(b"\r") {
        return text;
    }
    let first = text::first_line(&text);
    let ending: &[u8] = if first.len() < text.len() && first.ends_with(b"\r") {
        b"\r\n"
    } else {
        b"\n"
    };
    [&text[..], ending].concat().into()
}

/// Builds an action from a text that is not read yet.
type FromText = Box<dyn FnOnce(Bytes) -> Result<Action, Reason>>;

/// Builds a request from the targets, the old text and the new text.
type FromTexts = Box<dyn FnOnce(Vec<Target>, Bytes, Option<Bytes>) -> Result<Request, Reason>>;

/// The input of an editing command.
#[allow(clippy::large_enum_variant, reason = "only one exists for each call")]
pub(crate) enum EditInput {
    /// A single request.
    Request(RequestDraft),
    /// Payloads of any dialect, as one transaction or as one transaction each.
    Payloads {
        source: Option<PathBuf>,
        is_each: bool,
    },
    /// Recorded transactions, each applied as one transaction (`replay --each`).
    EachEntry(TextSource),
}

impl From<RequestDraft> for EditInput {
    fn from(draft: RequestDraft) -> Self {
        Self::Request(draft)
    }
}

/// A request whose texts are not read yet.
pub(crate) enum RequestDraft {
    /// A JSON document in a file (`--from-json`).
    Document {
        source: PathBuf,
        /// The name of the command, which the document may omit.
        operation: &'static str,
        /// The file to edit, if the command line names one.
        path: Option<PathBuf>,
    },
    /// A JSON document on standard input, because the command of this page got no arguments.
    Piped(&'static CommandPage),
    /// These actions, in order, on each of these files.
    Steps(Vec<PathBuf>, Vec<Action>),
    /// An action on each of these files, built from a text.
    TextStep {
        paths: Vec<PathBuf>,
        text: TextSource,
        action: FromText,
        repeat: Repeat,
    },
    /// Replacements in some files.
    Replace {
        /// The files that the user typed.
        paths: Vec<PathBuf>,
        /// The flags that select more files.
        selection: Box<SelectionArgs>,
        /// The text to find, or blocks with texts to find and their replacements.
        old: TextSource,
        /// The replacement.
        new: Option<TextSource>,
        request: FromTexts,
    },
    /// A diff.
    Patch {
        diff: TextSource,
        /// The content that the diff was made from.
        base: Option<TextSource>,
        /// The flags of the command. The diff and the base are still empty.
        patch: Box<PatchDiff>,
        repeat: Repeat,
    },
    /// Three texts to merge, or a text with conflict markers.
    Merge {
        /// The file that receives the result.
        path: PathBuf,
        /// The base and the other side; `None` if the file at `path` contains them between conflict markers.
        sides: Option<(TextSource, TextSource)>,
        favour: Option<Favour>,
    },
    /// Recorded transactions.
    Replay(TextSource),
    /// The output of another tool.
    #[cfg(feature = "suggestions")]
    Suggestions {
        format: SuggestionFormat,
        source: TextSource,
        /// Only suggestions of these rules are applied; empty for all.
        rules: Vec<String>,
    },
}

impl RequestDraft {
    /// An action on each file of `paths`, built from `text`.
    pub(crate) fn text_step(
        paths: Vec<PathBuf>,
        text: TextSource,
        action: impl FnOnce(Bytes) -> Result<Action, Reason> + 'static,
    ) -> Self {
        Self::TextStep {
            paths,
            text,
            action: Box::new(action),
            repeat: Repeat::Refuse,
        }
    }

    /// Accepts an edit that is already applied, if `is_idempotent` (older flags with the meaning of `--idempotent`).
    #[must_use]
    pub(crate) fn with_repeats(mut self, is_idempotent: bool) -> Self {
        if is_idempotent
            && let Self::TextStep { repeat, .. } | Self::Patch { repeat, .. } = &mut self
        {
            *repeat = Repeat::Accept;
        }
        self
    }
}
