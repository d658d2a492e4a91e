//! The names that git gives to texts: a hash over `blob`, their length and their bytes.

use sha1::Sha1;
use sha2::{Digest, Sha256};

/// Whether `text` has the object name `name`; `None` when that is abbreviated.
pub fn is_blob(text: &[u8], name: &str) -> Option<bool> {
    let head = format!("blob {}\0", text.len());
    let name = name.to_ascii_lowercase();
    match name.len() {
        40 => Some(hashed::<Sha1>(&head, text) == name),
        64 => Some(hashed::<Sha256>(&head, text) == name),
        _ => None,
    }
}

/// Whether an object name stands for no file.
pub fn is_null(name: &str) -> bool {
    name.bytes().all(|digit| digit == b'0')
}

fn hashed<H: Digest>(head: &str, text: &[u8]) -> String {
    let mut hash = H::new();
    hash.update(head);
    hash.update(text);
    let digits = hash.finalize();
    digits.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::is_blob;

    #[test]
    fn names_are_those_of_git() {
        let empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
        assert_eq!(is_blob(b"", empty), Some(true));
        assert_eq!(is_blob(b"x", empty), Some(false));
        assert_eq!(is_blob(b"", &empty[..7]), None);
        let long = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813";
        assert_eq!(is_blob(b"", long), Some(true));
    }
}
