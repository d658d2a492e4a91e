//! Checks that the man pages and completions are up to date.
//!
//! `INCISE_REGENERATE=1 cargo test --test generated` updates them.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "reads and writes the package's own files"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use incise::internal::generated;

const FOLDERS: [&str; 2] = ["completions", "man"];

fn checked_in() -> BTreeSet<String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files_of = |folder: &&str| {
        let folder = (*folder).to_owned();
        let entries = fs::read_dir(package.join(&folder)).into_iter().flatten();
        entries.map(move |entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            format!("{folder}/{name}")
        })
    };
    FOLDERS.iter().flat_map(files_of).collect()
}

#[test]
fn generated_files_are_fresh() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = generated().unwrap();
    if std::env::var_os("INCISE_REGENERATE").is_some() {
        for folder in FOLDERS {
            let folder = package.join(folder);
            if folder.exists() {
                fs::remove_dir_all(&folder).unwrap();
            }
            fs::create_dir(&folder).unwrap();
        }
        for file in &made {
            fs::write(package.join(&file.path), &file.text).unwrap();
        }
    }
    let names: BTreeSet<_> = made.iter().map(|file| file.path.clone()).collect();
    assert_eq!(checked_in(), names);
    for file in &made {
        let found = fs::read(package.join(&file.path)).unwrap();
        assert!(
            found == file.text,
            "{} is stale: INCISE_REGENERATE=1 cargo test --test generated",
            file.path
        );
    }
}
