//! A workspace to run the program in this process, and the checks after each run.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use incise::internal::{Environment, Input, Output, Streams, command as run};
use tempfile::TempDir;

/// The files of the workspace before each run.
const FILES: &[(&str, &str)] = &[
    ("a.txt", "one\ntwo\nthree\n"),
    ("b.txt", "x = 1\ny\nx = 1\nz\nx = 1\n"),
    ("d/c.txt", "a\r\nb\r\nc"),
    (
        "f.py",
        "class A:\n    def run(self):\n        start()\n        return 1\n\nclass B:\n    def run(self):\n        return 2\n",
    ),
    ("empty", ""),
];

/// Every file below a directory.
type Texts = BTreeMap<PathBuf, Vec<u8>>;

/// A workspace, and a directory for the program's state.
pub struct World {
    directory: TempDir,
    environment: Environment,
    texts: Texts,
}

/// The result of a run.
pub struct Said {
    pub code: u8,
    pub stdout: Vec<u8>,
}

impl World {
    pub fn new() -> Self {
        let directory = TempDir::new().unwrap();
        let mut world = Self {
            environment: Environment::bare(directory.path().join("work")),
            directory,
            texts: Texts::new(),
        };
        world.environment.state = Some(world.state());
        world.environment.time = 1_700_000_000_000;
        world.renew();
        world
    }

    pub fn work(&self) -> PathBuf {
        self.directory.path().join("work")
    }

    pub fn state(&self) -> PathBuf {
        self.directory.path().join("state")
    }

    /// Restores the initial state.
    pub fn renew(&mut self) {
        for directory in [self.work(), self.state()] {
            let _ = fs::remove_dir_all(directory);
        }
        fs::create_dir_all(self.work().join("d")).unwrap();
        for (name, text) in FILES {
            fs::write(self.work().join(name), text).unwrap();
        }
        self.look();
    }

    /// Uses the current files as the state before the next run.
    pub fn look(&mut self) {
        self.texts.clear();
        collect(&self.work(), &mut self.texts);
    }

    /// Runs the program. If it does not succeed, it must not write.
    pub fn run(&mut self, args: &[&str], stdin: &[u8]) -> Said {
        let said = self.run_any(args, stdin);
        if said.code == 0 {
            return said;
        }
        let mut after = Texts::new();
        collect(&self.work(), &mut after);
        assert!(
            after == self.texts,
            "status {} and something was written",
            said.code
        );
        said
    }

    /// Runs the program.
    pub fn run_any(&self, args: &[&str], mut stdin: &[u8]) -> Said {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let output = |writer| Output {
            writer,
            is_terminal: false,
        };
        let streams = Streams {
            stdin: Input {
                reader: &mut stdin,
                is_terminal: false,
                handle: None,
            },
            stdout: output(&mut stdout),
            stderr: output(&mut stderr),
        };
        let code = run(&args, streams, &self.environment);
        assert!(code <= 5, "status {code}");
        Said { code, stdout }
    }
}

fn collect(directory: &Path, texts: &mut Texts) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.is_symlink() {
            collect(&path, texts);
        } else {
            let text = match fs::read_link(&path) {
                Ok(target) => target.into_os_string().into_encoded_bytes(),
                Err(_) => fs::read(&path).unwrap_or_default(),
            };
            texts.insert(path, text);
        }
    }
}
