//! The location of a target (a name in an opened directory of the sandbox), and the change to the file there.

use std::ffi::{OsStr, OsString};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::change;
use crate::error::Fault;
use crate::snapshot::Identity;

/// The transition of the file at a location.
pub type Transition<P = RootedPath> = change::Transition<P>;
/// A file after its transition.
pub type NewText<P = RootedPath> = change::NewText<P>;
/// The source of the text of a file.
pub type Provenance<P = RootedPath> = change::Provenance<P>;

/// A path that was resolved inside the sandbox and cannot leave it.
///
/// Two spellings of one file (`a.rs`, `./a.rs`, a path through a link) are equal. Equality and order compare the
/// identity of the directory, the missing parents and the name, never `shown`. Only a `Disk` creates these paths, and
/// only the same `Disk` can open them. [`Self::of_text`] belongs to no `Disk`. A clone shares the data.
#[derive(Clone, Debug)]
pub struct RootedPath(Arc<PathParts>);

#[derive(Clone, Debug)]
struct PathParts {
    directory: Identity,
    missing_parents: Vec<OsString>,
    name: OsString,
    /// The name as it was typed, if a case-insensitive directory spells the name differently.
    typed: Option<OsString>,
    /// The current name of the file, if a case-only rename will give it the name of this place.
    present: Option<OsString>,
    shown: PathBuf,
}

/// The prefix of reserved names: staged files, kept files, locks and markers.
pub const RESERVED: &str = ".incise-";

/// True if `name` is reserved. The case is ignored, because some file systems ignore it.
pub(crate) fn is_reserved(name: &OsStr) -> bool {
    let start = name.as_encoded_bytes().get(..RESERVED.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(RESERVED.as_bytes()))
}

/// Refuses a reserved name.
pub(crate) fn refuse_reserved(name: &OsStr) -> Result<(), Fault> {
    if is_reserved(name) {
        return Err(Fault::Protected(name.to_string_lossy().into_owned()));
    }
    Ok(())
}

impl RootedPath {
    /// The entry `name` of `directory`, below `missing_parents`, which do not exist yet (outermost first). Reports
    /// show `shown`.
    pub(crate) fn new(
        directory: Identity,
        missing_parents: Vec<OsString>,
        name: OsString,
        shown: PathBuf,
    ) -> Self {
        Self(Arc::new(PathParts {
            directory,
            missing_parents,
            name,
            typed: None,
            present: None,
            shown,
        }))
    }

    /// The place of a text that is in no file. No disk reads or writes anything there.
    pub fn of_text(name: &str, typed: &str, shown: impl Into<PathBuf>) -> Self {
        let no_directory = Identity {
            device: u64::MAX,
            inode: u64::MAX,
        };
        Self::new(no_directory, Vec::new(), name.into(), shown.into()).typed_as(typed.as_ref())
    }

    /// This place, with the spelling `typed` of its name. The directory treats both spellings as the same name.
    #[must_use]
    pub(crate) fn typed_as(&self, typed: &OsStr) -> Self {
        let mut place = PathParts::clone(&self.0);
        place.typed = if typed == place.name {
            None
        } else {
            Some(typed.to_owned())
        };
        Self(Arc::new(place))
    }

    /// This place with the name as it was typed, the target of a case-only rename. `None` if the directory has the
    /// same spelling.
    #[must_use]
    pub fn respelled(&self) -> Option<Self> {
        let mut place = PathParts::clone(&self.0);
        let old_name = std::mem::replace(&mut place.name, place.typed.take()?);
        let present = place.present.take().unwrap_or(old_name);
        if present != place.name {
            place.present = Some(present);
        }
        Some(Self(Arc::new(place)))
    }

    /// The current name of the file that [`Self::respelled`] renames to the name of this place.
    pub fn present_name(&self) -> Option<&OsStr> {
        self.0.present.as_deref()
    }

    /// This place, with the typed name and the `shown` path of `other`.
    #[must_use]
    pub fn meant_by(&self, other: &Self) -> Self {
        let typed = other.0.typed.as_ref().unwrap_or(&other.0.name);
        let mut place = PathParts::clone(&self.typed_as(typed).0);
        place.shown.clone_from(&other.0.shown);
        Self(Arc::new(place))
    }

    /// The deepest directory of the path that exists.
    pub fn directory(&self) -> Identity {
        self.0.directory
    }

    /// The directories between [`Self::directory`] and the name that do not exist, outermost first.
    pub fn missing_parents(&self) -> &[OsString] {
        &self.0.missing_parents
    }

    /// The places of [`Self::missing_parents`], outermost first.
    pub fn directories_to_make(&self) -> impl Iterator<Item = Self> {
        let missing = self.missing_parents().iter().enumerate();
        missing.map(|(depth, name)| {
            let outer = self.missing_parents()[..depth].to_vec();
            Self::new(
                self.directory(),
                outer,
                name.clone(),
                self.shown().to_owned(),
            )
        })
    }

    /// The last component: the file that is replaced, created or deleted.
    pub fn name(&self) -> &OsStr {
        &self.0.name
    }

    /// The path in reports: relative to the working directory if the file is below it, or else as it was typed.
    pub fn shown(&self) -> &Path {
        &self.0.shown
    }

    /// Refuses reserved names among the missing parents and the name.
    ///
    /// # Errors
    /// [`Fault::Protected`].
    pub fn refuse_reserved(&self) -> Result<(), Fault> {
        for name in self.0.missing_parents.iter().chain([&self.0.name]) {
            refuse_reserved(name)?;
        }
        Ok(())
    }

    /// Refuses a directory that does not exist.
    ///
    /// # Errors
    /// [`Fault::MissingParent`].
    pub fn refuse_missing_parent(&self) -> Result<(), Fault> {
        if self.0.missing_parents.is_empty() {
            return Ok(());
        }
        let parent = self.shown().parent().unwrap_or(self.shown());
        Err(Fault::MissingParent(parent.to_owned()))
    }

    fn key(&self) -> (Identity, &[OsString], &OsStr) {
        (self.0.directory, &self.0.missing_parents, &self.0.name)
    }
}

impl PartialEq for RootedPath {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for RootedPath {}

impl Hash for RootedPath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl PartialOrd for RootedPath {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RootedPath {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

#[cfg(test)]
mod tests {
    use super::RootedPath;
    use crate::snapshot::Identity;

    fn path(inode: u64, parents: &[&str], name: &str, shown: &str) -> RootedPath {
        let directory = Identity { device: 1, inode };
        let parents = parents.iter().map(Into::into).collect();
        RootedPath::new(directory, parents, name.into(), shown.into())
    }

    #[test]
    fn two_spellings_of_one_file_are_one_place() {
        let plain = path(7, &[], "a.rs", "a.rs");
        let dotted = path(7, &[], "a.rs", "./src/../a.rs");
        assert_eq!(plain, dotted);
        assert!(plain.cmp(&dotted).is_eq());
        assert_ne!(plain.shown(), dotted.shown());
    }

    #[test]
    fn another_directory_parent_or_name_is_another_place() {
        let places = [
            path(7, &[], "a.rs", "a.rs"),
            path(7, &[], "b.rs", "a.rs"),
            path(7, &["new"], "a.rs", "a.rs"),
            path(7, &["new", "er"], "a.rs", "a.rs"),
            path(8, &[], "a.rs", "a.rs"),
        ];
        assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
