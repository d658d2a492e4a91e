//! Pruning: which entries and objects are deleted or kept, and that numbers continue.

use std::fs;
use std::time::SystemTime;

use super::super::{Bounds, ReadMark, Unavailable, WhyUnavailable};
use super::state::all_below;
use super::*;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The system time, which files get as their modification time.
#[allow(clippy::disallowed_methods, reason = "the tests depend on ages")]
fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.unwrap().as_millis() as u64
}

/// A time more than an hour after everything that this test writes.
fn later() -> u64 {
    now() + 2 * 60 * 60 * 1000
}

/// Records an edit of a large file at `time`. The edit stores a text of about `size` incompressible bytes.
fn note_at(journal: &JournalStore, number: u64, time: u64, size: usize) -> Fingerprint {
    let noise = noise(number, size);
    let edit = Edit {
        at: 0,
        old: noise.slice(..1),
        new: "x".into(),
    };
    let changes = ChangeSet::new(size, vec![edit]).unwrap();
    let record = record("noise", TransitionKind::Edited, &noise, changes);
    let files = [new_file(&record, &noise)];
    let draft = NewEntry {
        time,
        ..draft(&files)
    };
    let receipt = however_busy(|| journal.note(&draft));
    however_busy(|| journal.note_done(receipt.id));
    record.after.unwrap()
}

/// Repeats `attempt` until the lock is available.
fn however_busy<T>(attempt: impl Fn() -> Result<T, Unavailable>) -> T {
    loop {
        match attempt() {
            Err(error) if error.why == WhyUnavailable::Busy => {}
            other => return other.unwrap(),
        }
    }
}

fn ids(journal: &JournalStore) -> Vec<u64> {
    entries(journal).iter().map(|entry| entry.id).collect()
}

#[test]
fn old_entries_are_deleted_with_their_objects_and_numbers_continue() {
    let world = World::new();
    let journal = world.journal();
    let now = later();
    let old = note_at(&journal, 1, now - 31 * DAY, 100);
    let young = note_at(&journal, 2, now - DAY, 100);
    let pruned = journal.prune(Bounds::default(), now).unwrap();
    assert_eq!((pruned.entries, pruned.objects), (1, 1));
    assert_eq!(pruned.last, Some(1));
    assert_eq!(ids(&journal), [2]);
    assert_eq!(journal.text(&old), None);
    assert!(journal.text(&young).is_some());

    // A second pruning has nothing to delete.
    assert_eq!(journal.prune(Bounds::default(), now).unwrap().entries, 0);
    assert_eq!(ids(&journal), [2]);
    note_at(&journal, 3, now, 100);
    assert_eq!(ids(&journal), [3, 2]);
}

#[test]
fn numbers_are_not_reused_when_all_is_void() {
    let world = World::new();
    let journal = world.journal();
    let now = later();
    note_at(&journal, 1, now - 40 * DAY, 100);
    note_at(&journal, 2, now - 40 * DAY, 100);
    journal.note_void(2).unwrap();
    note_at(&journal, 3, now - 40 * DAY, 100);
    journal.note_void(3).unwrap();
    journal.prune(Bounds::default(), now).unwrap();
    note_at(&journal, 4, now, 100);
    assert_eq!(ids(&journal)[0], 4);
}

#[test]
fn one_jump_of_the_clock_deletes_nothing() {
    let world = World::new();
    let journal = world.journal();
    let now = later();
    for day in (1..=10).rev() {
        note_at(&journal, day, now - day * DAY, 10);
    }
    let jumped = now + 31 * DAY;
    let nothing = |now| {
        let pruned = journal.prune(Bounds::default(), now).unwrap();
        assert_eq!((pruned.entries, pruned.objects, pruned.last), (0, 0, None));
    };
    nothing(jumped);
    note_at(&journal, 11, jumped, 10);
    nothing(jumped);
    note_at(&journal, 12, jumped + DAY / 2, 10);
    nothing(jumped + DAY / 2);
    // The clock is set back to the right time, or falls back to the epoch.
    note_at(&journal, 13, now, 10);
    nothing(now);
    note_at(&journal, 14, 0, 10);
    nothing(0);
    nothing(now + DAY);
    assert_eq!(ids(&journal).len(), 14);
}

#[test]
fn two_readings_of_the_clock_a_day_apart_confirm_the_age() {
    let world = World::new();
    let journal = world.journal();
    let now = later();
    for day in (1..=10).rev() {
        note_at(&journal, day, now - day * DAY, 10);
    }
    note_at(&journal, 11, now + 25 * DAY, 10);
    assert_eq!(
        journal
            .prune(Bounds::default(), now + 25 * DAY)
            .unwrap()
            .entries,
        0
    );
    // Entries more than 30 days older than the confirmed one are deleted.
    let pruned = journal.prune(Bounds::default(), now + 26 * DAY).unwrap();
    assert_eq!((pruned.entries, pruned.objects), (6, 6));
    assert_eq!(ids(&journal), [11, 10, 9, 8, 7]);
}

#[test]
fn an_entry_with_a_future_time_is_deleted_with_its_neighbors() {
    let world = World::new();
    let journal = world.journal();
    let now = later();
    for (number, time) in [
        (1, now - 80 * DAY),
        (2, now + 9000 * DAY),
        (3, now - 40 * DAY),
        (4, now + 9000 * DAY),
        (5, now - 2 * DAY),
        (6, now),
    ] {
        note_at(&journal, number, time, 10);
    }
    journal.prune(Bounds::default(), now).unwrap();
    assert_eq!(ids(&journal), [6, 5, 4]);
}

#[test]
fn young_objects_are_deleted_with_their_entries() {
    let world = World::new();
    let journal = world.journal();
    let texts: Vec<Fingerprint> = (1..=4)
        .map(|number| note_at(&journal, number, NOW, 100_000))
        .collect();
    let bounds = Bounds {
        size: 300_000,
        ..Bounds::default()
    };
    let pruned = journal.prune(bounds, NOW).unwrap();
    assert_eq!(
        (pruned.entries, pruned.objects, pruned.last),
        (2, 2, Some(2))
    );
    let kept = texts.iter().map(|text| journal.text(text).is_some());
    assert_eq!(kept.collect::<Vec<_>>(), [false, false, true, true]);
}

#[test]
fn the_oldest_entries_are_deleted_beyond_the_size_limit() {
    let world = World::new();
    let journal = world.journal();
    let now = later();
    for number in 1..=10 {
        note_at(&journal, number, now, 100_000);
    }
    let size = 800_000;
    let bounds = Bounds {
        size,
        ..Bounds::default()
    };
    let pruned = journal.prune(bounds, now).unwrap();
    assert_eq!((pruned.entries, pruned.objects), (5, 5));
    assert_eq!(ids(&journal), [10, 9, 8, 7, 6]);
    // The store is below the limit now, so nothing is deleted.
    assert_eq!(journal.prune(bounds, now).unwrap().entries, 0);
    let nothing = Bounds { size: 1, age: 0 };
    journal.prune(nothing, now + 1).unwrap();
    assert_eq!(ids(&journal), [10]);
}

#[test]
fn the_latest_mark_of_each_task_is_kept_with_its_entries() {
    let world = World::new();
    let journal = world.journal();
    let now = later();
    let mark = |task: &str, text: Fingerprint| ReadMark {
        task: task.into(),
        path: "noise".into(),
        text,
        parts: None,
    };
    let old = note_at(&journal, 1, now - 40 * DAY, 100);
    journal.mark_read(mark("gone", old)).unwrap();
    let young = note_at(&journal, 2, now - 2 * DAY, 100);
    journal.mark_read(mark("t", old)).unwrap();
    journal.mark_read(mark("t", young)).unwrap();
    journal.mark_read(mark("u", young)).unwrap();
    journal.prune(Bounds::default(), now).unwrap();
    let events = journal.events().unwrap().map(Result::unwrap);
    let marks: Vec<ReadMark> = events
        .filter_map(|event| match event {
            Event::Read(mark) => Some(mark),
            Event::Entry(_) => None,
        })
        .collect();
    assert_eq!(marks, [mark("u", young), mark("t", young)]);
}

#[test]
fn leftovers_of_killed_writers_are_swept() {
    let world = World::new();
    let journal = world.journal();
    note_at(&journal, 1, NOW, 100);
    let objects = journal.path().join("objects");
    let leftover = objects.join(".new-00112233445566778899aabbccddeeff");
    fs::write(&leftover, "torn").unwrap();
    let living = objects.join(".new-ffeeddccbbaa99887766554433221100");
    let writer = fs::File::create(&living).unwrap();
    writer.lock().unwrap();
    journal.prune(Bounds::default(), NOW).unwrap();
    assert!(!leftover.exists() && living.exists());
}

#[test]
fn drop_unfinished_removes_the_files_of_dead_writers() {
    let world = World::new();
    let journal = world.journal();
    note_at(&journal, 1, NOW, 100);
    let before = all_below(journal.path());
    let objects = journal.path().join("objects");
    let [dead, living] = ["0", "1"].map(|digit| objects.join(format!(".new-{}", digit.repeat(32))));
    fs::write(&dead, "torn").unwrap();
    let writer = fs::File::create(&living).unwrap();
    writer.lock().unwrap();
    journal.drop_unfinished().unwrap();
    assert!(!dead.exists() && living.exists());
    drop(writer);
    journal.drop_unfinished().unwrap();
    assert_eq!(all_below(journal.path()), before);
}

#[test]
fn tidying_prunes_once_a_day() {
    let world = World::new();
    let journal = world.journal();
    let record = edited("a", "one", "one", "1");
    let first = note_done(&journal, &record, "one");
    journal.tidy(&first, NOW + DAY - 1).unwrap();
    let history = journal.path().join("history-1.jsonl");
    let before = fs::read(&history).unwrap();
    assert_eq!(before.iter().filter(|&&byte| byte == b'\n').count(), 2);
    journal.tidy(&first, NOW + DAY).unwrap();
    assert_ne!(fs::read(&history).unwrap(), before);
    // Pruning is done for the day, and the next entry contains its time.
    let second = note_done(&journal, &record, "one");
    let before = fs::read(&history).unwrap();
    journal.tidy(&second, NOW + DAY + 1).unwrap();
    assert_eq!(fs::read(&history).unwrap(), before);
}

#[test]
fn appending_while_another_thread_prunes_loses_nothing() {
    let world = World::new();
    let now = now();
    note_at(&world.journal(), 500, now - 80 * DAY, 10);
    note_at(&world.journal(), 501, now - 41 * DAY, 10);
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let world = &world;
            scope.spawn(move || {
                let journal = world.journal();
                for number in 0..30 {
                    note_at(&journal, thread * 100 + number, now - 40 * DAY + number, 10);
                    note_at(&journal, thread * 100 + number, now, 10);
                    // If another process holds the lock, that process prunes.
                    let _ = journal.prune(Bounds::default(), now);
                }
            });
        }
    });
    let young = entries(&world.journal());
    let young = young.iter().filter(|entry| entry.time == now).count();
    assert_eq!(young, 90);
    assert!(
        entries(&world.journal())
            .iter()
            .all(|entry| entry.time > now - 80 * DAY)
    );
}
