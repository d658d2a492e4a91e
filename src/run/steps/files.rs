//! The files of a request, or the single text of a filter, with the edits of the steps so far.
//!
//! A link is followed to its target before the request. No step may follow a link that another step created, changed or
//! deleted.
//!
//! On Windows, `src/a.py` is written `src\a.py` or `C:\src\a.py`. On this system, backslashes and colons may be part of
//! a name, so an existing file with that name is used. A new file never gets such a name if `src` is a directory or the
//! path is absolute.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use bytes::Bytes;
use rustix::fs::{Access, access};

use crate::disk::{Disk, Skim};
use crate::patch::slashed;
use crate::refusal::{Code, Fault, LinkFault, NotAFile, Reason, Refusal};
use crate::request::Limits;
use crate::resolve::draft::Drafts;
use crate::snapshot::{RootedPath, Snapshot};

/// The most links in one path. The Linux kernel has the same limit.
const MAX_LINKS: usize = 40;

/// The files of a request.
pub enum RequestFiles<'a> {
    /// The files in the file system.
    Disk(&'a mut Disk),
    /// A single text. Every path means this text.
    Filter(Bytes),
}

impl RequestFiles<'_> {
    /// The directory that relative paths start from.
    pub fn directory(&self) -> Option<&Path> {
        match self {
            Self::Disk(disk) => Some(disk.cwd()),
            Self::Filter(_) => None,
        }
    }

    /// The path of `directory` from the top of its git repository; `None` at the top and outside of repositories.
    pub fn path_in_repository(&self, directory: &Path) -> Option<PathBuf> {
        let directory = self.directory()?.join(directory);
        let top = marked_ancestor(&directory, &[".git"])?;
        let path: PathBuf = directory.strip_prefix(top).ok()?.components().collect();
        Some(path).filter(|path| !path.as_os_str().is_empty())
    }

    /// The files below the working directory; see [`Disk::files_below`].
    pub fn below(&self, most: usize) -> Option<Vec<PathBuf>> {
        match self {
            Self::Disk(disk) => disk.files_below(most),
            Self::Filter(_) => None,
        }
    }

    /// A reader for several threads.
    pub fn skim(&self) -> Option<Skim> {
        match self {
            Self::Disk(disk) => disk.skim(),
            Self::Filter(_) => None,
        }
    }

    /// The place of `path`.
    pub fn locate(&mut self, path: &Path) -> Result<RootedPath, Refusal> {
        match self {
            Self::Disk(disk) => Ok(disk.locate(path)?),
            Self::Filter(_) => Ok(RootedPath::of_text("-", "-", path)),
        }
    }

    /// The place of the name `path`. A link is not followed.
    pub fn locate_name(&mut self, path: &Path) -> Result<RootedPath, Refusal> {
        match self {
            Self::Disk(disk) => Ok(disk.locate_name(path)?),
            Self::Filter(_) => self.locate(path),
        }
    }

    /// The file or link at `place`; `None` if nothing exists there.
    pub fn read_name(
        &mut self,
        place: &RootedPath,
        limits: &Limits,
    ) -> Result<Option<Snapshot>, Refusal> {
        match self {
            Self::Disk(disk) => Ok(disk.read_name(place, limits.max_size)?),
            Self::Filter(_) => self.read(place, limits),
        }
    }

    /// The target of the link at `place`; `None` if there is no link.
    pub fn read_link(&self, place: &RootedPath) -> Option<Bytes> {
        match self {
            Self::Disk(disk) => disk.read_link(place),
            Self::Filter(_) => None,
        }
    }

    /// The file at `place`; `None` if it does not exist.
    pub fn read(
        &mut self,
        place: &RootedPath,
        limits: &Limits,
    ) -> Result<Option<Snapshot>, Refusal> {
        match self {
            Self::Disk(disk) => Ok(disk.read(place, limits.max_size)?),
            Self::Filter(text) if text.len() as u64 > limits.max_size => {
                Err(Refusal::from(Fault::TooLarge {
                    len: text.len() as u64,
                    limit: limits.max_size,
                }))
            }
            Self::Filter(text) => Ok(Some(Snapshot::of_text(text.clone()))),
        }
    }
}

/// The files that the steps have opened.
pub struct OpenedFiles<'d> {
    pub origin: RequestFiles<'d>,
    pub limits: &'d Limits,
    /// Every file that was read, with the edits of the steps so far.
    pub drafts: Drafts,
    /// Every symbolic link that a step edits or creates.
    pub links: BTreeSet<RootedPath>,
}

impl<'d> OpenedFiles<'d> {
    /// No files of `origin` yet. Later, files larger than `limits` are refused.
    pub fn new(origin: RequestFiles<'d>, limits: &'d Limits) -> Self {
        Self {
            origin,
            limits,
            drafts: Drafts::default(),
            links: BTreeSet::new(),
        }
    }

    pub fn close(&mut self) {
        self.drafts.clear();
        self.links.clear();
    }

    /// Reads the file at `path`, unless an earlier step has read it.
    pub fn load(&mut self, path: &Path) -> Result<RootedPath, Refusal> {
        if let Some(name) = self.changed_link(path)? {
            return Ok(name);
        }
        let place = self.drafts.present(self.origin.locate(path)?);
        self.load_at(&place)?;
        self.refuse_vacated_target(path, &place)?;
        Ok(place)
    }

    /// Refuses a link at `path` whose target at `place` was moved or deleted by an earlier step.
    fn refuse_vacated_target(&mut self, path: &Path, place: &RootedPath) -> Result<(), Refusal> {
        let draft = self.drafts.at(place)?;
        if draft.is_touched() && draft.now().is_none() && self.origin.locate_name(path)? != *place {
            let reason = Fault::NotAFile(NotAFile::DanglingLink);
            return Err(Refusal::from(reason).at(path));
        }
        Ok(())
    }

    /// Reads the files at `paths` in several threads, before any step changes a name. Returns their places; `None` for
    /// a file that must be read by itself.
    pub(super) fn load_ahead(&mut self, paths: &[Option<&Path>]) -> Vec<Option<RootedPath>> {
        let mut places = vec![None; paths.len()];
        if let RequestFiles::Disk(disk) = &mut self.origin {
            let named = paths.iter().copied().flatten();
            let mut texts = disk.read_all(named, self.limits.max_size).into_iter();
            for number in (0..paths.len()).filter(|&number| paths[number].is_some()) {
                if let Some((place, text)) = texts.next().flatten() {
                    self.drafts.load(place.clone(), Some(text));
                    places[number] = Some(place);
                }
            }
        }
        places
    }

    /// Reads the file or link with the name `path`, unless an earlier step has read it.
    pub fn load_name(&mut self, path: &Path) -> Result<RootedPath, Refusal> {
        self.refuse_changed_links_above(path)?;
        let place = self.drafts.present(self.origin.locate_name(path)?);
        self.load_name_at(&place)?;
        Ok(place)
    }

    /// Reads the file or link at `place`, unless an earlier step has read it.
    pub fn load_name_at(&mut self, place: &RootedPath) -> Result<(), Refusal> {
        if !self.drafts.has(place) {
            let before = self
                .origin
                .read_name(place, self.limits)
                .map_err(|refusal| refusal.at(place.shown()))?;
            if before.as_ref().is_some_and(Snapshot::is_link) {
                self.links.insert(place.clone());
            }
            self.drafts.load(place.clone(), before);
        }
        Ok(())
    }

    /// Reads the file at `place`, unless an earlier step has read it.
    pub fn load_at(&mut self, place: &RootedPath) -> Result<(), Refusal> {
        if !self.drafts.has(place) {
            let before = self
                .origin
                .read(place, self.limits)
                .map_err(|refusal| refusal.at(place.shown()))?;
            self.drafts.load(place.clone(), before);
        }
        Ok(())
    }

    /// The place of `path` itself, if an earlier step has created, changed or deleted a link with this name.
    ///
    /// # Errors
    /// `not_a_file` if `path` leads through such a link.
    pub(super) fn changed_link(&mut self, path: &Path) -> Result<Option<RootedPath>, Refusal> {
        if self.links.is_empty() {
            return Ok(None);
        }
        self.refuse_changed_links_above(path)?;
        let name = self.origin.locate_name(path)?;
        if self.is_changed_link(&name) {
            return Ok(Some(name));
        }
        LinkWalk::new(path).follow(path, self)?;
        Ok(None)
    }

    /// Refuses a path whose directories lead through a link that an earlier step has created, changed or deleted.
    pub(super) fn refuse_changed_links_above(&mut self, path: &Path) -> Result<(), Refusal> {
        match path.parent() {
            Some(parent) if !self.links.is_empty() => LinkWalk::new(path).follow_all(parent, self),
            _ => Ok(()),
        }
    }

    /// True if a step has created, changed or deleted a link at `place`.
    fn is_changed_link(&mut self, place: &RootedPath) -> bool {
        self.drafts.at(place).is_ok_and(|draft| {
            let was_link = draft.before().is_some_and(Snapshot::is_link);
            draft.is_touched() && (was_link || draft.is_link())
        })
    }

    /// `path` with `/` for each backslash, if no file has the given name and the result leads into an existing
    /// directory. Otherwise `path`.
    ///
    /// # Errors
    /// `outside_root` if the path is absolute on Windows and no file has that name.
    pub(super) fn native_path<'p>(&mut self, path: &'p Path) -> Result<Cow<'p, Path>, Refusal> {
        let turned = slashed(path);
        let may_be_foreign = turned.is_some() || is_windows_path(path);
        if !may_be_foreign || self.may_exist(path) {
            return Ok(Cow::Borrowed(path));
        }
        refuse_windows_path(path)?;
        Ok(match turned {
            Some(turned) if is_plausible_path(&turned, &mut self.origin) => Cow::Owned(turned),
            _ => Cow::Borrowed(path),
        })
    }

    /// True if something has the name `path`, or if the name cannot be looked up. Reading it then reports the fault.
    pub(super) fn may_exist(&mut self, path: &Path) -> bool {
        self.exists(path).unwrap_or(true)
    }

    /// True if there is a file at `path`, not a directory.
    pub(super) fn has_file(&mut self, path: &Path) -> bool {
        !path.as_os_str().is_empty() && self.exists(path).unwrap_or(false)
    }

    /// True if something has the name `path`; `None` if the name cannot be looked up.
    fn exists(&mut self, path: &Path) -> Option<bool> {
        let place = self.load_name(path).ok()?;
        let exists = self.exists_at(&place);
        self.drafts.forget_untouched(&place);
        Some(exists)
    }

    /// True if a file exists at `place`, which must be loaded, after the steps so far.
    pub(super) fn exists_at(&mut self, place: &RootedPath) -> bool {
        let draft = self.drafts.at(place);
        draft.is_ok_and(|draft| draft.now().is_some())
    }
}

/// Follows the links of one path.
struct LinkWalk<'a> {
    path: &'a Path,
    links_left: usize,
}

impl<'a> LinkWalk<'a> {
    fn new(path: &'a Path) -> Self {
        Self {
            path,
            links_left: MAX_LINKS,
        }
    }

    /// Follows `inner` and each directory above it.
    fn follow_all(&mut self, inner: &Path, files: &mut OpenedFiles<'_>) -> Result<(), Refusal> {
        for directory in inner.ancestors() {
            if directory.file_name().is_some() {
                self.follow(directory, files)?;
            }
        }
        Ok(())
    }

    /// Follows `entry` if it is a link. Opening the file reports other faults of the path.
    fn follow(&mut self, entry: &Path, files: &mut OpenedFiles<'_>) -> Result<(), Refusal> {
        let Ok(place) = files.origin.locate_name(entry) else {
            return Ok(());
        };
        if files.is_changed_link(&place) {
            return Err(Reason::Link(LinkFault::Changed).at(self.path));
        }
        let Some(target) = files.origin.read_link(&place) else {
            return Ok(());
        };
        if self.links_left == 0 {
            return Ok(());
        }
        self.links_left -= 1;
        let parent = entry.parent().unwrap_or(Path::new(""));
        self.follow_all(&parent.join(OsStr::from_bytes(&target)), files)
    }
}

/// The nearest ancestor of `directory`, or `directory`, with an entry called like one of `markers`.
pub fn marked_ancestor<'d>(directory: &'d Path, markers: &[&str]) -> Option<&'d Path> {
    directory.ancestors().find(|top| {
        markers
            .iter()
            .any(|marker| access(top.join(marker), Access::EXISTS).is_ok())
    })
}

/// The path on this system for `path` in a request for `disk`.
///
/// # Errors
/// See [`OpenedFiles::native_path`].
pub fn native_path<'p>(
    path: &'p Path,
    disk: &mut Disk,
    limits: &Limits,
) -> Result<Cow<'p, Path>, Refusal> {
    OpenedFiles::new(RequestFiles::Disk(disk), limits).native_path(path)
}

/// True if the first directory of `path` exists, or if the path leads out of the sandbox.
pub(super) fn is_plausible_path(path: &Path, files: &mut RequestFiles) -> bool {
    let components = path
        .components()
        .filter(|component| *component != Component::CurDir)
        .count();
    match files.locate(path) {
        Ok(place) => place.missing_parents().len() < components.saturating_sub(1),
        Err(refusal) => matches!(refusal.code(), Code::OutsideRoot | Code::Protected),
    }
}

/// Refuses `path` as the name of a new file if it is an absolute path on Windows.
///
/// # Errors
/// `outside_root`.
pub(super) fn refuse_windows_path(path: &Path) -> Result<(), Refusal> {
    if is_windows_path(path) {
        Err(Reason::absolute_elsewhere().at(path))
    } else {
        Ok(())
    }
}

/// True for a path such as `C:\src\a.py`, `C:/src/a.py`, `\\server\a.py` or `\src\a.py`.
fn is_windows_path(path: &Path) -> bool {
    match path.as_os_str().as_encoded_bytes() {
        [b'\\', ..] => true,
        [drive, b':', b'\\' | b'/', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}
