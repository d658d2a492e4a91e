//! Runs other programs, if they are installed. A program that hangs is killed after ten minutes.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `command` in `directory` with this standard input. If the program is not installed, prints a message and
/// returns `None`.
pub fn run(directory: &Path, command: &[&str], stdin: &[u8]) -> Option<Output> {
    if !is_installed(command[0]) {
        println!("skipped: {} is not installed", command[0]);
        return None;
    }
    let mut child = Command::new("timeout")
        .arg("600")
        .args(command)
        .current_dir(directory)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir())
        .env("LC_ALL", "C")
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = stdin.to_vec();
    // A program that does not read all its input closes the pipe.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_ne!(output.status.code(), Some(124), "{command:?} hangs");
    Some(output)
}

/// The output of `git`, which must succeed. `None` if it is not installed.
pub fn git(directory: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let plain = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"];
    let output = run(directory, &[&plain, arguments].concat(), b"")?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {stderr}");
    Some(output.stdout)
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}
