//! Requests that are well-formed but cannot be carried out. Each differs from the others only in its message and hint.

use std::fmt::Display;

use super::{Code, Reason};
use crate::disk::file_types;
use crate::merge::MarkerFault;
use crate::request::nearest;
use crate::text::LineNumber;

/// Creates one constructor per row. A row has a name with arguments, the kind of its code, the message and the hint.
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
    /// A step over several files is resolved against one file.
    several_files() bad_request
        "a step over several files cannot be resolved against one",
        "use one edit per file";
    /// A move to the current name of the file.
    moved_to_itself(name: impl Display) usage
        "it is already at `{name}`",
        "use another name";
    /// A copy to a name that leads to the source file itself in this directory.
    copied_to_itself(name: impl Display, respelled: impl Display) usage
        "it is called `{name}`, and `{respelled}` is the same name in this directory",
        "use another name";
    /// A move or copy of a region that is neither a definition nor a section of prose.
    not_movable() bad_request
        "only a definition or a Markdown section can be moved or copied",
        "insert its text at the new position and delete its lines";
    /// A move or copy of a definition inside a condition or a loop.
    in_condition(name: &str) bad_request
        "`{name}` is inside a condition or a loop, which does not move with it",
        "insert its text at the new position and delete its lines";
    /// A move or copy of a definition inside a function.
    in_function(name: &str) bad_request
        "`{name}` is inside a function, whose variables it may use",
        "insert its text at the new position and delete its lines";
    /// A move or copy of a definition inside a group.
    in_group(name: &str) bad_request
        "`{name}` is in a group in which its position may matter",
        "insert its text at the new position and delete its lines";
    /// A deletion or move of a definition whose declaration also declares other names.
    declared_together(name: &str, other: &str) bad_request
        "the declaration of `{name}` also declares `{other}`",
        "replace the declaration, or use its line numbers";
    /// A deletion of a constant on whose position other constants depend.
    counted_on(name: &str, next: &str) bad_request
        "without `{name}`, `{next}` would have a different value or none",
        "give `{next}` a value first, or replace the name `{name}` with `_`";
    /// A deletion or move of a definition that a decorator of another one uses, such as `@x.setter`.
    decorates(name: &str, line: usize) bad_request
        "the decorator on line {line} uses `{name}`",
        "edit the definition on line {line} first";
    /// An edit that joins the next statement to the text before it.
    joined(line: usize) bad_request
        "the statement on or after line {line} would continue the statement above the edit, which has no semicolon",
        "end the statement above with a semicolon first";
    /// An edit between the overloads of a TypeScript function and its implementation.
    between_overloads() bad_request
        "the overloads of a function and its implementation must stay together",
        "choose a position before or after all of them";
    /// A move or copy of a definition into a condition or a loop.
    into_condition(name: &str) bad_request
        "the position is inside a condition or a loop, but `{name}` is not",
        "choose a position next to another definition";
    /// A move or copy of a definition into a function.
    into_function(name: &str) bad_request
        "the position is inside a function, but `{name}` is not",
        "choose a position outside of functions";
    /// A move or copy of a member outside of types, or into the package of another type.
    out_of_type(name: &str) bad_request
        "`{name}` belongs to its type, but the position is outside of types",
        "choose a position inside a type, for example next to one of its methods";
    /// A move or copy of a definition into a type.
    into_type(name: &str) bad_request
        "the position is inside a type, but `{name}` is outside of types",
        "choose a position outside of types";
    /// The target has another language.
    other_language(from: impl Display) bad_request
        "its language is not the language of `{from}`",
        "name a file in the same language";
    /// Without the definition, the file would have a syntax error.
    needed_there(name: &str) syntax
        "without `{name}` there would be a syntax error",
        "add what its block needs first, for example another statement";
    /// The move or copy would change which sections contain other text.
    sections_change(title: &str) bad_request
        "with `{title}` there, some text would become part of a different section",
        "choose a position next to a section of the same level";
    /// The definition would not be a definition at its new place.
    not_a_definition_there(name: &str) bad_request
        "`{name}` would not be a definition there",
        "choose a position next to another definition";
    /// A move or copy of two pieces, one inside the other.
    nested_pieces(outer: &str, inner: &str) usage
        "`{inner}` is part of `{outer}`, or is named twice",
        "name each once";
    /// The destination of a move is part of the moved text.
    into_itself(region: impl Display) usage
        "{region} cannot be the destination, because it is moved itself",
        "name a destination outside of it";
    /// The file name does not show a format with sections.
    no_sections() bad_request
        "a section is a Markdown heading or a TOML or INI table, and the file's name shows none of these formats",
        "use two marker lines, or line numbers";
    /// The definition shares a line with other code.
    shared_line(name: &str) bad_request
        "`{name}` shares a line with something else",
        "use its text instead";
    /// The result of an edit inside a region would be outside the region.
    outside_region(region: impl Display) bad_request
        "the result would be outside {region}, or occur twice",
        "indent it like the lines there, or use its text instead";
    /// The edit of a section would change another heading.
    changed_heading(heading: impl Display) bad_request
        "the heading `{heading}` would change",
        "end the new text with a blank line, and close its code blocks";
    /// The definition has no body on separate lines.
    no_body(name: &str) bad_request
        "`{name}` has no body on separate lines",
        "replace all of it, or use its text instead";
    /// A region was requested in a text without a file name.
    region_of_text() bad_request
        "a region needs a file name, but this text has none",
        "name the file";
    /// Lines or a region of a directory were requested.
    part_of_directory() bad_request
        "a directory has no lines or regions",
        "name a file in it; without a range or region, the directory is listed";
    /// The report would overwrite a target.
    report_is_target() usage
        "the file for the report is a target of the edit",
        "name another file, or omit the flag to change the target";
    /// The report would overwrite the diff or another input.
    report_is_source() usage
        "the file for the report is also an input",
        "name another file";
    /// The plan would overwrite a file that it changes.
    plan_is_target() usage
        "the plan would overwrite a file that it changes",
        "save it under another name";
    /// The plan contains a file outside the workspace.
    plan_leaves() usage
        "a plan can only name files in the workspace, and this file is outside",
        "name a directory that contains every file: --root DIR";
    /// An undo was combined with other steps.
    undo_with_others() bad_request
        "an undo cannot be combined with other edits",
        "send it as its own request";
    /// One expected hash was given for several files.
    hash_of_several() usage
        "the expected hash is for one file, but several are changed",
        "omit it, or send one request per file, each with its hash";
    /// The record does not contain the content that a replay needs.
    not_kept() bad_request
        "its content was not recorded, so it cannot be replayed",
        "make the change manually, or delete that line";
    /// The edits of the record do not produce the content that the record names.
    wrong_after() bad_request
        "the edits do not produce the content that `after` names",
        "export them again: they have been changed or damaged";
    /// The patterns select no part of the diff. `first` is its first file.
    nothing_left(first: &str) bad_request
        "`include` and `exclude` select no part of the diff",
        "its first file is `{first}`";
    /// A pattern of `include` or `exclude` contains a character class or an escape.
    class_in_pattern(pattern: &str) bad_request
        "`{pattern}`: the only wildcards are `*` and `?`",
        "`?` stands for any character, even `[` and `\\`";
    /// A diff for several files has only one output.
    output_of_several(files: usize) usage
        "`--output` takes the result of one file; the diff has {files}",
        "choose one with --target PATH";
    /// The patch deletes its file, so there is no result for the output.
    output_of_deletion() usage
        "`--output` needs a result, and the patch deletes its file",
        "omit --output";
    /// The blob name is the prefix of several objects.
    ambiguous_blob(name: &str) bad_request
        "git has several objects whose names begin with `{name}`",
        "create the diff with `git diff --full-index`, or give the file with --base FILE";
    /// The repository does not contain the blob.
    no_blob(name: &str) bad_request
        "git has no blob `{name}`, which the diff was made from",
        "get it with `git fetch`, or give the file with --base FILE";
    /// git failed, with its error message.
    git_fails(message: &str) bad_request
        "git failed: {message}",
        "run it inside the repository (-C DIR), or name the files";
}

impl Reason {
    /// A new file has a name that is an absolute path on another system.
    pub fn absolute_elsewhere() -> Self {
        Self::worded(
            Code::OutsideRoot,
            "the path is absolute on another system",
            "use a path of this system; if a file really has this name, put `./` in front",
        )
    }

    /// The definitions of the file are unknown: the file takes too long to parse, or has no grammar.
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

    /// The target already has a definition of that name.
    pub fn name_taken(name: &str, line: usize) -> Self {
        Self::worded(
            Code::Exists,
            format!("line {line} already defines `{name}`"),
            "rename or delete one of the two first",
        )
    }

    /// The target file of a moved definition does not exist.
    pub fn no_target_file() -> Self {
        Self::worded(
            Code::Missing,
            "the target file does not exist",
            "check the path, or create the file first",
        )
    }

    /// The new text of a definition does not declare another name of the old declaration.
    pub(crate) fn other_name_missing(name: &str, other: &str) -> Self {
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

    /// A glob is invalid.
    pub(super) fn bad_glob(glob: &str, error: &str) -> Self {
        Self::usage(
            format!("`{glob}` is not a valid glob: {error}"),
            "for example `src/**/*.rs`",
        )
    }

    /// A file type is unknown. The hint names the type with this file extension, or else the most similar name.
    pub(super) fn unknown_type(name: &str, with_ending: Option<&str>) -> Self {
        let known = file_types();
        let near = with_ending.or_else(|| nearest(name, known.iter().map(String::as_str)));
        let hint = match near {
            Some(near) => format!("did you mean `{near}`? the types are ripgrep's"),
            None => "the types are ripgrep's: c, css, go, html, java, js, json, md, py, rust, sh, ts, yaml".to_owned(),
        };
        Self::usage(format!("`{name}` is not a file type"), hint)
    }

    /// The diff has no `index` line that names the blob of the original file.
    pub fn no_index_line(file: Option<impl Display>) -> Self {
        let for_file = match file {
            Some(name) => format!(" for `{name}`"),
            None => String::new(),
        };
        Self::bad_request(
            format!("the diff has no `index` line{for_file}, so --base git cannot find the blob"),
            "give the file the diff was made from: --base FILE",
        )
    }

    /// The conflict markers are malformed.
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
