//! The rules of ignore files.
//!
//! These files are read without an explicit request, and a repository may contain hostile ones. So a special file, a
//! link out of the tree, or a file larger than [`LARGEST`] does not count as an ignore file. Such a file is reported,
//! and never blocks the walk.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use crate::text;

/// The maximum size of an ignore file, in bytes.
const LARGEST: u64 = 1 << 20;

/// The names of ignore files, in order of precedence. `.rgignore` belongs to ripgrep.
const IGNORE_FILES: [&str; 3] = [".rgignore", ".ignore", ".gitignore"];

/// The path of the exclude file, relative to the repository directory.
const EXCLUDE: &str = "info/exclude";

/// The indexes of the other files with rules in [`IgnoreRules`]. All files of [`IGNORE_FILES`] have precedence.
const EXCLUDE_FILE: usize = IGNORE_FILES.len();
const USER_FILE: usize = IGNORE_FILES.len() + 1;

/// An ignore file with rules that have no effect, and the reason.
pub(super) type Misread = (PathBuf, String);

/// The rules of a directory, and of the directories around it.
#[derive(Debug, Default)]
pub(super) struct IgnoreRules {
    around: Option<Arc<IgnoreRules>>,
    /// In order of precedence: [`IGNORE_FILES`], the exclude file of the repository, and the global exclude file of the
    /// git user. Only the outermost rules have the last one.
    files: [Option<Gitignore>; USER_FILE + 1],
}

impl IgnoreRules {
    /// True if the file or directory at `path` is ignored. The first kind of file with a rule for `path` decides. Of
    /// several files of this kind, the nearest decides.
    pub(super) fn is_ignored(&self, path: &Path, is_dir: bool) -> bool {
        for kind in 0..self.files.len() {
            let mut next = Some(self);
            while let Some(rules) = next {
                if let Some(file) = &rules.files[kind] {
                    let found = file.matched(path, is_dir);
                    if !found.is_none() {
                        return found.is_ignore();
                    }
                }
                next = rules.around.as_deref();
            }
        }
        false
    }
}

/// Reads the ignore files of a tree.
#[derive(Debug)]
pub(super) struct IgnoreReader {
    /// Links in ignore files must not leave this directory.
    tree: PathBuf,
}

impl IgnoreReader {
    /// A reader for the tree that contains `top`: its repository, or `top` itself if there is none.
    pub(super) fn of_tree(top: &Path) -> Self {
        let mut directories = top.ancestors();
        let tree = directories.find(|directory| has_repository(directory));
        Self {
            tree: tree.unwrap_or(top).to_owned(),
        }
    }

    /// The rules above the directory `top`: those of the user, and those of all directories around it.
    pub(super) fn above(&self, top: &Path, misread: &mut Vec<Misread>) -> Arc<IgnoreRules> {
        let mut outermost = IgnoreRules::default();
        outermost.files[USER_FILE] = Self::user_file(top, misread);
        let mut rules = Arc::new(outermost);
        let mut directories: Vec<&Path> = top.ancestors().skip(1).collect();
        directories.reverse();
        for directory in directories {
            let names = IGNORE_FILES.iter().chain([&".git"]).map(OsStr::new);
            rules = self.inside(&rules, directory, names, misread);
        }
        rules
    }

    /// The rules in `directory`. `around` has the outer rules. `names` must contain the ignore files of the
    /// directory.
    pub(super) fn inside<'n>(
        &self,
        around: &Arc<IgnoreRules>,
        directory: &Path,
        names: impl Iterator<Item = &'n OsStr>,
        misread: &mut Vec<Misread>,
    ) -> Arc<IgnoreRules> {
        let mut rules = IgnoreRules::default();
        for name in names {
            let known = IGNORE_FILES.iter().position(|known| name == *known);
            if let Some(number) = known {
                rules.files[number] = self.file(&directory.join(name), directory, misread);
            } else if name == ".git"
                && let Some(repository) = self.repository(&directory.join(name), misread)
            {
                rules.files[EXCLUDE_FILE] =
                    self.file(&repository.join(EXCLUDE), directory, misread);
            }
        }
        if rules.files.iter().all(Option::is_none) {
            return Arc::clone(around);
        }
        rules.around = Some(Arc::clone(around));
        Arc::new(rules)
    }

    /// The repository directory of `.git` at `path`: the directory itself, or the one that the `.git` file of a
    /// worktree leads to.
    fn repository(&self, path: &Path, misread: &mut Vec<Misread>) -> Option<PathBuf> {
        if path.is_dir() {
            return Some(path.to_owned());
        }
        let named = first_line(&self.read(path, misread)?);
        let repository = path.parent()?.join(named.strip_prefix("gitdir: ")?);
        let common = first_line(&self.read(&repository.join("commondir"), misread)?);
        Some(repository.join(common))
    }

    /// The global exclude file from the git configuration of the user. Links in it may lead anywhere.
    fn user_file(top: &Path, misread: &mut Vec<Misread>) -> Option<Gitignore> {
        let anywhere = Self {
            tree: PathBuf::from("/"),
        };
        let before = misread.len();
        for path in configurations() {
            anywhere.read(&path, misread);
        }
        // The `ignore` crate reads these files again, and would block on a pipe.
        if misread.len() > before {
            return None;
        }
        anywhere.file(&gitconfig_excludes_path()?, top, misread)
    }

    /// The rules of the file at `path`, relative to `directory`.
    fn file(&self, path: &Path, directory: &Path, misread: &mut Vec<Misread>) -> Option<Gitignore> {
        let bytes = self.read(path, misread)?;
        let mut problems = Vec::new();
        let text = match std::str::from_utf8(&bytes) {
            Ok(text) => text,
            Err(error) => {
                problems.push(error.to_string());
                let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]);
                let whole_lines = valid.ok().and_then(|valid| valid.rsplit_once('\n'));
                whole_lines.map_or("", |(lines, _)| lines)
            }
        };
        let mut builder = GitignoreBuilder::new(directory);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in text.lines().enumerate() {
            if let Err(error) = builder.add_line(Some(path.to_owned()), line) {
                problems.push(format!("line {}: {error}", number + 1));
            }
        }
        let built = builder.build();
        problems.extend(built.as_ref().err().map(ToString::to_string));
        if !problems.is_empty() {
            misread.push((path.to_owned(), problems.join("; ")));
        }
        built.ok()
    }

    /// The content of the regular file at `path`; `None` if there is no file.
    fn read(&self, path: &Path, misread: &mut Vec<Misread>) -> Option<Vec<u8>> {
        match self.read_plain(path) {
            Ok(bytes) => Some(bytes),
            Err(Unread::Missing) => None,
            Err(Unread::Because(problem)) => {
                misread.push((path.to_owned(), problem));
                None
            }
        }
    }

    fn read_plain(&self, path: &Path) -> Result<Vec<u8>, Unread> {
        let real = path.canonicalize()?;
        let directory = path.parent().unwrap_or(path);
        let is_inside = real.starts_with(&self.tree) || real.starts_with(directory);
        if path.is_symlink() && !is_inside {
            return Err(Unread::Because("it is a link out of the tree".to_owned()));
        }
        let flags =
            OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOCTTY | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = File::from(rustix::fs::open(&real, flags, Mode::empty())?);
        if !file.metadata()?.is_file() {
            return Err(Unread::Because("it is not a regular file".to_owned()));
        }
        let mut bytes = Vec::new();
        file.take(LARGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST {
            return Err(Unread::Because("it is larger than 1 MiB".to_owned()));
        }
        Ok(bytes)
    }
}

/// The reason why a file is not read.
enum Unread {
    Missing,
    Because(String),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::Missing,
            kind => Self::Because(kind.to_string()),
        }
    }
}

impl From<Errno> for Unread {
    fn from(error: Errno) -> Self {
        io::Error::from(error).into()
    }
}

fn has_repository(directory: &Path) -> bool {
    for name in [".git", ".jj", ".hg"] {
        if directory.join(name).symlink_metadata().is_ok() {
            return true;
        }
    }
    false
}

fn first_line(bytes: &[u8]) -> String {
    let line = text::first_line(bytes).trim_ascii_end();
    String::from_utf8_lossy(line).into_owned()
}

/// The configuration files of git for the user and the system.
#[expect(
    clippy::disallowed_methods,
    reason = "must be the files that `ignore` reads, which uses the environment directly"
)]
fn configurations() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for variable in ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"] {
        files.extend(std::env::var_os(variable).map(PathBuf::from));
    }
    files.push(PathBuf::from("/etc/gitconfig"));
    let mut directory = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    if let Some(home) = std::env::home_dir() {
        files.push(home.join(".gitconfig"));
        directory.get_or_insert_with(|| home.join(".config"));
    }
    files.extend(directory.map(|directory| directory.join("git/config")));
    files.retain(|path| !path.as_os_str().is_empty());
    files
}
