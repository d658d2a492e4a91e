//! The spelling of a name in its directory.
//!
//! Some file systems find `Makefile` by the name `makefile`, and some also have short names. A replaced file would
//! get the name that was typed. So we use the spelling of the directory.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use rustix::fs::Dir;
use rustix::io::Errno;

use crate::disk::sandbox::directory::Directory;
use crate::snapshot::FileFacts;

/// The name of the entry `typed`, which had the facts `found`, as `directory` spells it. Returns `typed` if the
/// directory is case-sensitive or cannot be listed.
pub(in crate::disk) fn spelled(
    directory: &Directory,
    typed: &OsStr,
    found: &FileFacts,
) -> OsString {
    let mut spelled = None;
    if !directory.is_case_sensitive() {
        match case_sensitivity(directory, typed, found) {
            CaseSensitivity::Sensitive => directory.set_case_sensitive(),
            CaseSensitivity::PossiblyInsensitive => spelled = listed_spelling(directory, typed),
            CaseSensitivity::Unknown => {}
        }
    }
    spelled.unwrap_or_else(|| typed.to_owned())
}

/// The case-sensitivity of a directory, as far as one name shows it.
enum CaseSensitivity {
    Sensitive,
    /// The name is also found with one letter in the other case.
    PossiblyInsensitive,
    Unknown,
}

/// Looks for the entry `typed`, which had the facts `found`, in the other case.
fn case_sensitivity(directory: &Directory, typed: &OsStr, found: &FileFacts) -> CaseSensitivity {
    let Some(other) = other_case(typed) else {
        return CaseSensitivity::Unknown;
    };
    match directory.stat(&other) {
        Ok(_) => return CaseSensitivity::PossiblyInsensitive,
        Err(Errno::NOENT) => {}
        Err(_) => return CaseSensitivity::Unknown,
    }
    // If `typed` was removed in the meantime, the missing name proves nothing.
    if has_letter(typed) && directory.facts(typed) == Ok(Some(*found)) {
        CaseSensitivity::Sensitive
    } else {
        CaseSensitivity::Unknown
    }
}

/// The spelling of the entry `typed` in a listing of `directory`. `None` if that is `typed`, or unknown.
fn listed_spelling(directory: &Directory, typed: &OsStr) -> Option<OsString> {
    own_spelling(typed, &names(directory).ok()?, directory)
}

fn has_letter(name: &OsStr) -> bool {
    name.as_bytes().iter().any(u8::is_ascii_alphabetic)
}

/// The only entry of `names` that `typed` can mean; `None` if `typed` is in `names`, or several names are possible.
fn own_spelling(typed: &OsStr, names: &[OsString], directory: &Directory) -> Option<OsString> {
    if names.iter().any(|name| name == typed) {
        return None;
    }
    if let Some(folded) = typed.to_str().map(str::to_lowercase) {
        let alike = names.iter().filter(|name| {
            name.to_str()
                .is_some_and(|name| name.to_lowercase() == folded)
        });
        if let Some(alike) = only(alike) {
            return Some(alike.clone());
        }
    }
    // A short name has other letters. If the file has several links, the short name could belong to any of them.
    let wanted = directory.stat(typed).ok()?;
    if wanted.st_nlink != 1 {
        return None;
    }
    let same = names.iter().filter(|name| {
        directory
            .stat(name)
            .is_ok_and(|found| (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino))
    });
    only(same).cloned()
}

/// The item of `found`, if there is exactly one.
fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    match (found.next(), found.next()) {
        (Some(item), None) => Some(item),
        _ => None,
    }
}

/// `name` with one letter in the other case. Prefers an ASCII letter, since every case-insensitive file system
/// ignores the case of ASCII letters.
fn other_case(name: &OsStr) -> Option<OsString> {
    let mut bytes = name.as_bytes().to_vec();
    if let Some(letter) = bytes.iter_mut().find(|byte| byte.is_ascii_alphabetic()) {
        *letter ^= 0x20;
        return Some(OsString::from_vec(bytes));
    }
    let text = name.to_str()?;
    for (at, letter) in text.char_indices() {
        for other in [only(letter.to_lowercase()), only(letter.to_uppercase())] {
            if let Some(other) = other
                && other != letter
            {
                let after = &text[at + letter.len_utf8()..];
                return Some(format!("{}{other}{after}", &text[..at]).into());
            }
        }
    }
    None
}

fn names(directory: &Directory) -> Result<Vec<OsString>, Errno> {
    let entries = Dir::new(directory.reopen()?)?;
    entries
        .map(|entry| Ok(OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned()))
        .collect()
}

/// Simulates case-insensitive directories for tests.
#[cfg(debug_assertions)]
pub(in crate::disk) mod simulation {
    use std::borrow::Cow;
    use std::ffi::OsStr;
    use std::sync::OnceLock;

    use super::{Directory, listed_spelling};

    /// Turns on the simulation.
    const VARIABLE: &str = "INCISE_TEST_NAMES_WITHOUT_CASE";

    /// The name of the entry that `typed` finds in a case-insensitive directory.
    pub(in crate::disk) fn found<'a>(directory: &Directory, typed: &'a OsStr) -> Cow<'a, OsStr> {
        static IS_ASKED: OnceLock<bool> = OnceLock::new();
        #[allow(clippy::disallowed_methods, reason = "only in debug builds, for tests")]
        let is_asked = *IS_ASKED.get_or_init(|| std::env::var_os(VARIABLE).is_some());
        if !is_asked || directory.stat(typed).is_ok() {
            return Cow::Borrowed(typed);
        }
        listed_spelling(directory, typed).map_or(Cow::Borrowed(typed), Cow::Owned)
    }
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    reason = "tests prepare and inspect targets without the module"
)]
mod tests {
    use std::ffi::{OsStr, OsString};
    use std::fs;

    use super::{other_case, own_spelling, spelled};
    use crate::disk::sandbox::directory::Directory;
    use crate::disk::tests::world::World;

    /// The result of [`own_spelling`] for `typed` among `names`, in a directory with the files of `world`.
    fn own(world: &World, typed: &str, names: &[&str]) -> Option<OsString> {
        let directory = Directory::open(&world.path("")).unwrap();
        let names: Vec<OsString> = names.iter().map(OsString::from).collect();
        own_spelling(OsStr::new(typed), &names, &directory)
    }

    #[test]
    fn one_letter_gets_the_other_case() {
        let other = |name: &str| other_case(OsStr::new(name));
        assert_eq!(other("makefile"), Some("Makefile".into()));
        assert_eq!(other("7-Zip"), Some("7-zip".into()));
        assert_eq!(other("ä1x"), Some("ä1X".into()));
        assert_eq!(other("Ä"), Some("ä".into()));
        assert_eq!(other("12.3"), None);
        assert_eq!(other("ß"), None);
    }

    #[test]
    fn the_name_is_the_one_that_the_directory_has() {
        let world = World::with(&[("makefile", "")]);
        let names = ["README", "Makefile", "makefile.bak"];
        assert_eq!(own(&world, "makefile", &names), Some("Makefile".into()));
        assert_eq!(own(&world, "ÄRGER", &["ärger"]), Some("ärger".into()));
    }

    #[test]
    fn an_existing_spelling_is_kept() {
        let world = World::with(&[("makefile", "")]);
        assert_eq!(own(&world, "makefile", &["Makefile", "makefile"]), None);
        // Both names are possible.
        assert_eq!(own(&world, "makefile", &["Makefile", "MAKEFILE"]), None);
    }

    #[test]
    fn a_short_name_is_resolved_by_a_file_with_one_name() {
        let world = World::with(&[("LONGER~1.TEX", ""), ("other", "")]);
        // Another path to the same file, like a short name.
        let long = "./LONGER~1.TEX";
        let names = ["other", long];
        assert_eq!(own(&world, "LONGER~1.TEX", &names), Some(long.into()));
        assert_eq!(own(&world, "LONGER~1.TEX", &["other"]), None);
        fs::hard_link(world.path("LONGER~1.TEX"), world.path("twin")).unwrap();
        assert_eq!(own(&world, "LONGER~1.TEX", &names), None, "two names");
    }

    #[test]
    fn a_case_sensitive_directory_keeps_names_as_typed() {
        let world = World::with(&[("makefile", "a")]);
        if world.path("MAKEFILE").exists() {
            return;
        }
        world.write("Makefile", "b");
        let directory = Directory::open(&world.path("")).unwrap();
        for name in ["makefile", "Makefile"] {
            let found = directory.facts(OsStr::new(name)).unwrap().unwrap();
            assert_eq!(spelled(&directory, OsStr::new(name), &found), name);
        }
    }

    #[test]
    fn a_case_insensitive_directory_gives_the_stored_spelling() {
        let world = World::with(&[("Makefile", "old")]);
        if !world.path("makefile").exists() {
            return;
        }
        let directory = Directory::open(&world.path("")).unwrap();
        let typed = OsStr::new("makefile");
        let found = directory.facts(typed).unwrap().unwrap();
        assert_eq!(spelled(&directory, typed, &found), "Makefile");
    }
}
