//! The effect of an undo on files.

use std::path::Path;

use super::super::KeptChanges;
use super::model::Model;
use crate::error::{Fault, NotKept, Nothing, UndoBlock};
use crate::journal::UndoTarget;

const LINES: &str = "one\ntwo\nthree\nfour\nfive\n";

fn block(model: &mut Model, target: &UndoTarget) -> UndoBlock {
    let before = model.files.clone();
    let refusal = model.undo(target).unwrap_err();
    assert_eq!(model.files, before);
    assert!(refusal.path.is_some());
    match refusal.fault {
        Fault::UndoConflict { why, .. } => *why,
        other => panic!("{other:?}"),
    }
}

fn nothing(model: &mut Model, target: &UndoTarget) -> Nothing {
    match model.undo(target).unwrap_err().fault {
        Fault::NothingToUndo(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn undo_and_redo_move_through_the_history() {
    let mut model = Model::with_files(&[("a", "0")]);
    for (old, new) in [("0", "1"), ("1", "2"), ("2", "3")] {
        model.edit(None, "a", old, new);
    }
    let (undo, redo) = (UndoTarget::LatestEdit, UndoTarget::LatestUndo);
    let mut seen = Vec::new();
    for target in [&undo, &undo, &redo, &undo, &undo, &redo, &redo, &redo] {
        model.undo(target).unwrap();
        seen.push(model.text("a").to_owned());
    }
    assert_eq!(seen, ["2", "1", "2", "1", "0", "1", "2", "3"]);
    assert_eq!(nothing(&mut model, &redo), Nothing::Undo);
    for _ in 0..3 {
        model.undo(&undo).unwrap();
    }
    assert_eq!(nothing(&mut model, &undo), Nothing::Edit);
}

#[test]
fn only_a_new_edit_of_the_same_file_prevents_a_redo() {
    let mut model = Model::with_files(&[("a", "0"), ("b", "0")]);
    model.edit(None, "a", "0", "1");
    model.undo(&UndoTarget::LatestEdit).unwrap();
    model.edit(None, "b", "0", "1");
    model.undo(&UndoTarget::LatestUndo).unwrap();
    assert_eq!(model.text("a"), "1");
    model.undo(&UndoTarget::Entry(1)).unwrap();
    model.edit(None, "a", "0", "x");
    // This is the newest undo in force, because the first undo was redone.
    let followed = nothing(&mut model, &UndoTarget::LatestUndo);
    assert_eq!(followed, Nothing::Followed(5));
    // The latest undo decides. An older undo of another file is not redone in its place.
    model.edit(None, "b", "1", "2");
    model.undo(&UndoTarget::LatestEdit).unwrap();
    model.undo(&UndoTarget::LatestUndo).unwrap();
    assert_eq!(model.text("b"), "2");
    let followed = nothing(&mut model, &UndoTarget::LatestUndo);
    assert_eq!(followed, Nothing::Followed(5));
}

#[test]
fn an_old_edit_is_undone_under_later_ones() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let first = model.edit(None, "a", "two\n", "2\n2\n");
    model.edit(None, "a", "one\n", "1\n0\n");
    model.edit(None, "a", "five", "5");
    model.undo(&UndoTarget::Entry(first)).unwrap();
    assert_eq!(model.text("a"), "1\n0\ntwo\nthree\nfour\n5\n");
    assert_eq!(
        nothing(&mut model, &UndoTarget::Entry(first)),
        Nothing::Effect(first)
    );
    assert_eq!(
        nothing(&mut model, &UndoTarget::Entry(99)),
        Nothing::Entry(99)
    );
}

#[test]
fn an_undo_is_redone_and_a_redo_undone_by_number() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let edit = model.edit(None, "a", "two", "2");
    let (undo, _) = model.undo(&UndoTarget::Entry(edit)).unwrap();
    let (redo, targets) = model.undo(&UndoTarget::Entry(undo)).unwrap();
    assert_eq!(targets, [undo]);
    assert_eq!(model.text("a"), LINES.replace("two", "2"));
    let (_, targets) = model.undo(&UndoTarget::Entry(redo)).unwrap();
    assert_eq!(targets, [redo]);
    assert_eq!(model.text("a"), LINES);
    assert_eq!(nothing(&mut model, &UndoTarget::LatestEdit), Nothing::Edit);
}

#[test]
fn a_later_change_of_the_line_is_a_conflict_with_both_sides() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let first = model.edit(None, "a", "two", "2");
    model.edit(None, "a", "2\nthree", "two and three");
    let UndoBlock::Changed { lines, undo, since } = block(&mut model, &UndoTarget::Entry(first))
    else {
        panic!()
    };
    assert_eq!(lines.to_string(), "2");
    assert_eq!(
        (&undo.old[..], &undo.new[..]),
        (&b"2\nthree\n"[..], &b"two\nthree\n"[..])
    );
    assert_eq!(
        (&since.old[..], &since.new[..]),
        (&b"2\nthree\n"[..], &b"two and three\n"[..])
    );
}

/// No undo creates a line that nobody ever wrote.
#[test]
fn text_added_to_a_change_is_a_conflict() {
    for later in ["90", "19", "9 + 1", "-9"] {
        let mut model = Model::with_files(&[("a", "wait = 5\nnext\n")]);
        model.edit(None, "a", "5", "9");
        model.edit(None, "a", "9", later);
        let why = block(&mut model, &UndoTarget::Entry(1));
        assert!(matches!(why, UndoBlock::Changed { .. }), "{why:?}");
    }
    let mut model = Model::with_files(&[("a", "wait = 5")]);
    model.edit(None, "a", "5", "9");
    model.edit(None, "a", "wait = 9", "wait = 9\nmore\n");
    model.undo(&UndoTarget::Entry(1)).unwrap();
    assert_eq!(model.text("a"), "wait = 5\nmore\n");
}

#[test]
fn a_reverted_later_change_does_not_conflict() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let first = model.edit(None, "a", "two", "2");
    model.edit(None, "a", "2", "zwei");
    model.edit(None, "a", "five", "5");
    model.edit(None, "a", "zwei", "2");
    model.undo(&UndoTarget::Entry(first)).unwrap();
    assert_eq!(model.text("a"), "one\ntwo\nthree\nfour\n5\n");
}

#[test]
fn an_edit_undone_manually_is_already_undone() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let first = model.edit(None, "a", "two\n", "");
    model.overwrite("a", &LINES.replace("five", "5"));
    model.undo(&UndoTarget::Entry(first)).unwrap();
    assert_eq!(model.text("a"), LINES.replace("five", "5"));
    assert_eq!(nothing(&mut model, &UndoTarget::LatestEdit), Nothing::Edit);
    // The edit is restored, as by `git stash pop`.
    model.overwrite("a", &LINES.replace("two\n", ""));
    model.undo(&UndoTarget::Entry(first)).unwrap();
    assert_eq!(model.text("a"), LINES);
    let undone = nothing(&mut model, &UndoTarget::Entry(first));
    assert_eq!(undone, Nothing::Effect(first));
}

#[test]
fn an_undo_of_a_task_includes_edits_whose_undo_changed_nothing() {
    let mut model = Model::with_files(&[("a", LINES), ("b", LINES)]);
    let first = model.edit(Some("t"), "a", "two", "2");
    model.edit(Some("t"), "b", "two", "2");
    model.overwrite("a", LINES);
    model.undo(&UndoTarget::Entry(first)).unwrap();
    model.overwrite("a", &LINES.replace("two", "2"));
    model.undo(&UndoTarget::Task("t".to_owned())).unwrap();
    assert_eq!((model.text("a"), model.text("b")), (LINES, LINES));
}

#[test]
fn a_redo_of_an_undo_that_changed_nothing_changes_nothing() {
    let mut model = Model::with_files(&[("a", LINES), ("b", LINES)]);
    model.edit(None, "a", "two", "2");
    model.undo(&UndoTarget::LatestEdit).unwrap();
    model.edit(None, "b", "two", "2");
    model.overwrite("b", LINES);
    model.undo(&UndoTarget::LatestEdit).unwrap();
    model.undo(&UndoTarget::LatestUndo).unwrap();
    assert_eq!((model.text("a"), model.text("b")), (LINES, LINES));
}

#[test]
fn foreign_changes_are_bridged() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let first = model.edit(None, "a", "two", "2");
    model.overwrite("a", "zero\none\n2\nthree\nfour\nfive\n");
    model.edit(None, "a", "four", "4");
    model.overwrite("a", "zero\none\n2\nthree\n4\nFIVE\n");
    model.undo(&UndoTarget::Entry(first)).unwrap();
    assert_eq!(model.text("a"), "zero\none\ntwo\nthree\n4\nFIVE\n");
    model.undo(&UndoTarget::LatestEdit).unwrap();
    assert_eq!(model.text("a"), "zero\none\ntwo\nthree\nfour\nFIVE\n");
    model.undo(&UndoTarget::LatestUndo).unwrap();
    model.undo(&UndoTarget::LatestUndo).unwrap();
    assert_eq!(model.text("a"), "zero\none\n2\nthree\n4\nFIVE\n");
}

#[test]
fn a_foreign_change_of_the_line_is_a_conflict() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(None, "a", "two", "2");
    model.overwrite("a", &LINES.replace("two", "deux"));
    let why = block(&mut model, &UndoTarget::LatestEdit);
    assert!(matches!(why, UndoBlock::Changed { .. }), "{why:?}");
    // Without the text before the foreign change, that change is unknown.
    model.stored.clear();
    let why = block(&mut model, &UndoTarget::LatestEdit);
    assert!(matches!(why, UndoBlock::Unknown { .. }), "{why:?}");
}

#[test]
fn created_files_are_removed_if_unchanged() {
    let mut model = Model::with_files(&[]);
    let mut with = model.files.clone();
    with.insert("new".into(), LINES.into());
    let made = model.commit(crate::change::Deed::Edit, None, with);
    model.edit(None, "new", "two", "2");
    let why = block(&mut model, &UndoTarget::Entry(made));
    assert!(matches!(why, UndoBlock::Unknown { .. }));
    model.undo(&UndoTarget::LatestEdit).unwrap();
    model.undo(&UndoTarget::LatestEdit).unwrap();
    assert_eq!(model.text("new"), "(no file)");
    model.undo(&UndoTarget::LatestUndo).unwrap();
    assert_eq!(model.text("new"), LINES);
    // The file was deleted by a foreign tool, so there is nothing left to do.
    model.files.clear();
    model.undo(&UndoTarget::LatestEdit).unwrap();
}

#[test]
fn removed_files_are_restored_if_their_name_is_free() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.commit(crate::change::Deed::Edit, None, super::model::Texts::new());
    model.overwrite("a", "other");
    assert_eq!(
        block(&mut model, &UndoTarget::LatestEdit),
        UndoBlock::Occupied
    );
    model.files.clear();
    model.undo(&UndoTarget::LatestEdit).unwrap();
    assert_eq!(model.text("a"), LINES);
}

#[test]
fn moved_files_return_with_later_edits() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let edit = model.edit(None, "a", "one", "1");
    let moved = model.rename("a", "b");
    model.edit(None, "b", "two", "2");
    // The undo of an edit under the former name follows the file.
    model.undo(&UndoTarget::Entry(edit)).unwrap();
    assert_eq!(model.text("b"), LINES.replace("two", "2"));
    model.undo(&UndoTarget::Entry(moved)).unwrap();
    assert_eq!(
        (model.text("a"), model.text("b")),
        (&*LINES.replace("two", "2"), "(no file)")
    );

    let moved = model.rename("a", "c");
    model.overwrite("a", "squatter");
    assert_eq!(
        block(&mut model, &UndoTarget::Entry(moved)),
        UndoBlock::Occupied
    );
    model.files.remove(Path::new("c"));
    model.files.remove(Path::new("a"));
    assert_eq!(
        block(&mut model, &UndoTarget::Entry(moved)),
        UndoBlock::Gone
    );
}

#[test]
fn all_of_a_task_is_one_undo() {
    let mut model = Model::with_files(&[("a", LINES), ("b", LINES)]);
    model.edit(Some("t1"), "a", "one", "1");
    model.edit(Some("t2"), "a", "five", "5");
    model.edit(Some("t1"), "b", "one", "1");
    model.edit(Some("t1"), "a", "1\n", "1\n1\n");
    model.rename("b", "c");
    let (undo, targets) = model.undo(&UndoTarget::Task("t1".into())).unwrap();
    assert_eq!(targets, [4, 3, 1]);
    assert_eq!(model.text("a"), LINES.replace("five", "5"));
    assert_eq!(model.text("c"), LINES);
    assert_eq!(
        nothing(&mut model, &UndoTarget::Task("t1".into())),
        Nothing::OfTask("t1".into())
    );
    model.undo(&UndoTarget::Entry(undo)).unwrap();
    assert_eq!(model.text("a"), "1\n1\ntwo\nthree\nfour\n5\n");
    assert_eq!(model.text("c"), LINES.replace("one", "1"));
    // If one edit of the task conflicts, none is undone.
    model.edit(Some("t2"), "c", "1\n", "I\n");
    block(&mut model, &UndoTarget::Task("t1".into()));
}

#[test]
fn changes_that_are_not_kept_cannot_be_undone() {
    for (kept, why) in [
        (KeptChanges::Missing(NotKept::Private), NotKept::Private),
        (KeptChanges::Missing(NotKept::TooLarge), NotKept::TooLarge),
        (KeptChanges::Missing(NotKept::Lost), NotKept::Lost),
    ] {
        let mut model = Model::with_files(&[("a", LINES)]);
        model.edit(None, "a", "one", "1");
        if let Some(super::Event::Entry(entry)) = model.events.last_mut() {
            entry.files[0].changes = kept;
        }
        assert_eq!(
            block(&mut model, &UndoTarget::LatestEdit),
            UndoBlock::NotKept(why)
        );
    }
}

#[test]
fn an_entry_without_its_list_of_files_cannot_be_undone() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let older = model.edit(Some("t1"), "a", "one", "1");
    let lost = model.edit(Some("t1"), "a", "two", "2");
    if let Some(super::Event::Entry(entry)) = model.events.last_mut() {
        entry.files.clear();
        entry.is_whole = false;
    }
    for target in [
        UndoTarget::LatestEdit,
        UndoTarget::Entry(lost),
        UndoTarget::Task("t1".into()),
    ] {
        assert_eq!(nothing(&mut model, &target), Nothing::Files(lost));
    }
    model.undo(&UndoTarget::Entry(older)).unwrap();
    assert_eq!(model.text("a"), LINES.replace("two", "2"));
}

#[test]
fn a_later_change_that_is_not_kept_is_bridged_by_comparing_texts() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let first = model.edit(None, "a", "two", "2");
    model.edit(None, "a", "five", "5");
    if let Some(super::Event::Entry(entry)) = model.events.last_mut() {
        entry.files[0].changes = KeptChanges::Missing(NotKept::Lost);
    }
    model.undo(&UndoTarget::Entry(first)).unwrap();
    assert_eq!(model.text("a"), LINES.replace("five", "5"));
}
