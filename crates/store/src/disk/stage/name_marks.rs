//! Names of staged and kept files that prove which files may have them.
//!
//! A crash leaves files with our reserved names, which are removed later. But such a file may not be ours. A user may
//! have named it, or it may come from version control. Another process may also have moved the file to the target
//! just before our exchange or removal, and the crash came before the commit noticed. So only a file that its name
//! proves to be ours is removed.
//!
//! Half of the digits in a name are random. The other half are a seal, which identifies the first file with the name:
//! a hash of the random digits and of the inode of a staged file or the target of a staged link. Fingerprints follow,
//! one for each other file that our renames can give the name to.

use std::ffi::{OsStr, OsString};
use std::io;

use crate::random::random_digits;
use crate::snapshot::FileFacts;
use crate::text::hex;

/// The prefix of every name of a staged or kept file.
pub(in crate::disk) const PREFIX: &str = crate::place::RESERVED;

/// The suffix for the name of a kept file.
pub(in crate::disk) const KEPT_SUFFIX: &str = "~";

/// The number of random digits in a name, and also the number of digits in the seal.
pub(in crate::disk) const HALF_DIGITS: usize = 16;

/// The number of hexadecimal digits in a fingerprint.
const FINGERPRINT_DIGITS: usize = 16;

/// The character before each fingerprint. The extension of a staged file never contains it.
const FINGERPRINT_MARK: u8 = b'=';

/// The first file with one of our names.
#[derive(Clone, Copy, Debug)]
pub(in crate::disk) enum FirstHolder<'a> {
    /// A new, empty file.
    New,
    /// A file with this inode.
    Inode(u64),
    /// A link to this target.
    Link(&'a [u8]),
}

impl FirstHolder<'_> {
    fn seal(self, random: &[u8]) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(random);
        match self {
            Self::New => hasher.update(b"new"),
            Self::Inode(inode) => hasher.update(b"inode").update(&inode.to_le_bytes()),
            Self::Link(target) => hasher.update(b"link").update(target),
        };
        hex(&hasher.finalize().as_bytes()[..HALF_DIGITS / 2])
    }
}

/// The number of hexadecimal digits in the name of a staged file.
const NAME_DIGITS: usize = 32;

/// True if `name` has the format of staged and kept files.
pub(in crate::disk) fn has_reserved_format(name: &OsStr) -> bool {
    let Some(rest) = name.as_encoded_bytes().strip_prefix(PREFIX.as_bytes()) else {
        return false;
    };
    let Some((digits, rest)) = rest.split_at_checked(NAME_DIGITS) else {
        return false;
    };
    if !digits.iter().all(is_digit) {
        return false;
    }
    match split(rest) {
        Some((ending, _)) => ending.is_empty() || ending[0] == b'.' || ending == b"~",
        None => false,
    }
}

/// True if `byte` is a lower-case hexadecimal digit.
pub(in crate::disk) fn is_digit(byte: &u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(byte)
}

/// A new name that `first` is the first file to have.
pub(in crate::disk) fn new_sealed_name(first: FirstHolder<'_>) -> Result<OsString, io::Error> {
    let random = random_digits::<{ HALF_DIGITS / 2 }>()?;
    let seal = first.seal(random.as_bytes());
    Ok([PREFIX, &random, &seal].concat().into())
}

/// `name` with the seal replaced by the seal of `first`.
pub(in crate::disk) fn with_new_seal(name: &OsStr, first: FirstHolder<'_>) -> OsString {
    let bytes = name.as_encoded_bytes();
    let random = bytes.get(PREFIX.len()..PREFIX.len() + HALF_DIGITS);
    let rest = bytes
        .get(PREFIX.len() + 2 * HALF_DIGITS..)
        .and_then(|rest| std::str::from_utf8(rest).ok());
    let (Some(random), Some(rest)) = (random, rest) else {
        return name.to_owned();
    };
    let seal = first.seal(random);
    let random = String::from_utf8_lossy(random);
    format!("{PREFIX}{random}{seal}{rest}").into()
}

/// `name` with the fingerprints of `files` appended.
pub(in crate::disk) fn with_fingerprints(name: &OsStr, files: &[&FileFacts]) -> OsString {
    let mut marked = name.to_owned();
    for facts in files {
        marked.push(fingerprint(facts));
    }
    marked
}

/// Splits a name from its fingerprints. `None` if a fingerprint is invalid.
pub(in crate::disk) fn split(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let first = name.iter().position(|byte| *byte == FINGERPRINT_MARK);
    let (plain_name, fingerprints) = name.split_at(first.unwrap_or(name.len()));
    for part in fingerprints.chunks(1 + FINGERPRINT_DIGITS) {
        if part.len() != 1 + FINGERPRINT_DIGITS
            || part[0] != FINGERPRINT_MARK
            || !part[1..].iter().all(is_digit)
        {
            return None;
        }
    }
    Some((plain_name, fingerprints))
}

/// True if `name` has the fingerprint of `facts`.
pub(in crate::disk) fn has_fingerprint(name: &OsStr, facts: &FileFacts) -> bool {
    has_fingerprint_with(name, fingerprint(facts).as_bytes())
}

/// True if `name` has a fingerprint that begins with `start`.
fn has_fingerprint_with(name: &OsStr, start: &[u8]) -> bool {
    let Some((_, fingerprints)) = split(name.as_encoded_bytes()) else {
        return false;
    };
    let mut parts = fingerprints.chunks(1 + FINGERPRINT_DIGITS);
    parts.any(|part| part.starts_with(start))
}

/// True if `name` proves that the file or link with the facts `found` is ours. `target` is the target of a link. If
/// `are_numbers_made_up` returns true, the inode may differ from the fingerprint.
pub(in crate::disk) fn proves(
    name: &OsStr,
    found: &FileFacts,
    target: Option<&[u8]>,
    are_numbers_made_up: impl FnOnce() -> bool,
) -> bool {
    if has_fingerprint(name, found) || has_similar_fingerprint(name, found) && are_numbers_made_up()
    {
        return true;
    }
    let bytes = name.as_encoded_bytes();
    let Some(digits) = bytes.get(PREFIX.len()..PREFIX.len() + 2 * HALF_DIGITS) else {
        return false;
    };
    let (random, seal) = digits.split_at(HALF_DIGITS);
    let mut holders = Vec::new();
    match target {
        Some(target) => holders.push(FirstHolder::Link(target)),
        None => {
            holders.push(FirstHolder::Inode(found.identity.inode));
            if found.len == 0 {
                holders.push(FirstHolder::New);
            }
        }
    }
    holders
        .iter()
        .any(|holder| holder.seal(random).as_bytes() == seal)
}

/// True if `name` has a fingerprint that differs from `facts` at most in the inode.
fn has_similar_fingerprint(name: &OsStr, facts: &FileFacts) -> bool {
    has_fingerprint_with(
        name,
        &fingerprint(facts).as_bytes()[..=FINGERPRINT_DIGITS / 2],
    )
}

/// A hash of the facts that [`FileFacts::is_same_text`] compares, without the device, whose number can change at a
/// reboot. The first half does not depend on the inode, for file systems that make up inode numbers.
fn fingerprint(facts: &FileFacts) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&facts.len.to_le_bytes());
    hasher.update(&facts.modified.0.to_le_bytes());
    hasher.update(&facts.modified.1.to_le_bytes());
    let text = hasher.finalize();
    hasher.update(&facts.identity.inode.to_le_bytes());
    let file = hasher.finalize();
    let quarter = FINGERPRINT_DIGITS / 4;
    let hashes = [text, file].map(|hash| hex(&hash.as_bytes()[..quarter]));
    String::from(char::from(FINGERPRINT_MARK)) + &hashes.concat()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::{FirstHolder, new_sealed_name, proves, split, with_fingerprints, with_new_seal};
    use crate::disk::sandbox::directory::Directory;
    use crate::disk::sandbox::inodes::Inodes;
    use crate::disk::tests::world::on_every_file_system;
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

    /// An empty directory, which keeps inode numbers unless a simulation is on.
    fn here() -> (tempfile::TempDir, Directory) {
        let world = tempfile::tempdir().unwrap();
        let directory = Directory::open(world.path()).unwrap();
        (world, directory)
    }

    fn is_proven(name: &OsStr, found: &FileFacts, target: Option<&[u8]>, here: &Directory) -> bool {
        proves(name, found, target, || here.inodes() == Inodes::MadeUp)
    }

    #[test]
    fn a_staged_name_identifies_its_files() {
        let (_world, here) = here();
        let (new, old, theirs) = (facts(1, 5), facts(2, 5), facts(3, 5));
        let both = with_fingerprints(OsStr::new(".incise-0"), &[&new, &old]);
        let kept = with_fingerprints(OsStr::new(".incise-0~"), &[&old]);
        let foreign =
            |found: &FileFacts| [&both, &kept].map(|name| !is_proven(name, found, None, &here));
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
        assert!(!is_proven(OsStr::new(".incise-0.rs"), &theirs, None, &here));
    }

    #[test]
    fn all_other_facts_must_agree_if_inodes_depend_on_names() {
        on_every_file_system(|| {
            let (world, here) = here();
            let old = facts(2, 5);
            let name = with_fingerprints(OsStr::new(".incise-0~"), &[&old]);
            assert!(is_proven(&name, &old, None, &here));
            let is_made_up = here.inodes() == Inodes::MadeUp;
            assert_eq!(is_proven(&name, &facts(3, 5), None, &here), is_made_up);
            assert!(!is_proven(&name, &facts(3, 6), None, &here));
            assert_eq!(std::fs::read_dir(world.path()).unwrap().count(), 0);
        });
    }

    #[test]
    fn a_sealed_name_proves_only_its_first_file() {
        let (_world, here) = here();
        let name = new_sealed_name(FirstHolder::New).unwrap();
        assert!(is_proven(&name, &facts(1, 0), None, &here));
        assert!(!is_proven(&name, &facts(1, 5), None, &here));
        let mut staged = with_new_seal(&name, FirstHolder::Inode(7));
        staged.push(".rs");
        assert!(is_proven(&staged, &facts(7, 5), None, &here));
        for (inode, len) in [(8, 5), (8, 0)] {
            assert!(!is_proven(&staged, &facts(inode, len), None, &here));
        }
        let link = new_sealed_name(FirstHolder::Link(b"there")).unwrap();
        assert!(is_proven(&link, &facts(7, 5), Some(b"there"), &here));
        assert!(!is_proven(&link, &facts(7, 5), Some(b"where"), &here));
        assert!(!is_proven(&link, &facts(7, 0), None, &here));
    }

    #[test]
    fn fingerprints_are_whole_or_none() {
        let one = "=0123456789abcdef";
        for fingerprints in ["", one, &one.repeat(2)] {
            let name = format!("~{fingerprints}");
            let parts = Some((&b"~"[..], fingerprints.as_bytes()));
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
