//! Detects edits that would change their own earlier result: an `x` that became `x y` would become `x y y`.

use std::cell::OnceCell;

use memchr::memmem;

use crate::change::{ChangeSet, EditRef};
use crate::text::{LineEnding, Span};

/// The maximum number of edits to check one by one. If there are more, the text is searched once for their new text.
const MAX_CHECKED: usize = 4096;
/// The maximum number of edits to compare with the edits of an earlier run.
const MAX_COMPARED: usize = 256;
/// The bytes of a new text that are searched for first. Preparing the search for a longer text takes longer than the
/// search.
const BEGINNING: usize = 32;

/// The changes of a new edit. Whether they may repeat an earlier one is computed once.
pub struct NewChanges<'c> {
    pub changes: &'c ChangeSet,
    may_be_repeated: OnceCell<bool>,
}

impl<'c> NewChanges<'c> {
    pub fn new(changes: &'c ChangeSet) -> Self {
        Self {
            changes,
            may_be_repeated: OnceCell::new(),
        }
    }

    /// False if no edit can have been applied to `text` before: none has its result around it, and none only deletes.
    pub fn may_be_repeated(&self, text: &[u8]) -> bool {
        *self.may_be_repeated.get_or_init(|| {
            // A deletion leaves no result to look for.
            let mut edits = self.changes.edit_refs();
            edits.any(|edit| edit.new.is_empty() && edit.old.len() > 1)
                || has_results(self.changes, text)
        })
    }
}

/// False if no edit of `changes` has its result around it in `text`.
fn has_results(changes: &ChangeSet, text: &[u8]) -> bool {
    if let Some((edit, count)) = changes.counted_edits().next()
        && count > MAX_CHECKED
    {
        return !edit.new.is_empty() && memmem::find(text, edit.new).is_some();
    }
    changes
        .edit_refs()
        .any(|edit| has_result_around(&edit, text))
}

fn has_result_around(edit: &EditRef<'_>, text: &[u8]) -> bool {
    let start = edit.at.saturating_sub(edit.new.len());
    let end = (edit.end() + edit.new.len()).min(text.len());
    let around = &text[start..end];
    // The last line of the text may lack its line ending.
    let new = LineEnding::strip(edit.new);
    let beginning = &new[..new.len().min(BEGINNING)];
    !edit.new.is_empty()
        && memmem::find(around, beginning).is_some()
        && memmem::find(around, new).is_some()
}

/// True if an edit of `changes` changes `result` or inserts directly next to it.
pub fn changes_result(changes: &ChangeSet, result: Span) -> bool {
    changes.edit_refs().any(|edit| {
        if edit.old.is_empty() {
            result.start() <= edit.at && edit.at <= result.end()
        } else if result.is_empty() {
            edit.at < result.start() && result.start() < edit.end()
        } else {
            edit.at < result.end() && result.start() < edit.end()
        }
    })
}

/// True if `result` is a deletion, and an edit of `changes` deletes the text after it. A hunk that deletes one of several
/// equal lines matches there again. The next hunk of a series deletes the line before it.
pub fn deletes_after(changes: &ChangeSet, result: Span) -> bool {
    let mut edits = changes.edit_refs();
    result.is_empty() && edits.any(|edit| edit.new.is_empty() && edit.at == result.start())
}

/// True if `made` may contain an edit of `changes`.
pub fn may_be_among(changes: &ChangeSet, made: &ChangeSet) -> bool {
    if changes.edit_refs().len() > MAX_COMPARED || made.edit_refs().len() > MAX_COMPARED {
        return true;
    }
    changes
        .edit_refs()
        .any(|edit| made.edit_refs().any(|made| is_part_of(&edit, &made)))
}

fn is_part_of(edit: &EditRef<'_>, made: &EditRef<'_>) -> bool {
    let is_deletion = edit.new.is_empty();
    memmem::find(made.new, edit.new).is_some()
        && (!is_deletion || memmem::find(made.old, edit.old).is_some())
}
