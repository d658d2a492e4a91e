//! Tests of batches on one file: the text before, the steps, the text after.

use std::ffi::OsStr;

use super::{Draft, Drafts};
use crate::change::NewText;
use crate::refusal::{Code, Reason};
use crate::request::{
    Action, Append, Create, Find, Fix, Indent, Inline, Insert, InsertAt, Lines, LinesAt, Match,
    PatternOptions, Pick, RangeAnchors, Repeat, Replace, Scope, Write,
};
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::{LineNumber, LineRange};

fn place(name: &str) -> RootedPath {
    RootedPath::of_text(name, name, name)
}

fn line(number: usize) -> LineNumber {
    LineNumber::new(number).unwrap()
}

fn replace_within(old: &'static str, new: &'static str, scope: Scope) -> Action {
    Action::Replace(Replace {
        fix: Fix::Suggest,
        indent: Indent::Fitted,
        has_case_escapes: false,
        find: Find {
            options: PatternOptions::default(),
            old: old.into(),
            matching: Match::Mechanical,
            scope,
        },
        new: new.into(),
        pick: Pick::Only,
    })
}

fn replace(old: &'static str, new: &'static str) -> Action {
    replace_within(old, new, Scope::File)
}

fn lines(first: usize, last: usize, text: &'static str) -> Action {
    let range = LineRange::new(line(first), line(last)).unwrap();
    Action::Lines(Lines {
        at: LinesAt::Numbers(range.into(), RangeAnchors::default()),
        may_rename: false,
        text: text.into(),
    })
}

fn insert_after(number: usize, text: &'static str) -> Action {
    Action::Insert(Insert {
        at: InsertAt::After(line(number)),
        text: text.into(),
        inline: Inline::WholeLines,
        has_line_zero: true,
        pick: Pick::Only,
    })
}

fn insert_below(old: &'static str, text: &'static str) -> Action {
    let Action::Replace(Replace { find, .. }) = replace(old, "") else {
        unreachable!()
    };
    Action::Insert(Insert {
        at: InsertAt::AfterText(find),
        text: text.into(),
        inline: Inline::WholeLines,
        has_line_zero: true,
        pick: Pick::Only,
    })
}

/// The draft of `before` after `steps`, or the error of the last step.
fn drafted(before: Option<&'static str>, steps: &[Action]) -> Result<Draft, Reason> {
    drafted_where(before, steps, Repeat::Refuse)
}

fn drafted_where(
    before: Option<&'static str>,
    steps: &[Action],
    repeat: Repeat,
) -> Result<Draft, Reason> {
    let mut draft = Draft::new(place("a"), before.map(Snapshot::of_text), None);
    for (number, step) in (1..).zip(steps) {
        draft.apply(number, step, repeat)?;
    }
    Ok(draft)
}

fn resolved(draft: Draft) -> NewText {
    draft.resolved(false).text.after.unwrap()
}

fn after(before: &'static str, steps: &[Action]) -> String {
    let mut draft = drafted(Some(before), steps).unwrap();
    let built = draft.text().unwrap();
    let text = resolved(draft).text().unwrap();
    assert_eq!(built.bytes(), &text, "composed and built agree");
    String::from_utf8(text).unwrap()
}

#[test]
fn text_is_searched_in_the_result_of_the_steps_before() {
    let actual = after("one\n", &[replace("one", "two"), replace("two", "three")]);
    assert_eq!(actual, "three\n");
}

#[test]
fn lines_are_those_of_the_original() {
    let steps = [
        insert_after(1, "new\n"),
        lines(2, 2, "B\n"),
        insert_after(3, "end\n"),
    ];
    assert_eq!(after("a\nb\nc\n", &steps), "a\nnew\nB\nc\nend\n");
}

#[test]
fn insertions_at_one_line_keep_their_order() {
    let steps = [
        insert_after(1, "x\n"),
        insert_after(1, "y\n"),
        insert_after(1, "z\n"),
    ];
    assert_eq!(after("a\nb\n", &steps), "a\nx\ny\nz\nb\n");
}

/// The lines between the insertions are deleted by steps before, between or after them.
#[test]
fn insertions_keep_the_order_of_their_lines() {
    let steps = [
        lines(3, 3, ""),
        lines(4, 4, ""),
        insert_after(4, "after4\n"),
        insert_after(3, "after3\n"),
        insert_after(2, "after2\n"),
    ];
    let mut order: Vec<usize> = (0..steps.len()).collect();
    for first in 0..steps.len() {
        for second in 0..steps.len() {
            order.swap(first, second);
            order.rotate_left(1);
            let steps: Vec<Action> = order.iter().map(|step| steps[*step].clone()).collect();
            let made = after("1\n2\n3\n4\n5\n", &steps);
            assert_eq!(made, "1\n2\nafter2\nafter3\nafter4\n5\n", "{order:?}");
        }
    }
    let twice = [
        lines(3, 3, ""),
        insert_after(2, "a\n"),
        insert_after(3, "c\n"),
        insert_after(2, "b\n"),
    ];
    assert_eq!(after("1\n2\n3\n4\n", &twice), "1\n2\na\nb\nc\n4\n");
}

/// A batch of appends only looks at the end of the text. An append that accepts repetition looks at all of it.
#[test]
fn an_ending_that_a_step_gave_the_last_line_is_a_part_of_it() {
    let append = |text: &'static str| {
        Action::Append(Append {
            text: text.into(),
            must_exist: true,
        })
    };
    let below = [append("X"), insert_after(2, "X"), insert_below("b", "X")];
    for (before, ending) in [("a\nb", "\n"), ("a\r\nb", "\r\n")] {
        let made = |steps: &[Action]| after(before, steps).replace(ending, "/");
        for step in &below {
            let then = |next| made(&[step.clone(), next]);
            assert_eq!(then(lines(2, 2, "Y")), "a/Y/X/");
            assert_eq!(then(lines(2, 2, "")), "a/X/");
            assert_eq!(then(lines(1, 2, "Y")), "Y/X/");
            assert_eq!(then(insert_after(2, "Z")), "a/b/X/Z/");
            assert_eq!(then(lines(1, 1, "Y")), "Y/b/X/");
        }
        assert_eq!(made(&[lines(2, 2, "Y"), insert_after(2, "X")]), "a/Y/X/");
        assert_eq!(made(&[lines(2, 2, ""), insert_after(2, "X")]), "a/X/");
        assert_eq!(made(&[lines(2, 2, "Y"), append("X")]), "a/Y/X/");
        assert_eq!(made(&[append(""), lines(2, 2, "Y")]), "a/Y/");
        assert_eq!(made(&[replace("b", "c"), insert_after(2, "X")]), "a/c/X/");
    }
}

#[test]
fn successive_appends_equal_separate_appends() {
    let texts: [&'static str; 5] = [
        "one",
        "two\n",
        "three\nand a half",
        "four\r\n",
        "\n\nfive\n",
    ];
    for before in [
        None,
        Some(""),
        Some("a\n"),
        Some("a\nb"),
        Some("a\r\n"),
        Some("a\r\nb"),
    ] {
        for steps in [
            vec![0, 1, 2, 3, 4],
            vec![4, 3, 2, 1, 0],
            vec![2, 0, 3],
            vec![1, 4, 2],
        ] {
            let drafted = |repeat: Repeat| {
                let append = |&text: &usize| {
                    Action::Append(Append {
                        text: texts[text].into(),
                        must_exist: false,
                    })
                };
                let mut steps: Vec<Action> = steps.iter().map(append).collect();
                if before == Some("a\nb") {
                    steps.insert(2, replace("b", "B"));
                    steps.insert(1, insert_after(1, "i"));
                }
                let mut draft = drafted_where(before, &steps, repeat).unwrap();
                let text = draft.text().unwrap().bytes().clone();
                let sites = draft.sites().iter().collect::<Vec<_>>();
                assert_eq!(resolved(draft).text().unwrap(), text);
                (text, sites)
            };
            let actual = drafted(Repeat::Refuse);
            assert_eq!(actual, drafted(Repeat::Accept), "{before:?} {steps:?}");
        }
    }
}

#[test]
fn a_line_that_a_step_before_changed_is_an_overlap() {
    for steps in [
        [replace("b", "B"), lines(2, 2, "x\n")],
        [lines(1, 3, "x\n"), lines(2, 2, "y\n")],
        [lines(1, 3, "x\n"), insert_after(2, "y\n")],
        [insert_after(2, "y\n"), lines(1, 3, "x\n")],
    ] {
        let refusal = drafted(Some("a\nb\nc\n"), &steps).map(drop).unwrap_err();
        assert_eq!(refusal.code(), Code::Overlap, "{steps:?}");
    }
}

#[test]
fn neighbouring_lines_do_not_overlap() {
    let steps = [
        lines(1, 1, "A\n"),
        lines(2, 2, "B\n"),
        insert_after(1, "i\n"),
    ];
    assert_eq!(after("a\nb\n", &steps), "A\ni\nB\n");
}

#[test]
fn the_order_of_edits_that_only_touch_does_not_matter() {
    for before in ["a\nb\nc\n", "a\nb\nc", "a\r\nb\r\nc\r\n"] {
        let mut edits = Vec::new();
        for first in 1..=3 {
            for last in first..=3 {
                edits.extend([lines(first, last, ""), lines(first, last, "x\n")]);
            }
        }
        let insertions = edits.len();
        edits.extend((1..=3).map(|number| insert_after(number, "y\n")));
        for (one, first) in edits.iter().enumerate() {
            for (other, second) in edits.iter().enumerate() {
                if one == other && one >= insertions {
                    continue;
                }
                let text = |steps: [&Action; 2]| {
                    let draft = drafted(Some(before), &steps.map(Clone::clone));
                    draft.map(|draft| resolved(draft).text().unwrap()).ok()
                };
                let (forth, back) = (text([first, second]), text([second, first]));
                assert_eq!(forth, back, "{before:?} {first:?} {second:?}");
            }
        }
    }
}

#[test]
fn a_line_is_deleted_and_one_inserted_at_either_side() {
    for number in [1, 2] {
        for steps in [
            [lines(2, 2, ""), insert_after(number, "x\n")],
            [insert_after(number, "x\n"), lines(2, 2, "")],
        ] {
            assert_eq!(after("a\nb\nc\n", &steps), "a\nx\nc\n", "{number}");
        }
    }
    let twice = [
        insert_after(1, "x\n"),
        lines(2, 2, ""),
        insert_after(1, "y\n"),
        insert_after(2, "z\n"),
    ];
    assert_eq!(after("a\nb\nc\n", &twice), "a\nx\ny\nz\nc\n");
}

#[test]
fn a_window_is_one_of_the_original() {
    let within = Scope::Within(LineRange::single(line(2)).into());
    let steps = [insert_after(1, "x\n"), replace_within("x", "y", within)];
    assert_eq!(after("x\nx\nx\n", &steps), "x\nx\ny\nx\n");
}

#[test]
fn sites_have_original_lines_and_the_step_that_made_the_text() {
    let steps = [
        insert_after(1, "one\ntwo\n"),
        replace("two", "2"),
        replace("c", "C"),
    ];
    let draft = drafted(Some("a\nb\nc\n"), &steps).unwrap();
    let told: Vec<_> = draft
        .sites()
        .iter()
        .map(|site| (site.step, site.lines.first().number(), site.made_by))
        .collect();
    assert_eq!(told[1..], [(2, 2, Some(1)), (3, 3, None)]);
}

#[test]
fn a_missing_file_is_made_by_append_and_create_only() {
    let append = |must_exist| {
        Action::Append(Append {
            text: "x\n".into(),
            must_exist,
        })
    };
    let mut made = drafted(None, &[append(false), append(true)]).unwrap();
    assert_eq!(made.text().unwrap().bytes(), "x\nx\n");
    for step in [
        append(true),
        replace("a", "b"),
        lines(1, 1, ""),
        Action::Remove,
    ] {
        let refusal = drafted(None, &[step]).map(drop).unwrap_err();
        assert_eq!(refusal.code(), Code::Missing);
    }
}

#[test]
fn an_existing_file_is_only_overwritten_on_request() {
    let create = Action::Create(Create {
        text: "new\n".into(),
        makes_parents: false,
    });
    let write = |overwrites| {
        Action::Write(Write {
            text: "new\n".into(),
            overwrites,
            makes_parents: false,
        })
    };
    for step in [create.clone(), write(false)] {
        let refusal = drafted(Some("old\n"), std::slice::from_ref(&step))
            .map(drop)
            .unwrap_err();
        assert_eq!(refusal.code(), Code::Exists);
        let same = drafted(Some("new\n"), &[step]).unwrap();
        assert!(!resolved(same).changes.changes_text());
    }
    assert_eq!(after("old\n", &[write(true)]), "new\n");
}

#[test]
fn a_file_that_moves_keeps_its_text_and_origin() {
    let mut drafts = Drafts::default();
    drafts.load(place("a"), Some(Snapshot::of_text("text\n")));
    drafts.load(place("b"), None);
    drafts
        .at(&place("a"))
        .unwrap()
        .apply(1, &replace("text", "more"), Repeat::Refuse)
        .unwrap();
    drafts.relocate(&place("a"), &place("b")).unwrap();
    drafts
        .at(&place("b"))
        .unwrap()
        .apply(3, &lines(1, 1, "x\n"), Repeat::Refuse)
        .unwrap_err();
    assert!(drafts.at(&place("a")).unwrap().now().is_none());
    let moved = drafts.at(&place("b")).unwrap();
    assert_eq!(moved.text().unwrap().bytes(), "more\n");
    let again = drafts.relocate(&place("a"), &place("b")).unwrap_err();
    assert_eq!(again.code(), Code::Missing);
    drafts.load(place("c"), Some(Snapshot::of_text("other\n")));
    let taken = drafts.relocate(&place("c"), &place("b")).unwrap_err();
    assert_eq!(taken.code(), Code::Exists);
}

/// The refusal must not suggest to remove the file itself first.
#[test]
fn a_file_is_not_moved_to_where_it_is() {
    let mut drafts = Drafts::default();
    let there = place("Makefile");
    drafts.load(there.clone(), Some(Snapshot::of_text("text\n")));
    let refused = drafts.relocate(&there, &there).unwrap_err();
    let expected = Reason::usage("it is already at `Makefile`", "use another name");
    assert_eq!(refused, expected);
    assert!(drafts.at(&there).unwrap().now().is_some());
}

/// On a case-insensitive directory, the name changes its case, and all spellings refer to the new name afterwards.
#[test]
fn a_file_is_moved_to_its_name_in_other_letters() {
    let mut drafts = Drafts::default();
    let there = place("Makefile");
    drafts.load(there.clone(), Some(Snapshot::of_text("text\n")));
    let typed = |name: &str| RootedPath::of_text("Makefile", name, "Makefile");
    let moved = drafts.relocate(&there, &typed("makefile")).unwrap();
    assert_eq!(
        (moved.name(), moved.present_name()),
        (OsStr::new("makefile"), Some(there.name()))
    );
    assert!(drafts.at(&there).unwrap().now().is_none());
    assert_eq!(drafts.present(typed("MAKEFILE")), moved);
    // Rename again, and then rename to the original name.
    let again = drafts
        .relocate(&moved, &drafts.present(typed("MAKEFILE")))
        .unwrap();
    assert_eq!(
        (again.name(), again.present_name()),
        (OsStr::new("MAKEFILE"), Some(there.name()))
    );
    let back = drafts
        .relocate(&again, &drafts.present(there.clone()))
        .unwrap();
    assert_eq!((&back, back.present_name()), (&there, None));
    assert!(drafts.at(&there).unwrap().now().is_some());
    assert_eq!(drafts.present(typed("makefile")), there);
}

#[test]
fn a_failed_step_leaves_the_draft_as_it_was() {
    let mut draft = drafted(Some("a\nb\n"), &[replace("a", "A")]).unwrap();
    draft
        .apply(2, &replace("nowhere", "x"), Repeat::Refuse)
        .unwrap_err();
    assert_eq!(draft.text().unwrap().bytes(), "A\nb\n");
    assert_eq!(draft.sites().len(), 1);
}

#[test]
fn drafts_are_found_and_in_order_whatever_came_and_went() {
    let mut drafts = Drafts::default();
    let names = |drafts: &Drafts| -> Vec<_> {
        let names = drafts.iter().map(|draft| draft.place().name().to_owned());
        names.collect()
    };
    for name in ["c", "a", "d", "b"] {
        drafts.load(place(name), Some(Snapshot::of_text(name)));
    }
    assert_eq!(names(&drafts), ["a", "b", "c", "d"]);
    drafts.at(&place("a")).unwrap().touch("patch");
    for name in ["a", "c", "nowhere"] {
        drafts.forget_untouched(&place(name));
    }
    assert_eq!(names(&drafts), ["a", "b", "d"]);
    drafts.load(place("c"), Some(Snapshot::of_text("later")));
    // A file that is already loaded is not loaded again.
    drafts.load(place("b"), None);
    for (name, text) in [("a", "a"), ("b", "b"), ("c", "later"), ("d", "d")] {
        assert_eq!(
            drafts.at(&place(name)).unwrap().text().unwrap().bytes(),
            text
        );
    }
    assert_eq!(names(&drafts), ["a", "b", "c", "d"]);
}

/// Searching for all texts of a batch together gives the same results as searching for each text in turn.
#[test]
fn searching_a_batch_at_once_equals_searching_in_turn() {
    let before = "alpha one\nbeta two\ngamma three\nbeta four\ndelta five\n";
    let batches: [&[Action]; 5] = [
        &[
            replace("alpha", "a"),
            replace("gamma", "c"),
            replace("delta", "d"),
            replace("four", "4"),
        ],
        // A step searches for the new text of another step, alone or together with the text next to it.
        &[
            replace("alpha", "delta"),
            replace("delta", "x"),
            replace("gamma", "y"),
        ],
        &[
            replace("alpha", "beta two"),
            replace("one", "1"),
            replace("beta two", "x"),
        ],
        &[
            replace("alpha ", "be"),
            replace("beone", "x"),
            replace("two", "y"),
        ],
        // Steps of other kinds come between.
        &[
            replace("one", "1"),
            lines(2, 2, "second"),
            replace("gamma", "c"),
            insert_below("five", "six"),
            replace("six", "7"),
            replace("four", "4"),
            replace("second", "2"),
        ],
    ];
    for steps in batches {
        let texts: Vec<_> = steps
            .iter()
            .filter_map(|action| match action {
                Action::Replace(replace) => super::looked_for_by(replace).cloned(),
                _ => None,
            })
            .collect();
        let run = |foresees: bool| {
            let mut draft = Draft::new(place("a"), Some(Snapshot::of_text(before)), None);
            if foresees {
                draft.foresee(&texts);
            }
            let done: Vec<_> = (1..)
                .zip(steps)
                .map(|(number, step)| draft.apply(number, step, Repeat::Refuse))
                .collect();
            let text = draft.text().unwrap();
            let sites: Vec<_> = draft.sites().iter().collect();
            (done, text.bytes().clone(), format!("{sites:?}"))
        };
        assert_eq!(run(true), run(false), "{steps:?}");
    }
}

#[test]
fn edits_by_text_between_edits_by_line_see_their_result() {
    let steps = [
        lines(2, 2, "B\n"),
        lines(4, 4, "D\n"),
        replace("c\nD", "c\nd+"),
        lines(1, 1, "A\n"),
        insert_after(5, "f\n"),
    ];
    let stages = ["a\nB\nc\nd\ne\n", "a\nB\nc\nD\ne\n", "a\nB\nc\nd+\ne\n"];
    for (count, expected) in (1..).zip(stages) {
        assert_eq!(after("a\nb\nc\nd\ne\n", &steps[..count]), expected);
    }
    assert_eq!(after("a\nb\nc\nd\ne\n", &steps), "A\nB\nc\nd+\ne\nf\n");
}
