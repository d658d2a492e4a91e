//! Help pages and version.

use super::super::{CommandId, flags};
use super::World;
use crate::refusal::Code;

#[test]
fn every_page_opens_with_two_examples_and_fits_a_screen() {
    let world = World::new();
    for name in CommandId::all() {
        let words = name.words();
        let page = world.run(&format!("{words} --help")).stdout;
        let lines: Vec<_> = page.lines().collect();
        assert!(lines.len() <= 88, "{words}: {} lines", lines.len());
        for line in &lines {
            assert!(line.chars().count() <= 80, "{words}: {line}");
        }
        let examples = lines[2..4]
            .iter()
            .all(|line| line.contains(&format!("incise {words} ")));
        assert!(
            lines[1].is_empty() && examples && lines[4].is_empty(),
            "{page}"
        );
    }
}

#[test]
fn short_help_fits_80_columns_and_cuts_no_parenthesis() {
    let world = World::new();
    for name in CommandId::all() {
        let words = name.words();
        for line in world.run(&format!("{words} -h")).stdout.lines() {
            assert!(line.chars().count() <= 80, "{words}: {line}");
            let [opened, closed] = ["(", ")"].map(|sign| line.matches(sign).count());
            assert_eq!(opened, closed, "{words}: {line}");
        }
    }
}

#[test]
fn the_program_page_names_every_command_and_code() {
    let page = World::new().run("--help").stdout;
    assert!(page.lines().count() <= 64);
    assert!(
        page.lines().all(|line| line.chars().count() <= 80),
        "{page}"
    );
    for name in CommandId::all() {
        let first = name.words();
        let first = first.split(' ').next().unwrap();
        assert!(page.contains(&format!("\n  {first} ")), "{first}");
    }
    for code in Code::ALL {
        assert!(page.contains(code.name()), "{}", code.name());
    }
}

#[test]
fn help_before_a_command_is_its_page() {
    let world = World::new();
    for words in ["replace", "check files", "log", "check"] {
        let before = world.run(&format!("help {words}"));
        let behind = world.run(&format!("{words} --help"));
        assert_eq!((before.code, before.stdout), (0, behind.stdout), "{words}");
    }
}

#[test]
fn the_description_of_every_command_is_sound() {
    super::super::generated::tree().debug_assert();
}

#[test]
fn the_page_of_check_lists_the_commands_it_accepts() {
    let page = World::new().run("check --help").stdout;
    for name in CommandId::all() {
        let words = name.words();
        if let Some(below) = words.strip_prefix("check ") {
            assert!(page.contains(below), "{below}: {page}");
        }
    }
    assert!(page.lines().all(|line| line.len() <= 80), "{page}");
}

#[test]
fn completions_are_printed() {
    let ran = World::new().run("completions bash");
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("_incise()"));
    for words in [
        "\"exact mechanical fuzzy\"",
        "\"strict tolerant merge fuzzy\"",
        "\"human diff json plan html\"",
        "request report record",
        "not_found ambiguous count_mismatch",
    ] {
        assert!(ran.stdout.contains(words), "{words}");
    }
    let wrong = World::new().run("completions tcsh");
    assert_eq!(wrong.code, 2);
    assert!(
        wrong
            .stderr
            .contains("`tcsh` is not a valid value of `SHELL`"),
        "{}",
        wrong.stderr
    );
    assert!(
        wrong.stderr.contains("bash, elvish, fish, powershell, zsh"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn every_flag_that_commands_share_has_an_account_and_every_account_a_flag() {
    let mut shared: Vec<String> = CommandId::all()
        .flat_map(|name| {
            let command = name.describe();
            let common = command
                .get_arguments()
                .filter(|arg| arg.get_help_heading().is_some());
            let names = common.filter_map(|arg| {
                let short = arg.get_short().map(String::from);
                arg.get_long().map(str::to_owned).or(short)
            });
            names.collect::<Vec<_>>()
        })
        .collect();
    shared.sort();
    shared.dedup();
    let mut accounted: Vec<_> = flags::names().map(str::to_owned).collect();
    accounted.sort();
    assert_eq!(accounted, shared);
}
