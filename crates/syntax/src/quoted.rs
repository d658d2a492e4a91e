//! Finds the ends of strings and characters by their quotes.

/// The offset after the string that opens at `open`. `None` if the line ends first.
pub(super) fn quoted_end(text: &[u8], open: usize, quote: u8) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match *text.get(at)? {
            b'\\' => at += 2,
            b'\n' => return None,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The offset after the string between `quotes` that opens at `open` and may span several lines.
pub(super) fn quoted_lines_end(text: &[u8], open: usize, quotes: &[u8]) -> Option<usize> {
    let mut at = open + quotes.len();
    loop {
        match *text.get(at)? {
            b'\\' => at += 2,
            _ if text[at..].starts_with(quotes) => return Some(at + quotes.len()),
            _ => at += 1,
        }
    }
}

/// The offset after the C++ raw string whose quote is at `open`.
pub(super) fn raw_c_end(text: &[u8], open: usize) -> Option<usize> {
    let rest = text.get(open..)?.strip_prefix(b"\"")?;
    let list = memchr::memchr(b'(', &rest[..rest.len().min(17)])?;
    let end = [b")", &rest[..list], b"\""].concat();
    Some(open + 1 + memchr::memmem::find(rest, &end)? + end.len())
}

/// The offset after a Rust raw string. `open` is the offset of its first `#` or its quote.
pub(super) fn raw_rust_end(text: &[u8], open: usize) -> Option<usize> {
    let hashes = text[open..]
        .iter()
        .take_while(|byte| **byte == b'#')
        .count();
    let start = open + hashes;
    if text.get(start) != Some(&b'"') {
        return None;
    }
    let end = [b"\"", &text[open..start]].concat();
    let len = memchr::memmem::find(&text[start + 1..], &end)?;
    Some(start + 1 + len + end.len())
}

/// The offset after the Rust character at `open`. `None` for a lifetime.
pub(super) fn character_end(text: &[u8], open: usize) -> Option<usize> {
    let rest = &text[open + 1..];
    if rest.first() == Some(&b'\\') {
        return quoted_end(text, open, b'\'');
    }
    let mut ends = (1..=rest.len().min(4)).filter(|&len| rest.get(len) == Some(&b'\''));
    let len = ends.next()?;
    match std::str::from_utf8(&rest[..len]).ok()?.chars().count() {
        1 => Some(open + len + 2),
        _ => None,
    }
}
