//! An undo stores no content that is already stored.

use super::super::entry::StoredChange;
use super::super::{Bounds, KeptChanges};
use super::state::all_below;
use super::*;
use crate::change::Deed;

/// The records of a transaction, each with the text that it applies to.
type Step = Vec<(Record, Bytes)>;

/// The record of `changes` to `base`, with the text before it.
fn made(
    path: &str,
    transition: TransitionKind,
    base: &Bytes,
    changes: ChangeSet,
) -> (Record, Bytes) {
    (record(path, transition, base, changes), base.clone())
}

/// The transaction that undoes `step`.
fn inverse(step: &Step) -> Step {
    let inverse = |(record, base): &(Record, Bytes)| {
        let after = record.changes.apply(base).unwrap();
        let transition = match record.transition {
            TransitionKind::Created => TransitionKind::Removed,
            TransitionKind::Removed => TransitionKind::Created,
            other => other,
        };
        let path = record.path.to_str().unwrap();
        made(path, transition, &after.into(), record.changes.invert())
    };
    step.iter().map(inverse).collect()
}

fn note(journal: &JournalStore, step: &Step, kind: Deed) -> u64 {
    let files = step.iter().map(|(record, base)| new_file(record, base));
    let files: Vec<_> = files.collect();
    let draft = NewEntry {
        kind,
        ..draft(&files)
    };
    let receipt = journal.note(&draft).unwrap();
    journal.note_done(receipt.id).unwrap();
    receipt.id
}

/// The size of all objects, in bytes.
fn stored(journal: &JournalStore) -> u64 {
    let objects = all_below(&journal.path().join("objects"));
    let files = objects.iter().filter(|path| path.is_file());
    files.map(|path| path.metadata().unwrap().len()).sum()
}

/// Large changes of all kinds, each stored in a different way.
fn steps() -> Vec<Step> {
    let empty = Bytes::new();
    let [first, second] = [1, 2].map(|seed| noise(seed, 200_000));
    let edit = Edit {
        at: 70_000,
        old: first.slice(70_000..70_010),
        new: "in the middle".into(),
    };
    let little = ChangeSet::new(first.len(), vec![edit]).unwrap();
    let middle = Bytes::from(little.apply(&first).unwrap());
    let many = |round: u64| (0..12).map(move |number| noise(100 * round + number, 3_000));
    let names = (0..12).map(|number| format!("many/{number}"));
    let create = |path: &str, text: Bytes| {
        let changes = ChangeSet::whole(Bytes::new(), text);
        made(path, TransitionKind::Created, &empty, changes)
    };
    let rewrite = |path: &str, old: Bytes, new: Bytes| {
        let changes = ChangeSet::whole(old.clone(), new);
        made(path, TransitionKind::Edited, &old, changes)
    };
    let many_made = names.clone().zip(many(1));
    let many_edited = names.zip(many(1).zip(many(2)));
    vec![
        vec![create("a", first.clone())],
        vec![made("a", TransitionKind::Edited, &first, little)],
        vec![rewrite("a", middle, second.clone())],
        many_made.map(|(name, text)| create(&name, text)).collect(),
        many_edited
            .map(|(name, (old, new))| rewrite(&name, old, new))
            .collect(),
        vec![made(
            "a",
            TransitionKind::Removed,
            &second,
            ChangeSet::whole(second.clone(), Bytes::new()),
        )],
    ]
}

#[test]
fn undos_and_redos_in_a_row_store_no_text_and_delete_no_entry() {
    let world = World::new();
    let journal = world.journal();
    let mut done: Vec<(u64, Step)> = steps()
        .into_iter()
        .map(|step| (note(&journal, &step, Deed::Edit), step))
        .collect();
    let bounds = Bounds {
        size: stored(&journal) + 20_000,
        ..Bounds::default()
    };
    let kinds: [fn(Vec<u64>) -> Deed; 3] = [Deed::Undo, Deed::Redo, Deed::Undo];
    for kind in kinds {
        done.reverse();
        for (id, step) in &mut done {
            *step = inverse(step);
            *id = note(&journal, step, kind(vec![*id]));
            let pruned = journal.prune(bounds, NOW).unwrap();
            assert_eq!((pruned.entries, pruned.objects), (0, 0), "{kind:?} {id}");
        }
    }
    let mut entries = entries(&journal);
    assert_eq!(entries.len(), 4 * done.len());
    for (entry, (id, step)) in entries.iter_mut().zip(done.iter().rev()) {
        journal.load(entry);
        let records = entry.files.iter().map(record_of);
        let expected = step.iter().map(|(record, _)| record.clone());
        assert_eq!(entry.id, *id);
        assert!(records.eq(expected), "entry {id}");
    }
    for entry in &mut entries {
        journal.load(entry);
        assert!(
            entry
                .files
                .iter()
                .all(|note| note.changes.loaded().is_some())
        );
    }
}

#[test]
fn an_undo_keeps_the_objects_it_shares_with_a_deleted_entry() {
    let world = World::new();
    let journal = world.journal();
    for step in steps() {
        let id = note(&journal, &step, Deed::Edit);
        let back = inverse(&step);
        note(&journal, &back, Deed::Undo(vec![id]));
        // Only the newest entry, the undo, is kept.
        journal.prune(Bounds { size: 1, age: 0 }, NOW).unwrap();
        let [mut undo] = <[Entry; 1]>::try_from(entries(&journal)).unwrap();
        journal.load(&mut undo);
        let records = undo.files.iter().map(record_of);
        assert!(records.eq(back.iter().map(|(record, _)| record.clone())));
        for (record, base) in &back {
            let [before, after] =
                [record.before, record.after].map(|text| text.map(|text| journal.text(&text)));
            let is_stored = record.after.is_none()
                || after == Some(Some(record.changes.apply(base).unwrap().into()))
                || before == Some(Some(base.clone()))
                || super::super::whole_text(&record.changes).is_some();
            assert!(is_stored, "{}", record.path.display());
        }
    }
}

#[test]
fn a_change_that_is_not_an_inverse_is_stored() {
    let world = World::new();
    let journal = world.journal();
    let [old, new] = [1, 2].map(|seed| noise(seed, 9_000));
    let whole = ChangeSet::whole(old.clone(), new.clone());
    let step = vec![made("a", TransitionKind::Edited, &old, whole)];
    let id = note(&journal, &step, Deed::Edit);
    // The same texts with a different change set.
    let edits = (0..9_000).filter(|&at| old[at] != new[at]);
    let edits = edits.map(|at| Edit {
        at,
        old: new.slice(at..=at),
        new: old.slice(at..=at),
    });
    let bytewise = ChangeSet::new(new.len(), edits.collect()).unwrap();
    let undo = vec![made("a", TransitionKind::Edited, &new, bytewise)];
    note(&journal, &undo, Deed::Undo(vec![id]));
    let mut newest = entries(&journal).remove(0);
    let KeptChanges::Stored(StoredChange { is_inverse, .. }) = newest.files[0].changes else {
        panic!("{:?}", newest.files[0].changes)
    };
    assert!(!is_inverse);
    journal.load(&mut newest);
    assert_eq!(record_of(&newest.files[0]), undo[0].0);
}
