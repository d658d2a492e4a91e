//! The structure of the code: module dependencies, no file outside the module tree, a header in every file.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reads and makes its own files, and fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each module of `incise-core` and the modules that it may use. No row uses a later row. Cargo ensures the order of
/// crates.
const CORE: &[(&str, &[&str])] = &[
    ("request", &[]),
    ("refusal", &["request"]),
    ("resolve", &["request", "refusal"]),
    ("guard", &["request", "refusal", "resolve"]),
];

/// Each module of the package, in the same form.
const PACKAGE: &[(&str, &[&str])] = &[
    ("allocator", &[]),
    ("report", &[]),
    ("render", &["report"]),
    ("dialect", &["report", "render"]),
    ("manual", &[]),
    ("run", &["allocator", "report", "dialect"]),
    ("schema", &[]),
    ("library", &["report", "render", "run"]),
    ("mcp", &["report", "render", "dialect", "run", "schema"]),
    (
        "cli",
        &[
            "report", "render", "dialect", "manual", "run", "schema", "mcp",
        ],
    ),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn core_source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/src")
}

/// The source directories of the package and of each crate of the workspace.
fn sources() -> Vec<PathBuf> {
    let mut sources = vec![source()];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    for entry in fs::read_dir(crates).unwrap() {
        sources.push(entry.unwrap().path().join("src"));
    }
    sources
}

fn all_files() -> Vec<PathBuf> {
    let sources = sources();
    sources
        .iter()
        .flat_map(|source| files_below(source))
        .collect()
}

fn package_files() -> Vec<PathBuf> {
    let mut files = files_below(&source());
    files.extend(files_below(&core_source()));
    files
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

/// The top-level module of a file in `source`; `None` for the crate's roots.
fn module_of(file: &Path, source: &Path) -> Option<String> {
    let inside = file.strip_prefix(source).unwrap();
    let first = inside.iter().next().unwrap().to_str().unwrap();
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!["lib", "main"].contains(&name)).then(|| name.to_owned())
}

/// The lines of `text` that are neither comments nor part of a test-only item.
///
/// An item ends at a line with the same indentation, because the text is formatted.
fn code(text: &str) -> Vec<&str> {
    let mut code = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let content = line.trim_start();
        if content == "#[cfg(test)]" {
            let indent = line.len() - content.len();
            let is_end = |line: &&str| {
                line.len() - line.trim_start().len() == indent && line.ends_with([';', '}', ','])
            };
            lines.find(is_end);
        } else if !content.starts_with("//") {
            code.push(line);
        }
    }
    code
}

/// The top-level modules that a text uses through `crate::`, without test-only items.
fn uses(text: &str) -> BTreeSet<String> {
    let code = code(text).join("\n");
    assert!(!code.contains("crate::{"), "one `use` for each module");
    code.split("crate::").skip(1).map(first_word).collect()
}

fn is_test(file: &Path) -> bool {
    file.iter()
        .any(|part| part == "tests" || part == "tests.rs")
}

fn first_word(text: &str) -> String {
    text.trim_start()
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

#[test]
fn modules_use_only_imports_that_the_tables_allow() {
    let mut violations = violations(&core_source(), CORE);
    violations.extend(self::violations(&source(), PACKAGE));
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// The module uses in `source` that `rows` do not allow, and allowed uses that do not occur.
fn violations(source: &Path, rows: &[(&str, &[&str])]) -> Vec<String> {
    let table: BTreeMap<_, _> = rows.iter().copied().collect();
    let mut violations = Vec::new();
    let mut unused: BTreeSet<(String, String)> = BTreeSet::new();
    for (module, allowed) in rows {
        for used in *allowed {
            unused.insert(((*module).to_owned(), (*used).to_owned()));
        }
    }
    for file in files_below(source) {
        let Some(module) = module_of(&file, source) else {
            continue;
        };
        let Some(allowed) = table.get(module.as_str()) else {
            violations.push(format!("{} is in no row of the table", file.display()));
            continue;
        };
        if is_test(&file) {
            continue;
        }
        for used in uses(&fs::read_to_string(&file).unwrap()) {
            let is_module = table.contains_key(used.as_str());
            if is_module && used != module && !allowed.contains(&used.as_str()) {
                violations.push(format!("{} uses {used}", file.display()));
            }
            unused.remove(&(module.clone(), used));
        }
    }
    let unused = unused.iter();
    violations.extend(unused.map(|(module, used)| format!("{module} does not use {used}")));
    violations
}

#[test]
fn items_for_tests_are_left_out_and_nothing_else() {
    let text = "use crate::a;\n#[cfg(test)]\npub use crate::b::{\n    B,\n};\n// crate::c\nimpl X {\n    \
                #[cfg(test)]\n    fn x() {\n        if y {\n            crate::d::x();\n        }\n    }\n\n    \
                fn y() -> crate::e::E {}\n}\n#[cfg(test)]\nmod tests;\nuse crate::f;\n";
    let used: Vec<String> = uses(text).into_iter().collect();
    assert_eq!(used, ["a", "e", "f"]);
}

#[test]
fn no_row_uses_a_later_row() {
    for rows in [CORE, PACKAGE] {
        let row = |module: &str| rows.iter().position(|(name, _)| *name == module);
        for (module, allowed) in rows {
            for used in *allowed {
                assert!(row(used) < row(module), "{module} uses {used}, a later row");
            }
        }
    }
}

#[test]
fn every_file_is_in_the_module_tree() {
    let mut reached = BTreeSet::new();
    let mut queue = vec![source().join("main.rs")];
    queue.extend(sources().iter().map(|source| source.join("lib.rs")));
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
    let all: BTreeSet<_> = all_files().into_iter().collect();
    let forgotten: Vec<_> = all.difference(&reached).collect();
    assert!(forgotten.is_empty(), "no `mod` declares {forgotten:?}");
}

#[test]
fn every_file_begins_with_a_description() {
    let silent: Vec<_> = all_files()
        .into_iter()
        .filter(|file| !fs::read_to_string(file).unwrap().starts_with("//!"))
        .collect();
    assert!(silent.is_empty(), "no introduction in {silent:?}");
}

/// A plan guarantees that its files were checked. The guards create one, and the store for whole texts of its caller.
#[test]
fn only_guards_and_whole_texts_make_a_plan() {
    let mut makers = Vec::new();
    for file in all_files() {
        let text = fs::read_to_string(&file).unwrap();
        let makes_one = code(&text)
            .iter()
            .any(|line| line.contains("Plan::checked("));
        if makes_one && !is_test(&file) {
            makers.push(file);
        }
    }
    makers.sort();
    let store = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/store/src");
    let allowed = [core_source().join("guard/check.rs"), store.join("files.rs")];
    assert_eq!(makers, allowed);
}

/// Messages about syntax are in `render`, in modules that know the syntax, or in the list of requests that only their
/// fields distinguish.
#[test]
fn only_modules_that_know_a_syntax_describe_its_errors() {
    let knows = [
        "cli",
        "dialect",
        "library",
        "mcp",
        "refusal/impossible",
        "request",
        "resolve/locate/expression",
    ];
    let mut worded = Vec::new();
    for file in package_files() {
        let inside = file
            .strip_prefix(core_source())
            .or_else(|_| file.strip_prefix(source()));
        let inside = inside.unwrap().with_extension("");
        if is_test(&file) || knows.iter().any(|known| inside.starts_with(known)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let makes_words =
            |line: &&str| line.contains("Reason::usage(") || line.contains("Reason::bad_request(");
        for line in code(&text).into_iter().filter(makes_words) {
            worded.push(format!("{}: {}", file.display(), line.trim()));
        }
    }
    assert!(worded.is_empty(), "{}", worded.join("\n"));
}

/// A caller that sends a document uses no flags. So the modules that read documents mention no flags, except for the
/// flag of `apply` that says how a stream is read.
#[test]
fn modules_that_read_documents_mention_no_flags() {
    let mut named = Vec::new();
    let requests = files_below(&core_source().join("request"));
    let dialects = files_below(&source().join("dialect"));
    for file in requests.iter().chain(&dialects) {
        let text = fs::read_to_string(file).unwrap();
        let lines = code(&text).into_iter().filter(|_| !is_test(file));
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
