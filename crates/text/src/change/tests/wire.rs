//! The JSON forms survive a round trip, and invalid input is refused.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::exhaustive::every_set;
use super::property::{Drawn, batches, draw, run};
use super::set;
use crate::change::{ChangeSet, Record, TransitionKind};
use crate::snapshot::Fingerprint;

fn record() -> Record {
    let changes = set(3, &[(1, "b", "xy")]);
    Record {
        path: "src/a.rs".into(),
        from: None,
        transition: TransitionKind::Edited,
        before: Some(Fingerprint::hash(b"abc")),
        after: Some(Fingerprint::hash(b"axyc")),
        modes: Some((0o644, 0o755)),
        attributes: crate::snapshot::Attributes::default(),
        encoding: None,
        changes,
    }
}

#[test]
fn json_round_trips() {
    for set in every_set(b"a\xff", &["", "x"]) {
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(serde_json::from_str::<ChangeSet>(&json).unwrap(), set);
    }
    run(&batches(1..2), |Drawn { text, steps }| {
        let set = draw(text, &steps[0]);
        let json = serde_json::to_vec(&set).unwrap();
        assert_eq!(serde_json::from_slice::<ChangeSet>(&json).unwrap(), set);
    });
}

#[test]
fn records_round_trip_in_every_transition() {
    let odd = Path::new(OsStr::from_bytes(b"d/\xfe"));
    let text = Some(Fingerprint::hash(b"abc"));
    let of = |transition, from: Option<PathBuf>, before, after, changes| Record {
        path: odd.to_owned(),
        from,
        transition,
        before,
        after,
        modes: None,
        attributes: crate::snapshot::Attributes::default(),
        encoding: None,
        changes,
    };
    let same = ChangeSet::identity(3);
    let records = [
        record(),
        of(TransitionKind::Edited, None, text, text, same.clone()),
        of(
            TransitionKind::Created,
            None,
            None,
            text,
            set(0, &[(0, "", "abc")]),
        ),
        of(
            TransitionKind::Removed,
            None,
            text,
            None,
            set(3, &[(0, "abc", "")]),
        ),
        of(
            TransitionKind::Moved,
            Some("/abs/x".into()),
            text,
            text,
            same.clone(),
        ),
        of(TransitionKind::Copied, Some(odd.into()), text, text, same),
    ];
    for record in records {
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(
            serde_json::from_str::<Record>(&json).unwrap(),
            record,
            "{json}"
        );
    }
}

#[test]
fn a_record_has_this_json() {
    let expected = json!({
        "schema": "incise.record/1",
        "path": "src/a.rs",
        "transition": "edited",
        "before": {"hash": Fingerprint::hash(b"abc").to_string(), "len": 3},
        "after": {"hash": Fingerprint::hash(b"axyc").to_string(), "len": 4},
        "modes": ["0644", "0755"],
        "changes": {"base_len": 3, "edits": [{"at": 1, "old": "b", "new": "xy"}]},
    });
    assert_eq!(serde_json::to_value(record()).unwrap(), expected);
}

#[test]
fn decoder_refuses_every_broken_invariant() {
    let edit = |at: usize, old: &str, new: &str| json!({"at": at, "old": old, "new": new});
    let broken = [
        ("unsorted", 9, vec![edit(4, "a", "b"), edit(1, "a", "b")]),
        (
            "overlapping",
            9,
            vec![edit(1, "aa", "b"), edit(2, "a", "b")],
        ),
        ("touching", 9, vec![edit(1, "a", "b"), edit(2, "a", "b")]),
        ("same place", 9, vec![edit(1, "", "b"), edit(1, "", "c")]),
        ("nothing", 9, vec![edit(1, "", "")]),
        ("past the end", 2, vec![edit(1, "aa", "")]),
        ("insertion past the end", 2, vec![edit(3, "", "a")]),
        ("overflow", 2, vec![edit(usize::MAX, "a", "")]),
        ("impossible length", usize::MAX, vec![]),
        (
            "longer than any text",
            isize::MAX as usize,
            vec![edit(0, "", "a")],
        ),
    ];
    for (what, base_len, edits) in broken {
        let json = json!({"base_len": base_len, "edits": edits});
        assert!(serde_json::from_value::<ChangeSet>(json).is_err(), "{what}");
    }
    for json in [
        json!({"base_len": 3}),
        json!({"edits": []}),
        json!({"base_len": 3, "edits": [], "more": 1}),
        json!({"base_len": -1, "edits": []}),
        json!({"base_len": 3, "edits": [{"at": 0, "old": "a"}]}),
        json!({"base_len": 3, "edits": [{"at": 0, "old": "a", "new": "b", "more": 1}]}),
        json!({"base_len": 3, "edits": [{"at": 0, "old": {"base64": "?"}, "new": "b"}]}),
    ] {
        assert!(
            serde_json::from_value::<ChangeSet>(json.clone()).is_err(),
            "{json}"
        );
    }
}

#[test]
fn record_decoder_refuses_every_broken_invariant() {
    let good = serde_json::to_value(record()).unwrap();
    assert!(serde_json::from_value::<Record>(good.clone()).is_ok());
    let fingerprint = |text: &[u8]| serde_json::to_value(Fingerprint::hash(text)).unwrap();
    let broken = [
        ("schema", json!("incise.record/2")),
        ("path", json!("")),
        ("path", json!("a/../b")),
        ("path", json!("./a")),
        ("path", json!("a//b")),
        ("path", json!("a/")),
        ("path", json!("/")),
        ("from", json!("b")),
        ("transition", json!("melted")),
        ("transition", json!("created")),
        ("transition", json!("removed")),
        ("transition", json!("moved")),
        ("before", Value::Null),
        ("after", Value::Null),
        ("before", fingerprint(b"abcd")),
        ("after", fingerprint(b"abc")),
        ("before", json!("blake3:00")),
        ("modes", json!(["0644", "0644"])),
        ("modes", json!(["644", "0755"])),
        ("modes", json!(["0648", "0755"])),
        ("modes", json!(["+644", "0755"])),
        ("modes", json!(["0644"])),
        ("changes", json!({"base_len": 3, "edits": []})),
        ("changes", Value::Null),
        ("more", json!(1)),
    ];
    for (field, value) in broken {
        let mut json = good.clone();
        json[field] = value;
        assert!(
            serde_json::from_value::<Record>(json.clone()).is_err(),
            "{json}"
        );
    }
    for field in ["schema", "path", "transition", "changes", "before", "after"] {
        let mut json = good.clone();
        json.as_object_mut().unwrap().remove(field);
        assert!(serde_json::from_value::<Record>(json).is_err(), "{field}");
    }
}
