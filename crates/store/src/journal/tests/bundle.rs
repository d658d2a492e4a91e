//! Transactions of many files store their texts together.

use std::fs;
use std::path::PathBuf;

use super::super::Bounds;
use super::state::all_below;
use super::*;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The number of files. A frame contains the texts of several files, but not of all.
const FILES: usize = 100;

/// The text before an edit of file `number`.
fn text(number: usize) -> String {
    format!("old {number}\n{}", "line\n".repeat(number * 137 % 5_000))
}

/// The files of an edit that replaces `old` with `new` in each text.
fn files(new: &str) -> Vec<NewFile> {
    let mut files = Vec::new();
    for number in 0..FILES {
        let base = text(number);
        let record = edited(&format!("{number}.txt"), &base, "old", new);
        files.push(new_file(&record, base.as_bytes()));
    }
    files
}

fn note_at(journal: &JournalStore, time: u64, kind: Deed, files: &[NewFile]) {
    let entry = NewEntry {
        time,
        kind,
        ..draft(files)
    };
    let receipt = journal.note(&entry).unwrap();
    journal.note_done(receipt.id).unwrap();
}

fn bundles(journal: &JournalStore) -> Vec<PathBuf> {
    let mut bundles = all_below(&journal.path().join("objects"));
    bundles.retain(|path| path.extension().is_some_and(|end| end == "texts"));
    bundles
}

/// The number of the texts after the edit of `files` that are stored. None is wrong.
fn stored(journal: &JournalStore, files: &[NewFile]) -> usize {
    let mut count = 0;
    for file in files {
        let expected = file.record.changes.apply(&file.base).unwrap();
        if let Some(found) = journal.text(&file.record.after.unwrap()) {
            assert_eq!(found, expected);
            count += 1;
        }
    }
    count
}

#[test]
fn texts_after_an_edit_of_many_files_are_in_one_bundle() {
    let world = World::new();
    let files = files("new");
    note_at(&world.journal(), NOW, Deed::Edit, &files);
    let journal = world.journal();
    assert_eq!(bundles(&journal).len(), 1);
    assert_eq!(stored(&journal, &files), files.len());
    assert_eq!(journal.text(&files[0].record.before.unwrap()), None);
}

#[test]
fn a_damaged_bundle_gives_no_wrong_text() {
    let world = World::new();
    let files = files("new");
    note_at(&world.journal(), NOW, Deed::Edit, &files);
    let bundle = &bundles(&world.journal())[0];
    let whole = fs::read(bundle).unwrap();
    let mut kept = Vec::new();
    for at in (0..whole.len()).step_by(97).chain([3, 7]) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(bundle, damaged).unwrap();
        kept.push(stored(&world.journal(), &files));
        fs::write(bundle, &whole[..at]).unwrap();
        kept.push(stored(&world.journal(), &files));
    }
    assert!(kept.iter().all(|count| *count < files.len()));
    assert!(kept.iter().any(|count| *count > 0));
}

#[test]
fn an_undo_uses_the_bundle_of_the_edit_and_pruning_keeps_it() {
    let world = World::new();
    let edit = files("new");
    let mut undo = Vec::new();
    for file in &edit {
        let base = file.record.changes.apply(&file.base).unwrap();
        let path = file.record.path.to_str().unwrap();
        let changes = file.record.changes.invert();
        undo.push(new_file(
            &record(path, TransitionKind::Edited, &base, changes),
            &base,
        ));
    }
    note_at(&world.journal(), NOW, Deed::Edit, &edit);
    let later = NOW + 31 * DAY;
    note_at(&world.journal(), later, Deed::Undo(vec![1]), &undo);
    note_at(&world.journal(), later + 2 * DAY, Deed::Edit, &undo[..1]);
    assert_eq!(bundles(&world.journal()).len(), 1);
    let pruned = world.journal().prune(Bounds::default(), later + 3 * DAY);
    let pruned = pruned.unwrap();
    assert_eq!((pruned.entries, pruned.objects), (1, 1));
    assert_eq!(stored(&world.journal(), &edit), edit.len());
}

#[test]
fn pruning_counts_and_deletes_bundles() {
    let world = World::new();
    let (old, young) = (files("new"), files("newer"));
    note_at(&world.journal(), NOW, Deed::Edit, &old);
    let size = fs::metadata(&bundles(&world.journal())[0]).unwrap().len();
    note_at(&world.journal(), NOW, Deed::Edit, &young);
    let bounds = Bounds {
        size: 2 * size,
        ..Bounds::default()
    };
    let pruned = world.journal().prune(bounds, NOW).unwrap();
    assert_eq!(pruned.entries, 1);
    assert!(pruned.bytes > size);
    assert_eq!(stored(&world.journal(), &old), 0);
    assert_eq!(stored(&world.journal(), &young), young.len());
}
