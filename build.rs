//! Sets the target and, in release builds, the commit that `incise --version` prints. Also decides whether the program
//! may use Linux system calls, and packs its relocations.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a build script reads the package's own files and prints instructions for cargo"
)]

use std::env;
use std::fs;
use std::process::Command;

fn main() {
    // `linux_calls` enables system calls that only Linux has. `INCISE_PORTABLE=1 cargo test` disables them, to test
    // the code that other systems run.
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
    if env::var("HOST").is_ok_and(|host| host == target) && reads_packed_relocations() {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    // A debug build does not contain the commit, because every commit would then cause a rebuild.
    let is_optimised = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let is_told = env::var_os("INCISE_COMMIT").is_some();
    let commit = || packaged_commit().or_else(checked_out_commit);
    if let Some(commit) = (is_optimised && !is_told).then(commit).flatten() {
        println!("cargo:rustc-env=INCISE_COMMIT={commit}");
    }
}

/// True if programs for this system can have packed relocations, which glibc reads since 2.36. The program reads its
/// relocations at every start: 700 kB, or 8 kB if they are packed.
fn reads_packed_relocations() -> bool {
    // A configured linker may not know the option, or may link for another system.
    if env::var_os("RUSTC_LINKER").is_some() {
        return false;
    }
    let Ok(getconf) = Command::new("getconf").arg("GNU_LIBC_VERSION").output() else {
        return false;
    };
    // For example `glibc 2.36`.
    let version = String::from_utf8_lossy(&getconf.stdout);
    let Some(minor) = version.trim().strip_prefix("glibc 2.") else {
        return false;
    };
    minor.parse::<u32>().is_ok_and(|minor| minor >= 36)
}

/// The commit that `cargo package` recorded in the package.
fn packaged_commit() -> Option<String> {
    let noted = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, from) = noted.split_once("\"sha1\": \"")?;
    from.get(..10).map(str::to_owned)
}

/// The commit of the git repository that tracks these sources. `None` if they are inside another repository.
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
