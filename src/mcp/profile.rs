//! In whose vocabulary the tools are offered.

use super::call::Tool;
use crate::request::rule::Choices;

/// A vocabulary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Our own.
    #[default]
    Native,
    /// Anthropic's text editor.
    Anthropic,
    /// OpenAI's `apply_patch`.
    OpenAi,
    /// The file tools of the reference file-system server.
    Filesystem,
}

impl Profile {
    /// The words for them.
    pub(crate) const WORDS: Choices<Self> = &[
        ("native", Self::Native),
        ("anthropic", Self::Anthropic),
        ("openai", Self::OpenAi),
        ("filesystem", Self::Filesystem),
    ];

    /// Its tools as clients see them, but for the output schema: a JSON list.
    pub(super) fn definitions(self) -> &'static str {
        match self {
            Self::Native => include_str!("native.json"),
            Self::Anthropic => include_str!("anthropic.json"),
            Self::OpenAi => include_str!("openai.json"),
            Self::Filesystem => include_str!("filesystem.json"),
        }
    }

    /// What its tool called `name` does.
    pub(super) fn tool(self, name: &str) -> Option<Tool> {
        Some(match (self, name) {
            (Self::Native, "edit") => Tool::Edit,
            (Self::Native, "preview") => Tool::Preview,
            (Self::Native, "apply_patch") => Tool::ApplyPatch,
            (Self::Native, "read_lines") => Tool::ReadLines,
            (Self::Native, "history") => Tool::History,
            (Self::Native, "undo") => Tool::Undo,
            (Self::Anthropic, "str_replace_based_edit_tool") => Tool::TextEditor,
            (Self::OpenAi, "apply_patch") => Tool::PatchCall,
            (Self::Filesystem, "read_text_file") => Tool::ReadText,
            (Self::Filesystem, "write_file") => Tool::WriteFile,
            (Self::Filesystem, "edit_file") => Tool::EditFile,
            (Self::Filesystem, "move_file") => Tool::MoveFile,
            (Self::Filesystem, "list_allowed_directories") => Tool::Allowed,
            _ => return None,
        })
    }
}
