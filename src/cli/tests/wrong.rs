//! Wrong command lines and their messages.

use super::{World, sentences};
use crate::refusal::ExitClass;

/// Checks that `line` is refused with exit class `usage`, this message and this hint.
#[track_caller]
fn assert_refused(line: &str, message: &str, hint: &str) {
    assert_refused_in(&World::new().stdin("from stdin"), line, message, hint);
}

#[track_caller]
fn assert_refused_in(world: &World, line: &str, message: &str, hint: &str) {
    let refusal = match world.request_of(line) {
        Err(refusal) => refusal,
        Ok((request, ..)) => panic!("{line}: {request:?}"),
    };
    assert_eq!(refusal.code().class(), ExitClass::Usage);
    let (actual_message, actual_hint) = sentences(refusal);
    assert_eq!(actual_message, message, "{line}");
    assert!(actual_hint.contains(hint), "{line}: {actual_hint}");
}

/// Like [`assert_refused`], for commands that edit nothing.
#[track_caller]
fn assert_printed(line: &str, message: &str, hint: &str) {
    let ran = World::new().run(line);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{line}");
    let start = format!("incise: {message}\nhint: ");
    assert!(ran.stderr.starts_with(&start), "{line}: {}", ran.stderr);
    assert!(ran.stderr.contains(hint), "{line}: {}", ran.stderr);
}

/// Checks every row of `table`: a line, its message and a part of its hint.
#[track_caller]
fn check_rows(check: fn(&str, &str, &str), table: &str) {
    for row in table.trim().lines() {
        let (line, answer) = row.trim().split_once(" | ").unwrap();
        let (message, hint) = answer.split_once(" |").unwrap();
        check(line, message, hint.trim());
    }
}

#[test]
fn missing_parts_are_named() {
    assert_refused("", "no command is given", "incise --help");
    check_rows(
        assert_refused,
        r"
        replace a --old x | `--new` is missing: what should the text become? | --new '' deletes the text
        replace a --new x | `--old` is missing: which text should be replaced? | incise write
        replace --old x --new y | no PATH is given | --glob
        ",
    );
    let nothing = World::new();
    assert_refused_in(
        &nothing,
        "remove",
        "no PATH is given, and standard input is empty",
        "`incise remove PATH... [FLAGS]`, or a request as JSON",
    );
    assert_refused_in(
        &nothing,
        "move",
        "no PATH is given, and standard input is empty",
        "`incise move FROM TO|--symbol NAME --to FILE [FLAGS]`",
    );
    check_rows(
        assert_printed,
        r"
        view | no PATH is given | `incise view PATH... [A[:B]]... [FLAGS]`
        check files | no PATH is given | `incise check files .`
        view - | `view -` has no file to show | `./-`
        ",
    );
    check_rows(
        assert_refused,
        r"
        append a | `--text` is missing | --text TEXT, or --text-file FILE (--text-file - is standard input); --text '' is an empty text
        lines a --text x | no lines are named | 3:5
        insert a --text x | the position is missing | --line N (0 is the start, -1 the end), --before TEXT, --after TEXT, or a region and --at EDGE
        insert a --line 1 | `--text` is missing | --text TEXT
        move a | the new name is missing | `incise move FROM TO` takes two paths, old and new; `incise move FROM --symbol NAME --to FILE` moves a definition
        replace a --old | `--old` needs a value | ''
        ",
    );
}

#[test]
fn a_terminal_is_never_read_unasked() {
    let mut world = World::new();
    world.stdin_is_terminal = true;
    let message = "no DIFF is given, and standard input is a terminal";
    assert_refused_in(&world, "patch", message, "pipe the DIFF in");
    let message = "no REQUEST is given, and standard input is a terminal";
    assert_refused_in(&world, "apply", message, "pipe the REQUEST in");
    let message = "no PATH is given, and standard input is a terminal";
    assert_refused_in(&world, "replace", message, "or a request as JSON");
    assert_refused_in(&world, "lines -", message, "`incise lines PATH A[:B]");
    let ran = world.run("check");
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr
            .starts_with("incise: `check` needs a command to check\nhint: `incise check replace"),
        "{}",
        ran.stderr
    );
}

#[test]
fn words_around_commands_are_looked_at() {
    let check = "`incise check replace PATH";
    assert_refused("check check replace", "`check` is given twice", check);
    assert_refused("check src/a.rs", "unknown command `check src/a.rs`", check);
    check_rows(
        assert_refused,
        r"
        --version x | `--version` takes no argument | omit
        -V x | `-V` takes no argument | omit
        replace . --old a --new b -l | unknown flag `-l` of `replace` | `check` before the command
        replace . --exclude '!*.rs' --old a --new b | `--exclude !*.rs` excludes twice: omit the `!` | --glob '*.rs'
        ",
    );
}

#[test]
fn unknown_words_get_the_nearest() {
    check_rows(
        assert_refused,
        r"
        repalce a | unknown command `repalce` | did you mean `incise replace`?
        check lnes | unknown command `check lnes` | `incise check lines`?
        ",
    );
    for (word, named) in [
        ("sed", "replace"),
        ("rm", "remove"),
        ("cat", "view"),
        ("mv", "move"),
    ] {
        let message = format!("unknown command `{word}`");
        assert_refused(&format!("{word} a"), &message, &format!("`incise {named} "));
    }
    check_rows(
        assert_refused,
        r"
        frobnicate | unknown command `frobnicate` | incise --help
        remove a --dry-rum | unknown flag `--dry-rum` of `remove` | did you mean --dry-run?
        remove a --overwrite | unknown flag `--overwrite` of `remove` | --overwrite belongs to `incise write`
        remove a --frobnicate | unknown flag `--frobnicate` of `remove` | incise remove --help
        remove a -x | unknown flag `-x` of `remove` | --help
        --all remove a | `--all` is in front of the command | flags come after the command: `incise remove --all ...`
        -q | `-q` is in front of the command | flags come after the command: `incise replace PATH
        help remvoe | unknown command `remvoe` | incise remove
        ",
    );
    for (line, script, call) in [
        (
            "-i s/a/b/ f",
            "s/a/b/",
            "`incise replace f --old 'a' --new 'b'`",
        ),
        (
            "sed -i -e \"s|it's|x y|g\" 'my file'",
            "s|it's|x y|g",
            "`incise replace 'my file' --old 'it'\\''s' --new 'x y' --all`",
        ),
        (
            "'s/v[0-9]/v2/'",
            "s/v[0-9]/v2/",
            "`incise replace PATH --regex --old 'v[0-9]' --new 'v2'`",
        ),
    ] {
        assert_refused(line, &format!("`{script}` is a sed script"), call);
    }
    check_rows(
        assert_refused,
        r"
        src/a/b | unknown command `src/a/b` | incise --help
        check view | `check` goes before commands that edit, not before `view` | `incise view` writes nothing
        check recover | `check` goes before commands that edit, not before `recover` | `incise recover --help`
        check undo | `check` goes before commands that edit, not before `undo` | incise undo --dry-run
        ",
    );
}

#[test]
fn check_has_no_means_to_write() {
    check_rows(
        assert_refused,
        r"
        check remove a --backup | unknown flag `--backup` of `check remove` | `check` writes nothing: omit --backup
        check merge a b c --rules all | unknown flag `--rules` of `check merge` | `incise merge -n` writes nothing and accepts --rules
        ",
    );
}

#[test]
fn contradictions_are_refused() {
    check_rows(
        assert_refused,
        r"
        append a --text x --text-file - | `--text` and `--text-file` cannot be combined | give one of them
        replace a --old x --new y --all --nth 2 | `--all` and `--nth` cannot be combined |
        replace a --old x --new y --nth 1 --expect 2 | `--nth` and `--expect` cannot be combined |
        replace a --old x --new y --old z | `--old` is given 2 times, `--new` 1 | give each `--old` a `--new`
        replace a --old x --new y --json --format diff | `--json` and `--format` cannot be combined |
        insert a --line 1 --after x --text y | `--line` and `--after` cannot be combined |
        insert a --line 1 --match exact --text y | `--match` belongs to `--before` and `--after`, not to `--line` | omit --match
        insert a --line 1 --inline --text y | a line number refers to whole lines, but `inline` to a position within a line | before or after
        append a --from-json - --text x | `--from-json` and `--text` cannot be combined |
        replace a --old-file - --new-file - | `--old-file -` and `--new-file -` both read standard input | give one of them a file
        append - --text-file - | `PATH -` and `--text-file -` both read standard input |
        replace a - --old x --new y | `-` edits standard input to standard output and cannot be combined with other paths | `./-`
        create a b --text x | `b` is one argument too many for `create` | the text is `--text TEXT`
        ",
    );
    check_rows(
        assert_printed,
        r"
        schema report --quiet | unknown flag `--quiet` of `schema` | omit --quiet
        completions | `SHELL` is missing | SHELL: bash, zsh
        ",
    );
    // Two leading dashes do not count as similar.
    assert_printed(
        "completions --shell bash",
        "unknown flag `--shell` of `completions`",
        "`incise completions --help`",
    );
    assert_refused(
        "patch a.txt fix.diff",
        "`fix.diff` is one argument too many for `patch`",
        "--target PATH",
    );
}

#[test]
fn words_after_two_dashes_are_not_flags() {
    check_rows(
        assert_refused,
        r"
        create -- a --text x | `--text` is after `--`, so it is not read as a flag | before `--`
        move -- --odd b -q | `-q` is after `--`, so it is not read as a flag | before `--`
        ",
    );
}

#[test]
fn flags_of_other_tools_are_translated() {
    for (line, hint) in [
        ("patch -i f", "`incise patch FILE`"),
        ("patch f --3way", "--base git"),
        ("patch f -F3", "--mode tolerant"),
        ("patch f --check", "`incise check patch`"),
        ("check patch f -N", "--idempotent"),
        ("replace f -i", "--ignore-case"),
        ("replace f --old-str x", "--old TEXT"),
        ("replace f --global", "--all"),
        ("append f --content x", "--text TEXT"),
        ("lines f --start-line=3", "`A:B`"),
        ("view f --range 3", "`A:B`"),
        ("log -n 3", "--max N"),
        ("remove f --force", "`--idempotent` accepts a missing file"),
        ("write f --force", "`--overwrite` replaces"),
        ("set f --key", "`incise set PATH KEY VALUE`"),
        ("undo --last", "the latest edit is undone"),
        ("undo --verbose", "--full"),
    ] {
        let (command, rest) = line.split_once(' ').unwrap();
        let flag = rest.split(' ').rfind(|word| word.starts_with('-')).unwrap();
        let flag = if flag.starts_with("--") {
            flag.split('=').next().unwrap()
        } else {
            &flag[..2]
        };
        let command = match command {
            "check" => "check patch",
            other => other,
        };
        let message = format!("unknown flag `{flag}` of `{command}`");
        assert_printed(line, &message, hint);
    }
}

#[test]
fn a_flag_that_needs_another_is_refused_without_it() {
    for (line, flag, companion) in [
        ("merge b o t --partial", "partial", "solve"),
        ("merge b o t --accept", "accept", "solve"),
        ("view a --symbol f --dialect git", "dialect", "key"),
        ("view a --symbol f --depth 1", "depth", "outline"),
        ("lines a --section x --text y --rename", "rename", "symbol"),
        #[cfg(feature = "suggestions")]
        ("apply --each --rule x", "rule", "from"),
    ] {
        assert_printed(
            line,
            &format!("`--{flag}` needs `--{companion}`"),
            &format!("add --{companion}, or omit --{flag}"),
        );
    }
}

#[test]
fn values_are_checked() {
    check_rows(
        assert_refused,
        r"
        replace a --old x --new y --nth 0 | `--nth 0` is not a match | 1 is the first match, -1 the last
        replace a --old x --new y --nth one | `one` is not a valid value of `--nth` | --nth <N>
        replace a --old x --new y --fix all | `all` is not a valid value of `--fix` | --fix takes escapes
        ",
    );
    check_rows(
        assert_printed,
        r"
        undo one | `one` is not a valid value of `ID` | ID, a whole number; `incise log --path FILE` lists the entries of a file
        undo 99999999999999999999 | `99999999999999999999` is not a valid value of `ID` | ID, a smaller number
        ",
    );
    check_rows(
        assert_printed,
        r"
        completions tcsh | `tcsh` is not a valid value of `SHELL` | one of bash
        log 7 | `incise log 7` is not a command | `incise log show 7`
        log show 7 8 | `incise log show` takes one entry number | `incise log show 7`
        ",
    );
    check_rows(
        assert_refused,
        r"
        replace a --old x --new y --match fuzzy --regex | a pattern matches or does not: it cannot be similar | either a pattern (regex, ignore case, word) or a fuzzy match
        replace a --old x --new y --expect 0 | an edit of 0 matches is not an edit | 1 or more
        replace a --old x --new y --within 5:3 | `--within 5:3` is not a range of lines | A:B
        replace a --old x --new y --match exakt | `exakt` is not a valid value of `--match` | did you mean --match exact?
        replace a --old x --new y --threshold 0.9 | `--threshold` belongs to `--match fuzzy` |
        replace a --old x --new y --match fuzzy --threshold 0.3 | `--threshold 0.3` is not a similarity | 0.5 to 1.0
        replace a --old x --new y --sync all | `all` is not a valid value of `--sync` | none, file, full
        replace a --old x --new y --max-size big | `--max-size big` is not a size | K, M or G
        replace a --old x --new y --lock-timeout 1h | `--lock-timeout 1h` is not a time | ms or s
        replace a --old x --new y --expect-hash 12 | `--expect-hash 12` is not a hash | incise view
        replace a --old x --new y --task '' | `--task ''` names nobody | omit --task
        replace a --old x --new y --validate 'test {}; lint {}' | `--validate test {}; lint {}` has `;`, but no shell interprets it | sh -c
        replace a --old x --new y --backup=/x | `--backup=/x` is not a suffix | without `/`
        insert a --line -2 --text x | `--line -2` is not a place | -1 the end
        ",
    );
    for range in ["0", "0:2", "3:2", "-0", "x"] {
        let message = format!("`{range}` is not a range of lines");
        assert_refused(&format!("lines a {range} --text x"), &message, "from 1");
    }
    assert_refused(
        "replace a b --old x --new y --expect-hash 12345678",
        "`--expect-hash` is the hash of one file, but several are named",
        "incise apply",
    );
}

#[test]
fn empty_and_equal_texts_are_refused() {
    check_rows(
        assert_refused,
        r"
        replace a --old '' --new y | the text to find is empty | `insert` adds text at a line, `append` at the end, `write` replaces the whole file
        replace a --old x --new x | old and new text are the same |
        insert a --before '' --text y | the text to find is empty |
        insert a --line 1 --text '' | the text to insert is empty |
        ",
    );
}

#[test]
fn documents_must_be_of_the_command() {
    let world = World::new().stdin(r#"{"op":"write","path":"a","text":"x"}"#);
    assert_refused_in(
        &world,
        "append --from-json -",
        "the request is `write`, but the command is `append`",
        "incise apply",
    );
    assert_refused_in(
        &world,
        "write b --from-json -",
        "the request names `a`, and `b` is named too",
        "name the file once",
    );
    let diff = World::new().stdin("--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n");
    assert_refused_in(
        &diff,
        "replace a --blocks -",
        "`--blocks` needs SEARCH/REPLACE blocks and nothing else",
        "incise patch",
    );
}

#[test]
fn a_usage_error_is_a_report_like_any_other() {
    for json in ["--json", "--format json", "--format=json"] {
        let ran = World::new().run(&format!("remove a --frob {json}"));
        assert_eq!(ran.code, 2);
        assert_eq!(ran.stderr, "");
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(report["ok"], false);
        assert_eq!(report["operation"], "remove");
        assert_eq!(report["error"]["code"], "usage");
        assert_eq!(
            report["error"]["message"],
            "unknown flag `--frob` of `remove`"
        );
    }
    let ran = World::new().run("remove a --frob");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("unknown flag `--frob` of `remove`"));
    assert!(ran.stderr.contains("hint: "));
}
