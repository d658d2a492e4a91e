//! Tests the README, the pages of `docs/` and the other documents at the top level.
//!
//! A `console` block is a transcript: each command must print what the page shows. The blocks of a page share a
//! scratch directory. Other blocks must parse in their language, and links must have a target. `INCISE_REGENERATE=1
//! cargo test --test documents` updates the output in the pages.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test reads and makes its own files, says what it skips, and fails by panicking"
)]

mod picture;
mod recipe;
mod transcript;

use std::fs;
use std::path::{Path, PathBuf};

use incise::internal::Explanation;
use incise::refusal::Code;
use incise::schema::Document;
use serde_json::Value;
use transcript::Shell;

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of `docs/` sorted by name, and the documents at the top level.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(package().join("docs")).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    let top = ["README.md", "CONTRIBUTING.md", "SECURITY.md"];
    pages.extend(top.map(|page| package().join(page)));
    pages
}

/// Asserts that `make` does not change the page.
fn assert_fresh(page: &Path, make: impl Fn(&str) -> String) {
    let text = fs::read_to_string(page).unwrap();
    let made = make(&text);
    if std::env::var_os("INCISE_REGENERATE").is_some() {
        return fs::write(page, &made).unwrap();
    }
    assert_eq!(
        made,
        text,
        "{}: run with INCISE_REGENERATE=1 to update it",
        page.display()
    );
}

#[test]
fn private_names_are_in_the_documents() {
    let page = fs::read_to_string(package().join("docs/guarantees.md")).unwrap();
    let start = page.find("## Files with secrets").unwrap();
    let end = page[start..].find("`INCISE_PRIVATE").unwrap();
    let told: Vec<&str> = page[start..start + end]
        .split('`')
        .skip(1)
        .step_by(2)
        .collect();
    let endings = incise::internal::OPEN_ENDINGS.map(|ending| format!(".{ending}"));
    let names = incise::internal::PRIVATE_NAMES.iter().copied();
    let known: Vec<&str> = names.chain(endings.iter().map(String::as_str)).collect();
    let told: Vec<&str> = told.into_iter().filter(|word| *word != "*").collect();
    assert_eq!(told, known);
}

/// The fenced blocks of `text`: language and content.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let fenced = text.split("\n```").skip(1).step_by(2);
    fenced
        .map(|block| block.split_once('\n').unwrap())
        .collect()
}

#[test]
fn console_blocks_show_the_real_output() {
    for page in pages() {
        assert_fresh(&page, |text| Shell::new().rerun(text));
    }
}

#[test]
fn the_readme_can_be_run_twice() {
    let readme = fs::read_to_string(package().join("README.md")).unwrap();
    assert!(
        readme.contains("```console\n"),
        "the README shows no command"
    );
    let shell = Shell::new();
    shell.rerun(&readme);
    assert_eq!(shell.rerun(&readme), readme);
}

/// The programs in `examples/`, which other tests compile and run.
fn examples() -> String {
    let files = fs::read_dir(package().join("examples")).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    texts.collect()
}

#[test]
fn the_readme_is_short() {
    let readme = fs::read_to_string(package().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 150);
    assert!(readme.len() <= 9_000);
}

#[test]
fn every_block_is_in_the_language_it_names() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for (language, block) in blocks(&text) {
            let place = format!("{}: {block}", page.display());
            match language {
                // Run by the tests above, or by `fleet`.
                "console" | "yaml" => {}
                // Languages of editors that are not installed.
                "vim" | "lisp" => {}
                "sh" => {
                    let shell = Shell::new();
                    fs::write(shell.tree().join("block"), block).unwrap();
                    assert!(shell.output("sh -n block").status.success(), "{place}");
                }
                "rust" => assert!(examples().contains(block), "in no example: {place}"),
                "json" => {
                    let _: Value = serde_json::from_str(block).expect(&place);
                }
                "toml" | "ini" => assert!(block.starts_with('['), "{place}"),
                other => panic!("no test reads `{other}`: {place}"),
            }
        }
    }
}

/// The link anchor of a heading: its letters and digits, with spaces as hyphens.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        ' ' | '-' => Some('-'),
        c if c.is_alphanumeric() || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut followed = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let prose: String = text.split("\n```").step_by(2).collect();
        for link in prose.split("](").skip(1) {
            let (link, _) = link.split_once(')').unwrap();
            if link.starts_with("https://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            assert!(target.exists(), "{}: `{link}`", page.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(target).unwrap();
                let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
                let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
                assert!(
                    anchors.any(|it| it == heading),
                    "{}: `{link}`",
                    page.display()
                );
            }
            followed += 1;
        }
    }
    assert!(followed > 20, "{followed} links");
}

#[test]
fn every_page_is_in_the_site() {
    let summary = fs::read_to_string(package().join("docs/SUMMARY.md")).unwrap();
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        let is_listed = summary.contains(&format!("]({name})"));
        assert!(
            is_listed || name == "SUMMARY.md" || page.parent() == Some(package()),
            "{name}"
        );
    }
}

/// A line as an indented Markdown code block.
fn code_line(line: &str) -> String {
    if line.is_empty() {
        return "\n".to_owned();
    }
    format!("    {line}\n")
}

/// The page of refusal codes, with the text of `incise explain`.
fn codes() -> String {
    let mut page = "# Refusal codes\n\n\
        Every refusal has a code: `error.code` in a report. `incise explain CODE` prints the same text.\n"
        .to_owned();
    for &code in Code::ALL {
        let explanation = Explanation::new(code);
        let (exit, class) = (code.class().code(), code.class().name());
        let example: String = explanation.example.lines().map(code_line).collect();
        page += &format!(
            "\n## {}\n\nExit {exit}, {class}.\n\n{}\n\n{example}\nWhat to do:\n\n{}",
            code.name(),
            explanation.meaning,
            explanation.ways_out
        );
    }
    page
}

#[test]
fn the_page_of_codes_equals_the_output_of_explain() {
    assert_fresh(&package().join("docs/codes.md"), |_| codes());
}

/// The page of shared flags, with the text of `incise help flags`.
fn flags() -> String {
    let mut page = "# Shared flags\n\n\
        Every command accepts these flags if they apply to it. `incise help flags` prints the same text. `incise COMMAND\n\
        --help` lists the other flags of a command.\n\n"
        .to_owned();
    let printed = Shell::new().printed("incise help flags");
    for line in printed.trim_end().lines().skip(2) {
        match line.strip_suffix(':') {
            Some(heading) if !line.starts_with(' ') => page += &format!("## {heading}\n\n"),
            _ => page += &code_line(line),
        }
    }
    page
}

#[test]
fn the_page_of_flags_equals_the_output_of_help() {
    assert_fresh(&package().join("docs/flags.md"), |_| flags());
}

/// The table in `docs/format.md`, with rows from the schema of a request.
fn operations(text: &str) -> String {
    let schema: Value = serde_json::from_str(Document::Request.text()).unwrap();
    let row = |line: &str| {
        let name = line.strip_prefix("| `")?.split('`').next()?;
        let fields = schema["$defs"][name]["properties"].as_object()?;
        let common = ["op", "path", "expect_hash", "idempotent"];
        let fields = fields
            .keys()
            .filter(|field| !common.contains(&field.as_str()));
        let mut fields: Vec<String> = fields.map(|field| format!("`{field}`")).collect();
        if fields.is_empty() {
            fields.push("none".to_owned());
        }
        Some(format!("| `{name}` | {} |\n", fields.join(", ")))
    };
    let (before, rest) = text.split_once("| `op` |").unwrap();
    let (table, after) = rest.split_once("\n\n").unwrap();
    let table = table.split_inclusive('\n');
    let table: String = table
        .map(|line| row(line).unwrap_or_else(|| line.to_owned()))
        .collect();
    format!("{before}| `op` |{}\n\n{after}", table.trim_end())
}

#[test]
fn the_fields_of_a_request_are_those_of_its_schema() {
    assert_fresh(&package().join("docs/format.md"), operations);
}

#[test]
fn the_picture_shows_the_real_output() {
    let shell = Shell::new();
    shell.output("printf 'retries = 3\\nbackup_retries = 3\\n' > job.conf");
    let commands = [
        "incise replace job.conf --old 'retries = 3' --new 'retries = 5'",
        "incise replace job.conf --old 'retries = 3' --new 'retries = 5' --word",
        "incise undo -q",
    ];
    let screen: String = commands
        .map(|command| {
            let printed = shell.printed(&format!("export INCISE_COLOR=always\n{command}"));
            format!("\x1b[1m$\x1b[0m {command}\n{printed}")
        })
        .concat();
    assert_fresh(&package().join("docs/refusal.svg"), |_| {
        picture::drawn(&screen)
    });
}

#[test]
fn both_ways_of_a_recipe_leave_the_same() {
    let page = fs::read_to_string(package().join("docs/cookbook.md")).unwrap();
    let (files, recipes) = recipe::all(&page);
    assert!(recipes.len() >= 40, "{} recipes", recipes.len());
    for recipe in recipes {
        let ours = recipe::left_by(recipe.new, files);
        match recipe.lacks() {
            Some(tool) => println!("skipped: {tool} is not installed: {}", recipe.title),
            None => {
                let theirs = recipe::left_by(recipe.old, files);
                assert_eq!(ours, theirs, "{}", recipe.title);
            }
        }
    }
}

/// Each recipe has at most one and a half times the characters of its equivalent with sed.
#[test]
fn a_recipe_is_hardly_longer_than_with_sed() {
    let page = fs::read_to_string(package().join("docs/cookbook.md")).unwrap();
    let (_, mut recipes) = recipe::all(&page);
    recipes.retain(|recipe| recipe.part.starts_with("sed"));
    assert!(recipes.len() >= 30, "{} recipes", recipes.len());
    for recipe in recipes {
        let [old, new] = [recipe.old, recipe.new].map(|command| command.chars().count());
        assert!(2 * new <= 3 * old, "{}: {old} and {new}", recipe.title);
    }
}
