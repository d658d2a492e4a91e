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
        "May be repeated. `*.rs` matches in every directory, `src/*.rs` in that one only.",
    ),
    usual(
        "exclude",
        Group::Files,
        "May be repeated, and overrides every glob and type.",
    ),
    usual(
        "type",
        Group::Files,
        "May be repeated. The types are ripgrep's.",
    ),
    rare(
        "type-not",
        Group::Files,
        "May be repeated, and overrides every type.",
    ),
    usual(
        "hidden",
        Group::Files,
        "Hidden names start with a dot. Version-control directories are never selected.",
    ),
    rare(
        "no-ignore",
        Group::Files,
        "Without it, the rules of .gitignore, .ignore, .git/info/exclude and git's global list apply.",
    ),
    usual(
        "files-from",
        Group::Files,
        "Every file of the list must exist, as if you had typed it.",
    ),
    rare(
        "null",
        Group::Files,
        "For lists from `find -print0` and `rg -l0`, in which a name may contain a newline.",
    ),
    usual(
        "C",
        Group::Place,
        "Relative paths start from DIR, in reports too.",
    ),
    usual(
        "root",
        Group::Place,
        "Files outside DIR are refused with exit 5, even behind a symbolic link. Without it, you can edit \
         every file that you may write. Same as INCISE_ROOT.",
    ),
    rare(
        "stdin-filename",
        Group::Place,
        "For a filter in an editor: symbols, keys and syntax are those of NAME's language. The file is not read.",
    ),
    usual(
        "dry-run",
        Group::Safety,
        "The exit code and the report are those of the real run. Same as `incise check COMMAND`.",
    ),
    usual(
        "json",
        Group::Output,
        "The object goes to standard output, for errors too. `incise schema report` describes it.",
    ),
    usual(
        "format",
        Group::Output,
        "`human` is for people. `diff` prints a unified diff for any patch tool. `json` is --json. `plan` \
         prints a plan for `incise apply`, which refuses it if a file has changed.",
    ),
    usual(
        "quiet",
        Group::Output,
        "Warnings are omitted too. Errors are still printed on standard error.",
    ),
    usual(
        "color",
        Group::Output,
        "`auto` uses color on a terminal only. NO_COLOR, CLICOLOR_FORCE and INCISE_COLOR apply.",
    ),
    usual(
        "context",
        Group::Output,
        "Number of lines above and below each change of a diff.",
    ),
    rare(
        "max-diff-lines",
        Group::Output,
        "Other lines are counted, not shown. --full shows them.",
    ),
    usual(
        "diff",
        Group::Output,
        "Without it, long diffs are shortened, and content of private files (`.env`, keys, credentials) is \
         not shown.",
    ),
    usual(
        "full",
        Group::Output,
        "The default limits are 200 lines of diffs, 2,000 lines of a viewed file and 100 entries of a list.",
    ),
    usual(
        "expect-hash",
        Group::Safety,
        "If the file has changed since you read it, the edit is refused with exit 3. The first 12 digits are \
         enough.",
    ),
    usual(
        "validate",
        Group::Safety,
        "COMMAND gets the path of the new file in place of `{}`, before anything is written. If it fails, the \
         edit is refused. No shell is used.",
    ),
    usual(
        "syntax",
        Group::Safety,
        "Files of known languages are parsed. `warn` reports errors that the old file did not have; `refuse` \
         then writes nothing.",
    ),
    usual(
        "force-shrink",
        Group::Safety,
        "By default, an edit that leaves less than a third of a file of 20 lines or more is refused, because \
         such content was usually truncated.",
    ),
    usual(
        "allow-residue",
        Group::Safety,
        "By default, new text with `... rest of file ...`, conflict markers or Markdown fences is refused, \
         because it seldom belongs in a file.",
    ),
    usual(
        "binary",
        Group::Safety,
        "Without it, a file with NUL bytes is refused. Invalid UTF-8 is fine.",
    ),
    rare(
        "encoding",
        Group::Safety,
        "For example `latin1`, `shift_jis` or `utf-16le`. A byte-order mark takes precedence. Bytes outside \
         the edit are kept.",
    ),
    rare(
        "max-size",
        Group::Safety,
        "A number of bytes, or a number with K, M or G.",
    ),
    rare(
        "allow-read-only",
        Group::Safety,
        "The file stays read-only.",
    ),
    rare(
        "in-place",
        Group::Safety,
        "For mounted files and hard links. During the write, a temporary file in the directory keeps the old \
         content. A crash leaves a mixture until the next edit of the file, or `incise recover`.",
    ),
    rare(
        "on-open",
        Group::Safety,
        "A process that has the file open for writing keeps writing to the old file, so its output is lost. \
         `warn` names the process, `refuse` exits with 3.",
    ),
    rare(
        "sync",
        Group::Safety,
        "`file`: after a power cut each file is old or new, never empty or torn. `full`: after exit 0 it is \
         new. `none`: safe only if the process is killed.",
    ),
    rare(
        "lock-timeout",
        Group::Safety,
        "The lock is held by other processes that edit the same files. After the timeout, incise exits with 3.",
    ),
    usual(
        "backup",
        Group::History,
        "The old file is kept as FILE.bak, or with SUFFIX, and replaces an older backup. INCISE_BACKUP sets \
         it for every run.",
    ),
    usual(
        "no-journal",
        Group::History,
        "`incise log` does not list the edit, and `incise undo` cannot undo it.",
    ),
    usual(
        "save-plan",
        Group::History,
        "`incise apply FILE` then applies the plan, or refuses it if a file has changed.",
    ),
    usual(
        "task",
        Group::Agents,
        "Any name. An edit of one task does not overwrite lines that another task wrote. `incise undo --task \
         ID` undoes all edits of the task. Same as INCISE_TASK.",
    ),
    usual(
        "on-conflict",
        Group::Agents,
        "If another task wrote these lines and this task has not seen them: `refuse` (default) exits with 3, \
         `warn` edits with a warning, `force` edits, `merge` edits if the changes do not touch. For `undo` \
         and `redo`, `merge` applies the merge rules to later changes.",
    ),
    usual(
        "on-stale",
        Group::Agents,
        "If the file changed since it was read: `refuse` (default) exits with 3. `rebase` applies the edit to \
         the current file if the changes do not touch. `merge` also applies the merge rules.",
    ),
    usual(
        "idempotent",
        Group::Agents,
        "incise then exits with 0 and writes nothing. For scripts that may run twice.",
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
    let about = "Flags shared by all commands (where they apply)";
    format!("{about}\n\n{}\n", accounted(all, "\n").render_help())
}
