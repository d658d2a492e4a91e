//! What the program says about itself: one page for each command, made when asked for.

use clap::Arg;

use super::args::Verb;
use super::command::Name;
use crate::refusal::{Code, ExitClass};

/// Columns of a help page.
pub(super) const WIDTH: usize = 80;

/// About, examples, usage, flags.
pub(super) const TEMPLATE: &str = "\
{about}

{before-help}{usage-heading} {usage}

{all-args}
";

/// The promise.
pub(super) const ABOUT: &str =
    "Surgical file edits that either happen exactly as asked or not at all";

/// What `check` is.
pub(super) const CHECK: &str = "The same as the command after it, read-only; or a look at files";

/// How to call it.
pub(super) const CHECK_EXAMPLES: &str = "  incise check replace src/a.rs --old 'x = 1' --new 'x = 2'\n  incise check files README.md\n  \
     incise check conflicts --task t2\n";

/// How much help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Examples only (`-h`).
    Brief,
    /// Everything (`--help`).
    Full,
    /// What goes with `check`.
    Check,
}

/// What a command's page says beside its flags.
pub(super) struct Page {
    /// What the command does, in a line.
    pub(super) about: &'static str,
    /// Two examples.
    pub(super) examples: String,
    /// How to call it.
    pub(super) usage: String,
}

/// The page of a command.
pub(super) fn page(name: Name) -> Page {
    let (about, examples, usage) = match name {
        Name::Edit(verb) | Name::Check(verb) => edit_page(verb),
        Name::CheckFiles => (
            "Report findings about files: encoding, line endings, residue, syntax",
            [
                "check files README.md",
                "check files --glob '*.sh' --strict",
            ],
            "check files PATH... [FLAGS]",
        ),
        Name::CheckConflicts => (
            "Tell what other tasks wrote since this one last read or wrote its files",
            [
                "check conflicts --task t2",
                "check conflicts --task t2 src/a.rs",
            ],
            "check conflicts [PATH...] --task ID [FLAGS]",
        ),
        Name::View => (
            "Show numbered lines and the hash that --expect-hash takes",
            ["view src/main.rs", "view src/main.rs 10:20 --anchors"],
            "view PATH [A[:B]] [FLAGS]",
        ),
        Name::Log => (
            "List what was done in this workspace, the newest first; show one entry's diff",
            ["log --path src/main.rs", "log show 41"],
            "log [show ID] [FLAGS]",
        ),
        Name::Undo => (
            "Take back the latest edit, one of `incise log`, or all of a task",
            ["undo 41", "undo --task t1"],
            "undo [ID] [FLAGS]",
        ),
        Name::Redo => (
            "Take back the latest undo, or one of `incise log`",
            ["redo 42", "redo --dry-run"],
            "redo [ID] [FLAGS]",
        ),
        Name::Recover => (
            "Complete or take back what a crash interrupted",
            ["recover src docs", "recover --json"],
            "recover [DIR...] [FLAGS]",
        ),
        #[cfg(feature = "mcp")]
        Name::Mcp => (
            "Serve the edits over the Model Context Protocol; started by a client",
            [
                "mcp --root ~/project",
                "mcp --root . --read-only --tools preview,read_lines",
            ],
            "mcp [--root DIR] [FLAGS]",
        ),
        Name::Schema => (
            "Print the JSON Schema of what goes in or comes out",
            ["schema report", "schema request > request.schema.json"],
            "schema KIND",
        ),
        Name::Explain => (
            "Say what a refusal means, with an example and the way out",
            ["explain ambiguous", "explain 3"],
            "explain [CODE] [FLAGS]",
        ),
        Name::Guide => (
            "Say how to work with incise; for agents",
            [
                "guide --short",
                "guide --skill > .claude/skills/incise/SKILL.md",
            ],
            "guide [FLAGS]",
        ),
        Name::Completions => (
            "Print completions for a shell",
            [
                "completions bash > ~/.local/share/bash-completion/completions/incise",
                "completions fish > ~/.config/fish/completions/incise.fish",
            ],
            "completions SHELL",
        ),
    };
    let check = match name {
        Name::Check(_) => "check ",
        _ => "",
    };
    Page {
        about,
        examples: examples
            .iter()
            .map(|example| format!("  incise {check}{example}\n"))
            .collect(),
        usage: format!("incise {check}{usage}"),
    }
}

/// About, examples and usage of an editing command: a flat table, hence its length.
fn edit_page(verb: Verb) -> (&'static str, [&'static str; 2], &'static str) {
    match verb {
        Verb::Replace => (
            "Replace a text that is there exactly once, or as often as you say",
            [
                "replace src/a.rs --old 'x = 1' --new 'x = 2'",
                "replace --glob 'src/**/*.rs' --old colour --new color --all",
            ],
            "replace PATH... --old TEXT --new TEXT [FLAGS]",
        ),
        Verb::Insert => (
            "Insert lines at a line number, or before or after a text",
            [
                "insert src/a.rs --line 0 --text '// head'",
                "insert src/a.rs --after 'use std::fs;' --text 'use std::io;'",
            ],
            "insert PATH --line N|--before TEXT|--after TEXT --text TEXT",
        ),
        Verb::Append => (
            "Add lines at the end of a file; never truncates, makes a missing file",
            [
                "append .gitignore --text 'target/' --idempotent",
                "append notes.md --text-file -",
            ],
            "append PATH --text TEXT [FLAGS]",
        ),
        Verb::Lines => (
            "Replace or delete a range of lines, counted from 1",
            [
                "lines a.txt 3:5 --text 'one line'",
                "lines a.txt 7 --text ''",
            ],
            "lines PATH A[:B] --text TEXT [FLAGS]",
        ),
        Verb::Create => (
            "Make a new file; refuses an existing one",
            [
                "create src/b.rs --text 'fn main() {}'",
                "create docs/new/page.md --parents --text-file -",
            ],
            "create PATH --text TEXT [FLAGS]",
        ),
        Verb::Write => (
            "Give the whole text of a file; refuses an existing one without --overwrite",
            [
                "write VERSION --text '1.2.0' --overwrite",
                "write data.json --text-file - --overwrite",
            ],
            "write PATH --text TEXT [FLAGS]",
        ),
        Verb::Remove => (
            "Delete a file",
            [
                "remove old.txt",
                "remove old.txt --expect-hash 1f2e3d4c5b6a",
            ],
            "remove PATH [FLAGS]",
        ),
        Verb::Move => (
            "Give a file another name; refuses an existing one",
            ["move a.txt b.txt", "move a.txt docs/a.txt --parents"],
            "move FROM TO [FLAGS]",
        ),
        Verb::Patch => (
            "Apply a diff of one file or many, all of it or nothing",
            ["patch fix.diff", "patch -R < fix.diff"],
            "patch [DIFF] [FLAGS]",
        ),
        Verb::Apply => (
            "Apply edits in JSON, ours or another tool's; one, a list or a stream",
            [
                r#"apply <<< '[{"op":"append","path":"a.txt","text":"x"}]'"#,
                r#"apply <<< '{"path":"a.txt","old_text":"x","new_text":"y"}'"#,
            ],
            "apply [REQUEST] [FLAGS]",
        ),
        Verb::Replay => (
            "Do again what `incise log --export` wrote; here or below another root",
            [
                "replay edits.jsonl",
                "replay edits.jsonl --root ~/other/tree",
            ],
            "replay [EDITS] [FLAGS]",
        ),
    }
}

/// The first lines of a command's page: what `-h` prints.
pub(super) fn brief(name: Name) -> String {
    let Page {
        about,
        examples,
        usage,
    } = page(name);
    let words = name.words();
    let flags = flags(name);
    format!(
        "{about}\n\n{examples}\nUsage: {usage}\n\n{flags}\n`incise {words} --help` says what they do\n"
    )
}

/// The flags of a command by name: its own first, then those that others have too.
fn flags(name: Name) -> String {
    let command = name.describe();
    let (common, own): (Vec<&Arg>, Vec<&Arg>) = command
        .get_opts()
        .filter(|arg| !arg.is_hide_set())
        .partition(|arg| arg.get_help_heading().is_some());
    let word = |arg: &&Arg| match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => String::new(),
    };
    let mut text = String::new();
    for (title, args) in [("Flags:", own), ("Common flags:", common)] {
        if args.is_empty() {
            continue;
        }
        let mut column = title.len();
        text += title;
        for word in args.iter().map(word) {
            if column + 1 + word.len() > WIDTH {
                text += "\n ";
                column = 1;
            }
            text += &format!(" {word}");
            column += 1 + word.len();
        }
        text.push('\n');
    }
    text
}

/// A command's page with its flags: what `--help` prints.
pub(super) fn whole(name: Name) -> String {
    name.describe().render_help().to_string()
}

/// The page of the program.
pub(super) fn program(depth: Depth) -> String {
    let examples = "  incise replace src/a.rs --old 'x = 1' --new 'x = 2'\n  \
                    incise check replace src/a.rs --old 'x = 1' --new 'x = 2'\n";
    let head = format!("{ABOUT}\n\n{examples}\nUsage: incise COMMAND [ARGUMENTS] [FLAGS]\n");
    match depth {
        Depth::Check => format!(
            "{CHECK}\n\n{CHECK_EXAMPLES}\nUsage: incise check COMMAND [ARGUMENTS] [FLAGS]\n\n{}\
             `incise check COMMAND --help` lists the flags\n",
            checked(),
        ),
        Depth::Brief => format!("{head}\n`incise --help` lists commands and exit codes\n"),
        Depth::Full => format!(
            "{head}\nCommands:\n{}\nExit codes:\n{}\nEnvironment:\n{}\n{}",
            commands(),
            exit_codes(),
            environment(),
            "Non-zero means nothing was written. `incise COMMAND --help` lists the flags.\n",
        ),
    }
}

/// The commands that `check` goes before, in columns.
fn checked() -> String {
    let edits: Vec<_> = Verb::ALL.iter().map(|verb| verb.name()).collect();
    let (first, rest) = edits.split_at(edits.len() / 2);
    format!(
        "Commands:\n  {}\n  {};\n  of its own: files, conflicts\n\n",
        first.join(", ") + ",",
        rest.join(", "),
    )
}

/// The variables that are read, a line each.
pub(super) fn environment() -> String {
    VARIABLES
        .iter()
        .map(|(name, meaning)| format!("  {name:<18}{meaning}\n"))
        .collect()
}

/// What `Environment` reads.
const VARIABLES: [(&str, &str); 6] = [
    ("INCISE_ROOT", "touch nothing outside, as --root"),
    ("INCISE_TASK", "who edits, as --task"),
    (
        "INCISE_BACKUP",
        "keep backups with this suffix, as --backup=SUFFIX",
    ),
    (
        "INCISE_STATE_DIR",
        "where journals are kept (~/.local/state/incise)",
    ),
    ("INCISE_COLOR", "auto, always or never, as --color"),
    ("NO_COLOR", "no colour; CLICOLOR_FORCE: always colour"),
];

fn commands() -> String {
    let edits = Verb::ALL
        .iter()
        .map(|verb| (verb.name(), edit_page(*verb).0));
    let others = [
        ("check", CHECK),
        ("view", page(Name::View).about),
        ("log", page(Name::Log).about),
        ("undo", page(Name::Undo).about),
        ("redo", page(Name::Redo).about),
        ("recover", page(Name::Recover).about),
        #[cfg(feature = "mcp")]
        ("mcp", page(Name::Mcp).about),
        ("schema", page(Name::Schema).about),
        ("explain", page(Name::Explain).about),
        ("guide", page(Name::Guide).about),
        ("completions", page(Name::Completions).about),
    ];
    edits
        .chain(others)
        .map(|(name, about)| format!("  {name:<12}{}\n", about.split(';').next().unwrap_or(about)))
        .collect()
}

/// One line or two for each exit code, out of the table of refusals.
pub(super) fn exit_codes() -> String {
    ExitClass::ALL.into_iter().map(exit_code).collect()
}

fn exit_code(class: ExitClass) -> String {
    let names: Vec<_> = match class {
        ExitClass::Done => vec!["done, already so, or the dry run would succeed"],
        class => Code::ALL
            .iter()
            .filter(|code| code.class() == class)
            .map(|code| code.name())
            .collect(),
    };
    let mut text = format!("  {} {:<9}", class.code(), class.name());
    let mut column = text.len();
    for (at, name) in names.iter().enumerate() {
        let comma = if at + 1 < names.len() { "," } else { "" };
        let len = 1 + name.len() + comma.len();
        if column + len > WIDTH {
            text.push_str("\n             ");
            column = 13;
        }
        text.push_str(&format!(" {name}{comma}"));
        column += len;
    }
    text.push('\n');
    text
}
