//! A hermetic environment for runs of the program: an empty directory, no environment variables, no terminal.
//!
//! A test must check every stream that may print something. On success, standard error must be silent unless the test
//! checks it. On refusal, the same holds for standard output.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::ops::Deref;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use assert_cmd::Command;
use predicates::Predicate;
use predicates::str::contains;
use tempfile::TempDir;

/// A directory to run the program in, and a directory for the program's state.
pub struct Bench {
    dir: TempDir,
    state: TempDir,
    env: Vec<(String, String)>,
}

/// An entry of a directory.
#[derive(Clone, PartialEq, Eq)]
pub enum Entry {
    File { text: Vec<u8>, mode: u32 },
    Link(PathBuf),
    Directory { mode: u32 },
    Other,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { text, mode } => write!(f, "{mode:o} {:?}", String::from_utf8_lossy(text)),
            Self::Link(to) => write!(f, "-> {}", to.display()),
            Self::Directory { mode } => write!(f, "{mode:o} directory"),
            Self::Other => write!(f, "other"),
        }
    }
}

/// All entries below a directory, by relative path.
pub type Tree = BTreeMap<PathBuf, Entry>;

/// The inode and the change time of every entry, including the directory itself.
type Stamps = BTreeMap<PathBuf, (u64, i64, i64)>;

impl Bench {
    pub fn new() -> Self {
        Self {
            dir: TempDir::new().unwrap(),
            state: TempDir::new().unwrap(),
            env: Vec::new(),
        }
    }

    /// Creates a directory with one file.
    pub fn with(path: impl AsRef<Path>, text: impl AsRef<[u8]>) -> Self {
        Self::new().file(path, text)
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The directory for the program's state.
    pub fn state(&self) -> &Path {
        self.state.path()
    }

    /// Adds a file, and its parent directories.
    pub fn file(self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) -> Self {
        let path = self.dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    pub fn directory(self, path: &str) -> Self {
        fs::create_dir_all(self.dir.path().join(path)).unwrap();
        self
    }

    pub fn link(self, path: &str, to: &str) -> Self {
        symlink(to, self.dir.path().join(path)).unwrap();
        self
    }

    pub fn mode(self, path: &str, mode: u32) -> Self {
        fs::set_permissions(self.dir.path().join(path), fs::Permissions::from_mode(mode)).unwrap();
        self
    }

    /// Adds a hard link.
    pub fn hard_link(self, path: &str, to: &str) -> Self {
        fs::hard_link(self.dir.path().join(to), self.dir.path().join(path)).unwrap();
        self
    }

    pub fn pipe_file(self, path: &str) -> Self {
        let made = std::process::Command::new("mkfifo")
            .arg(self.dir.path().join(path))
            .status();
        assert!(made.unwrap().success(), "mkfifo {path}");
        self
    }

    /// Sets an environment variable for all runs.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        let value = value.as_ref().to_string_lossy().into_owned();
        self.env.push((name.to_owned(), value));
        self
    }

    pub fn bytes(&self, path: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.dir.path().join(path)).unwrap()
    }

    pub fn text(&self, path: impl AsRef<Path>) -> String {
        String::from_utf8(self.bytes(path)).unwrap()
    }

    /// True if the program has written any state.
    #[cfg(feature = "mcp")]
    pub fn has_state(&self) -> bool {
        self.state.path().join("state").exists()
    }

    /// The current contents of the directory.
    pub fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        collect(self.dir.path(), self.dir.path(), &mut tree);
        tree
    }

    /// Runs the program with these arguments.
    pub fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Ran<'_> {
        self.pipe("", args)
    }

    /// Runs the program with the words of `line`, which are separated and quoted as in a shell.
    pub fn line(&self, line: &str) -> Ran<'_> {
        self.run(shell_words::split(line).unwrap())
    }

    /// Runs the program with these arguments and this standard input.
    pub fn pipe<A: AsRef<OsStr>>(
        &self,
        stdin: impl AsRef<[u8]>,
        args: impl IntoIterator<Item = A>,
    ) -> Ran<'_> {
        let mut command = self.command();
        command.args(args);
        self.run_command(command, stdin.as_ref())
    }

    /// Runs a command that was made by [`Self::command`], or is checked like one.
    ///
    /// Every line of JSON that it prints must match the schema of its form.
    pub fn run_command(&self, command: std::process::Command, stdin: &[u8]) -> Ran<'_> {
        let before = self.tree();
        let stamps = self.stamps();
        let args: Vec<&OsStr> = command.get_args().collect();
        let line = args.join(OsStr::new(" ")).to_string_lossy().into_owned();
        let refused = std::process::Command::new(command.get_program());
        let refused = like(&command, refused);
        let output = Command::from_std(command)
            .write_stdin(stdin)
            .output()
            .unwrap();
        crate::schema::assert_lines_valid(&String::from_utf8_lossy(&output.stdout));
        if let Ok(report) = serde_json::from_slice(&output.stdout) {
            crate::retry::follow(&refused, &report, &before);
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (is_stdout_seen, is_stderr_seen) = (Rc::default(), Rc::default());
        let (name, silent, is_seen) = if output.status.success() {
            ("stderr", &output.stderr, &is_stderr_seen)
        } else {
            ("stdout", &output.stdout, &is_stdout_seen)
        };
        Ran {
            bench: self,
            before,
            stamps,
            status: output.status.code(),
            _silence: Silence {
                line: line.clone(),
                name,
                written: text(silent),
                is_seen: Rc::clone(is_seen),
            },
            line,
            stdout: Stream {
                written: text(&output.stdout),
                is_seen: Rc::clone(&is_stdout_seen),
            },
            bytes: Stream {
                written: output.stdout,
                is_seen: is_stdout_seen,
            },
            stderr: Stream {
                written: text(&output.stderr),
                is_seen: is_stderr_seen,
            },
        }
    }

    /// A command that runs the program in this directory and environment, for tests that start it differently.
    pub fn command(&self) -> std::process::Command {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_incise"));
        command
            .env_clear()
            .env("HOME", self.state.path().join("home"))
            .env("INCISE_STATE_DIR", self.state.path().join("state"))
            .envs(self.env.iter().cloned())
            .current_dir(self.dir.path());
        command
    }

    fn stamps(&self) -> Stamps {
        let mut paths: Vec<PathBuf> = self.tree().into_keys().collect();
        paths.push(PathBuf::new());
        let stamp = |path: PathBuf| {
            let facts = fs::symlink_metadata(self.dir.path().join(&path)).unwrap();
            (path, (facts.ino(), facts.ctime(), facts.ctime_nsec()))
        };
        paths.into_iter().map(stamp).collect()
    }

    /// The permission bits of a new file and of a new directory under the current umask.
    fn usual_modes(&self) -> (u32, u32) {
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o7777;
        let (file, directory) = (self.state.path().join("f"), self.state.path().join("d"));
        fs::write(&file, "").unwrap();
        fs::create_dir_all(&directory).unwrap();
        (mode(&file), mode(&directory))
    }
}

/// Returns `other` with the arguments, the environment and the directory of `command`.
fn like(
    command: &std::process::Command,
    mut other: std::process::Command,
) -> std::process::Command {
    other.args(command.get_args()).env_clear();
    for (name, value) in command.get_envs() {
        other.env(name, value.unwrap_or_default());
    }
    if let Some(directory) = command.get_current_dir() {
        other.current_dir(directory);
    }
    other
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

/// The output of a run on one stream, and whether the test has checked it.
pub struct Stream<T> {
    written: T,
    is_seen: Rc<Cell<bool>>,
}

impl<T> Deref for Stream<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.is_seen.set(true);
        &self.written
    }
}

impl<T: AsRef<[u8]>> AsRef<[u8]> for Stream<T> {
    fn as_ref(&self) -> &[u8] {
        (**self).as_ref()
    }
}

impl AsRef<str> for Stream<String> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<T: fmt::Display> fmt::Display for Stream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: fmt::Debug> fmt::Debug for Stream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: AsRef<[u8]> + ?Sized> PartialEq<T> for Stream<Vec<u8>> {
    fn eq(&self, other: &T) -> bool {
        **self == *other.as_ref()
    }
}

impl<T: AsRef<str> + ?Sized> PartialEq<T> for Stream<String> {
    fn eq(&self, other: &T) -> bool {
        **self == *other.as_ref()
    }
}

/// Asserts on drop that a stream was silent, unless the test has checked it.
struct Silence {
    line: String,
    name: &'static str,
    written: String,
    is_seen: Rc<Cell<bool>>,
}

impl Drop for Silence {
    fn drop(&mut self) {
        if !self.is_seen.get() && !std::thread::panicking() {
            let Self { line, name, .. } = self;
            assert_eq!(self.written, "", "{name} of `incise {line}`");
        }
    }
}

/// A finished run, with assertions about it.
#[must_use]
pub struct Ran<'a> {
    bench: &'a Bench,
    line: String,
    before: Tree,
    stamps: Stamps,
    pub status: Option<i32>,
    pub bytes: Stream<Vec<u8>>,
    pub stdout: Stream<String>,
    pub stderr: Stream<String>,
    _silence: Silence,
}

impl Ran<'_> {
    /// Asserts that the run succeeded, printed exactly `stdout` and nothing on stderr, and made only `changes`.
    #[track_caller]
    pub fn done(&self, stdout: &str, changes: &[(&str, &str)]) {
        self.status_is(0);
        assert_eq!(self.stdout, stdout, "stdout of `incise {}`", self.line);
        assert_eq!(self.stderr, "", "stderr of `incise {}`", self.line);
        self.changed(changes);
    }

    /// Asserts that the run ended with `status`, printed exactly `stderr` and nothing on stdout, and changed nothing.
    #[track_caller]
    pub fn refused(&self, status: i32, stderr: &str) {
        self.status_is(status);
        assert_eq!(self.stderr, stderr, "stderr of `incise {}`", self.line);
        assert_eq!(self.stdout, "", "stdout of `incise {}`", self.line);
        self.unchanged();
    }

    /// Asserts that the run failed with `status`, said `text` on stderr, and changed nothing.
    #[track_caller]
    pub fn fails(&self, status: i32, text: &str) -> &Self {
        assert_ne!(status, 0, "a success is no failure");
        self.status_is(status).says(text).unchanged()
    }

    /// Asserts that the run succeeded, and that exactly these files have changed, to these texts.
    #[track_caller]
    pub fn edits(&self, changes: &[(&str, &str)]) -> &Self {
        self.status_is(0).changed(changes)
    }

    /// Asserts that the run succeeded, and ignores its output.
    #[track_caller]
    pub fn succeeds(&self) -> &Self {
        self.status_is(0).unheard()
    }

    /// Asserts that the run ended with this status.
    #[track_caller]
    pub fn status_is(&self, status: i32) -> &Self {
        assert_eq!(
            self.status,
            Some(status),
            "status of `incise {}`\nstdout: {}\nstderr: {}",
            self.line,
            self.stdout.written,
            self.stderr.written
        );
        self
    }

    /// Asserts that exactly these files have changed, to these texts.
    #[track_caller]
    pub fn changed(&self, changes: &[(&str, &str)]) -> &Self {
        let changes: Vec<(&str, Option<&[u8]>)> = changes
            .iter()
            .map(|(path, text)| (*path, Some(text.as_bytes())))
            .collect();
        self.became(&changes)
    }

    /// Asserts that exactly these paths have changed, to these bytes; `None` for deleted paths. New files and
    /// directories must have the default modes, and all other modes must be unchanged.
    #[track_caller]
    pub fn became<P: AsRef<Path>>(&self, changes: &[(P, Option<&[u8]>)]) -> &Self {
        let (file_mode, directory_mode) = self.bench.usual_modes();
        let mut expected = self.before.clone();
        for (path, text) in changes {
            let path = path.as_ref();
            let mode = match expected.remove(path) {
                Some(Entry::File { mode, .. }) => mode,
                _ => file_mode,
            };
            let Some(text) = text else { continue };
            let text = text.to_vec();
            expected.insert(path.to_owned(), Entry::File { text, mode });
            let parents = path.ancestors().skip(1);
            for parent in parents.filter(|parent| !parent.as_os_str().is_empty()) {
                let mode = directory_mode;
                let entry = expected.entry(parent.to_owned());
                entry.or_insert(Entry::Directory { mode });
            }
        }
        self.tree_is(&expected)
    }

    /// Asserts that the tree is exactly this.
    #[track_caller]
    pub fn tree_is(&self, expected: &Tree) -> &Self {
        let found = self.bench.tree();
        assert_eq!(&found, expected, "the tree after `incise {}`", self.line);
        self
    }

    /// Asserts that no byte, mode or entry has changed, and that nothing was written and restored.
    #[track_caller]
    pub fn unchanged(&self) -> &Self {
        self.restored();
        assert_eq!(
            self.bench.stamps(),
            self.stamps,
            "inodes and times after `incise {}`",
            self.line
        );
        self
    }

    /// Asserts that no byte, mode or entry has changed.
    #[track_caller]
    pub fn restored(&self) -> &Self {
        self.tree_is(&self.before)
    }

    /// Asserts that stdout contains this text.
    #[track_caller]
    pub fn prints(&self, text: &str) -> &Self {
        assert_ne!(text, "", "every text holds that");
        self.stdout_is(contains(text))
    }

    /// Asserts that stderr contains this text.
    #[track_caller]
    pub fn says(&self, text: &str) -> &Self {
        assert_ne!(text, "", "every text holds that");
        self.stderr_is(contains(text))
    }

    #[track_caller]
    pub fn stdout_is(&self, expected: impl Predicate<str>) -> &Self {
        check(&self.stdout, &expected, "stdout", &self.line);
        self
    }

    #[track_caller]
    pub fn stderr_is(&self, expected: impl Predicate<str>) -> &Self {
        check(&self.stderr, &expected, "stderr", &self.line);
        self
    }

    /// Ignores the output of a run that only prepares for another run.
    pub fn unheard(&self) -> &Self {
        self.stdout.is_seen.set(true);
        self.stderr.is_seen.set(true);
        self
    }

    /// Parses stdout as a single JSON object.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!(
                "{error} in stdout of `incise {}`: {}",
                self.line, self.stdout
            )
        })
    }

    /// Stdout as JSON, or as a string if it is not JSON.
    pub fn json_or_text(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|_| self.stdout.clone().into())
    }
}

#[track_caller]
fn check(written: &str, expected: &impl Predicate<str>, stream: &str, line: &str) {
    assert!(
        expected.eval(written),
        "{stream} of `incise {line}` must satisfy `{expected}`: {written}"
    );
}
