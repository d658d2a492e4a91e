//! What the program is built for and, in an optimised build, from which commit (`incise --version` says so), which
//! system calls it may use, and what the linker leaves out.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a build script reads the package's own files and prints what cargo is to know"
)]

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// What the linker leaves out: the tables by which a panic finds its way back up the stack. The optimised program
/// aborts, so that nothing reads them, and they are one part in forty of it.
const LEFT_OUT: &str = "\
SECTIONS { /DISCARD/ : { *(.eh_frame) *(.eh_frame_hdr) *(.gcc_except_table .gcc_except_table.*) } }
INSERT AFTER .rodata;
";

fn main() {
    // The calls that Linux alone has. `INCISE_PORTABLE=1 cargo test` builds and tests without them: what is left is
    // what other systems run.
    println!("cargo:rustc-check-cfg=cfg(linux_calls)");
    println!("cargo:rerun-if-env-changed=INCISE_PORTABLE");
    let is_linux = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux");
    if is_linux && env::var_os("INCISE_PORTABLE").is_none() {
        println!("cargo:rustc-cfg=linux_calls");
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=INCISE_COMMIT");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo:rustc-env=INCISE_TARGET={target}");
    // A debug build is of a tree that is at work, and would be made anew with every commit.
    let is_optimised = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let is_told = env::var_os("INCISE_COMMIT").is_some();
    let commit = || packaged_commit().or_else(checked_out_commit);
    if let Some(commit) = (is_optimised && !is_told).then(commit).flatten() {
        println!("cargo:rustc-env=INCISE_COMMIT={commit}");
    }
    if is_optimised && is_linked_as_usual() {
        leave_out_unwind_tables();
    }
}

/// Whether the program is linked as Rust does on Linux with the GNU C library: a linker of the user's own need not know
/// the script, nor a static one.
fn is_linked_as_usual() -> bool {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let is_gnu =
        variable("CARGO_CFG_TARGET_OS") == "linux" && variable("CARGO_CFG_TARGET_ENV") == "gnu";
    let names_linker = |flags: &str| flags.contains("link") || flags.contains("fuse-ld");
    is_gnu
        && env::var_os("RUSTC_LINKER").is_none()
        && !names_linker(&variable("CARGO_ENCODED_RUSTFLAGS"))
}

fn leave_out_unwind_tables() {
    let script = env::var_os("OUT_DIR").map(|dir| PathBuf::from(dir).join("left_out.ld"));
    if let Some(script) = script.filter(|script| fs::write(script, LEFT_OUT).is_ok()) {
        println!("cargo:rustc-link-arg-bins=-T{}", script.display());
    }
}

/// The commit that `cargo package` noted beside the sources.
fn packaged_commit() -> Option<String> {
    let noted = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, from) = noted.split_once("\"sha1\": \"")?;
    from.get(..10).map(str::to_owned)
}

/// The commit of the repository that the sources stand in, if it is theirs.
fn checked_out_commit() -> Option<String> {
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={log}");
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn git(args: &[&str]) -> Option<String> {
    let run = Command::new("git").args(args).output().ok()?;
    let said = String::from_utf8(run.stdout).ok()?;
    run.status.success().then(|| said.trim().to_owned())
}
