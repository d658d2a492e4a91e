//! The change set: construction and application. Composition, inversion and rebasing live beside it.

use std::fmt;

use bytes::Bytes;

use super::Edit;

/// Sorted replacements against a text of `base_len` bytes, with a gap between any two.
///
/// Touching edits are coalesced on construction (else the set of change sets is not closed under
/// inversion). Edits are never trimmed to their common prefix and suffix (that hides conflicts) and never
/// dropped because `old == new` (that breaks associativity); an edit with both sides empty is nothing
/// and is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeSet {
    pub(super) base_len: usize,
    pub(super) edits: Vec<Edit>,
}

/// Why a list of edits is not a change set, or does not fit a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeSetError {
    /// Edit `edit` (0-based) begins before the one before it ends.
    Overlap {
        /// 0-based number of the later edit.
        edit: usize,
    },
    /// Edit `edit` (0-based) reaches past the end of the text.
    PastEnd {
        /// 0-based number of the edit.
        edit: usize,
    },
    /// The text has another length than the one the set was made for.
    Length {
        /// Bytes the set was made for.
        expected: usize,
        /// Bytes of the text.
        found: usize,
    },
    /// What stands at edit `edit` (0-based) is not its `old`.
    Witness {
        /// 0-based number of the edit.
        edit: usize,
    },
}

impl fmt::Display for ChangeSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap { edit } => write!(f, "edit {edit} overlaps the one before it"),
            Self::PastEnd { edit } => write!(f, "edit {edit} reaches past the end"),
            Self::Length { expected, found } => {
                write!(f, "made for {expected} bytes, the text has {found}")
            }
            Self::Witness { edit } => write!(f, "the text at edit {edit} is not what it replaces"),
        }
    }
}

impl std::error::Error for ChangeSetError {}

impl ChangeSet {
    /// The change set that changes nothing in a text of `base_len` bytes.
    pub fn identity(base_len: usize) -> Self {
        Self {
            base_len,
            edits: Vec::new(),
        }
    }

    /// Makes a change set of `edits`, which are sorted by offset (edits at one offset keep their order)
    /// and coalesced where they touch.
    ///
    /// # Errors
    /// `Overlap` when two edits claim the same byte, `PastEnd` when one lies outside the text.
    pub fn new(base_len: usize, mut edits: Vec<Edit>) -> Result<Self, ChangeSetError> {
        edits.sort_by_key(|edit| edit.at);
        let mut set = Self {
            base_len,
            edits: Vec::with_capacity(edits.len()),
        };
        for (number, edit) in edits.into_iter().enumerate() {
            if set.edits.last().is_some_and(|last| edit.at < last.end()) {
                return Err(ChangeSetError::Overlap { edit: number });
            }
            if edit.end() > base_len {
                return Err(ChangeSetError::PastEnd { edit: number });
            }
            set.push(edit);
        }
        Ok(set)
    }

    /// Appends `edit`, which must begin at or after the end of the last one, coalescing if they touch.
    pub(super) fn push(&mut self, edit: Edit) {
        if edit.old.is_empty() && edit.new.is_empty() {
            return;
        }
        match self.edits.last_mut() {
            Some(last) if last.end() == edit.at => {
                last.old = concat(&last.old, &edit.old);
                last.new = concat(&last.new, &edit.new);
            }
            _ => self.edits.push(edit),
        }
    }

    /// Length in bytes of the text the set applies to.
    pub fn base_len(&self) -> usize {
        self.base_len
    }

    /// Length in bytes of the result.
    pub fn result_len(&self) -> usize {
        let (old, new) = self.edits.iter().fold((0, 0), |(old, new), edit| {
            (old + edit.old.len(), new + edit.new.len())
        });
        self.base_len - old + new
    }

    /// The edits in order, with a gap between any two.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether there is no edit at all. A set whose edits all have `old == new` is not empty, but does
    /// not change the text: see [`Self::changes_text`].
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Whether the result differs from the original.
    pub fn changes_text(&self) -> bool {
        self.edits.iter().any(|edit| edit.old != edit.new)
    }

    /// Whether `base` is a text this set can be applied to: right length, every `old` in its place.
    ///
    /// # Errors
    /// `Length` or `Witness`.
    pub fn check(&self, base: &[u8]) -> Result<(), ChangeSetError> {
        if base.len() != self.base_len {
            return Err(ChangeSetError::Length {
                expected: self.base_len,
                found: base.len(),
            });
        }
        let wrong = |edit: &Edit| base[edit.span().range()] != edit.old[..];
        match self.edits.iter().position(wrong) {
            Some(edit) => Err(ChangeSetError::Witness { edit }),
            None => Ok(()),
        }
    }

    /// The result as slices of `base` and of the new texts, in order, none empty: for a writer that
    /// streams. `base` must pass [`Self::check`].
    pub fn pieces<'a>(&'a self, base: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let mut kept_from = 0;
        let edited = self.edits.iter().flat_map(move |edit| {
            let kept = &base[kept_from..edit.at];
            kept_from = edit.end();
            [kept, &edit.new[..]]
        });
        let tail_from = self.edits.last().map_or(0, Edit::end);
        edited
            .chain(std::iter::once(&base[tail_from..]))
            .filter(|piece| !piece.is_empty())
    }

    /// The result in one piece.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn apply(&self, base: &[u8]) -> Result<Vec<u8>, ChangeSetError> {
        self.check(base)?;
        let mut result = Vec::with_capacity(self.result_len());
        self.pieces(base)
            .for_each(|piece| result.extend_from_slice(piece));
        Ok(result)
    }
}

fn concat(left: &Bytes, right: &Bytes) -> Bytes {
    match (left.is_empty(), right.is_empty()) {
        (_, true) => left.clone(),
        (true, _) => right.clone(),
        _ => [&left[..], &right[..]].concat().into(),
    }
}
