//! The next step for a hint: a command or tool call that shows a file or earlier edits.

use super::Caller;
use super::subject::Subject;
use crate::request::{Means, Reader, Tools};
use crate::text::LineRange;

/// `3:5`, or `3` for a single line, in the form that `view` and `lines` accept.
pub(super) fn range(lines: LineRange) -> String {
    if lines.first() == lines.last() {
        lines.first().to_string()
    } else {
        both_ends(lines)
    }
}

/// `3:5`, in the form that `--within` and `"within"` also accept.
pub(super) fn both_ends(lines: LineRange) -> String {
    format!("{}:{}", lines.first(), lines.last())
}

/// The call that shows these lines of the file, or all lines, in backticks. `None` if the caller has no such command
/// or tool.
pub(super) fn view_call(subject: Subject<'_>, lines: Option<LineRange>) -> Option<String> {
    let Means::Tools(tools) = subject.caller.words.means else {
        let lines = lines.map_or_else(String::new, |lines| format!(" {}", range(lines)));
        return Some(format!("`incise view {}{lines}`", subject.word()));
    };
    let path = subject.string();
    let ends = lines.map(|lines| (lines.first(), lines.last()));
    Some(match (tools.reader?, ends) {
        (Reader::Lines(name), Some((first, last))) => {
            format!("`{name} {{\"path\":{path},\"start\":{first},\"end\":{last}}}`")
        }
        (Reader::Editor(name), Some((first, last))) => format!(
            "`{name} {{\"command\":\"view\",\"path\":{path},\"view_range\":[{first},{last}]}}`"
        ),
        (Reader::Editor(name), None) => {
            format!("`{name} {{\"command\":\"view\",\"path\":{path}}}`")
        }
        (Reader::Lines(name), None) | (Reader::Text(name), _) => {
            format!("`{name} {{\"path\":{path}}}`")
        }
    })
}

/// The call that shows the outline of the file, or else its content, in backticks.
pub(super) fn outline_call(subject: Subject<'_>) -> Option<String> {
    match subject.caller.words.means {
        Means::Shell => Some(format!("`incise view {} --outline`", subject.word())),
        Means::Tools(tools) => match tools.reader? {
            Reader::Lines(name) => {
                let path = subject.string();
                Some(format!("`{name} {{\"path\":{path},\"outline\":2}}`"))
            }
            Reader::Editor(_) | Reader::Text(_) => view_call(subject, None),
        },
    }
}

/// The call that lists the edits of the file, in backticks.
pub(super) fn edits_call(subject: Subject<'_>) -> Option<String> {
    match history_tool(subject.caller) {
        Some(name) => Some(format!("`{name} {{\"path\":{}}}`", subject.string())),
        None if subject.caller.is_typed() => {
            Some(format!("`incise log --path {}`", subject.word()))
        }
        None => log_call(subject.caller),
    }
}

/// The call that lists the edits, in backticks.
pub(super) fn log_call(caller: Caller) -> Option<String> {
    match caller.words.means {
        Means::Shell => Some("`incise log`".to_owned()),
        Means::Tools(tools) => tools.history.map(|name| format!("`{name}`")),
    }
}

/// The call that shows a journal entry, in backticks.
pub(super) fn entry_call(entry: u64, caller: Caller) -> Option<String> {
    match caller.words.means {
        Means::Shell => Some(format!("`incise log show {entry}`")),
        Means::Tools(_) => history_tool(caller).map(|name| format!("`{name} {{\"id\":{entry}}}`")),
    }
}

/// The call that undoes an entry, in backticks.
pub(super) fn undo_call(entry: u64, caller: Caller) -> String {
    match caller.words.means {
        Means::Shell => format!("`incise undo {entry}`"),
        Means::Tools(_) => format!("`undo {{\"id\":{entry}}}`"),
    }
}

/// The call that redoes an undo, in backticks.
pub(super) fn redo_call(entry: u64, caller: Caller) -> String {
    match caller.words.means {
        Means::Shell => format!("`incise redo {entry}`"),
        Means::Tools(_) => format!("`undo {{\"redo\":true,\"id\":{entry}}}`"),
    }
}

/// Another operation on the file, as a command or as the value of `op`; `None` if the caller has neither.
pub(super) fn operation(word: &str, subject: Subject<'_>) -> Option<String> {
    match (subject.caller.is_typed(), subject.caller.is_native()) {
        (true, _) => Some(format!("`incise {word} {}`", subject.word())),
        (_, true) => Some(format!("\"op\": \"{word}\"")),
        _ => None,
    }
}

/// The way to run the same call dry, as the subject of a sentence.
pub(super) fn dry_run_call(caller: Caller) -> Option<String> {
    match caller.words.means {
        Means::Tools(tools) => tools.preview.map(|name| format!("`{name}`")),
        Means::Shell => caller.switch("dry_run"),
    }
}

/// The name of the tool that lists edits.
fn history_tool(caller: Caller) -> Option<&'static str> {
    match caller.words.means {
        Means::Tools(Tools { history, .. }) => history,
        Means::Shell => None,
    }
}
