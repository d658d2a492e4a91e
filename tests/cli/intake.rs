//! The sources of text: arguments, files, standard input, blocks, JSON.

use crate::bench::Bench;
use crate::notation::joined;

#[test]
fn texts_from_files_are_byte_exact() {
    Bench::with("a.txt", b"x\r\n$1 \\n \xff\n\ny\n")
        .file("old", b"$1 \\n \xff\n\n")
        .file("new", b"\xfe & $2\n")
        .line("replace a.txt --old-file old --new-file new -q")
        .status_is(0)
        .became(&[("a.txt", Some(b"x\r\n\xfe & $2\ny\n"))]);
}

#[test]
fn nothing_reads_standard_input_unasked() {
    // The other end stays open and silent, so a read would wait forever.
    let bench = Bench::with("a.txt", "one\n");
    let (read, write) = std::io::pipe().unwrap();
    let mut command = bench.command();
    command
        .args(["replace", "a.txt", "--old", "one", "--new", "1", "-q"])
        .stdin(read);
    let status = command.status().unwrap();
    drop(write);
    assert!(status.success());
    assert_eq!(bench.text("a.txt"), "1\n");
}

#[test]
fn a_text_may_begin_with_a_dash_or_be_empty() {
    Bench::with("a.txt", "-x\n")
        .line("replace a.txt --old -x --new --yes -q")
        .done("", &[("a.txt", "--yes\n")]);
    Bench::with("a.txt", "a-b\n")
        .line("replace a.txt --old - --new= -q")
        .done("", &[("a.txt", "ab\n")]);
}

#[test]
fn search_and_replace_blocks() {
    let blocks = joined(&[
        "<<<<<<< SEARCH",
        "one",
        "=======",
        "1",
        ">>>>>>> REPLACE",
        "<<<<<<< SEARCH",
        "three",
        "=======",
        "3",
        ">>>>>>> REPLACE",
    ]);
    Bench::with("a.txt", "one\ntwo\nthree\n")
        .pipe(blocks, ["replace", "a.txt", "--blocks", "-", "-q"])
        .done("", &[("a.txt", "1\ntwo\n3\n")]);
}

/// Blocks are applied to the files that they name, or refused.
#[test]
fn a_block_that_names_another_file_is_refused() {
    let blocks = |name: &str| {
        let lines = [
            name,
            "<<<<<<< SEARCH",
            "one",
            "=======",
            "1",
            ">>>>>>> REPLACE",
        ];
        joined(&lines)
    };
    let bench = || Bench::with("d/a.txt", "one\n").file("b.txt", "one\n");
    for name in ["d/a.txt", "./d/a.txt", "a.txt", "w/d/a.txt", ""] {
        bench()
            .pipe(
                blocks(name),
                ["replace", "./d/a.txt", "--blocks", "-", "-q"],
            )
            .done("", &[("d/a.txt", "1\n")]);
    }
    for (name, paths) in [
        ("b.txt", &["d/a.txt"][..]),
        ("./b", &["d/a.txt"]),
        ("e/a.txt", &["d/a.txt"]),
        ("d/a.txt", &["d/a.txt", "b.txt"]),
        ("d/a.txt", &["--glob", "*.txt"]),
    ] {
        let args = [&["replace"], paths, &["--blocks", "-"]].concat();
        let bench = bench();
        let ran = bench.pipe(blocks(name), args);
        ran.status_is(2).restored();
        ran.says(&format!(
            "incise: a block names `{name}`, which is not the only PATH\n"
        ));
    }
}

#[test]
fn ignored_lines_of_blocks_are_reported() {
    let block = "<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n";
    let bench = Bench::with("a.txt", "one\n");
    let blocks = format!("Prose\n- item one\n+ item two\n\n{block}");
    bench
        .pipe(blocks, ["replace", "a.txt", "--blocks", "-"])
        .edits(&[("a.txt", "1\n")])
        .says("warning: line 2 of the blocks was ignored as prose, despite its `+` or `-`\n");
    Bench::with("a.txt", "one\n")
        .pipe(block, ["replace", "a.txt", "--blocks", "-", "-q"])
        .done("", &[("a.txt", "1\n")]);
}

#[test]
fn a_text_and_a_text_file_are_mutually_exclusive() {
    let bench = Bench::with("a.txt", "one\n");
    for args in [
        [
            "replace",
            "a.txt",
            "--old",
            "one",
            "--old-file",
            "f",
            "--new",
            "1",
        ],
        [
            "replace",
            "a.txt",
            "--old",
            "one",
            "--new",
            "1",
            "--from-json",
            "f",
        ],
        [
            "replace", "a.txt", "--old", "one", "--new", "1", "--blocks", "f",
        ],
    ] {
        bench.run(args).fails(2, "cannot be combined");
    }
}

#[test]
fn a_source_that_cannot_be_read_is_refused() {
    let bench = Bench::with("a.txt", "one\n").directory("d");
    for source in ["missing", "d"] {
        for args in [
            ["append", "a.txt", "--text-file", source],
            ["append", "a.txt", "--from-json", source],
        ] {
            bench.run(args).status_is(4).unchanged();
        }
        for command in ["apply", "patch", "replay"] {
            bench
                .run([command, source])
                .fails(4, &format!("incise: {source}: "));
        }
        bench
            .run(["apply", source, "--each"])
            .fails(4, &format!("incise: {source}: "));
    }
}

#[test]
fn a_path_argument_replaces_a_missing_path_in_json() {
    Bench::with("a.txt", "one\n")
        .pipe(
            r#"{"old":"one","new":"1"}"#,
            ["replace", "a.txt", "--from-json", "-", "-q"],
        )
        .done("", &[("a.txt", "1\n")]);
}

#[test]
fn a_wrong_command_line_gets_a_suggestion() {
    let bench = Bench::with("a.txt", "one\n");
    for (line, message) in [
        ("", "incise: no command is given\n"),
        (
            "repalce",
            "incise: unknown command `repalce`\nhint: did you mean `incise replace`?\n",
        ),
        ("-q replace", "incise: no PATH is given"),
    ] {
        bench.line(line).fails(2, message).says("\nhint: ");
    }
}

#[test]
fn help_fits_80_columns_and_its_own_flags_come_before_the_common_ones() {
    let bench = Bench::new();
    let commands = [
        "replace",
        "insert",
        "append",
        "lines",
        "create",
        "write",
        "remove",
        "move",
        "patch",
        "apply",
        "view",
        "completions",
    ];
    for command in commands {
        let ran = bench.run([command, "--help"]);
        ran.status_is(0).unchanged();
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert!(lines.len() <= 88, "{command}: {} lines", lines.len());
        let wide = lines.iter().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{command}");
        let own = lines.iter().take_while(|line| **line != "Location:");
        let own = own.filter(|line| line.trim_start().starts_with('-'));
        assert!(own.count() <= 34, "{command}");
        let brief = bench.run([command, "-h"]);
        brief.status_is(0).unchanged();
        assert!(brief.stdout.lines().count() <= 48, "{command}");
    }
    for flag in ["--help", "-h"] {
        bench.run([flag]).status_is(0).prints("incise");
    }
}

#[test]
fn the_short_pages_list_every_command_and_say_what_each_flag_does() {
    let bench = Bench::new();
    let (brief, whole) = (bench.line("-h"), bench.line("--help"));
    let (_, groups) = brief.stdout.split_once("\n\nEdit: ").unwrap();
    let (groups, _) = groups.split_once("\n\n").unwrap();
    let titles: Vec<&str> = groups.matches(": ").collect();
    assert_eq!(titles.len(), 3, "{groups}");
    let mut brief: Vec<&str> = groups
        .lines()
        .map(|line| line.split_once(": ").map_or(line, |(_, words)| words))
        .flat_map(str::split_whitespace)
        .collect();
    let (_, commands) = whole.stdout.split_once("Commands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let mut whole: Vec<&str> = commands
        .lines()
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    brief.sort_unstable();
    whole.sort_unstable();
    assert_eq!(brief, whole);
    let page = bench.line("replace -h");
    page.status_is(0)
        .prints("\n  --all           Replace every match\n");
}

#[test]
fn flags_omitted_on_a_page_are_on_the_page_of_flags() {
    let bench = Bench::new();
    let page = bench.line("help flags");
    page.status_is(0).unchanged();
    let whole = bench.line("replace --help");
    let (listed, left_out) = whole.stdout.split_once("these flags, and ").unwrap();
    let left_out: Vec<_> = left_out.split_whitespace().collect();
    assert!(left_out.contains(&"--sync"), "{left_out:?}");
    for flag in left_out {
        let is_listed = |page: &str| {
            let mut lines = page.lines().map(str::trim_start);
            lines.any(|line| {
                line.starts_with('-') && line.split([' ', ',']).any(|word| word == flag)
            })
        };
        assert!(is_listed(&page.stdout), "{flag}");
        assert!(!is_listed(listed), "{flag}");
    }
    // Each flag of a group has a description: a line of help, and at least one more.
    for shared in ["-C", "--root", "--json", "--task", "--save-plan"] {
        let (_, from) = page.stdout.split_once(&format!(" {shared}")).unwrap();
        let lines = from.lines().skip(1).take(2);
        assert!(
            lines.into_iter().all(|line| line.starts_with("          ")),
            "{shared}"
        );
    }
    let wide = page.stdout.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
}

#[test]
fn the_version_describes_the_build() {
    let bench = Bench::new();
    let first = concat!("incise ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(bench.line("-V").stdout, first);
    let long = bench.line("--version");
    long.status_is(0).prints("features: cli").prints("target: ");
    assert!(long.stdout.starts_with(first));
}

#[test]
fn a_json_request_excludes_flags_for_its_own_fields() {
    let bench = Bench::with("a.txt", "one\n").file("request", "{}");
    let calls: [&[&str]; 9] = [
        &["patch", "--skip-applied"],
        &["replace", "a.txt", "--keep-indent"],
        &["replace", "a.txt", "--hidden"],
        &["replace", "a.txt", "-0"],
        &["append", "a.txt", "--once"],
        &["lines", "a.txt", "1", "--text", "x"],
        &["create", "b.txt", "--parents"],
        &["patch", "--recount"],
        &["insert", "a.txt", "--line", "1"],
    ];
    for call in calls {
        let words = [call, &["--from-json", "request"]].concat();
        let ran = bench.run(&words);
        ran.status_is(2).unchanged();
        ran.says("cannot be combined");
    }
}

#[test]
fn no_command_is_proposed_to_create_a_missing_input() {
    let bench = Bench::with("a.txt", "one\n");
    for line in [
        "replace a.txt --old-file 'n*' --new q",
        "insert a.txt --line 1 --text-file nope",
        "replace a.txt --blocks nope",
        "replace a.txt --from-json nope",
        "patch nope",
    ] {
        bench
            .line(line).fails(4, "there is no such file\nhint: check the path; it is relative to the working directory, or to -C DIR\n");
    }
}
