//! Decodes arbitrary bytes in every encoding.

use bytes::Bytes;
use proptest::prelude::*;

use super::{Decoded, EncodingFault, NoEncoding, TextEncoding};

/// One encoding of each kind, and encodings with pitfalls: two bytes for two characters (Big5), four bytes that
/// contain ASCII (GB18030), two forms of one character (Shift_JIS).
pub const NAMES: &[&str] = &[
    "utf-16le",
    "utf-16be",
    "latin1",
    "windows-1252",
    "windows-1253",
    "koi8-r",
    "shift_jis",
    "euc-jp",
    "euc-kr",
    "gbk",
    "gb18030",
    "big5",
];

pub fn named(name: &str) -> TextEncoding {
    TextEncoding::named(name).unwrap().unwrap()
}

/// Bytes that mix leads, trails, ASCII and line feeds, and are often invalid.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        4 => any::<u8>(),
        2 => 0x80..=0x9F_u8,
        2 => 0x30..=0x39_u8,
        1 => Just(b'\n'),
        1 => 0x61..=0x7A_u8,
    ];
    let short = proptest::collection::vec(byte.clone(), 0..40);
    let long = proptest::collection::vec(byte, 1500..2500);
    prop_oneof![6 => short, 1 => long]
}

/// The start of every unit, in the bytes and in the text, found unit by unit, and the text.
fn units(bytes: &[u8], encoding: TextEncoding) -> (Vec<(usize, usize)>, Vec<u8>) {
    let mark = encoding.mark_of(bytes).len();
    let (mut text, mut at) = (Vec::new(), mark);
    let mut places = vec![(mark, 0)];
    while at < bytes.len() {
        at += encoding.decode_first(&bytes[at..], &mut text);
        places.push((at, text.len()));
    }
    (places, text)
}

proptest! {
    #[test]
    fn decoding_equals_decoding_unit_by_unit(bytes in bytes(), name in 0..NAMES.len()) {
        let encoding = named(NAMES[name]);
        let (_, text) = units(&bytes, encoding);
        let decoded = Decoded::new(&bytes.into(), encoding);
        prop_assert_eq!(decoded.text(), &text);
    }

    #[test]
    fn offsets_map_both_ways_in_any_order(
        bytes in bytes(), name in 0..NAMES.len(), order in any::<u64>(),
    ) {
        let encoding = named(NAMES[name]);
        let (mut places, text) = units(&bytes, encoding);
        let decoded = Decoded::new(&Bytes::from(bytes.clone()), encoding);
        let mut walk = decoded.walk(&bytes);
        for text in 0..=text.len() {
            let byte = places.iter().find(|place| place.1 == text).map(|place| place.0);
            prop_assert_eq!(walk.byte_at(text), byte);
        }
        places.sort_by_key(|place| (place.0 as u64).wrapping_mul(order | 1));
        for (byte, text) in places {
            prop_assert_eq!(walk.byte_at(text), Some(byte));
            prop_assert_eq!(walk.text_at(byte), Some(text));
        }
        prop_assert_eq!(walk.byte_at(text.len() + 1), None);
    }

    /// Valid text decodes as with `encoding_rs`.
    #[test]
    fn valid_text_equals_that_of_the_decoder(text in "[a-zéßÄд上海あア가\u{10400}\n€]{0,60}", name in 0..NAMES.len()) {
        let encoding = named(NAMES[name]);
        let fits = |character: &char| {
            let bytes = encoding.encode(character.encode_utf8(&mut [0; 4]).as_bytes());
            bytes.is_ok()
        };
        let text: String = text.chars().filter(fits).collect();
        let bytes: Bytes = encoding.encode(text.as_bytes()).unwrap().into();
        let decoded = Decoded::new(&bytes, encoding);
        prop_assert_eq!(decoded.text(), text.as_bytes());
    }

    /// Invalid bytes survive a round trip.
    #[test]
    fn stray_bytes_survive(bytes in bytes(), order in any::<bool>()) {
        let encoding = named(if order { "utf-16le" } else { "utf-16be" });
        let decoded = Decoded::new(&Bytes::from(bytes.clone()), encoding);
        let mark = encoding.mark_of(&bytes).len();
        prop_assert_eq!(encoding.encode(decoded.text()), Ok(bytes[mark..].to_vec()));
    }
}

#[test]
fn ascii_is_not_copied() {
    let bytes = Bytes::from_static(b"plain\n");
    let decoded = Decoded::new(&bytes, named("latin1"));
    assert_eq!(decoded.text().as_ptr(), bytes.as_ptr());
    assert_eq!(decoded.walk(&bytes).byte_at(3), Some(3));
}

#[test]
fn latin1_is_not_windows_1252() {
    let euro = "€".as_bytes();
    assert_eq!(
        named("ISO-8859-1").encode(euro),
        Err(EncodingFault::Unmappable('€'))
    );
    assert_eq!(named("windows-1252").encode(euro), Ok(vec![0x80]));
}

#[test]
fn names_select_their_encodings() {
    assert_eq!(TextEncoding::named("UTF-8"), Ok(None));
    assert_eq!(
        TextEncoding::named("iso-2022-jp"),
        Err(NoEncoding::Stateful)
    );
    assert_eq!(
        TextEncoding::named("iso-2022-kr"),
        Err(NoEncoding::Stateful)
    );
    assert_eq!(TextEncoding::named("klingon"), Err(NoEncoding::Unknown));
    for (name, shown) in [
        ("sjis", "Shift_JIS"),
        ("utf-16", "UTF-16LE"),
        ("l1", "ISO-8859-1"),
    ] {
        assert_eq!(named(name).name(), shown);
    }
}

#[test]
fn a_byte_order_mark_overrides_a_name() {
    let of =
        |bytes: &[u8]| TextEncoding::detect(bytes, Some(named("latin1"))).map(TextEncoding::name);
    assert_eq!(of(b"\xff\xfea\0"), Some("UTF-16LE"));
    assert_eq!(of(b"\xfe\xff\0a"), Some("UTF-16BE"));
    assert_eq!(of(b"\xef\xbb\xbfa"), None);
    assert_eq!(of(b"\xff\xfe\0\0a\0\0\0"), Some("ISO-8859-1"), "UTF-32");
    assert_eq!(TextEncoding::detect(b"\xff\xfe\0\0a\0\0\0", None), None);
}

#[test]
fn utf16_is_detected_by_its_nul_bytes() {
    let of = |bytes: &[u8]| TextEncoding::of_unmarked(bytes).map(TextEncoding::name);
    assert_eq!(of(b"a\0b\0c\0\n\0"), Some("UTF-16LE"));
    assert_eq!(of(b"\0a\0b\0c\0\n"), Some("UTF-16BE"));
    assert_eq!(of(b"\x7fELF\0\0\0\0"), None);
    assert_eq!(of(b"plain text with one\0"), None);
    assert_eq!(of(b"old\0"), None);
}

/// In ASCII-compatible encodings, a line feed byte is never part of a character, so bytes can be split into lines.
#[test]
fn no_character_has_a_line_feed_among_its_bytes() {
    for name in NAMES.iter().filter(|name| !name.starts_with("utf")) {
        for lead in 0x80..=0xFF {
            for bytes in [
                vec![lead, b'\n'],
                vec![lead, 0x30, b'\n'],
                vec![lead, 0xA1, b'\n'],
            ] {
                let decoded = Decoded::new(&bytes.clone().into(), named(name));
                assert!(decoded.text().ends_with(b"\n"), "{name} {bytes:?}");
            }
        }
    }
}
