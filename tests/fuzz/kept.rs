//! Damaged state files with recalculated checksums: journals and write-ahead logs.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::Campaign;
use crate::dice::Dice;
use crate::mutate;
use crate::world::World;

/// The number of digits in a line's checksum.
const DIGITS: usize = 16;

fn checksum(text: &[u8]) -> String {
    blake3::hash(text).to_hex()[..DIGITS].to_owned()
}

/// True if a value contains an absolute path outside `inside`.
fn leads_out(value: &Value, inside: &Path) -> bool {
    match value {
        Value::String(text) => text.starts_with('/') && !Path::new(text).starts_with(inside),
        Value::Array(all) => all.iter().any(|value| leads_out(value, inside)),
        Value::Object(all) => all.values().any(|value| leads_out(value, inside)),
        _ => false,
    }
}

/// Creates a history with edits of different kinds.
fn history(world: &World) {
    let edits: &[&[&str]] = &[
        &[
            "replace", "a.txt", "--old", "two", "--new", "2", "--task", "t1",
        ],
        &[
            "replace",
            "a.txt",
            "b.txt",
            "--old",
            "e",
            "--new",
            "E",
            "--all",
            "--files-from",
            "/dev/null",
        ],
        &[
            "insert", "b.txt", "--line", "1", "--text", "new", "--task", "t2",
        ],
        &["move", "d/c.txt", "d/e.txt"],
        &["create", "n.txt", "--text", "new"],
        &["remove", "empty"],
        &["undo"],
        &["append", "f.py", "--text", "# end", "--task", "t1"],
        &["view", "f.py", "--task", "t2"],
    ];
    for args in edits {
        let _ = world.run_any(args, b"");
    }
}

fn history_file(state: &Path) -> PathBuf {
    let entries = fs::read_dir(state)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files = entries.map(|path| path.join("history-1.jsonl"));
    files.find(|path| path.exists()).unwrap()
}

/// `line` with one changed value, with or without a correct checksum.
fn changed_line(line: &[u8], others: &[Value], dice: &mut Dice) -> Vec<u8> {
    let Ok(mut value) = serde_json::from_slice::<Value>(line) else {
        return line.to_vec();
    };
    if let Some(fields) = value.as_object_mut() {
        fields.shift_remove("sum");
    }
    let mut text = serde_json::to_vec(&mutate::json(value, others, dice)).unwrap();
    if text.pop() != Some(b'}') || dice.once_in(10) {
        return line.to_vec();
    }
    let sum = checksum(&text);
    text.extend_from_slice(format!(",\"sum\":\"{sum}\"}}").as_bytes());
    text
}

#[test]
fn journals() {
    let mut campaign = Campaign::new("journals", 80);
    let mut world = World::new();
    history(&world);
    world.look();
    let file = history_file(&world.state());
    let sound = fs::read(&file).unwrap();
    let lines: Vec<&[u8]> = sound
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .collect();
    let values: Vec<Value> = lines
        .iter()
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert!(values.len() > 10, "{} lines", values.len());
    let ways: &[&[&str]] = &[
        &["log"],
        &["log", "--json"],
        &["log", "show", "1"],
        &["log", "--export"],
        &["undo", "-n"],
        &["undo", "3", "-n"],
        &["undo", "--task", "t1", "-n"],
        &["redo", "-n"],
        &[
            "replace", "f.py", "--old", "start", "--new", "begin", "--task", "t2", "-n",
        ],
        &["check", "conflicts"],
    ];
    while campaign.goes_on() {
        let dice = &mut campaign.dice;
        let mut text = Vec::new();
        for line in &lines {
            let is_changed = dice.once_in(4);
            text.extend(if is_changed {
                changed_line(line, &values, dice)
            } else {
                line.to_vec()
            });
            text.push(b'\n');
        }
        if dice.once_in(6) {
            mutate::bytes_of(&mut text, &[], dice);
        }
        let args = ways[dice.below(ways.len())];
        campaign.note(&text);
        fs::write(&file, &text).unwrap();
        let said = world.run(args, b"");
        campaign.count(&said);
        if campaign.dice.once_in(10) {
            let way = ["undo", "redo"][campaign.dice.below(2)];
            world.run(&[way], b"");
            // If the command succeeded, the workspace has changed. The history is restored.
            world.look();
        }
    }
}

/// The entry of a log for a file in its current state.
fn mark(path: &Path) -> Value {
    let facts = fs::metadata(path).unwrap();
    json!({"inode": facts.ino(), "len": facts.len(), "modified": [facts.mtime(), facts.mtime_nsec()]})
}

/// The directory and the steps in the log of an interrupted transaction. Also puts the workspace in that state.
fn interrupted(world: &World) -> Vec<Value> {
    let work = world.work();
    let mut operations = Vec::new();
    for (number, name) in ["a.txt", "b.txt", "f.py"].iter().enumerate() {
        let temp = format!(".incise-{number:032x}");
        fs::write(work.join(&temp), "new\n").unwrap();
        operations.push(json!({
            "op": "put", "at": {"directory": 0, "parents": null, "name": name}, "temp": temp,
            "new": mark(&work.join(&temp)), "old": mark(&work.join(name)), "kept": format!("{temp}~"),
        }));
    }
    operations.push(json!({
        "op": "removal", "at": {"directory": 0, "parents": null, "name": "empty"},
        "old": mark(&work.join("empty")), "kept": ".incise-00000000000000000000000000000009~",
    }));
    let directory = json!({
        "path": format!("{}/", work.display()), "inode": fs::metadata(&work).unwrap().ino(),
    });
    [directory].into_iter().chain(operations).collect()
}

#[test]
fn logs() {
    let mut campaign = Campaign::new("logs", 80);
    let mut world = World::new();
    let suffixes = ["wal", "undo", "done"];
    let ways: &[&[&str]] = &[
        &["recover"],
        &["replace", "a.txt", "--old", "two", "--new", "2", "-q"],
        &["check", "replace", "a.txt", "--old", "two", "--new", "2"],
        &["view", "a.txt"],
        &["recover", "--json"],
    ];
    while campaign.goes_on() {
        world.renew();
        let bystander = world.work().join("d/c.txt");
        let parts = interrupted(&world);
        let dice = &mut campaign.dice;
        let inside = world.work();
        let sound = dice.once_in(10);
        let mut changed_parts = Vec::new();
        for part in &parts {
            let mut changed = part.clone();
            if !sound && dice.once_in(4) {
                changed = mutate::json(changed, &parts, dice);
            }
            if leads_out(&changed, &inside) {
                changed = part.clone();
            }
            changed_parts.push(changed);
        }
        let operations = changed_parts.split_off(1);
        let log = json!([2, {"directories": changed_parts, "operations": operations}]).to_string();
        let mut text = (checksum(log.as_bytes()) + &log).into_bytes();
        if !sound && dice.once_in(8) {
            mutate::bytes_of(&mut text, &[], dice);
        }
        let home = world.state().join("txn");
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&home)
            .unwrap();
        let id = "0123456789abcdef0123456789abcdef";
        let suffix = suffixes[dice.below(suffixes.len())];
        campaign.note(&text);
        fs::write(home.join(format!("{id}.{suffix}")), &text).unwrap();
        let args = ways[campaign.dice.below(ways.len())];
        let said = world.run_any(args, b"");
        campaign.count(&said);
        if sound && suffix == "wal" && args == ["recover"] {
            assert_eq!(said.code, 0);
            assert_eq!(fs::read(world.work().join("f.py")).unwrap(), b"new\n");
        }
        assert_eq!(
            fs::read(&bystander).unwrap(),
            b"a\r\nb\r\nc",
            "not of the transaction"
        );
    }
}
