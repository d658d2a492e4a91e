//! `--base git`: the blobs that the `index` lines of a diff name, asked of git.
//!
//! A repository that came from somebody else must not run anything: objects are read as they are, without
//! filters, replacements, hooks or a connection to where missing ones could be had.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use bytes::Bytes;

use super::super::steps::diff;
use super::super::world::World;
use super::child::{self, ChildEnd};
use crate::patch::{FileOperation, FilePatch};
use crate::refusal::{Impossible, Reason, Refusal};
use crate::request::{Action, Base, PatchDiff, Request};

/// Variables that point git at another repository, index or set of objects than those of the working directory.
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

/// Settings that keep it from running or asking anything.
const PRECAUTIONS: [(&str, &str); 7] = [
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("LC_ALL", "C"),
];

/// Settings that must not come from the repository.
const SETTINGS: [&str; 4] = [
    "safe.bareRepository=explicit",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    // Of several objects whose names begin alike, the blob is meant.
    "core.disambiguate=blob",
];

/// `request` with the blobs in place of [`Base::Git`].
///
/// # Errors
/// `bad_request` when a part has no `index` line or git does not have its blob, `too_large`, `io` when git
/// cannot be run.
pub fn fetched<'r>(request: &'r Request, world: &World) -> Result<Cow<'r, Request>, Refusal> {
    let mut request = Cow::Borrowed(request);
    for number in 0..request.steps.len() {
        let Action::Patch(diff) = &request.steps[number].action else {
            continue;
        };
        if diff.base != Some(Base::Git) {
            continue;
        }
        let blobs = of_diff(diff, request.terms.limits.max_size, world)?;
        if let Action::Patch(diff) = &mut request.to_mut().steps[number].action {
            diff.base = Some(Base::Blobs(blobs));
        }
    }
    Ok(request)
}

/// The blobs that the parts of `diff` were made from, by the names it gives them.
fn of_diff(
    diff: &PatchDiff,
    max_size: u64,
    world: &World,
) -> Result<BTreeMap<String, Bytes>, Refusal> {
    // A diff that cannot be read is refused where it is applied.
    let parts = diff::read_diff(diff).map_or_else(|_| Vec::new(), |read| read.parts);
    let mut wanted = BTreeSet::new();
    for part in parts.iter().filter(|part| needs_base(part)) {
        let (old, _) = part.blobs.as_ref().ok_or_else(|| no_index_line(part))?;
        wanted.insert(old.clone());
    }
    let names: Vec<String> = wanted.into_iter().collect();
    if names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let objects = objects(&names, max_size, world)?;
    let texts = contents(&objects, world)?;
    Ok(names.into_iter().zip(texts).collect())
}

fn needs_base(part: &FilePatch) -> bool {
    let makes_file = part.operation == FileOperation::Create;
    !part.hunks().is_empty() && !makes_file
}

fn no_index_line(part: &FilePatch) -> Refusal {
    let name = part.names.new.as_ref().or(part.names.old.as_ref());
    let file = name.map(|name| name.display().to_string());
    Impossible::NoIndexLine { file }.into()
}

/// A blob: its whole name and its length.
struct GitBlob {
    name: String,
    len: usize,
}

/// The blobs with these names, which may be abbreviated.
fn objects(names: &[String], max_size: u64, world: &World) -> Result<Vec<GitBlob>, Refusal> {
    let asked: String = names.iter().map(|name| format!("{name}\n")).collect();
    let answer = cat_file("--batch-check", asked, world)?;
    let answer = String::from_utf8_lossy(&answer);
    let mut lines = answer.lines();
    let object = |name: &String| {
        let line = lines.next().unwrap_or_default();
        let mut words = line.split(' ');
        let (first, kind, len) = (words.next(), words.next(), words.next());
        match (first, kind, len.and_then(|len| len.parse::<u64>().ok())) {
            (Some(_), Some("blob"), Some(len)) if len > max_size => {
                Err(Refusal::new(Reason::TooLarge {
                    len,
                    limit: max_size,
                }))
            }
            (Some(whole), Some("blob"), Some(len)) => Ok(GitBlob {
                name: whole.to_owned(),
                len: usize::try_from(len).unwrap_or(usize::MAX),
            }),
            _ => Err(not_there(name, line)),
        }
    };
    names.iter().map(object).collect()
}

fn not_there(name: &str, answer: &str) -> Refusal {
    let is_ambiguous = answer.ends_with(" ambiguous");
    let name = name.to_owned();
    let why = if is_ambiguous {
        Impossible::AmbiguousBlob { name }
    } else {
        Impossible::NoBlob { name }
    };
    why.into()
}

/// The texts of `objects`.
fn contents(objects: &[GitBlob], world: &World) -> Result<Vec<Bytes>, Refusal> {
    let asked: String = objects
        .iter()
        .map(|object| format!("{}\n", object.name))
        .collect();
    let mut answer = Bytes::from(cat_file("--batch", asked, world)?);
    let mut texts = Vec::with_capacity(objects.len());
    for object in objects {
        let header = memchr::memchr(b'\n', &answer).map(|end| end + 1);
        let end = header.and_then(|header| header.checked_add(object.len));
        let (Some(header), Some(end)) = (header, end.filter(|end| *end < answer.len())) else {
            let what = format!("it did not give the blob `{}`", object.name);
            return Err(unusable(what));
        };
        texts.push(answer.slice(header..end));
        answer = answer.slice(end + 1..);
    }
    Ok(texts)
}

/// The answer of `git cat-file` to `asked`.
fn cat_file(how: &str, asked: String, world: &World) -> Result<Vec<u8>, Refusal> {
    let mut command = Command::new("git");
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    command.args(["cat-file", how]).current_dir(&world.cwd);
    for name in REDIRECTIONS {
        command.env_remove(name);
    }
    command.envs(PRECAUTIONS);
    let (end, answer, said) = child::converse(command, asked.into_bytes(), &world.interrupt);
    world.interrupt.check()?;
    match end {
        ChildEnd::Status(status) if status.success() => Ok(answer),
        ChildEnd::NotStarted(error) => Err(Refusal::new(Reason::Io {
            during: "start git, which --base git asks for",
            error: error.to_string(),
        })),
        ChildEnd::Status(_) | ChildEnd::TimedOut | ChildEnd::Interrupted => {
            let text = String::from_utf8_lossy(&said);
            let said = text
                .lines()
                .find(|line| !line.trim().is_empty())
                .map(|line| line.strip_prefix("fatal: ").unwrap_or(line));
            Err(unusable(said.unwrap_or("it failed").to_owned()))
        }
    }
}

fn unusable(said: String) -> Refusal {
    Impossible::GitFails { said }.into()
}
