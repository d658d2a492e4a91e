//! Sentences about a request that cannot be carried out, and the ways out.

use super::Caller;
use super::plural::count;
use crate::refusal::Impossible;
use crate::render::escape::visible;

// One flat table.
pub(super) fn impossible(why: &Impossible) -> String {
    match why {
        Impossible::SeveralFiles => {
            "a step over several files cannot be resolved against one".to_owned()
        }
        Impossible::MovedToItself { name } => format!("it is already at `{name}`"),
        Impossible::CopiedToItself { name, respelled } => {
            format!("it is called `{name}`, and `{respelled}` is the same name in this directory")
        }
        Impossible::NoSections => {
            "a section is a Markdown heading or a TOML or INI table, and the file's name shows none of these formats"
                .to_owned()
        }
        Impossible::NoDefinitions {
            is_over_bound: true,
        } => "the file is too large or nests too deeply to search for definitions".to_owned(),
        Impossible::NoDefinitions {
            is_over_bound: false,
        } => "the definitions of the file are unknown: this build has no grammar for its language"
            .to_owned(),
        Impossible::NotParsed => {
            "the file is too large or nests too deeply to check its syntax".to_owned()
        }
        Impossible::SharedLine { name } => {
            format!(
                "`{}` shares a line with something else",
                visible(name.as_bytes())
            )
        }
        Impossible::OutsideRegion { region } => {
            let region = visible(region.as_bytes());
            format!("the result would be outside {region}, or occur twice")
        }
        Impossible::NoInside { name } => {
            format!("`{}` has no body on lines of its own", visible(name.as_bytes()))
        }
        Impossible::RegionOfText => "a region needs a file name, and this text has none".to_owned(),
        Impossible::LinesOfDirectory => "a range of lines is given for a directory".to_owned(),
        Impossible::EditedWithOthers { entry, others } => format!(
            "its latest edit, entry {entry}, also changed {} more",
            count(*others, "file")
        ),
        Impossible::ReportIsTarget => "the file for the report is a target of the patch".to_owned(),
        Impossible::ReportIsSource => {
            "the file for the report is also an input".to_owned()
        }
        Impossible::PlanIsTarget => "the plan would overwrite a file that it changes".to_owned(),
        Impossible::PlanLeaves => {
            "a plan can only name files in the workspace, and this file is outside".to_owned()
        }
        Impossible::UndoWithOthers => "an undo cannot be combined with other edits".to_owned(),
        Impossible::HashOfSeveral => {
            "the expected hash is for one file, and several are changed".to_owned()
        }
        Impossible::NoGlob { glob, error } => format!("`{glob}` is not a valid glob: {error}"),
        Impossible::NoType { name, .. } => format!("`{name}` is not a file type"),
        Impossible::NothingSelected => "no file is selected".to_owned(),
        Impossible::NotKept => {
            "its content was not recorded, so it cannot be replayed".to_owned()
        }
        Impossible::WrongAfter => "the edits do not produce the content that `after` names".to_owned(),
        Impossible::NothingLeft { .. } => {
            "`include` and `exclude` select no part of the diff".to_owned()
        }
        Impossible::OutputOfSeveral { files } => {
            format!("`--output` takes the result of one file; the diff has {files}")
        }
        Impossible::OutputOfDeletion => {
            "`--output` needs a result, and the patch deletes its file".to_owned()
        }
        Impossible::NoIndexLine { file } => {
            let of = file
                .as_ref()
                .map(|name| format!(" for `{name}`"))
                .unwrap_or_default();
            format!("the diff has no `index` line{of}, so --base git cannot find the blob")
        }
        Impossible::AmbiguousBlob { name } => {
            format!("git has several objects whose names begin with `{name}`")
        }
        Impossible::NoBlob { name } => {
            format!("git has no blob `{name}`, which the diff was made from")
        }
        Impossible::GitFails { said } => format!("git failed: {said}"),
    }
}

// One flat table.
pub(super) fn hint(why: &Impossible, caller: Caller) -> String {
    let hint = match why {
        Impossible::SeveralFiles => "use one edit per file",
        Impossible::MovedToItself { .. } => "use another name",
        Impossible::CopiedToItself { .. } => "use another name",
        Impossible::NoSections => "use two marker lines, or line numbers",
        Impossible::NoDefinitions { .. } => {
            "use the text or line numbers instead; a heading or a table is a section"
        }
        Impossible::NotParsed => {
            let how = caller.worded("syntax", "warn");
            return how.map_or_else(
                || "split the file".to_owned(),
                |how| format!("{how} writes it anyway"),
            );
        }
        Impossible::SharedLine { .. } => "use its text instead",
        Impossible::OutsideRegion { .. } => {
            "indent it like the lines there, or use its text instead"
        }
        Impossible::NoInside { .. } => "replace all of it, or use its text instead",
        Impossible::RegionOfText => "name the file",
        Impossible::LinesOfDirectory => "leave out `view_range` to list it",
        Impossible::EditedWithOthers { entry, .. } => {
            return format!("`incise undo {entry}` undoes all of it");
        }
        Impossible::ReportIsTarget => {
            "name another file; `incise patch` without it changes the target"
        }
        Impossible::ReportIsSource => "name another file",
        Impossible::PlanIsTarget => "save it under another name",
        Impossible::PlanLeaves => "name a directory that contains every file: --root DIR",
        Impossible::UndoWithOthers => "send it as its own request",
        Impossible::HashOfSeveral => "omit it, or send one request per file, each with its hash",
        Impossible::NoGlob { .. } => "for example `src/**/*.rs`",
        Impossible::NoType {
            near: Some(near), ..
        } => return format!("did you mean `{near}`? the types are ripgrep's"),
        Impossible::NoType { near: None, .. } => {
            "the types are ripgrep's: c, css, go, html, java, js, json, md, py, rust, sh, ts, yaml"
        }
        Impossible::NothingSelected => return selected_nothing(caller),
        Impossible::NotKept => "make the change manually, or delete that line",
        Impossible::WrongAfter => "export them again: they have been changed or damaged",
        Impossible::NothingLeft { first } => return format!("its first file is `{first}`"),
        Impossible::OutputOfSeveral { .. } => "choose one with --target PATH",
        Impossible::OutputOfDeletion => "omit --output",
        Impossible::NoIndexLine { .. } => "give the file the diff was made from: --base FILE",
        Impossible::AmbiguousBlob { .. } => {
            "create the diff with `git diff --full-index`, or give the file with --base FILE"
        }
        Impossible::NoBlob { .. } => "get it with `git fetch`, or give the file with --base FILE",
        Impossible::GitFails { .. } => "run it inside the repository (-C DIR), or name the files",
    };
    hint.to_owned()
}

fn selected_nothing(caller: Caller) -> String {
    let unless = |name| {
        let option = caller.switch(name);
        option.map_or_else(String::new, |option| format!(" ({option} includes them)"))
    };
    format!(
        "skipped: ignored files{}, hidden files{}, and files that the globs and types exclude; globs are relative to the working directory",
        unless("no_ignore"),
        unless("hidden"),
    )
}
