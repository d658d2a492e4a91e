//! Names of tools that say what an edit does. The fields say it too, and the two must not contradict each other.

use super::payload::{Ask, Dialect, Payload};
use crate::request::{Action, InsertAt, Malformed, Run};
use crate::text::{LineNumber, humps};

/// Words in the name of a tool, each with an edit that does what the word says.
const WORDS: &[(&str, &str)] = &[
    ("preview", READ),
    ("view", READ),
    ("read", READ),
    ("append", r#"{"op":"append","path":"a.txt","text":"x\n"}"#),
    (
        "prepend",
        r#"{"op":"insert","path":"a.txt","line":0,"text":"x\n"}"#,
    ),
    (
        "insert",
        r#"{"op":"insert","path":"a.txt","line":3,"text":"x\n"}"#,
    ),
    ("before", BEFORE),
    ("above", BEFORE),
    ("delete", DELETE),
    ("remove", DELETE),
];

const BEFORE: &str =
    r#"{"op":"insert","path":"a.txt","line":3,"text":"x\n"} inserts after line 3, before line 4"#;

const READ: &str = r#""dry_run":true in the fields of an edit shows it without writing"#;
const DELETE: &str = r#"{"op":"remove","path":"a.txt"} removes a file, {"op":"lines","path":"a.txt","start":3,"end":5,"text":""} removes lines"#;

/// The position of an insertion by `tool` at `line`. For most tools it is after the line.
pub fn place(tool: &str, line: i64) -> Result<InsertAt, Malformed> {
    const ROO: &str = "insert_content";
    let said = words(tool);
    let is_before = tool == ROO || said.iter().any(|word| word == "before" || word == "above");
    let (place, hint) = if !is_before {
        let hint = "0 is the beginning, -1 the end, N is after line N";
        (InsertAt::line(line), hint)
    } else if tool == ROO && line == 0 {
        (Some(InsertAt::End), "")
    } else {
        let number = usize::try_from(line).ok().and_then(LineNumber::new);
        let hint = "lines are counted from 1, and the tool inserts before the line";
        (number.map(InsertAt::before_line), hint)
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
    let said = words(tool);
    for (word, hint) in WORDS {
        if !said.iter().any(|said| said == word) {
            continue;
        }
        for step in &request.steps {
            if request.terms.run != Run::DryRun && contradicts(word, &step.action, payload.dialect)
            {
                let operation = step.action.operation();
                return Err(Malformed::mixed(
                    format!("the tool is called `{tool}`, but its fields mean `{operation}`"),
                    *hint,
                ));
            }
        }
    }
    Ok(())
}

/// True if a tool with `word` in its name cannot mean `action`.
fn contradicts(word: &str, action: &Action, dialect: Dialect) -> bool {
    match (word, action) {
        ("preview" | "view" | "read", _) => true,
        ("delete" | "remove", Action::Replace(replace)) => !replace.new.is_empty(),
        ("delete" | "remove", Action::Lines(lines)) => !lines.text.is_empty(),
        ("delete" | "remove", action) => matches!(
            action,
            Action::Insert(_) | Action::Append(_) | Action::Create(_) | Action::Write(_)
        ),
        ("before" | "above" | "prepend", Action::Append(_)) => true,
        // The tool was asked for the side of the line ([`place`]).
        ("before" | "above", Action::Insert(_)) if dialect == Dialect::LineInsert => false,
        ("before" | "above" | "prepend", Action::Insert(insert)) => matches!(
            insert.at,
            InsertAt::After(_) | InsertAt::AfterText(_) | InsertAt::End
        ),
        ("before" | "above", _) => false,
        (_, action) => matches!(
            action,
            Action::Replace(_)
                | Action::Lines(_)
                | Action::Unset(_)
                | Action::Write(_)
                | Action::Remove
                | Action::Move(_)
        ),
    }
}

/// The lower-case words of a name, without a client's prefix: `mcp__files__appendFile` is `append`, `file`.
fn words(tool: &str) -> Vec<String> {
    let name = tool.rsplit("__").next().unwrap_or(tool);
    let parts = name.split(|letter: char| !letter.is_alphanumeric());
    parts.flat_map(humps).collect()
}
