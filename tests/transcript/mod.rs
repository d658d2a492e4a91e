//! Shell transcripts: commands after `$ `, continuation lines after `> `, and their output.
//!
//! Each command is run by `sh` in one directory, with this build first on the path. The output contains stdout and
//! stderr, followed by `[N]` if the exit status is not 0.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A directory to run commands in, and a directory for the program's state.
pub struct Shell {
    scratch: TempDir,
    /// A command that runs the shell; empty for none.
    pub behind: Vec<&'static str>,
}

impl Shell {
    pub fn new() -> Self {
        let scratch = TempDir::new().unwrap();
        for directory in ["tree", "bin"] {
            fs::create_dir(scratch.path().join(directory)).unwrap();
        }
        let program = env!("CARGO_BIN_EXE_incise");
        symlink(program, scratch.path().join("bin/incise")).unwrap();
        Self {
            scratch,
            behind: Vec::new(),
        }
    }

    /// The working directory.
    pub fn tree(&self) -> PathBuf {
        self.scratch.path().join("tree")
    }

    /// Adds `flag` to every call of the program from now on.
    #[allow(
        dead_code,
        reason = "only one of the two users of this module calls it"
    )]
    pub fn add_flag(&self, flag: &str) {
        let bin = self.scratch.path().join("bin/incise");
        fs::remove_file(&bin).unwrap();
        let program = env!("CARGO_BIN_EXE_incise");
        // Written by a separate process. A test that starts a program at the same time would inherit our open file,
        // and a file that is open for writing cannot be executed.
        let written = Command::new("sh")
            .args(["-c", "printf '%s' \"$1\" > \"$0\" && chmod 755 \"$0\""])
            .arg(&bin)
            .arg(format!("#!/bin/sh\nexec '{program}' \"$@\" {flag}\n"))
            .status();
        assert!(written.unwrap().success());
    }

    /// Runs `command`, which may span several lines.
    pub fn output(&self, command: &str) -> Output {
        let bin = self.scratch.path().join("bin");
        let (program, args) = match &self.behind[..] {
            [] => ("sh", &[][..]),
            [first, rest @ ..] => (*first, rest),
        };
        let mut shell = Command::new(program);
        shell.args(args);
        if !self.behind.is_empty() {
            shell.arg("sh");
        }
        shell
            .args(["-c", command])
            .env_clear()
            .env(
                "PATH",
                format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display()),
            )
            .env("HOME", self.scratch.path().join("home"))
            .env("INCISE_STATE_DIR", self.scratch.path().join("state"))
            .current_dir(self.tree())
            .output()
            .unwrap()
    }

    /// The output of `command`, as in a transcript.
    pub fn printed(&self, command: &str) -> String {
        let output = self.output(&format!("exec 2>&1\n{command}"));
        let mut text = String::from_utf8(output.stdout).unwrap();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        if !output.status.success() {
            text.push_str(&format!("[{}]\n", output.status.code().unwrap_or(-1)));
        }
        text
    }

    /// `document` with the current output in each of its `console` blocks. The blocks share the directory.
    pub fn rerun(&self, document: &str) -> String {
        let mut out = String::new();
        let mut inside = false;
        let mut lines = document.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            let is_command = line.starts_with("$ ");
            match (inside, line.trim_end()) {
                (false, "```console") => inside = true,
                (true, "```") => inside = false,
                (true, _) if !is_command => continue,
                _ => {}
            }
            out.push_str(line);
            if inside && is_command {
                let mut command = line[2..].to_owned();
                while let Some(more) = lines.next_if(|next| next.starts_with("> ")) {
                    out.push_str(more);
                    command.push_str(&more[2..]);
                }
                out.push_str(&self.printed(&command));
            }
        }
        out
    }
}
