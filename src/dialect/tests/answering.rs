//! Outcomes in the form of their callers.

use super::read;
use crate::change::{ChangeSet, Edit, TransitionKind};
use crate::dialect::{Answer, Listing, PayloadOutcome, Shape};
use crate::refusal::{Fault, Refusal};
use crate::report::{FileReport, Report, ViewReport};
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange};

/// The report of an edit that replaces `old` at `at` in `before` with `new`.
fn edited(before: &'static str, at: usize, old: &'static str, new: &'static str) -> PayloadOutcome {
    let edit = Edit {
        at,
        old: old.into(),
        new: new.into(),
    };
    let file = FileReport::new(
        "a.txt".into(),
        "replace",
        TransitionKind::Edited,
        Some(Snapshot::of_text(before)),
        ChangeSet::new(before.len(), vec![edit]).unwrap(),
    );
    PayloadOutcome::Report(Report {
        files: vec![file],
        ..Report::new("replace", 1)
    })
}

fn text(payload: &str, outcome: &PayloadOutcome) -> String {
    match read(payload).unwrap().answer(outcome) {
        Answer::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
        other => panic!("{other:?}"),
    }
}

const REPLACE: &str = r#"{"command":"str_replace","path":"a.txt","old_str":"x","new_str":"y"}"#;
const VIEW: &str = r#"{"command":"view","path":"a.txt"}"#;
const CALL: &str = r#"{"call_id":"c1","operation":{"type":"delete_file","path":"a.txt"}}"#;

/// The numbered lines of an answer.
fn numbered(answer: &str) -> Vec<&str> {
    answer.lines().filter(|line| line.contains('\t')).collect()
}

#[test]
fn four_lines_around_an_edit() {
    const TEXT: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
    let seven = TEXT.find('7').unwrap();
    let answer = text(REPLACE, &edited(TEXT, seven, "7", "seven\nand more"));
    assert!(answer.starts_with("The file a.txt has been edited. Here's the result of running `cat -n` on a snippet of a.txt:\n"));
    let lines = numbered(&answer);
    assert_eq!(lines.first(), Some(&"     3\t3"));
    assert_eq!(lines[4..6], ["     7\tseven", "     8\tand more"]);
    assert_eq!(lines.last(), Some(&"    12\t11"));
    assert!(answer.ends_with("Edit the file again if necessary.\n"));
    // At the edges of the file, there are fewer lines.
    let first = text(REPLACE, &edited(TEXT, 0, "1", "one"));
    assert_eq!(numbered(&first).len(), 5);
    let last = text(REPLACE, &edited(TEXT, TEXT.len() - 3, "12", "twelve"));
    assert_eq!(
        numbered(&last),
        [
            "     8\t8",
            "     9\t9",
            "    10\t10",
            "    11\t11",
            "    12\ttwelve"
        ]
    );
}

#[test]
fn a_deletion_shows_its_surroundings() {
    let answer = text(REPLACE, &edited("a\nb\nc\n", 2, "b\n", ""));
    assert_eq!(numbered(&answer), ["     1\ta", "     2\tc"]);
    let emptied = text(REPLACE, &edited("b", 0, "b", ""));
    assert_eq!(numbered(&emptied), [""; 0]);
}

#[test]
fn line_endings_are_not_shown_and_other_bytes_are() {
    let answer = text(REPLACE, &edited("a\r\nb\r\n", 0, "a", "\u{1f980}"));
    assert_eq!(numbered(&answer), ["     1\t\u{1f980}", "     2\tb"]);
}

#[test]
fn a_view_and_a_listing() {
    let line = |number| LineNumber::new(number).unwrap();
    let view = PayloadOutcome::View(ViewReport {
        lines: LineRange::new(line(2), line(3)),
        ..ViewReport::new("a.txt".into(), Snapshot::of_text("a\nb\nc"))
    });
    assert_eq!(
        text(VIEW, &view),
        "Here's the result of running `cat -n` on a.txt:\n     2\tb\n     3\tc\n"
    );
    let listing = Listing {
        path: "src".into(),
        entries: vec!["a.rs".into(), "run/".into()],
        more: 3,
    };
    let payload = VIEW.replace("a.txt", "src");
    let answer = text(&payload, &PayloadOutcome::Listing(listing.clone()));
    assert!(
        answer.ends_with(":\nsrc\nsrc/a.rs\nsrc/run/\n... 3 more\n"),
        "{answer}"
    );
    let json = serde_json::to_value(listing.to_object()).unwrap();
    assert_eq!(json["entries"], serde_json::json!(["a.rs", "run/"]));
    assert_eq!(json["entries_total"], 5);
}

#[test]
fn a_refusal_is_text_with_a_hint_or_a_failed_call() {
    let refusal = Refusal::from(Fault::Missing).at("a.txt");
    let refused = PayloadOutcome::Report(Report {
        refusals: vec![refusal],
        ..Report::new("replace", 1)
    });
    let answer = text(REPLACE, &refused);
    assert!(
        answer.starts_with("a.txt: there is no such file\nhint: "),
        "{answer}"
    );
    match read(CALL).unwrap().answer(&refused) {
        Answer::Json(object) => {
            assert_eq!(object["type"], "apply_patch_call_output");
            assert_eq!(object["call_id"], "c1");
            assert_eq!(object["status"], "failed");
            assert_eq!(object["output"], answer);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_call_that_went_well() {
    let payload = read(CALL).unwrap();
    let Answer::Json(object) = payload.answer(&edited("a\n", 0, "a", "b")) else {
        panic!("no JSON");
    };
    assert_eq!(object["status"], "completed");
    assert_eq!(
        object["output"],
        "Success. Updated the following files:\nM a.txt\n"
    );
    assert!(payload.answers_json());
    let plain = read(r#"{"path":"a","old_string":"x","new_string":"y"}"#).unwrap();
    assert_eq!(plain.answer(&edited("a\n", 0, "a", "b")), Answer::Report);
    assert!(plain.shape == Shape::Report);
}
