//! Checks the manual in the program: the transcript of every explanation must be correct and end with its code. Every
//! command of the guide must do what the guide says.
//!
//! `INCISE_REGENERATE=1 cargo test --test manual` updates the transcripts.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test reads and makes its own files, fails by panicking, and says what it skips"
)]

mod transcript;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use incise::internal::{Explanation, GUIDE, SHORT};
use incise::refusal::Code;
use transcript::Shell;

/// Root can read everything, unless it drops the capability.
const WITHOUT_PRIVILEGE: &[&str] = &[
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
    "--",
];

/// The maximum number of examples that cannot run on a machine without the necessary programs and permissions.
const MACHINE: usize = 3;

/// A shell for the example of `code`, or the reason why it cannot run here.
fn shell(code: Code) -> Result<Shell, &'static str> {
    let mut shell = Shell::new();
    match code {
        Code::Syntax if !cfg!(feature = "syntax") => Err("the cargo feature `syntax` is off"),
        Code::Permission if !works(WITHOUT_PRIVILEGE) => Err("`setpriv` cannot be used"),
        Code::Permission => {
            shell.behind = WITHOUT_PRIVILEGE.to_vec();
            Ok(shell)
        }
        Code::Locked if !works(&["flock", "."]) => Err("`flock` cannot be used"),
        Code::SyncFailed if !works(&["strace", "-qqo", "/dev/null"]) => {
            Err("`strace` cannot be used")
        }
        _ => Ok(shell),
    }
}

/// True if this command can run another command here.
fn works(command: &[&str]) -> bool {
    let mut probe = Command::new(command[0]);
    let output = probe.args(&command[1..]).arg("true").output();
    output.is_ok_and(|output| output.status.success())
}

/// `text` with fixed numbers for users and processes, which differ between machines.
fn steady(text: &str) -> String {
    let mut out = text.to_owned();
    for (before, number) in [(" user ", "1000"), ("process ", "4711")] {
        let mut parts = out.split(before);
        let mut made = parts.next().unwrap().to_owned();
        for part in parts {
            let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
            let is_number = rest.len() < part.len();
            made += before;
            made += if is_number { number } else { "" };
            made += rest;
        }
        out = made;
    }
    out
}

fn file(code: Code) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src/manual/code")
        .join(code.name())
        .with_extension("md")
}

#[test]
fn every_example_shows_the_real_output() {
    let (mut skipped, mut stale) = (0, Vec::new());
    for &code in Code::ALL {
        let shell = match shell(code) {
            Ok(shell) => shell,
            Err(reason) => {
                println!("{}: skipped: {reason}", code.name());
                skipped += 1;
                continue;
            }
        };
        let page = fs::read_to_string(file(code)).unwrap();
        let found = steady(&shell.rerun(&page));
        if std::env::var_os("INCISE_REGENERATE").is_some() {
            fs::write(file(code), &found).unwrap();
        }
        if found != page {
            println!("{found}");
            stale.push(code.name());
        }
    }
    assert!(
        stale.is_empty(),
        "run with INCISE_REGENERATE=1 to update the manual of {stale:?}"
    );
    assert!(skipped <= MACHINE + 1, "{skipped} examples were skipped");
}

#[test]
fn every_example_ends_in_its_code() {
    for &code in Code::ALL {
        let Ok(shell) = shell(code) else { continue };
        let example = Explanation::new(code).example;
        let commands = commands(example);
        let (last, before) = commands.split_last().unwrap();
        for command in before {
            assert!(shell.output(command).status.success(), "{command}");
        }
        shell.add_flag("--json");
        let output = shell.output(last);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{last}: {error}: {output:?}"));
        assert_eq!(report["error"]["code"], code.name(), "{report}");
        let exit = i32::from(code.class().code());
        assert_eq!(output.status.code(), Some(exit), "{last}");
        assert!(example.ends_with(&format!("[{exit}]\n")), "{example}");
    }
}

fn commands(transcript: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for line in transcript.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push(command.to_owned());
        } else if let (Some(more), Some(last)) = (line.strip_prefix("> "), commands.last_mut()) {
            *last += "\n";
            *last += more;
        }
    }
    commands
}

/// The files that the guide mentions.
const WORLD: &[(&str, &str)] = &[
    (
        "app.py",
        "VERSION = 1\nimport os\nimport re\n\nretries = 3\n\ndef one():\n    log('a')\n    return 0\n\n\
         def two():\n    log('b')\n    return 0\n",
    ),
    ("notes.md", "# Notes\nthe colour\n"),
    (
        "fix.diff",
        "--- a/app.py\n+++ b/app.py\n@@ -7 +7 @@\n-def one():\n+def first():\n",
    ),
    ("old.txt", "def two():\n"),
    ("new.txt", "def second():\n"),
    (
        "blocks.txt",
        "<<<<<<< SEARCH\n# Notes\n=======\n# All notes\n>>>>>>> REPLACE\n",
    ),
    ("VERSION", "1.1.0"),
];

#[test]
fn every_command_of_the_guide_works_as_described() {
    let shell = Shell::new();
    for (path, text) in WORLD {
        fs::write(shell.tree().join(path), text).unwrap();
    }
    let mut seen = 0;
    for command in blocks(GUIDE) {
        let (line, expected) = match command.rsplit_once(" # exit ") {
            Some((line, status)) => (line, status.parse().unwrap()),
            None => (command.as_str(), 0),
        };
        let output = shell.output(line);
        assert_eq!(
            output.status.code(),
            Some(expected),
            "{line}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        seen += 1;
    }
    assert!(seen > 25, "the guide shows {seen} commands");
}

/// A file with a match for each command of the short guide.
const PROGRAM: &str = "TEXT\nA\nC\ndef load():\n    x = 1\n    pass\nv7 = 0\n# 8\n# 9\n";

/// The document that `set` edits, and a diff.
const BESIDE: &[(&str, &str)] = &[
    ("b.json", "{\"KEY\": 1}\n"),
    (
        "fix.diff",
        "--- a/a.py\n+++ b/a.py\n@@ -5 +5 @@\n-    x = 1\n+    x = 3\n",
    ),
];

#[test]
fn every_command_of_the_short_guide_can_be_run() {
    let mut seen = 0;
    for command in short_commands() {
        let shell = Shell::new();
        fs::write(shell.tree().join("a.py"), PROGRAM).unwrap();
        fs::write(shell.tree().join("c.md"), "# TITLE\nA\n").unwrap();
        for (path, text) in BESIDE {
            fs::write(shell.tree().join(path), text).unwrap();
        }
        let path = match command.as_str() {
            set if set.contains(" set ") => "b.json",
            create if create.contains(" create ") => "new.py",
            _ => "a.py",
        };
        let command = command
            .replace("PATH PATH", "a.py c.md")
            .replace("PATH", path)
            .replace("A:B", "2:3")
            .replace("C:D", "5:6")
            .replace("--line N", "--line 3")
            .replace("NAME --text TEXT", "load --text 'def load(): pass'")
            .replace("FROM TO", "a.py d.py")
            .replace("KEY VALUE", "KEY 2");
        let output = shell.output(&command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}\n{said}");
        seen += 1;
    }
    assert!(seen > 15, "the short guide has {seen} commands");
}

/// The commands of the short guide. A here-document belongs to its command.
fn short_commands() -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in SHORT.lines().filter_map(|line| line.strip_prefix("  ")) {
        if is_open {
            is_open = line != "END";
            *commands.last_mut().unwrap() += &format!("\n{line}");
            continue;
        }
        is_open = line.ends_with("<<'END'");
        let before_comment = line.split("  ").next().unwrap();
        commands.extend(before_comment.split(", ").map(str::to_owned));
    }
    commands
}

/// The commands in the `sh` blocks of a document. A here-document belongs to its command.
fn blocks(document: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let (mut is_inside, mut is_open) = (false, false);
    for line in document.lines() {
        match (is_inside, line) {
            (false, "```sh") => is_inside = true,
            (true, "```") => is_inside = false,
            (true, line) if is_open => {
                is_open = line != "END";
                *commands.last_mut().unwrap() += &format!("\n{line}");
            }
            (true, line) => {
                is_open = line.contains("<<'END'");
                commands.push(line.to_owned());
            }
            (false, _) => {}
        }
    }
    commands
}

/// The README and the pages of `docs/`.
fn documents() -> Vec<String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(package.join("docs")).unwrap();
    let pages = pages.map(|page| page.unwrap().path());
    let pages = pages.filter(|page| page.extension().is_some_and(|extension| extension == "md"));
    // This page is generated from the explanations, whose texts are read above. Messages name commands in a different
    // form.
    let pages = pages.filter(|page| !page.ends_with("codes.md"));
    let files = pages.chain([package.join("README.md")]);
    files
        .map(|file| fs::read_to_string(file).unwrap())
        .collect()
}

#[test]
fn every_command_that_is_named_can_be_parsed() {
    let pages = Code::ALL.iter().map(|code| Explanation::new(*code));
    let ways_out = pages.flat_map(|page| [page.meaning, page.ways_out]);
    let mut seen = 0;
    let said = ways_out.chain([GUIDE]).map(str::to_owned);
    for text in said.chain(documents()) {
        for span in spans(&text).filter(|span| span.starts_with("incise ")) {
            parses(&span);
            seen += 1;
        }
    }
    let short = SHORT.lines().filter(|line| line.starts_with("  incise "));
    for line in short {
        // Three commands in a row, or a command and its purpose.
        let line = line.split("  ").find(|part| part.contains("incise"));
        for command in line.unwrap().split(", ") {
            parses(command.trim_end_matches(" <<'END'"));
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} commands are named");
}

/// The pieces of `text` in backticks, each on one line, without fenced blocks.
fn spans(text: &str) -> impl Iterator<Item = String> {
    let prose: String = text.split("```").step_by(2).collect();
    let pieces: Vec<String> = prose
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    pieces
        .into_iter()
        .map(|piece| piece.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Asserts that the program accepts `command`, with its placeholders replaced.
fn parses(command: &str) {
    let concrete = command
        .replace(" N", " 1")
        .replace("--new TEXT", "--new OTHER")
        .replace("A:B", "1:2")
        .replace("incise explain CODE", "incise explain stale")
        .replace("undo ID", "undo 1")
        .replace("show ID", "show 1")
        .replace(" ...", "");
    let words = concrete.split(' ').count();
    // A command without arguments is only a name.
    let line = match (words, concrete.as_str()) {
        (2, _) | (_, "incise check *" | "incise check patch" | "incise check replace") => {
            format!("{} --help", concrete.trim_end_matches(" *"))
        }
        _ => concrete,
    };
    let line = match line.as_str() {
        "incise check COMMAND" => "incise check --help".to_owned(),
        line if line.starts_with("incise COMMAND") => "incise --help".to_owned(),
        line => line.to_owned(),
    };
    let output = Shell::new().output(&format!("{line} < /dev/null"));
    let said = String::from_utf8_lossy(&output.stderr);
    // A command that is only mentioned may be incomplete.
    let is_incomplete = [
        "is missing\n",
        "needs a value\n",
        "standard input is empty\n",
        "the diff is empty\n",
        "no file is selected\n",
        "`merge` needs three files\n",
        "not a git repository",
    ];
    let is_understood =
        output.status.code() != Some(2) || is_incomplete.iter().any(|why| said.contains(why));
    assert!(is_understood, "`{command}` as `{line}`: {said}");
}
