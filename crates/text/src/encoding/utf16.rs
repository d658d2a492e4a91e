//! UTF-16 in both byte orders.

use super::stray;

/// The order of the two bytes of a code unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(bytes),
            Self::Big => u16::from_be_bytes(bytes),
        }
    }

    fn bytes(self, unit: u16) -> [u8; 2] {
        match self {
            Self::Little => unit.to_le_bytes(),
            Self::Big => unit.to_be_bytes(),
        }
    }

    /// Appends the first character of `bytes` to `text`, and returns its length in bytes. Unpaired surrogates and an
    /// odd byte at the end are invalid.
    pub fn decode_first(self, bytes: &[u8], text: &mut Vec<u8>) -> usize {
        let [first, second, rest @ ..] = bytes else {
            for byte in bytes {
                stray::push(*byte, text);
            }
            return bytes.len();
        };
        let unit = self.unit([*first, *second]);
        if let Ok(ascii @ 0..=0x7F) = u8::try_from(unit) {
            text.push(ascii);
            return 2;
        }
        let next = match rest {
            [third, fourth, ..] => Some(self.unit([*third, *fourth])),
            _ => None,
        };
        match char::decode_utf16([unit].into_iter().chain(next)).next() {
            Some(Ok(character)) => {
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                2 * character.len_utf16()
            }
            _ => {
                stray::push(*first, text);
                stray::push(*second, text);
                2
            }
        }
    }

    /// Appends `text` to `bytes`.
    pub fn encode(self, text: &str, bytes: &mut Vec<u8>) {
        bytes.extend(text.encode_utf16().flat_map(|unit| self.bytes(unit)));
    }
}
