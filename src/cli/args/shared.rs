//! Flags that several commands share: location, conditions and display; and flags with a fixed set of values.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::cli::environment::Environment;
use crate::refusal::Reason;
use crate::request::{
    Backup, ExpectedHash, Journaling, Limits, NoCommand, OnSyntax, Repeat, Run, Step, Terms,
    Validate, rule,
};

/// The working directory and the roots.
#[derive(Debug, Args)]
pub(crate) struct DirectoryArgs {
    /// Run as if started in DIR
    #[arg(short = 'C', value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// Touch nothing outside DIR; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Vec<PathBuf>,
}

/// Limits and encoding for reading files.
#[derive(Debug, Args)]
pub(crate) struct ReadingArgs {
    /// Size limit for files (default 2G)
    #[arg(long, value_name = "SIZE")]
    max_size: Option<String>,
    /// Accept binary files too
    #[arg(long)]
    binary: bool,
    /// Encoding of files without a byte-order mark
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

impl ReadingArgs {
    /// Overrides `terms` with the flags.
    pub(crate) fn apply_to(&self, terms: &mut Terms) -> Result<(), Reason> {
        if let Some(text) = &self.max_size {
            terms.limits.max_size = rule::parse_size(text).ok_or_else(|| {
                Reason::usage(
                    format!("`--max-size {text}` is not a size"),
                    "bytes, or a number with K, M or G",
                )
            })?;
        }
        terms.lift.binary |= self.binary;
        if let Some(name) = &self.encoding {
            terms.encoding = rule::encoding(name).map_err(|hint| {
                Reason::usage(format!("`--encoding {name}` is not a known encoding"), hint)
            })?;
        }
        Ok(())
    }
}

/// The conditions of an edit.
#[derive(Debug, Args)]
pub(crate) struct EditArgs {
    /// Preview the edit and write nothing
    #[arg(short = 'n', long)]
    dry_run: bool,
    /// Refuse unless the file has this hash, from `view`
    #[arg(long, value_name = "HASH")]
    expect_hash: Option<String>,
    /// Succeed if the edit is already in place
    #[arg(long)]
    idempotent: bool,
    /// Allow an edit that leaves under a third of a file
    #[arg(long)]
    force_shrink: bool,
    /// Allow placeholders and markers in the new text
    #[arg(long)]
    allow_residue: bool,
    /// Edit a read-only file
    #[arg(long)]
    allow_read_only: bool,
    /// Write into the existing file; not crash-safe
    #[arg(long)]
    in_place: bool,
    /// If the file is open for writing: warn (default), refuse
    #[arg(long, value_name = "MODE")]
    on_open: Option<String>,
    /// New syntax errors: off, warn (default), refuse
    #[arg(long, value_name = "MODE")]
    syntax: Option<String>,
    /// Safety in a power cut: none, file (default), full
    #[arg(long, value_name = "MODE")]
    sync: Option<String>,
    /// Do not record the edit in the journal
    #[arg(long)]
    no_journal: bool,
    /// How long to wait for a lock: 200ms, 10s (default)
    #[arg(long, value_name = "TIME")]
    lock_timeout: Option<String>,
    /// Name of the task that makes the edit
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Lines of another task: refuse, warn, force, merge
    #[arg(long, value_name = "MODE")]
    on_conflict: Option<String>,
    /// If the file changed: refuse (default), rebase, merge
    #[arg(long, value_name = "MODE")]
    on_stale: Option<String>,
    /// With `-`: name that determines the language
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,
}

impl EditArgs {
    /// Overrides `terms` with the flags.
    pub(crate) fn apply_to(&self, terms: &mut Terms, steps: &mut [Step]) -> Result<(), Reason> {
        if let Some(task) = task_name(self.task.clone())? {
            terms.task = Some(task);
        }
        set_choice(
            &mut terms.on_conflict,
            "--on-conflict",
            &self.on_conflict,
            rule::ON_CONFLICT_WORDS,
        )?;
        set_choice(
            &mut terms.on_stale,
            "--on-stale",
            &self.on_stale,
            rule::ON_STALE_WORDS,
        )?;
        if self.idempotent {
            for step in steps.iter_mut() {
                step.repeat = Repeat::Accept;
            }
        }
        if self.dry_run {
            terms.run = Run::DryRun;
        }
        if self.no_journal {
            terms.journaling = Journaling::Off;
        }
        terms.lift.shrink |= self.force_shrink;
        terms.lift.residue |= self.allow_residue;
        terms.lift.read_only |= self.allow_read_only;
        terms.lift.in_place |= self.in_place;
        set_choice(&mut terms.sync, "--sync", &self.sync, rule::SYNC_WORDS)?;
        set_choice(
            &mut terms.on_open,
            "--on-open",
            &self.on_open,
            rule::ON_OPEN_WORDS,
        )?;
        set_on_syntax(&mut terms.on_syntax, self.syntax.as_deref())?;
        set_lock_timeout(&mut terms.limits, self.lock_timeout.as_deref())?;
        set_expected_hash(steps, self.expect_hash.as_deref())
    }
}

/// The task name. An empty name is refused.
pub(super) fn task_name(task: Option<String>) -> Result<Option<String>, Reason> {
    if task.as_deref() == Some("") {
        return Err(Reason::usage(
            "`--task ''` names nobody",
            "give a name, or omit --task",
        ));
    }
    Ok(task)
}

fn set_on_syntax(on_syntax: &mut OnSyntax, word: Option<&str>) -> Result<(), Reason> {
    let Some(chosen) = choice("--syntax", word, rule::SYNTAX_WORDS)? else {
        return Ok(());
    };
    if !rule::HAS_SYNTAX && matches!(chosen, OnSyntax::Warn | OnSyntax::Refuse) {
        return Err(Reason::usage(
            "`--syntax` needs a check that this build does not include",
            "omit it, or build with the cargo feature `syntax`",
        ));
    }
    *on_syntax = chosen;
    Ok(())
}

pub(super) fn set_lock_timeout(limits: &mut Limits, time: Option<&str>) -> Result<(), Reason> {
    let Some(time) = time else {
        return Ok(());
    };
    limits.lock_timeout = rule::parse_time(time).ok_or_else(|| {
        Reason::usage(
            format!("`--lock-timeout {time}` is not a time"),
            "seconds, or a number with ms or s",
        )
    })?;
    Ok(())
}

/// Sets the expected hash of every step. All steps must edit the same file.
fn set_expected_hash(steps: &mut [Step], hash: Option<&str>) -> Result<(), Reason> {
    let Some(text) = hash else {
        return Ok(());
    };
    let hash = ExpectedHash::parse(text).ok_or_else(|| {
        Reason::usage(
            format!("`--expect-hash {text}` is not a hash"),
            rule::HASH_FORMS,
        )
    })?;
    let has_directory = steps.iter().any(|step| step.below.is_some());
    if has_directory || steps.windows(2).any(|pair| pair[0].path != pair[1].path) {
        return Err(Reason::usage(
            "`--expect-hash` is the hash of one file, but several are named",
            "give each edit its own `expect_hash` in a request for `incise apply`",
        ));
    }
    for step in steps {
        step.expect_hash = Some(hash.clone());
    }
    Ok(())
}

/// Flags that only make sense if something is written. `check` has none of them.
#[derive(Debug, Args)]
pub(crate) struct WriteOnlyArgs {
    /// Keep a backup next to the file (.bak)
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true)]
    backup: Option<Option<OsString>>,
    /// Run COMMAND on the new file first; `{}` is its path
    #[arg(long, value_name = "COMMAND")]
    validate: Option<String>,
    /// With -n: write a plan for `incise apply` to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) save_plan: Option<PathBuf>,
}

impl WriteOnlyArgs {
    /// Overrides `terms` with the flags and the environment.
    pub(crate) fn apply_to(
        &self,
        terms: &mut Terms,
        environment: &Environment,
    ) -> Result<(), Reason> {
        if let Some(file) = &self.save_plan {
            if file.as_os_str() == "-" {
                return Err(Reason::usage(
                    "`--save-plan` takes a file",
                    "-n --format plan prints the plan",
                ));
            }
            terms.wants_plan = true;
        }
        if let Some(text) = &self.validate {
            terms.validate = Some(parse_validation(text, terms.run)?);
        }
        let Some(suffix) = self.backup_suffix(terms, environment) else {
            return Ok(());
        };
        if !rule::is_backup_suffix(suffix.as_encoded_bytes()) {
            return Err(Reason::usage(
                format!("`--backup={}` is not a suffix", suffix.display()),
                "the suffix is added to the file name: not empty and without `/`",
            ));
        }
        terms.backup = Some(Backup { suffix });
        Ok(())
    }

    /// The suffix from the flag. Without the flag, the suffix from the environment, unless the request has a backup.
    fn backup_suffix(&self, terms: &Terms, environment: &Environment) -> Option<OsString> {
        let default = environment.backup.clone();
        match &self.backup {
            Some(Some(suffix)) => Some(suffix.clone()),
            Some(None) => Some(default.unwrap_or_else(|| rule::BACKUP_SUFFIX.into())),
            None if terms.backup.is_some() => None,
            None => default,
        }
    }
}

/// The command that must accept the new text. Refused in a dry run, which writes no file to check.
fn parse_validation(text: &str, run: Run) -> Result<Validate, Reason> {
    if run == Run::DryRun {
        return Err(Reason::usage(
            "`--validate` needs a new file to check, but a dry run writes none",
            "omit --dry-run: nothing is written unless the command accepts it",
        ));
    }
    Validate::parse(text).map_err(|error| {
        let problem = match error {
            NoCommand::Empty => "is not a command",
            NoCommand::Unclosed => "has a quote that is not closed",
            NoCommand::NoFile => "has no `{}`, the placeholder for the new file",
            NoCommand::ShellSign(sign) => {
                return Reason::usage(
                    format!("`--validate {text}` has `{sign}`, but no shell interprets it"),
                    "give it to a shell, --validate 'sh -c \"...\" sh {}', or quote the argument",
                );
            }
        };
        Reason::usage(
            format!("`--validate {text}` {problem}"),
            "for example --validate 'python3 -m py_compile {}'",
        )
    })
}

/// Format, color and amount of output.
#[derive(Debug, Default, Args)]
pub(crate) struct DisplayArgs {
    /// Print the report as one JSON object
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Format: human (default), diff, json, html; plan with -n
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Print nothing on success
    #[arg(short = 'q', long)]
    pub(crate) quiet: bool,
    /// Use color: auto (default), always, never
    #[arg(long, value_name = "WHEN")]
    pub(crate) color: Option<String>,
    /// Unchanged lines around a change (default 3)
    #[arg(long, value_name = "N")]
    pub(crate) context: Option<usize>,
    /// Maximum lines of all diffs together (default 200)
    #[arg(long, value_name = "N")]
    pub(crate) max_diff_lines: Option<usize>,
    /// Do not shorten diffs, lines or lists
    #[arg(long, conflicts_with = "max_diff_lines")]
    pub(crate) full: bool,
    /// Print complete diffs, even of private files
    #[arg(long = "diff", id = "whole_diff", conflicts_with_all = ["max_diff_lines", "quiet"])]
    pub(crate) whole_diff: bool,
}

/// The flag that asks about each match.
#[derive(Debug, Default, Args)]
pub(crate) struct AskArgs {
    /// Ask about each match or hunk first
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    pub(crate) interactive: bool,
}

/// Refuses two flags that come in pairs if they are not given equally often. Each flag comes with its count.
pub(crate) fn refuse_unpaired(
    (first, first_count): (&str, usize),
    (second, second_count): (&str, usize),
) -> Result<(), Reason> {
    if first_count == second_count {
        return Ok(());
    }
    Err(Reason::usage(
        format!("`{first}` is given {first_count} times, `{second}` {second_count}"),
        format!(
            "give each `{first}` a `{second}`; if one text is in a file, use one call per edit, or `incise apply`"
        ),
    ))
}

/// Sets `target` to the value of `flag`, one of `choices`, if the flag is given.
pub(super) fn set_choice<T: Copy>(
    target: &mut T,
    flag: &str,
    word: &Option<String>,
    choices: &[(&'static str, T)],
) -> Result<(), Reason> {
    if let Some(chosen) = choice(flag, word.as_deref(), choices)? {
        *target = chosen;
    }
    Ok(())
}

/// The value of `flag`, one of `choices`; `None` if the flag is not given.
pub(crate) fn choice<T: Copy>(
    flag: &str,
    word: Option<&str>,
    choices: &[(&'static str, T)],
) -> Result<Option<T>, Reason> {
    let Some(word) = word else {
        return Ok(None);
    };
    rule::chosen(word, choices).map(Some).map_err(|near| {
        let hint = match (near, choices) {
            (Some(near), _) => format!("did you mean {flag} {near}?"),
            (None, [(only, _)]) => format!("{flag} takes {only}"),
            (None, _) => format!("{flag} takes one of {}", rule::listed(choices)),
        };
        Reason::usage(format!("`{word}` is not a valid value of `{flag}`"), hint)
    })
}
