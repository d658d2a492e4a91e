//! Short random files, and hunks, merge sides and regions of them, with wrong headers, counts and names.
//!
//! Other targets damage inputs that people wrote. Here, inputs match only by chance. Positions past the end of a
//! text, empty texts, unterminated lines and counts without lines are frequent.

use std::fs;

use crate::Campaign;
use crate::dice::Dice;
use crate::world::World;

/// Lines with a meaning for some parser: starts and ends of blocks, keys, markers.
const LINES: &[&str] = &[
    "",
    "}",
    "{",
    "    }",
    "        }",
    "class A {",
    "class B extends C {",
    "    void f() {",
    "    int g(int x) {",
    "        return x;",
    "def run(self):",
    "    def run(self):",
    "        start()",
    "\treturn 2",
    "# note",
    "## Title",
    "### Sub",
    "[a]",
    "[a.b]",
    "key: 1",
    "  key: 2",
    "- item",
    "name = \"x\"",
    "id = \"y\",",
    "#include <a.h>",
    "import os",
    "    import sys",
    "import {a, b} from 'c'",
    "// text",
    "/* c",
    "*/",
    "fn main() {",
    "pub fn g() {",
    "    x();",
    "...",
    "a  b",
    "a b",
    "a\tb",
    "x = 1 ",
    "x=1",
    "case 1:",
    "default:",
    "} else {",
    "  end",
    "\r",
    "<<<<<<< ours",
    "=======",
    ">>>>>>> theirs",
    "-- ",
    "--- a",
    "+++ b",
    "foo@1.2:",
    "  version \"1\"",
    "\u{e9}",
];

/// File name extensions: each has a grammar, an INI dialect, or nothing.
const KINDS: &[&str] = &[
    "c", "java", "js", "json", "lock", "md", "py", "rs", "toml", "txt", "yaml",
];

const HUGE: &[&str] = &[
    "0",
    "99999999",
    "4294967295",
    "9223372036854775807",
    "18446744073709551615",
];

fn line(dice: &mut Dice) -> String {
    (*dice.one_of(LINES)).to_owned()
}

fn lines(dice: &mut Dice) -> Vec<String> {
    let count = [0, 1, 1, 2, 2, 3, 4, 6, 9, 14][dice.below(10)];
    (0..count).map(|_| line(dice)).collect()
}

/// `lines` after a few random edits.
fn edited(lines: &[String], dice: &mut Dice) -> Vec<String> {
    let mut lines = lines.to_vec();
    for _ in 0..[0, 0, 1, 1, 2, 4][dice.below(6)] {
        let at = dice.below(lines.len());
        match dice.below(4) {
            _ if lines.is_empty() => lines.push(line(dice)),
            0 => lines.insert(at, line(dice)),
            1 => drop(lines.remove(at)),
            2 => lines[at] = line(dice),
            _ => {
                let old = lines[at].clone();
                lines[at] = match dice.below(4) {
                    0 => format!(" {old}"),
                    1 => old.trim().to_owned(),
                    2 => format!("{old} "),
                    _ => format!("\t{old}"),
                };
            }
        }
    }
    lines
}

/// The text of `lines` with or without a final newline, in one of two encodings.
fn text(lines: &[String], dice: &mut Dice) -> Vec<u8> {
    let endings: &[&str] = match dice.below(6) {
        0 => &["\r\n"],
        1 => &["\n", "\r\n"],
        _ => &["\n"],
    };
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push_str(dice.one_of(endings));
    }
    if dice.once_in(5) {
        text.pop();
    }
    if dice.once_in(6) {
        // Latin-1, which is not valid UTF-8.
        return text.chars().map(|sign| sign as u8).collect();
    }
    text.into_bytes()
}

/// A number that is usually `true_one`.
fn number(true_one: usize, dice: &mut Dice) -> String {
    match dice.below(12) {
        0 => (true_one + 1).to_string(),
        1 => true_one.saturating_sub(1).to_string(),
        2 => dice.below(9).to_string(),
        3 => "100".to_owned(),
        4 => (*dice.one_of(HUGE)).to_owned(),
        _ => true_one.to_string(),
    }
}

/// The lines of a hunk for a file with these `lines`.
fn hunk(lines: &[String], dice: &mut Dice) -> Vec<String> {
    let start = dice.below(lines.len() + 1);
    let end = lines.len().min(start + dice.below(7));
    let mut old = lines[start..end].to_vec();
    if !dice.once_in(3) {
        old = edited(&old, dice);
    }
    let (mut body, mut counts) = (Vec::new(), (0, 0));
    for line in old {
        if dice.once_in(4) {
            body.push(format!("-{line}"));
            counts.0 += 1;
        } else {
            body.push(format!(" {line}"));
            counts = (counts.0 + 1, counts.1 + 1);
        }
        while dice.once_in(4) {
            body.push(format!("+{}", self::line(dice)));
            counts.1 += 1;
        }
    }
    if dice.once_in(3) {
        let at = dice.below(body.len() + 1);
        body.insert(at, format!("+{}", line(dice)));
        counts.1 += 1;
    }
    if dice.once_in(20) {
        let at = dice.below(body.len() + 1);
        body.insert(at, " ...".to_owned());
    }
    if dice.once_in(7) {
        let at = dice.below(body.len()) + 1;
        body.insert(
            at.min(body.len()),
            "\\ No newline at end of file".to_owned(),
        );
    }
    let scope = match dice.below(5) {
        0 | 1 => format!(" {}", line(dice)),
        _ => String::new(),
    };
    let (old, new) = (number(start + 1, dice), number(start + 1, dice));
    let header = match dice.below(12) {
        0 => format!("@@{scope}"),
        1 => format!("@@ -{old} +{new} @@{scope}"),
        _ => {
            let counts = (number(counts.0, dice), number(counts.1, dice));
            format!("@@ -{old},{} +{new},{} @@{scope}", counts.0, counts.1)
        }
    };
    body.insert(0, header);
    body
}

/// Writes `text` to the file `name` of the workspace.
fn put(world: &World, name: &str, text: &[u8]) {
    fs::write(world.work().join(name), text).unwrap();
}

#[test]
fn hunks() {
    let ways: &[&[&str]] = &[
        &[],
        &["--reverse"],
        &["--recount"],
        &["--base", "base"],
        &["--idempotent"],
        &["--strict-format"],
        &["--in-file", "--conflicts", "diff3"],
        &["--json"],
    ];
    let modes = ["strict", "tolerant", "merge", "fuzzy"];
    let mut campaign = Campaign::new("hunks", 600);
    let mut world = World::new();
    while campaign.goes_on() {
        let dice = &mut campaign.dice;
        let name = format!("f.{}", dice.one_of(KINDS));
        let file = lines(dice);
        let mut diff = vec![format!("--- a/{name}"), format!("+++ b/{name}")];
        for _ in 0..[1, 1, 1, 2, 3][dice.below(5)] {
            diff.extend(hunk(&file, dice));
        }
        let base = edited(&file, dice);
        put(&world, &name, &text(&file, dice));
        put(&world, "base", &text(&base, dice));
        world.look();
        let way = ways[dice.below(ways.len())];
        let mut args = vec!["patch", "-", "--no-journal", "--sync", "none", "--mode"];
        args.push(modes[dice.below(modes.len())]);
        args.extend(way);
        let diff = text(&diff, dice);
        campaign.note(&diff);
        // A text with conflict markers is written although the status is not 0.
        let said = match way.first() {
            Some(&"--in-file") => world.run_any(&args, &diff),
            _ => world.run(&args, &diff),
        };
        campaign.count(&said);
    }
}

#[test]
fn merges() {
    let ways: &[&[&str]] = &[
        &[],
        &["--union"],
        &["--json"],
        &["--conflicts", "diff3", "--output", "out"],
        &["--conflicts", "zdiff3", "--output", "out"],
    ];
    let mut campaign = Campaign::new("merges", 600);
    let world = World::new();
    while campaign.goes_on() {
        let dice = &mut campaign.dice;
        let kind = dice.one_of(KINDS);
        let names = ["base", "ours", "theirs"].map(|side| format!("{side}.{kind}"));
        let base = lines(dice);
        let sides = [base.clone(), edited(&base, dice), edited(&base, dice)];
        let mut note = Vec::new();
        for (name, side) in names.iter().zip(&sides) {
            let side = text(side, dice);
            put(&world, name, &side);
            note.extend([&side[..], b"\n--\n"].concat());
        }
        campaign.note(&note);
        let mut args = vec!["merge", &names[0], &names[1], &names[2]];
        args.extend(["--no-journal", "--sync", "none"]);
        args.extend(ways[campaign.dice.below(ways.len())]);
        let said = world.run_any(&args, b"");
        campaign.count(&said);
        let _ = fs::remove_file(world.work().join("out"));
    }
}

#[test]
fn regions() {
    let regions: &[&[&str]] = &[
        &["--symbol", "A"],
        &["--symbol", "A.f"],
        &["--symbol", "run"],
        &["--symbol", "g", "--body"],
        &["--section", "Title"],
        &["--section", "Title/Sub", "--body"],
        &["--section", "a.b"],
        &["--between", "{", "}"],
        &["--between", "key: 1", "- item"],
        &["--key", "key"],
        &["--key", "a.name"],
        &["--within", "1:2"],
    ];
    let edges = ["before", "after", "start", "end"];
    let mut campaign = Campaign::new("regions", 600);
    let mut world = World::new();
    while campaign.goes_on() {
        let dice = &mut campaign.dice;
        let name = format!("f.{}", dice.one_of(KINDS));
        let file = text(&lines(dice), dice);
        let new = String::from_utf8_lossy(&text(&lines(dice), dice)).into_owned();
        put(&world, &name, &file);
        world.look();
        let region = regions[dice.below(regions.len())];
        let mut args = match dice.below(3) {
            0 => vec![
                "insert",
                &name,
                "--text",
                &new,
                "--at",
                edges[dice.below(4)],
            ],
            1 => vec!["replace", &name, "--new", &new],
            _ => vec!["view", &name],
        };
        args.extend(region);
        if args[0] != "view" {
            args.extend(["--no-journal", "--sync", "none"]);
        }
        campaign.note(&file);
        let said = world.run(&args, b"");
        campaign.count(&said);
    }
}
