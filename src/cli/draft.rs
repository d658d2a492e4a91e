//! The request of a command line before anything is read: the sources of its texts, and the step that is made of
//! them. The [intake](super::intake) reads them.

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

/// The source of one text.
pub(crate) enum TextSource {
    /// The text was typed.
    Inline(Bytes),
    /// A file, which this flag or operand names; `-` is standard input.
    File(PathBuf, &'static str),
    /// Standard input: the operand of this name was left out.
    Operand(&'static str),
}

impl TextSource {
    /// The text, if it was given: typed, or by a file that `flag` names.
    pub(crate) fn given(
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

    /// The flag that names the file that the text is in; `None` for a typed text.
    pub(crate) fn file_flag(&self) -> Option<&'static str> {
        match self {
            Self::Inline(_) => None,
            Self::File(_, flag) | Self::Operand(flag) => Some(flag),
        }
    }

    /// The text that comes in by `--text` or `--text-file`, which must be given.
    pub(crate) fn needed(typed: Option<OsString>, file: Option<PathBuf>) -> Result<Self, Reason> {
        Self::given(typed, file, "--text-file").ok_or_else(|| {
            Reason::usage(
                "`--text` is missing",
                "--text TEXT, or --text-file FILE (--text-file - is standard input); --text '' is an empty text",
            )
        })
    }

    /// The whole text of a file. Typed as an argument it is lines, and the last has its ending too; from a file or a
    /// pipe it is what it is, byte for byte.
    pub(crate) fn needed_whole(
        typed: Option<OsString>,
        file: Option<PathBuf>,
    ) -> Result<Self, Reason> {
        Ok(match Self::needed(typed, file)? {
            Self::Inline(text) => Self::Inline(ended(text)),
            source => source,
        })
    }

    /// The contents of an operand; of standard input when it was left out.
    pub(crate) fn operand(file: Option<PathBuf>, name: &'static str) -> Self {
        file.map_or(Self::Operand(name), |file| Self::File(file, name))
    }
}

/// `text` with an ending after its last line, as its first has it. An empty text has no line.
fn ended(text: Bytes) -> Bytes {
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

/// The action with a text that is not read yet.
type FromText = Box<dyn FnOnce(Bytes) -> Result<Action, Reason>>;

/// The request for files that are not looked for yet, of an old and a new text that are not read yet.
type FromTexts = Box<dyn FnOnce(Vec<Target>, Bytes, Option<Bytes>) -> Result<Request, Reason>>;

/// The request of an editing command.
#[allow(
    clippy::large_enum_variant,
    reason = "there is one of them for each call"
)]
pub(crate) enum EditInput {
    /// A single request.
    Request(RequestDraft),
    /// Payloads of any dialect, as one transaction or each as its own.
    Payloads {
        /// The operand.
        source: Option<PathBuf>,
        /// `--each`
        is_each: bool,
    },
    /// Recorded transactions, each as its own (`replay --each`).
    EachEntry(TextSource),
}

impl From<RequestDraft> for EditInput {
    fn from(draft: RequestDraft) -> Self {
        Self::Request(draft)
    }
}

/// A request whose texts are not read yet.
pub(crate) enum RequestDraft {
    /// The JSON document in a file (`--from-json`), for one operation and perhaps one file.
    Document(PathBuf, &'static str, Option<PathBuf>),
    /// The JSON document on standard input, as the command of this page was given nothing.
    Piped(&'static CommandPage),
    /// These actions, in order, on each of these files.
    Steps(Vec<PathBuf>, Vec<Action>),
    /// An action on each of these files, made of a text.
    TextStep {
        paths: Vec<PathBuf>,
        text: TextSource,
        action: FromText,
        repeat: Repeat,
    },
    /// Replacements in some files.
    Replace {
        /// The files that are typed.
        paths: Vec<PathBuf>,
        /// The other ones.
        selection: Box<SelectionArgs>,
        /// The text to find, or blocks of texts to find and to put there.
        old: TextSource,
        /// The text to put there.
        new: Option<TextSource>,
        request: FromTexts,
    },
    /// A diff.
    Patch {
        /// The text of the diff.
        diff: TextSource,
        /// The text it was made from.
        base: Option<TextSource>,
        /// The flags of the command; diff and base are still empty.
        patch: Box<PatchDiff>,
        repeat: Repeat,
    },
    /// Three texts, or one with conflict markers.
    Merge {
        /// The file that the result goes into.
        path: PathBuf,
        /// The text that both sides were made from and the other side; `None` where they are in the file.
        sides: Option<(TextSource, TextSource)>,
        favour: Option<Favour>,
    },
    /// Transactions that were recorded.
    Replay(TextSource),
    /// The output of another tool in this format; only the suggestions of these rules.
    #[cfg(feature = "suggestions")]
    Suggestions(SuggestionFormat, TextSource, Vec<String>),
}

impl RequestDraft {
    /// An action on each file of `paths`, made of `text`.
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

    /// This draft, in which an edit that is applied already is a success if `is_accepted`: by an old name of
    /// `--idempotent`.
    #[must_use]
    pub(crate) fn accepting_repeats(mut self, is_accepted: bool) -> Self {
        if let Self::TextStep { repeat, .. } | Self::Patch { repeat, .. } = &mut self
            && is_accepted
        {
            *repeat = Repeat::Accept;
        }
        self
    }
}
