//! The way out where a file is or is not, or has no such line.

use std::path::{Path, PathBuf};

use super::super::{Caller, CommandKind};
use super::joined;
use super::next::look;
use super::subject::{Subject, called, word_of};
use crate::refusal::NotAFile;
use crate::request::{Means, Options};

pub(super) fn missing(subject: Subject<'_>, caller: Caller) -> String {
    let is_edit = matches!(
        caller.command,
        CommandKind::Replace | CommandKind::Insert | CommandKind::Lines | CommandKind::Write
    );
    match caller.words.options {
        Options::Flags if caller.command == CommandKind::Replace && subject.is_glob() => {
            format!(
                "--glob {} in place of the path selects the files that match",
                subject.word()
            )
        }
        Options::Flags if is_edit => format!(
            "check the path; `incise create {}` makes a new file",
            subject.word()
        ),
        Options::Fields if is_edit => {
            "check the path; \"op\": \"create\" makes a new file".to_owned()
        }
        Options::Payload(_)
            if caller.words.means == Means::Shell
                && !matches!(caller.command, CommandKind::View | CommandKind::Remove) =>
        {
            "check the path; a payload that creates a file makes a new file, and a call of append_file a missing one"
                .to_owned()
        }
        _ => format!("check the path; it is relative to {}", start(caller)),
    }
}

/// The directory that relative paths start from.
fn start(caller: Caller) -> &'static str {
    match (caller.words.means, caller.words.options) {
        (Means::Tools(_), _) => "the root",
        (Means::Shell, Options::Flags | Options::CommonFlags) => {
            "the working directory, or to -C DIR"
        }
        (Means::Shell, _) => "the working directory",
    }
}

pub(super) fn exists(subject: Subject<'_>, caller: Caller) -> String {
    let (is_typed, is_native) = (caller.is_typed(), caller.is_native());
    let file = subject.word();
    match caller.command {
        CommandKind::Move if is_typed => {
            format!("take another name, or `incise remove {file}` first if it can go")
        }
        CommandKind::Move if is_native => {
            "take another name, or \"op\": \"remove\" first if it can go".to_owned()
        }
        CommandKind::Move => "take another name, or move the file away first".to_owned(),
        CommandKind::Patch => {
            let way = "leave that part of the diff out, or move the file away first";
            match look(subject, None, caller) {
                Some(look) => format!("see what is there with {look}; {way}"),
                None => way.to_owned(),
            }
        }
        CommandKind::Write => {
            let read = read_with(subject, caller);
            match caller.switch("overwrite") {
                Some(overwrite) => format!("{read}; {overwrite} replaces the whole text"),
                None => format!("{read}, and change what is there"),
            }
        }
        _ if is_typed => format!(
            "change it with `incise replace {file}`, or its whole text with `incise write {file} --overwrite`"
        ),
        _ if is_native => {
            "change it with \"op\": \"replace\", or its whole text with \"op\": \"write\" \
             and \"overwrite\": true"
                .to_owned()
        }
        _ => format!("{}, and change what is there", read_with(subject, caller)),
    }
}

/// Two ways: at the end of the file, or instead of its text.
pub(super) fn empty_search(subject: Subject<'_>, caller: Caller) -> String {
    let file = subject.word();
    match (caller.is_typed(), caller.is_native()) {
        (true, _) => format!(
            "`incise append {file}` adds at its end, `incise write {file} --overwrite` replaces its whole text"
        ),
        (_, true) => "\"op\": \"append\" adds at its end, \"op\": \"write\" with \"overwrite\": true \
             replaces its whole text"
            .to_owned(),
        _ => "to add at its end, give its last lines as SEARCH and again as the first lines of REPLACE; to \
             replace its whole text, give all of it as SEARCH"
            .to_owned(),
    }
}

fn read_with(subject: Subject<'_>, caller: Caller) -> String {
    joined("read it", " with ", look(subject, None, caller), "")
}

pub(super) fn missing_target(alike: &[PathBuf], caller: Caller) -> String {
    let called = |file: &Path| called(file, caller);
    let listed = || {
        let names: Vec<String> = alike.iter().map(|file| called(file)).collect();
        names.join(", ")
    };
    let named = |file: &Path| caller.numbered("target", called(file));
    match (alike, alike.first().and_then(|first| named(first))) {
        ([], _) => unknown_target(caller),
        ([only], Some(target)) => {
            format!("{} has that name: if it is meant, {target}", called(only))
        }
        (_, Some(target)) => format!("{} have that name: if one is meant, {target}", listed()),
        ([only], None) => format!("a file of that name is {}", called(only)),
        (_, None) => format!("files of that name are {}", listed()),
    }
}

/// The way out for a name in a diff that is nobody's.
fn unknown_target(caller: Caller) -> String {
    let (target, strip) = match (caller.words.options, caller.command) {
        (Options::Flags, _) => ("--target", "--strip"),
        (Options::Fields, CommandKind::Patch) => ("\"target\"", "\"strip\""),
        _ => return format!("check the path; it is relative to {}", start(caller)),
    };
    let place = match caller.words.options {
        Options::Flags => "check where you are (-C DIR)",
        _ => "check the names in the diff",
    };
    format!(
        "{place}, name the file with {target}, or say with {strip} how many leading components its name has too \
         many"
    )
}

pub(super) fn missing_parent(directory: &Path, caller: Caller) -> String {
    let make = match caller.words.means {
        Means::Shell => Some(format!("`mkdir -p {}`", word_of(directory))),
        Means::Tools(_) => None,
    };
    match (caller.command, caller.switch("parents")) {
        (CommandKind::Create | CommandKind::Move, Some(parents)) => {
            joined(&format!("{parents} makes it"), ", or ", make, "")
        }
        _ => joined("check the path", "; ", make, " makes the directory"),
    }
}

pub(super) fn out_of_range(
    subject: Subject<'_>,
    lowest: usize,
    lines: usize,
    caller: Caller,
) -> String {
    if caller.command == CommandKind::Insert {
        return insert_after(lowest, lines, caller);
    }
    match lines {
        0 if caller.command == CommandKind::View => "there is no line to show".to_owned(),
        0 if caller.is_typed() => {
            format!("put text into it with `incise append {}`", subject.word())
        }
        0 if caller.is_native() => "put text into it with \"op\": \"append\"".to_owned(),
        0 => "it has no lines to change: put text into it first".to_owned(),
        _ => match look(subject, None, caller) {
            Some(look) => format!("{look} prints the lines with their numbers"),
            None => "count the lines of the file again".to_owned(),
        },
    }
}

/// The line that a text can be put after, in a file of so many `lines`.
fn insert_after(lowest: usize, lines: usize, caller: Caller) -> String {
    let field = match caller.words.options {
        Options::Payload(names) => names.line,
        _ => None,
    };
    let last = match (caller.numbered("line", lines), field) {
        (_, Some(field)) if lines < lowest => {
            return format!("leave out \"{field}\", and the text goes to the end of the file");
        }
        (Some(last), _) => last,
        (None, Some(field)) => format!("\"{field}\": {lines}"),
        (None, None) => lines.to_string(),
    };
    match (lines, caller.numbered("line", -1)) {
        (0, _) => format!("{last} is the only place in it"),
        (_, Some(end)) => format!("{last} is after the last line, as is {end}"),
        (_, None) => format!("{last} is after the last line"),
    }
}

pub(super) fn not_a_file(kind: NotAFile, subject: Subject<'_>, caller: Caller) -> String {
    let file = subject.word();
    match (kind, caller.command) {
        _ if !caller.is_typed() => {}
        (NotAFile::Directory, CommandKind::Move) => {
            let name = subject.below("NAME");
            return format!("one file is moved, to a whole new name such as {name}");
        }
        _ => {}
    }
    let is_shell = caller.words.means == Means::Shell;
    match kind {
        NotAFile::Directory if caller.is_native() && caller.command == CommandKind::Replace => {
            "name a file inside it, or add \"glob\": \"**\" for all of them".to_owned()
        }
        NotAFile::Directory if is_shell => {
            format!("name a file inside it; `ls {file}` lists them")
        }
        NotAFile::Directory => "name a file inside it".to_owned(),
        NotAFile::DanglingLink if is_shell && subject.names_stdin() => {
            "standard input is `-`".to_owned()
        }
        NotAFile::DanglingLink if is_shell => format!("`readlink {file}` tells where it leads"),
        NotAFile::DanglingLink => "name the file that it should lead to".to_owned(),
        NotAFile::Link => "name the file itself".to_owned(),
        NotAFile::LinkItself => "edit the file that it leads to, in a request of its own".to_owned(),
        NotAFile::LinkUnsaid if !is_shell => {
            "a diff that means the link itself says `deleted file mode 120000`".to_owned()
        }
        NotAFile::LinkUnsaid => {
            "`incise remove` and `incise move` act on the link itself; a diff says `deleted file mode 120000`"
                .to_owned()
        }
        NotAFile::NoLink if is_shell => format!("look at it: `ls -l {file}`"),
        NotAFile::NoLink => "name a symbolic link".to_owned(),
        NotAFile::Fifo | NotAFile::Socket | NotAFile::Device if caller.is_typed() => {
            "only regular files can be edited; PATH `-` edits standard input".to_owned()
        }
        NotAFile::Fifo | NotAFile::Socket | NotAFile::Device => {
            "only regular files can be edited".to_owned()
        }
        NotAFile::ChangedLink => "change the link in a request of its own".to_owned(),
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
