//! Names that say which files are expected to have them.
//!
//! A lone change needs no log: a crash leaves at most a file under a name of our own, to be removed. But what is
//! there may be somebody else's: they put it at the place between our look and our exchange, or removal, and the
//! crash came before it was found out. So such a name carries the fingerprints of all files of ours, or meant by
//! us, that can come to have it.

use std::ffi::{OsStr, OsString};

use super::temp::is_digit;
use crate::snapshot::FileFacts;

/// Hexadecimal digits of a fingerprint.
const DIGITS: usize = 16;

/// What each fingerprint begins with. No extension of a staged file holds it.
const SIGN: u8 = b'=';

/// `name`, which expects these `files`.
pub(super) fn claiming(name: &OsStr, files: &[&FileFacts]) -> OsString {
    let mut name = name.to_owned();
    for facts in files {
        name.push(fingerprint(facts));
    }
    name
}

/// A name in two: what was there first, and its fingerprints. `None` when they are not whole.
pub(super) fn split(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let first = name.iter().position(|byte| *byte == SIGN);
    let (name, claim) = name.split_at(first.unwrap_or(name.len()));
    let is_whole = |print: &[u8]| {
        print.len() == 1 + DIGITS && print[0] == SIGN && print[1..].iter().all(is_digit)
    };
    let mut prints = claim.chunks(1 + DIGITS);
    prints.all(is_whole).then_some((name, claim))
}

/// Whether the file `found` under `name` is one that the name does not expect. A name without fingerprints
/// expects any.
pub(super) fn is_foreign(name: &OsStr, found: &FileFacts) -> bool {
    let Some((_, claim)) = split(name.as_encoded_bytes()) else {
        return false;
    };
    let found = fingerprint(found);
    let mut expected = claim.chunks(1 + DIGITS);
    !claim.is_empty() && expected.all(|expected| expected != found.as_bytes())
}

/// As [`FileFacts::is_same_text`], but for the device, whose number can be another one after a restart.
fn fingerprint(facts: &FileFacts) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&facts.identity.inode.to_le_bytes());
    hasher.update(&facts.len.to_le_bytes());
    hasher.update(&facts.modified.0.to_le_bytes());
    hasher.update(&facts.modified.1.to_le_bytes());
    let digits = hasher.finalize().to_hex();
    format!("{}{}", char::from(SIGN), &digits[..DIGITS])
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::{claiming, is_foreign, split};
    use crate::snapshot::{FileFacts, Identity};

    fn facts(inode: u64, len: u64) -> FileFacts {
        FileFacts {
            identity: Identity { device: 1, inode },
            mode: 0o644,
            uid: 0,
            gid: 0,
            links: 1,
            len,
            modified: (1, 2),
            changed: (3, 4),
        }
    }

    #[test]
    fn a_name_knows_the_files_it_expects() {
        let (new, old, theirs) = (facts(1, 5), facts(2, 5), facts(3, 5));
        let both = claiming(OsStr::new(".incise-0"), &[&new, &old]);
        let kept = claiming(OsStr::new(".incise-0~"), &[&old]);
        let foreign = |found: &FileFacts| [&both, &kept].map(|name| is_foreign(name, found));
        assert_eq!(foreign(&new), [false, true]);
        assert_eq!(foreign(&old), [false, false]);
        assert_eq!(foreign(&theirs), [true, true]);
        assert_eq!(foreign(&facts(2, 6)), [true, true]);
        let renumbered = FileFacts {
            identity: Identity {
                device: 7,
                inode: 2,
            },
            mode: 0o600,
            changed: (9, 9),
            ..old
        };
        assert_eq!(foreign(&renumbered), [false, false]);
        assert!(!is_foreign(OsStr::new(".incise-0.rs"), &theirs));
    }

    #[test]
    fn fingerprints_are_whole_or_none() {
        let one = "=0123456789abcdef";
        for claim in ["", one, &one.repeat(2)] {
            let name = format!("~{claim}");
            let parts = Some((&b"~"[..], claim.as_bytes()));
            assert_eq!(split(name.as_bytes()), parts, "{name}");
        }
        for name in [
            "=",
            "=0123",
            "0123456789abcdef=",
            "=0123456789abcdeF",
            &one[..9],
        ] {
            assert_eq!(split(name.as_bytes()), None, "{name}");
        }
    }
}
