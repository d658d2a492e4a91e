//! The identity of a text: its length and BLAKE3 hash.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::hex;

/// The length and the BLAKE3 hash of a text. In JSON: `{"hash": "blake3:...", "len": 12}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(into = "WireFingerprint", try_from = "WireFingerprint")]
pub struct Fingerprint {
    /// Length in bytes.
    pub len: u64,
    /// BLAKE3, 256 bits.
    pub hash: [u8; 32],
}

/// The number of hexadecimal digits shown to users.
const SHORT: usize = 12;

/// Pieces are gathered into chunks of at most this many bytes before hashing.
const GATHERED: usize = 1 << 16;

impl Fingerprint {
    /// Hashes `text`.
    pub fn hash(text: &[u8]) -> Self {
        Self {
            len: text.len() as u64,
            hash: *blake3::hash(text).as_bytes(),
        }
    }

    /// Hashes the concatenation of `pieces`.
    pub fn of_pieces<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Self {
        Self::of_rest(blake3::Hasher::new(), pieces)
    }

    /// Hashes two texts that share the beginning `head`. `old` is the rest of the first text, and `new` contains the
    /// pieces of the rest of the second.
    pub(super) fn of_both<'a>(
        head: &[u8],
        old: &'a [u8],
        new: impl Iterator<Item = &'a [u8]>,
    ) -> (Self, Self) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(head);
        (
            Self::of_rest(hasher.clone(), std::iter::once(old)),
            Self::of_rest(hasher, new),
        )
    }

    /// Hashes `pieces` after the input of `hasher`. Short pieces are gathered, because BLAKE3 hashes large inputs
    /// faster.
    fn of_rest<'a>(mut hasher: blake3::Hasher, pieces: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut gathered = Vec::new();
        for piece in pieces {
            if gathered.len() + piece.len() > GATHERED {
                hasher.update(&gathered);
                gathered.clear();
            }
            if piece.len() > GATHERED {
                hasher.update(piece);
            } else {
                gathered.extend_from_slice(piece);
            }
        }
        hasher.update(&gathered);
        Self {
            len: hasher.count(),
            hash: *hasher.finalize().as_bytes(),
        }
    }

    /// The 64 lower-case hexadecimal digits of the hash.
    pub fn hex(&self) -> String {
        hex(&self.hash)
    }

    /// The first digits of [`Self::hex`], for display.
    pub fn short(&self) -> String {
        self.hex()[..SHORT].to_owned()
    }
}

/// Formats as `blake3:` and 64 hexadecimal digits, as in reports.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("blake3:")?;
        f.write_str(&self.hex())
    }
}

/// The JSON form.
#[derive(Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "Wire")
)]
#[serde(deny_unknown_fields)]
struct WireFingerprint {
    /// `blake3:` and 64 lower-case hexadecimal digits.
    hash: String,
    /// The length in bytes.
    len: u64,
}

impl From<Fingerprint> for WireFingerprint {
    fn from(fingerprint: Fingerprint) -> Self {
        Self {
            hash: ["blake3:", &fingerprint.hex()].concat(),
            len: fingerprint.len,
        }
    }
}

impl TryFrom<WireFingerprint> for Fingerprint {
    type Error = &'static str;

    fn try_from(wire: WireFingerprint) -> Result<Self, Self::Error> {
        const PROBLEM: &str = "a hash is `blake3:` and 64 lower-case hexadecimal digits";
        let digits = wire.hash.strip_prefix("blake3:").ok_or(PROBLEM)?;
        let hash = blake3::Hash::from_hex(digits).map_err(|_| PROBLEM)?;
        // Upper-case digits would not survive a round trip.
        if digits.bytes().any(|digit| digit.is_ascii_uppercase()) {
            return Err(PROBLEM);
        }
        Ok(Self {
            len: wire.len,
            hash: *hash.as_bytes(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Fingerprint, GATHERED};

    #[test]
    fn a_fingerprint_is_the_hash_and_the_length() {
        let fingerprint = Fingerprint::hash(b"abc");
        let hex = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";
        assert_eq!(fingerprint.hex(), hex);
        assert_eq!(fingerprint.short(), hex[..12]);
        assert_eq!(fingerprint.to_string(), format!("blake3:{hex}"));
        assert_eq!(fingerprint.len, 3);
    }

    #[test]
    fn hashing_in_pieces_equals_hashing_the_whole() {
        let text: Vec<u8> = (0..5 * GATHERED).map(|at| (at % 251) as u8).collect();
        for lengths in [
            &[0, 1, 7, 1024][..],
            &[1],
            &[GATHERED, 1, GATHERED + 1],
            &[3 * GATHERED, 5, 0, GATHERED - 5, 2],
        ] {
            let mut rest = &text[..];
            let pieces = lengths.iter().cycle().map_while(|&len| {
                let (piece, after) = rest.split_at(len.min(rest.len()));
                let is_left = !rest.is_empty();
                rest = after;
                is_left.then_some(piece)
            });
            assert_eq!(Fingerprint::of_pieces(pieces), Fingerprint::hash(&text));
        }
        let nothing = Fingerprint::of_pieces(std::iter::empty());
        assert_eq!(nothing, Fingerprint::hash(b""));
    }

    #[test]
    fn two_texts_with_one_beginning_have_their_own_hashes() {
        let text: Vec<u8> = (0..3 * GATHERED).map(|at| (at % 251) as u8).collect();
        for head in [0, 1, 1024, 1025, GATHERED + 7, text.len()] {
            let (head, old) = text.split_at(head);
            let new = [&b"other"[..], &old[old.len() / 2..]];
            let changed = [head, new[0], new[1]].concat();
            let both = Fingerprint::of_both(head, old, new.into_iter());
            assert_eq!(both.0, Fingerprint::hash(&text));
            assert_eq!(both.1, Fingerprint::hash(&changed));
        }
    }

    #[test]
    fn json_holds_both_and_nothing_else() {
        let fingerprint = Fingerprint::hash(b"");
        let json = serde_json::to_string(&fingerprint).unwrap();
        let hex = fingerprint.hex();
        assert_eq!(json, format!(r#"{{"hash":"blake3:{hex}","len":0}}"#));
        assert_eq!(
            serde_json::from_str::<Fingerprint>(&json).unwrap(),
            fingerprint
        );
        for broken in [
            json.replace("blake3:", "sha256:"),
            json.replace("blake3:", ""),
            json.replace(&hex, &hex.to_uppercase()),
            json.replace(&hex, &hex[1..]),
            json.replace(&hex, &format!("{hex}0")),
            json.replace("\"len\":0", "\"len\":-1"),
            json.replace("\"len\":0", "\"more\":0,\"len\":0"),
            json.replace(",\"len\":0", ""),
        ] {
            assert_ne!(broken, json);
            assert!(
                serde_json::from_str::<Fingerprint>(&broken).is_err(),
                "{broken}"
            );
        }
    }
}
