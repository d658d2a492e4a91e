//! A hermetic world for one run of the program: an empty directory, no environment, no terminal.
//!
//! Every run compares all there is: status, stdout, stderr and the tree. What a test does not mention is
//! asserted to be silent or unchanged.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

/// A directory to run the program in.
pub struct Bench {
    dir: TempDir,
    env: Vec<(String, String)>,
}

/// What is at a path.
#[derive(Clone, PartialEq, Eq)]
pub enum Entry {
    File { text: Vec<u8>, mode: u32 },
    Link(PathBuf),
    Directory { mode: u32 },
    Other,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File { text, mode } => write!(f, "{mode:o} {:?}", String::from_utf8_lossy(text)),
            Self::Link(to) => write!(f, "-> {}", to.display()),
            Self::Directory { mode } => write!(f, "{mode:o} directory"),
            Self::Other => write!(f, "other"),
        }
    }
}

/// Everything below a directory, by relative path.
pub type Tree = BTreeMap<PathBuf, Entry>;

impl Bench {
    pub fn new() -> Self {
        Self {
            dir: TempDir::new().unwrap(),
            env: Vec::new(),
        }
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Adds a file, and the directories it needs.
    pub fn file(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Adds a directory.
    pub fn directory(self, path: &str) -> Self {
        fs::create_dir_all(self.dir.path().join(path)).unwrap();
        self
    }

    /// Adds a symbolic link.
    pub fn link(self, path: &str, to: &str) -> Self {
        symlink(to, self.dir.path().join(path)).unwrap();
        self
    }

    /// Sets permission bits.
    pub fn mode(self, path: &str, mode: u32) -> Self {
        fs::set_permissions(self.dir.path().join(path), fs::Permissions::from_mode(mode)).unwrap();
        self
    }

    /// Sets an environment variable for the runs.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> String {
        String::from_utf8(fs::read(self.dir.path().join(path)).unwrap()).unwrap()
    }

    /// Everything there is now.
    pub fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        collect(self.dir.path(), self.dir.path(), &mut tree);
        tree
    }

    /// Runs the program with these arguments.
    pub fn run<const N: usize>(&self, args: [&str; N]) -> Ran<'_> {
        self.run_with(&args, b"")
    }

    /// Runs the program with these arguments and this standard input.
    pub fn pipe<const N: usize>(&self, stdin: impl AsRef<[u8]>, args: [&str; N]) -> Ran<'_> {
        self.run_with(&args, stdin.as_ref())
    }

    /// As [`Self::pipe`], for arguments that are only known at run time.
    pub fn run_with(&self, args: &[&str], stdin: &[u8]) -> Ran<'_> {
        let before = self.tree();
        let stamp = self.stamp();
        let output = Command::cargo_bin("incise")
            .unwrap()
            .env_clear()
            .env("HOME", self.dir.path().join("no-home"))
            .env(
                "INCISE_STATE_DIR",
                std::env::temp_dir().join("incise-no-state"),
            )
            .envs(self.env.iter().cloned())
            .current_dir(self.dir.path())
            .args(args)
            .write_stdin(stdin)
            .output()
            .unwrap();
        Ran {
            bench: self,
            line: args.join(" "),
            before,
            stamp,
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Modification time of the directory and of every directory below it.
    fn stamp(&self) -> Vec<(i64, i64)> {
        let mut paths = vec![self.dir.path().to_path_buf()];
        paths.extend(self.tree().into_iter().filter_map(|(path, entry)| {
            matches!(entry, Entry::Directory { .. }).then(|| self.dir.path().join(path))
        }));
        let times = |path: PathBuf| {
            let facts = fs::symlink_metadata(path).unwrap();
            (facts.mtime(), facts.mtime_nsec())
        };
        paths.into_iter().map(times).collect()
    }
}

fn collect(root: &Path, directory: &Path, tree: &mut Tree) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let facts = fs::symlink_metadata(&path).unwrap();
        let mode = facts.mode() & 0o7777;
        let kind = facts.file_type();
        let entry = if kind.is_symlink() {
            Entry::Link(fs::read_link(&path).unwrap())
        } else if kind.is_dir() {
            collect(root, &path, tree);
            Entry::Directory { mode }
        } else if kind.is_file() {
            let text = fs::read(&path).unwrap();
            Entry::File { text, mode }
        } else {
            Entry::Other
        };
        tree.insert(path.strip_prefix(root).unwrap().to_path_buf(), entry);
    }
}

/// One run, to be compared.
#[must_use]
pub struct Ran<'a> {
    bench: &'a Bench,
    line: String,
    before: Tree,
    stamp: Vec<(i64, i64)>,
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran<'_> {
    /// The run succeeded, printed exactly `stdout` and nothing on stderr, and only `changes` happened.
    #[track_caller]
    pub fn done(&self, stdout: &str, changes: &[(&str, &str)]) {
        self.status_is(0);
        assert_eq!(self.stdout, stdout, "stdout of `incise {}`", self.line);
        assert_eq!(self.stderr, "", "stderr of `incise {}`", self.line);
        self.changed(changes);
    }

    /// The run was refused: this status, exactly this on stderr, nothing on stdout, nothing changed.
    #[track_caller]
    pub fn refused(&self, status: i32, stderr: &str) {
        self.status_is(status);
        assert_eq!(self.stderr, stderr, "stderr of `incise {}`", self.line);
        assert_eq!(self.stdout, "", "stdout of `incise {}`", self.line);
        self.unchanged();
    }

    /// The run ended with this status.
    #[track_caller]
    pub fn status_is(&self, status: i32) -> &Self {
        assert_eq!(
            self.status,
            Some(status),
            "status of `incise {}`\nstdout: {}\nstderr: {}",
            self.line,
            self.stdout,
            self.stderr
        );
        self
    }

    /// Exactly these files have another text than before (`None`: they are gone).
    #[track_caller]
    pub fn changed(&self, changes: &[(&str, &str)]) -> &Self {
        let mut expected = self.before.clone();
        for (path, text) in changes {
            let mode = match expected.get(Path::new(path)) {
                Some(Entry::File { mode, .. }) => *mode,
                _ => 0o644,
            };
            let text = text.as_bytes().to_vec();
            expected.insert(PathBuf::from(path), Entry::File { text, mode });
        }
        self.tree_is(&expected)
    }

    /// The tree is exactly this.
    #[track_caller]
    pub fn tree_is(&self, expected: &Tree) -> &Self {
        let found = self.bench.tree();
        assert_eq!(&found, expected, "the tree after `incise {}`", self.line);
        self
    }

    /// No byte, mode, entry or directory time is another one.
    #[track_caller]
    pub fn unchanged(&self) -> &Self {
        self.tree_is(&self.before);
        assert_eq!(
            self.bench.stamp(),
            self.stamp,
            "directory times after `incise {}`",
            self.line
        );
        self
    }

    /// Stdout is one JSON object.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!(
                "{error} in stdout of `incise {}`: {}",
                self.line, self.stdout
            )
        })
    }
}
