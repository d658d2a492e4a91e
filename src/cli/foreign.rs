//! Flags and commands as other tools have them, and what they are called here: of `patch`, `git apply`, `sed`, `grep`,
//! `git log` and the edit tools of agents. They are refused all the same: a flag means what it means there.

use std::ffi::OsString;

/// A flag of other tools, and the way out.
pub(super) type ForeignFlag = (&'static [&'static str], &'static str);

pub(super) const PATCH: &[ForeignFlag] = &[
    (
        &["-i", "--input"],
        "the diff is an argument: `incise patch FILE`",
    ),
    (&["-d", "--directory"], "`-C DIR` runs as if started there"),
    (
        &["-3", "--3way"],
        "`--base git` has the text that the diff was made from",
    ),
    (
        &["-F", "--fuzz"],
        "`--mode tolerant`, `merge` or `fuzzy` lets hunks drift",
    ),
    (
        &["-l", "--ignore-whitespace", "--ignore-space-change"],
        "`--mode tolerant` reads runs of blanks as one",
    ),
    (
        &["-N", "--forward"],
        "`--idempotent` leaves out hunks that are applied already",
    ),
    (&["-b"], "`--backup` keeps the old bytes beside the file"),
    (&["-o"], "`--output FILE` leaves the target alone"),
    (
        &["-r", "--reject"],
        "`--reject-file FILE` gets the hunks that fail; no other is applied then",
    ),
    (&["--check"], "`incise check patch` writes nothing"),
    (&["-s", "--silent"], "`-q` prints nothing on success"),
];

pub(super) const SEARCH: &[ForeignFlag] = &[
    (
        &["-l", "--files-with-matches", "--list"],
        "`check` before the command lists the files and writes nothing",
    ),
    (
        &["-i"],
        "files are edited in place anyway, and `--backup` keeps the old one; `--ignore-case` takes upper and lower case for the same",
    ),
    (
        &["-E", "-e", "-P", "--regexp", "--regexp-extended"],
        "`--regex` takes the text to find for a regular expression",
    ),
    (
        &["-F", "--fixed-strings", "--literal"],
        "leave it out: the text to find is literal",
    ),
    (
        &["--include"],
        "`--glob GLOB` selects files, and `--exclude GLOB` leaves some out",
    ),
    (
        &["-r", "-R", "--recursive"],
        "leave it out: the files below a directory are edited; `--regex` reads a regular expression",
    ),
    (&["-w", "--word-regexp"], "`--word` finds whole words only"),
    (
        &["--global", "--replace-all", "--replace_all"],
        "`--all` replaces every place, `--glob GLOB` selects files",
    ),
    (
        &["--count", "--occurrences"],
        "`--expect N` replaces N places, `--nth N` one of them",
    ),
    (
        &[
            "--old-str",
            "--old_str",
            "--old-string",
            "--old_string",
            "--old-text",
            "--old_text",
            "--search",
            "--find",
            "--pattern",
        ],
        "the text to find is `--old TEXT`",
    ),
    (
        &[
            "--new-str",
            "--new_str",
            "--new-string",
            "--new_string",
            "--new-text",
            "--new_text",
            "--replace",
            "--replacement",
            "--with",
        ],
        "the text to put there is `--new TEXT`",
    ),
];

pub(super) const ENSURE: &[ForeignFlag] = &[
    (
        &["--regexp", "--search", "--search-string", "-E", "-e"],
        "the line to replace is `--matching REGEX`",
    ),
    (
        &["--insertafter", "--insert-after"],
        "the place is `--after TEXT`, with --regex for a pattern, or `--at-end`",
    ),
    (
        &["--insertbefore", "--insert-before"],
        "the place is `--before TEXT`, with --regex for a pattern, or `--at-start`",
    ),
    (&["--state"], "`--absent` takes the line or block out"),
    (
        &["--text", "--content", "--new"],
        "one line is `--line TEXT`, several are `--block TEXT --marker NAME`",
    ),
    (
        &["--once", "--existing"],
        "leave it out: a line is there once, and a file is made with --create only",
    ),
];

pub(super) const RANGES: &[ForeignFlag] = &[(
    &[
        "--line",
        "--lines",
        "--range",
        "--start",
        "--end",
        "--start-line",
        "--end-line",
        "--start_line",
        "--end_line",
        "-r",
    ],
    "the range is an argument behind PATH: `A:B`",
)];

pub(super) const TEXTS: &[ForeignFlag] = &[(
    &[
        "--content",
        "--contents",
        "--body",
        "--new",
        "--string",
        "--data",
    ],
    "the text is `--text TEXT`, or `--text-file FILE`",
)];

pub(super) const LOG: &[ForeignFlag] = &[
    (
        &["-n", "--limit", "--max-count", "--number"],
        "`--max N` lists N entries",
    ),
    (
        &["-p", "--patch", "--diff"],
        "`incise log show ID` prints the diff of an entry",
    ),
];

pub(super) const EDITS: &[ForeignFlag] = &[
    (
        &["--check"],
        "`check` before the command writes nothing, as does `--dry-run`",
    ),
    (
        &["-y", "--yes"],
        "leave it out: nothing is asked unless somebody wants it",
    ),
    (
        &["--interactive", "--confirm", "--ask"],
        "leave it out: `replace` and `patch` alone ask about each place",
    ),
    (
        &["-f", "--force"],
        "no flag lifts every guard: a refusal names the one that lifts it",
    ),
    (
        &[
            "--path",
            "--file",
            "--file-path",
            "--file_path",
            "--filename",
        ],
        "the file is an argument",
    ),
    (
        &["--stdin"],
        "the text is read from standard input where `-` stands for a file",
    ),
];

pub(super) const ALL: &[ForeignFlag] = &[
    (
        &["-v", "--verbose"],
        "`--full` cuts nothing, `--json` prints the whole report",
    ),
    (&["--silent"], "`-q` prints nothing on success"),
    (
        &["-d", "--directory", "--cwd", "--chdir"],
        "`-C DIR` runs as if started there; a name that begins with a dash is `./-NAME`",
    ),
];

/// The name that `flag`, which a command with these `tables` does not have, has here.
pub(super) fn way_out(flag: &str, tables: &[&[ForeignFlag]]) -> Option<&'static str> {
    tables
        .iter()
        .flat_map(|table| table.iter())
        .find(|(flags, _)| flags.contains(&flag))
        .map(|(_, words)| *words)
}

/// The command that is called `word` elsewhere.
pub(super) fn command(word: &str) -> Option<&'static str> {
    Some(match word {
        "edit" | "sed" | "sub" | "substitute" | "str_replace" | "search-replace" => "replace",
        "cat" | "read" | "show" | "open" | "print" => "view",
        "rm" | "delete" | "del" | "unlink" => "remove",
        "mv" | "rename" => "move",
        "new" | "touch" => "create",
        "add" => "append",
        "overwrite" | "save" => "write",
        "history" | "op" => "log",
        "revert" | "rollback" | "restore" => "undo",
        "batch" | "run" | "json" => "apply",
        "apply_patch" | "diff" => "patch",
        "serve" | "server" => "mcp",
        "completion" => "completions",
        _ => return None,
    })
}

/// The `replace` that does what a script of `sed` among `args` asks for (`s/OLD/NEW/`), and the script.
pub(super) fn substitution(args: &[OsString]) -> Option<(&str, String)> {
    const SPECIAL: &[char] = &[
        '.', '*', '[', ']', '^', '$', '+', '?', '(', ')', '{', '}', '|', '\\',
    ];
    let words = || args.iter().filter_map(|arg| arg.to_str());
    let (script, (old, new, flags)) = words().find_map(|word| Some((word, script(word)?)))?;
    let file = words()
        .rev()
        .find(|word| *word != script && !word.starts_with('-'))
        .filter(|file| command(file).is_none())
        .unwrap_or("PATH");
    let quote = |text: &str| format!("'{}'", text.replace('\'', "'\\''"));
    let regex = if old.contains(SPECIAL) {
        " --regex"
    } else {
        ""
    };
    let all = if flags.contains('g') { " --all" } else { "" };
    let file = if file == "PATH" {
        file.to_owned()
    } else {
        shell_words::quote(file).into_owned()
    };
    let call = format!(
        "incise replace {file}{regex} --old {} --new {}{all}",
        quote(old),
        quote(new)
    );
    Some((script, call))
}

/// The parts of a script `s/OLD/NEW/FLAGS`, whatever the sign between them.
fn script(word: &str) -> Option<(&str, &str, &str)> {
    let rest = word.strip_prefix('s')?;
    let sign = rest.chars().next().filter(char::is_ascii_punctuation)?;
    let mut parts = rest[1..].split(sign);
    let parts = (parts.next()?, parts.next()?, parts.next()?, parts.next());
    match parts {
        (old, new, flags, None) if !old.is_empty() => {
            let is_flag = |flag: char| "gpiIm".contains(flag);
            flags.chars().all(is_flag).then_some((old, new, flags))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::way_out;
    use crate::cli::command::CommandId;

    /// The names that clap knows of `name`.
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
    fn every_flag_that_is_named_exists() {
        for name in CommandId::all() {
            let known = known(name);
            for (_, words) in name.page().elsewhere.iter().flat_map(|table| table.iter()) {
                let named = words
                    .split(['`', ' ', ','])
                    .filter(|word| word.starts_with('-'));
                for flag in named.filter(|flag| *flag != "-") {
                    // Without the means to write that `check` leaves out.
                    let is_of_edit = match name {
                        CommandId::Check(verb) => self::known(CommandId::Edit(verb))
                            .iter()
                            .any(|own| own == flag),
                        _ => false,
                    };
                    let is_own = known.iter().any(|own| own == flag);
                    assert!(is_own || is_of_edit, "{}: {words}", name.words());
                }
            }
        }
    }

    #[test]
    fn every_row_is_reached_by_some_command() {
        for name in CommandId::all() {
            let known = known(name);
            for (flags, _) in name.page().elsewhere.iter().flat_map(|table| table.iter()) {
                assert!(
                    flags
                        .iter()
                        .all(|flag| way_out(flag, name.page().elsewhere).is_some())
                );
                let is_new = |flag: &&&str| !known.iter().any(|own| own == **flag);
                assert!(
                    flags.iter().any(|flag| is_new(&flag)),
                    "{flags:?} of {}",
                    name.words()
                );
            }
        }
    }
}
