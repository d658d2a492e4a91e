//! Names of tools that say what an edit does. The fields say it too, and the two must not contradict each other.

use super::payload::{Ask, Dialect, Payload};
use crate::request::{Action, InsertAt, Malformed, Run};
use crate::text::{LineNumber, humps};

/// The words of tool names that say what the tool does.
const WORDS: &[(&str, Meaning)] = &[
    ("preview", Meaning::Read),
    ("view", Meaning::Read),
    ("read", Meaning::Read),
    ("append", Meaning::Append),
    ("prepend", Meaning::Prepend),
    ("insert", Meaning::Insert),
    ("before", Meaning::InsertBefore),
    ("above", Meaning::InsertBefore),
    ("delete", Meaning::Delete),
    ("remove", Meaning::Delete),
];

/// The meaning of a word in the name of a tool.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Read,
    Append,
    Prepend,
    Insert,
    InsertBefore,
    Delete,
}

impl Meaning {
    /// True if a tool with this meaning cannot intend `action`.
    fn contradicts(self, action: &Action, dialect: Dialect) -> bool {
        match self {
            Self::Read => true,
            Self::Append | Self::Insert => overwrites(action),
            Self::Prepend => inserts_after(action) || overwrites(action),
            // In this dialect, the tool decides on which side of the line it inserts ([`place`]).
            Self::InsertBefore if dialect == Dialect::LineInsert => {
                matches!(action, Action::Append(_))
            }
            Self::InsertBefore => inserts_after(action),
            Self::Delete => match action {
                Action::Replace(replace) => !replace.new.is_empty(),
                Action::Lines(lines) => !lines.text.is_empty(),
                action => matches!(
                    action,
                    Action::Insert(_) | Action::Append(_) | Action::Create(_) | Action::Write(_)
                ),
            },
        }
    }

    /// An edit with this meaning.
    fn example(self) -> &'static str {
        match self {
            Self::Read => r#""dry_run":true in the fields of an edit shows it without writing"#,
            Self::Append => r#"{"op":"append","path":"a.txt","text":"x\n"}"#,
            Self::Prepend => r#"{"op":"insert","path":"a.txt","line":0,"text":"x\n"}"#,
            Self::Insert => r#"{"op":"insert","path":"a.txt","line":3,"text":"x\n"}"#,
            Self::InsertBefore => {
                r#"{"op":"insert","path":"a.txt","line":3,"text":"x\n"} inserts after line 3, before line 4"#
            }
            Self::Delete => {
                r#"{"op":"remove","path":"a.txt"} removes a file, {"op":"lines","path":"a.txt","start":3,"end":5,"text":""} removes lines"#
            }
        }
    }
}

/// True if `action` inserts text after a place.
fn inserts_after(action: &Action) -> bool {
    match action {
        Action::Append(_) => true,
        Action::Insert(insert) => matches!(
            insert.at,
            InsertAt::After(_) | InsertAt::AfterText(_) | InsertAt::End
        ),
        _ => false,
    }
}

/// True if `action` may delete text or a file.
fn overwrites(action: &Action) -> bool {
    matches!(
        action,
        Action::Replace(_)
            | Action::Lines(_)
            | Action::Unset(_)
            | Action::Write(_)
            | Action::Remove
            | Action::Move(_)
    )
}

/// The meanings of the words in the name `tool`.
fn meanings(tool: &str) -> Vec<Meaning> {
    // Clients add a prefix: `mcp__files__appendFile` has the words `append` and `file`.
    let name = tool.rsplit("__").next().unwrap_or(tool);
    let parts = name.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<String> = parts.flat_map(humps).collect();
    let mut meanings = Vec::new();
    for (word, meaning) in WORDS {
        if words.iter().any(|other| other == word) {
            meanings.push(*meaning);
        }
    }
    meanings
}

/// The position of an insertion by `tool` at `line`. For most tools it is after the line.
pub fn place(tool: &str, line: i64) -> Result<InsertAt, Malformed> {
    const ROO: &str = "insert_content";
    if tool == ROO && line == 0 {
        return Ok(InsertAt::End);
    }
    let (place, hint) = if tool == ROO || meanings(tool).contains(&Meaning::InsertBefore) {
        let number = usize::try_from(line).ok().and_then(LineNumber::new);
        let hint = "lines are counted from 1, and the tool inserts before the line";
        (number.map(InsertAt::before_line), hint)
    } else {
        let hint = "0 is the beginning, -1 the end, N is after line N";
        (InsertAt::line(line), hint)
    };
    place.ok_or_else(|| Malformed::wrong(format!("`line` is {line}"), hint))
}

/// Checks that the name of the `tool` does not contradict its fields, which were read as `payload`.
///
/// # Errors
/// An edit that overwrites or writes, by a tool whose name says something else.
pub fn check(tool: &str, payload: &Payload) -> Result<(), Malformed> {
    let Ask::Request(request) = &payload.ask else {
        return Ok(());
    };
    if request.terms.run == Run::DryRun {
        return Ok(());
    }
    for meaning in meanings(tool) {
        for step in &request.steps {
            if meaning.contradicts(&step.action, payload.dialect) {
                let operation = step.action.operation();
                return Err(Malformed::mixed(
                    format!("the tool is called `{tool}`, but its fields mean `{operation}`"),
                    meaning.example(),
                ));
            }
        }
    }
    Ok(())
}
