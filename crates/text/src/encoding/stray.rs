//! Represents invalid bytes of an encoding in decoded text.
//!
//! Each invalid byte becomes two bytes that never occur in UTF-8: one of 0xF8 to 0xFB, and a continuation byte.

/// The length of an invalid byte in decoded text.
pub const LEN: usize = 2;

/// Appends the invalid `byte` to a decoded text.
pub fn push(byte: u8, text: &mut Vec<u8>) {
    text.extend([0xF8 | byte >> 6, 0x80 | byte & 0x3F]);
}

/// The invalid byte that the start of `text` represents, if any.
pub fn first_of(text: &[u8]) -> Option<u8> {
    match text {
        [lead @ 0xF8..=0xFB, rest @ 0x80..=0xBF, ..] => Some((lead & 3) << 6 | rest & 0x3F),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{LEN, first_of, push};

    #[test]
    fn every_byte_round_trips_and_is_not_utf8() {
        for byte in 0..=u8::MAX {
            let mut text = Vec::new();
            push(byte, &mut text);
            assert_eq!((text.len(), first_of(&text)), (LEN, Some(byte)));
            assert!(std::str::from_utf8(&text).is_err());
        }
    }
}
