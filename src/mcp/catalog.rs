//! The tools that a server offers, with the definitions that clients see.

use serde_json::{Value, json};

use super::ServerSettings;
use super::call::Tool;
use super::outline::outline;
use crate::refusal::Reason;
use crate::request::rule::Choices;
use crate::request::{Means, Reader, Tools, nearest};
use crate::schema::Document;

/// A tool that the server offers.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    pub(super) tool: Tool,
    /// Name, title, description, schemas and annotations, as a tool definition of the protocol.
    pub(super) definition: Value,
}

impl Offered {
    pub(super) fn name(&self) -> &str {
        self.definition["name"].as_str().unwrap_or_default()
    }
}

/// The tools that `settings` select.
///
/// # Errors
/// `usage` if a selected tool does not exist or no tool remains.
pub(super) fn offered(settings: &ServerSettings) -> Result<Vec<Offered>, Reason> {
    let mut tools: Vec<Offered> = Vec::new();
    for tool in profile_tools(settings) {
        let only_reads = tool.definition["annotations"]["readOnlyHint"] == true;
        let is_duplicate = tools.iter().any(|other| other.name() == tool.name());
        if (only_reads || !settings.is_read_only) && !is_duplicate {
            tools.push(tool);
        }
    }
    for name in &settings.tools {
        if !tools.iter().any(|tool| tool.name() == name) {
            return Err(unknown_tool(name, &tools, settings));
        }
    }
    if !settings.tools.is_empty() {
        tools.retain(|tool| settings.tools.iter().any(|name| name == tool.name()));
    }
    if tools.is_empty() {
        return Err(Reason::usage(
            "`--read-only` leaves no tool of this profile",
            "--profile native has tools that only read: preview, read_lines, check_files, history",
        ));
    }
    spell_out_preview(&mut tools, settings);
    Ok(tools)
}

/// The tools that hints can suggest to a client of `tools`.
pub(super) fn means(tools: &[Offered]) -> Means {
    let mut means = Tools::default();
    for offered in tools {
        match offered.tool {
            Tool::ReadLines => means.reader = Some(Reader::Lines("read_lines")),
            Tool::TextEditor => means.reader = Some(Reader::Editor("str_replace_based_edit_tool")),
            Tool::ReadText => means.reader = Some(Reader::Text("read_text_file")),
            Tool::Preview => means.preview = Some("preview"),
            Tool::History => means.history = Some("history"),
            Tool::Edit
            | Tool::ApplyPatch
            | Tool::CheckFiles
            | Tool::Undo
            | Tool::PatchCall
            | Tool::WriteFile
            | Tool::EditFile
            | Tool::MoveFile
            | Tool::AllowedDirectories
            | Tool::SymbolEdit
            | Tool::SymbolRead => {}
        }
    }
    Means::Tools(means)
}

/// Every tool of the profile, with its output schema if answers are objects. A tool may occur twice: unrestricted,
/// and for clients that may only read.
fn profile_tools(settings: &ServerSettings) -> Vec<Offered> {
    let json = settings.profile.definitions();
    let definitions: Vec<Value> = serde_json::from_str(json).unwrap_or_default();
    let mut offered = Vec::new();
    for mut definition in definitions {
        let name = definition["name"].as_str().unwrap_or_default();
        let Some(tool) = settings.profile.tool(name) else {
            continue;
        };
        if settings.gives_objects
            && let Some(shapes) = tool.answers()
        {
            add_output_schema(&mut definition, shapes);
        }
        offered.push(Offered { tool, definition });
    }
    offered
}

/// Inserts the output schema before the annotations.
fn add_output_schema(definition: &mut Value, shapes: &[(Document, &str)]) {
    let annotations = definition["annotations"].take();
    if let Some(members) = definition.as_object_mut() {
        members.remove("annotations");
        members.insert("outputSchema".to_owned(), outline(shapes).into());
        members.insert("annotations".to_owned(), annotations);
    }
}

/// If `edit` is not offered, adds the schema of an edit to `preview`.
fn spell_out_preview(tools: &mut [Offered], settings: &ServerSettings) {
    if tools.iter().any(|offered| offered.tool == Tool::Edit) {
        return;
    }
    let preview = tools
        .iter_mut()
        .find(|offered| offered.tool == Tool::Preview);
    let edit = profile_tools(settings)
        .into_iter()
        .find(|offered| offered.tool == Tool::Edit);
    let (Some(preview), Some(edit)) = (preview, edit) else {
        return;
    };
    let edits = edit.definition["inputSchema"]["properties"]["edits"].clone();
    preview.definition["inputSchema"]["properties"]["edits"] = edits;
    preview.definition["description"] = json!(
        "Show what these edits, or this patch, would do: report and refusals; nothing is written. `replace` needs \
         exactly one `old`. Edits of one file are applied in order; line numbers refer to the original."
    );
}

fn unknown_tool(name: &str, tools: &[Offered], settings: &ServerSettings) -> Reason {
    let names: Vec<&str> = tools.iter().map(Offered::name).collect();
    let is_writing = profile_tools(settings)
        .iter()
        .any(|tool| tool.name() == name);
    let hint = if is_writing {
        format!(
            "`--read-only` leaves {}; omit one of the two flags",
            names.join(", ")
        )
    } else if let Some(near) = nearest(name, names.iter().copied()) {
        format!("did you mean {near}?")
    } else {
        format!("this profile has {}", names.join(", "))
    };
    Reason::usage(
        format!("`--tools` names `{name}`, which is not offered"),
        hint,
    )
}

/// A set of tools in the vocabulary of one program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Our own tools.
    #[default]
    Native,
    /// Anthropic's text editor.
    Anthropic,
    /// OpenAI's `apply_patch`.
    OpenAi,
    /// The file tools of the reference file-system server.
    Filesystem,
    /// The symbol tools of Serena.
    #[cfg(feature = "serena")]
    Serena,
}

impl Profile {
    /// The values of `--profile`.
    pub(crate) const WORDS: Choices<Self> = &[
        ("native", Self::Native),
        ("anthropic", Self::Anthropic),
        ("openai", Self::OpenAi),
        ("filesystem", Self::Filesystem),
        #[cfg(feature = "serena")]
        ("serena", Self::Serena),
    ];

    /// The tool definitions, without output schemas, as a JSON list.
    pub(super) fn definitions(self) -> &'static str {
        match self {
            Self::Native => include_str!("native.json"),
            Self::Anthropic => include_str!("anthropic.json"),
            Self::OpenAi => include_str!("openai.json"),
            Self::Filesystem => include_str!("filesystem.json"),
            #[cfg(feature = "serena")]
            Self::Serena => include_str!("serena.json"),
        }
    }

    /// The tool called `name`.
    pub(super) fn tool(self, name: &str) -> Option<Tool> {
        Some(match (self, name) {
            (Self::Native, "edit") => Tool::Edit,
            (Self::Native, "preview") => Tool::Preview,
            (Self::Native, "apply_patch") => Tool::ApplyPatch,
            (Self::Native, "read_lines") => Tool::ReadLines,
            (Self::Native, "check_files") => Tool::CheckFiles,
            (Self::Native, "history") => Tool::History,
            (Self::Native, "undo") => Tool::Undo,
            (Self::Anthropic, "str_replace_based_edit_tool") => Tool::TextEditor,
            (Self::OpenAi, "apply_patch") => Tool::PatchCall,
            (Self::Filesystem, "read_text_file") => Tool::ReadText,
            (Self::Filesystem, "write_file") => Tool::WriteFile,
            (Self::Filesystem, "edit_file") => Tool::EditFile,
            (Self::Filesystem, "move_file") => Tool::MoveFile,
            (Self::Filesystem, "list_allowed_directories") => Tool::AllowedDirectories,
            #[cfg(feature = "serena")]
            (Self::Serena, "get_symbols_overview" | "find_symbol") => Tool::SymbolRead,
            #[cfg(feature = "serena")]
            (
                Self::Serena,
                "replace_symbol_body"
                | "insert_before_symbol"
                | "insert_after_symbol"
                | "replace_content"
                | "create_text_file",
            ) => Tool::SymbolEdit,
            _ => return None,
        })
    }
}
