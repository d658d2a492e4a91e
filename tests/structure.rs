//! The structure of the house: who may use whom, no file outside the module tree, every file introduced.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reads and makes its own files, and fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the crate with those it may use. No row uses a later row.
const MAY_USE: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("memory", &[]),
    ("damage", &["text"]),
    ("snapshot", &["text"]),
    ("patch", &["text", "damage", "snapshot"]),
    ("change", &["text", "snapshot"]),
    ("request", &["text", "snapshot", "change", "patch"]),
    (
        "refusal",
        &["text", "snapshot", "change", "patch", "request"],
    ),
    (
        "resolve",
        &[
            "text", "damage", "snapshot", "change", "patch", "request", "refusal",
        ],
    ),
    (
        "guard",
        &[
            "text", "damage", "snapshot", "change", "request", "refusal", "resolve",
        ],
    ),
    (
        "report",
        &[
            "text", "snapshot", "change", "patch", "request", "refusal", "resolve",
        ],
    ),
    (
        "disk",
        &[
            "text", "memory", "snapshot", "change", "request", "refusal", "guard", "report",
        ],
    ),
    (
        "journal",
        &["text", "memory", "snapshot", "change", "refusal"],
    ),
    (
        "render",
        &[
            "text", "snapshot", "change", "patch", "request", "refusal", "resolve", "report",
        ],
    ),
    (
        "dialect",
        &[
            "text", "snapshot", "change", "patch", "request", "refusal", "report", "render",
        ],
    ),
    ("manual", &["refusal"]),
    (
        "run",
        &[
            "text", "memory", "snapshot", "change", "patch", "request", "refusal", "resolve",
            "guard", "disk", "journal", "report", "dialect",
        ],
    ),
    ("schema", &[]),
    (
        "library",
        &[
            "refusal", "request", "report", "disk", "journal", "render", "run",
        ],
    ),
    (
        "mcp",
        &[
            "text", "request", "refusal", "disk", "journal", "report", "render", "dialect", "run",
            "schema",
        ],
    ),
    (
        "cli",
        &[
            "text", "memory", "snapshot", "change", "patch", "request", "refusal", "resolve",
            "guard", "disk", "journal", "report", "render", "dialect", "manual", "run", "schema",
            "mcp",
        ],
    ),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The top-level module a file belongs to; `None` for the crate's roots.
fn module_of(file: &Path) -> Option<String> {
    let inside = file.strip_prefix(source()).unwrap();
    let first = inside
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_str()
        .unwrap();
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!["lib", "main"].contains(&name)).then(|| name.to_owned())
}

/// The top-level modules that a text names after `crate::`, test modules left out.
fn uses(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap();
    let without_comments: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    without_comments
        .split("crate::")
        .skip(1)
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(group) => {
                let inside = group.split('}').next().unwrap();
                inside.split(',').map(first_word).collect()
            }
            None => vec![first_word(rest)],
        })
        .filter(|name| !name.is_empty())
        .collect()
}

fn first_word(text: &str) -> String {
    text.trim_start()
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

#[test]
fn modules_use_only_what_the_table_allows() {
    let table: BTreeMap<_, _> = MAY_USE.iter().copied().collect();
    let mut violations = Vec::new();
    for file in files_below(&source()) {
        let Some(module) = module_of(&file) else {
            continue;
        };
        let Some(allowed) = table.get(module.as_str()) else {
            violations.push(format!("{} is in no row of the table", file.display()));
            continue;
        };
        let is_test = file
            .iter()
            .any(|part| part == "tests" || part == "tests.rs");
        for used in uses(&fs::read_to_string(&file).unwrap())
            .into_iter()
            .filter(|_| !is_test)
        {
            let is_module = table.contains_key(used.as_str());
            if is_module && used != module && !allowed.contains(&used.as_str()) {
                violations.push(format!("{} uses {used}", file.display()));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn no_row_uses_a_later_row_that_uses_it_back() {
    let table: BTreeMap<_, _> = MAY_USE.iter().copied().collect();
    for (module, allowed) in MAY_USE {
        for used in *allowed {
            assert!(
                !table[used].contains(module),
                "{module} and {used} use each other"
            );
        }
    }
}

#[test]
fn every_file_is_in_the_module_tree() {
    let mut reached = BTreeSet::new();
    let mut queue = vec![source().join("lib.rs"), source().join("main.rs")];
    while let Some(file) = queue.pop() {
        let text = fs::read_to_string(&file).unwrap();
        let stem = file.file_stem().unwrap().to_str().unwrap();
        let directory = match stem {
            "lib" | "main" | "mod" => file.parent().unwrap().to_path_buf(),
            _ => file.with_extension(""),
        };
        for line in text.lines().map(str::trim) {
            let declared = line
                .strip_prefix("pub(crate) mod ")
                .or_else(|| line.strip_prefix("pub(super) mod "))
                .or_else(|| line.strip_prefix("pub mod "))
                .or_else(|| line.strip_prefix("mod "))
                .and_then(|rest| rest.strip_suffix(';'));
            if let Some(name) = declared {
                let flat = directory.join(format!("{name}.rs"));
                let nested = directory.join(name).join("mod.rs");
                queue.extend([flat, nested].into_iter().filter(|path| path.exists()));
            }
        }
        reached.insert(file);
    }
    let all: BTreeSet<_> = files_below(&source()).into_iter().collect();
    let forgotten: Vec<_> = all.difference(&reached).collect();
    assert!(forgotten.is_empty(), "no `mod` declares {forgotten:?}");
}

#[test]
fn every_file_says_what_lives_there() {
    let silent: Vec<_> = files_below(&source())
        .into_iter()
        .filter(|file| !fs::read_to_string(file).unwrap().starts_with("//!"))
        .collect();
    assert!(silent.is_empty(), "no introduction in {silent:?}");
}

/// Who sends a document types no flags, so what is said of one names none: every text in the modules that read
/// documents, but for the flag of `apply` that says how a stream of them is read.
#[test]
fn what_reads_documents_names_no_flag() {
    let mut named = Vec::new();
    for file in ["request", "dialect"]
        .iter()
        .flat_map(|module| files_below(&source().join(module)))
    {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let is_test = file
            .iter()
            .any(|part| part == "tests" || part == "tests.rs");
        let lines = code
            .lines()
            .filter(|line| !is_test && !line.trim_start().starts_with("//"));
        for line in lines {
            let flags = line.match_indices("--").filter(|(at, _)| {
                let next = line[at + 2..].chars().next();
                next.is_some_and(|letter| letter.is_ascii_lowercase())
            });
            for (at, _) in flags {
                if !line[at..].starts_with("--each\"") {
                    named.push(format!("{}: {}", file.display(), line.trim()));
                }
            }
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}
