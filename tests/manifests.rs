//! The manifests that other programs read: one version, one skill, one set of hooks, no invented address.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reads files of its own, and fails by panicking"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn json(path: &str) -> Value {
    serde_json::from_str(&read(path)).unwrap()
}

#[test]
fn every_manifest_has_the_version_of_the_program() {
    for path in [
        ".claude-plugin/plugin.json",
        ".codex-plugin/plugin.json",
        "gemini-extension.json",
    ] {
        assert_eq!(json(path)["version"], env!("CARGO_PKG_VERSION"), "{path}");
    }
    let default = format!("default: \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(read("action.yml").contains(&default));
}

fn printed(args: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_incise");
    let output = Command::new(program).args(args).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_hooks_are_those_that_the_program_installs() {
    let installed: Value =
        serde_json::from_str(&printed(&["hook", "install", "--claude"])).unwrap();
    assert_eq!(json("hooks/hooks.json")["hooks"], installed["hooks"]);
}

#[test]
fn the_skill_is_the_one_that_the_program_prints() {
    let skill = printed(&["guide", "--skill"]);
    let path = "skills/incise/SKILL.md";
    if std::env::var_os("INCISE_REGENERATE").is_some() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(path), &skill).unwrap();
    }
    assert!(
        read(path) == skill,
        "{path} is old: INCISE_REGENERATE=1 cargo test --test manifests"
    );
}

#[test]
fn the_registry_finds_its_name_in_every_readme_that_is_published() {
    let name = json("packaging/server.json")["name"].clone();
    assert_eq!(json("packaging/npm/package.json")["mcpName"], name);
    let line = format!("<!-- mcp-name: {} -->", name.as_str().unwrap());
    assert!(read("README.md").contains(&line));
}
