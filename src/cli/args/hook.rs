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
    settings: Option<PathBuf>,
    /// With install: change the settings file instead of printing it
    #[arg(long)]
    write: bool,
}

/// The same, taken apart.
pub(crate) enum HookAsked {
    /// An edit is about to be made.
    Before,
    /// An edit was made, or a file was read.
    After,
    /// The agent is to call these hooks.
    Install(HookSettings),
}

/// The settings that get the hooks.
pub(crate) struct HookSettings {
    pub(crate) agent: HookAgent,
    /// The file; the usual one of a project if none is named.
    pub(crate) file: Option<PathBuf>,
    /// Whether they are written, not only shown.
    pub(crate) is_written: bool,
}

/// An agent that calls hooks.
#[derive(Clone, Copy)]
pub(crate) enum HookAgent {
    Claude,
    Codex,
}

#[derive(Clone, Copy)]
enum When {
    Pre,
    Post,
    Install,
}

impl When {
    const WORDS: &[(&str, Self)] = &[
        ("pre", Self::Pre),
        ("post", Self::Post),
        ("install", Self::Install),
    ];
}

impl HookArgs {
    /// The help page of the command.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "hook",
        about: "Check and log the edits of an agent's own tools; started by the agent",
        examples: ["hook install --claude", "hook install --claude --write"],
        usage: "hook pre|post|install [FLAGS]",
        elsewhere: &[ALL],
    };

    /// What is to be done.
    pub(crate) fn meaning(self) -> Result<HookAsked, Reason> {
        let Self {
            when,
            claude,
            codex,
            settings,
            write,
        } = self;
        match choice("ACTION", when.as_deref(), When::WORDS)? {
            Some(When::Pre) => Ok(HookAsked::Before),
            Some(When::Post) => Ok(HookAsked::After),
            Some(When::Install) if claude || codex => Ok(HookAsked::Install(HookSettings {
                agent: if claude {
                    HookAgent::Claude
                } else {
                    HookAgent::Codex
                },
                file: settings,
                is_written: write,
            })),
            Some(When::Install) => Err(Reason::usage(
                "no agent is named",
                "`incise hook install --claude`, or --codex",
            )),
            None => Err(Reason::usage(
                "`hook` needs an ACTION",
                "`incise hook install --claude` sets up the calls of `pre` and `post`",
            )),
        }
    }
}
