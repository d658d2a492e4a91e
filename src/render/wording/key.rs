//! Sentences and hints about a key that is not found, or a value that cannot be changed.

use super::plural::numbers;
use super::subject::Subject;
use super::{Caller, CommandKind};
use crate::refusal::KeyFault;
use crate::request::{Means, Options};

// Hints.

pub(super) fn key_fault_hint(subject: Subject<'_>, why: &KeyFault, caller: Caller) -> String {
    match why {
        KeyFault::Missing {
            near, is_makeable, ..
        } => {
            let names = match &near[..] {
                [] => "it contains no keys".to_owned(),
                [one] => format!("did you mean `{one}`?"),
                _ => format!("its keys: {}", near.join(", ")),
            };
            let makes = caller
                .switch("create")
                .filter(|_| *is_makeable && caller.command == CommandKind::Set);
            match makes {
                Some(create) => format!("{names}; {create} creates it"),
                None => names,
            }
        }
        KeyFault::Several {
            first: Some(first), ..
        } => format!("select one by index, from 0: `{first}`"),
        KeyFault::Several { first: None, .. } => "delete all but one".to_owned(),
        KeyFault::Reread { .. } => match caller.words.options {
            Options::Flags => {
                "--string writes it in quotes, --number exactly as typed".to_owned()
            }
            _ => "give a value of type string, or a number without such digits".to_owned(),
        },
        KeyFault::UnknownDialect { known, .. } => format!("known dialects: {}", known.join(", ")),
        KeyFault::OtherType { .. } => match caller.words.options {
            Options::Flags => {
                "--string writes a string, --value-json a value of any type".to_owned()
            }
            _ => "give a value of that type".to_owned(),
        },
        KeyFault::Unwritable { .. } => "use a value that the format supports".to_owned(),
        KeyFault::Unread {
            is_of_lines: true, ..
        } => match caller.words.options {
            Options::Flags => {
                "--dialect NAME sets the format; if the file has no keys, edit its text with `incise replace`"
                    .to_owned()
            }
            _ => "`dialect` sets the format; if the file has no keys, edit its text".to_owned(),
        },
        KeyFault::Unread { .. } => "fix the document first".to_owned(),
        KeyFault::NoFormat { known } => {
            let names = known.join(", ");
            match caller.words.options {
                Options::Flags => format!("set the format with --dialect; known dialects: {names}"),
                _ => format!("set the format in `dialect`; known dialects: {names}"),
            }
        }
        KeyFault::Closed { .. } | KeyFault::Unproven => match caller.words.means {
            Means::Shell => format!(
                "read it with `incise view {}`, and edit the text",
                subject.word()
            ),
            Means::Tools(_) => "read it, and edit the text".to_owned(),
        },
    }
}

// Sentences.

pub(super) fn key_fault(key: &str, why: &KeyFault) -> String {
    match why {
        KeyFault::Missing { table: None, .. } => format!("there is no key `{key}`"),
        KeyFault::Missing {
            table: Some(table), ..
        } => format!("there is no key `{key}`; `{table}` does not contain it"),
        KeyFault::Several { lines, .. } => {
            let lines: Vec<_> = lines.iter().map(|line| line.number()).collect();
            format!(
                "the key `{key}` occurs several times: {}",
                numbers("line", &lines)
            )
        }
        KeyFault::Closed { name, line } => {
            format!("`{key}` is {name} at line {line}, which cannot be changed")
        }
        KeyFault::OtherType { there } => {
            format!("`{key}` is {there}; the new value has another type")
        }
        KeyFault::Unwritable { format, what } => format!("{format} cannot write {what}"),
        KeyFault::Unread {
            format,
            line,
            problem,
            ..
        } => format!("not valid {format}: {problem}, at line {line}"),
        KeyFault::Unproven => {
            format!("`{key}` cannot be changed alone: other values would change too")
        }
        KeyFault::Reread { format, number } => {
            format!("programs that read {format} interpret `{number}` as another number")
        }
        KeyFault::UnknownDialect { name, .. } => format!("`{name}` is not a dialect"),
        KeyFault::NoFormat { .. } => "its name does not show a format with keys".to_owned(),
    }
}
