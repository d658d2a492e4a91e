//! Converts changes of decoded texts to changes of bytes. Bytes outside the edits stay the same. Bytes inside decode
//! to the intended text, or the conversion fails.

use std::cell::Cell;

use bytes::Bytes;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::change::{ChangeSet, NewText, Provenance, Transition};
use crate::encoding::{EncodingFault, TextEncoding};
use crate::snapshot::Snapshot;
use crate::text::Span;

const NAMES: &[&str] = &[
    "utf-16",
    "utf-16le",
    "utf-16be",
    "latin1",
    "windows-1252",
    "koi8-r",
    "shift_jis",
    "euc-jp",
    "euc-kr",
    "gbk",
    "gb18030",
    "big5",
];

fn named(name: &str) -> TextEncoding {
    TextEncoding::named(name).unwrap().unwrap()
}

fn transition(base: Snapshot, changes: ChangeSet) -> Transition<u8> {
    Transition {
        place: 0,
        before: Some(base.clone()),
        is_moved_away: false,
        after: Some(NewText {
            provenance: Provenance::Own,
            base,
            changes,
            mode: None,
            attributes: None,
        }),
        encoding: None,
    }
}

fn encoded(base: &Snapshot, changes: &ChangeSet) -> Result<ChangeSet, EncodingFault> {
    let encoded = transition(base.clone(), changes.clone()).encoded();
    let encoded = encoded.map_err(|(_, fault)| fault)?.unwrap();
    assert_eq!(encoded.before.unwrap().bytes(), base.original().bytes());
    Ok(encoded.after.unwrap().changes)
}

/// A piece of a file: characters of the encoding, or bytes that may be invalid.
#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Bytes(Vec<u8>),
}

fn file(encoding: TextEncoding, pieces: &[Piece]) -> Vec<u8> {
    let mut file = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Bytes(bytes) => file.extend_from_slice(bytes),
            Piece::Text(text) => {
                for character in text.chars() {
                    let utf8 = character.encode_utf8(&mut [0; 4]).as_bytes().to_vec();
                    file.extend(encoding.encode(&utf8).unwrap_or_default());
                }
            }
        }
    }
    file
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let text = "[a-c \r\nÄéд上表あｱ가\u{10400}€¥～]{0,12}".prop_map(Piece::Text);
    let bytes = proptest::collection::vec(any::<u8>(), 1..4).prop_map(Piece::Bytes);
    proptest::collection::vec(prop_oneof![3 => text, 1 => bytes], 0..8)
}

/// Draws edits from the text: spans between characters, and new texts that the encoding can represent in part.
fn edits() -> impl Strategy<Value = Vec<(usize, usize, String)>> {
    proptest::collection::vec((any::<usize>(), 0..6_usize, "[xé上表あ\n¥]{0,4}"), 1..4)
}

#[test]
fn bytes_outside_an_edit_are_kept_and_bytes_inside_decode_to_its_text() {
    let [accepted, unmappable, misread] = [const { Cell::new(0) }; 3];
    let count = |cell: &Cell<usize>| cell.set(cell.get() + 1);
    let mut runner = TestRunner::new(Config::with_cases(3000));
    let cases = (0..NAMES.len(), pieces(), edits());
    let law = |(name, pieces, edits): (usize, Vec<Piece>, Vec<(usize, usize, String)>)| {
        let encoding = named(NAMES[name]);
        let file = file(encoding, &pieces);
        let base = Snapshot::of_text(file.clone()).decoded(Some(encoding));
        let Some(encoding) = base.encoding() else {
            return Ok(());
        };
        let text = base.bytes();
        let starts: Vec<usize> = (0..=text.len())
            .filter(|at| base.walk().unwrap().byte_at(*at).is_some())
            .collect();
        let mut spans: Vec<(Span, Bytes)> = Vec::new();
        for (start, count, new) in edits {
            let first = start % starts.len();
            let last = (first + count).min(starts.len() - 1);
            let span = Span::of_len(starts[first], starts[last] - starts[first]);
            if spans.iter().all(|(other, _)| !other.touches(span)) {
                spans.push((span, Bytes::from(new)));
            }
        }
        spans.sort_by_key(|(span, _)| span.start());
        let changes = ChangeSet::over(text, spans.clone()).unwrap();
        let bytes = match encoded(&base, &changes) {
            Ok(bytes) => bytes,
            Err(EncodingFault::Unmappable(character)) => {
                count(&unmappable);
                let mut new = spans
                    .iter()
                    .map(|(_, new)| std::str::from_utf8(new).unwrap());
                prop_assert!(new.any(|new| new.contains(character)));
                return Ok(());
            }
            Err(EncodingFault::Misread) => {
                count(&misread);
                return Ok(());
            }
            Err(other) => panic!("{other:?}"),
        };
        count(&accepted);
        let after = bytes.apply(&file).unwrap();
        let read = Snapshot::of_text(after.clone()).decoded(Some(encoding));
        prop_assert_eq!(
            read.encoding().map(TextEncoding::name),
            Some(encoding.name())
        );
        prop_assert_eq!(read.bytes(), &changes.apply(text).unwrap());
        // The byte edits correspond to the text edits one by one, so nothing outside them changes.
        let mut walk = base.walk().unwrap();
        for (edit, of_text) in bytes.edit_refs().zip(changes.edit_refs()) {
            prop_assert_eq!(walk.byte_at(of_text.at), Some(edit.at));
            prop_assert_eq!(walk.byte_at(of_text.end()), Some(edit.end()));
        }
        prop_assert_eq!(bytes.count(), changes.count());
        // The inverse restores the exact bytes, and decodes to a change of the text.
        prop_assert_eq!(&bytes.invert().apply(&after).unwrap(), &file);
        let undo = transition(Snapshot::of_text(after), bytes.invert());
        if let Some(shown) = undo.decoded(Some(encoding)) {
            let shown = shown.after.unwrap();
            prop_assert_eq!(&shown.text().unwrap()[..], &text[..]);
        }
        Ok(())
    };
    runner.run(&cases, law).unwrap();
    for (outcome, cell) in [
        ("accepted", &accepted),
        ("unmappable", &unmappable),
        ("misread", &misread),
    ] {
        assert!(cell.get() > 10, "{outcome}: {}", cell.get());
    }
}

#[test]
fn a_lead_byte_is_not_joined_with_inserted_bytes() {
    // 0x81 is invalid before a space. Before `A` it would start a two-byte character.
    let base = Snapshot::of_text(&b"a\x81 b"[..]).decoded(Some(named("shift_jis")));
    let at = base.bytes().len() - 2;
    let insert = |new: &'static str| {
        ChangeSet::over(base.bytes(), [(Span::of_len(at, 0), Bytes::from(new))]).unwrap()
    };
    assert_eq!(encoded(&base, &insert("A")), Err(EncodingFault::Misread));
    assert!(encoded(&base, &insert("!")).is_ok());
}

#[test]
fn a_change_inside_a_character_is_refused() {
    let base = Snapshot::of_text(&b"caf\xe9"[..]).decoded(Some(named("latin1")));
    let inside = ChangeSet::over(base.bytes(), [(Span::of_len(4, 1), Bytes::from("x"))]).unwrap();
    assert_eq!(encoded(&base, &inside), Err(EncodingFault::InsideCharacter));
}

#[test]
fn a_new_file_gets_one_byte_order_mark() {
    for (name, new, bytes) in [
        ("utf-16", "a", &b"\xff\xfea\0"[..]),
        ("utf-16", "\u{feff}a", b"\xff\xfea\0"),
        ("utf-16", "", b""),
        ("utf-16le", "a", b"a\0"),
        ("utf-16be", "a", b"\0a"),
        ("latin1", "\u{e9}", b"\xe9"),
    ] {
        let base = Snapshot::of_text("").decoded(Some(named(name)));
        let changes = ChangeSet::whole(Bytes::new(), new.into());
        let made = encoded(&base, &changes).unwrap();
        assert_eq!(made.apply(b"").unwrap(), bytes, "{name} {new}");
    }
}
