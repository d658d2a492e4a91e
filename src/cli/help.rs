//! Help about the program. Each page is built on request.

use clap::Arg;

use super::args::Verb;
use super::command::{CommandId, HelpPage};
use super::flags;
use crate::refusal::{Code, ExitClass};
use crate::render::fill::{WIDTH, filled};

pub(super) const ABOUT: &str = "Edit text files exactly as asked, or not at all";

/// The description of `check`.
pub(super) const CHECK: &str = "Preview any edit without writing; or check files";

pub(super) const CHECK_EXAMPLES: &str = "  incise check replace src/a.rs --old 'x = 1' --new 'x = 2'\n  incise check files README.md\n  \
     incise check conflicts --task t2\n";

/// The environment variables, with their meaning.
const VARIABLES: [(&str, &str); 7] = [
    ("INCISE_ROOT", "root directory, same as --root"),
    ("INCISE_TASK", "task name, same as --task"),
    ("INCISE_BACKUP", "backup suffix, same as --backup=SUFFIX"),
    (
        "INCISE_PRIVATE",
        "more names of private files: *.conf:tokens.txt",
    ),
    (
        "INCISE_STATE_DIR",
        "directory of the journals (~/.local/state/incise)",
    ),
    ("INCISE_COLOR", "auto, always or never, same as --color"),
    ("NO_COLOR", "no color; CLICOLOR_FORCE: always color"),
];

/// The page that `-h` prints: description, examples, usage and flags.
pub(super) fn brief(name: CommandId) -> String {
    let words = name.words();
    format!(
        "{}\n\n{}\nUsage: {}\n\n{}\n`incise {words} --help` explains them\n",
        name.page().about,
        name.examples(),
        name.usage(),
        flag_list(name),
    )
}

/// The flags of a command: first the flags of this command with descriptions, then the names of common flags.
fn flag_list(name: CommandId) -> String {
    let command = name.describe();
    // Only common flags have a heading.
    let (common, specific): (Vec<&Arg>, Vec<&Arg>) = command
        .get_opts()
        .filter(|arg| !arg.is_hide_set())
        .partition(|arg| arg.get_help_heading().is_some());
    let mut text = String::from("Flags:\n");
    for arg in specific {
        if arg.get_id() != "help" {
            text += &flag_line(arg);
        }
    }
    if !common.is_empty() {
        let title = "Common flags:";
        let names: Vec<String> = common.iter().map(|arg| flag_name(arg)).collect();
        let words = names.iter().map(String::as_str);
        text += &format!("{title}{}\n", filled(WIDTH, title.len(), words, 2));
    }
    text
}

/// The long name of a flag, or its short one if it has no other.
fn flag_name(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => String::new(),
    }
}

/// A flag with the first part of its help. The part after `;` has the exceptions.
fn flag_line(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let summary = help.split(';').next().unwrap_or_default();
    format!("  {:<16}{summary}\n", flag_name(arg))
}

/// The page that `--help` prints.
pub(super) fn full(name: CommandId) -> String {
    let command = name.describe();
    let rare_flags = flags::rare_flags(&command);
    let page = flags::with_groups(command).render_help().to_string();
    if rare_flags.is_empty() {
        return page;
    }
    let rest = format!(
        "`incise help flags` explains these flags, and {}",
        rare_flags.join(" ")
    );
    format!("{page}\n{}\n", filled(WIDTH, 0, rest.split(' '), 0))
}

pub(super) fn program(page: HelpPage) -> String {
    let examples = "  incise replace src/a.rs --old 'x = 1' --new 'x = 2'\n  \
                    incise check replace src/a.rs --old 'x = 1' --new 'x = 2'\n";
    let head = format!("{ABOUT}\n\n{examples}\nUsage: incise COMMAND [ARGUMENTS] [FLAGS]\n");
    match page {
        HelpPage::Check => format!(
            "{CHECK}\n\n{CHECK_EXAMPLES}\nUsage: incise check COMMAND [ARGUMENTS] [FLAGS]\n\n{}\
             `incise check COMMAND --help` lists the flags\n",
            check_commands(),
        ),
        HelpPage::Flags => flags::page(CommandId::Edit(Verb::Replace).describe()),
        HelpPage::Brief => format!(
            "{head}\n{}\n`incise COMMAND -h` lists the flags, `incise --help` the exit codes\n",
            groups(),
        ),
        HelpPage::Full => format!(
            "{head}\nCommands:\n{}\nExit codes:\n{}\nEnvironment:\n{}\n{}",
            commands(),
            exit_codes(WIDTH),
            environment(),
            "Non-zero means that nothing was written, except for `sync_failed`, `--in-file`,\n\
             `--each`, `--partial` and `--git-driver`. `incise COMMAND --help` lists the\n\
             flags. For flags shared by all commands, see `incise help flags`.\n",
        ),
    }
}

/// The version. `has_details` adds the commit, the target and the features of the build.
pub(super) fn version(has_details: bool) -> String {
    let version = concat!("incise ", env!("CARGO_PKG_VERSION"), "\n");
    if !has_details {
        return version.to_owned();
    }
    let mut features = Vec::new();
    for (is_on, name) in [
        (cfg!(feature = "cli"), "cli"),
        (cfg!(feature = "mcp"), "mcp"),
        (cfg!(feature = "serena"), "serena"),
        (cfg!(feature = "suggestions"), "suggestions"),
        (cfg!(feature = "syntax-all"), "syntax-all"),
        (cfg!(feature = "syntax"), "syntax"),
    ] {
        if is_on {
            features.push(name);
        }
    }
    let commit = option_env!("INCISE_COMMIT").map(|commit| format!("commit: {commit}\n"));
    format!(
        "{version}features: {}\ntarget: {}\n{}",
        features.join(", "),
        env!("INCISE_TARGET"),
        commit.unwrap_or_default(),
    )
}

/// The commands that `check` accepts, in columns.
fn check_commands() -> String {
    let edits: Vec<_> = Verb::ALL.iter().map(|verb| verb.page().words).collect();
    let (first, rest) = edits.split_at(edits.len() / 2);
    format!(
        "Commands:\n  {}\n  {};\n  also: files, conflicts\n\n",
        first.join(", ") + ",",
        rest.join(", "),
    )
}

/// The environment variables, one per line.
pub(super) fn environment() -> String {
    let mut lines = String::new();
    for (name, meaning) in VARIABLES {
        lines += &format!("  {name:<18}{meaning}\n");
    }
    lines
}

/// The group of a command in the short help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Edit,
    Look,
    Undo,
    Learn,
}

impl Purpose {
    const ALL: [(Self, &str); 4] = [
        (Self::Edit, "Edit:"),
        (Self::Look, "Look:"),
        (Self::Undo, "Undo:"),
        (Self::Learn, "Learn and serve:"),
    ];

    fn of_command(name: CommandId) -> Self {
        match name {
            CommandId::Edit(_) => Self::Edit,
            CommandId::Check(_)
            | CommandId::CheckFiles
            | CommandId::CheckConflicts
            | CommandId::View
            | CommandId::Log => Self::Look,
            CommandId::Undo | CommandId::Redo | CommandId::Recover => Self::Undo,
            #[cfg(feature = "mcp")]
            CommandId::Mcp => Self::Learn,
            CommandId::Hook
            | CommandId::Schema
            | CommandId::Explain
            | CommandId::Guide
            | CommandId::Completions => Self::Learn,
        }
    }
}

fn groups() -> String {
    let mut text = String::new();
    for (purpose, title) in Purpose::ALL {
        let mut words: Vec<&str> = CommandId::all()
            .filter(|name| !name.is_check() && Purpose::of_command(*name) == purpose)
            .map(CommandId::operation)
            .collect();
        if purpose == Purpose::Look {
            words.insert(0, "check");
        }
        text += &format!("{title}{}\n", filled(WIDTH, title.len(), words, 2));
    }
    text
}

fn commands() -> String {
    let (edits, others): (Vec<_>, Vec<_>) = CommandId::all()
        .filter(|name| !name.is_check())
        .partition(|name| matches!(name, CommandId::Edit(_)));
    let mut lines = String::new();
    for name in edits {
        lines += &command_line(name.operation(), name.page().about);
    }
    lines += &command_line("check", CHECK);
    for name in others {
        lines += &command_line(name.operation(), name.page().about);
    }
    lines
}

fn command_line(word: &str, about: &str) -> String {
    let short = about.split(';').next().unwrap_or(about);
    format!("  {word:<12}{short}\n")
}

/// The meaning of each exit code, from the table of refusals, in lines of at most `width` columns.
pub(super) fn exit_codes(width: usize) -> String {
    let mut lines = String::new();
    for class in ExitClass::ALL {
        lines += &exit_code(class, width);
    }
    lines
}

fn exit_code(class: ExitClass, width: usize) -> String {
    let names: Vec<_> = match class {
        ExitClass::Done => vec!["done, no change needed, or a dry run that would succeed"],
        class => Code::ALL
            .iter()
            .filter(|code| code.class() == class)
            .map(|code| code.name())
            .collect(),
    };
    let head = format!("  {} {:<9}", class.code(), class.name());
    let list = names.join(", ");
    format!("{head}{}\n", filled(width, head.len(), list.split(' '), 14))
}
