//! Warnings: things worth knowing although all went well.

use std::path::{Path, PathBuf};

use super::Caller;
use super::detail::both_sides;
use super::history::{not_kept, unreadable};
use super::message::{named, syntax};
use super::plural::{count, in_words};
use crate::change::TaskConflict;
use crate::refusal::{NotKept, Process};
use crate::render::escape::{path, visible};
use crate::report::{Notice, PassedOver, Recovered};

/// The stable `snake_case` name.
pub fn notice_code(notice: &Notice) -> &'static str {
    match notice {
        Notice::Created => "created",
        Notice::HardLinkSplit { .. } => "hard_link_split",
        Notice::InPlace => "in_place",
        Notice::OwnerChanged => "owner_changed",
        Notice::GroupChanged => "group_changed",
        Notice::AttributesDropped { .. } => "attributes_dropped",
        Notice::OpenElsewhere { .. } => "open_elsewhere",
        Notice::Fuzzy { .. } => "fuzzy",
        Notice::Syntax { .. } => "syntax",
        Notice::NotParsed => "not_parsed",
        Notice::OtherName { .. } => "other_name",
        Notice::FoundByText { .. } => "found_by_text",
        Notice::OneOfTwoNames { .. } => "one_of_two_names",
        Notice::OtherFiles { .. } => "other_files",
        Notice::NoUndo => "no_undo",
        Notice::NoJournal { .. } => "no_journal",
        Notice::Pruned { .. } => "pruned",
        Notice::EntriesLost { .. } => "entries_lost",
        Notice::NotMarked { .. } => "not_marked",
        Notice::NotKept { .. } => "not_kept",
        Notice::Overruled { .. } => "conflict",
        Notice::MaybeRepeated { .. } => "maybe_repeated",
        Notice::ForeignReference { .. } => "foreign_reference",
        Notice::LineEnd { .. } => "line_end",
        Notice::Lacking { .. } => "lacking",
        Notice::Recounted { .. } => "recounted",
        Notice::Unapplied { .. } => "unapplied",
        Notice::OneOfSeveral { .. } => "one_of_several",
        Notice::NewNumber { .. } => "new_number",
        Notice::LeftOut { .. } => "left_out",
        Notice::Skipped { .. } => "skipped",
        Notice::Foreign { .. } => "foreign",
        Notice::LeftOver { .. } => "left_over",
        Notice::NotLookedInto { .. } => "not_looked_into",
        Notice::IgnoreFile { .. } => "ignore_file",
        Notice::PassedOver { .. } => "passed_over",
        Notice::Recovered(_) => "recovered",
        Notice::Interrupted { .. } => "interrupted",
    }
}

/// The sentence, without path.
pub fn notice(notice: &Notice, caller: Caller) -> String {
    match notice {
        Notice::Created => "there was no such file: it is made".to_owned(),
        Notice::HardLinkSplit { links } => {
            let others = usize::try_from(links.saturating_sub(1)).unwrap_or(usize::MAX);
            let names = count(others, "other name");
            let keep = if others == 1 { "keeps" } else { "keep" };
            let split = format!("the file is a hard link: its {names} {keep} the old text");
            match caller.switch("in_place") {
                Some(in_place) => format!("{split} ({in_place} changes all)"),
                None => split,
            }
        }
        Notice::InPlace => "written in place: a crash meanwhile leaves a mixture until the next edit here, or `incise recover`"
                .to_owned(),
        Notice::OwnerChanged => "the owner could not be kept: the file is now yours".to_owned(),
        Notice::GroupChanged => {
            "the group could not be kept, nor what it might do: the file now has yours, which may do what \
             everybody may"
                .to_owned()
        }
        Notice::OpenElsewhere { processes } => open_elsewhere(processes, caller),
        Notice::AttributesDropped { names } => attributes_dropped(names),
        Notice::Fuzzy { lines, similarity } => {
            let percent = (similarity * 100.0).floor();
            format!(
                "matched by similarity only ({percent} %) at {}: look at it",
                in_words(*lines)
            )
        }
        Notice::Syntax { errors } => format!("there is {}", syntax(errors)),
        Notice::NotParsed => {
            "a text of more than 1 MiB, or that nests too deeply, is not looked through for syntax errors".to_owned()
        }
        Notice::OtherName { named } => {
            format!("the diff names another file, `{}`", path(named))
        }
        Notice::FoundByText { named } => {
            let says = match named {
                Some(named) => format!("the diff says only `{}`", path(named)),
                None => "the diff names no file".to_owned(),
            };
            format!("{says}; this is the only one that has its lines")
        }
        Notice::OneOfTwoNames { other } => one_of_two_names(other, caller),
        Notice::OtherFiles { named } => other_files(named),
        Notice::NoUndo => {
            "this cannot be undone: there is neither a journal entry nor a backup".to_owned()
        }
        Notice::NoJournal { error } => format!(
            "the journal cannot be used, so this cannot be undone: {}",
            visible(error.as_bytes())
        ),
        Notice::Pruned {
            entries,
            last,
            bytes,
        } => format!(
            "the journal dropped {}, the latest of them {last}, and {bytes} bytes of stored texts",
            count(*entries, "old entry")
        ),
        Notice::EntriesLost { entries } => format!(
            "the journal is damaged: {}; look at the files",
            unreadable(entries)
        ),
        Notice::NotMarked { error } => format!(
            "the journal cannot be used, so the task is not known to have read this: {}",
            visible(error.as_bytes())
        ),
        Notice::NotKept {
            why: NotKept::Private,
        } => format!(
            "this cannot be undone: {} (--backup keeps the old file)",
            not_kept(NotKept::Private)
        ),
        Notice::NotKept { why } => format!("this cannot be undone: {}", not_kept(*why)),
        Notice::Overruled { conflict } => format!("{}: look at it", written_by(conflict)),
        Notice::MaybeRepeated { lines } => format!(
            "the new text stood at {} already, and no journal says whether the same edit made it",
            in_words(*lines)
        ),
        Notice::ForeignReference { sign } => foreign_reference(sign, caller),
        Notice::LineEnd { flag } => format!(
            "the newline at the end of the text of {flag} is taken for a line end: the other text has none"
        ),
        Notice::Recounted {
            line,
            stated,
            found,
        } => format!(
            "line {line} of the diff: the header counts {} old and {} new lines, the hunk has {} and {}: it was taken for whole",
            stated.0, stated.1, found.0, found.1
        ),
        Notice::Lacking { count: 1 } => "1 file lacks the text and was left alone".to_owned(),
        Notice::Lacking { count } => format!("{count} files lack the text and were left alone"),
        Notice::Unapplied { count: left } => {
            let (suggestions, are) = match left {
                1 => ("suggestion", "is"),
                _ => ("suggestions", "are"),
            };
            format!("{left} more {suggestions} of the tool {are} for a person to look at")
        }
        Notice::OneOfSeveral { ordinal, total } => {
            let others = count(total.saturating_sub(1), "other");
            let which = match ordinal {
                -1 => "the last".to_owned(),
                ..0 => format!("number {} from the end", ordinal.unsigned_abs()),
                _ => format!("number {ordinal}"),
            };
            format!(
                "{which} of {total} places is the one that was meant; {others} left as they are"
            )
        }
        Notice::NewNumber { number } => {
            format!("`{number}` is written as a number; --string writes it as a text")
        }
        Notice::LeftOut { fields } => left_out(fields),
        Notice::Skipped { conflict } => format!("skipped: {}", written_by(conflict)),
        Notice::Foreign { file } => foreign(file),
        Notice::LeftOver { file } => {
            format!(
                "`{}` could not be removed; it is not needed any more",
                path(file)
            )
        }
        Notice::NotLookedInto { error } => {
            format!("nothing in this directory was looked at: {}", visible(error.as_bytes()))
        }
        Notice::IgnoreFile { error } => format!(
            "not all of an ignore file was respected: {}",
            visible(error.as_bytes())
        ),
        Notice::PassedOver { why, files } => passed_over(*why, files, caller),
        Notice::Recovered(recovered) => recovery(recovered),
        Notice::Interrupted { log } => {
            format!(
                "an interrupted change may have left a mixture of old and new files here (log `{}`); \
                 the next edit here recovers it, as does `incise recover`",
                path(log)
            )
        }
    }
}

/// Most names in the sentence.
const NAMED: usize = 5;

/// An interrupted transaction that was completed or taken back.
pub fn recovery(recovered: &Recovered) -> String {
    let way = if recovered.is_completed {
        "completed"
    } else {
        "took back"
    };
    let mut sentence = format!("{way} an interrupted change of {}", names(&recovered.files));
    if !recovered.left.is_empty() {
        sentence += &format!(
            "; left alone what somebody has changed since: {}",
            names(&recovered.left)
        );
    }
    if !recovered.kept.is_empty() {
        sentence += &format!("; what was there before is {}", names(&recovered.kept));
    }
    sentence
}

/// The sentence about a race that nobody could end.
pub fn foreign(file: &Path) -> String {
    format!(
        "`{}` is called like a file of ours, but is not known to be one: \
         move it to where it belongs, or remove it",
        path(file)
    )
}

fn names(files: &[PathBuf]) -> String {
    some(files, |file| path(file))
}

/// The first of `things`, and how many more there are.
fn some<T>(things: &[T], name: impl Fn(&T) -> String) -> String {
    let shown = things.iter().take(NAMED);
    let shown: Vec<_> = shown.map(|thing| format!("`{}`", name(thing))).collect();
    let shown = shown.join(", ");
    match things.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn left_out(fields: &[String]) -> String {
    let names = some(fields, |field| visible(field.as_bytes()));
    let what = if fields.len() == 1 { "field" } else { "fields" };
    format!("the {what} {names} of the payload did nothing here")
}

/// The processes that go on writing into the old file.
fn open_elsewhere(processes: &[Process], caller: Caller) -> String {
    let who = match processes {
        [] => "another process".to_owned(),
        processes => named(processes),
    };
    let has = if processes.len() > 1 { "have" } else { "has" };
    let lost = format!(
        "{who} {has} the old file open for writing: what is written there from now on is lost"
    );
    match caller.switch("in_place") {
        Some(in_place) => format!("{lost} ({in_place} writes into the file itself)"),
        None => lost,
    }
}

/// The files that were left alone, and what would take them too.
/// A sign in a new text that means something to `sed`.
fn foreign_reference(sign: &str, caller: Caller) -> String {
    let is_case = matches!(sign, "\\U" | "\\L" | "\\u" | "\\l" | "\\E");
    match caller.switch("case_escapes").filter(|_| is_case) {
        Some(reads) => format!("`{sign}` in the new text stands for itself; {reads} reads it"),
        None => format!(
            "`{sign}` in the new text stands for itself; what a pattern found is `$1`, `${{name}}` or `$0`"
        ),
    }
}

fn passed_over(why: PassedOver, files: &[PathBuf], caller: Caller) -> String {
    let (left, option) = match why {
        PassedOver::Binary => (
            format!(
                "left alone {} with the text",
                count(files.len(), "binary file")
            ),
            caller.switch("binary"),
        ),
        PassedOver::TooLarge => (
            format!(
                "left alone {} above the limit of size",
                count(files.len(), "file")
            ),
            caller.named("max_size"),
        ),
        PassedOver::Unreadable => (
            format!(
                "left alone {} that cannot be read",
                count(files.len(), "file")
            ),
            None,
        ),
    };
    let way_out = option.map(|option| format!(" ({option} edits such files)"));
    format!("{left}{}: {}", way_out.unwrap_or_default(), names(files))
}

fn attributes_dropped(names: &[String]) -> String {
    let shown = names
        .iter()
        .map(|name| format!("`{}`", visible(name.as_bytes())))
        .collect::<Vec<_>>()
        .join(" and ");
    format!("{shown} vouched for the old text and did not come along")
}

/// That a diff names this file and another one.
fn one_of_two_names(other: &Path, caller: Caller) -> String {
    let chosen = format!(
        "chosen of the two files that the diff names; `{}` is the other",
        path(other)
    );
    match caller.named("target") {
        Some(target) => format!("{chosen} ({target} chooses)"),
        None => chosen,
    }
}

fn other_files(named: &[PathBuf]) -> String {
    let files = count(named.len(), "other file");
    format!("left out {files} of the diff: {}", names(named))
}

/// The evidence of a warning, line by line, without indentation.
pub fn notice_details(notice: &Notice) -> Vec<String> {
    match notice {
        Notice::Overruled { conflict } | Notice::Skipped { conflict } => both_sides(conflict),
        _ => Vec::new(),
    }
}

fn written_by(conflict: &TaskConflict) -> String {
    format!(
        "task `{}` wrote {} in entry {}",
        visible(conflict.task.as_bytes()),
        in_words(conflict.lines),
        conflict.entry
    )
}
