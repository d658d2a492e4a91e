//! Requests that are well-formed but cannot be carried out. Each differs from the others only in its message and hint.

use std::fmt::Display;

use super::{Code, Reason};
use crate::disk::file_types;
use crate::merge::MarkerFault;
use crate::request::nearest;
use crate::text::LineNumber;

/// Makes a constructor of each row: its arguments, the kind of its code, its sentence and the way out.
macro_rules! impossible {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) $kind:ident $message:literal, $hint:literal;)*) => {
        impl Reason {
            $(
                $(#[$doc])*
                pub fn $name($($argument: $type),*) -> Self {
                    Self::$kind(format!($message), format!($hint))
                }
            )*
        }
    };
}

impossible! {
    /// A step over several files is resolved against a single one.
    several_files() bad_request
        "a step over several files cannot be resolved against one",
        "use one edit per file";
    /// A file is moved to where it is.
    moved_to_itself(name: impl Display) usage
        "it is already at `{name}`",
        "use another name";
    /// A file is copied to a name that leads to the file itself in this directory.
    copied_to_itself(name: impl Display, respelled: impl Display) usage
        "it is called `{name}`, and `{respelled}` is the same name in this directory",
        "use another name";
    /// A region is to be put elsewhere that is no definition and no section of prose.
    not_movable() bad_request
        "only a definition or a Markdown section can be moved or copied",
        "insert its text at the new place and delete its lines";
    /// A definition is to be put elsewhere that is in a condition.
    in_condition(name: &str) bad_request
        "`{name}` is inside a condition or a loop, which would not be around it elsewhere",
        "insert its text at the new place and delete its lines";
    /// A definition is to be put elsewhere that is in a function.
    in_function(name: &str) bad_request
        "`{name}` is inside a function, whose variables it may use",
        "insert its text at the new place and delete its lines";
    /// A definition is to be put elsewhere that is in a group.
    in_group(name: &str) bad_request
        "`{name}` is in a group in which its position may matter",
        "insert its text at the new place and delete its lines";
    /// A definition is to be deleted or put elsewhere whose declaration gives other names too.
    declared_together(name: &str, other: &str) bad_request
        "the declaration of `{name}` also declares `{other}`",
        "replace the declaration, or use its line numbers";
    /// A constant is to be deleted by whose place others count.
    counted_on(name: &str, next: &str) bad_request
        "without `{name}`, `{next}` would have another value or none",
        "give `{next}` a value first, or replace the name `{name}` with `_`";
    /// A definition is to be put into a condition.
    into_condition(name: &str) bad_request
        "the place is inside a condition or a loop, and `{name}` is not",
        "name a place next to another definition";
    /// A definition is to be put into a function.
    into_function(name: &str) bad_request
        "the place is inside a function, and `{name}` is not",
        "name a place outside of functions";
    /// A member of a type is to be put outside of types, or into the package of another one.
    out_of_type(name: &str) bad_request
        "`{name}` belongs to its type, and the place does not",
        "name a place inside a type, for example next to one of its methods";
    /// A definition is to be put into a type.
    into_type(name: &str) bad_request
        "the place is inside a type, and `{name}` is outside of types",
        "name a place outside of types";
    /// The place has a definition of that name.
    name_taken(name: &str, line: usize) bad_request
        "line {line} already defines `{name}`",
        "rename or delete one of the two first";
    /// The place is in another language.
    other_language(from: impl Display) bad_request
        "its language is not the language of `{from}`",
        "name a file in the same language";
    /// A file has a syntax error without a definition.
    needed_there(name: &str) syntax
        "without `{name}` there would be a syntax error",
        "add what its block needs first, for example another statement";
    /// A section would change in which sections others are.
    sections_change(title: &str) bad_request
        "with `{title}` there, text would be in other sections",
        "name a place next to a section of the same level";
    /// A definition would be none at its new place.
    not_there(name: &str) bad_request
        "`{name}` would not be a definition there",
        "name a place next to another definition";
    /// Two pieces that are put elsewhere are one inside the other.
    nested_pieces(outer: &str, inner: &str) usage
        "`{inner}` is part of `{outer}`, or is named twice",
        "name each once";
    /// A section is looked for in a file that has none by its name.
    no_sections() bad_request
        "a section is a Markdown heading or a TOML or INI table, and the file's name shows none of these formats",
        "use two marker lines, or line numbers";
    /// A definition shares a line with something else.
    shared_line(name: &str) bad_request
        "`{name}` shares a line with something else",
        "use its text instead";
    /// A line or block that is to be inside a region would be outside of it afterwards.
    outside_region(region: impl Display) bad_request
        "the result would be outside {region}, or occur twice",
        "indent it like the lines there, or use its text instead";
    /// A definition has no lines inside it.
    no_inside(name: &str) bad_request
        "`{name}` has no body on separate lines",
        "replace all of it, or use its text instead";
    /// A region is looked for in a text without a name.
    region_of_text() bad_request
        "a region needs a file name, and this text has none",
        "name the file";
    /// A range of lines is given for a directory.
    lines_of_directory() bad_request
        "a range of lines is given for a directory",
        "omit `view_range` to list it";
    /// The file for the report is a target of the patch.
    report_is_target() usage
        "the file for the report is a target of the patch",
        "name another file; `incise patch` without it changes the target";
    /// The file for the report is the diff, or another that is read for it.
    report_is_source() usage
        "the file for the report is also an input",
        "name another file";
    /// The plan would be saved over a file that it is about.
    plan_is_target() usage
        "the plan would overwrite a file that it changes",
        "save it under another name";
    /// A plan has a file outside the workspace.
    plan_leaves() usage
        "a plan can only name files in the workspace, and this file is outside",
        "name a directory that contains every file: --root DIR";
    /// An undo stands beside other steps.
    undo_with_others() bad_request
        "an undo cannot be combined with other edits",
        "send it as its own request";
    /// A hash is expected of several files.
    hash_of_several() usage
        "the expected hash is for one file, and several are changed",
        "omit it, or send one request per file, each with its hash";
    /// A record is replayed whose text was not kept.
    not_kept() bad_request
        "its content was not recorded, so it cannot be replayed",
        "make the change manually, or delete that line";
    /// A record's edits do not make the text it names.
    wrong_after() bad_request
        "the edits do not produce the content that `after` names",
        "export them again: they have been changed or damaged";
    /// The patterns leave no part of the diff, whose first file is this.
    nothing_left(first: &str) bad_request
        "`include` and `exclude` select no part of the diff",
        "its first file is `{first}`";
    /// The results of several files have only one output.
    output_of_several(files: usize) usage
        "`--output` takes the result of one file; the diff has {files}",
        "choose one with --target PATH";
    /// An output is to take the result of a patch that deletes its file.
    output_of_deletion() usage
        "`--output` needs a result, and the patch deletes its file",
        "omit --output";
    /// Several objects of git have names that begin so.
    ambiguous_blob(name: &str) bad_request
        "git has several objects whose names begin with `{name}`",
        "create the diff with `git diff --full-index`, or give the file with --base FILE";
    /// git has no such blob.
    no_blob(name: &str) bad_request
        "git has no blob `{name}`, which the diff was made from",
        "get it with `git fetch`, or give the file with --base FILE";
    /// git cannot be asked.
    git_fails(said: &str) bad_request
        "git failed: {said}",
        "run it inside the repository (-C DIR), or name the files";
}

impl Reason {
    /// A new file has a name that is absolute on another system.
    pub fn absolute_elsewhere() -> Self {
        Self::worded(
            Code::OutsideRoot,
            "the path is absolute on another system",
            "use a path of this system; if a file really has this name, put `./` in front",
        )
    }

    /// The definitions of the file cannot be found: the file takes too long to parse, or there is no grammar.
    pub fn no_definitions(is_over_bound: bool) -> Self {
        let message = if is_over_bound {
            "the file is too large or nests too deeply to search for definitions"
        } else {
            "the definitions of the file are unknown: this build has no grammar for its language"
        };
        Self::bad_request(
            message,
            "use the text or line numbers instead; a heading or a table is a section",
        )
    }

    /// The target file of a moved definition does not exist.
    pub fn no_target() -> Self {
        Self::worded(
            Code::Missing,
            "the target file does not exist",
            "check the path, or create the file first",
        )
    }

    /// The new text of a definition lacks another name of its declaration.
    pub(crate) fn not_kept_beside(name: &str, other: &str) -> Self {
        Self::worded(
            Code::NotThatSymbol,
            format!("the new text of `{name}` does not declare `{other}`, as the old text does"),
            "give the complete declaration, with all of its names",
        )
    }

    /// The edit would change a definition next to the new text.
    pub fn other_symbol(name: &str) -> Self {
        Self::worded(
            Code::NotThatSymbol,
            format!("the edit would change `{name}`, next to it"),
            "give complete definitions, with the brackets and indentation of the code around them",
        )
    }

    /// The latest edit of one file also changed other files.
    pub fn edited_with_others(entry: u64, others: usize) -> Self {
        let files = if others == 1 { "file" } else { "files" };
        Self::bad_request(
            format!("its latest edit, entry {entry}, also changed {others} {files} more"),
            format!("`incise undo {entry}` undoes all of it"),
        )
    }

    /// A glob cannot be read.
    pub(super) fn bad_glob(glob: &str, error: &str) -> Self {
        Self::usage(
            format!("`{glob}` is not a valid glob: {error}"),
            "for example `src/**/*.rs`",
        )
    }

    /// A type of files that nobody knows; the hint has the one that has files with this ending, else the nearest name.
    pub(super) fn unknown_type(name: &str, with_ending: Option<&str>) -> Self {
        let known = file_types();
        let near = with_ending.or_else(|| nearest(name, known.iter().map(String::as_str)));
        let hint = match near {
            Some(near) => format!("did you mean `{near}`? the types are ripgrep's"),
            None => "the types are ripgrep's: c, css, go, html, java, js, json, md, py, rust, sh, ts, yaml".to_owned(),
        };
        Self::usage(format!("`{name}` is not a file type"), hint)
    }

    /// No `index` line names the blob that a diff was made from.
    pub fn no_index_line(file: Option<impl Display>) -> Self {
        let of = match file {
            Some(name) => format!(" for `{name}`"),
            None => String::new(),
        };
        Self::bad_request(
            format!("the diff has no `index` line{of}, so --base git cannot find the blob"),
            "give the file the diff was made from: --base FILE",
        )
    }

    /// Conflict markers that cannot be read.
    pub(crate) fn bad_markers(line: LineNumber, fault: MarkerFault) -> Self {
        let message = match fault {
            MarkerFault::NoBase => "the conflict does not include its base",
            MarkerFault::Nested => "a conflict starts inside another conflict",
            MarkerFault::Unbalanced => "unexpected conflict marker",
            MarkerFault::Open => "the conflict has no end marker",
        };
        let hint = match fault {
            MarkerFault::NoBase => {
                "`git checkout --conflict=diff3 FILE` writes the conflicts with their base"
            }
            MarkerFault::Nested | MarkerFault::Unbalanced | MarkerFault::Open => {
                "edit the lines manually"
            }
        };
        Self::worded(Code::MergeConflict, format!("line {line}: {message}"), hint)
    }
}
