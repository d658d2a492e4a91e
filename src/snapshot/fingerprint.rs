//! The identity of a text: its length and BLAKE3 hash.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Length and BLAKE3 hash of a text. In JSON: `{"hash": "blake3:...", "len": 12}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(into = "WireFingerprint", try_from = "WireFingerprint")]
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
        f.write_str("blake3:")?;
        f.write_str(&blake3::Hash::from_bytes(self.hash).to_hex())
    }
}

/// The JSON form.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Wire"))]
#[serde(deny_unknown_fields)]
struct WireFingerprint {
    /// `blake3:` and 64 lower-case hexadecimal digits.
    hash: String,
    /// Length in bytes.
    len: u64,
}

impl From<Fingerprint> for WireFingerprint {
    fn from(fingerprint: Fingerprint) -> Self {
        Self {
            hash: fingerprint.to_string(),
            len: fingerprint.len,
        }
    }
}

impl TryFrom<WireFingerprint> for Fingerprint {
    type Error = &'static str;

    fn try_from(wire: WireFingerprint) -> Result<Self, Self::Error> {
        let digits = wire.hash.strip_prefix("blake3:");
        let hash = digits.and_then(|digits| blake3::Hash::from_hex(digits).ok());
        let fingerprint = hash.map(|hash| Self {
            len: wire.len,
            hash: *hash.as_bytes(),
        });
        fingerprint
            .filter(|fingerprint| fingerprint.to_string() == wire.hash)
            .ok_or("a hash is `blake3:` and 64 lower-case hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;

    #[test]
    fn a_fingerprint_is_the_hash_and_the_length() {
        let fingerprint = Fingerprint::of(b"abc");
        let hex = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";
        assert_eq!(fingerprint.hex(), hex);
        assert_eq!(fingerprint.short(), hex[..12]);
        assert_eq!(fingerprint.to_string(), format!("blake3:{hex}"));
        assert_eq!(fingerprint.len, 3);
    }

    #[test]
    fn json_holds_both_and_nothing_else() {
        let fingerprint = Fingerprint::of(b"");
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
