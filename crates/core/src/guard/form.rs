//! An edit may not change the form of a text by accident: encoding, byte-order mark, line endings. Binary files are
//! left alone (`--binary` lifts it).
//!
//! No accident is a change of nothing but endings, or of the mark alone. The final newline needs no
//! guard: `insert`, `append` and `lines` put whole lines, the tiers keep the file's last line as it ends,
//! and an exact replacement says byte by byte what becomes of it.

use crate::change::{ChangeSet, SeenEdit};
use crate::encoding::TextEncoding;
use crate::refusal::{FormChange, Reason};
use crate::resolve::draft::ResolvedFile;
use crate::snapshot::Snapshot;
use crate::text::{self, Encoding, EndingCensus, LineEnding, foreign_encoding};

/// Refuses changes after which `before` is no longer UTF-8 though it was, has lost or gained its
/// byte-order mark, or has line endings of a kind it did not have. An empty text has no form to keep.
///
/// # Errors
/// `form`, with what would change.
pub fn check(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    if before.bytes().is_empty() {
        return Ok(());
    }
    check_encoding(before, changes)?;
    let broken = if breaks_encoding(before, changes) {
        FormChange::Encoding
    } else if turns_mark(before.bytes(), changes) {
        FormChange::ByteOrderMark
    } else if mixes_endings(before.bytes(), changes) {
        FormChange::LineEndings
    } else {
        return Ok(());
    };
    Err(Reason::Form(broken))
}

/// Refuses changes that bring UTF-8 into `before`, a text of another encoding.
///
/// # Errors
/// `form`, with the encoding.
pub fn check_encoding(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    let mixed = match before.encoding() {
        None => mixes_encodings(before.bytes(), changes),
        Some(_) => None,
    };
    match mixed {
        Some(encoding) => Err(Reason::Form(FormChange::Foreign(encoding))),
        None => Ok(()),
    }
}

/// The encoding of a text that is not UTF-8 and would get signs that are. Bytes that are none are taken for
/// those of the text's encoding, and a text that is UTF-8 throughout afterwards has been written anew.
fn mixes_encodings(text: &[u8], changes: &ChangeSet) -> Option<&'static str> {
    let is_foreign = |(edit, _): (SeenEdit<'_>, usize)| {
        let is_text = std::str::from_utf8(edit.new).is_ok();
        edit.old != edit.new && is_text && !edit.new.is_ascii()
    };
    if !changes.kinds().any(is_foreign) {
        return None;
    }
    let encoding = foreign_encoding(text)?;
    let after = changes.apply(text).ok()?;
    std::str::from_utf8(&after).is_err().then_some(encoding)
}

/// Whether the result is not UTF-8 though the text is. The texts are only read whole when an edit is not
/// plainly made of whole characters.
fn breaks_encoding(before: &Snapshot, changes: &ChangeSet) -> bool {
    let text = before.bytes();
    let is_inside_char = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    // In a text that is UTF-8, characters stand between the ends of others.
    let is_plain = |(edit, count): (SeenEdit<'_>, usize)| {
        let whole_chars = match count {
            1 => !is_inside_char(edit.at) && !is_inside_char(edit.end()),
            _ => !edit.old.is_empty() && std::str::from_utf8(edit.old).is_ok(),
        };
        whole_chars && std::str::from_utf8(edit.new).is_ok()
    };
    !changes.kinds().all(is_plain)
        && before.form().encoding == Encoding::Utf8
        && changes
            .apply(text)
            .is_ok_and(|after| std::str::from_utf8(&after).is_err())
}

/// Whether the byte-order mark comes or goes although an edit meant more than it.
fn turns_mark(text: &[u8], changes: &ChangeSet) -> bool {
    let head: Vec<u8> = changes
        .pieces(text)
        .flatten()
        .copied()
        .take(text::BOM.len())
        .collect();
    let is_meant = |edit: SeenEdit<'_>| edit.old == text::BOM || edit.new == text::BOM;
    let first = changes.seen().next();
    text.starts_with(text::BOM) != (head == text::BOM)
        && !head.is_empty()
        && !first.is_some_and(|edit| edit.at == 0 && is_meant(edit))
}

/// Whether a text whose lines all end alike gets lines that end otherwise.
fn mixes_endings(text: &[u8], changes: &ChangeSet) -> bool {
    let mut new = EndingCensus::default();
    for (edit, count) in changes.kinds().filter(|(edit, _)| !is_reending(*edit)) {
        let census = EndingCensus::count(edit.new);
        new.lf += count * census.lf;
        new.crlf += count * census.crlf;
    }
    let is_foreign_to = |ending: LineEnding| match ending {
        LineEnding::Lf => new.crlf > 0,
        LineEnding::CrLf => new.lf > 0,
    };
    // If all lines end alike they end like the first: mostly that is all there is to look at.
    let first = memchr::memchr(b'\n', text).and_then(|at| LineEnding::of_line(&text[..=at]));
    first.is_some_and(is_foreign_to) && EndingCensus::count(text).uniform().is_some()
}

/// Whether an edit changes line endings and nothing else.
fn is_reending(edit: SeenEdit<'_>) -> bool {
    let content = |text: &'_ [u8]| -> Vec<u8> {
        let lines = text::lines(text);
        lines
            .flat_map(|line| {
                let ended = LineEnding::of_line(line).map_or(&b""[..], |_| b"\n");
                [LineEnding::strip(line), ended].concat()
            })
            .collect()
    };
    memchr::memchr(b'\r', edit.old).is_some() != memchr::memchr(b'\r', edit.new).is_some()
        && content(edit.old) == content(edit.new)
}

/// How much of a file is looked at, bytes.
const LOOKED_AT: usize = 8 * 1024;

/// Whether a text has a NUL in its first 8 KiB.
pub fn is_binary(text: &Snapshot) -> bool {
    let head = &text.bytes()[..text.bytes().len().min(LOOKED_AT)];
    memchr::memchr(0, head).is_some()
}

/// Refuses a binary text.
///
/// # Errors
/// `binary`, with the encoding that would make a text of it.
pub fn check_binary(text: &Snapshot) -> Result<(), Reason> {
    if !is_binary(text) {
        return Ok(());
    }
    let encoding = TextEncoding::of_unmarked(&text.bytes()[..text.bytes().len().min(LOOKED_AT)]);
    Err(Reason::Binary {
        encoding: encoding.map(TextEncoding::name),
    })
}

/// Refuses to write text of another encoding, which the file was `named` to be in, into one that is UTF-8.
///
/// # Errors
/// `form`.
pub fn check_named(file: &ResolvedFile, named: Option<TextEncoding>) -> Result<(), Reason> {
    let (Some(named), Some(after)) = (named, &file.transition.after) else {
        return Ok(());
    };
    let is_plain = |text: &[u8]| text.is_ascii() && memchr::memchr(0, text).is_none();
    let changes = &after.changes;
    if changes.seen().all(|edit| is_plain(edit.new)) || !named.is_unlike(after.base.bytes()) {
        Ok(())
    } else {
        Err(Reason::Form(FormChange::NotIn(named.name())))
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{LOOKED_AT, check, check_binary};
    use crate::change::{ChangeSet, Edit};
    use crate::refusal::{FormChange, Reason};
    use crate::snapshot::Snapshot;

    /// The judgement over the first `old` in `text` becoming `new`.
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
        assert_eq!(
            replacing(text, text, b""),
            Ok(()),
            "nothing left to have one"
        );
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
    fn looks_at_the_head_only() {
        let mut text = vec![b'x'; LOOKED_AT];
        text.push(0);
        assert_eq!(check_binary(&Snapshot::of_text(text.clone())), Ok(()));
        text[LOOKED_AT - 1] = 0;
        assert_eq!(
            check_binary(&Snapshot::of_text(text)),
            Err(Reason::Binary { encoding: None })
        );
    }
}
