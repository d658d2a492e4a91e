//! Typographic quotes, dashes and blanks as word processors put them, and the plain signs they came from.

use bytes::Bytes;

const SIGNS: [(&str, &[u8]); 11] = [
    ("\u{2018}", b"'"),
    ("\u{2019}", b"'"),
    ("\u{201a}", b"'"),
    ("\u{201c}", b"\""),
    ("\u{201d}", b"\""),
    ("\u{201e}", b"\""),
    ("\u{2013}", b"-"),
    ("\u{2014}", b"--"),
    ("\u{2026}", b"..."),
    ("\u{a0}", b" "),
    ("\u{202f}", b" "),
];

/// `text` with plain signs for typographic ones; `None` when it has none.
pub(super) fn plain(text: &[u8]) -> Option<Bytes> {
    let mut out: Option<Vec<u8>> = None;
    let mut copied = 0;
    for at in memchr::memchr2_iter(0xe2, 0xc2, text) {
        let sign = SIGNS
            .iter()
            .find(|(sign, _)| text[at..].starts_with(sign.as_bytes()));
        if let Some((sign, plain)) = sign {
            let out = out.get_or_insert_with(Vec::new);
            out.extend_from_slice(&text[copied..at]);
            out.extend_from_slice(plain);
            copied = at + sign.len();
        }
    }
    let mut out = out?;
    out.extend_from_slice(&text[copied..]);
    Some(out.into())
}
