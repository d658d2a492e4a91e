//! Records transactions and their outcomes, and reads them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::super::{KeptChanges, ReadMark};
use super::*;
use crate::change::Deed;
use crate::error::NotKept;

fn history(journal: &JournalStore) -> PathBuf {
    journal.path().join("history-1.jsonl")
}

fn objects(journal: &JournalStore) -> Vec<PathBuf> {
    let Ok(objects) = fs::read_dir(journal.path().join("objects")) else {
        return Vec::new();
    };
    objects.map(|object| object.unwrap().path()).collect()
}

/// All bytes below the state directory, as a search for secrets would see them. Objects are not unpacked.
fn everything_stored(journal: &JournalStore) -> Vec<u8> {
    let mut all = fs::read(history(journal)).unwrap();
    objects(journal)
        .iter()
        .for_each(|object| all.extend(fs::read(object).unwrap()));
    all
}

#[test]
fn recorded_entries_are_read_newest_first() {
    let world = World::new();
    let journal = world.journal();
    let first = edited("a.rs", "one two", "one", "1");
    let second = edited("b.rs", "one two", "two", "2");
    assert_eq!(note_done(&journal, &first, "one two").id, 1);
    let receipt = journal
        .note(&NewEntry {
            time: NOW + 5,
            task: Some("t1"),
            command: &["replace".to_owned(), "b.rs".to_owned()],
            kind: Deed::Undo(vec![1]),
            made: Vec::new(),
            saw_all_lines: false,
            files: &[new_file(&second, b"one two")],
        })
        .unwrap();
    assert_eq!((receipt.id, &receipt.omitted[..]), (2, &[][..]));

    let found = entries(&journal);
    let [newest, oldest] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(record_of(&newest.files[0]), second);
    assert_eq!(newest.time, NOW + 5);
    assert_eq!(newest.task.as_deref(), Some("t1"));
    assert_eq!(newest.command, ["replace", "b.rs"]);
    assert_eq!(newest.kind, Deed::Undo(vec![1]));
    assert!(!newest.is_committed);
    assert_eq!(record_of(&oldest.files[0]), first);
    assert_eq!((oldest.id, oldest.is_committed), (1, true));

    journal.note_done(2).unwrap();
    assert!(entries(&journal)[0].is_committed);
    let after = second.after.unwrap();
    assert_eq!(journal.text(&after).unwrap(), "one 2");
    assert_eq!(journal.text(&second.before.unwrap()), None);
}

#[test]
fn a_void_transaction_is_omitted_and_its_number_is_not_reused() {
    let world = World::new();
    let journal = world.journal();
    let record = edited("a.rs", "one", "one", "1");
    let files = [new_file(&record, b"one")];
    let receipt = journal.note(&draft(&files)).unwrap();
    journal.note_void(receipt.id).unwrap();
    assert_eq!(entries(&journal), []);
    assert_eq!(note_done(&journal, &record, "one").id, 2);
}

#[test]
fn a_torn_last_line_loses_only_that_line() {
    let world = World::new();
    let journal = world.journal();
    let record = edited("a.rs", "one", "one", "1");
    note_done(&journal, &record, "one");
    for torn in ["{\"id\":7,\"ti", "{\"done\":1", "\n\n", "garbage"] {
        let mut file = fs::OpenOptions::new()
            .append(true)
            .open(history(&journal))
            .unwrap();
        file.write_all(torn.as_bytes()).unwrap();
    }
    // The two torn lines may have been entries, so two numbers are lost.
    assert_eq!(note_done(&journal, &record, "one").id, 4);
    let ids: Vec<u64> = entries(&journal).iter().map(|entry| entry.id).collect();
    assert_eq!(ids, [4, 1]);
    let mut events = journal.events().unwrap();
    while events.next().is_some() {}
    assert_eq!(events.lost(), [2..=3]);
    assert!(entries(&journal).iter().all(|entry| entry.is_committed));
}

#[test]
fn a_flipped_byte_loses_only_its_line() {
    let world = World::new();
    let journal = world.journal();
    let record = edited("a.rs", "one", "one", "1");
    for _ in 0..3 {
        note_done(&journal, &record, "one");
    }
    let whole = fs::read(history(&journal)).unwrap();
    for at in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(history(&journal), &damaged).unwrap();
        let ids: Vec<u64> = entries(&journal).iter().map(|entry| entry.id).collect();
        // A flipped line ending joins two lines, and both are lost.
        assert!(ids.len() >= 2, "byte {at}: {ids:?}");
        for entry in entries(&journal) {
            assert_eq!(record_of(&entry.files[0]), record);
        }
    }
}

#[test]
fn large_change_sets_and_long_lists_are_objects() {
    let world = World::new();
    let journal = world.journal();
    let base = "word ".repeat(10_000);
    let all = edited("big.txt", &base, &base, &base.to_uppercase());
    note_done(&journal, &all, &base);
    let records: Vec<Record> = (0..200)
        .map(|n| edited(&format!("many/{n}"), "one two", "one", &n.to_string()))
        .collect();
    let files = records.iter().map(|record| new_file(record, b"one two"));
    journal.note(&draft(&files.collect::<Vec<_>>())).unwrap();

    let lines = fs::read_to_string(history(&journal)).unwrap();
    assert!(lines.lines().all(|line| line.len() < 4096));
    let mut found = entries(&journal);
    let notes = found[0].files.iter().map(record_of);
    assert_eq!(notes.collect::<Vec<_>>(), records);
    assert!(matches!(found[1].files[0].changes, KeptChanges::Stored(_)));
    journal.load(&mut found[1]);
    assert_eq!(record_of(&found[1].files[0]), all);
    // The entry is found by path although its line does not contain the path.
    assert_eq!(entries_of(&journal, "many/77"), [2]);
    assert_eq!(entries_of(&journal, "big.txt"), [1]);
    assert_eq!(entries_of(&journal, "other"), [0_u64; 0]);
}

#[test]
fn a_damaged_object_is_lost_never_wrong() {
    let base = "word ".repeat(10_000);
    let record = edited("big.txt", &base, "word ", "x");
    let whole = edited("whole.txt", &base, &base, &base.to_uppercase());
    for damage in [0, 1, 20, 99] {
        let world = World::new();
        let journal = world.journal();
        note_done(&journal, &record, &base);
        note_done(&journal, &whole, &base);
        assert!(journal.text(&record.after.unwrap()).is_some());
        for object in objects(&journal) {
            let mut bytes = fs::read(&object).unwrap();
            let at = damage * bytes.len() / 100;
            if damage % 2 == 0 {
                bytes.truncate(at);
            } else {
                bytes[at] ^= 0x55;
            }
            fs::write(&object, bytes).unwrap();
        }
        assert_eq!(journal.text(&record.after.unwrap()), None);
        let mut newest = entries(&journal).remove(0);
        journal.load(&mut newest);
        assert_eq!(newest.files[0].changes, KeptChanges::Missing(NotKept::Lost));
    }
}

#[test]
fn a_file_is_followed_through_its_renames() {
    let world = World::new();
    let journal = world.journal();
    let edit = |path: &str| note_done(&journal, &edited(path, "one", "one", "1"), "one").id;
    let moved = |from: &str, to: &str| {
        let mut record = edited(to, "one", "one", "1");
        record.from = Some(from.into());
        record.transition = TransitionKind::Moved;
        note_done(&journal, &record, "one").id
    };
    edit("a");
    edit("c");
    moved("a", "b");
    edit("a");
    moved("b", "c");
    edit("c");
    edit("b");
    assert_eq!(entries_of(&journal, "c"), [6, 5, 3, 1]);
    assert_eq!(entries_of(&journal, "b"), [7, 5, 3, 1]);
    assert_eq!(entries_of(&journal, "a"), [4, 3, 1]);
}

#[test]
fn secrets_are_never_stored() {
    let world = World::new();
    let journal = world.journal();
    let record = edited(".env.local", "KEY=hunter2\n", "hunter2", "hunter3");
    let open = edited("open.txt", "key=hunter4\n", "hunter4", "hunter5");
    let receipt = journal
        .note(&NewEntry {
            command: &["replace", ".env", "--new", "hunter3"].map(str::to_owned),
            ..draft(&[new_file(&record, b"KEY=hunter2\n")])
        })
        .unwrap();
    assert_eq!(
        receipt.omitted,
        [(PathBuf::from(".env.local"), NotKept::Private)]
    );
    let stored = everything_stored(&journal);
    assert!(memchr::memmem::find(&stored, b"hunter").is_none());
    let found = entries(&journal).remove(0);
    assert_eq!(found.command, ["replace"]);
    assert_eq!(
        found.files[0].changes,
        KeptChanges::Missing(NotKept::Private)
    );
    assert_eq!(found.files[0].after, record.after);

    note_done(&journal, &open, "key=hunter4\n");
    let stored = everything_stored(&journal);
    assert!(memchr::memmem::find(&stored, b"hunter5").is_some());
}

#[test]
fn only_the_fingerprints_of_large_content_are_kept() {
    let world = World::new();
    let journal = world.journal();
    // The content is incompressible, so the stored size is above the limit.
    let edit = Edit {
        at: 0,
        old: Bytes::new(),
        new: noise(1, 9 << 20),
    };
    let changes = ChangeSet::new(0, vec![edit]).unwrap();
    let record = record("noise.bin", TransitionKind::Edited, b"", changes);
    let receipt = note_done(&journal, &record, "");
    assert_eq!(
        receipt.omitted,
        [(PathBuf::from("noise.bin"), NotKept::TooLarge)]
    );
    assert!(objects(&journal).is_empty());
}

#[test]
fn read_marks_are_between_the_entries() {
    let world = World::new();
    let journal = world.journal();
    let record = edited("a.rs", "one", "one", "1");
    let mark = ReadMark {
        task: "t1".into(),
        path: "a.rs".into(),
        text: record.after.unwrap(),
        parts: None,
    };
    note_done(&journal, &record, "one");
    journal.mark_read(mark.clone()).unwrap();
    note_done(&journal, &edited("a.rs", "1", "1", "2"), "1");
    let events = journal.events_of(Path::new("a.rs")).unwrap();
    let events: Vec<Event> = events.map(Result::unwrap).collect();
    assert!(matches!(events[0], Event::Entry(Entry { id: 2, .. })));
    assert_eq!(events[1], Event::Read(mark));
    assert!(matches!(events[2], Event::Entry(Entry { id: 1, .. })));
}

#[test]
fn concurrent_writers_get_distinct_numbers() {
    let world = World::new();
    world.journal();
    let record = edited("a.rs", "one", "one", "1");
    let write_many = || {
        let journal = world.journal();
        (0..50).for_each(|_| {
            note_done(&journal, &record, "one");
        });
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(write_many);
        }
    });
    let found = entries(&world.journal());
    let ids: Vec<u64> = found.iter().map(|entry| entry.id).collect();
    assert_eq!(ids, (1..=200).rev().collect::<Vec<_>>());
    assert!(found.iter().all(|entry| entry.is_committed));
}
