//! The way out where a file is or is not, or has no such line.

use std::path::{Path, PathBuf};

use super::super::{Command, Setting};
use super::shell::{shell_word, word_of};
use crate::refusal::{NotAFile, Refusal};

pub(super) fn missing(file: &str, setting: Setting) -> String {
    let is_glob = file.contains(['*', '?', '[']) && !file.starts_with("$'");
    match setting.command {
        Command::Replace if is_glob => format!("--glob {file} selects the files that match"),
        Command::Replace | Command::Insert | Command::Lines | Command::Write => {
            format!("check the path; `incise create {file}` makes a new file")
        }
        Command::Apply => "check the path; \"op\": \"create\" makes a new file".to_owned(),
        Command::Payload(_) => "check the path".to_owned(),
        Command::Make | Command::Move | Command::Patch | Command::Other => {
            "check the path; it is relative to the working directory, or to -C DIR".to_owned()
        }
    }
}

pub(super) fn exists(file: &str, setting: Setting) -> String {
    match setting.command {
        Command::Move => {
            format!("take another name, or `incise remove {file}` first if it can go")
        }
        Command::Patch => format!(
            "see what is there with `incise view {file}`; leave that part of the diff out, or move the \
             file away first"
        ),
        Command::Write => {
            format!("read it with `incise view {file}`; --overwrite replaces the whole text")
        }
        _ => format!(
            "change it with `incise replace {file}`, or its whole text with `incise write {file} --overwrite`"
        ),
    }
}

pub(super) fn missing_target(alike: &[PathBuf], setting: Setting) -> String {
    let (target, strip) = match setting.command {
        Command::Apply => ("\"target\"", "\"strip\""),
        Command::Patch => ("--target", "--strip"),
        _ if alike.is_empty() => return "check the path".to_owned(),
        _ => return format!("a file of that name is {}", listed(alike)),
    };
    match alike {
        [] => format!(
            "check where you are (-C DIR), name the file with {target}, or say with {strip} how many \
             leading components its name has too many"
        ),
        [only] => {
            let only = word_of(only);
            format!("{only} has that name: if it is meant, {target} {only}")
        }
        [first, ..] => format!(
            "{} have that name: if one is meant, {target} {}",
            listed(alike),
            word_of(first)
        ),
    }
}

fn listed(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| word_of(file)).collect();
    names.join(", ")
}

pub(super) fn missing_parent(directory: &str, setting: Setting) -> String {
    match setting.command {
        Command::Make | Command::Move => format!("--parents makes it, or `mkdir -p {directory}`"),
        Command::Apply => format!("\"parents\": true makes it, or `mkdir -p {directory}`"),
        _ => format!("check the path; `mkdir -p {directory}` makes the directory"),
    }
}

pub(super) fn out_of_range(file: &str, lowest: usize, lines: usize, setting: Setting) -> String {
    match (setting.command, lines, lowest) {
        (Command::Insert, ..) => format!("--line {lines} is after the last line, as is --line -1"),
        (_, 0, 1..) => format!("put text into it with `incise append {file}`"),
        _ => format!("`incise view {file}` prints the lines with their numbers"),
    }
}

pub(super) fn not_a_file(kind: NotAFile, refusal: &Refusal, setting: Setting) -> String {
    let file = &shell_word(refusal);
    let inside = |name: &str| {
        let directory = refusal.path.as_deref().unwrap_or(Path::new("PATH"));
        word_of(&directory.join(name))
    };
    match (kind, setting.command) {
        (NotAFile::Directory | NotAFile::NoName, Command::Replace) => {
            return format!(
                "name a file inside it, or --glob {} for all of them",
                inside("**")
            );
        }
        (NotAFile::Directory, Command::Move) => {
            return format!(
                "one file is moved, to a whole new name such as {}",
                inside("NAME")
            );
        }
        _ => {}
    }
    match kind {
        NotAFile::Directory => format!("name a file inside it; `ls {file}` lists them"),
        NotAFile::DanglingLink => format!("`readlink {file}` tells where it leads"),
        NotAFile::Link => "name the file itself".to_owned(),
        NotAFile::Fifo | NotAFile::Socket | NotAFile::Device => {
            "only regular files can be edited; PATH `-` edits standard input".to_owned()
        }
        NotAFile::LinkInPatch => {
            "make the link with `ln -s`, and leave it out of the patch".to_owned()
        }
        NotAFile::SubmoduleInPatch => format!(
            "leave it out of the patch; `git -C {file} checkout COMMIT` moves the submodule"
        ),
        NotAFile::NoName => "give the path of a file".to_owned(),
        NotAFile::TrailingSlash => {
            "leave out the `/` at the end, or name a file inside the directory".to_owned()
        }
        NotAFile::BelowAFile => {
            "check the path: one of the directories it names is a file".to_owned()
        }
    }
}
