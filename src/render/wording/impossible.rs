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
        Impossible::MovedToItself { name } => format!("`{name}` is where it is already"),
        Impossible::CopiedToItself { name, respelled } => {
            format!("it is called `{name}`, and `{respelled}` is the same name in this directory")
        }
        Impossible::NulInPath => "the path holds a NUL byte".to_owned(),
        Impossible::BackupSuffix => {
            "the backup suffix is empty or holds a `/` or a NUL byte".to_owned()
        }
        Impossible::TwoNames { other } => {
            format!("`{}` is the same file, by another name", other.display())
        }
        Impossible::OtherKind => "there is a file of another kind already".to_owned(),
        Impossible::NoSections => {
            "a section is a heading of Markdown or a table of TOML or INI, and by its name \
             the file is none of these"
                .to_owned()
        }
        Impossible::NoDefinitions {
            is_over_bound: true,
        } => "the file is too large or nests too deeply to look for its definitions".to_owned(),
        Impossible::NoDefinitions {
            is_over_bound: false,
        } => "the definitions of the file are not known: there is no grammar of its language here"
            .to_owned(),
        Impossible::NotParsed => {
            "the file is too large or nests too deeply to look for syntax errors".to_owned()
        }
        Impossible::SharedLine { name } => {
            format!(
                "`{}` shares a line with something else",
                visible(name.as_bytes())
            )
        }
        Impossible::OutsideRegion { region } => {
            let region = visible(region.as_bytes());
            format!("it would not be inside {region} once afterwards")
        }
        Impossible::NoInside { name } => {
            format!("`{}` has no lines inside it", visible(name.as_bytes()))
        }
        Impossible::RegionOfText => "a region is looked for in a text that has no name".to_owned(),
        Impossible::LinesOfDirectory => "a range of lines is given for a directory".to_owned(),
        Impossible::EditedWithOthers { entry, others } => format!(
            "the latest edit of it, {entry}, is one transaction with that of {} more",
            count(*others, "file")
        ),
        Impossible::ReportIsTarget => "the file for the report is a target of the patch".to_owned(),
        Impossible::ReportIsSource => {
            "the file for the report is the diff, or another that is read for it".to_owned()
        }
        Impossible::PlanIsTarget => "the plan would overwrite a file that it is about".to_owned(),
        Impossible::PlanLeaves => {
            "a plan holds names inside the workspace, and this file is outside".to_owned()
        }
        Impossible::UndoWithOthers => "an undo goes with no other step".to_owned(),
        Impossible::HashOfSeveral => {
            "the expected hash is that of one file, and several are changed".to_owned()
        }
        Impossible::NoGlob { glob, error } => format!("`{glob}` is no glob: {error}"),
        Impossible::NoType { name, .. } => format!("`{name}` is no type of files"),
        Impossible::NothingSelected => "no file is selected".to_owned(),
        Impossible::NotKept => {
            "its text was not kept where it was made, so it cannot be replayed".to_owned()
        }
        Impossible::WrongAfter => "the edits do not make the text that `after` names".to_owned(),
        Impossible::NothingLeft { .. } => {
            "`include` and `exclude` leave no part of the diff".to_owned()
        }
        Impossible::OutputOfSeveral { files } => {
            format!("`--output` takes the result of one file; the diff has {files}")
        }
        Impossible::OutputOfDeletion => {
            "`--output` takes the result of a patch, and this one deletes its file".to_owned()
        }
        Impossible::NoIndexLine { file } => {
            let of = file
                .as_ref()
                .map(|name| format!(" for `{name}`"))
                .unwrap_or_default();
            format!("the diff has no `index` line{of}, so --base git has no blob to ask for")
        }
        Impossible::AmbiguousBlob { name } => {
            format!("git has several objects whose names begin with `{name}`")
        }
        Impossible::NoBlob { name } => {
            format!("git has no blob `{name}` here, which the diff was made from")
        }
        Impossible::GitFails { said } => format!("git cannot be asked for the base: {said}"),
    }
}

// One flat table.
pub(super) fn hint(why: &Impossible, caller: Caller) -> String {
    let hint = match why {
        Impossible::SeveralFiles => "give each file a step of its own",
        Impossible::MovedToItself { .. } => "name another place to move it to",
        Impossible::CopiedToItself { .. } => "name another place to copy it to",
        Impossible::NulInPath => "no file name can hold one",
        Impossible::BackupSuffix => "--backup=.bak",
        Impossible::TwoNames { .. } => {
            "leave out one of the names: in place the other shows the new text too"
        }
        Impossible::OtherKind => "choose another name, or remove it first",
        Impossible::NoSections => "name two marker lines, or the lines by their numbers",
        Impossible::NoDefinitions { .. } => {
            "name the place by its text or its lines; a heading or a table is a section"
        }
        Impossible::NotParsed => {
            let how = caller.worded("syntax", "warn");
            return how.map_or_else(
                || "part the file into smaller ones".to_owned(),
                |how| format!("{how} writes it all the same"),
            );
        }
        Impossible::SharedLine { .. } => "name the place by its text",
        Impossible::OutsideRegion { .. } => {
            "give it as the lines there are, or name the place by its text"
        }
        Impossible::NoInside { .. } => "replace it whole, or name the place by its text",
        Impossible::RegionOfText => "name the file",
        Impossible::LinesOfDirectory => "leave out `view_range` to list it",
        Impossible::EditedWithOthers { entry, .. } => {
            return format!("`incise undo {entry}` takes all of it back");
        }
        Impossible::ReportIsTarget => {
            "name another file; the target is changed by `incise patch` without it"
        }
        Impossible::ReportIsSource => "name another file",
        Impossible::PlanIsTarget => "save it under another name",
        Impossible::PlanLeaves => "name a directory that holds every file: --root DIR",
        Impossible::UndoWithOthers => "make it a request of its own",
        Impossible::HashOfSeveral => {
            "leave it out, or split the edits: one file each, with its own hash"
        }
        Impossible::NoGlob { .. } => "for example `src/**/*.rs`",
        Impossible::NoType {
            near: Some(near), ..
        } => return format!("did you mean `{near}`? The names are those of ripgrep"),
        Impossible::NoType { near: None, .. } => {
            "the names are those of ripgrep: c, css, go, html, java, js, json, md, py, rust, sh, ts, yaml"
        }
        Impossible::NothingSelected => return selected_nothing(caller),
        Impossible::NotKept => "make the change by hand, or leave the line out",
        Impossible::WrongAfter => "export them again: they were changed or damaged since",
        Impossible::NothingLeft { first } => return format!("its first file is `{first}`"),
        Impossible::OutputOfSeveral { .. } => "choose one with --target PATH",
        Impossible::OutputOfDeletion => "leave out --output",
        Impossible::NoIndexLine { .. } => "give the text the diff was made from: --base FILE",
        Impossible::AmbiguousBlob { .. } => {
            "make the diff with `git diff --full-index`, or give the text with --base FILE"
        }
        Impossible::NoBlob { .. } => {
            "fetch the history it is in with `git fetch`, or give the text with --base FILE"
        }
        Impossible::GitFails { .. } => {
            "run it inside the repository (-C DIR), or give the text the diff was made from: --base FILE"
        }
    };
    hint.to_owned()
}

fn selected_nothing(caller: Caller) -> String {
    let unless = |name| {
        let option = caller.switch(name);
        option.map_or_else(String::new, |option| format!(" ({option} takes them)"))
    };
    format!(
        "left out is what ignore files name{}, what is hidden{}, and what the globs and types leave out; globs are seen from the working directory",
        unless("no_ignore"),
        unless("hidden"),
    )
}
