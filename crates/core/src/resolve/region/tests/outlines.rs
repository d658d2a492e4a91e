//! Tests that every name in an outline selects a symbol.
#![allow(
    clippy::disallowed_methods,
    reason = "the test reads the sources of other packages"
)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::refusal::Reason;
use crate::request::{NamedPart, NamedRegion, Region};
use crate::resolve::FileText;
use crate::resolve::region::{find, outline};
use crate::snapshot::Snapshot;
use crate::text::LineRange;

/// The largest tested file, in bytes.
const LARGEST: u64 = 200_000;

/// Checks every name in the outline of `text`, the file at `path`. Returns the number of names.
fn check(path: &Path, text: Vec<u8>) -> usize {
    let now = Snapshot::of_text(text);
    let Ok(entries) = outline(FileText::new(path, &now), None) else {
        return 0;
    };
    for entry in &entries {
        let name = &entry.unique_name;
        let region = NamedRegion::parse(name, NamedPart::Whole).map(Region::Symbol);
        let region = region.unwrap();
        let line = region.line();
        let line = line.and_then(|line| now.span_of(LineRange::single(line)));
        match find(&region, FileText::new(path, &now), line) {
            Ok(place) => {
                let lines = now.lines_of(place.lines);
                assert_eq!(lines, entry.lines, "`{name}` in {}", path.display());
            }
            Err(Reason::BrokenSymbol { .. }) => {}
            Err(reason) => panic!("`{name}` in {}: {reason:?}", path.display()),
        }
    }
    entries.len()
}

/// The source files of all packages in the local cargo registry.
fn sources() -> Vec<PathBuf> {
    const LANGUAGES: [&str; 10] = ["rs", "c", "h", "cpp", "hpp", "py", "js", "ts", "go", "java"];
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let mut directories: Vec<PathBuf> = home
        .into_iter()
        .map(|home| home.join("registry/src"))
        .collect();
    let mut found = Vec::new();
    while let Some(directory) = directories.pop() {
        let Ok(entries) = fs::read_dir(directory) else {
            continue;
        };
        for entry in entries.map(Result::unwrap) {
            let path = entry.path();
            let facts = entry.metadata().unwrap();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if facts.is_dir() {
                directories.push(path);
            } else if facts.len() < LARGEST
                && extension.is_some_and(|extension| LANGUAGES.contains(&extension))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn names_of_some_sources_are_found() {
    let mut names = 0;
    for path in sources().iter().step_by(101) {
        names += check(path, fs::read(path).unwrap());
    }
    if names == 0 {
        println!("skipped: there are no sources in the cargo registry");
    }
}

#[test]
fn names_with_separators_in_them_are_found() {
    let rust = "mod m {\n    impl<'de> de::D<'de> for M {\n        fn a() {}\n    }\n    impl fmt::Debug for M {\n        fn a() {}\n    }\n}\n";
    assert_eq!(check(Path::new("a.rs"), rust.into()), 5);
    let script = "class A { a() {} static a() {} }\nfunction b() {}\nfunction b() {}\n";
    assert_eq!(check(Path::new("a.js"), script.into()), 5);
}
