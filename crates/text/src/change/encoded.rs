//! Converts changes of a decoded text into changes of its bytes, and back.
//!
//! Only this module produces text in other encodings. It verifies each conversion by decoding the new bytes, which
//! must give the intended text.

use bytes::Bytes;

use super::{ChangeSet, Edit, NewText, Transition};
use crate::encoding::{Decoded, EncodingFault, TextEncoding};
use crate::snapshot::Snapshot;
use crate::text::BOM;

/// The number of bytes needed to detect a byte-order mark.
const MARK_LEN: usize = 4;

impl<P: Clone> Transition<P> {
    /// Converts this transition of decoded texts to the bytes of the files. `None` if no text was decoded.
    ///
    /// # Errors
    /// The encoding that cannot represent a new text, and the reason.
    pub fn encoded(&self) -> Result<Option<Self>, (TextEncoding, EncodingFault)> {
        let Some(text) = self.decoded_text() else {
            return Ok(None);
        };
        let encoding = text.encoding();
        let is_detected = TextEncoding::detect(text.original().bytes(), None) == encoding;
        let after = match &self.after {
            Some(after) => Some(after.encoded()?),
            None => None,
        };
        Ok(Some(Self {
            place: self.place.clone(),
            before: self.before.as_ref().map(|before| before.original().clone()),
            is_moved_away: self.is_moved_away,
            after,
            encoding: if is_detected { None } else { encoding },
        }))
    }

    /// The decoded text of the file, from before the transition or from the base of the new text.
    fn decoded_text(&self) -> Option<&Snapshot> {
        let base = self.after.as_ref().map(|after| &after.base);
        let mut texts = self.before.iter().chain(base);
        texts.find(|text| text.encoding().is_some())
    }

    /// Converts this transition of file bytes to the decoded texts. `None` if all texts equal their bytes, or if a
    /// change splits a character. `named` is the encoding from the request, used if the transition has none.
    pub fn decoded(&self, named: Option<TextEncoding>) -> Option<Self> {
        let encoding = self.encoding.or(named);
        let before = self.before.clone().map(|before| before.decoded(encoding));
        let after = match &self.after {
            Some(after) => Some(after.decoded(encoding)?),
            None => None,
        };
        let decoded = Self {
            place: self.place.clone(),
            before,
            is_moved_away: self.is_moved_away,
            after,
            encoding: self.encoding,
        };
        decoded.decoded_text()?;
        Some(decoded)
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
    /// Converts these changes of `base`, a text decoded from `encoding`, to changes of its bytes.
    ///
    /// # Errors
    /// The reason why no bytes represent the new text.
    fn encoded(&self, base: &Snapshot, encoding: TextEncoding) -> Result<Self, EncodingFault> {
        let bytes = base.original().bytes();
        let Some(mut walk) = base.walk() else {
            return Ok(self.clone());
        };
        if self.is_empty() {
            return Ok(Self::identity(bytes.len()));
        }
        let mut latest: Option<(Bytes, Bytes)> = None;
        let mut edits = Vec::with_capacity(self.count());
        for edit in self.edit_refs() {
            let (Some(start), Some(end)) = (walk.byte_at(edit.at), walk.byte_at(edit.end())) else {
                return Err(EncodingFault::InsideCharacter);
            };
            let new = match &latest {
                // The same text may be inserted at a million places.
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
        self.check_encoded(&changes, base, encoding)?;
        Ok(changes)
    }

    /// Checks `changes`, the byte changes of `base`, by decoding their result.
    ///
    /// # Errors
    /// `Misread` if the decoded result differs from the result of `self`.
    fn check_encoded(
        &self,
        changes: &Self,
        base: &Snapshot,
        encoding: TextEncoding,
    ) -> Result<(), EncodingFault> {
        let bytes = base.original().bytes();
        let after = changes.apply(bytes).map_err(|_| EncodingFault::Misread)?;
        let detected = TextEncoding::detect(&after, Some(encoding));
        if detected.is_none_or(|now| now.name() != encoding.name()) {
            return Err(EncodingFault::Misread);
        }
        let read = Decoded::new(&after.into(), encoding);
        // For a new file, a byte-order mark in the inserted text becomes the file's own mark.
        let inserted = self.edit_refs().next().map_or(&b""[..], |edit| edit.new);
        let is_own_mark =
            bytes.is_empty() && inserted.starts_with(BOM) && !read.text().starts_with(BOM);
        let skipped = if is_own_mark { BOM.len() } else { 0 };
        if !is_result(self, base.bytes(), read.text(), skipped) {
            return Err(EncodingFault::Misread);
        }
        Ok(())
    }

    /// Decodes `base` by its byte-order mark, or from the encoding `named`. Returns the text, and these changes of
    /// its bytes as changes of the text. `None` if a change splits a character. The new text determines the encoding
    /// of an empty file.
    pub fn decoded(&self, base: Snapshot, named: Option<TextEncoding>) -> Option<(Snapshot, Self)> {
        let mut encoding = named;
        if base.bytes().is_empty() {
            let new = self.pieces(b"").flatten().copied();
            let head: Vec<u8> = new.take(MARK_LEN).collect();
            encoding = TextEncoding::detect(&head, named);
        }
        let text = base.decoded(encoding);
        let changes = self.text_changes(&text)?;
        Some((text, changes))
    }

    /// Converts these changes of the bytes of `base` to changes of its text.
    fn text_changes(&self, base: &Snapshot) -> Option<Self> {
        let (Some(encoding), Some(mut walk)) = (base.encoding(), base.walk()) else {
            return Some(self.clone());
        };
        let text = base.bytes();
        let mut edits = Vec::with_capacity(self.count());
        for edit in self.edit_refs() {
            let (start, end) = (walk.text_at(edit.at)?, walk.text_at(edit.end())?);
            edits.push(Edit {
                at: start,
                old: text.slice(start..end),
                new: match edit.at {
                    0 => Decoded::new(edit.new, encoding).text().clone(),
                    _ => Decoded::of_part(edit.new, encoding).text().clone(),
                },
            });
        }
        let changes = Self::new(text.len(), edits).ok()?;
        let after = self.apply(base.original().bytes()).ok()?;
        let read = Decoded::new(&after.into(), encoding);
        if !is_result(&changes, text, read.text(), 0) {
            return None;
        }
        Some(changes)
    }
}

/// True if `changes` turn `base` into `text`, ignoring the first `skipped` bytes of the result.
fn is_result(changes: &ChangeSet, base: &[u8], text: &[u8], skipped: usize) -> bool {
    let (mut rest, mut to_skip) = (text, skipped);
    for piece in changes.pieces(base) {
        let from = to_skip.min(piece.len());
        to_skip -= from;
        let Some(after) = rest.strip_prefix(&piece[from..]) else {
            return false;
        };
        rest = after;
    }
    rest.is_empty()
}
