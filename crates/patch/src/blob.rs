//! Git object names of file contents: a hash of `blob`, the length and the bytes.

use incise_text::text::hex;
use sha1::Sha1;
use sha2::{Digest, Sha256};

/// The SHA-1 object name of `text`.
pub fn blob_name(text: &[u8]) -> String {
    hashed::<Sha1>(&format!("blob {}\0", text.len()), text)
}

/// True if `text` has the object name `name`, a SHA-1 or SHA-256 hash. `None` if the name is abbreviated.
pub fn is_blob(text: &[u8], name: &str) -> Option<bool> {
    let head = format!("blob {}\0", text.len());
    match name.len() {
        40 => Some(hashed::<Sha1>(&head, text).eq_ignore_ascii_case(name)),
        64 => Some(hashed::<Sha256>(&head, text).eq_ignore_ascii_case(name)),
        _ => None,
    }
}

/// True if `name` is the git object name of a file with this text. The name may be abbreviated to seven or more
/// digits, as in the output of `git diff`.
pub fn is_blob_prefix(text: &[u8], name: &str) -> bool {
    if name.len() < 7 {
        return false;
    }
    let head = format!("blob {}\0", text.len());
    let prefix = name.to_ascii_lowercase();
    hashed::<Sha1>(&head, text).starts_with(&prefix)
        || hashed::<Sha256>(&head, text).starts_with(&prefix)
}

/// True if an object name is the null name, which means that there is no file.
pub fn is_null(name: &str) -> bool {
    name.bytes().all(|digit| digit == b'0')
}

fn hashed<H: Digest>(head: &str, text: &[u8]) -> String {
    let mut hash = H::new();
    hash.update(head);
    hash.update(text);
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::{is_blob, is_blob_prefix};

    #[test]
    fn names_match_git() {
        let empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
        assert_eq!(is_blob(b"", empty), Some(true));
        assert!(is_blob_prefix(b"", "e69de29") && is_blob_prefix(b"", empty));
        assert!(!is_blob_prefix(b"", "e69de2") && !is_blob_prefix(b"\n", "e69de29"));
        assert_eq!(is_blob(b"x", empty), Some(false));
        assert_eq!(is_blob(b"", &empty[..7]), None);
        let long = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813";
        assert_eq!(is_blob(b"", long), Some(true));
    }
}
