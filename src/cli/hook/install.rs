//! `incise hook install`: prints hooks for an agent's settings, or adds them.

use std::path::Path;

use clap::ArgMatches;
use serde_json::{Value, json};

use crate::cli::args::{DirectoryArgs, HookAgent, HookArgs, from_matches};
use crate::cli::call::Call;
use crate::cli::context::NamesFrom;
use crate::cli::output::{CommandResult, Outcome};
use crate::disk::Disk;
use crate::refusal::{Reason, Refusal, Refusals};
use crate::report::Report;
use crate::request::{Limits, json as requests};
use crate::run;
use crate::text;

impl HookAgent {
    /// The file with the settings of a project.
    fn file(self) -> &'static str {
        match self {
            Self::Claude => ".claude/settings.json",
            Self::Codex => ".codex/hooks.json",
        }
    }

    /// The flag that selects the agent.
    fn flag(self) -> &'static str {
        match self {
            Self::Claude => "--claude",
            Self::Codex => "--codex",
        }
    }

    /// The event names, each with our hook.
    fn hooks(self) -> [(&'static str, Value); 2] {
        let (edits, reads) = match self {
            Self::Claude => ("Edit|MultiEdit|Write|NotebookEdit", "|Read"),
            Self::Codex => ("apply_patch", ""),
        };
        let entry = |matcher: String, command: &str| {
            json!({
                "matcher": matcher,
                "hooks": [{ "type": "command", "command": command, "timeout": 10 }],
            })
        };
        [
            ("PreToolUse", entry(edits.to_owned(), "incise hook pre")),
            (
                "PostToolUse",
                entry(format!("{edits}{reads}"), "incise hook post"),
            ),
        ]
    }

    /// A settings file with only these hooks.
    fn settings(self) -> Value {
        let mut hooks = json!({});
        for (event, entry) in self.hooks() {
            hooks[event] = json!([entry]);
        }
        json!({ "hooks": hooks })
    }
}

impl Call<'_, '_> {
    /// Prints the settings, or adds the missing hooks to the settings file.
    pub(super) fn install_hooks(self, args: HookArgs, matches: &mut ArgMatches) -> CommandResult {
        let agent = args.agent()?;
        let file = args.settings.unwrap_or_else(|| agent.file().into());
        let lines = format!("{:#}\n", agent.settings());
        if !args.write {
            let hint = format!("hint: `--write` adds these lines to {}\n", file.display());
            return Ok(Outcome {
                stderr: hint.into(),
                ..Outcome::text(lines)
            });
        }
        let presentation = self.presentation(matches)?;
        let context = self.context(from_matches::<DirectoryArgs>(matches)?)?;
        let world = context.world(NamesFrom::CommandLine);
        let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
        let place = disk.locate(&file)?;
        let edits = match disk.read(&place, Limits::default().max_size)? {
            None => vec![json!({ "op": "create", "path": file, "parents": true, "text": lines })],
            Some(text) => {
                let settings = serde_json::from_slice(text::without_bom(text.bytes()))
                    .map_err(|_| not_json(agent, &file))?;
                let mut edits = Vec::new();
                for (key, value) in missing_hooks(agent, &settings) {
                    edits.push(json!({ "op": "set", "path": file, "key": key, "create": true, "value": value }));
                }
                edits
            }
        };
        if edits.is_empty() {
            return Ok(Outcome::text(format!(
                "{}: no change needed\n",
                file.display()
            )));
        }
        let report = match requests::parse(json!(edits).to_string().as_bytes()) {
            Ok(request) => run::run(&request, &world),
            Err(malformed) => Report::refused("hook", Refusals::from(malformed)),
        };
        Ok(presentation.report(&report))
    }
}

/// The keys that `settings` lacks, with their values.
fn missing_hooks(agent: HookAgent, settings: &Value) -> Vec<(String, Value)> {
    let mut missing = Vec::new();
    for (event, entry) in agent.hooks() {
        let command = &entry["hooks"][0]["command"];
        let Some(list) = settings["hooks"][event].as_array() else {
            missing.push((format!("hooks.{event}"), json!([entry])));
            continue;
        };
        let is_present = list
            .iter()
            .any(|other| other["hooks"][0]["command"] == *command);
        if !is_present {
            missing.push((format!("hooks.{event}.{}", list.len()), entry));
        }
    }
    missing
}

fn not_json(agent: HookAgent, file: &Path) -> Refusal {
    let flag = agent.flag();
    let reason = Reason::usage(
        "the settings are not JSON, or contain comments",
        format!("run `incise hook install {flag}`, and add the printed lines manually"),
    );
    reason.at(file)
}
