//! Names of files as other systems write them: `src\a.py` for `src/a.py`, `C:\src\a.py` for a file that cannot be
//! here.
//!
//! Backslashes and colons may stand in a name, so a file that is there is what its name says. No new file gets such a
//! name where the name leads to a directory, or to nowhere on this system.

use std::borrow::Cow;
use std::path::{Component, Path};

use super::files::RequestFiles;
use super::gathered::Gathered;
use crate::disk::Disk;
use crate::patch::slashed;
use crate::refusal::{Code, Escape, Reason, Refusal};
use crate::request::Limits;

impl Gathered {
    /// The path that `path` means: with `/` for its backslashes where that leads into a directory that is there and
    /// nothing has the name as it stands.
    ///
    /// # Errors
    /// `outside_root` for a name that is absolute elsewhere and that nothing has.
    pub(super) fn meant<'p>(
        &mut self,
        path: &'p Path,
        files: &mut RequestFiles,
        limits: &Limits,
    ) -> Result<Cow<'p, Path>, Refusal> {
        let turned = slashed(path);
        let is_foreign = turned.is_some() || is_absolute_elsewhere(path);
        if !is_foreign || self.has(path, files, limits) {
            return Ok(Cow::Borrowed(path));
        }
        refuse_absolute_elsewhere(path)?;
        Ok(match turned {
            Some(turned) if leads_on(&turned, files) => Cow::Owned(turned),
            _ => Cow::Borrowed(path),
        })
    }

    /// Whether something has the name `path`. What cannot be looked at is refused where it is read.
    pub(super) fn has(&mut self, path: &Path, files: &mut RequestFiles, limits: &Limits) -> bool {
        let Ok(place) = self.load_name(path, files, limits) else {
            return true;
        };
        let draft = self.drafts.at(&place);
        let is_there = draft.is_ok_and(|draft| draft.now().is_some());
        self.drafts.forget_untouched(&place);
        is_there
    }
}

/// The path that `path` means on `disk`, as in a request.
///
/// # Errors
/// As [`Gathered::meant`].
pub fn meant<'p>(
    path: &'p Path,
    disk: &mut Disk,
    limits: &Limits,
) -> Result<Cow<'p, Path>, Refusal> {
    Gathered::default().meant(path, &mut RequestFiles::Disk(disk), limits)
}

/// Whether the first directory that `path` goes through is there, or is one that no name may lead to.
pub(super) fn leads_on(path: &Path, files: &mut RequestFiles) -> bool {
    let is_directory = |component: &Component<'_>| *component != Component::CurDir;
    let directories = path.components().filter(is_directory).count();
    match files.locate(path) {
        Ok(place) => place.missing_parents().len() + 1 < directories,
        Err(refusal) => matches!(refusal.code(), Code::OutsideRoot | Code::Protected),
    }
}

/// Refuses the name of a new file that is absolute on another system.
///
/// # Errors
/// `outside_root`.
pub(super) fn refuse_absolute_elsewhere(path: &Path) -> Result<(), Refusal> {
    let escape = Escape::Elsewhere;
    if is_absolute_elsewhere(path) {
        Err(Refusal::new(Reason::OutsideRoot { escape }).at(path))
    } else {
        Ok(())
    }
}

/// `C:\src\a.py`, `C:/src/a.py`, `\\server\a.py`, `\src\a.py`.
fn is_absolute_elsewhere(path: &Path) -> bool {
    match path.as_os_str().as_encoded_bytes() {
        [b'\\', ..] => true,
        [drive, b':', b'\\' | b'/', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}
