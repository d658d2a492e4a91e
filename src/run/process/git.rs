//! Reads objects from git.
//!
//! An untrusted repository must not run any program. Objects are read without filters, replacements or hooks,
//! and missing objects are not fetched.

use std::path::Path;
use std::process::Command;

use bytes::Bytes;

use super::super::world::World;
use super::child::{self, ChildEnd};
use crate::refusal::{Fault, Reason, Refusal};

/// Variables that redirect git to another repository, index or object directory.
const REDIRECTIONS: [&str; 16] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_ATTR_SOURCE",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// Variables that prevent git from running programs and from asking questions.
const PRECAUTIONS: [(&str, &str); 8] = [
    ("GIT_ALLOW_PROTOCOL", "none"),
    // Names may contain special characters of pathspecs.
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("LC_ALL", "C"),
];

/// Settings that override those of the repository.
const SETTINGS: [&str; 4] = [
    "safe.bareRepository=explicit",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    // If an abbreviated name is ambiguous, git chooses the blob.
    "core.disambiguate=blob",
];

/// A blob, with its full name and its length in bytes.
pub struct GitBlob {
    pub name: String,
    pub len: usize,
}

impl GitBlob {
    /// Parses a line of `git cat-file --batch-check`; `None` if it is not about a blob.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let (name, kind, len) = (words.next()?, words.next()?, words.next()?);
        if kind != "blob" {
            return None;
        }
        let len: u64 = len.parse().ok()?;
        Some(Self {
            name: name.to_owned(),
            len: usize::try_from(len).unwrap_or(usize::MAX),
        })
    }
}

/// The contents of `objects`, read in `directory`.
///
/// # Errors
/// See [`output`].
pub fn contents(
    objects: &[GitBlob],
    directory: &Path,
    world: &World,
) -> Result<Vec<Bytes>, Refusal> {
    let mut names = String::new();
    for object in objects {
        names.push_str(&object.name);
        names.push('\n');
    }
    let output = output(&["cat-file", "--batch"], names, directory, world)?;
    let mut rest = Bytes::from(output);
    let mut texts = Vec::with_capacity(objects.len());
    for object in objects {
        let header = memchr::memchr(b'\n', &rest).map(|end| end + 1);
        let end = header.and_then(|header| header.checked_add(object.len));
        let (Some(header), Some(end)) = (header, end.filter(|end| *end < rest.len())) else {
            let problem = format!("it did not give the blob `{}`", object.name);
            return Err(unusable(&problem));
        };
        texts.push(rest.slice(header..end));
        rest = rest.slice(end + 1..);
    }
    Ok(texts)
}

/// Runs git with the arguments `words` and the input `input` in `directory`. Returns its output.
///
/// # Errors
/// `io` if git cannot be run, `bad_request` if it fails.
pub fn output(
    words: &[&str],
    input: String,
    directory: &Path,
    world: &World,
) -> Result<Vec<u8>, Refusal> {
    let mut command = Command::new("git");
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    command.args(words).current_dir(directory);
    for name in REDIRECTIONS {
        command.env_remove(name);
    }
    command.envs(PRECAUTIONS);
    let (end, output, errors) =
        child::run_with_input(command, input.into_bytes(), &world.interrupt);
    world.interrupt.check()?;
    match end {
        ChildEnd::Status(status) if status.success() => Ok(output),
        ChildEnd::NotStarted(error) => Err(Refusal::from(Fault::io("start", error)).at("git")),
        ChildEnd::Status(_) | ChildEnd::TimedOut | ChildEnd::Interrupted => {
            let errors = String::from_utf8_lossy(&errors);
            let mut lines = errors.lines();
            let message = lines.find(|line| !line.trim().is_empty());
            let message = message.unwrap_or("it failed");
            Err(unusable(message.strip_prefix("fatal: ").unwrap_or(message)))
        }
    }
}

fn unusable(problem: &str) -> Refusal {
    Reason::git_fails(problem).into()
}
