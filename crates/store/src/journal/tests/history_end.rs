//! Reads the events that were added after a complete reading of the history.

use std::fs;
use std::io::Write;

use super::super::{HistoryEnd, ReadMark};
use super::*;

const TEXT: &str = "one two three";

/// The end of the journal after a complete reading.
fn history_end(journal: &JournalStore) -> Option<HistoryEnd> {
    let mut events = journal.events().unwrap();
    events.by_ref().for_each(|event| drop(event.unwrap()));
    events.history_end()
}

fn edit(journal: &JournalStore) -> u64 {
    note_done(journal, &edited("a.rs", TEXT, "one", "1"), TEXT).id
}

fn open(journal: &JournalStore) -> u64 {
    let record = edited("a.rs", TEXT, "one", "1");
    let files = [new_file(&record, TEXT.as_bytes())];
    journal.note(&draft(&files)).unwrap().id
}

fn ids(events: Vec<Event>) -> Vec<u64> {
    let entries = only_entries(events.into_iter());
    entries.iter().map(|entry| entry.id).collect()
}

fn mark(task: &str) -> ReadMark {
    ReadMark {
        task: task.into(),
        path: "a.rs".into(),
        text: Fingerprint::hash(TEXT.as_bytes()),
        parts: None,
    }
}

#[test]
fn added_events_are_returned_once_and_oldest_first() {
    let world = World::new();
    let journal = world.journal();
    assert_eq!(history_end(&journal), None);
    edit(&journal);
    let mut known = history_end(&journal).unwrap();
    assert_eq!(journal.added_since(&mut known), Some(Vec::new()));
    edit(&journal);
    let void = open(&journal);
    journal.note_void(void).unwrap();
    edit(&journal);
    journal.mark_read(mark("t1")).unwrap();
    let added = journal.added_since(&mut known).unwrap();
    assert_eq!(added.last(), Some(&Event::Read(mark("t1"))));
    assert_eq!(ids(added), [2, 4]);
    assert_eq!(Some(&known), history_end(&journal).as_ref());
    assert_eq!(journal.added_since(&mut known), Some(Vec::new()));
    let [newest, ..] = &entries(&journal)[..] else {
        panic!("no entries")
    };
    edit(&journal);
    let added = journal.added_since(&mut known).unwrap();
    let Event::Entry(last) = &added[0] else {
        panic!("{added:?}")
    };
    // The event is the same as in a complete reading.
    assert_eq!(Some(last), entries(&journal).first());
    assert_eq!(newest.files, last.files);
}

#[test]
fn incomplete_additions_are_not_returned() {
    let world = World::new();
    let journal = world.journal();
    let history = journal.path().join("history-1.jsonl");
    let added = |text: &[u8]| {
        let mut file = fs::OpenOptions::new().append(true).open(&history).unwrap();
        file.write_all(text).unwrap();
    };
    edit(&journal);
    let known = history_end(&journal).unwrap();
    let whole = fs::read(&history).unwrap();
    let refused = |why: &str| {
        assert_eq!(journal.added_since(&mut known.clone()), None, "{why}");
        fs::write(&history, &whole).unwrap();
        assert!(journal.added_since(&mut known.clone()).is_some());
    };
    open(&journal);
    refused("an end that is not noted");
    added(b"{\"id\":2");
    refused("a torn line");
    added(b"{\"id\":2}\n");
    refused("a damaged line");
    journal.note_done(1).unwrap();
    refused("the end of an older one");
    fs::write(&history, &whole[1..]).unwrap();
    refused("a shorter history");
    let mut other = whole.clone();
    other[whole.len() - 4] ^= 1;
    fs::write(&history, &other).unwrap();
    refused("another last line");
    // An entry number is missing.
    edit(&journal);
    let second = fs::read(&history).unwrap().len();
    edit(&journal);
    let all = fs::read(&history).unwrap();
    fs::write(&history, [&whole[..], &all[second..]].concat()).unwrap();
    refused("a lost entry");
    // The file that replaces the history has another inode, or the same.
    let copy = journal.path().join("copy");
    fs::write(&copy, &whole).unwrap();
    fs::rename(&copy, &history).unwrap();
    assert_eq!(journal.added_since(&mut known.clone()), None);
}

#[test]
fn a_damaged_or_unfinished_history_has_no_end() {
    let world = World::new();
    let journal = world.journal();
    let history = journal.path().join("history-1.jsonl");
    edit(&journal);
    let whole = fs::read(&history).unwrap();
    for torn in ["{\"id\":2", "{\"id\":2}\n"] {
        fs::write(&history, [&whole[..], torn.as_bytes()].concat()).unwrap();
        assert_eq!(history_end(&journal), None, "{torn}");
    }
}
