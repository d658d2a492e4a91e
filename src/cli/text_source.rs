//! The sources of the texts that a command line names. The [intake](super::intake) reads them.

use std::ffi::OsString;
use std::path::PathBuf;

use bytes::Bytes;

use crate::refusal::Reason;
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
