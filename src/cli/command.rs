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
                    Self::Edit(verb) | Self::Check(verb) => self.edit(verb, command),
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
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
    /// A command, and the index of its first argument.
    Command(CommandId, usize),
    /// Help about the program or `check`.
    Help(Depth),
    /// Help about a command.
    Page(CommandId),
    /// The version; with [`Depth::Full`], also the details of the build.
    Version(Depth),
}

impl CommandId {
    /// True if it comes after `check`.
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
    fn edit(self, verb: Verb, command: Command) -> Command {
        // The arguments of `replace` end with a heading that must not apply to the next flags.
        let own = alone(verb, verb.augment(command)).next_help_heading(None);
        let with_own = match self {
            Self::Edit(Verb::Replace) => AskArgs::augment_args(own),
            Self::Edit(Verb::Patch) => ApplyWithStatArgs::augment_args(StatArgs::augment_args(
                PatchSideFileArgs::augment_args(AskArgs::augment_args(own)),
            )),
            Self::Check(Verb::Replace) => NamesArgs::augment_args(own),
            Self::Edit(Verb::Merge) => MergeOutputArgs::augment_args(own),
            Self::Check(Verb::Patch) => {
                PrintRepairedArgs::augment_args(StatArgs::augment_args(own))
            }
            _ => own,
        };
        let with_common = EditArgs::augment_args(with_read_args(with_own));
        match self {
            Self::Edit(_) => WriteOnlyArgs::augment_args(with_common),
            _ => with_common,
        }
    }

    /// clap's description of the command.
    pub(super) fn describe(self) -> Command {
        let command = Command::new(self.last_word())
            .bin_name(format!("incise {}", self.words()))
            .version(env!("CARGO_PKG_VERSION"))
            .disable_help_flag(true)
            .disable_version_flag(true);
        // After the arguments, because each group of arguments sets `about` to the comment of its struct.
        self.augment(command)
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
fn alone(verb: Verb, command: Command) -> Command {
    const FLAG: &str = "from_json";
    // A request without a path applies to the named file.
    const GO_WITH_IT: [&str; 3] = [FLAG, "path", "paths"];
    let mut others = Vec::new();
    let mut is_read = false;
    for arg in command.get_arguments() {
        is_read |= arg.get_id() == FLAG;
        if !GO_WITH_IT.contains(&arg.get_id().as_str()) {
            others.push(arg.get_id().clone());
        }
    }
    if !is_read {
        return command;
    }
    command.mut_arg(FLAG, |arg| {
        let optional = arg.num_args(0..=1).default_missing_value("-");
        if verb == Verb::Apply {
            optional
        } else {
            optional.conflicts_with_all(others)
        }
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
pub(super) fn asked(args: &[OsString]) -> Result<CommandLine, Reason> {
    let Some(first) = args.first().map(|arg| arg.to_string_lossy()) else {
        return Err(Reason::usage(
            "no command is given",
            "`incise --help` lists them; the most common is `incise replace PATH --old TEXT --new TEXT`",
        ));
    };
    match first.as_ref() {
        "--help" => Ok(CommandLine::Help(Depth::Full)),
        "-h" => Ok(CommandLine::Help(Depth::Brief)),
        "--version" | "-V" if args.len() > 1 => Err(Reason::usage(
            format!("`{first}` takes no argument"),
            "omit what follows it",
        )),
        "--version" => Ok(CommandLine::Version(Depth::Full)),
        "-V" => Ok(CommandLine::Version(Depth::Brief)),
        "help" => help_of(&args[1..]),
        "check" => checked(args.get(1).map(|arg| arg.to_string_lossy()).as_deref()),
        word => {
            let command = match word {
                flag if flag.starts_with('-') => Err(flag_in_front(args)),
                word => plain(word),
            };
            command.map_err(|reason| script_of_sed(args).unwrap_or(reason))
        }
    }
}

/// The refusal of a `sed` script.
fn script_of_sed(args: &[OsString]) -> Option<Reason> {
    let (script, call) = foreign::substitution(args)?;
    Some(Reason::usage(
        format!("`{script}` is a sed script"),
        format!("`{call}`"),
    ))
}

/// The help about `words`, which are the words after `help`.
fn help_of(words: &[OsString]) -> Result<CommandLine, Reason> {
    match words {
        [] => Ok(CommandLine::Help(Depth::Full)),
        [check] if check == "check" => Ok(CommandLine::Help(Depth::Check)),
        [flags] if flags == "flags" => Ok(CommandLine::Help(Depth::Flags)),
        _ => asked(words).map(|about| match about {
            CommandLine::Command(name, _) => CommandLine::Page(name),
            other => other,
        }),
    }
}

/// Moves common flags from before the command in `args` to after it, where they are parsed.
pub(super) fn with_flags_behind(args: &[OsString]) -> Cow<'_, [OsString]> {
    let count = flags_in_front(args);
    let (flags, rest) = args.split_at(count);
    let words = match rest {
        [check, name, ..] if check == "check" && checked(name.to_str()).is_ok() => 2,
        [name, ..] if name == "check" || name.to_str().is_some_and(|name| plain(name).is_ok()) => 1,
        _ => return Cow::Borrowed(args),
    };
    if count == 0 {
        return Cow::Borrowed(args);
    }
    let words = match rest.get(1) {
        // A flag of `check` alone: the request comes from standard input.
        Some(word) if words == 2 && word.as_encoded_bytes().starts_with(b"-") => 1,
        _ => words,
    };
    let (command, rest) = rest.split_at(words);
    Cow::Owned([command, flags, rest].concat())
}

/// The number of words at the start of `args` that are common flags or their values.
fn flags_in_front(args: &[OsString]) -> usize {
    match args.first() {
        Some(word) if word.as_encoded_bytes().starts_with(b"-") => {}
        _ => return 0,
    }
    let common =
        WriteOnlyArgs::augment_args(EditArgs::augment_args(with_read_args(Command::new(""))));
    let mut at = 0;
    while let Some(word) = args.get(at).and_then(|word| word.to_str()) {
        let Some((arg, has_value)) = flag_of(word, &common) else {
            break;
        };
        let needs_value = arg.get_action().takes_values() && !arg.is_require_equals_set();
        at += if needs_value && !has_value { 2 } else { 1 };
    }
    at.min(args.len())
}

/// True if the command `name` has the flag `word`.
pub(super) fn is_flag(name: CommandId, word: &OsString) -> bool {
    let command = name.describe();
    match word.to_str() {
        // A letter followed by more text is more likely a word than a flag with its value.
        Some(word) if !word.starts_with("--") && word.len() > 2 => false,
        Some(word) => flag_of(word, &command).is_some(),
        None => false,
    }
}

/// The flag of `common` that `word` is, and true if `word` also contains the value.
fn flag_of<'c>(word: &str, common: &'c Command) -> Option<(&'c Arg, bool)> {
    if let Some(long) = word.strip_prefix("--") {
        let (name, value) = long
            .split_once('=')
            .map_or((long, None), |(name, value)| (name, Some(value)));
        let arg = common
            .get_arguments()
            .find(|arg| arg.get_long() == Some(name))?;
        return Some((arg, value.is_some()));
    }
    let mut letters = word.strip_prefix('-')?.chars();
    let letter = letters.next()?;
    let arg = common
        .get_arguments()
        .find(|arg| arg.get_short() == Some(letter))?;
    Some((arg, letters.next().is_some()))
}

/// The refusal of a flag before the command that is not common to all commands. The hint has the words in the right
/// order.
fn flag_in_front(args: &[OsString]) -> Reason {
    let words: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    let flag = words.first().map_or("", |word| &**word);
    let command = words
        .iter()
        .position(|word| word == "check" || plain(word).is_ok());
    let line = match command {
        Some(at) if words[..at].iter().all(|word| needs_no_quotes(word)) => {
            format!("{} {} ...", words[at], words[..at].join(" "))
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

fn plain(word: &str) -> Result<CommandLine, Reason> {
    let mut words = Vec::new();
    for name in CommandId::all().filter(|name| !name.is_check()) {
        if name.operation() == word {
            return Ok(CommandLine::Command(name, 1));
        }
        words.push(name.operation());
    }
    words.push("check");
    let hint = match foreign::command(word) {
        Some(ForeignCommand::Told(told)) => Some(told.to_owned()),
        Some(ForeignCommand::Named(named)) => CommandId::all()
            .find(|name| !name.is_check() && name.operation() == named)
            .map(|name| format!("`incise {}`", name.page().usage)),
        None => None,
    };
    if let Some(hint) = hint {
        return Err(Reason::usage(format!("unknown command `{word}`"), hint));
    }
    Err(unknown(word, nearest(word, words)))
}

const CHECK_CALLS: &str =
    "`incise check replace PATH --old TEXT --new TEXT`, or `incise check files PATH`";

/// The refusal of `check` without a command, if standard input is a terminal.
pub(super) fn check_of_nothing() -> Reason {
    Reason::usage(
        "`check` needs a command to check",
        format!("{CHECK_CALLS}, or a request as JSON on standard input"),
    )
}

fn checked(word: Option<&str>) -> Result<CommandLine, Reason> {
    let hint = CHECK_CALLS;
    // A request on standard input names its operations.
    const REQUEST: CommandLine = CommandLine::Command(CommandId::Check(Verb::Apply), 1);
    let Some(word) = word else {
        return Ok(REQUEST);
    };
    let mut known = Vec::new();
    for name in CommandId::all().filter(|name| name.is_check()) {
        if name.last_word() == word {
            return Ok(CommandLine::Command(name, 2));
        }
        known.push(name.last_word());
    }
    match word {
        "--help" | "-h" => Ok(CommandLine::Help(Depth::Check)),
        flag if flag.starts_with('-') => Ok(REQUEST),
        "check" => Err(Reason::usage("`check` is given twice", hint)),
        word if matches!(plain(word), Ok(CommandLine::Command(..))) => Err(Reason::usage(
            format!("`check` goes before commands that edit, not before `{word}`"),
            match word {
                "undo" | "redo" => format!("`incise {word} --dry-run` writes nothing"),
                "view" | "log" => format!("`incise {word}` writes nothing"),
                _ => format!("`incise {word} --help` explains it"),
            },
        )),
        word => {
            let near = nearest(word, known).map(|near| format!("check {near}"));
            match (unknown(&format!("check {word}"), near.as_deref()), near) {
                (Reason::Worded { message, .. }, None) => Err(Reason::usage(message, hint)),
                (reason, _) => Err(reason),
            }
        }
    }
}

fn unknown(word: &str, near: Option<&str>) -> Reason {
    let hint = match near {
        Some(near) => format!("did you mean `incise {near}`?"),
        None => "`incise --help` lists the commands".to_owned(),
    };
    Reason::usage(format!("unknown command `{word}`"), hint)
}
