//! Claims of tasks on each other's lines.

use std::path::PathBuf;

use bytes::Bytes;

use super::super::{Event, KeptChanges, ReadMark};
use super::model::{Model, Texts};
use crate::change::{ChangeSet, Deed, Edit, TaskConflict};
use crate::error::NotKept;
use crate::journal::UndoTarget;
use crate::snapshot::{Fingerprint, Snapshot};
use crate::text::{LineNumber, LineRange, Span};

const LINES: &str = "one\ntwo\nthree\nfour\nfive\n";

fn change(text: &str, old: &str, new: &str) -> ChangeSet {
    let edit = Edit {
        at: text.find(old).unwrap(),
        old: Bytes::copy_from_slice(old.as_bytes()),
        new: Bytes::copy_from_slice(new.as_bytes()),
    };
    ChangeSet::new(text.len(), vec![edit]).unwrap()
}

/// The conflicts of `task` if it replaced `old` with `new` now.
fn conflicts(model: &Model, task: &str, old: &str, new: &str) -> Vec<TaskConflict> {
    let text = model.text("a");
    let changes = change(text, old, new);
    changes.claim_conflicts(&model.claims(task, "a"), text.as_bytes())
}

fn has_conflict(model: &Model, task: &str, old: &str) -> bool {
    !conflicts(model, task, old, "X").is_empty()
}

fn read(model: &mut Model, task: &str) {
    let text = Fingerprint::hash(model.text("a").as_bytes());
    model.events.push(Event::Read(ReadMark {
        task: task.into(),
        path: PathBuf::from("a"),
        text,
        parts: None,
    }));
}

#[test]
fn a_line_of_another_task_is_a_conflict_with_both_sides() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two", "2");
    let found = conflicts(&model, "t2", "2", "deux");
    let [conflict] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((&*conflict.task, conflict.entry), ("t1", 1));
    assert_eq!(conflict.lines.to_string(), "2");
    assert_eq!(conflict.mine.old, "2\n");
    assert_eq!(conflict.mine.new, "deux\n");
    assert_eq!(conflict.theirs.old, "two\n");
    assert_eq!(conflict.theirs.new, "2\n");
    assert!(!has_conflict(&model, "t2", "one"));
    assert!(!has_conflict(&model, "t2", "three"));
    // The task itself has no conflict, and no task has one after reading the file.
    assert!(!has_conflict(&model, "t1", "2"));
    read(&mut model, "t2");
    assert!(!has_conflict(&model, "t2", "2"));
    assert!(has_conflict(&model, "t3", "2"));
}

/// Records that `task` reads these lines of the current file.
fn read_lines(model: &mut Model, task: &str, lines: std::ops::RangeInclusive<usize>) {
    let text = Snapshot::of_text(model.text("a").as_bytes().to_vec());
    let line = |number| LineNumber::new(number).unwrap();
    let range = LineRange::new(line(*lines.start()), line(*lines.end())).unwrap();
    let part = text.span_of(range).unwrap();
    model.events.push(Event::Read(ReadMark {
        task: task.into(),
        path: PathBuf::from("a"),
        text: text.fingerprint(),
        parts: Some(vec![part]),
    }));
}

#[test]
fn a_task_has_seen_only_the_lines_it_wrote() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two", "2");
    model.edit(Some("t2"), "a", "five", "5");
    assert!(has_conflict(&model, "t2", "2"));
    assert!(has_conflict(&model, "t1", "5"));
    assert!(!has_conflict(&model, "t1", "2"));
    // `t2` has overwritten the line, so it belongs to `t2`.
    model.edit(Some("t2"), "a", "2", "zwei");
    assert!(!has_conflict(&model, "t2", "zwei"));
    assert!(has_conflict(&model, "t1", "zwei"));
}

#[test]
fn a_task_has_seen_only_the_lines_it_read() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two\nthree\nfour\n", "2\n3\n4\n");
    read_lines(&mut model, "t2", 3..=3);
    assert!(!has_conflict(&model, "t2", "3"));
    assert!(has_conflict(&model, "t2", "2"));
    assert!(has_conflict(&model, "t2", "4"));
    assert!(has_conflict(&model, "t2", "3\n4"));
    // Lines that are read one after the other are all seen.
    read_lines(&mut model, "t2", 4..=5);
    assert!(!has_conflict(&model, "t2", "3\n4"));
    assert!(has_conflict(&model, "t2", "2"));
    // Later changes are not seen.
    model.edit(Some("t1"), "a", "3", "III");
    assert!(has_conflict(&model, "t2", "III"));
    assert!(!has_conflict(&model, "t2", "4"));
}

#[test]
fn a_partly_written_line_stays_known_after_an_unnamed_task_rewrites_it() {
    for rewrite in [
        ("one two three\n", "all of it\n"),
        ("one two three", "all of it"),
        ("one two three\n", "all\nof it\n"),
        ("One two", "all"),
        ("one two", "all"),
    ] {
        let mut model = Model::with_files(&[("a", "zero\none two 3\nfour\n")]);
        model.edit(Some("t1"), "a", "3", "three");
        model.edit(Some("t1"), "a", "four", "4");
        model.edit(Some("t2"), "a", "two", "2");
        model.edit(None, "a", "2", "two");
        if rewrite.0.starts_with('O') {
            model.edit(None, "a", "one", "One");
        }
        model.edit(None, "a", rewrite.0, rewrite.1);
        assert!(!has_conflict(&model, "t2", "all"), "{rewrite:?}");
        assert!(has_conflict(&model, "t2", "4"), "{rewrite:?}");
        assert!(has_conflict(&model, "t3", "all"), "{rewrite:?}");
    }
}

#[test]
fn a_task_that_deletes_a_word_has_seen_the_rest_of_the_line() {
    for (word, left) in [
        ("one ", "two three"),
        (" two", "one three"),
        (" three", "one two"),
    ] {
        let mut model = Model::with_files(&[("a", "zero\none two 3\nfour\n")]);
        model.edit(Some("t1"), "a", "3", "three");
        model.edit(Some("t1"), "a", "four", "4");
        model.edit(Some("t2"), "a", word, "");
        assert!(!has_conflict(&model, "t2", left), "{word}");
        assert!(has_conflict(&model, "t2", "4"), "{word}");
    }
    // The line after a deleted line is not part of it.
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two", "2");
    model.edit(Some("t2"), "a", "one\n", "");
    assert!(has_conflict(&model, "t2", "2"));
}

#[test]
fn seen_lines_are_followed_through_later_edits_and_foreign_changes() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two\nthree\nfour\n", "2\n3\n4\n");
    read_lines(&mut model, "t2", 3..=4);
    model.edit(None, "a", "one\n", "zero\none\n");
    model.edit(Some("t3"), "a", "five\n", "5\n");
    model.overwrite("a", "zero\nhalf\none\n2\n3\n4\n5\nsix\n");
    for (line, is_open) in [
        ("one", true),
        ("2", false),
        ("3", true),
        ("4", true),
        ("5", false),
    ] {
        assert_eq!(has_conflict(&model, "t2", line), !is_open, "{line}");
    }
    // Text that a foreign tool wrote can also be read.
    read_lines(&mut model, "t2", 4..=4);
    assert!(!has_conflict(&model, "t2", "2\n3"));
    model.edit(Some("t3"), "a", "six", "6");
    assert!(!has_conflict(&model, "t2", "2\n3"));
    assert!(has_conflict(&model, "t2", "6"));
}

#[test]
fn a_place_of_removed_lines_is_seen_with_the_lines_around_it() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "three\n", "");
    read_lines(&mut model, "t2", 1..=2);
    assert!(has_conflict(&model, "t2", "two\nfour"));
    read_lines(&mut model, "t2", 2..=3);
    assert!(!has_conflict(&model, "t2", "two\nfour"));
}

#[test]
fn only_an_undo_of_seen_lines_is_claimed() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let all = LINES.replace("two", "2").replace("four", "4");
    let files = [(PathBuf::from("a"), Bytes::from(all))];
    let edit = model.commit(Deed::Edit, Some("t1"), files.into_iter().collect());
    read_lines(&mut model, "t2", 2..=2);
    model.edit(Some("t3"), "a", "five", "5");
    let (undo, _) = model.undo_as(Some("t1"), &UndoTarget::Entry(edit)).unwrap();
    let found = conflicts(&model, "t2", "two", "X");
    assert_eq!((found.len(), found[0].entry), (1, undo));
    assert!(!has_conflict(&model, "t2", "four"));
    let (_, targets) = model.undo_as(Some("t1"), &UndoTarget::LatestUndo).unwrap();
    assert_eq!(targets, [undo]);
    assert!(!has_conflict(&model, "t2", "2"));
    let found = conflicts(&model, "t2", "4", "X");
    assert_eq!((found.len(), found[0].entry), (1, edit));
}

#[test]
fn an_undo_over_several_files_is_not_claimed_where_nothing_was_seen() {
    let mut model = Model::with_files(&[("a", LINES), ("b", LINES)]);
    model.edit(Some("t1"), "b", "one", "1");
    model.edit(Some("t1"), "a", "two", "2");
    let all = UndoTarget::Task("t1".to_owned());
    let (_, targets) = model.undo_as(Some("t1"), &all).unwrap();
    assert_eq!(targets.len(), 2);
    model.edit(Some("t3"), "a", "five", "5");
    assert!(!has_conflict(&model, "t2", "two"));
    assert!(has_conflict(&model, "t2", "5"));
    // An undone entry that was pruned may have been seen.
    model.pruned = targets[0] + 1;
    assert!(has_conflict(&model, "t2", "two"));
}

#[test]
fn an_undo_of_partly_seen_lines_is_claimed() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let edit = model.edit(Some("t1"), "a", "two\nthree\nfour\n", "2\n3\n4\n");
    read_lines(&mut model, "t2", 2..=2);
    let (undo, _) = model.undo_as(Some("t1"), &UndoTarget::Entry(edit)).unwrap();
    let found = conflicts(&model, "t2", "two", "X");
    assert_eq!((found.len(), found[0].entry), (1, undo));
}

#[test]
fn a_restored_text_is_known_if_it_was_known_before() {
    let mut model = Model::with_files(&[("a", LINES)]);
    read(&mut model, "t2");
    model.edit(Some("t1"), "a", "two", "2");
    model.overwrite("a", LINES);
    assert!(!has_conflict(&model, "t2", "two"));
    // A task that saw the text in between knows that text, not this one.
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two", "2");
    read(&mut model, "t2");
    model.edit(Some("t1"), "a", "2", "two");
    assert!(has_conflict(&model, "t2", "two"));
}

#[test]
fn edits_without_a_task_claim_nothing() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(None, "a", "two", "2");
    assert!(!has_conflict(&model, "t2", "2"));
}

#[test]
fn regions_are_followed_through_later_edits_and_foreign_changes() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "three", "3");
    model.edit(None, "a", "one\n", "one\nand a half\n");
    model.overwrite("a", "zero\none\nand a half\ntwo\n3\nfour\nFIVE\n");
    let found = conflicts(&model, "t2", "3", "drei");
    assert_eq!(found[0].lines.to_string(), "5");
    for free in ["zero", "half", "two", "four", "FIVE"] {
        assert!(!has_conflict(&model, "t2", free), "{free}");
    }
    // The line was indented by a foreign tool, but still counts as written by t1.
    model.overwrite("a", "zero\none\nand a half\ntwo\n  3\nfour\nFIVE\n");
    assert!(has_conflict(&model, "t2", "3"));
    assert!(!has_conflict(&model, "t2", "four"));
    // Without the text before the foreign change, the whole file is claimed.
    model.stored.clear();
    assert!(has_conflict(&model, "t2", "four"));
}

#[test]
fn removed_lines_are_claimed_where_they_were() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "three\n", "");
    assert!(!has_conflict(&model, "t2", "two"));
    assert!(!has_conflict(&model, "t2", "four"));
    assert!(has_conflict(&model, "t2", "two\nfour"));
    let text = model.text("a");
    let here = change(text, "", "X\n");
    let at = text.find("four").unwrap();
    let edit = Edit {
        at,
        ..here.edits()[0].clone()
    };
    let insertion = ChangeSet::new(text.len(), vec![edit]).unwrap();
    let claims = model.claims("t2", "a");
    assert_eq!(insertion.claim_conflicts(&claims, text.as_bytes()).len(), 1);
}

#[test]
fn lines_next_to_claimed_lines_are_free() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "five\n", "five\nsix\n");
    let text = model.text("a");
    let edit = Edit {
        at: text.len(),
        old: Bytes::new(),
        new: "seven\n".into(),
    };
    let append = ChangeSet::new(text.len(), vec![edit]).unwrap();
    assert_eq!(
        append.claim_conflicts(&model.claims("t2", "a"), text.as_bytes()),
        []
    );
}

#[test]
fn undone_edits_are_not_claimed() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let edit = model.edit(Some("t1"), "a", "two", "2");
    model.edit(None, "a", "five", "5");
    model.undo(&UndoTarget::Entry(edit)).unwrap();
    assert!(!has_conflict(&model, "t2", "two"));
    model.undo(&UndoTarget::LatestUndo).unwrap();
    assert!(has_conflict(&model, "t2", "2"));
}

#[test]
fn an_edit_between_a_reading_and_its_mark_is_not_known() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "one", "1");
    read(&mut model, "t2");
    let mark = model.events.pop().unwrap();
    model.edit(Some("t1"), "a", "two", "2");
    model.events.push(mark);
    assert!(has_conflict(&model, "t2", "2"));
    assert!(!has_conflict(&model, "t2", "1"));
}

#[test]
fn an_entry_without_its_changes_claims_the_whole_file() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two", "2");
    if let Some(Event::Entry(entry)) = model.events.last_mut() {
        entry.files[0].changes = KeptChanges::Missing(NotKept::Lost);
    }
    assert!(has_conflict(&model, "t2", "five"));
}

#[test]
fn damaged_notes_and_marks_cause_no_panic() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "five\n", "5\n");
    let longer = change(LINES, "five\n", "5 and a line that is not there\n");
    if let Some(Event::Entry(entry)) = model.events.last_mut() {
        entry.files[0].changes = KeptChanges::Loaded(longer);
    }
    assert!(has_conflict(&model, "t2", "one"));
    read(&mut model, "t2");
    if let Some(Event::Read(mark)) = model.events.last_mut() {
        mark.parts = Some(vec![Span::of_len(0, 1_000)]);
    }
    assert!(has_conflict(&model, "t2", "one"));
}

/// All ways to change a block of lines: rewrite it, replace it with more lines, delete it.
fn changes_of(first: usize, count: usize, task: &str) -> Vec<(usize, usize, String)> {
    let mut changes = vec![
        (first, count, format!("{task}\n")),
        (first, count, format!("{task}\n{task}\n{task}\n")),
        (first, count, String::new()),
    ];
    changes.dedup();
    changes
}

/// Applies a change of whole lines to the current text. Each line is unique, and is found by its text.
fn commit_lines(
    model: &mut Model,
    task: &str,
    block: &(usize, usize, String),
) -> Vec<TaskConflict> {
    let original: Vec<&str> = LINES.split_inclusive('\n').collect();
    let old = original[block.0..block.0 + block.1].concat();
    let text = model.text("a").to_owned();
    let changes = change(&text, &old, &block.2);
    let found = changes.claim_conflicts(&model.claims(task, "a"), text.as_bytes());
    model.change(Some(task), "a", changes);
    found
}

#[test]
fn only_overlapping_edits_conflict() {
    let blocks: Vec<(usize, usize)> = (0..5)
        .flat_map(|first| (1..=2).map(move |count| (first, count)))
        .filter(|(first, count)| first + count <= 5)
        .collect();
    let (mut disjoint, mut common) = (0, 0);
    for mine in &blocks {
        for theirs in &blocks {
            let is_disjoint = mine.0 + mine.1 <= theirs.0 || theirs.0 + theirs.1 <= mine.0;
            for my_change in changes_of(mine.0, mine.1, "A") {
                for their_change in changes_of(theirs.0, theirs.1, "B") {
                    if is_disjoint {
                        for pair in [
                            [("t1", &my_change), ("t2", &their_change)],
                            [("t2", &their_change), ("t1", &my_change)],
                        ] {
                            let mut model = Model::with_files(&[("a", LINES)]);
                            for (task, block) in pair {
                                let found = commit_lines(&mut model, task, block);
                                assert_eq!(found, [], "{pair:?}");
                            }
                            disjoint += 1;
                        }
                    } else if !their_change.2.is_empty() {
                        let mut model = Model::with_files(&[("a", LINES)]);
                        commit_lines(&mut model, "t2", &their_change);
                        assert!(has_conflict(&model, "t1", "B\n"));
                        common += 1;
                    }
                }
            }
        }
    }
    assert!(disjoint > 500 && common > 50, "{disjoint} {common}");
}

#[test]
fn a_file_of_another_task_is_claimed_whole() {
    let mut model = Model::with_files(&[]);
    let files = [(PathBuf::from("a"), Bytes::from_static(LINES.as_bytes()))];
    model.commit(Deed::Edit, Some("t1"), files.into_iter().collect());
    assert!(has_conflict(&model, "t2", "three"));
}

#[test]
fn a_new_file_under_the_name_of_a_moved_one_has_no_claims() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two", "2");
    model.rename("a", "b");
    let files = [
        (PathBuf::from("a"), Bytes::from_static(LINES.as_bytes())),
        (PathBuf::from("b"), model.files[&PathBuf::from("b")].clone()),
    ];
    model.commit(Deed::Edit, None, files.into_iter().collect());
    assert!(!has_conflict(&model, "t2", "three"));
    assert!(!has_conflict(&model, "t2", "two"));
}

/// The number of conflicts of `task` if it inserted a line before `line` (0-based).
fn insertion_conflicts(model: &Model, task: &str, line: usize) -> usize {
    let text = model.text("a");
    let at = text.split_inclusive('\n').take(line).map(str::len).sum();
    let edit = Edit {
        at,
        old: Bytes::new(),
        new: "new\n".into(),
    };
    let insertion = ChangeSet::new(text.len(), vec![edit]).unwrap();
    let claims = model.claims(task, "a");
    insertion.claim_conflicts(&claims, text.as_bytes()).len()
}

#[test]
fn lines_inserted_into_a_block_do_not_belong_to_its_author() {
    for (old, new) in [
        ("3\n", "3\nbetween\n"),
        ("3\n", "between\n3\n"),
        ("3", "3\nbetween"),
        ("3", "between\n3"),
        ("2\n3\n4\n", "2\nbetween\n3\n4\n"),
    ] {
        let mut model = Model::with_files(&[("a", LINES)]);
        model.edit(Some("t1"), "a", "two\nthree\nfour\n", "2\n3\n4\n");
        model.edit(None, "a", old, new);
        assert!(!has_conflict(&model, "t2", "between"), "{old:?} {new:?}");
        for theirs in ["2", "3", "4"] {
            assert!(
                has_conflict(&model, "t2", theirs),
                "{theirs} {old:?} {new:?}"
            );
        }
        // After the lines are removed again, the block is complete.
        model.edit(None, "a", "between\n", "");
        assert_eq!(insertion_conflicts(&model, "t2", 2), 1);
    }
    // The same with CRLF line endings.
    let mut model = Model::with_files(&[("a", "one\r\ntwo\r\n")]);
    model.edit(Some("t1"), "a", "one\r\ntwo", "1\r\n2");
    model.edit(None, "a", "1", "1\r\nbetween");
    assert!(!has_conflict(&model, "t2", "between"));
    assert!(has_conflict(&model, "t2", "1"));
    assert!(has_conflict(&model, "t2", "2"));
}

#[test]
fn a_line_that_was_cut_and_pasted_keeps_its_author() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two\nthree\nfour\n", "TWO\nTHREE\nFOUR\n");
    model.edit(None, "a", "THREE", "III");
    model.edit(None, "a", "III\n", "");
    model.edit(None, "a", "TWO\n", "    III\nbetween\nTWO\n");
    assert!(!has_conflict(&model, "t2", "between"));
    // The pasted line was outside the block, above it. Inside the block, it belongs to the block again.
    model.edit(None, "a", "    III\n", "");
    model.edit(None, "a", "FOUR\n", "  III\nFOUR\n");
    assert!(has_conflict(&model, "t2", "III"));
}

#[test]
fn text_inserted_within_a_line_belongs_to_the_line() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two\nthree\n", "2\n3\n");
    model.edit(None, "a", "2\n3", "2\nX 3");
    assert!(has_conflict(&model, "t2", "X"));
    model.edit(None, "a", "X 3", "X\nY 3");
    assert!(has_conflict(&model, "t2", "X"));
    assert!(has_conflict(&model, "t2", "Y"));
}

#[test]
fn lines_that_another_edit_deleted_are_not_claimed() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "three", "3");
    model.edit(None, "a", "3\n", "");
    assert_eq!(insertion_conflicts(&model, "t2", 2), 0);
    // If a part of the line remains, it is claimed.
    let mut model = Model::with_files(&[("a", "one = 1\ntwo = 2\n")]);
    model.edit(Some("t1"), "a", "1", "11");
    model.edit(None, "a", "11", "");
    assert!(has_conflict(&model, "t2", "one"));
}

#[test]
fn a_redone_edit_below_later_edits_stays_claimed() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let edit = model.edit(Some("t1"), "a", "two\n", "two\n2a\n2b\n");
    let (undo, _) = model.undo_as(None, &UndoTarget::Entry(edit)).unwrap();
    model.edit(None, "a", "five", "5");
    model.undo_as(None, &UndoTarget::Undo(undo)).unwrap();
    assert_eq!(model.text("a"), "one\ntwo\n2a\n2b\nthree\nfour\n5\n");
    assert!(has_conflict(&model, "t2", "2a"));
    assert!(has_conflict(&model, "t2", "2b"));
    assert!(!has_conflict(&model, "t2", "three"));
    // The same for text that was deleted from the block: it is restored as it was.
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two\nthree\n", "2\n3\n");
    model.edit(None, "a", "2\n", "2\nbetween\n");
    let edit = model.edit(None, "a", "2\nbetween\n", "");
    model.edit(None, "a", "five", "5");
    model.undo_as(None, &UndoTarget::Entry(edit)).unwrap();
    assert!(has_conflict(&model, "t2", "2"));
    assert!(!has_conflict(&model, "t2", "between"));
}

#[test]
fn lines_read_before_a_redo_are_not_known() {
    for all in [true, false] {
        let mut model = Model::with_files(&[("a", LINES)]);
        let edit = model.edit(Some("t1"), "a", "two\n", "2\n2a\n");
        let (undo, _) = model.undo_as(None, &UndoTarget::Entry(edit)).unwrap();
        if all {
            read(&mut model, "t2")
        } else {
            read_lines(&mut model, "t2", 1..=4)
        }
        model.undo_as(None, &UndoTarget::Undo(undo)).unwrap();
        let found = conflicts(&model, "t2", "2a", "X");
        assert_eq!((found.len(), found[0].entry), (1, edit));
        assert!(!has_conflict(&model, "t2", "three"));
        // A task that saw the text before the undo knows it.
        let mut model = Model::with_files(&[("a", LINES)]);
        let edit = model.edit(Some("t1"), "a", "two\n", "2\n2a\n");
        read(&mut model, "t2");
        let (undo, _) = model.undo_as(None, &UndoTarget::Entry(edit)).unwrap();
        model.undo_as(None, &UndoTarget::Undo(undo)).unwrap();
        assert!(!has_conflict(&model, "t2", "2a"));
    }
}

#[test]
fn a_restored_file_keeps_its_claims() {
    for is_taken_back in [true, false] {
        let mut model = Model::with_files(&[("a", LINES)]);
        model.edit(Some("t1"), "a", "two", "2");
        let removal = model.commit(Deed::Edit, None, Texts::default());
        let another = [(PathBuf::from("a"), Bytes::from_static(b"another\n"))];
        let made = model.commit(Deed::Edit, Some("t1"), another.into_iter().collect());
        if is_taken_back {
            model.undo_as(None, &UndoTarget::Entry(made)).unwrap();
        } else {
            model.commit(Deed::Edit, None, Texts::default());
        }
        model.undo_as(None, &UndoTarget::Entry(removal)).unwrap();
        assert!(has_conflict(&model, "t2", "2"));
        assert!(!has_conflict(&model, "t2", "three"));
    }
}

/// A damaged journal whose changes are wrong still claims the written text, and causes no panic.
#[test]
fn wrong_changes_claim_their_place() {
    for (old, new) in [("two", "zzzzzz"), ("five", "zz"), ("one\ntwo", "z")] {
        for keeps_length in [true, false] {
            let mut model = Model::with_files(&[("a", LINES)]);
            model.edit(Some("t1"), "a", old, new);
            let Some(Event::Entry(entry)) = model.events.last_mut() else {
                panic!("an edit is an entry")
            };
            // The fingerprint in the entry is correct, but its changes are not.
            let wrong = if keeps_length {
                "y".repeat(new.len())
            } else {
                "y".to_owned()
            };
            entry.files[0].changes = KeptChanges::Loaded(change(LINES, old, &wrong));
            model.edit(Some("t2"), "a", "three", "3");
            assert!(has_conflict(&model, "t3", new), "{new}");
            assert!(has_conflict(&model, "t3", "3"), "{new}");
        }
    }
}

/// Marks the latest entry as made by a task that had seen all lines.
fn mark_saw_all_lines(model: &mut Model) {
    let Some(Event::Entry(entry)) = model.events.last_mut() else {
        panic!("no entry")
    };
    entry.saw_all_lines = true;
}

#[test]
fn entries_before_an_edit_that_saw_all_lines_are_not_claimed() {
    let mut model = Model::with_files(&[("a", LINES)]);
    model.edit(Some("t1"), "a", "two", "2");
    model.edit(Some("t2"), "a", "five", "5");
    assert!(has_conflict(&model, "t2", "2"));
    mark_saw_all_lines(&mut model);
    assert!(!has_conflict(&model, "t2", "2"));
    // The mark applies only to the task that made the entry.
    assert!(has_conflict(&model, "t3", "2"));
    model.edit(Some("t1"), "a", "four", "4");
    assert!(has_conflict(&model, "t2", "4"));
    assert!(!has_conflict(&model, "t2", "2"));
}

#[test]
fn an_older_edit_redone_after_an_edit_that_saw_all_lines_is_claimed() {
    let mut model = Model::with_files(&[("a", LINES)]);
    let edit = model.edit(Some("t1"), "a", "two", "2");
    let (undo, _) = model.undo_as(None, &UndoTarget::Entry(edit)).unwrap();
    model.edit(Some("t2"), "a", "five", "5");
    mark_saw_all_lines(&mut model);
    model.undo_as(Some("t1"), &UndoTarget::Undo(undo)).unwrap();
    assert!(has_conflict(&model, "t2", "2"));
}
