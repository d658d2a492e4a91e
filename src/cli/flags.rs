//! Flags that several commands have: the group a page lists them in, and the account that `incise help flags` and man
//! pages give of them.
//!
//! They are no part of the description that lines are read by: only help needs them.

use clap::{Arg, Command};

use crate::render::fill::WIDTH;

/// A group of flags on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Files,
    Place,
    Output,
    Safety,
    Agents,
    History,
}

impl Group {
    fn title(self) -> &'static str {
        match self {
            Self::Files => "Files",
            Self::Place => "Place",
            Self::Output => "Output",
            Self::Safety => "Safety",
            Self::History => "History",
            Self::Agents => "Agents",
        }
    }
}

/// A flag that several commands have.
pub(super) struct CommonFlag {
    /// The long name, or the short one of a flag that has no other.
    name: &'static str,
    group: Group,
    /// True if `--help` of a command leaves it to `incise help flags`.
    is_rare: bool,
    account: &'static str,
}

const fn usual(name: &'static str, group: Group, account: &'static str) -> CommonFlag {
    CommonFlag {
        name,
        group,
        is_rare: false,
        account,
    }
}

const fn rare(name: &'static str, group: Group, account: &'static str) -> CommonFlag {
    CommonFlag {
        name,
        group,
        is_rare: true,
        account,
    }
}

/// Every one, in the order of pages.
const COMMON: [CommonFlag; 40] = [
    usual(
        "glob",
        Group::Files,
        "May be repeated. `*.rs` is in every directory below, `src/*.rs` in that one only.",
    ),
    usual(
        "exclude",
        Group::Files,
        "May be repeated, and wins over every glob and type.",
    ),
    usual(
        "type",
        Group::Files,
        "May be repeated. The types are those of ripgrep.",
    ),
    rare(
        "type-not",
        Group::Files,
        "May be repeated, and wins over every type.",
    ),
    usual(
        "hidden",
        Group::Files,
        "Names that begin with a dot. Version control is left alone even so.",
    ),
    rare(
        "no-ignore",
        Group::Files,
        "Without it .gitignore, .ignore, .git/info/exclude and git's own list are respected.",
    ),
    usual(
        "files-from",
        Group::Files,
        "Every file of the list must be there, as if it was typed.",
    ),
    rare(
        "null",
        Group::Files,
        "For the lists of `find -print0` and `rg -l0`: a name may have a line end in it.",
    ),
    usual(
        "C",
        Group::Place,
        "Relative paths start from DIR. They are shown relative to it as well.",
    ),
    usual(
        "root",
        Group::Place,
        "Files outside DIR are refused with exit 5, also where a symbolic link leads there. \
         Without it every file that you may write is in reach. INCISE_ROOT says the same.",
    ),
    rare(
        "stdin-filename",
        Group::Place,
        "For a filter in an editor: symbols, keys and syntax are those of NAME's language. The file is not read.",
    ),
    usual(
        "dry-run",
        Group::Safety,
        "All is read, found and checked as in the real run, with the same exit code and report. \
         `incise check COMMAND` is the same.",
    ),
    usual(
        "json",
        Group::Output,
        "One object on standard output, for errors too. `incise schema report` describes it.",
    ),
    usual(
        "format",
        Group::Output,
        "`human` is for people. `diff` prints a unified diff that any patch tool takes. `json` is \
         --json. `plan` prints what `incise apply` does later, or refuses when a file has changed.",
    ),
    usual(
        "quiet",
        Group::Output,
        "Warnings are left out too; what goes wrong is still printed on standard error.",
    ),
    usual(
        "color",
        Group::Output,
        "`auto` colours on a terminal only. NO_COLOR, CLICOLOR_FORCE and INCISE_COLOR are obeyed.",
    ),
    usual(
        "context",
        Group::Output,
        "Lines shown above and below each change of a diff.",
    ),
    rare(
        "max-diff-lines",
        Group::Output,
        "What is beyond is counted, not shown. --full shows it.",
    ),
    usual(
        "diff",
        Group::Output,
        "Diffs are not cut. Without it the text of a file whose name is private (`.env`, keys, credentials) is not shown.",
    ),
    usual(
        "full",
        Group::Output,
        "Without it 200 lines of diffs are shown, 2,000 lines of a viewed file, 100 entries of \
         a list.",
    ),
    usual(
        "expect-hash",
        Group::Safety,
        "The edit is refused with exit 3 when the file has changed since you read it. The first \
         12 digits do.",
    ),
    usual(
        "validate",
        Group::Safety,
        "COMMAND gets the new text as a file in place of `{}`, before anything is written. Unless \
         it ends with 0 the edit is refused. No shell is used.",
    ),
    usual(
        "syntax",
        Group::Safety,
        "New texts of known languages are parsed. `warn` tells of errors that the old text did \
         not have, `refuse` writes nothing then.",
    ),
    usual(
        "force-shrink",
        Group::Safety,
        "An edit that would leave less than a third of a file of 20 lines or more is refused: most \
         of those are texts that were cut on their way.",
    ),
    usual(
        "allow-residue",
        Group::Safety,
        "A new text with `... rest of file ...`, conflict markers or marks of a code block is \
         refused: they are seldom meant for the file.",
    ),
    usual(
        "binary",
        Group::Safety,
        "A file with NUL bytes is refused without it. Bytes that are no UTF-8 are fine.",
    ),
    rare(
        "encoding",
        Group::Safety,
        "As `latin1`, `shift_jis` or `utf-16le`; a byte-order mark counts more. The text is edited as \
         UTF-8 and written back; bytes outside of the edit stay.",
    ),
    rare(
        "max-size",
        Group::Safety,
        "A number of bytes, or a number with K, M or G.",
    ),
    rare(
        "allow-read-only",
        Group::Safety,
        "A file without write permission is edited nonetheless, and stays read-only.",
    ),
    rare(
        "in-place",
        Group::Safety,
        "The file stays the same one: for mounted files and hard links. The old text is kept beside \
         it meanwhile, so the directory must take a new file. A crash leaves a mixture until the next \
         edit there, or `incise recover`.",
    ),
    rare(
        "on-open",
        Group::Safety,
        "A program that has the file open for writing goes on writing into the old one, and that \
         is lost. `warn` names it, `refuse` ends with exit 3.",
    ),
    rare(
        "sync",
        Group::Safety,
        "`file`: each file is old or new after a power cut, never empty or torn. `full`: it is the \
         new one after exit 0. `none`: safe against a killed process only.",
    ),
    rare(
        "lock-timeout",
        Group::Safety,
        "How long to wait for another run that edits the same files. Then it is exit 3.",
    ),
    usual(
        "backup",
        Group::History,
        "The old text is kept as FILE.bak, or with SUFFIX, over an older backup. \
         INCISE_BACKUP says it for every run.",
    ),
    usual(
        "no-journal",
        Group::History,
        "The edit is not listed by `incise log`, and `incise undo` cannot take it back.",
    ),
    usual(
        "save-plan",
        Group::History,
        "`incise apply FILE` then does exactly that, or refuses where a file has changed.",
    ),
    usual(
        "task",
        Group::Agents,
        "Any name. Edits of one task do not overwrite lines that another one wrote, and \
         `incise undo --task ID` takes them back. INCISE_TASK says the same.",
    ),
    usual(
        "on-conflict",
        Group::Agents,
        "When another task wrote the lines and this one has not seen that: `refuse` (default) \
         ends with exit 3, `warn` edits and says so, `force` edits, `merge` edits where the two do not touch; \
         of `undo` and `redo`, it settles by rules what was changed later.",
    ),
    usual(
        "on-stale",
        Group::Agents,
        "When the edit was made against an earlier text of the file: `refuse` (default) ends with \
         exit 3, `rebase` puts it onto what the file has become, where the two do not touch, `merge` also where \
         the rules of a merge settle that.",
    ),
    usual(
        "idempotent",
        Group::Agents,
        "Exit 0, and nothing is written, where the result stands in the file already. For scripts \
         that are run again.",
    ),
];

/// The names of all.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COMMON.iter().map(|flag| flag.name)
}

fn common_flag(arg: &Arg) -> Option<&'static CommonFlag> {
    // Only those that commands share have a heading: `undo --task` is its own.
    arg.get_help_heading()?;
    let short = arg.get_short().map(String::from);
    let name = arg.get_long().or(short.as_deref())?;
    COMMON.iter().find(|flag| flag.name == name)
}

/// `command` with its common flags in groups, those that are rare left out.
pub(super) fn grouped(command: Command) -> Command {
    command.mut_args(|arg| match common_flag(&arg) {
        Some(flag) => arg
            .help_heading(flag.group.title())
            .hide_short_help(flag.is_rare),
        None => arg,
    })
}

/// The names of the flags that [`grouped`] leaves out of the page of `command`.
pub(super) fn left_out(command: &Command) -> Vec<String> {
    let rare = command
        .get_arguments()
        .filter(|arg| common_flag(arg).is_some_and(|flag| flag.is_rare));
    rare.filter_map(Arg::get_long)
        .map(|long| format!("--{long}"))
        .collect()
}

/// `command` with its common flags in groups, and an account of each, which `joint` joins to the line of help.
pub(super) fn accounted(command: Command, joint: &str) -> Command {
    command.mut_args(|arg| match common_flag(&arg) {
        Some(flag) => {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            arg.help_heading(flag.group.title())
                .help(format!("{help}{joint}{}", flag.account))
        }
        None => arg.hide_short_help(false),
    })
}

/// A page about the common flags of `command`, which has all of them.
pub(super) fn page(command: Command) -> String {
    let args = command
        .get_arguments()
        .filter(|arg| common_flag(arg).is_some());
    let all = Command::new("flags")
        .disable_help_flag(true)
        .args(args.cloned())
        .help_template("{all-args}")
        .next_line_help(true)
        .term_width(WIDTH);
    let about = "Flags that every command has which can obey them";
    format!("{about}\n\n{}\n", accounted(all, "\n").render_help())
}
