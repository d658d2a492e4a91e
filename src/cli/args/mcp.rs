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
    pub(crate) read_only: bool,
    /// Offer only these tools, separated by commas
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    tools: Vec<String>,
    #[cfg_attr(
        feature = "serena",
        doc = "Tools: native (default), anthropic, openai, filesystem, serena"
    )]
    #[cfg_attr(
        not(feature = "serena"),
        doc = "Tools: native (default), anthropic, openai, filesystem"
    )]
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
    /// Answer with JSON objects, and list their schemas
    #[arg(long)]
    pub(crate) schemas: bool,
    /// Task for calls without a task (default: one per session)
    #[arg(long, value_name = "ID")]
    pub(crate) task: Option<String>,
}

impl McpArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "mcp",
        about: "Serve the editing tools over the Model Context Protocol; started by a client",
        examples: [
            "mcp --root ~/project",
            "mcp --root . --read-only --tools preview,read_lines",
        ],
        usage: "mcp [--root DIR] [FLAGS]",
        foreign_flags: &[],
    };

    pub(crate) fn profile(&self) -> Result<Profile, Reason> {
        let profile = choice("--profile", self.profile.as_deref(), Profile::WORDS)?;
        Ok(profile.unwrap_or_default())
    }

    /// The names of the tools to offer. Empty for all tools.
    pub(crate) fn tools(&self) -> Vec<String> {
        let names = self.tools.iter().map(|name| name.trim());
        names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    }
}
