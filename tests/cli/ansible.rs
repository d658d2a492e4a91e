//! The tasks of Ansible's tests for its modules `lineinfile` and `blockinfile`, as calls of `incise ensure`. The
//! results must have the SHA-1 that Ansible's tests expect, after the first run and after the second.
//!
//! Tasks without an equivalent, and the reasons:
//! - directories created with the file (`a/a.txt`, `createme/file.txt`): `ensure` creates only files
//! - a line that contains a line feed: not a single line; use `--block` for several
//! - groups of the expression in the new line (`backrefs` with `\1`): supported by `incise replace --regex`
//! - an empty expression, which replaces the last line in Ansible: refused
//! - a place that does not exist (`insertbefore: '^not in the file$'`), for which Ansible uses the end: refused
//! - `append_newline`, `prepend_newline` and `wrap_with_blank_lines`: blank lines around a block do not belong to it
//! - a choice of line endings (`line_separator`), and a block whose CRLF becomes LF when it changes: new lines use
//!   the line ending of the lines around them
//! - files in EBCDIC (`encoding: cp273`), which is not a supported encoding
//! - markers without a space before the name (`#BEGIN X`) or after it (`X-->`), and markers that are created with an
//!   indentation
//! - access lists, backups, links and `validate`: common to all commands, and tested elsewhere
//!
//! If Ansible uses the first or last of several places (`firstmatch`), the test names a place that is unique.
//! Ansible's `search_string` becomes an expression with escaped characters.

use sha1::{Digest, Sha1};

use crate::bench::Bench;

const LINES: &str = "This is line 1\nThis is line 2\nREF this is a line for backrefs REF\nThis is line 4\nThis is line 5\n";
const SECTIONS: &str = "[section_one]\n\n[section_two]\n\n[section_three]\n";
const SCRIPT: &str =
    "#!/bin/sh\n\ncase \"`uname`\" in\n  Darwin*) if [ -z \"$JAVA_HOME\" ] ; then\n";
const OPTS: &str = "export FISHEYE_OPTS=\"-Xmx4096m -Xms2048m\"";

fn sha1(text: &[u8]) -> String {
    let digest = Sha1::digest(text);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Runs each task twice on a file with `text`. If Ansible states a SHA-1, the result must have it.
fn tasks(text: &str, tasks: &[(&[&str], &str)]) {
    let bench = Bench::with("f", text);
    for (args, sum) in tasks {
        let line = [&["ensure", "f", "-q"], *args].concat();
        bench.run_with(&line, b"").status_is(0);
        let found = bench.bytes("f");
        if !sum.is_empty() {
            assert_eq!(sha1(&found), *sum, "{args:?}: {}", bench.text("f"));
        }
        bench.run_with(&line, b"").status_is(0).unchanged();
    }
}

#[test]
fn lines_are_added_replaced_and_removed() {
    tasks(
        LINES,
        &[
            (
                &["--line", "New line at the beginning", "--at-start"],
                "7eade4042b23b800958fe807b5bfc29f8541ec09",
            ),
            (
                &["--line", "New line at the end", "--at-end"],
                "fb57af7dc10a1006061b000f1f04c38e4bef50a9",
            ),
            (
                &[
                    "--line",
                    "New line after line 1",
                    "--after",
                    "^This is line 1$",
                    "--regex",
                ],
                "5348da605b1bc93dbadf3a16474cdf22ef975bec",
            ),
            (
                &[
                    "--line",
                    "New line before line 5",
                    "--before",
                    "^This is line 5$",
                    "--regex",
                ],
                "2e9e460ff68929e4453eb765761fd99814f6e286",
            ),
            (
                &["--line", "This is line 3", "--matching", "^REF .* REF$"],
                "72f60239a735ae06e769d823f5c2b4232c634d9c",
            ),
            (
                &["--matching", "^This is line 3$", "--absent"],
                "d4eeb07bdebab2d1cdb3ec4a3635afa2618ad4ea",
            ),
            (
                &[
                    "--matching",
                    "^This is line 5$",
                    "--absent",
                    "--validate",
                    "true {}",
                ],
                "ab56c210ea82839a54487464800fed4878cb2608",
            ),
        ],
    );
    let bench = Bench::with("f", LINES);
    let line = ["ensure", "f", "--matching", "^This is line 1$", "--absent"];
    let line = [&line[..], &["--validate", "false {}"]].concat();
    bench
        .run_with(line, b"")
        .status_is(1)
        .says("rejects the new text")
        .changed(&[]);
}

#[test]
fn lines_are_found_by_their_text() {
    let text = "This is line 1\nThis is line 2\n(\\\\w)(\\\\s+)([\\\\.,])\nThis is line 4\n<FilesMatch \".py[45]?$\">\n";
    assert_eq!(
        sha1(text.as_bytes()),
        "481c2b73fe062390afdd294063a4f8285d69ac85"
    );
    let group = regex::escape("(\\\\w)(\\\\s+)([\\\\.,])");
    tasks(
        text,
        &[
            (&["--line", "New line at the beginning", "--at-start"], ""),
            (
                &["--line", "Thi$ i^ [ine 3", "--matching", &group],
                "8084519b53e268920a46592a112297715951f167",
            ),
            (
                &["--line", "Thi$ i^ [ine 3", "--absent"],
                "89919ef2ef91e48ad02e0ca2bcb76dfc2a86d516",
            ),
            (
                &["--line", "<FilesMatch \".py[45]?$\">", "--absent"],
                "ba9600b34febbc88bfb3ca99cd6b57f1010c19a4",
            ),
        ],
    );
}

#[test]
fn files_are_made_and_empty_or_unfinished_ones_get_lines() {
    let bench = Bench::new();
    let line = "ensure f -q --create --at-start --line 'This is a new file'";
    bench.line(line).status_is(0);
    assert_eq!(
        sha1(&bench.bytes("f")),
        "038f10f9e31202451b093163e81e06fbac0c6f3a"
    );
    bench.line(line).status_is(0).unchanged();
    let end: &[&str] = &["--line", "New line at the end"];
    tasks(
        "This is line 1\nThis is line 2",
        &[(end, "f9af7008e3cb67575ce653d094c79cabebf6e523")],
    );
    tasks("", &[(end, "f440dc65ea9cec3fd496c1479ddf937e1b949412")]);
    Bench::new()
        .run(["ensure", "f", "--line", "Doesn't matter"])
        .status_is(4)
        .says("there is no such file")
        .unchanged();
    // The place is not in the file, so the test names the end of the file.
    let bench = Bench::with("f", "");
    bench
        .line("ensure f --line top --before '^not in the file$' --regex")
        .status_is(1)
        .says("is not in the file")
        .unchanged();
    tasks(
        "",
        &[(
            &["--line", "top"],
            "4dca56d05a21f0d018cd311f43e134e4501cf6d9",
        )],
    );
}

#[test]
fn signs_of_code_are_literal() {
    tasks(
        "",
        &[
            (&["--line", "'foo'", "--at-start"], ""),
            (&["--line", "dotenv.load();", "--at-start"], ""),
            (
                &["--line", "var dotenv = require('dotenv');", "--at-start"],
                "7dc3cb033c3971e73af0eaed6623d4e71e5743f1",
            ),
            (
                &["--line", "import g'"],
                "73b271c2cc1cef5663713bc0f00444b4bf9f4543",
            ),
            (
                &["--line", "\"quote\" and \"unquote\""],
                "b10ab2a3c3b6492680c8d0b1d6f35aa6b8f9e731",
            ),
        ],
    );
}

#[test]
fn a_line_is_added_once_whatever_place_is_named() {
    let text = "This is line 1\n\nThis is line 2\n\nThis is line 3\n\nThis is line 4\n";
    for (flag, sum) in [
        ("--after", "c6733b6c53ddd0e11e6ba39daa556ef8f4840761"),
        ("--before", "5d298651fbc377b45257da10308a9dc2fe1f8be5"),
    ] {
        let at = |place| ["--line", "bar", flag, place];
        let (one, two, three, four) = (at("1"), at("2"), at("3"), at("4"));
        tasks(text, &[(&one, ""), (&two, ""), (&three, ""), (&four, sum)]);
    }
}

#[test]
fn options_are_inserted_next_to_a_heading() {
    for (flag, heading, sum) in [
        (
            "--after",
            "section_one",
            "06e2c456e5028dd7bcd0b117b5927a1139458c82",
        ),
        (
            "--before",
            "section_three",
            "c3be9438a07c44d4c256cebfcdbca15a15b1db91",
        ),
    ] {
        let option = |line, matching| ["--line", line, "--matching", matching, flag, heading];
        let one = option("option_one=1", "option_one=");
        let two = option("option_two=2", "option_two=");
        let three = option("option_three=3", "option_three=");
        let alone = ["--line", "option_one=1", flag, heading];
        tasks(
            SECTIONS,
            &[(&one, ""), (&two, ""), (&three, sum), (&alone, sum)],
        );
    }
}

#[test]
fn the_first_of_several_places_is_named() {
    let text = "line1\nline1\nline1\nline2\nline3\n";
    let bench = Bench::with("f", text);
    bench
        .run(["ensure", "f", "--line", "INSERT", "--after", "line1"])
        .status_is(1)
        .says("matches 3 places")
        .unchanged();
    tasks(
        text,
        &[(
            &["--line", "INSERT", "--after", r"\Aline1", "--regex"],
            "114aae024073a3ee8ec8db0ada03c5483326dd86",
        )],
    );
}

#[test]
fn an_expression_and_a_place_are_combined() {
    let after = "9232aed6fe88714964d9e29d13e42cd782070b08";
    let before = "3c6630b9d44f561ea9ad999be56a7504cadc12f7";
    let matching = ["--matching", "^export FISHEYE_OPTS"];
    for (flag, sum) in [("--after", after), ("--before", before)] {
        let alone = ["--line", OPTS, flag, "^#!/bin/sh", "--regex"];
        let both = [&alone[..], &matching].concat();
        tasks(SCRIPT, &[(&both, sum), (&alone, sum)]);
        let elsewhere = ["--line", OPTS, flag, "Darwin*"];
        tasks(SCRIPT, &[(&alone, sum), (&elsewhere, sum)]);
    }
    let end = "line at the end";
    tasks(
        "testline\n",
        &[(
            &["--line", end, "--matching", end, "--after", "testline"],
            "ef36116966836ce04f6b249fd1837706acae4e19",
        )],
    );
}

/// The name of Ansible's marker.
const MANAGED: &str = "ANSIBLE MANAGED BLOCK";

#[test]
fn blocks_are_added_changed_and_removed() {
    let block = |text| ["--block", text, "--marker", MANAGED];
    let after = [&block("block1\nblock2\n")[..], &["--after", "line2"]].concat();
    tasks(
        "line1\nline2\nline3\n",
        &[(&after, "a8adeb971358230a28ce554f3b8fdd1ef65fdf1c")],
    );
    let before = [&block("block1\nblock2\n")[..], &["--before", "line2"]].concat();
    tasks(
        "line1\nline2\nline3\n",
        &[(&before, "16681d1d7f29d173243bb951d6afb9c0824d7bf4")],
    );
    tasks(
        "# File with no newline",
        &[(
            &block("one\ntwo\nthree\n"),
            "dab16f864025e59125e74d1498ffb2bb048224e6",
        )],
    );
    let bench = Bench::new();
    let line = [
        "ensure",
        "f",
        "-q",
        "--create",
        "--block",
        "one\ntwo\nthree",
        "--marker",
        MANAGED,
    ];
    bench.run(line).status_is(0);
    assert_eq!(
        sha1(&bench.bytes("f")),
        "50d49f528a5f7147c7029ed6220c326b1ee2c4ae"
    );
    bench.run(line).status_is(0).unchanged();
    // An empty file remains.
    bench
        .run(["ensure", "f", "-q", "--marker", MANAGED, "--absent"])
        .done("", &[("f", "")]);
}

#[test]
fn a_block_keeps_its_endings() {
    let text = "unix\nunix\nunix\n\ndos\r\ndos\r\ndos\r\n\nunix\nunix\n# BEGIN ANSIBLE MANAGED BLOCK\ndos\r\n# END ANSIBLE MANAGED BLOCK\nunix\n";
    let dos = "dos\r\ndos\r\ndos\r\n";
    let bench = Bench::with("f", text);
    bench
        .run(["ensure", "f", "-q", "--block", dos, "--marker", MANAGED])
        .status_is(0)
        .changed(&[(
            "f",
            &text.replace("BLOCK\ndos\r\n#", &format!("BLOCK\n{dos}#")),
        )]);
}

#[test]
fn a_block_between_lines_with_carriage_returns_is_found() {
    let text = "before\r\n# BEGIN ANSIBLE MANAGED BLOCK\r\nold\r\n# END ANSIBLE MANAGED BLOCK\r\nafter\r\n";
    let bench = Bench::with("f", text);
    let changed = ["ensure", "f", "-q", "--block", "new", "--marker", MANAGED];
    bench
        .run(changed)
        .done("", &[("f", &text.replace("old", "new"))]);
    bench.run(changed).status_is(0).unchanged();
    let removed = ["ensure", "f", "-q", "--absent", "--marker", MANAGED];
    bench.run(removed).done("", &[("f", "before\r\nafter\r\n")]);
    bench.run(removed).status_is(0).unchanged();
}

/// The lines of a block and its markers get the same line ending, whatever the block came with.
#[test]
fn a_new_block_has_one_ending() {
    for (before, expected) in [
        ("", "# BEGIN M\n1\n2\n# END M\n"),
        ("x", "x\n# BEGIN M\n1\n2\n# END M\n"),
        ("x\n", "x\n# BEGIN M\n1\n2\n# END M\n"),
        ("x\r\n", "x\r\n# BEGIN M\r\n1\r\n2\r\n# END M\r\n"),
    ] {
        for block in ["1\r\n2", "1\r\n2\r\n", "1\n2"] {
            let bench = Bench::with("f", before);
            let line = ["ensure", "f", "-q", "--block", block, "--marker", "M"];
            bench.run(line).done("", &[("f", expected)]);
            bench.run(line).status_is(0).unchanged();
        }
    }
}

#[test]
fn a_block_is_validated() {
    let made = |check: &str| {
        let bench = Bench::new();
        let line = ["ensure", "f", "-q", "--create", "--block", "line1\nline2\n"];
        let line = [&line[..], &["--marker", MANAGED, "--validate", check]].concat();
        let ran = bench.run_with(line, b"");
        let status = ran.status.unwrap();
        if status == 0 {
            ran.status_is(0);
        } else {
            ran.status_is(status).says("hint:");
        }
        (status, bench.path().join("f").exists())
    };
    assert_eq!(made("grep"), (2, false));
    assert_eq!(made("grep line47 {}"), (1, false));
    assert_eq!(made("grep -q line1 {}"), (0, true));
}
