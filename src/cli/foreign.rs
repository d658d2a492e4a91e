//! Flags and commands of other tools (`patch`, `git apply`, `sed`, `grep`, `git log`, edit tools of agents) with
//! their counterparts here. `incise` refuses them with a hint, because a flag can have a different meaning here.

use std::ffi::OsString;

// Each line of these tables has words of other tools, a colon and the hint.

pub(super) const PATCH: &str = "
-i --input --diff-file --diff_file: the diff is an argument: `incise patch FILE`
-d --directory: `-C DIR` runs as if started there
-3 --3way --three-way: `--base git` finds the file that the diff was made from; `--mode merge` merges without it
-F --fuzz: `--mode tolerant`, `merge` or `fuzzy` accepts hunks with changed context
-l --ignore-whitespace --ignore-space-change: `--mode tolerant` ignores the amount of whitespace
-N --forward: `--idempotent` skips hunks that are already applied
-b: `--backup` keeps the old file next to the new one
-o: `--output FILE` leaves the target alone
-r --reject: `--reject-file FILE` gets the hunks that fail; with --in-file the others are applied
--check --preview: `incise check patch` writes nothing
-s --silent: `-q` prints nothing on success
--confirm --ask: `--interactive` asks about each match
--file --path --target-file: `--target PATH` names the file to change
-u -f -t --batch -E --remove-empty-files --unidiff-zero --no-backup-if-mismatch: omit it: `incise` reads every unified diff, and asks nothing
--index: omit it: `git add` stages the files
";

pub(super) const SEARCH: &str = "
-l --files-with-matches --list: `check` before the command lists the files and writes nothing
-i: files are edited in place anyway, and `--backup` keeps the old one; `--ignore-case` ignores case
--case-insensitive --icase --ignorecase: `--ignore-case` ignores case
-E -e -P --regexp --regexp-extended --pattern-regex: `--regex` treats the text to find as a regular expression
-F --fixed-strings --literal: omit it: the text to find is literal
--include: `--glob GLOB` in place of PATH selects files, `--exclude GLOB` skips some
-r -R --recursive: omit it: the files below a directory are edited; `--regex` reads a regular expression
-w --word-regexp --whole-word: `--word` matches whole words only
--global --replace-all --replace_all: `--all` replaces every match, `--glob GLOB` selects files
--multiline --dotall -U: omit it: the text to find may have several lines; in a pattern `(?s)` lets `.` match a newline
-s: `-q` prints nothing on success; in a pattern `(?s)` lets `.` match a newline
--count --occurrences --expected --expected-matches --expected_matches --expected-replacements --expected_replacements: `--expect N` replaces all matches if there are exactly N, `--nth N` replaces the Nth
--max --limit --max-count: `--nth N` replaces the Nth match, `--all` every match; `--expect N` replaces all if there are exactly N
--occurrence --index --match-index --instance: `--nth N` replaces the Nth match, `--all` every match
--first: `--nth 1` replaces the first match
--last: `--nth -1` replaces the last match
--once --single --unique: omit it: the text must occur exactly once; `--nth 1` replaces the first of several
--line --lines --range --line-range --line-number: `--within A:B` finds the text in these lines only
--function --method --class --in --scope: `--symbol NAME` finds the text in this definition only
--fuzzy: `--match fuzzy` finds similar text
--exact: `--match exact` finds only exactly these bytes
--ignore-whitespace --ignore-space --ignore-indent: omit it: trailing spaces and the indentation of the block may differ already; `--regex` with ` +` matches spaces inside a line
--confirm --ask: `--interactive` asks about each match
--stdin: `--old-file -` or `--new-file -` reads a text from standard input; PATH `-` edits standard input
--output --out: omit it: the file itself is edited; `incise replace - --old TEXT --new TEXT < FILE > OTHER` leaves it alone
-o --old-str --old_str --old-string --old_string --old-text --old_text --old-content --old_content --search --find --pattern --from --text --new-str --new_str --new-string --new_string --new-text --new_text --new-content --new_content --replace --replacement --with --to --content: the text to find is `--old TEXT`, the new text is `--new TEXT`
--edits --blocks-file: `--blocks FILE` reads SEARCH/REPLACE blocks; a JSON list of edits goes to `incise apply`
";

pub(super) const INSERT: &str = "
--after-line --after_line --at-line --line-number --insert-line --insert_line -l: `--line N` inserts after line N
--before-line --before_line: `--line N` inserts after line N: give the number of the line above
--top --at-start --start --beginning --prepend --head: `--line 0` inserts at the start
--bottom --at-end --end: `--line -1` inserts at the end
--after-text --after-string: `--after TEXT` inserts after the line with TEXT
--before-text --before-string: `--before TEXT` inserts before the line with TEXT
";

pub(super) const APPEND: &str = "
--line --block --string -t: the text is `--text TEXT`, or `--text-file FILE`
--create --parents: omit it: a missing file is created, but no directories
--if-missing --unique: `incise ensure PATH --line TEXT` adds a line once
";

pub(super) const CREATE: &str = "
--force --overwrite --replace: `incise write PATH --text TEXT --overwrite` replaces an existing file
-p --mkdir --make-parents: `--parents` creates missing directories
--mode --executable --chmod --permissions -x: omit it: a new file has the default mode, and `chmod` changes it
";

pub(super) const WRITE: &str = "
-p --parents --mkdir: `mkdir -p` creates the directories
--force --replace: `--overwrite` replaces an existing file
--append -a: `incise append PATH --text TEXT` adds to the end
";

pub(super) const ENSURE: &str = "
--regexp --search --search-string -E -e: the line to replace is `--matching REGEX`
--insertafter --insert-after: the position is `--after TEXT`, with --regex for a pattern, or `--at-end`
--insertbefore --insert-before: the position is `--before TEXT`, with --regex for a pattern, or `--at-start`
--state: `--absent` deletes the line or block
--text --content --new: one line is `--line TEXT`, several lines are `--block TEXT --marker NAME`
--once --existing: omit it: a line is added once, and a missing file is created only with --create
";

pub(super) const RANGES: &str = "
--line --lines --range --start --end --start-line --end-line --start_line --end_line --from --to -r: the range is an argument after PATH: `A:B`
";

pub(super) const LINES: &str = "
--insert: `incise insert PATH --line N --text TEXT` inserts lines
";

pub(super) const VIEW: &str = "
-n --number --line-numbers: omit it: every line is shown with its number
--head --first: the range `1:N` after PATH shows the first N lines
--tail --last: the range `-N:` after PATH shows the last N lines
--no-hash --plain: `cat` prints a file as it is
--symbols --structure: `--outline` lists definitions, headings or keys
";

pub(super) const SET: &str = "
--key --value -k -v: key and value are arguments: `incise set PATH KEY VALUE`
--type --int --integer --float: `--string`, `--number`, `--bool`, `--null` or `--value-json` sets the type of the value
--force --add: `--create` creates a missing key
";

pub(super) const UNSET: &str = "
--key -k: the key is an argument: `incise unset PATH KEY`
";

pub(super) const TEXTS: &str = "
--content --contents --body --new --new-text --new-content --new_content --insert-text --string --data -t: the text is `--text TEXT`, or `--text-file FILE`
--stdin: `--text-file -` reads the text from standard input
";

pub(super) const MOVE: &str = "
--from --source --destination --target: both names are arguments: `incise move FROM TO`; `--to` is the file that gets a `--symbol`
--force -f --overwrite: omit it: a move never replaces an existing file
";

pub(super) const COPY: &str = "
--from --source --destination --target: `incise copy FROM --symbol NAME --to FILE`
-r -R --recursive: `cp -r` copies a directory
";

pub(super) const REMOVE: &str = "
-r -R --recursive: `incise remove PATH...` deletes files; `rm -r` deletes a directory
-f --force: omit it: `incise` does not ask; `--idempotent` accepts a missing file
";

pub(super) const UNDO: &str = "
--last --latest: omit it: without an ID, the latest edit is undone
--id --entry: the number is an argument: `incise undo ID`
--all: `incise undo --task ID` undoes every edit of a task; `incise log` lists all edits, and `incise undo ID` undoes one
--path --file: `incise log --path FILE` lists the edits of a file, `incise undo ID` undoes one
--steps --count: `incise undo ID` undoes one entry of `incise log`
";

pub(super) const LOG: &str = "
-n --limit --max-count --number: `--max N` lists N entries
-p --patch --show: `incise log show ID` prints the diff of an entry
--oneline --short: omit it: each entry is short; `--json` is for programs
--file: `--path FILE` lists the edits of a file
";

pub(super) const EDITS: &str = "
--check --preview --simulate --no-write --what-if: `check` before the command writes nothing, as does `--dry-run`
-y --yes: omit it: `incise` does not ask
--interactive --confirm --ask: omit it: only `replace` and `patch` can ask about each change
-f: give the file without a flag; no flag forces every edit: each refusal names the flag that allows it
--force: no flag forces every edit: each refusal names the flag that allows it
--path --file --file-path --file_path --filename: give the file without a flag, after the command
--stdin: with `-` as PATH, standard input is edited
--no-backup: omit it: no backup is kept without `--backup`
--no-diff: `-q` prints nothing on success
--show-diff: `--diff` prints complete diffs
--stat --numstat --summary: omit it: the report counts the lines; `--json` prints all of it, `-q` nothing
--unified -u: `--context N` shows N lines around a change
--git --commit: omit it: commit the edits with `git`
";

pub(super) const ALL: &str = "
-v --verbose: `--full` prints everything, `--json` prints the whole report
--silent: `-q` prints nothing on success
--no-color --no-colour --colour: `--color never` prints without color
-d --directory --cwd --chdir: `-C DIR` runs as if started in DIR; `./-NAME` is a file that begins with a dash
";

/// The hint in the first row of `tables` that has `word`.
pub(super) fn lookup(word: &str, tables: &[&'static str]) -> Option<&'static str> {
    for (words, hint) in rows(tables) {
        if words.split(' ').any(|known| known == word) {
            return Some(hint);
        }
    }
    None
}

/// The words and the hint of each row of `tables`.
fn rows(tables: &[&'static str]) -> impl Iterator<Item = (&'static str, &'static str)> {
    tables
        .iter()
        .flat_map(|table| table.lines())
        .filter_map(|row| row.split_once(": "))
}

/// Commands of other tools, with hints.
const COMMANDS: &str = "
diff: `incise check COMMAND` shows the diff of a planned edit, `incise log show ID` the diff of a past one (`incise log --path FILE` lists their IDs); `incise patch FILE` applies a diff
status: `incise log` lists the edits
prepend insert-at-start: `incise insert PATH --line 0 --text TEXT` inserts at the beginning
outline symbols structure tree get-symbols-overview: `incise view PATH --outline` lists definitions, headings or keys
search grep find rg locate search-files: `grep -rn TEXT .` finds text; `incise replace` edits it, and its refusals list the matches
get get-key query: `incise view PATH --key KEY` shows the value of a key
ls list dir list-directory list-files: `ls` lists files; `incise log` lists the edits
version: `incise --version` prints it
config configure settings: there is no configuration: `incise help flags` lists the flags and their environment variables
init setup install: no setup is needed: `incise replace PATH --old TEXT --new TEXT` edits a file
copy cp copy-file: `cp` copies; `incise` edits the copy
preview dry-run dryrun simulate test try: `incise check` before the command writes nothing, as does --dry-run after it
commit save-changes: every edit is written immediately; `git commit` commits it
lint validate verify analyze: `incise check files PATH` reports problems in files
mkdir: `incise create PATH --parents --text TEXT` creates the directories of a new file
";

/// The commands of `incise`, with their names in other tools. `_` counts as `-`.
const NAMES: &str = "
edit rep sed sub substitute str-replace search-replace edit-file replace-string-in-file multi-edit multiedit update change: replace
insert-at insert-at-line insert-line insert-lines insert-text: insert
edit-lines replace-lines line delete-lines: lines
cat read show open print read-file read-lines view-file head tail: view
rm delete del unlink delete-file remove-file: remove
mv rename move-file rename-file: move
new touch create-file new-file: create
add append-file append-to-file: append
overwrite save write-file write-to-file file-write: write
history op journal: log
revert rollback restore undo-edit: undo
batch run json: apply
apply-patch apply-diff patch-file apply-unified-patch: patch
serve server: mcp
completion: completions
tutorial docs manual man: guide
put assign set-key: set
unset-key delete-key: unset
";

/// The counterpart of a command of another tool.
pub(super) enum ForeignCommand {
    /// The name of the `incise` command that does the same.
    SameAs(&'static str),
    /// No single command does the same.
    Hint(&'static str),
}

/// The counterpart of the command `word` of another tool.
pub(super) fn command(word: &str) -> Option<ForeignCommand> {
    let dashed = word.replace('_', "-");
    if let Some(name) = lookup(&dashed, &[NAMES]) {
        return Some(ForeignCommand::SameAs(name));
    }
    let hint = lookup(&dashed, &[COMMANDS])?;
    Some(ForeignCommand::Hint(hint))
}

/// The hint for an extra argument, by command.
const OPERANDS: &str = "
patch: the only argument is the diff; `--target PATH` names the file to change
insert: use flags: `incise insert PATH --line N --text TEXT`, or --after TEXT instead of --line
append create write: the text is `--text TEXT`; quote text with spaces
lines: the new content is `--text TEXT`; a range is one argument, `A:B`
ensure: one line is `--line TEXT`, several lines are `--block TEXT --marker NAME`
view: a range of lines is one argument: `A:B`
undo redo: one entry at a time; `incise undo --task ID` undoes all edits of a task
";

/// The hint for an extra argument of `command`.
pub(super) fn operand(command: &str) -> Option<&'static str> {
    lookup(command, &[OPERANDS])
}

/// Finds a `sed` script `s/OLD/NEW/` in `args`. Returns the script and the `replace` call that does the same.
pub(super) fn substitution(args: &[OsString]) -> Option<(&str, String)> {
    const SPECIAL: &[char] = &[
        '.', '*', '[', ']', '^', '$', '+', '?', '(', ')', '{', '}', '|', '\\',
    ];
    let words: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let (script, (old, new, flags)) = words.iter().find_map(|word| Some((*word, script(word)?)))?;
    let last_operand = words
        .iter()
        .rev()
        .find(|word| **word != script && !word.starts_with('-'));
    let file = match last_operand {
        Some(file) if command(file).is_none() => shell_words::quote(file),
        _ => "PATH".into(),
    };
    let regex = if old.contains(SPECIAL) {
        " --regex"
    } else {
        ""
    };
    let all = if flags.contains('g') { " --all" } else { "" };
    let call = format!(
        "incise replace {file}{regex} --old {} --new {}{all}",
        quote(old),
        quote(new)
    );
    Some((script, call))
}

/// OLD, NEW and FLAGS of a script `s/OLD/NEW/FLAGS` with any separator.
fn script(word: &str) -> Option<(&str, &str, &str)> {
    let rest = word.strip_prefix('s')?;
    let separator = rest.chars().next().filter(char::is_ascii_punctuation)?;
    let parts: Vec<&str> = rest[1..].split(separator).collect();
    let [old, new, flags] = parts[..] else {
        return None;
    };
    if old.is_empty() || !flags.chars().all(|flag| "gpiIm".contains(flag)) {
        return None;
    }
    Some((old, new, flags))
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, NAMES, OPERANDS, lookup, rows};
    use crate::cli::command::CommandId;

    /// The flags of the command `name` in clap's description.
    fn known(name: CommandId) -> Vec<String> {
        let command = name.describe();
        let longs = command.get_arguments().filter_map(|arg| arg.get_long());
        let shorts = command.get_arguments().filter_map(|arg| arg.get_short());
        longs
            .map(|long| format!("--{long}"))
            .chain(shorts.map(|short| format!("-{short}")))
            .collect()
    }

    #[test]
    fn every_line_of_a_table_is_a_row() {
        let mut tables = vec![COMMANDS, NAMES, OPERANDS];
        for name in CommandId::all() {
            tables.extend(name.page().foreign_flags);
        }
        for table in tables {
            assert_eq!(
                rows(&[table]).count(),
                table.trim().lines().count(),
                "{table}"
            );
        }
    }

    #[test]
    fn every_flag_that_is_named_exists() {
        for name in CommandId::all() {
            let known = known(name);
            for (_, words) in rows(name.page().foreign_flags) {
                for (call, flag) in flags_in(words) {
                    let is_own = match call {
                        Some(call) => known_of(call).contains(&flag),
                        // A hint of `check` may name a flag that only the editing command has.
                        None => match name {
                            CommandId::Check(verb) => {
                                self::known(CommandId::Edit(verb)).contains(&flag)
                            }
                            _ => known.contains(&flag),
                        },
                    };
                    assert!(is_own, "{}: {flag} in {words}", name.words());
                }
            }
        }
        for (_, words) in rows(&[COMMANDS]) {
            for (call, flag) in flags_in(words) {
                let is_own = call.is_none() || known_of(call.unwrap()).contains(&flag);
                assert!(is_own, "{flag} in {words}");
            }
        }
    }

    /// The flags in `words`, each with the command of the call that contains it.
    fn flags_in(words: &'static str) -> Vec<(Option<&'static str>, String)> {
        let mut flags = Vec::new();
        for (number, part) in words.split('`').enumerate() {
            let mut call = None;
            if number % 2 == 1 {
                let mut words = part.split(' ');
                match words.next() {
                    Some("incise") => call = words.next(),
                    Some(other) if !other.starts_with('-') => continue,
                    _ => {}
                }
            }
            for word in part.split([' ', ',', ':']) {
                let is_number = |word: &str| {
                    word[1..].starts_with(|sign: char| sign.is_ascii_digit() || sign == 'N')
                };
                if word.len() > 1 && word.starts_with('-') && !is_number(word) {
                    flags.push((call, word.to_owned()));
                }
            }
        }
        flags
    }

    /// The flags of the command `word`; otherwise the flags of the program.
    fn known_of(word: &str) -> Vec<String> {
        match CommandId::all().find(|name| name.operation() == word) {
            Some(name) => known(name),
            None => vec!["--version".to_owned()],
        }
    }

    #[test]
    fn every_row_is_reached_by_some_command() {
        let mut unreached = Vec::new();
        for name in CommandId::all() {
            for row in rows(name.page().foreign_flags) {
                if !unreached.contains(&row) {
                    unreached.push(row);
                }
            }
        }
        for name in CommandId::all() {
            let known = known(name);
            let tables = name.page().foreign_flags;
            unreached.retain(|(flags, words)| {
                let is_reached = |flag: &&str| {
                    lookup(flag, tables) == Some(words) && !known.iter().any(|own| own == *flag)
                };
                !flags.split(' ').any(|flag| is_reached(&flag))
            });
        }
        assert!(unreached.is_empty(), "{unreached:?}");
    }
}
