//! The way out of a key that is not found, or a value that is not changed in its place.

use super::super::{Caller, CommandKind};
use super::subject::Subject;
use crate::refusal::KeyFault;
use crate::request::{Means, Options};

pub(super) fn key_fault(subject: Subject<'_>, why: &KeyFault, caller: Caller) -> String {
    match why {
        KeyFault::Missing {
            near, is_makeable, ..
        } => {
            let names = match &near[..] {
                [] => "there are no names there".to_owned(),
                [one] => format!("did you mean `{one}`?"),
                _ => format!("names there: {}", near.join(", ")),
            };
            let makes = caller
                .switch("create")
                .filter(|_| *is_makeable && caller.command == CommandKind::Set);
            match makes {
                Some(create) => format!("{names}; {create} makes it"),
                None => names,
            }
        }
        KeyFault::Several {
            first: Some(first), ..
        } => format!("an index says which one, from 0: `{first}`"),
        KeyFault::Several { first: None, .. } => "delete all but one".to_owned(),
        KeyFault::Reread { .. } => match caller.words.options {
            Options::Flags => {
                "--string writes it as a text in quotes, --number as it is typed".to_owned()
            }
            _ => "give a value of type string, or a number without such digits".to_owned(),
        },
        KeyFault::UnknownDialect { known, .. } => format!("known are {}", known.join(", ")),
        KeyFault::OtherType { .. } => match caller.words.options {
            Options::Flags => {
                "--string makes a text of it, --value-json takes a value of any type".to_owned()
            }
            _ => "give a value of that type".to_owned(),
        },
        KeyFault::Unwritable { .. } => "give a value that the format has".to_owned(),
        KeyFault::Unread {
            is_of_lines: true, ..
        } => match caller.words.options {
            Options::Flags => {
                "--dialect NAME says of which kind the file is; if it has no keys, edit its text with `incise replace`"
                    .to_owned()
            }
            _ => "`dialect` says of which kind the file is; if it has no keys, edit its text".to_owned(),
        },
        KeyFault::Unread { .. } => "fix the document first".to_owned(),
        KeyFault::NoFormat { known } => {
            let names = known.join(", ");
            match caller.words.options {
                Options::Flags => format!("name its dialect with --dialect; known are {names}"),
                _ => format!("name its dialect in `dialect`; known are {names}"),
            }
        }
        KeyFault::Closed { .. } | KeyFault::Unproven => match caller.words.means {
            Means::Shell => format!(
                "look at it with `incise view {}`, and change the text itself",
                subject.word()
            ),
            Means::Tools(_) => "look at it, and change the text itself".to_owned(),
        },
    }
}
