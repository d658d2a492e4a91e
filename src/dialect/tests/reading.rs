//! The meaning of payloads in each dialect.

use super::{action, means, read, request, steps};
use crate::dialect::{Ask, Dialect, MODES, is_foreign};
use crate::request::json::{self, Node};
use crate::request::{
    Action, Append, Create, DiffFormat, FilePart, Insert, InsertAt, Match, PatchDiff, PatchMode,
    Pick, Run, Threshold, Write,
};
use crate::text::{LineNumber, LineRange};

fn patch(json: &str) -> PatchDiff {
    match action(json) {
        Action::Patch(patch) => patch,
        other => panic!("{json}: {other:?}"),
    }
}

#[test]
fn every_example_is_a_payload_of_its_dialect() {
    for mode in MODES {
        let payload = read(mode.example).unwrap_or_else(|refusal| {
            panic!("{}: {refusal:?}", mode.example);
        });
        assert_eq!(payload.dialect, mode.dialect, "{}", mode.example);
        let is_edit = matches!(payload.ask, Ask::Request(_));
        let looks = ["view", "undo_edit"];
        let looks = looks.iter().any(|word| mode.command == Some(word));
        assert_eq!(is_edit, !looks, "{}", mode.example);
        assert!(is_foreign(&Node::parse(mode.example.as_bytes()).unwrap()));
    }
    let ours = r#"{"op":"remove","path":"a"}"#;
    assert_eq!(read(ours).unwrap().dialect, Dialect::Incise);
    assert!(!is_foreign(&Node::parse(ours.as_bytes()).unwrap()));
}

#[test]
fn the_text_editor_views_and_undoes() {
    let lines = |json: &str| match read(json).unwrap().ask {
        Ask::View { part, path, .. } => {
            assert_eq!(path.to_str(), Some("a"));
            part
        }
        other => panic!("{other:?}"),
    };
    let range = |first, last| {
        let line = |number| LineNumber::new(number).unwrap();
        let range = LineRange::new(line(first), line(last)).unwrap();
        FilePart::Lines(range.into())
    };
    assert_eq!(lines(r#"{"command":"view","path":"a"}"#), FilePart::Whole);
    let of = |range: &str| format!(r#"{{"command":"view","path":"a","view_range":{range}}}"#);
    assert_eq!(lines(&of("[2,5]")), range(2, 5));
    assert_eq!(lines(&of("[2,-1]")), range(2, usize::MAX));
    assert_eq!(lines(&of("null")), FilePart::Whole);
    let undo = read(r#"{"command":"undo_edit","path":"a"}"#).unwrap();
    assert!(matches!(undo.ask, Ask::Undo { path, .. } if path.to_str() == Some("a")));
}

#[test]
fn the_text_editor_edits() {
    means(
        r#"{"command":"str_replace","path":"a","old_str":"x","new_str":"","insert_line":null}"#,
        r#"{"op":"replace","path":"a","old":"x","new":"","match":"exact","keep_indent":false}"#,
    );
    for text in ["insert_text", "new_str"] {
        means(
            &format!(r#"{{"command":"insert","path":"a","insert_line":0,"{text}":"x"}}"#),
            r#"{"op":"insert","path":"a","line":0,"text":"x"}"#,
        );
    }
    means(
        r#"{"command":"insert","path":"a","insert_line":7,"insert_text":"x"}"#,
        r#"{"op":"insert","path":"a","line":7,"text":"x"}"#,
    );
    means(
        r#"{"command":"create","path":"a","file_text":"x"}"#,
        r#"{"op":"create","path":"a","text":"x","parents":true}"#,
    );
}

#[test]
fn an_edit_by_old_string() {
    let edit =
        |more: &str| format!(r#"{{"file_path":"a","old_string":"x","new_string":"y"{more}}}"#);
    let ours = |more: &str| {
        format!(
            r#"{{"op":"replace","path":"a","old":"x","new":"y","match":"exact","keep_indent":false{more}}}"#
        )
    };
    means(&edit(""), &ours(""));
    means(&edit(r#","replace_all":false"#), &ours(""));
    means(&edit(r#","replace_all":true"#), &ours(r#","pick":"all""#));
    means(
        &edit(r#","expected_replacements":3"#),
        &ours(r#","expect":3"#),
    );
    means(
        &edit(r#","allow_multiple":true"#),
        &ours(r#","pick":"all""#),
    );
    means(
        &edit(r#","instruction":"why"#).replace("why", "why\""),
        &ours(""),
    );
    for (json, dialect) in [
        (edit(""), Dialect::ClaudeEdit),
        (edit(r#","replace_all":true"#), Dialect::ClaudeEdit),
        (edit(r#","expected_replacements":1"#), Dialect::Gemini),
        (edit(r#","allow_multiple":true"#), Dialect::Gemini),
    ] {
        assert_eq!(read(&json).unwrap().dialect, dialect, "{json}");
    }
}

#[test]
fn an_empty_old_string_makes_a_file() {
    for more in [
        "",
        r#","expected_replacements":1"#,
        r#","replace_all":false"#,
    ] {
        let json = format!(r#"{{"file_path":"a","old_string":"","new_string":"y"{more}}}"#);
        let created = Action::Create(Create {
            text: "y".into(),
            makes_parents: true,
        });
        assert_eq!(action(&json), created, "{json}");
    }
}

#[test]
fn a_whole_file_by_its_file_path() {
    let written = Action::Write(Write {
        text: "x".into(),
        overwrites: true,
        makes_parents: true,
    });
    assert_eq!(action(r#"{"file_path":"a","content":"x"}"#), written);
}

#[test]
fn lists_of_edits() {
    let ours = r#"[{"op":"replace","path":"a","old":"x","new":"y","match":"exact","keep_indent":false},
        {"op":"replace","path":"a","old":"y","new":"z","match":"exact","keep_indent":false}]"#;
    let server =
        r#"{"path":"a","edits":[{"oldText":"x","newText":"y"},{"oldText":"y","newText":"z"}]}"#;
    means(server, ours);
    assert_eq!(read(server).unwrap().dialect, Dialect::Filesystem);
    let list = r#"{"path":"a","edits":[{"old_string":"x","new_string":"y"},{"old_string":"y","new_string":"z"}]}"#;
    means(list, ours);
    assert_eq!(read(list).unwrap().dialect, Dialect::EditList);
    means(
        r#"{"file_path":"a","edits":[{"old_string":"x","new_string":"y","replace_all":true}]}"#,
        r#"{"op":"replace","path":"a","old":"x","new":"y","match":"exact","keep_indent":false,"pick":"all"}"#,
    );
    let dry = request(r#"{"path":"a","edits":[{"oldText":"x","newText":"y"}],"dryRun":true}"#);
    assert_eq!(dry.terms.run, Run::DryRun);
    let wet = request(r#"{"path":"a","edits":[{"oldText":"x","newText":"y"}],"dryRun":false}"#);
    assert_eq!(wet.terms.run, Run::Commit);
}

#[test]
fn occurrences() {
    let pick = |more: &str| {
        let json = format!(r#"{{"path":"a","old_content":"x","new_content":"y"{more}}}"#);
        match action(&json) {
            Action::Replace(replace) => replace.pick,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(pick(""), Pick::Only);
    assert_eq!(pick(r#","occurrence":0"#), Pick::All);
    for ordinal in [1, 2, -1, -2] {
        let given = format!(r#","occurrence":{ordinal}"#);
        assert_eq!(pick(&given), Pick::Occurrence(ordinal));
    }
}

#[test]
fn an_empty_old_text_inserts_or_appends() {
    let appended = Action::Append(Append {
        text: "y".into(),
        must_exist: true,
    });
    assert_eq!(
        action(r#"{"path":"/a","old_text":"","new_text":"y"}"#),
        appended
    );
    let inserted = r#"{"path":"/a","old_text":"","new_text":"y","insert_line":4}"#;
    let Action::Insert(insert) = action(inserted) else {
        panic!("{inserted}");
    };
    // This dialect has no line 0.
    assert!(!insert.has_line_zero);
    let ours = Insert {
        has_line_zero: true,
        ..insert
    };
    assert_eq!(
        json::parse(br#"{"op":"insert","path":"/a","line":4,"text":"y"}"#)
            .unwrap()
            .steps[0]
            .action,
        Action::Insert(ours)
    );
    means(
        r#"{"path":"/a","old_text":"x","new_text":"y","replace_all":true}"#,
        r#"{"op":"replace","path":"/a","old":"x","new":"y","match":"exact","keep_indent":false,"pick":"all"}"#,
    );
    // Without `insert_line` and `replace_all`, the path may be relative.
    means(
        r#"{"path":"a","old_text":"x","new_text":"y"}"#,
        r#"{"op":"replace","path":"a","old":"x","new":"y","match":"exact","keep_indent":false}"#,
    );
    means(
        r#"{"path":"a","old_text":"x","new_text":"y","expected_matches":2}"#,
        r#"{"op":"replace","path":"a","old":"x","new":"y","match":"exact","keep_indent":false,"expect":2}"#,
    );
}

#[test]
fn lines_by_number() {
    means(
        r#"{"path":"a","start_line":2,"end_line":3,"new_content":"y"}"#,
        r#"{"op":"lines","path":"a","start":2,"end":3,"text":"y"}"#,
    );
    for (line, at) in [
        (0, InsertAt::Beginning),
        (-1, InsertAt::End),
        (2, InsertAt::line(2).unwrap()),
    ] {
        let json = format!(r#"{{"path":"a","line":{line},"content":"y"}}"#);
        match action(&json) {
            Action::Insert(insert) => assert_eq!(insert.at, at),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_modes_of_writing() {
    let with = |mode: &str| {
        let json = format!(r#"{{"path":"a","mode":"{mode}","content":"x"}}"#);
        action(&json)
    };
    assert!(matches!(with("create"), Action::Create(_)));
    assert!(matches!(
        with("append"),
        Action::Append(Append {
            must_exist: true,
            ..
        })
    ));
    assert!(matches!(
        with("overwrite"),
        Action::Write(Write {
            overwrites: true,
            ..
        })
    ));
    let ours =
        r#"{"op":"replace","path":"a","old":"x","new":"y","match":"exact","keep_indent":false}"#;
    for texts in [
        r#""old_text":"x","new_text":"y""#,
        r#""old_text":"x","content":"y""#,
        r#""old_string":"x","new_string":"y""#,
        r#""old_content":"x","new_content":"y""#,
    ] {
        means(&format!(r#"{{"path":"a","mode":"edit",{texts}}}"#), ours);
    }
    means(
        r#"{"path":"a","mode":"edit","old_text":"x","new_text":"y","expected_matches":2}"#,
        r#"{"op":"replace","path":"a","old":"x","new":"y","match":"exact","keep_indent":false,"expect":2}"#,
    );
}

#[test]
fn diffs_and_how_they_are_placed() {
    let diff = patch(r#"{"diff":"d","target":"a"}"#);
    assert_eq!((diff.diff.as_ref(), diff.mode), (&b"d"[..], None));
    assert_eq!(diff.target.unwrap().to_str(), Some("a"));
    assert_eq!(diff.format, DiffFormat::Sent);
    let file = patch(r#"{"diff_file":"x.diff","target":"a","strict_validation":true}"#);
    assert_eq!(file.diff, "from a file");
    assert_eq!(file.format, DiffFormat::Strict);
    let mode = |more: &str| patch(&format!(r#"{{"diff":"d","target":"a"{more}}}"#)).mode;
    assert_eq!(mode(r#","mode":"tolerant""#), Some(PatchMode::Tolerant));
    let fuzzy = |value| Some(PatchMode::Fuzzy(Threshold::new(value).unwrap()));
    assert_eq!(mode(r#","mode":"fuzzy""#), fuzzy(0.8));
    assert_eq!(mode(r#","mode":"fuzzy","fuzzy_threshold":0.5"#), fuzzy(0.5));
    assert_eq!(mode(r#","mode":"fuzzy","fuzzy_threshold":1"#), fuzzy(1.0));
    let dry = request(r#"{"diff":"d","target":"a","dry_run":true}"#);
    assert_eq!(dry.terms.run, Run::DryRun);
    let one = patch(r#"{"path":"a","patch":"d"}"#);
    assert_eq!(one.target.unwrap().to_str(), Some("a"));
}

#[test]
fn calls_of_the_patch_tool() {
    let call = |operation: &str| {
        patch(&format!(
            r#"{{"type":"apply_patch_call","id":"i","call_id":"c","status":"completed","operation":{operation}}}"#
        ))
    };
    let update = call(r#"{"type":"update_file","path":"a b","diff":"@@\n-x\n+y"}"#);
    assert_eq!(
        update.diff,
        "*** Begin Patch\n*** Update File: a b\n@@\n-x\n+y\n*** End Patch\n"
    );
    assert_eq!(update.target.unwrap().to_str(), Some("a b"));
    assert_eq!(
        call(r#"{"type":"create_file","path":"a","diff":"+x\n"}"#).diff,
        "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n"
    );
    assert_eq!(
        call(r#"{"type":"delete_file","path":"a"}"#).diff,
        "*** Begin Patch\n*** Delete File: a\n*** End Patch\n"
    );
    // Without the other fields of the item, and with an envelope in `diff`.
    let bare =
        patch(r#"{"operation":{"type":"update_file","path":"a","diff":"*** Begin Patch\nx"}}"#);
    assert_eq!(bare.diff, "*** Begin Patch\nx");
}

#[test]
fn envelopes_in_every_wrapping() {
    const ENVELOPE: &str = r"*** Begin Patch\n*** Delete File: a\n*** End Patch";
    for json in [
        format!(r#""{ENVELOPE}""#),
        format!(r#"{{"input":"{ENVELOPE}"}}"#),
        format!(r#"{{"patch":"{ENVELOPE}"}}"#),
        format!(r#"{{"command":["apply_patch","{ENVELOPE}"]}}"#),
        format!(r#"{{"command":["applypatch","{ENVELOPE}"]}}"#),
    ] {
        let patch = patch(&json);
        assert_eq!(patch.diff, ENVELOPE.replace(r"\n", "\n"), "{json}");
        assert_eq!(patch.target, None, "{json}");
    }
}

#[test]
fn exact_unless_the_payload_says_otherwise() {
    let matching = |more: &str| {
        let json = format!(r#"{{"path":"a","old_string":"x","new_string":"y"{more}}}"#);
        match action(&json) {
            Action::Replace(replace) => replace.find.matching,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(matching(""), Match::Exact);
    assert_eq!(matching(r#","match":"mechanical""#), Match::Mechanical);
}

#[test]
fn native_conditions_work_with_every_payload() {
    let request = request(
        r#"{"path":"a","old_string":"x","new_string":"y","dry_run":true,"task":"t","force_shrink":true}"#,
    );
    assert_eq!(request.terms.run, Run::DryRun);
    assert_eq!(request.terms.task.as_deref(), Some("t"));
    assert!(request.terms.lift.shrink);
    let hashed =
        steps(r#"{"path":"a","old_string":"x","new_string":"y","expect_hash":"12345678"}"#);
    assert!(hashed[0].expect_hash.is_some());
}
