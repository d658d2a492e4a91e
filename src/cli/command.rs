//! The command that a command line names, and clap's description of that command alone.
//!
//! A description of all commands takes longer than a whole edit, so only the named command is described. Man pages
//! and completions use the full tree.

use std::borrow::Cow;
use std::convert::identity;
use std::ffi::OsString;

use clap::{Arg, ArgAction, Args, Command};

#[cfg(feature = "mcp")]
use super::args::McpArgs;
use super::args::{
    ApplyWithStatArgs, AskArgs, CompletionsArgs, ConflictsArgs, DirectoryArgs, DisplayArgs,
    EditArgs, ExplainArgs, FilesArgs, GuideArgs, HookArgs, LogArgs, MergeOutputArgs, NamesArgs,
    PatchSideFileArgs, PrintRepairedArgs, ReadingArgs, RecoverArgs, RedoArgs, SchemaArgs, StatArgs,
    UndoArgs, UndoConditionArgs, Verb, ViewArgs, WriteOnlyArgs,
};
use super::foreign::{self, ForeignCommand};
use super::page::CommandPage;
use crate::refusal::Reason;
use crate::render::fill::WIDTH;
use crate::request::nearest;

const TEMPLATE: &str = "\
{about}

{before-help}{usage-heading} {usage}

{all-args}
";

const CHECK_CALLS: &str =
    "`incise check replace PATH --old TEXT --new TEXT`, or `incise check files PATH`";

macro_rules! commands {
    ($($(#[$cfg:meta])? $name:ident $arguments:ident with $shared:expr,)*) => {
        /// A command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum CommandId {
            /// An editing command.
            Edit(Verb),
            /// `check` and an editing command: a dry run.
            Check(Verb),
            $($(#[$cfg])? #[doc = stringify!($arguments)] $name,)*
        }

        impl CommandId {
            /// Every command, in the order of help pages.
            pub(super) fn all() -> impl Iterator<Item = Self> {
                let edits = Verb::ALL.iter().copied();
                let others = [$($(#[$cfg])? Self::$name,)*];
                edits.clone().map(Self::Edit).chain(edits.map(Self::Check)).chain(others)
            }

            pub(super) fn page(self) -> &'static CommandPage {
                match self {
                    Self::Edit(verb) | Self::Check(verb) => verb.page(),
                    $($(#[$cfg])? Self::$name => &$arguments::PAGE,)*
                }
            }

            /// Adds the arguments of the command to `command`.
            fn augment(self, command: Command) -> Command {
                match self {
                    Self::Edit(verb) | Self::Check(verb) => self.augment_edit(verb, command),
                    $($(#[$cfg])? Self::$name => $shared($arguments::augment_args(command)),)*
                }
            }
        }
    };
}

// Each command that does not edit: its arguments, and the function that adds the arguments shared with other commands.
commands! {
    View ViewArgs with with_read_args,
    Log LogArgs with with_display_args,
    Undo UndoArgs with with_undo_args,
    Redo RedoArgs with with_undo_args,
    CheckFiles FilesArgs with with_read_args,
    CheckConflicts ConflictsArgs with with_read_args,
    Recover RecoverArgs with with_display_args,
    Hook HookArgs with with_display_args,
    #[cfg(feature = "mcp")]
    Mcp McpArgs with DirectoryArgs::augment_args,
    Schema SchemaArgs with identity,
    Explain ExplainArgs with identity,
    Guide GuideArgs with identity,
    Completions CompletionsArgs with identity,
}

/// A page about the program or `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HelpPage {
    /// Short help (`-h`).
    Brief,
    /// Complete help (`--help`).
    Full,
    /// The commands that `check` accepts.
    Check,
    /// The flags that commands share (`help flags`).
    Flags,
}

/// The meaning of a command line, before its flags are read.
#[derive(Debug)]
pub(super) enum CommandLine {
    Command {
        id: CommandId,
        /// The number of words that name the command.
        name_len: usize,
    },
    Help(HelpPage),
    /// Help about a command.
    CommandHelp(CommandId),
    Version {
        /// True for `--version`, which also prints the details of the build.
        has_details: bool,
    },
}

impl CommandId {
    /// True if the command begins with `check`.
    pub(super) fn is_check(self) -> bool {
        matches!(
            self,
            Self::Check(_) | Self::CheckFiles | Self::CheckConflicts
        )
    }

    /// `words`, after `check` if this is a check of an editing command.
    fn with_check(self, words: &str) -> String {
        let check = match self {
            Self::Check(_) => "check ",
            _ => "",
        };
        format!("{check}{words}")
    }

    /// The words after `incise`.
    pub(super) fn words(self) -> String {
        self.with_check(self.operation())
    }

    /// The last of the words.
    fn last_word(self) -> &'static str {
        let words = self.operation();
        words.rsplit_once(' ').map_or(words, |(_, last)| last)
    }

    pub(super) fn operation(self) -> &'static str {
        self.page().words
    }

    /// The usage line.
    pub(super) fn usage(self) -> String {
        format!("incise {}", self.with_check(self.page().usage))
    }

    /// The examples of the command, one per line.
    pub(super) fn examples(self) -> String {
        let mut lines = String::new();
        for example in self.page().examples {
            lines += &format!("  incise {}\n", self.with_check(example));
        }
        lines
    }

    /// Adds the arguments of the editing command `verb` to `command`.
    fn augment_edit(self, verb: Verb, command: Command) -> Command {
        // The arguments of `replace` end with a heading that must not apply to the next flags.
        let mut command = with_exclusive_json(verb, verb.augment(command)).next_help_heading(None);
        command = match self {
            Self::Edit(Verb::Replace) => AskArgs::augment_args(command),
            Self::Edit(Verb::Patch) => ApplyWithStatArgs::augment_args(StatArgs::augment_args(
                PatchSideFileArgs::augment_args(AskArgs::augment_args(command)),
            )),
            Self::Check(Verb::Replace) => NamesArgs::augment_args(command),
            Self::Edit(Verb::Merge) => MergeOutputArgs::augment_args(command),
            Self::Check(Verb::Patch) => {
                PrintRepairedArgs::augment_args(StatArgs::augment_args(command))
            }
            _ => command,
        };
        command = EditArgs::augment_args(with_read_args(command));
        match self {
            Self::Edit(_) => WriteOnlyArgs::augment_args(command),
            _ => command,
        }
    }

    /// Names the formats of `command` if it does not have all of them.
    fn with_formats(self, command: Command) -> Command {
        let formats = match self {
            Self::View | Self::CheckFiles | Self::CheckConflicts | Self::Recover => {
                "human (default), json"
            }
            Self::Log | Self::Undo | Self::Redo => "human (default), diff, json, html",
            _ => return command,
        };
        command.mut_args(|arg| match arg.get_id().as_str() {
            "format" => arg.help(format!("Format: {formats}")).help_heading(None),
            _ => arg,
        })
    }

    /// clap's description of the command.
    pub(super) fn describe(self) -> Command {
        let command = Command::new(self.last_word())
            .bin_name(format!("incise {}", self.words()))
            .version(env!("CARGO_PKG_VERSION"))
            .disable_help_flag(true)
            .disable_version_flag(true);
        // After the arguments, because each group of arguments sets `about` to the comment of its struct.
        self.with_formats(self.augment(command))
            .arg(brief_help())
            .arg(full_help())
            .about(self.page().about)
            .before_help(self.examples())
            .override_usage(self.usage())
            .help_template(TEMPLATE)
            .term_width(WIDTH)
    }
}

/// Makes `--from-json` conflict with the other flags of `verb`, because a JSON request contains everything. `apply`
/// has no other input.
fn with_exclusive_json(verb: Verb, command: Command) -> Command {
    const FLAG: &str = "from_json";
    // A request without a path applies to the named file.
    const ALLOWED: [&str; 3] = [FLAG, "path", "paths"];
    let mut others = Vec::new();
    let mut has_flag = false;
    for arg in command.get_arguments() {
        has_flag |= arg.get_id() == FLAG;
        if !ALLOWED.contains(&arg.get_id().as_str()) {
            others.push(arg.get_id().clone());
        }
    }
    if !has_flag {
        return command;
    }
    command.mut_arg(FLAG, |arg| {
        let arg = arg.num_args(0..=1).default_missing_value("-");
        if verb == Verb::Apply {
            return arg;
        }
        arg.conflicts_with_all(others)
    })
}

/// Adds the flags of every command that reads files.
fn with_read_args(command: Command) -> Command {
    ReadingArgs::augment_args(with_display_args(command))
}

/// Adds the flags of every command that shows something about a directory.
fn with_display_args(command: Command) -> Command {
    let under_heading = command.next_help_heading("Common flags");
    DisplayArgs::augment_args(DirectoryArgs::augment_args(under_heading))
}

/// Adds the flags of display and the conditions of an undo.
fn with_undo_args(command: Command) -> Command {
    UndoConditionArgs::augment_args(with_display_args(command))
}

/// `-h` uses clap's version action, so that the kind of the result shows which help was requested.
fn brief_help() -> Arg {
    Arg::new("brief_help")
        .short('h')
        .action(ArgAction::Version)
        .help_heading(None)
        .hide_short_help(true)
        .help("Print examples and the names of flags")
}

fn full_help() -> Arg {
    Arg::new("help")
        .long("help")
        .action(ArgAction::HelpShort)
        .help_heading(None)
        .hide_short_help(true)
        .help("Print this; -h prints less")
}

/// Reads the command from the arguments, without the program's name.
pub(super) fn parse(args: &[OsString]) -> Result<CommandLine, Reason> {
    let Some(first) = args.first().map(|arg| arg.to_string_lossy()) else {
        return Err(Reason::usage(
            "no command is given",
            "`incise --help` lists them; the most common is `incise replace PATH --old TEXT --new TEXT`",
        ));
    };
    match first.as_ref() {
        "--help" => Ok(CommandLine::Help(HelpPage::Full)),
        "-h" => Ok(CommandLine::Help(HelpPage::Brief)),
        "--version" | "-V" if args.len() > 1 => Err(Reason::usage(
            format!("`{first}` takes no argument"),
            "omit what follows it",
        )),
        "--version" => Ok(CommandLine::Version { has_details: true }),
        "-V" => Ok(CommandLine::Version { has_details: false }),
        "help" => parse_help(&args[1..]),
        "check" => parse_check(args.get(1).map(|arg| arg.to_string_lossy()).as_deref()),
        word => {
            let command = if word.starts_with('-') {
                Err(misplaced_flag(args))
            } else {
                command_named(word)
            };
            match command {
                Ok(id) => Ok(CommandLine::Command { id, name_len: 1 }),
                Err(reason) => Err(sed_script(args).unwrap_or(reason)),
            }
        }
    }
}

/// The refusal of a `sed` script in `args`, if there is one.
fn sed_script(args: &[OsString]) -> Option<Reason> {
    let (script, call) = foreign::substitution(args)?;
    Some(Reason::usage(
        format!("`{script}` is a sed script"),
        format!("`{call}`"),
    ))
}

/// The help about `words`, which are the words after `help`.
fn parse_help(words: &[OsString]) -> Result<CommandLine, Reason> {
    match words {
        [] => Ok(CommandLine::Help(HelpPage::Full)),
        [check] if check == "check" => Ok(CommandLine::Help(HelpPage::Check)),
        [flags] if flags == "flags" => Ok(CommandLine::Help(HelpPage::Flags)),
        _ => Ok(match parse(words)? {
            CommandLine::Command { id, .. } => CommandLine::CommandHelp(id),
            line => line,
        }),
    }
}

/// Moves common flags from before the command in `args` to after it, where they are parsed.
pub(super) fn with_flags_after_command(args: &[OsString]) -> Cow<'_, [OsString]> {
    let (flags, rest) = args.split_at(leading_flags(args));
    if flags.is_empty() {
        return Cow::Borrowed(args);
    }
    let name_len = match rest {
        // A flag of `check` alone: the request comes from standard input.
        [check, flag, ..] if check == "check" && is_dashed(flag) => 1,
        [check, name, ..] if check == "check" && parse_check(name.to_str()).is_ok() => 2,
        [name, ..] if name.to_str().is_some_and(is_command) => 1,
        _ => return Cow::Borrowed(args),
    };
    let (command, rest) = rest.split_at(name_len);
    Cow::Owned([command, flags, rest].concat())
}

fn is_dashed(word: &OsString) -> bool {
    word.as_encoded_bytes().starts_with(b"-")
}

/// True if `word` is the first word of a command.
fn is_command(word: &str) -> bool {
    word == "check" || command_named(word).is_ok()
}

/// The number of words at the start of `args` that are common flags or their values.
fn leading_flags(args: &[OsString]) -> usize {
    // Most calls begin with a command and need no description of the flags.
    if !args.first().is_some_and(is_dashed) {
        return 0;
    }
    let common =
        WriteOnlyArgs::augment_args(EditArgs::augment_args(with_read_args(Command::new(""))));
    let mut count = 0;
    while let Some(word) = args.get(count).and_then(|word| word.to_str()) {
        let Some((arg, has_value)) = find_flag(word, &common) else {
            break;
        };
        let needs_value = arg.get_action().takes_values() && !arg.is_require_equals_set();
        count += if needs_value && !has_value { 2 } else { 1 };
    }
    count.min(args.len())
}

/// True if the command `name` has the flag `word`.
pub(super) fn is_flag(name: CommandId, word: &OsString) -> bool {
    let Some(word) = word.to_str() else {
        return false;
    };
    // A letter followed by more text is more likely a word than a flag with its value.
    if !word.starts_with("--") && word.len() > 2 {
        return false;
    }
    find_flag(word, &name.describe()).is_some()
}

/// The flag of `command` that `word` names. The second value is true if `word` also contains the value of the flag.
fn find_flag<'c>(word: &str, command: &'c Command) -> Option<(&'c Arg, bool)> {
    let mut args = command.get_arguments();
    if let Some(long) = word.strip_prefix("--") {
        let (name, has_value) = match long.split_once('=') {
            Some((name, _)) => (name, true),
            None => (long, false),
        };
        let arg = args.find(|arg| arg.get_long() == Some(name))?;
        return Some((arg, has_value));
    }
    let mut letters = word.strip_prefix('-')?.chars();
    let letter = letters.next()?;
    let arg = args.find(|arg| arg.get_short() == Some(letter))?;
    Some((arg, letters.next().is_some()))
}

/// The refusal of a flag before the command that is not common to all commands. The hint has the words in the right
/// order.
fn misplaced_flag(args: &[OsString]) -> Reason {
    let words: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    let flag = words.first().map_or("", |word| &**word);
    let command = words.iter().position(|word| is_command(word));
    let line = match command {
        Some(index) if words[..index].iter().all(|word| needs_no_quotes(word)) => {
            format!("{} {} ...", words[index], words[..index].join(" "))
        }
        _ => "replace PATH --old TEXT --new TEXT [FLAGS]".to_owned(),
    };
    Reason::usage(
        format!("`{flag}` is in front of the command"),
        format!("flags come after the command: `incise {line}`"),
    )
}

fn needs_no_quotes(word: &str) -> bool {
    word.chars()
        .all(|letter| letter.is_alphanumeric() || "/._-=".contains(letter))
}

/// The command `word`, without `check`.
fn command_named(word: &str) -> Result<CommandId, Reason> {
    let mut names = Vec::new();
    for id in CommandId::all().filter(|id| !id.is_check()) {
        if id.operation() == word {
            return Ok(id);
        }
        names.push(id.operation());
    }
    names.push("check");
    let hint = match (foreign_hint(word), nearest(word, names)) {
        (Some(hint), _) => hint,
        (None, Some(near)) => format!("did you mean `incise {near}`?"),
        (None, None) => "`incise --help` lists the commands".to_owned(),
    };
    Err(Reason::usage(format!("unknown command `{word}`"), hint))
}

/// The hint for the command `word` of another tool.
fn foreign_hint(word: &str) -> Option<String> {
    match foreign::command(word)? {
        ForeignCommand::Hint(hint) => Some(hint.to_owned()),
        ForeignCommand::SameAs(name) => {
            // A build without `mcp` lacks that command.
            let id = CommandId::all().find(|id| !id.is_check() && id.operation() == name)?;
            Some(format!("`incise {}`", id.page().usage))
        }
    }
}

/// The refusal of `check` without a command, if standard input is a terminal.
pub(super) fn check_without_command() -> Reason {
    Reason::usage(
        "`check` needs a command to check",
        format!("{CHECK_CALLS}, or a request as JSON on standard input"),
    )
}

/// The command after `check`. Without a command, standard input has a request, which names its operations.
fn parse_check(word: Option<&str>) -> Result<CommandLine, Reason> {
    const REQUEST: CommandLine = CommandLine::Command {
        id: CommandId::Check(Verb::Apply),
        name_len: 1,
    };
    let Some(word) = word else {
        return Ok(REQUEST);
    };
    let mut names = Vec::new();
    for id in CommandId::all().filter(|id| id.is_check()) {
        if id.last_word() == word {
            return Ok(CommandLine::Command { id, name_len: 2 });
        }
        names.push(id.last_word());
    }
    if matches!(word, "--help" | "-h") {
        return Ok(CommandLine::Help(HelpPage::Check));
    }
    if word.starts_with('-') {
        return Ok(REQUEST);
    }
    if word == "check" {
        return Err(Reason::usage("`check` is given twice", CHECK_CALLS));
    }
    if command_named(word).is_ok() {
        return Err(not_checked(word));
    }
    let hint = match nearest(word, names) {
        Some(near) => format!("did you mean `incise check {near}`?"),
        None => CHECK_CALLS.to_owned(),
    };
    Err(Reason::usage(
        format!("unknown command `check {word}`"),
        hint,
    ))
}

/// The refusal of `check` before the command `word`, which does not edit.
fn not_checked(word: &str) -> Reason {
    let hint = match word {
        "undo" | "redo" => format!("`incise {word} --dry-run` writes nothing"),
        "view" | "log" => format!("`incise {word}` writes nothing"),
        _ => format!("`incise {word} --help` explains it"),
    };
    Reason::usage(
        format!("`check` goes before commands that edit, not before `{word}`"),
        hint,
    )
}
