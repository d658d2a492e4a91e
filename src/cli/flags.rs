//! The flags that several commands share: their group on a help page, and the explanation in `incise help flags` and
//! in man pages.
//!
//! The descriptions that parse a command line do not contain this text, because only help needs it.

use clap::{Arg, Command};

use crate::render::fill::WIDTH;

/// Every shared flag, in the order of pages: its group, its long name (or else its short name), and its explanation.
/// `rare` omits the flag from `--help` of a command, so only `incise help flags` explains it.
const COMMON: &str = "
Files glob: May be repeated. `*.rs` matches in every directory, `src/*.rs` only in `src`.
Files exclude: May be repeated, and overrides every glob and type.
Files type: May be repeated. The types are ripgrep's.
Files type-not rare: May be repeated, and overrides every type.
Files hidden: Hidden names start with a dot. Version-control directories are never selected.
Files no-ignore rare: Without it, the rules of .gitignore, .ignore, .git/info/exclude and git's global list apply.
Files files-from: Every listed file must exist.
Files null rare: For lists from `find -print0` and `rg -l0`, in which a name may contain a newline.
Location C: Relative paths start from DIR, even in reports.
Location root: Files outside DIR are refused with exit 5, even behind a symbolic link. Without it, you can edit every file that you may write. Same as INCISE_ROOT.
Location stdin-filename rare: For editors that pipe text through incise. The file NAME is not read.
Safety dry-run: The exit code and the report are the same as in a real run, but a dry run does not look for programs that have the file open. Same as `incise check COMMAND`.
Output json: The object goes to standard output, for errors too. `incise schema report` describes it.
Output format: `human` is for people. `diff` prints a unified diff for any patch tool. `json` is --json. `plan` prints a plan for `incise apply`, which refuses it if a file has changed.
Output quiet: Warnings are omitted too. Errors are still printed on standard error.
Output color: `auto` uses color on a terminal only. NO_COLOR, CLICOLOR_FORCE and INCISE_COLOR apply.
Output context: N unchanged lines are shown above and below each change.
Output max-diff-lines rare: Further lines are counted, not shown. --full shows them.
Output diff: Without it, long diffs are shortened, and content of private files (`.env`, keys, credentials) is not shown.
Output full: The default limits are 200 lines of diffs, 2,000 lines of a viewed file and 100 entries of a list.
Safety expect-hash: If the file has changed since you read it, the edit is refused with exit 3. The first 12 digits are enough.
Safety validate: COMMAND runs before anything is written. `{}` is the path of a temporary file with the new content. If COMMAND fails, the edit is refused. No shell is used. `remove`, and `move` of a whole file, write no new content, so COMMAND does not run.
Safety syntax: Files of known languages are parsed. `warn` reports errors that the old file did not have; `refuse` then writes nothing.
Safety force-shrink: By default, an edit that leaves less than a third of a file of 20 lines or more is refused, because such content is usually truncated.
Safety allow-residue: By default, new text with `... rest of file ...`, conflict markers or Markdown fences is refused, because it seldom belongs in a file.
Safety binary: Without it, a file with NUL bytes is refused. Invalid UTF-8 is fine.
Safety encoding rare: For example `latin1`, `shift_jis` or `utf-16le`. A byte-order mark takes precedence. Bytes outside the edit are kept.
Safety max-size rare: A number of bytes, or a number with K, M or G.
Safety allow-read-only rare: The file stays read-only.
Safety in-place rare: For mounted files and hard links. During the write, a temporary file in the directory keeps the old content. A crash leaves a mixture until the next edit of the file, or `incise recover`.
Safety on-open rare: A process that has the file open for writing keeps writing to the old file, so its output is lost. `warn` names the process, `refuse` exits with 3.
Safety sync rare: `file`: after a power cut each file is old or new, never empty or torn. `full`: after exit 0, the file is new. `none`: no guarantee after a power cut.
Safety lock-timeout rare: Other processes that edit the same files hold the lock. After the timeout, incise exits with 3.
History backup: The old file is kept as FILE.bak, or with SUFFIX, and replaces an older backup. INCISE_BACKUP sets it for every run.
History no-journal: `incise log` does not list the edit, and `incise undo` cannot undo it.
History save-plan: `incise apply FILE` then applies the plan, or refuses it if a file has changed.
Agents task: ID is any name. An edit of one task does not overwrite lines that another task wrote. `incise undo --task ID` undoes all edits of the task. Same as INCISE_TASK.
Agents on-conflict: If another task wrote these lines and this task has not seen them: `refuse` (default) exits with 3, `warn` edits with a warning, `force` edits, `merge` edits if the changes do not touch. For `undo` and `redo`, `merge` applies the merge rules to later changes.
Agents on-stale: If the file changed since it was read: `refuse` (default) exits with 3. `rebase` applies the edit to the current file if the changes do not touch. `merge` also applies the merge rules.
Agents idempotent: If so, incise exits with 0 and writes nothing. For scripts that may run twice.
";

struct CommonFlag {
    name: &'static str,
    group: &'static str,
    is_rare: bool,
    explanation: &'static str,
}

fn common_flags() -> impl Iterator<Item = CommonFlag> {
    COMMON.lines().filter_map(|row| {
        let (words, explanation) = row.split_once(": ")?;
        let mut words = words.split(' ');
        Some(CommonFlag {
            group: words.next()?,
            name: words.next()?,
            is_rare: words.next().is_some(),
            explanation,
        })
    })
}

#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    common_flags().map(|flag| flag.name)
}

fn common_flag(arg: &Arg) -> Option<CommonFlag> {
    // Only shared flags have a heading. `undo --task` has none, because it has a different meaning, and `view --format`
    // has none, because it has other values.
    arg.get_help_heading()?;
    let short = arg.get_short().map(String::from);
    let name = arg.get_long().or(short.as_deref())?;
    common_flags().find(|flag| flag.name == name)
}

/// Puts the common flags of `command` into groups, and hides the rare flags.
pub(super) fn with_groups(command: Command) -> Command {
    command.mut_args(|arg| match common_flag(&arg) {
        Some(flag) => arg.help_heading(flag.group).hide_short_help(flag.is_rare),
        None => arg,
    })
}

/// The names of the flags that [`with_groups`] hides on the page of `command`.
pub(super) fn rare_flags(command: &Command) -> Vec<String> {
    let mut names = Vec::new();
    for arg in command.get_arguments() {
        if let Some(flag) = common_flag(arg)
            && flag.is_rare
        {
            names.extend(arg.get_long().map(|long| format!("--{long}")));
        }
    }
    names
}

/// Puts the common flags of `command` into groups and adds their explanations, after the help and the `separator`.
pub(super) fn with_explanations(command: Command, separator: &str) -> Command {
    command.mut_args(|arg| match common_flag(&arg) {
        Some(flag) => {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            arg.help_heading(flag.group)
                .help(format!("{help}{separator}{}", flag.explanation))
        }
        None => arg.hide_short_help(false),
    })
}

/// The page about the common flags. `command` must have all of them.
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
    format!(
        "{about}\n\n{}\n",
        with_explanations(all, "\n").render_help()
    )
}
