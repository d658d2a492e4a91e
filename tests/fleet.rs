//! Runs the recipes of `docs/plans.md` for many machines: GNU parallel over ssh, and an Ansible play. The two
//! "machines" are `sshd` servers on loopback, each with its own directory.
//!
//! Skipped with a message if the tools are not installed.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test prepares its own machines, says what it skips, and fails by panicking"
)]

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

const HOSTS: [&str; 2] = ["one", "two"];

/// The path of `tool`; `None` if it is not installed.
fn installed(tool: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let found = directories.map(|directory| directory.join(tool));
    found.into_iter().find(|file| file.is_file())
}

/// Two machines with the file `a`, and a workspace `here` in which task `t1` has edited it.
struct Fleet {
    directory: TempDir,
    servers: Vec<Child>,
}

impl Drop for Fleet {
    fn drop(&mut self) {
        for server in &mut self.servers {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

impl Fleet {
    /// Starts the fleet. If one of `tools` is missing, prints a message and returns `None`.
    fn new(tools: &[&str]) -> Option<Self> {
        for tool in ["sshd", "ssh", "ssh-keygen"].iter().chain(tools) {
            if installed(tool).is_none() {
                println!("skipped: {tool} is not installed");
                return None;
            }
        }
        let mut fleet = Self {
            directory: tempfile::tempdir().unwrap(),
            servers: Vec::new(),
        };
        fleet.prepare();
        for host in HOSTS {
            if let Err(why) = fleet.serve(host) {
                println!("skipped: sshd does not start here: {why}");
                return None;
            }
        }
        Some(fleet)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Creates keys, a working directory with an edit in its journal, and an `ssh` that knows the machines.
    fn prepare(&self) {
        for key in ["host", "user"] {
            let mut keygen = Command::new("ssh-keygen");
            keygen
                .args(["-q", "-t", "ed25519", "-N", "", "-f"])
                .arg(self.path(key));
            assert!(keygen.status().unwrap().success());
        }
        for name in ["here", "bin", "one", "two"] {
            fs::create_dir(self.path(name)).unwrap();
            fs::write(self.path(name).join("a"), "x\n").unwrap();
        }
        fs::write(self.path("here/hosts"), "one\ntwo\n").unwrap();
        let ssh = installed("ssh").unwrap();
        let config = self.path("ssh_config");
        let script = format!(
            "#!/bin/sh\nexec {} -F {} \"$@\"\n",
            ssh.display(),
            config.display()
        );
        fs::write(self.path("bin/ssh"), script).unwrap();
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.path("bin/ssh"), mode).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_incise"), self.path("bin/incise")).unwrap();
        self.sh("incise replace a --old x --new y --task t1 -q");
    }

    /// Starts the server of `host`, whose sessions begin in the directory with that name.
    fn serve(&mut self, host: &str) -> Result<(), String> {
        let free = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let path = |name: &str| self.path(name).display().to_string();
        let server = format!(
            "Port {port}\nListenAddress 127.0.0.1\nHostKey {}\nAuthorizedKeysFile {}\nStrictModes no\n\
             UsePAM no\nPidFile none\nSetEnv PATH={} INCISE_STATE_DIR={}\n\
             ForceCommand cd {} && eval \"$SSH_ORIGINAL_COMMAND\"\n",
            path("host"),
            path("user.pub"),
            self.search_path().to_string_lossy(),
            path(&format!("state-{host}")),
            path(host),
        );
        let file = self.path(&format!("sshd_{host}"));
        fs::write(&file, server).unwrap();
        let client = format!(
            "Host {host}\nHostName 127.0.0.1\nPort {port}\nIdentityFile {}\nIdentitiesOnly yes\n\
             StrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\n",
            path("user"),
        );
        let known = fs::read_to_string(self.path("ssh_config")).unwrap_or_default();
        fs::write(self.path("ssh_config"), known + &client).unwrap();
        let mut child = Command::new(installed("sshd").unwrap())
            .args(["-D", "-e", "-f"])
            .arg(file)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        self.servers.push(child);
        let mut said = Vec::new();
        for line in log.by_ref() {
            let line = line.unwrap();
            if line.contains("Server listening") {
                // Read the rest of the log, because otherwise the server would block.
                std::thread::spawn(move || log.for_each(drop));
                return Ok(());
            }
            said.push(line);
        }
        Err(said.join("; "))
    }

    fn search_path(&self) -> OsString {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::join_paths(
            [self.path("bin")]
                .into_iter()
                .chain(std::env::split_paths(&path)),
        )
        .unwrap()
    }

    /// Runs `script` in the workspace.
    fn sh(&self, script: &str) -> Output {
        Command::new("sh")
            .args(["-c", script])
            .current_dir(self.path("here"))
            .env("PATH", self.search_path())
            .env("HOME", self.directory.path())
            .env("INCISE_STATE_DIR", self.path("state-here"))
            .env("ANSIBLE_PIPELINING", "1")
            .env("ANSIBLE_NOCOLOR", "1")
            .output()
            .unwrap()
    }

    /// The content of `a` on each machine.
    fn texts(&self) -> [String; 2] {
        HOSTS.map(|host| fs::read_to_string(self.path(host).join("a")).unwrap())
    }
}

/// The block of the page in `language` that contains `word`.
fn recipe(language: &str, word: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/plans.md");
    let page = fs::read_to_string(page).unwrap();
    let fence = format!("```{language}\n");
    let blocks = page.split(&fence).skip(1);
    let block = blocks
        .filter_map(|rest| rest.split_once("\n```"))
        .find(|(block, _)| block.contains(word));
    block.unwrap().0.to_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn parallel_over_ssh() {
    let Some(fleet) = Fleet::new(&["parallel"]) else {
        return;
    };
    let recipe = recipe("sh", "parallel");
    let changed = |expected: &str| {
        let output = fleet.sh(&recipe);
        let said = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{said}{output:?}");
        for host in HOSTS {
            let mut lines = said.lines();
            let line = lines
                .find(|line| line.starts_with(&format!("{host}\t{{")))
                .unwrap();
            assert!(line.contains(&format!("\"changed\":{expected}")), "{line}");
        }
        assert_eq!(fleet.texts(), ["y\n", "y\n"]);
    };
    changed("true");
    changed("false");
    fs::write(fleet.path("one/a"), "x\n").unwrap();
    fs::write(fleet.path("two/a"), "z\n").unwrap();
    let output = fleet.sh(&recipe);
    // One machine refused the edit, and the other made it.
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("\"code\":\"stale\",\"exit\":3"));
    assert_eq!(fleet.texts(), ["y\n", "z\n"]);
}

#[test]
fn an_ansible_play() {
    let Some(fleet) = Fleet::new(&["ansible-playbook"]) else {
        return;
    };
    fs::write(fleet.path("here/play.yml"), recipe("yaml", "incise")).unwrap();
    fleet.sh("incise log --export > edits.jsonl");
    let play =
        |flags: &str| stdout(&fleet.sh(&format!("ansible-playbook -i hosts {flags} play.yml")));
    let recap = |said: &str, expected: &str| {
        for host in HOSTS {
            let mut lines = said.lines();
            let line = lines
                .rfind(|line| line.starts_with(host))
                .unwrap_or_default();
            assert!(line.contains(expected), "{expected}: {said}");
        }
    };
    recap(&play("--check"), "changed=1 ");
    assert_eq!(fleet.texts(), ["x\n", "x\n"]);
    recap(&play(""), "changed=1 ");
    assert_eq!(fleet.texts(), ["y\n", "y\n"]);
    recap(&play(""), "changed=0 ");
    for host in HOSTS {
        fs::write(fleet.path(host).join("a"), "z\n").unwrap();
    }
    recap(&play(""), "failed=1 ");
    assert_eq!(fleet.texts(), ["z\n", "z\n"]);
}
