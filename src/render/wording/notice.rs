//! Messages of warnings.

use std::path::{Path, PathBuf};

use super::Caller;
use super::detail::both_sides;
use super::new_text::syntax;
use super::plural::{count, first_items, in_words, verb};
use crate::change::TaskConflict;
use crate::disk;
use crate::patch::PatchRepair;
use crate::refusal::{NotKept, Nothing, Process};
use crate::render::escape::{path, visible};
use crate::report::{Notice, PassedOver, Recovered};
use crate::resolve::NameLines;

/// The maximum number of files or fields in a message.
const MAX_NAMES: usize = 5;

/// The maximum number of names of moved definitions in a message.
const MAX_DEFINITIONS: usize = 20;

/// The stable `snake_case` name.
pub fn notice_code(notice: &Notice) -> &'static str {
    match notice {
        Notice::Created => "created",
        Notice::Disk(notice) => disk_notice_code(notice),
        Notice::Fuzzy { .. } => "fuzzy",
        Notice::Halved { .. } => "halved",
        Notice::Syntax(_) => "syntax",
        Notice::NotParsed => "not_parsed",
        Notice::OtherName(_) => "other_name",
        Notice::FoundByText(_) => "found_by_text",
        Notice::OneOfTwoNames(_) => "one_of_two_names",
        Notice::OtherFiles(_) => "other_files",
        Notice::NoUndo => "no_undo",
        Notice::NoJournal(_) => "no_journal",
        Notice::Pruned { .. } => "pruned",
        Notice::EntriesLost(_) => "entries_lost",
        Notice::NotMarked(_) => "not_marked",
        Notice::NotKept(_) => "not_kept",
        Notice::Overruled(_) => "conflict",
        Notice::MaybeRepeated(_) => "maybe_repeated",
        Notice::ForeignReference(_) => "foreign_reference",
        Notice::LineEnd { .. } => "line_end",
        Notice::Repaired(_) => "repaired",
        Notice::NotInBlock(_) => "not_in_block",
        Notice::Lacking { .. } => "lacking",
        Notice::Recounted { .. } => "recounted",
        Notice::Unapplied { .. } => "unapplied",
        Notice::OneOfSeveral { .. } => "one_of_several",
        Notice::NewNumber(_) => "new_number",
        Notice::LeftOut(_) => "left_out",
        Notice::Skipped(_) => "skipped",
        Notice::NotLookedInto(_) => "not_looked_into",
        Notice::IgnoreFile(_) => "ignore_file",
        Notice::MissingNames { .. } => "missing_names",
        Notice::AlsoImported(_) => "also_imported",
        Notice::StillUsed(_) => "still_used",
        Notice::PassedOver { .. } => "passed_over",
        Notice::Recovered(_) => "recovered",
        Notice::Interrupted { .. } => "interrupted",
    }
}

fn disk_notice_code(notice: &disk::Notice) -> &'static str {
    match notice {
        disk::Notice::HardLinkSplit { .. } => "hard_link_split",
        disk::Notice::InPlace => "in_place",
        disk::Notice::OwnerChanged => "owner_changed",
        disk::Notice::GroupChanged => "group_changed",
        disk::Notice::AttributesDropped(_) => "attributes_dropped",
        disk::Notice::OpenElsewhere(_) => "open_elsewhere",
        disk::Notice::Foreign(_) => "foreign",
        disk::Notice::LeftOver(_) => "left_over",
    }
}

/// The message without the path.
pub fn notice(notice: &Notice, caller: Caller) -> String {
    match notice {
        Notice::Created => "the file did not exist and was created".to_owned(),
        Notice::Disk(notice) => disk_notice(notice, caller),
        Notice::Fuzzy { lines, similarity } => {
            let percent = (similarity * 100.0).floor();
            format!(
                "matched by similarity only ({percent} %) at {}: check it",
                in_words(*lines)
            )
        }
        Notice::Halved { before, after } => {
            format!("the file shrank from {} to {after}", count(*before, "line"))
        }
        Notice::Syntax(errors) => format!("there is {}", syntax(errors)),
        Notice::NotParsed => {
            "not checked for syntax errors: the text is over 1 MiB or nests too deeply".to_owned()
        }
        Notice::OtherName(named) => {
            format!("the diff names another file, `{}`", path(named))
        }
        Notice::FoundByText(named) => {
            let says = match named {
                Some(named) => format!("the diff says only `{}`", path(named)),
                None => "the diff names no file".to_owned(),
            };
            format!("{says}; this is the only file with its lines")
        }
        Notice::OneOfTwoNames(other) => one_of_two_names(other, caller),
        Notice::OtherFiles(named) => other_files(named),
        Notice::NoUndo => {
            "this cannot be undone: there is neither a journal entry nor a backup".to_owned()
        }
        Notice::NoJournal(error) => format!(
            "the journal cannot be used, so this cannot be undone: {}",
            visible(error.as_bytes())
        ),
        Notice::Pruned {
            entries,
            last,
            bytes,
        } => format!(
            "the journal deleted {}, up to entry {last}, and {bytes} bytes of stored content",
            count(*entries, "old entry")
        ),
        Notice::EntriesLost(entries) => {
            format!("{}; check the files", Nothing::Lost(entries.clone()))
        }
        Notice::NotMarked(error) => format!(
            "the journal cannot be used, so it does not record that the task read this: {}",
            visible(error.as_bytes())
        ),
        Notice::NotKept(NotKept::Private) => format!(
            "this cannot be undone: {} (--backup keeps the old file)",
            NotKept::Private
        ),
        Notice::NotKept(why) => format!("this cannot be undone: {why}"),
        Notice::Overruled(conflict) => format!("{}: check it", written_by(conflict)),
        Notice::MaybeRepeated(lines) => format!(
            "the new text was already at {}, and no journal shows whether the same edit wrote it",
            in_words(*lines)
        ),
        Notice::ForeignReference(sign) => foreign_reference(sign, caller),
        Notice::LineEnd { flag } => {
            format!("the final newline of {flag} is ignored, because the other text has none")
        }
        Notice::Repaired(PatchRepair { line, kind }) => {
            format!("line {line} of the blocks was repaired: {}", kind.summary())
        }
        Notice::NotInBlock(line) => {
            format!("line {line} of the blocks was ignored as prose, despite its `+` or `-`")
        }
        Notice::Recounted {
            line,
            stated,
            found,
        } => format!(
            "line {line} of the diff: the header counts {} old and {} new lines, the hunk has {} and {}: the hunk was accepted as complete",
            stated.0, stated.1, found.0, found.1
        ),
        Notice::Lacking { count: files } => format!(
            "{} without a match {} skipped",
            count(*files, "file"),
            verb(*files, "was", "were")
        ),
        Notice::Unapplied { count: left } => format!(
            "{} {} a manual review",
            count(*left, "more suggestion"),
            verb(*left, "needs", "need")
        ),
        Notice::OneOfSeveral { ordinal, total } => {
            let others = count(total.saturating_sub(1), "other");
            let which = match ordinal {
                -1 => "the last".to_owned(),
                ..0 => format!("number {} from the end", ordinal.unsigned_abs()),
                _ => format!("number {ordinal}"),
            };
            format!("used {which} of {total} places; {others} unchanged")
        }
        Notice::NewNumber(number) => {
            format!("`{number}` is written as a number; --string writes it as a string")
        }
        Notice::MissingNames { from, names } => format!(
            "uses names that are only in `{}`: {}",
            path(from),
            first_items(names, MAX_DEFINITIONS, name_lines)
        ),
        Notice::AlsoImported(names) => {
            format!(
                "imports names that are now defined here: {}",
                first_items(names, MAX_DEFINITIONS, name_lines)
            )
        }
        Notice::StillUsed(names) => {
            format!(
                "uses names that are now defined elsewhere: {}",
                first_items(names, MAX_DEFINITIONS, name_lines)
            )
        }
        Notice::LeftOut(fields) => ignored_fields(fields),
        Notice::Skipped(conflict) => format!("skipped: {}", written_by(conflict)),
        Notice::NotLookedInto(error) => {
            format!("this directory was skipped: {}", visible(error.as_bytes()))
        }
        Notice::IgnoreFile(error) => format!(
            "part of an ignore file was not applied: {}",
            visible(error.as_bytes())
        ),
        Notice::PassedOver { why, files } => passed_over(*why, files, caller),
        Notice::Recovered(recovered) => recovery(recovered),
        Notice::Interrupted { log, is_foreign } => {
            let remedy = if *is_foreign {
                "only the user who made it can recover it, with `incise recover`"
            } else {
                "the next edit here recovers it, as does `incise recover`"
            };
            format!(
                "an interrupted change may have left a mixture of old and new files here (log `{}`); {remedy}",
                path(log)
            )
        }
    }
}

fn disk_notice(notice: &disk::Notice, caller: Caller) -> String {
    match notice {
        disk::Notice::HardLinkSplit { links } => {
            let others = usize::try_from(links.saturating_sub(1)).unwrap_or(usize::MAX);
            let names = count(others, "other name");
            let keep = verb(others, "keeps", "keep");
            let split = format!("the file is a hard link: its {names} {keep} the old text");
            match caller.switch("in_place") {
                Some(in_place) => format!("{split} ({in_place} changes all)"),
                None => split,
            }
        }
        disk::Notice::InPlace => "written in place: a crash during the write leaves a mixture until the next edit here, or `incise recover`"
                .to_owned(),
        disk::Notice::OwnerChanged => "the owner could not be kept: the file is now yours".to_owned(),
        disk::Notice::GroupChanged => {
            "the group could not be kept: the file now has your group, with the permissions of others"
                .to_owned()
        }
        disk::Notice::OpenElsewhere(processes) => open_elsewhere(processes, caller),
        disk::Notice::AttributesDropped(names) => attributes_dropped(names),
        disk::Notice::Foreign(file) => foreign(file),
        disk::Notice::LeftOver(file) => {
            format!(
                "`{}` could not be deleted; it is no longer needed",
                path(file)
            )
        }
    }
}

/// An interrupted transaction that was completed or undone.
pub fn recovery(recovered: &Recovered) -> String {
    let way = if recovered.is_completed {
        "completed"
    } else {
        "undid"
    };
    let mut sentence = format!("{way} an interrupted change of {}", names(&recovered.files));
    if !recovered.left.is_empty() {
        sentence += &format!(
            "; kept files that have changed since: {}",
            names(&recovered.left)
        );
    }
    if !recovered.kept.is_empty() {
        sentence += &format!("; the previous content is {}", names(&recovered.kept));
    }
    sentence
}

/// The message about a file with a reserved name that another program created.
pub fn foreign(file: &Path) -> String {
    format!(
        "`{}` has a name that is reserved for incise, but incise did not create it: move it or delete it",
        path(file)
    )
}

fn names(files: &[PathBuf]) -> String {
    first_quoted(files, |file| path(file))
}

/// The first of `items` in backticks, and the number of others.
fn first_quoted<T>(items: &[T], name: impl Fn(&T) -> String) -> String {
    first_items(items, MAX_NAMES, |item| format!("`{}`", name(item)))
}

/// A name with its lines: `` `load` (lines 3, 5) ``.
fn name_lines(named: &NameLines) -> String {
    const LINES: usize = 10;
    let first = named.lines.iter().take(LINES);
    let lines: Vec<String> = first.map(ToString::to_string).collect();
    let word = verb(named.lines.len(), "line", "lines");
    let more = if named.lines.len() > LINES {
        ", ..."
    } else {
        ""
    };
    let name = visible(named.name.as_bytes());
    format!("`{name}` ({word} {}{more})", lines.join(", "))
}

fn ignored_fields(fields: &[String]) -> String {
    let names = first_quoted(fields, |field| visible(field.as_bytes()));
    let noun = verb(fields.len(), "field", "fields");
    format!("ignored the {noun} {names} of the payload")
}

/// The processes that still write to the old file.
fn open_elsewhere(processes: &[Process], caller: Caller) -> String {
    let writers = match processes {
        [] => "another process".to_owned(),
        processes => visible(Process::list(processes).as_bytes()),
    };
    let has = if processes.len() > 1 { "have" } else { "has" };
    let lost =
        format!("{writers} {has} the old file open for writing: further writes to it are lost");
    match caller.switch("in_place") {
        Some(in_place) => format!("{lost} ({in_place} writes into the existing file)"),
        None => lost,
    }
}

/// A reference in the new text that `sed` would interpret.
fn foreign_reference(sign: &str, caller: Caller) -> String {
    let is_case = matches!(sign, "\\U" | "\\L" | "\\u" | "\\l" | "\\E");
    match caller.switch("case_escapes") {
        Some(reads) if is_case => {
            format!("`{sign}` in the new text is literal; {reads} interprets it")
        }
        _ => {
            format!("`{sign}` in the new text is literal; groups are `$1`, `${{name}}` or `$0`")
        }
    }
}

fn passed_over(why: PassedOver, files: &[PathBuf], caller: Caller) -> String {
    let (sentence, option) = match why {
        PassedOver::Binary => (
            format!(
                "skipped {} with the text",
                count(files.len(), "binary file")
            ),
            caller.switch("binary"),
        ),
        PassedOver::TooLarge => (
            format!("skipped {} over the size limit", count(files.len(), "file")),
            caller.option_name("max_size"),
        ),
        PassedOver::Unreadable => (
            format!("skipped {} that cannot be read", count(files.len(), "file")),
            None,
        ),
    };
    let note = option.map(|option| format!(" ({option} edits such files)"));
    format!("{sentence}{}: {}", note.unwrap_or_default(), names(files))
}

fn attributes_dropped(names: &[String]) -> String {
    let shown = names
        .iter()
        .map(|name| format!("`{}`", visible(name.as_bytes())))
        .collect::<Vec<_>>()
        .join(" and ");
    format!("{shown} certified the old content and was dropped")
}

/// The message about a diff with two names for a file.
fn one_of_two_names(other: &Path, caller: Caller) -> String {
    let chosen = format!("the diff names two files; the other is `{}`", path(other));
    match caller.option_name("target") {
        Some(target) => format!("{chosen} ({target} chooses)"),
        None => chosen,
    }
}

fn other_files(named: &[PathBuf]) -> String {
    let files = count(named.len(), "other file");
    format!("skipped {files} of the diff: {}", names(named))
}

/// The details of a warning, one per line, without indentation.
pub fn notice_details(notice: &Notice) -> Vec<String> {
    match notice {
        Notice::Overruled(conflict) | Notice::Skipped(conflict) => both_sides(conflict),
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
