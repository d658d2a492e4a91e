//! A transaction survives a round trip, and invalid input is refused.

use super::super::{EDIT_SCHEMA, Record, Transaction, TransitionKind};
use super::set;
use crate::snapshot::Fingerprint;

fn transaction() -> Transaction {
    let (before, after) = (Fingerprint::hash(b"one"), Fingerprint::hash(b"1"));
    let record = Record {
        path: "src/a".into(),
        from: Some("b".into()),
        transition: TransitionKind::Moved,
        before: Some(before),
        after: Some(after),
        modes: Some((0o644, 0o755)),
        attributes: crate::snapshot::Attributes::default(),
        encoding: None,
        changes: set(3, &[(0, "one", "1")]),
    };
    let secret = Record {
        path: ".env".into(),
        from: None,
        transition: TransitionKind::Edited,
        modes: None,
        ..record.with_changes(None)
    };
    let changes = Some(record.changes.clone());
    let files = vec![record.with_changes(changes), secret];
    Transaction::new(Some(41), Some("t1".into()), files)
}

#[test]
fn json_round_trips() {
    let transaction = transaction();
    let json = serde_json::to_string(&transaction).unwrap();
    assert!(!json.contains('\n'));
    assert!(json.starts_with(&format!(
        r#"{{"schema":"{EDIT_SCHEMA}","id":41,"task":"t1""#
    )));
    assert!(json.contains(r#"{"redacted":true,"path":".env""#));
    let back: Transaction = serde_json::from_str(&json).unwrap();
    assert_eq!(back, transaction);
}

#[test]
fn invalid_transactions_are_refused_with_a_reason() {
    let json = serde_json::to_string(&transaction()).unwrap();
    for (old, new, reason) in [
        ("incise.edit/1", "incise.edit/2", "the schema is not"),
        ("\"src/a\"", "\"/src/a\"", "relative to the root"),
        ("\"src/a\"", "\"../a\"", "no `.` and no `..`"),
        ("\".env\"", "\"./.env\"", "no `.` and no `..`"),
        ("\"id\":41", "\"number\":41", "unknown field `number`"),
        ("\"len\":3", "\"len\":4", "does not match the lengths"),
        (
            "\"redacted\":true",
            "\"redacted\":true,\"x\":1",
            "unknown field `x`",
        ),
    ] {
        let broken = json.replacen(old, new, 1);
        assert_ne!(broken, json, "{old}");
        let error = serde_json::from_str::<Transaction>(&broken).unwrap_err();
        assert!(error.to_string().contains(reason), "{old}: {error}");
    }
}
