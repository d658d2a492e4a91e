//! The identity of a text: its length and BLAKE3 hash.

use std::fmt;

/// Length and BLAKE3 hash of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// Length in bytes.
    pub len: u64,
    /// BLAKE3, 256 bits.
    pub hash: [u8; 32],
}

/// Hexadecimal digits that stand for a fingerprint where people read it.
const SHORT: usize = 12;

impl Fingerprint {
    /// Hashes `text`.
    pub fn of(text: &[u8]) -> Self {
        Self {
            len: text.len() as u64,
            hash: *blake3::hash(text).as_bytes(),
        }
    }

    /// Hashes the text that `pieces` make in order, none of which is copied.
    pub fn of_pieces<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut hasher = blake3::Hasher::new();
        pieces.for_each(|piece| {
            hasher.update(piece);
        });
        Self {
            len: hasher.count(),
            hash: *hasher.finalize().as_bytes(),
        }
    }

    /// The 64 lower-case hexadecimal digits of the hash.
    pub fn hex(&self) -> String {
        blake3::Hash::from_bytes(self.hash).to_hex().to_string()
    }

    /// The first digits of [`Self::hex`], for people.
    pub fn short(&self) -> String {
        self.hex()[..SHORT].to_owned()
    }
}

/// `blake3:` and 64 hexadecimal digits, as in reports.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "blake3:{}", self.hex())
    }
}
