//! Which command a line names, and clap's description of that command alone.
//!
//! Describing all commands costs more than a whole edit, so only the one that was named is built; the
//! full tree is for man pages and completions.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Args, Command};

#[cfg(feature = "mcp")]
use super::args::Mcp;
use super::args::{
    Applied, Aside, Completions, Conditions, Conflicts, Display, Explain, Files, Guide, Log, Place,
    Reading, Recover, Redo, Schema, TakingBack, Tallied, Understood, Undo, Verb, View, Writing,
};
use super::foreign;
use super::help;
use crate::refusal::Reason;
use crate::request::nearest;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// An editing command.
    Edit(Verb),
    /// `check` and an editing command: the same without the means to write.
    Check(Verb),
    /// `check files`
    CheckFiles,
    /// `check conflicts`
    CheckConflicts,
    /// `view`
    View,
    /// `log`
    Log,
    /// `undo`
    Undo,
    /// `redo`
    Redo,
    /// `recover`
    Recover,
    /// `mcp`
    #[cfg(feature = "mcp")]
    Mcp,
    /// `schema`
    Schema,
    /// `explain`
    Explain,
    /// `guide`
    Guide,
    /// `completions`
    Completions,
}

/// What a line asks for, before its flags are read.
#[derive(Debug)]
pub(super) enum Asked {
    /// This command, with the arguments from this place on.
    Command(Name, usize),
    /// Help about the program or `check`.
    Help(help::Depth),
    /// Help about this command.
    Page(Name),
    /// `--version`
    Version,
}

impl Name {
    /// The commands that only some builds have.
    #[cfg(feature = "mcp")]
    const SERVERS: &[Self] = &[Self::Mcp];
    #[cfg(not(feature = "mcp"))]
    const SERVERS: &[Self] = &[];

    /// Every command, in the order of help pages.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let edits = Verb::ALL.iter().copied();
        edits
            .clone()
            .map(Self::Edit)
            .chain([Self::View, Self::Log, Self::Undo, Self::Redo])
            .chain(edits.map(Self::Check))
            .chain([Self::CheckFiles, Self::CheckConflicts, Self::Recover])
            .chain(Self::SERVERS.iter().copied())
            .chain([Self::Schema, Self::Explain, Self::Guide, Self::Completions])
    }

    /// The words after `incise`.
    pub(super) fn words(self) -> String {
        match self {
            Self::Edit(verb) => verb.name().to_owned(),
            Self::Check(verb) => format!("check {}", verb.name()),
            Self::CheckFiles => "check files".to_owned(),
            Self::CheckConflicts => "check conflicts".to_owned(),
            Self::View => "view".to_owned(),
            Self::Log => "log".to_owned(),
            Self::Undo => "undo".to_owned(),
            Self::Redo => "redo".to_owned(),
            Self::Recover => "recover".to_owned(),
            #[cfg(feature = "mcp")]
            Self::Mcp => "mcp".to_owned(),
            Self::Schema => "schema".to_owned(),
            Self::Explain => "explain".to_owned(),
            Self::Guide => "guide".to_owned(),
            Self::Completions => "completions".to_owned(),
        }
    }

    /// The last of the words.
    fn last_word(self) -> &'static str {
        match self {
            Self::CheckFiles => "files",
            Self::CheckConflicts => "conflicts",
            other => other.operation(),
        }
    }

    /// The word in the report's `operation`.
    pub(super) fn operation(self) -> &'static str {
        match self {
            Self::Edit(verb) | Self::Check(verb) => verb.name(),
            Self::CheckFiles => "check files",
            Self::CheckConflicts => "check conflicts",
            Self::View => "view",
            Self::Log => "log",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Recover => "recover",
            #[cfg(feature = "mcp")]
            Self::Mcp => "mcp",
            Self::Schema => "schema",
            Self::Explain => "explain",
            Self::Guide => "guide",
            Self::Completions => "completions",
        }
    }

    /// `command` with the arguments that belong to the verb alone.
    fn own(self, verb: Verb, command: Command) -> Command {
        let command = verb.augment(command);
        match self {
            Self::Edit(Verb::Patch) => {
                Applied::augment_args(Tallied::augment_args(Aside::augment_args(command)))
            }
            Self::Check(Verb::Patch) => Understood::augment_args(Tallied::augment_args(command)),
            _ => command,
        }
    }

    /// clap's description of the command.
    pub(super) fn describe(self) -> Command {
        let page = help::page(self);
        let command = Command::new(self.last_word())
            .bin_name(format!("incise {}", self.words()))
            .version(env!("CARGO_PKG_VERSION"))
            .disable_help_flag(true)
            .disable_version_flag(true);
        let command = match self {
            Self::Edit(verb) | Self::Check(verb) => conditions(self.own(verb, command)),
            Self::CheckFiles => looking(Files::augment_args(command)),
            Self::CheckConflicts => looking(Conflicts::augment_args(command)),
            Self::View => looking(View::augment_args(command)),
            Self::Log => showing(Log::augment_args(command)),
            Self::Undo => TakingBack::augment_args(showing(Undo::augment_args(command))),
            Self::Redo => TakingBack::augment_args(showing(Redo::augment_args(command))),
            Self::Recover => showing(Recover::augment_args(command)),
            #[cfg(feature = "mcp")]
            Self::Mcp => Place::augment_args(Mcp::augment_args(command)),
            Self::Schema => Schema::augment_args(command),
            Self::Explain => Explain::augment_args(command),
            Self::Guide => Guide::augment_args(command),
            Self::Completions => Completions::augment_args(command),
        };
        let command = match self {
            Self::Edit(_) => Writing::augment_args(command),
            _ => command,
        };
        // After the arguments: each group of them brings the comment on its struct as `about`.
        command
            .arg(brief_help())
            .arg(full_help())
            .about(page.about)
            .before_help(page.examples)
            .override_usage(page.usage)
            .help_template(help::TEMPLATE)
            .term_width(help::WIDTH)
    }
}

/// The flags of every editing command.
fn conditions(command: Command) -> Command {
    Conditions::augment_args(looking(command))
}

/// The flags of every command that reads files.
fn looking(command: Command) -> Command {
    Reading::augment_args(showing(command))
}

/// The flags of every command that shows something about a place.
fn showing(command: Command) -> Command {
    let command = command.next_help_heading("Common flags");
    Display::augment_args(Place::augment_args(command))
}

/// `-h` is clap's version action: the kind of the result then tells which help was asked for.
fn brief_help() -> Arg {
    Arg::new("brief_help")
        .short('h')
        .action(ArgAction::Version)
        .hide_short_help(true)
        .help("Print examples and the names of flags")
}

fn full_help() -> Arg {
    Arg::new("help")
        .long("help")
        .action(ArgAction::HelpShort)
        .hide_short_help(true)
        .help("Print this; -h prints less")
}

/// All commands, for man pages and completions.
pub(super) fn tree() -> Command {
    let check = Command::new("check")
        .about(help::CHECK)
        .before_help(help::CHECK_EXAMPLES)
        .override_usage("incise check COMMAND [ARGUMENTS] [FLAGS]")
        .disable_help_subcommand(true)
        .subcommands(
            Name::all()
                .filter(|name| {
                    matches!(
                        name,
                        Name::Check(_) | Name::CheckFiles | Name::CheckConflicts
                    )
                })
                .map(Name::describe),
        );
    Command::new("incise")
        .about(help::ABOUT)
        .override_usage("incise COMMAND [ARGUMENTS] [FLAGS]")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .term_width(help::WIDTH)
        .subcommands(
            Name::all()
                .filter(|name| {
                    !matches!(
                        name,
                        Name::Check(_) | Name::CheckFiles | Name::CheckConflicts
                    )
                })
                .map(Name::describe),
        )
        .subcommand(check)
}

/// What the arguments (without the program's name) ask for.
pub(super) fn asked(args: &[OsString]) -> Result<Asked, Reason> {
    let word = |at: usize| args.get(at).map(|arg| arg.to_string_lossy());
    let Some(first) = word(0) else {
        return Err(Reason::usage(
            "no command is given",
            "`incise --help` lists them; the most used is `incise replace PATH --old TEXT --new TEXT`",
        ));
    };
    match first.as_ref() {
        "--help" => Ok(Asked::Help(help::Depth::Full)),
        "-h" => Ok(Asked::Help(help::Depth::Brief)),
        "--version" | "-V" => Ok(Asked::Version),
        "help" => help_of(&args[1..]),
        "check" => checked(word(1).as_deref()),
        flag if flag.starts_with('-') => Err(flag_in_front(args)),
        word => plain(word),
    }
}

/// `help` and what it is to be about.
fn help_of(words: &[OsString]) -> Result<Asked, Reason> {
    match words {
        [] => Ok(Asked::Help(help::Depth::Full)),
        [check] if check == "check" => Ok(Asked::Help(help::Depth::Check)),
        _ => asked(words).map(|about| match about {
            Asked::Command(name, _) => Asked::Page(name),
            other => other,
        }),
    }
}

/// The refusal of `-C DIR replace ...`, with the words in the order that is read.
fn flag_in_front(args: &[OsString]) -> Reason {
    let words: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    let flag = words.first().map_or("", |word| &**word);
    let is_command = |word: &str| word == "check" || plain(word).is_ok();
    let is_plain = |word: &str| {
        let is_plain = |letter: char| letter.is_alphanumeric() || "/._-=".contains(letter);
        word.chars().all(is_plain)
    };
    let at = words.iter().position(|word| is_command(word));
    let line = match at.map(|at| (&words[..at], &words[at])) {
        Some((before, command)) if before.iter().all(|word| is_plain(word)) => {
            format!("{command} {} ...", before.join(" "))
        }
        _ => "replace PATH --old TEXT --new TEXT [FLAGS]".to_owned(),
    };
    Reason::usage(
        format!("`{flag}` stands before the command"),
        format!("flags come after the command: `incise {line}`"),
    )
}

fn plain(word: &str) -> Result<Asked, Reason> {
    let name = match (verb(word), word) {
        (Some(verb), _) => Name::Edit(verb),
        (None, "view") => Name::View,
        (None, "log") => Name::Log,
        (None, "undo") => Name::Undo,
        (None, "redo") => Name::Redo,
        (None, "recover") => Name::Recover,
        #[cfg(feature = "mcp")]
        (None, "mcp") => Name::Mcp,
        (None, "schema") => Name::Schema,
        (None, "explain") => Name::Explain,
        (None, "guide") => Name::Guide,
        (None, "completions") => Name::Completions,
        (None, _) => {
            let others = [
                #[cfg(feature = "mcp")]
                "mcp",
                "schema",
                "view",
                "log",
                "undo",
                "redo",
                "recover",
                "explain",
                "guide",
                "completions",
                "check",
            ];
            let known: Vec<_> = verbs().chain(others).collect();
            let named = foreign::command(word).filter(|named| known.contains(named));
            return Err(unknown(word, named.or_else(|| nearest(word, known))));
        }
    };
    Ok(Asked::Command(name, 1))
}

fn checked(word: Option<&str>) -> Result<Asked, Reason> {
    let hint = "`incise check replace PATH --old TEXT --new TEXT`, or `incise check files PATH`";
    let Some(word) = word else {
        return Err(Reason::usage("`check` needs a command to check", hint));
    };
    let name = match (verb(word), word) {
        (Some(verb), _) => Name::Check(verb),
        (None, "files") => Name::CheckFiles,
        (None, "conflicts") => Name::CheckConflicts,
        (None, "--help" | "-h") => return Ok(Asked::Help(help::Depth::Check)),
        (None, flag) if flag.starts_with('-') => {
            return Err(Reason::usage("`check` needs a command to check", hint));
        }
        (None, _) if matches!(plain(word), Ok(Asked::Command(..))) => {
            return Err(Reason::usage(
                format!("`check` goes before commands that edit, not before `{word}`"),
                match word {
                    "undo" | "redo" => format!("`incise {word} --dry-run` writes nothing"),
                    "view" | "log" => format!("`incise {word}` writes nothing"),
                    _ => format!("`incise {word} --help` tells what it does"),
                },
            ));
        }
        (None, _) => {
            let near = nearest(word, verbs().chain(["files", "conflicts"]));
            let near = near.map(|near| format!("check {near}"));
            return Err(unknown(&format!("check {word}"), near.as_deref()));
        }
    };
    Ok(Asked::Command(name, 2))
}

fn verbs() -> impl Iterator<Item = &'static str> {
    Verb::ALL.iter().map(|verb| verb.name())
}

fn verb(word: &str) -> Option<Verb> {
    Verb::ALL.iter().copied().find(|verb| verb.name() == word)
}

fn unknown(word: &str, near: Option<&str>) -> Reason {
    let hint = match near {
        _ if word == "cp" => "`cp` makes the copy; `incise` edits it".to_owned(),
        Some(near) => format!("did you mean `incise {near}`?"),
        None => "`incise --help` lists the commands".to_owned(),
    };
    Reason::usage(format!("unknown command `{word}`"), hint)
}
