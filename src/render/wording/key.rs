//! Messages about a key that is not found, or a value that cannot be changed.

use super::plural::numbers;
use super::subject::Subject;
use super::template::{Wording, wording};
use super::{Caller, CommandKind};
use crate::refusal::KeyFault;
use crate::request::{Means, Options};

// A flat table.
pub(super) fn key_fault(key: &str, why: &KeyFault, subject: Subject<'_>) -> Wording {
    let has_flags = subject.caller.words.options == Options::Flags;
    match why {
        KeyFault::Missing {
            table,
            near,
            can_be_created,
        } => wording(
            match table {
                None => format!("there is no key `{key}`"),
                Some(table) => format!("there is no key `{key}`; `{table}` does not contain it"),
            },
            missing_hint(near, *can_be_created, subject.caller),
        ),
        KeyFault::Several { lines, first } => {
            let lines = numbers("line", lines);
            wording(
                format!("the key `{key}` occurs several times: {lines}"),
                match first {
                    Some(first) => format!("select one by index, from 0: `{first}`"),
                    None => "delete all but one".to_owned(),
                },
            )
        }
        KeyFault::NotEditable { of, name, line } => wording(
            match of {
                Some(of) if of == key => {
                    format!("`{key}` is {name} at line {line}, which cannot be changed")
                }
                Some(of) => format!("`{key}` cannot be changed: `{of}` is {name} at line {line}"),
                None => {
                    format!("`{key}` cannot be changed: the file is {name} at line {line}")
                }
            },
            by_hand_hint(subject),
        ),
        KeyFault::Unproven => wording(
            format!("`{key}` cannot be changed alone: other values would change too"),
            by_hand_hint(subject),
        ),
        KeyFault::OtherType { existing } => wording(
            format!("`{key}` is {existing}; the new value has another type"),
            if has_flags {
                "--string writes a string, --number a decimal number, --value-json a value of any type"
            } else {
                "give a value of that type"
            },
        ),
        KeyFault::Unwritable { format, what } => wording(
            format!("{format} cannot write {what}"),
            "use a name and a value that the format supports",
        ),
        KeyFault::Unparsed {
            format,
            line,
            problem,
            is_line_based,
        } => wording(
            format!("cannot be read as {format}: {problem}, at line {line}"),
            match (is_line_based, has_flags) {
                (false, _) => "fix the document first",
                (true, true) => {
                    "--dialect NAME sets the format; if the file has no keys, edit its text with `incise replace`"
                }
                (true, false) => {
                    "`dialect` sets the format; if the file has no keys, edit its text"
                }
            },
        ),
        KeyFault::OtherNumber { format, number } => wording(
            format!("programs that read {format} interpret `{number}` as a different number"),
            if has_flags {
                "--string writes it in quotes"
            } else {
                "give a value of type string, or a number without such digits"
            },
        ),
        KeyFault::UnknownDialect { name, known } => wording(
            format!("`{name}` is not a dialect"),
            format!("known dialects: {}", known.join(", ")),
        ),
        KeyFault::NoFormat { known } => {
            let option = if has_flags {
                "with --dialect"
            } else {
                "in `dialect`"
            };
            let known = known.join(", ");
            wording(
                "its name does not show a format with keys",
                format!("set the format {option}; known dialects: {known}"),
            )
        }
    }
}

fn by_hand_hint(subject: Subject<'_>) -> String {
    match subject.caller.words.means {
        Means::Shell => {
            let file = subject.word();
            format!("read it with `incise view {file}`, and edit the text")
        }
        Means::Tools(_) => "read it, and edit the text".to_owned(),
    }
}

fn missing_hint(near: &[String], can_be_created: bool, caller: Caller) -> String {
    let names = match near {
        [] => "it contains no keys".to_owned(),
        [one] => format!("did you mean `{one}`?"),
        _ => format!("its keys: {}", near.join(", ")),
    };
    match caller.switch("create") {
        Some(create) if can_be_created && caller.command == CommandKind::Set => {
            format!("{names}; {create} creates it")
        }
        _ => names,
    }
}
