//! Refuses an edit that would accidentally change the encoding, byte-order mark or line endings of a file. Binary
//! files are refused without `--binary`.
//!
//! An edit that changes only the line endings, or only the mark, is intentional. Only a diff or a complete text may
//! convert a file to UTF-8: another edit may replace the only characters of the old encoding by chance. The final
//! newline needs no guard: `insert`, `append` and `lines` write whole lines, the tiers keep the end of the last line,
//! and an exact replacement names every byte.

use crate::change::{ChangeSet, EditRef};
use crate::encoding::TextEncoding;
use crate::refusal::{FormChange, Reason};
use crate::resolve::draft::ResolvedFile;
use crate::snapshot::Snapshot;
use crate::text::{self, Encoding, EndingCensus, LineEnding, foreign_encoding};

/// The number of bytes at the start of a file that decide if it is binary.
const HEAD_LEN: usize = 8 * 1024;

/// Refuses changes to `before` that break its UTF-8, add or delete a byte-order mark, or add another kind of line
/// ending. An empty file accepts any form.
///
/// # Errors
/// `form`, with the change.
pub fn check(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    if before.bytes().is_empty() {
        return Ok(());
    }
    if breaks_encoding(before, changes) {
        Err(Reason::Form(FormChange::Encoding))
    } else if changes_bom(before.bytes(), changes) {
        Err(Reason::Form(FormChange::ByteOrderMark))
    } else if mixes_endings(before.bytes(), changes) {
        Err(Reason::Form(FormChange::LineEndings))
    } else {
        Ok(())
    }
}

/// Refuses changes of a diff or a merge that mix UTF-8 with another encoding. Both may convert a whole file.
///
/// # Errors
/// `form`, with the change.
pub fn check_diff(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    check_encoding(before, changes)?;
    if breaks_encoding(before, changes) && keeps_non_ascii(before.bytes(), changes) {
        return Err(Reason::Form(FormChange::Encoding));
    }
    Ok(())
}

/// True if some bytes of `text` outside of the changes are not ASCII.
fn keeps_non_ascii(text: &[u8], changes: &ChangeSet) -> bool {
    let mut kept = count_non_ascii(text);
    for (edit, count) in changes.counted_edits() {
        kept -= count_non_ascii(edit.old) * count;
    }
    kept > 0
}

/// The number of bytes in `text` that are not ASCII.
fn count_non_ascii(text: &[u8]) -> usize {
    text.iter().filter(|byte| !byte.is_ascii()).count()
}

/// Refuses changes that insert UTF-8 into `before` if `before` has another encoding. A result that is valid UTF-8 is
/// a conversion of the whole text.
///
/// # Errors
/// `form`, with the encoding.
pub fn check_encoding(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    let refused = refuse_utf8(before, changes);
    if refused.is_err()
        && let Ok(after) = changes.apply(before.bytes())
        && std::str::from_utf8(&after).is_ok()
    {
        return Ok(());
    }
    refused
}

/// Refuses changes that insert UTF-8 into `before` if `before` has another encoding.
///
/// # Errors
/// `form`, with the encoding.
pub fn refuse_utf8(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    if before.encoding().is_some() || !changes.counted_edits().any(|(edit, _)| inserts_utf8(edit)) {
        return Ok(());
    }
    match foreign_encoding(before.bytes()) {
        Some(encoding) => Err(Reason::Form(FormChange::Utf8IntoForeign(encoding))),
        None => Ok(()),
    }
}

fn inserts_utf8(edit: EditRef<'_>) -> bool {
    edit.old != edit.new && !edit.new.is_ascii() && std::str::from_utf8(edit.new).is_ok()
}

/// True if the text is UTF-8 and the result is not. Reads the complete texts only if an edit may split a character.
fn breaks_encoding(before: &Snapshot, changes: &ChangeSet) -> bool {
    let text = before.bytes();
    if changes
        .counted_edits()
        .all(|(edit, count)| has_whole_chars(text, edit, count))
        || before.form().encoding != Encoding::Utf8
    {
        return false;
    }
    match changes.apply(text) {
        Ok(after) => std::str::from_utf8(&after).is_err(),
        Err(_) => false,
    }
}

/// True if `edit`, made at `count` places of the UTF-8 `text`, replaces whole characters with whole characters.
fn has_whole_chars(text: &[u8], edit: EditRef<'_>, count: usize) -> bool {
    if std::str::from_utf8(edit.new).is_err() {
        return false;
    }
    if count == 1 {
        !is_inside_char(text, edit.at) && !is_inside_char(text, edit.end())
    } else {
        !edit.old.is_empty() && std::str::from_utf8(edit.old).is_ok()
    }
}

fn is_inside_char(text: &[u8], at: usize) -> bool {
    text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80)
}

/// True if the changes add or delete the byte-order mark together with other text.
fn changes_bom(text: &[u8], changes: &ChangeSet) -> bool {
    if let Some(first) = changes.edit_refs().next()
        && first.at == 0
        && (first.old == text::BOM || first.new == text::BOM)
    {
        return false;
    }
    let result = changes.pieces(text).flatten().copied();
    let head: Vec<u8> = result.take(text::BOM.len()).collect();
    !head.is_empty() && text.starts_with(text::BOM) != (head == text::BOM)
}

/// True if the changes add line endings of one kind to a text that only has the other kind.
fn mixes_endings(text: &[u8], changes: &ChangeSet) -> bool {
    let (mut lf, mut crlf) = (0, 0);
    for (edit, _) in changes.counted_edits() {
        if !changes_endings_only(edit) {
            let new = EndingCensus::count(edit.new);
            lf += new.lf;
            crlf += new.crlf;
        }
    }
    // In most files the first line decides: if it ends like the new lines, no other line has to be read.
    let first = memchr::memchr(b'\n', text).and_then(|at| LineEnding::of_line(&text[..=at]));
    let added_others = match first {
        None => 0,
        Some(LineEnding::Lf) => crlf,
        Some(LineEnding::CrLf) => lf,
    };
    added_others > 0 && EndingCensus::count(text).uniform().is_some()
}

/// True if an edit changes line endings and nothing else.
fn changes_endings_only(edit: EditRef<'_>) -> bool {
    memchr::memchr(b'\r', edit.old).is_some() != memchr::memchr(b'\r', edit.new).is_some()
        && with_lf(edit.old) == with_lf(edit.new)
}

fn with_lf(text: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    for line in text::lines(text) {
        result.extend_from_slice(LineEnding::strip(line));
        if LineEnding::of_line(line).is_some() {
            result.push(b'\n');
        }
    }
    result
}

fn head(text: &Snapshot) -> &[u8] {
    &text.bytes()[..text.bytes().len().min(HEAD_LEN)]
}

/// True if the first 8 KiB of `text` contain a NUL.
pub fn is_binary(text: &Snapshot) -> bool {
    memchr::memchr(0, head(text)).is_some()
}

/// Refuses a binary text.
///
/// # Errors
/// `binary`, with the encoding in which the bytes would be text.
pub fn check_binary(text: &Snapshot) -> Result<(), Reason> {
    if !is_binary(text) {
        return Ok(());
    }
    Err(Reason::Binary(
        TextEncoding::of_unmarked(head(text)).map(TextEncoding::name),
    ))
}

/// Refuses changes to `before` that insert a NUL character, except where they replace one. An empty file accepts any
/// form.
///
/// # Errors
/// `form`.
pub fn refuse_nul(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    if before.bytes().is_empty() {
        return Ok(());
    }
    let mut edits = changes.counted_edits();
    if edits.any(|(edit, _)| edit.new.contains(&0) && !edit.old.contains(&0)) {
        return Err(Reason::Form(FormChange::Nul));
    }
    Ok(())
}

/// Refuses to write text in the `requested` encoding into a UTF-8 file.
///
/// # Errors
/// `form`.
pub fn check_requested_encoding(
    file: &ResolvedFile,
    requested: Option<TextEncoding>,
) -> Result<(), Reason> {
    let (Some(requested), Some(after)) = (requested, &file.written().after) else {
        return Ok(());
    };
    let is_same_in_both = after
        .changes
        .edit_refs()
        .all(|edit| edit.new.is_ascii() && memchr::memchr(0, edit.new).is_none());
    if is_same_in_both || !requested.is_unlike(after.base.bytes()) {
        return Ok(());
    }
    Err(Reason::Form(FormChange::ForeignIntoUtf8(requested.name())))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{HEAD_LEN, check, check_binary};
    use crate::change::{ChangeSet, Edit};
    use crate::refusal::{FormChange, Reason};
    use crate::snapshot::Snapshot;

    /// Checks the replacement of the first `old` in `text` with `new`.
    fn replacing(text: &[u8], old: &[u8], new: &[u8]) -> Result<(), Reason> {
        let at = memchr::memmem::find(text, old).unwrap();
        let edit = Edit {
            at,
            old: Bytes::copy_from_slice(old),
            new: Bytes::copy_from_slice(new),
        };
        let changes = ChangeSet::new(text.len(), vec![edit]).unwrap();
        check(&Snapshot::of_text(text.to_vec()), &changes)
    }

    fn refused(change: FormChange) -> Result<(), Reason> {
        Err(Reason::Form(change))
    }

    #[test]
    fn utf8_stays_utf8() {
        let encoding = refused(FormChange::Encoding);
        assert_eq!(replacing(b"ab", b"a", b"\xff"), encoding);
        assert_eq!(replacing("é".as_bytes(), b"\xa9", b"x"), encoding);
        assert_eq!(replacing("é".as_bytes(), b"\xa9", b"\xa8"), Ok(()));
        assert_eq!(replacing(b"a\xfe", b"a", b"\xff"), Ok(()), "it was not");
        assert_eq!(replacing(b"ab", b"a", "é".as_bytes()), Ok(()));
    }

    #[test]
    fn the_byte_order_mark_stays_unless_it_alone_is_meant() {
        let mark = refused(FormChange::ByteOrderMark);
        let text = b"\xef\xbb\xbfa\n";
        assert_eq!(replacing(text, b"\xef\xbb\xbfa", b"b"), mark);
        assert_eq!(replacing(b"a\n", b"a", b"\xef\xbb\xbfb"), mark);
        assert_eq!(replacing(text, b"\xef\xbb\xbf", b""), Ok(()));
        assert_eq!(replacing(b"a\n", b"", b"\xef\xbb\xbf"), Ok(()));
        assert_eq!(replacing(text, b"a", b"b"), Ok(()));
        let actual = replacing(text, text, b"");
        assert_eq!(actual, Ok(()), "nothing left to have one");
    }

    #[test]
    fn uniform_endings_stay_uniform() {
        let endings = refused(FormChange::LineEndings);
        assert_eq!(replacing(b"a\r\nb\r\n", b"b", b"x\ny"), endings);
        assert_eq!(replacing(b"a\nb\n", b"b", b"x\r\ny"), endings);
        assert_eq!(replacing(b"a\r\nb\r\n", b"a\r\nb\r\n", b"x\ny\n"), endings);
        assert_eq!(replacing(b"a\r\nb\r\n", b"b", b"x\r\ny"), Ok(()));
        assert_eq!(replacing(b"a\r\nb\n", b"b", b"x\r\ny"), Ok(()), "a mixture");
        assert_eq!(replacing(b"ab", b"b", b"x\r\ny"), Ok(()), "none so far");
    }

    #[test]
    fn a_change_of_endings_alone_is_no_accident() {
        assert_eq!(replacing(b"a\r\nb\r\n", b"a\r\nb\r\n", b"a\nb\n"), Ok(()));
        assert_eq!(replacing(b"a\nb\n", b"\n", b"\r\n"), Ok(()));
    }

    #[test]
    fn only_the_head_is_checked() {
        let mut text = vec![b'x'; HEAD_LEN];
        text.push(0);
        assert_eq!(check_binary(&Snapshot::of_text(text.clone())), Ok(()));
        text[HEAD_LEN - 1] = 0;
        let actual = check_binary(&Snapshot::of_text(text));
        assert_eq!(actual, Err(Reason::Binary(None)));
    }
}
