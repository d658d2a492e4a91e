//! `incise hook`

use std::path::PathBuf;

use clap::Args;

use super::shared::choice;
use crate::cli::foreign::ALL;
use crate::cli::page::CommandPage;
use crate::refusal::Reason;

/// The arguments of `incise hook`.
#[derive(Debug, Args)]
pub(crate) struct HookArgs {
    /// `pre` or `post`: the agent calls it before or after an edit, with the event on standard input; `install`: set up
    /// these calls
    #[arg(value_name = "ACTION")]
    when: Option<String>,
    /// With install: set up Claude Code
    #[arg(long)]
    claude: bool,
    /// With install: set up Codex
    #[arg(long, conflicts_with = "claude")]
    codex: bool,
    /// With install: settings file (default: the project's)
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
    /// With install: change the settings file instead of printing it
    #[arg(long)]
    pub(crate) write: bool,
}

/// An agent that calls hooks.
#[derive(Clone, Copy)]
pub(crate) enum HookAgent {
    Claude,
    Codex,
}

/// The work of `incise hook`.
#[derive(Clone, Copy)]
pub(crate) enum HookAction {
    /// An edit is about to be made.
    Pre,
    /// An edit was made, or a file was read.
    Post,
    /// Set up the calls of the agent.
    Install,
}

impl HookAction {
    const WORDS: &[(&str, Self)] = &[
        ("pre", Self::Pre),
        ("post", Self::Post),
        ("install", Self::Install),
    ];
}

impl HookArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "hook",
        about: "Check and log edits made with an agent's own tools; started by the agent",
        examples: ["hook install --claude", "hook install --claude --write"],
        usage: "hook pre|post|install [FLAGS]",
        foreign_flags: &[ALL],
    };

    pub(crate) fn action(&self) -> Result<HookAction, Reason> {
        choice("ACTION", self.when.as_deref(), HookAction::WORDS)?.ok_or_else(|| {
            Reason::usage(
                "`hook` needs an ACTION",
                "`incise hook install --claude` sets up the calls of `pre` and `post`",
            )
        })
    }

    pub(crate) fn agent(&self) -> Result<HookAgent, Reason> {
        match (self.claude, self.codex) {
            (true, _) => Ok(HookAgent::Claude),
            (false, true) => Ok(HookAgent::Codex),
            (false, false) => Err(Reason::usage(
                "no agent is named",
                "`incise hook install --claude`, or --codex",
            )),
        }
    }
}
