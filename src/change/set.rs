//! The change set: construction and application. Composition, inversion and rebasing live beside it.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;

use crate::text::Span;

/// At byte `at` of the original, `old` becomes `new`.
///
/// `old` is witness, undo and diff source in one; the range is derived from it. Both texts share memory
/// with the snapshot or with each other, so an edit is cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// Offset in the original, bytes.
    pub at: usize,
    /// The text there.
    pub old: Bytes,
    /// The text that comes there.
    pub new: Bytes,
}

impl Edit {
    /// The replaced bytes of the original.
    pub fn span(&self) -> Span {
        Span::of_len(self.at, self.old.len())
    }

    /// Offset just past the replaced bytes.
    pub fn end(&self) -> usize {
        self.at + self.old.len()
    }
}

/// Sorted replacements against a text of `base_len` bytes, with a gap between any two.
///
/// Touching edits are coalesced on construction (else the set of change sets is not closed under
/// inversion). Edits are never trimmed to their common prefix and suffix (that hides conflicts) and never
/// dropped because `old == new` (that breaks associativity); an edit with both sides empty is nothing
/// and is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeSet {
    pub(super) base_len: usize,
    /// Shared by clones: there may be a million, and drafts, plan, report and record all have the set.
    pub(super) edits: Arc<Vec<Edit>>,
    /// Offset in the result of each edit's new text: what makes positions a binary search.
    pub(super) starts: Arc<Vec<usize>>,
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
    /// The text, or the result, would be longer than memory can hold (`isize::MAX` bytes).
    TooLong,
    /// The text has another length than the one the set was made for.
    Length {
        /// Bytes the set was made for.
        expected: usize,
        /// Bytes of the text.
        found: usize,
    },
    /// The text at edit `edit` (0-based) is not its `old`.
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
            Self::TooLong => f.write_str("longer than any text"),
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
            edits: Arc::default(),
            starts: Arc::default(),
        }
    }

    /// The change of all of `old` to `new`.
    pub fn whole(old: Bytes, new: Bytes) -> Self {
        Self::of_sorted(old.len(), vec![Edit { at: 0, old, new }])
    }

    /// Makes a change set of `edits` that cannot but be one: those that are left of another set, those that two texts
    /// differ by.
    ///
    /// # Panics
    /// When they overlap or lie outside the text. That is a bug in the caller, and to go on would be to write
    /// something else than was asked.
    pub fn of_sorted(base_len: usize, edits: Vec<Edit>) -> Self {
        match Self::new(base_len, edits) {
            Ok(set) => set,
            #[allow(clippy::panic, reason = "nothing is written")]
            Err(error) => panic!("edits that are no change set: {error}"),
        }
    }

    /// Makes a change set of `edits`, which are sorted by offset and coalesced where they touch. At one
    /// offset, insertions come before what is replaced there and keep their order. Linear but for the
    /// sort, which costs one pass when they are sorted already.
    ///
    /// # Errors
    /// `Overlap` when two edits claim the same byte, `PastEnd` when one lies outside the text, `TooLong`
    /// when the lengths overflow. Edits are numbered in sorted order.
    pub fn new(base_len: usize, mut edits: Vec<Edit>) -> Result<Self, ChangeSetError> {
        edits.sort_by_key(|edit| (edit.at, !edit.old.is_empty()));
        check_lengths(base_len, &edits)?;
        if are_apart(&edits) {
            return Ok(Self::of_apart(base_len, edits));
        }
        let mut builder = Builder::with_capacity(base_len, edits.len());
        let mut end = 0;
        for (number, edit) in edits.into_iter().enumerate() {
            if edit.at < end {
                return Err(ChangeSetError::Overlap { edit: number });
            }
            end = edit.end();
            builder.push(edit);
        }
        Ok(builder.finish())
    }

    /// Makes a change set that replaces spans of `base`; the old texts are slices of `base`, which no
    /// coalescing copies. As [`Self::new`] otherwise.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn over(
        base: &Bytes,
        replacements: impl IntoIterator<Item = (Span, Bytes)>,
    ) -> Result<Self, ChangeSetError> {
        let mut edits = Vec::new();
        for (edit, (span, new)) in replacements.into_iter().enumerate() {
            if span.end() > base.len() {
                return Err(ChangeSetError::PastEnd { edit });
            }
            let old = base.slice(span.range());
            edits.push(Edit {
                at: span.start(),
                old,
                new,
            });
        }
        let given = edits.len();
        let mut set = Self::new(base.len(), edits)?;
        if set.edits.len() < given {
            for edit in Arc::make_mut(&mut set.edits) {
                edit.old = base.slice(edit.span().range());
            }
        }
        Ok(set)
    }

    /// The set of `edits`, which [`are_apart`].
    pub(super) fn of_apart(base_len: usize, edits: Vec<Edit>) -> Self {
        let starts = edits.iter().scan((0, 0), |(end, result_end), edit| {
            let start = *result_end + (edit.at - *end);
            (*end, *result_end) = (edit.end(), start + edit.new.len());
            Some(start)
        });
        Self {
            base_len,
            starts: Arc::new(starts.collect()),
            edits: Arc::new(edits),
        }
    }

    /// The end of the new text of the last edit in the result; 0 without edits.
    fn result_end(&self) -> usize {
        match (self.starts.last(), self.edits.last()) {
            (Some(start), Some(edit)) => start + edit.new.len(),
            _ => 0,
        }
    }

    /// Length in bytes of the text the set applies to.
    pub fn base_len(&self) -> usize {
        self.base_len
    }

    /// Length in bytes of the result.
    pub fn result_len(&self) -> usize {
        let kept_from = self.edits.last().map_or(0, Edit::end);
        self.result_end() + (self.base_len - kept_from)
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
        let stands = |edit: &Edit| {
            let there = &base[edit.span().range()];
            // A slice of this very text need not be compared with itself.
            std::ptr::eq(there, &edit.old[..]) || there == edit.old
        };
        match self.edits.iter().position(|edit| !stands(edit)) {
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

/// Whether `edits` are what a change set holds: in order, none touching the next, none for nothing.
fn are_apart(edits: &[Edit]) -> bool {
    let is_nothing = |edit: &Edit| edit.old.is_empty() && edit.new.is_empty();
    edits.windows(2).all(|pair| pair[0].end() < pair[1].at) && !edits.iter().any(is_nothing)
}

/// Whether every edit ends inside the text and the result is a length that exists.
fn check_lengths(base_len: usize, edits: &[Edit]) -> Result<(), ChangeSetError> {
    let mut longest = base_len;
    for (number, edit) in edits.iter().enumerate() {
        match edit.at.checked_add(edit.old.len()) {
            Some(end) if end <= base_len => {}
            _ => return Err(ChangeSetError::PastEnd { edit: number }),
        }
        longest = longest.saturating_add(edit.new.len());
    }
    match isize::try_from(longest) {
        Ok(_) => Ok(()),
        Err(_) => Err(ChangeSetError::TooLong),
    }
}

/// Consecutive pieces of one text. The first piece is kept as it is, so that a text of one piece shares
/// its memory; only a second one makes a copy.
#[derive(Debug, Default)]
pub(super) struct PieceRun {
    only: Bytes,
    joined: Vec<u8>,
}

impl PieceRun {
    /// Adds `piece` at the end, sharing its memory if it stays the only one.
    pub(super) fn push(&mut self, piece: Bytes) {
        if self.is_empty() {
            self.only = piece;
        } else {
            self.push_slice(&piece);
        }
    }

    /// Adds a copy of `piece` at the end.
    pub(super) fn push_slice(&mut self, piece: &[u8]) {
        if piece.is_empty() {
            return;
        }
        if self.joined.is_empty() {
            self.joined.extend_from_slice(&self.only);
            self.only = Bytes::new();
        }
        self.joined.extend_from_slice(piece);
    }

    fn is_empty(&self) -> bool {
        self.only.is_empty() && self.joined.is_empty()
    }

    /// The whole text.
    pub(super) fn into_bytes(self) -> Bytes {
        if self.joined.is_empty() {
            self.only
        } else {
            self.joined.into()
        }
    }
}

/// The edit that may still grow.
struct OpenEdit {
    at: usize,
    end: usize,
    old: PieceRun,
    new: PieceRun,
}

/// A change set in the making.
pub(super) struct Builder {
    base_len: usize,
    edits: Vec<Edit>,
    open: Option<OpenEdit>,
    dropped: usize,
}

impl Builder {
    /// Begins a change set for a text of `base_len` bytes with room for `edits` edits.
    pub(super) fn with_capacity(base_len: usize, edits: usize) -> Self {
        Self {
            base_len,
            edits: Vec::with_capacity(edits),
            open: None,
            dropped: 0,
        }
    }

    /// Appends `edit`, which must begin at or after the end of the last one, coalescing if they touch.
    pub(super) fn push(&mut self, edit: Edit) {
        if edit.old.is_empty() && edit.new.is_empty() {
            self.dropped += 1;
            return;
        }
        let end = edit.end();
        if self.open.as_ref().is_none_or(|open| open.end != edit.at) {
            self.close();
            self.open = Some(OpenEdit {
                at: edit.at,
                end,
                old: PieceRun::default(),
                new: PieceRun::default(),
            });
        }
        if let Some(open) = &mut self.open {
            open.end = end;
            open.old.push(edit.old);
            open.new.push(edit.new);
        }
    }

    /// How many edits were pushed that replace nothing by nothing and so were not kept.
    pub(super) fn dropped(&self) -> usize {
        self.dropped
    }

    /// The change set.
    pub(super) fn finish(mut self) -> ChangeSet {
        self.close();
        ChangeSet::of_apart(self.base_len, self.edits)
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.edits.push(Edit {
                at: open.at,
                old: open.old.into_bytes(),
                new: open.new.into_bytes(),
            });
        }
    }
}
