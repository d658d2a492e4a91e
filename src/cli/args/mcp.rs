//! `incise mcp`

use clap::Args;

use super::shared::choice;
use crate::cli::page::CommandPage;
use crate::mcp::Profile;
use crate::refusal::Reason;

/// The arguments of `incise mcp`.
#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// Offer only tools that change nothing
    #[arg(long)]
    read_only: bool,
    /// Offer only these tools, separated by commas
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    tools: Vec<String>,
    /// Vocabulary: native (default), anthropic, openai, filesystem, serena
    #[arg(long, value_name = "WORDS")]
    profile: Option<String>,
    /// Answer with objects, not words, and list their schemas
    #[arg(long)]
    schemas: bool,
    /// Task of calls that name none (default: a task of its own)
    #[arg(long, value_name = "ID")]
    task: Option<String>,
}

/// The same, taken apart.
pub(crate) struct McpTerms {
    pub(crate) is_read_only: bool,
    pub(crate) profile: Profile,
    pub(crate) tools: Vec<String>,
    pub(crate) gives_objects: bool,
    pub(crate) task: Option<String>,
}

impl McpArgs {
    /// The help page of the command.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "mcp",
        about: "Serve the edits over the Model Context Protocol; started by a client",
        examples: [
            "mcp --root ~/project",
            "mcp --root . --read-only --tools preview,read_lines",
        ],
        usage: "mcp [--root DIR] [FLAGS]",
        elsewhere: &[],
    };

    /// The kind of server that is asked for.
    pub(crate) fn meaning(self) -> Result<McpTerms, Reason> {
        let Self {
            read_only,
            tools,
            profile,
            schemas,
            task,
        } = self;
        let profile = choice("--profile", profile.as_deref(), Profile::WORDS)?;
        Ok(McpTerms {
            is_read_only: read_only,
            profile: profile.unwrap_or_default(),
            tools: tools
                .into_iter()
                .map(|name| name.trim().to_owned())
                .filter(|name| !name.is_empty())
                .collect(),
            gives_objects: schemas,
            task,
        })
    }
}
