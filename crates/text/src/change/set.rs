//! Construction and application of change sets. Other modules compose, invert and rebase them.

use std::fmt;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use crate::text::Span;

/// Replaces `old` with `new` at byte `at` of the original.
///
/// `old` serves as precondition, undo data and diff source. The range follows from its length. Both texts are
/// reference-counted, so cloning an edit is cheap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// The byte offset in the original.
    pub at: usize,
    /// The old text at this offset.
    pub old: Bytes,
    /// The new text.
    pub new: Bytes,
}

impl Edit {
    /// The replaced bytes of the original.
    pub fn span(&self) -> Span {
        Span::of_len(self.at, self.old.len())
    }

    /// The offset of the end of the replaced bytes.
    pub fn end(&self) -> usize {
        self.at + self.old.len()
    }
}

/// Sorted replacements in a text of `base_len` bytes, with a gap between any two.
///
/// Construction joins touching edits; otherwise change sets would not be closed under inversion. Edits are never
/// trimmed to a common prefix and suffix, because that hides conflicts. They are not dropped if `old == new`, because
/// that breaks associativity. An edit with two empty texts is dropped.
#[derive(Clone, Debug)]
pub struct ChangeSet {
    pub(super) base_len: usize,
    /// Shared by clones: a set may contain a million edits, and drafts, plan, report and record all keep the set.
    list: Arc<EditList>,
}

/// The edits of a set: as constructed, and as derived on first use.
#[derive(Debug, Default)]
struct EditList {
    /// The places, if the same text replaces the same text at all of them. One edit per place takes five times the
    /// memory.
    everywhere: Option<Everywhere>,
    edits: OnceLock<Vec<Edit>>,
    /// The offset of each edit's new text in the result, for binary search.
    starts: OnceLock<Vec<usize>>,
}

/// A text that replaces another text at several places.
#[derive(Debug)]
struct Everywhere {
    base: Bytes,
    /// Sorted, with a gap between any two.
    places: Arc<Vec<Span>>,
    new: Bytes,
}

/// A borrowed [`Edit`] of a set.
#[derive(Clone, Copy, Debug)]
pub struct EditRef<'a> {
    /// The byte offset in the original.
    pub at: usize,
    /// The old text at this offset.
    pub old: &'a [u8],
    /// The new text.
    pub new: &'a Bytes,
}

impl EditRef<'_> {
    /// The replaced bytes of the original.
    pub fn span(&self) -> Span {
        Span::of_len(self.at, self.old.len())
    }

    /// The offset of the end of the replaced bytes.
    pub fn end(&self) -> usize {
        self.at + self.old.len()
    }
}

impl PartialEq for ChangeSet {
    fn eq(&self, other: &Self) -> bool {
        self.base_len == other.base_len && self.edits() == other.edits()
    }
}

impl Eq for ChangeSet {}

/// The reasons why a list of edits is not a change set, or why a set does not fit a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeSetError {
    /// Edit `edit` (0-based) begins before the previous edit ends.
    Overlap {
        /// The 0-based number of the later edit.
        edit: usize,
    },
    /// Edit `edit` (0-based) extends past the end of the text.
    PastEnd {
        /// The 0-based number of the edit.
        edit: usize,
    },
    /// The text or the result would exceed `isize::MAX` bytes.
    TooLong,
    /// The length of the text differs from the length that the set was made for.
    Length {
        /// The length in bytes that the set was made for.
        expected: usize,
        /// The length of the text in bytes.
        found: usize,
    },
    /// The text at edit `edit` (0-based) differs from its `old`.
    Witness {
        /// The 0-based number of the edit.
        edit: usize,
    },
}

impl fmt::Display for ChangeSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap { edit } => write!(f, "edit {} overlaps the one before it", edit + 1),
            Self::PastEnd { edit } => write!(f, "edit {} reaches past the end", edit + 1),
            Self::TooLong => f.write_str("longer than any text"),
            Self::Length { expected, found } => {
                write!(f, "made for {expected} bytes, the text has {found}")
            }
            Self::Witness { edit } => {
                write!(f, "the text at edit {} is not what it replaces", edit + 1)
            }
        }
    }
}

impl std::error::Error for ChangeSetError {}

impl ChangeSet {
    /// The empty change set for a text of `base_len` bytes.
    pub fn identity(base_len: usize) -> Self {
        Self {
            base_len,
            list: Arc::default(),
        }
    }

    /// Replaces the text at each of `places` of `base` with `new`; the old text is the same at all places. `None` if
    /// two places touch, a place is outside `base`, an edit would be empty, or the result is too long.
    pub fn everywhere(base: &Bytes, places: Arc<Vec<Span>>, new: Bytes) -> Option<Self> {
        let have_gaps = places.windows(2).all(|two| two[0].end() < two[1].start());
        let are_inside = places.last().is_none_or(|last| last.end() <= base.len());
        let are_empty = new.is_empty() && places.first().is_some_and(|first| first.is_empty());
        if !have_gaps || !are_inside || are_empty {
            return None;
        }
        let added = new.len().checked_mul(places.len())?;
        let longest = added.checked_add(base.len())?;
        isize::try_from(longest).ok()?;
        let everywhere = Everywhere {
            base: base.clone(),
            places,
            new,
        };
        Some(Self {
            base_len: base.len(),
            list: Arc::new(EditList {
                everywhere: Some(everywhere),
                ..EditList::default()
            }),
        })
    }

    /// The change that replaces all of `old` with `new`.
    pub fn whole(old: Bytes, new: Bytes) -> Self {
        Self::of_sorted(old.len(), vec![Edit { at: 0, old, new }])
    }

    /// Creates a change set from `edits` that are sorted and have gaps, such as a part of another set or the
    /// difference of two texts.
    ///
    /// # Panics
    /// If edits overlap or are outside the text. That is a bug in the caller, and continuing would write something
    /// that was not requested.
    pub fn of_sorted(base_len: usize, edits: Vec<Edit>) -> Self {
        match Self::new(base_len, edits) {
            Ok(set) => set,
            #[allow(clippy::panic, reason = "continuing would write a wrong text")]
            Err(error) => panic!("edits that are not a change set: {error}"),
        }
    }

    /// Creates a change set from `edits`. Sorts the edits by offset and joins touching edits. At the same offset,
    /// insertions precede replacements and keep their order. The time is linear except for the sort, which takes one
    /// pass if the edits are already sorted.
    ///
    /// # Errors
    /// `Overlap` if two edits claim the same byte, `PastEnd` if an edit is outside the text, `TooLong` if the lengths
    /// overflow. Edits are numbered in sorted order.
    pub fn new(base_len: usize, mut edits: Vec<Edit>) -> Result<Self, ChangeSetError> {
        edits.sort_by_key(|edit| (edit.at, !edit.old.is_empty()));
        check_lengths(base_len, &edits)?;
        if are_normalized(&edits) {
            return Ok(Self::of_normalized(base_len, edits));
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

    /// Creates a change set that replaces spans of `base`. The old texts are slices of `base`, even after touching
    /// edits are joined. Otherwise like [`Self::new`].
    ///
    /// # Errors
    /// The same as [`Self::new`], but `PastEnd` has the number in the given order.
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
        let count = edits.len();
        let set = Self::new(base.len(), edits)?;
        if set.count() == count {
            return Ok(set);
        }
        let mut sliced = Vec::with_capacity(set.count());
        for edit in set.edits() {
            sliced.push(Edit {
                old: base.slice(edit.span().range()),
                ..edit.clone()
            });
        }
        Ok(Self::of_normalized(base.len(), sliced))
    }

    /// Creates a set from `edits` that satisfy [`are_normalized`].
    pub(super) fn of_normalized(base_len: usize, edits: Vec<Edit>) -> Self {
        Self {
            base_len,
            list: Arc::new(EditList {
                edits: edits.into(),
                ..EditList::default()
            }),
        }
    }

    /// The offset of each edit's new text in the result.
    pub(super) fn starts(&self) -> &[usize] {
        self.list.starts.get_or_init(|| {
            let mut starts = Vec::with_capacity(self.count());
            let (mut end, mut result_end) = (0, 0);
            for edit in self.edit_refs() {
                let start = result_end + (edit.at - end);
                starts.push(start);
                end = edit.end();
                result_end = start + edit.new.len();
            }
            starts
        })
    }

    /// The length in bytes of the text that the set applies to.
    pub fn base_len(&self) -> usize {
        self.base_len
    }

    /// The length of the result in bytes.
    pub fn result_len(&self) -> usize {
        let (mut old, mut new) = (0, 0);
        for (edit, count) in self.counted_edits() {
            old += edit.old.len() * count;
            new += edit.new.len() * count;
        }
        self.base_len - old + new
    }

    /// The number of edits.
    pub fn count(&self) -> usize {
        match &self.list.everywhere {
            Some(everywhere) => everywhere.places.len(),
            None => self.edits().len(),
        }
    }

    /// The edits in order, with a gap between any two. For a set made by [`Self::everywhere`], the first call creates
    /// them. Call [`Self::edit_refs`] to read the edits without creating them.
    pub fn edits(&self) -> &[Edit] {
        self.list.edits.get_or_init(|| {
            let mut edits = Vec::new();
            if let Some(all) = &self.list.everywhere {
                edits.reserve_exact(all.places.len());
                for place in all.places.iter() {
                    edits.push(Edit {
                        at: place.start(),
                        old: all.base.slice(place.range()),
                        new: all.new.clone(),
                    });
                }
            }
            edits
        })
    }

    /// Edit `number` (0-based).
    ///
    /// # Panics
    /// If there is no such edit.
    pub(super) fn edit_ref(&self, number: usize) -> EditRef<'_> {
        match &self.list.everywhere {
            Some(all) => {
                let place = all.places[number];
                EditRef {
                    at: place.start(),
                    old: &all.base[place.range()],
                    new: &all.new,
                }
            }
            None => {
                let Edit { at, old, new } = &self.edits()[number];
                EditRef { at: *at, old, new }
            }
        }
    }

    /// The edits in order, borrowed.
    pub fn edit_refs(&self) -> impl ExactSizeIterator<Item = EditRef<'_>> + DoubleEndedIterator {
        (0..self.count()).map(|number| self.edit_ref(number))
    }

    /// The edits with their counts. Only a set made by [`Self::everywhere`] counts equal edits as one.
    pub fn counted_edits(&self) -> impl Iterator<Item = (EditRef<'_>, usize)> {
        let count = self.count();
        let equal = match self.list.everywhere {
            Some(_) => count.max(1),
            None => 1,
        };
        let firsts = (0..count).step_by(equal);
        firsts.map(move |number| (self.edit_ref(number), equal))
    }

    /// True if there are no edits. A set whose edits all have `old == new` is not empty but does not change the text:
    /// see [`Self::changes_text`].
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// True if the result differs from the original.
    pub fn changes_text(&self) -> bool {
        self.counted_edits().any(|(edit, _)| edit.old != edit.new)
    }

    /// The edits whose old and new texts differ.
    pub fn differing(&self) -> Self {
        let mut differing = self.edits().to_vec();
        differing.retain(|edit| edit.old != edit.new);
        Self::of_normalized(self.base_len, differing)
    }

    /// Checks that this set applies to `base`: the length matches, and every `old` is at its offset.
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
        if let Some(all) = &self.list.everywhere
            && std::ptr::eq(&all.base[..], base)
        {
            return Ok(());
        }
        for (number, edit) in self.edit_refs().enumerate() {
            let current = &base[edit.span().range()];
            // Skip the comparison if both are the same slice of memory.
            if !std::ptr::eq(current, edit.old) && current != edit.old {
                return Err(ChangeSetError::Witness { edit: number });
            }
        }
        Ok(())
    }

    /// The result as non-empty slices of `base` and of the new texts, in order, for a streaming writer. `base` must
    /// pass [`Self::check`].
    pub fn pieces<'a>(&'a self, base: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let mut kept_from = 0;
        let edited = self.edit_refs().flat_map(move |edit| {
            let kept = &base[kept_from..edit.at];
            kept_from = edit.end();
            [kept, &edit.new[..]]
        });
        edited
            .chain(std::iter::once(self.tail(base)))
            .filter(|piece| !piece.is_empty())
    }

    /// The text after the last edit.
    fn tail<'a>(&self, base: &'a [u8]) -> &'a [u8] {
        &base[self.edit_refs().next_back().map_or(0, |edit| edit.end())..]
    }

    /// The last piece of [`Self::pieces`].
    pub fn last_piece<'a>(&'a self, base: &'a [u8]) -> Option<&'a [u8]> {
        let mut kept_to = base.len();
        let edited = self.edit_refs().rev().flat_map(move |edit| {
            let kept = &base[edit.end()..kept_to];
            kept_to = edit.at;
            [kept, &edit.new[..]]
        });
        let head = self
            .edit_refs()
            .next()
            .map_or(base, |first| &base[..first.at]);
        let mut pieces = edited.chain(std::iter::once(head));
        pieces.find(|piece| !piece.is_empty())
    }

    /// The result as one buffer.
    ///
    /// # Errors
    /// The same as [`Self::check`].
    pub fn apply(&self, base: &[u8]) -> Result<Vec<u8>, ChangeSetError> {
        self.check(base)?;
        let mut result = Vec::with_capacity(self.result_len());
        for piece in self.pieces(base) {
            result.extend_from_slice(piece);
        }
        Ok(result)
    }
}

/// True if `edits` satisfy the invariant of a change set: sorted, with gaps, none with two empty texts.
fn are_normalized(edits: &[Edit]) -> bool {
    edits.windows(2).all(|pair| pair[0].end() < pair[1].at)
        && edits
            .iter()
            .all(|edit| !edit.old.is_empty() || !edit.new.is_empty())
}

/// Checks that every edit ends inside the text, and that the result has a valid length.
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

/// Consecutive pieces of a text. A single piece shares its memory; a second piece makes a copy.
#[derive(Debug, Default)]
pub(super) struct PieceRun {
    only: Bytes,
    joined: Vec<u8>,
}

impl PieceRun {
    /// Appends `piece`. Shares its memory if it remains the only piece.
    pub(super) fn push(&mut self, piece: Bytes) {
        if self.is_empty() {
            self.only = piece;
        } else {
            self.push_slice(&piece);
        }
    }

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

    pub(super) fn into_bytes(self) -> Bytes {
        if self.joined.is_empty() {
            self.only
        } else {
            self.joined.into()
        }
    }
}

/// The last edit, which may still grow.
struct OpenEdit {
    at: usize,
    end: usize,
    old: PieceRun,
    new: PieceRun,
}

/// Builds a change set from sorted edits that may touch.
pub(super) struct Builder {
    base_len: usize,
    edits: Vec<Edit>,
    open: Option<OpenEdit>,
}

impl Builder {
    /// Starts a change set for a text of `base_len` bytes, with capacity for `edits` edits.
    pub(super) fn with_capacity(base_len: usize, edits: usize) -> Self {
        Self {
            base_len,
            edits: Vec::with_capacity(edits),
            open: None,
        }
    }

    /// Appends `edit`, which must not begin before the end of the last edit. Joins the two if they touch.
    pub(super) fn push(&mut self, edit: Edit) {
        if edit.old.is_empty() && edit.new.is_empty() {
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

    pub(super) fn finish(mut self) -> ChangeSet {
        self.close();
        ChangeSet::of_normalized(self.base_len, self.edits)
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
