//! A patch in a shell call: a program with arguments, or a script that passes a here-document to the program.

use std::path::Path;

use super::envelope::{PROGRAMS, is_envelope, of_envelope};
use super::fields::quoted;
use super::payload::Payload;
use crate::request::Malformed;
use crate::request::json::{Node, Object};

/// Shells that run a script, and the options that precede the script.
const SHELLS: &[&str] = &["bash", "sh", "zsh"];
const OPTIONS: &[&str] = &["-lc", "-c"];

/// Fields next to a command that do not affect the edit, such as a time limit or a permission.
const BESIDE: &[&str] = &[
    "timeout",
    "timeout_ms",
    "yield_time_ms",
    "max_output_tokens",
    "login",
    "with_escalated_permissions",
    "sandbox_permissions",
    "justification",
    "prefix_rule",
];

/// The patch that a shell call passes to `apply_patch`; `None` if the members are not a shell call.
///
/// # Errors
/// A command that does anything else, or that a shell could read differently.
pub fn of_members(members: &[(String, Node)], label: &str) -> Result<Option<Payload>, Malformed> {
    let command = members
        .iter()
        .find_map(|(name, node)| match (name.as_str(), node) {
            ("command", Node::List(words)) => Some(of_words(words)),
            ("command" | "cmd", Node::Text(script)) if names_program(script) => {
                Some(of_script(script))
            }
            _ => None,
        });
    let Some(script) = command.transpose()? else {
        return Ok(None);
    };
    let mut object = Object::new(label, members.to_vec());
    for name in ["command", "cmd"].iter().chain(BESIDE) {
        object.take(name);
    }
    // The `type` in the `action` of a `local_shell_call`.
    if object.is_word("type", "exec") {
        object.take("type");
    }
    let directory = if object.has("workdir") {
        "workdir"
    } else {
        "working_directory"
    };
    let workdir = object.path(directory)?;
    if let Some(name) = object.names().next() {
        return Err(Malformed::wrong(
            format!("unknown field `{name}` next to `command` in {label}"),
            format!(
                "next to `command`, the fields are `workdir`, or {}",
                quoted(BESIDE.iter().copied())
            ),
        ));
    }
    let payload = of_envelope(script.patch.to_owned().into());
    Ok(Some(match (workdir, script.directory) {
        (None, None) => payload,
        (Some(workdir), None) => payload.in_directory(&workdir),
        (None, Some(directory)) => payload.in_directory(Path::new(directory)),
        (Some(workdir), Some(directory)) => payload.in_directory(&workdir.join(directory)),
    }))
}

/// A script that only passes a patch to the program.
struct PatchScript<'s> {
    patch: &'s str,
    /// The argument of `cd` at the start of the script.
    directory: Option<&'s str>,
}

/// True if `script` contains the name of a program.
fn names_program(script: &str) -> bool {
    PROGRAMS.iter().any(|program| script.contains(program))
}

/// The patch in the arguments of a program.
fn of_words(words: &[Node]) -> Result<PatchScript<'_>, Malformed> {
    let words: Option<Vec<&str>> = words
        .iter()
        .map(|word| match word {
            Node::Text(word) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    match words.as_deref() {
        Some([name, patch]) if PROGRAMS.contains(name) && is_envelope(patch.as_bytes()) => {
            Ok(PatchScript {
                patch,
                directory: None,
            })
        }
        Some([shell, option, script])
            if SHELLS.iter().any(|name| Path::new(shell).ends_with(name))
                && OPTIONS.contains(option) =>
        {
            of_script(script)
        }
        _ => Err(other("`command` is not a call of `apply_patch`")),
    }
}

/// The patch in a script. The script must consist of a here-document for the program, optionally after `cd DIR &&`.
fn of_script(script: &str) -> Result<PatchScript<'_>, Malformed> {
    let rest = script.trim_start();
    let (directory, rest) = match rest.strip_prefix("cd ") {
        Some(rest) => {
            let (directory, rest) = word(rest.trim_start())
                .ok_or_else(|| other("the directory in `command` is not a plain name"))?;
            let call = rest
                .trim_start()
                .strip_prefix("&&")
                .ok_or_else(|| other("`command` is more than a call of `apply_patch`"))?;
            (Some(directory), call.trim_start())
        }
        None => (None, rest),
    };
    let document = after_program(rest)
        .ok_or_else(|| other("`command` is not a call of `apply_patch` with a here-document"))?;
    let (is_indented, document) = match document.strip_prefix('-') {
        Some(document) => (true, document),
        None => (false, document),
    };
    let (head, body) = document.split_once('\n').unwrap_or((document, ""));
    let quoted_delimiter = head.trim_matches([' ', '\t']);
    let is_quoted = quoted_delimiter.starts_with(['\'', '"']);
    let delimiter = word(quoted_delimiter.trim_end())
        .filter(|(delimiter, rest)| !delimiter.is_empty() && rest.is_empty())
        .ok_or_else(|| other("the here-document in `command` does not begin on its own line"))?
        .0;
    let mut length = 0;
    let mut lines = body.split_inclusive('\n');
    let end = lines.find(|line| {
        let is_end = line.trim_end_matches(['\r', '\n']) == delimiter;
        length += line.len();
        is_end
    });
    let Some(end) = end else {
        return Err(other(&format!(
            "the here-document in `command` has no line `{delimiter}`"
        )));
    };
    let (patch, after) = (&body[..length - end.len()], &body[length..]);
    if !after.trim().is_empty() {
        return Err(other("`command` goes on after the here-document"));
    }
    let is_expanded = !is_quoted && patch.contains(['$', '`', '\\']);
    if is_expanded || is_indented && patch.lines().any(|line| line.starts_with('\t')) {
        return Err(other(&format!(
            "a shell would expand this here-document; `<<'{delimiter}'` prevents that"
        )));
    }
    if !is_envelope(patch.as_bytes()) {
        return Err(other(
            "the here-document in `command` does not begin with `*** Begin Patch`",
        ));
    }
    Ok(PatchScript { patch, directory })
}

/// The text after `apply_patch <<`.
fn after_program(call: &str) -> Option<&str> {
    for program in PROGRAMS {
        if let Some(rest) = call.strip_prefix(program) {
            let document = rest.trim_start_matches([' ', '\t']).strip_prefix("<<");
            if document.is_some() {
                return document;
            }
        }
    }
    None
}

/// Splits the first word from `text`: a quoted word, or a word without special characters of the shell. Returns the
/// word and the rest.
fn word(text: &str) -> Option<(&str, &str)> {
    const SPECIAL: &[char] = &[
        '$', '`', '\\', '"', '\'', '*', '?', '[', '~', '(', ')', '<', '>', ';', '|', '&', '#',
    ];
    for quote in ['\'', '"'] {
        if let Some(rest) = text.strip_prefix(quote) {
            let (inside, rest) = rest.split_once(quote)?;
            let is_plain = quote == '\'' || !inside.contains(['$', '`', '\\']);
            if !is_plain || inside.is_empty() {
                return None;
            }
            return Some((inside, rest));
        }
    }
    let end = text
        .find(|sign: char| sign.is_whitespace() || sign == '&')
        .unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if word.is_empty() || word.contains(SPECIAL) || word.starts_with('-') {
        return None;
    }
    Some((word, rest))
}

fn other(message: &str) -> Malformed {
    Malformed::wrong(
        message,
        "incise runs no other command: send only the patch, as {\"input\":\"*** Begin Patch...\"}",
    )
}
