//! Tests the function of the example.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../examples/list_hunks.rs"]
mod list_hunks;

use bytes::Bytes;

#[test]
fn a_hunk_with_wrong_counts_is_listed_with_its_repair() {
    let diff = "--- a/job.conf\n+++ b/job.conf\n@@ -1,7 +1,9 @@\n-retries = 3\n+retries = 5\n";
    let more = format!("{diff}--- a/b\n+++ b/b\n@@ -1 +1,2 @@\n x\n+y\n");
    let list = list_hunks::list(&Bytes::from(more)).unwrap();
    let (hunks, repair) = list.split_at(list.find("line ").unwrap());
    assert_eq!(hunks, "b/job.conf: +1 -1\nb/b: +1 -0\n");
    assert!(repair.starts_with("line 3: "), "{repair}");
}

#[test]
fn prose_is_not_a_diff() {
    assert!(list_hunks::list(&Bytes::from_static(b"nothing here\n")).is_err());
}
