//! The laws of change sets. Each law is checked for every small case, and for larger texts with edits drawn from the
//! text.

mod build;
mod composition;
mod encoded;
mod exhaustive;
mod lines;
mod property;
mod transaction;
mod wire;

use bytes::Bytes;

use super::{ChangeSet, Edit};

/// A change set from `(at, old, new)` triples.
fn set(base_len: usize, edits: &[(usize, &str, &str)]) -> ChangeSet {
    ChangeSet::new(base_len, edits.iter().map(|&edit| edit_of(edit)).collect()).unwrap()
}

fn edit_of((at, old, new): (usize, &str, &str)) -> Edit {
    Edit {
        at,
        old: Bytes::copy_from_slice(old.as_bytes()),
        new: Bytes::copy_from_slice(new.as_bytes()),
    }
}

/// Checks the invariant: edits are sorted, have gaps, are inside the text and have no two empty texts. The offset of
/// every edit in the result is correct.
fn assert_well_formed(set: &ChangeSet) {
    let mut shift = 0isize;
    let mut end = None;
    for (edit, &start) in set.edits().iter().zip(set.starts()) {
        assert!(end.is_none_or(|end| end < edit.at), "touching: {set:?}");
        assert!(
            !edit.old.is_empty() || !edit.new.is_empty(),
            "nothing: {set:?}"
        );
        assert_eq!(start, edit.at.checked_add_signed(shift).unwrap());
        shift += edit.new.len() as isize - edit.old.len() as isize;
        end = Some(edit.end());
    }
    assert!(end.is_none_or(|end| end <= set.base_len()));
    assert_eq!(
        set.result_len(),
        set.base_len().checked_add_signed(shift).unwrap()
    );
}
