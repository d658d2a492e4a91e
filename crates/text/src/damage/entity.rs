//! Encodes and decodes HTML entities for the characters that HTML escapes.

use bytes::Bytes;
use memchr::memmem;

/// Entities and the characters that they represent.
const ENTITIES: [(&[u8], u8); 11] = [
    (b"&lt;", b'<'),
    (b"&gt;", b'>'),
    (b"&amp;", b'&'),
    (b"&quot;", b'"'),
    (b"&#34;", b'"'),
    (b"&#x22;", b'"'),
    (b"&apos;", b'\''),
    (b"&#39;", b'\''),
    (b"&#x27;", b'\''),
    (b"&#x2F;", b'/'),
    (b"&nbsp;", b' '),
];

/// Decodes the entities in `text` once; `None` if there are none.
pub fn unescaped(text: &[u8]) -> Option<Bytes> {
    let mut out: Option<Vec<u8>> = None;
    let mut copied = 0;
    for at in memchr::memchr_iter(b'&', text) {
        let entity = ENTITIES
            .iter()
            .find(|(name, _)| text[at..].starts_with(name));
        if let Some((name, byte)) = entity {
            let out = out.get_or_insert_with(Vec::new);
            out.extend_from_slice(&text[copied..at]);
            out.push(*byte);
            copied = at + name.len();
        }
    }
    let mut out = out?;
    out.extend_from_slice(&text[copied..]);
    Some(out.into())
}

/// True if `text` contains a bare character that HTML escapes, which shows that the text was not escaped.
pub fn has_bare(text: &[u8]) -> bool {
    b"<>&".iter().any(|&byte| contains_bare(text, byte))
}

/// True if `new` contains an entity of `old`, and not the bare character.
pub fn are_shared(old: &[u8], new: &[u8]) -> bool {
    ENTITIES.iter().any(|&(name, byte)| {
        memmem::find(old, name).is_some()
            && memmem::find(new, name).is_some()
            && !contains_bare(new, byte)
    })
}

/// True if `text` contains `byte`. The `&` of an entity, known or not, does not count.
fn contains_bare(text: &[u8], byte: u8) -> bool {
    memchr::memchr_iter(byte, text).any(|at| byte != b'&' || !begins_entity(&text[at + 1..]))
}

/// True if `text` is the end of an entity, after its `&`: `copy;`, `#169;`. `&x;` is code: no entity has one letter.
fn begins_entity(text: &[u8]) -> bool {
    let (rest, least) = match text.strip_prefix(b"#") {
        Some(number) => (number, 1),
        None => (text, 2),
    };
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric());
    let len = len.count();
    len >= least && rest.get(len) == Some(&b';')
}
