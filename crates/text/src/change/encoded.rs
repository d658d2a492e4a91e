//! Changes of a text that was decoded, as changes of its bytes, and back.
//!
//! This is the one place where a text in another encoding is written. The proof is made each time: the new bytes are
//! decoded, and are the text that was meant.

use bytes::Bytes;

use super::{ChangeSet, Edit, NewText, Transition};
use crate::encoding::{Decoded, EncodingFault, TextEncoding};
use crate::snapshot::Snapshot;
use crate::text::BOM;

impl<P: Clone> Transition<P> {
    /// This transition of decoded texts in the bytes of their files; `None` where no text was decoded.
    ///
    /// # Errors
    /// When a new text has no form in the encoding, with the encoding.
    pub fn encoded(&self) -> Result<Option<Self>, (TextEncoding, EncodingFault)> {
        let Some(text) = self.decoded_text() else {
            return Ok(None);
        };
        let encoding = text.encoding();
        let is_told = TextEncoding::of(text.original().bytes(), None) == encoding;
        let after = self.after.as_ref().map(NewText::encoded).transpose()?;
        Ok(Some(Self {
            place: self.place.clone(),
            before: self.before.as_ref().map(|before| before.original().clone()),
            is_moved_away: self.is_moved_away,
            after,
            encoding: encoding.filter(|_| !is_told),
        }))
    }

    /// The text of a file that was decoded, before the transition or as the base of the new one.
    fn decoded_text(&self) -> Option<&Snapshot> {
        let base = self.after.as_ref().map(|after| &after.base);
        let mut texts = self.before.iter().chain(base);
        texts.find(|text| text.encoding().is_some())
    }

    /// This transition of the bytes of files as one of the texts they are; `None` where none is another than its bytes,
    /// or the changes are none of whole characters. The files are said to be in `named`, where nothing is known.
    pub fn decoded(&self, named: Option<TextEncoding>) -> Option<Self> {
        let named = self.encoding.or(named);
        let before = self.before.clone().map(|before| before.decoded(named));
        let after = match &self.after {
            Some(after) => Some(after.decoded(named)?),
            None => None,
        };
        let decoded = Self {
            place: self.place.clone(),
            before,
            is_moved_away: self.is_moved_away,
            after,
            encoding: self.encoding,
        };
        decoded.decoded_text().is_some().then_some(decoded)
    }
}

impl<P: Clone> NewText<P> {
    fn encoded(&self) -> Result<Self, (TextEncoding, EncodingFault)> {
        let changes = match self.base.encoding() {
            Some(encoding) => {
                let changes = self.changes.encoded(&self.base, encoding);
                changes.map_err(|fault| (encoding, fault))?
            }
            None => self.changes.clone(),
        };
        Ok(Self {
            base: self.base.original().clone(),
            changes,
            ..self.clone()
        })
    }

    fn decoded(&self, named: Option<TextEncoding>) -> Option<Self> {
        if self.is_link() {
            return Some(self.clone());
        }
        let (base, changes) = self.changes.decoded(self.base.clone(), named)?;
        Some(Self {
            base,
            changes,
            ..self.clone()
        })
    }
}

impl ChangeSet {
    /// These changes of `base`, a text that was decoded from `encoding`, as changes of its bytes.
    ///
    /// # Errors
    /// Why there are no bytes that mean the new text.
    fn encoded(&self, base: &Snapshot, encoding: TextEncoding) -> Result<Self, EncodingFault> {
        let bytes = base.original().bytes();
        let Some(mut walk) = base.walk() else {
            return Ok(self.clone());
        };
        if self.is_empty() {
            return Ok(Self::identity(bytes.len()));
        }
        let mut byte_at = |text| walk.byte_at(text).ok_or(EncodingFault::InsideCharacter);
        let mut latest: Option<(Bytes, Bytes)> = None;
        let mut edits = Vec::with_capacity(self.count());
        for edit in self.seen() {
            let (start, end) = (byte_at(edit.at)?, byte_at(edit.end())?);
            let new = match &latest {
                // One text may come to a million places.
                Some((text, new)) if text == edit.new => new.clone(),
                _ if bytes.is_empty() => encoding.encode_file(edit.new)?.into(),
                _ => encoding.encode(edit.new)?.into(),
            };
            latest = Some((edit.new.clone(), Bytes::clone(&new)));
            let old = bytes.slice(start..end);
            edits.push(Edit {
                at: start,
                old,
                new,
            });
        }
        let changes = Self::new(bytes.len(), edits).map_err(|_| EncodingFault::Misread)?;
        self.prove(&changes, base, encoding)?;
        Ok(changes)
    }

    /// Decodes what `changes` make of the bytes of `base`.
    ///
    /// # Errors
    /// `Misread` where that is not what these changes make of its text.
    fn prove(
        &self,
        changes: &Self,
        base: &Snapshot,
        encoding: TextEncoding,
    ) -> Result<(), EncodingFault> {
        let bytes = base.original().bytes();
        let after = changes.apply(bytes).map_err(|_| EncodingFault::Misread)?;
        let is_named = TextEncoding::of(&after, Some(encoding))
            .is_some_and(|now| now.name() == encoding.name());
        let read = Decoded::of(&after.into(), encoding);
        // A mark that was typed for a new file is that of the file.
        let typed = self.seen().next().map_or(&b""[..], |edit| edit.new);
        let is_marked = bytes.is_empty() && typed.starts_with(BOM) && !read.text().starts_with(BOM);
        let typed_mark = if is_marked { BOM.len() } else { 0 };
        if is_named && is_result(self, base.bytes(), read.text(), typed_mark) {
            Ok(())
        } else {
            Err(EncodingFault::Misread)
        }
    }

    /// The text that `base` is, by its mark or in the encoding that was `named`, and these changes of its bytes as changes
    /// of that; `None` where they are none of whole characters. A new text is what it becomes.
    pub fn decoded(&self, base: Snapshot, named: Option<TextEncoding>) -> Option<(Snapshot, Self)> {
        let named = if base.bytes().is_empty() {
            let new = self.pieces(b"").flatten().copied();
            TextEncoding::of(&new.take(LONGEST_MARK).collect::<Vec<u8>>(), named)
        } else {
            named
        };
        let base = base.decoded(named);
        let changes = self.of_text(&base)?;
        Some((base, changes))
    }

    /// These changes of the bytes of `base` as changes of its text.
    fn of_text(&self, base: &Snapshot) -> Option<Self> {
        let (Some(encoding), Some(mut walk)) = (base.encoding(), base.walk()) else {
            return Some(self.clone());
        };
        let text = base.bytes();
        let mut edits = Vec::with_capacity(self.count());
        for edit in self.seen() {
            let (start, end) = (walk.text_at(edit.at)?, walk.text_at(edit.end())?);
            edits.push(Edit {
                at: start,
                old: text.slice(start..end),
                new: match edit.at {
                    0 => Decoded::of(edit.new, encoding).text().clone(),
                    _ => Decoded::of_part(edit.new, encoding).text().clone(),
                },
            });
        }
        let changes = Self::new(text.len(), edits).ok()?;
        let after = self.apply(base.original().bytes()).ok()?;
        let read = Decoded::of(&after.into(), encoding);
        is_result(&changes, text, read.text(), 0).then_some(changes)
    }
}

/// Bytes that tell whether a text begins with a byte-order mark.
const LONGEST_MARK: usize = 4;

/// Whether `changes` make `text` of `base`, behind some bytes that are no part of it.
fn is_result(changes: &ChangeSet, base: &[u8], text: &[u8], behind: usize) -> bool {
    let (mut rest, mut left_out) = (text, behind);
    for piece in changes.pieces(base) {
        let from = left_out.min(piece.len());
        left_out -= from;
        match rest.strip_prefix(&piece[from..]) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.is_empty()
}
