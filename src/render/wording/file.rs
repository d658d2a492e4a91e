//! Messages about a path: a file that is missing, exists or is not a regular file, or lacks a line.

use std::path::{Path, PathBuf};

use super::new_text::example_of;
use super::next::{operation, view_call};
use super::plural::count;
use super::subject::{Subject, name_for, shell_word};
use super::template::{Wording, optional, wording};
use super::{Caller, CommandKind};
use crate::refusal::{Fault, LinkFault, NotAFile};
use crate::request::{Means, Options};

pub(super) fn missing_hint(subject: Subject<'_>) -> String {
    let is_edit = matches!(
        subject.caller.command,
        CommandKind::Replace | CommandKind::Insert | CommandKind::Lines | CommandKind::Write
    );
    let create = if is_edit {
        operation("create", subject)
    } else {
        None
    };
    match (create, subject.caller.words.options) {
        (_, Options::Flags) if subject.caller.command == CommandKind::Replace && subject.is_glob() => {
            glob_hint(subject)
        }
        (Some(create), _) => format!("check the path; {create} creates it"),
        (None, Options::Payload(_))
            if subject.caller.words.means == Means::Shell
                && !matches!(subject.caller.command, CommandKind::View | CommandKind::Remove) =>
        {
            "check the path; to create the file, send a payload that creates files, or call append_file"
                .to_owned()
        }
        _ => format!("check the path; it is relative to {}", start_hint(subject.caller)),
    }
}

fn glob_hint(subject: Subject<'_>) -> String {
    let glob = subject.word();
    if glob.contains("../") {
        return "a glob selects files below the working directory, or below -C DIR".to_owned();
    }
    format!("--glob {glob} instead of the path selects the matching files")
}

/// The directory to which paths are relative.
fn start_hint(caller: Caller) -> &'static str {
    match (caller.words.means, caller.words.options) {
        (Means::Tools(_), _) => "the root",
        (Means::Shell, Options::Flags | Options::CommonFlags) => {
            "the working directory, or to -C DIR"
        }
        (Means::Shell, _) => "the working directory",
    }
}

pub(super) fn exists(len: u64, lines: usize, subject: Subject<'_>) -> Wording {
    let (file, extent) = (subject.word(), extent(len, lines));
    let hint = match subject.caller.command {
        CommandKind::Move => match operation("remove", subject) {
            Some(remove) => format!("use another name, or {remove} first if it is not needed"),
            None => "use another name, or move the file away first".to_owned(),
        },
        CommandKind::Patch => {
            let way = "remove that part of the diff, or move the file away first";
            match view_call(subject, None) {
                Some(call) => format!("read the file with {call}; {way}"),
                None => way.to_owned(),
            }
        }
        CommandKind::Write => {
            let read = read_with(subject);
            match subject.caller.switch("overwrite") {
                Some(overwrite) => format!("{read}; {overwrite} replaces the whole file"),
                None => format!("{read}, and change its text"),
            }
        }
        _ if subject.caller.is_typed() => format!(
            "change it with `incise replace {file}`, or replace it with `incise write {file} --overwrite`"
        ),
        _ if subject.caller.is_native() => {
            "change it with \"op\": \"replace\", or replace it with \"op\": \"write\" and \"overwrite\": true"
                .to_owned()
        }
        _ => format!("{}, and change its text", read_with(subject)),
    };
    wording(format!("the file already exists ({extent})"), hint)
}

pub(super) fn empty_search(len: u64, lines: usize, subject: Subject<'_>) -> Wording {
    let (file, extent) = (subject.word(), extent(len, lines));
    let hint = match (subject.caller.is_typed(), subject.caller.is_native()) {
        (true, _) => format!(
            "`incise append {file}` adds to the end, `incise write {file} --overwrite` replaces the whole file"
        ),
        (_, true) => "\"op\": \"append\" adds to the end, \"op\": \"write\" with \"overwrite\": true replaces the whole file"
            .to_owned(),
        _ => "to add to the end, give the last lines as SEARCH and again as the first lines of REPLACE; to replace the whole file, give all of it as SEARCH"
            .to_owned(),
    };
    wording(
        format!("an empty SEARCH creates a file, but the file already exists ({extent})"),
        hint,
    )
}

fn read_with(subject: Subject<'_>) -> String {
    optional("read it[ with {}]", view_call(subject, None))
}

/// A missing file that `ensure` can create.
pub(super) fn missing_for_ensure(subject: Subject<'_>) -> Wording {
    let hint = match subject.caller.switch("create") {
        Some(create) => {
            format!("check the path; {create} creates the file if its directory exists")
        }
        None => missing_hint(subject),
    };
    wording(Fault::Missing.to_string(), hint)
}

/// A missing file that a diff names.
///
/// `removes`: the diff deletes or renames the file.
pub(super) fn missing_target(alike: &[PathBuf], removes: bool, caller: Caller) -> Wording {
    let names: Vec<_> = alike.iter().map(|file| name_for(file, caller)).collect();
    let target = names
        .first()
        .and_then(|first| caller.number_option("target", first));
    let hint = match (&names[..], target) {
        ([], _) => {
            let check = unknown_target_hint(caller);
            let repeat = caller.switch("idempotent").filter(|_| removes);
            optional(
                "[if the patch is applied already, {} accepts that; otherwise ]",
                repeat,
            ) + &check
        }
        ([name], Some(target)) => format!("{name} has that name: if you mean it, {target}"),
        ([name], None) => format!("a file with that name is {name}"),
        (names, Some(target)) => {
            let names = names.join(", ");
            format!("{names} have that name: if you mean one of them, {target}")
        }
        (names, None) => format!("files with that name are {}", names.join(", ")),
    };
    wording(Fault::Missing.to_string(), hint)
}

/// The hint for a name in a diff that matches no file.
fn unknown_target_hint(caller: Caller) -> String {
    let (target, strip) = match (caller.words.options, caller.command) {
        (Options::Flags, _) => ("--target", "--strip"),
        (Options::Fields, CommandKind::Patch) => ("\"target\"", "\"strip\""),
        _ => return format!("check the path; it is relative to {}", start_hint(caller)),
    };
    let place = match caller.words.options {
        Options::Flags => "check the working directory (-C DIR)",
        _ => "check the names in the diff",
    };
    format!(
        "{place}, name the file with {target}, or set the number of path components to strip with {strip}"
    )
}

pub(super) fn missing_parent_hint(directory: &Path, caller: Caller) -> String {
    let make = match caller.words.means {
        Means::Shell => Some(format!("`mkdir -p {}`", shell_word(directory))),
        Means::Tools(_) => None,
    };
    match (caller.command, caller.switch("parents")) {
        // A missing directory before `..` is not created.
        (CommandKind::Create | CommandKind::Move, Some(parents)) if !directory.ends_with("..") => {
            format!("{parents} creates it") + &optional("[, or {}]", make)
        }
        _ => optional("check the path[; {} creates the directory]", make),
    }
}

pub(super) fn out_of_range(
    asked: i64,
    lowest: usize,
    lines: usize,
    subject: Subject<'_>,
) -> Wording {
    let facts = match lines {
        0 => "is empty".to_owned(),
        _ => {
            let valid = valid_range(lowest, lines);
            format!("has {}; valid: {valid}", count(lines, "line"))
        }
    };
    wording(
        format!("line {asked} is out of range: the file {facts}"),
        out_of_range_hint(lowest, lines, subject),
    )
}

fn out_of_range_hint(lowest: usize, lines: usize, subject: Subject<'_>) -> String {
    if subject.caller.command == CommandKind::Insert {
        return insert_after_hint(lowest, lines, subject.caller);
    }
    match lines {
        0 if subject.caller.command == CommandKind::View => "the file has no lines".to_owned(),
        0 => match operation("append", subject) {
            Some(append) => format!("add text with {append}"),
            None => "the file has no lines to change: add text first".to_owned(),
        },
        _ => match view_call(subject, None) {
            Some(call) => format!("{call} prints the lines with their numbers"),
            None => "count the lines of the file again".to_owned(),
        },
    }
}

/// The hint for an insertion after a line that does not exist, in a file with this number of `lines`.
fn insert_after_hint(lowest: usize, lines: usize, caller: Caller) -> String {
    let field = match caller.words.options {
        Options::Payload(names) => names.line,
        _ => None,
    };
    let last = match (caller.number_option("line", lines), field) {
        (_, Some(field)) if lines < lowest => {
            return format!("omit \"{field}\" to add the text at the end of the file");
        }
        (Some(last), _) => last,
        (None, Some(field)) => format!("\"{field}\": {lines}"),
        (None, None) => lines.to_string(),
    };
    match (lines, caller.number_option("line", -1)) {
        (0, _) => format!("only {last} is possible"),
        (_, Some(end)) => format!("{last} is after the last line, as is {end}"),
        (_, None) => format!("{last} is after the last line"),
    }
}

pub(super) fn not_a_file_hint(kind: NotAFile, subject: Subject<'_>) -> String {
    let (file, caller) = (subject.word(), subject.caller);
    let is_shell = caller.words.means == Means::Shell;
    match kind {
        NotAFile::Directory if caller.is_typed() && caller.command == CommandKind::Move => {
            let name = subject.below("NAME");
            format!(
                "a directory cannot be moved; to move a file into it, give its new name, such as {name}"
            )
        }
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
        NotAFile::DanglingLink if is_shell => format!("`readlink {file}` shows its target"),
        NotAFile::DanglingLink => "name its target".to_owned(),
        NotAFile::Link => "use another name, or delete it first".to_owned(),
        NotAFile::Fifo | NotAFile::Socket | NotAFile::Device if caller.is_typed() => {
            "only regular files can be edited; PATH `-` edits standard input".to_owned()
        }
        NotAFile::Fifo | NotAFile::Socket | NotAFile::Device => {
            "only regular files can be edited".to_owned()
        }
        NotAFile::NoName => "give the path of a file".to_owned(),
        NotAFile::TrailingSlash => {
            "remove the `/` at the end, or name a file in the directory".to_owned()
        }
        NotAFile::BelowAFile => "check the path: one of its directories is a file".to_owned(),
    }
}

/// A symbolic link or a submodule that prevents the edit.
pub(super) fn link_fault(fault: LinkFault, subject: Subject<'_>) -> Wording {
    let is_shell = subject.caller.words.means == Means::Shell;
    match fault {
        LinkFault::TextEdit => wording(
            "it is a symbolic link, which has no text of its own",
            "edit its target, in a separate request",
        ),
        LinkFault::ExpectedFile => wording(
            "it is a symbolic link, and the diff does not say so",
            if is_shell {
                "`incise remove` and `incise move` act on the link itself; a diff needs `deleted file mode 120000`"
            } else {
                "to delete the link itself, a diff needs `deleted file mode 120000`"
            },
        ),
        LinkFault::ExpectedLink => wording(
            "it is not a symbolic link, but one was expected",
            if is_shell {
                format!("check it with `ls -l {}`", subject.word())
            } else {
                "name a symbolic link".to_owned()
            },
        ),
        LinkFault::Changed => wording(
            "the path leads through a symbolic link that the same request creates, changes or deletes",
            "change the link in a separate request",
        ),
        LinkFault::Submodule => wording(
            "the patch changes a submodule, which has no text",
            format!(
                "remove it from the patch; `git -C {} checkout COMMIT` moves the submodule",
                subject.word()
            ),
        ),
    }
}

pub(super) fn outside_root_hint(caller: Caller) -> &'static str {
    match (caller.words.means, caller.words.options) {
        (Means::Tools(_), _) => "use a path inside the root",
        (Means::Shell, Options::Flags | Options::CommonFlags) => {
            "use a path inside the root, or name the directory with --root DIR"
        }
        (Means::Shell, _) => "use a path inside the root, or name the directory in INCISE_ROOT",
    }
}

pub(super) fn binary(encoding: Option<&str>, caller: Caller) -> Wording {
    let encoding = encoding.and_then(|name| caller.text_option("encoding", example_of(name)));
    let hint = match (encoding, caller.switch("binary")) {
        (Some(encoding), _) => format!("it looks like text; {encoding} reads it"),
        (None, Some(binary)) => {
            format!("to edit the bytes, {binary}; a patch changes binary files without it")
        }
        (None, None) => "use a patch to change binary files".to_owned(),
    };
    wording(
        "the file is binary: its first 8 KiB contain a NUL byte",
        hint,
    )
}

pub(super) fn read_only(mode: u32, subject: Subject<'_>) -> Wording {
    let hint = match subject.caller.words.means {
        Means::Shell => format!("`chmod u+w {}` makes it writable", subject.word()),
        Means::Tools(_) => "ask someone to make it writable".to_owned(),
    };
    let allow = subject.caller.switch("allow_read_only");
    wording(
        format!("the file is read-only (mode {mode:04o})"),
        hint + &optional("[; {} edits it anyway]", allow),
    )
}

pub(super) fn endless_input(limit: u64, caller: Caller) -> Wording {
    wording(
        format!("the input exceeds the limit of {limit} bytes"),
        optional(
            "check that the input ends[; {} sets another limit]",
            caller.text_option("max_size", "SIZE"),
        ),
    )
}

/// The size of a file, in lines and bytes.
fn extent(len: u64, lines: usize) -> String {
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    format!("{}, {}", count(lines, "line"), count(len, "byte"))
}

/// The range of valid line numbers.
pub fn valid_range(lowest: usize, lines: usize) -> String {
    match lines {
        0 if lowest > 0 => "none, it is empty".to_owned(),
        _ if lowest == lines => lowest.to_string(),
        _ => format!("{lowest} to {lines}"),
    }
}
