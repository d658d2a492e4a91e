//! Properties: the diff of two texts changes the first into the second, and drift elsewhere does not move its hunks.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use similar::TextDiff;

use super::notation::{diff, in_mode};
use crate::patch::FilePatch;
use crate::request::PatchMode;
use crate::resolve::place::place;
use crate::snapshot::Snapshot;

/// A text with some repeated lines, and the same text after some edits.
fn two_texts() -> impl Strategy<Value = (String, String)> {
    let line = prop_oneof![
        3 => (0..400u32).prop_map(|number| format!("line number {number}\n")),
        1 => Just("}\n".to_owned()),
        1 => Just("\n".to_owned()),
    ];
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, 0..90u32), 1..5);
    (prop::collection::vec(line, 1..60), edits).prop_map(|(lines, edits)| {
        let mut after = lines.clone();
        for (at, kind, number) in edits {
            let new = format!("edited {number}\n");
            match kind {
                _ if after.is_empty() => after.push(new),
                0 => drop(after.remove(at.index(after.len()))),
                1 => after.insert(at.index(after.len()), new),
                _ => {
                    let at = at.index(after.len());
                    after[at] = new;
                }
            }
        }
        (lines.concat(), after.concat())
    })
}

fn between(before: &str, after: &str) -> FilePatch {
    let text = TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(3)
        .to_string();
    diff(&with_counts(&text))
}

/// Adds `,1` to the hunk headers of `text` that omit it, because [`diff`] requires the counts.
fn with_counts(text: &str) -> String {
    let range = |word: &str| {
        if word.contains(',') {
            word.to_owned()
        } else {
            format!("{word},1")
        }
    };
    text.split_inclusive('\n')
        .map(|line| match line.strip_prefix("@@ ") {
            Some(rest) => {
                let words: Vec<&str> = rest.split(' ').collect();
                format!("@@ {} {} @@\n", range(words[0]), range(words[1]))
            }
            None => line.to_owned(),
        })
        .collect()
}

fn result(text: &str, patch: &FilePatch, mode: PatchMode) -> Option<String> {
    let resolution = place(patch, &Snapshot::of_text(text.to_owned()), &in_mode(mode)).ok()?;
    let bytes = resolution.changes.apply(text.as_bytes()).unwrap();
    Some(String::from_utf8(bytes).unwrap())
}

#[test]
fn a_patch_of_two_texts_makes_one_of_the_other_and_back() {
    let twins = Cell::new(0);
    let mut runner = TestRunner::deterministic();
    let law = |(before, after): (String, String)| {
        prop_assume!(before != after);
        let patch = between(&before, &after);
        for mode in [PatchMode::Strict, PatchMode::Merge] {
            prop_assert_eq!(result(&before, &patch, mode), Some(after.clone()));
            let reversed = patch.reversed().unwrap();
            prop_assert_eq!(result(&after, &reversed, mode), Some(before.clone()));
        }
        if before.matches("}\n").count() > 3 {
            twins.set(twins.get() + 1);
        }
        Ok(())
    };
    runner.run(&two_texts(), law).unwrap();
    assert!(twins.get() > 20, "hardly any text repeated itself");
}

#[test]
fn text_elsewhere_changes_neither_place_nor_result() {
    let placed = Cell::new(0);
    let mut runner = TestRunner::deterministic();
    let law = |((before, after), count): ((String, String), usize)| {
        prop_assume!(before != after && !before.is_empty() && !after.is_empty());
        let patch = between(&before, &after);
        let head: String = (0..count)
            .map(|number| format!("far away {number}\n"))
            .collect();
        let moved = format!("{head}{before}");
        // A twin may be ambiguous if it is not at its stated line. A placed hunk must be right.
        if let Some(result) = result(&moved, &patch, PatchMode::Strict) {
            prop_assert_eq!(result, format!("{head}{after}"));
            placed.set(placed.get() + 1);
        }
        Ok(())
    };
    runner.run(&(two_texts(), 1..40usize), law).unwrap();
    assert!(placed.get() > 100, "hardly anything was placed");
}

#[test]
fn an_inexact_hunk_is_refused_or_changes_nothing_else() {
    let (placed, refused) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::deterministic();
    let law = |((before, after), at): ((String, String), prop::sample::Index)| {
        prop_assume!(before != after && !before.is_empty());
        let patch = between(&before, &after);
        let mut lines: Vec<&str> = before.split_inclusive('\n').collect();
        let at = at.index(lines.len());
        lines[at] = "changed meanwhile\n";
        let drifted = lines.concat();
        match result(&drifted, &patch, PatchMode::Merge) {
            None => refused.set(refused.get() + 1),
            Some(result) => {
                placed.set(placed.get() + 1);
                prop_assert!(result.contains("changed meanwhile\n"));
            }
        }
        Ok(())
    };
    let drawn = (two_texts(), any::<prop::sample::Index>());
    runner.run(&drawn, law).unwrap();
    assert!(placed.get() > 20 && refused.get() > 20);
}
