//! An undo restores everything, and never restores wrong content.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;

use super::skipped;
use crate::bench::Bench;

/// Mode and owner are restored, whatever happened in between.
#[test]
fn undo_gives_back_bytes_mode_and_owner() {
    let bench = Bench::with("a", "old\n")
        .mode("a", 0o754)
        .file("b", "old\n")
        .mode("b", 0o600);
    for name in ["a", "b"] {
        if chown(bench.path().join(name), Some(1234), Some(4321)).is_err() {
            return skipped("only root can give files away");
        }
    }
    let facts = |name: &str| {
        let facts = fs::metadata(bench.path().join(name)).unwrap();
        (facts.uid(), facts.gid(), facts.mode() & 0o7777)
    };
    let before = (bench.tree(), facts("a"), facts("b"));
    let batch = r#"[{"op":"append","path":"a","text":"x"},{"op":"move","path":"b","to":"c"}]"#;
    bench.pipe(batch, ["apply", "-", "-q"]).status_is(0);
    let after = (bench.tree(), facts("a"), facts("c"));
    assert_eq!((after.1, after.2), (before.1, before.2));
    bench.line("undo -q").status_is(0);
    assert_eq!((bench.tree(), facts("a"), facts("b")), before);
    bench.line("redo -q").status_is(0);
    assert_eq!((bench.tree(), facts("a"), facts("c")), after);
}

#[test]
fn an_undo_of_a_changed_file_reports_both_hashes() {
    let bench = Bench::new();
    bench.line("create a --text 'one\n' -q").status_is(0);
    let foreign = "one\nforeign\n";
    fs::write(bench.path().join("a"), foreign).unwrap();
    let ran = bench.line("undo --json");
    ran.status_is(3).unchanged();
    let error = &ran.json()["error"];
    assert_eq!(error["code"], "undo_conflict");
    for text in ["one\n", foreign] {
        let hash = format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex());
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(&hash), "{message}");
    }
}

/// All files below `path`, without directories.
fn files_below(path: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files_below(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// Damaged objects in the store are never used, whatever the damage.
#[test]
fn a_damaged_store_gives_back_nothing() {
    let text: String = (0..5000).map(|number| format!("{number}\n")).collect();
    let harms: [fn(&mut Vec<u8>); 4] = [
        |bytes| bytes.truncate(3),
        |bytes| bytes.clear(),
        |bytes| {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        },
        |bytes| *bytes = b"another text\n".to_vec(),
    ];
    for harm in harms {
        let bench = Bench::with("a", &text);
        bench.line("remove a -q").status_is(0);
        let objects: Vec<_> = files_below(&bench.state().join("state"))
            .into_iter()
            .filter(|path| path.iter().any(|part| part == "objects"))
            .collect();
        assert!(!objects.is_empty());
        for path in objects {
            let mut bytes = fs::read(&path).unwrap();
            harm(&mut bytes);
            fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
            fs::write(&path, bytes).unwrap();
        }
        let ran = bench.line("undo --json");
        ran.status_is(3).unchanged();
        let message = ran.json()["error"]["message"].to_string();
        assert!(message.contains("unavailable"), "{message}");
    }
}
