//! `incise explain` and `incise guide`

use clap::Args;

use crate::cli::page::CommandPage;
use crate::manual::{GUIDE, SHORT, Topic, skill};
use crate::refusal::{Code, Reason};
use crate::request::nearest;

/// The arguments of `incise explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A refusal code, or an exit code 0 to 5; default: list all
    #[arg(value_name = "CODE")]
    code: Option<String>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// The arguments of `incise guide`.
#[derive(Debug, Args)]
pub(crate) struct GuideArgs {
    /// Print a one-screen version
    #[arg(long, conflicts_with = "skill")]
    short: bool,
    /// Print it as a skill file (SKILL.md)
    #[arg(long)]
    skill: bool,
}

impl ExplainArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "explain",
        about: "Explain a refusal, with an example and the fix",
        examples: ["explain ambiguous", "explain 3"],
        usage: "explain [CODE] [FLAGS]",
        foreign_flags: &[],
    };

    pub(crate) fn output(self) -> Result<Vec<u8>, Reason> {
        let Self { code, json } = self;
        let topic = match &code {
            None => Topic::All,
            Some(word) => Topic::named(word).ok_or_else(|| unknown(word))?,
        };
        Ok(if json {
            topic.json()
        } else {
            topic.text().into_bytes()
        })
    }
}

fn unknown(word: &str) -> Reason {
    let hint = match nearest(word, Code::ALL.iter().map(|code| code.name())) {
        Some(near) => format!("did you mean `incise explain {near}`?"),
        None => "`incise explain` lists the codes; exit codes are 0 to 5".to_owned(),
    };
    Reason::usage(format!("`{word}` is not a code"), hint)
}

impl GuideArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "guide",
        about: "Print instructions for agents",
        examples: [
            "guide --short",
            "guide --skill > .claude/skills/incise/SKILL.md",
        ],
        usage: "guide [FLAGS]",
        foreign_flags: &[],
    };

    pub(crate) fn text(self) -> String {
        match self {
            Self { short: true, .. } => SHORT.to_owned(),
            Self { skill: true, .. } => skill(),
            Self { .. } => GUIDE.to_owned(),
        }
    }
}
