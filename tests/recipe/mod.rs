//! The recipes of the cookbook: each task with another tool and with `incise`, in a fresh copy of the same files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::transcript::Shell;

/// A block with two halves separated by an empty line, under a heading.
pub struct Recipe<'a> {
    /// The heading of the part of the page.
    pub part: &'a str,
    pub title: &'a str,
    pub old: &'a str,
    pub new: &'a str,
}

fn block(section: &str) -> Option<&str> {
    let (_, rest) = section.split_once("\n```sh\n")?;
    Some(rest.split_once("\n```").unwrap().0)
}

/// The commands that create the files, and all recipes of `page`.
pub fn all(page: &str) -> (&str, Vec<Recipe<'_>>) {
    let (_, files) = page.split_once("\n## The files\n").unwrap();
    let mut part = "";
    let mut recipes = Vec::new();
    for section in files.split("\n##") {
        let heading = section.lines().next().unwrap();
        match (heading.strip_prefix("# "), block(section)) {
            (Some(title), Some(block)) => {
                let (old, new) = block.split_once("\n\n").unwrap();
                recipes.push(Recipe {
                    part,
                    title,
                    old,
                    new,
                });
            }
            (Some(title), None) => panic!("`{title}` has no block"),
            (None, _) => part = heading.trim(),
        }
    }
    (block(files).unwrap(), recipes)
}

impl Recipe<'_> {
    /// The tool that the old way needs and that is not installed, if any.
    pub fn lacks(&self) -> Option<&str> {
        let works = |command: &str| Shell::new().output(command).status.success();
        if self.old.contains("sed -") && !works("sed --version") {
            return Some("GNU sed");
        }
        let tool = self.old.split(' ').next()?;
        let is_tool = ["ansible", "git", "patch", "perl", "python3"].contains(&tool);
        (is_tool && !works(&format!("command -v {tool}"))).then_some(tool)
    }
}

/// The files below `directory` with their contents.
fn tree(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let below = tree(&path).into_iter();
            files.extend(below.map(|(file, text)| (format!("{name}/{file}"), text)));
        } else {
            files.insert(name, fs::read(path).unwrap());
        }
    }
    files
}

/// The files after `command`, starting from the files that `files` creates.
pub fn left_by(command: &str, files: &str) -> BTreeMap<String, Vec<u8>> {
    let shell = Shell::new();
    for step in [files, command] {
        let output = shell.output(step);
        assert!(output.status.success(), "{step}: {output:?}");
    }
    tree(&shell.tree())
}
